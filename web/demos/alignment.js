// The alignment of a translation: choose a letter of the target, and see where its weights lie.
import { announcer } from "./shared/demo.js";
import { chooser, line, looks, named, quoted, shade, spoken } from "./shared/letters.js";

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
  const [words, status] = [paragraph("looks"), paragraph("unseen")];
  const say = announcer(status);
  const choose = chooser(written, target, { label: "Letters of the translation", look, hover: true });

  status.setAttribute("role", "status");
  delete root.alignment;
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", "Live figure: where the translator looks while it writes each letter");
  root.replaceChildren(
    paragraph("hint nudge", "↓ Choose a letter of the translation: what it looked at is shaded."),
    written, paragraph("between", "looks at"), read, words, status,
  );

  function look(at) {
    if (root.alignment?.at === at) return;
    const sentence = (letter, name) => `${letter} looks at: ${looks(weights[at], source, name)}`;
    say(sentence(spoken(target[at]), spoken));
    root.alignment = { source, target, weights, at }; // for tests, and readers at the console
    shade(read, weights[at]);
    choose(at);
    words.textContent = sentence(quoted(target[at]), named);
  }

  if (target.length) look(at ?? Math.floor(target.length / 2));
  else words.textContent = "There is no letter to choose.";
}

globalThis.document?.querySelectorAll('.demo[data-demo="alignment"]:has(> script)').forEach((root) =>
  show(root, JSON.parse(root.querySelector("script").textContent)));
