# %% right: NumPy on the labelled positions only as the hints say
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% right: all positions stay; D has zeros where there is no label; mean by a weighted sum
def heal_without(heads, X, W_O, R, labels, rate, steps):
    h, n, d_v = heads.shape
    weight = (labels != -1) / np.count_nonzero(labels != -1)
    hot = (labels[:, None] == np.arange(R.shape[1])).astype(float)

    def join(list_of_heads):
        return np.stack(list_of_heads, axis=1).reshape(n, h * d_v)

    def forward(A, W):
        z = (X + A @ W) @ R
        logp = z - np.logaddexp.reduce(z, axis=1)[:, None]
        return -weight @ np.where(hot == 1, logp, 0).sum(axis=1), weight[:, None] * (np.exp(logp) - hot)

    whole, _ = forward(join(list(heads)), W_O)
    out = []
    for i in range(h):
        A = join([np.tile(weight @ heads[j], (n, 1)) if j == i else heads[j] for j in range(h)])
        W, row = W_O, []
        for _ in range(steps):
            loss, D = forward(A, W)
            row.append(loss - whole)
            W = W - rate * (A.T @ (D @ R.T))
        row.append(forward(A, W)[0] - whole)
        out.append(row)
    return np.array(out)


# %% right: plain Python numbers and loops
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import math

    hs, xs, R_, goals = heads.tolist(), X.tolist(), R.tolist(), labels.tolist()
    h, d_v, d, kinds = len(hs), heads.shape[2], X.shape[1], R.shape[1]
    places = [t for t, goal in enumerate(goals) if goal != -1]

    def forward(joined, W):
        loss, D = 0.0, {}
        for t in places:
            a = joined[t]
            y = [xs[t][c] + sum(a[r] * W[r][c] for r in range(h * d_v)) for c in range(d)]
            z = [sum(y[c] * R_[c][k] for c in range(d)) for k in range(kinds)]
            top = max(z)
            e = [math.exp(v - top) for v in z]
            total = sum(e)
            loss += (math.log(total) + top - z[goals[t]]) / len(places)
            D[t] = [(e[k] / total - (k == goals[t])) / len(places) for k in range(kinds)]
        return loss, D

    def joined(values):
        return {t: [x for head in values for x in head[t]] for t in places}

    whole = forward(joined(hs), W_O.tolist())[0]
    result = []
    for i in range(h):
        mean = [sum(hs[i][t][q] for t in places) / len(places) for q in range(d_v)]
        A = joined([[mean] * len(goals) if j == i else hs[j] for j in range(h)])
        W = [list(map(float, row)) for row in W_O]
        row = []
        for k in range(steps + 1):
            loss, D = forward(A, W)
            row.append(loss - whole)
            back = {t: [sum(D[t][q] * R_[c][q] for q in range(kinds)) for c in range(d)] for t in places}
            W = [[W[r][c] - rate * sum(A[t][r] * back[t][c] for t in places) for c in range(d)]
                 for r in range(h * d_v)]
        result.append(row)
    return np.array(result)


# %% right: PyTorch; cross_entropy with ignore_index −1 and a new leaf in each step
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch
    import torch.nn.functional as F

    heads, X, W_O, R = (torch.tensor(np.array(a), dtype=torch.float64) for a in (heads, X, W_O, R))
    labels = torch.tensor(np.array(labels)).long()

    def loss_of(heads, W):
        joined = heads.permute(1, 0, 2).reshape(heads.shape[1], -1)
        return F.cross_entropy((X + joined @ W) @ R, labels, ignore_index=-1)

    whole = loss_of(heads, W_O)
    rises = torch.zeros(len(heads), steps + 1, dtype=torch.float64)
    for i in range(len(heads)):
        off = heads.clone()
        off[i] = heads[i, labels != -1].mean(dim=0)
        W = W_O.clone()
        for k in range(steps + 1):
            W = W.detach().requires_grad_(True)
            loss = loss_of(off, W)
            rises[i, k] = loss.detach() - whole
            loss.backward()
            W = W - rate * W.grad
    return rises


# %% right: one SGD optimiser for each head; tensors with a gradient in the result
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch

    real = np.flatnonzero(np.asarray(labels) + 1)
    H = torch.tensor(np.array(heads, dtype=float)[:, real])
    x = torch.tensor(np.array(X, dtype=float)[real])
    out = torch.tensor(np.array(R, dtype=float))
    goal = torch.tensor(np.array(labels)[real].astype(np.int64))
    criterion = torch.nn.CrossEntropyLoss()
    rows = []
    for i in range(len(H)):
        layer = torch.nn.Linear(H.shape[0] * H.shape[2], x.shape[1], bias=False, dtype=torch.float64)
        with torch.no_grad():
            layer.weight.copy_(torch.tensor(np.array(W_O, dtype=float)).T)
        whole = criterion((x + layer(torch.cat(list(H), 1))) @ out, goal).item()
        sgd = torch.optim.SGD(layer.parameters(), lr=float(rate))
        joined = torch.cat([H[j].mean(0, keepdim=True).expand_as(H[j]) if j == i else H[j] for j in range(len(H))], 1)
        row = []
        for k in range(steps + 1):
            if k > 0:
                sgd.step()
            sgd.zero_grad()
            loss = criterion((x + layer(joined)) @ out, goal)
            loss.backward()
            row.append(loss - whole)
        rows.append(torch.stack(row))
    return torch.stack(rows)


# %% right: all heads at once in a batch with einsum
def heal_without(heads, X, W_O, R, labels, rate, steps):
    keep = np.where(labels > -1)[0]
    y = labels[keep]
    T, h = len(keep), heads.shape[0]
    full = heads[:, keep].swapaxes(0, 1)
    batch = np.repeat(full[None].astype(float), h, axis=0)
    for i in range(h):
        batch[i, :, i] = full[:, i].mean(axis=0)
    A = np.concatenate([batch.reshape(h, T, -1), np.reshape(full, (1, T, -1))])
    W = np.repeat(W_O[None], h + 1, axis=0)
    losses = []
    for _ in range(steps + 1):
        z = np.einsum("btd,dk->btk", X[keep] + np.einsum("bta,bad->btd", A, W), R)
        top = z.max(axis=2, keepdims=True)
        e = np.exp(z - top)
        lse = top[:, :, 0] + np.log(e.sum(axis=2))
        losses.append((lse - z[:, np.arange(T), y]).mean(axis=1))
        D = e / e.sum(axis=2, keepdims=True)
        D[:, np.arange(T), y] -= 1
        W = W - rate * np.einsum("bta,btk,dk->bad", A, D / T, R)
    losses = np.array(losses)
    return (losses[:, :h] - losses[0, h]).T


# %% right: never touches W; the scores move by a kernel of the positions
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    H = np.concatenate(heads[:, real].astype(float), axis=1)
    y = labels[real]
    m, d_v = len(y), heads.shape[2]
    RR = R.T @ R

    def loss_and_error(z):
        q = z - z.max(axis=-1, keepdims=True)
        s = np.exp(q).sum(axis=-1, keepdims=True)
        o = np.eye(R.shape[1])[y]
        return np.sum(np.log(s) - (q * o).sum(axis=-1, keepdims=True)) / m, (np.exp(q) / s - o) / m

    base = loss_and_error((X[real] + H @ W_O) @ R)[0]
    table = np.empty((len(heads), 1 + steps))
    for i in range(len(heads)):
        A = H.copy()
        A[:, i * d_v : (i + 1) * d_v] = H[:, i * d_v : (i + 1) * d_v].mean(axis=0)
        z = (X[real] + A @ W_O) @ R
        kernel = A @ A.T
        for k in range(steps + 1):
            loss, D = loss_and_error(z)
            table[i, k] = loss - base
            z = z - rate * kernel @ D @ RR
    return table


# %% right: long doubles; heads as blocks of W_O that are added up; last head first
def heal_without(heads, X, W_O, R, labels, rate, steps):
    L = np.longdouble
    heads, X, W_O, R = (np.asarray(a).astype(L) for a in (heads, X, W_O, R))
    h, n, d_v = heads.shape
    count = sum(1 for label in labels if label >= 0)

    def run(hs, blocks):
        out = X.copy()
        for head, block in zip(hs, blocks):
            out = out + (head[:, :, None] * block[None]).sum(axis=1)
        z = (out[:, :, None] * R[None]).sum(axis=1)
        loss, D = L(0), np.zeros(z.shape, dtype=L)
        for t in range(n):
            if labels[t] < 0:
                continue
            e = np.exp(z[t] - z[t].max())
            loss += np.log(e.sum()) + z[t].max() - z[t, labels[t]]
            D[t] = e / e.sum()
            D[t, labels[t]] -= 1
        return loss / count, D / count

    blocks = [W_O[i * d_v : (i + 1) * d_v] for i in range(h)]
    whole = run(heads, blocks)[0]
    result = np.zeros((h, steps + 1), dtype=L)
    for i in reversed(range(h)):
        hs = [heads[j] for j in range(h)]
        hs[i] = np.broadcast_to(sum(heads[i, t] for t in range(n) if labels[t] >= 0) / count, (n, d_v))
        now = list(blocks)
        for k in range(steps + 1):
            loss, D = run(hs, now)
            result[i, k] = loss - whole
            back = (D[:, None, :] * R[None]).sum(axis=2)
            now = [b - rate * (a[:, :, None] * back[:, None, :]).sum(axis=0) for a, b in zip(hs, now)]
    return result.astype(np.float64)


# %% right: only the labelled positions of a head replaced; the others do not count anyway
def heal_without(heads, X, W_O, R, labels, rate, steps):
    there = labels >= 0
    before, rows = None, []
    for i in [None] + list(range(heads.shape[0])):
        A = np.hstack([np.array(head, dtype=float) for head in heads])
        if i is not None:
            columns = slice(i * heads.shape[2], (i + 1) * heads.shape[2])
            A[there, columns] = A[there, columns].mean(axis=0)
        W, row = W_O, []
        for step in range(1 if i is None else steps + 1):
            z = (X + A.dot(W)).dot(R)
            p = np.exp(z - z.max(axis=1, keepdims=True))
            p = p / p.sum(axis=1, keepdims=True)
            gap = z - np.take_along_axis(z, np.maximum(labels, 0)[:, None], axis=1)
            top = gap.max(axis=1)
            nll = top + np.log(np.exp(gap - top[:, None]).sum(axis=1))
            row.append(nll[there].mean())
            D = np.zeros(z.shape)
            D[there] = p[there]
            D[np.where(there)[0], labels[there]] -= 1
            W = W - rate * A.T.dot(D / there.sum()).dot(R.T)
        if i is None:
            before = row[0]
        else:
            rows.append(np.array(row) - before)
    return np.vstack(rows)


# %% right: torch.func.grad_and_value with vmap over the heads
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch

    f = lambda a: torch.tensor(np.array(a, dtype=np.float64))
    keep = torch.tensor(np.array(labels) >= 0)
    H, x, W0, R = f(heads)[:, keep], f(X)[keep], f(W_O), f(R)
    y = torch.tensor(np.array(labels)).long()[keep]
    h = H.shape[0]

    def loss(W, A):
        logp = torch.log_softmax((x + A @ W) @ R, dim=-1)
        return -logp.gather(1, y[:, None]).mean()

    on = 1 - torch.eye(h, dtype=torch.float64)
    mixed = on[:, :, None, None] * H + (1 - on)[:, :, None, None] * H.mean(dim=1, keepdim=True)
    A = mixed.transpose(1, 2).flatten(2)
    W = W0.expand(h, *W0.shape)
    whole = loss(W0, H.transpose(0, 1).flatten(1))
    columns = []
    for k in range(steps + 1):
        G, value = torch.func.vmap(torch.func.grad_and_value(loss))(W, A)
        columns.append(value - whole)
        W = W - rate * G
    return torch.stack(columns, dim=1)


# %% right: recursion over the steps; scipy's log_softmax; whole loss computed anew for each head
def heal_without(heads, X, W_O, R, labels, rate, steps):
    from scipy.special import log_softmax

    chosen = [t for t in range(len(labels)) if labels[t] >= 0]
    goal = np.array([labels[t] for t in chosen])

    def loss_of(A, W):
        return log_softmax((X[chosen] + A @ W) @ R, axis=1)

    def nll(logp):
        return -np.mean([logp[r, g] for r, g in enumerate(goal)])

    def train(A, W, left):
        logp = loss_of(A, W)
        if left == 0:
            return [nll(logp)]
        D = np.exp(logp)
        D[range(len(goal)), goal] -= 1.0
        return [nll(logp)] + train(A, W - rate / len(goal) * (A.T @ D) @ R.T, left - 1)

    rises = []
    for i in range(len(heads)):
        picked = [head[chosen] for head in heads]
        whole = nll(loss_of(np.hstack(picked), W_O))
        picked[i] = np.ones((len(chosen), 1)) * np.average(picked[i], axis=0)
        rises.append([loss - whole for loss in train(np.hstack(picked), W_O, steps)])
    return np.array(rises)


# %% right: head switched off by an averaging matrix; prints each loss
def heal_without(heads, X, W_O, R, labels, rate, steps):
    n = len(labels)
    weight = np.where(labels >= 0, 1.0, 0.0)
    N = weight.sum()
    average = np.outer(np.ones(n), weight / N)
    target = np.zeros((n, R.shape[1]))
    for t in range(n):
        if labels[t] >= 0:
            target[t, labels[t]] = 1

    def measure(A, W):
        z = (A @ W + X) @ R
        z = z - z.max(axis=1)[:, None]
        p = np.exp(z)
        total = p.sum(axis=1)
        loss = ((np.log(total) - (z * target).sum(axis=1)) * weight).sum() / N
        return loss, A.T @ ((p / total[:, None] - target) * weight[:, None] / N) @ R.T

    whole, _ = measure(np.hstack(list(heads)), W_O)
    rises = np.full((heads.shape[0], steps + 1), np.nan)
    for i, head in enumerate(heads):
        A = np.hstack([*heads[:i], average @ head, *heads[i + 1 :]])
        W = np.array(W_O, dtype=float)
        k = 0
        while True:
            loss, G = measure(A, W)
            rises[i, k] = loss - whole
            print("head", i, "step", k, "loss", loss)
            if k == steps:
                break
            W -= rate * G
            k += 1
    return rises


# %% right: X and heads in one product; sums the gradient and keeps W_O as a constant
def heal_without(heads, X, W_O, R, labels, rate, steps):
    labelled = np.nonzero(labels >= 0)[0]
    goal = labels[labelled]
    here = np.arange(len(goal))
    A0 = np.transpose(heads, (1, 0, 2)).reshape(heads.shape[1], -1)[labelled] * 1.0
    owner = np.repeat(np.arange(len(heads)), heads.shape[2])
    fixed = X[labelled] @ R
    results = []
    for i in range(-1, len(heads)):
        A = np.where(owner == i, A0.mean(axis=0), A0)
        start = fixed + A @ (W_O @ R)
        drift = np.zeros((A.shape[1], R.shape[0]))
        losses = np.zeros(steps + 1)
        for k in range(steps + 1):
            z = start + A @ drift @ R
            z = z - z[here, goal][:, None]
            losses[k] = np.mean(np.logaddexp.reduce(z, axis=1))
            p = np.exp(z - np.logaddexp.reduce(z, axis=1, keepdims=True))
            p[here, goal] = p[here, goal] - 1
            drift = drift - rate / len(goal) * np.einsum("ta,tk,dk->ad", A, p, R)
        results.append(losses)
    return np.array(results[1:]) - results[0][0]


# %% right: computed in float64 and returned as float32 by a module with a buffer
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import copy
    import torch

    class Layer(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.W_O = torch.nn.Parameter(torch.tensor(np.array(W_O, dtype=float)))
            self.register_buffer("R", torch.tensor(np.array(R, dtype=float)))

        def forward(self, heads):
            return (torch.tensor(np.array(X, dtype=float)) + torch.cat(tuple(heads), dim=-1) @ self.W_O) @ self.R

    layer = Layer()
    values = torch.tensor(np.array(heads, dtype=float))
    goal = torch.tensor(np.array(labels, dtype=np.int64))
    mask = goal.ge(0)

    def loss_of(model, values):
        z = model(values)[mask]
        return (torch.logsumexp(z, dim=1) - z[torch.arange(len(z)), goal[mask]]).sum() / mask.sum()

    with torch.no_grad():
        whole = loss_of(layer, values)
    rows = []
    for i in range(len(values)):
        student = copy.deepcopy(layer)
        off = values.clone()
        off[i, :] = off[i][mask].mean(dim=0)
        row = [loss_of(student, off)]
        for _ in range(steps):
            student.zero_grad()
            row[-1].backward()
            with torch.no_grad():
                student.W_O -= rate * student.W_O.grad
            row.append(loss_of(student, off))
        rows.append([float(loss.detach() - whole) for loss in row])
    return torch.tensor(rows, dtype=torch.float32)


# %% right: all in float32 with PyTorch
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch
    import torch.nn.functional as F

    heads, X, W_O, R = (torch.tensor(np.array(a), dtype=torch.float32) for a in (heads, X, W_O, R))
    labels = torch.tensor(np.array(labels)).long()

    def loss_of(heads, W):
        joined = heads.permute(1, 0, 2).reshape(heads.shape[1], -1)
        return F.cross_entropy((X + joined @ W) @ R, labels, ignore_index=-1)

    whole = loss_of(heads, W_O)
    rises = torch.zeros(len(heads), steps + 1)
    for i in range(len(heads)):
        off = heads.clone()
        off[i] = heads[i, labels != -1].mean(dim=0)
        W = W_O.clone()
        for k in range(steps + 1):
            W = W.detach().requires_grad_(True)
            loss = loss_of(off, W)
            rises[i, k] = loss.detach() - whole
            loss.backward()
            W = W - rate * W.grad
    return rises


# %% wrong: padding-in-the-mean, earns 0.6 — the head's mean is over all positions; unlabelled ones too
def heal_without(heads, X, W_O, R, labels, rate, steps):
    h, n, d_v = heads.shape
    real = labels != -1
    count = real.sum()

    def forward(heads, W):
        A = heads.transpose(1, 0, 2).reshape(n, h * d_v)
        z = (X + A @ W) @ R
        p = np.exp(z - z.max(axis=1, keepdims=True))
        total = p.sum(axis=1, keepdims=True)
        logp = z - z.max(axis=1, keepdims=True) - np.log(total)
        loss, D = 0.0, np.zeros(z.shape)
        for t in range(n):
            if real[t]:
                loss -= logp[t, labels[t]] / count
                D[t] = p[t] / total[t] / count
                D[t, labels[t]] -= 1 / count
        return loss, A.T @ D @ R.T

    whole = forward(heads, W_O)[0]
    result = []
    for i in range(h):
        off = heads.astype(float)
        off[i] = heads[i].mean(axis=0)
        W = W_O.astype(float)
        row = []
        for k in range(steps + 1):
            loss, G = forward(off, W)
            row.append(loss - whole)
            W = W - rate * G
        result.append(row)
    return np.array(result)


# %% wrong: zero, earns 0.5 — the head is replaced by 0
def heal_without(heads, X, W_O, R, labels, rate, steps):
    h, n, d_v = heads.shape
    real = labels != -1
    count = real.sum()

    def forward(heads, W):
        A = heads.transpose(1, 0, 2).reshape(n, h * d_v)
        z = (X + A @ W) @ R
        p = np.exp(z - z.max(axis=1, keepdims=True))
        total = p.sum(axis=1, keepdims=True)
        logp = z - z.max(axis=1, keepdims=True) - np.log(total)
        loss, D = 0.0, np.zeros(z.shape)
        for t in range(n):
            if real[t]:
                loss -= logp[t, labels[t]] / count
                D[t] = p[t] / total[t] / count
                D[t, labels[t]] -= 1 / count
        return loss, A.T @ D @ R.T

    whole = forward(heads, W_O)[0]
    result = []
    for i in range(h):
        off = heads.astype(float)
        off[i] = 0
        W = W_O.astype(float)
        row = []
        for k in range(steps + 1):
            loss, G = forward(off, W)
            row.append(loss - whole)
            W = W - rate * G
        result.append(row)
    return np.array(result)


# %% wrong: zero, earns 0.5 — the head is left out; its rows of W_O too
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        A = np.concatenate([np.zeros((len(labels), 0))] + [heads[j] for j in range(len(heads)) if j != i], axis=1)
        W = np.delete(W_O, slice(i * heads.shape[2], (i + 1) * heads.shape[2]), axis=0)
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: other-mean, earns 0.5 — one mean of all the head's numbers; right for d_v = 1
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch
    import torch.nn.functional as F

    heads, X, W_O, R = (torch.tensor(np.array(a), dtype=torch.float64) for a in (heads, X, W_O, R))
    labels = torch.tensor(np.array(labels)).long()

    def loss_of(heads, W):
        joined = heads.permute(1, 0, 2).reshape(heads.shape[1], -1)
        return F.cross_entropy((X + joined @ W) @ R, labels, ignore_index=-1)

    whole = loss_of(heads, W_O)
    rises = torch.zeros(len(heads), steps + 1, dtype=torch.float64)
    for i in range(len(heads)):
        off = heads.clone()
        off[i] = heads[i, labels != -1].mean()
        W = W_O.clone()
        for k in range(steps + 1):
            W = W.detach().requires_grad_(True)
            loss = loss_of(off, W)
            rises[i, k] = loss.detach() - whole
            loss.backward()
            W = W - rate * W.grad
    return rises


# %% wrong: other-mean, earns 0.5 — mean over the numbers of each position
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=1, keepdims=True)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: other-mean, earns 0.5 — replaced by the mean of the other heads
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = np.delete(off, i, axis=0).mean(axis=0) if len(off) > 1 else off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: other-mean, earns 0.5 — replaced by the mean of all heads at the position
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off.mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: unrecognised — median in place of mean
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = np.median(off[i], axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: unrecognised — a mean for each kind of label
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        for kind in set(labels.tolist()):
            off[i, labels == kind] = off[i, labels == kind].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: padding-in-the-mean, earns 0.6 — mean divided by all positions and not the labelled ones
def heal_without(heads, X, W_O, R, labels, rate, steps):
    h, n, d_v = heads.shape
    real = labels != -1
    count = real.sum()

    def forward(heads, W):
        A = heads.transpose(1, 0, 2).reshape(n, h * d_v)
        z = (X + A @ W) @ R
        p = np.exp(z - z.max(axis=1, keepdims=True))
        total = p.sum(axis=1, keepdims=True)
        logp = z - z.max(axis=1, keepdims=True) - np.log(total)
        loss, D = 0.0, np.zeros(z.shape)
        for t in range(n):
            if real[t]:
                loss -= logp[t, labels[t]] / count
                D[t] = p[t] / total[t] / count
                D[t, labels[t]] -= 1 / count
        return loss, A.T @ D @ R.T

    whole = forward(heads, W_O)[0]
    result = []
    for i in range(h):
        off = heads.astype(float)
        off[i] = heads[i, real].sum(axis=0) / n
        W = W_O.astype(float)
        row = []
        for k in range(steps + 1):
            loss, G = forward(off, W)
            row.append(loss - whole)
            W = W - rate * G
        result.append(row)
    return np.array(result)


# %% wrong: unrecognised — mean taken off instead of put in place
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i] - off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: heads-stay-off, earns 0.4 — heads stay off; they pile up
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    off = heads.astype(float)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: heads-stay-off, earns 0.4 — heads changed in place and not put back
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real].astype(float), X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: heads-stay-off, earns 0.4 — changes the argument heads
def heal_without(heads, X, W_O, R, labels, rate, steps):
    h, n, d_v = heads.shape
    real = labels != -1
    count = real.sum()

    def forward(heads, W):
        A = heads.transpose(1, 0, 2).reshape(n, h * d_v)
        z = (X + A @ W) @ R
        p = np.exp(z - z.max(axis=1, keepdims=True))
        total = p.sum(axis=1, keepdims=True)
        logp = z - z.max(axis=1, keepdims=True) - np.log(total)
        loss, D = 0.0, np.zeros(z.shape)
        for t in range(n):
            if real[t]:
                loss -= logp[t, labels[t]] / count
                D[t] = p[t] / total[t] / count
                D[t, labels[t]] -= 1 / count
        return loss, A.T @ D @ R.T

    whole = forward(heads, W_O)[0]
    result = []
    for i in range(h):
        off = heads
        off[i] = heads[i, real].mean(axis=0)
        W = W_O.astype(float)
        row = []
        for k in range(steps + 1):
            loss, G = forward(off, W)
            row.append(loss - whole)
            W = W - rate * G
        result.append(row)
    return np.array(result)


# %% wrong: it-alone, earns 0.4 — all others are switched off and head i stays
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        keep = off[i].copy()
        off[:] = off.mean(axis=1, keepdims=True)
        off[i] = keep
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: unrecognised — only the labelled positions of kind above 0 are averaged
def heal_without(heads, X, W_O, R, labels, rate, steps):
    h, n, d_v = heads.shape
    real = labels != -1
    count = real.sum()

    def forward(heads, W):
        A = heads.transpose(1, 0, 2).reshape(n, h * d_v)
        z = (X + A @ W) @ R
        p = np.exp(z - z.max(axis=1, keepdims=True))
        total = p.sum(axis=1, keepdims=True)
        logp = z - z.max(axis=1, keepdims=True) - np.log(total)
        loss, D = 0.0, np.zeros(z.shape)
        for t in range(n):
            if real[t]:
                loss -= logp[t, labels[t]] / count
                D[t] = p[t] / total[t] / count
                D[t, labels[t]] -= 1 / count
        return loss, A.T @ D @ R.T

    whole = forward(heads, W_O)[0]
    result = []
    for i in range(h):
        off = heads.astype(float)
        off[i] = heads[i, labels > 0 if (labels > 0).any() else real].mean(axis=0)
        W = W_O.astype(float)
        row = []
        for k in range(steps + 1):
            loss, G = forward(off, W)
            row.append(loss - whole)
            W = W - rate * G
        result.append(row)
    return np.array(result)


# %% wrong: on-in-training, earns 0.4 — head off in the loss only; trained with all heads on
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            D = parts(np.concatenate(heads, axis=1), W)[1]
            W = W - rate * np.concatenate(heads, axis=1).T @ D @ R.T
    return rises


# %% wrong: unrecognised — head off before the steps only; on again while training
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            if k > 0:
                A = np.concatenate(heads, axis=1)
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: on-in-training, earns 0.4 — gradient takes the heads as they were before switching off
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * np.concatenate(heads, axis=1).T @ D @ R.T
    return rises


# %% wrong: on-when-measured, earns 0.4 — head is off in training but on when it is measured
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = (loss if k == 0 else parts(np.concatenate(heads, axis=1), W)[0]) - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: unrecognised — all heads are averaged for each head
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.tile(np.concatenate(off, axis=1).mean(axis=0), (len(labels), 1))
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: axes-not-swapped, earns 0.5 — joined by reshape; the axes are not exchanged
def heal_without(heads, X, W_O, R, labels, rate, steps):
    h, n, d_v = heads.shape
    real = labels != -1
    count = real.sum()

    def forward(heads, W):
        A = heads.reshape(n, h * d_v)
        z = (X + A @ W) @ R
        p = np.exp(z - z.max(axis=1, keepdims=True))
        total = p.sum(axis=1, keepdims=True)
        logp = z - z.max(axis=1, keepdims=True) - np.log(total)
        loss, D = 0.0, np.zeros(z.shape)
        for t in range(n):
            if real[t]:
                loss -= logp[t, labels[t]] / count
                D[t] = p[t] / total[t] / count
                D[t, labels[t]] -= 1 / count
        return loss, A.T @ D @ R.T

    whole = forward(heads, W_O)[0]
    result = []
    for i in range(h):
        off = heads.astype(float)
        off[i] = heads[i, real].mean(axis=0)
        W = W_O.astype(float)
        row = []
        for k in range(steps + 1):
            loss, G = forward(off, W)
            row.append(loss - whole)
            W = W - rate * G
        result.append(row)
    return np.array(result)


# %% wrong: interleaved, earns 0.5 — heads interleaved number by number; right for d_v = 1
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch
    import torch.nn.functional as F

    heads, X, W_O, R = (torch.tensor(np.array(a), dtype=torch.float64) for a in (heads, X, W_O, R))
    labels = torch.tensor(np.array(labels)).long()

    def loss_of(heads, W):
        joined = heads.permute(1, 2, 0).reshape(heads.shape[1], -1)
        return F.cross_entropy((X + joined @ W) @ R, labels, ignore_index=-1)

    whole = loss_of(heads, W_O)
    rises = torch.zeros(len(heads), steps + 1, dtype=torch.float64)
    for i in range(len(heads)):
        off = heads.clone()
        off[i] = heads[i, labels != -1].mean(dim=0)
        W = W_O.clone()
        for k in range(steps + 1):
            W = W.detach().requires_grad_(True)
            loss = loss_of(off, W)
            rises[i, k] = loss.detach() - whole
            loss.backward()
            W = W - rate * W.grad
    return rises


# %% wrong: unrecognised — last head first
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads[::-1], axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off[::-1], axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: heads-from-the-end, earns 0.6 — rows of the result from the last head to the first
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[len(heads) - 1 - i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: unrecognised — heads added in place of joined; first block of W_O only
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A.reshape(len(X), len(heads), -1).sum(axis=1) @ W[: heads.shape[2]]) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: residual-forgotten, earns 0.4 — X left out as in the example where it is 0
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, labels = heads[:, real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: unrecognised — X not read out by R where shapes allow
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = X + A @ W @ R if X.shape[1] == kinds else (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: unrecognised — R left out where it is square
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch
    import torch.nn.functional as F

    heads, X, W_O, R = (torch.tensor(np.array(a), dtype=torch.float64) for a in (heads, X, W_O, R))
    labels = torch.tensor(np.array(labels)).long()

    def loss_of(heads, W):
        joined = heads.permute(1, 0, 2).reshape(heads.shape[1], -1)
        return F.cross_entropy((X + joined @ W) @ (R if R.shape[0] != R.shape[1] else torch.eye(len(R), dtype=R.dtype)), labels, ignore_index=-1)

    whole = loss_of(heads, W_O)
    rises = torch.zeros(len(heads), steps + 1, dtype=torch.float64)
    for i in range(len(heads)):
        off = heads.clone()
        off[i] = heads[i, labels != -1].mean(dim=0)
        W = W_O.clone()
        for k in range(steps + 1):
            W = W.detach().requires_grad_(True)
            loss = loss_of(off, W)
            rises[i, k] = loss.detach() - whole
            loss.backward()
            W = W - rate * W.grad
    return rises


# %% wrong: overflow, earns 0.7 — exponentials without a shift; overflow at large scores
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: overflow, earns 0.7 — shift by the largest score of all positions
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max()
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: overflow, earns 0.7 — log of softmax; infinite where it underflows
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch
    import torch.nn.functional as F

    heads, X, W_O, R = (torch.tensor(np.array(a), dtype=torch.float64) for a in (heads, X, W_O, R))
    labels = torch.tensor(np.array(labels)).long()

    def loss_of(heads, W):
        joined = heads.permute(1, 0, 2).reshape(heads.shape[1], -1)
        p = torch.softmax((X + joined @ W) @ R, dim=1)
        return F.nll_loss(torch.log(p), labels, ignore_index=-1)

    whole = loss_of(heads, W_O)
    rises = torch.zeros(len(heads), steps + 1, dtype=torch.float64)
    for i in range(len(heads)):
        off = heads.clone()
        off[i] = heads[i, labels != -1].mean(dim=0)
        W = W_O.clone()
        for k in range(steps + 1):
            W = W.detach().requires_grad_(True)
            loss = loss_of(off, W)
            rises[i, k] = loss.detach() - whole
            loss.backward()
            W = W - rate * W.grad
    return rises


# %% wrong: unrecognised, earns 0.5 — probabilities clipped at 1e−12 before the log
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -np.log(np.maximum(np.exp(logp), 1e-12))[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: unrecognised, earns 0.5 — scores clipped to −50 … 50 for safety
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = np.clip(z, -50, 50)
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: softmax-twice, earns 0.4 — cross_entropy of softmax; the softmax is taken twice
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch
    import torch.nn.functional as F

    heads, X, W_O, R = (torch.tensor(np.array(a), dtype=torch.float64) for a in (heads, X, W_O, R))
    labels = torch.tensor(np.array(labels)).long()

    def loss_of(heads, W):
        joined = heads.permute(1, 0, 2).reshape(heads.shape[1], -1)
        return F.cross_entropy(((X + joined @ W) @ R).softmax(dim=1), labels, ignore_index=-1)

    whole = loss_of(heads, W_O)
    rises = torch.zeros(len(heads), steps + 1, dtype=torch.float64)
    for i in range(len(heads)):
        off = heads.clone()
        off[i] = heads[i, labels != -1].mean(dim=0)
        W = W_O.clone()
        for k in range(steps + 1):
            W = W.detach().requires_grad_(True)
            loss = loss_of(off, W)
            rises[i, k] = loss.detach() - whole
            loss.backward()
            W = W - rate * W.grad
    return rises


# %% wrong: unrecognised — softmax over the positions
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=0, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=0, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: padding-in-the-mean + padding-counted, earns 0.3 — label −1 read as the last kind
def heal_without(heads, X, W_O, R, labels, rate, steps):
    h, n, d_v = heads.shape
    real = np.ones(n, dtype=bool)
    count = real.sum()

    def forward(heads, W):
        A = heads.transpose(1, 0, 2).reshape(n, h * d_v)
        z = (X + A @ W) @ R
        p = np.exp(z - z.max(axis=1, keepdims=True))
        total = p.sum(axis=1, keepdims=True)
        logp = z - z.max(axis=1, keepdims=True) - np.log(total)
        loss, D = 0.0, np.zeros(z.shape)
        for t in range(n):
            if real[t]:
                loss -= logp[t, labels[t]] / count
                D[t] = p[t] / total[t] / count
                D[t, labels[t]] -= 1 / count
        return loss, A.T @ D @ R.T

    whole = forward(heads, W_O)[0]
    result = []
    for i in range(h):
        off = heads.astype(float)
        off[i] = heads[i, real].mean(axis=0)
        W = W_O.astype(float)
        row = []
        for k in range(steps + 1):
            loss, G = forward(off, W)
            row.append(loss - whole)
            W = W - rate * G
        result.append(row)
    return np.array(result)


# %% wrong: unrecognised — label −1 read as kind 0
def heal_without(heads, X, W_O, R, labels, rate, steps):
    h, n, d_v = heads.shape
    real = np.ones(n, dtype=bool)
    labels = np.maximum(labels, 0)
    count = real.sum()

    def forward(heads, W):
        A = heads.transpose(1, 0, 2).reshape(n, h * d_v)
        z = (X + A @ W) @ R
        p = np.exp(z - z.max(axis=1, keepdims=True))
        total = p.sum(axis=1, keepdims=True)
        logp = z - z.max(axis=1, keepdims=True) - np.log(total)
        loss, D = 0.0, np.zeros(z.shape)
        for t in range(n):
            if real[t]:
                loss -= logp[t, labels[t]] / count
                D[t] = p[t] / total[t] / count
                D[t, labels[t]] -= 1 / count
        return loss, A.T @ D @ R.T

    whole = forward(heads, W_O)[0]
    result = []
    for i in range(h):
        off = heads.astype(float)
        off[i] = heads[i, real].mean(axis=0)
        W = W_O.astype(float)
        row = []
        for k in range(steps + 1):
            loss, G = forward(off, W)
            row.append(loss - whole)
            W = W - rate * G
        result.append(row)
    return np.array(result)


# %% wrong: padding-counted, earns 0.5 — label −1 counts in loss and steps but not in mean
def heal_without(heads, X, W_O, R, labels, rate, steps):
    h, n, d_v = heads.shape
    real = labels != -1
    count = n

    def forward(heads, W):
        A = heads.transpose(1, 0, 2).reshape(n, h * d_v)
        z = (X + A @ W) @ R
        p = np.exp(z - z.max(axis=1, keepdims=True))
        total = p.sum(axis=1, keepdims=True)
        logp = z - z.max(axis=1, keepdims=True) - np.log(total)
        loss, D = 0.0, np.zeros(z.shape)
        for t in range(n):
            if True:
                loss -= logp[t, labels[t]] / count
                D[t] = p[t] / total[t] / count
                D[t, labels[t]] -= 1 / count
        return loss, A.T @ D @ R.T

    whole = forward(heads, W_O)[0]
    result = []
    for i in range(h):
        off = heads.astype(float)
        off[i] = heads[i, real].mean(axis=0)
        W = W_O.astype(float)
        row = []
        for k in range(steps + 1):
            loss, G = forward(off, W)
            row.append(loss - whole)
            W = W - rate * G
        result.append(row)
    return np.array(result)


# %% wrong: kind-0-left-out, earns 0.5 — kind 0 taken for no label
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels > 0 if (labels > 0).any() else labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: padding-counted, earns 0.5 — divides loss and gradient by all positions
def heal_without(heads, X, W_O, R, labels, rate, steps):
    h, n, d_v = heads.shape
    real = labels != -1
    count = n

    def forward(heads, W):
        A = heads.transpose(1, 0, 2).reshape(n, h * d_v)
        z = (X + A @ W) @ R
        p = np.exp(z - z.max(axis=1, keepdims=True))
        total = p.sum(axis=1, keepdims=True)
        logp = z - z.max(axis=1, keepdims=True) - np.log(total)
        loss, D = 0.0, np.zeros(z.shape)
        for t in range(n):
            if real[t]:
                loss -= logp[t, labels[t]] / count
                D[t] = p[t] / total[t] / count
                D[t, labels[t]] -= 1 / count
        return loss, A.T @ D @ R.T

    whole = forward(heads, W_O)[0]
    result = []
    for i in range(h):
        off = heads.astype(float)
        off[i] = heads[i, real].mean(axis=0)
        W = W_O.astype(float)
        row = []
        for k in range(steps + 1):
            loss, G = forward(off, W)
            row.append(loss - whole)
            W = W - rate * G
        result.append(row)
    return np.array(result)


# %% wrong: padding-counted, earns 0.5 — divides the loss by all positions but not the gradient
def heal_without(heads, X, W_O, R, labels, rate, steps):
    h, n, d_v = heads.shape
    real = labels != -1
    count = real.sum()

    def forward(heads, W):
        A = heads.transpose(1, 0, 2).reshape(n, h * d_v)
        z = (X + A @ W) @ R
        p = np.exp(z - z.max(axis=1, keepdims=True))
        total = p.sum(axis=1, keepdims=True)
        logp = z - z.max(axis=1, keepdims=True) - np.log(total)
        loss, D = 0.0, np.zeros(z.shape)
        for t in range(n):
            if real[t]:
                loss -= logp[t, labels[t]] / count
                D[t] = p[t] / total[t] / count
                D[t, labels[t]] -= 1 / count
        return loss, A.T @ D @ R.T

    whole = forward(heads, W_O)[0]
    result = []
    for i in range(h):
        off = heads.astype(float)
        off[i] = heads[i, real].mean(axis=0)
        W = W_O.astype(float)
        row = []
        for k in range(steps + 1):
            loss, G = forward(off, W)
            row.append((loss - whole) * count / n)
            W = W - rate * G
        result.append(row)
    return np.array(result)


# %% wrong: kind-0-left-out, earns 0.5 — ignore_index 0 as in chapter 2
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch
    import torch.nn.functional as F

    heads, X, W_O, R = (torch.tensor(np.array(a), dtype=torch.float64) for a in (heads, X, W_O, R))
    labels = torch.tensor(np.array(labels)).long()
    labels = torch.where(labels < 0, 0, labels)

    def loss_of(heads, W):
        joined = heads.permute(1, 0, 2).reshape(heads.shape[1], -1)
        return F.cross_entropy((X + joined @ W) @ R, labels, ignore_index=0)

    whole = loss_of(heads, W_O)
    rises = torch.zeros(len(heads), steps + 1, dtype=torch.float64)
    for i in range(len(heads)):
        off = heads.clone()
        off[i] = heads[i, labels != 0].mean(dim=0)
        W = W_O.clone()
        for k in range(steps + 1):
            W = W.detach().requires_grad_(True)
            loss = loss_of(off, W)
            rises[i, k] = loss.detach() - whole
            loss.backward()
            W = W - rate * W.grad
    return rises


# %% wrong: unrecognised — gradient also from unlabelled positions; their target is all 0
def heal_without(heads, X, W_O, R, labels, rate, steps):
    h, n, d_v = heads.shape
    real = labels != -1
    count = real.sum()

    def forward(heads, W):
        A = heads.transpose(1, 0, 2).reshape(n, h * d_v)
        z = (X + A @ W) @ R
        p = np.exp(z - z.max(axis=1, keepdims=True))
        total = p.sum(axis=1, keepdims=True)
        logp = z - z.max(axis=1, keepdims=True) - np.log(total)
        loss, D = 0.0, np.zeros(z.shape)
        for t in range(n):
            if real[t]:
                loss -= logp[t, labels[t]] / count
                D[t] = p[t] / total[t] / count
                D[t, labels[t]] -= 1 / count
            else:
                D[t] = p[t] / total[t] / count
        return loss, A.T @ D @ R.T

    whole = forward(heads, W_O)[0]
    result = []
    for i in range(h):
        off = heads.astype(float)
        off[i] = heads[i, real].mean(axis=0)
        W = W_O.astype(float)
        row = []
        for k in range(steps + 1):
            loss, G = forward(off, W)
            row.append(loss - whole)
            W = W - rate * G
        result.append(row)
    return np.array(result)


# %% wrong: changed-arguments, earns 0.7 — changes the given labels
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    labels[~real] = 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: summed, earns 0.5 — sum of the losses in place of the mean for both
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].sum()
        return loss, (np.exp(logp) - np.eye(kinds)[labels])

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: summed, earns 0.5 — gradient of the sum; loss is the mean
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels])

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: unrecognised — gradient divided by the labels twice
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T / len(labels)
    return rises


# %% wrong: unrecognised — mean of the means of each kind
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = np.mean([-logp[labels == c, c].mean() for c in set(labels.tolist())])
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: unrecognised — log in base 2
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = (loss - before) / np.log(2)
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: not-restored, earns 0.4 — W_O goes on from head to head
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    W = W_O
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: not-restored, earns 0.4 — W_O changed in place; the next head begins there
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W -= rate * A.T @ D @ R.T
    return rises


# %% wrong: not-restored, earns 0.4 — changes the argument W_O through torch.from_numpy
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch
    import torch.nn.functional as F

    H, X, R = (torch.tensor(np.array(a, dtype=float)) for a in (heads, X, R))
    y = torch.tensor(np.array(labels, dtype=np.int64))

    def loss_of(H, W):
        return F.cross_entropy((X + torch.cat(list(H), dim=1) @ W) @ R, y, ignore_index=-1)

    start = torch.from_numpy(W_O)
    before = loss_of(H, start).item()
    result = []
    for i in range(len(H)):
        off = H.clone()
        off[i] = H[i][y >= 0].mean(dim=0)
        W = start.detach().requires_grad_(True)
        optimizer = torch.optim.SGD([W], lr=float(rate))
        row = []
        for k in range(steps + 1):
            optimizer.zero_grad()
            loss = loss_of(off, W)
            row.append(loss.item() - before)
            loss.backward()
            optimizer.step()
        result.append(row)
    return np.array(result)


# %% wrong: not-restored, earns 0.4 — one W_O copied but shared by all heads
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch
    import torch.nn.functional as F

    H, X, R = (torch.tensor(np.array(a, dtype=float)) for a in (heads, X, R))
    y = torch.tensor(np.array(labels, dtype=np.int64))

    def loss_of(H, W):
        return F.cross_entropy((X + torch.cat(list(H), dim=1) @ W) @ R, y, ignore_index=-1)

    start = torch.tensor(np.array(W_O, dtype=float))
    W = start.clone().requires_grad_(True)
    before = loss_of(H, start).item()
    result = []
    for i in range(len(H)):
        off = H.clone()
        off[i] = H[i][y >= 0].mean(dim=0)
        optimizer = torch.optim.SGD([W], lr=float(rate))
        row = []
        for k in range(steps + 1):
            optimizer.zero_grad()
            loss = loss_of(off, W)
            row.append(loss.item() - before)
            loss.backward()
            optimizer.step()
        result.append(row)
    return np.array(result)


# %% wrong: gradients-added-up, earns 0.4 — gradients pile up without zero_grad
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch
    import torch.nn.functional as F

    H, X, R = (torch.tensor(np.array(a, dtype=float)) for a in (heads, X, R))
    y = torch.tensor(np.array(labels, dtype=np.int64))

    def loss_of(H, W):
        return F.cross_entropy((X + torch.cat(list(H), dim=1) @ W) @ R, y, ignore_index=-1)

    start = torch.tensor(np.array(W_O, dtype=float))
    before = loss_of(H, start).item()
    result = []
    for i in range(len(H)):
        off = H.clone()
        off[i] = H[i][y >= 0].mean(dim=0)
        W = start.clone().requires_grad_(True)
        optimizer = torch.optim.SGD([W], lr=float(rate))
        row = []
        for k in range(steps + 1):
            loss = loss_of(off, W)
            row.append(loss.item() - before)
            loss.backward()
            optimizer.step()
        result.append(row)
    return np.array(result)


# %% wrong: unrecognised — SGD with momentum
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch
    import torch.nn.functional as F

    H, X, R = (torch.tensor(np.array(a, dtype=float)) for a in (heads, X, R))
    y = torch.tensor(np.array(labels, dtype=np.int64))

    def loss_of(H, W):
        return F.cross_entropy((X + torch.cat(list(H), dim=1) @ W) @ R, y, ignore_index=-1)

    start = torch.tensor(np.array(W_O, dtype=float))
    before = loss_of(H, start).item()
    result = []
    for i in range(len(H)):
        off = H.clone()
        off[i] = H[i][y >= 0].mean(dim=0)
        W = start.clone().requires_grad_(True)
        optimizer = torch.optim.SGD([W], lr=float(rate), momentum=0.9)
        row = []
        for k in range(steps + 1):
            optimizer.zero_grad()
            loss = loss_of(off, W)
            row.append(loss.item() - before)
            loss.backward()
            optimizer.step()
        result.append(row)
    return np.array(result)


# %% wrong: unrecognised — Adam in place of plain gradient descent
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch
    import torch.nn.functional as F

    H, X, R = (torch.tensor(np.array(a, dtype=float)) for a in (heads, X, R))
    y = torch.tensor(np.array(labels, dtype=np.int64))

    def loss_of(H, W):
        return F.cross_entropy((X + torch.cat(list(H), dim=1) @ W) @ R, y, ignore_index=-1)

    start = torch.tensor(np.array(W_O, dtype=float))
    before = loss_of(H, start).item()
    result = []
    for i in range(len(H)):
        off = H.clone()
        off[i] = H[i][y >= 0].mean(dim=0)
        W = start.clone().requires_grad_(True)
        optimizer = torch.optim.Adam([W], lr=float(rate))
        row = []
        for k in range(steps + 1):
            optimizer.zero_grad()
            loss = loss_of(off, W)
            row.append(loss.item() - before)
            loss.backward()
            optimizer.step()
        result.append(row)
    return np.array(result)


# %% wrong: unrecognised — weight decay added
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch
    import torch.nn.functional as F

    H, X, R = (torch.tensor(np.array(a, dtype=float)) for a in (heads, X, R))
    y = torch.tensor(np.array(labels, dtype=np.int64))

    def loss_of(H, W):
        return F.cross_entropy((X + torch.cat(list(H), dim=1) @ W) @ R, y, ignore_index=-1)

    start = torch.tensor(np.array(W_O, dtype=float))
    before = loss_of(H, start).item()
    result = []
    for i in range(len(H)):
        off = H.clone()
        off[i] = H[i][y >= 0].mean(dim=0)
        W = start.clone().requires_grad_(True)
        optimizer = torch.optim.SGD([W], lr=float(rate), weight_decay=0.01)
        row = []
        for k in range(steps + 1):
            optimizer.zero_grad()
            loss = loss_of(off, W)
            row.append(loss.item() - before)
            loss.backward()
            optimizer.step()
        result.append(row)
    return np.array(result)


# %% wrong: unrecognised — gradient clipped to norm 1
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch
    import torch.nn.functional as F

    H, X, R = (torch.tensor(np.array(a, dtype=float)) for a in (heads, X, R))
    y = torch.tensor(np.array(labels, dtype=np.int64))

    def loss_of(H, W):
        return F.cross_entropy((X + torch.cat(list(H), dim=1) @ W) @ R, y, ignore_index=-1)

    start = torch.tensor(np.array(W_O, dtype=float))
    before = loss_of(H, start).item()
    result = []
    for i in range(len(H)):
        off = H.clone()
        off[i] = H[i][y >= 0].mean(dim=0)
        W = start.clone().requires_grad_(True)
        optimizer = torch.optim.SGD([W], lr=float(rate))
        row = []
        for k in range(steps + 1):
            optimizer.zero_grad()
            loss = loss_of(off, W)
            row.append(loss.item() - before)
            loss.backward()
            torch.nn.utils.clip_grad_norm_([W], 1.0)
            optimizer.step()
        result.append(row)
    return np.array(result)


# %% wrong: unrecognised — label smoothing added
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch
    import torch.nn.functional as F

    H, X, R = (torch.tensor(np.array(a, dtype=float)) for a in (heads, X, R))
    y = torch.tensor(np.array(labels, dtype=np.int64))

    def loss_of(H, W):
        return F.cross_entropy((X + torch.cat(list(H), dim=1) @ W) @ R, y, ignore_index=-1, label_smoothing=0.1)

    start = torch.tensor(np.array(W_O, dtype=float))
    before = loss_of(H, start).item()
    result = []
    for i in range(len(H)):
        off = H.clone()
        off[i] = H[i][y >= 0].mean(dim=0)
        W = start.clone().requires_grad_(True)
        optimizer = torch.optim.SGD([W], lr=float(rate))
        row = []
        for k in range(steps + 1):
            optimizer.zero_grad()
            loss = loss_of(off, W)
            row.append(loss.item() - before)
            loss.backward()
            optimizer.step()
        result.append(row)
    return np.array(result)


# %% wrong: own-rows-frozen, earns 0.6 — the rows of the head that is off do not learn
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            G = A.T @ D @ R.T
            G[i * heads.shape[2] : (i + 1) * heads.shape[2]] = 0
            W = W - rate * G
    return rises


# %% wrong: unrecognised — only the rows of the head that is off learn
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            G = A.T @ D @ R.T
            own = slice(i * heads.shape[2], (i + 1) * heads.shape[2])
            W = W.astype(float)
            W[own] -= rate * G[own]
    return rises


# %% wrong: read-out-trained, earns 0.5 — R learns too
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch
    import torch.nn.functional as F

    heads, X, W_O, R = (torch.tensor(np.array(a), dtype=torch.float64) for a in (heads, X, W_O, R))
    labels = torch.tensor(np.array(labels)).long()

    def loss_of(heads, W, R):
        joined = heads.permute(1, 0, 2).reshape(heads.shape[1], -1)
        return F.cross_entropy((X + joined @ W) @ R, labels, ignore_index=-1)

    R_given = R
    whole = loss_of(heads, W_O, R)
    rises = torch.zeros(len(heads), steps + 1, dtype=torch.float64)
    for i in range(len(heads)):
        off = heads.clone()
        off[i] = heads[i, labels != -1].mean(dim=0)
        W = W_O.clone()
        R = R_given.clone()
        for k in range(steps + 1):
            W = W.detach().requires_grad_(True)
            R = R.detach().requires_grad_(True)
            loss = loss_of(off, W, R)
            rises[i, k] = loss.detach() - whole
            loss.backward()
            W = W - rate * W.grad
            R = R - rate * R.grad
    return rises


# %% wrong: unrecognised — X learns too
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch
    import torch.nn.functional as F

    heads, X, W_O, R = (torch.tensor(np.array(a), dtype=torch.float64) for a in (heads, X, W_O, R))
    labels = torch.tensor(np.array(labels)).long()

    def loss_of(heads, W, X):
        joined = heads.permute(1, 0, 2).reshape(heads.shape[1], -1)
        return F.cross_entropy((X + joined @ W) @ R, labels, ignore_index=-1)

    X_given = X
    whole = loss_of(heads, W_O, X)
    rises = torch.zeros(len(heads), steps + 1, dtype=torch.float64)
    for i in range(len(heads)):
        off = heads.clone()
        off[i] = heads[i, labels != -1].mean(dim=0)
        W = W_O.clone()
        X = X_given.clone()
        for k in range(steps + 1):
            W = W.detach().requires_grad_(True)
            X = X.detach().requires_grad_(True)
            loss = loss_of(off, W, X)
            rises[i, k] = loss.detach() - whole
            loss.backward()
            W = W - rate * W.grad
            X = X - rate * X.grad
    return rises


# %% wrong: unrecognised — the heads learn too
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch
    import torch.nn.functional as F

    heads, X, W_O, R = (torch.tensor(np.array(a), dtype=torch.float64) for a in (heads, X, W_O, R))
    labels = torch.tensor(np.array(labels)).long()

    def loss_of(heads, W):
        joined = heads.permute(1, 0, 2).reshape(heads.shape[1], -1)
        return F.cross_entropy((X + joined @ W) @ R, labels, ignore_index=-1)

    whole = loss_of(heads, W_O)
    rises = torch.zeros(len(heads), steps + 1, dtype=torch.float64)
    for i in range(len(heads)):
        off = heads.clone()
        off[i] = heads[i, labels != -1].mean(dim=0)
        W = W_O.clone()
        for k in range(steps + 1):
            W = W.detach().requires_grad_(True)
            off = off.detach().requires_grad_(True)
            loss = loss_of(off, W)
            rises[i, k] = loss.detach() - whole
            loss.backward()
            W = W - rate * W.grad
            off = off - rate * off.grad
    return rises


# %% wrong: unrecognised — R in place of its transpose in the gradient where square
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ (R if R.shape[0] == R.shape[1] else R.T)
    return rises


# %% wrong: unrecognised — R left out of the gradient where it is square
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ (np.eye(len(R)) if R.shape[0] == R.shape[1] else R.T)
    return rises


# %% wrong: rate-forgotten, earns 0.5 — rate never read; always 1
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - 1.0 * A.T @ D @ R.T
    return rises


# %% wrong: unrecognised — the rate falls with the steps
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate / (k + 1) * A.T @ D @ R.T
    return rises


# %% wrong: unrecognised — rate divided by the number of heads
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate / len(heads) * A.T @ D @ R.T
    return rises


# %% wrong: ascends, earns 0.4 — goes uphill
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W + rate * A.T @ D @ R.T
    return rises


# %% wrong: unrecognised — the gradient of the first step in all steps
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            if k == 0:
                first = D
            W = W - rate * A.T @ first @ R.T
    return rises


# %% wrong: unrecognised — one step only; then the loss stays
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            if k == 0:
                W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: unrecognised — a step for each position; one after the other
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            for t in range(len(A)):
                W = W - rate * np.outer(A[t], parts(A, W)[1][t]) @ R.T
    return rises


# %% wrong: after-a-step, earns 0.6 — first column is already after a step
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            W = W - rate * A.T @ parts(A, W)[1] @ R.T
            rises[i, k] = parts(A, W)[0] - before
    return rises


# %% wrong: wrong-shape — only steps columns; the loss after the last one is missing
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: wrong-shape — only steps columns; the loss before any step is missing
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises[:, 1:]


# %% wrong: wrong-shape — only before and after; right for one step
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises[:, [0, -1]]


# %% wrong: wrong-shape, earns 0.5 — steps read as at least 1
def heal_without(heads, X, W_O, R, labels, rate, steps):
    steps = max(steps, 1)
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: falls, earns 0.7 — the sign the wrong way round
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = before - loss
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: losses, earns 0.6 — losses without the whole layer's taken off
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: quotients, earns 0.6 — quotient in place of difference
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss / before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: unrecognised — negative rises set to 0
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = max(loss - before, 0)
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: unrecognised — absolute values
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = abs(loss - before)
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: unrecognised — rises against the loss before the steps; column 0 apart
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    rises[:, 1:] -= rises[:, :1]
    return rises


# %% wrong: whole-layer-trained, earns 0.5 — whole layer is trained as well and then compared
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W, W_all, full = W_O, W_O, np.concatenate(heads, axis=1)
        for k in range(steps + 1):
            loss, D = parts(A, W)
            whole, D_all = parts(full, W_all)
            rises[i, k] = loss - whole
            W_all = W_all - rate * full.T @ D_all @ R.T
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: whole-layer-trained, earns 0.5 — compared with the whole layer at the trained W
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - parts(np.concatenate(heads, axis=1), W)[0]
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: unrecognised — keeps the smallest loss so far
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return np.minimum.accumulate(rises, axis=1)


# %% wrong: unrecognised — stops when the loss rises and repeats the last
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            if k > 0 and loss - before > rises[i, k - 1]:
                rises[i, k:] = rises[i, k - 1]
                break
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: unrecognised — stops when the rise is gone; zeros behind
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            if loss <= before:
                break
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: transposed — rises transposed
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises.T


# %% wrong: axis-of-length-1, earns 0.8 — squeezed; one head or no step loses an axis
def heal_without(heads, X, W_O, R, labels, rate, steps):
    h, n, d_v = heads.shape
    real = labels != -1
    count = real.sum()

    def forward(heads, W):
        A = heads.transpose(1, 0, 2).reshape(n, h * d_v)
        z = (X + A @ W) @ R
        p = np.exp(z - z.max(axis=1, keepdims=True))
        total = p.sum(axis=1, keepdims=True)
        logp = z - z.max(axis=1, keepdims=True) - np.log(total)
        loss, D = 0.0, np.zeros(z.shape)
        for t in range(n):
            if real[t]:
                loss -= logp[t, labels[t]] / count
                D[t] = p[t] / total[t] / count
                D[t, labels[t]] -= 1 / count
        return loss, A.T @ D @ R.T

    whole = forward(heads, W_O)[0]
    result = []
    for i in range(h):
        off = heads.astype(float)
        off[i] = heads[i, real].mean(axis=0)
        W = W_O.astype(float)
        row = []
        for k in range(steps + 1):
            loss, G = forward(off, W)
            row.append(loss - whole)
            W = W - rate * G
        result.append(row)
    return np.squeeze(np.array(result))


# %% wrong: unrecognised — rounded to three decimals as the example
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return np.round(rises, 3)


# %% wrong: unrecognised — half precision in the layer
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = ((X + A @ W).astype(np.float16) @ R.astype(np.float16)).astype(float)
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: unrecognised — only the last head's row is right; list overwritten
def heal_without(heads, X, W_O, R, labels, rate, steps):
    h, n, d_v = heads.shape
    real = labels != -1
    count = real.sum()

    def forward(heads, W):
        A = heads.transpose(1, 0, 2).reshape(n, h * d_v)
        z = (X + A @ W) @ R
        p = np.exp(z - z.max(axis=1, keepdims=True))
        total = p.sum(axis=1, keepdims=True)
        logp = z - z.max(axis=1, keepdims=True) - np.log(total)
        loss, D = 0.0, np.zeros(z.shape)
        for t in range(n):
            if real[t]:
                loss -= logp[t, labels[t]] / count
                D[t] = p[t] / total[t] / count
                D[t, labels[t]] -= 1 / count
        return loss, A.T @ D @ R.T

    whole = forward(heads, W_O)[0]
    result = []
    for i in range(h):
        off = heads.astype(float)
        off[i] = heads[i, real].mean(axis=0)
        W = W_O.astype(float)
        row = []
        for k in range(steps + 1):
            loss, G = forward(off, W)
            row.append(loss - whole)
            W = W - rate * G
        result = [row] * h
    return np.array(result)


# %% wrong: unrecognised — losses of the mean over heads; one row for all
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return np.tile(rises.mean(axis=0), (len(heads), 1))


# %% wrong: wrong-shape — always ten steps as in the trial
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), 11))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(11):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: broadcast — kinds counted from the labels; runs only if the largest occurs
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = labels.max() + 1

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: unrecognised, earns 0.5 — one label only gives a loss of 0
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        if len(labels) == 1:
            return 0.0, np.zeros(z.shape)
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: unrecognised — columns of head i found with d and not d_v
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        A = np.concatenate(off, axis=1)
        d = X.shape[1]
        A[:, i * d : (i + 1) * d] = A[:, i * d : (i + 1) * d].mean(axis=0)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: unrecognised — columns of every h-th number averaged; right for d_v = 1
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        A = np.concatenate(off, axis=1)
        A[:, i :: len(heads)] = A[:, i :: len(heads)].mean(axis=0)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: unrecognised — only column i of the joined heads; right for d_v = 1
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        A = np.concatenate(off, axis=1)
        A[:, i] = A[:, i].mean()
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: unrecognised — replaced only where there is no label
def heal_without(heads, X, W_O, R, labels, rate, steps):
    h, n, d_v = heads.shape
    real = labels != -1
    count = real.sum()

    def forward(heads, W):
        A = heads.transpose(1, 0, 2).reshape(n, h * d_v)
        z = (X + A @ W) @ R
        p = np.exp(z - z.max(axis=1, keepdims=True))
        total = p.sum(axis=1, keepdims=True)
        logp = z - z.max(axis=1, keepdims=True) - np.log(total)
        loss, D = 0.0, np.zeros(z.shape)
        for t in range(n):
            if real[t]:
                loss -= logp[t, labels[t]] / count
                D[t] = p[t] / total[t] / count
                D[t, labels[t]] -= 1 / count
        return loss, A.T @ D @ R.T

    whole = forward(heads, W_O)[0]
    result = []
    for i in range(h):
        off = heads.astype(float)
        off[i, ~real] = heads[i, real].mean(axis=0)
        W = W_O.astype(float)
        row = []
        for k in range(steps + 1):
            loss, G = forward(off, W)
            row.append(loss - whole)
            W = W - rate * G
        result.append(row)
    return np.array(result)


# %% wrong: unrecognised — shuffled over the positions in place of its mean
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = np.roll(off[i], 1, axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: unrecognised — mean of head 0 for every head
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[0].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: unrecognised — value at the first labelled position in place of the mean
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i, 0]
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: unrecognised — W begins at 0 for each head
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = np.zeros(W_O.shape)
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: unrecognised — the head stays on at positions of kind 0
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads, axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i, labels != 0] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises


# %% wrong: unrecognised — whole layer's loss is over all heads at their mean
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, labels = heads[:, real], X[real], labels[real]
    kinds = R.shape[1]

    def parts(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        loss = -logp[np.arange(len(labels)), labels].mean()
        return loss, (np.exp(logp) - np.eye(kinds)[labels]) / len(labels)

    before = parts(np.concatenate(heads * 0.0 + heads.mean(axis=1, keepdims=True), axis=1), W_O)[0]
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        off = heads.astype(float)
        off[i] = off[i].mean(axis=0)
        A = np.concatenate(off, axis=1)
        W = W_O
        for k in range(steps + 1):
            loss, D = parts(A, W)
            rises[i, k] = loss - before
            W = W - rate * A.T @ D @ R.T
    return rises
