// Dot-product attention in the plane: drag a query among five keys; scores, weights and output follow.

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
const START = { query: [1.4, 1.2], scaled: true, temperature: 1, mask: NAMES.map(() => true) };
const EDGE = 3; // the query stays within ±EDGE
const UNIT = 34; // pixels of the drawing for 1
const LONGEST_BAR = 6; // the score that fills half its cell

const number = (x) => (Math.abs(x) < 0.005 ? 0 : x).toFixed(Math.abs(x) < 9.995 ? 2 : 1).replace("-", "−");
const point = ([x, y]) => `(${number(x)}, ${number(y)})`;
const hundredths = (x) => Math.round(x * 100) / 100;
const screen = ([x, y]) => [x * UNIT, -y * UNIT];
const each = (draw) => NAMES.map(draw).join("");

const grid = [-3, -2, -1, 0, 1, 2, 3]
  .map((i) => `<path class="${i ? "grid" : "axis"}" d="M${i * UNIT}-110V110M-110 ${i * UNIT}H110"/>`)
  .join("");

const dotAt = (vector, i) => {
  const [x, y] = screen(vector);
  return `<g class="dot" transform="translate(${x} ${y})"><title>${NAMES[i]} = ${point(vector)}</title>
    <circle r="9.5"/><text dy=".35em">${NAMES[i]}</text></g>`;
};

const page = (id) => `
<div class="stages">
  <div class="stage">
    <p class="stage-title"><b>1</b> Scores <span>each key’s reach along q</span></p>
    <svg viewBox="-110 -110 220 220" class="plane keys" role="group" aria-label="The query and the keys in the plane">
      <g aria-hidden="true">${grid}<path class="query-line"/>
      ${each((_, i) => `<g class="key-${i}" data-key="${i}"><path class="vector" d="M0 0L${screen(KEYS[i])}"/>
        <path class="shadow"/>${dotAt(KEYS[i], i)}</g>`)}
      <path class="query-vector"/></g>
      <g class="query" tabindex="0" role="slider" aria-label="Query q" aria-roledescription="point in the plane"
        aria-valuemin="${-EDGE}" aria-valuemax="${EDGE}" aria-describedby="${id}-hint">
        <circle class="grip" r="24"/><circle class="halo" r="15"/><circle class="disc" r="11"/><text dy=".3em">q</text></g>
    </svg>
    <div class="aside">
      <p class="number query-text"></p>
      <p class="hint" id="${id}-hint">Drag q, or focus it and press the arrow keys (Shift: larger steps).</p>
      <button type="button" class="reset">Start again</button>
    </div>
  </div>
  <div class="stage">
    <p class="stage-title"><b>2</b> Softmax <span>scores become weights</span></p>
    <table>
      <thead><tr><th scope="col">Mask</th><th scope="col">Score <span class="formula"></span></th>
        <th scope="col">Weight</th></tr></thead>
      <tbody>${each((name, i) => `<tr class="key-${i}" data-key="${i}">
        <th scope="row"><label><input type="checkbox"> <span class="chip">${name}</span>
          <span class="unseen">may be attended to</span></label></th>
        <td><span class="number score"></span><span class="bar signed"><i></i></span></td>
        <td><span class="number weight"></span><span class="bar"><i></i></span></td></tr>`)}</tbody>
      <tfoot><tr><th scope="row" colspan="2">sum of the weights</th><td><span class="number total"></span></td></tr></tfoot>
    </table>
    <p class="hint">Mask: ticked = may be attended to.</p>
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
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", "Live figure: attention in the plane");
  const one = (selector) => root.querySelector(selector);
  const all = (selector) => [...root.querySelectorAll(selector)];
  const text = (selector, words) => { one(selector).textContent = words; };
  const [plane, handle, status] = [".keys", ".query", "[role=status]"].map(one);
  const [scaled, temperature] = [".scaled", ".temperature"].map(one);
  const allowed = all("tbody input");
  let state, announcement;

  function set(change) {
    state = { ...state, ...change };
    const { query, mask } = state;
    const scale = state.scaled ? 1 / Math.sqrt(query.length) : 1;
    const result = attention(query, KEYS, VALUES, { scale, mask, temperature: state.temperature });
    // Tests, and readers at the console, find every number here at full precision.
    root.attention = { query, keys: KEYS, values: VALUES, scale, mask, temperature: state.temperature, ...result };
    draw(root.attention);
    clearTimeout(announcement); // speak when the reader pauses, not at every step
    announcement = setTimeout(() => { status.textContent = spoken(root.attention); }, 700);
  }

  function draw({ query, mask, scores, weights, output }) {
    const [x, y] = screen(query);
    const length = Math.hypot(x, y);
    handle.setAttribute("transform", `translate(${x} ${y})`);
    handle.setAttribute("aria-valuenow", query[0]);
    handle.setAttribute("aria-valuetext", `x ${number(query[0])}, y ${number(query[1])}`);
    one(".query-vector").setAttribute("d", `M0 0L${x} ${y}`);
    const toEdge = length ? 110 / Math.max(Math.abs(x), Math.abs(y)) : 0;
    one(".query-line").setAttribute("d", `M${-x * toEdge} ${-y * toEdge}L${x * toEdge} ${y * toEdge}`);
    text(".query-text", `q = ${point(query)}`);

    const divisors = [state.scaled && "√2", state.temperature !== 1 && number(state.temperature)];
    text(".formula", ["q·k", ...divisors.filter(Boolean)].join(" ÷ "));
    text(".total", number(sum(weights)));
    scaled.checked = state.scaled;
    temperature.value = Math.log10(state.temperature);
    temperature.setAttribute("aria-valuetext", number(state.temperature));
    text(".temperature-text", number(state.temperature));

    const rows = all("tbody tr");
    const pulls = all(".pull");
    const shadows = all(".shadow");
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
      const [key_x, key_y] = screen(KEYS[i]);
      const along = length ? (key_x * x + key_y * y) / length ** 2 : 0;
      shadows[i].setAttribute("d", length ? `M${key_x} ${key_y}L${along * x} ${along * y}` : "");
      pulls[i].setAttribute("d", `M${screen(VALUES[i])}L${out_x} ${out_y}`);
      pulls[i].style.strokeWidth = weights[i] * 9;
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

  const move = (query) => {
    root.classList.add("touched");
    set({ query: query.map((x) => hundredths(Math.max(-EDGE, Math.min(EDGE, x)))) });
  };
  const follow = (event) => {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(plane.getScreenCTM().inverse());
    move([x / UNIT, -y / UNIT]);
  };

  // A finger drags only the query itself, so that the rest of the plane still scrolls the page.
  let dragging; // the pointer that does; hasPointerCapture will not do: every finger has it anyway
  const grips = (event) => event.pointerType !== "touch" || handle.contains(event.target);
  plane.addEventListener("pointerdown", (event) => {
    if (event.button || !grips(event)) return;
    event.preventDefault();
    handle.focus({ preventScroll: true });
    plane.setPointerCapture(event.pointerId);
    dragging = event.pointerId;
    follow(event);
  });
  plane.addEventListener("pointermove", (event) => { if (event.pointerId === dragging) follow(event); });
  plane.addEventListener("lostpointercapture", (event) => { if (event.target === plane) dragging = undefined; });
  plane.addEventListener("click", (event) => { if (!grips(event)) follow(event); });
  handle.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });

  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  handle.addEventListener("keydown", (event) => {
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    move(state.query.map((x, d) => x + step[d] * (event.shiftKey ? 0.5 : 0.1)));
  });

  allowed.forEach((box, i) => box.addEventListener("change", () =>
    set({ mask: state.mask.map((may, j) => (i === j ? box.checked : may)) })));
  scaled.addEventListener("change", () => set({ scaled: scaled.checked }));
  temperature.addEventListener("input", () => set({ temperature: hundredths(10 ** temperature.value) }));
  one(".reset").addEventListener("click", () => set(START));

  set(START);
  clearTimeout(announcement); // nothing has happened yet that should be spoken
}

globalThis.document?.querySelectorAll('.demo[data-demo="attention"]')
  .forEach((root, i) => demo(root, `attention-${i}`));
