# %% right: head by head
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    out = []
    for i, g in enumerate(group):
        q, k, v = Q[:, i * d : (i + 1) * d], K[:, g * d : (g + 1) * d], V[:, g * d : (g + 1) * d]
        scores = q @ k.T / np.sqrt(d)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        out.append(weights / weights.sum(axis=1, keepdims=True) @ v)
    return np.hstack(out)


# %% right: all heads at once
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    q, k, v = (X.reshape(len(X), -1, d).swapaxes(0, 1) for X in (Q, K, V))
    k, v = k[group], v[group]
    scores = np.einsum("hnd,hmd->hnm", q, k) / d**0.5
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    return (weights @ v).swapaxes(0, 1).reshape(len(Q), -1)


# %% right: torch's attention after the right grouping
def grouped_heads(Q, K, V, group):
    import torch
    import torch.nn.functional as F

    d = Q.shape[1] // len(group)
    q, k, v = (torch.tensor(X).unflatten(1, (-1, d)).transpose(0, 1) for X in (Q, K, V))
    out = F.scaled_dot_product_attention(q, k[group], v[group])
    return out.transpose(0, 1).flatten(1)


# %% right: the chapter's attention float32
def grouped_heads(Q, K, V, group):
    import torch

    from payattention.attention import attention

    d = Q.shape[1] // len(group)
    queries = torch.tensor(Q).float().split(d, dim=1)
    keys, values = torch.tensor(K).float().split(d, dim=1), torch.tensor(V).float().split(d, dim=1)
    outs = [attention(q, keys[g], values[g])[0] for q, g in zip(queries, group, strict=True)]
    return torch.cat(outs, dim=1)


# %% wrong: in-order, earns 0.4
def grouped_heads(Q, K, V, group):
    h, d = len(group), Q.shape[1] // len(group)
    g = K.shape[1] // d
    q, k, v = (X.reshape(len(X), -1, d).swapaxes(0, 1) for X in (Q, K, V))
    in_order = np.arange(h) * g // h
    k, v = k[in_order], v[in_order]
    scores = q @ k.swapaxes(1, 2) / d**0.5
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    return (weights @ v).swapaxes(0, 1).reshape(len(Q), -1)


# %% wrong: in-turn, earns 0.4
def grouped_heads(Q, K, V, group):
    h, d = len(group), Q.shape[1] // len(group)
    q, k, v = (X.reshape(len(X), -1, d).swapaxes(0, 1) for X in (Q, K, V))
    in_turn = np.arange(h) % len(k)
    k, v = k[in_turn], v[in_turn]
    scores = q @ k.swapaxes(1, 2) / d**0.5
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    return (weights @ v).swapaxes(0, 1).reshape(len(Q), -1)


# %% wrong: one-for-all, earns 0.2 — multi-query attention
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    q, k, v = (X.reshape(len(X), -1, d).swapaxes(0, 1) for X in (Q, K, V))
    scores = q @ k[0].T / d**0.5
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    return (weights @ v[0]).swapaxes(0, 1).reshape(len(Q), -1)


# %% wrong: values-elsewhere, earns 0.5
def grouped_heads(Q, K, V, group):
    h, d = len(group), Q.shape[1] // len(group)
    q, k, v = (X.reshape(len(X), -1, d).swapaxes(0, 1) for X in (Q, K, V))
    k, v = k[group], v[np.arange(h) % len(v)]
    scores = q @ k.swapaxes(1, 2) / d**0.5
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    return (weights @ v).swapaxes(0, 1).reshape(len(Q), -1)


# %% wrong: wrong-scale, earns 0.6 — the whole width
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    q, k, v = (X.reshape(len(X), -1, d).swapaxes(0, 1) for X in (Q, K, V))
    k, v = k[group], v[group]
    scores = q @ k.swapaxes(1, 2) / Q.shape[1] ** 0.5
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    return (weights @ v).swapaxes(0, 1).reshape(len(Q), -1)


# %% wrong: not-scaled, earns 0.6
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    q, k, v = (X.reshape(len(X), -1, d).swapaxes(0, 1) for X in (Q, K, V))
    k, v = k[group], v[group]
    scores = q @ k.swapaxes(1, 2)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    return (weights @ v).swapaxes(0, 1).reshape(len(Q), -1)


# %% wrong: dealt-out, earns 0.5 — merged in blocks
def grouped_heads(Q, K, V, group):
    h, d = len(group), Q.shape[1] // len(group)
    g = K.shape[1] // d
    out = []
    for i in range(h):
        q, k, v = Q[:, i::h], K[:, group[i] :: g], V[:, group[i] :: g]
        scores = q @ k.T / d**0.5
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        out.append(weights / weights.sum(axis=1, keepdims=True) @ v)
    return np.hstack(out)


# %% wrong: dealt-out, earns 0.5 — and dealt back
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    q, k, v = (X.reshape(len(X), d, -1).transpose(2, 0, 1) for X in (Q, K, V))
    k, v = k[group], v[group]
    scores = q @ k.swapaxes(1, 2) / d**0.5
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    return (weights @ v).transpose(1, 2, 0).reshape(len(Q), -1)


# %% wrong: scrambled, earns 0.2
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    q, k, v = (X.reshape(-1, len(X), d) for X in (Q, K, V))
    k, v = k[group], v[group]
    scores = q @ k.swapaxes(1, 2) / d**0.5
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    return (weights @ v).reshape(len(Q), -1)


# %% wrong: merged-wrong, earns 0.5
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    q, k, v = (X.reshape(len(X), -1, d).swapaxes(0, 1) for X in (Q, K, V))
    k, v = k[group], v[group]
    scores = q @ k.swapaxes(1, 2) / d**0.5
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    return (weights @ v).reshape(len(Q), -1)


# %% wrong: over-the-queries, earns 0.3
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    q, k, v = (X.reshape(len(X), -1, d).swapaxes(0, 1) for X in (Q, K, V))
    k, v = k[group], v[group]
    scores = q @ k.swapaxes(1, 2) / d**0.5
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    return (weights @ v).swapaxes(0, 1).reshape(len(Q), -1)


# %% wrong: overflow, earns 0.7
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    q, k, v = (X.reshape(len(X), -1, d).swapaxes(0, 1) for X in (Q, K, V))
    weights = np.exp(q @ k[group].swapaxes(1, 2) / d**0.5)
    out = weights @ v[group] / weights.sum(axis=-1, keepdims=True)
    return out.swapaxes(0, 1).reshape(len(Q), -1)


# %% wrong: not-merged, earns 0.6
def grouped_heads(Q, K, V, group):
    import torch
    import torch.nn.functional as F

    d = Q.shape[1] // len(group)
    q, k, v = (torch.tensor(X).unflatten(1, (-1, d)).transpose(0, 1) for X in (Q, K, V))
    return F.scaled_dot_product_attention(q, k[group], v[group])


# %% wrong: as-many, earns 0.7 — ordinary attention where it seems to be one
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    if K.shape[1] == Q.shape[1]:
        group = range(len(group))
    out = []
    for i, g in enumerate(group):
        q, k, v = Q[:, i * d : (i + 1) * d], K[:, g * d : (g + 1) * d], V[:, g * d : (g + 1) * d]
        scores = q @ k.T / np.sqrt(d)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        out.append(weights / weights.sum(axis=1, keepdims=True) @ v)
    return np.hstack(out)


# %% wrong: raised, earns 0.5 — for a single query
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    out = []
    for i, g in enumerate(group):
        q, k, v = Q[:, i * d : (i + 1) * d], K[:, g * d : (g + 1) * d], V[:, g * d : (g + 1) * d]
        scores = np.squeeze(q @ k.T) / np.sqrt(d)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        out.append(weights / weights.sum(axis=1, keepdims=True) @ v)
    return np.hstack(out)


# %% wrong: divided-by-d, earns 0.6
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    out = []
    for i, j in enumerate(group):
        q, k, v = Q[:, i * d : (i + 1) * d], K[:, j * d : (j + 1) * d], V[:, j * d : (j + 1) * d]
        scores = q @ k.T / d
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights /= weights.sum(axis=1, keepdims=True)
        out.append(weights @ v)
    return np.hstack(out)


# %% wrong: wrong-scale, earns 0.6 — the width of all keys
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    out = []
    for i, j in enumerate(group):
        q, k, v = Q[:, i * d : (i + 1) * d], K[:, j * d : (j + 1) * d], V[:, j * d : (j + 1) * d]
        scores = q @ k.T / K.shape[1] ** 0.5
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights /= weights.sum(axis=1, keepdims=True)
        out.append(weights @ v)
    return np.hstack(out)


# %% wrong: sorted-group, earns 0.4
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    out = []
    for i, j in enumerate(sorted(group)):
        q, k, v = Q[:, i * d : (i + 1) * d], K[:, j * d : (j + 1) * d], V[:, j * d : (j + 1) * d]
        scores = q @ k.T / d**0.5
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights /= weights.sum(axis=1, keepdims=True)
        out.append(weights @ v)
    return np.hstack(out)


# %% wrong: no-softmax, earns 0.3
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    out = []
    for i, j in enumerate(group):
        q, k, v = Q[:, i * d : (i + 1) * d], K[:, j * d : (j + 1) * d], V[:, j * d : (j + 1) * d]
        scores = q @ k.T / d**0.5
        weights = scores
        out.append(weights @ v)
    return np.hstack(out)


# %% wrong: not-divided, earns 0.4
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    out = []
    for i, j in enumerate(group):
        q, k, v = Q[:, i * d : (i + 1) * d], K[:, j * d : (j + 1) * d], V[:, j * d : (j + 1) * d]
        scores = q @ k.T / d**0.5
        weights = np.exp(scores)
        out.append(weights @ v)
    return np.hstack(out)


# %% wrong: not-divided, earns 0.4 — after the largest score was subtracted
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    out = []
    for i, j in enumerate(group):
        q, k, v = Q[:, i * d : (i + 1) * d], K[:, j * d : (j + 1) * d], V[:, j * d : (j + 1) * d]
        scores = q @ k.T / d**0.5
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        out.append(weights @ v)
    return np.hstack(out)


# %% wrong: over-the-table, earns 0.4
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    out = []
    for i, j in enumerate(group):
        q, k, v = Q[:, i * d : (i + 1) * d], K[:, j * d : (j + 1) * d], V[:, j * d : (j + 1) * d]
        scores = q @ k.T / d**0.5
        weights = np.exp(scores - scores.max())
        weights /= weights.sum()
        out.append(weights @ v)
    return np.hstack(out)


# %% right: key head by key head
def grouped_heads(Q, K, V, group):
    from scipy.special import softmax

    d = Q.shape[1] // len(group)
    out = np.empty_like(Q)
    for j in set(group.tolist()):
        k, v = K[:, j * d : (j + 1) * d], V[:, j * d : (j + 1) * d]
        for i in np.flatnonzero(group == j):
            columns = slice(i * d, (i + 1) * d)
            out[:, columns] = softmax(Q[:, columns] @ k.T / np.sqrt(d), axis=1) @ v
    return out


# %% wrong: keys-elsewhere, earns 0.5
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    out = []
    for i, j in enumerate(group):
        q, k = (
            Q[:, i * d : (i + 1) * d],
            np.split(K, K.shape[1] // d, axis=1)[i * d % K.shape[1] // d],
        )
        v = V[:, j * d : (j + 1) * d]
        scores = q @ k.T / d**0.5
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights /= weights.sum(axis=1, keepdims=True)
        out.append(weights @ v)
    return np.hstack(out)


# %% wrong: keys-for-values, earns 0.5
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    out = []
    for i, j in enumerate(group):
        q, k = Q[:, i * d : (i + 1) * d], K[:, j * d : (j + 1) * d]
        v = k
        scores = q @ k.T / d**0.5
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights /= weights.sum(axis=1, keepdims=True)
        out.append(weights @ v)
    return np.hstack(out)


# %% wrong: by-key-heads, earns 0.5
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    out = []
    for i, j in sorted(enumerate(group), key=lambda pair: pair[1]):
        q, k = Q[:, i * d : (i + 1) * d], K[:, j * d : (j + 1) * d]
        v = V[:, j * d : (j + 1) * d]
        scores = q @ k.T / d**0.5
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights /= weights.sum(axis=1, keepdims=True)
        out.append(weights @ v)
    return np.hstack(out)


# %% wrong: multiplied, earns 0.5
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    out = []
    for i, j in enumerate(group):
        q, k = Q[:, i * d : (i + 1) * d], K[:, j * d : (j + 1) * d]
        v = V[:, j * d : (j + 1) * d]
        scores = q @ k.T * d**0.5
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights /= weights.sum(axis=1, keepdims=True)
        out.append(weights @ v)
    return np.hstack(out)


# %% wrong: other-root, earns 0.6 — of the number of heads
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    out = []
    for i, j in enumerate(group):
        q, k = Q[:, i * d : (i + 1) * d], K[:, j * d : (j + 1) * d]
        v = V[:, j * d : (j + 1) * d]
        scores = q @ k.T / len(group) ** 0.5
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights /= weights.sum(axis=1, keepdims=True)
        out.append(weights @ v)
    return np.hstack(out)


# %% wrong: other-root, earns 0.6 — of the number of keys
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    out = []
    for i, j in enumerate(group):
        q, k = Q[:, i * d : (i + 1) * d], K[:, j * d : (j + 1) * d]
        v = V[:, j * d : (j + 1) * d]
        scores = q @ k.T / len(K) ** 0.5
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights /= weights.sum(axis=1, keepdims=True)
        out.append(weights @ v)
    return np.hstack(out)


# %% wrong: scaled-late, earns 0.5
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    out = []
    for i, j in enumerate(group):
        q, k = Q[:, i * d : (i + 1) * d], K[:, j * d : (j + 1) * d]
        v = V[:, j * d : (j + 1) * d]
        scores = q @ k.T
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights /= weights.sum(axis=1, keepdims=True)
        out.append(weights @ v / d**0.5)
    return np.hstack(out)


# %% wrong: causal, earns 0.4
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    out = []
    for i, j in enumerate(group):
        q, k = Q[:, i * d : (i + 1) * d], K[:, j * d : (j + 1) * d]
        v = V[:, j * d : (j + 1) * d]
        scores = q @ k.T / d**0.5
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = np.tril(weights)
        weights /= weights.sum(axis=1, keepdims=True)
        out.append(weights @ v)
    return np.hstack(out)


# %% wrong: maximum-of-columns, earns 0.5
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    out = []
    for i, j in enumerate(group):
        q, k = Q[:, i * d : (i + 1) * d], K[:, j * d : (j + 1) * d]
        v = V[:, j * d : (j + 1) * d]
        scores = q @ k.T / d**0.5
        weights = np.exp(scores - scores.max(axis=0))
        weights /= weights.sum(axis=1, keepdims=True)
        out.append(weights @ v)
    return np.hstack(out)


# %% wrong: one-column-on, earns 0.4 — of keys and values
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    out = []
    for i, j in enumerate(group):
        q, k = Q[:, i * d : (i + 1) * d], K[:, j : j + d]
        v = V[:, j : j + d]
        scores = q @ k.T / d**0.5
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights /= weights.sum(axis=1, keepdims=True)
        out.append(weights @ v)
    return np.hstack(out)


# %% wrong: one-column-on, earns 0.4 — of all
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    out = []
    for i, j in enumerate(group):
        q, k = Q[:, i : i + d], K[:, j : j + d]
        v = V[:, j : j + d]
        scores = q @ k.T / d**0.5
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights /= weights.sum(axis=1, keepdims=True)
        out.append(weights @ v)
    return np.hstack(out)


# %% wrong: merged-in-turn, earns 0.5
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    out = []
    for i, j in enumerate(group):
        q, k = Q[:, i * d : (i + 1) * d], K[:, j * d : (j + 1) * d]
        v = V[:, j * d : (j + 1) * d]
        scores = q @ k.T / d**0.5
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights /= weights.sum(axis=1, keepdims=True)
        out.append(weights @ v)
    return np.stack(out, axis=-1).reshape(len(Q), -1)


# %% wrong: not-merged, earns 0.6 — one below the other
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    out = []
    for i, j in enumerate(group):
        q, k = Q[:, i * d : (i + 1) * d], K[:, j * d : (j + 1) * d]
        v = V[:, j * d : (j + 1) * d]
        scores = q @ k.T / d**0.5
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights /= weights.sum(axis=1, keepdims=True)
        out.append(weights @ v)
    return np.vstack(out)


# %% wrong: heads-added, earns 0.4
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    out = []
    for i, j in enumerate(group):
        q, k = Q[:, i * d : (i + 1) * d], K[:, j * d : (j + 1) * d]
        v = V[:, j * d : (j + 1) * d]
        scores = q @ k.T / d**0.5
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights /= weights.sum(axis=1, keepdims=True)
        out.append(weights @ v)
    return sum(out)


# %% wrong: column-too-few, earns 0.5 — as the statement names the columns
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    out = []
    for i, j in enumerate(group):
        q, k = Q[:, i * d : (i + 1) * d - 1], K[:, j * d : (j + 1) * d - 1]
        v = V[:, j * d : (j + 1) * d - 1]
        scores = q @ k.T / d**0.5
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights /= weights.sum(axis=1, keepdims=True)
        out.append(weights @ v)
    return np.hstack(out)


# %% wrong: wrong-shape — for each query one number
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    out = []
    for i, j in enumerate(group):
        q, k = Q[:, i * d : (i + 1) * d], K[:, j * d : (j + 1) * d]
        v = V[:, j * d : (j + 1) * d]
        scores = q @ k.T / d**0.5
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights /= weights.sum(axis=1, keepdims=True)
        out.append(weights @ v)
    return np.hstack(out).sum(axis=1)


# %% wrong: unread-forgotten, earns 0.7 — only key heads that are read are counted
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    _, group = np.unique(group, return_inverse=True)
    out = []
    for i, j in enumerate(group):
        q, k = Q[:, i * d : (i + 1) * d], K[:, j * d : (j + 1) * d]
        scores = q @ k.T / d**0.5
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights /= weights.sum(axis=1, keepdims=True)
        out.append(weights @ V[:, j * d : (j + 1) * d])
    return np.hstack(out)


# %% wrong: unread-forgotten, earns 0.7 — the key heads counted by group
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    keys = np.array_split(K, max(group) + 1, axis=1)
    values = np.array_split(V, max(group) + 1, axis=1)
    out = []
    for i, j in enumerate(group):
        q, k = Q[:, i * d : (i + 1) * d], keys[j]
        v = values[j]
        scores = q @ k.T / d**0.5
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights /= weights.sum(axis=1, keepdims=True)
        out.append(weights @ v)
    return np.hstack(out)


# %% wrong: global-maximum, earns 0.7
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    out = []
    for i, j in enumerate(group):
        q, k = Q[:, i * d : (i + 1) * d], K[:, j * d : (j + 1) * d]
        v = V[:, j * d : (j + 1) * d]
        scores = q @ k.T / d**0.5
        weights = np.exp(scores - scores.max())
        weights /= weights.sum(axis=1, keepdims=True)
        out.append(weights @ v)
    return np.hstack(out)


# %% wrong: unrecognised, earns 0.5 — the other way round where it seems to be one for one
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    if K.shape[1] == Q.shape[1]:
        group = group[::-1]
    out = []
    for i, g in enumerate(group):
        q, k, v = Q[:, i * d : (i + 1) * d], K[:, g * d : (g + 1) * d], V[:, g * d : (g + 1) * d]
        scores = q @ k.T / np.sqrt(d)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        out.append(weights / weights.sum(axis=1, keepdims=True) @ v)
    return np.hstack(out)


# %% wrong: queries-elsewhere, earns 0.5
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    outs = []
    for g in group:
        part = slice(g * d, (g + 1) * d)
        s = Q[:, part] @ K[:, part].T / np.sqrt(d)
        w = np.exp(s - s.max(axis=1, keepdims=True))
        outs.append(w / w.sum(axis=1, keepdims=True) @ V[:, part])
    return np.hstack(outs)


# %% wrong: rounded, earns 0.6 — float16
def grouped_heads(Q, K, V, group):
    Q, K, V = Q.astype(np.float16), K.astype(np.float16), V.astype(np.float16)
    d = Q.shape[1] // len(group)
    outs = []
    for i, g in enumerate(group):
        s = Q[:, i * d : (i + 1) * d] @ K[:, g * d : (g + 1) * d].T / np.float16(np.sqrt(d))
        w = np.exp(s - s.max(axis=1, keepdims=True))
        outs.append(w / w.sum(axis=1, keepdims=True) @ V[:, g * d : (g + 1) * d])
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
        s = heads[i] @ K[:, j * d : (j + 1) * d].T / np.sqrt(d)
        w = np.exp(s - s.max(axis=1, keepdims=True))
        outs.append(w / w.sum(axis=1, keepdims=True) @ V[:, j * d : (j + 1) * d])
    return np.hstack(outs)


# %% wrong: scrambled, earns 0.2 — keys and values split by reshape to g m d
def grouped_heads(Q, K, V, group):
    h = len(group)
    d = Q.shape[1] // h
    k = K.reshape(-1, len(K), d)
    v = V.reshape(-1, len(V), d)
    outs = []
    for i, j in enumerate(group):
        s = Q[:, i * d : (i + 1) * d] @ k[j].T / np.sqrt(d)
        w = np.exp(s - s.max(axis=1, keepdims=True))
        outs.append(w / w.sum(axis=1, keepdims=True) @ v[j])
    return np.hstack(outs)


# %% wrong: over-the-table, earns 0.4 — weights divided by the sum of the whole table
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    outs = []
    for i, j in enumerate(group):
        s = Q[:, i * d : (i + 1) * d] @ K[:, j * d : (j + 1) * d].T / np.sqrt(d)
        w = np.exp(s - s.max(axis=1, keepdims=True))
        outs.append(w / w.sum() @ V[:, j * d : (j + 1) * d])
    return np.hstack(outs)


# %% wrong: causal, earns 0.7 — causal mask where queries and keys are as many
def grouped_heads(Q, K, V, group):
    d = Q.shape[1] // len(group)
    outs = []
    for i, j in enumerate(group):
        s = Q[:, i * d : (i + 1) * d] @ K[:, j * d : (j + 1) * d].T / np.sqrt(d)
        if len(Q) == len(K):
            s = np.where(np.tri(len(Q), dtype=bool), s, -np.inf)
        w = np.exp(s - s.max(axis=1, keepdims=True))
        outs.append(w / w.sum(axis=1, keepdims=True) @ V[:, j * d : (j + 1) * d])
    return np.hstack(outs)


# %% wrong: unread-forgotten, earns 0.7 — one einsum with too many key heads in it
def grouped_heads(Q, K, V, group):
    h, g = len(group), int(max(group)) + 1
    q = Q.reshape(len(Q), h, -1)
    k, v = (X.reshape(len(X), g, -1)[:, group] for X in (K, V))
    scores = np.einsum("nhd,mhd->hnm", q, k) / q.shape[2] ** 0.5
    weights = np.exp(scores - scores.max(axis=2, keepdims=True))
    weights /= weights.sum(axis=2, keepdims=True)
    return np.einsum("hnm,mhd->nhd", weights, v).reshape(len(Q), -1)
