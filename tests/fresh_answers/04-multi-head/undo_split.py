# %% right: reshape and swapaxes as in the last hint
def undo_split(heads):
    h, n, d = heads.shape
    return heads.reshape(n, h, d).swapaxes(0, 1)


# %% right: back to X and then columns of each head stacked
def undo_split(heads):
    h, n, d = heads.shape
    X = heads.reshape(n, h * d)
    return np.stack([X[:, i * d:(i + 1) * d] for i in range(h)])


# %% right: three loops over single numbers
def undo_split(heads):
    h, n, d = heads.shape
    X = heads.reshape(n, h * d)
    right = np.empty((h, n, d), dtype=heads.dtype)
    for i in range(h):
        for t in range(n):
            for c in range(d):
                right[i, t, c] = X[t, i * d + c]
    return right


# %% right: einsum that only permutes the axes
def undo_split(heads):
    h, n, d = heads.shape
    return np.einsum("tic->itc", np.reshape(heads, (n, h, d)))


# %% right: torch view and permute
def undo_split(heads):
    import torch
    h, n, d = heads.shape
    return torch.tensor(heads).reshape(n, h, d).permute(1, 0, 2)


# %% right: every h th short row from row i on
def undo_split(heads):
    h, n, d = heads.shape
    rows = heads.reshape(h * n, d)
    return np.stack([rows[i::h] for i in range(h)], axis=0)


# %% right: hsplit of X into h equal parts
def undo_split(heads):
    h, n, d = heads.shape
    return np.array(np.hsplit(heads.reshape(n, -1), h))


# %% right: divmod finds where each row was put
def undo_split(heads):
    h, n, d = heads.shape
    right = np.zeros_like(heads)
    for t in range(n):
        for i in range(h):
            a, b = divmod(t * h + i, n)
            right[i, t] = heads[a, b]
    return right


# %% right: fancy index of the flat array
def undo_split(heads):
    h, n, d = heads.shape
    i = np.arange(h)[:, None, None]
    t = np.arange(n)[None, :, None]
    c = np.arange(d)[None, None, :]
    return heads.ravel()[t * h * d + i * d + c]


# %% right: Fortran order of the flat numbers and a transpose
def undo_split(heads):
    h, n, d = heads.shape
    return heads.ravel().reshape((d, h, n), order="F").transpose(1, 2, 0)


# %% right: strides set by hand on a contiguous copy
def undo_split(heads):
    h, n, d = heads.shape
    flat = np.array(heads, order="C", copy=True).ravel()
    s = flat.itemsize
    view = np.lib.stride_tricks.as_strided(flat, shape=(h, n, d), strides=(d * s, h * d * s, s))
    return view.copy()


# %% right: plain lists cut from the flat list
def undo_split(heads):
    h, n, d = heads.shape
    flat = heads.ravel().tolist()
    result = []
    for i in range(h):
        head = []
        for t in range(n):
            start = t * h * d + i * d
            head.append(flat[start:start + d])
        result.append(head)
    return np.array(result)


# %% right: torch chunks of the columns
def undo_split(heads):
    import torch
    h, n, d = heads.shape
    X = torch.tensor(heads).reshape(n, h * d)
    return torch.stack(torch.chunk(X, h, dim=1))


# %% right: order of short rows from a transposed table of numbers
def undo_split(heads):
    h, n, d = heads.shape
    order = np.arange(n * h).reshape(n, h).T
    return heads.reshape(n * h, d)[order]


# %% right: each position appended to the list of its head
def undo_split(heads):
    h, n, d = heads.shape
    result = [[] for _ in range(h)]
    k = 0
    for wrong in heads:
        for row in wrong:
            result[k % h].append(row.copy())
            k += 1
    return np.array(result)


# %% right: selection matrices pick the columns of X
def undo_split(heads):
    h, n, d = heads.shape
    X = heads.reshape(n, h * d)
    eye = np.eye(h * d)
    return np.stack([X @ eye[:, i * d:i * d + d] for i in range(h)]) if h * d <= 64 else \
        np.moveaxis(X.reshape(n, h, d), 1, 0)


# %% wrong: unchanged — returns the wrong heads unchanged
def undo_split(heads):
    return heads.copy()


# %% wrong: only-exchanged — swaps heads and positions without the reshape
def undo_split(heads):
    return heads.swapaxes(0, 1)


# %% wrong: wrong-again, earns 0.2 — swaps first and reshapes after
def undo_split(heads):
    h, n, d = heads.shape
    return heads.swapaxes(0, 1).reshape(h, n, d)


# %% wrong: positions-first, earns 0.6 — reshape to n h d without the swap
def undo_split(heads):
    h, n, d = heads.shape
    return heads.reshape(n, h, d)


# %% wrong: unchanged — reshape in place of swapaxes
def undo_split(heads):
    h, n, d = heads.shape
    return heads.reshape(n, h, d).reshape(h, n, d)


# %% wrong: not-cut, earns 0.4 — returns X and does not split
def undo_split(heads):
    h, n, d = heads.shape
    return heads.reshape(n, h * d)


# %% wrong: dealt-out, earns 0.5 — head i gets every h th column
def undo_split(heads):
    h, n, d = heads.shape
    X = heads.reshape(n, h * d)
    return np.stack([X[:, i::h] for i in range(h)])


# %% wrong: numbers-before-positions, earns 0.5 — positions and numbers swapped in each right head
def undo_split(heads):
    h, n, d = heads.shape
    return heads.reshape(n, h, d).transpose(1, 2, 0)


# %% wrong: unchanged — X by putting the wrong heads side by side
def undo_split(heads):
    h, n, d = heads.shape
    X = np.concatenate(list(heads), axis=1)
    return np.stack([X[:, i * d:(i + 1) * d] for i in range(h)])


# %% wrong: unrecognised — heads come in reversed order
def undo_split(heads):
    h, n, d = heads.shape
    return heads.reshape(n, h, d).swapaxes(0, 1)[::-1].copy()


# %% wrong: wrong-again, earns 0.2 — Fortran order in the reshape
def undo_split(heads):
    h, n, d = heads.shape
    return heads.reshape((n, h, d), order="F").swapaxes(0, 1)


# %% wrong: column-too-few, earns 0.5 — last column of each head left out
def undo_split(heads):
    h, n, d = heads.shape
    X = heads.reshape(n, h * d)
    return np.stack([X[:, i * d:(i + 1) * d - 1] for i in range(h)])


# %% wrong: only-exchanged — shape unpacked with n before h
def undo_split(heads):
    n, h, d = heads.shape
    return np.ascontiguousarray(heads.reshape(n, h, d).swapaxes(0, 1))


# %% wrong: changed-arguments, earns 0.7 — changes the shape of the argument in place
def undo_split(heads):
    h, n, d = heads.shape
    heads.shape = (n, h, d)
    return heads.swapaxes(0, 1).copy()


# %% wrong: changed-arguments, earns 0.7 — writes the right heads into the argument
def undo_split(heads):
    h, n, d = heads.shape
    heads[:] = heads.reshape(n, h, d).swapaxes(0, 1).copy()
    return heads


# %% wrong: raised — every n th short row instead of h th
def undo_split(heads):
    h, n, d = heads.shape
    rows = heads.reshape(h * n, d)
    return np.stack([rows[i::n] for i in range(h)])


# %% wrong: raised — slices as wide as the number of heads
def undo_split(heads):
    h, n, d = heads.shape
    X = heads.reshape(n, h * d)
    return np.stack([X[:, i * h:(i + 1) * h] for i in range(h)])


# %% wrong: ragged — written for two heads only
def undo_split(heads):
    h, n, d = heads.shape
    X = heads.reshape(n, h * d)
    return np.array([X[:, :d], X[:, d:]])


# %% wrong: positions-first, earns 0.6 — swaps only when the shape does not fit yet
def undo_split(heads):
    shape = heads.shape
    h, n, d = shape
    fixed = heads.reshape(n, h, d)
    if fixed.shape != shape:
        fixed = fixed.swapaxes(0, 1)
    return fixed


# %% wrong: axis-of-length-1, earns 0.8 — squeezes away axes of size one
def undo_split(heads):
    h, n, d = heads.shape
    return np.squeeze(heads.reshape(n, h, d).swapaxes(0, 1))


# %% wrong: unrecognised — last head stays zero
def undo_split(heads):
    h, n, d = heads.shape
    X = heads.reshape(n, h * d)
    right = np.zeros((h, n, d))
    for i in range(h - 1):
        right[i] = X[:, i * d:(i + 1) * d]
    return right


# %% wrong: unrecognised — last position stays zero
def undo_split(heads):
    h, n, d = heads.shape
    X = heads.reshape(n, h * d)
    right = np.zeros((h, n, d))
    for t in range(n - 1):
        for i in range(h):
            right[i, t] = X[t, i * d:(i + 1) * d]
    return right


# %% wrong: unrecognised — heads counted from one so each is the next
def undo_split(heads):
    h, n, d = heads.shape
    right = heads.reshape(n, h, d).swapaxes(0, 1)
    return np.roll(right, -1, axis=0)


# %% wrong: decimals-cut, earns 0.6 — cuts the numbers to whole ones
def undo_split(heads):
    h, n, d = heads.shape
    right = np.zeros((h, n, d), dtype=int)
    for i in range(h):
        right[i] = heads.reshape(n, h, d)[:, i]
    return right


# %% wrong: axes-joined, earns 0.7 — heads side by side instead of a third axis
def undo_split(heads):
    h, n, d = heads.shape
    return heads.reshape(n, h, d).swapaxes(0, 1).reshape(h, n * d)


# %% wrong: unrecognised — wrong heads read at the same indices with positions rolled
def undo_split(heads):
    h, n, d = heads.shape
    return np.stack([np.roll(heads[i], i, axis=0) for i in range(h)])


# %% wrong: dealt-out, earns 0.5 — reshape with d before h and then transpose
def undo_split(heads):
    h, n, d = heads.shape
    return heads.reshape(n, d, h).transpose(2, 0, 1)


# %% wrong: wrong-again, earns 0.2 — divmod by h so it runs the wrong way
def undo_split(heads):
    h, n, d = heads.shape
    right = np.zeros_like(heads)
    for i in range(h):
        for t in range(n):
            b, a = divmod(i * n + t, h)
            right[i, t] = heads[a, b]
    return right


# %% wrong: unrecognised — array of zeros in the right shape
def undo_split(heads):
    return np.zeros_like(heads)
