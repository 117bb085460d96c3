# %% right: largest entry of each column
def recover_gain(X, Y, eps):
    n, d = X.shape
    row = np.abs(X).argmax(axis=0)
    root = np.sqrt(np.square(X).mean(axis=1) + eps)
    columns = np.arange(d)
    x, y, r = X[row, columns], Y[row, columns], root[row]
    gain = np.ones(d)
    known = x != 0
    gain[known] = y[known] * r[known] / x[known]
    return gain


# %% right: two loops and a break
def recover_gain(X, Y, eps):
    n, d = X.shape
    gain = np.ones(d)
    for k in range(d):
        for i in range(n):
            if X[i, k] != 0:
                root = np.sqrt(np.mean(X[i] ** 2) + eps)
                gain[k] = Y[i, k] * root / X[i, k]
                break
    return gain


# %% right: loop over rows where later rows write over earlier
def recover_gain(X, Y, eps):
    gain = np.ones(X.shape[1])
    for x, y in zip(X, Y):
        there = x != 0
        root = np.sqrt((x @ x) / len(x) + eps)
        gain[there] = y[there] / x[there] * root
    return gain


# %% right: least squares for each column
def recover_gain(X, Y, eps):
    root = np.sqrt((X ** 2).mean(axis=1, keepdims=True) + eps)
    normed = np.divide(X, root, out=np.zeros(X.shape), where=root > 0)
    above = (normed * Y).sum(axis=0)
    below = (normed * normed).sum(axis=0)
    return np.array([a / c if c > 0 else 1.0 for a, c in zip(above, below)])


# %% right: mean of all ratios that are known
def recover_gain(X, Y, eps):
    root = np.sqrt(np.square(X).mean(axis=1, keepdims=True) + eps)
    seen = X != 0
    ratio = np.where(seen, Y * root / np.where(seen, X, 1), 0)
    count = seen.sum(axis=0)
    return np.where(count > 0, ratio.sum(axis=0) / np.maximum(count, 1), 1.0)


# %% right: nan median with warnings off
def recover_gain(X, Y, eps):
    import warnings
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        root = np.sqrt(np.mean(X * X, axis=1, keepdims=True) + eps)
        g = np.nanmedian(np.where(X == 0, np.nan, Y * root / X), axis=0)
    return np.where(np.isnan(g), 1.0, g)


# %% right: torch gather at the largest entry
def recover_gain(X, Y, eps):
    import torch
    x = torch.tensor(X, dtype=torch.float64)
    y = torch.tensor(Y, dtype=torch.float64)
    root = (x.pow(2).mean(1, keepdim=True) + eps).sqrt().expand_as(x)
    rows = x.abs().argmax(0, keepdim=True)
    x, y, root = (t.gather(0, rows)[0] for t in (x, y, root))
    zero = x == 0
    return torch.where(zero, torch.ones_like(x), y * root / torch.where(zero, torch.ones_like(x), x))


# %% right: masked array average
def recover_gain(X, Y, eps):
    root = np.sqrt((X * X).sum(axis=1) / X.shape[1] + eps)[:, None]
    ratio = np.ma.masked_array(Y * root, mask=(X == 0)) / np.ma.masked_equal(X, 0)
    return np.ma.filled(ratio.mean(axis=0), 1.0)


# %% right: norm of the row over root of d
def recover_gain(X, Y, eps):
    n, d = X.shape
    root = np.hypot(np.linalg.norm(X, axis=1) / np.sqrt(d), np.sqrt(eps))
    gain = []
    for k in range(d):
        places = np.flatnonzero(X[:, k])
        if len(places) == 0:
            gain.append(1.0)
        else:
            i = places[-1]
            gain.append(Y[i, k] * root[i] / X[i, k])
    return np.array(gain)


# %% right: nonzero entries written in any order
def recover_gain(X, Y, eps):
    root = np.sqrt(np.einsum("ij,ij->i", X, X) / X.shape[1] + eps)
    gain = np.ones(X.shape[1])
    rows, columns = np.nonzero(X)
    gain[columns] = Y[rows, columns] / X[rows, columns] * root[rows]
    return gain


# %% right: plain Python with zip and next
def recover_gain(X, Y, eps):
    import math
    X, Y = X.tolist(), Y.tolist()
    roots = [math.sqrt(sum(v * v for v in row) / len(row) + eps) for row in X]
    gain = []
    for xs, ys in zip(zip(*X), zip(*Y)):
        gain.append(next((y * r / x for x, y, r in zip(xs, ys, roots) if x), 1.0))
    return np.array(gain)


# %% right: lstsq of each column by itself
def recover_gain(X, Y, eps):
    root = np.sqrt(np.square(X).mean(axis=1) + eps)
    root[root == 0] = 1
    Z = X / root[:, None]
    gain = np.ones(X.shape[1])
    for k in range(X.shape[1]):
        if Z[:, k].any():
            gain[k] = np.linalg.lstsq(Z[:, k:k + 1], Y[:, k], rcond=None)[0][0]
    return gain


# %% right: sums of absolute values with signs moved
def recover_gain(X, Y, eps):
    root = np.sqrt(np.square(X).mean(axis=1) + eps)
    above = (np.sign(X) * Y * root[:, None]).sum(axis=0)
    below = np.abs(X).sum(axis=0)
    out = np.ones_like(below)
    np.divide(above, below, out=out, where=below > 0)
    return out


# %% wrong: unknown-gain, earns 0.7 — zero column gets the gain 0
def recover_gain(X, Y, eps):
    n, d = X.shape
    row = np.abs(X).argmax(axis=0)
    root = np.sqrt(np.square(X).mean(axis=1) + eps)
    columns = np.arange(d)
    x, y, r = X[row, columns], Y[row, columns], root[row]
    gain = np.zeros(d)
    known = x != 0
    gain[known] = y[known] * r[known] / x[known]
    return gain


# %% wrong: unknown-gain, earns 0.7 — zero column stays nan
def recover_gain(X, Y, eps):
    with np.errstate(all="ignore"):
        row = np.abs(X).argmax(axis=0)
        root = np.sqrt(np.square(X).mean(axis=1) + eps)
        columns = np.arange(X.shape[1])
        return Y[row, columns] * root[row] / X[row, columns]


# %% wrong: not-normalised — no root at all
def recover_gain(X, Y, eps):
    n, d = X.shape
    row = np.abs(X).argmax(axis=0)
    root = np.sqrt(np.square(X).mean(axis=1) + eps)
    columns = np.arange(d)
    x, y, r = X[row, columns], Y[row, columns], root[row]
    gain = np.ones(d)
    known = x != 0
    gain[known] = y[known] / x[known]
    return gain


# %% wrong: eps-outside, earns 0.6 — eps added to the root
def recover_gain(X, Y, eps):
    n, d = X.shape
    row = np.abs(X).argmax(axis=0)
    root = np.sqrt(np.square(X).mean(axis=1)) + eps
    columns = np.arange(d)
    x, y, r = X[row, columns], Y[row, columns], root[row]
    gain = np.ones(d)
    known = x != 0
    gain[known] = y[known] * r[known] / x[known]
    return gain


# %% wrong: eps-forgotten, earns 0.6 — eps left out
def recover_gain(X, Y, eps):
    n, d = X.shape
    row = np.abs(X).argmax(axis=0)
    root = np.sqrt(np.square(X).mean(axis=1))
    columns = np.arange(d)
    x, y, r = X[row, columns], Y[row, columns], root[row]
    gain = np.ones(d)
    known = x != 0
    gain[known] = y[known] * r[known] / x[known]
    return gain


# %% wrong: eps-forgotten, earns 0.6 — eps always 1e minus 5
def recover_gain(X, Y, eps):
    n, d = X.shape
    row = np.abs(X).argmax(axis=0)
    root = np.sqrt(np.square(X).mean(axis=1) + 1e-5)
    columns = np.arange(d)
    x, y, r = X[row, columns], Y[row, columns], root[row]
    gain = np.ones(d)
    known = x != 0
    gain[known] = y[known] * r[known] / x[known]
    return gain


# %% wrong: unrecognised, earns 0.5 — eps at least 1e minus 5
def recover_gain(X, Y, eps):
    n, d = X.shape
    row = np.abs(X).argmax(axis=0)
    root = np.sqrt(np.square(X).mean(axis=1) + max(eps, 1e-5))
    columns = np.arange(d)
    x, y, r = X[row, columns], Y[row, columns], root[row]
    gain = np.ones(d)
    known = x != 0
    gain[known] = y[known] * r[known] / x[known]
    return gain


# %% wrong: eps-outside, earns 0.6 — eps squared under the root
def recover_gain(X, Y, eps):
    n, d = X.shape
    row = np.abs(X).argmax(axis=0)
    root = np.sqrt(np.square(X).mean(axis=1) + eps ** 2)
    columns = np.arange(d)
    x, y, r = X[row, columns], Y[row, columns], root[row]
    gain = np.ones(d)
    known = x != 0
    gain[known] = y[known] * r[known] / x[known]
    return gain


# %% wrong: eps-outside, earns 0.6 — eps added to the sum before dividing by d
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


# %% wrong: summed, earns 0.5 — sum of squares for the mean
def recover_gain(X, Y, eps):
    n, d = X.shape
    row = np.abs(X).argmax(axis=0)
    root = np.sqrt(np.square(X).sum(axis=1) + eps)
    columns = np.arange(d)
    x, y, r = X[row, columns], Y[row, columns], root[row]
    gain = np.ones(d)
    known = x != 0
    gain[known] = y[known] * r[known] / x[known]
    return gain


# %% wrong: over-the-positions, earns 0.3 — mean square of the column
def recover_gain(X, Y, eps):
    n, d = X.shape
    row = np.abs(X).argmax(axis=0)
    root = np.sqrt(np.square(X).mean(axis=0) + eps)
    columns = np.arange(d)
    x, y, r = X[row, columns], Y[row, columns], root
    gain = np.ones(d)
    known = x != 0
    gain[known] = y[known] * r[known] / x[known]
    return gain


# %% wrong: over-the-positions, earns 0.3 — one mean square of the whole table
def recover_gain(X, Y, eps):
    n, d = X.shape
    row = np.abs(X).argmax(axis=0)
    root = np.sqrt(np.square(X).mean() + eps) * np.ones(n)
    columns = np.arange(d)
    x, y, r = X[row, columns], Y[row, columns], root[row]
    gain = np.ones(d)
    known = x != 0
    gain[known] = y[known] * r[known] / x[known]
    return gain


# %% wrong: not-rooted, earns 0.5 — mean square without the root
def recover_gain(X, Y, eps):
    n, d = X.shape
    row = np.abs(X).argmax(axis=0)
    root = np.square(X).mean(axis=1) + eps
    columns = np.arange(d)
    x, y, r = X[row, columns], Y[row, columns], root[row]
    gain = np.ones(d)
    known = x != 0
    gain[known] = y[known] * r[known] / x[known]
    return gain


# %% wrong: divided-twice, earns 0.3 — divided by the root instead of multiplied
def recover_gain(X, Y, eps):
    n, d = X.shape
    row = np.abs(X).argmax(axis=0)
    root = np.sqrt(np.square(X).mean(axis=1) + eps)
    columns = np.arange(d)
    x, y, r = X[row, columns], Y[row, columns], root[row]
    gain = np.ones(d)
    known = x != 0
    gain[known] = y[known] / (r[known] * x[known])
    return gain


# %% wrong: reciprocal, earns 0.5 — the ratio upside down
def recover_gain(X, Y, eps):
    n, d = X.shape
    row = np.abs(X).argmax(axis=0)
    root = np.sqrt(np.square(X).mean(axis=1) + eps)
    columns = np.arange(d)
    x, y, r = X[row, columns], Y[row, columns], root[row]
    gain = np.ones(d)
    known = x != 0
    known = known & (y != 0)
    gain[known] = x[known] / (y[known] * r[known])
    return gain


# %% wrong: gain-missed, earns 0.6 — argmax without the absolute value
def recover_gain(X, Y, eps):
    n, d = X.shape
    row = X.argmax(axis=0)
    root = np.sqrt(np.square(X).mean(axis=1) + eps)
    columns = np.arange(d)
    x, y, r = X[row, columns], Y[row, columns], root[row]
    gain = np.ones(d)
    known = x != 0
    gain[known] = y[known] * r[known] / x[known]
    return gain


# %% wrong: gain-missed, earns 0.6 — smallest entry instead of largest
def recover_gain(X, Y, eps):
    n, d = X.shape
    row = np.abs(X).argmin(axis=0)
    root = np.sqrt(np.square(X).mean(axis=1) + eps)
    columns = np.arange(d)
    x, y, r = X[row, columns], Y[row, columns], root[row]
    gain = np.ones(d)
    known = x != 0
    gain[known] = y[known] * r[known] / x[known]
    return gain


# %% wrong: gain-of-zero, earns 0.7 — row with the largest output
def recover_gain(X, Y, eps):
    n, d = X.shape
    row = np.abs(Y).argmax(axis=0)
    root = np.sqrt(np.square(X).mean(axis=1) + eps)
    columns = np.arange(d)
    x, y, r = X[row, columns], Y[row, columns], root[row]
    gain = np.ones(d)
    known = x != 0
    gain[known] = y[known] * r[known] / x[known]
    return gain


# %% wrong: unrecognised — root of the row with the column number
def recover_gain(X, Y, eps):
    n, d = X.shape
    row = np.abs(X).argmax(axis=0)
    root = np.sqrt(np.square(X).mean(axis=1) + eps)
    columns = np.arange(d)
    x, y, r = X[row, columns], Y[row, columns], root[columns % n]
    gain = np.ones(d)
    known = x != 0
    gain[known] = y[known] * r[known] / x[known]
    return gain


# %% wrong: gain-of-zero, earns 0.7 — gain 0 taken for unknown
def recover_gain(X, Y, eps):
    n, d = X.shape
    row = np.abs(X).argmax(axis=0)
    root = np.sqrt(np.square(X).mean(axis=1) + eps)
    columns = np.arange(d)
    x, y, r = X[row, columns], Y[row, columns], root[row]
    gain = np.ones(d)
    known = (x != 0) & (y != 0)
    gain[known] = y[known] * r[known] / x[known]
    return gain


# %% wrong: gain-of-zero, earns 0.7 — zero outputs skipped in the search
def recover_gain(X, Y, eps):
    n, d = X.shape
    gain = np.ones(d)
    for k in range(d):
        for i in range(n):
            if X[i, k] != 0 and Y[i, k] != 0:
                root = np.sqrt(np.mean(X[i] ** 2) + eps)
                gain[k] = Y[i, k] * root / X[i, k]
                break
    return gain


# %% wrong: one-row, earns 0.6 — first row only
def recover_gain(X, Y, eps):
    n, d = X.shape
    row = np.zeros(d, dtype=int)
    root = np.sqrt(np.square(X).mean(axis=1) + eps)
    columns = np.arange(d)
    x, y, r = X[row, columns], Y[row, columns], root[row]
    gain = np.ones(d)
    known = x != 0
    gain[known] = y[known] * r[known] / x[known]
    return gain


# %% wrong: one-row, earns 0.6 — last row only
def recover_gain(X, Y, eps):
    n, d = X.shape
    row = np.full(d, n - 1)
    root = np.sqrt(np.square(X).mean(axis=1) + eps)
    columns = np.arange(d)
    x, y, r = X[row, columns], Y[row, columns], root[row]
    gain = np.ones(d)
    known = x != 0
    gain[known] = y[known] * r[known] / x[known]
    return gain


# %% wrong: one-row, earns 0.6 — row with the largest norm for every column
def recover_gain(X, Y, eps):
    n, d = X.shape
    row = np.full(d, (X ** 2).sum(axis=1).argmax())
    root = np.sqrt(np.square(X).mean(axis=1) + eps)
    columns = np.arange(d)
    x, y, r = X[row, columns], Y[row, columns], root[row]
    gain = np.ones(d)
    known = x != 0
    gain[known] = y[known] * r[known] / x[known]
    return gain


# %% wrong: one-row, earns 0.6 — last row overwrites with 1 at its zeros
def recover_gain(X, Y, eps):
    n, d = X.shape
    gain = np.ones(d)
    for k in range(d):
        for i in range(n):
            root = np.sqrt(np.mean(X[i] ** 2) + eps)
            gain[k] = Y[i, k] * root / X[i, k] if X[i, k] != 0 else 1
    return gain


# %% wrong: gain-missed, earns 0.6 — only rows without any zero
def recover_gain(X, Y, eps):
    full = (X != 0).all(axis=1)
    if not full.any():
        return np.ones(X.shape[1])
    root = np.sqrt(np.square(X[full]).mean(axis=1, keepdims=True) + eps)
    return (Y[full] * root / X[full]).mean(axis=0)


# %% wrong: one-row, earns 0.6 — first row that is not all zero
def recover_gain(X, Y, eps):
    for x, y in zip(X, Y):
        if x.any():
            root = np.sqrt((x ** 2).mean() + eps)
            return np.where(x != 0, y * root / np.where(x != 0, x, 1), 1.0)
    return np.ones(X.shape[1])


# %% wrong: gain-missed, earns 0.6 — one zero in a column makes it unknown
def recover_gain(X, Y, eps):
    with np.errstate(all="ignore"):
        root = np.sqrt(np.square(X).mean(axis=1, keepdims=True) + eps)
        gain = (Y * root / X).mean(axis=0)
    return np.where(np.isnan(gain), 1.0, gain)


# %% wrong: zeros-averaged, earns 0.6 — mean of ratios divided by all rows
def recover_gain(X, Y, eps):
    root = np.sqrt(np.square(X).mean(axis=1, keepdims=True) + eps)
    seen = X != 0
    ratio = np.where(seen, Y * root / np.where(seen, X, 1), 0)
    count = seen.sum(axis=0)
    return np.where(count > 0, ratio.mean(axis=0), 1.0)


# %% wrong: unrecognised — sum of the ratios
def recover_gain(X, Y, eps):
    root = np.sqrt(np.square(X).mean(axis=1, keepdims=True) + eps)
    seen = X != 0
    ratio = np.where(seen, Y * root / np.where(seen, X, 1), 0)
    count = seen.sum(axis=0)
    return np.where(count > 0, ratio.sum(axis=0), 1.0)


# %% wrong: unrecognised, earns 0.5 — ones of zero entries go into the mean
def recover_gain(X, Y, eps):
    root = np.sqrt(np.square(X).mean(axis=1, keepdims=True) + eps)
    seen = X != 0
    ratio = np.where(seen, Y * root / np.where(seen, X, 1), 1)
    count = seen.sum(axis=0)
    return np.where(count > 0, ratio.mean(axis=0), 1.0)


# %% wrong: sums-cancel, earns 0.7 — sums divided where entries may cancel
def recover_gain(X, Y, eps):
    root = np.sqrt(np.square(X).mean(axis=1, keepdims=True) + eps)
    above = (Y * root).sum(axis=0)
    below = X.sum(axis=0)
    known = np.abs(below) > 1e-12
    return np.where(known, above / np.where(known, below, 1), 1.0)


# %% wrong: sign-lost, earns 0.5 — absolute gain without its sign
def recover_gain(X, Y, eps):
    n, d = X.shape
    row = np.abs(X).argmax(axis=0)
    root = np.sqrt(np.square(X).mean(axis=1) + eps)
    columns = np.arange(d)
    x, y, r = X[row, columns], Y[row, columns], root[row]
    gain = np.ones(d)
    known = x != 0
    gain[known] = y[known] * r[known] / x[known]
    return np.abs(gain)


# %% wrong: unrecognised — negative gains cut off at 0
def recover_gain(X, Y, eps):
    n, d = X.shape
    row = np.abs(X).argmax(axis=0)
    root = np.sqrt(np.square(X).mean(axis=1) + eps)
    columns = np.arange(d)
    x, y, r = X[row, columns], Y[row, columns], root[row]
    gain = np.ones(d)
    known = x != 0
    gain[known] = y[known] * r[known] / x[known]
    return np.clip(gain, 0, 10)


# %% wrong: unrecognised — gains cut to the range from minus 1 to 1
def recover_gain(X, Y, eps):
    n, d = X.shape
    row = np.abs(X).argmax(axis=0)
    root = np.sqrt(np.square(X).mean(axis=1) + eps)
    columns = np.arange(d)
    x, y, r = X[row, columns], Y[row, columns], root[row]
    gain = np.ones(d)
    known = x != 0
    gain[known] = y[known] * r[known] / x[known]
    return np.clip(gain, -1, 1)


# %% wrong: small-as-zero, earns 0.6 — entries below one hundredth count as zero
def recover_gain(X, Y, eps):
    n, d = X.shape
    row = np.abs(X).argmax(axis=0)
    root = np.sqrt(np.square(X).mean(axis=1) + eps)
    columns = np.arange(d)
    x, y, r = X[row, columns], Y[row, columns], root[row]
    gain = np.ones(d)
    known = np.abs(x) > 0.01
    gain[known] = y[known] * r[known] / x[known]
    return gain


# %% wrong: positive-only, earns 0.5 — only positive entries are known
def recover_gain(X, Y, eps):
    n, d = X.shape
    row = X.argmax(axis=0)
    root = np.sqrt(np.square(X).mean(axis=1) + eps)
    columns = np.arange(d)
    x, y, r = X[row, columns], Y[row, columns], root[row]
    gain = np.ones(d)
    known = x > 0
    gain[known] = y[known] * r[known] / x[known]
    return gain


# %% wrong: unrecognised — a thousandth added to the divisor
def recover_gain(X, Y, eps):
    n, d = X.shape
    row = np.abs(X).argmax(axis=0)
    root = np.sqrt(np.square(X).mean(axis=1) + eps)
    columns = np.arange(d)
    x, y, r = X[row, columns], Y[row, columns], root[row]
    gain = np.ones(d)
    known = x != 0
    gain[known] = y[known] * r[known] / (x[known] + 1e-3)
    return gain


# %% wrong: unrecognised, earns 0.5 — mean over the nonzero entries of a row only
def recover_gain(X, Y, eps):
    n, d = X.shape
    gain = np.ones(d)
    for k in range(d):
        for i in range(n):
            if X[i, k] != 0:
                root = np.sqrt(np.mean(X[i][X[i] != 0] ** 2) + eps)
                gain[k] = Y[i, k] * root / X[i, k]
                break
    return gain


# %% wrong: layer-norm, earns 0.3 — variance of the row as in LayerNorm
def recover_gain(X, Y, eps):
    n, d = X.shape
    gain = np.ones(d)
    for k in range(d):
        for i in range(n):
            if X[i, k] != 0:
                root = np.sqrt(np.var(X[i]) + eps)
                gain[k] = Y[i, k] * root / X[i, k]
                break
    return gain


# %% wrong: unrecognised — row mean taken off before dividing
def recover_gain(X, Y, eps):
    n, d = X.shape
    gain = np.ones(d)
    for k in range(d):
        for i in range(n):
            if X[i, k] != 0:
                root = np.sqrt(np.mean(X[i] ** 2) + eps)
                centred = X[i, k] - X[i].mean()
                gain[k] = Y[i, k] * root / centred if centred else 1
                break
    return gain


# %% wrong: unrecognised — mean over d minus 1 entries
def recover_gain(X, Y, eps):
    n, d = X.shape
    gain = np.ones(d)
    for k in range(d):
        for i in range(n):
            if X[i, k] != 0:
                root = np.sqrt(np.sum(X[i] ** 2) / max(d - 1, 1) + eps)
                gain[k] = Y[i, k] * root / X[i, k]
                break
    return gain


# %% wrong: divided-by-n, earns 0.5 — mean over the rows instead of the columns count
def recover_gain(X, Y, eps):
    n, d = X.shape
    gain = np.ones(d)
    for k in range(d):
        for i in range(n):
            if X[i, k] != 0:
                root = np.sqrt(np.sum(X[i] ** 2) / n + eps)
                gain[k] = Y[i, k] * root / X[i, k]
                break
    return gain


# %% wrong: unrecognised — root of the output instead of the input
def recover_gain(X, Y, eps):
    n, d = X.shape
    gain = np.ones(d)
    for k in range(d):
        for i in range(n):
            if X[i, k] != 0:
                root = np.sqrt(np.mean(Y[i] ** 2) + eps)
                gain[k] = Y[i, k] * root / X[i, k]
                break
    return gain


# %% wrong: not-squared, earns 0.5 — mean of absolute values for the root
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


# %% wrong: unrecognised — last column forgotten
def recover_gain(X, Y, eps):
    n, d = X.shape
    gain = np.ones(d)
    for k in range(d - 1):
        for i in range(n):
            if X[i, k] != 0:
                root = np.sqrt(np.mean(X[i] ** 2) + eps)
                gain[k] = Y[i, k] * root / X[i, k]
                break
    return gain


# %% wrong: unrecognised — first row forgotten
def recover_gain(X, Y, eps):
    n, d = X.shape
    gain = np.ones(d)
    for k in range(d):
        for i in range(1, n):
            if X[i, k] != 0:
                root = np.sqrt(np.mean(X[i] ** 2) + eps)
                gain[k] = Y[i, k] * root / X[i, k]
                break
    return gain


# %% wrong: unrecognised — lstsq of the whole table and its diagonal
def recover_gain(X, Y, eps):
    root = np.sqrt(np.square(X).mean(axis=1, keepdims=True) + eps)
    Z = X / np.where(root > 0, root, 1)
    gain = np.diag(np.linalg.lstsq(Z, Y, rcond=None)[0]).copy()
    gain[~X.any(axis=0)] = 1
    return gain


# %% wrong: changed-arguments, earns 0.7 — zeros of the input replaced by ones in place
def recover_gain(X, Y, eps):
    root = np.sqrt(np.square(X).mean(axis=1) + eps)
    gain = np.ones(X.shape[1])
    there = X != 0
    X[~there] = 1
    ratio = Y * root[:, None] / X
    for k in range(X.shape[1]):
        if there[:, k].any():
            gain[k] = ratio[there[:, k], k][0]
    return gain


# %% wrong: changed-arguments, earns 0.7 — output multiplied by its roots in place
def recover_gain(X, Y, eps):
    Y *= np.sqrt(np.square(X).mean(axis=1, keepdims=True) + eps)
    row = np.abs(X).argmax(axis=0)
    k = np.arange(X.shape[1])
    x, y = X[row, k], Y[row, k]
    return np.where(x != 0, y / np.where(x != 0, x, 1), 1.0)


# %% wrong: wrong-shape — a gain for each position in a table
def recover_gain(X, Y, eps):
    root = np.sqrt(np.square(X).mean(axis=1, keepdims=True) + eps)
    return np.where(X != 0, Y * root / np.where(X != 0, X, 1), 1.0)


# %% wrong: axis-of-length-1, earns 0.8 — gain as a row of a table
def recover_gain(X, Y, eps):
    n, d = X.shape
    row = np.abs(X).argmax(axis=0)
    root = np.sqrt(np.square(X).mean(axis=1) + eps)
    columns = np.arange(d)
    x, y, r = X[row, columns], Y[row, columns], root[row]
    gain = np.ones(d)
    known = x != 0
    gain[known] = y[known] * r[known] / x[known]
    return gain[None, :]


# %% wrong: unrecognised — gains of ones for everything
def recover_gain(X, Y, eps):
    return np.ones(X.shape[1])


# %% wrong: sign-lost, earns 0.5 — largest ratio by absolute value of the whole column
def recover_gain(X, Y, eps):
    root = np.sqrt(np.square(X).mean(axis=1) + eps)
    top = np.abs(X).max(axis=0)
    out = np.abs(Y * root[:, None]).max(axis=0)
    return np.where(top > 0, out / np.where(top > 0, top, 1), 1.0)


# %% wrong: rounded, earns 0.8 — rounded to three digits
def recover_gain(X, Y, eps):
    n, d = X.shape
    row = np.abs(X).argmax(axis=0)
    root = np.sqrt(np.square(X).mean(axis=1) + eps)
    columns = np.arange(d)
    x, y, r = X[row, columns], Y[row, columns], root[row]
    gain = np.ones(d)
    known = x != 0
    gain[known] = y[known] * r[known] / x[known]
    return np.round(gain, 3)


# %% wrong: gain-of-zero, earns 0.7 — columns with gain 0 set to 1 at the end
def recover_gain(X, Y, eps):
    root = np.sqrt((X ** 2).mean(axis=1, keepdims=True) + eps)
    Z = X / np.where(root > 0, root, 1)
    below = (Z * Z).sum(axis=0)
    gain = (Z * Y).sum(axis=0) / np.where(below > 0, below, 1)
    gain[gain == 0] = 1
    return gain


# %% wrong: unrecognised — recovers the bias as in LayerNorm
def recover_gain(X, Y, eps):
    root = np.sqrt((X ** 2).mean(axis=1, keepdims=True) + eps)
    Z = X / np.where(root > 0, root, 1)
    return (Y - Z).mean(axis=0) + 1


# %% wrong: unrecognised — slope of a line with an intercept
def recover_gain(X, Y, eps):
    root = np.sqrt((X ** 2).mean(axis=1, keepdims=True) + eps)
    Z = X / np.where(root > 0, root, 1)
    dz, dy = Z - Z.mean(axis=0), Y - Y.mean(axis=0)
    below = (dz * dz).sum(axis=0)
    return np.where(below > 0, (dz * dy).sum(axis=0) / np.where(below > 0, below, 1), 1.0)


# %% wrong: small-as-zero, earns 0.6 — rows of zeros dropped by a too large bound
def recover_gain(X, Y, eps):
    root = np.sqrt((X ** 2).mean(axis=1) + eps)
    gain = np.ones(X.shape[1])
    for i in range(len(X)):
        if np.allclose(X[i], 0, atol=0.005):
            continue
        for k in np.flatnonzero(X[i]):
            gain[k] = Y[i, k] * root[i] / X[i, k]
    return gain
