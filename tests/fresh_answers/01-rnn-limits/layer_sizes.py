# %% right: upside down floor division
def layer_sizes(n, d, k):
    layers = -(-(n - 1) // (k - 1))
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": (n * d) ** 2 + n * d,
        "recurrent": 2 * d * d + d,
    }


# %% right: while loop grows the reach
def layer_sizes(n, d, k):
    layers, seen = 0, 1
    convolution = 0
    while seen < n:
        seen += k - 1
        layers += 1
        convolution += k * d * d + d
    return dict(layers=layers, convolution=convolution, dense=n * d * (n * d + 1), recurrent=d * (2 * d + 1))


# %% right: math ceil of a quotient
def layer_sizes(n, d, k):
    import math

    layers = math.ceil((n - 1) / (k - 1))
    weights = layers * k * d**2
    biases = layers * d
    return {
        "layers": layers,
        "convolution": weights + biases,
        "dense": n**2 * d**2 + n * d,
        "recurrent": d**2 + d**2 + d,
    }


# %% right: numpy ceil with floats returned
def layer_sizes(n, d, k):
    layers = float(np.ceil((n - 1) / (k - 1)))
    return {
        "layers": layers,
        "convolution": layers * float(k * d * d + d),
        "dense": float(n * d) * float(n * d) + float(n * d),
        "recurrent": 2.0 * d * d + d,
    }


# %% right: divmod with one more for a remainder
def layer_sizes(n, d, k):
    whole, rest = divmod(n - 1, k - 1)
    layers = whole + (1 if rest else 0)

    def affine(a, b):
        return a * b + b

    return {
        "layers": layers,
        "convolution": layers * affine(k * d, d),
        "dense": affine(n * d, n * d),
        "recurrent": affine(2 * d, d),
    }


# %% right: last bridged step plus one
def layer_sizes(n, d, k):
    layers = (n - 2) // (k - 1) + 1
    one = k * d * d + d
    flat = n * d
    return {"layers": layers, "convolution": layers * one, "dense": flat * flat + flat, "recurrent": d * d * 2 + d}


# %% right: add before the floor division
def layer_sizes(n, d, k):
    layers = (n + k - 3) // (k - 1)
    result = {}
    result["layers"] = int(layers)
    result["convolution"] = int(layers) * d * (k * d + 1)
    result["dense"] = n * d + n * d * n * d
    result["recurrent"] = d + 2 * d * d
    return result


# %% right: spreads a mark through stacked layers
def layer_sizes(n, d, k):
    depends = np.zeros(n, dtype=bool)
    depends[0] = True
    layers = 0
    while not depends[-1]:
        after = depends.copy()
        for o in range(1, min(k, n)):
            after[o:] |= depends[:-o]
        depends = after
        layers += 1
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": (n * d) * (n * d) + (n * d),
        "recurrent": 2 * d**2 + d,
    }


# %% right: lists the shapes and sums their sizes
def layer_sizes(n, d, k):
    import math

    def count(shapes):
        return sum(math.prod(shape) for shape in shapes)

    layers = next(L for L in range(1, n + 1) if L * (k - 1) >= n - 1)
    return {
        "layers": layers,
        "convolution": count([(k, d, d), (d,)] * layers),
        "dense": count([(n * d, n * d), (n * d,)]),
        "recurrent": count([(d, d), (d, d), (d,)]),
    }


# %% right: torch modules on the meta device
def layer_sizes(n, d, k):
    import torch

    def count(module):
        return sum(p.numel() for p in module.parameters())

    layers = -((1 - n) // (k - 1))
    convolution = torch.nn.Conv1d(d, d, k, device="meta")
    dense = torch.nn.Linear(n * d, n * d, device="meta")
    cell = torch.nn.RNNCell(d, d, device="meta")
    return {
        "layers": layers,
        "convolution": layers * count(convolution),
        "dense": count(dense),
        "recurrent": count(cell) - cell.bias_hh.numel(),
    }


# %% right: binary search for the depth
def layer_sizes(n, d, k):
    low, high = 0, n
    while high - low > 1:
        middle = (low + high) // 2
        if 1 + middle * (k - 1) >= n:
            high = middle
        else:
            low = middle
    return {
        "layers": high,
        "convolution": high * k * d * d + high * d,
        "dense": (n * d + 1) * n * d,
        "recurrent": (2 * d + 1) * d,
    }


# %% right: fractions rounded up
def layer_sizes(n, d, k):
    import math
    from fractions import Fraction

    layers = math.ceil(Fraction(n - 1, k - 1))
    return {
        "layers": layers,
        "convolution": sum(k * d * d + d for _ in range(layers)),
        "dense": pow(n * d, 2) + n * d,
        "recurrent": 2 * pow(d, 2) + d,
    }


# %% right: walks back from the last item
def layer_sizes(n, d, k):
    earliest, layers = n - 1, 0
    while earliest > 0:
        earliest = max(0, earliest - (k - 1))
        layers += 1
    return {
        "layers": layers,
        "convolution": layers * (d * (k * d) + d),
        "dense": sum(n * d + 1 for _ in range(n)) * d,
        "recurrent": d * d + d * d + d,
    }


# %% right: length of a stepped range
def layer_sizes(n, d, k):
    layers = len(range(0, n - 1, k - 1))
    return {
        "layers": layers,
        "convolution": layers * (k * d + 1) * d,
        "dense": (n * d) ** 2 + n * d,
        "recurrent": (d + d + 1) * d,
    }


# %% wrong: one-too-few + other-height, earns 0.75 — layers rounded down
def layer_sizes(n, d, k):
    layers = (n - 1) // (k - 1)
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": (n * d) ** 2 + n * d,
        "recurrent": 2 * d * d + d,
    }


# %% wrong: one-too-few + other-height, earns 0.75 — layers rounded down but at least one
def layer_sizes(n, d, k):
    layers = max(1, (n - 1) // (k - 1))
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": (n * d) ** 2 + n * d,
        "recurrent": 2 * d * d + d,
    }


# %% wrong: one-too-few + other-height, earns 0.75 — layers rounded to nearest
def layer_sizes(n, d, k):
    layers = max(1, round((n - 1) / (k - 1)))
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": (n * d) ** 2 + n * d,
        "recurrent": 2 * d * d + d,
    }


# %% wrong: not-whole, earns 0.75 — layers left as a fraction
def layer_sizes(n, d, k):
    layers = (n - 1) / (k - 1)
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": (n * d) ** 2 + n * d,
        "recurrent": 2 * d * d + d,
    }


# %% wrong: k-each + other-height, earns 0.75 — ceil of n over k
def layer_sizes(n, d, k):
    layers = -(-n // k)
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": (n * d) ** 2 + n * d,
        "recurrent": 2 * d * d + d,
    }


# %% wrong: one-too-many + other-height, earns 0.75 — n steps instead of n minus one
def layer_sizes(n, d, k):
    layers = -(-n // (k - 1))
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": (n * d) ** 2 + n * d,
        "recurrent": 2 * d * d + d,
    }


# %% wrong: k-each + other-height, earns 0.75 — a layer bridges k steps
def layer_sizes(n, d, k):
    layers = -(-(n - 1) // k)
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": (n * d) ** 2 + n * d,
        "recurrent": 2 * d * d + d,
    }


# %% wrong: one-too-many + other-height, earns 0.75 — one layer too many when it divides
def layer_sizes(n, d, k):
    layers = (n - 1) // (k - 1) + 1
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": (n * d) ** 2 + n * d,
        "recurrent": 2 * d * d + d,
    }


# %% wrong: one-too-many + other-height, earns 0.75 — while loop runs until reach exceeds n
def layer_sizes(n, d, k):
    layers, seen = 0, 1
    while seen <= n:
        seen += k - 1
        layers += 1
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": (n * d) ** 2 + n * d,
        "recurrent": 2 * d * d + d,
    }


# %% wrong: half-kernel + other-height, earns 0.75 — centred kernel that reaches half as far
def layer_sizes(n, d, k):
    reach = max(1, (k - 1) // 2)
    layers = -(-(n - 1) // reach)
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": (n * d) ** 2 + n * d,
        "recurrent": 2 * d * d + d,
    }


# %% wrong: dilated + other-height, earns 0.6875 — dilated stack with logarithmic depth
def layer_sizes(n, d, k):
    layers, seen = 0, 1
    while seen < n:
        seen *= k
        layers += 1
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": (n * d) ** 2 + n * d,
        "recurrent": 2 * d * d + d,
    }


# %% wrong: one-too-few + other-height, earns 0.75 — ceil applied after a floor division
def layer_sizes(n, d, k):
    layers = int(np.ceil((n - 1) // (k - 1)))
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
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


# %% wrong: one-layer, earns 0.875 — convolution counts one layer only
def layer_sizes(n, d, k):
    layers = -(-(n - 1) // (k - 1))
    return {
        "layers": layers,
        "convolution": k * d * d + d,
        "dense": (n * d) ** 2 + n * d,
        "recurrent": 2 * d * d + d,
    }


# %% wrong: biases, earns 0.875 — convolution without biases
def layer_sizes(n, d, k):
    layers = -(-(n - 1) // (k - 1))
    return {
        "layers": layers,
        "convolution": layers * k * d * d,
        "dense": (n * d) ** 2 + n * d,
        "recurrent": 2 * d * d + d,
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


# %% wrong: biases, earns 0.875 — a bias for each kernel position
def layer_sizes(n, d, k):
    layers = -(-(n - 1) // (k - 1))
    return {
        "layers": layers,
        "convolution": layers * k * (d * d + d),
        "dense": (n * d) ** 2 + n * d,
        "recurrent": 2 * d * d + d,
    }


# %% wrong: biases, earns 0.875 — bias of a layer is one number
def layer_sizes(n, d, k):
    layers = -(-(n - 1) // (k - 1))
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + 1),
        "dense": (n * d) ** 2 + n * d,
        "recurrent": 2 * d * d + d,
    }


# %% wrong: width-forgotten, earns 0.8125 — depthwise kernel with a vector per position
def layer_sizes(n, d, k):
    layers = -(-(n - 1) // (k - 1))
    return {
        "layers": layers,
        "convolution": layers * (k * d + d),
        "dense": (n * d) ** 2 + n * d,
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


# %% wrong: unrecognised, earns 0.75 — kernel cut to n positions in the count
def layer_sizes(n, d, k):
    layers = -(-(n - 1) // (k - 1))
    k = min(k, n)
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": (n * d) ** 2 + n * d,
        "recurrent": 2 * d * d + d,
    }


# %% wrong: once-for-each, earns 0.8125 — convolution weights counted at all n positions
def layer_sizes(n, d, k):
    layers = -(-(n - 1) // (k - 1))
    return {
        "layers": layers,
        "convolution": layers * n * (k * d * d + d),
        "dense": (n * d) ** 2 + n * d,
        "recurrent": 2 * d * d + d,
    }


# %% wrong: unrecognised, earns 0.5 — twice d written for d squared
def layer_sizes(n, d, k):
    layers = -(-(n - 1) // (k - 1))
    return {
        "layers": layers,
        "convolution": layers * (k * d * 2 + d),
        "dense": (n * d) ** 2 + n * d,
        "recurrent": 2 * d * 2 + d,
    }


# %% wrong: biases, earns 0.875 — dense layer without biases
def layer_sizes(n, d, k):
    layers = -(-(n - 1) // (k - 1))
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": (n * d) ** 2,
        "recurrent": 2 * d * d + d,
    }


# %% wrong: biases, earns 0.875 — dense layer with d biases
def layer_sizes(n, d, k):
    layers = -(-(n - 1) // (k - 1))
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": (n * d) ** 2 + d,
        "recurrent": 2 * d * d + d,
    }


# %% wrong: biases, earns 0.875 — dense layer with n biases
def layer_sizes(n, d, k):
    layers = -(-(n - 1) // (k - 1))
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": n * n * d * d + n,
        "recurrent": 2 * d * d + d,
    }


# %% wrong: length-forgotten, earns 0.8125 — dense layer squares d but not n
def layer_sizes(n, d, k):
    layers = -(-(n - 1) // (k - 1))
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": n * d**2 + n * d,
        "recurrent": 2 * d * d + d,
    }


# %% wrong: length-forgotten, earns 0.8125 — dense layer to the last output only
def layer_sizes(n, d, k):
    layers = -(-(n - 1) // (k - 1))
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": n * d * d + d,
        "recurrent": 2 * d * d + d,
    }


# %% wrong: unrecognised, earns 0.75 — dense layer causal without future items
def layer_sizes(n, d, k):
    layers = -(-(n - 1) // (k - 1))
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": n * (n + 1) // 2 * d * d + n * d,
        "recurrent": 2 * d * d + d,
    }


# %% wrong: integer-overflow, earns 0.925 — dense count wraps around in 32 bits
def layer_sizes(n, d, k):
    layers = -(-(n - 1) // (k - 1))
    with np.errstate(all="ignore"):
        flat = np.array([n * d], dtype=np.int32)
        dense = int((flat * flat + flat)[0])
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": dense,
        "recurrent": 2 * d * d + d,
    }


# %% wrong: two-biases, earns 0.875 — recurrent network with two biases
def layer_sizes(n, d, k):
    layers = -(-(n - 1) // (k - 1))
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": (n * d) ** 2 + n * d,
        "recurrent": 2 * (d * d + d),
    }


# %% wrong: two-biases, earns 0.875 — torch cell counted with both its biases
def layer_sizes(n, d, k):
    import torch

    layers = -(-(n - 1) // (k - 1))
    cell = torch.nn.RNNCell(d, d, device="meta")
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": (n * d) ** 2 + n * d,
        "recurrent": sum(p.numel() for p in cell.parameters()),
    }


# %% wrong: biases, earns 0.875 — recurrent network without bias
def layer_sizes(n, d, k):
    layers = -(-(n - 1) // (k - 1))
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": (n * d) ** 2 + n * d,
        "recurrent": 2 * d * d,
    }


# %% wrong: matrix-forgotten, earns 0.8125 — recurrent network with one matrix only
def layer_sizes(n, d, k):
    layers = -(-(n - 1) // (k - 1))
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": (n * d) ** 2 + n * d,
        "recurrent": d * d + d,
    }


# %% wrong: once-for-each, earns 0.875 — recurrent parameters counted once a step
def layer_sizes(n, d, k):
    layers = -(-(n - 1) // (k - 1))
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": (n * d) ** 2 + n * d,
        "recurrent": n * (2 * d * d + d),
    }


# %% wrong: unrecognised, earns 0.75 — recurrent matrix from two d to two d
def layer_sizes(n, d, k):
    layers = -(-(n - 1) // (k - 1))
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": (n * d) ** 2 + n * d,
        "recurrent": (2 * d) ** 2 + d,
    }


# %% wrong: unrecognised, earns 0.75 — recurrent network counted as an LSTM
def layer_sizes(n, d, k):
    layers = -(-(n - 1) // (k - 1))
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": (n * d) ** 2 + n * d,
        "recurrent": 4 * (2 * d * d + d),
    }


# %% wrong: biases, earns 0.625 — no biases anywhere
def layer_sizes(n, d, k):
    layers = -(-(n - 1) // (k - 1))
    return {
        "layers": layers,
        "convolution": layers * k * d * d,
        "dense": (n * d) ** 2,
        "recurrent": 2 * d * d,
    }


# %% wrong: unrecognised, earns 0.5 — dense and recurrent swapped
def layer_sizes(n, d, k):
    layers = -(-(n - 1) // (k - 1))
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": 2 * d * d + d,
        "recurrent": (n * d) ** 2 + n * d,
    }


# %% wrong: one-too-few + other-height, earns 0.75 — no layer needed when the kernel covers all
def layer_sizes(n, d, k):
    layers = 0 if k > n else -(-(n - 1) // (k - 1))
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": (n * d) ** 2 + n * d,
        "recurrent": 2 * d * d + d,
    }


# %% wrong: one-too-many + other-height, earns 0.75 — extra layer whenever k is even
def layer_sizes(n, d, k):
    layers = -(-(n - 1) // (k - 1)) + (1 - k % 2)
    return {
        "layers": layers,
        "convolution": layers * (k * d * d + d),
        "dense": (n * d) ** 2 + n * d,
        "recurrent": 2 * d * d + d,
    }


# %% wrong: unrecognised — numbers of the example for every input
def layer_sizes(n, d, k):
    return {"layers": 3, "convolution": 42, "dense": 210, "recurrent": 10}
