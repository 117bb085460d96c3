# %% right: the four products written out
def cost(n_q, n_k, d_model, d_k, d_v):
    return {
        "parameters": d_model * (2 * d_k + d_v),
        "projections": n_q * d_model * d_k + n_k * d_model * d_k + n_k * d_model * d_v,
        "scores": n_q * d_k * n_k,
        "weighted_sum": n_q * n_k * d_v,
    }


# %% right: helper for the product of two shapes
def cost(n_q, n_k, d_model, d_k, d_v):
    def product(left, right):
        assert left[1] == right[0]
        return left[0] * left[1] * right[1]

    X, C = (n_q, d_model), (n_k, d_model)
    W_Q, W_K, W_V = (d_model, d_k), (d_model, d_k), (d_model, d_v)
    return {
        "parameters": sum(a * b for a, b in (W_Q, W_K, W_V)),
        "projections": product(X, W_Q) + product(C, W_K) + product(C, W_V),
        "scores": product((n_q, d_k), (d_k, n_k)),
        "weighted_sum": product((n_q, n_k), (n_k, d_v)),
    }


# %% right: floating point numbers throughout
def cost(n_q, n_k, d_model, d_k, d_v):
    n_q, n_k, d_model, d_k, d_v = map(float, (n_q, n_k, d_model, d_k, d_v))
    query = d_model * d_k
    return dict(parameters=2 * query + d_model * d_v,
                projections=n_q * query + n_k * (query + d_model * d_v),
                scores=n_q * n_k * d_k,
                weighted_sum=n_q * n_k * d_v)


# %% right: math prod of tuples
def cost(n_q, n_k, d_model, d_k, d_v):
    from math import prod
    return {
        "parameters": prod((d_model, d_k)) * 2 + prod((d_model, d_v)),
        "projections": sum(map(prod, [(n_q, d_model, d_k), (n_k, d_model, d_k),
                                      (n_k, d_model, d_v)])),
        "scores": prod((n_q, d_k, n_k)),
        "weighted_sum": prod((n_q, n_k, d_v)),
    }


# %% right: sizes of broadcast views without memory
def cost(n_q, n_k, d_model, d_k, d_v):
    def size(*shape):
        return int(np.broadcast_to(np.int8(0), tuple(int(s) for s in shape)).size)

    return {"parameters": 2 * size(d_model, d_k) + size(d_model, d_v),
            "projections": size(n_q, d_model, d_k) + size(n_k, d_model, d_k) + size(n_k, d_model, d_v),
            "scores": size(n_q, d_k, n_k),
            "weighted_sum": size(n_q, n_k, d_v)}


# %% right: keys zipped with a list
def cost(n_q, n_k, d_model, d_k, d_v):
    names = ["weighted_sum", "scores", "projections", "parameters"]
    numbers = [n_q * n_k * d_v, n_q * n_k * d_k,
               d_model * (d_k * (n_q + n_k) + d_v * n_k), d_model * (d_k + d_k + d_v)]
    return dict(zip(names, numbers))


# %% right: vectors of numpy turned into whole numbers
def cost(n_q, n_k, d_model, d_k, d_v):
    rows = np.array([n_q, n_k, n_k], dtype=np.int64)
    columns = np.array([d_k, d_k, d_v], dtype=np.int64)
    return {"parameters": int(columns.sum() * d_model),
            "projections": int((rows @ columns) * d_model),
            "scores": int(np.prod([n_q, d_k, n_k], dtype=np.int64)),
            "weighted_sum": int(np.prod([n_q, n_k, d_v], dtype=np.int64))}


# %% right: empty matrices of torch on the meta device
def cost(n_q, n_k, d_model, d_k, d_v):
    import torch

    def mults(a, b):
        return (a @ b).numel() * a.shape[1]

    X = torch.empty(n_q, d_model, device="meta")
    C = torch.empty(n_k, d_model, device="meta")
    W_Q = torch.empty(d_model, d_k, device="meta")
    W_K = torch.empty(d_model, d_k, device="meta")
    W_V = torch.empty(d_model, d_v, device="meta")
    Q, K, V = X @ W_Q, C @ W_K, C @ W_V
    return {"parameters": W_Q.numel() + W_K.numel() + W_V.numel(),
            "projections": mults(X, W_Q) + mults(C, W_K) + mults(C, W_V),
            "scores": mults(Q, K.T),
            "weighted_sum": mults(Q @ K.T, V)}


# %% right: adds up in a dictionary step by step
def cost(n_q, n_k, d_model, d_k, d_v):
    result = {"parameters": 0, "projections": 0, "scores": 0, "weighted_sum": 0}
    for n, d in [(n_q, d_k), (n_k, d_k), (n_k, d_v)]:
        result["parameters"] += d_model * d
        result["projections"] += n * d_model * d
    for _ in range(n_q):
        result["scores"] += d_k * n_k
        result["weighted_sum"] += n_k * d_v
    return result


# %% right: half of the floating point operations
def cost(n_q, n_k, d_model, d_k, d_v):
    def flops(a, b, c):
        return 2 * a * b * c

    return {"parameters": d_model * d_k + d_model * d_k + d_model * d_v,
            "projections": (flops(n_q, d_model, d_k) + flops(n_k, d_model, d_k)
                            + flops(n_k, d_model, d_v)) / 2,
            "scores": flops(n_q, d_k, n_k) / 2,
            "weighted_sum": flops(n_q, n_k, d_v) // 2}


# %% right: numpy float numbers in an ordered dictionary
def cost(n_q, n_k, d_model, d_k, d_v):
    from collections import OrderedDict
    f = np.float64
    return OrderedDict(
        parameters=f(d_model) * (2 * d_k + d_v),
        projections=f(d_model) * d_k * n_q + f(d_model) * (d_k + d_v) * n_k,
        scores=f(n_q) * n_k * d_k,
        weighted_sum=f(n_q) * n_k * d_v)


# %% wrong: matrix-forgotten, earns 0.8125 — parameters of queries and values only
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (d_k + d_v),
            "projections": d_model * (n_q * d_k + n_k * (d_k + d_v)),
            "scores": n_q * n_k * d_k,
            "weighted_sum": n_q * n_k * d_v}


# %% wrong: widths-mixed-up, earns 0.8125 — parameters with d of keys for all three
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": 3 * d_model * d_k,
            "projections": d_model * (n_q * d_k + n_k * (d_k + d_v)),
            "scores": n_q * n_k * d_k,
            "weighted_sum": n_q * n_k * d_v}


# %% wrong: biases, earns 0.875 — parameters with biases
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (2 * d_k + d_v) + 2 * d_k + d_v,
            "projections": d_model * (n_q * d_k + n_k * (d_k + d_v)),
            "scores": n_q * n_k * d_k,
            "weighted_sum": n_q * n_k * d_v}


# %% wrong: output-projection, earns 0.875 — parameters with an output projection
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (2 * d_k + d_v) + d_v * d_model,
            "projections": d_model * (n_q * d_k + n_k * (d_k + d_v)),
            "scores": n_q * n_k * d_k,
            "weighted_sum": n_q * n_k * d_v}


# %% wrong: widths-mixed-up, earns 0.8125 — parameters with two value matrices
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (d_k + 2 * d_v),
            "projections": d_model * (n_q * d_k + n_k * (d_k + d_v)),
            "scores": n_q * n_k * d_k,
            "weighted_sum": n_q * n_k * d_v}


# %% wrong: for-each-token, earns 0.8125 — parameters counted once for each token
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (n_q * d_k + n_k * (d_k + d_v)),
            "projections": d_model * (n_q * d_k + n_k * (d_k + d_v)),
            "scores": n_q * n_k * d_k,
            "weighted_sum": n_q * n_k * d_v}


# %% wrong: d_model-everywhere, earns 0.8125 — parameters of three square matrices
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": 3 * d_model ** 2,
            "projections": d_model * (n_q * d_k + n_k * (d_k + d_v)),
            "scores": n_q * n_k * d_k,
            "weighted_sum": n_q * n_k * d_v}


# %% wrong: unrecognised, earns 0.75 — parameters as the sum of the widths
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": 3 * d_model + 2 * d_k + d_v,
            "projections": d_model * (n_q * d_k + n_k * (d_k + d_v)),
            "scores": n_q * n_k * d_k,
            "weighted_sum": n_q * n_k * d_v}


# %% wrong: n_k-forgotten, earns 0.8125 — projections of self attention with queries only
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (2 * d_k + d_v),
            "projections": n_q * d_model * (2 * d_k + d_v),
            "scores": n_q * n_k * d_k,
            "weighted_sum": n_q * n_k * d_v}


# %% wrong: n_q-forgotten, earns 0.8125 — projections all from the context
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (2 * d_k + d_v),
            "projections": n_k * d_model * (2 * d_k + d_v),
            "scores": n_q * n_k * d_k,
            "weighted_sum": n_q * n_k * d_v}


# %% wrong: n_k-forgotten, earns 0.8125 — keys projected from the queries
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (2 * d_k + d_v),
            "projections": d_model * (n_q * 2 * d_k + n_k * d_v),
            "scores": n_q * n_k * d_k,
            "weighted_sum": n_q * n_k * d_v}


# %% wrong: sides-swapped, earns 0.875 — values projected from the queries
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (2 * d_k + d_v),
            "projections": d_model * (n_q * (d_k + d_v) + n_k * d_k),
            "scores": n_q * n_k * d_k,
            "weighted_sum": n_q * n_k * d_v}


# %% wrong: sides-swapped, earns 0.875 — projections with query and context swapped
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (2 * d_k + d_v),
            "projections": d_model * (n_k * d_k + n_q * (d_k + d_v)),
            "scores": n_q * n_k * d_k,
            "weighted_sum": n_q * n_k * d_v}


# %% wrong: values-forgotten, earns 0.8125 — projections without the values
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (2 * d_k + d_v),
            "projections": d_model * d_k * (n_q + n_k),
            "scores": n_q * n_k * d_k,
            "weighted_sum": n_q * n_k * d_v}


# %% wrong: matrix-forgotten, earns 0.8125 — projections without the queries
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (2 * d_k + d_v),
            "projections": n_k * d_model * (d_k + d_v),
            "scores": n_q * n_k * d_k,
            "weighted_sum": n_q * n_k * d_v}


# %% wrong: matrix-forgotten, earns 0.8125 — projections without the keys
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (2 * d_k + d_v),
            "projections": d_model * (n_q * d_k + n_k * d_v),
            "scores": n_q * n_k * d_k,
            "weighted_sum": n_q * n_k * d_v}


# %% wrong: widths-mixed-up, earns 0.8125 — projections with d of keys for the values
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (2 * d_k + d_v),
            "projections": d_model * d_k * (n_q + 2 * n_k),
            "scores": n_q * n_k * d_k,
            "weighted_sum": n_q * n_k * d_v}


# %% wrong: size-forgotten, earns 0.8125 — projections forget the width of the model
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (2 * d_k + d_v),
            "projections": n_q * d_k + n_k * (d_k + d_v),
            "scores": n_q * n_k * d_k,
            "weighted_sum": n_q * n_k * d_v}


# %% wrong: output-projection, earns 0.875 — projections with the output projected too
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (2 * d_k + d_v),
            "projections": d_model * (n_q * d_k + n_k * (d_k + d_v)) + n_q * d_v * d_model,
            "scores": n_q * n_k * d_k,
            "weighted_sum": n_q * n_k * d_v}


# %% wrong: both-sequences, earns 0.8125 — projections for all tokens through all matrices
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (2 * d_k + d_v),
            "projections": (n_q + n_k) * d_model * (2 * d_k + d_v),
            "scores": n_q * n_k * d_k,
            "weighted_sum": n_q * n_k * d_v}


# %% wrong: n_k-forgotten, earns 0.8125 — scores of queries with queries
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (2 * d_k + d_v),
            "projections": d_model * (n_q * d_k + n_k * (d_k + d_v)),
            "scores": n_q * n_q * d_k,
            "weighted_sum": n_q * n_k * d_v}


# %% wrong: n_q-forgotten, earns 0.8125 — scores of keys with keys
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (2 * d_k + d_v),
            "projections": d_model * (n_q * d_k + n_k * (d_k + d_v)),
            "scores": n_k * n_k * d_k,
            "weighted_sum": n_q * n_k * d_v}


# %% wrong: size-forgotten, earns 0.8125 — scores count only the entries
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (2 * d_k + d_v),
            "projections": d_model * (n_q * d_k + n_k * (d_k + d_v)),
            "scores": n_q * n_k,
            "weighted_sum": n_q * n_k * d_v}


# %% wrong: widths-mixed-up, earns 0.8125 — scores with the width of the values
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (2 * d_k + d_v),
            "projections": d_model * (n_q * d_k + n_k * (d_k + d_v)),
            "scores": n_q * n_k * d_v,
            "weighted_sum": n_q * n_k * d_v}


# %% wrong: d_model-everywhere, earns 0.8125 — scores with the width of the model
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (2 * d_k + d_v),
            "projections": d_model * (n_q * d_k + n_k * (d_k + d_v)),
            "scores": n_q * n_k * d_model,
            "weighted_sum": n_q * n_k * d_v}


# %% wrong: scaling, earns 0.875 — scores with the division by root d counted
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (2 * d_k + d_v),
            "projections": d_model * (n_q * d_k + n_k * (d_k + d_v)),
            "scores": n_q * n_k * (d_k + 1),
            "weighted_sum": n_q * n_k * d_v}


# %% wrong: unrecognised, earns 0.75 — scores only of the causal half
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (2 * d_k + d_v),
            "projections": d_model * (n_q * d_k + n_k * (d_k + d_v)),
            "scores": n_q * (n_k + 1) // 2 * d_k,
            "weighted_sum": n_q * n_k * d_v}


# %% wrong: unrecognised, earns 0.75 — scores squared in d
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (2 * d_k + d_v),
            "projections": d_model * (n_q * d_k + n_k * (d_k + d_v)),
            "scores": n_q * d_k * d_k,
            "weighted_sum": n_q * n_k * d_v}


# %% wrong: widths-mixed-up, earns 0.8125 — weighted sum with the width of the keys
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (2 * d_k + d_v),
            "projections": d_model * (n_q * d_k + n_k * (d_k + d_v)),
            "scores": n_q * n_k * d_k,
            "weighted_sum": n_q * n_k * d_k}


# %% wrong: n_k-forgotten, earns 0.8125 — weighted sum over queries twice
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (2 * d_k + d_v),
            "projections": d_model * (n_q * d_k + n_k * (d_k + d_v)),
            "scores": n_q * n_k * d_k,
            "weighted_sum": n_q * n_q * d_v}


# %% wrong: n_q-forgotten, earns 0.8125 — weighted sum over keys twice
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (2 * d_k + d_v),
            "projections": d_model * (n_q * d_k + n_k * (d_k + d_v)),
            "scores": n_q * n_k * d_k,
            "weighted_sum": n_k * n_k * d_v}


# %% wrong: size-forgotten, earns 0.8125 — weighted sum counts only the output entries
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (2 * d_k + d_v),
            "projections": d_model * (n_q * d_k + n_k * (d_k + d_v)),
            "scores": n_q * n_k * d_k,
            "weighted_sum": n_q * d_v}


# %% wrong: size-forgotten, earns 0.8125 — weighted sum without the queries
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (2 * d_k + d_v),
            "projections": d_model * (n_q * d_k + n_k * (d_k + d_v)),
            "scores": n_q * n_k * d_k,
            "weighted_sum": n_k * d_v}


# %% wrong: d_model-everywhere, earns 0.8125 — weighted sum with the width of the model
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (2 * d_k + d_v),
            "projections": d_model * (n_q * d_k + n_k * (d_k + d_v)),
            "scores": n_q * n_k * d_k,
            "weighted_sum": n_q * n_k * d_model}


# %% wrong: scaling, earns 0.875 — weighted sum with the softmax counted
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (2 * d_k + d_v),
            "projections": d_model * (n_q * d_k + n_k * (d_k + d_v)),
            "scores": n_q * n_k * d_k,
            "weighted_sum": n_q * n_k * (d_v + 1)}


# %% wrong: widths-mixed-up, earns 0.625 — scores and weighted sum exchanged
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (2 * d_k + d_v),
            "projections": d_model * (n_q * d_k + n_k * (d_k + d_v)),
            "scores": n_q * n_k * d_v,
            "weighted_sum": n_q * n_k * d_k}


# %% wrong: operations, earns 0.625 — additions counted too so twice as many
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (2 * d_k + d_v),
            "projections": 2 * d_model * (n_q * d_k + n_k * (d_k + d_v)),
            "scores": 2 * n_q * n_k * d_k,
            "weighted_sum": 2 * n_q * n_k * d_v}


# %% wrong: additions-only, earns 0.625 — one multiplication fewer for each entry
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (2 * d_k + d_v),
            "projections": (d_model - 1) * (n_q * d_k + n_k * (d_k + d_v)),
            "scores": n_q * n_k * (d_k - 1),
            "weighted_sum": n_q * (n_k - 1) * d_v}


# %% wrong: n_k-forgotten, earns 0.4375 — everything for equal numbers of tokens
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (2 * d_k + d_v),
            "projections": n_q * d_model * (2 * d_k + d_v),
            "scores": n_q * n_q * d_k,
            "weighted_sum": n_q * n_q * d_v}


# %% wrong: widths-mixed-up, earns 0.4375 — everything for equal widths
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": 3 * d_model * d_k,
            "projections": d_model * d_k * (n_q + 2 * n_k),
            "scores": n_q * n_k * d_k,
            "weighted_sum": n_q * n_k * d_k}


# %% wrong: integer-overflow, earns 0.775 — numbers in thirty two bits overflow
def cost(n_q, n_k, d_model, d_k, d_v):
    a, b, m, k, v = (np.array([x], dtype=np.int32) for x in (n_q, n_k, d_model, d_k, d_v))
    p = (m * (2 * k + v))[0]
    j = (m * (a * k + b * (k + v)))[0]
    s = (a * b * k)[0]
    w = (a * b * v)[0]
    return {"parameters": int(p),
            "projections": int(j),
            "scores": int(s),
            "weighted_sum": int(w)}


# %% wrong: rounded, earns 0.775 — single precision loses the last digits
def cost(n_q, n_k, d_model, d_k, d_v):
    def f(x):
        return float(np.float32(x))

    return {"parameters": f(d_model * (2 * d_k + d_v)),
            "projections": f(d_model * (n_q * d_k + n_k * (d_k + d_v))),
            "scores": f(n_q * n_k * d_k),
            "weighted_sum": f(n_q * n_k * d_v)}


# %% wrong: unrecognised, earns 0.75 — scores rounded to thousands
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (2 * d_k + d_v),
            "projections": d_model * (n_q * d_k + n_k * (d_k + d_v)),
            "scores": round(n_q * n_k * d_k, -3),
            "weighted_sum": n_q * n_k * d_v}


# %% wrong: not-a-dictionary — numbers in a tuple instead of a dictionary
def cost(n_q, n_k, d_model, d_k, d_v):
    return (d_model * (2 * d_k + d_v), d_model * (n_q * d_k + n_k * (d_k + d_v)),
            n_q * n_k * d_k, n_q * n_k * d_v)


# %% wrong: unrecognised — always the numbers of the example
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": 45, "projections": 115, "scores": 24, "weighted_sum": 6}


# %% wrong: not-a-number, earns 0.75 — projections as three separate numbers
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (2 * d_k + d_v),
            "projections": [n_q * d_model * d_k, n_k * d_model * d_k, n_k * d_model * d_v],
            "scores": n_q * n_k * d_k,
            "weighted_sum": n_q * n_k * d_v}


# %% wrong: wrong-keys, earns 0.75 — weighted sum left out of the dictionary
def cost(n_q, n_k, d_model, d_k, d_v):
    return {"parameters": d_model * (2 * d_k + d_v),
            "projections": d_model * (n_q * d_k + n_k * (d_k + d_v)),
            "scores": n_q * n_k * d_k}
