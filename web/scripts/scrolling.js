// A formula that is wider than the page scrolls in its own box: let the keyboard reach it. (The theme
// does the same for code and tables.)
const reachable = () => {
  for (const formula of document.querySelectorAll(".katex-display")) {
    if (formula.scrollWidth > formula.clientWidth) formula.tabIndex = 0;
    else formula.removeAttribute("tabindex");
  }
};
addEventListener("load", reachable);
addEventListener("resize", reachable);
