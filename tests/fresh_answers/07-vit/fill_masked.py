# %% right: loop over images with places from argsort
def fill_masked(latent, noise, mask_token):
    images, patches = noise.shape
    k = latent.shape[1] - 1
    tokens = np.tile(np.asarray(mask_token, float), (images, 1 + patches, 1))
    hidden = np.ones((images, patches), dtype=bool)
    for b in range(images):
        place = noise[b].argsort()[:k]
        tokens[b, 0] = latent[b, 0]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, (1 + k) ** 2 / (1 + patches) ** 2


# %% right: argsort twice and gather as in the original code
def fill_masked(latent, noise, mask_token):
    images, patches = noise.shape
    kept, d = latent.shape[1] - 1, latent.shape[2]
    restore = np.argsort(np.argsort(noise, axis=1), axis=1)
    fill = np.broadcast_to(mask_token, (images, patches - kept, d))
    padded = np.concatenate([latent[:, 1:], fill], axis=1)
    body = np.take_along_axis(padded, restore[:, :, None], axis=1)
    share = ((kept + 1) / (patches + 1)) ** 2
    return np.concatenate([latent[:, :1], body], axis=1), restore >= kept, share


# %% right: torch gather with the mask token appended
def fill_masked(latent, noise, mask_token):
    import torch
    x = torch.tensor(np.asarray(latent, float))
    eps = torch.tensor(np.asarray(noise, float))
    m = torch.tensor(np.asarray(mask_token, float))
    B, N = eps.shape
    k, d = x.shape[1] - 1, x.shape[2]
    ids_restore = eps.argsort(dim=1).argsort(dim=1)
    full = torch.cat([x[:, 1:], m.repeat(B, N - k, 1)], dim=1)
    full = torch.gather(full, 1, ids_restore.unsqueeze(-1).expand(-1, -1, d))
    hidden = torch.ones(B, N, dtype=torch.bool)
    hidden[:, :k] = False
    return torch.cat([x[:, :1], full], dim=1), hidden.gather(1, ids_restore), (1 + k) ** 2 / (1 + N) ** 2


# %% right: ranks by comparing all pairs of noise
def fill_masked(latent, noise, mask_token):
    k = latent.shape[1] - 1
    rank = (noise[:, None, :] < noise[:, :, None]).sum(axis=2)
    hidden = rank >= k
    index = np.where(hidden, 0, 1 + rank)
    tokens = latent[np.arange(len(latent))[:, None], index]
    tokens = np.where(hidden[..., None], mask_token, tokens)
    tokens = np.concatenate([latent[:, [0]], tokens], axis=1)
    n = noise.shape[1]
    return tokens, hidden, np.square(1 + k) / np.square(1 + n)


# %% right: plain lists and a dictionary of places
def fill_masked(latent, noise, mask_token):
    k = len(latent[0]) - 1
    n = len(noise[0])
    tokens, hidden = [], []
    for vectors, row in zip(np.asarray(latent).tolist(), np.asarray(noise).tolist()):
        order = sorted(range(n), key=row.__getitem__)
        rank = {place: r for r, place in enumerate(order[:k])}
        tokens.append([vectors[0]] + [vectors[1 + rank[p]] if p in rank else list(mask_token) for p in range(n)])
        hidden.append([p not in rank for p in range(n)])
    return np.array(tokens), np.array(hidden), ((k + 1) * (k + 1)) / ((n + 1) * (n + 1))


# %% right: threshold at the largest kept noise
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    ordered = np.sort(noise, axis=1)
    hidden = noise > ordered[:, k - 1:k]
    tokens = np.empty((B, N + 1, latent.shape[2]))
    tokens[...] = mask_token
    tokens[:, 0] = latent[:, 0]
    for b in range(B):
        kept = np.flatnonzero(~hidden[b])
        tokens[b, 1 + kept] = latent[b, 1 + np.searchsorted(ordered[b], noise[b, kept])]
    return [tokens, hidden, (1 + k) ** 2 / (1 + N) ** 2]


# %% right: put along axis without a loop
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    K = latent.shape[1]
    place = np.argsort(noise, axis=-1)[:, :K - 1]
    tokens = np.zeros((B, N + 1, latent.shape[-1])) + mask_token
    hidden = np.full((B, N), True)
    np.put_along_axis(hidden, place, False, axis=1)
    where = np.concatenate([np.zeros((B, 1), dtype=int), place + 1], axis=1)
    np.put_along_axis(tokens, where[:, :, None], latent, axis=1)
    return tokens, hidden, float(K * K) / float((N + 1) * (N + 1))


# %% right: one hot matrices that carry vectors to places
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    order = noise.argsort(axis=1)[:, :k]
    onehot = (order[:, :, None] == np.arange(N)).astype(float)
    hidden = onehot.sum(axis=1) == 0
    body = np.einsum("bkn,bkd->bnd", onehot, latent[:, 1:]) + hidden[..., None] * np.asarray(mask_token)
    tokens = np.hstack([latent[:, :1], body])
    return tokens, hidden, (latent.shape[1] / tokens.shape[1]) ** 2


# %% right: smallest noise found again and again
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    left = np.array(noise, dtype=float)
    hidden = np.ones((B, N), dtype=bool)
    tokens = np.repeat(np.repeat(np.asarray(mask_token, float)[None, None], N + 1, axis=1), B, axis=0)
    everyone = np.arange(B)
    tokens[:, 0] = latent[:, 0]
    for step in range(1, k + 1):
        best = np.where(hidden, left, np.inf).argmin(axis=1)
        hidden[everyone, best] = False
        tokens[everyone, best + 1] = latent[:, step]
    return tokens, hidden, (k + 1) ** 2 / (N + 1) ** 2


# %% right: heap of noise and place pairs
def fill_masked(latent, noise, mask_token):
    import heapq
    B, N = noise.shape
    k = latent.shape[1] - 1
    tokens = np.stack([np.vstack([latent[b, :1], np.tile(mask_token, (N, 1))]) for b in range(B)]).astype(float)
    hidden = np.ones((B, N), dtype=bool)
    for b in range(B):
        for r, (_, p) in enumerate(heapq.nsmallest(k, zip(noise[b], range(N)))):
            tokens[b, p + 1] = latent[b, r + 1]
            hidden[b, p] = False
    attended = sum(1 for _ in range((k + 1) ** 2))
    return tokens, hidden, attended / (N + 1) ** 2


# %% right: torch scatter with topk smallest
def fill_masked(latent, noise, mask_token):
    import torch
    x = torch.tensor(np.asarray(latent, float))
    eps = torch.tensor(np.asarray(noise, float))
    k = x.shape[1] - 1
    place = torch.topk(eps, k, dim=1, largest=False, sorted=True).indices
    tokens = torch.tensor(np.asarray(mask_token, float)).expand(len(x), eps.shape[1] + 1, -1).clone()
    tokens[:, 0] = x[:, 0]
    tokens.scatter_(1, (place + 1)[..., None].expand(-1, -1, x.shape[2]), x[:, 1:])
    hidden = torch.ones_like(eps, dtype=torch.bool).scatter_(1, place, False)
    return tokens, hidden, x.shape[1] ** 2 / tokens.shape[1] ** 2


# %% right: noise of CLS set below all others
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    K = latent.shape[1]
    full = np.hstack([np.full((B, 1), -np.inf), noise])
    rank = np.empty((B, N + 1), dtype=int)
    rank[np.arange(B)[:, None], full.argsort(axis=1)] = np.arange(N + 1)
    table = np.concatenate([latent, np.broadcast_to(mask_token, (B, 1, latent.shape[2]))], axis=1)
    tokens = np.stack([table[b, np.minimum(rank[b], K)] for b in range(B)])
    return tokens, (rank >= K)[:, 1:], (K / (N + 1)) ** 2


# %% wrong: wrong-way, earns 0.5167 — argsort taken for the rank of each patch
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    rank = noise.argsort(axis=1)
    hidden = rank >= k
    table = np.concatenate([latent[:, 1:], np.tile(mask_token, (B, N - k, 1))], axis=1)
    body = np.take_along_axis(table, rank[..., None], axis=1)
    return np.concatenate([latent[:, :1], body], axis=1), hidden, (1 + k) ** 2 / (1 + N) ** 2


# %% wrong: in-image-order, earns 0.7 — kept vectors placed in the order of the image
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    tokens = np.tile(np.asarray(mask_token, float), (B, N + 1, 1))
    hidden = np.ones((B, N), bool)
    tokens[:, 0] = latent[:, 0]
    for b in range(B):
        place = np.sort(noise[b].argsort()[:k])
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, (1 + k) ** 2 / (1 + N) ** 2


# %% wrong: in-image-order, earns 0.7 — boolean mask assignment loses the order of the noise
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    hidden = noise > np.sort(noise, axis=1)[:, k - 1:k]
    body = np.tile(np.asarray(mask_token, float), (B, N, 1))
    body[~hidden] = latent[:, 1:].reshape(-1, latent.shape[2])
    return np.concatenate([latent[:, :1], body], axis=1), hidden, (1 + k) ** 2 / (1 + N) ** 2


# %% wrong: largest-noise, earns 0.6 — patches with the largest noise kept
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    tokens = np.tile(np.asarray(mask_token, float), (B, N + 1, 1))
    hidden = np.ones((B, N), bool)
    tokens[:, 0] = latent[:, 0]
    for b in range(B):
        place = (-noise[b]).argsort()[:k]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, (1 + k) ** 2 / (1 + N) ** 2


# %% wrong: falling-noise, earns 0.7 — kept patches placed in falling order of noise
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    tokens = np.tile(np.asarray(mask_token, float), (B, N + 1, 1))
    hidden = np.ones((B, N), bool)
    tokens[:, 0] = latent[:, 0]
    for b in range(B):
        place = noise[b].argsort()[:k][::-1]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, (1 + k) ** 2 / (1 + N) ** 2


# %% wrong: exchanged, earns 0.9 — hidden says which patches were kept
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    tokens = np.tile(np.asarray(mask_token, float), (B, N + 1, 1))
    kept = np.zeros((B, N), bool)
    tokens[:, 0] = latent[:, 0]
    for b in range(B):
        place = noise[b].argsort()[:k]
        tokens[b, 1 + place] = latent[b, 1:]
        kept[b, place] = True
    return tokens, kept, (1 + k) ** 2 / (1 + N) ** 2


# %% wrong: not-restored, earns 0.8417 — hidden in the order of the noise
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    tokens = np.tile(np.asarray(mask_token, float), (B, N + 1, 1))
    tokens[:, 0] = latent[:, 0]
    for b in range(B):
        tokens[b, 1 + noise[b].argsort()[:k]] = latent[b, 1:]
    hidden = np.tile(np.arange(N) >= k, (B, 1))
    return tokens, hidden, (1 + k) ** 2 / (1 + N) ** 2


# %% wrong: wrong-shape, earns 0.8 — hidden has an entry for CLS
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    tokens = np.tile(np.asarray(mask_token, float), (B, N + 1, 1))
    hidden = np.ones((B, N + 1), bool)
    tokens[:, 0] = latent[:, 0]
    hidden[:, 0] = False
    for b in range(B):
        place = noise[b].argsort()[:k]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, 1 + place] = False
    return tokens, hidden, (1 + k) ** 2 / (1 + N) ** 2


# %% wrong: told-by-value, earns 0.9417 — hidden found by comparing tokens with the mask token
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    tokens = np.tile(np.asarray(mask_token, float), (B, N + 1, 1))
    tokens[:, 0] = latent[:, 0]
    for b in range(B):
        tokens[b, 1 + noise[b].argsort()[:k]] = latent[b, 1:]
    hidden = (tokens[:, 1:] == mask_token).all(axis=2)
    return tokens, hidden, (1 + k) ** 2 / (1 + N) ** 2


# %% wrong: told-by-value, earns 0.9417 — hidden where any number equals the mask token
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    tokens = np.tile(np.asarray(mask_token, float), (B, N + 1, 1))
    tokens[:, 0] = latent[:, 0]
    for b in range(B):
        tokens[b, 1 + noise[b].argsort()[:k]] = latent[b, 1:]
    hidden = (tokens[:, 1:] == mask_token).any(axis=2)
    return tokens, hidden, (1 + k) ** 2 / (1 + N) ** 2


# %% wrong: wrong-shape, earns 0.8 — hidden lists the numbers of the hidden patches
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    tokens = np.tile(np.asarray(mask_token, float), (B, N + 1, 1))
    tokens[:, 0] = latent[:, 0]
    order = noise.argsort(axis=1)
    for b in range(B):
        tokens[b, 1 + order[b, :k]] = latent[b, 1:]
    return tokens, np.sort(order[:, k:], axis=1), (1 + k) ** 2 / (1 + N) ** 2


# %% wrong: without-class-token, earns 0.9 — share without CLS
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    tokens = np.tile(np.asarray(mask_token, float), (B, N + 1, 1))
    hidden = np.ones((B, N), bool)
    tokens[:, 0] = latent[:, 0]
    for b in range(B):
        place = noise[b].argsort()[:k]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, k ** 2 / N ** 2


# %% wrong: not-squared, earns 0.8583 — share of tokens and not of scores
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    tokens = np.tile(np.asarray(mask_token, float), (B, N + 1, 1))
    hidden = np.ones((B, N), bool)
    tokens[:, 0] = latent[:, 0]
    for b in range(B):
        place = noise[b].argsort()[:k]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, (1 + k) / (1 + N)


# %% wrong: saved, earns 0.9 — share is what was spared
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    tokens = np.tile(np.asarray(mask_token, float), (B, N + 1, 1))
    hidden = np.ones((B, N), bool)
    tokens[:, 0] = latent[:, 0]
    for b in range(B):
        place = noise[b].argsort()[:k]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, 1 - (1 + k) ** 2 / (1 + N) ** 2


# %% wrong: saved, earns 0.9 — share upside down
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    tokens = np.tile(np.asarray(mask_token, float), (B, N + 1, 1))
    hidden = np.ones((B, N), bool)
    tokens[:, 0] = latent[:, 0]
    for b in range(B):
        place = noise[b].argsort()[:k]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, (1 + N) ** 2 / (1 + k) ** 2


# %% wrong: not-squared, earns 0.8583 — kept tokens score with tokens of the whole image
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    tokens = np.tile(np.asarray(mask_token, float), (B, N + 1, 1))
    hidden = np.ones((B, N), bool)
    tokens[:, 0] = latent[:, 0]
    for b in range(B):
        place = noise[b].argsort()[:k]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, (1 + k) * (1 + N) / (1 + N) ** 2


# %% wrong: self-left-out, earns 0.9 — pairs of different tokens only in the share
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    tokens = np.tile(np.asarray(mask_token, float), (B, N + 1, 1))
    hidden = np.ones((B, N), bool)
    tokens[:, 0] = latent[:, 0]
    for b in range(B):
        place = noise[b].argsort()[:k]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, (1 + k) * k / ((1 + N) * N)


# %% wrong: unrecognised, earns 0.8 — one is added after the squares in the share
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    tokens = np.tile(np.asarray(mask_token, float), (B, N + 1, 1))
    hidden = np.ones((B, N), bool)
    tokens[:, 0] = latent[:, 0]
    for b in range(B):
        place = noise[b].argsort()[:k]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, (1 + k ** 2) / (1 + N ** 2)


# %% wrong: wrong-shape, earns 0.8 — share has an entry for each image
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    tokens = np.tile(np.asarray(mask_token, float), (B, N + 1, 1))
    hidden = np.ones((B, N), bool)
    tokens[:, 0] = latent[:, 0]
    for b in range(B):
        place = noise[b].argsort()[:k]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, np.full(B, (1 + k) ** 2 / (1 + N) ** 2)


# %% wrong: unrecognised, earns 0.8 — share multiplied by the number of images
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    tokens = np.tile(np.asarray(mask_token, float), (B, N + 1, 1))
    hidden = np.ones((B, N), bool)
    tokens[:, 0] = latent[:, 0]
    for b in range(B):
        place = noise[b].argsort()[:k]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, B * (1 + k) ** 2 / (1 + N) ** 2


# %% wrong: whole, earns 0.8 — share as floor division
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    tokens = np.tile(np.asarray(mask_token, float), (B, N + 1, 1))
    hidden = np.ones((B, N), bool)
    tokens[:, 0] = latent[:, 0]
    for b in range(B):
        place = noise[b].argsort()[:k]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, (1 + k) ** 2 // (1 + N) ** 2


# %% wrong: unrecognised, earns 0.8 — share rounded to two decimals
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    tokens = np.tile(np.asarray(mask_token, float), (B, N + 1, 1))
    hidden = np.ones((B, N), bool)
    tokens[:, 0] = latent[:, 0]
    for b in range(B):
        place = noise[b].argsort()[:k]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, round((1 + k) ** 2 / (1 + N) ** 2, 2)


# %% wrong: wrong-shape, earns 0.4 — CLS missing from the tokens
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    tokens = np.tile(np.asarray(mask_token, float), (B, N, 1))
    hidden = np.ones((B, N), bool)
    for b in range(B):
        place = noise[b].argsort()[:k]
        tokens[b, place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, (1 + k) ** 2 / (1 + N) ** 2


# %% wrong: class-token-wrong, earns 0.8167 — CLS overwritten by the mask token
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    tokens = np.tile(np.asarray(mask_token, float), (B, N + 1, 1))
    hidden = np.ones((B, N), bool)
    for b in range(B):
        place = noise[b].argsort()[:k]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, (1 + k) ** 2 / (1 + N) ** 2


# %% wrong: class-token-wrong, earns 0.8167 — CLS of the first image for all images
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    tokens = np.tile(np.asarray(mask_token, float), (B, N + 1, 1))
    hidden = np.ones((B, N), bool)
    tokens[:, 0] = latent[0, 0]
    for b in range(B):
        place = noise[b].argsort()[:k]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, (1 + k) ** 2 / (1 + N) ** 2


# %% wrong: one-row-up, earns 0.7 — places not raised by one for CLS
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    tokens = np.tile(np.asarray(mask_token, float), (B, N + 1, 1))
    hidden = np.ones((B, N), bool)
    for b in range(B):
        place = noise[b].argsort()[:k]
        tokens[b, place] = latent[b, 1:]
        hidden[b, place] = False
        tokens[b, 0] = latent[b, 0]
    return tokens, hidden, (1 + k) ** 2 / (1 + N) ** 2


# %% wrong: one-too-many, earns 0.8167 — CLS counted as a kept patch
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = min(latent.shape[1], N)
    tokens = np.tile(np.asarray(mask_token, float), (B, N + 1, 1))
    hidden = np.ones((B, N), bool)
    tokens[:, 0] = latent[:, 0]
    for b in range(B):
        place = noise[b].argsort()[:k]
        n = latent.shape[1] - 1
        tokens[b, 1 + place[:n]] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, (1 + k) ** 2 / (1 + N) ** 2


# %% wrong: unrecognised — a quarter of the patches always kept
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = max(1, min(N // 4, latent.shape[1] - 1))
    tokens = np.tile(np.asarray(mask_token, float), (B, N + 1, 1))
    hidden = np.ones((B, N), bool)
    tokens[:, 0] = latent[:, 0]
    for b in range(B):
        place = noise[b].argsort()[:k]
        tokens[b, 1 + place] = latent[b, 1:1 + k]
        hidden[b, place] = False
    return tokens, hidden, (1 + k) ** 2 / (1 + N) ** 2


# %% wrong: one-order, earns 0.5167 — noise of the first image for all images
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    tokens = np.tile(np.asarray(mask_token, float), (B, N + 1, 1))
    hidden = np.ones((B, N), bool)
    tokens[:, 0] = latent[:, 0]
    place = noise[0].argsort()[:k]
    tokens[:, 1 + place] = latent[:, 1:]
    hidden[:, place] = False
    return tokens, hidden, (1 + k) ** 2 / (1 + N) ** 2


# %% wrong: zeros, earns 0.7583 — zeros in place of the mask token
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    tokens = np.zeros((B, N + 1, latent.shape[2]))
    hidden = np.ones((B, N), bool)
    tokens[:, 0] = latent[:, 0]
    for b in range(B):
        place = noise[b].argsort()[:k]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, (1 + k) ** 2 / (1 + N) ** 2


# %% wrong: unrecognised, earns 0.4 — first number of the mask token everywhere
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    tokens = np.full((B, N + 1, latent.shape[2]), float(mask_token[0]))
    hidden = np.ones((B, N), bool)
    tokens[:, 0] = latent[:, 0]
    for b in range(B):
        place = noise[b].argsort()[:k]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, (1 + k) ** 2 / (1 + N) ** 2


# %% wrong: unrecognised, earns 0.4 — mask token added to the kept vectors too
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    tokens = np.tile(np.asarray(mask_token, float), (B, N + 1, 1))
    hidden = np.ones((B, N), bool)
    tokens[:, 0] = latent[:, 0]
    for b in range(B):
        place = noise[b].argsort()[:k]
        tokens[b, 1 + place] += latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, (1 + k) ** 2 / (1 + N) ** 2


# %% wrong: not-restored, earns 0.5167 — tokens left as kept ones first and masks behind
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    tokens = np.concatenate([latent, np.tile(mask_token, (B, N - k, 1))], axis=1)
    hidden = noise.argsort(axis=1).argsort(axis=1) >= k
    return tokens, hidden, (1 + k) ** 2 / (1 + N) ** 2


# %% wrong: unrecognised + one-too-many, earns 0.3167 — strict comparison hides the last kept patch
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    ordered = np.sort(noise, axis=1)
    hidden = ~(noise < ordered[:, k - 1:k])
    rank = noise.argsort(axis=1).argsort(axis=1)
    body = np.take_along_axis(latent, 1 + np.minimum(rank, k - 1)[..., None], axis=1)
    body = np.where(hidden[..., None], mask_token, body)
    return np.concatenate([latent[:, :1], body], axis=1), hidden, (1 + k) ** 2 / (1 + N) ** 2


# %% wrong: nearly-equal, earns 0.7583 — noise compared as float32 makes ties of neighbours
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    low = noise.astype(np.float32)
    tokens = np.tile(np.asarray(mask_token, float), (B, N + 1, 1))
    hidden = np.ones((B, N), bool)
    tokens[:, 0] = latent[:, 0]
    for b in range(B):
        place = low[b].argsort(kind="stable")[:k]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, (1 + k) ** 2 / (1 + N) ** 2


# %% wrong: nearly-equal, earns 0.9417 — threshold of isclose keeps nearly equal noise
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    ordered = np.sort(noise, axis=1)
    edge = ordered[:, k - 1:k]
    rank = noise.argsort(axis=1).argsort(axis=1)
    hidden = ~((noise <= edge) | np.isclose(noise, edge))
    body = np.take_along_axis(latent, 1 + np.minimum(rank, k - 1)[..., None], axis=1)
    body = np.where((rank < k)[..., None], body, mask_token)
    return np.concatenate([latent[:, :1], body], axis=1), hidden, (1 + k) ** 2 / (1 + N) ** 2


# %% wrong: unrecognised, earns 0.2 — one threshold from the noise of all images
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    rank = noise.argsort(axis=1).argsort(axis=1)
    hidden = noise >= np.quantile(noise, k / N)
    body = np.take_along_axis(latent, 1 + np.minimum(rank, k - 1)[..., None], axis=1)
    body = np.where(hidden[..., None], mask_token, body)
    return np.concatenate([latent[:, :1], body], axis=1), hidden, (1 + k) ** 2 / (1 + N) ** 2


# %% wrong: changed-arguments, earns 0.7 — right outputs but noise sorted in place
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    tokens = np.tile(np.asarray(mask_token, float), (B, N + 1, 1))
    hidden = np.ones((B, N), bool)
    tokens[:, 0] = latent[:, 0]
    for b in range(B):
        place = noise[b].argsort()[:k]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    noise.sort(axis=1)
    return tokens, hidden, (1 + k) ** 2 / (1 + N) ** 2


# %% wrong: changed-arguments, earns 0.7 — kept noise overwritten with infinity in place
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    tokens = np.tile(np.asarray(mask_token, float), (B, N + 1, 1))
    hidden = np.ones((B, N), bool)
    tokens[:, 0] = latent[:, 0]
    for b in range(B):
        for r in range(k):
            p = noise[b].argmin()
            noise[b, p] = np.inf
            tokens[b, 1 + p] = latent[b, 1 + r]
            hidden[b, p] = False
    return tokens, hidden, (1 + k) ** 2 / (1 + N) ** 2


# %% wrong: wrong-order, earns 0.8 — hidden and tokens returned in swapped order
def fill_masked(latent, noise, mask_token):
    B, N = noise.shape
    k = latent.shape[1] - 1
    tokens = np.tile(np.asarray(mask_token, float), (B, N + 1, 1))
    hidden = np.ones((B, N), bool)
    tokens[:, 0] = latent[:, 0]
    for b in range(B):
        place = noise[b].argsort()[:k]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return hidden, tokens, (1 + k) ** 2 / (1 + N) ** 2
