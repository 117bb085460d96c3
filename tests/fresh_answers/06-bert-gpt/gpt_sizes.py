# %% right: formulas of the hints
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d if tied else 2 * vocab_size * d
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    return {"embeddings": embeddings, "attention": attention, "feed_forward": feed_forward,
            "total": embeddings + attention + feed_forward + norms}


# %% right: list of shapes with a product
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    from math import prod
    emb = [(vocab_size, d)] * (2 - bool(tied))
    att = [(d, n_heads * d_head), (d, n_kv_heads * d_head), (d, n_kv_heads * d_head), (n_heads * d_head, d)]
    ff = [(d, d_ff)] * (1 + bool(gated)) + [(d_ff, d)]
    sizes = {"embeddings": sum(map(prod, emb)),
             "attention": n_layers * sum(map(prod, att)),
             "feed_forward": n_layers * sum(map(prod, ff))}
    sizes["total"] = sum(sizes.values()) + d * (n_layers + n_layers + 1)
    return sizes


# %% right: loop over the layers
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    total = vocab_size * d
    embeddings = vocab_size * d
    if not tied:
        total += vocab_size * d
        embeddings += vocab_size * d
    attention = feed_forward = 0
    for _ in range(n_layers):
        w_q = d * n_heads * d_head
        w_k = w_v = d * n_kv_heads * d_head
        w_o = n_heads * d_head * d
        attention += w_q + w_k + w_v + w_o
        w_1, w_2 = d * d_ff, d_ff * d
        feed_forward += w_1 + w_2
        if gated:
            feed_forward += d * d_ff
        total += 2 * d
    total += d
    return dict(embeddings=embeddings, attention=attention, feed_forward=feed_forward,
                total=total + attention + feed_forward)


# %% right: loop over the heads
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    one_head = d * d_head
    attention = 0
    for layer in range(n_layers):
        for head in range(n_heads):
            attention += one_head
            attention += one_head
        for head in range(n_kv_heads):
            attention += 2 * one_head
    matrices = {True: 3, False: 2}[bool(gated)]
    feed_forward = matrices * n_layers * d_ff * d
    embeddings = {True: 1, False: 2}[bool(tied)] * vocab_size * d
    gains = d + n_layers * 2 * d
    return {"total": gains + embeddings + attention + feed_forward, "feed_forward": feed_forward,
            "attention": attention, "embeddings": embeddings}


# %% right: torch tensors on the meta device
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    import torch

    def size(*shape):
        return torch.empty(*shape, device="meta").numel()

    embeddings = size(vocab_size, d) + (0 if tied else size(d, vocab_size))
    attention = n_layers * (2 * size(d, n_heads * d_head) + 2 * size(d, n_kv_heads * d_head))
    feed_forward = n_layers * (size(d, d_ff) + size(d_ff, d) + (size(d, d_ff) if gated else 0))
    norms = n_layers * 2 * size(d) + size(d)
    return {"embeddings": embeddings, "attention": attention, "feed_forward": feed_forward,
            "total": embeddings + attention + feed_forward + norms}


# %% right: numpy in sixty four bits
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    v, d, n, h, kv, w, f = np.array([vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff], dtype=np.int64)
    parts = np.array([v * d * (2 - int(bool(tied))),
                      n * (2 * d * h * w + 2 * d * kv * w),
                      n * d * f * (2 + int(bool(gated)))], dtype=np.int64)
    names = ("embeddings", "attention", "feed_forward")
    out = dict(zip(names, parts))
    out["total"] = parts.sum() + d + 2 * n * d
    return out


# %% right: floating point numbers
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    d = float(d)
    embeddings = vocab_size * d * (2.0 - bool(tied))
    queries = d * n_heads * d_head
    keys = queries * n_kv_heads / n_heads
    attention = n_layers * 2 * (queries + round(keys))
    feed_forward = n_layers * d * d_ff * (2.0 + bool(gated))
    return {"embeddings": embeddings, "attention": attention, "feed_forward": feed_forward,
            "total": embeddings + attention + feed_forward + 2 * n_layers * d + d}


# %% right: everything for one layer times the layers
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    layer = {"attention": sum(heads * d_head * d for heads in (n_heads, n_kv_heads, n_kv_heads, n_heads)),
             "feed_forward": sum(d * d_ff for matrix in ("W1", "W2", "W3") if gated or matrix != "W3"),
             "norms": d + d}
    sizes = {name: n_layers * number for name, number in layer.items()}
    sizes["embeddings"] = sum(vocab_size * d for used in (True, not tied) if used)
    sizes["total"] = sum(sizes.values()) + d
    del sizes["norms"]
    return sizes


# %% right: total as d times one long sum
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    a = 2 * n_layers * d_head * (n_heads + n_kv_heads)
    f = n_layers * d_ff * 3 if gated else n_layers * d_ff * 2
    e = vocab_size if tied else vocab_size + vocab_size
    total = d * (e + a + f + 2 * n_layers + 1)
    return {"embeddings": d * e, "attention": d * a, "feed_forward": d * f, "total": total}


# %% right: groups of query heads per key head
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    group = n_heads // n_kv_heads
    attention = n_layers * n_kv_heads * (2 * group + 2) * d_head * d
    feed_forward = n_layers * (d * d_ff + d_ff * d)
    if gated:
        feed_forward += n_layers * d * d_ff
    embeddings = vocab_size * d
    if not tied:
        embeddings *= 2
    total = embeddings
    for part in (attention, feed_forward, n_layers * 2 * d, d):
        total += part
    return {"embeddings": embeddings, "attention": attention, "feed_forward": feed_forward, "total": total}


# %% right: dot products of counts and sizes
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    counts = np.array([2 - bool(tied), 2 * n_layers, 2 * n_layers, (2 + bool(gated)) * n_layers, 2 * n_layers + 1],
                      dtype=object)
    sizes = np.array([vocab_size * d, n_heads * d_head * d, n_kv_heads * d_head * d, d_ff * d, d], dtype=object)
    each = counts * sizes
    return {"embeddings": int(each[0]), "attention": int(each[1] + each[2]), "feed_forward": int(each[3]),
            "total": int(counts.dot(sizes))}


# %% right: a small class that keeps the account
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    class Account(dict):
        def book(self, part, rows, columns, times=1):
            self[part] = self.get(part, 0) + rows * columns * times
            self["total"] = self.get("total", 0) + rows * columns * times

    account = Account()
    account.book("embeddings", vocab_size, d)
    if not tied:
        account.book("embeddings", d, vocab_size)
    for heads in (n_heads, n_kv_heads, n_kv_heads, n_heads):
        account.book("attention", d, heads * d_head, n_layers)
    for _ in range(2 + (1 if gated else 0)):
        account.book("feed_forward", d, d_ff, n_layers)
    account["total"] += d * (2 * n_layers + 1)
    return {key: account[key] for key in ("embeddings", "attention", "feed_forward", "total")}


# %% wrong: tied-ignored, earns 0.75 — matrix of the logits never counted
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: tied-ignored, earns 0.75 — matrix of the logits always counted
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = 2 * vocab_size * d
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: tied-ignored, earns 0.75 — tied and untied exchanged
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (2 if tied else 1)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: tied-ignored, earns 0.9 — matrix of the logits only in the total
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms + (0 if tied else vocab_size * d)
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: tied-ignored, earns 0.85 — matrix of the logits missing in the total
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = vocab_size * d + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: unrecognised, earns 0.7 — matrix of the logits counted twice in the total
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms + (0 if tied else vocab_size * d)
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: unrecognised, earns 0.5 — positions learned in the embedding
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2) + 1024 * d
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: unrecognised, earns 0.5 — bias for the logits when untied
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d if tied else 2 * vocab_size * d + vocab_size
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: unrecognised, earns 0.5 — embedding once for each layer
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = n_layers * vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: keys-for-each-head, earns 0.7 — keys and values not shared
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 4 * d * d_head * n_heads
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: keys-for-each-head, earns 0.7 — keys shared but values not
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * d * d_head * (3 * n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: few-queries, earns 0.7 — output matrix with the heads of the keys
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * d * d_head * (n_heads + 3 * n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: few-queries, earns 0.7 — all matrices with the heads of the keys
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 4 * d * d_head * n_kv_heads
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: square-output, earns 0.7 — queries and output as wide as the model
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * (2 * d * d + 2 * d * d_head * n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: square-output, earns 0.7 — output matrix as wide as the model
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * (d * d + d * d_head * n_heads + 2 * d * d_head * n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: unrecognised, earns 0.4 — query matrix square in the width
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * (d * n_heads * d_head + d * d + 2 * d * (d // n_heads) * n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: width-divided, earns 0.64 — four square matrices in the attention
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 4 * d * d
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: width-divided, earns 0.64 — head width from the model width
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    d_head = d // n_heads
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: no-output, earns 0.7 — output matrix forgotten
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * d * d_head * (n_heads + 2 * n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: keys-or-values, earns 0.7 — values forgotten
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * d * d_head * (2 * n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: biases, earns 0.76 — biases in the attention
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * (2 * d * d_head * (n_heads + n_kv_heads) + d_head * (n_heads + 2 * n_kv_heads) + d)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: biases, earns 0.76 — biases of the queries keys and values
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * (2 * d * d_head * (n_heads + n_kv_heads) + d_head * (n_heads + 2 * n_kv_heads))
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: norm-inside + norms, earns 0.76 — bias of the output matrix
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * (2 * d * d_head * (n_heads + n_kv_heads) + d)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: groups, earns 0.7 — number of groups taken for the heads of keys
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_heads // n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: one-key-head, earns 0.7 — one head of keys whatever is given
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + 1)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: unrecognised, earns 0.4 — heads left out of the attention
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 4 * d * d_head
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: unrecognised, earns 0.4 — output matrix once and not in each head
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * (d * d_head * (n_heads + 2 * n_kv_heads) + d * d_head)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: one-layer + unrecognised, earns 0.55 — attention of one layer only
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: gate-ignored, earns 0.75 — network always with a gate
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * 3
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: gate-ignored, earns 0.75 — network never with a gate
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * 2
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: gate-ignored, earns 0.75 — gated and plain network exchanged
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (2 if gated else 3)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: unrecognised, earns 0.5 — network with biases
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * (d * d_ff * (3 if gated else 2) + d_ff + d)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: unrecognised, earns 0.5 — gated network with biases only
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * ((3 * d * d_ff + 2 * d_ff + d) if gated else 2 * d * d_ff)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: four-times-the-width, earns 0.7 — hidden layer four times the width
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    d_ff = 4 * d
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: unrecognised, earns 0.5 — gate shrinks the hidden layer by two thirds
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * (3 * (2 * d_ff // 3) if gated else 2 * d_ff)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: square-gate, earns 0.75 — gate as a square of the hidden layer
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * (2 * d * d_ff + (d_ff * d_ff if gated else 0))
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: unrecognised, earns 0.5 — gate as a vector of the hidden layer
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * (2 * d * d_ff + (d_ff if gated else 0))
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: unrecognised, earns 0.5 — gate counted in the first layer only
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * 2 * d * d_ff + (d * d_ff if gated else 0)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: one-layer + unrecognised, earns 0.6 — network of one layer only
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: matrix-missing, earns 0.75 — one matrix in the plain network
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (2 if gated else 1)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: norms, earns 0.88 — norms left out of the total
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = 0 * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: norms, earns 0.88 — one norm in each layer
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: norms, earns 0.88 — norm behind the last layer forgotten
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = 2 * n_layers * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: norms, earns 0.88 — three norms in each layer
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = 3 * n_layers * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: norms, earns 0.88 — two norms behind the last layer
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 2) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: norms, earns 0.88 — two norms in the whole model
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = 3 * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: norms, earns 0.88 — norms with gains and shifts
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = 2 * (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: norms, earns 0.88 — one gain for each norm
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = 2 * n_layers + 1
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: unrecognised, earns 0.7 — norm over the width of a head
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers * d_head + d)
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: unrecognised, earns 0.7 — norm behind the last layer only when untied
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + (0 if tied else 1)) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: norm-inside, earns 0.88 — one norm of each layer booked as attention
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * (2 * d * d_head * (n_heads + n_kv_heads) + d)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: without-embeddings, earns 0.85 — total without the embeddings
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: without-a-part, earns 0.85 — total without the attention
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: without-a-part, earns 0.85 — total without the network
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: unrecognised, earns 0.7 — layers counted twice in the total
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + n_layers * (attention + feed_forward) + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: integer-overflow, earns 0.7 — counted in thirty two bits
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    numbers = [embeddings, attention, feed_forward, total]
    numbers = [(x + 2 ** 31) % 2 ** 32 - 2 ** 31 for x in numbers]
    return dict(zip(["embeddings", "attention", "feed_forward", "total"], numbers))


# %% wrong: unrecognised — numbers in millions
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings / 1e6, "attention": attention / 1e6,
            "feed_forward": feed_forward / 1e6, "total": total / 1e6}


# %% wrong: unrecognised, earns 0.5 — attention and network exchanged
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": feed_forward,
            "feed_forward": attention, "total": total}


# %% wrong: not-a-dictionary — numbers without a dictionary
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return embeddings, attention, feed_forward, total


# %% wrong: wrong-keys, earns 0.7 — total missing in the dictionary
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention, "feed_forward": feed_forward}


# %% wrong: unrecognised — bytes in half precision instead of parameters
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": 2 * embeddings, "attention": 2 * attention,
            "feed_forward": 2 * feed_forward, "total": 2 * total}


# %% wrong: unrecognised, earns 0.7 — biases only in the total
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms + n_layers * (d_ff + 2 * d + d_head * (n_heads + 2 * n_kv_heads))
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}


# %% wrong: unrecognised, earns 0.8 — gains of the norms among the embeddings
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2) + d
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = 2 * n_layers * d
    total = embeddings + attention + feed_forward + norms
    return {"embeddings": embeddings, "attention": attention,
            "feed_forward": feed_forward, "total": total}
