# %% right: lists of texts
def coverage_beam(P, A, beam, max_len, beta):
    def score(log_p, cover):
        return log_p + beta * np.log(np.minimum(cover, 1)).sum()

    alive, whole = [((), 0.0, np.zeros(A.shape[1]))], []
    for _ in range(max_len):
        longer = []
        for text, log_p, cover in alive:
            last = text[-1] if text else 0
            for token in np.flatnonzero(P[last]).tolist():
                longer.append(((*text, token), log_p + np.log(P[last, token]), cover + A[token]))
        longer.sort(key=lambda entry: -score(*entry[1:]))
        alive = [entry for entry in longer[:beam] if entry[0][-1] != 0]
        whole += [entry for entry in longer[:beam] if entry[0][-1] == 0]
    text, log_p, cover = max(whole + alive, key=lambda entry: score(*entry[1:]))
    return list(text) + [0] * (max_len - len(text)), score(log_p, cover)


# %% right: arrays
def coverage_beam(P, A, beam, max_len, beta):
    with np.errstate(divide="ignore"):
        log_P = np.log(P)
    v, m = A.shape
    tokens, log_p, cover = np.zeros((1, 0), dtype=int), np.zeros(1), np.zeros((1, m))
    best, found = -np.inf, None
    for step in range(max_len):
        last = tokens[:, -1] if step else np.zeros(1, dtype=int)
        log_p = (log_p[:, None] + log_P[last]).ravel()
        cover = (cover[:, None] + A).reshape(-1, m)
        s = log_p + beta * np.log(np.minimum(cover, 1)).sum(axis=1)
        order = np.argsort(-s)[:beam]
        order = order[s[order] > -np.inf]
        tokens = np.hstack([tokens[order // v], (order % v)[:, None]])
        s, log_p, cover = s[order], log_p[order], cover[order]
        done = (tokens[:, -1] == 0) | (step == max_len - 1)
        for i in np.flatnonzero(done):
            if s[i] > best:
                best, found = s[i], tokens[i]
        going_on = tokens[:, -1] != 0
        tokens, log_p, cover = tokens[going_on], log_p[going_on], cover[going_on]
        if not len(tokens):
            break
    return np.pad(found, (0, max_len - len(found))), best


# %% right: a heap — in torch
def coverage_beam(P, A, beam, max_len, beta):
    import heapq

    import torch

    log_P, A = torch.tensor(P).log(), torch.tensor(A)
    alive, whole = [((), 0.0, 0.0, torch.zeros(A.shape[1], dtype=A.dtype))], []
    for _ in range(max_len):
        longer = []
        for text, _, log_p, cover in alive:
            logs = log_p + log_P[text[-1] if text else 0]
            scores = logs + beta * (cover + A).clamp(max=1).log().sum(dim=1)
            for token in logs.isfinite().nonzero()[:, 0].tolist():
                longer.append(((*text, token), scores[token], logs[token], cover + A[token]))
        kept = heapq.nlargest(beam, longer, key=lambda one: one[1])
        whole += [one for one in kept if one[0][-1] == 0]
        alive = [one for one in kept if one[0][-1] != 0]
    best, score, *_ = max(whole + alive, key=lambda one: one[1])
    return torch.tensor(best + (0,) * (max_len - len(best))), score


# %% wrong: no-coverage, earns 0.3 — payattention's beam search
def coverage_beam(P, A, beam, max_len, beta):
    import torch

    from payattention.decode import beam_search

    table = torch.tensor(P).log()

    def step(tokens, cache):
        return table[tokens[:, -1]], cache

    found = beam_search(step, torch.tensor([[0]]), beam=beam, max_new=max_len, eos=0)
    tokens = found.tokens[0, 0].tolist()
    return tokens + [0] * (max_len - len(tokens)), found.score[0, 0]


# %% wrong: coverage-at-the-end, earns 0.5
def coverage_beam(P, A, beam, max_len, beta):
    def score(log_p, cover):
        return log_p + beta * np.log(np.minimum(cover, 1)).sum()

    alive, whole = [((), 0.0, np.zeros(A.shape[1]))], []
    for _ in range(max_len):
        longer = []
        for text, log_p, cover in alive:
            last = text[-1] if text else 0
            for token in np.flatnonzero(P[last]).tolist():
                more = log_p + np.log(P[last, token]), cover + A[token]
                longer.append(((*text, token), *more))
        longer.sort(key=lambda entry: -entry[1])
        alive = [entry for entry in longer[:beam] if entry[0][-1] != 0]
        whole += [entry for entry in longer[:beam] if entry[0][-1] == 0]
    text, log_p, cover = max(whole + alive, key=lambda entry: score(*entry[1:]))
    return list(text) + [0] * (max_len - len(text)), score(log_p, cover)


# %% wrong: coverage-while-searching, earns 0.5
def coverage_beam(P, A, beam, max_len, beta):
    def score(log_p, cover):
        return log_p + beta * np.log(np.minimum(cover, 1)).sum()

    alive, whole = [((), 0.0, np.zeros(A.shape[1]))], []
    for _ in range(max_len):
        longer = []
        for text, log_p, cover in alive:
            last = text[-1] if text else 0
            for token in np.flatnonzero(P[last]).tolist():
                more = log_p + np.log(P[last, token]), cover + A[token]
                longer.append(((*text, token), *more))
        longer.sort(key=lambda entry: -score(*entry[1:]))
        alive = [entry for entry in longer[:beam] if entry[0][-1] != 0]
        whole += [entry for entry in longer[:beam] if entry[0][-1] == 0]
    text, log_p, cover = max(whole + alive, key=lambda entry: entry[1])
    return list(text) + [0] * (max_len - len(text)), log_p


# %% wrong: score-without-coverage, earns 0.7
def coverage_beam(P, A, beam, max_len, beta):
    def score(log_p, cover):
        return log_p + beta * np.log(np.minimum(cover, 1)).sum()

    alive, whole = [((), 0.0, np.zeros(A.shape[1]))], []
    for _ in range(max_len):
        longer = []
        for text, log_p, cover in alive:
            last = text[-1] if text else 0
            for token in np.flatnonzero(P[last]).tolist():
                more = log_p + np.log(P[last, token]), cover + A[token]
                longer.append(((*text, token), *more))
        longer.sort(key=lambda entry: -score(*entry[1:]))
        alive = [entry for entry in longer[:beam] if entry[0][-1] != 0]
        whole += [entry for entry in longer[:beam] if entry[0][-1] == 0]
    text, log_p, cover = max(whole + alive, key=lambda entry: score(*entry[1:]))
    return list(text) + [0] * (max_len - len(text)), log_p


# %% wrong: not-clipped, earns 0.5
def coverage_beam(P, A, beam, max_len, beta):
    def score(log_p, cover):
        return log_p + beta * np.log(cover).sum()

    alive, whole = [((), 0.0, np.zeros(A.shape[1]))], []
    for _ in range(max_len):
        longer = []
        for text, log_p, cover in alive:
            last = text[-1] if text else 0
            for token in np.flatnonzero(P[last]).tolist():
                more = log_p + np.log(P[last, token]), cover + A[token]
                longer.append(((*text, token), *more))
        longer.sort(key=lambda entry: -score(*entry[1:]))
        alive = [entry for entry in longer[:beam] if entry[0][-1] != 0]
        whole += [entry for entry in longer[:beam] if entry[0][-1] == 0]
    text, log_p, cover = max(whole + alive, key=lambda entry: score(*entry[1:]))
    return list(text) + [0] * (max_len - len(text)), score(log_p, cover)


# %% wrong: averaged, earns 0.5
def coverage_beam(P, A, beam, max_len, beta):
    def score(log_p, cover):
        return log_p + beta * np.log(np.minimum(cover, 1)).mean()

    alive, whole = [((), 0.0, np.zeros(A.shape[1]))], []
    for _ in range(max_len):
        longer = []
        for text, log_p, cover in alive:
            last = text[-1] if text else 0
            for token in np.flatnonzero(P[last]).tolist():
                more = log_p + np.log(P[last, token]), cover + A[token]
                longer.append(((*text, token), *more))
        longer.sort(key=lambda entry: -score(*entry[1:]))
        alive = [entry for entry in longer[:beam] if entry[0][-1] != 0]
        whole += [entry for entry in longer[:beam] if entry[0][-1] == 0]
    text, log_p, cover = max(whole + alive, key=lambda entry: score(*entry[1:]))
    return list(text) + [0] * (max_len - len(text)), score(log_p, cover)


# %% wrong: subtracted, earns 0.5
def coverage_beam(P, A, beam, max_len, beta):
    def score(log_p, cover):
        return log_p - beta * np.log(np.minimum(cover, 1)).sum()

    alive, whole = [((), 0.0, np.zeros(A.shape[1]))], []
    for _ in range(max_len):
        longer = []
        for text, log_p, cover in alive:
            last = text[-1] if text else 0
            for token in np.flatnonzero(P[last]).tolist():
                more = log_p + np.log(P[last, token]), cover + A[token]
                longer.append(((*text, token), *more))
        longer.sort(key=lambda entry: -score(*entry[1:]))
        alive = [entry for entry in longer[:beam] if entry[0][-1] != 0]
        whole += [entry for entry in longer[:beam] if entry[0][-1] == 0]
    text, log_p, cover = max(whole + alive, key=lambda entry: score(*entry[1:]))
    return list(text) + [0] * (max_len - len(text)), score(log_p, cover)


# %% wrong: greedy, earns 0.3
def coverage_beam(P, A, beam, max_len, beta):
    def score(log_p, cover):
        return log_p + beta * np.log(np.minimum(cover, 1)).sum()

    alive, whole = [((), 0.0, np.zeros(A.shape[1]))], []
    for _ in range(max_len):
        longer = []
        for text, log_p, cover in alive:
            last = text[-1] if text else 0
            for token in np.flatnonzero(P[last]).tolist():
                more = log_p + np.log(P[last, token]), cover + A[token]
                longer.append(((*text, token), *more))
        longer.sort(key=lambda entry: -score(*entry[1:]))
        beam = 1
        alive = [entry for entry in longer[:beam] if entry[0][-1] != 0]
        whole += [entry for entry in longer[:beam] if entry[0][-1] == 0]
    text, log_p, cover = max(whole + alive, key=lambda entry: score(*entry[1:]))
    return list(text) + [0] * (max_len - len(text)), score(log_p, cover)


# %% wrong: not-pruned, earns 0.3 — or only to the best 200
def coverage_beam(P, A, beam, max_len, beta):
    def score(log_p, cover):
        return log_p + beta * np.log(np.minimum(cover, 1)).sum()

    alive, whole = [((), 0.0, np.zeros(A.shape[1]))], []
    for _ in range(max_len):
        longer = []
        for text, log_p, cover in alive:
            last = text[-1] if text else 0
            for token in np.flatnonzero(P[last]).tolist():
                more = log_p + np.log(P[last, token]), cover + A[token]
                longer.append(((*text, token), *more))
        longer.sort(key=lambda entry: -score(*entry[1:]))
        alive = [entry for entry in longer[:200] if entry[0][-1] != 0]
        whole += [entry for entry in longer[:200] if entry[0][-1] == 0]
    text, log_p, cover = max(whole + alive, key=lambda entry: score(*entry[1:]))
    return list(text) + [0] * (max_len - len(text)), score(log_p, cover)


# %% wrong: pruned-apart, earns 0.5
def coverage_beam(P, A, beam, max_len, beta):
    def score(log_p, cover):
        return log_p + beta * np.log(np.minimum(cover, 1)).sum()

    alive, whole = [((), 0.0, np.zeros(A.shape[1]))], []
    for _ in range(max_len):
        kept = []
        for text, log_p, cover in alive:
            last, longer = text[-1] if text else 0, []
            for token in np.flatnonzero(P[last]).tolist():
                more = log_p + np.log(P[last, token]), cover + A[token]
                longer.append(((*text, token), *more))
            longer.sort(key=lambda entry: -score(*entry[1:]))
            kept += longer[:beam]
        alive = [entry for entry in kept[:200] if entry[0][-1] != 0]
        whole += [entry for entry in kept[:200] if entry[0][-1] == 0]
    text, log_p, cover = max(whole + alive, key=lambda entry: score(*entry[1:]))
    return list(text) + [0] * (max_len - len(text)), score(log_p, cover)


# %% wrong: places-refilled, earns 0.6
def coverage_beam(P, A, beam, max_len, beta):
    def score(log_p, cover):
        return log_p + beta * np.log(np.minimum(cover, 1)).sum()

    alive, whole = [((), 0.0, np.zeros(A.shape[1]))], []
    for _ in range(max_len):
        longer = []
        for text, log_p, cover in alive:
            last = text[-1] if text else 0
            for token in np.flatnonzero(P[last]).tolist():
                more = log_p + np.log(P[last, token]), cover + A[token]
                longer.append(((*text, token), *more))
        longer.sort(key=lambda entry: -score(*entry[1:]))
        alive = [entry for entry in longer if entry[0][-1] != 0][:beam]
        whole += [entry for entry in longer[:beam] if entry[0][-1] == 0]
    text, log_p, cover = max(whole + alive, key=lambda entry: score(*entry[1:]))
    return list(text) + [0] * (max_len - len(text)), score(log_p, cover)


# %% wrong: beam-shrinks, earns 0.6
def coverage_beam(P, A, beam, max_len, beta):
    def score(log_p, cover):
        return log_p + beta * np.log(np.minimum(cover, 1)).sum()

    alive, whole = [((), 0.0, np.zeros(A.shape[1]))], []
    for _ in range(max_len):
        longer = []
        for text, log_p, cover in alive:
            last = text[-1] if text else 0
            for token in np.flatnonzero(P[last]).tolist():
                more = log_p + np.log(P[last, token]), cover + A[token]
                longer.append(((*text, token), *more))
        longer.sort(key=lambda entry: -score(*entry[1:]))
        alive = [entry for entry in longer[:beam] if entry[0][-1] != 0]
        whole += [entry for entry in longer[:beam] if entry[0][-1] == 0]
        beam = len(alive)
    text, log_p, cover = max(whole + alive, key=lambda entry: score(*entry[1:]))
    return list(text) + [0] * (max_len - len(text)), score(log_p, cover)


# %% wrong: stopped-early, earns 0.5
def coverage_beam(P, A, beam, max_len, beta):
    def score(log_p, cover):
        return log_p + beta * np.log(np.minimum(cover, 1)).sum()

    alive, whole = [((), 0.0, np.zeros(A.shape[1]))], []
    for _ in range(max_len):
        longer = []
        for text, log_p, cover in alive:
            last = text[-1] if text else 0
            for token in np.flatnonzero(P[last]).tolist():
                more = log_p + np.log(P[last, token]), cover + A[token]
                longer.append(((*text, token), *more))
        longer.sort(key=lambda entry: -score(*entry[1:]))
        alive = [entry for entry in longer[:beam] if entry[0][-1] != 0]
        whole += [entry for entry in longer[:beam] if entry[0][-1] == 0]
        if whole:
            alive = []
            break
    text, log_p, cover = max(whole + alive, key=lambda entry: score(*entry[1:]))
    return list(text) + [0] * (max_len - len(text)), score(log_p, cover)


# %% wrong: unended-dropped, earns 0.7
def coverage_beam(P, A, beam, max_len, beta):
    def score(log_p, cover):
        return log_p + beta * np.log(np.minimum(cover, 1)).sum()

    alive, whole = [((), 0.0, np.zeros(A.shape[1]))], []
    for _ in range(max_len):
        longer = []
        for text, log_p, cover in alive:
            last = text[-1] if text else 0
            for token in np.flatnonzero(P[last]).tolist():
                more = log_p + np.log(P[last, token]), cover + A[token]
                longer.append(((*text, token), *more))
        longer.sort(key=lambda entry: -score(*entry[1:]))
        alive = [entry for entry in longer[:beam] if entry[0][-1] != 0]
        whole += [entry for entry in longer[:beam] if entry[0][-1] == 0]
    text, log_p, cover = max(whole or alive, key=lambda entry: score(*entry[1:]))
    return list(text) + [0] * (max_len - len(text)), score(log_p, cover)


# %% wrong: ended-compete, earns 0.6 — they stay in the beam, or fall out
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        return log_p + beta * np.log(np.minimum(1, A[list(text)].sum(axis=0))).sum()

    alive, whole = [()], []
    for _ in range(max_len):
        longer = [(*text, token) for text in alive for token in np.flatnonzero(P[(0, *text)[-1]])]
        kept = sorted(longer + whole, key=score, reverse=True)[:beam]
        whole = [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
    best = max(whole + alive, key=score)
    return np.pad(best, (0, max_len - len(best))), score(best)


# %% wrong: ended-compete, earns 0.6 — they take places, and are kept all the same
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        return log_p + beta * np.log(np.minimum(1, A[list(text)].sum(axis=0))).sum()

    alive, whole = [()], []
    for _ in range(max_len):
        longer = [(*text, token) for text in alive for token in np.flatnonzero(P[(0, *text)[-1]])]
        kept = sorted(longer + whole, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0 and text not in whole]
        alive = [text for text in kept if text[-1] != 0]
    best = max(whole + alive, key=score)
    return np.pad(best, (0, max_len - len(best))), score(best)


# %% wrong: places-refilled, earns 0.6 — all that end are set aside before the cut
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        return log_p + beta * np.log(np.minimum(1, A[list(text)].sum(axis=0))).sum()

    alive, whole = [()], []
    for _ in range(max_len):
        longer = [(*text, token) for text in alive for token in np.flatnonzero(P[(0, *text)[-1]])]
        longer.sort(key=score, reverse=True)
        whole += [text for text in longer if text[-1] == 0]
        alive = [text for text in longer if text[-1] != 0][:beam]
    best = max(whole + alive, key=score)
    return np.pad(best, (0, max_len - len(best))), score(best)


# %% wrong: stopped-early, earns 0.5 — what is left in the beam counts
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        return log_p + beta * np.log(np.minimum(1, A[list(text)].sum(axis=0))).sum()

    alive, whole = [()], []
    for _ in range(max_len):
        longer = [(*text, token) for text in alive for token in np.flatnonzero(P[(0, *text)[-1]])]
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if whole:
            break
    best = max(whole + alive, key=score)
    return np.pad(best, (0, max_len - len(best))), score(best)


# %% wrong: stopped-ahead, earns 0.6
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        return log_p + beta * np.log(np.minimum(1, A[list(text)].sum(axis=0))).sum()

    alive, whole = [()], []
    for _ in range(max_len):
        longer = [(*text, token) for text in alive for token in np.flatnonzero(P[(0, *text)[-1]])]
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if whole and score(max(whole, key=score)) > max(map(score, alive), default=-np.inf):
            break
    best = max(whole + alive, key=score)
    return np.pad(best, (0, max_len - len(best))), score(best)


# %% wrong: stopped-with-enough, earns 0.6 — what is left in the beam counts
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        return log_p + beta * np.log(np.minimum(1, A[list(text)].sum(axis=0))).sum()

    alive, whole = [()], []
    for _ in range(max_len):
        longer = [(*text, token) for text in alive for token in np.flatnonzero(P[(0, *text)[-1]])]
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if len(whole) >= beam:
            break
    best = max(whole + alive, key=score)
    return np.pad(best, (0, max_len - len(best))), score(best)


# %% wrong: stopped-with-enough, earns 0.6 — and what is left in the beam does not
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        return log_p + beta * np.log(np.minimum(1, A[list(text)].sum(axis=0))).sum()

    alive, whole = [()], []
    for _ in range(max_len):
        longer = [(*text, token) for text in alive for token in np.flatnonzero(P[(0, *text)[-1]])]
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if len(whole) >= beam:
            break
    best = max(whole or alive, key=score)
    return np.pad(best, (0, max_len - len(best))), score(best)


# %% wrong: step-too-few, earns 0.6
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        return log_p + beta * np.log(np.minimum(1, A[list(text)].sum(axis=0))).sum()

    alive, whole = [()], []
    for _ in range(max(1, max_len - 1)):
        longer = [(*text, token) for text in alive for token in np.flatnonzero(P[(0, *text)[-1]])]
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
    best = max(whole + alive, key=score)
    return np.pad(best, (0, max_len - len(best))), score(best)


# %% wrong: ended-dropped, earns 0.5
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        return log_p + beta * np.log(np.minimum(1, A[list(text)].sum(axis=0))).sum()

    alive, whole = [()], []
    for _ in range(max_len):
        longer = [(*text, token) for text in alive for token in np.flatnonzero(P[(0, *text)[-1]])]
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
    best = max(alive or whole, key=score)
    return np.pad(best, (0, max_len - len(best))), score(best)


# %% wrong: other-filling, earns 0.8
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        return log_p + beta * np.log(np.minimum(1, A[list(text)].sum(axis=0))).sum()

    alive, whole = [()], []
    for _ in range(max_len):
        longer = [(*text, token) for text in alive for token in np.flatnonzero(P[(0, *text)[-1]])]
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
    best = max(whole + alive, key=score)
    return np.pad(best, (0, max_len - len(best)), constant_values=-1), score(best)


# %% wrong: exponential, earns 0.8
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        return log_p + beta * np.log(np.minimum(1, A[list(text)].sum(axis=0))).sum()

    alive, whole = [()], []
    for _ in range(max_len):
        longer = [(*text, token) for text in alive for token in np.flatnonzero(P[(0, *text)[-1]])]
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
    best = max(whole + alive, key=score)
    return np.pad(best, (0, max_len - len(best))), np.exp(score(best))


# %% wrong: beta-forgotten, earns 0.5
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        return log_p + np.log(np.minimum(1, A[list(text)].sum(axis=0))).sum()

    alive, whole = [()], []
    for _ in range(max_len):
        longer = [(*text, token) for text in alive for token in np.flatnonzero(P[(0, *text)[-1]])]
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
    best = max(whole + alive, key=score)
    return np.pad(best, (0, max_len - len(best))), score(best)


# %% wrong: end-not-covered, earns 0.6
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        return (
            log_p
            + beta
            * np.log(np.minimum(1, A[[token for token in text if token != 0]].sum(axis=0))).sum()
        )

    alive, whole = [()], []
    for _ in range(max_len):
        longer = [(*text, token) for text in alive for token in np.flatnonzero(P[(0, *text)[-1]])]
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
    best = max(whole + alive, key=score)
    return np.pad(best, (0, max_len - len(best))), score(best)


# %% wrong: covered-once, earns 0.6
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        return log_p + beta * np.log(np.minimum(1, A[list(set(text))].sum(axis=0))).sum()

    alive, whole = [()], []
    for _ in range(max_len):
        longer = [(*text, token) for text in alive for token in np.flatnonzero(P[(0, *text)[-1]])]
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
    best = max(whole + alive, key=score)
    return np.pad(best, (0, max_len - len(best))), score(best)


# %% wrong: token-before, earns 0.5
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        return log_p + beta * np.log(np.minimum(1, A[[0, *text[:-1]]].sum(axis=0))).sum()

    alive, whole = [()], []
    for _ in range(max_len):
        longer = [(*text, token) for text in alive for token in np.flatnonzero(P[(0, *text)[-1]])]
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
    best = max(whole + alive, key=score)
    return np.pad(best, (0, max_len - len(best))), score(best)


# %% wrong: logs-added, earns 0.5
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        return log_p + beta * np.log(np.minimum(1, A[list(text)])).sum()

    alive, whole = [()], []
    for _ in range(max_len):
        longer = [(*text, token) for text in alive for token in np.flatnonzero(P[(0, *text)[-1]])]
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
    best = max(whole + alive, key=score)
    return np.pad(best, (0, max_len - len(best))), score(best)


# %% wrong: length-counted, earns 0.5 — divided by the length
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).mean()
        return log_p + beta * np.log(np.minimum(1, A[list(text)].sum(axis=0))).sum()

    alive, whole = [()], []
    for _ in range(max_len):
        longer = [(*text, token) for text in alive for token in np.flatnonzero(P[(0, *text)[-1]])]
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
    best = max(whole + alive, key=score)
    return np.pad(best, (0, max_len - len(best))), score(best)


# %% wrong: length-counted, earns 0.5 — the chapter's penalty
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum() / ((5 + len(text)) / 6)
        return log_p + beta * np.log(np.minimum(1, A[list(text)].sum(axis=0))).sum()

    alive, whole = [()], []
    for _ in range(max_len):
        longer = [(*text, token) for text in alive for token in np.flatnonzero(P[(0, *text)[-1]])]
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
    best = max(whole + alive, key=score)
    return np.pad(best, (0, max_len - len(best))), score(best)


# %% wrong: unrecognised, earns 0.5 — only the five likeliest tokens extend a text
def coverage_beam(P, A, beam, max_len, beta):
    def score(log_p, cover):
        return log_p + beta * np.log(np.minimum(cover, 1)).sum()

    alive, whole = [((), 0.0, np.zeros(A.shape[1]))], []
    for _ in range(max_len):
        longer = []
        for text, log_p, cover in alive:
            last = text[-1] if text else 0
            for token in np.argsort(-P[last])[: min(5, np.sum(P[last] > 0))].tolist():
                more = log_p + np.log(P[last, token]), cover + A[token]
                longer.append(((*text, token), *more))
        longer.sort(key=lambda entry: -score(*entry[1:]))
        alive = [entry for entry in longer[:beam] if entry[0][-1] != 0]
        whole += [entry for entry in longer[:beam] if entry[0][-1] == 0]
    text, log_p, cover = max(whole + alive, key=lambda entry: score(*entry[1:]))
    return list(text) + [0] * (max_len - len(text)), score(log_p, cover)


# %% wrong: raised, earns 0.5 — the logarithm of 0
def coverage_beam(P, A, beam, max_len, beta):
    import math

    def score(log_p, cover):
        return log_p + beta * np.log(np.minimum(cover, 1)).sum()

    alive, whole = [((), 0.0, np.zeros(A.shape[1]))], []
    for _ in range(max_len):
        longer = []
        for text, log_p, cover in alive:
            last = text[-1] if text else 0
            for token in range(len(P)):
                more = log_p + math.log(P[last, token]), cover + A[token]
                longer.append(((*text, token), *more))
        longer.sort(key=lambda entry: -score(*entry[1:]))
        alive = [entry for entry in longer[:beam] if entry[0][-1] != 0]
        whole += [entry for entry in longer[:beam] if entry[0][-1] == 0]
    text, log_p, cover = max(whole + alive, key=lambda entry: score(*entry[1:]))
    return list(text) + [0] * (max_len - len(text)), score(log_p, cover)


# %% wrong: wrong-shape — filled up with a token too many
def coverage_beam(P, A, beam, max_len, beta):
    def score(log_p, cover):
        return log_p + beta * np.log(np.minimum(cover, 1)).sum()

    alive, whole = [((), 0.0, np.zeros(A.shape[1]))], []
    for _ in range(max_len):
        longer = []
        for text, log_p, cover in alive:
            last = text[-1] if text else 0
            for token in np.flatnonzero(P[last]).tolist():
                more = log_p + np.log(P[last, token]), cover + A[token]
                longer.append(((*text, token), *more))
        longer.sort(key=lambda entry: -score(*entry[1:]))
        alive = [entry for entry in longer[:beam] if entry[0][-1] != 0]
        whole += [entry for entry in longer[:beam] if entry[0][-1] == 0]
    text, log_p, cover = max(whole + alive, key=lambda entry: score(*entry[1:]))
    return [*text] + [0] * (max_len + 1 - len(text)), score(log_p, cover)


# %% wrong: not-a-tuple — the text alone
def coverage_beam(P, A, beam, max_len, beta):
    def score(log_p, cover):
        return log_p + beta * np.log(np.minimum(cover, 1)).sum()

    alive, whole = [((), 0.0, np.zeros(A.shape[1]))], []
    for _ in range(max_len):
        longer = []
        for text, log_p, cover in alive:
            last = text[-1] if text else 0
            for token in np.flatnonzero(P[last]).tolist():
                more = log_p + np.log(P[last, token]), cover + A[token]
                longer.append(((*text, token), *more))
        longer.sort(key=lambda entry: -score(*entry[1:]))
        alive = [entry for entry in longer[:beam] if entry[0][-1] != 0]
        whole += [entry for entry in longer[:beam] if entry[0][-1] == 0]
    text, log_p, cover = max(whole + alive, key=lambda entry: score(*entry[1:]))
    return list(text) + [0] * (max_len - len(text))


# %% wrong: larger-of-1, earns 0.5
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        logp = np.log(P[(0, *text[:-1]), text]).sum()
        covered = A[list(text)].sum(axis=0)
        return logp + beta * np.log(np.maximum(1, covered)).sum()

    alive, whole = [()], []
    for _ in range(max_len):
        longer = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    longer.append((*text, v))
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    filled = np.zeros(max_len, dtype=int)
    filled[: len(best)] = best
    return filled, score(best)


# %% wrong: logarithm-last, earns 0.5 — of the sum
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        logp = np.log(P[(0, *text[:-1]), text]).sum()
        covered = A[list(text)].sum(axis=0)
        return logp + beta * np.log(np.minimum(1, covered).sum())

    alive, whole = [()], []
    for _ in range(max_len):
        longer = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    longer.append((*text, v))
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    filled = np.zeros(max_len, dtype=int)
    filled[: len(best)] = best
    return filled, score(best)


# %% wrong: logarithm-last, earns 0.5 — of the mean
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        logp = np.log(P[(0, *text[:-1]), text]).sum()
        covered = A[list(text)].sum(axis=0)
        return logp + beta * np.log(np.minimum(1, covered).mean())

    alive, whole = [()], []
    for _ in range(max_len):
        longer = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    longer.append((*text, v))
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    filled = np.zeros(max_len, dtype=int)
    filled[: len(best)] = best
    return filled, score(best)


# %% wrong: no-logarithm, earns 0.5
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        logp = np.log(P[(0, *text[:-1]), text]).sum()
        covered = A[list(text)].sum(axis=0)
        return logp + beta * np.minimum(1, covered).sum()

    alive, whole = [()], []
    for _ in range(max_len):
        longer = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    longer.append((*text, v))
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    filled = np.zeros(max_len, dtype=int)
    filled[: len(best)] = best
    return filled, score(best)


# %% wrong: coverage-while-searching, earns 0.5 — the score is right
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        logp = np.log(P[(0, *text[:-1]), text]).sum()
        covered = A[list(text)].sum(axis=0)
        return logp + beta * np.log(np.minimum(1, covered)).sum()

    alive, whole = [()], []
    for _ in range(max_len):
        longer = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    longer.append((*text, v))
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=lambda y: np.log(P[(0, *y[:-1]), y]).sum())
    filled = np.zeros(max_len, dtype=int)
    filled[: len(best)] = best
    return filled, score(best)


# %% wrong: ended-extended, earns 0.5
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        logp = np.log(P[(0, *text[:-1]), text]).sum()
        covered = A[list(text)].sum(axis=0)
        return logp + beta * np.log(np.minimum(1, covered)).sum()

    alive, whole = [()], []
    for _ in range(max_len):
        longer = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    longer.append((*text, v))
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = kept
        if not alive:
            break
    best = max(whole + alive, key=score)
    filled = np.zeros(max_len, dtype=int)
    filled[: len(best)] = best
    return filled, score(best)


# %% wrong: lowest-kept, earns 0.4
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        logp = np.log(P[(0, *text[:-1]), text]).sum()
        covered = A[list(text)].sum(axis=0)
        return logp + beta * np.log(np.minimum(1, covered)).sum()

    alive, whole = [()], []
    for _ in range(max_len):
        longer = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    longer.append((*text, v))
        kept = sorted(longer, key=score)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    filled = np.zeros(max_len, dtype=int)
    filled[: len(best)] = best
    return filled, score(best)


# %% wrong: step-too-many, earns 0.6
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        logp = np.log(P[(0, *text[:-1]), text]).sum()
        covered = A[list(text)].sum(axis=0)
        return logp + beta * np.log(np.minimum(1, covered)).sum()

    alive, whole = [()], []
    for _ in range(max_len + 1):
        longer = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    longer.append((*text, v))
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    filled = np.zeros(max_len, dtype=int)
    filled[: len(best)] = best[:max_len]
    return filled, score(best)


# %% wrong: empty-excluded, earns 0.7
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        logp = np.log(P[(0, *text[:-1]), text]).sum()
        covered = A[list(text)].sum(axis=0)
        return logp + beta * np.log(np.minimum(1, covered)).sum()

    alive, whole = [()], []
    for _ in range(max_len):
        longer = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0 and (text or v):
                    longer.append((*text, v))
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    filled = np.zeros(max_len, dtype=int)
    filled[: len(best)] = best
    return filled, score(best)


# %% wrong: P-transposed, earns 0.4
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        logp = np.log(P[text, (0, *text[:-1])]).sum()
        covered = A[list(text)].sum(axis=0)
        return logp + beta * np.log(np.minimum(1, covered)).sum()

    alive, whole = [()], []
    for _ in range(max_len):
        longer = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[v, last] > 0:
                    longer.append((*text, v))
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    filled = np.zeros(max_len, dtype=int)
    filled[: len(best)] = best
    return filled, score(best)


# %% wrong: first-token, earns 0.5 — behind itself
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        logp = np.log(P[(text[0], *text[:-1]), text]).sum()
        covered = A[list(text)].sum(axis=0)
        return logp + beta * np.log(np.minimum(1, covered)).sum()

    alive, whole = [()], []
    for _ in range(max_len):
        longer = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0 and P[(*text, v)[0], (*text, v)[0]] > 0:
                    longer.append((*text, v))
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    filled = np.zeros(max_len, dtype=int)
    filled[: len(best)] = best
    return filled, score(best)


# %% wrong: first-token, earns 0.5 — forgotten
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        logp = np.log(P[text[:-1], text[1:]]).sum() if len(text) > 1 else 0.0
        covered = A[list(text)].sum(axis=0)
        return logp + beta * np.log(np.minimum(1, covered)).sum()

    alive, whole = [()], []
    for _ in range(max_len):
        longer = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    longer.append((*text, v))
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    filled = np.zeros(max_len, dtype=int)
    filled[: len(best)] = best
    return filled, score(best)


# %% wrong: last-lost, earns 0.6
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        logp = np.log(P[(0, *text[:-1]), text]).sum()
        covered = A[list(text)].sum(axis=0)
        return logp + beta * np.log(np.minimum(1, covered)).sum()

    alive, whole = [()], []
    for _ in range(max_len):
        longer = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    longer.append((*text, v))
        kept = sorted(longer, key=score, reverse=True)[:beam]
        if _ < max_len - 1:
            whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + (alive or kept), key=score)
    filled = np.zeros(max_len, dtype=int)
    filled[: len(best)] = best
    return filled, score(best)


# %% wrong: each-step, earns 0.5
def coverage_beam(P, A, beam, max_len, beta):
    front, aside = [((), 0.0, np.zeros(A.shape[1]))], []
    for _ in range(max_len):
        ext = []
        for y, lp, c in front:
            u = y[-1] if y else 0
            for v in np.flatnonzero(P[u]):
                e = np.minimum(c + A[v], 1)
                ext.append(((*y, v), lp + np.log(P[u, v]) + beta * np.log(e).sum(), e))
        ext = sorted(ext, key=lambda x: -x[1])[:beam]
        aside += [x for x in ext if x[0][-1] == 0]
        front = [x for x in ext if x[0][-1] != 0]
    y, s, _ = max(aside + front, key=lambda x: x[1])
    return np.array(list(y) + [0] * (max_len - len(y))), s


# %% wrong: other-width, earns 0.5 — one more
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for _step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append((*text, v))
        extended.sort(key=score, reverse=True)
        kept = extended[: beam + 1]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[: len(best)] = best
    return result, score(best)


# %% wrong: other-width, earns 0.5 — one less
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for _step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append((*text, v))
        extended.sort(key=score, reverse=True)
        kept = extended[: max(1, beam - 1)]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[: len(best)] = best
    return result, score(best)


# %% wrong: other-width, earns 0.5 — twice as many
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for _step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append((*text, v))
        extended.sort(key=score, reverse=True)
        kept = extended[: 2 * beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[: len(best)] = best
    return result, score(best)


# %% wrong: length-counted, earns 0.5 — of the whole score
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return (log_p + beta * np.log(np.minimum(1, coverage)).sum()) / len(text)

    alive, whole = [()], []
    for _step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append((*text, v))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[: len(best)] = best
    return result, score(best)


# %% wrong: rounded, earns 0.8
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for _step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append((*text, v))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[: len(best)] = best
    return result, round(float(score(best)), 2)


# %% wrong: unrecognised, earns 0.5 — a beam of as many texts as there are tokens
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for _step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0:
                    extended.append((*text, v))
        extended.sort(key=score, reverse=True)
        kept = extended[: min(beam, len(P))]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[: len(best)] = best
    return result, score(best)


# %% wrong: unrecognised, earns 0.5 — unlikely tokens are left out
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for _step in range(max_len):
        extended = []
        for text in alive:
            last = text[-1] if text else 0
            for v in range(len(P)):
                if P[last, v] > 0.01:
                    extended.append((*text, v))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[: len(best)] = best
    return result, score(best)


# %% wrong: unrecognised, earns 0.5 — tokens of probability 0 are possible
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(np.maximum(P[(0, *text[:-1]), text], 1e-4)).sum()
        coverage = A[list(text)].sum(axis=0)
        return log_p + beta * np.log(np.minimum(1, coverage)).sum()

    alive, whole = [()], []
    for _step in range(max_len):
        extended = []
        for text in alive:
            text[-1] if text else 0
            for v in range(len(P)):
                if True:
                    extended.append((*text, v))
        extended.sort(key=score, reverse=True)
        kept = extended[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
        if not alive:
            break
    best = max(whole + alive, key=score)
    result = np.zeros(max_len, dtype=int)
    result[: len(best)] = best
    return result, score(best)


# %% wrong: no-coverage, earns 0.3 — over the wrong axis
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        return log_p + beta * np.log(np.minimum(1, A[list(text)].sum(axis=1))).sum()

    alive, whole = [()], []
    for _ in range(max_len):
        longer = [(*text, token) for text in alive for token in np.flatnonzero(P[(0, *text)[-1]])]
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
    best = max(whole + alive, key=score)
    return np.pad(best, (0, max_len - len(best))), score(best)


# %% wrong: no-coverage, earns 0.3 — of all positions together
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        return log_p + beta * np.log(min(1, A[list(text)].sum(axis=0).sum()))

    alive, whole = [()], []
    for _ in range(max_len):
        longer = [(*text, token) for text in alive for token in np.flatnonzero(P[(0, *text)[-1]])]
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
    best = max(whole + alive, key=score)
    return np.pad(best, (0, max_len - len(best))), score(best)


# %% wrong: probabilities-multiplied, earns 0.5
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.prod(P[(0, *text[:-1]), text])
        return log_p + beta * np.log(np.minimum(1, A[list(text)].sum(axis=0))).sum()

    alive, whole = [()], []
    for _ in range(max_len):
        longer = [(*text, token) for text in alive for token in np.flatnonzero(P[(0, *text)[-1]])]
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
    best = max(whole + alive, key=score)
    return np.pad(best, (0, max_len - len(best))), score(best)


# %% wrong: other-logarithm, earns 0.6 — base 2
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log2(P[(0, *text[:-1]), text]).sum()
        return log_p + beta * np.log2(np.minimum(1, A[list(text)].sum(axis=0))).sum()

    alive, whole = [()], []
    for _ in range(max_len):
        longer = [(*text, token) for text in alive for token in np.flatnonzero(P[(0, *text)[-1]])]
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
    best = max(whole + alive, key=score)
    return np.pad(best, (0, max_len - len(best))), score(best)


# %% wrong: other-logarithm, earns 0.6 — of the probability alone
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log2(P[(0, *text[:-1]), text]).sum()
        return log_p + beta * np.log(np.minimum(1, A[list(text)].sum(axis=0))).sum()

    alive, whole = [()], []
    for _ in range(max_len):
        longer = [(*text, token) for text in alive for token in np.flatnonzero(P[(0, *text)[-1]])]
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
    best = max(whole + alive, key=score)
    return np.pad(best, (0, max_len - len(best))), score(best)


# %% wrong: other-logarithm, earns 0.6 — of the coverage alone
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        return log_p + beta * np.log10(np.minimum(1, A[list(text)].sum(axis=0))).sum()

    alive, whole = [()], []
    for _ in range(max_len):
        longer = [(*text, token) for text in alive for token in np.flatnonzero(P[(0, *text)[-1]])]
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
    best = max(whole + alive, key=score)
    return np.pad(best, (0, max_len - len(best))), score(best)


# %% wrong: length-counted, earns 0.5 — at the end
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        return log_p + beta * np.log(np.minimum(1, A[list(text)].sum(axis=0))).sum()

    alive, whole = [()], []
    for _ in range(max_len):
        longer = [(*text, token) for text in alive for token in np.flatnonzero(P[(0, *text)[-1]])]
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
    best = max(whole + alive, key=lambda text: score(text) / len(text))
    return np.pad(best, (0, max_len - len(best))), score(best)


# %% wrong: not-added-up, earns 0.5 — the mean
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        return log_p + beta * np.log(np.minimum(1, A[list(text)].mean(axis=0))).sum()

    alive, whole = [()], []
    for _ in range(max_len):
        longer = [(*text, token) for text in alive for token in np.flatnonzero(P[(0, *text)[-1]])]
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
    best = max(whole + alive, key=score)
    return np.pad(best, (0, max_len - len(best))), score(best)


# %% wrong: not-added-up, earns 0.5 — the largest
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        return log_p + beta * np.log(np.minimum(1, A[list(text)].max(axis=0))).sum()

    alive, whole = [()], []
    for _ in range(max_len):
        longer = [(*text, token) for text in alive for token in np.flatnonzero(P[(0, *text)[-1]])]
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
    best = max(whole + alive, key=score)
    return np.pad(best, (0, max_len - len(best))), score(best)


# %% wrong: not-added-up, earns 0.5 — the last
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        return log_p + beta * np.log(np.minimum(1, A[text[-1]])).sum()

    alive, whole = [()], []
    for _ in range(max_len):
        longer = [(*text, token) for text in alive for token in np.flatnonzero(P[(0, *text)[-1]])]
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
    best = max(whole + alive, key=score)
    return np.pad(best, (0, max_len - len(best))), score(best)


# %% wrong: beginning-covered, earns 0.6
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        return log_p + beta * np.log(np.minimum(1, A[[0, *text]].sum(axis=0))).sum()

    alive, whole = [()], []
    for _ in range(max_len):
        longer = [(*text, token) for text in alive for token in np.flatnonzero(P[(0, *text)[-1]])]
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
    best = max(whole + alive, key=score)
    return np.pad(best, (0, max_len - len(best))), score(best)


# %% wrong: none-ended
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        return log_p + beta * np.log(np.minimum(1, A[list(text)].sum(axis=0))).sum()

    alive, whole = [()], []
    for _ in range(max_len):
        longer = [(*text, token) for text in alive for token in np.flatnonzero(P[(0, *text)[-1]])]
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
    best = max(whole, key=score)
    return np.pad(best, (0, max_len - len(best))), score(best)


# %% wrong: unended-dropped, earns 0.7 — EOS alone where none has ended
def coverage_beam(P, A, beam, max_len, beta):
    def score(text):
        log_p = np.log(P[(0, *text[:-1]), text]).sum()
        return log_p + beta * np.log(np.minimum(1, A[list(text)].sum(axis=0))).sum()

    alive, whole = [()], []
    for _ in range(max_len):
        longer = [(*text, token) for text in alive for token in np.flatnonzero(P[(0, *text)[-1]])]
        kept = sorted(longer, key=score, reverse=True)[:beam]
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
    best = max(whole or [(0,)], key=score)
    return np.pad(best, (0, max_len - len(best))), score(best)
