# %% right: the four formulas
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {"general": n_t * (d_s * d_h + n_s * d_h),
            "additive": n_t * (d_s * d_a + n_s * (d_h * d_a + d_a)),
            "prepared": n_s * d_h * d_a + n_t * (d_s * d_a + n_s * d_a),
            "tanh": n_t * n_s * d_a}


# %% right: fully multiplied out
def score_costs(n_t, n_s, d_s, d_h, d_a):
    general = n_t * d_s * d_h + n_t * n_s * d_h
    additive = n_t * d_s * d_a + n_t * n_s * d_h * d_a + n_t * n_s * d_a
    prepared = n_t * d_s * d_a + n_s * d_h * d_a + n_t * n_s * d_a
    tanh = n_t * n_s * d_a
    return dict(general=general, additive=additive, prepared=prepared, tanh=tanh)


# %% right: counting step by step
def score_costs(n_t, n_s, d_s, d_h, d_a):
    cost = {"general": 0, "additive": 0, "prepared": n_s * d_a * d_h, "tanh": 0}
    for _ in range(n_t):
        cost["general"] += d_s * d_h + n_s * d_h
        cost["additive"] += d_a * d_s + n_s * (d_a * d_h) + n_s * d_a
        cost["prepared"] += d_a * d_s + n_s * d_a
        cost["tanh"] += n_s * d_a
    return cost


# %% right: helper for the product of two matrices
def score_costs(n_t, n_s, d_s, d_h, d_a):
    def product(a, b, c):
        return a * b * c
    query = product(n_t, d_s, d_h)
    dots = product(n_t, d_h, n_s)
    states = product(n_t, d_s, d_a)
    keys = product(n_s, d_h, d_a)
    v = n_t * n_s * product(1, d_a, 1)
    return {"general": query + dots, "additive": states + n_t * keys + v,
            "prepared": states + keys + v, "tanh": n_t * n_s * d_a}


# %% right: floats in double precision
def score_costs(n_t, n_s, d_s, d_h, d_a):
    t, s, a, h, k = float(n_t), float(n_s), float(d_s), float(d_h), float(d_a)
    return {"general": t * h * (a + s), "additive": t * k * (a + s * (h + 1)),
            "prepared": k * (t * a + s * h + t * s), "tanh": t * s * k}


# %% right: prepared from additive by what is saved
def score_costs(n_t, n_s, d_s, d_h, d_a):
    tanh = n_t * n_s * d_a
    additive = n_t * d_a * d_s + tanh * d_h + tanh
    prepared = additive - (n_t - 1) * n_s * d_h * d_a
    return {"tanh": tanh, "prepared": prepared, "additive": additive,
            "general": n_t * d_h * (d_s + n_s)}


# %% right: numpy dot product of counts turned into integers
def score_costs(n_t, n_s, d_s, d_h, d_a):
    size = np.array([d_s * d_h, d_h, d_s * d_a, d_h * d_a, d_a], dtype=np.int64)
    times = {"general": [n_t, n_t * n_s, 0, 0, 0],
             "additive": [0, 0, n_t, n_t * n_s, n_t * n_s],
             "prepared": [0, 0, n_t, n_s, n_t * n_s],
             "tanh": [0, 0, 0, 0, n_t * n_s]}
    return {name: int(size @ np.array(count, dtype=np.int64)) for name, count in times.items()}


# %% right: sums over the source positions
def score_costs(n_t, n_s, d_s, d_h, d_a):
    step_general = d_s * d_h + sum(d_h for _ in range(n_s))
    step_additive = d_s * d_a + sum(d_h * d_a + d_a for _ in range(n_s))
    step_prepared = d_s * d_a + sum(d_a for _ in range(n_s))
    once = sum(d_h * d_a for _ in range(n_s))
    keys = ("general", "additive", "prepared", "tanh")
    values = (n_t * step_general, n_t * step_additive, once + n_t * step_prepared, n_t * n_s * d_a)
    return dict(zip(keys, values))


# %% right: math prod over factors
def score_costs(n_t, n_s, d_s, d_h, d_a):
    from math import prod
    terms = {"general": [(n_t, d_s, d_h), (n_t, n_s, d_h)],
             "additive": [(n_t, d_s, d_a), (n_t, n_s, d_h, d_a), (n_t, n_s, d_a)],
             "prepared": [(n_t, d_s, d_a), (n_s, d_h, d_a), (n_t, n_s, d_a)],
             "tanh": [(n_t, n_s, d_a)]}
    return {k: sum(prod(f) for f in v) for k, v in terms.items()}


# %% right: shapes multiplied without making arrays
def score_costs(n_t, n_s, d_s, d_h, d_a):
    def mul(left, right):
        assert left[1] == right[0]
        return left[0] * left[1] * right[1]
    S, H, W, U, v = (n_t, d_s), (n_s, d_h), (d_s, d_a), (d_h, d_a), (d_a, 1)
    pairs = (n_t * n_s, d_a)
    general = mul(S, (d_s, d_h)) + mul((n_t, d_h), (d_h, n_s))
    prepared = mul(S, W) + mul(H, U) + mul(pairs, v)
    additive = mul(S, W) + mul((n_t * n_s, d_h), U) + mul(pairs, v)
    return {"general": general, "additive": additive, "prepared": prepared, "tanh": pairs[0] * pairs[1]}


# %% wrong: state-for-each-annotation, earns 0.8125 — general computes the state product for each pair
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {"general": n_t * n_s * (d_s * d_h + d_h),
            "additive": n_t * (d_s * d_a + n_s * (d_h * d_a + d_a)),
            "prepared": n_s * d_h * d_a + n_t * (d_s * d_a + n_s * d_a),
            "tanh": n_t * n_s * d_a}


# %% wrong: annotations-projected, earns 0.875 — general multiplies the annotations first
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {"general": n_t * n_s * (d_s * d_h + d_s),
            "additive": n_t * (d_s * d_a + n_s * (d_h * d_a + d_a)),
            "prepared": n_s * d_h * d_a + n_t * (d_s * d_a + n_s * d_a),
            "tanh": n_t * n_s * d_a}


# %% wrong: annotations-projected, earns 0.875 — general prepares the annotations once
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {"general": n_s * d_s * d_h + n_t * n_s * d_s,
            "additive": n_t * (d_s * d_a + n_s * (d_h * d_a + d_a)),
            "prepared": n_s * d_h * d_a + n_t * (d_s * d_a + n_s * d_a),
            "tanh": n_t * n_s * d_a}


# %% wrong: unrecognised, earns 0.75 — general takes the cheaper of two orders
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {"general": min(n_t * d_s * d_h + n_t * n_s * d_h, n_s * d_s * d_h + n_t * n_s * d_s),
            "additive": n_t * (d_s * d_a + n_s * (d_h * d_a + d_a)),
            "prepared": n_s * d_h * d_a + n_t * (d_s * d_a + n_s * d_a),
            "tanh": n_t * n_s * d_a}


# %% wrong: exchanged, earns 0.875 — general with dot products of the state width
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {"general": n_t * (d_s * d_h + n_s * d_s),
            "additive": n_t * (d_s * d_a + n_s * (d_h * d_a + d_a)),
            "prepared": n_s * d_h * d_a + n_t * (d_s * d_a + n_s * d_a),
            "tanh": n_t * n_s * d_a}


# %% wrong: dot-products-forgotten, earns 0.8125 — general without the dot products
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {"general": n_t * d_s * d_h,
            "additive": n_t * (d_s * d_a + n_s * (d_h * d_a + d_a)),
            "prepared": n_s * d_h * d_a + n_t * (d_s * d_a + n_s * d_a),
            "tanh": n_t * n_s * d_a}


# %% wrong: one-step, earns 0.8125 — general for one step only
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {"general": d_s * d_h + n_s * d_h,
            "additive": n_t * (d_s * d_a + n_s * (d_h * d_a + d_a)),
            "prepared": n_s * d_h * d_a + n_t * (d_s * d_a + n_s * d_a),
            "tanh": n_t * n_s * d_a}


# %% wrong: state-once, earns 0.8125 — general computes the state product once for all
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {"general": d_s * d_h + n_t * n_s * d_h,
            "additive": n_t * (d_s * d_a + n_s * (d_h * d_a + d_a)),
            "prepared": n_s * d_h * d_a + n_t * (d_s * d_a + n_s * d_a),
            "tanh": n_t * n_s * d_a}


# %% wrong: v-forgotten, earns 0.8125 — additive without the products with v
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {"general": n_t * (d_s * d_h + n_s * d_h),
            "additive": n_t * (d_s * d_a + n_s * d_h * d_a),
            "prepared": n_s * d_h * d_a + n_t * (d_s * d_a + n_s * d_a),
            "tanh": n_t * n_s * d_a}


# %% wrong: v-forgotten, earns 0.8125 — prepared without the products with v
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {"general": n_t * (d_s * d_h + n_s * d_h),
            "additive": n_t * (d_s * d_a + n_s * (d_h * d_a + d_a)),
            "prepared": n_s * d_h * d_a + n_t * d_s * d_a,
            "tanh": n_t * n_s * d_a}


# %% wrong: v-forgotten, earns 0.625 — products with v forgotten in both
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {"general": n_t * (d_s * d_h + n_s * d_h),
            "additive": n_t * (d_s * d_a + n_s * d_h * d_a),
            "prepared": n_s * d_h * d_a + n_t * d_s * d_a,
            "tanh": n_t * n_s * d_a}


# %% wrong: state-for-each-annotation, earns 0.8125 — additive computes the state product for each pair
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {"general": n_t * (d_s * d_h + n_s * d_h),
            "additive": n_t * n_s * (d_s * d_a + d_h * d_a + d_a),
            "prepared": n_s * d_h * d_a + n_t * (d_s * d_a + n_s * d_a),
            "tanh": n_t * n_s * d_a}


# %% wrong: v-once, earns 0.8125 — product with v only once a step in additive
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {"general": n_t * (d_s * d_h + n_s * d_h),
            "additive": n_t * (d_s * d_a + n_s * d_h * d_a + d_a),
            "prepared": n_s * d_h * d_a + n_t * (d_s * d_a + n_s * d_a),
            "tanh": n_t * n_s * d_a}


# %% wrong: v-once, earns 0.8125 — product with v only once a step in prepared
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {"general": n_t * (d_s * d_h + n_s * d_h),
            "additive": n_t * (d_s * d_a + n_s * (d_h * d_a + d_a)),
            "prepared": n_s * d_h * d_a + n_t * (d_s * d_a + d_a),
            "tanh": n_t * n_s * d_a}


# %% wrong: annotations-forgotten, earns 0.8125 — prepared leaves out the preparation
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {"general": n_t * (d_s * d_h + n_s * d_h),
            "additive": n_t * (d_s * d_a + n_s * (d_h * d_a + d_a)),
            "prepared": n_t * (d_s * d_a + n_s * d_a),
            "tanh": n_t * n_s * d_a}


# %% wrong: annotations-once, earns 0.8125 — prepared computes one annotation only
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {"general": n_t * (d_s * d_h + n_s * d_h),
            "additive": n_t * (d_s * d_a + n_s * (d_h * d_a + d_a)),
            "prepared": d_h * d_a + n_t * (d_s * d_a + n_s * d_a),
            "tanh": n_t * n_s * d_a}


# %% wrong: state-once, earns 0.8125 — prepared computes the state product once too
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {"general": n_t * (d_s * d_h + n_s * d_h),
            "additive": n_t * (d_s * d_a + n_s * (d_h * d_a + d_a)),
            "prepared": n_s * d_h * d_a + d_s * d_a + n_t * n_s * d_a,
            "tanh": n_t * n_s * d_a}


# %% wrong: v-once, earns 0.8125 — prepared applies v once for the translation
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {"general": n_t * (d_s * d_h + n_s * d_h),
            "additive": n_t * (d_s * d_a + n_s * (d_h * d_a + d_a)),
            "prepared": n_s * (d_h * d_a + d_a) + n_t * d_s * d_a,
            "tanh": n_t * n_s * d_a}


# %% wrong: kinds-exchanged, earns 0.8125 — prepared equals additive
def score_costs(n_t, n_s, d_s, d_h, d_a):
    additive = n_t * (d_s * d_a + n_s * (d_h * d_a + d_a))
    return {"general": n_t * (d_s * d_h + n_s * d_h), "additive": additive,
            "prepared": additive, "tanh": n_t * n_s * d_a}


# %% wrong: kinds-exchanged, earns 0.625 — additive and prepared exchanged
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {"general": n_t * (d_s * d_h + n_s * d_h),
            "prepared": n_t * (d_s * d_a + n_s * (d_h * d_a + d_a)),
            "additive": n_s * d_h * d_a + n_t * (d_s * d_a + n_s * d_a),
            "tanh": n_t * n_s * d_a}


# %% wrong: size-forgotten, earns 0.8125 — one tanh for each pair
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {"general": n_t * (d_s * d_h + n_s * d_h),
            "additive": n_t * (d_s * d_a + n_s * (d_h * d_a + d_a)),
            "prepared": n_s * d_h * d_a + n_t * (d_s * d_a + n_s * d_a),
            "tanh": n_t * n_s}


# %% wrong: one-step, earns 0.8125 — tanh of one step
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {"general": n_t * (d_s * d_h + n_s * d_h),
            "additive": n_t * (d_s * d_a + n_s * (d_h * d_a + d_a)),
            "prepared": n_s * d_h * d_a + n_t * (d_s * d_a + n_s * d_a),
            "tanh": n_s * d_a}


# %% wrong: size-forgotten, earns 0.8125 — tanh once a step
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {"general": n_t * (d_s * d_h + n_s * d_h),
            "additive": n_t * (d_s * d_a + n_s * (d_h * d_a + d_a)),
            "prepared": n_s * d_h * d_a + n_t * (d_s * d_a + n_s * d_a),
            "tanh": n_t * d_a}


# %% wrong: each-alone, earns 0.8125 — tanh of states and annotations apart
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {"general": n_t * (d_s * d_h + n_s * d_h),
            "additive": n_t * (d_s * d_a + n_s * (d_h * d_a + d_a)),
            "prepared": n_s * d_h * d_a + n_t * (d_s * d_a + n_s * d_a),
            "tanh": (n_t + n_s) * d_a}


# %% wrong: unrecognised, earns 0.75 — tanh as hidden width squared fits the example
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {"general": n_t * (d_s * d_h + n_s * d_h),
            "additive": n_t * (d_s * d_a + n_s * (d_h * d_a + d_a)),
            "prepared": n_s * d_h * d_a + n_t * (d_s * d_a + n_s * d_a),
            "tanh": d_a * d_a}


# %% wrong: unrecognised — the numbers of the example
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {"general": 70, "additive": 264, "prepared": 174, "tanh": 36}


# %% wrong: exchanged, earns 0.625 — source and target lengths exchanged
def score_costs(n_t, n_s, d_s, d_h, d_a):
    n_t, n_s = n_s, n_t
    return {"general": n_t * (d_s * d_h + n_s * d_h),
            "additive": n_t * (d_s * d_a + n_s * (d_h * d_a + d_a)),
            "prepared": n_s * d_h * d_a + n_t * (d_s * d_a + n_s * d_a),
            "tanh": n_t * n_s * d_a}


# %% wrong: exchanged, earns 0.625 — widths of state and annotation exchanged
def score_costs(n_t, n_s, d_s, d_h, d_a):
    d_s, d_h = d_h, d_s
    return {"general": n_t * (d_s * d_h + n_s * d_h),
            "additive": n_t * (d_s * d_a + n_s * (d_h * d_a + d_a)),
            "prepared": n_s * d_h * d_a + n_t * (d_s * d_a + n_s * d_a),
            "tanh": n_t * n_s * d_a}


# %% wrong: not-a-dictionary — tuple instead of a dictionary
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return (n_t * (d_s * d_h + n_s * d_h),
            n_t * (d_s * d_a + n_s * (d_h * d_a + d_a)),
            n_s * d_h * d_a + n_t * (d_s * d_a + n_s * d_a),
            n_t * n_s * d_a)


# %% wrong: wrong-keys, earns 0.75 — entry for tanh missing
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {"general": n_t * (d_s * d_h + n_s * d_h),
            "additive": n_t * (d_s * d_a + n_s * (d_h * d_a + d_a)),
            "prepared": n_s * d_h * d_a + n_t * (d_s * d_a + n_s * d_a)}


# %% wrong: integer-overflow, earns 0.7 — thirty two bit integers overflow
def score_costs(n_t, n_s, d_s, d_h, d_a):
    t, s, a, h, k = np.array([n_t, n_s, d_s, d_h, d_a], dtype=np.int32).reshape(5, 1)
    return {"general": int((t * (a * h + s * h))[0]),
            "additive": int((t * (a * k + s * (h * k + k)))[0]),
            "prepared": int((s * h * k + t * (a * k + s * k))[0]),
            "tanh": int((t * s * k)[0])}


# %% wrong: not-finite — half precision floats overflow
def score_costs(n_t, n_s, d_s, d_h, d_a):
    t, s, a, h, k = np.array([n_t, n_s, d_s, d_h, d_a], dtype=np.float16)
    return {"general": float(t * (a * h + s * h)),
            "additive": float(t * (a * k + s * (h * k + k))),
            "prepared": float(s * h * k + t * (a * k + s * k)),
            "tanh": float(t * s * k)}


# %% wrong: tanh-counted, earns 0.75 — tanh work added to the multiplications
def score_costs(n_t, n_s, d_s, d_h, d_a):
    tanh = n_t * n_s * d_a
    return {"general": n_t * (d_s * d_h + n_s * d_h),
            "additive": n_t * (d_s * d_a + n_s * (d_h * d_a + d_a)) + tanh,
            "prepared": n_s * d_h * d_a + n_t * (d_s * d_a + n_s * d_a) + tanh,
            "tanh": tanh}


# %% wrong: additions, earns 0.625 — additions counted too
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {"general": n_t * (d_h * (2 * d_s - 1) + n_s * (2 * d_h - 1)),
            "additive": n_t * (d_a * (2 * d_s - 1) + n_s * (d_a * (2 * d_h - 1) + d_a + 2 * d_a - 1)),
            "prepared": n_s * d_a * (2 * d_h - 1) + n_t * (d_a * (2 * d_s - 1) + n_s * (3 * d_a - 1)),
            "tanh": n_t * n_s * d_a}


# %% wrong: widths-mixed-up, earns 0.4375 — additive with a hidden layer as wide as the state
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {"general": n_t * (d_s * d_h + n_s * d_h),
            "additive": n_t * (d_s * d_s + n_s * (d_h * d_s + d_s)),
            "prepared": n_s * d_h * d_s + n_t * (d_s * d_s + n_s * d_s),
            "tanh": n_t * n_s * d_s}


# %% wrong: state-forgotten, earns 0.8125 — additive without the state product
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {"general": n_t * (d_s * d_h + n_s * d_h),
            "additive": n_t * n_s * (d_h * d_a + d_a),
            "prepared": n_s * d_h * d_a + n_t * (d_s * d_a + n_s * d_a),
            "tanh": n_t * n_s * d_a}


# %% wrong: one-step, earns 0.25 — costs of one step for all four
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {"general": d_s * d_h + n_s * d_h,
            "additive": d_s * d_a + n_s * (d_h * d_a + d_a),
            "prepared": n_s * d_h * d_a + d_s * d_a + n_s * d_a,
            "tanh": n_s * d_a}


# %% wrong: unrecognised, earns 0.75 — additive where both products are computed once
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {"general": n_t * (d_s * d_h + n_s * d_h),
            "additive": d_s * d_a + n_s * d_h * d_a + n_t * n_s * d_a,
            "prepared": n_s * d_h * d_a + n_t * (d_s * d_a + n_s * d_a),
            "tanh": n_t * n_s * d_a}


# %% wrong: exchanged, earns 0.875 — general uses the source length for the state product
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {"general": n_s * d_s * d_h + n_t * n_s * d_h,
            "additive": n_t * (d_s * d_a + n_s * (d_h * d_a + d_a)),
            "prepared": n_s * d_h * d_a + n_t * (d_s * d_a + n_s * d_a),
            "tanh": n_t * n_s * d_a}
