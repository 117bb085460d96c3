# %% right: attend and norm as two helper functions
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% right: only the real rows of a are keys
def two_way_step(T, X, E, real, W_ask, W_back):
    real = np.asarray(real, dtype=bool)
    def softmax(s):
        s = np.exp(s - s.max(axis=-1, keepdims=True))
        return s / s.sum(axis=-1, keepdims=True)
    def ln(x):
        return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5)
    root = np.sqrt(T.shape[1])
    P = X + E
    t = T[real]
    a = ln(t + softmax(t @ W_ask[0] @ (P @ W_ask[1]).T / root) @ (X @ W_ask[2]))
    image = ln(X + softmax(P @ W_back[0] @ (a @ W_back[1]).T / root) @ (a @ W_back[2]))
    tokens = np.array(T, dtype=float)
    tokens[real] = a
    return tokens, image


# %% right: torch scaled dot product attention and layer norm
def two_way_step(T, X, E, real, W_ask, W_back):
    import torch
    import torch.nn.functional as F
    T, X, E, A, B = (torch.tensor(np.asarray(m, dtype=float)) for m in (T, X, E, W_ask, W_back))
    keep = torch.tensor(np.asarray(real, dtype=bool))
    d = T.shape[1]
    found = F.scaled_dot_product_attention((T @ A[0])[None], ((X + E) @ A[1])[None], (X @ A[2])[None])[0]
    a = F.layer_norm(T + found, (d,), eps=1e-5)
    mask = keep.expand(len(X), -1)[None]
    seen = F.scaled_dot_product_attention(((X + E) @ B[0])[None], (a @ B[1])[None], (a @ B[2])[None], attn_mask=mask)[0]
    return torch.where(keep[:, None], a, T), F.layer_norm(X + seen, (d,), eps=1e-5)


# %% right: loops over every query
def two_way_step(T, X, E, real, W_ask, W_back):
    d = T.shape[1]
    def norm(row):
        mean = sum(row) / d
        variance = sum((v - mean) ** 2 for v in row) / d
        return np.array([(v - mean) / (variance + 1e-5) ** 0.5 for v in row])
    def attend(query, keys, values):
        scores = [float(query @ k) / d ** 0.5 for k in keys]
        top = max(scores)
        weights = [np.exp(s - top) for s in scores]
        return sum(w * v for w, v in zip(weights, values)) / sum(weights)
    keys = [(x + e) @ W_ask[1] for x, e in zip(X, E)]
    values = [x @ W_ask[2] for x in X]
    tokens, real_a = [], []
    for t, ok in zip(T, real):
        if ok:
            a = norm(t + attend(t @ W_ask[0], keys, values))
            real_a.append(a)
            tokens.append(a)
        else:
            tokens.append(np.array(t, dtype=float))
    keys = [a @ W_back[1] for a in real_a]
    values = [a @ W_back[2] for a in real_a]
    image = [norm(x + attend((x + e) @ W_back[0], keys, values)) for x, e in zip(X, E)]
    return np.array(tokens), np.array(image)


# %% right: einsum with a large negative number as mask
def two_way_step(T, X, E, real, W_ask, W_back):
    d = T.shape[-1]
    def weights(q, k):
        s = np.einsum("id,jd->ij", q, k) / np.sqrt(d)
        return s
    def soft(s):
        e = np.exp(s - s.max(1)[:, None])
        return np.einsum("ij,i->ij", e, 1 / e.sum(1))
    def ln(x):
        m = np.einsum("id->i", x) / d
        c = x - m[:, None]
        return c * (np.einsum("id,id->i", c, c) / d + 1e-5)[:, None] ** -0.5
    q, k, v = [np.einsum("id,de->ie", m, w) for m, w in zip((T, X + E, X), W_ask)]
    a = ln(T + np.einsum("ij,jd->id", soft(weights(q, k)), v))
    q, k, v = [np.einsum("id,de->ie", m, w) for m, w in zip((X + E, a, a), W_back)]
    s = weights(q, k) + np.where(real, 0.0, -1e9)
    image = ln(X + np.einsum("ij,jd->id", soft(s), v))
    return np.array([a[i] if real[i] else T[i] for i in range(len(T))]), image


# %% right: torch masked fill and softmax
def two_way_step(T, X, E, real, W_ask, W_back):
    import torch
    to = lambda m: torch.as_tensor(np.array(m, dtype=np.float64))
    T, X, E = to(T), to(X), to(E)
    ask, back = to(W_ask), to(W_back)
    padding = ~torch.as_tensor(np.array(real, dtype=bool))
    norm = torch.nn.LayerNorm(T.shape[1], eps=1e-5, elementwise_affine=False).double()
    scale = T.shape[1] ** -0.5
    with torch.no_grad():
        s = (T @ ask[0]) @ ((X + E) @ ask[1]).mT * scale
        a = norm(T + s.softmax(-1) @ (X @ ask[2]))
        s = ((X + E) @ back[0]) @ (a @ back[1]).mT * scale
        s = s.masked_fill(padding, float("-inf"))
        image = norm(X + s.softmax(-1) @ (a @ back[2]))
        tokens = torch.where(padding.unsqueeze(1), T, a)
    return tokens.numpy(), image.numpy()


# %% right: log softmax by logaddexp over real tokens
def two_way_step(T, X, E, real, W_ask, W_back):
    d = T.shape[1]
    def normalise(M):
        M = M.astype(float)
        mu = M.sum(axis=1) / d
        sigma2 = ((M.T - mu) ** 2).sum(axis=0) / d
        return ((M.T - mu) / np.sqrt(sigma2 + 1e-5)).T
    def log_softmax(S):
        return S - np.logaddexp.reduce(S, axis=1)[:, None]
    keys = X + E
    S = (T @ W_ask[0]).dot((keys @ W_ask[1]).T) / d ** 0.5
    a = normalise(T + np.exp(log_softmax(S)) @ X @ W_ask[2])
    S = np.full((len(X), len(T)), -np.inf)
    ok = np.flatnonzero(real)
    S[:, ok] = (keys @ W_back[0]) @ (a[ok] @ W_back[1]).T / d ** 0.5
    image = normalise(X + np.exp(log_softmax(S[:, ok])) @ a[ok] @ W_back[2])
    tokens = np.array(T, dtype=float, copy=True)
    for i in ok:
        tokens[i] = a[i]
    return tokens, image


# %% right: largest score of real tokens only and zero weights
def two_way_step(T, X, E, real, W_ask, W_back):
    d = T.shape[1]
    keep = np.asarray(real).astype(bool)
    def ln(x):
        return (x - np.mean(x, 1, keepdims=True)) / np.sqrt(np.var(x, 1, keepdims=True) + 1e-5)
    def attend(q, k, v, use):
        s = q @ k.T / np.sqrt(d)
        top = np.max(s, axis=1, keepdims=True, where=use, initial=-np.inf)
        w = np.where(use, np.exp(np.minimum(s - top, 0)), 0)
        return w @ v / w.sum(axis=1, keepdims=True)
    a = ln(T + attend(T @ W_ask[0], (X + E) @ W_ask[1], X @ W_ask[2], np.ones(len(X), bool)))
    image = ln(X + attend((X + E) @ W_back[0], a @ W_back[1], a @ W_back[2], keep))
    return keep[:, None] * a + ~keep[:, None] * T, image


# %% right: query and key matrices multiplied beforehand
def two_way_step(T, X, E, real, W_ask, W_back):
    n, d = T.shape
    ask = W_ask[0] @ W_ask[1].T / np.sqrt(d)
    back = W_back[0] @ W_back[1].T / np.sqrt(d)
    P = X + E
    def soft(S):
        S = S - S.max(axis=0)
        S = np.exp(S)
        return S / S.sum(axis=0)
    def LN(M):
        C = M - M.mean(1)[:, np.newaxis]
        return C / np.sqrt(np.diag(C @ C.T) / d + 1e-5)[:, np.newaxis]
    a = LN(T + soft(P @ ask.T @ T.T).T @ (X @ W_ask[2]))
    mask = np.zeros(n)
    mask[np.logical_not(real)] = -np.inf
    image = LN(X + soft(a @ back.T @ P.T + mask[:, None]).T @ (a @ W_back[2]))
    return np.choose(np.asarray(real, int)[:, None], [T, a]), image


# %% right: order of real tokens packed to the front
def two_way_step(T, X, E, real, W_ask, W_back):
    order = np.argsort(~np.asarray(real, dtype=bool), kind="stable")
    n = int(np.sum(real))
    def ln(x):
        return (x - x.mean(1, keepdims=True)) / np.sqrt(x.std(1, keepdims=True) ** 2 + 1e-5)
    def attend(q, k, v):
        s = q @ k.T * q.shape[1] ** -0.5
        w = np.exp(s - np.amax(s, axis=1, keepdims=True))
        return (w / np.sum(w, axis=1, keepdims=True)) @ v
    packed = T[order]
    a = ln(packed + attend(packed @ W_ask[0], (X + E) @ W_ask[1], X @ W_ask[2]))
    image = ln(X + attend((X + E) @ W_back[0], a[:n] @ W_back[1], a[:n] @ W_back[2]))
    out = np.concatenate([a[:n], packed[n:]])
    return [out[np.argsort(order)], image]


# %% right: pairwise softmax by score differences
def two_way_step(T, X, E, real, W_ask, W_back):
    d = T.shape[1]
    def weights(S):
        # weight j is 1 / sum over k of exp(s_k - s_j), which may overflow to 1 / inf = 0
        with np.errstate(over="ignore"):
            return 1 / np.exp(S[:, None, :] - S[:, :, None]).sum(axis=2)
    def LN(M):
        return np.stack([(m - m.mean()) / np.sqrt(m.var() + 1e-5) for m in M])
    P = np.add(X, E)
    a = LN(T + weights(T @ W_ask[0] @ W_ask[1].T @ P.T / np.sqrt(d)) @ (X @ W_ask[2]))
    clicks = a[np.nonzero(real)]
    image = LN(X + weights(P @ W_back[0] @ W_back[1].T @ clicks.T / np.sqrt(d)) @ (clicks @ W_back[2]))
    tokens = T.astype(float)
    tokens[np.nonzero(real)] = clicks
    return tokens, image


# %% wrong: overflow, earns 0.7 — unshifted exponentials overflow
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores)
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: overflow, earns 0.7 — one shift by the largest score of the whole table
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max())
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: unrecognised, earns 0.5 — scores clipped before the exponential
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        dead = np.isinf(scores)
        weights = np.exp(np.clip(scores, -50, 50))
        weights = np.where(dead, 0, weights)
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: padding-seen, earns 0.75 — padding not hidden from the image
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, True))
    return np.where(real[:, None], a, T), image


# %% wrong: padding-as-zeros, earns 0.75 — hidden scores set to zero and not to minus infinity
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, 0.0)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: hidden-by-a-number, earns 0.85 — hidden scores set to minus one hundred
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -100.0)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: hidden-by-a-number, earns 0.85 — hidden scores set to minus one thousand
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -1000.0)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: hidden-by-a-number, earns 0.85 — one thousand subtracted from hidden scores
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = scores - 1000.0 * (1 - np.asarray(mask, dtype=float))
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: padding-as-zeros, earns 0.75 — hidden weights zeroed behind the softmax only
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.where(mask, weights / weights.sum(axis=1, keepdims=True), 0) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: unrecognised, earns 0.5 — largest score of padding makes weights vanish
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = np.where(mask, weights, 0)
        return weights / np.maximum(weights.sum(axis=1, keepdims=True), 1e-300) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: padding-as-zeros, earns 0.75 — padding keys set to zero vectors and not hidden
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    a0 = np.where(real[:, None], a, 0)
    image = norm(X + attend(X + E, a0, a0, W_back, True))
    return np.where(real[:, None], a, T), image


# %% wrong: padding-seen, earns 0.75 — padding rows of T stay keys for the image
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    b = np.where(real[:, None], a, T)
    image = norm(X + attend(X + E, b, b, W_back, True))
    return np.where(real[:, None], a, T), image


# %% wrong: real-inverted, earns 0.75 — mask inverted so that only padding is seen
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    seen = ~real if not real.all() else real
    image = norm(X + attend(X + E, a, a, W_back, seen))
    return np.where(real[:, None], a, T), image


# %% wrong: unrecognised, earns 0.5 — scores of padding masked as queries by rows
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    s = (X + E) @ W_back[0] @ (a @ W_back[1]).T / np.sqrt(T.shape[1])
    if len(T) == len(X):
        s = np.where(real[:, None], s, -1e9)
    else:
        s = np.where(real, s, -np.inf)
    p = np.exp(s - s.max(axis=1, keepdims=True))
    image = norm(X + p / p.sum(axis=1, keepdims=True) @ (a @ W_back[2]))
    return np.where(real[:, None], a, T), image


# %% wrong: unrecognised, earns 0.5 — first real tokens assumed to stand in front
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    n = int(real.sum())
    front = np.arange(len(T)) < n
    image = norm(X + attend(X + E, a, a, W_back, front))
    return np.where(real[:, None], a, T), image


# %% wrong: padding-changed, earns 0.8 — padding rows of tokens are a too
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return a, image


# %% wrong: padding-changed, earns 0.8 — padding rows of tokens are zeros
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, 0), image


# %% wrong: wrong-shape, earns 0.5 — padding rows of tokens left out
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return a[real], image


# %% wrong: padding-changed, earns 0.8 — padding rows normalised but without attention
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, norm(T)), image


# %% wrong: real-inverted, earns 0.75 — rows of a and T exchanged in the result
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], T, a), image


# %% wrong: old-tokens, earns 0.75 — image attends to T and not to a
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, T, T, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: old-tokens, earns 0.75 — image takes keys from T and values from a
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, T, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: old-tokens, earns 0.75 — image takes keys from a and values from T
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, T, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: unrecognised, earns 0.5 — image step reads a before its norm
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    raw = T + attend(T, X + E, X, W_ask, True)
    a = norm(raw)
    image = norm(X + attend(X + E, raw, raw, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: positions-in-values, earns 0.75 — positions in the values of the first attention
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X + E, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: no-positions, earns 0.7 — positions missing from the keys
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: no-positions, earns 0.7 — positions missing from the queries of the image
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: positions-in-values, earns 0.75 — positions in the residual connection of the image
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + E + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: no-positions, earns 0.4 — positions never read
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X, X, W_ask, True))
    image = norm(X + attend(X, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: positions-in-values, earns 0.5 — positions added once and used everywhere
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    X = X + E
    a = norm(T + attend(T, X, X, W_ask, True))
    image = norm(X + attend(X, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: unrecognised — position added behind the key matrix
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        keys = k @ W[1] + E if k is X else k @ W[1]
        scores = (q @ W[0]) @ keys.T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: no-residual, earns 0.7 — residual connection of the tokens missing
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: no-residual, earns 0.7 — residual connection of the image missing
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: no-norm, earns 0.7 — norm of the tokens missing
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = T + attend(T, X + E, X, W_ask, True)
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: no-norm, earns 0.7 — norm of the image missing
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = X + attend(X + E, a, a, W_back, real)
    return np.where(real[:, None], a, T), image


# %% wrong: pre-norm, earns 0.4 — norm in front of attention and not behind
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = T + attend(norm(T), norm(X) + E, norm(X), W_ask, True)
    image = X + attend(norm(X) + E, norm(a), norm(a), W_back, real)
    return np.where(real[:, None], a, T), image


# %% wrong: pre-norm, earns 0.4 — norm of the attention result before the residual
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = T + norm(attend(T, X + E, X, W_ask, True))
    image = X + norm(attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: sample-variance, earns 0.7 — sample variance in the norm
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt(x.var(axis=1, keepdims=True, ddof=1) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: eps-forgotten, earns 0.8 — small number missing from the norm
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        root = np.sqrt((x ** 2).mean(axis=1, keepdims=True))
        return x / np.where(root > 0, root, 1)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: eps-forgotten, earns 0.8 — small number added outside the root
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / (np.sqrt((x ** 2).mean(axis=1, keepdims=True)) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: eps-forgotten, earns 0.8 — small number of a millionth in the norm
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-6)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: mean-kept, earns 0.6 — norm without subtracting the mean
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: unrecognised — norm divides by the length of the row
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).sum(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: no-root, earns 0.6 — norm divides by the variance without its root
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / ((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: norm-elsewhere, earns 0.5 — norm down the columns
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=0, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=0, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: norm-elsewhere, earns 0.5 — norm over the whole table at once
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean()
        return x / np.sqrt((x ** 2).mean() + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: not-scaled, earns 0.6 — scores not divided by the root
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: not-scaled, earns 0.6 — scores divided by d and not its root
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / q.shape[1]
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: unrecognised — scores divided by the root of the number of queries
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[0])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: not-scaled, earns 0.8 — only the first attention is scaled
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scale = np.sqrt(q.shape[1]) if W is W_ask else 1.0
        scores = (q @ W[0]) @ (k @ W[1]).T / scale
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: over-the-queries, earns 0.3 — softmax over the queries
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - np.where(np.isinf(scores), -1e9, scores).max(axis=0))
        total = weights.sum(axis=0)
        return weights / np.where(total > 0, total, 1) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: unrecognised — softmax without the division by the sum
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: matrices-exchanged, earns 0.5 — matrices read as keys and queries and values
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[1]) @ (k @ W[0]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: matrices-exchanged, earns 0.5 — matrices read as values and keys and queries
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[2]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[0])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: matrices-transposed, earns 0.6 — matrices transposed
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0].T) @ (k @ W[1].T).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2].T)
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: unrecognised — value matrix not applied
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ v
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: matrices-exchanged, earns 0.75 — same matrices in both directions
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_ask, real))
    return np.where(real[:, None], a, T), image


# %% wrong: matrices-exchanged, earns 0.5 — matrices of the two directions exchanged
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_back, True))
    image = norm(X + attend(X + E, a, a, W_ask, real))
    return np.where(real[:, None], a, T), image


# %% wrong: image-first + old-tokens, earns 0.45 — image attends first and the tokens then
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    new = norm(X + attend(X + E, T, T, W_back, real))
    a = norm(T + attend(T, new + E, new, W_ask, True))
    image = new
    return np.where(real[:, None], a, T), image


# %% wrong: unrecognised, earns 0.5 — tokens ask once more after the image changed
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    a = norm(a + attend(a, image + E, image, W_ask, True))
    return np.where(real[:, None], a, T), image


# %% wrong: wrong-order, earns 0.8 — image and tokens returned in swapped order
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return image, np.where(real[:, None], a, T)


# %% wrong: unrecognised, earns 0.5 — image returned unchanged
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = X.copy()
    return np.where(real[:, None], a, T), image


# %% wrong: changed-arguments, earns 0.7 — right results but E added to X in place
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    old = X.copy()
    X += E
    a = norm(T + attend(T, X, old, W_ask, True))
    image = norm(old + attend(X, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: changed-arguments, earns 0.7 — right results but T overwritten with a
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    T[real] = a[real]
    return T, image


# %% wrong: overflow, earns 0.85 — shift is at least zero where padding is hidden
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, np.nan)
        weights = np.nan_to_num(np.exp(scores - np.nan_to_num(scores).max(axis=1, keepdims=True)))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: unrecognised, earns 0.5 — value of the mean token for padding in the keys
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + 1e-5)
    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])
    a = norm(T + attend(T, X + E, X, W_ask, True))
    b = np.where(real[:, None], a, a[real].mean(axis=0))
    image = norm(X + attend(X + E, b, b, W_back, True))
    return np.where(real[:, None], a, T), image
