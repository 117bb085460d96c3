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


# %% right: torch — the lead shared by both sides
def same_kind_head(n_kinds):
    import torch

    lead = 25.0 * n_kinds**0.5
    kinds = torch.cat([torch.eye(n_kinds), torch.zeros(1, n_kinds)]) * lead**0.5
    height = torch.zeros(n_kinds + 1, 1)
    height[n_kinds, 0] = 1.0
    return kinds, kinds, height


# %% right: a circle — two dimensions are enough
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


# %% wrong: transposed — the convention of nn.Linear
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


# %% wrong: wrong-shape — one-hot kinds come out, not heights
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
