# %% right: four products written out
def group_costs(n, d_model, n_heads, n_groups, d_k):
    parameters = 2 * d_model * n_heads * d_k + 2 * d_model * n_groups * d_k
    return {"parameters": parameters,
            "projections": n * parameters,
            "attention": 2 * n * n * n_heads * d_k,
            "cache": 2 * n * n_groups * d_k}


# %% right: list of matrix sizes and their sum
def group_costs(n, d_model, n_heads, n_groups, d_k):
    q, kv = n_heads * d_k, n_groups * d_k
    shapes = [(d_model, q), (d_model, kv), (d_model, kv), (q, d_model)]
    result = {}
    result["parameters"] = sum(a * b for a, b in shapes)
    result["projections"] = sum(n * a * b for a, b in shapes)
    result["attention"] = n_heads * (n * d_k * n + n * n * d_k)
    result["cache"] = n * kv + n * kv
    return result


# %% right: helper that counts one matrix product
def group_costs(n, d_model, n_heads, n_groups, d_k):
    def product(a, b, c):
        return a * b * c

    wide, narrow = n_heads * d_k, n_groups * d_k
    return dict(
        parameters=product(1, d_model, wide) + 2 * product(1, d_model, narrow) + product(1, wide, d_model),
        projections=product(n, d_model, wide) + 2 * product(n, d_model, narrow) + product(n, wide, d_model),
        attention=n_heads * (product(n, d_k, n) + product(n, n, d_k)),
        cache=narrow * n * 2)


# %% right: loops over the single heads
def group_costs(n, d_model, n_heads, n_groups, d_k):
    parameters = attention = cache = 0
    for _ in range(n_heads):
        parameters += d_model * d_k
        parameters += d_k * d_model
        attention += n * n * d_k
        attention += n * n * d_k
    for _ in range(n_groups):
        parameters += d_model * d_k
        parameters += d_model * d_k
        cache += n * d_k
        cache += n * d_k
    return {"cache": cache, "attention": attention, "parameters": parameters, "projections": parameters * n}


# %% right: floats from the first factor on
def group_costs(n, d_model, n_heads, n_groups, d_k):
    p = 2.0 * d_model * d_k * (n_heads + n_groups)
    return {"parameters": p, "projections": p * n,
            "attention": 2.0 * n ** 2 * n_heads * d_k, "cache": 2.0 * n * n_groups * d_k}


# %% right: linear layers of torch on the meta device
def group_costs(n, d_model, n_heads, n_groups, d_k):
    import torch
    def layer(a, b):
        return torch.nn.Linear(a, b, bias=False, device="meta")

    layers = [layer(d_model, n_heads * d_k), layer(d_model, n_groups * d_k),
              layer(d_model, n_groups * d_k), layer(n_heads * d_k, d_model)]
    numbers = sum(p.numel() for m in layers for p in m.parameters())
    scores = torch.empty(n_heads, n, n, device="meta").numel()
    keys = torch.empty(n, n_groups, d_k, device="meta").numel()
    return {"parameters": numbers, "projections": numbers * n, "attention": 2 * scores * d_k, "cache": keys + keys}


# %% right: numpy products of long integers turned into int
def group_costs(n, d_model, n_heads, n_groups, d_k):
    rows = np.array([d_model, d_model, d_model, n_heads * d_k], dtype=np.int64)
    columns = np.array([n_heads * d_k, n_groups * d_k, n_groups * d_k, d_model], dtype=np.int64)
    p = int(rows @ columns)
    a = int(np.prod(np.array([2, n, n, n_heads, d_k], dtype=np.int64)))
    c = int(np.prod(np.array([2, n, n_groups, d_k], dtype=np.int64)))
    return {"parameters": p, "projections": p * int(n), "attention": a, "cache": c}


# %% right: ordinary layer minus what the sharing saves
def group_costs(n, d_model, n_heads, n_groups, d_k):
    saved = n_heads - n_groups
    p = 4 * d_model * n_heads * d_k - 2 * saved * d_model * d_k
    return {"parameters": p, "projections": p * n, "attention": 2 * n * n * n_heads * d_k,
            "cache": 2 * n * n_heads * d_k - 2 * n * saved * d_k}


# %% right: math prod and zip with the names
def group_costs(n, d_model, n_heads, n_groups, d_k):
    from math import prod
    q = prod((d_model, n_heads, d_k))
    k = prod((d_model, n_groups, d_k))
    numbers = (2 * (q + k), prod((2, n, q + k)), prod((2, n, n, n_heads, d_k)), prod((2, n, n_groups, d_k)))
    return dict(zip(("parameters", "projections", "attention", "cache"), numbers))


# %% right: one position counted and then multiplied
def group_costs(n, d_model, n_heads, n_groups, d_k):
    per_position = {"projections": (n_heads + n_groups + n_groups + n_heads) * d_k * d_model,
                    "attention": n_heads * n * (d_k + d_k),
                    "cache": (n_groups + n_groups) * d_k}
    result = {name: n * value for name, value in per_position.items()}
    result["parameters"] = per_position["projections"]
    return result


# %% right: numpy double numbers as values
def group_costs(n, d_model, n_heads, n_groups, d_k):
    n, d_model, h, g, d = map(np.float64, (n, d_model, n_heads, n_groups, d_k))
    p = d_model * h * d + 2 * d_model * g * d + h * d * d_model
    return {"parameters": p, "projections": n * p, "attention": n * n * d * h + n * n * d * h, "cache": n * g * d * 2}


# %% right: exact fractions turned into int
def group_costs(n, d_model, n_heads, n_groups, d_k):
    from fractions import Fraction
    full = Fraction(4 * d_model * n_heads * d_k)
    p = full * (1 + Fraction(n_groups, n_heads)) / 2
    return {"parameters": int(p), "projections": int(p * n), "attention": int(full * n * n / (2 * d_model)),
            "cache": int(Fraction(2 * n * d_k) * n_groups)}


# %% wrong: not-shared, earns 0.44 — keys and values counted for all query heads
def group_costs(n, d_model, n_heads, n_groups, d_k):
    p = 4 * d_model * n_heads * d_k
    return {"parameters": p, "projections": n * p, "attention": 2 * n * n * n_heads * d_k,
            "cache": 2 * n * n_heads * d_k}


# %% wrong: one-for-groups, earns 0.75 — output matrix counted with the key heads
def group_costs(n, d_model, n_heads, n_groups, d_k):
    p = d_model * n_heads * d_k + 3 * d_model * n_groups * d_k
    return {"parameters": p, "projections": n * p, "attention": 2 * n * n * n_heads * d_k,
            "cache": 2 * n * n_groups * d_k}


# %% wrong: no-output, earns 0.75 — output matrix forgotten
def group_costs(n, d_model, n_heads, n_groups, d_k):
    p = d_model * n_heads * d_k + 2 * d_model * n_groups * d_k
    return {"parameters": p, "projections": n * p, "attention": 2 * n * n * n_heads * d_k,
            "cache": 2 * n * n_groups * d_k}


# %% wrong: values-forgotten, earns 0.75 — keys and values share one matrix
def group_costs(n, d_model, n_heads, n_groups, d_k):
    p = 2 * d_model * n_heads * d_k + d_model * n_groups * d_k
    return {"parameters": p, "projections": n * p, "attention": 2 * n * n * n_heads * d_k,
            "cache": 2 * n * n_groups * d_k}


# %% wrong: biases, earns 0.88 — biases counted as parameters
def group_costs(n, d_model, n_heads, n_groups, d_k):
    p = 2 * d_model * (n_heads + n_groups) * d_k
    return {"parameters": p + n_heads * d_k + 2 * n_groups * d_k + d_model, "projections": n * p,
            "attention": 2 * n * n * n_heads * d_k, "cache": 2 * n * n_groups * d_k}


# %% wrong: one-head, earns 0.81 — parameters of only one head of each kind
def group_costs(n, d_model, n_heads, n_groups, d_k):
    p = 2 * d_model * (n_heads + n_groups) * d_k
    return {"parameters": 4 * d_model * d_k, "projections": n * p,
            "attention": 2 * n * n * n_heads * d_k, "cache": 2 * n * n_groups * d_k}


# %% wrong: no-output, earns 0.88 — output matrix missing only in the projections
def group_costs(n, d_model, n_heads, n_groups, d_k):
    p = 2 * d_model * (n_heads + n_groups) * d_k
    return {"parameters": p, "projections": n * (p - n_heads * d_k * d_model),
            "attention": 2 * n * n * n_heads * d_k, "cache": 2 * n * n_groups * d_k}


# %% wrong: one-position, earns 0.81 — projections of a single position
def group_costs(n, d_model, n_heads, n_groups, d_k):
    p = 2 * d_model * (n_heads + n_groups) * d_k
    return {"parameters": p, "projections": p,
            "attention": 2 * n * n * n_heads * d_k, "cache": 2 * n * n_groups * d_k}


# %% wrong: size-too-many, earns 0.81 — projections with the square of n
def group_costs(n, d_model, n_heads, n_groups, d_k):
    p = 2 * d_model * (n_heads + n_groups) * d_k
    return {"parameters": p, "projections": n * n * p,
            "attention": 2 * n * n * n_heads * d_k, "cache": 2 * n * n_groups * d_k}


# %% wrong: operations, earns 0.88 — additions counted in the projections as well
def group_costs(n, d_model, n_heads, n_groups, d_k):
    p = 2 * d_model * (n_heads + n_groups) * d_k
    return {"parameters": p, "projections": 2 * n * p,
            "attention": 2 * n * n * n_heads * d_k, "cache": 2 * n * n_groups * d_k}


# %% wrong: heads-shared, earns 0.81 — attention counted for the key heads
def group_costs(n, d_model, n_heads, n_groups, d_k):
    p = 2 * d_model * (n_heads + n_groups) * d_k
    return {"parameters": p, "projections": n * p,
            "attention": 2 * n * n * n_groups * d_k, "cache": 2 * n * n_groups * d_k}


# %% wrong: scores-only, earns 0.88 — attention without the product with the values
def group_costs(n, d_model, n_heads, n_groups, d_k):
    p = 2 * d_model * (n_heads + n_groups) * d_k
    return {"parameters": p, "projections": n * p,
            "attention": n * n * n_heads * d_k, "cache": 2 * n * n_groups * d_k}


# %% wrong: one-product-shared, earns 0.88 — scores by query heads and outputs by key heads
def group_costs(n, d_model, n_heads, n_groups, d_k):
    p = 2 * d_model * (n_heads + n_groups) * d_k
    return {"parameters": p, "projections": n * p,
            "attention": n * n * d_k * (n_heads + n_groups), "cache": 2 * n * n_groups * d_k}


# %% wrong: one-head, earns 0.81 — attention of one head
def group_costs(n, d_model, n_heads, n_groups, d_k):
    p = 2 * d_model * (n_heads + n_groups) * d_k
    return {"parameters": p, "projections": n * p,
            "attention": 2 * n * n * d_k, "cache": 2 * n * n_groups * d_k}


# %% wrong: half-the-pairs, earns 0.88 — attention only to earlier positions
def group_costs(n, d_model, n_heads, n_groups, d_k):
    p = 2 * d_model * (n_heads + n_groups) * d_k
    return {"parameters": p, "projections": n * p,
            "attention": n * (n + 1) * n_heads * d_k, "cache": 2 * n * n_groups * d_k}


# %% wrong: without-itself, earns 0.88 — no position compared with itself
def group_costs(n, d_model, n_heads, n_groups, d_k):
    p = 2 * d_model * (n_heads + n_groups) * d_k
    return {"parameters": p, "projections": n * p,
            "attention": 2 * n * (n - 1) * n_heads * d_k, "cache": 2 * n * n_groups * d_k}


# %% wrong: softmax-counted, earns 0.88 — scaling of the scores counted too
def group_costs(n, d_model, n_heads, n_groups, d_k):
    p = 2 * d_model * (n_heads + n_groups) * d_k
    return {"parameters": p, "projections": n * p,
            "attention": 2 * n * n * n_heads * d_k + n * n * n_heads, "cache": 2 * n * n_groups * d_k}


# %% wrong: d_model-for-heads, earns 0.81 — attention over the full model width
def group_costs(n, d_model, n_heads, n_groups, d_k):
    p = 2 * d_model * (n_heads + n_groups) * d_k
    return {"parameters": p, "projections": n * p,
            "attention": 2 * n * n * d_model, "cache": 2 * n * n_groups * d_k}


# %% wrong: one-position, earns 0.81 — attention of a single query
def group_costs(n, d_model, n_heads, n_groups, d_k):
    p = 2 * d_model * (n_heads + n_groups) * d_k
    return {"parameters": p, "projections": n * p,
            "attention": 2 * n * n_heads * d_k, "cache": 2 * n * n_groups * d_k}


# %% wrong: not-shared, earns 0.81 — cache of the query heads
def group_costs(n, d_model, n_heads, n_groups, d_k):
    p = 2 * d_model * (n_heads + n_groups) * d_k
    return {"parameters": p, "projections": n * p,
            "attention": 2 * n * n * n_heads * d_k, "cache": 2 * n * n_heads * d_k}


# %% wrong: values-forgotten, earns 0.88 — cache of keys without values
def group_costs(n, d_model, n_heads, n_groups, d_k):
    p = 2 * d_model * (n_heads + n_groups) * d_k
    return {"parameters": p, "projections": n * p,
            "attention": 2 * n * n * n_heads * d_k, "cache": n * n_groups * d_k}


# %% wrong: one-position, earns 0.81 — cache of one position
def group_costs(n, d_model, n_heads, n_groups, d_k):
    p = 2 * d_model * (n_heads + n_groups) * d_k
    return {"parameters": p, "projections": n * p,
            "attention": 2 * n * n * n_heads * d_k, "cache": 2 * n_groups * d_k}


# %% wrong: d_model-for-heads, earns 0.81 — cache of vectors of the model width
def group_costs(n, d_model, n_heads, n_groups, d_k):
    p = 2 * d_model * (n_heads + n_groups) * d_k
    return {"parameters": p, "projections": n * p,
            "attention": 2 * n * n * n_heads * d_k, "cache": 2 * n * d_model}


# %% wrong: bytes, earns 0.88 — cache counted in bytes
def group_costs(n, d_model, n_heads, n_groups, d_k):
    p = 2 * d_model * (n_heads + n_groups) * d_k
    return {"parameters": p, "projections": n * p,
            "attention": 2 * n * n * n_heads * d_k, "cache": 4 * 2 * n * n_groups * d_k}


# %% wrong: queries-cached, earns 0.88 — cache holds the queries as well
def group_costs(n, d_model, n_heads, n_groups, d_k):
    p = 2 * d_model * (n_heads + n_groups) * d_k
    return {"parameters": p, "projections": n * p,
            "attention": 2 * n * n * n_heads * d_k, "cache": n * (2 * n_groups + n_heads) * d_k}


# %% wrong: d_model-for-heads, earns 0.25 — width of a head taken as model width by heads
def group_costs(n, d_model, n_heads, n_groups, d_k):
    d = d_model // n_heads
    p = 2 * d_model * (n_heads + n_groups) * d
    return {"parameters": p, "projections": n * p,
            "attention": 2 * n * n * n_heads * d, "cache": 2 * n * n_groups * d}


# %% wrong: d_model-for-heads, earns 0.62 — model width taken as heads times head width
def group_costs(n, d_model, n_heads, n_groups, d_k):
    width = n_heads * d_k
    p = 2 * width * width + 2 * width * n_groups * d_k
    return {"parameters": p, "projections": n * p,
            "attention": 2 * n * n * width, "cache": 2 * n * n_groups * d_k}


# %% wrong: integer-overflow, earns 0.7 — numbers of 32 bits overflow
def group_costs(n, d_model, n_heads, n_groups, d_k):
    n, m, h, g, d = np.array([n, d_model, n_heads, n_groups, d_k], dtype=np.int32)
    with np.errstate(over="ignore"):
        p = (h + h + g + g) * m * d
        return {"parameters": int(p), "projections": int(p * n),
                "attention": int((n + n) * n * h * d), "cache": int((n + n) * g * d)}


# %% wrong: uneven-groups, earns 0.7 — assumes that the groups divide the heads
def group_costs(n, d_model, n_heads, n_groups, d_k):
    per_group = n_heads // n_groups
    heads = per_group * n_groups
    p = 2 * d_model * (heads + n_groups) * d_k
    return {"parameters": p, "projections": n * p,
            "attention": 2 * n * n * heads * d_k, "cache": 2 * n * n_groups * d_k}


# %% wrong: not-a-dictionary — tuple instead of a dictionary
def group_costs(n, d_model, n_heads, n_groups, d_k):
    p = 2 * d_model * (n_heads + n_groups) * d_k
    return p, n * p, 2 * n * n * n_heads * d_k, 2 * n * n_groups * d_k


# %% wrong: wrong-keys, earns 0.75 — key of the parameters abbreviated
def group_costs(n, d_model, n_heads, n_groups, d_k):
    p = 2 * d_model * (n_heads + n_groups) * d_k
    return {"params": p, "projections": n * p,
            "attention": 2 * n * n * n_heads * d_k, "cache": 2 * n * n_groups * d_k}


# %% wrong: unrecognised — constants of the example
def group_costs(n, d_model, n_heads, n_groups, d_k):
    return {"parameters": 216, "projections": 1080, "attention": 600, "cache": 60}


# %% wrong: heads-shared + not-shared, earns 0.62 — heads and groups mixed up everywhere
def group_costs(n, d_model, n_heads, n_groups, d_k):
    n_heads, n_groups = n_groups, n_heads
    p = 2 * d_model * (n_heads + n_groups) * d_k
    return {"parameters": p, "projections": n * p,
            "attention": 2 * n * n * n_heads * d_k, "cache": 2 * n * n_groups * d_k}


# %% wrong: another-number, earns 0.75 — attention and cache exchanged
def group_costs(n, d_model, n_heads, n_groups, d_k):
    p = 2 * d_model * (n_heads + n_groups) * d_k
    return {"parameters": p, "projections": n * p,
            "attention": 2 * n * n_groups * d_k, "cache": 2 * n * n * n_heads * d_k}


# %% wrong: not-a-number — everything as text
def group_costs(n, d_model, n_heads, n_groups, d_k):
    p = 2 * d_model * (n_heads + n_groups) * d_k
    costs = {"parameters": p, "projections": n * p,
             "attention": 2 * n * n * n_heads * d_k, "cache": 2 * n * n_groups * d_k}
    return {name: str(value) for name, value in costs.items()}


# %% wrong: unrecognised, earns 0.62 — one shared key head needs no matrix of values
def group_costs(n, d_model, n_heads, n_groups, d_k):
    p = 2 * d_model * (n_heads + n_groups) * d_k
    cache = 2 * n * n_groups * d_k
    if n_groups == 1:
        p -= d_model * d_k
        cache //= 2
    return {"parameters": p, "projections": n * p, "attention": 2 * n * n * n_heads * d_k, "cache": cache}


# %% wrong: unrecognised, earns 0.75 — attention inside the projections
def group_costs(n, d_model, n_heads, n_groups, d_k):
    p = 2 * d_model * (n_heads + n_groups) * d_k
    a = 2 * n * n * n_heads * d_k
    return {"parameters": p, "projections": n * p + a, "attention": a, "cache": 2 * n * n_groups * d_k}
