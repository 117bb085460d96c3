// A search result quotes its page. Sphinx would quote all of the page's text: folded code, buttons, and
// each formula three times over (its TeX, its MathML, its letters). Quote what a reader reads, and lead
// to the section that it stands in. A symbol is looked up in the notation.
if (typeof Search !== "undefined") {
  const UNREAD = ".headerlink, script, style, .exercise-bar, .demo, details.hide, .katex-display";
  const CODE = "pre, .code-block-caption";
  const BEFORE = 120, LENGTH = 240; // letters

  const spoken = (tex) =>
    tex
      .replace(/\\sqrt\s*/g, "√")
      .replace(/\\cdot/g, "·")
      .replace(/\\(?:text|operatorname|qry|key|val|out)\b|\\[,;!]|[\\{}]/g, "");

  const parsed = (html) => new DOMParser().parseFromString(html, "text/html").querySelector("article");
  const tidy = (text) => text.replace(/\s+/g, " ").trim();

  /** What a reader reads of a page, or of the part of it that `anchor` names. */
  const readable = (html, anchor, unread) => {
    const article = parsed(html);
    const part = (anchor && article.querySelector(anchor)) || article;
    for (const element of part.querySelectorAll(unread)) element.remove();
    for (const formula of part.querySelectorAll(".katex")) {
      formula.replaceWith(spoken(formula.querySelector("annotation").textContent));
    }
    return part;
  };

  // The keywords are stems: "queri" for "query". A word that begins with one comes before a part of one.
  const place = (text, keywords) => {
    const stems = [...keywords].map((word) => _escapeRegExp(word.replace(/(?<=...)i$/, "")));
    const found = (edge) => stems.map((stem) => text.search(new RegExp(edge + stem, "iu")));
    return [...found("(?<![\\p{L}_])"), ...found("")].find((index) => index >= 0) ?? -1;
  };

  /** The first section whose own text, without its subsections, has one of the keywords. */
  const sectionWith = (part, keywords) =>
    [...part.querySelectorAll("section[id]")].find((section) => {
      const own = [...section.children].filter(({ tagName }) => tagName !== "SECTION");
      return place(tidy(own.map(({ textContent }) => textContent).join(" ")), keywords) >= 0;
    });

  /** Have the link of a result lead to a section of its page. */
  const leadTo = (section, result) => {
    const link = result?.querySelector("a");
    const heading = section?.querySelector("h2, h3, h4");
    if (!link || !heading || heading.parentElement !== section) return;
    link.setAttribute("href", `${link.getAttribute("href")}#${section.id}`); // relative, as it was
    heading.querySelector(".section-number")?.remove();
    link.append(` › ${tidy(heading.textContent)}`);
  };

  Search.makeSearchSummary = (html, keywords, anchor) => {
    const parts = [`${UNREAD}, ${CODE}`, UNREAD].map((unread) => readable(html, anchor, unread));
    const part = parts.find(({ textContent }) => place(tidy(textContent), keywords) >= 0) ?? parts[0];
    const text = tidy(part.textContent);
    let start = Math.max(place(text, keywords) - BEFORE, 0);
    if (start) start = text.indexOf(" ", start) + 1;
    const end = start + LENGTH < text.length ? text.lastIndexOf(" ", start + LENGTH) : text.length;
    const quoted = text.slice(start, end);
    const summary = document.createElement("p");
    summary.className = "context";
    summary.textContent = (start ? "… " : "") + quoted + (end < text.length ? " …" : "");
    // Once Sphinx has put the summary below its link.
    if (!anchor) queueMicrotask(() => leadTo(sectionWith(part, keywords), summary.closest("li")));
    return summary;
  };

  // ── symbols ──
  const GREEK = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho"
    + " sigma tau upsilon phi chi psi omega";
  const GREEK_LETTERS = "αβγδεζηθικλμνξοπρστυφχψω";
  const named = new Map(GREEK.split(" ").map((name, i) => [[...GREEK_LETTERS][i], name]));

  /** A symbol as it is compared: `d_{\text{model}}`, `d_model` and dₘₒdₑₗ are one. */
  const plain = (symbol) =>
    symbol
      .replace(/\\(?:text|operatorname|qry|key|val|out|tilde|var(?=[a-z]))|[\\{}_^,;!$\s]/g, "")
      .normalize("NFKC")
      .replace(/\p{Script=Greek}/gu, (letter) => {
        const name = named.get(letter.toLowerCase()) ?? letter;
        return letter === letter.toLowerCase() ? name : name.replace(/^./, (first) => first.toUpperCase());
      });

  /** The lines of the notation whose symbol, or whose name in the code, is what is sought. */
  const symbols = (html, sought) => {
    const wanted = plain(sought);
    return [...parsed(html).querySelectorAll("tbody tr")].filter((row) => {
      if (row.cells.length < 5) return false;
      const [first, , , code] = row.cells;
      const written = [...first.querySelectorAll("annotation")].map(({ textContent }) => textContent);
      const called = [...code.querySelectorAll("code")].map(({ textContent }) => textContent);
      return [...written, ...called].some((name) => plain(name) === wanted);
    });
  };

  const showSymbols = async () => {
    const sought = new URLSearchParams(location.search).get("q")?.trim();
    const results = document.getElementById("search-results");
    if (!sought || sought.length > 20 || !results) return;
    const found = symbols(await (await fetch("notation.html")).text(), sought);
    if (!found.length) return;
    const list = document.createElement("ul");
    list.className = "symbols";
    list.setAttribute("aria-label", "Symbols of the notation");
    for (const row of found) {
      for (const formula of row.querySelectorAll(".katex")) {
        formula.replaceWith(spoken(formula.querySelector("annotation").textContent));
      }
      const [symbol, meaning, , , section] = row.cells;
      const item = list.appendChild(document.createElement("li"));
      const name = item.appendChild(document.createElement("b"));
      name.textContent = tidy(symbol.textContent);
      item.append(`: ${tidy(meaning.textContent)}. `, ...section.childNodes);
    }
    results.before(list);
  };
  addEventListener("DOMContentLoaded", () => showSymbols().catch(() => {})); // no notation, no symbols
}
