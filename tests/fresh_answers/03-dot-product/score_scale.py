# %% right: root of d times both deviations
def score_scale(d_k, std_q, std_k):
    return np.sqrt(d_k) * std_q * std_k


# %% right: root of the whole variance with math
def score_scale(d_k, std_q, std_k):
    import math
    variance = d_k * std_q ** 2 * std_k ** 2
    return math.sqrt(variance)


# %% right: adds up one variance after the other
def score_scale(d_k, std_q, std_k):
    var = 0.0
    for _ in range(int(d_k)):
        var += (std_q * std_k) ** 2
    return var ** 0.5


# %% right: norm of a vector of equal product deviations
def score_scale(d_k, std_q, std_k):
    return np.linalg.norm(np.full(int(d_k), float(std_q) * float(std_k)))


# %% right: sum of logarithms and one exponential
def score_scale(d_k, std_q, std_k):
    return np.exp(0.5 * np.log(d_k) + np.log(std_q) + np.log(std_k))


# %% right: torch tensor in double precision
def score_scale(d_k, std_q, std_k):
    import torch
    d = torch.tensor(float(d_k), dtype=torch.float64)
    return torch.sqrt(d) * float(std_q) * float(std_k)


# %% right: torch tensor in single precision
def score_scale(d_k, std_q, std_k):
    import torch
    return torch.tensor(float(d_k)).sqrt() * float(std_q) * float(std_k)


# %% right: decimal numbers and their square root
def score_scale(d_k, std_q, std_k):
    from decimal import Decimal
    c = Decimal(int(d_k)).sqrt() * Decimal(float(std_q)) * Decimal(float(std_k))
    return float(c)


# %% right: hypotenuse in d dimensions
def score_scale(d_k, std_q, std_k):
    import math
    return math.hypot(*[std_q * std_k] * int(d_k))


# %% right: counts the sign patterns as the example does
def score_scale(d_k, std_q, std_k):
    from math import comb
    d = int(d_k)
    total = sum(comb(d, plus) * (2 * plus - d) ** 2 for plus in range(d + 1))
    variance = total // 2 ** d
    return variance ** 0.5 * std_q * std_k


# %% right: root of the dot product of variance vectors
def score_scale(d_k, std_q, std_k):
    cov_q = np.full(int(d_k), float(std_q)) ** 2
    cov_k = np.full(int(d_k), float(std_k)) ** 2
    return np.array(np.sqrt(cov_q @ cov_k))


# %% right: newton steps instead of a square root
def score_scale(d_k, std_q, std_k):
    var = float(d_k) * float(std_q) ** 2 * float(std_k) ** 2
    c = max(var, 1.0)
    for _ in range(100):
        c = (c + var / c) / 2
    return c


# %% right: deviation of the four products of two signs
def score_scale(d_k, std_q, std_k):
    products = [a * b for a in (-std_q, std_q) for b in (-std_k, std_k)]
    return float(np.std(products)) * d_k ** 0.5


# %% right: geometric mean times root of d
def score_scale(d_k, std_q, std_k):
    g = (std_q * std_k) ** 0.5
    return g * g * np.power(float(d_k), 0.5)


# %% wrong: stds-forgotten — only the root of d as in the paper
def score_scale(d_k, std_q, std_k):
    return np.sqrt(d_k)


# %% wrong: no-root, earns 0.3 — d without the root
def score_scale(d_k, std_q, std_k):
    return d_k * std_q * std_k


# %% wrong: variance, earns 0.5 — the variance itself without the root
def score_scale(d_k, std_q, std_k):
    return d_k * std_q ** 2 * std_k ** 2


# %% wrong: stds-rooted, earns 0.3 — root over deviations that were not squared
def score_scale(d_k, std_q, std_k):
    return np.sqrt(d_k * std_q * std_k)


# %% wrong: one-std, earns 0.3 — never reads the deviation of k
def score_scale(d_k, std_q, std_k):
    return np.sqrt(d_k) * std_q


# %% wrong: one-std, earns 0.3 — never reads the deviation of q
def score_scale(d_k, std_q, std_k):
    return np.sqrt(d_k) * std_k


# %% wrong: stds-added, earns 0.2 — mean of the two deviations
def score_scale(d_k, std_q, std_k):
    return np.sqrt(d_k) * (std_q + std_k) / 2


# %% wrong: variances-added, earns 0.2 — adds the two variances instead of multiplying them
def score_scale(d_k, std_q, std_k):
    return np.sqrt(d_k * (std_q ** 2 + std_k ** 2))


# %% wrong: one-std, earns 0.3 — the larger deviation taken twice
def score_scale(d_k, std_q, std_k):
    return np.sqrt(d_k) * max(std_q, std_k) ** 2


# %% wrong: reciprocal, earns 0.5 — returns the factor to multiply by
def score_scale(d_k, std_q, std_k):
    return 1 / (np.sqrt(d_k) * std_q * std_k)


# %% wrong: stds-divided, earns 0.3 — divides root of d by the deviations
def score_scale(d_k, std_q, std_k):
    return np.sqrt(d_k) / (std_q * std_k)


# %% wrong: measured, earns 0.3 — measured on five hundred random vectors
def score_scale(d_k, std_q, std_k):
    rng = np.random.default_rng(0)
    q = rng.normal(0, std_q, (500, int(d_k)))
    k = rng.normal(0, std_k, (500, int(d_k)))
    return (q * k).sum(axis=1).std()


# %% wrong: one-less, earns 0.5 — root of d minus one
def score_scale(d_k, std_q, std_k):
    return np.sqrt(d_k - 1) * std_q * std_k


# %% wrong: unrecognised — root of d plus one
def score_scale(d_k, std_q, std_k):
    return np.sqrt(d_k + 1) * std_q * std_k


# %% wrong: whole-root, earns 0.6 — root of d cut to a whole number
def score_scale(d_k, std_q, std_k):
    return int(d_k ** 0.5) * std_q * std_k


# %% wrong: rounded, earns 0.6 — result rounded to two decimals
def score_scale(d_k, std_q, std_k):
    return round(float(np.sqrt(d_k) * std_q * std_k), 2)


# %% wrong: d_k-forgotten, earns 0.3 — root of d forgotten
def score_scale(d_k, std_q, std_k):
    return std_q * std_k


# %% wrong: one-std, earns 0.3 — takes the deviation of q for both
def score_scale(d_k, std_q, std_k):
    return np.sqrt(d_k) * std_q ** 2


# %% wrong: one-std, earns 0.3 — takes the deviation of k for both
def score_scale(d_k, std_q, std_k):
    return np.sqrt(d_k) * std_k ** 2


# %% wrong: stds-squared, earns 0.3 — only the deviation of k is squared
def score_scale(d_k, std_q, std_k):
    return np.sqrt(d_k) * std_q * std_k ** 2


# %% wrong: unrecognised — a factor two too many in the variance
def score_scale(d_k, std_q, std_k):
    return np.sqrt(2 * d_k) * std_q * std_k


# %% wrong: other-power, earns 0.3 — fourth root of d
def score_scale(d_k, std_q, std_k):
    return d_k ** 0.25 * std_q * std_k


# %% wrong: unrecognised — deviations below one are raised to one
def score_scale(d_k, std_q, std_k):
    return np.sqrt(d_k) * max(std_q, 1) * max(std_k, 1)


# %% wrong: below-1, earns 0.6 — small epsilon under the root
def score_scale(d_k, std_q, std_k):
    return np.sqrt(d_k * std_q ** 2 * std_k ** 2 + 1e-5)


# %% wrong: measured, earns 0.3 — half precision overflows at large deviations
def score_scale(d_k, std_q, std_k):
    with np.errstate(over="ignore"):
        return np.float16(np.float64(np.sqrt(d_k) * std_q * std_k))


# %% wrong: below-1, earns 0.6 — result never below one
def score_scale(d_k, std_q, std_k):
    return max(1.0, float(np.sqrt(d_k) * std_q * std_k))


# %% wrong: unrecognised — mean absolute score instead of its standard deviation
def score_scale(d_k, std_q, std_k):
    return np.sqrt(2 / np.pi) * np.sqrt(d_k) * std_q * std_k


# %% wrong: unrecognised — d capped at five hundred and twelve
def score_scale(d_k, std_q, std_k):
    return np.sqrt(min(d_k, 512)) * std_q * std_k


# %% wrong: unrecognised — deviations cut to whole numbers
def score_scale(d_k, std_q, std_k):
    return np.sqrt(d_k) * int(std_q) * int(std_k)


# %% wrong: stds-rooted, earns 0.3 — k deviation outside the root and q inside
def score_scale(d_k, std_q, std_k):
    return np.sqrt(d_k * std_q) * std_k


# %% wrong: no-root, earns 0.3 — adds the deviations of the products without squaring
def score_scale(d_k, std_q, std_k):
    total = 0
    for _ in range(int(d_k)):
        total += std_q * std_k
    return total


# %% wrong: unrecognised — logarithm of the scale
def score_scale(d_k, std_q, std_k):
    return 0.5 * np.log(d_k) + np.log(std_q) + np.log(std_k)


# %% wrong: unrecognised — always the six of the example
def score_scale(d_k, std_q, std_k):
    return 6.0
