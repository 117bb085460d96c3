// Below the open page, the book's contents show its sections: the one that is read is marked, the
// last whose heading has passed the upper third of the window. On a phone, where the contents are in a
// drawer, that is found out when the drawer opens.
const sectionLinks = [...document.querySelectorAll(".bd-docs-nav .toc-entry > a")];
const sectionsOfPage = sectionLinks.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
const entry = document.querySelector(".bd-docs-nav li.current > a.current");
let marked;

const keepInView = (link) => {
  const contents = link.closest(".bd-sidebar-primary"); // on a phone the drawer (web/scripts/drawer.js)
  const [box, one] = [contents.getBoundingClientRect(), link.getBoundingClientRect()];
  if (one.top < box.top || one.bottom > box.bottom) contents.scrollTop += one.top - box.top - box.height / 3;
};

const markSection = () => {
  if (!entry?.checkVisibility()) return;
  const passed = (section) => section && section.getBoundingClientRect().top < innerHeight / 3;
  const current = sectionLinks[sectionsOfPage.findLastIndex(passed)];
  if (current === marked) return;
  marked?.removeAttribute("aria-current");
  current?.setAttribute("aria-current", "true");
  marked = current;
  if (marked) keepInView(marked);
};

const showEntry = () => {
  markSection();
  if (entry?.checkVisibility()) keepInView(marked ?? entry);
};

addEventListener("load", showEntry);
document.querySelector(".primary-toggle")?.addEventListener("click", () => requestAnimationFrame(showEntry));
if (sectionLinks.length) {
  let waits = false;
  addEventListener("scroll", () => {
    if (waits) return;
    waits = true;
    requestAnimationFrame(() => {
      waits = false;
      markSection();
    });
  }, { passive: true });
}
