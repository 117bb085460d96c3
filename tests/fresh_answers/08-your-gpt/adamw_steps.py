# %% right: as hint 3
def make_optimizer(model, rate, decay):
    matrices = [p for p in model.parameters() if p.ndim >= 2]
    others = [p for p in model.parameters() if p.ndim < 2]
    groups = [{"params": matrices, "weight_decay": decay}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% right: the second group added later
def make_optimizer(model, rate, decay):
    optimizer = torch.optim.AdamW(
        (p for p in model.parameters() if p.dim() == 2), lr=rate, betas=(0.9, 0.95), weight_decay=decay
    )
    rest = [p for p in model.parameters() if p.dim() != 2]
    if rest:
        optimizer.add_param_group({"params": rest, "weight_decay": 0})
    return optimizer


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% right: one group for each parameter
def make_optimizer(model, rate, decay):
    return torch.optim.AdamW(
        [{"params": [p], "weight_decay": decay * (len(p.shape) == 2)} for p in model.parameters()],
        lr=rate,
        betas=[0.9, 0.95],
    )


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% right: the group without decay first and the decay as a default of the optimiser
def make_optimizer(model, rate, decay):
    split = {True: [], False: []}
    for name, parameter in model.named_parameters():
        split[len(parameter.size()) == 2].append(parameter)
    groups = [{"params": split[False], "weight_decay": 0.0}, {"params": split[True]}]
    return torch.optim.AdamW(groups, rate, (0.9, 0.95), 1e-8, decay)


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% right: decay of the groups set after construction and no foreach
def make_optimizer(model, rate, decay):
    kinds = sorted({p.ndim for p in model.parameters()})
    optimizer = torch.optim.AdamW(
        [{"params": [p for p in model.parameters() if p.ndim == kind]} for kind in kinds], foreach=False
    )
    for kind, group in zip(kinds, optimizer.param_groups, strict=True):
        group.update(lr=rate, betas=(0.9, 0.95), weight_decay=decay if kind == 2 else 0.0)
    return optimizer


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% right: named parameters handed to the optimiser
def make_optimizer(model, rate, decay):
    named = list(model.named_parameters())
    return torch.optim.AdamW(
        [
            {"params": [(n, p) for n, p in named if p.ndim > 1], "weight_decay": decay},
            {"params": [(n, p) for n, p in named if p.ndim <= 1], "weight_decay": 0.0},
        ],
        lr=rate,
        betas=(0.9, 0.95),
    )


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% right: a subclass of AdamW and all settings in each group
class SplitAdamW(torch.optim.AdamW):
    """An AdamW with groups."""


def make_optimizer(model, rate, decay):
    def group(matrices):
        some = filter(lambda p: (p.ndim == 2) is matrices, model.parameters())
        settings = {"lr": rate, "betas": (0.9, 0.95), "weight_decay": decay if matrices else 0.0}
        return {"params": some, **settings}

    return SplitAdamW([group(True), group(False)])


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% right: fused and modules walked one by one without recursion
def make_optimizer(model, rate, decay):
    seen, groups = set(), ([], [])
    for module in model.modules():
        for parameter in module.parameters(recurse=False):
            if id(parameter) not in seen:
                seen.add(id(parameter))
                groups[parameter.ndim != 2].append(parameter)
    decays = (decay, 0.0)
    return torch.optim.AdamW(
        [{"params": g, "weight_decay": w} for g, w in zip(groups, decays) if g],
        lr=rate, betas=(0.9, 0.95), fused=True,
    )


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% right: Adam steps by the library with the decay by a hook before each step
def make_optimizer(model, rate, decay):
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate, betas=(0.9, 0.95), weight_decay=0.0)

    @torch.no_grad()
    def pull(optimizer, args, kwargs):
        for group in optimizer.param_groups:
            for p in group["params"]:
                if p.ndim == 2 and p.grad is not None:
                    p.mul_(1 - group["lr"] * decay)

    optimizer.register_step_pre_hook(pull)
    return optimizer


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: all-decayed, earns 0.5 — all parameters decay
def make_optimizer(model, rate, decay):
    return torch.optim.AdamW(model.parameters(), lr=rate, betas=(0.9, 0.95), weight_decay=decay)


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: nothing-decayed, earns 0.4 — nothing decays
def make_optimizer(model, rate, decay):
    return torch.optim.AdamW(model.parameters(), lr=rate, betas=(0.9, 0.95), weight_decay=0.0)


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: own-decay, earns 0.5 — decay never read and AdamW's 0.01 for all
def make_optimizer(model, rate, decay):
    return torch.optim.AdamW(model.parameters(), lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: default-betas, earns 0.7 — default betas
def make_optimizer(model, rate, decay):
    matrices = [p for p in model.parameters() if p.ndim >= 2]
    others = [p for p in model.parameters() if p.ndim < 2]
    groups = [{"params": matrices, "weight_decay": decay}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate)


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: betas-exchanged, earns 0.7 — betas the wrong way round
def make_optimizer(model, rate, decay):
    matrices = [p for p in model.parameters() if p.ndim >= 2]
    others = [p for p in model.parameters() if p.ndim < 2]
    groups = [{"params": matrices, "weight_decay": decay}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.95, 0.9))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: unrecognised — second beta 0.99
def make_optimizer(model, rate, decay):
    matrices = [p for p in model.parameters() if p.ndim >= 2]
    others = [p for p in model.parameters() if p.ndim < 2]
    groups = [{"params": matrices, "weight_decay": decay}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.99))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: betas-of-a-group, earns 0.8 — betas in the first group only
def make_optimizer(model, rate, decay):
    matrices = [p for p in model.parameters() if p.ndim >= 2]
    others = [p for p in model.parameters() if p.ndim < 2]
    groups = [{"params": matrices, "weight_decay": decay, "betas": (0.9, 0.95)}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate)


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: decay-in-the-gradient, earns 0.4 — Adam with L2 in place of AdamW
def make_optimizer(model, rate, decay):
    matrices = [p for p in model.parameters() if p.ndim >= 2]
    others = [p for p in model.parameters() if p.ndim < 2]
    groups = [{"params": matrices, "weight_decay": decay}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.Adam(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: unrecognised — SGD with momentum in place of AdamW
def make_optimizer(model, rate, decay):
    matrices = [p for p in model.parameters() if p.ndim >= 2]
    others = [p for p in model.parameters() if p.ndim < 2]
    groups = [{"params": matrices, "weight_decay": decay}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.SGD(groups, lr=rate, momentum=0.9)


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: unrecognised — NAdam with decoupled decay in place of AdamW
def make_optimizer(model, rate, decay):
    matrices = [p for p in model.parameters() if p.ndim >= 2]
    others = [p for p in model.parameters() if p.ndim < 2]
    groups = [{"params": matrices, "weight_decay": decay}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.NAdam(groups, lr=rate, betas=(0.9, 0.95), decoupled_weight_decay=True)


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: table-not-decayed, earns 0.6 — vectors of the tokens do not decay
def make_optimizer(model, rate, decay):
    groups = [
        {"params": [p for n, p in model.named_parameters() if p.ndim == 2 and "token" not in n], "weight_decay": decay},
        {"params": [p for n, p in model.named_parameters() if p.ndim != 2 or "token" in n], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: biases-decayed, earns 0.6 — all called weight decay and so does the gain
def make_optimizer(model, rate, decay):
    groups = [
        {"params": [p for n, p in model.named_parameters() if n.endswith("weight")], "weight_decay": decay},
        {"params": [p for n, p in model.named_parameters() if not n.endswith("weight")], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: biases-decayed, earns 0.6 — all outside of norms decay and so does the bias
def make_optimizer(model, rate, decay):
    groups = [
        {"params": [p for n, p in model.named_parameters() if "norm" not in n], "weight_decay": decay},
        {"params": [p for n, p in model.named_parameters() if "norm" in n], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: own-rate, earns 0.5 — rate never read
def make_optimizer(model, rate, decay):
    matrices = [p for p in model.parameters() if p.ndim >= 2]
    others = [p for p in model.parameters() if p.ndim < 2]
    groups = [{"params": matrices, "weight_decay": decay}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: rate-of-a-group, earns 0.6 — rate in the first group only
def make_optimizer(model, rate, decay):
    matrices = [p for p in model.parameters() if p.ndim >= 2]
    others = [p for p in model.parameters() if p.ndim < 2]
    groups = [{"params": matrices, "weight_decay": decay, "lr": rate}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: rate-of-a-group, earns 0.6 — rate in the second group only
def make_optimizer(model, rate, decay):
    matrices = [p for p in model.parameters() if p.ndim >= 2]
    others = [p for p in model.parameters() if p.ndim < 2]
    groups = [{"params": matrices, "weight_decay": decay}, {"params": others, "weight_decay": 0.0, "lr": rate}]
    return torch.optim.AdamW(groups, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: vectors-decayed, earns 0.4 — the decays of the two groups swapped
def make_optimizer(model, rate, decay):
    matrices = [p for p in model.parameters() if p.ndim >= 2]
    others = [p for p in model.parameters() if p.ndim < 2]
    groups = [{"params": matrices, "weight_decay": 0.0}, {"params": others, "weight_decay": decay}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: all-decayed, earns 0.5 — ndim of at least 1 decays
def make_optimizer(model, rate, decay):
    matrices = [p for p in model.parameters() if p.ndim >= 1]
    others = [p for p in model.parameters() if p.ndim < 1]
    groups = [{"params": matrices, "weight_decay": decay}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: nothing-decayed, earns 0.4 — only more than two axes decay
def make_optimizer(model, rate, decay):
    matrices = [p for p in model.parameters() if p.ndim > 2]
    others = [p for p in model.parameters() if p.ndim <= 2]
    groups = [{"params": matrices, "weight_decay": decay}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: narrow-not-decayed, earns 0.7 — axes counted without those of size 1
def make_optimizer(model, rate, decay):
    matrices = [p for p in model.parameters() if p.squeeze().ndim >= 2]
    others = [p for p in model.parameters() if p.squeeze().ndim < 2]
    groups = [{"params": matrices, "weight_decay": decay}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: narrow-not-decayed, earns 0.7 — a matrix taken to have more than one row and one column
def make_optimizer(model, rate, decay):
    matrices = [p for p in model.parameters() if p.ndim == 2 and min(p.shape) > 1]
    others = [p for p in model.parameters() if p.ndim < 2 or min(p.shape) <= 1]
    groups = [{"params": matrices, "weight_decay": decay}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: narrow-not-decayed, earns 0.7 — parameters of one number do not decay
def make_optimizer(model, rate, decay):
    matrices = [p for p in model.parameters() if p.ndim >= 2 and p.numel() > 1]
    others = [p for p in model.parameters() if p.ndim < 2 or p.numel() == 1]
    groups = [{"params": matrices, "weight_decay": decay}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: unrecognised — only square matrices decay
def make_optimizer(model, rate, decay):
    matrices = [p for p in model.parameters() if p.ndim >= 2 and p.shape[0] == p.shape[1]]
    others = [p for p in model.parameters() if p.ndim < 2 or p.shape[0] != p.shape[1]]
    groups = [{"params": matrices, "weight_decay": decay}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: vectors-not-trained, earns 0.4 — all others left out of the optimiser
def make_optimizer(model, rate, decay):
    matrices = [p for p in model.parameters() if p.ndim >= 2]
    others = [p for p in model.parameters() if p.ndim < 2]
    groups = [{"params": matrices, "weight_decay": decay}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: vectors-not-trained, earns 0.4 — gains left out of the optimiser
def make_optimizer(model, rate, decay):
    groups = [
        {"params": [p for p in model.parameters() if p.ndim == 2], "weight_decay": decay},
        {"params": [p for n, p in model.named_parameters() if n.endswith("bias")], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: rest-decayed, earns 0.6 — second group keeps AdamW's default decay of 0.01
def make_optimizer(model, rate, decay):
    matrices = [p for p in model.parameters() if p.ndim >= 2]
    others = [p for p in model.parameters() if p.ndim < 2]
    groups = [{"params": matrices, "weight_decay": decay}, {"params": others}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: own-decay, earns 0.5 — misspelt key so that all decay by 0.01
def make_optimizer(model, rate, decay):
    matrices = [p for p in model.parameters() if p.ndim >= 2]
    others = [p for p in model.parameters() if p.ndim < 2]
    groups = [{"params": matrices, "decay": decay}, {"params": others, "decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: decay-times-rate, earns 0.6 — decay multiplied by the rate once more
def make_optimizer(model, rate, decay):
    matrices = [p for p in model.parameters() if p.ndim >= 2]
    others = [p for p in model.parameters() if p.ndim < 2]
    groups = [{"params": matrices, "weight_decay": rate * decay}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: unrecognised — decay divided by the rate
def make_optimizer(model, rate, decay):
    matrices = [p for p in model.parameters() if p.ndim >= 2]
    others = [p for p in model.parameters() if p.ndim < 2]
    groups = [{"params": matrices, "weight_decay": decay / rate}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: rate-and-decay, earns 0.6 — rate and decay swapped
def make_optimizer(model, rate, decay):
    matrices = [p for p in model.parameters() if p.ndim >= 2]
    others = [p for p in model.parameters() if p.ndim < 2]
    groups = [{"params": matrices, "weight_decay": rate}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=decay, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: table-not-decayed, earns 0.6 — only linear layers decay
def make_optimizer(model, rate, decay):
    matrices = [m.weight for m in model.modules() if isinstance(m, nn.Linear)]
    ids = {id(p) for p in matrices}
    others = [p for p in model.parameters() if id(p) not in ids]
    groups = [{"params": matrices, "weight_decay": decay}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: biases-decayed, earns 0.6 — bias of a linear layer decays with its weight
def make_optimizer(model, rate, decay):
    matrices = [p for m in model.modules() if isinstance(m, (nn.Linear, nn.Embedding)) for p in m.parameters()]
    ids = {id(p) for p in matrices}
    others = [p for p in model.parameters() if id(p) not in ids]
    groups = [{"params": matrices, "weight_decay": decay}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: not-finite, earns 0.5 — eps of 0 gives NaN at gradients of 0
def make_optimizer(model, rate, decay):
    matrices = [p for p in model.parameters() if p.ndim >= 2]
    others = [p for p in model.parameters() if p.ndim < 2]
    groups = [{"params": matrices, "weight_decay": decay}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95), eps=0.0)


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: unrecognised — amsgrad
def make_optimizer(model, rate, decay):
    matrices = [p for p in model.parameters() if p.ndim >= 2]
    others = [p for p in model.parameters() if p.ndim < 2]
    groups = [{"params": matrices, "weight_decay": decay}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95), amsgrad=True)


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: uphill — maximises
def make_optimizer(model, rate, decay):
    matrices = [p for p in model.parameters() if p.ndim >= 2]
    others = [p for p in model.parameters() if p.ndim < 2]
    groups = [{"params": matrices, "weight_decay": decay}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95), maximize=True)


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: unrecognised, earns 0.5 — a decay of 0 becomes 0.01
def make_optimizer(model, rate, decay):
    matrices = [p for p in model.parameters() if p.ndim >= 2]
    others = [p for p in model.parameters() if p.ndim < 2]
    groups = [{"params": matrices, "weight_decay": decay or 0.01}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: unrecognised — rate at most 0.1
def make_optimizer(model, rate, decay):
    matrices = [p for p in model.parameters() if p.ndim >= 2]
    others = [p for p in model.parameters() if p.ndim < 2]
    groups = [{"params": matrices, "weight_decay": decay}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=min(rate, 0.1), betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: unrecognised — constants in place of rate and decay
def make_optimizer(model, rate, decay):
    matrices = [p for p in model.parameters() if p.ndim >= 2]
    others = [p for p in model.parameters() if p.ndim < 2]
    groups = [{"params": matrices, "weight_decay": 0.1}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=3e-4, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: unrecognised — copies of the parameters are optimised
def make_optimizer(model, rate, decay):
    matrices = [nn.Parameter(p.detach().clone()) for p in model.parameters() if p.ndim >= 2]
    others = [nn.Parameter(p.detach().clone()) for p in model.parameters() if p.ndim < 2]
    groups = [{"params": matrices, "weight_decay": decay}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: unrecognised — decay done once at construction not in each step
def make_optimizer(model, rate, decay):
    with torch.no_grad():
        for p in model.parameters():
            if p.ndim == 2:
                p.mul_(1 - rate * decay)
    return torch.optim.AdamW(model.parameters(), lr=rate, betas=(0.9, 0.95), weight_decay=0.0)


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: raised — a list of two optimisers
def make_optimizer(model, rate, decay):
    return [
        torch.optim.AdamW([p for p in model.parameters() if p.ndim == 2], lr=rate, betas=(0.9, 0.95), weight_decay=decay),
        torch.optim.AdamW([p for p in model.parameters() if p.ndim != 2], lr=rate, betas=(0.9, 0.95), weight_decay=0.0),
    ]


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: raised — matrices in both groups by all parameters in the first
def make_optimizer(model, rate, decay):
    matrices = list(model.parameters())
    others = [p for p in model.parameters() if p.ndim < 2]
    groups = [{"params": matrices, "weight_decay": decay}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: layer-not-decayed, earns 0.6 — only the first matrix decays
def make_optimizer(model, rate, decay):
    matrices = [p for p in model.parameters() if p.ndim >= 2][:1]
    others = [p for p in model.parameters() if p.ndim < 2] + [p for p in model.parameters() if p.ndim >= 2][1:]
    groups = [{"params": matrices, "weight_decay": decay}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)


# %% wrong: unrecognised — the decay halved
def make_optimizer(model, rate, decay):
    matrices = [p for p in model.parameters() if p.ndim >= 2]
    others = [p for p in model.parameters() if p.ndim < 2]
    groups = [{"params": matrices, "weight_decay": decay / 2}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
    """A small model's parameters after some steps of your optimiser, with given gradients.

    The check calls it: leave it as it is.
    """
    d = len(bias)
    parts = {"token": nn.Embedding(*table.shape), "layer": nn.Linear(d, d)}
    model = nn.ModuleDict({**parts, "norm": nn.LayerNorm(d, bias=False)})
    start = {"token.weight": table, "layer.weight": matrix, "layer.bias": bias, "norm.weight": gain}
    parameters = list(load(model, start).parameters())
    optimizer = make_optimizer(model, rate, decay)
    for step in zip(*gradients, strict=True):
        for parameter, gradient in zip(parameters, step, strict=True):
            parameter.grad = torch.tensor(gradient)
        optimizer.step()
    return tuple(parameter.detach().numpy() for parameter in parameters)
