# %% right: a pair of all keys and all values
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% right: a dictionary for each attention
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        for name, part in {"k": k, "v": v}.items():
            cache[name] = torch.cat([cache[name], part], dim=2) if name in cache else part
        k, v = cache["k"], cache["v"]
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), cache


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [{} for _ in model.attentions]
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% right: lists that grow
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        cache = [*(cache or []), (k, v)]
        k, v = (torch.cat(parts, dim=-2) for parts in zip(*cache, strict=True))
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), cache


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% right: places that were made before
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is None:
            cache = (*torch.zeros(2, texts, self.n_heads, 100, q.shape[-1], dtype=x.dtype), 0)
        all_k, all_v, before = cache
        total = before + new
        all_k[:, :, before:total], all_v[:, :, before:total] = k, v
        k, v = all_k[:, :, :total], all_v[:, :, :total]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (all_k, all_v, total)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% right: what came in is kept
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        everything = x if cache is None else torch.cat([cache, x], dim=1)
        d_head = d_model // self.n_heads
        W_q, W_k, W_v = self.qkv.weight.chunk(3)
        q = (x @ W_q.T).view(texts, new, self.n_heads, d_head).transpose(1, 2)
        k = (everything @ W_k.T).view(texts, -1, self.n_heads, d_head).transpose(1, 2)
        v = (everything @ W_v.T).view(texts, -1, self.n_heads, d_head).transpose(1, 2)
        hidden = torch.full((new, k.shape[2]), -torch.inf).triu(k.shape[2] - new + 1)
        heads = (q @ k.mT / math.sqrt(d_head) + hidden).softmax(-1) @ v
        return self.out(heads.transpose(1, 2).flatten(2)), everything


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% right: torch's own attention
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        heads = F.scaled_dot_product_attention(q, k, v, attn_mask=seen).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% right: a mask only for the beginning
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        heads = F.scaled_dot_product_attention(q, k, v, is_causal=cache is None).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% right: head by head
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        if cache is not None:
            k, v = torch.cat([cache[0], k], dim=1), torch.cat([cache[1], v], dim=1)
        d_head = x.shape[-1] // self.n_heads
        place = torch.arange(k.shape[1])
        seen = place <= place[-x.shape[1] :, None]
        done = []
        for q_h, k_h, v_h in zip(*(part.split(d_head, -1) for part in (q, k, v)), strict=True):
            scores = torch.einsum("tqd,tkd->tqk", q_h, k_h) / d_head**0.5
            scores[:, ~seen] = -1e9
            done.append(torch.einsum("tqk,tkd->tqd", scores.softmax(-1), v_h))
        return self.out(torch.cat(done, dim=-1)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% right: one tensor for both
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        both = torch.stack([k, v])
        if cache is not None:
            both = torch.cat([cache, both], dim=-2)
        k, v = both
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), both


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% right: kept in the module
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([self.keys, k], dim=2)
            v = torch.cat([self.values, v], dim=2)
        self.keys, self.values = k, v
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), True


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% right: a first call before the loop
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    def read_window(text):
        window = text[:, -model.max_len :]
        return model(window, torch.arange(window.shape[1]), [None for _ in model.attentions])

    text = tokens
    logits, caches = read_window(text)
    for step in range(count):
        text = torch.hstack([text, logits[:, -1].argmax(-1, keepdim=True)])
        if step == count - 1:
            break
        length = text.shape[1]
        if length <= model.max_len:
            logits, caches = model(text[:, -1:], torch.tensor([length - 1]), caches)
        else:
            logits, caches = read_window(text)
    return text[:, -count:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% right: one call too many at the end
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, new, caches = tokens, tokens[:, -model.max_len :], [None] * len(model.attentions)
    place, written = torch.arange(new.shape[1]), []
    while True:
        logits, caches = model(new, place, caches)
        if len(written) == count:
            return torch.stack(written, dim=1)
        written.append(logits[:, -1].argmax(1))
        text = torch.cat([text, written[-1][:, None]], dim=1)
        new, place = text[:, -1:], torch.tensor([text.shape[1] - 1])
        if text.shape[1] > model.max_len:
            new, caches = text[:, -model.max_len :], [None] * len(model.attentions)
            place = torch.arange(model.max_len)


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% right: lists of numbers
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    written = tokens.tolist()
    caches = None
    for _ in range(count):
        n = len(written[0])
        if caches and n <= model.max_len:
            new, place = [row[-1:] for row in written], [n - 1]
        else:
            caches = [None] * len(model.attentions)
            new = [row[-model.max_len :] for row in written]
            place = range(len(new[0]))
        logits, caches = model(torch.tensor(new), torch.tensor(list(place)), caches)
        for row, scores in zip(written, logits[:, -1].tolist(), strict=True):
            row.append(scores.index(max(scores)))
    return [row[-count:] for row in written]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% right: a softmax in 32 bits
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).float().softmax(dim=-1).to(v.dtype)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: only-values-kept, earns 0.3
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            v = torch.cat([cache, v], dim=2)
        seen = torch.ones(new, new, dtype=torch.bool).tril()
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), v


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: only-keys-kept, earns 0.3
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: text-read-again, earns 0.2 — without a cache
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for _ in range(count):
        seen = text[:, -model.max_len :]
        logits, _ = model(seen, torch.arange(seen.shape[1]), [None] * len(model.attentions))
        text = torch.cat([text, logits[:, -1:].argmax(-1)], dim=1)
    return text[:, -count:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: text-read-again, earns 0.2 — an attention that ignores its cache
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if True:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: text-appended-again, earns 0.3
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text
            positions = torch.arange(text.shape[1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: token-by-token, earns 0.7
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    def read(window):
        caches = [None] * len(model.attentions)
        return model(window, torch.arange(window.shape[1]), caches)

    text, caches = tokens, [None] * len(model.attentions)
    if tokens.shape[1] > model.max_len:
        logits, caches = read(tokens[:, -model.max_len :])
    else:
        for i in range(tokens.shape[1]):
            logits, caches = model(tokens[:, i : i + 1], torch.tensor([i]), caches)
    for i in range(count):
        text = torch.cat([text, logits[:, -1:].argmax(-1)], dim=1)
        if i == count - 1:
            return text[:, -count:]
        if text.shape[1] > model.max_len:
            logits, caches = read(text[:, -model.max_len :])
        else:
            logits, caches = model(text[:, -1:], torch.tensor([text.shape[1] - 1]), caches)


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: beginning-not-read, earns 0.3
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -1:]
            positions = torch.tensor([min(text.shape[1], model.max_len) - 1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: beginning-not-read, earns 0.3 — and the positions from 0 on
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    new, caches, written = tokens[:, -1:], [None] * len(model.attentions), []
    for i in range(count):
        logits, caches = model(new, torch.tensor([i % model.max_len]), caches)
        new = logits[:, -1:].argmax(-1)
        written.append(new)
    return torch.cat(written, dim=1)


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: last-token-twice, earns 0.5
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, window = tokens, tokens[:, -model.max_len :]
    _, caches = model(window, torch.arange(window.shape[1]), [None] * len(model.attentions))
    for _ in range(count):
        place = torch.tensor([min(text.shape[1], model.max_len) - 1])
        logits, caches = model(text[:, -1:], place, caches)
        text = torch.cat([text, logits[:, -1:].argmax(-1)], dim=1)
    return text[:, -count:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: last-token-twice, earns 0.5 — at the next position
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, window = tokens, tokens[:, -model.max_len :]
    _, caches = model(window, torch.arange(window.shape[1]), [None] * len(model.attentions))
    for _ in range(count):
        place = torch.tensor([min(text.shape[1], model.max_len - 1)])
        logits, caches = model(text[:, -1:], place, caches)
        text = torch.cat([text, logits[:, -1:].argmax(-1)], dim=1)
    return text[:, -count:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: positions-restart, earns 0.5
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.arange(new.shape[1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: positions-restart, earns 0.5 — counted from the first new token
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for step in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([step - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: positions-restart, earns 0.5 — the number of the step
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for step in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([step])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: positions-off, earns 0.6
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] % model.max_len])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: positions-off, earns 0.6 — one too few
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 2])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: positions-stand-still, earns 0.5
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([tokens.shape[1]])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: positions-stand-still, earns 0.5 — the last one of the beginning
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = positions[-1:]
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: not-appended, earns 0.3 — replaced
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        own = k, v
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), own


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: not-appended, earns 0.3 — the first cache again and again
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v) if cache is None else cache


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: not-appended, earns 0.3 — not used
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: not-appended, earns 0.3 — the model's caches are not taken over
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, kept = model(new, positions, caches)
        if positions[0] == 0:
            caches = kept
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: not-itself, earns 0.5
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        both = k, v
        if cache is not None:
            both = torch.cat([cache[0], k], dim=2), torch.cat([cache[1], v], dim=2)
            k, v = cache
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), both


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: appended-twice, earns 0.5 — seen twice
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k, k], dim=2)
            v = torch.cat([cache[1], v, v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: appended-twice, earns 0.5 — when attending and when keeping
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        k_new, v_new = k, v
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        if cache is not None:
            k, v = torch.cat([k, k_new], dim=2), torch.cat([v, v_new], dim=2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: appended-twice, earns 0.5 — from the first call on
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        k_new, v_new = k, v
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (
            torch.cat([k, k_new], dim=2),
            torch.cat([v, v_new], dim=2),
        )


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: keys-and-values-mixed, earns 0.5
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (v, k)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: keys-and-values-mixed, earns 0.5 — keys in both places
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[0], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: keys-and-values-mixed, earns 0.5 — values in both places
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[1], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: shared, earns 0.4 — one dictionary
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        for name, part in {"k": k, "v": v}.items():
            cache[name] = torch.cat([cache[name], part], dim=2) if name in cache else part
        k, v = cache["k"], cache["v"]
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), cache


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [{}] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: shared, earns 0.4 — that of the last attention
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        caches = [caches[-1]] * len(caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: shared, earns 0.4 — that of the first attention
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        caches = caches[:1] * len(caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: beginning-not-masked, earns 0.4
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: mask-in-the-corner, earns 0.4
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril()
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: mask-in-the-corner, earns 0.4 — torch's is_causal
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        heads = F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: first-place, earns 0.4
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, :1].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: kept-beyond-the-window, earns 0.6 — an error
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: kept-beyond-the-window, earns 0.6 — the last position again and again
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([min(text.shape[1], model.max_len) - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: kept-beyond-the-window, earns 0.6 — without the oldest
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([min(text.shape[1], model.max_len) - 1])
        logits, caches = model(new, positions, caches)
        caches = [(k[:, :, -model.max_len + 1 :], v[:, :, -model.max_len + 1 :]) for k, v in caches]
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: kept-beyond-the-window, earns 0.6 — round and round
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([(text.shape[1] - 1) % model.max_len])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: kept-beyond-the-window, earns 0.6 — the window read beside the cache
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = caches or [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: window-forgotten, earns 0.6
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, new, caches = tokens, tokens[:, -model.max_len :], [None] * len(model.attentions)
    read = 0
    for _ in range(count):
        if read == model.max_len:
            read, caches = 0, [None] * len(model.attentions)
        logits, caches = model(new, torch.arange(read, read + new.shape[1]), caches)
        read += new.shape[1]
        new = logits[:, -1:].argmax(-1)
        text = torch.cat([text, new], dim=1)
    return text[:, -count:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: window-too-early, earns 0.8
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] >= model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: unrecognised, earns 0.5 — the last half of the window
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            half = -(model.max_len + 1) // 2 if text.shape[1] > model.max_len else 0
            new = text[:, half:]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: raised, earns 0.5 — takes every single token for a later one
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if new == 1:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: unrecognised, earns 0.5 — a cache of 36 tokens
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        k, v = k[:, :, -36:], v[:, :, -36:]
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: wrong-shape — with the beginning
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: unrecognised — a table of one seed
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    return torch.zeros(len(tokens), count, dtype=torch.long)


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: token-by-token, earns 0.7 — the last token of the beginning by itself
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None and 1 < text.shape[1] <= model.max_len:
            caches = [None] * len(model.attentions)
            places = torch.arange(text.shape[1] - 1)
            caches = model(text[:, :-1], places, caches)[1]
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: positions-off, earns 0.6 — from 1 on
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(1, new.shape[1] + 1).clamp(max=model.max_len - 1)
        else:
            new = text[:, -1:]
            positions = torch.tensor([min(text.shape[1], model.max_len - 1)])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: positions-stand-still, earns 0.5 — the last one of the model
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([model.max_len - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: mask-off-by-one, earns 0.5
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new + 1)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: mask-off-by-one, earns 0.5 — not itself
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new - 1)
        seen[:, :1] = True
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: mask-upside-down, earns 0.4
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).triu(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: attention-itself, earns 0.4 — not scaled
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: attention-itself, earns 0.4 — scaled by the whole width
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / d_model**0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: attention-itself, earns 0.4 — scaled without a root
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1]
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: attention-itself, earns 0.4 — keys first
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        k, q, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: attention-itself, earns 0.4 — values in the middle
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, v, k = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: attention-itself, earns 0.4 — values first
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        v, k, q = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: attention-itself, earns 0.4 — cut along the tokens
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.reshape(texts, self.n_heads, new, -1) for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: attention-itself, earns 0.4 — every other number
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, -1, self.n_heads).permute(0, 3, 1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: attention-itself, earns 0.4 — one head
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (part[:, None] for part in self.qkv(x).chunk(3, dim=-1))
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: attention-itself, earns 0.4 — thirds of each head
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        qkv = self.qkv(x).view(texts, new, self.n_heads, 3, -1)
        q, k, v = qkv.permute(3, 0, 2, 1, 4)
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: attention-itself, earns 0.4 — hidden scores of 0
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = (scores * seen).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: attention-itself, earns 0.4 — hidden behind the softmax
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.softmax(dim=-1) * seen
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: attention-itself, earns 0.4 — heads not swapped back
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = weights @ v
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: attention-itself, earns 0.4 — without the last layer
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return heads.reshape(texts, new, d_model), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: kept-beyond-the-window, earns 0.6 — anew only once
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] == model.max_len + 1:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([min(text.shape[1], model.max_len) - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: kept-beyond-the-window, earns 0.6 — where the beginning is too long
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or (tokens.shape[1] <= model.max_len < text.shape[1]):
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([min(text.shape[1], model.max_len) - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: window-forgotten, earns 0.6 — a lone token each time
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is not None and text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new, positions = text[:, -1:], torch.tensor([model.max_len - 1])
        elif caches is None:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: window-too-late, earns 0.8
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len + 1:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([min(text.shape[1], model.max_len) - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: window-too-short, earns 0.8
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            if text.shape[1] > model.max_len:
                new = new[:, 1:]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: first-window, earns 0.7
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, : model.max_len]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: first-window, earns 0.7 — of the beginning alone
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        q, k, v = (
            part.view(texts, new, self.n_heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        heads = (weights @ v).transpose(1, 2)
        return self.out(heads.reshape(texts, new, d_model)), (k, v)


def continue_texts(model, tokens, count):
    text, caches = tokens, None
    for _ in range(count):
        if caches is None or text.shape[1] > model.max_len:
            caches = [None] * len(model.attentions)
            new = text[:, -model.max_len :]
            if text.shape[1] == tokens.shape[1]:
                new = text[:, : model.max_len]
            positions = torch.arange(new.shape[1])
        else:
            new = text[:, -1:]
            positions = torch.tensor([text.shape[1] - 1])
        logits, caches = model(new, positions, caches)
        text = torch.cat([text, logits[:, -1:].argmax(dim=-1)], dim=1)
    return text[:, tokens.shape[1] :]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]
