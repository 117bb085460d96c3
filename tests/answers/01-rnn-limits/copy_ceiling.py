# %% right: compared before divided
def copy_ceiling(n, vocab, d, levels):
    def share(states, sources):
        return 1.0 if states >= sources else states / sources

    return {
        "vector": share(levels**d, vocab**n),
        "attention": share(levels**d, vocab) ** n,
    }


# %% right: logarithms
def copy_ceiling(n, vocab, d, levels):
    import math

    one = d * math.log(levels) - n * math.log(vocab)
    each = d * math.log(levels) - math.log(vocab)
    return {"vector": math.exp(min(0, one)), "attention": math.exp(n * min(0, each))}


# %% right: all vectors together
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    return {
        "attention": np.float64(min(sources, levels ** (n * d)) / sources),
        "vector": np.float64(min(sources, levels**d) / sources),
        "sources": sources,
    }


# %% right: fractions by token
def copy_ceiling(n, vocab, d, levels):
    from fractions import Fraction

    states = Fraction(levels) ** d
    one, each = states, Fraction(1)
    for _ in range(n):
        one /= vocab
        each *= min(Fraction(1), states / vocab)
    return {"vector": float(min(one, 1)), "attention": float(each)}


# %% wrong: no-cap, earns 0.5
def copy_ceiling(n, vocab, d, levels):
    one = levels**d / vocab**n
    return {"vector": one, "attention": (levels**d / vocab) ** n}


# %% wrong: all-or-nothing, earns 0.5
def copy_ceiling(n, vocab, d, levels):
    return {
        "vector": float(levels**d >= vocab**n),
        "attention": float(levels**d >= vocab),
    }


# %% wrong: share-of-bits, earns 0.25
def copy_ceiling(n, vocab, d, levels):
    import math

    bits = d * math.log2(levels)
    return {
        "vector": min(1, bits / (n * math.log2(vocab))),
        "attention": min(1, n * bits / (n * math.log2(vocab))),
    }


# %% wrong: swapped-power, earns 0.625 — the numbers to the power of the levels
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    return {
        "vector": min(d**levels, sources) / sources,
        "attention": min(levels ** (n * d), sources) / sources,
    }


# %% wrong: swapped-power, earns 0.625 — the length to the power of the tokens
def copy_ceiling(n, vocab, d, levels):
    sources, swapped = vocab**n, n**vocab
    return {
        "vector": min(levels**d, swapped) / swapped,
        "attention": min(levels ** (n * d), sources) / sources,
    }


# %% wrong: product, earns 0.625 — as many sources as tokens in all
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    return {
        "vector": min(levels**d, n * vocab) / (n * vocab),
        "attention": min(levels ** (n * d), sources) / sources,
    }


# %% wrong: product, earns 0.625 — as many vectors as levels in all
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    return {
        "vector": min(levels * d, sources) / sources,
        "attention": min(levels ** (n * d), sources) / sources,
    }


# %% wrong: levels-as-bits, earns 0.75
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    return {
        "vector": min(2 ** (levels * d), sources) / sources,
        "attention": min(levels ** (n * d), sources) / sources,
    }


# %% wrong: shorter-too, earns 0.75
def copy_ceiling(n, vocab, d, levels):
    sources = sum(vocab**length for length in range(n + 1))
    return {
        "vector": min(levels**d, sources) / sources,
        "attention": min(1, levels**d / vocab) ** n,
    }


# %% wrong: as-with-one, earns 0.5
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    share = min(levels**d, sources) / sources
    return {"vector": share, "attention": share}


# %% wrong: n-times, earns 0.625
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    return {
        "vector": min(levels**d, sources) / sources,
        "attention": min(n * levels**d, sources) / sources,
    }


# %% wrong: one-token, earns 0.75
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    return {
        "vector": min(levels**d, sources) / sources,
        "attention": min(levels**d, vocab) / vocab,
    }


# %% wrong: always-one, earns 0.5 — attention copies everything
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    return {"vector": min(levels**d, sources) / sources, "attention": 1.0}


# %% wrong: overflow, earns 0.85 — ∞ / ∞ is not a number, and min(1, NaN) is 1
def copy_ceiling(n, vocab, d, levels):
    with np.errstate(all="ignore"):
        states, sources = np.float64(levels) ** d, np.float64(vocab) ** n
        return {"vector": min(1, states / sources), "attention": min(1, states / vocab) ** n}


# %% wrong: overflow, earns 0.7 — NaN
def copy_ceiling(n, vocab, d, levels):
    with np.errstate(all="ignore"):
        states, sources = np.float64(levels) ** d, np.float64(vocab) ** n
        both = np.minimum(1, [states / sources, states**n / sources])
        return {"vector": both[0], "attention": both[1]}


# %% wrong: overflow, earns 0.7 — floats that Python refuses
def copy_ceiling(n, vocab, d, levels):
    sources = float(vocab) ** n
    return {
        "vector": min(1, float(levels) ** d / sources),
        "attention": min(1, float(levels) ** d / vocab) ** n,
    }


# %% wrong: overflow, earns 0.7 — divided before it is compared
def copy_ceiling(n, vocab, d, levels):
    return {
        "vector": min(1, levels**d / vocab**n),
        "attention": min(1, levels**d / vocab) ** n,
    }


# %% wrong: not-a-dictionary
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    return min(levels**d, sources) / sources, min(levels**d, vocab) ** n / sources


# %% wrong: wrong-keys, earns 0.5
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    return {
        "vector": min(levels**d, sources) / sources,
        "annotations": min(levels**d, vocab) ** n / sources,
    }


# %% wrong: unrecognised — hard-coded example
def copy_ceiling(n, vocab, d, levels):
    return {"vector": 0.75, "attention": 0.9}


# %% wrong: swapped-power, earns 0.25 — in both
def copy_ceiling(n, vocab, d, levels):
    sources, states = vocab**n, d**levels
    return {
        "vector": min(states, sources) / sources,
        "attention": min(states, vocab) ** n / sources,
    }


# %% wrong: product, earns 0.25 — in both
def copy_ceiling(n, vocab, d, levels):
    sources, states = vocab**n, d * levels
    return {
        "vector": min(states, sources) / sources,
        "attention": min(states, vocab) ** n / sources,
    }


# %% wrong: product, earns 0.25 — few sources, in both
def copy_ceiling(n, vocab, d, levels):
    sources, states = vocab * n, levels**d
    return {
        "vector": min(states, sources) / sources,
        "attention": min(states**n, sources) / sources,
    }


# %% wrong: levels-as-bits, earns 0.5 — in both
def copy_ceiling(n, vocab, d, levels):
    sources, states = vocab**n, 2 ** (d * levels)
    return {
        "vector": min(states, sources) / sources,
        "attention": min(states, vocab) ** n / sources,
    }


# %% wrong: as-with-attention + as-with-one — the keys exchanged
def copy_ceiling(n, vocab, d, levels):
    sources, states = vocab**n, levels**d
    return {
        "attention": min(states, sources) / sources,
        "vector": min(states**n, sources) / sources,
    }


# %% wrong: percent, earns 0.5
def copy_ceiling(n, vocab, d, levels):
    sources, states = vocab**n, levels**d
    return {
        "vector": 100 * min(states, sources) / sources,
        "attention": 100 * min(states**n, sources) / sources,
    }


# %% wrong: lost-share, earns 0.5
def copy_ceiling(n, vocab, d, levels):
    sources, states = vocab**n, levels**d
    return {
        "vector": 1 - min(states, sources) / sources,
        "attention": 1 - min(states**n, sources) / sources,
    }


# %% wrong: one-token, earns 0.5 — in both
def copy_ceiling(n, vocab, d, levels):
    share = min(levels**d, vocab) / vocab
    return {"vector": share, "attention": share}


# %% wrong: overflow, earns 0.7 — an error counts as 1
def copy_ceiling(n, vocab, d, levels):
    def share(states, sources):
        try:
            return min(1, float(states) / float(sources))
        except OverflowError:
            return 1

    return {
        "vector": share(levels**d, vocab**n),
        "attention": share(levels ** (d * n), vocab**n),
    }


# %% wrong: small-as-zero, earns 0.7 — rounded to many decimals
def copy_ceiling(n, vocab, d, levels):
    sources, states = vocab**n, levels**d
    return {
        "vector": round(min(states, sources) / sources, 15),
        "attention": round(min(states**n, sources) / sources, 15),
    }


# %% wrong: width-forgotten, earns 0.625 — the levels of all vectors
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    return {
        "vector": min(levels**d, sources) / sources,
        "attention": min(levels**n, sources) / sources,
    }


# %% wrong: raised, earns 0.5 — the tokens that fit, by logarithms to the base of the vocabulary
def copy_ceiling(n, vocab, d, levels):
    import math

    fitting = d * math.log(levels) / math.log(vocab)
    return {
        "vector": float(vocab) ** min(0, fitting - n),
        "attention": float(vocab) ** (n * min(0, fitting - 1)),
    }


# %% wrong: unrecognised, earns 0.5 — one level says nothing, so nothing is right
def copy_ceiling(n, vocab, d, levels):
    if levels == 1:
        return {"vector": 0, "attention": 0}
    sources = vocab**n
    return {
        "vector": min(levels**d, sources) / sources,
        "attention": min(levels ** (n * d), sources) / sources,
    }


# %% wrong: rounded, earns 0.5
def copy_ceiling(n, vocab, d, levels):
    sources, states = vocab**n, levels**d
    return {
        "vector": round(min(states, sources) / sources, 6),
        "attention": round(min(states**n, sources) / sources, 6),
    }


# %% wrong: small-as-zero, earns 0.7 — what is below a millionth
def copy_ceiling(n, vocab, d, levels):
    sources, states = vocab**n, levels**d
    shares = {
        "vector": min(states, sources) / sources,
        "attention": min(states**n, sources) / sources,
    }
    return {name: 0 if share < 1e-6 else share for name, share in shares.items()}


# %% wrong: imprecise, earns 0.7 — logarithms in float32
def copy_ceiling(n, vocab, d, levels):
    sources = np.float32(n) * np.log(np.float32(vocab))
    one = np.float32(d) * np.log(np.float32(levels))
    shares = np.exp(np.minimum([one - sources, np.float32(n) * one - sources], 0))
    return {"vector": float(shares[0]), "attention": float(shares[1])}


# %% wrong: integer-overflow, earns 0.7
def copy_ceiling(n, vocab, d, levels):
    sources = max(int(np.int64(vocab) ** n), 1)
    one = np.int64(levels) ** d
    many = one**n
    return {
        "vector": min(int(one), sources) / sources,
        "attention": min(int(many), sources) / sources,
    }


# %% wrong: overflow, earns 0.85 — one error counts for both shares
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    try:
        return {
            "vector": min(1, levels**d / sources),
            "attention": min(1, levels ** (d * n) / sources),
        }
    except OverflowError:
        return {"vector": 1, "attention": 1}


# %% wrong: upside-down, earns 0.25
def copy_ceiling(n, vocab, d, levels):
    sources, states = vocab**n, levels**d
    return {
        "vector": min(states, sources) / states,
        "attention": min(states**n, sources) / states**n,
    }


# %% wrong: overflow, earns 0.7 — an integer of thousands of digits in place of the error
def copy_ceiling(n, vocab, d, levels):
    def share(states, sources):
        try:
            return min(1, states / sources)
        except OverflowError:
            return states // sources

    return {
        "vector": share(levels**d, vocab**n),
        "attention": share(levels ** (d * n), vocab**n),
    }


# %% wrong: n-times, earns 0.625 — attention exponent is a sum
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    return {
        "vector": min(levels**d, sources) / sources,
        "attention": min(levels ** (d + n), sources) / sources,
    }


# %% wrong: integer-overflow, earns 0.7 — numpy integers that wrap around
def copy_ceiling(n, vocab, d, levels):
    with np.errstate(all="ignore"):
        sources = np.prod(np.full(n, vocab, dtype=np.int64))
        one = np.prod(np.full(d, levels, dtype=np.int64))
        many = np.prod(np.full(d * n, levels, dtype=np.int64))
        vector = float(min(one, sources)) / float(sources) if sources else 0.0
        attention = float(min(many, sources)) / float(sources) if sources else 0.0
    return {"vector": vector, "attention": attention}
