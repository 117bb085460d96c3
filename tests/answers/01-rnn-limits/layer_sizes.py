# %% right: formulas
def layer_sizes(n, d, k):
    layers = -(-(n - 1) // (k - 1))
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": (n * d) ** 2 + n * d,
        "recurrent": 2 * d * d + d,
    }


# %% right: layer by layer
def layer_sizes(n, d, k):
    seen, layers = 1, 0
    while seen < n:
        seen += k - 1
        layers += 1
    kernel = sum(d * d for _ in range(k))
    return {
        "recurrent": d * d + d * d + d,
        "dense": n * d * (n * d + 1),
        "convolution": float(layers * (kernel + d)),
        "layers": layers,
    }


# %% right: torch counts
def layer_sizes(n, d, k):
    import math

    from torch import nn

    def size(layer):
        return sum(p.numel() for p in layer.parameters())

    layers = math.ceil((n - 1) / (k - 1))
    return {
        "layers": layers,
        "convolution": layers * size(nn.Conv1d(d, d, k, device="meta")),
        "dense": size(nn.Linear(n * d, n * d, device="meta")),
        "recurrent": size(nn.Linear(d, d, device="meta"))
        + size(nn.Linear(d, d, bias=False, device="meta")),
    }


# %% right: numpy's ceil and a Counter
def layer_sizes(n, d, k):
    from collections import Counter

    counts = Counter(layers=int(np.ceil((n - 1) / (k - 1))))
    counts["convolution"] = counts["layers"] * d * (k * d + 1)
    counts["dense"] += (n * d + 1) * n * d
    counts["recurrent"] += d * (2 * d + 1)
    return counts


# %% wrong: two-biases, earns 0.875 — torch's own cell, the nearest ready-made
def layer_sizes(n, d, k):
    from torch import nn

    def size(layer):
        return sum(p.numel() for p in layer.parameters())

    layers = -(-(n - 1) // (k - 1))
    return {
        "layers": layers,
        "convolution": layers * size(nn.Conv1d(d, d, k, device="meta")),
        "dense": size(nn.Linear(n * d, n * d, device="meta")),
        "recurrent": size(nn.RNN(d, d, device="meta")),
    }


# %% wrong: k-each + other-height, earns 0.75
def layer_sizes(n, d, k):
    layers = -(-n // k)
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": (n * d) ** 2 + n * d,
        "recurrent": 2 * d * d + d,
    }


# %% wrong: half-kernel + one-layer, earns 0.75
def layer_sizes(n, d, k):
    return {
        "layers": -(-2 * (n - 1) // (k - 1)),
        "convolution": k * d * d + d,
        "dense": (n * d) ** 2 + n * d,
        "recurrent": 2 * d * d + d,
    }


# %% wrong: not-whole, earns 0.75
def layer_sizes(n, d, k):
    layers = (n - 1) / (k - 1)
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": (n * d) ** 2 + n * d,
        "recurrent": 2 * d * d + d,
    }


# %% wrong: one-too-few + other-height, earns 0.75 — rounded down; one layer at least
def layer_sizes(n, d, k):
    layers = max(1, (n - 1) // (k - 1))
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": (n * d) ** 2 + n * d,
        "recurrent": 2 * d * d + d,
    }


# %% wrong: one-too-few + other-height, earns 0.75 — rounded down to 0 where k is above n
def layer_sizes(n, d, k):
    layers = (n - 1) // (k - 1)
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": (n * d) ** 2 + n * d,
        "recurrent": 2 * d * d + d,
    }


# %% wrong: one-too-many + other-height, earns 0.75 — always one more than rounded down
def layer_sizes(n, d, k):
    layers = (n - 1) // (k - 1) + 1
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": (n * d) ** 2 + n * d,
        "recurrent": 2 * d * d + d,
    }


# %% wrong: one-too-many, earns 0.875 — n positions to bridge
def layer_sizes(n, d, k):
    layers = -(-(n - 1) // (k - 1))
    return {
        "layers": -(-n // (k - 1)),
        "convolution": layers * (k * d * d + d),
        "dense": (n * d) ** 2 + n * d,
        "recurrent": 2 * d * d + d,
    }


# %% wrong: dilated + one-layer, earns 0.6875
def layer_sizes(n, d, k):
    import math

    return {
        "layers": math.ceil(math.log(n) / math.log(k)),
        "convolution": k * d * d + d,
        "dense": (n * d) ** 2 + n * d,
        "recurrent": 2 * d * d + d,
    }


# %% wrong: biases, earns 0.625
def layer_sizes(n, d, k):
    layers = -(-(n - 1) // (k - 1))
    return {
        "layers": layers,
        "convolution": layers * k * d * d,
        "dense": (n * d) ** 2,
        "recurrent": 2 * d * d,
    }


# %% wrong: width-forgotten, earns 0.625
def layer_sizes(n, d, k):
    layers = -(-(n - 1) // (k - 1))
    return {
        "layers": layers,
        "convolution": layers * (k * d + d),
        "dense": n**2 * d + n * d,
        "recurrent": 2 * d * d + d,
    }


# %% wrong: length-forgotten + matrix-forgotten, earns 0.625
def layer_sizes(n, d, k):
    layers = -(-(n - 1) // (k - 1))
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": d * d + d,
        "recurrent": d * d + d,
    }


# %% wrong: once-for-each, earns 0.6875 — as if weights were not shared
def layer_sizes(n, d, k):
    return {
        "layers": -(-(n - 1) // (k - 1)),
        "convolution": n * (k * d * d + d),
        "dense": (n * d) ** 2 + n * d,
        "recurrent": n * (2 * d * d + d),
    }


# %% wrong: integer-overflow, earns 0.85
def layer_sizes(n, d, k):
    n, d, k = (np.int32(size) for size in (n, d, k))
    with np.errstate(all="ignore"):
        layers = -(-(n - 1) // (k - 1))
        return {
            "layers": layers,
            "convolution": layers * (k * d * d + d),
            "dense": (n * d) ** 2 + n * d,
            "recurrent": 2 * d * d + d,
        }


# %% wrong: rounded, earns 0.85
def layer_sizes(n, d, k):
    n, d, k = (np.float32(size) for size in (n, d, k))
    layers = np.ceil((n - 1) / (k - 1))
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": (n * d) * (n * d + 1),
        "recurrent": 2 * d * d + d,
    }


# %% wrong: not-a-dictionary
def layer_sizes(n, d, k):
    layers = -(-(n - 1) // (k - 1))
    return layers, layers * (k * d * d + d), (n * d) ** 2 + n * d, 2 * d * d + d


# %% wrong: unrecognised — hard-coded example
def layer_sizes(n, d, k):
    return {"layers": 3, "convolution": 42, "dense": 210, "recurrent": 10}


# %% wrong: raised, earns 0.5 — real weights, where memory ends at some size
def layer_sizes(n, d, k):
    if n * d > 5000:
        raise MemoryError(f"cannot allocate {4 * (n * d) ** 2} bytes")
    layers = -(-(n - 1) // (k - 1))
    return {
        "layers": layers,
        "convolution": layers * (np.empty((k, d, d)).size + d),
        "dense": np.empty((n * d, n * d)).size + n * d,
        "recurrent": 2 * d * d + d,
    }


# %% right: items that reach the last output
def layer_sizes(n, d, k):
    layers, first = 0, n - 1
    while first > 0:
        first = max(0, first - (k - 1))
        layers += 1
    weights = np.prod([k, d, d], dtype=np.int64)
    return {
        "layers": np.int64(layers),
        "convolution": layers * weights + layers * d,
        "dense": n**2 * d**2 + n * d,
        "recurrent": np.float64(2 * d**2 + d),
    }


# %% wrong: biases, earns 0.875 — one bias for the whole stack
def layer_sizes(n, d, k):
    layers = -(-(n - 1) // (k - 1))
    return {
        "layers": layers,
        "convolution": layers * k * d * d + d,
        "dense": (n * d) ** 2 + n * d,
        "recurrent": 2 * d * d + d,
    }


# %% wrong: one-too-few + bias-and-height, earns 0.6875 — rounded down, and b as one number
def layer_sizes(n, d, k):
    layers = (n - 1) // (k - 1)
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + 1),
        "dense": (n * d) * (n * d + 1),
        "recurrent": 2 * d * d + d,
    }


# %% wrong: biases, earns 0.875 — one for each matrix of the kernel
def layer_sizes(n, d, k):
    layers = -(-(n - 1) // (k - 1))
    return {
        "layers": layers,
        "convolution": layers * k * (d * d + d),
        "dense": (n * d) * (n * d + 1),
        "recurrent": 2 * d * d + d,
    }


# %% wrong: one-too-few + other-height, earns 0.75 — the first layer is not counted
def layer_sizes(n, d, k):
    layers, seen = 0, k
    while seen < n:
        layers, seen = layers + 1, seen + k - 1
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": (n * d) * (n * d + 1),
        "recurrent": 2 * d * d + d,
    }


# %% wrong: unrecognised, earns 0.75 — as many parameters as positions where items are numbers
def layer_sizes(n, d, k):
    layers = -(-(n - 1) // (k - 1))
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d) if d > 1 else (k + 1) * n,
        "dense": (n * d) * (n * d + 1),
        "recurrent": 2 * d * d + d,
    }


# %% wrong: kernel-forgotten, earns 0.8125 — kernel size forgotten in convolution weights
def layer_sizes(n, d, k):
    layers = -(-(n - 1) // (k - 1))
    return {
        "layers": layers,
        "convolution": layers * (d * d + d),
        "dense": (n * d) ** 2 + n * d,
        "recurrent": 2 * d * d + d,
    }


# %% wrong: other-height, earns 0.875 — layers right but convolution uses floored depth
def layer_sizes(n, d, k):
    layers = -(-(n - 1) // (k - 1))
    return {
        "layers": layers,
        "convolution": (n - 1) // (k - 1) * (k * d * d + d),
        "dense": (n * d) ** 2 + n * d,
        "recurrent": 2 * d * d + d,
    }
