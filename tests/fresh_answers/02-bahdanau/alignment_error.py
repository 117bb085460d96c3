# %% right: argmax and index arrays
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.max(axis=1) >= threshold)
    columns = weights[rows].argmax(axis=1)
    size = len(rows) + sure.sum()
    if size == 0:
        return 0.0
    return 1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / size


# %% right: loop over rows and columns
def alignment_error(weights, sure, possible, threshold):
    m, n = weights.shape
    links = both_sure = both_possible = 0
    for i in range(m):
        best = 0
        for j in range(1, n):
            if weights[i, j] > weights[i, best]:
                best = j
        if weights[i, best] < threshold:
            continue
        links += 1
        if sure[i, best]:
            both_sure += 1
        if possible[i, best]:
            both_possible += 1
    size = links
    for i in range(m):
        for j in range(n):
            if sure[i, j]:
                size += 1
    if size == 0:
        return 0.0
    return 1 - (both_sure + both_possible) / size


# %% right: sets of pairs
def alignment_error(weights, sure, possible, threshold):
    A = {(i, int(np.argmax(row))) for i, row in enumerate(weights) if max(row) >= threshold}
    S = {(int(i), int(j)) for i, j in zip(*np.nonzero(sure))}
    P = {(int(i), int(j)) for i, j in zip(*np.nonzero(possible))}
    if not A and not S:
        return 0.0
    return 1 - (len(A & S) + len(A & P)) / (len(A) + len(S))


# %% right: boolean table of links
def alignment_error(weights, sure, possible, threshold):
    A = np.zeros(weights.shape, dtype=bool)
    for i in range(len(weights)):
        j = np.argmax(weights[i])
        A[i, j] = not (weights[i, j] < threshold)
    below = A.sum() + sure.sum()
    return 0.0 if below == 0 else float(1 - ((A & sure).sum() + (A & possible).sum()) / below)


# %% right: torch from start to end
def alignment_error(weights, sure, possible, threshold):
    import torch
    w = torch.from_numpy(np.array(weights, dtype=np.float64))
    S = torch.from_numpy(np.array(sure, dtype=bool))
    P = torch.from_numpy(np.array(possible, dtype=bool))
    top = w.max(dim=1).values
    ties = (w == top[:, None]).int()
    first = (ties.cumsum(dim=1) == 1) & (ties == 1)
    A = first & (top >= float(threshold))[:, None]
    size = int(A.sum() + S.sum())
    if size == 0:
        return torch.tensor(0.0, dtype=torch.float64)
    return 1 - ((A & S).sum() + (A & P).sum()).double() / size


# %% right: exact fraction turned into a float
def alignment_error(weights, sure, possible, threshold):
    from fractions import Fraction
    hits, links = 0, 0
    for w, s, p in zip(weights.tolist(), sure.tolist(), possible.tolist()):
        top = max(w)
        if top >= threshold:
            j = w.index(top)
            links += 1
            hits += int(s[j]) + int(p[j])
    total = links + int(np.count_nonzero(sure))
    return float(1 - Fraction(hits, total)) if total else 0.0


# %% right: flat link numbers and isin
def alignment_error(weights, sure, possible, threshold):
    m, n = weights.shape
    flat = np.arange(m) * n + weights.argmax(axis=1)
    flat = flat[weights.ravel()[flat] >= threshold]
    S, P = np.flatnonzero(sure), np.flatnonzero(possible)
    size = flat.size + S.size
    hits = np.isin(flat, S).sum() + np.isin(flat, P).sum()
    return 1 - hits / max(size, 1) if size else 0.0


# %% right: take along axis with masks
def alignment_error(weights, sure, possible, threshold):
    j = np.argmax(weights, axis=1)[:, None]
    kept = np.take_along_axis(weights, j, axis=1) >= threshold
    hits = (np.take_along_axis(sure, j, axis=1) & kept).sum() \
        + (np.take_along_axis(possible, j, axis=1) & kept).sum()
    size = kept.sum() + np.count_nonzero(sure)
    return np.float64(0) if size == 0 else np.float64(size - hits) / size


# %% right: sorting the columns with a stable order
def alignment_error(weights, sure, possible, threshold):
    order = np.argsort(-weights, axis=1, kind="stable")[:, 0]
    links = [(i, j) for i, j in enumerate(order) if weights[i, j] >= threshold]
    errors = sum(2 - bool(sure[i, j]) - bool(possible[i, j]) for i, j in links)
    missing = int(sure.sum()) - len(links)
    total = len(links) + int(sure.sum())
    return (errors + missing) / total if total > 0 else 0.0


# %% right: one hot of the kept columns by einsum
def alignment_error(weights, sure, possible, threshold):
    A = np.eye(weights.shape[1])[weights.argmax(axis=1)]
    A = A * (weights.max(axis=1, keepdims=True) >= threshold)
    hits = np.einsum("ij,ij->", A, sure.astype(float) + possible.astype(float))
    size = A.sum() + sure.sum()
    if size < 0.5:
        return 0.0
    return 1.0 - hits / size


# %% right: python max with a key
def alignment_error(weights, sure, possible, threshold):
    n = weights.shape[1]
    numerator, denominator = 0, 0
    for i in range(weights.shape[0]):
        denominator += int(sum(sure[i]))
        j = max(range(n), key=lambda c: weights[i, c])
        if weights[i, j] >= threshold:
            denominator += 1
            numerator += int(sure[i, j]) + int(possible[i, j])
    try:
        return 1 - numerator / denominator
    except ZeroDivisionError:
        return 0


# %% wrong: ties, earns 0.7 — last of several equal weights
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.max(axis=1) >= threshold)
    columns = weights.shape[1] - 1 - weights[rows, ::-1].argmax(axis=1)
    size = len(rows) + sure.sum()
    if size == 0:
        return 0.0
    return 1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / size


# %% wrong: ties, earns 0.7 — all of several equal weights linked
def alignment_error(weights, sure, possible, threshold):
    top = weights.max(axis=1, keepdims=True)
    A = (weights == top) & (top >= threshold)
    size = A.sum() + sure.sum()
    if size == 0:
        return 0.0
    return 1 - ((A & sure).sum() + (A & possible).sum()) / size


# %% wrong: at-threshold, earns 0.7 — weight equal to the threshold is not enough
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.max(axis=1) > threshold)
    columns = weights[rows].argmax(axis=1)
    size = len(rows) + sure.sum()
    if size == 0:
        return 0.0
    return 1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / size


# %% wrong: nearly-equal, earns 0.7 — isclose lets weights just below the threshold pass
def alignment_error(weights, sure, possible, threshold):
    top = weights.max(axis=1)
    rows = np.flatnonzero((top > threshold) | np.isclose(top, threshold))
    columns = weights[rows].argmax(axis=1)
    size = len(rows) + sure.sum()
    if size == 0:
        return 0.0
    return 1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / size


# %% wrong: nearly-equal, earns 0.7 — first weight close to the largest is linked
def alignment_error(weights, sure, possible, threshold):
    top = weights.max(axis=1, keepdims=True)
    rows = np.flatnonzero(top[:, 0] >= threshold)
    columns = np.isclose(weights, top).argmax(axis=1)[rows]
    size = len(rows) + sure.sum()
    if size == 0:
        return 0.0
    return 1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / size


# %% wrong: threshold-ignored, earns 0.5 — threshold never read
def alignment_error(weights, sure, possible, threshold):
    rows = np.arange(len(weights))
    columns = weights.argmax(axis=1)
    return 1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / (len(rows) + sure.sum())


# %% wrong: nothing, earns 0.7 — zero divided by zero gives nan
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.max(axis=1) >= threshold)
    columns = weights[rows].argmax(axis=1)
    with np.errstate(all="ignore"):
        return 1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / np.float64(len(rows) + sure.sum())


# %% wrong: nothing, earns 0.7 — one if there is neither link
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.max(axis=1) >= threshold)
    columns = weights[rows].argmax(axis=1)
    size = max(len(rows) + sure.sum(), 1)
    return 1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / size


# %% wrong: no-link, earns 0.7 — zero whenever the model gives no link
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.max(axis=1) >= threshold)
    if len(rows) == 0:
        return 0.0
    columns = weights[rows].argmax(axis=1)
    return 1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / (len(rows) + sure.sum())


# %% wrong: no-sure-link, earns 0.7 — zero whenever there is no sure link
def alignment_error(weights, sure, possible, threshold):
    if not sure.any():
        return 0.0
    rows = np.flatnonzero(weights.max(axis=1) >= threshold)
    columns = weights[rows].argmax(axis=1)
    return 1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / (len(rows) + sure.sum())


# %% wrong: all-above, earns 0.5 — every weight above the threshold gives a link
def alignment_error(weights, sure, possible, threshold):
    A = weights >= threshold
    size = A.sum() + sure.sum()
    if size == 0:
        return 0.0
    return 1 - ((A & sure).sum() + (A & possible).sum()) / size


# %% wrong: wrong-axis, earns 0.2 — largest weight of each column
def alignment_error(weights, sure, possible, threshold):
    columns = np.flatnonzero(weights.max(axis=0) >= threshold)
    rows = weights[:, columns].argmax(axis=0)
    size = len(columns) + sure.sum()
    if size == 0:
        return 0.0
    return 1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / size


# %% wrong: row-of-zeros, earns 0.7 — rows of zeros never give a link
def alignment_error(weights, sure, possible, threshold):
    top = weights.max(axis=1)
    rows = np.flatnonzero((top >= threshold) & (top > 0))
    columns = weights[rows].argmax(axis=1)
    size = len(rows) + sure.sum()
    if size == 0:
        return 0.0
    return 1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / size


# %% wrong: counted-once, earns 0.5 — possible counted without the sure links
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.max(axis=1) >= threshold)
    columns = weights[rows].argmax(axis=1)
    size = len(rows) + sure.sum()
    if size == 0:
        return 0.0
    only = possible & ~sure
    return 1 - (sure[rows, columns].sum() + only[rows, columns].sum()) / size


# %% wrong: possible-in-denominator, earns 0.5 — possible links in the denominator
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.max(axis=1) >= threshold)
    columns = weights[rows].argmax(axis=1)
    size = len(rows) + possible.sum()
    if size == 0:
        return 0.0
    return 1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / size


# %% wrong: rows-counted, earns 0.5 — all rows counted as links in the denominator
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.max(axis=1) >= threshold)
    columns = weights[rows].argmax(axis=1)
    if len(rows) == 0 and not sure.any():
        return 0.0
    return 1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / (len(weights) + sure.sum())


# %% wrong: sure-rows-counted, earns 0.5 — sure links counted only in rows with a link
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.max(axis=1) >= threshold)
    columns = weights[rows].argmax(axis=1)
    size = len(rows) + sure[rows].sum()
    if size == 0:
        return 0.0 if not sure.any() else 1.0
    return 1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / size


# %% wrong: share-of-right, earns 0.6 — score returned instead of one minus it
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.max(axis=1) >= threshold)
    columns = weights[rows].argmax(axis=1)
    size = len(rows) + sure.sum()
    if size == 0:
        return 0.0
    return (sure[rows, columns].sum() + possible[rows, columns].sum()) / size


# %% wrong: percentage, earns 0.6 — rate in percent
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.max(axis=1) >= threshold)
    columns = weights[rows].argmax(axis=1)
    size = len(rows) + sure.sum()
    if size == 0:
        return 0.0
    return 100 * (1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / size)


# %% wrong: changed-arguments, earns 0.7 — small weights set to zero in place
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.max(axis=1) >= threshold)
    weights[weights < threshold] = 0
    columns = weights[rows].argmax(axis=1)
    size = len(rows) + sure.sum()
    if size == 0:
        return 0.0
    return 1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / size


# %% wrong: empty-row-links, earns 0.5 — rows below the threshold linked with column zero
def alignment_error(weights, sure, possible, threshold):
    kept = np.where(weights >= threshold, weights, 0.0)
    rows = np.arange(len(weights))
    columns = kept.argmax(axis=1)
    size = len(rows) + sure.sum()
    return 1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / size


# %% wrong: unrecognised — link ids in base ten collide
def alignment_error(weights, sure, possible, threshold):
    A = {10 * i + int(row.argmax()) for i, row in enumerate(weights) if row.max() >= threshold}
    S = {10 * int(i) + int(j) for i, j in np.argwhere(sure)}
    P = {10 * int(i) + int(j) for i, j in np.argwhere(possible)}
    if not A and not S:
        return 0.0
    return 1 - (len(A & S) + len(A & P)) / (len(A) + len(S))


# %% wrong: unrecognised — link ids joined as strings collide
def alignment_error(weights, sure, possible, threshold):
    A = {f"{i}{row.argmax()}" for i, row in enumerate(weights) if row.max() >= threshold}
    S = {f"{i}{j}" for i, j in np.argwhere(sure)}
    P = {f"{i}{j}" for i, j in np.argwhere(possible)}
    if not A and not S:
        return 0.0
    return 1 - (len(A & S) + len(A & P)) / (len(A) + len(S))


# %% wrong: unrecognised — link ids with the number of rows as base
def alignment_error(weights, sure, possible, threshold):
    m = weights.shape[0]
    A = {m * i + int(row.argmax()) for i, row in enumerate(weights) if row.max() >= threshold}
    S = {m * int(i) + int(j) for i, j in np.argwhere(sure)}
    P = {m * int(i) + int(j) for i, j in np.argwhere(possible)}
    if not A and not S:
        return 0.0
    return 1 - (len(A & S) + len(A & P)) / (len(A) + len(S))


# %% wrong: nearly-equal, earns 0.7 — weights rounded to five decimals
def alignment_error(weights, sure, possible, threshold):
    w = np.round(weights, 5)
    rows = np.flatnonzero(w.max(axis=1) >= round(float(threshold), 5))
    columns = w[rows].argmax(axis=1)
    size = len(rows) + sure.sum()
    if size == 0:
        return 0.0
    return 1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / size


# %% wrong: shares-compared, earns 0.5 — rows normalised before the threshold
def alignment_error(weights, sure, possible, threshold):
    total = weights.sum(axis=1, keepdims=True)
    w = weights / np.where(total == 0, 1.0, total)
    rows = np.flatnonzero(w.max(axis=1) >= threshold)
    columns = w[rows].argmax(axis=1)
    size = len(rows) + sure.sum()
    if size == 0:
        return 0.0
    return 1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / size


# %% wrong: unrecognised — threshold always one half
def alignment_error(weights, sure, possible, threshold=0.5):
    rows = np.flatnonzero(weights.max(axis=1) >= 0.5)
    columns = weights[rows].argmax(axis=1)
    size = len(rows) + sure.sum()
    if size == 0:
        return 0.0
    return 1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / size


# %% wrong: unrecognised, earns 0.5 — a threshold of zero replaced by one half
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.max(axis=1) >= (threshold or 0.5))
    columns = weights[rows].argmax(axis=1)
    size = len(rows) + sure.sum()
    if size == 0:
        return 0.0
    return 1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / size


# %% wrong: rounded, earns 0.7 — rate rounded to two decimals
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.max(axis=1) >= threshold)
    columns = weights[rows].argmax(axis=1)
    size = len(rows) + sure.sum()
    if size == 0:
        return 0.0
    return round(float(1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / size), 2)


# %% wrong: sure-rows-counted, earns 0.5 — rows with a sure link counted instead of links
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.max(axis=1) >= threshold)
    columns = weights[rows].argmax(axis=1)
    size = len(rows) + sure.any(axis=1).sum()
    if size == 0:
        return 0.0
    return 1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / size


# %% wrong: unrecognised — each source position linked only once
def alignment_error(weights, sure, possible, threshold):
    used, hits = set(), 0
    for i, row in enumerate(weights):
        j = int(row.argmax())
        if row[j] >= threshold and j not in used:
            used.add(j)
            hits += int(sure[i, j]) + int(possible[i, j])
    size = len(used) + sure.sum()
    return 1 - hits / size if size else 0.0


# %% wrong: possible-ignored, earns 0.3 — sure hits counted twice and possible hits never
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.max(axis=1) >= threshold)
    columns = weights[rows].argmax(axis=1)
    size = len(rows) + sure.sum()
    if size == 0:
        return 0.0
    return 1 - 2 * sure[rows, columns].sum() / size


# %% wrong: counted-once, earns 0.5 — sure hits counted only once
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.max(axis=1) >= threshold)
    columns = weights[rows].argmax(axis=1)
    size = len(rows) + sure.sum()
    if size == 0:
        return 0.0
    return 1 - possible[rows, columns].sum() / size


# %% wrong: union, earns 0.5 — union instead of the sum below
def alignment_error(weights, sure, possible, threshold):
    A = np.zeros(weights.shape, dtype=bool)
    for i, row in enumerate(weights):
        if row.max() >= threshold:
            A[i, row.argmax()] = True
    size = (A | sure).sum()
    if size == 0:
        return 0.0
    return 1 - ((A & sure).sum() + (A & possible).sum()) / size


# %% wrong: counted-once, earns 0.5 — booleans added so two become one
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.max(axis=1) >= threshold)
    columns = weights[rows].argmax(axis=1)
    size = len(rows) + sure.sum()
    if size == 0:
        return 0.0
    return 1 - (sure[rows, columns] + possible[rows, columns]).sum() / size


# %% wrong: threshold-ignored, earns 0.5 — rows kept by their sum instead of their largest
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.sum(axis=1) >= threshold)
    columns = weights[rows].argmax(axis=1)
    size = len(rows) + sure.sum()
    if size == 0:
        return 0.0
    return 1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / size


# %% wrong: renumbered, earns 0.4 — columns not cut to the kept rows
def alignment_error(weights, sure, possible, threshold):
    keep = weights.max(axis=1) >= threshold
    rows = np.arange(keep.sum())
    columns = weights.argmax(axis=1)[keep]
    size = len(rows) + sure.sum()
    if size == 0:
        return 0.0
    return 1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / size


# %% wrong: ties, earns 0.7 — a flat row with ties gives no link
def alignment_error(weights, sure, possible, threshold):
    top = weights.max(axis=1, keepdims=True)
    single = (weights == top).sum(axis=1) == 1
    rows = np.flatnonzero((top[:, 0] >= threshold) & single)
    columns = weights[rows].argmax(axis=1)
    size = len(rows) + sure.sum()
    if size == 0:
        return 0.0
    return 1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / size


# %% wrong: nearly-equal, earns 0.7 — half precision merges close weights
def alignment_error(weights, sure, possible, threshold):
    w = weights.astype(np.float16)
    rows = np.flatnonzero(w.max(axis=1) >= np.float16(threshold))
    columns = w[rows].argmax(axis=1)
    size = len(rows) + sure.sum()
    if size == 0:
        return 0.0
    return 1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / size
