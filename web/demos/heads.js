// The 24 heads of the date translator: see where each looks, switch some off, and read what comes
// out.
import { form, whenAsked } from "./shared/ask.js";
import { complaint, isolated, truth } from "./shared/dates.js";
import { announcer, goalList, startAll, ticker } from "./shared/demo.js";
import { described, drawMap } from "./shared/map.js";
import { fromAFile } from "./shared/onnx.js";
import { HEADS, isLoaded, load } from "./shared/transformer.js";

const LONGEST = 60; // letters of a text
const LAYERS = [ // in the order of the gates; `key` and `query` say which text a map reads and writes
  { name: "encoder, layer 1", maps: "encoder", layer: 0, query: "source", key: "source" },
  { name: "encoder, layer 2", maps: "encoder", layer: 1, query: "source", key: "source" },
  { name: "decoder, layer 1", maps: "decoder", layer: 0, query: "target", key: "before" },
  { name: "cross-attention, layer 1", maps: "cross", layer: 0, query: "target", key: "source" },
  { name: "decoder, layer 2", maps: "decoder", layer: 1, query: "target", key: "before" },
  { name: "cross-attention, layer 2", maps: "cross", layer: 1, query: "target", key: "source" },
];
const LAST = LAYERS.length - 1;

const at = (name) => new URL(name, import.meta.url).href;

/** Write the likeliest letter, again and again; all maps are those of the last step. */
export async function translate(text, { symbols, max_len, gates, stale = () => false }) {
  const step = await load(at);
  const ids = new Map(symbols.map((symbol, id) => [symbol, id]));
  const source = Array.from(text, (letter) => ids.get(letter));
  const target = [ids.get("[BOS]")];
  for (;;) {
    const { logits, maps } = await step(source, target, gates);
    if (stale()) return undefined;
    const next = logits.indexOf(Math.max(...logits));
    const ended = symbols[next] === "[EOS]";
    if (ended || target.length === max_len) {
      return { target: target.slice(1).map((id) => symbols[id]).join(""), ended, logits, maps };
    }
    target.push(next);
  }
}

const GOALS = [
  {
    words: "Switch one head off so that the date still comes out right.",
    reached: ({ off, target, right }) => off === 1 && right && target === right.french,
    lesson: "For this date the head is not needed. For other dates it may be.",
  },
  {
    words: "Switch one head off so that only the day comes out wrong.",
    reached: ({ off, target, right }) => off === 1 && right && onlyTheDay(target, right.french),
    lesson: "That head had to do with the day. In another training it would be another head.",
  },
];
const onlyTheDay = (ours, right) => {
  const [one, other] = [ours.split(" "), right.split(" ")];
  return one.length === 4 && one[1] !== other[1] && [0, 2, 3].every((i) => one[i] === other[i]);
};

// ── the drawing ──────────────────────────────────────────────────────────────────────────────

const ofHeads = (html) => Array.from({ length: HEADS }, (_, head) => html(head)).join("");

const page = (id) => `
${goalList(GOALS, "Choose a layer, then switch heads off and on.")}
<div class="controls">
  <label class="choose" for="${id}-layer">Layer <select id="${id}-layer">
    ${LAYERS.map(({ name }, i) => `<option value="${i}">${name}</option>`).join("")}</select></label>
  <button type="button" class="reset all-on">All heads on</button>
</div>
<div class="controls switches">${ofHeads((head) => `
  <label class="switch"><input type="checkbox" data-head="${head}" checked> head ${head + 1}</label>`)}
  <span class="nudge" aria-hidden="true">← switch one off</span>
</div>
${form(id, {
    label: "An English date",
    longest: LONGEST,
    hint: "Your browser fetches the model and what computes it, about 4 MB, when you first change something.",
  })}
<div class="maps">${ofHeads((head) => `<div class="head"><p>head ${head + 1}</p><svg class="map" role="img"></svg></div>`)}</div>
<p class="hint axes"></p>
<p class="unseen spoken" role="status"></p>`;

// ── one demo ─────────────────────────────────────────────────────────────────────────────────

function demo(root, id) {
  const { symbols, max_len, source, target, ...first } = JSON.parse(root.querySelector("script").textContent);
  const start = { source, target, maps: { cross: [undefined, [0, 1, 2, 3].map((head) => first[`head${head}`])] } };
  root.innerHTML = page(id);
  const one = (selector) => root.querySelector(selector);
  const [input, message, layer] = [".ask input", ".message", "select"].map(one);
  const boxes = [...root.querySelectorAll("[data-head]")];
  const heads = [...root.querySelectorAll(".head")];
  const gates = Array(LAYERS.length * HEADS).fill(1);
  const [tick, say] = [ticker(root, GOALS), announcer(one(".spoken"))];
  let [turn, shown] = [0, start];

  function draw() {
    const { maps, query, key, name, layer: number } = LAYERS[layer.value];
    const texts = { source: Array.from(shown.source), target: Array.from(shown.target) };
    texts.before = ["⊢", ...texts.target.slice(0, -1)];
    boxes.forEach((box, head) => {
      box.checked = gates[layer.value * HEADS + head] === 1;
      const svg = heads[head].querySelector("svg");
      const weights = shown.maps[maps]?.[number]?.[head];
      heads[head].classList.toggle("off", !box.checked);
      if (!weights) return;
      drawMap(svg, texts[query], texts[key], weights);
      svg.setAttribute("aria-label", `Weights of head ${head + 1}, ${name}${box.checked ? "" : ", switched off"}: ${described(texts[query], texts[key], weights)}`);
    });
    one(".axes").textContent = `Rows: ${query === "source" ? "the English letters" : "the French letters, as they are written"}. `
      + `Columns: ${{ source: "the English letters", before: "the French letters before; ⊢ is the beginning" }[key]}.`;
  }

  const callOff = whenAsked(root, run);

  async function run() {
    callOff();
    const mine = ++turn;
    const text = input.value;
    const fault = complaint(text, symbols, max_len);
    if (fault || location.protocol === "file:") {
      message.textContent = fault || fromAFile("04-multi-head.html");
      root.heads = { source: text, fault };
      return;
    }
    message.textContent = isLoaded() ? "Translating …" : "Fetching the model …";
    try {
      const written = await translate(text, { symbols, max_len, gates: [...gates], stale: () => mine !== turn });
      if (!written || mine !== turn) return;
      shown = { source: text, ...written };
      draw();
      const right = truth(text);
      const off = gates.filter((gate) => !gate).length;
      say("", tick({ off, right, target: written.target }));
      message.textContent = [
        `${off ? `With ${off} ${off === 1 ? "head" : "heads"} off: ` : "Translation: "}${isolated(written.target)}.`,
        right && right.french !== written.target ? `Right would be: ${isolated(right.french)}.` : "",
        written.ended ? "" : "It found no end; here it was stopped.",
      ].filter(Boolean).join(" ");
      root.heads = { ...shown, gates: [...gates] }; // for tests, and readers at the console
    } catch (error) {
      if (mine !== turn) return;
      message.textContent = `The model could not be fetched (${error.message}). Press “Translate” to try again.`;
    }
  }

  input.value = source;
  layer.value = LAST;
  draw();
  say("");
  layer.addEventListener("change", () => (shown.maps.encoder ? draw() : run()));
  boxes.forEach((box, head) => box.addEventListener("change", () => {
    gates[layer.value * HEADS + head] = Number(box.checked);
    draw();
    run();
  }));
  one(".all-on").addEventListener("click", () => {
    gates.fill(1);
    draw();
    run();
  });
}

startAll("heads", "the heads of a translator", demo);
