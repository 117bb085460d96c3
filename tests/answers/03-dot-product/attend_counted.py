# %% right: log of the counts
def attend_counted(query, key, value, counts):
    scores = query @ key.T / np.sqrt(key.shape[1])
    scores = scores + np.log(counts)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    return weights @ value


# %% right: counted shares
def attend_counted(query, key, value, counts):
    scores = np.einsum("qd,kd->qk", query, key) / key.shape[1] ** 0.5
    scores -= scores[:, counts > 0].max(axis=1, keepdims=True)
    shares = np.where(counts > 0, np.exp(np.minimum(scores, 0)) * counts, 0)
    return np.einsum("qk,kv->qv", shares, value) / shares.sum(axis=1)[:, None]


# %% right: torch's bias
def attend_counted(query, key, value, counts):
    import torch

    query, key, value, counts = map(torch.tensor, (query, key, value, counts))
    bias = counts.log().expand(len(query), -1)
    return torch.nn.functional.scaled_dot_product_attention(query, key, value, attn_mask=bias)


# %% right: loops - absent keys are left out
def attend_counted(query, key, value, counts):
    present = [j for j in range(len(key)) if counts[j] != 0]
    outputs = []
    for q in query:
        scores = {j: q @ key[j] / np.sqrt(len(q)) for j in present}
        shares = {j: counts[j] * np.exp(s - max(scores.values())) for j, s in scores.items()}
        outputs.append(sum(shares[j] * value[j] for j in present) / sum(shares.values()))
    return np.array(outputs)


# %% wrong: counts-ignored — the nearest ready-made
def attend_counted(query, key, value, counts):
    import torch

    from payattention.attention import attention

    return attention(torch.tensor(query), torch.tensor(key), torch.tensor(value))[0]


# %% wrong: counts-times-scores, earns 0.2
def attend_counted(query, key, value, counts):
    scores = query @ key.T / np.sqrt(key.shape[1]) * counts
    weights = np.exp(scores)
    weights /= weights.sum(axis=1, keepdims=True)
    return weights @ value


# %% wrong: counts-plus-scores — torch takes them as a bias
def attend_counted(query, key, value, counts):
    scores = query @ key.T / np.sqrt(key.shape[1]) + counts
    weights = np.exp(scores)
    weights /= weights.sum(axis=1, keepdims=True)
    return weights @ value


# %% wrong: not-renormalised, earns 0.4
def attend_counted(query, key, value, counts):
    scores = query @ key.T / np.sqrt(key.shape[1])
    weights = np.exp(scores)
    weights /= weights.sum(axis=1, keepdims=True)
    return (weights * counts) @ value


# %% wrong: count-shares, earns 0.3
def attend_counted(query, key, value, counts):
    scores = query @ key.T / np.sqrt(key.shape[1])
    weights = np.exp(scores)
    weights /= weights.sum(axis=1, keepdims=True)
    return weights @ (value * counts[:, None] / counts.sum())


# %% wrong: one-too-many, earns 0.4
def attend_counted(query, key, value, counts):
    scores = query @ key.T / np.sqrt(key.shape[1]) + np.log1p(counts)
    weights = np.exp(scores)
    weights /= weights.sum(axis=1, keepdims=True)
    return weights @ value


# %% wrong: no-scale, earns 0.5
def attend_counted(query, key, value, counts):
    scores = query @ key.T + np.log(counts)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    return weights @ value


# %% wrong: scaled-by-d_k, earns 0.5
def attend_counted(query, key, value, counts):
    scores = query @ key.T / key.shape[1] + np.log(counts)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    return weights @ value


# %% wrong: scaled-by-d_v, earns 0.5
def attend_counted(query, key, value, counts):
    scores = query @ key.T / np.sqrt(value.shape[-1]) + np.log(counts)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    return weights @ value


# %% wrong: wrong-axis, earns 0.2
def attend_counted(query, key, value, counts):
    scores = query @ key.T / np.sqrt(key.shape[1])
    weights = np.exp(scores) * counts
    weights /= weights.sum(axis=0)
    return weights @ value


# %% wrong: absent-key, earns 0.6
def attend_counted(query, key, value, counts):
    scores = query @ key.T / np.sqrt(key.shape[1])
    scores = scores + np.log(np.maximum(counts, 1))
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    return weights @ value


# %% wrong: whole-counts-only, earns 0.4 — the keys repeated after all
def attend_counted(query, key, value, counts):
    counts = counts.astype(int)
    key, value = np.repeat(key, counts, axis=0), np.repeat(value, counts, axis=0)
    scores = query @ key.T / np.sqrt(key.shape[1])
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    return weights @ value


# %% wrong: overflow, earns 0.7
def attend_counted(query, key, value, counts):
    shares = np.exp(query @ key.T / np.sqrt(key.shape[1])) * counts
    return shares @ value / shares.sum(axis=1, keepdims=True)


# %% wrong: raised — the keys repeated, but counts are floats
def attend_counted(query, key, value, counts):
    key, value = np.repeat(key, counts, axis=0), np.repeat(value, counts, axis=0)
    scores = query @ key.T / np.sqrt(key.shape[1])
    weights = np.exp(scores)
    weights /= weights.sum(axis=1, keepdims=True)
    return weights @ value


# %% wrong: counts-ignored + no-scale
def attend_counted(query, key, value, counts):
    weights = np.exp(query @ key.T)
    weights /= weights.sum(axis=1, keepdims=True)
    return weights @ value


# %% wrong: no-scale + not-renormalised, earns 0.2
def attend_counted(query, key, value, counts):
    weights = np.exp(query @ key.T)
    weights /= weights.sum(axis=1, keepdims=True)
    return (weights * counts) @ value


# %% wrong: scaled-by-d_k + counts-plus-scores
def attend_counted(query, key, value, counts):
    weights = np.exp(query @ key.T / key.shape[1] + counts)
    weights /= weights.sum(axis=1, keepdims=True)
    return weights @ value


# %% wrong: broadcast — one maximum a row, and no column made of it
def attend_counted(query, key, value, counts):
    scores = query @ key.T / np.sqrt(key.shape[1]) + np.log(counts)
    weights = np.exp(scores - scores.max(axis=1))
    weights /= weights.sum(axis=1)
    return weights @ value


# %% right: log counts added to the scores
def attend_counted(query, key, value, counts):
    with np.errstate(divide="ignore"):
        s = query @ key.T / np.sqrt(key.shape[1]) + np.log(counts)
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value


# %% right: throw out the keys that do not occur and then multiply the exponentials
def attend_counted(query, key, value, counts):
    here = counts > 0
    k, v, c = key[here], value[here], counts[here]
    s = query @ k.T / k.shape[1] ** 0.5
    s = s + np.log(c)
    w = np.exp(s - s.max(axis=1, keepdims=True))
    return (w @ v) / w.sum(axis=1)[:, None]


# %% right: pure Python loops and nested lists
def attend_counted(query, key, value, counts):
    import math

    out = []
    for q in query.tolist():
        s = []
        for k, c in zip(key.tolist(), counts.tolist(), strict=False):
            if c > 0:
                s.append(
                    math.fsum(a * b for a, b in zip(q, k, strict=False)) / math.sqrt(len(q))
                    + math.log(c)
                )
            else:
                s.append(-math.inf)
        top = max(s)
        e = [math.exp(x - top) for x in s]
        total = math.fsum(e)
        out.append(
            [
                math.fsum(w * v for w, v in zip(e, column, strict=False)) / total
                for column in zip(*value.tolist(), strict=False)
            ]
        )
    return out


# %% right: torch's scaled_dot_product_attention with the log counts as an additive mask
def attend_counted(query, key, value, counts):
    import torch

    q, k, v, c = (
        torch.tensor(np.array(a), dtype=torch.float64) for a in (query, key, value, counts)
    )
    bias = torch.log(c)[None, :].expand(len(q), -1)
    return torch.nn.functional.scaled_dot_product_attention(
        q[None, None], k[None, None], v[None, None], attn_mask=bias[None, None]
    )[0, 0]


# %% right: torch tensors that require grad and einsum
def attend_counted(query, key, value, counts):
    import torch

    q = torch.tensor(np.array(query), dtype=torch.float64, requires_grad=True)
    k = torch.tensor(np.array(key), dtype=torch.float64, requires_grad=True)
    v = torch.tensor(np.array(value), dtype=torch.float64, requires_grad=True)
    c = torch.tensor(np.array(counts), dtype=torch.float64)
    s = torch.einsum("qd,kd->qk", q, k) * q.shape[-1] ** -0.5 + c.log()
    return torch.einsum("qk,kv->qv", s.softmax(-1), v)


# %% wrong: small-counts, earns 0.6
def attend_counted(query, key, value, counts):
    s = query @ key.T / np.sqrt(key.shape[1]) + np.log(counts + 1e-9)
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value


# %% wrong: scaled-by-n_k, earns 0.5
def attend_counted(query, key, value, counts):
    with np.errstate(divide="ignore"):
        s = query @ key.T / np.sqrt(key.shape[0]) + np.log(counts)
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value


# %% wrong: counts-scaled-too, earns 0.6
def attend_counted(query, key, value, counts):
    with np.errstate(divide="ignore"):
        s = (query @ key.T + np.log(counts)) / np.sqrt(key.shape[1])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value


# %% wrong: global-maximum, earns 0.7
def attend_counted(query, key, value, counts):
    with np.errstate(all="ignore"):
        s = query @ key.T / np.sqrt(key.shape[1]) + np.log(counts)
        w = np.exp(s - s.max())
        return w @ value / w.sum(axis=1, keepdims=True)


# %% wrong: absent-maximum, earns 0.7
def attend_counted(query, key, value, counts):
    s = query @ key.T / np.sqrt(key.shape[1])
    with np.errstate(all="ignore"):
        w = np.exp(s - s.max(axis=1, keepdims=True)) * counts
        return w @ value / w.sum(axis=1, keepdims=True)


# %% wrong: other-logarithm, earns 0.7
def attend_counted(query, key, value, counts):
    with np.errstate(divide="ignore"):
        s = query @ key.T / np.sqrt(key.shape[1]) + np.log2(counts)
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value


# %% wrong: clipped, earns 0.5 — scores clipped to 500
def attend_counted(query, key, value, counts):
    with np.errstate(divide="ignore"):
        s = np.clip(query @ key.T / np.sqrt(key.shape[1]), -500, 500) + np.log(counts)
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value


# %% wrong: changed-arguments, earns 0.7
def attend_counted(query, key, value, counts):
    counts /= counts.sum()
    with np.errstate(divide="ignore"):
        s = query @ key.T / np.sqrt(key.shape[1]) + np.log(counts)
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value


# %% wrong: not-normalised, earns 0.4
def attend_counted(query, key, value, counts):
    with np.errstate(divide="ignore"):
        s = query @ key.T / np.sqrt(key.shape[1]) + np.log(counts)
    m = np.maximum(s.max(axis=1, keepdims=True), 0)
    e = np.exp(s - m)
    return e / (np.exp(-m) + e.sum(axis=1, keepdims=True)) @ value


# %% wrong: scaled-by-n_q, earns 0.5
def attend_counted(query, key, value, counts):
    scores = query @ key.T / np.sqrt(len(query)) + np.log(counts)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    return weights @ value


# %% wrong: half-power, earns 0.6 — of the parentheses around it
def attend_counted(query, key, value, counts):
    scores = query @ key.T / (key.shape[1] ** 1 / 2) + np.log(counts)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    return weights @ value


# %% wrong: half-power, earns 0.6 — without parentheses
def attend_counted(query, key, value, counts):
    scores = query @ key.T / key.shape[1] ** 1 / 2 + np.log(counts)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    return weights @ value


# %% wrong: scale-upside-down, earns 0.5
def attend_counted(query, key, value, counts):
    scores = query @ key.T * np.sqrt(key.shape[1]) + np.log(counts)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    return weights @ value


# %% wrong: one-denominator, earns 0.4
def attend_counted(query, key, value, counts):
    scores = query @ key.T / np.sqrt(key.shape[1]) + np.log(counts)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return weights / weights.sum() @ value


# %% wrong: overflow, earns 0.7 — the smallest score of a row subtracted
def attend_counted(query, key, value, counts):
    key, value, counts = key[counts > 0], value[counts > 0], counts[counts > 0]
    scores = query @ key.T / np.sqrt(key.shape[1]) + np.log(counts)
    weights = np.exp(scores - scores.min(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    return weights @ value


# %% wrong: multiples-only, earns 0.4 — repeated as often as a part of the smallest count fits
def attend_counted(query, key, value, counts):
    smallest = counts / counts[counts > 0].min()
    parts = (smallest * part for part in (1, 2, 3, 4))
    whole = (times for times in parts if np.allclose(times, np.round(times)))
    times = np.round(next(whole, smallest)).astype(int)
    rows = np.repeat(np.arange(len(key)), times)
    scores = query @ key[rows].T / np.sqrt(key.shape[1])
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True) @ value[rows]


# %% wrong: absent-key, earns 0.7 — log 0 is taken to be -10,000
def attend_counted(query, key, value, counts):
    scores = query @ key.T / np.sqrt(query.shape[1])
    scores += np.where(counts > 0, np.log(np.where(counts > 0, counts, 1)), -1e4)
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=1, keepdims=True) @ value


# %% wrong: absent-key, earns 0.7 — absent keys have the score -1000
def attend_counted(query, key, value, counts):
    scores = query @ key.T / np.sqrt(query.shape[1])
    scores = np.where(counts > 0, scores + np.log(np.where(counts > 0, counts, 1)), -1000)
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=1, keepdims=True) @ value


# %% wrong: counts-in-denominator, earns 0.4
def attend_counted(query, key, value, counts):
    exponentials = np.exp(query @ key.T / np.sqrt(query.shape[1]))
    return exponentials @ value / (exponentials @ counts)[:, None]


# %% wrong: scores-ignored
def attend_counted(query, key, value, counts):
    return np.tile(counts @ value / counts.sum(), (len(query), 1))


# %% wrong: nearly, earns 0.5 — a list of about 1000 keys
def attend_counted(query, key, value, counts):
    times = np.rint(counts / counts.sum() * 1000).astype(int)
    key, value = np.repeat(key, times, axis=0), np.repeat(value, times, axis=0)
    scores = query @ key.T / np.sqrt(query.shape[1])
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=1, keepdims=True) @ value


# %% wrong: axis-of-length-1, earns 0.8 — one query is squeezed
def attend_counted(query, key, value, counts):
    scores = query @ key.T / np.sqrt(query.shape[1]) + np.log(counts)
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.squeeze(shares / shares.sum(axis=1, keepdims=True) @ value)


# %% wrong: far-apart, earns 0.7 — small counts are left out
def attend_counted(query, key, value, counts):
    keep = counts > 1e-4 * counts.max()
    s = query @ key[keep].T / np.sqrt(key.shape[1]) + np.log(counts[keep])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value[keep]


# %% wrong: far-apart, earns 0.7 — differences cut off at 20
def attend_counted(query, key, value, counts):
    keep = counts > 0
    s = query @ key[keep].T / np.sqrt(key.shape[1])
    d = np.clip(s - s.max(axis=1, keepdims=True), -20, 0)
    e = counts[keep] * np.exp(d)
    return e @ value[keep] / e.sum(axis=1, keepdims=True)


# %% wrong: absent-maximum, earns 0.7 — the exponential of an absent key
def attend_counted(query, key, value, counts):
    s = query @ key.T / np.sqrt(key.shape[1])
    m = s[:, counts > 0].max(axis=1, keepdims=True)
    e = counts * np.exp(s - m)
    return e @ value / e.sum(axis=1, keepdims=True)
