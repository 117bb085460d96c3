# %% right: pairs of indices
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.max(axis=1) >= threshold)
    columns = weights.argmax(axis=1)[rows]
    total = len(rows) + np.count_nonzero(sure)
    if total == 0:
        return 0.0
    return 1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / total


# %% right: sets of pairs
def alignment_error(weights, sure, possible, threshold):
    A = set()
    for i, row in enumerate(weights.tolist()):
        if max(row) >= threshold:
            A.add((i, row.index(max(row))))
    S = {(i, j) for i, row in enumerate(sure) for j, yes in enumerate(row) if yes}
    P = {(i, j) for i, row in enumerate(possible) for j, yes in enumerate(row) if yes}
    if not A and not S:
        return 0
    return 1 - (len(A & S) + len(A & P)) / (len(A) + len(S))


# %% right: a table of booleans
def alignment_error(weights, sure, possible, threshold):
    m, n = weights.shape
    linked = np.zeros((m, n), dtype=bool)
    linked[np.arange(m), np.argmax(weights, axis=1)] = True
    linked &= weights >= threshold
    found = (linked & sure).sum() + (linked & possible).sum()
    everything = linked.sum() + sure.sum()
    return float(1 - found / everything) if everything else 0.0


# %% right: what is wrong and what is missed - in torch
def alignment_error(weights, sure, possible, threshold):
    import torch

    weights, sure, possible = map(torch.tensor, (weights, sure, possible))
    linked = torch.nn.functional.one_hot(weights.max(dim=1).indices, weights.shape[1]).bool()
    linked = linked & (weights >= threshold)
    wrong = (linked & ~possible).sum()
    missed = (sure & ~linked).sum()
    return (wrong + missed) / max(1, int(linked.sum() + sure.sum()))


# %% right: exact fractions
def alignment_error(weights, sure, possible, threshold):
    from fractions import Fraction

    links = [(i, int(np.argmax(row))) for i, row in enumerate(weights) if np.max(row) >= threshold]
    hits = sum(int(sure[link]) + int(possible[link]) for link in links)
    total = len(links) + int(np.sum(sure))
    return float(1 - Fraction(hits, total)) if total else 0.0


# %% wrong: share-of-right, earns 0.6
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.max(axis=1) >= threshold)
    columns = weights.argmax(axis=1)[rows]
    return (sure[rows, columns].sum() + possible[rows, columns].sum()) / (len(rows) + sure.sum())


# %% wrong: percentage, earns 0.6
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.max(axis=1) >= threshold)
    columns = weights.argmax(axis=1)[rows]
    hits = sure[rows, columns].sum() + possible[rows, columns].sum()
    return 100 * (1 - hits / (len(rows) + sure.sum()))


# %% wrong: threshold-ignored, earns 0.5 — the chapter's rate
def alignment_error(weights, sure, possible, threshold):
    rows, columns = np.arange(len(weights)), weights.argmax(axis=1)
    hits = sure[rows, columns].sum() + possible[rows, columns].sum()
    return 1 - hits / (len(rows) + sure.sum())


# %% wrong: all-above, earns 0.5
def alignment_error(weights, sure, possible, threshold):
    linked = weights >= threshold
    hits = (linked & sure).sum() + (linked & possible).sum()
    return 1 - hits / (linked.sum() + sure.sum())


# %% wrong: wrong-axis, earns 0.2
def alignment_error(weights, sure, possible, threshold):
    columns = np.flatnonzero(weights.max(axis=0) >= threshold)
    rows = weights.argmax(axis=0)[columns]
    hits = sure[rows, columns].sum() + possible[rows, columns].sum()
    return 1 - hits / (len(rows) + sure.sum())


# %% wrong: possible-in-denominator, earns 0.5
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.max(axis=1) >= threshold)
    columns = weights.argmax(axis=1)[rows]
    hits = sure[rows, columns].sum() + possible[rows, columns].sum()
    return 1 - hits / (len(rows) + possible.sum())


# %% wrong: counted-once, earns 0.5
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.max(axis=1) >= threshold)
    columns = weights.argmax(axis=1)[rows]
    hits = (sure | possible)[rows, columns].sum()
    return 1 - hits / (len(rows) + sure.sum())


# %% wrong: possible-ignored, earns 0.3
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.max(axis=1) >= threshold)
    columns = weights.argmax(axis=1)[rows]
    return 1 - 2 * sure[rows, columns].sum() / (len(rows) + sure.sum())


# %% wrong: sure-ignored, earns 0.3
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.max(axis=1) >= threshold)
    columns = weights.argmax(axis=1)[rows]
    return 1 - possible[rows, columns].mean()


# %% wrong: sure-ignored, earns 0.3 — they only decide whether there is anything to count
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.max(axis=1) >= threshold)
    columns = weights.argmax(axis=1)[rows]
    if len(rows) + sure.sum() == 0:
        return 0.0
    return 1 - possible[rows, columns].sum() / len(rows)


# %% wrong: sure-ignored, earns 0.3 — the possible ones take their places
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.max(axis=1) >= threshold)
    columns = weights.argmax(axis=1)[rows]
    return 1 - 2 * possible[rows, columns].sum() / (len(rows) + possible.sum())


# %% wrong: mean-of-shares, earns 0.4
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.max(axis=1) >= threshold)
    columns = weights.argmax(axis=1)[rows]
    recall = sure[rows, columns].sum() / sure.sum()
    return 1 - (recall + possible[rows, columns].mean()) / 2


# %% wrong: unrecognised — whole maps are compared
def alignment_error(weights, sure, possible, threshold):
    return ((weights >= threshold) != sure).mean()


# %% wrong: at-threshold + nothing, earns 0.49
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.max(axis=1) > threshold)
    columns = weights.argmax(axis=1)[rows]
    hits = sure[rows, columns].sum() + possible[rows, columns].sum()
    return 1 - hits / (len(rows) + sure.sum())


# %% wrong: at-threshold, earns 0.7
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.max(axis=1) > threshold)
    columns = weights.argmax(axis=1)[rows]
    hits = sure[rows, columns].sum() + possible[rows, columns].sum()
    total = len(rows) + sure.sum()
    return 1 - hits / total if total else 0.0


# %% wrong: ties, earns 0.7
def alignment_error(weights, sure, possible, threshold):
    linked = (weights == weights.max(axis=1, keepdims=True)) & (weights >= threshold)
    hits = (linked & sure).sum() + (linked & possible).sum()
    total = linked.sum() + sure.sum()
    return 1 - hits / total if total else 0.0


# %% wrong: nothing, earns 0.7
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.max(axis=1) >= threshold)
    columns = weights.argmax(axis=1)[rows]
    hits = sure[rows, columns].sum() + possible[rows, columns].sum()
    total = len(rows) + sure.sum()
    return 1 - hits / total if total else 1.0


# %% wrong: raised, earns 0.5 — divided by 0
def alignment_error(weights, sure, possible, threshold):
    links = [(i, int(row.argmax())) for i, row in enumerate(weights) if row.max() >= threshold]
    hits = sum(int(sure[link]) + int(possible[link]) for link in links)
    return 1 - hits / (len(links) + int(sure.sum()))


# %% wrong: no-link, earns 0.7 — no link at all is taken for no error
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.max(axis=1) >= threshold)
    if len(rows) == 0:
        return 0.0
    columns = weights.argmax(axis=1)[rows]
    hits = sure[rows, columns].sum() + possible[rows, columns].sum()
    return 1 - hits / (len(rows) + sure.sum())


# %% wrong: unrecognised, earns 0.5 — a threshold of 0 counts as none given
def alignment_error(weights, sure, possible, threshold):
    threshold = threshold or 0.5
    rows = np.flatnonzero(weights.max(axis=1) >= threshold)
    columns = weights.argmax(axis=1)[rows]
    hits = sure[rows, columns].sum() + possible[rows, columns].sum()
    total = len(rows) + sure.sum()
    return 1 - hits / total if total else 0.0


# %% wrong: nearly-equal, earns 0.7 — isclose
def alignment_error(weights, sure, possible, threshold):
    top = weights.max(axis=1)
    rows = np.flatnonzero((top > threshold) | np.isclose(top, threshold, atol=1e-3))
    columns = weights[rows].argmax(axis=1)
    size = len(rows) + sure.sum()
    return (
        0.0 if size == 0 else 1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / size
    )


# %% wrong: nearly-equal, earns 0.7 — float16
def alignment_error(weights, sure, possible, threshold):
    w = weights.astype(np.float16)
    rows = np.flatnonzero(w.max(axis=1) >= np.float16(threshold))
    columns = w[rows].argmax(axis=1)
    size = len(rows) + sure.sum()
    return (
        0.0 if size == 0 else 1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / size
    )


# %% wrong: row-of-zeros, earns 0.7 — best begins with 0
def alignment_error(weights, sure, possible, threshold):
    links = []
    for i in range(weights.shape[0]):
        best, where = 0, None
        for j in range(weights.shape[1]):
            if weights[i, j] > best:
                best, where = weights[i, j], j
        if where is not None and best >= threshold:
            links.append((i, where))
    size = len(links) + sure.sum()
    if size == 0:
        return 0.0
    return 1 - sum(int(sure[p]) + int(possible[p]) for p in links) / size


# %% wrong: rounded, earns 0.7
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.max(axis=1) >= threshold)
    columns = weights[rows].argmax(axis=1)
    size = len(rows) + sure.sum()
    return (
        0.0
        if size == 0
        else round(float(1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / size), 2)
    )


# %% wrong: empty-row-links, earns 0.5
def alignment_error(weights, sure, possible, threshold):
    w = np.where(weights >= threshold, weights, 0)
    rows = np.arange(len(w))
    columns = w.argmax(axis=1)
    size = len(rows) + sure.sum()
    return (
        0.0 if size == 0 else 1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / size
    )


# %% wrong: rows-counted, earns 0.5
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.max(axis=1) >= threshold)
    columns = weights[rows].argmax(axis=1)
    size = len(weights) + sure.sum()
    if len(rows) == 0 and sure.sum() == 0:
        return 0.0
    return 1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / size


# %% wrong: sure-rows-counted, earns 0.5
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.max(axis=1) >= threshold)
    columns = weights[rows].argmax(axis=1)
    size = len(rows) + sure.any(axis=1).sum()
    return (
        0.0 if size == 0 else 1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / size
    )


# %% wrong: sureless-rows-left-out, earns 0.4
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero((weights.max(axis=1) >= threshold) & sure.any(axis=1))
    columns = weights[rows].argmax(axis=1)
    size = len(rows) + sure.sum()
    return (
        0.0 if size == 0 else 1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / size
    )


# %% wrong: all-pairs, earns 0.4
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.max(axis=1) >= threshold)
    columns = weights[rows].argmax(axis=1)
    size = len(rows) + sure.sum()
    return (
        0.0
        if size == 0
        else 1 - (sure[rows][:, columns].sum() + possible[rows][:, columns].sum()) / size
    )


# %% wrong: shares-compared, earns 0.5
def alignment_error(weights, sure, possible, threshold):
    w = weights / np.maximum(weights.sum(axis=1, keepdims=True), 1e-12)
    rows = np.flatnonzero(w.max(axis=1) >= threshold)
    columns = w[rows].argmax(axis=1)
    size = len(rows) + sure.sum()
    return (
        0.0 if size == 0 else 1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / size
    )


# %% wrong: no-sure-link, earns 0.7
def alignment_error(weights, sure, possible, threshold):
    if not sure.any():
        return 0.0
    rows = np.flatnonzero(weights.max(axis=1) >= threshold)
    columns = weights[rows].argmax(axis=1)
    return 1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / (
        len(rows) + sure.sum()
    )


# %% wrong: sure-rows-counted, earns 0.5 — only in rows with a link
def alignment_error(weights, sure, possible, threshold):
    rows = np.flatnonzero(weights.max(axis=1) >= threshold)
    columns = weights[rows].argmax(axis=1)
    size = len(rows) + sure[rows].sum()
    if size == 0:
        return 0.0 if not sure.any() else 1.0
    return 1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / size


# %% wrong: renumbered, earns 0.4
def alignment_error(weights, sure, possible, threshold):
    keep = weights.max(axis=1) >= threshold
    rows = np.arange(keep.sum())
    columns = weights.argmax(axis=1)[keep]
    size = len(rows) + sure.sum()
    if size == 0:
        return 0.0
    return 1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / size


# %% wrong: union, earns 0.5
def alignment_error(weights, sure, possible, threshold):
    A = np.zeros(weights.shape, dtype=bool)
    for i, row in enumerate(weights):
        if row.max() >= threshold:
            A[i, row.argmax()] = True
    size = (A | sure).sum()
    if size == 0:
        return 0.0
    return 1 - ((A & sure).sum() + (A & possible).sum()) / size


# %% wrong: ties, earns 0.7 — no link
def alignment_error(weights, sure, possible, threshold):
    top = weights.max(axis=1, keepdims=True)
    single = (weights == top).sum(axis=1) == 1
    rows = np.flatnonzero((top[:, 0] >= threshold) & single)
    columns = weights[rows].argmax(axis=1)
    size = len(rows) + sure.sum()
    if size == 0:
        return 0.0
    return 1 - (sure[rows, columns].sum() + possible[rows, columns].sum()) / size
