# %% right: as hint 3
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.sqrt(d_head)
        seen = torch.ones(n, n, dtype=torch.bool).tril()
        out = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1) @ v
        return self.out(out.transpose(1, 2).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% right: scaled_dot_product_attention with is_causal
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        heads = self.qkv(x).view(texts, n, 3, self.n_heads, -1).permute(2, 0, 3, 1, 4)
        out = F.scaled_dot_product_attention(*heads, is_causal=True)
        return self.out(out.transpose(1, 2).flatten(2))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% right: einsum without transposes and an additive mask of triu
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        q, k, v = self.qkv(x).unflatten(-1, (3, self.n_heads, d // self.n_heads)).unbind(2)
        scores = torch.einsum("tihc,tjhc->thij", q, k) * (d // self.n_heads) ** -0.5
        scores = scores + torch.full((n, n), -torch.inf).triu(1)
        return self.out(torch.einsum("thij,tjhc->tihc", scores.softmax(3), v).flatten(-2))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% right: loop over heads with slices
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        n, d = x.shape[1:]
        d_head = d // self.n_heads
        qkv = self.qkv(x)
        results = []
        for h in range(self.n_heads):
            at = h * d_head
            q = qkv[..., at : at + d_head]
            k = qkv[..., d + at : d + at + d_head]
            v = qkv[..., 2 * d + at : 2 * d + at + d_head]
            scores = torch.matmul(q, k.transpose(-1, -2)).div(d_head**0.5)
            scores[:, torch.triu(torch.ones(n, n), diagonal=1) == 1] = float("-inf")
            results.append(torch.softmax(scores, -1) @ v)
        return self.out(torch.cat(results, dim=-1))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% right: loop over texts and positions and heads and no mask at all
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        rows = torch.empty_like(x)
        d = x.shape[2]
        size = d // self.n_heads
        for t in range(x.shape[0]):
            q, k, v = (x[t] @ self.qkv.weight.mT).split(d, dim=1)
            for i in range(x.shape[1]):
                for start in range(0, d, size):
                    here = slice(start, start + size)
                    weights = F.softmax(k[: i + 1, here] @ q[i, here] / size**0.5, dim=0)
                    rows[t, i, here] = weights @ v[: i + 1, here]
        return self.out(rows)


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% right: multi_head_attention_forward of torch with the two weights
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        n, d = x.shape[1:]
        y = x.transpose(0, 1)
        out, _ = F.multi_head_attention_forward(
            y, y, y, d, self.n_heads, self.qkv.weight, None, None, None, False, 0.0,
            self.out.weight, None, training=False, need_weights=False,
            attn_mask=torch.ones(n, n, dtype=torch.bool).triu(1),
        )
        return out.transpose(0, 1)


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% right: exponentials by hand shifted by the largest visible score and divided at the end
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        q, k, v = self.qkv(x).view(texts, n, 3 * self.n_heads, -1).transpose(1, 2).chunk(3, dim=1)
        scores = q @ k.mT / math.sqrt(q.shape[-1])
        place = torch.arange(n)
        scores = torch.where(place <= place[:, None], scores, -torch.inf)
        e = torch.exp(scores - scores.amax(-1, keepdim=True))
        out = (e @ v) / e.sum(-1, keepdim=True)
        return self.out(out.permute(0, 2, 1, 3).contiguous().view(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% right: ParameterDict in place of Linear and logsumexp
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.ParameterDict({"weight": torch.randn(3 * d_model, d_model) / d_model**0.5})
        self.out = nn.ParameterDict({"weight": torch.randn(d_model, d_model) / d_model**0.5})

    def forward(self, x):
        texts, n, d = x.shape
        parts = (x @ self.qkv["weight"].T).split(d, dim=-1)
        q, k, v = (p.unflatten(2, (self.n_heads, -1)).permute(2, 0, 1, 3) for p in parts)
        scores = (q / q.shape[-1] ** 0.5) @ k.transpose(2, 3)
        later = torch.arange(n)[None, :] > torch.arange(n)[:, None]
        scores = scores.masked_fill(later, -torch.inf)
        out = torch.exp(scores - scores.logsumexp(-1, keepdim=True)) @ v
        return torch.cat(tuple(out), dim=-1) @ self.out["weight"].T


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% right: a mask kept as a buffer of 64 and finfo min and out registered first
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads, self.d_head = n_heads, d_model // n_heads
        self.out = nn.Linear(d_model, d_model, bias=False)
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.register_buffer("mask", torch.tril(torch.ones(64, 64)))

    def forward(self, x):
        texts, n, d = x.shape
        q, k, v = (
            p.reshape(texts, n, self.n_heads, self.d_head).swapaxes(1, 2).flatten(0, 1)
            for p in torch.tensor_split(self.qkv(x), 3, dim=2)
        )
        scores = torch.bmm(q, k.mT).mul(1 / math.sqrt(self.d_head))
        scores = scores.masked_fill(self.mask[:n, :n] == 0, torch.finfo(scores.dtype).min)
        out = torch.bmm(scores.softmax(-1), v).unflatten(0, (texts, self.n_heads))
        return self.out(out.swapaxes(1, 2).flatten(2))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% right: running softmax over keys one at a time
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        q, k, v = (p.unflatten(-1, (self.n_heads, -1)) for p in self.qkv(x).chunk(3, -1))
        top = torch.full(q.shape[:-1], -torch.inf, dtype=x.dtype)
        below = torch.zeros_like(top)
        above = torch.zeros_like(q)
        for j in range(n):
            score = (q * k[:, j : j + 1]).sum(-1) / q.shape[-1] ** 0.5
            score[:, :j] = -torch.inf
            new = torch.maximum(top, score)
            keep = torch.where(top == new, 1.0, (top - new).exp()).nan_to_num(0.0)
            add = torch.where(score == -torch.inf, 0.0, (score - new).exp())
            keep, add = keep.to(x.dtype), add.to(x.dtype)
            below = below * keep + add
            above = above * keep[..., None] + add[..., None] * v[:, j : j + 1]
            top = new
        return self.out((above / below[..., None]).flatten(2))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: leaks — no mask so every position sees all
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.sqrt(d_head)
        seen = torch.ones(n, n, dtype=torch.bool).tril()
        out = scores.softmax(dim=-1) @ v
        return self.out(out.transpose(1, 2).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: not-itself, earns 0.4 — a position does not see itself and position 0 is NaN
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.sqrt(d_head)
        seen = torch.ones(n, n, dtype=torch.bool).tril(-1)
        out = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1) @ v
        return self.out(out.transpose(1, 2).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: unrecognised — a position does not see itself and position 0 gives zeros
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.sqrt(d_head)
        seen = torch.ones(n, n, dtype=torch.bool).tril(-1)
        out = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1).nan_to_num(0) @ v
        return self.out(out.transpose(1, 2).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: one-ahead — one later position is seen too
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.sqrt(d_head)
        seen = torch.ones(n, n, dtype=torch.bool).tril(1)
        out = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1) @ v
        return self.out(out.transpose(1, 2).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: future — mask the wrong way round so that only later ones are seen
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.sqrt(d_head)
        seen = torch.ones(n, n, dtype=torch.bool).triu()
        out = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1) @ v
        return self.out(out.transpose(1, 2).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: wrong-axis, earns 0.4 — softmax over the queries
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.sqrt(d_head)
        seen = torch.ones(n, n, dtype=torch.bool).tril()
        out = scores.masked_fill(~seen, -torch.inf).softmax(dim=-2) @ v
        return self.out(out.transpose(1, 2).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: wrong-axis, earns 0.4 — softmax over the heads as without a dim
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.sqrt(d_head)
        seen = torch.ones(n, n, dtype=torch.bool).tril()
        out = F.softmax(scores.masked_fill(~seen, -1e30), dim=1) @ v
        return self.out(out.transpose(1, 2).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: scaled-by-width, earns 0.7 — scaled by the root of d_model not d_head
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.sqrt(d)
        seen = torch.ones(n, n, dtype=torch.bool).tril()
        out = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1) @ v
        return self.out(out.transpose(1, 2).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: not-scaled, earns 0.6 — not scaled at all
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT
        seen = torch.ones(n, n, dtype=torch.bool).tril()
        out = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1) @ v
        return self.out(out.transpose(1, 2).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: scaled-wrongly, earns 0.6 — divided by d_head without the root
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / d_head
        seen = torch.ones(n, n, dtype=torch.bool).tril()
        out = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1) @ v
        return self.out(out.transpose(1, 2).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: unrecognised — root rounded to a whole number so only square d_head right
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.isqrt(d_head)
        seen = torch.ones(n, n, dtype=torch.bool).tril()
        out = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1) @ v
        return self.out(out.transpose(1, 2).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: not-transposed, earns 0.4 — view to heads before n without a transpose and back alike
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.reshape(texts, self.n_heads, n, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.sqrt(d_head)
        seen = torch.ones(n, n, dtype=torch.bool).tril()
        out = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1) @ v
        return self.out(out.reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: not-transposed, earns 0.4 — heads are not moved back before the reshape
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.sqrt(d_head)
        seen = torch.ones(n, n, dtype=torch.bool).tril()
        out = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1) @ v
        return self.out(out.reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: raised — on the way back view of a transposed tensor fails
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.sqrt(d_head)
        seen = torch.ones(n, n, dtype=torch.bool).tril()
        out = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1) @ v
        return self.out(out.transpose(1, 2).view(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: heads-interleaved, earns 0.5 — heads interleaved with every n_heads-th number
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, d_head, self.n_heads).permute(0, 3, 1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.sqrt(d_head)
        seen = torch.ones(n, n, dtype=torch.bool).tril()
        out = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1) @ v
        return self.out(out.transpose(1, 2).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: cut-by-heads, earns 0.6 — q and k and v interleaved within each head
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = self.qkv(x).view(texts, n, self.n_heads, 3 * d_head).transpose(1, 2).chunk(3, dim=-1)
        out = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.out(out.transpose(1, 2).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: heads-interleaved, earns 0.5 — results of the heads interleaved on the way back
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.sqrt(d_head)
        seen = torch.ones(n, n, dtype=torch.bool).tril()
        out = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1) @ v
        return self.out(out.permute(0, 2, 3, 1).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: qkv-exchanged, earns 0.6 — queries and keys swapped
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        k, q, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.sqrt(d_head)
        seen = torch.ones(n, n, dtype=torch.bool).tril()
        out = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1) @ v
        return self.out(out.transpose(1, 2).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: qkv-exchanged, earns 0.6 — keys and values swapped
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, v, k = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.sqrt(d_head)
        seen = torch.ones(n, n, dtype=torch.bool).tril()
        out = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1) @ v
        return self.out(out.transpose(1, 2).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: no-output, earns 0.6 — the layer out exists but is not applied
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.sqrt(d_head)
        seen = torch.ones(n, n, dtype=torch.bool).tril()
        out = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1) @ v
        return out.transpose(1, 2).reshape(texts, n, d)


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: unrecognised — values are x itself without the layer
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        v = x.view(texts, n, self.n_heads, d_head).transpose(1, 2)
        scores = q @ k.mT / math.sqrt(d_head)
        seen = torch.ones(n, n, dtype=torch.bool).tril()
        out = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1) @ v
        return self.out(out.transpose(1, 2).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: masked-after, earns 0.3 — mask after the softmax and no new sum
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.sqrt(d_head)
        seen = torch.ones(n, n, dtype=torch.bool).tril()
        out = scores.softmax(dim=-1).masked_fill(~seen, 0) @ v
        return self.out(out.transpose(1, 2).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: not-finite, earns 0.5 — mask after the softmax and renormalised and fails at huge scores
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.sqrt(d_head)
        seen = torch.ones(n, n, dtype=torch.bool).tril()
        weights = scores.softmax(dim=-1) * seen
        out = weights / weights.sum(-1, keepdim=True) @ v
        return self.out(out.transpose(1, 2).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: zero-scores, earns 0.2 — scores behind the mask are 0 not minus infinity
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.sqrt(d_head)
        seen = torch.ones(n, n, dtype=torch.bool).tril()
        out = scores.masked_fill(~seen, 0.0).softmax(dim=-1) @ v
        return self.out(out.transpose(1, 2).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: finite-mask, earns 0.6 — minus 1000 in place of minus infinity
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.sqrt(d_head)
        seen = torch.ones(n, n, dtype=torch.bool).tril()
        out = scores.masked_fill(~seen, -1000.0).softmax(dim=-1) @ v
        return self.out(out.transpose(1, 2).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: finite-mask, earns 0.6 — minus 1000 added to the scores
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.sqrt(d_head)
        seen = torch.ones(n, n, dtype=torch.bool).tril()
        out = (scores - 1000.0 * ~seen).softmax(dim=-1) @ v
        return self.out(out.transpose(1, 2).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: finite-mask, earns 0.6 — minus 50 in place of minus infinity
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.sqrt(d_head)
        seen = torch.ones(n, n, dtype=torch.bool).tril()
        out = scores.masked_fill(~seen, -50.0).softmax(dim=-1) @ v
        return self.out(out.transpose(1, 2).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: not-finite, earns 0.5 — unshifted exponentials overflow
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.sqrt(d_head)
        seen = torch.ones(n, n, dtype=torch.bool).tril()
        e = scores.exp() * seen
        out = e / e.sum(-1, keepdim=True) @ v
        return self.out(out.transpose(1, 2).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: unrecognised — 1e-6 added to the sum of exponentials shifted by the row's largest
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.sqrt(d_head)
        seen = torch.ones(n, n, dtype=torch.bool).tril()
        e = (scores - scores.amax(-1, keepdim=True)).exp() * seen
        out = e / (e.sum(-1, keepdim=True) + 1e-6) @ v
        return self.out(out.transpose(1, 2).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: unrecognised, earns 0.5 — scores clipped to 50 either way against overflow
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.sqrt(d_head)
        scores = scores.clamp(-50, 50)
        seen = torch.ones(n, n, dtype=torch.bool).tril()
        out = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1) @ v
        return self.out(out.transpose(1, 2).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: not-finite — minus infinity times a mask of zeros makes NaN
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.sqrt(d_head)
        seen = torch.ones(n, n, dtype=torch.bool).tril()
        out = (scores + torch.ones(n, n).triu(1) * -torch.inf).softmax(dim=-1) @ v
        return self.out(out.transpose(1, 2).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: one-head, earns 0.3 — one head only because n_heads never read
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        return self.out(F.scaled_dot_product_attention(q, k, v, is_causal=True))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: unrecognised — ready-made attention over the axis of the heads
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        q, k, v = (p.view(texts, n, self.n_heads, -1) for p in self.qkv(x).chunk(3, dim=-1))
        return self.out(F.scaled_dot_product_attention(q, k, v, is_causal=True).flatten(2))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: unrecognised — ready-made attention with the mask of what is hidden
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        q, k, v = (
            p.view(texts, n, self.n_heads, -1).transpose(1, 2) for p in self.qkv(x).chunk(3, dim=-1)
        )
        out = F.scaled_dot_product_attention(q, k, v, attn_mask=torch.ones(n, n, dtype=torch.bool).triu(1))
        return self.out(out.transpose(1, 2).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: mask-added, earns 0.2 — ready-made attention with a float mask of ones and zeros
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        q, k, v = (
            p.view(texts, n, self.n_heads, -1).transpose(1, 2) for p in self.qkv(x).chunk(3, dim=-1)
        )
        out = F.scaled_dot_product_attention(q, k, v, attn_mask=torch.ones(n, n, dtype=x.dtype).tril())
        return self.out(out.transpose(1, 2).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: scaled-by-width, earns 0.7 — ready-made attention scaled by the root of d_model
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        q, k, v = (
            p.view(texts, n, self.n_heads, -1).transpose(1, 2) for p in self.qkv(x).chunk(3, dim=-1)
        )
        out = F.scaled_dot_product_attention(q, k, v, is_causal=True, scale=d**-0.5)
        return self.out(out.transpose(1, 2).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: unrecognised — ready-made attention with dropout
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        q, k, v = (
            p.view(texts, n, self.n_heads, -1).transpose(1, 2) for p in self.qkv(x).chunk(3, dim=-1)
        )
        out = F.scaled_dot_product_attention(q, k, v, dropout_p=0.1 if self.training else 0.0, is_causal=True)
        return self.out(out.transpose(1, 2).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: unrecognised — dropout on the result in training mode
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)
        self.drop = nn.Dropout(0.1)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.sqrt(d_head)
        seen = torch.ones(n, n, dtype=torch.bool).tril()
        out = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1) @ v
        return self.drop(out.transpose(1, 2).reshape(texts, n, d) @ self.out.weight.mT)


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: axis-of-length-1, earns 0.8 — axes of size 1 squeezed away at the end
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.sqrt(d_head)
        seen = torch.ones(n, n, dtype=torch.bool).tril()
        out = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1) @ v
        return self.out(out.transpose(1, 2).reshape(texts, n, d)).squeeze()


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: broadcast, earns 0.5 — mask of d_model by d_model fails for longer texts
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.sqrt(d_head)
        seen = torch.ones(d, d, dtype=torch.bool).tril()[:n, :n]
        out = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1) @ v
        return self.out(out.transpose(1, 2).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: broadcast, earns 0.5 — mask kept for 32 positions fails for longer texts
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)
        self.register_buffer("mask", torch.ones(32, 32, dtype=torch.bool).tril())

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.sqrt(d_head)
        seen = self.mask[:n, :n]
        out = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1) @ v
        return self.out(out.transpose(1, 2).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: residual, earns 0.6 — residual connection added
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.sqrt(d_head)
        seen = torch.ones(n, n, dtype=torch.bool).tril()
        out = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1) @ v
        return x + self.out(out.transpose(1, 2).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: unrecognised — results of the heads summed and repeated not side by side
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.sqrt(d_head)
        seen = torch.ones(n, n, dtype=torch.bool).tril()
        out = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1) @ v
        return self.out(out.sum(1).repeat(1, 1, self.n_heads))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: unrecognised — only the first text attended and repeated
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.sqrt(d_head)
        seen = torch.ones(n, n, dtype=torch.bool).tril()
        out = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1) @ v
        return self.out(out.transpose(1, 2).reshape(texts, n, d))[:1].repeat(texts, 1, 1)


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: unrecognised — softmax twice
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.sqrt(d_head)
        seen = torch.ones(n, n, dtype=torch.bool).tril()
        out = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1).masked_fill(~seen, -torch.inf).softmax(dim=-1) @ v
        return self.out(out.transpose(1, 2).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: unrecognised — scaled behind the softmax
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT
        seen = torch.ones(n, n, dtype=torch.bool).tril()
        out = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1) / math.sqrt(d_head) @ v
        return self.out(out.transpose(1, 2).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: raised — layers with biases
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model)
        self.out = nn.Linear(d_model, d_model)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.sqrt(d_head)
        seen = torch.ones(n, n, dtype=torch.bool).tril()
        out = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1) @ v
        return self.out(out.transpose(1, 2).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: unrecognised — all in half precision
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).half().chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.sqrt(d_head)
        seen = torch.ones(n, n, dtype=torch.bool).tril()
        out = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1) @ v
        return self.out(out.transpose(1, 2).reshape(texts, n, d).double())


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()


# %% wrong: unrecognised, earns 0.5 — only the last 32 positions are seen
class CausalAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d = x.shape
        d_head = d // self.n_heads
        q, k, v = (
            part.view(texts, n, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.mT / math.sqrt(d_head)
        seen = torch.ones(n, n, dtype=torch.bool).tril().triu(-31)
        out = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1) @ v
        return self.out(out.transpose(1, 2).reshape(texts, n, d))


def attend_causally(x, W_qkv, W_out, n_heads):
    """What your attention makes of x with given weights. The check calls it: leave it as it is."""
    attention = load(
        CausalAttention(x.shape[-1], n_heads), {"qkv.weight": W_qkv, "out.weight": W_out}
    )
    return attention(torch.tensor(x)).detach().numpy()
