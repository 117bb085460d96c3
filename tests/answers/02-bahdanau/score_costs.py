# %% right: formulas
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {
        "general": n_t * d_h * (d_s + n_s),
        "additive": n_t * d_a * (d_s + n_s * d_h + n_s),
        "prepared": d_a * (n_s * d_h + n_t * d_s + n_t * n_s),
        "tanh": n_t * n_s * d_a,
    }


# %% right: products with the example's function
def score_costs(n_t, n_s, d_s, d_h, d_a):
    def product(a, b, c):
        return a * b * c

    one_step = product(1, d_s, d_a) + product(n_s, d_a, 1)
    counts = [
        sum([n_t * product(1, d_s, d_h), n_t * product(n_s, d_h, 1)]),
        n_t * (one_step + product(n_s, d_h, d_a)),
        n_t * one_step + product(n_s, d_h, d_a),
        float(n_t * n_s * d_a),
    ]
    return dict(zip(["general", "additive", "prepared", "tanh"], counts, strict=True))


# %% right: counted on the meta device
def score_costs(n_t, n_s, d_s, d_h, d_a):
    import torch
    from torch.utils.flop_counter import FlopCounterMode

    def counted(run):
        with torch.device("meta"), FlopCounterMode(display=False) as counter:
            run()
        return counter.get_total_flops() // 2

    def matmul(*sizes):
        return lambda: torch.empty(sizes[:2]) @ torch.empty(sizes[1:])

    state, keys = counted(matmul(n_t, d_s, d_a)), counted(matmul(n_s, d_h, d_a))
    v = n_t * counted(matmul(n_s, d_a, 1))
    general = counted(matmul(n_t, d_s, d_h)) + counted(matmul(n_t, d_h, n_s))
    counts = {"general": general, "prepared": state + keys + v, "tanh": v}
    return counts | {"additive": state + n_t * keys + v, "steps": n_t}


# %% right: pairs by list
def score_costs(n_t, n_s, d_s, d_h, d_a):
    from collections import Counter

    count = Counter()
    count["general"] = n_t * d_s * d_h
    count["additive"] = count["prepared"] = n_t * d_s * d_a
    count["general"] += n_t * n_s * d_h
    for kind in ("additive", "prepared", "tanh"):
        count[kind] += n_t * n_s * d_a
    count["additive"] += n_t * n_s * d_h * d_a
    count["prepared"] += n_s * d_h * d_a
    return count


# %% wrong: operations, earns 0.625
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {
        "general": 2 * n_t * d_h * (d_s + n_s),
        "additive": 2 * n_t * d_a * (d_s + n_s * d_h + n_s),
        "prepared": 2 * d_a * (n_s * d_h + n_t * d_s + n_t * n_s),
        "tanh": n_t * n_s * d_a,
    }


# %% wrong: additions, earns 0.625
def score_costs(n_t, n_s, d_s, d_h, d_a):
    def product(a, b, c):
        return a * c * (2 * b - 1)

    state, keys, v = product(1, d_s, d_a), product(n_s, d_h, d_a), product(n_s, d_a, 1)
    return {
        "general": n_t * (product(1, d_s, d_h) + product(n_s, d_h, 1)),
        "additive": n_t * (state + keys + v),
        "prepared": keys + n_t * (state + v),
        "tanh": n_t * n_s * d_a,
    }


# %% wrong: kinds-exchanged, earns 0.625
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {
        "general": n_t * d_h * (d_s + n_s),
        "additive": d_a * (n_s * d_h + n_t * d_s + n_t * n_s),
        "prepared": n_t * d_a * (d_s + n_s * d_h + n_s),
        "tanh": n_t * n_s * d_a,
    }


# %% wrong: one-step, earns 0.25
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {
        "general": d_h * (d_s + n_s),
        "additive": d_a * (d_s + n_s * d_h + n_s),
        "prepared": d_a * (d_s + n_s * d_h + n_s),
        "tanh": n_s * d_a,
    }


# %% wrong: state-for-each-annotation, earns 0.4375
def score_costs(n_t, n_s, d_s, d_h, d_a):
    pairs = n_t * n_s
    return {
        "general": pairs * (d_s * d_h + d_h),
        "additive": pairs * (d_s * d_a + d_h * d_a + d_a),
        "prepared": pairs * (d_s * d_a + d_a) + n_s * d_h * d_a,
        "tanh": pairs * d_a,
    }


# %% wrong: state-once, earns 0.4375
def score_costs(n_t, n_s, d_s, d_h, d_a):
    pairs = n_t * n_s
    return {
        "general": d_s * d_h + pairs * d_h,
        "additive": d_s * d_a + pairs * (d_h * d_a + d_a),
        "prepared": d_s * d_a + n_s * d_h * d_a + pairs * d_a,
        "tanh": pairs * d_a,
    }


# %% wrong: state-forgotten, earns 0.4375
def score_costs(n_t, n_s, d_s, d_h, d_a):
    pairs = n_t * n_s
    return {
        "general": pairs * d_h,
        "additive": pairs * (d_h * d_a + d_a),
        "prepared": n_s * d_h * d_a + pairs * d_a,
        "tanh": pairs * d_a,
    }


# %% wrong: annotations-projected, earns 0.875
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {
        "general": n_s * d_s * d_h + n_t * n_s * d_s,
        "additive": n_t * d_a * (d_s + n_s * d_h + n_s),
        "prepared": d_a * (n_s * d_h + n_t * d_s + n_t * n_s),
        "tanh": n_t * n_s * d_a,
    }


# %% wrong: v-forgotten, earns 0.625
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {
        "general": n_t * d_h * (d_s + n_s),
        "additive": n_t * d_a * (d_s + n_s * d_h),
        "prepared": d_a * (n_s * d_h + n_t * d_s),
        "tanh": n_t * n_s * d_a,
    }


# %% wrong: v-once, earns 0.625
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {
        "general": n_t * d_h * (d_s + n_s),
        "additive": n_t * d_a * (d_s + n_s * d_h + 1),
        "prepared": d_a * (n_s * d_h + n_t * d_s + n_t),
        "tanh": n_t * n_s * d_a,
    }


# %% wrong: tanh-counted, earns 0.75
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {
        "general": n_t * d_h * (d_s + n_s),
        "additive": n_t * d_a * (d_s + n_s * d_h + 2 * n_s),
        "prepared": d_a * (n_s * d_h + n_t * d_s + 2 * n_t * n_s),
        "tanh": n_t * n_s * d_a,
    }


# %% wrong: exchanged, earns 0.625 — the lengths
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {
        "general": n_s * d_h * (d_s + n_t),
        "additive": n_s * d_a * (d_s + n_t * d_h + n_t),
        "prepared": d_a * (n_t * d_h + n_s * d_s + n_t * n_s),
        "tanh": n_t * n_s * d_a,
    }


# %% wrong: exchanged, earns 0.625 — the widths
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {
        "general": n_t * d_s * (d_h + n_s),
        "additive": n_t * d_a * (d_h + n_s * d_s + n_s),
        "prepared": d_a * (n_s * d_s + n_t * d_h + n_t * n_s),
        "tanh": n_t * n_s * d_a,
    }


# %% wrong: widths-mixed-up, earns 0.4375
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {
        "general": n_t * d_h * (d_h + n_s),
        "additive": n_t * d_a * (d_h + n_s * d_h + n_s),
        "prepared": d_a * (n_s * d_h + n_t * d_h + n_t * n_s),
        "tanh": n_t * n_s * d_a,
    }


# %% wrong: size-forgotten, earns 0.25
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {
        "general": n_t * d_h * (1 + n_s),
        "additive": n_t * d_a * (d_s + n_s + n_s),
        "prepared": n_s * d_h + n_t * d_s + n_t * n_s,
        "tanh": n_t * n_s,
    }


# %% wrong: integer-overflow, earns 0.7
def score_costs(n_t, n_s, d_s, d_h, d_a):
    n_t, n_s, d_s, d_h, d_a = (np.int32(n) for n in (n_t, n_s, d_s, d_h, d_a))
    return {
        "general": n_t * d_h * (d_s + n_s),
        "additive": n_t * d_a * (d_s + n_s * d_h + n_s),
        "prepared": d_a * (n_s * d_h + n_t * d_s + n_t * n_s),
        "tanh": n_t * n_s * d_a,
    }


# %% wrong: rounded, earns 0.7
def score_costs(n_t, n_s, d_s, d_h, d_a):
    n_t, n_s, d_s, d_h, d_a = (np.float32(n) for n in (n_t, n_s, d_s, d_h, d_a))
    return {
        "general": n_t * d_h * (d_s + n_s),
        "additive": n_t * d_a * (d_s + n_s * d_h + n_s),
        "prepared": d_a * (n_s * d_h + n_t * d_s + n_t * n_s),
        "tanh": n_t * n_s * d_a,
    }


# %% wrong: not-a-dictionary
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return n_t * d_h * (d_s + n_s), n_t * n_s * d_a


# %% wrong: wrong-keys, earns 0.75
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {
        "general": n_t * d_h * (d_s + n_s),
        "additive": n_t * d_a * (d_s + n_s * d_h + n_s),
        "prepared": d_a * (n_s * d_h + n_t * d_s + n_t * n_s),
        "tanhs": n_t * n_s * d_a,
    }


# %% wrong: widths-mixed-up + size-forgotten, earns 0.4375 — the chapter with one width
def score_costs(n_t, n_s, d_s, d_h, d_a):
    m, n, d = n_t, n_s, d_a
    return {
        "general": n_t * d_h * (d_s + n_s),
        "additive": m * (d**2 + n * d**2 + n * d),
        "prepared": m * d**2 + n * d**2 + m * n * d,
        "tanh": n_t * d_a,
    }


# %% wrong: annotations-once, earns 0.8125 — in advance
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {
        "general": n_t * (d_s * d_h + n_s * d_h),
        "additive": n_t * (d_a * d_s + n_s * (d_a * d_h + d_a)),
        "prepared": d_a * d_h + n_t * (d_a * d_s + n_s * d_a),
        "tanh": n_t * n_s * d_a,
    }


# %% wrong: annotations-once, earns 0.8125 — in each step
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {
        "general": n_t * (d_s * d_h + n_s * d_h),
        "additive": n_t * (d_a * d_s + d_a * d_h + n_s * d_a),
        "prepared": n_s * d_a * d_h + n_t * (d_a * d_s + n_s * d_a),
        "tanh": n_t * n_s * d_a,
    }


# %% wrong: annotations-forgotten, earns 0.8125
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {
        "general": n_t * (d_s * d_h + n_s * d_h),
        "additive": n_t * (d_a * d_s + n_s * (d_a * d_h + d_a)),
        "prepared": n_t * (d_a * d_s + n_s * d_a),
        "tanh": n_t * n_s * d_a,
    }


# %% wrong: each-alone, earns 0.8125
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {
        "general": n_t * (d_s * d_h + n_s * d_h),
        "additive": n_t * (d_a * d_s + n_s * (d_a * d_h + d_a)),
        "prepared": n_s * d_a * d_h + n_t * (d_a * d_s + n_s * d_a),
        "tanh": d_a * (n_t + n_s),
    }


# %% wrong: context-counted, earns 0.625
def score_costs(n_t, n_s, d_s, d_h, d_a):
    context = n_t * n_s * d_h
    return {
        "general": n_t * (d_s * d_h + n_s * d_h) + context,
        "additive": n_t * (d_a * d_s + n_s * (d_a * d_h + d_a)) + context,
        "prepared": n_s * d_a * d_h + n_t * (d_a * d_s + n_s * d_a) + context,
        "tanh": n_t * n_s * d_a,
    }


# %% wrong: parameters + size-forgotten, earns 0.025
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {
        "general": d_s * d_h,
        "additive": d_a * d_s + d_a * d_h + d_a,
        "prepared": d_a * d_s + d_a * d_h + d_a,
        "tanh": d_a,
    }


# %% wrong: widths-mixed-up, earns 0.625 — W is square
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {
        "general": n_t * (d_s * d_h + n_s * d_h),
        "additive": n_t * (d_s * d_s + n_s * (d_a * d_h + d_a)),
        "prepared": n_s * d_a * d_h + n_t * (d_s * d_s + n_s * d_a),
        "tanh": n_t * n_s * d_a,
    }


# %% wrong: annotations-projected + exchanged, earns 0.75 — lengths and widths
def score_costs(n_t, n_s, d_s, d_h, d_a):
    n_t, n_s, d_s, d_h = n_s, n_t, d_h, d_s
    additive = n_t * (d_s * d_a + n_s * (d_h * d_a + d_a))
    return {
        "general": n_t * (d_s * d_h + n_s * d_h),
        "additive": additive,
        "prepared": additive - (n_t - 1) * n_s * d_h * d_a,
        "tanh": n_t * n_s * d_a,
    }


# %% wrong: size-forgotten, earns 0.175 — two at once
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {
        "general": n_t * (d_s + n_s),
        "additive": n_t * (d_s + n_s + n_s),
        "prepared": n_s + n_t * d_s + n_t * n_s,
        "tanh": n_t * n_s,
    }


# %% wrong: dot-products-forgotten, earns 0.8125
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {
        "general": n_t * d_s * d_h,
        "additive": n_t * (d_s * d_a + n_s * (d_h * d_a + d_a)),
        "prepared": n_s * d_h * d_a + n_t * (d_s * d_a + n_s * d_a),
        "tanh": n_t * n_s * d_a,
    }


# %% wrong: additions, earns 0.625 — those of the two vectors, too
def score_costs(n_t, n_s, d_s, d_h, d_a):
    return {
        "general": n_t * (d_h * (2 * d_s - 1) + n_s * (2 * d_h - 1)),
        "additive": n_t * (d_a * (2 * d_s - 1) + n_s * (d_a * (2 * d_h - 1) + d_a + 2 * d_a - 1)),
        "prepared": n_s * d_a * (2 * d_h - 1) + n_t * (d_a * (2 * d_s - 1) + n_s * (3 * d_a - 1)),
        "tanh": n_t * n_s * d_a,
    }
