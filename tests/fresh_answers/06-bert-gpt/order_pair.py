# %% right: while loop over slices
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) > max_len - 3:
        if len(a) > len(b):
            a = a[1:]
        else:
            b = b[:-1]
    tokens = np.full(max_len, pad)
    row = np.concatenate([[cls], a, [sep], b, [sep]])
    tokens[:len(row)] = row
    segments = np.zeros(max_len, dtype=int)
    segments[len(a) + 2:len(row)] = 1
    return tokens, segments


# %% right: lists with pop at both ends
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = list(map(int, first)), list(map(int, second))
    if swapped:
        a, b = b, a
    while len(a) + len(b) + 3 > max_len:
        if len(b) >= len(a):
            b.pop()
        else:
            a.pop(0)
    tokens = [cls] + a + [sep] + b + [sep]
    segments = [0] * (len(a) + 2) + [1] * (len(b) + 1)
    rest = max_len - len(tokens)
    return np.array(tokens + [pad] * rest), np.array(segments + [0] * rest)


# %% right: lengths by a closed formula
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    room = max_len - 3
    na = min(len(a), max((room + 1) // 2, room - len(b)))
    nb = min(len(b), max(room // 2, room - len(a)))
    a, b = a[len(a) - na:], b[:nb]
    tokens = np.concatenate([[cls], a, [sep], b, [sep], [pad] * (room - na - nb)]).astype(int)
    place = np.arange(max_len)
    segments = ((place >= na + 2) & (place < na + nb + 3)).astype(int)
    return tokens, segments


# %% right: recursion on the sentences
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    def cut(a, b):
        if len(a) + len(b) <= max_len - 3:
            return a, b
        return cut(a[1:], b) if len(a) > len(b) else cut(a, b[:-1])

    a, b = cut(*((second, first) if swapped else (first, second)))
    tokens = np.hstack(([cls], a, [sep], b, [sep]))
    segments = np.hstack((np.zeros(len(a) + 2, int), np.ones(len(b) + 1, int)))
    extra = max_len - len(tokens)
    return (np.pad(tokens, (0, extra), constant_values=pad),
            np.pad(segments, (0, extra), constant_values=0))


# %% right: only the lengths are simulated
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    if swapped:
        first, second = second, first
    start, stop = 0, len(second)
    for _ in range(max(0, len(first) + len(second) + 3 - max_len)):
        if len(first) - start > stop:
            start += 1
        else:
            stop -= 1
    tokens, segments = [int(cls)], [0]
    for t in first[start:]:
        tokens.append(int(t))
        segments.append(0)
    tokens.append(int(sep))
    segments.append(0)
    for t in second[:stop]:
        tokens.append(int(t))
        segments.append(1)
    tokens.append(int(sep))
    segments.append(1)
    while len(tokens) < max_len:
        tokens.append(int(pad))
        segments.append(0)
    return np.array(tokens), np.array(segments)


# %% right: deques joined by chain
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    from collections import deque
    from itertools import chain
    pair = [deque(first.tolist()), deque(second.tolist())]
    if swapped:
        pair.reverse()
    a, b = pair
    while len(a) + len(b) > max_len - 3:
        a.popleft() if len(a) > len(b) else b.pop()
    tokens = np.fromiter(chain([cls], a, [sep], b, [sep]), dtype=np.int64)
    out = np.repeat(np.int64(pad), max_len)
    out[:tokens.size] = tokens
    segments = np.repeat([0, 1, 0], [len(a) + 2, len(b) + 1, max_len - len(a) - len(b) - 3])
    return out, segments


# %% right: torch cat
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    import torch
    a = torch.tensor(np.asarray(first, dtype=np.int64))
    b = torch.tensor(np.asarray(second, dtype=np.int64))
    if swapped:
        a, b = b, a
    while a.numel() + b.numel() > max_len - 3:
        if a.numel() > b.numel():
            a = a[1:]
        else:
            b = b[:-1]
    tokens = torch.full((max_len,), int(pad), dtype=torch.int64)
    end = a.numel() + b.numel() + 3
    tokens[:end] = torch.cat([torch.tensor([int(cls)]), a, torch.tensor([int(sep)]), b, torch.tensor([int(sep)])])
    segments = torch.zeros(max_len, dtype=torch.int64)
    segments[a.numel() + 2:end] = 1
    return tokens, segments


# %% right: history of lengths and direct assignment
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = [first, second][::-1] if swapped else [first, second]
    lengths = [(len(a), len(b))]
    while sum(lengths[-1]) > max_len - 3:
        x, y = lengths[-1]
        lengths.append((x - 1, y) if x > y else (x, y - 1))
    x, y = lengths[-1]
    tokens = np.empty(max_len, dtype=int)
    tokens.fill(pad)
    tokens[0] = cls
    tokens[1:x + 1] = a[len(a) - x:]
    tokens[x + 1] = sep
    tokens[x + 2:x + y + 2] = b[:y]
    tokens[x + y + 2] = sep
    segments = np.array([int(x + 2 <= i <= x + y + 2) for i in range(max_len)])
    return tokens, segments


# %% right: first sentence turned round to cut both alike
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    sides = [list(b), list(a)[::-1]]
    for _ in range(len(a) + len(b) - (max_len - 3)):
        max(sides, key=len).pop()
    b, a = sides[0], sides[1][::-1]
    row = [cls, *a, sep, *b, sep]
    tokens = np.array(row + [pad] * (max_len - len(row)), dtype=int)
    segments = np.zeros_like(tokens)
    segments[len(a) + 2:len(row)] += 1
    return tokens, segments


# %% right: whole row built and then places deleted
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    n, m = len(a), len(b)
    tokens = np.r_[cls, a, sep, b, sep]
    segments = np.r_[np.zeros(n + 2, int), np.ones(m + 1, int)]
    gone = []
    x, y = n, m
    while x + y + 3 > max_len:
        if x > y:
            gone.append(1 + n - x)
            x -= 1
        else:
            gone.append(1 + n + y)
            y -= 1
    gone = np.array(gone, dtype=int)
    tokens, segments = np.delete(tokens, gone), np.delete(segments, gone)
    fill = max_len - len(tokens)
    return np.append(tokens, np.full(fill, pad, dtype=int)), np.append(segments, np.zeros(fill, dtype=int))


# %% right: segments as a cumulative sum of borders
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    texts = (first, second)
    a, b = texts[int(bool(swapped))], texts[1 - int(bool(swapped))]
    while max_len - 3 - len(a) - len(b) < 0:
        longer = len(a) > len(b)
        a, b = a[int(longer):], b[:len(b) - int(not longer)]
    steps = np.zeros(max_len + 1, dtype=int)
    steps[len(a) + 2] += 1
    steps[len(a) + len(b) + 3] -= 1
    row = np.concatenate([np.array([cls]), a, np.array([sep]), b, np.array([sep]), np.full(max_len, pad)])
    return row[:max_len], np.cumsum(steps)[:max_len]


# %% wrong: not-swapped, earns 0.4 — swapping ignored
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = first, second
    while len(a) + len(b) > max_len - 3:
        if len(a) > len(b):
            a = a[1:]
        else:
            b = b[:-1]
    rest = [pad] * (max_len - 3 - len(a) - len(b))
    tokens = np.array([cls, *a, sep, *b, sep] + rest)
    return tokens, np.array([0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * len(rest))


# %% wrong: always-swapped, earns 0.4 — always swapped
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = second, first
    while len(a) + len(b) > max_len - 3:
        if len(a) > len(b):
            a = a[1:]
        else:
            b = b[:-1]
    rest = [pad] * (max_len - 3 - len(a) - len(b))
    tokens = np.array([cls, *a, sep, *b, sep] + rest)
    return tokens, np.array([0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * len(rest))


# %% wrong: always-swapped, earns 0.4 — swapped when it should not be
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (first, second) if swapped else (second, first)
    while len(a) + len(b) > max_len - 3:
        if len(a) > len(b):
            a = a[1:]
        else:
            b = b[:-1]
    rest = [pad] * (max_len - 3 - len(a) - len(b))
    tokens = np.array([cls, *a, sep, *b, sep] + rest)
    return tokens, np.array([0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * len(rest))


# %% wrong: cut-before, earns 0.6 — cut first and swapped afterwards
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = first, second
    while len(a) + len(b) > max_len - 3:
        if len(a) > len(b):
            a = a[1:]
        else:
            b = b[:-1]
    if swapped:
        a, b = b, a
    rest = [pad] * (max_len - 3 - len(a) - len(b))
    tokens = np.array([cls, *a, sep, *b, sep] + rest)
    return tokens, np.array([0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * len(rest))


# %% wrong: first-of-equals, earns 0.8 — equally long sentences cut from the first
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) > max_len - 3:
        if len(a) >= len(b):
            a = a[1:]
        else:
            b = b[:-1]
    rest = [pad] * (max_len - 3 - len(a) - len(b))
    tokens = np.array([cls, *a, sep, *b, sep] + rest)
    return tokens, np.array([0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * len(rest))


# %% wrong: cut-before, earns 0.6 — tie cut from the true second sentence
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) > max_len - 3:
        if len(a) > len(b) or (len(a) == len(b) and swapped):
            a = a[1:]
        else:
            b = b[:-1]
    rest = [pad] * (max_len - 3 - len(a) - len(b))
    tokens = np.array([cls, *a, sep, *b, sep] + rest)
    return tokens, np.array([0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * len(rest))


# %% wrong: wrong-ends, earns 0.7 — both sentences lose their last tokens
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) > max_len - 3:
        if len(a) > len(b):
            a = a[:-1]
        else:
            b = b[:-1]
    rest = [pad] * (max_len - 3 - len(a) - len(b))
    tokens = np.array([cls, *a, sep, *b, sep] + rest)
    return tokens, np.array([0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * len(rest))


# %% wrong: wrong-ends, earns 0.7 — both sentences lose their first tokens
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) > max_len - 3:
        if len(a) > len(b):
            a = a[1:]
        else:
            b = b[1:]
    rest = [pad] * (max_len - 3 - len(a) - len(b))
    tokens = np.array([cls, *a, sep, *b, sep] + rest)
    return tokens, np.array([0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * len(rest))


# %% wrong: wrong-ends, earns 0.7 — cut at the border instead of outside
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) > max_len - 3:
        if len(a) > len(b):
            a = a[:-1]
        else:
            b = b[1:]
    rest = [pad] * (max_len - 3 - len(a) - len(b))
    tokens = np.array([cls, *a, sep, *b, sep] + rest)
    return tokens, np.array([0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * len(rest))


# %% wrong: cut-before, earns 0.76 — cut ends follow the true order when swapped
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) > max_len - 3:
        if len(a) > len(b):
            a = a[:-1] if swapped else a[1:]
        else:
            b = b[1:] if swapped else b[:-1]
    rest = [pad] * (max_len - 3 - len(a) - len(b))
    tokens = np.array([cls, *a, sep, *b, sep] + rest)
    return tokens, np.array([0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * len(rest))


# %% wrong: padding, earns 0.88 — segment of the padding is one
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) > max_len - 3:
        if len(a) > len(b):
            a = a[1:]
        else:
            b = b[:-1]
    rest = [pad] * (max_len - 3 - len(a) - len(b))
    tokens = np.array([cls, *a, sep, *b, sep] + rest)
    return tokens, np.array([0] * (len(a) + 2) + [1] * (len(b) + 1) + [1] * len(rest))


# %% wrong: by-sentence, earns 0.76 — segments tell the true order
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) > max_len - 3:
        if len(a) > len(b):
            a = a[1:]
        else:
            b = b[:-1]
    rest = [pad] * (max_len - 3 - len(a) - len(b))
    tokens = np.array([cls, *a, sep, *b, sep] + rest)
    one, two = (1, 0) if swapped else (0, 1)
    return tokens, np.array([one] * (len(a) + 2) + [two] * (len(b) + 1) + [0] * len(rest))


# %% wrong: separator, earns 0.84 — first separator belongs to segment one
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) > max_len - 3:
        if len(a) > len(b):
            a = a[1:]
        else:
            b = b[:-1]
    rest = [pad] * (max_len - 3 - len(a) - len(b))
    tokens = np.array([cls, *a, sep, *b, sep] + rest)
    return tokens, np.array([0] * (len(a) + 1) + [1] * (len(b) + 2) + [0] * len(rest))


# %% wrong: last-separator, earns 0.84 — second separator belongs to segment zero
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) > max_len - 3:
        if len(a) > len(b):
            a = a[1:]
        else:
            b = b[:-1]
    rest = [pad] * (max_len - 3 - len(a) - len(b))
    tokens = np.array([cls, *a, sep, *b, sep] + rest)
    return tokens, np.array([0] * (len(a) + 2) + [1] * len(b) + [0] * (len(rest) + 1))


# %% wrong: row-cut, earns 0.76 — segments by the lengths before cutting
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    before = len(a)
    while len(a) + len(b) > max_len - 3:
        if len(a) > len(b):
            a = a[1:]
        else:
            b = b[:-1]
    rest = [pad] * (max_len - 3 - len(a) - len(b))
    tokens = np.array([cls, *a, sep, *b, sep] + rest)
    segments = np.zeros(max_len, dtype=int)
    segments[before + 2:max_len - len(rest)] = 1
    return tokens, segments


# %% wrong: unrecognised, earns 0.6 — segments by the first sentence even when swapped
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) > max_len - 3:
        if len(a) > len(b):
            a = a[1:]
        else:
            b = b[:-1]
    rest = [pad] * (max_len - 3 - len(a) - len(b))
    tokens = np.array([cls, *a, sep, *b, sep] + rest)
    segments = np.zeros(max_len, dtype=int)
    segments[len(b if swapped else a) + 2:max_len - len(rest)] = 1
    return tokens, segments


# %% wrong: sep-cut-off, earns 0.6 — only two special tokens reckoned with
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) > max_len - 2:
        if len(a) > len(b):
            a = a[1:]
        else:
            b = b[:-1]
    rest = [pad] * (max_len - 3 - len(a) - len(b))
    tokens = np.array([cls, *a, sep, *b, sep] + rest)[:max_len]
    return tokens, np.array([0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * len(rest))[:max_len]


# %% wrong: sep-cut-off, earns 0.6 — special tokens do not count in the length
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


# %% wrong: cut-too-early, earns 0.7 — one token too many cut at an exact fit
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) >= max_len - 3 and len(a) + len(b) > 2:
        if len(a) > len(b):
            a = a[1:]
        else:
            b = b[:-1]
    rest = [pad] * (max_len - 3 - len(a) - len(b))
    tokens = np.array([cls, *a, sep, *b, sep] + rest)
    return tokens, np.array([0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * len(rest))


# %% wrong: row-cut, earns 0.4 — row simply cut at its end
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    row = [cls, *a, sep, *b, sep] + [pad] * max_len
    segments = [0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * max_len
    return np.array(row[:max_len]), np.array(segments[:max_len])


# %% wrong: row-cut, earns 0.4 — row cut at its end and closed by a separator
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    row = [cls, *a, sep, *b, sep]
    segments = [0] * (len(a) + 2) + [1] * (len(b) + 1)
    if len(row) > max_len:
        row = row[:max_len - 1] + [sep]
        segments = segments[:max_len]
    fill = max_len - len(row)
    return np.array(row + [pad] * fill), np.array(segments + [0] * fill)


# %% wrong: at-once, earns 0.5 — sentence longer at first bears all cuts
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    over = max(0, len(a) + len(b) + 3 - max_len)
    if len(a) > len(b):
        take = min(over, len(a) - 1)
        a = a[take:]
        b = b[:len(b) - (over - take)]
    else:
        take = min(over, len(b) - 1)
        b = b[:len(b) - take]
        a = a[over - take:]
    rest = [pad] * (max_len - 3 - len(a) - len(b))
    tokens = np.array([cls, *a, sep, *b, sep] + rest)
    return tokens, np.array([0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * len(rest))


# %% wrong: halves, earns 0.6 — half of the room for each always
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    room = max_len - 3
    if len(a) + len(b) > room:
        a = a[-((room + 1) // 2):]
        b = b[:room // 2]
    rest = [pad] * (room - len(a) - len(b))
    tokens = np.array([cls, *a, sep, *b, sep] + rest)
    return tokens, np.array([0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * len(rest))


# %% wrong: first-of-equals, earns 0.8 — odd place left over goes to the second
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    room = max_len - 3
    na = min(len(a), max(room // 2, room - len(b)))
    nb = min(len(b), max((room + 1) // 2, room - len(a)))
    a, b = a[len(a) - na:], b[:nb]
    rest = [pad] * (room - na - nb)
    tokens = np.array([cls, *a, sep, *b, sep] + rest)
    return tokens, np.array([0] * (na + 2) + [1] * (nb + 1) + [0] * len(rest))


# %% wrong: in-turn, earns 0.5 — cuts in turn from both sentences
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    turn = 0
    while len(a) + len(b) > max_len - 3:
        if (turn % 2 == 1 and len(a) > 1) or len(b) == 1:
            a = a[1:]
        else:
            b = b[:-1]
        turn += 1
    rest = [pad] * (max_len - 3 - len(a) - len(b))
    tokens = np.array([cls, *a, sep, *b, sep] + rest)
    return tokens, np.array([0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * len(rest))


# %% wrong: second-only, earns 0.4 — always cut from the second while it lasts
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) > max_len - 3:
        if len(b) > 1:
            b = b[:-1]
        else:
            a = a[1:]
    rest = [pad] * (max_len - 3 - len(a) - len(b))
    tokens = np.array([cls, *a, sep, *b, sep] + rest)
    return tokens, np.array([0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * len(rest))


# %% wrong: unrecognised — shorter sentence is cut
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) > max_len - 3:
        if (len(a) < len(b) and len(a) > 1) or len(b) == 1:
            a = a[1:]
        else:
            b = b[:-1]
    rest = [pad] * (max_len - 3 - len(a) - len(b))
    tokens = np.array([cls, *a, sep, *b, sep] + rest)
    return tokens, np.array([0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * len(rest))


# %% wrong: unrecognised — tie cuts both sentences at once
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) > max_len - 3:
        if len(a) > len(b):
            a = a[1:]
        elif len(b) > len(a):
            b = b[:-1]
        else:
            a, b = a[1:], b[:-1]
    rest = [pad] * (max_len - 3 - len(a) - len(b))
    tokens = np.array([cls, *a, sep, *b, sep] + rest)
    return tokens, np.array([0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * len(rest))


# %% wrong: no-last-sep + last-separator, earns 0.48 — no separator at the end
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) > max_len - 3:
        if len(a) > len(b):
            a = a[1:]
        else:
            b = b[:-1]
    rest = [pad] * (max_len - 2 - len(a) - len(b))
    tokens = np.array([cls, *a, sep, *b] + rest)
    return tokens, np.array([0] * (len(a) + 2) + [1] * len(b) + [0] * len(rest))


# %% wrong: padding-in-front, earns 0.5 — padding in front of the row
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) > max_len - 3:
        if len(a) > len(b):
            a = a[1:]
        else:
            b = b[:-1]
    rest = [pad] * (max_len - 3 - len(a) - len(b))
    tokens = np.array(rest + [cls, *a, sep, *b, sep])
    return tokens, np.array([0] * len(rest) + [0] * (len(a) + 2) + [1] * (len(b) + 1))


# %% wrong: special-fixed, earns 0.7 — zeros instead of the padding token
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) > max_len - 3:
        if len(a) > len(b):
            a = a[1:]
        else:
            b = b[:-1]
    tokens = np.zeros(max_len, dtype=int)
    segments = np.zeros(max_len, dtype=int)
    end = len(a) + len(b) + 3
    tokens[:end] = [cls, *a, sep, *b, sep]
    segments[len(a) + 2:end] = 1
    return tokens, segments


# %% wrong: border-by-value, earns 0.7 — border found by searching the separator
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) > max_len - 3:
        if len(a) > len(b):
            a = a[1:]
        else:
            b = b[:-1]
    rest = [pad] * (max_len - 3 - len(a) - len(b))
    tokens = np.array([cls, *a, sep, *b, sep] + rest)
    border = int(np.flatnonzero(tokens == sep)[0])
    segments = np.zeros(max_len, dtype=int)
    segments[border + 1:max_len - len(rest)] = 1
    return tokens, segments


# %% wrong: padding-by-value, earns 0.7 — padding recognised by its number in a sentence
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) > max_len - 3:
        if len(a) > len(b):
            a = a[1:]
        else:
            b = b[:-1]
    rest = [pad] * (max_len - 3 - len(a) - len(b))
    tokens = np.array([cls, *a, sep, *b, sep] + rest)
    segments = np.zeros(max_len, dtype=int)
    segments[len(a) + 2:] = 1
    segments[tokens == pad] = 0
    return tokens, segments


# %% wrong: border-by-value, earns 0.7 — segments by counting separators passed
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) > max_len - 3:
        if len(a) > len(b):
            a = a[1:]
        else:
            b = b[:-1]
    rest = [pad] * (max_len - 3 - len(a) - len(b))
    tokens = np.array([cls, *a, sep, *b, sep] + rest)
    passed = np.cumsum(tokens == sep) - (tokens == sep)
    return tokens, (passed == 1).astype(int)


# %% wrong: special-removed, earns 0.7 — special numbers thrown out of the sentences
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    a = [t for t in a.tolist() if t not in (cls, sep, pad)]
    b = [t for t in b.tolist() if t not in (cls, sep, pad)]
    while len(a) + len(b) > max_len - 3:
        if len(a) > len(b):
            a = a[1:]
        else:
            b = b[:-1]
    rest = [pad] * (max_len - 3 - len(a) - len(b))
    tokens = np.array([cls, *a, sep, *b, sep] + rest)
    return tokens, np.array([0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * len(rest))


# %% wrong: unrecognised, earns 0.4 — swapped sentences written backwards
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second[::-1], first[::-1]) if swapped else (first, second)
    while len(a) + len(b) > max_len - 3:
        if len(a) > len(b):
            a = a[1:]
        else:
            b = b[:-1]
    rest = [pad] * (max_len - 3 - len(a) - len(b))
    tokens = np.array([cls, *a, sep, *b, sep] + rest)
    return tokens, np.array([0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * len(rest))


# %% wrong: not-padded, earns 0.5 — row is not padded
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) > max_len - 3:
        if len(a) > len(b):
            a = a[1:]
        else:
            b = b[:-1]
    tokens = np.array([cls, *a, sep, *b, sep])
    return tokens, np.array([0] * (len(a) + 2) + [1] * (len(b) + 1))


# %% wrong: wrong-order, earns 0.8 — segments first and tokens second
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) > max_len - 3:
        if len(a) > len(b):
            a = a[1:]
        else:
            b = b[:-1]
    rest = [pad] * (max_len - 3 - len(a) - len(b))
    tokens = np.array([cls, *a, sep, *b, sep] + rest)
    return np.array([0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * len(rest)), tokens


# %% wrong: special-fixed, earns 0.7 — special tokens are constants
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    cls, sep, pad = 1, 2, 0
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) > max_len - 3:
        if len(a) > len(b):
            a = a[1:]
        else:
            b = b[:-1]
    rest = [pad] * (max_len - 3 - len(a) - len(b))
    tokens = np.array([cls, *a, sep, *b, sep] + rest)
    return tokens, np.array([0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * len(rest))


# %% wrong: changed-arguments, earns 0.7 — tokens crossed out in the given sentences
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    x, y = 0, len(b)
    while len(a) - x + y > max_len - 3:
        if len(a) - x > y:
            a[x] = -1
            x += 1
        else:
            y -= 1
            b[y] = -1
    rest = [pad] * (max_len - 3 - (len(a) - x) - y)
    tokens = np.array([cls, *a[x:], sep, *b[:y], sep] + rest)
    return tokens, np.array([0] * (len(a) - x + 2) + [1] * (y + 1) + [0] * len(rest))


# %% wrong: unrecognised, earns 0.4 — last separator at the end behind the padding
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    while len(a) + len(b) > max_len - 3:
        if len(a) > len(b):
            a = a[1:]
        else:
            b = b[:-1]
    tokens = np.full(max_len, pad)
    tokens[0] = cls
    tokens[1:len(a) + 1] = a
    tokens[len(a) + 1] = sep
    tokens[len(a) + 2:len(a) + 2 + len(b)] = b
    tokens[-1] = sep
    segments = np.zeros(max_len, dtype=int)
    segments[len(a) + 2:len(a) + len(b) + 3] = 1
    return tokens, segments


# %% wrong: at-once, earns 0.5 — whole excess taken at once from the longer
def order_pair(first, second, swapped, cls, sep, pad, max_len):
    a, b = (second, first) if swapped else (first, second)
    over = max(0, len(a) + len(b) + 3 - max_len)
    if len(a) > len(b):
        a = a[over:]
    else:
        b = b[:max(0, len(b) - over)]
    rest = [pad] * max(0, max_len - 3 - len(a) - len(b))
    tokens = np.array([cls, *a, sep, *b, sep] + rest)[:max_len]
    return tokens, np.array([0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * len(rest))[:max_len]
