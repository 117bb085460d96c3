# %% right: the loop of the hints
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps):
        kept = (1 - leak) ** gap
        state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
        states.append(state)
    return np.array(states)


# %% right: filled table with inputs computed beforehand
def leaky_states(x, gaps, W, U, b, leak):
    n = x.shape[0]
    inputs = x @ W.T + b
    kept = np.power.outer(1.0 - leak, gaps).T
    out = np.zeros((n, W.shape[0]))
    before = np.zeros(W.shape[0])
    for t in range(n):
        candidate = np.tanh(inputs[t] + U @ before)
        out[t] = kept[t] * before + (1.0 - kept[t]) * candidate
        before = out[t]
    return out


# %% right: step towards the candidate
def leaky_states(x, gaps, W, U, b, leak):
    h = np.zeros_like(b, dtype=float)
    rows = []
    for t in range(len(x)):
        lost = 1.0 - np.power(1.0 - leak, gaps[t])
        h = h + lost * (np.tanh(W.dot(x[t]) + U.dot(h) + b) - h)
        rows.append(h)
    return np.stack(rows)


# %% right: plain lists and math functions
def leaky_states(x, gaps, W, U, b, leak):
    import math

    x, gaps, W, U, b, leak = (np.asarray(a, dtype=float).tolist() for a in (x, gaps, W, U, b, leak))
    units = range(len(b))
    h = [0.0 for _ in units]
    result = []
    for item, gap in zip(x, gaps):
        new = []
        for i in units:
            total = b[i]
            for w, value in zip(W[i], item):
                total += w * value
            for u, value in zip(U[i], h):
                total += u * value
            kept = math.pow(1.0 - leak[i], gap)
            new.append(kept * h[i] + (1.0 - kept) * math.tanh(total))
        h = new
        result.append(h)
    return result


# %% right: torch doubles
def leaky_states(x, gaps, W, U, b, leak):
    import torch

    x, gaps, W, U, b, leak = (torch.tensor(np.asarray(a, dtype=np.float64)) for a in (x, gaps, W, U, b, leak))
    kept = torch.pow(1 - leak[None, :], gaps[:, None])
    h = torch.zeros(b.shape[0], dtype=torch.float64)
    states = []
    for t in range(x.shape[0]):
        h = torch.lerp(torch.tanh(W @ x[t] + U @ h + b), h, kept[t])
        states.append(h)
    return torch.stack(states)


# %% right: einsum for both products
def leaky_states(x, gaps, W, U, b, leak):
    states = np.zeros((len(x) + 1, len(b)))
    for t in range(len(x)):
        total = np.einsum("ij,j->i", W, x[t]) + np.einsum("ij,j->i", U, states[t]) + b
        kept = (1 - leak) ** float(gaps[t])
        states[t + 1] = kept * states[t] + (1 - kept) * np.tanh(total)
    return states[1:]


# %% right: accumulate over the items
def leaky_states(x, gaps, W, U, b, leak):
    from itertools import accumulate

    def step(state, pair):
        item, gap = pair
        kept = (1 - leak) ** gap
        return kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)

    states = list(accumulate(zip(x, gaps), step, initial=np.zeros(U.shape[0])))
    return np.array(states[1:])


# %% right: one big matrix for item and state and bias
def leaky_states(x, gaps, W, U, b, leak):
    joined = np.concatenate([W, U, b[:, None]], axis=1)
    h = np.zeros(U.shape[0])
    out = np.empty((x.shape[0], U.shape[0]))
    for t, (item, gap) in enumerate(zip(x, gaps)):
        candidate = np.tanh(joined @ np.concatenate([item, h, [1.0]]))
        kept = (1.0 - leak) ** gap
        out[t] = h = kept * h + (1.0 - kept) * candidate
    return out


# %% right: nothing to do at a gap of zero
def leaky_states(x, gaps, W, U, b, leak):
    h = np.zeros(len(b))
    states = []
    for t in range(len(gaps)):
        if gaps[t] > 0:
            kept = (1 - leak) ** gaps[t]
            h = kept * h + (1 - kept) * np.tanh(W @ x[t] + U @ h + b)
        states.append(h.copy())
    return states


# %% right: exponentials and logarithms with the corners mended
def leaky_states(x, gaps, W, U, b, leak):
    full = leak >= 1
    rate = np.log1p(-np.where(full, 0.5, leak))
    h = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps):
        kept = np.where(full, 1.0 if gap == 0 else 0.0, np.exp(gap * rate))
        lost = np.where(full, 0.0 if gap == 0 else 1.0, -np.expm1(gap * rate))
        h = kept * h + lost * np.tanh(W @ item + U @ h + b)
        states.append(h)
    return np.array(states)


# %% right: own tanh that cannot overflow
def leaky_states(x, gaps, W, U, b, leak):
    def tanh(z):
        small = np.exp(-2.0 * np.abs(z))
        return np.sign(z) * (-np.expm1(-2.0 * np.abs(z))) / (1.0 + small)

    h = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps):
        kept = (1 - leak) ** gap
        h = kept * h + (1 - kept) * tanh(W @ item + U @ h + b)
        states.append(h)
    return np.vstack(states)


# %% right: column vectors with matmul
def leaky_states(x, gaps, W, U, b, leak):
    a = leak.reshape(-1, 1)
    bias = b.reshape(-1, 1)
    h = np.zeros((len(b), 1))
    columns = []
    for t in range(len(x)):
        kept = np.power(1 - a, gaps[t])
        h = np.multiply(kept, h) + np.multiply(1 - kept, np.tanh(np.matmul(W, x[t].reshape(-1, 1)) + np.matmul(U, h) + bias))
        columns.append(h)
    return np.concatenate(columns, axis=1).T


# %% right: sums clipped where tanh is one anyway
def leaky_states(x, gaps, W, U, b, leak):
    h = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps):
        total = np.clip(W @ item + U @ h + b, -30.0, 30.0)
        up, down = np.exp(total), np.exp(-total)
        kept = (1 - leak) ** gap
        h = kept * h + (1 - kept) * (up - down) / (up + down)
        states.append(h)
    return np.array(states)


# %% right: recursion over the number of items
def leaky_states(x, gaps, W, U, b, leak):
    def states(n):
        if n == 0:
            return [np.zeros(len(b))]
        earlier = states(n - 1)
        h = earlier[-1]
        kept = (1 - leak) ** gaps[n - 1]
        earlier.append(kept * h + (1 - kept) * np.tanh(W @ x[n - 1] + U @ h + b))
        return earlier

    return np.array(states(len(x))[1:])


# %% wrong: power-of-the-leak, earns 0.4 — leak raised to the gap
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps):
        kept = leak**gap
        state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
        states.append(state)
    return np.array(states)


# %% wrong: power-of-the-leak, earns 0.4 — one minus leak to the gap as kept share
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps):
        kept = 1 - leak**gap
        state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
        states.append(state)
    return np.array(states)


# %% wrong: gap-multiplied, earns 0.4 — gap multiplies instead of powers
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps):
        kept = (1 - leak) * gap
        state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
        states.append(state)
    return np.array(states)


# %% wrong: gap-multiplied, earns 0.4 — linear leak clipped at zero
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps):
        kept = np.maximum(0.0, 1 - leak * gap)
        state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
        states.append(state)
    return np.array(states)


# %% wrong: exponential, earns 0.5 — exponential of minus leak times gap
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps):
        kept = np.exp(-leak * gap)
        state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
        states.append(state)
    return np.array(states)


# %% wrong: unrecognised — leak read as a half life rate
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps):
        kept = 0.5 ** (leak * gap)
        state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
        states.append(state)
    return np.array(states)


# %% wrong: shares-exchanged, earns 0.5 — kept and new shares swapped
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps):
        kept = (1 - leak) ** gap
        state = (1 - kept) * state + kept * np.tanh(W @ item + U @ state + b)
        states.append(state)
    return np.array(states)


# %% wrong: gaps-ignored, earns 0.4 — gaps never read
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item in x:
        state = (1 - leak) * state + leak * np.tanh(W @ item + U @ state + b)
        states.append(state)
    return np.array(states)


# %% wrong: unrecognised — first gap used for all items
def leaky_states(x, gaps, W, U, b, leak):
    kept = (1 - leak) ** gaps[0]
    state = np.zeros(len(b))
    states = []
    for item in x:
        state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
        states.append(state)
    return np.array(states)


# %% wrong: other-gap, earns 0.6 — gap of the next item used
def leaky_states(x, gaps, W, U, b, leak):
    after = np.append(gaps[1:], 1.0)
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, after):
        kept = (1 - leak) ** gap
        state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
        states.append(state)
    return np.array(states)


# %% wrong: other-gap, earns 0.6 — gaps wrapped around by one
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for t in range(len(x)):
        kept = (1 - leak) ** gaps[t - 1]
        state = kept * state + (1 - kept) * np.tanh(W @ x[t] + U @ state + b)
        states.append(state)
    return np.array(states)


# %% wrong: gaps-as-times, earns 0.5 — gaps read as points in time
def leaky_states(x, gaps, W, U, b, leak):
    waits = np.abs(np.diff(gaps, prepend=0.0))
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, waits):
        kept = (1 - leak) ** gap
        state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
        states.append(state)
    return np.array(states)


# %% wrong: gaps-added-up, earns 0.4 — gaps added up since the beginning
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, np.cumsum(gaps)):
        kept = (1 - leak) ** gap
        state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
        states.append(state)
    return np.array(states)


# %% wrong: first-state, earns 0.6 — first state is the whole candidate
def leaky_states(x, gaps, W, U, b, leak):
    state = np.tanh(W @ x[0] + b)
    states = [state]
    for item, gap in zip(x[1:], gaps[1:]):
        kept = (1 - leak) ** gap
        state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
        states.append(state)
    return np.array(states)


# %% wrong: first-state, earns 0.6 — first gap taken as one
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for t, (item, gap) in enumerate(zip(x, gaps)):
        kept = (1 - leak) ** (1.0 if t == 0 else gap)
        state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
        states.append(state)
    return np.array(states)


# %% wrong: decayed-first, earns 0.5 — candidate made from the faded state
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps):
        kept = (1 - leak) ** gap
        faded = kept * state
        state = faded + (1 - kept) * np.tanh(W @ item + U @ faded + b)
        states.append(state)
    return np.array(states)


# %% wrong: unit-by-unit, earns 0.5 — units renewed one after the other
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps):
        for i in range(len(b)):
            kept = (1 - leak[i]) ** gap
            state[i] = kept * state[i] + (1 - kept) * np.tanh(W[i] @ item + U[i] @ state + b[i])
        states.append(state.copy())
    return np.array(states)


# %% wrong: U-transposed, earns 0.6 — recurrent matrix transposed
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps):
        kept = (1 - leak) ** gap
        state = kept * state + (1 - kept) * np.tanh(W @ item + state @ U + b)
        states.append(state)
    return np.array(states)


# %% wrong: unrecognised — input matrix reshaped instead of used as it is
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps):
        kept = (1 - leak) ** gap
        state = kept * state + (1 - kept) * np.tanh(item @ W.reshape(len(item), len(b)) + U @ state + b)
        states.append(state)
    return np.array(states)


# %% wrong: unrecognised — only the diagonal of the recurrent matrix
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps):
        kept = (1 - leak) ** gap
        state = kept * state + (1 - kept) * np.tanh(W @ item + np.diag(U) * state + b)
        states.append(state)
    return np.array(states)


# %% wrong: U-forgotten, earns 0.3 — no recurrent product in the candidate
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps):
        kept = (1 - leak) ** gap
        state = kept * state + (1 - kept) * np.tanh(W @ item + b)
        states.append(state)
    return np.array(states)


# %% wrong: bias-forgotten, earns 0.6 — bias forgotten
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps):
        kept = (1 - leak) ** gap
        state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state)
        states.append(state)
    return np.array(states)


# %% wrong: bias-outside, earns 0.5 — bias outside the tanh
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps):
        kept = (1 - leak) ** gap
        state = kept * state + (1 - kept) * (np.tanh(W @ item + U @ state) + b)
        states.append(state)
    return np.array(states)


# %% wrong: leak-inside, earns 0.4 — tanh around the whole new state
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps):
        kept = (1 - leak) ** gap
        state = np.tanh(kept * state + (1 - kept) * (W @ item + U @ state + b))
        states.append(state)
    return np.array(states)


# %% wrong: tanh-forgotten, earns 0.4 — no tanh at all
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    with np.errstate(all="ignore"):
        for item, gap in zip(x, gaps):
            kept = (1 - leak) ** gap
            state = kept * state + (1 - kept) * (W @ item + U @ state + b)
            states.append(state)
    return np.array(states)


# %% wrong: not-a-mixture, earns 0.4 — candidate added without its share
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps):
        kept = (1 - leak) ** gap
        state = kept * state + np.tanh(W @ item + U @ state + b)
        states.append(state)
    return np.array(states)


# %% wrong: not-a-mixture, earns 0.4 — new share is the leak without the gap
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps):
        kept = (1 - leak) ** gap
        state = kept * state + leak * np.tanh(W @ item + U @ state + b)
        states.append(state)
    return np.array(states)


# %% wrong: wrong-shape — state before the first item returned too
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = [state]
    for item, gap in zip(x, gaps):
        kept = (1 - leak) ** gap
        state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
        states.append(state)
    return np.array(states)


# %% wrong: before-the-item, earns 0.6 — states before each item
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps):
        states.append(state)
        kept = (1 - leak) ** gap
        state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
    return np.array(states)


# %% wrong: wrong-shape — only the last state
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    for item, gap in zip(x, gaps):
        kept = (1 - leak) ** gap
        state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
    return state


# %% wrong: same-array, earns 0.6 — same array appended so all rows are last
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps):
        kept = (1 - leak) ** gap
        state[:] = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
        states.append(state)
    return np.array(states)


# %% wrong: overflow, earns 0.7 — tanh from two exponentials overflows
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    with np.errstate(all="ignore"):
        for item, gap in zip(x, gaps):
            kept = (1 - leak) ** gap
            z = W @ item + U @ state + b
            state = kept * state + (1 - kept) * (np.exp(z) - np.exp(-z)) / (np.exp(z) + np.exp(-z))
            states.append(state)
    return np.array(states)


# %% wrong: overflow, earns 0.7 — tanh from one exponential overflows on the right
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    with np.errstate(all="ignore"):
        for item, gap in zip(x, gaps):
            kept = (1 - leak) ** gap
            e = np.exp(2 * (W @ item + U @ state + b))
            state = kept * state + (1 - kept) * (e - 1) / (e + 1)
            states.append(state)
    return np.array(states)


# %% wrong: unrecognised, earns 0.5 — overflowing tanh patched with zeros
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    with np.errstate(all="ignore"):
        for item, gap in zip(x, gaps):
            kept = (1 - leak) ** gap
            e = np.exp(2 * (W @ item + U @ state + b))
            state = kept * state + (1 - kept) * np.nan_to_num((e - 1) / (e + 1))
            states.append(state)
    return np.array(states)


# %% wrong: log-of-0, earns 0.7 — logarithm detour is NaN at full leak and no gap
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    with np.errstate(all="ignore"):
        for item, gap in zip(x, gaps):
            kept = np.exp(gap * np.log(1 - leak))
            state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
            states.append(state)
    return np.array(states)


# %% wrong: log-of-0, earns 0.7 — logarithm detour with NaN turned to zero
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    with np.errstate(all="ignore"):
        for item, gap in zip(x, gaps):
            kept = np.nan_to_num(np.exp(gap * np.log(1 - leak)))
            state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
            states.append(state)
    return np.array(states)


# %% wrong: unrecognised, earns 0.5 — tiny number added inside the logarithm
def leaky_states(x, gaps, W, U, b, leak):
    rate = np.log(1 - leak + 1e-12)
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps):
        kept = np.exp(gap * rate)
        state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
        states.append(state)
    return np.array(states)


# %% wrong: log-of-0, earns 0.7 — full leak keeps nothing even at gap zero
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps):
        kept = np.where(leak == 1, 0.0, (1 - leak) ** gap)
        state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
        states.append(state)
    return np.array(states)


# %% wrong: unrecognised, earns 0.5 — leak clipped just below one
def leaky_states(x, gaps, W, U, b, leak):
    leak = np.clip(leak, 0.01, 0.99)
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps):
        kept = (1 - leak) ** gap
        state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
        states.append(state)
    return np.array(states)


# %% wrong: unrecognised, earns 0.5 — gap of zero replaced by one
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps):
        kept = (1 - leak) ** (gap or 1.0)
        state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
        states.append(state)
    return np.array(states)


# %% wrong: unrecognised — gap of at least one
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, np.maximum(gaps, 1.0)):
        kept = (1 - leak) ** gap
        state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
        states.append(state)
    return np.array(states)


# %% wrong: whole-gaps, earns 0.5 — gap cut to whole units
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps):
        kept = (1 - leak) ** int(gap)
        state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
        states.append(state)
    return np.array(states)


# %% wrong: whole-gaps, earns 0.5 — gap rounded to whole units
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, np.round(gaps)):
        kept = (1 - leak) ** gap
        state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
        states.append(state)
    return np.array(states)


# %% wrong: whole-gaps, earns 0.5 — gap rounded up to whole units
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, np.ceil(gaps)):
        kept = (1 - leak) ** gap
        state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
        states.append(state)
    return np.array(states)


# %% wrong: unrecognised, earns 0.5 — long gaps cut at one hundred
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, np.minimum(gaps, 100)):
        kept = (1 - leak) ** gap
        state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
        states.append(state)
    return np.array(states)


# %% wrong: wrong-shape, earns 0.5 — items at one time leave out their rows
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps):
        if gap == 0:
            continue
        kept = (1 - leak) ** gap
        state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
        states.append(state)
    return np.array(states)


# %% wrong: one-leak, earns 0.4 — mean leak for all units
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps):
        kept = (1 - leak.mean()) ** gap
        state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
        states.append(state)
    return np.array(states)


# %% wrong: one-leak, earns 0.4 — leak of the first unit for all
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps):
        kept = (1 - leak[0]) ** gap
        state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
        states.append(state)
    return np.array(states)


# %% wrong: changed-arguments, earns 0.7 — kept share computed in place on leak
def leaky_states(x, gaps, W, U, b, leak):
    leak *= -1
    leak += 1
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps):
        kept = leak**gap
        state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
        states.append(state)
    return np.array(states)


# %% wrong: unrecognised — bias changed in place by the sums
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps):
        total = b
        total += W @ item
        total += U @ state
        kept = (1 - leak) ** gap
        state = kept * state + (1 - kept) * np.tanh(total)
        states.append(state)
    return np.array(states)


# %% wrong: transposed — units in rows and items in columns
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps):
        kept = (1 - leak) ** gap
        state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
        states.append(state)
    return np.array(states).T


# %% wrong: unrecognised — candidates returned instead of states
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    candidates = []
    for item, gap in zip(x, gaps):
        kept = (1 - leak) ** gap
        candidate = np.tanh(W @ item + U @ state + b)
        state = kept * state + (1 - kept) * candidate
        candidates.append(candidate)
    return np.array(candidates)


# %% wrong: first-state, earns 0.6 — state starts at one
def leaky_states(x, gaps, W, U, b, leak):
    state = np.ones(len(b))
    states = []
    for item, gap in zip(x, gaps):
        kept = (1 - leak) ** gap
        state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
        states.append(state)
    return np.array(states)


# %% wrong: unrecognised — whole unit steps repeated and the rest dropped
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps):
        before = state
        for _ in range(min(int(gap), 60)):
            before = (1 - leak) * before + leak * np.tanh(W @ item + U @ before + b)
        state = before
        states.append(state)
    return np.array(states)


# %% wrong: unrecognised — clip in place of tanh
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps):
        kept = (1 - leak) ** gap
        state = kept * state + (1 - kept) * np.clip(W @ item + U @ state + b, -1, 1)
        states.append(state)
    return np.array(states)
