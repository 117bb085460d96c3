// Beam search, letter by letter: `payattention.decode.beam_search` with a length penalty of 0.

/** A search before its first token. A beam of 1 is greedy decoding. */
export const start = (beam) => ({ beam, alive: [{ tokens: [], score: 0 }], ended: [], done: false });

/** The best hypothesis so far: the best that has ended once the search is over. */
export const best = ({ alive, ended, done }) => (done ? ended : alive)[0];

/**
 * The search one token later. `next(tokens)` gives the logits of the token after them; what else it
 * gives is kept in the hypotheses as `step`. Score: the log-probability of a hypothesis.
 */
export async function extend({ beam, alive, ended }, next, { eos, longest }) {
  const longer = [];
  for (const { tokens, score } of alive) {
    const step = await next(tokens);
    logSoftmax(step.logits).forEach((logP, token) =>
      longer.push({ tokens: [...tokens, token], score: score + logP, step }));
  }
  const likeliest = longer.sort(byScore).slice(0, 2 * beam); // at most half of them have ended
  const full = likeliest[0].tokens.length === longest;
  const hasEnded = ({ tokens }) => tokens.at(-1) === eos;
  const whole = [...ended, ...likeliest.slice(0, beam).filter((one) => full || hasEnded(one))]
    .sort(byScore).slice(0, beam);
  const living = likeliest.filter((one) => !hasEnded(one)).slice(0, beam);
  const canStillWin = whole.length < beam || living[0].score > whole.at(-1).score;
  return { beam, alive: living, ended: whole, done: full || !canStillWin };
}

const byScore = (one, other) => other.score - one.score;

function logSoftmax(logits) {
  const highest = Math.max(...logits); // subtracted, so that exp cannot overflow
  const total = Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit - highest), 0));
  return logits.map((logit) => logit - highest - total);
}
