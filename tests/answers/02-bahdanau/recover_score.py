# %% right: differences to the first
def recover_score(H, G):
    return np.linalg.lstsq(H[1:] - H[0], G[1:] - G[0], rcond=None)[0].T


# %% right: the mean taken out and a pseudo-inverse
def recover_score(H, G):
    return (G - G.mean(axis=0)).T @ np.linalg.pinv(H - H.mean(axis=0)).T


# %% right: an intercept for what all have in common
def recover_score(H, G):
    import torch

    rows = torch.cat([torch.tensor(H), torch.ones(len(H), 1).double()], dim=1)
    return torch.linalg.lstsq(rows, torch.tensor(G)).solution[:-1].T


# %% right: normal equations in float32 about the mean
def recover_score(H, G):
    H = (H - H.mean(axis=0)).astype(np.float32)
    G = (G - G.mean(axis=0)).astype(np.float32)
    return np.linalg.solve(H.T @ H, H.T @ G).T


# %% right: elimination by hand on all pairs of neighbours
def recover_score(H, G):
    d_h = H.shape[1]
    rows = list(np.diff(np.hstack([H, G]), axis=0))
    for column in range(d_h):
        pivot = max(range(column, len(rows)), key=lambda i: abs(rows[i][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = rows[column] / rows[column][column]
        for i in range(len(rows)):
            if i != column:
                rows[i] = rows[i] - rows[i][column] * rows[column]
    return [[rows[b][d_h + a] for b in range(d_h)] for a in range(G.shape[1])]


# %% wrong: transposed, earns 0.7
def recover_score(H, G):
    return np.linalg.lstsq(H - H[0], G - G[0])[0]


# %% wrong: negative, earns 0.6
def recover_score(H, G):
    return np.linalg.lstsq(H[1:] - H[0], G[0] - G[1:])[0].T


# %% wrong: normaliser-ignored, earns 0.2 — the nearest ready-made
def recover_score(H, G):
    return np.linalg.lstsq(H, G)[0].T


# %% wrong: transposed + normaliser-ignored, earns 0.14
def recover_score(H, G):
    return np.linalg.lstsq(H, G)[0]


# %% wrong: one-side-only, earns 0.4
def recover_score(H, G):
    return np.linalg.lstsq(H[1:] - H[0], G[1:])[0].T


# %% wrong: one-side-only, earns 0.4 — of the gradients
def recover_score(H, G):
    return np.linalg.lstsq(H, G - G.mean(axis=0))[0].T


# %% wrong: one-difference, earns 0.2
def recover_score(H, G):
    h, g = H[1] - H[0], G[1] - G[0]
    return np.outer(g, h) / (h @ h)


# %% wrong: not-solved, earns 0.2
def recover_score(H, G):
    return G.T @ H / len(H)


# %% wrong: other-way-round, earns 0.2
def recover_score(H, G):
    return np.linalg.lstsq(G - G[0], H - H[0])[0]


# %% wrong: scaled, earns 0.6
def recover_score(H, G):
    return np.linalg.lstsq(H - H[0], G - G[0])[0].T * np.sqrt(H.shape[1])


# %% wrong: wrong-shape — annotations by annotations
def recover_score(H, G):
    return (G - G[0]) @ (H - H[0]).T if H.shape == G.shape else G @ G.T


# %% wrong: pulled-to-0, earns 0.6 — a small penalty
def recover_score(H, G):
    H, G = H - H.mean(axis=0), G - G.mean(axis=0)
    return np.linalg.solve(H.T @ H + 1e-6 * np.eye(H.shape[1]), H.T @ G).T


# %% wrong: some-differences, earns 0.3 — the last difference is left out
def recover_score(H, G):
    return np.linalg.lstsq(H[1:-1] - H[0], G[1:-1] - G[0])[0].T


# %% wrong: pulled-to-0, earns 0.6 — small directions are left out
def recover_score(H, G):
    return np.linalg.lstsq(H - H.mean(axis=0), G, rcond=0.2)[0].T


# %% wrong: pulled-to-0, earns 0.6 — a descent
def recover_score(H, G):
    H, G = H - H.mean(axis=0), G - G.mean(axis=0)
    W = np.zeros((G.shape[1], H.shape[1]))
    for _ in range(400):
        W -= 0.4 * (H @ W.T - G).T @ H / len(H)
    return W


# %% wrong: some-differences, earns 0.6 — as many differences as W has columns, solved
def recover_score(H, G):
    d_h = H.shape[1]
    return np.linalg.solve(H[1 : d_h + 1] - H[0], G[1 : d_h + 1] - G[0]).T


# %% wrong: some-differences, earns 0.6 — the first as many as W has columns
def recover_score(H, G):
    d_h = H.shape[1]
    return np.linalg.lstsq(H[1 : d_h + 1] - H[0], G[1 : d_h + 1] - G[0])[0].T


# %% wrong: some-differences, earns 0.6 — the last, of neighbours
def recover_score(H, G):
    d_h = H.shape[1]
    return (np.linalg.pinv(np.diff(H, axis=0)[-d_h:]) @ np.diff(G, axis=0)[-d_h:]).T


# %% wrong: two-references, earns 0.5 — first and mean
def recover_score(H, G):
    return np.linalg.lstsq(H - H[0], G - G.mean(axis=0), rcond=None)[0].T


# %% wrong: two-references, earns 0.5 — first and last
def recover_score(H, G):
    return np.linalg.lstsq(H - H[0], G - G[-1], rcond=None)[0].T


# %% wrong: added, earns 0.3
def recover_score(H, G):
    return np.linalg.lstsq(H[1:] + H[0], G[1:] + G[0], rcond=None)[0].T


# %% wrong: entries-divided, earns 0.2
def recover_score(H, G):
    return (G[1] - G[0])[:, None] / (H[1] - H[0])[None, :]


# %% wrong: intercept-inside, earns 0.7
def recover_score(H, G):
    A = np.column_stack([np.ones(len(H)), H])
    return np.linalg.lstsq(A, G, rcond=None)[0][:-1].T


# %% wrong: rounded, earns 0.7
def recover_score(H, G):
    return np.round(np.linalg.lstsq(H - H[0], G - G[0], rcond=None)[0].T)


# %% wrong: too-coarse, earns 0.6 — float16
def recover_score(H, G):
    H, G = H.astype(np.float16).astype(float), G.astype(np.float16).astype(float)
    return np.linalg.lstsq(H - H[0], G - G[0], rcond=None)[0].T


# %% wrong: too-coarse, earns 0.6 — float32
def recover_score(H, G):
    H, G = H.astype(np.float32), G.astype(np.float32)
    return np.linalg.lstsq(H - H[0], G - G[0], rcond=None)[0].T


# %% wrong: not-solved, earns 0.2 — column by column
def recover_score(H, G):
    A, B = H - H.mean(axis=0), G - G.mean(axis=0)
    return (B.T @ A) / (A**2).sum(axis=0)


# %% wrong: pulled-to-0, earns 0.5 — a large penalty
def recover_score(H, G):
    from sklearn.linear_model import Ridge

    return Ridge().fit(H, G).coef_.reshape(G.shape[1], H.shape[1])


# %% wrong: some-differences, earns 0.6 — equal ones left out
def recover_score(H, G):
    _, first = np.unique(H, axis=0, return_index=True)
    keep = np.sort(first)
    h, g = H[keep], G[keep]
    d = H.shape[1]
    return np.linalg.solve(h[1 : d + 1] - h[0], g[1 : d + 1] - g[0]).T


# %% wrong: axis-of-length-1, earns 0.8 — squeezed
def recover_score(H, G):
    return np.squeeze(np.linalg.lstsq(H - H[0], G - G[0], rcond=None)[0].T)


# %% wrong: some-differences, earns 0.6 — the first that are not equal, by least squares
def recover_score(H, G):
    _, first = np.unique(H, axis=0, return_index=True)
    some = np.sort(first)[: H.shape[1] + 1]
    return np.linalg.lstsq(H[some] - H[0], G[some] - G[0])[0].T


# %% wrong: unrecognised, earns 0.5 — near ones are taken for equal
def recover_score(H, G):
    keep = [j for j in range(len(H)) if not np.allclose(H[j], H[0])]
    return np.linalg.lstsq(H[keep] - H[0], G[keep] - G[0], rcond=None)[0].T


# %% wrong: reshaped, earns 0.6
def recover_score(H, G):
    X = np.linalg.lstsq(H - H[0], G - G[0], rcond=None)[0]
    return X.reshape(G.shape[1], H.shape[1])
