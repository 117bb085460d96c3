// Click on an image: the course's small SAM answers with three masks and their scores.
//
// The images are held-out ones of the chapter's data set, and the page holds which shapes are in
// them. The model is fetched at the first click; its encoder runs once for an image.
import { announcer, goalList, startAll, ticker } from "./shared/demo.js";
import { area, field, grey, outline, rowsOf } from "./shared/image.js";
import { fromAFile, newest, once, sessions } from "./shared/onnx.js";

const GRAPHS = ["promptable-image.onnx", "promptable-click.onnx"];
const SIZE = 24; // pixels of an image, each way
const MASKS = 3;
const SHAPES = ["the whole", "the part", "the innermost"]; // the nth of them holds pixels of depth n or more
const RANKS = ["first", "second", "third"];
const CLEAR = 0.1; // a lead, in IoU
const [GOOD, POOR] = [0.7, 0.5]; // IoU

const at = (name) => new URL(name, import.meta.url).href;

/** The model: (image) → the encoded image, and (encoded, [x, y]) → logits of the masks, and scores. */
export const load = once(async () => {
  const [ort, ofImage, ofClick] = await sessions(at, GRAPHS);
  const tensor = (values, dims) => new ort.Tensor("float32", Float32Array.from(values), dims);
  return {
    encode: async (image) => (await ofImage.run({ image: tensor(image.flat(), [1, 1, SIZE, SIZE]) })).encoded,
    answer: async (encoded, click) => {
      const { masks, scores } = await ofClick.run({ encoded, click: tensor(click, [1, 1, 2]) });
      return { logits: rowsOf([...masks.data], SIZE ** 2).map((mask) => rowsOf(mask, SIZE)), scores: [...scores.data] };
    },
  };
});

/** The intersection over the union of two masks. */
export function overlap(one, other) {
  const [a, b] = [one.flat(), other.flat()];
  const both = a.filter((x, i) => x && b[i]).length;
  const either = a.filter((x, i) => x || b[i]).length;
  return either ? both / either : 0;
}

const GOALS = [
  {
    words: `Find a click for which each of the three shapes has a mask of its own, with an IoU of at least ${GOOD}.`,
    reached: ({ depth, best }) => depth === SHAPES.length && new Set(best.map(({ rank }) => rank)).size === SHAPES.length && best.every(({ iou }) => iou >= GOOD),
    lesson: "One click, three answers, and all are right: only the loss of the best mask made them differ.",
  },
  {
    words: "Click on a shape, and say which part you mean, so that the second mask fits better than the first.",
    reached: ({ meant, fits }) => meant >= 0 && fits[1][meant] >= fits[0][meant] + CLEAR,
    lesson: "The first mask is the best guess of one who does not know what you mean. You know, and choose another.",
  },
  {
    words: `Click on a shape that no mask finds: none has an IoU of ${POOR} with what you see there.`,
    reached: ({ depth, best }) => depth > 0 && best[depth - 1].iou < POOR,
    lesson: "Three masks are a chance to be right, not a promise. The scores did not warn you.",
  },
];

const page = (id) => `
${goalList(GOALS, "Click on the image, and say what you mean by the click. Other images have other shapes.")}
<div class="controls">
  <button type="button" class="reset next">New image</button><span class="which"></span>
  <fieldset><legend>You mean</legend>${SHAPES.map((name, i) => `<label class="switch"><input type="radio" name="${id}-meant" value="${i}"> <span>${name}</span></label>`).join("")}</fieldset>
</div>
<div class="stage">
  <figure><figcaption class="nudge">↓ Click on a shape</figcaption>
    <div class="field" role="application" tabindex="0" aria-label="Image of ${SIZE} by ${SIZE} pixels" aria-describedby="${id}-keys">
      <svg viewBox="0 0 ${SIZE} ${SIZE}" aria-hidden="true"></svg></div></figure>
  ${RANKS.map((rank) => `<figure class="mask"><figcaption>${rank[0].toUpperCase()}${rank.slice(1)} mask</figcaption>
    <svg viewBox="0 0 ${SIZE} ${SIZE}" role="img"></svg><p class="number score"></p><p class="number fit"></p></figure>`).join("")}
</div>
<p class="sentence"></p>
<p class="message" role="status"></p>
<p class="hint" id="${id}-keys">The score is the model’s estimate of the IoU. With the keyboard: arrow keys move the click. At the first click your browser
  fetches the model and what computes it, about 4 MB.</p>
<p class="unseen spoken" role="status"></p>`;

// ── one demo ─────────────────────────────────────────────────────────────────────────────────

const two = (x) => x.toFixed(2).replace("-", "−");

function demo(root, id) {
  const { images, depths, ...first } = JSON.parse(root.querySelector("script").textContent);
  root.innerHTML = page(id);
  const one = (selector) => root.querySelector(selector);
  const all = (selector) => [...root.querySelectorAll(selector)];
  const [message, stage] = [".message", ".stage"].map(one);
  const [tick, say] = [ticker(root, GOALS), announcer(one(".spoken"))];
  const encoded = new Map(); // image numbers → what the encoder made of them
  const scenes = rowsOf(images, SIZE).map((image, i) => ({
    image,
    stacks: [0, 1].map((stack) => depths.slice((2 * i + stack) * SIZE, (2 * i + stack + 1) * SIZE)),
  }));
  let asked = { scene: 0, click: first.click[0] };
  let given = { ...asked, masks: rowsOf(first.masks, SIZE), scores: first.scores[0] };
  let wish = 0; // which shape the reader means, as far as the click allows
  let loaded = false;

  /** What lies under a click: how many shapes, and these. */
  function under({ scene, click: [x, y] }) {
    const stack = scenes[scene].stacks.find((rows) => rows[y][x]);
    const depth = stack ? stack[y][x] : 0;
    return { depth, shapes: SHAPES.slice(0, depth).map((_, i) => stack.map((row) => row.map((d) => Number(d > i)))) };
  }

  /** The masks, the one with the highest score first, and how each fits the shapes under the click. */
  function compared() {
    const { depth, shapes } = under(given);
    const order = given.scores.map((_, k) => k).sort((j, k) => given.scores[k] - given.scores[j]);
    const fits = order.map((k) => shapes.map((shape) => overlap(given.masks[k], shape)));
    const best = shapes.map((_, i) => fits.map((each, rank) => ({ rank, iou: each[i] })).reduce((a, b) => (b.iou > a.iou ? b : a)));
    return { depth, shapes, order, fits, best, meant: Math.min(wish, depth - 1) };
  }

  function drawField() {
    const { depth, shapes } = under(asked);
    const [x, y] = asked.click;
    const meant = Math.min(wish, depth - 1);
    one(".field svg").innerHTML = `${grey(scenes[asked.scene].image)}${
      depth ? `<path class="meant" d="${outline(shapes[meant])}"/>` : ""}<circle class="click" cx="${x + 0.5}" cy="${y + 0.5}" r="0.75"/>`;
    one(".which").textContent = `Image ${asked.scene + 1} of ${scenes.length}`;
    all("input").forEach((radio, i) => {
      radio.disabled = i >= depth;
      radio.checked = i === meant;
    });
  }

  function drawMasks() {
    const { order, fits, best, meant } = compared();
    all(".mask").forEach((figure, rank) => {
      const [mask, score] = [given.masks[order[rank]], two(given.scores[order[rank]])];
      const iou = meant < 0 ? "IoU –" : `IoU ${two(fits[rank][meant])}`;
      const svg = figure.querySelector("svg");
      svg.innerHTML = `${grey(scenes[given.scene].image)}<path class="share" d="${area(mask)}"/>`;
      svg.setAttribute("aria-label", `Mask with the ${RANKS[rank]} score, ${score}: ${mask.flat().filter(Boolean).length} pixels${
        meant < 0 ? "" : `, ${iou} with ${SHAPES[meant]}`}.`);
      figure.querySelector(".score").textContent = `score ${score}`;
      figure.querySelector(".fit").textContent = iou;
      figure.classList.toggle("best", best[meant]?.rank === rank);
    });
    one(".sentence").textContent = sentence();
  }

  function sentence() {
    const { depth, fits, best, meant, order } = compared();
    const scores = `Their scores are ${order.map((k) => two(given.scores[k])).join(", ")}.`;
    if (!depth) return `No shape lies under the click, so no mask can be right. In training every click lay on a shape. ${scores}`;
    const { rank, iou } = best[meant];
    return `${["One shape lies", "Two shapes lie", "Three shapes lie"][depth - 1]} under the click. You mean ${SHAPES[meant]}: ${
      rank ? `the ${RANKS[rank]} mask fits best (IoU ${two(iou)}; the first has ${two(fits[0][meant])}).` : `the first mask fits best (IoU ${two(iou)}).`} ${scores}`;
  }

  function judge() {
    drawField();
    drawMasks();
    say(`Column ${given.click[0] + 1}, row ${given.click[1] + 1}. ${sentence()}`, loaded ? tick(compared()) : []); // the first click is not the reader's
    // what tests, and readers at the console, find at the figure
    const { scene, click } = given;
    root.masks = { ...given, ...compared(), image: scenes[scene].image, sentence: sentence(), settled: asked.scene === scene && asked.click === click };
  }

  const answer = newest(async () => {
    const mine = asked;
    try {
      const model = await load();
      loaded = true;
      if (!encoded.has(mine.scene)) encoded.set(mine.scene, await model.encode(scenes[mine.scene].image));
      const { logits, scores } = await model.answer(encoded.get(mine.scene), mine.click);
      given = { ...mine, logits, scores, masks: logits.map((mask) => mask.map((row) => row.map((logit) => Number(logit > 0)))) };
      message.textContent = "";
      stage.classList.remove("stale");
      judge();
    } catch (error) {
      message.textContent = `The model could not be fetched (${error.message}). Click again to try again.`;
    }
  });

  function ask(change) {
    asked = { ...asked, ...change };
    if (root.masks) root.masks.settled = false;
    if (!loaded || change.scene !== undefined) stage.classList.add("stale");
    drawField();
    if (location.protocol === "file:") {
      message.textContent = fromAFile("sam.html");
      return;
    }
    if (!loaded) message.textContent = "Fetching the model …";
    answer();
  }

  const pixel = (place) => place.map((x) => Math.max(0, Math.min(SIZE - 1, Math.floor(x))));
  const follow = field(one(".field"), SIZE, {
    start: asked.click,
    line(_, to) {
      const click = pixel(to);
      follow(click);
      if (click.some((x, d) => x !== asked.click[d]) || !loaded) ask({ click });
    },
    go: (click) => ask({ click }),
  });
  one(".next").addEventListener("click", () => ask({ scene: (asked.scene + 1) % scenes.length }));
  all("input").forEach((radio, i) => radio.addEventListener("change", () => {
    wish = i;
    judge();
  }));

  judge();
}

startAll("masks", "click on an image, and get three masks", demo);
