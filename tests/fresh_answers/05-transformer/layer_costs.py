# %% right: closed formulas
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% right: loop over the steps
def layer_costs(n, m, d, d_ff):
    projections = 2 * m * d ** 2
    attention = 0
    feed_forward = 0
    for i in range(1, n + 1):
        projections += 6 * d ** 2
        attention += 2 * i * d
        attention += 2 * m * d
        feed_forward += d * d_ff + d_ff * d
    share = attention / (projections + attention + feed_forward)
    return dict(projections=projections, attention=attention, feed_forward=feed_forward, share=share)


# %% right: a function for one matrix product
def layer_costs(n, m, d, d_ff):
    def product(rows, inner, columns):
        return rows * inner * columns

    projections = 2 * product(m, d, d)
    attention = feed_forward = 0
    for keys in range(1, n + 1):
        for _ in ("W_Q", "W_K", "W_V", "W_O", "U_Q", "U_O"):
            projections += product(1, d, d)
        for length in (keys, m):
            attention += product(1, d, length) + product(1, length, d)
        feed_forward += product(1, d, d_ff) + product(1, d_ff, d)
    counts = {"projections": projections, "attention": attention, "feed_forward": feed_forward}
    counts["share"] = attention / sum(counts.values())
    return counts


# %% right: sum of a generator
def layer_costs(n, m, d, d_ff):
    costs = {
        "projections": sum(6 * d * d for _ in range(n)) + 2 * m * d * d,
        "attention": sum(2 * d * (i + m) for i in range(1, n + 1)),
        "feed_forward": sum(2 * d * d_ff for _ in range(n)),
    }
    return {**costs, "share": costs["attention"] / sum(costs.values())}


# %% right: all numbers as floats
def layer_costs(n, m, d, d_ff):
    n, m, d, d_ff = float(n), float(m), float(d), float(d_ff)
    p = 4 * n * d ** 2 + 2 * n * d ** 2 + 2 * m * d ** 2
    a = 2 * d * (n * (n + 1) / 2 + n * m)
    f = n * (d * d_ff + d_ff * d)
    return {"share": a / (p + a + f), "feed_forward": f, "attention": a, "projections": p}


# %% right: numpy sums turned back into int
def layer_costs(n, m, d, d_ff):
    steps = np.arange(1, n + 1, dtype=np.int64)
    a = int((2 * d * (steps + m)).sum())
    p = int(np.int64(d) ** 2 * (6 * n + 2 * m))
    f = int(np.int64(2) * n * d * d_ff)
    return {"projections": p, "attention": a, "feed_forward": f, "share": float(a / (p + a + f))}


# %% right: both attentions counted by themselves with floor division
def layer_costs(n, m, d, d_ff):
    own_matrices = 4 * n * d * d
    cross_matrices = 2 * n * d * d + 2 * m * d * d
    own_products = 2 * d * (n * (n + 1) // 2)
    cross_products = 2 * d * n * m
    p, a, f = own_matrices + cross_matrices, own_products + cross_products, 2 * n * d * d_ff
    return {"projections": p, "attention": a, "feed_forward": f, "share": 1 - (p + f) / (p + a + f)}


# %% right: every factor of d taken out for the share
def layer_costs(n, m, d, d_ff):
    a = n * (n + 1 + 2 * m)
    p = (6 * n + 2 * m) * d
    f = 2 * n * d_ff
    return {"projections": p * d, "attention": a * d, "feed_forward": f * d, "share": a / (a + p + f)}


# %% right: triangle from comb
def layer_costs(n, m, d, d_ff):
    from math import comb, prod
    projections = prod((6, n, d, d)) + prod((2, m, d, d))
    attention = prod((2, d, comb(n + 1, 2))) + prod((2, d, n, m))
    feed_forward = prod((2, n, d, d_ff))
    share = attention / (projections + attention + feed_forward)
    return {"projections": projections, "attention": attention, "feed_forward": feed_forward, "share": share}


# %% right: first and last step averaged
def layer_costs(n, m, d, d_ff):
    first = 2 * d * (1 + m)
    last = 2 * d * (n + m)
    attention = n * (first + last) / 2
    projections = n * 6 * d * d + m * 2 * d * d
    feed_forward = n * d_ff * d * 2
    return {"projections": projections, "attention": attention, "feed_forward": feed_forward,
            "share": attention / (projections + attention + feed_forward)}


# %% right: exact share from Fraction as a float
def layer_costs(n, m, d, d_ff):
    from fractions import Fraction
    result = {}
    result["projections"] = d * d * (n * 6 + m * 2)
    result["attention"] = d * n * (n + 2 * m + 1)
    result["feed_forward"] = n * d * d_ff + n * d_ff * d
    result["share"] = float(Fraction(result["attention"], sum(result.values())))
    return result


# %% wrong: lengths-mixed-up, earns 0.667 — all eight matrices for the tokens
def layer_costs(n, m, d, d_ff):
    projections = 8 * n * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: unrecognised + follows-from-the-counts, earns 0.611 — eight matrices for tokens and two for the source too
def layer_costs(n, m, d, d_ff):
    projections = (8 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: lengths-mixed-up, earns 0.667 — four matrices for tokens and four for the source
def layer_costs(n, m, d, d_ff):
    projections = (4 * n + 4 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: source-not-projected, earns 0.778 — source matrices forgotten
def layer_costs(n, m, d, d_ff):
    projections = 6 * n * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: unrecognised + follows-from-the-counts, earns 0.611 — only one matrix for the source
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: source-at-each-step, earns 0.778 — source projected anew in each step
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m * n) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: lengths-mixed-up + follows-from-the-counts, earns 0.689 — tokens and source exchanged in the projections
def layer_costs(n, m, d, d_ff):
    projections = (2 * n + 6 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: no-output, earns 0.778 — output matrices forgotten
def layer_costs(n, m, d, d_ff):
    projections = (4 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: no-output, earns 0.778 — one output matrix forgotten
def layer_costs(n, m, d, d_ff):
    projections = (5 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: no-cross-attention + follows-from-the-counts, earns 0.689 — self attention only in the projections
def layer_costs(n, m, d, d_ff):
    projections = 4 * n * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: nothing-kept + follows-from-the-counts, earns 0.711 — all earlier tokens projected anew in each step
def layer_costs(n, m, d, d_ff):
    projections = (3 * n * (n + 1) + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: keys-computed-anew, earns 0.689 — keys and values of earlier tokens projected anew
def layer_costs(n, m, d, d_ff):
    projections = (4 * n + n * (n + 1) + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: unrecognised + follows-from-the-counts, earns 0.611 — seven for tokens and half for the source
def layer_costs(n, m, d, d_ff):
    projections = (7 * n + m // 2) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: unrecognised + follows-from-the-counts, earns 0.611 — four and five matrices that fit the example
def layer_costs(n, m, d, d_ff):
    projections = (4 * n + 5 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: unrecognised + follows-from-the-counts, earns 0.611 — two for tokens and eight for the source
def layer_costs(n, m, d, d_ff):
    projections = (2 * n + 8 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: unrecognised + follows-from-the-counts, earns 0.611 — projections with d and not its square
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: unrecognised + follows-from-the-counts, earns 0.611 — projections with the hidden width
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d_ff // 2
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: unrecognised + follows-from-the-counts, earns 0.611 — projections of size 4 as in the example
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * 4
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: unrecognised + follows-from-the-counts, earns 0.611 — additions counted in the projections
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * (2 * d - 1)
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: biases-counted + follows-from-the-counts, earns 0.778 — biases counted in the projections
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * (d * d + d)
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: other-steps + follows-from-the-counts, earns 0.778 — first token has no step for the projections
def layer_costs(n, m, d, d_ff):
    projections = (6 * (n - 1) + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: unrecognised + follows-from-the-counts, earns 0.611 — output of the source projected as well
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 3 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: all-tokens-seen, earns 0.778 — every step looks at all n keys
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = 2 * n * n * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: own-token-forgotten, earns 0.778 — own key not counted
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n - 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: unrecognised + follows-from-the-counts, earns 0.611 — one key more in each step
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 3) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: unrecognised + follows-from-the-counts, earns 0.611 — half of n squared for the triangle
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * n * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: tokens-half-counted, earns 0.778 — triangle forgotten its factor of two
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) // 2 * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: scores-only, earns 0.778 — only queries with keys counted
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) // 2 * d + n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: source-half-counted, earns 0.778 — only queries with keys in the second attention
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: no-cross-attention + follows-from-the-counts, earns 0.689 — second attention forgotten
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: unrecognised + follows-from-the-counts, earns 0.611 — first attention forgotten
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: source-read-once, earns 0.778 — second attention once and not in each step
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: source-grows, earns 0.778 — second attention with a growing target
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + n * (n + 1) * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: lengths-mixed-up, earns 0.667 — second attention over the source squared
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * m * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: source-grows, earns 0.778 — second attention as the first by the example
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = 2 * n * (n + 1) * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: unrecognised + follows-from-the-counts, earns 0.611 — first attention as the second by the example
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = 4 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: unrecognised + follows-from-the-counts, earns 0.611 — source also attends to itself
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d + 2 * m * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: nothing-kept + follows-from-the-counts, earns 0.711 — no cache so that all rows are computed anew
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = sum(2 * i * i * d + 2 * i * m * d for i in range(1, n + 1))
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: unrecognised + follows-from-the-counts, earns 0.611 — no cache in the first attention only
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = sum(2 * i * i * d for i in range(1, n + 1)) + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: unrecognised + follows-from-the-counts, earns 0.611 — source as part of the triangle
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = (n + m) * (n + m + 1) * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: unrecognised + follows-from-the-counts, earns 0.611 — three products in each attention
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = 3 * (n * (n + 1) // 2 * d + n * m * d)
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: unrecognised + follows-from-the-counts, earns 0.611 — softmax counted with the attention
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d + n * (n + 1) // 2 + n * m
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: unrecognised + follows-from-the-counts, earns 0.611 — scaling of the scores counted
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d + n * m
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: unrecognised + follows-from-the-counts, earns 0.611 — attention with the hidden width
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = (n * (n + 1) + 2 * n * m) * d_ff // 2
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: unrecognised + follows-from-the-counts, earns 0.611 — attention without the width
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = (n * (n + 1) + 2 * n * m) * 4
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: unrecognised + follows-from-the-counts, earns 0.611 — attention with the width squared
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = (n * (n + 1) + 2 * n * m) * d * d // 4
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: unrecognised + follows-from-the-counts, earns 0.611 — eight heads multiply the attention
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = 8 * (n * (n + 1) * d + 2 * n * m * d)
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: unrecognised + follows-from-the-counts, earns 0.611 — triangle by a wrong integer division
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = 2 * (n // 2) * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: operations + follows-from-the-counts, earns 0.778 — additions counted in the attention
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = 2 * (n * (n + 1) * d + 2 * n * m * d)
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: one-matrix, earns 0.833 — one matrix in the feed forward network
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: unrecognised + follows-from-the-counts, earns 0.722 — three matrices in the feed forward network
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 3 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: source-in-the-network, earns 0.833 — source goes through the feed forward network too
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * (n + m) * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: lengths-mixed-up + follows-from-the-counts, earns 0.778 — source instead of tokens in the feed forward network
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * m * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: one-step + follows-from-the-counts, earns 0.778 — feed forward of one token only
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: four-times-the-width, earns 0.833 — hidden width taken for four times d
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 8 * n * d * d
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: unrecognised + follows-from-the-counts, earns 0.722 — hidden width taken for twice d as in the example
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 4 * n * d * d
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: hidden-matrix, earns 0.833 — hidden width squared
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = n * d_ff * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: unrecognised + follows-from-the-counts, earns 0.722 — feed forward with d plus hidden width
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * (d + d_ff)
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: nothing-kept + follows-from-the-counts, earns 0.789 — feed forward anew for all earlier tokens
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = n * (n + 1) * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: biases-counted + follows-from-the-counts, earns 0.833 — feed forward with biases
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = n * (2 * d * d_ff + d + d_ff)
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: unrecognised + follows-from-the-counts, earns 0.722 — feed forward without the hidden layer
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: operations + follows-from-the-counts, earns 0.833 — additions counted in the feed forward network
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 4 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: biases-counted + follows-from-the-counts, earns 0.833 — activation counted as a multiplication
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = n * (2 * d * d_ff + d_ff)
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: percent, earns 0.967 — share in percent
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": 100 * attention / total}


# %% wrong: divided-whole, earns 0.889 — share by integer division
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention // total}


# %% wrong: other-parts, earns 0.944 — share of the projections
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": projections / total}


# %% wrong: other-parts, earns 0.944 — share of the feed forward network
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": feed_forward / total}


# %% wrong: other-parts, earns 0.944 — share of projections and attention
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": (projections + attention) / total}


# %% wrong: part-to-part, earns 0.944 — share against the other two
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / (projections + feed_forward)}


# %% wrong: unrecognised, earns 0.889 — share without the projections
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / (attention + feed_forward)}


# %% wrong: unrecognised, earns 0.889 — share without the feed forward network
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / (attention + projections)}


# %% wrong: share-rounded, earns 0.967 — share rounded to two digits
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": round(attention / total, 2)}


# %% wrong: share-rounded, earns 0.967 — share rounded to three digits
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": round(attention / total, 3)}


# %% wrong: the-rest, earns 0.944 — share upside down
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": total / attention}


# %% wrong: the-rest, earns 0.944 — share of everything else
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": 1 - attention / total}


# %% wrong: unrecognised, earns 0.889 — share always that of the example
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": 0.15}


# %% wrong: unrecognised, earns 0.889 — share of the first attention only
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": n * (n + 1) * d / total}


# %% wrong: wrong-keys, earns 0.889 — share left out
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward}


# %% wrong: unrecognised, earns 0.889 — share of one third each
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": 1 / 3}


# %% wrong: not-a-number, earns 0.889 — share as a text with a percent sign
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": f'{100 * attention / total:.2f} %'}


# %% wrong: one-step + follows-from-the-counts, earns 0.278 — last step only
def layer_costs(n, m, d, d_ff):
    projections = 2 * m * d ** 2
    attention = 0
    feed_forward = 0
    for i in range(n, n + 1):
        projections += 6 * d ** 2
        attention += 2 * i * d
        attention += 2 * m * d
        feed_forward += d * d_ff + d_ff * d
    share = attention / (projections + attention + feed_forward)
    return dict(projections=projections, attention=attention, feed_forward=feed_forward, share=share)


# %% wrong: other-steps, earns 0.5 — one step too few
def layer_costs(n, m, d, d_ff):
    projections = 2 * m * d ** 2
    attention = 0
    feed_forward = 0
    for i in range(1, n):
        projections += 6 * d ** 2
        attention += 2 * i * d
        attention += 2 * m * d
        feed_forward += d * d_ff + d_ff * d
    share = attention / max(1, projections + attention + feed_forward)
    return dict(projections=projections, attention=attention, feed_forward=feed_forward, share=share)


# %% wrong: own-token-forgotten, earns 0.778 — steps counted from 0
def layer_costs(n, m, d, d_ff):
    projections = 2 * m * d ** 2
    attention = 0
    feed_forward = 0
    for i in range(n):
        projections += 6 * d ** 2
        attention += 2 * i * d
        attention += 2 * m * d
        feed_forward += d * d_ff + d_ff * d
    share = attention / (projections + attention + feed_forward)
    return dict(projections=projections, attention=attention, feed_forward=feed_forward, share=share)


# %% wrong: other-steps, earns 0.5 — one step too many
def layer_costs(n, m, d, d_ff):
    projections = 2 * m * d ** 2
    attention = 0
    feed_forward = 0
    for i in range(1, n + 2):
        projections += 6 * d ** 2
        attention += 2 * i * d
        attention += 2 * m * d
        feed_forward += d * d_ff + d_ff * d
    share = attention / (projections + attention + feed_forward)
    return dict(projections=projections, attention=attention, feed_forward=feed_forward, share=share)


# %% wrong: source-at-each-step, earns 0.778 — source projected inside the loop
def layer_costs(n, m, d, d_ff):
    projections = 0
    attention = 0
    feed_forward = 0
    for i in range(1, n + 1):
        projections += 6 * d ** 2 + 2 * m * d ** 2
        attention += 2 * i * d
        attention += 2 * m * d
        feed_forward += d * d_ff + d_ff * d
    share = attention / (projections + attention + feed_forward)
    return dict(projections=projections, attention=attention, feed_forward=feed_forward, share=share)


# %% wrong: lengths-mixed-up, earns 0.25 — source length and text length exchanged
def layer_costs(n, m, d, d_ff):
    n, m = m, n
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: unrecognised + follows-from-the-counts, earns 0.278 — widths exchanged
def layer_costs(n, m, d, d_ff):
    d, d_ff = d_ff, d
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: unrecognised + follows-from-the-counts, earns 0.278 — text taken as one longer than the source
def layer_costs(n, m, d, d_ff):
    m = max(1, n - 1)
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: operations, earns 0.556 — additions counted everywhere
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": 2 * projections, "attention": 2 * attention,
            "feed_forward": 2 * feed_forward, "share": attention / total}


# %% wrong: unrecognised, earns 0.444 — projections and feed forward exchanged in the dictionary
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": feed_forward, "attention": attention,
            "feed_forward": projections, "share": attention / total}


# %% wrong: unrecognised + one-step + follows-from-the-counts, earns 0.45 — counts of parameters instead of multiplications
def layer_costs(n, m, d, d_ff):
    projections = 8 * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections, "attention": attention,
            "feed_forward": feed_forward, "share": attention / total}


# %% wrong: unrecognised + one-step, earns 0.167 — for one token on average
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections / n, "attention": attention / n,
            "feed_forward": feed_forward / n, "share": attention / total}


# %% wrong: unrecognised, earns 0.111 — in millions
def layer_costs(n, m, d, d_ff):
    projections = (6 * n + 2 * m) * d * d
    attention = n * (n + 1) * d + 2 * n * m * d
    feed_forward = 2 * n * d * d_ff
    total = projections + attention + feed_forward
    return {"projections": projections / 1e6, "attention": attention / 1e6,
            "feed_forward": feed_forward / 1e6, "share": attention / total}


# %% wrong: integer-overflow + unrecognised, earns 0.622 — 32 bit integers that overflow
def layer_costs(n, m, d, d_ff):
    n, m, d, d_ff = (np.array([v], dtype=np.int32) for v in (n, m, d, d_ff))
    p = (6 * n + 2 * m) * d * d
    a = n * (n + 1) * d + 2 * n * m * d
    f = 2 * n * d * d_ff
    total = p + a + f
    return {"projections": int(p[0]), "attention": int(a[0]), "feed_forward": int(f[0]),
            "share": int(a[0]) / int(total[0]) if total[0] else 0.0}


# %% wrong: all-tokens-seen, earns 0.778 — training with all tokens at once
def layer_costs(n, m, d, d_ff):
    p = (6 * n + 2 * m) * d * d
    a = 2 * n * n * d + 2 * n * m * d
    f = 2 * n * d * d_ff
    return {"projections": p, "attention": a, "feed_forward": f, "share": a / (p + a + f)}


# %% wrong: no-cross-attention, earns 0.422 — a decoder without cross attention
def layer_costs(n, m, d, d_ff):
    p = 4 * n * d * d
    a = n * (n + 1) * d
    f = 2 * n * d * d_ff
    return {"projections": p, "attention": a, "feed_forward": f, "share": a / (p + a + f)}


# %% wrong: unrecognised + lengths-mixed-up + follows-from-the-counts, earns 0.111 — an encoder layer of the source
def layer_costs(n, m, d, d_ff):
    p = 4 * m * d * d
    a = 2 * m * m * d
    f = 2 * m * d * d_ff
    return {"projections": p, "attention": a, "feed_forward": f, "share": a / (p + a + f)}


# %% wrong: nothing-kept, earns 0.3 — no cache at all
def layer_costs(n, m, d, d_ff):
    p = a = f = 0
    for i in range(1, n + 1):
        p += (6 * i + 2 * m) * d * d
        a += 2 * i * i * d + 2 * i * m * d
        f += 2 * i * d * d_ff
    return {"projections": p, "attention": a, "feed_forward": f, "share": a / (p + a + f)}


# %% wrong: unrecognised + follows-from-the-counts — always the numbers of the example
def layer_costs(n, m, d, d_ff):
    return {"projections": 352, "attention": 96, "feed_forward": 192, "share": 0.15}


# %% wrong: unrecognised + follows-from-the-counts, earns 0.278 — heads of width 64 by integer division
def layer_costs(n, m, d, d_ff):
    heads = max(1, d // 64)
    width = d // heads
    p = (6 * n + 2 * m) * d * heads * width
    a = heads * width * (n * (n + 1) + 2 * n * m)
    f = 2 * n * d * d_ff
    return {"projections": p, "attention": a, "feed_forward": f, "share": a / (p + a + f)}


# %% wrong: unrecognised, earns 0.667 — the sum instead of the attention
def layer_costs(n, m, d, d_ff):
    p = (6 * n + 2 * m) * d * d
    a = n * (n + 1) * d + 2 * n * m * d
    f = 2 * n * d * d_ff
    return {"projections": p, "attention": p + a + f, "feed_forward": f, "share": a / (p + a + f)}


# %% wrong: unrecognised, earns 0.111 — counts cut to one thousand million
def layer_costs(n, m, d, d_ff):
    p = (6 * n + 2 * m) * d * d
    a = n * (n + 1) * d + 2 * n * m * d
    f = 2 * n * d * d_ff
    share = a / (p + a + f)
    p, a, f = (min(v, 10 ** 9) for v in (p, a, f))
    return {"projections": p, "attention": a, "feed_forward": f, "share": share}
