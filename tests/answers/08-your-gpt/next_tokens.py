# %% right: searchsorted
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    return np.searchsorted(np.cumsum(p / p.sum()), u, side="right").clip(max=len(p) - 1)


# %% right: torch
def next_tokens(logits, temperature, top_p, u):
    p = (torch.tensor(logits) / temperature).softmax(0)
    ranked, order = p.sort(descending=True)
    ranked[ranked.cumsum(0) - ranked >= top_p] = 0
    kept = torch.zeros_like(p).scatter(0, order, ranked)
    sums = (kept / kept.sum()).cumsum(0)
    return torch.searchsorted(sums, torch.tensor(u), right=True).clamp(max=len(p) - 1)


# %% right: a loop
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    total, kept = 0.0, []
    for token in sorted(range(len(p)), key=lambda token: -p[token]):
        kept.append(token)
        total += p[token]
        if total >= top_p:
            break
    kept.sort()
    drawn = []
    for number in u:
        left = number * total
        for token in kept:
            left -= p[token]
            if left < 0:
                break
        drawn.append(token)
    return drawn


# %% right: logits at minus infinity
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(p)[::-1]
    sums = np.cumsum(p[order])
    last = np.argmax(sums >= min(top_p, sums[-1]))
    z[order[last + 1 :]] = -np.inf
    q = np.exp(z - z.max())
    return np.searchsorted(np.cumsum(q / q.sum()), u, side="right").clip(max=len(p) - 1)


# %% right: comparisons
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    keep = np.zeros(len(p), dtype=bool)
    keep[order[np.cumsum(p[order]) - p[order] < top_p]] = True
    q = np.where(keep, p, 0)
    return ((q / q.sum()).cumsum()[:-1] <= u[:, None]).sum(axis=1)


# %% right: a number for each token that is more likely
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    ahead = np.array([p[p > own].sum() for own in p])
    q = np.where(ahead < top_p, p, 0)
    return np.searchsorted(np.cumsum(q) / q.sum(), u, side="right").clip(max=len(p) - 1)


# %% right: only the tokens that are kept
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    count = np.searchsorted(np.cumsum(p[order]), top_p) + 1
    kept = np.sort(order[:count])
    sums = np.cumsum(p[kept])
    place = np.searchsorted(sums / sums[-1], u, side="right")
    return kept[np.minimum(place, len(kept) - 1)]


# %% right: digitize
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    p[order[np.cumsum(p[order]) - p[order] >= top_p]] = 0
    edges = np.cumsum(p)[:-1] / p.sum()
    return np.digitize(u, edges) if len(p) > 1 else np.zeros(len(u), dtype=int)


# %% right: with the package's distribution
def next_tokens(logits, temperature, top_p, u):
    from payattention.decode import distribution

    p = distribution(torch.tensor(logits), temperature=temperature, top_p=top_p)
    return torch.searchsorted(p.cumsum(-1), torch.tensor(u), right=True).clamp(max=len(p) - 1)


# %% right: the random numbers stretched
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    p[order[np.cumsum(p[order]) - p[order] >= top_p]] = 0
    return np.searchsorted(np.cumsum(p), u * p.sum(), side="right").clip(max=len(p) - 1)


# %% right: 32 bits
def next_tokens(logits, temperature, top_p, u):
    p = torch.softmax(torch.tensor(logits, dtype=torch.float32) / temperature, dim=-1)
    ranked, order = p.sort(descending=True)
    keep = order[ranked.cumsum(0) - ranked < top_p]
    q = torch.zeros_like(p)
    q[keep] = p[keep]
    sums = (q / q.sum()).cumsum(0)
    return [min(int((sums <= float(number)).sum()), len(p) - 1) for number in u]


# %% wrong: greedy
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    return np.full(len(u), p.argmax())


# %% wrong: greedy — without any of it
def next_tokens(logits, temperature, top_p, u):
    return np.full(len(u), np.argmax(logits))
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    return np.searchsorted(np.cumsum(p / p.sum()), u, side="right").clip(max=len(p) - 1)


# %% wrong: no-temperature, earns 0.4
def next_tokens(logits, temperature, top_p, u):
    z = logits
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    return np.searchsorted(np.cumsum(p / p.sum()), u, side="right").clip(max=len(p) - 1)


# %% wrong: temperature-multiplied, earns 0.5
def next_tokens(logits, temperature, top_p, u):
    z = logits * temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    return np.searchsorted(np.cumsum(p / p.sum()), u, side="right").clip(max=len(p) - 1)


# %% wrong: cut-before-temperature, earns 0.6
def next_tokens(logits, temperature, top_p, u):
    z = logits - 0
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    q = np.where(p > 0, np.exp((logits - logits.max()) / temperature), 0)
    return np.searchsorted(np.cumsum(q / q.sum()), u, side="right").clip(max=len(p) - 1)


# %% wrong: no-nucleus, earns 0.4
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    np.cumsum(p[order]) - p[order]
    return np.searchsorted(np.cumsum(p / p.sum()), u, side="right").clip(max=len(p) - 1)


# %% wrong: no-nucleus, earns 0.4 — torch
def next_tokens(logits, temperature, top_p, u):
    p = (torch.tensor(logits) / temperature).softmax(0)
    return torch.searchsorted(p.cumsum(0), torch.tensor(u), right=True).clamp(max=len(p) - 1)


# %% wrong: one-too-few, earns 0.6
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order])
    p[order[1:][before[1:] > top_p]] = 0
    return np.searchsorted(np.cumsum(p / p.sum()), u, side="right").clip(max=len(p) - 1)


# %% wrong: one-too-many, earns 0.6
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    before = np.append(0, before[:-1])
    p[order[before >= top_p]] = 0
    return np.searchsorted(np.cumsum(p / p.sum()), u, side="right").clip(max=len(p) - 1)


# %% wrong: one-too-many, earns 0.6 — searchsorted
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    np.cumsum(p[order]) - p[order]
    p[order[np.searchsorted(np.cumsum(p[order]), top_p) + 2 :]] = 0
    return np.searchsorted(np.cumsum(p / p.sum()), u, side="right").clip(max=len(p) - 1)


# %% wrong: fixed-bound, earns 0.3
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    np.cumsum(p[order]) - p[order]
    p[(p < top_p) & (p < p.max())] = 0
    return np.searchsorted(np.cumsum(p / p.sum()), u, side="right").clip(max=len(p) - 1)


# %% wrong: fixed-bound, earns 0.3 — min-p
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    np.cumsum(p[order]) - p[order]
    p[p < top_p * p.max()] = 0
    return np.searchsorted(np.cumsum(p / p.sum()), u, side="right").clip(max=len(p) - 1)


# %% wrong: unlikely-kept, earns 0.3
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    return np.searchsorted(np.cumsum(p / p.sum()), u, side="right").clip(max=len(p) - 1)


# %% wrong: not-sorted, earns 0.3
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.arange(len(p))
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    return np.searchsorted(np.cumsum(p / p.sum()), u, side="right").clip(max=len(p) - 1)


# %% wrong: not-normalised, earns 0.4
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    return np.searchsorted(np.cumsum(p), u, side="right").clip(max=len(p) - 1)


# %% wrong: not-normalised, earns 0.4 — by rank
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    ranked = np.where(before >= top_p, 0, p[order])
    place = np.searchsorted(np.cumsum(ranked), u, side="right")
    return order[place.clip(max=len(p) - 1)]


# %% wrong: zeroed-logits, earns 0.4
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    z[order[before >= top_p]] = 0
    p = np.exp(z - z.max())
    return np.searchsorted(np.cumsum(p / p.sum()), u, side="right").clip(max=len(p) - 1)


# %% wrong: ranks, earns 0.4
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p = np.where(before >= top_p, 0, p[order])
    return np.searchsorted(np.cumsum(p / p.sum()), u, side="right").clip(max=len(p) - 1)


# %% wrong: by-rank, earns 0.8
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    ranked = np.where(before >= top_p, 0, p[order])
    place = np.searchsorted(np.cumsum(ranked / ranked.sum()), u, side="right")
    return order[place.clip(max=len(p) - 1)]


# %% wrong: no-temperature + no-nucleus, earns 0.16
def next_tokens(logits, temperature, top_p, u):
    z = logits
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    np.cumsum(p[order]) - p[order]
    return np.searchsorted(np.cumsum(p / p.sum()), u, side="right").clip(max=len(p) - 1)


# %% wrong: no-temperature + one-too-many, earns 0.24
def next_tokens(logits, temperature, top_p, u):
    z = logits
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    before = np.append(0, before[:-1])
    p[order[before >= top_p]] = 0
    return np.searchsorted(np.cumsum(p / p.sum()), u, side="right").clip(max=len(p) - 1)


# %% wrong: unrecognised — another draw
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    rng = np.random.default_rng(0)
    return rng.choice(len(p), size=len(u), p=p / p.sum())


# %% wrong: backwards, earns 0.8 — 1 − u
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    return np.searchsorted(np.cumsum(p / p.sum()), 1 - u, side="right").clip(max=len(p) - 1)


# %% wrong: unrecognised — the temperature squared
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature**2
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    return np.searchsorted(np.cumsum(p / p.sum()), u, side="right").clip(max=len(p) - 1)


# %% wrong: not-shifted, earns 0.5
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z)
    p /= p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    return np.searchsorted(np.cumsum(p / p.sum()), u, side="right").clip(max=len(p) - 1)


# %% wrong: at-least, earns 0.7
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    return np.searchsorted(np.cumsum(p / p.sum()), u).clip(max=len(p) - 1)


# %% wrong: raised — torch's functions on arrays
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = z.softmax(0)
    p /= p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    return np.searchsorted(np.cumsum(p / p.sum()), u, side="right").clip(max=len(p) - 1)


# %% wrong: wrong-shape — one token
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    return np.searchsorted(np.cumsum(p / p.sum()), u[0], side="right").clip(max=len(p) - 1)


# %% wrong: changed-arguments, earns 0.7
def next_tokens(logits, temperature, top_p, u):
    logits /= temperature
    z = logits
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    p[order[before >= top_p]] = 0
    return np.searchsorted(np.cumsum(p / p.sum()), u, side="right").clip(max=len(p) - 1)


# %% wrong: one-too-few, earns 0.6 — also the first
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    p[order[np.cumsum(p[order]) >= top_p]] = 0
    with np.errstate(invalid="ignore"):
        p /= p.sum()
    return np.searchsorted(np.cumsum(p), u, side="right").clip(max=len(p) - 1)


# %% wrong: nearest-sum, earns 0.6
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    distance = np.abs(np.cumsum(p[order]) - top_p)
    p[order[distance.argmin() + 1 :]] = 0
    return np.searchsorted(np.cumsum(p / p.sum()), u, side="right").clip(max=len(p) - 1)


# %% wrong: mask-of-ranks, earns 0.5
def next_tokens(logits, temperature, top_p, u):
    p = torch.softmax(torch.tensor(logits) / temperature, dim=0)
    falling = p.sort(descending=True).values
    p[falling.cumsum(0) - falling >= top_p] = 0
    return torch.searchsorted((p / p.sum()).cumsum(0), torch.tensor(u), right=True)


# %% wrong: mask-of-ranks, earns 0.5 — sorted a second time
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    kept = np.cumsum(p[order]) - p[order] < top_p
    p = np.where(kept[order], p, 0)
    return np.searchsorted(np.cumsum(p / p.sum()), u, side="right").clip(max=len(p) - 1)


# %% wrong: not-normalised, earns 0.4 — the last token takes the rest
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    p[order[np.cumsum(p[order]) - p[order] >= top_p]] = 0
    return np.searchsorted(np.cumsum(p), u, side="right").clip(max=max(np.flatnonzero(p)))


# %% wrong: softmax-again, earns 0.4
def next_tokens(logits, temperature, top_p, u):
    z = torch.tensor(logits) / temperature
    p = z.softmax(dim=0)
    order = p.argsort(descending=True)
    cut = order[p[order].cumsum(0) - p[order] >= top_p]
    p[cut] = 0
    return torch.searchsorted(p.softmax(dim=0).cumsum(0), torch.tensor(u), right=True)


# %% wrong: softmax-again, earns 0.4 — minus infinity in place of 0
def next_tokens(logits, temperature, top_p, u):
    z = torch.tensor(logits) / temperature
    p = z.softmax(dim=0)
    order = p.argsort(descending=True)
    cut = order[p[order].cumsum(0) - p[order] >= top_p]
    p[cut] = -torch.inf
    return torch.searchsorted(p.softmax(dim=0).cumsum(0), torch.tensor(u), right=True)


# %% wrong: places-of-kept, earns 0.5
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    kept = np.sort(order[np.cumsum(p[order]) - p[order] < top_p])
    p = p[kept] / p[kept].sum()
    return np.searchsorted(np.cumsum(p), u, side="right").clip(max=len(p) - 1)


# %% wrong: backwards, earns 0.8
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    p[order[np.cumsum(p[order]) - p[order] >= top_p]] = 0
    p /= p.sum()
    falling = np.cumsum(p[::-1])
    return [len(p) - 1 - sum(falling <= one) for one in u]


# %% wrong: beside, earns 0.5 — the token before
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    p[order[np.cumsum(p[order]) - p[order] >= top_p]] = 0
    p /= p.sum()
    return [max(0, sum(np.cumsum(p) <= one) - 1) for one in u]


# %% wrong: beside, earns 0.5 — the token behind
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    p[order[np.cumsum(p[order]) - p[order] >= top_p]] = 0
    p /= p.sum()
    return [min(len(p), 1 + sum(np.cumsum(p) <= one) + 1) - 1 for one in u]


# %% wrong: at-least, earns 0.7 — in torch
def next_tokens(logits, temperature, top_p, u):
    z = torch.tensor(logits) / temperature
    p = z.softmax(dim=0)
    order = p.argsort(descending=True)
    cut = order[p[order].cumsum(0) - p[order] >= top_p]
    p[cut] = 0
    return torch.bucketize(torch.tensor(u), (p / p.sum()).cumsum(0))


# %% wrong: finite-lost, earns 0.7
def next_tokens(logits, temperature, top_p, u):
    z = torch.tensor(logits) / temperature
    p = z.softmax(dim=0)
    order = p.argsort(descending=True)
    cut = order[p[order].cumsum(0) - p[order] >= top_p]
    z[cut] = -100
    return torch.searchsorted(z.softmax(dim=0).cumsum(0), torch.tensor(u), right=True)


# %% wrong: finite-lost, earns 0.7 — a thousand
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    z[order[np.cumsum(p[order]) - p[order] >= top_p]] = -1000
    p = np.exp(z - z.max())
    return np.searchsorted(np.cumsum(p / p.sum()), u, side="right").clip(max=len(p) - 1)


# %% wrong: not-shifted, earns 0.5 — the mean in place of the largest
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    with np.errstate(all="ignore"):
        p = np.exp(z - z.mean())
        p /= p.sum()
        order = np.argsort(-p)
        p[order[np.cumsum(p[order]) - p[order] >= top_p]] = 0
        p /= p.sum()
    return np.searchsorted(np.cumsum(p), u, side="right").clip(max=len(p) - 1)


# %% wrong: axis-of-length-1, earns 0.8 — one draw has no axis
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    p[order[np.cumsum(p[order]) - p[order] >= top_p]] = 0
    p /= p.sum()
    drawn = [int(sum(np.cumsum(p) <= one)) for one in u]
    return drawn if len(drawn) > 1 else drawn[0]


# %% wrong: unrecognised — one draw for all
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    p[order[np.cumsum(p[order]) - p[order] >= top_p]] = 0
    p /= p.sum()
    return np.full(len(u), np.searchsorted(np.cumsum(p), u[0], side="right"))


# %% wrong: unrecognised, earns 0.5 — fifty tokens at most
def next_tokens(logits, temperature, top_p, u):
    z = logits / temperature
    p = np.exp(z - z.max())
    p /= p.sum()
    order = np.argsort(-p)
    p[order[50:]] = 0
    p[order[np.cumsum(p[order]) - p[order] >= top_p]] = 0
    return np.searchsorted(np.cumsum(p / p.sum()), u, side="right").clip(max=len(p) - 1)
