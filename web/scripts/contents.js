// "On this page" marks the section that is being read: the last one whose heading has passed the
// upper third of the window.
const contentLinks = [...document.querySelectorAll(".page-toc a.nav-link")];
const contentSections = contentLinks.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
let marked;

const keepInView = (link) => {
  const box = link.closest(".bd-sidebar-secondary");
  if (box && box.scrollHeight > box.clientHeight) box.scrollTop = link.offsetTop - box.clientHeight / 2;
};

const markSection = () => {
  const passed = (section) => section && section.getBoundingClientRect().top < innerHeight / 3;
  const current = contentLinks[contentSections.findLastIndex(passed)];
  if (current === marked) return;
  for (const [link, on] of [[marked, false], [current, true]]) {
    link?.classList.toggle("active", on);
    if (on) link?.setAttribute("aria-current", "true");
    else link?.removeAttribute("aria-current");
  }
  marked = current;
  if (marked) keepInView(marked);
};
if (contentLinks.length) {
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
