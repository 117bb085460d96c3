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


# %% wrong: wrong-shape — the heads are not merged
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
