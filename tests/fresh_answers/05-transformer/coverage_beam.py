# %% right: score of a tuple computed anew each time
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% right: log probability and coverage carried along
def coverage_beam(P, A, beam, max_len, beta):
    best, best_s = None, -np.inf
    states = [([], 0.0, np.zeros(A.shape[1]))]
    for step in range(max_len):
        new = []
        for text, log_p, cover in states:
            last = text[-1] if text else 0
            for v in np.flatnonzero(P[last] > 0):
                l = log_p + np.log(P[last, v])
                c = cover + A[v]
                s = l + beta * np.sum(np.log(np.where(c < 1, c, 1)))
                new.append((s, text + [int(v)], l, c))
        new.sort(key=lambda item: -item[0])
        states = []
        for s, text, l, c in new[:beam]:
            if text[-1] == 0 or step == max_len - 1:
                if s > best_s:
                    best, best_s = text, s
            else:
                states.append((text, l, c))
        if not states:
            break
    return np.array(best + [0] * (max_len - len(best))), best_s


# %% right: heapq nlargest and math log
def coverage_beam(P, A, beam, max_len, beta):
    import heapq
    import math
    P, A = P.tolist(), A.tolist()
    m = len(A[0])

    def score(text):
        total, last = 0.0, 0
        for v in text:
            total += math.log(P[last][v])
            last = v
        for j in range(m):
            total += beta * math.log(min(1.0, sum(A[v][j] for v in text)))
        return total

    done, running = [], [[]]
    for _ in range(max_len):
        candidates = [text + [v] for text in running for v, p in enumerate(P[text[-1] if text else 0]) if p > 0]
        best = heapq.nlargest(beam, candidates, key=score)
        running = []
        for text in best:
            (done if text[-1] == 0 else running).append(text)
        if len(running) == 0:
            break
    winner = max(done + running, key=score)
    return np.array(winner + [0] * (max_len - len(winner))), score(winner)


# %% right: table of all extensions and argsort of it flat
def coverage_beam(P, A, beam, max_len, beta):
    tokens = len(P)
    with np.errstate(divide="ignore"):
        log_P = np.log(P)
    texts = np.zeros((1, 0), dtype=int)
    log_p = np.zeros(1)
    cover = np.zeros((1, A.shape[1]))
    last = np.zeros(1, dtype=int)
    found = []
    for step in range(max_len):
        new_log = log_p[:, None] + log_P[last]
        new_cover = cover[:, None, :] + A[None, :, :]
        s = new_log + beta * np.log(np.minimum(new_cover, 1)).sum(axis=2)
        order = np.argsort(-s, axis=None)[:beam]
        order = order[np.isfinite(s.ravel()[order])]
        row, token = order // tokens, order % tokens
        texts = np.concatenate([texts[row], token[:, None]], axis=1)
        log_p, cover, last = new_log[row, token], new_cover[row, token], token
        ready = (token == 0) | (step == max_len - 1)
        for text, value in zip(texts[ready], s[row[ready], token[ready]]):
            found.append((value, text))
        go_on = ~ready
        texts, log_p, cover, last = texts[go_on], log_p[go_on], cover[go_on], last[go_on]
        if len(texts) == 0:
            break
    value, text = max(found, key=lambda pair: pair[0])
    return np.pad(text, (0, max_len - len(text))), value


# %% right: torch topk
def coverage_beam(P, A, beam, max_len, beta):
    import torch
    P = torch.tensor(P, dtype=torch.float64)
    A = torch.tensor(A, dtype=torch.float64)
    V = P.shape[0]
    texts = torch.zeros(1, max_len, dtype=torch.long)
    log_p, cover = torch.zeros(1, dtype=torch.float64), torch.zeros(1, A.shape[1], dtype=torch.float64)
    last = torch.zeros(1, dtype=torch.long)
    best_text, best = None, -float("inf")
    for t in range(max_len):
        lp = log_p[:, None] + P.log()[last]
        cv = cover[:, None] + A
        s = (lp + beta * cv.clamp(max=1).log().sum(-1)).flatten()
        top = s.topk(min(beam, int((s > -float("inf")).sum())))
        rows, last = top.indices // V, top.indices % V
        texts = texts[rows].clone()
        texts[:, t] = last
        lp, cv = lp.flatten()[top.indices], cv.flatten(0, 1)[top.indices]
        for text, v, value in zip(texts, last, top.values):
            if (v == 0 or t + 1 == max_len) and value > best:
                best_text, best = text.clone(), value.clone()
        stay = last != 0
        texts, log_p, cover, last = texts[stay], lp[stay], cv[stay], last[stay]
        if not len(last):
            break
    return best_text, best


# %% right: recursion over the steps
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        before = [0] + list(text[:-1])
        log_p = sum(np.log(P[u, v]) for u, v in zip(before, text))
        return log_p + beta * sum(np.log(min(1.0, A[list(text), j].sum())) for j in range(A.shape[1]))

    def search(alive, steps):
        if steps == 0 or not alive:
            return alive
        longer = {}
        for text in alive:
            for v in range(P.shape[0]):
                if P[text[-1] if text else 0, v] != 0:
                    longer[text + (v,)] = score(text + (v,))
        kept = sorted(longer, key=longer.get)[-beam:]
        return [t for t in kept if t[-1] == 0] + search([t for t in kept if t[-1]], steps - 1)

    best = max(search([()], max_len), key=score)
    return np.array([best[i] if i < len(best) else 0 for i in range(max_len)]), score(best)


# %% right: insertion into a short sorted list
def coverage_beam(P, A, beam, max_len, beta):
    import bisect
    alive = [(0,)]
    archive = []

    def score(path):
        path = np.array(path)
        seen = np.zeros(A.shape[1])
        for v in path[1:]:
            seen += A[v]
        seen[seen > 1] = 1
        return float(np.log(P[path[:-1], path[1:]]).sum() + beta * np.log(seen).sum())

    for _ in range(max_len):
        top = []
        for path in alive:
            for v, p in enumerate(P[path[-1]]):
                if p <= 0:
                    continue
                bisect.insort(top, (-score(path + (v,)), path + (v,)))
                del top[beam:]
        archive += [item for item in top if item[1][-1] == 0]
        rest = [item for item in top if item[1][-1] != 0]
        alive = [path for _, path in rest]
        if not alive:
            break
    s, path = min(archive + rest)
    text = path[1:]
    return np.array(text + (0,) * (max_len - len(text))), -s


# %% right: counts of the tokens times A as the coverage
def coverage_beam(P, A, beam, max_len, beta):
    V = len(P)

    def score(text):
        counts = np.bincount(text, minlength=V)
        pairs = np.zeros((V, V))
        np.add.at(pairs, ([0] + text[:-1], text), 1)
        used = pairs > 0
        log_p = (pairs[used] * np.log(P[used])).sum()
        return log_p + beta * np.log(np.clip(counts @ A, 0, 1)).sum()

    alive, finished = [[]], []
    step = 0
    while step < max_len and alive:
        step += 1
        pool = [text + [v] for text in alive for v in range(V) if P[(text or [0])[-1], v] > 0]
        scores = np.array([score(text) for text in pool])
        chosen = [pool[i] for i in np.argsort(scores)[::-1][:beam]]
        finished.extend(text for text in chosen if text[-1] == 0)
        alive = [text for text in chosen if text[-1] > 0]
    ready = finished + alive
    best = ready[int(np.argmax([score(text) for text in ready]))]
    return np.array(best + [0] * (max_len - len(best))), score(best)


# %% right: product of probabilities and logarithm at the end
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        p, last, cover = 1.0, 0, np.zeros(A.shape[1])
        for v in text:
            p *= P[last, v]
            cover = cover + A[v]
            last = v
        return np.log(p) + beta * np.log(np.minimum(cover, 1.0)).sum()

    kept, aside = [[]], []
    for length in range(1, max_len + 1):
        options = []
        for text in kept:
            row = P[text[-1]] if text else P[0]
            options += [text + [v] for v in range(len(row)) if row[v] > 0]
        ranked = sorted(((score(text), text) for text in options), reverse=True)[:beam]
        aside += [pair for pair in ranked if pair[1][-1] == 0 or length == max_len]
        kept = [text for s, text in ranked if text[-1] != 0]
        if not kept:
            break
    s, text = max(aside)
    return np.array((text + [0] * max_len)[:max_len]), s


# %% right: class for a text with lazy order
def coverage_beam(P, A, beam, max_len, beta):
    from dataclasses import dataclass

    @dataclass
    class Text:
        tokens: tuple
        log_p: float
        cover: np.ndarray

        @property
        def s(self):
            return self.log_p + beta * np.log(np.fmin(self.cover, 1)).sum()

        def grow(self):
            last = self.tokens[-1] if self.tokens else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    yield Text(self.tokens + (v,), self.log_p + np.log(P[last, v]), self.cover + A[v])

    current = [Text((), 0.0, np.zeros(A.shape[1]))]
    closed = []
    for _ in range(max_len):
        pool = [child for text in current for child in text.grow()]
        pool = sorted(pool, key=lambda text: text.s)[::-1][:beam]
        closed += [text for text in pool if text.tokens[-1] == 0]
        current = [text for text in pool if text.tokens[-1] != 0]
        if not current:
            break
    best = max(closed + current, key=lambda text: text.s)
    out = np.zeros(max_len, dtype=np.int64)
    for place, v in enumerate(best.tokens):
        out[place] = v
    return out, float(best.s)


# %% right: outputs in a list and rows of a fixed width
def coverage_beam(P, A, beam, max_len, beta):
    rows = np.zeros((1, max_len), dtype=int)
    saved, saved_s = [], []

    def scores(rows, length):
        used = rows[:, :length]
        before = np.hstack([np.zeros((len(rows), 1), dtype=int), used[:, :-1]])
        cover = A[used].sum(axis=1)
        return np.log(P[before, used]).sum(axis=1) + beta * np.log(np.minimum(cover, 1)).sum(axis=1)

    for t in range(max_len):
        rows = np.repeat(rows, len(P), axis=0)
        rows[:, t] = np.tile(np.arange(len(P)), len(rows) // len(P))
        last = rows[:, t - 1] if t else np.zeros(len(rows), dtype=int)
        rows = rows[P[last, rows[:, t]] > 0]
        s = scores(rows, t + 1)
        order = np.argsort(s)[::-1][:beam]
        rows, s = rows[order], s[order]
        end = rows[:, t] == 0
        if t == max_len - 1:
            end[:] = True
        saved.extend(rows[end])
        saved_s.extend(s[end])
        rows = rows[~end]
        if not len(rows):
            break
    i = int(np.argmax(saved_s))
    return [saved[i], saved_s[i]]


# %% right: score per token where all lengths are equal
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=lambda text: score(text) / len(text), reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: no-coverage, earns 0.3 — no coverage at all
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: beta-forgotten, earns 0.5 — beta taken for 1
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: not-clipped, earns 0.5 — coverage without min
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(coverage).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: larger-of-1, earns 0.5 — maximum for minimum in the coverage
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.maximum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: no-logarithm, earns 0.5 — coverage without logarithm
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.minimum(1, coverage).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: logarithm-last, earns 0.5 — logarithm of the summed coverage
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage).sum())

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: no-coverage, earns 0.3 — min of the sum over all positions
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage.sum()))

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: averaged, earns 0.5 — mean over the source positions
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).mean()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: logs-added, earns 0.5 — logarithm of each weight before the sum
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = 0
        return log_p + beta * np.log(A[list(text)]).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: not-added-up, earns 0.5 — coverage of the largest weight only
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].max(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: not-added-up, earns 0.5 — mean of the weights as coverage
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].mean(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: covered-once, earns 0.6 — each different token covers only once
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[sorted(set(text))].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: end-not-covered, earns 0.6 — EOS does not cover
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[[v for v in text if v != 0]].sum(axis=0)
        return log_p + beta * np.log(np.clip(coverage, 1e-3, 1)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: unrecognised — last token does not cover
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text[:-1])].sum(axis=0)
        return log_p + beta * np.log(np.clip(coverage, 1e-3, 1)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: not-added-up, earns 0.5 — only the last token covers
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[text[-1]]
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: beginning-covered, earns 0.6 — token before the first covers too
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[[0, *text]].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: token-before, earns 0.5 — weights of the token before cover
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[[0, *text[:-1]]].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: unrecognised — coverage of the filled text
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text) + [0] * (max_len - len(text))].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: unrecognised — coverage filled up with EOS where the text ended
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text) + [0] * (max_len - len(text)) * (text[-1] == 0)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: no-coverage, earns 0.3 — weights summed over the source instead of the text
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=1)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: unrecognised — beta on the probability
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return beta * log_p + np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: subtracted, earns 0.5 — coverage taken off
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p - beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: unrecognised — beta shares both parts
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return (1 - beta) * log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: unrecognised — beta at most 1
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + min(beta, 1) * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: other-logarithm, earns 0.6 — base 2 in the probability
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log2(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: other-logarithm, earns 0.6 — base 10 everywhere
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log10(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log10(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: other-logarithm, earns 0.6 — base 2 everywhere
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log2(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log2(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: unrecognised — sum of probabilities instead of logarithms
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = P[(0, *text[:-1]), text].sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: length-counted, earns 0.5 — score divided by the length
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p / len(text) + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: length-counted, earns 0.5 — whole score divided by the length
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return (log_p + beta * np.log(np.minimum(1, coverage)).sum()) / len(text)

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: length-counted, earns 0.5 — length penalty of the chapter with 0 point 6
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p / ((5 + len(text)) / 6) ** 0.6 + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: first-token, earns 0.5 — probability of the first token left out
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[text[:-1], text[1:]]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: unrecognised — probability of the last token left out
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text])[:-1].sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: P-transposed, earns 0.4 — P read by columns
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[text, (0, *text[:-1])]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[v, last] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: unrecognised — first token from a uniform distribution
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[text[:-1], text[1:]]).sum() - np.log(len(P))
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if not text or P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: unrecognised — coverage cut at a tenth from below
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.clip(coverage, 0.1, 1)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: unrecognised — small number added to the coverage
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage + 0.01)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: unrecognised — coverage penalty of the missing part
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * (np.minimum(1, coverage) - 1).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: unrecognised — squared distance of the coverage from 1
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p - beta * np.square(1 - coverage).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: coverage-at-the-end, earns 0.5 — coverage only in the final choice
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    def plain(text):
        return np.log(P[(0, *text[:-1]), text]).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=plain, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: coverage-while-searching, earns 0.5 — coverage only in the search
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    def plain(text):
        return np.log(P[(0, *text[:-1]), text]).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=plain)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: score-without-coverage, earns 0.7 — returned score without the coverage
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    def plain(text):
        return np.log(P[(0, *text[:-1]), text]).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, plain(best)


# %% wrong: unrecognised — coverage only for texts that ended
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    def plain(text):
        return np.log(P[(0, *text[:-1]), text]).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=lambda text: score(text) if text[-1] == 0 else plain(text), reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: unrecognised — coverage only in the last step
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    def plain(text):
        return np.log(P[(0, *text[:-1]), text]).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score if step == max_len - 1 else plain, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: unrecognised — returned coverage without the probability
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    def plain(text):
        return np.log(P[(0, *text[:-1]), text]).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best) - plain(best)


# %% wrong: length-counted, earns 0.5 — final choice by score per token
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=lambda text: score(text) / len(text))
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: lowest-kept, earns 0.4 — smallest scores kept
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: unrecognised — worst text of all returned
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = min(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: greedy, earns 0.3 — greedy with a beam of 1
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:1]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: other-width, earns 0.5 — beam one wider
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam + 1]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: other-width, earns 0.5 — beam one narrower
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:max(1, beam - 1)]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: other-width, earns 0.5 — beam twice as wide
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:2 * beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: other-width, earns 0.5 — beam fixed at 5
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:5]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: not-pruned, earns 0.3 — beam ignored with a width of 60
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:60]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: unrecognised, earns 0.5 — beam not wider than the number of tokens
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:min(beam, len(P))]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: beam-shrinks, earns 0.6 — beam shrinks with each text set aside
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:max(beam - len(whole), 0)]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: places-refilled, earns 0.6 — ended texts set aside before the selection
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        whole += [text for text in extended if text[-1] == 0]
        alive = [text for text in extended if text[-1] != 0][:beam]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: places-refilled, earns 0.6 — beam filled up with texts that go on
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in extended if text[-1] != 0][:beam]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: unrecognised — each text keeps a beam of its own
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        kept = []
        for text in alive:
            extended = []
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
            extended.sort(key=score, reverse=True)
            kept += extended[:max(1, beam // len(alive))]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: unrecognised — each text adds only its likeliest tokens
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in np.argsort(-P[last])[:beam].tolist():
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: unrecognised — each text adds only its three likeliest tokens
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in np.argsort(-P[last])[:3].tolist():
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: unrecognised — only one extension for each text
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in [int(P[last].argmax())]:
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: unrecognised — first token always the likeliest
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)) if text else [int(P[0].argmax())]:
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: unrecognised, earns 0.5 — tokens of probability below a hundredth left out
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0.01:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: unrecognised — tokens below a tenth left out unless likeliest
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] >= min(0.1, P[last].max()):
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: unrecognised, earns 0.5 — probability 0 taken for a small one
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(np.maximum(P[(0, *text[:-1]), text], 1e-4)).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if True:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: empty-excluded, earns 0.7 — empty translation not allowed
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0 and (text or v):
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive or [(0,)], key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: unrecognised — no token twice in a row
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0 and (v != last or not text):
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive or [(0,)], key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: unrecognised — no token twice in a text
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0 and v not in text:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive or [(0,)], key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: unrecognised — last token forgotten
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(max(2, len(P) - 1)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive or [(0,)], key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: ended-extended, earns 0.5 — ended texts extended further
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = kept
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: unended-dropped, earns 0.7 — texts in the beam at the end not counted
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole or alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: ended-dropped, earns 0.5 — texts in the beam preferred at the end
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(alive or whole, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: stopped-early, earns 0.5 — first text set aside is returned
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = (whole + alive)[0]
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: unrecognised — last text set aside is returned
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = (alive + whole)[-1]
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: unrecognised — longest text is returned
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=lambda text: (len(text), score(text)))
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: stopped-early, earns 0.5 — shortest text is returned
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=lambda text: (-len(text), score(text)))
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: stopped-early, earns 0.5 — stops at the first ended text
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if whole:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: stopped-with-enough, earns 0.6 — stops when a beam of texts has ended
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive or len(whole) >= beam:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: stopped-ahead, earns 0.6 — stops when an ended text is best of a step
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive or kept[0][-1] == 0:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: stopped-ahead, earns 0.6 — stops when no text left beats an ended one
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive or whole and max(map(score, whole)) > max(map(score, alive)):
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: unrecognised — drops texts that score below the best ended one
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        bar = max(map(score, whole)) if whole else -np.inf
        alive = [text for text in alive if score(text) > bar]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: step-too-few, earns 0.6 — one step too few
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max(1, max_len - 1)):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: step-too-many, earns 0.6 — EOS not counted in the length
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len + 1):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best[:max_len]
    return result, score(best)


# %% wrong: unrecognised — EOS forced in the last step
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0 and (v == 0 or step < max_len - 1 or P[last, 0] == 0):
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: unrecognised — EOS written over the last token at the end
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    result[-1] = 0
    return result, score(best)


# %% wrong: unrecognised — EOS added for free to texts left over
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + [text[:-1] + (0,) for text in alive if P[(0, *text[:-1])[-1], 0] > 0] or alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: other-filling, earns 0.8 — filled up with minus 1
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.full(max_len, -1)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: unrecognised — filled up with the last token that is written
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.full(max_len, (0, *best[:-1])[-1])
    result[:len(best)] = best
    return result, score(best)


# %% wrong: wrong-shape — not filled up
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return np.array(best), score(best)


# %% wrong: wrong-shape — beginning token 0 in front of the text
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return np.array([0, *result]), score(best)


# %% wrong: unrecognised — beginning token 0 in front and cut
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return np.array([0, *result[:-1]]), score(best)


# %% wrong: wrong-shape — text without EOS that is one shorter
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result[:-1], score(best)


# %% wrong: unrecognised — text backwards
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result[::-1].copy(), score(best)


# %% wrong: unrecognised — zeros in front of the text
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[max_len - len(best):] = best
    return result, score(best)


# %% wrong: exponential, earns 0.8 — score as a probability
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, np.exp(score(best))


# %% wrong: unrecognised — score with a positive sign
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, -score(best)


# %% wrong: unrecognised — score of the best text left in the beam
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score((alive or [best])[0])


# %% wrong: unrecognised — score per token
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best) / len(best)


# %% wrong: unrecognised — score of the filled text
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    s = 0.0
    for u, v in zip([0, *result[:-1]], result):
        s += np.log(max(P[u, v], 1e-12))
    return result, s + beta * np.log(np.minimum(1, A[result].sum(axis=0))).sum()


# %% wrong: rounded, earns 0.8 — score rounded to two digits
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, round(float(score(best)), 2)


# %% wrong: wrong-order, earns 0.8 — score first and text second
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return score(best), result


# %% wrong: not-a-tuple — text only
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result


# %% wrong: unrecognised — second best text
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = sorted(whole + alive, key=score)[-2:][0]
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: changed-arguments, earns 0.7 — probabilities of 0 replaced in place
def coverage_beam(P, A, beam, max_len, beta):
    zero = P == 0
    P[zero] = 1e-12

    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if not zero[last, v]:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: changed-arguments, earns 0.7 — logarithm taken in place
def coverage_beam(P, A, beam, max_len, beta):
    allowed = P > 0
    P[allowed] = np.log(P[allowed])

    def score(text):
        log_p = P[(0, *text[:-1]), text].sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if allowed[last, v]:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: unrecognised — weights added up in place in A
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[text[0]]
        coverage += A[list(text[1:])].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append(text + (v,))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[:len(best)] = best
    return result, score(best)


# %% wrong: unrecognised — best text of a greedy choice in each step
def coverage_beam(P, A, beam, max_len, beta):
    text, last, s, cover = [], 0, 0.0, np.zeros(A.shape[1])
    for _ in range(max_len):
        last = int(P[last].argmax())
        s += np.log(P[(text or [0])[-1], last])
        cover += A[last]
        text.append(last)
        if last == 0:
            break
    return np.array(text + [0] * (max_len - len(text))), s + beta * np.log(np.minimum(cover, 1)).sum()


# %% wrong: each-step, earns 0.5 — coverage penalties added up over the steps
def coverage_beam(P, A, beam, max_len, beta):
    alive, whole = [((), 0.0, np.zeros(A.shape[1]))], []
    for step in range(max_len):
        new = []
        for text, s, c in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    cover = c + A[v]
                    new.append((text + (v,), s + np.log(P[last, v]) + beta * np.log(np.minimum(1, cover)).sum(), cover))
        new.sort(key=lambda item: -item[1])
        whole += [item for item in new[:beam] if item[0][-1] == 0]
        alive = [item for item in new[:beam] if item[0][-1] != 0]
        if not alive:
            break
    text, s, c = max(whole + alive, key=lambda item: item[1])
    return np.array(text + (0,) * (max_len - len(text))), s


# %% wrong: unrecognised — one coverage kept for all texts together
def coverage_beam(P, A, beam, max_len, beta):
    alive, whole = [((), 0.0)], []
    cover = np.zeros(A.shape[1])
    for step in range(max_len):
        new = []
        for text, s in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    term = beta * np.log(np.minimum(1, cover + A[v])).sum()
                    new.append((text + (v,), s + np.log(P[last, v]), s + np.log(P[last, v]) + term))
        new.sort(key=lambda item: -item[2])
        new = new[:beam]
        cover = np.minimum(1, cover + A[new[0][0][-1]])
        whole += [item for item in new if item[0][-1] == 0]
        alive = [item[:2] for item in new if item[0][-1] != 0]
        if not alive:
            break
    rest = [item for item in new if item[0][-1] != 0]
    text, _, s = max(whole + rest, key=lambda item: item[2])
    return np.array(text + (0,) * (max_len - len(text))), s
