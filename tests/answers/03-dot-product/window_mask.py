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
