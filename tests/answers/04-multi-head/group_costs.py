# %% right: formulas
def group_costs(n, d_model, n_heads, n_groups, d_k):
    parameters = 2 * d_model * d_k * (n_heads + n_groups)
    return {
        "parameters": parameters,
        "projections": n * parameters,
        "attention": 2 * n_heads * n * n * d_k,
        "cache": 2 * n * n_groups * d_k,
    }


# %% right: matrix by matrix
def group_costs(n, d_model, n_heads, n_groups, d_k):
    matrices = {
        "Q": (d_model, n_heads * d_k),
        "K": (d_model, n_groups * d_k),
        "V": (d_model, n_groups * d_k),
        "O": (n_heads * d_k, d_model),
    }
    parameters = sum(a * b for a, b in matrices.values())
    projections = sum(n * a * b for a, b in matrices.values())
    attention = sum(n * d_k * n + n * n * d_k for _ in range(n_heads))
    return {
        "cache": n * (matrices["K"][1] + matrices["V"][1]),
        "attention": attention,
        "projections": projections,
        "parameters": parameters,
    }


# %% right: floats
def group_costs(n, d_model, n_heads, n_groups, d_k):
    n, d_model, h, g, d_k = map(float, (n, d_model, n_heads, n_groups, d_k))
    queries, keys = d_model * h * d_k, d_model * g * d_k
    return {
        "parameters": queries * 2 + keys * 2,
        "projections": n * (queries + keys) * 2,
        "attention": n**2 * d_k * h * 2,
        "cache": n * g * d_k * 2,
    }


# %% wrong: not-shared, earns 7/16
def group_costs(n, d_model, n_heads, n_groups, d_k):
    parameters = 4 * d_model * d_k * n_heads
    return {
        "parameters": parameters,
        "projections": n * parameters,
        "attention": 2 * n_heads * n * n * d_k,
        "cache": 2 * n * n_heads * d_k,
    }


# %% wrong: operations, earns 3/4
def group_costs(n, d_model, n_heads, n_groups, d_k):
    parameters = 2 * d_model * d_k * (n_heads + n_groups)
    return {
        "parameters": parameters,
        "projections": 2 * n * parameters,
        "attention": 4 * n_heads * n * n * d_k,
        "cache": 2 * n * n_groups * d_k,
    }


# %% wrong: one-group, earns 7/16
def group_costs(n, d_model, n_heads, n_groups, d_k):
    parameters = 2 * d_model * d_k * (n_heads + 1)
    return {
        "parameters": parameters,
        "projections": n * parameters,
        "attention": 2 * n_heads * n * n * d_k,
        "cache": 2 * n * d_k,
    }


# %% wrong: heads-shared, earns 7/16
def group_costs(n, d_model, n_heads, n_groups, d_k):
    parameters = 4 * d_model * d_k * n_groups
    return {
        "parameters": parameters,
        "projections": n * parameters,
        "attention": 2 * n_groups * n * n * d_k,
        "cache": 2 * n * n_groups * d_k,
    }


# %% wrong: no-output, earns 3/4
def group_costs(n, d_model, n_heads, n_groups, d_k):
    parameters = d_model * d_k * (n_heads + 2 * n_groups)
    return {
        "parameters": parameters,
        "projections": n * parameters,
        "attention": 2 * n_heads * n * n * d_k,
        "cache": 2 * n * n_groups * d_k,
    }


# %% wrong: values-forgotten + scores-only, earns 0.5
def group_costs(n, d_model, n_heads, n_groups, d_k):
    parameters = d_model * d_k * (2 * n_heads + n_groups)
    return {
        "parameters": parameters,
        "projections": n * parameters,
        "attention": n_heads * n * n * d_k,
        "cache": n * n_groups * d_k,
    }


# %% wrong: biases, earns 7/8
def group_costs(n, d_model, n_heads, n_groups, d_k):
    parameters = 2 * d_model * d_k * (n_heads + n_groups)
    return {
        "parameters": parameters + (n_heads + 2 * n_groups) * d_k + d_model,
        "projections": n * parameters,
        "attention": 2 * n_heads * n * n * d_k,
        "cache": 2 * n * n_groups * d_k,
    }


# %% wrong: one-position, earns 7/16
def group_costs(n, d_model, n_heads, n_groups, d_k):
    parameters = 2 * d_model * d_k * (n_heads + n_groups)
    return {
        "parameters": parameters,
        "projections": parameters,
        "attention": 2 * n_heads * n * d_k,
        "cache": 2 * n_groups * d_k,
    }


# %% wrong: every-position, earns 13/16
def group_costs(n, d_model, n_heads, n_groups, d_k):
    parameters = 2 * d_model * d_k * (n_heads + n_groups)
    return {
        "parameters": n * parameters,
        "projections": n * parameters,
        "attention": 2 * n_heads * n * n * d_k,
        "cache": 2 * n * n_groups * d_k,
    }


# %% wrong: integer-overflow, earns 0.85
def group_costs(n, d_model, n_heads, n_groups, d_k):
    parameters = 2 * d_model * d_k * (n_heads + n_groups)
    n_32, n_heads_32, d_k_32 = np.array([n, n_heads, d_k], dtype=np.int32)
    return {
        "parameters": parameters,
        "projections": np.int64(n * parameters).astype(np.int32),
        "attention": 2 * n_heads_32 * n_32 * n_32 * d_k_32,
        "cache": 2 * n * n_groups * d_k,
    }


# %% wrong: rounded, earns 0.7
def group_costs(n, d_model, n_heads, n_groups, d_k):
    n, d_model, h, g, d_k = (np.float32(x) for x in (n, d_model, n_heads, n_groups, d_k))
    parameters = 2 * d_model * d_k * (h + g)
    return {
        "parameters": parameters,
        "projections": n * parameters,
        "attention": 2 * h * n * n * d_k,
        "cache": 2 * n * g * d_k,
    }


# %% wrong: wrong-keys, earns 3/4
def group_costs(n, d_model, n_heads, n_groups, d_k):
    parameters = 2 * d_model * d_k * (n_heads + n_groups)
    return {
        "parameters": parameters,
        "projection": n * parameters,
        "attention": 2 * n_heads * n * n * d_k,
        "cache": 2 * n * n_groups * d_k,
    }


# %% wrong: not-a-dictionary
def group_costs(n, d_model, n_heads, n_groups, d_k):
    return 2 * d_model * d_k * (n_heads + n_groups)


# %% right: NumPy's integers of 64 bits
def group_costs(n, d_model, n_heads, n_groups, d_k):
    n, d_model, n_heads, n_groups, d_k = np.int64([n, d_model, n_heads, n_groups, d_k])
    parameters = 2 * d_model * d_k * (n_heads + n_groups)
    return {
        "parameters": parameters,
        "projections": n * parameters,
        "attention": 2 * n_heads * n * n * d_k,
        "cache": 2 * n * n_groups * d_k,
    }


# %% wrong: additions, earns 3/4
def group_costs(n, d_model, n_heads, n_groups, d_k):
    parameters = 2 * d_model * d_k * (n_heads + n_groups)
    return {
        "parameters": parameters,
        "projections": 2 * n * parameters - n * (d_k * (n_heads + 2 * n_groups) + d_model),
        "attention": n_heads * (n * n * (2 * d_k - 1) + n * d_k * (2 * n - 1)),
        "cache": 2 * n * n_groups * d_k,
    }


# %% wrong: one-head + one-group, earns 1/4
def group_costs(n, d_model, n_heads, n_groups, d_k):
    parameters = 4 * d_model * d_k
    return {
        "parameters": parameters,
        "projections": n * parameters,
        "attention": 2 * n * n * d_k,
        "cache": 2 * n * d_k,
    }


# %% wrong: size-of-a-group, earns 7/16
def group_costs(n, d_model, n_heads, n_groups, d_k):
    n_groups = n_heads // n_groups
    parameters = 2 * d_model * d_k * (n_heads + n_groups)
    return {
        "parameters": parameters,
        "projections": n * parameters,
        "attention": 2 * n_heads * n * n * d_k,
        "cache": 2 * n * n_groups * d_k,
    }


# %% wrong: d_model-for-heads, earns 5/8 — W_O is square
def group_costs(n, d_model, n_heads, n_groups, d_k):
    parameters = d_model * d_k * (n_heads + 2 * n_groups) + d_model**2
    return {
        "parameters": parameters,
        "projections": n * parameters,
        "attention": 2 * n_heads * n * n * d_k,
        "cache": 2 * n * n_groups * d_k,
    }


# %% wrong: d_model-for-heads, earns 1/4 — the usual layer
def group_costs(n, d_model, n_heads, n_groups, d_k):
    parameters = 4 * d_model**2
    return {
        "parameters": parameters,
        "projections": n * parameters,
        "attention": 2 * n * n * d_model,
        "cache": 2 * n * d_model,
    }


# %% wrong: d_model-for-heads, earns 1/4 — its heads share d_model
def group_costs(n, d_model, n_heads, n_groups, d_k):
    parameters = 2 * d_model * (d_model + n_groups * d_k)
    return {
        "parameters": parameters,
        "projections": n * parameters,
        "attention": 2 * n * n * n_heads * (d_model // n_heads),
        "cache": 2 * n * n_groups * (d_model // n_heads),
    }


# %% wrong: one-shared, earns 5/8
def group_costs(n, d_model, n_heads, n_groups, d_k):
    parameters = d_model * d_k * (3 * n_heads + n_groups)
    return {
        "parameters": parameters,
        "projections": n * parameters,
        "attention": 2 * n_heads * n * n * d_k,
        "cache": n * d_k * (n_heads + n_groups),
    }


# %% wrong: one-for-groups, earns 3/4 — W_O
def group_costs(n, d_model, n_heads, n_groups, d_k):
    parameters = d_model * d_k * (n_heads + 3 * n_groups)
    return {
        "parameters": parameters,
        "projections": n * parameters,
        "attention": 2 * n_heads * n * n * d_k,
        "cache": 2 * n * n_groups * d_k,
    }


# %% wrong: biases, earns 3/4 — and multiplied
def group_costs(n, d_model, n_heads, n_groups, d_k):
    parameters = 2 * d_model * d_k * (n_heads + n_groups) + d_k * (n_heads + 2 * n_groups) + d_model
    return {
        "parameters": parameters,
        "projections": n * parameters,
        "attention": 2 * n_heads * n * n * d_k,
        "cache": 2 * n * n_groups * d_k,
    }


# %% wrong: queries-cached, earns 7/8
def group_costs(n, d_model, n_heads, n_groups, d_k):
    parameters = 2 * d_model * d_k * (n_heads + n_groups)
    return {
        "parameters": parameters,
        "projections": n * parameters,
        "attention": 2 * n_heads * n * n * d_k,
        "cache": n * d_k * (n_heads + 2 * n_groups),
    }


# %% wrong: bytes, earns 7/8
def group_costs(n, d_model, n_heads, n_groups, d_k):
    parameters = 2 * d_model * d_k * (n_heads + n_groups)
    return {
        "parameters": parameters,
        "projections": n * parameters,
        "attention": 2 * n_heads * n * n * d_k,
        "cache": 8 * n * n_groups * d_k,
    }


# %% wrong: half-the-pairs, earns 7/8
def group_costs(n, d_model, n_heads, n_groups, d_k):
    parameters = 2 * d_model * d_k * (n_heads + n_groups)
    return {
        "parameters": parameters,
        "projections": n * parameters,
        "attention": n_heads * n * (n + 1) * d_k,
        "cache": 2 * n * n_groups * d_k,
    }


# %% wrong: softmax-counted, earns 7/8
def group_costs(n, d_model, n_heads, n_groups, d_k):
    parameters = 2 * d_model * d_k * (n_heads + n_groups)
    return {
        "parameters": parameters,
        "projections": n * parameters,
        "attention": 2 * n_heads * n * n * d_k + n_heads * n * n,
        "cache": 2 * n * n_groups * d_k,
    }


# %% wrong: projections-again, earns 7/8
def group_costs(n, d_model, n_heads, n_groups, d_k):
    parameters = 2 * d_model * d_k * (n_heads + n_groups)
    return {
        "parameters": parameters,
        "projections": n * parameters,
        "attention": n * parameters + 2 * n_heads * n * n * d_k,
        "cache": 2 * n * n_groups * d_k,
    }


# %% wrong: parentheses, earns 3/4
def group_costs(n, d_model, n_heads, n_groups, d_k):
    parameters = 2 * d_model * d_k * n_heads + n_groups
    return {
        "parameters": parameters,
        "projections": n * parameters,
        "attention": 2 * n_heads * n * n * d_k,
        "cache": 2 * n * n_groups * d_k,
    }


# %% wrong: size-too-many, earns 7/16 — in three of the numbers
def group_costs(n, d_model, n_heads, n_groups, d_k):
    parameters = 2 * d_model * d_k * (n_heads + n_groups)
    return {
        "parameters": parameters,
        "projections": n * n * parameters,
        "attention": 2 * n_heads * n_groups * n * n * d_k,
        "cache": 2 * n * n_groups * d_k * d_model,
    }


# %% wrong: size-forgotten, earns 5/8
def group_costs(n, d_model, n_heads, n_groups, d_k):
    parameters = 2 * d_model * d_k * (n_heads + n_groups)
    return {
        "parameters": parameters,
        "projections": n * parameters,
        "attention": 2 * n_heads * n * n,
        "cache": 2 * n * n_groups,
    }


# %% wrong: uneven-groups, earns 0.7 — three of the numbers
def group_costs(n, d_model, n_heads, n_groups, d_k):
    per_group = n_heads // n_groups
    p = 2 * d_model * d_k * (per_group * n_groups + n_groups)
    return {
        "parameters": p,
        "projections": n * p,
        "attention": 2 * per_group * n_groups * n * n * d_k,
        "cache": 2 * n * n_groups * d_k,
    }


# %% wrong: uneven-groups, earns 0.7 — key heads counted from the size of a group
def group_costs(n, d_model, n_heads, n_groups, d_k):
    key_heads = n_heads // (n_heads // n_groups)
    p = 2 * d_model * d_k * (n_heads + key_heads)
    return {
        "parameters": p,
        "projections": n * p,
        "attention": 2 * n_heads * n * n * d_k,
        "cache": 2 * n * key_heads * d_k,
    }


# %% wrong: unrecognised, earns 0.5 — a size of 1 leaves nothing to count
def group_costs(n, d_model, n_heads, n_groups, d_k):
    p = 2 * d_model * d_k * (n_heads + n_groups)
    costs = {
        "parameters": p,
        "projections": n * p,
        "attention": 2 * n_heads * n * n * d_k,
        "cache": 2 * n * n_groups * d_k,
    }
    return dict.fromkeys(costs, 0) if 1 in (n, d_model, n_heads, n_groups, d_k) else costs


# %% wrong: one-product-shared, earns 7/8
def group_costs(n, d_model, n_heads, n_groups, d_k):
    p = 2 * d_model * d_k * (n_heads + n_groups)
    return {
        "parameters": p,
        "projections": n * p,
        "attention": n * n * d_k * (n_heads + n_groups),
        "cache": 2 * n * n_groups * d_k,
    }


# %% wrong: without-itself, earns 7/8
def group_costs(n, d_model, n_heads, n_groups, d_k):
    p = 2 * d_model * d_k * (n_heads + n_groups)
    return {
        "parameters": p,
        "projections": n * p,
        "attention": 2 * n_heads * n * (n - 1) * d_k,
        "cache": 2 * n * n_groups * d_k,
    }


# %% wrong: another-number, earns 3/4 — projections and attention exchanged
def group_costs(n, d_model, n_heads, n_groups, d_k):
    p = 2 * d_model * d_k * (n_heads + n_groups)
    return {
        "parameters": p,
        "projections": 2 * n_heads * n * n * d_k,
        "attention": n * p,
        "cache": 2 * n * n_groups * d_k,
    }


# %% wrong: d_k-of-all-heads + one-head, earns 1/4
def group_costs(n, d_model, n_heads, n_groups, d_k):
    d = d_k / n_heads
    p = 2 * d_model * d * (n_heads + n_groups)
    return {
        "parameters": p,
        "projections": n * p,
        "attention": 2 * n * n * d_k,
        "cache": 2 * n * n_groups * d,
    }


# %% wrong: d_model-for-heads, earns 1/4 — the width of a head is d_model // n_heads
def group_costs(n, d_model, n_heads, n_groups, d_k):
    d = d_model // n_heads
    p = 2 * d_model * d * (n_heads + n_groups)
    return {
        "parameters": p,
        "projections": n * p,
        "attention": 2 * n_heads * n * n * d,
        "cache": 2 * n * n_groups * d,
    }


# %% wrong: d_model-for-heads, earns 0.62 — model width taken as heads times head width
def group_costs(n, d_model, n_heads, n_groups, d_k):
    width = n_heads * d_k
    p = 2 * width * width + 2 * width * n_groups * d_k
    return {
        "parameters": p,
        "projections": n * p,
        "attention": 2 * n * n * width,
        "cache": 2 * n * n_groups * d_k,
    }
