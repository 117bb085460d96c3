// The search dialog suggests places while one types (web/scripts/later/suggest.js). What that takes is
// loaded when the dialog is opened for the first time.
const searchDialog = document.getElementById("pst-search-dialog");
const searchField = searchDialog?.querySelector("input");
if (searchField) {
  Object.assign(searchField, { role: "combobox", ariaAutoComplete: "list", ariaExpanded: "false" });
  searchField.addEventListener("focus", () => {
    for (const name of ["language_data", "places", "suggest"]) load(name);
  }, { once: true });
}
