# %% right: takes out absent keys and adds log counts
def attend_counted(query, key, value, counts):
    keep = counts > 0
    s = query @ key[keep].T / np.sqrt(key.shape[1]) + np.log(counts[keep])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value[keep]


# %% right: log of zero as minus infinity
def attend_counted(query, key, value, counts):
    with np.errstate(divide="ignore"):
        bias = np.log(counts)
    s = query @ key.T / np.sqrt(query.shape[-1]) + bias[None, :]
    w = np.exp(s - np.max(s, axis=-1, keepdims=True))
    w /= np.sum(w, axis=-1, keepdims=True)
    return w @ value


# %% right: counts multiply exponentials of occurring keys
def attend_counted(query, key, value, counts):
    present = np.flatnonzero(counts)
    k, v, c = key[present], value[present], counts[present]
    s = np.einsum("id,jd->ij", query, k) / k.shape[1] ** 0.5
    e = c * np.exp(s - s.max(axis=1)[:, None])
    return np.einsum("ij,jv->iv", e, v) / e.sum(axis=1)[:, None]


# %% right: torch softmax in double precision
def attend_counted(query, key, value, counts):
    import torch
    q, k, v, c = (torch.tensor(np.array(a, dtype=np.float64)) for a in (query, key, value, counts))
    s = q @ k.T / k.shape[1] ** 0.5 + torch.log(c)
    return torch.softmax(s, dim=-1) @ v


# %% right: torch attention with log counts as float mask
def attend_counted(query, key, value, counts):
    import torch
    keep = counts > 0
    q = torch.tensor(np.array(query, dtype=np.float64))
    k = torch.tensor(np.array(key[keep], dtype=np.float64))
    v = torch.tensor(np.array(value[keep], dtype=np.float64))
    bias = torch.log(torch.tensor(np.array(counts[keep], dtype=np.float64)))
    bias = bias.repeat(len(q), 1)
    out = torch.nn.functional.scaled_dot_product_attention(
        q[None, None], k[None, None], v[None, None], attn_mask=bias[None, None])
    return out[0, 0]


# %% right: plain loops over queries and keys
def attend_counted(query, key, value, counts):
    import math
    n_q, d_k = query.shape
    d_v = value.shape[1]
    out = np.zeros((n_q, d_v))
    for i in range(n_q):
        scores = {}
        for j in range(len(key)):
            if counts[j] > 0:
                dot = sum(float(query[i, a]) * float(key[j, a]) for a in range(d_k))
                scores[j] = dot / math.sqrt(d_k) + math.log(counts[j])
        top = max(scores.values())
        total = sum(math.exp(s - top) for s in scores.values())
        for j, s in scores.items():
            for b in range(d_v):
                out[i, b] += math.exp(s - top) / total * value[j, b]
    return out


# %% right: numpy average with weights for each query
def attend_counted(query, key, value, counts):
    keep = counts != 0
    rows = []
    for q in query:
        s = key[keep] @ q / np.sqrt(len(q))
        rows.append(np.average(value[keep], axis=0, weights=counts[keep] * np.exp(s - s.max())))
    return np.stack(rows)


# %% right: logaddexp as the denominator
def attend_counted(query, key, value, counts):
    with np.errstate(divide="ignore"):
        s = query @ key.T / np.sqrt(key.shape[1]) + np.log(counts)
    lse = np.logaddexp.reduce(s, axis=1, keepdims=True)
    return np.exp(s - lse) @ value


# %% right: key by key with a running maximum
def attend_counted(query, key, value, counts):
    n_q, d_k = query.shape
    top = np.full(n_q, -np.inf)
    total = np.zeros(n_q)
    acc = np.zeros((n_q, value.shape[1]))
    for k, v, c in zip(key, value, counts):
        if c == 0:
            continue
        s = query @ k / np.sqrt(d_k)
        new = np.maximum(top, s)
        old = np.exp(top - new)
        e = c * np.exp(s - new)
        total = total * old + e
        acc = acc * old[:, None] + e[:, None] * v
        top = new
    return acc / total[:, None]


# %% right: shares first and counts with sum one
def attend_counted(query, key, value, counts):
    share = counts / counts.sum()
    s = query @ key.T / np.sqrt(key.shape[1])
    m = np.max(np.where(share > 0, s, -np.inf), axis=1, keepdims=True)
    e = share * np.exp(np.minimum(s - m, 0))
    return (e @ value) / e.sum(axis=1, keepdims=True)


# %% right: weights from the ratios of pairs
def attend_counted(query, key, value, counts):
    keep = counts > 0
    k, v, c = key[keep], value[keep], counts[keep]
    out = np.zeros((len(query), value.shape[1]))
    with np.errstate(over="ignore"):
        for i, q in enumerate(query):
            s = k @ q / np.sqrt(len(q))
            w = c / (np.exp(s[None, :] - s[:, None]) @ c)
            out[i] = w @ v
    return out


# %% right: log count as one more entry of the key
def attend_counted(query, key, value, counts):
    keep = counts > 0
    d = key.shape[1]
    q = np.hstack([query / np.sqrt(d), np.ones((len(query), 1))])
    k = np.hstack([key[keep], np.log(counts[keep])[:, None]])
    s = q @ k.T
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return (e @ value[keep]) / (e @ np.ones((e.shape[1], 1)))


# %% right: unshifted exponentials in decimal numbers
def attend_counted(query, key, value, counts):
    from decimal import Decimal
    s = query @ key.T / np.sqrt(key.shape[1])
    out = np.zeros((len(query), value.shape[1]))
    for i in range(len(query)):
        e = [Decimal(float(c)) * Decimal(float(x)).exp() if c > 0 else Decimal(0)
             for x, c in zip(s[i], counts)]
        total = sum(e)
        out[i] = sum(float(x / total) * value[j] for j, x in enumerate(e))
    return out


# %% wrong: no-scale, earns 0.5 — scores not divided by root of d
def attend_counted(query, key, value, counts):
    keep = counts > 0
    s = query @ key[keep].T + np.log(counts[keep])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value[keep]


# %% wrong: counts-scaled-too, earns 0.6 — log count divided by root of d too
def attend_counted(query, key, value, counts):
    keep = counts > 0
    s = (query @ key[keep].T + np.log(counts[keep])) / np.sqrt(key.shape[1])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value[keep]


# %% wrong: scaled-by-d_k, earns 0.5 — divides by d instead of its root
def attend_counted(query, key, value, counts):
    keep = counts > 0
    s = query @ key[keep].T / key.shape[1] + np.log(counts[keep])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value[keep]


# %% wrong: counts-ignored — counts never read
def attend_counted(query, key, value, counts):
    s = query @ key.T / np.sqrt(key.shape[1])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value


# %% wrong: counts-ignored — counts only decide which keys occur
def attend_counted(query, key, value, counts):
    keep = counts > 0
    s = query @ key[keep].T / np.sqrt(key.shape[1])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value[keep]


# %% wrong: counts-plus-scores — counts added to the scores without logarithm
def attend_counted(query, key, value, counts):
    keep = counts > 0
    s = query @ key[keep].T / np.sqrt(key.shape[1]) + counts[keep]
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value[keep]


# %% wrong: counts-times-scores, earns 0.2 — counts multiply the scores
def attend_counted(query, key, value, counts):
    keep = counts > 0
    s = query @ key[keep].T / np.sqrt(key.shape[1]) * counts[keep]
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value[keep]


# %% wrong: not-renormalised, earns 0.4 — counts in the numerator only
def attend_counted(query, key, value, counts):
    keep = counts > 0
    s = query @ key[keep].T / np.sqrt(key.shape[1])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return (e * counts[keep]) @ value[keep] / e.sum(axis=1, keepdims=True)


# %% wrong: counts-in-denominator, earns 0.4 — counts in the denominator only
def attend_counted(query, key, value, counts):
    keep = counts > 0
    s = query @ key[keep].T / np.sqrt(key.shape[1])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e @ value[keep] / (e * counts[keep]).sum(axis=1, keepdims=True)


# %% wrong: overflow, earns 0.7 — exponentials without a shift overflow
def attend_counted(query, key, value, counts):
    e = counts * np.exp(query @ key.T / np.sqrt(key.shape[1]))
    return e @ value / e.sum(axis=1, keepdims=True)


# %% wrong: absent-maximum, earns 0.7 — absent key takes part in the maximum
def attend_counted(query, key, value, counts):
    s = query @ key.T / np.sqrt(key.shape[1])
    e = counts * np.exp(s - s.max(axis=1, keepdims=True))
    return e @ value / e.sum(axis=1, keepdims=True)


# %% wrong: absent-maximum, earns 0.7 — absent key left in the exponential overflows to nan
def attend_counted(query, key, value, counts):
    s = query @ key.T / np.sqrt(key.shape[1])
    m = s[:, counts > 0].max(axis=1, keepdims=True)
    e = counts * np.exp(s - m)
    return e @ value / e.sum(axis=1, keepdims=True)


# %% wrong: whole-counts-only, earns 0.4 — keys repeated by counts cut to whole numbers
def attend_counted(query, key, value, counts):
    n = np.minimum(counts, 1e4).astype(int)
    if n.sum() == 0:
        n = (counts > 0).astype(int)
    k, v = np.repeat(key, n, axis=0), np.repeat(value, n, axis=0)
    s = query @ k.T / np.sqrt(key.shape[1])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ v


# %% wrong: whole-counts-only, earns 0.4 — counts rounded up to whole numbers
def attend_counted(query, key, value, counts):
    c = np.ceil(counts)
    keep = c > 0
    s = query @ key[keep].T / np.sqrt(key.shape[1]) + np.log(c[keep])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value[keep]


# %% wrong: one-too-many, earns 0.4 — logarithm of one plus the count
def attend_counted(query, key, value, counts):
    keep = counts > 0
    s = query @ key[keep].T / np.sqrt(key.shape[1]) + np.log1p(counts[keep])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value[keep]


# %% wrong: absent-key, earns 0.7 — tiny number inside the logarithm keeps absent keys
def attend_counted(query, key, value, counts):
    s = query @ key.T / np.sqrt(key.shape[1]) + np.log(counts + 1e-12)
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value


# %% wrong: absent-key, earns 0.7 — absent keys lowered by ten thousand only
def attend_counted(query, key, value, counts):
    bias = np.where(counts > 0, np.log(np.where(counts > 0, counts, 1)), -1e4)
    s = query @ key.T / np.sqrt(key.shape[1]) + bias
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value


# %% wrong: absent-key, earns 0.6 — absent keys get the bias zero
def attend_counted(query, key, value, counts):
    bias = np.log(np.where(counts > 0, counts, 1))
    s = query @ key.T / np.sqrt(key.shape[1]) + bias
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value


# %% wrong: absent-key, earns 0.6 — scores of absent keys set to zero
def attend_counted(query, key, value, counts):
    keep = counts > 0
    s = query @ key.T / np.sqrt(key.shape[1])
    s = np.where(keep, s + np.log(np.where(keep, counts, 1)), 0)
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value


# %% wrong: absent-key, earns 0.6 — values of absent keys zero but weights kept
def attend_counted(query, key, value, counts):
    keep = counts > 0
    s = query @ key.T / np.sqrt(key.shape[1]) + np.log(np.where(keep, counts, 1))
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ np.where(keep[:, None], value, 0)


# %% wrong: other-logarithm, earns 0.7 — logarithm to the base two
def attend_counted(query, key, value, counts):
    keep = counts > 0
    s = query @ key[keep].T / np.sqrt(key.shape[1]) + np.log2(counts[keep])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value[keep]


# %% wrong: other-logarithm, earns 0.7 — logarithm to the base ten
def attend_counted(query, key, value, counts):
    keep = counts > 0
    s = query @ key[keep].T / np.sqrt(key.shape[1]) + np.log10(counts[keep])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value[keep]


# %% wrong: clipped, earns 0.5 — scores clipped to plus minus five hundred
def attend_counted(query, key, value, counts):
    s = np.clip(query @ key.T / np.sqrt(key.shape[1]), -500, 500)
    e = counts * np.exp(s)
    return e @ value / e.sum(axis=1, keepdims=True)


# %% wrong: overflow, earns 0.7 — nan of large scores turned into zero
def attend_counted(query, key, value, counts):
    with np.errstate(all="ignore"):
        e = counts * np.exp(query @ key.T / np.sqrt(key.shape[1]))
        return np.nan_to_num(e @ value / e.sum(axis=1, keepdims=True))


# %% wrong: small-counts, earns 0.6 — keys with counts below one thrown away
def attend_counted(query, key, value, counts):
    keep = counts >= 1
    if not keep.any():
        keep = counts > 0
    s = query @ key[keep].T / np.sqrt(key.shape[1]) + np.log(counts[keep])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value[keep]


# %% wrong: far-apart, earns 0.7 — very small counts taken for zero
def attend_counted(query, key, value, counts):
    keep = counts > 1e-4 * counts.max()
    s = query @ key[keep].T / np.sqrt(key.shape[1]) + np.log(counts[keep])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value[keep]


# %% wrong: small-counts, earns 0.6 — counts below one raised to one
def attend_counted(query, key, value, counts):
    keep = counts > 0
    s = query @ key[keep].T / np.sqrt(key.shape[1]) + np.log(np.maximum(counts[keep], 1))
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value[keep]


# %% wrong: count-shares, earns 0.3 — weights times counts without a new division
def attend_counted(query, key, value, counts):
    s = query @ key.T / np.sqrt(key.shape[1])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    w = e / e.sum(axis=1, keepdims=True)
    return (w * counts / counts.sum()) @ value


# %% wrong: wrong-axis, earns 0.2 — softmax over the queries
def attend_counted(query, key, value, counts):
    keep = counts > 0
    s = query @ key[keep].T / np.sqrt(key.shape[1]) + np.log(counts[keep])
    e = np.exp(s - s.max(axis=0, keepdims=True))
    return e / e.sum(axis=0, keepdims=True) @ value[keep]


# %% wrong: changed-arguments, earns 0.7 — writes the logarithms into the caller's counts
def attend_counted(query, key, value, counts):
    with np.errstate(divide="ignore"):
        np.log(counts, out=counts)
    s = query @ key.T / np.sqrt(key.shape[1]) + counts
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value


# %% wrong: changed-arguments, earns 0.7 — divides the caller's query in place
def attend_counted(query, key, value, counts):
    query /= np.sqrt(key.shape[1])
    keep = counts > 0
    s = query @ key[keep].T + np.log(counts[keep])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value[keep]


# %% wrong: scaled-by-n_k, earns 0.5 — scale from the number of keys
def attend_counted(query, key, value, counts):
    keep = counts > 0
    s = query @ key[keep].T / np.sqrt(key.shape[0]) + np.log(counts[keep])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value[keep]


# %% wrong: scaled-by-d_v, earns 0.5 — scale from the width of the values
def attend_counted(query, key, value, counts):
    keep = counts > 0
    s = query @ key[keep].T / np.sqrt(value.shape[1]) + np.log(counts[keep])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value[keep]


# %% wrong: unrecognised — root of the counts
def attend_counted(query, key, value, counts):
    keep = counts > 0
    s = query @ key[keep].T / np.sqrt(key.shape[1]) + 0.5 * np.log(counts[keep])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value[keep]


# %% wrong: global-maximum, earns 0.7 — largest score of the whole table subtracted
def attend_counted(query, key, value, counts):
    keep = counts > 0
    s = query @ key[keep].T / np.sqrt(key.shape[1]) + np.log(counts[keep])
    e = np.exp(s - s.max())
    return e / e.sum(axis=1, keepdims=True) @ value[keep]


# %% wrong: small-counts, earns 0.6 — epsilon in the denominator drowns tiny counts
def attend_counted(query, key, value, counts):
    keep = counts > 0
    s = query @ key[keep].T / np.sqrt(key.shape[1])
    e = counts[keep] * np.exp(s - s.max(axis=1, keepdims=True))
    return e @ value[keep] / (e.sum(axis=1, keepdims=True) + 1e-7)


# %% wrong: far-apart, earns 0.7 — differences clipped at minus twenty leak
def attend_counted(query, key, value, counts):
    keep = counts > 0
    s = query @ key[keep].T / np.sqrt(key.shape[1])
    d = np.clip(s - s.max(axis=1, keepdims=True), -20, 0)
    e = counts[keep] * np.exp(d)
    return e @ value[keep] / e.sum(axis=1, keepdims=True)


# %% wrong: not-normalised, earns 0.4 — sum of the counts instead of the weights below
def attend_counted(query, key, value, counts):
    keep = counts > 0
    s = query @ key[keep].T / np.sqrt(key.shape[1])
    e = counts[keep] * np.exp(s - s.max(axis=1, keepdims=True))
    return e @ value[keep] / counts.sum()


# %% wrong: unrecognised, earns 0.5 — highest score takes all in wide rows
def attend_counted(query, key, value, counts):
    keep = counts > 0
    v = value[keep]
    s = query @ key[keep].T / np.sqrt(key.shape[1]) + np.log(counts[keep])
    out = np.zeros((len(query), value.shape[1]))
    for i, row in enumerate(s):
        if row.max() - row.min() > 700:
            out[i] = v[row.argmax()]
        else:
            e = np.exp(row - row.max())
            out[i] = e @ v / e.sum()
    return out


# %% wrong: wrong-shape — returns the weights instead of the output
def attend_counted(query, key, value, counts):
    with np.errstate(divide="ignore"):
        s = query @ key.T / np.sqrt(key.shape[1]) + np.log(counts)
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


# %% wrong: unrecognised — every value times its count once more
def attend_counted(query, key, value, counts):
    keep = counts > 0
    s = query @ key[keep].T / np.sqrt(key.shape[1]) + np.log(counts[keep])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ (value[keep] * counts[keep, None])


# %% wrong: unrecognised — counts subtracted as logarithms
def attend_counted(query, key, value, counts):
    keep = counts > 0
    s = query @ key[keep].T / np.sqrt(key.shape[1]) - np.log(counts[keep])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value[keep]
