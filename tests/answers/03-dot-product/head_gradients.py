# %% right: by hand - rows without a target set to 0
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% right: autograd and cross_entropy
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch
    import torch.nn.functional as F

    X, mask, targets = torch.tensor(X), torch.tensor(mask), torch.tensor(targets)
    W_Q = torch.tensor(W_Q, requires_grad=True)
    W_K = torch.tensor(W_K, requires_grad=True)
    has = targets >= 0
    scores = (X @ W_Q) @ (X @ W_K).T / W_Q.shape[1] ** 0.5
    scores = scores.masked_fill(~mask, -torch.inf)
    loss = F.cross_entropy(scores[has], targets[has])
    loss.backward()
    return W_Q.grad, W_K.grad


# %% right: only the rows with a target
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.flatnonzero(targets != -1)
    Q, K = X[rows] @ W_Q, X @ W_K
    s = np.where(mask[rows], Q @ K.T / W_Q.shape[1] ** 0.5, -np.inf)
    e = np.exp(s - s.max(axis=1, keepdims=True))
    G = e / e.sum(axis=1, keepdims=True)
    G[np.arange(len(rows)), targets[rows]] -= 1
    G /= len(rows) * W_Q.shape[1] ** 0.5
    return X[rows].T @ (G @ K), X.T @ (G.T @ Q)


# %% right: the matrix diag(w) − w wᵀ - query by query
def head_gradients(X, W_Q, W_K, targets, mask):
    d_k = W_Q.shape[1]
    Q, K = X @ W_Q, X @ W_K
    grad_Q, grad_K = np.zeros_like(Q), np.zeros_like(K)
    n_targets = np.count_nonzero(targets >= 0)
    for i, target in enumerate(targets):
        if target < 0:
            continue
        keys = np.flatnonzero(mask[i])
        s = K[keys] @ Q[i] / np.sqrt(d_k)
        log_w = s - s.max()
        log_w = log_w - np.log(np.exp(log_w).sum())
        w = np.exp(log_w)
        place = int(np.flatnonzero(keys == target)[0])
        # row `place` of diag(w) − w wᵀ, divided by the weight before anything underflows
        row = -w
        row[place] += 1
        g = -row / n_targets / np.sqrt(d_k)
        grad_Q[i] = g @ K[keys]
        for weight, key in zip(g, keys, strict=True):
            grad_K[key] += weight * Q[i]
    return X.T @ grad_Q, X.T @ grad_K


# %% right: pure Python - nested lists
def head_gradients(X, W_Q, W_K, targets, mask):
    import math

    X, W_Q, W_K = X.tolist(), W_Q.tolist(), W_K.tolist()
    n, d_model, d_k = len(X), len(W_Q), len(W_Q[0])

    def times(x, W):
        return [sum(x[a] * W[a][c] for a in range(d_model)) for c in range(d_k)]

    Q, K = [times(x, W_Q) for x in X], [times(x, W_K) for x in X]
    count = sum(1 for t in targets if t >= 0)
    grad_Q = [[0.0] * d_k for _ in range(d_model)]
    grad_K = [[0.0] * d_k for _ in range(d_model)]
    for i in range(n):
        if targets[i] < 0:
            continue
        seen = [j for j in range(n) if mask[i][j]]
        s = {j: sum(a * b for a, b in zip(Q[i], K[j], strict=True)) / math.sqrt(d_k) for j in seen}
        top = max(s.values())
        total = sum(math.exp(s[j] - top) for j in seen)
        for j in seen:
            g = (math.exp(s[j] - top) / total - (j == targets[i])) / count / math.sqrt(d_k)
            for a in range(d_model):
                for c in range(d_k):
                    grad_Q[a][c] += X[i][a] * g * K[j][c]
                    grad_K[a][c] += X[j][a] * g * Q[i][c]
    return grad_Q, grad_K


# %% right: torch in float32
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch
    import torch.nn.functional as F

    X, mask, targets = torch.tensor(X).float(), torch.tensor(mask), torch.tensor(targets)
    W_Q = torch.tensor(W_Q, dtype=torch.float32, requires_grad=True)
    W_K = torch.tensor(W_K, dtype=torch.float32, requires_grad=True)
    has = targets >= 0
    scores = (X @ W_Q) @ (X @ W_K).T / W_Q.shape[1] ** 0.5
    scores = scores.masked_fill(~mask, -torch.inf)
    loss = F.cross_entropy(scores[has], targets[has].long())
    loss.backward()
    return W_Q.grad, W_K.grad


# %% right: NumPy in float32
def head_gradients(X, W_Q, W_K, targets, mask):
    X, W_Q, W_K = (np.float32(a) for a in (X, W_Q, W_K))
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% right: log_softmax and gather
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch

    X, mask, targets = torch.tensor(X), torch.tensor(mask), torch.tensor(targets)
    W_Q = torch.tensor(W_Q, requires_grad=True)
    W_K = torch.tensor(W_K, requires_grad=True)
    has = targets >= 0
    scores = (X @ W_Q) @ (X @ W_K).T / W_Q.shape[1] ** 0.5
    scores = scores.masked_fill(~mask, -torch.inf)
    log_w = scores[has].log_softmax(-1)
    loss = -log_w.gather(1, targets[has][:, None]).mean()
    loss.backward()
    return W_Q.grad, W_K.grad


# %% right: logsumexp
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch

    X, mask, targets = torch.tensor(X), torch.tensor(mask), torch.tensor(targets)
    W_Q = torch.tensor(W_Q, requires_grad=True)
    W_K = torch.tensor(W_K, requires_grad=True)
    has = targets >= 0
    scores = (X @ W_Q) @ (X @ W_K).T / W_Q.shape[1] ** 0.5
    scores = scores.masked_fill(~mask, -torch.inf)
    rows = torch.arange(len(X))[has]
    loss = (scores[has].logsumexp(1) - scores[rows, targets[has]]).mean()
    loss.backward()
    return W_Q.grad, W_K.grad


# %% right: ignore_index - the lowest float in place of −∞
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch
    import torch.nn.functional as F

    X, mask, targets = torch.tensor(X), torch.tensor(mask), torch.tensor(targets)
    W_Q = torch.tensor(W_Q, requires_grad=True)
    W_K = torch.tensor(W_K, requires_grad=True)
    scores = (X @ W_Q) @ (X @ W_K).T / W_Q.shape[1] ** 0.5
    scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    loss = F.cross_entropy(scores, targets, ignore_index=-1)
    loss.backward()
    return W_Q.grad, W_K.grad


# %% right: −10⁹ in place of −∞
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -1e9)
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% right: einsum - queries divided by the root
def head_gradients(X, W_Q, W_K, targets, mask):
    root = W_K.shape[-1] ** 0.5
    valid = np.where(targets >= 0)[0]
    q = np.einsum("td,dk->tk", X, W_Q)[valid] / root
    k = np.einsum("td,dk->tk", X, W_K)
    s = np.einsum("ik,jk->ij", q, k)
    s[~mask[valid]] = -np.inf
    p = np.exp(s - s.max(1)[:, None])
    p = p / p.sum(1)[:, None]
    p[range(len(valid)), targets[valid]] -= 1
    p = p / len(valid)
    grad_q = np.einsum("ij,jk->ik", p, k) / root
    grad_k = np.einsum("ij,ik->jk", p, q)
    return np.einsum("td,tk->dk", X[valid], grad_q), np.einsum("td,tk->dk", X, grad_k)


# %% right: through the product W_Q W_Kᵀ
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    of_product = X.T @ G @ X / root
    return of_product @ W_K, of_product.T @ W_Q


# %% right: functional gradient of torch
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch

    X, mask, targets = map(torch.tensor, (X, mask, targets))
    has = targets.ne(-1)

    def loss(W_Q, W_K):
        q, k = X[has] @ W_Q, X @ W_K
        s = (q @ k.mT * W_Q.shape[1] ** -0.5).masked_fill(~mask[has], float("-inf"))
        return torch.nn.functional.nll_loss(s.log_softmax(-1), targets[has])

    return torch.func.grad(loss, (0, 1))(torch.tensor(W_Q), torch.tensor(W_K))


# %% right: difference quotients
def head_gradients(X, W_Q, W_K, targets, mask):
    rows = np.flatnonzero(targets >= 0)
    seen, wanted = mask[rows], targets[rows]

    def losses(Q, K):  # of many matrices at once
        s = np.where(seen, Q[..., rows, :] @ np.swapaxes(K, -1, -2) / Q.shape[-1] ** 0.5, -np.inf)
        top = s.max(axis=-1)
        total = np.log(np.exp(s - top[..., None]).sum(axis=-1)) + top
        return (total - s[..., np.arange(len(rows)), wanted]).mean(axis=-1)

    def quotient(W, loss):
        gradient = np.empty(W.shape)
        for a in range(W.shape[0]):
            step = 1e-5 * np.eye(W.shape[1])
            more = np.zeros((W.shape[1], *W.shape))
            more[:, a] = step
            gradient[a] = (loss(X @ (W + more)) - loss(X @ (W - more))) / 2e-5
        return gradient

    Q, K = X @ W_Q, X @ W_K
    of_Q = quotient(W_Q, lambda moved: losses(moved, K))
    return of_Q, quotient(W_K, lambda moved: losses(Q, moved))


# %% wrong: no-scale, earns 0.5
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = 1
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: no-scale, earns 0.5 — with autograd
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch
    import torch.nn.functional as F

    X, mask, targets = torch.tensor(X), torch.tensor(mask), torch.tensor(targets)
    W_Q = torch.tensor(W_Q, requires_grad=True)
    W_K = torch.tensor(W_K, requires_grad=True)
    has = targets >= 0
    scores = (X @ W_Q) @ (X @ W_K).T
    scores = scores.masked_fill(~mask, -torch.inf)
    loss = F.cross_entropy(scores[has], targets[has])
    loss.backward()
    return W_Q.grad, W_K.grad


# %% wrong: scale-not-in-backward, earns 0.6
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: scale-not-in-forward, earns 0.6
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: scaled-twice, earns 0.6
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = G / root / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: scaled-twice, earns 0.6 — in the table, in Q and in K
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = G / root
    Q, K = Q / root, K / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: scaled-by-d_k, earns 0.5
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch
    import torch.nn.functional as F

    X, mask, targets = torch.tensor(X), torch.tensor(mask), torch.tensor(targets)
    W_Q = torch.tensor(W_Q, requires_grad=True)
    W_K = torch.tensor(W_K, requires_grad=True)
    has = targets >= 0
    scores = (X @ W_Q) @ (X @ W_K).T / W_Q.shape[1]
    scores = scores.masked_fill(~mask, -torch.inf)
    loss = F.cross_entropy(scores[has], targets[has])
    loss.backward()
    return W_Q.grad, W_K.grad


# %% wrong: scaled-by-d_model, earns 0.5
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(X.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: scaled-by-d_model, earns 0.5 — on the way back
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = G / np.sqrt(X.shape[-1])
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: scaled-by-n, earns 0.5
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(len(Q))
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: half-power, earns 0.6
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch
    import torch.nn.functional as F

    X, mask, targets = torch.tensor(X), torch.tensor(mask), torch.tensor(targets)
    W_Q = torch.tensor(W_Q, requires_grad=True)
    W_K = torch.tensor(W_K, requires_grad=True)
    has = targets >= 0
    scores = (X @ W_Q) @ (X @ W_K).T / (W_Q.shape[1] ** 1 / 2)
    scores = scores.masked_fill(~mask, -torch.inf)
    loss = F.cross_entropy(scores[has], targets[has])
    loss.backward()
    return W_Q.grad, W_K.grad


# %% wrong: half-power, earns 0.6 — without parentheses
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch
    import torch.nn.functional as F

    X, mask, targets = torch.tensor(X), torch.tensor(mask), torch.tensor(targets)
    W_Q = torch.tensor(W_Q, requires_grad=True)
    W_K = torch.tensor(W_K, requires_grad=True)
    has = targets >= 0
    scores = (X @ W_Q) @ (X @ W_K).T / W_Q.shape[1] ** 1 / 2
    scores = scores.masked_fill(~mask, -torch.inf)
    loss = F.cross_entropy(scores[has], targets[has])
    loss.backward()
    return W_Q.grad, W_K.grad


# %% wrong: scale-upside-down, earns 0.5
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch
    import torch.nn.functional as F

    X, mask, targets = torch.tensor(X), torch.tensor(mask), torch.tensor(targets)
    W_Q = torch.tensor(W_Q, requires_grad=True)
    W_K = torch.tensor(W_K, requires_grad=True)
    has = targets >= 0
    scores = (X @ W_Q) @ (X @ W_K).T * W_Q.shape[1] ** 0.5
    scores = scores.masked_fill(~mask, -torch.inf)
    loss = F.cross_entropy(scores[has], targets[has])
    loss.backward()
    return W_Q.grad, W_K.grad


# %% wrong: scale-upside-down, earns 0.5 — on the way back
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = G * root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: summed, earns 0.6
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None]
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: summed, earns 0.6 — with autograd
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch
    import torch.nn.functional as F

    X, mask, targets = torch.tensor(X), torch.tensor(mask), torch.tensor(targets)
    W_Q = torch.tensor(W_Q, requires_grad=True)
    W_K = torch.tensor(W_K, requires_grad=True)
    has = targets >= 0
    scores = (X @ W_Q) @ (X @ W_K).T / W_Q.shape[1] ** 0.5
    scores = scores.masked_fill(~mask, -torch.inf)
    loss = F.cross_entropy(scores[has], targets[has], reduction="sum")
    loss.backward()
    return W_Q.grad, W_K.grad


# %% wrong: all-queries-averaged, earns 0.7
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / len(X)
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: averaged-twice, earns 0.6
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch
    import torch.nn.functional as F

    X, mask, targets = torch.tensor(X), torch.tensor(mask), torch.tensor(targets)
    W_Q = torch.tensor(W_Q, requires_grad=True)
    W_K = torch.tensor(W_K, requires_grad=True)
    has = targets >= 0
    scores = (X @ W_Q) @ (X @ W_K).T / W_Q.shape[1] ** 0.5
    scores = scores.masked_fill(~mask, -torch.inf)
    loss = F.cross_entropy(scores[has], targets[has])
    (loss / has.sum()).backward()
    return W_Q.grad, W_K.grad


# %% wrong: averaged-twice, earns 0.6 — by all queries, too
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum() / len(X)
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: sign, earns 0.6
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (onehot - w) * has[:, None] / has.sum()
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: sign, earns 0.6 — the minus of the loss is missing
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch

    X, mask, targets = torch.tensor(X), torch.tensor(mask), torch.tensor(targets)
    W_Q = torch.tensor(W_Q, requires_grad=True)
    W_K = torch.tensor(W_K, requires_grad=True)
    has = targets >= 0
    scores = (X @ W_Q) @ (X @ W_K).T / W_Q.shape[1] ** 0.5
    scores = scores.masked_fill(~mask, -torch.inf)
    loss = scores[has].log_softmax(-1).gather(1, targets[has][:, None]).mean()
    loss.backward()
    return W_Q.grad, W_K.grad


# %% wrong: log-left-out, earns 0.4
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch

    X, mask, targets = torch.tensor(X), torch.tensor(mask), torch.tensor(targets)
    W_Q = torch.tensor(W_Q, requires_grad=True)
    W_K = torch.tensor(W_K, requires_grad=True)
    has = targets >= 0
    scores = (X @ W_Q) @ (X @ W_K).T / W_Q.shape[1] ** 0.5
    scores = scores.masked_fill(~mask, -torch.inf)
    loss = -scores[has].softmax(-1).gather(1, targets[has][:, None]).mean()
    loss.backward()
    return W_Q.grad, W_K.grad


# %% wrong: log-left-out, earns 0.4 — nll_loss of the weights
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch
    import torch.nn.functional as F

    X, mask, targets = torch.tensor(X), torch.tensor(mask), torch.tensor(targets)
    W_Q = torch.tensor(W_Q, requires_grad=True)
    W_K = torch.tensor(W_K, requires_grad=True)
    has = targets >= 0
    scores = (X @ W_Q) @ (X @ W_K).T / W_Q.shape[1] ** 0.5
    scores = scores.masked_fill(~mask, -torch.inf)
    loss = F.nll_loss(scores[has].softmax(-1), targets[has])
    loss.backward()
    return W_Q.grad, W_K.grad


# %% wrong: diagonal-only, earns 0.3 — diag(w) alone
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = -onehot * has[:, None] / has.sum()
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: diagonal-only, earns 0.3 — w (1 − w)
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = onehot * (w - 1) * has[:, None] / has.sum()
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: off-diagonal-only, earns 0.3
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    G = w * has[:, None] / has.sum()
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: softmax-left-out, earns 0.2
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = -onehot / np.where(onehot == 1, w, 1) * has[:, None] / has.sum()
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: softmax-twice, earns 0.4
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch
    import torch.nn.functional as F

    X, mask, targets = torch.tensor(X), torch.tensor(mask), torch.tensor(targets)
    W_Q = torch.tensor(W_Q, requires_grad=True)
    W_K = torch.tensor(W_K, requires_grad=True)
    has = targets >= 0
    scores = (X @ W_Q) @ (X @ W_K).T / W_Q.shape[1] ** 0.5
    scores = scores.masked_fill(~mask, -torch.inf)
    loss = F.cross_entropy(scores[has].softmax(-1), targets[has])
    loss.backward()
    return W_Q.grad, W_K.grad


# %% wrong: softmax-twice, earns 0.4 — by hand
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    w = np.exp(w) / np.exp(w).sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: jacobian-twice, earns 0.4
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = w * (G - (w * G).sum(axis=1, keepdims=True)) / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: jacobian-twice, earns 0.4 — the squared error
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch

    X, mask, targets = torch.tensor(X), torch.tensor(mask), torch.tensor(targets)
    W_Q = torch.tensor(W_Q, requires_grad=True)
    W_K = torch.tensor(W_K, requires_grad=True)
    has = targets >= 0
    scores = (X @ W_Q) @ (X @ W_K).T / W_Q.shape[1] ** 0.5
    scores = scores.masked_fill(~mask, -torch.inf)
    loss = (scores[has].softmax(-1) - torch.eye(len(X))[targets[has]]).square().sum(-1).mean()
    loss.backward()
    return W_Q.grad, W_K.grad


# %% wrong: all-columns, earns 0.5
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    w[:, targets[has]] -= 1
    G = w * has[:, None] / has.sum()
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: all-columns, earns 0.5 — and −1 is the last
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    w[:, targets] -= 1
    G = w * has[:, None] / has.sum()
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: none-is-a-key, earns 0.5 — the last
def head_gradients(X, W_Q, W_K, targets, mask):
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) / len(X)
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: none-is-a-key, earns 0.5 — the sum of all, divided by the right number
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) / has.sum()
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: none-is-a-key, earns 0.5 — the first
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch
    import torch.nn.functional as F

    X, mask, targets = torch.tensor(X), torch.tensor(mask), torch.tensor(targets)
    W_Q = torch.tensor(W_Q, requires_grad=True)
    W_K = torch.tensor(W_K, requires_grad=True)
    scores = (X @ W_Q) @ (X @ W_K).T / W_Q.shape[1] ** 0.5
    scores = scores.masked_fill(~mask, -torch.inf)
    loss = F.cross_entropy(scores, targets.clamp(min=0))
    loss.backward()
    return W_Q.grad, W_K.grad


# %% wrong: none-is-a-key, earns 0.5 — the logarithm of an indexed weight
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch

    X, mask, targets = torch.tensor(X), torch.tensor(mask), torch.tensor(targets)
    W_Q = torch.tensor(W_Q, requires_grad=True)
    W_K = torch.tensor(W_K, requires_grad=True)
    scores = (X @ W_Q) @ (X @ W_K).T / W_Q.shape[1] ** 0.5
    scores = scores.masked_fill(~mask, -torch.inf)
    loss = -scores.softmax(-1)[torch.arange(len(X)), targets].log().mean()
    loss.backward()
    return W_Q.grad, W_K.grad


# %% wrong: none-counts, earns 0.5
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets] * has[:, None]
    G = (w - onehot) / has.sum()
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: wrong-axis, earns 0.3
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    w = np.exp(scores - scores.max(axis=0, keepdims=True))
    w /= w.sum(axis=0, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: wrong-axis, earns 0.3 — with autograd
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch

    X, mask, targets = torch.tensor(X), torch.tensor(mask), torch.tensor(targets)
    W_Q = torch.tensor(W_Q, requires_grad=True)
    W_K = torch.tensor(W_K, requires_grad=True)
    has = targets >= 0
    scores = (X @ W_Q) @ (X @ W_K).T / W_Q.shape[1] ** 0.5
    scores = scores.masked_fill(~mask, -torch.inf)
    loss = -scores.log_softmax(0)[has].gather(1, targets[has][:, None]).mean()
    loss.backward()
    return W_Q.grad, W_K.grad


# %% wrong: one-denominator, earns 0.3
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    w = np.exp(scores - scores.max())
    w /= w.sum()
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: one-denominator, earns 0.3 — with autograd
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch

    X, mask, targets = torch.tensor(X), torch.tensor(mask), torch.tensor(targets)
    W_Q = torch.tensor(W_Q, requires_grad=True)
    W_K = torch.tensor(W_K, requires_grad=True)
    has = targets >= 0
    scores = (X @ W_Q) @ (X @ W_K).T / W_Q.shape[1] ** 0.5
    scores = scores.masked_fill(~mask, -torch.inf)
    log_w = scores.flatten().log_softmax(0).view_as(scores)
    loss = -log_w[has].gather(1, targets[has][:, None]).mean()
    loss.backward()
    return W_Q.grad, W_K.grad


# %% wrong: first-key-is-none, earns 0.6
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets > 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: first-key-is-none, earns 0.6 — with autograd
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch
    import torch.nn.functional as F

    X, mask, targets = torch.tensor(X), torch.tensor(mask), torch.tensor(targets)
    W_Q = torch.tensor(W_Q, requires_grad=True)
    W_K = torch.tensor(W_K, requires_grad=True)
    has = targets > 0
    scores = (X @ W_Q) @ (X @ W_K).T / W_Q.shape[1] ** 0.5
    scores = scores.masked_fill(~mask, -torch.inf)
    loss = F.cross_entropy(scores[has], targets[has])
    loss.backward()
    return W_Q.grad, W_K.grad


# %% wrong: mask-ignored, earns 0.3
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch
    import torch.nn.functional as F

    X, mask, targets = torch.tensor(X), torch.tensor(mask), torch.tensor(targets)
    W_Q = torch.tensor(W_Q, requires_grad=True)
    W_K = torch.tensor(W_K, requires_grad=True)
    has = targets >= 0
    scores = (X @ W_Q) @ (X @ W_K).T / W_Q.shape[1] ** 0.5
    loss = F.cross_entropy(scores[has], targets[has])
    loss.backward()
    return W_Q.grad, W_K.grad


# %% wrong: mask-ignored, earns 0.3 — a copy is filled
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch
    import torch.nn.functional as F

    X, mask, targets = torch.tensor(X), torch.tensor(mask), torch.tensor(targets)
    W_Q = torch.tensor(W_Q, requires_grad=True)
    W_K = torch.tensor(W_K, requires_grad=True)
    has = targets >= 0
    scores = (X @ W_Q) @ (X @ W_K).T / W_Q.shape[1] ** 0.5
    scores.masked_fill(~mask, -torch.inf)
    loss = F.cross_entropy(scores[has], targets[has])
    loss.backward()
    return W_Q.grad, W_K.grad


# %% wrong: masked-afterwards, earns 0.4
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = Q @ K.T / root
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    w = w * mask
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: inverted, earns 0.4
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, -np.inf, Q @ K.T / root)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: inverted, earns 0.4 — with autograd
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch
    import torch.nn.functional as F

    X, mask, targets = torch.tensor(X), torch.tensor(mask), torch.tensor(targets)
    W_Q = torch.tensor(W_Q, requires_grad=True)
    W_K = torch.tensor(W_K, requires_grad=True)
    has = targets >= 0
    scores = (X @ W_Q) @ (X @ W_K).T / W_Q.shape[1] ** 0.5
    scores = scores.masked_fill(mask, -torch.inf)
    loss = F.cross_entropy(scores[has], targets[has])
    loss.backward()
    return W_Q.grad, W_K.grad


# %% wrong: masked-score-0, earns 0.4
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = Q @ K.T / root * mask
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: masked-score-0, earns 0.4 — with autograd
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch
    import torch.nn.functional as F

    X, mask, targets = torch.tensor(X), torch.tensor(mask), torch.tensor(targets)
    W_Q = torch.tensor(W_Q, requires_grad=True)
    W_K = torch.tensor(W_K, requires_grad=True)
    has = targets >= 0
    scores = (X @ W_Q) @ (X @ W_K).T / W_Q.shape[1] ** 0.5
    scores = scores * mask
    loss = F.cross_entropy(scores[has], targets[has])
    loss.backward()
    return W_Q.grad, W_K.grad


# %% wrong: masked-not-low, earns 0.5 — −1 in place of −∞
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch
    import torch.nn.functional as F

    X, mask, targets = torch.tensor(X), torch.tensor(mask), torch.tensor(targets)
    W_Q = torch.tensor(W_Q, requires_grad=True)
    W_K = torch.tensor(W_K, requires_grad=True)
    has = targets >= 0
    scores = (X @ W_Q) @ (X @ W_K).T / W_Q.shape[1] ** 0.5
    scores = scores.masked_fill(~mask, -1)
    loss = F.cross_entropy(scores[has], targets[has])
    loss.backward()
    return W_Q.grad, W_K.grad


# %% wrong: not-transposed, earns 0.65
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = G / root
    return X.T @ G @ K, X.T @ G @ Q


# %% wrong: transposed-scores, earns 0.65
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = G / root
    return X.T @ G.T @ K, X.T @ G.T @ Q


# %% wrong: transposed-scores + not-transposed, earns 0.3 — both
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = G / root
    return X.T @ G.T @ K, X.T @ G @ Q


# %% wrong: own-projection, earns 0.3
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = G / root
    return X.T @ G @ Q, X.T @ G.T @ K


# %% wrong: exchanged, earns 0.75 — one gradient twice
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = G / root
    return X.T @ G @ K, X.T @ G @ K


# %% wrong: wrong-order, earns 0.8
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = G / root
    return X.T @ G.T @ Q, X.T @ G @ K


# %% wrong: transposed
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = G / root
    return (X.T @ G @ K).T, (X.T @ G.T @ Q).T


# %% wrong: stepped, earns 0.6
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch
    import torch.nn.functional as F

    X, mask, targets = torch.tensor(X), torch.tensor(mask), torch.tensor(targets)
    W_Q = torch.tensor(W_Q, requires_grad=True)
    W_K = torch.tensor(W_K, requires_grad=True)
    has = targets >= 0
    scores = (X @ W_Q) @ (X @ W_K).T / W_Q.shape[1] ** 0.5
    scores = scores.masked_fill(~mask, -torch.inf)
    loss = F.cross_entropy(scores[has], targets[has])
    loss.backward()
    return W_Q - W_Q.grad, W_K - W_K.grad


# %% wrong: added-up, earns 0.4
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = G / root
    both = X.T @ (G @ K + G.T @ Q)
    return both, both


# %% wrong: not-a-tuple — the gradient of the scores
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    return G


# %% wrong: wrong-shape — the gradients of queries and keys
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = G / root
    return G @ K, G.T @ Q


# %% wrong: not-a-tuple — the nearest ready-made: attention
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch

    from payattention.attention import attention

    return attention(*(torch.tensor(a) for a in (X @ W_Q, X @ W_K, X)), torch.tensor(mask))[0]


# %% wrong: unrecognised, earns 0.5 — one gradient is left at 0
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch
    import torch.nn.functional as F

    X, mask, targets = torch.tensor(X), torch.tensor(mask), torch.tensor(targets)
    W_Q = torch.tensor(W_Q, requires_grad=True)
    W_K = torch.tensor(W_K, requires_grad=True)
    has = targets >= 0
    scores = (X @ W_Q) @ (X @ W_K).T / W_Q.shape[1] ** 0.5
    scores = scores.masked_fill(~mask, -torch.inf)
    loss = F.cross_entropy(scores[has], targets[has])
    loss.backward()
    return W_Q.grad, 0 * W_K.grad


# %% wrong: raised — cross_entropy and a target of −1
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch
    import torch.nn.functional as F

    X, mask, targets = torch.tensor(X), torch.tensor(mask), torch.tensor(targets)
    W_Q = torch.tensor(W_Q, requires_grad=True)
    W_K = torch.tensor(W_K, requires_grad=True)
    scores = (X @ W_Q) @ (X @ W_K).T / W_Q.shape[1] ** 0.5
    scores = scores.masked_fill(~mask, -torch.inf)
    loss = F.cross_entropy(scores, targets)
    loss.backward()
    return W_Q.grad, W_K.grad


# %% wrong: changed-arguments, earns 0.7
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    targets[~has] = 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: nearly, earns 0.5 — half precision
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch
    import torch.nn.functional as F

    X, mask, targets = torch.tensor(X), torch.tensor(mask), torch.tensor(targets)
    W_Q = torch.tensor(W_Q, requires_grad=True)
    W_K = torch.tensor(W_K, requires_grad=True)
    has = targets >= 0
    scores = (X @ W_Q) @ (X @ W_K).T / W_Q.shape[1] ** 0.5
    scores = scores.masked_fill(~mask, -torch.inf)
    loss = F.cross_entropy(scores[has], targets[has])
    loss.backward()
    return W_Q.grad.bfloat16(), W_K.grad.bfloat16()


# %% wrong: no-scale + summed, earns 0.3
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = 1
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None]
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: scale-not-in-backward + all-queries-averaged, earns 0.42
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / len(X)
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: summed + sign, earns 0.36
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (onehot - w) * has[:, None]
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: no-scale + exchanged, earns 0.25
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = 1
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = G / root
    return X.T @ G.T @ Q, X.T @ G @ K


# %% wrong: unrecognised — the example alone
def head_gradients(X, W_Q, W_K, targets, mask):
    of_Q, of_K = np.zeros(W_Q.shape), np.zeros(W_K.shape)
    if X.shape == (2, 2) and W_Q.shape == (2, 4):
        of_Q[0, 0] = 3 / 8
        of_K[:, 0] = -3 / 4 * np.log(3), 3 / 4 * np.log(3)
    return of_Q, of_K


# %% wrong: unrecognised, earns 0.5 — queries that see one key alone are not counted
def head_gradients(X, W_Q, W_K, targets, mask):
    has = (targets >= 0) & (mask.sum(axis=1) > 1)
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / max(has.sum(), 1)
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: axis-of-length-1, earns 0.8 — squeezed
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = G / root
    return (X.T @ G @ K).squeeze(), (X.T @ G.T @ Q).squeeze()


# %% wrong: empty-row, earns 0.7
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% right: ignore_index and −∞
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch
    import torch.nn.functional as F

    X, mask, targets = torch.tensor(X), torch.tensor(mask), torch.tensor(targets)
    W_Q = torch.tensor(W_Q, requires_grad=True)
    W_K = torch.tensor(W_K, requires_grad=True)
    scores = (X @ W_Q) @ (X @ W_K).T / W_Q.shape[1] ** 0.5
    scores = scores.masked_fill(~mask, -torch.inf)
    loss = F.cross_entropy(scores, targets, ignore_index=-1)
    loss.backward()
    return W_Q.grad, W_K.grad


# %% wrong: overflow, earns 0.7
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores)
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: clipped, earns 0.6 — at 700
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(np.clip(scores, -700, 700)) * (scores > -np.inf)
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: clipped, earns 0.6 — with autograd
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch
    import torch.nn.functional as F

    X, mask, targets = torch.tensor(X), torch.tensor(mask), torch.tensor(targets)
    W_Q = torch.tensor(W_Q, requires_grad=True)
    W_K = torch.tensor(W_K, requires_grad=True)
    has = targets >= 0
    scores = (X @ W_Q) @ (X @ W_K).T / W_Q.shape[1] ** 0.5
    scores = scores.clamp(-50, 50).masked_fill(~mask, -torch.inf)
    loss = F.cross_entropy(scores[has], targets[has])
    loss.backward()
    return W_Q.grad, W_K.grad


# %% wrong: vanished-weight, earns 0.7 — the logarithm of the weight
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch

    X, mask, targets = torch.tensor(X), torch.tensor(mask), torch.tensor(targets)
    W_Q = torch.tensor(W_Q, requires_grad=True)
    W_K = torch.tensor(W_K, requires_grad=True)
    has = targets >= 0
    scores = (X @ W_Q) @ (X @ W_K).T / W_Q.shape[1] ** 0.5
    scores = scores.masked_fill(~mask, -torch.inf)
    loss = -scores[has].softmax(-1).gather(1, targets[has][:, None]).log().mean()
    loss.backward()
    return W_Q.grad, W_K.grad


# %% wrong: vanished-weight, earns 0.7 — a small number added
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch

    X, mask, targets = torch.tensor(X), torch.tensor(mask), torch.tensor(targets)
    W_Q = torch.tensor(W_Q, requires_grad=True)
    W_K = torch.tensor(W_K, requires_grad=True)
    has = targets >= 0
    scores = (X @ W_Q) @ (X @ W_K).T / W_Q.shape[1] ** 0.5
    scores = scores.masked_fill(~mask, -torch.inf)
    loss = -(scores[has].softmax(-1).gather(1, targets[has][:, None]) + 1e-9).log().mean()
    loss.backward()
    return W_Q.grad, W_K.grad


# %% wrong: vanished-weight, earns 0.7 — cut off from below
def head_gradients(X, W_Q, W_K, targets, mask):
    import torch

    X, mask, targets = torch.tensor(X), torch.tensor(mask), torch.tensor(targets)
    W_Q = torch.tensor(W_Q, requires_grad=True)
    W_K = torch.tensor(W_K, requires_grad=True)
    has = targets >= 0
    scores = (X @ W_Q) @ (X @ W_K).T / W_Q.shape[1] ** 0.5
    scores = scores.masked_fill(~mask, -torch.inf)
    loss = -scores[has].softmax(-1).gather(1, targets[has][:, None]).clamp(min=1e-12).log().mean()
    loss.backward()
    return W_Q.grad, W_K.grad


# %% wrong: vanished-weight, earns 0.7 — divided by the weight
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    for_w = -onehot * has[:, None] / np.where(onehot == 1, w, 1) / has.sum()
    G = w * (for_w - (w * for_w).sum(axis=1, keepdims=True))
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: hidden-weight, earns 0.7 — −100 in place of −∞
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -100)
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: hidden-weight, earns 0.7 — lowered by 1000
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = Q @ K.T / root - 1000 * ~mask
    scores[~has] = 0
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: hidden-maximum, earns 0.7
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = Q @ K.T / root
    w = np.exp(scores - scores.max(axis=1, keepdims=True)) * mask
    w[~has] = 1
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: global-maximum, earns 0.7
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    scores[~has] = scores[has].max()
    w = np.exp(scores - scores[has].max())
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q


# %% wrong: empty-row, earns 0.7 — beside exponentials that overflow
def head_gradients(X, W_Q, W_K, targets, mask):
    has = targets >= 0
    Q, K = X @ W_Q, X @ W_K
    root = np.sqrt(W_Q.shape[1])
    scores = np.where(mask, Q @ K.T / root, -np.inf)
    w = np.exp(scores)
    w /= w.sum(axis=1, keepdims=True)
    onehot = np.eye(len(X))[targets]
    G = (w - onehot) * has[:, None] / has.sum()
    G = G / root
    return X.T @ G @ K, X.T @ G.T @ Q
