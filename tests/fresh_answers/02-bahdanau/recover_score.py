# %% right: differences to the first row and lstsq
def recover_score(H, G):
    return np.linalg.lstsq(H - H[0], G - G[0], rcond=None)[0].T


# %% right: differences to the last row
def recover_score(H, G):
    A = H[:-1] - H[-1]
    B = G[:-1] - G[-1]
    X, *_ = np.linalg.lstsq(A, B, rcond=None)
    return X.T


# %% right: both tables centred and pseudoinverse
def recover_score(H, G):
    A = H - H.mean(axis=0)
    B = G - G.mean(axis=0)
    return (np.linalg.pinv(A) @ B).T


# %% right: differences of neighbours
def recover_score(H, G):
    X = np.linalg.lstsq(np.diff(H, axis=0), np.diff(G, axis=0), rcond=None)[0]
    return X.transpose()


# %% right: all pairs of annotations
def recover_score(H, G):
    i, j = np.triu_indices(len(H), k=1)
    return np.linalg.lstsq(H[j] - H[i], G[j] - G[i], rcond=None)[0].T


# %% right: QR of the differences
def recover_score(H, G):
    Q, R = np.linalg.qr(H[1:] - H[0])
    return np.linalg.solve(R, Q.T @ (G[1:] - G[0])).T


# %% right: singular values by hand
def recover_score(H, G):
    u, sv, vt = np.linalg.svd(H[1:] - H[:1], full_matrices=False)
    right = (u.T @ (G[1:] - G[:1])) / sv[:, None]
    return right.T @ vt


# %% right: torch lstsq
def recover_score(H, G):
    import torch
    H = torch.from_numpy(np.array(H, dtype=np.float64))
    G = torch.from_numpy(np.array(G, dtype=np.float64))
    X = torch.linalg.lstsq(H[1:] - H[0], G[1:] - G[0], driver="gelsd").solution
    return X.T


# %% right: independent differences picked greedily
def recover_score(H, G):
    A, B = H[1:] - H[0], G[1:] - G[0]
    left = np.array(A, dtype=float)
    chosen = []
    for _ in range(H.shape[1]):
        norms = (left ** 2).sum(axis=1)
        norms[chosen] = -1
        i = int(np.argmax(norms))
        chosen.append(i)
        q = left[i] / np.linalg.norm(left[i])
        for _ in range(2):
            left = left - np.outer(left @ q, q)
    return np.linalg.solve(A[chosen], B[chosen]).T


# %% right: Gaussian elimination with full pivoting
def recover_score(H, G):
    d = H.shape[1]
    A = np.array(H[1:] - H[0], dtype=float)
    B = np.array(G[1:] - G[0], dtype=float)
    order = np.arange(d)
    for k in range(d):
        r, c = np.unravel_index(np.abs(A[k:, k:]).argmax(), A[k:, k:].shape)
        r, c = r + k, c + k
        A[[k, r]], B[[k, r]] = A[[r, k]], B[[r, k]]
        A[:, [k, c]] = A[:, [c, k]]
        order[[k, c]] = order[[c, k]]
        f = A[k + 1:, k] / A[k, k]
        A[k + 1:] -= np.outer(f, A[k])
        B[k + 1:] -= np.outer(f, B[k])
    X = np.zeros((d, G.shape[1]))
    for k in range(d - 1, -1, -1):
        X[k] = (B[k] - A[k, k + 1:d] @ X[k + 1:]) / A[k, k]
    W = np.zeros((G.shape[1], d))
    W[:, order] = X.T
    return W


# %% right: one row of W after another
def recover_score(H, G):
    A = H[1:] - H[0]
    W = np.empty((G.shape[1], H.shape[1]))
    for k in range(G.shape[1]):
        W[k] = np.linalg.lstsq(A, G[1:, k] - G[0, k], rcond=None)[0]
    return W


# %% right: shifted then centred and least squares
def recover_score(H, G):
    A, B = H - H[0], G - G[0]
    A, B = A - A.mean(axis=0), B - B.mean(axis=0)
    return np.linalg.lstsq(A, B, rcond=None)[0].T


# %% right: torch pseudoinverse of centred differences
def recover_score(H, G):
    import torch
    A = torch.from_numpy(np.array(H - H[0], dtype=np.float64))
    B = torch.from_numpy(np.array(G - G[0], dtype=np.float64))
    A = A - A.mean(dim=0, keepdim=True)
    B = B - B.mean(dim=0, keepdim=True)
    return (torch.linalg.pinv(A) @ B).T.contiguous().numpy()


# %% right: Gram Schmidt done twice
def recover_score(H, G):
    A, B = H[1:] - H[0], G[1:] - G[0]
    d = A.shape[1]
    Q, R = np.zeros(A.shape), np.zeros((d, d))
    for k in range(d):
        x = A[:, k].astype(float)
        for _ in range(2):
            p = Q[:, :k].T @ x
            R[:k, k] += p
            x = x - Q[:, :k] @ p
        R[k, k] = np.linalg.norm(x)
        Q[:, k] = x / R[k, k]
    Y = Q.T @ B
    X = np.zeros((d, B.shape[1]))
    for k in range(d - 1, -1, -1):
        X[k] = (Y[k] - R[k, k + 1:] @ X[k + 1:]) / R[k, k]
    return X.T


# %% wrong: some-differences, earns 0.6 — first differences solved as a square system
def recover_score(H, G):
    d = H.shape[1]
    return np.linalg.solve(H[1:d + 1] - H[0], G[1:d + 1] - G[0]).T


# %% wrong: some-differences, earns 0.6 — last differences solved as a square system
def recover_score(H, G):
    d = H.shape[1]
    return np.linalg.solve(H[-d:] - H[0], G[-d:] - G[0]).T


# %% wrong: normaliser-ignored, earns 0.2 — lstsq without differences
def recover_score(H, G):
    return np.linalg.lstsq(H, G, rcond=None)[0].T


# %% wrong: transposed, earns 0.7 — W returned transposed
def recover_score(H, G):
    return np.linalg.lstsq(H - H[0], G - G[0], rcond=None)[0]


# %% wrong: reshaped, earns 0.6 — W reshaped instead of transposed
def recover_score(H, G):
    X = np.linalg.lstsq(H - H[0], G - G[0], rcond=None)[0]
    return X.reshape(G.shape[1], H.shape[1])


# %% wrong: one-side-only, earns 0.4 — differences of the annotations only
def recover_score(H, G):
    return np.linalg.lstsq(H[1:] - H[0], G[1:], rcond=None)[0].T


# %% wrong: one-side-only, earns 0.4 — differences of the gradients only
def recover_score(H, G):
    return np.linalg.lstsq(H[1:], G[1:] - G[0], rcond=None)[0].T


# %% wrong: one-side-only, earns 0.4 — only the gradients centred
def recover_score(H, G):
    return np.linalg.lstsq(H, G - G.mean(axis=0), rcond=None)[0].T


# %% wrong: negative, earns 0.6 — sign of W turned round
def recover_score(H, G):
    return np.linalg.lstsq(H[0] - H, G - G[0], rcond=None)[0].T


# %% wrong: some-differences, earns 0.6 — only the first annotations used by lstsq
def recover_score(H, G):
    d = H.shape[1]
    return np.linalg.lstsq(H[1:d + 1] - H[0], G[1:d + 1] - G[0], rcond=None)[0].T


# %% wrong: some-differences, earns 0.6 — square system with the pseudoinverse only when singular
def recover_score(H, G):
    d = H.shape[1]
    A, B = H[1:d + 1] - H[0], G[1:d + 1] - G[0]
    try:
        return np.linalg.solve(A, B).T
    except np.linalg.LinAlgError:
        return (np.linalg.pinv(A) @ B).T


# %% wrong: some-differences, earns 0.6 — duplicates dropped and then a square system
def recover_score(H, G):
    d = H.shape[1]
    _, keep = np.unique(H, axis=0, return_index=True)
    keep = np.sort(keep)[:d + 1]
    A, B = H[keep], G[keep]
    return np.linalg.solve(A[1:] - A[0], B[1:] - B[0]).T


# %% wrong: too-coarse, earns 0.6 — single precision loses close annotations
def recover_score(H, G):
    A = H.astype(np.float32)
    B = G.astype(np.float32)
    return np.linalg.lstsq(A - A[0], B - B[0], rcond=None)[0].T.astype(float)


# %% wrong: pulled-to-0, earns 0.6 — ridge term in the normal equations
def recover_score(H, G):
    A, B = H[1:] - H[0], G[1:] - G[0]
    return np.linalg.solve(A.T @ A + 1e-3 * np.eye(A.shape[1]), A.T @ B).T


# %% wrong: pulled-to-0, earns 0.6 — tiny ridge term too large for thousandths
def recover_score(H, G):
    A, B = H[1:] - H[0], G[1:] - G[0]
    return np.linalg.solve(A.T @ A + 1e-6 * np.eye(A.shape[1]), A.T @ B).T


# %% wrong: pulled-to-0, earns 0.6 — small singular values cut off
def recover_score(H, G):
    return np.linalg.lstsq(H - H[0], G - G[0], rcond=0.1)[0].T


# %% wrong: pulled-to-0, earns 0.5 — pseudoinverse with a coarse cut
def recover_score(H, G):
    return (np.linalg.pinv(H - H[0], rcond=0.2) @ (G - G[0])).T


# %% wrong: unrecognised, earns 0.5 — column of ones and a cut at one millionth
def recover_score(H, G):
    A = np.hstack([H, np.ones((len(H), 1))])
    return np.linalg.lstsq(A, G, rcond=1e-6)[0][:-1].T


# %% wrong: changed-arguments, earns 0.7 — annotations shifted in place
def recover_score(H, G):
    H -= H[0].copy()
    return np.linalg.lstsq(H, G - G[0], rcond=None)[0].T


# %% wrong: changed-arguments, earns 0.7 — gradients shifted in place
def recover_score(H, G):
    G -= G[0].copy()
    return np.linalg.lstsq(H - H[0], G, rcond=None)[0].T


# %% wrong: unrecognised — first row erased while shifting in place
def recover_score(H, G):
    A, B = H.copy(), G.copy()
    for j in range(len(A)):
        A[j] -= A[0]
        B[j] -= B[0]
    return np.linalg.lstsq(A, B, rcond=None)[0].T


# %% wrong: unrecognised — pairs of two rows only
def recover_score(H, G):
    n = len(H) // 2 * 2
    A, B = H[1:n:2] - H[0:n:2], G[1:n:2] - G[0:n:2]
    return np.linalg.lstsq(A, B, rcond=None)[0].T


# %% wrong: some-differences, earns 0.3 — differences to the second row leave out the first
def recover_score(H, G):
    return np.linalg.lstsq(H[2:] - H[1], G[2:] - G[1], rcond=None)[0].T


# %% wrong: unrecognised, earns 0.5 — annotations near the first taken for duplicates
def recover_score(H, G):
    keep = [j for j in range(len(H)) if not np.allclose(H[j], H[0])]
    return np.linalg.lstsq(H[keep] - H[0], G[keep] - G[0], rcond=None)[0].T


# %% wrong: unrecognised — annotations rounded to two decimals
def recover_score(H, G):
    A = np.round(H, 2)
    return np.linalg.lstsq(A - A[0], G - G[0], rcond=None)[0].T


# %% wrong: rounded, earns 0.7 — W rounded to whole numbers
def recover_score(H, G):
    return np.round(np.linalg.lstsq(H - H[0], G - G[0], rcond=None)[0].T)


# %% wrong: not-solved, earns 0.2 — sum of outer products without an inverse
def recover_score(H, G):
    A, B = H - H[0], G - G[0]
    return B.T @ A / len(A)


# %% wrong: not-solved, earns 0.2 — each entry by its own ratio
def recover_score(H, G):
    A, B = H - H.mean(axis=0), G - G.mean(axis=0)
    return (B.T @ A) / (A ** 2).sum(axis=0)


# %% wrong: pulled-to-0, earns 0.5 — a few steps of gradient descent
def recover_score(H, G):
    A, B = H - H[0], G - G[0]
    X = np.zeros((A.shape[1], B.shape[1]))
    step = 1 / max(np.linalg.norm(A, 2) ** 2, 1e-30)
    for _ in range(200):
        X -= step * (A.T @ (A @ X - B))
    return X.T


# %% wrong: axis-of-length-1, earns 0.8 — squeezed when a width is one
def recover_score(H, G):
    return np.linalg.lstsq(H - H[0], G - G[0], rcond=None)[0].T.squeeze()


# %% wrong: two-references, earns 0.5 — mean of the annotations against the first gradient
def recover_score(H, G):
    A = H - H[0]
    B = G - G.mean(axis=0)
    return np.linalg.lstsq(A, B, rcond=None)[0].T


# %% wrong: other-way-round, earns 0.2 — solves for annotations from gradients
def recover_score(H, G):
    return np.linalg.lstsq(G - G[0], H - H[0], rcond=None)[0]


# %% wrong: unrecognised — gradients taken for derivatives of the weights
def recover_score(H, G):
    A, B = H - H[0], G - G[0]
    return np.linalg.lstsq(A, B, rcond=None)[0].T * len(H)


# %% wrong: one-side-only, earns 0.4 — bias assumed to be the first annotation
def recover_score(H, G):
    A = H - H[0]
    return np.linalg.lstsq(A, G, rcond=None)[0].T


# %% wrong: unrecognised — differences wrap around and gradients shift one further
def recover_score(H, G):
    A = H - np.roll(H, 1, axis=0)
    B = np.roll(G, -1, axis=0) - G
    return np.linalg.lstsq(A, B, rcond=None)[0].T


# %% wrong: one-difference, earns 0.2 — difference of first and last row only
def recover_score(H, G):
    A, B = H[-1:] - H[:1], G[-1:] - G[:1]
    return np.linalg.lstsq(A, B, rcond=None)[0].T


# %% wrong: unrecognised — annotations scaled by their spread and not scaled back
def recover_score(H, G):
    A = H - H.mean(axis=0)
    A = A / A.std(axis=0)
    return np.linalg.lstsq(A, G - G.mean(axis=0), rcond=None)[0].T


# %% wrong: unrecognised — matrix of ones returned
def recover_score(H, G):
    return np.ones((G.shape[1], H.shape[1]))
