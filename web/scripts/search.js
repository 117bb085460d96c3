// A search result quotes its page. Sphinx would quote all of the page's text: folded code, buttons, and
// each formula three times over (its TeX, its MathML, its letters). Quote what a reader reads, and lead
// to the section that it stands in. A term is looked up in the glossary, a symbol in the notation.
if (typeof Search !== "undefined") {
  Object.assign(Scorer, { partialTitle: 1, partialTerm: 1 }); // whole words first: RoPE before “property”

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

  /** The first section whose own text, without its subsections, has most of the keywords. */
  const sectionWith = (part, keywords) => {
    const has = (section) => {
      const own = [...section.children].filter(({ tagName }) => tagName !== "SECTION");
      const text = tidy(own.map(({ textContent }) => textContent).join(" "));
      return [...keywords].filter((word) => place(text, [word]) >= 0).length;
    };
    const sections = [...part.querySelectorAll("section[id]")].map((section) => [section, has(section)]);
    const most = Math.max(...sections.map(([, count]) => count));
    return most > 0 ? sections.find(([, count]) => count === most)[0] : undefined;
  };

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

  // ── terms ──
  const stemmer = new Stemmer();
  const IDLE = new Set("a an are by do does how in is of the there to we what where which why".split(" "));

  /** A text as the words that are compared: “Why √dₖ?” and “sqrt d_k” have two in common. */
  const wordsOf = (text) =>
    text.replaceAll("√", " sqrt ").normalize("NFKC").toLowerCase().replaceAll("_", "")
      .match(/[\p{L}\p{N}]+/gu)?.filter((word) => !IDLE.has(word)).map((word) => stemmer.stemWord(word)) ?? [];

  /** The entries of the glossary with a name whose words are all sought, the longest names only. */
  const terms = (html, sought) => {
    const wanted = new Set(wordsOf(sought));
    const page = parsed(html);
    for (const link of page.querySelectorAll("a[href^='#']")) link.setAttribute("href", `glossary.html${link.getAttribute("href")}`);
    const found = [...page.querySelectorAll("dl.glossary > dd")].map((meaning) => {
      const names = [];
      for (let dt = meaning.previousElementSibling; dt?.tagName === "DT"; dt = dt.previousElementSibling) {
        dt.querySelector(".headerlink")?.remove();
        names.unshift(tidy(dt.textContent));
      }
      const known = names.map(wordsOf).filter((words) => words.length && words.every((word) => wanted.has(word)));
      return { names, meaning, known: known.sort((a, b) => b.length - a.length)[0] };
    }).filter(({ known }) => known);
    const within = (few, many) => few.length < many.length && few.every((word) => many.includes(word));
    return found.filter(({ known }) => !found.some((other) => within(known, other.known)));
  };

  /** Show what the glossary and the notation say of what is sought, above the results. */
  const showNamed = async () => {
    const sought = new URLSearchParams(location.search).get("q")?.trim();
    const results = document.getElementById("search-results");
    if (!sought || !results) return;
    results.hidden = true; // so that nothing moves when the list comes above them
    const read = async (page) => (await (await fetch(page)).text());
    const [glossary, notation] = await Promise.all([read("glossary.html"), read("notation.html")]);
    const list = document.createElement("ul");
    list.className = "named";
    list.setAttribute("aria-label", "In the glossary and the notation");
    const add = (name, ...content) => {
      const item = list.appendChild(document.createElement("li"));
      item.appendChild(document.createElement("b")).textContent = name;
      item.append(": ", ...content);
    };
    for (const { names, meaning } of terms(glossary, sought)) add(names.join(", "), ...meaning.firstElementChild.childNodes);
    for (const row of sought.length > 20 ? [] : symbols(notation, sought)) {
      for (const formula of row.querySelectorAll(".katex")) {
        formula.replaceWith(spoken(formula.querySelector("annotation").textContent));
      }
      const [symbol, meaning, , , section] = row.cells;
      add(tidy(symbol.textContent), `${tidy(meaning.textContent)}. `, ...section.childNodes);
    }
    if (list.children.length) results.before(list);
  };
  addEventListener("DOMContentLoaded", () => showNamed()
    .catch(() => {}) // no such pages, no list
    .finally(() => document.getElementById("search-results")?.removeAttribute("hidden")));
}
