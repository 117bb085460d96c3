# %% right: step by step
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% right: torch's fused attention
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        heads = F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(
            1, 2
        )  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% right: a loop over heads
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        _texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (part.split(d_head, dim=-1) for part in self.qkv(x).chunk(3, dim=-1))
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        heads = []
        for a, b, c in zip(q, k, v, strict=True):  # (texts, n, d_head)
            scores = (a @ b.mT / math.sqrt(d_head)).masked_fill(~seen, float("-inf"))
            heads.append(scores.softmax(-1) @ c)
        return self.out(torch.cat(heads, dim=-1))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% right: a mask that is added
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.full((n, n), -torch.inf).triu(1)
        weights = (scores + seen).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% right: einsum
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.reshape(texts, n, self.n_heads, d_head) for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = torch.einsum("bihd,bjhd->bhij", q, k) / d_head**0.5
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = torch.einsum("bhij,bjhd->bihd", weights, v)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% right: the queries scaled
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = (q * d_head**-0.5) @ k.transpose(-2, -1)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% right: a large negative score
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(~seen, -1e9).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% right: a buffer for the mask
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)
        self.register_buffer("mask", torch.tril(torch.ones(64, 64)))

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = self.mask[:n, :n] == 1
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% right: one permutation
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = self.qkv(x).view(texts, n, 3, self.n_heads, d_head).permute(2, 0, 3, 1, 4)
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% right: heads in the batch
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        parts = self.qkv(x).split(d_model, dim=-1)
        q, k, v = (
            part.unflatten(-1, (-1, d_head)).transpose(1, 2).reshape(-1, n, d_head)
            for part in parts
        )
        scores = torch.bmm(q, k.transpose(1, 2)) / d_head**0.5
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (
            torch.bmm(weights, v).view(len(x), -1, n, d_head).transpose(1, 2)
        )  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% right: exponentials
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        scores = scores.masked_fill(~seen, -torch.inf)
        powers = (scores - scores.amax(-1, keepdim=True)).exp()
        weights = powers / powers.sum(-1, keepdim=True)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% right: a 32-bit input
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        x = x.float()
        self.float()
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: leaks
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: leaks — fused, without is_causal
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        heads = F.scaled_dot_product_attention(q, k, v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: leaks — masked_fill, not kept
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        scores.masked_fill(~seen, -torch.inf)
        weights = scores.softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: future
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(seen.tril(-1), -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: future — triu
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).triu()
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: one-ahead
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril(1)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: one-ahead — added
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.full((n, n), -torch.inf).triu(2)
        weights = (scores + seen).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: not-itself, earns 0.4
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril(-1)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: not-itself, earns 0.4 — without NaN
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril(-1)
        weights = scores.masked_fill(~seen, -1e9).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: not-itself, earns 0.4 — the mask turned
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(seen.mT, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: masked-after, earns 0.3
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.softmax(dim=-1) * seen
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: masked-after, earns 0.3 — filled
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.softmax(dim=-1).masked_fill(~seen, 0)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: zero-scores, earns 0.2
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(~seen, 0).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: zero-scores, earns 0.2 — multiplied
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = (scores * seen).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: wrong-axis, earns 0.4
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-2)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: wrong-axis, earns 0.4 — the heads
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: not-scaled, earns 0.6
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: scaled-by-width, earns 0.7
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_model**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: scaled-wrongly, earns 0.6
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: scaled-wrongly, earns 0.6 — multiplied
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT * d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: scaled-wrongly, earns 0.6 — scaled twice
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        heads = F.scaled_dot_product_attention(q / d_head**0.5, k, v, is_causal=True).transpose(
            1, 2
        )  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: qkv-exchanged, earns 0.6
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        k, q, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: qkv-exchanged, earns 0.6 — values first
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        v, k, q = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: cut-by-heads, earns 0.6
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        parts = self.qkv(x).view(texts, n, self.n_heads, 3 * d_head).transpose(1, 2)
        q, k, v = parts.chunk(3, dim=-1)
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: heads-interleaved, earns 0.5
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, d_head, self.n_heads).permute(
                0, 3, 1, 2
            )  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: heads-interleaved, earns 0.5 — also back
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, d_head, self.n_heads).permute(
                0, 3, 1, 2
            )  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).permute(0, 2, 3, 1)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: not-transposed, earns 0.4
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.reshape(texts, self.n_heads, n, d_head)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: not-transposed, earns 0.4 — the way back
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = weights @ v  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: not-transposed, earns 0.4 — both ways
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.reshape(texts, self.n_heads, n, d_head)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = weights @ v  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: one-head, earns 0.3
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = 1
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: one-head, earns 0.3 — scaled by the width of a head
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part[:, None]  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: no-output, earns 0.6
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return heads.reshape(texts, n, d_model)


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: residual, earns 0.6
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return x + self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: not-scaled + no-output, earns 0.36
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return heads.reshape(texts, n, d_model)


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: not-scaled + qkv-exchanged, earns 0.36
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, v, k = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: scaled-by-width + no-output, earns 0.42
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_model**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return heads.reshape(texts, n, d_model)


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: raised — biases
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: raised — other names
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.c_attn = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.c_attn(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: unrecognised — the mask of one text and head
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(~seen, -1.0).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: unrecognised — values normalised
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ F.normalize(v, dim=-1)).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: unrecognised, earns 0.5 — six positions at most
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        seen &= torch.arange(n) > torch.arange(n)[:, None] - 6
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: unrecognised, earns 0.5 — thirty-two positions at most
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        seen &= torch.arange(n) > torch.arange(n)[:, None] - 32
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: not-finite, earns 0.5 — hidden powers of scores that are not hidden from the maximum
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        powers = (scores - scores.amax(-1, keepdim=True)).exp() * seen
        weights = powers / powers.sum(-1, keepdim=True)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: returned-nothing
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    attention(torch.tensor(x))


# %% wrong: finite-mask, earns 0.6
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(~seen, -1000).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: finite-mask, earns 0.6 — ten thousand
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = torch.where(seen, scores, -1e4).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: finite-mask, earns 0.6 — added
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = (scores + seen.logical_not() * -100.0).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: mask-added, earns 0.2
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = (scores + seen.double()).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: wrong-axis, earns 0.4 — the heads and without NaN
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)  # (texts, heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head**0.5  # (texts, heads, n, n)
        seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(~seen, -1e9).softmax(dim=1)
        heads = (weights @ v).transpose(1, 2)  # (texts, n, heads, d_head)
        return self.out(heads.reshape(texts, n, d_model))


def attend_causally(x, W_qkv, W_out, n_heads):
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()
