# %% right: with a mask
def shift_labels(tokens, n_begin, eos):
    place = np.arange(tokens.shape[1])
    text = place >= n_begin[:, None]
    ends = (tokens == eos) & text
    before = np.cumsum(ends, axis=1) - ends  # how many ends stand before
    return np.where(text & (before == 0), tokens, -100)[:, 1:]


# %% right: row by row
def shift_labels(tokens, n_begin, eos):
    rows = []
    for line, begin in zip(tokens.tolist(), n_begin.tolist(), strict=True):
        rest = line[begin:]
        length = rest.index(eos) + 1 if eos in rest else len(rest)
        labels = [-100] * begin + rest[:length] + [-100] * (len(rest) - length)
        rows.append(labels[1:])
    return rows


# %% right: in torch
def shift_labels(tokens, n_begin, eos):
    import torch

    tokens, n_begin = torch.tensor(tokens), torch.tensor(n_begin)
    labels = tokens.clone()
    for row, begin in zip(labels, n_begin, strict=True):
        ends = (row[begin:] == eos).nonzero()
        if len(ends):
            row[begin + ends[0, 0] + 1 :] = -100
        row[:begin] = -100
    return labels[:, 1:]


# %% right: float32
def shift_labels(tokens, n_begin, eos):
    place = np.arange(tokens.shape[1])[None]
    ends = np.where((tokens == eos) & (place >= n_begin[:, None]), place, tokens.shape[1])
    inside = (place >= n_begin[:, None]) & (place <= ends.min(axis=1, keepdims=True))
    return np.where(inside, tokens, -100)[:, 1:].astype(np.float32)


# %% wrong: not-shifted
def shift_labels(tokens, n_begin, eos):
    return tokens[:, :-1]


# %% wrong: not-shifted — the mask is right
def shift_labels(tokens, n_begin, eos):
    place = np.arange(tokens.shape[1])
    text = place >= n_begin[:, None]
    ends = (tokens == eos) & text
    text &= np.cumsum(ends, axis=1) - ends == 0
    return np.where(text[:, 1:], tokens[:, :-1], -100)


# %% wrong: begin-predicted + padding-predicted, earns 0.16 — the chapter's shift
def shift_labels(tokens, n_begin, eos):
    return tokens[:, 1:]


# %% wrong: padding-predicted, earns 0.4
def shift_labels(tokens, n_begin, eos):
    return np.where(np.arange(tokens.shape[1]) >= n_begin[:, None], tokens, -100)[:, 1:]


# %% wrong: begin-predicted, earns 0.4
def shift_labels(tokens, n_begin, eos):
    labels = tokens.copy()
    for row, begin in zip(labels, n_begin, strict=True):
        ends = np.flatnonzero(row[begin:] == eos) + begin
        if len(ends):
            row[ends[0] + 1 :] = -100
    return labels[:, 1:]


# %% wrong: end-lost, earns 0.5 — all that equals EOS is taken for padding
def shift_labels(tokens, n_begin, eos):
    place = np.arange(tokens.shape[1])
    text = place >= n_begin[:, None]
    ended = np.cumsum((tokens == eos) & text, axis=1) > 0
    return np.where(text & ~ended, tokens, -100)[:, 1:]


# %% wrong: first-lost, earns 0.5
def shift_labels(tokens, n_begin, eos):
    place = np.arange(tokens.shape[1])
    text = place >= n_begin[:, None]
    ends = (tokens == eos) & text
    inside = (place > n_begin[:, None]) & (np.cumsum(ends, axis=1) - ends == 0)
    return np.where(inside, tokens, -100)[:, 1:]


# %% wrong: end-lost + first-lost, earns 0.25
def shift_labels(tokens, n_begin, eos):
    place = np.arange(tokens.shape[1])
    text = place >= n_begin[:, None]
    ended = np.cumsum((tokens == eos) & text, axis=1) > 0
    return np.where((place > n_begin[:, None]) & ~ended, tokens, -100)[:, 1:]


# %% wrong: mask-not-shifted, earns 0.4
def shift_labels(tokens, n_begin, eos):
    place = np.arange(tokens.shape[1])
    text = place >= n_begin[:, None]
    ends = (tokens == eos) & text
    inside = text & (np.cumsum(ends, axis=1) - ends == 0)
    return np.where(inside[:, :-1], tokens[:, 1:], -100)


# %% wrong: other-number, earns 0.7 — 0
def shift_labels(tokens, n_begin, eos):
    place = np.arange(tokens.shape[1])
    text = place >= n_begin[:, None]
    ends = (tokens == eos) & text
    return np.where(text & (np.cumsum(ends, axis=1) - ends == 0), tokens, 0)[:, 1:]


# %% wrong: other-number + first-lost, earns 0.35
def shift_labels(tokens, n_begin, eos):
    place = np.arange(tokens.shape[1])
    text = place >= n_begin[:, None]
    ends = (tokens == eos) & text
    inside = (place > n_begin[:, None]) & (np.cumsum(ends, axis=1) - ends == 0)
    return np.where(inside, tokens, -1)[:, 1:]


# %% wrong: one-beginning, earns 0.4 — that of the first row
def shift_labels(tokens, n_begin, eos):
    place = np.arange(tokens.shape[1])
    text = place >= n_begin[0]
    ends = (tokens == eos) & text
    return np.where(text & (np.cumsum(ends, axis=1) - ends == 0), tokens, -100)[:, 1:]


# %% wrong: one-beginning, earns 0.4 — the longest
def shift_labels(tokens, n_begin, eos):
    labels = tokens.copy()
    for row, begin in zip(labels, n_begin, strict=True):
        ends = np.flatnonzero(row[begin:] == eos) + begin
        if len(ends):
            row[ends[0] + 1 :] = -100
    labels[:, : n_begin.max()] = -100
    return labels[:, 1:]


# %% wrong: every-end-ignored, earns 0.4 — as where rows are filled up with EOS
def shift_labels(tokens, n_begin, eos):
    labels = tokens[:, 1:].copy()
    labels[labels == eos] = -100
    labels[np.arange(1, tokens.shape[1]) < n_begin[:, None]] = -100
    return labels


# %% wrong: behind-the-end, earns 0.6 — only EOS is taken for padding
def shift_labels(tokens, n_begin, eos):
    is_end = (np.arange(tokens.shape[1]) >= n_begin[:, None]) & (tokens == eos)
    repeated = is_end & (np.cumsum(is_end, axis=1) > 1)
    begun = np.arange(tokens.shape[1]) >= n_begin[:, None]
    return np.where(begun & ~repeated, tokens, -100)[:, 1:]


# %% wrong: last-end, earns 0.5
def shift_labels(tokens, n_begin, eos):
    labels = np.full((len(tokens), tokens.shape[1] - 1), -100)
    for i, (row, begin) in enumerate(zip(tokens, n_begin, strict=True)):
        ends = [t for t in range(begin, len(row)) if row[t] == eos]
        end = ends[-1] if ends else len(row) - 1
        labels[i, begin - 1 : end] = row[begin : end + 1]
    return labels


# %% wrong: one-behind-the-end, earns 0.5
def shift_labels(tokens, n_begin, eos):
    labels = np.full((len(tokens), tokens.shape[1] - 1), -100)
    for i, (row, begin) in enumerate(zip(tokens, n_begin, strict=True)):
        ends = [t for t in range(begin, len(row)) if row[t] == eos]
        end = min(ends[0] + 1, len(row) - 1) if ends else len(row) - 1
        labels[i, begin - 1 : end] = row[begin : end + 1]
    return labels


# %% wrong: last-of-the-beginning, earns 0.5
def shift_labels(tokens, n_begin, eos):
    labels = np.full((len(tokens), tokens.shape[1] - 1), -100)
    for i, (row, begin) in enumerate(zip(tokens, n_begin, strict=True)):
        ends = [t for t in range(begin, len(row)) if row[t] == eos]
        end = ends[0] if ends else len(row) - 1
        labels[i, max(0, begin - 2) : end] = row[max(1, begin - 1) : end + 1]
    return labels


# %% wrong: begin-taken-for-end, earns 0.6
def shift_labels(tokens, n_begin, eos):
    place = np.arange(tokens.shape[1])
    ends = tokens == eos
    inside = (place >= n_begin[:, None]) & (np.cumsum(ends, axis=1) - ends == 0)
    return np.where(inside, tokens, -100)[:, 1:]


# %% wrong: cut-off, earns 0.7 — `argmax` finds the first token where there is no EOS
def shift_labels(tokens, n_begin, eos):
    place = np.arange(tokens.shape[1])
    text = place >= n_begin[:, None]
    end = ((tokens == eos) & text).argmax(axis=1)
    return np.where(text & (place <= end[:, None]), tokens, -100)[:, 1:]


# %% wrong: behind-the-end, earns 0.6 — only the last token is taken for padding
def shift_labels(tokens, n_begin, eos):
    labels = np.where(np.arange(tokens.shape[1]) >= n_begin[:, None], tokens, -100)
    for row, line, begin in zip(labels, tokens, n_begin, strict=True):
        last = len(line)
        while last > begin + 1 and line[last - 1] == line[-1]:
            last -= 1
        ends = np.flatnonzero(line[begin:] == eos) + begin
        if len(ends):
            row[max(last, ends[0] + 1) :] = -100
    return labels[:, 1:]


# %% wrong: raised, earns 0.5 — where there is no EOS
def shift_labels(tokens, n_begin, eos):
    labels = tokens.tolist()
    for row, begin in zip(labels, n_begin, strict=True):
        end = row.index(eos, begin)
        row[end + 1 :] = [-100] * (len(row) - end - 1)
        row[:begin] = [-100] * begin
    return np.array(labels)[:, 1:]


# %% wrong: unrecognised, earns 0.5 — in 16 bits
def shift_labels(tokens, n_begin, eos):
    place = np.arange(tokens.shape[1])
    text = place >= n_begin[:, None]
    ends = (tokens == eos) & text
    inside = text & (np.cumsum(ends, axis=1) - ends == 0)
    return np.where(inside, tokens, -100)[:, 1:].astype(np.int16)


# %% wrong: wrong-shape — a label for the last token, too
def shift_labels(tokens, n_begin, eos):
    place = np.arange(tokens.shape[1])
    text = place >= n_begin[:, None]
    ends = (tokens == eos) & text
    return np.where(text & (np.cumsum(ends, axis=1) - ends == 0), tokens, -100)


# %% wrong: ended-for-all, earns 0.4
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end).reshape(tokens.shape) - is_end
    labels = np.where(begun & (before == 0), tokens, -100)
    return labels[:, 1:]


# %% wrong: ended-for-all, earns 0.4 — a flag
def shift_labels(tokens, n_begin, eos):
    texts, n = tokens.shape
    labels = np.full((texts, n - 1), -100)
    ended = False
    for i in range(texts):
        for t in range(n - 1):
            token = tokens[i, t + 1]
            if t + 1 < n_begin[i] or ended:
                continue
            labels[i, t] = token
            if token == eos:
                ended = True
    return labels


# %% wrong: behind-the-end, earns 0.6 — every EOS stays a label
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & ((before == 0) | (tokens == eos))
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: behind-the-end, earns 0.6 — up to the second EOS
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before <= 1)
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: behind-the-end, earns 0.6 — an EOS at once is overlooked
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = (np.arange(n) > n_begin[:, None]) & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before == 0)
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: begin-taken-for-end, earns 0.6 — the last beginning token
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = (np.arange(n) >= n_begin[:, None] - 1) & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before == 0)
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: begin-taken-for-end, earns 0.6 — from the second one on
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = (np.arange(n) >= 1) & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before == 0)
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: unrecognised — smaller tokens end a text, too
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens <= eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before == 0)
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: unrecognised, earns 0.5 — tokens near EOS end a text, too
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (np.isclose(tokens, eos, rtol=1e-3))
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before == 0)
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: unrecognised, earns 0.5 — a repeated token ends a text
def shift_labels(tokens, n_begin, eos):
    rows = []
    for row, k in zip(tokens.tolist(), n_begin.tolist(), strict=False):
        text = row[k:]
        if eos in text:
            text = text[: text.index(eos) + 1]
        for t in range(1, len(text)):
            if text[t] == text[t - 1]:
                text = text[: t + 1]
                break
        labels = [-100] * (k - 1) + text
        labels += [-100] * (len(row) - 1 - len(labels))
        rows.append(labels)
    return np.array(rows)


# %% wrong: shifted-twice, earns 0.4 — with the mask
def shift_labels(tokens, n_begin, eos):
    begun = np.arange(tokens.shape[1]) >= n_begin[:, None]
    is_end = begun & (tokens == eos)
    labels = np.where(begun & (np.cumsum(is_end, axis=1) - is_end == 0), tokens, -100)
    return np.hstack([labels[:, 2:], np.full((len(tokens), 1), -100)])


# %% wrong: shifted-twice, earns 0.4 — the tokens alone
def shift_labels(tokens, n_begin, eos):
    begun = np.arange(tokens.shape[1]) >= n_begin[:, None]
    is_end = begun & (tokens == eos)
    text = begun & (np.cumsum(is_end, axis=1) - is_end == 0)
    return np.where(text[:, 1:], np.roll(tokens, -2, axis=1)[:, :-1], -100)


# %% wrong: counted-behind-the-beginning, earns 0.5 — before the shift
def shift_labels(tokens, n_begin, eos):
    labels = tokens.copy()
    for row, line, begin in zip(labels, tokens, n_begin, strict=True):
        row[:begin] = -100
        places = np.flatnonzero(line[begin:] == eos)
        if len(places):
            row[places[0] + 1 :] = -100
    return labels[:, 1:]


# %% wrong: counted-behind-the-beginning, earns 0.5 — behind the shift
def shift_labels(tokens, n_begin, eos):
    labels = tokens[:, 1:].copy()
    for row, line, begin in zip(labels, tokens, n_begin, strict=True):
        row[: begin - 1] = -100
        places = np.flatnonzero(line[begin:] == eos)
        if len(places):
            row[places[0] + 1 :] = -100
    return labels


# %% wrong: counted-behind-the-beginning, earns 0.5 — one token stays
def shift_labels(tokens, n_begin, eos):
    rows = []
    for line, begin in zip(tokens.tolist(), n_begin.tolist(), strict=True):
        last = len(line)
        if eos in line[begin:]:
            last = max(begin, line[begin:].index(eos))
        rows.append([t if begin <= i <= last else -100 for i, t in enumerate(line)][1:])
    return rows
