# %% right: two lines
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        x = x + self.attention(self.norm_1(x))
        return x + self.down(F.gelu(self.up(self.norm_2(x))))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% right: one part after the other
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        normed = self.norm_1(x)
        first = x + self.attention(normed)
        hidden = F.gelu(self.up(self.norm_2(first)))
        return first + self.down(hidden)


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% right: one sum
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        seen = self.attention(self.norm_1(x))
        return x + seen + self.down(F.gelu(self.up(self.norm_2(x + seen))))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% right: nn.GELU
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        x = x + self.attention(self.norm_1(x))
        return x + self.down(nn.GELU()(self.up(self.norm_2(x))))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% right: a Sequential that shares the layers
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)
        self.feed = nn.Sequential(self.norm_2, self.up, nn.GELU(), self.down)

    def forward(self, x):
        x = x + self.attention(self.norm_1(x))
        return x + self.feed(x)


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% right: methods
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        x = self.look(x)
        return self.think(x)

    def look(self, x):
        return x + self.attention(self.norm_1(x))

    def think(self, x):
        return x + self.down(F.gelu(self.up(self.norm_2(x))))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% right: the error function
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        x = x + self.attention(self.norm_1(x))
        return x + self.down(self.gelu(self.up(self.norm_2(x))))

    def gelu(self, z):
        return z * (1 + torch.erf(z / math.sqrt(2))) / 2


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% right: norms by formula
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        x = x + self.attention(self.norm(x, self.norm_1))
        return x + self.down(F.gelu(self.up(self.norm(x, self.norm_2))))

    def norm(self, x, layer):
        centred = x - x.mean(-1, keepdim=True)
        spread = (centred.square().mean(-1, keepdim=True) + 1e-5).sqrt()
        return centred / spread * layer.weight + layer.bias


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% right: torch.add
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        x = torch.add(x, self.attention(self.norm_1(x)))
        return torch.add(x, self.down(F.gelu(self.up(self.norm_2(x)))))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% right: in a loop
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        parts = (
            (self.norm_1, self.attention),
            (self.norm_2, lambda normed: self.down(F.gelu(self.up(normed)))),
        )
        for norm, part in parts:
            x = x + part(norm(x))
        return x


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% right: 32 bits
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        self.float()
        x = x.float()
        x = x + self.attention(self.norm_1(x))
        return x + self.down(F.gelu(self.up(self.norm_2(x))))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% right: the functions of torch.nn
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        normed = F.layer_norm(x, x.shape[-1:], self.norm_1.weight, self.norm_1.bias)
        x = x + self.attention(normed)
        return x + self.down(F.gelu(self.up(self.norm_2(x))))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: post-norm, earns 0.4
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        x = self.norm_1(x + self.attention(x))
        return self.norm_2(x + self.down(F.gelu(self.up(x))))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: stream-normalised, earns 0.4
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        x = self.norm_1(x)
        x = x + self.attention(x)
        x = self.norm_2(x)
        return x + self.down(F.gelu(self.up(x)))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: stream-normalised, earns 0.4 — the first
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        x = self.norm_1(x)
        x = x + self.attention(x)
        return x + self.down(F.gelu(self.up(self.norm_2(x))))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: stream-normalised, earns 0.4 — the second
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        x = x + self.attention(self.norm_1(x))
        x = self.norm_2(x)
        return x + self.down(F.gelu(self.up(x)))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: no-residual, earns 0.3
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        x = self.attention(self.norm_1(x))
        return self.down(F.gelu(self.up(self.norm_2(x))))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: no-residual, earns 0.3 — around the attention
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        x = self.attention(self.norm_1(x))
        return x + self.down(F.gelu(self.up(self.norm_2(x))))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: no-residual, earns 0.3 — around the network
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        x = x + self.attention(self.norm_1(x))
        return self.down(F.gelu(self.up(self.norm_2(x))))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: side-by-side, earns 0.4
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        return x + self.attention(self.norm_1(x)) + self.down(F.gelu(self.up(self.norm_2(x))))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: from-the-input, earns 0.5
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        seen = x + self.attention(self.norm_1(x))
        return x + self.down(F.gelu(self.up(self.norm_2(seen))))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: feed-forward-first, earns 0.6
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        x = x + self.down(F.gelu(self.up(self.norm_2(x))))
        return x + self.attention(self.norm_1(x))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: feed-forward-first, earns 0.6 — with the norms in order
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        x = x + self.down(F.gelu(self.up(self.norm_1(x))))
        return x + self.attention(self.norm_2(x))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: no-attention
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        return x + self.down(F.gelu(self.up(self.norm_2(x))))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: no-attention — computed, not used
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        self.attention(self.norm_1(x))
        return x + self.down(F.gelu(self.up(self.norm_2(x))))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: no-feed-forward, earns 0.3
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        return x + self.attention(self.norm_1(x))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: one-norm, earns 0.6
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        x = x + self.attention(self.norm_1(x))
        return x + self.down(F.gelu(self.up(self.norm_1(x))))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: one-norm, earns 0.6 — the same module
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = self.norm_1
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        x = x + self.attention(self.norm_1(x))
        return x + self.down(F.gelu(self.up(self.norm_2(x))))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: norms-exchanged, earns 0.7
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        x = x + self.attention(self.norm_2(x))
        return x + self.down(F.gelu(self.up(self.norm_1(x))))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: norm-missing, earns 0.4
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        x = x + self.attention(x)
        return x + self.down(F.gelu(self.up(self.norm_2(x))))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: norm-missing, earns 0.4 — in front of the network
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        x = x + self.attention(self.norm_1(x))
        return x + self.down(F.gelu(self.up(x)))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: norm-missing, earns 0.4 — both
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        x = x + self.attention(x)
        return x + self.down(F.gelu(self.up(x)))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: no-activation, earns 0.4
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        x = x + self.attention(self.norm_1(x))
        return x + self.down(self.up(self.norm_2(x)))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: activation-behind, earns 0.4
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        x = x + self.attention(self.norm_1(x))
        return x + F.gelu(self.down(self.up(self.norm_2(x))))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: activation-behind, earns 0.4 — a second one
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        x = x + self.attention(self.norm_1(x))
        return x + F.gelu(self.down(F.gelu(self.up(self.norm_2(x)))))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: approximate, earns 0.8
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        x = x + self.attention(self.norm_1(x))
        return x + self.down(F.gelu(self.up(self.norm_2(x)), approximate="tanh"))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: other-activation, earns 0.7
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        x = x + self.attention(self.norm_1(x))
        return x + self.down(F.relu(self.up(self.norm_2(x))))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: other-activation, earns 0.7 — SiLU
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        x = x + self.attention(self.norm_1(x))
        return x + self.down(F.silu(self.up(self.norm_2(x))))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: norms-exchanged + other-activation, earns 0.49
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        x = x + self.attention(self.norm_2(x))
        return x + self.down(F.relu(self.up(self.norm_1(x))))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: norm-missing + no-activation, earns 0.16
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        x = x + self.attention(x)
        return x + self.down(self.up(self.norm_2(x)))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: unrecognised — dropout
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        x = x + self.attention(self.norm_1(x))
        return x + F.dropout(self.down(F.gelu(self.up(self.norm_2(x)))))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    torch.manual_seed(0)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: unrecognised — an RMSNorm
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        x = x + self.attention(self.norm_1(x))
        return x + self.down(F.gelu(self.up(F.rms_norm(x, x.shape[-1:], self.norm_2.weight))))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: unrecognised — the attention doubled
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        x = x + 2 * self.attention(self.norm_1(x))
        return x + self.down(F.gelu(self.up(self.norm_2(x))))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: unrecognised, earns 0.5 — a position alone does not attend
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        if x.shape[1] > 1:
            x = x + self.attention(self.norm_1(x))
        return x + self.down(F.gelu(self.up(self.norm_2(x))))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: raised — biases
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        x = x + self.attention(self.norm_1(x))
        return x + self.down(F.gelu(self.up(self.norm_2(x))))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: raised — other names
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.ln_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        x = x + self.attention(self.ln_1(x))
        return x + self.down(F.gelu(self.up(self.norm_2(x))))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: norms-behind, earns 0.4
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        x = x + self.norm_1(self.attention(x))
        return x + self.norm_2(self.down(F.gelu(self.up(x))))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: attention-alone, earns 0.5
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        found = self.attention(self.norm_1(x))
        return x + found + self.down(F.gelu(self.up(self.norm_2(found))))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: norm-at-the-end, earns 0.5
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        x = x + self.attention(self.norm_1(x))
        x = x + self.down(F.gelu(self.up(self.norm_2(x))))
        return self.norm_2(x)


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: no-attention — its norm is added
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        x = x + self.norm_1(x)
        return x + self.down(F.gelu(self.up(self.norm_2(x))))


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: other-norm, earns 0.6
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        for norm, part in (
            (self.norm_1, self.attention),
            (self.norm_2, lambda h: self.down(F.gelu(self.up(h)))),
        ):
            h = x - x.mean(dim=-1, keepdim=True)
            h = h / (x.var(dim=-1, keepdim=True) + 1e-5).sqrt()
            x = x + part(norm.weight * h + norm.bias)
        return x


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: other-norm, earns 0.6 — no mean is subtracted
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        for norm, part in (
            (self.norm_1, self.attention),
            (self.norm_2, lambda h: self.down(F.gelu(self.up(h)))),
        ):
            square = (x * x).mean(dim=-1, keepdim=True)
            h = x / torch.sqrt(square + 1e-5)
            x = x + part(norm.weight * h + norm.bias)
        return x


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()


# %% wrong: other-norm, earns 0.6 — over the positions
class Block(nn.Module):
    def __init__(self, d_model, d_ff, attention):
        super().__init__()
        self.attention = attention
        self.norm_1 = nn.LayerNorm(d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, d_ff, bias=False)
        self.down = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        for norm, part in (
            (self.norm_1, self.attention),
            (self.norm_2, lambda h: self.down(F.gelu(self.up(h)))),
        ):
            h = x - x.mean(dim=1, keepdim=True)
            h = h * ((h**2).mean(dim=1, keepdim=True) + 1e-5) ** -0.5
            x = x + part(norm.weight * h + norm.bias)
        return x


def run_block(x, norm_1, norm_2, W_up, W_down):
    weights = {
        "norm_1.weight": norm_1[0],
        "norm_1.bias": norm_1[1],
        "norm_2.weight": norm_2[0],
        "norm_2.bias": norm_2[1],
        "up.weight": W_up,
        "down.weight": W_down,
    }
    block = load(Block(x.shape[-1], len(W_up), Mean()), weights)
    return block(torch.tensor(x)).detach().numpy()
