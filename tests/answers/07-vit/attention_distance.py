# %% right: tables
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    distance = patch * np.sqrt((y[:, None] - y) ** 2 + (x[:, None] - x) ** 2)
    among = A[:, 1:, 1:]
    total = among.sum(axis=2)
    far = (among * distance).sum(axis=2) / np.where(total > 0, total, 1)
    return far.sum(axis=1) / np.maximum((total > 0).sum(axis=1), 1)


# %% right: loops
def attention_distance(A, rows, columns, patch):
    found = []
    for head in A:
        means = []
        for i in range(rows * columns):
            weights = head[1 + i, 1:]
            if weights.sum() == 0:
                continue
            down, along = np.divmod(np.arange(rows * columns), columns)
            distance = np.hypot(down - i // columns, along - i % columns)
            means.append(patch * (weights * distance).sum() / weights.sum())
        found.append(sum(means) / len(means) if means else 0.0)
    return found


# %% right: torch's nanmean
def attention_distance(A, rows, columns, patch):
    import torch

    places = torch.cartesian_prod(torch.arange(rows), torch.arange(columns)).double() * patch
    among = torch.tensor(A)[:, 1:, 1:]
    weights = among / among.sum(dim=-1, keepdim=True)
    return (weights * torch.cdist(places, places)).sum(dim=-1).nanmean(dim=-1).nan_to_num()


# %% right: complex numbers
def attention_distance(A, rows, columns, patch):
    place = (np.arange(rows)[:, None] + 1j * np.arange(columns)).ravel() + 0.5 + 0.5j
    away = np.abs(place[:, None] - place[None])
    result = np.zeros(len(A), dtype=np.float32)
    for h, head in enumerate(A[:, 1:, 1:]):
        seen = head[head.any(axis=1)]
        if len(seen):
            far = (head * away).sum(axis=1)[head.any(axis=1)]
            result[h] = patch * np.mean(far / seen.sum(axis=1))
    return result


# %% wrong: weights-not-shared, earns 0.5
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    distance = patch * np.sqrt((y[:, None] - y) ** 2 + (x[:, None] - x) ** 2)
    among = A[:, 1:, 1:]
    total = among.sum(axis=2)
    far = (among * distance).sum(axis=2) / 1
    return far.sum(axis=1) / np.maximum((total > 0).sum(axis=1), 1)


# %% wrong: class-token-last, earns 0.4
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    distance = patch * np.sqrt((y[:, None] - y) ** 2 + (x[:, None] - x) ** 2)
    among = A[:, :-1, :-1]
    total = among.sum(axis=2)
    far = (among * distance).sum(axis=2) / np.where(total > 0, total, 1)
    return far.sum(axis=1) / np.maximum((total > 0).sum(axis=1), 1)


# %% wrong: class-token-last, earns 0.4 — and its weights count
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    distance = patch * np.sqrt((y[:, None] - y) ** 2 + (x[:, None] - x) ** 2)
    among = A[:, :-1, :-1]
    total = among.sum(axis=2)
    far = (among * distance).sum(axis=2) / 1
    return far.sum(axis=1) / np.maximum((total > 0).sum(axis=1), 1)


# %% wrong: grid-turned, earns 0.5
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), rows)
    distance = patch * np.sqrt((y[:, None] - y) ** 2 + (x[:, None] - x) ** 2)
    among = A[:, 1:, 1:]
    total = among.sum(axis=2)
    far = (among * distance).sum(axis=2) / np.where(total > 0, total, 1)
    return far.sum(axis=1) / np.maximum((total > 0).sum(axis=1), 1)


# %% wrong: steps-added, earns 0.5
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    distance = patch * (abs(y[:, None] - y) + abs(x[:, None] - x))
    among = A[:, 1:, 1:]
    total = among.sum(axis=2)
    far = (among * distance).sum(axis=2) / np.where(total > 0, total, 1)
    return far.sum(axis=1) / np.maximum((total > 0).sum(axis=1), 1)


# %% wrong: not-rooted, earns 0.5
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    distance = patch**2 * ((y[:, None] - y) ** 2 + (x[:, None] - x) ** 2)
    among = A[:, 1:, 1:]
    total = among.sum(axis=2)
    far = (among * distance).sum(axis=2) / np.where(total > 0, total, 1)
    return far.sum(axis=1) / np.maximum((total > 0).sum(axis=1), 1)


# %% wrong: not-rooted, earns 0.5 — the root of the mean
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    distance = patch**2 * ((y[:, None] - y) ** 2 + (x[:, None] - x) ** 2)
    among = A[:, 1:, 1:]
    total = among.sum(axis=2)
    far = (among * distance).sum(axis=2) / np.where(total > 0, total, 1)
    return np.sqrt(far.sum(axis=1) / np.maximum((total > 0).sum(axis=1), 1))


# %% wrong: strongest-alone, earns 0.3
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    distance = patch * np.sqrt((y[:, None] - y) ** 2 + (x[:, None] - x) ** 2)
    among = A[:, 1:, 1:]
    among = (among == among.max(axis=2, keepdims=True)) * 1.0
    total = among.sum(axis=2)
    far = (among * distance).sum(axis=2) / np.where(total > 0, total, 1)
    return far.sum(axis=1) / np.maximum((total > 0).sum(axis=1), 1)


# %% wrong: not-weighted
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    distance = patch * np.sqrt((y[:, None] - y) ** 2 + (x[:, None] - x) ** 2)
    among = np.ones_like(A[:, 1:, 1:])
    total = among.sum(axis=2)
    far = (among * distance).sum(axis=2) / np.where(total > 0, total, 1)
    return far.sum(axis=1) / np.maximum((total > 0).sum(axis=1), 1)


# %% wrong: class-token-asks, earns 0.5 — its row for that of patch 0
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    distance = patch * np.hypot(y[:, None] - y, x[:, None] - x)
    among = A[:, :-1, 1:]
    total = among.sum(axis=2)
    seen = total > 0
    far = (among * distance).sum(axis=2) / np.where(seen, total, 1)
    return far.sum(axis=1) / np.maximum(seen.sum(axis=1), 1)


# %% wrong: class-token-asks, earns 0.5 — at the place of patch 0
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    distance = patch * np.hypot(y[:, None] - y, x[:, None] - x)
    distance = np.vstack([distance[:1], distance])
    among = A[:, :, 1:]
    total = among.sum(axis=2)
    seen = total > 0
    far = (among * distance).sum(axis=2) / np.where(seen, total, 1)
    return far.sum(axis=1) / np.maximum(seen.sum(axis=1), 1)


# %% wrong: one-fraction, earns 0.5
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    distance = patch * np.hypot(y[:, None] - y, x[:, None] - x)
    among = A[:, 1:, 1:]
    total = among.sum(axis=(1, 2))
    return (among * distance).sum(axis=(1, 2)) / np.where(total > 0, total, 1)


# %% wrong: keys-for-queries, earns 0.4
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    distance = patch * np.hypot(y[:, None] - y, x[:, None] - x)
    among = A[:, 1:, 1:].swapaxes(1, 2)
    total = among.sum(axis=2)
    seen = total > 0
    far = (among * distance).sum(axis=2) / np.where(seen, total, 1)
    return far.sum(axis=1) / np.maximum(seen.sum(axis=1), 1)


# %% wrong: along-the-sequence, earns 0.3
def attention_distance(A, rows, columns, patch):
    i = np.arange(rows * columns)
    distance = patch * np.abs(i[:, None] - i)
    among = A[:, 1:, 1:]
    total = among.sum(axis=2)
    seen = total > 0
    far = (among * distance).sum(axis=2) / np.where(seen, total, 1)
    return far.sum(axis=1) / np.maximum(seen.sum(axis=1), 1)


# %% wrong: steps-added, earns 0.5 — the larger one
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    distance = patch * np.maximum(np.abs(y[:, None] - y), np.abs(x[:, None] - x))
    among = A[:, 1:, 1:]
    total = among.sum(axis=2)
    seen = total > 0
    far = (among * distance).sum(axis=2) / np.where(seen, total, 1)
    return far.sum(axis=1) / np.maximum(seen.sum(axis=1), 1)


# %% wrong: not-rooted, earns 0.5 — squared in patches
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    distance = patch * ((y[:, None] - y) ** 2 + (x[:, None] - x) ** 2)
    among = A[:, 1:, 1:]
    total = among.sum(axis=2)
    seen = total > 0
    far = (among * distance).sum(axis=2) / np.where(seen, total, 1)
    return far.sum(axis=1) / np.maximum(seen.sum(axis=1), 1)


# %% wrong: heads-averaged, earns 0.3 — their weights
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    distance = patch * np.hypot(y[:, None] - y, x[:, None] - x)
    among = np.broadcast_to(A.mean(axis=0), A.shape)[:, 1:, 1:]
    total = among.sum(axis=2)
    seen = total > 0
    far = (among * distance).sum(axis=2) / np.where(seen, total, 1)
    return far.sum(axis=1) / np.maximum(seen.sum(axis=1), 1)


# %% wrong: summed, earns 0.5
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    distance = patch * np.sqrt((y[:, None] - y) ** 2 + (x[:, None] - x) ** 2)
    among = A[:, 1:, 1:]
    total = among.sum(axis=2)
    far = (among * distance).sum(axis=2) / np.where(total > 0, total, 1)
    return far.sum(axis=1)


# %% wrong: heads-averaged, earns 0.3
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    distance = patch * np.sqrt((y[:, None] - y) ** 2 + (x[:, None] - x) ** 2)
    among = A[:, 1:, 1:]
    total = among.sum(axis=2)
    far = (among * distance).sum(axis=2) / np.where(total > 0, total, 1)
    found = far.sum(axis=1) / np.maximum((total > 0).sum(axis=1), 1)
    return np.full(len(A), found.mean())


# %% wrong: in-patches, earns 0.7
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    distance = np.sqrt((y[:, None] - y) ** 2 + (x[:, None] - x) ** 2)
    among = A[:, 1:, 1:]
    total = among.sum(axis=2)
    far = (among * distance).sum(axis=2) / np.where(total > 0, total, 1)
    return far.sum(axis=1) / np.maximum((total > 0).sum(axis=1), 1)


# %% wrong: in-patches + weights-not-shared, earns 0.35
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    distance = np.sqrt((y[:, None] - y) ** 2 + (x[:, None] - x) ** 2)
    among = A[:, 1:, 1:]
    total = among.sum(axis=2)
    far = (among * distance).sum(axis=2) / 1
    return far.sum(axis=1) / np.maximum((total > 0).sum(axis=1), 1)


# %% wrong: in-patches + grid-turned, earns 0.35
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), rows)
    distance = np.sqrt((y[:, None] - y) ** 2 + (x[:, None] - x) ** 2)
    among = A[:, 1:, 1:]
    total = among.sum(axis=2)
    far = (among * distance).sum(axis=2) / np.where(total > 0, total, 1)
    return far.sum(axis=1) / np.maximum((total > 0).sum(axis=1), 1)


# %% wrong: zero-by-zero, earns 0.6
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    distance = patch * np.sqrt((y[:, None] - y) ** 2 + (x[:, None] - x) ** 2)
    among = A[:, 1:, 1:]
    total = among.sum(axis=2)
    far = (among * distance).sum(axis=2) / total
    return far.sum(axis=1) / np.maximum((total > 0).sum(axis=1), 1)


# %% wrong: zero-by-zero, earns 0.6 — at heads without any query
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    distance = patch * np.sqrt((y[:, None] - y) ** 2 + (x[:, None] - x) ** 2)
    among = A[:, 1:, 1:]
    total = among.sum(axis=2)
    far = (among * distance).sum(axis=2) / np.where(total > 0, total, 1)
    return far.sum(axis=1) / (total > 0).sum(axis=1)


# %% wrong: counted-as-0, earns 0.7
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    distance = patch * np.sqrt((y[:, None] - y) ** 2 + (x[:, None] - x) ** 2)
    among = A[:, 1:, 1:]
    total = among.sum(axis=2)
    far = (among * distance).sum(axis=2) / np.where(total > 0, total, 1)
    return far.sum(axis=1) / (rows * columns)


# %% wrong: wrong-shape — all heads at once
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    distance = patch * np.sqrt((y[:, None] - y) ** 2 + (x[:, None] - x) ** 2)
    among = A[:, 1:, 1:].mean(axis=0, keepdims=True)
    total = among.sum(axis=2)
    far = (among * distance).sum(axis=2) / np.where(total > 0, total, 1)
    return far.sum(axis=1) / np.maximum((total > 0).sum(axis=1), 1)


# %% wrong: patch-twice, earns 0.7
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    d = patch**2 * np.sqrt((y[:, None] - y) ** 2 + (x[:, None] - x) ** 2)
    W = A[:, 1:, 1:]
    total = W.sum(axis=2)
    D = (W * d).sum(axis=2) / np.where(total > 0, total, 1)
    return D.sum(axis=1) / np.maximum((total > 0).sum(axis=1), 1)


# %% wrong: softmax-again, earns 0.4
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    d = patch * np.sqrt((y[:, None] - y) ** 2 + (x[:, None] - x) ** 2)
    W = np.exp(A[:, 1:, 1:])
    W /= W.sum(axis=2, keepdims=True)
    return (W * d).sum(axis=2).mean(axis=1)


# %% wrong: class-token-alone, earns 0.3
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    d = patch * np.sqrt((y[:, None] - y) ** 2 + (x[:, None] - x) ** 2)
    W = A[:, 0, 1:]
    W = W / np.maximum(W.sum(axis=1, keepdims=True), 1e-300)
    return (W[:, None] * d).sum(axis=2).mean(axis=1)


# %% wrong: class-token-key, earns 0.5
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    y2, x2 = np.r_[0, y], np.r_[0, x]
    d = patch * np.sqrt((y[:, None] - y2) ** 2 + (x[:, None] - x2) ** 2)
    return (A[:, 1:] * d).sum(axis=2).mean(axis=1)


# %% wrong: all-heads-counted, earns 0.5
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    d = patch * np.sqrt((y[:, None] - y) ** 2 + (x[:, None] - x) ** 2)
    W = A[:, 1:, 1:]
    total = W.sum(axis=2)
    D = (W * d).sum(axis=2) / np.where(total > 0, total, 1)
    return D.sum(axis=1) / max((total > 0).sum(), 1)


# %% wrong: one-query-too-few, earns 0.6
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    d = patch * np.sqrt((y[:, None] - y) ** 2 + (x[:, None] - x) ** 2)
    W = A[:, 1:, 1:]
    total = W.sum(axis=2)
    D = (W * d).sum(axis=2) / np.where(total > 0, total, 1)
    return D.sum(axis=1) / np.maximum((total > 0).sum(axis=1) - 1, 1)


# %% wrong: one-query-too-many, earns 0.6
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    distance = patch * np.hypot(y[:, None] - y, x[:, None] - x)
    among = A[:, 1:, 1:]
    total = among.sum(axis=2)
    far = (among * distance).sum(axis=2) / np.where(total > 0, total, 1)
    return far.sum(axis=1) / (1 + (total > 0).sum(axis=1))


# %% wrong: itself-left-out, earns 0.7
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    d = patch * np.sqrt((y[:, None] - y) ** 2 + (x[:, None] - x) ** 2)
    W = A[:, 1:, 1:]
    total = W.sum(axis=2)
    D = (W * d).sum(axis=2) / np.where(total > 0, total, 1)
    return D.sum(axis=1) / np.maximum((D > 0).sum(axis=1), 1)


# %% wrong: left-out-everywhere, earns 0.7
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    d = patch * np.sqrt((y[:, None] - y) ** 2 + (x[:, None] - x) ** 2)
    W = A[:, 1:, 1:]
    total = W.sum(axis=2)
    keep = (total > 0).all(axis=0)
    D = (W * d).sum(axis=2) / np.where(total > 0, total, 1)
    return (D * keep).sum(axis=1) / max(keep.sum(), 1)


# %% wrong: near-0-is-0, earns 0.7 — added to the sum
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    d = patch * np.sqrt((y[:, None] - y) ** 2 + (x[:, None] - x) ** 2)
    W = A[:, 1:, 1:]
    total = W.sum(axis=2)
    D = (W * d).sum(axis=2) / (total + 1e-6)
    return D.sum(axis=1) / np.maximum((total > 0).sum(axis=1), 1)


# %% wrong: near-0-is-0, earns 0.7 — left out
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    d = patch * np.sqrt((y[:, None] - y) ** 2 + (x[:, None] - x) ** 2)
    W = A[:, 1:, 1:]
    total = W.sum(axis=2)
    keep = ~np.isclose(total, 0)
    D = np.where(keep, (W * d).sum(axis=2) / np.where(keep, total, 1), 0)
    return D.sum(axis=1) / np.maximum(keep.sum(axis=1), 1)


# %% wrong: one-query-too-many + weights-not-shared, earns 0.3 — [CLS] stays
def attention_distance(A, rows, columns, patch):
    n = rows * columns
    y, x = np.divmod(np.arange(n), columns)
    d = np.zeros((n + 1, n + 1))
    d[1:, 1:] = patch * np.hypot(y[:, None] - y, x[:, None] - x)
    return (A * d).sum(2).mean(1)


# %% wrong: zero-by-zero, earns 0.6 — nan of one query turns its head to zero
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    d = patch * np.hypot(y[:, None] - y, x[:, None] - x)
    W = A[:, 1:, 1:]
    with np.errstate(all="ignore"):
        return np.nan_to_num(((W * d).sum(2) / W.sum(2)).mean(1))


# %% wrong: not-rooted, earns 0.5 — root of the mean squared distance
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    d = patch**2 * ((y[:, None] - y) ** 2 + (x[:, None] - x) ** 2)
    W = A[:, 1:, 1:]
    t = W.sum(2)
    D = np.sqrt((W * d).sum(2) / np.where(t > 0, t, 1))
    return D.sum(1) / np.maximum((t > 0).sum(1), 1)


# %% wrong: counted-as-0, earns 0.7 — divisor counts queries alive in any head
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    d = patch * np.hypot(y[:, None] - y, x[:, None] - x)
    W = A[:, 1:, 1:]
    t = W.sum(2)
    D = (W * d).sum(2) / np.where(t > 0, t, 1)
    return D.sum(1) / max((t > 0).any(axis=0).sum(), 1)


# %% wrong: axis-of-length-1, earns 0.8 — axis of length one kept
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    d = patch * np.hypot(y[:, None] - y, x[:, None] - x)
    W = A[:, 1:, 1:]
    t = W.sum(2, keepdims=True)
    D = (W * d).sum(2, keepdims=True) / np.where(t > 0, t, 1)
    return (D.sum(1, keepdims=True) / np.maximum((t > 0).sum(1, keepdims=True), 1))[:, :, 0]


# %% wrong: heads-averaged, earns 0.3 — one number for all
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    distance = patch * np.sqrt((y[:, None] - y) ** 2 + (x[:, None] - x) ** 2)
    among = A[:, 1:, 1:]
    total = among.sum(axis=2)
    far = (among * distance).sum(axis=2) / np.where(total > 0, total, 1)
    return np.mean(far.sum(axis=1) / np.maximum((total > 0).sum(axis=1), 1))


# %% wrong: heads-averaged, earns 0.3 — one number, of the mean weights
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    distance = patch * np.sqrt((y[:, None] - y) ** 2 + (x[:, None] - x) ** 2)
    among = A.mean(axis=0, keepdims=True)[:, 1:, 1:]
    total = among.sum(axis=2)
    far = (among * distance).sum(axis=2) / np.where(total > 0, total, 1)
    return (far.sum(axis=1) / np.maximum((total > 0).sum(axis=1), 1)).item()


# %% wrong: own-weight-left-out, earns 0.5 — the diagonal
def attention_distance(A, rows, columns, patch):
    y, x = np.divmod(np.arange(rows * columns), columns)
    distance = patch * np.sqrt((y[:, None] - y) ** 2 + (x[:, None] - x) ** 2)
    among = A[:, 1:, 1:] * (1 - np.eye(rows * columns))
    total = among.sum(axis=2)
    far = (among * distance).sum(axis=2) / np.where(total > 0, total, 1)
    return far.sum(axis=1) / np.maximum((total > 0).sum(axis=1), 1)
