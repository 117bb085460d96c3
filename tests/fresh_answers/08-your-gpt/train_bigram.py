# %% right: the hint line by line
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
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% right: an evaluation that restores the mode
def evaluate(model, held_out):
    was = model.training
    model.eval()
    with torch.no_grad():
        parts = [F.cross_entropy(model(w[:, :-1]).transpose(1, 2), w[:, 1:], reduction="none").flatten()
                 for w in held_out]
    model.train(was)
    return torch.cat(parts).mean().item()


def train(model, optimizer, batches, rates, held_out, every, max_norm):
    model.train()
    losses, tests = [], []
    for step, (batch, rate) in enumerate(zip(batches, rates), start=1):
        for group in optimizer.param_groups:
            group["lr"] = rate
        optimizer.zero_grad(set_to_none=True)
        loss = F.cross_entropy(model(batch[:, :-1]).transpose(1, 2), batch[:, 1:])
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        optimizer.step()
        losses.append(float(loss))
        if step % every == 0:
            tests.append(evaluate(model, held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    """What your loop leaves of a table of logits. The check calls it: leave it as it is."""
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% right: gradients by autograd.grad
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    def mean_loss(windows):
        logs = model(windows[:, :-1]).log_softmax(-1)
        return -logs.gather(-1, windows[:, 1:, None]).mean()

    losses, tests = [], []
    for start in range(0, len(batches), every):
        model.train()
        for k in range(start, start + every):
            loss = mean_loss(batches[k])
            params = list(model.parameters())
            for p, g in zip(params, torch.autograd.grad(loss, params)):
                p.grad = g
            norm = torch.cat([p.grad.flatten() for p in params]).norm()
            if norm > max_norm:
                for p in params:
                    p.grad.mul_(max_norm / norm)
            optimizer.param_groups[0]["lr"] = rates[k]
            optimizer.step()
            losses.append(loss.detach().item())
        model.eval()
        with torch.inference_mode():
            counts = [w[:, 1:].numel() for w in held_out]
            values = [mean_loss(w).item() for w in held_out]
        tests.append(np.average(values, weights=counts))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    """What your loop leaves of a table of logits. The check calls it: leave it as it is."""
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% right: reshape in place of flatten
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    for step, batch in enumerate(batches):
        model.train()
        logits = model(batch[:, :-1])
        loss = F.cross_entropy(logits.reshape(-1, logits.shape[-1]), batch[:, 1:].reshape(-1))
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
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% right: gradients cleared after the step
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    for step, batch in enumerate(batches):
        model.train()
        logits = model(batch[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), batch[:, 1:].flatten())
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            total, count = 0.0, 0
            with torch.no_grad():
                for other in held_out:
                    logits, labels = model(other[:, :-1]), other[:, 1:]
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% right: gradients cleared by the model
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    for step, batch in enumerate(batches):
        model.train()
        logits = model(batch[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), batch[:, 1:].flatten())
        model.zero_grad()
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
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% right: a decorator without gradients
@torch.no_grad()
def held_out_loss(model, held_out):
    model.eval()
    sums = [F.cross_entropy(model(w[:, :-1]).flatten(0, 1), w[:, 1:].flatten(), reduction="sum")
            for w in held_out]
    model.train()
    return float(sum(sums)) / sum(w[:, 1:].numel() for w in held_out)


def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    model.train()
    for i in range(len(batches)):
        x, y = batches[i][:, :-1], batches[i][:, 1:]
        loss = F.cross_entropy(model(x).flatten(0, 1), y.flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for g in optimizer.param_groups:
            g["lr"] = rates[i]
        optimizer.step()
        losses.append(loss.item())
        if i % every == every - 1:
            tests.append(held_out_loss(model, held_out))
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    """What your loop leaves of a table of logits. The check calls it: leave it as it is."""
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% right: set_grad_enabled
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
            with torch.set_grad_enabled(False):
                for other in held_out:
                    logits, labels = model(other[:, :-1]), other[:, 1:]
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% right: a mean weighted by tokens
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
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten()).item() * labels.numel()
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


# %% right: windows joined by size
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
                for window in [w for other in held_out for w in other]:
                    logits, labels = model(window[None, :-1]), window[None, 1:]
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% right: losses as tensors
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
        losses.append(loss.detach())
        if (step + 1) % every == 0:
            model.eval()
            total, count = 0.0, 0
            with torch.no_grad():
                for other in held_out:
                    logits, labels = model(other[:, :-1]), other[:, 1:]
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% right: clipped by hand
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    for step, batch in enumerate(batches):
        model.train()
        logits = model(batch[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), batch[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        norm = sum((p.grad**2).sum() for p in model.parameters()).sqrt()
        for p in model.parameters():
            p.grad *= min(1, max_norm / max(norm, 1e-12))
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
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% wrong: stays-in-evaluation, earns 0.6 — training mode forgotten after the evaluation
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    model.train()
    for step, batch in enumerate(batches):
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
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% wrong: stays-in-evaluation, earns 0.6 — no training mode
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    for step, batch in enumerate(batches):
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
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% wrong: tested-in-training, earns 0.6 — no evaluation mode
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
            total, count = 0.0, 0
            with torch.no_grad():
                for other in held_out:
                    logits, labels = model(other[:, :-1]), other[:, 1:]
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% wrong: stays-in-evaluation, earns 0.6 — always evaluation mode
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    for step, batch in enumerate(batches):
        model.eval()
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
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% wrong: tested-with-gradients, earns 0.8 — evaluated with gradients
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
            for other in held_out:
                logits, labels = model(other[:, :-1]), other[:, 1:]
                total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% wrong: zero-grad-forgotten, earns 0.4 — old gradients stay
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    for step, batch in enumerate(batches):
        model.train()
        logits = model(batch[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), batch[:, 1:].flatten())
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
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% wrong: never-learns, earns 0.2 — gradients cleared after backward
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    for step, batch in enumerate(batches):
        model.train()
        logits = model(batch[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), batch[:, 1:].flatten())
        loss.backward()
        optimizer.zero_grad()
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
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% wrong: never-learns, earns 0.2 — gradients cleared after clipping
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    for step, batch in enumerate(batches):
        model.train()
        logits = model(batch[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), batch[:, 1:].flatten())
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        optimizer.zero_grad()
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
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% wrong: zero-grad-forgotten, earns 0.4 — gradients cleared once
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    optimizer.zero_grad()
    for step, batch in enumerate(batches):
        model.train()
        logits = model(batch[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), batch[:, 1:].flatten())
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
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% wrong: not-clipped, earns 0.6 — no clipping
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    for step, batch in enumerate(batches):
        model.train()
        logits = model(batch[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), batch[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
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
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% wrong: not-clipped, earns 0.6 — clipped after the step
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    for step, batch in enumerate(batches):
        model.train()
        logits = model(batch[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), batch[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        optimizer.step()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            total, count = 0.0, 0
            with torch.no_grad():
                for other in held_out:
                    logits, labels = model(other[:, :-1]), other[:, 1:]
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% wrong: not-clipped, earns 0.6 — clipped before backward
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    for step, batch in enumerate(batches):
        model.train()
        logits = model(batch[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), batch[:, 1:].flatten())
        optimizer.zero_grad()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        loss.backward()
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
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% wrong: clipped-otherwise, earns 0.6 — clipped by value
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    for step, batch in enumerate(batches):
        model.train()
        logits = model(batch[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), batch[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_value_(model.parameters(), max_norm)
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
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% wrong: clipped-otherwise, earns 0.6 — each parameter clipped alone
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    for step, batch in enumerate(batches):
        model.train()
        logits = model(batch[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), batch[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        for p in model.parameters():
            nn.utils.clip_grad_norm_(p, max_norm)
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
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% wrong: not-clipped, earns 0.6 — clipped at 1
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    for step, batch in enumerate(batches):
        model.train()
        logits = model(batch[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), batch[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
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
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% wrong: clipped-otherwise, earns 0.6 — always scaled to max_norm
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    for step, batch in enumerate(batches):
        model.train()
        logits = model(batch[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), batch[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        norm = torch.cat([p.grad.flatten() for p in model.parameters()]).norm()
        for p in model.parameters():
            p.grad *= max_norm / norm
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
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% wrong: rate-not-set, earns 0.6 — rate forgotten
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    for step, batch in enumerate(batches):
        model.train()
        logits = model(batch[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), batch[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            total, count = 0.0, 0
            with torch.no_grad():
                for other in held_out:
                    logits, labels = model(other[:, :-1]), other[:, 1:]
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% wrong: rate-late, earns 0.6 — rate set after the step
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    for step, batch in enumerate(batches):
        model.train()
        logits = model(batch[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), batch[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        optimizer.step()
        for group in optimizer.param_groups:
            group["lr"] = rates[step]
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            total, count = 0.0, 0
            with torch.no_grad():
                for other in held_out:
                    logits, labels = model(other[:, :-1]), other[:, 1:]
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% wrong: rate-late, earns 0.6 — rate of the next step
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
            group["lr"] = rates[min(step + 1, len(rates) - 1)]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            total, count = 0.0, 0
            with torch.no_grad():
                for other in held_out:
                    logits, labels = model(other[:, :-1]), other[:, 1:]
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% wrong: first-rate, earns 0.5 — first rate always
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
            group["lr"] = rates[0]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            total, count = 0.0, 0
            with torch.no_grad():
                for other in held_out:
                    logits, labels = model(other[:, :-1]), other[:, 1:]
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% wrong: rate-not-set, earns 0.6 — rate set as an attribute
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    for step, batch in enumerate(batches):
        model.train()
        logits = model(batch[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), batch[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        optimizer.lr = rates[step]
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            total, count = 0.0, 0
            with torch.no_grad():
                for other in held_out:
                    logits, labels = model(other[:, :-1]), other[:, 1:]
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% wrong: never-learns, earns 0.2 — no step
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
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            total, count = 0.0, 0
            with torch.no_grad():
                for other in held_out:
                    logits, labels = model(other[:, :-1]), other[:, 1:]
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% wrong: not-shifted — labels not shifted
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
                    logits, labels = model(other[:, :-1]), other[:, :-1]
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% wrong: last-only, earns 0.3 — only the last token
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    for step, batch in enumerate(batches):
        model.train()
        logits = model(batch[:, :-1])
        loss = F.cross_entropy(logits[:, -1], batch[:, -1])
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
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% wrong: summed, earns 0.5 — sum of the losses in training
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    for step, batch in enumerate(batches):
        model.train()
        logits = model(batch[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), batch[:, 1:].flatten(), reduction="sum")
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
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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
        loss = F.cross_entropy(logits.flatten(0, 1), batch[:, 1:].flatten(), reduction="sum") / len(batch)
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
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% wrong: mean-of-means, earns 0.7 — mean of the batches' means
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
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten()).item()
                    count += 1
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
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% wrong: one-held-out-batch, earns 0.6 — first held-out batch only
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
                for other in held_out[:1]:
                    logits, labels = model(other[:, :-1]), other[:, 1:]
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% wrong: one-held-out-batch, earns 0.6 — last held-out batch only
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
                    total = F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
                    count = labels.numel()
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
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% wrong: tested-early, earns 0.7 — evaluated before each step number
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
        if step % every == 0:
            model.eval()
            total, count = 0.0, 0
            with torch.no_grad():
                for other in held_out:
                    logits, labels = model(other[:, :-1]), other[:, 1:]
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% wrong: tested-early, earns 0.7 — evaluated before the step
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
        losses.append(loss.item())
        if (step + 1) % every == 0:
            model.eval()
            total, count = 0.0, 0
            with torch.no_grad():
                for other in held_out:
                    logits, labels = model(other[:, :-1]), other[:, 1:]
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
                    count += labels.numel()
            tests.append(total / count)
        optimizer.step()
    return losses, tests


def train_bigram(table, windows, rates, held_out, every, max_norm):
    """What your loop leaves of a table of logits. The check calls it: leave it as it is."""
    model = Bigram(table)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    batches, others = (list(map(torch.tensor, some)) for some in (windows, held_out))
    losses, tests = train(model, optimizer, batches, rates, others, every, max_norm)
    return losses, tests, model.tracked, model.table.detach().numpy()


# %% wrong: wrong-shape — evaluated after each step
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
        if True:
            model.eval()
            total, count = 0.0, 0
            with torch.no_grad():
                for other in held_out:
                    logits, labels = model(other[:, :-1]), other[:, 1:]
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% wrong: wrong-shape — evaluated once at the end
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
        if step + 1 == len(batches):
            model.eval()
            total, count = 0.0, 0
            with torch.no_grad():
                for other in held_out:
                    logits, labels = model(other[:, :-1]), other[:, 1:]
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% wrong: unrecognised — evaluation mode but training loss
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
                for other in [batch]:
                    logits, labels = model(other[:, :-1]), other[:, 1:]
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% wrong: unrecognised — first batch again and again
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    for step, batch in enumerate(batches):
        model.train()
        logits = model(batches[0][:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), batches[0][:, 1:].flatten())
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
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% wrong: wrong-shape — stops one batch early
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    for step, batch in enumerate(batches[:-1]):
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
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% wrong: unrecognised — evaluation is a training step
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
            for other in held_out:
                logits, labels = model(other[:, :-1]), other[:, 1:]
                part = F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum")
                optimizer.zero_grad()
                part.backward()
                optimizer.step()
                total += part.item()
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


# %% wrong: unrecognised — logits flattened the wrong way
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    for step, batch in enumerate(batches):
        model.train()
        logits = model(batch[:, :-1])
        loss = F.cross_entropy(logits.transpose(1, 2).reshape(-1, logits.shape[-1]), batch[:, 1:].flatten())
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
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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


# %% wrong: unrecognised — logits and labels in other orders
def train(model, optimizer, batches, rates, held_out, every, max_norm):
    losses, tests = [], []
    for step, batch in enumerate(batches):
        model.train()
        logits = model(batch[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), batch[:, 1:].T.flatten())
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
                    total += F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum").item()
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
