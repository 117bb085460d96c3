# %% right: query by query
def active_diversity(A, active):
    penalties = []
    for t in range(A.shape[1]):
        rows = A[active, t]
        penalties.append(np.sum((rows @ rows.T - np.eye(len(rows))) ** 2))
    return np.array(penalties)


# %% right: all queries at once
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)  # (n, heads, m)
    overlap = B @ B.swapaxes(1, 2)
    return np.square(overlap - np.eye(overlap.shape[-1])).sum(axis=(1, 2))


# %% right: pairs of heads in torch
def active_diversity(A, active):
    import torch

    heads = [torch.tensor(A[i]) for i in range(len(A)) if active[i]]
    total = torch.zeros(A.shape[1], dtype=torch.float64)
    for i, one in enumerate(heads):
        for j, other in enumerate(heads):
            total += ((one * other).sum(dim=1) - int(i == j)) ** 2
    return total


# %% right: the chapter's function on the active heads
def active_diversity(A, active):
    import torch

    from payattention.multihead import diversity_penalty

    return diversity_penalty(torch.tensor(A[active]).float().transpose(0, 1))


# %% right: rows of zeros and their ones taken off again
def active_diversity(A, active):
    B = np.where(active[:, None, None], A, 0).swapaxes(0, 1)
    off = B @ B.swapaxes(1, 2) - np.eye(len(A))
    return (off**2).sum(axis=(1, 2)) - np.sum(~active)


# %% wrong: all-heads, earns 0.3 — the chapter's function
def active_diversity(A, active):
    import torch

    from payattention.multihead import diversity_penalty

    return diversity_penalty(torch.tensor(A).transpose(0, 1))


# %% wrong: rows-of-zeros, earns 0.5
def active_diversity(A, active):
    B = (A * active[:, None, None]).swapaxes(0, 1)
    return np.square(B @ B.swapaxes(1, 2) - np.eye(len(A))).sum(axis=(1, 2))


# %% wrong: the-others, earns 0.5 — as a mask of what is forbidden
def active_diversity(A, active):
    B = A[~active].swapaxes(0, 1)
    return np.square(B @ B.swapaxes(1, 2) - np.eye(B.shape[1])).sum(axis=(1, 2))


# %% wrong: not-squared, earns 0.6
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    return np.linalg.norm(B @ B.swapaxes(1, 2) - np.eye(B.shape[1]), axis=(1, 2))


# %% wrong: no-identity, earns 0.4
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    return np.square(B @ B.swapaxes(1, 2)).sum(axis=(1, 2))


# %% wrong: diagonal-left-out, earns 0.4
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    overlap = B @ B.swapaxes(1, 2)
    return np.square(overlap * (1 - np.eye(B.shape[1]))).sum(axis=(1, 2))


# %% wrong: keys-compared, earns 0.3
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    return np.square(B.swapaxes(1, 2) @ B - np.eye(A.shape[2])).sum(axis=(1, 2))


# %% wrong: averaged, earns 0.6
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    return np.square(B @ B.swapaxes(1, 2) - np.eye(B.shape[1])).mean(axis=(1, 2))


# %% wrong: summed-first, earns 0.3 — the mean of the maps
def active_diversity(A, active):
    B = A[active].mean(axis=1)
    return np.full(A.shape[1], np.square(B @ B.T - np.eye(len(B))).sum())


# %% wrong: nobody-active, earns 0.7
def active_diversity(A, active):
    if not active.any():
        return np.full(A.shape[1], len(A))
    B = A[active].swapaxes(0, 1)
    return np.square(B @ B.swapaxes(1, 2) - np.eye(B.shape[1])).sum(axis=(1, 2))


# %% wrong: raised, earns 0.5 — where no head is active
def active_diversity(A, active):
    B = np.stack([A[i] for i in np.flatnonzero(active)], axis=1)
    return np.square(B @ B.swapaxes(1, 2) - np.eye(B.shape[1])).sum(axis=(1, 2))


# %% wrong: one-for-all, earns 0.4
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    return np.square(B @ B.swapaxes(1, 2) - np.eye(B.shape[1])).sum()


# %% wrong: single-head-free, earns 0.7 — nobody to overlap with
def active_diversity(A, active):
    if active.sum() < 2:
        return np.zeros(A.shape[1])
    B = A[active].swapaxes(0, 1)
    return np.square(B @ B.swapaxes(1, 2) - np.eye(B.shape[1])).sum(axis=(1, 2))


# %% wrong: divided-by-heads, earns 0.6 — by the active ones
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    table = B @ B.swapaxes(1, 2) - np.eye(B.shape[1])
    return np.square(table).sum(axis=(1, 2)) / active.sum()


# %% wrong: divided-by-heads, earns 0.6 — by all
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    table = B @ B.swapaxes(1, 2) - np.eye(B.shape[1])
    return np.square(table).sum(axis=(1, 2)) / len(A)


# %% wrong: absolute, earns 0.4
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    table = B @ B.swapaxes(1, 2) - np.eye(B.shape[1])
    return abs(table).sum(axis=(1, 2))


# %% wrong: ones-for-the-identity, earns 0.4
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    table = B @ B.swapaxes(1, 2) - 1
    return np.square(table).sum(axis=(1, 2))


# %% wrong: each-pair-once, earns 0.5
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    table = B @ B.swapaxes(1, 2) - np.eye(B.shape[1])
    return np.square(np.triu(table)).sum(axis=(1, 2))


# %% wrong: spectral, earns 0.4
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    table = B @ B.swapaxes(1, 2) - np.eye(B.shape[1])
    return np.linalg.norm(table, 2, axis=(1, 2)) ** 2


# %% right: the trace of the matrix times its transpose
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    off = B @ B.swapaxes(1, 2) - np.eye(B.shape[1])
    return np.trace(off @ off.swapaxes(1, 2), axis1=1, axis2=2)


# %% right: a one of the identity for active heads alone
def active_diversity(A, active):
    B = (A * active[:, None, None]).swapaxes(0, 1)
    off = B @ B.swapaxes(1, 2) - np.diag(active.astype(float))
    return np.square(off).sum(axis=(1, 2))


# %% wrong: diagonal-alone, earns 0.4
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    off = B @ B.swapaxes(1, 2) - np.eye(B.shape[1])
    return np.square(np.diagonal(off, axis1=1, axis2=2)).sum(axis=1)


# %% wrong: diagonal-left-out, earns 0.4 — and each pair once
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    off = B @ B.swapaxes(1, 2) - np.eye(B.shape[1])
    return np.square(np.triu(off, 1)).sum(axis=(1, 2))


# %% wrong: active-as-numbers, earns 0.4
def active_diversity(A, active):
    B = A[active.astype(int)].swapaxes(0, 1)
    off = B @ B.swapaxes(1, 2) - np.eye(B.shape[1])
    return np.square(off).sum(axis=(1, 2))


# %% wrong: first-heads, earns 0.4
def active_diversity(A, active):
    B = A[: active.sum()].swapaxes(0, 1)
    off = B @ B.swapaxes(1, 2) - np.eye(B.shape[1])
    return np.square(off).sum(axis=(1, 2))


# %% wrong: squared-late, earns 0.4
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    off = B @ B.swapaxes(1, 2) - np.eye(B.shape[1])
    return off.sum(axis=(1, 2)) ** 2


# %% wrong: matrix-squared, earns 0.4
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    off = B @ B.swapaxes(1, 2) - np.eye(B.shape[1])
    return (off @ off).sum(axis=(1, 2))


# %% wrong: identity-late, earns 0.5
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    off = np.square(B @ B.swapaxes(1, 2)) - np.eye(B.shape[1])
    return off.sum(axis=(1, 2))


# %% wrong: of-length-1, earns 0.4
def active_diversity(A, active):
    A = A / np.linalg.norm(A, axis=-1, keepdims=True)
    B = A[active].swapaxes(0, 1)
    off = B @ B.swapaxes(1, 2) - np.eye(B.shape[1])
    return np.square(off).sum(axis=(1, 2))


# %% wrong: queries-compared, earns 0.3
def active_diversity(A, active):
    B = A[active]
    off = B @ B.swapaxes(1, 2) - np.eye(B.shape[1])
    return np.square(off).sum(axis=(0, 2))


# %% wrong: divided, earns 0.6
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    off = B @ B.swapaxes(1, 2) - np.eye(B.shape[1])
    return np.square(off).sum(axis=(1, 2)) / 2


# %% wrong: one-sum-missing, earns 0.6
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    off = B @ B.swapaxes(1, 2) - np.eye(B.shape[1])
    return np.square(off).sum(axis=-1)


# %% wrong: wrong-shape — a number for each head
def active_diversity(A, active):
    B = A[active]
    off = B @ B.swapaxes(1, 2) - np.eye(B.shape[1])
    return np.square(off).sum(axis=(1, 2))


# %% wrong: nobody-active, earns 0.7 — one 0 for all queries
def active_diversity(A, active):
    if not active.any():
        return 0
    B = A[active].swapaxes(0, 1)
    off = B @ B.swapaxes(1, 2) - np.eye(B.shape[1])
    return np.square(off).sum(axis=(1, 2))


# %% wrong: queries-mixed, earns 0.5
def active_diversity(A, active):
    B = A[active]
    k, n, m = B.shape
    B = B.reshape(n, k, m)
    M = B @ B.swapaxes(1, 2) - np.eye(k)
    return (M**2).sum(axis=(1, 2))


# %% wrong: rounded, earns 0.6 — float16
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1).astype(np.float16)
    M = B @ B.swapaxes(1, 2) - np.eye(B.shape[1], dtype=np.float16)
    return (M**2).sum(axis=(1, 2))


# %% wrong: equal-heads, earns 0.6
def active_diversity(A, active):
    out = []
    for t in range(A.shape[1]):
        rows = np.unique(A[active][:, t], axis=0) if active.any() else A[active][:, t]
        out.append(((rows @ rows.T - np.eye(len(rows))) ** 2).sum())
    return np.array(out)


# %% wrong: axis-of-length-1, earns 0.8 — squeezed
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    M = B @ B.swapaxes(1, 2) - np.eye(B.shape[1])
    return np.squeeze((M**2).sum(axis=(1, 2)))


# %% wrong: no-identity, earns 0.4 — identity added instead of subtracted
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    return ((B @ B.swapaxes(1, 2) + np.eye(B.shape[1])) ** 2).sum(axis=(1, 2))


# %% wrong: axis-of-length-1, earns 0.8 — keepdims leaves two axes of size one
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    return ((B @ B.swapaxes(1, 2) - np.eye(B.shape[1])) ** 2).sum(axis=(1, 2), keepdims=True)
