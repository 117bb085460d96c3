// What a reader has read and answered: kept in this browser only, and forgotten on request. Nothing is
// marked by itself: a chapter is read when its reader says so.
{
  const KEY = "progress"; // { read: { page: true }, answers: { page: { question: first choice, … } } }
  const empty = () => ({ read: {}, answers: {} });

  const kept = () => {
    try {
      return { ...empty(), ...JSON.parse(localStorage.getItem(KEY)) };
    } catch {
      return empty(); // no storage, or nothing of ours
    }
  };
  const keep = (progress) => {
    try {
      localStorage.setItem(KEY, JSON.stringify(progress));
    } catch {} // a browser that keeps nothing: the page works all the same
  };

  const bar = document.querySelector(".progress-bar-of-page");
  const page = bar?.dataset.page;
  const questions = [...document.querySelectorAll(".question")];
  const choicesOf = (question) => [...question.querySelectorAll(".choice")];

  /** Tick the chapters that are read, in the contents and in the list of chapters. */
  const tick = ({ read }) => {
    const links = document.querySelectorAll(".bd-docs-nav a[href], .chapter-cards .chapter-number + p a[href]");
    for (const link of links) {
      const [name, folder] = new URL(link.href).pathname.replace(/\.html$/, "").split("/").reverse();
      link.querySelector(".was-read")?.remove();
      // A chapter's notebook and its evidence have its name, in folders of their own.
      if (!read[name] || folder === name || folder === "evidence") continue;
      const mark = link.appendChild(document.createElement("span"));
      mark.className = "was-read";
      mark.setAttribute("role", "img");
      mark.setAttribute("aria-label", "read");
    }
  };

  const show = () => {
    const progress = kept();
    tick(progress);
    if (!bar) return;
    const button = bar.querySelector(".mark-read");
    button?.setAttribute("aria-pressed", Boolean(progress.read[page]));
    const first = progress.answers[page] ?? {};
    const answered = questions.filter(({ id }) => id in first);
    const right = answered.filter((question) => choicesOf(question)[first[question.id]]?.classList.contains("is-right"));
    bar.querySelector(".tally").textContent = answered.length
      ? `Check yourself: ${right.length} of ${answered.length} right at the first try, ${questions.length} questions in all.`
      : "";
    const something = Object.keys(progress.read).length + Object.keys(progress.answers).length;
    bar.querySelector(".forget").disabled = !something;
  };

  bar?.querySelector(".mark-read")?.addEventListener("click", () => {
    const progress = kept();
    if (progress.read[page]) delete progress.read[page];
    else progress.read[page] = true;
    keep(progress);
    show();
  });

  bar?.querySelector(".forget").addEventListener("click", () => {
    try {
      localStorage.removeItem(KEY);
    } catch {}
    for (const choice of document.querySelectorAll(".choice[open]")) choice.open = false;
    show();
    bar.querySelector(".forgotten").textContent = "Forgotten.";
  });

  if (page) {
    const first = kept().answers[page] ?? {};
    for (const question of questions) {
      choicesOf(question).forEach((choice, i) => {
        if (first[question.id] === i) choice.open = true;
        choice.addEventListener("toggle", () => {
          if (!choice.open) return;
          const progress = kept();
          const answers = (progress.answers[page] ??= {});
          if (question.id in answers) return; // the first choice counts
          answers[question.id] = i;
          keep(progress);
          show();
        });
      });
    }
  }
  show();
  addEventListener("storage", show); // another tab
}
