// The scale: the weights of random vectors, with and without the division by √d_k.
import { announcer, goalList, startAll, ticker } from "./shared/demo.js";

const NAMES = [..."ABCDEFGH"];
const WIDEST = 10; // the largest d_k is 2 to this power
const START = { d_k: 2, seed: 5 };
const MANY_HEADS = 64; // the d_k of many real heads
const shown = (weight) => Math.round(100 * weight);

const GOALS = [
  {
    words: "Widen the vectors until one key gets 90 % of the weight without the division.",
    reached: ({ plain }) => shown(Math.max(...plain)) >= 90,
    lesson: "A score is a sum of dₖ random products. The more products, the further the scores lie apart, and the softmax gives nearly everything to the largest. The division keeps them together.",
  },
  {
    words: `At dₖ = ${MANY_HEADS}, draw vectors until no key gets 70 % without the division.`,
    reached: ({ d_k, plain }) => d_k === MANY_HEADS && shown(Math.max(...plain)) < 70,
    lesson: `dₖ = ${MANY_HEADS} is the width of many real heads. There, the result depends on the draw: often one key gets nearly everything, sometimes two or three share. Without the division, wider heads share ever more rarely.`,
  },
];
const FIRST = "One random query, eight random keys. Their numbers have mean 0 and variance 1.";

/** Draw numbers with mean 0 and variance 1; the same seed gives the same numbers. */
function normals(seed) {
  let state = seed;
  const uniform = () => { // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  return (count) => Array.from({ length: count }, () =>
    Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()));
}

/** A query and a key for each name, with d_k numbers: wider vectors begin with the same numbers. */
function vectors({ d_k, seed }) {
  const draw = normals(seed);
  const [query, ...keys] = ["q", ...NAMES].map(() => draw(2 ** WIDEST).slice(0, d_k));
  return { query, keys };
}

const sum = (xs) => xs.reduce((a, b) => a + b, 0);
function softmax(scores) {
  const highest = Math.max(...scores);
  const exps = scores.map((score) => Math.exp(score - highest));
  return exps.map((exp) => exp / sum(exps));
}

const percent = (weight) => `${shown(weight)} %`;
const cell = (name) => `<td class="${name}"><span class="number"></span><span class="bar"><i></i></span></td>`;
const page = () => `
${goalList(GOALS, FIRST)}
<div class="controls">
  <label class="slider"><span>numbers in each vector, <i>d<sub>k</sub></i> = <b class="number width"></b>
    <span class="nudge" aria-hidden="true">↓ move me</span></span>
    <input type="range" class="d_k" min="1" max="${WIDEST}" step="1"></label>
  <button type="button" class="reset draw">Draw new vectors</button>
</div>
<table>
  <thead><tr><th scope="col">Key</th><th scope="col">Weight without the division</th>
    <th scope="col">Weight with it: ÷ √<span class="number width"></span></th></tr></thead>
  <tbody>${NAMES.map((name) => `<tr><th scope="row">${name}</th>${cell("plain")}${cell("scaled")}</tr>`).join("")}</tbody>
</table>
<p class="sentence"></p>
<p class="unseen" role="status"></p>`;

function demo(root) {
  root.innerHTML = page();
  const one = (selector) => root.querySelector(selector);
  const [slider, sentence] = [".d_k", ".sentence"].map(one);
  const [tick, say] = [ticker(root, GOALS), announcer(one("[role=status]"))];
  let state;

  function set(change) {
    state = { ...state, ...change };
    const { query, keys } = vectors(state);
    const scores = keys.map((key) => sum(key.map((x, c) => x * query[c])));
    const scale = Math.sqrt(state.d_k);
    // Tests, and readers at the console, find every number here at full precision.
    root.scale = {
      ...state, query, keys, plain: softmax(scores), scaled: softmax(scores.map((score) => score / scale)),
    };
    draw(root.scale);
    say(sentence.textContent, tick(root.scale));
  }

  function draw({ d_k, plain, scaled }) {
    slider.value = Math.log2(d_k);
    slider.setAttribute("aria-valuetext", d_k);
    root.querySelectorAll(".width").forEach((part) => { part.textContent = d_k.toLocaleString("en"); });
    for (const [name, weights] of Object.entries({ plain, scaled })) {
      root.querySelectorAll(`td.${name}`).forEach((part, i) => {
        part.querySelector(".number").textContent = percent(weights[i]);
        part.querySelector("i").style.width = `${100 * weights[i]}%`;
      });
    }
    sentence.textContent = `The largest weight is ${percent(Math.max(...plain))} without the division, and ${percent(Math.max(...scaled))} with it.`;
  }

  slider.addEventListener("input", () => set({ d_k: 2 ** slider.value }));
  one(".draw").addEventListener("click", () => set({ seed: state.seed + 1 }));
  set(START);
}

startAll("scale", "the weights of random vectors, with and without the scale", demo);
