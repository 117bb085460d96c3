# %% right: concat then projection
def gated_merge(heads, X, G, W_O):
    gates = 1 / (1 + np.exp(-X @ G.T))  # (n, h)
    gated = heads * gates.T[:, :, None]
    return np.hstack(list(gated)) @ W_O


# %% right: a sum over heads
def gated_merge(heads, X, G, W_O):
    h, n, d_v = heads.shape
    out = np.zeros((n, W_O.shape[1]))
    for i in range(h):
        for t in range(n):
            gate = 0.5 * (1 + np.tanh(X[t] @ G[i] / 2))
            out[t] += gate * heads[i, t] @ W_O[i * d_v : (i + 1) * d_v]
    return out


# %% right: einsum in torch
def gated_merge(heads, X, G, W_O):
    import torch

    heads, X, G, W_O = map(torch.tensor, (heads, X, G, W_O))
    blocks = W_O.unflatten(0, (heads.shape[0], -1))
    return torch.einsum("nh,hnv,hvo->no", torch.sigmoid(X @ G.T), heads, blocks)


# %% right: float32
def gated_merge(heads, X, G, W_O):
    heads, X, G, W_O = (a.astype(np.float32) for a in (heads, X, G, W_O))
    gates = 1 / (1 + np.exp(-(X @ G.T)))
    return (heads * gates.T[..., None]).transpose(1, 0, 2).reshape(len(X), -1) @ W_O


# %% wrong: ungated — the chapter's merge
def gated_merge(heads, X, G, W_O):
    return heads.swapaxes(0, 1).reshape(len(X), -1) @ W_O


# %% wrong: gates-compete, earns 0.4
def gated_merge(heads, X, G, W_O):
    gates = np.exp(X @ G.T)
    gates /= gates.sum(axis=1, keepdims=True)
    return np.hstack(list(heads * gates.T[..., None])) @ W_O


# %% wrong: gates-compete, earns 0.4 — over the positions
def gated_merge(heads, X, G, W_O):
    gates = np.exp(X @ G.T)
    gates /= gates.sum(axis=0, keepdims=True)
    return np.hstack(list(heads * gates.T[..., None])) @ W_O


# %% wrong: not-squashed, earns 0.3
def gated_merge(heads, X, G, W_O):
    return np.hstack(list(heads * (X @ G.T).T[..., None])) @ W_O


# %% wrong: tanh, earns 0.4
def gated_merge(heads, X, G, W_O):
    return np.hstack(list(heads * np.tanh(X @ G.T).T[..., None])) @ W_O


# %% wrong: inverted, earns 0.5
def gated_merge(heads, X, G, W_O):
    gates = 1 / (1 + np.exp(X @ G.T))
    return np.hstack(list(heads * gates.T[..., None])) @ W_O


# %% wrong: gates-averaged, earns 0.3 — one for all heads
def gated_merge(heads, X, G, W_O):
    gates = 1 / (1 + np.exp(-X @ G.T))
    return (heads.swapaxes(0, 1).reshape(len(X), -1) @ W_O) * gates.mean(axis=1, keepdims=True)


# %% wrong: gates-averaged, earns 0.3 — one for all positions
def gated_merge(heads, X, G, W_O):
    gates = 1 / (1 + np.exp(-X.mean(axis=0) @ G.T))
    return np.hstack(list(heads * gates[:, None, None])) @ W_O


# %% wrong: merged-wrong, earns 0.5
def gated_merge(heads, X, G, W_O):
    gates = 1 / (1 + np.exp(-X @ G.T))
    return (heads * gates.T[..., None]).reshape(len(X), -1) @ W_O


# %% wrong: averaged, earns 0.5
def gated_merge(heads, X, G, W_O):
    gates = 1 / (1 + np.exp(-X @ G.T)) / len(G)
    return np.hstack(list(heads * gates.T[..., None])) @ W_O


# %% wrong: overflow, earns 0.7
def gated_merge(heads, X, G, W_O):
    products = X @ G.T
    gates = np.exp(products) / (1 + np.exp(products))
    return np.hstack(list(heads * gates.T[..., None])) @ W_O


# %% wrong: broadcast — the gates of a position multiply the positions of a head
def gated_merge(heads, X, G, W_O):
    gates = 1 / (1 + np.exp(-X @ G.T))
    return np.hstack(list(heads * gates)) @ W_O


# %% wrong: single-head-open, earns 0.7
def gated_merge(heads, X, G, W_O):
    if len(heads) == 1:
        return heads[0] @ W_O
    gates = 1 / (1 + np.exp(-X @ G.T))
    return np.hstack(list(heads * gates.T[..., None])) @ W_O


# %% wrong: gates-twice, earns 0.5
def gated_merge(heads, X, G, W_O):
    gates = 1 / (1 + np.exp(-X @ G.T))
    return np.hstack(list(heads * np.square(gates).T[..., None])) @ W_O


# %% wrong: hard-gates, earns 0.4
def gated_merge(heads, X, G, W_O):
    gates = (X @ G.T > 0).astype(float)
    return np.hstack(list(heads * gates.T[..., None])) @ W_O


# %% wrong: scaled, earns 0.6
def gated_merge(heads, X, G, W_O):
    gates = 1 / (1 + np.exp(-X @ G.T / np.sqrt(X.shape[1])))
    return np.hstack(list(heads * gates.T[..., None])) @ W_O


# %% wrong: interleaved, earns 0.5
def gated_merge(heads, X, G, W_O):
    gates = 1 / (1 + np.exp(-X @ G.T))
    return (heads * gates.T[..., None]).transpose(1, 2, 0).reshape(len(X), -1) @ W_O


# %% right: the gates repeated over the numbers of each head
def gated_merge(heads, X, G, W_O):
    gates = np.exp(-np.logaddexp(0, -X @ G.T))
    return np.hstack(list(heads)) * np.repeat(gates, heads.shape[2], axis=1) @ W_O


# %% wrong: not-projected, earns 0.6
def gated_merge(heads, X, G, W_O):
    gates = 1 / (1 + np.exp(-X @ G.T))
    return np.hstack(list(heads * gates.T[..., None]))


# %% wrong: wrong-shape — the gated heads added up
def gated_merge(heads, X, G, W_O):
    gates = 1 / (1 + np.exp(-X @ G.T))
    return np.sum(heads * gates.T[..., None], axis=0).ravel()


# %% wrong: gates-normalised, earns 0.5
def gated_merge(heads, X, G, W_O):
    gates = 1 / (1 + np.exp(-X @ G.T))
    gates /= gates.sum(axis=1, keepdims=True)
    return np.hstack(list(heads * gates.T[..., None])) @ W_O


# %% wrong: parentheses, earns 0.5
def gated_merge(heads, X, G, W_O):
    gates = 1 / 1 + np.exp(-X @ G.T)
    return np.hstack(list(heads * gates.T[..., None])) @ W_O


# %% wrong: other-function, earns 0.4 — a rectifier
def gated_merge(heads, X, G, W_O):
    gates = np.maximum(X @ G.T, 0)
    return np.hstack(list(heads * gates.T[..., None])) @ W_O


# %% wrong: other-function, earns 0.4 — an exponential
def gated_merge(heads, X, G, W_O):
    gates = np.exp(X @ G.T)
    return np.hstack(list(heads * gates.T[..., None])) @ W_O


# %% wrong: head-kept, earns 0.5 — as in a residual connection
def gated_merge(heads, X, G, W_O):
    gates = 1 / (1 + np.exp(-X @ G.T))
    return np.hstack(list(heads + heads * gates.T[..., None])) @ W_O


# %% wrong: gates-added, earns 0.3
def gated_merge(heads, X, G, W_O):
    gates = 1 / (1 + np.exp(-X @ G.T))
    return np.hstack(list(heads + gates.T[..., None])) @ W_O


# %% wrong: squashed-late, earns 0.3
def gated_merge(heads, X, G, W_O):
    products = (X @ G.T).T[..., None]
    return np.hstack(list(1 / (1 + np.exp(-heads * products)))) @ W_O


# %% wrong: gates-in-turn, earns 0.5
def gated_merge(heads, X, G, W_O):
    gates = 1 / (1 + np.exp(-X @ G.T))
    return np.hstack(list(heads)) * np.tile(gates, heads.shape[2]) @ W_O


# %% wrong: gates-mixed, earns 0.5
def gated_merge(heads, X, G, W_O):
    gates = 1 / (1 + np.exp(-X @ G.T))
    return np.hstack(list(heads * gates.reshape(len(heads), len(X), 1))) @ W_O


# %% wrong: gates-averaged, earns 0.3 — their sum multiplies the result
def gated_merge(heads, X, G, W_O):
    gates = 1 / (1 + np.exp(-X @ G.T))
    return np.hstack(list(heads)) @ W_O * gates.sum(axis=1, keepdims=True)


# %% wrong: scaled, earns 0.6 — by the width itself
def gated_merge(heads, X, G, W_O):
    gates = 1 / (1 + np.exp(-X @ G.T / X.shape[1]))
    return np.hstack(list(heads * gates.T[..., None])) @ W_O


# %% wrong: overflow, earns 0.7 — NaN replaced by 0
def gated_merge(heads, X, G, W_O):
    products = X @ G.T
    gates = np.nan_to_num(np.exp(products) / (1 + np.exp(products)))
    return np.hstack(list(heads * gates.T[..., None])) @ W_O


# %% wrong: raised, earns 0.5 — Python's exponential overflows with an error
def gated_merge(heads, X, G, W_O):
    import math

    gates = np.array([[1 / (1 + math.exp(-x @ g)) for g in G] for x in X])
    return np.hstack(list(heads * gates.T[..., None])) @ W_O


# %% wrong: axis-of-length-1, earns 0.8 — a single position loses its axis
def gated_merge(heads, X, G, W_O):
    gates = 1 / (1 + np.exp(-X @ G.T))
    return np.squeeze(np.hstack(list(heads * gates.T[..., None])) @ W_O)


# %% wrong: unrecognised, earns 0.5 — one gate for all positions where there is one head
def gated_merge(heads, X, G, W_O):
    gates = 1 / (1 + np.exp(-X @ G.T))
    if len(heads) == 1:
        gates[:] = gates.mean()
    return np.hstack(list(heads * gates.T[..., None])) @ W_O


# %% wrong: merged-wrong, earns 0.4 — before the gates
def gated_merge(heads, X, G, W_O):
    h, n, d_v = heads.shape
    z = 1 / (1 + np.exp(-X @ G.T))
    return (heads.reshape(n, h, d_v) * z[:, :, None]).reshape(n, -1) @ W_O


# %% wrong: squashed-late, earns 0.3 — after the projection
def gated_merge(heads, X, G, W_O):
    u = X @ G.T
    y = (heads.swapaxes(0, 1) * u[:, :, None]).reshape(len(X), -1) @ W_O
    return 1 / (1 + np.exp(-y))


# %% wrong: never-shut, earns 0.7 — an error of the exponential opens the gate
def gated_merge(heads, X, G, W_O):
    import math

    h, n, d_v = heads.shape
    out = np.zeros((n, h * d_v))
    for t in range(n):
        for i in range(h):
            try:
                z = 1 / (1 + math.exp(-(X[t] @ G[i])))
            except OverflowError:
                z = 1.0
            out[t, i * d_v : (i + 1) * d_v] = z * heads[i, t]
    return out @ W_O


# %% wrong: head-missing, earns 0.5 — a loop that is one too short
def gated_merge(heads, X, G, W_O):
    h, n, d_v = heads.shape
    y = np.zeros((n, W_O.shape[1]))
    for i in range(h - 1):
        z = 1 / (1 + np.exp(-X @ G[i]))
        y += (z[:, None] * heads[i]) @ W_O[i * d_v : (i + 1) * d_v]
    return y


# %% wrong: rounded, earns 0.6 — float16
def gated_merge(heads, X, G, W_O):
    heads, X, G, W_O = (a.astype(np.float16) for a in (heads, X, G, W_O))
    z = 1 / (1 + np.exp(-X @ G.T))
    return (heads.swapaxes(0, 1) * z[:, :, None]).reshape(len(X), -1) @ W_O


# %% wrong: other-function, earns 0.4 — stable form with the absolute value on both sides
def gated_merge(heads, X, G, W_O):
    u = X @ G.T
    gates = 1 / (1 + np.exp(-np.abs(u)))
    return (heads.swapaxes(0, 1) * gates[:, :, None]).reshape(len(X), -1) @ W_O


# %% wrong: other-function, earns 0.4 — half forgotten in the tanh form
def gated_merge(heads, X, G, W_O):
    gates = 0.5 * (1 + np.tanh(X @ G.T))
    return (heads.swapaxes(0, 1) * gates[:, :, None]).reshape(len(X), -1) @ W_O


# %% wrong: other-function, earns 0.4 — hard sigmoid of torch
def gated_merge(heads, X, G, W_O):
    import torch
    import torch.nn.functional as F

    gates = F.hardsigmoid(torch.tensor(X @ G.T, dtype=torch.float64)).numpy()
    return (heads.swapaxes(0, 1) * gates[:, :, None]).reshape(len(X), -1) @ W_O


# %% wrong: other-function, earns 0.4 — sigmoid taken twice
def gated_merge(heads, X, G, W_O):
    import torch

    gates = torch.sigmoid(torch.sigmoid(torch.tensor(X @ G.T, dtype=torch.float64))).numpy()
    return (heads.swapaxes(0, 1) * gates[:, :, None]).reshape(len(X), -1) @ W_O


# %% wrong: gates-averaged, earns 0.3 — one gate for each position from the mean product
def gated_merge(heads, X, G, W_O):
    with np.errstate(over="ignore"):
        gates = 1 / (1 + np.exp(-(X @ G.T).mean(axis=1, keepdims=True)))
    return (heads.swapaxes(0, 1) * gates[:, :, None]).reshape(len(X), -1) @ W_O
