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


# %% wrong: always-one, earns 0.625 — attention copies everything
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


# %% wrong: raised, earns 0.5 — floats that Python refuses
def copy_ceiling(n, vocab, d, levels):
    sources = float(vocab) ** n
    return {
        "vector": min(1, float(levels) ** d / sources),
        "attention": min(1, float(levels) ** d / vocab) ** n,
    }


# %% wrong: raised, earns 0.5 — divided before it is compared
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
