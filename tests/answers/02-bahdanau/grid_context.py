# %% right: flattened row by row
def grid_context(query, features):
    C, H, W = features.shape
    annotations = features.reshape(C, H * W)
    shares = np.exp(query @ annotations - np.max(query @ annotations))
    weights = shares / shares.sum()
    rows, columns = np.divmod(np.arange(H * W), W)
    centre = np.array([weights @ rows, weights @ columns])
    return annotations @ weights, weights.reshape(H, W), centre


# %% right: loops over the grid
def grid_context(query, features):
    C, H, W = features.shape
    score = {(y, x): float(query.dot(features[:, y, x])) for y in range(H) for x in range(W)}
    top = max(score.values())
    total = sum(np.exp(s - top) for s in score.values())
    grid, context, centre = np.zeros((H, W)), np.zeros(C), [0.0, 0.0]
    for (y, x), s in score.items():
        grid[y, x] = np.exp(s - top) / total
        context += grid[y, x] * features[:, y, x]
        centre[0] += grid[y, x] * y
        centre[1] += grid[y, x] * x
    return context, grid, centre


# %% right: einsum in torch
def grid_context(query, features):
    import torch

    query, features = torch.tensor(query), torch.tensor(features)
    scores = torch.einsum("c,chw->hw", query, features)
    grid = scores.flatten().softmax(0).view_as(scores)
    y = torch.arange(scores.shape[0], dtype=grid.dtype)
    x = torch.arange(scores.shape[1], dtype=grid.dtype)
    centre = torch.stack([(grid * y[:, None]).sum(), (grid * x).sum()])
    return torch.einsum("hw,chw->c", grid, features), grid, centre


# %% right: channels last and a list of lists
def grid_context(query, features):
    places = np.moveaxis(features, 0, -1)
    scores = (places * query).sum(axis=-1)
    grid = np.exp(scores - np.logaddexp.reduce(scores, axis=None))
    context = (grid[..., None] * places).sum(axis=(0, 1))
    index = np.indices(grid.shape)
    return [context.tolist(), grid.tolist(), (index * grid).sum(axis=(1, 2)).tolist()]


# %% right: the chapter's attention without its scale
def grid_context(query, features):
    import torch

    from payattention.attention import attention, dot
    from payattention.seq2seq import regions

    features = torch.tensor(features)
    annotations = regions(features)
    q = torch.tensor(query)[None]
    context, weights = attention(q, annotations, annotations, score=dot)
    grid = weights[0].unflatten(-1, features.shape[1:])
    places = torch.cartesian_prod(*(torch.arange(n) for n in grid.shape)).double()
    return context[0], grid, weights[0] @ places.reshape(-1, 2)


# %% wrong: scaled, earns 0.5 — the nearest ready-made
def grid_context(query, features):
    import torch

    from payattention.attention import attention
    from payattention.seq2seq import regions

    features = torch.tensor(features)
    annotations = regions(features)
    context, weights = attention(torch.tensor(query)[None], annotations, annotations)
    grid = weights[0].unflatten(-1, features.shape[1:])
    rows, columns = (torch.arange(n).double() for n in grid.shape)
    return context[0], grid, torch.stack([grid.sum(1) @ rows, grid.sum(0) @ columns])


# %% wrong: scrambled, earns 0.3
def grid_context(query, features):
    C, H, W = features.shape
    annotations = features.reshape(H * W, C)
    shares = np.exp(annotations @ query)
    weights = shares / shares.sum()
    grid = weights.reshape(H, W)
    centre = np.array([grid.sum(axis=1) @ np.arange(H), grid.sum(axis=0) @ np.arange(W)])
    return weights @ annotations, grid, centre


# %% wrong: overflow + column-by-column, earns 7/15
def grid_context(query, features):
    C, H, W = features.shape
    annotations = features.T.reshape(H * W, C)
    shares = np.exp(annotations @ query)
    weights = shares / shares.sum()
    grid = weights.reshape(H, W)
    centre = np.array([grid.sum(axis=1) @ np.arange(H), grid.sum(axis=0) @ np.arange(W)])
    return weights @ annotations, grid, centre


# %% wrong: along-one-axis, earns 0.3
def grid_context(query, features):
    scores = np.tensordot(query, features, axes=1)
    shares = np.exp(scores - scores.max())
    grid = shares / shares.sum(axis=-1, keepdims=True)
    centre = [grid.sum(axis=1) @ np.arange(len(grid)), grid.sum(axis=0) @ np.arange(len(grid[0]))]
    return (features * grid).sum(axis=(1, 2)), grid, np.array(centre)


# %% wrong: all-alike
def grid_context(query, features):
    _, H, W = features.shape
    centre = np.array([(H - 1) / 2, (W - 1) / 2])
    return features.mean(axis=(1, 2)), np.full((H, W), 1 / (H * W)), centre


# %% wrong: best-alone, earns 0.2
def grid_context(query, features):
    scores = np.tensordot(query, features, axes=1)
    y, x = np.unravel_index(scores.argmax(), scores.shape)
    grid = np.zeros_like(scores)
    grid[y, x] = 1
    return features[:, y, x], grid, np.array([y, x])


# %% wrong: best-alone, earns 11/15 — only in the centre
def grid_context(query, features):
    scores = np.tensordot(query, features, axes=1)
    shares = np.exp(scores - scores.max())
    grid = shares / shares.sum()
    return (features * grid).sum(axis=(1, 2)), grid, np.unravel_index(grid.argmax(), grid.shape)


# %% wrong: no-softmax, earns 0.1
def grid_context(query, features):
    grid = np.tensordot(query, features, axes=1)
    centre = [grid.sum(axis=1) @ np.arange(len(grid)), grid.sum(axis=0) @ np.arange(len(grid[0]))]
    return (features * grid).sum(axis=(1, 2)), grid, np.array(centre)


# %% wrong: not-divided, earns 0.3
def grid_context(query, features):
    scores = np.tensordot(query, features, axes=1)
    grid = np.exp(scores - scores.max())
    centre = [grid.sum(axis=1) @ np.arange(len(grid)), grid.sum(axis=0) @ np.arange(len(grid[0]))]
    return (features * grid).sum(axis=(1, 2)), grid, np.array(centre)


# %% wrong: exchanged, earns 5/6
def grid_context(query, features):
    scores = np.tensordot(query, features, axes=1)
    shares = np.exp(scores - scores.max())
    grid = shares / shares.sum()
    centre = [grid.sum(axis=0) @ np.arange(len(grid[0])), grid.sum(axis=1) @ np.arange(len(grid))]
    return (features * grid).sum(axis=(1, 2)), grid, np.array(centre)


# %% wrong: counted-from-1, earns 13/15
def grid_context(query, features):
    scores = np.tensordot(query, features, axes=1)
    shares = np.exp(scores - scores.max())
    grid = shares / shares.sum()
    y, x = (np.arange(1, n + 1) for n in grid.shape)
    centre = np.array([grid.sum(axis=1) @ y, grid.sum(axis=0) @ x])
    return (features * grid).sum(axis=(1, 2)), grid, centre


# %% wrong: share-of-grid, earns 5/6
def grid_context(query, features):
    scores = np.tensordot(query, features, axes=1)
    shares = np.exp(scores - scores.max())
    grid = shares / shares.sum()
    y, x = (np.linspace(0, 1, n) for n in grid.shape)
    centre = np.array([grid.sum(axis=1) @ y, grid.sum(axis=0) @ x])
    return (features * grid).sum(axis=(1, 2)), grid, centre


# %% wrong: from-the-middle, earns 5/6
def grid_context(query, features):
    scores = np.tensordot(query, features, axes=1)
    shares = np.exp(scores - scores.max())
    grid = shares / shares.sum()
    y, x = (np.arange(n) - (n - 1) / 2 for n in grid.shape)
    centre = np.array([grid.sum(axis=1) @ y, grid.sum(axis=0) @ x])
    return (features * grid).sum(axis=(1, 2)), grid, centre


# %% wrong: wrong-shape, earns 2/3 — the map is no grid
def grid_context(query, features):
    scores = np.tensordot(query, features, axes=1)
    shares = np.exp(scores - scores.max())
    grid = shares / shares.sum()
    centre = [grid.sum(axis=1) @ np.arange(len(grid)), grid.sum(axis=0) @ np.arange(len(grid[0]))]
    return (features * grid).sum(axis=(1, 2)), grid.ravel(), np.array(centre)


# %% wrong: overflow, earns 0.6
def grid_context(query, features):
    shares = np.exp(np.tensordot(query, features, axes=1))
    grid = shares / shares.sum()
    centre = [grid.sum(axis=1) @ np.arange(len(grid)), grid.sum(axis=0) @ np.arange(len(grid[0]))]
    return (features * grid).sum(axis=(1, 2)), grid, np.array(centre)


# %% wrong: raised, earns 0.5 — a grid of one row has no second axis any more
def grid_context(query, features):
    scores = np.tensordot(query, features, axes=1)
    shares = np.exp(scores - scores.max())
    grid = np.squeeze(shares / shares.sum())
    H, W = grid.shape
    centre = np.array([grid.sum(axis=1) @ np.arange(H), grid.sum(axis=0) @ np.arange(W)])
    return (features * grid).sum(axis=(1, 2)), grid, centre


# %% wrong: not-a-tuple — the context alone
def grid_context(query, features):
    import torch

    from payattention.attention import attention
    from payattention.seq2seq import regions

    annotations = regions(torch.tensor(features))
    return attention(torch.tensor(query)[None], annotations, annotations)[0]


# %% wrong: wrong-order, earns 0.8 — the map first
def grid_context(query, features):
    annotations = features.reshape(len(query), -1)
    scores = query @ annotations
    weights = np.exp(scores - scores.max())
    weights /= weights.sum()
    grid = weights.reshape(features.shape[1:])
    rows, columns = np.indices(grid.shape)
    centre = np.array([(grid * rows).sum(), (grid * columns).sum()])
    return grid, annotations @ weights, centre


# %% wrong: divided-by-rows, earns 5/6
def grid_context(query, features):
    C, R, K = features.shape
    flat = features.reshape(C, -1)
    e = query @ flat
    w = np.exp(e - e.max())
    w /= w.sum()
    row, col = np.divmod(np.arange(R * K), R)
    return flat @ w, w.reshape(R, K), np.array([w @ row, w @ col])


# %% wrong: rounded, earns 13/15
def grid_context(query, features):
    C, R, K = features.shape
    flat = features.reshape(C, -1)
    e = query @ flat
    w = np.exp(e - e.max())
    w /= w.sum()
    grid = w.reshape(R, K)
    centre = np.array([grid.sum(1) @ np.arange(R), grid.sum(0) @ np.arange(K)])
    return flat @ w, grid, np.round(centre)


# %% wrong: several-maxima, earns 0.4
def grid_context(query, features):
    R, K = features.shape[1:]
    e = np.tensordot(query, features, axes=1)
    grid = np.exp(e - e.max(axis=1, keepdims=True))
    grid /= grid.sum()
    return (
        (features * grid).sum(axis=(1, 2)),
        grid,
        np.array([grid.sum(1) @ np.arange(R), grid.sum(0) @ np.arange(K)]),
    )


# %% wrong: clipped, earns 0.6
def grid_context(query, features):
    C, R, K = features.shape
    flat = features.reshape(C, -1)
    w = np.exp(np.clip(query @ flat, -500, 500))
    w /= w.sum()
    grid = w.reshape(R, K)
    return flat @ w, grid, np.array([grid.sum(1) @ np.arange(R), grid.sum(0) @ np.arange(K)])


# %% wrong: unrecognised, earns 2/3 — exchanged on square grids
def grid_context(query, features):
    C, R, K = features.shape
    flat = features.reshape(C, -1)
    e = query @ flat
    w = np.exp(e - e.max())
    w /= w.sum()
    grid = w.reshape(R, K)
    sums = [grid.sum(axis=0), grid.sum(axis=1)]
    row = next(x for x in sums if len(x) == R)
    col = next(x for x in sums[::-1] if len(x) == K)
    return flat @ w, grid, np.array([row @ np.arange(R), col @ np.arange(K)])
