# %% right: flatnonzero one sentence at a time
def last_states(forwards, backwards, real):
    sentences, _, d = forwards.shape
    out = np.zeros((sentences, 2 * d))
    for s in range(sentences):
        places = np.flatnonzero(real[s])
        if len(places):
            out[s, :d] = forwards[s, places[-1]]
            out[s, d:] = backwards[s, places[0]]
    return out


# %% right: argmax of booleans for all at once
def last_states(forwards, backwards, real):
    rows = np.arange(len(real))
    length = real.shape[1]
    first = real.argmax(axis=1)
    last = length - 1 - real[:, ::-1].argmax(axis=1)
    picked = np.concatenate([forwards[rows, last], backwards[rows, first]], axis=1)
    return np.where(real.any(axis=1)[:, None], picked, 0.0)


# %% right: scanning and overwriting in plain loops
def last_states(forwards, backwards, real):
    result = []
    for s in range(len(real)):
        d = forwards.shape[2]
        left = [0.0] * d
        right = [0.0] * d
        for t in range(real.shape[1]):
            if real[s][t]:
                left = list(forwards[s][t])
        for t in range(real.shape[1] - 1, -1, -1):
            if real[s][t]:
                right = list(backwards[s][t])
        result.append(left + right)
    return result


# %% right: largest and smallest position with sentinels
def last_states(forwards, backwards, real):
    n = real.shape[1]
    place = np.arange(n)
    last = np.where(real, place, -1).max(axis=1)
    first = np.where(real, place, n).min(axis=1)
    out = np.zeros((len(real), 2 * forwards.shape[2]))
    full = np.flatnonzero(last >= 0)
    out[full] = np.hstack([forwards[full, last[full]], backwards[full, first[full]]])
    return out


# %% right: torch gather and masked fill
def last_states(forwards, backwards, real):
    import torch

    f, k = torch.tensor(np.asarray(forwards, dtype=np.float64)), torch.tensor(np.asarray(backwards, dtype=np.float64))
    m = torch.tensor(np.asarray(real, dtype=bool))
    n, d = f.shape[1], f.shape[2]
    place = torch.arange(n)
    last = torch.where(m, place, torch.tensor(-1)).amax(dim=1)
    first = torch.where(m, place, torch.tensor(n)).amin(dim=1)
    empty = last < 0
    last, first = last.clamp(min=0), first.clamp(max=n - 1)
    index = lambda p: p[:, None, None].expand(-1, 1, d)
    row = torch.cat([f.gather(1, index(last)), k.gather(1, index(first))], dim=2)[:, 0]
    return row.masked_fill(empty[:, None], 0.0)


# %% right: cleaned states and an einsum with markers
def last_states(forwards, backwards, real):
    seen = np.cumsum(real, axis=1)
    left = np.cumsum(real[:, ::-1], axis=1)[:, ::-1]
    is_first = (real & (seen == 1)).astype(float)
    is_last = (real & (left == 1)).astype(float)
    f = np.where(real[:, :, None], forwards, 0.0)
    b = np.where(real[:, :, None], backwards, 0.0)
    return np.concatenate([np.einsum("st,std->sd", is_last, f), np.einsum("st,std->sd", is_first, b)], axis=-1)


# %% right: boolean masks pick the rows
def last_states(forwards, backwards, real):
    has = real.any(axis=1)
    is_last = real & (np.cumsum(real, axis=1) == real.sum(axis=1, keepdims=True))
    is_first = real & (np.cumsum(real, axis=1) == 1)
    d = forwards.shape[-1]
    out = np.zeros((real.shape[0], 2 * d))
    out[has, :d] = forwards[is_last]
    out[has, d:] = backwards[is_first]
    return out


# %% right: take along axis
def last_states(forwards, backwards, real):
    last = real.shape[1] - 1 - np.argmax(real[:, ::-1], axis=1)
    first = np.argmax(real, axis=1)
    f = np.take_along_axis(forwards, last[:, None, None], axis=1)[:, 0, :]
    b = np.take_along_axis(backwards, first[:, None, None], axis=1)[:, 0, :]
    both = np.concatenate([f, b], axis=1).astype(float)
    both[~real.any(axis=1)] = 0.0
    return both


# %% right: next over a generator
def last_states(forwards, backwards, real):
    nothing = np.zeros(forwards.shape[2])
    n = real.shape[1]
    rows = []
    for f, b, r in zip(forwards, backwards, real):
        left = next((f[t] for t in reversed(range(n)) if r[t]), nothing)
        right = next((b[t] for t in range(n) if r[t]), nothing)
        rows.append(np.concatenate([left, right]))
    return np.stack(rows)


# %% right: state carried over all positions for the batch
def last_states(forwards, backwards, real):
    left = np.zeros((real.shape[0], forwards.shape[2]))
    right = np.zeros_like(left)
    n = real.shape[1]
    for t in range(n):
        left = np.where(real[:, t, None], forwards[:, t], left)
        u = n - 1 - t
        right = np.where(real[:, u, None], backwards[:, u], right)
    return np.hstack((left, right))


# %% right: only the words kept then ends taken
def last_states(forwards, backwards, real):
    d = forwards.shape[2]
    rows = []
    for s in range(real.shape[0]):
        f, b = forwards[s][real[s]], backwards[s][real[s]]
        rows.append(np.r_[f[-1], b[0]] if f.shape[0] else np.zeros(2 * d))
    return rows


# %% right: list index of True
def last_states(forwards, backwards, real):
    out = []
    for s, row in enumerate(real.tolist()):
        if True in row:
            first = row.index(True)
            last = len(row) - 1 - row[::-1].index(True)
            out.append(forwards[s, last].tolist() + backwards[s, first].tolist())
        else:
            out.append([0.0] * (2 * forwards.shape[2]))
    return np.array(out)


# %% right: an extra position of zeros for empty sentences
def last_states(forwards, backwards, real):
    sentences, n, d = forwards.shape
    zeros = np.zeros((sentences, 1, d))
    f = np.concatenate([forwards, zeros], axis=1)
    b = np.concatenate([backwards, zeros], axis=1)
    last = [max((t for t in range(n) if real[s, t]), default=n) for s in range(sentences)]
    first = [min((t for t in range(n) if real[s, t]), default=n) for s in range(sentences)]
    rows = list(range(sentences))
    return np.concatenate([f[rows, last], b[rows, first]], axis=1)


# %% right: searchsorted in the running count
def last_states(forwards, backwards, real):
    d = forwards.shape[2]
    out = np.zeros((len(real), 2, d))
    for s, counts in enumerate(np.cumsum(real, axis=1)):
        if counts[-1] > 0:
            out[s, 0] = forwards[s, np.searchsorted(counts, counts[-1])]
            out[s, 1] = backwards[s, np.searchsorted(counts, 1)]
    return out.reshape(len(real), 2 * d)


# %% right: dictionary of ends from argwhere
def last_states(forwards, backwards, real):
    first, last = {}, {}
    for s, t in np.argwhere(real):
        first.setdefault(s, t)
        last[s] = t
    out = np.zeros((real.shape[0], 2 * forwards.shape[2]))
    for s in first:
        out[s] = np.concatenate((forwards[s, last[s]], backwards[s, first[s]]))
    return out


# %% wrong: one-end, earns 0.5 — both readers at the last word
def last_states(forwards, backwards, real):
    rows = np.arange(len(real))
    last = real.shape[1] - 1 - real[:, ::-1].argmax(axis=1)
    both = np.concatenate([forwards[rows, last], backwards[rows, last]], axis=1)
    return np.where(real.any(axis=1)[:, None], both, 0.0)


# %% wrong: one-end, earns 0.5 — both readers at the first word
def last_states(forwards, backwards, real):
    rows = np.arange(len(real))
    first = real.argmax(axis=1)
    both = np.concatenate([forwards[rows, first], backwards[rows, first]], axis=1)
    return np.where(real.any(axis=1)[:, None], both, 0.0)


# %% wrong: ends-exchanged, earns 0.4 — first and last positions swapped
def last_states(forwards, backwards, real):
    rows = np.arange(len(real))
    first = real.argmax(axis=1)
    last = real.shape[1] - 1 - real[:, ::-1].argmax(axis=1)
    both = np.concatenate([forwards[rows, first], backwards[rows, last]], axis=1)
    return np.where(real.any(axis=1)[:, None], both, 0.0)


# %% wrong: padding-read, earns 0.1 — last and first column whatever stands there
def last_states(forwards, backwards, real):
    both = np.concatenate([forwards[:, -1], backwards[:, 0]], axis=1)
    return np.where(real.any(axis=1)[:, None], both, 0.0)


# %% wrong: words-counted, earns 0.4 — number of words minus one and position zero
def last_states(forwards, backwards, real):
    rows = np.arange(len(real))
    count = real.sum(axis=1)
    both = np.concatenate([forwards[rows, count - 1], backwards[:, 0]], axis=1)
    return np.where(count[:, None] > 0, both, 0.0)


# %% wrong: words-counted, earns 0.4 — last from the count but first from the mask
def last_states(forwards, backwards, real):
    rows = np.arange(len(real))
    count = real.sum(axis=1)
    both = np.concatenate([forwards[rows, count - 1], backwards[rows, real.argmax(axis=1)]], axis=1)
    return np.where(count[:, None] > 0, both, 0.0)


# %% wrong: first-position-read, earns 0.5 — right reader always at position zero
def last_states(forwards, backwards, real):
    rows = np.arange(len(real))
    last = real.shape[1] - 1 - real[:, ::-1].argmax(axis=1)
    both = np.concatenate([forwards[rows, last], backwards[:, 0]], axis=1)
    return np.where(real.any(axis=1)[:, None], both, 0.0)


# %% wrong: last-position-read, earns 0.5 — left reader always at the last position
def last_states(forwards, backwards, real):
    rows = np.arange(len(real))
    both = np.concatenate([forwards[:, -1], backwards[rows, real.argmax(axis=1)]], axis=1)
    return np.where(real.any(axis=1)[:, None], both, 0.0)


# %% wrong: halves-exchanged, earns 0.7 — halves swapped
def last_states(forwards, backwards, real):
    rows = np.arange(len(real))
    first = real.argmax(axis=1)
    last = real.shape[1] - 1 - real[:, ::-1].argmax(axis=1)
    both = np.concatenate([backwards[rows, first], forwards[rows, last]], axis=1)
    return np.where(real.any(axis=1)[:, None], both, 0.0)


# %% wrong: no-word, earns 0.6 — no rule for sentences without a word
def last_states(forwards, backwards, real):
    rows = np.arange(len(real))
    first = real.argmax(axis=1)
    last = real.shape[1] - 1 - real[:, ::-1].argmax(axis=1)
    return np.concatenate([forwards[rows, last], backwards[rows, first]], axis=1)


# %% wrong: nan-times-0, earns 0.6 — empty rows multiplied by zero
def last_states(forwards, backwards, real):
    rows = np.arange(len(real))
    first = real.argmax(axis=1)
    last = real.shape[1] - 1 - real[:, ::-1].argmax(axis=1)
    both = np.concatenate([forwards[rows, last], backwards[rows, first]], axis=1)
    with np.errstate(all="ignore"):
        return both * real.any(axis=1)[:, None]


# %% wrong: no-word, earns 0.6 — NaN of empty rows cleaned but finite padding stays
def last_states(forwards, backwards, real):
    rows = np.arange(len(real))
    first = real.argmax(axis=1)
    last = real.shape[1] - 1 - real[:, ::-1].argmax(axis=1)
    both = np.concatenate([forwards[rows, last], backwards[rows, first]], axis=1)
    return np.nan_to_num(both, posinf=0.0, neginf=0.0)


# %% wrong: wrong-shape, earns 0.5 — sentences without a word dropped
def last_states(forwards, backwards, real):
    rows = []
    for s in range(len(real)):
        places = np.flatnonzero(real[s])
        if len(places):
            rows.append(np.concatenate([forwards[s, places[-1]], backwards[s, places[0]]]))
    return np.array(rows).reshape(-1, 2 * forwards.shape[2])


# %% wrong: no-word, earns 0.6 — empty sentences filled with NaN
def last_states(forwards, backwards, real):
    out = np.full((len(real), 2 * forwards.shape[2]), np.nan)
    d = forwards.shape[2]
    for s in range(len(real)):
        places = np.flatnonzero(real[s])
        if len(places):
            out[s, :d] = forwards[s, places[-1]]
            out[s, d:] = backwards[s, places[0]]
    return out


# %% wrong: no-word, earns 0.6 — only the left half of empty rows zeroed
def last_states(forwards, backwards, real):
    rows = np.arange(len(real))
    first = real.argmax(axis=1)
    last = real.shape[1] - 1 - real[:, ::-1].argmax(axis=1)
    left = np.where(real.any(axis=1)[:, None], forwards[rows, last], 0.0)
    return np.concatenate([left, backwards[rows, first]], axis=1)


# %% wrong: no-word, earns 0.6 — only the right half of empty rows zeroed
def last_states(forwards, backwards, real):
    rows = np.arange(len(real))
    first = real.argmax(axis=1)
    last = real.shape[1] - 1 - real[:, ::-1].argmax(axis=1)
    right = np.where(real.any(axis=1)[:, None], backwards[rows, first], 0.0)
    return np.concatenate([forwards[rows, last], right], axis=1)


# %% wrong: words-counted, earns 0.4 — words taken to stand together from the first
def last_states(forwards, backwards, real):
    rows = np.arange(len(real))
    count = real.sum(axis=1)
    first = real.argmax(axis=1)
    last = first + count - 1
    both = np.concatenate([forwards[rows, last], backwards[rows, first]], axis=1)
    return np.where(count[:, None] > 0, both, 0.0)


# %% wrong: words-counted, earns 0.4 — words taken to stand together up to the last
def last_states(forwards, backwards, real):
    rows = np.arange(len(real))
    count = real.sum(axis=1)
    last = real.shape[1] - 1 - real[:, ::-1].argmax(axis=1)
    first = last - count + 1
    first = np.where(count > 0, first, 0)
    both = np.concatenate([forwards[rows, last], backwards[rows, first]], axis=1)
    return np.where(count[:, None] > 0, both, 0.0)


# %% wrong: first-gap, earns 0.4 — left reader stops at the first gap
def last_states(forwards, backwards, real):
    d = forwards.shape[2]
    out = np.zeros((len(real), 2 * d))
    for s in range(len(real)):
        if not real[s].any():
            continue
        t = first = int(real[s].argmax())
        while t + 1 < real.shape[1] and real[s, t + 1]:
            t += 1
        out[s, :d] = forwards[s, t]
        out[s, d:] = backwards[s, first]
    return out


# %% wrong: first-gap, earns 0.4 — right reader stops at the last gap
def last_states(forwards, backwards, real):
    d = forwards.shape[2]
    out = np.zeros((len(real), 2 * d))
    for s in range(len(real)):
        places = np.flatnonzero(real[s])
        if len(places) == 0:
            continue
        t = places[-1]
        while t > 0 and real[s, t - 1]:
            t -= 1
        out[s, :d] = forwards[s, places[-1]]
        out[s, d:] = backwards[s, t]
    return out


# %% wrong: not-turned-back, earns 0.5 — argmax of the turned row not turned back
def last_states(forwards, backwards, real):
    rows = np.arange(len(real))
    first = real.argmax(axis=1)
    last = real[:, ::-1].argmax(axis=1)
    both = np.concatenate([forwards[rows, last], backwards[rows, first]], axis=1)
    return np.where(real.any(axis=1)[:, None], both, 0.0)


# %% wrong: off-by-one, earns 0.5 — turned argmax read one position too early
def last_states(forwards, backwards, real):
    rows = np.arange(len(real))
    first = real.argmax(axis=1)
    last = np.maximum(real.shape[1] - 2 - real[:, ::-1].argmax(axis=1), 0)
    both = np.concatenate([forwards[rows, last], backwards[rows, first]], axis=1)
    return np.where(real.any(axis=1)[:, None], both, 0.0)


# %% wrong: off-by-one, earns 0.5 — turned argmax off by one and wrapping
def last_states(forwards, backwards, real):
    rows = np.arange(len(real))
    first = real.argmax(axis=1)
    last = -real[:, ::-1].argmax(axis=1)
    both = np.concatenate([forwards[rows, last], backwards[rows, first]], axis=1)
    return np.where(real.any(axis=1)[:, None], both, 0.0)


# %% wrong: pooled — mean over the words
def last_states(forwards, backwards, real):
    count = np.maximum(real.sum(axis=1), 1)[:, None]
    f = np.where(real[:, :, None], forwards, 0.0).sum(axis=1) / count
    b = np.where(real[:, :, None], backwards, 0.0).sum(axis=1) / count
    return np.concatenate([f, b], axis=1)


# %% wrong: pooled — largest state over the words
def last_states(forwards, backwards, real):
    f = np.where(real[:, :, None], forwards, -np.inf).max(axis=1)
    b = np.where(real[:, :, None], backwards, -np.inf).max(axis=1)
    both = np.concatenate([f, b], axis=1)
    return np.where(real.any(axis=1)[:, None], both, 0.0)


# %% wrong: unrecognised — positions of the whole batch for each sentence
def last_states(forwards, backwards, real):
    places = np.flatnonzero(real.any(axis=0))
    d = forwards.shape[2]
    if len(places) == 0:
        return np.zeros((len(real), 2 * d))
    both = np.concatenate([forwards[:, places[-1]], backwards[:, places[0]]], axis=1)
    return np.where(real.any(axis=1)[:, None], both, 0.0)


# %% wrong: unrecognised — positions of the first sentence for all
def last_states(forwards, backwards, real):
    first = real[0].argmax()
    last = real.shape[1] - 1 - real[0, ::-1].argmax()
    both = np.concatenate([forwards[:, last], backwards[:, first]], axis=1)
    return np.where(real.any(axis=1)[:, None], both, 0.0)


# %% wrong: wrong-shape — fancy index without the sentence numbers
def last_states(forwards, backwards, real):
    first = real.argmax(axis=1)
    last = real.shape[1] - 1 - real[:, ::-1].argmax(axis=1)
    both = np.concatenate([forwards[:, last], backwards[:, first]], axis=-1)
    return np.where(real.any(axis=1)[:, None, None], both, 0.0)


# %% wrong: wrong-shape — the two states stacked instead of joined
def last_states(forwards, backwards, real):
    rows = np.arange(len(real))
    first = real.argmax(axis=1)
    last = real.shape[1] - 1 - real[:, ::-1].argmax(axis=1)
    both = np.stack([forwards[rows, last], backwards[rows, first]], axis=1)
    return np.where(real.any(axis=1)[:, None, None], both, 0.0)


# %% wrong: unrecognised — numbers of both readers interleaved
def last_states(forwards, backwards, real):
    rows = np.arange(len(real))
    first = real.argmax(axis=1)
    last = real.shape[1] - 1 - real[:, ::-1].argmax(axis=1)
    both = np.stack([forwards[rows, last], backwards[rows, first]], axis=-1).reshape(len(real), -1)
    return np.where(real.any(axis=1)[:, None], both, 0.0)


# %% wrong: unrecognised — readers joined along the batch and reshaped
def last_states(forwards, backwards, real):
    rows = np.arange(len(real))
    first = real.argmax(axis=1)
    last = real.shape[1] - 1 - real[:, ::-1].argmax(axis=1)
    has = real.any(axis=1)[:, None]
    f = np.where(has, forwards[rows, last], 0.0)
    b = np.where(has, backwards[rows, first], 0.0)
    return np.concatenate([f, b], axis=0).reshape(len(real), -1)


# %% wrong: nan-times-0, earns 0.6 — padding multiplied by zero before a sum
def last_states(forwards, backwards, real):
    is_first = real & (np.cumsum(real, axis=1) == 1)
    is_last = real & (np.cumsum(real[:, ::-1], axis=1)[:, ::-1] == 1)
    with np.errstate(all="ignore"):
        f = (forwards * is_last[:, :, None]).sum(axis=1)
        b = (backwards * is_first[:, :, None]).sum(axis=1)
    return np.concatenate([f, b], axis=1)


# %% wrong: padding-read, earns 0.1 — padding guessed from states that are not finite
def last_states(forwards, backwards, real):
    words = np.isfinite(forwards).all(axis=2)
    rows = np.arange(len(words))
    first = words.argmax(axis=1)
    last = words.shape[1] - 1 - words[:, ::-1].argmax(axis=1)
    both = np.concatenate([forwards[rows, last], backwards[rows, first]], axis=1)
    return np.where(words.any(axis=1)[:, None], both, 0.0)


# %% wrong: padding-read, earns 0.1 — words guessed from states that are not zero
def last_states(forwards, backwards, real):
    words = (forwards != 0).any(axis=2)
    rows = np.arange(len(words))
    first = words.argmax(axis=1)
    last = words.shape[1] - 1 - words[:, ::-1].argmax(axis=1)
    both = np.concatenate([forwards[rows, last], backwards[rows, first]], axis=1)
    return np.where(words.any(axis=1)[:, None], both, 0.0)


# %% wrong: changed-arguments, earns 0.7 — padding of the arguments set to zero in place
def last_states(forwards, backwards, real):
    forwards[~real] = 0.0
    backwards[~real] = 0.0
    rows = np.arange(len(real))
    first = real.argmax(axis=1)
    last = real.shape[1] - 1 - real[:, ::-1].argmax(axis=1)
    return np.concatenate([forwards[rows, last], backwards[rows, first]], axis=1)


# %% wrong: padding-for-words, earns 0.3 — mask read the wrong way round
def last_states(forwards, backwards, real):
    padding = ~real
    rows = np.arange(len(real))
    first = padding.argmax(axis=1)
    last = real.shape[1] - 1 - padding[:, ::-1].argmax(axis=1)
    both = np.concatenate([forwards[rows, last], backwards[rows, first]], axis=1)
    return np.where(padding.any(axis=1)[:, None], both, 0.0)


# %% wrong: order-of-reading, earns 0.5 — backwards taken in the order of reading
def last_states(forwards, backwards, real):
    rows = np.arange(len(real))
    first = real.argmax(axis=1)
    last = real.shape[1] - 1 - real[:, ::-1].argmax(axis=1)
    both = np.concatenate([forwards[rows, last], backwards[:, ::-1][rows, first]], axis=1)
    return np.where(real.any(axis=1)[:, None], both, 0.0)


# %% wrong: words-counted, earns 0.4 — right reader at the number of words minus one
def last_states(forwards, backwards, real):
    rows = np.arange(len(real))
    count = real.sum(axis=1)
    last = real.shape[1] - 1 - real[:, ::-1].argmax(axis=1)
    both = np.concatenate([forwards[rows, last], backwards[rows, count - 1]], axis=1)
    return np.where(count[:, None] > 0, both, 0.0)


# %% wrong: first-position-read, earns 0.5 — first found as smallest product with the mask
def last_states(forwards, backwards, real):
    rows = np.arange(len(real))
    place = np.arange(real.shape[1]) * real
    both = np.concatenate([forwards[rows, place.max(axis=1)], backwards[rows, place.min(axis=1)]], axis=1)
    return np.where(real.any(axis=1)[:, None], both, 0.0)


# %% wrong: unrecognised, earns 0.5 — last position zero taken for an empty sentence
def last_states(forwards, backwards, real):
    rows = np.arange(len(real))
    last = (np.arange(real.shape[1]) * real).max(axis=1)
    both = np.concatenate([forwards[rows, last], backwards[rows, real.argmax(axis=1)]], axis=1)
    return np.where(last[:, None] > 0, both, 0.0)


# %% wrong: unrecognised — sentence without a first position taken for empty
def last_states(forwards, backwards, real):
    rows = np.arange(len(real))
    first = real.argmax(axis=1)
    last = real.shape[1] - 1 - real[:, ::-1].argmax(axis=1)
    both = np.concatenate([forwards[rows, last], backwards[rows, first]], axis=1)
    return np.where(real[:, :1], both, 0.0)


# %% wrong: end-left-out, earns 0.6 — scan from the right forgets position zero
def last_states(forwards, backwards, real):
    d = forwards.shape[2]
    out = np.zeros((len(real), 2 * d))
    for s in range(len(real)):
        for t in range(real.shape[1]):
            if real[s, t]:
                out[s, :d] = forwards[s, t]
        for t in range(real.shape[1] - 1, 0, -1):
            if real[s, t]:
                out[s, d:] = backwards[s, t]
    return out


# %% wrong: end-left-out, earns 0.6 — scan from the left forgets the last position
def last_states(forwards, backwards, real):
    d = forwards.shape[2]
    out = np.zeros((len(real), 2 * d))
    for s in range(len(real)):
        for t in range(real.shape[1] - 1):
            if real[s, t]:
                out[s, :d] = forwards[s, t]
        for t in reversed(range(real.shape[1])):
            if real[s, t]:
                out[s, d:] = backwards[s, t]
    return out


# %% wrong: no-word, earns 0.6 — state carried over from the sentence before
def last_states(forwards, backwards, real):
    d = forwards.shape[2]
    row = np.zeros(2 * d)
    rows = []
    for s in range(len(real)):
        places = np.flatnonzero(real[s])
        if len(places):
            row = np.concatenate([forwards[s, places[-1]], backwards[s, places[0]]])
        rows.append(row)
    return np.array(rows)


# %% wrong: unrecognised — result table of whole numbers
def last_states(forwards, backwards, real):
    d = forwards.shape[2]
    out = np.zeros((len(real), 2 * d), dtype=int)
    for s in range(len(real)):
        places = np.flatnonzero(real[s])
        if len(places):
            out[s, :d] = forwards[s, places[-1]]
            out[s, d:] = backwards[s, places[0]]
    return out


# %% wrong: changed-arguments, earns 0.7 — mask of the arguments changed for empty sentences
def last_states(forwards, backwards, real):
    empty = ~real.any(axis=1)
    real[empty, 0] = True
    rows = np.arange(len(real))
    first = real.argmax(axis=1)
    last = real.shape[1] - 1 - real[:, ::-1].argmax(axis=1)
    both = np.concatenate([forwards[rows, last], backwards[rows, first]], axis=1)
    return np.where(empty[:, None], 0.0, both)


# %% wrong: wrong-shape — the two readers added up
def last_states(forwards, backwards, real):
    rows = np.arange(len(real))
    first = real.argmax(axis=1)
    last = real.shape[1] - 1 - real[:, ::-1].argmax(axis=1)
    both = forwards[rows, last] + backwards[rows, first]
    return np.where(real.any(axis=1)[:, None], both, 0.0)


# %% wrong: unrecognised — argmax along the sentences instead of positions
def last_states(forwards, backwards, real):
    rows = np.arange(len(real))
    n = real.shape[1]
    first = np.resize(real.argmax(axis=0), len(real)) % n
    last = n - 1 - np.resize(real[::-1].argmax(axis=0), len(real)) % n
    both = np.concatenate([forwards[rows, last], backwards[rows, first]], axis=1)
    return np.where(real.any(axis=1)[:, None], both, 0.0)
