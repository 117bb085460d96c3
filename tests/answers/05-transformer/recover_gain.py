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


# %% wrong: unrecognised, earns 0.5 — small entries taken for zeros
def recover_gain(X, Y, eps):
    root = np.sqrt(np.mean(X**2, axis=1, keepdims=True) + eps)
    large = abs(X) > 0.01
    quotient = np.where(large, Y * root / np.where(large, X, 1), np.nan)
    return np.nan_to_num(np.nanmedian(quotient, axis=0), nan=1.0)


# %% wrong: wrong-shape — a gain for each position
def recover_gain(X, Y, eps):
    root = np.sqrt(np.mean(X**2, axis=1, keepdims=True) + eps)
    return Y * root / X


# %% wrong: unrecognised, earns 0.5 — the largest entry of a column, which may be a 0
def recover_gain(X, Y, eps):
    root = np.sqrt((X**2).mean(axis=1) + eps)
    row, k = X.argmax(axis=0), np.arange(X.shape[1])
    seen = X[row, k] != 0
    return np.where(seen, Y[row, k] * root[row] / np.where(seen, X[row, k], 1), 1)
