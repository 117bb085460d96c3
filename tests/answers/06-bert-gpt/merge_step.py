# %% right: a dictionary in the order of the text
def merge_step(words, times, new):
    from itertools import pairwise

    def merged(row, pair):
        tokens, i = [], 0
        while i < len(row):
            hit = tuple(row[i : i + 2]) == pair
            tokens.append(new if hit else row[i])
            i += 2 if hit else 1
        return tokens

    rows = [row[row != -1].tolist() for row in words]
    counts = {}
    for row, often in zip(rows, times.tolist(), strict=True):
        for pair in dict.fromkeys(pairwise(row)):
            often_here = len(row) - len(merged(row, pair))
            counts[pair] = counts.get(pair, 0) + often * often_here
    best = max(counts, key=counts.get)
    result = np.full_like(words, -1)
    for line, row in zip(result, rows, strict=True):
        tokens = merged(row, best)
        line[: len(tokens)] = tokens
    return result


# %% right: runs counted by hand — lists returned
def merge_step(words, times, new):
    words, times = words.tolist(), times.tolist()
    counts, order = {}, []
    for row, often in zip(words, times, strict=True):
        blocked = None  # where the pair before ended, if it was the same
        for i in range(len(row) - 1):
            pair = row[i], row[i + 1]
            if pair[1] == -1:
                break
            if pair not in counts:
                counts[pair] = 0
                order.append(pair)
            if blocked == (i, pair):
                blocked = None
                continue
            counts[pair] += often
            blocked = (i + 1, pair) if pair[0] == pair[1] else None
    best = sorted(order, key=lambda pair: (-counts[pair], order.index(pair)))[0]
    result = []
    for row in words:
        line, i = [], 0
        while i < len(row):
            if tuple(row[i : i + 2]) == best:
                line.append(new)
                i += 1
            else:
                line.append(row[i])
            i += 1
        result.append(line + [-1] * (len(row) - len(line)))
    return result


# %% right: regular expressions
def merge_step(words, times, new):
    import re
    from itertools import pairwise

    lines = [" ".join(f"<{token}>" for token in row if token != -1) for row in words]
    found = {}
    for line in lines:
        tokens = line.split()
        for a, b in pairwise(tokens):
            found[f"{a} {b}"] = None

    def often(pair):
        return sum(n * line.count(pair) for n, line in zip(times.tolist(), lines, strict=True))

    best = max(found, key=often)
    result = np.full(words.shape, -1)
    for row, line in zip(result, lines, strict=True):
        tokens = re.findall(r"<(\d+)>", line.replace(best, f"<{new}>"))
        row[: len(tokens)] = [int(token) for token in tokens]
    return result


# %% wrong: overlaps-counted, earns 0.6
def merge_step(words, times, new):
    from itertools import pairwise

    rows, counts = [row[row != -1].tolist() for row in words], {}
    for row, often in zip(rows, times, strict=True):
        for pair in pairwise(row):
            counts[pair] = counts.get(pair, 0) + often
    best = max(counts, key=counts.get)
    result = np.full_like(words, -1)
    for line, row in zip(result, rows, strict=True):
        i = k = 0
        while i < len(row):
            hit = tuple(row[i : i + 2]) == best
            line[k] = new if hit else row[i]
            i, k = i + 1 + hit, k + 1
    return result


# %% wrong: overlaps-and-chapter, earns 0.4 — with the functions of the package
def merge_step(words, times, new):
    from payattention.tokenize import count_pairs, merged

    rows, often = [tuple(row[row != -1].tolist()) for row in words], {}
    for row, n in zip(rows, times.tolist(), strict=True):
        often[row] = often.get(row, 0) + n
    counts = count_pairs(often)
    best = min(counts, key=lambda pair: (-counts[pair], pair))
    lines = [merged(row, best, new) for row in rows]
    return [line + [-1] * (words.shape[1] - len(line)) for line in lines]


# %% wrong: times-ignored, earns 0.4
def merge_step(words, times, new):
    from itertools import pairwise

    rows, counts = [row[row != -1].tolist() for row in words], {}
    for row in rows:
        last = None
        for i, pair in enumerate(pairwise(row)):
            if last == (i - 1, pair):
                last = None
                continue
            counts[pair] = counts.get(pair, 0) + 1
            last = i, pair
    best = max(counts, key=counts.get)
    result = np.full_like(words, -1)
    for line, row in zip(result, rows, strict=True):
        i = k = 0
        while i < len(row):
            hit = tuple(row[i : i + 2]) == best
            line[k] = new if hit else row[i]
            i, k = i + 1 + hit, k + 1
    return result


# %% wrong: times-ignored, earns 0.4 — and overlaps, too
def merge_step(words, times, new):
    from itertools import pairwise

    rows, counts = [row[row != -1].tolist() for row in words], {}
    for row in rows:
        for pair in pairwise(row):
            counts[pair] = counts.get(pair, 0) + 1
    best = max(counts, key=counts.get)
    result = np.full_like(words, -1)
    for line, row in zip(result, rows, strict=True):
        i = k = 0
        while i < len(row):
            hit = tuple(row[i : i + 2]) == best
            line[k] = new if hit else row[i]
            i, k = i + 1 + hit, k + 1
    return result


# %% wrong: words-counted, earns 0.4
def merge_step(words, times, new):
    from itertools import pairwise

    rows, counts = [row[row != -1].tolist() for row in words], {}
    for row, often in zip(rows, times, strict=True):
        for pair in dict.fromkeys(pairwise(row)):
            counts[pair] = counts.get(pair, 0) + often
    best = max(counts, key=counts.get)
    result = np.full_like(words, -1)
    for line, row in zip(result, rows, strict=True):
        i = k = 0
        while i < len(row):
            hit = tuple(row[i : i + 2]) == best
            line[k] = new if hit else row[i]
            i, k = i + 1 + hit, k + 1
    return result


# %% wrong: smaller-numbers, earns 0.7
def merge_step(words, times, new):
    from itertools import pairwise

    def merged(row, pair):
        tokens, i = [], 0
        while i < len(row):
            hit = tuple(row[i : i + 2]) == pair
            tokens.append(new if hit else row[i])
            i += 2 if hit else 1
        return tokens

    rows, counts = [row[row != -1].tolist() for row in words], {}
    for row, often in zip(rows, times, strict=True):
        for pair in set(pairwise(row)):
            counts[pair] = counts.get(pair, 0) + often * (len(row) - len(merged(row, pair)))
    best = min(counts, key=lambda pair: (-counts[pair], pair))
    lines = [merged(row, best) for row in rows]
    return np.array([line + [-1] * (words.shape[1] - len(line)) for line in lines])


# %% wrong: last-of-equals, earns 0.7 — `>=` keeps the later one
def merge_step(words, times, new):
    from itertools import pairwise

    def merged(row, pair):
        tokens, i = [], 0
        while i < len(row):
            hit = tuple(row[i : i + 2]) == pair
            tokens.append(new if hit else row[i])
            i += 2 if hit else 1
        return tokens

    rows, counts = [row[row != -1].tolist() for row in words], {}
    for row, often in zip(rows, times, strict=True):
        for pair in dict.fromkeys(pairwise(row)):
            counts[pair] = counts.get(pair, 0) + often * (len(row) - len(merged(row, pair)))
    best, most = None, 0
    for pair, often in counts.items():
        if often >= most:
            best, most = pair, often
    lines = [merged(row, best) for row in rows]
    return np.array([line + [-1] * (words.shape[1] - len(line)) for line in lines])


# %% wrong: merged-once, earns 0.5
def merge_step(words, times, new):
    from itertools import pairwise

    def merged(row, pair):
        tokens, i = [], 0
        while i < len(row):
            hit = tuple(row[i : i + 2]) == pair
            tokens.append(new if hit else row[i])
            i += 2 if hit else 1
        return tokens

    rows, counts = [row[row != -1].tolist() for row in words], {}
    for row, often in zip(rows, times, strict=True):
        for pair in dict.fromkeys(pairwise(row)):
            counts[pair] = counts.get(pair, 0) + often * (len(row) - len(merged(row, pair)))
    best = max(counts, key=counts.get)
    result = np.full_like(words, -1)
    for line, row in zip(result, rows, strict=True):
        pairs = list(pairwise(row))
        if best in pairs:
            i = pairs.index(best)
            row[i : i + 2] = [new]
        line[: len(row)] = row
    return result


# %% wrong: from-the-right, earns 0.7
def merge_step(words, times, new):
    from itertools import pairwise

    def merged(row, pair):
        tokens, i = [], len(row)
        while i > 0:
            hit = i > 1 and (row[i - 2], row[i - 1]) == pair
            tokens.insert(0, new if hit else row[i - 1])
            i -= 2 if hit else 1
        return tokens

    rows, counts = [row[row != -1].tolist() for row in words], {}
    for row, often in zip(rows, times, strict=True):
        for pair in dict.fromkeys(pairwise(row)):
            counts[pair] = counts.get(pair, 0) + often * (len(row) - len(merged(row, pair)))
    best = max(counts, key=counts.get)
    lines = [merged(row, best) for row in rows]
    return np.array([line + [-1] * (words.shape[1] - len(line)) for line in lines])


# %% wrong: gaps, earns 0.6
def merge_step(words, times, new):
    from itertools import pairwise

    def hits(row, pair):
        found, i = [], 0
        while i < len(row) - 1:
            hit = (row[i], row[i + 1]) == pair
            found += [i] if hit else []
            i += 2 if hit else 1
        return found

    counts = {}
    for row, often in zip(words.tolist(), times, strict=True):
        for pair in dict.fromkeys(pairwise(row)):
            if -1 not in pair:
                counts[pair] = counts.get(pair, 0) + often * len(hits(row, pair))
    best = max(counts, key=counts.get)
    result = words.copy()
    for line, row in zip(result, words.tolist(), strict=True):
        for i in hits(row, best):
            line[i : i + 2] = new, -1
    return result


# %% wrong: padding-merged, earns 0.3
def merge_step(words, times, new):
    from itertools import pairwise

    def merged(row, pair):
        tokens, i = [], 0
        while i < len(row):
            hit = tuple(row[i : i + 2]) == pair
            tokens.append(new if hit else row[i])
            i += 2 if hit else 1
        return tokens

    rows, counts = words.tolist(), {}
    for row, often in zip(rows, times, strict=True):
        for pair in dict.fromkeys(pairwise(row)):
            counts[pair] = counts.get(pair, 0) + often * (len(row) - len(merged(row, pair)))
    best = max(counts, key=counts.get)
    lines = [merged(row, best) for row in rows]
    return np.array([line + [-1] * (words.shape[1] - len(line)) for line in lines])


# %% wrong: token-0-lost, earns 0.7
def merge_step(words, times, new):
    from itertools import pairwise

    def merged(row, pair):
        tokens, i = [], 0
        while i < len(row):
            hit = tuple(row[i : i + 2]) == pair
            tokens.append(new if hit else row[i])
            i += 2 if hit else 1
        return tokens

    rows, counts = [[token for token in row if token > 0] for row in words.tolist()], {}
    for row, often in zip(rows, times, strict=True):
        for pair in dict.fromkeys(pairwise(row)):
            counts[pair] = counts.get(pair, 0) + often * (len(row) - len(merged(row, pair)))
    best = max(counts, key=counts.get) if counts else None
    lines = [merged(row, best) for row in rows]
    return np.array([line + [-1] * (words.shape[1] - len(line)) for line in lines])


# %% wrong: shrunk, earns 0.7
def merge_step(words, times, new):
    from itertools import pairwise

    def merged(row, pair):
        tokens, i = [], 0
        while i < len(row):
            hit = tuple(row[i : i + 2]) == pair
            tokens.append(new if hit else row[i])
            i += 2 if hit else 1
        return tokens

    rows, counts = [row[row != -1].tolist() for row in words], {}
    for row, often in zip(rows, times, strict=True):
        for pair in dict.fromkeys(pairwise(row)):
            counts[pair] = counts.get(pair, 0) + often * (len(row) - len(merged(row, pair)))
    best = max(counts, key=counts.get)
    lines = [merged(row, best) for row in rows]
    width = max(map(len, lines))
    return np.array([line + [-1] * (width - len(line)) for line in lines])


# %% wrong: larger-numbers, earns 0.7
def merge_step(words, times, new):
    from itertools import pairwise

    def merged(row, pair):
        tokens, i = [], 0
        while i < len(row):
            hit = tuple(row[i : i + 2]) == pair
            tokens.append(new if hit else row[i])
            i += 2 if hit else 1
        return tokens

    rows, counts = [row[row != -1].tolist() for row in words], {}
    for row, often in zip(rows, times, strict=True):
        for pair in dict.fromkeys(pairwise(row)):
            counts[pair] = counts.get(pair, 0) + often * (len(row) - len(merged(row, pair)))
    best = max(counts, key=lambda pair: (counts[pair], pair))
    lines = [merged(row, best) for row in rows]
    return np.array([line + [-1] * (words.shape[1] - len(line)) for line in lines])


# %% wrong: leftmost, earns 0.7
def merge_step(words, times, new):
    from itertools import pairwise

    def merged(row, pair):
        tokens, i = [], 0
        while i < len(row):
            hit = tuple(row[i : i + 2]) == pair
            tokens.append(new if hit else row[i])
            i += 2 if hit else 1
        return tokens

    rows, counts = [row[row != -1].tolist() for row in words], {}
    for row, often in zip(rows, times, strict=True):
        for pair in dict.fromkeys(pairwise(row)):
            counts[pair] = counts.get(pair, 0) + often * (len(row) - len(merged(row, pair)))

    def place(pair):
        return min(
            (list(pairwise(row)).index(pair), i)
            for i, row in enumerate(rows)
            if pair in pairwise(row)
        )

    best = min(counts, key=lambda pair: (-counts[pair], place(pair)))
    lines = [merged(row, best) for row in rows]
    return np.array([line + [-1] * (words.shape[1] - len(line)) for line in lines])


# %% wrong: overlaps-merged, earns 0.5
def merge_step(words, times, new):
    from itertools import pairwise

    def overlapping(row, pair):
        tokens, i = [], 0
        while i < len(row):
            hit = tuple(row[i : i + 2]) == pair
            tokens.append(new if hit else row[i])
            i += 1 if hit and tuple(row[i + 1 : i + 3]) == pair else 2 if hit else 1
        return tokens

    rows, counts = [row[row != -1].tolist() for row in words], {}
    for row, often in zip(rows, times, strict=True):
        for pair in dict.fromkeys(pairwise(row)):
            pairs, n = list(pairwise(row)), 0
            while pair in pairs:
                pairs, n = pairs[pairs.index(pair) + 2 :], n + 1
            counts[pair] = counts.get(pair, 0) + often * n
    best = max(counts, key=counts.get)
    lines = [overlapping(row, best) for row in rows]
    return np.array([line + [-1] * (words.shape[1] - len(line)) for line in lines])


# %% wrong: overlaps-merged, earns 0.5 — and counted
def merge_step(words, times, new):
    from itertools import pairwise

    rows, counts = [row[row != -1].tolist() for row in words], {}
    for row, often in zip(rows, times, strict=True):
        for pair in pairwise(row):
            counts[pair] = counts.get(pair, 0) + often
    best = max(counts, key=counts.get)
    result = np.full_like(words, -1)
    for line, row in zip(result, rows, strict=True):
        tokens, used = [], False
        for i, token in enumerate(row):
            hit = tuple(row[i : i + 2]) == best
            tokens += [new] if hit else [] if used else [token]
            used = hit
        line[: len(tokens)] = tokens
    return result


# %% wrong: even-places, earns 0.4
def merge_step(words, times, new):
    from itertools import pairwise

    def merged(row, pair):
        tokens, i = [], 0
        while i < len(row):
            hit = tuple(row[i : i + 2]) == pair
            tokens.append(new if hit else row[i])
            i += 2 if hit else 1
        return tokens

    rows, counts = [row[row != -1].tolist() for row in words], {}
    for row in rows:
        for pair in pairwise(row):
            counts[pair] = 0
    for row, often in zip(rows, times, strict=True):
        for pair in zip(row[::2], row[1::2], strict=False):
            counts[pair] += often
    best = max(counts, key=counts.get)
    lines = [merged(row, best) for row in rows]
    return np.array([line + [-1] * (words.shape[1] - len(line)) for line in lines])


# %% wrong: across-words, earns 0.4
def merge_step(words, times, new):
    from itertools import pairwise

    def merged(row, pair):
        tokens, i = [], 0
        while i < len(row):
            hit = tuple(row[i : i + 2]) == pair
            tokens.append(new if hit else row[i])
            i += 2 if hit else 1
        return tokens

    rows, counts = [row[row != -1].tolist() for row in words], {}
    before = []
    for row, often in zip(rows, times, strict=True):
        for pair in pairwise(before + row):
            counts[pair] = counts.get(pair, 0) + often
        before = [row[-1]]
    best = max(counts, key=counts.get)
    lines = [merged(row, best) for row in rows]
    return np.array([line + [-1] * (words.shape[1] - len(line)) for line in lines])


# %% wrong: other-padding, earns 0.7
def merge_step(words, times, new):
    from itertools import pairwise

    def merged(row, pair):
        tokens, i = [], 0
        while i < len(row):
            hit = tuple(row[i : i + 2]) == pair
            tokens.append(new if hit else row[i])
            i += 2 if hit else 1
        return tokens

    rows, counts = [row[row != -1].tolist() for row in words], {}
    for row, often in zip(rows, times, strict=True):
        for pair in dict.fromkeys(pairwise(row)):
            counts[pair] = counts.get(pair, 0) + often * (len(row) - len(merged(row, pair)))
    best = max(counts, key=counts.get)
    lines = [merged(row, best) for row in rows]
    return np.array([line + [0] * (words.shape[1] - len(line)) for line in lines])


# %% wrong: pairs-confused, earns 0.7 — ids joined as strings with blanks
def merge_step(words, times, new):
    from itertools import pairwise

    texts = [" ".join(str(t) for t in row if t >= 0) for row in words.tolist()]
    pairs = {}
    for row in words.tolist():
        row = [t for t in row if t >= 0]
        for a, b in pairwise(row):
            pair = f"{a} {b}"
            if pair not in pairs:
                pairs[pair] = sum(
                    text.count(pair) * k for text, k in zip(texts, times.tolist(), strict=False)
                )
    best = max(pairs, key=pairs.get)
    out = np.full(words.shape, -1)
    for r, text in enumerate(texts):
        row = [int(t) for t in text.replace(best, str(new)).split()]
        out[r, : len(row)] = row[: words.shape[1]]
    return out


# %% wrong: neighbours-skipped, earns 0.5 — ids joined as strings with blanks around
def merge_step(words, times, new):
    from itertools import pairwise

    texts = [" " + " ".join(str(t) for t in row if t >= 0) + " " for row in words.tolist()]
    pairs = {}
    for row in words.tolist():
        row = [t for t in row if t >= 0]
        for a, b in pairwise(row):
            pair = f" {a} {b} "
            if pair not in pairs:
                pairs[pair] = sum(
                    text.count(pair) * k for text, k in zip(texts, times.tolist(), strict=False)
                )
    best = max(pairs, key=pairs.get)
    out = np.full(words.shape, -1)
    for r, text in enumerate(texts):
        row = [int(t) for t in text.replace(best, f" {new} ").split()]
        out[r, : len(row)] = row
    return out


# %% wrong: pairs-confused, earns 0.7 — ids put in base 100
def merge_step(words, times, new):
    counts = {}
    rows = [[t for t in row if t >= 0] for row in words.tolist()]
    for row, k in zip(rows, times.tolist(), strict=False):
        end = {}
        for j in range(len(row) - 1):
            key = 100 * row[j] + row[j + 1]
            counts.setdefault(key, 0)
            if j >= end.get(key, 0):
                counts[key] += k
                end[key] = j + 2
    best = max(counts, key=counts.get)
    out = np.full(words.shape, -1)
    for r, row in enumerate(rows):
        i = j = 0
        while i < len(row):
            if i + 1 < len(row) and 100 * row[i] + row[i + 1] == best:
                out[r, j] = new
                i += 2
            else:
                out[r, j] = row[i]
                i += 1
            j += 1
    return out


# %% wrong: last-token-lost, earns 0.5 — loop ends one token early
def merge_step(words, times, new):
    from itertools import pairwise

    def merged(row, pair):
        out, i = [], 0
        while i < len(row) - 1:
            if (row[i], row[i + 1]) == pair:
                out.append(new)
                i += 2
            else:
                out.append(row[i])
                i += 1
        return out

    rows = [[t for t in row if t >= 0] for row in words.tolist()]
    counts = {}
    for row, k in zip(rows, times.tolist(), strict=False):
        for pair in dict.fromkeys(pairwise(row)):
            counts[pair] = counts.get(pair, 0) + k * (len(row) - len(merged(row, pair)))
    best = max(counts, key=counts.get)
    return np.array([(m := merged(row, best)) + [-1] * (words.shape[1] - len(m)) for row in rows])


# %% wrong: either-order, earns 0.4 — pair without order
def merge_step(words, times, new):
    from itertools import pairwise

    def merged(row, pair):
        out, i = [], 0
        while i < len(row):
            if i + 1 < len(row) and tuple(sorted(row[i : i + 2])) == pair:
                out.append(new)
                i += 2
            else:
                out.append(row[i])
                i += 1
        return out

    rows = [[t for t in row if t >= 0] for row in words.tolist()]
    counts = {}
    for row, k in zip(rows, times.tolist(), strict=False):
        for pair in dict.fromkeys(tuple(sorted(p)) for p in pairwise(row)):
            counts[pair] = counts.get(pair, 0) + k * (len(row) - len(merged(row, pair)))
    best = max(counts, key=counts.get)
    return np.array([(m := merged(row, best)) + [-1] * (words.shape[1] - len(m)) for row in rows])


# %% wrong: own-number, earns 0.6 — a new token may be merged again
def merge_step(words, times, new):
    from itertools import pairwise

    rows = [[t for t in row if t >= 0] for row in words.tolist()]
    new = max(max(row) for row in rows) + 1
    counts = {}
    for row, k in zip(rows, times.tolist(), strict=False):
        length = 1
        for a, b in pairwise(row):
            length = length + 1 if a == b else 1
            counts[a, b] = counts.get((a, b), 0) + (k if a != b or length % 2 == 0 else 0)
    best = max(counts, key=counts.get)
    out = np.full(words.shape, -1)
    for r, row in enumerate(rows):
        i = j = 0
        while i < len(row):
            if tuple(row[i : i + 2]) == best:
                out[r, j] = new
                i += 2
            else:
                out[r, j] = row[i]
                i += 1
            j += 1
    return out


# %% wrong: counted-once-in-a-run, earns 0.6 — a pair of two equal tokens never counts twice in a
def merge_step(words, times, new):
    from itertools import pairwise

    rows = [[t for t in row if t >= 0] for row in words.tolist()]
    counts = {}
    for row, k in zip(rows, times.tolist(), strict=False):
        seen = set()
        for a, b in pairwise(row):
            if a == b and a in seen:
                continue
            if a == b:
                seen.add(a)
            counts[a, b] = counts.get((a, b), 0) + k
    best = max(counts, key=counts.get)
    out = np.full(words.shape, -1)
    for r, row in enumerate(rows):
        i = j = 0
        while i < len(row):
            if tuple(row[i : i + 2]) == best:
                out[r, j] = new
                i += 2
            else:
                out[r, j] = row[i]
                i += 1
            j += 1
    return out


# %% wrong: counted-once-in-a-run, earns 0.6 — skips a pair that equals the one just before
def merge_step(words, times, new):
    from itertools import pairwise

    rows = [[t for t in row if t >= 0] for row in words.tolist()]
    counts = {}
    for row, k in zip(rows, times.tolist(), strict=False):
        before = None
        for pair in pairwise(row):
            if pair != before:
                counts[pair] = counts.get(pair, 0) + k
            before = pair
    best = max(counts, key=counts.get)
    out = np.full(words.shape, -1)
    for r, row in enumerate(rows):
        i = j = 0
        while i < len(row):
            if tuple(row[i : i + 2]) == best:
                out[r, j] = new
                i += 2
            else:
                out[r, j] = row[i]
                i += 1
            j += 1
    return out


# %% wrong: other-of-equals, earns 0.7 — position in the row decides a tie before the row does
def merge_step(words, times, new):
    from itertools import pairwise

    rows = [[t for t in row if t >= 0] for row in words.tolist()]
    counts, first = {}, {}
    for row, k in zip(rows, times.tolist(), strict=False):
        length = 1
        for j, (a, b) in enumerate(pairwise(row)):
            length = length + 1 if a == b else 1
            counts[a, b] = counts.get((a, b), 0) + (k if a != b or length % 2 == 0 else 0)
            first[a, b] = min(first.get((a, b), j), j)
    best = min(counts, key=lambda pair: (-counts[pair], first[pair]))
    out = np.full(words.shape, -1)
    for r, row in enumerate(rows):
        i = j = 0
        while i < len(row):
            if tuple(row[i : i + 2]) == best:
                out[r, j] = new
                i += 2
            else:
                out[r, j] = row[i]
                i += 1
            j += 1
    return out


# %% wrong: other-of-equals, earns 0.7 — the tie goes by the last time the pair was counted
def merge_step(words, times, new):
    from itertools import pairwise

    rows = [[t for t in row if t >= 0] for row in words.tolist()]
    counts = {}
    for row, k in zip(rows, times.tolist(), strict=False):
        length = 1
        for a, b in pairwise(row):
            length = length + 1 if a == b else 1
            counts[a, b] = counts.pop((a, b), 0) + (k if a != b or length % 2 == 0 else 0)
    best = max(counts, key=counts.get)
    out = np.full(words.shape, -1)
    for r, row in enumerate(rows):
        i = j = 0
        while i < len(row):
            if tuple(row[i : i + 2]) == best:
                out[r, j] = new
                i += 2
            else:
                out[r, j] = row[i]
                i += 1
            j += 1
    return out


# %% wrong: too-few-bits, earns 0.7 — counts in int16
def merge_step(words, times, new):
    from itertools import pairwise

    rows = [[t for t in row if t >= 0] for row in words.tolist()]
    pairs = list(dict.fromkeys(p for row in rows for p in pairwise(row)))
    counts = np.zeros(len(pairs), dtype=np.int16)
    place = {p: i for i, p in enumerate(pairs)}
    for row, k in zip(rows, times.tolist(), strict=False):
        length = 1
        for a, b in pairwise(row):
            length = length + 1 if a == b else 1
            if a != b or length % 2 == 0:
                counts[place[a, b]] += np.int16(k)
    best = pairs[int(counts.argmax())]
    out = np.full(words.shape, -1)
    for r, row in enumerate(rows):
        i = j = 0
        while i < len(row):
            if tuple(row[i : i + 2]) == best:
                out[r, j] = new
                i += 2
            else:
                out[r, j] = row[i]
                i += 1
            j += 1
    return out


# %% wrong: across-words, earns 0.4 — pairs reach across the border of words
def merge_step(words, times, new):
    from itertools import pairwise

    text = [t for row in words.tolist() for t in row if t >= 0]
    weight = [
        k for row, k in zip(words.tolist(), times.tolist(), strict=False) for t in row if t >= 0
    ]
    counts, length = {}, 1
    for j, (a, b) in enumerate(pairwise(text)):
        length = length + 1 if a == b else 1
        counts[a, b] = counts.get((a, b), 0) + (weight[j] if a != b or length % 2 == 0 else 0)
    best = max(counts, key=counts.get)
    out = np.full(words.shape, -1)
    for r, row in enumerate(words.tolist()):
        row = [t for t in row if t >= 0]
        i = j = 0
        while i < len(row):
            if tuple(row[i : i + 2]) == best:
                out[r, j] = new
                i += 2
            else:
                out[r, j] = row[i]
                i += 1
            j += 1
    return out


# %% wrong: halved, earns 0.6 — rounded up
def merge_step(words, times, new):
    import itertools

    rows = [[int(t) for t in row if t >= 0] for row in words]
    counts = {}
    for row, n in zip(rows, times, strict=True):
        pairs = list(itertools.pairwise(row))
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
            hit = tuple(row[j : j + 2]) == best
            out[i, k] = new if hit else row[j]
            j += 2 if hit else 1
            k += 1
    return out


# %% wrong: halved, earns 0.6 — rounded down
def merge_step(words, times, new):
    import itertools

    rows = [[int(t) for t in row if t >= 0] for row in words]
    counts = {}
    for row, n in zip(rows, times, strict=True):
        pairs = list(itertools.pairwise(row))
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
            hit = tuple(row[j : j + 2]) == best
            out[i, k] = new if hit else row[j]
            j += 2 if hit else 1
            k += 1
    return out


# %% wrong: other-of-equals, earns 0.7 — that of the most frequent word
def merge_step(words, times, new):
    import itertools

    def merged(row, pair):
        out, i = [], 0
        while i < len(row):
            hit = tuple(row[i : i + 2]) == pair
            out.append(new if hit else row[i])
            i += 2 if hit else 1
        return out

    rows = [[int(t) for t in row if t >= 0] for row in words]
    counts = {}
    for r in np.argsort(-np.asarray(times), kind="stable"):
        row = rows[r]
        for pair in dict.fromkeys(itertools.pairwise(row)):
            counts[pair] = counts.get(pair, 0) + int(times[r]) * (len(row) - len(merged(row, pair)))
    best = max(counts, key=counts.get)
    short = [merged(row, best) for row in rows]
    return np.array([row + [-1] * (words.shape[1] - len(row)) for row in short])


# %% wrong: padding-merged, earns 0.3 — the last token with the padding
def merge_step(words, times, new):
    import itertools

    def merged(row, pair):
        out, i = [], 0
        while i < len(row):
            hit = tuple(row[i : i + 2]) == pair
            out.append(new if hit else row[i])
            i += 2 if hit else 1
        return out

    rows = words.tolist()
    counts = {}
    for row, n in zip(rows, times, strict=True):
        for pair in dict.fromkeys(itertools.pairwise(row)):
            if pair != (-1, -1):
                counts[pair] = counts.get(pair, 0) + int(n) * (len(row) - len(merged(row, pair)))
    best = max(counts, key=counts.get)
    short = [merged(row, best) for row in rows]
    return np.array([row + [-1] * (words.shape[1] - len(row)) for row in short])


# %% wrong: pairs-confused, earns 0.7 — ids put in base 50,000
def merge_step(words, times, new):
    import itertools

    rows = [[int(t) for t in row if t >= 0] for row in words]
    counts = {}
    for row, n in zip(rows, times, strict=True):
        last = {}
        for j, (a, b) in enumerate(itertools.pairwise(row)):
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


# %% wrong: overlaps-merged, earns 0.5 — all at once
def merge_step(words, times, new):
    import itertools

    rows = [[int(t) for t in row if t >= 0] for row in words]
    counts = {}
    for row, n in zip(rows, times, strict=True):
        last = {}
        for j, pair in enumerate(itertools.pairwise(row)):
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
        out[i, : len(r)] = r
    return out


# %% wrong: unrecognised, earns 0.5 — a pair that counts one is not merged
def merge_step(words, times, new):
    import itertools

    rows = [[int(t) for t in row if t >= 0] for row in words]
    counts = {}
    for row, n in zip(rows, times, strict=True):
        last = {}
        for j, pair in enumerate(itertools.pairwise(row)):
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
            hit = tuple(row[j : j + 2]) == best
            out[i, k] = new if hit else row[j]
            j += 2 if hit else 1
            k += 1
    return out


# %% wrong: other-of-equals, earns 0.7 — a set has no order
def merge_step(words, times, new):
    from itertools import pairwise

    def merged(row, pair):
        tokens, i = [], 0
        while i < len(row):
            hit = tuple(row[i : i + 2]) == pair
            tokens.append(new if hit else row[i])
            i += 2 if hit else 1
        return tokens

    rows = [row[row >= 0].tolist() for row in words]
    counts = {}
    for row, often in zip(rows, times.tolist(), strict=True):
        for pair in set(pairwise(row)):
            counts[pair] = counts.get(pair, 0) + often * (len(row) - len(merged(row, pair)))
    best = max(counts, key=counts.get)
    result = np.full_like(words, -1)
    for line, row in zip(result, rows, strict=True):
        tokens = merged(row, best)
        line[: len(tokens)] = tokens
    return result


# %% wrong: ragged, earns 0.5 — lists without padding
def merge_step(words, times, new):
    from itertools import pairwise

    def merged(row, pair):
        tokens, i = [], 0
        while i < len(row):
            hit = tuple(row[i : i + 2]) == pair
            tokens.append(new if hit else row[i])
            i += 2 if hit else 1
        return tokens

    rows = [row[row >= 0].tolist() for row in words]
    counts = {}
    for row, often in zip(rows, times.tolist(), strict=True):
        for pair in dict.fromkeys(pairwise(row)):
            counts[pair] = counts.get(pair, 0) + often * (len(row) - len(merged(row, pair)))
    best = max(counts, key=counts.get)
    return [merged(row, best) for row in rows]


# %% wrong: ragged, earns 0.5 — made into an array
def merge_step(words, times, new):
    from itertools import pairwise

    def merged(row, pair):
        tokens, i = [], 0
        while i < len(row):
            hit = tuple(row[i : i + 2]) == pair
            tokens.append(new if hit else row[i])
            i += 2 if hit else 1
        return tokens

    rows = [row[row >= 0].tolist() for row in words]
    counts = {}
    for row, often in zip(rows, times.tolist(), strict=True):
        for pair in dict.fromkeys(pairwise(row)):
            counts[pair] = counts.get(pair, 0) + often * (len(row) - len(merged(row, pair)))
    best = max(counts, key=counts.get)
    return np.array([merged(row, best) for row in rows])


# %% wrong: counted-each-time, earns 0.5
def merge_step(words, times, new):
    from itertools import pairwise

    def merged(row, pair):
        tokens, i = [], 0
        while i < len(row):
            hit = tuple(row[i : i + 2]) == pair
            tokens.append(new if hit else row[i])
            i += 2 if hit else 1
        return tokens

    rows = [row[row >= 0].tolist() for row in words]
    counts = {}
    for row, often in zip(rows, times.tolist(), strict=True):
        for pair in pairwise(row):
            counts[pair] = counts.get(pair, 0) + often * (len(row) - len(merged(row, pair)))
    best = max(counts, key=counts.get)
    result = np.full_like(words, -1)
    for line, row in zip(result, rows, strict=True):
        tokens = merged(row, best)
        line[: len(tokens)] = tokens
    return result


# %% wrong: both-places, earns 0.5
def merge_step(words, times, new):
    from itertools import pairwise

    def merged(row, pair):
        tokens, i = [], 0
        while i < len(row):
            hit = tuple(row[i : i + 2]) == pair
            tokens.append(new if hit else row[i])
            i += 2 if hit else 1
        return tokens

    rows = [row[row >= 0].tolist() for row in words]
    counts = {}
    for row, often in zip(rows, times.tolist(), strict=True):
        for pair in dict.fromkeys(pairwise(row)):
            counts[pair] = counts.get(pair, 0) + often * (len(row) - len(merged(row, pair)))
    best = max(counts, key=counts.get)
    result = words.copy()
    for row in result:
        i = 0
        while i < len(row) - 1:
            if tuple(row[i : i + 2]) == best:
                row[i : i + 2] = new
                i += 1
            i += 1
    return result


# %% wrong: first-row-only, earns 0.5
def merge_step(words, times, new):
    from itertools import pairwise

    def merged(row, pair):
        tokens, i = [], 0
        while i < len(row):
            hit = tuple(row[i : i + 2]) == pair
            tokens.append(new if hit else row[i])
            i += 2 if hit else 1
        return tokens

    rows = [row[row >= 0].tolist() for row in words]
    counts = {}
    for row, often in zip(rows, times.tolist(), strict=True):
        for pair in dict.fromkeys(pairwise(row)):
            counts[pair] = counts.get(pair, 0) + often * (len(row) - len(merged(row, pair)))
    best = max(counts, key=counts.get)
    result, found = np.full_like(words, -1), False
    for line, row in zip(result, rows, strict=True):
        tokens = row if found else merged(row, best)
        found = found or tokens != row
        line[: len(tokens)] = tokens
    return result


# %% wrong: shrunk, earns 0.7 — filled up to the longest word
def merge_step(words, times, new):
    from itertools import pairwise

    def merged(row, pair):
        tokens, i = [], 0
        while i < len(row):
            hit = tuple(row[i : i + 2]) == pair
            tokens.append(new if hit else row[i])
            i += 2 if hit else 1
        return tokens

    rows = [row[row >= 0].tolist() for row in words]
    counts = {}
    for row, often in zip(rows, times.tolist(), strict=True):
        for pair in dict.fromkeys(pairwise(row)):
            counts[pair] = counts.get(pair, 0) + often * (len(row) - len(merged(row, pair)))
    best = max(counts, key=counts.get)
    longest, result = max(map(len, rows)), []
    for row in rows:
        tokens = merged(row, best)
        result.append(tokens + [-1] * (longest - len(tokens)))
    return np.array(result)


# %% wrong: merged-twice, earns 0.6
def merge_step(words, times, new):
    from itertools import pairwise

    def merged(row, pair):
        tokens, i = [], 0
        while i < len(row):
            hit = tuple(row[i : i + 2]) == pair
            tokens.append(new if hit else row[i])
            i += 2 if hit else 1
        return tokens

    rows = [row[row >= 0].tolist() for row in words]
    counts = {}
    for row, often in zip(rows, times.tolist(), strict=True):
        for pair in dict.fromkeys(pairwise(row)):
            counts[pair] = counts.get(pair, 0) + often * (len(row) - len(merged(row, pair)))
    best = max(counts, key=counts.get)
    for turn in range(2):
        if turn:
            counts = {}
            for row, often in zip(rows, times.tolist(), strict=True):
                for pair in dict.fromkeys(pairwise(row)):
                    often_here = len(row) - len(merged(row, pair))
                    counts[pair] = counts.get(pair, 0) + often * often_here
            if not counts:
                break
            best = max(counts, key=counts.get)
        rows = [merged(row, best) for row in rows]
    return [row + [-1] * (words.shape[1] - len(row)) for row in rows]
