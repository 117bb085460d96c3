// What is wider than its box. A formula is set smaller, down to four fifths; what is wider still scrolls:
// let the keyboard reach it. On a phone a table shows its cells below each other, each with the name of
// its column (web/styles/60-figures.css). All this waits until the box is near the window: to measure
// every box at once, a browser must lay out the whole page, most of which it leaves for later
// (web/styles/30-layout.css).
{
  const SMALLEST = 0.8;
  const PHONE = 600; // pixels

  const reach = (box, scrolls) => {
    if (scrolls) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  };

  const isWide = ({ clientWidth, scrollWidth }) => scrollWidth > clientWidth + 1;

  const fitFormula = (formula, { clientWidth, scrollWidth }) => {
    const room = clientWidth / scrollWidth;
    formula.style.fontSize = room < 1 ? `${Math.max(SMALLEST, room * 0.98)}em` : "";
    reach(formula, room < SMALLEST);
  };

  const nameCells = (table) => {
    const names = [...table.tHead.rows[0].cells].map((cell) => cell.innerText.trim());
    for (const row of table.tBodies[0].rows)
      for (const [column, cell] of [...row.cells].entries()) {
        if (column) cell.dataset.column = names[column] ?? "";
        cell.classList.toggle("is-empty", !cell.textContent.trim());
      }
  };

  const fitTable = (box, size) => {
    const table = box.querySelector("table");
    const stacked = Boolean(table.tHead) && innerWidth <= PHONE && isWide(size);
    if (stacked) nameCells(table);
    box.classList.toggle("is-stacked", stacked);
    reach(box, isWide(size) && !stacked);
  };

  // On a phone, a comment stands right behind its code: in its column it would be out of sight.
  const fitComment = (comment) => {
    const gap = comment.previousSibling;
    const before = gap?.previousSibling?.textContent ?? "\n";
    if (!gap || !/^ {2,}$/.test(gap.textContent) || before.endsWith("\n")) return;
    comment.dataset.gap ??= gap.textContent;
    gap.textContent = innerWidth > PHONE ? comment.dataset.gap : "  ";
  };

  const fitListing = (listing, size) => {
    listing.querySelectorAll(".c1").forEach(fitComment);
    reach(listing, isWide(size));
  };

  const FITS = Object.entries({
    ".katex-display": fitFormula,
    ".pst-scrollable-table-container": fitTable,
    pre: fitListing,
    "figure:has(img.terminal), .cell_output > .output": (box, size) => reach(box, isWide(size)),
  });
  const fitOf = (box) => FITS.find(([selector]) => box.matches(selector))[1];
  const boxes = document.querySelectorAll(`article :is(${FITS.map(([selector]) => selector)})`);

  for (const box of boxes) box.tabIndex = 0; // what is not measured yet may scroll

  // First undo, then measure, then change: the browser lays out what is near once, not once for each box.
  const near = new IntersectionObserver((seen) => {
    const found = seen.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target);
    for (const box of found) {
      near.unobserve(box);
      box.style.fontSize = "";
      box.classList.remove("is-stacked");
    }
    const sizes = found.map(({ clientWidth, scrollWidth }) => ({ clientWidth, scrollWidth }));
    found.forEach((box, i) => fitOf(box)(box, sizes[i]));
  }, { rootMargin: "100%" });

  const fitAll = () => {
    near.disconnect();
    for (const box of boxes) near.observe(box);
  };
  fitAll();
  for (const event of ["load", "resize"]) addEventListener(event, fitAll);
  document.fonts.addEventListener("loadingdone", fitAll); // letters of another width
}
