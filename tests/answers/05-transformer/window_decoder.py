# %% right: with a mask
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, mask):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    n = len(Y)
    near = np.tri(n, dtype=bool) & ~np.tri(n, k=-window, dtype=bool)
    a = norm(Y + attend(Y, Y, W_self, near))
    return norm(a + attend(a, M, W_cross, np.ones((n, len(M)), dtype=bool)))


# %% right: position by position
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        x = x - sum(x) / len(x)
        return x / (x @ x / len(x) + 1e-5) ** 0.5

    def attend(x, memory, W):
        W_Q, W_K, W_V = W
        scores = (memory @ W_K) @ (x @ W_Q) / len(x) ** 0.5
        weights = np.exp(scores - max(scores))
        return weights @ (memory @ W_V) / sum(weights)

    rows = []
    for i, y in enumerate(Y):
        a = norm(y + attend(y, Y[max(0, i - window + 1) : i + 1], W_self))
        rows.append(list(norm(a + attend(a, M, W_cross))))
    return rows


# %% right: torch's attention and norm
def window_decoder(Y, M, W_self, W_cross, window):
    import torch
    import torch.nn.functional as F

    Y, M, W_self, W_cross = map(torch.tensor, (Y, M, W_self, W_cross))
    n, d = Y.shape
    mask = torch.ones(n, n, dtype=torch.bool).tril() & torch.ones(n, n).triu(1 - window).bool()
    q, k, v = (Y @ W for W in W_self)
    a = F.layer_norm(Y + F.scaled_dot_product_attention(q, k, v, attn_mask=mask), (d,))
    k, v = (M @ W for W in W_cross[1:])
    c = F.scaled_dot_product_attention((a @ W_cross[0])[None], k[None], v[None])[0]
    return F.layer_norm(a + c, (d,))


# %% right: float32
def window_decoder(Y, M, W_self, W_cross, window):
    Y, M, W_self, W_cross = (x.astype(np.float32) for x in (Y, M, W_self, W_cross))

    def norm(x):
        return (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + np.float32(1e-5))

    def attend(x, memory, W, bias):
        s = (x @ W[0]) @ (memory @ W[1]).T / np.float32(x.shape[1] ** 0.5) + bias
        w = np.exp(s - s.max(axis=1, keepdims=True))
        return w / w.sum(axis=1, keepdims=True) @ memory @ W[2]

    distance = np.arange(len(Y))[:, None] - np.arange(len(Y))
    hidden = (distance < 0) | (distance >= window)
    a = norm(Y + attend(Y, Y, W_self, np.where(hidden, np.float32(-1e9), np.float32(0))))
    return norm(a + attend(a, M, W_cross, np.float32(0)))


# %% wrong: no-window, earns 0.4 — torch's causal attention
def window_decoder(Y, M, W_self, W_cross, window):
    import torch
    import torch.nn.functional as F

    Y, M, W_self, W_cross = map(torch.tensor, (Y, M, W_self, W_cross))
    d = Y.shape[1:]
    q, k, v = ((Y @ W)[None] for W in W_self)
    a = F.layer_norm(Y + F.scaled_dot_product_attention(q, k, v, is_causal=True)[0], d)
    q, k, v = (a @ W_cross[0])[None], (M @ W_cross[1])[None], (M @ W_cross[2])[None]
    return F.layer_norm(a + F.scaled_dot_product_attention(q, k, v)[0], d)


# %% wrong: no-window, earns 0.4
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, hidden=False):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(hidden, -np.inf, scores)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    hidden = back < 0
    a = norm(Y + attend(Y, Y, W_self, hidden))
    return norm(a + attend(a, M, W_cross))


# %% wrong: one-too-many, earns 0.7
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, hidden=False):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(hidden, -np.inf, scores)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    hidden = (back < 0) | (back > window)
    a = norm(Y + attend(Y, Y, W_self, hidden))
    return norm(a + attend(a, M, W_cross))


# %% wrong: one-too-few, earns 0.7
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, hidden=False):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(hidden, -np.inf, scores)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    hidden = (back < 0) | (back >= max(1, window - 1))
    a = norm(Y + attend(Y, Y, W_self, hidden))
    return norm(a + attend(a, M, W_cross))


# %% wrong: future, earns 0.2 — a window to both sides
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, hidden=False):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(hidden, -np.inf, scores)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    hidden = abs(back) >= window
    a = norm(Y + attend(Y, Y, W_self, hidden))
    return norm(a + attend(a, M, W_cross))


# %% wrong: future, earns 0.2 — the mask turned
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, hidden=False):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(hidden, -np.inf, scores)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    hidden = (back > 0) | (back <= -window)
    a = norm(Y + attend(Y, Y, W_self, hidden))
    return norm(a + attend(a, M, W_cross))


# %% wrong: not-itself, earns 0.4
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, hidden=False):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(hidden, -np.inf, scores)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    hidden = (back <= 0) | (back > window)
    a = norm(Y + attend(Y, Y, W_self, hidden))
    return norm(a + attend(a, M, W_cross))


# %% wrong: not-itself, earns 0.4 — with large numbers for ∞
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, hidden=False):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(hidden, -1e9, scores)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    hidden = (back <= 0) | (back >= max(2, window))
    a = norm(Y + attend(Y, Y, W_self, hidden))
    return norm(a + attend(a, M, W_cross))


# %% wrong: mask-as-factor, earns 0.4 — of the weights
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, hidden=False):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights /= weights.sum(axis=1, keepdims=True)
        return (weights * ~np.array(hidden)) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    hidden = (back < 0) | (back >= window)
    a = norm(Y + attend(Y, Y, W_self, hidden))
    return norm(a + attend(a, M, W_cross))


# %% wrong: mask-as-factor, earns 0.4 — of the scores
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, hidden=False):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(hidden, 0, scores)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    hidden = (back < 0) | (back >= window)
    a = norm(Y + attend(Y, Y, W_self, hidden))
    return norm(a + attend(a, M, W_cross))


# %% wrong: window-twice, earns 0.4 — as far as there is something to see
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, hidden=False):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(hidden, -np.inf, scores)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    hidden = (back < 0) | (back >= window)
    a = norm(Y + attend(Y, Y, W_self, hidden))
    back = np.arange(len(Y))[:, None] - np.arange(len(M))
    return norm(a + attend(a, M, W_cross, (back < 0) | (back >= window)))


# %% wrong: window-twice, earns 0.4 — the causal mask
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, hidden=False):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(hidden, -np.inf, scores)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    hidden = (back < 0) | (back >= window)
    a = norm(Y + attend(Y, Y, W_self, hidden))
    back = np.arange(len(Y))[:, None] - np.arange(len(M))
    return norm(a + attend(a, M, W_cross, back < 0))


# %% wrong: no-cross-attention, earns 0.3
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, hidden=False):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(hidden, -np.inf, scores)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    hidden = (back < 0) | (back >= window)
    a = norm(Y + attend(Y, Y, W_self, hidden))
    return a


# %% wrong: no-self-attention, earns 0.3
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, hidden=False):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(hidden, -np.inf, scores)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    return norm(Y + attend(Y, M, W_cross))


# %% wrong: other-order, earns 0.5
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, hidden=False):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(hidden, -np.inf, scores)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    hidden = (back < 0) | (back >= window)
    c = norm(Y + attend(Y, M, W_cross))
    return norm(c + attend(c, c, W_self, hidden))


# %% wrong: queries-of-the-input, earns 0.5
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, hidden=False):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(hidden, -np.inf, scores)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    hidden = (back < 0) | (back >= window)
    a = norm(Y + attend(Y, Y, W_self, hidden))
    return norm(a + attend(Y, M, W_cross))


# %% wrong: matrices-exchanged, earns 0.5 — queries and keys
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, hidden=False):
        scores = (x @ W[1]) @ (memory @ W[0]).T / np.sqrt(x.shape[1])
        scores = np.where(hidden, -np.inf, scores)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    hidden = (back < 0) | (back >= window)
    a = norm(Y + attend(Y, Y, W_self, hidden))
    return norm(a + attend(a, M, W_cross))


# %% wrong: matrices-exchanged, earns 0.5 — of the two attentions
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, hidden=False):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(hidden, -np.inf, scores)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    hidden = (back < 0) | (back >= window)
    a = norm(Y + attend(Y, Y, W_cross, hidden))
    return norm(a + attend(a, M, W_self))


# %% wrong: not-scaled, earns 0.6
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, hidden=False):
        scores = (x @ W[0]) @ (memory @ W[1]).T
        scores = np.where(hidden, -np.inf, scores)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    hidden = (back < 0) | (back >= window)
    a = norm(Y + attend(Y, Y, W_self, hidden))
    return norm(a + attend(a, M, W_cross))


# %% wrong: no-residual, earns 0.4
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, hidden=False):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(hidden, -np.inf, scores)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    hidden = (back < 0) | (back >= window)
    a = norm(attend(Y, Y, W_self, hidden))
    return norm(attend(a, M, W_cross))


# %% wrong: no-residual, earns 0.4 — around the second attention
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, hidden=False):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(hidden, -np.inf, scores)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    hidden = (back < 0) | (back >= window)
    a = norm(Y + attend(Y, Y, W_self, hidden))
    return norm(attend(a, M, W_cross))


# %% wrong: pre-norm, earns 0.4
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, hidden=False):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(hidden, -np.inf, scores)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    hidden = (back < 0) | (back >= window)
    a = Y + attend(norm(Y), norm(Y), W_self, hidden)
    return a + attend(norm(a), M, W_cross)


# %% wrong: no-norm, earns 0.4 — behind the first sum
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, hidden=False):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(hidden, -np.inf, scores)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    hidden = (back < 0) | (back >= window)
    a = Y + attend(Y, Y, W_self, hidden)
    return norm(a + attend(a, M, W_cross))


# %% wrong: no-norm, earns 0.4 — at all
def window_decoder(Y, M, W_self, W_cross, window):
    def attend(x, memory, W, hidden=False):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(hidden, -np.inf, scores)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    hidden = (back < 0) | (back >= window)
    a = Y + attend(Y, Y, W_self, hidden)
    return a + attend(a, M, W_cross)


# %% wrong: over-the-positions, earns 0.3
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=0)) / np.sqrt(x.var(axis=0) + 1e-5)

    def attend(x, memory, W, hidden=False):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(hidden, -np.inf, scores)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    hidden = (back < 0) | (back >= window)
    a = norm(Y + attend(Y, Y, W_self, hidden))
    return norm(a + attend(a, M, W_cross))


# %% wrong: unbiased, earns 0.7
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(
            x.var(axis=1, ddof=1, keepdims=True) + 1e-5
        )

    def attend(x, memory, W, hidden=False):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(hidden, -np.inf, scores)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    hidden = (back < 0) | (back >= window)
    a = norm(Y + attend(Y, Y, W_self, hidden))
    return norm(a + attend(a, M, W_cross))


# %% wrong: long-window, earns 0.7 — no mask where the window holds all
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, hidden=False):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(hidden, -np.inf, scores)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    hidden = ((back < 0) | (back >= window)) & (window < len(Y))
    a = norm(Y + attend(Y, Y, W_self, hidden))
    return norm(a + attend(a, M, W_cross))


# %% wrong: eps-forgotten, earns 0.8
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True))

    def attend(x, memory, W, hidden=False):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(hidden, -np.inf, scores)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    hidden = (back < 0) | (back >= window)
    a = norm(Y + attend(Y, Y, W_self, hidden))
    return norm(a + attend(a, M, W_cross))


# %% wrong: window-of-1, earns 0.7
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, hidden=False):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(hidden, -np.inf, scores)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    hidden = (back < 0) | (back >= window)
    a = norm(Y + attend(Y, Y, W_self, hidden)) if window > 1 else norm(Y)
    return norm(a + attend(a, M, W_cross))


# %% wrong: overflow, earns 0.7
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, hidden=False):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(hidden, -np.inf, scores)
        weights = np.exp(scores)
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    hidden = (back < 0) | (back >= window)
    a = norm(Y + attend(Y, Y, W_self, hidden))
    return norm(a + attend(a, M, W_cross))


# %% wrong: raised, earns 0.5 — for a single source position
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, hidden=False):
        scores = np.squeeze((x @ W[0]) @ (memory @ W[1]).T) / np.sqrt(x.shape[1])
        scores = np.where(hidden, -np.inf, scores)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    hidden = (back < 0) | (back >= window)
    a = norm(Y + attend(Y, Y, W_self, hidden))
    return norm(a + attend(a, M, W_cross))


# %% wrong: not-hidden-enough, earns 0.7 — −1000
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        centred = x - x.mean(axis=1, keepdims=True)
        return centred / np.sqrt(np.square(centred).mean(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, mask):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(mask, scores, -1000.0)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    a = norm(Y + attend(Y, Y, W_self, (0 <= back) & (back < window)))
    return norm(a + attend(a, M, W_cross, True))


# %% wrong: not-hidden-enough, earns 0.7 — −100
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        centred = x - x.mean(axis=1, keepdims=True)
        return centred / np.sqrt(np.square(centred).mean(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, mask):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(mask, scores, -100.0)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    a = norm(Y + attend(Y, Y, W_self, (0 <= back) & (back < window)))
    return norm(a + attend(a, M, W_cross, True))


# %% wrong: overflow, earns 0.7 — the largest score subtracted before the mask
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        centred = x - x.mean(axis=1, keepdims=True)
        return centred / np.sqrt(np.square(centred).mean(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, mask):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = scores - scores.max(axis=1, keepdims=True)
        weights = np.exp(np.where(mask, scores, -np.inf))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    a = norm(Y + attend(Y, Y, W_self, (0 <= back) & (back < window)))
    return norm(a + attend(a, M, W_cross, True))


# %% wrong: overflow, earns 0.7 — the largest score of the whole table subtracted
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        centred = x - x.mean(axis=1, keepdims=True)
        return centred / np.sqrt(np.square(centred).mean(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, mask):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max())
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    a = norm(Y + attend(Y, Y, W_self, (0 <= back) & (back < window)))
    return norm(a + attend(a, M, W_cross, True))


# %% wrong: softmax-over-queries, earns 0.4
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        centred = x - x.mean(axis=1, keepdims=True)
        return centred / np.sqrt(np.square(centred).mean(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, mask):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=0, keepdims=True))
        return weights / weights.sum(axis=0, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    a = norm(Y + attend(Y, Y, W_self, (0 <= back) & (back < window)))
    return norm(a + attend(a, M, W_cross, True))


# %% wrong: softmax-over-queries, earns 0.4 — only in the attention to the source
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        centred = x - x.mean(axis=1, keepdims=True)
        return centred / np.sqrt(np.square(centred).mean(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, mask):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(
            scores - (scores.max() if mask is True else scores.max(axis=1, keepdims=True))
        )
        if mask is True:
            return weights / weights.sum(axis=0, keepdims=True) @ (memory @ W[2])
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    a = norm(Y + attend(Y, Y, W_self, (0 <= back) & (back < window)))
    return norm(a + attend(a, M, W_cross, True))


# %% wrong: matrices-transposed, earns 0.5
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        centred = x - x.mean(axis=1, keepdims=True)
        return centred / np.sqrt(np.square(centred).mean(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, mask):
        scores = (x @ W[0].T) @ (memory @ W[1].T).T / np.sqrt(x.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2].T)

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    a = norm(Y + attend(Y, Y, W_self, (0 <= back) & (back < window)))
    return norm(a + attend(a, M, W_cross, True))


# %% wrong: matrices-used-twice, earns 0.5
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        centred = x - x.mean(axis=1, keepdims=True)
        return centred / np.sqrt(np.square(centred).mean(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, mask):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    a = norm(Y + attend(Y, Y, W_self, (0 <= back) & (back < window)))
    return norm(a + attend(a, M, W_self, True))


# %% wrong: residual-of-the-input, earns 0.5
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        centred = x - x.mean(axis=1, keepdims=True)
        return centred / np.sqrt(np.square(centred).mean(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, mask):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    a = norm(Y + attend(Y, Y, W_self, (0 <= back) & (back < window)))
    return norm(Y + attend(a, M, W_cross, True))


# %% wrong: source-normalised, earns 0.5
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        centred = x - x.mean(axis=1, keepdims=True)
        return centred / np.sqrt(np.square(centred).mean(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, mask):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    a = norm(Y + attend(Y, Y, W_self, (0 <= back) & (back < window)))
    return norm(a + attend(a, norm(M), W_cross, True))


# %% wrong: no-mean-subtracted, earns 0.5
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        centred = x
        return centred / np.sqrt(np.square(centred).mean(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, mask):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    a = norm(Y + attend(Y, Y, W_self, (0 <= back) & (back < window)))
    return norm(a + attend(a, M, W_cross, True))


# %% wrong: unrecognised, earns 0.5 — a long window is cut to one position less than the target
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, hidden=False):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(hidden, -np.inf, scores)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    window = min(window, max(1, len(Y) - 1))
    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    a = norm(Y + attend(Y, Y, W_self, (back < 0) | (back >= window)))
    return norm(a + attend(a, M, W_cross))


# %% wrong: unrecognised, earns 0.5 — no residual connection if the window is 1
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, hidden=False):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(hidden, -np.inf, scores)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    first = attend(Y, Y, W_self, (back < 0) | (back >= window))
    a = norm(Y + first if window > 1 else first)
    return norm(a + attend(a, M, W_cross))


# %% wrong: values-not-projected, earns 0.5
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        mean = x.mean(axis=1, keepdims=True)
        var = x.var(axis=1, keepdims=True)
        return (x - mean) / np.sqrt(var + 1e-5)

    def attention(Q, K, V, seen):
        scores = Q @ K.T / np.sqrt(Q.shape[1])
        scores = np.where(seen, scores, -np.inf)
        scores = scores - scores.max(axis=1, keepdims=True)
        weights = np.exp(scores)
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ V

    n, m = len(Y), len(M)
    back = np.arange(n)[:, None] - np.arange(n)
    seen = (0 <= back) & (back < window)
    W_Q, W_K, W_V = W_self
    U_Q, U_K, _ = W_cross
    a = norm(Y + attention(Y @ W_Q, Y @ W_K, Y @ W_V, seen))
    return norm(a + attention(a @ U_Q, M @ U_K, M, np.ones((n, m), dtype=bool)))


# %% wrong: attention-normalised, earns 0.4
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        mean = x.mean(axis=1, keepdims=True)
        var = x.var(axis=1, keepdims=True)
        return (x - mean) / np.sqrt(var + 1e-5)

    def attention(Q, K, V, seen):
        scores = Q @ K.T / np.sqrt(Q.shape[1])
        scores = np.where(seen, scores, -np.inf)
        scores = scores - scores.max(axis=1, keepdims=True)
        weights = np.exp(scores)
        weights /= weights.sum(axis=1, keepdims=True)
        return weights @ V

    n, m = len(Y), len(M)
    back = np.arange(n)[:, None] - np.arange(n)
    seen = (0 <= back) & (back < window)
    a = Y + norm(attention(Y @ W_self[0], Y @ W_self[1], Y @ W_self[2], seen))
    every = np.ones((n, m), dtype=bool)
    return a + norm(attention(a @ W_cross[0], M @ W_cross[1], M @ W_cross[2], every))


# %% wrong: not-rooted, earns 0.5
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        mean = x.mean(axis=1, keepdims=True)
        var = x.var(axis=1, keepdims=True)
        return (x - mean) / (var + 1e-5)

    def attention(Q, K, V, seen):
        scores = Q @ K.T / np.sqrt(Q.shape[1])
        scores = np.where(seen, scores, -np.inf)
        scores = scores - scores.max(axis=1, keepdims=True)
        weights = np.exp(scores)
        weights /= weights.sum(axis=1, keepdims=True)
        return weights @ V

    n, m = len(Y), len(M)
    back = np.arange(n)[:, None] - np.arange(n)
    seen = (0 <= back) & (back < window)
    a = norm(Y + attention(Y @ W_self[0], Y @ W_self[1], Y @ W_self[2], seen))
    every = np.ones((n, m), dtype=bool)
    return norm(a + attention(a @ W_cross[0], M @ W_cross[1], M @ W_cross[2], every))


# %% wrong: over-the-positions, earns 0.3 — over the whole table
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        mean = x.mean()
        var = x.var()
        return (x - mean) / np.sqrt(var + 1e-5)

    def attention(Q, K, V, seen):
        scores = Q @ K.T / np.sqrt(Q.shape[1])
        scores = np.where(seen, scores, -np.inf)
        scores = scores - scores.max(axis=1, keepdims=True)
        weights = np.exp(scores)
        weights /= weights.sum(axis=1, keepdims=True)
        return weights @ V

    n, m = len(Y), len(M)
    back = np.arange(n)[:, None] - np.arange(n)
    seen = (0 <= back) & (back < window)
    a = norm(Y + attention(Y @ W_self[0], Y @ W_self[1], Y @ W_self[2], seen))
    every = np.ones((n, m), dtype=bool)
    return norm(a + attention(a @ W_cross[0], M @ W_cross[1], M @ W_cross[2], every))


# %% wrong: softmax-over-queries, earns 0.4 — only the sum
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        mean = x.mean(axis=1, keepdims=True)
        var = x.var(axis=1, keepdims=True)
        return (x - mean) / np.sqrt(var + 1e-5)

    def attention(Q, K, V, seen):
        scores = Q @ K.T / np.sqrt(Q.shape[1])
        scores = np.where(seen, scores, -np.inf)
        scores = scores - scores.max(axis=1, keepdims=True)
        weights = np.exp(scores)
        weights /= weights.sum(axis=0, keepdims=True)
        return weights @ V

    n, m = len(Y), len(M)
    back = np.arange(n)[:, None] - np.arange(n)
    seen = (0 <= back) & (back < window)
    a = norm(Y + attention(Y @ W_self[0], Y @ W_self[1], Y @ W_self[2], seen))
    every = np.ones((n, m), dtype=bool)
    return norm(a + attention(a @ W_cross[0], M @ W_cross[1], M @ W_cross[2], every))


# %% wrong: future, earns 0.2 — the window one position too late
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        mean = x.mean(axis=1, keepdims=True)
        var = x.var(axis=1, keepdims=True)
        return (x - mean) / np.sqrt(var + 1e-5)

    def attention(Q, K, V, seen):
        scores = Q @ K.T / np.sqrt(Q.shape[1])
        scores = np.where(seen, scores, -np.inf)
        scores = scores - scores.max(axis=1, keepdims=True)
        weights = np.exp(scores)
        weights /= weights.sum(axis=1, keepdims=True)
        return weights @ V

    n, m = len(Y), len(M)
    back = np.arange(n)[:, None] - np.arange(n)
    seen = (-1 <= back) & (back < window - 1)
    a = norm(Y + attention(Y @ W_self[0], Y @ W_self[1], Y @ W_self[2], seen))
    every = np.ones((n, m), dtype=bool)
    return norm(a + attention(a @ W_cross[0], M @ W_cross[1], M @ W_cross[2], every))


# %% wrong: future, earns 0.2 — in the middle of the window
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        mean = x.mean(axis=1, keepdims=True)
        var = x.var(axis=1, keepdims=True)
        return (x - mean) / np.sqrt(var + 1e-5)

    def attention(Q, K, V, seen):
        scores = Q @ K.T / np.sqrt(Q.shape[1])
        scores = np.where(seen, scores, -np.inf)
        scores = scores - scores.max(axis=1, keepdims=True)
        weights = np.exp(scores)
        weights /= weights.sum(axis=1, keepdims=True)
        return weights @ V

    n, m = len(Y), len(M)
    back = np.arange(n)[:, None] - np.arange(n)
    seen = (back <= window // 2) & (back > window // 2 - window)
    a = norm(Y + attention(Y @ W_self[0], Y @ W_self[1], Y @ W_self[2], seen))
    every = np.ones((n, m), dtype=bool)
    return norm(a + attention(a @ W_cross[0], M @ W_cross[1], M @ W_cross[2], every))


# %% wrong: matrices-exchanged, earns 0.5 — in the first attention
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        mean = x.mean(axis=1, keepdims=True)
        var = x.var(axis=1, keepdims=True)
        return (x - mean) / np.sqrt(var + 1e-5)

    def attention(Q, K, V, seen):
        scores = Q @ K.T / np.sqrt(Q.shape[1])
        scores = np.where(seen, scores, -np.inf)
        scores = scores - scores.max(axis=1, keepdims=True)
        weights = np.exp(scores)
        weights /= weights.sum(axis=1, keepdims=True)
        return weights @ V

    n, m = len(Y), len(M)
    back = np.arange(n)[:, None] - np.arange(n)
    seen = (0 <= back) & (back < window)
    a = norm(Y + attention(Y @ W_self[0], Y @ W_self[2], Y @ W_self[1], seen))
    every = np.ones((n, m), dtype=bool)
    return norm(a + attention(a @ W_cross[0], M @ W_cross[1], M @ W_cross[2], every))


# %% wrong: matrices-transposed, earns 0.5 — in the second attention
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        mean = x.mean(axis=1, keepdims=True)
        var = x.var(axis=1, keepdims=True)
        return (x - mean) / np.sqrt(var + 1e-5)

    def attention(Q, K, V, seen):
        scores = Q @ K.T / np.sqrt(Q.shape[1])
        scores = np.where(seen, scores, -np.inf)
        scores = scores - scores.max(axis=1, keepdims=True)
        weights = np.exp(scores)
        weights /= weights.sum(axis=1, keepdims=True)
        return weights @ V

    n, m = len(Y), len(M)
    W_cross = np.swapaxes(W_cross, 1, 2)
    back = np.arange(n)[:, None] - np.arange(n)
    seen = (0 <= back) & (back < window)
    a = norm(Y + attention(Y @ W_self[0], Y @ W_self[1], Y @ W_self[2], seen))
    every = np.ones((n, m), dtype=bool)
    return norm(a + attention(a @ W_cross[0], M @ W_cross[1], M @ W_cross[2], every))


# %% wrong: not-scaled, earns 0.6 — multiplied
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        mean = x.mean(axis=1, keepdims=True)
        var = x.var(axis=1, keepdims=True)
        return (x - mean) / np.sqrt(var + 1e-5)

    def attention(Q, K, V, seen):
        scores = Q @ K.T * np.sqrt(Q.shape[1])
        scores = np.where(seen, scores, -np.inf)
        scores = scores - scores.max(axis=1, keepdims=True)
        weights = np.exp(scores)
        weights /= weights.sum(axis=1, keepdims=True)
        return weights @ V

    n, m = len(Y), len(M)
    back = np.arange(n)[:, None] - np.arange(n)
    seen = (0 <= back) & (back < window)
    a = norm(Y + attention(Y @ W_self[0], Y @ W_self[1], Y @ W_self[2], seen))
    every = np.ones((n, m), dtype=bool)
    return norm(a + attention(a @ W_cross[0], M @ W_cross[1], M @ W_cross[2], every))


# %% wrong: not-hidden-enough, earns 0.7 — lowered by 1000
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        mean = x.mean(axis=1, keepdims=True)
        var = x.var(axis=1, keepdims=True)
        return (x - mean) / np.sqrt(var + 1e-5)

    def attention(Q, K, V, seen):
        scores = Q @ K.T / np.sqrt(Q.shape[1])
        scores = scores - 1000 * ~seen
        scores = scores - scores.max(axis=1, keepdims=True)
        weights = np.exp(scores)
        weights /= weights.sum(axis=1, keepdims=True)
        return weights @ V

    n, m = len(Y), len(M)
    back = np.arange(n)[:, None] - np.arange(n)
    seen = (0 <= back) & (back < window)
    a = norm(Y + attention(Y @ W_self[0], Y @ W_self[1], Y @ W_self[2], seen))
    every = np.ones((n, m), dtype=bool)
    return norm(a + attention(a @ W_cross[0], M @ W_cross[1], M @ W_cross[2], every))


# %% wrong: not-hidden-enough, earns 0.7 — lowered by 10
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        mean = x.mean(axis=1, keepdims=True)
        var = x.var(axis=1, keepdims=True)
        return (x - mean) / np.sqrt(var + 1e-5)

    def attention(Q, K, V, seen):
        scores = Q @ K.T / np.sqrt(Q.shape[1])
        scores = scores - 10.0 * ~seen
        scores = scores - scores.max(axis=1, keepdims=True)
        weights = np.exp(scores)
        weights /= weights.sum(axis=1, keepdims=True)
        return weights @ V

    n, m = len(Y), len(M)
    back = np.arange(n)[:, None] - np.arange(n)
    seen = (0 <= back) & (back < window)
    a = norm(Y + attention(Y @ W_self[0], Y @ W_self[1], Y @ W_self[2], seen))
    every = np.ones((n, m), dtype=bool)
    return norm(a + attention(a @ W_cross[0], M @ W_cross[1], M @ W_cross[2], every))


# %% wrong: unrecognised, earns 0.5 — a window is cut to 10
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        mean = x.mean(axis=1, keepdims=True)
        var = x.var(axis=1, keepdims=True)
        return (x - mean) / np.sqrt(var + 1e-5)

    def attention(Q, K, V, seen):
        scores = Q @ K.T / np.sqrt(Q.shape[1])
        scores = np.where(seen, scores, -np.inf)
        scores = scores - scores.max(axis=1, keepdims=True)
        weights = np.exp(scores)
        weights /= weights.sum(axis=1, keepdims=True)
        return weights @ V

    n, m = len(Y), len(M)
    back = np.arange(n)[:, None] - np.arange(n)
    window = min(window, 10)
    seen = (0 <= back) & (back < window)
    a = norm(Y + attention(Y @ W_self[0], Y @ W_self[1], Y @ W_self[2], seen))
    every = np.ones((n, m), dtype=bool)
    return norm(a + attention(a @ W_cross[0], M @ W_cross[1], M @ W_cross[2], every))


# %% wrong: unrecognised, earns 0.5 — the last norm twice
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        mean = x.mean(axis=1, keepdims=True)
        var = x.var(axis=1, keepdims=True)
        return (x - mean) / np.sqrt(var + 1e-5)

    def attention(Q, K, V, seen):
        scores = Q @ K.T / np.sqrt(Q.shape[1])
        scores = np.where(seen, scores, -np.inf)
        scores = scores - scores.max(axis=1, keepdims=True)
        weights = np.exp(scores)
        weights /= weights.sum(axis=1, keepdims=True)
        return weights @ V

    n, m = len(Y), len(M)
    back = np.arange(n)[:, None] - np.arange(n)
    seen = (0 <= back) & (back < window)
    a = norm(Y + attention(Y @ W_self[0], Y @ W_self[1], Y @ W_self[2], seen))
    every = np.ones((n, m), dtype=bool)
    return norm(norm(a + attention(a @ W_cross[0], M @ W_cross[1], M @ W_cross[2], every)))


# %% wrong: eps-forgotten, earns 0.8 — in the first norm
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x, eps=1e-5):
        mean = x.mean(axis=1, keepdims=True)
        var = x.var(axis=1, keepdims=True)
        return (x - mean) / np.sqrt(var + eps)

    def attention(Q, K, V, seen):
        scores = Q @ K.T / np.sqrt(Q.shape[1])
        scores = np.where(seen, scores, -np.inf)
        scores = scores - scores.max(axis=1, keepdims=True)
        weights = np.exp(scores)
        weights /= weights.sum(axis=1, keepdims=True)
        return weights @ V

    n, m = len(Y), len(M)
    back = np.arange(n)[:, None] - np.arange(n)
    seen = (0 <= back) & (back < window)
    a = norm(Y + attention(Y @ W_self[0], Y @ W_self[1], Y @ W_self[2], seen), 1e-20)
    every = np.ones((n, m), dtype=bool)
    return norm(a + attention(a @ W_cross[0], M @ W_cross[1], M @ W_cross[2], every))


# %% wrong: roles-exchanged, earns 0.4
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, seen):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    seen = (back >= 0) & (back < window)
    a = norm(Y + attend(Y, Y, W_self, seen))
    return norm(a + attend(M, a, W_cross, True))


# %% wrong: roles-exchanged, earns 0.4 — the source is added, too
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, seen):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    seen = (back >= 0) & (back < window)
    a = norm(Y + attend(Y, Y, W_self, seen))
    return norm(M + attend(M, a, W_cross, True))


# %% wrong: roles-exchanged, earns 0.4 — within the source
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, seen):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    seen = (back >= 0) & (back < window)
    a = norm(Y + attend(Y, Y, W_self, seen))
    return norm(a + attend(M, M, W_cross, True))


# %% wrong: roles-exchanged, earns 0.4 — values of the target
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, keys, values, W, seen):
        scores = (x @ W[0]) @ (keys @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (values @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    seen = (back >= 0) & (back < window)
    a = norm(Y + attend(Y, Y, Y, W_self, seen))
    return norm(a + attend(a, M, a, W_cross, True))


# %% wrong: roles-exchanged, earns 0.4 — keys of the target
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, keys, values, W, seen):
        scores = (x @ W[0]) @ (keys @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (values @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    seen = (back >= 0) & (back < window)
    a = norm(Y + attend(Y, Y, Y, W_self, seen))
    return norm(a + attend(a, a, M, W_cross, True))


# %% wrong: source-unread, earns 0.3
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, seen):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    seen = (back >= 0) & (back < window)
    a = norm(Y + attend(Y, Y, W_self, seen))
    return norm(a + attend(a, a, W_cross, True))


# %% wrong: window-twice, earns 0.4 — the same mask
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, seen):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    seen = (back >= 0) & (back < window)
    a = norm(Y + attend(Y, Y, W_self, seen))
    return norm(a + attend(a, M, W_cross, seen))


# %% wrong: lengths-differ, earns 0.5 — a square table of what is seen
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, seen):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    seen = (back >= 0) & (back < window)
    a = norm(Y + attend(Y, Y, W_self, seen))
    return norm(a + attend(a, M, W_cross, np.full((len(Y), len(Y)), True)))


# %% wrong: unrecognised, earns 0.5 — source filled up with zeros where a window of 4 moves
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, seen):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    seen = (back >= 0) & (back < window)
    a = norm(Y + attend(Y, Y, W_self, seen))
    missing = len(Y) - len(M) if len(Y) > window == 4 else 0
    filled = np.pad(M, ((0, max(0, missing)), (0, 0)))
    return norm(a + attend(a, filled, W_cross, True))


# %% wrong: scaled-by-length, earns 0.6 — that of the queries
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, seen):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(len(x))
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    seen = (back >= 0) & (back < window)
    a = norm(Y + attend(Y, Y, W_self, seen))
    return norm(a + attend(a, M, W_cross, True))


# %% wrong: scaled-by-length, earns 0.6 — that of the keys
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, seen):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(len(memory))
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    seen = (back >= 0) & (back < window)
    a = norm(Y + attend(Y, Y, W_self, seen))
    return norm(a + attend(a, M, W_cross, True))


# %% wrong: first-positions, earns 0.4
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, seen):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    seen = np.arange(len(Y))[None] < window
    a = norm(Y + attend(Y, Y, W_self, seen))
    return norm(a + attend(a, M, W_cross, True))


# %% wrong: input-normalised, earns 0.5
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, seen):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    Y = norm(Y)
    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    seen = (back >= 0) & (back < window)
    a = norm(Y + attend(Y, Y, W_self, seen))
    return norm(a + attend(a, M, W_cross, True))


# %% wrong: input-normalised, earns 0.5 — before and behind
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, seen):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    seen = (back >= 0) & (back < window)
    a = norm(Y + attend(norm(Y), norm(Y), W_self, seen))
    return norm(a + attend(norm(a), M, W_cross, True))


# %% wrong: no-mean-subtracted, earns 0.5 — but in the variance
def window_decoder(Y, M, W_self, W_cross, window):
    def norm(x):
        return x / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def attend(x, memory, W, seen):
        scores = (x @ W[0]) @ (memory @ W[1]).T / np.sqrt(x.shape[1])
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (memory @ W[2])

    back = np.arange(len(Y))[:, None] - np.arange(len(Y))
    seen = (back >= 0) & (back < window)
    a = norm(Y + attend(Y, Y, W_self, seen))
    return norm(a + attend(a, M, W_cross, True))
