// A page that was opened from a search marks what was sought, in its text alone, until Esc or the next
// page. Nothing is added to the page, so that nothing moves.
const SOUGHT = "bookpage-sought"; // web/scripts/search.js puts the words there when a result is opened

const placesOf = function* (root, words) {
  const every = new RegExp(`(?<![\\p{L}_])(?:${words.join("|")})`, "giu");
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    for (const { index, 0: word } of texts.currentNode.data.matchAll(every)) {
      const place = document.createRange();
      place.setStart(texts.currentNode, index);
      place.setEnd(texts.currentNode, index + word.length);
      yield place;
    }
  }
};

/** The words that were sought, once. */
const takeSought = () => {
  try {
    const words = localStorage.getItem(SOUGHT) ?? "";
    localStorage.removeItem(SOUGHT);
    return words.split(" ").filter((word) => /^[\p{L}\p{N}_]+$/u.test(word));
  } catch {
    return []; // no storage
  }
};

const markSought = () => {
  const words = takeSought();
  const article = document.querySelector("article.bd-article");
  if (!words.length || !article || !CSS.highlights) return;
  CSS.highlights.set("sought", new Highlight(...placesOf(article, words)));
  addEventListener("keydown", ({ key }) => key === "Escape" && CSS.highlights.delete("sought"));
};
if (typeof Search === "undefined") markSought();
