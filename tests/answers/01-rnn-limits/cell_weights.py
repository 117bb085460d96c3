# %% right: row by row
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(n):
        if t > 0:
            weights[t] = forget[t] * weights[t - 1]
        weights[t, t] = write[t]
    return weights


# %% right: all products from the definition
def cell_weights(forget, write):
    n = len(forget)
    return [
        [write[s] * np.prod(forget[s + 1 : t + 1]) if s <= t else 0.0 for s in range(n)]
        for t in range(n)
    ]


# %% right: column by column with cumprod
def cell_weights(forget, write):
    weights = np.zeros((len(forget), len(forget)), dtype=np.float32)
    for s in range(len(forget)):
        way = forget[s:].copy()
        way[0] = write[s]
        weights[s:, s] = np.cumprod(way)
    return weights


# %% right: the cell run on unit vectors in torch
def cell_weights(forget, write):
    import torch

    cell, rows = torch.zeros(len(write), dtype=torch.float64), []
    for f, i, candidate in zip(forget, write, torch.eye(len(write)).double(), strict=True):
        cell = f * cell + i * candidate
        rows.append(cell)
    return torch.stack(rows)


# %% right: autograd
def cell_weights(forget, write):
    import torch

    def cells(candidates):
        cell, out = torch.tensor(0.0, dtype=torch.float64), []
        for t in range(len(candidates)):
            cell = forget[t] * cell + write[t] * candidates[t]
            out.append(cell)
        return torch.stack(out)

    zeros = torch.zeros(len(write), dtype=torch.float64)
    return torch.autograd.functional.jacobian(cells, zeros, vectorize=True)


# %% right: a table of gates and cumprod
def cell_weights(forget, write):
    n = len(forget)
    t, s = np.arange(n)[:, None], np.arange(n)
    gates = np.where(t > s, forget[:, None], 1.0)
    return np.tril(np.cumprod(gates, axis=0)) * write


# %% wrong: own-gate, earns 0.6
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(n):
        for s in range(t + 1):
            weights[t, s] = write[s] * np.prod(forget[s : t + 1])
    return weights


# %% wrong: one-gate-short, earns 0.6
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(n):
        for s in range(t + 1):
            weights[t, s] = write[s] * np.prod(forget[s + 1 : t])
    return weights


# %% wrong: transposed, earns 0.7
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(n):
        for s in range(t + 1):
            weights[s, t] = write[s] * np.prod(forget[s + 1 : t + 1])
    return weights


# %% wrong: gates-exchanged, earns 0.5
def cell_weights(forget, write):
    n = len(forget)
    t, s = np.arange(n)[:, None], np.arange(n)
    gates = np.where(t > s, write[:, None], 1.0)
    return np.tril(np.cumprod(gates, axis=0)) * forget


# %% wrong: write-forgotten, earns 0.5
def cell_weights(forget, write):
    n = len(forget)
    t, s = np.arange(n)[:, None], np.arange(n)
    return np.tril(np.cumprod(np.where(t > s, forget[:, None], 1.0), axis=0))


# %% wrong: transposed + write-forgotten, earns 0.35
def cell_weights(forget, write):
    n = len(forget)
    t, s = np.arange(n)[:, None], np.arange(n)
    return np.tril(np.cumprod(np.where(t > s, forget[:, None], 1.0), axis=0)).T


# %% wrong: rows-add-up-to-1, earns 0.5
def cell_weights(forget, write):
    n = len(forget)
    t, s = np.arange(n)[:, None], np.arange(n)
    gates = np.where(t > s, forget[:, None], 1.0)
    weights = np.tril(np.cumprod(gates, axis=0)) * write
    return weights / weights.sum(axis=1, keepdims=True)


# %% wrong: future, earns 0.6 — the ratio of two products, and no cut
def cell_weights(forget, write):
    total = np.cumprod(forget)
    return total[:, None] / total * write


# %% wrong: closed-gate + underflow, earns 0.49 — the ratio of two products
def cell_weights(forget, write):
    total = np.cumprod(forget)
    return np.tril(total[:, None] / total * write)


# %% wrong: closed-gate, earns 0.7 — differences of logarithms
def cell_weights(forget, write):
    total = np.cumsum(np.log(forget))
    return np.tril(np.exp(total[:, None] - total) * write)


# %% wrong: underflow, earns 0.7 — a closed gate is looked after
def cell_weights(forget, write):
    rows, cell, since = np.zeros((len(write), len(write))), 1.0, 0
    total = np.ones(len(write))
    for t in range(len(write)):
        if t and forget[t] == 0:
            cell, since = 1.0, t
        elif t:
            cell = cell * forget[t]
        total[t] = cell
        rows[t, since : t + 1] = cell / total[since : t + 1] * write[since : t + 1]
    return rows


# %% wrong: write-of-the-row, earns 0.5
def cell_weights(forget, write):
    n = len(forget)
    t, s = np.arange(n)[:, None], np.arange(n)
    gates = np.where(t > s, forget[:, None], 1.0)
    return np.tril(np.cumprod(gates, axis=0)) * write[:, None]


# %% wrong: one-forget-gate, earns 0.3 — to the power of the lag
def cell_weights(forget, write):
    n = len(forget)
    lag = np.arange(n)[:, None] - np.arange(n)
    return np.tril(forget[:, None] ** np.maximum(lag, 0)) * write


# %% wrong: one-forget-gate, earns 0.3 — once
def cell_weights(forget, write):
    n = len(forget)
    lag = np.arange(n)[:, None] - np.arange(n)
    return np.where(lag > 0, forget[:, None], 1.0 * (lag == 0)) * write


# %% wrong: from-the-beginning, earns 0.4
def cell_weights(forget, write):
    return np.tril(np.cumprod(forget)[:, None] * write)


# %% wrong: added, earns 0.3
def cell_weights(forget, write):
    total = np.cumsum(forget)
    n = len(forget)
    return np.tril(total[:, None] - total + np.eye(n)) * write


# %% wrong: wrong-shape — the cell after the last step alone
def cell_weights(forget, write):
    return [write[s] * np.prod(forget[s + 1 :]) for s in range(len(write))]


# %% wrong: unrecognised — a softmax over the gates
def cell_weights(forget, write):
    n = len(forget)
    shares = np.tril(np.exp(forget * write) * np.ones((n, 1)))
    return shares / shares.sum(axis=1, keepdims=True)


# %% right: a triangular system
def cell_weights(forget, write):
    step = np.eye(len(forget)) - np.diag(forget[1:], -1)
    return np.linalg.solve(step, np.diag(write))


# %% wrong: forget-inverted, earns 0.5
def cell_weights(forget, write):
    weights = np.diag(write)
    for t in range(1, len(forget)):
        weights[t, :t] = (1 - forget[t]) * weights[t - 1, :t]
    return weights


# %% wrong: one-gate-early, earns 0.6
def cell_weights(forget, write):
    n = len(forget)
    return [
        [np.prod(forget[s:t]) * write[s] if s <= t else 0.0 for s in range(n)] for t in range(n)
    ]


# %% wrong: one-gate, earns 0.5 — one minus write in place of the forget gate
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(n):
        if t > 0:
            weights[t] = (1 - write[t]) * weights[t - 1]
        weights[t, t] = write[t]
    return weights


# %% wrong: first-left-out, earns 0.6 — loop starts at one and leaves row zero empty
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(1, n):
        weights[t] = forget[t] * weights[t - 1]
        weights[t, t] = write[t]
    return weights


# %% wrong: before-the-step, earns 0.6 — rows before each step instead of after
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    row = np.zeros(n)
    for t in range(n):
        weights[t] = row
        row = forget[t] * row
        row[t] = write[t]
    return weights


# %% wrong: diagonal-missing, earns 0.6 — diagonal cut off by the triangle
def cell_weights(forget, write):
    n = len(forget)
    below = np.arange(n)[:, None] > np.arange(n)[None, :]
    return np.tril(np.cumprod(np.where(below, forget[:, None], 1.0), axis=0), k=-1) * write


# %% wrong: same-array, earns 0.6 — every row is the last row
def cell_weights(forget, write):
    n = len(forget)
    row = np.zeros(n)
    rows = []
    for t in range(n):
        row *= forget[t]
        row[t] = write[t]
        rows.append(row)
    return np.array(rows)


# %% wrong: closed-gate, earns 0.7 — zero forget gate taken for one
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(n):
        if t > 0:
            weights[t] = (forget[t] or 1.0) * weights[t - 1]
        weights[t, t] = write[t]
    return weights
