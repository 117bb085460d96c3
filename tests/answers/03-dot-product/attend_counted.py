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


# %% right: loops — absent keys are left out
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
