// On the concept map nobody can point with a finger: the first tap on a notion shows its arrows, the
// second opens its section.
const conceptPictures = document.querySelectorAll(".concept-picture");
for (const picture of matchMedia("(hover: none)").matches ? conceptPictures : []) {
  picture.addEventListener("click", (event) => {
    const notion = event.target.closest("a");
    const before = picture.querySelector(".tapped");
    if (notion && notion !== before) event.preventDefault();
    before?.classList.remove("tapped");
    notion?.classList.add("tapped");
  });
}
