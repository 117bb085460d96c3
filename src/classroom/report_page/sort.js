// Sorts the table of students by the column whose heading is pressed, and back at the second press.
const table = document.getElementById("students");
const body = table.tBodies[0];
for (const button of table.tHead.querySelectorAll("button")) {
  button.addEventListener("click", () => {
    const heading = button.closest("th");
    const up = heading.getAttribute("aria-sort") !== "ascending";
    for (const other of table.tHead.querySelectorAll("[aria-sort]")) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", up ? "ascending" : "descending");
    const key = (row) => row.cells[heading.cellIndex].dataset.key;
    const compare = new Intl.Collator(undefined, { numeric: true }).compare;
    const rows = [...body.rows].sort((a, b) => compare(key(a), key(b)) * (up ? 1 : -1));
    body.append(...rows);
  });
}
