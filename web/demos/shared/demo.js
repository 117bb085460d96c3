// What the live figures share: their start, goals to reach, and words for readers who listen.

/** Draw a figure into every place of the page that asks for it: `draw(root, id)`. */
export function startAll(name, label, draw) {
  globalThis.document?.querySelectorAll(`.demo[data-demo="${name}"]`).forEach((root, i) => {
    draw(root, `${name}-${i}`);
    root.addEventListener("input", () => root.classList.add("touched")); // what invited to it goes
    root.setAttribute("role", "group");
    root.setAttribute("aria-label", `Live figure: ${label}`);
  });
}

/**
 * The HTML of goals, each { words, lesson, reached(numbers) }. A lesson is shown when its goal has
 * been reached, and `before` until the first one has.
 */
export const goalList = (goals, before = "") => `
<ul class="goals">${goals.map(({ words }) => `<li><span class="tick" aria-hidden="true"></span>
  <span>${words} <span class="unseen reached"></span></span></li>`).join("")}</ul>
<div class="lessons">${[before, ...goals.map(({ lesson }) => lesson)].map((words) => `<p class="hint">${words}</p>`).join("")}</div>`;

/**
 * A function of a figure's numbers that ticks the goals they reach, and returns those goals.
 * A goal stays ticked once it has been reached, also when the reader starts again.
 */
export function ticker(root, goals) {
  const items = [...root.querySelectorAll(".goals li")];
  const lessons = [...root.querySelectorAll(".lessons p")];
  return (numbers) => goals.filter((goal, i) => {
    if (items[i].classList.contains("done") || !goal.reached(numbers)) return false;
    items[i].classList.add("done");
    items[i].querySelector(".reached").textContent = "(reached)";
    lessons.forEach((lesson, j) => lesson.classList.toggle("told", j === i + 1));
    return true;
  });
}

/**
 * A function that puts words into a live region when the reader pauses, not at every step, and
 * before them the goals reached since it last spoke. Its first call is silent: nothing has
 * happened yet.
 */
export function announcer(status) {
  let timer, news;
  return (words, reached = []) => {
    clearTimeout(timer);
    if (news) {
      timer = setTimeout(() => {
        status.textContent = [...news, words].join(" ");
        news = [];
      }, 700);
    }
    news = [...news ?? [], ...reached.map(({ words, lesson }) => `Goal reached: ${words} ${lesson}`)];
  };
}
