# %% right: table of distances with two conditions
def window_mask(n_q, n_k, window):
    p = n_k - n_q + np.arange(n_q)
    distance = p[:, None] - np.arange(n_k)[None, :]
    return (distance >= 0) & (distance < window)


# %% right: a slice for each row
def window_mask(n_q, n_k, window):
    mask = np.zeros((n_q, n_k), dtype=bool)
    for i in range(n_q):
        p = n_k - n_q + i
        mask[i, max(0, p - window + 1):p + 1] = True
    return mask


# %% right: difference of two triangles
def window_mask(n_q, n_k, window):
    offset = n_k - n_q
    past = np.tri(n_q, n_k, k=offset, dtype=bool)
    too_old = np.tri(n_q, n_k, k=offset - window, dtype=bool)
    return past & ~too_old


# %% right: exclusive or of two triangles
def window_mask(n_q, n_k, window):
    ones = np.ones((n_q, n_k), dtype=bool)
    return np.tril(ones, n_k - n_q) ^ np.tril(ones, n_k - n_q - window)


# %% right: torch lower and upper triangle
def window_mask(n_q, n_k, window):
    import torch
    n_q, n_k, window = int(n_q), int(n_k), int(window)
    offset = n_k - n_q
    return torch.ones(n_q, n_k).tril(offset).triu(offset - window + 1) > 0


# %% right: torch positions compared with broadcasting
def window_mask(n_q, n_k, window):
    import torch
    p = torch.arange(int(n_k) - int(n_q), int(n_k)).unsqueeze(1)
    j = torch.arange(int(n_k)).unsqueeze(0)
    return torch.logical_and(j <= p, j > p - int(window))


# %% right: square mask cut to its last rows
def window_mask(n_q, n_k, window):
    j = np.arange(n_k)
    full = (j[None, :] <= j[:, None]) & (j[None, :] + window > j[:, None])
    return full[n_k - n_q:]


# %% right: nested list comprehension over all pairs
def window_mask(n_q, n_k, window):
    first = n_k - n_q
    rows = [[first + i - window < j <= first + i for j in range(n_k)] for i in range(n_q)]
    return np.array(rows, dtype=bool)


# %% right: numpy fromfunction with a lambda
def window_mask(n_q, n_k, window):
    return np.fromfunction(
        lambda i, j: (j - i <= n_k - n_q) & (j - i >= n_k - n_q - window + 1),
        (n_q, n_k), dtype=int)


# %% right: fills one diagonal after the other
def window_mask(n_q, n_k, window):
    mask = np.zeros((n_q, n_k), dtype=bool)
    for back in range(min(window, n_k)):
        shift = n_k - n_q - back
        rows = np.arange(max(0, -shift), n_q)
        mask[rows, rows + shift] = True
    return mask


# %% right: sliding views of one band vector turned over
def window_mask(n_q, n_k, window):
    t = np.arange(n_q + n_k - 1)
    distance = n_k - 1 - t
    band = (distance >= 0) & (distance < window)
    views = np.lib.stride_tricks.sliding_window_view(band, n_k)
    return views[::-1].copy()


# %% right: running sum of starts and ends
def window_mask(n_q, n_k, window):
    steps = np.zeros((n_q, n_k + 1), dtype=int)
    for i in range(n_q):
        p = n_k - n_q + i
        steps[i, max(p - window + 1, 0)] += 1
        steps[i, p + 1] -= 1
    return np.cumsum(steps, axis=1)[:, :n_k] == 1


# %% right: floor division of the distance is zero
def window_mask(n_q, n_k, window):
    p = np.arange(n_k - n_q, n_k)
    return np.subtract.outer(p, np.arange(n_k)) // window == 0


# %% right: one inequality around the middle of the window
def window_mask(n_q, n_k, window):
    p = np.arange(n_k - n_q, n_k).reshape(-1, 1)
    j = np.arange(n_k).reshape(1, -1)
    return np.abs(2 * (p - j) - (window - 1)) <= window - 1


# %% right: unsigned distances make the future very large
def window_mask(n_q, n_k, window):
    p = np.arange(n_k - n_q, n_k, dtype=np.int64)
    j = np.arange(n_k, dtype=np.int64)
    return (p[:, None] - j).astype(np.uint64) < np.uint64(window)


# %% right: rows glued from three lists of booleans
def window_mask(n_q, n_k, window):
    rows = []
    for p in range(n_k - n_q, n_k):
        seen = min(window, p + 1)
        rows.append([False] * (p + 1 - seen) + [True] * seen + [False] * (n_k - 1 - p))
    return np.array(rows)


# %% wrong: top-left, earns 0.4 — queries counted from position zero
def window_mask(n_q, n_k, window):
    d = np.arange(n_q)[:, None] - np.arange(n_k)
    return (d >= 0) & (d < window)


# %% wrong: one-too-many, earns 0.5 — window one position too long
def window_mask(n_q, n_k, window):
    d = np.arange(n_k - n_q, n_k)[:, None] - np.arange(n_k)
    return (d >= 0) & (d <= window)


# %% wrong: one-too-few, earns 0.5 — window one position too short
def window_mask(n_q, n_k, window):
    d = np.arange(n_k - n_q, n_k)[:, None] - np.arange(n_k)
    return (d >= 0) & (d < window - 1)


# %% wrong: no-window — causal mask without any window
def window_mask(n_q, n_k, window):
    return np.tri(n_q, n_k, k=n_k - n_q, dtype=bool)


# %% wrong: future, earns 0.2 — window without the causal condition
def window_mask(n_q, n_k, window):
    d = np.arange(n_k - n_q, n_k)[:, None] - np.arange(n_k)
    return d < window


# %% wrong: not-itself, earns 0.4 — query does not see itself
def window_mask(n_q, n_k, window):
    d = np.arange(n_k - n_q, n_k)[:, None] - np.arange(n_k)
    return (d > 0) & (d < window)


# %% wrong: not-itself, earns 0.4 — window moved back so that itself is outside
def window_mask(n_q, n_k, window):
    d = np.arange(n_k - n_q, n_k)[:, None] - np.arange(n_k)
    return (d >= 1) & (d <= window)


# %% wrong: inverted, earns 0.4 — true means forbidden
def window_mask(n_q, n_k, window):
    d = np.arange(n_k - n_q, n_k)[:, None] - np.arange(n_k)
    return (d < 0) | (d >= window)


# %% wrong: transposed — keys as rows and queries as columns
def window_mask(n_q, n_k, window):
    d = np.arange(n_k - n_q, n_k)[:, None] - np.arange(n_k)
    return ((d >= 0) & (d < window)).T


# %% wrong: future, earns 0.2 — window reaches into the future too
def window_mask(n_q, n_k, window):
    d = np.arange(n_k - n_q, n_k)[:, None] - np.arange(n_k)
    return np.abs(d) < window


# %% wrong: future, earns 0.2 — first query one position too late
def window_mask(n_q, n_k, window):
    d = np.arange(n_q)[:, None] + n_k - n_q + 1 - np.arange(n_k)
    return (d >= 0) & (d < window)


# %% wrong: not-itself, earns 0.4 — first query one position too early
def window_mask(n_q, n_k, window):
    d = np.arange(n_q)[:, None] + n_k - n_q - 1 - np.arange(n_k)
    return (d >= 0) & (d < window)


# %% wrong: added-to-scores, earns 0.7 — additive mask of zeros and minus infinity
def window_mask(n_q, n_k, window):
    d = np.arange(n_k - n_q, n_k)[:, None] - np.arange(n_k)
    return np.where((d >= 0) & (d < window), 0.0, -np.inf)


# %% wrong: negative-start, earns 0.6 — negative start of a slice at the beginning
def window_mask(n_q, n_k, window):
    mask = np.zeros((n_q, n_k), dtype=bool)
    for i in range(n_q):
        p = n_k - n_q + i
        mask[i, p - window + 1:p + 1] = True
    return mask


# %% wrong: wraps-around, earns 0.6 — window wraps around to the last positions
def window_mask(n_q, n_k, window):
    p = np.arange(n_k - n_q, n_k)[:, None]
    j = np.arange(n_k)
    return (p - j) % n_k < window


# %% wrong: blocks, earns 0.3 — blocks of the window size instead of sliding
def window_mask(n_q, n_k, window):
    p = np.arange(n_k - n_q, n_k)[:, None]
    j = np.arange(n_k)
    return (j <= p) & (p // window == j // window)


# %% wrong: short-window-filled, earns 0.5 — always as many keys as the window even future ones
def window_mask(n_q, n_k, window):
    mask = np.zeros((n_q, n_k), dtype=bool)
    for i in range(n_q):
        start = max(0, n_k - n_q + i - window + 1)
        mask[i, start:start + window] = True
    return mask


# %% wrong: future, earns 0.6 — all true when the window covers the text
def window_mask(n_q, n_k, window):
    if window >= n_k:
        return np.ones((n_q, n_k), dtype=bool)
    d = np.arange(n_k - n_q, n_k)[:, None] - np.arange(n_k)
    return (d >= 0) & (d < window)


# %% wrong: unrecognised — rows from the last query to the first
def window_mask(n_q, n_k, window):
    d = np.arange(n_k - n_q, n_k)[:, None] - np.arange(n_k)
    return ((d >= 0) & (d < window))[::-1]


# %% wrong: wrong-shape — mask for all positions instead of the last
def window_mask(n_q, n_k, window):
    d = np.arange(n_k)[:, None] - np.arange(n_k)
    return (d >= 0) & (d < window)


# %% wrong: window-cut, earns 0.5 — window cut to the number of queries
def window_mask(n_q, n_k, window):
    d = np.arange(n_k - n_q, n_k)[:, None] - np.arange(n_k)
    return (d >= 0) & (d < min(window, n_q))


# %% wrong: overflow, earns 0.6 — distances in eight bits wrap in long texts
def window_mask(n_q, n_k, window):
    d = np.arange(n_k - n_q, n_k)[:, None] - np.arange(n_k)
    d = d.astype(np.int8)
    return (d >= 0) & (d < window)


# %% wrong: unrecognised — first key always visible as a sink
def window_mask(n_q, n_k, window):
    d = np.arange(n_k - n_q, n_k)[:, None] - np.arange(n_k)
    mask = (d >= 0) & (d < window)
    mask[:, 0] = True
    return mask


# %% wrong: axis-of-length-1, earns 0.8 — single query gives a flat row
def window_mask(n_q, n_k, window):
    d = np.arange(n_k - n_q, n_k)[:, None] - np.arange(n_k)
    return np.squeeze((d >= 0) & (d < window))


# %% wrong: unrecognised, earns 0.5 — single query sees everything
def window_mask(n_q, n_k, window):
    if n_q == 1:
        return np.ones((1, n_k), dtype=bool)
    d = np.arange(n_k - n_q, n_k)[:, None] - np.arange(n_k)
    return (d >= 0) & (d < window)


# %% wrong: unrecognised — window applied only when queries are fewer than keys
def window_mask(n_q, n_k, window):
    d = np.arange(n_k - n_q, n_k)[:, None] - np.arange(n_k)
    if n_q == n_k:
        return d >= 0
    return (d >= 0) & (d < window)


# %% wrong: offset-at-one-end, earns 0.4 — causal without offset but window with it
def window_mask(n_q, n_k, window):
    i = np.arange(n_q)[:, None]
    j = np.arange(n_k)
    return (j <= i) & (j > n_k - n_q + i - window)


# %% wrong: offset-at-one-end, earns 0.4 — window without offset but causal with it
def window_mask(n_q, n_k, window):
    i = np.arange(n_q)[:, None]
    j = np.arange(n_k)
    return (j <= n_k - n_q + i) & (j > i - window)


# %% wrong: unrecognised — every window th position instead of a window
def window_mask(n_q, n_k, window):
    d = np.arange(n_k - n_q, n_k)[:, None] - np.arange(n_k)
    return (d >= 0) & (d % window == 0)


# %% wrong: all-seen — or instead of and
def window_mask(n_q, n_k, window):
    d = np.arange(n_k - n_q, n_k)[:, None] - np.arange(n_k)
    return (d >= 0) | (d < window)


# %% wrong: future, earns 0.2 — half of the window on either side
def window_mask(n_q, n_k, window):
    d = np.arange(n_k - n_q, n_k)[:, None] - np.arange(n_k)
    return np.abs(d) <= window // 2


# %% wrong: unrecognised — window one shorter than the text is ignored
def window_mask(n_q, n_k, window):
    d = np.arange(n_k - n_q, n_k)[:, None] - np.arange(n_k)
    if window >= n_k - 1:
        return d >= 0
    return (d >= 0) & (d < window)


# %% wrong: future, earns 0.2 — looks ahead instead of back
def window_mask(n_q, n_k, window):
    d = np.arange(n_k) - np.arange(n_k - n_q, n_k)[:, None]
    return (d >= 0) & (d < window)
