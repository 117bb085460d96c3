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


# %% wrong: transposed
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
