# %% right: formula
def score_scale(d_k, std_q, std_k):
    return np.sqrt(d_k) * std_q * std_k


# %% right: variances first
def score_scale(d_k, std_q, std_k):
    variance_of_a_term = std_q**2 * std_k**2
    variance = d_k * variance_of_a_term
    return variance**0.5


# %% right: torch
def score_scale(d_k, std_q, std_k):
    import torch

    return torch.tensor(std_q * std_k) * torch.tensor(float(d_k)).sqrt()


# %% wrong: stds-forgotten — the paper's scale, the nearest ready-made
def score_scale(d_k, std_q, std_k):
    return np.sqrt(d_k)


# %% wrong: d_k-itself
def score_scale(d_k, std_q, std_k):
    return d_k


# %% wrong: reciprocal, earns 0.5
def score_scale(d_k, std_q, std_k):
    return 1 / (np.sqrt(d_k) * std_q * std_k)


# %% wrong: variance, earns 0.5
def score_scale(d_k, std_q, std_k):
    return d_k * std_q**2 * std_k**2


# %% wrong: no-root, earns 0.3
def score_scale(d_k, std_q, std_k):
    return d_k * std_q * std_k


# %% wrong: one-std, earns 0.3
def score_scale(d_k, std_q, std_k):
    return np.sqrt(d_k) * std_k


# %% wrong: variances-added, earns 0.2 — by their root
def score_scale(d_k, std_q, std_k):
    return np.sqrt(d_k) * np.sqrt(std_q**2 + std_k**2)


# %% wrong: stds-rooted, earns 0.3
def score_scale(d_k, std_q, std_k):
    return np.sqrt(d_k * std_q * std_k)


# %% wrong: stds-squared, earns 0.3
def score_scale(d_k, std_q, std_k):
    return np.sqrt(d_k) * std_q**2 * std_k**2


# %% wrong: unrecognised — a simulation comes near, but no nearer
def score_scale(d_k, std_q, std_k):
    rng = np.random.default_rng(0)
    shape = (2000, min(d_k, 100))
    q, k = std_q * rng.normal(size=shape), std_k * rng.normal(size=shape)
    return (q * k).sum(axis=1).std()


# %% wrong: wrong-shape — the scores divided, not the divisor
def score_scale(d_k, std_q, std_k):
    q, k = std_q * np.ones((3, d_k)), std_k * np.ones((4, d_k))
    return q @ k.T / np.sqrt(d_k)


# %% wrong: measured, earns 0.3
def score_scale(d_k, std_q, std_k):
    random = np.random.default_rng(1)
    query = random.normal(0, std_q, size=(2000, d_k))
    key = random.normal(0, std_k, size=(2000, d_k))
    return (query * key).sum(axis=1).std()


# %% wrong: reciprocal + stds-forgotten — the factor 1/√d_k of the usual code
def score_scale(d_k, std_q, std_k):
    return d_k**-0.5


# %% wrong: reciprocal + no-root, earns 0.15
def score_scale(d_k, std_q, std_k):
    return 1 / (d_k * std_q * std_k)


# %% wrong: reciprocal + one-std, earns 0.15
def score_scale(d_k, std_q, std_k):
    return 1 / (np.sqrt(d_k) * std_q)


# %% wrong: one-std, earns 0.3 — the other one
def score_scale(d_k, std_q, std_k):
    return np.sqrt(d_k) * std_q


# %% wrong: stds-added, earns 0.2 — without a root
def score_scale(d_k, std_q, std_k):
    return np.sqrt(d_k) * (std_q + std_k)


# %% right: textbook product
def score_scale(d_k, std_q, std_k):
    return d_k**0.5 * std_q * std_k


# %% right: root of the summed variances
def score_scale(d_k, std_q, std_k):
    import math

    return math.sqrt(d_k * std_q**2 * std_k**2)


# %% right: numpy 0-d array
def score_scale(d_k, std_q, std_k):
    return np.array(np.sqrt(np.array(d_k, dtype=float)) * np.multiply(std_q, std_k))


# %% right: torch scalar that requires grad
def score_scale(d_k, std_q, std_k):
    import torch

    q = torch.tensor(float(std_q), dtype=torch.float64, requires_grad=True)
    k = torch.tensor(float(std_k), dtype=torch.float64, requires_grad=True)
    return torch.sqrt(torch.tensor(float(d_k), dtype=torch.float64)) * q * k


# %% right: recursion by halves over the number of terms
def score_scale(d_k, std_q, std_k):
    from functools import lru_cache

    @lru_cache(None)
    def variance(n):
        if n == 1:
            return (std_q * std_k) ** 2
        return variance(n // 2) + variance(n - n // 2)

    return variance(int(d_k)) ** 0.5


# %% right: Decimal with 50 digits
def score_scale(d_k, std_q, std_k):
    from decimal import Decimal, getcontext

    getcontext().prec = 50
    return float(Decimal(int(d_k)).sqrt() * Decimal(float(std_q)) * Decimal(float(std_k)))


# %% wrong: d_k-forgotten, earns 0.3
def score_scale(d_k, std_q, std_k):
    return std_q * std_k


# %% wrong: half-power, earns 0.6
def score_scale(d_k, std_q, std_k):
    return d_k**1 / 2 * std_q * std_k


# %% wrong: whole-root, earns 0.6
def score_scale(d_k, std_q, std_k):
    import math

    return math.isqrt(d_k) * std_q * std_k


# %% wrong: one-less, earns 0.5
def score_scale(d_k, std_q, std_k):
    return np.sqrt(d_k - 1) * std_q * std_k


# %% wrong: rounded, earns 0.6 — to two decimals
def score_scale(d_k, std_q, std_k):
    return round(d_k**0.5 * std_q * std_k, 2)


# %% wrong: unrecognised — integer type for the standard deviations
def score_scale(d_k, std_q, std_k):
    stds = np.array([std_q, std_k]).astype(int)
    return np.sqrt(d_k) * stds.prod()


# %% wrong: measured, earns 0.3 — half precision
def score_scale(d_k, std_q, std_k):
    return np.float16(np.sqrt(d_k)) * np.float16(std_q) * np.float16(std_k)


# %% wrong: stds-divided, earns 0.3
def score_scale(d_k, std_q, std_k):
    return d_k**0.5 / (std_q * std_k)


# %% wrong: measured, earns 0.3 — products of random signs, nearly exact
def score_scale(d_k, std_q, std_k):
    random = np.random.default_rng(1)
    products = random.choice([-1.0, 1.0], 5000) * random.choice([-1.0, 1.0], 5000)
    return std_q * std_k * products.std() * np.sqrt(d_k)


# %% wrong: rounded, earns 0.6 — to a whole number
def score_scale(d_k, std_q, std_k):
    return round(np.sqrt(d_k) * std_q * std_k)


# %% wrong: below-1, earns 0.6 — never below 1
def score_scale(d_k, std_q, std_k):
    return max(1.0, np.sqrt(d_k) * std_q * std_k)


# %% wrong: below-1, earns 0.6 — a small number against a division by 0
def score_scale(d_k, std_q, std_k):
    return np.sqrt(d_k * std_q**2 * std_k**2 + 1e-6)


# %% wrong: fixed-width, earns 0.3 — the heads of BERT
def score_scale(d_k, std_q, std_k):
    return 8 * std_q * std_k


# %% wrong: other-power, earns 0.3 — the cube root
def score_scale(d_k, std_q, std_k):
    return d_k ** (1 / 3) * std_q * std_k


# %% wrong: unrecognised — the width is at most 512
def score_scale(d_k, std_q, std_k):
    return np.sqrt(min(d_k, 512)) * std_q * std_k
