# %% right: one function counts and merges
def merge_step(words, times, new):
    def merged(row, pair):
        out, i = [], 0
        while i < len(row):
            if tuple(row[i:i + 2]) == pair:
                out.append(new)
                i += 2
            else:
                out.append(row[i])
                i += 1
        return out

    rows = [[t for t in row if t >= 0] for row in words.tolist()]
    counts = {}
    for row, often in zip(rows, times.tolist()):
        for pair in dict.fromkeys(zip(row, row[1:])):
            counts[pair] = counts.get(pair, 0) + often * (len(row) - len(merged(row, pair)))
    best = max(counts, key=counts.get)
    result = np.full(words.shape, -1, dtype=int)
    for i, row in enumerate(rows):
        row = merged(row, best)
        result[i, :len(row)] = row
    return result


# %% right: string count and replace over single characters
def merge_step(words, times, new):
    base = 0x10000
    spare = chr(0x10FFFF)
    text = ["".join(chr(base + int(t)) for t in row if t != -1) for row in words]
    order = []
    for s in text:
        for j in range(len(s) - 1):
            if s[j:j + 2] not in order:
                order.append(s[j:j + 2])
    best, most = None, 0
    for pair in order:
        total = sum(int(n) * s.count(pair) for s, n in zip(text, times))
        if total > most:
            best, most = pair, total
    out = np.full_like(words, -1, dtype=np.int64)
    for i, s in enumerate(text):
        for j, c in enumerate(s.replace(best, spare)):
            out[i, j] = new if c == spare else ord(c) - base
    return out


# %% right: decimal strings with a space on both sides
def merge_step(words, times, new):
    length = words.shape[1]
    lines = []
    for row in words.tolist():
        lines.append("".join(" %d " % t for t in row if t >= 0))
    counts = {}
    for line, n in zip(lines, times.tolist()):
        ids = line.split()
        for pair in dict.fromkeys(zip(ids, ids[1:])):
            key = " %s  %s " % pair
            counts[key] = counts.get(key, 0) + n * line.count(key)
    best = max(counts, key=counts.get)
    result = []
    for line in lines:
        ids = [int(t) for t in line.replace(best, " %d " % new).split()]
        result.append(ids + [-1] * (length - len(ids)))
    return np.array(result)


# %% right: regular expression for the hits
def merge_step(words, times, new):
    import re
    lines = ["".join("<%d>" % t for t in row if t >= 0) for row in words.tolist()]
    counts = {}
    for line, n in zip(lines, times.tolist()):
        ids = re.findall("<[0-9]+>", line)
        for pair in dict.fromkeys(a + b for a, b in zip(ids, ids[1:])):
            counts[pair] = counts.get(pair, 0) + n * len(re.findall(pair, line))
    best = max(counts, key=counts.get)
    out = np.full(words.shape, -1)
    for i, line in enumerate(lines):
        ids = re.findall("[0-9]+", re.sub(best, "<%d>" % new, line))
        out[i, :len(ids)] = [int(t) for t in ids]
    return out


# %% right: last counted place of each pair in one pass
def merge_step(words, times, new):
    counts = {}
    for row, n in zip(words, times):
        used = {}
        for j in range(len(row) - 1):
            a, b = int(row[j]), int(row[j + 1])
            if b < 0:
                break
            if used.get((a, b), -2) == j - 1:
                continue
            used[a, b] = j
            counts[a, b] = counts.get((a, b), 0) + int(n)
    a, b = max(counts, key=lambda pair: counts[pair])
    out = -np.ones(words.shape, dtype=np.int64)
    for i, row in enumerate(words):
        j = k = 0
        while j < len(row) and row[j] >= 0:
            if j + 1 < len(row) and row[j] == a and row[j + 1] == b:
                out[i, k] = new
                j += 2
            else:
                out[i, k] = row[j]
                j += 1
            k += 1
    return out


# %% right: a stack for the merge and runs for the count
def merge_step(words, times, new):
    from itertools import groupby
    rows = [[int(t) for t in row if t >= 0] for row in words]
    counts = {}
    for row in rows:
        for pair in zip(row, row[1:]):
            counts.setdefault(pair, 0)
    for row, n in zip(rows, times):
        n = int(n)
        for a, b in zip(row, row[1:]):
            if a != b:
                counts[a, b] += n
        for a, group in groupby(row):
            size = len(list(group))
            if size > 1:
                counts[a, a] += n * (size // 2)
    top = max(counts.values())
    a, b = next(pair for pair in counts if counts[pair] == top)
    out = []
    for row in rows:
        stack = []
        for t in row:
            if t == b and stack and stack[-1] == a:
                stack[-1] = new
            else:
                stack.append(t)
        out.append(stack + [-1] * (words.shape[1] - len(stack)))
    return np.array(out)


# %% right: recursive merge and torch output
def merge_step(words, times, new):
    import torch

    def merged(row, pair):
        if len(row) < 2:
            return row
        if row[:2] == pair:
            return (new,) + merged(row[2:], pair)
        return row[:1] + merged(row[1:], pair)

    rows = [tuple(int(t) for t in row if t >= 0) for row in words]
    order, counts = [], {}
    for row, n in zip(rows, times):
        for j in range(len(row) - 1):
            if row[j:j + 2] not in counts:
                order.append(row[j:j + 2])
                counts[row[j:j + 2]] = 0
        for pair in set(zip(row, row[1:])):
            counts[pair] += int(n) * (len(row) - len(merged(row, pair)))
    best = sorted(order, key=lambda pair: -counts[pair])[0]
    out = torch.full(tuple(words.shape), -1, dtype=torch.int64)
    for i, row in enumerate(rows):
        row = merged(row, best)
        out[i, :len(row)] = torch.tensor(row, dtype=torch.int64)
    return out


# %% right: from the end with later ties overwritten
def merge_step(words, times, new):
    rows = [[int(t) for t in row if t >= 0] for row in words]

    def hits(row, pair):
        found, j = [], 0
        while j < len(row) - 1:
            if (row[j], row[j + 1]) == pair:
                found.append(j)
                j += 1
            j += 1
        return found

    counts = {}
    for row, n in zip(rows, times):
        for pair in set(zip(row, row[1:])):
            counts[pair] = counts.get(pair, 0) + int(n) * len(hits(row, pair))
    best = None
    for row in rows[::-1]:
        for j in range(len(row) - 2, -1, -1):
            pair = (row[j], row[j + 1])
            if best is None or counts[pair] >= counts[best]:
                best = pair
    out = np.full(words.shape, -1)
    for i, row in enumerate(rows):
        row = list(row)
        for j in reversed(hits(row, best)):
            row[j:j + 2] = [new]
        out[i, :len(row)] = row
    return out


# %% right: pair codes with unique and first places
def merge_step(words, times, new):
    rows, width = words.shape
    w = words.astype(np.int64)
    left, right = w[:, :-1], w[:, 1:]
    hit = np.zeros(left.shape, dtype=bool)
    for j in range(width - 1):
        hit[:, j] = right[:, j] >= 0
        if j > 0:
            again = hit[:, j - 1] & (left[:, j - 1] == left[:, j]) & (right[:, j - 1] == right[:, j])
            hit[:, j] &= ~again
    code = left * 100003 + right
    weight = np.repeat(times.astype(np.int64)[:, None], width - 1, axis=1)[hit]
    ids, first, inverse = np.unique(code[hit], return_index=True, return_inverse=True)
    counts = np.zeros(len(ids), dtype=np.int64)
    np.add.at(counts, inverse.reshape(-1), weight)
    best = ids[np.lexsort((first, -counts))[0]]
    out = np.full((rows, width), -1, dtype=np.int64)
    for i in range(rows):
        take = hit[i] & (code[i] == best)
        line = w[i].copy()
        line[:-1][take] = new
        gone = np.zeros(width, dtype=bool)
        gone[1:] = take
        line = line[~gone & (w[i] >= 0)]
        out[i, :len(line)] = line
    return out


# %% right: total length after every possible merge
def merge_step(words, times, new):
    text = [[int(t) for t in row if t >= 0] for row in words]
    often = [int(n) for n in times]
    keys = ["".join(chr(65536 + t) for t in row) for row in text]
    candidates = list(dict.fromkeys(k[j:j + 2] for k in keys for j in range(len(k) - 1)))
    totals = []
    for c in candidates:
        totals.append(sum(n * len(k.replace(c, "x")) for k, n in zip(keys, often)))
    c = candidates[int(np.argmin(totals))]
    a, b = ord(c[0]) - 65536, ord(c[1]) - 65536
    for row in text:
        j = 0
        while j + 1 < len(row):
            if row[j] == a and row[j + 1] == b:
                row[j] = new
                del row[j + 1]
            j += 1
        row.extend([-1] * (words.shape[1] - len(row)))
    return np.asarray(text)


# %% right: iterator with a held token
def merge_step(words, times, new):
    def merged(row, a, b):
        held = None
        for t in row:
            if held is None:
                held = t
            elif held == a and t == b:
                yield new
                held = None
            else:
                yield held
                held = t
        if held is not None:
            yield held

    rows = [row[row >= 0].tolist() for row in words]
    from collections import Counter
    counts = Counter()
    for row, n in zip(rows, times.tolist()):
        for a, b in dict.fromkeys(zip(row[:-1], row[1:])):
            counts[a, b] += n * (len(row) - sum(1 for _ in merged(row, a, b)))
    (a, b), _ = max(counts.items(), key=lambda item: item[1])
    out = np.full(words.shape, -1, dtype=np.int64)
    for i, row in enumerate(rows):
        short = list(merged(row, a, b))
        out[i, :len(short)] = short
    return out


# %% wrong: overlaps-counted, earns 0.6 — counts overlapping pairs as the chapter does
def merge_step(words, times, new):
    rows = [[int(t) for t in row if t >= 0] for row in words]
    counts = {}
    for row, n in zip(rows, times):
        for pair in zip(row, row[1:]):
            counts[pair] = counts.get(pair, 0) + int(n)
    best = max(counts, key=counts.get)
    out = np.full(words.shape, -1)
    for i, row in enumerate(rows):
        j = k = 0
        while j < len(row):
            hit = tuple(row[j:j + 2]) == best
            out[i, k] = new if hit else row[j]
            j += 2 if hit else 1
            k += 1
    return out


# %% wrong: times-ignored, earns 0.4 — how often a word occurs is ignored
def merge_step(words, times, new):
    def merged(row, pair):
        out, i = [], 0
        while i < len(row):
            hit = tuple(row[i:i + 2]) == pair
            out.append(new if hit else row[i])
            i += 2 if hit else 1
        return out

    rows = [[int(t) for t in row if t >= 0] for row in words]
    counts = {}
    for row in rows:
        for pair in dict.fromkeys(zip(row, row[1:])):
            counts[pair] = counts.get(pair, 0) + len(row) - len(merged(row, pair))
    best = max(counts, key=counts.get)
    short = [merged(row, best) for row in rows]
    return np.array([row + [-1] * (words.shape[1] - len(row)) for row in short])


# %% wrong: words-counted, earns 0.4 — a pair counts only once in a word
def merge_step(words, times, new):
    def merged(row, pair):
        out, i = [], 0
        while i < len(row):
            hit = tuple(row[i:i + 2]) == pair
            out.append(new if hit else row[i])
            i += 2 if hit else 1
        return out

    rows = [[int(t) for t in row if t >= 0] for row in words]
    counts = {}
    for row, n in zip(rows, times):
        for pair in dict.fromkeys(zip(row, row[1:])):
            counts[pair] = counts.get(pair, 0) + int(n)
    best = max(counts, key=counts.get)
    short = [merged(row, best) for row in rows]
    return np.array([row + [-1] * (words.shape[1] - len(row)) for row in short])


# %% wrong: last-of-equals, earns 0.7 — last of several equal pairs wins
def merge_step(words, times, new):
    def merged(row, pair):
        out, i = [], 0
        while i < len(row):
            hit = tuple(row[i:i + 2]) == pair
            out.append(new if hit else row[i])
            i += 2 if hit else 1
        return out

    rows = [[int(t) for t in row if t >= 0] for row in words]
    counts = {}
    for row, n in zip(rows, times):
        for pair in dict.fromkeys(zip(row, row[1:])):
            counts[pair] = counts.get(pair, 0) + int(n) * (len(row) - len(merged(row, pair)))
    best, most = None, 0
    for pair, c in counts.items():
        if c >= most:
            best, most = pair, c
    short = [merged(row, best) for row in rows]
    return np.array([row + [-1] * (words.shape[1] - len(row)) for row in short])


# %% wrong: smaller-numbers, earns 0.7 — smallest numbers win a tie
def merge_step(words, times, new):
    def merged(row, pair):
        out, i = [], 0
        while i < len(row):
            hit = tuple(row[i:i + 2]) == pair
            out.append(new if hit else row[i])
            i += 2 if hit else 1
        return out

    rows = [[int(t) for t in row if t >= 0] for row in words]
    counts = {}
    for row, n in zip(rows, times):
        for pair in dict.fromkeys(zip(row, row[1:])):
            counts[pair] = counts.get(pair, 0) + int(n) * (len(row) - len(merged(row, pair)))
    best = min(counts, key=lambda pair: (-counts[pair], pair))
    short = [merged(row, best) for row in rows]
    return np.array([row + [-1] * (words.shape[1] - len(row)) for row in short])


# %% wrong: larger-numbers, earns 0.7 — largest numbers win a tie
def merge_step(words, times, new):
    def merged(row, pair):
        out, i = [], 0
        while i < len(row):
            hit = tuple(row[i:i + 2]) == pair
            out.append(new if hit else row[i])
            i += 2 if hit else 1
        return out

    rows = [[int(t) for t in row if t >= 0] for row in words]
    counts = {}
    for row, n in zip(rows, times):
        for pair in dict.fromkeys(zip(row, row[1:])):
            counts[pair] = counts.get(pair, 0) + int(n) * (len(row) - len(merged(row, pair)))
    best = max((c, pair) for pair, c in counts.items())[1]
    short = [merged(row, best) for row in rows]
    return np.array([row + [-1] * (words.shape[1] - len(row)) for row in short])


# %% wrong: leftmost, earns 0.7 — tie goes to the leftmost column before the row
def merge_step(words, times, new):
    def merged(row, pair):
        out, i = [], 0
        while i < len(row):
            hit = tuple(row[i:i + 2]) == pair
            out.append(new if hit else row[i])
            i += 2 if hit else 1
        return out

    rows = [[int(t) for t in row if t >= 0] for row in words]
    counts = {}
    for j in range(words.shape[1] - 1):
        for row in rows:
            if j + 1 < len(row):
                counts.setdefault((row[j], row[j + 1]), 0)
    for row, n in zip(rows, times):
        for pair in dict.fromkeys(zip(row, row[1:])):
            counts[pair] += int(n) * (len(row) - len(merged(row, pair)))
    best = max(counts, key=counts.get)
    short = [merged(row, best) for row in rows]
    return np.array([row + [-1] * (words.shape[1] - len(row)) for row in short])


# %% wrong: other-of-equals, earns 0.7 — tie inside a row goes to the sorted pair
def merge_step(words, times, new):
    def merged(row, pair):
        out, i = [], 0
        while i < len(row):
            hit = tuple(row[i:i + 2]) == pair
            out.append(new if hit else row[i])
            i += 2 if hit else 1
        return out

    rows = [[int(t) for t in row if t >= 0] for row in words]
    counts = {}
    for row, n in zip(rows, times):
        for pair in sorted(set(zip(row, row[1:]))):
            counts[pair] = counts.get(pair, 0) + int(n) * (len(row) - len(merged(row, pair)))
    best = max(counts, key=counts.get)
    short = [merged(row, best) for row in rows]
    return np.array([row + [-1] * (words.shape[1] - len(row)) for row in short])


# %% wrong: other-of-equals, earns 0.7 — tie inside a row goes farthest to the right
def merge_step(words, times, new):
    def merged(row, pair):
        out, i = [], 0
        while i < len(row):
            hit = tuple(row[i:i + 2]) == pair
            out.append(new if hit else row[i])
            i += 2 if hit else 1
        return out

    rows = [[int(t) for t in row if t >= 0] for row in words]
    counts = {}
    for row, n in zip(rows, times):
        for pair in dict.fromkeys(list(zip(row, row[1:]))[::-1]):
            counts[pair] = counts.get(pair, 0) + int(n) * (len(row) - len(merged(row, pair)))
    best = max(counts, key=counts.get)
    short = [merged(row, best) for row in rows]
    return np.array([row + [-1] * (words.shape[1] - len(row)) for row in short])


# %% wrong: other-of-equals, earns 0.7 — tie goes to the word that occurs most often
def merge_step(words, times, new):
    def merged(row, pair):
        out, i = [], 0
        while i < len(row):
            hit = tuple(row[i:i + 2]) == pair
            out.append(new if hit else row[i])
            i += 2 if hit else 1
        return out

    rows = [[int(t) for t in row if t >= 0] for row in words]
    counts = {}
    for r in np.argsort(-np.asarray(times), kind="stable"):
        row = rows[r]
        for pair in dict.fromkeys(zip(row, row[1:])):
            counts[pair] = counts.get(pair, 0) + int(times[r]) * (len(row) - len(merged(row, pair)))
    best = max(counts, key=counts.get)
    short = [merged(row, best) for row in rows]
    return np.array([row + [-1] * (words.shape[1] - len(row)) for row in short])


# %% wrong: merged-once, earns 0.5 — only the first hit in a word is merged
def merge_step(words, times, new):
    rows = [[int(t) for t in row if t >= 0] for row in words]
    counts = {}
    for row, n in zip(rows, times):
        last = {}
        for j, pair in enumerate(zip(row, row[1:])):
            if last.get(pair, -2) != j - 1:
                last[pair] = j
                counts[pair] = counts.get(pair, 0) + int(n)
    best = max(counts, key=counts.get)
    out = np.full(words.shape, -1)
    for i, row in enumerate(rows):
        for j in range(len(row) - 1):
            if (row[j], row[j + 1]) == best:
                row = row[:j] + [new] + row[j + 2:]
                break
        out[i, :len(row)] = row
    return out


# %% wrong: from-the-right, earns 0.7 — merges from the right
def merge_step(words, times, new):
    rows = [[int(t) for t in row if t >= 0] for row in words]
    counts = {}
    for row, n in zip(rows, times):
        last = {}
        for j, pair in enumerate(zip(row, row[1:])):
            if last.get(pair, -2) != j - 1:
                last[pair] = j
                counts[pair] = counts.get(pair, 0) + int(n)
    best = max(counts, key=counts.get)
    out = np.full(words.shape, -1)
    for i, row in enumerate(rows):
        j = len(row) - 2
        while j >= 0:
            if (row[j], row[j + 1]) == best:
                row = row[:j] + [new] + row[j + 2:]
                j -= 1
            j -= 1
        out[i, :len(row)] = row
    return out


# %% wrong: first-row-only, earns 0.5 — merges only in the first word with the pair
def merge_step(words, times, new):
    def merged(row, pair):
        out, i = [], 0
        while i < len(row):
            hit = tuple(row[i:i + 2]) == pair
            out.append(new if hit else row[i])
            i += 2 if hit else 1
        return out

    rows = [[int(t) for t in row if t >= 0] for row in words]
    counts = {}
    for row, n in zip(rows, times):
        for pair in dict.fromkeys(zip(row, row[1:])):
            counts[pair] = counts.get(pair, 0) + int(n) * (len(row) - len(merged(row, pair)))
    best = max(counts, key=counts.get)
    for i, row in enumerate(rows):
        short = merged(row, best)
        if len(short) < len(row):
            rows[i] = short
            break
    return np.array([row + [-1] * (words.shape[1] - len(row)) for row in rows])


# %% wrong: padding-merged, earns 0.3 — the padding is counted as pairs
def merge_step(words, times, new):
    def merged(row, pair):
        out, i = [], 0
        while i < len(row):
            hit = tuple(row[i:i + 2]) == pair
            out.append(new if hit else row[i])
            i += 2 if hit else 1
        return out

    rows = words.tolist()
    counts = {}
    for row, n in zip(rows, times):
        for pair in dict.fromkeys(zip(row, row[1:])):
            counts[pair] = counts.get(pair, 0) + int(n) * (len(row) - len(merged(row, pair)))
    best = max(counts, key=counts.get)
    short = [merged(row, best) for row in rows]
    return np.array([row + [-1] * (words.shape[1] - len(row)) for row in short])


# %% wrong: padding-merged, earns 0.3 — last token with padding counts as a pair
def merge_step(words, times, new):
    def merged(row, pair):
        out, i = [], 0
        while i < len(row):
            hit = tuple(row[i:i + 2]) == pair
            out.append(new if hit else row[i])
            i += 2 if hit else 1
        return out

    rows = words.tolist()
    counts = {}
    for row, n in zip(rows, times):
        for pair in dict.fromkeys(zip(row, row[1:])):
            if pair != (-1, -1):
                counts[pair] = counts.get(pair, 0) + int(n) * (len(row) - len(merged(row, pair)))
    best = max(counts, key=counts.get)
    short = [merged(row, best) for row in rows]
    return np.array([row + [-1] * (words.shape[1] - len(row)) for row in short])


# %% wrong: gaps, earns 0.6 — a gap stays where the second token was
def merge_step(words, times, new):
    rows = [[int(t) for t in row if t >= 0] for row in words]
    counts = {}
    for row, n in zip(rows, times):
        last = {}
        for j, pair in enumerate(zip(row, row[1:])):
            if last.get(pair, -2) != j - 1:
                last[pair] = j
                counts[pair] = counts.get(pair, 0) + int(n)
    best = max(counts, key=counts.get)
    out = words.astype(int)
    for line in out:
        for j in range(len(line) - 1):
            if (line[j], line[j + 1]) == best:
                line[j] = new
                line[j + 1] = -1
    return out


# %% wrong: other-padding, earns 0.7 — zeros fill up the end
def merge_step(words, times, new):
    def merged(row, pair):
        out, i = [], 0
        while i < len(row):
            hit = tuple(row[i:i + 2]) == pair
            out.append(new if hit else row[i])
            i += 2 if hit else 1
        return out

    rows = [[int(t) for t in row if t >= 0] for row in words]
    counts = {}
    for row, n in zip(rows, times):
        for pair in dict.fromkeys(zip(row, row[1:])):
            counts[pair] = counts.get(pair, 0) + int(n) * (len(row) - len(merged(row, pair)))
    best = max(counts, key=counts.get)
    short = [merged(row, best) for row in rows]
    return np.array([row + [0] * (words.shape[1] - len(row)) for row in short])


# %% wrong: shrunk, earns 0.7 — table shrinks to the longest word left
def merge_step(words, times, new):
    def merged(row, pair):
        out, i = [], 0
        while i < len(row):
            hit = tuple(row[i:i + 2]) == pair
            out.append(new if hit else row[i])
            i += 2 if hit else 1
        return out

    rows = [[int(t) for t in row if t >= 0] for row in words]
    counts = {}
    for row, n in zip(rows, times):
        for pair in dict.fromkeys(zip(row, row[1:])):
            counts[pair] = counts.get(pair, 0) + int(n) * (len(row) - len(merged(row, pair)))
    best = max(counts, key=counts.get)
    short = [merged(row, best) for row in rows]
    width = max(len(row) for row in short)
    return np.array([row + [-1] * (width - len(row)) for row in short])


# %% wrong: either-order, earns 0.4 — pairs without regard to their order
def merge_step(words, times, new):
    def merged(row, pair):
        out, i = [], 0
        while i < len(row):
            hit = tuple(sorted(row[i:i + 2])) == pair
            out.append(new if hit else row[i])
            i += 2 if hit else 1
        return out

    rows = [[int(t) for t in row if t >= 0] for row in words]
    counts = {}
    for row, n in zip(rows, times):
        for pair in dict.fromkeys(tuple(sorted(p)) for p in zip(row, row[1:])):
            counts[pair] = counts.get(pair, 0) + int(n) * (len(row) - len(merged(row, pair)))
    best = max(counts, key=counts.get)
    short = [merged(row, best) for row in rows]
    return np.array([row + [-1] * (words.shape[1] - len(row)) for row in short])


# %% wrong: pairs-confused, earns 0.7 — numbers joined as strings without a gap
def merge_step(words, times, new):
    rows = [[int(t) for t in row if t >= 0] for row in words]
    counts = {}
    for row, n in zip(rows, times):
        last = {}
        for j, (a, b) in enumerate(zip(row, row[1:])):
            key = str(a) + str(b)
            if last.get(key, -2) != j - 1:
                last[key] = j
                counts[key] = counts.get(key, 0) + int(n)
    best = max(counts, key=counts.get)
    out = np.full(words.shape, -1)
    for i, row in enumerate(rows):
        j = k = 0
        while j < len(row):
            hit = j + 1 < len(row) and str(row[j]) + str(row[j + 1]) == best
            out[i, k] = new if hit else row[j]
            j += 2 if hit else 1
            k += 1
    return out


# %% wrong: pairs-confused, earns 0.7 — pair code in base one hundred
def merge_step(words, times, new):
    rows = [[int(t) for t in row if t >= 0] for row in words]
    counts = {}
    for row, n in zip(rows, times):
        last = {}
        for j, (a, b) in enumerate(zip(row, row[1:])):
            key = 100 * a + b
            if last.get(key, -2) != j - 1:
                last[key] = j
                counts[key] = counts.get(key, 0) + int(n)
    best = max(counts, key=counts.get)
    out = np.full(words.shape, -1)
    for i, row in enumerate(rows):
        j = k = 0
        while j < len(row):
            hit = j + 1 < len(row) and 100 * row[j] + row[j + 1] == best
            out[i, k] = new if hit else row[j]
            j += 2 if hit else 1
            k += 1
    return out


# %% wrong: pairs-confused, earns 0.7 — pair code in base fifty thousand collides
def merge_step(words, times, new):
    rows = [[int(t) for t in row if t >= 0] for row in words]
    counts = {}
    for row, n in zip(rows, times):
        last = {}
        for j, (a, b) in enumerate(zip(row, row[1:])):
            key = 50000 * a + b
            if last.get(key, -2) != j - 1:
                last[key] = j
                counts[key] = counts.get(key, 0) + int(n)
    best = max(counts, key=counts.get)
    out = np.full(words.shape, -1)
    for i, row in enumerate(rows):
        j = k = 0
        while j < len(row):
            hit = j + 1 < len(row) and 50000 * row[j] + row[j + 1] == best
            out[i, k] = new if hit else row[j]
            j += 2 if hit else 1
            k += 1
    return out


# %% wrong: token-0-lost, earns 0.7 — token zero taken for padding
def merge_step(words, times, new):
    def merged(row, pair):
        out, i = [], 0
        while i < len(row):
            hit = tuple(row[i:i + 2]) == pair
            out.append(new if hit else row[i])
            i += 2 if hit else 1
        return out

    rows = [[int(t) for t in row if t > 0] for row in words]
    counts = {}
    for row, n in zip(rows, times):
        for pair in dict.fromkeys(zip(row, row[1:])):
            counts[pair] = counts.get(pair, 0) + int(n) * (len(row) - len(merged(row, pair)))
    if not counts:
        return words.copy()
    best = max(counts, key=counts.get)
    short = [merged(row, best) for row in rows]
    return np.array([row + [-1] * (words.shape[1] - len(row)) for row in short])


# %% wrong: halved, earns 0.6 — equal pairs counted half of all over the word
def merge_step(words, times, new):
    rows = [[int(t) for t in row if t >= 0] for row in words]
    counts = {}
    for row, n in zip(rows, times):
        pairs = list(zip(row, row[1:]))
        for pair in dict.fromkeys(pairs):
            c = pairs.count(pair)
            if pair[0] == pair[1]:
                c = (c + 1) // 2
            counts[pair] = counts.get(pair, 0) + int(n) * c
    best = max(counts, key=counts.get)
    out = np.full(words.shape, -1)
    for i, row in enumerate(rows):
        j = k = 0
        while j < len(row):
            hit = tuple(row[j:j + 2]) == best
            out[i, k] = new if hit else row[j]
            j += 2 if hit else 1
            k += 1
    return out


# %% wrong: halved, earns 0.6 — equal pairs counted half and rounded down
def merge_step(words, times, new):
    rows = [[int(t) for t in row if t >= 0] for row in words]
    counts = {}
    for row, n in zip(rows, times):
        pairs = list(zip(row, row[1:]))
        for pair in dict.fromkeys(pairs):
            c = pairs.count(pair)
            if pair[0] == pair[1] and c > 1:
                c = c // 2
            counts[pair] = counts.get(pair, 0) + int(n) * c
    best = max(counts, key=counts.get)
    out = np.full(words.shape, -1)
    for i, row in enumerate(rows):
        j = k = 0
        while j < len(row):
            hit = tuple(row[j:j + 2]) == best
            out[i, k] = new if hit else row[j]
            j += 2 if hit else 1
            k += 1
    return out


# %% wrong: even-places, earns 0.4 — count looks only at even places
def merge_step(words, times, new):
    rows = [[int(t) for t in row if t >= 0] for row in words]
    counts = {}
    for row, n in zip(rows, times):
        for j in range(0, len(row) - 1, 2):
            pair = (row[j], row[j + 1])
            counts[pair] = counts.get(pair, 0) + int(n)
    best = max(counts, key=counts.get)
    out = np.full(words.shape, -1)
    for i, row in enumerate(rows):
        j = k = 0
        while j < len(row):
            hit = tuple(row[j:j + 2]) == best
            out[i, k] = new if hit else row[j]
            j += 2 if hit else 1
            k += 1
    return out


# %% wrong: changed-arguments, earns 0.7 — merges in the table that was given
def merge_step(words, times, new):
    counts = {}
    for row, n in zip(words, times):
        row = [int(t) for t in row if t >= 0]
        last = {}
        for j, pair in enumerate(zip(row, row[1:])):
            if last.get(pair, -2) != j - 1:
                last[pair] = j
                counts[pair] = counts.get(pair, 0) + int(n)
    best = max(counts, key=counts.get)
    for row in words:
        j = 0
        while j + 1 < len(row):
            if (int(row[j]), int(row[j + 1])) == best:
                row[j] = new
                row[j + 1:-1] = row[j + 2:].copy()
                row[-1] = -1
            j += 1
    return words


# %% wrong: overlaps-merged, earns 0.5 — all hits at once so runs merge too often
def merge_step(words, times, new):
    rows = [[int(t) for t in row if t >= 0] for row in words]
    counts = {}
    for row, n in zip(rows, times):
        last = {}
        for j, pair in enumerate(zip(row, row[1:])):
            if last.get(pair, -2) != j - 1:
                last[pair] = j
                counts[pair] = counts.get(pair, 0) + int(n)
    a, b = max(counts, key=counts.get)
    out = np.full(words.shape, -1)
    for i, row in enumerate(rows):
        r = np.array(row)
        hit = np.flatnonzero((r[:-1] == a) & (r[1:] == b))
        r[hit] = new
        r = np.delete(r, hit + 1)
        out[i, :len(r)] = r
    return out


# %% wrong: unrecognised — merges until no pair is left
def merge_step(words, times, new):
    rows = [[int(t) for t in row if t >= 0] for row in words]
    fresh = new
    while True:
        counts = {}
        for row, n in zip(rows, times):
            last = {}
            for j, pair in enumerate(zip(row, row[1:])):
                if last.get(pair, -2) != j - 1:
                    last[pair] = j
                    counts[pair] = counts.get(pair, 0) + int(n)
        if not counts:
            break
        best = max(counts, key=counts.get)
        done = []
        for row in rows:
            out, j = [], 0
            while j < len(row):
                hit = tuple(row[j:j + 2]) == best
                out.append(fresh if hit else row[j])
                j += 2 if hit else 1
            done.append(out)
        rows = done
        fresh += 1
    return np.array([row + [-1] * (words.shape[1] - len(row)) for row in rows])


# %% wrong: across-words, earns 0.4 — pairs reach across the border of words
def merge_step(words, times, new):
    rows = [[int(t) for t in row if t >= 0] for row in words]
    counts = {}
    before = None
    for row, n in zip(rows, times):
        last = {}
        line = row if before is None else [before] + row
        for j, pair in enumerate(zip(line, line[1:])):
            if last.get(pair, -2) != j - 1:
                last[pair] = j
                counts[pair] = counts.get(pair, 0) + int(n)
        before = row[-1]
    best = max(counts, key=counts.get)
    out = np.full(words.shape, -1)
    for i, row in enumerate(rows):
        j = k = 0
        while j < len(row):
            hit = tuple(row[j:j + 2]) == best
            out[i, k] = new if hit else row[j]
            j += 2 if hit else 1
            k += 1
    return out


# %% wrong: last-token-lost, earns 0.5 — last token lost when nothing is merged there
def merge_step(words, times, new):
    rows = [[int(t) for t in row if t >= 0] for row in words]
    counts = {}
    for row, n in zip(rows, times):
        last = {}
        for j, pair in enumerate(zip(row, row[1:])):
            if last.get(pair, -2) != j - 1:
                last[pair] = j
                counts[pair] = counts.get(pair, 0) + int(n)
    best = max(counts, key=counts.get)
    out = np.full(words.shape, -1)
    for i, row in enumerate(rows):
        j = k = 0
        while j < len(row) - 1:
            hit = tuple(row[j:j + 2]) == best
            out[i, k] = new if hit else row[j]
            j += 2 if hit else 1
            k += 1
    return out


# %% wrong: unrecognised, earns 0.5 — output in sixteen bits overflows
def merge_step(words, times, new):
    rows = [[int(t) for t in row if t >= 0] for row in words]
    counts = {}
    for row, n in zip(rows, times):
        last = {}
        for j, pair in enumerate(zip(row, row[1:])):
            if last.get(pair, -2) != j - 1:
                last[pair] = j
                counts[pair] = counts.get(pair, 0) + int(n)
    best = max(counts, key=counts.get)
    out = np.full(words.shape, -1)
    for i, row in enumerate(rows):
        j = k = 0
        while j < len(row):
            hit = tuple(row[j:j + 2]) == best
            out[i, k] = new if hit else row[j]
            j += 2 if hit else 1
            k += 1
    return out.astype(np.int16)


# %% wrong: too-few-bits, earns 0.7 — counts in sixteen bits overflow
def merge_step(words, times, new):
    rows = [[int(t) for t in row if t >= 0] for row in words]
    counts = {}
    for row, n in zip(rows, times):
        last = {}
        for j, pair in enumerate(zip(row, row[1:])):
            if last.get(pair, -2) != j - 1:
                last[pair] = j
                counts[pair] = (counts.get(pair, 0) + int(n)) % 65536
    best = max(counts, key=counts.get)
    out = np.full(words.shape, -1)
    for i, row in enumerate(rows):
        j = k = 0
        while j < len(row):
            hit = tuple(row[j:j + 2]) == best
            out[i, k] = new if hit else row[j]
            j += 2 if hit else 1
            k += 1
    return out


# %% wrong: unrecognised, earns 0.5 — pair that counts only one is not merged
def merge_step(words, times, new):
    rows = [[int(t) for t in row if t >= 0] for row in words]
    counts = {}
    for row, n in zip(rows, times):
        last = {}
        for j, pair in enumerate(zip(row, row[1:])):
            if last.get(pair, -2) != j - 1:
                last[pair] = j
                counts[pair] = counts.get(pair, 0) + int(n)
    best = max(counts, key=counts.get)
    if counts[best] < 2:
        return words.copy()
    out = np.full(words.shape, -1)
    for i, row in enumerate(rows):
        j = k = 0
        while j < len(row):
            hit = tuple(row[j:j + 2]) == best
            out[i, k] = new if hit else row[j]
            j += 2 if hit else 1
            k += 1
    return out


# %% wrong: unrecognised — only first token of the pair is compared
def merge_step(words, times, new):
    rows = [[int(t) for t in row if t >= 0] for row in words]
    counts = {}
    for row, n in zip(rows, times):
        last = {}
        for j, pair in enumerate(zip(row, row[1:])):
            if last.get(pair, -2) != j - 1:
                last[pair] = j
                counts[pair] = counts.get(pair, 0) + int(n)
    best = max(counts, key=counts.get)
    out = np.full(words.shape, -1)
    for i, row in enumerate(rows):
        j = k = 0
        while j < len(row):
            hit = j + 1 < len(row) and row[j] == best[0]
            out[i, k] = new if hit else row[j]
            j += 2 if hit else 1
            k += 1
    return out


# %% wrong: unrecognised — rarest pair is merged
def merge_step(words, times, new):
    rows = [[int(t) for t in row if t >= 0] for row in words]
    counts = {}
    for row, n in zip(rows, times):
        last = {}
        for j, pair in enumerate(zip(row, row[1:])):
            if last.get(pair, -2) != j - 1:
                last[pair] = j
                counts[pair] = counts.get(pair, 0) + int(n)
    best = min(counts, key=counts.get)
    out = np.full(words.shape, -1)
    for i, row in enumerate(rows):
        j = k = 0
        while j < len(row):
            hit = tuple(row[j:j + 2]) == best
            out[i, k] = new if hit else row[j]
            j += 2 if hit else 1
            k += 1
    return out
