// The date translator: type a text, and watch it being translated, letter by letter.
//
// The model is the chapter's, as two ONNX graphs. They, and the runtime that computes them, are
// fetched when the reader types for the first time.
import { show } from "./alignment.js";
import { form, whenAsked } from "./shared/ask.js";
import { complaint, isFrench, isolated, truth } from "./shared/dates.js";
import { announcer, goalList, startAll, ticker } from "./shared/demo.js";
import { drawMap } from "./shared/map.js";
import { fromAFile, once, sessions } from "./shared/onnx.js";

const GRAPHS = ["dates-start.onnx", "dates-step.onnx"];
const LONGEST = 200; // letters of a text
const PACE = 45; // milliseconds for a letter, so that one can watch

const at = (name) => new URL(name, import.meta.url).href;

/**
 * The model: (text's ids) → a first state, and (id, state) → logits, weights and the next state;
 * one for all demos of a page.
 */
export const load = once(async () => {
  const [ort, start, step] = await sessions(at, GRAPHS);
  const ids = (list) => new ort.Tensor("int64", BigInt64Array.from(list, BigInt), [1, list.length]);
  return {
    start: (source) => start.run({ source: ids(source) }),
    step: async (token, { state, annotations, keys }) => {
      const { logits, new_state, weights } = await step.run({ token: ids([token]), state, annotations, keys });
      return { logits: [...logits.data], weights: [...weights.data], memory: { state: new_state, annotations, keys } };
    },
  };
});

/** Write the likeliest letter, again and again, until the end or `max_len`; each with its weights. */
export async function* translate(text, { symbols, max_len }) {
  const { start, step } = await load();
  const ids = new Map(symbols.map((symbol, id) => [symbol, id]));
  let memory = await start(Array.from(text, (letter) => ids.get(letter)));
  let token = ids.get("[BOS]");
  for (let length = 1; length < max_len; length++) {
    const written = await step(token, memory);
    memory = written.memory;
    token = written.logits.indexOf(Math.max(...written.logits));
    const letter = symbols[token];
    if (letter === "[EOS]") return;
    yield { letter, logits: written.logits, weights: written.weights };
  }
}

// The last is the first day after the years of the training data: right, but most of its neighbours are not.
const EXAMPLES = ["Tuesday, July 14, 1789", "Sunday, July 20, 1969", "Wednesday, January 1, 2200"];

const GOALS = [
  {
    words: "Find a date that it translates wrongly.",
    reached: ({ target, right }) => right && target !== right.french,
    lesson: "It was trained on the years from 1800 to 2199. Beyond them, nothing has taught it to copy digits.",
  },
  {
    words: "Have it translate a day that no calendar has, without a fault.",
    reached: ({ target, right }) => right && !right.exists && target === right.french,
    lesson: "It translates words, one after the other; it knows no calendar.",
  },
  {
    words: "Have it write a French date for a text in which there is none.",
    reached: ({ source, target, right }) => !right && !/\d/.test(source) && isFrench(target),
    lesson: "The weights of each row sum to 1, whatever there is to read: this attention cannot say that there is nothing to look at.",
  },
];

// ── one demo ─────────────────────────────────────────────────────────────────────────────────

const page = (id) => `
${goalList(GOALS)}
${form(id, {
    label: "An English date, or anything else",
    longest: LONGEST,
    hint: `Up to ${LONGEST} letters. When you type for the first time, your browser fetches the model and what computes it, about 4 MB.`,
    examples: EXAMPLES,
  })}
<div class="demo" data-demo="alignment"></div>
<svg class="map" aria-hidden="true"></svg>
<p class="unseen spoken" role="status"></p>`;

function demo(root, id) {
  const { symbols, max_len, ...first } = JSON.parse(root.querySelector("script").textContent);
  root.innerHTML = page(id);
  const [input, message, place, map] = ["input", ".message", ".demo", ".map"].map((part) => root.querySelector(part));
  const [tick, say] = [ticker(root, GOALS), announcer(root.querySelector(".spoken"))];
  const hurry = matchMedia("(prefers-reduced-motion: reduce)");
  let turn = 0; // which translation is on show: one that a newer one has overtaken stops

  function draw({ source, target, weights }, at) {
    root.classList.toggle("empty", !target);
    if (target) show(place, { source, target, weights, at });
    drawMap(map, Array.from(target), Array.from(source), weights);
  }

  async function run() {
    const mine = ++turn;
    const source = input.value;
    const fault = complaint(source, symbols);
    if (fault) {
      root.translator = { source, fault }; // for tests, and readers at the console
      draw({ source: "", target: "", weights: [] });
      message.textContent = fault;
      return;
    }
    if (location.protocol === "file:") {
      message.textContent = fromAFile("02-bahdanau.html");
      return;
    }
    message.textContent = load.begun() ? "Translating …" : "Fetching the model …";
    try {
      await load();
      if (mine !== turn) return;
      message.textContent = "Translating …";
      const written = { source, target: "", weights: [] };
      const logits = [];
      for await (const letter of translate(source, { symbols, max_len })) {
        if (mine !== turn) return;
        written.target += letter.letter;
        written.weights.push(letter.weights);
        logits.push(letter.logits);
        if (hurry.matches) continue;
        draw(written, logits.length - 1);
        await new Promise((resume) => { setTimeout(resume, PACE); });
      }
      if (mine !== turn) return;
      draw(written, logits.length - 1);
      const ended = logits.length < max_len - 1;
      const right = truth(source);
      say("", tick({ ...written, right }));
      message.textContent = [
        `Translation: ${isolated(written.target)}.`,
        right && right.french !== written.target ? `Right would be: ${isolated(right.french)}.` : "",
        ended ? "" : `It wrote ${logits.length} letters and no end; here it was stopped.`,
      ].filter(Boolean).join(" ");
      root.translator = { ...written, logits, ended };
    } catch (error) {
      if (mine !== turn) return;
      message.textContent = `The model could not be fetched (${error.message}). Press “Translate” to try again.`;
    }
  }

  input.value = first.source;
  draw(first);
  say("");
  whenAsked(root, run);
}

startAll("translator", "translate a date", demo);
