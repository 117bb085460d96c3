// The alignment of a translation: point at a letter of the target, and see where its weights lie.
import { announcer } from "./shared/demo.js";

/**
 * Texts as letters, one for each character as Python counts them, with a row of weights for each
 * letter of the target: weights[i][j] is how much target letter i looks at source letter j.
 */
export function alignment(source, target, weights) {
  const data = { source: Array.from(source), target: Array.from(target), weights };
  const [n, m] = [data.source.length, data.target.length];
  if (weights.length !== m)
    throw new RangeError(`weights must have a row for each of the ${m} target letters, they have ${weights.length}`);
  const odd = weights.findIndex((row) => row.length !== n);
  if (odd >= 0)
    throw new RangeError(`row ${odd} of the weights must have ${n} entries, one for each source letter, it has ${weights[odd].length}`);
  return data;
}

/** The indices of the n largest weights of a row, the largest first. */
export function heaviest(weights, n = 3) {
  return weights.map((_, j) => j).sort((i, j) => weights[j] - weights[i]).slice(0, n);
}

const percent = (weight) => (weight < 0.005 ? "less than 1 %" : `${Math.round(weight * 100)} %`);
const GLYPHS = { "\n": "⏎", "\t": "⇥" };
// What has no shape of its own is given one: marks sit on a circle, control characters become dots.
const drawn = (letter) => GLYPHS[letter]
  ?? letter.replace(/^\p{M}/u, "◌$&").replace(/^[\p{Cc}\p{Cf}]$/u, "·");
// Isolated, so that a letter of a text from right to left does not turn the sentence around it.
const named = (letter) => `\u2068${letter === " " ? "␣" : drawn(letter)}\u2069`;
const spoken = (letter) => (letter === " " ? "space" : letter === "\n" ? "new line" : drawn(letter));

function line(name, language, letters) {
  const p = document.createElement("p");
  p.className = name;
  p.lang = language;
  p.dir = "auto";
  p.append(...letters.map((letter) => {
    const span = document.createElement("span");
    span.textContent = drawn(letter);
    return span;
  }));
  return p;
}

function paragraph(name, text = "") {
  const p = document.createElement("p");
  p.className = name;
  p.textContent = text;
  return p;
}

/** Draw an alignment into a place of the page, in which letter `at` of the target is chosen. */
export function show(root, { source_language = "en", target_language = "fr", at, ...given }) {
  const { source, target, weights } = alignment(given.source, given.target, given.weights);
  const [read, written] = [line("source", source_language, source), line("target", target_language, target)];
  const [shaded, choices] = [[...read.children], [...written.children]];
  const [looks, status] = [paragraph("looks"), paragraph("unseen")];
  const say = announcer(status);

  status.setAttribute("role", "status");
  delete root.alignment;
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", "Live figure: where the translator looks while it writes each letter");
  written.setAttribute("role", "radiogroup");
  written.setAttribute("aria-label", "Letters of the translation");
  choices.forEach((choice, i) => {
    choice.setAttribute("role", "radio");
    if (spoken(target[i]) !== choice.textContent) choice.setAttribute("aria-label", spoken(target[i]));
  });
  root.replaceChildren(
    paragraph("hint", "Point at a letter of the translation, or move through it with the arrow keys."),
    written, paragraph("between", "looks at"), read, looks, status,
  );

  function sentence(at, name) {
    const most = heaviest(weights[at]).filter((j, rank) => rank === 0 || weights[at][j] >= 0.01);
    return `While it writes ${name(target[at])}: ${most.map((j) => `${name(source[j])} ${percent(weights[at][j])}`).join(", ")}`;
  }

  function look(at) {
    if (root.alignment?.at === at) return;
    say(sentence(at, spoken));
    root.alignment = { source, target, weights, at }; // for tests, and readers at the console
    shaded.forEach((letter, j) => letter.style.setProperty("--weight", weights[at][j]));
    choices.forEach((choice, i) => {
      choice.tabIndex = i === at ? 0 : -1; // one stop for the Tab key; arrows move between letters
      choice.setAttribute("aria-checked", i === at);
    });
    looks.textContent = sentence(at, named);
  }

  if (!target.length) {
    looks.textContent = "There is no letter to point at.";
    return;
  }
  // A finger that slides along the letters stays with the one it began on: ask what lies below it.
  const point = ({ clientX, clientY }) => {
    const at = choices.indexOf(document.elementFromPoint(clientX, clientY));
    if (at >= 0) look(at);
  };
  written.addEventListener("pointermove", point);
  written.addEventListener("pointerdown", point);
  written.addEventListener("focusin", ({ target: letter }) => look(choices.indexOf(letter)));
  written.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const onwards = getComputedStyle(written).direction === "rtl" ? -1 : 1;
    const { at } = root.alignment;
    const next = {
      ArrowRight: at + onwards, ArrowLeft: at - onwards, ArrowDown: at + 1, ArrowUp: at - 1,
      Home: 0, End: target.length - 1,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    choices[next]?.focus();
  });
  look(at ?? Math.floor(target.length / 2));
}

globalThis.document?.querySelectorAll('.demo[data-demo="alignment"]:has(> script)').forEach((root) =>
  show(root, JSON.parse(root.querySelector("script").textContent)));
