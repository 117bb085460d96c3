// The form in which a reader types a text for a model.

const PAUSE = 500; // milliseconds after the last key, before the model begins

/** Its HTML. The first of the buttons answers to Enter. */
export const form = (id, { label, longest, hint, buttons = '<button type="submit">Translate</button>' }) => `
<form>
  <label for="${id}-text">${label}</label>
  <div class="ask"><input id="${id}-text" type="text" lang="en" dir="auto" maxlength="${longest}" autocomplete="off"
    autocapitalize="off" spellcheck="false" aria-describedby="${id}-hint">${buttons}</div>
  <p class="hint" id="${id}-hint">${hint}</p>
</form>`;

/** Call `run` on Enter and when the reader stops typing. Returns a function that calls off the latter. */
export function whenAsked(root, run) {
  let timer;
  const callOff = () => clearTimeout(timer);
  root.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    callOff();
    run();
  });
  root.querySelector(".ask input").addEventListener("input", () => {
    callOff();
    timer = setTimeout(run, PAUSE);
  });
  return callOff;
}
