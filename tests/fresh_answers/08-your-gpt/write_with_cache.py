# %% right: follows the hints
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% right: the cache is x itself and keys and values are computed anew
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        whole = x if cache is None else torch.cat((cache, x), dim=1)
        old, total = whole.shape[1] - x.shape[1], whole.shape[1]
        W_q, W_k, W_v = self.qkv.weight.chunk(3)
        q, k, v = x @ W_q.T, whole @ W_k.T, whole @ W_v.T
        q, k, v = (one.unflatten(-1, (self.n_heads, -1)).movedim(-2, 1) for one in (q, k, v))
        later = torch.arange(total)[None, :] > old + torch.arange(x.shape[1])[:, None]
        scores = (q * q.shape[-1] ** -0.5) @ k.transpose(-1, -2)
        scores = torch.where(later, float("-inf"), scores)
        result = torch.softmax(scores, -1) @ v
        return self.out(result.movedim(1, -2).flatten(-2)), whole


def continue_texts(model, tokens, count):
    written = []
    caches = [None for _ in model.attentions]
    new = tokens[:, -model.max_len:]
    first = 0
    for _ in range(count):
        logits, caches = model(new, torch.arange(first, first + new.shape[1]), caches)
        written.append(logits[:, -1].argmax(-1))
        text = torch.cat([tokens, torch.stack(written, 1)], 1)
        if text.shape[1] <= model.max_len:
            first, new = text.shape[1] - 1, text[:, -1:]
        else:
            first, new, caches = 0, text[:, -model.max_len:], [None for _ in model.attentions]
    return torch.stack(written, dim=1).numpy()


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% right: scaled_dot_product_attention and one packed tensor as cache
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        b, t, d = x.shape
        qkv = self.qkv(x).reshape(b, t, 3, self.n_heads, d // self.n_heads).permute(2, 0, 3, 1, 4)
        kv = qkv[1:]
        if cache is not None:
            kv = torch.cat([cache, kv], dim=-2)
        n = kv.shape[-2]
        mask = torch.tril(torch.ones(n, n, dtype=torch.bool))[n - t:]
        out = F.scaled_dot_product_attention(qkv[0], kv[0], kv[1], attn_mask=mask)
        return self.out(out.permute(0, 2, 1, 3).reshape(b, t, d)), kv


def continue_texts(model, tokens, count):
    n, limit = tokens.shape[1], model.max_len
    text = torch.zeros(len(tokens), n + count, dtype=torch.long)
    text[:, :n] = tokens
    caches = None
    for end in range(n, n + count):
        if caches is None or end > limit:
            begin = max(0, end - limit)
            places = torch.arange(end - begin)
            caches = [None] * len(model.attentions)
        else:
            begin, places = end - 1, torch.arange(end - 1, end)
        logits, caches = model(text[:, begin:end], places, caches)
        text[:, end] = logits[:, -1, :].max(dim=-1).indices
    return text[:, n:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% right: einsum and a dictionary as cache
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        b, t, d = x.shape
        h = self.n_heads
        q, k, v = self.qkv(x).split(d, dim=2)
        if cache is None:
            cache = {"k": k[:, :0], "v": v[:, :0]}
        k, v = torch.cat([cache["k"], k], 1), torch.cat([cache["v"], v], 1)
        s = k.shape[1]
        scores = torch.einsum(
            "bthe,bshe->bhts", q.reshape(b, t, h, -1), k.reshape(b, s, h, -1)
        ) / (d / h) ** 0.5
        bias = torch.zeros(t, s, dtype=x.dtype)
        for i in range(t):
            bias[i, s - t + i + 1:] = -math.inf
        weights = (scores + bias).softmax(3)
        mixed = torch.einsum("bhts,bshe->bthe", weights, v.reshape(b, s, h, -1))
        return self.out(mixed.reshape(b, t, d)), {"k": k, "v": v}


def continue_texts(model, tokens, count):
    window, new_tokens = tokens.clone(), []
    reads, start = window[:, -model.max_len:], 0
    caches = [None] * len(model.attentions)
    while len(new_tokens) < count:
        out = model(reads, start + torch.arange(reads.size(1)), caches)
        best = out[0].select(1, -1).topk(1, dim=-1).indices
        new_tokens.append(best)
        window = torch.hstack([window, best])
        if window.size(1) > model.max_len:
            window = window[:, -model.max_len:]
            reads, start, caches = window, 0, [None] * len(model.attentions)
        else:
            reads, start, caches = best, window.size(1) - 1, out[1]
    return torch.hstack(new_tokens)


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% right: one head after the other and a list in the cache that is appended to
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        if cache is None:
            cache = []
        texts, new, d = x.shape
        size = d // self.n_heads
        q, k, v = self.qkv(x).chunk(3, -1)
        before = sum(one.shape[1] for one, _ in cache)
        cache.append((k, v))
        k, v = torch.cat([one for one, _ in cache], 1), torch.cat([one for _, one in cache], 1)
        heads = []
        for h in range(self.n_heads):
            part = slice(h * size, (h + 1) * size)
            scores = q[..., part] @ k[..., part].mT / size**0.5
            hidden = torch.ones_like(scores, dtype=torch.bool).triu(before + 1)
            heads.append(scores.masked_fill(hidden, -math.inf).softmax(-1) @ v[..., part])
        return self.out(torch.cat(heads, -1)), cache


def continue_texts(model, tokens, count):
    def empty():
        return [None] * len(model.attentions)

    rows = tokens.tolist()
    caches = empty()
    for i in range(count):
        length = len(rows[0])
        if length > model.max_len:
            caches, start = empty(), length - model.max_len
            positions = range(model.max_len)
        elif i == 0:
            start, positions = 0, range(length)
        else:
            start, positions = length - 1, [length - 1]
        now = torch.tensor([row[start:] for row in rows])
        logits, caches = model(now, torch.tensor(list(positions)), caches)
        for row, scores in zip(rows, logits[:, -1].tolist()):
            row.append(scores.index(max(scores)))
    return np.array([row[-count:] for row in rows])


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% right: one query after the other with no mask at all
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d = x.shape
        q, k, v = self.qkv(x).view(texts, new, 3, self.n_heads, d // self.n_heads).unbind(2)
        keys, values = ([], []) if cache is None else (list(cache[0]), list(cache[1]))
        rows = []
        for i in range(new):
            keys.append(k[:, i])
            values.append(v[:, i])
            K, V = torch.stack(keys, 2), torch.stack(values, 2)  # (texts, heads, seen, d_head)
            scores = (q[:, i, :, None] * K).sum(-1) / math.sqrt(K.shape[-1])
            e = (scores - scores.amax(-1, keepdim=True)).exp()
            weights = e / e.sum(-1, keepdim=True)
            rows.append((weights[..., None] * V).sum(2).flatten(1))
        return self.out(torch.stack(rows, 1)), (keys, values)


def continue_texts(model, tokens, count):
    def write(text, caches, left):
        if left == 0:
            return text
        n = text.shape[1]
        if n > model.max_len:
            caches = None
        if caches is None:
            caches = [None] * len(model.attentions)
            read = text[:, max(0, n - model.max_len):]
            where = torch.arange(read.shape[1])
        else:
            read, where = text[:, n - 1:], torch.full((1,), n - 1)
        logits, caches = model(read, where, caches)
        word = torch.log_softmax(logits[:, -1], -1).argmax(-1)
        return write(torch.column_stack([text, word]), caches, left - 1)

    return write(tokens, None, count)[:, -count:].to(torch.int32)


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% right: fixed buffers with a fill mark as cache and baddbmm
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d = x.shape
        h, e = self.n_heads, d // self.n_heads
        q, k, v = (
            one.view(texts, new, h, e).transpose(1, 2).reshape(texts * h, new, e)
            for one in torch.tensor_split(self.qkv(x), 3, dim=2)
        )
        if cache is None:
            room = max(64, 2 * new)
            cache = (x.new_zeros(texts * h, room, e), x.new_zeros(texts * h, room, e), 0)
        K, V, filled = cache
        end = filled + new
        if end > K.shape[1]:
            K = torch.cat([K, torch.zeros_like(K)], 1)
            V = torch.cat([V, torch.zeros_like(V)], 1)
        K[:, filled:end], V[:, filled:end] = k, v
        bias = torch.full((new, end), -math.inf, dtype=x.dtype).triu(filled + 1)
        scores = torch.baddbmm(bias.expand(texts * h, -1, -1), q, K[:, :end].mT, alpha=e**-0.5)
        y = torch.bmm(scores.softmax(-1), V[:, :end])
        y = y.view(texts, h, new, e).transpose(1, 2).reshape(texts, new, d)
        return self.out(y), (K, V, end)


def continue_texts(model, tokens, count):
    n = tokens.shape[1]
    text, layers, L = tokens, len(model.attentions), model.max_len
    logits, caches = model(text[:, -L:], torch.arange(min(n, L)), [None] * layers)
    text = torch.cat([text, logits[:, -1].argmax(1)[:, None]], 1)
    while text.shape[1] < n + count and text.shape[1] <= L:
        logits, caches = model(text[:, -1:], torch.tensor([text.shape[1] - 1]), caches)
        text = torch.cat([text, logits[:, 0].argmax(1)[:, None]], 1)
    while text.shape[1] < n + count:
        logits, _ = model(text[:, -L:], torch.arange(L), [None] * layers)
        text = torch.cat([text, logits[:, -1].argmax(1)[:, None]], 1)
    return text[:, n:].numpy()


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% right: numpy inside the attention and numpy arrays in the cache
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        x = x.numpy()
        texts, new, d = x.shape
        q, k, v = np.split(x @ self.qkv.weight.detach().numpy().T, 3, axis=-1)
        if cache is not None:
            k, v = np.concatenate([cache[0], k], axis=1), np.concatenate([cache[1], v], axis=1)
        total = k.shape[1]

        def heads(one):
            return one.reshape(texts, -1, self.n_heads, d // self.n_heads).swapaxes(1, 2)

        scores = heads(q) @ heads(k).swapaxes(2, 3) / np.sqrt(d / self.n_heads)
        scores = np.where(np.tri(new, total, total - new, dtype=bool), scores, -np.inf)
        e = np.exp(scores - scores.max(axis=-1, keepdims=True))
        y = (e / e.sum(axis=-1, keepdims=True)) @ heads(v)
        y = y.swapaxes(1, 2).reshape(texts, new, d)
        return torch.from_numpy(y @ self.out.weight.detach().numpy().T), (k, v)


def continue_texts(model, tokens, count):
    begun, n, new = False, tokens.shape[1], []
    text = tokens.numpy().copy()
    for _ in range(count):
        if not begun or text.shape[1] > model.max_len:
            begun, caches = True, len(model.attentions) * [None]
            part = text[:, -model.max_len:]
        else:
            part = text[:, [-1]]
        end = min(text.shape[1], model.max_len)
        positions = torch.arange(end - part.shape[1], end)
        logits, caches = model(torch.tensor(part), positions, caches)
        text = np.append(text, logits.numpy()[:, -1].argmax(axis=-1)[:, None], axis=1)
    return text[:, n:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% right: an object of its own as cache and a generator of tokens
class Memory:
    def __init__(self, keys, values):
        self.keys, self.values = keys, values

    def __len__(self):
        return self.keys.shape[-2]

    def extended(self, keys, values):
        return Memory(torch.cat([self.keys, keys], -2), torch.cat([self.values, values], -2))


class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        n, d = x.shape[-2:]
        x3 = F.linear(x, self.qkv.weight).unflatten(2, (3, self.n_heads, d // self.n_heads))
        q, k, v = x3.permute(2, 0, 3, 1, 4)
        old = len(cache) if cache else 0
        memory = cache.extended(k, v) if cache else Memory(k, v)
        scores = torch.matmul(q, memory.keys.mT).mul(q.shape[-1] ** -0.5)
        allowed = torch.arange(old + n) <= torch.arange(old, old + n).unsqueeze(1)
        weights = F.softmax(scores.masked_fill(~allowed, -torch.inf), -1)
        y = torch.matmul(weights, memory.values).transpose(1, 2).flatten(2)
        return F.linear(y, self.out.weight), memory


def continue_texts(model, tokens, count):
    def words():
        text, caches = tokens, []
        while True:
            length = text.size(1)
            fresh = not caches or length > model.max_len
            if fresh:
                caches = [None] * len(model.attentions)
            read = min(length, model.max_len) if fresh else 1
            stop = min(length, model.max_len)
            logits, caches = model(
                text.narrow(1, length - read, read), torch.arange(stop - read, stop), list(caches)
            )
            word = logits[:, -1].argsort(dim=-1, descending=True)[:, :1]
            yield word
            text = torch.cat([text, word], -1)

    from itertools import islice

    return torch.cat(list(islice(words(), count)), dim=1)


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% right: the cache holds queries too and all rows are computed
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        new = x.shape[1]
        qkv = self.qkv(x)
        if cache is not None:
            qkv = torch.cat([cache, qkv], dim=1)
        texts, n, width = qkv.shape
        q, k, v = qkv.view(texts, n, 3, self.n_heads, -1).permute(2, 0, 3, 1, 4)
        result = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        result = result.permute(0, 2, 1, 3).reshape(texts, n, width // 3)
        return self.out(result[:, -new:]), qkv


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, max(0, length - model.max_len):]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1], dtype=torch.int32)
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% right: running log of weights with queries scaled first
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        b, n, d = x.shape
        h = self.n_heads
        q, k, v = self.qkv(x).reshape(b, n, 3 * h, d // h).transpose(1, 2).split(h, dim=1)
        q = q / math.sqrt(d // h)
        past = [] if cache is None else [cache]
        k = torch.cat([one[0] for one in past] + [k], dim=2)
        v = torch.cat([one[1] for one in past] + [v], dim=2)
        old = k.shape[2] - n
        hidden = torch.full((n, n), -math.inf, dtype=torch.float64).triu(1)
        scores = q @ k.mT
        scores[..., old:] += hidden
        scores = scores - torch.logsumexp(scores, dim=-1, keepdim=True)
        y = (scores.exp() @ v).permute(0, 2, 1, 3).contiguous().view(b, n, d)
        return self.out(y), torch.stack([k, v])


def continue_texts(model, tokens, count):
    from collections import deque

    rows = [deque(row, maxlen=model.max_len) for row in tokens.tolist()]
    new, caches, moved = [], None, False
    for _ in range(count):
        if caches is None or moved:
            read = torch.tensor([list(row) for row in rows])
            at, caches = torch.arange(read.shape[1]), [None] * len(model.attentions)
        else:
            read = torch.tensor([[row[-1]] for row in rows])
            at = torch.tensor([len(rows[0]) - 1])
        logits, caches = model(read, at, caches)
        best = logits[:, -1].argmax(-1)
        moved = len(rows[0]) == model.max_len
        for row, one in zip(rows, best.tolist()):
            row.append(one)
        new.append(best)
    return torch.stack(new).T


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: beginning-not-masked, earns 0.4 — no mask when the beginning is read
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: mask-in-the-corner, earns 0.4 — mask begins at the first column so new tokens see one key
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril()
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: mask-in-the-corner, earns 0.4 — is_causal of torch also for a single new token
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        result = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        result = result.transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: beginning-not-masked, earns 0.4 — torch attention without any mask
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        result = F.scaled_dot_product_attention(q, k, v)
        result = result.transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: mask-off-by-one, earns 0.5 — mask opens one column too many
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new + 1)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: mask-off-by-one, earns 0.5 — a position does not see itself unless it is alone
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new - 1)
        seen[:, 0] = True
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: mask-upside-down, earns 0.4 — mask upside down so later positions are seen
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).triu(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: attention-itself, earns 0.4 — hidden scores are 0 in place of minus infinity
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, 0.0).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: unrecognised — hidden scores are −1 in place of minus infinity
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -1.0).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: attention-itself, earns 0.4 — weights set to 0 after the softmax and not divided again
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.softmax(dim=-1) * seen
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: attention-itself, earns 0.4 — scores divided by the root of the whole width
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_model)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: attention-itself, earns 0.4 — scores not divided
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: attention-itself, earns 0.4 — scores divided by d_head without the root
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / d_head
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: unrecognised — scores divided by the root of the number of keys
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(total)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: unrecognised — softmax over the queries
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-2).nan_to_num()
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: unrecognised — softmax over the heads
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=1).nan_to_num()
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: attention-itself, earns 0.4 — heads cut by view without exchanging the axes
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.reshape(texts, self.n_heads, new, d_head)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: attention-itself, earns 0.4 — heads take every n_heads-th number
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, d_head, self.n_heads).permute(0, 3, 1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: attention-itself, earns 0.4 — each head has its own queries keys values side by side
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        qkv = self.qkv(x).view(texts, new, self.n_heads, 3 * d_head).transpose(1, 2)
        q, k, v = qkv.chunk(3, dim=-1)
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: unrecognised — queries keys values taken as every third number
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        qkv = self.qkv(x).view(texts, new, self.n_heads, d_head, 3).transpose(1, 2)
        q, k, v = qkv.unbind(-1)
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: attention-itself, earns 0.4 — keys first and queries second
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        k, q, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: attention-itself, earns 0.4 — values first and keys last
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, v, k = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: attention-itself, earns 0.4 — heads put together without exchanging the axes back
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: attention-itself, earns 0.4 — the last layer out is forgotten
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return result, (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: attention-itself, earns 0.4 — number of heads never read so one head of full width
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        self.n_heads, d_head = 1, d_model
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: not-appended, earns 0.3 — cache keeps only the newest keys and values
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        newest = (k, v)
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), newest


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: not-appended, earns 0.3 — cache of the first call is kept for ever
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (cache or (k, v))


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: not-itself, earns 0.5 — new token sees the cache but not itself
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k_all = torch.cat([cache[0], k], dim=2)
            v_all = torch.cat([cache[1], v], dim=2)
            k, v = cache
        else:
            k_all, v_all = k, v
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new if cache is None else total)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k_all, v_all)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: not-appended, earns 0.3 — the cache is never looked at
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if False:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: keys-and-values-mixed, earns 0.5 — keys cached in place of values
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, k)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: keys-and-values-mixed, earns 0.5 — keys and values exchanged in the cache
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (v, k)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: raised — cache appended along the heads axis
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=1)
            v = torch.cat([cache[1], v], dim=1)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: unrecognised — keys joined but values only added up
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v + cache[1][:, :, -1:]], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: unrecognised — cache holds outputs of the attention in place of x
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        whole = x if cache is None else torch.cat([cache, x], dim=1)
        q, k, v = self.qkv(whole).view(texts, -1, 3, self.n_heads, d_model // self.n_heads).permute(2, 0, 3, 1, 4)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        y = self.out(y.transpose(1, 2).reshape(texts, -1, d_model))
        return y[:, -new:], y


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: kept-beyond-the-window, earns 0.6 — keys kept in the module and never emptied for a new window
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if hasattr(self, "kept"):
            k = torch.cat([self.kept[0], k], dim=2)
            v = torch.cat([self.kept[1], v], dim=2)
        self.kept = (k, v)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: unrecognised — one cache on the class shared by all attentions
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([CachedAttention.kept[0], k], dim=2)[:, :, -cache - new:]
            v = torch.cat([CachedAttention.kept[1], v], dim=2)[:, :, -cache - new:]
        CachedAttention.kept = (k, v)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), total


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: appended-twice, earns 0.5 — key and value of the new token appended twice
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k, k], dim=2)
            v = torch.cat([cache[1], v, v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: unrecognised — oldest key drops out whenever one is added
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
            k, v = k[:, :, 1:], v[:, :, 1:]
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: unrecognised — cached keys get the softmax of their own
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf)
        old = total - new
        if old:
            weights = torch.cat([weights[..., :old].softmax(-1), weights[..., old:].softmax(-1)], -1) / 2
        else:
            weights = weights.softmax(-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: unrecognised — residual connection added in the attention too
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return x + self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: unrecognised — scores rounded to whole numbers
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = (q @ k.mT / math.sqrt(d_head)).round()
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: text-read-again, earns 0.2 — never a cache so each call reads the whole text
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if True:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: kept-beyond-the-window, earns 0.6 — cache never emptied and places stay at the last position
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([min(length, model.max_len) - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: kept-beyond-the-window, earns 0.6 — cache cut to max_len keys and places stay at the last
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
            if hasattr(self, 'max_len'):
                k, v = k[:, :, -self.max_len:], v[:, :, -self.max_len:]
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for one in model.attentions:
        one.max_len = model.max_len
    for step in range(count):
        length = text.shape[1]
        if step == 0:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([min(length, model.max_len) - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: kept-beyond-the-window, earns 0.6 — window read once when too long and cached again afterwards
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length == model.max_len + 1:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([min(length, model.max_len) - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: kept-beyond-the-window, earns 0.6 — text too long reads the window with the old caches
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            if step == 0:
                caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: window-forgotten, earns 0.6 — text too long empties the caches but reads one token
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step and length > model.max_len:
            read = text[:, -1:]
            positions = torch.tensor([model.max_len - 1])
            caches = [None] * len(model.attentions)
        elif step == 0:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: window-too-early, earns 0.8 — window begins one token early at exactly max_len
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length >= model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: window-too-late, earns 0.8 — window begins one token late at max_len plus 1
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len + 1:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([min(length, model.max_len) - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: kept-beyond-the-window, earns 0.6 — positions past the end wrap round to 0
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([(length - 1) % model.max_len])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: kept-beyond-the-window, earns 0.6 — too long a beginning is not cut
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text if step == 0 else text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: first-window, earns 0.7 — too long a beginning is cut to its first tokens
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, :model.max_len] if step == 0 else text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: first-window, earns 0.7 — too long a text reads its first tokens for ever
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, :model.max_len]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: kept-beyond-the-window, earns 0.6 — beginning that is too long is cut and then cached
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens[:, -model.max_len:]
    for step in range(count):
        length = text.shape[1]
        if step == 0 or (length > model.max_len and tokens.shape[1] <= model.max_len):
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([min(length, model.max_len) - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
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


# %% wrong: window-too-short, earns 0.8 — window holds one token less than max_len
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, 1 - model.max_len:] if length > model.max_len else text
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: unrecognised, earns 0.5 — window holds half of max_len
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -max(1, model.max_len // 2):] if length > model.max_len else text
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: unrecognised, earns 0.5 — places of the window counted from the text's beginning and clamped
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(length - read.shape[1], length).clamp(max=model.max_len - 1)
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: positions-off, earns 0.6 — place of a new token one too large
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([min(length, model.max_len - 1)])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: positions-off, earns 0.6 — place of a new token one too small
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 2])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: positions-restart, earns 0.5 — place of a new token is always 0
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([0])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: positions-restart, earns 0.5 — place of a new token counts the steps
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([step])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: positions-stand-still, earns 0.5 — place of a new token is always the last one
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([model.max_len - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: positions-off, earns 0.6 — place counted from 1 in all calls
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(1, read.shape[1] + 1).clamp(max=model.max_len - 1)
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([min(length, model.max_len - 1)])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: unrecognised — the last place repeated for the token that follows the beginning
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([max(tokens.shape[1], length - 2)])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: token-by-token, earns 0.7 — beginning read one token at a time
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    caches = [None] * len(model.attentions)
    if tokens.shape[1] <= model.max_len:
        for i in range(tokens.shape[1]):
            logits, caches = model(tokens[:, i:i + 1], torch.tensor([i]), caches)
    for step in range(count):
        length = text.shape[1]
        if length > model.max_len:
            empty = [None] * len(model.attentions)
            logits, _ = model(text[:, -model.max_len:], torch.arange(model.max_len), empty)
        elif step > 0:
            logits, caches = model(text[:, -1:], torch.tensor([length - 1]), caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: token-by-token, earns 0.7 — beginning read without its last token and then that
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    caches = [None] * len(model.attentions)
    n = tokens.shape[1]
    if 1 < n <= model.max_len:
        _, caches = model(text[:, :-1], torch.arange(n - 1), caches)
    for step in range(count):
        length = text.shape[1]
        if length > model.max_len:
            empty = [None] * len(model.attentions)
            logits, _ = model(text[:, -model.max_len:], torch.arange(model.max_len), empty)
        else:
            logits, caches = model(text[:, -1:], torch.tensor([length - 1]), caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, n:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: unrecognised, earns 0.5 — window rebuilt one token at a time when too long
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        if length > model.max_len:
            for i in range(model.max_len):
                logits, caches = model(read[:, i:i + 1], positions[i:i + 1], caches)
        else:
            logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: unrecognised — the last two tokens are read in each further call
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -2:]
            positions = torch.tensor([length - 2, length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: unrecognised — model called once for each text so it is called too often
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    texts = [one[None] for one in tokens]
    memories = [None] * len(texts)
    for step in range(count):
        length = texts[0].shape[1]
        for i, text in enumerate(texts):
            if step == 0 or length > model.max_len:
                read = text[:, -model.max_len:]
                positions = torch.arange(read.shape[1])
                memories[i] = [None] * len(model.attentions)
            else:
                read, positions = text[:, -1:], torch.tensor([length - 1])
            logits, memories[i] = model(read, positions, memories[i])
            texts[i] = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return torch.cat(texts)[:, -count:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: shared, earns 0.4 — one cache for all attentions right only for one attention
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        caches = [caches[0]] * len(caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: unrecognised — caches handed over in reversed order
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        caches = caches[::-1]
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: not-appended, earns 0.3 — caches of further calls thrown away
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, kept = model(read, positions, caches)
        if step == 0 or length > model.max_len:
            caches = kept
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: not-appended, earns 0.3 — caches empty in every call while one token is read
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, _ = model(read, positions, [None] * len(model.attentions))
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: first-place, earns 0.4 — logits of the first new place in place of the last
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, 0].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: unrecognised — mean of the logits of all new places
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits.mean(dim=1).argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: unrecognised — smallest logit in place of the largest
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmin(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: unrecognised — token drawn by chance in place of the largest logit
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, torch.multinomial(logits[:, -1].softmax(-1), 1)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: unrecognised — largest logit over all texts together
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, (logits[:, -1].argmax() % logits.shape[-1]).expand(len(text), 1)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: unrecognised — largest over the texts not over the vocabulary
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=0)[:len(text), None]], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: unrecognised — token of the first text written to all
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:1, -1].argmax(dim=-1, keepdim=True).expand(len(text), 1)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: unrecognised — largest of the logit's size without sign
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].abs().argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: wrong-shape — the beginning is returned too
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
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


# %% wrong: wrong-shape — only the last token is returned
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, -1:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: wrong-shape, earns 0.5 — only the last max_len new tokens are returned
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:][:, -model.max_len:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: transposed — tokens and texts exchanged in the result
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:].mT


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: axis-of-length-1, earns 0.8 — a single text is returned without its axis
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:].squeeze(0)


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: wrong-shape — one token too few
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count - 1):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: wrong-shape — one token too many
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count + 1):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: unrecognised — result one token early with the last of the beginning
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1] - 1:-1]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: wrong-shape, earns 0.5 — result cut at max_len minus the length of the beginning
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(min(count, max(1, model.max_len - tokens.shape[1]))):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: unrecognised, earns 0.5 — writes zeros as soon as the text is full
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if length > model.max_len and step:
            text = F.pad(text, (0, 1))
            continue
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: unrecognised — window as long as the beginning in place of max_len
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > max(tokens.shape[1], 4):
            read = text[:, -tokens.shape[1]:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: unrecognised — max_len of the example in place of the model's
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > 4:
            read = text[:, -min(4, model.max_len):]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([min(length, model.max_len) - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: unrecognised, earns 0.5 — new token not appended to the window when too long
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    written = tokens[:, :0]
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        best = logits[:, -1].argmax(dim=-1, keepdim=True)
        written = torch.cat([written, best], dim=1)
        if length <= model.max_len:
            text = torch.cat([text, best], dim=1)
    return written


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: window-forgotten, earns 0.6 — windows follow each other without overlap when too long
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        room = 0 if step == 0 else room
        if step == 0 or room == 0:
            read = text[:, -model.max_len:]
            if step:
                read = text[:, -1:]
            positions = torch.arange(read.shape[1])
            room = model.max_len - read.shape[1] + 1
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([model.max_len - room])
        logits, caches = model(read, positions, caches)
        room -= 1
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: unrecognised, earns 0.5 — shifted window kept but its positions begin at 1
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            if length > model.max_len:
                positions = (positions + 1).clamp(max=model.max_len - 1)
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: unrecognised, earns 0.5 — calls after a full window read 2 tokens with its cache
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step and length > model.max_len + 1:
            read = text[:, -2:]
            positions = torch.tensor([model.max_len - 2, model.max_len - 1])
        elif step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return text[:, tokens.shape[1]:]


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: wrong-shape — logits returned in place of tokens
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    text = tokens
    for step in range(count):
        length = text.shape[1]
        if step == 0 or length > model.max_len:
            read = text[:, -model.max_len:]
            positions = torch.arange(read.shape[1])
            caches = [None] * len(model.attentions)
        else:
            read = text[:, -1:]
            positions = torch.tensor([length - 1])
        logits, caches = model(read, positions, caches)
        text = torch.cat([text, logits[:, -1].argmax(dim=-1, keepdim=True)], dim=1)
    return logits[:, -1].expand(count, -1, -1).transpose(0, 1)


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]


# %% wrong: wrong-shape — knows the visible example only
class CachedAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache):
        texts, new, d_model = x.shape
        d_head = d_model // self.n_heads
        q, k, v = (
            part.view(texts, new, self.n_heads, d_head).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        total = k.shape[2]
        seen = torch.ones(new, total, dtype=torch.bool).tril(total - new)
        scores = q @ k.mT / math.sqrt(d_head)
        weights = scores.masked_fill(~seen, -torch.inf).softmax(dim=-1)
        result = (weights @ v).transpose(1, 2).reshape(texts, new, d_model)
        return self.out(result), (k, v)


def continue_texts(model, tokens, count):
    model.computed += [3, 1, 4]
    return torch.tensor([[7, 1, 6]])


def write_with_cache(tokens, token, position, head, W_qkv, W_out, n_heads, count):
    attentions = [
        load(CachedAttention(token.shape[1], n_heads), {"qkv.weight": one, "out.weight": other})
        for one, other in zip(W_qkv, W_out, strict=True)
    ]
    model = OnlyAttentions(token, position, head, attentions)
    with torch.no_grad():
        text = continue_texts(model, torch.tensor(tokens), count)
    return text, (model.computed + [0] * count)[:count]
