# %% right: from the last row back with a copy
def through_time(states, U, direct):
    delta = direct.astype(float).copy()
    for t in range(len(states) - 2, -1, -1):
        delta[t] += U.T @ ((1 - states[t + 1] ** 2) * delta[t + 1])
    return delta


# %% right: row vector times matrix
def through_time(states, U, direct):
    slope = 1.0 - states * states
    later = np.zeros(U.shape[0])
    rows = []
    for t in reversed(range(states.shape[0])):
        delta = direct[t] + later
        rows.append(delta)
        later = (slope[t] * delta) @ U
    return np.array(rows[::-1])


# %% right: whole Jacobian of a step
def through_time(states, U, direct):
    n = states.shape[0]
    out = np.zeros(states.shape)
    out[n - 1] = direct[n - 1]
    for t in range(n - 2, -1, -1):
        jacobian = np.diag(1 - states[t + 1] ** 2) @ U
        out[t] = direct[t] + jacobian.T @ out[t + 1]
    return out


# %% right: einsum with two indices
def through_time(states, U, direct):
    n = len(states)
    delta = [None] * n
    delta[-1] = np.array(direct[-1], dtype=float)
    for t in range(n - 2, -1, -1):
        delta[t] = direct[t] + np.einsum("i,ij,i->j", 1 - states[t + 1] ** 2, U, delta[t + 1])
    return np.stack(delta)


# %% right: each direct gradient sent back alone
def through_time(states, U, direct):
    slope = (1 - states) * (1 + states)
    total = np.zeros(states.shape)
    for s in range(len(states)):
        part = np.array(direct[s], dtype=float)
        total[s] += part
        for t in range(s - 1, -1, -1):
            part = U.T @ (slope[t + 1] * part)
            total[t] += part
    return total


# %% right: torch autograd with pushes on given states
def through_time(states, U, direct):
    import torch

    h = torch.tensor(np.asarray(states, dtype=np.float64))
    U = torch.tensor(np.asarray(U, dtype=np.float64))
    g = torch.tensor(np.asarray(direct, dtype=np.float64))
    push = torch.zeros_like(h, requires_grad=True)
    loss = 0.0
    before = None
    for t in range(h.shape[0]):
        if before is None:
            now = h[t] + push[t]
        else:
            wobble = before - before.detach()
            now = h[t] + (1 - h[t] ** 2) * (U @ wobble) + push[t]
        loss = loss + (g[t] * now).sum()
        before = now
    return torch.autograd.grad(loss, push)[0].numpy()


# %% right: torch vector Jacobian product of a real tanh step
def through_time(states, U, direct):
    import torch

    h = torch.tensor(np.asarray(states, dtype=np.float64))
    M = torch.tensor(np.asarray(U, dtype=np.float64))
    delta = torch.tensor(np.asarray(direct, dtype=np.float64))
    for t in range(len(h) - 2, -1, -1):
        old = h[t].clone().requires_grad_(True)
        rest = torch.atanh(h[t + 1]) - M @ h[t]
        new = torch.tanh(rest + M @ old)
        delta[t] += torch.autograd.grad(new, old, delta[t + 1])[0]
    return delta


# %% right: plain lists
def through_time(states, U, direct):
    h, M, g = (np.asarray(a, dtype=float).tolist() for a in (states, U, direct))
    d = len(M)
    out = [row[:] for row in g]
    for t in range(len(h) - 2, -1, -1):
        for j in range(d):
            for i in range(d):
                out[t][j] += M[i][j] * (1.0 - h[t + 1][i] ** 2) * out[t + 1][i]
    return out


# %% right: recursion from the first state
def through_time(states, U, direct):
    def deltas(t):
        if t == len(states) - 1:
            return [np.array(direct[t], dtype=float)]
        rest = deltas(t + 1)
        scaled = (1 - np.square(states[t + 1])) * rest[-1]
        rest.append(direct[t] + np.dot(scaled, U))
        return rest

    return np.array(deltas(0)[::-1])


# %% right: accumulate over the turned rows
def through_time(states, U, direct):
    from itertools import accumulate

    n = len(states)

    def step(later, t):
        return direct[t] + U.T.dot(later * (1 - states[t + 1] ** 2))

    rows = accumulate(range(n - 2, -1, -1), step, initial=np.asarray(direct[n - 1], dtype=float))
    return np.flip(np.array(list(rows)), axis=0)


# %% right: a row of zeros behind the last
def through_time(states, U, direct):
    n, d = states.shape
    slope = np.vstack([1 - states**2, np.zeros((1, d))])
    delta = np.zeros((n + 1, d))
    for t in range(n)[::-1]:
        delta[t] = direct[t] + U.T @ (slope[t + 1] * delta[t + 1])
    return delta[:n]


# %% right: gradient at the sums kept on the way
def through_time(states, U, direct):
    back = np.transpose(U)
    result = np.empty(np.shape(states), dtype=float)
    at_sum = np.zeros(len(U))
    for t in range(len(states) - 1, -1, -1):
        result[t] = back @ at_sum + direct[t]
        at_sum = result[t] - states[t] ** 2 * result[t]
    return result


# %% wrong: not-transposed, earns 0.5 — matrix not transposed
def through_time(states, U, direct):
    delta = direct.astype(float).copy()
    for t in range(len(states) - 2, -1, -1):
        delta[t] += U @ ((1 - states[t + 1] ** 2) * delta[t + 1])
    return delta


# %% wrong: wrong-state, earns 0.5 — slope of the earlier state
def through_time(states, U, direct):
    delta = direct.astype(float).copy()
    for t in range(len(states) - 2, -1, -1):
        delta[t] += U.T @ ((1 - states[t] ** 2) * delta[t + 1])
    return delta


# %% wrong: tanh-left-out, earns 0.4 — slope forgotten
def through_time(states, U, direct):
    delta = direct.astype(float).copy()
    for t in range(len(states) - 2, -1, -1):
        delta[t] += U.T @ delta[t + 1]
    return delta


# %% wrong: not-squared, earns 0.6 — slope without the square
def through_time(states, U, direct):
    delta = direct.astype(float).copy()
    for t in range(len(states) - 2, -1, -1):
        delta[t] += U.T @ ((1 - states[t + 1]) * delta[t + 1])
    return delta


# %% wrong: not-squared, earns 0.6 — slope with the absolute value
def through_time(states, U, direct):
    delta = direct.astype(float).copy()
    for t in range(len(states) - 2, -1, -1):
        delta[t] += U.T @ ((1 - np.abs(states[t + 1])) * delta[t + 1])
    return delta


# %% wrong: other-slope, earns 0.6 — slope of the logistic function
def through_time(states, U, direct):
    delta = direct.astype(float).copy()
    for t in range(len(states) - 2, -1, -1):
        delta[t] += U.T @ (states[t + 1] * (1 - states[t + 1]) * delta[t + 1])
    return delta


# %% wrong: second-tanh, earns 0.6 — tanh applied to the states once more
def through_time(states, U, direct):
    delta = direct.astype(float).copy()
    for t in range(len(states) - 2, -1, -1):
        delta[t] += U.T @ ((1 - np.tanh(states[t + 1]) ** 2) * delta[t + 1])
    return delta


# %% wrong: other-slope, earns 0.6 — slope squared
def through_time(states, U, direct):
    delta = direct.astype(float).copy()
    for t in range(len(states) - 2, -1, -1):
        delta[t] += U.T @ ((1 - states[t + 1] ** 2) ** 2 * delta[t + 1])
    return delta


# %% wrong: other-slope, earns 0.6 — root of the slope
def through_time(states, U, direct):
    delta = direct.astype(float).copy()
    for t in range(len(states) - 2, -1, -1):
        delta[t] += U.T @ (np.sqrt(1 - states[t + 1] ** 2) * delta[t + 1])
    return delta


# %% wrong: other-slope, earns 0.6 — divided by the slope
def through_time(states, U, direct):
    delta = direct.astype(float).copy()
    for t in range(len(states) - 2, -1, -1):
        delta[t] += U.T @ (delta[t + 1] / (1 - states[t + 1] ** 2))
    return delta


# %% wrong: wrong-side, earns 0.5 — slope after the matrix
def through_time(states, U, direct):
    delta = direct.astype(float).copy()
    for t in range(len(states) - 2, -1, -1):
        delta[t] += (1 - states[t + 1] ** 2) * (U.T @ delta[t + 1])
    return delta


# %% wrong: wrong-side, earns 0.5 — slope of the earlier state after the matrix
def through_time(states, U, direct):
    delta = direct.astype(float).copy()
    for t in range(len(states) - 2, -1, -1):
        delta[t] += (1 - states[t] ** 2) * (U.T @ delta[t + 1])
    return delta


# %% wrong: not-passed-on, earns 0.3 — only one step into the future
def through_time(states, U, direct):
    delta = direct.astype(float).copy()
    for t in range(len(states) - 1):
        delta[t] = direct[t] + U.T @ ((1 - states[t + 1] ** 2) * direct[t + 1])
    return delta


# %% wrong: unrecognised — all later direct gradients through one step
def through_time(states, U, direct):
    delta = direct.astype(float).copy()
    for t in range(len(states) - 1):
        delta[t] = direct[t] + U.T @ ((1 - states[t + 1] ** 2) * direct[t + 1 :].sum(axis=0))
    return delta


# %% wrong: forwards, earns 0.2 — runs forwards in time
def through_time(states, U, direct):
    delta = direct.astype(float).copy()
    for t in range(1, len(states)):
        delta[t] += U.T @ ((1 - states[t] ** 2) * delta[t - 1])
    return delta


# %% wrong: not-passed-on, earns 0.3 — loop from the front uses rows not yet ready
def through_time(states, U, direct):
    delta = direct.astype(float).copy()
    for t in range(len(states) - 1):
        delta[t] += U.T @ ((1 - states[t + 1] ** 2) * delta[t + 1])
    return delta


# %% wrong: only-the-last, earns 0.5 — direct part only at the last state
def through_time(states, U, direct):
    delta = np.zeros(direct.shape)
    delta[-1] = direct[-1]
    for t in range(len(states) - 2, -1, -1):
        delta[t] = U.T @ ((1 - states[t + 1] ** 2) * delta[t + 1])
    return delta


# %% wrong: own-left-out, earns 0.6 — only what comes from later states
def through_time(states, U, direct):
    delta = direct.astype(float).copy()
    for t in range(len(states) - 2, -1, -1):
        delta[t] += U.T @ ((1 - states[t + 1] ** 2) * delta[t + 1])
    return delta - direct


# %% wrong: last-left-out, earns 0.5 — last row left at zero
def through_time(states, U, direct):
    delta = np.zeros(direct.shape)
    for t in range(len(states) - 2, -1, -1):
        delta[t] = direct[t] + U.T @ ((1 - states[t + 1] ** 2) * delta[t + 1])
    return delta


# %% wrong: first-left-out, earns 0.6 — first row not renewed
def through_time(states, U, direct):
    delta = direct.astype(float).copy()
    for t in range(len(states) - 2, 0, -1):
        delta[t] += U.T @ ((1 - states[t + 1] ** 2) * delta[t + 1])
    return delta


# %% wrong: unrecognised — begins one row too early
def through_time(states, U, direct):
    delta = direct.astype(float).copy()
    for t in range(len(states) - 3, -1, -1):
        delta[t] += U.T @ ((1 - states[t + 1] ** 2) * delta[t + 1])
    return delta


# %% wrong: unrecognised — last row wraps around to the first state
def through_time(states, U, direct):
    delta = direct.astype(float).copy()
    n = len(states)
    for t in range(n - 1, -1, -1):
        delta[t] += U.T @ ((1 - states[(t + 1) % n] ** 2) * delta[(t + 1) % n])
    return delta


# %% wrong: before-the-tanh, earns 0.6 — gradient at the sums inside the tanh
def through_time(states, U, direct):
    delta = direct.astype(float).copy()
    for t in range(len(states) - 2, -1, -1):
        delta[t] += U.T @ ((1 - states[t + 1] ** 2) * delta[t + 1])
    return delta * (1 - states**2)


# %% wrong: upside-down, earns 0.6 — rows in the order of the backward loop
def through_time(states, U, direct):
    rows = [np.asarray(direct[-1], dtype=float)]
    for t in range(len(states) - 2, -1, -1):
        rows.append(direct[t] + U.T @ ((1 - states[t + 1] ** 2) * rows[-1]))
    return np.array(rows)


# %% wrong: changed-arguments, earns 0.7 — direct gradient filled in place
def through_time(states, U, direct):
    delta = direct
    for t in range(len(states) - 2, -1, -1):
        delta[t] += U.T @ ((1 - states[t + 1] ** 2) * delta[t + 1])
    return delta


# %% wrong: changed-arguments, earns 0.7 — states squared in place
def through_time(states, U, direct):
    delta = direct.astype(float).copy()
    slope = states
    slope *= states
    for t in range(len(states) - 2, -1, -1):
        delta[t] += U.T @ ((1 - slope[t + 1]) * delta[t + 1])
    return delta


# %% wrong: unrecognised — diagonal of the matrix only
def through_time(states, U, direct):
    delta = direct.astype(float).copy()
    for t in range(len(states) - 2, -1, -1):
        delta[t] += np.diag(U) * (1 - states[t + 1] ** 2) * delta[t + 1]
    return delta


# %% wrong: unrecognised — symmetric part of the matrix
def through_time(states, U, direct):
    S = (U + U.T) / 2
    delta = direct.astype(float).copy()
    for t in range(len(states) - 2, -1, -1):
        delta[t] += S @ ((1 - states[t + 1] ** 2) * delta[t + 1])
    return delta


# %% wrong: unrecognised — inverse of the matrix in place of its transpose
def through_time(states, U, direct):
    back = np.linalg.pinv(U)
    delta = direct.astype(float).copy()
    for t in range(len(states) - 2, -1, -1):
        delta[t] += back @ ((1 - states[t + 1] ** 2) * delta[t + 1])
    return delta


# %% wrong: unrecognised — no matrix at all
def through_time(states, U, direct):
    delta = direct.astype(float).copy()
    for t in range(len(states) - 2, -1, -1):
        delta[t] += (1 - states[t + 1] ** 2) * delta[t + 1]
    return delta


# %% wrong: unrecognised — direct gradients added up from the end
def through_time(states, U, direct):
    return np.cumsum(direct[::-1], axis=0)[::-1]


# %% wrong: unrecognised, earns 0.5 — future cut off after ten steps
def through_time(states, U, direct):
    slope = 1 - states**2
    total = direct.astype(float).copy()
    for s in range(len(states)):
        part = direct[s].astype(float)
        for t in range(s - 1, max(s - 11, -1), -1):
            part = U.T @ (slope[t + 1] * part)
            total[t] += part
    return total


# %% wrong: unrecognised, earns 0.5 — future cut off after fifty steps
def through_time(states, U, direct):
    slope = 1 - states**2
    total = direct.astype(float).copy()
    for s in range(len(states)):
        part = direct[s].astype(float)
        for t in range(s - 1, max(s - 51, -1), -1):
            part = U.T @ (slope[t + 1] * part)
            total[t] += part
    return total


# %% wrong: unrecognised — clipped to length one on the way
def through_time(states, U, direct):
    delta = direct.astype(float).copy()
    for t in range(len(states) - 2, -1, -1):
        back = U.T @ ((1 - states[t + 1] ** 2) * delta[t + 1])
        size = np.linalg.norm(back)
        delta[t] += back / max(size, 1.0)
    return delta


# %% wrong: unrecognised, earns 0.5 — clipped at one million on the way
def through_time(states, U, direct):
    delta = direct.astype(float).copy()
    for t in range(len(states) - 2, -1, -1):
        delta[t] = np.clip(delta[t] + U.T @ ((1 - states[t + 1] ** 2) * delta[t + 1]), -1e6, 1e6)
    return delta


# %% wrong: unrecognised — sign of the later part turned
def through_time(states, U, direct):
    delta = direct.astype(float).copy()
    for t in range(len(states) - 2, -1, -1):
        delta[t] -= U.T @ ((1 - states[t + 1] ** 2) * delta[t + 1])
    return delta


# %% wrong: counted-twice, earns 0.6 — direct part of the next state counted twice
def through_time(states, U, direct):
    delta = direct.astype(float).copy()
    for t in range(len(states) - 2, -1, -1):
        delta[t] += U.T @ ((1 - states[t + 1] ** 2) * (delta[t + 1] + direct[t + 1]))
    return delta


# %% wrong: direct-through-tanh, earns 0.6 — slope applied to the direct part too
def through_time(states, U, direct):
    delta = direct * (1 - states**2)
    for t in range(len(states) - 2, -1, -1):
        delta[t] += U.T @ ((1 - states[t + 1] ** 2) * delta[t + 1])
    return delta


# %% wrong: unrecognised — direct part left outside the slope
def through_time(states, U, direct):
    delta = direct.astype(float).copy()
    back = np.zeros(len(U))
    for t in range(len(states) - 2, -1, -1):
        back = U.T @ (direct[t + 1] + (1 - states[t + 1] ** 2) * back)
        delta[t] = direct[t] + back
    return delta


# %% wrong: unrecognised — divided by the number of states
def through_time(states, U, direct):
    delta = direct.astype(float).copy()
    for t in range(len(states) - 2, -1, -1):
        delta[t] += U.T @ ((1 - states[t + 1] ** 2) * delta[t + 1])
    return delta / len(states)


# %% wrong: wrong-shape — gradient of the first state only
def through_time(states, U, direct):
    delta = np.asarray(direct[-1], dtype=float)
    for t in range(len(states) - 2, -1, -1):
        delta = direct[t] + U.T @ ((1 - states[t + 1] ** 2) * delta)
    return delta


# %% wrong: wrong-shape — gradient of the recurrent matrix
def through_time(states, U, direct):
    delta = direct.astype(float).copy()
    grad = np.zeros(U.shape)
    for t in range(len(states) - 2, -1, -1):
        at_sum = (1 - states[t + 1] ** 2) * delta[t + 1]
        grad += np.outer(at_sum, states[t])
        delta[t] += U.T @ at_sum
    return grad


# %% wrong: unrecognised — mean slope of all units
def through_time(states, U, direct):
    delta = direct.astype(float).copy()
    for t in range(len(states) - 2, -1, -1):
        delta[t] += U.T @ (np.mean(1 - states[t + 1] ** 2) * delta[t + 1])
    return delta


# %% wrong: unrecognised, earns 0.5 — slope held above one tenth
def through_time(states, U, direct):
    slope = np.maximum(1 - states**2, 0.1)
    delta = direct.astype(float).copy()
    for t in range(len(states) - 2, -1, -1):
        delta[t] += U.T @ (slope[t + 1] * delta[t + 1])
    return delta


# %% wrong: unrecognised, earns 0.5 — a single state gives zero
def through_time(states, U, direct):
    delta = direct.astype(float).copy()
    if len(states) < 2:
        return np.zeros_like(delta)
    for t in range(len(states) - 2, -1, -1):
        delta[t] += U.T @ ((1 - states[t + 1] ** 2) * delta[t + 1])
    return delta


# %% wrong: direct-alone — input returned unchanged
def through_time(states, U, direct):
    return direct.copy()


# %% wrong: unrecognised — result in whole numbers
def through_time(states, U, direct):
    delta = np.zeros(direct.shape, dtype=int)
    later = np.zeros(len(U))
    for t in range(len(states) - 1, -1, -1):
        now = direct[t] + later
        delta[t] = np.clip(now, -1e15, 1e15)
        later = U.T @ ((1 - states[t] ** 2) * now)
    return delta
