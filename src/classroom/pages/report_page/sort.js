// Sorts a table by the column whose heading is pressed, and back at the second press.
const words = new Intl.Collator(undefined, { numeric: true }).compare;

for (const table of document.querySelectorAll("table.sorted")) {
  const body = table.tBodies[0];
  for (const button of table.tHead.querySelectorAll("button")) {
    button.addEventListener("click", () => {
      const heading = button.closest("th");
      const up = heading.getAttribute("aria-sort") !== "ascending";
      for (const other of table.tHead.querySelectorAll("[aria-sort]")) other.removeAttribute("aria-sort");
      heading.setAttribute("aria-sort", up ? "ascending" : "descending");
      const key = (row) => row.cells[heading.cellIndex].dataset.key;
      const rows = [...body.rows];
      const compare = rows.some((row) => isNaN(key(row))) ? words : (a, b) => a - b;
      rows.sort((a, b) => compare(key(a), key(b)) * (up ? 1 : -1));
      body.append(...rows);
    });
  }
}
