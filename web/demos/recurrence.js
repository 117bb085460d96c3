// One recurrent unit: move its weight, and see what it remembers and what gradient comes back.
import { announcer, goalList, startAll, ticker } from "./shared/demo.js";

/**
 * The states h_0 … h_steps of h_k = tanh(w h_{k−1}), or w h_{k−1} where `squash` is false, and for
 * each lag k the gradient ∂h_k / ∂h_0: the product of k derivatives.
 */
export function unit(w, { steps = 60, squash = true, start = 1 } = {}) {
  if (!Number.isFinite(w)) throw new RangeError(`w must be a number, it is ${w}`);
  if (!(Number.isInteger(steps) && steps >= 0)) throw new RangeError(`steps must be 0 or more, it is ${steps}`);
  const [states, gradients] = [[start], [1]];
  for (let k = 1; k <= steps; k += 1) {
    const h = squash ? Math.tanh(w * states[k - 1]) : w * states[k - 1];
    states.push(h);
    gradients.push(gradients[k - 1] * w * (squash ? 1 - h * h : 1));
  }
  return { states, gradients };
}

const LAGS = 60; // as far as the figure reaches
const FAR = 50; // the lag of the goals
const START = { w: 0.8, lag: FAR, squash: true };
const DECADES = 9; // the gradient's axis goes from 10⁻⁹ to 10⁹; beyond, the curve leaves the frame
const BEYOND = 99; // decades: as far as a curve is drawn
const HIGHEST = 1.25; // of the axis of the state, unless the state is larger

const GOALS = [
  {
    words: `Make the unit remember: a state of at least 0.5 after ${FAR} steps.`,
    reached: ({ squash, states }) => squash && states[FAR] >= 0.5,
    lesson: "It remembers, but look at the gradient: it vanishes. Where tanh holds the state, its slope is small, and no error signal comes back over the same lag.",
  },
  {
    words: `Without tanh: find a weight whose gradient over ${FAR} steps neither vanishes nor explodes (from ½ to 2).`,
    reached: ({ squash, gradients }) => !squash && gradients[FAR] >= 0.5 && gradients[FAR] <= 2,
    lesson: "Only 0.99, 1.00 and 1.01 will do. One step further, 0.98 leaves about a third and 1.02 makes almost three: a power is merciless.",
  },
  {
    words: "Without tanh, at the weight 0.90: find the first lag with less than a hundredth of the gradient.",
    reached: ({ squash, w, lag, gradients }) => !squash && w === 0.9 && gradients[lag] < 0.01 && gradients[lag - 1] >= 0.01,
    lesson: "0.9 to the power 44 is below 0.01: ln 0.01 ÷ ln 0.9 = 43.7. The lag is ln ε ÷ ln ρ.",
  },
];
const FIRST = "A symbol has just set the state from 0 to h₀ = 1, and nothing follows. Move the weight.";

// ── the drawing: lags to the right, the plots 220 × 130 with room for labels ─────────────────

const [WIDE, HIGH] = [220, 130];
const along = (k) => (k / LAGS) * WIDE;
const clamp = (x, low, high) => Math.max(low, Math.min(high, x));
const ofState = (h, top) => HIGH * (1 - clamp(h / top, 0, 1));
/** Where the axis of the states ends: at 1.25, or at 1, 2 or 5 times a power of ten above them all. */
function topOf(states) {
  const most = Math.max(...states);
  if (most <= HIGHEST) return HIGHEST;
  const power = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 5, 10].map((n) => n * power).find((top) => top >= most);
}
const log10 = (g) => clamp(g > 0 ? Math.log10(g) : -Infinity, -BEYOND, BEYOND);
const ofGradient = (g) => (HIGH / 2) * (1 - log10(g) / DECADES);

const RAISED = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };
const raised = (n) => [...String(n)].map((digit) => RAISED[digit]).join("");
/** A number as a reader wants it: 0.53, 1,100 or 1.4 · 10⁻⁵. */
function number(x) {
  if (x === 0) return "0";
  if (x >= 0.01 && x < 1e4) return x >= 100 ? Math.round(x).toLocaleString("en") : x.toPrecision(2);
  const [digits, power] = x.toExponential(1).split("e");
  return `${digits} · 10${raised(Number(power))}`;
}
const spokenNumber = (x) => number(x).replace(/ · 10(.*)/, (_, power) =>
  ` times ten to the ${[...power].map((c) => Object.keys(RAISED).find((d) => RAISED[d] === c)).join("")}`);
const verdict = (g) => (g < 1e-3 ? "it vanishes" : g > 1e3 ? "it explodes" : g >= 0.5 && g <= 2 ? "it stays" : g < 1 ? "it fades" : "it grows");

const rule = (y, label) => `<path class="grid" d="M0 ${y}H${WIDE}"/><text class="tick-y" x="-6" y="${y}" dy=".35em">${label}</text>`;
const ticks = [0, 10, 20, 30, 40, 50, 60]
  .map((k) => `<path class="grid" d="M${along(k)} 0V${HIGH}"/><text class="tick-x" x="${along(k)}" y="${HIGH + 15}">${k}</text>`).join("");

const plot = (name, title, rules, marks = "", clip = "") => `<figure class="plot ${name}">
  <figcaption>${title}</figcaption>
  <svg viewBox="-58 -8 286 170" role="img">${rules}${ticks}${marks}
    <path class="at-lag"/><path class="curve"${clip}/><circle class="point" r="4.5"/>
    <text class="tick-x" x="${WIDE / 2}" y="${HIGH + 27}">lag k (steps)</text></svg></figure>`;

const page = (id) => `
${goalList(GOALS, FIRST)}
<div class="controls">
  <label class="slider"><span>weight <i>w</i> = <b class="number w-text"></b> <span class="nudge" aria-hidden="true">↓ move me</span></span>
    <input type="range" class="w" min="0" max="1.5" step="0.01"></label>
  <label class="slider"><span>lag <i>k</i> = <b class="number lag-text"></b></span>
    <input type="range" class="lag" min="1" max="${LAGS}" step="1"></label>
  <label class="switch"><input type="checkbox" class="squash"> <span>tanh</span></label>
  <button type="button" class="reset">Start again</button>
</div>
<p class="sentence" id="${id}-sentence"></p>
<div class="plots">
  ${plot("memory", "What the unit remembers: the state <i>h<sub>k</sub></i>", '<g class="scale"></g>')}
  ${plot("gradient", "What comes back: the gradient ∂<i>h<sub>k</sub></i> / ∂<i>h</i><sub>0</sub>",
    [-9, -6, -3, 0, 3, 6, 9].map((d) => rule(ofGradient(10 ** d), d ? `10${raised(d)}` : "1")).join(""),
    `<clipPath id="${id}-frame"><rect width="${WIDE}" height="${HIGH}"/></clipPath><text class="beyond"/>
    <rect class="stays" x="0" width="${WIDE}" y="${ofGradient(2)}" height="${ofGradient(0.5) - ofGradient(2)}"/>`, ` clip-path="url(#${id}-frame)"`)}
</div>
<p class="unseen" role="status"></p>`;

// ── one demo ─────────────────────────────────────────────────────────────────────────────────

function demo(root, id) {
  root.innerHTML = page(id);
  const one = (selector) => root.querySelector(selector);
  const [weight, lag, squash, status] = [".w", ".lag", ".squash", "[role=status]"].map(one);
  const [tick, say] = [ticker(root, GOALS), announcer(status)];
  let state;

  function set(change) {
    state = { ...state, ...change };
    // Tests, and readers at the console, find every number here at full precision.
    root.recurrence = { ...state, ...unit(state.w, { steps: LAGS, squash: state.squash }) };
    draw(root.recurrence);
    say(sentence(root.recurrence, spokenNumber), tick(root.recurrence));
  }

  const sentence = ({ states, gradients, lag: k }, word) =>
    `After ${k} ${k === 1 ? "step" : "steps"} the state is ${word(states[k])} and the gradient ${word(gradients[k])}: ${verdict(gradients[k])}.`;

  function draw(numbers) {
    const { w, lag: k, states, gradients } = numbers;
    weight.value = w;
    lag.value = k;
    squash.checked = numbers.squash;
    one(".w-text").textContent = w.toFixed(2);
    weight.setAttribute("aria-valuetext", w.toFixed(2));
    one(".lag-text").textContent = k;
    one(".sentence").textContent = sentence(numbers, number);
    const top = topOf(states);
    one(".scale").innerHTML = (top === HIGHEST ? [0, 0.5, 1] : [0, top / 2, top]).map((h) => rule(ofState(h, top), h < 1e7 ? h.toLocaleString("en") : number(h))).join("");
    for (const [name, values, height] of [["memory", states, (h) => ofState(h, top)], ["gradient", gradients, ofGradient]]) {
      const part = (selector) => one(`.${name} ${selector}`);
      part(".curve").setAttribute("d", `M${values.map((value, j) => `${along(j).toFixed(1)} ${height(value).toFixed(1)}`).join("L")}`);
      part(".at-lag").setAttribute("d", `M${along(k)} 0V${HIGH}`);
      part(".point").setAttribute("transform", `translate(${along(k)} ${height(values[k])})`);
      if (name === "gradient") drawBeyond(part(".point"), part(".beyond"), k, values[k]);
      const what = name === "memory" ? "State" : "Gradient, on a logarithmic axis,";
      part("svg").setAttribute("aria-label",
        `${what} against lag: ${[0, 10, FAR].map((j) => `${spokenNumber(values[j])} at ${j}`).join(", ")}`);
    }
  }

  /** Where the curve has left the frame at the lag, an arrow and the number stand in place of the point. */
  function drawBeyond(point, text, k, gradient) {
    const isBeyond = Math.abs(log10(gradient)) > DECADES;
    const [side, anchor] = k > LAGS / 2 ? [-6, "end"] : [6, "start"];
    point.style.visibility = isBeyond ? "hidden" : "visible";
    text.textContent = isBeyond ? `${gradient > 1 ? "↑" : "↓"} ${number(gradient)}` : "";
    text.setAttribute("x", along(k) + side);
    text.setAttribute("y", gradient > 1 ? 11 : HIGH - 6);
    text.setAttribute("text-anchor", anchor);
  }

  weight.addEventListener("input", () => set({ w: Number(weight.value) }));
  lag.addEventListener("input", () => set({ lag: Number(lag.value) }));
  squash.addEventListener("change", () => set({ squash: squash.checked }));
  one(".reset").addEventListener("click", () => set(START));

  set(START);
}

startAll("recurrence", "what a recurrent unit remembers, and its gradient", demo);
