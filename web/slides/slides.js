// One slide at a time. What is too large for its slide is shown smaller.
const slides = [...document.querySelectorAll(".slide")];
const root = document.documentElement;
let current = 0;

function show(number) {
  current = Math.max(0, Math.min(slides.length - 1, number));
  slides.forEach((slide, i) => slide.classList.toggle("current", i === current));
  history.replaceState(null, "", `#${current + 1}`);
}

function scale() {
  const height = root.classList.contains("with-notes") ? 1000 : 720;
  root.style.setProperty("--scale", Math.min(innerWidth / 1280, innerHeight / height));
}

function toggleNotes() {
  const on = root.classList.toggle("with-notes");
  document.getElementById("notes").setAttribute("aria-pressed", on);
  scale();
}

function fit(slide) {
  const content = slide.querySelector(".content");
  const style = getComputedStyle(slide);
  const height = slide.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
  for (let zoom = 1; zoom > 0.4; zoom -= 0.05) {
    content.style.zoom = zoom;
    const size = content.getBoundingClientRect().height / new DOMMatrix(style.transform).a;
    if (size <= height && content.scrollWidth <= content.clientWidth + 1) break;
  }
}

const turns = {
  ArrowRight: 1, ArrowDown: 1, PageDown: 1, " ": 1, ArrowLeft: -1, ArrowUp: -1, PageUp: -1,
  Home: -slides.length, End: slides.length,
};
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === " " && event.target instanceof HTMLButtonElement) return;
  if (event.key in turns) {
    event.preventDefault();
    show(current + turns[event.key]);
  } else if (event.key === "n") {
    toggleNotes();
  }
});
addEventListener("resize", scale);
addEventListener("hashchange", () => show(Number(location.hash.slice(1)) - 1 || 0));
document.getElementById("back").onclick = () => show(current - 1);
document.getElementById("on").onclick = () => show(current + 1);
document.getElementById("notes").onclick = toggleNotes;

root.classList.add("live");
scale();
show(Number(location.hash.slice(1)) - 1 || 0);
document.fonts.ready.then(() => slides.forEach(fit));
