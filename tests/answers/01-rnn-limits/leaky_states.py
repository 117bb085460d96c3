# %% right: a loop
def leaky_states(x, gaps, W, U, b, leak):
    state, states = np.zeros(len(b)), []
    for item, gap in zip(x, gaps, strict=True):
        kept = (1 - leak) ** gap
        candidate = np.tanh(W @ item + U @ state + b)
        state = kept * state + (1 - kept) * candidate
        states.append(state)
    return np.array(states)


# %% right: torch with all W x at once
def leaky_states(x, gaps, W, U, b, leak):
    import torch

    x, gaps, W, U, b, leak = (torch.tensor(a) for a in (x, gaps, W, U, b, leak))
    Wx = torch.nn.functional.linear(x, W, b)
    kept = torch.pow(1 - leak, gaps[:, None])
    states = [torch.zeros_like(b)]
    for t in range(len(x)):
        states.append(torch.lerp(torch.tanh(Wx[t] + states[-1] @ U.T), states[-1], kept[t]))
    return torch.stack(states[1:])


# %% right: number by number
def leaky_states(x, gaps, W, U, b, leak):
    import math

    states = []
    last = [0.0] * len(b)
    for t in range(len(x)):
        now = []
        for i in range(len(b)):
            total = b[i]
            for j in range(len(x[t])):
                total += W[i][j] * x[t][j]
            for j in range(len(b)):
                total += U[i][j] * last[j]
            share = math.pow(1 - leak[i], gaps[t])
            now.append(last[i] + (1 - share) * (math.tanh(total) - last[i]))
        states.append(now)
        last = now
    return states


# %% right: torch's cell and a guarded logarithm
def leaky_states(x, gaps, W, U, b, leak):
    import torch

    cell = torch.nn.RNNCell(x.shape[1], len(b), bias=True, dtype=torch.float64)
    with torch.no_grad():
        cell.weight_ih.copy_(torch.tensor(W))
        cell.weight_hh.copy_(torch.tensor(U))
        cell.bias_ih.copy_(torch.tensor(b))
        cell.bias_hh.zero_()
        rate = np.log1p(-np.where(leak < 1, leak, 0.0))
        h, states = torch.zeros(1, len(b), dtype=torch.float64), np.zeros((len(x), len(b)))
        for t in range(len(x)):
            kept = np.where(leak < 1, np.exp(rate * gaps[t]), float(gaps[t] == 0))
            candidate = cell(torch.tensor(x[t : t + 1]), h)
            h = torch.tensor(kept) * h + torch.tensor(1 - kept) * candidate
            states[t] = h[0]
    return states


# %% right: recursion in float32
def leaky_states(x, gaps, W, U, b, leak):
    x, gaps, W, U, b, leak = (np.float32(a) for a in (x, gaps, W, U, b, leak))

    def after(t):
        if t < 0:
            return [np.zeros_like(b)]
        before = after(t - 1)
        share = np.power(1 - leak, gaps[t])
        new = np.tanh(x[t] @ W.T + before[-1] @ U.T + b)
        return [*before, share * before[-1] + (1 - share) * new]

    return np.stack(after(len(x) - 1)[1:])


# %% wrong: no-leak — torch's own network, the nearest ready-made
def leaky_states(x, gaps, W, U, b, leak):
    import torch

    network = torch.nn.RNN(x.shape[1], len(b), dtype=torch.float64)
    with torch.no_grad():
        network.weight_ih_l0.copy_(torch.tensor(W))
        network.weight_hh_l0.copy_(torch.tensor(U))
        network.bias_ih_l0.copy_(torch.tensor(b))
        network.bias_hh_l0.zero_()
        return network(torch.tensor(x))[0]


# %% wrong: shares-exchanged, earns 0.5
def leaky_states(x, gaps, W, U, b, leak):
    h, states = np.zeros(len(b)), []
    for item, gap in zip(x, gaps, strict=True):
        kept = (1 - leak) ** gap
        candidate = np.tanh(W @ item + U @ h + b)
        h = (1 - kept) * h + kept * candidate
        states.append(h)
    return np.array(states)


# %% wrong: shares-exchanged, earns 0.5 — and the gaps ignored
def leaky_states(x, gaps, W, U, b, leak):
    h, states = np.zeros(len(b)), []
    for item, _ in zip(x, gaps, strict=True):
        kept = leak
        candidate = np.tanh(W @ item + U @ h + b)
        h = kept * h + (1 - kept) * candidate
        states.append(h)
    return np.array(states)


# %% wrong: gaps-ignored, earns 0.4
def leaky_states(x, gaps, W, U, b, leak):
    h, states = np.zeros(len(b)), []
    for item, _ in zip(x, gaps, strict=True):
        kept = 1 - leak
        candidate = np.tanh(W @ item + U @ h + b)
        h = kept * h + (1 - kept) * candidate
        states.append(h)
    return np.array(states)


# %% wrong: power-of-the-leak, earns 0.4
def leaky_states(x, gaps, W, U, b, leak):
    h, states = np.zeros(len(b)), []
    for item, gap in zip(x, gaps, strict=True):
        kept = 1 - leak**gap
        candidate = np.tanh(W @ item + U @ h + b)
        h = kept * h + (1 - kept) * candidate
        states.append(h)
    return np.array(states)


# %% wrong: gap-multiplied, earns 0.4
def leaky_states(x, gaps, W, U, b, leak):
    h, states = np.zeros(len(b)), []
    for item, gap in zip(x, gaps, strict=True):
        kept = 1 - leak * gap
        candidate = np.tanh(W @ item + U @ h + b)
        h = kept * h + (1 - kept) * candidate
        states.append(h)
    return np.array(states)


# %% wrong: gap-multiplied, earns 0.4 — cut off at 0
def leaky_states(x, gaps, W, U, b, leak):
    h, states = np.zeros(len(b)), []
    for item, gap in zip(x, gaps, strict=True):
        kept = np.maximum(1 - leak * gap, 0)
        candidate = np.tanh(W @ item + U @ h + b)
        h = kept * h + (1 - kept) * candidate
        states.append(h)
    return np.array(states)


# %% wrong: exponential, earns 0.5
def leaky_states(x, gaps, W, U, b, leak):
    h, states = np.zeros(len(b)), []
    for item, gap in zip(x, gaps, strict=True):
        kept = np.exp(-leak * gap)
        candidate = np.tanh(W @ item + U @ h + b)
        h = kept * h + (1 - kept) * candidate
        states.append(h)
    return np.array(states)


# %% wrong: whole-gaps, earns 0.5
def leaky_states(x, gaps, W, U, b, leak):
    h, states = np.zeros(len(b)), []
    for item, gap in zip(x, gaps, strict=True):
        kept = (1 - leak) ** int(gap)
        candidate = np.tanh(W @ item + U @ h + b)
        h = kept * h + (1 - kept) * candidate
        states.append(h)
    return np.array(states)


# %% wrong: one-leak, earns 0.4
def leaky_states(x, gaps, W, U, b, leak):
    h, states = np.zeros(len(b)), []
    for item, gap in zip(x, gaps, strict=True):
        kept = (1 - leak[0]) ** gap
        candidate = np.tanh(W @ item + U @ h + b)
        h = kept * h + (1 - kept) * candidate
        states.append(h)
    return np.array(states)


# %% wrong: not-a-mixture, earns 0.4
def leaky_states(x, gaps, W, U, b, leak):
    h, states = np.zeros(len(b)), []
    for item, gap in zip(x, gaps, strict=True):
        kept = (1 - leak) ** gap
        candidate = np.tanh(W @ item + U @ h + b)
        h = kept * h + candidate
        states.append(h)
    return np.array(states)


# %% wrong: not-a-mixture, earns 0.4 — the leak adds
def leaky_states(x, gaps, W, U, b, leak):
    h, states = np.zeros(len(b)), []
    for item, gap in zip(x, gaps, strict=True):
        kept = (1 - leak) ** gap
        candidate = np.tanh(W @ item + U @ h + b)
        h = kept * h + leak * candidate
        states.append(h)
    return np.array(states)


# %% wrong: leak-inside, earns 0.4
def leaky_states(x, gaps, W, U, b, leak):
    h, states = np.zeros(len(b)), []
    for item, gap in zip(x, gaps, strict=True):
        kept = (1 - leak) ** gap
        candidate = W @ item + U @ h + b
        h = np.tanh(kept * h + (1 - kept) * candidate)
        states.append(h)
    return np.array(states)


# %% wrong: decayed-first, earns 0.5
def leaky_states(x, gaps, W, U, b, leak):
    h, states = np.zeros(len(b)), []
    for item, gap in zip(x, gaps, strict=True):
        kept = (1 - leak) ** gap
        candidate = np.tanh(W @ item + U @ (kept * h) + b)
        h = kept * h + (1 - kept) * candidate
        states.append(h)
    return np.array(states)


# %% wrong: tanh-forgotten, earns 0.4
def leaky_states(x, gaps, W, U, b, leak):
    h, states = np.zeros(len(b)), []
    for item, gap in zip(x, gaps, strict=True):
        kept = (1 - leak) ** gap
        candidate = W @ item + U @ h + b
        h = kept * h + (1 - kept) * candidate
        states.append(h)
    return np.array(states)


# %% wrong: U-transposed, earns 0.6
def leaky_states(x, gaps, W, U, b, leak):
    h, states = np.zeros(len(b)), []
    for item, gap in zip(x, gaps, strict=True):
        kept = (1 - leak) ** gap
        candidate = np.tanh(W @ item + h @ U + b)
        h = kept * h + (1 - kept) * candidate
        states.append(h)
    return np.array(states)


# %% wrong: U-transposed + gaps-ignored, earns 0.24
def leaky_states(x, gaps, W, U, b, leak):
    h, states = np.zeros(len(b)), []
    for item, _ in zip(x, gaps, strict=True):
        kept = 1 - leak
        candidate = np.tanh(W @ item + h @ U + b)
        h = kept * h + (1 - kept) * candidate
        states.append(h)
    return np.array(states)


# %% wrong: bias-forgotten, earns 0.6
def leaky_states(x, gaps, W, U, b, leak):
    h, states = np.zeros(len(b)), []
    for item, gap in zip(x, gaps, strict=True):
        kept = (1 - leak) ** gap
        candidate = np.tanh(W @ item + U @ h)
        h = kept * h + (1 - kept) * candidate
        states.append(h)
    return np.array(states)


# %% wrong: U-forgotten, earns 0.3
def leaky_states(x, gaps, W, U, b, leak):
    h, states = np.zeros(len(b)), []
    for item, gap in zip(x, gaps, strict=True):
        kept = (1 - leak) ** gap
        candidate = np.tanh(W @ item + b)
        h = kept * h + (1 - kept) * candidate
        states.append(h)
    return np.array(states)


# %% wrong: other-gap, earns 0.6
def leaky_states(x, gaps, W, U, b, leak):
    h, states = np.zeros(len(b)), []
    for item, gap in zip(x, [*gaps[1:], 1.0], strict=True):
        kept = (1 - leak) ** gap
        candidate = np.tanh(W @ item + U @ h + b)
        h = kept * h + (1 - kept) * candidate
        states.append(h)
    return np.array(states)


# %% wrong: other-gap, earns 0.6 — of the item before
def leaky_states(x, gaps, W, U, b, leak):
    h, states = np.zeros(len(b)), []
    for item, gap in zip(x, [0.0, *gaps[:-1]], strict=True):
        kept = (1 - leak) ** gap
        candidate = np.tanh(W @ item + U @ h + b)
        h = kept * h + (1 - kept) * candidate
        states.append(h)
    return np.array(states)


# %% wrong: first-state, earns 0.6
def leaky_states(x, gaps, W, U, b, leak):
    h, states = np.tanh(W @ x[0] + b), []
    for item, gap in zip(x, gaps, strict=True):
        kept = (1 - leak) ** gap
        candidate = np.tanh(W @ item + U @ h + b)
        h = kept * h + (1 - kept) * candidate
        states.append(h)
    return np.array(states)


# %% wrong: first-state, earns 0.6 — starts from ones
def leaky_states(x, gaps, W, U, b, leak):
    h, states = np.ones(len(b)), []
    for item, gap in zip(x, gaps, strict=True):
        kept = (1 - leak) ** gap
        candidate = np.tanh(W @ item + U @ h + b)
        h = kept * h + (1 - kept) * candidate
        states.append(h)
    return np.array(states)


# %% wrong: unrecognised — a sigmoid
def leaky_states(x, gaps, W, U, b, leak):
    h, states = np.zeros(len(b)), []
    for item, gap in zip(x, gaps, strict=True):
        kept = (1 - leak) ** gap
        candidate = 1 / (1 + np.exp(-(W @ item + U @ h + b)))
        h = kept * h + (1 - kept) * candidate
        states.append(h)
    return np.array(states)


# %% wrong: log-of-0, earns 0.7
def leaky_states(x, gaps, W, U, b, leak):
    h, states = np.zeros(len(b)), []
    for item, gap in zip(x, gaps, strict=True):
        kept = np.exp(gap * np.log(1 - leak))
        candidate = np.tanh(W @ item + U @ h + b)
        h = kept * h + (1 - kept) * candidate
        states.append(h)
    return np.array(states)


# %% wrong: overflow, earns 0.7
def leaky_states(x, gaps, W, U, b, leak):
    h, states = np.zeros(len(b)), []
    for item, gap in zip(x, gaps, strict=True):
        kept = (1 - leak) ** gap
        candidate = (np.exp(W @ item + U @ h + b) - np.exp(-(W @ item + U @ h + b))) / (
            np.exp(W @ item + U @ h + b) + np.exp(-(W @ item + U @ h + b))
        )
        h = kept * h + (1 - kept) * candidate
        states.append(h)
    return np.array(states)


# %% wrong: backwards, earns 0.3
def leaky_states(x, gaps, W, U, b, leak):
    state, states = np.zeros(len(b)), np.zeros((len(x), len(b)))
    for t in reversed(range(len(x))):
        kept = (1 - leak) ** gaps[t]
        state = kept * state + (1 - kept) * np.tanh(W @ x[t] + U @ state + b)
        states[t] = state
    return states


# %% wrong: log-of-0 + overflow, earns 0.49
def leaky_states(x, gaps, W, U, b, leak):
    state, states = np.zeros(len(b)), []
    for item, gap in zip(x, gaps, strict=True):
        kept = np.exp(gap * np.log(1 - leak))
        up, down = np.exp(W @ item + U @ state + b), np.exp(-(W @ item + U @ state + b))
        state = kept * state + (1 - kept) * (up - down) / (up + down)
        states.append(state)
    return np.array(states)


# %% wrong: wrong-shape — the last state alone
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    for item, gap in zip(x, gaps, strict=True):
        kept = (1 - leak) ** gap
        state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
    return state


# %% wrong: unrecognised, earns 0.5 — gaps of 0 are taken for gaps of 1
def leaky_states(x, gaps, W, U, b, leak):
    state, states = np.zeros(len(b)), []
    for item, gap in zip(x, gaps, strict=True):
        kept = (1 - leak) ** (gap or 1)
        state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
        states.append(state)
    return np.array(states)


# %% wrong: gaps-as-times, earns 0.5
def leaky_states(x, gaps, W, U, b, leak):
    state, states, before = np.zeros(len(b)), [], 0.0
    for item, time in zip(x, gaps, strict=True):
        kept = (1 - leak) ** (time - before)
        state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
        states.append(state)
        before = time
    return np.array(states)


# %% wrong: same-array, earns 0.6
def leaky_states(x, gaps, W, U, b, leak):
    h, states = np.zeros(len(b)), []
    for item, gap in zip(x, gaps, strict=True):
        kept = (1 - leak) ** gap
        candidate = np.tanh(W @ item + U @ h + b)
        h *= kept
        h += (1 - kept) * candidate
        states.append(h)
    return np.array(states)


# %% wrong: gaps-added-up, earns 0.4 — gaps added up since the beginning
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, np.cumsum(gaps), strict=True):
        kept = (1 - leak) ** gap
        state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
        states.append(state)
    return np.array(states)


# %% wrong: unit-by-unit, earns 0.5 — units renewed one after the other
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps, strict=True):
        for i in range(len(b)):
            kept = (1 - leak[i]) ** gap
            state[i] = kept * state[i] + (1 - kept) * np.tanh(W[i] @ item + U[i] @ state + b[i])
        states.append(state.copy())
    return np.array(states)


# %% wrong: bias-outside, earns 0.5 — bias outside the tanh
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps, strict=True):
        kept = (1 - leak) ** gap
        state = kept * state + (1 - kept) * (np.tanh(W @ item + U @ state) + b)
        states.append(state)
    return np.array(states)


# %% wrong: before-the-item, earns 0.6 — states before each item
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps, strict=True):
        states.append(state)
        kept = (1 - leak) ** gap
        state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
    return np.array(states)


# %% wrong: log-of-0, earns 0.7 — full leak keeps nothing even at gap zero
def leaky_states(x, gaps, W, U, b, leak):
    state = np.zeros(len(b))
    states = []
    for item, gap in zip(x, gaps, strict=True):
        kept = np.where(leak == 1, 0.0, (1 - leak) ** gap)
        state = kept * state + (1 - kept) * np.tanh(W @ item + U @ state + b)
        states.append(state)
    return np.array(states)
