// The date Transformer at work: it writes letter by letter, and its three kinds of maps grow.
//
// The map of cross-attention stands beside what the reader sets; the maps of the encoder and the decoder
// are folded below it. The model is fetched when the reader first asks for something that the page does not hold.
import { form, whenAsked } from "./shared/ask.js";
import { best, extend, start } from "./shared/beam.js";
import { complaint, digits, isolated, truth } from "./shared/dates.js";
import { announcer, goalList, startAll, ticker } from "./shared/demo.js";
import { chooser, heaviest, line, looks, named, percent, quoted, shade, spoken } from "./shared/letters.js";
import { described, drawMap, rowAt } from "./shared/map.js";
import { fromAFile } from "./shared/onnx.js";
import { HEADS, isLoaded, load } from "./shared/transformer.js";

const LONGEST = 200; // letters that the field takes
const PACE = 130; // milliseconds for a letter, so that one can watch
const CELLS = 27; // along a map's edge, at least: as many as an ordinary date has letters
const WIDEST = 4; // beam
const ROUND = 3; // guesses
const [BEGIN, END] = ["⊢", "⊣"];
const KINDS = ["encoder", "cross", "decoder"];
const TEXTS = { cross: "in English", decoder: "in French, before it", encoder: "the encoder" };
const NAMES = { encoder: "Encoder self-attention", cross: "Cross-attention", decoder: "Decoder self-attention" };

const at = (name) => new URL(name, import.meta.url).href;

const GOALS = [
  {
    words: "Guess three times where it will look most to write the next letter.",
    reached: ({ guesses }) => guesses >= ROUND,
    lesson: "A digit has to be copied from where it stands. A name can be told by a few of its letters; once it is known, a row may point anywhere.",
  },
  {
    words: "Find a date in which head 1 of layer 2 looks past a digit that it should copy, and the translation is right all the same.",
    reached: ({ astray }) => astray,
    lesson: "The translator knows this digit without the largest weight of head 1: from its other weights, or from other heads. A map shows where a head looks, and not what the model needs.",
  },
  {
    words: "It writes one letter at a time, always the likeliest. Under “More”, let it keep 2 beginnings at once, and find a text for which it then writes something likelier.",
    reached: ({ likelier }) => likelier,
    lesson: "Who keeps one beginning cannot take back a letter; with two there is another one to go on with. Likelier need not be right. This is beam search, which has a section of its own below.",
  },
];
const FIRST = "In the map, each row is a French letter, and each column is an English letter that it may look at.";
const CHOOSE = "↓ Choose the letter that it will look at most.";
const OTHER = "Choose another French letter to see where it looked.";

const options = (values) => values.map(([value, name]) => `<option value="${value}">${name}</option>`).join("");
const numbers = (n) => Array.from({ length: n }, (_, i) => i + 1);
const block = (kind, rows, columns) => `<div class="block ${kind}">
  <p><b>${NAMES[kind]}</b> ${rows} → ${columns}</p><svg class="map" role="img"></svg></div>`;

const page = (id) => `
${goalList(GOALS, FIRST)}
<div class="ask game"><button type="button" class="next">New game</button><b class="score"></b><p class="nudge">${CHOOSE}</p></div>
<div class="texts"></div>
${form(id, {
    label: "An English date",
    longest: LONGEST,
    hint: "When you first change something, your browser fetches the model and what computes it, about 4 MB.",
    buttons: `<button type="submit" class="play">Play</button>`,
  })}
<div class="stage">
  <div class="panel">
    <p class="while"></p>
    <dl class="looks">${Object.entries(TEXTS).map(([kind, text]) => `<dt>${text}</dt><dd class="${kind}-looks"></dd>`).join("")}</dl>
    <p class="hint other">${OTHER}</p>
    <details class="more"><summary>More: layer, head, beginnings kept</summary>
      <div class="controls">
        <label>layer <select class="layer">${options([[0, "1"], [1, "2"]])}</select></label>
        <label>head <select class="which">${options([[0, "mean"], ...numbers(HEADS).map((n) => [n, n])])}</select></label>
        <label>beginnings kept <select class="width">${options(numbers(WIDEST).map((n) => [n, n]))}</select></label>
      </div>
      <ol class="beam" aria-label="Hypotheses, the best first"></ol></details>
  </div>
  ${block("cross", "French", "English")}
</div>
<details class="others"><summary>The self-attention of the encoder and of the decoder</summary><div>
  ${block("encoder", "English", "English")}
  ${block("decoder", "French", "French before")}
</div></details>
<p class="unseen spoken" role="status"></p>`;

// ── what the figure holds ────────────────────────────────────────────────────────────────────

const number = (x) => (Math.abs(x) < 0.005 ? 0 : x).toFixed(2).replace("-", "−");
const mean = (heads) => heads[0].map((row, i) => row.map((_, j) => heads.reduce((sum, head) => sum + head[i][j], 0) / heads.length));

/** A translation that has begun: the search, and the model's steps for each beginning, kept. */
async function begin(run, text, beam, { symbols }) {
  const ids = new Map(symbols.map((symbol, id) => [symbol, id]));
  const source = Array.from(text, (letter) => ids.get(letter));
  const steps = new Map();
  const next = (tokens) => {
    const key = tokens.join();
    if (!steps.has(key)) steps.set(key, run(source, [ids.get("[BOS]"), ...tokens]));
    return steps.get(key);
  };
  return { text, next, first: await next([]), search: start(beam) };
}

/** The same search with the next letter. */
const further = async (session, { symbols, max_len }) => ({
  ...session,
  search: await extend(session.search, session.next, { eos: symbols.indexOf("[EOS]"), longest: max_len - 1 }),
});

/** The same translation once its first word is written, so that there is something to guess from. */
async function pastTheFirstWord(session, model) {
  const space = model.symbols.indexOf(" ");
  let ours = session;
  while (!ours.search.done && best(ours.search).tokens.at(-1) !== space) ours = await further(ours, model);
  return ours.search.done ? session : ours;
}

async function toTheEnd(session, model) {
  while (!session.search.done) session = await further(session, model);
  return session;
}

/** Keep the number, the sign and the brackets of "2 (16 %)" in one line. */
const together = (text) => text.replaceAll(" (", "\u00a0(").replaceAll(" %", "\u00a0%");

/** Whether this map of cross-attention looks most at each digit of the date that is copied. */
const copies = (cross, source, target) => digits(source, target).every(({ at, from }) => heaviest(cross[at], 1)[0] === from);

// ── one demo ─────────────────────────────────────────────────────────────────────────────────

function demo(root, id) {
  const { symbols, max_len, source, target, head: first, ...maps } = JSON.parse(root.querySelector("script").textContent);
  const model = { symbols, max_len };
  root.innerHTML = page(id);
  const one = (selector) => root.querySelector(selector);
  const [input, message, play, next] = [".ask input", ".message", ".play", ".next"].map(one);
  const [layer, which, width] = [".layer", ".which", ".width"].map(one);
  const svgs = Object.fromEntries(KINDS.map((kind) => [kind, one(`.${kind} svg`)]));
  const [tick, say] = [ticker(root, GOALS), announcer(one(".spoken"))];
  const hurry = matchMedia("(prefers-reduced-motion: reduce)");
  let turn = 0; // which action is under way: one that a newer one has overtaken stops
  let session; // nothing before the model has been fetched
  let shown; // letters read and written, all maps
  let chosen = {}; // `at`: the letter written, `from`: the letter read, `guess`: the reader's
  let [guesses, hits] = [0, 0]; // of this translation
  let [playing, busy] = [false, false];
  let looksAt; // of each kind, the map of the layer and head on show
  let texts; // the two lines of letters, and functions that show which of them are chosen

  const letterOf = (token) => (symbols[token] === "[EOS]" ? END : symbols[token]);

  /** What is written, without the sign for its end. */
  const plain = () => shown.written.filter((letter) => letter !== END).join("");

  const isOver = () => session?.search.done ?? true;

  /** Whether the reader may guess. */
  const isOpen = () => !isOver() && !playing;

  const weights = (kind) => {
    const heads = shown.maps[kind][layer.value];
    return which.value > 0 ? heads[which.value - 1] : mean(heads);
  };

  /** Show what a translation has come to, or nothing at all. */
  function take(ours) {
    session = ours;
    const { tokens, step } = ours ? best(ours.search) : { tokens: [] };
    shown = {
      source: Array.from(ours?.text ?? ""),
      written: tokens.map(letterOf),
      maps: (step ?? ours?.first)?.maps,
    };
    chosen = { at: tokens.length - 1 };
    draw();
  }

  function draw() {
    const letters = { encoder: shown.source, cross: shown.written, decoder: shown.written };
    const columns = { encoder: shown.source, cross: shown.source, decoder: [BEGIN, ...shown.written.slice(0, -1)] };
    const size = Math.max(CELLS, shown.source.length, shown.written.length);
    const head = which.value > 0 ? `head ${which.value}` : "mean of its heads";
    looksAt = Object.fromEntries(KINDS.map((kind) => [kind, letters[kind].length ? weights(kind) : []]));
    for (const kind of KINDS) {
      const rows = letters[kind];
      drawMap(svgs[kind], rows, rows.length || kind === "cross" ? columns[kind] : [], looksAt[kind], { power: 0.7, size });
      svgs[kind].insertAdjacentHTML("beforeend", '<rect class="row" height="1" visibility="hidden"/>');
      svgs[kind].setAttribute("aria-label", `${NAMES[kind]}, layer ${Number(layer.value) + 1}, ${head}: ${
        rows.length ? described(rows.map(spoken), columns[kind].map(spoken), looksAt[kind]) : "no letter is written yet"}`);
    }
    root.classList.toggle("empty", !shown.source.length);
    drawTexts();
    drawBeam();
    if (shown.written.length) look(chosen.at);
    else tell();
    drawGame();
  }

  function drawTexts() {
    const [read, written] = [line("source", "en", shown.source), line("target", "fr", shown.written)];
    const open = isOpen();
    const focused = [...one(".texts").querySelectorAll(".source span")].indexOf(document.activeElement);
    const begins = document.activeElement === next && open; // the button will be gone
    texts = {
      read, written, open,
      chooseRead: chooser(read, shown.source, {
        label: open ? "English letters: choose your guess" : "English letters: choose one, and see where the encoder looks from there",
        look: open ? guess : readFrom,
        press: open,
      }),
      chooseWritten: chooser(written, shown.written, { label: "Letters of the translation", look, hover: true }),
    };
    read.classList.toggle("open", open);
    one(".texts").replaceChildren(read, written);
    texts.chooseRead();
    texts.chooseWritten();
    read.children[begins ? 0 : focused]?.focus({ preventScroll: true });
  }

  /** The hypotheses that the search holds, those on show first. */
  function drawBeam() {
    const { alive, ended, done } = session?.search ?? { alive: [], ended: [], done: true };
    const begun = [...alive, ...ended].filter(({ tokens }) => tokens.length).slice(0, width.value);
    one(".beam").replaceChildren(...(done ? ended : begun).map(({ tokens, score }) => {
      const item = document.createElement("li");
      const text = tokens.map(letterOf).join("");
      item.innerHTML = `<span class="text" lang="fr"></span> <span class="number">log P = ${number(score)}</span>`;
      item.querySelector(".text").textContent = text;
      return item;
    }));
  }

  /** Show where a letter that was written has looked, and what the encoder made of the first of it. */
  function look(i) {
    const [cross, decoder] = [looksAt.cross[i], looksAt.decoder[i]];
    chosen = { ...chosen, at: i };
    texts.chooseWritten(i);
    shade(texts.read, cross);
    shade(texts.written, decoder.slice(1)); // without the beginning
    mark("cross", i, shown.source.length);
    mark("decoder", i, shown.written.length);
    readFrom(heaviest(cross, 1)[0]);
  }

  /** Show where the encoder looks from a letter that was read. */
  function readFrom(j) {
    chosen = { ...chosen, from: j };
    texts.chooseRead(texts.open ? chosen.guess : j);
    mark("encoder", j, shown.source.length);
    tell();
  }

  /** Frame the reader's last guess in the map, and the row that comes next; count. */
  function drawGame() {
    const [{ length }, { length: columns }] = [shown.written, shown.source];
    svgs.cross.querySelectorAll(".guess, .coming").forEach((part) => part.remove());
    const own = chosen.guess === undefined ? "" : `<rect class="guess" width="1" height="1" x="${chosen.guess}" y="${length - 1}"/>`;
    const left = Math.max(0, CELLS - length - 1); // rows, below the one to guess
    const coming = `<rect class="coming" width="${columns}" height="1" y="${length}"/><text class="coming" x="-0.6" y="${length + 0.8}">?</text>
      <rect class="unwritten coming" width="${columns}" height="${left}" y="${length + 1}"/>`;
    svgs.cross.insertAdjacentHTML("beforeend", own + (texts.open ? coming : ""));
    const asks = texts.open && guesses < ROUND;
    root.classList.toggle("guessing", asks);
    if (asks) one(".score").textContent = `Guess ${guesses + 1} of ${ROUND}, ${hits} right`;
    else one(".score").textContent = guesses ? `Guesses: ${guesses}, right: ${hits}` : "";
  }

  const mark = (kind, i, length) => {
    const row = one(`.${kind} .row`);
    row.setAttribute("y", i);
    row.setAttribute("width", length);
    row.setAttribute("visibility", "visible");
  };

  /** Say where the letters that are chosen look. */
  function tell() {
    const { at: i, from: j } = chosen;
    const before = [BEGIN, ...shown.written];
    const letter = shown.written[i];
    const words = (name) => ({
      cross: letter ? together(looks(looksAt.cross[i], shown.source, name)) : "",
      decoder: letter ? together(looks(looksAt.decoder[i], before, name)) : "",
      encoder: j === undefined ? "" : `its ${name(shown.source[j])} looks at ${together(looks(looksAt.encoder[j], shown.source, name))}`,
    });
    one(".while").textContent = letter ? `${quoted(letter)} looks at` : "Nothing is written yet. Each French letter will add a row to the map.";
    one(".looks").style.visibility = letter || j !== undefined ? "" : "hidden";
    for (const [kind, text] of Object.entries(words(named))) one(`.${kind}-looks`).textContent = text || "–";
    const { cross, decoder, encoder } = words(spoken);
    say([
      letter && `${spoken(letter)}: cross-attention looks at ${cross}; the decoder at ${decoder}.`,
      encoder && `The encoder, ${encoder}.`,
    ].filter(Boolean).join(" "));
    hold();
  }

  /** What tests, and readers at the console, find at the figure. */
  function hold(more) {
    const { search } = session ?? {};
    root.transformer = {
      ...shown, ...chosen, guesses, hits, text: shown.source.join(""), target: plain(),
      ...(search && { beam: search.beam, done: search.done, score: best(search).score, logits: best(search).step?.logits }),
      settled: !busy,
      ...more,
    };
  }

  // ── what the reader asks for ───────────────────────────────────────────────────────────────

  function setPlaying(now) {
    playing = now;
    play.textContent = playing ? "Pause" : "Play";
  }

  /** Call `work` with the loaded model; `stale()` is true once something newer has been asked for. */
  async function ask(work) {
    callOff();
    const mine = ++turn;
    const text = input.value;
    setPlaying(false);
    const fault = complaint(text, symbols, max_len);
    if (fault) take(); // nothing of the text before is left
    if (fault || location.protocol === "file:") {
      message.textContent = fault || fromAFile("05-transformer.html");
      busy = false;
      hold({ fault });
      return;
    }
    busy = true;
    if (!isLoaded()) message.textContent = "Fetching the model …";
    try {
      const run = await load(at);
      const stale = () => mine !== turn;
      const anew = () => {
        [guesses, hits] = [0, 0];
        return begin(run, text, Number(width.value), model);
      };
      if (!stale()) await work(stale, anew);
      if (stale()) return;
      busy = false;
      hold();
    } catch (error) {
      if (mine !== turn) return;
      busy = false;
      setPlaying(false);
      message.textContent = `The model could not be fetched (${error.message}). Press “Play” to try again.`;
    }
  }

  const isOther = () => session?.text !== input.value || session.search.beam !== Number(width.value);

  const playOn = () => ask(async (stale, anew) => {
    let ours = isOver() || isOther() ? await anew() : session;
    setPlaying(true);
    message.textContent = "Writing …";
    while (!ours.search.done) {
      ours = await further(ours, model);
      if (stale()) return;
      if (hurry.matches) continue;
      take(ours);
      await new Promise((resume) => { setTimeout(resume, PACE); });
      if (stale()) return;
    }
    take(ours);
    setPlaying(false);
    await conclude(stale);
  });

  function pause() {
    turn += 1; // stops the play
    busy = false;
    setPlaying(false);
    draw();
    message.textContent = `Paused. Written so far: ${isolated(plain())}.`;
    hold();
  }

  const newGame = () => ask(async (stale, anew) => {
    const ours = await pastTheFirstWord(await anew(), model);
    if (stale()) return;
    take(ours);
    message.textContent = plain() ? `Written so far: ${isolated(plain().trim())}.` : "";
  });

  /** Write the next letter, and compare the row that it adds with the reader's guess. */
  function guess(j) {
    if (isOther()) return; // what has just been typed begins by itself
    ask(async (stale) => {
      const ours = await further(session, model);
      if (stale()) return;
      take(ours);
      const verdict = judge(j);
      if (isOver()) await conclude(stale, verdict);
      else {
        ticked();
        message.textContent = verdict;
      }
    });
  }

  /** The whole translation at once, for a layer or head of which the page holds no map. */
  const fetchAll = () => ask(async (stale, anew) => {
    const ours = await toTheEnd(await anew(), model);
    if (stale()) return;
    take(ours);
    await conclude(stale);
  });

  /** Compare a guess with the row that has just been written. */
  function judge(guess) {
    const row = looksAt.cross.at(-1);
    const [most] = heaviest(row, 1);
    guesses += 1;
    hits += guess === most;
    chosen = { ...chosen, guess };
    if (texts.open) texts.chooseRead(guess);
    drawGame();
    const where = `To write ${quoted(shown.written.at(-1))}, it looked most at ${quoted(shown.source[most])} (${percent(row[most])})`;
    return guess === most ? `Right. ${where}.` : `${where}, not at ${quoted(shown.source[guess])}.`;
  }

  /** Tick the goals that are reached now, and say so to those who listen. */
  function ticked(more) {
    const [source, target] = [shown.source.join(""), plain()];
    const right = truth(source)?.french === target;
    const ofHead1 = layer.value === "1" && which.value === "1"; // in layer 2
    const news = tick({ guesses, astray: right && ofHead1 && !copies(looksAt.cross, source, target), ...more });
    if (news.length) say("", news);
  }

  /** What there is to say of a translation that has ended. */
  async function conclude(stale, ...first) {
    const { beam, ended: [{ score }] } = session.search;
    const target = plain();
    const greedy = beam > 1 && await toTheEnd({ ...session, search: start(1) }, model);
    if (stale()) return;
    const other = greedy && best(greedy.search);
    const theirs = greedy && other.tokens.map(letterOf).join("").replace(END, "");
    const right = truth(session.text)?.french;
    ticked({ likelier: greedy && theirs !== target && score > other.score });
    message.textContent = [
      ...first,
      `Translation: ${isolated(target)}.`,
      right && right !== target ? `Right would be: ${isolated(right)}.` : "",
      shown.written.at(-1) === END ? "" : `It wrote ${shown.written.length} letters and no end; here it was stopped.`,
      greedy && (theirs === target ? "Greedy decoding writes the same."
        : `Greedy decoding writes ${isolated(theirs)}, with log P = ${number(other.score)}.`),
    ].filter(Boolean).join(" ");
  }

  const choose = () => {
    if (!session && (Number(which.value) !== first || layer.value !== "1")) return fetchAll();
    draw();
    if (session?.search.done) ticked();
    hold();
  };

  // The page holds one head of the last layer for one date.
  shown = {
    source: Array.from(source), written: [...target, END],
    maps: Object.fromEntries(KINDS.map((kind) => [kind, [undefined, { [first - 1]: maps[kind] }]])),
  };
  chosen = { at: target.search(/\d/) };
  input.value = source;
  layer.value = 1;
  which.value = first;
  const callOff = whenAsked(root, () => (playing && !isOther() ? pause() : playOn()));
  next.addEventListener("click", newGame);
  layer.addEventListener("change", choose);
  which.addEventListener("change", choose);
  width.addEventListener("change", playOn);
  const rows = { encoder: [readFrom, "source"], cross: [look, "written"], decoder: [look, "written"] };
  for (const [kind, [show, letters]] of Object.entries(rows)) {
    const point = (event) => {
      const row = rowAt(svgs[kind], event);
      if (row >= 0 && row < shown[letters].length) show(row);
    };
    svgs[kind].addEventListener("pointermove", point);
    svgs[kind].addEventListener("pointerdown", point);
  }
  draw();
}

startAll("transformer", "a Transformer writes a date, and its maps grow", demo);
