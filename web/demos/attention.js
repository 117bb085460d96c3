// Dot-product attention in the plane: drag a query and five keys; scores, weights and output follow.
import { announcer, goalList, startAll, ticker } from "./shared/demo.js";

/**
 * softmax(q·k · scale / temperature) over the keys that may be attended to, and the average of the
 * values under those weights. With nothing to attend to, weights and output are zeros.
 *
 * query: d_k numbers; keys: n × d_k; values: n × d_v; mask: n booleans, true = may be attended to.
 */
export function attention(
  query, keys, values,
  { scale = 1 / Math.sqrt(query.length), mask = keys.map(() => true), temperature = 1 } = {},
) {
  if (keys.some((key) => key.length !== query.length))
    throw new RangeError(`every key must have the query's ${query.length} entries`);
  if (values.length !== keys.length || mask.length !== keys.length)
    throw new RangeError(`values and mask must have an entry for each of the ${keys.length} keys`);
  if (!(temperature > 0)) throw new RangeError(`temperature must be positive, it is ${temperature}`);

  const scores = keys.map((key, i) => (mask[i] ? (dot(query, key) * scale) / temperature : -Infinity));
  const highest = Math.max(...scores); // subtracted, so that exp cannot overflow
  const exps = scores.map((score) => (score === -Infinity ? 0 : Math.exp(score - highest)));
  const total = sum(exps);
  const weights = exps.map((exp) => (total ? exp / total : 0));
  const output = values[0].map((_, d) => dot(weights, values.map((value) => value[d])));
  return { scores, weights, output };
}

const sum = (xs) => xs.reduce((a, b) => a + b, 0);
const dot = (a, b) => sum(a.map((x, i) => x * b[i]));

// ── what is on show ──────────────────────────────────────────────────────────────────────────

const NAMES = ["A", "B", "C", "D", "E"];
const KEYS = [[2.4, 0.6], [0.9, 1.9], [-1.6, 1.2], [-0.8, -1.8], [0.7, -0.9]]; // E is short
const VALUES = [[-2.2, 1.0], [0.4, 2.4], [2.4, 0.4], [-1.4, -1.9], [1.5, -2.0]]; // a convex pentagon
const ROUND_THE_PENTAGON = [2, 1, 0, 3, 4];
const START = {
  query: [1.4, 1.2], keys: KEYS, moved: 0, scaled: true, temperature: 1, mask: NAMES.map(() => true),
};
const EDGE = 3; // the query and the keys stay within ±EDGE
const REACH = 26; // a pointer so near to a query or key, in units of the drawing, takes hold of it
const UNIT = 34; // pixels of the drawing for 1
const LONGEST_BAR = 6; // the score that fills half its cell

const GOALS = [
  {
    words: "Give B at least 90 % of the weight.",
    reached: ({ weights }) => weights[1] >= 0.9,
    lesson: "The softmax sees only the differences between scores. A longer query or key, a lower temperature or a larger scale widens them, and the largest weight grows.",
  },
  {
    words: "Make all weights nearly equal: each from 18 to 22 %.",
    reached: ({ weights }) => weights.every((weight) => weight >= 0.18 && weight <= 0.22),
    lesson: "Equal scores give equal weights, and the output is the mean of the values. A short query does it, and so does a high temperature.",
  },
  {
    words: "Make the output land on C’s value.",
    reached: ({ output }) => Math.hypot(...VALUES[2].map((x, d) => x - output[d])) <= 0.15,
    lesson: "The output is an average of the values. It comes to a corner only when one weight is nearly 1.",
  },
];
const ANY_WAY = "Any way will do: the query, the keys, the mask, the scale, the temperature.";

const number = (x) => (Math.abs(x) < 0.005 ? 0 : x).toFixed(Math.abs(x) < 9.995 ? 2 : Math.abs(x) < 99.95 ? 1 : 0).replace("-", "−");
const point = ([x, y]) => `(${number(x)}, ${number(y)})`;
const hundredths = (x) => Math.round(x * 100) / 100;
const screen = ([x, y]) => [x * UNIT, -y * UNIT];
const each = (draw) => NAMES.map(draw).join("");

const grid = [-3, -2, -1, 0, 1, 2, 3]
  .map((i) => `<path class="${i ? "grid" : "axis"}" d="M${i * UNIT}-110V110M-110 ${i * UNIT}H110"/>`)
  .join("");

const dotAt = (vector, i) => `<g class="dot" transform="translate(${screen(vector)})">
  <title>${NAMES[i]} = ${point(vector)}</title><circle r="9.5"/><text dy=".35em">${NAMES[i]}</text></g>`;

const handle = (id, name, attributes, face) => `<g ${attributes} tabindex="0" role="slider" aria-label="${name}"
  aria-roledescription="point in the plane" aria-valuemin="${-EDGE}" aria-valuemax="${EDGE}"
  aria-describedby="${id}-hint"><circle class="grip" r="${REACH}"/><circle class="halo" r="15"/>${face}</g>`;

const page = (id) => `
${goalList(GOALS, ANY_WAY)}
<div class="stages">
  <div class="stage">
    <p class="stage-title"><b>1</b> Scores <span>each key’s reach along q</span></p>
    <svg viewBox="-110 -110 220 220" class="plane keys" role="group" aria-label="The query and the keys in the plane">
      <g aria-hidden="true">${grid}<path class="query-line"/>
      ${each((_, i) => `<g class="key-${i}" data-key="${i}"><path class="vector"/><path class="shadow"/></g>`)}
      <path class="query-vector"/>
      <path class="drag" d="M76 -75Q62 -80 57 -61M51 -67L56.5 -60L63 -66"/><text class="drag-word" x="79" y="-71">drag</text></g>
      ${each((name, i) => handle(id, `Key ${name}`, `class="handle dot key-${i}" data-key="${i}"`,
        `<circle class="disc" r="9.5"/><text dy=".35em">${name}</text>`))}
      ${handle(id, "Query q", `class="handle query"`, `<circle class="disc" r="11"/><text dy=".3em">q</text>`)}
    </svg>
    <div class="aside">
      <p><span class="number query-text"></span><br><span class="number key-text"></span></p>
      <p class="hint" id="${id}-hint">Drag q or a key, or focus it and press the arrow keys (Shift: larger steps).</p>
      <button type="button" class="reset">Start again</button>
    </div>
  </div>
  <div class="stage">
    <p class="stage-title"><b>2</b> Softmax <span>scores become weights</span></p>
    <p class="hint equation">score = <span class="formula"></span></p>
    <table>
      <thead><tr><th scope="col">Look</th><th scope="col">Score</th><th scope="col">Weight</th></tr></thead>
      <tbody>${each((name, i) => `<tr class="key-${i}" data-key="${i}">
        <th scope="row"><label><input type="checkbox"> <span class="chip">${name}</span>
          <span class="unseen">may be attended to</span></label></th>
        <td><span class="number score"></span><span class="bar signed"><i></i></span></td>
        <td><span class="number weight"></span><span class="bar"><i></i></span></td></tr>`)}</tbody>
      <tfoot><tr><th scope="row" colspan="2">sum of the weights</th><td><span class="number total"></span></td></tr></tfoot>
    </table>
    <div class="aside">
      <label class="switch"><input type="checkbox" class="scaled"> <span>divide by √<i>d<sub>k</sub></i> = √2</span></label>
      <label class="slider"><span>temperature <span class="number temperature-text"></span></span>
        <input type="range" class="temperature" min="-1" max="1" step="0.05"></label>
    </div>
  </div>
  <div class="stage">
    <p class="stage-title"><b>3</b> Weighted average <span>the weights mix the values</span></p>
    <svg viewBox="-110 -110 220 220" class="plane values" role="img">
      ${grid}<path class="hull"/>
      ${each((_, i) => `<g class="key-${i}" data-key="${i}"><path class="pull"/></g>`)}
      <g class="output"><circle class="ring" r="13"/><circle class="centre" r="3"/></g>
      ${each((_, i) => `<g class="key-${i}" data-key="${i}">${dotAt(VALUES[i], i)}</g>`)}
    </svg>
    <div class="aside"><p class="sentence"></p></div>
  </div>
</div>
<p class="unseen" role="status"></p>`;

// ── one demo ─────────────────────────────────────────────────────────────────────────────────

function demo(root, id) {
  root.innerHTML = page(id);
  const one = (selector) => root.querySelector(selector);
  const all = (selector) => [...root.querySelectorAll(selector)];
  const text = (selector, words) => { one(selector).textContent = words; };
  const [plane, status] = [".keys", "[role=status]"].map(one);
  const handles = all(".handle"); // the keys, then the query
  const [scaled, temperature] = [".scaled", ".temperature"].map(one);
  const allowed = all("tbody input");
  const [tick, say] = [ticker(root, GOALS), announcer(status)];
  let state;

  function set(change) {
    state = { ...state, ...change };
    const { query, keys, mask, temperature } = state;
    const scale = state.scaled ? 1 / Math.sqrt(2) : 1;
    const result = attention(query, keys, VALUES, { scale, mask, temperature });
    // Tests, and readers at the console, find every number here at full precision.
    root.attention = { query, keys, values: VALUES, scale, mask, temperature, ...result };
    draw(root.attention);
    say(spoken(root.attention), tick(root.attention));
  }

  function draw({ query, keys, mask, scores, weights, output }) {
    const [x, y] = screen(query);
    const length = Math.hypot(x, y);
    [...keys, query].forEach((vector, i) => {
      handles[i].setAttribute("transform", `translate(${screen(vector)})`);
      handles[i].setAttribute("aria-valuenow", vector[0]);
      handles[i].setAttribute("aria-valuetext", `x ${number(vector[0])}, y ${number(vector[1])}`);
    });
    one(".query-vector").setAttribute("d", `M0 0L${x} ${y}`);
    const toEdge = length ? 110 / Math.max(Math.abs(x), Math.abs(y)) : 0;
    one(".query-line").setAttribute("d", `M${-x * toEdge} ${-y * toEdge}L${x * toEdge} ${y * toEdge}`);
    text(".query-text", `q = ${point(query)}`);

    text(".key-text", `${NAMES[state.moved]} = ${point(keys[state.moved])}`);

    const divisors = [state.scaled && "√2", state.temperature !== 1 && number(state.temperature)];
    text(".formula", ["q·k", ...divisors.filter(Boolean)].join(" ÷ "));
    text(".total", number(sum(weights)));
    scaled.checked = state.scaled;
    temperature.value = Math.log10(state.temperature);
    temperature.setAttribute("aria-valuetext", number(state.temperature));
    text(".temperature-text", number(state.temperature));

    const rows = all("tbody tr");
    const [vectors, pulls, shadows] = [".vector", ".pull", ".shadow"].map(all);
    all("[data-key]").forEach((part) => part.classList.toggle("masked", !mask[part.dataset.key]));
    const [out_x, out_y] = screen(output);
    NAMES.forEach((_, i) => {
      allowed[i].checked = mask[i];
      rows[i].querySelector(".score").textContent = mask[i] ? number(scores[i]) : "−∞";
      rows[i].querySelector(".weight").textContent = number(weights[i]);
      const [score, weight] = rows[i].querySelectorAll("i");
      const bar = mask[i] ? Math.min(Math.abs(scores[i]) / LONGEST_BAR, 1) * 50 : 0;
      score.style.width = `${bar}%`;
      score.style.left = `${scores[i] < 0 ? 50 - bar : 50}%`;
      weight.style.width = `${weights[i] * 100}%`;

      // The foot of the perpendicular from the key to the query's line: its length times |q| is q·k.
      const [key_x, key_y] = screen(keys[i]);
      const along = length ? (key_x * x + key_y * y) / length ** 2 : 0;
      vectors[i].setAttribute("d", `M0 0L${key_x} ${key_y}`);
      shadows[i].setAttribute("d", length ? `M${key_x} ${key_y}L${along * x} ${along * y}` : "");
      pulls[i].setAttribute("d", `M${screen(VALUES[i])}L${out_x} ${out_y}`);
      pulls[i].style.strokeWidth = (weights[i] * 9).toFixed(3);
    });

    const corners = ROUND_THE_PENTAGON.filter((i) => mask[i]).map((i) => screen(VALUES[i]));
    one(".hull").setAttribute("d", corners.length ? `M${corners.join("L")}Z` : "");
    one(".output").setAttribute("transform", `translate(${out_x} ${out_y})`);
    one(".values").setAttribute("aria-label", `The values in the plane; output at ${point(output)}`);
    one(".sentence").innerHTML = mask.includes(true)
      ? `output = ${NAMES.flatMap((name, i) => (mask[i]
        ? `<span class="term">${number(weights[i])} <span class="chip key-${i}">${name}</span></span>` : [])).join(" + ")}
        <span class="term">= <b class="number">${point(output)}</b></span>`
      : `Nothing may be attended to: every weight is 0, and so is the <span class="term">output = <b class="number">${point(output)}</b></span>`;
  }

  function spoken({ mask, weights, output }) {
    if (!mask.includes(true)) return "Nothing may be attended to: all weights and the output are zero.";
    const percents = NAMES.map((name, i) => `${name} ${mask[i] ? `${Math.round(weights[i] * 100)} %` : "masked"}`);
    return `Weights: ${percents.join(", ")}. Output ${point(output)}.`;
  }

  const vectors = () => [...state.keys, state.query];
  const move = (i, vector) => {
    const inside = vector.map((x) => hundredths(Math.max(-EDGE, Math.min(EDGE, x))));
    root.classList.add("touched");
    if (i === NAMES.length) set({ query: inside });
    else set({ moved: i, keys: state.keys.map((key, j) => (i === j ? inside : key)) });
  };

  const place = ({ clientX, clientY }) => { // of a pointer, in the plane
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(plane.getScreenCTM().inverse());
    return [x / UNIT, -y / UNIT];
  };
  /** The handle nearest to a place and the way from it to there, or nothing where none is in reach. */
  function held(at) {
    const ways = vectors().map((vector) => vector.map((x, d) => at[d] - x));
    const far = ways.map((way) => Math.hypot(...way));
    const i = far.lastIndexOf(Math.min(...far)); // the query before a key that lies under it
    return far[i] * UNIT <= REACH ? { i, way: ways[i] } : undefined;
  }

  // A finger drags only the query and the keys, so that the rest of the plane still scrolls the page.
  let drag; // the pointer that does, its handle, and where it took hold
  plane.addEventListener("pointerdown", (event) => {
    const hold = held(place(event));
    if (event.button || drag || (event.pointerType === "touch" && !hold)) return;
    event.preventDefault();
    drag = { pointer: event.pointerId, ...(hold ?? { i: NAMES.length, way: [0, 0] }) };
    handles[drag.i].focus({ preventScroll: true });
    plane.setPointerCapture(event.pointerId);
    if (!hold) move(drag.i, place(event)); // a click in the empty plane fetches the query
  });
  plane.addEventListener("pointermove", (event) => {
    if (event.pointerId === drag?.pointer) move(drag.i, place(event).map((x, d) => x - drag.way[d]));
  });
  plane.addEventListener("lostpointercapture", (event) => { if (event.target === plane) drag = undefined; });
  plane.addEventListener("click", (event) => { // what a finger's tap sends
    if (event.pointerType === "touch" && !held(place(event))) move(NAMES.length, place(event));
  });
  plane.addEventListener("touchstart", (event) => {
    if (held(place(event.changedTouches[0]))) event.preventDefault();
  }, { passive: false });

  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  handles.forEach((handle, i) => handle.addEventListener("keydown", (event) => {
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    move(i, vectors()[i].map((x, d) => x + step[d] * (event.shiftKey ? 0.5 : 0.1)));
  }));

  allowed.forEach((box, i) => box.addEventListener("change", () =>
    set({ mask: state.mask.map((may, j) => (i === j ? box.checked : may)) })));
  scaled.addEventListener("change", () => set({ scaled: scaled.checked }));
  temperature.addEventListener("input", () => set({ temperature: hundredths(10 ** temperature.value) }));
  one(".reset").addEventListener("click", () => set(START));

  set(START);
}

startAll("attention", "attention in the plane", demo);
