# %% right: least squares
def recover_gain(X, Y, eps):
    root = np.sqrt(np.mean(X**2, axis=1, keepdims=True) + eps)
    N = np.divide(X, root, out=np.zeros(X.shape), where=root > 0)
    size = np.sum(N * N, axis=0)
    return np.where(size > 0, np.sum(N * Y, axis=0) / np.where(size > 0, size, 1), 1.0)


# %% right: entry by entry
def recover_gain(X, Y, eps):
    gain = []
    for k in range(X.shape[1]):
        found = 1.0
        for x, y in zip(X, Y, strict=True):
            if x[k] != 0:
                found = y[k] * (sum(v * v for v in x) / len(x) + eps) ** 0.5 / x[k]
        gain.append(found)
    return gain


# %% right: the largest entry of each column — in torch
def recover_gain(X, Y, eps):
    import torch

    X, Y = torch.tensor(X), torch.tensor(Y)
    size, row = X.abs().max(dim=0)
    column = torch.arange(X.shape[1])
    root = (X[row].square().mean(dim=1) + eps).sqrt()
    return torch.where(size > 0, Y[row, column] * root / X[row, column], 1.0)


# %% right: a median without the zeros
def recover_gain(X, Y, eps):
    root = np.sqrt(np.mean(X**2, axis=1, keepdims=True) + eps)
    quotient = np.where(X != 0, Y * root / np.where(X != 0, X, 1), np.nan)
    return np.nan_to_num(np.nanmedian(quotient, axis=0), nan=1.0)


# %% right: float32
def recover_gain(X, Y, eps):
    X, Y = X.astype(np.float32), Y.astype(np.float32)
    root = np.sqrt((X**2).mean(axis=1) + np.float32(eps))
    row = abs(X).argmax(axis=0)
    k = np.arange(X.shape[1])
    gain = np.ones(X.shape[1], dtype=np.float32)
    seen = X[row, k] != 0
    gain[seen] = (Y[row, k] * root[row])[seen] / X[row, k][seen]
    return gain


# %% wrong: not-normalised
def recover_gain(X, Y, eps):
    return (Y / X).mean(axis=0)


# %% wrong: not-normalised — in the first row
def recover_gain(X, Y, eps):
    return Y[0] / X[0]


# %% wrong: divided-twice, earns 0.3
def recover_gain(X, Y, eps):
    root = np.sqrt(np.mean(X**2, axis=1, keepdims=True) + eps)
    return np.median(Y / root / X, axis=0)


# %% wrong: eps-forgotten, earns 0.6
def recover_gain(X, Y, eps):
    root = np.sqrt(np.mean(X**2, axis=1, keepdims=True))
    return np.mean(Y * root / X, axis=0)


# %% wrong: eps-forgotten, earns 0.6 — torch's norm with its own eps, divided out
def recover_gain(X, Y, eps):
    import torch
    import torch.nn.functional as F

    N = F.rms_norm(torch.tensor(X), (X.shape[1],))
    return torch.tensor(Y[-1]) / N[-1]


# %% wrong: eps-outside, earns 0.6
def recover_gain(X, Y, eps):
    root = np.sqrt(np.mean(X**2, axis=1, keepdims=True)) + eps
    return np.mean(Y * root / X, axis=0)


# %% wrong: summed, earns 0.5
def recover_gain(X, Y, eps):
    root = np.sqrt(np.sum(X**2, axis=1, keepdims=True) + eps)
    return np.mean(Y * root / X, axis=0)


# %% wrong: not-rooted, earns 0.5
def recover_gain(X, Y, eps):
    return np.mean(Y * (np.mean(X**2, axis=1, keepdims=True) + eps) / X, axis=0)


# %% wrong: layer-norm, earns 0.3 — the chapter's norm, divided out
def recover_gain(X, Y, eps):
    import torch

    from payattention.transformer import layer_norm

    d = X.shape[1]
    N = layer_norm(torch.tensor(X), torch.ones(d), torch.zeros(d), eps)
    return (torch.tensor(Y) / N).mean(dim=0)


# %% wrong: layer-norm, earns 0.3 — a standard deviation
def recover_gain(X, Y, eps):
    return (Y * np.sqrt(X.var(axis=1, keepdims=True) + eps) / X)[0]


# %% wrong: over-the-positions, earns 0.3
def recover_gain(X, Y, eps):
    return np.mean(Y * np.sqrt(np.mean(X**2, axis=0) + eps) / X, axis=0)


# %% wrong: over-the-positions, earns 0.3 — the whole table
def recover_gain(X, Y, eps):
    return np.mean(Y * np.sqrt(np.mean(X**2) + eps) / X, axis=0)


# %% wrong: reciprocal, earns 0.5
def recover_gain(X, Y, eps):
    root = np.sqrt(np.mean(X**2, axis=1, keepdims=True) + eps)
    return np.mean(X / root / Y, axis=0)


# %% wrong: sign-lost, earns 0.5
def recover_gain(X, Y, eps):
    N = X / np.sqrt(np.mean(X**2, axis=1, keepdims=True) + eps)
    return np.sqrt(np.sum(Y**2, axis=0) / np.sum(N**2, axis=0))


# %% wrong: zero-by-zero, earns 0.6
def recover_gain(X, Y, eps):
    root = np.sqrt(np.mean(X**2, axis=1, keepdims=True) + eps)
    return np.where((X == 0).all(axis=0), 1.0, np.mean(Y * root / X, axis=0))


# %% wrong: zeros-averaged, earns 0.6
def recover_gain(X, Y, eps):
    root = np.sqrt(np.mean(X**2, axis=1, keepdims=True) + eps)
    quotient = np.where(X != 0, Y * root / np.where(X != 0, X, 1), 0)
    unknown = (X == 0).all(axis=0)
    return np.where(unknown, 1.0, quotient.mean(axis=0))


# %% wrong: one-row, earns 0.6 — the first
def recover_gain(X, Y, eps):
    i = 0
    root = np.sqrt(np.square(X[i]).mean() + eps)
    x = np.where(X[i] != 0, X[i], 1)
    return np.where(X[i] != 0, Y[i] * root / x, 1)


# %% wrong: one-row, earns 0.6 — the first that is not all zeros
def recover_gain(X, Y, eps):
    i = X.any(axis=1).argmax()
    root = np.sqrt(np.square(X[i]).mean() + eps)
    x = np.where(X[i] != 0, X[i], 1)
    return np.where(X[i] != 0, Y[i] * root / x, 1)


# %% wrong: one-row, earns 0.6 — the largest
def recover_gain(X, Y, eps):
    i = np.square(X).sum(axis=1).argmax()
    root = np.sqrt(np.square(X[i]).mean() + eps)
    x = np.where(X[i] != 0, X[i], 1)
    return np.where(X[i] != 0, Y[i] * root / x, 1)


# %% wrong: sums-cancel, earns 0.7
def recover_gain(X, Y, eps):
    root = np.sqrt(np.mean(X**2, axis=1, keepdims=True) + eps)
    N = np.where(X == 0, 0, X / np.where(root == 0, 1, root))
    unknown = (X == 0).all(axis=0)
    return np.where(unknown, 1.0, Y.sum(axis=0) / np.where(unknown, 1, N.sum(axis=0)))


# %% wrong: unknown-gain, earns 0.7
def recover_gain(X, Y, eps):
    root = np.sqrt(np.mean(X**2, axis=1, keepdims=True) + eps)
    quotient = np.where(X != 0, Y * root / np.where(X != 0, X, 1), np.nan)
    return np.nan_to_num(np.nanmedian(quotient, axis=0))


# %% wrong: gain-of-zero, earns 0.7
def recover_gain(X, Y, eps):
    root = np.sqrt(np.mean(X**2, axis=1, keepdims=True) + eps)
    quotient = np.where(Y != 0, Y * root / np.where(X != 0, X, 1), np.nan)
    return np.nan_to_num(np.nanmedian(quotient, axis=0), nan=1.0)


# %% wrong: zero-by-zero, earns 0.6 — at a row of zeros without eps
def recover_gain(X, Y, eps):
    N = X / np.sqrt(np.mean(X**2, axis=1, keepdims=True) + eps)
    row = np.argmax(N != 0, axis=0)
    k = np.arange(X.shape[1])
    return np.where(N[row, k] == 0, 1.0, Y[row, k] / N[row, k])


# %% wrong: small-as-zero, earns 0.6 — small entries taken for zeros
def recover_gain(X, Y, eps):
    root = np.sqrt(np.mean(X**2, axis=1, keepdims=True) + eps)
    large = abs(X) > 0.01
    quotient = np.where(large, Y * root / np.where(large, X, 1), np.nan)
    return np.nan_to_num(np.nanmedian(quotient, axis=0), nan=1.0)


# %% wrong: wrong-shape — a gain for each position
def recover_gain(X, Y, eps):
    root = np.sqrt(np.mean(X**2, axis=1, keepdims=True) + eps)
    return Y * root / X


# %% wrong: gain-missed, earns 0.6 — the largest entry of a column, which may be a 0
def recover_gain(X, Y, eps):
    root = np.sqrt((X**2).mean(axis=1) + eps)
    row, k = X.argmax(axis=0), np.arange(X.shape[1])
    seen = X[row, k] != 0
    return np.where(seen, Y[row, k] * root[row] / np.where(seen, X[row, k], 1), 1)


# %% wrong: gain-of-zero, earns 0.7 — the largest output of a column
def recover_gain(X, Y, eps):
    d = X.shape[1]
    row = np.abs(Y).argmax(axis=0)
    x = X[row, np.arange(d)]
    y = Y[row, np.arange(d)]
    root = np.sqrt((X**2).mean(axis=1) + eps)[row]
    gain = np.ones(d)
    known = x != 0
    gain[known] = y[known] * root[known] / x[known]
    return gain


# %% wrong: summed, earns 0.5 — after the third hint
def recover_gain(X, Y, eps):
    d = X.shape[1]
    row = np.abs(X).argmax(axis=0)
    x = X[row, np.arange(d)]
    y = Y[row, np.arange(d)]
    root = np.sqrt((X**2).sum(axis=1) + eps)[row]
    gain = np.ones(d)
    known = x != 0
    gain[known] = y[known] * root[known] / x[known]
    return gain


# %% wrong: divided-by-n, earns 0.5
def recover_gain(X, Y, eps):
    import math

    n, d = X.shape
    gain = np.ones(d)
    for k in range(d):
        for i in range(n):
            if X[i, k] != 0:
                root = math.sqrt(sum(float(v) ** 2 for v in X[i]) / n + eps)
                gain[k] = Y[i, k] * root / X[i, k]
                break
    return gain


# %% wrong: not-squared, earns 0.5
def recover_gain(X, Y, eps):
    d = X.shape[1]
    row = np.abs(X).argmax(axis=0)
    x = X[row, np.arange(d)]
    y = Y[row, np.arange(d)]
    root = np.sqrt(np.abs(X).mean(axis=1) + eps)[row]
    gain = np.ones(d)
    known = x != 0
    gain[known] = y[known] * root[known] / x[known]
    return gain


# %% wrong: sign-lost, earns 0.5 — the entry's
def recover_gain(X, Y, eps):
    d = X.shape[1]
    row = np.abs(X).argmax(axis=0)
    x = np.abs(X[row, np.arange(d)])
    y = Y[row, np.arange(d)]
    root = np.sqrt((X**2).mean(axis=1) + eps)[row]
    gain = np.ones(d)
    known = x != 0
    gain[known] = y[known] * root[known] / x[known]
    return gain


# %% wrong: gain-missed, earns 0.6 — rows without zeros only
def recover_gain(X, Y, eps):
    import math

    n, d = X.shape
    gain = np.ones(d)
    for k in range(d):
        for i in range(n):
            if X[i].all():
                root = math.sqrt(sum(float(v) ** 2 for v in X[i]) / d + eps)
                gain[k] = Y[i, k] * root / X[i, k]
                break
    return gain


# %% wrong: sums-cancel, earns 0.7 — 1 where the sum is 0
def recover_gain(X, Y, eps):
    X = np.asarray(X, dtype=float)
    ms = np.mean(X * X, axis=1, keepdims=True) + eps
    root = np.sqrt(ms)
    root[root == 0] = 1.0
    U = X / root
    top = (Y).sum(0)
    bottom = U.sum(0)
    gain = np.ones(X.shape[1])
    np.divide(top, bottom, out=gain, where=bottom != 0)
    return gain


# %% wrong: positive-only, earns 0.5 — sums
def recover_gain(X, Y, eps):
    X = np.asarray(X, dtype=float)
    ms = np.mean(X * X, axis=1, keepdims=True) + eps
    root = np.sqrt(ms)
    root[root == 0] = 1.0
    U = X / root
    top = (Y).sum(0)
    bottom = U.sum(0)
    gain = np.ones(X.shape[1])
    np.divide(top, bottom, out=gain, where=bottom > 0)
    return gain


# %% wrong: rounded, earns 0.8
def recover_gain(X, Y, eps):
    g = np.ones(X.shape[1])
    for x, y in zip(X, Y, strict=False):
        ok = x != 0
        if ok.any():
            g[ok] = np.round(y[ok] * np.sqrt(np.mean(x**2) + eps) / x[ok], 2)
    return g


# %% wrong: layer-norm, earns 0.3 — after the third hint
def recover_gain(X, Y, eps):
    d = X.shape[1]
    row = np.abs(X).argmax(axis=0)
    x = X[row, np.arange(d)]
    y = Y[row, np.arange(d)]
    root = np.sqrt(X.var(axis=1) + eps)[row]
    gain = np.ones(d)
    known = x != 0
    gain[known] = y[known] * root[known] / x[known]
    return gain


# %% wrong: eps-forgotten, earns 0.6 — after the third hint
def recover_gain(X, Y, eps):
    d = X.shape[1]
    row = np.abs(X).argmax(axis=0)
    x = X[row, np.arange(d)]
    y = Y[row, np.arange(d)]
    root = np.sqrt((X**2).mean(axis=1))[row]
    gain = np.ones(d)
    known = x != 0
    gain[known] = y[known] * root[known] / x[known]
    return gain


# %% wrong: over-the-positions, earns 0.3 — after the third hint
def recover_gain(X, Y, eps):
    d = X.shape[1]
    row = np.abs(X).argmax(axis=0)
    x = X[row, np.arange(d)]
    y = Y[row, np.arange(d)]
    root = np.sqrt((X**2).mean(axis=0) + eps)
    gain = np.ones(d)
    known = x != 0
    gain[known] = y[known] * root[known] / x[known]
    return gain


# %% wrong: length, earns 0.4
def recover_gain(X, Y, eps):
    k = np.arange(X.shape[1])
    row = np.abs(X).argmax(axis=0)
    root = np.linalg.norm(X, axis=1)[row]
    return np.where(X[row, k] != 0, Y[row, k] * root / X[row, k], 1)


# %% wrong: chosen-alone, earns 0.4 — their mean
def recover_gain(X, Y, eps):
    k = np.arange(X.shape[1])
    row = np.abs(X).argmax(axis=0)
    x, y = X[row, k], Y[row, k]
    return np.where(x != 0, y * np.sqrt(np.mean(x**2) + eps) / x, 1)


# %% wrong: chosen-alone, earns 0.4 — each by itself
def recover_gain(X, Y, eps):
    k = np.arange(X.shape[1])
    row = np.abs(X).argmax(axis=0)
    x, y = X[row, k], Y[row, k]
    return np.where(x != 0, y * np.sqrt(x**2 + eps) / x, 1)


# %% wrong: positive-only, earns 0.5
def recover_gain(X, Y, eps):
    root = np.sqrt(np.mean(X**2, axis=1) + eps)
    gain = np.ones(X.shape[1])
    for i, k in np.ndindex(X.shape):
        if X[i, k] > 0:
            gain[k] = Y[i, k] * root[i] / X[i, k]
    return gain


# %% wrong: eps-outside, earns 0.6 — divided by d
def recover_gain(X, Y, eps):
    n, d = X.shape
    gain = np.ones(d)
    for k in range(d):
        for i in range(n):
            if X[i, k] != 0:
                root = np.sqrt((np.sum(X[i] ** 2) + eps) / d)
                gain[k] = Y[i, k] * root / X[i, k]
                break
    return gain


# %% wrong: eps-outside, earns 0.6 — squared
def recover_gain(X, Y, eps):
    _n, d = X.shape
    row = np.abs(X).argmax(axis=0)
    root = np.sqrt(np.square(X).mean(axis=1) + eps**2)
    columns = np.arange(d)
    x, y, r = X[row, columns], Y[row, columns], root[row]
    gain = np.ones(d)
    known = x != 0
    gain[known] = y[known] * r[known] / x[known]
    return gain


# %% wrong: not-squared, earns 0.5 — no root
def recover_gain(X, Y, eps):
    n, d = X.shape
    gain = np.ones(d)
    for k in range(d):
        for i in range(n):
            if X[i, k] != 0:
                root = np.mean(np.abs(X[i])) + eps
                gain[k] = Y[i, k] * root / X[i, k]
                break
    return gain


# %% wrong: gain-missed, earns 0.6 — the smallest entry of a column
def recover_gain(X, Y, eps):
    _n, d = X.shape
    row = np.abs(X).argmin(axis=0)
    root = np.sqrt(np.square(X).mean(axis=1) + eps)
    columns = np.arange(d)
    x, y, r = X[row, columns], Y[row, columns], root[row]
    gain = np.ones(d)
    known = x != 0
    gain[known] = y[known] * r[known] / x[known]
    return gain


# %% wrong: gain-missed, earns 0.6 — where any entry is 0
def recover_gain(X, Y, eps):
    with np.errstate(all="ignore"):
        root = np.sqrt(np.square(X).mean(axis=1, keepdims=True) + eps)
        gain = (Y * root / X).mean(axis=0)
    return np.where(np.isnan(gain), 1.0, gain)
