// A search result quotes its page. Sphinx would quote all of the page's text: folded code, buttons, and
// each formula three times over (its TeX, its MathML, its letters). Quote what a reader reads.
if (typeof Search !== "undefined") {
  const UNREAD = ".headerlink, script, style, .exercise-bar, .demo, details.hide, .katex-display";
  const CODE = "pre, .code-block-caption";
  const BEFORE = 120, LENGTH = 240; // letters

  const spoken = (tex) =>
    tex
      .replace(/\\sqrt\s*/g, "√")
      .replace(/\\cdot/g, "·")
      .replace(/\\(?:text|operatorname)|\\[,;!]|[\\{}]/g, "");

  const words = (html, anchor, unread) => {
    const article = new DOMParser().parseFromString(html, "text/html").querySelector("article");
    const part = (anchor && article.querySelector(anchor)) || article;
    for (const element of part.querySelectorAll(unread)) element.remove();
    for (const formula of part.querySelectorAll(".katex")) {
      formula.replaceWith(spoken(formula.querySelector("annotation").textContent));
    }
    return part.textContent.replace(/\s+/g, " ").trim();
  };

  // The keywords are stems: "queri" for "query". A word that begins with one comes before a part of one.
  const place = (text, keywords) => {
    const stems = [...keywords].map((word) => _escapeRegExp(word.replace(/(?<=...)i$/, "")));
    const found = (edge) => stems.map((stem) => text.search(new RegExp(edge + stem, "iu")));
    return [...found("(?<![\\p{L}_])"), ...found("")].find((index) => index >= 0) ?? -1;
  };

  Search.makeSearchSummary = (html, keywords, anchor) => {
    const texts = [`${UNREAD}, ${CODE}`, UNREAD].map((unread) => words(html, anchor, unread));
    const text = texts.find((prose) => place(prose, keywords) >= 0) ?? texts[0];
    let start = Math.max(place(text, keywords) - BEFORE, 0);
    if (start) start = text.indexOf(" ", start) + 1;
    const end = start + LENGTH < text.length ? text.lastIndexOf(" ", start + LENGTH) : text.length;
    const quoted = text.slice(start, end);
    const summary = document.createElement("p");
    summary.className = "context";
    summary.textContent = (start ? "… " : "") + quoted + (end < text.length ? " …" : "");
    return summary;
  };
}
