# %% right: word by word from both ends
def cloze_states(x, lengths, W, U, b):
    sentences, n, _ = x.shape
    d = b.shape[1]
    out = np.zeros((sentences, n, 2 * d))
    for s in range(sentences):
        state = np.zeros(d)
        for t in range(lengths[s]):
            out[s, t, :d] = state
            state = np.tanh(W[0] @ x[s, t] + U[0] @ state + b[0])
        state = np.zeros(d)
        for t in reversed(range(lengths[s])):
            out[s, t, d:] = state
            state = np.tanh(W[1] @ x[s, t] + U[1] @ state + b[1])
    return out


# %% right: all sentences at once with np.where
def cloze_states(x, lengths, W, U, b):
    sentences, n, _ = x.shape
    real = np.arange(n) < lengths[:, None]
    x = np.where(real[..., None], x, 0)

    def read(way, order):
        state, known = np.zeros((sentences, b.shape[1])), {}
        for t in order:
            known[t] = np.where(real[:, t, None], state, 0)
            new = np.tanh(x[:, t] @ W[way].T + state @ U[way].T + b[way])
            state = np.where(real[:, t, None], new, state)
        return np.stack([known[t] for t in range(n)], axis=1)

    return np.concatenate([read(0, range(n)), read(1, range(n - 1, -1, -1))], axis=-1)


# %% right: torch's packed network moved by one
def cloze_states(x, lengths, W, U, b):
    import torch
    from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

    d = b.shape[1]
    net = torch.nn.RNN(x.shape[2], d, batch_first=True, bidirectional=True, dtype=torch.float64)
    with torch.no_grad():
        for way, end in enumerate(("", "_reverse")):
            getattr(net, f"weight_ih_l0{end}").copy_(torch.tensor(W[way]))
            getattr(net, f"weight_hh_l0{end}").copy_(torch.tensor(U[way]))
            getattr(net, f"bias_ih_l0{end}").copy_(torch.tensor(b[way]))
            getattr(net, f"bias_hh_l0{end}").zero_()
        packed = pack_padded_sequence(
            torch.tensor(x), torch.tensor(lengths), batch_first=True, enforce_sorted=False
        )
        both = pad_packed_sequence(net(packed)[0], batch_first=True, total_length=x.shape[1])[0]
    out = torch.zeros_like(both)
    out[:, 1:, :d] = both[:, :-1, :d]
    out[:, :-1, d:] = both[:, 1:, d:]
    real = torch.arange(x.shape[1]) < torch.tensor(lengths)[:, None]
    return out * real[..., None]


# %% right: lists in float32
def cloze_states(x, lengths, W, U, b):
    W, U, b = (np.float32(a) for a in (W, U, b))

    def read(items, way):
        states = [np.zeros_like(b[way])]
        for item in items:
            states.append(np.tanh(np.float32(item) @ W[way].T + states[-1] @ U[way].T + b[way]))
        return states[:-1]

    batch = []
    for items, length in zip(x, lengths, strict=True):
        words = list(items[:length])
        rows = [
            [*one, *other]
            for one, other in zip(read(words, 0), read(words[::-1], 1)[::-1], strict=True)
        ]
        batch.append(rows + [[0.0] * (2 * b.shape[1])] * (len(items) - length))
    return batch


# %% right: the last state over each part anew
def cloze_states(x, lengths, W, U, b):
    def last(items, way):
        state = np.zeros(b.shape[1])
        for item in items:
            state = np.tanh(W[way].dot(item) + U[way].dot(state) + b[way])
        return state

    out = np.zeros((*x.shape[:2], 2 * b.shape[1]))
    for s, length in enumerate(lengths):
        for t in range(length):
            before, after = x[s, :t], x[s, t + 1 : length]
            out[s, t] = np.concatenate([last(before, 0), last(after[::-1], 1)])
    return out


# %% wrong: reads-itself, earns 0.4 — the annotations, the nearest ready-made
def cloze_states(x, lengths, W, U, b):
    sentences, n, _ = x.shape
    d = b.shape[1]
    out = np.zeros((sentences, n, 2 * d))
    for s in range(sentences):
        state = np.zeros(d)
        for t in range(lengths[s]):
            state = np.tanh(W[0] @ x[s, t] + U[0] @ state + b[0])
            out[s, t, :d] = state
        state = np.zeros(d)
        for t in reversed(range(lengths[s])):
            state = np.tanh(W[1] @ x[s, t] + U[1] @ state + b[1])
            out[s, t, d:] = state
    return out


# %% wrong: one-reads-itself, earns 0.6
def cloze_states(x, lengths, W, U, b):
    sentences, n, _ = x.shape
    d = b.shape[1]
    out = np.zeros((sentences, n, 2 * d))
    for s in range(sentences):
        state = np.zeros(d)
        for t in range(lengths[s]):
            state = np.tanh(W[0] @ x[s, t] + U[0] @ state + b[0])
            out[s, t, :d] = state
        state = np.zeros(d)
        for t in reversed(range(lengths[s])):
            out[s, t, d:] = state
            state = np.tanh(W[1] @ x[s, t] + U[1] @ state + b[1])
    return out


# %% wrong: one-reads-itself, earns 0.6 — the one from the right
def cloze_states(x, lengths, W, U, b):
    sentences, n, _ = x.shape
    d = b.shape[1]
    out = np.zeros((sentences, n, 2 * d))
    for s in range(sentences):
        state = np.zeros(d)
        for t in range(lengths[s]):
            out[s, t, :d] = state
            state = np.tanh(W[0] @ x[s, t] + U[0] @ state + b[0])
        state = np.zeros(d)
        for t in reversed(range(lengths[s])):
            state = np.tanh(W[1] @ x[s, t] + U[1] @ state + b[1])
            out[s, t, d:] = state
    return out


# %% wrong: from-the-padding, earns 0.4
def cloze_states(x, lengths, W, U, b):
    sentences, n, _ = x.shape
    d = b.shape[1]
    out = np.zeros((sentences, n, 2 * d))
    for s in range(sentences):
        state = np.zeros(d)
        for t in range(lengths[s]):
            out[s, t, :d] = state
            state = np.tanh(W[0] @ x[s, t] + U[0] @ state + b[0])
        state = np.zeros(d)
        for t in reversed(range(n)):
            out[s, t, d:] = state
            state = np.tanh(W[1] @ x[s, t] + U[1] @ state + b[1])
    return out * (np.arange(n) < lengths[:, None])[..., None]


# %% wrong: padding-not-0 + from-the-padding, earns 0.28
def cloze_states(x, lengths, W, U, b):
    sentences, n, _ = x.shape
    d = b.shape[1]
    out = np.zeros((sentences, n, 2 * d))
    for s in range(sentences):
        state = np.zeros(d)
        for t in range(n):
            out[s, t, :d] = state
            state = np.tanh(W[0] @ x[s, t] + U[0] @ state + b[0])
        state = np.zeros(d)
        for t in reversed(range(n)):
            out[s, t, d:] = state
            state = np.tanh(W[1] @ x[s, t] + U[1] @ state + b[1])
    return out


# %% wrong: padding-not-0, earns 0.7
def cloze_states(x, lengths, W, U, b):
    sentences, n, _ = x.shape
    d = b.shape[1]
    out = np.zeros((sentences, n, 2 * d))
    for s in range(sentences):
        state = np.zeros(d)
        for t in range(n):
            out[s, t, :d] = state
            state = np.tanh(W[0] @ x[s, t] + U[0] @ state + b[0])
        state = np.zeros(d)
        for t in reversed(range(lengths[s])):
            out[s, t, d:] = state
            state = np.tanh(W[1] @ x[s, t] + U[1] @ state + b[1])
    return out


# %% wrong: reads-itself + from-the-padding, earns 0.16
def cloze_states(x, lengths, W, U, b):
    sentences, n, _ = x.shape
    d = b.shape[1]
    out = np.zeros((sentences, n, 2 * d))
    for s in range(sentences):
        state = np.zeros(d)
        for t in range(lengths[s]):
            state = np.tanh(W[0] @ x[s, t] + U[0] @ state + b[0])
            out[s, t, :d] = state
        state = np.zeros(d)
        for t in reversed(range(n)):
            state = np.tanh(W[1] @ x[s, t] + U[1] @ state + b[1])
            out[s, t, d:] = state
    return out * (np.arange(n) < lengths[:, None])[..., None]


# %% wrong: not-turned-back, earns 0.5
def cloze_states(x, lengths, W, U, b):
    sentences, n, _ = x.shape
    d = b.shape[1]
    out = np.zeros((sentences, n, 2 * d))
    for s in range(sentences):
        state = np.zeros(d)
        for t in range(lengths[s]):
            out[s, t, :d] = state
            state = np.tanh(W[0] @ x[s, t] + U[0] @ state + b[0])
        state = np.zeros(d)
        for t in reversed(range(lengths[s])):
            out[s, lengths[s] - 1 - t, d:] = state
            state = np.tanh(W[1] @ x[s, t] + U[1] @ state + b[1])
    return out


# %% wrong: halves-exchanged, earns 0.7
def cloze_states(x, lengths, W, U, b):
    sentences, n, _ = x.shape
    d = b.shape[1]
    out = np.zeros((sentences, n, 2 * d))
    for s in range(sentences):
        state = np.zeros(d)
        for t in range(lengths[s]):
            out[s, t, d:] = state
            state = np.tanh(W[0] @ x[s, t] + U[0] @ state + b[0])
        state = np.zeros(d)
        for t in reversed(range(lengths[s])):
            out[s, t, :d] = state
            state = np.tanh(W[1] @ x[s, t] + U[1] @ state + b[1])
    return out


# %% wrong: parameters-exchanged, earns 0.7
def cloze_states(x, lengths, W, U, b):
    sentences, n, _ = x.shape
    d = b.shape[1]
    out = np.zeros((sentences, n, 2 * d))
    for s in range(sentences):
        state = np.zeros(d)
        for t in range(lengths[s]):
            out[s, t, :d] = state
            state = np.tanh(W[1] @ x[s, t] + U[1] @ state + b[1])
        state = np.zeros(d)
        for t in reversed(range(lengths[s])):
            out[s, t, d:] = state
            state = np.tanh(W[0] @ x[s, t] + U[0] @ state + b[0])
    return out


# %% wrong: one-set-of-parameters, earns 0.6
def cloze_states(x, lengths, W, U, b):
    sentences, n, _ = x.shape
    d = b.shape[1]
    out = np.zeros((sentences, n, 2 * d))
    for s in range(sentences):
        state = np.zeros(d)
        for t in range(lengths[s]):
            out[s, t, :d] = state
            state = np.tanh(W[0] @ x[s, t] + U[0] @ state + b[0])
        state = np.zeros(d)
        for t in reversed(range(lengths[s])):
            out[s, t, d:] = state
            state = np.tanh(W[0] @ x[s, t] + U[0] @ state + b[0])
    return out


# %% wrong: U-transposed, earns 0.6
def cloze_states(x, lengths, W, U, b):
    sentences, n, _ = x.shape
    d = b.shape[1]
    out = np.zeros((sentences, n, 2 * d))
    for s in range(sentences):
        state = np.zeros(d)
        for t in range(lengths[s]):
            out[s, t, :d] = state
            state = np.tanh(W[0] @ x[s, t] + state @ U[0] + b[0])
        state = np.zeros(d)
        for t in reversed(range(lengths[s])):
            out[s, t, d:] = state
            state = np.tanh(W[1] @ x[s, t] + state @ U[1] + b[1])
    return out


# %% wrong: bias-forgotten, earns 0.6
def cloze_states(x, lengths, W, U, b):
    sentences, n, _ = x.shape
    d = b.shape[1]
    out = np.zeros((sentences, n, 2 * d))
    for s in range(sentences):
        state = np.zeros(d)
        for t in range(lengths[s]):
            out[s, t, :d] = state
            state = np.tanh(W[0] @ x[s, t] + U[0] @ state)
        state = np.zeros(d)
        for t in reversed(range(lengths[s])):
            out[s, t, d:] = state
            state = np.tanh(W[1] @ x[s, t] + U[1] @ state)
    return out


# %% wrong: never-turned, earns 0.3
def cloze_states(x, lengths, W, U, b):
    sentences, n, _ = x.shape
    d = b.shape[1]
    out = np.zeros((sentences, n, 2 * d))
    for s in range(sentences):
        state = np.zeros(d)
        for t in range(lengths[s]):
            out[s, t, :d] = state
            state = np.tanh(W[0] @ x[s, t] + U[0] @ state + b[0])
        state = np.zeros(d)
        for t in range(lengths[s]):
            out[s, t, d:] = state
            state = np.tanh(W[1] @ x[s, t] + U[1] @ state + b[1])
    return out


# %% wrong: border, earns 0.6 — moved in a circle
def cloze_states(x, lengths, W, U, b):
    sentences, n, _ = x.shape
    d = b.shape[1]
    out = np.zeros((sentences, n, 2 * d))
    for s in range(sentences):
        size = lengths[s]
        one, other = np.zeros((size, d)), np.zeros((size, d))
        state = np.zeros(d)
        for t in range(size):
            state = one[t] = np.tanh(W[0] @ x[s, t] + U[0] @ state + b[0])
        state = np.zeros(d)
        for t in reversed(range(size)):
            state = other[t] = np.tanh(W[1] @ x[s, t] + U[1] @ state + b[1])
        out[s, :size, :d] = np.roll(one, 1, axis=0)
        out[s, :size, d:] = np.roll(other, -1, axis=0)
    return out


# %% wrong: nan-times-0, earns 0.7
def cloze_states(x, lengths, W, U, b):
    sentences, n, _ = x.shape
    real = (np.arange(n) < lengths[:, None])[..., None].astype(float)

    def read(way, order):
        state, known = np.zeros((sentences, b.shape[1])), {}
        for t in order:
            known[t] = state
            new = np.tanh(x[:, t] @ W[way].T + state @ U[way].T + b[way])
            state = real[:, t] * new + (1 - real[:, t]) * state
        return np.stack([known[t] for t in range(n)], axis=1)

    return real * np.concatenate([read(0, range(n)), read(1, range(n - 1, -1, -1))], axis=-1)


# %% wrong: unrecognised, earns 0.5 — a sentence of the batch's length has no row for its last word
def cloze_states(x, lengths, W, U, b):
    sentences, n, _ = x.shape
    d = b.shape[1]
    out = np.zeros((sentences, n, 2 * d))
    for s in range(sentences):
        state = np.zeros(d)
        for t in range(min(lengths[s], n - 1)):
            out[s, t, :d] = state
            state = np.tanh(W[0] @ x[s, t] + U[0] @ state + b[0])
        state = np.zeros(d)
        for t in reversed(range(lengths[s])):
            out[s, t, d:] = state
            state = np.tanh(W[1] @ x[s, t] + U[1] @ state + b[1])
    return out


# %% wrong: wrong-shape — one reader
def cloze_states(x, lengths, W, U, b):
    out = np.zeros((*x.shape[:2], b.shape[1]))
    for s, length in enumerate(lengths):
        state = np.zeros(b.shape[1])
        for t in range(length):
            out[s, t] = state
            state = np.tanh(W[0] @ x[s, t] + U[0] @ state + b[0])
    return out


# %% wrong: from-the-padding, earns 0.4 — padding put to 0
def cloze_states(x, lengths, W, U, b):
    sentences, n, _ = x.shape
    real = (np.arange(n) < lengths[:, None])[..., None]
    x = np.where(real, x, 0)

    def read(way, order):
        state, known = np.zeros((sentences, b.shape[1])), {}
        for t in order:
            known[t] = state
            state = np.tanh(x[:, t] @ W[way].T + state @ U[way].T + b[way])
        return np.stack([known[t] for t in range(n)], axis=1)

    return real * np.concatenate([read(0, range(n)), read(1, range(n - 1, -1, -1))], axis=-1)


# %% wrong: U-forgotten, earns 0.3 — no memory of words further away
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for s in range(len(x)):
        for t in range(1, lengths[s]):
            out[s, t, :d] = np.tanh(W[0] @ x[s, t - 1] + b[0])
        for t in range(lengths[s] - 1):
            out[s, t, d:] = np.tanh(W[1] @ x[s, t + 1] + b[1])
    return out


# %% wrong: not-reset, earns 0.6 — right reader goes on with the left state
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for s in range(len(x)):
        h = np.zeros(d)
        for t in range(lengths[s]):
            out[s, t, :d] = h
            h = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
        for t in reversed(range(lengths[s])):
            out[s, t, d:] = h
            h = np.tanh(W[1] @ x[s, t] + U[1] @ h + b[1])
    return out


# %% wrong: not-reset, earns 0.6 — states not reset between sentences
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    left, right = np.zeros(d), np.zeros(d)
    for s in range(len(x)):
        for t in range(lengths[s]):
            out[s, t, :d] = left
            left = np.tanh(W[0] @ x[s, t] + U[0] @ left + b[0])
        for t in reversed(range(lengths[s])):
            out[s, t, d:] = right
            right = np.tanh(W[1] @ x[s, t] + U[1] @ right + b[1])
    return out


# %% wrong: row-left-out, earns 0.6 — right loop stops before position zero
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for s in range(len(x)):
        h = np.zeros(d)
        for t in range(lengths[s]):
            out[s, t, :d] = h
            h = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
        h = np.zeros(d)
        for t in range(lengths[s] - 1, 0, -1):
            out[s, t, d:] = h
            h = np.tanh(W[1] @ x[s, t] + U[1] @ h + b[1])
    return out


# %% wrong: tanh-forgotten, earns 0.5
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    with np.errstate(all="ignore"):
        for s in range(len(x)):
            h = np.zeros(d)
            for t in range(lengths[s]):
                out[s, t, :d] = h
                h = W[0] @ x[s, t] + U[0] @ h + b[0]
            h = np.zeros(d)
            for t in reversed(range(lengths[s])):
                out[s, t, d:] = h
                h = W[1] @ x[s, t] + U[1] @ h + b[1]
    return out
