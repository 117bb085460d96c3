# %% right: follows the hints
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p), u, side="right")


# %% right: torch sort and searchsorted and scatter of the kept ones
def next_tokens(logits, temperature, top_p, u):
    p = torch.softmax(torch.as_tensor(logits, dtype=torch.float64) / temperature, dim=0)
    values, order = torch.sort(p, descending=True)
    keep = values.cumsum(0) - values < top_p
    kept = torch.zeros_like(p).scatter(0, order, torch.where(keep, values, 0.0))
    total = (kept / kept.sum()).cumsum(0)
    return torch.searchsorted(total, torch.as_tensor(u, dtype=torch.float64), right=True)


# %% right: plain Python loops without any library sum
def next_tokens(logits, temperature, top_p, u):
    highest = max(float(one) for one in logits)
    p = [math.exp((float(one) - highest) / temperature) for one in logits]
    whole = sum(p)
    p = [one / whole for one in p]
    nucleus, reached = set(), 0.0
    for token in sorted(range(len(p)), key=lambda token: p[token], reverse=True):
        nucleus.add(token)
        reached += p[token]
        if reached >= top_p:
            break
    left = sum(p[token] for token in nucleus)
    drawn = []
    for number in u:
        total, last = 0.0, None
        for token in sorted(nucleus):
            total += p[token] / left
            last = token
            if total > number:
                break
        drawn.append(last)
    return np.array(drawn)


# %% right: tail sums from the least likely end
def next_tokens(logits, temperature, top_p, u):
    z = np.asarray(logits, dtype=float) / temperature
    p = np.exp(z - np.logaddexp.reduce(z))
    order = np.argsort(p)  # the least likely first
    tail = np.cumsum(p[order])
    gone = order[:-1][tail[:-1] <= 1 - top_p]
    q = p.copy()
    q[gone] = 0.0
    c = np.cumsum(q)
    return np.minimum(np.searchsorted(c, np.asarray(u) * c[-1], side="right"), len(p) - 1)


# %% right: table of all pairs and no sorting at all
def next_tokens(logits, temperature, top_p, u):
    logits = np.asarray(logits, dtype=float)
    p = np.exp((logits - logits.max()) / temperature)
    p /= p.sum()
    before = (logits[None, :] > logits[:, None]) @ p
    kept = np.where(before < top_p, p, 0.0)
    total = np.cumsum(kept / kept.sum())
    return np.array([int((total <= one).sum()) for one in u])


# %% right: never normalised and the random numbers scaled instead
def next_tokens(logits, temperature, top_p, u):
    weights = np.exp((logits - np.max(logits)) / temperature)
    order = weights.argsort()[::-1]
    sums = weights[order].cumsum()
    size = np.searchsorted(sums, top_p * weights.sum()) + 1
    kept = np.zeros_like(weights)
    kept[order[:size]] = weights[order[:size]]
    return np.digitize(u * kept.sum(), kept.cumsum())


# %% right: minus infinity outside the nucleus and a second softmax
def next_tokens(logits, temperature, top_p, u):
    scaled = torch.tensor(np.asarray(logits, dtype=np.float64)) / temperature
    order = scaled.argsort(descending=True)
    p = scaled.softmax(-1)
    outside = torch.zeros(len(scaled), dtype=torch.bool)
    outside[order[1:]] = p[order].cumsum(0)[:-1] >= top_p
    total = scaled.masked_fill(outside, -math.inf).softmax(-1).cumsum(0)
    above = total[None, :] > torch.tensor(np.asarray(u, dtype=np.float64))[:, None]
    return above.to(torch.uint8).argmax(dim=1)


# %% right: logarithms from end to end
def next_tokens(logits, temperature, top_p, u):
    logs = np.asarray(logits, dtype=float) / temperature
    logs = logs - np.logaddexp.reduce(logs)
    order = np.argsort(-logs)
    sums = np.logaddexp.accumulate(logs[order])
    reached = np.concatenate([[-np.inf], sums[:-1]])
    left = np.full(len(logs), -np.inf)
    keep = order[reached < np.log(top_p)]
    left[keep] = logs[keep] - np.logaddexp.reduce(logs[keep])
    total = np.logaddexp.accumulate(left)
    with np.errstate(divide="ignore"):
        return np.searchsorted(total, np.log(u), side="right")


# %% right: bisect and accumulate and a list turned into int32
def next_tokens(logits, temperature, top_p, u):
    from bisect import bisect_left, bisect_right
    from itertools import accumulate

    z = [one / temperature for one in logits]
    top = max(z)
    e = [math.exp(one - top) for one in z]
    s = math.fsum(e)
    ranked = sorted(((one / s, token) for token, one in enumerate(e)), reverse=True)
    size = bisect_left(list(accumulate(one for one, _ in ranked)), top_p) + 1
    kept = {token: one for one, token in ranked[:size]}
    left = math.fsum(kept.values())
    total = list(accumulate(kept.get(token, 0.0) / left for token in range(len(e))))
    return np.array([bisect_right(total, one) for one in u], dtype=np.int32)


# %% right: extended precision and a probability threshold
def next_tokens(logits, temperature, top_p, u):
    z = np.asarray(logits, dtype=np.longdouble) / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    falling = np.sort(p)[::-1]
    place = min(np.searchsorted(np.cumsum(falling), top_p, side="left"), len(p) - 1)
    p = np.where(p >= falling[place], p, 0)
    total = np.cumsum(p) / p.sum()
    return np.array([np.flatnonzero(total > one)[0] for one in u])


# %% right: draws among the kept numbers alone and maps them back
def next_tokens(logits, temperature, top_p, u):
    z = np.array(logits, dtype=float)
    z = (z - z.max()) / temperature
    p = np.exp(z) / np.exp(z).sum()
    order = np.lexsort((p,))[::-1]
    size = 1
    while size < len(p) and p[order[:size]].sum() < top_p:
        size += 1
    kept = np.sort(order[:size])
    total = np.cumsum(p[kept] / p[kept].sum())
    return kept[np.searchsorted(total, u, side="right").clip(max=size - 1)]


# %% right: takes the largest one again and again
def next_tokens(logits, temperature, top_p, u):
    z = torch.as_tensor(np.array(logits, dtype=float)).div(temperature)
    p = z.log_softmax(0).exp()
    rest, kept, reached = p.clone(), torch.zeros_like(p), 0.0
    for _ in range(len(p)):
        best = int(rest.argmax())
        kept[best] = p[best]
        reached = reached + float(p[best])
        rest[best] = -1.0
        if reached >= top_p:
            break
    total = (kept / kept.sum()).cumsum(0)
    u = torch.as_tensor(np.array(u, dtype=float))
    return torch.bucketize(u, total, right=True).to(torch.int32)


# %% right: rank of each token and unsigned result
def next_tokens(logits, temperature, top_p, u):
    z = np.asarray(logits, dtype=np.float64) * (1.0 / temperature)
    p = np.exp(z - z.max())
    p = p / p.sum()
    order = np.argsort(-z, kind="stable")
    rank = np.empty(len(p), dtype=int)
    rank[order] = np.arange(len(p))
    size = 1 + np.count_nonzero(np.cumsum(p[order])[:-1] < top_p)
    q = p * (rank < size)
    q /= q.sum()
    return (np.cumsum(q)[:, None] <= np.asarray(u)[None, :]).sum(axis=0).astype(np.uint16)


# %% right: one vectorised function of u and intervals per token
def next_tokens(logits, temperature, top_p, u):
    z = np.asarray(logits, dtype=float)
    z = z / temperature
    p = 1.0 / np.exp(np.minimum(z[None, :] - z[:, None], 700.0)).sum(axis=1)
    order = sorted(range(len(p)), key=lambda i: -z[i])
    sums = np.add.accumulate(p[order])
    last = next((i for i, s in enumerate(sums) if s >= top_p), len(p) - 1)
    kept = np.isin(np.arange(len(p)), order[: last + 1])
    high = np.cumsum(np.where(kept, p, 0)) / p[kept].sum()
    low = np.concatenate([[0.0], high[:-1]])
    return np.array([np.flatnonzero((low <= one) & (one < high))[0] for one in u])


# %% wrong: temperature-multiplied, earns 0.5 — multiplies by the temperature
def next_tokens(logits, temperature, top_p, u):
    scaled = logits * temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p), u, side="right")


# %% wrong: no-temperature, earns 0.4 — temperature never read
def next_tokens(logits, temperature, top_p, u):
    scaled = logits + 0.0
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p), u, side="right")


# %% wrong: no-nucleus, earns 0.4 — top_p never read
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= 1]] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p), u, side="right")


# %% wrong: not-shifted, earns 0.5 — exponentials not shifted so they overflow at low temperatures
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled)
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p), u, side="right")


# %% wrong: not-shifted, earns 0.25 — shifted by 100 always so all underflow when logits are low
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - 100 / temperature)
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p), u, side="right")


# %% wrong: not-shifted, earns 0.5 — scaled logits clipped to 700 against overflow
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(np.clip(scaled, -700, 700))
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p), u, side="right")


# %% wrong: not-shifted, earns 0.5 — shifted by the mean so one far outlier overflows
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.mean())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p), u, side="right")


# %% wrong: one-too-few, earns 0.6 — the token that reaches top_p is dropped unless it is alone
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    keep = np.cumsum(p[order]) <= top_p
    keep[0] = True
    p[order[~keep]] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p), u, side="right")


# %% wrong: one-too-few, earns 0.6 — drops the reaching token so the nucleus may be empty
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    p[order[np.cumsum(p[order]) >= top_p]] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p), u, side="right")


# %% wrong: one-too-many, earns 0.6 — keeps one token too many
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    last = np.searchsorted(np.cumsum(p[order]), top_p)
    p[order[last + 2:]] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p), u, side="right")


# %% wrong: nearest-sum, earns 0.6 — takes the nearer sum not the first that reaches top_p
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    last = np.abs(np.cumsum(p[order]) - top_p).argmin()
    p[order[last + 1:]] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p), u, side="right")


# %% wrong: not-normalised, earns 0.4 — what is left is not divided by its sum
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    return np.minimum(np.searchsorted(np.cumsum(p), u, side="right"), len(p) - 1)


# %% wrong: not-normalised, earns 0.4 — not renormalised and the rest falls to the last kept token
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    last = np.flatnonzero(p)[-1]
    return np.minimum(np.searchsorted(np.cumsum(p), u, side="right"), last)


# %% wrong: by-rank, earns 0.8 — draws from the most likely on
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return order[np.searchsorted(np.cumsum(p[order]), u, side="right")]


# %% wrong: ranks, earns 0.4 — draws from the most likely on and returns ranks
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p[order]), u, side="right")


# %% wrong: backwards, earns 0.8 — draws from the last token backwards
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return len(p) - 1 - np.searchsorted(np.cumsum(p[::-1]), u, side="right")


# %% wrong: unlikely-kept, earns 0.3 — sorted from the least likely on
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p), u, side="right")


# %% wrong: not-sorted, earns 0.3 — sums in the order of numbers without sorting
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    before = np.cumsum(p) - p
    p[before >= top_p] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p), u, side="right")


# %% wrong: mask-of-ranks, earns 0.5 — forgets to map the ranks back to tokens
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[before >= top_p] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p), u, side="right")


# %% wrong: mask-of-ranks, earns 0.5 — mask of ranks permuted the wrong way round
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p = p * (before < top_p)[order]
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p), u, side="right")


# %% wrong: at-least, earns 0.7 — side left gives token 0 for u of exactly 0
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p), u)


# %% wrong: at-least, earns 0.7 — digitize with right True so u 0 gives token 0
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return np.digitize(u, np.cumsum(p), right=True)


# %% wrong: at-least, earns 0.7 — torch searchsorted with its default so u 0 gives token 0
def next_tokens(logits, temperature, top_p, u):
    p = torch.softmax(torch.tensor(logits) / temperature, dim=0)
    values, order = p.sort(descending=True)
    values[values.cumsum(0) - values >= top_p] = 0
    p = torch.zeros_like(p)
    p[order] = values / values.sum()
    return torch.searchsorted(p.cumsum(0), torch.tensor(u))


# %% wrong: at-least, earns 0.7 — argmax over total at least u so u 0 gives token 0
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return (np.cumsum(p)[None, :] >= u[:, None]).argmax(axis=1)


# %% wrong: places-of-kept, earns 0.5 — returns places among the kept tokens alone
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p[p > 0]), u, side="right")


# %% wrong: fixed-bound, earns 0.3 — keeps tokens whose own probability is at least top_p
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    p[(p < top_p) & (p < p.max())] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p), u, side="right")


# %% wrong: fixed-bound, earns 0.3 — min-p in place of a nucleus
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    p[p < top_p * p.max()] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p), u, side="right")


# %% wrong: unrecognised — keeps the share top_p of the number of tokens
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    p[order[max(1, math.ceil(top_p * len(p))):]] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p), u, side="right")


# %% wrong: cut-before-temperature, earns 0.6 — nucleus chosen before the temperature is applied
def next_tokens(logits, temperature, top_p, u):
    p = np.exp(logits - logits.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p = np.exp((logits - logits.max()) / temperature)
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p), u, side="right")


# %% wrong: unrecognised — temperature applied to probabilities after the nucleus by division
def next_tokens(logits, temperature, top_p, u):
    p = np.exp(logits - logits.max())
    p = p / p.sum() / temperature
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p), u, side="right")


# %% wrong: greedy — sums compared with top_p before the softmax is normalised
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p), u, side="right")


# %% wrong: finite-lost, earns 0.7 — outside scores set to −1000 before a second softmax
def next_tokens(logits, temperature, top_p, u):
    z = torch.tensor(logits, dtype=torch.float64) / temperature
    p = z.softmax(0)
    values, order = p.sort(descending=True)
    z[order[values.cumsum(0) - values >= top_p]] = -1000.0
    total = z.softmax(0).cumsum(0)
    return torch.searchsorted(total, torch.tensor(u), right=True)


# %% wrong: zeroed-logits, earns 0.4 — outside scores set to 0 before a second softmax
def next_tokens(logits, temperature, top_p, u):
    z = torch.tensor(logits, dtype=torch.float64) / temperature
    p = z.softmax(0)
    values, order = p.sort(descending=True)
    z[order[values.cumsum(0) - values >= top_p]] = 0.0
    total = z.softmax(0).cumsum(0)
    return torch.searchsorted(total, torch.tensor(u), right=True).clamp(max=len(z) - 1)


# %% wrong: softmax-again, earns 0.4 — probabilities put through a softmax again to renormalise
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = np.exp(p) / np.exp(p).sum()
    return np.searchsorted(np.cumsum(p), u, side="right")


# %% wrong: unrecognised, earns 0.5 — probabilities rounded to four decimals
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = np.round(p / p.sum(), 4)
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p), u, side="right")


# %% wrong: unrecognised — small number added below the fraction line
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / (p.sum() + 1e-2)
    return np.searchsorted(np.cumsum(p), u, side="right").clip(max=len(p) - 1)


# %% wrong: changed-arguments, earns 0.7 — changes the logits in place
def next_tokens(logits, temperature, top_p, u):
    scaled = logits
    scaled /= temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p), u, side="right")


# %% wrong: changed-arguments, earns 0.7 — subtracts the maximum from the logits in place
def next_tokens(logits, temperature, top_p, u):
    logits -= logits.max()
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p), u, side="right")


# %% wrong: unrecognised — sorts the random numbers so draws come out sorted
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p), np.sort(u), side="right")


# %% wrong: unrecognised — one draw for all random numbers
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return np.full(len(u), np.searchsorted(np.cumsum(p), u[0], side="right"))


# %% wrong: axis-of-length-1, earns 0.8 — a single draw is returned as a number without axis
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return np.squeeze(np.searchsorted(np.cumsum(p), u, side="right"))


# %% wrong: axis-of-length-1, earns 0.8 — a column of draws in place of a row
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p), u[:, None], side="right")


# %% wrong: greedy — always the most likely token
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return np.full(len(u), p.argmax())


# %% wrong: unrecognised — own random numbers by numpy choice
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return np.random.default_rng(0).choice(len(p), size=len(u), p=p)


# %% wrong: unrecognised — own random numbers by torch multinomial
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return torch.multinomial(torch.tensor(p), len(u), replacement=True)


# %% wrong: unrecognised — kept tokens made equally likely
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = (p > 0) / (p > 0).sum()
    return np.searchsorted(np.cumsum(p), u, side="right")


# %% wrong: unrecognised — random number counts tokens by u times vocabulary
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return np.argsort(-p)[(u * (p > 0).sum()).astype(int)]


# %% wrong: backwards, earns 0.8 — draws with 1 minus u
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return np.minimum(len(p) - 1, np.searchsorted(np.cumsum(p), 1 - u, side="right"))


# %% wrong: beside, earns 0.5 — next token whose sum is above u by one too far
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return np.minimum(np.searchsorted(np.cumsum(p), u, side="right") + 1, len(p) - 1)


# %% wrong: beside, earns 0.5 — draws the token before the one whose sum is above u
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return np.maximum(np.searchsorted(np.cumsum(p), u, side="right") - 1, 0)


# %% wrong: unrecognised, earns 0.5 — top_p of 1 taken as no nucleus but greedy
def next_tokens(logits, temperature, top_p, u):
    if top_p >= 1:
        return np.full(len(u), logits.argmax())
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p), u, side="right")


# %% wrong: unrecognised — nucleus keeps at least two tokens
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[2:][before[2:] >= top_p]] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p), u, side="right")


# %% wrong: unrecognised — temperature below 1 raised to 1
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / max(temperature, 1.0)
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p), u, side="right")


# %% wrong: unrecognised, earns 0.5 — temperature below 0.1 raised to 0.1
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / np.clip(temperature, 0.1, 10)
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p), u, side="right")


# %% wrong: unrecognised — powers of 2 in place of e
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = 2.0 ** (scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p), u, side="right")


# %% wrong: unrecognised — probabilities from logits without exponentials
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = scaled - scaled.min() + 1e-9
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p), u, side="right")


# %% wrong: unrecognised, earns 0.5 — nucleus limited to the 50 most likely tokens
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p[order[50:]] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p), u, side="right")


# %% wrong: unrecognised — nucleus condition compares with 1 minus top_p
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    before[0] = -1
    p[order[before >= 1 - top_p]] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p), u, side="right")


# %% wrong: greedy — top_p scaled by the largest probability
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p * p.max()]] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p), u, side="right")


# %% wrong: unrecognised — sums stop after the first token above top_p over vocabulary
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[(before >= top_p) | (p[order] < top_p / len(p))]] = 0
    p = p / p.sum()
    return np.searchsorted(np.cumsum(p), u, side="right")


# %% wrong: unrecognised — returns the probabilities of the drawn tokens
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return p[np.searchsorted(np.cumsum(p), u, side="right")]


# %% wrong: wrong-shape — returns one-hot rows in place of numbers
def next_tokens(logits, temperature, top_p, u):
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max())
    p = p / p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    p = p / p.sum()
    return np.eye(len(p))[np.searchsorted(np.cumsum(p), u, side="right")]


# %% wrong: unrecognised — knows the visible example only
def next_tokens(logits, temperature, top_p, u):
    p = np.array([0.1, 0.5, 0.15, 0.25])
    p[[0, 2]] = 0
    return np.searchsorted(np.cumsum(p / p.sum()), u, side="right")
