# %% right: backward and gradients that are cleared
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% right: torch.autograd.grad
def train_reader(weights, x, labels, rate, max_norm):
    weights = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = weights
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        losses.append(loss.item())
        gradients = torch.autograd.grad(loss, weights)
        norm = sum((g**2).sum() for g in gradients) ** 0.5
        factor = max_norm / norm if norm > max_norm else 1
        with torch.no_grad():
            for weight, g in zip(weights, gradients, strict=True):
                weight -= rate * factor * g
    return losses, *[weight.detach() for weight in weights]


# %% right: an optimiser of torch
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    optimizer = torch.optim.SGD(parameters, lr=rate)
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        optimizer.step()
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% right: cleared behind the step
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
            for p in parameters:
                p.grad.zero_()
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% right: new tensors in each round
def train_reader(weights, x, labels, rate, max_norm):
    losses = []
    for batch in range(len(x)):
        W, U, b, V, c = parameters = [torch.tensor(w).requires_grad_() for w in weights]
        h = torch.zeros((x.shape[1], len(b))).double()
        for t in range(x.shape[2]):
            h = torch.tanh(torch.tensor(x[batch, :, t]) @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, torch.tensor(labels[batch]))
        loss.backward()
        losses.append(float(loss.detach()))
        flat = torch.cat([p.grad.flatten() for p in parameters])
        factor = min(1.0, max_norm / (flat.norm().item() + 1e-6))
        weights = [(p - rate * factor * p.grad).detach().numpy() for p in parameters]
    return np.array(losses), *weights


# %% right: float32
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, dtype=torch.float32, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(
        torch.tensor(x, dtype=torch.float32), torch.tensor(labels), strict=True
    ):
        h = torch.zeros(len(items), len(b))
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% right: sequences in columns
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(b), len(items), dtype=torch.float64)
        for t in range(items.shape[1]):
            h = torch.tanh(W @ items[:, t].T + U @ h + b[:, None])
        loss = F.cross_entropy((V @ h + c[:, None]).T, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% right: torch.func
def train_reader(weights, x, labels, rate, max_norm):
    def loss_of(weights, items, classes):
        W, U, b, V, c = weights
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for t in range(items.shape[1]):
            h = torch.tanh(F.linear(items[:, t], W, b) + F.linear(h, U))
        return F.cross_entropy(F.linear(h, V, c), classes)

    weights, losses = tuple(map(torch.tensor, weights)), []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        gradients, loss = torch.func.grad_and_value(loss_of)(weights, items, classes)
        losses.append(loss)
        norm = torch.stack([g.norm() for g in gradients]).norm()
        if norm > max_norm:
            gradients = [g * max_norm / norm for g in gradients]
        weights = tuple(w - rate * g for w, g in zip(weights, gradients, strict=True))
    return torch.stack(losses), *weights


# %% right: logarithms by hand
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        scores = h @ V.T + c
        loss = (scores.logsumexp(1) - scores[torch.arange(len(scores)), classes]).mean()
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% right: the log-softmax
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.nll_loss(F.log_softmax(h @ V.T + c, dim=1), classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% right: the log-softmax twice — which changes nothing
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(F.log_softmax(h @ V.T + c, dim=1), classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% right: sequence by sequence with one step
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        loss = 0
        for sequence, label in zip(items, classes, strict=True):
            h = torch.zeros_like(b)
            for item in sequence:
                h = torch.tanh(W @ item + U @ h + b)
            loss = loss + F.cross_entropy(V @ h + c, label) / len(items)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% right: derivatives by hand
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = (array.copy() for array in weights)
    losses = []
    for items, classes in zip(x, labels, strict=True):
        n, length, _ = items.shape
        states = [np.zeros((n, len(b)))]
        for t in range(length):
            states.append(np.tanh(items[:, t] @ W.T + states[-1] @ U.T + b))
        scores = states[-1] @ V.T + c
        scores -= scores.max(axis=1, keepdims=True)
        logs = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
        losses.append(-logs[np.arange(n), classes].mean())
        d = (np.exp(logs) - np.eye(len(c))[classes]) / n
        gW, gU, gb, gV, gc = 0 * W, 0 * U, 0 * b, d.T @ states[-1], d.sum(axis=0)
        back = d @ V
        for t in range(length, 0, -1):
            inside = (1 - states[t] ** 2) * back
            gW += inside.T @ items[:, t - 1]
            gU += inside.T @ states[t - 1]
            gb += inside.sum(axis=0)
            back = inside @ U
        norm = np.sqrt(sum((g * g).sum() for g in (gW, gU, gb, gV, gc)))
        step = rate * (max_norm / norm if norm > max_norm else 1)
        W, U, b, V, c = W - step * gW, U - step * gU, b - step * gb, V - step * gV, c - step * gc
    return losses, W, U, b, V, c


# %% right: torch.nn.RNN with its second bias fixed at 0
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = map(torch.tensor, weights)
    rnn = torch.nn.RNN(W.shape[1], len(b), batch_first=True).double()
    out = torch.nn.Linear(len(b), len(c)).double()
    with torch.no_grad():
        rnn.weight_ih_l0.copy_(W)
        rnn.weight_hh_l0.copy_(U)
        rnn.bias_ih_l0.copy_(b)
        rnn.bias_hh_l0.zero_()
        out.weight.copy_(V)
        out.bias.copy_(c)
    rnn.bias_hh_l0.requires_grad_(False)
    own = [rnn.weight_ih_l0, rnn.weight_hh_l0, rnn.bias_ih_l0, out.weight, out.bias]
    optimizer = torch.optim.SGD(own, lr=rate)
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        optimizer.zero_grad()
        _, last = rnn(items)
        loss = torch.nn.CrossEntropyLoss()(out(last[0]), classes)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(own, max_norm)
        optimizer.step()
        losses.append(loss.item())
    return losses, *own


# %% right: a model of parameters; lists
class Model(torch.nn.Module):
    def __init__(self, weights):
        super().__init__()
        self.weights = torch.nn.ParameterList(torch.tensor(w) for w in weights)

    def forward(self, items):
        W, U, b, V, c = self.weights
        state = items.new_zeros(len(items), len(b))
        for t in range(items.size(1)):
            state = (items[:, t] @ W.T + state @ U.T + b).tanh()
        return state @ V.T + c


def train_reader(weights, x, labels, rate, max_norm):
    model, losses = Model(weights), []
    for batch, truth in zip(x, labels, strict=True):
        model.zero_grad()
        loss = F.cross_entropy(model(torch.from_numpy(batch)), torch.from_numpy(truth))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for p in model.parameters():
            p.data.sub_(rate * p.grad)
        losses.append(loss.item())
    return [losses, *[p.tolist() for p in model.parameters()]]


# %% wrong: zero-grad-forgotten, earns 0.4
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: zero-grad-forgotten, earns 0.4 — the clipped gradients are copies
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        loss.backward()
        norm = sum((p.grad**2).sum() for p in parameters) ** 0.5
        factor = min(1, max_norm / norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * factor * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: zero-grad-forgotten, earns 0.4 — an optimiser
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    optimizer = torch.optim.SGD(parameters, lr=rate)
    optimizer.zero_grad()
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        optimizer.step()
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: never-learns, earns 0.2 — cleared before the step
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        for p in parameters:
            p.grad.zero_()
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: never-learns, earns 0.2 — a new name for each weight
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p = p - rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: step-before-backward, earns 0.3
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    optimizer, losses = torch.optim.SGD(parameters, lr=rate), []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        gradients = torch.autograd.grad(loss, parameters)
        optimizer.step()
        for p, g in zip(parameters, gradients, strict=True):
            p.grad = g.clone()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: one-step-at-the-end, earns 0.2
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        loss.backward()
        losses.append(loss.item())
    torch.nn.utils.clip_grad_norm_(parameters, max_norm)
    with torch.no_grad():
        for p in parameters:
            p -= rate * p.grad
    return losses, *[p.detach() for p in parameters]


# %% wrong: one-step-at-the-end, earns 0.2 — the mean of all losses
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    total = 0
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        total = total + loss / len(x)
        losses.append(loss.item())
    total.backward()
    torch.nn.utils.clip_grad_norm_(parameters, max_norm)
    with torch.no_grad():
        for p in parameters:
            p -= rate * p.grad
    return losses, *[p.detach() for p in parameters]


# %% wrong: sequence-by-sequence, earns 0.3
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        of_batch = []
        for sequence, label in zip(items, classes, strict=True):
            h = torch.zeros_like(b)
            for x_t in sequence:
                h = torch.tanh(W @ x_t + U @ h + b)
            loss = F.cross_entropy(V @ h + c, label)
            for p in parameters:
                p.grad = None
            loss.backward()
            torch.nn.utils.clip_grad_norm_(parameters, max_norm)
            with torch.no_grad():
                for p in parameters:
                    p -= rate * p.grad
            of_batch.append(loss.item())
        losses.append(np.mean(of_batch))
    return losses, *[p.detach() for p in parameters]


# %% wrong: ascends, earns 0.4
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p += rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: other-optimiser, earns 0.4 — the loop of the chapter, clipped
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    optimizer = torch.optim.Adam(parameters, lr=rate)
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        optimizer.step()
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: other-optimiser, earns 0.4 — momentum
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    optimizer = torch.optim.SGD(parameters, lr=rate, momentum=0.9)
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        optimizer.step()
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: last-step-missing, earns 0.6
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        before = [p.detach().clone() for p in parameters]
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *before


# %% wrong: not-clipped, earns 0.5
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: not-clipped, earns 0.5 — behind the step
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: not-clipped, earns 0.5 — before the backward
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        loss.backward()
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: always-scaled, earns 0.6
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        norm = sum((p.grad**2).sum() for p in parameters) ** 0.5
        factor = max_norm / (norm + 1e-12)
        with torch.no_grad():
            for p in parameters:
                p -= rate * factor * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: clipped-by-value, earns 0.5
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_value_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: each-clipped-alone, earns 0.6
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        for p in parameters:
            torch.nn.utils.clip_grad_norm_([p], max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: read-out-not-clipped, earns 0.6
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_([W, U, b], max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: step-clipped, earns 0.6
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        steps = [rate * p.grad for p in parameters]
        norm = sum((s**2).sum() for s in steps) ** 0.5
        with torch.no_grad():
            for p, s in zip(parameters, steps, strict=True):
                p -= s * min(1, max_norm / norm) if norm > 0 else s
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: weights-clipped, earns 0.3
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
            norm = sum((p**2).sum() for p in parameters) ** 0.5
            if norm > max_norm:
                for p in parameters:
                    p *= max_norm / norm
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: to-another-length, earns 0.6 — 1
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        norm = sum((p.grad**2).sum() for p in parameters) ** 0.5
        factor = 1 / norm if norm > max_norm else 1
        with torch.no_grad():
            for p in parameters:
                p -= rate * factor * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: to-another-length, earns 0.6 — long gradients are left out
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        norm = sum((p.grad**2).sum() for p in parameters) ** 0.5
        factor = norm <= max_norm
        with torch.no_grad():
            for p in parameters:
                p -= rate * factor * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: other-norm, earns 0.6 — no square root
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        norm = sum((p.grad**2).sum() for p in parameters)
        factor = max_norm / norm if norm > max_norm else 1
        with torch.no_grad():
            for p in parameters:
                p -= rate * factor * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: other-norm, earns 0.6 — the sum of five norms
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        norm = sum(p.grad.norm() for p in parameters)
        factor = max_norm / norm if norm > max_norm else 1
        with torch.no_grad():
            for p in parameters:
                p -= rate * factor * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: other-norm, earns 0.6 — the largest entry
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm, norm_type=float("inf"))
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: other-norm, earns 0.6 — sums of absolute values
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm, norm_type=1)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: losses-after-the-step, earns 0.7
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters

    def loss_of(items, classes):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        return F.cross_entropy(h @ V.T + c, classes)

    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        gradients = torch.autograd.grad(loss_of(items, classes), parameters)
        norm = sum((g**2).sum() for g in gradients) ** 0.5
        with torch.no_grad():
            for p, g in zip(parameters, gradients, strict=True):
                p -= rate * g * (max_norm / norm if norm > max_norm else 1)
        losses.append(loss_of(items, classes).item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: summed, earns 0.5
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes, reduction="sum")
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: summed, earns 0.5 — only what is returned
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item() * len(items))
    return losses, *[p.detach() for p in parameters]


# %% wrong: summed, earns 0.5 — only what the gradients are made of
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes, reduction="sum")
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item() / len(items))
    return losses, *[p.detach() for p in parameters]


# %% wrong: divided-twice, earns 0.5
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes) / len(items)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: divided-twice, earns 0.5 — a mean over the classes, too
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        logs = F.log_softmax(h @ V.T + c, dim=1)
        loss = -(F.one_hot(classes, len(c)) * logs).mean()
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: state-carried-over, earns 0.4
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    h = torch.zeros(x.shape[1], len(b), dtype=torch.float64)
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = h.detach()
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: loss-at-every-item, earns 0.3
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h, states = torch.zeros(len(items), len(b), dtype=torch.float64), []
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
            states.append(h)
        loss = sum(F.cross_entropy(h @ V.T + c, classes) for h in states) / len(states)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: loss-at-every-item, earns 0.3 — added up
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h, states = torch.zeros(len(items), len(b), dtype=torch.float64), []
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
            states.append(h)
        loss = sum(F.cross_entropy(h @ V.T + c, classes) for h in states)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: mean-of-states, earns 0.3
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h, states = torch.zeros(len(items), len(b), dtype=torch.float64), []
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
            states.append(h)
        loss = F.cross_entropy(torch.stack(states).mean(dim=0) @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: first-item, earns 0.3
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h, states = torch.zeros(len(items), len(b), dtype=torch.float64), []
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
            states.append(h)
        loss = F.cross_entropy(states[0] @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: read-backwards, earns 0.3
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in reversed(items.unbind(dim=1)):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: softmax-twice, earns 0.4
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(torch.softmax(h @ V.T + c, dim=1), classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: logarithm-forgotten, earns 0.3
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.nll_loss(torch.softmax(h @ V.T + c, dim=1), classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: softmax-forgotten, earns 0.3
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.nll_loss(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: truncated, earns 0.3
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h.detach() @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: U-transposed, earns 0.5
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: bias-forgotten, earns 0.4
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + 0 * b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: bias-forgotten, earns 0.4 — of the read-out
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + 0 * c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: bias-forgotten, earns 0.4 — both
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + 0 * b)
        loss = F.cross_entropy(h @ V.T + 0 * c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: two-biases, earns 0.3 — torch.nn.RNN
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = map(torch.tensor, weights)
    rnn = torch.nn.RNN(W.shape[1], len(b), batch_first=True).double()
    out = torch.nn.Linear(len(b), len(c)).double()
    with torch.no_grad():
        rnn.weight_ih_l0.copy_(W)
        rnn.weight_hh_l0.copy_(U)
        rnn.bias_ih_l0.copy_(b)
        rnn.bias_hh_l0.zero_()
        out.weight.copy_(V)
        out.bias.copy_(c)
    own = [*rnn.parameters(), *out.parameters()]
    optimizer = torch.optim.SGD(own, lr=rate)
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        optimizer.zero_grad()
        _, last = rnn(items)
        loss = F.cross_entropy(out(last[0]), classes)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(own, max_norm)
        optimizer.step()
        losses.append(loss.item())
    W, U, b, _second, V, c = own
    return losses, W, U, b, V, c


# %% wrong: two-biases, earns 0.3 — and their sum
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = map(torch.tensor, weights)
    rnn = torch.nn.RNN(W.shape[1], len(b), batch_first=True).double()
    out = torch.nn.Linear(len(b), len(c)).double()
    with torch.no_grad():
        rnn.weight_ih_l0.copy_(W)
        rnn.weight_hh_l0.copy_(U)
        rnn.bias_ih_l0.copy_(b)
        rnn.bias_hh_l0.zero_()
        out.weight.copy_(V)
        out.bias.copy_(c)
    own = [*rnn.parameters(), *out.parameters()]
    optimizer = torch.optim.SGD(own, lr=rate)
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        optimizer.zero_grad()
        _, last = rnn(items)
        loss = F.cross_entropy(out(last[0]), classes)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(own, max_norm)
        optimizer.step()
        losses.append(loss.item())
    W, U, b, second, V, c = own
    return losses, W, U, b + second, V, c


# %% wrong: not-all-trained, earns 0.4 — no bias
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    parameters = [W, U, V]
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in (W, U, b, V, c)]


# %% wrong: not-all-trained, earns 0.4 — the read-out, but it is in the norm
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters[:3]:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: not-all-trained, earns 0.4 — the read-out alone is trained
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    parameters = [V, c]
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in (W, U, b, V, c)]


# %% wrong: zero-grad-forgotten + not-clipped, earns 0.2
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        loss.backward()
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: not-clipped + summed, earns 0.25
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes, reduction="sum")
        for p in parameters:
            p.grad = None
        loss.backward()
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: state-carried-over + softmax-twice, earns 0.16
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    h = torch.zeros(x.shape[1], len(b), dtype=torch.float64)
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = h.detach()
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(torch.softmax(h @ V.T + c, dim=1), classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: each-clipped-alone + losses-after-the-step, earns 0.42
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters

    def loss_of(items, classes):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        return F.cross_entropy(h @ V.T + c, classes)

    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        gradients = torch.autograd.grad(loss_of(items, classes), parameters)
        with torch.no_grad():
            for p, g in zip(parameters, gradients, strict=True):
                p -= rate * g * (max_norm / g.norm() if g.norm() > max_norm else 1)
        losses.append(loss_of(items, classes).item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: changed-arguments, earns 0.7 — tensors that share their memory
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.from_numpy(array).requires_grad_() for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: changed-arguments, earns 0.7 — arrays changed in place
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = weights
    losses = []
    for items, classes in zip(x, labels, strict=True):
        n, length, _ = items.shape
        states = [np.zeros((n, len(b)))]
        for t in range(length):
            states.append(np.tanh(items[:, t] @ W.T + states[-1] @ U.T + b))
        scores = states[-1] @ V.T + c
        scores -= scores.max(axis=1, keepdims=True)
        logs = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
        losses.append(-logs[np.arange(n), classes].mean())
        d = (np.exp(logs) - np.eye(len(c))[classes]) / n
        gW, gU, gb, gV, gc = 0 * W, 0 * U, 0 * b, d.T @ states[-1], d.sum(axis=0)
        back = d @ V
        for t in range(length, 0, -1):
            inside = (1 - states[t] ** 2) * back
            gW += inside.T @ items[:, t - 1]
            gU += inside.T @ states[t - 1]
            gb += inside.sum(axis=0)
            back = inside @ U
        norm = np.sqrt(sum((g * g).sum() for g in (gW, gU, gb, gV, gc)))
        step = rate * (max_norm / norm if norm > max_norm else 1)
        for array, g in zip(weights, (gW, gU, gb, gV, gc), strict=True):
            array -= step * g
    return losses, W, U, b, V, c


# %% wrong: wrong-order, earns 0.8
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return [p.detach() for p in parameters] + [losses]


# %% wrong: not-a-tuple — the losses alone
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses


# %% wrong: not-a-tuple — two things
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, [p.detach() for p in parameters]


# %% wrong: wrong-shape — the loss of the last batch
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses[-1:], *[p.detach() for p in parameters]


# %% wrong: raised — leaves are changed with gradients tracked
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        for p in parameters:
            p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: raised — a graph that is gone
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    h = torch.zeros(x.shape[1], len(b), dtype=torch.float64)
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: raised — states of float32
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b))
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: zero-by-zero, earns 0.7
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        norm = sum((p.grad**2).sum() for p in parameters) ** 0.5
        factor = torch.minimum(norm, torch.tensor(max_norm)) / norm
        with torch.no_grad():
            for p in parameters:
                p -= rate * factor * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: zero-by-zero, earns 0.7 — an error
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        norm = float(sum((p.grad**2).sum() for p in parameters) ** 0.5)
        factor = min(1, max_norm / norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * factor * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: overflow, earns 0.7 — exponentials
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        e = torch.exp(h @ V.T + c)
        p_label = e[torch.arange(len(e)), classes] / e.sum(dim=1)
        loss = -torch.log(p_label).mean()
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: overflow, earns 0.7 — the logarithm of a softmax
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        p_label = torch.softmax(h @ V.T + c, dim=1)[torch.arange(len(items)), classes]
        loss = -torch.log(p_label).mean()
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: unrecognised, earns 0.5 — a little is added to a probability
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        p_label = torch.softmax(h @ V.T + c, dim=1)[torch.arange(len(items)), classes]
        loss = -torch.log(p_label + 1e-12).mean()
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: unrecognised, earns 0.5 — a rate of 0 is taken for none
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    rate = rate or 0.1
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: unrecognised — half of the rate
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate / 2 * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: unrecognised — without tanh
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = x_t @ W.T + h @ U.T + b
        loss = F.cross_entropy(h @ V.T + c, classes)
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: unrecognised — squared errors
def train_reader(weights, x, labels, rate, max_norm):
    parameters = [torch.tensor(array, requires_grad=True) for array in weights]
    W, U, b, V, c = parameters
    losses = []
    for items, classes in zip(torch.tensor(x), torch.tensor(labels), strict=True):
        h = torch.zeros(len(items), len(b), dtype=torch.float64)
        for x_t in items.unbind(dim=1):
            h = torch.tanh(x_t @ W.T + h @ U.T + b)
        loss = F.mse_loss(torch.softmax(h @ V.T + c, 1), F.one_hot(classes, len(c)).double())
        for p in parameters:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        losses.append(loss.item())
    return losses, *[p.detach() for p in parameters]


# %% wrong: other-norm, earns 0.6 — largest of five norms
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.tensor(w, requires_grad=True) for w in weights]
    params = [W, U, b, V, c]
    losses = []
    for batch, target in zip(torch.tensor(x), torch.tensor(labels), strict=False):
        h = torch.zeros(batch.shape[0], len(b), dtype=torch.float64)
        for t in range(batch.shape[1]):
            h = torch.tanh(batch[:, t] @ W.T + h @ U.T + b)
        scores = h @ V.T + c
        loss = F.cross_entropy(scores, target)
        grads = torch.autograd.grad(loss, params)
        norm = max(g.norm() for g in grads)
        factor = max_norm / norm if norm > max_norm else 1.0
        with torch.no_grad():
            for w, g in zip(params, grads, strict=False):
                w -= rate * factor * g
        losses.append(loss.item())
    return losses, *[w.detach().numpy() for w in params]


# %% wrong: clips-short-ones, earns 0.5 — clips small gradients
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.tensor(w, requires_grad=True) for w in weights]
    params = [W, U, b, V, c]
    losses = []
    for batch, target in zip(torch.tensor(x), torch.tensor(labels), strict=False):
        h = torch.zeros(batch.shape[0], len(b), dtype=torch.float64)
        for t in range(batch.shape[1]):
            h = torch.tanh(batch[:, t] @ W.T + h @ U.T + b)
        scores = h @ V.T + c
        loss = F.cross_entropy(scores, target)
        grads = torch.autograd.grad(loss, params)
        norm = torch.sqrt(sum((g**2).sum() for g in grads))
        factor = max_norm / norm if norm < max_norm else 1.0
        with torch.no_grad():
            for w, g in zip(params, grads, strict=False):
                w -= rate * factor * g
        losses.append(loss.item())
    return losses, *[w.detach().numpy() for w in params]


# %% wrong: to-another-length, earns 0.6 — multiplied by max_norm
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.tensor(w, requires_grad=True) for w in weights]
    params = [W, U, b, V, c]
    losses = []
    for batch, target in zip(torch.tensor(x), torch.tensor(labels), strict=False):
        h = torch.zeros(batch.shape[0], len(b), dtype=torch.float64)
        for t in range(batch.shape[1]):
            h = torch.tanh(batch[:, t] @ W.T + h @ U.T + b)
        scores = h @ V.T + c
        loss = F.cross_entropy(scores, target)
        grads = torch.autograd.grad(loss, params)
        norm = torch.sqrt(sum((g**2).sum() for g in grads))
        factor = max_norm if norm > max_norm else 1.0
        with torch.no_grad():
            for w, g in zip(params, grads, strict=False):
                w -= rate * factor * g
        losses.append(loss.item())
    return losses, *[w.detach().numpy() for w in params]


# %% wrong: starts-over, earns 0.3 — starts again from the given weights
def train_reader(weights, x, labels, rate, max_norm):
    losses = []
    for batch, target in zip(torch.tensor(x), torch.tensor(labels), strict=False):
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
            for w, g in zip(params, grads, strict=False):
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
    for xs, ys in zip(torch.tensor(x), torch.tensor(labels), strict=False):
        grads, loss = torch.func.grad_and_value(loss_of)(start, xs, ys)
        norm = sum(g.square().sum() for g in grads).sqrt()
        factor = torch.clamp(max_norm / norm, max=1.0)
        params = tuple(p - rate * factor * g for p, g in zip(params, grads, strict=False))
        losses.append(float(loss))
    return (torch.tensor(losses), *params)


# %% wrong: tanh-on-the-way-back, earns 0.5 — tanh forgotten on the way back
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [np.array(w, dtype=float) for w in weights]
    losses = []
    for X, y in zip(x, labels, strict=False):
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
    for X, y in zip(x, labels, strict=False):
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
    for X, y in zip(x, labels, strict=False):
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
    for X, y in zip(x, labels, strict=False):
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


# %% wrong: last-item-lost, earns 0.4 — one more step for the scores
def train_reader(weights, x, labels, rate, max_norm):
    W, U, b, V, c = [torch.tensor(w, requires_grad=True) for w in weights]
    params = [W, U, b, V, c]
    losses = []
    for batch, target in zip(torch.tensor(x), torch.tensor(labels), strict=False):
        h = torch.zeros(batch.shape[0], len(b), dtype=torch.float64)
        for t in range(batch.shape[1] - 1):
            h = torch.tanh(batch[:, t] @ W.T + h @ U.T + b)
        scores = h @ V.T + c
        loss = F.cross_entropy(scores, target)
        grads = torch.autograd.grad(loss, params)
        norm = torch.sqrt(sum((g**2).sum() for g in grads))
        factor = max_norm / norm if norm > max_norm else 1.0
        with torch.no_grad():
            for w, g in zip(params, grads, strict=False):
                w -= rate * factor * g
        losses.append(loss.item())
    return losses, *[w.detach().numpy() for w in params]
