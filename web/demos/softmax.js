// A softmax average: move three scores and a temperature; the weights and the average follow.
import { announcer, goalList, startAll, ticker } from "./shared/demo.js";
import { sum } from "./shared/sampling.js";

/** softmax(scores / temperature), and the average of the values with these weights. */
export function average(scores, values, temperature = 1) {
  if (values.length !== scores.length) throw new RangeError(`values must have an entry for each of the ${scores.length} scores`);
  if (!(temperature > 0)) throw new RangeError(`temperature must be positive, it is ${temperature}`);
  const highest = Math.max(...scores); // subtracted, so that exp cannot overflow
  const exps = scores.map((score) => Math.exp((score - highest) / temperature));
  const weights = exps.map((exp) => exp / sum(exps));
  return { weights, mean: sum(weights.map((weight, i) => weight * values[i])) };
}

const NAMES = ["A", "B", "C"];
const VALUES = [1, 3, 5];
const START = { scores: [2, 1, 0], temperature: 1 };
const same = (scores) => scores.every((score, i) => score === START.scores[i]);

const GOALS = [
  {
    words: "With the temperature alone: bring the average to 1.0, to A.",
    reached: ({ scores, mean }) => same(scores) && mean < 1.05,
    lesson: "A low temperature makes the differences between the scores large: all weight goes to the largest score.",
  },
  {
    words: "With the temperature alone: make all weights nearly equal, each 30 to 37 %.",
    reached: ({ scores, weights }) => same(scores) && weights.every((weight) => weight >= 0.3 && weight <= 0.37),
    lesson: "A high temperature makes the differences small. The average comes near the plain mean, 3.",
  },
  {
    words: "At τ = 1, with one score alone: bring the average above 4.5.",
    reached: ({ scores, temperature, mean }) => temperature === 1 && mean > 4.5
      && scores.filter((score, i) => score !== START.scores[i]).length === 1,
    lesson: "A larger score pulls the average towards its value, and takes weight from all others.",
  },
];

// ── the drawing: values from 0 to 6 along a line ─────────────────────────────────────────────

const [WIDE, LINE, SCALE] = [360, 64, 98]; // the heights of the discs and of the axis below them
const along = (x) => 20 + (x / 6) * (WIDE - 40);
const LARGEST = 28; // the radius of a disc of weight 1

const page = `
${goalList(GOALS, "A disc stands at its value. The larger it is, the larger its weight.")}
<div class="controls">
  ${NAMES.map((name) => `<label class="slider"><span>score of ${name} = <b class="number"></b></span>
    <input type="range" class="score" min="-4" max="6" step="0.1"></label>`).join("")}
  <label class="slider"><span>temperature τ = <b class="number"></b> <span class="nudge" aria-hidden="true">↓</span></span>
    <input type="range" class="temperature" min="-1" max="1" step="0.05"></label>
</div>
<svg viewBox="0 0 ${WIDE} 150" role="img">
  <path class="axis" d="M${along(0)} ${SCALE}H${along(6)}"/>
  ${[0, 1, 2, 3, 4, 5, 6].map((x) => `<path class="axis" d="M${along(x)} ${SCALE}v5"/><text class="tick" x="${along(x)}" y="${SCALE + 18}">${x}</text>`).join("")}
  ${VALUES.map((value, i) => `<g transform="translate(${along(value)} ${LINE})"><circle class="disc"/>
    <text dy=".35em">${NAMES[i]}</text><text y="-36" class="share"></text></g>`).join("")}
  <g class="mean"><path d="M0 ${SCALE + 22}l-7 12h14z"/><path class="needle" d="M0 ${SCALE}v22"/><text y="${SCALE + 47}"></text></g>
</svg>
<div class="last"><p class="sentence"></p><button type="button" class="reset">Start again</button></div>
<p class="unseen" role="status"></p>`;

// ── one demo ─────────────────────────────────────────────────────────────────────────────────

function demo(root) {
  root.innerHTML = page;
  const one = (selector) => root.querySelector(selector);
  const all = (selector) => [...root.querySelectorAll(selector)];
  const [scores, heat, numbers] = [all(".score"), one(".temperature"), all(".slider .number")];
  const [tick, say] = [ticker(root, GOALS), announcer(one("[role=status]"))];
  let state;

  function set(change) {
    state = { ...state, ...change };
    // Tests, and readers at the console, find every number here at full precision.
    root.softmax = { ...state, ...average(state.scores, VALUES, state.temperature) };
    draw(root.softmax);
    say(spoken(root.softmax), tick(root.softmax));
  }

  const percent = (weight) => `${Math.round(100 * weight)} %`;
  const spoken = ({ weights, mean }) =>
    `Weights: ${NAMES.map((name, i) => `${name} ${percent(weights[i])}`).join(", ")}. Average ${mean.toFixed(2)}.`;

  function draw({ weights, mean, temperature, ...given }) {
    scores.forEach((slider, i) => {
      slider.value = given.scores[i];
      numbers[i].textContent = given.scores[i].toFixed(1).replace("-", "−");
    });
    heat.value = Math.log10(temperature);
    heat.setAttribute("aria-valuetext", temperature.toFixed(2));
    numbers.at(-1).textContent = temperature.toFixed(2);
    all(".disc").forEach((disc, i) => disc.setAttribute("r", LARGEST * Math.sqrt(weights[i])));
    all(".share").forEach((text, i) => { text.textContent = percent(weights[i]); });
    one(".mean").setAttribute("transform", `translate(${along(mean)} 0)`);
    one(".mean text").textContent = `average ${mean.toFixed(2)}`;
    one("svg").setAttribute("aria-label", `Three values on a line. ${spoken({ weights, mean })}`);
    one(".sentence").textContent =
      `average = ${VALUES.map((value, i) => `${weights[i].toFixed(3)} · ${value}`).join(" + ")} = ${mean.toFixed(2)}`;
  }

  scores.forEach((slider, i) => slider.addEventListener("input", () =>
    set({ scores: state.scores.map((score, j) => (i === j ? Number(slider.value) : score)) })));
  heat.addEventListener("input", () => set({ temperature: Number((10 ** heat.value).toFixed(2)) }));
  one(".reset").addEventListener("click", () => set(START));

  set(START);
}

startAll("softmax", "a softmax and its average", demo);
