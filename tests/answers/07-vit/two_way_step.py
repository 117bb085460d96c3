# %% right: step by step
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    a = norm(T + attend(T, X + E, X, W_ask, everything))
    image = norm(X + attend(X + E, a, a, W_back, real))
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% right: torch's attention and norm
def two_way_step(T, X, E, real, W_ask, W_back):
    import torch
    import torch.nn.functional as F

    T, X, E, real, W_ask, W_back = map(torch.tensor, (T, X, E, real, W_ask, W_back))
    there, d = X + E, T.shape[1]
    found = F.scaled_dot_product_attention(T @ W_ask[0], there @ W_ask[1], X @ W_ask[2])
    a = F.layer_norm(T + found, (d,))
    mask = real.expand(len(X), -1)
    found = F.scaled_dot_product_attention(there @ W_back[0], a @ W_back[1], a @ W_back[2], mask)
    return torch.where(real[:, None], a, T), F.layer_norm(X + found, (d,))


# %% right: padding left out — not hidden
def two_way_step(T, X, E, real, W_ask, W_back):
    def softmax(scores):
        weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
        return weights / weights.sum(axis=-1, keepdims=True)

    def norm(x):
        return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5)

    root, tokens = np.sqrt(len(W_ask[0])), T.copy()
    for i in np.flatnonzero(real):
        weights = softmax((X + E) @ W_ask[1] @ (T[i] @ W_ask[0]) / root)
        tokens[i] = norm(T[i] + weights @ X @ W_ask[2])
    seen = tokens[real]
    weights = softmax((X + E) @ W_back[0] @ W_back[1].T @ seen.T / root)
    return tokens, norm(X + weights @ seen @ W_back[2])


# %% right: one place after the other — as lists
def two_way_step(T, X, E, real, W_ask, W_back):
    def average(query, keys, values):
        scores = [float(query @ key) / len(query) ** 0.5 for key in keys]
        weights = [np.exp(score - max(scores)) for score in scores]
        return sum(w * v for w, v in zip(weights, values, strict=True)) / sum(weights)

    def norm(x):
        return (x - np.mean(x)) / (np.var(x) + 0.00001) ** 0.5

    keys, values = (X + E) @ W_ask[1], X @ W_ask[2]
    tokens = [
        norm(t + average(t @ W_ask[0], keys, values)) if r else t
        for t, r in zip(T, real, strict=True)
    ]
    chosen = [t for t, r in zip(tokens, real, strict=True) if r]
    keys, values = [t @ W_back[1] for t in chosen], [t @ W_back[2] for t in chosen]
    image = [
        norm(x + average((x + e) @ W_back[0], keys, values)) for x, e in zip(X, E, strict=True)
    ]
    return tokens, image


# %% wrong: old-tokens, earns 0.75
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    a = norm(T + attend(T, X + E, X, W_ask, everything))
    image = norm(X + attend(X + E, T, T, W_back, real))
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: image-first + old-tokens, earns 0.45
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    image = norm(X + attend(X + E, T, T, W_back, real))
    a = norm(T + attend(T, image + E, image, W_ask, everything))
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: padding-seen, earns 0.75
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    a = norm(T + attend(T, X + E, X, W_ask, everything))
    image = norm(X + attend(X + E, a, a, W_back, np.ones_like(real)))
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: padding-as-zeros, earns 0.75 — as scores
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, 0)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    a = norm(T + attend(T, X + E, X, W_ask, everything))
    image = norm(X + attend(X + E, a * real[:, None], a * real[:, None], W_back, real))
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: padding-as-zeros, earns 0.75 — of the weights
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights * seen @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    a = norm(T + attend(T, X + E, X, W_ask, everything))
    image = norm(X + attend(X + E, a, a, W_back, real))
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: padding-changed, earns 0.8
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    a = norm(T + attend(T, X + E, X, W_ask, everything))
    image = norm(X + attend(X + E, a, a, W_back, real))
    tokens = a
    return tokens, image


# %% wrong: padding-changed, earns 0.8 — to zeros
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    a = norm(T + attend(T, X + E, X, W_ask, everything))
    image = norm(X + attend(X + E, a, a, W_back, real))
    tokens = np.where(real[:, None], a, 0)
    return tokens, image


# %% wrong: real-inverted, earns 0.5
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    real = ~real
    everything = np.ones(len(X), dtype=bool)
    a = norm(T + attend(T, X + E, X, W_ask, everything))
    image = norm(X + attend(X + E, a, a, W_back, real))
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: no-positions, earns 0.4
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    a = norm(T + attend(T, X, X, W_ask, everything))
    image = norm(X + attend(X, a, a, W_back, real))
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: positions-in-values, earns 0.75 — in the first half
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    a = norm(T + attend(T, X + E, X + E, W_ask, everything))
    image = norm(X + attend(X + E, a, a, W_back, real))
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: positions-in-values, earns 0.5 — added for good
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    X = X + E
    E = 0 * E
    everything = np.ones(len(X), dtype=bool)
    a = norm(T + attend(T, X + E, X, W_ask, everything))
    image = norm(X + attend(X + E, a, a, W_back, real))
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: positions-in-values, earns 0.75 — in the sum
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    a = norm(T + attend(T, X + E, X, W_ask, everything))
    image = norm(X + E + attend(X + E, a, a, W_back, real))
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: no-residual, earns 0.4
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    a = norm(attend(T, X + E, X, W_ask, everything))
    image = norm(attend(X + E, a, a, W_back, real))
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: no-norm, earns 0.4
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        return x

    everything = np.ones(len(X), dtype=bool)
    a = norm(T + attend(T, X + E, X, W_ask, everything))
    image = norm(X + attend(X + E, a, a, W_back, real))
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: pre-norm, earns 0.4
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    N = norm(X)
    a = T + attend(norm(T), N + E, N, W_ask, everything)
    image = X + attend(N + E, norm(a), norm(a), W_back, real)
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: not-scaled, earns 0.6
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    a = norm(T + attend(T, X + E, X, W_ask, everything))
    image = norm(X + attend(X + E, a, a, W_back, real))
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: matrices-exchanged, earns 0.5 — of the two attentions
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    W_ask, W_back = W_back, W_ask
    everything = np.ones(len(X), dtype=bool)
    a = norm(T + attend(T, X + E, X, W_ask, everything))
    image = norm(X + attend(X + E, a, a, W_back, real))
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: matrices-exchanged, earns 0.5 — queries and keys
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[1]) @ (key @ W[0]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    a = norm(T + attend(T, X + E, X, W_ask, everything))
    image = norm(X + attend(X + E, a, a, W_back, real))
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: no-positions, earns 0.7 — in the keys
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    a = norm(T + attend(T, X, X, W_ask, everything))
    image = norm(X + attend(X + E, a, a, W_back, real))
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: no-positions, earns 0.7 — in the queries
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    a = norm(T + attend(T, X + E, X, W_ask, everything))
    image = norm(X + attend(X, a, a, W_back, real))
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: no-residual, earns 0.7 — of the tokens
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    a = norm(attend(T, X + E, X, W_ask, everything))
    image = norm(X + attend(X + E, a, a, W_back, real))
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: no-residual, earns 0.7 — of the image
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    a = norm(T + attend(T, X + E, X, W_ask, everything))
    image = norm(attend(X + E, a, a, W_back, real))
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: no-norm, earns 0.7 — of the tokens
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    a = T + attend(T, X + E, X, W_ask, everything)
    image = norm(X + attend(X + E, a, a, W_back, real))
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: no-norm, earns 0.7 — of the image
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    a = norm(T + attend(T, X + E, X, W_ask, everything))
    image = X + attend(X + E, a, a, W_back, real)
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: not-scaled, earns 0.8 — in the second half
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    def unscaled(query, key, value, W, seen):
        return attend(query * T.shape[1] ** 0.5, key, value, W, seen)

    everything = np.ones(len(X), dtype=bool)
    a = norm(T + attend(T, X + E, X, W_ask, everything))
    image = norm(X + unscaled(X + E, a, a, W_back, real))
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: old-tokens, earns 0.75 — as values
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    a = norm(T + attend(T, X + E, X, W_ask, everything))
    image = norm(X + attend(X + E, a, T, W_back, real))
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: padding-seen, earns 0.75 — as it came
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    a = norm(T + attend(T, X + E, X, W_ask, everything))
    b = np.where(real[:, None], a, T)
    image = norm(X + attend(X + E, b, b, W_back, np.ones(len(T), dtype=bool)))
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: padding-as-zeros, earns 0.75 — the scores
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, 0)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    a = norm(T + attend(T, X + E, X, W_ask, everything))
    image = norm(X + attend(X + E, a, a, W_back, real))
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: hidden-by-a-number, earns 0.85
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -100)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    a = norm(T + attend(T, X + E, X, W_ask, everything))
    image = norm(X + attend(X + E, a, a, W_back, real))
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: sample-variance, earns 0.7
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt(x.var(axis=1, ddof=1, keepdims=True) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    a = norm(T + attend(T, X + E, X, W_ask, everything))
    image = norm(X + attend(X + E, a, a, W_back, real))
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: sample-variance, earns 0.85 — of the image
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    a = norm(T + attend(T, X + E, X, W_ask, everything))
    image = X + attend(X + E, a, a, W_back, real)
    image = image - image.mean(axis=1, keepdims=True)
    image = image / np.sqrt(image.var(axis=1, ddof=1, keepdims=True) + 1e-5)
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: no-root, earns 0.6
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / ((x**2).mean(axis=1, keepdims=True) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    a = norm(T + attend(T, X + E, X, W_ask, everything))
    image = norm(X + attend(X + E, a, a, W_back, real))
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: norm-elsewhere, earns 0.5 — columns
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=0)
        return x / np.sqrt((x**2).mean(axis=0) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    a = norm(T + attend(T, X + E, X, W_ask, everything))
    image = norm(X + attend(X + E, a, a, W_back, real))
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: norm-elsewhere, earns 0.5 — everything
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean()
        return x / np.sqrt((x**2).mean() + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    a = norm(T + attend(T, X + E, X, W_ask, everything))
    image = norm(X + attend(X + E, a, a, W_back, real))
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: matrices-transposed, earns 0.6
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0].T) @ (key @ W[1].T).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2].T)

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    a = norm(T + attend(T, X + E, X, W_ask, everything))
    image = norm(X + attend(X + E, a, a, W_back, real))
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: eps-forgotten, earns 0.8 — outside the root
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / (np.sqrt((x**2).mean(axis=1, keepdims=True)) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    a = norm(T + attend(T, X + E, X, W_ask, everything))
    image = norm(X + attend(X + E, a, a, W_back, real))
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: overflow, earns 0.7
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores)
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    a = norm(T + attend(T, X + E, X, W_ask, everything))
    image = norm(X + attend(X + E, a, a, W_back, real))
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: eps-forgotten, earns 0.8
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True))

    everything = np.ones(len(X), dtype=bool)
    a = norm(T + attend(T, X + E, X, W_ask, everything))
    image = norm(X + attend(X + E, a, a, W_back, real))
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: axis-of-length-1, earns 0.8 — a single token loses its axis
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    a = norm(T + attend(T, X + E, X, W_ask, everything))
    image = norm(X + attend(X + E, a, a, W_back, real))
    tokens = np.where(real[:, None], a, T)
    return tokens.squeeze(), image.squeeze()


# %% wrong: wrong-order, earns 0.8
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    a = norm(T + attend(T, X + E, X, W_ask, everything))
    image = norm(X + attend(X + E, a, a, W_back, real))
    tokens = np.where(real[:, None], a, T)
    return image, tokens


# %% wrong: not-a-tuple — the image alone
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    a = norm(T + attend(T, X + E, X, W_ask, everything))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return image


# %% wrong: truth-of-array
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    a = norm(T + attend(T, X + E, X, W_ask, everything))
    image = norm(X + attend(X + E, a, a, W_back, real))
    tokens = a if real else T
    return tokens, image


# %% wrong: overflow, earns 0.7 — one shift by the largest score of the whole table
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max())
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])

    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: hidden-by-a-number, earns 0.85 — hidden scores set to minus one thousand
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

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
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = scores - 1000.0 * (1 - np.asarray(mask, dtype=float))
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])

    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: real-inverted, earns 0.75 — mask inverted so that only padding is seen
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])

    a = norm(T + attend(T, X + E, X, W_ask, True))
    seen = ~real if not real.all() else real
    image = norm(X + attend(X + E, a, a, W_back, seen))
    return np.where(real[:, None], a, T), image


# %% wrong: padding-changed, earns 0.8 — padding rows normalised but without attention
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])

    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, norm(T)), image


# %% wrong: pre-norm, earns 0.4 — norm of the attention result before the residual
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ (v @ W[2])

    a = T + norm(attend(T, X + E, X, W_ask, True))
    image = X + norm(attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: mean-kept, earns 0.6 — norm without subtracting the mean
def two_way_step(T, X, E, real, W_ask, W_back):
    def norm(x):
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
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
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    def attend(q, k, v, W, mask):
        scores = (q @ W[0]) @ (k @ W[1]).T / np.sqrt(q.shape[1])
        scores = np.where(mask, scores, -np.inf)
        weights = np.exp(scores - np.where(np.isinf(scores), -1e9, scores).max(axis=0))
        total = weights.sum(axis=0)
        return weights / np.where(total > 0, total, 1) @ (v @ W[2])

    a = norm(T + attend(T, X + E, X, W_ask, True))
    image = norm(X + attend(X + E, a, a, W_back, real))
    return np.where(real[:, None], a, T), image


# %% wrong: pre-norm + no-norm, earns 0.4 — as in chapters 6 and 7, of queries
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    a = T + attend(norm(T), X + E, X, W_ask, everything)
    image = X + attend(X + E, a, a, W_back, real)
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: pre-norm, earns 0.4 — of queries, and of the new tokens
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    a = T + attend(norm(T), X + E, X, W_ask, everything)
    image = X + attend(norm(X) + E, norm(a), norm(a), W_back, real)
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: pre-norm, earns 0.4 — of each input, with the positions
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    everything = np.ones(len(X), dtype=bool)
    a = T + attend(norm(T), norm(X) + E, norm(X), W_ask, everything)
    image = X + attend(norm(X + E), a, a, W_back, real)
    tokens = np.where(real[:, None], a, T)
    return tokens, image


# %% wrong: padding-asks, earns 0.65 — padding hidden as a query of the first attention
def two_way_step(T, X, E, real, W_ask, W_back):
    def attend(query, key, value, W, seen):
        scores = (query @ W[0]) @ (key @ W[1]).T / T.shape[1] ** 0.5
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        return weights @ (value @ W[2])

    def norm(x):
        x = x - x.mean(axis=1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5)

    a = norm(T + attend(T, X + E, X, W_ask, real[:, None]))
    image = norm(X + attend(X + E, a, a, W_back, real))
    tokens = np.where(real[:, None], a, T)
    return tokens, image
