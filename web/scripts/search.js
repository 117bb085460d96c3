// A search result quotes its page. Sphinx would quote all of the page's text: folded code, buttons, and
// each formula three times over (its TeX, its MathML, its letters). Quote what a reader reads, lead to
// the section that it stands in, and begin with the sections whose titles say what is sought. A term is
// looked up in the glossary, a symbol in the notation.
if (typeof Search !== "undefined") {
  Object.assign(Scorer, { partialTitle: 1, partialTerm: 1 }); // whole words first: RoPE before “property”

  const UNREAD = ".headerlink, script, style, .exercise-bar, .demo, .concept-picture, details.hide, .katex-display";
  const CODE = "pre, .code-block-caption";
  const BEFORE = 120, LENGTH = 240; // letters

  const spoken = (tex) =>
    tex
      .replace(/\\sqrt\s*/g, "√")
      .replace(/\\cdot/g, "·")
      .replace(/\\(?:text|operatorname|qry|key|val|out)\b|\\[,;!]|[\\{}]/g, "");

  const ARTICLE = /<article[^]*<\/article>/; // the rest takes as long to read
  const parsed = (html) => new DOMParser().parseFromString(html.match(ARTICLE), "text/html").querySelector("article");
  const tidy = (text) => text.replace(/\s+/g, " ").trim();

  /** What a reader reads of a page: its article, in which formulas are letters. */
  const readable = (html) => {
    const article = parsed(html);
    for (const element of article.querySelectorAll(UNREAD)) element.remove();
    for (const formula of article.querySelectorAll(".katex")) {
      formula.replaceWith(spoken(formula.querySelector("annotation").textContent));
    }
    return article;
  };

  // The keywords are stems: "queri" for "query". A word that begins with one comes before a part of one.
  const BEGIN = "(?<![\\p{L}_])";
  const stemOf = (word) => _escapeRegExp(word.replace(/(?<=...)i$/, ""));
  const place = (text, keywords) => {
    const found = (edge) => keywords.map((word) => text.search(new RegExp(edge + stemOf(word), "iu")));
    return [...found(BEGIN), ...found("")].find((index) => index >= 0) ?? -1;
  };

  // ── words ──
  const stemmer = new Stemmer();

  /** A text as the words that are compared: “Why √dₖ?” and “sqrt d_k” have two in common. */
  const wordsOf = (text) => plainWords(text).filter((word) => !IDLE.has(word)).map((word) => stemmer.stemWord(word));

  // ── the section that says it ──
  /** The terms that share an entry of the glossary. */
  const namesOf = (meaning) => {
    const names = [];
    for (let dt = meaning.previousElementSibling; dt?.tagName === "DT"; dt = dt.previousElementSibling) names.unshift(dt);
    return names;
  };
  const namedBy = (names) => names.map((name) => tidy(name.textContent)).join(", ");

  const HEADING = ":scope > :is(h1, h2, h3, h4)";
  const NOT_OWN = "section, h1, h2, h3, h4, dl.glossary"; // whose entries are sections themselves

  /** The text of a section without its title, its subsections, and the code if it is left out. */
  const ownText = (section, codeToo = true) => {
    const parts = [...section.children].filter((part) => !part.matches(NOT_OWN));
    const read = (part) => {
      if (codeToo || !part.querySelector(CODE)) return part.textContent;
      const copy = part.cloneNode(true);
      for (const code of copy.querySelectorAll(CODE)) code.remove();
      return copy.textContent;
    };
    return tidy(parts.map(read).join(" "));
  };

  /** Where a link to a section leads, and what it is called; an entry of the glossary is one, too. */
  const headed = (section) => {
    if (section.tagName === "DD") {
      const names = namesOf(section);
      return { anchor: `#${names[0].id}`, heading: namedBy(names) };
    }
    const heading = section.querySelector(HEADING);
    if (!heading || heading.tagName === "H1") return { anchor: "", heading: "" };
    heading.querySelector(".section-number")?.remove();
    return { anchor: `#${section.id}`, heading: tidy(heading.textContent) };
  };

  /** The section of an article that says all keywords side by side most often, or says most of them. */
  const sectionWith = (article, keywords) => {
    const side = new RegExp(BEGIN + keywords.map(stemOf).join("\\p{L}*[\\s‑-]+"), "giu");
    const each = keywords.map((word) => new RegExp(stemOf(word), "iu"));
    const judged = [...article.querySelectorAll("section[id], dl.glossary > dd")].map((section) => {
      const text = `${headed(section).heading} ${ownText(section)}`;
      const said = each.filter((word) => word.test(text)).length;
      return { section, said, times: said === each.length ? (text.match(side)?.length ?? 0) : 0 };
    });
    return judged.sort((a, b) => b.times - a.times || b.said - a.said)[0];
  };

  /** A few words of a section around the keywords: prose, or code if only code has them. */
  const quote = (section, keywords) => {
    const texts = [false, true].map((codeToo) => ownText(section, codeToo));
    const text = texts.find((one) => place(one, keywords) >= 0) ?? texts[0];
    let start = Math.max(place(text, keywords) - BEFORE, 0);
    if (start) start = text.indexOf(" ", start) + 1;
    const end = start + LENGTH < text.length ? text.lastIndexOf(" ", start + LENGTH) : text.length;
    return (start ? "… " : "") + text.slice(start, end) + (end < text.length ? " …" : "");
  };

  // ── the results, in their order ──
  // A title that says it, then chapters, and the evidence last; of two the one that says it more often.
  const TITLE = 0, SECTION = 1, MENTIONED = 2;
  const FOLDERS = ["", "exercises", "reference", "evidence"];
  const kindOf = (page, title) => {
    const folder = page.includes("/") ? page.split("/")[0] : "";
    const numbered = title.startsWith("<span"); // a chapter, or a page below it
    return numbered && !folder ? -1 : FOLDERS.indexOf(folder);
  };
  const inOrder = (a, b) =>
    a.tier - b.tier || a.kind - b.kind || a.beyond - b.beyond || b.times - a.times || (a.page < b.page ? -1 : 1);
  const A_PAGE = 3; // titles of one page, at most
  const READ = 24; // results that are quoted: who looks for “attention” finds every page

  const result = (page, more) => {
    const title = Search._index.titles[Search._index.docnames.indexOf(page)];
    return { page, title, kind: kindOf(page, title), anchor: "", heading: "", beyond: 0, times: 0, ...more };
  };

  /** The sections, and the pages, whose title has the words that are sought, side by side. */
  const titled = (sought) => {
    const { alltitles, docnames, titles } = Search._index;
    const found = Object.entries(alltitles).flatMap(([heading, places]) => {
      const words = wordsOf(heading);
      const has = sought.length && ` ${words.join(" ")} `.includes(` ${sought.join(" ")} `);
      if (!has) return [];
      const beyond = words.length - sought.length;
      return places.flatMap(([file, id]) => {
        if (/^id\d+$/.test(id)) return []; // a table
        if (id) return [result(docnames[file], { tier: TITLE, anchor: `#${id}`, heading, beyond })];
        const ofPage = titles[file].replace(/<span.*<\/span>/, "") === heading;
        return ofPage ? [result(docnames[file], { tier: TITLE, beyond })] : [];
      });
    }).sort(inOrder);
    const before = (one, i) => found.slice(0, i).filter(({ page }) => page === one.page).length;
    return found.filter((one, i) => before(one, i) < A_PAGE);
  };

  /** The functions and classes of the reference: first those that are called so. */
  const objects = (sought, words) =>
    [...words].flatMap((word) => Search.performObjectSearch(word, words)).map(([page, name, anchor, about]) => {
      const called = [name, name.split(".").at(-1)].some((one) => one.toLowerCase() === sought.toLowerCase());
      return result(page, { tier: called ? TITLE : MENTIONED, anchor, name, about });
    });

  /** The stems that are words of the book. */
  const inBook = (stems) => {
    const { terms, titleterms } = Search._index;
    return stems.filter((stem) => Object.hasOwn(terms, stem) || Object.hasOwn(titleterms, stem));
  };

  /** The pages whose text has all that is sought: words that begin with a stem, or hold the typed word. */
  const mentioning = (stems, excluded, typed) => {
    const every = [Search._index.terms, Search._index.titleterms].flatMap(Object.keys);
    const says = (stem) => every.some((term) => term.startsWith(stem) || [...typed].some((word) => term.includes(word)));
    return [...stems].every(says) ? Search.performTermsSearch(stems, excluded).map(([page]) => page) : [];
  };

  /** Ask whether another word was meant, if a word of the query is nowhere. */
  const askWhatWasMeant = async (query, stems) => {
    if (inBook(stems).length === stems.length) return;
    await load("places");
    const meant = corrected(query, (word) => inBook([word, stemmer.stemWord(word)]).length > 0);
    if (!meant) return;
    const link = Object.assign(document.createElement("a"), { textContent: meant, href: `?${new URLSearchParams({ q: meant })}` });
    const question = document.createElement("p");
    question.className = "meant";
    question.append("Did you mean ", link, "?");
    Search.status.after(question);
  };

  const pageOf = async ({ page }) => {
    const answer = await fetch(`${document.documentElement.dataset.content_root}${page}.html`);
    return readable(await answer.text());
  };

  /** What a result quotes and, if it is a whole page, the section of it that says the keywords. */
  const filledIn = async (one, keywords) => {
    const article = await pageOf(one).catch(() => {}); // a browser that opens a file reads no other
    if (!article || one.name) return one;
    if (one.tier === TITLE) {
      const section = article.querySelector(one.anchor || "section");
      return section ? { ...one, context: quote(section, keywords) } : one;
    }
    const { section, said, times } = sectionWith(article, keywords) ?? {};
    if (!said) return { ...one, context: quote(article, keywords) };
    const tier = said === keywords.length ? SECTION : MENTIONED; // a part of the keywords, or none
    return { ...one, tier, times, ...headed(section), context: quote(section, keywords) };
  };

  const shown = ({ page, title, anchor, heading, name, about, context }, marked) => {
    const item = document.createElement("li");
    const link = item.appendChild(document.createElement("a"));
    link.setAttribute("href", `${page}.html${anchor}`);
    if (name) link.textContent = name;
    else link.innerHTML = title;
    if (heading) link.append(` › ${heading}`);
    if (about) item.appendChild(document.createElement("span")).innerHTML = ` (${about})`;
    if (context) {
      const summary = item.appendChild(document.createElement("p"));
      summary.className = "context";
      summary.textContent = context;
    }
    for (const word of marked) _highlightText(item, word, "highlighted");
    return item;
  };

  Search.query = async (query) => {
    const [, terms, excluded, marked, words] = Search._parseQuery(query);
    localStorage.removeItem("sphinx_highlight_terms"); // the next page need not be a result
    const sections = titled(wordsOf(query));
    const known = new Set(sections.map(({ page }) => page));
    const pages = mentioning(terms, excluded, marked).filter((page) => !known.has(page));
    const every = [...sections, ...objects(query.trim(), words), ...pages.map((page) => result(page, { tier: MENTIONED }))].sort(inOrder);
    const read = await Promise.all(every.slice(0, READ).map((one) => filledIn(one, [...terms])));
    const found = [...read, ...every.slice(READ)].sort(inOrder);
    Search.stopPulse();
    document.getElementById("search-progress")?.replaceChildren();
    Search.title.textContent = "Search results";
    const count = new Set(found.map(({ page }) => page)).size;
    const most = found.length > 1 ? ", the best sections first" : "";
    Search.status.textContent = found.length ? `On ${count} ${count === 1 ? "page" : "pages"}${most}` : "Nothing found: try fewer words, or others.";
    Search.output.append(...found.map((one) => shown(one, marked)));
    askWhatWasMeant(query, [...terms]).catch(() => {}); // without places.js it asks nothing
    keepWords(marked);
  };

  /** The page that a result opens marks what was sought: web/scripts/matches.js. */
  const keepWords = (marked) => {
    for (const kind of ["click", "auxclick"]) {
      addEventListener(kind, ({ target }) => {
        if (target.closest("ul.search a, ul.named a")) localStorage.setItem(SOUGHT, [...marked].join(" "));
      });
    }
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
  /** The entries of the glossary with a name whose words are all sought, the longest names only. */
  const terms = (html, sought) => {
    const wanted = new Set(wordsOf(sought));
    const page = parsed(html);
    for (const link of page.querySelectorAll(".headerlink")) link.remove();
    for (const link of page.querySelectorAll("a[href^='#']")) link.setAttribute("href", `glossary.html${link.getAttribute("href")}`);
    const found = [...page.querySelectorAll("dl.glossary > dd")].map((meaning) => {
      const names = namesOf(meaning).map((name) => tidy(name.textContent));
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
      const name = tidy(symbol.textContent);
      const known = [...list.querySelectorAll("b")].some(({ textContent }) => textContent.split(", ").includes(name));
      if (!known) add(name, `${tidy(meaning.textContent)}. `, ...section.childNodes);
    }
    if (list.children.length) results.before(list);
  };
  addEventListener("DOMContentLoaded", () => showNamed()
    .catch(() => {}) // no such pages, no list
    .finally(() => document.getElementById("search-results")?.removeAttribute("hidden")));
}
