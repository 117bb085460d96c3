// The first page's picture: a translation that has written itself; a reader may type a date of their own.
//
// The picture and its weights are in the page. The model is fetched when the reader types for the first time.
import { form, whenAsked } from "./shared/ask.js";
import { crossing } from "./shared/crossing.js";
import { complaint, isolated, truth } from "./shared/dates.js";
import { announcer, startAll } from "./shared/demo.js";
import { chooser, looks, named, spoken } from "./shared/letters.js";
import { fromAFile } from "./shared/onnx.js";
import { load, translate } from "./translator.js";

const LONGEST = 36; // letters: more would be too small on a phone
const PACE = 60; // milliseconds for a letter, so that one can watch

const FORM = "Weekday, Month day, year"; // of the dates that the translator was trained on
const EXAMPLES = ["Sunday, July 20, 1969", "Thursday, November 9, 1989", "Monday, June 12, 2017"];

const HINT = "Choose a letter of the translation, and see where the network looked while it wrote it.";
const CONTROLS = (id) => `
<p class="looks">${HINT}</p>
<p class="unseen" role="status"></p>
${form(id, {
    label: `Now a date of your own, in the form “${FORM}”`,
    longest: LONGEST,
    hint: "When you type for the first time, your browser fetches the model, about 4 MB. Nothing that you type leaves it.",
    examples: EXAMPLES,
  })}`;

/** What came of a text, in words. A text that is no date of the form of the training data is answered, too. */
function told({ source, target }) {
  const right = truth(source);
  if (!right) return `Not of the form that it was trained on: “${FORM}”. It wrote: ${isolated(target)}.`;
  return `Translation: ${isolated(target)}.${right.french === target ? "" : ` Right would be: ${isolated(right.french)}.`}`;
}

/** Let the reader point at a letter of the drawing in `root`: its curves stay, the others fade. */
function pointable(root, { source, target, weights }) {
  const svg = root.querySelector(".crossing");
  const [words, status] = [root.querySelector(".looks"), root.querySelector(".unseen[role=status]")];
  const [read, written] = [Array.from(source), Array.from(target)];
  const say = announcer(status);
  const lines = [...svg.querySelectorAll(".lines g")];
  const sentence = (i, name) => `While it writes ${name(written[i])}, it looks at ${looks(weights[i], read, name)}.`;
  const line = svg.querySelector(".target");
  const choose = chooser(line, written, { label: "Letters of the translation", look, hover: true });

  function look(at) {
    svg.classList.toggle("chosen", at !== undefined);
    lines.forEach((group, i) => group.classList.toggle("at", i === at));
    choose(at);
    words.textContent = at === undefined ? HINT : sentence(at, named);
    if (at !== undefined) say(sentence(at, spoken));
  }

  svg.setAttribute("role", "group");
  svg.addEventListener("pointerleave", ({ pointerType }) => { if (pointerType === "mouse") look(); });
  line.addEventListener("focusout", () => look());
  say(HINT); // the first words are not announced
  look();
}

function demo(root, id) {
  const { symbols, max_len, ...first } = JSON.parse(root.querySelector("script").textContent);
  root.querySelector(".controls").innerHTML = CONTROLS(id);
  const [input, message, picture] = [".ask input", ".message", ".picture"].map((part) => root.querySelector(part));
  const hurry = matchMedia("(prefers-reduced-motion: reduce)");
  let turn = 0; // which translation is on show: one that a newer one has overtaken stops

  const draw = (data) => {
    root.classList.remove("stale");
    picture.innerHTML = crossing(data, { label: `“${data.source}”, translated as “${data.target}”, with a curve from each letter to those that the network looked at` });
  };

  async function run() {
    const mine = ++turn;
    const source = input.value;
    const fault = complaint(source, symbols);
    if (fault) {
      root.hero = { source, fault }; // for tests, and readers at the console
      root.classList.add("stale"); // the picture is of another text
      message.textContent = fault;
      return;
    }
    if (location.protocol === "file:") {
      message.textContent = fromAFile("index.html");
      return;
    }
    message.textContent = load.begun() ? "Translating …" : "Fetching the model …";
    try {
      await load();
      const written = { source, target: "", weights: [] };
      for await (const { letter, weights } of translate(source, { symbols, max_len })) {
        if (mine !== turn) return;
        message.textContent = "Translating …";
        written.target += letter;
        written.weights.push(weights);
        if (hurry.matches) continue;
        draw(written);
        await new Promise((resume) => { setTimeout(resume, PACE); });
      }
      if (mine !== turn) return;
      draw(written);
      pointable(root, written);
      message.textContent = told(written);
      root.hero = { ...written, isFormed: Boolean(truth(source)) };
    } catch (error) {
      if (mine !== turn) return;
      message.textContent = `The model could not be fetched (${error.message}). Press “Translate” to try again.`;
    }
  }

  input.value = first.source;
  pointable(root, first);
  whenAsked(root, run);
}

startAll("hero", "a translation, letter by letter", demo);
