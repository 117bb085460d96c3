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


# %% wrong: wrong-shape — positions first
def undo_split(heads):
    h, n, d = heads.shape
    return heads.reshape(n, h, d)


# %% wrong: wrong-shape — the vectors themselves
def undo_split(heads):
    h, n, d = heads.shape
    return heads.reshape(n, h * d)


# %% wrong: unrecognised — the heads in reverse order
def undo_split(heads):
    h, n, d = heads.shape
    return heads.reshape(n, h, d).swapaxes(0, 1)[::-1]
