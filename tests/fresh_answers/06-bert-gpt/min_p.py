# %% right: shifted logits compared with the share
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    e = np.where(np.exp(z) >= share, np.exp(z / temperature), 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% right: full softmax and then the bound
def min_p(logits, share, temperature):
    z = logits - np.max(logits, axis=-1, keepdims=True)
    p = np.exp(z)
    p = p / p.sum(axis=-1, keepdims=True)
    keep = p >= share * p.max(axis=-1, keepdims=True)
    e = np.exp(z / temperature) * keep
    return e / e.sum(axis=-1, keepdims=True)


# %% right: bound in logarithms
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1)[:, None]
    bound = np.log(share) if share > 0 else -np.inf
    scaled = np.where(z >= bound, z / temperature, -np.inf)
    e = np.exp(scaled)
    return e / np.sum(e, axis=1)[:, None]


# %% right: loops and the math module
def min_p(logits, share, temperature):
    import math
    out = []
    for row in logits.tolist():
        top = max(row)
        kept = []
        for z in row:
            ratio = math.exp(z - top) if z != -math.inf else 0.0
            if ratio >= share and z != -math.inf:
                kept.append(math.exp((z - top) / temperature))
            else:
                kept.append(0.0)
        total = math.fsum(kept)
        out.append([k / total for k in kept])
    return np.array(out)


# %% right: torch masked fill and softmax
def min_p(logits, share, temperature):
    import torch
    z = torch.tensor(np.asarray(logits, dtype=np.float64))
    z = z - z.max(dim=1, keepdim=True).values
    cut = torch.exp(z) < share
    return torch.softmax((z / temperature).masked_fill(cut, float("-inf")), dim=1)


# %% right: logarithm of the bound divided by the temperature too
def min_p(logits, share, temperature):
    z = (logits - logits.max(axis=1, keepdims=True)) / temperature
    e = np.exp(z)
    e[z < (np.log(share) / temperature if share else -np.inf)] = 0
    return e / e.sum(axis=1, keepdims=True)


# %% right: row by row with only the kept tokens
def min_p(logits, share, temperature):
    out = np.zeros(logits.shape)
    for r, row in enumerate(logits):
        top = row.max()
        ids = np.flatnonzero(np.exp(row - top) >= share)
        w = np.exp((row[ids] - top) / temperature)
        out[r, ids] = w / w.sum()
    return out


# %% right: sorted rows and put along axis
def min_p(logits, share, temperature):
    order = np.argsort(-logits, axis=1, kind="stable")
    z = np.take_along_axis(logits, order, axis=1)
    z = z - z[:, :1]
    e = np.exp(z / temperature)
    e[np.exp(z) < share] = 0
    e /= e.sum(axis=1, keepdims=True)
    out = np.empty(logits.shape, dtype=float)
    np.put_along_axis(out, order, e, axis=1)
    return out


# %% right: log of the sum subtracted in logarithms
def min_p(logits, share, temperature):
    logp = logits - np.logaddexp.reduce(logits, axis=1, keepdims=True)
    best = logp.max(axis=1, keepdims=True)
    keep = np.exp(logp - best) >= share
    scaled = np.where(keep, (logp - best) / temperature, -np.inf)
    return np.exp(scaled - np.logaddexp.reduce(scaled, axis=1, keepdims=True))


# %% right: apply along axis with a nested function
def min_p(logits, share, temperature):
    def one(row):
        z = row - row.max()
        p = np.exp(z)
        p /= p.sum()
        scaled = z / temperature
        scaled[p / p.max() < share] = -np.inf
        e = np.exp(scaled)
        return e / e.sum()

    return np.apply_along_axis(one, 1, np.asarray(logits, dtype=float))


# %% right: masked arrays filled with zero
def min_p(logits, share, temperature):
    z = np.asarray(logits, dtype=float)
    z = z - z.max(axis=1, keepdims=True)
    e = np.ma.masked_array(np.exp(z / temperature), mask=np.exp(z) < share)
    total = e.filled(0.0).sum(axis=1, keepdims=True)
    return e.filled(0.0) / total


# %% right: einsum for the sums
def min_p(logits, share, temperature):
    top = np.amax(logits, axis=1)
    z = np.subtract(logits, top[:, np.newaxis])
    keep = np.greater_equal(np.exp(z), share).astype(float)
    e = np.exp(np.divide(z, temperature))
    return np.einsum("rv,rv,r->rv", keep, e, 1 / np.einsum("rv,rv->r", keep, e))


# %% right: torch row by row over the kept tokens
def min_p(logits, share, temperature):
    import torch
    rows = []
    for row in torch.tensor(np.asarray(logits, dtype=np.float64)):
        new = torch.zeros_like(row)
        keep = torch.exp(row - row.max()) >= share
        new[keep] = torch.softmax((row[keep] - row.max()) / temperature, dim=0)
        rows.append(new)
    return torch.stack(rows)


# %% wrong: temperature-first, earns 0.5 — temperature before the cut
def min_p(logits, share, temperature):
    z = (logits - logits.max(axis=1, keepdims=True)) / temperature
    e = np.exp(z)
    e = np.where(e >= share, e, 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: no-temperature, earns 0.4 — temperature is never read
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    e = np.where(np.exp(z) >= share, np.exp(z), 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: not-cut, earns 0.3 — share is never read
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    e = np.exp(z / temperature)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: fixed-bound, earns 0.4 — share itself is the bound
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    p = np.exp(z) / np.exp(z).sum(axis=1, keepdims=True)
    keep = p >= share
    keep[np.arange(len(z)), z.argmax(axis=1)] = True
    e = np.where(keep, np.exp(z / temperature), 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: one-bound-for-all, earns 0.6 — largest probability of all rows
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    p = np.exp(z) / np.exp(z).sum(axis=1, keepdims=True)
    e = np.where(p >= share * p.max(), np.exp(z / temperature), 0.0)
    total = e.sum(axis=1, keepdims=True)
    return e / np.where(total > 0, total, 1)


# %% wrong: bound-of-columns, earns 0.5 — largest of each column
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    p = np.exp(z) / np.exp(z).sum(axis=1, keepdims=True)
    e = np.where(p >= share * p.max(axis=0, keepdims=True), np.exp(z / temperature), 0.0)
    total = e.sum(axis=1, keepdims=True)
    return e / np.where(total > 0, total, 1)


# %% wrong: strict, earns 0.7 — token at the bound is cut
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    e = np.where(np.exp(z) > share, np.exp(z / temperature), 0.0)
    total = e.sum(axis=1, keepdims=True)
    return e / np.where(total > 0, total, 1)


# %% wrong: strict, earns 0.7 — strictly above the bound or the first largest
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    keep = np.exp(z) > share
    keep[np.arange(len(z)), z.argmax(axis=1)] = True
    e = np.where(keep, np.exp(z / temperature), 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: underflow, earns 0.7 — strictly above the bound or equal to the largest
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    keep = (np.exp(z) > share) | (z == 0)
    e = np.where(keep, np.exp(z / temperature), 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: one-of-equals, earns 0.7 — one token only at a share of one
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    if share == 1:
        return np.eye(z.shape[1])[z.argmax(axis=1)]
    e = np.where(np.exp(z) >= share, np.exp(z / temperature), 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: overflow, earns 0.7 — exponentials without a shift
def min_p(logits, share, temperature):
    p = np.exp(logits)
    p = p / p.sum(axis=1, keepdims=True)
    e = np.where(p >= share * p.max(axis=1, keepdims=True), np.exp(logits / temperature), 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: overflow, earns 0.7 — shift forgotten after the temperature
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    e = np.where(np.exp(z) >= share, np.exp(logits / temperature), 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: one-maximum, earns 0.7 — shift by the largest of the whole table
def min_p(logits, share, temperature):
    z = logits - logits.max()
    p = np.exp(z)
    e = np.where(p >= share * p.max(axis=1, keepdims=True), np.exp(z / temperature), 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: overflow, earns 0.35 — shift by the mean
def min_p(logits, share, temperature):
    z = logits - logits.mean(axis=1, keepdims=True)
    p = np.exp(z)
    e = np.where(p >= share * p.max(axis=1, keepdims=True), np.exp(z / temperature), 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: by-columns, earns 0.3 — softmax over the columns
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=0, keepdims=True)
    e = np.where(np.exp(z) >= share, np.exp(z / temperature), 0.0)
    return e / e.sum(axis=0, keepdims=True)


# %% wrong: by-columns, earns 0.3 — last division over the columns
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    e = np.where(np.exp(z) >= share, np.exp(z / temperature), 0.0)
    total = e.sum(axis=0, keepdims=True)
    return e / np.where(total > 0, total, 1)


# %% wrong: all-rows, earns 0.5 — divided by the sum of the table
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    e = np.where(np.exp(z) >= share, np.exp(z / temperature), 0.0)
    return e / e.sum()


# %% wrong: not-normalised, earns 0.5 — not divided by the sum of the kept
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    e = np.exp(z / temperature)
    e = e / e.sum(axis=1, keepdims=True)
    return np.where(np.exp(z) >= share, e, 0.0)


# %% wrong: not-normalised, earns 0.5 — never divided by any sum
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    return np.where(np.exp(z) >= share, np.exp(z / temperature), 0.0)


# %% wrong: multiplied, earns 0.5 — multiplied by the temperature
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    e = np.where(np.exp(z) >= share, np.exp(z * temperature), 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: no-temperature, earns 0.4 — exponentials divided by the temperature
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    e = np.where(np.exp(z) >= share, np.exp(z) / temperature, 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: probabilities-divided, earns 0.4 — probabilities in the exponent instead of logits
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    p = np.exp(z) / np.exp(z).sum(axis=1, keepdims=True)
    keep = p >= share * p.max(axis=1, keepdims=True)
    e = np.where(keep, np.exp((p - p.max(axis=1, keepdims=True)) / temperature), 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: underflow, earns 0.7 — underflown probabilities raised to a power
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    r = np.exp(z)
    e = np.where(r >= share, r ** (1 / temperature), 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: underflow, earns 0.7 — logarithm of underflown probabilities
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    p = np.exp(z) / np.exp(z).sum(axis=1, keepdims=True)
    with np.errstate(divide="ignore"):
        logp = np.log(p)
    keep = p >= share * p.max(axis=1, keepdims=True)
    s = np.where(keep, logp / temperature, -np.inf)
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: unrecognised, earns 0.5 — shifted logits clipped at minus fifty
def min_p(logits, share, temperature):
    z = np.maximum(logits - logits.max(axis=1, keepdims=True), -50)
    e = np.where(np.exp(z) >= share, np.exp(z / temperature), 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: unrecognised, earns 0.5 — shifted logits clipped at minus seven hundred
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    e = np.where(np.exp(z) >= share, np.exp(np.clip(z, -700, 0) / temperature), 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: finite-for-infinite, earns 0.7 — minus infinity replaced by minus one thousand
def min_p(logits, share, temperature):
    z = np.nan_to_num(logits, neginf=-1000.0)
    z = z - z.max(axis=1, keepdims=True)
    e = np.where(np.exp(z) >= share, np.exp(z / temperature), 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: not-finite, earns 0.5 — minus infinity times zero makes not a number
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    keep = np.exp(z) >= share
    scaled = z * keep / temperature + np.where(keep, 0.0, -np.inf)
    e = np.exp(scaled)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: underflow, earns 0.7 — tokens of probability zero cut at share zero
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    p = np.exp(z)
    e = np.where((p >= share) & (p > 0), np.exp(z / temperature), 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: zeroed-logits, earns 0.4 — refused tokens get the logit zero
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    z = np.where(np.exp(z) >= share, z, 0.0)
    e = np.exp(z / temperature)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: finite-for-infinite, earns 0.7 — refused tokens get a logit of minus one thousand
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    s = np.where(np.exp(z) >= share, logits, -1000.0) / temperature
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: not-cut, earns 0.3 — share of the smallest probability
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    p = np.exp(z)
    e = np.where(p >= share * p.min(axis=1, keepdims=True), np.exp(z / temperature), 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: unrecognised — share of the mean probability
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    p = np.exp(z)
    e = np.where(p >= share * p.mean(axis=1, keepdims=True), np.exp(z / temperature), 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: logit-bound, earns 0.4 — share of the largest logit
def min_p(logits, share, temperature):
    top = logits.max(axis=1, keepdims=True)
    keep = (logits >= share * top) | (logits == top)
    e = np.where(keep, np.exp((logits - top) / temperature), 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: unrecognised — shifted logit compared with minus the share
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    e = np.where(z >= -share, np.exp(z / temperature), 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: unrecognised — bound with the logarithm to base two
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    bound = np.log2(share) if share > 0 else -np.inf
    e = np.where(z >= bound, np.exp(z / temperature), 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: unrecognised — bound with the logarithm to base ten
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    bound = np.log10(share) if share > 0 else -np.inf
    e = np.where(z >= bound, np.exp(z / temperature), 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: rest-of-share, earns 0.5 — one less the share as the bound
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    e = np.where(np.exp(z) >= 1 - share, np.exp(z / temperature), 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: nucleus, earns 0.3 — nucleus with the share as its sum
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    p = np.exp(z) / np.exp(z).sum(axis=1, keepdims=True)
    order = np.argsort(-p, axis=1, kind="stable")
    s = np.take_along_axis(p, order, axis=1)
    keep_sorted = np.cumsum(s, axis=1) - s < share
    keep_sorted[:, 0] = True
    keep = np.zeros(p.shape, dtype=bool)
    np.put_along_axis(keep, order, keep_sorted, axis=1)
    e = np.where(keep, np.exp(z / temperature), 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: unrecognised — same number of tokens kept in each row
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    k = int((np.exp(z[0]) >= share).sum())
    bound = np.sort(z, axis=1)[:, -k][:, None]
    e = np.where(z >= bound, np.exp(z / temperature), 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: unrecognised — bound with a slack of one hundredth
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    e = np.where(np.exp(z) >= share - 0.01, np.exp(z / temperature), 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: unrecognised, earns 0.5 — share of zero means the greedy choice
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    e = np.where(np.exp(z) >= (share or 1.0), np.exp(z / temperature), 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: raised, earns 0.5 — logarithm of the share raises at zero
def min_p(logits, share, temperature):
    import math
    z = logits - logits.max(axis=1, keepdims=True)
    e = np.where(z >= math.log(share), np.exp(z / temperature), 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: changed-arguments, earns 0.7 — logits shifted in place
def min_p(logits, share, temperature):
    logits -= logits.max(axis=1, keepdims=True)
    e = np.where(np.exp(logits) >= share, np.exp(logits / temperature), 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: changed-arguments, earns 0.7 — cut written into the given logits
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    logits[np.exp(z) < share] = -np.inf
    e = np.exp((logits - logits.max(axis=1, keepdims=True)) / temperature)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: axis-of-length-1, earns 0.8 — single row returned without its axis
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    e = np.where(np.exp(z) >= share, np.exp(z / temperature), 0.0)
    return np.squeeze(e / e.sum(axis=1, keepdims=True))


# %% wrong: unrecognised — only the first row is worked out
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    e = np.where(np.exp(z[0]) >= share, np.exp(z / temperature), 0.0)
    total = e.sum(axis=1, keepdims=True)
    return e / np.where(total > 0, total, 1)


# %% wrong: unrecognised — kept tokens all equally likely
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    e = np.where(np.exp(z) >= share, 1.0, 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: unrecognised — share divided by the temperature as well
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    keep = (np.exp(z) >= share / temperature) | (z == 0)
    e = np.where(keep, np.exp(z / temperature), 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: unrecognised — cut once more after the temperature
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    e = np.where(np.exp(z) >= share, np.exp(z / temperature), 0.0)
    e = np.where(e >= share, e, 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: unrecognised — logits of the kept returned instead of probabilities
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    return np.where(np.exp(z) >= share, z / temperature, 0.0)
