// A word with a typing error: the nearest one of the book's titles, terms and functions, which are in
// places.js. The search page and the search dialog ask “Did you mean …?” alike.
const SHORTEST = 4; // letters: shorter words are near to too many others

/** How many letters are added, left out, changed, or exchanged with the next, to make one word of another. */
const distance = (one, other) => {
  const rows = [[...other].map((_, j) => j + 1)];
  rows[0].unshift(0);
  for (let i = 1; i <= one.length; i++) {
    rows[i] = [i];
    for (let j = 1; j <= other.length; j++) {
      const changed = rows[i - 1][j - 1] + (one[i - 1] !== other[j - 1]);
      rows[i][j] = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, changed);
      const exchanged = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (exchanged) rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
    }
  }
  return rows[one.length][other.length];
};

/** How often each word stands in the titles. */
let timesInTitles;
const countWords = () => {
  const times = new Map();
  for (const [title] of PLACES.flatMap(([, , , titles]) => titles)) {
    for (const word of new Set([title, spacedName(title)].flatMap(plainWords))) {
      if (word.length >= SHORTEST) times.set(word, (times.get(word) ?? 0) + 1);
    }
  }
  return times;
};

/** The word of the titles that is nearest to a typed one, and of several the most frequent; or nothing. */
const nearest = (typed) => {
  timesInTitles ??= countWords();
  const errors = typed.length < SHORTEST ? 0 : typed.length < 8 ? 1 : 2;
  const found = [...timesInTitles]
    .filter(([word]) => Math.abs(word.length - typed.length) <= errors)
    .map(([word, times]) => ({ word, times, away: distance(typed, word) }))
    .filter(({ away }) => away <= errors);
  return found.sort((a, b) => a.away - b.away || b.times - a.times)[0]?.word;
};

/** A text with the nearest words in place of those that are not known; "" if none is near. */
const corrected = (text, isKnown) => {
  const better = text.replace(/[\p{L}\p{N}_]+/gu, (typed) => {
    const word = plainWords(typed).join("");
    return IDLE.has(word) || isKnown(word) ? typed : nearest(word) ?? typed;
  });
  return better.toLowerCase() === text.toLowerCase() ? "" : better;
};
