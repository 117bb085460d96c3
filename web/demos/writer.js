// The small GPT at work: the probabilities of the next character, what temperature, top-k and nucleus
// make of them, and where each head looks while it predicts.
//
// The page holds the logits and maps of one text. The model is fetched when the reader first changes
// the text or has it write. A reader can also open a GPT that they have trained.
import { form, whenAsked } from "./shared/ask.js";
import { announcer, goalList, startAll, ticker } from "./shared/demo.js";
import { chooser, line, looks, named, shade, spoken } from "./shared/letters.js";
import { fromAFile } from "./shared/onnx.js";
import { distribution, draw as drawFrom, sum } from "./shared/sampling.js";
import { coder, isLoaded, load, NoWriter, opened, UNKNOWN } from "./shared/writer.js";

const LONGEST = 2000; // characters that the field takes
const AT_ONCE = 60; // characters that it writes when it is asked to go on
const SENTENCE = 30; // characters: as long as two texts of the first goal must agree
const ENOUGH = 20; // characters of a text, to say of a head what it does
const PACE = 40; // milliseconds for a character, so that one can watch
const ROWS = 8; // characters in the table
const NEAR = 32; // characters in the picture of a head
const FAINT = 0.6; // the power of a weight that its bar and its shade show, so that small ones can be seen
const KS = [1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, Infinity]; // top-k, by the slider's position
const AS_IT_IS = { temperature: 1, topK: Infinity, topP: 1 };

const at = (name) => new URL(name, import.meta.url).href;

const GOALS = [
  {
    words: "Make it sure of the next character, with more than 99 %. Begin with “If the obj”.",
    reached: ({ most }) => most > 0.99,
    lesson: "It is sure inside a word that it knows, when only one letter can follow. At the beginning of a word many can.",
  },
  {
    words: `Have it write the same ${SENTENCE} characters twice. (“Take back” returns to the text before.)`,
    reached: ({ twice }) => twice,
    lesson: "Where nearly all is cut away, or the temperature is low, little is left to draw. With top-k at 1 nothing is: that is greedy decoding.",
  },
  {
    words: `In “Where each head looks”, find a head whose largest weight is on the character just before, for more than half of the characters of a text of ${ENOUGH} or more.`,
    reached: ({ habit }) => habit && habit.length >= ENOUGH && habit.before > 0.5,
    lesson: "This head looks near, and even so not always one back. In another training it may be another head.",
  },
];

// ── the page ─────────────────────────────────────────────────────────────────────────────────

const slider = (name, label, most) => `<label class="slider"><span>${label} <b class="number ${name}-text"></b></span>
  <input type="range" class="${name}" min="1" max="${most}" step="1"></label>`;
const row = `<tr><th scope="row"></th>${'<td><span class="bar"></span><span class="number"></span></td>'.repeat(2)}</tr>`;

const page = (id) => `
${goalList(GOALS)}
${form(id, {
    label: "A text, which the GPT continues",
    longest: LONGEST,
    rows: 3,
    hint: "When you first change the text or have it write, your browser fetches the GPT and what computes it, about 5 MB.",
    buttons: `<button type="submit" class="play">Write</button><button type="button" class="one">One character</button>
      <button type="button" class="back">Take back</button>`,
  })}
<p class="title">The next character <span class="hint count"></span></p>
<div class="controls">
  ${slider("temperature", "bolder or more careful: temperature <i>τ</i> =", 20)}
  ${slider("topK", "keep the likeliest few: top-k, <i>k</i> =", KS.length)}
  ${slider("topP", "keep this much probability: nucleus, <i>ν</i> =", 20)}
  <button type="button" class="reset">As it is</button>
</div>
<table aria-label="Probabilities of the next character">
  <thead><tr><th scope="col">next</th><th scope="col">as it is</th><th scope="col">drawn from</th></tr></thead>
  <tbody>${row.repeat(ROWS)}</tbody><tfoot>${row}</tfoot>
</table>
<p class="sentence"></p>
<details class="where"><summary>Where each head looks</summary>
  <p class="hint">Each picture is one head: the weights with which the last character, at the right, looks back over the text. A bar as high as its picture is a weight of 1. Small weights are drawn too high, so that they can be seen. Of a text of more than ${NEAR} characters, the first bar is all that comes before. Choose a head to see its weights in the text below.</p>
  <div class="heads" role="radiogroup" aria-label="Heads"></div>
  <p class="habit"></p>
  <p class="looks"></p>
  <div class="read"></div>
</details>
<details class="own"><summary>Open a GPT of your own</summary>
  <p>Train a <code>Writer</code> on any text, save it, and export it by <code>python -m payattention.export gpt MY.pt --to FOLDER</code>. The file is read by your browser and sent nowhere.</p>
  <label class="file">An ONNX file <input type="file" accept=".onnx"></label>
  <button type="button" class="reset course">The course’s GPT again</button>
</details>
<p class="unseen spoken" role="status"></p>`;

// ── what the figure says ─────────────────────────────────────────────────────────────────────

const share = (p) => (p > 0 && p < 0.0005 ? "< 0.1 %" : `${(100 * p).toFixed(1)} %`);
const counted = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;
const isolated = (text) => `\u2068${text}\u2069`;

/** Which characters of a text a model has not met, in a sentence. */
function strange(text, model) {
  const foreign = [...new Set(Array.from(text).filter((letter) => !model.knows(letter)))];
  if (!foreign.length) return "";
  const some = foreign.slice(0, 5).map((letter) => `“${named(letter)}”`).join(", ");
  return `It has never met ${some}${foreign.length > 5 ? ` and ${foreign.length - 5} more` : ""}, and reads ${UNKNOWN} in ${foreign.length > 1 ? "their" : "its"} place.`;
}

/** What a head does over a text: how often it looks most one back, and how far back on average. */
function habitOf(map) {
  const back = map.map((weights, i) => sum(weights.map((weight, j) => weight * (i - j))));
  const after = map.slice(1); // the first character has none before it
  const ones = after.filter((weights, i) => weights.indexOf(Math.max(...weights)) === i).length;
  return { length: map.length, before: after.length ? ones / after.length : 0, back: sum(back) / map.length };
}

/** The outline of a row of weights: a bar for each of the nearest, the last at the right. */
function columns(weights) {
  const near = weights.slice(-NEAR);
  if (weights.length > NEAR) near[0] = sum(weights.slice(0, weights.length - NEAR + 1));
  const step = NEAR / near.length; // all pictures are as wide, whatever the text
  return near.map((weight, i) => `M${(i * step).toFixed(2)} 1v${-(weight ** FAINT).toFixed(3)}h${(0.86 * step).toFixed(2)}V1z`).join("");
}

// ── one demo ─────────────────────────────────────────────────────────────────────────────────

function demo(root, id) {
  const { text, symbols, max_len, logits, heads, ...maps } = JSON.parse(root.querySelector("script").textContent);
  root.innerHTML = page(id);
  const one = (selector) => root.querySelector(selector);
  const [field, message, play] = ["textarea", ".message", ".play"].map(one);
  const [tick, say] = [ticker(root, GOALS), announcer(one(".spoken"))];
  const hurry = matchMedia("(prefers-reduced-motion: reduce)");
  const course = { symbols, max_len, ...coder(new Map(symbols.map((symbol, i) => [symbol, i])), max_len) };
  let own; // the reader's GPT, while it is open
  let turn = 0; // which action is under way: one that a newer one has overtaken stops
  let [writing, busy] = [false, false];
  let settings = AS_IT_IS;
  let shown; // what the model makes of the text
  let tokens = []; // of the shown text, with their probabilities
  let chosen = { head: 0 }; // its number, through all layers; `at`: the character that it looks from
  let choose; // shows which character is chosen
  const before = []; // texts, to be taken back
  const written = new Map(); // what has been written after a text

  const model = () => own ?? course;
  const mapOf = () => shown.maps.flat()[chosen.head];
  const heading = () => {
    const each = shown.maps[0].length;
    return `layer ${Math.floor(chosen.head / each) + 1}, head ${(chosen.head % each) + 1}`;
  };

  // ── drawing ────────────────────────────────────────────────────────────────────────────────

  function count() {
    const { length } = Array.from(field.value);
    const window = model().max_len;
    one(".count").textContent = `${counted(length, "character")}. The GPT reads ${length > window ? `only the last ${window}` : `at most the last ${window}`}: its window.`;
  }

  /** Fill a row of the table, or empty it. What is cut away keeps a bar, as long as it would have been. */
  function fill(cells, name, p) {
    const [head, ...rest] = cells.children;
    const isCut = p !== undefined && p.after === 0;
    head.textContent = p ? name : "–";
    cells.classList.toggle("cut", isCut);
    const numbers = p ? [[p.before, share(p.before)], isCut ? [p.sharpened, "cut"] : [p.after, share(p.after)]] : [[0, ""], [0, ""]];
    numbers.forEach(([length, words], i) => {
      rest[i].firstChild.style.setProperty("--p", length);
      rest[i].lastChild.textContent = words;
    });
  }

  /** The table of the likeliest characters, before and after the cuts. */
  function drawTable() {
    tokens = shown ? distribution(shown.logits, settings) : [];
    [...one("tbody").rows].forEach((cells, rank) => fill(cells, named(model().symbols[tokens[rank]?.id] ?? ""), tokens[rank]));
    const others = tokens.slice(ROWS);
    const total = (name) => sum(others.map((token) => token[name]));
    fill(one("tfoot tr"), counted(others.length, "other"), others.length
      ? { before: total("before"), sharpened: total("sharpened"), after: total("after") } : undefined);
    const kept = tokens.filter(({ after }) => after > 0);
    const lost = sum(tokens.filter(({ after }) => !after).map(({ sharpened }) => sharpened));
    one(".sentence").textContent = !shown ? "There is nothing to go on from."
      : kept.length === tokens.length ? `Drawn from all ${tokens.length} characters.`
        : `Drawn from ${counted(kept.length, "character")}; ${tokens.length - kept.length} with ${share(lost)} together are cut away.`;
  }

  function drawSettings() {
    const { temperature, topK, topP } = settings;
    for (const [name, position, words] of [
      ["temperature", Math.round(temperature * 10), temperature.toFixed(1)],
      ["topK", KS.indexOf(topK) + 1, topK === Infinity ? "all" : `${topK}`],
      ["topP", Math.round(topP * 20), topP === 1 ? "all" : topP.toFixed(2)],
    ]) {
      one(`input.${name}`).value = position;
      one(`input.${name}`).setAttribute("aria-valuetext", words);
      one(`.${name}-text`).textContent = words;
    }
  }

  /** A picture for each head, and the chosen one over the text, character by character. */
  function drawHeads() {
    const place = one(".heads");
    const grid = shown?.maps ?? [];
    const sizes = grid.map((layer) => layer.length).join();
    if (!shown) place.querySelectorAll("path").forEach((path) => path.setAttribute("d", ""));
    else if (place.dataset.sizes !== sizes) {
      place.dataset.sizes = sizes;
      place.querySelectorAll(".layer").forEach((layer) => layer.remove());
      let number = 0;
      place.insertAdjacentHTML("beforeend", grid.map((layer, l) => `<div class="layer"><span>layer ${l + 1}</span>${layer.map((_, h) => `
        <label><input type="radio" name="${id}-head" value="${number++}" aria-label="layer ${l + 1}, head ${h + 1}">
        <svg viewBox="0 0 ${NEAR} 1" preserveAspectRatio="none" aria-hidden="true"><path/></svg><span>head ${h + 1}</span></label>`).join("")}</div>`).join(""));
    }
    grid.flat().forEach((map, i) => {
      const label = place.querySelectorAll("label")[i];
      label.querySelector("path").setAttribute("d", columns(map.at(-1)));
      label.querySelector("input").checked = i === chosen.head;
    });
    drawRead();
  }

  function drawRead() {
    const letters = line("target", "en", shown?.letters ?? []);
    one(".read").replaceChildren(letters);
    if (!shown) {
      one(".habit").textContent = one(".looks").textContent = "";
      return;
    }
    const { before: ones, back: far } = habitOf(mapOf());
    one(".habit").innerHTML = `<b>${heading()}</b>: on average over this text, it looks ${far.toFixed(1)} characters back. For ${Math.round(100 * ones)} % of the characters, its largest weight is on the character just before.`;
    choose = chooser(letters, shown.letters, { label: "The text, as it is read: choose the character that looks", look, hover: true });
    look(shown.letters.length - 1);
  }

  /** Show where the chosen head looks from a character. */
  function look(i) {
    chosen = { ...chosen, at: i };
    const weights = mapOf()[i];
    choose(i);
    shade(one(".read .letters"), weights.map((weight) => weight ** FAINT));
    const words = (name) => `From ${name(shown.letters[i])} it looks at ${looks(weights.slice(0, i + 1), shown.letters, name)}.`;
    one(".looks").textContent = words(named);
    say(`${heading()}. ${words(spoken)}`);
    hold();
  }

  function draw() {
    count();
    drawTable();
    drawHeads();
    hold();
  }

  /** What tests, and readers at the console, find at the figure. */
  function hold(more) {
    const { text, letters, logits, maps } = shown ?? { text: field.value };
    const p = Array(tokens.length);
    tokens.forEach(({ id, after }) => { p[id] = after; });
    root.writer = { text, letters, logits, maps, p, settings, ...chosen, max_len: model().max_len, settled: !busy, ...more };
  }

  /** Tick the goals that are reached now, and say so to those who listen. */
  function ticked(more) {
    const news = tick({ most: tokens[0]?.before, habit: shown && chosen.picked && habitOf(mapOf()), ...more });
    if (news.length) say("", news);
  }

  // ── what the reader asks for ───────────────────────────────────────────────────────────────

  function setWriting(now) {
    writing = now;
    play.textContent = writing ? "Stop" : "Write";
  }

  function take(ours) {
    shown = ours;
    draw();
  }

  /** Call `work` with the GPT; `stale()` is true once something newer has been asked for. */
  async function ask(work) {
    callOff();
    const mine = ++turn;
    setWriting(false);
    count();
    const fault = location.protocol === "file:" ? fromAFile("06-bert-gpt.html")
      : field.value ? "" : "Type at least one character. This GPT has no token for a beginning.";
    if (!field.value) take();
    if (fault) {
      message.textContent = fault;
      busy = false;
      hold({ fault });
      return;
    }
    busy = true;
    if (!own && !isLoaded()) message.textContent = "Fetching the GPT …";
    const stale = () => mine !== turn;
    try {
      const ours = own ?? await load(at);
      if (!stale()) await work(stale, ours);
    } catch (error) {
      if (!stale()) message.textContent = `The GPT could not be ${own ? "run" : "fetched"} (${error.message}). Press “Write” to try again.`;
    }
    if (stale()) return;
    busy = false;
    setWriting(false);
    hold();
  }

  const predict = async (ours, text) => {
    const ids = ours.tokens(text);
    return { by: ours, text, letters: ids.map((token) => ours.symbols[token]), ...await ours.step(ids) };
  };

  const likeliest = () => `After this text ${named(model().symbols[tokens[0].id])} is the likeliest, with ${share(tokens[0].before)}.`;

  const conclude = (...words) => {
    ticked();
    message.textContent = [...words, strange(shown.text, model())].filter(Boolean).join(" ");
  };

  const read = (...first) => ask(async (stale, ours) => {
    const now = await predict(ours, field.value);
    if (stale()) return;
    take(now);
    conclude(...first, likeliest());
  });

  /** Draw and append so many characters. */
  const write = (most, report) => ask(async (stale, ours) => {
    const begin = field.value;
    let now = shown?.by === ours && shown.text === begin ? shown : await predict(ours, begin);
    if (stale()) return;
    take(now);
    before.push(begin);
    setWriting(most > 1);
    message.textContent = "Writing …";
    let token;
    for (let i = 0; i < most && Array.from(now.text).length < LONGEST; i++) {
      token = drawFrom(tokens);
      now = await predict(ours, now.text + ours.symbols[token.id]);
      if (stale()) return;
      field.value = now.text;
      field.scrollTop = field.scrollHeight;
      if (hurry.matches) {
        shown = now;
        tokens = distribution(now.logits, settings);
        continue;
      }
      take(now);
      await new Promise((resume) => { setTimeout(resume, PACE); });
      if (stale()) return;
    }
    take(now);
    report(begin, token);
  });

  const writeOn = () => write(AT_ONCE, (begin) => {
    const text = shown.text.slice(begin.length);
    const start = Array.from(text).slice(0, SENTENCE).join("");
    const twice = Array.from(start).length === SENTENCE && written.get(begin) === start;
    written.set(begin, start);
    ticked({ twice });
    conclude(text ? `It wrote: “${isolated(text)}”.` : `The text has ${LONGEST} characters: no more fit in.`);
  });

  const writeOne = () => write(1, (_, token) => conclude(token
    ? `It drew ${named(model().symbols[token.id])}, which had ${share(token.after)}${token.after === token.before ? "" : `, and ${share(token.before)} as it is`}.`
    : `The text has ${LONGEST} characters: no more fit in.`));

  function stop() {
    turn += 1;
    busy = false;
    setWriting(false);
    message.textContent = `Stopped. It wrote: “${isolated(shown.text.slice(before.at(-1).length))}”.`;
    draw();
  }

  function takeBack() {
    if (!before.length) {
      message.textContent = "After this text nothing has been written yet.";
      return undefined;
    }
    field.value = before.pop();
    return read();
  }

  function set(change) {
    settings = { ...settings, ...change };
    drawSettings();
    drawTable();
    hold();
    say(one(".sentence").textContent);
  }

  /** Read with another GPT from now on; no `mine`: with the course's. */
  function use(mine, ...first) {
    own = mine;
    chosen = { head: 0 };
    written.clear();
    return read(...first);
  }

  async function open(file) {
    if (location.protocol === "file:") {
      message.textContent = fromAFile("06-bert-gpt.html");
      return;
    }
    callOff();
    const mine = ++turn;
    const name = isolated(file.name);
    setWriting(false);
    message.textContent = `Reading “${name}” …`;
    try {
      const theirs = await opened(at, await file.arrayBuffer(), name);
      if (mine !== turn) return;
      field.value ||= theirs.symbols.find((symbol) => symbol !== UNKNOWN);
      await use(theirs, `“${name}” is open. It knows ${counted(theirs.symbols.length, "character")}.`);
    } catch (error) {
      if (mine !== turn) return;
      busy = false;
      message.textContent = error instanceof NoWriter ? error.message : `“${name}” could not be opened (${error.message}).`;
      hold({ fault: message.textContent });
    }
  }

  const callOff = whenAsked(root, () => (writing ? stop() : writeOn()), read);
  field.addEventListener("focus", () => { if (writing) stop(); }); // nobody can type into a text that grows
  field.addEventListener("input", () => {
    turn += 1; // what was under way is of another text
    before.length = 0;
    setWriting(false);
    count();
  });
  one(".one").addEventListener("click", writeOne);
  one(".back").addEventListener("click", takeBack);
  one(".controls .reset").addEventListener("click", () => set(AS_IT_IS));
  one("input.temperature").addEventListener("input", ({ target }) => set({ temperature: target.value / 10 }));
  one("input.topK").addEventListener("input", ({ target }) => set({ topK: KS[target.value - 1] }));
  one("input.topP").addEventListener("input", ({ target }) => set({ topP: target.value / 20 }));
  one(".heads").addEventListener("change", ({ target }) => {
    chosen = { head: Number(target.value), picked: true };
    drawRead();
    ticked();
  });
  one("[type=file]").addEventListener("change", ({ target }) => {
    const [file] = target.files;
    if (file) open(file).finally(() => { target.value = ""; }); // so that the same name can be opened again
  });
  one(".course").addEventListener("click", () => use());

  // The page holds the logits and maps of one text.
  field.value = text;
  drawSettings();
  const all = Object.values(maps);
  take({
    text, letters: Array.from(text), logits: logits[0],
    maps: Array.from({ length: all.length / heads }, (_, l) => all.slice(l * heads, (l + 1) * heads)),
  });
}

startAll("writer", "a GPT writes, character by character", demo);
