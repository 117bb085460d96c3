# %% right: the loop
def through_time(states, U, direct):
    gradient = direct.copy()
    for t in range(len(states) - 2, -1, -1):
        gradient[t] += U.T @ ((1 - states[t + 1] ** 2) * gradient[t + 1])
    return gradient


# %% right: Jacobians multiplied
def through_time(states, U, direct):
    n, d = states.shape
    total = np.zeros((n, d))
    for t in range(n):
        carry = np.eye(d)  # how state s depends on state t
        for s in range(t, n):
            if s > t:
                carry = np.diag(1 - states[s] ** 2) @ U @ carry
            total[t] += direct[s] @ carry
    return total


# %% right: autograd with pushes
def through_time(states, U, direct):
    import torch

    states, U, direct = map(torch.tensor, (states, U, direct))
    pushes = torch.zeros_like(states, requires_grad=True)
    state, loss = states[0] + pushes[0], 0.0
    for t in range(len(states)):
        if t > 0:
            # the same slope as the tanh at this state
            moved = (1 - states[t] ** 2) * (U @ (state - states[t - 1]))
            state = states[t] + moved + pushes[t]
        loss = loss + (direct[t] * state).sum()
    loss.backward()
    return pushes.grad


# %% right: recursion on lists
def through_time(states, U, direct):
    states, U, direct = states.tolist(), U.tolist(), direct.tolist()
    units = range(len(U))
    rows = [direct[-1]]
    for h, g in zip(states[:0:-1], direct[-2::-1], strict=True):
        passed = [(1 - h[i] * h[i]) * rows[-1][i] for i in units]
        rows.append([g[j] + sum(U[i][j] * passed[i] for i in units) for j in units])
    return rows[::-1]


# %% right: torch's autograd through the network itself
def through_time(states, U, direct):
    import torch

    h, U, direct = (torch.tensor(a, dtype=torch.float64) for a in (states, U, direct))
    before = torch.cat([torch.zeros_like(h[:1]), h[:-1]])
    inputs = torch.atanh(h) - before @ U.T
    state, kept = torch.zeros(h.shape[1], dtype=torch.float64), []
    for t in range(len(h)):
        state = torch.tanh(inputs[t] + U @ state)
        state.requires_grad_(True)
        if t == 0:
            state = state.detach().requires_grad_(True)
        state.retain_grad()
        kept.append(state)
    sum((state * g).sum() for state, g in zip(kept, direct, strict=True)).backward()
    return torch.stack([state.grad for state in kept]).float()


# %% wrong: not-transposed, earns 0.5
def through_time(states, U, direct):
    gradient = np.zeros_like(direct)
    behind = np.zeros(states.shape[1])
    for t in reversed(range(len(states))):
        gradient[t] = direct[t] + behind
        behind = U @ ((1 - states[t] ** 2) * gradient[t])
    return gradient


# %% wrong: only-the-last, earns 0.5
def through_time(states, U, direct):
    gradient = np.zeros_like(direct)
    behind = np.zeros(states.shape[1])
    for t in reversed(range(len(states))):
        gradient[t] = behind if t < len(states) - 1 else direct[t]
        behind = U.T @ ((1 - states[t] ** 2) * gradient[t])
    return gradient


# %% wrong: not-transposed + only-the-last, earns 0.25
def through_time(states, U, direct):
    gradient = np.zeros_like(direct)
    behind = np.zeros(states.shape[1])
    for t in reversed(range(len(states))):
        gradient[t] = behind if t < len(states) - 1 else direct[t]
        behind = U @ ((1 - states[t] ** 2) * gradient[t])
    return gradient


# %% wrong: last-left-out, earns 0.5
def through_time(states, U, direct):
    gradient = np.zeros_like(direct)
    behind = np.zeros(states.shape[1])
    for t in reversed(range(len(states))):
        gradient[t] = behind + direct[t] * (t < len(states) - 1)
        behind = U.T @ ((1 - states[t] ** 2) * gradient[t])
    return gradient


# %% wrong: direct-alone
def through_time(states, U, direct):
    return direct * 1.0


# %% wrong: wrong-state, earns 0.5
def through_time(states, U, direct):
    gradient = np.zeros_like(direct)
    behind = np.zeros(states.shape[1])
    for t in reversed(range(len(states))):
        gradient[t] = direct[t] + behind
        behind = U.T @ ((1 - states[max(t - 1, 0)] ** 2) * gradient[t])
    return gradient


# %% wrong: wrong-side, earns 0.5
def through_time(states, U, direct):
    gradient = np.zeros_like(direct)
    behind = np.zeros(states.shape[1])
    for t in reversed(range(len(states))):
        gradient[t] = direct[t] + behind
        behind = (1 - states[t] ** 2) * (U.T @ gradient[t])
    return gradient


# %% wrong: jacobian-not-transposed, earns 0.5 — the order of the forward pass
def through_time(states, U, direct):
    gradient = np.zeros_like(direct)
    behind = np.zeros(states.shape[1])
    for t in reversed(range(len(states))):
        gradient[t] = direct[t] + behind
        behind = (1 - states[t] ** 2) * (U @ gradient[t])
    return gradient


# %% wrong: tanh-left-out, earns 0.4
def through_time(states, U, direct):
    gradient = np.zeros_like(direct)
    behind = np.zeros(states.shape[1])
    for t in reversed(range(len(states))):
        gradient[t] = direct[t] + behind
        behind = U.T @ gradient[t]
    return gradient


# %% wrong: not-squared, earns 0.6
def through_time(states, U, direct):
    gradient = np.zeros_like(direct)
    behind = np.zeros(states.shape[1])
    for t in reversed(range(len(states))):
        gradient[t] = direct[t] + behind
        behind = U.T @ ((1 - states[t]) * gradient[t])
    return gradient


# %% wrong: second-tanh, earns 0.6
def through_time(states, U, direct):
    gradient = np.zeros_like(direct)
    behind = np.zeros(states.shape[1])
    for t in reversed(range(len(states))):
        gradient[t] = direct[t] + behind
        behind = U.T @ ((1 - np.tanh(states[t]) ** 2) * gradient[t])
    return gradient


# %% wrong: not-passed-on, earns 0.3
def through_time(states, U, direct):
    gradient = np.zeros_like(direct)
    behind = np.zeros(states.shape[1])
    for t in reversed(range(len(states))):
        gradient[t] = direct[t] + behind
        behind = U.T @ ((1 - states[t] ** 2) * direct[t])
    return gradient


# %% wrong: before-the-tanh, earns 0.6
def through_time(states, U, direct):
    gradient = np.zeros_like(direct)
    behind = np.zeros(states.shape[1])
    for t in reversed(range(len(states))):
        gradient[t] = direct[t] + behind
        behind = U.T @ ((1 - states[t] ** 2) * gradient[t])
    return gradient * (1 - states**2)


# %% wrong: one-step-too-far, earns 0.6
def through_time(states, U, direct):
    gradient = np.zeros_like(direct)
    behind = np.zeros(states.shape[1])
    for t in reversed(range(len(states))):
        gradient[t] = U.T @ ((1 - states[t] ** 2) * (direct[t] + behind))
        behind = gradient[t]
    return gradient


# %% wrong: unrecognised, earns 0.5 — the loss of the first state is forgotten where nothing else is
def through_time(states, U, direct):
    gradient = np.zeros_like(direct)
    behind = np.zeros(states.shape[1])
    for t in reversed(range(len(states))):
        gradient[t] = direct[t] + behind if behind.any() or t else 0 * direct[t]
        behind = U.T @ ((1 - states[t] ** 2) * gradient[t])
    return gradient


# %% wrong: forwards, earns 0.2
def through_time(states, U, direct):
    gradient = direct.copy()
    for t in range(1, len(states)):
        gradient[t] += U.T @ ((1 - states[t] ** 2) * gradient[t - 1])
    return gradient


# %% wrong: unrecognised, earns 0.5 — clipped
def through_time(states, U, direct):
    gradient = direct.copy()
    for t in range(len(states) - 2, -1, -1):
        gradient[t] += U.T @ ((1 - states[t + 1] ** 2) * gradient[t + 1])
        gradient[t] *= min(1, 1000 / max(np.linalg.norm(gradient[t]), 1e-300))
    return gradient


# %% wrong: wrong-shape — the norms
def through_time(states, U, direct):
    gradient = direct.copy()
    for t in range(len(states) - 2, -1, -1):
        gradient[t] += U.T @ ((1 - states[t + 1] ** 2) * gradient[t + 1])
    return np.linalg.norm(gradient, axis=1)


# %% wrong: upside-down, earns 0.6
def through_time(states, U, direct):
    rows = [direct[-1]]
    for t in range(len(states) - 2, -1, -1):
        rows.append(direct[t] + U.T @ ((1 - states[t + 1] ** 2) * rows[-1]))
    return np.array(rows)


# %% wrong: own-left-out, earns 0.6
def through_time(states, U, direct):
    gradient, behind = np.zeros_like(direct), np.zeros(len(U))
    for t in reversed(range(len(states))):
        gradient[t] = behind
        behind = U.T @ ((1 - states[t] ** 2) * (direct[t] + behind))
    return gradient


# %% right: one large system of equations
def through_time(states, U, direct):
    n, d = states.shape
    jacobian = np.zeros((n, d, n, d))
    for t in range(1, n):
        jacobian[t, :, t - 1] = (1 - states[t] ** 2)[:, None] * U
    jacobian = jacobian.reshape(n * d, n * d)
    return np.linalg.solve(np.eye(n * d) - jacobian.T, direct.ravel()).reshape(n, d)


# %% wrong: first-left-out, earns 0.6 — first row not renewed
def through_time(states, U, direct):
    delta = direct.astype(float).copy()
    for t in range(len(states) - 2, 0, -1):
        delta[t] += U.T @ ((1 - states[t + 1] ** 2) * delta[t + 1])
    return delta


# %% wrong: direct-through-tanh, earns 0.6 — slope applied to the direct part too
def through_time(states, U, direct):
    delta = direct * (1 - states**2)
    for t in range(len(states) - 2, -1, -1):
        delta[t] += U.T @ ((1 - states[t + 1] ** 2) * delta[t + 1])
    return delta


# %% wrong: other-slope, earns 0.6 — slope of the logistic function
def through_time(states, U, direct):
    delta = direct.astype(float).copy()
    for t in range(len(states) - 2, -1, -1):
        delta[t] += U.T @ (states[t + 1] * (1 - states[t + 1]) * delta[t + 1])
    return delta


# %% wrong: counted-twice, earns 0.6 — direct part of the next state counted twice
def through_time(states, U, direct):
    delta = direct.astype(float).copy()
    for t in range(len(states) - 2, -1, -1):
        delta[t] += U.T @ ((1 - states[t + 1] ** 2) * (delta[t + 1] + direct[t + 1]))
    return delta


# %% wrong: jacobian-not-transposed, earns 0.5 — a matrix for each step
def through_time(states, U, direct):
    delta = direct.copy()
    for t in range(len(states) - 2, -1, -1):
        J = (1 - states[t + 1] ** 2)[:, None] * U
        delta[t] += J @ delta[t + 1]
    return delta


# %% wrong: not-transposed + wrong-side, earns 0.25
def through_time(states, U, direct):
    delta = direct.copy()
    for t in range(len(states) - 2, -1, -1):
        delta[t] += (1 - states[t] ** 2) * (U @ delta[t + 1])
    return delta
