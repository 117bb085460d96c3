# %% right: two loops a sentence
def cloze_states(x, lengths, W, U, b):
    sentences, length, _ = x.shape
    d = U.shape[1]
    out = np.zeros((sentences, length, 2 * d))
    for s in range(sentences):
        h = np.zeros(d)
        for t in range(lengths[s]):
            out[s, t, :d] = h
            h = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
        h = np.zeros(d)
        for t in reversed(range(lengths[s])):
            out[s, t, d:] = h
            h = np.tanh(W[1] @ x[s, t] + U[1] @ h + b[1])
    return out


# %% right: whole batch at once with masks
def cloze_states(x, lengths, W, U, b):
    sentences, length, _ = x.shape
    d = U.shape[-1]
    real = np.arange(length)[None, :] < np.asarray(lengths)[:, None]
    x = np.where(real[:, :, None], x, 0.0)
    left = np.zeros((sentences, length, d))
    right = np.zeros((sentences, length, d))
    h = np.zeros((sentences, d))
    for t in range(length):
        left[:, t] = h
        h = np.tanh(x[:, t] @ W[0].T + h @ U[0].T + b[0])
    h = np.zeros((sentences, d))
    for t in range(length - 1, -1, -1):
        right[:, t] = h
        h = np.where(real[:, t, None], np.tanh(x[:, t] @ W[1].T + h @ U[1].T + b[1]), h)
    return np.where(real[:, :, None], np.concatenate([left, right], axis=2), 0.0)


# %% right: one reader used on the words and on their mirror
def cloze_states(x, lengths, W, U, b):
    def before(words, W, U, b):
        h = np.zeros(len(b))
        states = []
        for word in words:
            states.append(h)
            h = np.tanh(W @ word + U @ h + b)
        return np.array(states)

    out = np.zeros((x.shape[0], x.shape[1], 2 * b.shape[1]))
    for s, n in enumerate(lengths):
        words = x[s, :n]
        out[s, :n] = np.hstack([before(words, W[0], U[0], b[0]), before(words[::-1], W[1], U[1], b[1])[::-1]])
    return out


# %% right: torch RNN in both directions on packed sentences
def cloze_states(x, lengths, W, U, b):
    import torch
    from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

    x = torch.tensor(np.asarray(x, dtype=np.float64))
    lengths = torch.tensor(np.asarray(lengths, dtype=np.int64))
    W, U, b = (torch.tensor(np.asarray(a, dtype=np.float64)) for a in (W, U, b))
    sentences, length, d_x = x.shape
    d = U.shape[1]
    rnn = torch.nn.RNN(d_x, d, batch_first=True, bidirectional=True, dtype=torch.float64)
    with torch.no_grad():
        for i, end in enumerate(("", "_reverse")):
            getattr(rnn, "weight_ih_l0" + end).copy_(W[i])
            getattr(rnn, "weight_hh_l0" + end).copy_(U[i])
            getattr(rnn, "bias_ih_l0" + end).copy_(b[i])
            getattr(rnn, "bias_hh_l0" + end).zero_()
        packed = pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)
        after, _ = pad_packed_sequence(rnn(packed)[0], batch_first=True, total_length=length)
        out = torch.zeros(sentences, length, 2 * d, dtype=torch.float64)
        out[:, 1:, :d] = after[:, :-1, :d]
        out[:, :-1, d:] = after[:, 1:, d:]
        out[torch.arange(length)[None, :] >= lengths[:, None]] = 0.0
    return out


# %% right: states after reading shifted by one row
def cloze_states(x, lengths, W, U, b):
    d = b.shape[1]
    out = np.zeros((len(x), x.shape[1], 2 * d))
    for s, n in enumerate(lengths):
        left, right = [np.zeros(d)], [np.zeros(d)]
        for t in range(n):
            left.append(np.tanh(W[0].dot(x[s, t]) + U[0].dot(left[-1]) + b[0]))
            u = n - 1 - t
            right.append(np.tanh(W[1].dot(x[s, u]) + U[1].dot(right[-1]) + b[1]))
        for t in range(n):
            out[s, t] = np.concatenate([left[t], right[n - 1 - t]])
    return out


# %% right: both readers in one einsum over turned sentences
def cloze_states(x, lengths, W, U, b):
    sentences, length, _ = x.shape
    d = U.shape[1]
    n = np.asarray(lengths)
    place = np.arange(length)[None, :]
    real = place < n[:, None]
    mirror = np.where(real, n[:, None] - 1 - place, place)
    rows = np.arange(sentences)[:, None]
    clean = np.where(real[:, :, None], x, 0.0)
    words = np.stack([clean, clean[rows, mirror]])
    drive = np.einsum("rhx,rstx->rsth", W, words) + b[:, None, None, :]
    states = np.zeros((2, sentences, length, d))
    for t in range(length - 1):
        states[:, :, t + 1] = np.tanh(drive[:, :, t] + np.einsum("rhk,rsk->rsh", U, states[:, :, t]))
    both = np.concatenate([states[0], states[1][rows, mirror]], axis=-1)
    both[~real] = 0.0
    return both


# %% right: plain lists and math tanh
def cloze_states(x, lengths, W, U, b):
    import math

    X, W, U, b = (np.asarray(a, dtype=float).tolist() for a in (x, W, U, b))
    d = len(b[0])

    def renew(r, word, h):
        return [
            math.tanh(sum(w * v for w, v in zip(W[r][i], word)) + sum(u * v for u, v in zip(U[r][i], h)) + b[r][i])
            for i in range(d)
        ]

    result = []
    for s, sentence in enumerate(X):
        n = int(lengths[s])
        rows = [[0.0] * (2 * d) for _ in sentence]
        h = [0.0] * d
        for t in range(n):
            rows[t][:d] = h
            h = renew(0, sentence[t], h)
        h = [0.0] * d
        for t in range(n - 1, -1, -1):
            rows[t][d:] = h
            h = renew(1, sentence[t], h)
        result.append(rows)
    return result


# %% right: accumulate with an initial state
def cloze_states(x, lengths, W, U, b):
    from itertools import accumulate

    d = U.shape[2]
    zero = np.zeros(d)
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    left = lambda h, word: np.tanh(W[0] @ word + U[0] @ h + b[0])
    right = lambda h, word: np.tanh(W[1] @ word + U[1] @ h + b[1])
    for s, n in enumerate(lengths):
        out[s, :n, :d] = list(accumulate(x[s, : n - 1], left, initial=zero))
        out[s, :n, d:] = list(accumulate(x[s, 1:n][::-1], right, initial=zero))[::-1]
    return out


# %% right: recursive functions for each state
def cloze_states(x, lengths, W, U, b):
    d = b.shape[1]
    out = np.zeros((*x.shape[:2], 2 * d))
    for s in range(len(x)):
        n = int(lengths[s])

        def left(t):
            if t < 0:
                return np.zeros(d)
            earlier = left(t - 1)
            out[s, t, :d] = earlier
            return np.tanh(W[0] @ x[s, t] + U[0] @ earlier + b[0])

        def right(t):
            if t >= n:
                return np.zeros(d)
            later = right(t + 1)
            out[s, t, d:] = later
            return np.tanh(W[1] @ x[s, t] + U[1] @ later + b[1])

        left(n - 1)
        right(0)
    return out


# %% right: sentences of one length read together
def cloze_states(x, lengths, W, U, b):
    lengths = np.asarray(lengths)
    d = b.shape[1]
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for n in np.unique(lengths):
        group = np.flatnonzero(lengths == n)
        words = x[group, :n]
        for r, order in ((0, range(n)), (1, range(n - 1, -1, -1))):
            h = np.zeros((len(group), d))
            for t in order:
                out[group, t, r * d : (r + 1) * d] = h
                h = np.tanh(words[:, t] @ W[r].T + h @ U[r].T + b[r])
    return out


# %% right: torch loops in doubles
def cloze_states(x, lengths, W, U, b):
    import torch

    X, W, U, b = (torch.from_numpy(np.array(a, dtype=np.float64)) for a in (x, W, U, b))
    d = b.shape[1]
    out = torch.zeros(X.shape[0], X.shape[1], 2, d, dtype=torch.float64)
    for s in range(X.shape[0]):
        n = int(lengths[s])
        for r in (0, 1):
            h = torch.zeros(d, dtype=torch.float64)
            for step in range(n):
                t = step if r == 0 else n - 1 - step
                out[s, t, r] = h
                h = torch.tanh(torch.mv(W[r], X[s, t]) + torch.mv(U[r], h) + b[r])
    return out.flatten(2)


# %% wrong: reads-itself, earns 0.4 — both readers have read the word itself
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for s in range(len(x)):
        h = np.zeros(d)
        for t in range(lengths[s]):
            h = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
            out[s, t, :d] = h
        h = np.zeros(d)
        for t in reversed(range(lengths[s])):
            h = np.tanh(W[1] @ x[s, t] + U[1] @ h + b[1])
            out[s, t, d:] = h
    return out


# %% wrong: one-reads-itself, earns 0.6 — left reader has read the word itself
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for s in range(len(x)):
        h = np.zeros(d)
        for t in range(lengths[s]):
            h = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
            out[s, t, :d] = h
        h = np.zeros(d)
        for t in reversed(range(lengths[s])):
            out[s, t, d:] = h
            h = np.tanh(W[1] @ x[s, t] + U[1] @ h + b[1])
    return out


# %% wrong: one-reads-itself, earns 0.6 — right reader has read the word itself
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for s in range(len(x)):
        h = np.zeros(d)
        for t in range(lengths[s]):
            out[s, t, :d] = h
            h = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
        h = np.zeros(d)
        for t in reversed(range(lengths[s])):
            h = np.tanh(W[1] @ x[s, t] + U[1] @ h + b[1])
            out[s, t, d:] = h
    return out


# %% wrong: from-the-padding, earns 0.4 — right reader begins in the padding
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for s in range(len(x)):
        h = np.zeros(d)
        for t in range(lengths[s]):
            out[s, t, :d] = h
            h = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
        h = np.zeros(d)
        for t in reversed(range(x.shape[1])):
            out[s, t, d:] = h
            h = np.tanh(W[1] @ x[s, t] + U[1] @ h + b[1])
        out[s, lengths[s] :] = 0.0
    return out


# %% wrong: from-the-padding, earns 0.4 — right reader reads zeros in the padding
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    real = np.arange(x.shape[1])[None, :] < np.asarray(lengths)[:, None]
    x = np.where(real[:, :, None], x, 0.0)
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for s in range(len(x)):
        h = np.zeros(d)
        for t in range(x.shape[1]):
            out[s, t, :d] = h
            h = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
        h = np.zeros(d)
        for t in reversed(range(x.shape[1])):
            out[s, t, d:] = h
            h = np.tanh(W[1] @ x[s, t] + U[1] @ h + b[1])
    return np.where(real[:, :, None], out, 0.0)


# %% wrong: from-the-padding, earns 0.4 — only NaN in the padding cleaned and then read
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    x = np.nan_to_num(x, nan=0.0)
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for s in range(len(x)):
        h = np.zeros(d)
        for t in range(lengths[s]):
            out[s, t, :d] = h
            h = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
        h = np.zeros(d)
        for t in reversed(range(x.shape[1])):
            out[s, t, d:] = h
            h = np.tanh(W[1] @ x[s, t] + U[1] @ h + b[1])
        out[s, lengths[s] :] = 0.0
    return out


# %% wrong: nan-times-0, earns 0.7 — padding multiplied by a zero mask
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    real = (np.arange(x.shape[1])[None, :] < np.asarray(lengths)[:, None]).astype(float)
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    h = np.zeros((len(x), d))
    for t in range(x.shape[1]):
        out[:, t, :d] = h
        h = np.tanh(x[:, t] @ W[0].T + h @ U[0].T + b[0]) * real[:, t, None]
    h = np.zeros((len(x), d))
    for t in reversed(range(x.shape[1])):
        out[:, t, d:] = h
        h = np.tanh(x[:, t] @ W[1].T + h @ U[1].T + b[1]) * real[:, t, None]
    return out * real[:, :, None]


# %% wrong: padding-not-0, earns 0.7 — left state stays at padding rows
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for s in range(len(x)):
        h = np.zeros(d)
        for t in range(x.shape[1]):
            out[s, t, :d] = h
            if t < lengths[s]:
                h = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
        h = np.zeros(d)
        for t in reversed(range(lengths[s])):
            out[s, t, d:] = h
            h = np.tanh(W[1] @ x[s, t] + U[1] @ h + b[1])
    return out


# %% wrong: padding-not-0, earns 0.7 — first padding row keeps the last left state
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for s in range(len(x)):
        h = np.zeros(d)
        for t in range(lengths[s]):
            h = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
            if t + 1 < x.shape[1]:
                out[s, t + 1, :d] = h
        h = np.zeros(d)
        for t in reversed(range(lengths[s])):
            out[s, t, d:] = h
            h = np.tanh(W[1] @ x[s, t] + U[1] @ h + b[1])
    return out


# %% wrong: not-turned-back, earns 0.5 — right rows left in the order of reading
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for s in range(len(x)):
        h = np.zeros(d)
        for t in range(lengths[s]):
            out[s, t, :d] = h
            h = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
        h = np.zeros(d)
        for t, word in enumerate(x[s, : lengths[s]][::-1]):
            out[s, t, d:] = h
            h = np.tanh(W[1] @ word + U[1] @ h + b[1])
    return out


# %% wrong: never-turned, earns 0.3 — right reader reads from the left too
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for s in range(len(x)):
        for r in (0, 1):
            h = np.zeros(d)
            for t in range(lengths[s]):
                out[s, t, r * d : (r + 1) * d] = h
                h = np.tanh(W[r] @ x[s, t] + U[r] @ h + b[r])
    return out


# %% wrong: parameters-exchanged, earns 0.7 — parameters of the two readers exchanged
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for s in range(len(x)):
        h = np.zeros(d)
        for t in range(lengths[s]):
            out[s, t, :d] = h
            h = np.tanh(W[1] @ x[s, t] + U[1] @ h + b[1])
        h = np.zeros(d)
        for t in reversed(range(lengths[s])):
            out[s, t, d:] = h
            h = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
    return out


# %% wrong: one-set-of-parameters, earns 0.6 — left parameters for both readers
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for s in range(len(x)):
        h = np.zeros(d)
        for t in range(lengths[s]):
            out[s, t, :d] = h
            h = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
        h = np.zeros(d)
        for t in reversed(range(lengths[s])):
            out[s, t, d:] = h
            h = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
    return out


# %% wrong: unrecognised — right reader takes the left bias
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for s in range(len(x)):
        h = np.zeros(d)
        for t in range(lengths[s]):
            out[s, t, :d] = h
            h = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
        h = np.zeros(d)
        for t in reversed(range(lengths[s])):
            out[s, t, d:] = h
            h = np.tanh(W[1] @ x[s, t] + U[1] @ h + b[0])
    return out


# %% wrong: unrecognised — right reader takes the left recurrent matrix
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for s in range(len(x)):
        h = np.zeros(d)
        for t in range(lengths[s]):
            out[s, t, :d] = h
            h = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
        h = np.zeros(d)
        for t in reversed(range(lengths[s])):
            out[s, t, d:] = h
            h = np.tanh(W[1] @ x[s, t] + U[0] @ h + b[1])
    return out


# %% wrong: halves-exchanged, earns 0.7 — halves swapped
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for s in range(len(x)):
        h = np.zeros(d)
        for t in range(lengths[s]):
            out[s, t, d:] = h
            h = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
        h = np.zeros(d)
        for t in reversed(range(lengths[s])):
            out[s, t, :d] = h
            h = np.tanh(W[1] @ x[s, t] + U[1] @ h + b[1])
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


# %% wrong: border, earns 0.6 — shifted rows wrap around
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for s, n in enumerate(lengths):
        left, right = np.zeros((n, d)), np.zeros((n, d))
        h = np.zeros(d)
        for t in range(n):
            h = left[t] = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
        h = np.zeros(d)
        for t in reversed(range(n)):
            h = right[t] = np.tanh(W[1] @ x[s, t] + U[1] @ h + b[1])
        out[s, :n] = np.hstack([np.roll(left, 1, axis=0), np.roll(right, -1, axis=0)])
    return out


# %% wrong: border, earns 0.6 — left row zero wraps to the last state
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for s, n in enumerate(lengths):
        left = np.zeros((n, d))
        h = np.zeros(d)
        for t in range(n):
            h = left[t] = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
        for t in range(n):
            out[s, t, :d] = left[t - 1]
        h = np.zeros(d)
        for t in reversed(range(n)):
            out[s, t, d:] = h
            h = np.tanh(W[1] @ x[s, t] + U[1] @ h + b[1])
    return out


# %% wrong: unrecognised — rows shifted by two words
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for s, n in enumerate(lengths):
        left, right = [np.zeros(d), np.zeros(d)], [np.zeros(d), np.zeros(d)]
        for t in range(n):
            left.append(np.tanh(W[0] @ x[s, t] + U[0] @ left[-1] + b[0]))
            right.append(np.tanh(W[1] @ x[s, n - 1 - t] + U[1] @ right[-1] + b[1]))
        for t in range(n):
            out[s, t] = np.concatenate([left[t], right[n - 1 - t]])
    return out


# %% wrong: unrecognised — both shifted the same way
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for s, n in enumerate(lengths):
        h = np.zeros(d)
        for t in range(n):
            out[s, t, :d] = h
            h = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
        h = np.zeros(d)
        for t in reversed(range(n)):
            h = np.tanh(W[1] @ x[s, t] + U[1] @ h + b[1])
            if t + 1 < n:
                out[s, t + 1, d:] = h
    return out


# %% wrong: not-reset, earns 0.6 — readers begin with tanh of the bias
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for s in range(len(x)):
        h = np.tanh(b[0])
        for t in range(lengths[s]):
            out[s, t, :d] = h
            h = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
        h = np.tanh(b[1])
        for t in reversed(range(lengths[s])):
            out[s, t, d:] = h
            h = np.tanh(W[1] @ x[s, t] + U[1] @ h + b[1])
    return out


# %% wrong: unrecognised — longest length for every sentence
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    n = max(lengths)
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for s in range(len(x)):
        h = np.zeros(d)
        for t in range(n):
            out[s, t, :d] = h
            h = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
        h = np.zeros(d)
        for t in reversed(range(n)):
            out[s, t, d:] = h
            h = np.tanh(W[1] @ x[s, t] + U[1] @ h + b[1])
    return out


# %% wrong: unrecognised — length of the first sentence for all
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    n = lengths[0]
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for s in range(len(x)):
        h = np.zeros(d)
        for t in range(n):
            out[s, t, :d] = h
            h = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
        h = np.zeros(d)
        for t in reversed(range(n)):
            out[s, t, d:] = h
            h = np.tanh(W[1] @ x[s, t] + U[1] @ h + b[1])
    return out


# %% wrong: wrong-shape — result cut to the longest sentence
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    out = np.zeros((x.shape[0], int(max(lengths)), 2 * d))
    for s in range(len(x)):
        h = np.zeros(d)
        for t in range(lengths[s]):
            out[s, t, :d] = h
            h = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
        h = np.zeros(d)
        for t in reversed(range(lengths[s])):
            out[s, t, d:] = h
            h = np.tanh(W[1] @ x[s, t] + U[1] @ h + b[1])
    return out


# %% wrong: unrecognised — numbers of both readers interleaved
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for s in range(len(x)):
        h = np.zeros(d)
        for t in range(lengths[s]):
            out[s, t, 0::2] = h
            h = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
        h = np.zeros(d)
        for t in reversed(range(lengths[s])):
            out[s, t, 1::2] = h
            h = np.tanh(W[1] @ x[s, t] + U[1] @ h + b[1])
    return out


# %% wrong: wrong-shape — readers in an axis of their own
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    out = np.zeros((x.shape[0], x.shape[1], 2, d))
    for s in range(len(x)):
        h = np.zeros(d)
        for t in range(lengths[s]):
            out[s, t, 0] = h
            h = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
        h = np.zeros(d)
        for t in reversed(range(lengths[s])):
            out[s, t, 1] = h
            h = np.tanh(W[1] @ x[s, t] + U[1] @ h + b[1])
    return out


# %% wrong: unrecognised — readers joined along the positions and reshaped
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    left = np.zeros((x.shape[0], x.shape[1], d))
    right = np.zeros((x.shape[0], x.shape[1], d))
    for s in range(len(x)):
        h = np.zeros(d)
        for t in range(lengths[s]):
            left[s, t] = h
            h = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
        h = np.zeros(d)
        for t in reversed(range(lengths[s])):
            right[s, t] = h
            h = np.tanh(W[1] @ x[s, t] + U[1] @ h + b[1])
    return np.concatenate([left, right], axis=1).reshape(x.shape[0], x.shape[1], 2 * d)


# %% wrong: unrecognised — readers added up and doubled
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    total = np.zeros((x.shape[0], x.shape[1], d))
    for s in range(len(x)):
        h = np.zeros(d)
        for t in range(lengths[s]):
            total[s, t] += h
            h = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
        h = np.zeros(d)
        for t in reversed(range(lengths[s])):
            total[s, t] += h
            h = np.tanh(W[1] @ x[s, t] + U[1] @ h + b[1])
    return np.concatenate([total, total], axis=2)


# %% wrong: U-transposed, earns 0.6 — recurrent matrices transposed
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for s in range(len(x)):
        h = np.zeros(d)
        for t in range(lengths[s]):
            out[s, t, :d] = h
            h = np.tanh(W[0] @ x[s, t] + h @ U[0] + b[0])
        h = np.zeros(d)
        for t in reversed(range(lengths[s])):
            out[s, t, d:] = h
            h = np.tanh(W[1] @ x[s, t] + h @ U[1] + b[1])
    return out


# %% wrong: unrecognised — right recurrent matrix transposed
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for s in range(len(x)):
        h = np.zeros(d)
        for t in range(lengths[s]):
            out[s, t, :d] = h
            h = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
        h = np.zeros(d)
        for t in reversed(range(lengths[s])):
            out[s, t, d:] = h
            h = np.tanh(W[1] @ x[s, t] + U[1].T @ h + b[1])
    return out


# %% wrong: bias-forgotten, earns 0.6 — biases forgotten
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for s in range(len(x)):
        h = np.zeros(d)
        for t in range(lengths[s]):
            out[s, t, :d] = h
            h = np.tanh(W[0] @ x[s, t] + U[0] @ h)
        h = np.zeros(d)
        for t in reversed(range(lengths[s])):
            out[s, t, d:] = h
            h = np.tanh(W[1] @ x[s, t] + U[1] @ h)
    return out


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


# %% wrong: tanh-forgotten, earns 0.5 — tanh forgotten
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


# %% wrong: changed-arguments, earns 0.7 — padding of the argument set to zero in place
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for s in range(len(x)):
        x[s, lengths[s] :] = 0.0
        h = np.zeros(d)
        for t in range(lengths[s]):
            out[s, t, :d] = h
            h = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
        h = np.zeros(d)
        for t in reversed(range(lengths[s])):
            out[s, t, d:] = h
            h = np.tanh(W[1] @ x[s, t] + U[1] @ h + b[1])
    return out


# %% wrong: padding-not-0 + from-the-padding, earns 0.28 — padding guessed from NaN instead of lengths
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for s in range(len(x)):
        n = int((~np.isnan(x[s]).any(axis=1)).sum())
        h = np.zeros(d)
        for t in range(n):
            out[s, t, :d] = h
            h = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
        h = np.zeros(d)
        for t in reversed(range(n)):
            out[s, t, d:] = h
            h = np.tanh(W[1] @ x[s, t] + U[1] @ h + b[1])
    return out


# %% wrong: unrecognised — last word taken for padding
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for s in range(len(x)):
        n = lengths[s] - 1
        h = np.zeros(d)
        for t in range(n):
            out[s, t, :d] = h
            h = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
        h = np.zeros(d)
        for t in reversed(range(n)):
            out[s, t, d:] = h
            h = np.tanh(W[1] @ x[s, t] + U[1] @ h + b[1])
    return out


# %% wrong: row-left-out, earns 0.6 — last left row never filled
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for s in range(len(x)):
        h = np.zeros(d)
        for t in range(lengths[s] - 1):
            out[s, t, :d] = h
            h = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
        h = np.zeros(d)
        for t in reversed(range(lengths[s])):
            out[s, t, d:] = h
            h = np.tanh(W[1] @ x[s, t] + U[1] @ h + b[1])
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


# %% wrong: unrecognised — right reader starts one word too late
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for s in range(len(x)):
        h = np.zeros(d)
        for t in range(lengths[s]):
            out[s, t, :d] = h
            h = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
        h = np.zeros(d)
        for t in range(lengths[s] - 2, -1, -1):
            out[s, t, d:] = h
            h = np.tanh(W[1] @ x[s, t] + U[1] @ h + b[1])
    return out


# %% wrong: not-reset, earns 0.6 — right reader starts at the first padding
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for s in range(len(x)):
        h = np.zeros(d)
        for t in range(lengths[s]):
            out[s, t, :d] = h
            h = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
        h = np.zeros(d)
        for t in reversed(range(min(lengths[s] + 1, x.shape[1]))):
            if t < lengths[s]:
                out[s, t, d:] = h
            h = np.tanh(W[1] @ x[s, t] + U[1] @ h + b[1])
    return out


# %% wrong: unrecognised — sorted by length and not sorted back
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    order = np.argsort(-np.asarray(lengths), kind="stable")
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for row, s in enumerate(order):
        h = np.zeros(d)
        for t in range(lengths[s]):
            out[row, t, :d] = h
            h = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
        h = np.zeros(d)
        for t in reversed(range(lengths[s])):
            out[row, t, d:] = h
            h = np.tanh(W[1] @ x[s, t] + U[1] @ h + b[1])
    return out


# %% wrong: unrecognised — reading order turned over the whole padded row
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for s in range(len(x)):
        n = lengths[s]
        h = np.zeros(d)
        for t in range(n):
            out[s, t, :d] = h
            h = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
        h = np.zeros(d)
        states = np.zeros((x.shape[1], d))
        for t, word in enumerate(x[s, :n][::-1]):
            states[t] = h
            h = np.tanh(W[1] @ word + U[1] @ h + b[1])
        out[s, :, d:] = states[::-1]
        out[s, n:] = 0.0
    return out


# %% wrong: unrecognised — right reader fed with the states of the left one
def cloze_states(x, lengths, W, U, b):
    d = U.shape[1]
    out = np.zeros((x.shape[0], x.shape[1], 2 * d))
    for s in range(len(x)):
        h = np.zeros(d)
        for t in range(lengths[s]):
            out[s, t, :d] = h
            h = np.tanh(W[0] @ x[s, t] + U[0] @ h + b[0])
        h = np.zeros(d)
        for t in reversed(range(lengths[s])):
            out[s, t, d:] = h
            h = np.tanh(W[1] @ x[s, t] + U[1] @ (h + out[s, t, :d]) + b[1])
    return out
