# %% right: loop over enumerate of group and hstack
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    outs = []
    for i, j in enumerate(group):
        q = Q[:, i * d:(i + 1) * d]
        k = K[:, j * d:(j + 1) * d]
        v = V[:, j * d:(j + 1) * d]
        s = q @ k.T / np.sqrt(d)
        w = np.exp(s - s.max(axis=1, keepdims=True))
        w = w / w.sum(axis=1, keepdims=True)
        outs.append(w @ v)
    return np.hstack(outs)


# %% right: einsum over all heads at once
def grouped_heads(Q, K, V, group):
    h = len(group)
    n, m = len(Q), len(K)
    d = Q.shape[1] // h
    q = Q.reshape(n, h, d)
    k = K.reshape(m, -1, d)[:, group]
    v = V.reshape(m, -1, d)[:, group]
    s = np.einsum("thc,jhc->htj", q, k) / d ** 0.5
    s = s - s.max(axis=-1, keepdims=True)
    w = np.exp(s)
    w /= w.sum(axis=-1, keepdims=True)
    return np.einsum("htj,jhc->thc", w, v).reshape(n, h * d)


# %% right: scaled dot product attention of torch in double precision
def grouped_heads(Q, K, V, group):
    import torch
    import torch.nn.functional as F
    index = torch.tensor(np.asarray(group)).long()
    h = len(index)
    d = Q.shape[1] // h
    q = torch.tensor(Q, dtype=torch.float64).unflatten(1, (h, d)).transpose(0, 1)
    k = torch.tensor(K, dtype=torch.float64).unflatten(1, (-1, d)).transpose(0, 1)[index]
    v = torch.tensor(V, dtype=torch.float64).unflatten(1, (-1, d)).transpose(0, 1)[index]
    return F.scaled_dot_product_attention(q, k, v).transpose(0, 1).reshape(len(Q), h * d)


# %% right: torch softmax head by head
def grouped_heads(Q, K, V, group):
    import torch
    Q, K, V = (torch.tensor(M, dtype=torch.float64) for M in (Q, K, V))
    h = len(group)
    d = Q.shape[1] // h
    qs = Q.split(d, dim=1)
    ks = K.split(d, dim=1)
    vs = V.split(d, dim=1)
    return torch.cat([torch.softmax(qs[i] @ ks[int(group[i])].T / d ** 0.5, dim=-1) @ vs[int(group[i])]
                      for i in range(h)], dim=1)


# %% right: one query of one head at a time
def grouped_heads(Q, K, V, group):
    h = len(group)
    d = Q.shape[1] // h
    out = np.zeros(Q.shape, dtype=float)
    for t in range(Q.shape[0]):
        for i in range(h):
            mine = slice(i * d, (i + 1) * d)
            theirs = slice(group[i] * d, (group[i] + 1) * d)
            s = K[:, theirs] @ Q[t, mine] / np.sqrt(d)
            e = np.exp(s - np.max(s))
            out[t, mine] = e @ V[:, theirs] / np.sum(e)
    return out


# %% right: weights from log sum exp with logaddexp
def grouped_heads(Q, K, V, group):
    h = len(group)
    d = Q.shape[1] // h
    parts = []
    for i in range(h):
        a = int(group[i]) * d
        s = (Q[:, i * d:(i + 1) * d] / np.sqrt(d)) @ K[:, a:a + d].T
        log_sum = np.logaddexp.reduce(s, axis=1)
        parts.append(np.exp(s - log_sum[:, None]) @ V[:, a:a + d])
    return np.concatenate(parts, axis=1)


# %% right: all readers of a key head together
def grouped_heads(Q, K, V, group):
    group = np.asarray(group)
    n, h = Q.shape[0], len(group)
    d = Q.shape[1] // h
    q = np.swapaxes(Q.reshape(n, h, d), 0, 1)
    out = np.zeros((h, n, d))
    for j in set(group.tolist()):
        who = np.flatnonzero(group == j)
        k, v = K[:, j * d:(j + 1) * d], V[:, j * d:(j + 1) * d]
        s = q[who].reshape(-1, d) @ k.T / np.sqrt(d)
        e = np.exp(s - s.max(axis=1, keepdims=True))
        out[who] = (e @ v / e.sum(axis=1, keepdims=True)).reshape(len(who), n, d)
    return np.hstack(list(out))


# %% right: running softmax that reads one key at a time
def grouped_heads(Q, K, V, group):
    n, h = len(Q), len(group)
    d = Q.shape[1] // h
    q = Q.reshape(n, h, d)
    top = np.full((n, h), -np.inf)
    total = np.zeros((n, h))
    acc = np.zeros((n, h, d))
    for kj, vj in zip(K, V):
        k = kj.reshape(-1, d)[group]
        v = vj.reshape(-1, d)[group]
        s = (q * k).sum(axis=2) / np.sqrt(d)
        new = np.maximum(top, s)
        shrink = np.exp(top - new)
        e = np.exp(s - new)
        total = total * shrink + e
        acc = acc * shrink[:, :, None] + e[:, :, None] * v
        top = new
    return (acc / total[:, :, None]).reshape(n, h * d)


# %% right: columns of K and V copied for each query head
def grouped_heads(Q, K, V, group):
    group = np.asarray(group)
    h = group.size
    d = Q.shape[1] // h
    columns = (group[:, None] * d + np.arange(d)).ravel()
    K, V = K[:, columns], V[:, columns]

    def split(M):
        return M.reshape(len(M), h, d).transpose(1, 0, 2)

    S = split(Q) @ split(K).transpose(0, 2, 1) / np.sqrt(d)
    W = np.exp(S - S.max(axis=2, keepdims=True))
    O = (W / W.sum(axis=2, keepdims=True)) @ split(V)
    return O.transpose(1, 0, 2).reshape(len(Q), h * d)


# %% right: each weight as one over a sum of differences
def grouped_heads(Q, K, V, group):
    h = len(group)
    d = Q.shape[1] // h
    out = []
    with np.errstate(over="ignore"):
        for i in range(h):
            k = K.reshape(len(K), -1, d)[:, group[i]]
            v = V.reshape(len(V), -1, d)[:, group[i]]
            s = Q[:, i * d:i * d + d] @ k.T / np.sqrt(d)
            w = 1 / np.exp(s[:, None, :] - s[:, :, None]).sum(axis=2)
            out.append(w @ v)
    return np.hstack(out)


# %% right: one hot table hands out the key heads
def grouped_heads(Q, K, V, group):
    h, n, m = len(group), len(Q), len(K)
    d = Q.shape[1] // h
    g = K.shape[1] // d
    pick = np.eye(g)[np.asarray(group)]
    k = np.einsum("ij,mjc->imc", pick, K.reshape(m, g, d))
    v = np.einsum("ij,mjc->imc", pick, V.reshape(m, g, d))
    q = Q.reshape(n, h, d).swapaxes(0, 1)
    s = np.matmul(q, k.swapaxes(1, 2)) / np.sqrt(d)
    w = np.exp(s - s.max(-1, keepdims=True))
    w = w / w.sum(-1, keepdims=True)
    return np.matmul(w, v).swapaxes(0, 1).reshape(n, -1)


# %% right: long doubles hold the exponentials without a shift
def grouped_heads(Q, K, V, group):
    h = len(group)
    d = Q.shape[1] // h
    out = np.empty((len(Q), h * d))
    for i, j in enumerate(group):
        s = Q[:, i * d:(i + 1) * d] @ K[:, j * d:(j + 1) * d].T / np.sqrt(d)
        e = np.exp(s.astype(np.longdouble))
        w = (e / e.sum(axis=1, keepdims=True)).astype(float)
        out[:, i * d:(i + 1) * d] = w @ V[:, j * d:(j + 1) * d]
    return out


# %% wrong: overflow, earns 0.7 — exponentials without a shift overflow
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    outs = []
    for i, j in enumerate(group):
        w = np.exp(Q[:, i * d:(i + 1) * d] @ K[:, j * d:(j + 1) * d].T / np.sqrt(d))
        outs.append(w / w.sum(axis=1, keepdims=True) @ V[:, j * d:(j + 1) * d])
    return np.hstack(outs)


# %% wrong: wrong-scale, earns 0.6 — scaled by the width of all heads
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    outs = []
    for i, j in enumerate(group):
        s = Q[:, i * d:(i + 1) * d] @ K[:, j * d:(j + 1) * d].T / np.sqrt(Q.shape[1])
        w = np.exp(s - s.max(axis=1, keepdims=True))
        outs.append(w / w.sum(axis=1, keepdims=True) @ V[:, j * d:(j + 1) * d])
    return np.hstack(outs)


# %% wrong: wrong-scale, earns 0.6 — scaled by the width of all key heads
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    outs = []
    for i, j in enumerate(group):
        s = Q[:, i * d:(i + 1) * d] @ K[:, j * d:(j + 1) * d].T / np.sqrt(K.shape[1])
        w = np.exp(s - s.max(axis=1, keepdims=True))
        outs.append(w / w.sum(axis=1, keepdims=True) @ V[:, j * d:(j + 1) * d])
    return np.hstack(outs)


# %% wrong: not-scaled, earns 0.6 — scores not scaled at all
def grouped_heads(Q, K, V, group):
    import torch
    d = Q.shape[1] // len(group)
    outs = []
    for i, j in enumerate(group):
        s = torch.tensor(Q[:, i * d:(i + 1) * d] @ K[:, j * d:(j + 1) * d].T, dtype=torch.float64)
        outs.append(torch.softmax(s, dim=1).numpy() @ V[:, j * d:(j + 1) * d])
    return np.hstack(outs)


# %% wrong: divided-by-d, earns 0.6 — divided by d without the root
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    outs = []
    for i, j in enumerate(group):
        s = Q[:, i * d:(i + 1) * d] @ K[:, j * d:(j + 1) * d].T / d
        w = np.exp(s - s.max(axis=1, keepdims=True))
        outs.append(w / w.sum(axis=1, keepdims=True) @ V[:, j * d:(j + 1) * d])
    return np.hstack(outs)


# %% wrong: in-turn, earns 0.4 — group is never read and heads take turns
def grouped_heads(Q, K, V, group):
    h = len(group)
    d = Q.shape[1] // h
    g = K.shape[1] // d
    outs = []
    for i in range(h):
        j = i % g
        s = Q[:, i * d:(i + 1) * d] @ K[:, j * d:(j + 1) * d].T / np.sqrt(d)
        w = np.exp(s - s.max(axis=1, keepdims=True))
        outs.append(w / w.sum(axis=1, keepdims=True) @ V[:, j * d:(j + 1) * d])
    return np.hstack(outs)


# %% wrong: in-order, earns 0.4 — groups in order as in most models
def grouped_heads(Q, K, V, group):
    h = len(group)
    d = Q.shape[1] // h
    g = K.shape[1] // d
    outs = []
    for i in range(h):
        j = i * g // h
        s = Q[:, i * d:(i + 1) * d] @ K[:, j * d:(j + 1) * d].T / np.sqrt(d)
        w = np.exp(s - s.max(axis=1, keepdims=True))
        outs.append(w / w.sum(axis=1, keepdims=True) @ V[:, j * d:(j + 1) * d])
    return np.hstack(outs)


# %% wrong: sorted-group, earns 0.4 — group sorted before it is used
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    outs = []
    for i, j in enumerate(sorted(group)):
        s = Q[:, i * d:(i + 1) * d] @ K[:, j * d:(j + 1) * d].T / np.sqrt(d)
        w = np.exp(s - s.max(axis=1, keepdims=True))
        outs.append(w / w.sum(axis=1, keepdims=True) @ V[:, j * d:(j + 1) * d])
    return np.hstack(outs)


# %% wrong: over-the-queries, earns 0.3 — softmax over the queries
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    outs = []
    for i, j in enumerate(group):
        s = Q[:, i * d:(i + 1) * d] @ K[:, j * d:(j + 1) * d].T / np.sqrt(d)
        w = np.exp(s - s.max(axis=0, keepdims=True))
        outs.append(w / w.sum(axis=0, keepdims=True) @ V[:, j * d:(j + 1) * d])
    return np.hstack(outs)


# %% wrong: maximum-of-columns, earns 0.5 — largest score of each column subtracted
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    outs = []
    for i, j in enumerate(group):
        s = Q[:, i * d:(i + 1) * d] @ K[:, j * d:(j + 1) * d].T / np.sqrt(d)
        w = np.exp(s - s.max(axis=0, keepdims=True))
        outs.append(w / w.sum(axis=1, keepdims=True) @ V[:, j * d:(j + 1) * d])
    return np.hstack(outs)


# %% wrong: global-maximum, earns 0.7 — largest score of the whole table subtracted
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    outs = []
    for i, j in enumerate(group):
        s = Q[:, i * d:(i + 1) * d] @ K[:, j * d:(j + 1) * d].T / np.sqrt(d)
        w = np.exp(s - s.max())
        outs.append(w / w.sum(axis=1, keepdims=True) @ V[:, j * d:(j + 1) * d])
    return np.hstack(outs)


# %% wrong: values-elsewhere, earns 0.5 — values not shared but taken in turn
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    g = V.shape[1] // d
    outs = []
    for i, j in enumerate(group):
        s = Q[:, i * d:(i + 1) * d] @ K[:, j * d:(j + 1) * d].T / np.sqrt(d)
        w = np.exp(s - s.max(axis=1, keepdims=True))
        a = (i % g) * d
        outs.append(w / w.sum(axis=1, keepdims=True) @ V[:, a:a + d])
    return np.hstack(outs)


# %% wrong: keys-elsewhere, earns 0.5 — keys not shared but taken in turn
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    g = K.shape[1] // d
    outs = []
    for i, j in enumerate(group):
        a = (i % g) * d
        s = Q[:, i * d:(i + 1) * d] @ K[:, a:a + d].T / np.sqrt(d)
        w = np.exp(s - s.max(axis=1, keepdims=True))
        outs.append(w / w.sum(axis=1, keepdims=True) @ V[:, j * d:(j + 1) * d])
    return np.hstack(outs)


# %% wrong: wrong-shape — width from K divided by the number of query heads
def grouped_heads(Q, K, V, group):
    h = len(group)
    d = K.shape[1] // h
    outs = []
    for i, j in enumerate(group):
        s = Q[:, i * d:(i + 1) * d] @ K[:, j * d:(j + 1) * d].T / np.sqrt(d)
        w = np.exp(s - s.max(axis=1, keepdims=True))
        outs.append(w / w.sum(axis=1, keepdims=True) @ V[:, j * d:(j + 1) * d])
    return np.hstack(outs)


# %% wrong: unread-forgotten, earns 0.7 — key heads counted by the largest entry of group
def grouped_heads(Q, K, V, group):
    g = int(max(group)) + 1
    d = K.shape[1] // g
    outs = []
    for i, j in enumerate(group):
        s = Q[:, i * d:(i + 1) * d] @ K[:, j * d:(j + 1) * d].T / np.sqrt(d)
        w = np.exp(s - s.max(axis=1, keepdims=True))
        outs.append(w / w.sum(axis=1, keepdims=True) @ V[:, j * d:(j + 1) * d])
    return np.hstack(outs)


# %% wrong: unread-forgotten, earns 0.7 — key heads counted by the different entries of group
def grouped_heads(Q, K, V, group):
    g = len(np.unique(group))
    n, m, h = len(Q), len(K), len(group)
    k = K.reshape(m, g, -1)
    v = V.reshape(m, g, -1)
    q = Q.reshape(n, h, -1)
    d = q.shape[2]
    outs = []
    for i, j in enumerate(group):
        s = q[:, i] @ k[:, j].T / np.sqrt(d)
        w = np.exp(s - s.max(axis=1, keepdims=True))
        outs.append(w / w.sum(axis=1, keepdims=True) @ v[:, j])
    return np.hstack(outs)


# %% wrong: by-key-heads, earns 0.5 — outputs put in the order of the key heads
def grouped_heads(Q, K, V, group):
    group = np.asarray(group)
    d = Q.shape[1] // len(group)
    outs = []
    for j in np.unique(group):
        for i in np.flatnonzero(group == j):
            s = Q[:, i * d:(i + 1) * d] @ K[:, j * d:(j + 1) * d].T / np.sqrt(d)
            w = np.exp(s - s.max(axis=1, keepdims=True))
            outs.append(w / w.sum(axis=1, keepdims=True) @ V[:, j * d:(j + 1) * d])
    return np.hstack(outs)


# %% wrong: merged-wrong, earns 0.5 — heads joined by reshape without a swap
def grouped_heads(Q, K, V, group):
    n, h = len(Q), len(group)
    d = Q.shape[1] // h
    outs = []
    for i, j in enumerate(group):
        s = Q[:, i * d:(i + 1) * d] @ K[:, j * d:(j + 1) * d].T / np.sqrt(d)
        w = np.exp(s - s.max(axis=1, keepdims=True))
        outs.append(w / w.sum(axis=1, keepdims=True) @ V[:, j * d:(j + 1) * d])
    return np.array(outs).reshape(n, h * d)


# %% wrong: dealt-out, earns 0.5 — heads read strided columns instead of blocks
def grouped_heads(Q, K, V, group):
    h = len(group)
    d = Q.shape[1] // h
    g = K.shape[1] // d
    outs = []
    for i, j in enumerate(group):
        s = Q[:, i::h] @ K[:, j::g].T / np.sqrt(d)
        w = np.exp(s - s.max(axis=1, keepdims=True))
        outs.append(w / w.sum(axis=1, keepdims=True) @ V[:, j::g])
    return np.hstack(outs)


# %% wrong: merged-in-turn, earns 0.5 — output columns of the heads interleaved
def grouped_heads(Q, K, V, group):
    h = len(group)
    d = Q.shape[1] // h
    out = np.zeros(Q.shape)
    for i, j in enumerate(group):
        s = Q[:, i * d:(i + 1) * d] @ K[:, j * d:(j + 1) * d].T / np.sqrt(d)
        w = np.exp(s - s.max(axis=1, keepdims=True))
        out[:, i::h] = w / w.sum(axis=1, keepdims=True) @ V[:, j * d:(j + 1) * d]
    return out


# %% wrong: not-merged, earns 0.6 — heads stacked on a new axis
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    outs = []
    for i, j in enumerate(group):
        s = Q[:, i * d:(i + 1) * d] @ K[:, j * d:(j + 1) * d].T / np.sqrt(d)
        w = np.exp(s - s.max(axis=1, keepdims=True))
        outs.append(w / w.sum(axis=1, keepdims=True) @ V[:, j * d:(j + 1) * d])
    return np.stack(outs)


# %% wrong: not-merged, earns 0.6 — heads below each other with vstack
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    outs = []
    for i, j in enumerate(group):
        s = Q[:, i * d:(i + 1) * d] @ K[:, j * d:(j + 1) * d].T / np.sqrt(d)
        w = np.exp(s - s.max(axis=1, keepdims=True))
        outs.append(w / w.sum(axis=1, keepdims=True) @ V[:, j * d:(j + 1) * d])
    return np.vstack(outs)


# %% wrong: causal, earns 0.4 — torch attention with a causal mask
def grouped_heads(Q, K, V, group):
    import torch
    import torch.nn.functional as F
    h = len(group)
    d = Q.shape[1] // h
    outs = []
    for i, j in enumerate(group):
        q = torch.tensor(Q[:, i * d:(i + 1) * d], dtype=torch.float64)
        k = torch.tensor(K[:, j * d:(j + 1) * d], dtype=torch.float64)
        v = torch.tensor(V[:, j * d:(j + 1) * d], dtype=torch.float64)
        outs.append(F.scaled_dot_product_attention(q[None], k[None], v[None], is_causal=True)[0])
    return torch.cat(outs, dim=1)


# %% wrong: not-scaled, earns 0.6 — torch attention with scale set to one
def grouped_heads(Q, K, V, group):
    import torch
    import torch.nn.functional as F
    h = len(group)
    d = Q.shape[1] // h
    outs = []
    for i, j in enumerate(group):
        q = torch.tensor(Q[:, i * d:(i + 1) * d], dtype=torch.float64)
        k = torch.tensor(K[:, j * d:(j + 1) * d], dtype=torch.float64)
        v = torch.tensor(V[:, j * d:(j + 1) * d], dtype=torch.float64)
        outs.append(F.scaled_dot_product_attention(q[None], k[None], v[None], scale=1.0)[0])
    return torch.cat(outs, dim=1)


# %% wrong: in-order, earns 0.4 — torch attention on key heads repeated in order
def grouped_heads(Q, K, V, group):
    import torch
    import torch.nn.functional as F
    h = len(group)
    d = Q.shape[1] // h
    q = torch.tensor(Q, dtype=torch.float64).reshape(len(Q), h, d).transpose(0, 1)
    k = torch.tensor(K, dtype=torch.float64).reshape(len(K), -1, d).transpose(0, 1)
    v = torch.tensor(V, dtype=torch.float64).reshape(len(V), -1, d).transpose(0, 1)
    times = -(-h // len(k))
    k = k.repeat_interleave(times, dim=0)[:h]
    v = v.repeat_interleave(times, dim=0)[:h]
    return F.scaled_dot_product_attention(q, k, v).transpose(0, 1).reshape(len(Q), h * d)


# %% wrong: scrambled, earns 0.2 — queries split by reshape to h n d
def grouped_heads(Q, K, V, group):
    h = len(group)
    d = Q.shape[1] // h
    heads = Q.reshape(h, len(Q), d)
    outs = []
    for i, j in enumerate(group):
        s = heads[i] @ K[:, j * d:(j + 1) * d].T / np.sqrt(d)
        w = np.exp(s - s.max(axis=1, keepdims=True))
        outs.append(w / w.sum(axis=1, keepdims=True) @ V[:, j * d:(j + 1) * d])
    return np.hstack(outs)


# %% wrong: scrambled, earns 0.2 — keys and values split by reshape to g m d
def grouped_heads(Q, K, V, group):
    h = len(group)
    d = Q.shape[1] // h
    k = K.reshape(-1, len(K), d)
    v = V.reshape(-1, len(V), d)
    outs = []
    for i, j in enumerate(group):
        s = Q[:, i * d:(i + 1) * d] @ k[j].T / np.sqrt(d)
        w = np.exp(s - s.max(axis=1, keepdims=True))
        outs.append(w / w.sum(axis=1, keepdims=True) @ v[j])
    return np.hstack(outs)


# %% wrong: unrecognised, earns 0.5 — scores clipped to seven hundred instead of shifted
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    outs = []
    for i, j in enumerate(group):
        s = Q[:, i * d:(i + 1) * d] @ K[:, j * d:(j + 1) * d].T / np.sqrt(d)
        w = np.exp(np.clip(s, -700, 700))
        outs.append(w / w.sum(axis=1, keepdims=True) @ V[:, j * d:(j + 1) * d])
    return np.hstack(outs)


# %% wrong: over-the-table, earns 0.4 — weights divided by the sum of the whole table
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    outs = []
    for i, j in enumerate(group):
        s = Q[:, i * d:(i + 1) * d] @ K[:, j * d:(j + 1) * d].T / np.sqrt(d)
        w = np.exp(s - s.max(axis=1, keepdims=True))
        outs.append(w / w.sum() @ V[:, j * d:(j + 1) * d])
    return np.hstack(outs)


# %% wrong: not-divided, earns 0.4 — exponentials not divided by their sum
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    outs = []
    for i, j in enumerate(group):
        s = Q[:, i * d:(i + 1) * d] @ K[:, j * d:(j + 1) * d].T / np.sqrt(d)
        w = np.exp(s - s.max(axis=1, keepdims=True))
        outs.append(w @ V[:, j * d:(j + 1) * d])
    return np.hstack(outs)


# %% wrong: unrecognised — group counted from one so minus one wraps around
def grouped_heads(Q, K, V, group):
    n, m, h = len(Q), len(K), len(group)
    d = Q.shape[1] // h
    k = K.reshape(m, -1, d)
    v = V.reshape(m, -1, d)
    outs = []
    for i in range(h):
        j = int(group[i]) - 1
        s = Q[:, i * d:(i + 1) * d] @ k[:, j].T / np.sqrt(d)
        w = np.exp(s - s.max(axis=1, keepdims=True))
        outs.append(w / w.sum(axis=1, keepdims=True) @ v[:, j])
    return np.hstack(outs)


# %% wrong: changed-arguments, earns 0.7 — divides Q by the root in place
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    Q /= np.sqrt(d)
    outs = []
    for i, j in enumerate(group):
        s = Q[:, i * d:(i + 1) * d] @ K[:, j * d:(j + 1) * d].T
        w = np.exp(s - s.max(axis=1, keepdims=True))
        outs.append(w / w.sum(axis=1, keepdims=True) @ V[:, j * d:(j + 1) * d])
    return np.hstack(outs)


# %% wrong: unrecognised — only the best key counts
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    outs = []
    for i, j in enumerate(group):
        s = Q[:, i * d:(i + 1) * d] @ K[:, j * d:(j + 1) * d].T
        outs.append(V[s.argmax(axis=1), j * d:(j + 1) * d])
    return np.hstack(outs)


# %% wrong: unrecognised — powers of two in place of exponentials
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    outs = []
    for i, j in enumerate(group):
        s = Q[:, i * d:(i + 1) * d] @ K[:, j * d:(j + 1) * d].T / np.sqrt(d)
        w = np.exp2(s - s.max(axis=1, keepdims=True))
        outs.append(w / w.sum(axis=1, keepdims=True) @ V[:, j * d:(j + 1) * d])
    return np.hstack(outs)


# %% wrong: unrecognised — only the first reader of a key head gets output
def grouped_heads(Q, K, V, group):
    group = np.asarray(group)
    d = Q.shape[1] // len(group)
    out = np.zeros(Q.shape)
    for j in range(K.shape[1] // d):
        readers = np.flatnonzero(group == j)
        if len(readers) == 0:
            continue
        i = readers[0]
        s = Q[:, i * d:(i + 1) * d] @ K[:, j * d:(j + 1) * d].T / np.sqrt(d)
        w = np.exp(s - s.max(axis=1, keepdims=True))
        out[:, i * d:(i + 1) * d] = w / w.sum(axis=1, keepdims=True) @ V[:, j * d:(j + 1) * d]
    return out


# %% wrong: causal, earns 0.7 — causal mask where queries and keys are as many
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    outs = []
    for i, j in enumerate(group):
        s = Q[:, i * d:(i + 1) * d] @ K[:, j * d:(j + 1) * d].T / np.sqrt(d)
        if len(Q) == len(K):
            s = np.where(np.tri(len(Q), dtype=bool), s, -np.inf)
        w = np.exp(s - s.max(axis=1, keepdims=True))
        outs.append(w / w.sum(axis=1, keepdims=True) @ V[:, j * d:(j + 1) * d])
    return np.hstack(outs)


# %% wrong: axis-of-length-1, earns 0.8 — squeezes the row away for a single query
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    outs = []
    for i, j in enumerate(group):
        s = Q[:, i * d:(i + 1) * d] @ K[:, j * d:(j + 1) * d].T / np.sqrt(d)
        w = np.exp(s - s.max(axis=1, keepdims=True))
        outs.append(w / w.sum(axis=1, keepdims=True) @ V[:, j * d:(j + 1) * d])
    return np.hstack(outs).squeeze()


# %% wrong: unrecognised — mean of the heads repeated for each head
def grouped_heads(Q, K, V, group):
    h = len(group)
    d = Q.shape[1] // h
    total = 0
    for i, j in enumerate(group):
        s = Q[:, i * d:(i + 1) * d] @ K[:, j * d:(j + 1) * d].T / np.sqrt(d)
        w = np.exp(s - s.max(axis=1, keepdims=True))
        total = total + w / w.sum(axis=1, keepdims=True) @ V[:, j * d:(j + 1) * d]
    return np.tile(total / h, (1, h))


# %% wrong: unrecognised — softmax over all heads and keys together
def grouped_heads(Q, K, V, group):
    n, m, h = len(Q), len(K), len(group)
    d = Q.shape[1] // h
    q = Q.reshape(n, h, d)
    k = K.reshape(m, -1, d)[:, group]
    v = V.reshape(m, -1, d)[:, group]
    s = np.einsum("thc,jhc->thj", q, k) / np.sqrt(d)
    w = np.exp(s - s.max(axis=(1, 2), keepdims=True))
    w = w / w.sum(axis=(1, 2), keepdims=True)
    return np.einsum("thj,jhc->thc", w, v).reshape(n, h * d)


# %% wrong: keys-for-values, earns 0.5 — keys used as the values
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    outs = []
    for i, j in enumerate(group):
        k = K[:, j * d:(j + 1) * d]
        s = Q[:, i * d:(i + 1) * d] @ k.T / np.sqrt(d)
        w = np.exp(s - s.max(axis=1, keepdims=True))
        outs.append(w / w.sum(axis=1, keepdims=True) @ k)
    return np.hstack(outs)
