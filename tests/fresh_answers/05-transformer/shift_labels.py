# %% right: cumulated ends minus its own
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before == 0)
    return np.where(keep, tokens, -100)[:, 1:]


# %% right: two loops that break at the end
def shift_labels(tokens, n_begin, eos):
    texts, n = tokens.shape
    labels = np.full((texts, n - 1), -100)
    for i in range(texts):
        for t in range(n_begin[i], n):
            labels[i, t - 1] = tokens[i, t]
            if tokens[i, t] == eos:
                break
    return labels


# %% right: list index of the end
def shift_labels(tokens, n_begin, eos):
    rows = []
    for row, k in zip(tokens.tolist(), n_begin.tolist()):
        text = row[k:]
        if eos in text:
            text = text[:text.index(eos) + 1]
        labels = [-100] * (k - 1) + text
        labels += [-100] * (len(row) - 1 - len(labels))
        rows.append(labels)
    return np.array(rows)


# %% right: torch cumsum and masked_fill
def shift_labels(tokens, n_begin, eos):
    import torch
    tokens = torch.tensor(np.asarray(tokens, dtype=np.int64))
    n_begin = torch.tensor(np.asarray(n_begin, dtype=np.int64))
    place = torch.arange(tokens.shape[1])
    given = place < n_begin.unsqueeze(1)
    end = (tokens == eos) & ~given
    padding = end.long().cumsum(1).roll(1, 1)
    padding[:, 0] = 0
    return tokens.masked_fill(given | (padding > 0), -100)[:, 1:]


# %% right: logical or accumulated and moved by one
def shift_labels(tokens, n_begin, eos):
    target = tokens[:, 1:]
    text = np.arange(1, tokens.shape[1])[None, :] >= np.asarray(n_begin)[:, None]
    ended = np.logical_or.accumulate(text & (target == eos), axis=1)
    over = np.zeros_like(ended)
    over[:, 1:] = ended[:, :-1]
    labels = target.astype(np.int64)
    labels[~text | over] = -100
    return labels


# %% right: argmax with any for texts that are cut off
def shift_labels(tokens, n_begin, eos):
    texts, n = tokens.shape
    place = np.arange(n)
    begun = place[None] >= n_begin[:, None]
    is_end = (tokens == eos) & begun
    last = np.where(is_end.any(axis=1), is_end.argmax(axis=1), n - 1)
    keep = begun & (place[None] <= last[:, None])
    return np.where(keep, tokens, -100)[:, 1:]


# %% right: smallest place of an end with n as default
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    place = np.broadcast_to(np.arange(n), tokens.shape)
    end = np.where((tokens == eos) & (place >= n_begin.reshape(-1, 1)), place, n).min(axis=1)
    labels = np.array(tokens, dtype=np.int64)
    labels[place > end[:, None]] = -100
    labels[place < n_begin[:, None]] = -100
    return labels[:, 1:]


# %% right: state of a small machine
def shift_labels(tokens, n_begin, eos):
    out = []
    for row, k in zip(tokens, n_begin):
        running = True
        labels = []
        for t, token in enumerate(row):
            if t < k or not running:
                labels.append(-100)
                continue
            labels.append(int(token))
            running = token != eos
        out.append(labels[1:])
    return np.array(out)


# %% right: product of not ended before
def shift_labels(tokens, n_begin, eos):
    texts, n = tokens.shape
    begun = np.arange(n) >= n_begin[:, np.newaxis]
    alive = np.cumprod(np.where(begun & (tokens == eos), 0, 1), axis=1)
    alive_before = np.concatenate([np.ones((texts, 1), dtype=int), alive[:, :-1]], axis=1)
    predicted = begun * alive_before
    return (tokens * predicted - 100 * (1 - predicted))[:, 1:]


# %% right: flatnonzero of each row
def shift_labels(tokens, n_begin, eos):
    labels = tokens[:, 1:].astype(int)
    for i, k in enumerate(n_begin):
        labels[i, :k - 1] = -100
        ends = np.flatnonzero(labels[i, k - 1:] == eos)
        if ends.size:
            labels[i, k + ends[0]:] = -100
    return labels


# %% right: takewhile and the token after it
def shift_labels(tokens, n_begin, eos):
    from itertools import takewhile
    labels = np.full(tokens[:, 1:].shape, -100, dtype=np.int64)
    for i, (row, k) in enumerate(zip(tokens, n_begin)):
        words = len(list(takewhile(lambda token: token != eos, row[k:])))
        stop = min(k + words + 1, len(row))
        labels[i, k - 1:stop - 1] = row[k:stop]
    return labels


# %% right: masked array filled
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    given = np.arange(n) < n_begin[:, None]
    count = np.where(given, 0, tokens == eos).cumsum(axis=1)
    padding = np.hstack([np.zeros((len(tokens), 1), dtype=bool), count[:, :-1] > 0])
    return np.ma.masked_array(tokens, mask=given | padding).astype(np.int64).filled(-100)[:, 1:]


# %% right: search for each label by all with a comprehension
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    return np.array([[int(row[t]) if t >= k and all(row[j] != eos for j in range(k, t)) else -100
                      for t in range(1, n)] for row, k in zip(tokens, n_begin)])


# %% wrong: end-lost, earns 0.5 — the end itself is not predicted
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (np.cumsum(is_end, axis=1) == 0)
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: behind-the-end, earns 0.6 — a second EOS is predicted too
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before <= 1)
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: behind-the-end, earns 0.6 — EOS in the padding stay labels
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & ((before == 0) | (tokens == eos))
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: begin-taken-for-end, earns 0.6 — EOS of the beginning ends the text
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = tokens == eos
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before == 0)
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: every-end-ignored, earns 0.4 — all EOS hidden
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (tokens != eos)
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: behind-the-end, earns 0.6 — only what is EOS behind the end is hidden
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & ((before == 0) | (tokens != eos))
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: padding-predicted, earns 0.4 — padding not hidden at all
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: begin-predicted, earns 0.4 — beginning tokens not hidden
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = before == 0
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: last-of-the-beginning, earns 0.5 — last beginning token is predicted
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None] - 1
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before == 0)
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: last-of-the-beginning, earns 0.5 — last beginning token is predicted but no end
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = (np.arange(n) >= n_begin[:, None] - 1) & (before == 0)
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: first-lost, earns 0.5 — first token of the text hidden
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = (np.arange(n) > n_begin[:, None]) & (before == 0)
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: behind-the-end, earns 0.6 — search for the end starts one too late
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = (np.arange(n) > n_begin[:, None]) & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before == 0)
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: begin-taken-for-end, earns 0.6 — search for the end starts at the last beginning token
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = (np.arange(n) >= n_begin[:, None] - 1) & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before == 0)
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: begin-taken-for-end, earns 0.6 — search for the end starts at position 1
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = (np.arange(n) >= 1) & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before == 0)
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: one-beginning, earns 0.4 — beginning lengths of the first row for all
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[0]
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before == 0)
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: one-beginning, earns 0.4 — longest beginning for all rows
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin.max()
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before == 0)
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: one-beginning, earns 0.4 — shortest beginning for all rows
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin.min()
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before == 0)
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: begin-predicted, earns 0.4 — one beginning token in every row
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= 1
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before == 0)
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: broadcast — beginning lengths as a row where texts is n
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before == 0)
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: not-shifted — inputs instead of labels
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before == 0)
    return np.where(keep, tokens, -100)[:, :-1]


# %% wrong: wrong-shape — labels not shifted and a column too many
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before == 0)
    return np.where(keep, tokens, -100)


# %% wrong: wrong-shape — rolled so that the first token comes last
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before == 0)
    return np.roll(np.where(keep, tokens, -100), -1, axis=1)


# %% wrong: shifted-twice, earns 0.4 — shifted twice
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before == 0)
    out = np.where(keep, tokens, -100)[:, 1:]
    return np.concatenate([out[:, 1:], np.full((len(out), 1), -100)], axis=1)


# %% wrong: mask-not-shifted, earns 0.4 — mask not shifted with the tokens
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before == 0)
    return np.where(keep[:, :-1], tokens[:, 1:], -100)


# %% wrong: other-number, earns 0.7 — hidden labels are 0
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before == 0)
    return np.where(keep, tokens, 0)[:, 1:]


# %% wrong: other-number, earns 0.7 — hidden labels are minus 1
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before == 0)
    return np.where(keep, tokens, -1)[:, 1:]


# %% wrong: other-number, earns 0.7 — hidden labels are eos
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before == 0)
    return np.where(keep, tokens, eos)[:, 1:]


# %% wrong: other-number, earns 0.7 — hidden labels are plus 100
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before == 0)
    return np.where(keep, tokens, 100)[:, 1:]


# %% wrong: unrecognised — padding 0 and beginning minus 100
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before == 0)
    return np.where(keep, tokens, np.where(begun, 0, -100))[:, 1:]


# %% wrong: cut-off, earns 0.7 — argmax of no end is the first place
def shift_labels(tokens, n_begin, eos):
    texts, n = tokens.shape
    place = np.arange(n)
    begun = place[None] >= n_begin[:, None]
    is_end = (tokens == eos) & begun
    last = is_end.argmax(axis=1)
    keep = begun & (place[None] <= last[:, None])
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: cut-off, earns 0.7 — cut off text loses its last token
def shift_labels(tokens, n_begin, eos):
    texts, n = tokens.shape
    place = np.arange(n)
    begun = place[None] >= n_begin[:, None]
    is_end = (tokens == eos) & begun
    last = np.where(is_end.any(axis=1), is_end.argmax(axis=1), n - 2)
    keep = begun & (place[None] <= last[:, None])
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: cut-off, earns 0.7 — cut off text is not predicted at all
def shift_labels(tokens, n_begin, eos):
    texts, n = tokens.shape
    place = np.arange(n)
    begun = place[None] >= n_begin[:, None]
    is_end = (tokens == eos) & begun
    last = np.where(is_end.any(axis=1), is_end.argmax(axis=1), -1)
    keep = begun & (place[None] <= last[:, None])
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: last-end, earns 0.5 — last EOS instead of the first
def shift_labels(tokens, n_begin, eos):
    texts, n = tokens.shape
    place = np.arange(n)
    begun = place[None] >= n_begin[:, None]
    is_end = (tokens == eos) & begun
    last = np.where(is_end.any(axis=1), n - 1 - is_end[:, ::-1].argmax(axis=1), n - 1)
    keep = begun & (place[None] <= last[:, None])
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: one-behind-the-end, earns 0.5 — one token behind the end is kept
def shift_labels(tokens, n_begin, eos):
    texts, n = tokens.shape
    place = np.arange(n)
    begun = place[None] >= n_begin[:, None]
    is_end = (tokens == eos) & begun
    last = np.where(is_end.any(axis=1), is_end.argmax(axis=1), n - 1)
    keep = begun & (place[None] <= last[:, None] + 1)
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: unrecognised — end not kept by a strict comparison
def shift_labels(tokens, n_begin, eos):
    texts, n = tokens.shape
    place = np.arange(n)
    begun = place[None] >= n_begin[:, None]
    is_end = (tokens == eos) & begun
    last = np.where(is_end.any(axis=1), is_end.argmax(axis=1), n - 1)
    keep = begun & ((place[None] < last[:, None]) | (last[:, None] == n - 1))
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: begin-taken-for-end, earns 0.6 — end searched in the whole row by argmax
def shift_labels(tokens, n_begin, eos):
    texts, n = tokens.shape
    place = np.arange(n)
    begun = place[None] >= n_begin[:, None]
    is_end = tokens == eos
    last = np.where(is_end.any(axis=1), is_end.argmax(axis=1), n - 1)
    keep = begun & (place[None] <= last[:, None])
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: behind-the-end, earns 0.6 — an end at the first text place taken for none
def shift_labels(tokens, n_begin, eos):
    texts, n = tokens.shape
    place = np.arange(n)
    begun = place[None] >= n_begin[:, None]
    is_end = (tokens == eos) & begun
    last = np.where(is_end.argmax(axis=1) > n_begin, is_end.argmax(axis=1), n - 1)
    keep = begun & (place[None] <= last[:, None])
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: padding-predicted, earns 0.4 — eos is always 2
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens == 2)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before == 0)
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: behind-the-end, earns 0.6 — eos of 0 taken for none
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens == eos) & bool(eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before == 0)
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: unrecognised, earns 0.5 — token 0 counts as padding
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before == 0) & (tokens != 0)
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: unrecognised — all tokens up to eos count as ends
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens <= eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before == 0)
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: unrecognised — all tokens from eos on count as ends
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens >= eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before == 0)
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: unrecognised, earns 0.5 — eos by np isclose with rtol of a thousandth
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (np.isclose(tokens, eos, rtol=1e-3))
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before == 0)
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: behind-the-end, earns 0.6 — last token of the row counts as the end
def shift_labels(tokens, n_begin, eos):
    texts, n = tokens.shape
    place = np.arange(n)
    begun = place[None] >= n_begin[:, None]
    is_end = (tokens == eos) & begun
    last = np.where(tokens[:, -1] == eos, is_end.argmax(axis=1), n - 1)
    keep = begun & (place[None] <= last[:, None])
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: behind-the-end, earns 0.6 — padding is only the run of EOS at the end
def shift_labels(tokens, n_begin, eos):
    labels = tokens.astype(int)
    for i, k in enumerate(n_begin):
        t = tokens.shape[1]
        while t - 1 > k and tokens[i, t - 1] == eos and tokens[i, t - 2] == eos:
            t -= 1
        labels[i, t:] = -100
        labels[i, :k] = -100
    return labels[:, 1:]


# %% wrong: begin-taken-for-end, earns 0.6 — index of EOS in the whole row
def shift_labels(tokens, n_begin, eos):
    rows = []
    for row, k in zip(tokens.tolist(), n_begin.tolist()):
        text = row[k:]
        if eos in row:
            text = row[k:row.index(eos) + 1]
        labels = [-100] * (k - 1) + text
        labels += [-100] * (len(row) - 1 - len(labels))
        rows.append(labels)
    return np.array(rows)


# %% wrong: end-lost, earns 0.5 — index of EOS without adding 1
def shift_labels(tokens, n_begin, eos):
    rows = []
    for row, k in zip(tokens.tolist(), n_begin.tolist()):
        text = row[k:]
        if eos in text:
            text = text[:text.index(eos)]
        labels = [-100] * (k - 1) + text
        labels += [-100] * (len(row) - 1 - len(labels))
        rows.append(labels)
    return np.array(rows)


# %% wrong: counted-behind-the-beginning, earns 0.5 — index of EOS taken as a place of the row
def shift_labels(tokens, n_begin, eos):
    rows = []
    for row, k in zip(tokens.tolist(), n_begin.tolist()):
        text = row[k:]
        if eos in text:
            text = row[k:max(k, text.index(eos)) + 1]
        labels = [-100] * (k - 1) + text
        labels += [-100] * (len(row) - 1 - len(labels))
        rows.append(labels)
    return np.array(rows)


# %% wrong: cut-off, earns 0.7 — text without EOS gets one at its end
def shift_labels(tokens, n_begin, eos):
    rows = []
    for row, k in zip(tokens.tolist(), n_begin.tolist()):
        text = row[k:]
        if eos in text:
            text = text[:text.index(eos) + 1]
        else:
            text = text[:-1] + [eos]
        labels = [-100] * (k - 1) + text
        labels += [-100] * (len(row) - 1 - len(labels))
        rows.append(labels)
    return np.array(rows)


# %% wrong: cut-off, earns 0.7 — text without EOS is skipped
def shift_labels(tokens, n_begin, eos):
    rows = []
    for row, k in zip(tokens.tolist(), n_begin.tolist()):
        text = row[k:]
        if eos in text:
            text = text[:text.index(eos) + 1]
        else:
            text = []
        labels = [-100] * (k - 1) + text
        labels += [-100] * (len(row) - 1 - len(labels))
        rows.append(labels)
    return np.array(rows)


# %% wrong: not-shifted — minus 100 for as many as beginning tokens
def shift_labels(tokens, n_begin, eos):
    rows = []
    for row, k in zip(tokens.tolist(), n_begin.tolist()):
        text = row[k:]
        if eos in text:
            text = text[:text.index(eos) + 1]
        labels = ([-100] * k + text)[:len(row) - 1]
        labels += [-100] * (len(row) - 1 - len(labels))
        rows.append(labels)
    return np.array(rows)


# %% wrong: unrecognised — padding put before the text
def shift_labels(tokens, n_begin, eos):
    rows = []
    for row, k in zip(tokens.tolist(), n_begin.tolist()):
        text = row[k:]
        if eos in text:
            text = text[:text.index(eos) + 1]
        labels = [-100] * (k - 1) + text
        labels = [-100] * (len(row) - 1 - len(labels)) + labels
        rows.append(labels)
    return np.array(rows)


# %% wrong: unrecognised — beginning tokens removed and text moved to the front
def shift_labels(tokens, n_begin, eos):
    rows = []
    for row, k in zip(tokens.tolist(), n_begin.tolist()):
        text = row[k:]
        if eos in text:
            text = text[:text.index(eos) + 1]
        labels = text
        labels += [-100] * (len(row) - 1 - len(labels))
        rows.append(labels)
    return np.array(rows)


# %% wrong: unrecognised, earns 0.5 — row ends after the first text token that repeats
def shift_labels(tokens, n_begin, eos):
    rows = []
    for row, k in zip(tokens.tolist(), n_begin.tolist()):
        text = row[k:]
        if eos in text:
            text = text[:text.index(eos) + 1]
        for t in range(1, len(text)):
            if text[t] == text[t - 1]:
                text = text[:t + 1]
                break
        labels = [-100] * (k - 1) + text
        labels += [-100] * (len(row) - 1 - len(labels))
        rows.append(labels)
    return np.array(rows)


# %% wrong: last-of-the-beginning, earns 0.5 — loop starts one place too early
def shift_labels(tokens, n_begin, eos):
    texts, n = tokens.shape
    labels = np.full((texts, n - 1), -100)
    for i in range(texts):
        for t in range(max(1, n_begin[i] - 1), n):
            labels[i, t - 1] = tokens[i, t]
            if tokens[i, t] == eos:
                break
    return labels


# %% wrong: unrecognised — loop stops before the last token
def shift_labels(tokens, n_begin, eos):
    texts, n = tokens.shape
    labels = np.full((texts, n - 1), -100)
    for i in range(texts):
        for t in range(n_begin[i], n - 1):
            labels[i, t - 1] = tokens[i, t]
            if tokens[i, t] == eos:
                break
    return labels


# %% wrong: end-lost, earns 0.5 — break before the label is written
def shift_labels(tokens, n_begin, eos):
    texts, n = tokens.shape
    labels = np.full((texts, n - 1), -100)
    for i in range(texts):
        for t in range(n_begin[i], n):
            if tokens[i, t] == eos:
                break
            labels[i, t - 1] = tokens[i, t]
    return labels


# %% wrong: unrecognised — label written at its own place
def shift_labels(tokens, n_begin, eos):
    texts, n = tokens.shape
    labels = np.full((texts, n - 1), -100)
    for i in range(texts):
        for t in range(n_begin[i], n):
            labels[i, min(t, n - 2)] = tokens[i, t]
            if tokens[i, t] == eos:
                break
    return labels


# %% wrong: one-behind-the-end, earns 0.5 — previous token tested for the break
def shift_labels(tokens, n_begin, eos):
    texts, n = tokens.shape
    labels = np.full((texts, n - 1), -100)
    for i in range(texts):
        for t in range(n_begin[i], n):
            labels[i, t - 1] = tokens[i, t]
            if tokens[i, t - 1] == eos:
                break
    return labels


# %% wrong: unrecognised — last row forgotten
def shift_labels(tokens, n_begin, eos):
    texts, n = tokens.shape
    labels = np.full((texts, n - 1), -100)
    for i in range(max(1, texts - 1)):
        for t in range(n_begin[i], n):
            labels[i, t - 1] = tokens[i, t]
            if tokens[i, t] == eos:
                break
    return labels


# %% wrong: unrecognised — first column overwrites with negative place
def shift_labels(tokens, n_begin, eos):
    texts, n = tokens.shape
    labels = np.full((texts, n - 1), -100)
    for i in range(texts):
        for t in range(n_begin[i] - 1, n):
            labels[i, t - 1] = tokens[i, t]
            if tokens[i, t] == eos and t >= n_begin[i]:
                break
    return labels


# %% wrong: unrecognised, earns 0.5 — labels in 16 bits overflow above 32767
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before == 0)
    return np.where(keep, tokens, -100)[:, 1:].astype(np.int16)


# %% wrong: unrecognised, earns 0.5 — labels in 8 bits
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before == 0)
    return np.where(keep, tokens, -100)[:, 1:].astype(np.int8)


# %% wrong: other-number, earns 0.7 — labels unsigned so that minus 100 wraps
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before == 0)
    return np.where(keep, tokens, -100)[:, 1:].astype(np.uint16)


# %% wrong: unrecognised, earns 0.5 — labels in half precision
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before == 0)
    return np.where(keep, tokens, -100)[:, 1:].astype(np.float16)


# %% wrong: unrecognised — returns the mask
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before == 0)
    return keep[:, 1:]


# %% wrong: ended-for-all, earns 0.4 — ends counted over the whole batch
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end).reshape(is_end.shape) - is_end
    keep = begun & (before == 0)
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: unrecognised — ends counted down the columns
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end, axis=0) - is_end
    keep = begun & (before == 0)
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: last-end, earns 0.5 — ends counted from the back
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end[:, ::-1], axis=1)[:, ::-1] - is_end
    keep = begun & ((before > 0) | is_end | ~is_end.any(axis=1, keepdims=True))
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: behind-the-end, earns 0.6 — even number of ends before counts as none
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before % 2 == 0)
    return np.where(keep, tokens, -100)[:, 1:]


# %% wrong: wrong-shape — flat list of the labels without the hidden ones
def shift_labels(tokens, n_begin, eos):
    n = tokens.shape[1]
    begun = np.arange(n) >= n_begin[:, None]
    is_end = begun & (tokens == eos)
    before = np.cumsum(is_end, axis=1) - is_end
    keep = begun & (before == 0)
    return tokens[:, 1:][keep[:, 1:]]


# %% wrong: changed-arguments, earns 0.7 — tokens overwritten in place
def shift_labels(tokens, n_begin, eos):
    for i in range(len(tokens)):
        k = n_begin[i]
        ends = np.flatnonzero(tokens[i, k:] == eos)
        if len(ends):
            tokens[i, k + ends[0] + 1:] = -100
        tokens[i, :k] = -100
    return tokens[:, 1:].copy()


# %% wrong: changed-arguments, earns 0.7 — view of the tokens overwritten
def shift_labels(tokens, n_begin, eos):
    labels = tokens[:, 1:]
    place = np.arange(1, tokens.shape[1])
    begun = place >= n_begin[:, None]
    is_end = begun & (labels == eos)
    labels[~begun | (np.cumsum(is_end, axis=1) - is_end > 0)] = -100
    return labels


# %% wrong: changed-arguments, earns 0.7 — beginning lengths counted down in place
def shift_labels(tokens, n_begin, eos):
    labels = np.full(tokens[:, 1:].shape, -100)
    n_begin -= 1
    for i, k in enumerate(n_begin):
        for t in range(k, labels.shape[1]):
            labels[i, t] = tokens[i, t + 1]
            if labels[i, t] == eos:
                break
    return labels


# %% wrong: begin-predicted + padding-predicted, earns 0.16 — tokens one ahead as they are
def shift_labels(tokens, n_begin, eos):
    return tokens[:, 1:].copy()
