# %% right: tables of totals and of origins
def monotonic_alignment(scores):
    m, n = scores.shape
    best = np.zeros((m, n))
    origin = np.zeros((m, n), dtype=int)
    best[0] = scores[0]
    for i in range(1, m):
        top = 0
        for j in range(n):
            if best[i - 1, j] > best[i - 1, top]:
                top = j
            origin[i, j] = top
            best[i, j] = scores[i, j] + best[i - 1, top]
    path = np.zeros(m, dtype=int)
    path[-1] = np.argmax(best[-1])
    for i in range(m - 1, 0, -1):
        path[i - 1] = origin[i, path[i]]
    return path


# %% right: accumulate and argmax of a prefix on the way back
def monotonic_alignment(scores):
    best = np.array(scores, dtype=float)
    for i in range(1, len(best)):
        best[i] += np.maximum.accumulate(best[i - 1])
    j = int(best[-1].argmax())
    path = [j]
    for i in range(len(best) - 2, -1, -1):
        j = int(best[i, :j + 1].argmax())
        path.append(j)
    return np.array(path[::-1])


# %% right: backward totals and a walk forward
def monotonic_alignment(scores):
    m, n = scores.shape
    rest = np.array(scores, dtype=float)
    for i in range(m - 2, -1, -1):
        rest[i] += np.maximum.accumulate(rest[i + 1][::-1])[::-1]
    path, j = [], 0
    for i in range(m):
        j = j + int(np.argmax(rest[i, j:]))
        path.append(j)
    return np.array(path)


# %% right: recursion with a cache
def monotonic_alignment(scores):
    from functools import lru_cache
    m, n = scores.shape
    e = scores.tolist()

    @lru_cache(maxsize=None)
    def total(i, j):
        stay = e[i][j] + (total(i - 1, j) if i > 0 else 0.0)
        left = total(i, j - 1) if j > 0 else float("-inf")
        return max(stay, left)

    for i in range(m):
        for j in range(n):
            total(i, j)
    path, j = [], n - 1
    for i in range(m - 1, -1, -1):
        while j > 0 and total(i, j) == total(i, j - 1):
            j -= 1
        path.append(j)
    return np.array(path[::-1])


# %% right: whole paths carried along
def monotonic_alignment(scores):
    m, n = scores.shape
    paths = [(float(scores[0, j]), (j,)) for j in range(n)]
    for i in range(1, m):
        new, top = [], paths[0]
        for j in range(n):
            if paths[j][0] > top[0]:
                top = paths[j]
            new.append((top[0] + float(scores[i, j]), top[1] + (j,)))
        paths = new
    return np.array(max(paths, key=lambda p: p[0])[1])


# %% right: torch cummax
def monotonic_alignment(scores):
    import torch
    e = torch.from_numpy(np.array(scores, dtype=np.float64))
    best = e[0]
    back = []
    for row in e[1:]:
        top, where = torch.cummax(best, dim=0)
        back.append(where)
        best = top + row
    j = int(torch.argmax(best))
    path = [j]
    for where in reversed(back):
        j = int(where[j])
        path.append(j)
    return torch.tensor(path[::-1])


# %% right: transition matrix with minus infinity
def monotonic_alignment(scores):
    m, n = scores.shape
    step = np.where(np.arange(n)[:, None] <= np.arange(n)[None, :], 0.0, -np.inf)
    value, pointers = np.array(scores[0], dtype=float), []
    for i in range(1, m):
        options = value[:, None] + step
        pointers.append(options.argmax(axis=0))
        value = options.max(axis=0) + scores[i]
    path = np.empty(m, dtype=np.int64)
    path[m - 1] = value.argmax()
    for i in range(m - 2, -1, -1):
        path[i] = pointers[i][path[i + 1]]
    return path


# %% right: source positions take runs of target rows
def monotonic_alignment(scores):
    m, n = scores.shape
    prefix = np.vstack([np.zeros(n), np.cumsum(scores, axis=0)])
    f = np.full(m + 1, -np.inf)
    f[0] = 0.0
    starts = []
    for j in range(n):
        gain = f - prefix[:, j]
        start = np.zeros(m + 1, dtype=int)
        top = 0
        for i in range(m + 1):
            if gain[i] > gain[top]:
                top = i
            start[i] = top
        f = gain[start] + prefix[:, j]
        starts.append(start)
    path = np.zeros(m, dtype=int)
    i = m
    for j in range(n - 1, -1, -1):
        path[starts[j][i]:i] = j
        i = starts[j][i]
    return path


# %% right: scores shifted to losses and smallest sum
def monotonic_alignment(scores):
    cost = scores.max(axis=1, keepdims=True) - scores
    m, n = cost.shape
    total = [cost[0].copy()]
    for i in range(1, m):
        total.append(cost[i] + np.minimum.accumulate(total[-1]))
    j = int(np.argmin(total[-1]))
    path = np.zeros(m, dtype=int)
    for i in range(m - 1, -1, -1):
        j = int(np.argmin(total[i][:j + 1]))
        path[i] = j
    return path


# %% right: longest way on a grid of two moves
def monotonic_alignment(scores):
    m, n = scores.shape
    e = scores.tolist()
    value = [[float("-inf")] * (n + 1) for _ in range(m + 1)]
    move = [[None] * (n + 1) for _ in range(m + 1)]
    value[0][0] = 0.0
    for i in range(m + 1):
        for j in range(n):
            v = value[i][j]
            if v > value[i][j + 1]:
                value[i][j + 1], move[i][j + 1] = v, "right"
            if i < m and v + e[i][j] > value[i + 1][j]:
                value[i + 1][j], move[i + 1][j] = v + e[i][j], "down"
    i, j = m, n
    path = []
    while i > 0:
        if move[i][j] == "right":
            j -= 1
        else:
            i -= 1
            path.append(j)
    return np.array(path[::-1])


# %% right: log softmax of rows and the same search
def monotonic_alignment(scores):
    top = scores.max(axis=1, keepdims=True)
    logs = scores - top - np.log(np.exp(scores - top).sum(axis=1, keepdims=True))
    m, n = logs.shape
    best, back = logs[0], np.zeros((m, n), dtype=int)
    for i in range(1, m):
        run = np.maximum.accumulate(best)
        back[i] = np.maximum.accumulate(np.where(best == run, np.arange(n), 0))
        best = logs[i] + run
    path = [int(best.argmax())]
    for i in range(m - 1, 0, -1):
        path.insert(0, int(back[i, path[0]]))
    return np.array(path)


# %% right: shortest path with a heap
def monotonic_alignment(scores):
    import heapq
    m, n = scores.shape
    cost = (scores.max(axis=1, keepdims=True) - scores).tolist()
    heap, origin = [(0.0, 0, 0, -1, -1)], {}
    while heap:
        d, i, j, a, b = heapq.heappop(heap)
        if (i, j) in origin:
            continue
        origin[i, j] = (a, b)
        if i == m:
            break
        if j + 1 < n:
            heapq.heappush(heap, (d, i, j + 1, i, j))
        heapq.heappush(heap, (d + cost[i][j], i + 1, j, i, j))
    path = []
    a, b = origin[i, j]
    while a >= 0:
        if a < i:
            path.append(b)
        i, j = a, b
        a, b = origin[i, j]
    return np.array(path[::-1])


# %% wrong: row-by-row — largest score of each row
def monotonic_alignment(scores):
    return scores.argmax(axis=1)


# %% wrong: pushed, earns 0.3 — running maximum of the largest positions
def monotonic_alignment(scores):
    return np.maximum.accumulate(scores.argmax(axis=1))


# %% wrong: sorted, earns 0.3 — largest positions sorted
def monotonic_alignment(scores):
    return np.sort(scores.argmax(axis=1))


# %% wrong: greedy, earns 0.3 — greedy from the first row on
def monotonic_alignment(scores):
    path, j = [], 0
    for row in scores:
        j = j + int(np.argmax(row[j:]))
        path.append(j)
    return np.array(path)


# %% wrong: greedy, earns 0.3 — greedy from the last row back
def monotonic_alignment(scores):
    path, j = [], scores.shape[1] - 1
    for row in scores[::-1]:
        j = int(np.argmax(row[:j + 1]))
        path.append(j)
    return np.array(path[::-1])


# %% wrong: never-twice, earns 0.4 — positions must increase strictly
def monotonic_alignment(scores):
    m, n = scores.shape
    best = np.full((m, n), -np.inf)
    best[0] = scores[0]
    for i in range(1, m):
        best[i, 1:] = scores[i, 1:] + np.maximum.accumulate(best[i - 1])[:-1]
    j = int(best[-1].argmax())
    path = [j]
    for i in range(m - 2, -1, -1):
        j = int(best[i, :j].argmax())
        path.append(j)
    return np.array(path[::-1])


# %% wrong: never-increases, earns 0.5 — positions never increase instead of never decrease
def monotonic_alignment(scores):
    best = np.array(scores, dtype=float)
    for i in range(1, len(best)):
        best[i] += np.maximum.accumulate(best[i - 1][::-1])[::-1]
    j = int(best[-1].argmax())
    path = [j]
    for i in range(len(best) - 2, -1, -1):
        j = j + int(best[i, j:].argmax())
        path.append(j)
    return np.array(path[::-1])


# %% wrong: smallest-total, earns 0.5 — smallest total instead of largest
def monotonic_alignment(scores):
    best = np.array(scores, dtype=float)
    for i in range(1, len(best)):
        best[i] += np.minimum.accumulate(best[i - 1])
    j = int(best[-1].argmin())
    path = [j]
    for i in range(len(best) - 2, -1, -1):
        j = int(best[i, :j + 1].argmin())
        path.append(j)
    return np.array(path[::-1])


# %% wrong: begins-at-0, earns 0.5 — must begin at the first source position
def monotonic_alignment(scores):
    best = np.array(scores, dtype=float)
    best[0, 1:] = -np.inf
    for i in range(1, len(best)):
        best[i] += np.maximum.accumulate(best[i - 1])
    j = int(best[-1].argmax())
    path = [j]
    for i in range(len(best) - 2, -1, -1):
        j = int(best[i, :j + 1].argmax())
        path.append(j)
    return np.array(path[::-1])


# %% wrong: ends-at-last, earns 0.5 — must end at the last source position
def monotonic_alignment(scores):
    best = np.array(scores, dtype=float)
    for i in range(1, len(best)):
        best[i] += np.maximum.accumulate(best[i - 1])
    j = best.shape[1] - 1
    path = [j]
    for i in range(len(best) - 2, -1, -1):
        j = int(best[i, :j + 1].argmax())
        path.append(j)
    return np.array(path[::-1])


# %% wrong: never-skips, earns 0.4 — at most one position ahead in a step
def monotonic_alignment(scores):
    m, n = scores.shape
    best, back = np.array(scores, dtype=float), np.zeros((m, n), dtype=int)
    for i in range(1, m):
        for j in range(n):
            l = max(range(max(0, j - 1), j + 1), key=lambda k: best[i - 1, k])
            back[i, j] = l
            best[i, j] += best[i - 1, l]
    path = [int(best[-1].argmax())]
    for i in range(m - 1, 0, -1):
        path.append(int(back[i, path[-1]]))
    return np.array(path[::-1])


# %% wrong: unrecognised, earns 0.5 — at most ten positions ahead in a step
def monotonic_alignment(scores):
    m, n = scores.shape
    best, back = np.array(scores, dtype=float), np.zeros((m, n), dtype=int)
    for i in range(1, m):
        for j in range(n):
            low = max(0, j - 10)
            l = low + int(best[i - 1, low:j + 1].argmax())
            back[i, j] = l
            best[i, j] += best[i - 1, l]
    path = [int(best[-1].argmax())]
    for i in range(m - 1, 0, -1):
        path.append(int(back[i, path[-1]]))
    return np.array(path[::-1])


# %% wrong: backwards, earns 0.7 — positions found from the end and not turned round
def monotonic_alignment(scores):
    best = np.array(scores, dtype=float)
    for i in range(1, len(best)):
        best[i] += np.maximum.accumulate(best[i - 1])
    j = int(best[-1].argmax())
    path = [j]
    for i in range(len(best) - 2, -1, -1):
        j = int(best[i, :j + 1].argmax())
        path.append(j)
    return np.array(path)


# %% wrong: scores-for-totals, earns 0.5 — last row taken from the scores instead of totals
def monotonic_alignment(scores):
    best = np.array(scores, dtype=float)
    for i in range(1, len(best)):
        best[i] += np.maximum.accumulate(best[i - 1])
    j = int(scores[-1].argmax())
    path = [j]
    for i in range(len(best) - 2, -1, -1):
        j = int(best[i, :j + 1].argmax())
        path.append(j)
    return np.array(path[::-1])


# %% wrong: scores-for-totals, earns 0.5 — way back by scores instead of totals
def monotonic_alignment(scores):
    best = np.array(scores, dtype=float)
    for i in range(1, len(best)):
        best[i] += np.maximum.accumulate(best[i - 1])
    j = int(best[-1].argmax())
    path = [j]
    for i in range(len(best) - 2, -1, -1):
        j = int(scores[i, :j + 1].argmax())
        path.append(j)
    return np.array(path[::-1])


# %% wrong: goes-back — way back takes the largest total of the whole row
def monotonic_alignment(scores):
    best = np.array(scores, dtype=float)
    for i in range(1, len(best)):
        best[i] += np.maximum.accumulate(best[i - 1])
    return best.argmax(axis=1)


# %% wrong: only-the-first-twice, earns 0.4 — way back leaves out the present position
def monotonic_alignment(scores):
    best = np.array(scores, dtype=float)
    for i in range(1, len(best)):
        best[i] += np.maximum.accumulate(best[i - 1])
    j = int(best[-1].argmax())
    path = [j]
    for i in range(len(best) - 2, -1, -1):
        j = int(best[i, :max(j, 1)].argmax())
        path.append(j)
    return np.array(path[::-1])


# %% wrong: below-0, earns 0.6 — running maximum begins at zero
def monotonic_alignment(scores):
    m, n = scores.shape
    best, back = np.array(scores, dtype=float), np.zeros((m, n), dtype=int)
    for i in range(1, m):
        top, where = 0.0, 0
        for j in range(n):
            if best[i - 1, j] > top:
                top, where = best[i - 1, j], j
            back[i, j] = where
            best[i, j] += top
    path = [int(best[-1].argmax())]
    for i in range(m - 1, 0, -1):
        path.append(int(back[i, path[-1]]))
    return np.array(path[::-1])


# %% wrong: below-0, earns 0.6 — running maximum begins at minus a thousand
def monotonic_alignment(scores):
    m, n = scores.shape
    best, back = np.array(scores, dtype=float), np.zeros((m, n), dtype=int)
    for i in range(1, m):
        top, where = -1000.0, 0
        for j in range(n):
            if best[i - 1, j] > top:
                top, where = best[i - 1, j], j
            back[i, j] = where
            best[i, j] += top
    path = [int(best[-1].argmax())]
    for i in range(m - 1, 0, -1):
        path.append(int(back[i, path[-1]]))
    return np.array(path[::-1])


# %% wrong: low-number, earns 0.6 — forbidden steps cost only a thousand
def monotonic_alignment(scores):
    m, n = scores.shape
    step = np.where(np.arange(n)[:, None] <= np.arange(n)[None, :], 0.0, -1000.0)
    best, back = np.array(scores[0], dtype=float), []
    for i in range(1, m):
        options = best[:, None] + step
        back.append(options.argmax(axis=0))
        best = options.max(axis=0) + scores[i]
    path = [int(best.argmax())]
    for where in back[::-1]:
        path.append(int(where[path[-1]]))
    return np.array(path[::-1])


# %% wrong: below-0, earns 0.6 — forbidden steps get the total zero
def monotonic_alignment(scores):
    m, n = scores.shape
    allowed = np.arange(n)[:, None] <= np.arange(n)[None, :]
    best, back = np.array(scores[0], dtype=float), []
    for i in range(1, m):
        options = best[:, None] * allowed
        back.append(options.argmax(axis=0))
        best = options.max(axis=0) + scores[i]
    path = [int(best.argmax())]
    for where in back[::-1]:
        path.append(int(where[path[-1]]))
    return np.array(path[::-1])


# %% wrong: row-by-row — any position before is allowed
def monotonic_alignment(scores):
    m, n = scores.shape
    best, back = np.array(scores, dtype=float), np.zeros(m, dtype=int)
    for i in range(1, m):
        back[i] = best[i - 1].argmax()
        best[i] += best[i - 1].max()
    path = [int(best[-1].argmax())]
    for i in range(m - 1, 0, -1):
        path.append(int(back[i]))
    return np.array(path[::-1])


# %% wrong: changed-arguments, earns 0.7 — totals added up inside the scores
def monotonic_alignment(scores):
    for i in range(1, len(scores)):
        scores[i] += np.maximum.accumulate(scores[i - 1])
    j = int(scores[-1].argmax())
    path = [j]
    for i in range(len(scores) - 2, -1, -1):
        j = int(scores[i, :j + 1].argmax())
        path.append(j)
    return np.array(path[::-1])


# %% wrong: wrong-shape — total returned instead of the positions
def monotonic_alignment(scores):
    best = np.array(scores, dtype=float)
    for i in range(1, len(best)):
        best[i] += np.maximum.accumulate(best[i - 1])
    return best[-1].max()


# %% wrong: counted-from-1, earns 0.7 — positions counted from one
def monotonic_alignment(scores):
    best = np.array(scores, dtype=float)
    for i in range(1, len(best)):
        best[i] += np.maximum.accumulate(best[i - 1])
    j = int(best[-1].argmax())
    path = [j + 1]
    for i in range(len(best) - 2, -1, -1):
        j = int(best[i, :j + 1].argmax())
        path.append(j + 1)
    return np.array(path[::-1])


# %% wrong: wrong-shape — rows and columns exchanged
def monotonic_alignment(scores):
    best = np.array(scores.T, dtype=float)
    for i in range(1, len(best)):
        best[i] += np.maximum.accumulate(best[i - 1])
    j = int(best[-1].argmax())
    path = [j]
    for i in range(len(best) - 2, -1, -1):
        j = int(best[i, :j + 1].argmax())
        path.append(j)
    return np.array(path[::-1])


# %% wrong: cut, earns 0.6 — scores cut to whole numbers
def monotonic_alignment(scores):
    best = scores.astype(int)
    for i in range(1, len(best)):
        best[i] += np.maximum.accumulate(best[i - 1])
    j = int(best[-1].argmax())
    path = [j]
    for i in range(len(best) - 2, -1, -1):
        j = int(best[i, :j + 1].argmax())
        path.append(j)
    return np.array(path[::-1])


# %% wrong: too-coarse, earns 0.6 — half precision totals
def monotonic_alignment(scores):
    best = scores.astype(np.float16)
    for i in range(1, len(best)):
        best[i] += np.maximum.accumulate(best[i - 1])
    j = int(best[-1].argmax())
    path = [j]
    for i in range(len(best) - 2, -1, -1):
        j = int(best[i, :j + 1].argmax())
        path.append(j)
    return np.array(path[::-1])


# %% wrong: unrecognised — beam of three best paths
def monotonic_alignment(scores):
    beam = [(0.0, [])]
    for row in scores:
        new = []
        for total, path in beam:
            for j in range(path[-1] if path else 0, len(row)):
                new.append((total + row[j], path + [j]))
        new.sort(key=lambda p: -p[0])
        beam = new[:3]
    return np.array(beam[0][1])


# %% wrong: unrecognised — largest score of all fixed first
def monotonic_alignment(scores):
    m, n = scores.shape
    path = np.zeros(m, dtype=int)

    def fill(top, bottom, left, right):
        if top >= bottom:
            return
        part = scores[top:bottom, left:right + 1]
        i, j = np.unravel_index(part.argmax(), part.shape)
        path[top + i] = left + j
        fill(top, top + i, left, left + j)
        fill(top + i + 1, bottom, left + j, right)

    fill(0, m, 0, n - 1)
    return path


# %% wrong: unrecognised — origin of zero taken for no origin
def monotonic_alignment(scores):
    best = np.array(scores, dtype=float)
    for i in range(1, len(best)):
        best[i] += np.maximum.accumulate(best[i - 1])
    j = int(best[-1].argmax())
    path = [j]
    for i in range(len(best) - 2, -1, -1):
        j = int(best[i, :j + 1].argmax()) or j
        path.append(j)
    return np.array(path[::-1])


# %% wrong: unrecognised — sum over all origins instead of the largest
def monotonic_alignment(scores):
    best = np.array(scores, dtype=float)
    for i in range(1, len(best)):
        best[i] += np.cumsum(best[i - 1])
    j = int(best[-1].argmax())
    path = [j]
    for i in range(len(best) - 2, -1, -1):
        j = int(best[i, :j + 1].argmax())
        path.append(j)
    return np.array(path[::-1])


# %% wrong: scores-for-totals, earns 0.5 — only the row before counts
def monotonic_alignment(scores):
    m, n = scores.shape
    best = np.array(scores, dtype=float)
    for i in range(1, m):
        best[i] = scores[i] + np.maximum.accumulate(scores[i - 1])
    j = int(best[-1].argmax())
    path = [j]
    for i in range(m - 2, -1, -1):
        j = int(best[i, :j + 1].argmax())
        path.append(j)
    return np.array(path[::-1])


# %% wrong: unrecognised — weights of a softmax added instead of scores
def monotonic_alignment(scores):
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    best = e / e.sum(axis=1, keepdims=True)
    for i in range(1, len(best)):
        best[i] += np.maximum.accumulate(best[i - 1])
    j = int(best[-1].argmax())
    path = [j]
    for i in range(len(best) - 2, -1, -1):
        j = int(best[i, :j + 1].argmax())
        path.append(j)
    return np.array(path[::-1])


# %% wrong: unrecognised — every source position needed at least once
def monotonic_alignment(scores):
    m, n = scores.shape
    best = np.full((m, n), -np.inf)
    best[0, 0] = scores[0, 0]
    back = np.zeros((m, n), dtype=int)
    for i in range(1, m):
        for j in range(n):
            l = j
            if j and best[i - 1, j - 1] > best[i - 1, j]:
                l = j - 1
            back[i, j] = l
            best[i, j] = scores[i, j] + best[i - 1, l]
    path = [n - 1]
    for i in range(m - 1, 0, -1):
        path.append(int(back[i, path[-1]]))
    return np.array(path[::-1])


# %% wrong: scores-for-totals, earns 0.5 — first row left out of the totals
def monotonic_alignment(scores):
    best = np.array(scores, dtype=float)
    for i in range(2, len(best)):
        best[i] += np.maximum.accumulate(best[i - 1])
    j = int(best[-1].argmax())
    path = [j]
    for i in range(len(best) - 2, -1, -1):
        j = int(best[i, :j + 1].argmax())
        path.append(j)
    return np.array(path[::-1])


# %% wrong: one-position, earns 0.1 — one position for all rows
def monotonic_alignment(scores):
    return np.full(len(scores), scores.sum(axis=0).argmax())


# %% wrong: unrecognised — straight line from the first to the last position
def monotonic_alignment(scores):
    m, n = scores.shape
    return np.round(np.linspace(0, n - 1, m)).astype(int)


# %% wrong: axis-of-length-1, earns 0.8 — positions returned as a column
def monotonic_alignment(scores):
    best = np.array(scores, dtype=float)
    for i in range(1, len(best)):
        best[i] += np.maximum.accumulate(best[i - 1])
    j = int(best[-1].argmax())
    path = [j]
    for i in range(len(best) - 2, -1, -1):
        j = int(best[i, :j + 1].argmax())
        path.append(j)
    return np.array(path[::-1])[:, None]


# %% wrong: unrecognised — last source position never used
def monotonic_alignment(scores):
    m, n = scores.shape
    best, back = np.full((m, n), -np.inf), np.zeros((m, n), dtype=int)
    best[0] = scores[0]
    for i in range(1, m):
        for j in range(n - 1):
            back[i, j] = best[i - 1, :j + 1].argmax()
            best[i, j] = scores[i, j] + best[i - 1, back[i, j]]
    path = [int(best[-1].argmax())]
    for i in range(m - 1, 0, -1):
        path.append(int(back[i, path[-1]]))
    return np.array(path[::-1])


# %% wrong: unrecognised — sorted positions improved one row at a time
def monotonic_alignment(scores):
    m, n = scores.shape
    path = np.sort(scores.argmax(axis=1))
    for _ in range(20):
        before = path.copy()
        for i in range(m):
            low = path[i - 1] if i > 0 else 0
            high = path[i + 1] if i + 1 < m else n - 1
            path[i] = low + scores[i, low:high + 1].argmax()
        if (path == before).all():
            break
    return path


# %% wrong: unrecognised — crossing rows averaged between their neighbours
def monotonic_alignment(scores):
    path = scores.argmax(axis=1)
    for i in range(1, len(path)):
        if path[i] < path[i - 1]:
            j = (path[i] + path[i - 1]) // 2
            path[i] = path[i - 1] = j
    return np.maximum.accumulate(path)
