# %% right: table of hat weights for each direction and einsum
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def table(start, end, n_new, n_old):
        at = start + (np.arange(n_new) + 0.5) * (end - start) / n_new - 0.5
        at = np.clip(at, 0, n_old - 1)
        return np.maximum(0, 1 - np.abs(at[:, None] - np.arange(n_old)))
    top, left, bottom, right = box
    grid = positions[1:].reshape(rows, columns, -1)
    new = np.einsum("ir,jc,rcd->ijd", table(top, bottom, new_rows, rows),
                    table(left, right, new_columns, columns), grid)
    return np.concatenate([positions[:1], new.reshape(new_rows * new_columns, -1)])


# %% right: np interp along one direction and then the other
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    positions = np.asarray(positions, dtype=float)
    d = positions.shape[1]
    grid = positions[1:].reshape(rows, columns, d)
    u = box[0] + (np.arange(new_rows) + 0.5) * (box[2] - box[0]) / new_rows
    v = box[1] + (np.arange(new_columns) + 0.5) * (box[3] - box[1]) / new_columns
    half = np.apply_along_axis(lambda line: np.interp(u, np.arange(rows) + 0.5, line), 0, grid)
    full = np.apply_along_axis(lambda line: np.interp(v, np.arange(columns) + 0.5, line), 1, half)
    return np.vstack([positions[0], full.reshape(-1, d)])


# %% right: grid sample of torch with border padding
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    import torch
    P = torch.tensor(np.asarray(positions, dtype=float))
    d = P.shape[1]
    image = P[1:].reshape(rows, columns, d).permute(2, 0, 1)[None]
    top, left, bottom, right = [float(b) for b in box]
    u = top + (torch.arange(new_rows, dtype=torch.float64) + 0.5) * (bottom - top) / new_rows
    v = left + (torch.arange(new_columns, dtype=torch.float64) + 0.5) * (right - left) / new_columns
    yy, xx = torch.meshgrid(2 * u / rows - 1, 2 * v / columns - 1, indexing="ij")
    new = torch.nn.functional.grid_sample(image, torch.stack([xx, yy], dim=-1)[None], mode="bilinear",
                                          padding_mode="border", align_corners=False)
    return torch.cat([P[:1], new[0].permute(1, 2, 0).reshape(-1, d)])


# %% right: four neighbours by floor and clipped indices
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    top, left, bottom, right = np.asarray(box, dtype=float)
    y = np.clip(top + (np.arange(new_rows) + 0.5) / new_rows * (bottom - top) - 0.5, 0, rows - 1)
    x = np.clip(left + (np.arange(new_columns) + 0.5) / new_columns * (right - left) - 0.5, 0, columns - 1)
    y0, x0 = np.floor(y).astype(int), np.floor(x).astype(int)
    y1, x1 = np.minimum(y0 + 1, rows - 1), np.minimum(x0 + 1, columns - 1)
    fy, fx = (y - y0)[:, None, None], (x - x0)[None, :, None]
    g = positions[1:].reshape(rows, columns, -1)
    above = g[y0][:, x0] * (1 - fx) + g[y0][:, x1] * fx
    below = g[y1][:, x0] * (1 - fx) + g[y1][:, x1] * fx
    new = above * (1 - fy) + below * fy
    return np.concatenate((positions[[0]], new.reshape(-1, positions.shape[1])), axis=0)


# %% right: loops over new patches one by one
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    from math import floor
    def neighbours(at, n):
        at -= 0.5
        if at <= 0:
            return [(0, 1.0)]
        if at >= n - 1:
            return [(n - 1, 1.0)]
        low = floor(at)
        return [(low, 1 - (at - low)), (low + 1, at - low)]
    top, left, bottom, right = map(float, box)
    out = [np.array(positions[0], dtype=float)]
    for i in range(new_rows):
        ys = neighbours(top + (i + 0.5) * (bottom - top) / new_rows, rows)
        for j in range(new_columns):
            xs = neighbours(left + (j + 0.5) * (right - left) / new_columns, columns)
            out.append(sum(a * b * positions[1 + r * columns + c] for r, a in ys for c, b in xs))
    return np.array(out)


# %% right: one big Kronecker matrix with CLS in it
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def table(a, b, m, n):
        u = np.linspace(a, b, 2 * m + 1)[1::2]
        return np.stack([np.interp(u, np.arange(n) + 0.5, unit) for unit in np.eye(n)], axis=1)
    W = np.zeros((1 + new_rows * new_columns, 1 + rows * columns))
    W[0, 0] = 1
    W[1:, 1:] = np.kron(table(box[0], box[2], new_rows, rows), table(box[1], box[3], new_columns, columns))
    return W @ positions


# %% right: grid padded by its edge so nothing needs clipping
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    d = positions.shape[-1]
    g = np.pad(positions[1:].reshape(rows, columns, d), ((1, 1), (1, 1), (0, 0)), mode="edge")
    # the padded patch k has its centre at k - 1/2
    u = box[0] + (np.arange(new_rows) + 0.5) * (box[2] - box[0]) / new_rows + 0.5
    v = box[1] + (np.arange(new_columns) + 0.5) * (box[3] - box[1]) / new_columns + 0.5
    i, j = np.minimum(u.astype(int), rows), np.minimum(v.astype(int), columns)
    a, b = (u - i)[:, None, None], (v - j)[None, :, None]
    rowsmix = (1 - a) * g[i] + a * g[i + 1]
    new = (1 - b) * rowsmix[:, j] + b * rowsmix[:, j + 1]
    return np.r_[positions[:1], new.reshape(-1, d)]


# %% right: sum of slopes between neighbours
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def stretch(lines, start, end, n_new):
        at = start + (np.arange(n_new) + 0.5) * ((end - start) / n_new) - 0.5
        new = np.repeat(lines[:1], n_new, axis=0).astype(float)
        for r in range(len(lines) - 1):
            part = np.clip(at - r, 0, 1).reshape(-1, 1, 1)
            new += part * (lines[r + 1] - lines[r])
        return new
    g = np.asarray(positions, float)[1:].reshape(rows, columns, -1)
    g = stretch(g, box[0], box[2], new_rows)
    g = stretch(g.swapaxes(0, 1), box[1], box[3], new_columns).swapaxes(0, 1)
    return np.concatenate([positions[:1], g.reshape(new_rows * new_columns, -1)])


# %% right: searchsorted among the old centres
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def mix(values, u):
        n = len(values)
        centres = np.arange(n) + 0.5
        k = np.searchsorted(centres, u, side="right")
        low, high = np.maximum(k - 1, 0), np.minimum(k, n - 1)
        gap = np.where(high > low, centres[high] - centres[low], 1)
        t = np.where(high > low, (u - centres[low]) / gap, 0)
        t = t.reshape((-1,) + (1,) * (values.ndim - 1))
        return values[low] + t * (values[high] - values[low])
    top, left, bottom, right = box
    g = positions[1:].reshape(rows, columns, -1)
    g = mix(g, top + (np.arange(new_rows) + 0.5) * (bottom - top) / new_rows)
    g = mix(np.moveaxis(g, 1, 0), left + (np.arange(new_columns) + 0.5) * (right - left) / new_columns)
    return np.vstack([positions[:1], np.moveaxis(g, 0, 1).reshape(-1, positions.shape[1])])


# %% right: columns first with torch matmul of weights
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    import torch
    P = torch.as_tensor(np.array(positions, dtype=float))
    t, l, b, r = (float(q) for q in box)
    def weights(lo, hi, m, n):
        at = lo + (torch.arange(m).double() + 0.5) * (hi - lo) / m - 0.5
        return torch.relu(1 - torch.abs(at.clamp(0, n - 1)[:, None] - torch.arange(n)))
    g = P[1:].view(rows, columns, -1)
    g = torch.matmul(weights(l, r, new_columns, columns), g)
    g = torch.tensordot(weights(t, b, new_rows, rows), g, dims=1)
    return torch.cat((P[:1], g.reshape(new_rows * new_columns, -1)), dim=0)


# %% right: scattered weights with add at
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def table(lo, hi, m, n):
        W = np.zeros((m, n))
        for i in range(m):
            at = lo + (i + 0.5) * (hi - lo) / m - 0.5
            at = min(max(at, 0.0), n - 1.0)
            k = int(at)
            np.add.at(W, (i, [k, min(k + 1, n - 1)]), [1 - (at - k), at - k])
        return W
    g = positions[1:].reshape(rows, columns, positions.shape[1])
    half = np.tensordot(table(box[0], box[2], new_rows, rows), g, axes=(1, 0))
    full = np.tensordot(table(box[1], box[3], new_columns, columns), half, axes=(1, 1))
    out = np.empty((1 + new_rows * new_columns, positions.shape[1]))
    out[0] = positions[0]
    out[1:] = full.transpose(1, 0, 2).reshape(-1, positions.shape[1])
    return out


# %% right: every number of a vector by two interp calls
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    top, left, bottom, right = box
    u = [top + (i + 0.5) * (bottom - top) / new_rows for i in range(new_rows)]
    v = [left + (j + 0.5) * (right - left) / new_columns for j in range(new_columns)]
    old_u, old_v = np.arange(rows) + 0.5, np.arange(columns) + 0.5
    planes = []
    for k in range(positions.shape[1]):
        plane = positions[1:, k].reshape(rows, columns)
        wide = np.array([np.interp(v, old_v, line) for line in plane])
        tall = np.array([np.interp(u, old_u, line) for line in wide.T]).T
        planes.append(np.concatenate([[positions[0, k]], tall.ravel()]))
    return np.stack(planes, axis=1)


# %% wrong: extrapolated, earns 0.7 — extrapolated before the first and behind the last centre
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def table(lo, hi, m, n):
        at = lo + (np.arange(m) + 0.5) * (hi - lo) / m - 0.5
        k = np.clip(np.floor(at), 0, max(n - 2, 0)).astype(int)
        W = np.zeros((m, n))
        t = at - k if n > 1 else np.zeros(m)
        np.add.at(W, (np.arange(m), k), 1 - t)
        np.add.at(W, (np.arange(m), np.minimum(k + 1, n - 1)), t)
        return W
    g = positions[1:].reshape(rows, columns, -1)
    new = np.einsum("ir,jc,rcd->ijd", table(box[0], box[2], new_rows, rows), table(box[1], box[3], new_columns, columns), g)
    return np.concatenate([positions[:1], new.reshape(-1, positions.shape[1])])


# %% wrong: faded, earns 0.7 — hat weights without cutting fade at the edge
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def table(lo, hi, m, n):
        at = lo + (np.arange(m) + 0.5) * (hi - lo) / m - 0.5
        return np.maximum(0, 1 - np.abs(at[:, None] - np.arange(n)))
    g = positions[1:].reshape(rows, columns, -1)
    new = np.einsum("ir,jc,rcd->ijd", table(box[0], box[2], new_rows, rows), table(box[1], box[3], new_columns, columns), g)
    return np.concatenate([positions[:1], new.reshape(-1, positions.shape[1])])


# %% wrong: faded, earns 0.7 — zero outside the old centres by interp left and right
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def table(lo, hi, m, n):
        u = lo + (np.arange(m) + 0.5) * (hi - lo) / m
        return np.stack([np.interp(u, np.arange(n) + 0.5, e, left=0, right=0) for e in np.eye(n)], axis=1)
    g = positions[1:].reshape(rows, columns, -1)
    new = np.einsum("ir,jc,rcd->ijd", table(box[0], box[2], new_rows, rows), table(box[1], box[3], new_columns, columns), g)
    return np.concatenate([positions[:1], new.reshape(-1, positions.shape[1])])


# %% wrong: borders-for-centres, earns 0.5 — old centres at whole numbers
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def table(lo, hi, m, n):
        at = np.clip(lo + (np.arange(m) + 0.5) * (hi - lo) / m, 0, n - 1)
        return np.maximum(0, 1 - np.abs(at[:, None] - np.arange(n)))
    g = positions[1:].reshape(rows, columns, -1)
    new = np.einsum("ir,jc,rcd->ijd", table(box[0], box[2], new_rows, rows), table(box[1], box[3], new_columns, columns), g)
    return np.concatenate([positions[:1], new.reshape(-1, positions.shape[1])])


# %% wrong: borders-for-centres, earns 0.5 — new centres at the upper left corners
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def table(lo, hi, m, n):
        at = np.clip(lo + np.arange(m) * (hi - lo) / m - 0.5, 0, n - 1)
        return np.maximum(0, 1 - np.abs(at[:, None] - np.arange(n)))
    g = positions[1:].reshape(rows, columns, -1)
    new = np.einsum("ir,jc,rcd->ijd", table(box[0], box[2], new_rows, rows), table(box[1], box[3], new_columns, columns), g)
    return np.concatenate([positions[:1], new.reshape(-1, positions.shape[1])])


# %% wrong: borders-for-centres, earns 0.5 — halves forgotten in the old and the new grid
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def table(lo, hi, m, n):
        at = np.clip(lo + np.arange(m) * (hi - lo) / m, 0, n - 1)
        return np.maximum(0, 1 - np.abs(at[:, None] - np.arange(n)))
    g = positions[1:].reshape(rows, columns, -1)
    new = np.einsum("ir,jc,rcd->ijd", table(box[0], box[2], new_rows, rows), table(box[1], box[3], new_columns, columns), g)
    return np.concatenate([positions[:1], new.reshape(-1, positions.shape[1])])


# %% wrong: corner-to-corner, earns 0.4 — new centres spread from edge to edge of the box
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def table(lo, hi, m, n):
        at = np.clip(np.linspace(lo, hi, m) - 0.5, 0, n - 1)
        return np.maximum(0, 1 - np.abs(at[:, None] - np.arange(n)))
    g = positions[1:].reshape(rows, columns, -1)
    new = np.einsum("ir,jc,rcd->ijd", table(box[0], box[2], new_rows, rows), table(box[1], box[3], new_columns, columns), g)
    return np.concatenate([positions[:1], new.reshape(-1, positions.shape[1])])


# %% wrong: corner-to-corner, earns 0.4 — corner centres aligned as with align corners
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def table(lo, hi, m, n):
        u = np.linspace(lo, hi, m) if m > 1 else np.array([(lo + hi) / 2])
        at = np.clip(u / n * (n - 1), 0, n - 1)
        return np.maximum(0, 1 - np.abs(at[:, None] - np.arange(n)))
    g = positions[1:].reshape(rows, columns, -1)
    new = np.einsum("ir,jc,rcd->ijd", table(box[0], box[2], new_rows, rows), table(box[1], box[3], new_columns, columns), g)
    return np.concatenate([positions[:1], new.reshape(-1, positions.shape[1])])


# %% wrong: box-misread, earns 0.5 — box read as left and top and right and bottom
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def table(lo, hi, m, n):
        at = np.clip(lo + (np.arange(m) + 0.5) * (hi - lo) / m - 0.5, 0, n - 1)
        return np.maximum(0, 1 - np.abs(at[:, None] - np.arange(n)))
    left, top, right, bottom = box
    g = positions[1:].reshape(rows, columns, -1)
    new = np.einsum("ir,jc,rcd->ijd", table(top, bottom, new_rows, rows), table(left, right, new_columns, columns), g)
    return np.concatenate([positions[:1], new.reshape(-1, positions.shape[1])])


# %% wrong: box-misread, earns 0.5 — box read as top and bottom and left and right
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def table(lo, hi, m, n):
        at = np.clip(lo + (np.arange(m) + 0.5) * (hi - lo) / m - 0.5, 0, n - 1)
        return np.maximum(0, 1 - np.abs(at[:, None] - np.arange(n)))
    top, bottom, left, right = box
    g = positions[1:].reshape(rows, columns, -1)
    new = np.einsum("ir,jc,rcd->ijd", table(top, bottom, new_rows, rows), table(left, right, new_columns, columns), g)
    return np.concatenate([positions[:1], new.reshape(-1, positions.shape[1])])


# %% wrong: box-misread, earns 0.5 — box read as corner and height and width
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def table(lo, size, m, n):
        at = np.clip(lo + (np.arange(m) + 0.5) * size / m - 0.5, 0, n - 1)
        return np.maximum(0, 1 - np.abs(at[:, None] - np.arange(n)))
    g = positions[1:].reshape(rows, columns, -1)
    new = np.einsum("ir,jc,rcd->ijd", table(box[0], box[2], new_rows, rows), table(box[1], box[3], new_columns, columns), g)
    return np.concatenate([positions[:1], new.reshape(-1, positions.shape[1])])


# %% wrong: box-ignored, earns 0.3 — box never read and whole grid stretched
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def table(m, n):
        at = np.clip((np.arange(m) + 0.5) * n / m - 0.5, 0, n - 1)
        return np.maximum(0, 1 - np.abs(at[:, None] - np.arange(n)))
    g = positions[1:].reshape(rows, columns, -1)
    new = np.einsum("ir,jc,rcd->ijd", table(new_rows, rows), table(new_columns, columns), g)
    return np.concatenate([positions[:1], new.reshape(-1, positions.shape[1])])


# %% wrong: unrecognised — torch interpolate of whole patches the box touches
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    import torch
    top, left = int(np.floor(box[0])), int(np.floor(box[1]))
    bottom, right = int(np.ceil(box[2])), int(np.ceil(box[3]))
    g = np.array(positions[1:], dtype=float).reshape(rows, columns, -1)[top:bottom, left:right]
    g = torch.tensor(g).permute(2, 0, 1)[None]
    new = torch.nn.functional.interpolate(g, size=(new_rows, new_columns), mode="bilinear", align_corners=False)
    return np.concatenate([positions[:1], new[0].permute(1, 2, 0).reshape(-1, positions.shape[1]).numpy()])


# %% wrong: box-rounded, earns 0.5 — box rounded to whole patches
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def table(lo, hi, m, n):
        at = np.clip(lo + (np.arange(m) + 0.5) * (hi - lo) / m - 0.5, 0, n - 1)
        return np.maximum(0, 1 - np.abs(at[:, None] - np.arange(n)))
    top, left, bottom, right = np.round(box)
    g = positions[1:].reshape(rows, columns, -1)
    new = np.einsum("ir,jc,rcd->ijd", table(top, bottom, new_rows, rows), table(left, right, new_columns, columns), g)
    return np.concatenate([positions[:1], new.reshape(-1, positions.shape[1])])


# %% wrong: unrecognised — outermost vector inside the box holds at the edge
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def table(lo, hi, m, n):
        at = lo + (np.arange(m) + 0.5) * (hi - lo) / m - 0.5
        first = min(np.ceil(lo - 0.5), n - 1) if lo > 0.5 else 0
        last = max(np.floor(hi - 0.5), 0) if hi < n - 0.5 else n - 1
        if last < first:
            last = first
        at = np.clip(at, first, last)
        return np.maximum(0, 1 - np.abs(at[:, None] - np.arange(n)))
    g = positions[1:].reshape(rows, columns, -1)
    new = np.einsum("ir,jc,rcd->ijd", table(box[0], box[2], new_rows, rows), table(box[1], box[3], new_columns, columns), g)
    return np.concatenate([positions[:1], new.reshape(-1, positions.shape[1])])


# %% wrong: nearest, earns 0.3 — nearest old centre and no mixing
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    u = box[0] + (np.arange(new_rows) + 0.5) * (box[2] - box[0]) / new_rows
    v = box[1] + (np.arange(new_columns) + 0.5) * (box[3] - box[1]) / new_columns
    i = np.minimum(u.astype(int), rows - 1)
    j = np.minimum(v.astype(int), columns - 1)
    g = positions[1:].reshape(rows, columns, -1)
    return np.concatenate([positions[:1], g[i][:, j].reshape(-1, positions.shape[1])])


# %% wrong: unrecognised — rows mixed linearly but columns by nearest
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    at = np.clip(box[0] + (np.arange(new_rows) + 0.5) * (box[2] - box[0]) / new_rows - 0.5, 0, rows - 1)
    W = np.maximum(0, 1 - np.abs(at[:, None] - np.arange(rows)))
    v = box[1] + (np.arange(new_columns) + 0.5) * (box[3] - box[1]) / new_columns
    g = positions[1:].reshape(rows, columns, -1)[:, np.minimum(v.astype(int), columns - 1)]
    return np.concatenate([positions[:1], np.einsum("ir,rjd->ijd", W, g).reshape(-1, positions.shape[1])])


# %% wrong: weights-exchanged, earns 0.6 — weights of the two neighbours exchanged
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def table(lo, hi, m, n):
        at = np.clip(lo + (np.arange(m) + 0.5) * (hi - lo) / m - 0.5, 0, n - 1)
        k = np.floor(at).astype(int)
        W = np.zeros((m, n))
        np.add.at(W, (np.arange(m), k), at - k)
        np.add.at(W, (np.arange(m), np.minimum(k + 1, n - 1)), 1 - (at - k))
        return W
    g = positions[1:].reshape(rows, columns, -1)
    new = np.einsum("ir,jc,rcd->ijd", table(box[0], box[2], new_rows, rows), table(box[1], box[3], new_columns, columns), g)
    return np.concatenate([positions[:1], new.reshape(-1, positions.shape[1])])


# %% wrong: class-token-missing, earns 0.6 — CLS left out of the result
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def table(lo, hi, m, n):
        at = np.clip(lo + (np.arange(m) + 0.5) * (hi - lo) / m - 0.5, 0, n - 1)
        return np.maximum(0, 1 - np.abs(at[:, None] - np.arange(n)))
    g = positions[1:].reshape(rows, columns, -1)
    new = np.einsum("ir,jc,rcd->ijd", table(box[0], box[2], new_rows, rows), table(box[1], box[3], new_columns, columns), g)
    return new.reshape(-1, positions.shape[1])


# %% wrong: class-token-last, earns 0.7 — CLS placed at the end
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def table(lo, hi, m, n):
        at = np.clip(lo + (np.arange(m) + 0.5) * (hi - lo) / m - 0.5, 0, n - 1)
        return np.maximum(0, 1 - np.abs(at[:, None] - np.arange(n)))
    g = positions[1:].reshape(rows, columns, -1)
    new = np.einsum("ir,jc,rcd->ijd", table(box[0], box[2], new_rows, rows), table(box[1], box[3], new_columns, columns), g)
    return np.concatenate([new.reshape(-1, positions.shape[1]), positions[:1]])


# %% wrong: class-token-changed, earns 0.7 — CLS gets zeros
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def table(lo, hi, m, n):
        at = np.clip(lo + (np.arange(m) + 0.5) * (hi - lo) / m - 0.5, 0, n - 1)
        return np.maximum(0, 1 - np.abs(at[:, None] - np.arange(n)))
    g = positions[1:].reshape(rows, columns, -1)
    new = np.einsum("ir,jc,rcd->ijd", table(box[0], box[2], new_rows, rows), table(box[1], box[3], new_columns, columns), g)
    return np.concatenate([0 * positions[:1], new.reshape(-1, positions.shape[1])])


# %% wrong: unrecognised — last row taken for CLS in the old grid
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def table(lo, hi, m, n):
        at = np.clip(lo + (np.arange(m) + 0.5) * (hi - lo) / m - 0.5, 0, n - 1)
        return np.maximum(0, 1 - np.abs(at[:, None] - np.arange(n)))
    g = positions[:-1].reshape(rows, columns, -1)
    new = np.einsum("ir,jc,rcd->ijd", table(box[0], box[2], new_rows, rows), table(box[1], box[3], new_columns, columns), g)
    return np.concatenate([positions[:1], new.reshape(-1, positions.shape[1])])


# %% wrong: rows-for-columns, earns 0.5 — old grid reshaped as columns by rows
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def table(lo, hi, m, n):
        at = np.clip(lo + (np.arange(m) + 0.5) * (hi - lo) / m - 0.5, 0, n - 1)
        return np.maximum(0, 1 - np.abs(at[:, None] - np.arange(n)))
    g = positions[1:].reshape(columns, rows, -1).swapaxes(0, 1)
    new = np.einsum("ir,jc,rcd->ijd", table(box[0], box[2], new_rows, rows), table(box[1], box[3], new_columns, columns), g)
    return np.concatenate([positions[:1], new.reshape(-1, positions.shape[1])])


# %% wrong: rows-for-columns, earns 0.5 — new patches listed column by column
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def table(lo, hi, m, n):
        at = np.clip(lo + (np.arange(m) + 0.5) * (hi - lo) / m - 0.5, 0, n - 1)
        return np.maximum(0, 1 - np.abs(at[:, None] - np.arange(n)))
    g = positions[1:].reshape(rows, columns, -1)
    new = np.einsum("ir,jc,rcd->jid", table(box[0], box[2], new_rows, rows), table(box[1], box[3], new_columns, columns), g)
    return np.concatenate([positions[:1], new.reshape(-1, positions.shape[1])])


# %% wrong: unrecognised — new rows and new columns exchanged
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def table(lo, hi, m, n):
        at = np.clip(lo + (np.arange(m) + 0.5) * (hi - lo) / m - 0.5, 0, n - 1)
        return np.maximum(0, 1 - np.abs(at[:, None] - np.arange(n)))
    g = positions[1:].reshape(rows, columns, -1)
    new = np.einsum("ir,jc,rcd->ijd", table(box[0], box[2], new_columns, rows), table(box[1], box[3], new_rows, columns), g)
    return np.concatenate([positions[:1], new.reshape(-1, positions.shape[1])])


# %% wrong: unrecognised — step of the rows used for the columns too
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    step = (box[2] - box[0]) / new_rows
    def table(lo, m, n):
        at = np.clip(lo + (np.arange(m) + 0.5) * step - 0.5, 0, n - 1)
        return np.maximum(0, 1 - np.abs(at[:, None] - np.arange(n)))
    g = positions[1:].reshape(rows, columns, -1)
    new = np.einsum("ir,jc,rcd->ijd", table(box[0], new_rows, rows), table(box[1], new_columns, columns), g)
    return np.concatenate([positions[:1], new.reshape(-1, positions.shape[1])])


# %% wrong: unrecognised — both directions cut at the number of rows
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def table(lo, hi, m, n):
        at = np.clip(lo + (np.arange(m) + 0.5) * (hi - lo) / m - 0.5, 0, rows - 1)
        return np.maximum(0, 1 - np.abs(at[:, None] - np.arange(n)))
    g = positions[1:].reshape(rows, columns, -1)
    new = np.einsum("ir,jc,rcd->ijd", table(box[0], box[2], new_rows, rows), table(box[1], box[3], new_columns, columns), g)
    return np.concatenate([positions[:1], new.reshape(-1, positions.shape[1])])


# %% wrong: faded, earns 0.7 — cut at zero below but not at the far end
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def table(lo, hi, m, n):
        at = np.maximum(lo + (np.arange(m) + 0.5) * (hi - lo) / m - 0.5, 0)
        return np.maximum(0, 1 - np.abs(at[:, None] - np.arange(n)))
    g = positions[1:].reshape(rows, columns, -1)
    new = np.einsum("ir,jc,rcd->ijd", table(box[0], box[2], new_rows, rows), table(box[1], box[3], new_columns, columns), g)
    return np.concatenate([positions[:1], new.reshape(-1, positions.shape[1])])


# %% wrong: faded, earns 0.7 — cut at the far end but not at zero
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def table(lo, hi, m, n):
        at = np.minimum(lo + (np.arange(m) + 0.5) * (hi - lo) / m - 0.5, n - 1)
        return np.maximum(0, 1 - np.abs(at[:, None] - np.arange(n)))
    g = positions[1:].reshape(rows, columns, -1)
    new = np.einsum("ir,jc,rcd->ijd", table(box[0], box[2], new_rows, rows), table(box[1], box[3], new_columns, columns), g)
    return np.concatenate([positions[:1], new.reshape(-1, positions.shape[1])])


# %% wrong: wrapped, earns 0.7 — floor before cutting wraps around to the last patch
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def table(lo, hi, m, n):
        at = lo + (np.arange(m) + 0.5) * (hi - lo) / m - 0.5
        k = np.floor(at).astype(int)
        W = np.zeros((m, n))
        np.add.at(W, (np.arange(m), k % n), 1 - (at - k))
        np.add.at(W, (np.arange(m), (k + 1) % n), at - k)
        return W
    g = positions[1:].reshape(rows, columns, -1)
    new = np.einsum("ir,jc,rcd->ijd", table(box[0], box[2], new_rows, rows), table(box[1], box[3], new_columns, columns), g)
    return np.concatenate([positions[:1], new.reshape(-1, positions.shape[1])])


# %% wrong: unrecognised — weights squared to a smooth step
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def table(lo, hi, m, n):
        at = np.clip(lo + (np.arange(m) + 0.5) * (hi - lo) / m - 0.5, 0, n - 1)
        w = np.maximum(0, 1 - np.abs(at[:, None] - np.arange(n)))
        return w * w * (3 - 2 * w)
    g = positions[1:].reshape(rows, columns, -1)
    new = np.einsum("ir,jc,rcd->ijd", table(box[0], box[2], new_rows, rows), table(box[1], box[3], new_columns, columns), g)
    return np.concatenate([positions[:1], new.reshape(-1, positions.shape[1])])


# %% wrong: unrecognised — mean over the area of a new patch
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def table(lo, hi, m, n):
        edge = lo + np.arange(m + 1) * (hi - lo) / m
        r = np.arange(n)
        over = np.minimum(edge[1:, None], r + 1) - np.maximum(edge[:-1, None], r)
        over = np.maximum(over, 0)
        return over / over.sum(1, keepdims=True)
    g = positions[1:].reshape(rows, columns, -1)
    new = np.einsum("ir,jc,rcd->ijd", table(box[0], box[2], new_rows, rows), table(box[1], box[3], new_columns, columns), g)
    return np.concatenate([positions[:1], new.reshape(-1, positions.shape[1])])


# %% wrong: faded, earns 0.7 — grid sample with zeros as padding
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    import torch
    P = torch.tensor(np.asarray(positions, dtype=float))
    u = torch.tensor(box[0] + (np.arange(new_rows) + 0.5) * (box[2] - box[0]) / new_rows)
    v = torch.tensor(box[1] + (np.arange(new_columns) + 0.5) * (box[3] - box[1]) / new_columns)
    yy, xx = torch.meshgrid(2 * u / rows - 1, 2 * v / columns - 1, indexing="ij")
    image = P[1:].reshape(rows, columns, -1).permute(2, 0, 1)[None]
    new = torch.nn.functional.grid_sample(image, torch.stack([xx, yy], -1)[None], align_corners=False)
    return torch.cat([P[:1], new[0].permute(1, 2, 0).reshape(-1, P.shape[1])])


# %% wrong: corner-to-corner, earns 0.4 — grid sample with align corners true
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    import torch
    P = torch.tensor(np.asarray(positions, dtype=float))
    u = torch.tensor(box[0] + (np.arange(new_rows) + 0.5) * (box[2] - box[0]) / new_rows)
    v = torch.tensor(box[1] + (np.arange(new_columns) + 0.5) * (box[3] - box[1]) / new_columns)
    yy, xx = torch.meshgrid(2 * u / rows - 1, 2 * v / columns - 1, indexing="ij")
    image = P[1:].reshape(rows, columns, -1).permute(2, 0, 1)[None]
    new = torch.nn.functional.grid_sample(image, torch.stack([xx, yy], -1)[None], padding_mode="border", align_corners=True)
    return torch.cat([P[:1], new[0].permute(1, 2, 0).reshape(-1, P.shape[1])])


# %% wrong: unrecognised, earns 0.5 — grid sample with reflection as padding
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    import torch
    P = torch.tensor(np.asarray(positions, dtype=float))
    u = torch.tensor(0.5 * box[0] + 0.5 * box[2] + (np.arange(new_rows) + 0.5 - new_rows / 2) * (box[2] - box[0]) / new_rows)
    v = torch.tensor(0.5 * box[1] + 0.5 * box[3] + (np.arange(new_columns) + 0.5 - new_columns / 2) * (box[3] - box[1]) / new_columns)
    yy, xx = torch.meshgrid(2 * (u - 0.5) / max(rows - 1, 1) - 1, 2 * (v - 0.5) / max(columns - 1, 1) - 1, indexing="ij")
    image = P[1:].reshape(rows, columns, -1).permute(2, 0, 1)[None]
    new = torch.nn.functional.grid_sample(image, torch.stack([xx, yy], -1)[None], padding_mode="reflection", align_corners=True)
    return torch.cat([P[:1], new[0].permute(1, 2, 0).reshape(-1, P.shape[1])])


# %% wrong: unrecognised — grid sample with x and y exchanged
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    import torch
    P = torch.tensor(np.asarray(positions, dtype=float))
    u = torch.tensor(box[0] + (np.arange(new_rows) + 0.5) * (box[2] - box[0]) / new_rows)
    v = torch.tensor(box[1] + (np.arange(new_columns) + 0.5) * (box[3] - box[1]) / new_columns)
    yy, xx = torch.meshgrid(2 * u / rows - 1, 2 * v / columns - 1, indexing="ij")
    image = P[1:].reshape(rows, columns, -1).permute(2, 0, 1)[None]
    new = torch.nn.functional.grid_sample(image, torch.stack([yy, xx], -1)[None], padding_mode="border", align_corners=False)
    return torch.cat([P[:1], new[0].permute(1, 2, 0).reshape(-1, P.shape[1])])


# %% wrong: bicubic, earns 0.5 — bicubic grid sample
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    import torch
    P = torch.tensor(np.asarray(positions, dtype=float))
    u = torch.tensor(box[0] + (np.arange(new_rows) + 0.5) * (box[2] - box[0]) / new_rows)
    v = torch.tensor(box[1] + (np.arange(new_columns) + 0.5) * (box[3] - box[1]) / new_columns)
    yy, xx = torch.meshgrid(2 * u / rows - 1, 2 * v / columns - 1, indexing="ij")
    image = P[1:].reshape(rows, columns, -1).permute(2, 0, 1)[None]
    new = torch.nn.functional.grid_sample(image, torch.stack([xx, yy], -1)[None], mode="bicubic", padding_mode="border", align_corners=False)
    return torch.cat([P[:1], new[0].permute(1, 2, 0).reshape(-1, P.shape[1])])


# %% wrong: corner-forgotten, earns 0.5 — far corner of the box measured from zero without top
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def table(lo, hi, m, n):
        at = np.clip(lo + (np.arange(m) + 0.5) * hi / m - 0.5, 0, n - 1)
        return np.maximum(0, 1 - np.abs(at[:, None] - np.arange(n)))
    g = positions[1:].reshape(rows, columns, -1)
    new = np.einsum("ir,jc,rcd->ijd", table(0, box[2] - box[0], new_rows, rows), table(0, box[3] - box[1], new_columns, columns), g)
    return np.concatenate([positions[:1], new.reshape(-1, positions.shape[1])])


# %% wrong: changed-arguments, earns 0.7 — right vectors but box shifted by one half in place
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    box -= 0.5
    def table(lo, hi, m, n):
        at = np.clip(lo + (np.arange(m) + 0.5) * (hi - lo) / m, 0, n - 1)
        return np.maximum(0, 1 - np.abs(at[:, None] - np.arange(n)))
    g = positions[1:].reshape(rows, columns, -1)
    new = np.einsum("ir,jc,rcd->ijd", table(box[0], box[2], new_rows, rows), table(box[1], box[3], new_columns, columns), g)
    return np.concatenate([positions[:1], new.reshape(-1, positions.shape[1])])


# %% wrong: unrecognised — weights rounded to one decimal
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    def table(lo, hi, m, n):
        at = np.clip(lo + (np.arange(m) + 0.5) * (hi - lo) / m - 0.5, 0, n - 1)
        return np.round(np.maximum(0, 1 - np.abs(at[:, None] - np.arange(n))), 1)
    g = positions[1:].reshape(rows, columns, -1)
    new = np.einsum("ir,jc,rcd->ijd", table(box[0], box[2], new_rows, rows), table(box[1], box[3], new_columns, columns), g)
    return np.concatenate([positions[:1], new.reshape(-1, positions.shape[1])])


# %% wrong: box-ignored, earns 0.7 — old positions returned when the grid keeps its size
def zoom_positions(positions, rows, columns, box, new_rows, new_columns):
    if (rows, columns) == (new_rows, new_columns):
        return positions.copy()
    def table(lo, hi, m, n):
        at = np.clip(lo + (np.arange(m) + 0.5) * (hi - lo) / m - 0.5, 0, n - 1)
        return np.maximum(0, 1 - np.abs(at[:, None] - np.arange(n)))
    g = positions[1:].reshape(rows, columns, -1)
    new = np.einsum("ir,jc,rcd->ijd", table(box[0], box[2], new_rows, rows), table(box[1], box[3], new_columns, columns), g)
    return np.concatenate([positions[:1], new.reshape(-1, positions.shape[1])])
