# %% right: a table of places
def get_batch(text, u, length):
    starts = np.floor(u * (len(text) - length)).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place], text[place + 1]


# %% right: slices in a loop
def get_batch(text, u, length):
    inputs, labels = [], []
    for number in u:
        start = int(number * (len(text) - length))
        inputs.append(text[start : start + length])
        labels.append(text[start + 1 : start + length + 1])
    return np.array(inputs), np.array(labels)


# %% right: torch stack
def get_batch(text, u, length):
    tokens = torch.tensor(text)
    starts = [math.floor(number * (len(tokens) - length)) for number in u]
    x = torch.stack([tokens[s : s + length] for s in starts])
    y = torch.stack([tokens[s + 1 : s + 1 + length] for s in starts])
    return x, y


# %% right: windows one longer and cut
def get_batch(text, u, length):
    starts = np.floor(u * (text.shape[0] - length)).astype(int)
    whole = np.stack([text[s : s + length + 1] for s in starts])
    return whole[:, :-1], whole[:, 1:]


# %% right: sliding_window_view
def get_batch(text, u, length):
    views = np.lib.stride_tricks.sliding_window_view(text, length + 1)
    chosen = views[(u * len(views)).astype(int)]
    return chosen[:, :-1], chosen[:, 1:]


# %% right: unfold in torch
def get_batch(text, u, length):
    windows = torch.from_numpy(text).unfold(0, length + 1, 1)
    picked = windows[torch.from_numpy(np.asarray(u)).mul(len(windows)).long()]
    return picked[:, :length], picked[:, 1:]


# %% right: lists of lists
def get_batch(text, u, length):
    n = len(text)
    begin = [int(r * (n - length)) for r in u]
    return ([[text[b + k] for k in range(length)] for b in begin],
            [[text[b + k + 1] for k in range(length)] for b in begin])


# %% right: np.take and vstack
def get_batch(text, u, length):
    rows = [np.arange(s, s + length) for s in np.floor(u * (len(text) - length)).astype(int)]
    rows = np.vstack(rows)
    return np.take(text, rows), np.take(text, rows + 1)


# %% right: a shifted text
def get_batch(text, u, length):
    here, there = text[:-1], text[1:]
    starts = (u * (len(here) - length + 1)).astype(np.int64)
    place = starts[:, None] + np.arange(length)[None]
    return here[place], there[place]


# %% right: floor division by one
def get_batch(text, u, length):
    starts = (np.array(u) * (len(text) - length) // 1).astype(int).reshape(-1, 1)
    places = np.repeat(starts, length, axis=1) + np.arange(length)
    return text[places], text[1 + places]


# %% right: a table filled window by window
def get_batch(text, u, length):
    x = np.zeros((len(u), length), dtype=int)
    y = np.zeros((len(u), length), dtype=int)
    for i in range(len(u)):
        a = int(np.floor(u[i] * (len(text) - length)))
        x[i] = text[a : a + length]
        y[i] = text[a + 1 : a + length + 1]
    return x, y


# %% wrong: last-start-lost, earns 0.7 — one place too few
def get_batch(text, u, length):
    starts = np.floor(u * (len(text) - length - 1)).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place], text[place + 1]


# %% wrong: one-start-too-many, earns 0.6 — one place too many
def get_batch(text, u, length):
    inputs, labels = [], []
    for number in u:
        start = int(number * (len(text) - length + 1))
        inputs.append(text[start : start + length])
        labels.append(text[start + 1 : start + length + 1])
    return np.array(inputs), np.array(labels)


# %% wrong: one-start-too-many, earns 0.6 — one place too many wrapped
def get_batch(text, u, length):
    starts = np.floor(u * (len(text) - length + 1)).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place], text[(place + 1) % len(text)]


# %% wrong: anywhere, earns 0.4 — starts anywhere
def get_batch(text, u, length):
    starts = np.floor(u * len(text)).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place], text[place + 1]


# %% wrong: anywhere, earns 0.4 — starts anywhere wrapped
def get_batch(text, u, length):
    starts = np.floor(u * len(text)).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place % len(text)], text[(place + 1) % len(text)]


# %% wrong: anywhere, earns 0.4 — starts anywhere clipped
def get_batch(text, u, length):
    starts = np.floor(u * len(text)).astype(int)
    starts = np.minimum(starts, len(text) - length - 1)
    place = starts[:, None] + np.arange(length)
    return text[place], text[place + 1]


# %% wrong: rounded, earns 0.6 — rounded
def get_batch(text, u, length):
    starts = np.round(u * (len(text) - length)).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place], text[place + 1]


# %% wrong: late, earns 0.6 — rounded up
def get_batch(text, u, length):
    starts = np.ceil(u * (len(text) - length)).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place], text[place + 1]


# %% wrong: rounded, earns 0.6 — rounded and clipped
def get_batch(text, u, length):
    starts = np.minimum(np.round(u * (len(text) - length)).astype(int), len(text) - length - 1)
    place = starts[:, None] + np.arange(length)
    return text[place], text[place + 1]


# %% wrong: not-shifted, earns 0.4 — labels are the inputs
def get_batch(text, u, length):
    starts = np.floor(u * (len(text) - length)).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place], text[place]


# %% wrong: previous, earns 0.4 — labels one earlier
def get_batch(text, u, length):
    starts = np.floor(u * (len(text) - length)).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place], text[place - 1]


# %% wrong: two-ahead, earns 7/12 — labels two later
def get_batch(text, u, length):
    inputs, labels = [], []
    for number in u:
        start = int(number * (len(text) - length))
        inputs.append(text[start : start + length])
        labels.append(text[start + 2 : start + length + 2])
    return np.array(inputs), np.array(labels)


# %% wrong: wrong-order, earns 0.8 — labels and inputs swapped
def get_batch(text, u, length):
    starts = np.floor(u * (len(text) - length)).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place + 1], text[place]


# %% wrong: wrapped, earns 19/30 — labels rolled in the window
def get_batch(text, u, length):
    starts = np.floor(u * (len(text) - length)).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place], np.roll(text[place], -1, axis=1)


# %% wrong: previous, earns 0.4 — labels rolled the other way
def get_batch(text, u, length):
    starts = np.floor(u * (len(text) - length)).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place], np.roll(text[place], 1, axis=1)


# %% wrong: wrong-shape, earns 0.4 — only the next token
def get_batch(text, u, length):
    starts = np.floor(u * (len(text) - length)).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place], text[starts + length]


# %% wrong: wrong-shape, earns 0.4 — only the next token as a column
def get_batch(text, u, length):
    starts = np.floor(u * (len(text) - length)).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place], text[starts + length][:, None]


# %% wrong: token-plus-one, earns 0.4 — the token plus one
def get_batch(text, u, length):
    starts = np.floor(u * (len(text) - length)).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place], text[place] + 1


# %% wrong: wrong-shape — windows of length minus one
def get_batch(text, u, length):
    inputs, labels = [], []
    for number in u:
        start = int(number * (len(text) - length))
        inputs.append(text[start : start + length - 1])
        labels.append(text[start + 1 : start + length])
    return np.array(inputs), np.array(labels)


# %% wrong: next-window, earns 0.4 — the next window
def get_batch(text, u, length):
    inputs, labels = [], []
    for number in u:
        start = int(number * (len(text) - length))
        inputs.append(text[start : start + length])
        labels.append(text[start + length : start + 2 * length])
    return np.array(inputs), np.array(labels)


# %% wrong: transposed — transposed
def get_batch(text, u, length):
    starts = np.floor(u * (len(text) - length)).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place].T, text[place + 1].T


# %% wrong: unrecognised — random numbers of its own
def get_batch(text, u, length):
    starts = np.random.default_rng().integers(len(text) - length, size=len(u))
    place = starts[:, None] + np.arange(length)
    return text[place], text[place + 1]


# %% wrong: unrecognised — windows in order
def get_batch(text, u, length):
    starts = np.arange(len(u)) * length % (len(text) - length)
    place = starts[:, None] + np.arange(length)
    return text[place], text[place + 1]


# %% wrong: sorted, earns 0.6 — sorted starts
def get_batch(text, u, length):
    starts = np.floor(u * (len(text) - length)).astype(int)
    starts.sort()
    place = starts[:, None] + np.arange(length)
    return text[place], text[place + 1]


# %% wrong: wrong-shape — each start once
def get_batch(text, u, length):
    starts = np.floor(u * (len(text) - length)).astype(int)
    starts = np.unique(starts)
    place = starts[:, None] + np.arange(length)
    return text[place], text[place + 1]


# %% wrong: places, earns 0.5 — places not tokens
def get_batch(text, u, length):
    starts = np.floor(u * (len(text) - length)).astype(int)
    place = starts[:, None] + np.arange(length)
    return place, place + 1


# %% wrong: blocks, earns 0.4 — whole numbers of windows
def get_batch(text, u, length):
    starts = np.floor(u * (len(text) // length)).astype(int) * length
    place = starts[:, None] + np.arange(length)
    return text[place % len(text)], text[(place + 1) % len(text)]


# %% wrong: unrecognised — uint8
def get_batch(text, u, length):
    inputs, labels = [], []
    for number in u:
        start = int(number * (len(text) - length))
        inputs.append(text[start : start + length])
        labels.append(text[start + 1 : start + length + 1])
    return np.array(inputs, dtype=np.uint8), np.array(labels, dtype=np.uint8)


# %% wrong: unrecognised — int16
def get_batch(text, u, length):
    inputs, labels = [], []
    for number in u:
        start = int(number * (len(text) - length))
        inputs.append(text[start : start + length])
        labels.append(text[start + 1 : start + length + 1])
    return np.array(inputs).astype(np.int16), np.array(labels).astype(np.int16)


# %% wrong: not-a-tuple — one pair of a window
def get_batch(text, u, length):
    starts = np.floor(u * (len(text) - length)).astype(int)
    place = starts[:, None] + np.arange(length)
    return np.stack([text[place], text[place + 1]])


# %% wrong: wrong-shape — a long list
def get_batch(text, u, length):
    inputs, labels = [], []
    for number in u:
        start = int(number * (len(text) - length))
        inputs.extend(text[start : start + length])
        labels.extend(text[start + 1 : start + length + 1])
    return np.array(inputs), np.array(labels)


# %% wrong: previous, earns 0.4 — rolled text
def get_batch(text, u, length):
    starts = np.floor(u * (len(text) - length)).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place], np.roll(text, 1)[place]


# %% wrong: last-is-zero, earns 19/30 — the last label is a zero
def get_batch(text, u, length):
    starts = np.floor(u * (len(text) - length)).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place], np.pad(text[place][:, 1:], ((0, 0), (0, 1)))
