# %% right: scaled one hot kinds in both
def same_kind_head(n_kinds):
    W = np.sqrt(30 * np.sqrt(n_kinds)) * np.eye(n_kinds + 1, n_kinds)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1, 0] = 1
    return W, W.copy(), W_V


# %% right: all the scale in the query
def same_kind_head(n_kinds):
    W_Q = 200.0 * np.eye(n_kinds + 1, n_kinds)
    W_K = np.eye(n_kinds + 1, n_kinds)
    W_V = np.eye(n_kinds + 1)[:, -1:]
    return W_Q, W_K, W_V


# %% right: square matrices with an empty last row and column
def same_kind_head(n_kinds):
    diagonal = np.ones(n_kinds + 1)
    diagonal[n_kinds] = 0
    W = np.diag(30 * diagonal)
    W_V = (1 - diagonal).reshape(-1, 1)
    return W, W, W_V


# %% right: written with loops entry by entry
def same_kind_head(n_kinds):
    W_Q = np.zeros((n_kinds + 1, n_kinds))
    W_K = np.zeros((n_kinds + 1, n_kinds))
    W_V = np.zeros((n_kinds + 1, 1))
    for kind in range(n_kinds):
        W_Q[kind][kind] = 20.0
        W_K[kind][kind] = 20.0
    W_V[n_kinds][0] = 1.0
    return W_Q, W_K, W_V


# %% right: random orthogonal codes for the kinds
def same_kind_head(n_kinds):
    rng = np.random.default_rng(3)
    code, _ = np.linalg.qr(rng.normal(size=(n_kinds, n_kinds)))
    W = np.vstack([code, np.zeros(n_kinds)])
    lead = 40 * np.sqrt(n_kinds)
    W_V = np.r_[np.zeros(n_kinds), 1.0][:, None]
    return lead * W, W, W_V


# %% right: other kinds pushed down instead of own up
def same_kind_head(n_kinds):
    W_Q = np.zeros((n_kinds + 1, n_kinds))
    W_Q[:n_kinds] = -200.0 * (1 - np.eye(n_kinds))
    W_K = np.eye(n_kinds + 1, n_kinds)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[n_kinds] = 1
    return W_Q, W_K, W_V


# %% right: kinds as points on a circle in two dimensions
def same_kind_head(n_kinds):
    angle = 2 * np.pi * np.arange(n_kinds) / n_kinds
    W_K = np.zeros((n_kinds + 1, 2))
    W_K[:n_kinds, 0] = np.cos(angle)
    W_K[:n_kinds, 1] = np.sin(angle)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1] = 1
    return 1000 * W_K, W_K, W_V


# %% right: square of the distance between kind numbers
def same_kind_head(n_kinds):
    t = np.arange(n_kinds)
    W_Q = np.zeros((n_kinds + 1, 2))
    W_K = np.zeros((n_kinds + 1, 2))
    W_Q[:n_kinds] = np.stack([t, np.ones(n_kinds)], axis=1) * 60
    W_K[:n_kinds] = np.stack([2 * t, -t ** 2], axis=1)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% right: binary codes of plus and minus one
def same_kind_head(n_kinds):
    bits = max(1, int(np.ceil(np.log2(n_kinds))))
    W = np.zeros((n_kinds + 1, bits))
    for kind in range(n_kinds):
        for b in range(bits):
            W[kind, b] = 1 if kind >> b & 1 else -1
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1, 0] = 1
    return 50 * W, W, W_V


# %% right: torch tensors in double precision
def same_kind_head(n_kinds):
    import torch
    W = torch.zeros(n_kinds + 1, n_kinds, dtype=torch.float64)
    W[:n_kinds] = torch.eye(n_kinds, dtype=torch.float64) * 15
    W_V = torch.zeros(n_kinds + 1, 1, dtype=torch.float64)
    W_V[n_kinds, 0] = 1
    return W, W.clone(), W_V


# %% right: torch tensors in single precision
def same_kind_head(n_kinds):
    import torch
    W_Q = 15 * torch.eye(n_kinds + 1, n_kinds)
    W_K = 15 * torch.eye(n_kinds + 1, n_kinds)
    W_V = torch.cat([torch.zeros(n_kinds, 1), torch.ones(1, 1)])
    return W_Q, W_K, W_V


# %% right: whole numbers as entries
def same_kind_head(n_kinds):
    W = 12 * np.eye(n_kinds + 1, n_kinds, dtype=int)
    W_V = np.zeros((n_kinds + 1, 1), dtype=int)
    W_V[-1] = 1
    return W, W, W_V


# %% right: triangle in the queries and its inverse in the keys
def same_kind_head(n_kinds):
    A = np.tril(np.ones((n_kinds, n_kinds)))
    zero = np.zeros((1, n_kinds))
    W_Q = np.concatenate([30 * np.sqrt(n_kinds) * A, zero])
    W_K = np.concatenate([np.linalg.inv(A).T, zero])
    W_V = np.concatenate([zero.T, [[1.0]]])
    return W_Q, W_K, W_V


# %% right: kinds centred to sum zero
def same_kind_head(n_kinds):
    W = np.zeros((n_kinds + 1, n_kinds))
    W[:n_kinds] = np.eye(n_kinds) - 1 / n_kinds
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1] = 1
    return 150 * W, W, W_V


# %% right: one width less and last kind as the opposite
def same_kind_head(n_kinds):
    W_K = np.eye(n_kinds + 1, n_kinds - 1)
    W_Q = 100 * np.eye(n_kinds + 1, n_kinds - 1)
    W_Q[n_kinds - 1] = -100
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[n_kinds] = 1
    return W_Q, W_K, W_V


# %% right: height in the query alike for all keys
def same_kind_head(n_kinds):
    W_Q = 100 * np.eye(n_kinds + 1, n_kinds)
    W_Q[n_kinds, :] = 1.0
    W_K = np.eye(n_kinds + 1, n_kinds)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[n_kinds] = 1
    return W_Q, W_K, W_V


# %% right: wide queries padded with empty columns
def same_kind_head(n_kinds):
    W = np.zeros((n_kinds + 1, 64))
    W[np.arange(n_kinds), np.arange(n_kinds) + 7] = 16.0
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1, -1] = 1.0
    return [W, W, W_V]


# %% right: lead of fourteen just enough for fifty tokens
def same_kind_head(n_kinds):
    W_Q = 14 * np.sqrt(n_kinds) * np.eye(n_kinds + 1, n_kinds)
    W_K = np.eye(n_kinds + 1, n_kinds)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1] = 1
    return W_Q, W_K, W_V


# %% wrong: too-soft, earns 0.6 — lead of only one
def same_kind_head(n_kinds):
    W = np.eye(n_kinds + 1, n_kinds)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1, 0] = 1
    return W, W, W_V


# %% wrong: too-soft, earns 0.6 — lead of ten divided by root d
def same_kind_head(n_kinds):
    W = np.eye(n_kinds + 1, n_kinds)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1, 0] = 1
    return 10 * W, W, W_V


# %% wrong: too-soft, earns 0.6 — lead of ten leaks in full scenes
def same_kind_head(n_kinds):
    W = np.eye(n_kinds + 1, n_kinds)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1, 0] = 1
    return 10 * np.sqrt(n_kinds) * W, W, W_V


# %% wrong: too-soft, earns 0.6 — lead of twelve leaks in the worst scene
def same_kind_head(n_kinds):
    W = np.eye(n_kinds + 1, n_kinds)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1, 0] = 1
    return 12 * np.sqrt(n_kinds) * W, W, W_V


# %% wrong: no-sqrt, earns 0.7 — lead computed without the division by root d
def same_kind_head(n_kinds):
    lead = np.log(49 * 20 / 0.001)
    W = np.eye(n_kinds + 1, n_kinds)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1, 0] = 1
    return lead * W, W, W_V


# %% wrong: too-soft, earns 0.6 — lead forgets that heights are twenty apart
def same_kind_head(n_kinds):
    lead = np.log(49 / 0.001) * np.sqrt(n_kinds)
    W = np.eye(n_kinds + 1, n_kinds)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1, 0] = 1
    return lead * W, W, W_V


# %% wrong: too-soft, earns 0.6 — lead forgets that forty nine others may leak
def same_kind_head(n_kinds):
    lead = np.log(20 / 0.001) * np.sqrt(n_kinds)
    W = np.eye(n_kinds + 1, n_kinds)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1, 0] = 1
    return lead * W, W, W_V


# %% wrong: no-sqrt, earns 0.7 — scale of sixty too small for twenty kinds
def same_kind_head(n_kinds):
    W = np.eye(n_kinds + 1, n_kinds)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1, 0] = 1
    return 60 * W, W, W_V


# %% wrong: no-sqrt, earns 0.7 — scale of thirty enough for few kinds only
def same_kind_head(n_kinds):
    W = np.eye(n_kinds + 1, n_kinds)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1, 0] = 1
    return 30 * W, W, W_V


# %% wrong: too-soft, earns 0.6 — lead grows with log of kinds from small
def same_kind_head(n_kinds):
    W = np.eye(n_kinds + 1, n_kinds)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1, 0] = 1
    return 10 * np.log(n_kinds) * np.sqrt(n_kinds) * W, W, W_V


# %% wrong: too-soft, earns 0.6 — lead divided by root d once more
def same_kind_head(n_kinds):
    W = np.eye(n_kinds + 1, n_kinds)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1, 0] = 1
    return 20 / np.sqrt(n_kinds) * W, W, W_V


# %% wrong: wrong-values, earns 0.5 — values pick the first kind instead of the height
def same_kind_head(n_kinds):
    W = 20 * np.eye(n_kinds + 1, n_kinds)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[0] = 1
    return W, W, W_V


# %% wrong: wrong-values, earns 0.5 — values add the kind to the height
def same_kind_head(n_kinds):
    W = 20 * np.eye(n_kinds + 1, n_kinds)
    W_V = np.ones((n_kinds + 1, 1))
    return W, W, W_V


# %% wrong: wrong-values, earns 0.5 — values pick the last kind by an off by one
def same_kind_head(n_kinds):
    W = 20 * np.eye(n_kinds + 1, n_kinds)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[n_kinds - 1] = 1
    return W, W, W_V


# %% wrong: wrong-values, earns 0.5 — height times number of kinds
def same_kind_head(n_kinds):
    W = 20 * np.eye(n_kinds + 1, n_kinds)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1] = n_kinds
    return W, W, W_V


# %% wrong: wrong-values, earns 0.5 — height divided by number of kinds
def same_kind_head(n_kinds):
    W = 20 * np.eye(n_kinds + 1, n_kinds)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1] = 1 / n_kinds
    return W, W, W_V


# %% wrong: wrong-values, earns 0.5 — scale of the scores also on the values
def same_kind_head(n_kinds):
    W = 20 * np.eye(n_kinds + 1, n_kinds)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1] = 20
    return W, W, W_V


# %% wrong: wrong-values, earns 0.5 — values with a minus sign
def same_kind_head(n_kinds):
    W = 20 * np.eye(n_kinds + 1, n_kinds)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1] = -1
    return W, W, W_V


# %% wrong: height-in-scores, earns 0.4 — height kept in queries and keys
def same_kind_head(n_kinds):
    W = 20 * np.eye(n_kinds + 1)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1, 0] = 1
    return W, W, W_V


# %% wrong: height-in-scores, earns 0.4 — height kept in the keys of the first kind
def same_kind_head(n_kinds):
    W_Q = 20 * np.eye(n_kinds + 1, n_kinds)
    W_K = 20 * np.eye(n_kinds + 1, n_kinds)
    W_K[-1, 0] = 1
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% wrong: height-in-scores, earns 0.4 — height kept in the queries of the last kind
def same_kind_head(n_kinds):
    W_Q = 20 * np.eye(n_kinds + 1, n_kinds)
    W_K = 20 * np.eye(n_kinds + 1, n_kinds)
    W_Q[-1, -1] = 20
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% wrong: height-in-scores, earns 0.4 — tall tokens of the own kind count more
def same_kind_head(n_kinds):
    W_Q = 20 * np.eye(n_kinds + 1, n_kinds + 1)
    W_K = 20 * np.eye(n_kinds + 1, n_kinds + 1)
    W_Q[-1, -1] = 0
    W_Q[:n_kinds, -1] = 1
    W_K[-1, -1] = 1
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% wrong: other-kinds, earns 0.3 — keys with the opposite sign prefer other kinds
def same_kind_head(n_kinds):
    W = 20 * np.eye(n_kinds + 1, n_kinds)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1, 0] = 1
    return W, -W, W_V


# %% wrong: uniform — queries of zero give the mean of everything
def same_kind_head(n_kinds):
    W = 20 * np.eye(n_kinds + 1, n_kinds)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1, 0] = 1
    return np.zeros_like(W), W, W_V


# %% wrong: uniform — queries ask for all kinds alike
def same_kind_head(n_kinds):
    W_K = 20 * np.eye(n_kinds + 1, n_kinds)
    W_Q = np.zeros_like(W_K)
    W_Q[:n_kinds] = 20
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% wrong: last-kind, earns 0.6 — last kind has no column
def same_kind_head(n_kinds):
    W = 20 * np.eye(n_kinds + 1, n_kinds - 1)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1, 0] = 1
    return W, W, W_V


# %% wrong: unrecognised — columns shifted so that kind zero is lost
def same_kind_head(n_kinds):
    W = 20 * np.eye(n_kinds + 1, n_kinds, k=-1)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1, 0] = 1
    return W, W, W_V


# %% wrong: last-kind, earns 0.6 — diagonal above so that the last kind is lost
def same_kind_head(n_kinds):
    W = 20 * np.eye(n_kinds + 1, n_kinds, k=1)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1, 0] = 1
    return W, W, W_V


# %% wrong: unrecognised — queries ask for the next kind
def same_kind_head(n_kinds):
    W_K = 20 * np.eye(n_kinds + 1, n_kinds)
    W_Q = W_K.copy()
    W_Q[:n_kinds] = np.roll(W_K[:n_kinds], 1, axis=1)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% wrong: one-number, earns 0.2 — one number for each kind as the code
def same_kind_head(n_kinds):
    W = np.zeros((n_kinds + 1, 1))
    W[:n_kinds, 0] = 20 * np.arange(1, n_kinds + 1)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1, 0] = 1
    return W, W, W_V


# %% wrong: unrecognised — binary codes of zeros and ones
def same_kind_head(n_kinds):
    bits = max(1, int(np.ceil(np.log2(n_kinds + 1))))
    W = np.zeros((n_kinds + 1, bits))
    for kind in range(n_kinds):
        for b in range(bits):
            W[kind, b] = (kind + 1) >> b & 1
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1, 0] = 1
    return 100 * W, W, W_V


# %% wrong: too-soft, earns 0.6 — circle with a radius too small for twenty kinds
def same_kind_head(n_kinds):
    angle = 2 * np.pi * np.arange(n_kinds) / n_kinds
    W = np.zeros((n_kinds + 1, 2))
    W[:n_kinds] = 10 * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1, 0] = 1
    return W, W, W_V


# %% wrong: unrecognised — keys forget to square the kind number
def same_kind_head(n_kinds):
    t = np.arange(n_kinds)
    W_Q = np.zeros((n_kinds + 1, 2))
    W_K = np.zeros((n_kinds + 1, 2))
    W_Q[:n_kinds] = np.stack([t, np.ones(n_kinds)], axis=1) * 60
    W_K[:n_kinds] = np.stack([2 * t, -t], axis=1)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% wrong: unrecognised — random codes of different lengths in two dimensions
def same_kind_head(n_kinds):
    W = np.zeros((n_kinds + 1, 2))
    W[:n_kinds] = np.random.default_rng(0).normal(size=(n_kinds, 2))
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1, 0] = 1
    return 100 * W, W, W_V


# %% wrong: unrecognised — only two kinds written down
def same_kind_head(n_kinds):
    W = np.zeros((n_kinds + 1, n_kinds))
    W[0, 0] = W[1, 1] = 30
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1, 0] = 1
    return W, W, W_V


# %% wrong: too-large, earns 0.5 — entries so large that they overflow
def same_kind_head(n_kinds):
    W = 1e200 * np.eye(n_kinds + 1, n_kinds)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1, 0] = 1
    return W, W, W_V


# %% wrong: axis-of-length-1, earns 0.8 — values as a flat vector
def same_kind_head(n_kinds):
    W = 20 * np.eye(n_kinds + 1, n_kinds)
    W_V = np.zeros(n_kinds + 1)
    W_V[-1] = 1
    return W, W, W_V


# %% wrong: transposed, earns 0.7 — values as a row
def same_kind_head(n_kinds):
    W = 20 * np.eye(n_kinds + 1, n_kinds)
    W_V = np.zeros((1, n_kinds + 1))
    W_V[0, -1] = 1
    return W, W, W_V


# %% wrong: transposed, earns 0.7 — queries and keys transposed
def same_kind_head(n_kinds):
    W = 20 * np.eye(n_kinds, n_kinds + 1)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1, 0] = 1
    return W, W, W_V


# %% wrong: wrong-order, earns 0.8 — values returned first
def same_kind_head(n_kinds):
    W = 20 * np.eye(n_kinds + 1, n_kinds)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[-1, 0] = 1
    return W_V, W, W


# %% wrong: height-first, earns 0.6 — height expected in the first place of the token
def same_kind_head(n_kinds):
    W = 20 * np.eye(n_kinds + 1, n_kinds, k=-1)
    W_V = np.zeros((n_kinds + 1, 1))
    W_V[0, 0] = 1
    return W, W, W_V
