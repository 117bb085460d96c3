# %% right: counts
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1)
    enough = stability >= least
    by = np.where(enough, predicted, -1) if enough.any() else stability
    return stability, iou, by.argmax()


# %% right: mask by mask
def rate_masks(logits, predicted, target, margin, least):
    stability, iou = [], []
    for m in logits:
        low = np.count_nonzero(m > -margin)
        stability.append(np.count_nonzero(m > margin) / low if low else 0.0)
        union = np.count_nonzero((m > 0) | target)
        iou.append(np.count_nonzero((m > 0) & target) / union if union else 1.0)
    stable = [i for i, s in enumerate(stability) if s >= least]
    if stable:
        return stability, iou, max(stable, key=lambda i: predicted[i])
    return stability, iou, max(range(len(stability)), key=lambda i: stability[i])


# %% right: torch
def rate_masks(logits, predicted, target, margin, least):
    import torch

    logits, predicted, target = map(torch.tensor, (logits, predicted, target))
    flat, wanted = logits.flatten(1).double(), target.flatten()
    low = (flat > -margin).sum(dim=1)
    stability = torch.where(low > 0, (flat > margin).sum(dim=1).double() / low, 0.0)
    both, either = ((flat > 0) & wanted).sum(dim=1), ((flat > 0) | wanted).sum(dim=1)
    iou = (both.double() / either).nan_to_num(nan=1.0)
    stable = stability >= least
    by = predicted.masked_fill(~stable, -torch.inf) if stable.any() else stability
    return stability, iou, by.argmax()


# %% right: a ranking
def rate_masks(logits, predicted, target, margin, least):
    def size(pixels):
        return np.einsum("kij->k", pixels.astype(float))

    high, low, mask = size(logits > margin), size(logits > -margin), logits > 0
    stability = np.divide(high, low, out=np.zeros(len(low)), where=low > 0)
    inside, area = size(mask & target), size(mask) + target.sum()
    iou = np.divide(inside, area - inside, out=np.ones(len(low)), where=area > 0)
    key = [(s >= least, p if s >= least else s) for s, p in zip(stability, predicted, strict=True)]
    return [stability.tolist(), iou.tolist(), float(key.index(max(key)))]


# %% right: the target selects pixels
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits > 0
    both = mask[:, target].sum(axis=1)
    either = both + mask[:, ~target].sum(axis=1) + (target.sum() - both)
    iou = np.where(either > 0, both / np.maximum(either, 1), 1)
    enough = stability >= least
    by = np.where(enough, predicted, -1) if enough.any() else stability
    return stability, iou, by.argmax()


# %% wrong: wrong-order, earns 0.8
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1)
    enough = stability >= least
    by = np.where(enough, predicted, -1) if enough.any() else stability
    return iou, stability, by.argmax()


# %% wrong: reciprocal, earns 0.85
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1)
    enough = stability >= least
    by = np.where(enough, predicted, -1) if enough.any() else stability
    return 1 / stability, iou, by.argmax()


# %% wrong: one-side, earns 0.85 — above 0
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1)
    enough = stability >= least
    by = np.where(enough, predicted, -1) if enough.any() else stability
    return high / np.maximum(mask.sum(axis=(1, 2)), 1), iou, by.argmax()


# %% wrong: share-of-image, earns 0.79
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1)
    enough = stability >= least
    by = np.where(enough, predicted, -1) if enough.any() else stability
    return high / target.size, iou, by.argmax()


# %% wrong: unrecognised, earns 0.7 — the margin is compared with probabilities
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1)
    enough = stability >= least
    by = np.where(enough, predicted, -1) if enough.any() else stability
    p = 1 / (1 + np.exp(-logits))
    high, low = ((p > 0.5 + m).sum(axis=(1, 2)) for m in (margin, -margin))
    return high / low, iou, by.argmax()


# %% wrong: dice, earns 0.85
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, 2 * both / np.maximum(either + both, 1), 1)
    enough = stability >= least
    by = np.where(enough, predicted, -1) if enough.any() else stability
    return stability, iou, by.argmax()


# %% wrong: accuracy, earns 0.82
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits > 0
    iou = (mask == target).mean(axis=(1, 2))
    enough = stability >= least
    by = np.where(enough, predicted, -1) if enough.any() else stability
    return stability, iou, by.argmax()


# %% wrong: one-of-the-two, earns 0.82 — the mask
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    iou = both / np.maximum(mask.sum(axis=(1, 2)), 1)
    enough = stability >= least
    by = np.where(enough, predicted, -1) if enough.any() else stability
    return stability, iou, by.argmax()


# %% wrong: one-of-the-two, earns 0.82 — the target
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    iou = both / max(target.sum(), 1)
    enough = stability >= least
    by = np.where(enough, predicted, -1) if enough.any() else stability
    return stability, iou, by.argmax()


# %% wrong: other-threshold, earns 0.85
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits > 0.5
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1)
    enough = stability >= least
    by = np.where(enough, predicted, -1) if enough.any() else stability
    return stability, iou, by.argmax()


# %% wrong: reciprocal, earns 0.85 — and the choice follows
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, low / np.maximum(high, 1), 0)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1)
    enough = stability >= least
    by = np.where(enough, predicted, -1) if enough.any() else stability
    return stability, iou, by.argmax()


# %% wrong: one-side, earns 0.85 — and the choice follows
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > 0).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1)
    enough = stability >= least
    by = np.where(enough, predicted, -1) if enough.any() else stability
    return stability, iou, by.argmax()


# %% wrong: share-of-image, earns 0.79 — and the choice follows
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    stability = high / logits[0].size
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1)
    enough = stability >= least
    by = np.where(enough, predicted, -1) if enough.any() else stability
    return stability, iou, by.argmax()


# %% wrong: dice, earns 0.85 — half of it
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = both / np.maximum(both + either, 1)
    enough = stability >= least
    by = np.where(enough, predicted, -1) if enough.any() else stability
    return stability, iou, by.argmax()


# %% wrong: other-threshold, earns 0.85 — probabilities above 0
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = 1 / (1 + np.exp(-logits)) > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1)
    enough = stability >= least
    by = np.where(enough, predicted, -1) if enough.any() else stability
    return stability, iou, by.argmax()


# %% wrong: by-truth, earns 0.72 — among the stable masks
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1)
    enough = stability >= least
    by = np.where(enough, iou, -1) if enough.any() else stability
    return stability, iou, by.argmax()


# %% wrong: product, earns 0.72
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1)
    by = stability * predicted
    return stability, iou, by.argmax()


# %% wrong: first-or-last, earns 0.72 — the first
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1)
    enough = stability >= least
    by = enough if enough.any() else stability
    return stability, iou, by.argmax()


# %% wrong: first-or-last, earns 0.72 — the last
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1)
    enough = stability >= least
    by = np.where(enough, np.arange(len(enough)), -1) if enough.any() else stability
    return stability, iou, by.argmax()


# %% wrong: zero-for-unstable + none-stable, earns 0.77 — predicted, multiplied by whether stable
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1)
    enough = stability >= least
    by = predicted * enough
    return stability, iou, by.argmax()


# %% wrong: wrong-order, earns 0.8 — the choice first
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1)
    enough = stability >= least
    by = np.where(enough, predicted, -1) if enough.any() else stability
    return by.argmax(), stability, iou


# %% wrong: unfiltered, earns 0.72
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1)
    enough = stability >= least
    by = predicted if enough.any() else stability
    return stability, iou, by.argmax()


# %% wrong: by-truth, earns 0.6
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1)
    enough = stability >= least
    by = iou if enough.any() else stability
    return stability, iou, by.argmax()


# %% wrong: most-stable, earns 0.72
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1)
    by = stability
    return stability, iou, by.argmax()


# %% wrong: smallest, earns 0.72
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1)
    enough = stability >= least
    by = np.where(enough, -predicted, -2) if enough.any() else stability
    return stability, iou, by.argmax()


# %% wrong: place-among-some, earns 0.8
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1)
    enough = stability >= least
    by = predicted[enough] if enough.any() else stability
    return stability, iou, by.argmax()


# %% wrong: one-side + dice + unfiltered, earns 0.42
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    enough = stability >= least
    by = predicted if enough.any() else stability
    return high / np.maximum(mask.sum(axis=(1, 2)), 1), 2 * both / (either + both), by.argmax()


# %% wrong: at-the-border, earns 0.82
def rate_masks(logits, predicted, target, margin, least):
    high = (logits >= margin).sum(axis=(1, 2))
    low = (logits >= -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits >= 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1)
    enough = stability >= least
    by = np.where(enough, predicted, -1) if enough.any() else stability
    return stability, iou, by.argmax()


# %% wrong: at-the-border, earns 0.91 — of the masks alone
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits >= 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1)
    enough = stability >= least
    by = np.where(enough, predicted, -1) if enough.any() else stability
    return stability, iou, by.argmax()


# %% wrong: zero-by-zero, earns 0.91 — of the stability
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = high / low
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1)
    enough = stability >= least
    by = np.where(enough, predicted, -1) if enough.any() else stability
    return stability, iou, by.argmax()


# %% wrong: zero-by-zero, earns 0.91 — of the IoU
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = both / either
    enough = stability >= least
    by = np.where(enough, predicted, -1) if enough.any() else stability
    return stability, iou, by.argmax()


# %% wrong: empty-mask, earns 0.91
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1)
    enough = stability >= least
    by = np.where(enough, predicted, -1) if enough.any() else stability
    return stability, iou, by.argmax()


# %% wrong: both-empty, earns 0.91
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 0)
    enough = stability >= least
    by = np.where(enough, predicted, -1) if enough.any() else stability
    return stability, iou, by.argmax()


# %% wrong: none-stable, earns 0.84
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1)
    enough = stability >= least
    by = np.where(enough, predicted, -1) if enough.any() else predicted
    return stability, iou, by.argmax()


# %% wrong: none-stable, earns 0.84 — the first
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1)
    enough = stability >= least
    by = np.where(enough, predicted, -1)
    return stability, iou, by.argmax()


# %% wrong: just-enough, earns 0.88
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1)
    enough = stability > least
    by = np.where(enough, predicted, -1) if enough.any() else stability
    return stability, iou, by.argmax()


# %% wrong: raised, earns 0.5 — where no mask is stable enough
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1)
    enough = stability >= least
    by = np.where(enough, predicted, -1) if enough.any() else predicted[enough]
    return stability, iou, by.argmax()


# %% wrong: not-a-tuple — the choice alone
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    enough = stability >= least
    by = np.where(enough, predicted, -1) if enough.any() else stability
    return by.argmax()


# %% wrong: one-empty, earns 0.91 — the mask
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = high / np.maximum(low, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(mask.any(axis=(1, 2)), both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    chosen = np.where(stable, predicted, -np.inf).argmax() if stable.any() else stability.argmax()
    return stability, iou, chosen


# %% wrong: one-empty, earns 0.91 — the target
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = high / np.maximum(low, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(target.any(), both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    chosen = np.where(stable, predicted, -np.inf).argmax() if stable.any() else stability.argmax()
    return stability, iou, chosen


# %% wrong: smoothed, earns 0.88
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = high / np.maximum(low, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = (both + 1) / (either + 1)
    stable = stability >= least
    chosen = np.where(stable, predicted, -np.inf).argmax() if stable.any() else stability.argmax()
    return stability, iou, chosen


# %% wrong: soft, earns 0.85
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = high / np.maximum(low, 1)
    prob = 1 / (1 + np.exp(-logits))
    iou = (prob * target).sum(axis=(1, 2)) / (prob + target - prob * target).sum(axis=(1, 2))
    stable = stability >= least
    chosen = np.where(stable, predicted, -np.inf).argmax() if stable.any() else stability.argmax()
    return stability, iou, chosen


# %% wrong: all-together, earns 0.82
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.full(len(logits), high.sum() / max(low.sum(), 1))
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    chosen = np.where(stable, predicted, -np.inf).argmax() if stable.any() else stability.argmax()
    return stability, iou, chosen


# %% wrong: exchanged, earns 0.72
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = high / np.maximum(low, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    good = predicted >= least
    chosen = np.where(good, stability, -np.inf).argmax() if good.any() else stability.argmax()
    return stability, iou, chosen


# %% wrong: value, earns 0.84
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = high / np.maximum(low, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    chosen = np.where(stable, predicted, -np.inf).argmax() if stable.any() else stability.argmax()
    return stability, iou, predicted[chosen]


# %% wrong: counted-from-1, earns 0.88
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = high / np.maximum(low, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    chosen = np.where(stable, predicted, -np.inf).argmax() if stable.any() else stability.argmax()
    return stability, iou, chosen + 1


# %% wrong: nearly-enough, earns 0.88 — a tolerance
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = high / np.maximum(low, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = (stability >= least) | np.isclose(stability, least)
    chosen = np.where(stable, predicted, -np.inf).argmax() if stable.any() else stability.argmax()
    return stability, iou, chosen


# %% wrong: nearly-enough, earns 0.88 — rounded
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = high / np.maximum(low, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = np.round(stability, 2) >= least
    chosen = np.where(stable, predicted, -np.inf).argmax() if stable.any() else stability.argmax()
    return stability, iou, chosen


# %% wrong: overflow, earns 0.82
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2), dtype=np.uint8)
    low = (logits > -margin).sum(axis=(1, 2), dtype=np.uint8)
    stability = high / np.maximum(low, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2), dtype=np.uint8)
    either = (mask | target).sum(axis=(1, 2), dtype=np.uint8)
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    chosen = np.where(stable, predicted, -np.inf).argmax() if stable.any() else stability.argmax()
    return stability, iou, chosen


# %% wrong: just-enough, earns 0.88 — a small number below the line
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = high / (low + 1e-6)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    chosen = np.where(stable, predicted, -np.inf).argmax() if stable.any() else stability.argmax()
    return stability, iou, chosen


# %% wrong: other-margin, earns 0.82
def rate_masks(logits, predicted, target, margin, least):
    margin = 1
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = high / np.maximum(low, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    chosen = np.where(stable, predicted, -np.inf).argmax() if stable.any() else stability.argmax()
    return stability, iou, chosen


# %% wrong: first-unstable, earns 0.68
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = high / np.maximum(low, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    chosen = stable.argmin() if stable.any() else stability.argmax()
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
    chosen = np.where(stable, predicted, -np.inf).argmax() if stable.any() else stability.argmax()
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
    chosen = np.where(stable, predicted, -np.inf).argmax() if stable.any() else stability.argmax()
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
    chosen = np.where(stable, predicted, -np.inf).argmax() if stable.any() else stability.argmax()
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
    chosen = np.where(stable, predicted, -np.inf).argmax() if stable.any() else stability.argmax()
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
    chosen = np.where(stable, predicted, -np.inf).argmax() if stable.any() else stability.argmax()
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
    chosen = np.where(stable, predicted, -np.inf).argmax() if stable.any() else stability.argmax()
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
    chosen = np.where(stable, predicted, -np.inf).argmax() if stable.any() else stability.argmax()
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
    chosen = np.where(stable, predicted, -np.inf).argmax() if stable.any() else stability.argmax()
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
    chosen = np.where(stable, predicted, -np.inf).argmax() if stable.any() else stability.argmax()
    return stability, iou, chosen


# %% wrong: predicted, earns 0.7 — predicted values returned as IoU
def rate_masks(logits, predicted, target, margin, least):
    above = (logits > margin).sum(axis=(1, 2))
    below = (logits > -margin).sum(axis=(1, 2))
    stability = above / np.maximum(below, 1)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    np.where(either > 0, both / np.maximum(either, 1), 1.0)
    stable = stability >= least
    chosen = np.where(stable, predicted, -np.inf).argmax() if stable.any() else stability.argmax()
    return stability, predicted, chosen


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
    chosen = np.where(stable, predicted, -np.inf).argmax() if stable.any() else stability.argmax()
    return stability, iou, chosen


# %% wrong: zero-for-unstable, earns 0.88 — zeros for masks that are not stable
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1)
    enough = stability >= least
    by = np.where(enough, predicted, 0) if enough.any() else stability
    return stability, iou, by.argmax()


# %% wrong: zero-for-unstable, earns 0.88 — predicted IoUs multiplied by whether stable
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1)
    enough = stability >= least
    by = predicted * enough if enough.any() else stability
    return stability, iou, by.argmax()


# %% wrong: zero-for-unstable, earns 0.88 — a search that begins with the largest at 0
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1)
    enough = stability >= least
    if not enough.any():
        return stability, iou, stability.argmax()
    chosen, largest = -1, 0
    for i in np.flatnonzero(enough):
        if predicted[i] > largest:
            chosen, largest = i, predicted[i]
    return stability, iou, chosen


# %% wrong: both-sides, earns 0.82 — absolute logits above the line
def rate_masks(logits, predicted, target, margin, least):
    high = (abs(logits) > margin).sum(axis=(1, 2))
    low = (logits > -margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1)
    enough = stability >= least
    by = np.where(enough, predicted, -1) if enough.any() else stability
    return stability, iou, by.argmax()


# %% wrong: both-sides, earns 0.82 — absolute logits below the line
def rate_masks(logits, predicted, target, margin, least):
    high = (logits > margin).sum(axis=(1, 2))
    low = (abs(logits) > margin).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1)
    enough = stability >= least
    by = np.where(enough, predicted, -1) if enough.any() else stability
    return stability, iou, by.argmax()


# %% wrong: both-sides, earns 0.82 — absolute logits divided by the mask
def rate_masks(logits, predicted, target, margin, least):
    high = (abs(logits) > margin).sum(axis=(1, 2))
    low = (logits > 0).sum(axis=(1, 2))
    stability = np.where(low > 0, high / np.maximum(low, 1), 0)
    mask = logits > 0
    both = (mask & target).sum(axis=(1, 2))
    either = (mask | target).sum(axis=(1, 2))
    iou = np.where(either > 0, both / np.maximum(either, 1), 1)
    enough = stability >= least
    by = np.where(enough, predicted, -1) if enough.any() else stability
    return stability, iou, by.argmax()
