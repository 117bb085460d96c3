# %% right: formulas
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": d_model * (2 * d_k + d_v),
        "projections": n_q * d_model * d_k + n_k * d_model * (d_k + d_v),
        "scores": n_q * n_k * d_k,
        "weighted_sum": n_q * n_k * d_v,
    }


# %% right: product by product
def cost(n_q, n_k, d_model, d_k, d_v):
    def product(rows, inner, columns):
        return rows * inner * columns

    projections = [(n_q, d_model, d_k), (n_k, d_model, d_k), (n_k, d_model, d_v)]
    return {
        "weighted_sum": product(n_q, n_k, d_v),
        "scores": product(n_q, d_k, n_k),
        "projections": sum(product(*sizes) for sizes in projections),
        "parameters": sum(rows * columns for _, rows, columns in projections),
    }


# %% right: floats
def cost(n_q, n_k, d_model, d_k, d_v):
    n_q, n_k, d_model, d_k, d_v = map(float, (n_q, n_k, d_model, d_k, d_v))
    queries, keys, values = d_model * d_k, d_model * d_k, d_model * d_v
    return {
        "parameters": queries + keys + values,
        "projections": n_q * queries + n_k * keys + n_k * values,
        "scores": n_q * n_k * d_k,
        "weighted_sum": n_q * n_k * d_v,
    }


# %% wrong: operations, earns 0.625
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": d_model * (2 * d_k + d_v),
        "projections": 2 * (n_q * d_model * d_k + n_k * d_model * (d_k + d_v)),
        "scores": 2 * n_q * n_k * d_k,
        "weighted_sum": 2 * n_q * n_k * d_v,
    }


# %% wrong: n_k-forgotten, earns 0.4375
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": d_model * (2 * d_k + d_v),
        "projections": n_q * d_model * (2 * d_k + d_v),
        "scores": n_q**2 * d_k,
        "weighted_sum": n_q**2 * d_v,
    }


# %% wrong: sides-swapped, earns 0.875
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": d_model * (2 * d_k + d_v),
        "projections": n_k * d_model * d_k + n_q * d_model * (d_k + d_v),
        "scores": n_q * n_k * d_k,
        "weighted_sum": n_q * n_k * d_v,
    }


# %% wrong: d_model-everywhere, earns 0.25
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": 3 * d_model**2,
        "projections": (n_q + 2 * n_k) * d_model**2,
        "scores": n_q * n_k * d_model,
        "weighted_sum": n_q * n_k * d_model,
    }


# %% wrong: widths-mixed-up, earns 0.4375
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": 3 * d_model * d_k,
        "projections": n_q * d_model * d_k + 2 * n_k * d_model * d_k,
        "scores": n_q * n_k * d_k,
        "weighted_sum": n_q * n_k * d_k,
    }


# %% wrong: biases, earns 0.875
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": (d_model + 1) * (2 * d_k + d_v),
        "projections": n_q * d_model * d_k + n_k * d_model * (d_k + d_v),
        "scores": n_q * n_k * d_k,
        "weighted_sum": n_q * n_k * d_v,
    }


# %% wrong: output-projection, earns 0.75
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": d_model * (2 * d_k + d_v) + d_v * d_model,
        "projections": n_q * d_model * (d_k + d_v) + n_k * d_model * (d_k + d_v),
        "scores": n_q * n_k * d_k,
        "weighted_sum": n_q * n_k * d_v,
    }


# %% wrong: values-forgotten, earns 0.625
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": 2 * d_model * d_k,
        "projections": (n_q + n_k) * d_model * d_k,
        "scores": n_q * n_k * d_k,
        "weighted_sum": n_q * n_k * d_v,
    }


# %% wrong: size-forgotten, earns 0.8125 — the width d_model, in the projections
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": d_model * (2 * d_k + d_v),
        "projections": n_q * d_k + n_k * d_k + n_k * d_v,
        "scores": n_q * n_k * d_k,
        "weighted_sum": n_q * n_k * d_v,
    }


# %% wrong: integer-overflow, earns 0.775
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": np.prod([d_model, 2 * d_k + d_v]),
        "projections": np.prod([n_q, d_model, d_k]) + np.prod([n_k, d_model, d_k + d_v]),
        "scores": np.prod([n_q, n_k, d_k]),
        "weighted_sum": np.prod([n_q, n_k, d_v]),
    }


# %% wrong: not-a-dictionary
def cost(n_q, n_k, d_model, d_k, d_v):
    projections = n_q * d_model * d_k + n_k * d_model * (d_k + d_v)
    return d_model * (2 * d_k + d_v), projections, n_q * n_k * d_k, n_q * n_k * d_v


# %% wrong: wrong-keys
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": d_model * (2 * d_k + d_v),
        "scores": n_q * n_k * d_k,
        "weighted_sum": n_q * n_k * d_v,
    }


# %% wrong: not-a-number — the three products apart
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": d_model * (2 * d_k + d_v),
        "projections": (n_q * d_model * d_k, n_k * d_model * d_k, n_k * d_model * d_v),
        "scores": n_q * n_k * d_k,
        "weighted_sum": n_q * n_k * d_v,
    }


# %% wrong: size-forgotten, earns 0.625 — the widths d_k and d_v, after the projections
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": d_model * (2 * d_k + d_v),
        "projections": n_q * d_model * d_k + n_k * d_model * (d_k + d_v),
        "scores": n_q * n_k,
        "weighted_sum": n_q * n_k,
    }


# %% wrong: widths-mixed-up, earns 0.625 — scores and weighted sum have changed places
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": d_model * (2 * d_k + d_v),
        "projections": n_q * d_model * d_k + n_k * d_model * (d_k + d_v),
        "scores": n_q * n_k * d_v,
        "weighted_sum": n_q * n_k * d_k,
    }


# %% wrong: values-forgotten + operations, earns 0.6875 — each in an entry of its own
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": 2 * d_model * d_k,
        "projections": n_q * d_model * d_k + n_k * d_model * (d_k + d_v),
        "scores": 2 * n_q * n_k * d_k,
        "weighted_sum": n_q * n_k * d_v,
    }


# %% wrong: operations + n_k-forgotten, earns 11/32 — two mistakes in each product
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": d_model * (2 * d_k + d_v),
        "projections": 2 * n_q * d_model * (2 * d_k + d_v),
        "scores": 2 * n_q**2 * d_k,
        "weighted_sum": 2 * n_q**2 * d_v,
    }


# %% wrong: unrecognised, earns 0.5 — the two easy ones
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": 0,
        "projections": 0,
        "scores": n_q * n_k * d_k,
        "weighted_sum": n_q * n_k * d_v,
    }
