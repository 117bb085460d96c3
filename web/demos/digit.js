// Draw a digit: the course's ViT reads it at every stroke, and shows where it looks.
//
// One draws a bitmap, and the model gets what the data set makes of one. It is fetched at the first
// stroke.
import { announcer, goalList, startAll, ticker } from "./shared/demo.js";
import { area, field, grey, grid, rowsOf, squares } from "./shared/image.js";
import { fromAFile, newest, once, sessions } from "./shared/onnx.js";

const GRAPH = "digits.onnx";
const DOTS = 32; // of the bitmap, each way
const BLOCK = 4; // dots that become one value
const VALUES = DOTS / BLOCK; // of the image that is read
const PATCH = 2; // values of a patch
const PATCHES = VALUES / PATCH;
const PEN = 2.25; // its radius, in dots
const WIDEST = 24; // dots that a fitted drawing takes from left to right: so wide are the data set's
const SURE = 0.9;
const FEW = 80; // dots
const [LAYERS, HEADS] = [2, 4];

const at = (name) => new URL(name, import.meta.url).href;

// ── the bitmap: 1 is ink, row after row ──────────────────────────────────────────────────────

/** Its image as the data set makes it: the share of ink in each block of 4 × 4 dots. */
export const counted = (dots) => rowsOf(Array.from({ length: VALUES ** 2 }, (_, i) => {
  const [x, y] = [(i % VALUES) * BLOCK, Math.floor(i / VALUES) * BLOCK];
  const block = Array.from({ length: BLOCK ** 2 }, (_, j) => dots[(y + Math.floor(j / BLOCK)) * DOTS + x + (j % BLOCK)]);
  return block.reduce((sum, dot) => sum + dot, 0) / BLOCK ** 2;
}), VALUES);

/** The bitmap with a line on it: the dots whose centres the round pen reaches get `ink`. */
export const stroked = (dots, from, to, ink = 1) => dots.map((dot, i) =>
  (distance([(i % DOTS) + 0.5, Math.floor(i / DOTS) + 0.5], from, to) <= PEN ? ink : dot));

/** From a point to a line between two points. */
function distance([x, y], [x0, y0], [x1, y1]) {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const along = ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy || 1);
  const t = Math.max(0, Math.min(1, along));
  return Math.hypot(x - x0 - t * dx, y - y0 - t * dy);
}

/** The drawing enlarged until it reaches from the top to the bottom, as the data set's digits do. */
export function fitted(dots) {
  const inked = dots.flatMap((dot, i) => (dot ? [[i % DOTS, Math.floor(i / DOTS)]] : []));
  if (!inked.length) return dots;
  const [[left, right], [top, bottom]] = [0, 1].map((d) => {
    const all = inked.map((place) => place[d]);
    return [Math.min(...all), Math.max(...all) + 1];
  });
  const high = DOTS / (bottom - top);
  const wide = Math.min(high, WIDEST / (right - left));
  const middle = (left + right) / 2;
  return dots.map((_, i) => {
    const x = Math.floor(middle + ((i % DOTS) + 0.5 - DOTS / 2) / wide);
    const y = Math.floor(top + (Math.floor(i / DOTS) + 0.5) / high);
    return x >= left && x < right ? dots[y * DOTS + x] : 0;
  });
}

const changed = (one, other) => one.reduce((sum, dot, i) => sum + (dot !== other[i]), 0);

/** An image with one patch blank. */
const without = (image, patch) => image.map((row, y) => row.map((value, x) => (patchAt(x, y) === patch ? 0 : value)));
const patchAt = (x, y) => Math.floor(y / PATCH) * PATCHES + Math.floor(x / PATCH);

// ── the model ────────────────────────────────────────────────────────────────────────────────

/** A function (images) → for each logits, rollout and what [CLS] looks at in each head. */
export const load = once(async () => {
  const [ort, session] = await sessions(at, [GRAPH]);
  return async (images) => {
    const image = new ort.Tensor("float32", Float32Array.from(images.flat(2)), [images.length, 1, VALUES, VALUES]);
    const { logits, rollout, heads } = await session.run({ image });
    const each = ({ data }) => rowsOf([...data], data.length / images.length);
    const looks = each(heads).map((all) => rowsOf(all, PATCHES ** 2 + 1));
    return each(logits).map((_, i) => ({ logits: each(logits)[i], rollout: each(rollout)[i], heads: looks[i] }));
  };
});

function softmax(logits) {
  const exp = logits.map((x) => Math.exp(x - Math.max(...logits)));
  const sum = exp.reduce((a, b) => a + b);
  return exp.map((x) => x / sum);
}

/** Indices, the largest value first. */
const ranked = (values) => values.map((_, i) => i).sort((i, j) => values[j] - values[i]);

// ── goals ────────────────────────────────────────────────────────────────────────────────────

const GOALS = [
  {
    words: `Make it misread the 7: draw or erase at most ${FEW} dots (${FEW / BLOCK ** 2} squares of the grid).`,
    reached: ({ answer, used }) => answer !== 7 && used <= FEW,
    lesson: "To you it is a 7 still. It has learned from the 7s of 13 people, and a change that none of them made may lead to another digit.",
  },
  {
    words: "Press a patch to blank it, until you find one without which the answer changes.",
    reached: ({ answer, instead }) => instead !== undefined && instead !== answer,
    lesson: "That is one step of a deletion test, which the chapter explains. Was it the patch with the largest square?",
  },
  {
    words: "Find such a patch among the eight with the smallest squares.",
    reached: ({ answer, instead, rank }) => instead !== undefined && instead !== answer && rank >= PATCHES ** 2 / 2,
    lesson: "The squares (attention rollout) say from where information was taken, if attention only mixed. What the answer rests on is another question.",
  },
];

// ── the drawing ──────────────────────────────────────────────────────────────────────────────

const percent = (p) => `${p < 0.005 ? "< 1" : p >= 0.995 ? "> 99" : Math.round(100 * p)} %`;
const named = (patch) => `row ${Math.floor(patch / PATCHES) + 1}, column ${(patch % PATCHES) + 1}`;
const times = (n, draw) => Array.from({ length: n }, (_, i) => draw(i)).join("");

const page = (id) => `
${goalList(GOALS, "Draw your own digits as high as the field, as those of the data set are, or press “Fit to height”.")}
<div class="controls">
  <button type="button" class="reset erase" aria-pressed="false">Eraser</button>
  <button type="button" class="reset fit">Fit to height</button>
  <button type="button" class="reset clear">Clear</button>
  <button type="button" class="reset again">Start again</button>
</div>
<div class="stage">
  <figure class="draw"><figcaption></figcaption>
    <div class="field" role="application" tabindex="0" aria-label="Field to draw in, ${DOTS} by ${DOTS} dots" aria-describedby="${id}-keys">
      <svg viewBox="0 0 ${DOTS} ${DOTS}" aria-hidden="true">
        ${times(VALUES - 1, (i) => `<path class="cut" d="M${(i + 1) * BLOCK} 0V${DOTS}M0 ${(i + 1) * BLOCK}H${DOTS}"/>`)}
        <path class="ink"/><circle class="cursor" r="${PEN}"/></svg></div></figure>
  <div class="read"><p class="sentence"></p><p class="message" role="status"></p></div>
  <figure class="seen"><figcaption>What it reads</figcaption>
    <div class="image"><svg viewBox="0 0 ${VALUES} ${VALUES}" role="img"></svg>
      <div class="patches" role="group" aria-label="Patches: press one to blank it">
        ${times(PATCHES ** 2, () => `<button type="button" aria-pressed="false"></button>`)}</div></div></figure>
  <figure class="answers"><figcaption>What it answers</figcaption>
    <ol>${times(10, (label) => `<li><span class="label">${label}</span><span class="bar"><span></span></span><span class="number"></span></li>`)}</ol></figure>
</div>
<p class="hint">At the first stroke your browser fetches the model and what computes it, about 4 MB.</p>
<details><summary>What the class token [CLS] looks at, head by head</summary><figure class="heads">
  ${times(LAYERS, (layer) => `<p>layer ${layer + 1}</p><div>${times(HEADS, (head) => `<div>
    <svg viewBox="0 0 ${VALUES} ${VALUES}" role="img"></svg><span>head ${head + 1}</span></div>`)}</div>`)}</figure></details>
<details class="keys"><summary>Keyboard</summary><p class="hint" id="${id}-keys">In the field, arrow keys move the pen,
  space paints, Shift and an arrow draw a line, Backspace erases. On the patches, arrow keys move and space blanks.</p></details>
<p class="unseen spoken" role="status"></p>`;

// ── one demo ─────────────────────────────────────────────────────────────────────────────────

function demo(root, id) {
  const first = JSON.parse(root.querySelector("script").textContent);
  root.innerHTML = page(id);
  const one = (selector) => root.querySelector(selector);
  const all = (selector) => [...root.querySelectorAll(selector)];
  const [message, erase, stage] = [".message", ".erase", ".stage"].map(one);
  const [tick, say] = [ticker(root, GOALS), announcer(one(".spoken"))];
  let dots = first.dots.flat(); // of the drawing
  let blank; // its patch that is blank, if any
  let cursor = [15, 15]; // the pen of the keyboard
  // What the model has read last: it may lag behind the pen.
  let seen = { dots, whole: { logits: first.logits[0], rollout: first.rollout[0], heads: first.heads } };
  let seven; // the first drawing that was surely a 7, since the reader began anew
  let misread = false; // the first goal
  let isDrawing = false;
  let loaded = false;

  const order = () => ranked(seen.whole.rollout);
  const shown = () => (blank === undefined ? counted(dots) : without(counted(dots), blank));

  const used = () => (seven ? changed(seven, dots) : Infinity);
  const isCounted = () => !misread && used() > 0 && used() < Infinity;
  const count = () => `${used()} of ${FEW} dots${used() > FEW ? ": too many" : ""}`;

  function drawDots() {
    one(".draw figcaption").textContent = isCounted() ? count() : "↓ Draw here";
    one(".draw figcaption").classList.toggle("nudge", !isCounted());
    one(".ink").setAttribute("d", area(rowsOf(dots, DOTS)));
    one(".seen svg").innerHTML = grey(shown()) + squares(seen.whole.rollout, PATCH);
    one(".cursor").setAttribute("cx", cursor[0] + 0.5);
    one(".cursor").setAttribute("cy", cursor[1] + 0.5);
    all(".patches button").forEach((patch, i) => patch.setAttribute("aria-pressed", i === blank));
  }

  function drawAnswer() {
    const { whole: { rollout, heads, logits }, part } = seen;
    one(".seen svg").setAttribute("aria-label", `The drawing as ${VALUES} by ${VALUES} values. Rollout is largest in ${
      order().slice(0, 3).map((patch) => `${named(patch)}, ${percent(rollout[patch])}`).join("; ")}.`);
    all(".patches button").forEach((patch, i) => patch.setAttribute("aria-label", `Blank ${named(i)}: rollout ${placed(i)}`));
    all(".heads svg").forEach((svg, i) => {
      const looks = heads[i].slice(1); // [CLS] itself has no place in the image
      const [most] = ranked(looks);
      svg.innerHTML = grey(counted(seen.dots)) + squares(looks, PATCH);
      svg.setAttribute("aria-label", `Layer ${Math.floor(i / HEADS) + 1}, head ${(i % HEADS) + 1} looks most at ${named(most)}: ${percent(looks[most])}.`);
    });
    const p = softmax((part ?? { logits }).logits);
    const [best] = ranked(p);
    all(".answers li").forEach((item, label) => {
      item.classList.toggle("best", label === best);
      item.querySelector(".bar span").style.width = `${100 * p[label]}%`;
      item.querySelector(".number").textContent = percent(p[label]);
    });
    one(".sentence").textContent = sentence();
  }

  const placed = (patch) => `${percent(seen.whole.rollout[patch])}, rank ${order().indexOf(patch) + 1} of ${PATCHES ** 2}`;

  /** What the model makes of the drawing. */
  function sentence() {
    const p = softmax(seen.whole.logits);
    const [best, next] = ranked(p);
    const both = `${best} (${percent(p[best])}), then ${next} (${percent(p[next])})`;
    const empty = seen.dots.every((dot) => !dot);
    if (seen.part) {
      const q = softmax(seen.part.logits);
      const [instead] = ranked(q);
      return `Without the patch in ${named(seen.blank)} (rollout ${placed(seen.blank)}) it reads ${instead} (${percent(q[instead])}), ${
        instead === best ? "as with it" : `not ${best}`}.`;
    }
    if (empty || seen.dots.every((dot) => dot)) return `${empty ? "Nothing is drawn" : "All is ink"}. It has ten answers and no “none of them”: ${both}.`;
    return `It reads ${both}.`;
  }

  function judge() {
    const [answer] = ranked(seen.whole.logits);
    const reached = tick({
      answer,
      used: used(),
      instead: seen.part && ranked(seen.part.logits)[0],
      rank: seen.part && order().indexOf(seen.blank),
    });
    say(isCounted() ? `${sentence()} ${count()}.` : sentence(), reached);
    misread ||= reached.includes(GOALS[0]);
  }

  /** Show what was read; judge it once it is all that is drawn, and the stroke has ended. */
  function show() {
    const settled = !isDrawing && dots === seen.dots && blank === seen.blank;
    if (settled && softmax(seen.whole.logits)[7] >= SURE) seven ??= dots;
    drawDots();
    drawAnswer();
    if (settled) judge();
    // what tests, and readers at the console, find at the figure
    root.digit = { ...seen, image: counted(seen.dots), sentence: sentence(), settled };
  }

  const read = newest(async () => {
    const mine = { dots, blank };
    try {
      const run = await load();
      loaded = true;
      const image = counted(mine.dots);
      const [whole, part] = await run([image, ...mine.blank === undefined ? [] : [without(image, mine.blank)]]);
      seen = { ...mine, whole, part };
      message.textContent = "";
      stage.classList.remove("stale");
      show();
    } catch (error) {
      message.textContent = `The model could not be fetched (${error.message}). Draw on to try again.`;
    }
  });

  /** Show a change of the drawing at once, and what the model makes of it as soon as it can. */
  function change(now, patch) {
    [dots, blank] = [now, patch];
    if (root.digit) root.digit.settled = false;
    if (!loaded) stage.classList.add("stale");
    drawDots();
    if (location.protocol === "file:") {
      message.textContent = fromAFile("07-vit.html");
      return;
    }
    if (!loaded) message.textContent = "Fetching the model …";
    read();
  }

  function anew(now) {
    seven = undefined;
    change(now);
  }

  const ink = () => (erase.getAttribute("aria-pressed") === "true" ? 0 : 1);
  const line = (from, to, value = ink()) => change(stroked(dots, from, to, value));
  const centre = ([x, y]) => [x + 0.5, y + 0.5];

  field(one(".field"), DOTS, {
    start: cursor,
    line(from, to) {
      isDrawing = true;
      line(from, to);
    },
    lift() {
      isDrawing = false;
      show();
    },
    go(pixel, before, { shiftKey }) {
      cursor = pixel;
      if (shiftKey) line(centre(before), centre(pixel));
      drawDots();
      say(`Column ${pixel[0] + 1}, row ${pixel[1] + 1}: ${dots[pixel[1] * DOTS + pixel[0]] ? "ink" : "paper"}.`);
    },
    key({ key }) {
      const value = { " ": ink(), Backspace: 0, Delete: 0 }[key];
      if (value !== undefined) line(centre(cursor), centre(cursor), value);
      return value !== undefined;
    },
  });
  grid(one(".patches"), PATCHES);
  all(".patches button").forEach((patch, i) => patch.addEventListener("click", () => change(dots, i === blank ? undefined : i)));
  erase.addEventListener("click", () => erase.setAttribute("aria-pressed", ink() === 1));
  one(".fit").addEventListener("click", () => anew(fitted(dots)));
  one(".clear").addEventListener("click", () => anew(dots.map(() => 0)));
  one(".again").addEventListener("click", () => anew(first.dots.flat()));

  show();
}

startAll("digit", "draw a digit, and see what a Vision Transformer reads", demo);
