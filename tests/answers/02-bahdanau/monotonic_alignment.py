# %% right: totals and where they came from
def monotonic_alignment(scores):
    m, n = scores.shape
    total, came = scores[0].copy(), np.zeros((m, n), dtype=int)
    for i in range(1, m):
        best = np.zeros(n, dtype=int)
        for j in range(1, n):
            best[j] = j if total[j] > total[best[j - 1]] else best[j - 1]
        came[i] = best
        total = scores[i] + total[best]
    path = [int(total.argmax())]
    for i in range(m - 1, 0, -1):
        path.append(came[i, path[-1]])
    return np.array(path[::-1])


# %% right: recursion with a memory
def monotonic_alignment(scores):
    import functools
    import sys

    sys.setrecursionlimit(10_000)
    m, n = scores.shape

    @functools.cache
    def best(i, j):
        """The best of rows i, i + 1, … at positions from j, with its first choice."""
        if i == m:
            return 0.0, None
        if j == n:
            return float("-inf"), None
        here = scores[i, j] + best(i + 1, j)[0]
        later = best(i, j + 1)[0]
        return (here, True) if here >= later else (later, False)

    path, j = [], 0
    for i in range(m):
        while not best(i, j)[1]:
            j += 1
        path.append(j)
    return path


# %% right: accumulated maxima
def monotonic_alignment(scores):
    tables = [scores[0]]
    for row in scores[1:]:
        tables.append(row + np.maximum.accumulate(tables[-1]))
    path, limit = [], scores.shape[1]
    for table in tables[::-1]:
        j = int(np.argmax(table[:limit]))
        path.insert(0, j)
        limit = j + 1
    return path


# %% right: torch from the end
def monotonic_alignment(scores):
    import torch

    s = torch.tensor(scores, dtype=torch.float32)
    rest = [s[-1]]
    for row in s[:-1].flip(0):
        rest.insert(0, row + torch.flip(torch.cummax(torch.flip(rest[0], [0]), 0).values, [0]))
    path, j = [], 0
    for table in rest:
        j = j + int(table[j:].argmax())
        path.append(j)
    return torch.tensor(path)


# %% right: best alignments kept as lists
def monotonic_alignment(scores):
    ending = [(score, [j]) for j, score in enumerate(scores[0].tolist())]
    for row in scores[1:].tolist():
        best, longer = None, []
        for j, score in enumerate(row):
            if best is None or ending[j][0] > best[0]:
                best = ending[j]
            longer.append((best[0] + score, [*best[1], j]))
        ending = longer
    return np.array(max(ending)[1], dtype=float)


# %% wrong: row-by-row — the nearest ready-made
def monotonic_alignment(scores):
    return scores.argmax(axis=1)


# %% wrong: pushed, earns 0.3 — ahead
def monotonic_alignment(scores):
    return np.maximum.accumulate(scores.argmax(axis=1))


# %% wrong: sorted, earns 0.3
def monotonic_alignment(scores):
    return sorted(scores.argmax(axis=1))


# %% wrong: greedy, earns 0.3
def monotonic_alignment(scores):
    path, j = [], 0
    for row in scores:
        j = j + int(np.argmax(row[j:]))
        path.append(j)
    return path


# %% wrong: greedy, earns 0.3 — from the end
def monotonic_alignment(scores):
    path, limit = [], scores.shape[1]
    for row in scores[::-1]:
        j = int(np.argmax(row[:limit]))
        path.insert(0, j)
        limit = j + 1
    return path


# %% wrong: counted-from-1, earns 0.7
def monotonic_alignment(scores):
    tables = [scores[0]]
    for row in scores[1:]:
        tables.append(row + np.maximum.accumulate(tables[-1]))
    path, limit = [], scores.shape[1]
    for table in tables[::-1]:
        j = int(np.argmax(table[:limit]))
        path.insert(0, j + 1)
        limit = j + 1
    return path


# %% wrong: backwards, earns 0.7
def monotonic_alignment(scores):
    tables = [scores[0]]
    for row in scores[1:]:
        tables.append(row + np.maximum.accumulate(tables[-1]))
    path, limit = [], scores.shape[1]
    for table in tables[::-1]:
        path.append(int(np.argmax(table[:limit])))
        limit = path[-1] + 1
    return path


# %% wrong: never-twice, earns 0.4
def monotonic_alignment(scores):
    m, n = scores.shape
    total = np.full((m, n), -np.inf)
    total[0] = scores[0]
    for i in range(1, m):
        for j in range(1, n):
            total[i, j] = scores[i, j] + total[i - 1, :j].max()
    path, limit = [], n
    for table in total[::-1]:
        j = int(np.argmax(table[:limit]))
        path.insert(0, j)
        limit = j
    return path


# %% wrong: never-skips, earns 0.4
def monotonic_alignment(scores):
    m, n = scores.shape
    total, came = scores.copy(), np.zeros((m, n), dtype=int)
    for i in range(1, m):
        for j in range(n):
            came[i, j] = j - 1 if j and total[i - 1, j - 1] > total[i - 1, j] else j
            total[i, j] += total[i - 1, came[i, j]]
    path = [int(total[-1].argmax())]
    for i in range(m - 1, 0, -1):
        path.insert(0, came[i, path[0]])
    return path


# %% wrong: begins-at-0, earns 0.5
def monotonic_alignment(scores):
    tables = [np.where(np.arange(scores.shape[1]) == 0, scores[0], -np.inf)]
    for row in scores[1:]:
        tables.append(row + np.maximum.accumulate(tables[-1]))
    path, limit = [], scores.shape[1]
    for table in tables[::-1]:
        j = int(np.argmax(table[:limit]))
        path.insert(0, j)
        limit = j + 1
    return path


# %% wrong: ends-at-last, earns 0.5
def monotonic_alignment(scores):
    tables = [scores[0]]
    for row in scores[1:]:
        tables.append(row + np.maximum.accumulate(tables[-1]))
    path, limit = [scores.shape[1] - 1], scores.shape[1]
    for table in tables[-2::-1]:
        j = int(np.argmax(table[:limit]))
        path.insert(0, j)
        limit = j + 1
    return path


# %% wrong: both-ends-forced, earns 0.4
def monotonic_alignment(scores):
    tables = [np.where(np.arange(scores.shape[1]) == 0, scores[0], -np.inf)]
    for row in scores[1:]:
        tables.append(row + np.maximum.accumulate(tables[-1]))
    path, limit = [scores.shape[1] - 1], scores.shape[1]
    for table in tables[-2::-1]:
        j = int(np.argmax(table[:limit]))
        path.insert(0, j)
        limit = j + 1
    return path


# %% wrong: goes-back — the totals without going back through them
def monotonic_alignment(scores):
    tables = [scores[0]]
    for row in scores[1:]:
        tables.append(row + np.maximum.accumulate(tables[-1]))
    return np.argmax(tables, axis=1)


# %% wrong: below-0, earns 0.6 — the largest total begins with 0
def monotonic_alignment(scores):
    tables = [scores[0]]
    for row in scores[1:]:
        tables.append(row + np.maximum.accumulate(tables[-1]))
    path, limit = [], scores.shape[1]
    for table in tables[::-1]:
        best, place = -900, 0
        for j in range(limit):
            if table[j] > best:
                best, place = table[j], j
        path.insert(0, place)
        limit = place + 1
    return path


# %% wrong: unrecognised, earns 0.5 — as long as there are few enough positions
def monotonic_alignment(scores):
    import itertools

    m, n = scores.shape
    if m > 12:
        return [0] * m
    choices = itertools.islice(itertools.combinations_with_replacement(range(n), m), 13_000)
    paths = np.array(list(choices))
    return paths[scores[np.arange(m), paths].sum(axis=1).argmax()]


# %% wrong: wrong-shape — a table of links
def monotonic_alignment(scores):
    return np.eye(scores.shape[1])[scores.argmax(axis=1)]


# %% wrong: only-the-first-twice, earns 0.4 — the row before must be before
def monotonic_alignment(scores):
    m, n = scores.shape
    best, came = scores[0], np.zeros((m, n), dtype=int)
    for i in range(1, m):
        total = scores[i].copy()
        for j in range(n):
            came[i, j] = best[:j].argmax() if j else 0
            total[j] += best[came[i, j]] if j else 0
        best = total
    path = [int(best.argmax())]
    for i in reversed(range(1, m)):
        path.append(int(came[i, path[-1]]))
    return path[::-1]


# %% wrong: only-the-first-twice, earns 0.4 — at 0 its total counts
def monotonic_alignment(scores):
    m, n = scores.shape
    best, came = scores[0], np.zeros((m, n), dtype=int)
    for i in range(1, m):
        for j in range(n):
            came[i, j] = best[: max(j, 1)].argmax()
        best = scores[i] + best[came[i]]
    path = [int(best.argmax())]
    for i in reversed(range(1, m)):
        path.append(int(came[i, path[-1]]))
    return path[::-1]


# %% wrong: only-the-first-twice, earns 0.4 — the last of equally good ones
def monotonic_alignment(scores):
    n = scores.shape[1]
    ways = [(total, [j]) for j, total in enumerate(scores[0])]
    for row in scores[1:]:
        before = [max(ways[: j or 1], key=lambda way: (way[0], way[1][-1])) for j in range(n)]
        ways = [(total + row[j], [*path, j]) for j, (total, path) in enumerate(before)]
    return max(ways)[1]


# %% wrong: scores-for-totals, earns 0.5 — on the way back
def monotonic_alignment(scores):
    m = len(scores)
    b = scores.astype(float).copy()
    for i in range(1, m):
        b[i] += np.maximum.accumulate(b[i - 1])
    out, j = np.zeros(m, dtype=int), int(b[-1].argmax())
    out[-1] = j
    for i in range(m - 2, -1, -1):
        j = int(scores[i, : j + 1].argmax())
        out[i] = j
    return out


# %% wrong: scores-for-totals, earns 0.5 — at the end
def monotonic_alignment(scores):
    m = len(scores)
    b = scores.astype(float).copy()
    for i in range(1, m):
        b[i] += np.maximum.accumulate(b[i - 1])
    out, j = np.zeros(m, dtype=int), int(scores[-1].argmax())
    out[-1] = j
    for i in range(m - 2, -1, -1):
        j = int(b[i, : j + 1].argmax())
        out[i] = j
    return out


# %% wrong: greedy, earns 0.3 — from the largest score
def monotonic_alignment(scores):
    m = len(scores)
    i0, j0 = np.unravel_index(scores.argmax(), scores.shape)
    out = np.zeros(m, dtype=int)
    out[i0] = j0
    for i in range(i0 + 1, m):
        out[i] = out[i - 1] + scores[i, out[i - 1] :].argmax()
    for i in range(i0 - 1, -1, -1):
        out[i] = scores[i, : out[i + 1] + 1].argmax()
    return out


# %% wrong: one-position, earns 0.1
def monotonic_alignment(scores):
    return np.full(len(scores), scores.sum(axis=0).argmax())


# %% wrong: never-increases, earns 0.5
def monotonic_alignment(scores):
    m, n = scores.shape
    b = scores.astype(float)[:, ::-1].copy()
    for i in range(1, m):
        b[i] += np.maximum.accumulate(b[i - 1])
    out, j = np.zeros(m, dtype=int), n - 1
    for i in range(m - 1, -1, -1):
        j = int(b[i, : j + 1].argmax())
        out[i] = n - 1 - j
    return out


# %% wrong: smallest-total, earns 0.5
def monotonic_alignment(scores):
    m, n = scores.shape
    b = -scores.astype(float)
    for i in range(1, m):
        b[i] += np.maximum.accumulate(b[i - 1])
    out, j = np.zeros(m, dtype=int), n - 1
    for i in range(m - 1, -1, -1):
        j = int(b[i, : j + 1].argmax())
        out[i] = j
    return out


# %% wrong: cut, earns 0.6
def monotonic_alignment(scores):
    m, n = scores.shape
    b = scores.astype(int)
    for i in range(1, m):
        b[i] += np.maximum.accumulate(b[i - 1])
    out, j = np.zeros(m, dtype=int), n - 1
    for i in range(m - 1, -1, -1):
        j = int(b[i, : j + 1].argmax())
        out[i] = j
    return out


# %% wrong: square-only, earns 0.5
def monotonic_alignment(scores):
    m = len(scores)
    b = scores.astype(float).copy()
    back = np.zeros((m, m), dtype=int)
    for i in range(1, m):
        for j in range(m):
            back[i, j] = b[i - 1, : j + 1].argmax()
            b[i, j] += b[i - 1, back[i, j]]
    path = [int(b[-1, :m].argmax())]
    for i in range(m - 1, 0, -1):
        path.append(int(back[i, path[-1]]))
    return np.array(path[::-1])


# %% wrong: only-the-first-twice, earns 0.4 — in the notes
def monotonic_alignment(scores):
    m, n = scores.shape
    b = scores.astype(float).copy()
    back = np.zeros((m, n), dtype=int)
    for i in range(1, m):
        b[i] += np.maximum.accumulate(b[i - 1])
        for j in range(n):
            back[i, j] = b[i - 1, : max(j, 1)].argmax()
    path = [int(b[-1].argmax())]
    for i in range(m - 1, 0, -1):
        path.append(int(back[i, path[-1]]))
    return np.array(path[::-1])


# %% wrong: too-coarse, earns 0.6 — float16
def monotonic_alignment(scores):
    m, n = scores.shape
    b = scores.astype(np.float16)
    for i in range(1, m):
        b[i] += np.maximum.accumulate(b[i - 1])
    out, j = np.zeros(m, dtype=int), n - 1
    for i in range(m - 1, -1, -1):
        j = int(b[i, : j + 1].argmax())
        out[i] = j
    return out


# %% wrong: below-0, earns 0.6 — a running maximum
def monotonic_alignment(scores):
    m, n = scores.shape
    b = np.zeros((m, n))
    back = np.zeros((m, n), dtype=int)
    for i in range(m):
        best, where = 0.0, 0
        for j in range(n):
            if i > 0 and b[i - 1, j] > best:
                best, where = b[i - 1, j], j
            b[i, j] = scores[i, j] + best
            back[i, j] = where
    path = [int(b[-1].argmax())]
    for i in range(m - 1, 0, -1):
        path.append(int(back[i, path[-1]]))
    return np.array(path[::-1])


# %% wrong: low-number, earns 0.6
def monotonic_alignment(scores):
    m, n = scores.shape
    fine = np.where(np.arange(n)[:, None] <= np.arange(n)[None, :], 0.0, -1000.0)
    total, back = scores[0].astype(float), []
    for i in range(1, m):
        ways = total[:, None] + fine
        back.append(ways.argmax(axis=0))
        total = ways.max(axis=0) + scores[i]
    path = [int(total.argmax())]
    for note in back[::-1]:
        path.append(int(note[path[-1]]))
    return np.array(path[::-1])


# %% wrong: scores-for-totals, earns 0.5 — of two rows
def monotonic_alignment(scores):
    m = len(scores)
    best = np.array(scores, dtype=float)
    for i in range(1, m):
        best[i] = scores[i] + np.maximum.accumulate(scores[i - 1])
    j = int(best[-1].argmax())
    path = [j]
    for i in range(m - 2, -1, -1):
        j = int(best[i, : j + 1].argmax())
        path.append(j)
    return np.array(path[::-1])


# %% wrong: scores-for-totals, earns 0.5 — from the second row on
def monotonic_alignment(scores):
    best = np.array(scores, dtype=float)
    for i in range(2, len(best)):
        best[i] += np.maximum.accumulate(best[i - 1])
    j = int(best[-1].argmax())
    path = [j]
    for i in range(len(best) - 2, -1, -1):
        j = int(best[i, : j + 1].argmax())
        path.append(j)
    return np.array(path[::-1])
