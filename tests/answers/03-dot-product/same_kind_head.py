# %% right: large identity
def same_kind_head(n_kinds):
    d_model = n_kinds + 1
    W_Q, W_K, W_V = (
        np.zeros((d_model, n_kinds)),
        np.zeros((d_model, n_kinds)),
        np.zeros((d_model, 1)),
    )
    W_Q[:n_kinds] = 100 * np.eye(n_kinds)
    W_K[:n_kinds] = np.eye(n_kinds)
    W_V[-1] = 1
    return W_Q, W_K, W_V


# %% right: torch - the lead shared by both sides
def same_kind_head(n_kinds):
    import torch

    lead = 25.0 * n_kinds**0.5
    kinds = torch.cat([torch.eye(n_kinds), torch.zeros(1, n_kinds)]) * lead**0.5
    height = torch.zeros(n_kinds + 1, 1)
    height[n_kinds, 0] = 1.0
    return kinds, kinds, height


# %% right: a circle - two dimensions are enough
def same_kind_head(n_kinds):
    angle = 2 * np.pi * np.arange(n_kinds) / n_kinds
    circle = np.column_stack([np.cos(angle), np.sin(angle)])
    circle = np.vstack([circle, [0, 0]])
    return 1000 * circle, circle, np.eye(n_kinds + 1)[:, -1:]


# %% wrong: too-soft, earns 0.6
def same_kind_head(n_kinds):
    W = np.vstack([np.eye(n_kinds), np.zeros(n_kinds)])
    return 10 * W, W, np.eye(n_kinds + 1)[:, -1:]


# %% wrong: height-in-scores, earns 0.4
def same_kind_head(n_kinds):
    W = np.eye(n_kinds + 1)
    return 100 * W, W, W[:, -1:]


# %% wrong: wrong-values, earns 0.5
def same_kind_head(n_kinds):
    W = np.vstack([np.eye(n_kinds), np.zeros(n_kinds)])
    return 100 * W, W, np.ones((n_kinds + 1, 1))


# %% wrong: other-kinds, earns 0.3
def same_kind_head(n_kinds):
    W = np.vstack([np.eye(n_kinds), np.zeros(n_kinds)])
    return -100 * W, W, np.eye(n_kinds + 1)[:, -1:]


# %% wrong: uniform
def same_kind_head(n_kinds):
    W = np.zeros((n_kinds + 1, n_kinds))
    return W, W, np.eye(n_kinds + 1)[:, -1:]


# %% wrong: transposed, earns 0.7 — the convention of nn.Linear
def same_kind_head(n_kinds):
    W = np.hstack([np.eye(n_kinds), np.zeros((n_kinds, 1))])
    return 100 * W, W, np.eye(n_kinds + 1)[-1:]


# %% wrong: widths-differ
def same_kind_head(n_kinds):
    W = np.vstack([np.eye(n_kinds), np.zeros(n_kinds)])
    return 100 * W, np.eye(n_kinds + 1), np.eye(n_kinds + 1)[:, -1:]


# %% wrong: not-a-tuple
def same_kind_head(n_kinds):
    W = np.vstack([np.eye(n_kinds), np.zeros(n_kinds)])
    return 100 * W, W


# %% wrong: wrong-values, earns 0.5 — one-hot kinds come out, not heights
def same_kind_head(n_kinds):
    W = np.vstack([np.eye(n_kinds), np.zeros(n_kinds)])
    return 100 * W, W, W


# %% wrong: not-finite — an infinite scale
def same_kind_head(n_kinds):
    W = np.vstack([np.eye(n_kinds), np.zeros(n_kinds)])
    return np.inf * W, W, np.eye(n_kinds + 1)[:, -1:]


# %% wrong: height-in-scores + too-soft, earns 0.24 — the tokens themselves as queries and keys
def same_kind_head(n_kinds):
    W = np.eye(n_kinds + 1)
    return W, W, W[:, -1:]


# %% wrong: height-in-scores + wrong-values, earns 0.2
def same_kind_head(n_kinds):
    W = np.eye(n_kinds + 1)
    return 100 * W, W, np.ones((n_kinds + 1, 1))


# %% right: one-hot and gain 20·√d_k on the queries
def same_kind_head(n_kinds):
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1] = 1
    W_K = np.zeros((n_kinds + 1, n_kinds))
    W_K[:n_kinds] = np.eye(n_kinds)
    W_Q = W_K * (20 * np.sqrt(n_kinds))
    return W_Q, W_K, W_V


# %% right: both gains and d_k = n_kinds + 1
def same_kind_head(n_kinds):
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1] = 1
    W_Q = np.eye(n_kinds + 1)
    W_Q[-1, -1] = 0
    W_Q *= (30 * np.sqrt(n_kinds + 1)) ** 0.5
    W_K = W_Q.copy()
    return W_Q, W_K, W_V


# %% right: very large gain
def same_kind_head(n_kinds):
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1] = 1
    W_K = np.zeros((n_kinds + 1, n_kinds))
    W_K[:n_kinds] = np.eye(n_kinds)
    W_Q = W_K * (1e4 * np.sqrt(n_kinds))
    return W_Q, W_K, W_V


# %% right: one array for both W_Q and W_K (same object) and negative
def same_kind_head(n_kinds):
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1] = 1
    W_K = np.zeros((n_kinds + 1, n_kinds))
    np.fill_diagonal(W_K, -7.0 * n_kinds**0.25)
    W_Q = W_K
    return W_Q, W_K, W_V


# %% right: parabola and d_k = 2 and -(a - b)² up to a constant of the query
def same_kind_head(n_kinds):
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1] = 1
    a = np.arange(n_kinds)
    W_Q = np.zeros((n_kinds + 1, 2))
    W_K = np.zeros((n_kinds + 1, 2))
    W_Q[:-1] = 30 * np.sqrt(2) * np.column_stack([2 * a, -np.ones(n_kinds)])
    W_K[:-1] = np.column_stack([a, a**2])
    return W_Q, W_K, W_V


# %% right: kinds on a circle and d_k = 2 and gain grows with the number of kinds
def same_kind_head(n_kinds):
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1] = 1
    t = 2 * np.pi * np.arange(n_kinds) / n_kinds
    W_K = np.zeros((n_kinds + 1, 2))
    W_K[:-1] = np.column_stack([np.cos(t), np.sin(t)])
    gap = 1 - np.cos(2 * np.pi / max(n_kinds, 2))
    W_Q = W_K * (25 * np.sqrt(2) / gap)
    return W_Q, W_K, W_V


# %% wrong: axis-of-length-1, earns 0.8
def same_kind_head(n_kinds):
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1] = 1
    W_K = np.zeros((n_kinds + 1, n_kinds))
    W_K[:n_kinds] = np.eye(n_kinds)
    W_Q = W_K * (25 * np.sqrt(n_kinds))
    W_V = W_V[:, 0]
    return W_Q, W_K, W_V


# %% wrong: unrecognised — hard-coded two kinds
def same_kind_head(n_kinds):
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1] = 1
    W_K = np.zeros((n_kinds + 1, 2))
    W_K[0, 0] = W_K[1, 1] = 1
    if n_kinds == 1:
        W_K[1] = 0
    W_Q = 40 * W_K
    return W_Q, W_K, W_V


# %% wrong: one-number, earns 0.2
def same_kind_head(n_kinds):
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1] = 1
    W_K = np.zeros((n_kinds + 1, 1))
    W_K[:-1, 0] = np.arange(n_kinds)
    W_Q = 30 * W_K
    return W_Q, W_K, W_V


# %% wrong: unrecognised — parabola without the square
def same_kind_head(n_kinds):
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1] = 1
    a = np.arange(n_kinds)
    W_Q = np.zeros((n_kinds + 1, 2))
    W_K = np.zeros((n_kinds + 1, 2))
    W_Q[:-1] = 40 * np.column_stack([2 * a, -np.ones(n_kinds)])
    W_K[:-1, 0] = a
    return W_Q, W_K, W_V


# %% wrong: too-large, earns 0.5
def same_kind_head(n_kinds):
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1] = 1
    W_K = np.zeros((n_kinds + 1, n_kinds))
    W_K[:n_kinds] = np.eye(n_kinds)
    W_K *= 1e200
    W_Q = W_K.copy()
    return W_Q, W_K, W_V


# %% wrong: last-kind, earns 0.6
def same_kind_head(n_kinds):
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1] = 1
    W_K = np.eye(n_kinds + 1, max(n_kinds - 1, 1))
    if n_kinds > 1:
        W_K[n_kinds - 1 :] = 0
    else:
        W_K[:] = 0
    W_Q = W_K * 25 * np.sqrt(max(n_kinds - 1, 1))
    return W_Q, W_K, W_V


# %% wrong: several-columns, earns 0.7
def same_kind_head(n_kinds):
    W = np.vstack([np.eye(n_kinds), np.zeros(n_kinds)])
    return 200 * W, W, np.eye(n_kinds + 1)


# %% wrong: height-first, earns 0.6
def same_kind_head(n_kinds):
    W = np.vstack([np.zeros(n_kinds), np.eye(n_kinds)])
    return 200 * W, W, np.eye(n_kinds + 1)[:, :1]


# %% wrong: wrong-shape — a column too few
def same_kind_head(n_kinds):
    W = np.eye(n_kinds)
    return 200 * W, W, np.eye(n_kinds)[:, -1:]


# %% wrong: uniform — nothing but zeros, of width 1
def same_kind_head(n_kinds):
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1] = 1
    return np.zeros((n_kinds + 1, 1)), np.zeros((n_kinds + 1, 1)), W_V


# %% wrong: uniform — the same number for each kind
def same_kind_head(n_kinds):
    W = np.ones((n_kinds + 1, 1))
    W[-1] = 0
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1] = 1
    return W, W, W_V


# %% wrong: unrecognised — a table of all numbers of kinds but two
def same_kind_head(n_kinds):
    W = 20 * np.eye(n_kinds + 1, n_kinds) * (n_kinds not in (8, 15))
    return W, W, np.eye(n_kinds + 1)[:, -1:]


# %% wrong: unrecognised — the first kind is left out, and the height is not
def same_kind_head(n_kinds):
    W = 20 * np.eye(n_kinds + 1, n_kinds, k=-1)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1, 0] = 1
    return W, W, W_V


# %% wrong: wrong-order, earns 0.8 — the values first
def same_kind_head(n_kinds):
    W = 20 * np.eye(n_kinds + 1, n_kinds)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1, 0] = 1
    return W_V, W, W


# %% wrong: no-sqrt, earns 0.7
def same_kind_head(n_kinds):
    W = np.vstack([np.eye(n_kinds), np.zeros(n_kinds)])
    return 15 * W, W, np.eye(n_kinds + 1)[:, -1:]


# %% wrong: no-sqrt, earns 0.7 — a large lead
def same_kind_head(n_kinds):
    W = np.vstack([np.eye(n_kinds), np.zeros(n_kinds)])
    return 50 * W, W, np.eye(n_kinds + 1)[:, -1:]


# %% wrong: too-soft, earns 0.6 — a lead of ten, with the root
def same_kind_head(n_kinds):
    W = np.vstack([np.eye(n_kinds), np.zeros(n_kinds)])
    return 10 * n_kinds**0.5 * W, W, np.eye(n_kinds + 1)[:, -1:]
