# %% right: loop over the queries as in the hint
def active_diversity(A, active):
    on = A[active]
    penalties = np.zeros(A.shape[1])
    for t in range(A.shape[1]):
        rows = on[:, t]
        penalties[t] = ((rows @ rows.T - np.eye(len(rows))) ** 2).sum()
    return penalties


# %% right: queries moved to the front and batched products
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    gram = B @ B.swapaxes(1, 2)
    return np.square(gram - np.eye(B.shape[1])).sum(axis=(1, 2))


# %% right: einsum of pairs of heads
def active_diversity(A, active):
    B = A[np.flatnonzero(active)]
    gram = np.einsum("itj,ktj->tik", B, B)
    diff = gram - np.identity(len(B))
    return np.einsum("tik,tik->t", diff, diff)


# %% right: torch with a boolean index
def active_diversity(A, active):
    import torch
    B = torch.tensor(A, dtype=torch.float64)[torch.tensor(np.asarray(active, dtype=bool))].transpose(0, 1)
    M = B @ B.transpose(1, 2) - torch.eye(B.shape[1], dtype=torch.float64)
    return (M ** 2).sum(dim=(1, 2))


# %% right: off heads zero in A and in the identity
def active_diversity(A, active):
    on = np.asarray(active).astype(float)
    B = (A * on[:, None, None]).transpose(1, 0, 2)
    M = B @ B.transpose(0, 2, 1) - np.diag(on)
    return (M * M).sum(axis=-1).sum(axis=-1)


# %% right: loop over all pairs of active heads
def active_diversity(A, active):
    h, n, m = A.shape
    p = np.zeros(n)
    for i in range(h):
        for k in range(h):
            if active[i] and active[k]:
                dot = (A[i] * A[k]).sum(axis=1)
                p += (dot - (1 if i == k else 0)) ** 2
    return p


# %% right: gram matrix of all heads masked by pairs
def active_diversity(A, active):
    active = np.asarray(active, dtype=bool)
    G = np.einsum("atj,btj->tab", A, A) - np.eye(len(A))
    return np.where(np.outer(active, active), G, 0.0).__pow__(2).sum(axis=(1, 2))


# %% right: square multiplied out with traces
def active_diversity(A, active):
    B = np.compress(active, A, axis=0).swapaxes(0, 1)
    k = B.shape[1]
    G = B @ B.swapaxes(1, 2)
    return (G ** 2).sum(axis=(1, 2)) - 2 * np.trace(G, axis1=1, axis2=2) + k


# %% right: Frobenius norm of numpy squared
def active_diversity(A, active):
    on = [head for head, yes in zip(A, active) if yes]
    if not on:
        return np.zeros(A.shape[1])
    result = []
    for t in range(A.shape[1]):
        rows = np.array([head[t] for head in on])
        result.append(np.linalg.norm(np.dot(rows, rows.T) - np.eye(len(on)), "fro") ** 2)
    return np.array(result)


# %% right: sum over eigenvalues of the gram matrix
def active_diversity(A, active):
    B = A[np.asarray(active, dtype=bool)].swapaxes(0, 1)
    if B.shape[1] == 0:
        return np.zeros(len(B))
    values = np.linalg.eigvalsh(B @ B.swapaxes(1, 2))
    return ((values - 1) ** 2).sum(axis=1)


# %% right: diagonal once and pairs above it twice
def active_diversity(A, active):
    who = np.nonzero(active)[0]
    p = np.zeros(A.shape[1])
    for a, i in enumerate(who):
        p = p + (np.sum(A[i] ** 2, axis=-1) - 1) ** 2
        for k in who[a + 1:]:
            p = p + 2 * np.sum(A[i] * A[k], axis=-1) ** 2
    return p


# %% right: plain lists and sums
def active_diversity(A, active):
    h, n, m = A.shape
    who = [i for i in range(h) if active[i]]
    W = A.tolist()
    out = []
    for t in range(n):
        total = 0.0
        for a in range(len(who)):
            for b in range(a + 1):
                dot = sum(x * y for x, y in zip(W[who[a]][t], W[who[b]][t]))
                total += (dot - 1) ** 2 if a == b else 2 * dot ** 2
        out.append(total)
    return np.array(out)


# %% right: torch matrix norm and early return
def active_diversity(A, active):
    import torch
    keep = [i for i, a in enumerate(active) if a]
    n = A.shape[1]
    if len(keep) == 0:
        return torch.zeros(n, dtype=torch.float64)
    B = torch.as_tensor(A[keep], dtype=torch.float64).permute(1, 0, 2)
    M = torch.baddbmm(torch.eye(len(keep), dtype=torch.float64).expand(n, -1, -1), B, B.mT, beta=-1)
    return torch.linalg.matrix_norm(M, ord="fro").square()


# %% right: product over the keys in the other order
def active_diversity(A, active):
    B = A[active]
    out = []
    for t in range(A.shape[1]):
        r = B[:, t]
        C = r.T @ r
        out.append(np.vdot(C, C) - 2 * np.trace(C) + len(r))
    return np.array(out)


# %% wrong: rows-of-zeros, earns 0.5 — off heads zero but identity of all heads
def active_diversity(A, active):
    B = (A * np.asarray(active)[:, None, None]).swapaxes(0, 1)
    return ((B @ B.swapaxes(1, 2) - np.eye(len(A))) ** 2).sum(axis=(1, 2))


# %% wrong: no-identity, earns 0.4 — no identity subtracted
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    return ((B @ B.swapaxes(1, 2)) ** 2).sum(axis=(1, 2))


# %% wrong: not-squared, earns 0.6 — norm not squared
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    return np.sqrt(((B @ B.swapaxes(1, 2) - np.eye(B.shape[1])) ** 2).sum(axis=(1, 2)))


# %% wrong: diagonal-left-out, earns 0.4 — only the entries off the diagonal
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    G = B @ B.swapaxes(1, 2)
    return ((G * (1 - np.eye(B.shape[1]))) ** 2).sum(axis=(1, 2))


# %% wrong: diagonal-alone, earns 0.4 — only the entries on the diagonal
def active_diversity(A, active):
    return ((np.sum(A[active] ** 2, axis=2) - 1) ** 2).sum(axis=0)


# %% wrong: each-pair-once, earns 0.5 — each pair counted once
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    return (np.triu(B @ B.swapaxes(1, 2) - np.eye(B.shape[1])) ** 2).sum(axis=(1, 2))


# %% wrong: averaged, earns 0.6 — mean of the squared entries
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    k = B.shape[1]
    if k == 0:
        return np.zeros(len(B))
    return ((B @ B.swapaxes(1, 2) - np.eye(k)) ** 2).mean(axis=(1, 2))


# %% wrong: divided-by-heads, earns 0.6 — divided by the number of active heads
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    k = B.shape[1]
    return ((B @ B.swapaxes(1, 2) - np.eye(k)) ** 2).sum(axis=(1, 2)) / max(k, 1)


# %% wrong: all-heads, earns 0.3 — all heads and active is never read
def active_diversity(A, active):
    B = A.swapaxes(0, 1)
    return ((B @ B.swapaxes(1, 2) - np.eye(len(A))) ** 2).sum(axis=(1, 2))


# %% wrong: the-others, earns 0.5 — heads that are off in place of those on
def active_diversity(A, active):
    B = A[~np.asarray(active, dtype=bool)].swapaxes(0, 1)
    return ((B @ B.swapaxes(1, 2) - np.eye(B.shape[1])) ** 2).sum(axis=(1, 2))


# %% wrong: keys-compared, earns 0.3 — transposed product over the keys minus their identity
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    return ((B.swapaxes(1, 2) @ B - np.eye(A.shape[2])) ** 2).sum(axis=(1, 2))


# %% wrong: one-for-all, earns 0.4 — one number for all queries together
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    return ((B @ B.swapaxes(1, 2) - np.eye(B.shape[1])) ** 2).sum()


# %% wrong: summed-first, earns 0.3 — mean penalty repeated for each query
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    p = ((B @ B.swapaxes(1, 2) - np.eye(B.shape[1])) ** 2).sum(axis=(1, 2))
    return np.full(len(p), p.mean())


# %% wrong: raised, earns 0.5 — fails where no head is active
def active_diversity(A, active):
    on = np.stack([A[i] for i in range(len(A)) if active[i]])
    B = on.swapaxes(0, 1)
    return ((B @ B.swapaxes(1, 2) - np.eye(len(on))) ** 2).sum(axis=(1, 2))


# %% wrong: nobody-active, earns 0.7 — one number zero where no head is active
def active_diversity(A, active):
    if not np.any(active):
        return np.array(0.0)
    B = A[active].swapaxes(0, 1)
    return ((B @ B.swapaxes(1, 2) - np.eye(B.shape[1])) ** 2).sum(axis=(1, 2))


# %% wrong: nobody-active, earns 0.7 — zeros for the keys where no head is active
def active_diversity(A, active):
    if not np.any(active):
        return np.zeros(A.shape[2])
    B = A[active].swapaxes(0, 1)
    return ((B @ B.swapaxes(1, 2) - np.eye(B.shape[1])) ** 2).sum(axis=(1, 2))


# %% wrong: nobody-active, earns 0.7 — nan from a mean where no head is active
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    k = B.shape[1]
    with np.errstate(all="ignore"):
        p = ((B @ B.swapaxes(1, 2) - np.eye(k)) ** 2).sum(axis=(1, 2)) / np.float64(k) * k
    return p


# %% wrong: single-head-free, earns 0.7 — a single active head is never punished
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    if B.shape[1] < 2:
        return np.zeros(len(B))
    return ((B @ B.swapaxes(1, 2) - np.eye(B.shape[1])) ** 2).sum(axis=(1, 2))


# %% wrong: absolute, earns 0.4 — absolute values instead of squares
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    return np.abs(B @ B.swapaxes(1, 2) - np.eye(B.shape[1])).sum(axis=(1, 2))


# %% wrong: active-as-numbers, earns 0.4 — mask turned to int picks heads zero and one
def active_diversity(A, active):
    B = A[np.asarray(active).astype(int)].swapaxes(0, 1)
    return ((B @ B.swapaxes(1, 2) - np.eye(B.shape[1])) ** 2).sum(axis=(1, 2))


# %% wrong: first-heads, earns 0.4 — first heads as many as are active
def active_diversity(A, active):
    k = int(np.sum(active))
    B = A[:k].swapaxes(0, 1)
    return ((B @ B.swapaxes(1, 2) - np.eye(k)) ** 2).sum(axis=(1, 2))


# %% wrong: queries-mixed, earns 0.5 — reshape to the queries instead of swapaxes
def active_diversity(A, active):
    on = A[active]
    B = on.reshape(A.shape[1], len(on), A.shape[2])
    return ((B @ B.swapaxes(1, 2) - np.eye(len(on))) ** 2).sum(axis=(1, 2))


# %% wrong: of-length-1, earns 0.4 — rows scaled to length one
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    B = B / np.linalg.norm(B, axis=2, keepdims=True)
    return ((B @ B.swapaxes(1, 2) - np.eye(B.shape[1])) ** 2).sum(axis=(1, 2))


# %% wrong: changed-arguments, earns 0.7 — sets the heads that are off to zero in place
def active_diversity(A, active):
    active = np.asarray(active, dtype=bool)
    A[~active] = 0
    B = A.swapaxes(0, 1)
    return ((B @ B.swapaxes(1, 2) - np.diag(active.astype(float))) ** 2).sum(axis=(1, 2))


# %% wrong: spectral, earns 0.4 — spectral norm in place of Frobenius
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    if B.shape[1] == 0:
        return np.zeros(len(B))
    return np.linalg.norm(B @ B.swapaxes(1, 2) - np.eye(B.shape[1]), ord=2, axis=(1, 2)) ** 2


# %% wrong: unrecognised — nuclear norm in place of Frobenius
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    if B.shape[1] == 0:
        return np.zeros(len(B))
    return np.linalg.norm(B @ B.swapaxes(1, 2) - np.eye(B.shape[1]), ord="nuc", axis=(1, 2)) ** 2


# %% wrong: ones-for-the-identity, earns 0.4 — one subtracted from every entry
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    return ((B @ B.swapaxes(1, 2) - 1) ** 2).sum(axis=(1, 2))


# %% wrong: equal-heads, earns 0.6 — equal heads counted once by unique
def active_diversity(A, active):
    p = np.zeros(A.shape[1])
    if not np.any(active):
        return p
    for t in range(A.shape[1]):
        rows = np.unique(A[active][:, t], axis=0)
        p[t] = ((rows @ rows.T - np.eye(len(rows))) ** 2).sum()
    return p


# %% wrong: no-identity, earns 0.4 — identity added instead of subtracted
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    return ((B @ B.swapaxes(1, 2) + np.eye(B.shape[1])) ** 2).sum(axis=(1, 2))


# %% wrong: summed-first, earns 0.3 — weights averaged over the queries first
def active_diversity(A, active):
    rows = A[active].mean(axis=1)
    p = ((rows @ rows.T - np.eye(len(rows))) ** 2).sum()
    return np.full(A.shape[1], p)


# %% wrong: unrecognised — mask applied to the columns of the products only
def active_diversity(A, active):
    active = np.asarray(active, dtype=bool)
    B = A.swapaxes(0, 1)
    M = (B @ B.swapaxes(1, 2) - np.eye(len(A)))[:, :, active]
    return (M ** 2).sum(axis=(1, 2))


# %% wrong: nobody-active, earns 0.7 — one where no head is active
def active_diversity(A, active):
    if not np.any(active):
        return np.ones(A.shape[1])
    B = A[active].swapaxes(0, 1)
    return ((B @ B.swapaxes(1, 2) - np.eye(B.shape[1])) ** 2).sum(axis=(1, 2))


# %% wrong: nobody-active, earns 0.7 — full penalty where no head is active
def active_diversity(A, active):
    if not np.any(active):
        active = np.ones(len(A), dtype=bool)
    B = A[active].swapaxes(0, 1)
    return ((B @ B.swapaxes(1, 2) - np.eye(B.shape[1])) ** 2).sum(axis=(1, 2))


# %% wrong: unrecognised — products of one query with the next
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    C = np.roll(B, -1, axis=0)
    return ((B @ C.swapaxes(1, 2) - np.eye(B.shape[1])) ** 2).sum(axis=(1, 2))


# %% wrong: wrong-shape — penalty of each head over the queries
def active_diversity(A, active):
    B = A[active]
    return ((B @ B.swapaxes(1, 2) - np.eye(A.shape[1])) ** 2).sum(axis=(1, 2))


# %% wrong: squared-late, earns 0.4 — square of the sum in place of sum of squares
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    return (B @ B.swapaxes(1, 2) - np.eye(B.shape[1])).sum(axis=(1, 2)) ** 2


# %% wrong: unrecognised — last active head left out
def active_diversity(A, active):
    who = np.flatnonzero(active)[:-1]
    B = A[who].swapaxes(0, 1)
    return ((B @ B.swapaxes(1, 2) - np.eye(len(who))) ** 2).sum(axis=(1, 2))


# %% wrong: axis-of-length-1, earns 0.8 — keepdims leaves two axes of size one
def active_diversity(A, active):
    B = A[active].swapaxes(0, 1)
    return ((B @ B.swapaxes(1, 2) - np.eye(B.shape[1])) ** 2).sum(axis=(1, 2), keepdims=True)
