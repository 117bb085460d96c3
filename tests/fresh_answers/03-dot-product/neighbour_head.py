# %% right: shifted diagonal with both rows corrected
def neighbour_head(length):
    W_K = np.eye(length + 1, length)
    W_Q = np.eye(length + 1, length, k=-1)
    W_Q[0, 0] = 1
    W_Q[-1] = 0
    W_V = np.zeros((length + 1, 1))
    W_V[-1] = 1
    return 20 * np.sqrt(length) * W_Q, W_K, W_V


# %% right: loop over the positions
def neighbour_head(length):
    W_Q = np.zeros((length + 1, length))
    W_K = np.zeros((length + 1, length))
    W_V = np.zeros((length + 1, 1))
    for i in range(length):
        W_Q[i, max(i - 1, 0)] = 25.0
        W_K[i, i] = 25.0
    W_V[length, 0] = 1.0
    return W_Q, W_K, W_V


# %% right: rows of the identity stacked anew
def neighbour_head(length):
    E = 30 * np.eye(length)
    nothing = np.zeros((1, length))
    W_Q = np.vstack([E[:1], E[:-1], nothing])
    W_K = np.vstack([E, nothing])
    W_V = np.vstack([nothing.T, [[1]]])
    return W_Q, W_K, W_V


# %% right: positions on a circle in two dimensions
def neighbour_head(length):
    angle = 2 * np.pi * np.arange(length) / length
    points = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    W_K = np.zeros((length + 1, 2))
    W_Q = np.zeros((length + 1, 2))
    W_K[:length] = points
    W_Q[:length] = 1e4 * points[np.maximum(np.arange(length) - 1, 0)]
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% right: square of the distance to the wanted position
def neighbour_head(length):
    j = np.arange(length)
    t = np.maximum(j - 1, 0)
    W_Q = np.zeros((length + 1, 2))
    W_K = np.zeros((length + 1, 2))
    W_Q[:length, 0], W_Q[:length, 1] = 60 * t, 60
    W_K[:length, 0], W_K[:length, 1] = 2 * j, -j ** 2
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% right: binary codes of plus and minus one
def neighbour_head(length):
    bits = max(1, (length - 1).bit_length())
    code = np.array([[1.0 if i >> b & 1 else -1.0 for b in range(bits)] for i in range(length)])
    W_Q = np.zeros((length + 1, bits))
    W_K = np.zeros((length + 1, bits))
    W_K[:length] = code
    W_Q[0] = 60 * code[0]
    W_Q[1:length] = 60 * code[:-1]
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% right: shift in the keys instead of the queries
def neighbour_head(length):
    W_Q = 200 * np.eye(length + 1, length)
    W_K = np.zeros((length + 1, length))
    for j in range(length - 1):
        W_K[j, j + 1] = 1
    W_K[0, 0] = 1
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% right: torch tensors in double precision
def neighbour_head(length):
    import torch
    E = torch.eye(length, dtype=torch.float64)
    zero = torch.zeros(1, length, dtype=torch.float64)
    W_Q = torch.cat([E[:1], E[:-1], zero]) * 400
    W_K = torch.cat([E, zero])
    W_V = torch.cat([zero.T, torch.ones(1, 1, dtype=torch.float64)])
    return W_Q, W_K, W_V


# %% right: torch tensors in single precision
def neighbour_head(length):
    import torch
    W_K = torch.eye(length + 1, length)
    W_Q = torch.zeros(length + 1, length)
    W_Q[0, 0] = 300
    W_Q[torch.arange(1, length), torch.arange(length - 1)] = 300
    W_V = torch.zeros(length + 1, 1)
    W_V[length, 0] = 1
    return W_Q, W_K, W_V


# %% right: rolled identity with the first row mended
def neighbour_head(length):
    P = np.roll(np.eye(length), -1, axis=1)
    P[0] = np.eye(length)[0]
    W_Q = np.vstack([300 * P, np.zeros(length)])
    W_K = np.eye(length + 1, length)
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% right: random orthogonal codes for the positions
def neighbour_head(length):
    code, _ = np.linalg.qr(np.random.default_rng(5).normal(size=(length, length)))
    wanted = code[[0] + list(range(length - 1))]
    W_Q = np.vstack([300 * wanted, np.zeros(length)])
    W_K = np.vstack([code, np.zeros(length)])
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% right: all other positions pushed down
def neighbour_head(length):
    W_Q = np.full((length + 1, length), -300.0)
    for i in range(length):
        W_Q[i, i - 1 if i else 0] = 0
    W_Q[length] = 0
    W_K = np.eye(length + 1, length)
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% right: last position needs no key column
def neighbour_head(length):
    W_K = np.eye(length + 1, length - 1)
    W_Q = np.zeros((length + 1, length - 1))
    W_Q[0, 0] = 300
    W_Q[np.arange(1, length), np.arange(length - 1)] = 300
    W_K[length - 1:] = 0
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% right: whole numbers as entries
def neighbour_head(length):
    W_Q = np.eye(length + 1, length, k=-1, dtype=int)
    W_Q[0, 0], W_Q[length] = 1, 0
    W_K = 500 * np.eye(length + 1, length, dtype=int)
    W_V = np.zeros((length + 1, 1), dtype=int)
    W_V[length] = 1
    return W_Q, W_K, W_V


# %% right: height in the query alike for all keys
def neighbour_head(length):
    W_Q = np.eye(length + 1, length, k=-1) * 200
    W_Q[0, 0] = 200
    W_Q[length] = 2.5
    W_K = np.eye(length + 1, length)
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% right: square matrices of width length plus one
def neighbour_head(length):
    W_K = np.diag(np.r_[np.ones(length), 0.0])
    W_Q = np.zeros((length + 1, length + 1))
    W_Q[np.arange(length), np.r_[0, np.arange(length - 1)]] = 250
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return [W_Q, W_K, W_V]


# %% wrong: itself — every token looks at itself
def neighbour_head(length):
    W = 25 * np.eye(length + 1, length)
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W, W, W_V


# %% wrong: next, earns 0.3 — token after instead of token before
def neighbour_head(length):
    W_K = np.eye(length + 1, length)
    W_Q = 300 * np.eye(length + 1, length, k=1)
    W_Q[length - 1, length - 1] = 300
    W_Q[length] = 0
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% wrong: exchanged, earns 0.3 — queries and keys returned in swapped order
def neighbour_head(length):
    W_K = np.eye(length + 1, length)
    W_Q = 300 * np.eye(length + 1, length, k=-1)
    W_Q[0, 0], W_Q[length] = 300, 0
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W_K, W_Q, W_V


# %% wrong: first-token, earns 0.6 — first row left empty averages everything
def neighbour_head(length):
    W_K = np.eye(length + 1, length)
    W_Q = 300 * np.eye(length + 1, length, k=-1)
    W_Q[length] = 0
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% wrong: height-in-scores, earns 0.4 — height row still asks for the last position
def neighbour_head(length):
    W_K = np.eye(length + 1, length)
    W_Q = 300 * np.eye(length + 1, length, k=-1)
    W_Q[0, 0] = 300
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% wrong: height-in-scores + first-token, earns 0.24 — shifted diagonal with nothing corrected
def neighbour_head(length):
    W_K = np.eye(length + 1, length)
    W_Q = 300 * np.eye(length + 1, length, k=-1)
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% wrong: wraps-around, earns 0.7 — first token wraps around to the last
def neighbour_head(length):
    W_K = np.eye(length + 1, length)
    W_Q = np.vstack([300 * np.roll(np.eye(length), -1, axis=1), np.zeros(length)])
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% wrong: too-soft, earns 0.6 — lead of only one
def neighbour_head(length):
    W_K = np.eye(length + 1, length)
    W_Q = np.eye(length + 1, length, k=-1)
    W_Q[0, 0], W_Q[length] = 1, 0
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% wrong: no-sqrt, earns 0.7 — lead of twenty shrunk by root d
def neighbour_head(length):
    W_K = np.eye(length + 1, length)
    W_Q = 20 * np.eye(length + 1, length, k=-1)
    W_Q[0, 0], W_Q[length] = 20, 0
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% wrong: too-soft, earns 0.6 — lead of ten leaks in long texts
def neighbour_head(length):
    a = 10 * np.sqrt(length)
    W_K = np.eye(length + 1, length)
    W_Q = a * np.eye(length + 1, length, k=-1)
    W_Q[0, 0], W_Q[length] = a, 0
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% wrong: no-sqrt, earns 0.7 — scale of ninety five too small at fifty tokens
def neighbour_head(length):
    W_K = np.eye(length + 1, length)
    W_Q = 95 * np.eye(length + 1, length, k=-1)
    W_Q[0, 0], W_Q[length] = 95, 0
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% wrong: unrecognised — lead grows with length and is nothing for two
def neighbour_head(length):
    a = 20 * np.log(length - 1) * np.sqrt(length)
    W_K = np.eye(length + 1, length)
    W_Q = a * np.eye(length + 1, length, k=-1)
    W_Q[0, 0], W_Q[length] = a, 0
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% wrong: first-token, earns 0.6 — first token has only a third of the lead
def neighbour_head(length):
    a = 18 * np.sqrt(length)
    W_K = np.eye(length + 1, length)
    W_Q = a * np.eye(length + 1, length, k=-1)
    W_Q[0, 0], W_Q[length] = a / 3, 0
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% wrong: unrecognised — mean of itself and the token before
def neighbour_head(length):
    W_K = np.eye(length + 1, length)
    W_Q = 300 * np.eye(length + 1, length, k=-1) + 300 * np.eye(length + 1, length)
    W_Q[length] = 0
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% wrong: two-before, earns 0.4 — two positions back
def neighbour_head(length):
    W_K = np.eye(length + 1, length)
    W_Q = np.zeros((length + 1, length))
    for i in range(length):
        W_Q[i, max(i - 2, 0)] = 300
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% wrong: wraps-around, earns 0.7 — negative index sends the first to the end
def neighbour_head(length):
    W_K = np.eye(length + 1, length)
    W_Q = np.zeros((length + 1, length))
    for i in range(length):
        W_Q[i, i - 1] = 300
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% wrong: first-token, earns 0.6 — first token asks for the second
def neighbour_head(length):
    W_K = np.eye(length + 1, length)
    W_Q = 300 * np.eye(length + 1, length, k=-1)
    W_Q[0, 1], W_Q[length] = 300, 0
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% wrong: unrecognised — second token also keeps its own
def neighbour_head(length):
    W_K = np.eye(length + 1, length)
    W_Q = np.zeros((length + 1, length))
    W_Q[0, 0] = W_Q[1, 1] = 300
    for i in range(2, length):
        W_Q[i, i - 1] = 300
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% wrong: last-token, earns 0.6 — last token gets no query
def neighbour_head(length):
    W_K = np.eye(length + 1, length)
    W_Q = np.zeros((length + 1, length))
    W_Q[0, 0] = 300
    for i in range(1, length - 1):
        W_Q[i, i - 1] = 300
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% wrong: all-before, earns 0.3 — all earlier tokens averaged
def neighbour_head(length):
    W_K = np.eye(length + 1, length)
    W_Q = np.zeros((length + 1, length))
    W_Q[:length] = 300 * np.tri(length, k=-1)
    W_Q[0, 0] = 300
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% wrong: unrecognised — position as one number
def neighbour_head(length):
    W_Q = np.zeros((length + 1, 1))
    W_K = np.zeros((length + 1, 1))
    W_K[:length, 0] = np.arange(length)
    W_Q[:length, 0] = 300 * np.maximum(np.arange(length) - 1, 0)
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% wrong: unrecognised — binary codes of zeros and ones
def neighbour_head(length):
    bits = length.bit_length()
    code = np.array([[float((i + 1) >> b & 1) for b in range(bits)] for i in range(length)])
    W_Q = np.zeros((length + 1, bits))
    W_K = np.zeros((length + 1, bits))
    W_K[:length] = code
    W_Q[0] = 100 * code[0]
    W_Q[1:length] = 100 * code[:-1]
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% wrong: too-soft, earns 0.6 — circle with a radius too small for long texts
def neighbour_head(length):
    angle = 2 * np.pi * np.arange(length) / length
    points = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    W_K = np.zeros((length + 1, 2))
    W_Q = np.zeros((length + 1, 2))
    W_K[:length] = points
    W_Q[:length] = 500 * points[np.maximum(np.arange(length) - 1, 0)]
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% wrong: wraps-around, earns 0.7 — circle turned back without mending the first
def neighbour_head(length):
    angle = 2 * np.pi * np.arange(length) / length
    step = 2 * np.pi / length
    W_K = np.zeros((length + 1, 2))
    W_Q = np.zeros((length + 1, 2))
    W_K[:length] = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    W_Q[:length] = 1e4 * np.stack([np.cos(angle - step), np.sin(angle - step)], axis=1)
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% wrong: unrecognised — text read from the end
def neighbour_head(length):
    W_K = np.eye(length + 1, length)
    W_Q = np.zeros((length + 1, length))
    W_Q[:length] = 300 * np.eye(length)[::-1]
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% wrong: unrecognised — keys with a minus sign
def neighbour_head(length):
    W_K = -np.eye(length + 1, length)
    W_Q = 300 * np.eye(length + 1, length, k=-1)
    W_Q[0, 0], W_Q[length] = 300, 0
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% wrong: unrecognised — keys of the last two positions missing
def neighbour_head(length):
    W_K = np.eye(length + 1, length)
    W_K[length - 2:] = 0
    W_Q = 300 * np.eye(length + 1, length, k=-1)
    W_Q[0, 0], W_Q[length] = 300, 0
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% wrong: height-in-scores, earns 0.4 — height added to the key of position zero
def neighbour_head(length):
    W_K = np.eye(length + 1, length)
    W_K[length, 0] = 1
    W_Q = 300 * np.eye(length + 1, length, k=-1)
    W_Q[0, 0], W_Q[length] = 300, 0
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% wrong: wrong-values, earns 0.5 — values pick the first position
def neighbour_head(length):
    W_K = np.eye(length + 1, length)
    W_Q = 300 * np.eye(length + 1, length, k=-1)
    W_Q[0, 0], W_Q[length] = 300, 0
    W_V = np.zeros((length + 1, 1))
    W_V[0] = 1
    return W_Q, W_K, W_V


# %% wrong: wrong-values, earns 0.5 — values add the position
def neighbour_head(length):
    W_K = np.eye(length + 1, length)
    W_Q = 300 * np.eye(length + 1, length, k=-1)
    W_Q[0, 0], W_Q[length] = 300, 0
    W_V = np.ones((length + 1, 1))
    return W_Q, W_K, W_V


# %% wrong: wrong-values, earns 0.5 — values in the row before the height
def neighbour_head(length):
    W_K = np.eye(length + 1, length)
    W_Q = 300 * np.eye(length + 1, length, k=-1)
    W_Q[0, 0], W_Q[length] = 300, 0
    W_V = np.zeros((length + 1, 1))
    W_V[length - 1] = 1
    return W_Q, W_K, W_V


# %% wrong: wrong-values, earns 0.5 — values half as large
def neighbour_head(length):
    W_K = np.eye(length + 1, length)
    W_Q = 300 * np.eye(length + 1, length, k=-1)
    W_Q[0, 0], W_Q[length] = 300, 0
    W_V = np.zeros((length + 1, 1))
    W_V[length] = 0.5
    return W_Q, W_K, W_V


# %% wrong: axis-of-length-1, earns 0.8 — values as a flat vector
def neighbour_head(length):
    W_K = np.eye(length + 1, length)
    W_Q = 300 * np.eye(length + 1, length, k=-1)
    W_Q[0, 0], W_Q[length] = 300, 0
    return W_Q, W_K, np.eye(length + 1)[-1]


# %% wrong: transposed, earns 0.7 — queries and keys transposed
def neighbour_head(length):
    W_K = np.eye(length + 1, length)
    W_Q = 300 * np.eye(length + 1, length, k=-1)
    W_Q[0, 0], W_Q[length] = 300, 0
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W_Q.T, W_K.T, W_V


# %% wrong: too-large, earns 0.5 — entries so large that they overflow
def neighbour_head(length):
    W_K = 1e200 * np.eye(length + 1, length)
    W_Q = 1e200 * np.eye(length + 1, length, k=-1)
    W_Q[0, 0], W_Q[length] = 1e200, 0
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W_Q, W_K, W_V


# %% wrong: wrong-shape — matrices for fifty tokens at any length
def neighbour_head(length):
    W_K = np.eye(51, 50)
    W_Q = 300 * np.eye(51, 50, k=-1)
    W_Q[0, 0], W_Q[50] = 300, 0
    W_V = np.zeros((51, 1))
    W_V[50] = 1
    return W_Q, W_K, W_V


# %% wrong: uniform — uniform attention over all tokens
def neighbour_head(length):
    W = np.zeros((length + 1, length))
    W_V = np.zeros((length + 1, 1))
    W_V[-1, 0] = 1
    return W, W, W_V
