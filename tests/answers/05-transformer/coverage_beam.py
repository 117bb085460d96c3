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

    P, A = torch.tensor(P), torch.tensor(A)

    def score(text):
        before = [0, *text[:-1]]
        return float(
            P[before, list(text)].log().sum()
            + beta * A[list(text)].sum(dim=0).clamp(max=1).log().sum()
        )

    alive, whole = [()], []
    while alive and len(alive[0]) < max_len:
        longer = [
            (*text, token)
            for text in alive
            for token in range(len(P))
            if P[text[-1] if text else 0, token] > 0
        ]
        kept = heapq.nlargest(beam, longer, key=score)
        whole += [text for text in kept if text[-1] == 0]
        alive = [text for text in kept if text[-1] != 0]
    best = max(whole + alive, key=score)
    return torch.tensor(best + (0,) * (max_len - len(best))), torch.tensor(score(best))


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
