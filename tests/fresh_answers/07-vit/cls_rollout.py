# %% right: loop over layers with a product from the left
def cls_rollout(A, residual):
    n = A.shape[-1]
    R = np.eye(n)
    for weights, r in zip(A, residual):
        M = weights.max(axis=0)
        M = M / M.sum(axis=1, keepdims=True)
        R = (r * np.eye(n) + (1 - r) * M) @ R
    share = R[0, 1:]
    return share / share.sum() if share.sum() > 0 else np.zeros(n - 1)


# %% right: row vector walked down from the last layer
def cls_rollout(A, residual):
    A = np.asarray(A, dtype=float)
    row = np.zeros(A.shape[-1])
    row[0] = 1.0
    for weights, r in zip(A[::-1], np.asarray(residual, dtype=float)[::-1]):
        M = np.max(weights, axis=0)
        row = r * row + (1 - r) * (row / M.sum(axis=1)) @ M
    total = row[1:].sum()
    return row[1:] / total if total else np.zeros(len(row) - 1)


# %% right: functools reduce over the mixed layers
def cls_rollout(A, residual):
    from functools import reduce
    largest = A.max(axis=1)
    M = largest / largest.sum(axis=-1, keepdims=True)
    r = np.asarray(residual)[:, None, None]
    mixed = r * np.eye(A.shape[-1]) + (1 - r) * M
    R = reduce(lambda below, layer: layer @ below, mixed)
    patches = R[0, 1:]
    return patches / np.where(patches.sum() == 0, 1, patches.sum())


# %% right: torch with amax and matrix product
def cls_rollout(A, residual):
    import torch
    A = torch.tensor(np.asarray(A, dtype=float))
    r = torch.tensor(np.asarray(residual, dtype=float))
    M = torch.amax(A, dim=1)
    M = M / M.sum(dim=-1, keepdim=True)
    eye = torch.eye(A.shape[-1], dtype=torch.float64)
    R = eye
    for l in range(len(r)):
        R = torch.lerp(M[l], eye, r[l]) @ R
    out = R[0, 1:]
    return out / out.sum() if out.sum() > 0 else torch.zeros_like(out)


# %% right: plain Python lists and nested loops
def cls_rollout(A, residual):
    layers = np.asarray(A, dtype=float).tolist()
    n = len(layers[0][0])
    row = [1.0] + [0.0] * (n - 1)
    for heads, r in zip(reversed(layers), reversed([float(x) for x in residual])):
        below = [r * x for x in row]
        for i in range(n):
            if row[i] == 0.0:
                continue
            largest = [max(column) for column in zip(*(head[i] for head in heads))]
            total = sum(largest)
            for j in range(n):
                below[j] += (1 - r) * row[i] * largest[j] / total
        row = below
    left = sum(row[1:])
    return np.array([x / left for x in row[1:]] if left > 0 else [0.0] * (n - 1))


# %% right: recursion over the layers
def cls_rollout(A, residual):
    def rolled(l):
        if l < 0:
            return np.identity(A.shape[-1])
        M = np.maximum.reduce(A[l])
        M = M / np.sum(M, axis=1)[:, None]
        below = rolled(l - 1)
        return residual[l] * below + (1 - residual[l]) * (M @ below)
    share = rolled(len(A) - 1)[0][1:]
    total = share.sum()
    return np.divide(share, total, out=np.zeros_like(share), where=total > 0)


# %% right: multi dot of the chain of layers
def cls_rollout(A, residual):
    n = A.shape[-1]
    first = np.eye(n)[:1]
    chain = [first]
    for l in reversed(range(A.shape[0])):
        M = A[l].max(0)
        chain.append(np.diag(np.full(n, residual[l])) + (1 - residual[l]) * (M.T / M.sum(1)).T)
    R = np.linalg.multi_dot(chain)
    patches = R.ravel()[1:]
    return patches / patches.sum() if patches.any() else np.zeros(n - 1)


# %% right: diagonal filled with einsum of the rows
def cls_rollout(A, residual):
    L, H, n, _ = A.shape
    M = np.array(A[:, 0], dtype=float)
    for h in range(1, H):
        M = np.where(A[:, h] > M, A[:, h], M)
    M = np.einsum("lij,li->lij", M, 1 / M.sum(-1))
    M = np.einsum("lij,l->lij", M, 1 - np.asarray(residual, dtype=float))
    M[:, range(n), range(n)] += np.asarray(residual, dtype=float)[:, None]
    row = M[-1, 0]
    for l in range(L - 2, -1, -1):
        row = np.einsum("i,ij->j", row, M[l])
    row = row[1:]
    return np.zeros(n - 1) if row.sum() == 0 else row / row.sum()


# %% right: scaled by the largest share before the division
def cls_rollout(A, residual):
    R = np.eye(A.shape[2])
    for l in range(A.shape[0]):
        M = np.sort(A[l], axis=0)[-1]
        M = M / np.linalg.norm(M, ord=1, axis=1, keepdims=True)
        R = residual[l] * R + (1 - residual[l]) * np.matmul(M, R)
    v = R[0, 1:]
    peak = v.max()
    if peak == 0:
        return np.zeros(v.shape)
    v = v / peak
    return v / v.sum()


# %% right: product kept transposed and columns read
def cls_rollout(A, residual):
    n = A.shape[3]
    S = np.eye(n)
    for l in range(len(A)):
        top = A[l].max(axis=0).T
        top = top / top.sum(axis=0)
        S = S @ (residual[l] * np.eye(n) + (1 - residual[l]) * top)
    column = S[1:, 0]
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.nan_to_num(column / column.sum(), nan=0.0)


# %% right: torch chain matmul of a stacked batch in reverse
def cls_rollout(A, residual):
    import torch
    T = torch.tensor(np.asarray(A, dtype=np.float64))
    r = torch.tensor(np.asarray(residual, dtype=np.float64)).view(-1, 1, 1)
    M = torch.nn.functional.normalize(T.max(dim=1).values, p=1, dim=2, eps=0.0)
    layers = r * torch.eye(T.shape[-1], dtype=T.dtype) + (1 - r) * M
    row = torch.zeros(1, T.shape[-1], dtype=T.dtype)
    row[0, 0] = 1
    for layer in layers.flip(0):
        row = torch.mm(row, layer)
    out = row[0, 1:]
    return (out / out.sum().clamp(min=1e-30)).numpy()


# %% wrong: mean-of-heads, earns 0.5 — mean of the heads in place of the largest
def cls_rollout(A, residual):
    R = np.eye(A.shape[-1])
    for W, r in zip(A, residual):
        M = W.mean(axis=0)
        R = (r * np.eye(len(R)) + (1 - r) * M / M.sum(1, keepdims=True)) @ R
    v = R[0, 1:]
    return v / v.sum() if v.sum() > 0 else v * 0


# %% wrong: mean-of-heads, earns 0.5 — smallest weight of the heads
def cls_rollout(A, residual):
    R = np.eye(A.shape[-1])
    for W, r in zip(A, residual):
        M = W.min(axis=0)
        M = M / np.where(M.sum(1, keepdims=True) > 0, M.sum(1, keepdims=True), 1)
        R = (r * np.eye(len(R)) + (1 - r) * M) @ R
    v = R[0, 1:]
    return v / v.sum() if v.sum() > 0 else v * 0


# %% wrong: not-normalised, earns 0.5 — largest weights not divided by their sum
def cls_rollout(A, residual):
    R = np.eye(A.shape[-1])
    for W, r in zip(A, residual):
        R = (r * np.eye(len(R)) + (1 - r) * W.max(axis=0)) @ R
    v = R[0, 1:]
    return v / v.sum() if v.sum() > 0 else v * 0


# %% wrong: not-normalised, earns 0.5 — rows divided after the identity was mixed in
def cls_rollout(A, residual):
    R = np.eye(A.shape[-1])
    for W, r in zip(A, residual):
        M = r * np.eye(len(R)) + (1 - r) * W.max(axis=0)
        R = M / M.sum(1, keepdims=True) @ R
    v = R[0, 1:]
    return v / v.sum() if v.sum() > 0 else v * 0


# %% wrong: weights-exchanged, earns 0.6 — residual weight and its rest exchanged
def cls_rollout(A, residual):
    R = np.eye(A.shape[-1])
    for W, r in zip(A, residual):
        M = W.max(axis=0)
        R = ((1 - r) * np.eye(len(R)) + r * M / M.sum(1, keepdims=True)) @ R
    v = R[0, 1:]
    return v / v.sum() if v.sum() > 0 else v * 0


# %% wrong: other-order, earns 0.5 — later layers multiplied from the right
def cls_rollout(A, residual):
    R = np.eye(A.shape[-1])
    for W, r in zip(A, residual):
        M = W.max(axis=0)
        R = R @ (r * np.eye(len(R)) + (1 - r) * M / M.sum(1, keepdims=True))
    v = R[0, 1:]
    return v / v.sum() if v.sum() > 0 else v * 0


# %% wrong: half-and-half, earns 0.4 — residual always one half
def cls_rollout(A, residual):
    R = np.eye(A.shape[-1])
    for W in A:
        M = W.max(axis=0)
        R = (0.5 * np.eye(len(R)) + 0.5 * M / M.sum(1, keepdims=True)) @ R
    v = R[0, 1:]
    return v / v.sum() if v.sum() > 0 else v * 0


# %% wrong: one-weight, earns 0.5 — residual of the first layer for all layers
def cls_rollout(A, residual):
    R = np.eye(A.shape[-1])
    r = residual[0]
    for W in A:
        M = W.max(axis=0)
        R = (r * np.eye(len(R)) + (1 - r) * M / M.sum(1, keepdims=True)) @ R
    v = R[0, 1:]
    return v / v.sum() if v.sum() > 0 else v * 0


# %% wrong: one-weight, earns 0.5 — mean residual for all layers
def cls_rollout(A, residual):
    R = np.eye(A.shape[-1])
    r = np.mean(residual)
    for W in A:
        M = W.max(axis=0)
        R = (r * np.eye(len(R)) + (1 - r) * M / M.sum(1, keepdims=True)) @ R
    v = R[0, 1:]
    return v / v.sum() if v.sum() > 0 else v * 0


# %% wrong: one-weight, earns 0.5 — residuals read from the last layer on
def cls_rollout(A, residual):
    R = np.eye(A.shape[-1])
    for W, r in zip(A, residual[::-1]):
        M = W.max(axis=0)
        R = (r * np.eye(len(R)) + (1 - r) * M / M.sum(1, keepdims=True)) @ R
    v = R[0, 1:]
    return v / v.sum() if v.sum() > 0 else v * 0


# %% wrong: column, earns 0.4 — column of CLS in place of its row
def cls_rollout(A, residual):
    R = np.eye(A.shape[-1])
    for W, r in zip(A, residual):
        M = W.max(axis=0)
        R = (r * np.eye(len(R)) + (1 - r) * M / M.sum(1, keepdims=True)) @ R
    v = R[1:, 0]
    return v / v.sum() if v.sum() > 0 else v * 0


# %% wrong: own-entry-kept, earns 0.5 — own entry of CLS kept in the result
def cls_rollout(A, residual):
    R = np.eye(A.shape[-1])
    for W, r in zip(A, residual):
        M = W.max(axis=0)
        R = (r * np.eye(len(R)) + (1 - r) * M / M.sum(1, keepdims=True)) @ R
    return R[0] / R[0].sum()


# %% wrong: shares-not-shared, earns 0.6 — row not divided by what is left
def cls_rollout(A, residual):
    R = np.eye(A.shape[-1])
    for W, r in zip(A, residual):
        M = W.max(axis=0)
        R = (r * np.eye(len(R)) + (1 - r) * M / M.sum(1, keepdims=True)) @ R
    return R[0, 1:]


# %% wrong: unrecognised — divided by the largest share and not the sum
def cls_rollout(A, residual):
    R = np.eye(A.shape[-1])
    for W, r in zip(A, residual):
        M = W.max(axis=0)
        R = (r * np.eye(len(R)) + (1 - r) * M / M.sum(1, keepdims=True)) @ R
    v = R[0, 1:]
    return v / v.max() if v.max() > 0 else v * 0


# %% wrong: zero-by-zero, earns 0.7 — nan where nothing reached CLS
def cls_rollout(A, residual):
    R = np.eye(A.shape[-1])
    for W, r in zip(A, residual):
        M = W.max(axis=0)
        R = (r * np.eye(len(R)) + (1 - r) * M / M.sum(1, keepdims=True)) @ R
    with np.errstate(all="ignore"):
        return R[0, 1:] / R[0, 1:].sum()


# %% wrong: equal-shares, earns 0.7 — equal shares where nothing reached CLS
def cls_rollout(A, residual):
    R = np.eye(A.shape[-1])
    for W, r in zip(A, residual):
        M = W.max(axis=0)
        R = (r * np.eye(len(R)) + (1 - r) * M / M.sum(1, keepdims=True)) @ R
    v = R[0, 1:]
    return v / v.sum() if v.sum() > 0 else np.full(len(v), 1 / len(v))


# %% wrong: near-0-is-0, earns 0.7 — isclose takes a tiny sum for nothing
def cls_rollout(A, residual):
    R = np.eye(A.shape[-1])
    for W, r in zip(A, residual):
        M = W.max(axis=0)
        R = (r * np.eye(len(R)) + (1 - r) * M / M.sum(1, keepdims=True)) @ R
    v = R[0, 1:]
    return np.zeros(len(v)) if np.isclose(v.sum(), 0) else v / v.sum()


# %% wrong: near-0-is-0, earns 0.7 — small number added to the last divisor
def cls_rollout(A, residual):
    R = np.eye(A.shape[-1])
    for W, r in zip(A, residual):
        M = W.max(axis=0)
        R = (r * np.eye(len(R)) + (1 - r) * M / M.sum(1, keepdims=True)) @ R
    v = R[0, 1:]
    return v / (v.sum() + 1e-8)


# %% wrong: one-layer, earns 0.2 — only the last layer counts
def cls_rollout(A, residual):
    M = A[-1].max(axis=0)
    r = residual[-1]
    R = r * np.eye(len(M)) + (1 - r) * M / M.sum(1, keepdims=True)
    v = R[0, 1:]
    return v / v.sum() if v.sum() > 0 else v * 0


# %% wrong: one-layer, earns 0.2 — first layer left out of the product
def cls_rollout(A, residual):
    R = np.eye(A.shape[-1])
    for l in range(1, len(A)):
        M = A[l].max(axis=0)
        R = (residual[l] * np.eye(len(R)) + (1 - residual[l]) * M / M.sum(1, keepdims=True)) @ R
    v = R[0, 1:]
    return v / v.sum() if v.sum() > 0 else v * 0


# %% wrong: one-layer, earns 0.2 — last layer left out of the product
def cls_rollout(A, residual):
    R = np.eye(A.shape[-1])
    for l in range(len(A) - 1):
        M = A[l].max(axis=0)
        R = (residual[l] * np.eye(len(R)) + (1 - residual[l]) * M / M.sum(1, keepdims=True)) @ R
    v = R[0, 1:]
    return v / v.sum() if v.sum() > 0 else v * 0


# %% wrong: sums-of-columns, earns 0.5 — columns divided by their sums
def cls_rollout(A, residual):
    R = np.eye(A.shape[-1])
    for W, r in zip(A, residual):
        M = W.max(axis=0)
        s = M.sum(axis=0, keepdims=True)
        R = (r * np.eye(len(R)) + (1 - r) * M / np.where(s > 0, s, 1)) @ R
    v = R[0, 1:]
    return v / v.sum() if v.sum() > 0 else v * 0


# %% wrong: without-keepdims, earns 0.6 — row sums without keepdims divide the columns
def cls_rollout(A, residual):
    R = np.eye(A.shape[-1])
    for W, r in zip(A, residual):
        M = W.max(axis=0)
        R = (r * np.eye(len(R)) + (1 - r) * M / M.sum(axis=1)) @ R
    v = R[0, 1:]
    return v / v.sum() if v.sum() > 0 else v * 0


# %% wrong: not-normalised, earns 0.5 — whole table divided by its sum
def cls_rollout(A, residual):
    R = np.eye(A.shape[-1])
    for W, r in zip(A, residual):
        M = W.max(axis=0)
        R = (r * np.eye(len(R)) + (1 - r) * M / M.sum()) @ R
    v = R[0, 1:]
    return v / v.sum() if v.sum() > 0 else v * 0


# %% wrong: softmax-again, earns 0.5 — softmax in place of the division by the sum
def cls_rollout(A, residual):
    R = np.eye(A.shape[-1])
    for W, r in zip(A, residual):
        M = np.exp(W.max(axis=0))
        R = (r * np.eye(len(R)) + (1 - r) * M / M.sum(1, keepdims=True)) @ R
    v = R[0, 1:]
    return v / v.sum() if v.sum() > 0 else v * 0


# %% wrong: heads-apart, earns 0.4 — rollout of each head alone and then the largest
def cls_rollout(A, residual):
    n = A.shape[-1]
    rows = []
    for h in range(A.shape[1]):
        R = np.eye(n)
        for l in range(len(A)):
            R = (residual[l] * np.eye(n) + (1 - residual[l]) * A[l, h]) @ R
        rows.append(R[0, 1:])
    v = np.max(rows, axis=0)
    return v / v.sum() if v.sum() > 0 else v * 0


# %% wrong: unrecognised — head with the largest weight on patches taken whole
def cls_rollout(A, residual):
    R = np.eye(A.shape[-1])
    for W, r in zip(A, residual):
        M = W[W[:, 0, 1:].max(axis=1).argmax()]
        R = (r * np.eye(len(R)) + (1 - r) * M) @ R
    v = R[0, 1:]
    return v / v.sum() if v.sum() > 0 else v * 0


# %% wrong: unrecognised — largest over the queries and not over heads
def cls_rollout(A, residual):
    R = np.eye(A.shape[-1])
    for W, r in zip(A, residual):
        M = np.broadcast_to(W.mean(axis=0).max(axis=0), R.shape)
        R = (r * np.eye(len(R)) + (1 - r) * M / M.sum(1, keepdims=True)) @ R
    v = R[0, 1:]
    return v / v.sum() if v.sum() > 0 else v * 0


# %% wrong: mean-of-queries, earns 0.4 — mean of all rows of the product
def cls_rollout(A, residual):
    R = np.eye(A.shape[-1])
    for W, r in zip(A, residual):
        M = W.max(axis=0)
        R = (r * np.eye(len(R)) + (1 - r) * M / M.sum(1, keepdims=True)) @ R
    v = R.mean(axis=0)[1:]
    return v / v.sum() if v.sum() > 0 else v * 0


# %% wrong: unrecognised — CLS dropped from every layer before the product
def cls_rollout(A, residual):
    n = A.shape[-1]
    R = np.eye(n)[1:, 1:]
    for l in range(len(A) - 1):
        M = A[l].max(axis=0)
        M = M / M.sum(1, keepdims=True)
        R = (residual[l] * np.eye(n - 1) + (1 - residual[l]) * M[1:, 1:]) @ R
    M = A[-1].max(axis=0)
    v = (1 - residual[-1]) * (M[0] / M[0].sum())[1:] @ R
    return v / v.sum() if v.sum() > 0 else v * 0


# %% wrong: attention-in-full, earns 0.5 — residual added whole and not mixed
def cls_rollout(A, residual):
    R = np.eye(A.shape[-1])
    for W, r in zip(A, residual):
        M = W.max(axis=0)
        R = (r * np.eye(len(R)) + M / M.sum(1, keepdims=True)) @ R
    v = R[0, 1:]
    return v / v.sum() if v.sum() > 0 else v * 0


# %% wrong: entry-by-entry, earns 0.4 — layers averaged and not multiplied
def cls_rollout(A, residual):
    n = A.shape[-1]
    R = np.zeros((n, n))
    for W, r in zip(A, residual):
        M = W.max(axis=0)
        R += (r * np.eye(n) + (1 - r) * M / M.sum(1, keepdims=True)) / len(A)
    v = R[0, 1:]
    return v / v.sum() if v.sum() > 0 else v * 0


# %% wrong: entry-by-entry, earns 0.4 — layers multiplied entry by entry
def cls_rollout(A, residual):
    n = A.shape[-1]
    R = np.ones((n, n))
    for W, r in zip(A, residual):
        M = W.max(axis=0)
        R = (r * np.eye(n) + (1 - r) * M / M.sum(1, keepdims=True)) * R
    v = R[0, 1:]
    return v / v.sum() if v.sum() > 0 else v * 0


# %% wrong: unrecognised — last patch dropped in place of CLS
def cls_rollout(A, residual):
    R = np.eye(A.shape[-1])
    for W, r in zip(A, residual):
        M = W.max(axis=0)
        R = (r * np.eye(len(R)) + (1 - r) * M / M.sum(1, keepdims=True)) @ R
    v = R[0, :-1]
    return v / v.sum() if v.sum() > 0 else v * 0


# %% wrong: changed-arguments, earns 0.7 — right shares but A overwritten with its largest
def cls_rollout(A, residual):
    R = np.eye(A.shape[-1])
    for W, r in zip(A, residual):
        M = W[0]
        for other in W[1:]:
            np.maximum(M, other, out=M)
        M /= M.sum(1, keepdims=True)
        R = (r * np.eye(len(R)) + (1 - r) * M) @ R
    v = R[0, 1:]
    return v / v.sum() if v.sum() > 0 else v * 0


# %% wrong: unrecognised — largest weights cut to one where needed and not divided
def cls_rollout(A, residual):
    R = np.eye(A.shape[-1])
    for W, r in zip(A, residual):
        M = W.max(axis=0)
        M[:, 0] = np.maximum(0, 1 - M[:, 1:].sum(axis=1))
        R = (r * np.eye(len(R)) + (1 - r) * M) @ R
    v = R[0, 1:]
    return v / v.sum() if v.sum() > 0 else v * 0


# %% wrong: axis-of-length-1, earns 0.8 — result keeps an axis of length one
def cls_rollout(A, residual):
    R = np.eye(A.shape[-1])
    for W, r in zip(A, residual):
        M = W.max(axis=0)
        R = (r * np.eye(len(R)) + (1 - r) * M / M.sum(1, keepdims=True)) @ R
    v = R[:1, 1:]
    return v / v.sum() if v.sum() > 0 else v * 0


# %% wrong: unrecognised, earns 0.5 — zeros whenever the last residual is one
def cls_rollout(A, residual):
    R = np.eye(A.shape[-1])
    if residual[-1] == 1:
        return np.zeros(len(R) - 1)
    for W, r in zip(A, residual):
        M = W.max(axis=0)
        R = (r * np.eye(len(R)) + (1 - r) * M / M.sum(1, keepdims=True)) @ R
    v = R[0, 1:]
    return v / v.sum() if v.sum() > 0 else v * 0
