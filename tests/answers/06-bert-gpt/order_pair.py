# %% right: one token at a time
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) + 3 > max_len:
        if len(a) > len(b):
            a = a[1:]
        else:
            b = b[:-1]
    tokens, segments = np.full(max_len, pad), np.zeros(max_len, dtype=int)
    row = [cls, *a, sep, *b, sep]
    tokens[: len(row)] = row
    segments[len(a) + 2 : len(row)] = 1
    return tokens, segments


# %% right: lengths first
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = [first.tolist(), second.tolist()][:: -1 if swapped else 1]
    room = max_len - 3
    n_b = min(len(b), max(room // 2, room - len(a)))
    n_a = min(len(a), room - n_b)
    rest = max_len - 3 - n_a - n_b
    tokens = [cls, *a[len(a) - n_a :], sep, *b[:n_b], sep, *[pad] * rest]
    return tokens, [0] * (n_a + 2) + [1] * (n_b + 1) + [0] * rest


# %% right: torch and deques
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    from collections import deque

    import torch

    a, b = deque(first.tolist()), deque(second.tolist())
    if swapped:
        a, b = b, a
    while len(a) + len(b) > max_len - 3:
        a.popleft() if len(a) > len(b) else b.pop()
    row = torch.tensor([cls, *a, sep, *b, sep])
    segments = (torch.arange(len(row)) > len(a) + 1).long()
    missing = (0, max_len - len(row))
    pads = torch.nn.functional.pad
    return pads(row, missing, value=pad), pads(segments, missing)


# %% wrong: chapter + not-swapped, earns 0.34 — with the function of the package
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    from payattention.bert import join_pairs

    joined = join_pairs(
        [first.tolist()], [second.tolist()], cls=cls, sep=sep, pad=pad, max_len=max_len
    )
    tokens, segments = np.full(max_len, pad), np.zeros(max_len, dtype=int)
    n = joined.tokens.shape[1]
    tokens[:n], segments[:n] = joined.tokens[0], joined.segments[0]
    return tokens, segments


# %% wrong: not-swapped, earns 0.4
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = first.tolist(), second.tolist()
    while len(a) + len(b) > max_len - 3:
        a, b = (a[1:], b) if len(a) > len(b) else (a, b[:-1])
    rest = max_len - 3 - len(a) - len(b)
    tokens = [cls, *a, sep, *b, sep, *[pad] * rest]
    return tokens, [0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * rest


# %% wrong: always-swapped, earns 0.4 — where it is false
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (first, second) if swapped else (second, first)
    a, b = a.tolist(), b.tolist()
    while len(a) + len(b) > max_len - 3:
        a, b = (a[1:], b) if len(a) > len(b) else (a, b[:-1])
    rest = max_len - 3 - len(a) - len(b)
    tokens = [cls, *a, sep, *b, sep, *[pad] * rest]
    return tokens, [0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * rest


# %% wrong: wrong-ends, earns 0.7 — the end of both
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    a, b = a.tolist(), b.tolist()
    while len(a) + len(b) > max_len - 3:
        (a if len(a) > len(b) else b).pop()
    rest = max_len - 3 - len(a) - len(b)
    tokens = [cls, *a, sep, *b, sep, *[pad] * rest]
    return tokens, [0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * rest


# %% wrong: wrong-ends, earns 0.7 — the beginning of both
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    a, b = a.tolist(), b.tolist()
    while len(a) + len(b) > max_len - 3:
        (a if len(a) > len(b) else b).pop(0)
    rest = max_len - 3 - len(a) - len(b)
    tokens = [cls, *a, sep, *b, sep, *[pad] * rest]
    return tokens, [0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * rest


# %% wrong: cut-before, earns 0.6
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = first.tolist(), second.tolist()
    while len(a) + len(b) > max_len - 3:
        a, b = (a[1:], b) if len(a) > len(b) else (a, b[:-1])
    a, b = (b, a) if swapped else (a, b)
    rest = max_len - 3 - len(a) - len(b)
    tokens = [cls, *a, sep, *b, sep, *[pad] * rest]
    return tokens, [0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * rest


# %% wrong: first-of-equals, earns 0.8
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    a, b = a.tolist(), b.tolist()
    while len(a) + len(b) > max_len - 3:
        a, b = (a[1:], b) if len(a) >= len(b) else (a, b[:-1])
    rest = max_len - 3 - len(a) - len(b)
    tokens = [cls, *a, sep, *b, sep, *[pad] * rest]
    return tokens, [0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * rest


# %% wrong: second-only, earns 0.4
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    room = max_len - 3
    a = a[max(0, len(a) - room) :].tolist()
    b = b[: room - len(a)].tolist()
    rest = room - len(a) - len(b)
    tokens = [cls, *a, sep, *b, sep, *[pad] * rest]
    return tokens, [0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * rest


# %% wrong: halves, earns 0.6
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    a, b, room = a.tolist(), b.tolist(), max_len - 3
    if len(a) + len(b) > room:
        b = b[: room // 2]
        a = a[max(0, len(a) - (room + 1) // 2) :]
    rest = room - len(a) - len(b)
    tokens = [cls, *a, sep, *b, sep, *[pad] * rest]
    return tokens, [0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * rest


# %% wrong: no-last-sep, earns 0.4
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) + 2 > max_len:
        a, b = (a[1:], b) if len(a) > len(b) else (a, b[:-1])
    rest = max_len - 2 - len(a) - len(b)
    tokens = [cls, *a, sep, *b, *[pad] * rest]
    return tokens, [0] * (len(a) + 2) + [1] * len(b) + [0] * rest


# %% wrong: cut-too-early, earns 0.7
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) + 3 >= max_len:
        a, b = (a[1:], b) if len(a) > len(b) else (a, b[:-1])
    rest = max_len - 3 - len(a) - len(b)
    tokens = [cls, *a, sep, *b, sep, *[pad] * rest]
    return tokens, [0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * rest


# %% wrong: separator, earns 0.84
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) + 3 > max_len:
        a, b = (a[1:], b) if len(a) > len(b) else (a, b[:-1])
    rest = max_len - 3 - len(a) - len(b)
    tokens = [cls, *a, sep, *b, sep, *[pad] * rest]
    return tokens, [0] * (len(a) + 1) + [1] * (len(b) + 2) + [0] * rest


# %% wrong: padding, earns 0.88
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) + 3 > max_len:
        a, b = (a[1:], b) if len(a) > len(b) else (a, b[:-1])
    rest = max_len - 3 - len(a) - len(b)
    tokens = [cls, *a, sep, *b, sep, *[pad] * rest]
    return tokens, [0] * (len(a) + 2) + [1] * (max_len - len(a) - 2)


# %% wrong: by-sentence, earns 0.76
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) + 3 > max_len:
        a, b = (a[1:], b) if len(a) > len(b) else (a, b[:-1])
    rest = max_len - 3 - len(a) - len(b)
    tokens = [cls, *a, sep, *b, sep, *[pad] * rest]
    one = int(swapped)
    return tokens, [one] * (len(a) + 2) + [1 - one] * (len(b) + 1) + [0] * rest


# %% wrong: border-by-value, earns 0.7 — by counting what looks like a [SEP]
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) + 3 > max_len:
        a, b = (a[1:], b) if len(a) > len(b) else (a, b[:-1])
    n = 3 + len(a) + len(b)
    tokens = np.array([cls, *a, sep, *b, sep, *[pad] * (max_len - n)])
    before = np.cumsum(tokens == sep) - (tokens == sep)
    return tokens, np.where(np.arange(max_len) < n, np.minimum(before, 1), 0)


# %% wrong: not-padded, earns 0.5 — no padding
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) + 3 > max_len:
        a, b = (a[1:], b) if len(a) > len(b) else (a, b[:-1])
    return [cls, *a, sep, *b, sep], [0] * (len(a) + 2) + [1] * (len(b) + 1)


# %% wrong: border-by-value, earns 0.7 — the first [SEP]
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) + 3 > max_len:
        a, b = (a[1:], b) if len(a) > len(b) else (a, b[:-1])
    rest = max_len - 3 - len(a) - len(b)
    tokens = np.array([cls, *a, sep, *b, sep, *[pad] * rest])
    border = tokens.tolist().index(sep)
    return tokens, [0] * (border + 1) + [1] * (max_len - rest - border - 1) + [0] * rest


# %% wrong: padding-by-value, earns 0.7 — no ones where `pad` stands
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) + 3 > max_len:
        a, b = (a[1:], b) if len(a) > len(b) else (a, b[:-1])
    rest = max_len - 3 - len(a) - len(b)
    tokens = np.array([cls, *a, sep, *b, sep, *[pad] * rest])
    segments = np.where(np.arange(max_len) < len(a) + 2, 0, 1)
    return tokens, np.where(tokens == pad, 0, segments)


# %% wrong: padding-by-value, earns 0.7 — as many ones as there is no padding
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) + 3 > max_len:
        a, b = (a[1:], b) if len(a) > len(b) else (a, b[:-1])
    rest = max_len - 3 - len(a) - len(b)
    tokens = np.array([cls, *a, sep, *b, sep, *[pad] * rest])
    segments = np.zeros(max_len, dtype=int)
    segments[len(a) + 2 : np.count_nonzero(tokens != pad)] = 1
    return tokens, segments


# %% wrong: at-once, earns 0.5
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    over = max(0, len(a) + len(b) + 3 - max_len)
    if len(a) > len(b):
        a = a[over:]
    else:
        b = b[: len(b) - over]
    rest = max_len - 3 - len(a) - len(b)
    tokens = [cls, *a, sep, *b, sep, *[pad] * rest]
    return tokens, [0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * rest


# %% wrong: minus-0, earns 0.6
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    keep_a, keep_b = len(a), len(b)
    while keep_a + keep_b + 3 > max_len:
        keep_a, keep_b = (keep_a - 1, keep_b) if keep_a > keep_b else (keep_a, keep_b - 1)
    a, b = a[len(a) - keep_a :], b[: keep_b - len(b)]
    rest = max_len - 3 - len(a) - len(b)
    tokens = [cls, *a, sep, *b, sep, *[pad] * rest]
    return tokens, [0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * rest


# %% wrong: halves, earns 0.6 — the larger half for b
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    room = max_len - 3
    if len(a) + len(b) > room:
        a, b = a[-(room // 2) :], b[: room - room // 2]
    rest = max_len - 3 - len(a) - len(b)
    tokens = [cls, *a, sep, *b, sep, *[pad] * rest]
    return tokens, [0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * rest


# %% wrong: last-separator, earns 0.84
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) + 3 > max_len:
        a, b = (a[1:], b) if len(a) > len(b) else (a, b[:-1])
    rest = max_len - 3 - len(a) - len(b)
    tokens = [cls, *a, sep, *b, sep, *[pad] * rest]
    return tokens, [0] * (len(a) + 2) + [1] * len(b) + [0] * (rest + 1)


# %% wrong: no-last-sep + last-separator, earns 0.48 — with room for it
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) + 3 > max_len:
        a, b = (a[1:], b) if len(a) > len(b) else (a, b[:-1])
    tokens = [cls, *a, sep, *b] + [pad] * (max_len - 2 - len(a) - len(b))
    return tokens, [0] * (len(a) + 2) + [1] * len(b) + [0] * (max_len - 2 - len(a) - len(b))


# %% wrong: wrong-order, earns 0.8
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) + 3 > max_len:
        a, b = (a[1:], b) if len(a) > len(b) else (a, b[:-1])
    rest = max_len - 3 - len(a) - len(b)
    tokens = [cls, *a, sep, *b, sep, *[pad] * rest]
    segments = [0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * rest
    return segments, tokens


# %% wrong: separator, earns 0.84 — and in the wrong order
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) + 3 > max_len:
        a, b = (a[1:], b) if len(a) > len(b) else (a, b[:-1])
    rest = max_len - 3 - len(a) - len(b)
    tokens = [cls, *a, sep, *b, sep, *[pad] * rest]
    segments = [0] * (len(a) + 1) + [1] * (len(b) + 2) + [0] * rest
    return segments, tokens


# %% wrong: segments-padded, earns 0.8 — the padding of the segments is pad
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) > max_len - 3:
        if len(a) > len(b):
            a = a[1:]
        else:
            b = b[:-1]
    row = np.concatenate([[cls], a, [sep], b, [sep]])
    fill = max_len - len(row)
    return (
        np.concatenate([row, np.full(fill, pad)]).astype(int),
        np.array([0] * (len(a) + 2) + [1] * (len(b) + 1) + [pad] * fill),
    )


# %% wrong: special-fixed, earns 0.7 — padding is 0
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) > max_len - 3:
        if len(a) > len(b):
            a = a[1:]
        else:
            b = b[:-1]
    row = np.concatenate([[cls], a, [sep], b, [sep]])
    tokens = np.zeros(max_len, dtype=int)
    tokens[: len(row)] = row
    segments = np.zeros(max_len, dtype=int)
    segments[len(a) + 2 : len(row)] = 1
    return tokens, segments


# %% wrong: sep-cut-off, earns 0.6 — room is max_len - 2
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) > max_len - 2:
        if len(a) > len(b):
            a = a[1:]
        else:
            b = b[:-1]
    row = np.concatenate([[cls], a, [sep], b, [sep]])
    tokens = np.concatenate([row, np.full(max_len, pad)])[:max_len].astype(int)
    segments = np.array([0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * max_len)[:max_len]
    return tokens, segments


# %% wrong: cut-too-early, earns 0.7 — >= cuts one token too many
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) >= max_len - 3 and len(a) + len(b) > 2:
        if len(a) > len(b):
            a = a[1:]
        else:
            b = b[:-1]
    row = np.concatenate([[cls], a, [sep], b, [sep]])
    fill = max_len - len(row)
    return (
        np.concatenate([row, np.full(fill, pad)]).astype(int),
        np.array([0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * fill),
    )


# %% wrong: row-cut, earns 0.4 — cuts the finished row at max_len and puts [SEP] at the end
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    row = np.concatenate([[cls], a, [sep], b, [sep]])
    segments = np.array([0] * (len(a) + 2) + [1] * (len(b) + 1))
    if len(row) > max_len:
        row, segments = row[:max_len], segments[:max_len]
        row[-1] = sep
    fill = max_len - len(row)
    return np.append(row, [pad] * fill).astype(int), np.append(segments, [0] * fill).astype(int)


# %% wrong: at-once, earns 0.5 — all is cut from the sentence that is longer at first
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    cut = max(0, len(a) + len(b) - (max_len - 3))
    if len(a) > len(b):
        a = a[min(cut, len(a) - 1) :]
        rest = len(a) + len(b) - (max_len - 3)
        b = b[: len(b) - max(0, rest)]
    else:
        b = b[: len(b) - min(cut, len(b) - 1)]
        rest = len(a) + len(b) - (max_len - 3)
        a = a[max(0, rest) :]
    row = np.concatenate([[cls], a, [sep], b, [sep]])
    fill = max_len - len(row)
    return (
        np.append(row, [pad] * fill).astype(int),
        np.array([0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * fill),
    )


# %% wrong: second-only, earns 0.4 — only b is cut
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) > max_len - 3:
        if len(b) > 1:
            b = b[:-1]
        else:
            a = a[1:]
    row = np.concatenate([[cls], a, [sep], b, [sep]])
    fill = max_len - len(row)
    return (
        np.append(row, [pad] * fill).astype(int),
        np.array([0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * fill),
    )


# %% wrong: padding-in-front, earns 0.5 — padding in front
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) > max_len - 3:
        if len(a) > len(b):
            a = a[1:]
        else:
            b = b[:-1]
    row = np.concatenate([[cls], a, [sep], b, [sep]])
    fill = max_len - len(row)
    return (
        np.append([pad] * fill, row).astype(int),
        np.array([0] * fill + [0] * (len(a) + 2) + [1] * (len(b) + 1)),
    )


# %% wrong: special-removed, earns 0.7 — removes special numbers from the sentences first
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    a, b = ([t for t in s if t not in (cls, sep, pad)] for s in (a, b))
    while len(a) + len(b) > max_len - 3:
        if len(a) > len(b):
            a = a[1:]
        else:
            b = b[:-1]
    row = [cls, *a, sep, *b, sep]
    fill = max_len - len(row)
    return (
        np.array(row + [pad] * fill),
        np.array([0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * fill),
    )


# %% wrong: too-few-bits, earns 0.7 — tokens in int16
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) > max_len - 3:
        if len(a) > len(b):
            a = a[1:]
        else:
            b = b[:-1]
    row = np.concatenate([[cls], a, [sep], b, [sep]])
    tokens = np.full(max_len, pad).astype(np.int16)
    tokens[: len(row)] = row.astype(np.int16)
    segments = np.zeros(max_len, dtype=np.int16)
    segments[len(a) + 2 : len(row)] = 1
    return tokens, segments


# %% wrong: cut-before, earns 0.76 — the ends alone
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) > max_len - 3:
        if len(a) > len(b):
            a = a[:-1] if swapped else a[1:]
        else:
            b = b[1:] if swapped else b[:-1]
    rest = [pad] * (max_len - 3 - len(a) - len(b))
    tokens = np.array([cls, *a, sep, *b, sep, *rest])
    return tokens, np.array([0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * len(rest))


# %% wrong: cut-before, earns 0.6 — ties alone
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) > max_len - 3:
        if len(a) > len(b) or (len(a) == len(b) and swapped):
            a = a[1:]
        else:
            b = b[:-1]
    rest = [pad] * (max_len - 3 - len(a) - len(b))
    tokens = np.array([cls, *a, sep, *b, sep, *rest])
    return tokens, np.array([0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * len(rest))


# %% wrong: row-cut, earns 0.76 — the segments alone
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    before = len(a)
    while len(a) + len(b) > max_len - 3:
        if len(a) > len(b):
            a = a[1:]
        else:
            b = b[:-1]
    rest = [pad] * (max_len - 3 - len(a) - len(b))
    tokens = np.array([cls, *a, sep, *b, sep, *rest])
    segments = np.zeros(max_len, dtype=int)
    segments[before + 2 : max_len - len(rest)] = 1
    return tokens, segments


# %% wrong: sep-cut-off, earns 0.6 — no room for special tokens
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) > max_len:
        if len(a) > len(b):
            a = a[1:]
        else:
            b = b[:-1]
    row = [cls, *a, sep, *b, sep] + [pad] * max_len
    segments = [0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * max_len
    return np.array(row[:max_len]), np.array(segments[:max_len])


# %% wrong: too-long, earns 0.6 — no room for special tokens
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) > max_len:
        a, b = (a[1:], b) if len(a) > len(b) else (a, b[:-1])
    tokens = [cls, *a, sep, *b, sep]
    segments = [0] * (len(a) + 2) + [1] * (len(b) + 1)
    rest = max_len - len(tokens)
    return np.array(tokens + [pad] * rest), np.array(segments + [0] * rest)


# %% wrong: too-long, earns 0.6 — room for two
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) > max_len - 2:
        a, b = (a[1:], b) if len(a) > len(b) else (a, b[:-1])
    tokens = [cls, *a, sep, *b, sep]
    segments = [0] * (len(a) + 2) + [1] * (len(b) + 1)
    rest = max_len - len(tokens)
    return np.array(tokens + [pad] * rest), np.array(segments + [0] * rest)


# %% wrong: no-cls + one-too-few, earns 0.5
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) + 3 > max_len:
        a, b = (a[1:], b) if len(a) > len(b) else (a, b[:-1])
    tokens = [*a, sep, *b, sep]
    segments = [0] * (len(a) + 1) + [1] * (len(b) + 1)
    rest = max_len - len(tokens)
    return np.array(tokens + [pad] * rest), np.array(segments + [0] * rest)


# %% wrong: no-first-sep + one-too-few, earns 0.5
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) + 3 > max_len:
        a, b = (a[1:], b) if len(a) > len(b) else (a, b[:-1])
    tokens = [cls, *a, *b, sep]
    segments = [0] * (len(a) + 1) + [1] * (len(b) + 1)
    rest = max_len - len(tokens)
    return np.array(tokens + [pad] * rest), np.array(segments + [0] * rest)


# %% wrong: in-turn, earns 0.5
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    turn = 0
    while len(a) + len(b) + 3 > max_len:
        a, b = (a, b[:-1]) if turn % 2 else (a[1:], b)
        turn += 1
    tokens = [cls, *a, sep, *b, sep]
    segments = [0] * (len(a) + 2) + [1] * (len(b) + 1)
    rest = max_len - len(tokens)
    return np.array(tokens + [pad] * rest), np.array(segments + [0] * rest)


# %% wrong: first-only, earns 0.4
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) + 3 > max_len:
        a, b = (a[1:], b) if len(a) else (a, b[:-1])
    tokens = [cls, *a, sep, *b, sep]
    segments = [0] * (len(a) + 2) + [1] * (len(b) + 1)
    rest = max_len - len(tokens)
    return np.array(tokens + [pad] * rest), np.array(segments + [0] * rest)


# %% wrong: emptied, earns 0.4
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    a, b = a.tolist(), b.tolist()
    while len(a) + len(b) + 3 > max_len:
        a.pop(0)
    tokens = [cls, *a, sep, *b, sep]
    segments = [0] * (len(a) + 2) + [1] * (len(b) + 1)
    rest = max_len - len(tokens)
    return np.array(tokens + [pad] * rest), np.array(segments + [0] * rest)


# %% wrong: other-length — one place too many
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) + 3 > max_len:
        a, b = (a[1:], b) if len(a) > len(b) else (a, b[:-1])
    tokens = [cls, *a, sep, *b, sep]
    segments = [0] * (len(a) + 2) + [1] * (len(b) + 1)
    rest = max_len + 1 - len(tokens)
    return np.array(tokens + [pad] * rest), np.array(segments + [0] * rest)
