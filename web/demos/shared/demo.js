// What the live figures share: their start, goals to reach, and words for readers who listen.

/** Draw a figure into every place of the page that asks for it: `draw(root, id)`. */
export function startAll(name, label, draw) {
  globalThis.document?.querySelectorAll(`.demo[data-demo="${name}"]`).forEach((root, i) => whenNear(root, () => {
    draw(root, `${name}-${i}`);
    root.addEventListener("input", () => root.classList.add("touched")); // what invited to it goes
    root.setAttribute("role", "group");
    root.setAttribute("aria-label", `Live figure: ${label}`);
  }));
}

/**
 * Start a figure at once if it opens its page, and else when a reader comes near, or prints the page.
 * Where a browser lets the text jump when a figure above it gets its height, every figure starts at once.
 */
function whenNear(root, start) {
  if (!root.closest("section section") || !CSS.supports("overflow-anchor: auto")) return start();
  const begin = () => {
    near.disconnect();
    removeEventListener("beforeprint", begin);
    start();
  };
  const near = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && begin(), { rootMargin: "100%" });
  near.observe(root);
  addEventListener("beforeprint", begin);
}

const counted = (count, goals) => `✓ goal ${count} of ${goals.length}`;

/**
 * The HTML of goals, each { words, lesson, reached(numbers) }. One is shown at a time: its words, and
 * once it is reached its lesson, until the reader asks for the next goal. `before` stands below the
 * words of the first. A lesson has its count from the start: it is as high then as it will be.
 */
export const goalList = (goals, before = "") => `
<div class="goals">${goals.map(({ words, lesson }, i) => `<div class="goal">
  <p class="task" tabindex="-1"><span class="tick">Try it</span><span>${words}${i === 0 && before ? `<span class="hint">${before}</span>` : ""}</span></p>
  <p class="lesson"><span class="tick">${counted(i + 1, goals)}</span><span>${lesson}</span><button type="button" class="onwards">Next goal →</button></p></div>`).join("")}</div>`;

/**
 * A function of a figure's numbers that ticks the goals they reach, and returns those goals.
 * A goal stays ticked once it has been reached, also when the reader starts again.
 */
export function ticker(root, goals) {
  const items = [...root.querySelectorAll(".goal")];
  const isDone = (item) => item.classList.contains("done");
  const show = (part) => items.flatMap((item) => [...item.children]).forEach((each) => each.classList.toggle("on", each === part));
  root.querySelector(".goals").addEventListener("click", ({ target }) => {
    if (!target.matches(".onwards")) return;
    const next = items.find((item) => !isDone(item)).querySelector(".task");
    show(next);
    next.focus(); // the button is gone
  });
  show(items[0].querySelector(".task"));
  return (numbers) => goals.filter((goal, i) => {
    if (isDone(items[i]) || !goal.reached(numbers)) return false;
    items[i].classList.add("done");
    const lesson = items[i].querySelector(".lesson");
    const count = items.filter(isDone).length;
    lesson.querySelector(".tick").textContent = counted(count, goals);
    lesson.querySelector("button").hidden = count === goals.length;
    show(lesson);
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
