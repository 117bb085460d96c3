# %% right: Counter of tuples and sums that begin at 1
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% right: union of the reference counters
def smoothed_bleu(hypotheses, references):
    from collections import Counter
    texts = [[w for w in row if w >= 0] for row in hypotheses.tolist()]
    refs = [[[w for w in row if w >= 0] for row in rows] for rows in references.tolist()]
    c = sum(map(len, texts))
    if not c:
        return 0.0
    r = sum(sorted((len(ref) for ref in rows), key=lambda size: (abs(size - len(text)), size))[0]
            for text, rows in zip(texts, refs))

    def grams(text, n):
        return Counter(zip(*(text[i:] for i in range(n))))

    product = 1.0
    for n in (1, 2, 3, 4):
        m = t = 0
        for text, rows in zip(texts, refs):
            most = Counter()
            for ref in rows:
                most |= grams(ref, n)
            for gram in list(most):
                if 0 in gram:
                    del most[gram]
            mine = grams(text, n)
            m += sum((mine & most).values())
            t += sum(mine.values())
        product *= m / t if n == 1 else (m + 1) / (t + 1)
    return 100 * min(1, np.exp(1 - r / c)) * product ** (1 / 4)


# %% right: codes in base 1000 and np unique
def smoothed_bleu(hypotheses, references):
    m = np.zeros(4)
    t = np.zeros(4)
    c, r = 0, 0

    def codes(words, n):
        out = np.zeros(max(len(words) - n + 1, 0), dtype=np.int64)
        unknown = np.zeros(len(out), dtype=bool)
        for i in range(n):
            part = words[i:i + len(out)]
            out = out * 1000 + part
            unknown |= part == 0
        return np.where(unknown, -1, out)

    for hyp, refs in zip(hypotheses, references):
        hyp = hyp[hyp >= 0]
        refs = [ref[ref >= 0] for ref in refs]
        lengths = np.sort([len(ref) for ref in refs])
        r += lengths[np.abs(lengths - len(hyp)).argmin()]
        c += len(hyp)
        for n in range(1, 5):
            mine = codes(hyp, n)
            t[n - 1] += len(mine)
            others = [codes(ref, n) for ref in refs]
            kinds, counts = np.unique(mine[mine >= 0], return_counts=True)
            for kind, count in zip(kinds, counts):
                m[n - 1] += min(count, max(np.count_nonzero(o == kind) for o in others))
    if c == 0:
        return 0.0
    m[1:] += 1
    t[1:] += 1
    return float(100 * min(1.0, np.exp(1 - r / c)) * (m / t).prod() ** 0.25)


# %% right: text keys with blanks between the words
def smoothed_bleu(hypotheses, references):
    import math

    def words(row):
        return [str(int(w)) for w in row if int(w) != -1]

    def grams(text, n):
        found = {}
        for i in range(len(text) - n + 1):
            key = " ".join(text[i:i + n])
            found[key] = found.get(key, 0) + 1
        return found

    c = r = 0
    match = {1: 0, 2: 0, 3: 0, 4: 0}
    total = dict(match)
    for i in range(len(hypotheses)):
        text = words(hypotheses[i])
        refs = [words(row) for row in references[i]]
        c += len(text)
        nearest = None
        for ref in refs:
            if nearest is None or abs(len(ref) - len(text)) < abs(nearest - len(text)):
                nearest = len(ref)
            elif abs(len(ref) - len(text)) == abs(nearest - len(text)):
                nearest = min(nearest, len(ref))
        r += nearest
        for n in match:
            tables = [grams(ref, n) for ref in refs]
            for key, count in grams(text, n).items():
                total[n] += count
                if "0" not in key.split():
                    match[n] += min(count, max(table.get(key, 0) for table in tables))
    if c == 0 or match[1] == 0:
        return 0.0
    logs = math.log(match[1] / total[1]) + sum(math.log((match[n] + 1) / (total[n] + 1)) for n in (2, 3, 4))
    return 100 * math.exp(min(0.0, 1 - r / c) + logs / 4)


# %% right: n grams crossed off in each reference
def smoothed_bleu(hypotheses, references):
    def cut(row):
        row = row.tolist()
        return row[:row.index(-1)] if -1 in row else row

    hyps = [cut(row) for row in hypotheses]
    refs = [[cut(row) for row in rows] for rows in references]
    c = sum(len(h) for h in hyps)
    if c == 0:
        return 0
    r = 0
    for h, rows in zip(hyps, refs):
        r += min(rows, key=lambda ref: 2 * abs(len(ref) - len(h)) + (len(ref) > len(h))).__len__()
    bleu = 1.0
    for n in range(1, 5):
        m, t = (0, 0) if n == 1 else (1, 1)
        for h, rows in zip(hyps, refs):
            mine = [h[i:i + n] for i in range(len(h) - n + 1)]
            t += len(mine)
            for kind in set(map(tuple, mine)):
                if 0 in kind:
                    continue
                best = 0
                for ref in rows:
                    rest = [ref[i:i + n] for i in range(len(ref) - n + 1)]
                    hits = 0
                    for gram in mine:
                        if tuple(gram) == kind and gram in rest:
                            rest.remove(gram)
                            hits += 1
                    best = max(best, hits)
                m += best
        bleu *= m / t
    return 100 * bleu ** 0.25 * min(1, np.exp(1 - r / c))


# %% right: sliding windows compared all with all
def smoothed_bleu(hypotheses, references):
    from numpy.lib.stride_tricks import sliding_window_view
    lengths = (hypotheses >= 0).sum(axis=1)
    ref_lengths = (references >= 0).sum(axis=2)
    c = lengths.sum()
    if c == 0:
        return 0.0
    gap = np.abs(ref_lengths - lengths[:, None])
    r = np.where(gap == gap.min(axis=1, keepdims=True), ref_lengths, 10 ** 6).min(axis=1).sum()

    def windows(words, n):
        words = words[words >= 0]
        return sliding_window_view(words, n) if len(words) >= n else np.zeros((0, n), dtype=int)

    logs = []
    for n in range(1, 5):
        m = t = float(n > 1)
        for hyp, refs in zip(hypotheses, references):
            mine = windows(hyp, n)
            t += len(mine)
            if not len(mine):
                continue
            kinds, counts = np.unique(mine, axis=0, return_counts=True)
            most = np.zeros(len(kinds), dtype=int)
            for ref in refs:
                other = windows(ref, n)
                same = (kinds[:, None, :] == other[None, :, :]).all(axis=2)
                most = np.maximum(most, same.sum(axis=1))
            m += np.minimum(counts, most)[(kinds != 0).all(axis=1)].sum()
        if m == 0:
            return 0.0
        logs.append(np.log(m / t))
    return 100 * np.exp(min(0, 1 - r / c) + np.mean(logs))


# %% right: occurrence numbers instead of clipping
def smoothed_bleu(hypotheses, references):
    def numbered(words, n):
        seen, out = {}, set()
        for i in range(len(words) - n + 1):
            gram = tuple(words[i:i + n])
            seen[gram] = seen.get(gram, -1) + 1
            if 0 not in gram:
                out.add((gram, seen[gram]))
        return out

    pairs = []
    for row, rows in zip(hypotheses.tolist(), references.tolist()):
        pairs.append(([w for w in row if w + 1], [[w for w in ref if w + 1] for ref in rows]))
    c = sum(len(h) for h, _ in pairs)
    r = sum(min((abs(len(ref) - len(h)), len(ref)) for ref in refs)[1] for h, refs in pairs)
    if c == 0:
        return np.float64(0)
    precision = []
    for n in range(1, 5):
        smooth = 0 if n == 1 else 1
        hits = sum(len(numbered(h, n) & set().union(*(numbered(ref, n) for ref in refs))) for h, refs in pairs)
        size = sum(max(0, len(h) - n + 1) for h, _ in pairs)
        precision.append((hits + smooth) / (size + smooth))
    return np.float64(100) * np.minimum(1, np.exp(1 - r / c)) * np.sqrt(np.sqrt(np.prod(precision)))


# %% right: torch tensors of totals
def smoothed_bleu(hypotheses, references):
    import torch
    from collections import Counter
    match, total = torch.zeros(4, dtype=torch.float64), torch.zeros(4, dtype=torch.float64)
    c = r = 0
    for hyp, refs in zip(torch.tensor(hypotheses), torch.tensor(references)):
        hyp = hyp[hyp != -1].tolist()
        refs = [ref[ref != -1].tolist() for ref in refs]
        c += len(hyp)
        r += min((abs(len(ref) - len(hyp)), len(ref)) for ref in refs)[1]
        for n in range(4):
            mine = Counter(tuple(hyp[i:i + n + 1]) for i in range(len(hyp) - n))
            theirs = [Counter(tuple(ref[i:i + n + 1]) for i in range(len(ref) - n)) for ref in refs]
            total[n] += sum(mine.values())
            match[n] += sum(min(k, max(t[g] for t in theirs)) for g, k in mine.items() if all(g))
    if c == 0:
        return 0.0
    add = torch.tensor([0.0, 1.0, 1.0, 1.0], dtype=torch.float64)
    p = (match + add) / (total + add)
    return (100 * min(1.0, np.exp(1 - r / c)) * p.prod() ** 0.25).item()


# %% right: unknown words given numbers of their own
def smoothed_bleu(hypotheses, references):
    from collections import Counter
    from itertools import count
    fresh = count(1000)

    def cut(row):
        return [int(w) if w else next(fresh) for w in row if w >= 0]

    m, t, c, r = [0] * 5, [0] * 5, 0, 0
    for row, rows in zip(hypotheses, references):
        h, refs = cut(row), [cut(ref) for ref in rows]
        c += len(h)
        r += min(map(len, refs), key=lambda size: (abs(size - len(h)), size))
        for n in (1, 2, 3, 4):
            def table(words):
                return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))
            best = Counter()
            for ref in refs:
                best = best | table(ref)
            t[n] += max(len(h) - n + 1, 0)
            m[n] += sum((table(h) & best).values())
    if not c:
        return 0.0
    p = m[1] / t[1]
    for n in (2, 3, 4):
        p *= (m[n] + 1) / (t[n] + 1)
    return 100 * p ** 0.25 * (1 if c >= r else np.exp(1 - r / c))


# %% right: counting by list count
def smoothed_bleu(hypotheses, references):
    sentences = len(hypotheses)
    H = [[w for w in hypotheses[s].tolist() if w > -1] for s in range(sentences)]
    R = [[[w for w in ref if w > -1] for ref in references[s].tolist()] for s in range(sentences)]
    if all(len(h) == 0 for h in H):
        return 0.0
    c, r = 0, 0
    for h, refs in zip(H, R):
        c += len(h)
        distance = 0
        while not any(len(ref) in (len(h) - distance, len(h) + distance) for ref in refs):
            distance += 1
        lower = len(h) - distance
        r += lower if any(len(ref) == lower for ref in refs) else len(h) + distance
    fractions = []
    for n in range(1, 5):
        above = below = 0
        for h, refs in zip(H, R):
            mine = [tuple(h[i:i + n]) for i in range(len(h) - n + 1)]
            below += len(mine)
            others = [[tuple(ref[i:i + n]) for i in range(len(ref) - n + 1)] for ref in refs]
            for gram in set(mine):
                if 0 not in gram:
                    above += min(mine.count(gram), max(o.count(gram) for o in others))
        if n > 1:
            above, below = above + 1, below + 1
        fractions.append(above / below)
    penalty = np.exp(min(0.0, 1.0 - r / c))
    return penalty * 100.0 * np.power(np.prod(fractions), 1 / 4)


# %% wrong: not-smoothed, earns 0.5 — no smoothing
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 0, 0, 0]
    total = [0, 0, 0, 0]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.maximum(1, total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: smoothed-from-1, earns 0.7 — smoothing of words as well
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [1, 1, 1, 1]
    total = [1, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: smoothed-matches, earns 0.6 — smoothing of the matches only
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 0, 0, 0]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.maximum(1, total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised — smoothing of the totals only
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 0, 0, 0]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: smoothed-zeros, earns 0.5 — smoothing only where nothing matches
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 0, 0, 0]
    total = [0, 0, 0, 0]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    for n in (1, 2, 3):
        if match[n] == 0:
            match[n] += 1
            total[n] += 1
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: smoothed-by-sentence, earns 0.6 — smoothing once for each sentence
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 0, 0, 0]
    total = [0, 0, 0, 0]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        match = [match[0]] + [v + 1 for v in match[1:]]
        total = [total[0]] + [v + 1 for v in total[1:]]
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised — smoothing of pairs left out
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 0, 1, 1]
    total = [0, 0, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.maximum(1, total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised — smoothing of 4 grams only
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 0, 0, 1]
    total = [0, 0, 0, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.maximum(1, total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised — smoothing by a tenth
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 0.1, 0.1, 0.1]
    total = [0, 0.1, 0.1, 0.1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised — smoothing of 1 above and 2 below
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 2, 2, 2]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised — one added after the division
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 0, 0, 0]
    total = [0, 0, 0, 0]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.minimum(1, np.array(match) / np.maximum(1, total) + 1 / np.maximum(1, total))
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: no-match, earns 0.7 — unsmoothed words taken for a hundredth where none match
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    match[0] = max(match[0], 0.01)
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: no-n-grams, earns 0.7 — fraction 0 where translations are shorter than n
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    p[np.array(total) - [0, 1, 1, 1] == 0] = 0
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: no-n-grams, earns 0.7 — orders without any n gram left out
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    p = p[np.array(total) - [0, 1, 1, 1] > 0]
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** (1 / len(p))


# %% wrong: arithmetic-mean, earns 0.5 — arithmetic mean of the fractions
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.mean(p)


# %% wrong: no-root, earns 0.6 — product without the fourth root
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p)


# %% wrong: unrecognised — square root of the product
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.5


# %% wrong: fewer-orders, earns 0.4 — 4 grams left out
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p[:3]) ** (1 / 3)


# %% wrong: fewer-orders, earns 0.4 — 4 grams left out but fourth root
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p[:3]) ** 0.25


# %% wrong: unrecognised — words left out
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p[1:]) ** (1 / 3)


# %% wrong: unrecognised — only 4 grams
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * p[3]


# %% wrong: unrecognised — only words
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * p[0]


# %% wrong: unrecognised — harmonic mean of the fractions
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * (0 if p.min() == 0 else 4 / np.sum(1 / p))


# %% wrong: no-match, earns 0.7 — logarithms with a small number added
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.exp(np.mean(np.log(p + 1e-9)))


# %% wrong: share-of-1, earns 0.8 — not in percent
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: rounded, earns 0.8 — rounded to two digits
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return round(100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25, 2)


# %% wrong: rounded, earns 0.8 — rounded to a whole number
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return round(100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25)


# %% wrong: no-penalty, earns 0.5 — no brevity penalty
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * np.prod(p) ** 0.25


# %% wrong: no-bound, earns 0.7 — penalty without min
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * np.exp(1 - r / c) * np.prod(p) ** 0.25


# %% wrong: turned-penalty, earns 0.6 — penalty with c over r
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - c / r)) * np.prod(p) ** 0.25


# %% wrong: ratio, earns 0.6 — penalty as the ratio of the lengths
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, c / r) * np.prod(p) ** 0.25


# %% wrong: larger-of-1, earns 0.6 — penalty for long translations instead
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * max(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised — penalty under the fourth root too
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * (min(1, np.exp(1 - r / c)) * np.prod(p)) ** 0.25


# %% wrong: unrecognised — penalty without the 1 in the exponent
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(-r / c)) * 1 * np.prod(p) ** 0.25


# %% wrong: no-penalty, earns 0.5 — penalty from the integer quotient
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1.0 - r // c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised — penalty as a power of 2
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, 2 ** (1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: mean-of-penalties, earns 0.6 — penalty for each sentence and then the mean
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    penalties = []
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        nearest = min((abs(size - k), size) for size in sizes)[1]
        penalties.append(min(1, np.exp(1 - nearest / k)) if k else 0)
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * np.mean(penalties) * np.prod(p) ** 0.25


# %% wrong: tie-longer, earns 0.8 — longer of two equally near references
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), -size) for size in sizes)[1] * -1
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: tie-longer, earns 0.8 — first of two equally near references
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min(sizes, key=lambda size: abs(size - k))
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: tie-longer, earns 0.8 — last of two equally near references
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min(sizes[::-1], key=lambda size: abs(size - k))
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: other-length, earns 0.6 — shortest reference for r
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min(sizes)
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: other-length, earns 0.6 — longest reference for r
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += max(sizes)
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: other-length, earns 0.6 — mean length of the references for r
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += sum(sizes) / len(sizes)
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: other-length, earns 0.6 — first reference for r
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += sizes[0]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: other-length, earns 0.6 — sum of all references for r
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += sum(sizes)
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised — farthest reference for r
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += max((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: other-length, earns 0.6 — longest reference not above the translation
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += max([size for size in sizes if size <= k] or [min(sizes)])
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: other-length, earns 0.6 — shortest reference not below the translation
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min([size for size in sizes if size >= k] or [max(sizes)])
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: other-length, earns 0.6 — distance without its absolute value
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((size - k, size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised — distance added and not the length
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += k + min(abs(size - k) for size in sizes)
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: empty-left-out, earns 0.7 — empty translations add nothing to r
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1] if k else 0
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised, earns 0.5 — empty translations add the longest reference
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1] if k else max(sizes)
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised, earns 0.5 — empty translations add the first reference
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1] if k else sizes[0]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: padding-counted, earns 0.4 — padding counted in the lengths of references
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in rows]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: padding-counted, earns 0.4 — padding counted in the length of translations
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(row)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unknown-not-in-c, earns 0.6 — unknown words not counted in c
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += sum(w != 0 for w in words)
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0 or not (hypotheses >= 0).any():
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised — matches counted for c instead of words
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / max(1, match[0]))) * np.prod(p) ** 0.25


# %% wrong: unknown-matched — unknown words match
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if True:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unknown-in-longer, earns 0.7 — unknown single words never match but pairs do
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if gram != (0,):
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unknown-in-longer, earns 0.7 — only n grams that begin with 0 never match
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if gram[0] != 0:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unknown-in-longer, earns 0.7 — only n grams that end with 0 never match
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if gram[-1] != 0:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unknown-in-longer, earns 0.7 — only n grams all of 0 never match
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if any(gram):
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unknown-dropped, earns 0.6 — n grams with 0 do not count in the total
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                if 0 not in gram:
                    total[n - 1] += count
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.maximum(1, total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised — words 0 dropped from the total of words only
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count * (gram != (0,))
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.maximum(1, total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unknown-cut-off, earns 0.5 — unknown words removed before the n grams are made
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w > 0]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unknown-cut-off, earns 0.5 — unknown words removed from references only
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [[w for w in cut(ref) if w] for ref in rows]
        k = len(words)
        c += k
        sizes = [int((ref >= 0).sum()) for ref in rows]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised — sentence with an unknown word never matches
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in words:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised — reference with an unknown word is skipped
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] * (0 not in ref) for table, ref in zip(counts, refs)))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised — unknown word matches any word
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 in gram:
                    match[n - 1] += min(count, max(sum(table.values()) for table in counts))
                else:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised — unknown words match when the reference has none
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram or 0 in refs[0]:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised — zero sought among strings of digits
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if '0' not in ''.join(map(str, gram)):
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: not-clipped, earns 0.5 — no clipping
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += count if any(table[gram] for table in counts) else 0
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: clipped-to-the-sum, earns 0.6 — clipped at the sum over the references
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, sum(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: clipped-to-the-fewest, earns 0.6 — clipped at the smallest count of the references
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, min(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: one-reference, earns 0.3 — first reference only
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, counts[0][gram])
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: one-reference, earns 0.3 — last reference only
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, counts[-1][gram])
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised — reference nearest in length only
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, counts[min(range(len(sizes)), key=lambda j: (abs(sizes[j] - k), sizes[j]))][gram])
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: counted-once, earns 0.5 — clipped at 1
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(1, count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised — count of the reference without clipping
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += max(table[gram] for table in counts)
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised — mean count of the references
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, sum(table[gram] for table in counts) / len(counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: counted-once, earns 0.5 — each kind of n gram counts once
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += 1
                if 0 not in gram:
                    match[n - 1] += min(1, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised — matches summed over the references
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += sum(min(count, table[gram]) for table in counts)
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised — one best reference for each sentence
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            counts = [max(counts, key=lambda t: sum((t & grams(words, n)).values()))]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: references-joined, earns 0.6 — references written behind each other
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(sum(refs, []), n)]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised — matches in any sentence of the corpus
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(cut(ref), n) for many in references for ref in many]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised — match by position only
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(sum(tuple(words[i:i + n]) == gram == tuple(ref[i:i + n]) for i in range(len(words))) for ref in refs))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: order-lost, earns 0.5 — order of the words in an n gram ignored
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(sorted(words[i:i + n])) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised — n grams without overlap
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(0, len(words) - n + 1, n))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: n-gram-too-few, earns 0.5 — last n gram forgotten
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.maximum(1, total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised — short pieces at the end counted too
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words)))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised — precision against the n grams of the references
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            total[n - 1] += max(sum(table.values()) for table in counts)
            for gram, count in grams(words, n).items():
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: padding-counted, earns 0.4 — padding not cut off
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = int((row >= 0).sum())
        c += k
        sizes = [int((ref >= 0).sum()) for ref in rows]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: padding-counted, earns 0.4 — padding not cut from the references
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [ref.tolist() for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: padding-counted, earns 0.4 — padding not cut from the translations
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = row.tolist()
        refs = [cut(ref) for ref in rows]
        k = int((row >= 0).sum())
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised — one word cut off with the padding
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref)[:-1] if ref[-1] == -1 and len(cut(ref)) > 1 else cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised — n grams joined as digits and zero sought in them
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(''.join(map(str, words[i:i + n])) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if '0' not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: n-grams-alike, earns 0.7 — n grams joined as digits with unknown words right
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter((0 in words[i:i + n], ''.join(map(str, words[i:i + n]))) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if not gram[0]:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: n-grams-alike, earns 0.7 — n grams as numbers in base 100
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter((0 in words[i:i + n], sum(w * 100 ** j for j, w in enumerate(words[i:i + n]))) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if not gram[0]:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: order-lost, earns 0.5 — n grams as the sum of their words
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter((0 in words[i:i + n], sum(words[i:i + n])) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if not gram[0]:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised — n grams as sets of words
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(frozenset(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised — n grams as first and last word only
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter((0 in words[i:i + n], words[i], words[i + n - 1]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if not gram[0]:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: no-words, earns 0.7 — division by zero where all translations are empty
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: no-words, earns 0.7 — BLEU of 100 where all translations are empty
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 100.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: no-words, earns 0.7 — nan where all translations are empty
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return float('nan')
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised, earns 0.5 — BLEU of 0 where one translation is empty
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if not (hypotheses >= 0).any(axis=1).all():
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised — BLEU of 0 where no 4 gram matches
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0 or match[3] == 1:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised, earns 0.5 — stops at the first empty translation
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        if k == 0:
            break
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised, earns 0.5 — empty translation counts as one unknown word
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row) or [0]
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised — last sentence forgotten
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in list(zip(hypotheses, references))[:max(1, len(hypotheses) - 1)]:
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised — second reference forgotten
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows[::2]]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: sentence-by-sentence, earns 0.4 — mean of the BLEU of each sentence
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    scores = []
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        if k == 0:
            scores.append(0.0)
            continue
        r = min((abs(len(ref) - k), len(ref)) for ref in refs)[1]
        product = 1.0
        for n in range(1, 5):
            m, t = (0, 0) if n == 1 else (1, 1)
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                t += count
                if 0 not in gram:
                    m += min(count, max(table[gram] for table in counts))
            product *= m / t
        scores.append(100 * min(1, np.exp(1 - r / k)) * product ** 0.25)
    return float(np.mean(scores))


# %% wrong: unrecognised — BLEU of each sentence weighted by its words
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    scores = []
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        if k == 0:
            scores.append(0.0)
            continue
        r = min((abs(len(ref) - k), len(ref)) for ref in refs)[1]
        product = 1.0
        for n in range(1, 5):
            m, t = (0, 0) if n == 1 else (1, 1)
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                t += count
                if 0 not in gram:
                    m += min(count, max(table[gram] for table in counts))
            product *= m / t
        scores.append(100 * min(1, np.exp(1 - r / k)) * product ** 0.25)
    sizes = (hypotheses >= 0).sum(axis=1)
    return float(np.dot(scores, sizes) / max(1, sizes.sum()))


# %% wrong: unrecognised — largest BLEU of a sentence
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    scores = []
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        if k == 0:
            scores.append(0.0)
            continue
        r = min((abs(len(ref) - k), len(ref)) for ref in refs)[1]
        product = 1.0
        for n in range(1, 5):
            m, t = (0, 0) if n == 1 else (1, 1)
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                t += count
                if 0 not in gram:
                    m += min(count, max(table[gram] for table in counts))
            product *= m / t
        scores.append(100 * min(1, np.exp(1 - r / k)) * product ** 0.25)
    return float(np.max(scores))


# %% wrong: wrong-shape — a BLEU for each sentence
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    scores = []
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        if k == 0:
            scores.append(0.0)
            continue
        r = min((abs(len(ref) - k), len(ref)) for ref in refs)[1]
        product = 1.0
        for n in range(1, 5):
            m, t = (0, 0) if n == 1 else (1, 1)
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                t += count
                if 0 not in gram:
                    m += min(count, max(table[gram] for table in counts))
            product *= m / t
        scores.append(100 * min(1, np.exp(1 - r / k)) * product ** 0.25)
    return np.array(scores)


# %% wrong: mean-of-shares, earns 0.5 — fractions averaged over the sentences
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    fractions = []
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        match = [0, 1, 1, 1]
        total = [0, 1, 1, 1]
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
        if k:
            fractions.append(np.array(match) / np.array(total))
    if c == 0:
        return 0.0
    p = np.mean(fractions, axis=0)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: one-reference, earns 0.3 — mean BLEU against each reference alone
def smoothed_bleu(hypotheses, references):
    from collections import Counter
    values = []
    for j in range(references.shape[1]):
        m, t, c, r = [0, 1, 1, 1], [0, 1, 1, 1], 0, 0
        for row, ref in zip(hypotheses.tolist(), references[:, j].tolist()):
            h, ref = [w for w in row if w >= 0], [w for w in ref if w >= 0]
            c, r = c + len(h), r + len(ref)
            for n in range(1, 5):
                mine = Counter(tuple(h[i:i + n]) for i in range(len(h) - n + 1))
                other = Counter(tuple(ref[i:i + n]) for i in range(len(ref) - n + 1))
                t[n - 1] += sum(mine.values())
                m[n - 1] += sum(min(v, other[g]) for g, v in mine.items() if 0 not in g)
        if c == 0:
            return 0.0
        values.append(100 * min(1, np.exp(1 - r / c)) * np.prod(np.array(m) / np.array(t)) ** 0.25)
    return np.mean(values)


# %% wrong: changed-arguments, earns 0.7 — padding of translations overwritten with zeros in place
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    keep = hypotheses >= 0
    hypotheses[~keep] = 0
    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(np.where(keep, hypotheses, -1), references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: changed-arguments, earns 0.7 — unknown words of the references set to 1000 in place
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))

    references[references == 0] = 1000
    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references):
        words = cut(row)
        refs = [cut(ref) for ref in rows]
        k = len(words)
        c += k
        sizes = [len(ref) for ref in refs]
        r += min((abs(size - k), size) for size in sizes)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(words, n).items():
                total[n - 1] += count
                if 0 not in gram:
                    match[n - 1] += min(count, max(table[gram] for table in counts))
    if c == 0:
        return 0.0
    p = np.array(match) / np.array(total)
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(p) ** 0.25


# %% wrong: unrecognised — share of words that match
def smoothed_bleu(hypotheses, references):
    right = total = 0
    for row, rows in zip(hypotheses, references):
        words = row[row >= 0]
        total += len(words)
        right += int((np.isin(words, rows[rows >= 0]) & (words != 0)).sum())
    return 100 * right / total if total else 0.0


# %% wrong: unrecognised — always the number of the example
def smoothed_bleu(hypotheses, references):
    return 65.80370064762462
