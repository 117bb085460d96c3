# %% right: the weights minus a one-hot table
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.flatnonzero(targets >= 0)
    Q, K = X @ W_Q, X @ W_K
    d_k = W_Q.shape[1]
    scores = np.where(mask[rows], Q[rows] @ K.T / np.sqrt(d_k), -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    G = np.zeros((len(X), len(X)))
    G[rows] = weights
    G[rows, targets[rows]] -= 1
    G /= len(rows)
    G /= np.sqrt(d_k)
    return X.T @ (G @ K), X.T @ (G.T @ Q)


# %% right: automatic differentiation
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch
    import torch.nn.functional as F
    x, m = torch.tensor(X), torch.tensor(mask)
    t = torch.tensor(targets)
    wq = torch.tensor(W_Q, requires_grad=True)
    wk = torch.tensor(W_K, requires_grad=True)
    scores = (x @ wq) @ (x @ wk).T / wq.shape[1] ** 0.5
    scores = scores.masked_fill(~m, float("-inf"))
    used = t != -1
    loss = F.cross_entropy(scores[used], t[used])
    loss.backward()
    return wq.grad, wk.grad


# %% right: query by query
def head_gradients(X, W_Q, W_K, targets, mask):
    n, d_k = len(X), W_Q.shape[1]
    Q, K = X @ W_Q, X @ W_K
    dQ, dK = np.zeros_like(Q), np.zeros_like(K)
    N = sum(1 for t in targets if t != -1)
    for i in range(n):
        if targets[i] == -1:
            continue
        visible = [j for j in range(n) if mask[i, j]]
        s = np.array([Q[i] @ K[j] for j in visible]) / np.sqrt(d_k)
        e = np.exp(s - s.max())
        w = e / e.sum()
        for a, j in enumerate(visible):
            g = (w[a] - (j == targets[i])) / N / np.sqrt(d_k)
            dQ[i] += g * K[j]
            dK[j] += g * Q[i]
    return X.T @ dQ, X.T @ dK


# %% right: functional gradients with logsumexp
def head_gradients(X, W_Q, W_K, targets, mask):
    from torch.func import grad
    import torch
    X, W_Q, W_K, targets, mask = map(torch.as_tensor, (X, W_Q, W_K, targets, mask))
    keep = targets >= 0

    def loss(wq, wk):
        s = X[keep] @ wq @ wk.T @ X.T / wq.shape[1] ** 0.5
        s = torch.where(mask[keep], s, -torch.inf)
        chosen = s.gather(1, targets[keep].long()[:, None])[:, 0]
        return (s.logsumexp(1) - chosen).mean()

    return grad(loss, argnums=(0, 1))(W_Q, W_K)


# %% right: ignore_index after rows without keys are opened
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch
    import torch.nn.functional as F
    x, m = torch.tensor(X), torch.tensor(mask)
    t = torch.tensor(targets)
    wq = torch.tensor(W_Q, requires_grad=True)
    wk = torch.tensor(W_K, requires_grad=True)
    scores = (x @ wq) @ (x @ wk).T / wq.shape[1] ** 0.5
    scores = scores.masked_fill(~m, float("-inf"))
    scores = torch.where((t == -1)[:, None], torch.zeros_like(scores), scores)
    loss = F.cross_entropy(scores, t.long(), ignore_index=-1)
    loss.backward()
    return wq.grad, wk.grad


# %% right: einsum
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.flatnonzero(targets >= 0)
    Q, K = X @ W_Q, X @ W_K
    d_k = W_Q.shape[1]
    scores = np.where(mask[rows], Q[rows] @ K.T / np.sqrt(d_k), -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    G = np.zeros((len(X), len(X)))
    G[rows] = weights
    G[rows, targets[rows]] -= 1
    G /= len(rows)
    G /= np.sqrt(d_k)
    dQ = np.einsum("im,ij,jd->md", X, G, K)
    dK = np.einsum("jm,ij,id->md", X, G, Q)
    return dQ, dK


# %% right: outer products of tokens
def head_gradients(X, W_Q, W_K, targets, mask):
    root = np.sqrt(W_Q.shape[1])
    S = X @ W_Q @ W_K.T @ X.T / root
    dM = np.zeros((X.shape[1], X.shape[1]))
    who = [i for i, t in enumerate(targets) if t >= 0]
    for i in who:
        s = np.where(mask[i], S[i], -np.inf)
        w = np.exp(s - np.logaddexp.reduce(s))
        w[targets[i]] -= 1
        dM += np.outer(X[i], w @ X)
    dM /= len(who) * root
    return dM @ W_K, dM.T @ W_Q


# %% right: a large negative number and float64
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.flatnonzero(targets >= 0)
    Q, K = X @ W_Q, X @ W_K
    d_k = W_Q.shape[1]
    scores = np.where(mask[rows], Q[rows] @ K.T / np.sqrt(d_k), -1e9)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    G = np.zeros((len(X), len(X)))
    G[rows] = weights
    G[rows, targets[rows]] -= 1
    G /= len(rows)
    G /= np.sqrt(d_k)
    return X.T @ (G @ K), X.T @ (G.T @ Q)


# %% right: minimum of float64 for hidden keys
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch
    import torch.nn.functional as F
    x, m = torch.tensor(X), torch.tensor(mask)
    t = torch.tensor(targets)
    wq = torch.tensor(W_Q, requires_grad=True)
    wk = torch.tensor(W_K, requires_grad=True)
    scores = (x @ wq) @ (x @ wk).T / wq.shape[1] ** 0.5
    scores = scores.masked_fill(~m, torch.finfo(torch.float64).min)
    used = t != -1
    loss = F.cross_entropy(scores[used], t[used])
    loss.backward()
    return wq.grad, wk.grad


# %% right: log softmax and a mean
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch
    import torch.nn.functional as F
    x, m = torch.tensor(X), torch.tensor(mask)
    t = torch.tensor(targets)
    wq = torch.tensor(W_Q, requires_grad=True)
    wk = torch.tensor(W_K, requires_grad=True)
    scores = (x @ wq) @ (x @ wk).T / wq.shape[1] ** 0.5
    scores = scores.masked_fill(~m, float("-inf"))
    used = t != -1
    logs = scores[used].log_softmax(dim=-1)
    loss = -logs[torch.arange(int(used.sum())), t[used]].mean()
    return torch.autograd.grad(loss, (wq, wk))


# %% right: lists are returned
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.flatnonzero(targets >= 0)
    Q, K = X @ W_Q, X @ W_K
    d_k = W_Q.shape[1]
    scores = np.where(mask[rows], Q[rows] @ K.T / np.sqrt(d_k), -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    G = np.zeros((len(X), len(X)))
    G[rows] = weights
    G[rows, targets[rows]] -= 1
    G /= len(rows)
    G /= np.sqrt(d_k)
    return [(X.T @ G @ K).tolist(), (X.T @ G.T @ Q).tolist()]


# %% right: only the rows with a target
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets != -1
    A, t, m = X[has], targets[has], mask[has]
    Q, K = A @ W_Q, X @ W_K
    s = Q @ K.T * W_Q.shape[1] ** -0.5
    s[~m] = -np.inf
    w = np.exp(s - s.max(1)[:, None])
    w = w / w.sum(1)[:, None] - np.eye(len(X))[t]
    w *= W_Q.shape[1] ** -0.5 / has.sum()
    return A.T @ w @ K, X.T @ w.T @ Q


# %% right: float32
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch
    import torch.nn.functional as F
    x, m = torch.tensor(X).float(), torch.tensor(mask)
    t = torch.tensor(targets)
    wq = torch.tensor(W_Q, dtype=torch.float32, requires_grad=True)
    wk = torch.tensor(W_K, dtype=torch.float32, requires_grad=True)
    scores = (x @ wq) @ (x @ wk).T / wq.shape[1] ** 0.5
    scores = scores.masked_fill(~m, float("-inf"))
    used = t != -1
    loss = F.cross_entropy(scores[used], t[used])
    loss.backward()
    return wq.grad, wk.grad


# %% wrong: no-scale, earns 0.5 — not scaled at all
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.flatnonzero(targets >= 0)
    Q, K = X @ W_Q, X @ W_K
    d_k = W_Q.shape[1]
    scores = np.where(mask[rows], Q[rows] @ K.T, -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    G = np.zeros((len(X), len(X)))
    G[rows] = weights
    G[rows, targets[rows]] -= 1
    G /= len(rows)
    return X.T @ (G @ K), X.T @ (G.T @ Q)


# %% wrong: scale-not-in-backward, earns 0.6 — scale forgotten on the way back
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.flatnonzero(targets >= 0)
    Q, K = X @ W_Q, X @ W_K
    d_k = W_Q.shape[1]
    scores = np.where(mask[rows], Q[rows] @ K.T / np.sqrt(d_k), -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    G = np.zeros((len(X), len(X)))
    G[rows] = weights
    G[rows, targets[rows]] -= 1
    G /= len(rows)
    return X.T @ (G @ K), X.T @ (G.T @ Q)


# %% wrong: scale-not-in-forward, earns 0.6 — scale forgotten in the scores
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.flatnonzero(targets >= 0)
    Q, K = X @ W_Q, X @ W_K
    d_k = W_Q.shape[1]
    scores = np.where(mask[rows], Q[rows] @ K.T, -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    G = np.zeros((len(X), len(X)))
    G[rows] = weights
    G[rows, targets[rows]] -= 1
    G /= len(rows)
    G /= np.sqrt(d_k)
    return X.T @ (G @ K), X.T @ (G.T @ Q)


# %% wrong: scaled-by-d_k, earns 0.5 — divided by d_k
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.flatnonzero(targets >= 0)
    Q, K = X @ W_Q, X @ W_K
    d_k = W_Q.shape[1]
    scores = np.where(mask[rows], Q[rows] @ K.T / d_k, -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    G = np.zeros((len(X), len(X)))
    G[rows] = weights
    G[rows, targets[rows]] -= 1
    G /= len(rows)
    G /= d_k
    return X.T @ (G @ K), X.T @ (G.T @ Q)


# %% wrong: scaled-by-d_model, earns 0.5 — scaled by d_model
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.flatnonzero(targets >= 0)
    Q, K = X @ W_Q, X @ W_K
    d_k = W_Q.shape[0]
    scores = np.where(mask[rows], Q[rows] @ K.T / np.sqrt(d_k), -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    G = np.zeros((len(X), len(X)))
    G[rows] = weights
    G[rows, targets[rows]] -= 1
    G /= len(rows)
    G /= np.sqrt(d_k)
    return X.T @ (G @ K), X.T @ (G.T @ Q)


# %% wrong: all-queries-averaged, earns 0.7 — divided by n
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.flatnonzero(targets >= 0)
    Q, K = X @ W_Q, X @ W_K
    d_k = W_Q.shape[1]
    scores = np.where(mask[rows], Q[rows] @ K.T / np.sqrt(d_k), -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    G = np.zeros((len(X), len(X)))
    G[rows] = weights
    G[rows, targets[rows]] -= 1
    G /= len(X)
    G /= np.sqrt(d_k)
    return X.T @ (G @ K), X.T @ (G.T @ Q)


# %% wrong: summed, earns 0.6 — sum of the losses
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.flatnonzero(targets >= 0)
    Q, K = X @ W_Q, X @ W_K
    d_k = W_Q.shape[1]
    scores = np.where(mask[rows], Q[rows] @ K.T / np.sqrt(d_k), -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    G = np.zeros((len(X), len(X)))
    G[rows] = weights
    G[rows, targets[rows]] -= 1
    G /= np.sqrt(d_k)
    return X.T @ (G @ K), X.T @ (G.T @ Q)


# %% wrong: mask-ignored, earns 0.3 — mask forgotten
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.flatnonzero(targets >= 0)
    Q, K = X @ W_Q, X @ W_K
    d_k = W_Q.shape[1]
    scores = Q[rows] @ K.T / np.sqrt(d_k)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    G = np.zeros((len(X), len(X)))
    G[rows] = weights
    G[rows, targets[rows]] -= 1
    G /= len(rows)
    G /= np.sqrt(d_k)
    return X.T @ (G @ K), X.T @ (G.T @ Q)


# %% wrong: inverted, earns 0.4 — mask inverted
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch
    import torch.nn.functional as F
    x, m = torch.tensor(X), torch.tensor(mask)
    t = torch.tensor(targets)
    wq = torch.tensor(W_Q, requires_grad=True)
    wk = torch.tensor(W_K, requires_grad=True)
    scores = (x @ wq) @ (x @ wk).T / wq.shape[1] ** 0.5
    scores = scores.masked_fill(m, float("-inf"))
    used = t != -1
    loss = F.cross_entropy(scores[used], t[used])
    loss.backward()
    return wq.grad, wk.grad


# %% wrong: masked-score-0, earns 0.4 — mask multiplied with the scores
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.flatnonzero(targets >= 0)
    Q, K = X @ W_Q, X @ W_K
    d_k = W_Q.shape[1]
    scores = Q[rows] @ K.T / np.sqrt(d_k) * mask[rows]
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    G = np.zeros((len(X), len(X)))
    G[rows] = weights
    G[rows, targets[rows]] -= 1
    G /= len(rows)
    G /= np.sqrt(d_k)
    return X.T @ (G @ K), X.T @ (G.T @ Q)


# %% wrong: masked-afterwards, earns 0.4 — hidden weights zeroed after the softmax
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.flatnonzero(targets >= 0)
    Q, K = X @ W_Q, X @ W_K
    d_k = W_Q.shape[1]
    scores = Q[rows] @ K.T / np.sqrt(d_k)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    weights *= mask[rows]
    G = np.zeros((len(X), len(X)))
    G[rows] = weights
    G[rows, targets[rows]] -= 1
    G /= len(rows)
    G /= np.sqrt(d_k)
    return X.T @ (G @ K), X.T @ (G.T @ Q)


# %% wrong: hidden-weight, earns 0.7 — hidden scores at -1000
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.flatnonzero(targets >= 0)
    Q, K = X @ W_Q, X @ W_K
    d_k = W_Q.shape[1]
    scores = np.where(mask[rows], Q[rows] @ K.T / np.sqrt(d_k), -1000.0)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    G = np.zeros((len(X), len(X)))
    G[rows] = weights
    G[rows, targets[rows]] -= 1
    G /= len(rows)
    G /= np.sqrt(d_k)
    return X.T @ (G @ K), X.T @ (G.T @ Q)


# %% right: hidden scores at -1e4
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.flatnonzero(targets >= 0)
    Q, K = X @ W_Q, X @ W_K
    d_k = W_Q.shape[1]
    scores = np.where(mask[rows], Q[rows] @ K.T / np.sqrt(d_k), -1e4)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    G = np.zeros((len(X), len(X)))
    G[rows] = weights
    G[rows, targets[rows]] -= 1
    G /= len(rows)
    G /= np.sqrt(d_k)
    return X.T @ (G @ K), X.T @ (G.T @ Q)


# %% wrong: none-is-a-key, earns 0.5 — queries without a target look at the last key
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.arange(len(X))
    Q, K = X @ W_Q, X @ W_K
    d_k = W_Q.shape[1]
    scores = np.where(mask[rows], Q[rows] @ K.T / np.sqrt(d_k), -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    G = np.zeros((len(X), len(X)))
    G[rows] = weights
    G[rows, targets[rows]] -= 1
    G /= len(rows)
    G /= np.sqrt(d_k)
    return X.T @ (G @ K), X.T @ (G.T @ Q)


# %% wrong: none-counts, earns 0.5 — queries without a target keep their weights
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.flatnonzero(mask.any(axis=1))
    Q, K = X @ W_Q, X @ W_K
    d_k = W_Q.shape[1]
    scores = np.where(mask[rows], Q[rows] @ K.T / np.sqrt(d_k), -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    G = np.zeros((len(X), len(X)))
    G[rows] = weights
    has = np.flatnonzero(targets >= 0)
    G[has, targets[has]] -= 1
    G /= len(has)
    G /= np.sqrt(d_k)
    return X.T @ (G @ K), X.T @ (G.T @ Q)


# %% wrong: overflow, earns 0.7 — no maximum subtracted
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.flatnonzero(targets >= 0)
    Q, K = X @ W_Q, X @ W_K
    d_k = W_Q.shape[1]
    scores = np.where(mask[rows], Q[rows] @ K.T / np.sqrt(d_k), -np.inf)
    weights = np.exp(scores)
    weights /= weights.sum(axis=1, keepdims=True)
    G = np.zeros((len(X), len(X)))
    G[rows] = weights
    G[rows, targets[rows]] -= 1
    G /= len(rows)
    G /= np.sqrt(d_k)
    return X.T @ (G @ K), X.T @ (G.T @ Q)


# %% wrong: hidden-maximum, earns 0.7 — maximum over all keys subtracted
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.flatnonzero(targets >= 0)
    Q, K = X @ W_Q, X @ W_K
    d_k = W_Q.shape[1]
    scores = np.where(mask[rows], Q[rows] @ K.T / np.sqrt(d_k), -np.inf)
    weights = np.exp(scores - (Q[rows] @ K.T / np.sqrt(d_k)).max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    G = np.zeros((len(X), len(X)))
    G[rows] = weights
    G[rows, targets[rows]] -= 1
    G /= len(rows)
    G /= np.sqrt(d_k)
    return X.T @ (G @ K), X.T @ (G.T @ Q)


# %% wrong: global-maximum, earns 0.7 — one maximum for the whole table
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.flatnonzero(targets >= 0)
    Q, K = X @ W_Q, X @ W_K
    d_k = W_Q.shape[1]
    scores = np.where(mask[rows], Q[rows] @ K.T / np.sqrt(d_k), -np.inf)
    weights = np.exp(scores - scores.max())
    weights /= weights.sum(axis=1, keepdims=True)
    G = np.zeros((len(X), len(X)))
    G[rows] = weights
    G[rows, targets[rows]] -= 1
    G /= len(rows)
    G /= np.sqrt(d_k)
    return X.T @ (G @ K), X.T @ (G.T @ Q)


# %% wrong: vanished-weight, earns 0.7 — logarithm of a softmax
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch
    import torch.nn.functional as F
    x, m = torch.tensor(X), torch.tensor(mask)
    t = torch.tensor(targets)
    wq = torch.tensor(W_Q, requires_grad=True)
    wk = torch.tensor(W_K, requires_grad=True)
    scores = (x @ wq) @ (x @ wk).T / wq.shape[1] ** 0.5
    scores = scores.masked_fill(~m, float("-inf"))
    used = t != -1
    w = scores[used].softmax(-1)
    loss = -w[torch.arange(len(w)), t[used]].log().mean()
    loss.backward()
    return wq.grad, wk.grad


# %% wrong: vanished-weight, earns 0.7 — a small number in the logarithm
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch
    import torch.nn.functional as F
    x, m = torch.tensor(X), torch.tensor(mask)
    t = torch.tensor(targets)
    wq = torch.tensor(W_Q, requires_grad=True)
    wk = torch.tensor(W_K, requires_grad=True)
    scores = (x @ wq) @ (x @ wk).T / wq.shape[1] ** 0.5
    scores = scores.masked_fill(~m, float("-inf"))
    used = t != -1
    w = scores[used].softmax(-1)
    loss = -(w[torch.arange(len(w)), t[used]] + 1e-9).log().mean()
    loss.backward()
    return wq.grad, wk.grad


# %% wrong: sign, earns 0.6 — gradients negated
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.flatnonzero(targets >= 0)
    Q, K = X @ W_Q, X @ W_K
    d_k = W_Q.shape[1]
    scores = np.where(mask[rows], Q[rows] @ K.T / np.sqrt(d_k), -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    G = np.zeros((len(X), len(X)))
    G[rows] = weights
    G[rows, targets[rows]] -= 1
    G /= len(rows)
    G /= np.sqrt(d_k)
    return -X.T @ (G @ K), -X.T @ (G.T @ Q)


# %% wrong: wrong-order, earns 0.8 — gradients swapped
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.flatnonzero(targets >= 0)
    Q, K = X @ W_Q, X @ W_K
    d_k = W_Q.shape[1]
    scores = np.where(mask[rows], Q[rows] @ K.T / np.sqrt(d_k), -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    G = np.zeros((len(X), len(X)))
    G[rows] = weights
    G[rows, targets[rows]] -= 1
    G /= len(rows)
    G /= np.sqrt(d_k)
    return X.T @ (G.T @ Q), X.T @ (G @ K)


# %% wrong: not-transposed, earns 0.65 — G not transposed for the keys
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.flatnonzero(targets >= 0)
    Q, K = X @ W_Q, X @ W_K
    d_k = W_Q.shape[1]
    scores = np.where(mask[rows], Q[rows] @ K.T / np.sqrt(d_k), -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    G = np.zeros((len(X), len(X)))
    G[rows] = weights
    G[rows, targets[rows]] -= 1
    G /= len(rows)
    G /= np.sqrt(d_k)
    return X.T @ (G @ K), X.T @ (G @ Q)


# %% wrong: own-projection, earns 0.65 — K from Q
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.flatnonzero(targets >= 0)
    Q, K = X @ W_Q, X @ W_K
    d_k = W_Q.shape[1]
    scores = np.where(mask[rows], Q[rows] @ K.T / np.sqrt(d_k), -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    G = np.zeros((len(X), len(X)))
    G[rows] = weights
    G[rows, targets[rows]] -= 1
    G /= len(rows)
    G /= np.sqrt(d_k)
    return X.T @ (G @ Q), X.T @ (G.T @ Q)


# %% wrong: own-projection, earns 0.3 — W_K in place of K
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.flatnonzero(targets >= 0)
    Q, K = X @ W_Q, X @ W_K
    d_k = W_Q.shape[1]
    scores = np.where(mask[rows], Q[rows] @ K.T / np.sqrt(d_k), -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    G = np.zeros((len(X), len(X)))
    G[rows] = weights
    G[rows, targets[rows]] -= 1
    G /= len(rows)
    G /= np.sqrt(d_k)
    return X.T @ G @ X @ W_Q, X.T @ G.T @ X @ W_K


# %% wrong: wrong-shape — gradients of Q and K
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.flatnonzero(targets >= 0)
    Q, K = X @ W_Q, X @ W_K
    d_k = W_Q.shape[1]
    scores = np.where(mask[rows], Q[rows] @ K.T / np.sqrt(d_k), -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    G = np.zeros((len(X), len(X)))
    G[rows] = weights
    G[rows, targets[rows]] -= 1
    G /= len(rows)
    G /= np.sqrt(d_k)
    return G @ K, G.T @ Q


# %% wrong: transposed — transposed
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.flatnonzero(targets >= 0)
    Q, K = X @ W_Q, X @ W_K
    d_k = W_Q.shape[1]
    scores = np.where(mask[rows], Q[rows] @ K.T / np.sqrt(d_k), -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    G = np.zeros((len(X), len(X)))
    G[rows] = weights
    G[rows, targets[rows]] -= 1
    G /= len(rows)
    G /= np.sqrt(d_k)
    return (X.T @ (G @ K)).T, (X.T @ (G.T @ Q)).T


# %% wrong: off-diagonal-only, earns 0.3 — without the one
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.flatnonzero(targets >= 0)
    Q, K = X @ W_Q, X @ W_K
    d_k = W_Q.shape[1]
    scores = np.where(mask[rows], Q[rows] @ K.T / np.sqrt(d_k), -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    G = np.zeros((len(X), len(X)))
    G[rows] = weights
    G /= len(rows)
    G /= np.sqrt(d_k)
    return X.T @ (G @ K), X.T @ (G.T @ Q)


# %% wrong: sign, earns 0.6 — one-hot minus the weights
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.flatnonzero(targets >= 0)
    Q, K = X @ W_Q, X @ W_K
    d_k = W_Q.shape[1]
    scores = np.where(mask[rows], Q[rows] @ K.T / np.sqrt(d_k), -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    G = np.zeros((len(X), len(X)))
    G[rows] = weights
    G[rows, targets[rows]] -= 1
    G = -G
    G /= len(rows)
    G /= np.sqrt(d_k)
    return X.T @ (G @ K), X.T @ (G.T @ Q)


# %% wrong: diagonal-only, earns 0.3 — only the target's own term
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.flatnonzero(targets >= 0)
    Q, K = X @ W_Q, X @ W_K
    d_k = W_Q.shape[1]
    scores = np.where(mask[rows], Q[rows] @ K.T / np.sqrt(d_k), -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    G = np.zeros((len(X), len(X)))
    at = np.arange(len(rows))
    G[rows, targets[rows]] = weights[at, targets[rows]] - 1
    G /= len(rows)
    G /= np.sqrt(d_k)
    return X.T @ (G @ K), X.T @ (G.T @ Q)


# %% wrong: log-left-out, earns 0.4 — derivative of the weight not of its logarithm
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.flatnonzero(targets >= 0)
    Q, K = X @ W_Q, X @ W_K
    d_k = W_Q.shape[1]
    scores = np.where(mask[rows], Q[rows] @ K.T / np.sqrt(d_k), -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    G = np.zeros((len(X), len(X)))
    G[rows] = weights
    G[rows, targets[rows]] -= 1
    at = np.arange(len(rows))
    G[rows] *= weights[at, targets[rows]][:, None]
    G /= len(rows)
    G /= np.sqrt(d_k)
    return X.T @ (G @ K), X.T @ (G.T @ Q)


# %% wrong: wrong-axis, earns 0.3 — softmax over the queries
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.flatnonzero(targets >= 0)
    Q, K = X @ W_Q, X @ W_K
    d_k = W_Q.shape[1]
    scores = np.where(mask[rows], Q[rows] @ K.T / np.sqrt(d_k), -1e9)
    weights = np.exp(scores - scores.max(axis=0, keepdims=True))
    weights /= weights.sum(axis=0, keepdims=True)
    G = np.zeros((len(X), len(X)))
    G[rows] = weights
    G[rows, targets[rows]] -= 1
    G /= len(rows)
    G /= np.sqrt(d_k)
    return X.T @ (G @ K), X.T @ (G.T @ Q)


# %% right: ignore_index with rows of minus infinity
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch
    import torch.nn.functional as F
    x, m = torch.tensor(X), torch.tensor(mask)
    t = torch.tensor(targets)
    wq = torch.tensor(W_Q, requires_grad=True)
    wk = torch.tensor(W_K, requires_grad=True)
    scores = (x @ wq) @ (x @ wk).T / wq.shape[1] ** 0.5
    scores = scores.masked_fill(~m, float("-inf"))
    used = t != -1
    loss = F.cross_entropy(scores, t, ignore_index=-1)
    loss.backward()
    return wq.grad, wk.grad


# %% wrong: softmax-twice, earns 0.4 — cross entropy of weights
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch
    import torch.nn.functional as F
    x, m = torch.tensor(X), torch.tensor(mask)
    t = torch.tensor(targets)
    wq = torch.tensor(W_Q, requires_grad=True)
    wk = torch.tensor(W_K, requires_grad=True)
    scores = (x @ wq) @ (x @ wk).T / wq.shape[1] ** 0.5
    scores = scores.masked_fill(~m, float("-inf"))
    used = t != -1
    loss = F.cross_entropy(scores[used].softmax(-1), t[used])
    loss.backward()
    return wq.grad, wk.grad


# %% wrong: none-is-a-key, earns 0.5 — target -1 as the last key in torch
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch
    import torch.nn.functional as F
    x, m = torch.tensor(X), torch.tensor(mask)
    t = torch.tensor(targets)
    wq = torch.tensor(W_Q, requires_grad=True)
    wk = torch.tensor(W_K, requires_grad=True)
    scores = (x @ wq) @ (x @ wk).T / wq.shape[1] ** 0.5
    scores = scores.masked_fill(~m, float("-inf"))
    loss = F.cross_entropy(scores, t % len(t))
    loss.backward()
    return wq.grad, wk.grad


# %% wrong: first-key-is-none, earns 0.6 — target zero has none
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.flatnonzero(targets > 0)
    Q, K = X @ W_Q, X @ W_K
    d_k = W_Q.shape[1]
    scores = np.where(mask[rows], Q[rows] @ K.T / np.sqrt(d_k), -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    G = np.zeros((len(X), len(X)))
    G[rows] = weights
    G[rows, targets[rows]] -= 1
    G /= len(rows)
    G /= np.sqrt(d_k)
    return X.T @ (G @ K), X.T @ (G.T @ Q)


# %% wrong: averaged-twice, earns 0.6 — mean over all keys
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.flatnonzero(targets >= 0)
    Q, K = X @ W_Q, X @ W_K
    d_k = W_Q.shape[1]
    scores = np.where(mask[rows], Q[rows] @ K.T / np.sqrt(d_k), -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    G = np.zeros((len(X), len(X)))
    G[rows] = weights
    G[rows, targets[rows]] -= 1
    G /= len(rows) * len(X)
    G /= np.sqrt(d_k)
    return X.T @ (G @ K), X.T @ (G.T @ Q)


# %% wrong: unrecognised — mask transposed
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.flatnonzero(targets >= 0)
    Q, K = X @ W_Q, X @ W_K
    d_k = W_Q.shape[1]
    scores = np.where(mask.T[rows], Q[rows] @ K.T / np.sqrt(d_k), -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    G = np.zeros((len(X), len(X)))
    G[rows] = weights
    G[rows, targets[rows]] -= 1
    G /= len(rows)
    G /= np.sqrt(d_k)
    return X.T @ (G @ K), X.T @ (G.T @ Q)


# %% wrong: exchanged, earns 0.75 — one table for both
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.flatnonzero(targets >= 0)
    Q, K = X @ W_Q, X @ W_K
    d_k = W_Q.shape[1]
    scores = np.where(mask[rows], Q[rows] @ K.T / np.sqrt(d_k), -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    G = np.zeros((len(X), len(X)))
    G[rows] = weights
    G[rows, targets[rows]] -= 1
    G /= len(rows)
    G /= np.sqrt(d_k)
    return X.T @ (G @ K), X.T @ (G @ K)
