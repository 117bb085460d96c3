// Light, dark, or as the system: the button goes round, and the choice is kept (web/templates/layout.html
// sets it before anything is painted).
{
  const page = document.documentElement.dataset;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const show = () => {
    const dark = page.mode === "auto" ? system.matches : page.mode === "dark";
    page.theme = dark ? "dark" : "light";
  };
  document.querySelector(".theme-switch-button")?.addEventListener("click", () => {
    // From “as the system”, the first click changes what is seen.
    const modes = system.matches ? ["auto", "light", "dark"] : ["auto", "dark", "light"];
    page.mode = modes[(modes.indexOf(page.mode) + 1) % modes.length];
    try {
      localStorage.setItem("mode", page.mode);
    } catch {} // no storage: the choice holds for this page
    show();
  });
  system.addEventListener("change", show);
}
