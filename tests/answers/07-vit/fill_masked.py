# %% right: image by image
def fill_masked(latent, noise, mask_token):
    images, n = noise.shape
    kept = latent.shape[1] - 1
    tokens = np.empty((images, 1 + n, len(mask_token)))
    hidden = np.ones((images, n), dtype=bool)
    for b in range(images):
        place = np.argsort(noise[b])[:kept]
        tokens[b] = mask_token
        tokens[b, 0] = latent[b, 0]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, (1 + kept) ** 2 / (1 + n) ** 2


# %% right: gathered by rank — as in the paper's code
def fill_masked(latent, noise, mask_token):
    import torch

    latent, noise, mask_token = map(torch.tensor, (latent, noise, mask_token))
    (images, n), kept = noise.shape, latent.shape[1] - 1
    rank = noise.argsort(dim=1).argsort(dim=1)
    missing = mask_token.expand(images, n - kept, -1)
    patches = torch.cat([latent[:, 1:], missing], dim=1)
    patches = patches.gather(1, rank[..., None].expand(-1, -1, len(mask_token)))
    tokens = torch.cat([latent[:, :1], patches], dim=1)
    return tokens, rank >= kept, (latent.shape[1] / tokens.shape[1]) ** 2


# %% right: patch by patch — as lists
def fill_masked(latent, noise, mask_token):
    tokens, hidden = [], []
    kept = len(latent[0]) - 1
    for vectors, numbers in zip(latent.tolist(), noise.tolist(), strict=True):
        ranks = [sum(other < number for other in numbers) for number in numbers]
        rest = [vectors[1 + r] if r < kept else mask_token.tolist() for r in ranks]
        tokens.append([vectors[0], *rest])
        hidden.append([r >= kept for r in ranks])
    return tokens, hidden, ((kept + 1) / (len(hidden[0]) + 1)) ** 2


# %% right: a threshold and zeros and ones
def fill_masked(latent, noise, mask_token):
    kept, n = latent.shape[1] - 1, noise.shape[1]
    limit = np.sort(noise, axis=1)[:, kept - 1 : kept]
    hidden = (noise > limit).astype(int)
    order = noise.argsort(axis=1)
    padded = np.zeros((len(noise), n, latent.shape[2]))
    padded[:, :kept] = latent[:, 1:]
    back = np.take_along_axis(padded, order.argsort(axis=1)[..., None], axis=1)
    patches = back + hidden[..., None] * mask_token
    share = np.float32((1 + kept) / (1 + n)) ** 2
    return np.concatenate([latent[:, :1], patches], axis=1), hidden, share


# %% wrong: not-restored, earns 0.36
def fill_masked(latent, noise, mask_token):
    images, n = noise.shape
    kept = latent.shape[1] - 1
    tokens = np.empty((images, 1 + n, len(mask_token)))
    hidden = np.ones((images, n), dtype=bool)
    for b in range(images):
        place = np.arange(kept)
        tokens[b] = mask_token
        tokens[b, 0] = latent[b, 0]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, (1 + kept) ** 2 / (1 + n) ** 2


# %% wrong: wrong-way, earns 0.52
def fill_masked(latent, noise, mask_token):
    images, n = noise.shape
    kept = latent.shape[1] - 1
    tokens = np.empty((images, 1 + n, len(mask_token)))
    hidden = np.ones((images, n), dtype=bool)
    for b in range(images):
        place = np.argsort(np.argsort(noise[b]))[:kept]
        tokens[b] = mask_token
        tokens[b, 0] = latent[b, 0]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, (1 + kept) ** 2 / (1 + n) ** 2


# %% wrong: largest-noise, earns 0.6
def fill_masked(latent, noise, mask_token):
    images, n = noise.shape
    kept = latent.shape[1] - 1
    tokens = np.empty((images, 1 + n, len(mask_token)))
    hidden = np.ones((images, n), dtype=bool)
    for b in range(images):
        place = np.argsort(-noise[b])[:kept]
        tokens[b] = mask_token
        tokens[b, 0] = latent[b, 0]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, (1 + kept) ** 2 / (1 + n) ** 2


# %% wrong: largest-noise, earns 0.6 — the smallest of them first
def fill_masked(latent, noise, mask_token):
    images, n = noise.shape
    kept = latent.shape[1] - 1
    tokens = np.empty((images, 1 + n, len(mask_token)))
    hidden = np.ones((images, n), dtype=bool)
    for b in range(images):
        place = np.argsort(noise[b])[n - kept :]
        tokens[b] = mask_token
        tokens[b, 0] = latent[b, 0]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, (1 + kept) ** 2 / (1 + n) ** 2


# %% wrong: in-image-order, earns 0.7
def fill_masked(latent, noise, mask_token):
    images, n = noise.shape
    kept = latent.shape[1] - 1
    tokens = np.empty((images, 1 + n, len(mask_token)))
    hidden = np.ones((images, n), dtype=bool)
    for b in range(images):
        place = np.sort(np.argsort(noise[b])[:kept])
        tokens[b] = mask_token
        tokens[b, 0] = latent[b, 0]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, (1 + kept) ** 2 / (1 + n) ** 2


# %% wrong: one-order, earns 0.52
def fill_masked(latent, noise, mask_token):
    images, n = noise.shape
    kept = latent.shape[1] - 1
    tokens = np.empty((images, 1 + n, len(mask_token)))
    hidden = np.ones((images, n), dtype=bool)
    for b in range(images):
        place = np.argsort(noise[0])[:kept]
        tokens[b] = mask_token
        tokens[b, 0] = latent[b, 0]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, (1 + kept) ** 2 / (1 + n) ** 2


# %% wrong: class-token-wrong, earns 0.82 — behind the patches
def fill_masked(latent, noise, mask_token):
    images, n = noise.shape
    kept = latent.shape[1] - 1
    tokens = np.empty((images, 1 + n, len(mask_token)))
    hidden = np.ones((images, n), dtype=bool)
    for b in range(images):
        place = np.argsort(noise[b])[:kept]
        tokens[b] = mask_token
        tokens[b, 0] = latent[b, 0]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return np.roll(tokens, -1, axis=1), hidden, (1 + kept) ** 2 / (1 + n) ** 2


# %% wrong: class-token-wrong, earns 0.82 — hidden
def fill_masked(latent, noise, mask_token):
    images, n = noise.shape
    kept = latent.shape[1] - 1
    tokens = np.empty((images, 1 + n, len(mask_token)))
    hidden = np.ones((images, n), dtype=bool)
    for b in range(images):
        place = np.argsort(noise[b])[:kept]
        tokens[b] = mask_token
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, (1 + kept) ** 2 / (1 + n) ** 2


# %% wrong: exchanged, earns 0.9
def fill_masked(latent, noise, mask_token):
    images, n = noise.shape
    kept = latent.shape[1] - 1
    tokens = np.empty((images, 1 + n, len(mask_token)))
    hidden = np.zeros((images, n), dtype=bool)
    for b in range(images):
        place = np.argsort(noise[b])[:kept]
        tokens[b] = mask_token
        tokens[b, 0] = latent[b, 0]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = True
    return tokens, hidden, (1 + kept) ** 2 / (1 + n) ** 2


# %% wrong: not-restored, earns 0.84 — of what is hidden
def fill_masked(latent, noise, mask_token):
    images, n = noise.shape
    kept = latent.shape[1] - 1
    tokens = np.empty((images, 1 + n, len(mask_token)))
    hidden = np.ones((images, n), dtype=bool)
    for b in range(images):
        place = np.argsort(noise[b])[:kept]
        tokens[b] = mask_token
        tokens[b, 0] = latent[b, 0]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, :kept] = False
    return tokens, hidden, (1 + kept) ** 2 / (1 + n) ** 2


# %% wrong: wrong-way, earns 0.88 — of what is hidden
def fill_masked(latent, noise, mask_token):
    images, n = noise.shape
    kept = latent.shape[1] - 1
    tokens = np.empty((images, 1 + n, len(mask_token)))
    hidden = np.ones((images, n), dtype=bool)
    for b in range(images):
        place = np.argsort(noise[b])[:kept]
        tokens[b] = mask_token
        tokens[b, 0] = latent[b, 0]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, np.argsort(np.argsort(noise[b]))[:kept]] = False
    return tokens, hidden, (1 + kept) ** 2 / (1 + n) ** 2


# %% wrong: not-squared, earns 0.86
def fill_masked(latent, noise, mask_token):
    images, n = noise.shape
    kept = latent.shape[1] - 1
    tokens = np.empty((images, 1 + n, len(mask_token)))
    hidden = np.ones((images, n), dtype=bool)
    for b in range(images):
        place = np.argsort(noise[b])[:kept]
        tokens[b] = mask_token
        tokens[b, 0] = latent[b, 0]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, (1 + kept) / (1 + n)


# %% wrong: without-class-token, earns 0.9
def fill_masked(latent, noise, mask_token):
    images, n = noise.shape
    kept = latent.shape[1] - 1
    tokens = np.empty((images, 1 + n, len(mask_token)))
    hidden = np.ones((images, n), dtype=bool)
    for b in range(images):
        place = np.argsort(noise[b])[:kept]
        tokens[b] = mask_token
        tokens[b, 0] = latent[b, 0]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, kept**2 / n**2


# %% wrong: saved, earns 0.9
def fill_masked(latent, noise, mask_token):
    images, n = noise.shape
    kept = latent.shape[1] - 1
    tokens = np.empty((images, 1 + n, len(mask_token)))
    hidden = np.ones((images, n), dtype=bool)
    for b in range(images):
        place = np.argsort(noise[b])[:kept]
        tokens[b] = mask_token
        tokens[b, 0] = latent[b, 0]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, 1 - (1 + kept) ** 2 / (1 + n) ** 2


# %% wrong: threshold, earns 0.88
def fill_masked(latent, noise, mask_token):
    images, n = noise.shape
    kept = latent.shape[1] - 1
    tokens = np.empty((images, 1 + n, len(mask_token)))
    hidden = np.ones((images, n), dtype=bool)
    for b in range(images):
        place = np.argsort(noise[b])[:kept]
        tokens[b] = mask_token
        tokens[b, 0] = latent[b, 0]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    hidden = noise > kept / n
    return tokens, hidden, (1 + kept) ** 2 / (1 + n) ** 2


# %% wrong: one-too-many, earns 0.92 — kept
def fill_masked(latent, noise, mask_token):
    images, n = noise.shape
    kept = latent.shape[1] - 1
    tokens = np.empty((images, 1 + n, len(mask_token)))
    hidden = np.ones((images, n), dtype=bool)
    for b in range(images):
        place = np.argsort(noise[b])[:kept]
        tokens[b] = mask_token
        tokens[b, 0] = latent[b, 0]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, np.argsort(noise[b])[: latent.shape[1]]] = False
    return tokens, hidden, (1 + kept) ** 2 / (1 + n) ** 2


# %% wrong: one-too-many, earns 0.92 — hidden
def fill_masked(latent, noise, mask_token):
    images, n = noise.shape
    kept = latent.shape[1] - 1
    tokens = np.empty((images, 1 + n, len(mask_token)))
    hidden = np.ones((images, n), dtype=bool)
    for b in range(images):
        place = np.argsort(noise[b])[:kept]
        tokens[b] = mask_token
        tokens[b, 0] = latent[b, 0]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    hidden = noise >= np.sort(noise, axis=1)[:, kept - 1 : kept]
    return tokens, hidden, (1 + kept) ** 2 / (1 + n) ** 2


# %% wrong: one-too-many, earns 0.82 — also in the share
def fill_masked(latent, noise, mask_token):
    images, n = noise.shape
    kept = latent.shape[1] - 1
    tokens = np.empty((images, 1 + n, len(mask_token)))
    hidden = np.ones((images, n), dtype=bool)
    for b in range(images):
        place = np.argsort(noise[b])[:kept]
        tokens[b] = mask_token
        tokens[b, 0] = latent[b, 0]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, np.argsort(noise[b])[: latent.shape[1]]] = False
    return tokens, hidden, (2 + kept) ** 2 / (1 + n) ** 2


# %% wrong: told-by-value, earns 0.94
def fill_masked(latent, noise, mask_token):
    images, n = noise.shape
    kept = latent.shape[1] - 1
    tokens = np.empty((images, 1 + n, len(mask_token)))
    hidden = np.ones((images, n), dtype=bool)
    for b in range(images):
        place = np.argsort(noise[b])[:kept]
        tokens[b] = mask_token
        tokens[b, 0] = latent[b, 0]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    hidden = (tokens[:, 1:] == mask_token).all(axis=2)
    return tokens, hidden, (1 + kept) ** 2 / (1 + n) ** 2


# %% wrong: falling-noise, earns 0.7
def fill_masked(latent, noise, mask_token):
    images, n = noise.shape
    kept = latent.shape[1] - 1
    tokens = np.empty((images, 1 + n, len(mask_token)))
    hidden = np.ones((images, n), dtype=bool)
    for b in range(images):
        place = np.argsort(noise[b])[:kept]
        tokens[b] = mask_token
        tokens[b, 0] = latent[b, 0]
        tokens[b, 1 + place[::-1]] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, (1 + kept) ** 2 / (1 + n) ** 2


# %% wrong: one-row-up, earns 0.7
def fill_masked(latent, noise, mask_token):
    images, n = noise.shape
    kept = latent.shape[1] - 1
    tokens = np.empty((images, 1 + n, len(mask_token)))
    hidden = np.ones((images, n), dtype=bool)
    for b in range(images):
        place = np.argsort(noise[b])[:kept]
        tokens[b] = mask_token
        tokens[b, 0] = latent[b, 0]
        tokens[b, place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, (1 + kept) ** 2 / (1 + n) ** 2


# %% wrong: one-row-up, earns 0.7 — [CLS] last
def fill_masked(latent, noise, mask_token):
    images, n = noise.shape
    kept = latent.shape[1] - 1
    tokens = np.empty((images, 1 + n, len(mask_token)))
    hidden = np.ones((images, n), dtype=bool)
    for b in range(images):
        place = np.argsort(noise[b])[:kept]
        tokens[b] = mask_token
        tokens[b, place] = latent[b, 1:]
        tokens[b, 0] = latent[b, 0]
        hidden[b, place] = False
    return tokens, hidden, (1 + kept) ** 2 / (1 + n) ** 2


# %% wrong: zeros, earns 0.76
def fill_masked(latent, noise, mask_token):
    images, n = noise.shape
    kept = latent.shape[1] - 1
    tokens = np.empty((images, 1 + n, len(mask_token)))
    hidden = np.ones((images, n), dtype=bool)
    for b in range(images):
        place = np.argsort(noise[b])[:kept]
        tokens[b] = 0
        tokens[b, 0] = latent[b, 0]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, (1 + kept) ** 2 / (1 + n) ** 2


# %% wrong: self-left-out, earns 0.9
def fill_masked(latent, noise, mask_token):
    images, n = noise.shape
    kept = latent.shape[1] - 1
    tokens = np.empty((images, 1 + n, len(mask_token)))
    hidden = np.ones((images, n), dtype=bool)
    for b in range(images):
        place = np.argsort(noise[b])[:kept]
        tokens[b] = mask_token
        tokens[b, 0] = latent[b, 0]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, (1 + kept) * kept / ((1 + n) * n)


# %% wrong: not-restored + not-squared, earns 0.22
def fill_masked(latent, noise, mask_token):
    images, n = noise.shape
    kept = latent.shape[1] - 1
    tokens = np.empty((images, 1 + n, len(mask_token)))
    hidden = np.ones((images, n), dtype=bool)
    for b in range(images):
        place = np.arange(kept)
        tokens[b] = mask_token
        tokens[b, 0] = latent[b, 0]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, kept / n


# %% wrong: wrong-shape, earns 0.4 — without [CLS]
def fill_masked(latent, noise, mask_token):
    images, n = noise.shape
    kept = latent.shape[1] - 1
    tokens = np.empty((images, 1 + n, len(mask_token)))
    hidden = np.ones((images, n), dtype=bool)
    for b in range(images):
        place = np.argsort(noise[b])[:kept]
        tokens[b] = mask_token
        tokens[b, 0] = latent[b, 0]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens[:, 1:], hidden, (1 + kept) ** 2 / (1 + n) ** 2


# %% wrong: wrong-order, earns 0.8
def fill_masked(latent, noise, mask_token):
    images, n = noise.shape
    kept = latent.shape[1] - 1
    tokens = np.empty((images, 1 + n, len(mask_token)))
    hidden = np.ones((images, n), dtype=bool)
    for b in range(images):
        place = np.argsort(noise[b])[:kept]
        tokens[b] = mask_token
        tokens[b, 0] = latent[b, 0]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return hidden, tokens, (1 + kept) ** 2 / (1 + n) ** 2


# %% wrong: axis-of-length-1, earns 0.8 — one image loses its axis
def fill_masked(latent, noise, mask_token):
    images, n = noise.shape
    kept = latent.shape[1] - 1
    tokens = np.empty((images, 1 + n, len(mask_token)))
    hidden = np.ones((images, n), dtype=bool)
    for b in range(images):
        place = np.argsort(noise[b])[:kept]
        tokens[b] = mask_token
        tokens[b, 0] = latent[b, 0]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    if images == 1:
        tokens, hidden = tokens[0], hidden[0]
    return tokens, hidden, (1 + kept) ** 2 / (1 + n) ** 2


# %% wrong: unrecognised, earns 0.7 — where nothing is hidden nothing is moved
def fill_masked(latent, noise, mask_token):
    images, n = noise.shape
    kept = latent.shape[1] - 1
    if kept == n:
        return latent, np.zeros((images, n), dtype=bool), 1
    tokens = np.empty((images, 1 + n, len(mask_token)))
    hidden = np.ones((images, n), dtype=bool)
    for b in range(images):
        place = np.argsort(noise[b])[:kept]
        tokens[b] = mask_token
        tokens[b, 0] = latent[b, 0]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, (1 + kept) ** 2 / (1 + n) ** 2


# %% wrong: unrecognised, earns 0.9 — a slice up to −0
def fill_masked(latent, noise, mask_token):
    images, n = noise.shape
    kept = latent.shape[1] - 1
    tokens = np.empty((images, 1 + n, len(mask_token)))
    hidden = np.ones((images, n), dtype=bool)
    for b in range(images):
        place = np.argsort(noise[b])[:kept]
        tokens[b] = mask_token
        tokens[b, 0] = latent[b, 0]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, np.argsort(noise[b])[: kept - n]] = False
    return tokens, hidden, (1 + kept) ** 2 / (1 + n) ** 2


# %% wrong: not-a-tuple — the tokens alone
def fill_masked(latent, noise, mask_token):
    images, n = noise.shape
    kept = latent.shape[1] - 1
    tokens = np.empty((images, 1 + n, len(mask_token)))
    hidden = np.ones((images, n), dtype=bool)
    for b in range(images):
        place = np.argsort(noise[b])[:kept]
        tokens[b] = mask_token
        tokens[b, 0] = latent[b, 0]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens


# %% wrong: nearly-equal, earns 0.76 — noise compared as float32 makes ties of neighbours
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


# %% wrong: nearly-equal, earns 0.94 — threshold of isclose keeps nearly equal noise
def fill_masked(latent, noise, mask_token):
    _B, N = noise.shape
    k = latent.shape[1] - 1
    ordered = np.sort(noise, axis=1)
    edge = ordered[:, k - 1 : k]
    rank = noise.argsort(axis=1).argsort(axis=1)
    hidden = ~((noise <= edge) | np.isclose(noise, edge))
    body = np.take_along_axis(latent, 1 + np.minimum(rank, k - 1)[..., None], axis=1)
    body = np.where((rank < k)[..., None], body, mask_token)
    return np.concatenate([latent[:, :1], body], axis=1), hidden, (1 + k) ** 2 / (1 + N) ** 2


# %% wrong: class-token-counted — kept is the length of the latent
def fill_masked(latent, noise, mask_token):
    images, n = noise.shape
    kept = latent.shape[1]
    tokens = np.empty((images, 1 + n, len(mask_token)))
    hidden = np.ones((images, n), dtype=bool)
    for b in range(images):
        place = np.argsort(noise[b])[:kept]
        tokens[b] = mask_token
        tokens[b, 0] = latent[b, 0]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, (1 + kept) ** 2 / (1 + n) ** 2


# %% wrong: whole, earns 0.8 — whole division
def fill_masked(latent, noise, mask_token):
    images, n = noise.shape
    kept = latent.shape[1] - 1
    tokens = np.empty((images, 1 + n, len(mask_token)))
    hidden = np.ones((images, n), dtype=bool)
    for b in range(images):
        place = np.argsort(noise[b])[:kept]
        tokens[b] = mask_token
        tokens[b, 0] = latent[b, 0]
        tokens[b, 1 + place] = latent[b, 1:]
        hidden[b, place] = False
    return tokens, hidden, (1 + kept) ** 2 // (1 + n) ** 2
