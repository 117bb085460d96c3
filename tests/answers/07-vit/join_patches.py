# %% right: a loop over patches
def join_patches(P, height, width, size, stride):
    patches = P.reshape(len(P), -1, size, size)
    columns = (width - size) // stride + 1
    sums = np.zeros((patches.shape[1], height, width))
    covers = np.zeros((height, width))
    for i in range(len(P)):
        y, x = stride * (i // columns), stride * (i % columns)
        sums[:, y : y + size, x : x + size] += patches[i]
        covers[y : y + size, x : x + size] += 1
    return sums / covers


# %% right: torch's fold
def join_patches(P, height, width, size, stride):
    import torch
    import torch.nn.functional as F

    cut = torch.tensor(P).T[None]
    sums = F.fold(cut, (height, width), size, stride=stride)
    return (sums / F.fold(torch.ones_like(cut), (height, width), size, stride=stride))[0]


# %% right: a loop over the pixels of a patch
def join_patches(P, height, width, size, stride):
    rows, columns = (height - size) // stride + 1, (width - size) // stride + 1
    grid = P.reshape(rows, columns, -1, size, size)
    sums, covers = np.zeros((grid.shape[2], height, width)), np.zeros((1, height, width))
    for dy in range(size):
        for dx in range(size):
            down = slice(dy, dy + stride * (rows - 1) + 1, stride)
            along = slice(dx, dx + stride * (columns - 1) + 1, stride)
            sums[:, down, along] += np.moveaxis(grid[..., dy, dx], 2, 0)
            covers[:, down, along] += 1
    return sums / covers


# %% right: a list for each pixel — as nested lists
def join_patches(P, height, width, size, stride):
    columns = (width - size) // stride + 1
    channels = P.shape[1] // size**2
    found = [[[[] for _ in range(width)] for _ in range(height)] for _ in range(channels)]
    for i, row in enumerate(P.tolist()):
        for j, value in enumerate(row):
            channel, rest = divmod(j, size**2)
            dy, dx = divmod(rest, size)
            y, x = stride * (i // columns) + dy, stride * (i % columns) + dx
            found[channel][y][x].append(value)
    return [[[sum(p) / len(p) for p in row] for row in plane] for plane in found]


# %% wrong: strips — where the patches do not overlap
def join_patches(P, height, width, size, stride):
    if stride == size:
        return P.reshape(-1, height, width)
    patches = P.reshape(len(P), -1, size, size)
    columns = (width - size) // stride + 1
    sums = np.zeros((patches.shape[1], height, width))
    covers = np.zeros((height, width))
    for i in range(len(P)):
        y, x = stride * (i // columns), stride * (i % columns)
        sums[:, y : y + size, x : x + size] += patches[i]
        covers[y : y + size, x : x + size] += 1
    return sums / covers


# %% wrong: column-by-column, earns 0.4
def join_patches(P, height, width, size, stride):
    patches = P.reshape(len(P), -1, size, size)
    rows = (height - size) // stride + 1
    sums = np.zeros((patches.shape[1], height, width))
    covers = np.zeros((height, width))
    for i in range(len(P)):
        y, x = stride * (i % rows), stride * (i // rows)
        sums[:, y : y + size, x : x + size] += patches[i]
        covers[y : y + size, x : x + size] += 1
    return sums / covers


# %% wrong: channels-last, earns 0.4
def join_patches(P, height, width, size, stride):
    patches = np.moveaxis(P.reshape(len(P), size, size, -1), 3, 1)
    columns = (width - size) // stride + 1
    sums = np.zeros((patches.shape[1], height, width))
    covers = np.zeros((height, width))
    for i in range(len(P)):
        y, x = stride * (i // columns), stride * (i % columns)
        sums[:, y : y + size, x : x + size] += patches[i]
        covers[y : y + size, x : x + size] += 1
    return sums / covers


# %% wrong: turned-inside, earns 0.4
def join_patches(P, height, width, size, stride):
    patches = P.reshape(len(P), -1, size, size)
    columns = (width - size) // stride + 1
    sums = np.zeros((patches.shape[1], height, width))
    covers = np.zeros((height, width))
    for i in range(len(P)):
        y, x = stride * (i // columns), stride * (i % columns)
        sums[:, y : y + size, x : x + size] += patches[i].swapaxes(1, 2)
        covers[y : y + size, x : x + size] += 1
    return sums / covers


# %% wrong: channels-counted, earns 0.5
def join_patches(P, height, width, size, stride):
    patches = P.reshape(len(P), -1, size, size)
    columns = (width - size) // stride + 1
    sums = np.zeros((patches.shape[1], height, width))
    covers = np.zeros((height, width))
    for i in range(len(P)):
        y, x = stride * (i // columns), stride * (i % columns)
        sums[:, y : y + size, x : x + size] += patches[i]
        covers[y : y + size, x : x + size] += 1
    return sums / (covers * len(sums))


# %% wrong: divided-by-rows, earns 0.4 — pixel by pixel
def join_patches(P, height, width, size, stride):
    patches = P.reshape(len(P), -1, size, size)
    rows = (height - size) // stride + 1
    columns = (width - size) // stride + 1
    image = np.full((patches.shape[1], height, width), np.nan)
    for y in range(height):
        for x in range(width):
            there = []
            for i, patch in enumerate(patches):
                v, u = y - stride * (i // rows), x - stride * (i % columns)
                if 0 <= v < size and 0 <= u < size:
                    there.append(patch[:, v, u])
            if there:
                image[:, y, x] = np.mean(there, axis=0)
    return image


# %% wrong: summed, earns 0.6
def join_patches(P, height, width, size, stride):
    patches = P.reshape(len(P), -1, size, size)
    columns = (width - size) // stride + 1
    sums = np.zeros((patches.shape[1], height, width))
    covers = np.zeros((height, width))
    for i in range(len(P)):
        y, x = stride * (i // columns), stride * (i % columns)
        sums[:, y : y + size, x : x + size] += patches[i]
        covers[y : y + size, x : x + size] += 1
    return sums


# %% wrong: one-divisor, earns 0.6
def join_patches(P, height, width, size, stride):
    patches = P.reshape(len(P), -1, size, size)
    columns = (width - size) // stride + 1
    sums = np.zeros((patches.shape[1], height, width))
    covers = np.zeros((height, width))
    for i in range(len(P)):
        y, x = stride * (i // columns), stride * (i % columns)
        sums[:, y : y + size, x : x + size] += patches[i]
        covers[y : y + size, x : x + size] += 1
    return sums / covers.max()


# %% wrong: one-divisor, earns 0.6 — of the middle
def join_patches(P, height, width, size, stride):
    patches = P.reshape(len(P), -1, size, size)
    columns = (width - size) // stride + 1
    sums = np.zeros((patches.shape[1], height, width))
    covers = np.zeros((height, width))
    for i in range(len(P)):
        y, x = stride * (i // columns), stride * (i % columns)
        sums[:, y : y + size, x : x + size] += patches[i]
        covers[y : y + size, x : x + size] += 1
    return sums / (size / stride) ** 2


# %% wrong: one-patch-alone, earns 0.5 — the last
def join_patches(P, height, width, size, stride):
    patches = P.reshape(len(P), -1, size, size)
    columns = (width - size) // stride + 1
    sums = np.zeros((patches.shape[1], height, width))
    covers = np.zeros((height, width))
    for i in range(len(P)):
        y, x = stride * (i // columns), stride * (i % columns)
        sums[:, y : y + size, x : x + size] = patches[i]
        covers[y : y + size, x : x + size] = 1
    return sums / covers


# %% wrong: one-patch-alone, earns 0.5 — the first
def join_patches(P, height, width, size, stride):
    patches = P.reshape(len(P), -1, size, size)
    columns = (width - size) // stride + 1
    sums = np.zeros((patches.shape[1], height, width))
    covers = np.zeros((height, width))
    for i in reversed(range(len(P))):
        y, x = stride * (i // columns), stride * (i % columns)
        sums[:, y : y + size, x : x + size] = patches[i]
        covers[y : y + size, x : x + size] = 1
    return sums / covers


# %% wrong: running-mean, earns 0.5
def join_patches(P, height, width, size, stride):
    patches = P.reshape(len(P), -1, size, size)
    columns = (width - size) // stride + 1
    sums = np.zeros((patches.shape[1], height, width))
    covers = np.zeros((height, width))
    for i in range(len(P)):
        y, x = stride * (i // columns), stride * (i % columns)
        sums[:, y : y + size, x : x + size] += patches[i]
        sums[:, y : y + size, x : x + size] /= 1 + covers[y : y + size, x : x + size]
        covers[y : y + size, x : x + size] = 1
    return sums / covers


# %% wrong: not-the-mean, earns 0.6 — the largest
def join_patches(P, height, width, size, stride):
    patches = P.reshape(len(P), -1, size, size)
    columns = (width - size) // stride + 1
    sums = np.zeros((patches.shape[1], height, width))
    covers = np.zeros((height, width))
    for i in range(len(P)):
        y, x = stride * (i // columns), stride * (i % columns)
        here = sums[:, y : y + size, x : x + size]
        there = covers[y : y + size, x : x + size] > 0
        here[:] = np.where(there, np.maximum(here, patches[i]), patches[i])
        covers[y : y + size, x : x + size] = 1
    return sums / covers


# %% wrong: raised, earns 0.3 — no overlap at all
def join_patches(P, height, width, size, stride):
    grid = P.reshape(height // size, width // size, -1, size, size)
    return grid.transpose(2, 0, 3, 1, 4).reshape(-1, height, width)


# %% wrong: axes-otherwise, earns 0.7 — channels at the end
def join_patches(P, height, width, size, stride):
    patches = P.reshape(len(P), -1, size, size)
    columns = (width - size) // stride + 1
    sums = np.zeros((patches.shape[1], height, width))
    covers = np.zeros((height, width))
    for i in range(len(P)):
        y, x = stride * (i // columns), stride * (i % columns)
        sums[:, y : y + size, x : x + size] += patches[i]
        covers[y : y + size, x : x + size] += 1
    return np.moveaxis(sums / covers, 0, 2)


# %% wrong: axis-of-length-1, earns 0.8 — a single channel loses its axis
def join_patches(P, height, width, size, stride):
    patches = P.reshape(len(P), -1, size, size)
    columns = (width - size) // stride + 1
    sums = np.zeros((patches.shape[1], height, width))
    covers = np.zeros((height, width))
    for i in range(len(P)):
        y, x = stride * (i // columns), stride * (i % columns)
        sums[:, y : y + size, x : x + size] += patches[i]
        covers[y : y + size, x : x + size] += 1
    return (sums / covers).squeeze()


# %% wrong: unrecognised, earns 0.5 — a single patch is halved
def join_patches(P, height, width, size, stride):
    patches = P.reshape(len(P), -1, size, size)
    columns = (width - size) // stride + 1
    sums = np.zeros((patches.shape[1], height, width))
    covers = np.ones((height, width)) if len(P) == 1 else np.zeros((height, width))
    for i in range(len(P)):
        y, x = stride * (i // columns), stride * (i % columns)
        sums[:, y : y + size, x : x + size] += patches[i]
        covers[y : y + size, x : x + size] += 1
    return sums / covers


# %% wrong: columns-of-the-height, earns 0.5
def join_patches(P, height, width, size, stride):
    channels = P.shape[1] // size**2
    columns = (height - size) // stride + 1
    sums = np.zeros((channels, height, width))
    counts = np.zeros((height, width))
    for i, row in enumerate(P):
        top, left = i // columns * stride, i % columns * stride
        top, left = min(top, height - size), min(left, width - size)
        sums[:, top : top + size, left : left + size] += row.reshape(channels, size, size)
        counts[top : top + size, left : left + size] += 1
    return sums / np.maximum(counts, 1)


# %% wrong: one-divisor, earns 0.6 — of the overlap, rounded down
def join_patches(P, height, width, size, stride):
    channels = P.shape[1] // size**2
    columns = (width - size) // stride + 1
    sums = np.zeros((channels, height, width))
    for i, row in enumerate(P):
        top, left = i // columns * stride, i % columns * stride
        sums[:, top : top + size, left : left + size] += row.reshape(channels, size, size)
    return sums / (size // stride) ** 2


# %% wrong: zeros-not-counted, earns 0.7
def join_patches(P, height, width, size, stride):
    channels = P.shape[1] // size**2
    columns = (width - size) // stride + 1
    sums = np.zeros((channels, height, width))
    counts = np.zeros((channels, height, width))
    for i, row in enumerate(P):
        top, left = i // columns * stride, i % columns * stride
        patch = row.reshape(channels, size, size)
        sums[:, top : top + size, left : left + size] += patch
        counts[:, top : top + size, left : left + size] += patch != 0
    return sums / np.maximum(counts, 1)


# %% wrong: overflow, earns 0.7
def join_patches(P, height, width, size, stride):
    channels = P.shape[1] // size**2
    columns = (width - size) // stride + 1
    sums = np.zeros((channels, height, width))
    counts = np.zeros((height, width), dtype=np.uint8)
    for i, row in enumerate(P):
        top, left = i // columns * stride, i % columns * stride
        sums[:, top : top + size, left : left + size] += row.reshape(channels, size, size)
        counts[top : top + size, left : left + size] += 1
    return sums / np.maximum(counts, 1)


# %% wrong: not-the-mean, earns 0.6
def join_patches(P, height, width, size, stride):
    rows = (height - size) // stride + 1
    columns = (width - size) // stride + 1
    grid = P.reshape(rows, columns, -1, size, size)
    image = np.empty((grid.shape[2], height, width))
    for y in range(height):
        its = [i for i in range(rows) if 0 <= y - stride * i < size]
        for x in range(width):
            js = [j for j in range(columns) if 0 <= x - stride * j < size]
            image[:, y, x] = np.median(
                [grid[i, j, :, y - stride * i, x - stride * j] for i in its for j in js], axis=0
            )
    return image


# %% wrong: channels-averaged, earns 0.3
def join_patches(P, height, width, size, stride):
    channels = P.shape[1] // size**2
    columns = (width - size) // stride + 1
    sums = np.zeros((channels, height, width))
    counts = np.zeros((height, width))
    for i, row in enumerate(P):
        top, left = i // columns * stride, i % columns * stride
        patch = row.reshape(channels, size, size).mean(axis=0)
        sums[:, top : top + size, left : left + size] += patch
        counts[top : top + size, left : left + size] += 1
    return sums / counts


# %% wrong: divided-by-rows, earns 0.4 — square grid assumed from the root of the number
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size**2
    sums, counts = np.zeros((c, height, width)), np.zeros((height, width))
    columns = round(len(P) ** 0.5)
    for i, row in enumerate(P):
        y, x = stride * (i // columns), stride * (i % columns)
        h, w = sums[0, y : y + size, x : x + size].shape
        sums[:, y : y + size, x : x + size] += row.reshape(c, size, size)[:, :h, :w]
        counts[y : y + size, x : x + size] += 1
    return sums / np.maximum(counts, 1)


# %% wrong: not-the-mean, earns 0.6 — largest value of the patches on a pixel
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size**2
    image = np.full((c, height, width), -np.inf)
    columns = (width - size) // stride + 1
    for i, row in enumerate(P):
        y, x = stride * (i // columns), stride * (i % columns)
        part = image[:, y : y + size, x : x + size]
        np.maximum(part, row.reshape(c, size, size), out=part)
    return image


# %% wrong: one-patch-alone, earns 0.5 — plus equals on index arrays drops duplicate pixels
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size**2
    y = np.arange(0, height - size + 1, stride)[:, None] + np.arange(size)
    x = np.arange(0, width - size + 1, stride)[:, None] + np.arange(size)
    y, x = y[:, None, None, :, None], x[None, :, None, None, :]
    ch = np.arange(c)[None, None, :, None, None]
    values = P.reshape(y.shape[0], x.shape[1], c, size, size)
    sums, counts = np.zeros((c, height, width)), np.zeros((c, height, width))
    sums[ch, y, x] += values
    np.add.at(counts, (ch, y, x), 1)
    return sums / counts


# %% wrong: axis-of-length-1, earns 0.8 — fold leaves a batch axis in front
def join_patches(P, height, width, size, stride):
    import torch

    F = torch.nn.functional
    cols = torch.tensor(np.asarray(P, dtype=float)).T[None]
    sums = F.fold(cols, (height, width), size, stride=stride)
    return sums / F.fold(torch.ones_like(cols), (height, width), size, stride=stride)


# %% wrong: counted-from-1, earns 0.6 — count raised once too often by starting at one
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size**2
    sums, counts = np.zeros((c, height, width)), np.ones((height, width))
    columns = (width - size) // stride + 1
    for i, row in enumerate(P):
        y, x = stride * (i // columns), stride * (i % columns)
        sums[:, y : y + size, x : x + size] += row.reshape(c, size, size)
        counts[y : y + size, x : x + size] += 1
    return sums / counts


# %% wrong: decimals-lost, earns 0.6 — integer division of the sums by the counts
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size**2
    sums, counts = np.zeros((c, height, width)), np.zeros((height, width))
    columns = (width - size) // stride + 1
    for i, row in enumerate(P):
        y, x = stride * (i // columns), stride * (i % columns)
        sums[:, y : y + size, x : x + size] += row.reshape(c, size, size)
        counts[y : y + size, x : x + size] += 1
    return sums // counts


# %% wrong: sticks-out, earns 0.5 — columns of the width, divided by the size
def join_patches(P, height, width, size, stride):
    patches = P.reshape(len(P), -1, size, size)
    columns = width // size
    sums = np.zeros((patches.shape[1], height, width))
    covers = np.zeros((height, width))
    for i in range(len(P)):
        y, x = stride * (i // columns), stride * (i % columns)
        sums[:, y : y + size, x : x + size] += patches[i]
        covers[y : y + size, x : x + size] += 1
    return sums / covers


# %% wrong: sticks-out, earns 0.5 — columns of the width, divided by the stride
def join_patches(P, height, width, size, stride):
    patches = P.reshape(len(P), -1, size, size)
    columns = width // stride
    sums = np.zeros((patches.shape[1], height, width))
    covers = np.zeros((height, width))
    for i in range(len(P)):
        y, x = stride * (i // columns), stride * (i % columns)
        sums[:, y : y + size, x : x + size] += patches[i]
        covers[y : y + size, x : x + size] += 1
    return sums / covers


# %% wrong: sticks-out, earns 0.5 — columns counted from the height
def join_patches(P, height, width, size, stride):
    patches = P.reshape(len(P), -1, size, size)
    columns = (height - size) // stride + 1
    sums = np.zeros((patches.shape[1], height, width))
    covers = np.zeros((height, width))
    for i in range(len(P)):
        y, x = stride * (i // columns), stride * (i % columns)
        sums[:, y : y + size, x : x + size] += patches[i]
        covers[y : y + size, x : x + size] += 1
    return sums / covers


# %% wrong: sticks-out, earns 0.5 — steps of a whole patch
def join_patches(P, height, width, size, stride):
    patches = P.reshape(len(P), -1, size, size)
    columns = (width - size) // stride + 1
    sums = np.zeros((patches.shape[1], height, width))
    covers = np.zeros((height, width))
    for i in range(len(P)):
        y, x = i // columns * size, i % columns * size
        sums[:, y : y + size, x : x + size] += patches[i]
        covers[y : y + size, x : x + size] += 1
    return sums / covers


# %% wrong: stride-forgotten, earns 0.5 — places of the grid taken for pixels
def join_patches(P, height, width, size, stride):
    patches = P.reshape(len(P), -1, size, size)
    columns = (width - size) // stride + 1
    sums = np.zeros((patches.shape[1], height, width))
    covers = np.zeros((height, width))
    for i in range(len(P)):
        y, x = i // columns, i % columns
        sums[:, y : y + size, x : x + size] += patches[i]
        covers[y : y + size, x : x + size] += 1
    return sums / covers


# %% wrong: stride-forgotten, earns 0.5 — free pixels are 0
def join_patches(P, height, width, size, stride):
    patches = P.reshape(len(P), -1, size, size)
    columns = (width - size) // stride + 1
    sums = np.zeros((patches.shape[1], height, width))
    covers = np.zeros((height, width))
    for i in range(len(P)):
        y, x = i // columns, i % columns
        sums[:, y : y + size, x : x + size] += patches[i]
        covers[y : y + size, x : x + size] += 1
    return sums / np.maximum(covers, 1)


# %% wrong: divided-by-all, earns 0.5 — the number of patches
def join_patches(P, height, width, size, stride):
    patches = P.reshape(len(P), -1, size, size)
    columns = (width - size) // stride + 1
    sums = np.zeros((patches.shape[1], height, width))
    covers = np.zeros((height, width))
    for i in range(len(P)):
        y, x = stride * (i // columns), stride * (i % columns)
        sums[:, y : y + size, x : x + size] += patches[i]
        covers[y : y + size, x : x + size] += 1
    return sums / len(P)
