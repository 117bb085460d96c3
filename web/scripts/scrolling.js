// What is wider than a narrow page. A formula is set smaller, down to four fifths; what is wider still
// scrolls in its own box: let the keyboard reach it. (The theme does the same for code and tables.)
// A table shows its cells below each other, each with the name of its column (web/styles/60-figures.css).
const SMALLEST = 0.8;
const isWide = (box) => box.scrollWidth > box.clientWidth + 1;

const fitFormula = (formula) => {
  formula.style.fontSize = "";
  const room = formula.clientWidth / formula.scrollWidth;
  if (room < 1) formula.style.fontSize = `${Math.max(SMALLEST, room * 0.98)}em`;
  if (formula.scrollWidth > formula.clientWidth) formula.tabIndex = 0;
  else formula.removeAttribute("tabindex");
};

const nameCells = (table) => {
  const names = [...table.tHead.rows[0].cells].map((cell) => cell.innerText.trim());
  for (const row of table.tBodies[0].rows)
    for (const [column, cell] of [...row.cells].entries()) {
      if (column) cell.dataset.column = names[column] ?? "";
      cell.classList.toggle("is-empty", !cell.textContent.trim());
    }
};

const fitTable = (box) => {
  const table = box.querySelector("table");
  box.classList.remove("is-stacked");
  if (!table.tHead || innerWidth > 600 || !isWide(box)) return;
  nameCells(table);
  box.classList.add("is-stacked");
};

const fitTerminal = (image) => {
  const box = image.closest("figure");
  if (isWide(box)) box.tabIndex = 0;
  else box.removeAttribute("tabindex");
};

// On a phone, a comment stands right behind its code: in its column it would be out of sight.
const fitComment = (comment) => {
  const gap = comment.previousSibling;
  const before = gap?.previousSibling?.textContent ?? "\n";
  if (!gap || !/^ {2,}$/.test(gap.textContent) || before.endsWith("\n")) return;
  comment.dataset.gap ??= gap.textContent;
  gap.textContent = innerWidth > 600 ? comment.dataset.gap : "  ";
};

const fitAll = () => {
  document.querySelectorAll(".katex-display").forEach(fitFormula);
  document.querySelectorAll(".pst-scrollable-table-container").forEach(fitTable);
  document.querySelectorAll("pre .c1").forEach(fitComment);
  document.querySelectorAll("figure img.terminal").forEach(fitTerminal);
};
addEventListener("load", fitAll);
addEventListener("resize", fitAll);
