# %% right: layer by layer
def cls_rollout(A, residual):
    identity = np.eye(A.shape[-1])
    total = identity
    for weights, r in zip(A, residual, strict=True):
        mixed = weights.max(axis=0)
        mixed = mixed / mixed.sum(axis=1, keepdims=True)
        total = (r * identity + (1 - r) * mixed) @ total
    row = total[0, 1:]
    return row / max(row.sum(), 1e-300)


# %% right: one row — from the last layer down
def cls_rollout(A, residual):
    row = np.zeros(A.shape[-1])
    row[0] = 1
    for weights, r in reversed(list(zip(A, residual, strict=True))):
        largest = weights.max(axis=0)
        row = r * row + (1 - r) * row @ (largest / largest.sum(axis=1)[:, None])
    patches = row[1:]
    return patches / patches.sum() if patches.any() else patches


# %% right: torch and the chapter's rollout
def cls_rollout(A, residual):
    import torch

    from payattention.vit import rollout

    largest = torch.tensor(A).amax(dim=1)
    r = torch.tensor(residual)[:, None, None]
    layers = r * torch.eye(A.shape[-1]).double() + (1 - r) * largest / largest.sum(-1, keepdim=True)
    halves = [(2 * layer - torch.eye(len(layer)).double())[None] for layer in layers]
    row = rollout(halves)[0, 1:]
    return (row / row.sum()).nan_to_num()


# %% right: all layers at once — as a list
def cls_rollout(A, residual):
    M = np.max(A, axis=1)
    M /= M.sum(axis=-1, keepdims=True)
    M *= (1 - residual)[:, None, None]
    for l, r in enumerate(residual):
        M[l] += np.diag(np.full(A.shape[-1], r))
    total = M[0] if len(M) == 1 else np.linalg.multi_dot(M[::-1])
    shares = total[0].tolist()[1:]
    return [share / sum(shares) if sum(shares) else 0.0 for share in shares]


# %% wrong: half-and-half, earns 0.4
def cls_rollout(A, residual):
    identity = np.eye(A.shape[-1])
    total = identity
    for weights, r in zip(A, residual, strict=True):
        r = 0.5
        mixed = weights.max(axis=0)
        mixed = mixed / mixed.sum(axis=1, keepdims=True)
        total = (r * identity + (1 - r) * mixed) @ total
    row = total[0, 1:]
    return row / max(row.sum(), 1e-300)


# %% wrong: half-and-half + mean-of-heads, earns 0.2 — payattention's rollout
def cls_rollout(A, residual):
    import torch

    from payattention.vit import rollout

    row = rollout([torch.tensor(layer) for layer in A])[0, 1:]
    return row / row.sum()


# %% wrong: weights-exchanged, earns 0.6
def cls_rollout(A, residual):
    identity = np.eye(A.shape[-1])
    total = identity
    for weights, r in zip(A, residual, strict=True):
        mixed = weights.max(axis=0)
        mixed = mixed / mixed.sum(axis=1, keepdims=True)
        total = ((1 - r) * identity + r * mixed) @ total
    row = total[0, 1:]
    return row / max(row.sum(), 1e-300)


# %% wrong: no-residual, earns 0.3
def cls_rollout(A, residual):
    identity = np.eye(A.shape[-1])
    total = identity
    for weights in A:
        mixed = weights.max(axis=0)
        mixed = mixed / mixed.sum(axis=1, keepdims=True)
        total = mixed @ total
    row = total[0, 1:]
    return row / max(row.sum(), 1e-300)


# %% wrong: one-weight, earns 0.5 — that of the first layer
def cls_rollout(A, residual):
    identity = np.eye(A.shape[-1])
    total = identity
    for weights in A:
        mixed = weights.max(axis=0)
        mixed = mixed / mixed.sum(axis=1, keepdims=True)
        total = (residual[0] * identity + (1 - residual[0]) * mixed) @ total
    row = total[0, 1:]
    return row / max(row.sum(), 1e-300)


# %% wrong: one-weight, earns 0.5 — in the other order
def cls_rollout(A, residual):
    identity = np.eye(A.shape[-1])
    total = identity
    for weights, r in zip(A, residual[::-1], strict=True):
        mixed = weights.max(axis=0)
        mixed = mixed / mixed.sum(axis=1, keepdims=True)
        total = (r * identity + (1 - r) * mixed) @ total
    row = total[0, 1:]
    return row / max(row.sum(), 1e-300)


# %% wrong: mean-of-heads, earns 0.5
def cls_rollout(A, residual):
    identity = np.eye(A.shape[-1])
    total = identity
    for weights, r in zip(A, residual, strict=True):
        mixed = weights.mean(axis=0)
        mixed = mixed / mixed.sum(axis=1, keepdims=True)
        total = (r * identity + (1 - r) * mixed) @ total
    row = total[0, 1:]
    return row / max(row.sum(), 1e-300)


# %% wrong: mean-of-heads, earns 0.5 — the smallest weight
def cls_rollout(A, residual):
    identity = np.eye(A.shape[-1])
    total = identity
    for weights, r in zip(A, residual, strict=True):
        mixed = weights.min(axis=0)
        mixed = mixed / mixed.sum(axis=1, keepdims=True)
        total = (r * identity + (1 - r) * mixed) @ total
    row = total[0, 1:]
    return row / max(row.sum(), 1e-300)


# %% wrong: not-normalised, earns 0.5
def cls_rollout(A, residual):
    identity = np.eye(A.shape[-1])
    total = identity
    for weights, r in zip(A, residual, strict=True):
        mixed = weights.max(axis=0)
        total = (r * identity + (1 - r) * mixed) @ total
    row = total[0, 1:]
    return row / max(row.sum(), 1e-300)


# %% wrong: not-normalised, earns 0.5 — only after the residual connection
def cls_rollout(A, residual):
    identity = np.eye(A.shape[-1])
    total = identity
    for weights, r in zip(A, residual, strict=True):
        mixed = weights.max(axis=0)
        layer = r * identity + (1 - r) * mixed
        total = layer / layer.sum(axis=1, keepdims=True) @ total
    row = total[0, 1:]
    return row / max(row.sum(), 1e-300)


# %% wrong: sums-of-columns, earns 0.5
def cls_rollout(A, residual):
    identity = np.eye(A.shape[-1])
    total = identity
    for weights, r in zip(A, residual, strict=True):
        mixed = weights.max(axis=0)
        mixed = mixed / mixed.sum(axis=0, keepdims=True)
        total = (r * identity + (1 - r) * mixed) @ total
    row = total[0, 1:]
    return row / max(row.sum(), 1e-300)


# %% wrong: other-order, earns 0.5
def cls_rollout(A, residual):
    identity = np.eye(A.shape[-1])
    total = identity
    for weights, r in zip(A, residual, strict=True):
        mixed = weights.max(axis=0)
        mixed = mixed / mixed.sum(axis=1, keepdims=True)
        total = total @ (r * identity + (1 - r) * mixed)
    row = total[0, 1:]
    return row / max(row.sum(), 1e-300)


# %% wrong: one-layer, earns 0.2 — the last
def cls_rollout(A, residual):
    identity = np.eye(A.shape[-1])
    total = identity
    for weights, r in zip(A, residual, strict=True):
        mixed = weights.max(axis=0)
        mixed = mixed / mixed.sum(axis=1, keepdims=True)
        total = (r * identity + (1 - r) * mixed) @ identity
    row = total[0, 1:]
    return row / max(row.sum(), 1e-300)


# %% wrong: one-head, earns 0.3
def cls_rollout(A, residual):
    identity = np.eye(A.shape[-1])
    total = identity
    for weights, r in zip(A, residual, strict=True):
        largest = weights[0]
        mixed = largest / largest.sum(axis=1, keepdims=True)
        total = (r * identity + (1 - r) * mixed) @ total
    row = total[0, 1:]
    return row / row.sum() if row.any() else row


# %% wrong: heads-apart, earns 0.4
def cls_rollout(A, residual):
    identity = np.eye(A.shape[-1])
    total = np.broadcast_to(identity, A.shape[1:])
    for weights, r in zip(A, residual, strict=True):
        total = (r * identity + (1 - r) * weights) @ total
    row = total.max(axis=0)[0, 1:]
    return row / row.sum() if row.any() else row


# %% wrong: entry-by-entry, earns 0.4
def cls_rollout(A, residual):
    identity = np.eye(A.shape[-1])
    total = 1
    for weights, r in zip(A, residual, strict=True):
        largest = weights.max(axis=0)
        mixed = largest / largest.sum(axis=1, keepdims=True)
        total = (r * identity + (1 - r) * mixed) * total
    row = total[0, 1:]
    return row / row.sum() if row.any() else row


# %% wrong: mean-of-queries, earns 0.4 — all
def cls_rollout(A, residual):
    identity = np.eye(A.shape[-1])
    total = identity
    for weights, r in zip(A, residual, strict=True):
        largest = weights.max(axis=0)
        mixed = largest / largest.sum(axis=1, keepdims=True)
        total = (r * identity + (1 - r) * mixed) @ total
    row = total[:, 1:].mean(axis=0)
    return row / row.sum() if row.any() else row


# %% wrong: mean-of-queries, earns 0.4 — the patches
def cls_rollout(A, residual):
    identity = np.eye(A.shape[-1])
    total = identity
    for weights, r in zip(A, residual, strict=True):
        largest = weights.max(axis=0)
        mixed = largest / largest.sum(axis=1, keepdims=True)
        total = (r * identity + (1 - r) * mixed) @ total
    row = total[1:, 1:].mean(axis=0)
    return row / row.sum() if row.any() else row


# %% wrong: other-order, earns 0.5 — only the maps
def cls_rollout(A, residual):
    identity = np.eye(A.shape[-1])
    total = identity
    for weights, r in zip(A[::-1], residual, strict=True):
        largest = weights.max(axis=0)
        mixed = largest / largest.sum(axis=1, keepdims=True)
        total = (r * identity + (1 - r) * mixed) @ total
    row = total[0, 1:]
    return row / row.sum() if row.any() else row


# %% wrong: half-and-half, earns 0.4 — both in full, then each row divided by its sum
def cls_rollout(A, residual):
    identity = np.eye(A.shape[-1])
    total = identity
    for weights in A:
        mixed = identity + weights.max(axis=0)
        total = mixed / mixed.sum(axis=1, keepdims=True) @ total
    row = total[0, 1:]
    return row / row.sum() if row.any() else row


# %% wrong: column, earns 0.4
def cls_rollout(A, residual):
    identity = np.eye(A.shape[-1])
    total = identity
    for weights, r in zip(A, residual, strict=True):
        mixed = weights.max(axis=0)
        mixed = mixed / mixed.sum(axis=1, keepdims=True)
        total = (r * identity + (1 - r) * mixed) @ total
    row = total[1:, 0]
    return row / max(row.sum(), 1e-300)


# %% wrong: shares-not-shared, earns 0.6
def cls_rollout(A, residual):
    identity = np.eye(A.shape[-1])
    total = identity
    for weights, r in zip(A, residual, strict=True):
        mixed = weights.max(axis=0)
        mixed = mixed / mixed.sum(axis=1, keepdims=True)
        total = (r * identity + (1 - r) * mixed) @ total
    row = total[0, 1:]
    return row


# %% wrong: zero-by-zero, earns 0.7
def cls_rollout(A, residual):
    identity = np.eye(A.shape[-1])
    total = identity
    for weights, r in zip(A, residual, strict=True):
        mixed = weights.max(axis=0)
        mixed = mixed / mixed.sum(axis=1, keepdims=True)
        total = (r * identity + (1 - r) * mixed) @ total
    row = total[0, 1:]
    return row / row.sum()


# %% wrong: own-entry-kept, earns 0.5
def cls_rollout(A, residual):
    identity = np.eye(A.shape[-1])
    total = identity
    for weights, r in zip(A, residual, strict=True):
        mixed = weights.max(axis=0)
        mixed = mixed / mixed.sum(axis=1, keepdims=True)
        total = (r * identity + (1 - r) * mixed) @ total
    row = total[0]
    return row / max(row.sum(), 1e-300)


# %% wrong: equal-shares, earns 0.7
def cls_rollout(A, residual):
    identity = np.eye(A.shape[-1])
    total = identity
    for weights, r in zip(A, residual, strict=True):
        mixed = weights.max(axis=0)
        mixed = mixed / mixed.sum(axis=1, keepdims=True)
        total = (r * identity + (1 - r) * mixed) @ total
    row = total[0, 1:]
    if row.sum() == 0:
        return np.full(len(row), 1 / len(row))
    return row / row.sum()


# %% wrong: without-keepdims, earns 0.6
def cls_rollout(A, residual):
    total = np.eye(A.shape[-1])
    for weights, r in zip(A, residual, strict=True):
        largest = weights.max(axis=0)
        largest = largest / largest.sum(axis=1)
        total = (r * np.eye(len(total)) + (1 - r) * largest) @ total
    row = total[0, 1:]
    return row / row.sum() if row.sum() > 0 else row


# %% wrong: softmax-again, earns 0.5
def cls_rollout(A, residual):
    total = np.eye(A.shape[-1])
    for weights, r in zip(A, residual, strict=True):
        largest = np.exp(weights.max(axis=0))
        largest = largest / largest.sum(axis=1, keepdims=True)
        total = (r * np.eye(len(total)) + (1 - r) * largest) @ total
    row = total[0, 1:]
    return row / row.sum() if row.sum() > 0 else row


# %% wrong: one-head, earns 0.3 — the one with the largest weight
def cls_rollout(A, residual):
    total = np.eye(A.shape[-1])
    for weights, r in zip(A, residual, strict=True):
        best = weights.max(axis=(1, 2)).argmax()
        total = (r * np.eye(len(total)) + (1 - r) * weights[best]) @ total
    row = total[0, 1:]
    return row / row.sum() if row.sum() > 0 else row


# %% wrong: near-0-is-0, earns 0.7 — a bound
def cls_rollout(A, residual):
    total = np.eye(A.shape[-1])
    for weights, r in zip(A, residual, strict=True):
        largest = weights.max(axis=0)
        largest = largest / largest.sum(axis=1, keepdims=True)
        total = (r * np.eye(len(total)) + (1 - r) * largest) @ total
    row = total[0, 1:]
    return row / row.sum() if row.sum() > 1e-3 else np.zeros(len(row))


# %% wrong: near-0-is-0, earns 0.7 — added to the sum
def cls_rollout(A, residual):
    total = np.eye(A.shape[-1])
    for weights, r in zip(A, residual, strict=True):
        largest = weights.max(axis=0)
        largest = largest / largest.sum(axis=1, keepdims=True)
        total = (r * np.eye(len(total)) + (1 - r) * largest) @ total
    return total[0, 1:] / (total[0, 1:].sum() + 1e-9)


# %% wrong: one-layer, earns 0.2 — first layer left out of the product
def cls_rollout(A, residual):
    R = np.eye(A.shape[-1])
    for l in range(1, len(A)):
        M = A[l].max(axis=0)
        R = (residual[l] * np.eye(len(R)) + (1 - residual[l]) * M / M.sum(1, keepdims=True)) @ R
    v = R[0, 1:]
    return v / v.sum() if v.sum() > 0 else v * 0


# %% wrong: not-normalised, earns 0.5 — whole table divided by its sum
def cls_rollout(A, residual):
    R = np.eye(A.shape[-1])
    for W, r in zip(A, residual, strict=True):
        M = W.max(axis=0)
        R = (r * np.eye(len(R)) + (1 - r) * M / M.sum()) @ R
    v = R[0, 1:]
    return v / v.sum() if v.sum() > 0 else v * 0


# %% wrong: entry-by-entry, earns 0.4 — layers averaged and not multiplied
def cls_rollout(A, residual):
    n = A.shape[-1]
    R = np.zeros((n, n))
    for W, r in zip(A, residual, strict=True):
        M = W.max(axis=0)
        R += (r * np.eye(n) + (1 - r) * M / M.sum(1, keepdims=True)) / len(A)
    v = R[0, 1:]
    return v / v.sum() if v.sum() > 0 else v * 0


# %% wrong: axis-of-length-1, earns 0.8 — result keeps an axis of length one
def cls_rollout(A, residual):
    R = np.eye(A.shape[-1])
    for W, r in zip(A, residual, strict=True):
        M = W.max(axis=0)
        R = (r * np.eye(len(R)) + (1 - r) * M / M.sum(1, keepdims=True)) @ R
    v = R[:1, 1:]
    return v / v.sum() if v.sum() > 0 else v * 0


# %% wrong: of-all-layers, earns 0.4 — a maximum over axis 0 of all weights
def cls_rollout(A, residual):
    identity = np.eye(A.shape[-1])
    total = identity
    for mixed, r in zip(A.max(axis=0), residual, strict=False):
        mixed = mixed / mixed.sum(axis=1, keepdims=True)
        total = (r * identity + (1 - r) * mixed) @ total
    row = total[0, 1:]
    return row / max(row.sum(), 1e-300)


# %% wrong: attention-in-full, earns 0.5 — one minus the residual weight forgotten
def cls_rollout(A, residual):
    identity = np.eye(A.shape[-1])
    total = identity
    for weights, r in zip(A, residual, strict=True):
        mixed = weights.max(axis=0)
        mixed = mixed / mixed.sum(axis=1, keepdims=True)
        total = (r * identity + mixed) @ total
    row = total[0, 1:]
    return row / max(row.sum(), 1e-300)


# %% wrong: attention-in-full, earns 0.5 — and each row divided by its sum afterwards
def cls_rollout(A, residual):
    identity = np.eye(A.shape[-1])
    total = identity
    for weights, r in zip(A, residual, strict=True):
        mixed = weights.max(axis=0)
        mixed = mixed / mixed.sum(axis=1, keepdims=True)
        mixed = r * identity + mixed
        total = mixed / mixed.sum(axis=1, keepdims=True) @ total
    row = total[0, 1:]
    return row / max(row.sum(), 1e-300)


# %% wrong: of-all-queries, earns 0.4 — a maximum over axis 1 of a layer
def cls_rollout(A, residual):
    identity = np.eye(A.shape[-1])
    total = identity
    for weights, r in zip(A, residual, strict=True):
        mixed = weights.max(axis=1)
        mixed = mixed / mixed.sum(axis=1, keepdims=True)
        total = (r * identity + (1 - r) * mixed) @ total
    row = total[0, 1:]
    return row / max(row.sum(), 1e-300)


# %% wrong: class-token-cut-off, earns 0.3 — before the product, row of patch 0
def cls_rollout(A, residual):
    A = A[:, :, 1:, 1:]
    identity = np.eye(A.shape[-1])
    total = identity
    for weights, r in zip(A, residual, strict=True):
        mixed = weights.max(axis=0)
        mixed = mixed / mixed.sum(axis=1, keepdims=True)
        total = (r * identity + (1 - r) * mixed) @ total
    row = total[0]
    return row / max(row.sum(), 1e-300)


# %% wrong: class-token-cut-off, earns 0.3 — before the product, mean of the patches
def cls_rollout(A, residual):
    A = A[:, :, 1:, 1:]
    identity = np.eye(A.shape[-1])
    total = identity
    for weights, r in zip(A, residual, strict=True):
        mixed = weights.max(axis=0)
        mixed = mixed / mixed.sum(axis=1, keepdims=True)
        total = (r * identity + (1 - r) * mixed) @ total
    row = total.mean(axis=0)
    return row / max(row.sum(), 1e-300)
