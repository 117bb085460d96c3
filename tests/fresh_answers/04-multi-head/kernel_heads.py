# %% right: clipped indices and rows of the identity
def kernel_heads(kernel, n):
    c_out, c_in, _ = kernel.shape
    t = np.arange(n)
    A = np.stack([np.eye(n)[np.clip(t + s - 1, 0, n - 1)] for s in range(3)])
    W_O = np.concatenate([kernel[:, :, s].T for s in range(3)], axis=0)
    return A, W_O


# %% right: loops over heads and positions
def kernel_heads(kernel, n):
    c_out, c_in, width = kernel.shape
    A = np.zeros((3, n, n))
    W_O = np.zeros((3 * c_in, c_out))
    for s in range(3):
        for t in range(n):
            A[s, t, min(n - 1, max(0, t + s - 1))] = 1
        for a in range(c_in):
            for b in range(c_out):
                W_O[s * c_in + a, b] = kernel[b, a, s]
    return A, W_O


# %% right: shifted identities with the corners set
def kernel_heads(kernel, n):
    left = np.eye(n, k=-1)
    left[0, 0] = 1
    right = np.eye(n, k=1)
    right[-1, -1] = 1
    A = np.array([left, np.eye(n), right])
    return A, kernel.transpose(2, 1, 0).reshape(-1, kernel.shape[0])


# %% right: identity padded with its border and cut three times
def kernel_heads(kernel, n):
    P = np.pad(np.eye(n), ((1, 1), (0, 0)), mode="edge")
    A = np.stack([P[0:n], P[1:n + 1], P[2:n + 2]])
    W_O = np.vstack([np.transpose(kernel[..., s]) for s in (0, 1, 2)])
    return A, W_O


# %% right: torch one hot and permute
def kernel_heads(kernel, n):
    import torch
    import torch.nn.functional as F
    w = torch.tensor(kernel, dtype=torch.float64)
    t = torch.arange(n)
    A = torch.stack([F.one_hot((t + s).clamp(0, n - 1), n) for s in (-1, 0, 1)]).double()
    return A, w.permute(2, 1, 0).flatten(0, 1)


# %% right: softmax of very large scores
def kernel_heads(kernel, n):
    c_out, c_in, _ = kernel.shape
    t = np.arange(n)
    A = []
    for s in (-1, 0, 1):
        target = np.clip(t + s, 0, n - 1)
        scores = -1e5 * (t[None, :] - target[:, None]) ** 2
        e = np.exp(scores - scores.max(axis=1, keepdims=True))
        A.append(e / e.sum(axis=1, keepdims=True))
    return np.array(A), np.einsum("oic->cio", kernel).reshape(3 * c_in, c_out)


# %% right: heads in another order with their blocks
def kernel_heads(kernel, n):
    t = np.arange(n)
    E = np.eye(n)
    A = np.stack([E, E[np.minimum(t + 1, n - 1)], E[np.maximum(t - 1, 0)]])
    W_O = np.vstack([kernel[:, :, 1].T, kernel[:, :, 2].T, kernel[:, :, 0].T])
    return A, W_O


# %% right: middle head mixes left neighbour and itself
def kernel_heads(kernel, n):
    t = np.arange(n)
    E = np.eye(n)
    L, R = E[np.maximum(t - 1, 0)], E[np.minimum(t + 1, n - 1)]
    A = np.stack([L, (L + E) / 2, R])
    w0, w1, w2 = kernel[:, :, 0].T, kernel[:, :, 1].T, kernel[:, :, 2].T
    return A, np.concatenate([w0 - w1, 2 * w1, w2])


# %% right: comparison of tables of indices
def kernel_heads(kernel, n):
    rows = np.arange(n)[:, None]
    columns = np.arange(n)[None, :]
    A = np.empty((3, n, n))
    A[0] = columns == np.where(rows == 0, 0, rows - 1)
    A[1] = columns == rows
    A[2] = columns == np.where(rows == n - 1, rows, rows + 1)
    W_O = np.moveaxis(kernel, [2, 1, 0], [0, 1, 2])
    return A, W_O.reshape(W_O.shape[0] * W_O.shape[1], W_O.shape[2])


# %% right: filled by put along axis
def kernel_heads(kernel, n):
    index = np.clip(np.arange(n)[None, :] + np.array([[-1], [0], [1]]), 0, n - 1)
    A = np.zeros((3, n, n))
    np.put_along_axis(A, index[:, :, None], 1.0, axis=2)
    W_O = np.block([[kernel[:, :, 0], kernel[:, :, 1], kernel[:, :, 2]]]).T
    return A, W_O


# %% right: output matrix found by least squares
def kernel_heads(kernel, n):
    c_out, c_in, _ = kernel.shape
    t = np.arange(n)
    A = np.stack([np.eye(n)[np.clip(t + s, 0, n - 1)] for s in (-1, 0, 1)])
    rng = np.random.default_rng(0)
    inputs, outputs = [], []
    for _ in range(4 * c_in + 10):
        X = rng.normal(size=(n, c_in))
        B = np.pad(X, ((1, 1), (0, 0)), mode="edge")
        inputs.append(np.hstack(list(A @ X)))
        outputs.append(sum(B[s:s + n] @ kernel[:, :, s].T for s in range(3)))
    W_O = np.linalg.lstsq(np.vstack(inputs), np.vstack(outputs), rcond=None)[0]
    return A, W_O


# %% right: a list of two torch tensors
def kernel_heads(kernel, n):
    import torch
    w = torch.tensor(kernel, dtype=torch.float64)
    eye = torch.eye(n, dtype=torch.float64)
    left = torch.cat([eye[:1], eye[:-1]])
    right = torch.cat([eye[1:], eye[-1:]])
    return [torch.stack([left, eye, right]), torch.cat([w[:, :, 0].T, w[:, :, 1].T, w[:, :, 2].T])]


# %% wrong: border-empty, earns 0.6 — zeros beyond the border
def kernel_heads(kernel, n):
    A = np.stack([np.eye(n, k=-1), np.eye(n), np.eye(n, k=1)])
    return A, np.vstack([kernel[:, :, s].T for s in range(3)])


# %% wrong: wrapped, earns 0.6 — border wraps around by roll
def kernel_heads(kernel, n):
    E = np.eye(n)
    A = np.stack([np.roll(E, 1, axis=0), E, np.roll(E, -1, axis=0)])
    return A, np.vstack([kernel[:, :, s].T for s in range(3)])


# %% wrong: mirrored, earns 0.6 — border reflected so that the edge is left out
def kernel_heads(kernel, n):
    t = np.arange(n)
    left = np.abs(t - 1)
    right = (n - 1) - np.abs((n - 1) - (t + 1))
    E = np.eye(n)
    A = np.stack([E[np.clip(left, 0, n - 1)], E, E[np.clip(right, 0, n - 1)]])
    return A, np.vstack([kernel[:, :, s].T for s in range(3)])


# %% wrong: wrapped-once, earns 0.7 — left repeated but right wraps around
def kernel_heads(kernel, n):
    t = np.arange(n)
    E = np.eye(n)
    A = np.stack([E[np.maximum(t - 1, 0)], E, E[(t + 1) % n]])
    return A, np.vstack([kernel[:, :, s].T for s in range(3)])


# %% wrong: wrapped-once, earns 0.7 — right repeated but left index minus one wraps
def kernel_heads(kernel, n):
    t = np.arange(n)
    E = np.eye(n)
    A = np.stack([E[t - 1], E, E[np.minimum(t + 1, n - 1)]])
    return A, np.vstack([kernel[:, :, s].T for s in range(3)])


# %% wrong: one-border-empty, earns 0.7 — last row of the right head stays zero
def kernel_heads(kernel, n):
    A = np.zeros((3, n, n))
    for t in range(n):
        A[0, t, max(t - 1, 0)] = 1
        A[1, t, t] = 1
        if t + 1 < n:
            A[2, t, t + 1] = 1
    return A, np.vstack([kernel[:, :, s].T for s in range(3)])


# %% wrong: reversed, earns 0.5 — kernel flipped as in mathematics
def kernel_heads(kernel, n):
    t = np.arange(n)
    A = np.stack([np.eye(n)[np.clip(t + s, 0, n - 1)] for s in (-1, 0, 1)])
    return A, np.vstack([kernel[:, :, 2 - s].T for s in range(3)])


# %% wrong: reversed, earns 0.5 — left and right heads exchanged
def kernel_heads(kernel, n):
    t = np.arange(n)
    A = np.stack([np.eye(n)[np.clip(t - s, 0, n - 1)] for s in (-1, 0, 1)])
    return A, np.vstack([kernel[:, :, s].T for s in range(3)])


# %% wrong: weights-transposed, earns 0.5 — weights of each head transposed
def kernel_heads(kernel, n):
    t = np.arange(n)
    A = np.stack([np.eye(n)[:, np.clip(t + s, 0, n - 1)] for s in (-1, 0, 1)])
    return A, np.vstack([kernel[:, :, s].T for s in range(3)])


# %% wrong: blocks-not-transposed, earns 0.5 — blocks not transposed
def kernel_heads(kernel, n):
    t = np.arange(n)
    A = np.stack([np.eye(n)[np.clip(t + s, 0, n - 1)] for s in (-1, 0, 1)])
    return A, np.vstack([kernel[:, :, s] for s in range(3)])


# %% wrong: reshaped, earns 0.5 — kernel reshaped without any transpose
def kernel_heads(kernel, n):
    c_out, c_in, _ = kernel.shape
    t = np.arange(n)
    A = np.stack([np.eye(n)[np.clip(t + s, 0, n - 1)] for s in (-1, 0, 1)])
    return A, kernel.reshape(3 * c_in, c_out)


# %% wrong: blocks-not-transposed, earns 0.5 — blocks reshaped to fit instead of transposed
def kernel_heads(kernel, n):
    c_out, c_in, _ = kernel.shape
    t = np.arange(n)
    A = np.stack([np.eye(n)[np.clip(t + s, 0, n - 1)] for s in (-1, 0, 1)])
    return A, kernel.transpose(2, 0, 1).reshape(3 * c_in, c_out)


# %% wrong: dealt-out, earns 0.5 — rows of W O ordered by channel before place
def kernel_heads(kernel, n):
    c_out, c_in, _ = kernel.shape
    t = np.arange(n)
    A = np.stack([np.eye(n)[np.clip(t + s, 0, n - 1)] for s in (-1, 0, 1)])
    return A, kernel.transpose(1, 2, 0).reshape(3 * c_in, c_out)


# %% wrong: wrong-order, earns 0.8 — the two arrays in the other order
def kernel_heads(kernel, n):
    t = np.arange(n)
    A = np.stack([np.eye(n)[np.clip(t + s, 0, n - 1)] for s in (-1, 0, 1)])
    return np.vstack([kernel[:, :, s].T for s in range(3)]), A


# %% wrong: unrecognised — every head averages the three neighbours
def kernel_heads(kernel, n):
    t = np.arange(n)
    L, S, R = (np.eye(n)[np.clip(t + s, 0, n - 1)] for s in (-1, 0, 1))
    mean = (L + S + R) / 3
    return np.stack([mean, mean, mean]), np.vstack([kernel[:, :, s].T for s in range(3)])


# %% wrong: not-weights, earns 0.3 — rows of weights add up to three
def kernel_heads(kernel, n):
    t = np.arange(n)
    A = np.stack([np.eye(n)[np.clip(t + s, 0, n - 1)] for s in (-1, 0, 1)])
    return 3 * A, np.vstack([kernel[:, :, s].T for s in range(3)]) / 3


# %% wrong: not-weights, earns 0.3 — negative weights though the product is right
def kernel_heads(kernel, n):
    t = np.arange(n)
    L, S, R = (np.eye(n)[np.clip(t + s, 0, n - 1)] for s in (-1, 0, 1))
    A = np.stack([L, 2 * S - L, R])
    w0, w1, w2 = (kernel[:, :, s].T for s in range(3))
    return A, np.vstack([w0 + w1 / 2, w1 / 2, w2])


# %% wrong: not-weights, earns 0.3 — minus one in the heads and in the blocks
def kernel_heads(kernel, n):
    t = np.arange(n)
    A = np.stack([np.eye(n)[np.clip(t + s, 0, n - 1)] for s in (-1, 0, 1)])
    return -A, -np.vstack([kernel[:, :, s].T for s in range(3)])


# %% wrong: unrecognised — numbers of the first kernel put into the weights
def kernel_heads(kernel, n):
    c_out, c_in, _ = kernel.shape
    t = np.arange(n)
    A = np.stack([kernel[0, 0, s] * np.eye(n)[np.clip(t + s - 1, 0, n - 1)] for s in range(3)])
    return A, np.ones((3 * c_in, c_out))


# %% wrong: raised, earns 0.5 — fails for a single position
def kernel_heads(kernel, n):
    A = np.zeros((3, n, n))
    for t in range(n):
        A[1, t, t] = 1
    for t in range(1, n - 1):
        A[0, t, t - 1] = A[2, t, t + 1] = 1
    A[0, 0, 0] = A[2, 0, 1] = 1
    A[0, n - 1, n - 2] = A[2, n - 1, n - 1] = 1
    return A, np.vstack([kernel[:, :, s].T for s in range(3)])


# %% wrong: heads-not-first, earns 0.7 — axes of the weights in the order n three n
def kernel_heads(kernel, n):
    t = np.arange(n)
    A = np.stack([np.eye(n)[np.clip(t + s, 0, n - 1)] for s in (-1, 0, 1)], axis=1)
    return A, np.vstack([kernel[:, :, s].T for s in range(3)])


# %% wrong: blocks-not-joined, earns 0.7 — W O left as three blocks on an axis
def kernel_heads(kernel, n):
    t = np.arange(n)
    A = np.stack([np.eye(n)[np.clip(t + s, 0, n - 1)] for s in (-1, 0, 1)])
    return A, kernel.transpose(2, 1, 0)


# %% wrong: blocks-side-by-side, earns 0.6 — blocks side by side instead of below each other
def kernel_heads(kernel, n):
    t = np.arange(n)
    A = np.stack([np.eye(n)[np.clip(t + s, 0, n - 1)] for s in (-1, 0, 1)])
    return A, np.hstack([kernel[:, :, s].T for s in range(3)])


# %% wrong: shifted, earns 0.5 — window starts at the position itself
def kernel_heads(kernel, n):
    t = np.arange(n)
    A = np.stack([np.eye(n)[np.clip(t + s, 0, n - 1)] for s in (0, 1, 2)])
    return A, np.vstack([kernel[:, :, s].T for s in range(3)])


# %% wrong: shifted, earns 0.5 — causal window of the two positions before
def kernel_heads(kernel, n):
    t = np.arange(n)
    A = np.stack([np.eye(n)[np.clip(t + s, 0, n - 1)] for s in (-2, -1, 0)])
    return A, np.vstack([kernel[:, :, s].T for s in range(3)])


# %% wrong: unrecognised — soft weights that only lean to the neighbour
def kernel_heads(kernel, n):
    t = np.arange(n)
    scores = np.stack([4.0 * np.eye(n)[np.clip(t + s, 0, n - 1)] for s in (-1, 0, 1)])
    e = np.exp(scores)
    return e / e.sum(axis=2, keepdims=True), np.vstack([kernel[:, :, s].T for s in range(3)])


# %% wrong: changed-arguments, earns 0.7 — swaps the ends of the kernel in place
def kernel_heads(kernel, n):
    t = np.arange(n)
    A = np.stack([np.eye(n)[np.clip(t + s, 0, n - 1)] for s in (1, 0, -1)])
    kernel[:, :, [0, 2]] = kernel[:, :, [2, 0]]
    return A, np.vstack([kernel[:, :, s].T for s in range(3)])


# %% wrong: unrecognised — upper limit of the clip one too small
def kernel_heads(kernel, n):
    t = np.arange(n)
    A = np.stack([np.eye(n)[np.maximum(np.minimum(t + s, n - 2), 0)] for s in (-1, 0, 1)])
    return A, np.vstack([kernel[:, :, s].T for s in range(3)])


# %% wrong: averaged, earns 0.6 — W O divided by the three heads
def kernel_heads(kernel, n):
    t = np.arange(n)
    A = np.stack([np.eye(n)[np.clip(t + s, 0, n - 1)] for s in (-1, 0, 1)])
    return A, np.vstack([kernel[:, :, s].T for s in range(3)]) / 3


# %% wrong: unrecognised — uniform weights in the rows at the border
def kernel_heads(kernel, n):
    A = np.stack([np.eye(n, k=-1), np.eye(n), np.eye(n, k=1)])
    A[0, 0] = 1 / n
    A[2, n - 1] = 1 / n
    return A, np.vstack([kernel[:, :, s].T for s in range(3)])


# %% wrong: unrecognised — each output channel reads only its own channel
def kernel_heads(kernel, n):
    c_out, c_in, _ = kernel.shape
    t = np.arange(n)
    A = np.stack([np.eye(n)[np.clip(t + s, 0, n - 1)] for s in (-1, 0, 1)])
    same = np.eye(c_in, c_out)
    return A, np.vstack([kernel[:, :, s].T * same for s in range(3)])


# %% wrong: all-look-here, earns 0.2 — all heads look at the position itself
def kernel_heads(kernel, n):
    A = np.stack([np.eye(n)] * 3)
    return A, np.vstack([kernel[:, :, s].T for s in range(3)])


# %% wrong: unrecognised — two borders in one row at a sum of two
def kernel_heads(kernel, n):
    A = np.stack([np.eye(n, k=-1), np.eye(n), np.eye(n, k=1)])
    A[:, 0, 0] = 1
    A[:, -1, -1] = 1
    return A, np.vstack([kernel[:, :, s].T for s in range(3)])


# %% wrong: unrecognised — first two heads exchanged without their blocks
def kernel_heads(kernel, n):
    t = np.arange(n)
    A = np.stack([np.eye(n)[np.clip(t + s, 0, n - 1)] for s in (0, -1, 1)])
    return A, np.vstack([kernel[:, :, s].T for s in range(3)])


# %% wrong: not-a-tuple — only the weights are returned
def kernel_heads(kernel, n):
    t = np.arange(n)
    return np.stack([np.eye(n)[np.clip(t + s, 0, n - 1)] for s in (-1, 0, 1)])
