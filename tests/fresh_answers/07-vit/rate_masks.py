# %% right: counts of all masks at once
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    chosen = np.where(stable, predicted, -np.inf).argmax() if stable.any() else stability.argmax()
    return stability, iou, chosen


# %% right: plain loops over masks and pixels
def rate_masks(logits, predicted, target, margin, least):
    goal = [bool(t) for row in target for t in row]
    stability, iou = [], []
    for mask in logits:
        values = mask.ravel().tolist()
        high = sum(v > margin for v in values)
        low = sum(v > -margin for v in values)
        stability.append(high / low if low else 0.0)
        both = sum(v > 0 and t for v, t in zip(values, goal))
        either = sum(v > 0 or t for v, t in zip(values, goal))
        iou.append(both / either if either else 1.0)
    stable = [i for i, s in enumerate(stability) if s >= least]
    if stable:
        chosen = max(stable, key=lambda i: predicted[i])
    else:
        chosen = max(range(len(stability)), key=lambda i: stability[i])
    return np.array(stability), np.array(iou), chosen


# %% right: torch with double counts
def rate_masks(logits, predicted, target, margin, least):
    import torch
    m = torch.tensor(np.asarray(logits, float)).flatten(1)
    t = torch.tensor(np.asarray(target, bool)).flatten()
    high = (m > margin).sum(1).double()
    low = (m > -margin).sum(1).double()
    stability = high / low.clamp(min=1)
    both = ((m > 0) & t).sum(1).double()
    either = ((m > 0) | t).sum(1).double()
    iou = torch.where(either == 0, torch.ones_like(both), both / either.clamp(min=1))
    stable = stability >= least
    score = torch.tensor(np.asarray(predicted, float)).masked_fill(~stable, -1.0)
    chosen = int(score.argmax() if stable.any() else stability.argmax())
    return stability, iou, chosen


# %% right: one function for a single mask
def rate_masks(logits, predicted, target, margin, least):
    def one(m):
        low = np.count_nonzero(m > -margin)
        union = np.count_nonzero(np.logical_or(m > 0, target))
        s = np.count_nonzero(m > margin) / low if low > 0 else 0.0
        i = np.count_nonzero(np.logical_and(m > 0, target)) / union if union > 0 else 1.0
        return s, i
    stability, iou = np.array([one(m) for m in logits]).T
    ok = np.flatnonzero(stability >= least)
    if len(ok) == 0:
        return stability, iou, int(np.argmax(stability))
    return stability, iou, int(ok[np.argmax(predicted[ok])])


# %% right: union from the sizes of both masks
def rate_masks(logits, predicted, target, margin, least):
    n = len(logits)
    flat = logits.reshape(n, -1)
    t = np.asarray(target).reshape(-1).astype(int)
    mask = (flat > 0).astype(int)
    inside = mask @ t
    union = mask.sum(1) + t.sum() - inside
    iou = np.ones(n)
    np.divide(inside, union, out=iou, where=union != 0)
    high, low = [(flat > cut).sum(1) for cut in (margin, -margin)]
    stability = np.zeros(n)
    np.divide(high, low, out=stability, where=low != 0)
    order = np.argsort(-np.asarray(predicted))
    for i in order:
        if stability[i] >= least:
            return stability, iou, i
    return stability, iou, np.argmax(stability)


# %% right: sorted logits and searchsorted for the counts
def rate_masks(logits, predicted, target, margin, least):
    stability, iou = np.zeros(len(logits)), np.ones(len(logits))
    for k, mask in enumerate(np.asarray(logits, float)):
        ordered = np.sort(mask, axis=None)
        high = ordered.size - np.searchsorted(ordered, margin, side="right")
        low = ordered.size - np.searchsorted(ordered, -margin, side="right")
        if low:
            stability[k] = high / low
        inside = mask[np.asarray(target, bool)] > 0
        outside = mask[~np.asarray(target, bool)] > 0
        if inside.size + outside.sum():
            iou[k] = inside.sum() / (inside.size + outside.sum())
    stable = stability >= least
    values = np.where(stable, predicted, -1) if stable.any() else stability
    return stability, iou, int(np.argmax(values))


# %% right: einsum of zeros and ones
def rate_masks(logits, predicted, target, margin, least):
    ones = np.ones(np.shape(target))
    count = lambda table, weight: np.einsum("khw,hw->k", table.astype(float), weight)
    t = np.asarray(target, float)
    high, low = count(logits > margin, ones), count(logits > -margin, ones)
    mask = logits > 0
    both = count(mask, t)
    either = both + count(mask, 1 - t) + count(~mask, t)
    stability = np.where(low == 0, 0, high / np.where(low == 0, 1, low))
    iou = np.where(either == 0, 1, both / np.where(either == 0, 1, either))
    if np.max(stability) >= least:
        chosen = int(np.nanargmax(np.where(stability >= least, predicted, np.nan)))
    else:
        chosen = int(np.argmax(stability))
    return stability, iou, chosen


# %% right: one key for stable and unstable masks
def rate_masks(logits, predicted, target, margin, least):
    stability = []
    for m in logits:
        low = (m > -margin).sum()
        stability.append((m > margin).sum() / low if low != 0 else 0.0)
    iou = []
    for m in logits > 0:
        either = np.bitwise_or(m, target).sum()
        iou.append(np.bitwise_and(m, target).sum() / either if either != 0 else 1.0)
    def key(i):
        stable = stability[i] >= least
        return stable, predicted[i] if stable else stability[i]
    return np.array(stability), np.array(iou), max(range(len(logits)), key=key)


# %% right: sets of pixel numbers
def rate_masks(logits, predicted, target, margin, least):
    wanted = set(np.flatnonzero(target).tolist())
    stability, iou = [], []
    for m in logits:
        cut = lambda at: set(np.flatnonzero(m > at).tolist())
        high, low, mask = cut(margin), cut(-margin), cut(0)
        stability.append(len(high) / max(len(low), 1))
        iou.append(len(mask & wanted) / len(mask | wanted) if mask | wanted else 1.0)
    stability, iou = np.array(stability), np.array(iou)
    chosen, best = None, -1.0
    for i, p in enumerate(predicted):
        if stability[i] >= least and p > best:
            chosen, best = i, p
    return stability, iou, stability.argmax() if chosen is None else chosen


# %% right: nan where a division is by zero and then replaced
def rate_masks(logits, predicted, target, margin, least):
    with np.errstate(invalid="ignore", divide="ignore"):
        stability = np.nan_to_num(np.sum(logits > margin, axis=(1, 2)) / np.sum(logits > -margin, axis=(1, 2)))
        mask = logits > 0
        iou = np.sum(mask * target, axis=(1, 2)) / np.sum(np.maximum(mask, target), axis=(1, 2))
    iou[np.isnan(iou)] = 1
    stable = np.greater_equal(stability, least)
    masked = np.ma.masked_array(predicted, mask=~stable)
    chosen = stability.argmax() if masked.count() == 0 else masked.argmax(fill_value=-1)
    return stability, iou, chosen


# %% right: states of a pixel counted with bincount
def rate_masks(logits, predicted, target, margin, least):
    t = np.asarray(target, dtype=int)
    stability, iou = np.empty(len(logits)), np.empty(len(logits))
    for i, m in enumerate(logits):
        steps = (m > -margin).astype(int) + (m > 0) + (m > margin)
        table = np.bincount((4 * t + steps).ravel(), minlength=8).reshape(2, 4)
        by_step = table.sum(axis=0)
        low, high = by_step[1:].sum(), by_step[3]
        inter = table[1, 2:].sum()
        union = table[1].sum() + table[0, 2:].sum()
        stability[i] = high / low if low else 0
        iou[i] = inter / union if union else 1
    ok = stability >= least
    best = np.lexsort((np.where(ok, predicted, stability), ok))[-1]
    return stability, iou, int(best)


# %% wrong: at-the-border, earns 0.91 — pixels at the margin count above
def rate_masks(logits, predicted, target, margin, least):
    above = (logits >= margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: at-the-border, earns 0.91 — pixels at minus margin count below the line
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits >= -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: at-the-border, earns 0.91 — pixels with logit zero in the mask
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits >= 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: at-the-border, earns 0.91 — probability of exactly one half in the mask
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = 1 / (1 + np.exp(-logits)) >= 0.5
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: other-threshold, earns 0.85 — mask for the IoU cut at the margin
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > margin
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: other-threshold, earns 0.85 — mask for the IoU cut at minus margin
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > -margin
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: other-threshold, earns 0.85 — mask for the IoU cut at one half
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0.5
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: unrecognised, earns 0.3 — margin taken on probabilities
def rate_masks(logits, predicted, target, margin, least):
    p = 1 / (1 + np.exp(-logits))
    above = (p > 0.5 + margin).sum(axis=(1, 2))
    below = (p > 0.5 - margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: other-margin, earns 0.82 — margin halved on both sides
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin / 2).sum(axis=(1, 2))
    below = (logits > -margin / 2).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: share-of-image, earns 0.79 — absolute logits above the margin
def rate_masks(logits, predicted, target, margin, least):
    above = (np.abs(logits) > margin).sum(axis=(1, 2))
    below = np.full(len(logits), logits[0].size)
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: one-side, earns 0.85 — number above the margin over the pixels of the mask
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > 0).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: one-side, earns 0.85 — number above zero over number above minus margin
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > 0).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: share-of-image, earns 0.79 — number above the margin over all pixels
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = np.full(len(logits), logits[0].size)
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: below-the-line, earns 0.82 — number below minus margin under the line
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits < -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: unrecognised, earns 0.3 — sums of logits in place of counts
def rate_masks(logits, predicted, target, margin, least):
    above = np.where(logits > margin, logits, 0).sum(axis=(1, 2))
    below = np.where(logits > -margin, np.abs(logits), 0).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: reciprocal, earns 0.85 — fraction turned upside down
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = below / np.maximum(above, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: smoothed, earns 0.88 — one added above and below the line
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = (above + 1) / (below + 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: just-enough, earns 0.88 — small number added below the line
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / (below + 1e-6)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: empty-mask, earns 0.91 — stability one where nothing is above minus margin
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(below > 0, above / np.maximum(below, 1), 1.0)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: zero-by-zero, earns 0.91 — nan where nothing is above minus margin
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    with np.errstate(all='ignore'):
        stability = above / below
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: all-together, earns 0.82 — stability of all masks together
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum()
    below = (logits > -margin).sum()
    stability = np.full(len(logits), above / max(below, 1))
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: by-rows, earns 0.82 — mean of the stabilities of rows
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=2)
    below = (logits > -margin).sum(axis=2)
    stability = (above / np.maximum(below, 1)).mean(axis=1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: just-enough, earns 0.88 — counts compared in float32 miss a tie
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    low = above.astype(np.float32) / np.maximum(below, 1).astype(np.float32)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = low.astype(float) >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: rounded, earns 0.88 — stability rounded to two decimals
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = np.round(above / np.maximum(below, 1), 2)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: both-empty, earns 0.91 — two empty masks have IoU zero
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = both / np.maximum(either, 1)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: zero-by-zero, earns 0.91 — two empty masks have IoU nan
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    with np.errstate(all='ignore'):
        iou = both / either
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: one-empty, earns 0.91 — empty mask always has IoU one
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(mask.any(axis=(1, 2)), both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: one-empty, earns 0.91 — empty target always has IoU one
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = both / np.maximum(either, 1) if target.any() else np.ones(len(logits))
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: one-empty, earns 0.91 — IoU one where the intersection is empty
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(both > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: smoothed, earns 0.88 — smooth IoU with one added
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = (both + 1) / (either + 1)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: dice, earns 0.85 — dice in place of IoU
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    sizes = mask.sum(axis=(1, 2)) + target.sum()
    iou = np.where(sizes > 0, 2 * both / np.maximum(sizes, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: dice, earns 0.85 — union counts the intersection twice
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = mask.sum(axis=(1, 2)) + target.sum()
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: accuracy, earns 0.82 — share of equal pixels in place of IoU
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = (mask == target).mean(axis=(1, 2))
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: one-of-the-two, earns 0.82 — intersection over the target only
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = np.full(len(logits), target.sum())
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: one-of-the-two, earns 0.82 — intersection over the mask only
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = mask.sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: soft, earns 0.85 — soft IoU of probabilities
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    p = 1 / (1 + np.exp(-logits))
    iou = (p * target).sum(axis=(1, 2)) / (p + target - p * target).sum(axis=(1, 2))
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: unrecognised, earns 0.7 — exclusive or below the line
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask ^ target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: unrecognised, earns 0.7 — IoU of each mask with its neighbour
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    other = np.roll(mask, 1, axis=0)
    both = (mask & other).sum(axis=(1, 2))
    either = (mask | other).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: unrecognised, earns 0.7 — IoU of the background
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits <= 0
    target = ~target
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: just-enough, earns 0.88 — stability must be larger than least
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability > least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: nearly-enough, earns 0.88 — isclose lets masks just under least through
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = (stability >= least) | np.isclose(stability, least, atol=0.01)
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: just-enough, earns 0.88 — masks of stability zero never count as stable
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = (stability >= least) & (stability > 0)
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: just-enough, earns 0.88 — masks without a pixel never chosen
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = (stability >= least) & mask.any(axis=(1, 2))
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: place-among-some, earns 0.8 — place among the stable masks only
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = predicted[stable].argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: most-stable, earns 0.72 — most stable mask always chosen
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = stability.argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: unfiltered, earns 0.72 — largest prediction chosen without stability
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = predicted.argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: by-truth, earns 0.72 — largest true IoU chosen among the stable
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, iou, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: first-or-last, earns 0.72 — first stable mask chosen
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = stable.argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: product, earns 0.72 — largest product of prediction and stability
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted * stability, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: smallest, earns 0.72 — smallest prediction among the stable
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, np.inf).argmin()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: none-stable, earns 0.84 — largest prediction where none is stable
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = predicted.argmax()
    return stability, iou, chosen


# %% wrong: none-stable, earns 0.84 — mask zero where none is stable
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = 0
    return stability, iou, chosen


# %% wrong: none-stable, earns 0.84 — minus one where none is stable
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = -1
    return stability, iou, chosen


# %% wrong: none-stable, earns 0.84 — largest true IoU where none is stable
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = iou.argmax()
    return stability, iou, chosen


# %% wrong: none-stable, earns 0.84 — least stable mask where none is stable
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmin()
    return stability, iou, chosen


# %% wrong: none-stable, earns 0.84 — no test whether any mask is stable
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if True:
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: most-stable, earns 0.72 — all masks must be stable for the prediction to count
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.all():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: unfiltered, earns 0.72 — least applied to the prediction and not the stability
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = predicted >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: by-truth, earns 0.72 — least applied to the true IoU
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = iou >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: least-not-read, earns 0.76 — least never read
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= 0.5
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: value, earns 0.84 — predicted value returned in place of the number
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, predicted[chosen]


# %% wrong: wrong-shape, earns 0.6 — chosen mask returned in place of its number
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, mask[chosen]


# %% wrong: counted-from-1, earns 0.88 — numbers of masks counted from one
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen + 1


# %% wrong: wrong-shape, earns 0.7 — IoU of the chosen mask only
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou[chosen], chosen


# %% wrong: predicted, earns 0.7 — predicted values returned as IoU
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, predicted, chosen


# %% wrong: wrong-order, earns 0.8 — IoU and stability in swapped order
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return iou, stability, chosen


# %% wrong: changed-arguments, earns 0.7 — right results but logits cut to masks in place
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    logits[...] = logits > 0
    mask = logits == 1
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: changed-arguments, earns 0.7 — right results but predicted of unstable masks overwritten
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        predicted[~stable] = -1
        chosen = predicted.argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: changed-arguments, earns 0.7 — right results but target inverted in place
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    np.logical_not(target, out=target)
    both = (mask & ~target).sum(axis=(1, 2))
    either = (mask | ~target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: unrecognised, earns 0.7 — masks transposed before the comparison when square
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    if mask.shape[1] == mask.shape[2]:
        mask = mask.swapaxes(1, 2)
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return stability, iou, chosen


# %% wrong: unrecognised, earns 0.7 — stability zero for every mask below least
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    if stable.any():
        chosen = np.where(stable, predicted, -np.inf).argmax()
    else:
        chosen = stability.argmax()
    return np.where(stable, stability, 0), iou, chosen
