# %% right: a function for the loss
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% right: gradients cleared behind the step
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% right: gradients cleared first
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        optimizer.zero_grad()
        model.train()
        loss = loss_of(windows)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% right: a function for the evaluation
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    @torch.no_grad()
    def evaluate():
        model.eval()
        total, tokens = 0.0, 0
        for windows in held_out:
            count = windows[:, 1:].numel()
            total += loss_of(windows).item() * count
            tokens += count
        model.train()
        return total / tokens

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            tests.append(evaluate())
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% right: an average with weights
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.inference_mode():
                means = [loss_of(some).item() for some in held_out]
            tests.append(np.average(means, weights=[some[:, 1:].numel() for some in held_out]))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% right: clipped by hand
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        parameters = [p for p in model.parameters() if p.grad is not None]
        norm = math.sqrt(sum(p.grad.square().sum().item() for p in parameters))
        if norm > max_norm:
            for p in parameters:
                p.grad *= max_norm / norm
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% right: gradients set to None by hand
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        for parameter in model.parameters():
            parameter.grad = None
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% right: the log-softmax
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        chosen = logits.log_softmax(-1).gather(-1, labels[..., None])
        return -chosen.mean() if reduction == "mean" else -chosen.sum()

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% right: logits transposed
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.transpose(1, 2), labels, reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% right: the mode set behind the evaluation
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    model.train()
    for step, windows in enumerate(batches):
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
            model.train()
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% right: steps counted from 1
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches, start=1):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step - 1]
        optimizer.step()
        losses.append(loss.item())
        if step % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% right: batches and rates in pairs
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for windows, rate in zip(batches, rates, strict=True):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rate
        optimizer.step()
        losses.append(loss.item())
        if len(losses) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% right: arrays
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return np.array(losses), torch.tensor(tests)


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return np.array(losses), torch.tensor(tests), model.tracked, model.table.detach().numpy()


# %% wrong: zero-grad-forgotten, earns 0.4
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: zero-grad-forgotten, earns 0.4 — cleared once
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    optimizer.zero_grad()
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: step-before-backward, earns 0.3
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: step-before-backward, earns 0.3 — without clipping
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        optimizer.zero_grad()
        loss.backward()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: step-before-backward, earns 0.3 — nothing cleared
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: never-learns, earns 0.2
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: never-learns, earns 0.2 — cleared before the step
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        optimizer.zero_grad()
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: never-learns, earns 0.2 — cleared, stepped, computed
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: never-learns, earns 0.2 — no backward
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: not-clipped, earns 0.6
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: not-clipped, earns 0.6 — behind the step
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: not-clipped, earns 0.6 — before the backward
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        loss.backward()
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: clipped-otherwise, earns 0.6
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_value_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: clipped-otherwise, earns 0.6 — each parameter
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        for parameter in model.parameters():
            nn.utils.clip_grad_norm_(parameter, max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: clipped-otherwise, earns 0.6 — always
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        norm = math.sqrt(sum(p.grad.square().sum() for p in model.parameters()))
        for parameter in model.parameters():
            parameter.grad *= max_norm / norm
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: not-shifted
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, :-1]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: not-shifted — the whole windows
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows), windows
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some.numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: backwards, earns 0.2
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, 1:]), windows[:, :-1]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: wrapped, earns 0.3
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows), windows.roll(-1, dims=1)
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some.numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: last-only, earns 0.3
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1])[:, -1:], windows[:, -1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, -1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: summed, earns 0.5
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows, "sum")
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: rate-not-set, earns 0.6
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: rate-not-set, earns 0.6 — set where nobody reads it
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        optimizer.lr = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: rate-late, earns 0.6
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        optimizer.step()
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: rate-late, earns 0.6 — the next one
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[min(step + 1, len(rates) - 1)]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: first-rate, earns 0.5
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[0]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: tested-in-training, earns 0.6
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: stays-in-evaluation, earns 0.6
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: stays-in-evaluation, earns 0.6 — from the start
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.eval()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: tested-with-gradients, earns 0.8
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: mean-of-means, earns 0.7
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some).item() for some in held_out)
            tests.append(total / len(held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: tests-added-up, earns 0.6
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some).item() for some in held_out)
            tests.append(total)
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: one-held-out-batch, earns 0.6
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out[:1])
            tests.append(total / sum(some[:, 1:].numel() for some in held_out[:1]))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: one-held-out-batch, earns 0.6 — the last
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out[-1:])
            tests.append(total / sum(some[:, 1:].numel() for some in held_out[-1:]))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: tested-early, earns 0.7
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if step % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: tested-early, earns 0.7 — before the step
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
            model.train()
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: test-not-shifted, earns 0.5
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                inputs = [some[:, :-1] for some in held_out]
                total = sum(
                    F.cross_entropy(model(some).flatten(0, 1), some.flatten(), reduction="sum")
                    for some in inputs
                )
            tests.append(total.item() / sum(some.numel() for some in inputs))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: zero-grad-forgotten + not-clipped, earns 0.24
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        loss.backward()
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: tested-in-training + tested-with-gradients, earns 0.48
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: not-clipped + mean-of-means, earns 0.42
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some).item() for some in held_out)
            tests.append(total / len(held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: zero-grad-forgotten + stays-in-evaluation, earns 0.24
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        loss = loss_of(windows)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: rate-not-set + tested-with-gradients, earns 0.48
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: perplexity, earns 0.7 — perplexities
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(math.exp(total / sum(some[:, 1:].numel() for some in held_out)))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: unrecognised — labels two ahead
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows.roll(-2, dims=1)[:, :-1]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: unrecognised, earns 0.5 — a rate of 0 is taken for none
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step] or group["lr"]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: wrong-shape — losses of the last steps
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses[-every:], tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses[-every:], tests, model.tracked, model.table.detach().numpy()


# %% wrong: raised — a loss without gradients
def train(model, optimizer, batches, rates, held_out, every, max_norm):

    def loss_of(windows, reduction="mean"):
        logits, labels = model(windows[:, :-1]), windows[:, 1:]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction=reduction)

    losses, tests = [], []
    for step, windows in enumerate(batches):
        model.train()
        with torch.no_grad():
            loss = loss_of(windows)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                total = sum(loss_of(some, "sum").item() for some in held_out)
            tests.append(total / sum(some[:, 1:].numel() for some in held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: rate-multiplied, earns 0.5 — rate multiplied
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    for step, batch in enumerate(batches):
        model.train()
        logits = model(batch[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), batch[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] *= rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            total, count = 0.0, 0
            with torch.no_grad():
                for other in held_out:
                    logits, labels = model(other[:, :-1]), other[:, 1:]
                    total += F.cross_entropy(
                        logits.flatten(0, 1), labels.flatten(), reduction="sum"
                    ).item()
                    count += labels.numel()
            tests.append(total / count)
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    """What your loop leaves of a table of logits. The check calls it: leave it as it is."""
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: loss-after-step, earns 0.7 — loss after the step
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    for step, batch in enumerate(batches):
        model.train()
        logits = model(batch[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), batch[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        with torch.no_grad():
            again = model(batch[:, :-1])
        losses.append(F.cross_entropy(again.flatten(0, 1), batch[:, 1:].flatten()).item())
        if (step + 1) % every == 0:
            model.eval()
            total, count = 0.0, 0
            with torch.no_grad():
                for other in held_out:
                    logits, labels = model(other[:, :-1]), other[:, 1:]
                    total += F.cross_entropy(
                        logits.flatten(0, 1), labels.flatten(), reduction="sum"
                    ).item()
                    count += labels.numel()
            tests.append(total / count)
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    """What your loop leaves of a table of logits. The check calls it: leave it as it is."""
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: not-shifted — labels not shifted in training only
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    for step, batch in enumerate(batches):
        model.train()
        logits = model(batch[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), batch[:, :-1].flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            total, count = 0.0, 0
            with torch.no_grad():
                for other in held_out:
                    logits, labels = model(other[:, :-1]), other[:, 1:]
                    total += F.cross_entropy(
                        logits.flatten(0, 1), labels.flatten(), reduction="sum"
                    ).item()
                    count += labels.numel()
            tests.append(total / count)
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    """What your loop leaves of a table of logits. The check calls it: leave it as it is."""
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: backwards, earns 0.2 — inputs and labels swapped
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    for step, batch in enumerate(batches):
        model.train()
        logits = model(batch[:, 1:])
        loss = F.cross_entropy(logits.flatten(0, 1), batch[:, :-1].flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            total, count = 0.0, 0
            with torch.no_grad():
                for other in held_out:
                    logits, labels = model(other[:, :-1]), other[:, 1:]
                    total += F.cross_entropy(
                        logits.flatten(0, 1), labels.flatten(), reduction="sum"
                    ).item()
                    count += labels.numel()
            tests.append(total / count)
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    """What your loop leaves of a table of logits. The check calls it: leave it as it is."""
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: per-window, earns 0.6 — mean over windows of sums
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    for step, batch in enumerate(batches):
        model.train()
        logits = model(batch[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), batch[:, 1:].flatten(), reduction="sum") / len(
            batch
        )
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            total, count = 0.0, 0
            with torch.no_grad():
                for other in held_out:
                    logits, labels = model(other[:, :-1]), other[:, 1:]
                    total += F.cross_entropy(
                        logits.flatten(0, 1), labels.flatten(), reduction="sum"
                    ).item()
                    count += labels.numel()
            tests.append(total / count)
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    """What your loop leaves of a table of logits. The check calls it: leave it as it is."""
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: unlabelled-counted, earns 0.7 — held-out loss divided by all tokens of the windows
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    for step, batch in enumerate(batches):
        model.train()
        logits = model(batch[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), batch[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            total, count = 0.0, 0
            with torch.no_grad():
                for other in held_out:
                    logits, labels = model(other[:, :-1]), other[:, 1:]
                    total += F.cross_entropy(
                        logits.flatten(0, 1), labels.flatten(), reduction="sum"
                    ).item()
                    count += other.numel()
            tests.append(total / count)
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    """What your loop leaves of a table of logits. The check calls it: leave it as it is."""
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: unlabelled-counted, earns 0.7 — mean losses weighted by all tokens of the windows
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    for step, batch in enumerate(batches):
        model.train()
        logits = model(batch[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), batch[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            total, count = 0.0, 0
            with torch.no_grad():
                for other in held_out:
                    logits, labels = model(other[:, :-1]), other[:, 1:]
                    mean = F.cross_entropy(logits.flatten(0, 1), labels.flatten())
                    total += mean.item() * other.numel()
                    count += other.numel()
            tests.append(total / count)
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    """What your loop leaves of a table of logits. The check calls it: leave it as it is."""
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: unlabelled-counted, earns 0.7 — weighted by tokens and divided by labels
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    for step, batch in enumerate(batches):
        model.train()
        logits = model(batch[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), batch[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            total, count = 0.0, 0
            with torch.no_grad():
                for other in held_out:
                    logits, labels = model(other[:, :-1]), other[:, 1:]
                    mean = F.cross_entropy(logits.flatten(0, 1), labels.flatten())
                    total += mean.item() * other.numel()
                    count += labels.numel()
            tests.append(total / count)
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    """What your loop leaves of a table of logits. The check calls it: leave it as it is."""
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: tests-per-window, earns 0.6 — held-out loss per window
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    for step, batch in enumerate(batches):
        model.train()
        logits = model(batch[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), batch[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            total, count = 0.0, 0
            with torch.no_grad():
                for other in held_out:
                    logits, labels = model(other[:, :-1]), other[:, 1:]
                    total += F.cross_entropy(
                        logits.flatten(0, 1), labels.flatten(), reduction="sum"
                    ).item()
                    count += len(other)
            tests.append(total / count)
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    """What your loop leaves of a table of logits. The check calls it: leave it as it is."""
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: tests-added-up, earns 0.6 — held-out sum
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    for step, batch in enumerate(batches):
        model.train()
        logits = model(batch[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), batch[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            total, count = 0.0, 0
            with torch.no_grad():
                for other in held_out:
                    logits, labels = model(other[:, :-1]), other[:, 1:]
                    total += F.cross_entropy(
                        logits.flatten(0, 1), labels.flatten(), reduction="sum"
                    ).item()
                    count += labels.numel()
            tests.append(total)
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    """What your loop leaves of a table of logits. The check calls it: leave it as it is."""
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: softmax-twice, earns 0.4 — softmax before cross entropy
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    for step, batch in enumerate(batches):
        model.train()
        logits = model(batch[:, :-1]).softmax(-1)
        loss = F.cross_entropy(logits.flatten(0, 1), batch[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            total, count = 0.0, 0
            with torch.no_grad():
                for other in held_out:
                    logits, labels = model(other[:, :-1]), other[:, 1:]
                    total += F.cross_entropy(
                        logits.flatten(0, 1), labels.flatten(), reduction="sum"
                    ).item()
                    count += labels.numel()
            tests.append(total / count)
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    """What your loop leaves of a table of logits. The check calls it: leave it as it is."""
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: tests-carried-over, earns 0.6 — total carried over
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    total, count = 0.0, 0
    for step, batch in enumerate(batches):
        model.train()
        logits = model(batch[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), batch[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            with torch.no_grad():
                for other in held_out:
                    logits, labels = model(other[:, :-1]), other[:, 1:]
                    total += F.cross_entropy(
                        logits.flatten(0, 1), labels.flatten(), reduction="sum"
                    ).item()
                    count += labels.numel()
            tests.append(total / count)
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    """What your loop leaves of a table of logits. The check calls it: leave it as it is."""
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: perplexity, earns 0.7 — perplexity
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    for step, batch in enumerate(batches):
        model.train()
        logits = model(batch[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), batch[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            total, count = 0.0, 0
            with torch.no_grad():
                for other in held_out:
                    logits, labels = model(other[:, :-1]), other[:, 1:]
                    total += F.cross_entropy(
                        logits.flatten(0, 1), labels.flatten(), reduction="sum"
                    ).item()
                    count += labels.numel()
            tests.append(math.exp(total / count))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    """What your loop leaves of a table of logits. The check calls it: leave it as it is."""
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()
