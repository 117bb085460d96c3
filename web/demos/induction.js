// Two layers of attention continue what they have read: where the last letter looks, how that place
// was found, and which letter is predicted.
import { form, whenAsked } from "./shared/ask.js";
import { announcer, goalList, startAll, ticker } from "./shared/demo.js";
import { percent } from "./shared/letters.js";
import { fromAFile, nested, once, sessions } from "./shared/onnx.js";

const GRAPH = "induction.onnx";
const ALPHABET = "abcdefghijklmnopqrstuvwxyz";
const LONGEST = 20; // letters of a text
const FEWEST_CELLS = 18; // the width of the drawing, in letters
const ROWS = 3; // letters in the list
const LEAST = 0.05; // a smaller weight cannot be seen
const at = (name) => new URL(name, import.meta.url).href;

/** The last letters of a text that the model knows. */
export const lettersOf = (text) => Array.from(text.toLowerCase()).filter((letter) => ALPHABET.includes(letter)).slice(-LONGEST).join("");

/** A function (letters) → the logits of the letter after the last one, and maps[layer][head]. */
export const load = once(async () => {
  const [ort, session] = await sessions(at, [GRAPH]);
  return async (letters) => {
    const ids = BigInt64Array.from(letters, (letter) => BigInt(ALPHABET.indexOf(letter)));
    const { logits, weights } = await session.run({ letters: new ort.Tensor("int64", ids, [1, letters.length]) });
    return { logits: nested(logits).at(-1), maps: nested(weights) };
  };
});

function softmax(logits) {
  const exp = logits.map((x) => Math.exp(x - Math.max(...logits)));
  const sum = exp.reduce((a, b) => a + b);
  return exp.map((x) => x / sum);
}

/** Indices, the largest value first. */
const ranked = (values) => values.map((_, i) => i).sort((i, j) => values[j] - values[i]);

const GOALS = [
  {
    words: "Type four different letters or more, then the first of them again. Is the second letter predicted?",
    reached: ({ letters, best }) => letters.length >= 5 && new Set(letters.slice(0, -1)).size === letters.length - 1
      && letters.at(-1) === letters[0] && best === letters[1],
    lesson: "The upper line leads to the letter that came next the first time. The model was trained on random letters, so it has not learned this pair: it has found it in your text.",
  },
  {
    words: "Let one letter be followed by two different letters, and then come back, like a in “xabyaca”. Is the first of the two predicted, or the last?",
    reached: ({ letters }) => followers(letters).size === 2,
    lesson: "The last letter alone cannot decide between the two. In the few texts that we tried, this model took the first. Another training may prefer the last.",
  },
];

/** The letters that have followed the last letter of a text before. */
const followers = (letters) => new Set(Array.from(letters).slice(1)
  .filter((_, i) => letters[i] === letters.at(-1)));

const page = (id) => `
${goalList(GOALS)}
${form(id, {
    label: "Letters, some of which come back",
    longest: LONGEST,
    hint: "At the first change your browser fetches the model and what computes it, about 4 MB.",
    buttons: '<button type="submit">Predict</button>',
  })}
<p class="hint layer2"></p>
<svg class="looks" role="img"></svg>
<p class="hint layer1"></p>
<p class="title">Most likely next</p>
<ol class="next">${'<li><span class="letter"></span><span class="bar"><span></span></span><span class="number"></span></li>'.repeat(ROWS)}</ol>
<p class="unseen spoken" role="status"></p>`;

/** The letters in a row, the predicted letter behind them, and the lines of the two heads. */
function drawing({ letters, best, found, look, back }) {
  const cells = Math.max(letters.length + 1, FEWEST_CELLS);
  const x = (i) => i + 0.5 + (cells - letters.length - 1) / 2;
  const arc = (from, to, up, weight, name) => {
    const high = Math.min(0.9 + 0.22 * Math.abs(from - to), 2.6) * (up ? -1 : 1);
    const y = up ? -0.15 : 1.15;
    return weight < LEAST ? "" : `<path class="${name}" d="M${x(from)} ${y}C${x(from)} ${y + high} ${x(to)} ${y + high} ${x(to)} ${y}"
      stroke-width="${(0.03 + 0.13 * weight).toFixed(3)}" opacity="${(0.25 + 0.75 * weight).toFixed(3)}"/>`;
  };
  const last = letters.length - 1;
  const lines = [
    ...look.map((weight, j) => arc(last, j, true, weight, "second")),
    ...back.map((weight, j) => arc(found, j, false, weight, "first")),
  ];
  const role = (i) => (i === last ? "query" : i === found ? "key" : "");
  const text = Array.from(letters, (letter, i) => `${role(i) && `<rect class="${role(i)}" x="${x(i) - 0.45}" y="0.02" width="0.9" height="0.96" rx="0.15"/>`}
    <text class="${role(i)}" x="${x(i)}" y="0.72">${letter}</text>`);
  const next = x(last + 1);
  return [cells, `${lines.join("")}${text.join("")}<rect class="predicted" x="${next - 0.45}" y="0.02" width="0.9" height="0.96" rx="0.15"/>
    <text class="predicted" x="${next}" y="0.72">${best}</text>`];
}

function demo(root, id) {
  const { letters, logits, head1, head2, back, behind } = JSON.parse(root.querySelector("script").textContent);
  root.innerHTML = page(id);
  const one = (selector) => root.querySelector(selector);
  const [input, message] = [".ask input", ".message"].map(one);
  const [tick, say] = [ticker(root, GOALS), announcer(one(".spoken"))];
  let turn = 0;

  /** Show what the model makes of its letters; `heads`: the map of one head of each layer. */
  function show(letters, logits, heads) {
    const p = softmax(logits);
    const order = ranked(p);
    const best = ALPHABET[order[0]];
    const look = heads[1].at(-1);
    const [found] = ranked(look);
    const back = heads[0][found];
    const [before] = ranked(back);
    const layers = [
      `Layer 1: this ${letters[found]} has looked at the ${letters[before]} in place ${before + 1} (${percent(back[before])})`,
      `Layer 2: the last ${letters.at(-1)} looks at the ${letters[found]} in place ${found + 1} (${percent(look[found])})`,
    ];
    layers.forEach((words, i) => { one(`.layer${i + 1}`).textContent = words; });
    const [cells, svg] = drawing({ letters, best, found, look, back });
    one(".looks").setAttribute("viewBox", `0 -2.3 ${cells} 4.6`);
    one(".looks").setAttribute("aria-label", `The letters and two lines between them, behind them the prediction ${best}`);
    one(".looks").innerHTML = svg;
    root.querySelectorAll(".next li").forEach((item, rank) => {
      const id = order[rank];
      item.querySelector(".letter").textContent = ALPHABET[id];
      item.querySelector(".bar span").style.width = `${100 * p[id]}%`;
      item.querySelector(".number").textContent = percent(p[id]);
    });
    return { letters, logits, heads, p, best, found, layers };
  }

  async function run() {
    callOff();
    const mine = ++turn;
    const typed = input.value;
    const letters = lettersOf(typed);
    const fault = letters ? "" : "Type at least one letter from a to z.";
    if (fault || location.protocol === "file:") {
      message.textContent = fault || fromAFile("08-since-then.html");
      root.induction = { letters, fault: message.textContent };
      return;
    }
    if (!load.begun()) message.textContent = "Fetching the model …";
    try {
      const { logits, maps } = await (await load())(letters);
      if (mine !== turn) return;
      const state = show(letters, logits, [maps[0][head1], maps[1][head2]]);
      const news = tick(state);
      const isShorter = Array.from(typed).length > letters.length;
      message.textContent = `${isShorter ? "It reads only the letters a to z. " : ""}Predicted: ${state.best}.`;
      say("", news);
      root.induction = { ...state, maps }; // for tests, and readers at the console
    } catch (error) {
      if (mine !== turn) return;
      message.textContent = `The model could not be fetched (${error.message}). Press “Predict” to try again.`;
    }
  }

  const callOff = whenAsked(root, run);
  input.value = letters;
  show(letters, logits[0], [back, behind]);
  say("");
}

startAll("induction", "two layers of attention continue what they have read", demo);
