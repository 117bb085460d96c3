// The date translator: type a text, and watch it being translated, letter by letter.
//
// The model is the chapter's, as two ONNX graphs. They, and the runtime that computes them, are
// fetched when the reader types for the first time.
import { show } from "./alignment.js";
import { goalList, startAll, ticker } from "./shared/demo.js";
import { fromAFile, sessions } from "./shared/onnx.js";

const GRAPHS = ["dates-start.onnx", "dates-step.onnx"];
const LONGEST = 200; // letters of a text
const PAUSE = 500; // milliseconds after the last key, before the translation begins
const PACE = 45; // milliseconds for a letter, so that one can watch

const at = (name) => new URL(name, import.meta.url).href;
let runtime; // what is loading or loaded, one for all demos of a page

/** The model: (text's ids) → a first state, and (id, state) → logits, weights and the next state. */
export function load() {
  runtime ??= (async () => {
    const [ort, start, step] = await sessions(at, GRAPHS);
    const ids = (list) => new ort.Tensor("int64", BigInt64Array.from(list, BigInt), [1, list.length]);
    return {
      start: (source) => start.run({ source: ids(source) }),
      step: async (token, { state, annotations, keys }) => {
        const { logits, new_state, weights } = await step.run({ token: ids([token]), state, annotations, keys });
        return { logits: [...logits.data], weights: [...weights.data], memory: { state: new_state, annotations, keys } };
      },
    };
  })().catch((error) => {
    runtime = undefined; // so that the next try begins anew
    throw error;
  });
  return runtime;
}

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

// ── what is right ────────────────────────────────────────────────────────────────────────────

const WEEKDAYS = {
  Monday: "lundi", Tuesday: "mardi", Wednesday: "mercredi", Thursday: "jeudi", Friday: "vendredi",
  Saturday: "samedi", Sunday: "dimanche",
};
const MONTHS = {
  January: "janvier", February: "février", March: "mars", April: "avril", May: "mai", June: "juin", July: "juillet",
  August: "août", September: "septembre", October: "octobre", November: "novembre", December: "décembre",
};
const ENGLISH = new RegExp(`^(${Object.keys(WEEKDAYS).join("|")}), (${Object.keys(MONTHS).join("|")}) ([1-9]\\d?), ([1-9]\\d{0,3})$`);
const FRENCH = new RegExp(`^(${Object.values(WEEKDAYS).join("|")}) \\d+ (${Object.values(MONTHS).join("|")}) \\d+$`);

/** The French of a well-formed English date, word by word, and whether the calendar has that day. */
export function truth(text) {
  const [, weekday, month, day, year] = ENGLISH.exec(text) ?? [];
  if (!weekday || Number(day) > 31) return undefined;
  const days = new Date(Date.UTC(Number(year) % 400 + 2000, Object.keys(MONTHS).indexOf(month) + 1, 0)).getUTCDate();
  return { french: `${WEEKDAYS[weekday]} ${day} ${MONTHS[month]} ${year}`, exists: Number(day) <= days };
}

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
    reached: ({ source, target, right }) => !right && !/\d/.test(source) && FRENCH.test(target),
    lesson: "The weights of each row sum to 1, whatever there is to read: this attention cannot say that there is nothing to look at.",
  },
];

// ── one demo ─────────────────────────────────────────────────────────────────────────────────

const isolated = (text) => `\u2068${text}\u2069`; // a text from right to left does not turn the sentence
const graphemes = (text) => [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)].map(({ segment }) => segment);
const listed = (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`);

/** What is wrong with a text, in a sentence, or nothing. */
export function complaint(text, symbols) {
  if (!text.trim()) return "Type a date, and its translation appears here.";
  const foreign = [...new Set(graphemes(text).filter((part) => Array.from(part).some((letter) => !symbols.includes(letter))))];
  if (!foreign.length) return "";
  const some = foreign.slice(0, 5).map((part) => `“${isolated(part)}”`);
  if (foreign.length > 5) some.push(`${foreign.length - 5} more`);
  return `The translator has never seen ${listed(some)}. It knows the letters of the dates that it was trained on, the digits, the space and the comma.`;
}

const page = (id) => `
${goalList(GOALS)}
<form>
  <label for="${id}-text">An English date, or anything else</label>
  <div class="ask"><input id="${id}-text" type="text" lang="en" dir="auto" maxlength="${LONGEST}" autocomplete="off"
    autocapitalize="off" spellcheck="false" aria-describedby="${id}-hint"><button type="submit">Translate</button></div>
  <p class="hint" id="${id}-hint">Up to ${LONGEST} letters. When you type for the first time, your browser fetches the model and what computes it, about 4 MB.</p>
</form>
<p class="message" role="status"></p>
<div class="demo" data-demo="alignment"></div>
<svg class="map" aria-hidden="true"></svg>`;

function demo(root, id) {
  const { symbols, max_len, ...first } = JSON.parse(root.querySelector("script").textContent);
  root.innerHTML = page(id);
  const [input, message, place, map] = ["input", ".message", ".demo", ".map"].map((part) => root.querySelector(part));
  const tick = ticker(root, GOALS);
  const hurry = matchMedia("(prefers-reduced-motion: reduce)");
  let turn = 0; // which translation is on show: one that a newer one has overtaken stops
  let timer;

  function draw({ source, target, weights }, at) {
    root.classList.toggle("empty", !target);
    if (target) show(place, { source, target, weights, at });
    drawMap(Array.from(source), Array.from(target), weights);
  }

  /** A row for each letter written, a column for each letter read. */
  function drawMap(read, written, weights) {
    const small = read.length > 48; // too many for letters at the edge
    const letters = small ? "" : [
      ...read.map((letter, j) => `<text x="${j + 0.5}" y="-0.35">${escaped(letter)}</text>`),
      ...written.map((letter, i) => `<text x="-0.6" y="${i + 0.75}">${escaped(letter)}</text>`),
    ].join("");
    const cells = weights.flatMap((row, i) => row.map((weight, j) => (weight < 0.01 ? ""
      : `<rect x="${j}" y="${i}" width="1" height="1" opacity="${weight.toFixed(3)}"/>`))).join("");
    map.setAttribute("viewBox", `-1.2 -1.2 ${read.length + 1.4} ${Math.max(written.length, 1) + 1.4}`);
    map.innerHTML = `${cells}${letters}`;
  }

  async function run() {
    clearTimeout(timer);
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
    message.textContent = runtime ? "" : "Fetching the model …";
    try {
      await load();
      if (mine !== turn) return;
      message.textContent = "";
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
      const news = tick({ ...written, right });
      message.textContent = [
        ...news.map(({ words }) => `Goal reached: ${words}`),
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
  root.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    run();
  });
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(run, PAUSE);
  });
}

const escaped = (letter) => letter.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt()};`).replace(" ", "·");

startAll("translator", "translate a date", demo);
