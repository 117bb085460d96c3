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


# %% wrong: maximum-without-sink, earns 0.6
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


# %% wrong: sink-kept, earns 0.8 — the sink is still there
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


# %% right: shift by the largest allowed score or 0
def sink_softmax(scores, mask):
    s = np.where(mask, scores, -np.inf)
    m = np.maximum(s.max(axis=1, keepdims=True), 0)
    e = np.exp(s - m)
    return e / (np.exp(-m) + e.sum(axis=1, keepdims=True))


# %% right: a column of zeros and softmax and cut it off
def sink_softmax(scores, mask):
    s = np.concatenate([np.zeros((len(scores), 1)), np.where(mask, scores, -np.inf)], axis=1)
    s = s - s.max(axis=1, keepdims=True)
    e = np.exp(s)
    return (e / e.sum(axis=1, keepdims=True))[:, 1:]


# %% right: torch softmax with a sink column at the end and requires grad
def sink_softmax(scores, mask):
    import torch

    s = torch.tensor(np.array(scores, dtype=float), requires_grad=True)
    m = torch.tensor(np.array(mask, dtype=bool))
    s = s.masked_fill(~m, float("-inf"))
    s = torch.cat([s, torch.zeros(len(s), 1, dtype=s.dtype)], dim=-1)
    return s.softmax(-1)[:, :-1]


# %% right: pure Python loops and nested lists
def sink_softmax(scores, mask):
    import math

    result = []
    for s_row, m_row in zip(scores, mask, strict=False):
        top = max([0.0] + [float(s) for s, m in zip(s_row, m_row, strict=False) if m])
        e = [math.exp(s - top) if m else 0.0 for s, m in zip(s_row, m_row, strict=False)]
        total = math.fsum(e) + math.exp(-top)
        result.append([x / total for x in e])
    return result


# %% right: logaddexp with where and an initial 0
def sink_softmax(scores, mask):
    s = np.asarray(scores, dtype=float)
    m = np.asarray(mask, dtype=bool)
    lse = np.logaddexp.reduce(s, axis=1, where=m, initial=0.0)
    return np.where(m, np.exp(np.where(m, s - lse[:, None], -np.inf)), 0.0)


# %% wrong: global-maximum, earns 0.7
def sink_softmax(scores, mask):
    s = np.where(mask, scores, -np.inf)
    m = max(0, s.max())
    e = np.exp(s - m)
    return e / (np.exp(-m) + e.sum(axis=1, keepdims=True))


# %% wrong: unrecognised, earns 0.5 — NaN replaced by 1
def sink_softmax(scores, mask):
    with np.errstate(all="ignore"):
        e = np.exp(scores) * mask
        return np.nan_to_num(e / (1 + e.sum(axis=1, keepdims=True)), nan=1.0)


# %% wrong: clipped, earns 0.6
def sink_softmax(scores, mask):
    e = np.exp(np.clip(scores, -700, 700)) * mask
    return e / (1 + e.sum(axis=1, keepdims=True))


# %% wrong: wrong-column, earns 0.7
def sink_softmax(scores, mask):
    s = np.concatenate([np.zeros((len(scores), 1)), np.where(mask, scores, -np.inf)], axis=1)
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return (e / e.sum(axis=1, keepdims=True))[:, :-1]


# %% wrong: masked-not-low, earns 0.4
def sink_softmax(scores, mask):
    s = np.where(mask, scores, -1.0)
    m = np.maximum(s.max(axis=1, keepdims=True), 0)
    e = np.exp(s - m)
    return e / (np.exp(-m) + e.sum(axis=1, keepdims=True))


# %% wrong: hidden-weight, earns 0.7 — masked scores are lowered by 10000
def sink_softmax(scores, mask):
    s = scores - 10000.0 * (~mask)
    m = np.maximum(s.max(axis=1, keepdims=True), 0)
    e = np.exp(s - m)
    return e / (np.exp(-m) + e.sum(axis=1, keepdims=True))


# %% wrong: sigmoid, earns 0.3
def sink_softmax(scores, mask):
    import torch

    return torch.sigmoid(torch.tensor(scores)) * torch.tensor(mask)


# %% wrong: zero-hidden, earns 0.6
def sink_softmax(scores, mask):
    s = scores * mask
    m = np.maximum(s.max(axis=1, keepdims=True), 0)
    e = np.exp(s - m) * (s != 0)
    return e / (np.exp(-m) + e.sum(axis=1, keepdims=True))


# %% wrong: nearly, earns 0.5 — float16
def sink_softmax(scores, mask):
    s = np.where(mask, scores, -np.inf).astype(np.float16)
    m = np.maximum(s.max(axis=1, keepdims=True), 0)
    e = np.exp(s - m)
    return e / (np.exp(-m) + e.sum(axis=1, keepdims=True))


# %% wrong: sink-score-1, earns 0.6
def sink_softmax(scores, mask):
    s = np.concatenate([np.ones((len(scores), 1)), np.where(mask, scores, -np.inf)], axis=1)
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return (e / e.sum(axis=1, keepdims=True))[:, 1:]


# %% wrong: not-divided, earns 0.2
def sink_softmax(scores, mask):
    return np.where(mask, np.exp(scores), 0)


# %% wrong: one-denominator, earns 0.4
def sink_softmax(scores, mask):
    shares = np.where(mask, np.exp(scores), 0)
    return shares / (1 + shares.sum())


# %% wrong: one-sink-a-key, earns 0.6 — 1 + exp summed over the keys
def sink_softmax(scores, mask):
    shares = np.where(mask, np.exp(scores), 0)
    return shares / (1 + shares).sum(axis=1, keepdims=True)


# %% wrong: wrong-shape — one row alone
def sink_softmax(scores, mask):
    return np.where(mask, np.exp(scores), 0)[:, :1]


# %% wrong: sink-shifted-up, earns 0.6
def sink_softmax(scores, mask):
    visible = np.where(mask, scores, -np.inf)
    top = np.maximum(visible.max(axis=1, keepdims=True), 0)
    shares = np.exp(visible - top)
    return shares / (np.exp(top) + shares.sum(axis=1, keepdims=True))


# %% wrong: scaled, earns 0.5
def sink_softmax(scores, mask):
    visible = np.where(mask, scores / np.sqrt(scores.shape[1]), -np.inf)
    top = np.maximum(visible.max(axis=1, keepdims=True), 0)
    shares = np.exp(visible - top)
    return shares / (np.exp(-top) + shares.sum(axis=1, keepdims=True))


# %% wrong: axis-of-length-1, earns 0.8 — one query is squeezed
def sink_softmax(scores, mask):
    visible = np.where(mask, scores, -np.inf)
    top = np.maximum(visible.max(axis=1, keepdims=True), 0)
    shares = np.exp(visible - top)
    return np.squeeze(shares / (np.exp(-top) + shares.sum(axis=1, keepdims=True)))


# %% wrong: unrecognised, earns 0.5 — no sink where all keys are visible
def sink_softmax(scores, mask):
    s = np.where(mask, scores, -np.inf)
    m = np.maximum(s.max(axis=1, keepdims=True), 0)
    e = np.exp(s - m)
    sink = np.where(mask.all(axis=1, keepdims=True) & (m > 0), 0, np.exp(-m))
    return e / (sink + e.sum(axis=1, keepdims=True))


# %% wrong: empty-row, earns 0.6 — all keys in place of none
def sink_softmax(scores, mask):
    mask = mask | ~mask.any(axis=1, keepdims=True)
    visible = np.where(mask, scores, -np.inf)
    top = np.maximum(visible.max(axis=1, keepdims=True), 0)
    shares = np.exp(visible - top)
    return shares / (np.exp(-top) + shares.sum(axis=1, keepdims=True))


# %% wrong: maximum-without-sink, earns 0.6 — the softmax of the keys alone, then the sink's part
def sink_softmax(scores, mask):
    import torch

    s = torch.tensor(scores).masked_fill(~torch.tensor(mask), -torch.inf)
    for_keys = torch.sigmoid(s.logsumexp(dim=1, keepdim=True))
    return s.softmax(dim=1) * for_keys
