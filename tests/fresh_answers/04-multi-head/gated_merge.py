# %% right: swapaxes and gates with a third axis
def gated_merge(heads, X, G, W_O):
    u = X @ G.T
    gates = np.where(u >= 0, 1 / (1 + np.exp(-np.abs(u))), np.exp(-np.abs(u)) / (1 + np.exp(-np.abs(u))))
    merged = heads.swapaxes(0, 1) * gates[:, :, None]
    return merged.reshape(len(X), -1) @ W_O


# %% right: plain formula whose overflow ends at zero
def gated_merge(heads, X, G, W_O):
    with np.errstate(over="ignore"):
        gates = 1 / (1 + np.exp(-(X @ G.T)))
    return np.hstack([gates[:, i:i + 1] * heads[i] for i in range(len(heads))]) @ W_O


# %% right: torch sigmoid and cat
def gated_merge(heads, X, G, W_O):
    import torch
    heads, X, G, W_O = (torch.tensor(a, dtype=torch.float64) for a in (heads, X, G, W_O))
    z = torch.sigmoid(X @ G.T)
    return torch.cat([z[:, i, None] * o for i, o in enumerate(heads)], dim=1) @ W_O


# %% right: one einsum with W O cut into blocks
def gated_merge(heads, X, G, W_O):
    h, n, d_v = heads.shape
    u = np.einsum("tm,im->ti", X, G)
    z = np.exp(-np.logaddexp(0, -u))
    return np.einsum("ti,itv,ivo->to", z, heads, W_O.reshape(h, d_v, -1))


# %% right: sum over the heads of gate times projected block
def gated_merge(heads, X, G, W_O):
    h, n, d_v = heads.shape
    y = np.zeros((n, W_O.shape[1]))
    for i in range(h):
        u = np.clip(X @ G[i], -700, 700)
        z = 1 / (1 + np.exp(-u))
        y += z[:, None] * (heads[i] @ W_O[i * d_v:(i + 1) * d_v])
    return y


# %% right: positions and heads in loops with math exp
def gated_merge(heads, X, G, W_O):
    import math
    h, n, d_v = heads.shape
    rows = []
    for t in range(n):
        row = []
        for i in range(h):
            u = float(X[t] @ G[i])
            if u >= 0:
                z = 1 / (1 + math.exp(-u))
            else:
                e = math.exp(u)
                z = e / (1 + e)
            row.extend(z * o for o in heads[i, t])
        rows.append(row)
    return np.array(rows) @ W_O


# %% right: sigmoid by the hyperbolic tangent
def gated_merge(heads, X, G, W_O):
    gates = (1 + np.tanh((X @ G.T) / 2)) / 2
    o = np.transpose(heads, (1, 0, 2)) * gates[..., np.newaxis]
    return o.reshape(o.shape[0], o.shape[1] * o.shape[2]) @ W_O


# %% right: gates repeated for each number of a head
def gated_merge(heads, X, G, W_O):
    d_v = heads.shape[2]
    u = X @ G.T
    e = np.exp(-np.abs(u))
    z = np.where(u < 0, e, 1.0) / (1 + e)
    return (np.concatenate(list(heads), axis=1) * np.repeat(z, d_v, axis=1)) @ W_O


# %% right: diagonal matrices of gates from the left
def gated_merge(heads, X, G, W_O):
    with np.errstate(over="ignore"):
        parts = [np.diag(1 / (1 + np.exp(-X @ g))) @ o for g, o in zip(G, heads)]
    return np.concatenate(parts, axis=1) @ W_O


# %% right: gates in the axis order of the heads
def gated_merge(heads, X, G, W_O):
    u = G @ X.T
    z = np.empty(u.shape)
    plus = u >= 0
    z[plus] = 1 / (1 + np.exp(-u[plus]))
    e = np.exp(u[~plus])
    z[~plus] = e / (1 + e)
    return np.hstack(z[:, :, None] * heads) @ W_O


# %% right: sigmoid as softmax of the product and zero
def gated_merge(heads, X, G, W_O):
    import torch
    u = torch.tensor(X @ G.T, dtype=torch.float64)
    z = torch.softmax(torch.stack([u, torch.zeros_like(u)]), dim=0)[0].numpy()
    h, n, d_v = heads.shape
    out = np.zeros((n, h * d_v))
    for i in range(h):
        out[:, i * d_v:(i + 1) * d_v] = heads[i] * z[:, i].reshape(n, 1)
    return np.dot(out, W_O)


# %% right: one position at a time with a torch linear call
def gated_merge(heads, X, G, W_O):
    import torch
    import torch.nn.functional as F
    heads, X, G, W_O = [torch.tensor(a).double() for a in (heads, X, G, W_O)]
    ys = []
    for t in range(X.shape[0]):
        z = F.logsigmoid(F.linear(X[t], G)).exp()
        ys.append(F.linear((z[:, None] * heads[:, t]).flatten(), W_O.T))
    return torch.stack(ys)


# %% right: matmul of batches of heads and blocks summed
def gated_merge(heads, X, G, W_O):
    h, n, d_v = heads.shape
    s = np.minimum(0, G @ X.T) - np.log1p(np.exp(-np.abs(G @ X.T)))
    return (np.exp(s)[:, :, None] * (heads @ W_O.reshape(h, d_v, W_O.shape[1]))).sum(axis=0)


# %% wrong: ungated — no gates only concat and projection
def gated_merge(heads, X, G, W_O):
    return heads.swapaxes(0, 1).reshape(len(X), -1) @ W_O


# %% wrong: gates-compete, earns 0.4 — softmax over the heads in place of the sigmoid
def gated_merge(heads, X, G, W_O):
    u = X @ G.T
    e = np.exp(u - u.max(axis=1, keepdims=True))
    gates = e / e.sum(axis=1, keepdims=True)
    return (heads.swapaxes(0, 1) * gates[:, :, None]).reshape(len(X), -1) @ W_O


# %% wrong: inverted, earns 0.5 — sign of the exponent forgotten
def gated_merge(heads, X, G, W_O):
    with np.errstate(over="ignore"):
        gates = 1 / (1 + np.exp(X @ G.T))
    return (heads.swapaxes(0, 1) * gates[:, :, None]).reshape(len(X), -1) @ W_O


# %% wrong: overflow, earns 0.7 — e to u over one plus that overflows
def gated_merge(heads, X, G, W_O):
    e = np.exp(X @ G.T)
    gates = e / (1 + e)
    return (heads.swapaxes(0, 1) * gates[:, :, None]).reshape(len(X), -1) @ W_O


# %% wrong: raised, earns 0.5 — math exp raises at large negative products
def gated_merge(heads, X, G, W_O):
    import math
    h, n, d_v = heads.shape
    rows = []
    for t in range(n):
        parts = [heads[i, t] / (1 + math.exp(-(X[t] @ G[i]))) for i in range(h)]
        rows.append(np.concatenate(parts) @ W_O)
    return np.array(rows)


# %% wrong: other-function, earns 0.4 — stable form with the absolute value on both sides
def gated_merge(heads, X, G, W_O):
    u = X @ G.T
    gates = 1 / (1 + np.exp(-np.abs(u)))
    return (heads.swapaxes(0, 1) * gates[:, :, None]).reshape(len(X), -1) @ W_O


# %% wrong: tanh, earns 0.4 — tanh as the gate
def gated_merge(heads, X, G, W_O):
    gates = np.tanh(X @ G.T)
    return (heads.swapaxes(0, 1) * gates[:, :, None]).reshape(len(X), -1) @ W_O


# %% wrong: other-function, earns 0.4 — half forgotten in the tanh form
def gated_merge(heads, X, G, W_O):
    gates = 0.5 * (1 + np.tanh(X @ G.T))
    return (heads.swapaxes(0, 1) * gates[:, :, None]).reshape(len(X), -1) @ W_O


# %% wrong: unrecognised, earns 0.5 — products clipped to five before the sigmoid
def gated_merge(heads, X, G, W_O):
    u = np.clip(X @ G.T, -5, 5)
    gates = 1 / (1 + np.exp(-u))
    return (heads.swapaxes(0, 1) * gates[:, :, None]).reshape(len(X), -1) @ W_O


# %% wrong: other-function, earns 0.4 — hard sigmoid of torch
def gated_merge(heads, X, G, W_O):
    import torch
    import torch.nn.functional as F
    gates = F.hardsigmoid(torch.tensor(X @ G.T, dtype=torch.float64)).numpy()
    return (heads.swapaxes(0, 1) * gates[:, :, None]).reshape(len(X), -1) @ W_O


# %% wrong: other-function, earns 0.4 — logsigmoid without the exponential
def gated_merge(heads, X, G, W_O):
    import torch
    import torch.nn.functional as F
    gates = F.logsigmoid(torch.tensor(X @ G.T, dtype=torch.float64)).numpy()
    return (heads.swapaxes(0, 1) * gates[:, :, None]).reshape(len(X), -1) @ W_O


# %% wrong: other-function, earns 0.4 — silu of torch in place of sigmoid
def gated_merge(heads, X, G, W_O):
    import torch
    import torch.nn.functional as F
    gates = F.silu(torch.tensor(X @ G.T, dtype=torch.float64)).numpy()
    return (heads.swapaxes(0, 1) * gates[:, :, None]).reshape(len(X), -1) @ W_O


# %% wrong: not-squashed, earns 0.3 — product itself as gate without the sigmoid
def gated_merge(heads, X, G, W_O):
    gates = X @ G.T
    return (heads.swapaxes(0, 1) * gates[:, :, None]).reshape(len(X), -1) @ W_O


# %% wrong: hard-gates, earns 0.4 — hard gate open only above zero
def gated_merge(heads, X, G, W_O):
    gates = (X @ G.T > 0).astype(float)
    return (heads.swapaxes(0, 1) * gates[:, :, None]).reshape(len(X), -1) @ W_O


# %% wrong: gates-averaged, earns 0.3 — gates of the first position at all positions
def gated_merge(heads, X, G, W_O):
    with np.errstate(over="ignore"):
        gates = 1 / (1 + np.exp(-(G @ X[0])))
    return (heads.swapaxes(0, 1) * gates[None, :, None]).reshape(len(X), -1) @ W_O


# %% wrong: gates-averaged, earns 0.3 — gates averaged over the positions
def gated_merge(heads, X, G, W_O):
    with np.errstate(over="ignore"):
        gates = (1 / (1 + np.exp(-(X @ G.T)))).mean(axis=0)
    return (heads.swapaxes(0, 1) * gates[None, :, None]).reshape(len(X), -1) @ W_O


# %% wrong: gates-mixed, earns 0.5 — gate table reshaped where it should be transposed
def gated_merge(heads, X, G, W_O):
    h, n, d_v = heads.shape
    with np.errstate(over="ignore"):
        gates = (1 / (1 + np.exp(-(X @ G.T)))).reshape(h, n, 1)
    return (heads * gates).swapaxes(0, 1).reshape(n, -1) @ W_O


# %% wrong: merged-wrong, earns 0.5 — gated heads reshaped without the swap
def gated_merge(heads, X, G, W_O):
    with np.errstate(over="ignore"):
        gates = 1 / (1 + np.exp(-(X @ G.T)))
    return (heads * gates.T[:, :, None]).reshape(len(X), -1) @ W_O


# %% wrong: merged-wrong, earns 0.4 — heads reshaped to n h d before the gates
def gated_merge(heads, X, G, W_O):
    h, n, d_v = heads.shape
    with np.errstate(over="ignore"):
        gates = 1 / (1 + np.exp(-(X @ G.T)))
    return (heads.reshape(n, h, d_v) * gates[:, :, None]).reshape(n, -1) @ W_O


# %% wrong: interleaved, earns 0.5 — numbers of the heads interleaved at the concat
def gated_merge(heads, X, G, W_O):
    with np.errstate(over="ignore"):
        gates = 1 / (1 + np.exp(-(X @ G.T)))
    merged = heads.swapaxes(0, 1) * gates[:, :, None]
    return merged.swapaxes(1, 2).reshape(len(X), -1) @ W_O


# %% wrong: unrecognised — mean of the gated heads copied for each block
def gated_merge(heads, X, G, W_O):
    h = len(heads)
    with np.errstate(over="ignore"):
        gates = 1 / (1 + np.exp(-(G @ X.T)))
    mean = (heads * gates[:, :, None]).mean(axis=0)
    return np.tile(mean, (1, h)) @ W_O


# %% wrong: unrecognised — W O reshaped and transposed before the product
def gated_merge(heads, X, G, W_O):
    with np.errstate(over="ignore"):
        gates = 1 / (1 + np.exp(-(X @ G.T)))
    merged = (heads.swapaxes(0, 1) * gates[:, :, None]).reshape(len(X), -1)
    return merged @ W_O.reshape(W_O.shape[1], W_O.shape[0]).T


# %% wrong: scaled, earns 0.6 — products divided by the root of the width
def gated_merge(heads, X, G, W_O):
    with np.errstate(over="ignore"):
        gates = 1 / (1 + np.exp(-(X @ G.T) / np.sqrt(X.shape[1])))
    return (heads.swapaxes(0, 1) * gates[:, :, None]).reshape(len(X), -1) @ W_O


# %% wrong: not-projected, earns 0.6 — no projection after the concat
def gated_merge(heads, X, G, W_O):
    with np.errstate(over="ignore"):
        gates = 1 / (1 + np.exp(-(X @ G.T)))
    return (heads.swapaxes(0, 1) * gates[:, :, None]).reshape(len(X), -1)


# %% wrong: changed-arguments, earns 0.7 — multiplies the heads by their gates in place
def gated_merge(heads, X, G, W_O):
    with np.errstate(over="ignore"):
        gates = 1 / (1 + np.exp(-(G @ X.T)))
    heads *= gates[:, :, None]
    return np.hstack(list(heads)) @ W_O


# %% wrong: unrecognised — G reshaped where it should be transposed
def gated_merge(heads, X, G, W_O):
    with np.errstate(over="ignore"):
        gates = 1 / (1 + np.exp(-(X @ G.reshape(G.shape[1], G.shape[0]))))
    return (heads.swapaxes(0, 1) * gates[:, :, None]).reshape(len(X), -1) @ W_O


# %% wrong: gates-normalised, earns 0.5 — gates of a position scaled to add up to one
def gated_merge(heads, X, G, W_O):
    gates = 0.5 * (1 + np.tanh((X @ G.T) / 2))
    gates = gates / np.maximum(gates.sum(axis=1, keepdims=True), 1e-300)
    return (heads.swapaxes(0, 1) * gates[:, :, None]).reshape(len(X), -1) @ W_O


# %% wrong: other-function, earns 0.4 — sigmoid taken twice
def gated_merge(heads, X, G, W_O):
    import torch
    gates = torch.sigmoid(torch.sigmoid(torch.tensor(X @ G.T, dtype=torch.float64))).numpy()
    return (heads.swapaxes(0, 1) * gates[:, :, None]).reshape(len(X), -1) @ W_O


# %% wrong: gates-twice, earns 0.5 — gate multiplied twice at heads and at projection
def gated_merge(heads, X, G, W_O):
    h, n, d_v = heads.shape
    with np.errstate(over="ignore"):
        gates = 1 / (1 + np.exp(-(G @ X.T)))[:, :, None]
    return (gates * ((gates * heads) @ W_O.reshape(h, d_v, -1))).sum(axis=0)


# %% wrong: unrecognised — last head has no gate
def gated_merge(heads, X, G, W_O):
    merged = heads.copy().astype(float)
    with np.errstate(over="ignore"):
        for i in range(len(heads) - 1):
            merged[i] = merged[i] / (1 + np.exp(-(X @ G[i])))[:, None]
    return np.hstack(list(merged)) @ W_O


# %% wrong: unrecognised — gates of the position before
def gated_merge(heads, X, G, W_O):
    with np.errstate(over="ignore"):
        gates = 1 / (1 + np.exp(-(np.roll(X, 1, axis=0) @ G.T)))
    return (heads.swapaxes(0, 1) * gates[:, :, None]).reshape(len(X), -1) @ W_O


# %% wrong: gates-averaged, earns 0.3 — one gate for each position from the mean product
def gated_merge(heads, X, G, W_O):
    with np.errstate(over="ignore"):
        gates = 1 / (1 + np.exp(-(X @ G.T).mean(axis=1, keepdims=True)))
    return (heads.swapaxes(0, 1) * gates[:, :, None]).reshape(len(X), -1) @ W_O


# %% wrong: axis-of-length-1, earns 0.8 — squeezes axes of size one at the end
def gated_merge(heads, X, G, W_O):
    with np.errstate(over="ignore"):
        gates = 1 / (1 + np.exp(-(X @ G.T)))
    return ((heads.swapaxes(0, 1) * gates[:, :, None]).reshape(len(X), -1) @ W_O).squeeze()


# %% wrong: unrecognised — powers of two in the sigmoid
def gated_merge(heads, X, G, W_O):
    with np.errstate(over="ignore"):
        gates = 1 / (1 + np.exp2(-(X @ G.T)))
    return (heads.swapaxes(0, 1) * gates[:, :, None]).reshape(len(X), -1) @ W_O


# %% wrong: gates-in-turn, earns 0.5 — gates tiled where they should be repeated
def gated_merge(heads, X, G, W_O):
    d_v = heads.shape[2]
    with np.errstate(over="ignore"):
        gates = 1 / (1 + np.exp(-(X @ G.T)))
    return (np.hstack(list(heads)) * np.tile(gates, (1, d_v))) @ W_O


# %% wrong: averaged, earns 0.5 — result divided by the number of heads
def gated_merge(heads, X, G, W_O):
    with np.errstate(over="ignore"):
        gates = 1 / (1 + np.exp(-(X @ G.T)))
    return (heads.swapaxes(0, 1) * gates[:, :, None]).reshape(len(X), -1) @ W_O / len(heads)


# %% wrong: unrecognised, earns 0.5 — input of the layer added as a residual
def gated_merge(heads, X, G, W_O):
    with np.errstate(over="ignore"):
        gates = 1 / (1 + np.exp(-(X @ G.T)))
    y = (heads.swapaxes(0, 1) * gates[:, :, None]).reshape(len(X), -1) @ W_O
    return y + X if y.shape == X.shape else y
