# %% right: clipped neighbours
def kernel_heads(kernel, n):
    i = np.arange(n)
    A = np.zeros((3, n, n))
    for head, shift in enumerate((-1, 0, 1)):
        A[head, i, np.clip(i + shift, 0, n - 1)] = 1
    W_O = np.concatenate([kernel[:, :, head].T for head in range(3)])
    return A, W_O


# %% right: rows of the identity
def kernel_heads(kernel, n):
    eye = np.eye(n)
    before = np.concatenate([eye[:1], eye[:-1]])
    after = np.concatenate([eye[1:], eye[-1:]])
    return [before, eye, after], kernel.transpose(2, 1, 0).reshape(-1, kernel.shape[0])


# %% right: the heads in another order
def kernel_heads(kernel, n):
    import torch

    places = torch.arange(n)
    shifted = torch.stack([places + 1, places, places - 1]).clamp(0, n - 1)
    A = torch.nn.functional.one_hot(shifted, n).double()
    W_O = torch.tensor(kernel).flip(-1).permute(2, 1, 0).flatten(0, 1)
    return A, W_O


# %% right: by a very sharp softmax of distances
def kernel_heads(kernel, n):
    j = np.arange(n)
    scores = -1e4 * (j - (np.arange(n)[:, None] + np.array([-1, 0, 1])[:, None, None])) ** 2.0
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True), np.vstack(
        list(np.moveaxis(kernel, 2, 0).swapaxes(1, 2))
    )


# %% wrong: border-empty, earns 0.6
def kernel_heads(kernel, n):
    A = np.stack([np.eye(n, k=shift) for shift in (-1, 0, 1)])
    return A, kernel.transpose(2, 1, 0).reshape(-1, kernel.shape[0])


# %% wrong: wrapped, earns 0.6
def kernel_heads(kernel, n):
    A = np.stack([np.roll(np.eye(n), shift, axis=1) for shift in (-1, 0, 1)])
    return A, kernel.transpose(2, 1, 0).reshape(-1, kernel.shape[0])


# %% wrong: mirrored, earns 0.6
def kernel_heads(kernel, n):
    i = np.arange(n)
    A = np.zeros((3, n, n))
    for head, shift in enumerate((-1, 0, 1)):
        j = np.abs(i + shift)
        j = np.where(j >= n, 2 * (n - 1) - j, j)
        A[head, i, j] = 1
    return A, kernel.transpose(2, 1, 0).reshape(-1, kernel.shape[0])


# %% wrong: reversed, earns 0.5
def kernel_heads(kernel, n):
    eye = np.eye(n)
    A = np.stack([np.vstack([eye[1:], eye[-1:]]), eye, np.vstack([eye[:1], eye[:-1]])])
    return A, kernel.transpose(2, 1, 0).reshape(-1, kernel.shape[0])


# %% wrong: dealt-out, earns 0.5
def kernel_heads(kernel, n):
    i = np.arange(n)
    A = np.zeros((3, n, n))
    for head, shift in enumerate((-1, 0, 1)):
        A[head, i, np.clip(i + shift, 0, n - 1)] = 1
    return A, kernel.reshape(len(kernel), -1).T


# %% wrong: dealt-out + border-empty, earns 0.3
def kernel_heads(kernel, n):
    A = np.stack([np.eye(n, k=shift) for shift in (-1, 0, 1)])
    return A, kernel.reshape(len(kernel), -1).T


# %% wrong: not-weights, earns 0.3 — a factor moved from W_O
def kernel_heads(kernel, n):
    i = np.arange(n)
    A = np.zeros((3, n, n))
    for head, shift in enumerate((-1, 0, 1)):
        A[head, i, np.clip(i + shift, 0, n - 1)] = kernel[0, 0, head]
    W_O = np.concatenate([kernel[:, :, head].T / kernel[0, 0, head] for head in range(3)])
    return A, W_O


# %% wrong: W_O-transposed, earns 0.7
def kernel_heads(kernel, n):
    i = np.arange(n)
    A = np.zeros((3, n, n))
    for head, shift in enumerate((-1, 0, 1)):
        A[head, i, np.clip(i + shift, 0, n - 1)] = 1
    return A, kernel.transpose(0, 2, 1).reshape(len(kernel), -1)


# %% wrong: raised, earns 0.5 — for a single position
def kernel_heads(kernel, n):
    A = np.zeros((3, n, n))
    for i in range(n):
        A[:, i, i] = 1
    for i in range(1, n):
        A[0, i, [i, i - 1]] = 0, 1
        A[2, i - 1, [i - 1, i]] = 0, 1
    A[1] = np.diag([A[2, 0, 1] ** 0] * n)
    return A, kernel.transpose(2, 1, 0).reshape(-1, kernel.shape[0])


# %% wrong: not-a-tuple
def kernel_heads(kernel, n):
    return np.stack([np.eye(n, k=shift) for shift in (-1, 0, 1)])


# %% wrong: short-sequence, earns 0.7 — too short for the kernel
def kernel_heads(kernel, n):
    i = np.arange(n)
    A = np.stack([np.eye(n)] * 3)
    if n >= 3:
        for head, shift in enumerate((-1, 0, 1)):
            A[head] = 0
            A[head, i, np.clip(i + shift, 0, n - 1)] = 1
    return A, kernel.transpose(2, 1, 0).reshape(-1, kernel.shape[0])


# %% wrong: wrapped-once, earns 0.7 — the index −1
def kernel_heads(kernel, n):
    t = np.arange(n)
    A = np.stack([np.eye(n)[i] for i in (t - 1, t, np.clip(t + 1, 0, n - 1))])
    return A, np.concatenate([kernel[:, :, s].T for s in range(3)])


# %% wrong: wrapped-once, earns 0.7 — at the right
def kernel_heads(kernel, n):
    t = np.arange(n)
    A = np.stack([np.eye(n)[i] for i in (np.clip(t - 1, 0, n - 1), t, (t + 1) % n)])
    return A, np.concatenate([kernel[:, :, s].T for s in range(3)])


# %% wrong: shifted, earns 0.5
def kernel_heads(kernel, n):
    t = np.arange(n)
    A = np.stack([np.eye(n)[i] for i in (t, np.clip(t + 1, 0, n - 1), np.clip(t + 2, 0, n - 1))])
    return A, np.concatenate([kernel[:, :, s].T for s in range(3)])


# %% wrong: weights-transposed, earns 0.5
def kernel_heads(kernel, n):
    t = np.arange(n)
    A = np.stack([np.eye(n)[i] for i in (np.clip(t - 1, 0, n - 1), t, np.clip(t + 1, 0, n - 1))])
    return A.swapaxes(1, 2), np.concatenate([kernel[:, :, s].T for s in range(3)])


# %% wrong: blocks-not-transposed, earns 0.5
def kernel_heads(kernel, n):
    t = np.arange(n)
    A = np.stack([np.eye(n)[i] for i in (np.clip(t - 1, 0, n - 1), t, np.clip(t + 1, 0, n - 1))])
    return A, kernel.transpose(2, 0, 1).reshape(-1, len(kernel))


# %% wrong: averaged, earns 0.6
def kernel_heads(kernel, n):
    t = np.arange(n)
    A = np.stack([np.eye(n)[i] for i in (np.clip(t - 1, 0, n - 1), t, np.clip(t + 1, 0, n - 1))])
    return A, np.concatenate([kernel[:, :, s].T for s in range(3)]) / 3


# %% right: the identity padded with its own border — as booleans
def kernel_heads(kernel, n):
    padded = np.pad(np.eye(n, dtype=bool), ((1, 1), (0, 0)), mode="edge")
    return np.stack([padded[s : s + n] for s in range(3)]), kernel.transpose(2, 1, 0).reshape(
        -1, len(kernel)
    )


# %% right: integers for weights
def kernel_heads(kernel, n):
    left, right = np.eye(n, k=-1, dtype=int), np.eye(n, k=1, dtype=int)
    left[0, 0] = right[-1, -1] = 1
    return [left, np.eye(n, dtype=int), right], kernel.transpose(2, 1, 0).reshape(-1, len(kernel))


# %% wrong: wrong-order, earns 0.8
def kernel_heads(kernel, n):
    t = np.arange(n)
    A = np.stack([np.eye(n)[np.clip(t + s, 0, n - 1)] for s in (-1, 0, 1)])
    return kernel.transpose(2, 1, 0).reshape(-1, len(kernel)), A


# %% wrong: blocks-not-transposed, earns 0.5 — one below the other
def kernel_heads(kernel, n):
    t = np.arange(n)
    A = np.stack([np.eye(n)[np.clip(t + s, 0, n - 1)] for s in (-1, 0, 1)])
    return A, np.vstack([kernel[:, :, s] for s in range(3)])


# %% wrong: blocks-side-by-side, earns 0.6
def kernel_heads(kernel, n):
    t = np.arange(n)
    A = np.stack([np.eye(n)[np.clip(t + s, 0, n - 1)] for s in (-1, 0, 1)])
    return A, np.hstack([kernel[:, :, s].T for s in range(3)])


# %% wrong: blocks-not-joined, earns 0.7
def kernel_heads(kernel, n):
    t = np.arange(n)
    A = np.stack([np.eye(n)[np.clip(t + s, 0, n - 1)] for s in (-1, 0, 1)])
    return A, kernel.transpose(2, 1, 0)


# %% wrong: heads-not-first, earns 0.7
def kernel_heads(kernel, n):
    t = np.arange(n)
    A = np.stack([np.eye(n)[np.clip(t + s, 0, n - 1)] for s in (-1, 0, 1)])
    return np.moveaxis(A, 0, -1), kernel.transpose(2, 1, 0).reshape(-1, len(kernel))


# %% wrong: heads-not-first, earns 0.7 — but second
def kernel_heads(kernel, n):
    t = np.arange(n)
    A = np.stack([np.eye(n)[np.clip(t + s, 0, n - 1)] for s in (-1, 0, 1)])
    return A.swapaxes(0, 1), kernel.transpose(2, 1, 0).reshape(-1, len(kernel))


# %% wrong: wrong-shape — without W_O's axis of outputs
def kernel_heads(kernel, n):
    t = np.arange(n)
    A = np.stack([np.eye(n)[np.clip(t + s, 0, n - 1)] for s in (-1, 0, 1)])
    return A, kernel.sum(axis=0).T.ravel()


# %% wrong: reshaped, earns 0.5
def kernel_heads(kernel, n):
    t = np.arange(n)
    A = np.stack([np.eye(n)[np.clip(t + s, 0, n - 1)] for s in (-1, 0, 1)])
    return A, kernel.reshape(-1, len(kernel))


# %% wrong: decimals-cut, earns 0.6
def kernel_heads(kernel, n):
    t = np.arange(n)
    A = np.stack([np.eye(n)[np.clip(t + s, 0, n - 1)] for s in (-1, 0, 1)])
    W_O = np.zeros((3 * kernel.shape[1], len(kernel)), dtype=int)
    W_O[:] = kernel.transpose(2, 1, 0).reshape(-1, len(kernel))
    return A, W_O


# %% wrong: all-look-here, earns 0.2
def kernel_heads(kernel, n):
    return np.stack([np.eye(n)] * 3), kernel.transpose(2, 1, 0).reshape(-1, len(kernel))


# %% wrong: one-border-empty, earns 0.7 — at the end
def kernel_heads(kernel, n):
    left, right = np.eye(n, k=-1), np.eye(n, k=1)
    left[0, 0] = 1
    return np.stack([left, np.eye(n), right]), kernel.transpose(2, 1, 0).reshape(-1, len(kernel))


# %% wrong: one-border-empty, earns 0.7 — at the beginning
def kernel_heads(kernel, n):
    left, right = np.eye(n, k=-1), np.eye(n, k=1)
    right[-1, -1] = 1
    return np.stack([left, np.eye(n), right]), kernel.transpose(2, 1, 0).reshape(-1, len(kernel))


# %% wrong: reversed + border-empty, earns 0.3 — the diagonals on the wrong sides
def kernel_heads(kernel, n):
    left, right = np.eye(n, k=-1), np.eye(n, k=1)
    return np.stack([right, np.eye(n), left]), kernel.transpose(2, 1, 0).reshape(-1, len(kernel))


# %% wrong: reversed + wrapped, earns 0.3 — rolled the wrong way
def kernel_heads(kernel, n):
    A = np.stack([np.roll(np.eye(n), shift, axis=0) for shift in (-1, 0, 1)])
    return A, kernel.transpose(2, 1, 0).reshape(-1, len(kernel))


# %% wrong: border-at-the-other-end, earns 0.6
def kernel_heads(kernel, n):
    left, right = np.eye(n, k=-1), np.eye(n, k=1)
    left[-1, -1] = right[0, 0] = 1
    A = np.array([left, np.eye(n), right])
    return A, np.vstack([kernel[:, :, s].T for s in range(3)])


# %% wrong: unrecognised, earns 0.5 — short sequences are spread evenly
def kernel_heads(kernel, n):
    t = np.arange(n)
    A = np.stack([np.eye(n)[np.clip(t + s, 0, n - 1)] for s in (-1, 0, 1)])
    return np.full((3, n, n), 1 / n) if n < 3 else A, np.vstack(kernel.transpose(2, 1, 0))
