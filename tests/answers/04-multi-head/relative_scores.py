# %% right: each pair picks a column
def relative_scores(Q, K, E, left):
    n, d = Q.shape
    distance = np.arange(n) - np.arange(n)[:, None]
    row = np.clip(distance, -left, len(E) - 1 - left) + left
    by_position = np.take_along_axis(Q @ E.T, row, axis=1)
    return (Q @ K.T + by_position) / np.sqrt(d)


# %% right: loops over pairs
def relative_scores(Q, K, E, left):
    n, d = Q.shape
    scores = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            row = min(max(j - i + left, 0), len(E) - 1)
            scores[i, j] = Q[i].dot(K[j] + E[row]) / d**0.5
    return scores


# %% right: the table of all vectors in torch
def relative_scores(Q, K, E, left):
    import torch

    Q, K, E = (torch.tensor(a).float() for a in (Q, K, E))
    i = torch.arange(len(Q))
    row = (i - i[:, None]).clamp(-left, len(E) - 1 - left) + left
    return torch.einsum("id,ijd->ij", Q, K[None] + E[row]) / Q.shape[1] ** 0.5


# %% right: diagonal by diagonal
def relative_scores(Q, K, E, left):
    n = len(Q)
    scores = Q @ K.T
    for distance in range(1 - n, n):
        row = max(0, min(len(E) - 1, distance + left))
        i = np.arange(max(0, -distance), min(n, n - distance))
        scores[i, i + distance] += Q[i] @ E[row]
    return scores / Q.shape[1] ** 0.5


# %% wrong: other-direction, earns 0.5
def relative_scores(Q, K, E, left):
    i = np.arange(len(Q))
    row = np.clip(i[:, None] - i, -left, len(E) - 1 - left) + left
    return (Q @ K.T + np.take_along_axis(Q @ E.T, row, axis=1)) / np.sqrt(Q.shape[1])


# %% wrong: clipped-alike, earns 0.4 — as many to the left as to the right
def relative_scores(Q, K, E, left):
    i = np.arange(len(Q))
    reach = min(left, len(E) - 1 - left)
    row = np.clip(i - i[:, None], -reach, reach) + reach
    return (Q @ K.T + np.take_along_axis(Q @ E.T, row, axis=1)) / np.sqrt(Q.shape[1])


# %% wrong: wrapped, earns 0.4
def relative_scores(Q, K, E, left):
    i = np.arange(len(Q))
    row = (i - i[:, None] + left) % len(E)
    return (Q @ K.T + np.take_along_axis(Q @ E.T, row, axis=1)) / np.sqrt(Q.shape[1])


# %% wrong: not-shifted, earns 0.5
def relative_scores(Q, K, E, left):
    i = np.arange(len(Q))
    row = np.clip(i - i[:, None], -left, len(E) - 1 - left)
    return (Q @ K.T + np.einsum("id,ijd->ij", Q, E[row])) / np.sqrt(Q.shape[1])


# %% wrong: with-the-keys, earns 0.5
def relative_scores(Q, K, E, left):
    i = np.arange(len(Q))
    row = np.clip(i - i[:, None], -left, len(E) - 1 - left) + left
    return (Q @ K.T + np.einsum("jd,ijd->ij", K, E[row])) / np.sqrt(Q.shape[1])


# %% wrong: content-only — the chapter before
def relative_scores(Q, K, E, left):
    import torch

    from payattention.attention import scaled_dot

    return scaled_dot(torch.tensor(Q), torch.tensor(K))


# %% wrong: position-only, earns 0.3
def relative_scores(Q, K, E, left):
    i = np.arange(len(Q))
    row = np.clip(i - i[:, None], -left, len(E) - 1 - left) + left
    return np.take_along_axis(Q @ E.T, row, axis=1) / np.sqrt(Q.shape[1])


# %% wrong: not-scaled, earns 0.6
def relative_scores(Q, K, E, left):
    i = np.arange(len(Q))
    row = np.clip(i - i[:, None], -left, len(E) - 1 - left) + left
    return Q @ K.T + np.take_along_axis(Q @ E.T, row, axis=1)


# %% wrong: half-scaled, earns 0.6
def relative_scores(Q, K, E, left):
    i = np.arange(len(Q))
    row = np.clip(i - i[:, None], -left, len(E) - 1 - left) + left
    return Q @ K.T / np.sqrt(Q.shape[1]) + np.take_along_axis(Q @ E.T, row, axis=1)


# %% wrong: wrong-shape — a number for each vector
def relative_scores(Q, K, E, left):
    return np.hstack([Q @ K.T, Q @ E.T]) / np.sqrt(Q.shape[1])


# %% wrong: side-without-vectors, earns 0.7 — a left of 0 is taken for none given
def relative_scores(Q, K, E, left):
    left = left or (len(E) - 1) // 2
    i = np.arange(len(Q))
    row = np.clip(i - i[:, None], -left, len(E) - 1 - left) + left
    return (Q @ K.T + np.take_along_axis(Q @ E.T, row, axis=1)) / np.sqrt(Q.shape[1])


# %% wrong: reversed, earns 0.5
def relative_scores(Q, K, E, left):
    i = np.arange(len(Q))
    row = len(E) - 1 - left - np.clip(i - i[:, None], -left, len(E) - 1 - left)
    return (Q @ K.T + np.take_along_axis(Q @ E.T, row, axis=1)) / np.sqrt(Q.shape[1])


# %% wrong: zero-beyond, earns 0.4
def relative_scores(Q, K, E, left):
    i = np.arange(len(Q))
    row = i - i[:, None] + left
    by_position = np.take_along_axis(Q @ E.T, np.clip(row, 0, len(E) - 1), axis=1)
    by_position[(row < 0) | (row >= len(E))] = 0
    return (Q @ K.T + by_position) / np.sqrt(Q.shape[1])


# %% wrong: divided-by-d, earns 0.6
def relative_scores(Q, K, E, left):
    i = np.arange(len(Q))
    row = np.clip(i - i[:, None], -left, len(E) - 1 - left) + left
    return (Q @ K.T + np.take_along_axis(Q @ E.T, row, axis=1)) / Q.shape[1]


# %% wrong: weights, earns 0.5
def relative_scores(Q, K, E, left):
    i = np.arange(len(Q))
    row = np.clip(i - i[:, None], -left, len(E) - 1 - left) + left
    scores = (Q @ K.T + np.take_along_axis(Q @ E.T, row, axis=1)) / np.sqrt(Q.shape[1])
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)


# %% right: `E` made longer at both ends
def relative_scores(Q, K, E, left):
    n, d = Q.shape
    right = len(E) - 1 - left
    before = np.repeat(E[:1], max(0, n - 1 - left), axis=0)
    after = np.repeat(E[-1:], max(0, n - 1 - right), axis=0)
    longer, own = np.concatenate([before, E, after]), len(before) + left
    return [(K + longer[own - i : own - i + n]) @ Q[i] / d**0.5 for i in range(n)]


# %% wrong: sides-exchanged, earns 0.5
def relative_scores(Q, K, E, left):
    i = np.arange(len(Q))
    row = np.clip(i - i[:, None], left + 1 - len(E), left) + len(E) - 1 - left
    return (Q @ K.T + np.take_along_axis(Q @ E.T, row, axis=1)) / np.sqrt(Q.shape[1])


# %% wrong: one-row-off, earns 0.5 — a row too far
def relative_scores(Q, K, E, left):
    i = np.arange(len(Q))
    row = np.clip(i - i[:, None] + left + 1, 0, len(E) - 1)
    return (Q @ K.T + np.take_along_axis(Q @ E.T, row, axis=1)) / np.sqrt(Q.shape[1])


# %% wrong: one-row-off, earns 0.5 — r one too small
def relative_scores(Q, K, E, left):
    i = np.arange(len(Q))
    row = np.clip(i - i[:, None], -left, len(E) - 2 - left) + left
    return (Q @ K.T + np.take_along_axis(Q @ E.T, row, axis=1)) / np.sqrt(Q.shape[1])


# %% wrong: middle-row, earns 0.4
def relative_scores(Q, K, E, left):
    i = np.arange(len(Q))
    row = np.clip(i - i[:, None] + len(E) // 2, 0, len(E) - 1)
    return (Q @ K.T + np.take_along_axis(Q @ E.T, row, axis=1)) / np.sqrt(Q.shape[1])


# %% wrong: without-its-sign, earns 0.3
def relative_scores(Q, K, E, left):
    i = np.arange(len(Q))
    row = np.minimum(abs(i - i[:, None]), len(E) - 1)
    return (Q @ K.T + np.take_along_axis(Q @ E.T, row, axis=1)) / np.sqrt(Q.shape[1])


# %% wrong: clipped-alike, earns 0.4 — at left
def relative_scores(Q, K, E, left):
    i = np.arange(len(Q))
    row = np.minimum(np.clip(i - i[:, None], -left, left) + left, len(E) - 1)
    return (Q @ K.T + np.take_along_axis(Q @ E.T, row, axis=1)) / np.sqrt(Q.shape[1])


# %% wrong: absolute-positions, earns 0.3
def relative_scores(Q, K, E, left):
    place = np.minimum(np.arange(len(K)), len(E) - 1)
    return Q @ (K + E[place]).T / np.sqrt(Q.shape[1])


# %% wrong: other-query, earns 0.5
def relative_scores(Q, K, E, left):
    i = np.arange(len(Q))
    row = np.clip(i - i[:, None], -left, len(E) - 1 - left) + left
    return (Q @ K.T + np.einsum("jd,ijd->ij", Q, E[row])) / np.sqrt(Q.shape[1])


# %% wrong: unasked, earns 0.3
def relative_scores(Q, K, E, left):
    i = np.arange(len(Q))
    row = np.clip(i - i[:, None], -left, len(E) - 1 - left) + left
    return (Q @ K.T + E.sum(axis=1)[row]) / np.sqrt(Q.shape[1])


# %% wrong: added-twice, earns 0.4
def relative_scores(Q, K, E, left):
    i = np.arange(len(Q))
    row = np.clip(i - i[:, None], -left, len(E) - 1 - left) + left
    return ((Q[:, None] + E[row]) * (K + E[row])).sum(axis=-1) / np.sqrt(Q.shape[1])


# %% wrong: subtracted, earns 0.6
def relative_scores(Q, K, E, left):
    i = np.arange(len(Q))
    row = np.clip(i - i[:, None], -left, len(E) - 1 - left) + left
    return (Q @ K.T - np.take_along_axis(Q @ E.T, row, axis=1)) / np.sqrt(Q.shape[1])


# %% wrong: transposed, earns 0.5 — all
def relative_scores(Q, K, E, left):
    i = np.arange(len(Q))
    row = np.clip(i - i[:, None], -left, len(E) - 1 - left) + left
    return (Q @ K.T + np.take_along_axis(Q @ E.T, row, axis=1)).T / np.sqrt(Q.shape[1])


# %% wrong: transposed, earns 0.5 — keys times queries
def relative_scores(Q, K, E, left):
    i = np.arange(len(Q))
    row = np.clip(i - i[:, None], -left, len(E) - 1 - left) + left
    return (K @ Q.T + np.take_along_axis(Q @ E.T, row, axis=1)) / np.sqrt(Q.shape[1])


# %% wrong: causal, earns 0.4
def relative_scores(Q, K, E, left):
    i = np.arange(len(Q))
    row = np.clip(i - i[:, None], -left, len(E) - 1 - left) + left
    return np.tril(Q @ K.T + np.take_along_axis(Q @ E.T, row, axis=1)) / np.sqrt(Q.shape[1])


# %% wrong: other-scale, earns 0.6 — multiplied
def relative_scores(Q, K, E, left):
    i = np.arange(len(Q))
    row = np.clip(i - i[:, None], -left, len(E) - 1 - left) + left
    return (Q @ K.T + np.take_along_axis(Q @ E.T, row, axis=1)) * np.sqrt(Q.shape[1])


# %% wrong: other-scale, earns 0.6 — by the number of positions
def relative_scores(Q, K, E, left):
    i = np.arange(len(Q))
    row = np.clip(i - i[:, None], -left, len(E) - 1 - left) + left
    return (Q @ K.T + np.take_along_axis(Q @ E.T, row, axis=1)) / np.sqrt(len(Q))


# %% wrong: scaled-twice, earns 0.6
def relative_scores(Q, K, E, left):
    i = np.arange(len(Q))
    row = np.clip(i - i[:, None], -left, len(E) - 1 - left) + left
    return (Q @ K.T / np.sqrt(Q.shape[1]) + np.take_along_axis(Q @ E.T, row, axis=1)) / np.sqrt(
        Q.shape[1]
    )


# %% wrong: zero-beyond, earns 0.4 — to the right alone
def relative_scores(Q, K, E, left):
    i = np.arange(len(Q))
    row = np.clip(i - i[:, None], -left, len(E) - 1 - left) + left
    return (
        Q @ K.T + np.take_along_axis(Q @ E.T, row, axis=1) * (i - i[:, None] < len(E) - left)
    ) / np.sqrt(Q.shape[1])


# %% wrong: raised — not clipped
def relative_scores(Q, K, E, left):
    i = np.arange(len(Q))
    row = i - i[:, None] + left
    return (Q @ K.T + np.take_along_axis(Q @ E.T, row, axis=1)) / np.sqrt(Q.shape[1])


# %% wrong: distances-overflow, earns 0.7 — positions of 8 bits
def relative_scores(Q, K, E, left):
    n, d = Q.shape
    t = np.arange(n).astype(np.int8)
    row = np.clip(t[None, :] - t[:, None], -left, len(E) - 1 - left).astype(int) + left
    return (Q @ K.T + np.take_along_axis(Q @ E.T, row, axis=1)) / np.sqrt(d)


# %% wrong: clipped-at-r, earns 0.5 — row shifted before and clipped with unshifted limits
def relative_scores(Q, K, E, left):
    n, d = Q.shape
    r = len(E) - 1 - left
    t = np.arange(n)
    row = np.clip(t[None, :] - t[:, None] + left, 0, r)
    return (Q @ K.T + np.take_along_axis(Q @ E.T, row, axis=1)) / np.sqrt(d)


# %% wrong: clipped-alike, earns 0.4 — at left, where the rows may run out
def relative_scores(Q, K, E, left):
    t = np.arange(len(Q))
    delta = np.clip(t - t[:, None], -left, left) + left
    return (Q @ K.T + (Q @ E.T)[t[:, None], delta]) / Q.shape[1] ** 0.5


# %% wrong: clipped-alike, earns 0.4 — at r
def relative_scores(Q, K, E, left):
    t, r = np.arange(len(Q)), len(E) - left - 1
    delta = np.clip(t - t[:, None], -r, r) + left
    return (Q @ K.T + (Q @ E.T)[t[:, None], delta]) / Q.shape[1] ** 0.5
