# %% right: gradients by autograd.grad
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.tensor(w, requires_grad=True) for w in weights]
    params = [W, U, b, V, c]
    losses = []
    for batch, target in zip(torch.tensor(x), torch.tensor(labels)):
        h = torch.zeros(batch.shape[0], len(b), dtype=torch.float64)
        for t in range(batch.shape[1]):
            h = torch.tanh(batch[:, t] @ W.T + h @ U.T + b)
        scores = h @ V.T + c
        loss = F.cross_entropy(scores, target)
        grads = torch.autograd.grad(loss, params)
        norm = torch.sqrt(sum((g**2).sum() for g in grads))
        factor = max_norm / norm if norm > max_norm else 1.0
        with torch.no_grad():
            for w, g in zip(params, grads):
                w -= rate * factor * g
        losses.append(loss.item())
    return losses, *[w.detach().numpy() for w in params]


# %% right: backward with cleared gradients
def train_reader(weights, x, labels, rate, max_norm):
    params = [torch.from_numpy(w.copy()).requires_grad_() for w in weights]
    W, U, b, V, c = params
    losses = np.zeros(len(x))
    for k in range(len(x)):
        xs, ys = torch.from_numpy(x[k]), torch.from_numpy(labels[k])
        h = torch.zeros(xs.shape[0], U.shape[0], dtype=torch.float64)
        for t in range(xs.shape[1]):
            h = torch.tanh(xs[:, t, :] @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, ys)
        losses[k] = loss.item()
        for p in params:
            p.grad = None
        loss.backward()
        norm = torch.cat([p.grad.flatten() for p in params]).norm()
        with torch.no_grad():
            for p in params:
                if norm > max_norm:
                    p.grad *= max_norm / norm
                p -= rate * p.grad
    return losses, W.detach(), U.detach(), b.detach(), V.detach(), c.detach()


# %% right: backpropagation by hand
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [np.array(w, dtype=float) for w in weights]
    losses = []
    for X, y in zip(x, labels):
        m, n, _ = X.shape
        states = [np.zeros((m, len(b)))]
        for t in range(n):
            states.append(np.tanh(X[:, t] @ W.T + states[-1] @ U.T + b))
        scores = states[-1] @ V.T + c
        shifted = scores - scores.max(axis=1, keepdims=True)
        log_p = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
        losses.append(-log_p[np.arange(m), y].mean())
        d = np.exp(log_p)
        d[np.arange(m), y] -= 1
        d /= m
        gV, gc = d.T @ states[-1], d.sum(axis=0)
        gW, gU, gb = np.zeros_like(W), np.zeros_like(U), np.zeros_like(b)
        dh = d @ V
        for t in reversed(range(n)):
            da = dh * (1 - states[t + 1] ** 2)
            gW += da.T @ X[:, t]
            gU += da.T @ states[t]
            gb += da.sum(axis=0)
            dh = da @ U
        norm = np.sqrt(sum((g**2).sum() for g in (gW, gU, gb, gV, gc)))
        step = rate * (max_norm / norm if norm > max_norm else 1)
        W, U, b = W - step * gW, U - step * gU, b - step * gb
        V, c = V - step * gV, c - step * gc
    return np.array(losses), W, U, b, V, c


# %% right: torch optimiser and clip_grad_norm
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.nn.Parameter(torch.tensor(w)) for w in weights]
    optimizer = torch.optim.SGD([W, U, b, V, c], lr=rate)
    losses = []
    for xs, ys in zip(torch.tensor(x), torch.tensor(labels)):
        h = torch.zeros(len(xs), len(b), dtype=torch.float64)
        for item in xs.unbind(1):
            h = torch.tanh(item @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, ys)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_([W, U, b, V, c], max_norm)
        optimizer.step()
        losses.append(loss.item())
    return losses, W.detach(), U.detach(), b.detach(), V.detach(), c.detach()


# %% right: functional gradients
def train_reader(weights, x, labels, rate, max_norm):
    def loss_of(params, xs, ys):
        W, U, b, V, c = params
        h = torch.zeros(xs.shape[0], U.shape[0], dtype=xs.dtype)
        for t in range(xs.shape[1]):
            h = torch.tanh(xs[:, t] @ W.T + h @ U.T + b)
        return F.cross_entropy(h @ V.T + c, ys)

    params, losses = tuple(torch.tensor(w) for w in weights), []
    for xs, ys in zip(torch.tensor(x), torch.tensor(labels)):
        grads, loss = torch.func.grad_and_value(loss_of)(params, xs, ys)
        norm = sum(g.square().sum() for g in grads).sqrt()
        factor = torch.clamp(max_norm / norm, max=1.0)
        params = tuple(p - rate * factor * g for p, g in zip(params, grads))
        losses.append(float(loss))
    return (torch.tensor(losses), *params)


# %% right: torch RNN and Linear with copied weights
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = weights
    d_h, d_x = W.shape
    rnn = torch.nn.RNN(d_x, d_h, batch_first=True).double()
    out = torch.nn.Linear(d_h, len(c)).double()
    with torch.no_grad():
        rnn.weight_ih_l0.copy_(torch.tensor(W))
        rnn.weight_hh_l0.copy_(torch.tensor(U))
        rnn.bias_ih_l0.copy_(torch.tensor(b))
        rnn.bias_hh_l0.zero_()
        out.weight.copy_(torch.tensor(V))
        out.bias.copy_(torch.tensor(c))
    params = [rnn.weight_ih_l0, rnn.weight_hh_l0, rnn.bias_ih_l0, out.weight, out.bias]
    losses = []
    for i in range(len(x)):
        hs, _ = rnn(torch.tensor(x[i]))
        loss = F.cross_entropy(out(hs[:, -1]), torch.tensor(labels[i]))
        grads = torch.autograd.grad(loss, params)
        norm = torch.linalg.norm(torch.cat([g.reshape(-1) for g in grads]))
        scale = 1.0 if norm <= max_norm else float(max_norm / norm)
        with torch.no_grad():
            for p, g in zip(params, grads):
                p.sub_(rate * scale * g)
        losses.append(loss.item())
    return losses, *(p.detach().numpy() for p in params)


# %% right: one sequence at a time with logsumexp
def train_reader(weights, x, labels, rate, max_norm):
    p = {k: torch.tensor(w, requires_grad=True) for k, w in zip("WUbVc", weights)}
    losses = []
    for xs, ys in zip(x, labels):
        total = 0
        for seq, label in zip(xs, ys):
            h = torch.zeros(len(p["b"]), dtype=torch.float64)
            for item in seq:
                h = torch.tanh(p["W"] @ torch.tensor(item) + p["U"] @ h + p["b"])
            scores = p["V"] @ h + p["c"]
            total = total + torch.logsumexp(scores, 0) - scores[int(label)]
        loss = total / len(xs)
        grads = dict(zip(p, torch.autograd.grad(loss, list(p.values()))))
        norm = float(sum((g * g).sum() for g in grads.values())) ** 0.5
        if norm > max_norm:
            grads = {k: g * (max_norm / norm) for k, g in grads.items()}
        p = {k: (p[k] - rate * grads[k]).detach().requires_grad_() for k in p}
        losses.append(loss.item())
    return losses, *[p[k].detach().numpy() for k in "WUbVc"]


# %% right: a module of its own
class Reader(torch.nn.Module):
    def __init__(self, weights):
        super().__init__()
        for name, w in zip(["W", "U", "b", "V", "c"], weights):
            setattr(self, name, torch.nn.Parameter(torch.as_tensor(w).clone()))

    def forward(self, x):
        h = x.new_zeros(x.shape[0], self.U.shape[0])
        for t in range(x.shape[1]):
            h = (x[:, t] @ self.W.T + h @ self.U.T + self.b).tanh()
        return h @ self.V.T + self.c


def train_reader(weights, x, labels, rate, max_norm):
    model = Reader(weights)
    losses = []
    for xs, ys in zip(torch.as_tensor(x), torch.as_tensor(labels)):
        loss = F.cross_entropy(model(xs), ys)
        model.zero_grad()
        loss.backward()
        norm = sum(p.grad.pow(2).sum() for p in model.parameters()) ** 0.5
        for p in model.parameters():
            g = p.grad * max_norm / norm if norm > max_norm else p.grad
            p.data = p.data - rate * g
        losses.append(loss.item())
    return (np.array(losses), *[p.detach().numpy() for p in model.parameters()])


# %% right: einsum and log softmax
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = (torch.tensor(w, requires_grad=True) for w in weights)
    losses = []
    for i in range(x.shape[0]):
        h = torch.zeros(x.shape[1], W.shape[0], dtype=torch.float64)
        for t in range(x.shape[2]):
            h = torch.tanh(torch.einsum("hx,sx->sh", W, torch.tensor(x[i, :, t]))
                           + torch.einsum("hk,sk->sh", U, h) + b)
        logp = torch.log_softmax(torch.einsum("kh,sh->sk", V, h) + c, dim=-1)
        loss = -logp[range(x.shape[1]), labels[i]].mean()
        grads = torch.autograd.grad(loss, (W, U, b, V, c))
        norm = np.sqrt(sum(float(torch.sum(g**2)) for g in grads))
        shrink = min(1.0, max_norm / norm) if norm else 1.0
        with torch.no_grad():
            W, U, b, V, c = ((p - rate * shrink * g).requires_grad_()
                             for p, g in zip((W, U, b, V, c), grads))
        losses.append(loss.item())
    return losses, W.detach(), U.detach(), b.detach(), V.detach(), c.detach()


# %% right: numpy with one flat vector
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [np.array(w, dtype=float) for w in weights]
    losses = []
    for X, y in zip(x, labels):
        m, n, _ = X.shape
        states = [np.zeros((m, len(b)))]
        for t in range(n):
            states.append(np.tanh(X[:, t] @ W.T + states[-1] @ U.T + b))
        scores = states[-1] @ V.T + c
        shifted = scores - scores.max(axis=1, keepdims=True)
        log_p = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
        losses.append(-log_p[np.arange(m), y].mean())
        d = np.exp(log_p)
        d[np.arange(m), y] -= 1
        d /= m
        gV, gc = d.T @ states[-1], d.sum(axis=0)
        gW, gU, gb = np.zeros_like(W), np.zeros_like(U), np.zeros_like(b)
        dh = d @ V
        for t in reversed(range(n)):
            da = dh * (1 - states[t + 1] ** 2)
            gW += da.T @ X[:, t]
            gU += da.T @ states[t]
            gb += da.sum(axis=0)
            dh = da @ U
        norm = np.linalg.norm(np.concatenate([g.ravel() for g in (gW, gU, gb, gV, gc)]))
        step = rate * (max_norm / norm if norm > max_norm else 1)
        W, U, b = W - step * gW, U - step * gU, b - step * gb
        V, c = V - step * gV, c - step * gc
    return np.array(losses), W, U, b, V, c


# %% right: lists of lists returned
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [np.array(w, dtype=float) for w in weights]
    losses = []
    for X, y in zip(x, labels):
        m, n, _ = X.shape
        states = [np.zeros((m, len(b)))]
        for t in range(n):
            states.append(np.tanh(X[:, t] @ W.T + states[-1] @ U.T + b))
        scores = states[-1] @ V.T + c
        shifted = scores - scores.max(axis=1, keepdims=True)
        log_p = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
        losses.append(-log_p[np.arange(m), y].mean())
        d = np.exp(log_p)
        d[np.arange(m), y] -= 1
        d /= m
        gV, gc = d.T @ states[-1], d.sum(axis=0)
        gW, gU, gb = np.zeros_like(W), np.zeros_like(U), np.zeros_like(b)
        dh = d @ V
        for t in reversed(range(n)):
            da = dh * (1 - states[t + 1] ** 2)
            gW += da.T @ X[:, t]
            gU += da.T @ states[t]
            gb += da.sum(axis=0)
            dh = da @ U
        norm = np.sqrt(sum((g**2).sum() for g in (gW, gU, gb, gV, gc)))
        step = rate * (max_norm / norm if norm > max_norm else 1)
        W, U, b = W - step * gW, U - step * gU, b - step * gb
        V, c = V - step * gV, c - step * gc
    return losses, W.tolist(), U.tolist(), b.tolist(), V.tolist(), c.tolist()


# %% right: one-hot labels in the gradient
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [np.array(w, dtype=float) for w in weights]
    losses = []
    for X, y in zip(x, labels):
        m, n, _ = X.shape
        states = [np.zeros((m, len(b)))]
        for t in range(n):
            states.append(np.tanh(X[:, t] @ W.T + states[-1] @ U.T + b))
        scores = states[-1] @ V.T + c
        shifted = scores - scores.max(axis=1, keepdims=True)
        log_p = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
        losses.append(-log_p[np.arange(m), y].mean())
        d = (np.exp(log_p) - np.eye(len(c))[y]) / m
        gV, gc = d.T @ states[-1], d.sum(axis=0)
        gW, gU, gb = np.zeros_like(W), np.zeros_like(U), np.zeros_like(b)
        dh = d @ V
        for t in reversed(range(n)):
            da = dh * (1 - states[t + 1] ** 2)
            gW += da.T @ X[:, t]
            gU += da.T @ states[t]
            gb += da.sum(axis=0)
            dh = da @ U
        norm = np.sqrt(sum((g**2).sum() for g in (gW, gU, gb, gV, gc)))
        step = rate * (max_norm / norm if norm > max_norm else 1)
        W, U, b = W - step * gW, U - step * gU, b - step * gb
        V, c = V - step * gV, c - step * gc
    return np.array(losses), W, U, b, V, c


# %% right: grad zeroed in place after the step
def train_reader(weights, x, labels, rate, max_norm):
    params = [torch.from_numpy(w.copy()).requires_grad_() for w in weights]
    W, U, b, V, c = params
    losses = np.zeros(len(x))
    for k in range(len(x)):
        xs, ys = torch.from_numpy(x[k]), torch.from_numpy(labels[k])
        h = torch.zeros(xs.shape[0], U.shape[0], dtype=torch.float64)
        for t in range(xs.shape[1]):
            h = torch.tanh(xs[:, t, :] @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, ys)
        losses[k] = loss.item()
        loss.backward()
        norm = torch.cat([p.grad.flatten() for p in params]).norm()
        with torch.no_grad():
            for p in params:
                if norm > max_norm:
                    p.grad *= max_norm / norm
                p -= rate * p.grad
                p.grad.zero_()
    return losses, W.detach(), U.detach(), b.detach(), V.detach(), c.detach()


# %% right: states as columns
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.tensor(w, requires_grad=True) for w in weights]
    losses = []
    for xs, ys in zip(torch.tensor(x), torch.tensor(labels)):
        h = torch.zeros(len(b), len(xs), dtype=torch.double)
        for t in range(xs.shape[1]):
            h = torch.tanh(W @ xs[:, t].T + U @ h + b[:, None])
        loss = F.cross_entropy((V @ h + c[:, None]).T, ys)
        grads = torch.autograd.grad(loss, [W, U, b, V, c])
        norm = torch.stack([g.norm() for g in grads]).norm()
        if norm > max_norm:
            grads = [g / norm * max_norm for g in grads]
        for w, g in zip([W, U, b, V, c], grads):
            w.data -= rate * g
        losses.append(loss.detach())
    return torch.stack(losses), *[w.detach() for w in (W, U, b, V, c)]


# %% wrong: losses-after-the-step, earns 0.7 — loss measured after the step
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.tensor(w, requires_grad=True) for w in weights]
    params = [W, U, b, V, c]
    losses = []
    for batch, target in zip(torch.tensor(x), torch.tensor(labels)):
        h = torch.zeros(batch.shape[0], len(b), dtype=torch.float64)
        for t in range(batch.shape[1]):
            h = torch.tanh(batch[:, t] @ W.T + h @ U.T + b)
        scores = h @ V.T + c
        loss = F.cross_entropy(scores, target)
        grads = torch.autograd.grad(loss, params)
        norm = torch.sqrt(sum((g**2).sum() for g in grads))
        factor = max_norm / norm if norm > max_norm else 1.0
        with torch.no_grad():
            for w, g in zip(params, grads):
                w -= rate * factor * g
        with torch.no_grad():
            h = torch.zeros(batch.shape[0], len(b), dtype=torch.float64)
            for t in range(batch.shape[1]):
                h = torch.tanh(batch[:, t] @ W.T + h @ U.T + b)
            losses.append(F.cross_entropy(h @ V.T + c, target).item())
    return losses, *[w.detach().numpy() for w in params]


# %% wrong: not-clipped, earns 0.5 — no clipping
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.tensor(w, requires_grad=True) for w in weights]
    params = [W, U, b, V, c]
    losses = []
    for batch, target in zip(torch.tensor(x), torch.tensor(labels)):
        h = torch.zeros(batch.shape[0], len(b), dtype=torch.float64)
        for t in range(batch.shape[1]):
            h = torch.tanh(batch[:, t] @ W.T + h @ U.T + b)
        scores = h @ V.T + c
        loss = F.cross_entropy(scores, target)
        grads = torch.autograd.grad(loss, params)
        norm = torch.sqrt(sum((g**2).sum() for g in grads))
        factor = 1.0
        with torch.no_grad():
            for w, g in zip(params, grads):
                w -= rate * factor * g
        losses.append(loss.item())
    return losses, *[w.detach().numpy() for w in params]


# %% wrong: each-clipped-alone, earns 0.6 — each gradient clipped alone
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.tensor(w, requires_grad=True) for w in weights]
    params = [W, U, b, V, c]
    losses = []
    for batch, target in zip(torch.tensor(x), torch.tensor(labels)):
        h = torch.zeros(batch.shape[0], len(b), dtype=torch.float64)
        for t in range(batch.shape[1]):
            h = torch.tanh(batch[:, t] @ W.T + h @ U.T + b)
        scores = h @ V.T + c
        loss = F.cross_entropy(scores, target)
        grads = torch.autograd.grad(loss, params)
        with torch.no_grad():
            for w, g in zip(params, grads):
                norm = g.norm()
                factor = max_norm / norm if norm > max_norm else 1.0
                w -= rate * factor * g
        losses.append(loss.item())
    return losses, *[w.detach().numpy() for w in params]


# %% wrong: clipped-by-value, earns 0.5 — clipped by value
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.nn.Parameter(torch.tensor(w)) for w in weights]
    optimizer = torch.optim.SGD([W, U, b, V, c], lr=rate)
    losses = []
    for xs, ys in zip(torch.tensor(x), torch.tensor(labels)):
        h = torch.zeros(len(xs), len(b), dtype=torch.float64)
        for item in xs.unbind(1):
            h = torch.tanh(item @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, ys)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_value_([W, U, b, V, c], max_norm)
        optimizer.step()
        losses.append(loss.item())
    return losses, W.detach(), U.detach(), b.detach(), V.detach(), c.detach()


# %% wrong: always-scaled, earns 0.6 — always scaled to max_norm
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.tensor(w, requires_grad=True) for w in weights]
    params = [W, U, b, V, c]
    losses = []
    for batch, target in zip(torch.tensor(x), torch.tensor(labels)):
        h = torch.zeros(batch.shape[0], len(b), dtype=torch.float64)
        for t in range(batch.shape[1]):
            h = torch.tanh(batch[:, t] @ W.T + h @ U.T + b)
        scores = h @ V.T + c
        loss = F.cross_entropy(scores, target)
        grads = torch.autograd.grad(loss, params)
        norm = torch.sqrt(sum((g**2).sum() for g in grads))
        factor = max_norm / norm
        with torch.no_grad():
            for w, g in zip(params, grads):
                w -= rate * factor * g
        losses.append(loss.item())
    return losses, *[w.detach().numpy() for w in params]


# %% wrong: always-scaled, earns 0.6 — always scaled to max_norm a little added
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.tensor(w, requires_grad=True) for w in weights]
    params = [W, U, b, V, c]
    losses = []
    for batch, target in zip(torch.tensor(x), torch.tensor(labels)):
        h = torch.zeros(batch.shape[0], len(b), dtype=torch.float64)
        for t in range(batch.shape[1]):
            h = torch.tanh(batch[:, t] @ W.T + h @ U.T + b)
        scores = h @ V.T + c
        loss = F.cross_entropy(scores, target)
        grads = torch.autograd.grad(loss, params)
        norm = torch.sqrt(sum((g**2).sum() for g in grads))
        factor = max_norm / (norm + 1e-12)
        with torch.no_grad():
            for w, g in zip(params, grads):
                w -= rate * factor * g
        losses.append(loss.item())
    return losses, *[w.detach().numpy() for w in params]


# %% wrong: state-carried-over, earns 0.4 — state carried over
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.tensor(w, requires_grad=True) for w in weights]
    params = [W, U, b, V, c]
    losses = []
    h = torch.zeros(x.shape[1], len(b), dtype=torch.float64)
    for batch, target in zip(torch.tensor(x), torch.tensor(labels)):
        h = h.detach()
        for t in range(batch.shape[1]):
            h = torch.tanh(batch[:, t] @ W.T + h @ U.T + b)
        scores = h @ V.T + c
        loss = F.cross_entropy(scores, target)
        grads = torch.autograd.grad(loss, params)
        norm = torch.sqrt(sum((g**2).sum() for g in grads))
        factor = max_norm / norm if norm > max_norm else 1.0
        with torch.no_grad():
            for w, g in zip(params, grads):
                w -= rate * factor * g
        losses.append(loss.item())
    return losses, *[w.detach().numpy() for w in params]


# %% wrong: mean-of-states, earns 0.3 — mean of all states
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.tensor(w, requires_grad=True) for w in weights]
    params = [W, U, b, V, c]
    losses = []
    for batch, target in zip(torch.tensor(x), torch.tensor(labels)):
        h = torch.zeros(batch.shape[0], len(b), dtype=torch.float64)
        states = []
        for t in range(batch.shape[1]):
            h = torch.tanh(batch[:, t] @ W.T + h @ U.T + b)
            states.append(h)
        scores = torch.stack(states).mean(0) @ V.T + c
        loss = F.cross_entropy(scores, target)
        grads = torch.autograd.grad(loss, params)
        norm = torch.sqrt(sum((g**2).sum() for g in grads))
        factor = max_norm / norm if norm > max_norm else 1.0
        with torch.no_grad():
            for w, g in zip(params, grads):
                w -= rate * factor * g
        losses.append(loss.item())
    return losses, *[w.detach().numpy() for w in params]


# %% wrong: summed, earns 0.5 — sum over sequences
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.tensor(w, requires_grad=True) for w in weights]
    params = [W, U, b, V, c]
    losses = []
    for batch, target in zip(torch.tensor(x), torch.tensor(labels)):
        h = torch.zeros(batch.shape[0], len(b), dtype=torch.float64)
        for t in range(batch.shape[1]):
            h = torch.tanh(batch[:, t] @ W.T + h @ U.T + b)
        scores = h @ V.T + c
        loss = F.cross_entropy(scores, target, reduction="sum")
        grads = torch.autograd.grad(loss, params)
        norm = torch.sqrt(sum((g**2).sum() for g in grads))
        factor = max_norm / norm if norm > max_norm else 1.0
        with torch.no_grad():
            for w, g in zip(params, grads):
                w -= rate * factor * g
        losses.append(loss.item())
    return losses, *[w.detach().numpy() for w in params]


# %% wrong: zero-grad-forgotten, earns 0.4 — gradients pile up
def train_reader(weights, x, labels, rate, max_norm):
    params = [torch.from_numpy(w.copy()).requires_grad_() for w in weights]
    W, U, b, V, c = params
    losses = np.zeros(len(x))
    for k in range(len(x)):
        xs, ys = torch.from_numpy(x[k]), torch.from_numpy(labels[k])
        h = torch.zeros(xs.shape[0], U.shape[0], dtype=torch.float64)
        for t in range(xs.shape[1]):
            h = torch.tanh(xs[:, t, :] @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, ys)
        losses[k] = loss.item()
        loss.backward()
        norm = torch.cat([p.grad.flatten() for p in params]).norm()
        with torch.no_grad():
            for p in params:
                factor = max_norm / norm if norm > max_norm else 1
                p -= rate * factor * p.grad
    return losses, W.detach(), U.detach(), b.detach(), V.detach(), c.detach()


# %% wrong: zero-grad-forgotten, earns 0.4 — clipped gradients pile up
def train_reader(weights, x, labels, rate, max_norm):
    params = [torch.from_numpy(w.copy()).requires_grad_() for w in weights]
    W, U, b, V, c = params
    losses = np.zeros(len(x))
    for k in range(len(x)):
        xs, ys = torch.from_numpy(x[k]), torch.from_numpy(labels[k])
        h = torch.zeros(xs.shape[0], U.shape[0], dtype=torch.float64)
        for t in range(xs.shape[1]):
            h = torch.tanh(xs[:, t, :] @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, ys)
        losses[k] = loss.item()
        loss.backward()
        norm = torch.cat([p.grad.flatten() for p in params]).norm()
        with torch.no_grad():
            for p in params:
                if norm > max_norm:
                    p.grad *= max_norm / norm
                p -= rate * p.grad
    return losses, W.detach(), U.detach(), b.detach(), V.detach(), c.detach()


# %% wrong: ascends, earns 0.4 — up the hill
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.tensor(w, requires_grad=True) for w in weights]
    params = [W, U, b, V, c]
    losses = []
    for batch, target in zip(torch.tensor(x), torch.tensor(labels)):
        h = torch.zeros(batch.shape[0], len(b), dtype=torch.float64)
        for t in range(batch.shape[1]):
            h = torch.tanh(batch[:, t] @ W.T + h @ U.T + b)
        scores = h @ V.T + c
        loss = F.cross_entropy(scores, target)
        grads = torch.autograd.grad(loss, params)
        norm = torch.sqrt(sum((g**2).sum() for g in grads))
        factor = max_norm / norm if norm > max_norm else 1.0
        with torch.no_grad():
            for w, g in zip(params, grads):
                w += rate * factor * g
        losses.append(loss.item())
    return losses, *[w.detach().numpy() for w in params]


# %% wrong: step-clipped, earns 0.6 — the step is clipped with its rate
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.tensor(w, requires_grad=True) for w in weights]
    params = [W, U, b, V, c]
    losses = []
    for batch, target in zip(torch.tensor(x), torch.tensor(labels)):
        h = torch.zeros(batch.shape[0], len(b), dtype=torch.float64)
        for t in range(batch.shape[1]):
            h = torch.tanh(batch[:, t] @ W.T + h @ U.T + b)
        scores = h @ V.T + c
        loss = F.cross_entropy(scores, target)
        grads = torch.autograd.grad(loss, params)
        norm = rate * torch.sqrt(sum((g**2).sum() for g in grads))
        factor = max_norm / norm if norm > max_norm else 1.0
        with torch.no_grad():
            for w, g in zip(params, grads):
                w -= rate * factor * g
        losses.append(loss.item())
    return losses, *[w.detach().numpy() for w in params]


# %% wrong: softmax-twice, earns 0.4 — softmax before cross entropy
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.tensor(w, requires_grad=True) for w in weights]
    params = [W, U, b, V, c]
    losses = []
    for batch, target in zip(torch.tensor(x), torch.tensor(labels)):
        h = torch.zeros(batch.shape[0], len(b), dtype=torch.float64)
        for t in range(batch.shape[1]):
            h = torch.tanh(batch[:, t] @ W.T + h @ U.T + b)
        scores = h @ V.T + c
        loss = F.cross_entropy(scores.softmax(-1), target)
        grads = torch.autograd.grad(loss, params)
        norm = torch.sqrt(sum((g**2).sum() for g in grads))
        factor = max_norm / norm if norm > max_norm else 1.0
        with torch.no_grad():
            for w, g in zip(params, grads):
                w -= rate * factor * g
        losses.append(loss.item())
    return losses, *[w.detach().numpy() for w in params]


# %% wrong: truncated, earns 0.3 — state detached at each item
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.tensor(w, requires_grad=True) for w in weights]
    params = [W, U, b, V, c]
    losses = []
    for batch, target in zip(torch.tensor(x), torch.tensor(labels)):
        h = torch.zeros(batch.shape[0], len(b), dtype=torch.float64)
        for t in range(batch.shape[1]):
            h = torch.tanh(batch[:, t] @ W.T + h.detach() @ U.T + b)
        scores = h @ V.T + c
        loss = F.cross_entropy(scores, target)
        grads = torch.autograd.grad(loss, params)
        norm = torch.sqrt(sum((g**2).sum() for g in grads))
        factor = max_norm / norm if norm > max_norm else 1.0
        with torch.no_grad():
            for w, g in zip(params, grads):
                w -= rate * factor * g
        losses.append(loss.item())
    return losses, *[w.detach().numpy() for w in params]


# %% wrong: truncated, earns 0.3 — by hand only the last item
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [np.array(w, dtype=float) for w in weights]
    losses = []
    for X, y in zip(x, labels):
        m, n, _ = X.shape
        states = [np.zeros((m, len(b)))]
        for t in range(n):
            states.append(np.tanh(X[:, t] @ W.T + states[-1] @ U.T + b))
        scores = states[-1] @ V.T + c
        shifted = scores - scores.max(axis=1, keepdims=True)
        log_p = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
        losses.append(-log_p[np.arange(m), y].mean())
        d = np.exp(log_p)
        d[np.arange(m), y] -= 1
        d /= m
        gV, gc = d.T @ states[-1], d.sum(axis=0)
        gW, gU, gb = np.zeros_like(W), np.zeros_like(U), np.zeros_like(b)
        dh = d @ V
        for t in [n - 1]:
            da = dh * (1 - states[t + 1] ** 2)
            gW += da.T @ X[:, t]
            gU += da.T @ states[t]
            gb += da.sum(axis=0)
            dh = da @ U
        norm = np.sqrt(sum((g**2).sum() for g in (gW, gU, gb, gV, gc)))
        step = rate * (max_norm / norm if norm > max_norm else 1)
        W, U, b = W - step * gW, U - step * gU, b - step * gb
        V, c = V - step * gV, c - step * gc
    return np.array(losses), W, U, b, V, c


# %% wrong: not-all-trained, earns 0.4 — b is not trained
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.tensor(w, requires_grad=True) for w in weights]
    params = [W, U, V, c]
    losses = []
    for batch, target in zip(torch.tensor(x), torch.tensor(labels)):
        h = torch.zeros(batch.shape[0], len(b), dtype=torch.float64)
        for t in range(batch.shape[1]):
            h = torch.tanh(batch[:, t] @ W.T + h @ U.T + b)
        scores = h @ V.T + c
        loss = F.cross_entropy(scores, target)
        grads = torch.autograd.grad(loss, params)
        norm = torch.sqrt(sum((g**2).sum() for g in grads))
        factor = max_norm / norm if norm > max_norm else 1.0
        with torch.no_grad():
            for w, g in zip(params, grads):
                w -= rate * factor * g
        losses.append(loss.item())
    return losses, *[w.detach().numpy() for w in (W, U, b, V, c)]


# %% wrong: not-all-trained, earns 0.4 — c is not trained
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.tensor(w, requires_grad=True) for w in weights]
    params = [W, U, b, V]
    losses = []
    for batch, target in zip(torch.tensor(x), torch.tensor(labels)):
        h = torch.zeros(batch.shape[0], len(b), dtype=torch.float64)
        for t in range(batch.shape[1]):
            h = torch.tanh(batch[:, t] @ W.T + h @ U.T + b)
        scores = h @ V.T + c
        loss = F.cross_entropy(scores, target)
        grads = torch.autograd.grad(loss, params)
        norm = torch.sqrt(sum((g**2).sum() for g in grads))
        factor = max_norm / norm if norm > max_norm else 1.0
        with torch.no_grad():
            for w, g in zip(params, grads):
                w -= rate * factor * g
        losses.append(loss.item())
    return losses, *[w.detach().numpy() for w in (W, U, b, V, c)]


# %% wrong: other-norm, earns 0.6 — norm without a root
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.tensor(w, requires_grad=True) for w in weights]
    params = [W, U, b, V, c]
    losses = []
    for batch, target in zip(torch.tensor(x), torch.tensor(labels)):
        h = torch.zeros(batch.shape[0], len(b), dtype=torch.float64)
        for t in range(batch.shape[1]):
            h = torch.tanh(batch[:, t] @ W.T + h @ U.T + b)
        scores = h @ V.T + c
        loss = F.cross_entropy(scores, target)
        grads = torch.autograd.grad(loss, params)
        norm = sum((g**2).sum() for g in grads)
        factor = max_norm / norm if norm > max_norm else 1.0
        with torch.no_grad():
            for w, g in zip(params, grads):
                w -= rate * factor * g
        losses.append(loss.item())
    return losses, *[w.detach().numpy() for w in params]


# %% wrong: other-norm, earns 0.6 — sum of five norms
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.tensor(w, requires_grad=True) for w in weights]
    params = [W, U, b, V, c]
    losses = []
    for batch, target in zip(torch.tensor(x), torch.tensor(labels)):
        h = torch.zeros(batch.shape[0], len(b), dtype=torch.float64)
        for t in range(batch.shape[1]):
            h = torch.tanh(batch[:, t] @ W.T + h @ U.T + b)
        scores = h @ V.T + c
        loss = F.cross_entropy(scores, target)
        grads = torch.autograd.grad(loss, params)
        norm = sum(g.norm() for g in grads)
        factor = max_norm / norm if norm > max_norm else 1.0
        with torch.no_grad():
            for w, g in zip(params, grads):
                w -= rate * factor * g
        losses.append(loss.item())
    return losses, *[w.detach().numpy() for w in params]


# %% wrong: other-norm, earns 0.6 — largest of five norms
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.tensor(w, requires_grad=True) for w in weights]
    params = [W, U, b, V, c]
    losses = []
    for batch, target in zip(torch.tensor(x), torch.tensor(labels)):
        h = torch.zeros(batch.shape[0], len(b), dtype=torch.float64)
        for t in range(batch.shape[1]):
            h = torch.tanh(batch[:, t] @ W.T + h @ U.T + b)
        scores = h @ V.T + c
        loss = F.cross_entropy(scores, target)
        grads = torch.autograd.grad(loss, params)
        norm = max(g.norm() for g in grads)
        factor = max_norm / norm if norm > max_norm else 1.0
        with torch.no_grad():
            for w, g in zip(params, grads):
                w -= rate * factor * g
        losses.append(loss.item())
    return losses, *[w.detach().numpy() for w in params]


# %% wrong: other-norm, earns 0.6 — norm of absolute values
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.tensor(w, requires_grad=True) for w in weights]
    params = [W, U, b, V, c]
    losses = []
    for batch, target in zip(torch.tensor(x), torch.tensor(labels)):
        h = torch.zeros(batch.shape[0], len(b), dtype=torch.float64)
        for t in range(batch.shape[1]):
            h = torch.tanh(batch[:, t] @ W.T + h @ U.T + b)
        scores = h @ V.T + c
        loss = F.cross_entropy(scores, target)
        grads = torch.autograd.grad(loss, params)
        norm = sum(g.abs().sum() for g in grads)
        factor = max_norm / norm if norm > max_norm else 1.0
        with torch.no_grad():
            for w, g in zip(params, grads):
                w -= rate * factor * g
        losses.append(loss.item())
    return losses, *[w.detach().numpy() for w in params]


# %% wrong: clips-short-ones, earns 0.5 — clips small gradients
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.tensor(w, requires_grad=True) for w in weights]
    params = [W, U, b, V, c]
    losses = []
    for batch, target in zip(torch.tensor(x), torch.tensor(labels)):
        h = torch.zeros(batch.shape[0], len(b), dtype=torch.float64)
        for t in range(batch.shape[1]):
            h = torch.tanh(batch[:, t] @ W.T + h @ U.T + b)
        scores = h @ V.T + c
        loss = F.cross_entropy(scores, target)
        grads = torch.autograd.grad(loss, params)
        norm = torch.sqrt(sum((g**2).sum() for g in grads))
        factor = max_norm / norm if norm < max_norm else 1.0
        with torch.no_grad():
            for w, g in zip(params, grads):
                w -= rate * factor * g
        losses.append(loss.item())
    return losses, *[w.detach().numpy() for w in params]


# %% wrong: to-another-length, earns 0.6 — divided by the norm alone
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.tensor(w, requires_grad=True) for w in weights]
    params = [W, U, b, V, c]
    losses = []
    for batch, target in zip(torch.tensor(x), torch.tensor(labels)):
        h = torch.zeros(batch.shape[0], len(b), dtype=torch.float64)
        for t in range(batch.shape[1]):
            h = torch.tanh(batch[:, t] @ W.T + h @ U.T + b)
        scores = h @ V.T + c
        loss = F.cross_entropy(scores, target)
        grads = torch.autograd.grad(loss, params)
        norm = torch.sqrt(sum((g**2).sum() for g in grads))
        factor = 1 / norm if norm > max_norm else 1.0
        with torch.no_grad():
            for w, g in zip(params, grads):
                w -= rate * factor * g
        losses.append(loss.item())
    return losses, *[w.detach().numpy() for w in params]


# %% wrong: to-another-length, earns 0.6 — multiplied by max_norm
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.tensor(w, requires_grad=True) for w in weights]
    params = [W, U, b, V, c]
    losses = []
    for batch, target in zip(torch.tensor(x), torch.tensor(labels)):
        h = torch.zeros(batch.shape[0], len(b), dtype=torch.float64)
        for t in range(batch.shape[1]):
            h = torch.tanh(batch[:, t] @ W.T + h @ U.T + b)
        scores = h @ V.T + c
        loss = F.cross_entropy(scores, target)
        grads = torch.autograd.grad(loss, params)
        norm = torch.sqrt(sum((g**2).sum() for g in grads))
        factor = max_norm if norm > max_norm else 1.0
        with torch.no_grad():
            for w, g in zip(params, grads):
                w -= rate * factor * g
        losses.append(loss.item())
    return losses, *[w.detach().numpy() for w in params]


# %% wrong: starts-over, earns 0.3 — starts again from the given weights
def train_reader(weights, x, labels, rate, max_norm):
    losses = []
    for batch, target in zip(torch.tensor(x), torch.tensor(labels)):
        W, U, b, V, c = [torch.tensor(w, requires_grad=True) for w in weights]
        params = [W, U, b, V, c]
        h = torch.zeros(batch.shape[0], len(b), dtype=torch.float64)
        for t in range(batch.shape[1]):
            h = torch.tanh(batch[:, t] @ W.T + h @ U.T + b)
        scores = h @ V.T + c
        loss = F.cross_entropy(scores, target)
        grads = torch.autograd.grad(loss, params)
        norm = torch.sqrt(sum((g**2).sum() for g in grads))
        factor = max_norm / norm if norm > max_norm else 1.0
        with torch.no_grad():
            for w, g in zip(params, grads):
                w -= rate * factor * g
        losses.append(loss.item())
    return losses, *[w.detach().numpy() for w in params]


# %% wrong: gradients-of-the-start, earns 0.3 — all gradients at the first weights
def train_reader(weights, x, labels, rate, max_norm):
    def loss_of(params, xs, ys):
        W, U, b, V, c = params
        h = torch.zeros(xs.shape[0], U.shape[0], dtype=xs.dtype)
        for t in range(xs.shape[1]):
            h = torch.tanh(xs[:, t] @ W.T + h @ U.T + b)
        return F.cross_entropy(h @ V.T + c, ys)

    start = tuple(torch.tensor(w) for w in weights)
    params, losses = tuple(torch.tensor(w) for w in weights), []
    for xs, ys in zip(torch.tensor(x), torch.tensor(labels)):
        grads, loss = torch.func.grad_and_value(loss_of)(start, xs, ys)
        norm = sum(g.square().sum() for g in grads).sqrt()
        factor = torch.clamp(max_norm / norm, max=1.0)
        params = tuple(p - rate * factor * g for p, g in zip(params, grads))
        losses.append(float(loss))
    return (torch.tensor(losses), *params)


# %% wrong: U-transposed, earns 0.5 — U not transposed
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.tensor(w, requires_grad=True) for w in weights]
    params = [W, U, b, V, c]
    losses = []
    for batch, target in zip(torch.tensor(x), torch.tensor(labels)):
        h = torch.zeros(batch.shape[0], len(b), dtype=torch.float64)
        for t in range(batch.shape[1]):
            h = torch.tanh(batch[:, t] @ W.T + h @ U + b)
        scores = h @ V.T + c
        loss = F.cross_entropy(scores, target)
        grads = torch.autograd.grad(loss, params)
        norm = torch.sqrt(sum((g**2).sum() for g in grads))
        factor = max_norm / norm if norm > max_norm else 1.0
        with torch.no_grad():
            for w, g in zip(params, grads):
                w -= rate * factor * g
        losses.append(loss.item())
    return losses, *[w.detach().numpy() for w in params]


# %% right: float32
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.tensor(w, dtype=torch.float32, requires_grad=True) for w in weights]
    params = [W, U, b, V, c]
    losses = []
    for batch, target in zip(torch.tensor(x, dtype=torch.float32), torch.tensor(labels)):
        h = torch.zeros(batch.shape[0], len(b), dtype=torch.float32)
        for t in range(batch.shape[1]):
            h = torch.tanh(batch[:, t] @ W.T + h @ U.T + b)
        scores = h @ V.T + c
        loss = F.cross_entropy(scores, target)
        grads = torch.autograd.grad(loss, params)
        norm = torch.sqrt(sum((g**2).sum() for g in grads))
        factor = max_norm / norm if norm > max_norm else 1.0
        with torch.no_grad():
            for w, g in zip(params, grads):
                w -= rate * factor * g
        losses.append(loss.item())
    return losses, *[w.detach().numpy() for w in params]


# %% wrong: changed-arguments, earns 0.7 — arguments changed in place
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = weights
    losses = []
    for X, y in zip(x, labels):
        m, n, _ = X.shape
        states = [np.zeros((m, len(b)))]
        for t in range(n):
            states.append(np.tanh(X[:, t] @ W.T + states[-1] @ U.T + b))
        scores = states[-1] @ V.T + c
        shifted = scores - scores.max(axis=1, keepdims=True)
        log_p = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
        losses.append(-log_p[np.arange(m), y].mean())
        d = np.exp(log_p)
        d[np.arange(m), y] -= 1
        d /= m
        gV, gc = d.T @ states[-1], d.sum(axis=0)
        gW, gU, gb = np.zeros_like(W), np.zeros_like(U), np.zeros_like(b)
        dh = d @ V
        for t in reversed(range(n)):
            da = dh * (1 - states[t + 1] ** 2)
            gW += da.T @ X[:, t]
            gU += da.T @ states[t]
            gb += da.sum(axis=0)
            dh = da @ U
        norm = np.sqrt(sum((g**2).sum() for g in (gW, gU, gb, gV, gc)))
        step = rate * (max_norm / norm if norm > max_norm else 1)
        W -= step * gW
        U -= step * gU
        b -= step * gb
        V -= step * gV
        c -= step * gc
    return np.array(losses), W, U, b, V, c


# %% wrong: loss-at-every-item, earns 0.3 — a score and a loss at each item
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.tensor(w, requires_grad=True) for w in weights]
    params = [W, U, b, V, c]
    losses = []
    for batch, target in zip(torch.tensor(x), torch.tensor(labels)):
        h = torch.zeros(batch.shape[0], len(b), dtype=torch.float64)
        loss = 0
        for t in range(batch.shape[1]):
            h = torch.tanh(batch[:, t] @ W.T + h @ U.T + b)
            loss = loss + F.cross_entropy(h @ V.T + c, target)
        loss = loss / batch.shape[1]
        grads = torch.autograd.grad(loss, params)
        norm = torch.sqrt(sum((g**2).sum() for g in grads))
        factor = max_norm / norm if norm > max_norm else 1.0
        with torch.no_grad():
            for w, g in zip(params, grads):
                w -= rate * factor * g
        losses.append(loss.item())
    return losses, *[w.detach().numpy() for w in params]


# %% wrong: wrong-shape — last loss only
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.tensor(w, requires_grad=True) for w in weights]
    params = [W, U, b, V, c]
    losses = []
    for batch, target in zip(torch.tensor(x), torch.tensor(labels)):
        h = torch.zeros(batch.shape[0], len(b), dtype=torch.float64)
        for t in range(batch.shape[1]):
            h = torch.tanh(batch[:, t] @ W.T + h @ U.T + b)
        scores = h @ V.T + c
        loss = F.cross_entropy(scores, target)
        grads = torch.autograd.grad(loss, params)
        norm = torch.sqrt(sum((g**2).sum() for g in grads))
        factor = max_norm / norm if norm > max_norm else 1.0
        with torch.no_grad():
            for w, g in zip(params, grads):
                w -= rate * factor * g
        losses.append(loss.item())
    return losses[-1:], *[w.detach().numpy() for w in params]


# %% wrong: unrecognised — running mean of losses
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.tensor(w, requires_grad=True) for w in weights]
    params = [W, U, b, V, c]
    losses = []
    for batch, target in zip(torch.tensor(x), torch.tensor(labels)):
        h = torch.zeros(batch.shape[0], len(b), dtype=torch.float64)
        for t in range(batch.shape[1]):
            h = torch.tanh(batch[:, t] @ W.T + h @ U.T + b)
        scores = h @ V.T + c
        loss = F.cross_entropy(scores, target)
        grads = torch.autograd.grad(loss, params)
        norm = torch.sqrt(sum((g**2).sum() for g in grads))
        factor = max_norm / norm if norm > max_norm else 1.0
        with torch.no_grad():
            for w, g in zip(params, grads):
                w -= rate * factor * g
        losses.append(loss.item())
    losses = np.cumsum(losses) / np.arange(1, len(losses) + 1)
    return losses, *[w.detach().numpy() for w in params]


# %% wrong: summed, earns 0.5 — not divided by the number of sequences by hand
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [np.array(w, dtype=float) for w in weights]
    losses = []
    for X, y in zip(x, labels):
        m, n, _ = X.shape
        states = [np.zeros((m, len(b)))]
        for t in range(n):
            states.append(np.tanh(X[:, t] @ W.T + states[-1] @ U.T + b))
        scores = states[-1] @ V.T + c
        shifted = scores - scores.max(axis=1, keepdims=True)
        log_p = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
        losses.append(-log_p[np.arange(m), y].mean())
        d = np.exp(log_p)
        d[np.arange(m), y] -= 1
        gV, gc = d.T @ states[-1], d.sum(axis=0)
        gW, gU, gb = np.zeros_like(W), np.zeros_like(U), np.zeros_like(b)
        dh = d @ V
        for t in reversed(range(n)):
            da = dh * (1 - states[t + 1] ** 2)
            gW += da.T @ X[:, t]
            gU += da.T @ states[t]
            gb += da.sum(axis=0)
            dh = da @ U
        norm = np.sqrt(sum((g**2).sum() for g in (gW, gU, gb, gV, gc)))
        step = rate * (max_norm / norm if norm > max_norm else 1)
        W, U, b = W - step * gW, U - step * gU, b - step * gb
        V, c = V - step * gV, c - step * gc
    return np.array(losses), W, U, b, V, c


# %% wrong: tanh-on-the-way-back, earns 0.5 — tanh forgotten on the way back
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [np.array(w, dtype=float) for w in weights]
    losses = []
    for X, y in zip(x, labels):
        m, n, _ = X.shape
        states = [np.zeros((m, len(b)))]
        for t in range(n):
            states.append(np.tanh(X[:, t] @ W.T + states[-1] @ U.T + b))
        scores = states[-1] @ V.T + c
        shifted = scores - scores.max(axis=1, keepdims=True)
        log_p = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
        losses.append(-log_p[np.arange(m), y].mean())
        d = np.exp(log_p)
        d[np.arange(m), y] -= 1
        d /= m
        gV, gc = d.T @ states[-1], d.sum(axis=0)
        gW, gU, gb = np.zeros_like(W), np.zeros_like(U), np.zeros_like(b)
        dh = d @ V
        for t in reversed(range(n)):
            da = dh
            gW += da.T @ X[:, t]
            gU += da.T @ states[t]
            gb += da.sum(axis=0)
            dh = da @ U
        norm = np.sqrt(sum((g**2).sum() for g in (gW, gU, gb, gV, gc)))
        step = rate * (max_norm / norm if norm > max_norm else 1)
        W, U, b = W - step * gW, U - step * gU, b - step * gb
        V, c = V - step * gV, c - step * gc
    return np.array(losses), W, U, b, V, c


# %% wrong: tanh-on-the-way-back, earns 0.5 — derivative of tanh at the sum
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [np.array(w, dtype=float) for w in weights]
    losses = []
    for X, y in zip(x, labels):
        m, n, _ = X.shape
        states = [np.zeros((m, len(b)))]
        for t in range(n):
            states.append(np.tanh(X[:, t] @ W.T + states[-1] @ U.T + b))
        scores = states[-1] @ V.T + c
        shifted = scores - scores.max(axis=1, keepdims=True)
        log_p = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
        losses.append(-log_p[np.arange(m), y].mean())
        d = np.exp(log_p)
        d[np.arange(m), y] -= 1
        d /= m
        gV, gc = d.T @ states[-1], d.sum(axis=0)
        gW, gU, gb = np.zeros_like(W), np.zeros_like(U), np.zeros_like(b)
        dh = d @ V
        for t in reversed(range(n)):
            da = dh * (1 - np.tanh(states[t + 1]) ** 2)
            gW += da.T @ X[:, t]
            gU += da.T @ states[t]
            gb += da.sum(axis=0)
            dh = da @ U
        norm = np.sqrt(sum((g**2).sum() for g in (gW, gU, gb, gV, gc)))
        step = rate * (max_norm / norm if norm > max_norm else 1)
        W, U, b = W - step * gW, U - step * gU, b - step * gb
        V, c = V - step * gV, c - step * gc
    return np.array(losses), W, U, b, V, c


# %% wrong: tanh-on-the-way-back, earns 0.5 — derivative of tanh at the state before
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [np.array(w, dtype=float) for w in weights]
    losses = []
    for X, y in zip(x, labels):
        m, n, _ = X.shape
        states = [np.zeros((m, len(b)))]
        for t in range(n):
            states.append(np.tanh(X[:, t] @ W.T + states[-1] @ U.T + b))
        scores = states[-1] @ V.T + c
        shifted = scores - scores.max(axis=1, keepdims=True)
        log_p = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
        losses.append(-log_p[np.arange(m), y].mean())
        d = np.exp(log_p)
        d[np.arange(m), y] -= 1
        d /= m
        gV, gc = d.T @ states[-1], d.sum(axis=0)
        gW, gU, gb = np.zeros_like(W), np.zeros_like(U), np.zeros_like(b)
        dh = d @ V
        for t in reversed(range(n)):
            da = dh * (1 - states[t] ** 2)
            gW += da.T @ X[:, t]
            gU += da.T @ states[t]
            gb += da.sum(axis=0)
            dh = da @ U
        norm = np.sqrt(sum((g**2).sum() for g in (gW, gU, gb, gV, gc)))
        step = rate * (max_norm / norm if norm > max_norm else 1)
        W, U, b = W - step * gW, U - step * gU, b - step * gb
        V, c = V - step * gV, c - step * gc
    return np.array(losses), W, U, b, V, c


# %% wrong: U-transposed-back, earns 0.5 — U transposed on the way back
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [np.array(w, dtype=float) for w in weights]
    losses = []
    for X, y in zip(x, labels):
        m, n, _ = X.shape
        states = [np.zeros((m, len(b)))]
        for t in range(n):
            states.append(np.tanh(X[:, t] @ W.T + states[-1] @ U.T + b))
        scores = states[-1] @ V.T + c
        shifted = scores - scores.max(axis=1, keepdims=True)
        log_p = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
        losses.append(-log_p[np.arange(m), y].mean())
        d = np.exp(log_p)
        d[np.arange(m), y] -= 1
        d /= m
        gV, gc = d.T @ states[-1], d.sum(axis=0)
        gW, gU, gb = np.zeros_like(W), np.zeros_like(U), np.zeros_like(b)
        dh = d @ V
        for t in reversed(range(n)):
            da = dh * (1 - states[t + 1] ** 2)
            gW += da.T @ X[:, t]
            gU += da.T @ states[t]
            gb += da.sum(axis=0)
            dh = da @ U.T
        norm = np.sqrt(sum((g**2).sum() for g in (gW, gU, gb, gV, gc)))
        step = rate * (max_norm / norm if norm > max_norm else 1)
        W, U, b = W - step * gW, U - step * gU, b - step * gb
        V, c = V - step * gV, c - step * gc
    return np.array(losses), W, U, b, V, c


# %% wrong: unrecognised — V changed before the way back
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [np.array(w, dtype=float) for w in weights]
    losses = []
    for X, y in zip(x, labels):
        m, n, _ = X.shape
        states = [np.zeros((m, len(b)))]
        for t in range(n):
            states.append(np.tanh(X[:, t] @ W.T + states[-1] @ U.T + b))
        scores = states[-1] @ V.T + c
        shifted = scores - scores.max(axis=1, keepdims=True)
        log_p = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
        losses.append(-log_p[np.arange(m), y].mean())
        d = np.exp(log_p)
        d[np.arange(m), y] -= 1
        d /= m
        gV, gc = d.T @ states[-1], d.sum(axis=0)
        gW, gU, gb = np.zeros_like(W), np.zeros_like(U), np.zeros_like(b)
        V = V - rate * gV
        dh = d @ V
        for t in reversed(range(n)):
            da = dh * (1 - states[t + 1] ** 2)
            gW += da.T @ X[:, t]
            gU += da.T @ states[t]
            gb += da.sum(axis=0)
            dh = da @ U
        norm = np.sqrt(sum((g**2).sum() for g in (gW, gU, gb, gV, gc)))
        step = rate * (max_norm / norm if norm > max_norm else 1)
        W, U, b = W - step * gW, U - step * gU, b - step * gb
        V, c = V + rate * gV - step * gV, c - step * gc
    return np.array(losses), W, U, b, V, c


# %% wrong: not-clipped, earns 0.5 — clipping after the step
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.nn.Parameter(torch.tensor(w)) for w in weights]
    optimizer = torch.optim.SGD([W, U, b, V, c], lr=rate)
    losses = []
    for xs, ys in zip(torch.tensor(x), torch.tensor(labels)):
        h = torch.zeros(len(xs), len(b), dtype=torch.float64)
        for item in xs.unbind(1):
            h = torch.tanh(item @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, ys)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        torch.nn.utils.clip_grad_norm_([W, U, b, V, c], max_norm)
        losses.append(loss.item())
    return losses, W.detach(), U.detach(), b.detach(), V.detach(), c.detach()


# %% wrong: zero-grad-forgotten, earns 0.4 — no zero_grad
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.nn.Parameter(torch.tensor(w)) for w in weights]
    optimizer = torch.optim.SGD([W, U, b, V, c], lr=rate)
    losses = []
    for xs, ys in zip(torch.tensor(x), torch.tensor(labels)):
        h = torch.zeros(len(xs), len(b), dtype=torch.float64)
        for item in xs.unbind(1):
            h = torch.tanh(item @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, ys)
        loss.backward()
        torch.nn.utils.clip_grad_norm_([W, U, b, V, c], max_norm)
        optimizer.step()
        losses.append(loss.item())
    return losses, W.detach(), U.detach(), b.detach(), V.detach(), c.detach()


# %% wrong: never-learns, earns 0.2 — zero_grad after backward
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.nn.Parameter(torch.tensor(w)) for w in weights]
    optimizer = torch.optim.SGD([W, U, b, V, c], lr=rate)
    losses = []
    for xs, ys in zip(torch.tensor(x), torch.tensor(labels)):
        h = torch.zeros(len(xs), len(b), dtype=torch.float64)
        for item in xs.unbind(1):
            h = torch.tanh(item @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, ys)
        loss.backward()
        optimizer.zero_grad()
        torch.nn.utils.clip_grad_norm_([W, U, b, V, c], max_norm)
        optimizer.step()
        losses.append(loss.item())
    return losses, W.detach(), U.detach(), b.detach(), V.detach(), c.detach()


# %% wrong: read-out-not-clipped, earns 0.6 — clips only the recurrent weights
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.nn.Parameter(torch.tensor(w)) for w in weights]
    optimizer = torch.optim.SGD([W, U, b, V, c], lr=rate)
    losses = []
    for xs, ys in zip(torch.tensor(x), torch.tensor(labels)):
        h = torch.zeros(len(xs), len(b), dtype=torch.float64)
        for item in xs.unbind(1):
            h = torch.tanh(item @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, ys)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_([W, U, b], max_norm)
        optimizer.step()
        losses.append(loss.item())
    return losses, W.detach(), U.detach(), b.detach(), V.detach(), c.detach()


# %% wrong: other-optimiser, earns 0.4 — momentum
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.nn.Parameter(torch.tensor(w)) for w in weights]
    optimizer = torch.optim.SGD([W, U, b, V, c], lr=rate, momentum=0.9)
    losses = []
    for xs, ys in zip(torch.tensor(x), torch.tensor(labels)):
        h = torch.zeros(len(xs), len(b), dtype=torch.float64)
        for item in xs.unbind(1):
            h = torch.tanh(item @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, ys)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_([W, U, b, V, c], max_norm)
        optimizer.step()
        losses.append(loss.item())
    return losses, W.detach(), U.detach(), b.detach(), V.detach(), c.detach()


# %% wrong: other-optimiser, earns 0.4 — Adam
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.nn.Parameter(torch.tensor(w)) for w in weights]
    optimizer = torch.optim.Adam([W, U, b, V, c], lr=rate)
    losses = []
    for xs, ys in zip(torch.tensor(x), torch.tensor(labels)):
        h = torch.zeros(len(xs), len(b), dtype=torch.float64)
        for item in xs.unbind(1):
            h = torch.tanh(item @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, ys)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_([W, U, b, V, c], max_norm)
        optimizer.step()
        losses.append(loss.item())
    return losses, W.detach(), U.detach(), b.detach(), V.detach(), c.detach()


# %% wrong: two-biases, earns 0.3 — both biases of torch's RNN are trained
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = weights
    d_h, d_x = W.shape
    rnn = torch.nn.RNN(d_x, d_h, batch_first=True).double()
    out = torch.nn.Linear(d_h, len(c)).double()
    with torch.no_grad():
        rnn.weight_ih_l0.copy_(torch.tensor(W))
        rnn.weight_hh_l0.copy_(torch.tensor(U))
        rnn.bias_ih_l0.copy_(torch.tensor(b))
        rnn.bias_hh_l0.zero_()
        out.weight.copy_(torch.tensor(V))
        out.bias.copy_(torch.tensor(c))
    params = [rnn.weight_ih_l0, rnn.weight_hh_l0, rnn.bias_ih_l0, rnn.bias_hh_l0, out.weight, out.bias]
    losses = []
    for i in range(len(x)):
        hs, _ = rnn(torch.tensor(x[i]))
        loss = F.cross_entropy(out(hs[:, -1]), torch.tensor(labels[i]))
        grads = torch.autograd.grad(loss, params)
        norm = torch.linalg.norm(torch.cat([g.reshape(-1) for g in grads]))
        scale = 1.0 if norm <= max_norm else float(max_norm / norm)
        with torch.no_grad():
            for p, g in zip(params, grads):
                p.sub_(rate * scale * g)
        losses.append(loss.item())
    W, U, b, b2, V, c = (p.detach().numpy() for p in params)
    return losses, W, U, b + b2, V, c


# %% wrong: first-item, earns 0.3 — the state after the first item
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = weights
    d_h, d_x = W.shape
    rnn = torch.nn.RNN(d_x, d_h, batch_first=True).double()
    out = torch.nn.Linear(d_h, len(c)).double()
    with torch.no_grad():
        rnn.weight_ih_l0.copy_(torch.tensor(W))
        rnn.weight_hh_l0.copy_(torch.tensor(U))
        rnn.bias_ih_l0.copy_(torch.tensor(b))
        rnn.bias_hh_l0.zero_()
        out.weight.copy_(torch.tensor(V))
        out.bias.copy_(torch.tensor(c))
    params = [rnn.weight_ih_l0, rnn.weight_hh_l0, rnn.bias_ih_l0, out.weight, out.bias]
    losses = []
    for i in range(len(x)):
        hs, _ = rnn(torch.tensor(x[i]))
        loss = F.cross_entropy(out(hs[:, 0]), torch.tensor(labels[i]))
        grads = torch.autograd.grad(loss, params)
        norm = torch.linalg.norm(torch.cat([g.reshape(-1) for g in grads]))
        scale = 1.0 if norm <= max_norm else float(max_norm / norm)
        with torch.no_grad():
            for p, g in zip(params, grads):
                p.sub_(rate * scale * g)
        losses.append(loss.item())
    return losses, *(p.detach().numpy() for p in params)


# %% wrong: last-item-lost, earns 0.4 — one more step for the scores
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.tensor(w, requires_grad=True) for w in weights]
    params = [W, U, b, V, c]
    losses = []
    for batch, target in zip(torch.tensor(x), torch.tensor(labels)):
        h = torch.zeros(batch.shape[0], len(b), dtype=torch.float64)
        for t in range(batch.shape[1] - 1):
            h = torch.tanh(batch[:, t] @ W.T + h @ U.T + b)
        scores = h @ V.T + c
        loss = F.cross_entropy(scores, target)
        grads = torch.autograd.grad(loss, params)
        norm = torch.sqrt(sum((g**2).sum() for g in grads))
        factor = max_norm / norm if norm > max_norm else 1.0
        with torch.no_grad():
            for w, g in zip(params, grads):
                w -= rate * factor * g
        losses.append(loss.item())
    return losses, *[w.detach().numpy() for w in params]


# %% wrong: read-backwards, earns 0.3 — items backwards
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.tensor(w, requires_grad=True) for w in weights]
    params = [W, U, b, V, c]
    losses = []
    for batch, target in zip(torch.tensor(x), torch.tensor(labels)):
        h = torch.zeros(batch.shape[0], len(b), dtype=torch.float64)
        for t in reversed(range(batch.shape[1])):
            h = torch.tanh(batch[:, t] @ W.T + h @ U.T + b)
        scores = h @ V.T + c
        loss = F.cross_entropy(scores, target)
        grads = torch.autograd.grad(loss, params)
        norm = torch.sqrt(sum((g**2).sum() for g in grads))
        factor = max_norm / norm if norm > max_norm else 1.0
        with torch.no_grad():
            for w, g in zip(params, grads):
                w -= rate * factor * g
        losses.append(loss.item())
    return losses, *[w.detach().numpy() for w in params]


# %% wrong: zero-by-zero, earns 0.7 — zero norm divides
def train_reader(weights, x, labels, rate, max_norm):
    def loss_of(params, xs, ys):
        W, U, b, V, c = params
        h = torch.zeros(xs.shape[0], U.shape[0], dtype=xs.dtype)
        for t in range(xs.shape[1]):
            h = torch.tanh(xs[:, t] @ W.T + h @ U.T + b)
        return F.cross_entropy(h @ V.T + c, ys)

    params, losses = tuple(torch.tensor(w) for w in weights), []
    for xs, ys in zip(torch.tensor(x), torch.tensor(labels)):
        grads, loss = torch.func.grad_and_value(loss_of)(params, xs, ys)
        norm = sum(g.square().sum() for g in grads).sqrt()
        factor = 1.0 if norm < max_norm else max_norm / norm
        params = tuple(p - rate * factor * g / norm * norm for p, g in zip(params, grads))
        losses.append(float(loss))
    return (torch.tensor(losses), *params)


# %% wrong: unrecognised — state begins at the last state of the sequence before
def train_reader(weights, x, labels, rate, max_norm):
    p = {k: torch.tensor(w, requires_grad=True) for k, w in zip("WUbVc", weights)}
    losses = []
    for xs, ys in zip(x, labels):
        total = 0
        h = torch.zeros(len(p["b"]), dtype=torch.float64)
        for seq, label in zip(xs, ys):
            for item in seq:
                h = torch.tanh(p["W"] @ torch.tensor(item) + p["U"] @ h + p["b"])
            scores = p["V"] @ h + p["c"]
            total = total + torch.logsumexp(scores, 0) - scores[int(label)]
        loss = total / len(xs)
        grads = dict(zip(p, torch.autograd.grad(loss, list(p.values()))))
        norm = float(sum((g * g).sum() for g in grads.values())) ** 0.5
        if norm > max_norm:
            grads = {k: g * (max_norm / norm) for k, g in grads.items()}
        p = {k: (p[k] - rate * grads[k]).detach().requires_grad_() for k in p}
        losses.append(loss.item())
    return losses, *[p[k].detach().numpy() for k in "WUbVc"]


# %% wrong: sequence-by-sequence, earns 0.3 — a step after each sequence
def train_reader(weights, x, labels, rate, max_norm):
    params = [torch.tensor(w, requires_grad=True) for w in weights]
    losses = []
    for xs, ys in zip(torch.tensor(x), torch.tensor(labels)):
        values = []
        for seq, y in zip(xs, ys):
            W, U, b, V, c = params
            h = torch.zeros(len(b), dtype=torch.float64)
            for item in seq:
                h = torch.tanh(W @ item + U @ h + b)
            loss = F.cross_entropy(V @ h + c, y)
            grads = torch.autograd.grad(loss, params)
            norm = torch.sqrt(sum((g**2).sum() for g in grads))
            factor = max_norm / norm if norm > max_norm else 1.0
            with torch.no_grad():
                for w, g in zip(params, grads):
                    w -= rate * factor * g
            values.append(loss.item())
        losses.append(np.mean(values))
    return losses, *[w.detach().numpy() for w in params]


# %% wrong: unrecognised — each sequence's gradient clipped
def train_reader(weights, x, labels, rate, max_norm):
    params = [torch.tensor(w, requires_grad=True) for w in weights]
    W, U, b, V, c = params
    losses = []
    for xs, ys in zip(torch.tensor(x), torch.tensor(labels)):
        values, sums = [], [torch.zeros_like(p) for p in params]
        for seq, y in zip(xs, ys):
            h = torch.zeros(len(b), dtype=torch.float64)
            for item in seq:
                h = torch.tanh(W @ item + U @ h + b)
            loss = F.cross_entropy(V @ h + c, y)
            grads = torch.autograd.grad(loss, params)
            norm = torch.sqrt(sum((g**2).sum() for g in grads))
            factor = max_norm / norm if norm > max_norm else 1.0
            sums = [s + factor * g for s, g in zip(sums, grads)]
            values.append(loss.item())
        with torch.no_grad():
            for w, g in zip(params, sums):
                w -= rate * g / len(xs)
        losses.append(np.mean(values))
    return losses, *[w.detach().numpy() for w in params]
