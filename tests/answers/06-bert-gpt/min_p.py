# %% right: relative to the likeliest
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    p = np.where(np.exp(z) >= share, np.exp(z / temperature), 0)
    return p / p.sum(axis=1, keepdims=True)


# %% right: two softmaxes of torch
def min_p(logits, share, temperature):
    import torch

    logits = torch.tensor(logits)
    p = logits.softmax(-1)
    cut = p < share * p.amax(-1, keepdim=True)
    return (logits.masked_fill(cut, -torch.inf) / temperature).softmax(-1)


# %% right: row by row — with Python's numbers
def min_p(logits, share, temperature):
    import math

    result = []
    for row in logits.tolist():
        top = max(row)
        powers = [math.exp(z - top) for z in row]
        kept = [
            math.exp((z - top) / temperature) if power >= share else 0.0
            for z, power in zip(row, powers, strict=True)
        ]
        result.append([power / sum(kept) for power in kept])
    return result


# %% right: with the package's softmax at a temperature
def min_p(logits, share, temperature):
    import torch

    from payattention.decode import distribution

    logits = torch.tensor(logits)
    p = distribution(logits)
    below = p < share * p.max(dim=1, keepdim=True).values
    return distribution(logits.where(~below, -torch.inf), temperature=temperature)


# %% wrong: temperature-first, earns 0.5
def min_p(logits, share, temperature):
    z = (logits - logits.max(axis=1, keepdims=True)) / temperature
    p = np.where(np.exp(z) >= share, np.exp(z), 0)
    return p / p.sum(axis=1, keepdims=True)


# %% wrong: nucleus, earns 0.3 — the chapter's
def min_p(logits, share, temperature):
    import torch

    from payattention.decode import distribution

    return distribution(torch.tensor(logits), temperature=temperature, top_p=share)


# %% wrong: nucleus, earns 0.3 — before the temperature
def min_p(logits, share, temperature):
    p = np.exp(logits - logits.max(axis=1, keepdims=True))
    p /= p.sum(axis=1, keepdims=True)
    order = np.argsort(-p, axis=1)
    ranked = np.take_along_axis(p, order, axis=1)
    ranked[np.cumsum(ranked, axis=1) - ranked >= share] = 0
    np.put_along_axis(p, order, ranked ** (1 / temperature), axis=1)
    return p / p.sum(axis=1, keepdims=True)


# %% wrong: unrecognised — the likeliest token alone
def min_p(logits, share, temperature):
    return np.eye(logits.shape[1])[logits.argmax(axis=1)]


# %% wrong: fixed-bound, earns 0.4
def min_p(logits, share, temperature):
    p = np.exp(logits - logits.max(axis=1, keepdims=True))
    p /= p.sum(axis=1, keepdims=True)
    p = np.where(p >= share, p ** (1 / temperature), 0)
    return p / p.sum(axis=1, keepdims=True)


# %% wrong: one-bound-for-all, earns 0.6
def min_p(logits, share, temperature):
    p = np.exp(logits - logits.max(axis=1, keepdims=True))
    p /= p.sum(axis=1, keepdims=True)
    p = np.where(p >= share * p.max(), p ** (1 / temperature), 0)
    return p / p.sum(axis=1, keepdims=True)


# %% wrong: not-cut, earns 0.3
def min_p(logits, share, temperature):
    p = np.exp((logits - logits.max(axis=1, keepdims=True)) / temperature)
    return p / p.sum(axis=1, keepdims=True)


# %% wrong: not-normalised, earns 0.5
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    p = np.exp(z / temperature)
    return np.where(np.exp(z) >= share, p / p.sum(axis=1, keepdims=True), 0)


# %% wrong: zeroed-logits, earns 0.4
def min_p(logits, share, temperature):
    p = np.exp(logits - logits.max(axis=1, keepdims=True))
    z = np.where(p >= share, logits, 0) / temperature
    p = np.exp(z - z.max(axis=1, keepdims=True))
    return p / p.sum(axis=1, keepdims=True)


# %% wrong: no-temperature, earns 0.4
def min_p(logits, share, temperature):
    p = np.exp(logits - logits.max(axis=1, keepdims=True))
    p = np.where(p >= share, p / temperature, 0)
    return p / p.sum(axis=1, keepdims=True)


# %% wrong: multiplied, earns 0.5
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    p = np.where(np.exp(z) >= share, np.exp(z * temperature), 0)
    return p / p.sum(axis=1, keepdims=True)


# %% wrong: probabilities-divided, earns 0.4
def min_p(logits, share, temperature):
    import torch

    p = torch.tensor(logits).softmax(-1)
    p[p < share * p.amax(-1, keepdim=True)] = -torch.inf
    return (p / temperature).softmax(-1)


# %% wrong: strict, earns 0.7
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    p = np.where(np.exp(z) > share, np.exp(z / temperature), 0)
    return p / p.sum(axis=1, keepdims=True)


# %% wrong: overflow, earns 0.7
def min_p(logits, share, temperature):
    p = np.exp(logits)
    p = np.where(p >= share * p.max(axis=1, keepdims=True), np.exp(logits / temperature), 0)
    return p / p.sum(axis=1, keepdims=True)


# %% wrong: strict + overflow, earns 0.49
def min_p(logits, share, temperature):
    p = np.exp(logits)
    p = np.where(p > share * p.max(axis=1, keepdims=True), np.exp(logits / temperature), 0)
    return p / p.sum(axis=1, keepdims=True)


# %% wrong: logit-bound, earns 0.4
def min_p(logits, share, temperature):
    kept = logits >= share * logits.max(axis=1, keepdims=True)
    z = np.where(kept, logits, -np.inf) / temperature
    p = np.exp(z - z.max(axis=1, keepdims=True))
    return p / p.sum(axis=1, keepdims=True)


# %% wrong: logit-bound, earns 0.4 — with zeros for what is cut
def min_p(logits, share, temperature):
    kept = logits >= share * logits.max(axis=1, keepdims=True)
    p = np.where(kept, np.exp(logits / temperature), 0)
    return p / p.sum(axis=1, keepdims=True)


# %% wrong: all-rows, earns 0.5
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    p = np.where(np.exp(z) >= share, np.exp(z / temperature), 0)
    return p / p.sum()


# %% wrong: all-rows, earns 0.5 — of probabilities
def min_p(logits, share, temperature):
    p = np.exp(logits - logits.max(axis=1, keepdims=True))
    p /= p.sum(axis=1, keepdims=True)
    p = np.where(p >= share * p.max(axis=1, keepdims=True), p ** (1 / temperature), 0)
    return p / p.sum()


# %% wrong: by-columns, earns 0.3
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=0)
    p = np.where(np.exp(z) >= share, np.exp(z / temperature), 0)
    return p / p.sum(axis=0)


# %% wrong: by-columns, earns 0.3 — only the last sum
def min_p(logits, share, temperature):
    import torch

    logits = torch.tensor(logits)
    p = logits.softmax(1)
    cut = p < share * p.amax(1, keepdim=True)
    return (logits.masked_fill(cut, -torch.inf) / temperature).softmax(0)


# %% wrong: one-maximum, earns 0.7
def min_p(logits, share, temperature):
    z = logits - logits.max()
    p = np.exp(z)
    kept = p >= share * p.max(axis=1, keepdims=True)
    p = np.where(kept, np.exp(z / temperature), 0)
    return p / p.sum(axis=1, keepdims=True)


# %% wrong: underflow, earns 0.7 — a power of the probabilities
def min_p(logits, share, temperature):
    p = np.exp(logits - logits.max(axis=1, keepdims=True))
    p /= p.sum(axis=1, keepdims=True)
    p = np.where(p >= share * p.max(axis=1, keepdims=True), p ** (1 / temperature), 0)
    return p / p.sum(axis=1, keepdims=True)


# %% wrong: underflow, earns 0.7 — the logarithm of a softmax
def min_p(logits, share, temperature):
    import torch

    p = torch.tensor(logits).softmax(-1)
    p = torch.where(p >= share * p.amax(-1, keepdim=True), p, 0)
    return (p.log() / temperature).softmax(-1)


# %% wrong: strict, earns 0.7 — of probabilities
def min_p(logits, share, temperature):
    p = np.exp(logits - logits.max(axis=1, keepdims=True))
    p /= p.sum(axis=1, keepdims=True)
    p = np.where(p > share * p.max(axis=1, keepdims=True), p ** (1 / temperature), 0)
    return p / p.sum(axis=1, keepdims=True)


# %% wrong: unrecognised, earns 0.5 — a share of 0 is taken for none given
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    p = np.where(np.exp(z) >= (share or 0.1), np.exp(z / temperature), 0)
    return p / p.sum(axis=1, keepdims=True)


# %% wrong: overflow, earns 0.7 — shifted for the cut
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    w = np.where(np.exp(z) >= share, np.exp(logits / temperature), 0)
    return w / w.sum(axis=1, keepdims=True)


# %% wrong: finite-for-infinite, earns 0.7 — cut logits become -1000
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    z = np.where(np.exp(z) >= share, z, -1000)
    w = np.exp(z / temperature)
    return w / w.sum(axis=1, keepdims=True)


# %% wrong: finite-for-infinite, earns 0.7 — -inf is replaced by -1000
def min_p(logits, share, temperature):
    logits = np.maximum(logits, -1000)
    z = logits - logits.max(axis=1, keepdims=True)
    w = np.where(np.exp(z) >= share, np.exp(z / temperature), 0)
    return w / w.sum(axis=1, keepdims=True)


# %% wrong: finite-for-infinite, earns 0.7 — nan_to_num
def min_p(logits, share, temperature):
    logits = np.nan_to_num(logits, neginf=0.0)
    z = logits - logits.max(axis=1, keepdims=True)
    w = np.where(np.exp(z) >= share, np.exp(z / temperature), 0)
    return w / w.sum(axis=1, keepdims=True)


# %% wrong: one-of-equals, earns 0.7 — ties: only the first of the largest is kept
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    kept = np.exp(z) > share
    kept[np.arange(len(z)), z.argmax(axis=1)] = True
    if share == 0:
        kept[:] = True
    w = np.where(kept, np.exp(z / temperature), 0)
    return w / w.sum(axis=1, keepdims=True)


# %% wrong: temperature-clipped, earns 0.7 — adds 1e-9 to the sum and clips the temperature at
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    w = np.where(np.exp(z) >= share, np.exp(z / max(temperature, 0.1)), 0)
    return w / (w.sum(axis=1, keepdims=True) + 1e-9)


# %% wrong: logit-bound, earns 0.4 — bound is the share of the largest logit
def min_p(logits, share, temperature):
    top = logits.max(axis=1, keepdims=True)
    z = logits - top
    w = np.where((logits >= share * top) | (z == 0), np.exp(z / temperature), 0)
    return w / w.sum(axis=1, keepdims=True)


# %% wrong: lower-kept, earns 0.3 — keeps what is below the bound
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    w = np.where(np.exp(z) <= share, np.exp(z / temperature), 0)
    return w / np.maximum(w.sum(axis=1, keepdims=True), 1e-300)


# %% wrong: not-normalised, earns 0.5 — by no sum at all
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    return np.where(np.exp(z) >= share, np.exp(z / temperature), 0.0)


# %% wrong: strict, earns 0.7 — or the first of the largest
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    keep = np.exp(z) > share
    keep[np.arange(len(z)), z.argmax(axis=1)] = True
    e = np.where(keep, np.exp(z / temperature), 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: rest-of-share, earns 0.5 — 1 less the share
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    e = np.where(np.exp(z) >= 1 - share, np.exp(z / temperature), 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: unrecognised — cut twice
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    e = np.where(np.exp(z) >= share, np.exp(z / temperature), 0.0)
    e = np.where(e >= share, e, 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: unrecognised — bound less 0.01
def min_p(logits, share, temperature):
    z = logits - logits.max(axis=1, keepdims=True)
    e = np.where(np.exp(z) >= share - 0.01, np.exp(z / temperature), 0.0)
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: bound-of-columns, earns 0.5 — the maximum
def min_p(logits, share, temperature):
    p = np.exp(logits - logits.max(axis=1, keepdims=True))
    p /= p.sum(axis=1, keepdims=True)
    shifted = logits - logits.max(axis=1, keepdims=True)
    grown = np.where(p >= share * p.max(0), np.exp(shifted / temperature), 0)
    return grown / grown.sum(axis=1, keepdims=True)


# %% wrong: bound-of-columns, earns 0.5 — the softmax
def min_p(logits, share, temperature):
    p = np.exp(logits - logits.max(axis=0, keepdims=True))
    p /= p.sum(axis=0, keepdims=True)
    shifted = logits - logits.max(axis=1, keepdims=True)
    grown = np.where(p >= share * p.max(axis=1, keepdims=True), np.exp(shifted / temperature), 0)
    return grown / grown.sum(axis=1, keepdims=True)
