# %% right: distances
def window_mask(n_q, n_k, window):
    query = np.arange(n_k - n_q, n_k)[:, None]
    distance = query - np.arange(n_k)
    return (0 <= distance) & (distance < window)


# %% right: loops
def window_mask(n_q, n_k, window):
    mask = np.zeros((n_q, n_k), dtype=bool)
    for i in range(n_q):
        own = n_k - n_q + i
        mask[i, max(0, own - window + 1) : own + 1] = True
    return mask


# %% right: two triangles in torch
def window_mask(n_q, n_k, window):
    import torch

    past = torch.ones(n_k, n_k, dtype=torch.bool).tril()
    too_far = torch.ones(n_k, n_k, dtype=torch.bool).tril(-window)
    return (past & ~too_far)[-n_q:]


# %% wrong: inverted, earns 0.4
def window_mask(n_q, n_k, window):
    distance = np.arange(n_k - n_q, n_k)[:, None] - np.arange(n_k)
    return (distance < 0) | (distance >= window)


# %% wrong: not-boolean, earns 0.7
def window_mask(n_q, n_k, window):
    distance = np.arange(n_k - n_q, n_k)[:, None] - np.arange(n_k)
    return ((0 <= distance) & (distance < window)).astype(float)


# %% wrong: added-to-scores, earns 0.7
def window_mask(n_q, n_k, window):
    distance = np.arange(n_k - n_q, n_k)[:, None] - np.arange(n_k)
    return np.where((0 <= distance) & (distance < window), 0.0, -np.inf)


# %% wrong: top-left, earns 0.4
def window_mask(n_q, n_k, window):
    distance = np.arange(n_q)[:, None] - np.arange(n_k)
    return (0 <= distance) & (distance < window)


# %% wrong: no-window
def window_mask(n_q, n_k, window):
    return np.arange(n_k - n_q, n_k)[:, None] >= np.arange(n_k)


# %% wrong: not-itself, earns 0.4
def window_mask(n_q, n_k, window):
    distance = np.arange(n_k - n_q, n_k)[:, None] - np.arange(n_k)
    return (0 < distance) & (distance <= window)


# %% wrong: one-too-many, earns 0.5
def window_mask(n_q, n_k, window):
    distance = np.arange(n_k - n_q, n_k)[:, None] - np.arange(n_k)
    return (0 <= distance) & (distance <= window)


# %% wrong: top-left + future, earns 0.08
def window_mask(n_q, n_k, window):
    distance = np.arange(n_k) - np.arange(n_q)[:, None]
    return (0 <= distance) & (distance < window)


# %% wrong: transposed
def window_mask(n_q, n_k, window):
    distance = np.arange(n_k - n_q, n_k) - np.arange(n_k)[:, None]
    return (0 <= distance) & (distance < window)


# %% wrong: one-too-few, earns 0.5
def window_mask(n_q, n_k, window):
    distance = np.arange(n_k - n_q, n_k)[:, None] - np.arange(n_k)
    return (0 <= distance) & (distance < window - 1)


# %% wrong: future, earns 0.2
def window_mask(n_q, n_k, window):
    distance = np.arange(n_k) - np.arange(n_k - n_q, n_k)[:, None]
    return (0 <= distance) & (distance < window)


# %% wrong: future, earns 0.2 — a window to both sides
def window_mask(n_q, n_k, window):
    distance = np.arange(n_k - n_q, n_k)[:, None] - np.arange(n_k)
    return abs(distance) < window


# %% wrong: not-boolean + top-left, earns 0.28
def window_mask(n_q, n_k, window):
    return np.tri(n_q, n_k) - np.tri(n_q, n_k, -window)


# %% wrong: top-left + no-window — the nearest ready-made
def window_mask(n_q, n_k, window):
    return np.tri(n_q, n_k, dtype=bool)


# %% wrong: top-left + one-too-many, earns 0.2
def window_mask(n_q, n_k, window):
    distance = np.arange(n_q)[:, None] - np.arange(n_k)
    return (0 <= distance) & (distance <= window)


# %% wrong: not-boolean + inverted, earns 0.28 — 1 where a key is hidden
def window_mask(n_q, n_k, window):
    distance = np.arange(n_k - n_q, n_k)[:, None] - np.arange(n_k)
    return ((distance < 0) | (distance >= window)).astype(int)


# %% wrong: added-to-scores, earns 0.7 — a large number for ∞
def window_mask(n_q, n_k, window):
    distance = np.arange(n_k - n_q, n_k)[:, None] - np.arange(n_k)
    return ((0 > distance) | (distance >= window)) * -1e9


# %% wrong: inverted + top-left, earns 0.16
def window_mask(n_q, n_k, window):
    distance = np.arange(n_q)[:, None] - np.arange(n_k)
    return (distance < 0) | (distance >= window)


# %% wrong: not-itself, earns 0.4 — only the window - 1 before
def window_mask(n_q, n_k, window):
    distance = np.arange(n_k - n_q, n_k)[:, None] - np.arange(n_k)
    return (0 < distance) & (distance < window)


# %% right: broadcast comparison
def window_mask(n_q, n_k, window):
    p = np.arange(n_k - n_q, n_k)[:, None]
    j = np.arange(n_k)[None, :]
    return (j <= p) & (j > p - window)


# %% right: nested lists of bools by loops
def window_mask(n_q, n_k, window):
    rows = []
    for i in range(n_q):
        p = n_k - n_q + i
        rows.append([p - window + 1 <= j <= p for j in range(n_k)])
    return rows


# %% right: difference of two triangles
def window_mask(n_q, n_k, window):
    off = n_k - n_q
    return np.tri(n_q, n_k, off, dtype=bool) & ~np.tri(n_q, n_k, off - window, dtype=bool)


# %% right: torch tril and triu
def window_mask(n_q, n_k, window):
    import torch

    off = n_k - n_q
    return torch.ones(n_q, n_k, dtype=torch.bool).tril(off).triu(off - window + 1)


# %% right: slices with a floor at 0
def window_mask(n_q, n_k, window):
    m = np.zeros((n_q, n_k), dtype=bool)
    for i in range(n_q):
        p = n_k - n_q + i
        m[i, max(0, p - window + 1) : p + 1] = True
    return m


# %% right: the full square and last rows only (a view)
def window_mask(n_q, n_k, window):
    full = np.zeros((n_k, n_k), dtype=bool)
    for p in range(n_k):
        for back in range(min(window, p + 1)):
            full[p, p - back] = True
    return full[n_k - n_q :]


# %% wrong: negative-start, earns 0.6
def window_mask(n_q, n_k, window):
    m = np.zeros((n_q, n_k), dtype=bool)
    for i in range(n_q):
        p = n_k - n_q + i
        m[i, p - window + 1 : p + 1] = True
    return m


# %% wrong: short-window-filled, earns 0.5
def window_mask(n_q, n_k, window):
    m = np.zeros((n_q, n_k), dtype=bool)
    for i in range(n_q):
        start = max(0, n_k - n_q + i - window + 1)
        m[i, start : start + window] = True
    return m


# %% wrong: fixed-start, earns 0.3
def window_mask(n_q, n_k, window):
    p = np.arange(n_k - n_q, n_k)[:, None]
    j = np.arange(n_k)
    return (j <= p) & (j >= p[0] - window + 1)


# %% wrong: wrong-sign, earns 0.5
def window_mask(n_q, n_k, window):
    p = np.arange(n_q)[:, None] + n_q - n_k
    j = np.arange(n_k)
    return (j <= p) & (j > p - window)


# %% wrong: wraps-around, earns 0.6
def window_mask(n_q, n_k, window):
    row = np.zeros(n_k, dtype=bool)
    row[:window] = True
    return np.stack([np.roll(row, n_k - n_q + i - window + 1) for i in range(n_q)])


# %% wrong: unrecognised — the same list in every row
def window_mask(n_q, n_k, window):
    m = [[False] * n_k] * n_q
    for i in range(n_q):
        p = n_k - n_q + i
        for j in range(max(0, p - window + 1), p + 1):
            m[i][j] = True
    return m


# %% wrong: overflow, earns 0.6 — uint8 positions
def window_mask(n_q, n_k, window):
    p = np.arange(n_k - n_q, n_k).astype(np.uint8).astype(int)[:, None]
    j = np.arange(n_k).astype(np.uint8).astype(int)
    return (j <= p) & (j > p - window)


# %% wrong: unrecognised — the window only cuts if it is shorter than the queries
def window_mask(n_q, n_k, window):
    m = np.tri(n_q, n_k, n_k - n_q, dtype=bool)
    if window < n_q:
        m &= ~np.tri(n_q, n_k, n_k - n_q - window, dtype=bool)
    return m


# %% wrong: offset-at-one-end, earns 0.4
def window_mask(n_q, n_k, window):
    return np.tri(n_q, n_k, n_k - n_q, dtype=bool) & ~np.tri(n_q, n_k, -window, dtype=bool)


# %% wrong: first-key, earns 0.6
def window_mask(n_q, n_k, window):
    m = np.zeros((n_q, n_k), dtype=bool)
    for i in range(n_q):
        p = n_k - n_q + i
        m[i, max(1, p - window + 1) : p + 1] = True
    return m


# %% wrong: all-seen — the conditions joined by “or”
def window_mask(n_q, n_k, window):
    p = np.arange(n_k - n_q, n_k)[:, None]
    j = np.arange(n_k)
    return (j <= p) | (p - j < window)


# %% wrong: blocks, earns 0.3
def window_mask(n_q, n_k, window):
    p = np.arange(n_k - n_q, n_k)[:, None]
    j = np.arange(n_k)
    return (j <= p) & (j // window == p // window)


# %% wrong: first-window, earns 0.2
def window_mask(n_q, n_k, window):
    p = np.arange(n_k - n_q, n_k)[:, None]
    j = np.arange(n_k)
    return (j <= p) & (j < window)


# %% wrong: fixed-start, earns 0.3 — the first query's row for all
def window_mask(n_q, n_k, window):
    p = np.arange(n_k - n_q, n_k)[:, None]
    j = np.arange(n_k)
    row = (j <= p[0]) & (p[0] - j < window)
    return np.tile(row, (n_q, 1))


# %% wrong: window-cut, earns 0.5 — to the number of queries
def window_mask(n_q, n_k, window):
    p = np.arange(n_k - n_q, n_k)[:, None]
    j = np.arange(n_k)
    return (j <= p) & (p - j < min(window, n_q))


# %% wrong: window-cut, earns 0.6 — to all keys but one
def window_mask(n_q, n_k, window):
    p = np.arange(n_k - n_q, n_k)[:, None]
    j = np.arange(n_k)
    return (j <= p) & (p - j < min(window, max(n_k - 1, 1)))


# %% wrong: overflow, earns 0.6 — distances of 8 bits
def window_mask(n_q, n_k, window):
    p = np.arange(n_k - n_q, n_k)[:, None]
    j = np.arange(n_k)
    distance = p.astype(np.int8) - j.astype(np.int8)
    return (0 <= distance) & (distance < window)


# %% wrong: axis-of-length-1, earns 0.8 — one query is squeezed
def window_mask(n_q, n_k, window):
    p = np.arange(n_k - n_q, n_k)[:, None]
    j = np.arange(n_k)
    return np.squeeze((j <= p) & (p - j < window))


# %% wrong: offset-at-one-end, earns 0.4 — of the end
def window_mask(n_q, n_k, window):
    i = np.arange(n_q)[:, None]
    j = np.arange(n_k)
    return (j <= i) & (j > n_k - n_q + i - window)


# %% wrong: future, earns 0.2 — half of the window ahead
def window_mask(n_q, n_k, window):
    d = np.arange(n_k - n_q, n_k)[:, None] - np.arange(n_k)
    return np.abs(d) <= window // 2


# %% wrong: future, earns 0.6 — where the window covers the text
def window_mask(n_q, n_k, window):
    if window >= n_k:
        return np.ones((n_q, n_k), dtype=bool)
    d = np.arange(n_k - n_q, n_k)[:, None] - np.arange(n_k)
    return (d >= 0) & (d < window)
