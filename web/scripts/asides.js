// Where a margin note stands in the text, it is one line, its title, until the reader opens it.
const asides = document.querySelectorAll("aside.margin.sidebar");
for (const aside of matchMedia("(max-width: 1199px)").matches ? asides : []) {
  const [title, ...content] = aside.children;
  const summary = document.createElement("summary");
  const fold = Object.assign(document.createElement("details"), { className: "fold" });
  summary.append(...title.childNodes);
  fold.append(summary, ...content);
  aside.replaceChildren(fold);
}
