# %% right: the last word from behind
def last_states(forwards, backwards, real):
    sentences, length = real.shape
    row = np.arange(sentences)
    first = real.argmax(axis=1)
    last = length - 1 - real[:, ::-1].argmax(axis=1)
    ends = np.hstack([forwards[row, last], backwards[row, first]])
    return np.where(real.any(axis=1)[:, None], ends, 0)


# %% right: a loop over the sentences
def last_states(forwards, backwards, real):
    rows = []
    for states, other, words in zip(forwards, backwards, real, strict=True):
        places = np.flatnonzero(words)
        if len(places):
            rows.append([*states[places[-1]], *other[places[0]]])
        else:
            rows.append([0.0] * (2 * forwards.shape[2]))
    return rows


# %% right: one step after the other
def last_states(forwards, backwards, real):
    sentences, length, d = forwards.shape
    ends = np.zeros((sentences, 2 * d))
    for t in range(length):
        ends[:, :d] = np.where(real[:, t, None], forwards[:, t], ends[:, :d])
        s = length - 1 - t
        ends[:, d:] = np.where(real[:, s, None], backwards[:, s], ends[:, d:])
    return ends


# %% right: torch's gather
def last_states(forwards, backwards, real):
    import torch

    forwards, backwards, real = (torch.tensor(a) for a in (forwards, backwards, real))
    place = torch.arange(real.shape[1])
    last = torch.where(real, place, -1).max(dim=1).values
    first = torch.where(real, place, real.shape[1]).min(dim=1).values

    def pick(states, where):
        where = where.clamp(0, real.shape[1] - 1)[:, None, None]
        return states.gather(1, where.expand(-1, 1, states.shape[2]))[:, 0]

    ends = torch.cat([pick(forwards, last), pick(backwards, first)], dim=1)
    return ends.masked_fill(~real.any(dim=1, keepdim=True), 0.0).float()


# %% right: words sorted to the front
def last_states(forwards, backwards, real):
    d = forwards.shape[2]
    out = np.zeros((len(real), 2 * d), dtype=np.float32)
    for i in range(len(real)):
        states = list(forwards[i][real[i]])
        others = list(backwards[i][real[i]])
        if states:
            out[i] = np.concatenate([states[-1], others[0]])
    return out


# %% right: a weighted sum with one weight 1
def last_states(forwards, backwards, real):
    later = real[:, ::-1].cumsum(axis=1)[:, ::-1]  # words from here on
    is_last = real & (later == 1)
    is_first = real & (real.cumsum(axis=1) == 1)
    right = np.where(is_last[..., None], forwards, 0).sum(axis=1)
    left = np.where(is_first[..., None], backwards, 0).sum(axis=1)
    return np.concatenate([right, left], axis=-1)


# %% wrong: padding-read, earns 0.1
def last_states(forwards, backwards, real):
    return np.hstack([forwards[:, -1], backwards[:, 0]])


# %% wrong: words-counted, earns 0.4 — as for right-padded batches, the nearest ready-made
def last_states(forwards, backwards, real):
    lengths = real.sum(axis=1)
    row = np.arange(len(real))
    ends = np.hstack([forwards[row, lengths - 1], backwards[:, 0]])
    return np.where(lengths[:, None] > 0, ends, 0)


# %% wrong: words-counted, earns 0.4 — torch's way, the first word found
def last_states(forwards, backwards, real):
    row = np.arange(len(real))
    last, first = real.sum(axis=1) - 1, real.argmax(axis=1)
    return np.hstack([forwards[row, last], backwards[row, first]])


# %% wrong: one-end, earns 0.5
def last_states(forwards, backwards, real):
    both = np.concatenate([forwards, backwards], axis=2)
    return [b[w][-1] if w.any() else 0 * b[0] for b, w in zip(both, real, strict=True)]


# %% wrong: ends-exchanged, earns 0.4
def last_states(forwards, backwards, real):
    row = np.arange(len(real))
    first = real.argmax(axis=1)
    last = real.shape[1] - 1 - real[:, ::-1].argmax(axis=1)
    ends = np.hstack([forwards[row, first], backwards[row, last]])
    return np.where(real.any(axis=1)[:, None], ends, 0)


# %% wrong: halves-exchanged, earns 0.7
def last_states(forwards, backwards, real):
    row = np.arange(len(real))
    first = real.argmax(axis=1)
    last = real.shape[1] - 1 - real[:, ::-1].argmax(axis=1)
    ends = np.hstack([backwards[row, first], forwards[row, last]])
    return np.where(real.any(axis=1)[:, None], ends, 0)


# %% wrong: halves-exchanged + words-counted, earns 0.28
def last_states(forwards, backwards, real):
    lengths = real.sum(axis=1)
    row = np.arange(len(real))
    return np.hstack([backwards[:, 0], forwards[row, lengths - 1]])


# %% wrong: padding-for-words, earns 0.3
def last_states(forwards, backwards, real):
    row, padding = np.arange(len(real)), ~real
    first = padding.argmax(axis=1)
    last = real.shape[1] - 1 - padding[:, ::-1].argmax(axis=1)
    return np.hstack([forwards[row, last], backwards[row, first]])


# %% wrong: off-by-one, earns 0.5 — the end of a slice
def last_states(forwards, backwards, real):
    row = np.arange(len(real))
    first = real.argmax(axis=1)
    last = np.minimum(real.shape[1] - real[:, ::-1].argmax(axis=1), real.shape[1] - 1)
    return np.hstack([forwards[row, last], backwards[row, first]])


# %% wrong: pooled — the mean of the words
def last_states(forwards, backwards, real):
    both = np.concatenate([forwards, backwards], axis=2)
    weights = real / np.maximum(real.sum(axis=1, keepdims=True), 1)
    return (both * weights[..., None]).sum(axis=1)


# %% wrong: pooled — the largest of all
def last_states(forwards, backwards, real):
    return np.hstack([forwards.max(axis=1), backwards.max(axis=1)])


# %% wrong: no-word, earns 0.6
def last_states(forwards, backwards, real):
    row = np.arange(len(real))
    first = real.argmax(axis=1)
    last = real.shape[1] - 1 - real[:, ::-1].argmax(axis=1)
    return np.hstack([forwards[row, last], backwards[row, first]])


# %% wrong: nan-times-0, earns 0.6
def last_states(forwards, backwards, real):
    later = real[:, ::-1].cumsum(axis=1)[:, ::-1]
    is_last = real & (later == 1)
    is_first = real & (real.cumsum(axis=1) == 1)
    right = (forwards * is_last[..., None]).sum(axis=1)
    left = (backwards * is_first[..., None]).sum(axis=1)
    return np.hstack([right, left])


# %% wrong: nan-times-0, earns 0.6 — only where a sentence has no word
def last_states(forwards, backwards, real):
    row = np.arange(len(real))
    first = real.argmax(axis=1)
    last = real.shape[1] - 1 - real[:, ::-1].argmax(axis=1)
    ends = np.hstack([forwards[row, last], backwards[row, first]])
    return ends * real.any(axis=1)[:, None]


# %% wrong: no-word, earns 0.6 — the index of the last word, where there is none
def last_states(forwards, backwards, real):
    rows = []
    for states, other, words in zip(forwards, backwards, real, strict=True):
        places = np.flatnonzero(words)
        rows.append([*states[places[-1]], *other[places[0]]])
    return rows


# %% wrong: wrong-shape — one reader
def last_states(forwards, backwards, real):
    row = np.arange(len(real))
    return forwards[row, real.shape[1] - 1 - real[:, ::-1].argmax(axis=1)]


# %% wrong: words-counted, earns 0.4 — from the first word on
def last_states(forwards, backwards, real):
    row, first = np.arange(len(real)), real.argmax(axis=1)
    ends = np.hstack([forwards[row, first + real.sum(axis=1) - 1], backwards[row, first]])
    return np.where(real.any(axis=1)[:, None], ends, 0)


# %% right: NaN put to 0 and one-hot weights
def last_states(forwards, backwards, real):
    clean = np.nan_to_num(np.concatenate([forwards, backwards], axis=2))
    place = np.arange(1, real.shape[1] + 1)
    last = np.eye(real.shape[1] + 1)[(real * place).max(axis=1)][:, 1:]
    first = np.eye(real.shape[1] + 1)[real.shape[1] + 1 - (real * place[::-1]).max(axis=1) - 1]
    first = first[:, :-1] * real.any(axis=1)[:, None]
    d = forwards.shape[2]
    right = np.einsum("sl,sld->sd", last, clean[..., :d])
    return np.hstack([right, np.einsum("sl,sld->sd", first, clean[..., d:])])


# %% wrong: first-gap, earns 0.4
def last_states(forwards, backwards, real):
    row = np.arange(len(real))
    ends = np.hstack([forwards[row, real.argmin(axis=1) - 1], backwards[row, real.argmax(axis=1)]])
    return np.where(real.any(axis=1)[:, None], ends, 0)


# %% wrong: one-reader, earns 0.4
def last_states(forwards, backwards, real):
    rows = np.zeros((len(real), 2 * forwards.shape[2]))
    for s in range(len(real)):
        if real[s].any():
            words = forwards[s][real[s]]
            rows[s] = np.concatenate([words[-1], words[0]])
    return rows


# %% wrong: no-word, earns 0.6 — NaN for a sentence without a word
def last_states(forwards, backwards, real):
    rows = []
    for states, other, words in zip(forwards, backwards, real, strict=True):
        mine, theirs = states[words], other[words]
        nothing = np.full(2 * forwards.shape[2], np.nan)
        rows.append(np.append(mine[-1], theirs[0]) if words.any() else nothing)
    return rows


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


# %% wrong: order-of-reading, earns 0.5 — backwards taken in the order of reading
def last_states(forwards, backwards, real):
    rows = np.arange(len(real))
    first = real.argmax(axis=1)
    last = real.shape[1] - 1 - real[:, ::-1].argmax(axis=1)
    both = np.concatenate([forwards[rows, last], backwards[:, ::-1][rows, first]], axis=1)
    return np.where(real.any(axis=1)[:, None], both, 0.0)


# %% wrong: off-by-one, earns 0.5 — turned argmax off by one and wrapping
def last_states(forwards, backwards, real):
    rows = np.arange(len(real))
    first = real.argmax(axis=1)
    last = -real[:, ::-1].argmax(axis=1)
    both = np.concatenate([forwards[rows, last], backwards[rows, first]], axis=1)
    return np.where(real.any(axis=1)[:, None], both, 0.0)


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


# %% wrong: last-position-read, earns 0.5
def last_states(forwards, backwards, real):
    row = np.arange(len(real))
    return np.hstack([forwards[:, -1], backwards[row, real.argmax(axis=1)]])


# %% wrong: first-position-read, earns 0.5
def last_states(forwards, backwards, real):
    row = np.arange(len(real))
    last = real.shape[1] - 1 - real[:, ::-1].argmax(axis=1)
    return np.hstack([forwards[row, last], backwards[:, 0]])


# %% wrong: no-word, earns 0.6 — the largest position of none
def last_states(forwards, backwards, real):
    rows = []
    for states, other, words in zip(forwards, backwards, real, strict=True):
        places = [t for t, word in enumerate(words) if word]
        rows.append([*states[max(places)], *other[min(places)]])
    return rows


# %% wrong: raised, earns 0.5 — an axis of length 1 squeezed away
def last_states(forwards, backwards, real):
    row, both = np.arange(len(real)), np.concatenate([forwards, backwards], axis=2)
    last = real.shape[1] - 1 - real[:, ::-1].argmax(axis=1)
    right = forwards.squeeze(axis=1) if real.shape[1] == 1 else forwards
    ends = np.hstack([right[row, last], backwards[row, real.argmax(axis=1)]])
    return np.where(real.any(axis=1)[:, None], ends, 0 * both[:, 0])


# %% wrong: no-word, earns 0.6 — the row of the sentence before is kept
def last_states(forwards, backwards, real):
    rows, row = [], np.zeros(2 * forwards.shape[2])
    for states, other, words in zip(forwards, backwards, real, strict=True):
        if words.any():
            row = np.append(states[words][-1], other[words][0])
        rows.append(row)
    return rows


# %% wrong: unrecognised, earns 0.5 — a single position is taken for none
def last_states(forwards, backwards, real):
    row, length = np.arange(len(real)), real.shape[1]
    last = length - 1 - real[:, ::-1].argmax(axis=1)
    ends = np.hstack([forwards[row, last], backwards[row, real.argmax(axis=1)]])
    return np.where(real.any(axis=1)[:, None] & (length > 1), ends, 0)
