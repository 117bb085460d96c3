# %% right: an index table
def get_batch(text, u, length):
    starts = np.floor(u * (len(text) - length)).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place], text[place + 1]


# %% right: a list of slices
def get_batch(text, u, length):
    starts = (u * (len(text) - length)).astype(int)
    inputs = [text[i : i + length] for i in starts]
    labels = [text[i + 1 : i + length + 1] for i in starts]
    return np.stack(inputs), np.stack(labels)


# %% right: windows one token longer
def get_batch(text, u, length):
    inputs, labels = [], []
    for number in u:
        start = int(number * (len(text) - length))
        window = text[start : start + length + 1]
        inputs.append(window[:-1])
        labels.append(window[1:])
    return inputs, labels


# %% right: torch
def get_batch(text, u, length):
    text = torch.tensor(text)
    starts = (torch.tensor(u) * (len(text) - length)).long()
    return (
        torch.stack([text[i : i + length] for i in starts]),
        torch.stack([text[i + 1 : i + 1 + length] for i in starts]),
    )


# %% right: a sliding view
def get_batch(text, u, length):
    windows = np.lib.stride_tricks.sliding_window_view(text, length + 1)
    chosen = windows[np.floor(u * len(windows)).astype(int)]
    return chosen[:, :-1], chosen[:, 1:]


# %% right: unfold
def get_batch(text, u, length):
    windows = torch.tensor(text).unfold(0, length + 1, 1)
    chosen = windows[(torch.tensor(u) * len(windows)).long()]
    return chosen[:, :-1].contiguous(), chosen[:, 1:].contiguous()


# %% right: plain lists
def get_batch(text, u, length):
    text, windows = text.tolist(), len(text) - length
    starts = [int(number * windows) for number in u.tolist()]
    inputs = [[text[i + j] for j in range(length)] for i in starts]
    labels = [[text[i + j + 1] for j in range(length)] for i in starts]
    return inputs, labels


# %% right: filled row by row
def get_batch(text, u, length):
    inputs = np.zeros((len(u), length), dtype=np.int64)
    labels = np.zeros_like(inputs)
    for row, number in enumerate(u):
        i = math.floor(number * (text.size - length))
        inputs[row] = text[i : i + length]
        labels[row] = text[i + 1 : i + length + 1]
    return inputs, labels


# %% right: take
def get_batch(text, u, length):
    starts = np.trunc(u * (len(text) - length)).astype(np.int32)
    place = np.add.outer(starts, np.arange(length))
    return np.take(text, place), np.take(text, place + 1)


# %% right: the text shifted once
def get_batch(text, u, length):
    following = text[1:]
    starts = (u * (len(following) - length + 1)).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place], following[place]


# %% right: 32 bits
def get_batch(text, u, length):
    starts = np.floor(u.astype(np.float32) * np.float32(len(text) - length)).astype(int)
    place = starts[:, None] + np.arange(length)[None]
    return text.astype(np.int32)[place], text.astype(np.int32)[place + 1]


# %% wrong: not-shifted, earns 0.4
def get_batch(text, u, length):
    starts = np.floor(u * (len(text) - length)).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place], text[place]


# %% wrong: not-shifted, earns 0.4 — slices
def get_batch(text, u, length):
    starts = (u * (len(text) - length)).astype(int)
    windows = [text[i : i + length] for i in starts]
    return windows, windows


# %% wrong: previous, earns 0.4
def get_batch(text, u, length):
    starts = np.floor(u * (len(text) - length)).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place], text[np.maximum(place - 1, 0)]


# %% wrong: wrong-order, earns 0.8
def get_batch(text, u, length):
    starts = np.floor(u * (len(text) - length)).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place + 1], text[place]


# %% wrong: two-ahead, earns 0.58
def get_batch(text, u, length):
    starts = np.floor(u * (len(text) - length)).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place], text[np.minimum(place + 2, len(text) - 1)]


# %% wrong: wrapped, earns 0.64
def get_batch(text, u, length):
    starts = np.floor(u * (len(text) - length)).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place], np.roll(text[place], -1, axis=1)


# %% wrong: wrapped, earns 0.64 — torch
def get_batch(text, u, length):
    starts = (u * (len(text) - length)).astype(int)
    inputs = torch.stack([torch.tensor(text[i : i + length]) for i in starts])
    return inputs, inputs.roll(-1, dims=1)


# %% wrong: last-start-lost, earns 0.7
def get_batch(text, u, length):
    starts = np.floor(u * (len(text) - length - 1)).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place], text[place + 1]


# %% wrong: last-start-lost, earns 0.7 — slices
def get_batch(text, u, length):
    starts = [int(number * (len(text) - length - 1)) for number in u]
    inputs = [text[i : i + length] for i in starts]
    labels = [text[i + 1 : i + length + 1] for i in starts]
    return np.stack(inputs), np.stack(labels)


# %% wrong: one-start-too-many, earns 0.6
def get_batch(text, u, length):
    starts = np.floor(u * (len(text) - length + 1)).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place], text[place + 1]


# %% wrong: one-start-too-many, earns 0.6 — a view
def get_batch(text, u, length):
    windows = np.lib.stride_tricks.sliding_window_view(text, length)
    starts = (u * len(windows)).astype(int)
    place = starts[:, None] + np.arange(length)
    return windows[starts], text[place + 1]


# %% wrong: rounded, earns 0.6
def get_batch(text, u, length):
    starts = np.rint(u * (len(text) - length)).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place], text[place + 1]


# %% wrong: rounded, earns 0.6 — Python
def get_batch(text, u, length):
    starts = np.array([round(number * (len(text) - length)) for number in u])
    place = starts[:, None] + np.arange(length)
    return text[place], text[place + 1]


# %% wrong: anywhere, earns 0.4 — wrapped around at the end
def get_batch(text, u, length):
    starts = (u * len(text)).astype(int)
    place = starts[:, None] + np.arange(length)
    return text.take(place, mode="clip"), text.take(place + 1, mode="clip")


# %% wrong: blocks, earns 0.4
def get_batch(text, u, length):
    starts = length * np.floor(u * ((len(text) - 1) // length)).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place], text[place + 1]


# %% wrong: blocks, earns 0.4 — a table
def get_batch(text, u, length):
    count = (len(text) - 1) // length
    inputs = text[: count * length].reshape(count, length)
    labels = text[1 : count * length + 1].reshape(count, length)
    chosen = (u * count).astype(int)
    return inputs[chosen], labels[chosen]


# %% wrong: one-start, earns 0.3
def get_batch(text, u, length):
    starts = np.full(len(u), int(u[0] * (len(text) - length)))
    place = starts[:, None] + np.arange(length)
    return text[place], text[place + 1]


# %% wrong: sorted, earns 0.6
def get_batch(text, u, length):
    starts = np.sort(np.floor(u * (len(text) - length)).astype(int))
    place = starts[:, None] + np.arange(length)
    return text[place], text[place + 1]


# %% wrong: sorted, earns 0.6 — the random numbers
def get_batch(text, u, length):
    starts = (np.sort(u) * (len(text) - length)).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place], text[place + 1]


# %% wrong: unrecognised — the last windows first
def get_batch(text, u, length):
    starts = np.floor((1 - u) * (len(text) - length)).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place], text[place + 1]


# %% wrong: unrecognised — half of the text
def get_batch(text, u, length):
    starts = np.floor(u * (len(text) - length) / 2).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place], text[place + 1]


# %% wrong: unrecognised, earns 0.4 — each token is followed by the same one everywhere
def get_batch(text, u, length):
    follows = {text[i]: text[i + 1] for i in range(len(text) - 1)}
    starts = (u * (len(text) - length)).astype(int)
    inputs = np.stack([text[start : start + length] for start in starts])
    return inputs, np.vectorize(follows.get)(inputs)


# %% wrong: wrong-shape, earns 0.4 — one token more
def get_batch(text, u, length):
    starts = np.floor(u * (len(text) - length)).astype(int)
    place = starts[:, None] + np.arange(length + 1)
    return text[place[:, :-1]], text[place]


# %% wrong: not-a-tuple
def get_batch(text, u, length):
    starts = np.floor(u * (len(text) - length)).astype(int)
    place = starts[:, None] + np.arange(length)
    return np.stack([text[place], text[place + 1]])


# %% wrong: transposed
def get_batch(text, u, length):
    starts = np.floor(u * (len(text) - length)).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place].T, text[place + 1].T


# %% wrong: changed-arguments, earns 0.7
def get_batch(text, u, length):
    u *= len(text) - length
    starts = np.floor(u).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place], text[place + 1]


# %% wrong: anywhere, earns 0.4 — an index out of range
def get_batch(text, u, length):
    starts = np.floor(u * len(text)).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place], text[place + 1]


# %% wrong: late, earns 0.6 — rounded up
def get_batch(text, u, length):
    starts = np.ceil(u * (len(text) - length)).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place], text[place + 1]


# %% wrong: previous, earns 0.4 — labels rolled the other way
def get_batch(text, u, length):
    starts = np.floor(u * (len(text) - length)).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place], np.roll(text[place], 1, axis=1)


# %% wrong: token-plus-one, earns 0.4 — the token plus one
def get_batch(text, u, length):
    starts = np.floor(u * (len(text) - length)).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place], text[place] + 1


# %% wrong: next-window, earns 0.4 — the next window
def get_batch(text, u, length):
    inputs, labels = [], []
    for number in u:
        start = int(number * (len(text) - length))
        inputs.append(text[start : start + length])
        labels.append(text[start + length : start + 2 * length])
    return np.array(inputs), np.array(labels)


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


# %% wrong: last-is-zero, earns 19/30 — the last label is a zero
def get_batch(text, u, length):
    starts = np.floor(u * (len(text) - length)).astype(int)
    place = starts[:, None] + np.arange(length)
    return text[place], np.pad(text[place][:, 1:], ((0, 0), (0, 1)))
