# %% right: whole numbers compared before dividing
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    return {
        "vector": min(levels**d, sources) / sources,
        "attention": min(levels ** (d * n), sources) / sources,
    }


# %% right: exact fractions turned into floats
def copy_ceiling(n, vocab, d, levels):
    from fractions import Fraction

    sources = vocab**n

    def share(values):
        return float(Fraction(min(values, sources), sources))

    return {"vector": share(levels**d), "attention": share((levels**d) ** n)}


# %% right: natural logarithms capped at zero
def copy_ceiling(n, vocab, d, levels):
    import math

    one = d * math.log(levels) - n * math.log(vocab)
    many = n * (d * math.log(levels) - math.log(vocab))
    return {"vector": math.exp(min(0.0, one)), "attention": math.exp(min(0.0, many))}


# %% right: numpy logarithms to base two
def copy_ceiling(n, vocab, d, levels):
    bits_source = n * np.log2(vocab)
    bits = np.array([d, d * n]) * np.log2(levels)
    vector, attention = np.exp2(np.minimum(bits - bits_source, 0.0))
    return {"vector": float(vector), "attention": float(attention)}


# %% right: counts by repeated multiplication with a cap
def copy_ceiling(n, vocab, d, levels):
    sources = 1
    for _ in range(n):
        sources *= vocab

    def values(numbers):
        count = 1
        for _ in range(numbers):
            count *= levels
            if count >= sources or levels == 1:
                break
        return min(count, sources)

    return {"vector": values(d) / sources, "attention": values(d * n) / sources}


# %% right: decimals with fifty digits
def copy_ceiling(n, vocab, d, levels):
    from decimal import Decimal, localcontext

    with localcontext() as context:
        context.prec = 50
        sources = Decimal(vocab) ** n
        vector = min(Decimal(1), Decimal(levels) ** d / sources)
        attention = min(Decimal(1), Decimal(levels) ** (d * n) / sources)
        return {"vector": float(vector), "attention": float(attention)}


# %% right: attention position by position
def copy_ceiling(n, vocab, d, levels):
    values = levels**d
    each = min(values, vocab) / vocab
    sources = vocab**n
    vector = 1.0 if values >= sources else values / sources
    return {"vector": vector, "attention": each**n}


# %% right: floats multiplied and divided in turn
def copy_ceiling(n, vocab, d, levels):
    def share(up, down):
        ratio = 1.0
        while up or down:
            if down and (ratio >= 1.0 or not up):
                ratio /= vocab
                down -= 1
            else:
                ratio *= levels
                up -= 1
        return min(1.0, ratio)

    return {"vector": share(d, n), "attention": share(d * n, n)}


# %% right: if branches that return one early
def copy_ceiling(n, vocab, d, levels):
    def share(values, sources):
        if values >= sources:
            return 1
        return values / sources

    return {
        "vector": share(pow(levels, d), pow(vocab, n)),
        "attention": share(pow(levels, n * d), pow(vocab, n)),
    }


# %% right: shifted integer division with many bits
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    out = {}
    for name, vectors in (("vector", 1), ("attention", n)):
        copied = min(sources, levels ** (d * vectors))
        out[name] = ((copied << 300) // sources) / (1 << 300)
    return out


# %% right: torch doubles in logarithms
def copy_ceiling(n, vocab, d, levels):
    import torch

    sizes = torch.tensor([levels, vocab], dtype=torch.float64).log()
    numbers = torch.tensor([[d, -n], [d * n, -n]], dtype=torch.float64)
    shares = (numbers @ sizes).clamp(max=0.0).exp()
    return {"vector": shares[0].item(), "attention": shares[1].item()}


# %% right: lost sources subtracted as whole numbers
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    lost_one = max(0, sources - levels**d)
    lost_many = max(0, sources - levels ** (d * n))
    return {"vector": (sources - lost_one) / sources, "attention": (sources - lost_many) / sources}


# %% right: reduced by the greatest common divisor
def copy_ceiling(n, vocab, d, levels):
    import math

    def share(numbers):
        top, bottom = levels**numbers, vocab**n
        if top > bottom:
            top = bottom
        common = math.gcd(top, bottom)
        return (top // common) / (bottom // common)

    return dict(zip(("vector", "attention"), (share(d), share(n * d))))


# %% wrong: no-cap, earns 0.5 — share may exceed one
def copy_ceiling(n, vocab, d, levels):
    import math

    one = d * math.log(levels) - n * math.log(vocab)
    many = d * n * math.log(levels) - n * math.log(vocab)
    return {"vector": math.exp(min(700, one)), "attention": math.exp(min(700, many))}


# %% wrong: no-cap, earns 0.75 — only the vector share is capped
def copy_ceiling(n, vocab, d, levels):
    import math

    sources = vocab**n
    many = d * n * math.log(levels) - n * math.log(vocab)
    return {"vector": min(levels**d, sources) / sources, "attention": math.exp(min(700, many))}


# %% wrong: no-cap, earns 0.75 — only the attention share is capped
def copy_ceiling(n, vocab, d, levels):
    import math

    sources = vocab**n
    one = d * math.log(levels) - n * math.log(vocab)
    return {"vector": math.exp(min(700, one)), "attention": min(levels ** (d * n), sources) / sources}


# %% wrong: product, earns 0.25 — values multiplied by d instead of powered
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    values = levels * d
    return {"vector": min(values, sources) / sources, "attention": min(values**n, sources) / sources}


# %% wrong: swapped-power, earns 0.25 — base and exponent of the vector swapped
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    values = d**levels
    return {"vector": min(values, sources) / sources, "attention": (min(values, vocab) / vocab) ** n}


# %% wrong: swapped-power, earns 0.25 — base and exponent of the sources swapped
def copy_ceiling(n, vocab, d, levels):
    sources = n**vocab
    return {"vector": min(levels**d, sources) / sources, "attention": min(levels ** (d * n), sources) / sources}


# %% wrong: product, earns 0.25 — sources counted as tokens times vocabulary
def copy_ceiling(n, vocab, d, levels):
    sources = vocab * n
    return {"vector": min(levels**d, sources) / sources, "attention": min(levels ** (d * n), sources) / sources}


# %% wrong: shorter-too, earns 0.5 — sources of up to n tokens
def copy_ceiling(n, vocab, d, levels):
    sources = sum(vocab**i for i in range(1, n + 1))
    return {"vector": min(levels**d, sources) / sources, "attention": min(levels ** (d * n), sources) / sources}


# %% wrong: unrecognised — an end token added to the source
def copy_ceiling(n, vocab, d, levels):
    sources = vocab ** (n + 1)
    return {"vector": min(levels**d, sources) / sources, "attention": min(levels ** (d * n), sources) / sources}


# %% wrong: unrecognised — a padding token added to the vocabulary
def copy_ceiling(n, vocab, d, levels):
    sources = (vocab + 1) ** n
    return {"vector": min(levels**d, sources) / sources, "attention": min(levels ** (d * n), sources) / sources}


# %% wrong: n-times, earns 0.625 — attention exponent is a sum
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    return {"vector": min(levels**d, sources) / sources, "attention": min(levels ** (d + n), sources) / sources}


# %% wrong: n-times, earns 0.625 — values of n vectors added instead of multiplied
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    return {"vector": min(levels**d, sources) / sources, "attention": min(n * levels**d, sources) / sources}


# %% wrong: always-one, earns 0.5 — attention is always perfect
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    return {"vector": min(levels**d, sources) / sources, "attention": 1.0}


# %% wrong: all-or-nothing, earns 0.75 — attention all or nothing for each token
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    return {"vector": min(levels**d, sources) / sources, "attention": 1.0 if levels**d >= vocab else 0.0}


# %% wrong: one-token, earns 0.75 — attention share of one position only
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    return {"vector": min(levels**d, sources) / sources, "attention": min(levels**d, vocab) / vocab}


# %% wrong: as-with-one, earns 0.5 — attention equals the vector share
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    share = min(levels**d, sources) / sources
    return {"vector": share, "attention": share}


# %% wrong: width-forgotten, earns 0.625 — attention forgets the d numbers
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    return {"vector": min(levels**d, sources) / sources, "attention": min(levels**n, sources) / sources}


# %% wrong: width-forgotten, earns 0.625 — vector forgets the d numbers
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    return {"vector": min(levels, sources) / sources, "attention": min(levels ** (d * n), sources) / sources}


# %% wrong: unrecognised, earns 0.5 — attention uses an extra vector
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    return {"vector": min(levels**d, sources) / sources, "attention": min(levels ** (d * (n + 1)), sources) / sources}


# %% wrong: unrecognised, earns 0.5 — vectors counted without their order
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    values = levels**d
    count = 1
    for i in range(n):
        count = count * (values + i) // (i + 1)
        if count >= sources:
            count = sources
            break
    return {"vector": min(values, sources) / sources, "attention": count / sources}


# %% wrong: unrecognised, earns 0.5 — the n vectors must all differ
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    values = levels**d
    count = 1 if values >= n else 0
    for i in range(n):
        count = min(sources, count * max(0, values - i))
    return {"vector": min(values, sources) / sources, "attention": min(count, sources) / sources}


# %% wrong: n-times, earns 0.625 — vector share times n for attention
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    vector = min(levels**d, sources) / sources
    return {"vector": vector, "attention": min(1.0, n * vector)}


# %% wrong: unrecognised, earns 0.5 — attention as n independent tries
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    vector = min(levels**d, sources) / sources
    return {"vector": vector, "attention": 1 - (1 - vector) ** n}


# %% wrong: all-or-nothing, earns 0.5 — all or nothing
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    return {"vector": float(levels**d >= sources), "attention": float(levels ** (d * n) >= sources)}


# %% wrong: all-or-nothing, earns 0.5 — floor division of the counts
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    return {"vector": min(levels**d, sources) // sources, "attention": min(levels ** (d * n), sources) // sources}


# %% wrong: rounded, earns 0.5 — rounded to six decimals
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    return {
        "vector": round(min(levels**d, sources) / sources, 6),
        "attention": round(min(levels ** (d * n), sources) / sources, 6),
    }


# %% wrong: lost-share, earns 0.5 — share that is lost
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    return {
        "vector": 1 - min(levels**d, sources) / sources,
        "attention": 1 - min(levels ** (d * n), sources) / sources,
    }


# %% wrong: unrecognised — one value kept for failures when full
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n

    def share(values):
        return 1.0 if values >= sources else (values - 1) / sources

    return {"vector": share(levels**d), "attention": share(levels ** (d * n))}


# %% wrong: unrecognised — random encoder with collisions
def copy_ceiling(n, vocab, d, levels):
    import math

    def share(log_values):
        log_sources = n * math.log(vocab)
        gap = log_values - log_sources
        if gap < -40:
            return math.exp(gap)
        if gap > 40:
            return 1.0
        return math.exp(gap) * -math.expm1(-math.exp(-gap))

    return {"vector": share(d * math.log(levels)), "attention": share(d * n * math.log(levels))}


# %% wrong: levels-as-bits, earns 0.5 — levels read as bits
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    values = 1 << (d * levels)
    return {"vector": min(values, sources) / sources, "attention": (min(values, vocab) / vocab) ** n}


# %% wrong: share-of-bits, earns 0.25 — ratio of bits instead of counts
def copy_ceiling(n, vocab, d, levels):
    import math

    need = n * math.log2(vocab)
    if need == 0:
        return {"vector": 1.0, "attention": 1.0}
    have = d * math.log2(levels)
    return {"vector": min(1.0, have / need), "attention": min(1.0, n * have / need)}


# %% wrong: as-with-attention + as-with-one — vector and attention swapped
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    return {"attention": min(levels**d, sources) / sources, "vector": min(levels ** (d * n), sources) / sources}


# %% wrong: integer-overflow, earns 0.7 — numpy integers that wrap around
def copy_ceiling(n, vocab, d, levels):
    with np.errstate(all="ignore"):
        sources = np.prod(np.full(n, vocab, dtype=np.int64))
        one = np.prod(np.full(d, levels, dtype=np.int64))
        many = np.prod(np.full(d * n, levels, dtype=np.int64))
        vector = float(min(one, sources)) / float(sources) if sources else 0.0
        attention = float(min(many, sources)) / float(sources) if sources else 0.0
    return {"vector": vector, "attention": attention}


# %% wrong: overflow, earns 0.7 — float powers that become infinite
def copy_ceiling(n, vocab, d, levels):
    with np.errstate(all="ignore"):
        sources = np.float64(vocab) ** n
        one = np.float64(levels) ** d
        many = np.float64(levels) ** (d * n)
        return {"vector": float(min(one, sources) / sources), "attention": float(min(many, sources) / sources)}


# %% wrong: overflow, earns 0.7 — divides before comparing and calls overflow zero
def copy_ceiling(n, vocab, d, levels):
    def share(values, sources):
        try:
            return min(1.0, float(values) / float(sources))
        except OverflowError:
            return 0.0

    return {"vector": share(levels**d, vocab**n), "attention": share(levels ** (d * n), vocab**n)}


# %% wrong: imprecise, earns 0.7 — logarithms in single precision
def copy_ceiling(n, vocab, d, levels):
    level = np.log(np.float32(levels))
    token = np.log(np.float32(vocab))
    one = np.float32(d) * level - np.float32(n) * token
    many = np.float32(d * n) * level - np.float32(n) * token
    return {
        "vector": float(np.exp(np.minimum(one, np.float32(0)))),
        "attention": float(np.exp(np.minimum(many, np.float32(0)))),
    }


# %% wrong: small-as-zero, earns 0.7 — shares below one in a billion become zero
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    vector = min(levels**d, sources) / sources
    attention = min(levels ** (d * n), sources) / sources
    return {
        "vector": vector if vector > 1e-9 else 0.0,
        "attention": attention if attention > 1e-9 else 0.0,
    }


# %% wrong: unrecognised, earns 0.5 — a single level copies nothing
def copy_ceiling(n, vocab, d, levels):
    if levels == 1:
        return {"vector": 0.0, "attention": 0.0}
    sources = vocab**n
    return {"vector": min(levels**d, sources) / sources, "attention": min(levels ** (d * n), sources) / sources}


# %% wrong: unrecognised, earns 0.5 — a vocabulary of one gives nothing to copy
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    if sources == 1:
        return {"vector": 0.0, "attention": 0.0}
    return {"vector": min(levels**d, sources) / sources, "attention": min(levels ** (d * n), sources) / sources}


# %% wrong: as-with-attention, earns 0.5 — per position share powered for the vector too
def copy_ceiling(n, vocab, d, levels):
    each = min(levels**d, vocab) / vocab
    return {"vector": each**n, "attention": each**n}


# %% wrong: unrecognised — one level fewer than there are
def copy_ceiling(n, vocab, d, levels):
    sources = vocab**n
    levels = max(1, levels - 1)
    return {"vector": min(levels**d, sources) / sources, "attention": min(levels ** (d * n), sources) / sources}


# %% wrong: unrecognised, earns 0.5 — vector split evenly over the positions
def copy_ceiling(n, vocab, d, levels):
    import math

    values = int(math.floor(math.exp(min(600.0, d * math.log(levels) / n)) + 1e-9))
    sources = vocab**n
    return {"vector": (min(values, vocab) / vocab) ** n, "attention": min(levels ** (d * n), sources) / sources}
