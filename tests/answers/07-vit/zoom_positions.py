# %% right: the four around it
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    top, left, bottom, right = box
    y = top + (np.arange(new_rows) + 0.5) * (bottom - top) / new_rows - 0.5
    x = left + (np.arange(new_columns) + 0.5) * (right - left) / new_columns - 0.5
    y, x = np.clip(y, 0, rows - 1), np.clip(x, 0, columns - 1)
    grid = positions[1:].reshape(rows, columns, -1)
    above, before = np.floor(y).astype(int), np.floor(x).astype(int)
    below, behind = np.minimum(above + 1, rows - 1), np.minimum(before + 1, columns - 1)
    v, u = (y - above)[:, None, None], (x - before)[:, None]
    upper = (1 - u) * grid[above][:, before] + u * grid[above][:, behind]
    lower = (1 - u) * grid[below][:, before] + u * grid[below][:, behind]
    new = (1 - v) * upper + v * lower
    return np.vstack([positions[:1], new.reshape(new_rows * new_columns, -1)])


# %% right: np.interp — number by number
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def along(table, low, high, n):
        old = np.arange(len(table)) + 0.5
        new = low + (np.arange(n) + 0.5) * (high - low) / n
        flat = table.reshape(len(table), -1)
        found = np.array([np.interp(new, old, column) for column in flat.T]).T
        return found.reshape(n, *table.shape[1:])

    top, left, bottom, right = box
    grid = along(positions[1:].reshape(rows, columns, -1), top, bottom, new_rows)
    grid = along(grid.swapaxes(0, 1), left, right, new_columns).swapaxes(0, 1)
    return [positions[0], *grid.reshape(-1, positions.shape[1])]


# %% right: torch's grid_sample
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    import torch
    import torch.nn.functional as F

    top, left, bottom, right = (float(side) for side in box)
    y = top + (torch.arange(new_rows).double() + 0.5) * (bottom - top) / new_rows
    x = left + (torch.arange(new_columns).double() + 0.5) * (right - left) / new_columns
    where = torch.stack(torch.meshgrid(2 * x / columns - 1, 2 * y / rows - 1, indexing="xy"), -1)
    old = torch.tensor(positions)[1:].T.unflatten(1, (rows, columns))[None]
    new = F.grid_sample(old, where[None], padding_mode="border", align_corners=False)
    return torch.cat([torch.tensor(positions)[:1], new[0].flatten(1).T])


# %% right: patch by patch
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def around(low, high, i, n_new, n_old):
        at = min(max(low + (i + 0.5) * (high - low) / n_new - 0.5, 0.0), n_old - 1.0)
        first = min(int(at), max(n_old - 2, 0))
        return [(first, 1 - (at - first)), (min(first + 1, n_old - 1), at - first)]

    result = [positions[0].astype(np.float32)]
    for i in range(new_rows):
        for j in range(new_columns):
            vector = 0
            for r, share in around(box[0], box[2], i, new_rows, rows):
                for c, part in around(box[1], box[3], j, new_columns, columns):
                    vector = vector + share * part * positions[1 + r * columns + c]
            result.append(vector.astype(np.float32))
    return np.array(result)


# %% wrong: box-ignored, earns 0.3
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    top, left, bottom, right = 0, 0, rows, columns
    y = top + (np.arange(new_rows) + 0.5) * (bottom - top) / new_rows - 0.5
    x = left + (np.arange(new_columns) + 0.5) * (right - left) / new_columns - 0.5
    y, x = np.clip(y, 0, rows - 1), np.clip(x, 0, columns - 1)
    grid = positions[1:].reshape(rows, columns, -1)
    above, before = np.floor(y).astype(int), np.floor(x).astype(int)
    below, behind = np.minimum(above + 1, rows - 1), np.minimum(before + 1, columns - 1)
    v, u = (y - above)[:, None, None], (x - before)[:, None]
    upper = (1 - u) * grid[above][:, before] + u * grid[above][:, behind]
    lower = (1 - u) * grid[below][:, before] + u * grid[below][:, behind]
    new = (1 - v) * upper + v * lower
    return np.vstack([positions[:1], new.reshape(new_rows * new_columns, -1)])


# %% wrong: box-ignored, earns 0.3 — stretched as in the chapter
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    import torch
    import torch.nn.functional as F

    x = torch.tensor(positions)[1:].unflatten(0, (rows, columns)).permute(2, 0, 1)[None]
    x = F.interpolate(x, (new_rows, new_columns), mode="bilinear", align_corners=False)
    return torch.cat([torch.tensor(positions)[:1], x[0].flatten(1).T])


# %% wrong: box-misread, earns 0.5 — left before top
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    left, top, right, bottom = box
    y = top + (np.arange(new_rows) + 0.5) * (bottom - top) / new_rows - 0.5
    x = left + (np.arange(new_columns) + 0.5) * (right - left) / new_columns - 0.5
    y, x = np.clip(y, 0, rows - 1), np.clip(x, 0, columns - 1)
    grid = positions[1:].reshape(rows, columns, -1)
    above, before = np.floor(y).astype(int), np.floor(x).astype(int)
    below, behind = np.minimum(above + 1, rows - 1), np.minimum(before + 1, columns - 1)
    v, u = (y - above)[:, None, None], (x - before)[:, None]
    upper = (1 - u) * grid[above][:, before] + u * grid[above][:, behind]
    lower = (1 - u) * grid[below][:, before] + u * grid[below][:, behind]
    new = (1 - v) * upper + v * lower
    return np.vstack([positions[:1], new.reshape(new_rows * new_columns, -1)])


# %% wrong: box-misread, earns 0.5 — height and width
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    top, left, bottom, right = box
    bottom, right = top + bottom, left + right
    y = top + (np.arange(new_rows) + 0.5) * (bottom - top) / new_rows - 0.5
    x = left + (np.arange(new_columns) + 0.5) * (right - left) / new_columns - 0.5
    y, x = np.clip(y, 0, rows - 1), np.clip(x, 0, columns - 1)
    grid = positions[1:].reshape(rows, columns, -1)
    above, before = np.floor(y).astype(int), np.floor(x).astype(int)
    below, behind = np.minimum(above + 1, rows - 1), np.minimum(before + 1, columns - 1)
    v, u = (y - above)[:, None, None], (x - before)[:, None]
    upper = (1 - u) * grid[above][:, before] + u * grid[above][:, behind]
    lower = (1 - u) * grid[below][:, before] + u * grid[below][:, behind]
    new = (1 - v) * upper + v * lower
    return np.vstack([positions[:1], new.reshape(new_rows * new_columns, -1)])


# %% wrong: borders-for-centres, earns 0.5 — of the new patches
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    top, left, bottom, right = box
    y = top + np.arange(new_rows) * (bottom - top) / new_rows - 0.5
    x = left + np.arange(new_columns) * (right - left) / new_columns - 0.5
    y, x = np.clip(y, 0, rows - 1), np.clip(x, 0, columns - 1)
    grid = positions[1:].reshape(rows, columns, -1)
    above, before = np.floor(y).astype(int), np.floor(x).astype(int)
    below, behind = np.minimum(above + 1, rows - 1), np.minimum(before + 1, columns - 1)
    v, u = (y - above)[:, None, None], (x - before)[:, None]
    upper = (1 - u) * grid[above][:, before] + u * grid[above][:, behind]
    lower = (1 - u) * grid[below][:, before] + u * grid[below][:, behind]
    new = (1 - v) * upper + v * lower
    return np.vstack([positions[:1], new.reshape(new_rows * new_columns, -1)])


# %% wrong: borders-for-centres, earns 0.5 — of the old patches
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    top, left, bottom, right = box
    y = top + (np.arange(new_rows) + 0.5) * (bottom - top) / new_rows
    x = left + (np.arange(new_columns) + 0.5) * (right - left) / new_columns
    y, x = np.clip(y, 0, rows - 1), np.clip(x, 0, columns - 1)
    grid = positions[1:].reshape(rows, columns, -1)
    above, before = np.floor(y).astype(int), np.floor(x).astype(int)
    below, behind = np.minimum(above + 1, rows - 1), np.minimum(before + 1, columns - 1)
    v, u = (y - above)[:, None, None], (x - before)[:, None]
    upper = (1 - u) * grid[above][:, before] + u * grid[above][:, behind]
    lower = (1 - u) * grid[below][:, before] + u * grid[below][:, behind]
    new = (1 - v) * upper + v * lower
    return np.vstack([positions[:1], new.reshape(new_rows * new_columns, -1)])


# %% wrong: borders-for-centres, earns 0.5 — of both
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    top, left, bottom, right = box
    y = top + np.arange(new_rows) * (bottom - top) / new_rows
    x = left + np.arange(new_columns) * (right - left) / new_columns
    y, x = np.clip(y, 0, rows - 1), np.clip(x, 0, columns - 1)
    grid = positions[1:].reshape(rows, columns, -1)
    above, before = np.floor(y).astype(int), np.floor(x).astype(int)
    below, behind = np.minimum(above + 1, rows - 1), np.minimum(before + 1, columns - 1)
    v, u = (y - above)[:, None, None], (x - before)[:, None]
    upper = (1 - u) * grid[above][:, before] + u * grid[above][:, behind]
    lower = (1 - u) * grid[below][:, before] + u * grid[below][:, behind]
    new = (1 - v) * upper + v * lower
    return np.vstack([positions[:1], new.reshape(new_rows * new_columns, -1)])


# %% wrong: corner-to-corner, earns 0.4
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    top, left, bottom, right = box
    y = np.linspace(top, bottom, new_rows) - 0.5
    x = np.linspace(left, right, new_columns) - 0.5
    y, x = np.clip(y, 0, rows - 1), np.clip(x, 0, columns - 1)
    grid = positions[1:].reshape(rows, columns, -1)
    above, before = np.floor(y).astype(int), np.floor(x).astype(int)
    below, behind = np.minimum(above + 1, rows - 1), np.minimum(before + 1, columns - 1)
    v, u = (y - above)[:, None, None], (x - before)[:, None]
    upper = (1 - u) * grid[above][:, before] + u * grid[above][:, behind]
    lower = (1 - u) * grid[below][:, before] + u * grid[below][:, behind]
    new = (1 - v) * upper + v * lower
    return np.vstack([positions[:1], new.reshape(new_rows * new_columns, -1)])


# %% wrong: nearest, earns 0.3
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    top, left, bottom, right = box
    y = top + (np.arange(new_rows) + 0.5) * (bottom - top) / new_rows - 0.5
    x = left + (np.arange(new_columns) + 0.5) * (right - left) / new_columns - 0.5
    y, x = np.clip(np.rint(y), 0, rows - 1), np.clip(np.rint(x), 0, columns - 1)
    grid = positions[1:].reshape(rows, columns, -1)
    above, before = np.floor(y).astype(int), np.floor(x).astype(int)
    below, behind = np.minimum(above + 1, rows - 1), np.minimum(before + 1, columns - 1)
    v, u = (y - above)[:, None, None], (x - before)[:, None]
    upper = (1 - u) * grid[above][:, before] + u * grid[above][:, behind]
    lower = (1 - u) * grid[below][:, before] + u * grid[below][:, behind]
    new = (1 - v) * upper + v * lower
    return np.vstack([positions[:1], new.reshape(new_rows * new_columns, -1)])


# %% wrong: bicubic, earns 0.5
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    import torch
    import torch.nn.functional as F

    top, left, bottom, right = (float(side) for side in box)
    y = top + (torch.arange(new_rows).double() + 0.5) * (bottom - top) / new_rows
    x = left + (torch.arange(new_columns).double() + 0.5) * (right - left) / new_columns
    where = torch.stack(torch.meshgrid(2 * x / columns - 1, 2 * y / rows - 1, indexing="xy"), -1)
    old = torch.tensor(positions)[1:].T.unflatten(1, (rows, columns))[None]
    new = F.grid_sample(old, where[None], "bicubic", "border", align_corners=False)
    return torch.cat([torch.tensor(positions)[:1], new[0].flatten(1).T])


# %% wrong: rows-for-columns, earns 0.5 — the new ones
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    top, left, bottom, right = box
    y = top + (np.arange(new_rows) + 0.5) * (bottom - top) / new_rows - 0.5
    x = left + (np.arange(new_columns) + 0.5) * (right - left) / new_columns - 0.5
    y, x = np.clip(y, 0, rows - 1), np.clip(x, 0, columns - 1)
    grid = positions[1:].reshape(rows, columns, -1)
    above, before = np.floor(y).astype(int), np.floor(x).astype(int)
    below, behind = np.minimum(above + 1, rows - 1), np.minimum(before + 1, columns - 1)
    v, u = (y - above)[:, None, None], (x - before)[:, None]
    upper = (1 - u) * grid[above][:, before] + u * grid[above][:, behind]
    lower = (1 - u) * grid[below][:, before] + u * grid[below][:, behind]
    new = (1 - v) * upper + v * lower
    return np.vstack([positions[:1], new.swapaxes(0, 1).reshape(new_rows * new_columns, -1)])


# %% wrong: rows-for-columns, earns 0.5 — the old ones
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    top, left, bottom, right = box
    y = top + (np.arange(new_rows) + 0.5) * (bottom - top) / new_rows - 0.5
    x = left + (np.arange(new_columns) + 0.5) * (right - left) / new_columns - 0.5
    y, x = np.clip(y, 0, rows - 1), np.clip(x, 0, columns - 1)
    grid = positions[1:].reshape(columns, rows, -1).swapaxes(0, 1)
    above, before = np.floor(y).astype(int), np.floor(x).astype(int)
    below, behind = np.minimum(above + 1, rows - 1), np.minimum(before + 1, columns - 1)
    v, u = (y - above)[:, None, None], (x - before)[:, None]
    upper = (1 - u) * grid[above][:, before] + u * grid[above][:, behind]
    lower = (1 - u) * grid[below][:, before] + u * grid[below][:, behind]
    new = (1 - v) * upper + v * lower
    return np.vstack([positions[:1], new.reshape(new_rows * new_columns, -1)])


# %% wrong: class-token-last, earns 0.7
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    top, left, bottom, right = box
    y = top + (np.arange(new_rows) + 0.5) * (bottom - top) / new_rows - 0.5
    x = left + (np.arange(new_columns) + 0.5) * (right - left) / new_columns - 0.5
    y, x = np.clip(y, 0, rows - 1), np.clip(x, 0, columns - 1)
    grid = positions[1:].reshape(rows, columns, -1)
    above, before = np.floor(y).astype(int), np.floor(x).astype(int)
    below, behind = np.minimum(above + 1, rows - 1), np.minimum(before + 1, columns - 1)
    v, u = (y - above)[:, None, None], (x - before)[:, None]
    upper = (1 - u) * grid[above][:, before] + u * grid[above][:, behind]
    lower = (1 - u) * grid[below][:, before] + u * grid[below][:, behind]
    new = (1 - v) * upper + v * lower
    return np.vstack([new.reshape(new_rows * new_columns, -1), positions[:1]])


# %% wrong: class-token-last + box-ignored, earns 0.21
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    top, left, bottom, right = 0, 0, rows, columns
    y = top + (np.arange(new_rows) + 0.5) * (bottom - top) / new_rows - 0.5
    x = left + (np.arange(new_columns) + 0.5) * (right - left) / new_columns - 0.5
    y, x = np.clip(y, 0, rows - 1), np.clip(x, 0, columns - 1)
    grid = positions[1:].reshape(rows, columns, -1)
    above, before = np.floor(y).astype(int), np.floor(x).astype(int)
    below, behind = np.minimum(above + 1, rows - 1), np.minimum(before + 1, columns - 1)
    v, u = (y - above)[:, None, None], (x - before)[:, None]
    upper = (1 - u) * grid[above][:, before] + u * grid[above][:, behind]
    lower = (1 - u) * grid[below][:, before] + u * grid[below][:, behind]
    new = (1 - v) * upper + v * lower
    return np.vstack([new.reshape(new_rows * new_columns, -1), positions[:1]])


# %% wrong: class-token-changed, earns 0.7 — to the mean
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    top, left, bottom, right = box
    y = top + (np.arange(new_rows) + 0.5) * (bottom - top) / new_rows - 0.5
    x = left + (np.arange(new_columns) + 0.5) * (right - left) / new_columns - 0.5
    y, x = np.clip(y, 0, rows - 1), np.clip(x, 0, columns - 1)
    grid = positions[1:].reshape(rows, columns, -1)
    above, before = np.floor(y).astype(int), np.floor(x).astype(int)
    below, behind = np.minimum(above + 1, rows - 1), np.minimum(before + 1, columns - 1)
    v, u = (y - above)[:, None, None], (x - before)[:, None]
    upper = (1 - u) * grid[above][:, before] + u * grid[above][:, behind]
    lower = (1 - u) * grid[below][:, before] + u * grid[below][:, behind]
    new = (1 - v) * upper + v * lower
    return np.vstack([positions.mean(axis=0)[None], new.reshape(new_rows * new_columns, -1)])


# %% wrong: extrapolated, earns 0.7
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    top, left, bottom, right = box
    y = top + (np.arange(new_rows) + 0.5) * (bottom - top) / new_rows - 0.5
    x = left + (np.arange(new_columns) + 0.5) * (right - left) / new_columns - 0.5
    grid = positions[1:].reshape(rows, columns, -1)
    above, before = (
        np.clip(np.floor(y), 0, max(rows - 2, 0)).astype(int),
        np.clip(np.floor(x), 0, max(columns - 2, 0)).astype(int),
    )
    below, behind = np.minimum(above + 1, rows - 1), np.minimum(before + 1, columns - 1)
    v, u = (y - above)[:, None, None], (x - before)[:, None]
    upper = (1 - u) * grid[above][:, before] + u * grid[above][:, behind]
    lower = (1 - u) * grid[below][:, before] + u * grid[below][:, behind]
    new = (1 - v) * upper + v * lower
    return np.vstack([positions[:1], new.reshape(new_rows * new_columns, -1)])


# %% wrong: faded, earns 0.7 — grid_sample as it is
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    import torch
    import torch.nn.functional as F

    top, left, bottom, right = (float(side) for side in box)
    y = top + (torch.arange(new_rows).double() + 0.5) * (bottom - top) / new_rows
    x = left + (torch.arange(new_columns).double() + 0.5) * (right - left) / new_columns
    where = torch.stack(torch.meshgrid(2 * x / columns - 1, 2 * y / rows - 1, indexing="xy"), -1)
    old = torch.tensor(positions)[1:].T.unflatten(1, (rows, columns))[None]
    new = F.grid_sample(old, where[None], align_corners=False)
    return torch.cat([torch.tensor(positions)[:1], new[0].flatten(1).T])


# %% wrong: wrapped, earns 0.7
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    top, left, bottom, right = box
    y = top + (np.arange(new_rows) + 0.5) * (bottom - top) / new_rows - 0.5
    x = left + (np.arange(new_columns) + 0.5) * (right - left) / new_columns - 0.5
    grid = positions[1:].reshape(rows, columns, -1)
    above, before = np.floor(y).astype(int), np.floor(x).astype(int)
    below, behind = (above + 1) % rows, (before + 1) % columns
    v, u = (y - above)[:, None, None], (x - before)[:, None]
    upper = (1 - u) * grid[above][:, before] + u * grid[above][:, behind]
    lower = (1 - u) * grid[below][:, before] + u * grid[below][:, behind]
    new = (1 - v) * upper + v * lower
    return np.vstack([positions[:1], new.reshape(new_rows * new_columns, -1)])


# %% wrong: weights-exchanged, earns 0.6
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    top, left, bottom, right = box
    y = top + (np.arange(new_rows) + 0.5) * (bottom - top) / new_rows - 0.5
    x = left + (np.arange(new_columns) + 0.5) * (right - left) / new_columns - 0.5
    y, x = np.clip(y, 0, rows - 1), np.clip(x, 0, columns - 1)
    grid = positions[1:].reshape(rows, columns, -1)
    above, before = np.floor(y).astype(int), np.floor(x).astype(int)
    below, behind = np.minimum(above + 1, rows - 1), np.minimum(before + 1, columns - 1)
    v, u = 1 - (y - above)[:, None, None], 1 - (x - before)[:, None]
    upper = (1 - u) * grid[above][:, before] + u * grid[above][:, behind]
    lower = (1 - u) * grid[below][:, before] + u * grid[below][:, behind]
    new = (1 - v) * upper + v * lower
    return np.vstack([positions[:1], new.reshape(new_rows * new_columns, -1)])


# %% wrong: nearest, earns 0.3 — the one before
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    top, left, bottom, right = box
    y = top + (np.arange(new_rows) + 0.5) * (bottom - top) / new_rows - 0.5
    x = left + (np.arange(new_columns) + 0.5) * (right - left) / new_columns - 0.5
    y, x = np.clip(y, 0, rows - 1), np.clip(x, 0, columns - 1)
    grid = positions[1:].reshape(rows, columns, -1)
    above, before = np.floor(y).astype(int), np.floor(x).astype(int)
    below, behind = np.minimum(above + 1, rows - 1), np.minimum(before + 1, columns - 1)
    v, u = 0, 0
    upper = (1 - u) * grid[above][:, before] + u * grid[above][:, behind]
    lower = (1 - u) * grid[below][:, before] + u * grid[below][:, behind]
    new = (1 - v) * upper + v * lower
    return np.vstack([positions[:1], new.reshape(new_rows * new_columns, -1)])


# %% wrong: corner-forgotten, earns 0.5
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    top, left, bottom, right = box
    y = (np.arange(new_rows) + 0.5) * (bottom - top) / new_rows - 0.5
    x = (np.arange(new_columns) + 0.5) * (right - left) / new_columns - 0.5
    y, x = np.clip(y, 0, rows - 1), np.clip(x, 0, columns - 1)
    grid = positions[1:].reshape(rows, columns, -1)
    above, before = np.floor(y).astype(int), np.floor(x).astype(int)
    below, behind = np.minimum(above + 1, rows - 1), np.minimum(before + 1, columns - 1)
    v, u = (y - above)[:, None, None], (x - before)[:, None]
    upper = (1 - u) * grid[above][:, before] + u * grid[above][:, behind]
    lower = (1 - u) * grid[below][:, before] + u * grid[below][:, behind]
    new = (1 - v) * upper + v * lower
    return np.vstack([positions[:1], new.reshape(new_rows * new_columns, -1)])


# %% wrong: old-steps, earns 0.5
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    top, left, bottom, right = box
    y = top + (np.arange(new_rows) + 0.5) * (bottom - top) / rows - 0.5
    x = left + (np.arange(new_columns) + 0.5) * (right - left) / columns - 0.5
    y, x = np.clip(y, 0, rows - 1), np.clip(x, 0, columns - 1)
    grid = positions[1:].reshape(rows, columns, -1)
    above, before = np.floor(y).astype(int), np.floor(x).astype(int)
    below, behind = np.minimum(above + 1, rows - 1), np.minimum(before + 1, columns - 1)
    v, u = (y - above)[:, None, None], (x - before)[:, None]
    upper = (1 - u) * grid[above][:, before] + u * grid[above][:, behind]
    lower = (1 - u) * grid[below][:, before] + u * grid[below][:, behind]
    new = (1 - v) * upper + v * lower
    return np.vstack([positions[:1], new.reshape(new_rows * new_columns, -1)])


# %% wrong: corner-to-corner, earns 0.4 — taken for the numbers of old patches
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    top, left, bottom, right = box
    y = np.linspace(top, bottom, new_rows)
    x = np.linspace(left, right, new_columns)
    y, x = np.clip(y, 0, rows - 1), np.clip(x, 0, columns - 1)
    grid = positions[1:].reshape(rows, columns, -1)
    above, before = np.floor(y).astype(int), np.floor(x).astype(int)
    below, behind = np.minimum(above + 1, rows - 1), np.minimum(before + 1, columns - 1)
    v, u = (y - above)[:, None, None], (x - before)[:, None]
    upper = (1 - u) * grid[above][:, before] + u * grid[above][:, behind]
    lower = (1 - u) * grid[below][:, before] + u * grid[below][:, behind]
    new = (1 - v) * upper + v * lower
    return np.vstack([positions[:1], new.reshape(new_rows * new_columns, -1)])


# %% wrong: wrapped, earns 0.7 — the place is not cut, only the index
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    top, left, bottom, right = box
    y = top + (np.arange(new_rows) + 0.5) * (bottom - top) / new_rows - 0.5
    x = left + (np.arange(new_columns) + 0.5) * (right - left) / new_columns - 0.5
    grid = positions[1:].reshape(rows, columns, -1)
    above, before = np.floor(y).astype(int), np.floor(x).astype(int)
    below, behind = np.minimum(above + 1, rows - 1), np.minimum(before + 1, columns - 1)
    v, u = (y - above)[:, None, None], (x - before)[:, None]
    upper = (1 - u) * grid[above][:, before] + u * grid[above][:, behind]
    lower = (1 - u) * grid[below][:, before] + u * grid[below][:, behind]
    new = (1 - v) * upper + v * lower
    return np.vstack([positions[:1], new.reshape(new_rows * new_columns, -1)])


# %% wrong: extrapolated, earns 0.7 — int for floor
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    top, left, bottom, right = box
    y = top + (np.arange(new_rows) + 0.5) * (bottom - top) / new_rows - 0.5
    x = left + (np.arange(new_columns) + 0.5) * (right - left) / new_columns - 0.5
    grid = positions[1:].reshape(rows, columns, -1)
    above, before = y.astype(int), x.astype(int)
    below, behind = np.minimum(above + 1, rows - 1), np.minimum(before + 1, columns - 1)
    v, u = (y - above)[:, None, None], (x - before)[:, None]
    upper = (1 - u) * grid[above][:, before] + u * grid[above][:, behind]
    lower = (1 - u) * grid[below][:, before] + u * grid[below][:, behind]
    new = (1 - v) * upper + v * lower
    return np.vstack([positions[:1], new.reshape(new_rows * new_columns, -1)])


# %% wrong: faded, earns 0.7 — the place is cut to rows
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def weights(low, high, n_new, n_old):
        at = low + (np.arange(n_new) + 0.5) * (high - low) / n_new - 0.5
        at = np.clip(at, 0, n_old)
        return np.maximum(0, 1 - np.abs(at[:, None] - np.arange(n_old)))

    top, left, bottom, right = box
    down, along = weights(top, bottom, new_rows, rows), weights(left, right, new_columns, columns)
    grid = positions[1:].reshape(rows, columns, -1)
    new = np.einsum("ir,jc,rcd->ijd", down, along, grid)
    return np.vstack([positions[:1], new.reshape(new_rows * new_columns, -1)])


# %% wrong: faded, earns 0.7 — before the first
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def weights(low, high, n_new, n_old):
        at = low + (np.arange(n_new) + 0.5) * (high - low) / n_new - 0.5
        at = np.minimum(at, n_old - 1)
        return np.maximum(0, 1 - np.abs(at[:, None] - np.arange(n_old)))

    top, left, bottom, right = box
    down, along = weights(top, bottom, new_rows, rows), weights(left, right, new_columns, columns)
    grid = positions[1:].reshape(rows, columns, -1)
    new = np.einsum("ir,jc,rcd->ijd", down, along, grid)
    return np.vstack([positions[:1], new.reshape(new_rows * new_columns, -1)])


# %% wrong: past-the-end, earns 0.7 — one past the end
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    top, left, bottom, right = box
    y = top + (np.arange(new_rows) + 0.5) * (bottom - top) / new_rows - 0.5
    x = left + (np.arange(new_columns) + 0.5) * (right - left) / new_columns - 0.5
    y, x = np.clip(y, 0, rows - 1), np.clip(x, 0, columns - 1)
    grid = positions[1:].reshape(rows, columns, -1)
    above, before = np.floor(y).astype(int), np.floor(x).astype(int)
    below, behind = above + 1, before + 1
    v, u = (y - above)[:, None, None], (x - before)[:, None]
    upper = (1 - u) * grid[above][:, before] + u * grid[above][:, behind]
    lower = (1 - u) * grid[below][:, before] + u * grid[below][:, behind]
    new = (1 - v) * upper + v * lower
    return np.vstack([positions[:1], new.reshape(new_rows * new_columns, -1)])


# %% wrong: class-token-missing, earns 0.6
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    top, left, bottom, right = box
    y = top + (np.arange(new_rows) + 0.5) * (bottom - top) / new_rows - 0.5
    x = left + (np.arange(new_columns) + 0.5) * (right - left) / new_columns - 0.5
    y, x = np.clip(y, 0, rows - 1), np.clip(x, 0, columns - 1)
    grid = positions[1:].reshape(rows, columns, -1)
    above, before = np.floor(y).astype(int), np.floor(x).astype(int)
    below, behind = np.minimum(above + 1, rows - 1), np.minimum(before + 1, columns - 1)
    v, u = (y - above)[:, None, None], (x - before)[:, None]
    upper = (1 - u) * grid[above][:, before] + u * grid[above][:, behind]
    lower = (1 - u) * grid[below][:, before] + u * grid[below][:, behind]
    new = (1 - v) * upper + v * lower
    return new.reshape(new_rows * new_columns, -1)


# %% wrong: faded, earns 0.7 — zero outside the old centres by interp left and right
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def table(lo, hi, m, n):
        u = lo + (np.arange(m) + 0.5) * (hi - lo) / m
        return np.stack(
            [np.interp(u, np.arange(n) + 0.5, e, left=0, right=0) for e in np.eye(n)], axis=1
        )

    g = positions[1:].reshape(rows, columns, -1)
    new = np.einsum(
        "ir,jc,rcd->ijd",
        table(box[0], box[2], new_rows, rows),
        table(box[1], box[3], new_columns, columns),
        g,
    )
    return np.concatenate([positions[:1], new.reshape(-1, positions.shape[1])])


# %% wrong: box-rounded, earns 0.5 — box rounded to whole patches
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def table(lo, hi, m, n):
        at = np.clip(lo + (np.arange(m) + 0.5) * (hi - lo) / m - 0.5, 0, n - 1)
        return np.maximum(0, 1 - np.abs(at[:, None] - np.arange(n)))

    top, left, bottom, right = np.round(box)
    g = positions[1:].reshape(rows, columns, -1)
    new = np.einsum(
        "ir,jc,rcd->ijd",
        table(top, bottom, new_rows, rows),
        table(left, right, new_columns, columns),
        g,
    )
    return np.concatenate([positions[:1], new.reshape(-1, positions.shape[1])])


# %% wrong: corner-to-corner, earns 0.4 — grid sample with align corners true
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    import torch

    P = torch.tensor(np.asarray(positions, dtype=float))
    u = torch.tensor(box[0] + (np.arange(new_rows) + 0.5) * (box[2] - box[0]) / new_rows)
    v = torch.tensor(box[1] + (np.arange(new_columns) + 0.5) * (box[3] - box[1]) / new_columns)
    yy, xx = torch.meshgrid(2 * u / rows - 1, 2 * v / columns - 1, indexing="ij")
    image = P[1:].reshape(rows, columns, -1).permute(2, 0, 1)[None]
    new = torch.nn.functional.grid_sample(
        image, torch.stack([xx, yy], -1)[None], padding_mode="border", align_corners=True
    )
    return torch.cat([P[:1], new[0].permute(1, 2, 0).reshape(-1, P.shape[1])])


# %% wrong: box-ignored, earns 0.7 — old positions returned when the grid keeps its size
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    if (rows, columns) == (new_rows, new_columns):
        return positions.copy()

    def table(lo, hi, m, n):
        at = np.clip(lo + (np.arange(m) + 0.5) * (hi - lo) / m - 0.5, 0, n - 1)
        return np.maximum(0, 1 - np.abs(at[:, None] - np.arange(n)))

    g = positions[1:].reshape(rows, columns, -1)
    new = np.einsum(
        "ir,jc,rcd->ijd",
        table(box[0], box[2], new_rows, rows),
        table(box[1], box[3], new_columns, columns),
        g,
    )
    return np.concatenate([positions[:1], new.reshape(-1, positions.shape[1])])


# %% wrong: rows-twice, earns 0.5 — top and bottom for the columns, too
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    top, _, bottom, _ = box
    y = top + (np.arange(new_rows) + 0.5) * (bottom - top) / new_rows - 0.5
    x = top + (np.arange(new_columns) + 0.5) * (bottom - top) / new_columns - 0.5
    y, x = np.clip(y, 0, rows - 1), np.clip(x, 0, columns - 1)
    grid = positions[1:].reshape(rows, columns, -1)
    above, before = np.floor(y).astype(int), np.floor(x).astype(int)
    below, behind = np.minimum(above + 1, rows - 1), np.minimum(before + 1, columns - 1)
    v, u = (y - above)[:, None, None], (x - before)[:, None]
    upper = (1 - u) * grid[above][:, before] + u * grid[above][:, behind]
    lower = (1 - u) * grid[below][:, before] + u * grid[below][:, behind]
    new = (1 - v) * upper + v * lower
    return np.vstack([positions[:1], new.reshape(new_rows * new_columns, -1)])


# %% wrong: patches-of-the-box, earns 0.5 — places cut to the box
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    top, left, bottom, right = box
    y = top + (np.arange(new_rows) + 0.5) * (bottom - top) / new_rows - 0.5
    x = left + (np.arange(new_columns) + 0.5) * (right - left) / new_columns - 0.5
    y = np.clip(y, np.ceil(top), max(np.ceil(top), np.floor(bottom) - 1))
    x = np.clip(x, np.ceil(left), max(np.ceil(left), np.floor(right) - 1))
    y, x = np.clip(y, 0, rows - 1), np.clip(x, 0, columns - 1)
    grid = positions[1:].reshape(rows, columns, -1)
    above, before = np.floor(y).astype(int), np.floor(x).astype(int)
    below, behind = np.minimum(above + 1, rows - 1), np.minimum(before + 1, columns - 1)
    v, u = (y - above)[:, None, None], (x - before)[:, None]
    upper = (1 - u) * grid[above][:, before] + u * grid[above][:, behind]
    lower = (1 - u) * grid[below][:, before] + u * grid[below][:, behind]
    new = (1 - v) * upper + v * lower
    return np.vstack([positions[:1], new.reshape(new_rows * new_columns, -1)])


# %% wrong: bicubic, earns 0.5 — a spline
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    from scipy.ndimage import map_coordinates

    top, left, bottom, right = box
    grid = positions[1:].reshape(rows, columns, -1)
    y = top + (np.arange(new_rows) + 0.5) * (bottom - top) / new_rows - 0.5
    x = left + (np.arange(new_columns) + 0.5) * (right - left) / new_columns - 0.5
    where = np.meshgrid(y, x, indexing="ij")
    numbers = np.moveaxis(grid, -1, 0)
    new = np.stack([map_coordinates(number, where, mode="nearest") for number in numbers], -1)
    return np.concatenate([positions[:1], new.reshape(-1, grid.shape[-1])])
