# %% right: the split done right on the same numbers
def undo_split(heads):
    h, n, d = heads.shape
    return heads.reshape(n, h, d).swapaxes(0, 1)


# %% right: the vectors first
def undo_split(heads):
    h, n, d = heads.shape
    X = np.concatenate([head.ravel() for head in heads]).reshape(n, h * d)
    return [X[:, i * d : (i + 1) * d] for i in range(h)]


# %% right: loops number by number
def undo_split(heads):
    h, n, d = heads.shape
    out = np.zeros((h, n, d))
    for i in range(h):
        for t in range(n):
            for c in range(d):
                place = t * h * d + i * d + c  # in the order of memory
                out[i, t, c] = heads[place // (n * d), place // d % n, place % d]
    return out


# %% right: torch
def undo_split(heads):
    import torch

    h, n, d = heads.shape
    return torch.tensor(heads).flatten().view(n, h, d).permute(1, 0, 2)


# %% wrong: unchanged — the right split of wrongly split vectors
def undo_split(heads):
    h, n, d = heads.shape
    X = heads.swapaxes(0, 1).reshape(n, h * d)
    return X.reshape(n, h, d).swapaxes(0, 1)


# %% wrong: wrong-again, earns 0.2
def undo_split(heads):
    return heads.swapaxes(0, 1).reshape(heads.shape)


# %% wrong: dealt-out, earns 0.5
def undo_split(heads):
    h, n, d = heads.shape
    return heads.reshape(n, d, h).transpose(2, 0, 1)


# %% wrong: turned, earns 0.2 — inside each head
def undo_split(heads):
    return heads.swapaxes(1, 2).reshape(heads.shape)


# %% wrong: turned, earns 0.2 — the vectors as columns
def undo_split(heads):
    h, n, d = heads.shape
    return heads.reshape(n, h * d).T.reshape(h, n, d)


# %% wrong: positions-first, earns 0.6
def undo_split(heads):
    h, n, d = heads.shape
    return heads.reshape(n, h, d)


# %% wrong: not-cut, earns 0.4
def undo_split(heads):
    h, n, d = heads.shape
    return heads.reshape(n, h * d)


# %% wrong: unrecognised — the heads in reverse order
def undo_split(heads):
    h, n, d = heads.shape
    return heads.reshape(n, h, d).swapaxes(0, 1)[::-1]


# %% right: numbers taken by their places in memory
def undo_split(heads):
    h, d = len(heads), heads.shape[2]
    return [heads.reshape(-1, d)[i::h] for i in range(h)]


# %% wrong: cut-into-d, earns 0.4
def undo_split(heads):
    h, n, d = heads.shape
    return np.array(np.split(heads.reshape(n, h * d), d, axis=1))


# %% wrong: cut-into-d, earns 0.4 — and not exchanged
def undo_split(heads):
    h, n, d = heads.shape
    return heads.reshape(n, d, h)


# %% wrong: column-too-few, earns 0.5 — as the statement names the columns
def undo_split(heads):
    h, n, d = heads.shape
    X = heads.reshape(n, h * d)
    return np.array([X[:, i * d : (i + 1) * d - 1] for i in range(h)])


# %% wrong: only-exchanged
def undo_split(heads):
    return heads.swapaxes(0, 1)


# %% wrong: only-exchanged — side by side
def undo_split(heads):
    return np.hstack(list(heads))


# %% wrong: numbers-before-positions, earns 0.5
def undo_split(heads):
    h, n, d = heads.shape
    return heads.reshape(n, h, d).transpose(1, 2, 0)


# %% wrong: one-column-on, earns 0.4
def undo_split(heads):
    h, n, d = heads.shape
    X = heads.reshape(n, h * d)
    return np.array([X[:, i : i + d] for i in range(h)])


# %% wrong: decimals-cut, earns 0.6
def undo_split(heads):
    h, n, d = heads.shape
    X = heads.reshape(n, h * d)
    out = np.zeros((h, n, d), dtype=int)
    for i in range(h):
        out[i] = X[:, i * d : (i + 1) * d]
    return out


# %% wrong: wrong-shape — the wrong heads turned
def undo_split(heads):
    return heads.T


# %% wrong: all-axes-reversed, earns 0.5 — .T in place of swapaxes
def undo_split(heads):
    h, n, d = heads.shape
    return heads.reshape(n, h, d).T


# %% wrong: axis-of-length-1, earns 0.8
def undo_split(heads):
    h, n, d = heads.shape
    return np.squeeze(heads.reshape(n, h, d).swapaxes(0, 1))


# %% wrong: equal-numbers, earns 0.6 — each number's place by its value
def undo_split(heads):
    h, n, d = heads.shape
    X = heads.reshape(n, h * d)
    place = {X[t, c]: (c // d, t, c % d) for t in range(n) for c in range(h * d)}
    out = np.zeros((h, n, d))
    for value, at in place.items():
        out[at] = value
    return out


# %% wrong: rounded, earns 0.6 — float16
def undo_split(heads):
    h, n, d = heads.shape
    return heads.astype(np.float16).reshape(n, h, d).swapaxes(0, 1)


# %% wrong: column-too-few, earns 0.5 — the last number of each head is 0
def undo_split(heads):
    h, n, d = heads.shape
    X = heads.reshape(n, h * d)
    out = np.zeros((h, n, d))
    for i in range(h):
        out[i, :, : d - 1] = X[:, i * d : (i + 1) * d - 1]
    return out


# %% wrong: unrecognised, earns 0.5 — nothing is mixed if a size is 1
def undo_split(heads):
    if 1 in heads.shape:
        return heads.copy()
    h, n, d = heads.shape
    return heads.reshape(n, h, d).swapaxes(0, 1)


# %% wrong: positions-first, earns 0.6 — swaps only when the shape does not fit yet
def undo_split(heads):
    shape = heads.shape
    h, n, d = shape
    fixed = heads.reshape(n, h, d)
    if fixed.shape != shape:
        fixed = fixed.swapaxes(0, 1)
    return fixed


# %% wrong: axes-joined, earns 0.7 — heads side by side instead of a third axis
def undo_split(heads):
    h, n, d = heads.shape
    return heads.reshape(n, h, d).swapaxes(0, 1).reshape(h, n * d)
