// Dates as the translators read and write them: what they can read, and what would be right.

/** A text that does not turn the sentence around it where it is written from right to left. */
export const isolated = (text) => `\u2068${text}\u2069`;

const graphemes = (text) => [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)].map(({ segment }) => segment);
const listed = (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`);

/** Why a model of these symbols, and of so many positions, cannot read a text, in a sentence; or nothing. */
export function complaint(text, symbols, longest = Infinity) {
  if (!text.trim()) return "Type a date, and its translation appears here.";
  const foreign = [...new Set(graphemes(text).filter((part) => Array.from(part).some((letter) => !symbols.includes(letter))))];
  if (foreign.length) {
    const some = foreign.slice(0, 5).map((part) => `“${isolated(part)}”`);
    if (foreign.length > 5) some.push(`${foreign.length - 5} more`);
    return `The translator has never seen ${listed(some)}. It knows the letters of its training dates, digits, space and comma.`;
  }
  const { length } = Array.from(text);
  return length <= longest ? "" : `This text has ${length} letters, and the translator has positions for ${longest}. Type a shorter one.`;
}

const WEEKDAYS = {
  Monday: "lundi", Tuesday: "mardi", Wednesday: "mercredi", Thursday: "jeudi", Friday: "vendredi",
  Saturday: "samedi", Sunday: "dimanche",
};
const MONTHS = {
  January: "janvier", February: "février", March: "mars", April: "avril", May: "mai", June: "juin", July: "juillet",
  August: "août", September: "septembre", October: "octobre", November: "novembre", December: "décembre",
};
const ENGLISH = new RegExp(`^(${Object.keys(WEEKDAYS).join("|")}), (${Object.keys(MONTHS).join("|")}) ([1-9]\\d?), ([1-9]\\d{0,3})$`);
const FRENCH = new RegExp(`^(${Object.values(WEEKDAYS).join("|")}) \\d+ (${Object.values(MONTHS).join("|")}) \\d+$`);

/** The French of a well-formed English date, word by word, and whether the calendar has that day. */
export function truth(text) {
  const [, weekday, month, day, year] = ENGLISH.exec(text) ?? [];
  if (!weekday || Number(day) > 31) return undefined;
  const days = new Date(Date.UTC(Number(year) % 400 + 2000, Object.keys(MONTHS).indexOf(month) + 1, 0)).getUTCDate();
  return { french: `${WEEKDAYS[weekday]} ${day} ${MONTHS[month]} ${year}`, exists: Number(day) <= days };
}

/** Whether a text looks like a French date. */
export const isFrench = (text) => FRENCH.test(text);

/** Where each digit of a French date stands, and where the same digit stands in the English one. */
export function digits(english, french) {
  const [ours, theirs] = [french, english].map((text) => [...text.matchAll(/\d+/g)]);
  return ours.flatMap(({ 0: number, index }, word) =>
    Array.from(number, (_, i) => ({ at: index + i, from: theirs[word].index + i })));
}
