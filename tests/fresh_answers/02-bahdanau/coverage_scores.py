# %% right: outer product and one line
def coverage_scores(s, H, past, W, U, w, v):
    kappa = past.sum(axis=0)
    return np.tanh(W @ s + H @ U.T + np.outer(kappa, w)) @ v


# %% right: loop over the source positions
def coverage_scores(s, H, past, W, U, w, v):
    n = H.shape[0]
    scores = np.zeros(n)
    Ws = W @ s
    for j in range(n):
        kappa = 0.0
        for t in range(past.shape[0]):
            kappa += past[t, j]
        scores[j] = v @ np.tanh(Ws + U @ H[j] + w * kappa)
    return scores


# %% right: einsum everywhere
def coverage_scores(s, H, past, W, U, w, v):
    kappa = np.einsum("tj->j", past)
    inside = (np.einsum("ak,k->a", W, s)[None, :]
              + np.einsum("jh,ah->ja", H, U)
              + np.einsum("j,a->ja", kappa, w))
    return np.einsum("ja,a->j", np.tanh(inside), v)


# %% right: torch tensors in double precision
def coverage_scores(s, H, past, W, U, w, v):
    import torch
    s, H, past, W, U, w, v = [torch.from_numpy(np.array(a, dtype=np.float64))
                              for a in (s, H, past, W, U, w, v)]
    kappa = past.sum(dim=0)
    hidden = torch.tanh((W @ s).unsqueeze(0) + H @ U.T + kappa.unsqueeze(1) * w.unsqueeze(0))
    return hidden @ v


# %% right: plain Python numbers with math tanh
def coverage_scores(s, H, past, W, U, w, v):
    import math
    n, d_h = H.shape
    d_a, d_s = W.shape
    out = []
    for j in range(n):
        kappa = math.fsum(float(row[j]) for row in past)
        e = 0.0
        for a in range(d_a):
            x = float(w[a]) * kappa
            for k in range(d_s):
                x += float(W[a, k]) * float(s[k])
            for k in range(d_h):
                x += float(U[a, k]) * float(H[j, k])
            e += float(v[a]) * math.tanh(x)
        out.append(e)
    return np.array(out)


# %% right: one big matrix of all three parameters
def coverage_scores(s, H, past, W, U, w, v):
    n = len(H)
    big = np.hstack([W, U, w[:, None]])
    inputs = np.hstack([np.tile(s, (n, 1)), H, past.sum(axis=0)[:, None]])
    return np.tanh(inputs @ big.T) @ v


# %% right: transposed table with positions as columns
def coverage_scores(s, H, past, W, U, w, v):
    table = (W @ s)[:, None] + U @ H.T + w[:, None] * past.sum(axis=0)[None, :]
    return v @ np.tanh(table)


# %% right: coverage as ones times past
def coverage_scores(s, H, past, W, U, w, v):
    kappa = np.ones(past.shape[0]) @ past
    return np.dot(np.tanh(np.dot(H, U.T) + np.dot(W, s) + kappa.reshape(-1, 1) * w), v)


# %% right: list comprehension with zip
def coverage_scores(s, H, past, W, U, w, v):
    state = W.dot(s)
    return np.array([np.sum(v * np.tanh(state + U.dot(h) + k * w))
                     for h, k in zip(H, np.add.reduce(past, axis=0))])


# %% right: coverage kept up step by step
def coverage_scores(s, H, past, W, U, w, v):
    coverage = np.zeros(H.shape[0])
    for step in past:
        coverage = coverage + step
    hidden = np.zeros((H.shape[0], len(v)))
    hidden += W @ s
    hidden += (U @ H.T).T
    hidden += np.outer(coverage, w)
    np.tanh(hidden, out=hidden)
    return (hidden * v).sum(axis=1)


# %% right: loop over the hidden units
def coverage_scores(s, H, past, W, U, w, v):
    kappa = np.sum(past, 0)
    scores = np.zeros(len(H))
    for a in range(len(v)):
        scores = scores + v[a] * np.tanh(W[a] @ s + H @ U[a] + w[a] * kappa)
    return scores


# %% right: torch linear layers with set weights
def coverage_scores(s, H, past, W, U, w, v):
    import torch
    import torch.nn.functional as F
    t = lambda a: torch.from_numpy(np.array(a, dtype=np.float64))
    kappa = t(past).sum(0).reshape(-1, 1)
    x = F.linear(t(s), t(W)) + F.linear(t(H), t(U)) + F.linear(kappa, t(w).reshape(-1, 1))
    return F.linear(torch.tanh(x), t(v).reshape(1, -1)).reshape(-1).numpy()


# %% right: tanh from the sigmoid in two branches
def coverage_scores(s, H, past, W, U, w, v):
    x = W @ s + H @ U.T + np.outer(past.sum(axis=0), w)
    small = np.exp(-2 * np.abs(x))
    tanh = np.sign(x) * (1 - small) / (1 + small)
    return tanh @ v


# %% right: special case for no earlier step
def coverage_scores(s, H, past, W, U, w, v):
    first = W @ s + H @ U.T
    if past.shape[0] == 0:
        return np.tanh(first) @ v
    return np.tanh(first + past.T.sum(axis=1, keepdims=True) @ w[None, :]) @ v


# %% wrong: broadcast — coverage summed over the source positions
def coverage_scores(s, H, past, W, U, w, v):
    kappa = past.sum(axis=1)
    return np.tanh(W @ s + H @ U.T + np.outer(kappa, w)) @ v


# %% wrong: averaged, earns 0.5 — mean of past weights for the sum
def coverage_scores(s, H, past, W, U, w, v):
    if past.shape[0] == 0:
        kappa = np.zeros(H.shape[0])
    else:
        kappa = past.mean(axis=0)
    return np.tanh(W @ s + H @ U.T + np.outer(kappa, w)) @ v


# %% wrong: one-step-only, earns 0.4 — only the last step counts
def coverage_scores(s, H, past, W, U, w, v):
    kappa = past[-1] if len(past) else np.zeros(len(H))
    return np.tanh(W @ s + H @ U.T + np.outer(kappa, w)) @ v


# %% wrong: raised, earns 0.5 — fails when there is no earlier step
def coverage_scores(s, H, past, W, U, w, v):
    kappa = past[0].copy()
    for t in range(1, past.shape[0]):
        kappa += past[t]
    return np.tanh(W @ s + H @ U.T + np.outer(kappa, w)) @ v


# %% wrong: coverage-ignored — past is never read
def coverage_scores(s, H, past, W, U, w, v):
    return np.tanh(W @ s + H @ U.T) @ v


# %% wrong: coverage-outside, earns 0.3 — coverage added outside the tanh
def coverage_scores(s, H, past, W, U, w, v):
    kappa = past.sum(axis=0)
    return (np.tanh(W @ s + H @ U.T) + np.outer(kappa, w)) @ v


# %% wrong: subtracted, earns 0.5 — coverage subtracted
def coverage_scores(s, H, past, W, U, w, v):
    kappa = past.sum(axis=0)
    return np.tanh(W @ s + H @ U.T - np.outer(kappa, w)) @ v


# %% wrong: clipped, earns 0.5 — coverage clipped at one
def coverage_scores(s, H, past, W, U, w, v):
    kappa = np.minimum(past.sum(axis=0), 1.0)
    return np.tanh(W @ s + H @ U.T + np.outer(kappa, w)) @ v


# %% wrong: weights, earns 0.6 — softmax of the scores returned
def coverage_scores(s, H, past, W, U, w, v):
    kappa = past.sum(axis=0)
    e = np.tanh(W @ s + H @ U.T + np.outer(kappa, w)) @ v
    e = np.exp(e - e.max())
    return e / e.sum()


# %% wrong: first-step, earns 0.7 — zero scores when there is no earlier step
def coverage_scores(s, H, past, W, U, w, v):
    if past.shape[0] == 0:
        return np.zeros(H.shape[0])
    kappa = past.sum(axis=0)
    return np.tanh(W @ s + H @ U.T + np.outer(kappa, w)) @ v


# %% wrong: first-step, earns 0.7 — uniform coverage when there is no earlier step
def coverage_scores(s, H, past, W, U, w, v):
    n = H.shape[0]
    kappa = past.sum(axis=0) if past.shape[0] > 0 else np.full(n, 1.0 / n)
    return np.tanh(W @ s + H @ U.T + np.outer(kappa, w)) @ v


# %% wrong: first-step, earns 0.7 — coverage of one when there is no earlier step
def coverage_scores(s, H, past, W, U, w, v):
    kappa = past.sum(axis=0) if len(past) else np.ones(len(H))
    return np.tanh(W @ s + H @ U.T + np.outer(kappa, w)) @ v


# %% wrong: sigmoid, earns 0.5 — sigmoid instead of tanh
def coverage_scores(s, H, past, W, U, w, v):
    x = W @ s + H @ U.T + np.outer(past.sum(axis=0), w)
    return (1 / (1 + np.exp(-x))) @ v


# %% wrong: no-tanh, earns 0.4 — tanh forgotten
def coverage_scores(s, H, past, W, U, w, v):
    return (W @ s + H @ U.T + np.outer(past.sum(axis=0), w)) @ v


# %% wrong: matrix-product — W used transposed
def coverage_scores(s, H, past, W, U, w, v):
    return np.tanh(s @ W + H @ U.T + np.outer(past.sum(axis=0), w)) @ v


# %% wrong: matrix-product — U used without transpose
def coverage_scores(s, H, past, W, U, w, v):
    return np.tanh(W @ s + H @ U + np.outer(past.sum(axis=0), w)) @ v


# %% wrong: reshaped, earns 0.3 — U reshaped instead of transposed
def coverage_scores(s, H, past, W, U, w, v):
    d_a, d_h = U.shape
    return np.tanh(W @ s + H @ U.reshape(d_h, d_a) + np.outer(past.sum(axis=0), w)) @ v


# %% wrong: w-and-v-exchanged, earns 0.6 — w and v swapped
def coverage_scores(s, H, past, W, U, w, v):
    return np.tanh(W @ s + H @ U.T + np.outer(past.sum(axis=0), v)) @ w


# %% wrong: changed-arguments, earns 0.7 — adds up inside the first row of past
def coverage_scores(s, H, past, W, U, w, v):
    if past.shape[0] == 0:
        kappa = np.zeros(H.shape[0])
    else:
        kappa = past[0]
        for t in range(1, past.shape[0]):
            kappa += past[t]
    return np.tanh(W @ s + H @ U.T + np.outer(kappa, w)) @ v


# %% wrong: changed-arguments, earns 0.7 — cumsum written back into past
def coverage_scores(s, H, past, W, U, w, v):
    np.cumsum(past, axis=0, out=past)
    kappa = past[-1] if past.shape[0] else np.zeros(H.shape[0])
    return np.tanh(W @ s + H @ U.T + np.outer(kappa, w)) @ v


# %% wrong: unrecognised — squares of the past weights
def coverage_scores(s, H, past, W, U, w, v):
    kappa = (past ** 2).sum(axis=0)
    return np.tanh(W @ s + H @ U.T + np.outer(kappa, w)) @ v


# %% wrong: largest, earns 0.4 — largest past weight for the sum
def coverage_scores(s, H, past, W, U, w, v):
    kappa = past.max(axis=0, initial=0.0)
    return np.tanh(W @ s + H @ U.T + np.outer(kappa, w)) @ v


# %% wrong: step-forgotten, earns 0.5 — first earlier step left out
def coverage_scores(s, H, past, W, U, w, v):
    kappa = past[1:].sum(axis=0)
    return np.tanh(W @ s + H @ U.T + np.outer(kappa, w)) @ v


# %% wrong: step-forgotten, earns 0.5 — last earlier step left out
def coverage_scores(s, H, past, W, U, w, v):
    kappa = past[:-1].sum(axis=0)
    return np.tanh(W @ s + H @ U.T + np.outer(kappa, w)) @ v


# %% wrong: unrecognised — counts how often a position was the largest
def coverage_scores(s, H, past, W, U, w, v):
    kappa = np.zeros(H.shape[0])
    for step in past:
        kappa[np.argmax(step)] += 1
    return np.tanh(W @ s + H @ U.T + np.outer(kappa, w)) @ v


# %% wrong: averaged, earns 0.5 — coverage normalised to sum to one
def coverage_scores(s, H, past, W, U, w, v):
    kappa = past.sum(axis=0)
    if kappa.sum() > 0:
        kappa = kappa / kappa.sum()
    return np.tanh(W @ s + H @ U.T + np.outer(kappa, w)) @ v


# %% wrong: axis-of-length-1, earns 0.8 — scores as a column
def coverage_scores(s, H, past, W, U, w, v):
    kappa = past.sum(axis=0)[:, None]
    return np.tanh(W @ s + H @ U.T + kappa * w) @ v[:, None]


# %% wrong: each-alone, earns 0.3 — tanh of each part alone
def coverage_scores(s, H, past, W, U, w, v):
    kappa = past.sum(axis=0)
    return (np.tanh(W @ s) + np.tanh(H @ U.T) + np.tanh(np.outer(kappa, w))) @ v


# %% wrong: scaled, earns 0.6 — scaled by the root of the hidden width
def coverage_scores(s, H, past, W, U, w, v):
    kappa = past.sum(axis=0)
    return np.tanh(W @ s + H @ U.T + np.outer(kappa, w)) @ v / np.sqrt(len(v))


# %% wrong: unrecognised — wrong axis only when past is square
def coverage_scores(s, H, past, W, U, w, v):
    n = H.shape[0]
    axis = [k for k in (1, 0) if past.shape[1 - k] == n][0]
    kappa = past.sum(axis=axis)
    return np.tanh(W @ s + H @ U.T + np.outer(kappa, w)) @ v


# %% wrong: unrecognised — a single earlier step squeezed to its total
def coverage_scores(s, H, past, W, U, w, v):
    kappa = np.squeeze(past).sum(axis=0)
    return np.tanh(W @ s + H @ U.T + np.multiply.outer(kappa, w)) @ v


# %% wrong: unrecognised — only the first entry of w used
def coverage_scores(s, H, past, W, U, w, v):
    kappa = past.sum(axis=0)
    return np.tanh(W @ s + H @ U.T + kappa[:, None] * w[0]) @ v


# %% wrong: unrecognised — older steps decay by half
def coverage_scores(s, H, past, W, U, w, v):
    kappa = np.zeros(H.shape[0])
    for step in past:
        kappa = 0.5 * kappa + step
    return np.tanh(W @ s + H @ U.T + np.outer(kappa, w)) @ v


# %% wrong: unrecognised — only the ten latest steps added
def coverage_scores(s, H, past, W, U, w, v):
    kappa = past[-10:].sum(axis=0)
    return np.tanh(W @ s + H @ U.T + np.outer(kappa, w)) @ v


# %% wrong: term-forgotten, earns 0.4 — state product forgotten
def coverage_scores(s, H, past, W, U, w, v):
    kappa = past.sum(axis=0)
    return np.tanh(H @ U.T + np.outer(kappa, w)) @ v


# %% wrong: v-forgotten, earns 0.5 — sum over hidden units without v
def coverage_scores(s, H, past, W, U, w, v):
    kappa = past.sum(axis=0)
    return np.tanh(W @ s + H @ U.T + np.outer(kappa, w)).sum(axis=1)


# %% wrong: scaled, earns 0.6 — mean over hidden units for the dot product
def coverage_scores(s, H, past, W, U, w, v):
    kappa = past.sum(axis=0)
    return (v * np.tanh(W @ s + H @ U.T + np.outer(kappa, w))).mean(axis=1)


# %% wrong: accumulated, earns 0.4 — each position gets the coverage of its left neighbours too
def coverage_scores(s, H, past, W, U, w, v):
    kappa = np.cumsum(past.sum(axis=0))
    return np.tanh(W @ s + H @ U.T + np.outer(kappa, w)) @ v


# %% wrong: one-coverage, earns 0.3 — total of the whole table past as coverage
def coverage_scores(s, H, past, W, U, w, v):
    kappa = past.sum()
    return np.tanh(W @ s + H @ U.T + kappa * w) @ v


# %% wrong: unrecognised — past weights below a tenth ignored
def coverage_scores(s, H, past, W, U, w, v):
    kappa = np.where(past >= 0.1, past, 0.0).sum(axis=0)
    return np.tanh(W @ s + H @ U.T + np.outer(kappa, w)) @ v


# %% wrong: unrecognised — coverage returned instead of scores
def coverage_scores(s, H, past, W, U, w, v):
    return past.sum(axis=0)


# %% wrong: unrecognised — product of past weights for the sum
def coverage_scores(s, H, past, W, U, w, v):
    kappa = past.prod(axis=0) if len(past) else np.zeros(len(H))
    return np.tanh(W @ s + H @ U.T + np.outer(kappa, w)) @ v
