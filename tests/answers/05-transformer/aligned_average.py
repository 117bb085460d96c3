# %% right: sums
def aligned_average(W_1, b_1, W_2):
    def units(i):
        return np.column_stack([W_1[i].T, b_1[i], W_2[i]])

    sums = [W_1[0].copy(), b_1[0].copy(), W_2[0].copy()]
    for i in range(1, len(W_1)):
        away = ((units(0)[:, None] - units(i)) ** 2).sum(axis=2)
        j = away.argmin(axis=1)
        sums[0] += W_1[i][:, j]
        sums[1] += b_1[i][j]
        sums[2] += W_2[i][j]
    return tuple(array / len(W_1) for array in sums)


# %% right: one table of units
def aligned_average(W_1, b_1, W_2):
    d = W_1.shape[1]
    units = np.concatenate([W_1.transpose(0, 2, 1), b_1[:, :, None], W_2], axis=2)
    away = ((units[:, None, :, :] - units[0][None, :, None, :]) ** 2).sum(axis=3)
    order = away.argmin(axis=2)
    mean = np.take_along_axis(units, order[:, :, None], axis=1).mean(axis=0)
    return mean[:, :d].T, mean[:, d], mean[:, d + 1 :]


# %% right: unit by unit — as lists
def aligned_average(W_1, b_1, W_2):
    from math import dist

    d = W_1.shape[1]
    first, *others = np.concatenate([W_1.mT, b_1[..., None], W_2], axis=2).tolist()
    rows = []
    for unit in first:
        partners = [min(other, key=lambda u: dist(u, unit)) for other in others]
        rows.append([sum(x) / len(W_1) for x in zip(unit, *partners, strict=True)])
    columns = [[row[x] for row in rows] for x in range(d)]
    return columns, [row[d] for row in rows], [row[d + 1 :] for row in rows]


# %% right: torch — in float32
def aligned_average(W_1, b_1, W_2):
    import torch

    W_1, b_1, W_2 = (torch.tensor(x, dtype=torch.float32) for x in (W_1, b_1, W_2))
    units = torch.cat([W_1.mT, b_1[..., None], W_2], dim=2)
    order = torch.cdist(units[:1].expand_as(units), units).argmin(dim=2)
    mean = torch.stack([u[o] for u, o in zip(units, order, strict=True)]).mean(dim=0)
    first, bias, second = mean.split([W_1.shape[1], 1, W_2.shape[2]], dim=1)
    return first.T, bias[:, 0], second


# %% right: permutations found from the other side
def aligned_average(W_1, b_1, W_2):
    units = np.concatenate([W_1.swapaxes(1, 2), b_1[..., None], W_2], axis=2)
    mean = np.zeros(units.shape[1:])
    for table in units:
        for unit in table:
            mean[np.argmin(np.square(units[0] - unit).sum(axis=1))] += unit / len(units)
    d = W_1.shape[1]
    return mean[:, :d].T, mean[:, d], mean[:, d + 1 :]


# %% wrong: not-aligned — the mean of each number
def aligned_average(W_1, b_1, W_2):
    sums = [W_1[0].copy(), b_1[0].copy(), W_2[0].copy()]
    for i in range(1, len(W_1)):
        j = slice(None)
        sums[0] += W_1[i][:, j]
        sums[1] += b_1[i][j]
        sums[2] += W_2[i][j]
    return tuple(array / len(W_1) for array in sums)


# %% wrong: partly-aligned, earns 0.4 — the second matrix stays
def aligned_average(W_1, b_1, W_2):
    def units(i):
        return np.column_stack([W_1[i].T, b_1[i], W_2[i]])

    sums = [W_1[0].copy(), b_1[0].copy(), W_2[0].copy()]
    for i in range(1, len(W_1)):
        away = ((units(0)[:, None] - units(i)) ** 2).sum(axis=2)
        j = away.argmin(axis=1)
        sums[0] += W_1[i][:, j]
        sums[1] += b_1[i][j]
        sums[2] += W_2[i]
    return tuple(array / len(W_1) for array in sums)


# %% wrong: partly-aligned, earns 0.4 — the biases stay
def aligned_average(W_1, b_1, W_2):
    def units(i):
        return np.column_stack([W_1[i].T, b_1[i], W_2[i]])

    sums = [W_1[0].copy(), b_1[0].copy(), W_2[0].copy()]
    for i in range(1, len(W_1)):
        away = ((units(0)[:, None] - units(i)) ** 2).sum(axis=2)
        j = away.argmin(axis=1)
        sums[0] += W_1[i][:, j]
        sums[1] += b_1[i]
        sums[2] += W_2[i][j]
    return tuple(array / len(W_1) for array in sums)


# %% wrong: partly-aligned, earns 0.4 — the first matrix alone
def aligned_average(W_1, b_1, W_2):
    def units(i):
        return np.column_stack([W_1[i].T, b_1[i], W_2[i]])

    sums = [W_1[0].copy(), b_1[0].copy(), W_2[0].copy()]
    for i in range(1, len(W_1)):
        away = ((units(0)[:, None] - units(i)) ** 2).sum(axis=2)
        j = away.argmin(axis=1)
        sums[0] += W_1[i][:, j]
        sums[1] += b_1[i]
        sums[2] += W_2[i]
    return tuple(array / len(W_1) for array in sums)


# %% wrong: wrong-way, earns 0.4
def aligned_average(W_1, b_1, W_2):
    def units(i):
        return np.column_stack([W_1[i].T, b_1[i], W_2[i]])

    sums = [W_1[0].copy(), b_1[0].copy(), W_2[0].copy()]
    for i in range(1, len(W_1)):
        away = ((units(0)[:, None] - units(i)) ** 2).sum(axis=2)
        j = away.argmin(axis=0)
        sums[0] += W_1[i][:, j]
        sums[1] += b_1[i][j]
        sums[2] += W_2[i][j]
    return tuple(array / len(W_1) for array in sums)


# %% wrong: wrong-way, earns 0.4 — scattered
def aligned_average(W_1, b_1, W_2):
    def units(i):
        return np.column_stack([W_1[i].T, b_1[i], W_2[i]])

    sums = [W_1[0].copy(), b_1[0].copy(), W_2[0].copy()]
    for i in range(1, len(W_1)):
        away = ((units(0)[:, None] - units(i)) ** 2).sum(axis=2)
        j = away.argmin(axis=1)
        sums[0][:, j] += W_1[i]
        sums[1][j] += b_1[i]
        sums[2][j] += W_2[i]
    return tuple(array / len(W_1) for array in sums)


# %% wrong: largest-product, earns 0.4
def aligned_average(W_1, b_1, W_2):
    def units(i):
        return np.column_stack([W_1[i].T, b_1[i], W_2[i]])

    sums = [W_1[0].copy(), b_1[0].copy(), W_2[0].copy()]
    for i in range(1, len(W_1)):
        away = -units(0) @ units(i).T
        j = away.argmin(axis=1)
        sums[0] += W_1[i][:, j]
        sums[1] += b_1[i][j]
        sums[2] += W_2[i][j]
    return tuple(array / len(W_1) for array in sums)


# %% wrong: not-all, earns 0.3 — the first two
def aligned_average(W_1, b_1, W_2):
    def units(i):
        return np.column_stack([W_1[i].T, b_1[i], W_2[i]])

    sums = [W_1[0].copy(), b_1[0].copy(), W_2[0].copy()]
    for i in range(1, min(2, len(W_1))):
        away = ((units(0)[:, None] - units(i)) ** 2).sum(axis=2)
        j = away.argmin(axis=1)
        sums[0] += W_1[i][:, j]
        sums[1] += b_1[i][j]
        sums[2] += W_2[i][j]
    return tuple(array / min(2, len(W_1)) for array in sums)


# %% wrong: not-all, earns 0.3 — all but the first
def aligned_average(W_1, b_1, W_2):
    def units(i):
        return np.column_stack([W_1[i].T, b_1[i], W_2[i]])

    sums = [0 * W_1[0], 0 * b_1[0], 0 * W_2[0]]
    for i in range(1, len(W_1)):
        away = ((units(0)[:, None] - units(i)) ** 2).sum(axis=2)
        j = away.argmin(axis=1)
        sums[0] += W_1[i][:, j]
        sums[1] += b_1[i][j]
        sums[2] += W_2[i][j]
    return tuple(array / max(1, len(W_1) - 1) for array in sums)


# %% wrong: summed, earns 0.5
def aligned_average(W_1, b_1, W_2):
    def units(i):
        return np.column_stack([W_1[i].T, b_1[i], W_2[i]])

    sums = [W_1[0].copy(), b_1[0].copy(), W_2[0].copy()]
    for i in range(1, len(W_1)):
        away = ((units(0)[:, None] - units(i)) ** 2).sum(axis=2)
        j = away.argmin(axis=1)
        sums[0] += W_1[i][:, j]
        sums[1] += b_1[i][j]
        sums[2] += W_2[i][j]
    return tuple(array for array in sums)


# %% wrong: other-order, earns 0.6 — that of the last checkpoint
def aligned_average(W_1, b_1, W_2):
    def units(i):
        return np.column_stack([W_1[i].T, b_1[i], W_2[i]])

    sums = [W_1[-1].copy(), b_1[-1].copy(), W_2[-1].copy()]
    for i in range(len(W_1) - 1):
        away = ((units(-1)[:, None] - units(i)) ** 2).sum(axis=2)
        j = away.argmin(axis=1)
        sums[0] += W_1[i][:, j]
        sums[1] += b_1[i][j]
        sums[2] += W_2[i][j]
    return tuple(array / len(W_1) for array in sums)


# %% wrong: nearest-in-part, earns 0.6 — the incoming weights
def aligned_average(W_1, b_1, W_2):
    def units(i):
        return W_1[i].T

    sums = [W_1[0].copy(), b_1[0].copy(), W_2[0].copy()]
    for i in range(1, len(W_1)):
        away = ((units(0)[:, None] - units(i)) ** 2).sum(axis=2)
        j = away.argmin(axis=1)
        sums[0] += W_1[i][:, j]
        sums[1] += b_1[i][j]
        sums[2] += W_2[i][j]
    return tuple(array / len(W_1) for array in sums)


# %% wrong: nearest-in-part, earns 0.6 — the outgoing weights
def aligned_average(W_1, b_1, W_2):
    def units(i):
        return W_2[i]

    sums = [W_1[0].copy(), b_1[0].copy(), W_2[0].copy()]
    for i in range(1, len(W_1)):
        away = ((units(0)[:, None] - units(i)) ** 2).sum(axis=2)
        j = away.argmin(axis=1)
        sums[0] += W_1[i][:, j]
        sums[1] += b_1[i][j]
        sums[2] += W_2[i][j]
    return tuple(array / len(W_1) for array in sums)


# %% wrong: nearest-in-part, earns 0.6 — the angle
def aligned_average(W_1, b_1, W_2):
    def units(i):
        table = np.column_stack([W_1[i].T, b_1[i], W_2[i]])
        return table / np.linalg.norm(table, axis=1, keepdims=True)

    sums = [W_1[0].copy(), b_1[0].copy(), W_2[0].copy()]
    for i in range(1, len(W_1)):
        away = ((units(0)[:, None] - units(i)) ** 2).sum(axis=2)
        j = away.argmin(axis=1)
        sums[0] += W_1[i][:, j]
        sums[1] += b_1[i][j]
        sums[2] += W_2[i][j]
    return tuple(array / len(W_1) for array in sums)


# %% wrong: raised, earns 0.5 — with a single checkpoint
def aligned_average(W_1, b_1, W_2):
    units = np.concatenate([W_1.swapaxes(1, 2), b_1[..., None], W_2], axis=2)
    others = [u[np.square(units[0][:, None] - u).sum(axis=2).argmin(axis=1)] for u in units[1:]]
    mean = (units[0] + np.stack(others).sum(axis=0)) / len(units)
    d = W_1.shape[1]
    return mean[:, :d].T, mean[:, d], mean[:, d + 1 :]


# %% wrong: wrong-order, earns 0.8
def aligned_average(W_1, b_1, W_2):
    def units(i):
        return np.column_stack([W_1[i].T, b_1[i], W_2[i]])

    sums = [W_1[0].copy(), b_1[0].copy(), W_2[0].copy()]
    for i in range(1, len(W_1)):
        away = ((units(0)[:, None] - units(i)) ** 2).sum(axis=2)
        j = away.argmin(axis=1)
        sums[0] += W_1[i][:, j]
        sums[1] += b_1[i][j]
        sums[2] += W_2[i][j]
    return tuple(array / len(W_1) for array in reversed(sums))


# %% wrong: wrong-shape — a product in place of the first matrix
def aligned_average(W_1, b_1, W_2):
    def units(i):
        return np.column_stack([W_1[i].T, b_1[i], W_2[i]])

    sums = [W_1[0].copy(), b_1[0].copy(), W_2[0].copy()]
    for i in range(1, len(W_1)):
        away = ((units(0)[:, None] - units(i)) ** 2).sum(axis=2)
        j = away.argmin(axis=1)
        sums[0] += W_1[i][:, j]
        sums[1] += b_1[i][j]
        sums[2] += W_2[i][j]
    first, bias, second = (array / len(W_1) for array in sums)
    return first.T @ first, bias, second


# %% wrong: nearest-in-part, earns 0.6 — all but the bias
def aligned_average(W_1, b_1, W_2):
    d = W_1.shape[1]
    units = np.concatenate([W_1.swapaxes(1, 2), b_1[:, :, None], W_2], axis=2)
    weights = np.concatenate([W_1.swapaxes(1, 2), W_2], axis=2)
    away = np.square(weights[:, None] - weights[0][:, None]).sum(axis=3)
    partner = away.argmin(axis=2)
    mean = np.take_along_axis(units, partner[:, :, None], axis=1).mean(axis=0)
    return mean[:, :d].T, mean[:, d], mean[:, d + 1 :]


# %% wrong: other-number, earns 0.5 — always by 2
def aligned_average(W_1, b_1, W_2):
    d = W_1.shape[1]
    units = np.concatenate([W_1.swapaxes(1, 2), b_1[:, :, None], W_2], axis=2)
    away = np.square(units[:, None] - units[0][:, None]).sum(axis=3)
    partner = away.argmin(axis=2)
    mean = np.take_along_axis(units, partner[:, :, None], axis=1).sum(axis=0) / 2
    return mean[:, :d].T, mean[:, d], mean[:, d + 1 :]


# %% wrong: other-number, earns 0.5 — by one too few
def aligned_average(W_1, b_1, W_2):
    d = W_1.shape[1]
    units = np.concatenate([W_1.swapaxes(1, 2), b_1[:, :, None], W_2], axis=2)
    away = np.square(units[:, None] - units[0][:, None]).sum(axis=3)
    partner = away.argmin(axis=2)
    mean = np.take_along_axis(units, partner[:, :, None], axis=1).sum(axis=0) / max(
        1, len(units) - 1
    )
    return mean[:, :d].T, mean[:, d], mean[:, d + 1 :]


# %% wrong: farthest, earns 0.4
def aligned_average(W_1, b_1, W_2):
    d = W_1.shape[1]
    tables = [np.hstack([W_1[i].T, b_1[i][:, None], W_2[i]]) for i in range(len(W_1))]
    first = tables[0]
    total = first.copy()
    for other in tables[1:]:
        away = ((first[:, None] - other) ** 2).sum(axis=2)
        total += other[away.argmax(axis=1)]
    mean = total / len(tables)
    return mean[:, :d].T, mean[:, d], mean[:, d + 1 :]


# %% wrong: other-number, earns 0.5 — that of the units
def aligned_average(W_1, b_1, W_2):
    d = W_1.shape[1]
    tables = [np.hstack([W_1[i].T, b_1[i][:, None], W_2[i]]) for i in range(len(W_1))]
    first = tables[0]
    total = first.copy()
    for other in tables[1:]:
        away = ((first[:, None] - other) ** 2).sum(axis=2)
        total += other[away.argmin(axis=1)]
    mean = total / len(first)
    return mean[:, :d].T, mean[:, d], mean[:, d + 1 :]


# %% wrong: not-all, earns 0.3 — the first is missing
def aligned_average(W_1, b_1, W_2):
    d = W_1.shape[1]
    tables = [np.hstack([W_1[i].T, b_1[i][:, None], W_2[i]]) for i in range(len(W_1))]
    first = tables[0]
    total = np.zeros_like(first)
    for other in tables[1:]:
        away = ((first[:, None] - other) ** 2).sum(axis=2)
        total += other[away.argmin(axis=1)]
    mean = total / len(tables)
    return mean[:, :d].T, mean[:, d], mean[:, d + 1 :]


# %% wrong: reshaped, earns 0.5 — before
def aligned_average(W_1, b_1, W_2):
    d = W_1.shape[1]
    tables = [np.hstack([W_1[i].reshape(-1, d), b_1[i][:, None], W_2[i]]) for i in range(len(W_1))]
    first = tables[0]
    total = first.copy()
    for other in tables[1:]:
        away = ((first[:, None] - other) ** 2).sum(axis=2)
        total += other[away.argmin(axis=1)]
    mean = total / len(tables)
    return mean[:, :d].T, mean[:, d], mean[:, d + 1 :]


# %% wrong: reshaped, earns 0.5 — after
def aligned_average(W_1, b_1, W_2):
    d = W_1.shape[1]
    tables = [np.hstack([W_1[i].T, b_1[i][:, None], W_2[i]]) for i in range(len(W_1))]
    first = tables[0]
    total = first.copy()
    for other in tables[1:]:
        away = ((first[:, None] - other) ** 2).sum(axis=2)
        total += other[away.argmin(axis=1)]
    mean = total / len(tables)
    return mean[:, :d].reshape(d, -1), mean[:, d], mean[:, d + 1 :]


# %% wrong: cut-elsewhere, earns 0.6 — the second matrix
def aligned_average(W_1, b_1, W_2):
    d = W_1.shape[1]
    tables = [np.hstack([W_1[i].T, b_1[i][:, None], W_2[i]]) for i in range(len(W_1))]
    first = tables[0]
    total = first.copy()
    for other in tables[1:]:
        away = ((first[:, None] - other) ** 2).sum(axis=2)
        total += other[away.argmin(axis=1)]
    mean = total / len(tables)
    return mean[:, :d].T, mean[:, d], mean[:, d:-1]


# %% wrong: cut-elsewhere, earns 0.6 — the bias
def aligned_average(W_1, b_1, W_2):
    d = W_1.shape[1]
    tables = [np.hstack([W_1[i].T, b_1[i][:, None], W_2[i]]) for i in range(len(W_1))]
    first = tables[0]
    total = first.copy()
    for other in tables[1:]:
        away = ((first[:, None] - other) ** 2).sum(axis=2)
        total += other[away.argmin(axis=1)]
    mean = total / len(tables)
    return mean[:, :d].T, mean[:, -1], mean[:, d + 1 :]


# %% wrong: sums-compared, earns 0.5 — as they are
def aligned_average(W_1, b_1, W_2):
    d = W_1.shape[1]
    tables = [np.hstack([W_1[i].T, b_1[i][:, None], W_2[i]]) for i in range(len(W_1))]
    first = tables[0]
    total = first.copy()
    for other in tables[1:]:
        away = (first[:, None] - other).sum(axis=2)
        total += other[away.argmin(axis=1)]
    mean = total / len(tables)
    return mean[:, :d].T, mean[:, d], mean[:, d + 1 :]


# %% wrong: sums-compared, earns 0.5 — absolute values
def aligned_average(W_1, b_1, W_2):
    d = W_1.shape[1]
    tables = [np.hstack([W_1[i].T, b_1[i][:, None], W_2[i]]) for i in range(len(W_1))]
    first = tables[0]
    total = first.copy()
    for other in tables[1:]:
        away = abs((first[:, None] - other).sum(axis=2))
        total += other[away.argmin(axis=1)]
    mean = total / len(tables)
    return mean[:, :d].T, mean[:, d], mean[:, d + 1 :]


# %% wrong: nearest-in-part, earns 0.6 — lengths
def aligned_average(W_1, b_1, W_2):
    d = W_1.shape[1]
    tables = [np.hstack([W_1[i].T, b_1[i][:, None], W_2[i]]) for i in range(len(W_1))]
    first = tables[0]
    total = first.copy()
    for other in tables[1:]:
        away = abs((first**2).sum(1)[:, None] - (other**2).sum(1))
        total += other[away.argmin(axis=1)]
    mean = total / len(tables)
    return mean[:, :d].T, mean[:, d], mean[:, d + 1 :]


# %% wrong: halved, earns 0.6
def aligned_average(W_1, b_1, W_2):
    d = W_1.shape[1]
    tables = [np.hstack([W_1[i].T, b_1[i][:, None], W_2[i]]) for i in range(len(W_1))]
    first = tables[0]
    total = first.copy()
    for other in tables[1:]:
        away = ((first[:, None] - other) ** 2).sum(axis=2)
        total = (total + other[away.argmin(axis=1)]) / 2
    mean = total
    return mean[:, :d].T, mean[:, d], mean[:, d + 1 :]


# %% wrong: not-with-the-first, earns 0.5
def aligned_average(W_1, b_1, W_2):
    d = W_1.shape[1]
    tables = [np.hstack([W_1[i].T, b_1[i][:, None], W_2[i]]) for i in range(len(W_1))]
    first = tables[0]
    total = first.copy()
    for other in tables[1:]:
        away = ((total[:, None] - other) ** 2).sum(axis=2)
        total += other[away.argmin(axis=1)]
    mean = total / len(tables)
    return mean[:, :d].T, mean[:, d], mean[:, d + 1 :]


# %% wrong: median, earns 0.6
def aligned_average(W_1, b_1, W_2):
    d = W_1.shape[1]
    tables = [np.hstack([W_1[i].T, b_1[i][:, None], W_2[i]]) for i in range(len(W_1))]
    first = tables[0]
    total = [first]
    for other in tables[1:]:
        away = ((first[:, None] - other) ** 2).sum(axis=2)
        total.append(other[away.argmin(axis=1)])
    mean = np.median(total, axis=0)
    return mean[:, :d].T, mean[:, d], mean[:, d + 1 :]


# %% wrong: sorted, earns 0.5 — by the bias
def aligned_average(W_1, b_1, W_2):
    orders = np.argsort(b_1, axis=1)
    back = np.argsort(orders[0])
    A = np.mean([w[:, o] for w, o in zip(W_1, orders, strict=False)], axis=0)
    b = np.mean([x[o] for x, o in zip(b_1, orders, strict=False)], axis=0)
    C = np.mean([w[o] for w, o in zip(W_2, orders, strict=False)], axis=0)
    return A[:, back], b[back], C[back]


# %% wrong: sorted, earns 0.5 — by the sum
def aligned_average(W_1, b_1, W_2):
    sums = W_1.sum(1) + b_1 + W_2.sum(2)
    orders = np.argsort(sums, axis=1)
    back = np.argsort(orders[0])
    A = np.mean([w[:, o] for w, o in zip(W_1, orders, strict=False)], axis=0)
    b = np.mean([x[o] for x, o in zip(b_1, orders, strict=False)], axis=0)
    C = np.mean([w[o] for w, o in zip(W_2, orders, strict=False)], axis=0)
    return A[:, back], b[back], C[back]


# %% wrong: each-by-itself, earns 0.5
def aligned_average(W_1, b_1, W_2):
    def mean(tables):
        first = tables[0]
        return np.mean([t[((first[:, None] - t) ** 2).sum(2).argmin(1)] for t in tables], axis=0)

    return mean(W_1.transpose(0, 2, 1)).T, mean(b_1[:, :, None])[:, 0], mean(W_2)


# %% wrong: none-close, earns 0.5
def aligned_average(W_1, b_1, W_2):
    d = W_1.shape[1]
    T = np.concatenate([W_1.transpose(0, 2, 1), b_1[:, :, None], W_2], axis=2)
    total = 0
    for t in T:
        same = np.isclose(T[0][:, None], t[None], rtol=0, atol=0.2).all(-1)
        total = total + t[same.argmax(1)]
    mean = total / len(T)
    return mean[:, :d].T, mean[:, d], mean[:, d + 1 :]


# %% wrong: nearest-in-part, earns 0.6 — one by one
def aligned_average(W_1, b_1, W_2):
    c, _, units = W_1.shape
    out = [W_1[0].copy(), b_1[0].copy(), W_2[0].copy()]
    for i in range(1, c):
        used = set()
        for j in range(units):
            far = ((W_1[i] - W_1[0][:, j : j + 1]) ** 2).sum(0) + (b_1[i] - b_1[0, j]) ** 2
            k = min((f, k) for k, f in enumerate(far) if k not in used)[1]
            used.add(k)
            out[0][:, j] += W_1[i][:, k]
            out[1][j] += b_1[i, k]
            out[2][j] += W_2[i, k]
    return out[0] / c, out[1] / c, out[2] / c


# %% wrong: nearest-in-part, earns 0.6 — the first number
def aligned_average(W_1, b_1, W_2):
    checkpoints, d, _units = W_1.shape
    first = np.hstack([W_1[0].T, b_1[0][:, None], W_2[0]])
    total = first.copy()
    for i in range(1, checkpoints):
        other = np.hstack([W_1[i].T, b_1[i][:, None], W_2[i]])
        away = (first[:, None, 0] - other[:, 0]) ** 2
        total += other[away.argmin(axis=1)]
    mean = total / checkpoints
    return mean[:, :d].T, mean[:, d], mean[:, d + 1 :]


# %% wrong: nearest-in-part, earns 0.6 — all but the first number
def aligned_average(W_1, b_1, W_2):
    checkpoints, d, _units = W_1.shape
    first = np.hstack([W_1[0].T, b_1[0][:, None], W_2[0]])
    total = first.copy()
    for i in range(1, checkpoints):
        other = np.hstack([W_1[i].T, b_1[i][:, None], W_2[i]])
        away = ((first[:, None, 1:] - other[:, 1:]) ** 2).sum(axis=2)
        total += other[away.argmin(axis=1)]
    mean = total / checkpoints
    return mean[:, :d].T, mean[:, d], mean[:, d + 1 :]


# %% wrong: nearest-in-part, earns 0.6 — all but the last number
def aligned_average(W_1, b_1, W_2):
    checkpoints, d, _units = W_1.shape
    first = np.hstack([W_1[0].T, b_1[0][:, None], W_2[0]])
    total = first.copy()
    for i in range(1, checkpoints):
        other = np.hstack([W_1[i].T, b_1[i][:, None], W_2[i]])
        away = ((first[:, None, :-1] - other[:, :-1]) ** 2).sum(axis=2)
        total += other[away.argmin(axis=1)]
    mean = total / checkpoints
    return mean[:, :d].T, mean[:, d], mean[:, d + 1 :]


# %% wrong: each-by-itself, earns 0.5 — the second matrix
def aligned_average(W_1, b_1, W_2):
    a, b, c = [], [], []
    for V_1, v_1, V_2 in zip(W_1, b_1, W_2, strict=False):
        away = (
            ((W_1[0].T[:, None] - V_1.T[None]) ** 2).sum(axis=-1)
            + (b_1[0][:, None] - v_1[None]) ** 2
            + ((W_2[0][:, None] - V_2[None]) ** 2).sum(axis=-1)
        )
        order = away.argmin(axis=1)
        a.append(V_1[:, order])
        b.append(v_1[order])
        c.append(V_2[((W_2[0][:, None] - V_2) ** 2).sum(axis=-1).argmin(axis=1)])
    return np.mean(a, axis=0), np.mean(b, axis=0), np.mean(c, axis=0)


# %% wrong: partly-aligned, earns 0.4 — columns of a square matrix
def aligned_average(W_1, b_1, W_2):
    a, b, c = [], [], []
    for V_1, v_1, V_2 in zip(W_1, b_1, W_2, strict=False):
        away = (
            ((W_1[0].T[:, None] - V_1.T[None]) ** 2).sum(axis=-1)
            + (b_1[0][:, None] - v_1[None]) ** 2
            + ((W_2[0][:, None] - V_2[None]) ** 2).sum(axis=-1)
        )
        order = away.argmin(axis=1)
        a.append(V_1[:, order])
        b.append(v_1[order])
        c.append(V_2[:, order] if V_2.shape[0] == V_2.shape[1] else V_2)
    return np.mean(a, axis=0), np.mean(b, axis=0), np.mean(c, axis=0)


# %% wrong: unrecognised, earns 0.5 — squares compared
def aligned_average(W_1, b_1, W_2):
    checkpoints, d, _units = W_1.shape
    first = np.hstack([W_1[0].T, b_1[0][:, None], W_2[0]])
    total = first.copy()
    for i in range(1, checkpoints):
        other = np.hstack([W_1[i].T, b_1[i][:, None], W_2[i]])
        away = np.abs(first[:, None] ** 2 - other**2).sum(axis=2)
        total += other[away.argmin(axis=1)]
    mean = total / checkpoints
    return mean[:, :d].T, mean[:, d], mean[:, d + 1 :]


# %% wrong: unrecognised, earns 0.5 — absolute values compared
def aligned_average(W_1, b_1, W_2):
    checkpoints, d, _units = W_1.shape
    first = np.hstack([W_1[0].T, b_1[0][:, None], W_2[0]])
    total = first.copy()
    for i in range(1, checkpoints):
        other = np.hstack([W_1[i].T, b_1[i][:, None], W_2[i]])
        away = ((np.abs(first[:, None]) - np.abs(other)) ** 2).sum(axis=2)
        total += other[away.argmin(axis=1)]
    mean = total / checkpoints
    return mean[:, :d].T, mean[:, d], mean[:, d + 1 :]


# %% wrong: unrecognised, earns 0.5 — without the mean of a unit
def aligned_average(W_1, b_1, W_2):
    checkpoints, d, _units = W_1.shape
    first = np.hstack([W_1[0].T, b_1[0][:, None], W_2[0]])
    total = first.copy()
    for i in range(1, checkpoints):
        other = np.hstack([W_1[i].T, b_1[i][:, None], W_2[i]])
        f, o = (t - t.mean(axis=1, keepdims=True) for t in (first, other))
        away = ((f[:, None] - o) ** 2).sum(axis=2)
        total += other[away.argmin(axis=1)]
    mean = total / checkpoints
    return mean[:, :d].T, mean[:, d], mean[:, d + 1 :]


# %% wrong: without-squares, earns 0.6 — absolute values
def aligned_average(W_1, b_1, W_2):
    d = W_1.shape[1]
    tables = [np.hstack([W_1[i].T, b_1[i][:, None], W_2[i]]) for i in range(len(W_1))]
    first = tables[0]
    total = first.copy()
    for other in tables[1:]:
        away = np.abs(first[:, None] - other).sum(axis=2)
        total += other[away.argmin(axis=1)]
    mean = total / len(tables)
    return mean[:, :d].T, mean[:, d], mean[:, d + 1 :]


# %% wrong: without-squares, earns 0.6 — the largest difference
def aligned_average(W_1, b_1, W_2):
    d = W_1.shape[1]
    tables = [np.hstack([W_1[i].T, b_1[i][:, None], W_2[i]]) for i in range(len(W_1))]
    first = tables[0]
    total = first.copy()
    for other in tables[1:]:
        away = np.abs(first[:, None] - other).max(axis=2)
        total += other[away.argmin(axis=1)]
    mean = total / len(tables)
    return mean[:, :d].T, mean[:, d], mean[:, d + 1 :]
