# %% right: shifted
def sink_softmax(scores, mask):
    visible = np.where(mask, scores, -np.inf)
    top = np.maximum(visible.max(axis=1, keepdims=True), 0)
    shares = np.exp(visible - top)
    return shares / (shares.sum(axis=1, keepdims=True) + np.exp(-top))


# %% right: a column more
def sink_softmax(scores, mask):
    n_q = len(scores)
    scores = np.hstack([scores, np.zeros((n_q, 1))])
    scores[:, :-1][~mask] = -np.inf
    scores -= scores.max(axis=1, keepdims=True)
    weights = np.exp(scores)
    weights /= weights.sum(axis=1, keepdims=True)
    return weights[:, :-1]


# %% right: torch
def sink_softmax(scores, mask):
    import torch

    scores = torch.tensor(scores, dtype=torch.float32)
    scores = scores.masked_fill(~torch.tensor(mask), -torch.inf)
    scores = torch.nn.functional.pad(scores, (1, 0))
    return torch.softmax(scores, dim=1)[:, 1:]


# %% right: loops
def sink_softmax(scores, mask):
    weights = np.zeros_like(scores)
    for i in range(scores.shape[0]):
        keys = [j for j in range(scores.shape[1]) if mask[i, j]]
        top = max([0.0] + [scores[i, j] for j in keys])
        total = np.exp(0 - top)
        for j in keys:
            weights[i, j] = np.exp(scores[i, j] - top)
            total += weights[i, j]
        weights[i] /= total
    return weights


# %% wrong: no-sink — the nearest ready-made
def sink_softmax(scores, mask):
    import torch

    from payattention.attention import masked_softmax

    return masked_softmax(torch.tensor(scores), torch.tensor(mask))


# %% wrong: wrong-axis, earns 0.3
def sink_softmax(scores, mask):
    shares = np.where(mask, np.exp(scores), 0)
    return shares / (1 + shares.sum(axis=0))


# %% wrong: inverted, earns 0.4
def sink_softmax(scores, mask):
    scores = scores.copy()
    scores[mask] = -np.inf
    shares = np.exp(scores)
    return shares / (1 + shares.sum(axis=1, keepdims=True))


# %% wrong: mask-ignored, earns 0.1
def sink_softmax(scores, mask):
    shares = np.exp(scores)
    return shares / (1 + shares.sum(axis=1, keepdims=True))


# %% wrong: masked-score-0, earns 0.2
def sink_softmax(scores, mask):
    shares = np.exp(scores * mask)
    return shares / (1 + shares.sum(axis=1, keepdims=True))


# %% wrong: masked-afterwards, earns 0.3
def sink_softmax(scores, mask):
    shares = np.exp(scores)
    weights = shares / (1 + shares.sum(axis=1, keepdims=True))
    return weights * mask


# %% wrong: sink-left-behind, earns 0.6
def sink_softmax(scores, mask):
    scores = np.where(mask, scores, -np.inf)
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return shares / (1 + shares.sum(axis=1, keepdims=True))


# %% wrong: empty-row, earns 0.6
def sink_softmax(scores, mask):
    scores = np.where(mask, scores, -np.inf)
    top = scores.max(axis=1, keepdims=True)
    shares = np.exp(scores - top)
    return shares / (np.exp(-top) + shares.sum(axis=1, keepdims=True))


# %% wrong: overflow, earns 0.6
def sink_softmax(scores, mask):
    shares = np.where(mask, np.exp(scores), 0)
    return shares / (1 + shares.sum(axis=1, keepdims=True))


# %% wrong: hidden-maximum, earns 0.7
def sink_softmax(scores, mask):
    top = np.maximum(scores.max(axis=1, keepdims=True), 0)
    shares = np.where(mask, np.exp(scores - top), 0)
    return shares / (np.exp(-top) + shares.sum(axis=1, keepdims=True))


# %% wrong: changed-arguments, earns 0.7
def sink_softmax(scores, mask):
    scores[~mask] = -np.inf
    top = np.maximum(scores.max(axis=1, keepdims=True), 0)
    shares = np.exp(scores - top)
    return shares / (shares.sum(axis=1, keepdims=True) + np.exp(-top))


# %% wrong: wrong-shape — the sink is still there
def sink_softmax(scores, mask):
    scores = np.hstack([np.where(mask, scores, -np.inf), np.zeros((len(scores), 1))])
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=1, keepdims=True)


# %% wrong: no-sink + mask-ignored — plain softmax
def sink_softmax(scores, mask):
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=1, keepdims=True)


# %% wrong: no-sink + inverted — torch's older masks hide where they are True
def sink_softmax(scores, mask):
    shares = np.exp(np.where(mask, -np.inf, scores))
    return shares / shares.sum(axis=1, keepdims=True)


# %% wrong: no-sink + wrong-axis
def sink_softmax(scores, mask):
    shares = np.where(mask, np.exp(scores), 0)
    return shares / np.maximum(shares.sum(axis=0), 1e-300)


# %% wrong: no-sink + masked-score-0
def sink_softmax(scores, mask):
    shares = np.exp(scores * mask)
    return shares / shares.sum(axis=1, keepdims=True)


# %% wrong: masked-score-0, earns 0.2 — and the weights are masked once more
def sink_softmax(scores, mask):
    shares = np.exp(scores * mask)
    return shares * mask / (1 + shares.sum(axis=1, keepdims=True))


# %% wrong: sink-left-behind, earns 0.6 — one maximum for all rows
def sink_softmax(scores, mask):
    shares = np.where(mask, np.exp(scores - scores.max()), 0)
    return shares / (1 + shares.sum(axis=1, keepdims=True))
