# %% right: two groups
def make_optimizer(model, rate, decay):
    parameters = list(model.parameters())
    groups = [
        {"params": [p for p in parameters if p.ndim >= 2], "weight_decay": decay},
        {"params": [p for p in parameters if p.ndim < 2], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% right: by dim
def make_optimizer(model, rate, decay):
    parameters = list(model.parameters())
    groups = [
        {"params": [p for p in parameters if p.dim() > 1], "weight_decay": decay},
        {"params": [p for p in parameters if p.dim() <= 1], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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
    groups = []
    for p in model.parameters():
        groups.append({"params": [p], "weight_decay": decay if p.ndim == 2 else 0.0})
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% right: by name
def make_optimizer(model, rate, decay):
    vectors = [p for name, p in model.named_parameters() if "bias" in name or "norm" in name]
    chosen = {id(p) for p in vectors}
    matrices = [p for p in model.parameters() if id(p) not in chosen]
    groups = [{"params": vectors, "weight_decay": 0}, {"params": matrices, "weight_decay": decay}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% right: by module
def make_optimizer(model, rate, decay):
    matrices, vectors = [], []
    for module in model.modules():
        for name, p in module.named_parameters(recurse=False):
            is_matrix = isinstance(module, nn.Linear | nn.Embedding) and name == "weight"
            (matrices if is_matrix else vectors).append(p)
    groups = [{"params": matrices, "weight_decay": decay}, {"params": vectors, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% right: the decay of all as the default
def make_optimizer(model, rate, decay):
    parameters = list(model.parameters())
    groups = [
        {"params": [p for p in parameters if p.ndim >= 2]},
        {"params": [p for p in parameters if p.ndim < 2], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95), weight_decay=decay)


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% right: no decay as the default
def make_optimizer(model, rate, decay):
    parameters = list(model.parameters())
    groups = [
        {"params": [p for p in parameters if p.ndim >= 2], "weight_decay": decay},
        {"params": [p for p in parameters if p.ndim < 2]},
    ]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95), weight_decay=0)


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% right: rates in the groups
def make_optimizer(model, rate, decay):
    parameters = list(model.parameters())
    groups = [
        {"params": [p for p in parameters if p.ndim >= 2], "weight_decay": decay, "lr": rate},
        {"params": [p for p in parameters if p.ndim < 2], "weight_decay": 0.0, "lr": rate},
    ]
    return torch.optim.AdamW(groups, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% right: a group added later
def make_optimizer(model, rate, decay):
    decayed = [p for p in model.parameters() if p.ndim == 2]
    optimizer = torch.optim.AdamW(decayed, lr=rate, betas=(0.9, 0.95), weight_decay=decay)
    rest = [p for p in model.parameters() if p.ndim == 1]
    optimizer.add_param_group({"params": rest, "weight_decay": 0.0})
    return optimizer


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% right: by shape
def make_optimizer(model, rate, decay):
    by_axes = {}
    for p in model.parameters():
        by_axes.setdefault(len(p.shape), []).append(p)
    groups = [
        {"params": some, "weight_decay": decay * (axes == 2)} for axes, some in by_axes.items()
    ]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% right: Adam that decays apart
def make_optimizer(model, rate, decay):
    parameters = list(model.parameters())
    groups = [
        {"params": [p for p in parameters if p.ndim >= 2], "weight_decay": decay},
        {"params": [p for p in parameters if p.ndim < 2], "weight_decay": 0.0},
    ]
    return torch.optim.Adam(groups, lr=rate, betas=(0.9, 0.95), decoupled_weight_decay=True)


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% right: the loop of each step
def make_optimizer(model, rate, decay):
    parameters = list(model.parameters())
    groups = [
        {"params": [p for p in parameters if p.ndim >= 2], "weight_decay": decay},
        {"params": [p for p in parameters if p.ndim < 2], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95), foreach=False)


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: all-decayed, earns 0.5
def make_optimizer(model, rate, decay):
    parameters = list(model.parameters())
    groups = [
        {"params": [p for p in parameters if p.ndim >= 2], "weight_decay": decay},
        {"params": [p for p in parameters if p.ndim < 2], "weight_decay": decay},
    ]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: all-decayed, earns 0.5 — one group
def make_optimizer(model, rate, decay):
    groups = model.parameters()
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95), weight_decay=decay)


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: nothing-decayed, earns 0.4
def make_optimizer(model, rate, decay):
    parameters = list(model.parameters())
    groups = [
        {"params": [p for p in parameters if p.ndim >= 2], "weight_decay": 0.0},
        {"params": [p for p in parameters if p.ndim < 2], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: nothing-decayed, earns 0.4 — Adam
def make_optimizer(model, rate, decay):
    return torch.optim.Adam(model.parameters(), lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: vectors-decayed, earns 0.4
def make_optimizer(model, rate, decay):
    parameters = list(model.parameters())
    zero = 0.0
    groups = [
        {"params": [p for p in parameters if p.ndim >= 2], "weight_decay": zero},
        {"params": [p for p in parameters if p.ndim < 2], "weight_decay": decay},
    ]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: biases-decayed, earns 0.6
def make_optimizer(model, rate, decay):
    named = dict(model.named_parameters())
    plain = [p for name, p in named.items() if "norm" in name]
    others = [p for name, p in named.items() if "norm" not in name]
    groups = [{"params": others, "weight_decay": decay}, {"params": plain, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: biases-decayed, earns 0.6 — the gain
def make_optimizer(model, rate, decay):
    named = dict(model.named_parameters())
    plain = [p for name, p in named.items() if name.endswith("bias")]
    others = [p for name, p in named.items() if not name.endswith("bias")]
    groups = [{"params": others, "weight_decay": decay}, {"params": plain, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: table-not-decayed, earns 0.6
def make_optimizer(model, rate, decay):
    linear = [m.weight for m in model.modules() if isinstance(m, nn.Linear)]
    chosen = set(map(id, linear))
    others = [p for p in model.parameters() if id(p) not in chosen]
    groups = [{"params": linear, "weight_decay": decay}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: own-decay, earns 0.5
def make_optimizer(model, rate, decay):
    parameters = list(model.parameters())
    groups = [
        {"params": [p for p in parameters if p.ndim >= 2]},
        {"params": [p for p in parameters if p.ndim < 2], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: own-decay, earns 0.5 — for all
def make_optimizer(model, rate, decay):
    groups = model.parameters()
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: own-decay, earns 0.5 — GPT-3's
def make_optimizer(model, rate, decay):
    parameters = list(model.parameters())
    groups = [
        {"params": [p for p in parameters if p.ndim >= 2], "weight_decay": 0.1},
        {"params": [p for p in parameters if p.ndim < 2], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: decay-in-the-gradient, earns 0.4
def make_optimizer(model, rate, decay):
    parameters = list(model.parameters())
    groups = [
        {"params": [p for p in parameters if p.ndim >= 2], "weight_decay": decay},
        {"params": [p for p in parameters if p.ndim < 2], "weight_decay": 0.0},
    ]
    return torch.optim.Adam(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: decay-in-the-gradient, earns 0.4 — of all
def make_optimizer(model, rate, decay):
    groups = model.parameters()
    return torch.optim.Adam(groups, lr=rate, betas=(0.9, 0.95), weight_decay=decay)


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: default-betas, earns 0.7
def make_optimizer(model, rate, decay):
    parameters = list(model.parameters())
    groups = [
        {"params": [p for p in parameters if p.ndim >= 2], "weight_decay": decay},
        {"params": [p for p in parameters if p.ndim < 2], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=rate)


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: default-betas, earns 0.7 — written out
def make_optimizer(model, rate, decay):
    parameters = list(model.parameters())
    groups = [
        {"params": [p for p in parameters if p.ndim >= 2], "weight_decay": decay},
        {"params": [p for p in parameters if p.ndim < 2], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.999))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: own-rate, earns 0.5
def make_optimizer(model, rate, decay):
    parameters = list(model.parameters())
    groups = [
        {"params": [p for p in parameters if p.ndim >= 2], "weight_decay": decay},
        {"params": [p for p in parameters if p.ndim < 2], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: own-rate, earns 0.5 — written out
def make_optimizer(model, rate, decay):
    parameters = list(model.parameters())
    groups = [
        {"params": [p for p in parameters if p.ndim >= 2], "weight_decay": decay},
        {"params": [p for p in parameters if p.ndim < 2], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=1e-3, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: vectors-not-trained, earns 0.4
def make_optimizer(model, rate, decay):
    parameters = list(model.parameters())
    groups = [
        {"params": [p for p in parameters if p.ndim >= 2], "weight_decay": decay},
    ]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: matrices-not-trained, earns 0.3
def make_optimizer(model, rate, decay):
    parameters = list(model.parameters())
    groups = [
        {"params": [p for p in parameters if p.ndim < 2], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: matrices-not-trained, earns 0.3 — the table is forgotten
def make_optimizer(model, rate, decay):
    layers = [m for m in model.modules() if isinstance(m, nn.Linear)]
    norms = [p for m in model.modules() if isinstance(m, nn.LayerNorm) for p in m.parameters()]
    groups = [
        {"params": [m.weight for m in layers], "weight_decay": decay},
        {"params": [*norms, *(m.bias for m in layers)], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: gradient-descent, earns 0.2
def make_optimizer(model, rate, decay):
    parameters = list(model.parameters())
    groups = [
        {"params": [p for p in parameters if p.ndim >= 2], "weight_decay": decay},
        {"params": [p for p in parameters if p.ndim < 2], "weight_decay": 0.0},
    ]
    return torch.optim.SGD(groups, lr=rate)


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: gradient-descent, earns 0.2 — without decay
def make_optimizer(model, rate, decay):
    return torch.optim.SGD(model.parameters(), lr=rate)


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: uphill
def make_optimizer(model, rate, decay):
    parameters = list(model.parameters())
    groups = [
        {"params": [p for p in parameters if p.ndim >= 2], "weight_decay": decay},
        {"params": [p for p in parameters if p.ndim < 2], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95), maximize=True)


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: all-decayed + default-betas, earns 0.35
def make_optimizer(model, rate, decay):
    parameters = list(model.parameters())
    groups = [
        {"params": [p for p in parameters if p.ndim >= 2], "weight_decay": decay},
        {"params": [p for p in parameters if p.ndim < 2], "weight_decay": decay},
    ]
    return torch.optim.AdamW(groups, lr=rate)


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: nothing-decayed + default-betas, earns 0.28
def make_optimizer(model, rate, decay):
    return torch.optim.Adam(model.parameters(), lr=rate)


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: vectors-not-trained + default-betas, earns 0.28
def make_optimizer(model, rate, decay):
    parameters = list(model.parameters())
    groups = [
        {"params": [p for p in parameters if p.ndim >= 2], "weight_decay": decay},
    ]
    return torch.optim.AdamW(groups, lr=rate)


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: unrecognised — AMSGrad and half the rate
def make_optimizer(model, rate, decay):
    parameters = list(model.parameters())
    groups = [
        {"params": [p for p in parameters if p.ndim >= 2], "weight_decay": decay},
        {"params": [p for p in parameters if p.ndim < 2], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=rate / 2, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: unrecognised — RMSprop
def make_optimizer(model, rate, decay):
    parameters = list(model.parameters())
    groups = [
        {"params": [p for p in parameters if p.ndim >= 2], "weight_decay": decay},
        {"params": [p for p in parameters if p.ndim < 2], "weight_decay": 0.0},
    ]
    return torch.optim.RMSprop(groups, lr=rate)


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: unrecognised — ten times the decay
def make_optimizer(model, rate, decay):
    parameters = list(model.parameters())
    groups = [
        {"params": [p for p in parameters if p.ndim >= 2], "weight_decay": 10 * decay},
        {"params": [p for p in parameters if p.ndim < 2], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: not-finite, earns 0.5 — nothing is added to the root
def make_optimizer(model, rate, decay):
    parameters = list(model.parameters())
    groups = [
        {"params": [p for p in parameters if p.ndim >= 2], "weight_decay": decay},
        {"params": [p for p in parameters if p.ndim < 2], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95), eps=0)


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: raised — parameters twice
def make_optimizer(model, rate, decay):
    parameters = list(model.parameters())
    groups = [
        {"params": [p for p in parameters if p.ndim >= 2], "weight_decay": decay},
        {"params": parameters, "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: raised — no optimiser
def make_optimizer(model, rate, decay):
    return torch.optim.AdamW


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: layer-not-decayed, earns 0.6
def make_optimizer(model, rate, decay):
    first, second = [], []
    for p in model.parameters():
        (first if p is model["token"].weight else second).append(p)
    groups = [{"params": first, "weight_decay": decay}, {"params": second, "weight_decay": 0}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: rest-decayed, earns 0.6
def make_optimizer(model, rate, decay):
    first, second = [], []
    for p in model.parameters():
        (first if p.ndim > 1 else second).append(p)
    groups = [{"params": first, "weight_decay": decay}, {"params": second}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: decay-times-rate, earns 0.6
def make_optimizer(model, rate, decay):
    first, second = [], []
    for p in model.parameters():
        (first if p.ndim > 1 else second).append(p)
    groups = [
        {"params": first, "weight_decay": decay * rate},
        {"params": second, "weight_decay": 0},
    ]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: rate-and-decay, earns 0.6
def make_optimizer(model, rate, decay):
    first, second = [], []
    for p in model.parameters():
        (first if p.ndim > 1 else second).append(p)
    groups = [{"params": first, "weight_decay": rate}, {"params": second, "weight_decay": 0}]
    return torch.optim.AdamW(groups, lr=decay, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: betas-of-a-group, earns 0.8
def make_optimizer(model, rate, decay):
    first, second = [], []
    for p in model.parameters():
        (first if p.ndim > 1 else second).append(p)
    groups = [
        {"params": first, "weight_decay": decay, "betas": (0.9, 0.95)},
        {"params": second, "weight_decay": 0},
    ]
    return torch.optim.AdamW(groups, lr=rate)


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: betas-of-a-group, earns 0.8 — of vectors
def make_optimizer(model, rate, decay):
    first, second = [], []
    for p in model.parameters():
        (first if p.ndim > 1 else second).append(p)
    groups = [
        {"params": first, "weight_decay": decay},
        {"params": second, "weight_decay": 0, "betas": (0.9, 0.95)},
    ]
    return torch.optim.AdamW(groups, lr=rate)


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: betas-exchanged, earns 0.7
def make_optimizer(model, rate, decay):
    first, second = [], []
    for p in model.parameters():
        (first if p.ndim > 1 else second).append(p)
    groups = [{"params": first, "weight_decay": decay}, {"params": second, "weight_decay": 0}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.95, 0.9))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: rate-of-a-group, earns 0.6
def make_optimizer(model, rate, decay):
    first, second = [], []
    for p in model.parameters():
        (first if p.ndim > 1 else second).append(p)
    groups = [
        {"params": first, "weight_decay": decay, "lr": rate},
        {"params": second, "weight_decay": 0},
    ]
    return torch.optim.AdamW(groups, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: rate-of-a-group, earns 0.6 — of vectors
def make_optimizer(model, rate, decay):
    first, second = [], []
    for p in model.parameters():
        (first if p.ndim > 1 else second).append(p)
    groups = [
        {"params": first, "weight_decay": decay},
        {"params": second, "weight_decay": 0, "lr": rate},
    ]
    return torch.optim.AdamW(groups, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: vectors-not-trained, earns 0.4 — the gain is forgotten
def make_optimizer(model, rate, decay):
    named = dict(model.named_parameters())
    biases = [p for name, p in named.items() if "bias" in name]
    groups = [{"params": biases, "weight_decay": 0}]
    groups += [{"params": p, "weight_decay": decay} for p in named.values() if p.ndim == 2]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: vectors-not-trained, earns 0.4 — the bias is forgotten
def make_optimizer(model, rate, decay):
    matrices = [model["token"].weight, model["layer"].weight]
    groups = [
        {"params": matrices, "weight_decay": decay},
        {"params": model["norm"].weight, "weight_decay": 0},
    ]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: narrow-not-decayed, earns 0.7
def make_optimizer(model, rate, decay):
    first, second = [], []
    for p in model.parameters():
        (first if p.squeeze().ndim > 1 else second).append(p)
    groups = [{"params": first, "weight_decay": decay}, {"params": second, "weight_decay": 0}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: narrow-not-decayed, earns 0.7 — a single number
def make_optimizer(model, rate, decay):
    first, second = [], []
    for p in model.parameters():
        (first if p.ndim > 1 and p.numel() > 1 else second).append(p)
    groups = [{"params": first, "weight_decay": decay}, {"params": second, "weight_decay": 0}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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


# %% wrong: unrecognised, earns 0.5 — a decay of 0 is taken for none given
def make_optimizer(model, rate, decay):
    first, second = [], []
    for p in model.parameters():
        (first if p.ndim > 1 else second).append(p)
    groups = [
        {"params": first, "weight_decay": decay or 0.01},
        {"params": second, "weight_decay": 0},
    ]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95))


def adamw_steps(table, matrix, bias, gain, gradients, rate, decay):
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
