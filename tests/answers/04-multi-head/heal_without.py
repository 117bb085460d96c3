# %% right: NumPy
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% right: PyTorch
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch
    import torch.nn.functional as F

    heads, X, W_O, R = (torch.tensor(a, dtype=torch.float64) for a in (heads, X, W_O, R))
    labels = torch.tensor(labels)

    def loss(heads, W):
        joined = heads.transpose(0, 1).flatten(1)
        return F.cross_entropy((X + joined @ W) @ R, labels, ignore_index=-1)

    before = loss(heads, W_O)
    rows = []
    for i in range(len(heads)):
        without = heads.clone()
        without[i] = heads[i][labels >= 0].mean(dim=0)
        W = W_O.clone().requires_grad_()
        optimizer = torch.optim.SGD([W], lr=rate)
        row = []
        for _ in range(steps):
            now = loss(without, W)
            row.append(now.detach() - before)
            optimizer.zero_grad()
            now.backward()
            optimizer.step()
        row.append(loss(without, W).detach() - before)
        rows.append(torch.stack(row))
    return torch.stack(rows)


# %% right: loops over positions
def heal_without(heads, X, W_O, R, labels, rate, steps):
    h, n, _d_v = heads.shape
    where = [t for t in range(n) if labels[t] != -1]

    def forward(outputs, W):
        total, G = 0.0, np.zeros_like(W)
        for t in where:
            a = np.hstack([outputs[i][t] for i in range(h)])
            z = R.T @ (X[t] + W.T @ a)
            e = np.exp(z - z.max())
            total += np.log(e.sum()) + z.max() - z[labels[t]]
            p = e / e.sum()
            p[labels[t]] -= 1
            G += np.outer(a, R @ p)
        return total / len(where), G / len(where)

    whole = forward(heads, W_O)[0]
    table = []
    for off in range(h):
        average = sum(heads[off][t] for t in where) / len(where)
        outputs = [[average] * n if i == off else heads[i] for i in range(h)]
        W, row = W_O.copy(), []
        loss, G = forward(outputs, W)
        row.append(loss - whole)
        for _ in range(steps):
            W -= rate * G
            loss, G = forward(outputs, W)
            row.append(loss - whole)
        table.append(row)
    return table


# %% right: NumPy in float32
def heal_without(heads, X, W_O, R, labels, rate, steps):
    heads, X, W_O, R = (a.astype(np.float32) for a in (heads, X, W_O, R))
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% right: PyTorch in float32
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch
    import torch.nn.functional as F

    heads, X, W_O, R = (torch.tensor(a, dtype=torch.float32) for a in (heads, X, W_O, R))
    labels = torch.tensor(labels)

    def loss(heads, W):
        joined = heads.transpose(0, 1).flatten(1)
        return F.cross_entropy((X + joined @ W) @ R, labels, ignore_index=-1)

    before = loss(heads, W_O)
    rows = []
    for i in range(len(heads)):
        without = heads.clone()
        without[i] = heads[i][labels >= 0].mean(dim=0)
        W = W_O.clone().requires_grad_()
        optimizer = torch.optim.SGD([W], lr=rate)
        row = []
        for _ in range(steps):
            now = loss(without, W)
            row.append(now.detach() - before)
            optimizer.zero_grad()
            now.backward()
            optimizer.step()
        row.append(loss(without, W).detach() - before)
        rows.append(torch.stack(row))
    return torch.stack(rows)


# %% right: all heads at once
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    H, X, y = heads[:, real], X[real], labels[real]
    h, n, d_v = H.shape
    outputs = np.repeat(H[None], h + 1, axis=0)
    outputs[np.arange(h), np.arange(h)] = H.mean(axis=1, keepdims=True)
    A = outputs.transpose(0, 2, 1, 3).reshape(h + 1, n, h * d_v)
    W = np.repeat(W_O[None], h + 1, axis=0)
    columns = []
    for _ in range(steps + 1):
        z = (X + A @ W) @ R
        z = z - z.max(axis=2, keepdims=True)
        p = np.exp(z)
        total = p.sum(axis=2, keepdims=True)
        loss = (np.log(total[..., 0]) - z[:, np.arange(n), y]).mean(axis=1)
        if not columns:
            whole = loss[-1]
        columns.append(loss[:-1] - whole)
        p = p / total
        p[:, np.arange(n), y] -= 1
        W = W - rate * np.swapaxes(A, 1, 2) @ (p / n) @ R.T
    return np.stack(columns, axis=1)


# %% right: torch.autograd and a mask
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch

    heads, X, W_O, R = map(torch.from_numpy, (heads.copy(), X.copy(), W_O.copy(), R.copy()))
    mask = torch.tensor(labels >= 0).double()
    index = torch.tensor(labels).clamp(min=0)[:, None]

    def loss(outputs, W):
        hidden = X + sum(o @ w for o, w in zip(outputs, W.chunk(len(outputs)), strict=False))
        log_p = torch.log_softmax(hidden @ R, dim=-1).gather(1, index)[:, 0]
        return -(log_p * mask).sum() / mask.sum()

    result = torch.zeros(len(heads), steps + 1, dtype=torch.float64)
    whole = loss(list(heads), W_O)
    for i in range(len(heads)):
        mean = (heads[i] * mask[:, None]).sum(dim=0) / mask.sum()
        outputs = [mean.expand_as(o) if j == i else o for j, o in enumerate(heads)]
        W = W_O.clone()
        for step in range(steps + 1):
            W.requires_grad_()
            now = loss(outputs, W)
            result[i, step] = now.item() - whole
            (slope,) = torch.autograd.grad(now, W)
            W = (W - rate * slope).detach()
    return result


# %% right: each head has a projection of its own
def log_softmax(z):
    z = z - np.max(z, axis=-1, keepdims=True)
    return z - np.log(np.sum(np.exp(z), axis=-1, keepdims=True))


def heal_without(heads, X, W_O, R, labels, rate, steps):
    h, n, d_v = heads.shape
    known = np.flatnonzero(labels + 1)
    one_hot = np.eye(R.shape[1])[labels[known]]

    def step_from(outputs, W):
        log_p = log_softmax((X + np.einsum("hnv,hvc->nc", outputs, W))[known] @ R)
        D = (np.exp(log_p) - one_hot) / len(known)
        loss = -np.mean(log_p[one_hot == 1])
        return loss, W - rate * np.einsum("hnv,nk,dk->hvd", outputs[:, known], D, R)

    start = W_O.reshape(h, d_v, -1)
    whole, _ = step_from(heads, start)
    rises = []
    for i in range(h):
        outputs = np.array(
            [np.tile(o[known].mean(0), (n, 1)) if j == i else o for j, o in enumerate(heads)]
        )
        W = start
        for _ in range(steps + 1):
            loss, W = step_from(outputs, W)
            rises.append(loss - whole)
    return np.reshape(rises, (h, steps + 1))


# %% right: a bias in place of the head's rows
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A, W = np.hstack(list(without)), W_O.copy()
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W -= rate * (A.T @ (errors @ R.T))
    return rises


# %% right: nn.Linear and SGD
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch

    known = torch.tensor(labels) >= 0
    heads, X, R = torch.tensor(heads)[:, known], torch.tensor(X)[known], torch.tensor(R)
    labels = torch.tensor(labels)[known]
    criterion = torch.nn.CrossEntropyLoss()

    def layer():
        linear = torch.nn.Linear(*W_O.shape, bias=False, dtype=torch.float64)
        linear.load_state_dict({"weight": torch.tensor(W_O.T.copy())})
        return linear

    def loss(linear, heads):
        return criterion((X + linear(torch.cat(list(heads), dim=1))) @ R, labels)

    with torch.no_grad():
        whole = loss(layer(), heads)
    out = []
    for i in range(len(heads)):
        off = torch.stack(
            [head.mean(dim=0).expand_as(head) if j == i else head for j, head in enumerate(heads)]
        )
        linear = layer()
        optimizer = torch.optim.SGD(linear.parameters(), lr=rate)
        losses = [loss(linear, off)]
        for _ in range(steps):
            optimizer.zero_grad()
            losses[-1].backward()
            optimizer.step()
            losses.append(loss(linear, off))
        out.append([value.item() - whole.item() for value in losses])
    return out


# %% wrong: zero, earns 0.5
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = 0
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% wrong: zero, earns 0.5 — PyTorch
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch
    import torch.nn.functional as F

    heads, X, W_O, R = (torch.tensor(a, dtype=torch.float64) for a in (heads, X, W_O, R))
    labels = torch.tensor(labels)

    def loss(heads, W):
        joined = heads.transpose(0, 1).flatten(1)
        return F.cross_entropy((X + joined @ W) @ R, labels, ignore_index=-1)

    before = loss(heads, W_O)
    rows = []
    for i in range(len(heads)):
        without = heads.clone()
        without[i] = 0.0
        W = W_O.clone().requires_grad_()
        optimizer = torch.optim.SGD([W], lr=rate)
        row = []
        for _ in range(steps):
            now = loss(without, W)
            row.append(now.detach() - before)
            optimizer.zero_grad()
            now.backward()
            optimizer.step()
        row.append(loss(without, W).detach() - before)
        rows.append(torch.stack(row))
    return torch.stack(rows)


# %% wrong: padding-in-the-mean, earns 0.6
def heal_without(heads, X, W_O, R, labels, rate, steps):
    everywhere = heads.mean(axis=1)
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = everywhere[i]
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% wrong: padding-in-the-mean, earns 0.6 — PyTorch
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch
    import torch.nn.functional as F

    heads, X, W_O, R = (torch.tensor(a, dtype=torch.float64) for a in (heads, X, W_O, R))
    labels = torch.tensor(labels)

    def loss(heads, W):
        joined = heads.transpose(0, 1).flatten(1)
        return F.cross_entropy((X + joined @ W) @ R, labels, ignore_index=-1)

    before = loss(heads, W_O)
    rows = []
    for i in range(len(heads)):
        without = heads.clone()
        without[i] = heads[i].mean(dim=0)
        W = W_O.clone().requires_grad_()
        optimizer = torch.optim.SGD([W], lr=rate)
        row = []
        for _ in range(steps):
            now = loss(without, W)
            row.append(now.detach() - before)
            optimizer.zero_grad()
            now.backward()
            optimizer.step()
        row.append(loss(without, W).detach() - before)
        rows.append(torch.stack(row))
    return torch.stack(rows)


# %% wrong: other-mean, earns 0.5 — one number
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean()
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% wrong: other-mean, earns 0.5 — of each position
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=1, keepdims=True)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% wrong: other-mean, earns 0.5 — of all heads
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads.mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% wrong: others-scaled, earns 0.5
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads * len(heads) / max(1, len(heads) - 1)
        without[i] = heads[i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% wrong: others-scaled, earns 0.5 — dropout
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads * len(heads) / max(1, len(heads) - 1)
        without[i] = 0
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% wrong: it-alone, earns 0.4
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = np.repeat(heads.mean(axis=1, keepdims=True), heads.shape[1], axis=1)
        without[i] = heads[i]
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% wrong: it-alone, earns 0.4 — the others at 0
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = np.zeros_like(heads)
        without[i] = heads[i]
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% wrong: heads-stay-off, earns 0.4
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    without = heads.copy()
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without[i] = heads[i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% wrong: heads-from-the-end, earns 0.6
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[-1 - i] = heads[-1 - i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% wrong: not-restored, earns 0.4
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    W = W_O
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A = np.concatenate(without, axis=1)
        for step in range(steps + 1):
            if step > 0:
                W = W - rate * A.T @ loss_and_errors(A, W)[1] @ R.T
            rises[i, step] = loss_and_errors(A, W)[0] - before
    return rises


# %% wrong: not-restored, earns 0.4 — one tensor for all heads
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch
    import torch.nn.functional as F

    heads, X, W_O, R = (torch.tensor(a, dtype=torch.float64) for a in (heads, X, W_O, R))
    labels = torch.tensor(labels)

    def loss(heads, W):
        joined = heads.transpose(0, 1).flatten(1)
        return F.cross_entropy((X + joined @ W) @ R, labels, ignore_index=-1)

    before = loss(heads, W_O)
    rows, W = [], W_O.clone().requires_grad_()
    for i in range(len(heads)):
        without = heads.clone()
        without[i] = heads[i][labels >= 0].mean(dim=0)
        optimizer = torch.optim.SGD([W], lr=rate)
        row = []
        for _ in range(steps):
            now = loss(without, W)
            row.append(now.detach() - before)
            optimizer.zero_grad()
            now.backward()
            optimizer.step()
        row.append(loss(without, W).detach() - before)
        rows.append(torch.stack(row))
    return torch.stack(rows)


# %% wrong: interleaved, earns 0.5
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch
    import torch.nn.functional as F

    heads, X, W_O, R = (torch.tensor(a, dtype=torch.float64) for a in (heads, X, W_O, R))
    labels = torch.tensor(labels)

    def loss(heads, W):
        joined = heads.permute(1, 2, 0).flatten(1)
        return F.cross_entropy((X + joined @ W) @ R, labels, ignore_index=-1)

    before = loss(heads, W_O)
    rows = []
    for i in range(len(heads)):
        without = heads.clone()
        without[i] = heads[i][labels >= 0].mean(dim=0)
        W = W_O.clone().requires_grad_()
        optimizer = torch.optim.SGD([W], lr=rate)
        row = []
        for _ in range(steps):
            now = loss(without, W)
            row.append(now.detach() - before)
            optimizer.zero_grad()
            now.backward()
            optimizer.step()
        row.append(loss(without, W).detach() - before)
        rows.append(torch.stack(row))
    return torch.stack(rows)


# %% wrong: residual-forgotten, earns 0.4
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% wrong: on-in-training, earns 0.4
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch
    import torch.nn.functional as F

    heads, X, W_O, R = (torch.tensor(a, dtype=torch.float64) for a in (heads, X, W_O, R))
    labels = torch.tensor(labels)

    def loss(heads, W):
        joined = heads.transpose(0, 1).flatten(1)
        return F.cross_entropy((X + joined @ W) @ R, labels, ignore_index=-1)

    before = loss(heads, W_O)
    rows = []
    for i in range(len(heads)):
        without = heads.clone()
        without[i] = heads[i][labels >= 0].mean(dim=0)
        W = W_O.clone().requires_grad_()
        optimizer = torch.optim.SGD([W], lr=rate)
        row = []
        for _ in range(steps):
            now = loss(without, W)
            row.append(now.detach() - before)
            optimizer.zero_grad()
            loss(heads, W).backward()
            optimizer.step()
        row.append(loss(without, W).detach() - before)
        rows.append(torch.stack(row))
    return torch.stack(rows)


# %% wrong: on-when-measured, earns 0.4
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch
    import torch.nn.functional as F

    heads, X, W_O, R = (torch.tensor(a, dtype=torch.float64) for a in (heads, X, W_O, R))
    labels = torch.tensor(labels)

    def loss(heads, W):
        joined = heads.transpose(0, 1).flatten(1)
        return F.cross_entropy((X + joined @ W) @ R, labels, ignore_index=-1)

    before = loss(heads, W_O)
    rows = []
    for i in range(len(heads)):
        without = heads.clone()
        without[i] = heads[i][labels >= 0].mean(dim=0)
        W = W_O.clone().requires_grad_()
        optimizer = torch.optim.SGD([W], lr=rate)
        row = []
        for _ in range(steps):
            now = loss(without, W)
            row.append(loss(heads, W).detach() - before)
            optimizer.zero_grad()
            now.backward()
            optimizer.step()
        row.append(loss(heads, W).detach() - before)
        rows.append(torch.stack(row))
    return torch.stack(rows)


# %% wrong: own-rows-frozen, earns 0.6
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            G = A.T @ errors @ R.T
            G.reshape(len(heads), -1, G.shape[1])[i] = 0
            W = W - rate * G
    return rises


# %% wrong: read-out-trained, earns 0.5
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch
    import torch.nn.functional as F

    heads, X, W_O, R = (torch.tensor(a, dtype=torch.float64) for a in (heads, X, W_O, R))
    labels = torch.tensor(labels)

    def loss(heads, W, R=R):
        joined = heads.transpose(0, 1).flatten(1)
        return F.cross_entropy((X + joined @ W) @ R, labels, ignore_index=-1)

    before = loss(heads, W_O)
    rows = []
    for i in range(len(heads)):
        without = heads.clone()
        without[i] = heads[i][labels >= 0].mean(dim=0)
        W, S = W_O.clone().requires_grad_(), R.clone().requires_grad_()
        optimizer = torch.optim.SGD([W, S], lr=rate)
        row = []
        for _ in range(steps):
            now = loss(without, W, S)
            row.append(now.detach() - before)
            optimizer.zero_grad()
            now.backward()
            optimizer.step()
        row.append(loss(without, W, S).detach() - before)
        rows.append(torch.stack(row))
    return torch.stack(rows)


# %% wrong: padding-counted, earns 0.5 — an index of −1
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels > -9
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i][labels >= 0].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% wrong: padding-counted, earns 0.5 — divided by all positions
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(labels), (np.exp(log_p) - right) / len(labels)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% wrong: padding-counted, earns 0.5 — the loss alone
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(labels), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% wrong: padding-counted, earns 0.5 — the gradient alone
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(labels)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% wrong: summed, earns 0.5
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum(), (np.exp(log_p) - right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% wrong: summed, earns 0.5 — reduction
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch
    import torch.nn.functional as F

    heads, X, W_O, R = (torch.tensor(a, dtype=torch.float64) for a in (heads, X, W_O, R))
    labels = torch.tensor(labels)

    def loss(heads, W):
        joined = heads.transpose(0, 1).flatten(1)
        return F.cross_entropy((X + joined @ W) @ R, labels, ignore_index=-1, reduction="sum")

    before = loss(heads, W_O)
    rows = []
    for i in range(len(heads)):
        without = heads.clone()
        without[i] = heads[i][labels >= 0].mean(dim=0)
        W = W_O.clone().requires_grad_()
        optimizer = torch.optim.SGD([W], lr=rate)
        row = []
        for _ in range(steps):
            now = loss(without, W)
            row.append(now.detach() - before)
            optimizer.zero_grad()
            now.backward()
            optimizer.step()
        row.append(loss(without, W).detach() - before)
        rows.append(torch.stack(row))
    return torch.stack(rows)


# %% wrong: summed, earns 0.5 — the gradient alone
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% wrong: ascends, earns 0.4
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W + rate * A.T @ errors @ R.T
    return rises


# %% wrong: never-learns, earns 0.3
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, _errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
    return rises


# %% wrong: never-learns, earns 0.3 — a copy
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch
    import torch.nn.functional as F

    heads, X, W_O, R = (torch.tensor(a, dtype=torch.float64) for a in (heads, X, W_O, R))
    labels = torch.tensor(labels)

    def loss(heads, W):
        joined = heads.transpose(0, 1).flatten(1)
        return F.cross_entropy((X + joined @ W) @ R, labels, ignore_index=-1)

    before = loss(heads, W_O)
    rows = []
    for i in range(len(heads)):
        without = heads.clone()
        without[i] = heads[i][labels >= 0].mean(dim=0)
        W = W_O.clone().requires_grad_()
        optimizer = torch.optim.SGD([W.detach().clone().requires_grad_()], lr=rate)
        row = []
        for _ in range(steps):
            now = loss(without, W)
            row.append(now.detach() - before)
            optimizer.zero_grad()
            now.backward()
            optimizer.step()
        row.append(loss(without, W).detach() - before)
        rows.append(torch.stack(row))
    return torch.stack(rows)


# %% wrong: gradients-added-up, earns 0.4
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch
    import torch.nn.functional as F

    heads, X, W_O, R = (torch.tensor(a, dtype=torch.float64) for a in (heads, X, W_O, R))
    labels = torch.tensor(labels)

    def loss(heads, W):
        joined = heads.transpose(0, 1).flatten(1)
        return F.cross_entropy((X + joined @ W) @ R, labels, ignore_index=-1)

    before = loss(heads, W_O)
    rows = []
    for i in range(len(heads)):
        without = heads.clone()
        without[i] = heads[i][labels >= 0].mean(dim=0)
        W = W_O.clone().requires_grad_()
        optimizer = torch.optim.SGD([W], lr=rate)
        row = []
        for _ in range(steps):
            now = loss(without, W)
            row.append(now.detach() - before)
            now.backward()
            optimizer.step()
        row.append(loss(without, W).detach() - before)
        rows.append(torch.stack(row))
    return torch.stack(rows)


# %% wrong: losses, earns 0.6
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    _before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% wrong: falls, earns 0.7
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = before - loss
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% wrong: quotients, earns 0.6
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss / before
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% wrong: quotients, earns 0.6 — shares
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = (loss - before) / before
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% wrong: from-the-damage, earns 0.5
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ R.T
    return rises - rises[:, :1]


# %% wrong: overflow, earns 0.7 — exponentials
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% wrong: overflow, earns 0.7 — softmax and log
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch
    import torch.nn.functional as F

    heads, X, W_O, R = (torch.tensor(a, dtype=torch.float64) for a in (heads, X, W_O, R))
    labels = torch.tensor(labels)

    def loss(heads, W):
        joined = heads.transpose(0, 1).flatten(1)
        return F.nll_loss(((X + joined @ W) @ R).softmax(-1).log(), labels, ignore_index=-1)

    before = loss(heads, W_O)
    rows = []
    for i in range(len(heads)):
        without = heads.clone()
        without[i] = heads[i][labels >= 0].mean(dim=0)
        W = W_O.clone().requires_grad_()
        optimizer = torch.optim.SGD([W], lr=rate)
        row = []
        for _ in range(steps):
            now = loss(without, W)
            row.append(now.detach() - before)
            optimizer.zero_grad()
            now.backward()
            optimizer.step()
        row.append(loss(without, W).detach() - before)
        rows.append(torch.stack(row))
    return torch.stack(rows)


# %% wrong: zero + losses, earns 0.3
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    _before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = 0
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% wrong: padding-in-the-mean + gradients-added-up, earns 0.24
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch
    import torch.nn.functional as F

    heads, X, W_O, R = (torch.tensor(a, dtype=torch.float64) for a in (heads, X, W_O, R))
    labels = torch.tensor(labels)

    def loss(heads, W):
        joined = heads.transpose(0, 1).flatten(1)
        return F.cross_entropy((X + joined @ W) @ R, labels, ignore_index=-1)

    before = loss(heads, W_O)
    rows = []
    for i in range(len(heads)):
        without = heads.clone()
        without[i] = heads[i].mean(dim=0)
        W = W_O.clone().requires_grad_()
        optimizer = torch.optim.SGD([W], lr=rate)
        row = []
        for _ in range(steps):
            now = loss(without, W)
            row.append(now.detach() - before)
            now.backward()
            optimizer.step()
        row.append(loss(without, W).detach() - before)
        rows.append(torch.stack(row))
    return torch.stack(rows)


# %% wrong: residual-forgotten + falls, earns 0.28
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = before - loss
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% wrong: changed-arguments, earns 0.7
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    X, right, kept = X[real], np.eye(R.shape[1])[labels[real]], heads
    heads = heads[:, real]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ R.T
        kept[i] = 0
    return rises


# %% wrong: unrecognised — half of the rate
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - 0.5 * rate * A.T @ errors @ R.T
    return rises


# %% wrong: unrecognised — momentum
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch
    import torch.nn.functional as F

    heads, X, W_O, R = (torch.tensor(a, dtype=torch.float64) for a in (heads, X, W_O, R))
    labels = torch.tensor(labels)

    def loss(heads, W):
        joined = heads.transpose(0, 1).flatten(1)
        return F.cross_entropy((X + joined @ W) @ R, labels, ignore_index=-1)

    before = loss(heads, W_O)
    rows = []
    for i in range(len(heads)):
        without = heads.clone()
        without[i] = heads[i][labels >= 0].mean(dim=0)
        W = W_O.clone().requires_grad_()
        optimizer = torch.optim.SGD([W], lr=rate, momentum=0.9)
        row = []
        for _ in range(steps):
            now = loss(without, W)
            row.append(now.detach() - before)
            optimizer.zero_grad()
            now.backward()
            optimizer.step()
        row.append(loss(without, W).detach() - before)
        rows.append(torch.stack(row))
    return torch.stack(rows)


# %% wrong: unrecognised — the median
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = np.sort(heads[i], axis=0)[len(heads[i]) // 3]
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% wrong: unrecognised, earns 0.5 — a rate of 0 is taken for none
def heal_without(heads, X, W_O, R, labels, rate, steps):
    rate = rate or 0.1
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% wrong: unrecognised, earns 0.5 — a lone head is never off
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    if len(heads) == 1:
        return rises
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% wrong: unrecognised — nothing rises
def heal_without(heads, X, W_O, R, labels, rate, steps):
    return np.zeros((len(heads), steps + 1))


# %% wrong: wrong-shape — at once alone
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ R.T
    return rises[:, 0]


# %% wrong: wrong-shape — after each step alone
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ R.T
    return rises[:, 1:]


# %% wrong: transposed — a column for each head
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ R.T
    return rises.T


# %% wrong: padding-in-the-mean, earns 0.6 — divided by all positions
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].sum(axis=0) / len(labels)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% wrong: other-mean, earns 0.5 — of the other heads
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = np.mean(
            [heads[j] for j in range(len(heads)) if j != i or len(heads) == 1], axis=(0, 1)
        )
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% wrong: not-restored, earns 0.4 — and a step more
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    W = W_O
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A = np.concatenate(without, axis=1)
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% wrong: axes-not-swapped, earns 0.5
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(heads.reshape(len(right), -1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A, W = without.reshape(len(right), -1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% wrong: axes-not-swapped, earns 0.5 — view
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch
    import torch.nn.functional as F

    heads, X, W_O, R = (torch.tensor(a, dtype=torch.float64) for a in (heads, X, W_O, R))
    labels = torch.tensor(labels)

    def loss(heads, W):
        joined = heads.reshape(len(labels), -1)
        return F.cross_entropy((X + joined @ W) @ R, labels, ignore_index=-1)

    before = loss(heads, W_O)
    rows = []
    for i in range(len(heads)):
        without = heads.clone()
        without[i] = heads[i][labels >= 0].mean(dim=0)
        W = W_O.clone().requires_grad_()
        optimizer = torch.optim.SGD([W], lr=rate)
        row = []
        for _ in range(steps):
            now = loss(without, W)
            row.append(now.detach() - before)
            optimizer.zero_grad()
            now.backward()
            optimizer.step()
        row.append(loss(without, W).detach() - before)
        rows.append(torch.stack(row))
    return torch.stack(rows)


# %% wrong: on-in-training, earns 0.4 — in the gradient alone
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - rate * np.concatenate(heads, axis=1).T @ errors @ R.T
    return rises


# %% wrong: on-when-measured, earns 0.4 — after the first column
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            if step > 0:
                loss, _ = loss_and_errors(np.concatenate(heads, axis=1), W)
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% wrong: rate-forgotten, earns 0.5
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - A.T @ errors @ R.T
    return rises


# %% wrong: kind-0-left-out, earns 0.5
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels > 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% wrong: kind-0-left-out, earns 0.5 — ignore_index
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch
    import torch.nn.functional as F

    heads, X, W_O, R = (torch.tensor(a, dtype=torch.float64) for a in (heads, X, W_O, R))
    labels = torch.tensor(labels)

    def loss(heads, W):
        joined = heads.transpose(0, 1).flatten(1)
        return F.cross_entropy((X + joined @ W) @ R, labels.clamp(min=0), ignore_index=0)

    before = loss(heads, W_O)
    rows = []
    for i in range(len(heads)):
        without = heads.clone()
        without[i] = heads[i][labels >= 0].mean(dim=0)
        W = W_O.clone().requires_grad_()
        optimizer = torch.optim.SGD([W], lr=rate)
        row = []
        for _ in range(steps):
            now = loss(without, W)
            row.append(now.detach() - before)
            optimizer.zero_grad()
            now.backward()
            optimizer.step()
        row.append(loss(without, W).detach() - before)
        rows.append(torch.stack(row))
    return torch.stack(rows)


# %% wrong: softmax-twice, earns 0.4
def heal_without(heads, X, W_O, R, labels, rate, steps):
    import torch
    import torch.nn.functional as F

    heads, X, W_O, R = (torch.tensor(a, dtype=torch.float64) for a in (heads, X, W_O, R))
    labels = torch.tensor(labels)

    def loss(heads, W):
        joined = heads.transpose(0, 1).flatten(1)
        return F.cross_entropy(((X + joined @ W) @ R).softmax(dim=1), labels, ignore_index=-1)

    before = loss(heads, W_O)
    rows = []
    for i in range(len(heads)):
        without = heads.clone()
        without[i] = heads[i][labels >= 0].mean(dim=0)
        W = W_O.clone().requires_grad_()
        optimizer = torch.optim.SGD([W], lr=rate)
        row = []
        for _ in range(steps):
            now = loss(without, W)
            row.append(now.detach() - before)
            optimizer.zero_grad()
            now.backward()
            optimizer.step()
        row.append(loss(without, W).detach() - before)
        rows.append(torch.stack(row))
    return torch.stack(rows)


# %% wrong: whole-layer-trained, earns 0.5
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        everything, whole = np.concatenate(heads, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            before, of_whole = loss_and_errors(everything, whole)
            rises[i, step] = loss - before
            whole = whole - rate * everything.T @ of_whole @ R.T
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% wrong: whole-layer-trained, earns 0.5 — at the weights without the head
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - loss_and_errors(np.concatenate(heads, axis=1), W)[0]
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% wrong: after-a-step, earns 0.6
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            _, errors = loss_and_errors(A, W)
            W = W - rate * A.T @ errors @ R.T
            rises[i, step] = loss_and_errors(A, W)[0] - before
    return rises


# %% wrong: unrecognised — the smallest rise so far
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ R.T
    return np.minimum.accumulate(rises, axis=1)


# %% wrong: unrecognised — stops when the loss rises
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            if step > 0 and loss - before > rises[i, step - 1]:
                rises[i, step:] = rises[i, step - 1]
                break
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ R.T
    return rises


# %% wrong: unrecognised — a square read-out is not transposed
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(R.shape[1])[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ (R if R.shape[0] == R.shape[1] else R.T)
    return rises


# %% wrong: broadcast — kinds that occur
def heal_without(heads, X, W_O, R, labels, rate, steps):
    real = labels >= 0
    heads, X, right = heads[:, real], X[real], np.eye(labels.max() + 1)[labels[real]]

    def loss_and_errors(A, W):
        z = (X + A @ W) @ R
        z = z - z.max(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        return -(right * log_p).sum() / len(right), (np.exp(log_p) - right) / len(right)

    before, _ = loss_and_errors(np.concatenate(heads, axis=1), W_O)
    rises = np.zeros((len(heads), steps + 1))
    for i in range(len(heads)):
        without = heads.copy()
        without[i] = heads[i].mean(axis=0)
        A, W = np.concatenate(without, axis=1), W_O
        for step in range(steps + 1):
            loss, errors = loss_and_errors(A, W)
            rises[i, step] = loss - before
            W = W - rate * A.T @ errors @ R.T
    return rises
