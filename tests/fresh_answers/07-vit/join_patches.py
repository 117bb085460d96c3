# %% right: sums and counts in a loop over patches
def join_patches(P, height, width, size, stride):
    channels = P.shape[1] // size ** 2
    sums = np.zeros((channels, height, width))
    counts = np.zeros((height, width))
    columns = (width - size) // stride + 1
    for i, patch in enumerate(P.reshape(-1, channels, size, size)):
        top, left = stride * (i // columns), stride * (i % columns)
        sums[:, top:top + size, left:left + size] += patch
        counts[top:top + size, left:left + size] += 1
    return sums / counts


# %% right: fold of torch divided by fold of ones
def join_patches(P, height, width, size, stride):
    import torch
    import torch.nn.functional as F
    cols = torch.tensor(np.asarray(P, dtype=float)).T[None]
    sums = F.fold(cols, (height, width), size, stride=stride)
    counts = F.fold(torch.ones_like(cols), (height, width), size, stride=stride)
    return (sums / counts)[0]


# %% right: every pixel asks which patches cover it
def join_patches(P, height, width, size, stride):
    P = np.asarray(P, dtype=float)
    c = P.shape[1] // (size * size)
    n_rows = (height - size) // stride + 1
    n_cols = (width - size) // stride + 1
    patches = P.reshape(n_rows, n_cols, c, size, size)
    image = np.empty((c, height, width))
    for y in range(height):
        first_i = max(0, -((size - 1 - y) // stride))
        rows = range(first_i, min(n_rows - 1, y // stride) + 1)
        for x in range(width):
            first_j = max(0, -((size - 1 - x) // stride))
            cols = range(first_j, min(n_cols - 1, x // stride) + 1)
            i, j = np.array(rows)[:, None], np.array(cols)[None, :]
            found = patches[i, j, :, y - stride * i, x - stride * j].reshape(-1, c)
            image[:, y, x] = found.sum(axis=0) / len(found)
    return image


# %% right: loop over the pixels inside a patch with strided slices
def join_patches(P, height, width, size, stride):
    nr = (height - size) // stride + 1
    nc = (width - size) // stride + 1
    blocks = np.asarray(P, float).reshape(nr, nc, -1, size, size).transpose(2, 3, 4, 0, 1)
    total = np.zeros((blocks.shape[0], height, width))
    number = np.zeros((1, height, width))
    for a in range(size):
        for b in range(size):
            where = (slice(None), slice(a, a + stride * (nr - 1) + 1, stride),
                     slice(b, b + stride * (nc - 1) + 1, stride))
            total[where] += blocks[:, a, b]
            number[where] += 1
    return total / number


# %% right: add at with index arrays
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size ** 2
    top = np.arange(0, height - size + 1, stride)
    left = np.arange(0, width - size + 1, stride)
    inside = np.arange(size)
    y = (top[:, None] + inside)[:, None, None, :, None]
    x = (left[:, None] + inside)[None, :, None, None, :]
    ch = np.arange(c)[None, None, :, None, None]
    values = np.asarray(P, float).reshape(len(top), len(left), c, size, size)
    sums = np.zeros((c, height, width))
    counts = np.zeros((c, height, width))
    np.add.at(sums, (ch, y, x), values)
    np.add.at(counts, (ch, y, x), 1.0)
    return sums / counts


# %% right: bincount on flat pixel numbers
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size ** 2
    numbers = np.arange(c * height * width).reshape(c, height, width)
    flat = []
    for top in range(0, height - size + 1, stride):
        for left in range(0, width - size + 1, stride):
            flat.append(numbers[:, top:top + size, left:left + size].ravel())
    flat = np.concatenate(flat)
    sums = np.bincount(flat, weights=np.asarray(P, float).ravel(), minlength=numbers.size)
    counts = np.bincount(flat, minlength=numbers.size)
    return (sums / counts).reshape(c, height, width)


# %% right: count as an outer product of two directions
def join_patches(P, height, width, size, stride):
    def coverage(length):
        cover = np.zeros(length)
        for start in range(0, length - size + 1, stride):
            cover[start:start + size] += 1
        return cover
    channels = P.shape[1] // size ** 2
    sums = np.zeros((channels, height, width))
    k = 0
    for top in range(0, height - size + 1, stride):
        for left in range(0, width - size + 1, stride):
            sums[:, top:top + size, left:left + size] += P[k].reshape(channels, size, size)
            k += 1
    return sums / np.outer(coverage(height), coverage(width))


# %% right: two placement matrices and einsum
def join_patches(P, height, width, size, stride):
    def placement(length):
        n = (length - size) // stride + 1
        table = np.zeros((length, n, size))
        for i in range(n):
            for a in range(size):
                table[i * stride + a, i, a] = 1
        return table / table.sum(axis=(1, 2))[:, None, None]
    down, along = placement(height), placement(width)
    grid = np.asarray(P, float).reshape(down.shape[1], along.shape[1], -1, size, size)
    half = np.tensordot(down, grid, axes=([1, 2], [0, 3]))
    return np.tensordot(half, along, axes=([1, 3], [1, 2])).transpose(1, 0, 2)


# %% right: dictionary of pixel lines added one by one
def join_patches(P, height, width, size, stride):
    channels = P.shape[1] // size ** 2
    lines = {(c, y): np.zeros(width) for c in range(channels) for y in range(height)}
    covers = {y: np.zeros(width) for y in range(height)}
    n = 0
    for top in range(0, height - size + 1, stride):
        for left in range(0, width - size + 1, stride):
            pieces = iter(np.split(P[n], channels * size))
            for c in range(channels):
                for a in range(size):
                    lines[c, top + a][left:left + size] += next(pieces)
            for a in range(size):
                covers[top + a][left:left + size] += 1
            n += 1
    return np.array([[lines[c, y] / covers[y] for y in range(height)] for c in range(channels)])


# %% right: running mean updated patch by patch
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size ** 2
    mean = np.zeros((c, height, width))
    seen = np.zeros((height, width))
    columns = (width - size) // stride + 1
    for n in range(len(P)):
        i, j = divmod(n, columns)
        rows = slice(i * stride, i * stride + size)
        cols = slice(j * stride, j * stride + size)
        seen[rows, cols] += 1
        mean[:, rows, cols] += (P[n].reshape(c, size, size) - mean[:, rows, cols]) / seen[rows, cols]
    return mean


# %% right: windows viewed with as strided are written through
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size ** 2
    sums = np.zeros((c, height, width))
    counts = np.zeros((c, height, width))
    views = [np.lib.stride_tricks.sliding_window_view(a, (size, size), axis=(1, 2), writeable=True)
             [:, ::stride, ::stride] for a in (sums, counts)]
    k = 0
    for i in range(views[0].shape[1]):
        for j in range(views[0].shape[2]):
            views[0][:, i, j] += P[k].reshape(c, size, size)
            views[1][:, i, j] += 1
            k += 1
    return sums / counts


# %% right: nan stack and nanmean when few patches else sums
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size ** 2
    columns = (width - size) // stride + 1
    if len(P) * c * height * width <= 200000:
        stack = np.full((len(P), c, height, width), np.nan)
        for n, row in enumerate(P):
            y, x = stride * (n // columns), stride * (n % columns)
            stack[n, :, y:y + size, x:x + size] = row.reshape(c, size, size)
        return np.nanmean(stack, axis=0)
    sums, counts = np.zeros((c, height, width)), np.zeros((c, height, width))
    for n, row in enumerate(P):
        y, x = stride * (n // columns), stride * (n % columns)
        sums[:, y:y + size, x:x + size] += row.reshape(c, size, size)
        counts[:, y:y + size, x:x + size] += 1
    return sums / counts


# %% right: torch tensors with index add on flat pixels
def join_patches(P, height, width, size, stride):
    import torch
    values = torch.tensor(np.asarray(P, dtype=float))
    c = values.shape[1] // size ** 2
    index = torch.arange(c * height * width).reshape(c, height, width)
    index = index.unfold(1, size, stride).unfold(2, size, stride)
    index = index.permute(1, 2, 0, 3, 4).reshape(-1)
    sums = torch.zeros(c * height * width, dtype=torch.float64)
    counts = sums.clone()
    sums.index_add_(0, index, values.reshape(-1))
    counts.index_add_(0, index, torch.ones(len(index), dtype=torch.float64))
    return (sums / counts).reshape(c, height, width)


# %% wrong: summed, earns 0.6 — sum where patches overlap and no division
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size ** 2
    image = np.zeros((c, height, width))
    columns = (width - size) // stride + 1
    for i, row in enumerate(P):
        y, x = stride * (i // columns), stride * (i % columns)
        image[:, y:y + size, x:x + size] += row.reshape(c, size, size)
    return image


# %% wrong: one-patch-alone, earns 0.5 — later patch overwrites the earlier one
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size ** 2
    image = np.zeros((c, height, width))
    columns = (width - size) // stride + 1
    for i, row in enumerate(P):
        y, x = stride * (i // columns), stride * (i % columns)
        image[:, y:y + size, x:x + size] = row.reshape(c, size, size)
    return image


# %% wrong: one-patch-alone, earns 0.5 — first patch on a pixel wins
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size ** 2
    image = np.full((c, height, width), np.nan)
    columns = (width - size) // stride + 1
    for i, row in enumerate(P):
        y, x = stride * (i // columns), stride * (i % columns)
        part = image[:, y:y + size, x:x + size]
        part[...] = np.where(np.isnan(part), row.reshape(c, size, size), part)
    return image


# %% wrong: running-mean, earns 0.5 — averages the old value and the new patch pairwise
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size ** 2
    image = np.zeros((c, height, width))
    seen = np.zeros((height, width), dtype=bool)
    columns = (width - size) // stride + 1
    for i, row in enumerate(P):
        y, x = stride * (i // columns), stride * (i % columns)
        where = slice(y, y + size), slice(x, x + size)
        patch = row.reshape(c, size, size)
        old = image[(slice(None),) + where]
        image[(slice(None),) + where] = np.where(seen[where], (old + patch) / 2, patch)
        seen[where] = True
    return image


# %% wrong: divided-by-rows, earns 0.4 — rows of the grid used where columns belong
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size ** 2
    sums, counts = np.zeros((c, height, width)), np.zeros((height, width))
    rows = (height - size) // stride + 1
    for i, row in enumerate(P):
        y, x = stride * (i // rows), stride * (i % rows)
        h, w = sums[0, y:y + size, x:x + size].shape
        sums[:, y:y + size, x:x + size] += row.reshape(c, size, size)[:, :h, :w]
        counts[y:y + size, x:x + size] += 1
    return sums / np.maximum(counts, 1)


# %% wrong: column-by-column, earns 0.4 — patches placed column by column
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size ** 2
    sums, counts = np.zeros((c, height, width)), np.zeros((height, width))
    rows = (height - size) // stride + 1
    for i, row in enumerate(P):
        y, x = stride * (i % rows), stride * (i // rows)
        sums[:, y:y + size, x:x + size] += row.reshape(c, size, size)
        counts[y:y + size, x:x + size] += 1
    return sums / counts


# %% wrong: unrecognised, earns 0.3 — columns counted as width over stride
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size ** 2
    sums, counts = np.zeros((c, height, width)), np.zeros((height, width))
    columns = width // stride
    for i, row in enumerate(P):
        y, x = stride * (i // columns), stride * (i % columns)
        h, w = sums[0, y:y + size, x:x + size].shape
        sums[:, y:y + size, x:x + size] += row.reshape(c, size, size)[:, :h, :w]
        counts[y:y + size, x:x + size] += 1
    return sums / np.maximum(counts, 1)


# %% wrong: divided-by-rows, earns 0.4 — square grid assumed from the root of the number
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size ** 2
    sums, counts = np.zeros((c, height, width)), np.zeros((height, width))
    columns = int(round(len(P) ** 0.5))
    for i, row in enumerate(P):
        y, x = stride * (i // columns), stride * (i % columns)
        h, w = sums[0, y:y + size, x:x + size].shape
        sums[:, y:y + size, x:x + size] += row.reshape(c, size, size)[:, :h, :w]
        counts[y:y + size, x:x + size] += 1
    return sums / np.maximum(counts, 1)


# %% wrong: channels-last, earns 0.4 — channels taken as the last axis of a row
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size ** 2
    sums, counts = np.zeros((c, height, width)), np.zeros((height, width))
    columns = (width - size) // stride + 1
    for i, row in enumerate(P):
        y, x = stride * (i // columns), stride * (i % columns)
        sums[:, y:y + size, x:x + size] += row.reshape(size, size, c).transpose(2, 0, 1)
        counts[y:y + size, x:x + size] += 1
    return sums / counts


# %% wrong: turned-inside, earns 0.4 — rows and columns inside a patch swapped
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size ** 2
    sums, counts = np.zeros((c, height, width)), np.zeros((height, width))
    columns = (width - size) // stride + 1
    for i, row in enumerate(P):
        y, x = stride * (i // columns), stride * (i % columns)
        sums[:, y:y + size, x:x + size] += row.reshape(c, size, size).transpose(0, 2, 1)
        counts[y:y + size, x:x + size] += 1
    return sums / counts


# %% wrong: zeros-not-counted, earns 0.7 — counts only the pixels that are not zero
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size ** 2
    sums, counts = np.zeros((c, height, width)), np.zeros((c, height, width))
    columns = (width - size) // stride + 1
    for i, row in enumerate(P):
        y, x = stride * (i // columns), stride * (i % columns)
        patch = row.reshape(c, size, size)
        sums[:, y:y + size, x:x + size] += patch
        counts[:, y:y + size, x:x + size] += patch != 0
    return sums / np.maximum(counts, 1)


# %% wrong: one-divisor, earns 0.6 — one count for the whole image
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size ** 2
    sums = np.zeros((c, height, width))
    columns = (width - size) // stride + 1
    for i, row in enumerate(P):
        y, x = stride * (i // columns), stride * (i % columns)
        sums[:, y:y + size, x:x + size] += row.reshape(c, size, size)
    return sums / (P.size / sums.size)


# %% wrong: one-divisor, earns 0.6 — count of the interior used at the border too
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size ** 2
    sums, counts = np.zeros((c, height, width)), np.zeros((height, width))
    columns = (width - size) // stride + 1
    for i, row in enumerate(P):
        y, x = stride * (i // columns), stride * (i % columns)
        sums[:, y:y + size, x:x + size] += row.reshape(c, size, size)
        counts[y:y + size, x:x + size] += 1
    return sums / counts.max()


# %% wrong: unrecognised, earns 0.3 — counts of rows and columns added and not multiplied
def join_patches(P, height, width, size, stride):
    def cover(length):
        n = np.zeros(length)
        for start in range(0, length - size + 1, stride):
            n[start:start + size] += 1
        return n
    c = P.shape[1] // size ** 2
    sums = np.zeros((c, height, width))
    columns = (width - size) // stride + 1
    for i, row in enumerate(P):
        y, x = stride * (i // columns), stride * (i % columns)
        sums[:, y:y + size, x:x + size] += row.reshape(c, size, size)
    return sums / (cover(height)[:, None] + cover(width) - 1)


# %% wrong: unrecognised, earns 0.3 — divides by the overlap along columns only
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size ** 2
    sums, cover = np.zeros((c, height, width)), np.zeros(width)
    columns = (width - size) // stride + 1
    for i, row in enumerate(P):
        y, x = stride * (i // columns), stride * (i % columns)
        sums[:, y:y + size, x:x + size] += row.reshape(c, size, size)
    for j in range(columns):
        cover[j * stride:j * stride + size] += 1
    return sums / cover


# %% wrong: unrecognised, earns 0.3 — divisor never more than two
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size ** 2
    sums, counts = np.zeros((c, height, width)), np.zeros((height, width))
    columns = (width - size) // stride + 1
    for i, row in enumerate(P):
        y, x = stride * (i // columns), stride * (i % columns)
        sums[:, y:y + size, x:x + size] += row.reshape(c, size, size)
        counts[y:y + size, x:x + size] += 1
    return sums / np.minimum(counts, 2)


# %% wrong: not-the-mean, earns 0.6 — median of the patches on a pixel
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size ** 2
    rows, columns = (height - size) // stride + 1, (width - size) // stride + 1
    grid = P.reshape(rows, columns, c, size, size)
    image = np.zeros((c, height, width))
    for y in range(height):
        i = np.array([k for k in range(rows) if 0 <= y - stride * k < size])[:, None]
        for x in range(width):
            j = np.array([k for k in range(columns) if 0 <= x - stride * k < size])[None, :]
            v = np.sort(grid[i, j, :, y - stride * i, x - stride * j].reshape(-1, c), axis=0)
            image[:, y, x] = (v[(len(v) - 1) // 2] + v[len(v) // 2]) / 2
    return image


# %% wrong: not-the-mean, earns 0.6 — largest value of the patches on a pixel
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size ** 2
    image = np.full((c, height, width), -np.inf)
    columns = (width - size) // stride + 1
    for i, row in enumerate(P):
        y, x = stride * (i // columns), stride * (i % columns)
        part = image[:, y:y + size, x:x + size]
        np.maximum(part, row.reshape(c, size, size), out=part)
    return image


# %% wrong: unrecognised, earns 0.3 — feathered blend that weights the middle of patches more
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size ** 2
    ramp = np.minimum(np.arange(1, size + 1), np.arange(size, 0, -1)).astype(float)
    window = np.outer(ramp, ramp)
    sums, weights = np.zeros((c, height, width)), np.zeros((height, width))
    columns = (width - size) // stride + 1
    for i, row in enumerate(P):
        y, x = stride * (i // columns), stride * (i % columns)
        sums[:, y:y + size, x:x + size] += window * row.reshape(c, size, size)
        weights[y:y + size, x:x + size] += window
    return sums / weights


# %% wrong: one-patch-alone, earns 0.5 — reshape that ignores overlap and crops patches to stride
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size ** 2
    rows = (height - size) // stride + 1
    columns = (width - size) // stride + 1
    grid = P.reshape(rows, columns, c, size, size)
    image = np.zeros((c, height, width))
    for i in range(rows):
        for j in range(columns):
            h = size if i == rows - 1 else stride
            w = size if j == columns - 1 else stride
            image[:, i * stride:i * stride + h, j * stride:j * stride + w] = grid[i, j, :, :h, :w]
    return image


# %% wrong: one-patch-alone, earns 0.5 — plus equals on index arrays drops duplicate pixels
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size ** 2
    y = np.arange(0, height - size + 1, stride)[:, None] + np.arange(size)
    x = np.arange(0, width - size + 1, stride)[:, None] + np.arange(size)
    y, x = y[:, None, None, :, None], x[None, :, None, None, :]
    ch = np.arange(c)[None, None, :, None, None]
    values = P.reshape(y.shape[0], x.shape[1], c, size, size)
    sums, counts = np.zeros((c, height, width)), np.zeros((c, height, width))
    sums[ch, y, x] += values
    np.add.at(counts, (ch, y, x), 1)
    return sums / counts


# %% wrong: summed, earns 0.6 — fold of torch without the division
def join_patches(P, height, width, size, stride):
    import torch
    cols = torch.tensor(np.asarray(P, dtype=float)).T[None]
    return torch.nn.functional.fold(cols, (height, width), size, stride=stride)[0]


# %% wrong: unrecognised — table reshaped for fold in place of transposed
def join_patches(P, height, width, size, stride):
    import torch
    F = torch.nn.functional
    cols = torch.tensor(np.asarray(P, dtype=float)).reshape(1, P.shape[1], P.shape[0])
    sums = F.fold(cols, (height, width), size, stride=stride)
    return (sums / F.fold(torch.ones_like(cols), (height, width), size, stride=stride))[0]


# %% wrong: axis-of-length-1, earns 0.8 — fold leaves a batch axis in front
def join_patches(P, height, width, size, stride):
    import torch
    F = torch.nn.functional
    cols = torch.tensor(np.asarray(P, dtype=float)).T[None]
    sums = F.fold(cols, (height, width), size, stride=stride)
    return sums / F.fold(torch.ones_like(cols), (height, width), size, stride=stride)


# %% wrong: axes-otherwise, earns 0.7 — channels at the end of the image
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size ** 2
    sums, counts = np.zeros((c, height, width)), np.zeros((height, width))
    columns = (width - size) // stride + 1
    for i, row in enumerate(P):
        y, x = stride * (i // columns), stride * (i % columns)
        sums[:, y:y + size, x:x + size] += row.reshape(c, size, size)
        counts[y:y + size, x:x + size] += 1
    return (sums / counts).transpose(1, 2, 0)


# %% wrong: axis-of-length-1, earns 0.8 — channel axis squeezed away for grey images
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size ** 2
    sums, counts = np.zeros((c, height, width)), np.zeros((height, width))
    columns = (width - size) // stride + 1
    for i, row in enumerate(P):
        y, x = stride * (i // columns), stride * (i % columns)
        sums[:, y:y + size, x:x + size] += row.reshape(c, size, size)
        counts[y:y + size, x:x + size] += 1
    image = sums / counts
    return image[0] if c == 1 else image


# %% wrong: unrecognised, earns 0.3 — stride never read and patches laid side by side
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size ** 2
    rows, columns = height // size, width // size
    image = np.zeros((c, height, width))
    for i in range(rows):
        for j in range(columns):
            image[:, i * size:(i + 1) * size, j * size:(j + 1) * size] = P[i * columns + j].reshape(c, size, size)
    return image


# %% wrong: unrecognised — last row of patches forgotten
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size ** 2
    sums, counts = np.zeros((c, height, width)), np.zeros((height, width))
    columns = (width - size) // stride + 1
    for i in range((height - size) // stride):
        for j in range(columns):
            y, x = stride * i, stride * j
            sums[:, y:y + size, x:x + size] += P[i * columns + j].reshape(c, size, size)
            counts[y:y + size, x:x + size] += 1
    return sums / np.maximum(counts, 1)


# %% wrong: decimals-lost, earns 0.6 — result rounded to whole pixel values
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size ** 2
    sums, counts = np.zeros((c, height, width)), np.zeros((height, width))
    columns = (width - size) // stride + 1
    for i, row in enumerate(P):
        y, x = stride * (i // columns), stride * (i % columns)
        sums[:, y:y + size, x:x + size] += row.reshape(c, size, size)
        counts[y:y + size, x:x + size] += 1
    return np.round(sums / counts)


# %% wrong: raised — three channels always assumed
def join_patches(P, height, width, size, stride):
    c = 3
    sums, counts = np.zeros((c, height, width)), np.zeros((height, width))
    columns = (width - size) // stride + 1
    for i, row in enumerate(P):
        y, x = stride * (i // columns), stride * (i % columns)
        sums[:, y:y + size, x:x + size] += row.reshape(c, size, size)
        counts[y:y + size, x:x + size] += 1
    return sums / counts


# %% wrong: unrecognised — first channel repeated for all channels
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size ** 2
    sums, counts = np.zeros((c, height, width)), np.zeros((height, width))
    columns = (width - size) // stride + 1
    for i, row in enumerate(P):
        y, x = stride * (i // columns), stride * (i % columns)
        sums[:, y:y + size, x:x + size] += row[:size * size].reshape(size, size)
        counts[y:y + size, x:x + size] += 1
    return sums / counts


# %% wrong: counted-from-1, earns 0.6 — count raised once too often by starting at one
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size ** 2
    sums, counts = np.zeros((c, height, width)), np.ones((height, width))
    columns = (width - size) // stride + 1
    for i, row in enumerate(P):
        y, x = stride * (i // columns), stride * (i % columns)
        sums[:, y:y + size, x:x + size] += row.reshape(c, size, size)
        counts[y:y + size, x:x + size] += 1
    return sums / counts


# %% wrong: changed-arguments, earns 0.7 — right image but divides the rows of P in place
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size ** 2
    image, counts = np.zeros((c, height, width)), np.zeros((height, width))
    columns = (width - size) // stride + 1
    places = [(stride * (i // columns), stride * (i % columns)) for i in range(len(P))]
    for y, x in places:
        counts[y:y + size, x:x + size] += 1
    for i, (y, x) in enumerate(places):
        P[i] /= np.tile(counts[y:y + size, x:x + size].ravel(), c)
        image[:, y:y + size, x:x + size] += P[i].reshape(c, size, size)
    return image


# %% wrong: decimals-lost, earns 0.6 — integer division of the sums by the counts
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size ** 2
    sums, counts = np.zeros((c, height, width)), np.zeros((height, width))
    columns = (width - size) // stride + 1
    for i, row in enumerate(P):
        y, x = stride * (i // columns), stride * (i % columns)
        sums[:, y:y + size, x:x + size] += row.reshape(c, size, size)
        counts[y:y + size, x:x + size] += 1
    return sums // counts


# %% wrong: channels-counted, earns 0.5 — count shared by channels is raised once for each channel
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size ** 2
    sums, counts = np.zeros((c, height, width)), np.zeros((height, width))
    columns = (width - size) // stride + 1
    for i, row in enumerate(P):
        y, x = stride * (i // columns), stride * (i % columns)
        for k in range(c):
            sums[k, y:y + size, x:x + size] += row.reshape(c, size, size)[k]
            counts[y:y + size, x:x + size] += 1
    return sums / counts


# %% wrong: unrecognised, earns 0.3 — mean of row direction means taken one after another
def join_patches(P, height, width, size, stride):
    c = P.shape[1] // size ** 2
    rows = (height - size) // stride + 1
    columns = (width - size) // stride + 1
    grid = P.reshape(rows, columns, c, size, size)
    image, filled = np.zeros((c, height, width)), np.zeros(height, dtype=bool)
    for i in range(rows):
        band, n = np.zeros((c, size, width)), np.zeros(width)
        for j in range(columns):
            band[:, :, j * stride:j * stride + size] += grid[i, j]
            n[j * stride:j * stride + size] += 1
        band = band / n
        for a in range(size):
            y = i * stride + a
            image[:, y] = (image[:, y] + band[:, a]) / 2 if filled[y] else band[:, a]
            filled[y] = True
    return image
