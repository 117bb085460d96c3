// The form in which a reader types a text for a model.

const PAUSE = 500; // milliseconds after the last key, before the model begins

/**
 * Its HTML, and below it the place for messages, and `examples` to press: a line, where the first of the buttons answers to Enter, or so
 * many `rows`, where Enter begins a new one.
 */
export const form = (id, { label, longest, hint, rows, examples = [], buttons = '<button type="submit">Translate</button>' }) => `
<form>
  <label for="${id}-text">${label}</label>
  <div class="ask"><${rows ? `textarea rows="${rows}"` : 'input type="text"'} id="${id}-text" lang="en" dir="auto" maxlength="${longest}"
    autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="${id}-hint">${rows ? "</textarea>" : ""}${buttons}</div>
</form>
<div class="under"><p class="hint" id="${id}-hint">${hint}</p><p class="message" role="status"></p></div>${examples.length ? `
<p class="examples">Or one of these: ${examples.map((text) => `<button type="button" class="reset">${text}</button>`).join(" ")}</p>` : ""}`;

/**
 * Call `run` when the form is sent or an example is pressed, and `typed` when the reader stops typing. Returns a function that
 * calls off the latter.
 */
export function whenAsked(root, run, typed = run) {
  let timer;
  const callOff = () => clearTimeout(timer);
  root.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    callOff();
    run();
  });
  const field = root.querySelector(".ask :is(input, textarea)");
  field.addEventListener("input", () => {
    callOff();
    timer = setTimeout(typed, PAUSE);
  });
  root.querySelectorAll(".examples button").forEach((example) => example.addEventListener("click", () => {
    callOff();
    field.value = example.textContent;
    run();
  }));
  return callOff;
}
