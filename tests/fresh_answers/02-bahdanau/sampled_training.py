# %% right: NumPy with two loops and a mask as the hints say
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% right: plain Python numbers and loops; one sentence after the other; stops behind EOS
def sampled_training(starts, targets, coins, E, U, V, rate):
    import math

    first, right, flips = starts.tolist(), targets.tolist(), coins.tolist()
    table, matrix = E.tolist(), U.tolist()
    W = [[float(x) for x in row] for row in V.tolist()]
    d, kinds = len(matrix), len(W)
    losses = []
    for flip in flips:
        grad = [[0.0] * d for _ in range(kinds)]
        loss, count = 0.0, 0
        for b in range(len(right)):
            s, wrote = first[b], None
            for i, goal in enumerate(right[b]):
                if i == 0:
                    y = 2
                elif flip[b][i]:
                    y = right[b][i - 1]
                else:
                    y = wrote
                s = [math.tanh(sum(matrix[a][c] * s[c] for c in range(d)) + table[y][a]) for a in range(d)]
                z = [sum(row[c] * s[c] for c in range(d)) for row in W]
                top = max(z)
                wrote = z.index(top)
                parts = [math.exp(x - top) for x in z]
                total = sum(parts)
                loss += math.log(total) + top - z[goal]
                count += 1
                for k in range(kinds):
                    error = parts[k] / total - (k == goal)
                    for c in range(d):
                        grad[k][c] += error * s[c]
                if goal == 1:
                    break
        losses.append(loss / count)
        W = [[W[k][c] - rate * grad[k][c] / count for c in range(d)] for k in range(kinds)]
    return np.array(losses), np.array(W)


# %% right: PyTorch; cross_entropy with ignore_index 0 and a new leaf in each round
def sampled_training(starts, targets, coins, E, U, V, rate):
    import torch
    import torch.nn.functional as F

    starts, E, U, V = (torch.tensor(np.array(x), dtype=torch.float64) for x in (starts, E, U, V))
    targets = torch.tensor(np.array(targets)).long()
    coins = torch.tensor(np.array(coins))
    losses = []
    for flips in coins:
        V = V.detach().clone().requires_grad_(True)
        state, all_scores = starts, []
        for i in range(targets.shape[1]):
            if i == 0:
                read = torch.full_like(targets[:, 0], 2)
            else:
                read = torch.where(flips[:, i], targets[:, i - 1], all_scores[-1].argmax(dim=1))
            state = torch.tanh(state @ U.T + E[read])
            all_scores.append(state @ V.T)
        loss = F.cross_entropy(torch.stack(all_scores, dim=1).flatten(0, 1), targets.flatten(), ignore_index=0)
        loss.backward()
        losses.append(loss.item())
        V = V.detach() - rate * V.grad
    return torch.tensor(losses, dtype=torch.float64), V


# %% right: PyTorch with one SGD optimiser; returns tensors that still require a gradient
def sampled_training(starts, targets, coins, E, U, V, rate):
    import torch

    starts, E, U = (torch.tensor(np.array(x, dtype=float)) for x in (starts, E, U))
    goal = torch.tensor(np.array(targets, dtype=np.int64))
    W = torch.nn.Parameter(torch.tensor(np.array(V, dtype=float)))
    opt = torch.optim.SGD([W], lr=float(rate))
    criterion = torch.nn.CrossEntropyLoss(ignore_index=0, reduction="sum")
    count = int((goal != 0).sum())
    losses = []
    for flips in torch.tensor(np.array(coins)):
        opt.zero_grad()
        state, token, loss = starts, torch.full((len(goal),), 2), 0.0
        for i in range(goal.shape[1]):
            state = torch.tanh(state @ U.T + E[token])
            z = state @ W.T
            loss = loss + criterion(z, goal[:, i])
            if i + 1 < goal.shape[1]:
                token = torch.where(flips[:, i + 1], goal[:, i], z.argmax(1))
        loss = loss / count
        losses.append(loss)
        loss.backward()
        opt.step()
    return torch.stack(losses), W


# %% right: collects all states first; one matrix product for the gradient of a round
def sampled_training(starts, targets, coins, E, U, V, rate):
    n, m = targets.shape
    real = targets.ravel() > 0
    goals = targets.ravel()[real]
    W = np.array(V, dtype=float)
    losses = np.empty(len(coins))
    for r, flips in enumerate(coins):
        states = np.empty((n, m, W.shape[1]))
        s = starts
        read = np.full(n, 2)
        for i in range(m):
            s = np.tanh(s @ U.T + E[read])
            states[:, i] = s
            if i < m - 1:
                own = np.argmax(s @ W.T, axis=-1)
                read = np.where(flips[:, i + 1], targets[:, i], own)
        S = states.reshape(n * m, -1)[real]
        Z = S @ W.T
        top = Z.max(axis=1)
        log_sum = top + np.log(np.exp(Z - top[:, None]).sum(axis=1))
        losses[r] = np.mean(log_sum - Z[np.arange(len(goals)), goals])
        P = np.exp(Z - log_sum[:, None])
        P[np.arange(len(goals)), goals] -= 1
        W = W - rate * (P.T @ S) / len(goals)
    return losses, W


# %% right: torch.nn.RNNCell with the weights set by hand and one-hot inputs
def sampled_training(starts, targets, coins, E, U, V, rate):
    import torch

    E, U = np.array(E, dtype=float), np.array(U, dtype=float)
    kinds, d = E.shape
    cell = torch.nn.RNNCell(kinds, d, bias=False, dtype=torch.float64)
    cell.weight_ih.data = torch.tensor(E.T.copy())
    cell.weight_hh.data = torch.tensor(U)
    head = torch.nn.Linear(d, kinds, bias=False, dtype=torch.float64)
    head.weight.data = torch.tensor(np.array(V, dtype=float))
    goal = torch.tensor(np.array(targets, dtype=np.int64))
    flips = torch.tensor(np.array(coins))
    out = []
    for r in range(flips.shape[0]):
        h = torch.tensor(np.array(starts, dtype=float))
        y = torch.full((goal.shape[0],), 2)
        logits = []
        for i in range(goal.shape[1]):
            if i:
                y = torch.where(flips[r, :, i], goal[:, i - 1], logits[-1].argmax(-1))
            with torch.no_grad():
                h = cell(torch.eye(kinds, dtype=torch.float64)[y], h)
            logits.append(head(h))
        logp = torch.stack(logits, 1).log_softmax(-1)
        picked = logp.gather(2, goal[:, :, None])[:, :, 0]
        loss = -picked[goal != 0].mean()
        head.zero_grad()
        loss.backward()
        out.append(loss.detach().numpy())
        with torch.no_grad():
            head.weight -= rate * head.weight.grad
    return np.array(out), head.weight.detach().numpy()


# %% right: everything transposed with states as columns; returns a list and a view that is not contiguous
def sampled_training(starts, targets, coins, E, U, V, rate):
    T = np.transpose(targets)
    WT = np.array(V, dtype=float).T
    losses = []
    for r in range(coins.shape[0]):
        S = np.transpose(starts)
        y = [2] * T.shape[1]
        L, G, N = 0.0, 0.0, 0
        for i in range(T.shape[0]):
            if i > 0:
                y = [int(T[i - 1, b]) if coins[r, b, i] else int(own[b]) for b in range(T.shape[1])]
            S = np.tanh(U @ S + E.T[:, y])
            Z = WT.T @ S
            own = Z.argmax(axis=0)
            keep = [b for b in range(T.shape[1]) if T[i, b] != 0]
            if not keep:
                continue
            Zk = Z[:, keep]
            lse = np.logaddexp.reduce(Zk, axis=0)
            L = L + (lse - Zk[T[i, keep], np.arange(len(keep))]).sum()
            D = np.exp(Zk - lse)
            D[T[i, keep], np.arange(len(keep))] -= 1
            G = G + S[:, keep] @ D.T
            N += len(keep)
        losses.append(L / N)
        WT = WT - rate * G / N
    return [np.array(losses), WT.T]


# %% right: long doubles inside and float64 in the end
def sampled_training(starts, targets, coins, E, U, V, rate):
    starts, E, U, V = (np.asarray(x).astype(np.longdouble) for x in (starts, E, U, V))
    n, m = targets.shape
    losses = []
    for flips in coins:
        own, s, terms, G = np.full(n, 2), starts, [], 0
        for i in range(m):
            read = own if i == 0 else np.where(flips[:, i], targets[:, i - 1], own)
            s = np.tanh((U[None] * s[:, None]).sum(axis=2) + E[read])
            z = (V[None] * s[:, None]).sum(axis=2)
            own = z.argmax(axis=1)
            e = np.exp(z - z.max(axis=1, keepdims=True))
            p = e / e.sum(axis=1, keepdims=True)
            for b in range(n):
                if targets[b, i] != 0:
                    terms.append(np.log(e[b].sum()) + z[b].max() - z[b, targets[b, i]])
                    o = np.zeros(len(V), dtype=np.longdouble)
                    o[targets[b, i]] = 1
                    G = G + np.outer(p[b] - o, s[b])
        losses.append(sum(terms) / len(terms))
        V = V - rate * (G / len(terms))
    return np.array(losses, dtype=float), V.astype(float)


# %% right: each sentence by itself in NumPy; cut behind its EOS
def sampled_training(starts, targets, coins, E, U, V, rate):
    V = V.astype(np.float64)
    lengths = [list(row).index(1) + 1 for row in targets]
    losses = np.zeros(coins.shape[0])
    for r in range(coins.shape[0]):
        step = np.zeros_like(V)
        for b, length in enumerate(lengths):
            s, y = starts[b], 2
            for i in range(length):
                s = np.tanh(np.dot(U, s) + E[y])
                z = np.dot(V, s)
                t = targets[b, i]
                losses[r] += np.log(np.sum(np.exp(z - z.max()))) + z.max() - z[t]
                p = np.exp(z - z.max()) / np.exp(z - z.max()).sum()
                p[t] -= 1
                step += np.outer(p, s)
                if i + 1 < length:
                    y = t if coins[r, b, i + 1] else np.argmax(z)
        losses[r] /= sum(lengths)
        V = V - rate * step / sum(lengths)
    return losses, V


# %% right: torch.func.grad_and_value of a pure function of V
def sampled_training(starts, targets, coins, E, U, V, rate):
    import torch

    to = lambda x: torch.tensor(np.array(x, dtype=float))
    S0, E, U, W = to(starts), to(E), to(U), to(V)
    T = torch.tensor(np.array(targets, dtype=np.int64))

    def loss_of(W, flips):
        s, y, nll = S0, torch.full_like(T[:, 0], 2), []
        for i in range(T.shape[1]):
            s = torch.tanh(torch.einsum("ij,bj->bi", U, s) + E[y])
            z = torch.einsum("kj,bj->bk", W, s)
            nll.append(torch.logsumexp(z, 1) - z.gather(1, T[:, i : i + 1])[:, 0])
            if i + 1 < T.shape[1]:
                y = torch.where(flips[:, i + 1], T[:, i], z.detach().argmax(1))
        nll = torch.stack(nll, 1)
        return (nll * (T > 0)).sum() / (T > 0).sum()

    losses = []
    for flips in torch.tensor(np.array(coins)):
        G, value = torch.func.grad_and_value(loss_of)(W, flips)
        losses.append(value)
        W = W - rate * G
    return torch.stack(losses), W


# %% right: scipy's softmax and log_softmax; bool coins used as numbers; reads through one-hot rows
def sampled_training(starts, targets, coins, E, U, V, rate):
    from scipy.special import log_softmax, softmax

    n, m = targets.shape
    kinds = V.shape[0]
    hot = (targets[:, :, None] == np.arange(kinds)).astype(float)
    weight = (targets != 0) / np.count_nonzero(targets)
    history = []
    for c in coins.astype(float):
        h, wrote = starts, np.zeros((n, kinds))
        loss, G = 0.0, 0.0
        for i in range(m):
            if i == 0:
                x = np.tile(np.arange(kinds) == 2, (n, 1)).astype(float)
            else:
                x = c[:, [i]] * hot[:, i - 1] + (1 - c[:, [i]]) * wrote
            h = np.tanh(h @ U.T + x @ E)
            z = h @ V.T
            wrote = (np.arange(kinds) == z.argmax(axis=1)[:, None]).astype(float)
            loss += -(weight[:, i] * (hot[:, i] * log_softmax(z, axis=1)).sum(axis=1)).sum()
            G = G + np.einsum("b,bk,bd->kd", weight[:, i], softmax(z, axis=1) - hot[:, i], h)
        history += [loss]
        V = V - rate * G
    return tuple((np.array(history), V))


# %% right: recursion over rounds and over steps; a namedtuple as result
def sampled_training(starts, targets, coins, E, U, V, rate):
    from collections import namedtuple

    Result = namedtuple("Result", "losses V")
    total = (targets != 0).sum()

    def walk(s, own, i, flips, V):
        if i == targets.shape[1]:
            return 0.0, np.zeros(V.shape)
        y = np.where(flips[:, i], targets[:, i - 1], own) if i > 0 else own
        s = np.tanh(s.dot(U.T) + E.take(y, axis=0))
        z = s.dot(V.T)
        later, G = walk(s, z.argmax(1), i + 1, flips, V)
        mask = targets[:, i] != 0
        gap = z - np.take_along_axis(z, targets[:, i, None], axis=1)
        top = gap.max(axis=1, keepdims=True)
        here = (top[:, 0] + np.log(np.exp(gap - top).sum(axis=1)))[mask].sum()
        p = np.exp(gap - top)
        p /= p.sum(axis=1, keepdims=True)
        np.subtract.at(p, (np.arange(len(p)), targets[:, i]), 1)
        return here + later, p[mask].T.dot(s[mask]) + G

    def train(r, V):
        if r == len(coins):
            return [], V
        loss, G = walk(starts, np.full(len(starts), 2), 0, coins[r], V)
        rest, last = train(r + 1, V - rate * G / total)
        return [loss / total] + rest, last

    losses, last = train(0, V)
    return Result(np.array(losses), last)


# %% right: sorts out padding by nll_loss weights; a copied target with −100; prints each round
def sampled_training(starts, targets, coins, E, U, V, rate):
    import torch

    labels = np.array(targets, dtype=np.int64)
    labels[labels == 0] = -100
    labels = torch.from_numpy(labels)
    reads = torch.from_numpy(np.array(targets, dtype=np.int64))
    f = lambda a: torch.from_numpy(np.array(a, dtype=np.float64))
    start, E, U, V = f(starts), f(E), f(U), f(V)
    losses = []
    for r in range(len(coins)):
        V.requires_grad_(True)
        state = start
        scores = []
        for i in range(reads.shape[1]):
            tokens = []
            for b in range(reads.shape[0]):
                if i == 0:
                    tokens.append(2)
                elif coins[r, b, i]:
                    tokens.append(int(reads[b, i - 1]))
                else:
                    tokens.append(int(scores[-1][b].argmax()))
            state = (state @ U.T + E[tokens]).tanh()
            scores.append(state @ V.T)
        logp = torch.log_softmax(torch.stack(scores, dim=2), dim=1)
        loss = torch.nn.functional.nll_loss(logp, labels)
        (gradient,) = torch.autograd.grad(loss, V)
        losses.append(float(loss.detach()))
        print("round", r, "loss", losses[-1])
        V = (V - rate * gradient).detach()
    return np.array(losses), V


# %% right: tanh by a logistic formula; errors against every wrong kind; np.maximum for the shift
def sampled_training(starts, targets, coins, E, U, V, rate):
    def tanh(x):
        q = np.exp(-2 * np.abs(x))
        return np.sign(x) * (1 - q) / (1 + q)

    n, m = targets.shape
    real = (np.cumsum(targets == 1, axis=1) - (targets == 1)) == 0
    losses = np.zeros(len(coins))
    for r in range(len(coins)):
        S = np.zeros((m + 1, n, len(U)))
        S[0] = starts
        read = np.empty((n, m), dtype=np.int64)
        read[:, 0] = 2
        Z = np.empty((n, m, len(V)))
        for i in range(m):
            if i > 0:
                read[:, i] = Z[:, i - 1].argmax(axis=1)
                read[:, i][coins[r, :, i]] = targets[:, i - 1][coins[r, :, i]]
            S[i + 1] = tanh(S[i] @ U.T + E[read[:, i]])
            Z[:, i] = S[i + 1] @ V.T
        P = Z - Z.max(axis=2, keepdims=True)
        P = P - np.log(np.exp(P).sum(axis=2, keepdims=True))
        losses[r] = -np.take_along_axis(P, targets[:, :, None], axis=2)[:, :, 0][real].mean()
        D = np.exp(P) - (np.arange(len(V)) == targets[:, :, None])
        D[~real] = 0
        V = V - rate * np.tensordot(D, S[1:].swapaxes(0, 1), axes=([0, 1], [0, 1])) / real.sum()
    return losses, V


# %% right: computed in float64 and rounded to float32 only in the results
def sampled_training(starts, targets, coins, E, U, V, rate):
    W = np.float64(V)
    eye = np.eye(len(W))
    where = np.argwhere(targets)
    losses = []
    for flips in coins:
        tokens, s = np.full(len(targets), 2), np.float64(starts)
        states, written = [], []
        for i in range(targets.shape[1]):
            if i:
                tokens = np.choose(flips[:, i].astype(int), [written[-1], targets[:, i - 1]])
            s = np.tanh(np.einsum("ac,bc->ba", U, s) + E[tokens])
            states.append(s)
            written.append(np.argmax(np.einsum("kc,bc->bk", W, s), axis=1))
        nll, errors = [], []
        for b, i in where:
            z = W @ states[i][b]
            lse = np.logaddexp.reduce(z)
            nll.append(lse - z[targets[b, i]])
            errors.append(np.multiply.outer(np.exp(z - lse) - eye[targets[b, i]], states[i][b]))
        losses.append(np.mean(nll))
        W = W - rate * np.mean(errors, axis=0)
    return np.float32(losses), W.astype(np.float32)


# %% right: all in float32 with PyTorch
def sampled_training(starts, targets, coins, E, U, V, rate):
    import torch
    import torch.nn.functional as F

    starts, E, U, V = (torch.tensor(np.array(x), dtype=torch.float32) for x in (starts, E, U, V))
    targets = torch.tensor(np.array(targets)).long()
    coins = torch.tensor(np.array(coins))
    losses = []
    for flips in coins:
        V = V.detach().clone().requires_grad_(True)
        state, all_scores = starts, []
        for i in range(targets.shape[1]):
            if i == 0:
                read = torch.full_like(targets[:, 0], 2)
            else:
                read = torch.where(flips[:, i], targets[:, i - 1], all_scores[-1].argmax(dim=1))
            state = torch.tanh(state @ U.T + E[read])
            all_scores.append(state @ V.T)
        loss = F.cross_entropy(torch.stack(all_scores, dim=1).flatten(0, 1), targets.flatten(), ignore_index=0)
        loss.backward()
        losses.append(loss.item())
        V = V.detach() - rate * V.grad
    return torch.tensor(losses), V


# %% wrong: begins-otherwise, earns 0.5 — step 0 obeys its coin and reads column −1 if true
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = np.full(n, 2)
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: unrecognised — step 0 obeys its coin; false reads the argmax of starts' scores
def sampled_training(starts, targets, coins, E, U, V, rate):
    V = V.astype(float)
    losses = []
    for r in range(len(coins)):
        loss, G, count = 0.0, np.zeros(V.shape), 0
        for b in range(len(targets)):
            s = starts[b]
            y = 2
            if not coins[r, b, 0]:
                y = int(np.argmax(V @ starts[b]))
            for i in range(targets.shape[1]):
                if i > 0:
                    y = targets[b, i - 1] if coins[r, b, i] else wrote
                s = np.tanh(U @ s + E[y])
                z = V @ s
                wrote = int(np.argmax(z))
                t = targets[b, i]
                if t == 0:
                    break
                p = np.exp(z - z.max())
                loss += np.log(p.sum()) - (z[t] - z.max())
                p = p / p.sum()
                p[t] -= 1
                G += np.outer(p, s)
                count += 1
        losses.append(loss / count)
        V = V - rate * G / count
    return np.array(losses), V


# %% wrong: begins-otherwise, earns 0.5 — BOS is token 1
def sampled_training(starts, targets, coins, E, U, V, rate):
    V = V.astype(float)
    losses = []
    for r in range(len(coins)):
        loss, G, count = 0.0, np.zeros(V.shape), 0
        for b in range(len(targets)):
            s = starts[b]
            y = 1
            for i in range(targets.shape[1]):
                if i > 0:
                    y = targets[b, i - 1] if coins[r, b, i] else wrote
                s = np.tanh(U @ s + E[y])
                z = V @ s
                wrote = int(np.argmax(z))
                t = targets[b, i]
                if t == 0:
                    break
                p = np.exp(z - z.max())
                loss += np.log(p.sum()) - (z[t] - z.max())
                p = p / p.sum()
                p[t] -= 1
                G += np.outer(p, s)
                count += 1
        losses.append(loss / count)
        V = V - rate * G / count
    return np.array(losses), V


# %% wrong: begins-otherwise, earns 0.5 — BOS is token 0 as zeros give it
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.zeros(n, dtype=int)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: begins-otherwise, earns 0.5 — starts taken as the state of step 0; BOS never read
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            if i > 0:
                state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: coins-inverted, earns 0.6 — coins the wrong way round
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], own, targets[:, i - 1]).astype(int)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: coins-of-one-round, earns 0.6 — the coins of round 0 in all rounds
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[0][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: coins-of-one-sentence, earns 0.5 — one coin for the whole batch in each step
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r, 0, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: coins-of-one-step, earns 0.5 — one coin for a whole sentence; that of step 0
def sampled_training(starts, targets, coins, E, U, V, rate):
    V = V.astype(float)
    losses = []
    for r in range(len(coins)):
        loss, G, count = 0.0, np.zeros(V.shape), 0
        for b in range(len(targets)):
            s = starts[b]
            y = 2
            for i in range(targets.shape[1]):
                if i > 0:
                    y = targets[b, i - 1] if coins[r, b, 0] else wrote
                s = np.tanh(U @ s + E[y])
                z = V @ s
                wrote = int(np.argmax(z))
                t = targets[b, i]
                if t == 0:
                    break
                p = np.exp(z - z.max())
                loss += np.log(p.sum()) - (z[t] - z.max())
                p = p / p.sum()
                p[t] -= 1
                G += np.outer(p, s)
                count += 1
        losses.append(loss / count)
        V = V - rate * G / count
    return np.array(losses), V


# %% wrong: coin-of-the-step-before, earns 0.6 — the coin of the step before
def sampled_training(starts, targets, coins, E, U, V, rate):
    import torch
    import torch.nn.functional as F

    starts, E, U, V = (torch.tensor(np.array(x), dtype=torch.float64) for x in (starts, E, U, V))
    targets = torch.tensor(np.array(targets)).long()
    coins = torch.tensor(np.array(coins))
    losses = []
    for flips in coins:
        V = V.detach().clone().requires_grad_(True)
        state, scores = starts, []
        for i in range(targets.shape[1]):
            if i == 0:
                read = torch.full_like(targets[:, 0], 2)
            else:
                read = torch.where(flips[:, i - 1], targets[:, i - 1], scores[-1].argmax(dim=1))
            state = torch.tanh(state @ U.T + E[read])
            scores.append(state @ V.T)
        loss = F.cross_entropy(torch.stack(scores, dim=1).flatten(0, 1), targets.flatten(), ignore_index=0)
        loss.backward()
        losses.append(loss.item())
        V = V.detach() - rate * V.grad
    return torch.tensor(losses, dtype=torch.float64), V


# %% wrong: never-forced, earns 0.3 — coin compared by is True; a NumPy boolean never is
def sampled_training(starts, targets, coins, E, U, V, rate):
    V = V.astype(float)
    losses = []
    for r in range(len(coins)):
        loss, G, count = 0.0, np.zeros(V.shape), 0
        for b in range(len(targets)):
            s = starts[b]
            y = 2
            for i in range(targets.shape[1]):
                if i > 0:
                    y = targets[b, i - 1] if coins[r, b, i] is True else wrote
                s = np.tanh(U @ s + E[y])
                z = V @ s
                wrote = int(np.argmax(z))
                t = targets[b, i]
                if t == 0:
                    break
                p = np.exp(z - z.max())
                loss += np.log(p.sum()) - (z[t] - z.max())
                p = p / p.sum()
                p[t] -= 1
                G += np.outer(p, s)
                count += 1
        losses.append(loss / count)
        V = V - rate * G / count
    return np.array(losses), V


# %% wrong: own-ever-after, earns 0.5 — after the first false coin always its own tokens
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        good = np.ones(n, dtype=bool)
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                good = good & coins[r][:, i]
                read = np.where(good, targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: always-forced, earns 0.3 — always teacher forcing; coins never read
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = targets[:, i - 1]
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: never-forced, earns 0.3 — always its own tokens; coins never read
def sampled_training(starts, targets, coins, E, U, V, rate):
    import torch
    import torch.nn.functional as F

    starts, E, U, V = (torch.tensor(np.array(x), dtype=torch.float64) for x in (starts, E, U, V))
    targets = torch.tensor(np.array(targets)).long()
    coins = torch.tensor(np.array(coins))
    losses = []
    for flips in coins:
        V = V.detach().clone().requires_grad_(True)
        state, scores = starts, []
        for i in range(targets.shape[1]):
            if i == 0:
                read = torch.full_like(targets[:, 0], 2)
            else:
                read = scores[-1].argmax(dim=1)
            state = torch.tanh(state @ U.T + E[read])
            scores.append(state @ V.T)
        loss = F.cross_entropy(torch.stack(scores, dim=1).flatten(0, 1), targets.flatten(), ignore_index=0)
        loss.backward()
        losses.append(loss.item())
        V = V.detach() - rate * V.grad
    return torch.tensor(losses, dtype=torch.float64), V


# %% wrong: reads-its-answer, earns 0.3 — reads the right token of the same step
def sampled_training(starts, targets, coins, E, U, V, rate):
    V = V.astype(float)
    losses = []
    for r in range(len(coins)):
        loss, G, count = 0.0, np.zeros(V.shape), 0
        for b in range(len(targets)):
            s = starts[b]
            y = 2
            for i in range(targets.shape[1]):
                if i > 0:
                    y = targets[b, i] if coins[r, b, i] else wrote
                s = np.tanh(U @ s + E[y])
                z = V @ s
                wrote = int(np.argmax(z))
                t = targets[b, i]
                if t == 0:
                    break
                p = np.exp(z - z.max())
                loss += np.log(p.sum()) - (z[t] - z.max())
                p = p / p.sum()
                p[t] -= 1
                G += np.outer(p, s)
                count += 1
        losses.append(loss / count)
        V = V - rate * G / count
    return np.array(losses), V


# %% wrong: unrecognised — coins thrown anew with the share of true ones
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        flips = np.random.default_rng(r).random((n, m)) < coins[r].mean()
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(flips[:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: unrecognised — own token drawn at random from softmax
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            own = np.array([np.random.default_rng(i).choice(len(V), p=q / q.sum()) for q in np.exp(logp)])
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: unrecognised — own token chosen by the V before the first round
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    V_first = V
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = (state @ V_first.T).argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: unrecognised — own token of the same step in the round before
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    written = np.full((n, m), 2)
    for r in range(rounds):
        state = starts
        before = written.copy()
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], before[:, i - 1])
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            written[:, i] = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: unrecognised — own token updated only where the coin was false
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            best = scores.argmax(axis=1)
            own = best if i == 0 else np.where(coins[r][:, i], own, best)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: special-never-chosen, earns 0.6 — padding BOS and EOS never chosen as own token
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores[:, 3:].argmax(axis=1) + 3
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: special-never-chosen, earns 0.6 — padding and BOS never chosen as own token
def sampled_training(starts, targets, coins, E, U, V, rate):
    import torch
    import torch.nn.functional as F

    starts, E, U, V = (torch.tensor(np.array(x), dtype=torch.float64) for x in (starts, E, U, V))
    targets = torch.tensor(np.array(targets)).long()
    coins = torch.tensor(np.array(coins))
    losses = []
    for flips in coins:
        V = V.detach().clone().requires_grad_(True)
        state, scores = starts, []
        for i in range(targets.shape[1]):
            if i == 0:
                read = torch.full_like(targets[:, 0], 2)
            else:
                read = torch.where(flips[:, i], targets[:, i - 1], scores[-1].detach().index_fill(1, torch.tensor([0, 2]), -1e9).argmax(dim=1))
            state = torch.tanh(state @ U.T + E[read])
            scores.append(state @ V.T)
        loss = F.cross_entropy(torch.stack(scores, dim=1).flatten(0, 1), targets.flatten(), ignore_index=0)
        loss.backward()
        losses.append(loss.item())
        V = V.detach() - rate * V.grad
    return torch.tensor(losses, dtype=torch.float64), V


# %% wrong: unrecognised — after its own early EOS it reads only padding
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        ended = np.zeros(n, dtype=bool)
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
                read = np.where(ended, 0, read)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            ended = ended | (own == 1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: stops-at-own-end, earns 0.5 — a sentence ends where the decoder itself writes EOS
def sampled_training(starts, targets, coins, E, U, V, rate):
    V = V.astype(float)
    losses = []
    for r in range(len(coins)):
        loss, G, count = 0.0, np.zeros(V.shape), 0
        for b in range(len(targets)):
            s = starts[b]
            y = 2
            for i in range(targets.shape[1]):
                if i > 0:
                    y = targets[b, i - 1] if coins[r, b, i] else wrote
                s = np.tanh(U @ s + E[y])
                z = V @ s
                wrote = int(np.argmax(z))
                t = targets[b, i]
                if t == 0:
                    break
                p = np.exp(z - z.max())
                loss += np.log(p.sum()) - (z[t] - z.max())
                p = p / p.sum()
                p[t] -= 1
                G += np.outer(p, s)
                count += 1
                if wrote == 1:
                    break
        losses.append(loss / count)
        V = V - rate * G / count
    return np.array(losses), V


# %% wrong: stops-at-own-end, earns 0.5 — a sentence ends where the decoder reads EOS
def sampled_training(starts, targets, coins, E, U, V, rate):
    V = V.astype(float)
    losses = []
    for r in range(len(coins)):
        loss, G, count = 0.0, np.zeros(V.shape), 0
        for b in range(len(targets)):
            s = starts[b]
            y = 2
            for i in range(targets.shape[1]):
                if i > 0:
                    y = targets[b, i - 1] if coins[r, b, i] else wrote
                if i > 0 and y == 1:
                    break
                s = np.tanh(U @ s + E[y])
                z = V @ s
                wrote = int(np.argmax(z))
                t = targets[b, i]
                if t == 0:
                    break
                p = np.exp(z - z.max())
                loss += np.log(p.sum()) - (z[t] - z.max())
                p = p / p.sum()
                p[t] -= 1
                G += np.outer(p, s)
                count += 1
        losses.append(loss / count)
        V = V - rate * G / count
    return np.array(losses), V


# %% wrong: unrecognised — an own EOS is read as BOS
def sampled_training(starts, targets, coins, E, U, V, rate):
    V = V.astype(float)
    losses = []
    for r in range(len(coins)):
        loss, G, count = 0.0, np.zeros(V.shape), 0
        for b in range(len(targets)):
            s = starts[b]
            y = 2
            for i in range(targets.shape[1]):
                if i > 0:
                    y = targets[b, i - 1] if coins[r, b, i] else (2 if wrote == 1 else wrote)
                s = np.tanh(U @ s + E[y])
                z = V @ s
                wrote = int(np.argmax(z))
                t = targets[b, i]
                if t == 0:
                    break
                p = np.exp(z - z.max())
                loss += np.log(p.sum()) - (z[t] - z.max())
                p = p / p.sum()
                p[t] -= 1
                G += np.outer(p, s)
                count += 1
        losses.append(loss / count)
        V = V - rate * G / count
    return np.array(losses), V


# %% wrong: reads-an-average, earns 0.4 — reads the mean row of E weighted by softmax
def sampled_training(starts, targets, coins, E, U, V, rate):
    import torch
    import torch.nn.functional as F

    starts, E, U, V = (torch.tensor(np.array(x), dtype=torch.float64) for x in (starts, E, U, V))
    targets = torch.tensor(np.array(targets)).long()
    coins = torch.tensor(np.array(coins))
    losses = []
    for flips in coins:
        V = V.detach().clone().requires_grad_(True)
        state, scores = starts, []
        for i in range(targets.shape[1]):
            if i == 0:
                x = E[[2] * len(targets)]
            else:
                soft = scores[-1].detach().softmax(dim=1) @ E
                x = torch.where(flips[:, i, None], E[targets[:, i - 1]], soft)
            state = torch.tanh(state @ U.T + x)
            scores.append(state @ V.T)
        loss = F.cross_entropy(torch.stack(scores, dim=1).flatten(0, 1), targets.flatten(), ignore_index=0)
        loss.backward()
        losses.append(loss.item())
        V = V.detach() - rate * V.grad
    return torch.tensor(losses, dtype=torch.float64), V


# %% wrong: unrecognised — own token is that of sentence 0 for all
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)[0]
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: unrecognised — argmax over the whole batch; its remainder as token
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax() % len(V)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: U-transposed, earns 0.6 — U not transposed
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: state-carried-over, earns 0.5 — the state goes on from round to round
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    state = starts
    for r in range(rounds):
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: unrecognised — the state begins at 0 in each round
def sampled_training(starts, targets, coins, E, U, V, rate):
    V = V.astype(float)
    losses = []
    for r in range(len(coins)):
        loss, G, count = 0.0, np.zeros(V.shape), 0
        for b in range(len(targets)):
            s = np.zeros(len(U))
            y = 2
            for i in range(targets.shape[1]):
                if i > 0:
                    y = targets[b, i - 1] if coins[r, b, i] else wrote
                s = np.tanh(U @ s + E[y])
                z = V @ s
                wrote = int(np.argmax(z))
                t = targets[b, i]
                if t == 0:
                    break
                p = np.exp(z - z.max())
                loss += np.log(p.sum()) - (z[t] - z.max())
                p = p / p.sum()
                p[t] -= 1
                G += np.outer(p, s)
                count += 1
        losses.append(loss / count)
        V = V - rate * G / count
    return np.array(losses), V


# %% wrong: state-carried-over, earns 0.5 — starts changed in place
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state[:] = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: unrecognised — starts used in round 0 only; later rounds begin at 0
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts if r == 0 else np.zeros(starts.shape)
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: unrecognised — the state is multiplied by U after adding E
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh((state + E[read]) @ U.T)
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: end-left-out, earns 0.5 — EOS does not count
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets > 1
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: padding-counted, earns 0.5 — padding counts as a token
def sampled_training(starts, targets, coins, E, U, V, rate):
    import torch
    import torch.nn.functional as F

    starts, E, U, V = (torch.tensor(np.array(x), dtype=torch.float64) for x in (starts, E, U, V))
    targets = torch.tensor(np.array(targets)).long()
    coins = torch.tensor(np.array(coins))
    losses = []
    for flips in coins:
        V = V.detach().clone().requires_grad_(True)
        state, scores = starts, []
        for i in range(targets.shape[1]):
            if i == 0:
                read = torch.full_like(targets[:, 0], 2)
            else:
                read = torch.where(flips[:, i], targets[:, i - 1], scores[-1].argmax(dim=1))
            state = torch.tanh(state @ U.T + E[read])
            scores.append(state @ V.T)
        loss = F.cross_entropy(torch.stack(scores, dim=1).flatten(0, 1), targets.flatten())
        loss.backward()
        losses.append(loss.item())
        V = V.detach() - rate * V.grad
    return torch.tensor(losses, dtype=torch.float64), V


# %% wrong: padding-counted, earns 0.5 — divides the loss and the gradient by all positions
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.size)
        V = V - rate * gradient / real.size
    return np.array(losses), V


# %% wrong: padding-counted, earns 0.5 — divides the loss by all positions but not the gradient
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / (n * m))
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: mean-of-means, earns 0.6 — mean of the sentences' means
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = (targets != 0) / (targets != 0).sum(axis=1, keepdims=True)
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: mean-of-means, earns 0.6 — mean of the steps' means
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = (targets != 0) / np.maximum((targets != 0).sum(axis=0), 1)
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: unrecognised — counts where the token read and not the right one is padding
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            seen = (read != 0)[:, None] * (targets[:, i] != 0)[:, None]
            loss -= (seen * right * logp).sum()
            gradient += (seen * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: forced-steps-alone, earns 0.3 — loss and gradient only of steps with true coins
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    tokens = targets != 0
    for r in range(rounds):
        real = tokens & coins[r]
        if not real.any():
            real = tokens
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: summed, earns 0.5 — sum in place of mean for both
def sampled_training(starts, targets, coins, E, U, V, rate):
    import torch
    import torch.nn.functional as F

    starts, E, U, V = (torch.tensor(np.array(x), dtype=torch.float64) for x in (starts, E, U, V))
    targets = torch.tensor(np.array(targets)).long()
    coins = torch.tensor(np.array(coins))
    losses = []
    for flips in coins:
        V = V.detach().clone().requires_grad_(True)
        state, scores = starts, []
        for i in range(targets.shape[1]):
            if i == 0:
                read = torch.full_like(targets[:, 0], 2)
            else:
                read = torch.where(flips[:, i], targets[:, i - 1], scores[-1].argmax(dim=1))
            state = torch.tanh(state @ U.T + E[read])
            scores.append(state @ V.T)
        loss = F.cross_entropy(torch.stack(scores, dim=1).flatten(0, 1), targets.flatten(), ignore_index=0, reduction='sum')
        loss.backward()
        losses.append(loss.item())
        V = V.detach() - rate * V.grad
    return torch.tensor(losses, dtype=torch.float64), V


# %% wrong: gradient-summed, earns 0.5 — the loss is a mean but the gradient a sum
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient
    return np.array(losses), V


# %% wrong: gradient-summed, earns 0.5 — the gradient is divided by the sentences and not tokens
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / n
    return np.array(losses), V


# %% wrong: unrecognised — step 0 gives no loss and no gradient
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            if i == 0:
                continue
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / max(real[:, 1:].sum(), 1))
        V = V - rate * gradient / max(real[:, 1:].sum(), 1)
    return np.array(losses), V


# %% wrong: overflow, earns 0.7 — exponentials without a shift; overflow at large scores
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: overflow, earns 0.7 — shift by the largest score of the whole batch; others underflow
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max()
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: unrecognised, earns 0.5 — log of softmax that underflows; clipped at 1e−12
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            logp = np.log(np.maximum(np.exp(logp), 1e-12))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: overflow, earns 0.7 — log of softmax; infinite where it underflows
def sampled_training(starts, targets, coins, E, U, V, rate):
    import torch
    import torch.nn.functional as F

    starts, E, U, V = (torch.tensor(np.array(x), dtype=torch.float64) for x in (starts, E, U, V))
    targets = torch.tensor(np.array(targets)).long()
    coins = torch.tensor(np.array(coins))
    losses = []
    for flips in coins:
        V = V.detach().clone().requires_grad_(True)
        state, scores = starts, []
        for i in range(targets.shape[1]):
            if i == 0:
                read = torch.full_like(targets[:, 0], 2)
            else:
                read = torch.where(flips[:, i], targets[:, i - 1], scores[-1].argmax(dim=1))
            state = torch.tanh(state @ U.T + E[read])
            scores.append(state @ V.T)
        p = torch.softmax(torch.stack(scores, dim=1), dim=2)
        loss = F.nll_loss(torch.log(p).flatten(0, 1), targets.flatten(), ignore_index=0)
        loss.backward()
        losses.append(loss.item())
        V = V.detach() - rate * V.grad
    return torch.tensor(losses, dtype=torch.float64), V


# %% wrong: unrecognised — log in base 2
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum() / np.log(2))
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: unrecognised, earns 0.5 — scores clipped to −50 … 50 for safety
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = np.clip(scores, -50, 50)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: unrecognised — V learns after each step
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss = 0.0
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            V = V - rate * (real[:, i, None] * (np.exp(logp) - right)).T @ state / real.sum()
        losses.append(loss / real.sum())
    return np.array(losses), V


# %% wrong: sentence-by-sentence, earns 0.3 — V learns after each sentence
def sampled_training(starts, targets, coins, E, U, V, rate):
    V = V.astype(float)
    losses = []
    for r in range(len(coins)):
        loss, G, count = 0.0, np.zeros(V.shape), 0
        total = (targets != 0).sum()
        for b in range(len(targets)):
            G = np.zeros(V.shape)
            s = starts[b]
            y = 2
            for i in range(targets.shape[1]):
                if i > 0:
                    y = targets[b, i - 1] if coins[r, b, i] else wrote
                s = np.tanh(U @ s + E[y])
                z = V @ s
                wrote = int(np.argmax(z))
                t = targets[b, i]
                if t == 0:
                    break
                p = np.exp(z - z.max())
                loss += np.log(p.sum()) - (z[t] - z.max())
                p = p / p.sum()
                p[t] -= 1
                G += np.outer(p, s)
                count += 1
            V = V - rate * G / total
        losses.append(loss / count)
    return np.array(losses), V


# %% wrong: changed-arguments, earns 0.7 — V changed in place
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V -= rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: changed-arguments, earns 0.7 — changes the argument through torch.from_numpy
def sampled_training(starts, targets, coins, E, U, V, rate):
    import torch

    starts, E, U = (torch.tensor(np.array(x, dtype=float)) for x in (starts, E, U))
    goal = torch.tensor(np.array(targets, dtype=np.int64))
    flips = torch.tensor(np.array(coins))
    W = torch.nn.Parameter(torch.from_numpy(V))
    optimizer = torch.optim.SGD([W], lr=float(rate))
    losses = []
    for r in range(len(flips)):
        optimizer.zero_grad()
        state, token, scores = starts, torch.full((len(goal),), 2), []
        for i in range(goal.shape[1]):
            if i > 0:
                token = torch.where(flips[r, :, i], goal[:, i - 1], scores[-1].argmax(1))
            state = torch.tanh(state @ U.T + E[token])
            scores.append(state @ W.T)
        loss = torch.nn.CrossEntropyLoss(ignore_index=0)(torch.stack(scores, 2), goal)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return np.array(losses), W.detach().numpy()


# %% wrong: gradients-added-up, earns 0.4 — gradients pile up without zero_grad
def sampled_training(starts, targets, coins, E, U, V, rate):
    import torch

    starts, E, U = (torch.tensor(np.array(x, dtype=float)) for x in (starts, E, U))
    goal = torch.tensor(np.array(targets, dtype=np.int64))
    flips = torch.tensor(np.array(coins))
    W = torch.nn.Parameter(torch.tensor(np.array(V, dtype=float)))
    optimizer = torch.optim.SGD([W], lr=float(rate))
    losses = []
    for r in range(len(flips)):
        state, token, scores = starts, torch.full((len(goal),), 2), []
        for i in range(goal.shape[1]):
            if i > 0:
                token = torch.where(flips[r, :, i], goal[:, i - 1], scores[-1].argmax(1))
            state = torch.tanh(state @ U.T + E[token])
            scores.append(state @ W.T)
        loss = torch.nn.CrossEntropyLoss(ignore_index=0)(torch.stack(scores, 2), goal)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return np.array(losses), W.detach().numpy()


# %% wrong: unrecognised — Adam in place of plain gradient descent
def sampled_training(starts, targets, coins, E, U, V, rate):
    import torch

    starts, E, U = (torch.tensor(np.array(x, dtype=float)) for x in (starts, E, U))
    goal = torch.tensor(np.array(targets, dtype=np.int64))
    flips = torch.tensor(np.array(coins))
    W = torch.nn.Parameter(torch.tensor(np.array(V, dtype=float)))
    optimizer = torch.optim.Adam([W], lr=float(rate))
    losses = []
    for r in range(len(flips)):
        optimizer.zero_grad()
        state, token, scores = starts, torch.full((len(goal),), 2), []
        for i in range(goal.shape[1]):
            if i > 0:
                token = torch.where(flips[r, :, i], goal[:, i - 1], scores[-1].argmax(1))
            state = torch.tanh(state @ U.T + E[token])
            scores.append(state @ W.T)
        loss = torch.nn.CrossEntropyLoss(ignore_index=0)(torch.stack(scores, 2), goal)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return np.array(losses), W.detach().numpy()


# %% wrong: unrecognised — SGD with momentum
def sampled_training(starts, targets, coins, E, U, V, rate):
    import torch

    starts, E, U = (torch.tensor(np.array(x, dtype=float)) for x in (starts, E, U))
    goal = torch.tensor(np.array(targets, dtype=np.int64))
    flips = torch.tensor(np.array(coins))
    W = torch.nn.Parameter(torch.tensor(np.array(V, dtype=float)))
    optimizer = torch.optim.SGD([W], lr=float(rate), momentum=0.9)
    losses = []
    for r in range(len(flips)):
        optimizer.zero_grad()
        state, token, scores = starts, torch.full((len(goal),), 2), []
        for i in range(goal.shape[1]):
            if i > 0:
                token = torch.where(flips[r, :, i], goal[:, i - 1], scores[-1].argmax(1))
            state = torch.tanh(state @ U.T + E[token])
            scores.append(state @ W.T)
        loss = torch.nn.CrossEntropyLoss(ignore_index=0)(torch.stack(scores, 2), goal)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return np.array(losses), W.detach().numpy()


# %% wrong: unrecognised — gradient clipped to norm 1
def sampled_training(starts, targets, coins, E, U, V, rate):
    import torch

    starts, E, U = (torch.tensor(np.array(x, dtype=float)) for x in (starts, E, U))
    goal = torch.tensor(np.array(targets, dtype=np.int64))
    flips = torch.tensor(np.array(coins))
    W = torch.nn.Parameter(torch.tensor(np.array(V, dtype=float)))
    optimizer = torch.optim.SGD([W], lr=float(rate))
    losses = []
    for r in range(len(flips)):
        optimizer.zero_grad()
        state, token, scores = starts, torch.full((len(goal),), 2), []
        for i in range(goal.shape[1]):
            if i > 0:
                token = torch.where(flips[r, :, i], goal[:, i - 1], scores[-1].argmax(1))
            state = torch.tanh(state @ U.T + E[token])
            scores.append(state @ W.T)
        loss = torch.nn.CrossEntropyLoss(ignore_index=0)(torch.stack(scores, 2), goal)
        loss.backward()
        torch.nn.utils.clip_grad_norm_([W], 1.0)
        optimizer.step()
        losses.append(loss.item())
    return np.array(losses), W.detach().numpy()


# %% wrong: rate-forgotten, earns 0.5 — rate never read; always 1
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - gradient / real.sum()
    return np.array(losses), V


# %% wrong: unrecognised — the rate divided by the rounds
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate / rounds * gradient / real.sum()
    return np.array(losses), V


# %% wrong: ascends, earns 0.4 — goes uphill
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V + rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: unrecognised — loss of each round from after its step
def sampled_training(starts, targets, coins, E, U, V, rate):
    V = V.astype(float)
    losses = []
    for r in list(range(len(coins))) + [len(coins) - 1]:
        loss, G, count = 0.0, np.zeros(V.shape), 0
        for b in range(len(targets)):
            s = starts[b]
            y = 2
            for i in range(targets.shape[1]):
                if i > 0:
                    y = targets[b, i - 1] if coins[r, b, i] else wrote
                s = np.tanh(U @ s + E[y])
                z = V @ s
                wrote = int(np.argmax(z))
                t = targets[b, i]
                if t == 0:
                    break
                p = np.exp(z - z.max())
                loss += np.log(p.sum()) - (z[t] - z.max())
                p = p / p.sum()
                p[t] -= 1
                G += np.outer(p, s)
                count += 1
        losses.append(loss / count)
        V_last, V = V, V - rate * G / count
    return np.array(losses[1:]), V_last


# %% wrong: last-step-missing, earns 0.7 — returns V from before the last step
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        if r < rounds - 1:
            V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: starts-over, earns 0.4 — every round begins with the given V
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    W = V
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        W = V - rate * gradient / real.sum()
    return np.array(losses), W


# %% wrong: unrecognised — only the last round's loss for all
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.full(rounds, losses[-1]), V


# %% wrong: unrecognised — losses are running means over the rounds
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.cumsum(losses) / np.arange(1, rounds + 1), V


# %% wrong: wrong-order, earns 0.8 — results in the other order
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return V, np.array(losses)


# %% wrong: transposed — V returned transposed
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V.T


# %% wrong: axis-of-length-1, earns 0.8 — losses come as a column
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses)[:, None], V


# %% wrong: not-a-tuple — returns the losses alone
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses)


# %% wrong: unrecognised — gradient of the softmax without taking off the right token
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * np.exp(logp)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: state-of-the-step-before, earns 0.5 — gradient with the state before the step
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            earlier = state
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ earlier
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: unrecognised — gradient with the last state of the round for all steps
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            D = (real[:, i, None] * (np.exp(logp) - right)) + (D if i else 0)
        gradient = D.T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: unrecognised — E learns too
def sampled_training(starts, targets, coins, E, U, V, rate):
    import torch
    import torch.nn.functional as F

    starts, E, U, V = (torch.tensor(np.array(x), dtype=torch.float64) for x in (starts, E, U, V))
    targets = torch.tensor(np.array(targets)).long()
    coins = torch.tensor(np.array(coins))
    losses = []
    for flips in coins:
        V = V.detach().clone().requires_grad_(True)
        E = E.detach().clone().requires_grad_(True)
        state, scores = starts, []
        for i in range(targets.shape[1]):
            if i == 0:
                read = torch.full_like(targets[:, 0], 2)
            else:
                read = torch.where(flips[:, i], targets[:, i - 1], scores[-1].argmax(dim=1))
            state = torch.tanh(state @ U.T + E[read])
            scores.append(state @ V.T)
        loss = F.cross_entropy(torch.stack(scores, dim=1).flatten(0, 1), targets.flatten(), ignore_index=0)
        loss.backward()
        losses.append(loss.item())
        V = V.detach() - rate * V.grad
        E = E.detach() - rate * E.grad
    return torch.tensor(losses, dtype=torch.float64), V


# %% wrong: unrecognised — weight decay added
def sampled_training(starts, targets, coins, E, U, V, rate):
    import torch

    starts, E, U = (torch.tensor(np.array(x, dtype=float)) for x in (starts, E, U))
    goal = torch.tensor(np.array(targets, dtype=np.int64))
    flips = torch.tensor(np.array(coins))
    W = torch.nn.Parameter(torch.tensor(np.array(V, dtype=float)))
    optimizer = torch.optim.SGD([W], lr=float(rate), weight_decay=0.01)
    losses = []
    for r in range(len(flips)):
        optimizer.zero_grad()
        state, token, scores = starts, torch.full((len(goal),), 2), []
        for i in range(goal.shape[1]):
            if i > 0:
                token = torch.where(flips[r, :, i], goal[:, i - 1], scores[-1].argmax(1))
            state = torch.tanh(state @ U.T + E[token])
            scores.append(state @ W.T)
        loss = torch.nn.CrossEntropyLoss(ignore_index=0)(torch.stack(scores, 2), goal)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return np.array(losses), W.detach().numpy()


# %% wrong: unrecognised — label smoothing added
def sampled_training(starts, targets, coins, E, U, V, rate):
    import torch

    starts, E, U = (torch.tensor(np.array(x, dtype=float)) for x in (starts, E, U))
    goal = torch.tensor(np.array(targets, dtype=np.int64))
    flips = torch.tensor(np.array(coins))
    W = torch.nn.Parameter(torch.tensor(np.array(V, dtype=float)))
    optimizer = torch.optim.SGD([W], lr=float(rate))
    losses = []
    for r in range(len(flips)):
        optimizer.zero_grad()
        state, token, scores = starts, torch.full((len(goal),), 2), []
        for i in range(goal.shape[1]):
            if i > 0:
                token = torch.where(flips[r, :, i], goal[:, i - 1], scores[-1].argmax(1))
            state = torch.tanh(state @ U.T + E[token])
            scores.append(state @ W.T)
        loss = torch.nn.CrossEntropyLoss(ignore_index=0, label_smoothing=0.1)(torch.stack(scores, 2), goal)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return np.array(losses), W.detach().numpy()


# %% wrong: padding-counted, earns 0.5 — sentence lengths of row 0 used for all rows
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = np.tile(targets[0] != 0, (n, 1))
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: unrecognised — stops for all sentences when the shortest one has ended
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range((targets != 0).all(axis=0).sum()):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: unrecognised — U left out; right in the visible example
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: tanh-forgotten, earns 0.5 — tanh left out of the state
def sampled_training(starts, targets, coins, E, U, V, rate):
    V = V.astype(float)
    losses = []
    for r in range(len(coins)):
        loss, G, count = 0.0, np.zeros(V.shape), 0
        for b in range(len(targets)):
            s = starts[b]
            y = 2
            for i in range(targets.shape[1]):
                if i > 0:
                    y = targets[b, i - 1] if coins[r, b, i] else wrote
                s = U @ s + E[y]
                z = V @ s
                wrote = int(np.argmax(z))
                t = targets[b, i]
                if t == 0:
                    break
                p = np.exp(z - z.max())
                loss += np.log(p.sum()) - (z[t] - z.max())
                p = p / p.sum()
                p[t] -= 1
                G += np.outer(p, s)
                count += 1
        losses.append(loss / count)
        V = V - rate * G / count
    return np.array(losses), V


# %% wrong: broadcast — one-hot rows only as long as the largest right token
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(targets.max() + 1)[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: broadcast — nine kinds of tokens as in the trial
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(9)[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: unrecognised — losses and V rounded to three decimals as the example
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.round(losses, 3), np.round(V, 3)


# %% wrong: unrecognised — half precision in the read-out
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = (state.astype(np.float16) @ V.T.astype(np.float16)).astype(float)
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: changed-arguments, earns 0.7 — padding marked −100 in the given targets
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    targets[targets == 0] = -100
    real = targets > 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1].clip(0), own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i].clip(0)]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: changed-arguments, earns 0.7 — sets the coins of step 0 in the given array
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    before = np.roll(targets, 1, axis=1)
    before[:, 0] = 2
    coins[:, :, 0] = True
    for r in range(rounds):
        state = starts
        own = np.full(n, 2)
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            read = np.where(coins[r][:, i], before[:, i], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: own-of-a-forced-run, earns 0.5 — own tokens of a first pass that reads only right ones
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        h, guesses = starts, []
        for i in range(m):
            h = np.tanh(h @ U.T + E[targets[:, i - 1] if i else np.full(n, 2)])
            guesses.append((h @ V.T).argmax(axis=1))
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], guesses[i - 1])
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: unrecognised — own token is the one with the smallest score
def sampled_training(starts, targets, coins, E, U, V, rate):
    V = V.astype(float)
    losses = []
    for r in range(len(coins)):
        loss, G, count = 0.0, np.zeros(V.shape), 0
        for b in range(len(targets)):
            s = starts[b]
            y = 2
            for i in range(targets.shape[1]):
                if i > 0:
                    y = targets[b, i - 1] if coins[r, b, i] else wrote
                s = np.tanh(U @ s + E[y])
                z = V @ s
                wrote = int(np.argmin(z))
                t = targets[b, i]
                if t == 0:
                    break
                p = np.exp(z - z.max())
                loss += np.log(p.sum()) - (z[t] - z.max())
                p = p / p.sum()
                p[t] -= 1
                G += np.outer(p, s)
                count += 1
        losses.append(loss / count)
        V = V - rate * G / count
    return np.array(losses), V


# %% wrong: unrecognised — returns the mean of V over the rounds
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    total = V.astype(float)
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
        total = total + V
    return np.array(losses), total / (rounds + 1)


# %% wrong: unrecognised — the learning rate falls with the rounds
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate / (r + 1) * gradient / real.sum()
    return np.array(losses), V


# %% wrong: gradients-added-up + starts-over, earns 0.16 — rounds in one batch; all from the given V and one step
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        total = gradient / real.sum() + (total if r else 0)
    return np.array(losses), V - rate * total


# %% wrong: unrecognised — reads its own token where the right one is EOS too
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i] & (targets[:, i] != 1), targets[:, i - 1], own)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V


# %% wrong: unrecognised — state reset where the decoder has written EOS
def sampled_training(starts, targets, coins, E, U, V, rate):
    rounds, n, m = coins.shape
    real = targets != 0
    losses = []
    for r in range(rounds):
        state = starts
        own = None
        loss, gradient = 0.0, np.zeros(V.shape)
        for i in range(m):
            if i == 0:
                read = np.full(n, 2)
            else:
                read = np.where(coins[r][:, i], targets[:, i - 1], own)
            if i > 0:
                state = np.where((own == 1)[:, None], starts, state)
            state = np.tanh(state @ U.T + E[read])
            scores = state @ V.T
            own = scores.argmax(axis=1)
            scores = scores - scores.max(axis=1, keepdims=True)
            logp = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
            right = np.eye(len(V))[targets[:, i]]
            loss -= (real[:, i, None] * right * logp).sum()
            gradient += (real[:, i, None] * (np.exp(logp) - right)).T @ state
        losses.append(loss / real.sum())
        V = V - rate * gradient / real.sum()
    return np.array(losses), V
