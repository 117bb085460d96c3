// From logits to the next token: `payattention.decode.distribution`, and a draw from it.

/**
 * All tokens, the likeliest first, each { id, before, sharpened, after }: its probability as the
 * model gives it, after the temperature, and after the cuts, 0 where the token is cut away.
 * With both cuts, the nucleus is that of the k.
 */
export function distribution(logits, { temperature = 1, topK = Infinity, topP = 1 } = {}) {
  const ids = logits.map((_, id) => id).sort((i, j) => logits[j] - logits[i]); // stable
  const ranked = ids.map((id) => logits[id]);
  const before = softmax(ranked);
  const sharpened = softmax(ranked.map((logit) => (logit - ranked[0]) / temperature));
  const ofK = sharpened.map((p, rank) => (rank < topK ? p : 0));
  const enough = topP < 1 ? topP * sum(ofK) : Infinity;
  let upto = 0;
  const kept = ofK.map((p) => {
    const reached = upto >= enough; // by those before it
    upto += p;
    return reached ? 0 : p;
  });
  const total = sum(kept);
  return ids.map((id, rank) => ({ id, before: before[rank], sharpened: sharpened[rank], after: kept[rank] / total }));
}

/** One of the tokens, drawn with the probabilities `after`; `at` is a number from 0 to 1, without 1. */
export function draw(tokens, at = Math.random()) {
  let upto = 0;
  const drawn = tokens.find(({ after }) => {
    upto += after;
    return at < upto;
  });
  return drawn ?? tokens.findLast(({ after }) => after > 0); // rounded, a sum may stay below 1
}

export const sum = (list) => list.reduce((total, x) => total + x, 0);

/** Of numbers in falling order. */
function softmax(ranked) {
  const exps = ranked.map((x) => Math.exp(x - ranked[0])); // so that exp cannot overflow
  const total = sum(exps);
  return exps.map((x) => x / total);
}
