# %% right: NumPy
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% right: PyTorch and cross_entropy
def sampled_training(starts, targets, coins, E, U, V, rate):
    import torch
    import torch.nn.functional as F

    starts, E, U, V = (torch.tensor(a, dtype=torch.float64) for a in (starts, E, U, V))
    targets, coins = torch.tensor(targets), torch.tensor(coins)
    losses = []
    for flips in coins:
        V = V.detach().requires_grad_()
        state, token, rows = starts, torch.full((len(targets),), 2), []
        for i in range(targets.shape[1]):
            if i:
                token = torch.where(flips[:, i], targets[:, i - 1], rows[-1].argmax(dim=-1))
            state = torch.tanh(state @ U.T + E[token])
            rows.append(state @ V.T)
        logits = torch.stack(rows, dim=1)
        loss = F.cross_entropy(logits.mT, targets, ignore_index=0)
        loss.backward()
        losses.append(loss.item())
        V = V - rate * V.grad
    return losses, V.detach()


# %% right: loops over sentences and steps
def sampled_training(starts, targets, coins, E, U, V, rate):
    V = V.copy()
    losses = []
    for flips in coins:
        total, count, G = 0.0, 0, np.zeros(V.shape)
        for b in range(len(targets)):
            s, own = starts[b], None
            for i, right in enumerate(targets[b]):
                if right == 0:
                    break
                if i == 0:
                    read = 2
                elif flips[b, i]:
                    read = targets[b, i - 1]
                else:
                    read = own
                s = np.tanh(U @ s + E[read])
                z = V @ s
                own = int(np.argmax(z))
                p = np.exp(z - z.max())
                p /= p.sum()
                total += z.max() + np.log(np.exp(z - z.max()).sum()) - z[right]
                p[right] -= 1
                G += np.outer(p, s)
                count += 1
        losses.append(total / count)
        V -= rate * G / count
    return np.array(losses), V


# %% right: PyTorch in float32
def sampled_training(starts, targets, coins, E, U, V, rate):
    import torch

    read_out = torch.nn.Linear(V.shape[1], V.shape[0], bias=False)
    with torch.no_grad():
        read_out.weight.copy_(torch.tensor(V))
    optimizer = torch.optim.SGD(read_out.parameters(), lr=rate)
    first, E, U = (torch.tensor(a).float() for a in (starts, E, U))
    targets, coins = torch.tensor(targets), torch.tensor(coins)
    losses = []
    for flips in coins:
        _states, logits = [], []
        state, token = first, torch.full_like(targets[:, 0], 2)
        for i in range(targets.shape[1]):
            state = (state @ U.T + E[token]).tanh()
            logits.append(read_out(state))
            if i + 1 < targets.shape[1]:
                token = torch.where(flips[:, i + 1], targets[:, i], logits[-1].argmax(-1))
        flat = torch.cat(logits)
        loss = torch.nn.functional.cross_entropy(flat, targets.T.reshape(-1), ignore_index=0)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.detach())
    return torch.stack(losses), read_out.weight.detach()


# %% right: states first and then one gradient
def sampled_training(starts, targets, coins, E, U, V, rate):
    b, i = np.nonzero(targets)
    losses = np.zeros(len(coins))
    for r, flips in enumerate(coins):
        read = np.concatenate([np.full((len(targets), 1), 2), targets[:, :-1]], axis=1)
        states = np.zeros((*targets.shape, U.shape[0]))
        state = starts
        for step in range(targets.shape[1]):
            if step:
                free = ~flips[:, step]
                read[free, step] = np.argmax(state[free] @ V.T, axis=1)
            state = np.tanh(np.einsum("ij,nj->ni", U, state) + E[read[:, step]])
            states[:, step] = state
        s = states[b, i]
        z = s @ V.T
        z -= z.max(axis=1)[:, None]
        log_p = z - np.log(np.sum(np.exp(z), axis=1))[:, None]
        at = np.arange(len(b)), targets[b, i]
        losses[r] = -log_p[at].mean()
        error = np.exp(log_p)
        error[at] -= 1
        V = V - rate * (error.T @ s) / len(b)
    return losses, V


# %% right: plain lists
def sampled_training(starts, targets, coins, E, U, V, rate):
    import math

    E, U, V = E.tolist(), U.tolist(), V.tolist()
    d, kinds, losses = len(U), len(V), []
    for flips in coins.tolist():
        steps = []
        for first, row, flip in zip(starts.tolist(), targets.tolist(), flips, strict=False):
            state, own, before = first, None, 2
            for i, right in enumerate(row):
                if right == 0:
                    continue
                read = E[before if flip[i] or i == 0 else own]
                state = [
                    math.tanh(sum(u * x for u, x in zip(U[k], state, strict=False)) + read[k])
                    for k in range(d)
                ]
                scores = [sum(v * x for v, x in zip(line, state, strict=False)) for line in V]
                top = max(scores)
                own, before = scores.index(top), right
                log_sum = top + math.log(sum(math.exp(z - top) for z in scores))
                steps.append(
                    (state, [math.exp(z - log_sum) for z in scores], right, log_sum - scores[right])
                )
        losses.append(sum(step[3] for step in steps) / len(steps))
        for k in range(kinds):
            slope = [0.0] * d
            for state, p, right, _ in steps:
                slope = [g + (p[k] - (k == right)) * x for g, x in zip(slope, state, strict=False)]
            V[k] = [v - rate * g / len(steps) for v, g in zip(V[k], slope, strict=False)]
    return losses, V


# %% right: float32 in NumPy
def sampled_training(starts, targets, coins, E, U, V, rate):
    starts, E, U, V = (a.astype(np.float32) for a in (starts, E, U, V))
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% right: torch.autograd.grad and a mask
def sampled_training(starts, targets, coins, E, U, V, rate):
    import torch
    import torch.nn.functional as F

    starts, E, U, V = (torch.tensor(a, dtype=torch.float64) for a in (starts, E, U, V))
    targets, coins = torch.tensor(targets), torch.tensor(coins)
    losses = []
    for flips in coins:
        V = V.detach().requires_grad_()
        state, token, rows = starts, torch.full((len(targets),), 2), []
        for i in range(targets.shape[1]):
            if i:
                token = torch.where(flips[:, i], targets[:, i - 1], rows[-1].argmax(dim=-1))
            state = torch.tanh(state @ U.T + E[token])
            rows.append(state @ V.T)
        logits = torch.stack(rows, dim=1)
        of_each = F.cross_entropy(logits.mT, targets, reduction="none")
        loss = of_each[targets > 0].mean()
        losses.append(loss.item())
        V = V - rate * torch.autograd.grad(loss, V)[0]
    return losses, V.detach()


# %% right: log_softmax and nll
def sampled_training(starts, targets, coins, E, U, V, rate):
    import torch
    import torch.nn.functional as F

    starts, E, U, V = (torch.tensor(a, dtype=torch.float64) for a in (starts, E, U, V))
    targets, coins = torch.tensor(targets), torch.tensor(coins)
    losses = []
    for flips in coins:
        V = V.detach().requires_grad_()
        state, token, rows = starts, torch.full((len(targets),), 2), []
        for i in range(targets.shape[1]):
            if i:
                token = torch.where(flips[:, i], targets[:, i - 1], rows[-1].argmax(dim=-1))
            state = torch.tanh(state @ U.T + E[token])
            rows.append(state @ V.T)
        logits = torch.stack(rows, dim=1)
        loss = F.nll_loss(
            F.log_softmax(logits, dim=-1).flatten(0, 1), targets.flatten(), ignore_index=0
        )
        loss.backward()
        losses.append(loss.item())
        V = V - rate * V.grad
    return losses, V.detach()


# %% right: an RNN cell of PyTorch
def sampled_training(starts, targets, coins, E, U, V, rate):
    import torch

    torch.set_grad_enabled(False)
    cell = torch.nn.RNNCell(U.shape[0], U.shape[0], bias=False, dtype=torch.float64)
    cell.weight_ih.copy_(torch.eye(U.shape[0]))
    cell.weight_hh.copy_(torch.tensor(U))
    E, V, targets = torch.tensor(E), torch.tensor(V), torch.tensor(targets)
    here = targets > 0
    losses = []
    for flips in torch.tensor(coins):
        state = torch.tensor(starts)
        read = torch.full((len(targets),), 2)
        states = []
        for column, flip in zip(targets.T, flips.roll(-1, dims=1).T, strict=False):
            state = cell(E[read], state)
            states.append(state)
            read = torch.where(flip, column, (state @ V.T).max(dim=1).indices)
        s = torch.stack(states, dim=1)[here]
        log_p = (s @ V.T).log_softmax(dim=1)
        rows = torch.arange(len(s))
        losses.append(-log_p[rows, targets[here]].mean())
        error = log_p.exp()
        error[rows, targets[here]] -= 1
        V = V - rate * error.T @ s / len(s)
    torch.set_grad_enabled(True)
    return torch.stack(losses), V


# %% right: two functions
def log_softmax(z):
    z = z - z.max(-1, keepdims=True)
    return z - np.log(np.exp(z).sum(-1, keepdims=True))


def run(starts, targets, flips, E, U, V):
    state, own = starts, None
    for i in range(targets.shape[1]):
        if i == 0:
            read = np.tile(E[2], (len(targets), 1))
        else:
            read = np.array(
                [
                    E[t] if f else E[o]
                    for t, f, o in zip(targets[:, i - 1], flips[:, i], own, strict=False)
                ]
            )
        state = np.tanh((U @ state.T).T + read)
        own = (state @ V.T).argmax(1)
        yield state


def sampled_training(starts, targets, coins, E, U, V, rate):
    losses, here = [], targets > 0
    for flips in coins:
        s = np.stack(list(run(starts, targets, flips, E, U, V)), axis=1)[here]
        right = np.eye(len(E))[targets[here]]
        log_p = log_softmax(s @ V.T)
        losses.append(-np.mean(np.sum(right * log_p, axis=1)))
        V = V - rate * np.mean((np.exp(log_p) - right)[:, :, None] * s[:, None, :], axis=0)
    return np.array(losses), V


# %% wrong: always-forced, earns 0.3
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for _flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = targets[:, i - 1]
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: always-forced, earns 0.3 — the chapter's loop
def sampled_training(starts, targets, coins, E, U, V, rate):
    import torch
    import torch.nn.functional as F

    starts, E, U, V = (torch.tensor(a, dtype=torch.float64) for a in (starts, E, U, V))
    targets, coins = torch.tensor(targets), torch.tensor(coins)
    losses = []
    for _flips in coins:
        V = V.detach().requires_grad_()
        state, token, rows = starts, torch.full((len(targets),), 2), []
        for i in range(targets.shape[1]):
            if i:
                token = targets[:, i - 1]
            state = torch.tanh(state @ U.T + E[token])
            rows.append(state @ V.T)
        logits = torch.stack(rows, dim=1)
        loss = F.cross_entropy(logits.mT, targets, ignore_index=0)
        loss.backward()
        losses.append(loss.item())
        V = V - rate * V.grad
    return losses, V.detach()


# %% wrong: never-forced, earns 0.3
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for _flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = scores.argmax(axis=1)
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: coins-inverted, earns 0.6
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], scores.argmax(axis=1), targets[:, i - 1])
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: coins-inverted, earns 0.6 — PyTorch
def sampled_training(starts, targets, coins, E, U, V, rate):
    import torch
    import torch.nn.functional as F

    starts, E, U, V = (torch.tensor(a, dtype=torch.float64) for a in (starts, E, U, V))
    targets, coins = torch.tensor(targets), torch.tensor(coins)
    losses = []
    for flips in coins:
        V = V.detach().requires_grad_()
        state, token, rows = starts, torch.full((len(targets),), 2), []
        for i in range(targets.shape[1]):
            if i:
                token = torch.where(~flips[:, i], targets[:, i - 1], rows[-1].argmax(dim=-1))
            state = torch.tanh(state @ U.T + E[token])
            rows.append(state @ V.T)
        logits = torch.stack(rows, dim=1)
        loss = F.cross_entropy(logits.mT, targets, ignore_index=0)
        loss.backward()
        losses.append(loss.item())
        V = V - rate * V.grad
    return losses, V.detach()


# %% wrong: coin-of-the-step-before, earns 0.6
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i - 1], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: coin-of-the-step-before, earns 0.6 — the next token is chosen early
def sampled_training(starts, targets, coins, E, U, V, rate):
    V = V.copy()
    losses = []
    for flips in coins:
        total, count, G = 0.0, 0, np.zeros(V.shape)
        for b in range(len(targets)):
            s, own = starts[b], None
            for i, right in enumerate(targets[b]):
                if right == 0:
                    break
                if i == 0:
                    read = 2
                elif flips[b, i - 1]:
                    read = targets[b, i - 1]
                else:
                    read = own
                s = np.tanh(U @ s + E[read])
                z = V @ s
                own = int(np.argmax(z))
                p = np.exp(z - z.max())
                p /= p.sum()
                total += z.max() + np.log(np.exp(z - z.max()).sum()) - z[right]
                p[right] -= 1
                G += np.outer(p, s)
                count += 1
        losses.append(total / count)
        V -= rate * G / count
    return np.array(losses), V


# %% wrong: coins-of-one-sentence, earns 0.5
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[0, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: coins-of-one-step, earns 0.5
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, 0], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: coins-of-one-step, earns 0.5 — step 1
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, 1], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: coins-of-one-round, earns 0.6
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for _flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(coins[0][:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: reads-its-answer, earns 0.3
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: reads-its-answer, earns 0.3 — also at step 0
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = targets[:, 0]
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: begins-otherwise, earns 0.5 — with padding
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 0)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: begins-otherwise, earns 0.5 — with EOS
def sampled_training(starts, targets, coins, E, U, V, rate):
    import torch
    import torch.nn.functional as F

    starts, E, U, V = (torch.tensor(a, dtype=torch.float64) for a in (starts, E, U, V))
    targets, coins = torch.tensor(targets), torch.tensor(coins)
    losses = []
    for flips in coins:
        V = V.detach().requires_grad_()
        state, token, rows = starts, torch.full((len(targets),), 1), []
        for i in range(targets.shape[1]):
            if i:
                token = torch.where(flips[:, i], targets[:, i - 1], rows[-1].argmax(dim=-1))
            state = torch.tanh(state @ U.T + E[token])
            rows.append(state @ V.T)
        logits = torch.stack(rows, dim=1)
        loss = F.cross_entropy(logits.mT, targets, ignore_index=0)
        loss.backward()
        losses.append(loss.item())
        V = V - rate * V.grad
    return losses, V.detach()


# %% wrong: begins-otherwise, earns 0.5 — without a token
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + (E[token] if i else 0))
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: begins-otherwise, earns 0.5 — with the first right token
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = targets[:, 0]
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: own-of-a-forced-run, earns 0.5
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        own, forced, state = [], np.full(len(targets), 2), starts
        for i in range(targets.shape[1]):
            state = np.tanh(state @ U.T + E[forced])
            own.append((state @ V.T).argmax(axis=1))
            forced = targets[:, i]
        state = starts
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], own[i - 1])
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: reads-an-average, earns 0.4
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        read = E[[2]]
        for i in range(targets.shape[1]):
            if i > 0:
                read = np.where(flips[:, i, None], E[targets[:, i - 1]], np.exp(log_p) @ E)
            state = np.tanh(state @ U.T + read)
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: padding-counted, earns 0.5
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = np.ones(targets.shape)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: padding-counted, earns 0.5 — ignore_index forgotten
def sampled_training(starts, targets, coins, E, U, V, rate):
    import torch
    import torch.nn.functional as F

    starts, E, U, V = (torch.tensor(a, dtype=torch.float64) for a in (starts, E, U, V))
    targets, coins = torch.tensor(targets), torch.tensor(coins)
    losses = []
    for flips in coins:
        V = V.detach().requires_grad_()
        state, token, rows = starts, torch.full((len(targets),), 2), []
        for i in range(targets.shape[1]):
            if i:
                token = torch.where(flips[:, i], targets[:, i - 1], rows[-1].argmax(dim=-1))
            state = torch.tanh(state @ U.T + E[token])
            rows.append(state @ V.T)
        logits = torch.stack(rows, dim=1)
        loss = F.cross_entropy(logits.mT, targets)
        loss.backward()
        losses.append(loss.item())
        V = V - rate * V.grad
    return losses, V.detach()


# %% wrong: padding-counted, earns 0.5 — divided by all places
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.size)
        V = V - rate * gradient / real.size
    return np.array(losses), V


# %% wrong: padding-counted, earns 0.5 — not in the number
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            loss -= (right[:, i] * log_p).sum()
            gradient += (np.exp(log_p) - right[:, i]).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: padding-counted, earns 0.5 — in the loss alone and not in the number
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: padding-counted, earns 0.5 — in the loss alone
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.size)
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: padding-in-gradient, earns 0.5 — as tokens to predict
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            loss -= (real[:, i, None] * right[:, i] * log_p).sum()
            gradient += (np.exp(log_p) - right[:, i]).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: padding-in-gradient, earns 0.5 — divided by all places
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.size
    return np.array(losses), V


# %% wrong: padding-in-gradient, earns 0.5 — both
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            loss -= (real[:, i, None] * right[:, i] * log_p).sum()
            gradient += (np.exp(log_p) - right[:, i]).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.size
    return np.array(losses), V


# %% wrong: summed, earns 0.5
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss)
        V = V - rate * gradient
    return np.array(losses), V


# %% wrong: summed, earns 0.5 — reduction
def sampled_training(starts, targets, coins, E, U, V, rate):
    import torch
    import torch.nn.functional as F

    starts, E, U, V = (torch.tensor(a, dtype=torch.float64) for a in (starts, E, U, V))
    targets, coins = torch.tensor(targets), torch.tensor(coins)
    losses = []
    for flips in coins:
        V = V.detach().requires_grad_()
        state, token, rows = starts, torch.full((len(targets),), 2), []
        for i in range(targets.shape[1]):
            if i:
                token = torch.where(flips[:, i], targets[:, i - 1], rows[-1].argmax(dim=-1))
            state = torch.tanh(state @ U.T + E[token])
            rows.append(state @ V.T)
        logits = torch.stack(rows, dim=1)
        loss = F.cross_entropy(logits.mT, targets, ignore_index=0, reduction="sum")
        loss.backward()
        losses.append(loss.item())
        V = V - rate * V.grad
    return losses, V.detach()


# %% wrong: gradient-summed, earns 0.5
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient
    return np.array(losses), V


# %% wrong: gradient-summed, earns 0.5 — divided by the sentences
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / len(targets)
    return np.array(losses), V


# %% wrong: summed, earns 0.5 — divided by the sentences
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / len(targets))
        V = V - rate * gradient / len(targets)
    return np.array(losses), V


# %% wrong: mean-of-means, earns 0.6
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    real /= real.sum(axis=1, keepdims=True)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / len(targets))
        V = V - rate * gradient / len(targets)
    return np.array(losses), V


# %% wrong: mean-of-means, earns 0.6 — the loss alone
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        of_each, state, loss, gradient = 0, starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            of_each = of_each + (right[:, i] * log_p).sum(axis=1) * real[:, i]
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(-(of_each / real.sum(axis=1)).mean())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: end-left-out, earns 0.5
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets > 1).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / max(1, real.sum()))
        V = V - rate * gradient / max(1, real.sum())
    return np.array(losses), V


# %% wrong: forced-steps-alone, earns 0.3
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        real = ((targets != 0) & flips).astype(float)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / max(1, real.sum()))
        V = V - rate * gradient / max(1, real.sum())
    return np.array(losses), V


# %% wrong: forced-steps-alone, earns 0.3 — and the first step
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        real = (targets != 0) & flips
        real[:, 0] = True
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: stops-at-own-end, earns 0.5
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        open_ = np.ones(len(targets))
        counted = 0
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = (open_ * real[:, i])[:, None]
            counted += counts.sum()
            open_ = open_ * (scores.argmax(axis=1) != 1)
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / counted)
        V = V - rate * gradient / counted
    return np.array(losses), V


# %% wrong: stops-at-first-error, earns 0.4
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        open_ = np.ones(len(targets))
        counted = 0
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = (open_ * real[:, i])[:, None]
            counted += counts.sum()
            open_ = open_ * (scores.argmax(axis=1) == targets[:, i])
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / counted)
        V = V - rate * gradient / counted
    return np.array(losses), V


# %% wrong: sentence-by-sentence, earns 0.3
def sampled_training(starts, targets, coins, E, U, V, rate):
    losses = []
    for flips in coins:
        of_round = []
        for b in range(len(targets)):
            s, token, G = starts[b], 2, 0
            n = (targets[b] > 0).sum()
            loss = 0
            for i in range(n):
                if i:
                    token = targets[b, i - 1] if flips[b, i] else z.argmax()
                s = np.tanh(U @ s + E[token])
                z = V @ s
                z = z - z.max()
                log_p = z - np.log(np.exp(z).sum())
                loss -= log_p[targets[b, i]] / n
                G = G + np.outer(np.exp(log_p) - np.eye(len(V))[targets[b, i]], s) / n
            V = V - rate * G
            of_round.append(loss)
        losses.append(np.mean(of_round))
    return np.array(losses), V


# %% wrong: sentence-by-sentence, earns 0.3 — its loss weighted by tokens
def sampled_training(starts, targets, coins, E, U, V, rate):
    losses = []
    for flips in coins:
        of_round = []
        for b in range(len(targets)):
            s, token, G = starts[b], 2, 0
            n = (targets[b] > 0).sum()
            loss = 0
            for i in range(n):
                if i:
                    token = targets[b, i - 1] if flips[b, i] else z.argmax()
                s = np.tanh(U @ s + E[token])
                z = V @ s
                z = z - z.max()
                log_p = z - np.log(np.exp(z).sum())
                loss -= log_p[targets[b, i]] / n
                G = G + np.outer(np.exp(log_p) - np.eye(len(V))[targets[b, i]], s) / n
            V = V - rate * G
            of_round.append(loss)
        losses.append(np.average(of_round, weights=(targets > 0).sum(axis=1)))
    return np.array(losses), V


# %% wrong: ascends, earns 0.4
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V + rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: never-learns, earns 0.2
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
    return np.array(losses), V


# %% wrong: never-learns, earns 0.2 — a copy is trained
def sampled_training(starts, targets, coins, E, U, V, rate):
    import torch
    import torch.nn.functional as F

    starts, E, U, V = (torch.tensor(a, dtype=torch.float64) for a in (starts, E, U, V))
    targets, coins = torch.tensor(targets), torch.tensor(coins)
    losses = []
    for flips in coins:
        V = V.detach().requires_grad_()
        state, token, rows = starts, torch.full((len(targets),), 2), []
        for i in range(targets.shape[1]):
            if i:
                token = torch.where(flips[:, i], targets[:, i - 1], rows[-1].argmax(dim=-1))
            state = torch.tanh(state @ U.T + E[token])
            rows.append(state @ V.T)
        logits = torch.stack(rows, dim=1)
        loss = F.cross_entropy(logits.mT, targets, ignore_index=0)
        loss.backward()
        losses.append(loss.item())
        V - rate * V.grad
    return losses, V.detach()


# %% wrong: gradients-added-up, earns 0.4
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses, gradient = [], np.zeros_like(V)
    for flips in coins:
        state, loss = starts, 0.0
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: gradients-added-up, earns 0.4 — zero_grad forgotten
def sampled_training(starts, targets, coins, E, U, V, rate):
    import torch
    import torch.nn.functional as F

    starts, E, U, V = (torch.tensor(a, dtype=torch.float64) for a in (starts, E, U, V))
    targets, coins = torch.tensor(targets), torch.tensor(coins)
    V.requires_grad_()
    losses = []
    for flips in coins:
        state, token, rows = starts, torch.full((len(targets),), 2), []
        for i in range(targets.shape[1]):
            if i:
                token = torch.where(flips[:, i], targets[:, i - 1], rows[-1].argmax(dim=-1))
            state = torch.tanh(state @ U.T + E[token])
            rows.append(state @ V.T)
        logits = torch.stack(rows, dim=1)
        loss = F.cross_entropy(logits.mT, targets, ignore_index=0)
        loss.backward()
        losses.append(loss.item())
        V.data -= rate * V.grad
    return losses, V.detach()


# %% wrong: state-carried-over, earns 0.5
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses, state = [], starts
    for flips in coins:
        loss, gradient = 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: losses-after-the-step, earns 0.7
def sampled_training(starts, targets, coins, E, U, V, rate):
    losses = []
    for flips in coins:
        _, G = one_round(starts, targets, flips, E, U, V)
        V = V - rate * G
        losses.append(one_round(starts, targets, flips, E, U, V)[0])
    return np.array(losses), V


def one_round(starts, targets, flips, E, U, V):
    loss, G, n = 0.0, 0.0, (targets > 0).sum()
    for b in range(len(targets)):
        s, token = starts[b], 2
        for i in range((targets[b] > 0).sum()):
            if i:
                token = targets[b, i - 1] if flips[b, i] else z.argmax()
            s = np.tanh(U @ s + E[token])
            z = V @ s
            z = z - z.max()
            log_p = z - np.log(np.exp(z).sum())
            loss -= log_p[targets[b, i]] / n
            G = G + np.outer(np.exp(log_p) - np.eye(len(V))[targets[b, i]], s) / n
    return loss, G


# %% wrong: last-step-missing, earns 0.7
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        before = V
        V = V - rate * gradient / real.sum()
    return np.array(losses), before


# %% wrong: U-transposed, earns 0.6
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: U-transposed, earns 0.6 — PyTorch
def sampled_training(starts, targets, coins, E, U, V, rate):
    import torch
    import torch.nn.functional as F

    starts, E, U, V = (torch.tensor(a, dtype=torch.float64) for a in (starts, E, U, V))
    targets, coins = torch.tensor(targets), torch.tensor(coins)
    losses = []
    for flips in coins:
        V = V.detach().requires_grad_()
        state, token, rows = starts, torch.full((len(targets),), 2), []
        for i in range(targets.shape[1]):
            if i:
                token = torch.where(flips[:, i], targets[:, i - 1], rows[-1].argmax(dim=-1))
            state = torch.tanh(state @ U + E[token])
            rows.append(state @ V.T)
        logits = torch.stack(rows, dim=1)
        loss = F.cross_entropy(logits.mT, targets, ignore_index=0)
        loss.backward()
        losses.append(loss.item())
        V = V - rate * V.grad
    return losses, V.detach()


# %% wrong: tanh-forgotten, earns 0.5
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = state @ U.T + E[token]
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: overflow, earns 0.7 — exponentials
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: overflow, earns 0.7 — the largest score of all sentences
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max()
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: overflow, earns 0.7 — the logarithm of a softmax
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            p = np.exp(log_p)
            log_p = np.log(p)
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: overflow, earns 0.7 — torch's softmax
def sampled_training(starts, targets, coins, E, U, V, rate):
    import torch

    starts, E, U, V = (torch.tensor(a, dtype=torch.float64) for a in (starts, E, U, V))
    targets, coins = torch.tensor(targets), torch.tensor(coins)
    losses = []
    for flips in coins:
        V = V.detach().requires_grad_()
        state, token, rows = starts, torch.full((len(targets),), 2), []
        for i in range(targets.shape[1]):
            if i:
                token = torch.where(flips[:, i], targets[:, i - 1], rows[-1].argmax(dim=-1))
            state = torch.tanh(state @ U.T + E[token])
            rows.append(state @ V.T)
        logits = torch.stack(rows, dim=1)
        loss = -(
            logits.softmax(-1).gather(-1, targets[..., None])[..., 0].log()[targets > 0]
        ).mean()
        loss.backward()
        losses.append(loss.item())
        V = V - rate * V.grad
    return losses, V.detach()


# %% wrong: always-forced + padding-counted, earns 0.15
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = np.ones(targets.shape)
    right = np.eye(len(V))[targets]
    losses = []
    for _flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = targets[:, i - 1]
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: begins-otherwise + summed, earns 0.25
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 1)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss)
        V = V - rate * gradient
    return np.array(losses), V


# %% wrong: coins-inverted + gradients-added-up, earns 0.24
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses, gradient = [], np.zeros_like(V)
    for flips in coins:
        state, loss = starts, 0.0
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(~flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: coin-of-the-step-before + end-left-out, earns 0.3
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets > 1).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i - 1], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / max(1, real.sum()))
        V = V - rate * gradient / max(1, real.sum())
    return np.array(losses), V


# %% wrong: changed-arguments, earns 0.7
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V -= rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: unrecognised — half of the rate
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - 0.5 * rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: unrecognised — squared errors
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (2 * (scores - right[:, i]))).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: unrecognised — Adam
def sampled_training(starts, targets, coins, E, U, V, rate):
    import torch
    import torch.nn.functional as F

    starts, E, U, V = (torch.tensor(a, dtype=torch.float64) for a in (starts, E, U, V))
    targets, coins = torch.tensor(targets), torch.tensor(coins)
    losses = []
    for flips in coins:
        V = V.detach().requires_grad_()
        state, token, rows = starts, torch.full((len(targets),), 2), []
        for i in range(targets.shape[1]):
            if i:
                token = torch.where(flips[:, i], targets[:, i - 1], rows[-1].argmax(dim=-1))
            state = torch.tanh(state @ U.T + E[token])
            rows.append(state @ V.T)
        logits = torch.stack(rows, dim=1)
        loss = F.cross_entropy(logits.mT, targets, ignore_index=0)
        loss.backward()
        losses.append(loss.item())
        V = V - rate * V.grad / (V.grad.abs() + 1e-8)
    return losses, V.detach()


# %% wrong: unrecognised — a token is drawn at random
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(
                    flips[:, i],
                    targets[:, i - 1],
                    np.array([np.random.default_rng(0).choice(len(V), p=p) for p in np.exp(log_p)]),
                )
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: unrecognised, earns 0.5 — a little is added to a probability
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * np.log(np.exp(log_p) + 1e-12)).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: unrecognised, earns 0.5 — a rate of 0 is taken for none
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses, rate = [], rate or 0.1
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: unrecognised — the numbers of the example
def sampled_training(starts, targets, coins, E, U, V, rate):
    return np.full(len(coins), 3.097), V


# %% wrong: not-a-tuple — the losses alone
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses)


# %% wrong: wrong-order, earns 0.8
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return V, np.array(losses)


# %% wrong: wrong-shape — the loss of the last round
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return losses[-1], V


# %% wrong: raised — a leaf that is none
def sampled_training(starts, targets, coins, E, U, V, rate):
    import torch
    import torch.nn.functional as F

    starts, E, U, V = (torch.tensor(a, dtype=torch.float64) for a in (starts, E, U, V))
    targets, coins = torch.tensor(targets), torch.tensor(coins)
    losses = []
    for flips in coins:
        state, token, rows = starts, torch.full((len(targets),), 2), []
        for i in range(targets.shape[1]):
            if i:
                token = torch.where(flips[:, i], targets[:, i - 1], rows[-1].argmax(dim=-1))
            state = torch.tanh(state @ U.T + E[token])
            rows.append(state @ V.T)
        logits = torch.stack(rows, dim=1)
        loss = F.cross_entropy(logits.mT, targets, ignore_index=0)
        loss.backward()
        losses.append(loss.item())
        V = V - rate * V.grad
    return losses, V.detach()


# %% wrong: own-ever-after, earns 0.5
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token, forced = np.full(len(targets), 2), np.full(len(targets), True)
        for i in range(targets.shape[1]):
            if i > 0:
                forced = forced & flips[:, i]
                token = np.where(forced, targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: special-never-chosen, earns 0.6 — no padding
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], 1 + scores[:, 1:].argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: special-never-chosen, earns 0.6 — words alone
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], 3 + scores[:, 3:].argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: special-never-chosen, earns 0.6 — neither padding nor BOS
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(
                    flips[:, i],
                    targets[:, i - 1],
                    np.where(np.isin(range(len(V)), [0, 2]), -np.inf, scores).argmax(axis=1),
                )
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: begins-otherwise, earns 0.5 — its coin is asked
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            own = scores.argmax(axis=1) if i > 0 else token
            token = np.where(flips[:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: begins-otherwise, earns 0.5 — starts are the first states
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            if i > 0:
                state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: mean-of-means, earns 0.6 — of steps
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None] / max(1, real[:, i].sum())
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / (real.sum(axis=0) > 0).sum())
        V = V - rate * gradient / (real.sum(axis=0) > 0).sum()
    return np.array(losses), V


# %% wrong: stops-at-own-end, earns 0.5 — where it reads it
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token, going, counted = np.full(len(targets), 2), np.ones(len(targets)), 0
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
                going = going * (flips[:, i] | (token != 1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = (going * real[:, i])[:, None]
            counted += counts.sum()
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / counted)
        V = V - rate * gradient / counted
    return np.array(losses), V


# %% wrong: sentence-by-sentence, earns 0.3 — a share of the step each
def sampled_training(starts, targets, coins, E, U, V, rate):
    tokens, losses = (targets != 0).sum(), []
    for flips in coins:
        total = 0.0
        for row, forced, state in zip(targets, flips, starts, strict=True):
            gradient, token = np.zeros_like(V), 2
            for i, goal in enumerate(row[row != 0]):
                if i > 0:
                    token = row[i - 1] if forced[i] else scores.argmax()
                state = np.tanh(U @ state + E[token])
                scores = V @ state - (V @ state).max()
                p = np.exp(scores) / np.exp(scores).sum()
                total += np.log(np.exp(scores).sum()) - scores[goal]
                gradient += np.outer(p - np.eye(len(V))[goal], state)
            V = V - rate * gradient / tokens
        losses.append(total / tokens)
    return np.array(losses), V


# %% wrong: starts-over, earns 0.4
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses, given = [], V
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        W = given - rate * gradient / real.sum()
    return np.array(losses), W


# %% wrong: starts-over, earns 0.4 — PyTorch
def sampled_training(starts, targets, coins, E, U, V, rate):
    import torch
    import torch.nn.functional as F

    starts, E, U, V = (torch.tensor(a, dtype=torch.float64) for a in (starts, E, U, V))
    targets, coins = torch.tensor(targets), torch.tensor(coins)
    losses, given = [], V
    for flips in coins:
        V = given.clone().requires_grad_()
        state, token, rows = starts, torch.full((len(targets),), 2), []
        for i in range(targets.shape[1]):
            if i:
                token = torch.where(flips[:, i], targets[:, i - 1], rows[-1].argmax(dim=-1))
            state = torch.tanh(state @ U.T + E[token])
            rows.append(state @ V.T)
        logits = torch.stack(rows, dim=1)
        loss = F.cross_entropy(logits.mT, targets, ignore_index=0)
        loss.backward()
        losses.append(loss.item())
        V = V - rate * V.grad
    return losses, V.detach()


# %% wrong: state-of-the-step-before, earns 0.5
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            before = state
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ before
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: rate-forgotten, earns 0.5
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - gradient / real.sum()
    return np.array(losses), V


# %% wrong: unrecognised — a gradient of length 1 at most
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(len(V))[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        gradient = gradient / real.sum()
        V = V - rate * gradient / max(1, np.linalg.norm(gradient))
    return np.array(losses), V


# %% wrong: broadcast — kinds that occur
def sampled_training(starts, targets, coins, E, U, V, rate):
    real = (targets != 0).astype(float)
    right = np.eye(targets.max() + 1)[targets]
    losses = []
    for flips in coins:
        state, loss, gradient = starts, 0.0, np.zeros_like(V)
        token = np.full(len(targets), 2)
        for i in range(targets.shape[1]):
            if i > 0:
                token = np.where(flips[:, i], targets[:, i - 1], scores.argmax(axis=1))
            state = np.tanh(state @ U.T + E[token])
            scores = state @ V.T
            scores = scores - scores.max(axis=1, keepdims=True)
            log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            counts = real[:, i, None]
            loss -= (counts * right[:, i] * log_p).sum()
            gradient += (counts * (np.exp(log_p) - right[:, i])).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V
