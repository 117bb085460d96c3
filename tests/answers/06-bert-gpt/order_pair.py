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


# %% wrong: unrecognised, earns 0.5 — segments by counting what looks like a [SEP]
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) + 3 > max_len:
        a, b = (a[1:], b) if len(a) > len(b) else (a, b[:-1])
    n = 3 + len(a) + len(b)
    tokens = np.array([cls, *a, sep, *b, sep, *[pad] * (max_len - n)])
    before = np.cumsum(tokens == sep) - (tokens == sep)
    return tokens, np.where(np.arange(max_len) < n, np.minimum(before, 1), 0)


# %% wrong: wrong-shape — no padding
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) + 3 > max_len:
        a, b = (a[1:], b) if len(a) > len(b) else (a, b[:-1])
    return [cls, *a, sep, *b, sep], [0] * (len(a) + 2) + [1] * (len(b) + 1)
