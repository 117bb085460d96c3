// One switch opens or closes the code of all figures of the page.
const sourcesButton = document.querySelector(".sources-button");
sourcesButton?.addEventListener("click", () => {
  const open = sourcesButton.getAttribute("aria-pressed") !== "true";
  sourcesButton.setAttribute("aria-pressed", String(open));
  for (const source of document.querySelectorAll("details.hide")) source.open = open;
});
