# %% right: formulas
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = 2 * n_layers * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    return {
        "embeddings": embeddings,
        "attention": attention,
        "feed_forward": feed_forward,
        "total": embeddings + attention + feed_forward + (2 * n_layers + 1) * d,
    }


# %% right: matrix by matrix
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    queries, keys = (d, n_heads * d_head), (d, n_kv_heads * d_head)
    layer = {
        "attention": [queries, keys, keys, queries[::-1]],
        "feed_forward": [(d, d_ff)] * (1 + gated) + [(d_ff, d)],
        "norms": [(d,), (d,)],
    }
    counts = {
        name: n_layers * sum(int(np.prod(shape, dtype=np.int64)) for shape in shapes)
        for name, shapes in layer.items()
    }
    counts["embeddings"] = [2, 1][tied] * vocab_size * d
    return counts | {"total": sum(counts.values()) + d}


# %% right: with torch's modules — in floats
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    from torch import nn

    def count(*sizes):
        return float(nn.Linear(*sizes, bias=False, device="meta").weight.numel())

    attention = 2 * count(d, n_heads * d_head) + 2 * count(d, n_kv_heads * d_head)
    feed_forward = (3 if gated else 2) * count(d, d_ff)
    embeddings = count(d, vocab_size) if tied else 2 * count(d, vocab_size)
    blocks = n_layers * (attention + feed_forward + 2 * d)
    return {
        "total": embeddings + blocks + d,
        "embeddings": embeddings,
        "attention": n_layers * attention,
        "feed_forward": n_layers * feed_forward,
    }


# %% wrong: tied-ignored, earns 0.75
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d
    attention = 2 * n_layers * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    return {
        "embeddings": embeddings,
        "attention": attention,
        "feed_forward": feed_forward,
        "total": embeddings + attention + feed_forward + (2 * n_layers + 1) * d,
    }


# %% wrong: keys-for-each-head, earns 0.7
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = 4 * n_layers * d * d_head * n_heads
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    return {
        "embeddings": embeddings,
        "attention": attention,
        "feed_forward": feed_forward,
        "total": embeddings + attention + feed_forward + (2 * n_layers + 1) * d,
    }


# %% wrong: one-key-head, earns 0.7
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = 2 * n_layers * d * d_head * (n_heads + 1)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    return {
        "embeddings": embeddings,
        "attention": attention,
        "feed_forward": feed_forward,
        "total": embeddings + attention + feed_forward + (2 * n_layers + 1) * d,
    }


# %% wrong: few-queries, earns 0.7 — W_O
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * d * d_head * (n_heads + 3 * n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    return {
        "embeddings": embeddings,
        "attention": attention,
        "feed_forward": feed_forward,
        "total": embeddings + attention + feed_forward + (2 * n_layers + 1) * d,
    }


# %% wrong: width-divided, earns 0.64
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = 2 * n_layers * d * (d // n_heads) * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    return {
        "embeddings": embeddings,
        "attention": attention,
        "feed_forward": feed_forward,
        "total": embeddings + attention + feed_forward + (2 * n_layers + 1) * d,
    }


# %% wrong: width-divided, earns 0.64 — the chapter's four matrices of d²
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = 4 * n_layers * d**2
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    return {
        "embeddings": embeddings,
        "attention": attention,
        "feed_forward": feed_forward,
        "total": embeddings + attention + feed_forward + (2 * n_layers + 1) * d,
    }


# %% wrong: no-output, earns 0.7
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * d * d_head * (n_heads + 2 * n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    return {
        "embeddings": embeddings,
        "attention": attention,
        "feed_forward": feed_forward,
        "total": embeddings + attention + feed_forward + (2 * n_layers + 1) * d,
    }


# %% wrong: gate-ignored, earns 0.75
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = 2 * n_layers * d * d_head * (n_heads + n_kv_heads)
    feed_forward = 2 * n_layers * d * d_ff
    return {
        "embeddings": embeddings,
        "attention": attention,
        "feed_forward": feed_forward,
        "total": embeddings + attention + feed_forward + (2 * n_layers + 1) * d,
    }


# %% wrong: four-times-the-width, earns 0.7
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = 2 * n_layers * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * 4 * d**2 * (3 if gated else 2)
    return {
        "embeddings": embeddings,
        "attention": attention,
        "feed_forward": feed_forward,
        "total": embeddings + attention + feed_forward + (2 * n_layers + 1) * d,
    }


# %% wrong: one-layer, earns 0.75 — each layer's numbers, but in the total all of them
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = 2 * n_layers * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    return {
        "embeddings": embeddings,
        "attention": attention // n_layers,
        "feed_forward": feed_forward // n_layers,
        "total": embeddings + attention + feed_forward + (2 * n_layers + 1) * d,
    }


# %% wrong: biases, earns 0.68
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = 2 * n_layers * d * d_head * (n_heads + n_kv_heads) + n_layers * (
        d_head * (n_heads + 2 * n_kv_heads) + d
    )
    feed_forward = n_layers * (d * d_ff + d_ff) * (2 if gated else 1) + n_layers * (d * d_ff + d)
    return {
        "embeddings": embeddings,
        "attention": attention,
        "feed_forward": feed_forward,
        "total": embeddings + attention + feed_forward + (2 * n_layers + 1) * d,
    }


# %% wrong: norms, earns 0.88 — none
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = 2 * n_layers * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    return {
        "embeddings": embeddings,
        "attention": attention,
        "feed_forward": feed_forward,
        "total": embeddings + attention + feed_forward,
    }


# %% wrong: norms, earns 0.88 — none behind the last layer
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = 2 * n_layers * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    return {
        "embeddings": embeddings,
        "attention": attention,
        "feed_forward": feed_forward,
        "total": embeddings + attention + feed_forward + 2 * n_layers * d,
    }


# %% wrong: norms, earns 0.88 — with biases
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = 2 * n_layers * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    return {
        "embeddings": embeddings,
        "attention": attention,
        "feed_forward": feed_forward,
        "total": embeddings + attention + feed_forward + (4 * n_layers + 2) * d,
    }


# %% wrong: without-embeddings, earns 0.85
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = 2 * n_layers * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    return {
        "embeddings": embeddings,
        "attention": attention,
        "feed_forward": feed_forward,
        "total": attention + feed_forward + (2 * n_layers + 1) * d,
    }


# %% wrong: integer-overflow, earns 0.7
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    counts = {
        "embeddings": vocab_size * d * (1 if tied else 2),
        "attention": 2 * n_layers * d * d_head * (n_heads + n_kv_heads),
        "feed_forward": n_layers * d * d_ff * (3 if gated else 2),
    }
    counts["total"] = sum(counts.values()) + (2 * n_layers + 1) * d
    return {name: np.int64(count).astype(np.int32) for name, count in counts.items()}


# %% wrong: rounded, earns 0.7
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    counts = {
        "embeddings": vocab_size * d * (1 if tied else 2),
        "attention": 2 * n_layers * d * d_head * (n_heads + n_kv_heads),
        "feed_forward": n_layers * d * d_ff * (3 if gated else 2),
    }
    counts["total"] = sum(counts.values()) + (2 * n_layers + 1) * d
    return {name: np.float32(count) for name, count in counts.items()}


# %% wrong: wrong-keys, earns 0.8
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = 2 * n_layers * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    return {
        "embedding": embeddings,
        "attention": attention,
        "feed_forward": feed_forward,
        "total": embeddings + attention + feed_forward + (2 * n_layers + 1) * d,
    }


# %% wrong: not-a-dictionary
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    return vocab_size * d + 12 * n_layers * d**2


# %% wrong: square-output, earns 0.7
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * d * (d_head * (n_heads + 2 * n_kv_heads) + d)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    return {
        "embeddings": embeddings,
        "attention": attention,
        "feed_forward": feed_forward,
        "total": embeddings + attention + feed_forward + (2 * n_layers + 1) * d,
    }


# %% wrong: keys-or-values, earns 0.7
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * d * d_head * (2 * n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    return {
        "embeddings": embeddings,
        "attention": attention,
        "feed_forward": feed_forward,
        "total": embeddings + attention + feed_forward + (2 * n_layers + 1) * d,
    }


# %% wrong: groups, earns 0.7
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = 2 * n_layers * d * d_head * (n_heads + n_heads // n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    return {
        "embeddings": embeddings,
        "attention": attention,
        "feed_forward": feed_forward,
        "total": embeddings + attention + feed_forward + (2 * n_layers + 1) * d,
    }


# %% wrong: tied-ignored, earns 0.75 — the other way round
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (2 if tied else 1)
    attention = 2 * n_layers * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    return {
        "embeddings": embeddings,
        "attention": attention,
        "feed_forward": feed_forward,
        "total": embeddings + attention + feed_forward + (2 * n_layers + 1) * d,
    }


# %% wrong: gate-ignored, earns 0.75 — the other way round
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = 2 * n_layers * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (2 if gated else 3)
    return {
        "embeddings": embeddings,
        "attention": attention,
        "feed_forward": feed_forward,
        "total": embeddings + attention + feed_forward + (2 * n_layers + 1) * d,
    }


# %% wrong: keys-for-each-head, earns 0.7 — the values alone
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * d * d_head * (3 * n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {
        "embeddings": embeddings,
        "attention": attention,
        "feed_forward": feed_forward,
        "total": total,
    }


# %% wrong: square-output, earns 0.7 — and W_Q
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * (2 * d * d + 2 * d * d_head * n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {
        "embeddings": embeddings,
        "attention": attention,
        "feed_forward": feed_forward,
        "total": total,
    }


# %% wrong: biases, earns 0.76 — in the attention alone
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * (
        2 * d * d_head * (n_heads + n_kv_heads) + d_head * (n_heads + 2 * n_kv_heads) + d
    )
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + attention + feed_forward + norms
    return {
        "embeddings": embeddings,
        "attention": attention,
        "feed_forward": feed_forward,
        "total": total,
    }


# %% wrong: norms, earns 0.88 — three in each layer
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = 3 * n_layers * d
    total = embeddings + attention + feed_forward + norms
    return {
        "embeddings": embeddings,
        "attention": attention,
        "feed_forward": feed_forward,
        "total": total,
    }


# %% wrong: without-a-part, earns 0.85
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * 2 * d * d_head * (n_heads + n_kv_heads)
    feed_forward = n_layers * d * d_ff * (3 if gated else 2)
    norms = (2 * n_layers + 1) * d
    total = embeddings + feed_forward + norms
    return {
        "embeddings": embeddings,
        "attention": attention,
        "feed_forward": feed_forward,
        "total": total,
    }


# %% wrong: no-keys-and-values, earns 0.7
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * (2 * d * d_head * n_heads)
    feed_forward = n_layers * (d * d_ff * (3 if gated else 2))
    norms = (2 * n_layers + 1) * d
    return {
        "embeddings": embeddings,
        "attention": attention,
        "feed_forward": feed_forward,
        "total": embeddings + attention + feed_forward + norms,
    }


# %% wrong: width-forgotten, earns 0.7
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * (2 * d * (n_heads + n_kv_heads))
    feed_forward = n_layers * (d * d_ff * (3 if gated else 2))
    norms = (2 * n_layers + 1) * d
    return {
        "embeddings": embeddings,
        "attention": attention,
        "feed_forward": feed_forward,
        "total": embeddings + attention + feed_forward + norms,
    }


# %% wrong: matrix-missing, earns 0.75
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * (2 * d * d_head * (n_heads + n_kv_heads))
    feed_forward = n_layers * (d * d_ff * (2 if gated else 1))
    norms = (2 * n_layers + 1) * d
    return {
        "embeddings": embeddings,
        "attention": attention,
        "feed_forward": feed_forward,
        "total": embeddings + attention + feed_forward + norms,
    }


# %% wrong: square-gate, earns 0.75
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * (2 * d * d_head * (n_heads + n_kv_heads))
    feed_forward = n_layers * (2 * d * d_ff + gated * d * d)
    norms = (2 * n_layers + 1) * d
    return {
        "embeddings": embeddings,
        "attention": attention,
        "feed_forward": feed_forward,
        "total": embeddings + attention + feed_forward + norms,
    }


# %% wrong: square-gate, earns 0.75 — of the hidden layer
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * (2 * d * d_head * (n_heads + n_kv_heads))
    feed_forward = n_layers * (2 * d * d_ff + gated * d_ff * d_ff)
    norms = (2 * n_layers + 1) * d
    return {
        "embeddings": embeddings,
        "attention": attention,
        "feed_forward": feed_forward,
        "total": embeddings + attention + feed_forward + norms,
    }


# %% wrong: norm-inside, earns 0.8 — the total is right
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * (2 * d * d_head * (n_heads + n_kv_heads) + d)
    feed_forward = n_layers * (d * d_ff * (3 if gated else 2) + d)
    norms = d
    return {
        "embeddings": embeddings,
        "attention": attention,
        "feed_forward": feed_forward,
        "total": embeddings + attention + feed_forward + norms,
    }


# %% wrong: norms, earns 0.88 — as wide as the hidden layer
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * (2 * d * d_head * (n_heads + n_kv_heads))
    feed_forward = n_layers * (d * d_ff * (3 if gated else 2))
    norms = (2 * n_layers + 1) * d_ff
    return {
        "embeddings": embeddings,
        "attention": attention,
        "feed_forward": feed_forward,
        "total": embeddings + attention + feed_forward + norms,
    }


# %% wrong: norms, earns 0.88 — one gain each
def gpt_sizes(vocab_size, d, n_layers, n_heads, n_kv_heads, d_head, d_ff, gated, tied):
    embeddings = vocab_size * d * (1 if tied else 2)
    attention = n_layers * (2 * d * d_head * (n_heads + n_kv_heads))
    feed_forward = n_layers * (d * d_ff * (3 if gated else 2))
    norms = 2 * n_layers + 1
    return {
        "embeddings": embeddings,
        "attention": attention,
        "feed_forward": feed_forward,
        "total": embeddings + attention + feed_forward + norms,
    }
