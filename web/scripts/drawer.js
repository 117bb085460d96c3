// The contents of the book: beside the page, where the button hides them, or in a drawer on a phone.
{
  const contents = document.getElementById("pst-primary-sidebar");
  const drawer = document.getElementById("pst-primary-sidebar-modal");
  const move = (from, to) => {
    to.append(...from.childNodes);
    to.classList.add(...from.classList);
    from.className = "";
  };
  document.querySelector(".primary-toggle")?.addEventListener("click", () => {
    if (matchMedia("(min-width: 992px)").matches) return contents.classList.toggle("pst-sidebar-hidden");
    move(contents, drawer);
    drawer.showModal();
  });
  drawer?.addEventListener("close", () => move(drawer, contents));
  drawer?.addEventListener("click", closeOutside);
}
