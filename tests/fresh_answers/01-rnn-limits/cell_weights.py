# %% right: table filled row by row
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(n):
        if t > 0:
            weights[t] = forget[t] * weights[t - 1]
        weights[t, t] = write[t]
    return weights


# %% right: product of the gates between in two loops
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(n):
        for s in range(t + 1):
            weights[t, s] = write[s] * np.prod(forget[s + 1 : t + 1])
    return weights


# %% right: the cell runs on rows of an identity matrix
def cell_weights(forget, write):
    candidates = np.eye(len(forget))
    cell = np.zeros(len(forget))
    rows = []
    for f, i, g in zip(forget, write, candidates):
        cell = f * cell + i * g
        rows.append(cell)
    return np.array(rows)


# %% right: column by column with cumprod
def cell_weights(forget, write):
    n = len(forget)
    out = np.zeros((n, n))
    for s in range(n):
        factors = np.array(forget[s:], dtype=float)
        factors[0] = write[s]
        out[s:, s] = np.cumprod(factors)
    return out


# %% right: one cumprod over a triangular table of factors
def cell_weights(forget, write):
    n = len(forget)
    below = np.arange(n)[:, None] > np.arange(n)[None, :]
    factors = np.where(below, np.asarray(forget)[:, None], 1.0)
    return np.tril(np.cumprod(factors, axis=0)) * write


# %% right: linear system of the recurrence solved
def cell_weights(forget, write):
    n = len(forget)
    step = np.eye(n) - np.diag(np.asarray(forget, dtype=float)[1:], -1)
    return np.linalg.solve(step, np.diag(np.asarray(write, dtype=float)))


# %% right: powers of the shift matrix summed
def cell_weights(forget, write):
    n = len(forget)
    shift = np.diag(np.asarray(forget, dtype=float)[1:], k=-1)
    power = np.diag(np.asarray(write, dtype=float))
    total = power.copy()
    for _ in range(n - 1):
        power = shift @ power
        total += power
    return total


# %% right: diagonal by diagonal over the lag
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    held = np.array(write, dtype=float)
    for lag in range(n):
        steps = np.arange(lag, n)
        if lag:
            held = held[:-1] * forget[lag:]
        weights[steps, steps - lag] = held
    return weights


# %% right: logarithms with zeros counted apart
def cell_weights(forget, write):
    forget = np.asarray(forget, dtype=float)
    closed = np.concatenate([[0], np.cumsum(forget[1:] == 0)])
    safe = np.where(forget[1:] == 0, 1.0, forget[1:])
    logs = np.concatenate([[0.0], np.cumsum(np.log(safe))])
    alive = np.tril(closed[:, None] == closed[None, :])
    exponent = np.where(alive, logs[:, None] - logs[None, :], 0.0)
    return np.where(alive, np.exp(exponent), 0.0) * np.asarray(write)[None, :]


# %% right: torch with stacked rows
def cell_weights(forget, write):
    import torch

    f = torch.tensor(np.asarray(forget, dtype=np.float64))
    i = torch.tensor(np.asarray(write, dtype=np.float64))
    row = torch.zeros_like(f)
    rows = []
    for t in range(len(f)):
        row = f[t] * row
        row[t] += i[t]
        rows.append(row)
    return torch.stack(rows)


# %% right: autograd of the cell
def cell_weights(forget, write):
    import torch

    f, i = np.asarray(forget, dtype=float).tolist(), np.asarray(write, dtype=float).tolist()
    g = torch.zeros(len(f), dtype=torch.float64, requires_grad=True)
    c = torch.zeros((), dtype=torch.float64)
    rows = []
    for t in range(len(f)):
        c = f[t] * c + i[t] * g[t]
        rows.append(torch.autograd.grad(c, g, retain_graph=True)[0])
    return torch.stack(rows).numpy()


# %% right: lists of lists padded with zeros
def cell_weights(forget, write):
    n = len(forget)
    table, row = [], []
    for f, i in zip(forget, write):
        row = [f * w for w in row] + [i]
        table.append(row + [0.0] * (n - len(row)))
    return table


# %% right: recursion for one entry with memory
def cell_weights(forget, write):
    from functools import lru_cache

    n = len(forget)

    @lru_cache(maxsize=None)
    def weight(t, s):
        if s > t:
            return 0.0
        if s == t:
            return float(write[s])
        return float(forget[t]) * weight(t - 1, s)

    return [[weight(t, s) for s in range(n)] for t in range(n)]


# %% right: accumulate the products of each column
def cell_weights(forget, write):
    from itertools import accumulate
    from operator import mul

    n = len(forget)
    columns = [[0.0] * s + list(accumulate([write[s], *forget[s + 1 :]], mul)) for s in range(n)]
    return np.array(columns, dtype=float).T


# %% right: answers to unit impulses
def cell_weights(forget, write):
    def run(g):
        c, out = 0.0, []
        for t in range(len(g)):
            c = forget[t] * c + write[t] * g[t]
            out.append(c)
        return out

    return np.column_stack([run(unit) for unit in np.identity(len(forget))])


# %% wrong: own-gate, earns 0.6 — own forget gate included
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(n):
        for s in range(t + 1):
            weights[t, s] = write[s] * np.prod(forget[s : t + 1])
    return weights


# %% wrong: one-gate-short, earns 0.6 — forget gate of the present step left out
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(n):
        for s in range(t + 1):
            weights[t, s] = write[s] * np.prod(forget[s + 1 : t])
    return weights


# %% wrong: one-gate-early, earns 0.6 — forget gates from s to t minus one
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(n):
        for s in range(t + 1):
            weights[t, s] = write[s] * np.prod(forget[s:t])
    return weights


# %% wrong: closed-gate + underflow, earns 0.49 — cumulative product divided so zero gates give NaN
def cell_weights(forget, write):
    with np.errstate(all="ignore"):
        total = np.cumprod(forget)
        return np.tril(total[:, None] / total[None, :]) * write


# %% wrong: closed-gate + underflow, earns 0.49 — division with zeros replaced by a tiny number
def cell_weights(forget, write):
    total = np.maximum(np.cumprod(forget), 1e-12)
    return np.tril(total[:, None] / total[None, :]) * write


# %% wrong: closed-gate + underflow, earns 0.49 — division with NaN turned into zero
def cell_weights(forget, write):
    with np.errstate(all="ignore"):
        total = np.cumprod(forget)
        ratio = np.nan_to_num(total[:, None] / total[None, :], nan=0.0, posinf=0.0)
    return np.tril(ratio) * write


# %% wrong: closed-gate + underflow, earns 0.49 — division with NaN turned into one
def cell_weights(forget, write):
    with np.errstate(all="ignore"):
        total = np.cumprod(forget)
        ratio = np.nan_to_num(total[:, None] / total[None, :], nan=1.0, posinf=0.0)
    return np.tril(ratio) * write


# %% wrong: write-forgotten, earns 0.5 — input gates forgotten
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(n):
        if t > 0:
            weights[t] = forget[t] * weights[t - 1]
        weights[t, t] = 1.0
    return weights


# %% wrong: write-of-the-row, earns 0.5 — input gate of the row instead of the column
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(n):
        for s in range(t + 1):
            weights[t, s] = write[t] * np.prod(forget[s + 1 : t + 1])
    return weights


# %% wrong: unrecognised — old weights multiplied by the input gate too
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(n):
        if t > 0:
            weights[t] = forget[t] * write[t] * weights[t - 1]
        weights[t, t] = write[t]
    return weights


# %% wrong: one-gate, earns 0.5 — one minus forget in place of the input gate
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(n):
        if t > 0:
            weights[t] = forget[t] * weights[t - 1]
        weights[t, t] = 1 - forget[t]
    return weights


# %% wrong: one-gate, earns 0.5 — one minus write in place of the forget gate
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(n):
        if t > 0:
            weights[t] = (1 - write[t]) * weights[t - 1]
        weights[t, t] = write[t]
    return weights


# %% wrong: forget-inverted, earns 0.5 — share forgotten is one minus the gate
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(n):
        if t > 0:
            weights[t] = (1 - forget[t]) * weights[t - 1]
        weights[t, t] = write[t]
    return weights


# %% wrong: transposed, earns 0.7 — rows and columns exchanged
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(n):
        if t > 0:
            weights[t] = forget[t] * weights[t - 1]
        weights[t, t] = write[t]
    return weights.T


# %% wrong: unrecognised — columns by lag with the newest first
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(n):
        if t > 0:
            weights[t, 1:] = forget[t] * weights[t - 1, :-1]
        weights[t, 0] = write[t]
    return weights


# %% wrong: one-gate-early, earns 0.6 — forget gate of the step before
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(n):
        if t > 0:
            weights[t] = forget[t - 1] * weights[t - 1]
        weights[t, t] = write[t]
    return weights


# %% wrong: gates-exchanged, earns 0.5 — forget and write swapped
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(n):
        if t > 0:
            weights[t] = write[t] * weights[t - 1]
        weights[t, t] = forget[t]
    return weights


# %% wrong: unrecognised — first input gate multiplied by the first forget gate
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(n):
        if t > 0:
            weights[t] = forget[t] * weights[t - 1]
        weights[t, t] = write[t]
    weights[:, 0] *= forget[0]
    return weights


# %% wrong: wrong-shape — only the last row as a vector
def cell_weights(forget, write):
    row = np.zeros(len(forget))
    for t in range(len(forget)):
        row = forget[t] * row
        row[t] = write[t]
    return row


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


# %% wrong: future, earns 0.6 — future candidates get their input gate
def cell_weights(forget, write):
    n = len(forget)
    below = np.arange(n)[:, None] > np.arange(n)[None, :]
    return np.cumprod(np.where(below, forget[:, None], 1.0), axis=0) * write


# %% wrong: unrecognised — new input gate written over the whole row
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(n):
        if t > 0:
            weights[t] = forget[t] * weights[t - 1]
        weights[t] += write[t]
    return weights


# %% wrong: unrecognised — new gate added to past and present columns
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(n):
        if t > 0:
            weights[t] = forget[t] * weights[t - 1]
        weights[t, : t + 1] += write[t]
    return weights


# %% wrong: one-forget-gate, earns 0.3 — own forget gate to the power of the lag
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(n):
        for s in range(t + 1):
            weights[t, s] = write[s] * forget[s] ** (t - s)
    return weights


# %% wrong: one-forget-gate, earns 0.3 — present forget gate to the power of the lag
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(n):
        for s in range(t + 1):
            weights[t, s] = write[s] * forget[t] ** (t - s)
    return weights


# %% wrong: one-forget-gate, earns 0.3 — mean forget gate for all steps
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    f = np.mean(forget)
    for t in range(n):
        if t > 0:
            weights[t] = f * weights[t - 1]
        weights[t, t] = write[t]
    return weights


# %% wrong: rows-add-up-to-1, earns 0.5 — rows divided by their sums
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(n):
        if t > 0:
            weights[t] = forget[t] * weights[t - 1]
        weights[t, t] = write[t]
    total = weights.sum(axis=1, keepdims=True)
    return weights / np.where(total == 0, 1.0, total)


# %% wrong: closed-gate, earns 0.7 — logarithms of zero gates give NaN
def cell_weights(forget, write):
    with np.errstate(all="ignore"):
        logs = np.cumsum(np.log(forget))
        return np.tril(np.exp(logs[:, None] - logs[None, :])) * write


# %% wrong: closed-gate, earns 0.35 — forget gates clipped to a thousandth
def cell_weights(forget, write):
    logs = np.cumsum(np.log(np.clip(forget, 1e-3, 1.0)))
    return np.exp(np.where(np.tri(len(forget)) > 0, logs[:, None] - logs[None, :], -np.inf)) * write


# %% wrong: unrecognised, earns 0.5 — forget gates clipped below one
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(n):
        if t > 0:
            weights[t] = min(forget[t], 0.99) * weights[t - 1]
        weights[t, t] = write[t]
    return weights


# %% wrong: closed-gate, earns 0.7 — zero forget gate taken for one
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(n):
        if t > 0:
            weights[t] = (forget[t] or 1.0) * weights[t - 1]
        weights[t, t] = write[t]
    return weights


# %% wrong: closed-gate, earns 0.7 — closed forget gate skips the new entry
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(n):
        if forget[t] == 0:
            continue
        if t > 0:
            weights[t] = forget[t] * weights[t - 1]
        weights[t, t] = write[t]
    return weights


# %% wrong: unrecognised, earns 0.5 — closed input gate copies the row before
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(n):
        if t > 0:
            weights[t] = weights[t - 1] if write[t] == 0 else forget[t] * weights[t - 1]
        weights[t, t] = write[t]
    return weights


# %% wrong: changed-arguments, earns 0.7 — first forget gate of the argument overwritten
def cell_weights(forget, write):
    n = len(forget)
    forget[0] = 1.0
    weights = np.zeros((n, n))
    for s in range(n):
        weights[s:, s] = write[s] * np.cumprod(np.append(1.0, forget[s + 1 :]))
    return weights


# %% wrong: changed-arguments, earns 0.7 — input gates written over the forget gates argument
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for s in range(n):
        tail = forget[s:]
        tail[0] = write[s]
        weights[s:, s] = np.cumprod(tail)
    return weights


# %% wrong: axis-of-length-1, earns 0.8 — squeezed so one step gives a bare number
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(n):
        if t > 0:
            weights[t] = forget[t] * weights[t - 1]
        weights[t, t] = write[t]
    return weights.squeeze()


# %% wrong: first-left-out, earns 0.6 — loop starts at one and leaves row zero empty
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(1, n):
        weights[t] = forget[t] * weights[t - 1]
        weights[t, t] = write[t]
    return weights


# %% wrong: unrecognised — last step missing
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(n - 1):
        if t > 0:
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


# %% wrong: wrong-shape — a row for the empty cell as well
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n + 1, n))
    for t in range(n):
        weights[t + 1] = forget[t] * weights[t]
        weights[t + 1, t] = write[t]
    return weights


# %% wrong: unrecognised — only the present and the last candidate
def cell_weights(forget, write):
    return np.diag(write) + np.diag(forget[1:] * write[:-1], k=-1)


# %% wrong: unrecognised — smallest gate on the way instead of product
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(n):
        for s in range(t + 1):
            weights[t, s] = write[s] * min(forget[s + 1 : t + 1], default=1.0)
    return weights


# %% wrong: unrecognised — gates on the way averaged
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(n):
        for s in range(t + 1):
            way = forget[s + 1 : t + 1]
            weights[t, s] = write[s] * (way.mean() if len(way) else 1.0)
    return weights


# %% wrong: diagonal-missing, earns 0.6 — diagonal cut off by the triangle
def cell_weights(forget, write):
    n = len(forget)
    below = np.arange(n)[:, None] > np.arange(n)[None, :]
    return np.tril(np.cumprod(np.where(below, forget[:, None], 1.0), axis=0), k=-1) * write


# %% wrong: future, earns 0.6 — triangle one diagonal too wide
def cell_weights(forget, write):
    n = len(forget)
    below = np.arange(n)[:, None] > np.arange(n)[None, :]
    return np.tril(np.cumprod(np.where(below, forget[:, None], 1.0), axis=0), k=1) * write


# %% wrong: from-the-beginning, earns 0.4 — product runs from the start to the present step
def cell_weights(forget, write):
    return np.tril(np.cumprod(forget)[:, None] * write[None, :])


# %% wrong: unrecognised — rounded to three decimals
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(n):
        if t > 0:
            weights[t] = forget[t] * weights[t - 1]
        weights[t, t] = write[t]
    return np.round(weights, 3)


# %% wrong: unrecognised — input gate squared
def cell_weights(forget, write):
    n = len(forget)
    weights = np.zeros((n, n))
    for t in range(n):
        if t > 0:
            weights[t] = forget[t] * weights[t - 1]
        weights[t, t] = write[t] ** 2
    return weights


# %% wrong: unrecognised — cell values for candidates of one
def cell_weights(forget, write):
    c, out = 0.0, []
    for f, i in zip(forget, write):
        c = f * c + i
        out.append(c)
    return np.tile(np.array(out)[:, None], (1, len(out)))
