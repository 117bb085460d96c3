// The words of what is sought: the search page and the search dialog compare them alike.
const IDLE = new Set("a an are by do does how in is of the there to we what where which why".split(" "));

/** A name of the code in words: `beam_search`, `AttentionHead`. */
const spacedName = (title) => title.replaceAll("_", " ").replace(/(?<=[a-z]{2})(?=[A-Z])/g, " ");

/** The words of a text, in plain letters: “√dₖ” and “sqrt d_k” have the same. */
const plainWords = (text) =>
  text.replaceAll("√", " sqrt ").normalize("NFKC").toLowerCase().replaceAll("_", "").match(/[\p{L}\p{N}]+/gu) ?? [];
