// What opens above the page closes with a click beside it.
const closeOutside = ({ currentTarget: dialog, clientX: x, clientY: y }) => {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  if (x < left || x > right || y < top || y > bottom) dialog.close();
};

// The search dialog, by its button or Ctrl+K; on the search page that is the field of the page. The
// dialog suggests places while one types (web/scripts/later/suggest.js). What that takes is loaded when
// the dialog is opened for the first time.
const searchDialog = document.getElementById("pst-search-dialog");
const searchField = searchDialog?.querySelector("input");
if (searchField) {
  const apple = /^(Mac|iPhone)/.test(navigator.platform);
  const ofPage = document.querySelector(":not(dialog) > form.bd-search input");
  const toggle = () => {
    if (ofPage) ofPage.select();
    else if (searchDialog.open) searchDialog.close();
    else searchDialog.showModal();
  };
  if (apple) for (const key of document.querySelectorAll(".kbd-shortcut__modifier")) key.textContent = "⌘";
  for (const button of document.querySelectorAll(".search-button__button")) button.addEventListener("click", toggle);
  addEventListener("keydown", (event) => {
    const { ctrlKey, metaKey, shiftKey, altKey, key } = event;
    if (key === "Escape") searchDialog.close(); // also where the browser would only empty the field
    const asked = !shiftKey && !altKey && (apple ? metaKey && !ctrlKey : ctrlKey && !metaKey) && key.toLowerCase() === "k";
    if (!asked) return;
    event.preventDefault();
    toggle();
  }, true);
  searchDialog.addEventListener("click", closeOutside);

  Object.assign(searchField, { role: "combobox", ariaAutoComplete: "list", ariaExpanded: "false" });
  searchField.addEventListener("focus", () => {
    for (const name of ["language_data", "places", "suggest"]) load(name);
  }, { once: true });
}
