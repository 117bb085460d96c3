// A text letter by letter: every letter has a place to point at, and a name to be called by.

const GLYPHS = { "\n": "⏎", "\t": "⇥" };
// What has no shape of its own is given one: marks sit on a circle, control characters become dots.
const drawn = (letter) => GLYPHS[letter]
  ?? letter.replace(/^\p{M}/u, "◌$&").replace(/^[\p{Cc}\p{Cf}]$/u, "·");
// Isolated, so that a letter of a text from right to left does not turn the sentence around it.
export const named = (letter) => `\u2068${{ " ": "␣", ",": "“,”" }[letter] ?? drawn(letter)}\u2069`;
/** A letter in the quotation marks that a sentence puts around it. */
export const quoted = (letter) => `“${named(letter)}”`;
const WORDS = { " ": "space", ",": "comma", "\n": "new line", "⊢": "beginning", "⊣": "end" };
export const spoken = (letter) => WORDS[letter] ?? drawn(letter);
export const percent = (weight) => (weight < 0.005 ? "less than 1 %" : `${Math.round(weight * 100)} %`);

/** The indices of the n largest weights of a row, the largest first. */
export function heaviest(weights, n = 3) {
  return weights.map((_, j) => j).sort((i, j) => weights[j] - weights[i]).slice(0, n);
}

/** What a row of weights looks at most, in words, such as "9 (98 %), 8 (1 %)"; `name` names a letter. */
export const looks = (weights, letters, name) => heaviest(weights)
  .filter((j, rank) => rank === 0 || weights[j] >= 0.01)
  .map((j) => `${name(letters[j])} (${percent(weights[j])})`).join(", ");

/** A paragraph of letters, each in a span. */
export function line(name, language, letters) {
  const p = document.createElement("p");
  p.className = `letters ${name}`;
  p.lang = language;
  p.dir = "auto";
  p.append(...letters.map((letter) => {
    const span = document.createElement("span");
    span.textContent = drawn(letter);
    return span;
  }));
  return p;
}

/** Shade the letters of a line by their weights. */
export const shade = (line, weights) => [...line.children].forEach((letter, j) =>
  letter.style.setProperty("--weight", weights[j] ?? 0));

/**
 * Make the letters of a line a group in which one is chosen: `look(i)` hears of it. One stop for the
 * Tab key; arrows move between letters. With `hover` it is enough to point at a letter, or to come
 * to it with the keyboard; where a choice is final, `press`, arrows only move, and Space or Enter
 * chooses. Returns a function that shows which letter is chosen, if any.
 */
export function chooser(line, letters, { label, look, hover = false, press = false }) {
  const choices = [...line.children];
  const stop = (at) => choices.forEach((choice, i) => { choice.tabIndex = i === at ? 0 : -1; });
  let chosen;
  line.setAttribute("role", "radiogroup");
  line.setAttribute("aria-label", label);
  choices.forEach((choice, i) => {
    choice.setAttribute("role", "radio");
    if (spoken(letters[i]) !== choice.textContent) choice.setAttribute("aria-label", spoken(letters[i]));
  });
  // A finger that slides along the letters stays with the one it began on: ask what lies below it.
  const point = ({ clientX, clientY }) => {
    const at = choices.indexOf(document.elementFromPoint(clientX, clientY));
    if (at >= 0 && !(hover && at === chosen)) look(at);
  };
  for (const pointing of hover ? ["pointermove", "pointerdown"] : ["click"]) line.addEventListener(pointing, point);
  if (hover) line.addEventListener("focusin", ({ target }) => look(choices.indexOf(target)));
  line.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const onwards = getComputedStyle(line).direction === "rtl" ? -1 : 1;
    const at = choices.indexOf(event.target);
    const next = {
      ArrowRight: at + onwards, ArrowLeft: at - onwards, ArrowDown: at + 1, ArrowUp: at - 1,
      Home: 0, End: choices.length - 1, " ": at, Enter: at,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    if (!choices[next]) return;
    choices[next].focus();
    stop(next);
    if (!hover && (!press || [" ", "Enter"].includes(event.key))) look(next);
  });
  return (at) => {
    chosen = at;
    stop(at ?? 0);
    choices.forEach((choice, i) => choice.setAttribute("aria-checked", i === at));
  };
}
