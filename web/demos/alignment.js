// The alignment of a translation: point at a letter of the target, and see where its weights lie.

const percent = (weight) => `${Math.round(weight * 100)} %`;
const shown = (letter) => (letter === " " ? "␣" : letter);

/** The letters with the largest weights of a row, the largest first: [index, weight]. */
export function heaviest(weights, n = 3) {
  return weights.map((weight, i) => [i, weight]).sort((a, b) => b[1] - a[1]).slice(0, n);
}

function letters(text, tag) {
  return [...text].map((letter, i) => {
    const element = document.createElement(tag);
    element.textContent = letter;
    element.dataset.index = i;
    return element;
  });
}

function row(name, language, elements) {
  const line = document.createElement("p");
  line.className = name;
  line.lang = language;
  line.append(...elements);
  return line;
}

function demo(root) {
  const { source, target, weights } = JSON.parse(root.querySelector("script").textContent);
  const sources = letters(source, "span");
  const targets = letters(target, "button");
  const status = document.createElement("p");
  status.className = "status";
  status.setAttribute("role", "status");
  targets.forEach((button, i) => {
    button.type = "button";
    button.setAttribute("aria-label", `letter ${i + 1}, ${shown(target[i])}`);
  });
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", "Live figure: where the translator looks while it writes each letter");
  root.append(row("source", "en", sources), row("target", "fr", targets), status);

  function look(at) {
    sources.forEach((letter, j) => letter.style.setProperty("--weight", weights[at][j].toFixed(3)));
    targets.forEach((button, i) => {
      button.tabIndex = i === at ? 0 : -1; // one stop for the Tab key; arrows move between letters
      button.setAttribute("aria-pressed", i === at);
    });
    const most = heaviest(weights[at]).filter(([, weight]) => weight >= 0.01)
      .map(([j, weight]) => `${shown(source[j])} ${percent(weight)}`);
    status.textContent = `While it writes ${shown(target[at])}: ${most.join(", ")}`;
  }

  const move = { ArrowLeft: -1, ArrowRight: 1 };
  targets.forEach((button, i) => {
    button.addEventListener("pointerenter", () => look(i));
    button.addEventListener("focus", () => look(i));
    button.addEventListener("click", () => look(i));
    button.addEventListener("keydown", (event) => {
      const next = targets[i + move[event.key]];
      if (!next) return;
      event.preventDefault();
      next.focus();
    });
  });
  look(target.indexOf("n"));
}

globalThis.document?.querySelectorAll('.demo[data-demo="alignment"]').forEach(demo);
