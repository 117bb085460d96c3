# %% right: norm as an inner function
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return X + rms_norm(out, g_out)


# %% right: one loop over the rows
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    n, d = X.shape
    result = np.zeros((n, d))
    for i in range(n):
        x = X[i]
        root = np.sqrt(np.mean(x ** 2) + eps)
        z = g_in * x / root
        h = z @ W_1
        h = np.where(h > 0, h, 0)
        f = h @ W_2
        root = np.sqrt(np.mean(f ** 2) + eps)
        result[i] = x + g_out * f / root
    return result


# %% right: pure Python with math
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    import math

    def norm(row, gain):
        root = math.sqrt(math.fsum(v * v for v in row) / len(row) + eps)
        return [g * v / root for g, v in zip(gain, row)]

    def times(row, columns):
        return [sum(a * c for a, c in zip(row, column)) for column in columns]

    first, second = W_1.T.tolist(), W_2.T.tolist()
    g_in, g_out = g_in.tolist(), g_out.tolist()
    rows = []
    for x in X.tolist():
        hidden = [max(0.0, v) for v in times(norm(x, g_in), first)]
        rows.append([a + c for a, c in zip(x, norm(times(hidden, second), g_out))])
    return np.array(rows)


# %% right: torch with its own rms_norm
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    import torch
    import torch.nn.functional as F
    X, g_in, g_out, W_1, W_2 = (torch.tensor(a, dtype=torch.float64) for a in (X, g_in, g_out, W_1, W_2))
    d = X.shape[1]
    h = F.relu(F.rms_norm(X, (d,), weight=g_in, eps=eps) @ W_1)
    return X + F.rms_norm(h @ W_2, (d,), weight=g_out, eps=eps)


# %% right: einsum throughout
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    d = X.shape[1]
    scale = 1 / np.sqrt(np.einsum("id,id->i", X, X) / d + eps)
    h = np.einsum("id,d,i,dh->ih", X, g_in, scale, W_1)
    f = np.einsum("ih,hd->id", h * (h > 0), W_2)
    scale = 1 / np.sqrt(np.einsum("id,id->i", f, f) / d + eps)
    return X + np.einsum("id,d,i->id", f, g_out, scale)


# %% right: gain folded into the first matrix
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    folded = g_in[:, None] * W_1
    root = np.sqrt((X ** 2).mean(axis=1) + eps)
    f = np.maximum((X / root[:, None]) @ folded, 0) @ W_2
    root = np.sqrt((f ** 2).mean(axis=1) + eps)
    return X + (f / root[:, None]) * g_out


# %% right: columns as positions by transposing all
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def norm(columns, gain):
        return (columns / np.sqrt((columns * columns).mean(axis=0) + eps)) * gain.reshape(-1, 1)

    x = X.T
    f = W_2.T @ np.clip(W_1.T @ norm(x, g_in), 0, None)
    return (x + norm(f, g_out)).T


# %% right: torch modules with weights set
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    import torch
    from torch import nn
    d, d_ff = W_1.shape
    net = nn.Sequential(nn.RMSNorm(d, eps=eps), nn.Linear(d, d_ff, bias=False), nn.ReLU(),
                        nn.Linear(d_ff, d, bias=False), nn.RMSNorm(d, eps=eps)).double()
    with torch.no_grad():
        for module, value in zip((net[0], net[1], net[3], net[4]), (g_in, W_1.T, W_2.T, g_out)):
            module.weight.copy_(torch.tensor(value))
        x = torch.tensor(X, dtype=torch.float64)
        return x + net(x)


# %% right: mean of absolute and plain value as ReLU
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def norm(x):
        return x * (np.mean(x * x, axis=-1, keepdims=True) + eps) ** -0.5

    h = (norm(X) * g_in).dot(W_1)
    h = 0.5 * (h + np.abs(h))
    return np.add(X, norm(h.dot(W_2)) * g_out)


# %% right: apply_along_axis with one row function
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def block(x):
        z = x / np.sqrt(x.dot(x) / x.size + eps) * g_in
        h = z @ W_1
        h[h < 0] = 0
        f = h @ W_2
        return x + f / np.sqrt(f.dot(f) / f.size + eps) * g_out

    return np.apply_along_axis(block, 1, X)


# %% right: np outer for the roots and copies everywhere
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    y = X.astype(float).copy()
    roots = np.sqrt(np.linalg.norm(X, axis=1) ** 2 / X.shape[1] + eps)
    z = X * np.outer(1 / roots, g_in)
    f = np.maximum(z @ W_1, 0.0) @ W_2
    roots = np.sqrt(np.linalg.norm(f, axis=1) ** 2 / X.shape[1] + eps)
    y += f * np.outer(1 / roots, g_out)
    return y


# %% wrong: no-residual, earns 0.4 — no residual connection
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return rms_norm(out, g_out)


# %% wrong: residual-normalised, earns 0.5 — residual from the normalised input
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return inner + rms_norm(out, g_out)


# %% wrong: residual-normalised, earns 0.5 — residual from the input normalised without gain
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return rms_norm(X, 1) + rms_norm(out, g_out)


# %% wrong: no-norm-before, earns 0.4 — no norm before the network
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = X
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: no-norm-after, earns 0.4 — no norm after the network
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return X + out


# %% wrong: no-norm-after, earns 0.4 — gain instead of a norm after
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return X + g_out * out


# %% wrong: no-norm-before, earns 0.4 — gain instead of a norm before
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = g_in * X
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: sum-normalised, earns 0.4 — post norm of the sum
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return rms_norm(X + out, g_out)


# %% wrong: no-relu, earns 0.4 — no ReLU
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = inner @ W_1
    out = hidden @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: no-relu, earns 0.4 — absolute value instead of ReLU
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.abs(inner @ W_1)
    out = hidden @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: no-relu, earns 0.4 — minimum for maximum
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.minimum(0, inner @ W_1)
    out = hidden @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: no-relu, earns 0.4 — leaky ReLU
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    n, d = X.shape
    result = np.zeros((n, d))
    for i in range(n):
        x = X[i]
        root = np.sqrt(np.mean(x ** 2) + eps)
        z = g_in * x / root
        h = z @ W_1
        h = np.where(h > 0, h, 0.01 * h)
        f = h @ W_2
        root = np.sqrt(np.mean(f ** 2) + eps)
        result[i] = x + g_out * f / root
    return result


# %% wrong: no-relu, earns 0.4 — ReLU cut at 6
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.clip(inner @ W_1, 0, 6)
    out = hidden @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: unrecognised — ReLU cut at 1
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.clip(inner @ W_1, 0, 1)
    out = hidden @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: no-relu, earns 0.4 — squared ReLU
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1) ** 2
    out = hidden @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: unrecognised — ReLU gives 1 for positive values
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    n, d = X.shape
    result = np.zeros((n, d))
    for i in range(n):
        x = X[i]
        root = np.sqrt(np.mean(x ** 2) + eps)
        z = g_in * x / root
        h = z @ W_1
        h = np.where(h > 0, 1.0, 0.0)
        f = h @ W_2
        root = np.sqrt(np.mean(f ** 2) + eps)
        result[i] = x + g_out * f / root
    return result


# %% wrong: no-relu, earns 0.4 — SiLU instead of ReLU
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = (lambda h: h / (1 + np.exp(-np.clip(h, -500, 500))))(inner @ W_1)
    out = hidden @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: no-relu, earns 0.4 — softplus instead of ReLU
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.logaddexp(0, inner @ W_1)
    out = hidden @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: unrecognised — maximum of the whole table with 0
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = max(0, (inner @ W_1).max()) * np.ones((len(X), W_1.shape[1]))
    out = hidden @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: unrecognised — ReLU on the input of the network
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner) @ W_1
    out = hidden @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: relu-after, earns 0.4 — ReLU after the second matrix instead
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = inner @ W_1
    out = np.maximum(0, hidden @ W_2)
    return X + rms_norm(out, g_out)


# %% wrong: relu-after, earns 0.4 — a second ReLU after the second matrix
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = np.maximum(0, hidden @ W_2)
    return X + rms_norm(out, g_out)


# %% wrong: unrecognised — ReLU of the sum at the end
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return np.maximum(0, X + rms_norm(out, g_out))


# %% wrong: no-relu, earns 0.4 — GELU of torch instead of ReLU
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    import torch
    import torch.nn.functional as F
    X, g_in, g_out, W_1, W_2 = (torch.tensor(a, dtype=torch.float64) for a in (X, g_in, g_out, W_1, W_2))
    d = X.shape[1]
    h = F.gelu(F.rms_norm(X, (d,), g_in, eps) @ W_1)
    return X + F.rms_norm(h @ W_2, (d,), g_out, eps)


# %% wrong: eps-forgotten, earns 0.7 — torch rms_norm with its default eps
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    import torch
    import torch.nn.functional as F
    X, g_in, g_out, W_1, W_2 = (torch.tensor(a, dtype=torch.float64) for a in (X, g_in, g_out, W_1, W_2))
    d = X.shape[1]
    h = F.relu(F.rms_norm(X, (d,), g_in) @ W_1)
    return X + F.rms_norm(h @ W_2, (d,), g_out)


# %% wrong: layer-norm, earns 0.5 — torch layer_norm for both norms
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    import torch
    import torch.nn.functional as F
    X, g_in, g_out, W_1, W_2 = (torch.tensor(a, dtype=torch.float64) for a in (X, g_in, g_out, W_1, W_2))
    d = X.shape[1]
    h = F.relu(F.layer_norm(X, (d,), g_in, None, eps) @ W_1)
    return X + F.layer_norm(h @ W_2, (d,), g_out, None, eps)


# %% wrong: summed, earns 0.5 — torch normalize to length 1
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    import torch
    import torch.nn.functional as F
    X, g_in, g_out, W_1, W_2 = (torch.tensor(a, dtype=torch.float64) for a in (X, g_in, g_out, W_1, W_2))
    h = F.relu((g_in * F.normalize(X, dim=1, eps=eps)) @ W_1)
    return X + g_out * F.normalize(h @ W_2, dim=1, eps=eps)


# %% wrong: gain-forgotten, earns 0.5 — torch rms_norm without the gains
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    import torch
    import torch.nn.functional as F
    X, W_1, W_2 = (torch.tensor(a, dtype=torch.float64) for a in (X, W_1, W_2))
    d = X.shape[1]
    return X + F.rms_norm(F.relu(F.rms_norm(X, (d,), eps=eps) @ W_1) @ W_2, (d,), eps=eps)


# %% wrong: whole-table, earns 0.3 — torch rms_norm over the whole table
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    import torch
    import torch.nn.functional as F
    X, g_in, g_out, W_1, W_2 = (torch.tensor(a, dtype=torch.float64) for a in (X, g_in, g_out, W_1, W_2))
    h = F.relu((g_in * F.rms_norm(X, tuple(X.shape), eps=eps)) @ W_1) @ W_2
    return X + g_out * F.rms_norm(h, tuple(h.shape), eps=eps)


# %% wrong: gains-exchanged, earns 0.6 — the two gains swapped
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_out)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return X + rms_norm(out, g_in)


# %% wrong: one-gain, earns 0.6 — gain of the norm before used twice
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return X + rms_norm(out, g_in)


# %% wrong: one-gain, earns 0.6 — gain of the norm after used twice
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_out)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: gain-forgotten, earns 0.5 — gain of the norm before forgotten
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, 1)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: gain-forgotten, earns 0.5 — gain of the norm after forgotten
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return X + rms_norm(out, 1)


# %% wrong: gain-forgotten, earns 0.5 — no gains at all
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: unrecognised — gain plus 1
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return (1 + gain) * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: unrecognised — gain added instead of multiplied
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain + x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: gain-inside, earns 0.5 — gain multiplied before the mean square
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        x = gain * x
        return x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: unrecognised — absolute value of the gain
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return np.abs(gain) * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: eps-outside, earns 0.7 — eps added after the root
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True)) + eps

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: eps-forgotten, earns 0.7 — eps fixed at 1e minus 5
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + 1e-5)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: eps-forgotten, earns 0.7 — eps fixed at 1e minus 6
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + 1e-6)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: eps-outside, earns 0.7 — eps squared
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps ** 2)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: eps-outside, earns 0.7 — eps as a lower bound of the mean square
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.maximum(np.square(x).mean(axis=1, keepdims=True), eps))

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: eps-outside, earns 0.7 — eps divided by the width
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt((np.square(x).sum(axis=1, keepdims=True) + eps) / x.shape[1])

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: eps-forgotten, earns 0.7 — eps left out of the norm before
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    n, d = X.shape
    result = np.zeros((n, d))
    for i in range(n):
        x = X[i]
        root = np.sqrt(np.mean(x ** 2) + 1e-12)
        z = g_in * x / root
        h = z @ W_1
        h = np.where(h > 0, h, 0)
        f = h @ W_2
        root = np.sqrt(np.mean(f ** 2) + eps)
        result[i] = x + g_out * f / root
    return result


# %% wrong: eps-forgotten, earns 0.7 — eps left out of the norm after
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    n, d = X.shape
    result = np.zeros((n, d))
    for i in range(n):
        x = X[i]
        root = np.sqrt(np.mean(x ** 2) + eps)
        z = g_in * x / root
        h = z @ W_1
        h = np.where(h > 0, h, 0)
        f = h @ W_2
        root = np.sqrt(np.mean(f ** 2) + 1e-12)
        result[i] = x + g_out * f / root
    return result


# %% wrong: eps-forgotten, earns 0.7 — no eps so that dead rows give nan
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True))

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: summed, earns 0.5 — sum of squares instead of the mean
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).sum(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: summed, earns 0.5 — sum of squares in the norm after only
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    n, d = X.shape
    result = np.zeros((n, d))
    for i in range(n):
        x = X[i]
        root = np.sqrt(np.mean(x ** 2) + eps)
        z = g_in * x / root
        h = z @ W_1
        h = np.where(h > 0, h, 0)
        f = h @ W_2
        root = np.sqrt(np.sum(f ** 2) + eps)
        result[i] = x + g_out * f / root
    return result


# %% wrong: over-the-positions, earns 0.3 — mean over the positions
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=0, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: whole-table, earns 0.3 — one root for the whole table
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean() + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: whole-table, earns 0.3 — one root for the whole table after only
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return X + g_out * out / np.sqrt(np.square(out).mean() + eps)


# %% wrong: broadcast — roots as a row where n is d
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: not-rooted, earns 0.5 — mean square without the square root
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / (np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: unrecognised — mean over d minus 1
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).sum(axis=1, keepdims=True) / max(1, x.shape[1] - 1) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: unrecognised — mean of squares over the hidden width
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    n, d = X.shape
    result = np.zeros((n, d))
    for i in range(n):
        x = X[i]
        root = np.sqrt(np.mean(x ** 2) + eps)
        z = g_in * x / root
        h = z @ W_1
        h = np.where(h > 0, h, 0)
        f = h @ W_2
        root = np.sqrt(np.sum(f ** 2) / len(h) + eps)
        result[i] = x + g_out * f / root
    return result


# %% wrong: layer-norm, earns 0.5 — mean taken off before the norm
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        x = x - x.mean(axis=1, keepdims=True)
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: layer-norm, earns 0.5 — mean taken off in the norm after only
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return X + rms_norm(out - out.mean(axis=1, keepdims=True), g_out)


# %% wrong: unrecognised — divided by the mean absolute value
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / (np.abs(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: unrecognised — divided by the root of the input twice
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    n, d = X.shape
    result = np.zeros((n, d))
    for i in range(n):
        x = X[i]
        root = np.sqrt(np.mean(x ** 2) + eps)
        z = g_in * x / root
        h = z @ W_1
        h = np.where(h > 0, h, 0)
        f = h @ W_2
        result[i] = x + g_out * f / root
    return result


# %% wrong: hidden-normalised, earns 0.4 — norm of the hidden layer in between
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = rms_norm(hidden, 1) @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: unrecognised — norm before applied twice
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(rms_norm(X, g_in), g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: unrecognised — residual counted twice
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return X + rms_norm(out + X, g_out)


# %% wrong: unrecognised — half of the sum
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return (X + rms_norm(out, g_out)) / 2


# %% wrong: unrecognised — difference for the sum
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return X - rms_norm(out, g_out)


# %% wrong: unrecognised — residual inside the network too
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = inner + hidden @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: sum-normalised, earns 0.4 — norm of the final sum once more
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return rms_norm(X + rms_norm(out, g_out), 1)


# %% wrong: matrices-exchanged, earns 0.4 — transposed matrices
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_2.T)
    out = hidden @ W_1.T
    return X + rms_norm(out, g_out)


# %% wrong: unrecognised — first matrix used for both
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_1.T
    return X + rms_norm(out, g_out)


# %% wrong: unrecognised — matrices reshaped instead of used as they are
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_2.reshape(W_1.shape))
    out = hidden @ W_1.reshape(W_2.shape)
    return X + rms_norm(out, g_out)


# %% wrong: unrecognised — first position left as it came
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    y = X + rms_norm(out, g_out)
    y[0] = X[0]
    return y


# %% wrong: unrecognised — last hidden unit left out
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden[:, :-1] @ W_2[:-1]
    return X + rms_norm(out, g_out)


# %% wrong: changed-arguments, earns 0.7 — input changed in place by the sum
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    X += rms_norm(out, g_out)
    return X


# %% wrong: changed-arguments, earns 0.7 — input normalised in place
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    n, d = X.shape
    result = np.zeros((n, d))
    for i in range(n):
        x = X[i]
        root = np.sqrt(np.mean(x ** 2) + eps)
        old = x.copy()
        x /= root
        h = (g_in * x) @ W_1
        h = np.where(h > 0, h, 0)
        f = h @ W_2
        root = np.sqrt(np.mean(f ** 2) + eps)
        result[i] = old + g_out * f / root
    return result


# %% wrong: changed-arguments, earns 0.7 — gain of the norm after scaled in place
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    n, d = X.shape
    g_out *= 2
    result = np.zeros((n, d))
    for i in range(n):
        x = X[i]
        root = np.sqrt(np.mean(x ** 2) + eps)
        z = g_in * x / root
        h = z @ W_1
        h = np.where(h > 0, h, 0)
        f = h @ W_2
        root = np.sqrt(np.mean(f ** 2) + eps)
        result[i] = x + g_out / 2 * f / root
    return result


# %% wrong: unrecognised — half precision
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    X, W_1, W_2 = (a.astype(np.float16).astype(float) for a in (X, W_1, W_2))
    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: unrecognised, earns 0.5 — large inputs cut to 100
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    X = np.clip(X, -100, 100)
    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return X + rms_norm(out, g_out)


# %% wrong: unrecognised — output of the network cut to 1
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return X + np.clip(rms_norm(out, g_out), -1, 1)


# %% wrong: unrecognised — returns the sublayer input
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    def rms_norm(x, gain):
        return gain * x / np.sqrt(np.square(x).mean(axis=1, keepdims=True) + eps)

    inner = rms_norm(X, g_in)
    hidden = np.maximum(0, inner @ W_1)
    out = hidden @ W_2
    return inner


# %% wrong: unrecognised — returns the input
def sandwich_block(X, g_in, g_out, W_1, W_2, eps):
    return X.copy()
