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


# %% wrong: operations, earns 0.62
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": d_model * (2 * d_k + d_v),
        "projections": 2 * (n_q * d_model * d_k + n_k * d_model * (d_k + d_v)),
        "scores": 2 * n_q * n_k * d_k,
        "weighted_sum": 2 * n_q * n_k * d_v,
    }


# %% wrong: n_k-forgotten, earns 0.44
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": d_model * (2 * d_k + d_v),
        "projections": n_q * d_model * (2 * d_k + d_v),
        "scores": n_q**2 * d_k,
        "weighted_sum": n_q**2 * d_v,
    }


# %% wrong: sides-swapped, earns 0.88
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


# %% wrong: widths-mixed-up, earns 0.44
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": 3 * d_model * d_k,
        "projections": n_q * d_model * d_k + 2 * n_k * d_model * d_k,
        "scores": n_q * n_k * d_k,
        "weighted_sum": n_q * n_k * d_k,
    }


# %% wrong: biases, earns 0.88
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


# %% wrong: values-forgotten, earns 0.62
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": 2 * d_model * d_k,
        "projections": (n_q + n_k) * d_model * d_k,
        "scores": n_q * n_k * d_k,
        "weighted_sum": n_q * n_k * d_v,
    }


# %% wrong: size-forgotten, earns 0.81 — the width d_model, in the projections
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": d_model * (2 * d_k + d_v),
        "projections": n_q * d_k + n_k * d_k + n_k * d_v,
        "scores": n_q * n_k * d_k,
        "weighted_sum": n_q * n_k * d_v,
    }


# %% wrong: not-a-dictionary
def cost(n_q, n_k, d_model, d_k, d_v):
    projections = n_q * d_model * d_k + n_k * d_model * (d_k + d_v)
    return d_model * (2 * d_k + d_v), projections, n_q * n_k * d_k, n_q * n_k * d_v


# %% wrong: wrong-keys, earns 0.75
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": d_model * (2 * d_k + d_v),
        "scores": n_q * n_k * d_k,
        "weighted_sum": n_q * n_k * d_v,
    }


# %% wrong: not-a-number, earns 0.75 — the three products apart
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": d_model * (2 * d_k + d_v),
        "projections": (n_q * d_model * d_k, n_k * d_model * d_k, n_k * d_model * d_v),
        "scores": n_q * n_k * d_k,
        "weighted_sum": n_q * n_k * d_v,
    }


# %% wrong: size-forgotten, earns 0.62 — the widths d_k and d_v, after the projections
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": d_model * (2 * d_k + d_v),
        "projections": n_q * d_model * d_k + n_k * d_model * (d_k + d_v),
        "scores": n_q * n_k,
        "weighted_sum": n_q * n_k,
    }


# %% wrong: widths-mixed-up, earns 0.62 — scores and weighted sum have changed places
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": d_model * (2 * d_k + d_v),
        "projections": n_q * d_model * d_k + n_k * d_model * (d_k + d_v),
        "scores": n_q * n_k * d_v,
        "weighted_sum": n_q * n_k * d_k,
    }


# %% wrong: values-forgotten + operations, earns 0.69 — each in an entry of its own
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": 2 * d_model * d_k,
        "projections": n_q * d_model * d_k + n_k * d_model * (d_k + d_v),
        "scores": 2 * n_q * n_k * d_k,
        "weighted_sum": n_q * n_k * d_v,
    }


# %% wrong: operations + n_k-forgotten, earns 0.35 — two mistakes in each product
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


# %% right: OrderedDict
def cost(n_q, n_k, d_model, d_k, d_v):
    from collections import OrderedDict

    return OrderedDict(
        {
            "parameters": d_model * (2 * d_k + d_v),
            "projections": n_q * d_model * d_k + n_k * d_model * (d_k + d_v),
            "scores": n_q * n_k * d_k,
            "weighted_sum": n_q * n_k * d_v,
        }
    )


# %% right: Counter
def cost(n_q, n_k, d_model, d_k, d_v):
    from collections import Counter

    return Counter(
        {
            "parameters": d_model * (2 * d_k + d_v),
            "projections": n_q * d_model * d_k + n_k * d_model * (d_k + d_v),
            "scores": n_q * n_k * d_k,
            "weighted_sum": n_q * n_k * d_v,
        }
    )


# %% right: defaultdict filled product by product
def cost(n_q, n_k, d_model, d_k, d_v):
    from collections import defaultdict

    r = defaultdict(int)
    for rows, width in ((n_q, d_k), (n_k, d_k), (n_k, d_v)):
        r["parameters"] += d_model * width
        r["projections"] += rows * d_model * width
    r["scores"] += n_q * n_k * d_k
    r["weighted_sum"] += n_q * n_k * d_v
    return r


# %% right: torch's meta device
def cost(n_q, n_k, d_model, d_k, d_v):
    import torch

    X, C = torch.empty(n_q, d_model, device="meta"), torch.empty(n_k, d_model, device="meta")
    WQ, WK, WV = (torch.empty(d_model, d, device="meta") for d in (d_k, d_k, d_v))
    products = []

    def mm(a, b):
        products.append(a.shape[0] * a.shape[1] * b.shape[1])
        return a @ b

    Q, K, V = mm(X, WQ), mm(C, WK), mm(C, WV)
    mm(mm(Q, K.T), V)
    return {
        "parameters": sum(w.numel() for w in (WQ, WK, WV)),
        "projections": sum(products[:3]),
        "scores": products[3],
        "weighted_sum": products[4],
    }


# %% right: torch's FlopCounterMode and halved
def cost(n_q, n_k, d_model, d_k, d_v):
    import torch
    from torch.utils.flop_counter import FlopCounterMode

    m = {"device": "meta"}
    X, C = torch.empty(n_q, d_model, **m), torch.empty(n_k, d_model, **m)
    ws = [torch.empty(d_model, d, **m) for d in (d_k, d_k, d_v)]

    def count(f):
        with FlopCounterMode(display=False) as counter:
            f()
        return counter.get_total_flops() // 2

    A = torch.empty(n_q, n_k, **m)
    return {
        "parameters": sum(w.numel() for w in ws),
        "projections": count(lambda: (X @ ws[0], C @ ws[1], C @ ws[2])),
        "scores": count(lambda: (X @ ws[0]) @ torch.empty(d_k, n_k, **m))
        - count(lambda: X @ ws[0]),
        "weighted_sum": count(lambda: A @ torch.empty(n_k, d_v, **m)),
    }


# %% wrong: n_q-forgotten, earns 0.81
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": d_model * (2 * d_k + d_v),
        "projections": n_k * d_model * (2 * d_k + d_v),
        "scores": n_q * n_k * d_k,
        "weighted_sum": n_q * n_k * d_v,
    }


# %% wrong: additions, earns 0.62
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": d_model * (2 * d_k + d_v),
        "projections": n_q * (2 * d_model - 1) * d_k + n_k * (2 * d_model - 1) * (d_k + d_v),
        "scores": n_q * n_k * (2 * d_k - 1),
        "weighted_sum": n_q * d_v * (2 * n_k - 1),
    }


# %% wrong: scaling, earns 0.88
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": d_model * (2 * d_k + d_v),
        "projections": n_q * d_model * d_k + n_k * d_model * (d_k + d_v),
        "scores": n_q * n_k * (d_k + 1),
        "weighted_sum": n_q * n_k * d_v,
    }


# %% wrong: integer-overflow, earns 0.78
def cost(n_q, n_k, d_model, d_k, d_v):
    n_q, n_k, d_model, d_k, d_v = (np.int32(x) for x in (n_q, n_k, d_model, d_k, d_v))
    with np.errstate(all="ignore"):
        return {
            "parameters": d_model * (2 * d_k + d_v),
            "projections": n_q * d_model * d_k + n_k * d_model * (d_k + d_v),
            "scores": n_q * n_k * d_k,
            "weighted_sum": n_q * n_k * d_v,
        }


# %% wrong: rounded, earns 0.78
def cost(n_q, n_k, d_model, d_k, d_v):
    n_q, n_k, d_model, d_k, d_v = (np.float32(x) for x in (n_q, n_k, d_model, d_k, d_v))
    return {
        "parameters": d_model * (2 * d_k + d_v),
        "projections": n_q * d_model * d_k + n_k * d_model * (d_k + d_v),
        "scores": n_q * n_k * d_k,
        "weighted_sum": n_q * n_k * d_v,
    }


# %% wrong: matrix-forgotten, earns 0.62
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": d_model * (d_k + d_v),
        "projections": n_q * d_model * d_k + n_k * d_model * d_v,
        "scores": n_q * n_k * d_k,
        "weighted_sum": n_q * n_k * d_v,
    }


# %% wrong: parentheses, earns 0.88
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": d_model * 2 * d_k + d_v,
        "projections": n_q * d_model * d_k + n_k * d_model * (d_k + d_v),
        "scores": n_q * n_k * d_k,
        "weighted_sum": n_q * n_k * d_v,
    }


# %% wrong: unrecognised — hard-coded example
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": 45, "projections": 115, "scores": 24, "weighted_sum": 6}


# %% wrong: unrecognised, earns 0.75 — the matrix chain the other way
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": d_model * (2 * d_k + d_v),
        "projections": n_q * d_model * d_k + n_k * d_model * (d_k + d_v),
        "scores": n_q * n_k * d_k,
        "weighted_sum": n_k * d_k * d_v,
    }


# %% wrong: lengths-added, earns 0.81
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": d_model * (2 * d_k + d_v),
        "projections": n_q * d_model * d_k + n_k * d_model * (d_k + d_v),
        "scores": (n_q + n_k) * d_k,
        "weighted_sum": n_q * n_k * d_v,
    }


# %% wrong: order-only + one-size-too-many, earns 0.625
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": d_model * (2 * d_k + d_v),
        "projections": n_q * d_model**2,
        "scores": n_q * n_k * d_k,
        "weighted_sum": n_q * n_k * d_k * d_v,
    }


# %% wrong: both-sequences, earns 0.8125
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": d_model * (2 * d_k + d_v),
        "projections": (n_q + n_k) * d_model * (2 * d_k + d_v),
        "scores": n_q * n_k * d_k,
        "weighted_sum": n_q * n_k * d_v,
    }


# %% wrong: sizes-forgotten, earns 0.55 — the number of queries in place of that of the scores
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": d_model * (2 * d_k + d_v),
        "projections": n_q * d_model * d_k + n_k * d_model * (d_k + d_v),
        "scores": n_q,
        "weighted_sum": n_q,
    }


# %% wrong: additions-only, earns 0.62
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": d_model * (2 * d_k + d_v),
        "projections": (d_model - 1) * (n_q * d_k + n_k * (d_k + d_v)),
        "scores": n_q * (d_k - 1) * n_k,
        "weighted_sum": n_q * (n_k - 1) * d_v,
    }


# %% wrong: for-each-token, earns 0.81
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": n_q * d_model * d_k + n_k * d_model * (d_k + d_v),
        "projections": n_q * d_model * d_k + n_k * d_model * (d_k + d_v),
        "scores": n_q * n_k * d_k,
        "weighted_sum": n_q * n_k * d_v,
    }


# %% wrong: scaling, earns 0.88 — the exponentials
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": d_model * (2 * d_k + d_v),
        "projections": n_q * d_model * d_k + n_k * d_model * (d_k + d_v),
        "scores": n_q * n_k * d_k,
        "weighted_sum": n_q * n_k * (d_v + 1),
    }


# %% wrong: parentheses, earns 0.88 — of the projections
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": d_model * (2 * d_k + d_v),
        "projections": d_model * n_q * d_k + n_k * d_k + n_k * d_v,
        "scores": n_q * n_k * d_k,
        "weighted_sum": n_q * n_k * d_v,
    }


# %% wrong: widths-mixed-up, earns 0.81 — of the keys alone
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": d_model * (2 * d_k + d_v),
        "projections": n_q * d_model * d_k + 2 * n_k * d_model * d_v,
        "scores": n_q * n_k * d_k,
        "weighted_sum": n_q * n_k * d_v,
    }
