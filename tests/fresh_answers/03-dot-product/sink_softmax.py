# %% right: maximum with zero and shifted sink
def sink_softmax(scores, mask):
    s = np.where(mask, scores, -np.inf)
    m = np.maximum(s.max(axis=1, keepdims=True), 0)
    e = np.exp(s - m)
    return e / (np.exp(-m) + e.sum(axis=1, keepdims=True))


# %% right: zero column appended and dropped again
def sink_softmax(scores, mask):
    s = np.where(mask, scores, -np.inf)
    s = np.concatenate([s, np.zeros((s.shape[0], 1))], axis=1)
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return (e / e.sum(axis=1, keepdims=True))[:, :-1]


# %% right: torch softmax over one more column
def sink_softmax(scores, mask):
    import torch
    s = torch.tensor(np.array(scores, dtype=np.float64))
    m = torch.tensor(np.array(mask, dtype=bool))
    s = s.masked_fill(~m, float("-inf"))
    s = torch.nn.functional.pad(s, (1, 0), value=0.0)
    return torch.softmax(s, dim=-1)[:, 1:]


# %% right: plain loops with math exp
def sink_softmax(scores, mask):
    import math
    weights = np.zeros(np.shape(scores))
    for i in range(len(scores)):
        top = 0.0
        for s, seen in zip(scores[i], mask[i]):
            if seen and s > top:
                top = float(s)
        total = math.exp(-top)
        for s, seen in zip(scores[i], mask[i]):
            if seen:
                total += math.exp(s - top)
        for j in range(len(scores[i])):
            if mask[i][j]:
                weights[i, j] = math.exp(scores[i][j] - top) / total
    return weights


# %% right: logaddexp from zero and one exponential
def sink_softmax(scores, mask):
    s = np.where(mask, scores, -np.inf)
    lse = np.logaddexp(0.0, np.logaddexp.reduce(s, axis=1))
    return np.exp(s - lse[:, None])


# %% right: torch logsumexp joined with the sink
def sink_softmax(scores, mask):
    import torch
    s = torch.as_tensor(np.where(mask, scores, -np.inf), dtype=torch.float64)
    with_sink = torch.cat([s, torch.zeros(len(s), 1, dtype=torch.float64)], dim=1)
    return torch.exp(s - torch.logsumexp(with_sink, dim=1, keepdim=True))


# %% right: every weight from differences of pairs
def sink_softmax(scores, mask):
    s = np.asarray(scores, dtype=float)
    out = np.zeros(s.shape)
    with np.errstate(over="ignore"):
        for i in range(s.shape[0]):
            seen = s[i][mask[i]]
            ratios = np.exp(seen[None, :] - seen[:, None]).sum(axis=1)
            out[i, mask[i]] = 1 / (np.exp(-seen) + ratios)
    return out


# %% right: formula as it stands in decimal numbers
def sink_softmax(scores, mask):
    from decimal import Decimal
    out = np.zeros(np.shape(scores))
    for i, (row, seen) in enumerate(zip(scores, mask)):
        e = [Decimal(float(s)).exp() if m else Decimal(0) for s, m in zip(row, seen)]
        total = 1 + sum(e)
        out[i] = [float(x / total) for x in e]
    return out


# %% right: running maximum and running sum key by key
def sink_softmax(scores, mask):
    s = np.where(mask, scores, -np.inf)
    m = np.zeros(len(s))
    total = np.ones(len(s))
    for j in range(s.shape[1]):
        new = np.maximum(m, s[:, j])
        total = total * np.exp(m - new) + np.exp(s[:, j] - new)
        m = new
    return np.exp(s - m[:, None]) / total[:, None]


# %% right: only the visible scores of each row
def sink_softmax(scores, mask):
    weights = np.zeros(scores.shape)
    for i in range(scores.shape[0]):
        if not mask[i].any():
            continue
        visible = np.append(scores[i][mask[i]], 0.0)
        e = np.exp(visible - visible.max())
        weights[i, mask[i]] = e[:-1] / e.sum()
    return weights


# %% right: masked arrays of numpy
def sink_softmax(scores, mask):
    s = np.ma.array(np.array(scores, dtype=float), mask=~np.array(mask, dtype=bool))
    top = np.maximum(np.ma.filled(s.max(axis=1), 0.0), 0.0)[:, None]
    e = np.ma.filled(np.ma.exp(s - top), 0.0)
    return e / (e.sum(axis=1, keepdims=True) + np.exp(-top))


# %% right: torch attention with the scores as queries
def sink_softmax(scores, mask):
    import torch
    n_q, n_k = scores.shape
    s = np.concatenate([np.where(mask, scores, 0.0), np.zeros((n_q, 1))], axis=1)
    m = np.concatenate([mask, np.ones((n_q, 1), dtype=bool)], axis=1)
    eye = torch.eye(n_k + 1, dtype=torch.float64)
    out = torch.nn.functional.scaled_dot_product_attention(
        torch.tensor(s)[None, None], eye[None, None], eye[None, None],
        attn_mask=torch.tensor(m)[None, None], scale=1.0)
    return out[0, 0, :, :n_k]


# %% right: maximum by where and initial in one call
def sink_softmax(scores, mask):
    m = np.max(scores, axis=1, keepdims=True, where=mask, initial=0.0)
    e = np.where(mask, np.exp(np.minimum(scores - m, 0.0)), 0.0)
    return e / (np.exp(-m) + np.einsum("ij->i", e)[:, None])


# %% right: sigmoid of the log sum times softmax
def sink_softmax(scores, mask):
    out = np.zeros(np.shape(scores))
    for i, seen in enumerate(mask):
        s = scores[i][seen]
        if s.size == 0:
            continue
        m = s.max()
        e = np.exp(s - m)
        lse = m + np.log(e.sum())
        if lse >= 0:
            share = 1 / (1 + np.exp(-lse))
        else:
            share = np.exp(lse) / (1 + np.exp(lse))
        out[i, seen] = share * e / e.sum()
    return out


# %% wrong: overflow, earns 0.6 — formula as it stands overflows
def sink_softmax(scores, mask):
    e = mask * np.exp(scores)
    return e / (1 + e.sum(axis=1, keepdims=True))


# %% wrong: no-sink — ordinary masked softmax without a sink
def sink_softmax(scores, mask):
    s = np.where(mask, scores, -np.inf)
    m = np.maximum(s.max(axis=1, keepdims=True), -1e30)
    e = np.exp(s - m)
    total = e.sum(axis=1, keepdims=True)
    return e / np.where(total == 0, 1, total)


# %% wrong: maximum-without-sink, earns 0.6 — maximum of visible scores only gives nan without any
def sink_softmax(scores, mask):
    s = np.where(mask, scores, -np.inf)
    m = s.max(axis=1, keepdims=True)
    e = np.exp(s - m)
    return e / (np.exp(-m) + e.sum(axis=1, keepdims=True))


# %% wrong: hidden-maximum, earns 0.7 — masked scores take part in the maximum
def sink_softmax(scores, mask):
    m = np.maximum(scores.max(axis=1, keepdims=True), 0)
    e = np.exp(scores - m) * mask
    return e / (np.exp(-m) + e.sum(axis=1, keepdims=True))


# %% wrong: sink-left-behind, earns 0.6 — sink stays one after the shift
def sink_softmax(scores, mask):
    s = np.where(mask, scores, -np.inf)
    m = np.maximum(s.max(axis=1, keepdims=True), 0)
    e = np.exp(s - m)
    return e / (1 + e.sum(axis=1, keepdims=True))


# %% wrong: empty-row, earns 0.6 — row without visible keys becomes uniform
def sink_softmax(scores, mask):
    s = np.where(mask, scores, -np.inf)
    m = np.maximum(s.max(axis=1, keepdims=True), 0)
    e = np.exp(s - m)
    w = e / (np.exp(-m) + e.sum(axis=1, keepdims=True))
    w[~mask.any(axis=1)] = 1 / scores.shape[1]
    return w


# %% wrong: masked-score-0, earns 0.2 — masked scores become zero instead of vanishing
def sink_softmax(scores, mask):
    s = np.where(mask, scores, 0.0)
    m = np.maximum(s.max(axis=1, keepdims=True), 0)
    e = np.exp(s - m)
    return e / (np.exp(-m) + e.sum(axis=1, keepdims=True))


# %% wrong: masked-not-low, earns 0.4 — masked scores become minus ten
def sink_softmax(scores, mask):
    s = np.where(mask, scores, -10.0)
    m = np.maximum(s.max(axis=1, keepdims=True), 0)
    e = np.exp(s - m)
    return e / (np.exp(-m) + e.sum(axis=1, keepdims=True))


# %% wrong: mask-ignored, earns 0.1 — mask never read
def sink_softmax(scores, mask):
    m = np.maximum(scores.max(axis=1, keepdims=True), 0)
    e = np.exp(scores - m)
    return e / (np.exp(-m) + e.sum(axis=1, keepdims=True))


# %% wrong: inverted, earns 0.4 — mask read the other way round
def sink_softmax(scores, mask):
    s = np.where(mask, -np.inf, scores)
    m = np.maximum(s.max(axis=1, keepdims=True), 0)
    e = np.exp(s - m)
    return e / (np.exp(-m) + e.sum(axis=1, keepdims=True))


# %% wrong: masked-afterwards, earns 0.3 — mask multiplied after the softmax
def sink_softmax(scores, mask):
    m = np.maximum(scores.max(axis=1, keepdims=True), 0)
    e = np.exp(scores - m)
    return mask * e / (np.exp(-m) + e.sum(axis=1, keepdims=True))


# %% wrong: wrong-axis, earns 0.3 — softmax over the queries
def sink_softmax(scores, mask):
    s = np.where(mask, scores, -np.inf)
    m = np.maximum(s.max(axis=0, keepdims=True), 0)
    e = np.exp(s - m)
    return e / (np.exp(-m) + e.sum(axis=0, keepdims=True))


# %% wrong: sink-kept, earns 0.8 — weight of the sink is kept as a column
def sink_softmax(scores, mask):
    s = np.where(mask, scores, -np.inf)
    s = np.concatenate([s, np.zeros((len(s), 1))], axis=1)
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: wrong-column, earns 0.7 — sink put in front and last column dropped
def sink_softmax(scores, mask):
    s = np.where(mask, scores, -np.inf)
    s = np.concatenate([np.zeros((len(s), 1)), s], axis=1)
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return (e / e.sum(axis=1, keepdims=True))[:, :-1]


# %% wrong: clipped, earns 0.6 — scores clipped to plus minus seven hundred
def sink_softmax(scores, mask):
    e = np.where(mask, np.exp(np.clip(scores, -700, 700)), 0.0)
    return e / (1 + e.sum(axis=1, keepdims=True))


# %% wrong: overflow, earns 0.6 — nan of the overflow turned into zero
def sink_softmax(scores, mask):
    with np.errstate(all="ignore"):
        e = np.where(mask, np.exp(scores), 0.0)
        return np.nan_to_num(e / (1 + e.sum(axis=1, keepdims=True)))


# %% wrong: unrecognised, earns 0.5 — nan of the overflow turned into one
def sink_softmax(scores, mask):
    with np.errstate(all="ignore"):
        e = np.where(mask, np.exp(scores), 0.0)
        return np.nan_to_num(e / (1 + e.sum(axis=1, keepdims=True)), nan=1.0)


# %% wrong: global-maximum, earns 0.7 — largest score of the whole table subtracted
def sink_softmax(scores, mask):
    s = np.where(mask, scores, -np.inf)
    m = max(float(s.max()), 0.0)
    e = np.exp(s - m)
    return e / (np.exp(-m) + e.sum(axis=1, keepdims=True))


# %% wrong: no-sink — weights divided by their sum at the end
def sink_softmax(scores, mask):
    s = np.where(mask, scores, -np.inf)
    m = np.maximum(s.max(axis=1, keepdims=True), 0)
    e = np.exp(s - m)
    w = e / (np.exp(-m) + e.sum(axis=1, keepdims=True))
    total = w.sum(axis=1, keepdims=True)
    return w / np.where(total > 0, total, 1)


# %% wrong: changed-arguments, earns 0.7 — writes minus infinity into the caller's scores
def sink_softmax(scores, mask):
    scores[~mask] = -np.inf
    m = np.maximum(scores.max(axis=1, keepdims=True), 0)
    e = np.exp(scores - m)
    return e / (np.exp(-m) + e.sum(axis=1, keepdims=True))


# %% wrong: unrecognised, earns 0.5 — half precision scores lose their differences
def sink_softmax(scores, mask):
    s = np.where(mask, scores, -np.inf).astype(np.float16).astype(np.float64)
    m = np.maximum(s.max(axis=1, keepdims=True), 0)
    e = np.exp(s - m)
    return e / (np.exp(-m) + e.sum(axis=1, keepdims=True))


# %% wrong: no-sink — epsilon in the denominator instead of the sink
def sink_softmax(scores, mask):
    s = np.where(mask, scores, -np.inf)
    m = np.maximum(s.max(axis=1, keepdims=True), -1e30)
    e = np.exp(s - m)
    return e / (1e-9 + e.sum(axis=1, keepdims=True))


# %% wrong: sink-score-1, earns 0.6 — sink has the score one
def sink_softmax(scores, mask):
    s = np.where(mask, scores, -np.inf)
    m = np.maximum(s.max(axis=1, keepdims=True), 1)
    e = np.exp(s - m)
    return e / (np.exp(1 - m) + e.sum(axis=1, keepdims=True))


# %% wrong: one-sink-a-key, earns 0.6 — one sink for every key
def sink_softmax(scores, mask):
    s = np.where(mask, scores, -np.inf)
    m = np.maximum(s.max(axis=1, keepdims=True), 0)
    e = np.exp(s - m)
    return e / (scores.shape[1] * np.exp(-m) + e.sum(axis=1, keepdims=True))


# %% wrong: sink-shifted-up, earns 0.6 — sink shifted in the wrong direction
def sink_softmax(scores, mask):
    s = np.where(mask, scores, -np.inf)
    m = np.maximum(s.max(axis=1, keepdims=True), 0)
    e = np.exp(s - m)
    with np.errstate(over="ignore"):
        return e / (np.exp(m) + e.sum(axis=1, keepdims=True))


# %% wrong: masked-score-0, earns 0.2 — masked keys left in the denominator as zeros
def sink_softmax(scores, mask):
    s = np.where(mask, scores, 0.0)
    m = np.maximum(s.max(axis=1, keepdims=True), 0)
    e = np.exp(s - m)
    return mask * e / (np.exp(-m) + e.sum(axis=1, keepdims=True))


# %% wrong: overflow, earns 0.6 — largest absolute value subtracted
def sink_softmax(scores, mask):
    s = np.where(mask, scores, -np.inf)
    m = np.abs(np.where(mask, scores, 0)).max(axis=1, keepdims=True)
    e = np.exp(s - m)
    with np.errstate(all="ignore"):
        return e / (np.exp(-m) + e.sum(axis=1, keepdims=True))


# %% wrong: overflow, earns 0.6 — mean of the scores subtracted instead of the maximum
def sink_softmax(scores, mask):
    m = np.where(mask, scores, 0).mean(axis=1, keepdims=True)
    with np.errstate(all="ignore"):
        e = np.where(mask, np.exp(scores - m), 0)
        return e / (np.exp(-m) + e.sum(axis=1, keepdims=True))


# %% wrong: unrecognised, earns 0.5 — one hot for large rows ignores scores close behind
def sink_softmax(scores, mask):
    s = np.where(mask, scores, -np.inf)
    out = np.zeros(scores.shape)
    for i, row in enumerate(s):
        if row.max() > 500:
            out[i, row.argmax()] = 1
        else:
            e = np.exp(row)
            out[i] = e / (1 + e.sum())
    return out


# %% wrong: overflow, earns 0.6 — maximum clipped at zero from above
def sink_softmax(scores, mask):
    s = np.where(mask, scores, -np.inf)
    m = np.minimum(s.max(axis=1, keepdims=True), 0)
    m = np.where(np.isinf(m), 0, m)
    with np.errstate(all="ignore"):
        e = np.exp(s - m)
        return e / (np.exp(-m) + e.sum(axis=1, keepdims=True))


# %% wrong: unrecognised, earns 0.5 — sink left out in fully visible rows
def sink_softmax(scores, mask):
    s = np.where(mask, scores, -np.inf)
    m = np.maximum(s.max(axis=1, keepdims=True), 0)
    e = np.exp(s - m)
    sink = np.where(mask.all(axis=1, keepdims=True) & (m > 0), 0, np.exp(-m))
    return e / (sink + e.sum(axis=1, keepdims=True))


# %% wrong: empty-row, earns 0.6 — row without visible keys sees all keys
def sink_softmax(scores, mask):
    seen = np.where(mask.any(axis=1, keepdims=True), mask, True)
    s = np.where(seen, scores, -np.inf)
    m = np.maximum(s.max(axis=1, keepdims=True), 0)
    e = np.exp(s - m)
    return e / (np.exp(-m) + e.sum(axis=1, keepdims=True))


# %% wrong: not-finite — returns the logarithm of the weights
def sink_softmax(scores, mask):
    s = np.where(mask, scores, -np.inf)
    lse = np.logaddexp(0.0, np.logaddexp.reduce(s, axis=1))
    return s - lse[:, None]


# %% wrong: unrecognised — powers of two instead of e
def sink_softmax(scores, mask):
    s = np.where(mask, scores, -np.inf)
    m = np.maximum(s.max(axis=1, keepdims=True), 0)
    e = np.exp2(s - m)
    return e / (np.exp2(-m) + e.sum(axis=1, keepdims=True))


# %% wrong: sigmoid, earns 0.3 — sigmoid of each score alone
def sink_softmax(scores, mask):
    s = np.where(mask, scores, -np.inf)
    return 0.5 * (1 + np.tanh(s / 2))


# %% wrong: unrecognised, earns 0.5 — one empty row makes all rows zero
def sink_softmax(scores, mask):
    s = np.where(mask, scores, -np.inf)
    m = np.maximum(s.max(axis=1, keepdims=True), 0)
    e = np.exp(s - m)
    w = e / (np.exp(-m) + e.sum(axis=1, keepdims=True))
    if not mask.any(axis=1).all():
        return np.zeros_like(w)
    return w
