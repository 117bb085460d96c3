// While one types into the search dialog, it lists the places of the book whose words begin with what is
// typed, and below them the search of the text. Enter without a chosen row searches the text.
{
  const MOST = 8; // places
  const root = document.documentElement.dataset.content_root;
  const stemmer = new Stemmer();

  // ── the places ──
  /** What a title may be sought by: the whole of it, and each of the terms that share an entry. */
  const wordings = (title) =>
    [...new Set([title, ...title.split(", ")].flatMap((part) => [part, spacedName(part)]))].map(plainWords);

  const every = PLACES.flatMap(([kind, where, page, titles]) =>
    titles.map(([title, anchor]) => {
      const href = `${root}${page}.html${anchor && `#${anchor}`}`;
      return { kind, where, title, href, wordings: wordings(title) };
    }));

  /** How many letters a word has beyond a typed one; none if it is another form of it, as “mask” of “masks”. */
  const rest = (word, { typed, stem }) => {
    if (word[0] === typed[0] && stemmer.stemWord(word) === stem) return 0;
    return word.startsWith(typed) ? word.length - typed.length : Infinity;
  };

  /** How many letters a title has beyond all that is typed; Infinity if it lacks a typed word. */
  const beyond = ({ wordings }, sought) => Math.min(...wordings.map((words) => {
    if (!sought.every((one) => words.some((word) => rest(word, one) < Infinity))) return Infinity;
    const telling = words.filter((word) => !IDLE.has(word));
    return telling.reduce((sum, word) => sum + Math.min(word.length, ...sought.map((one) => rest(word, one))), 0);
  }));

  /** Of two places with one address: a section's own title, else the closer; either may be what says it. */
  const merged = (one, other) => {
    const closer = other.kind === one.kind && other.beyond < one.beyond ? other : one;
    return { ...closer, beyond: Math.min(one.beyond, other.beyond) };
  };

  /** The places that say all that is typed: first those that say nothing else, then chapters. */
  const placesFor = (text) => {
    const words = plainWords(text);
    const telling = words.filter((word) => !IDLE.has(word));
    const sought = (telling.length ? telling : words).map((typed) => ({ typed, stem: stemmer.stemWord(typed) }));
    const found = new Map();
    for (const one of sought.length ? every : []) {
      const place = { ...one, beyond: beyond(one, sought) };
      const known = found.get(place.href) ?? place;
      if (place.beyond < Infinity) found.set(place.href, merged(known, place));
    }
    const inOrder = (a, b) => Boolean(a.beyond) - Boolean(b.beyond) || a.kind - b.kind || a.beyond - b.beyond;
    return [...found.values()].sort(inOrder).slice(0, MOST);
  };

  // ── the list ──
  const list = document.createElement("div");
  list.id = "suggestions";
  list.role = "listbox";
  list.ariaLabel = "Places in the book";
  list.hidden = true;
  const said = document.createElement("p"); // to screen readers
  said.role = "status";
  said.className = "visually-hidden";
  searchDialog.append(list, said);
  searchField.setAttribute("aria-controls", list.id);

  const rowOf = ({ href, title, where }, i) => {
    const row = document.createElement("a");
    Object.assign(row, { id: `suggestion-${i}`, role: "option", href, tabIndex: -1 });
    row.appendChild(document.createElement("span")).textContent = title;
    if (where && where !== title) row.append(" ", Object.assign(document.createElement("small"), { textContent: where }));
    return row;
  };

  let chosen = -1; // none: Enter searches the text
  const choose = (index) => {
    chosen = index;
    for (const [i, row] of [...list.children].entries()) row.ariaSelected = String(i === index);
    const row = list.children[index];
    searchField.setAttribute("aria-activedescendant", row?.id ?? "");
    row?.scrollIntoView({ block: "nearest" });
  };

  const searchFor = (title, text) => ({ title, href: `${searchField.form.action}?${new URLSearchParams({ q: text })}` });
  const isKnown = (word) => placesFor(word).length > 0;

  const show = () => {
    const text = searchField.value.trim();
    const places = placesFor(text);
    const meant = places.length ? "" : corrected(text, isKnown);
    const rows = [...places];
    if (meant) rows.push(searchFor(`Did you mean “${meant}”?`, meant));
    if (text) rows.push(searchFor(`Search the text for “${text}”`, text));
    list.replaceChildren(...rows.map(rowOf));
    list.hidden = !text;
    searchField.ariaExpanded = String(!list.hidden);
    const count = `${places.length || "No"} ${places.length === 1 ? "place" : "places"}`;
    said.textContent = text && (meant ? `${count}. ${rows[0].title}` : count);
    choose(-1);
  };

  searchField.addEventListener("input", show);
  searchField.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const leaves = event.key === "Enter" && chosen >= 0;
    if (event.isComposing || list.hidden || !(step || leaves)) return;
    event.preventDefault();
    if (leaves) list.children[chosen].click();
    else choose(((chosen + 1 + step + list.children.length + 1) % (list.children.length + 1)) - 1);
  });
  list.addEventListener("mousedown", (event) => event.preventDefault()); // the field keeps the focus
  list.addEventListener("click", ({ ctrlKey, metaKey }) => ctrlKey || metaKey || searchDialog.close());
  searchDialog.addEventListener("close", () => choose(-1));
  show(); // what was typed before this script came
}
