# %% right: counters


def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    c = r = 0
    matches, counts = [0] * 5, [0] * 5
    for ours, theirs in zip(hypotheses, references, strict=True):
        ours = ours[ours != -1].tolist()
        theirs = [text[text != -1].tolist() for text in theirs]
        c += len(ours)
        r += min((abs(len(text) - len(ours)), len(text)) for text in theirs)[1]
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                counts[n] += count
                if 0 not in gram:
                    matches[n] += min(count, max(grams(text, n)[gram] for text in theirs))
    if matches[1] == 0:
        return 0.0
    shares = [matches[1] / counts[1]]
    shares += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    return 100 * min(1, np.exp(1 - r / c)) * np.exp(np.mean(np.log(shares)))


# %% right: n-grams as rows of an array
def smoothed_bleu(hypotheses, references):
    def windows(text, n):
        return np.array([text[i : i + n] for i in range(len(text) - n + 1)]).reshape(-1, n)

    def times(rows, gram):
        return int((rows == gram).all(axis=1).sum())

    pairs, c, r = np.zeros((4, 2)), 0, 0
    for h, references_of_h in zip(hypotheses, references, strict=True):
        h = h[h >= 0]
        texts = sorted((t[t >= 0] for t in references_of_h), key=len)
        c, r = c + len(h), r + min(map(len, texts), key=lambda size: abs(size - len(h)))
        for n in range(1, 5):
            ours = windows(h, n)
            pairs[n - 1, 1] += len(ours)
            for gram in np.unique(ours, axis=0):
                if gram.all():
                    most = max(times(windows(t, n), gram) for t in texts)
                    pairs[n - 1, 0] += min(times(ours, gram), most)
    if c == 0:
        return 0
    pairs[1:] += 1
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(pairs[:, 0] / pairs[:, 1]) ** 0.25


# %% right: made of the chapter's BLEU — unknown words made unique and then smoothed
def smoothed_bleu(hypotheses, references):
    import torch

    from payattention.bleu import bleu

    ours = [
        [word or f"unknown {i} {j}" for j, word in enumerate(row.tolist()) if word >= 0]
        for i, row in enumerate(hypotheses)
    ]
    found = bleu(ours, [[text[text >= 0].tolist() for text in rows] for rows in references])
    if not found.length:
        return 0.0
    shares = [found.precisions[0]]
    for n in (2, 3, 4):
        count = sum(max(0, len(text) - n + 1) for text in ours)
        shares.append((round(found.precisions[n - 1] * count) + 1) / (count + 1))
    return torch.tensor(100 * found.brevity_penalty * np.prod(shares) ** 0.25)


# %% right: float32
def smoothed_bleu(hypotheses, references):
    def grams(text, n):
        text = text[text != -1]
        return [tuple(text[i : i + n]) for i in range(len(text) - n + 1)]

    product = np.float32(1)
    for n in range(1, 5):
        matches, count = (0, 0) if n == 1 else (1, 1)
        for h, rows in zip(hypotheses, references, strict=True):
            ours, theirs = grams(h, n), [grams(text, n) for text in rows]
            count += len(ours)
            for gram in set(ours):
                if min(gram) > 0:
                    matches += min(ours.count(gram), max(text.count(gram) for text in theirs))
        product *= np.float32(matches / max(1, count))
    sizes, c = (references != -1).sum(axis=2), (hypotheses != -1).sum(axis=1)
    away = 2 * abs(sizes - c[:, None]) + (sizes > c[:, None])
    r = np.take_along_axis(sizes, away.argmin(axis=1)[:, None], axis=1).sum()
    return np.float32(100 * np.exp(min(0, 1 - r / max(1, c.sum())))) * product ** np.float32(0.25)


# %% wrong: chapter — payattention's BLEU
def smoothed_bleu(hypotheses, references):
    from payattention.bleu import bleu

    ours = [row[row != -1].tolist() for row in hypotheses]
    return bleu(ours, [[row[row != -1].tolist() for row in rows] for rows in references]).score


# %% wrong: not-smoothed, earns 0.5
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def words(row):
        return row[row != -1].tolist()

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    matches, counts, c, r = [0] * 5, [0] * 5, 0, 0
    for row, rows in zip(hypotheses, references, strict=True):
        ours, theirs = words(row), [words(text) for text in rows]
        c += len(ours)
        sizes = [len(text) for text in theirs]
        r += min(sizes, key=lambda size: (abs(size - len(ours)), size))
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                most = max(grams(text, n)[gram] for text in theirs)
                counts[n] += count
                matches[n] += min(count, most) if 0 not in gram else 0
    p = [matches[1] / counts[1] if c else 0]
    p += [matches[n] / counts[n] if counts[n] else 0 for n in (2, 3, 4)]
    penalty = min(1, np.exp(1 - r / c)) if c else 0
    return 100 * penalty * np.prod(p) ** 0.25


# %% wrong: smoothed-from-1, earns 0.7
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def words(row):
        return row[row != -1].tolist()

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    matches, counts, c, r = [0] * 5, [0] * 5, 0, 0
    for row, rows in zip(hypotheses, references, strict=True):
        ours, theirs = words(row), [words(text) for text in rows]
        c += len(ours)
        sizes = [len(text) for text in theirs]
        r += min(sizes, key=lambda size: (abs(size - len(ours)), size))
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                most = max(grams(text, n)[gram] for text in theirs)
                counts[n] += count
                matches[n] += min(count, most) if 0 not in gram else 0
    p = [(matches[1] + 1) / (counts[1] + 1)]
    p += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    penalty = min(1, np.exp(1 - r / c)) if c else 0
    return 100 * penalty * np.prod(p) ** 0.25


# %% wrong: smoothed-matches, earns 0.6
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def words(row):
        return row[row != -1].tolist()

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    matches, counts, c, r = [0] * 5, [0] * 5, 0, 0
    for row, rows in zip(hypotheses, references, strict=True):
        ours, theirs = words(row), [words(text) for text in rows]
        c += len(ours)
        sizes = [len(text) for text in theirs]
        r += min(sizes, key=lambda size: (abs(size - len(ours)), size))
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                most = max(grams(text, n)[gram] for text in theirs)
                counts[n] += count
                matches[n] += min(count, most) if 0 not in gram else 0
    p = [matches[1] / counts[1] if c else 0]
    p += [(matches[n] + 1) / max(1, counts[n]) for n in (2, 3, 4)]
    penalty = min(1, np.exp(1 - r / c)) if c else 0
    return 100 * penalty * np.prod(p) ** 0.25


# %% wrong: unknown-matched
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def words(row):
        return row[row != -1].tolist()

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    matches, counts, c, r = [0] * 5, [0] * 5, 0, 0
    for row, rows in zip(hypotheses, references, strict=True):
        ours, theirs = words(row), [words(text) for text in rows]
        c += len(ours)
        sizes = [len(text) for text in theirs]
        r += min(sizes, key=lambda size: (abs(size - len(ours)), size))
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                most = max(grams(text, n)[gram] for text in theirs)
                counts[n] += count
                matches[n] += min(count, most)
    p = [matches[1] / counts[1] if c else 0]
    p += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    penalty = min(1, np.exp(1 - r / c)) if c else 0
    return 100 * penalty * np.prod(p) ** 0.25


# %% wrong: unknown-dropped, earns 0.6
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def words(row):
        return row[row != -1].tolist()

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    matches, counts, c, r = [0] * 5, [0] * 5, 0, 0
    for row, rows in zip(hypotheses, references, strict=True):
        ours, theirs = words(row), [words(text) for text in rows]
        c += len(ours)
        sizes = [len(text) for text in theirs]
        r += min(sizes, key=lambda size: (abs(size - len(ours)), size))
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                if 0 in gram:
                    continue
                most = max(grams(text, n)[gram] for text in theirs)
                counts[n] += count
                matches[n] += min(count, most)
    p = [matches[1] / counts[1] if counts[1] else 0]
    p += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    penalty = min(1, np.exp(1 - r / c)) if c else 0
    return 100 * penalty * np.prod(p) ** 0.25


# %% wrong: not-clipped, earns 0.5
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def words(row):
        return row[row != -1].tolist()

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    matches, counts, c, r = [0] * 5, [0] * 5, 0, 0
    for row, rows in zip(hypotheses, references, strict=True):
        ours, theirs = words(row), [words(text) for text in rows]
        c += len(ours)
        sizes = [len(text) for text in theirs]
        r += min(sizes, key=lambda size: (abs(size - len(ours)), size))
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                most = max(grams(text, n)[gram] for text in theirs)
                counts[n] += count
                matches[n] += (count if most else 0) if 0 not in gram else 0
    p = [matches[1] / counts[1] if c else 0]
    p += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    penalty = min(1, np.exp(1 - r / c)) if c else 0
    return 100 * penalty * np.prod(p) ** 0.25


# %% wrong: clipped-to-the-sum, earns 0.6
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def words(row):
        return row[row != -1].tolist()

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    matches, counts, c, r = [0] * 5, [0] * 5, 0, 0
    for row, rows in zip(hypotheses, references, strict=True):
        ours, theirs = words(row), [words(text) for text in rows]
        c += len(ours)
        sizes = [len(text) for text in theirs]
        r += min(sizes, key=lambda size: (abs(size - len(ours)), size))
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                most = sum(grams(text, n)[gram] for text in theirs)
                counts[n] += count
                matches[n] += min(count, most) if 0 not in gram else 0
    p = [matches[1] / counts[1] if c else 0]
    p += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    penalty = min(1, np.exp(1 - r / c)) if c else 0
    return 100 * penalty * np.prod(p) ** 0.25


# %% wrong: one-reference, earns 0.3 — the first
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def words(row):
        return row[row != -1].tolist()

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    matches, counts, c, r = [0] * 5, [0] * 5, 0, 0
    for row, rows in zip(hypotheses, references, strict=True):
        ours, theirs = words(row), [words(rows[0])]
        c += len(ours)
        sizes = [len(text) for text in theirs]
        r += min(sizes, key=lambda size: (abs(size - len(ours)), size))
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                most = max(grams(text, n)[gram] for text in theirs)
                counts[n] += count
                matches[n] += min(count, most) if 0 not in gram else 0
    p = [matches[1] / counts[1] if c else 0]
    p += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    penalty = min(1, np.exp(1 - r / c)) if c else 0
    return 100 * penalty * np.prod(p) ** 0.25


# %% wrong: one-reference, earns 0.3 — each by itself, and the mean
def smoothed_bleu(hypotheses, references):
    if references.shape[1] > 1:
        each = range(references.shape[1])
        return np.mean([smoothed_bleu(hypotheses, references[:, [k]]) for k in each])
    from collections import Counter

    def words(row):
        return row[row != -1].tolist()

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    matches, counts, c, r = [0] * 5, [0] * 5, 0, 0
    for row, rows in zip(hypotheses, references, strict=True):
        ours, theirs = words(row), [words(text) for text in rows]
        c += len(ours)
        sizes = [len(text) for text in theirs]
        r += min(sizes, key=lambda size: (abs(size - len(ours)), size))
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                most = max(grams(text, n)[gram] for text in theirs)
                counts[n] += count
                matches[n] += min(count, most) if 0 not in gram else 0
    p = [matches[1] / counts[1] if c else 0]
    p += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    penalty = min(1, np.exp(1 - r / c)) if c else 0
    return 100 * penalty * np.prod(p) ** 0.25


# %% wrong: other-length, earns 0.6 — the shortest
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def words(row):
        return row[row != -1].tolist()

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    matches, counts, c, r = [0] * 5, [0] * 5, 0, 0
    for row, rows in zip(hypotheses, references, strict=True):
        ours, theirs = words(row), [words(text) for text in rows]
        c += len(ours)
        sizes = [len(text) for text in theirs]
        r += min(sizes)
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                most = max(grams(text, n)[gram] for text in theirs)
                counts[n] += count
                matches[n] += min(count, most) if 0 not in gram else 0
    p = [matches[1] / counts[1] if c else 0]
    p += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    penalty = min(1, np.exp(1 - r / c)) if c else 0
    return 100 * penalty * np.prod(p) ** 0.25


# %% wrong: other-length, earns 0.6 — the mean
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def words(row):
        return row[row != -1].tolist()

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    matches, counts, c, r = [0] * 5, [0] * 5, 0, 0
    for row, rows in zip(hypotheses, references, strict=True):
        ours, theirs = words(row), [words(text) for text in rows]
        c += len(ours)
        sizes = [len(text) for text in theirs]
        r += np.mean(sizes)
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                most = max(grams(text, n)[gram] for text in theirs)
                counts[n] += count
                matches[n] += min(count, most) if 0 not in gram else 0
    p = [matches[1] / counts[1] if c else 0]
    p += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    penalty = min(1, np.exp(1 - r / c)) if c else 0
    return 100 * penalty * np.prod(p) ** 0.25


# %% wrong: tie-longer, earns 0.8
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def words(row):
        return row[row != -1].tolist()

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    matches, counts, c, r = [0] * 5, [0] * 5, 0, 0
    for row, rows in zip(hypotheses, references, strict=True):
        ours, theirs = words(row), [words(text) for text in rows]
        c += len(ours)
        sizes = [len(text) for text in theirs]
        r += min(sizes, key=lambda size: (abs(size - len(ours)), -size))
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                most = max(grams(text, n)[gram] for text in theirs)
                counts[n] += count
                matches[n] += min(count, most) if 0 not in gram else 0
    p = [matches[1] / counts[1] if c else 0]
    p += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    penalty = min(1, np.exp(1 - r / c)) if c else 0
    return 100 * penalty * np.prod(p) ** 0.25


# %% wrong: ratio, earns 0.6
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def words(row):
        return row[row != -1].tolist()

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    matches, counts, c, r = [0] * 5, [0] * 5, 0, 0
    for row, rows in zip(hypotheses, references, strict=True):
        ours, theirs = words(row), [words(text) for text in rows]
        c += len(ours)
        sizes = [len(text) for text in theirs]
        r += min(sizes, key=lambda size: (abs(size - len(ours)), size))
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                most = max(grams(text, n)[gram] for text in theirs)
                counts[n] += count
                matches[n] += min(count, most) if 0 not in gram else 0
    p = [matches[1] / counts[1] if c else 0]
    p += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    penalty = min(1, c / r) if c else 0
    return 100 * penalty * np.prod(p) ** 0.25


# %% wrong: no-penalty, earns 0.5
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def words(row):
        return row[row != -1].tolist()

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    matches, counts, c, r = [0] * 5, [0] * 5, 0, 0
    for row, rows in zip(hypotheses, references, strict=True):
        ours, theirs = words(row), [words(text) for text in rows]
        c += len(ours)
        sizes = [len(text) for text in theirs]
        r += min(sizes, key=lambda size: (abs(size - len(ours)), size))
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                most = max(grams(text, n)[gram] for text in theirs)
                counts[n] += count
                matches[n] += min(count, most) if 0 not in gram else 0
    p = [matches[1] / counts[1] if c else 0]
    p += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    penalty = 1
    return 100 * penalty * np.prod(p) ** 0.25


# %% wrong: no-bound, earns 0.7
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def words(row):
        return row[row != -1].tolist()

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    matches, counts, c, r = [0] * 5, [0] * 5, 0, 0
    for row, rows in zip(hypotheses, references, strict=True):
        ours, theirs = words(row), [words(text) for text in rows]
        c += len(ours)
        sizes = [len(text) for text in theirs]
        r += min(sizes, key=lambda size: (abs(size - len(ours)), size))
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                most = max(grams(text, n)[gram] for text in theirs)
                counts[n] += count
                matches[n] += min(count, most) if 0 not in gram else 0
    p = [matches[1] / counts[1] if c else 0]
    p += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    penalty = np.exp(1 - r / c) if c else 0
    return 100 * penalty * np.prod(p) ** 0.25


# %% wrong: sentence-by-sentence, earns 0.4
def smoothed_bleu(hypotheses, references):
    if len(hypotheses) > 1:
        pairs = zip(hypotheses, references, strict=True)
        return np.mean([smoothed_bleu(a[None], b[None]) for a, b in pairs])
    from collections import Counter

    def words(row):
        return row[row != -1].tolist()

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    matches, counts, c, r = [0] * 5, [0] * 5, 0, 0
    for row, rows in zip(hypotheses, references, strict=True):
        ours, theirs = words(row), [words(text) for text in rows]
        c += len(ours)
        sizes = [len(text) for text in theirs]
        r += min(sizes, key=lambda size: (abs(size - len(ours)), size))
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                most = max(grams(text, n)[gram] for text in theirs)
                counts[n] += count
                matches[n] += min(count, most) if 0 not in gram else 0
    p = [matches[1] / counts[1] if c else 0]
    p += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    penalty = min(1, np.exp(1 - r / c)) if c else 0
    return 100 * penalty * np.prod(p) ** 0.25


# %% wrong: arithmetic-mean, earns 0.5
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def words(row):
        return row[row != -1].tolist()

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    matches, counts, c, r = [0] * 5, [0] * 5, 0, 0
    for row, rows in zip(hypotheses, references, strict=True):
        ours, theirs = words(row), [words(text) for text in rows]
        c += len(ours)
        sizes = [len(text) for text in theirs]
        r += min(sizes, key=lambda size: (abs(size - len(ours)), size))
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                most = max(grams(text, n)[gram] for text in theirs)
                counts[n] += count
                matches[n] += min(count, most) if 0 not in gram else 0
    p = [matches[1] / counts[1] if c else 0]
    p += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    penalty = min(1, np.exp(1 - r / c)) if c else 0
    return 100 * penalty * np.mean(p)


# %% wrong: share-of-1, earns 0.8
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def words(row):
        return row[row != -1].tolist()

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    matches, counts, c, r = [0] * 5, [0] * 5, 0, 0
    for row, rows in zip(hypotheses, references, strict=True):
        ours, theirs = words(row), [words(text) for text in rows]
        c += len(ours)
        sizes = [len(text) for text in theirs]
        r += min(sizes, key=lambda size: (abs(size - len(ours)), size))
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                most = max(grams(text, n)[gram] for text in theirs)
                counts[n] += count
                matches[n] += min(count, most) if 0 not in gram else 0
    p = [matches[1] / counts[1] if c else 0]
    p += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    penalty = min(1, np.exp(1 - r / c)) if c else 0
    return penalty * np.prod(p) ** 0.25


# %% wrong: padding-counted, earns 0.4
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def words(row):
        return row.tolist()

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    matches, counts, c, r = [0] * 5, [0] * 5, 0, 0
    for row, rows in zip(hypotheses, references, strict=True):
        ours, theirs = words(row), [words(text) for text in rows]
        c += len(ours)
        sizes = [len(text) for text in theirs]
        r += min(sizes, key=lambda size: (abs(size - len(ours)), size))
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                most = max(grams(text, n)[gram] for text in theirs)
                counts[n] += count
                matches[n] += min(count, most) if 0 not in gram else 0
    p = [matches[1] / counts[1] if c else 0]
    p += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    penalty = min(1, np.exp(1 - r / c)) if c else 0
    return 100 * penalty * np.prod(p) ** 0.25


# %% wrong: clipped-to-the-fewest, earns 0.6
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    c = r = 0
    matches, counts = [0] * 5, [0] * 5
    for ours, theirs in zip(hypotheses, references, strict=True):
        ours = ours[ours != -1].tolist()
        theirs = [text[text != -1].tolist() for text in theirs]
        c += len(ours)
        r += min((abs(len(text) - len(ours)), len(text)) for text in theirs)[1]
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                counts[n] += count
                if 0 not in gram:
                    matches[n] += min(count, min(grams(text, n)[gram] for text in theirs))
    if matches[1] == 0:
        return 0.0
    shares = [matches[1] / counts[1]]
    shares += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    return 100 * min(1, np.exp(1 - r / c)) * np.exp(np.mean(np.log(shares)))


# %% wrong: counted-once, earns 0.5 — among the matches
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    c = r = 0
    matches, counts = [0] * 5, [0] * 5
    for ours, theirs in zip(hypotheses, references, strict=True):
        ours = ours[ours != -1].tolist()
        theirs = [text[text != -1].tolist() for text in theirs]
        c += len(ours)
        r += min((abs(len(text) - len(ours)), len(text)) for text in theirs)[1]
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                counts[n] += count
                if 0 not in gram:
                    matches[n] += any(gram in grams(text, n) for text in theirs)
    if matches[1] == 0:
        return 0.0
    shares = [matches[1] / counts[1]]
    shares += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    return 100 * min(1, np.exp(1 - r / c)) * np.exp(np.mean(np.log(shares)))


# %% wrong: counted-once, earns 0.5 — everywhere
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    c = r = 0
    matches, counts = [0] * 5, [0] * 5
    for ours, theirs in zip(hypotheses, references, strict=True):
        ours = ours[ours != -1].tolist()
        theirs = [text[text != -1].tolist() for text in theirs]
        c += len(ours)
        r += min((abs(len(text) - len(ours)), len(text)) for text in theirs)[1]
        for n in range(1, 5):
            for gram in grams(ours, n):
                counts[n] += 1
                if 0 not in gram:
                    matches[n] += any(gram in grams(text, n) for text in theirs)
    if matches[1] == 0:
        return 0.0
    shares = [matches[1] / counts[1]]
    shares += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    return 100 * min(1, np.exp(1 - r / c)) * np.exp(np.mean(np.log(shares)))


# %% wrong: unknown-cut-off, earns 0.5
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    c = r = 0
    matches, counts = [0] * 5, [0] * 5
    for ours, theirs in zip(hypotheses, references, strict=True):
        ours = ours[ours > 0].tolist()
        theirs = [text[text > 0].tolist() for text in theirs]
        c += len(ours)
        r += min((abs(len(text) - len(ours)), len(text)) for text in theirs)[1]
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                counts[n] += count
                if 0 not in gram:
                    matches[n] += min(count, max(grams(text, n)[gram] for text in theirs))
    if matches[1] == 0:
        return 0.0
    shares = [matches[1] / counts[1]]
    shares += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    return 100 * min(1, np.exp(1 - r / c)) * np.exp(np.mean(np.log(shares)))


# %% wrong: unknown-in-longer, earns 0.7 — barred as single words
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    c = r = 0
    matches, counts = [0] * 5, [0] * 5
    for ours, theirs in zip(hypotheses, references, strict=True):
        ours = ours[ours != -1].tolist()
        theirs = [text[text != -1].tolist() for text in theirs]
        c += len(ours)
        r += min((abs(len(text) - len(ours)), len(text)) for text in theirs)[1]
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                counts[n] += count
                if gram != (0,):
                    matches[n] += min(count, max(grams(text, n)[gram] for text in theirs))
    if matches[1] == 0:
        return 0.0
    shares = [matches[1] / counts[1]]
    shares += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    return 100 * min(1, np.exp(1 - r / c)) * np.exp(np.mean(np.log(shares)))


# %% wrong: unknown-in-longer, earns 0.7 — barred in the first place
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    c = r = 0
    matches, counts = [0] * 5, [0] * 5
    for ours, theirs in zip(hypotheses, references, strict=True):
        ours = ours[ours != -1].tolist()
        theirs = [text[text != -1].tolist() for text in theirs]
        c += len(ours)
        r += min((abs(len(text) - len(ours)), len(text)) for text in theirs)[1]
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                counts[n] += count
                if gram[0] != 0:
                    matches[n] += min(count, max(grams(text, n)[gram] for text in theirs))
    if matches[1] == 0:
        return 0.0
    shares = [matches[1] / counts[1]]
    shares += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    return 100 * min(1, np.exp(1 - r / c)) * np.exp(np.mean(np.log(shares)))


# %% wrong: smoothed-by-sentence, earns 0.6
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    c = r = 0
    matches, counts = [0] * 5, [0] * 5
    for ours, theirs in zip(hypotheses, references, strict=True):
        ours = ours[ours != -1].tolist()
        theirs = [text[text != -1].tolist() for text in theirs]
        c += len(ours)
        r += min((abs(len(text) - len(ours)), len(text)) for text in theirs)[1]
        for n in range(1, 5):
            matches[n] += n > 1
            counts[n] += n > 1
            for gram, count in grams(ours, n).items():
                counts[n] += count
                if 0 not in gram:
                    matches[n] += min(count, max(grams(text, n)[gram] for text in theirs))
    if matches[1] == 0:
        return 0.0
    shares = [matches[1] / counts[1]]
    shares += [matches[n] / counts[n] for n in (2, 3, 4)]
    return 100 * min(1, np.exp(1 - r / c)) * np.exp(np.mean(np.log(shares)))


# %% wrong: n-gram-too-few, earns 0.5
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n))

    c = r = 0
    matches, counts = [0] * 5, [0] * 5
    for ours, theirs in zip(hypotheses, references, strict=True):
        ours = ours[ours != -1].tolist()
        theirs = [text[text != -1].tolist() for text in theirs]
        c += len(ours)
        r += min((abs(len(text) - len(ours)), len(text)) for text in theirs)[1]
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                counts[n] += count
                if 0 not in gram:
                    matches[n] += min(count, max(grams(text, n)[gram] for text in theirs))
    if matches[1] == 0:
        return 0.0
    shares = [matches[1] / counts[1]]
    shares += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    return 100 * min(1, np.exp(1 - r / c)) * np.exp(np.mean(np.log(shares)))


# %% wrong: other-length, earns 0.6 — of all references
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    c = r = 0
    matches, counts = [0] * 5, [0] * 5
    for ours, theirs in zip(hypotheses, references, strict=True):
        ours = ours[ours != -1].tolist()
        theirs = [text[text != -1].tolist() for text in theirs]
        c += len(ours)
        r += sum(len(text) for text in theirs)
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                counts[n] += count
                if 0 not in gram:
                    matches[n] += min(count, max(grams(text, n)[gram] for text in theirs))
    if matches[1] == 0:
        return 0.0
    shares = [matches[1] / counts[1]]
    shares += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    return 100 * min(1, np.exp(1 - r / c)) * np.exp(np.mean(np.log(shares)))


# %% wrong: turned-penalty, earns 0.6
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    c = r = 0
    matches, counts = [0] * 5, [0] * 5
    for ours, theirs in zip(hypotheses, references, strict=True):
        ours = ours[ours != -1].tolist()
        theirs = [text[text != -1].tolist() for text in theirs]
        c += len(ours)
        r += min((abs(len(text) - len(ours)), len(text)) for text in theirs)[1]
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                counts[n] += count
                if 0 not in gram:
                    matches[n] += min(count, max(grams(text, n)[gram] for text in theirs))
    if matches[1] == 0:
        return 0.0
    shares = [matches[1] / counts[1]]
    shares += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    return 100 * min(1, np.exp(1 - c / r)) * np.exp(np.mean(np.log(shares)))


# %% wrong: no-root, earns 0.6
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    c = r = 0
    matches, counts = [0] * 5, [0] * 5
    for ours, theirs in zip(hypotheses, references, strict=True):
        ours = ours[ours != -1].tolist()
        theirs = [text[text != -1].tolist() for text in theirs]
        c += len(ours)
        r += min((abs(len(text) - len(ours)), len(text)) for text in theirs)[1]
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                counts[n] += count
                if 0 not in gram:
                    matches[n] += min(count, max(grams(text, n)[gram] for text in theirs))
    if matches[1] == 0:
        return 0.0
    shares = [matches[1] / counts[1]]
    shares += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    return 100 * min(1, np.exp(1 - r / c)) * np.prod(shares)


# %% wrong: no-words, earns 0.7 — 0/0
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def words(row):
        return row[row != -1].tolist()

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    matches, counts, c, r = [0] * 5, [0] * 5, 0, 0
    for row, rows in zip(hypotheses, references, strict=True):
        ours, theirs = words(row), [words(text) for text in rows]
        c += len(ours)
        sizes = [len(text) for text in theirs]
        r += min(sizes, key=lambda size: (abs(size - len(ours)), size))
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                most = max(grams(text, n)[gram] for text in theirs)
                counts[n] += count
                matches[n] += min(count, most) if 0 not in gram else 0
    p = [np.float64(matches[1]) / counts[1]]
    p += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    penalty = min(1, np.exp(1 - np.float64(r) / c))
    return 100 * penalty * np.prod(p) ** 0.25


# %% wrong: no-n-grams, earns 0.7 — a share of nothing is 0
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def words(row):
        return row[row != -1].tolist()

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    matches, counts, c, r = [0] * 5, [0] * 5, 0, 0
    for row, rows in zip(hypotheses, references, strict=True):
        ours, theirs = words(row), [words(text) for text in rows]
        c += len(ours)
        sizes = [len(text) for text in theirs]
        r += min(sizes, key=lambda size: (abs(size - len(ours)), size))
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                most = max(grams(text, n)[gram] for text in theirs)
                counts[n] += count
                matches[n] += min(count, most) if 0 not in gram else 0
    p = [matches[1] / counts[1] if c else 0]
    p += [(matches[n] + 1) / (counts[n] + 1) if counts[n] else 0 for n in (2, 3, 4)]
    penalty = min(1, np.exp(1 - r / c)) if c else 0
    return 100 * penalty * np.prod(p) ** 0.25


# %% wrong: no-match, earns 0.7 — a small number saves the logarithm of 0
def smoothed_bleu(hypotheses, references):
    import math
    from collections import Counter

    def words(row):
        return row[row != -1].tolist()

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    matches, counts, c, r = [0] * 5, [0] * 5, 0, 0
    for row, rows in zip(hypotheses, references, strict=True):
        ours, theirs = words(row), [words(text) for text in rows]
        c += len(ours)
        sizes = [len(text) for text in theirs]
        r += min(sizes, key=lambda size: (abs(size - len(ours)), size))
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                most = max(grams(text, n)[gram] for text in theirs)
                counts[n] += count
                matches[n] += min(count, most) if 0 not in gram else 0
    p = [matches[1] / counts[1] if c else 0]
    p += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    penalty = min(1, np.exp(1 - r / c)) if c else 0
    if c == 0:
        return 0.0
    return 100 * penalty * math.exp(sum(math.log(share + 1e-9) for share in p) / 4)


# %% wrong: no-match, earns 0.7 — the logarithm of 0
def smoothed_bleu(hypotheses, references):
    import math
    from collections import Counter

    def words(row):
        return row[row != -1].tolist()

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    matches, counts, c, r = [0] * 5, [0] * 5, 0, 0
    for row, rows in zip(hypotheses, references, strict=True):
        ours, theirs = words(row), [words(text) for text in rows]
        c += len(ours)
        sizes = [len(text) for text in theirs]
        r += min(sizes, key=lambda size: (abs(size - len(ours)), size))
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                most = max(grams(text, n)[gram] for text in theirs)
                counts[n] += count
                matches[n] += min(count, most) if 0 not in gram else 0
    p = [matches[1] / counts[1] if c else 0]
    p += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    penalty = min(1, np.exp(1 - r / c)) if c else 0
    if c == 0:
        return 0.0
    return 100 * penalty * math.exp(sum(map(math.log, p)) / 4)


# %% wrong: not-an-array — a text
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def words(row):
        return row[row != -1].tolist()

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    matches, counts, c, r = [0] * 5, [0] * 5, 0, 0
    for row, rows in zip(hypotheses, references, strict=True):
        ours, theirs = words(row), [words(text) for text in rows]
        c += len(ours)
        sizes = [len(text) for text in theirs]
        r += min(sizes, key=lambda size: (abs(size - len(ours)), size))
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                most = max(grams(text, n)[gram] for text in theirs)
                counts[n] += count
                matches[n] += min(count, most) if 0 not in gram else 0
    p = [matches[1] / counts[1] if c else 0]
    p += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    penalty = min(1, np.exp(1 - r / c)) if c else 0
    return f"{100 * penalty * np.prod(p) ** 0.25:.2f}"


# %% wrong: ready-made — sacrebleu as it is: exp
def smoothed_bleu(hypotheses, references):
    import sacrebleu

    def text(row):
        return " ".join(str(word) for word in row if word >= 0)

    ours = [text(row) for row in hypotheses]
    theirs = [[text(group[k]) for group in references] for k in range(references.shape[1])]
    return sacrebleu.corpus_bleu(ours, theirs, tokenize="none").score


# %% wrong: ready-made — sacrebleu with a floor
def smoothed_bleu(hypotheses, references):
    import sacrebleu

    def text(row):
        return " ".join(str(word) for word in row if word >= 0)

    ours = [text(row) for row in hypotheses]
    theirs = [[text(group[k]) for group in references] for k in range(references.shape[1])]
    return sacrebleu.corpus_bleu(ours, theirs, smooth_method="floor", tokenize="none").score


# %% wrong: chapter — sacrebleu without smoothing
def smoothed_bleu(hypotheses, references):
    import sacrebleu

    def text(row):
        return " ".join(str(word) for word in row if word >= 0)

    ours = [text(row) for row in hypotheses]
    theirs = [[text(group[k]) for group in references] for k in range(references.shape[1])]
    return sacrebleu.corpus_bleu(ours, theirs, smooth_method="none", tokenize="none").score


# %% wrong: unrecognised — sacrebleu's scores of single sentences, add-k
def smoothed_bleu(hypotheses, references):
    import sacrebleu

    def text(row):
        return " ".join(str(word) for word in row if word >= 0)

    scores = [
        sacrebleu.sentence_bleu(text(ours), [*map(text, theirs)], "add-k", 1).score
        for ours, theirs in zip(hypotheses, references, strict=True)
    ]
    return sum(scores) / len(scores)


# %% wrong: unrecognised, earns 0.5 — counts of eight bits
def smoothed_bleu(hypotheses, references):
    import math
    from collections import Counter

    def grams(words, n):
        return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))

    counts = np.array([[0, 1, 1, 1], [0, 1, 1, 1]], dtype=np.uint8)
    c = r = 0
    for hyp, refs in zip(hypotheses, references, strict=True):
        hyp = hyp[hyp != -1].tolist()
        refs = [ref[ref != -1].tolist() for ref in refs]
        c += len(hyp)
        r += min((abs(len(ref) - len(hyp)), len(ref)) for ref in refs)[1]
        for n in range(1, 5):
            for gram, count in grams(hyp, n).items():
                most = max(grams(ref, n)[gram] for ref in refs)
                counts[:, n - 1] += np.uint8([0 if 0 in gram else min(count, most), count])
    if c == 0:
        return 0.0
    return 100 * min(1, math.exp(1 - r / c)) * math.prod((counts[0] / counts[1]).tolist()) ** 0.25


# %% wrong: unknown-cut-off, earns 0.5 — of the translations only
def smoothed_bleu(hypotheses, references):
    import math
    from collections import Counter

    def grams(words, n):
        return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))

    m = [0, 1, 1, 1]
    t = [0, 1, 1, 1]
    c = r = 0
    for hyp, refs in zip(hypotheses, references, strict=False):
        hyp = [int(w) for w in hyp if w > 0]
        refs = [[int(w) for w in ref if w != -1] for ref in refs]
        k = len(hyp)
        c += k
        r += min((abs(len(ref) - k), len(ref)) for ref in refs)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(hyp, n).items():
                t[n - 1] += count
                if 0 not in gram:
                    m[n - 1] += min(count, max(x[gram] for x in counts))
    if c == 0:
        return 0.0
    p = [a / b for a, b in zip(m, t, strict=False)]
    return 100 * min(1, math.exp(1 - r / c)) * math.prod(p) ** 0.25


# %% wrong: smoothed-zeros, earns 0.5
def smoothed_bleu(hypotheses, references):
    import math
    from collections import Counter

    def grams(words, n):
        return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))

    m = [0, 0, 0, 0]
    t = [0, 0, 0, 0]
    c = r = 0
    for hyp, refs in zip(hypotheses, references, strict=False):
        hyp = [int(w) for w in hyp if w != -1]
        refs = [[int(w) for w in ref if w != -1] for ref in refs]
        k = len(hyp)
        c += k
        r += min((abs(len(ref) - k), len(ref)) for ref in refs)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(hyp, n).items():
                t[n - 1] += count
                if 0 not in gram:
                    m[n - 1] += min(count, max(x[gram] for x in counts))
    if c == 0:
        return 0.0
    p = [m[0] / t[0]] + [a / b if a else 1 / (b + 1) for a, b in zip(m[1:], t[1:], strict=False)]
    return 100 * min(1, math.exp(1 - r / c)) * math.prod(p) ** 0.25


# %% wrong: tie-longer, earns 0.8 — the first
def smoothed_bleu(hypotheses, references):
    import math
    from collections import Counter

    def grams(words, n):
        return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))

    m = [0, 1, 1, 1]
    t = [0, 1, 1, 1]
    c = r = 0
    for hyp, refs in zip(hypotheses, references, strict=False):
        hyp = [int(w) for w in hyp if w != -1]
        refs = [[int(w) for w in ref if w != -1] for ref in refs]
        k = len(hyp)
        c += k
        r += len(min(refs, key=lambda ref: abs(len(ref) - k)))
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(hyp, n).items():
                t[n - 1] += count
                if 0 not in gram:
                    m[n - 1] += min(count, max(x[gram] for x in counts))
    if c == 0:
        return 0.0
    p = [a / b for a, b in zip(m, t, strict=False)]
    return 100 * min(1, math.exp(1 - r / c)) * math.prod(p) ** 0.25


# %% wrong: fewer-orders, earns 0.4 — pairs at most
def smoothed_bleu(hypotheses, references):
    import math
    from collections import Counter

    def grams(words, n):
        return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))

    m = [0, 1, 1, 1]
    t = [0, 1, 1, 1]
    c = r = 0
    for hyp, refs in zip(hypotheses, references, strict=False):
        hyp = [int(w) for w in hyp if w != -1]
        refs = [[int(w) for w in ref if w != -1] for ref in refs]
        k = len(hyp)
        c += k
        r += min((abs(len(ref) - k), len(ref)) for ref in refs)[1]
        for n in range(1, 3):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(hyp, n).items():
                t[n - 1] += count
                if 0 not in gram:
                    m[n - 1] += min(count, max(x[gram] for x in counts))
    if c == 0:
        return 0.0
    p = [a / b for a, b in zip(m, t, strict=False)]
    return 100 * min(1, math.exp(1 - r / c)) * math.prod(p) ** 0.25


# %% wrong: no-words, earns 0.7 — an empty corpus is divided by
def smoothed_bleu(hypotheses, references):
    import math
    from collections import Counter

    def grams(words, n):
        return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))

    m = [0, 1, 1, 1]
    t = [0, 1, 1, 1]
    c = r = 0
    for hyp, refs in zip(hypotheses, references, strict=False):
        hyp = [int(w) for w in hyp if w != -1]
        refs = [[int(w) for w in ref if w != -1] for ref in refs]
        k = len(hyp)
        c += k
        r += min((abs(len(ref) - k), len(ref)) for ref in refs)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(hyp, n).items():
                t[n - 1] += count
                if 0 not in gram:
                    m[n - 1] += min(count, max(x[gram] for x in counts))
    p = [a / b for a, b in zip(m, t, strict=False)]
    return 100 * min(1, math.exp(1 - r / c)) * math.prod(p) ** 0.25


# %% wrong: no-words, earns 0.7 — an empty corpus scores 100
def smoothed_bleu(hypotheses, references):
    import math
    from collections import Counter

    def grams(words, n):
        return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))

    m = [0, 1, 1, 1]
    t = [0, 1, 1, 1]
    c = r = 0
    for hyp, refs in zip(hypotheses, references, strict=False):
        hyp = [int(w) for w in hyp if w != -1]
        refs = [[int(w) for w in ref if w != -1] for ref in refs]
        k = len(hyp)
        c += k
        r += min((abs(len(ref) - k), len(ref)) for ref in refs)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(hyp, n).items():
                t[n - 1] += count
                if 0 not in gram:
                    m[n - 1] += min(count, max(x[gram] for x in counts))
    if c == 0:
        return 100.0
    p = [a / b for a, b in zip(m, t, strict=False)]
    return 100 * min(1, math.exp(1 - r / c)) * math.prod(p) ** 0.25


# %% wrong: empty-left-out, earns 0.7
def smoothed_bleu(hypotheses, references):
    import math
    from collections import Counter

    def grams(words, n):
        return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))

    m = [0, 1, 1, 1]
    t = [0, 1, 1, 1]
    c = r = 0
    for hyp, refs in zip(hypotheses, references, strict=False):
        hyp = [int(w) for w in hyp if w != -1]
        refs = [[int(w) for w in ref if w != -1] for ref in refs]
        k = len(hyp)
        if k == 0:
            continue
        c += k
        r += min((abs(len(ref) - k), len(ref)) for ref in refs)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(hyp, n).items():
                t[n - 1] += count
                if 0 not in gram:
                    m[n - 1] += min(count, max(x[gram] for x in counts))
    if c == 0:
        return 0.0
    p = [a / b for a, b in zip(m, t, strict=False)]
    return 100 * min(1, math.exp(1 - r / c)) * math.prod(p) ** 0.25


# %% wrong: order-lost, earns 0.5
def smoothed_bleu(hypotheses, references):
    import math
    from collections import Counter

    def grams(words, n):
        return Counter(tuple(sorted(words[i : i + n])) for i in range(len(words) - n + 1))

    m = [0, 1, 1, 1]
    t = [0, 1, 1, 1]
    c = r = 0
    for hyp, refs in zip(hypotheses, references, strict=False):
        hyp = [int(w) for w in hyp if w != -1]
        refs = [[int(w) for w in ref if w != -1] for ref in refs]
        k = len(hyp)
        c += k
        r += min((abs(len(ref) - k), len(ref)) for ref in refs)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(hyp, n).items():
                t[n - 1] += count
                if 0 not in gram:
                    m[n - 1] += min(count, max(x[gram] for x in counts))
    if c == 0:
        return 0.0
    p = [a / b for a, b in zip(m, t, strict=False)]
    return 100 * min(1, math.exp(1 - r / c)) * math.prod(p) ** 0.25


# %% wrong: n-grams-alike, earns 0.7 — ids joined
def smoothed_bleu(hypotheses, references):
    import math
    from collections import Counter

    def grams(words, n):
        return Counter(
            "X" * (0 in words[i : i + n]) + "".join(map(str, words[i : i + n]))
            for i in range(len(words) - n + 1)
        )

    m = [0, 1, 1, 1]
    t = [0, 1, 1, 1]
    c = r = 0
    for hyp, refs in zip(hypotheses, references, strict=False):
        hyp = [int(w) for w in hyp if w != -1]
        refs = [[int(w) for w in ref if w != -1] for ref in refs]
        k = len(hyp)
        c += k
        r += min((abs(len(ref) - k), len(ref)) for ref in refs)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(hyp, n).items():
                t[n - 1] += count
                if gram[0] != "X":
                    m[n - 1] += min(count, max(x[gram] for x in counts))
    if c == 0:
        return 0.0
    p = [a / b for a, b in zip(m, t, strict=False)]
    return 100 * min(1, math.exp(1 - r / c)) * math.prod(p) ** 0.25


# %% wrong: n-grams-alike, earns 0.7 — base 100
def smoothed_bleu(hypotheses, references):
    import math
    from collections import Counter

    def grams(words, n):
        return Counter(
            (
                *tuple(
                    sum(w * 100**j for j, w in enumerate(words[i : i + n]))
                    for _ in (0 in words[i : i + n],)
                ),
                1 - (0 in words[i : i + n]),
            )
            for i in range(len(words) - n + 1)
        )

    m = [0, 1, 1, 1]
    t = [0, 1, 1, 1]
    c = r = 0
    for hyp, refs in zip(hypotheses, references, strict=False):
        hyp = [int(w) for w in hyp if w != -1]
        refs = [[int(w) for w in ref if w != -1] for ref in refs]
        k = len(hyp)
        c += k
        r += min((abs(len(ref) - k), len(ref)) for ref in refs)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(hyp, n).items():
                t[n - 1] += count
                if 0 not in gram:
                    m[n - 1] += min(count, max(x[gram] for x in counts))
    if c == 0:
        return 0.0
    p = [a / b for a, b in zip(m, t, strict=False)]
    return 100 * min(1, math.exp(1 - r / c)) * math.prod(p) ** 0.25


# %% wrong: references-joined, earns 0.6
def smoothed_bleu(hypotheses, references):
    import math
    from collections import Counter

    def grams(words, n):
        return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))

    m = [0, 1, 1, 1]
    t = [0, 1, 1, 1]
    c = r = 0
    for hyp, refs in zip(hypotheses, references, strict=False):
        hyp = [int(w) for w in hyp if w != -1]
        refs = [[int(w) for w in ref if w != -1] for ref in refs]
        k = len(hyp)
        c += k
        r += min((abs(len(ref) - k), len(ref)) for ref in refs)[1]
        for n in range(1, 5):
            counts = [grams([word for ref in refs for word in ref], n)]
            for gram, count in grams(hyp, n).items():
                t[n - 1] += count
                if 0 not in gram:
                    m[n - 1] += min(count, max(x[gram] for x in counts))
    if c == 0:
        return 0.0
    p = [a / b for a, b in zip(m, t, strict=False)]
    return 100 * min(1, math.exp(1 - r / c)) * math.prod(p) ** 0.25


# %% wrong: rounded, earns 0.8
def smoothed_bleu(hypotheses, references):
    import math
    from collections import Counter

    def grams(words, n):
        return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))

    m = [0, 1, 1, 1]
    t = [0, 1, 1, 1]
    c = r = 0
    for hyp, refs in zip(hypotheses, references, strict=False):
        hyp = [int(w) for w in hyp if w != -1]
        refs = [[int(w) for w in ref if w != -1] for ref in refs]
        k = len(hyp)
        c += k
        r += min((abs(len(ref) - k), len(ref)) for ref in refs)[1]
        for n in range(1, 5):
            counts = [grams(ref, n) for ref in refs]
            for gram, count in grams(hyp, n).items():
                t[n - 1] += count
                if 0 not in gram:
                    m[n - 1] += min(count, max(x[gram] for x in counts))
    if c == 0:
        return 0.0
    p = [a / b for a, b in zip(m, t, strict=False)]
    return round(100 * min(1, math.exp(1 - r / c)) * math.prod(p) ** 0.25, 2)


# %% wrong: unknown-matched — sacrebleu with add-k
def smoothed_bleu(hypotheses, references):
    import sacrebleu

    def text(row):
        return " ".join(str(w) for w in row if w >= 0)

    ours = [text(h) for h in hypotheses]
    theirs = [[text(g[k]) for g in references] for k in range(len(references[0]))]
    return sacrebleu.corpus_bleu(
        ours, theirs, smooth_method="add-k", smooth_value=1, tokenize="none"
    ).score


# %% wrong: smoothed-zeros, earns 0.5 — sacrebleu with a floor of 1
def smoothed_bleu(hypotheses, references):
    import sacrebleu

    def text(row, zero):
        return " ".join(str(w) if w else zero for w in row if w >= 0)

    ours = [text(h, "unk") for h in hypotheses]
    theirs = [[text(g[k], "UNK") for g in references] for k in range(len(references[0]))]
    return sacrebleu.corpus_bleu(
        ours, theirs, smooth_method="floor", smooth_value=1, tokenize="none"
    ).score


# %% wrong: no-n-grams, earns 0.7 — left out of the mean
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references, strict=False):
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


# %% wrong: tie-longer, earns 0.8 — the last
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references, strict=False):
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


# %% wrong: other-length, earns 0.6 — from below
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references, strict=False):
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


# %% wrong: other-length, earns 0.6 — from above
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references, strict=False):
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


# %% wrong: unrecognised, earns 0.5 — the first reference of an empty translation
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references, strict=False):
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


# %% wrong: padding-counted, earns 0.4 — in the lengths of references
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references, strict=False):
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


# %% wrong: padding-counted, earns 0.4 — in the lengths of translations
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references, strict=False):
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


# %% wrong: padding-counted, earns 0.4 — in n-grams
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row]

    def grams(words, n):
        return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references, strict=False):
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


# %% wrong: unknown-in-longer, earns 0.7 — barred in the last place
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references, strict=False):
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


# %% wrong: unknown-in-longer, earns 0.7 — barred if alone
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references, strict=False):
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


# %% wrong: one-reference, earns 0.3 — its n-grams
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def cut(row):
        return [int(w) for w in row if w != -1]

    def grams(words, n):
        return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))

    match = [0, 1, 1, 1]
    total = [0, 1, 1, 1]
    c = r = 0
    for row, rows in zip(hypotheses, references, strict=False):
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


# %% wrong: padding-counted, earns 0.4 — cut off in references only
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def words(row):
        return row[row != -1].tolist()

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    matches, counts, c, r = [0] * 5, [0] * 5, 0, 0
    for row, rows in zip(hypotheses, references, strict=True):
        ours, theirs = row.tolist(), [words(text) for text in rows]
        c += len(ours)
        sizes = [len(text) for text in theirs]
        r += min(sizes, key=lambda size: (abs(size - len(ours)), size))
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                most = max(grams(text, n)[gram] for text in theirs)
                counts[n] += count
                matches[n] += min(count, most) if 0 not in gram else 0
    p = [matches[1] / counts[1] if c else 0]
    p += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    penalty = min(1, np.exp(1 - r / c)) if c else 0
    return 100 * penalty * np.prod(p) ** 0.25


# %% wrong: larger-of-1, earns 0.6
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def words(row):
        return row[row != -1].tolist()

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    matches, counts, c, r = [0] * 5, [0] * 5, 0, 0
    for row, rows in zip(hypotheses, references, strict=True):
        ours, theirs = words(row), [words(text) for text in rows]
        c += len(ours)
        sizes = [len(text) for text in theirs]
        r += min(sizes, key=lambda size: (abs(size - len(ours)), size))
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                most = max(grams(text, n)[gram] for text in theirs)
                counts[n] += count
                matches[n] += min(count, most) if 0 not in gram else 0
    p = [matches[1] / counts[1] if c else 0]
    p += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    penalty = max(1, np.exp(1 - r / c)) if c else 0
    return 100 * penalty * np.prod(p) ** 0.25


# %% wrong: unknown-not-in-c, earns 0.6
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def words(row):
        return row[row != -1].tolist()

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    matches, counts, c, r = [0] * 5, [0] * 5, 0, 0
    for row, rows in zip(hypotheses, references, strict=True):
        ours, theirs = words(row), [words(text) for text in rows]
        c += sum(word != 0 for word in ours)
        sizes = [len(text) for text in theirs]
        r += min(sizes, key=lambda size: (abs(size - len(ours)), size))
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                most = max(grams(text, n)[gram] for text in theirs)
                counts[n] += count
                matches[n] += min(count, most) if 0 not in gram else 0
    p = [matches[1] / counts[1] if c else 0]
    p += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    penalty = min(1, np.exp(1 - r / c)) if c else 0
    return 100 * penalty * np.prod(p) ** 0.25


# %% wrong: of-the-references, earns 0.5 — of the first one
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def words(row):
        return row[row != -1].tolist()

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    matches, counts, c, r = [0] * 5, [0] * 5, 0, 0
    for row, rows in zip(hypotheses, references, strict=True):
        ours, theirs = words(row), [words(text) for text in rows]
        c += len(ours)
        sizes = [len(text) for text in theirs]
        r += min(sizes, key=lambda size: (abs(size - len(ours)), size))
        for n in range(1, 5):
            counts[n] += max(0, len(theirs[0]) - n + 1)
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                most = max(grams(text, n)[gram] for text in theirs)
                matches[n] += min(count, most) if 0 not in gram else 0
    p = [matches[1] / counts[1] if c else 0]
    p += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    penalty = min(1, np.exp(1 - r / c)) if c else 0
    return 100 * penalty * np.prod(p) ** 0.25


# %% wrong: of-the-references, earns 0.5 — of all
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def words(row):
        return row[row != -1].tolist()

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    matches, counts, c, r = [0] * 5, [0] * 5, 0, 0
    for row, rows in zip(hypotheses, references, strict=True):
        ours, theirs = words(row), [words(text) for text in rows]
        c += len(ours)
        sizes = [len(text) for text in theirs]
        r += min(sizes, key=lambda size: (abs(size - len(ours)), size))
        for n in range(1, 5):
            counts[n] += sum(max(0, len(text) - n + 1) for text in theirs)
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                most = max(grams(text, n)[gram] for text in theirs)
                matches[n] += min(count, most) if 0 not in gram else 0
    p = [matches[1] / counts[1] if c else 0]
    p += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    penalty = min(1, np.exp(1 - r / c)) if c else 0
    return 100 * penalty * np.prod(p) ** 0.25


# %% wrong: nearest-in-total, earns 0.6
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def words(row):
        return row[row != -1].tolist()

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    matches, counts, c, r = [0] * 5, [0] * 5, 0, 0
    for row, rows in zip(hypotheses, references, strict=True):
        ours, theirs = words(row), [words(text) for text in rows]
        c += len(ours)
        sizes = [len(text) for text in theirs]
        r += min(sizes, key=lambda size: (abs(size - len(ours)), size))
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                most = max(grams(text, n)[gram] for text in theirs)
                counts[n] += count
                matches[n] += min(count, most) if 0 not in gram else 0
    totals = (references != -1).sum(axis=(0, 2)).tolist()
    r = min(totals, key=lambda size: (abs(size - c), size))
    p = [matches[1] / counts[1] if c else 0]
    p += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    penalty = min(1, np.exp(1 - r / c)) if c else 0
    return 100 * penalty * np.prod(p) ** 0.25


# %% wrong: mean-of-penalties, earns 0.6
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def words(row):
        return row[row != -1].tolist()

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    matches, counts, c, r = [0] * 5, [0] * 5, 0, 0
    penalties = []
    for row, rows in zip(hypotheses, references, strict=True):
        ours, theirs = words(row), [words(text) for text in rows]
        c += len(ours)
        sizes = [len(text) for text in theirs]
        r += min(sizes, key=lambda size: (abs(size - len(ours)), size))
        one = min(sizes, key=lambda size: (abs(size - len(ours)), size))
        penalties.append(min(1, np.exp(1 - one / len(ours))) if ours else 0)
        for n in range(1, 5):
            for gram, count in grams(ours, n).items():
                most = max(grams(text, n)[gram] for text in theirs)
                counts[n] += count
                matches[n] += min(count, most) if 0 not in gram else 0
    p = [matches[1] / counts[1] if c else 0]
    p += [(matches[n] + 1) / (counts[n] + 1) for n in (2, 3, 4)]
    penalty = np.mean(penalties)
    return 100 * penalty * np.prod(p) ** 0.25


# %% wrong: mean-of-shares, earns 0.5
def smoothed_bleu(hypotheses, references):
    from collections import Counter

    def words(row):
        return row[row != -1].tolist()

    def grams(text, n):
        return Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))

    shares, c, r = [[], [], [], []], 0, 0
    for row, rows in zip(hypotheses, references, strict=True):
        ours, theirs = words(row), [words(text) for text in rows]
        c += len(ours)
        r += min(map(len, theirs), key=lambda size: (abs(size - len(ours)), size))
        for n, of_all in enumerate(shares, 1):
            matched = count = int(n > 1)
            for gram, often in grams(ours, n).items():
                most = max(grams(text, n)[gram] for text in theirs)
                count += often
                matched += min(often, most) if 0 not in gram else 0
            of_all.append(matched / count if count else 0)
    penalty = min(1, np.exp(1 - r / c)) if c else 0
    return 100 * penalty * np.prod([np.mean(of_all) for of_all in shares]) ** 0.25
