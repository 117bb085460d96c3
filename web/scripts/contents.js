// Below the open page, the book's contents show its sections: the one that is read is marked, the
// last whose heading has passed the upper third of the window.
const sectionLinks = [...document.querySelectorAll(".bd-docs-nav .toc-entry > a")];
const sectionsOfPage = sectionLinks.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
let marked;

const keepInView = (link) => {
  const contents = link.closest(".bd-sidebar-primary"); // on a phone a dialog, into which the theme moves it
  const [box, one] = [contents.getBoundingClientRect(), link.getBoundingClientRect()];
  if (one.top < box.top || one.bottom > box.bottom) contents.scrollTop += one.top - box.top - box.height / 3;
};

const markSection = () => {
  const passed = (section) => section && section.getBoundingClientRect().top < innerHeight / 3;
  const current = sectionLinks[sectionsOfPage.findLastIndex(passed)];
  if (current === marked) return;
  marked?.removeAttribute("aria-current");
  current?.setAttribute("aria-current", "true");
  marked = current;
  if (marked) keepInView(marked);
};

const entry = document.querySelector(".bd-docs-nav li.current > a.current");
if (entry) {
  addEventListener("load", () => keepInView(entry));
  document.querySelector(".primary-toggle")?.addEventListener("click", () => requestAnimationFrame(() => keepInView(marked ?? entry)));
}
if (sectionLinks.length) {
  let waits = false;
  addEventListener("load", markSection);
  addEventListener("scroll", () => {
    if (waits) return;
    waits = true;
    requestAnimationFrame(() => {
      waits = false;
      markSection();
    });
  }, { passive: true });
}
