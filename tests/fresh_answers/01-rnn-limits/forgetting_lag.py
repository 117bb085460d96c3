# %% right: last time the norm is not below
def forgetting_lag(U, eps):
    power = np.eye(len(U))
    last = 0
    for k in range(501):
        if np.linalg.norm(power, 2) >= eps:
            last = k
        power = power @ U
    return np.inf if last == 500 else last + 1


# %% right: list of norms and flatnonzero
def forgetting_lag(U, eps):
    powers = [np.eye(U.shape[0])]
    for _ in range(600):
        powers.append(powers[-1] @ U)
    norms = np.linalg.norm(np.array(powers), ord=2, axis=(1, 2))
    last = np.flatnonzero(norms >= eps)[-1]
    if last == 600:
        return np.inf
    return last + 1


# %% right: matrix power for each lag
def forgetting_lag(U, eps):
    M = np.asarray(U, dtype=float)
    loud = [k for k in range(502) if np.linalg.norm(np.linalg.matrix_power(M, k), 2) >= eps]
    return float("inf") if loud[-1] > 500 else loud[-1] + 1


# %% right: counts down from the largest lag
def forgetting_lag(U, eps):
    norms = []
    M = np.eye(len(U))
    for _ in range(501):
        norms.append(np.linalg.svd(M, compute_uv=False)[0])
        M = U @ M
    if norms[500] >= eps:
        return np.inf
    k = 500
    while norms[k - 1] < eps:
        k -= 1
    return k


# %% right: largest norm of all later powers
def forgetting_lag(U, eps):
    from itertools import accumulate, repeat

    A = np.asarray(U, dtype=float)
    powers = accumulate(repeat(A, 700), np.matmul, initial=np.eye(len(A)))
    norms = np.array([np.linalg.norm(P, ord=2) for P in powers])
    later = np.maximum.accumulate(norms[::-1])[::-1]
    quiet = later < eps
    return int(quiet.argmax()) if quiet.any() else np.inf


# %% right: root of the largest eigenvalue of the square
def forgetting_lag(U, eps):
    power = np.eye(len(U))
    answer = 0
    for k in range(0, 520):
        square = power.T @ power
        if np.sqrt(max(np.linalg.eigvalsh(square)[-1], 0.0)) >= eps:
            answer = k + 1
        power = power @ U
    return np.inf if answer == 520 else answer


# %% right: torch powers in one batch
def forgetting_lag(U, eps):
    import torch

    A = torch.tensor(np.asarray(U, dtype=np.float64))
    powers = [torch.eye(A.shape[0], dtype=torch.float64)]
    for _ in range(510):
        powers.append(powers[-1] @ A)
    norms = torch.linalg.matrix_norm(torch.stack(powers), ord=2)
    loud = torch.nonzero(norms >= eps).flatten()
    last = int(loud[-1])
    return np.inf if last == 510 else last + 1


# %% right: stops when a quiet run proves the rest
def forgetting_lag(U, eps):
    power = np.eye(len(U))
    shrinks = None
    start = 0
    for k in range(1, 1100):
        power = power @ U
        norm = np.linalg.norm(power, 2)
        if shrinks is None and norm < 1:
            shrinks = k
        if norm >= eps:
            start = k
        if shrinks is not None and k - start >= shrinks:
            return start + 1
    return np.inf


# %% right: bisection on the largest later norm
def forgetting_lag(U, eps):
    norms = []
    M = np.eye(len(U))
    for k in range(601):
        norms.append(float(np.linalg.norm(M, 2)))
        M = M @ U
    later = [0.0] * 601
    biggest = 0.0
    for k in reversed(range(601)):
        biggest = max(biggest, norms[k])
        later[k] = biggest
    low, high = 0, 600
    if later[high] >= eps:
        return np.inf
    while high - low > 1:
        middle = (low + high) // 2
        if later[middle] < eps:
            high = middle
        else:
            low = middle
    return high


# %% right: transposed powers as the gradient meets them
def forgetting_lag(U, eps):
    back = np.identity(len(U))
    lag = 0
    for k in range(1, 802):
        if np.linalg.norm(back, 2) >= eps:
            lag = k
        back = np.transpose(U) @ back
    return lag if lag <= 500 else float("inf")


# %% right: definition checked for each lag in turn
def forgetting_lag(U, eps):
    norms = []
    M = np.eye(len(U))
    for _ in range(650):
        norms.append(np.linalg.norm(M, 2))
        M = M @ U
    for k in range(501):
        if all(norm < eps for norm in norms[k:]):
            return k
    return np.inf


# %% right: dictionary of loud lags
def forgetting_lag(U, eps):
    M = np.array(U, dtype=float)
    loud = {0: True}
    P = M.copy()
    for k in range(1, 501):
        loud[k] = bool(np.max(np.linalg.svd(P)[1]) >= eps)
        P = np.dot(P, M)
    if loud[500]:
        return np.inf
    return 1 + max(k for k, value in loud.items() if value)


# %% right: infinite when no lag at all is quiet
def forgetting_lag(U, eps):
    power = np.eye(len(U))
    norms = []
    for _ in range(501):
        norms.append(np.linalg.norm(power, 2))
        power = power @ U
    if min(norms) >= eps:
        return np.inf
    return int(np.flatnonzero(np.array(norms) >= eps)[-1]) + 1


# %% wrong: first-time, earns 0.6 — first time below counts
def forgetting_lag(U, eps):
    power = np.eye(len(U))
    for k in range(501):
        if np.linalg.norm(power, 2) < eps:
            return k
        power = power @ U
    return np.inf


# %% wrong: spectral-radius, earns 0.3 — spectral radius and logarithms
def forgetting_lag(U, eps):
    radius = np.abs(np.linalg.eigvals(U)).max()
    if radius >= 1 - 1e-9:
        return np.inf
    if radius < 1e-12:
        return 1
    return int(np.floor(np.log(eps) / np.log(radius))) + 1


# %% wrong: spectral-radius, earns 0.3 — eigenvalues of the powers instead of norms
def forgetting_lag(U, eps):
    power = np.eye(len(U))
    last = 0
    for k in range(501):
        if np.abs(np.linalg.eigvals(power)).max() >= eps:
            last = k
        power = power @ U
    return np.inf if last == 500 else last + 1


# %% wrong: other-norm, earns 0.6 — Frobenius norm
def forgetting_lag(U, eps):
    power = np.eye(len(U))
    last = 0
    for k in range(501):
        if np.linalg.norm(power) >= eps:
            last = k
        power = power @ U
    return np.inf if last == 500 else last + 1


# %% wrong: other-norm, earns 0.6 — norm of column sums
def forgetting_lag(U, eps):
    power = np.eye(len(U))
    last = 0
    for k in range(501):
        if np.linalg.norm(power, 1) >= eps:
            last = k
        power = power @ U
    return np.inf if last == 500 else last + 1


# %% wrong: other-norm, earns 0.6 — norm of row sums
def forgetting_lag(U, eps):
    power = np.eye(len(U))
    last = 0
    for k in range(501):
        if np.linalg.norm(power, np.inf) >= eps:
            last = k
        power = power @ U
    return np.inf if last == 500 else last + 1


# %% wrong: other-norm, earns 0.6 — nuclear norm
def forgetting_lag(U, eps):
    power = np.eye(len(U))
    last = 0
    for k in range(501):
        if np.linalg.norm(power, "nuc") >= eps:
            last = k
        power = power @ U
    return np.inf if last == 500 else last + 1


# %% wrong: other-norm, earns 0.6 — smallest singular value
def forgetting_lag(U, eps):
    power = np.eye(len(U))
    last = 0
    for k in range(501):
        if np.linalg.norm(power, -2) >= eps:
            last = k
        power = power @ U
    return np.inf if last == 500 else last + 1


# %% wrong: other-norm, earns 0.6 — largest entry of the power
def forgetting_lag(U, eps):
    power = np.eye(len(U))
    last = 0
    for k in range(501):
        if np.abs(power).max() >= eps:
            last = k
        power = power @ U
    return np.inf if last == 500 else last + 1


# %% wrong: other-norm, earns 0.6 — longest column of the power
def forgetting_lag(U, eps):
    power = np.eye(len(U))
    last = 0
    for k in range(501):
        if np.linalg.norm(power, axis=0).max() >= eps:
            last = k
        power = power @ U
    return np.inf if last == 500 else last + 1


# %% wrong: other-norm, earns 0.6 — longest row of the power
def forgetting_lag(U, eps):
    power = np.eye(len(U))
    last = 0
    for k in range(501):
        if np.linalg.norm(power, axis=1).max() >= eps:
            last = k
        power = power @ U
    return np.inf if last == 500 else last + 1


# %% wrong: one-state, earns 0.4 — one start vector of equal entries
def forgetting_lag(U, eps):
    state = np.ones(len(U)) / np.sqrt(len(U))
    last = 0
    for k in range(501):
        if np.linalg.norm(state) >= eps:
            last = k
        state = U @ state
    return np.inf if last == 500 else last + 1


# %% wrong: one-state, earns 0.4 — only the first unit as start vector
def forgetting_lag(U, eps):
    state = np.eye(len(U))[0]
    last = 0
    for k in range(501):
        if np.linalg.norm(state) >= eps:
            last = k
        state = U @ state
    return np.inf if last == 500 else last + 1


# %% wrong: entries, earns 0.3 — powers of each entry
def forgetting_lag(U, eps):
    last = 0
    with np.errstate(all="ignore"):
        for k in range(1, 501):
            power = np.nan_to_num(np.asarray(U, dtype=float) ** k, posinf=1e300, neginf=-1e300)
            if np.linalg.norm(np.clip(power, -1e100, 1e100), 2) >= eps:
                last = k
    return np.inf if last == 500 else last + 1


# %% wrong: entries, earns 0.3 — product entry by entry from the identity
def forgetting_lag(U, eps):
    power = np.eye(len(U))
    last = 0
    with np.errstate(all="ignore"):
        for k in range(501):
            if np.linalg.norm(np.clip(power, -1e100, 1e100), 2) >= eps:
                last = k
            power = np.clip(power * U, -1e100, 1e100)
    return np.inf if last == 500 else last + 1


# %% wrong: largest-singular-value, earns 0.2 — power of the norm instead of norm of the power
def forgetting_lag(U, eps):
    norm = np.linalg.norm(U, 2)
    if norm >= 1:
        return np.inf
    k = 0
    while norm**k >= eps:
        k += 1
        if k > 5000:
            return np.inf
    return k


# %% wrong: one-early, earns 0.7 — last loud lag without one more
def forgetting_lag(U, eps):
    power = np.eye(len(U))
    last = 0
    for k in range(501):
        if np.linalg.norm(power, 2) >= eps:
            last = k
        power = power @ U
    return np.inf if last == 500 else last


# %% wrong: one-late, earns 0.7 — two more than the last loud lag
def forgetting_lag(U, eps):
    power = np.eye(len(U))
    last = 0
    for k in range(501):
        if np.linalg.norm(power, 2) >= eps:
            last = k
        power = power @ U
    return np.inf if last == 500 else last + 2


# %% wrong: one-early, earns 0.7 — list of norms begins with the first power
def forgetting_lag(U, eps):
    power = np.array(U, dtype=float)
    last = -1
    for k in range(501):
        if np.linalg.norm(power, 2) >= eps:
            last = k
        power = power @ U
    return np.inf if last == 500 else last + 1


# %% wrong: one-early, earns 0.7 — power renewed before its norm is taken
def forgetting_lag(U, eps):
    power = np.eye(len(U))
    last = -1
    for k in range(501):
        power = power @ U
        if np.linalg.norm(power, 2) >= eps:
            last = k
    return np.inf if last == 500 else max(last + 1, 0)


# %% wrong: gives-up, earns 0.5 — looks at fifty lags only
def forgetting_lag(U, eps):
    power = np.eye(len(U))
    last = 0
    for k in range(51):
        if np.linalg.norm(power, 2) >= eps:
            last = k
        power = power @ U
    return np.inf if last == 50 else last + 1


# %% wrong: gives-up, earns 0.5 — looks at one hundred lags only
def forgetting_lag(U, eps):
    power = np.eye(len(U))
    last = 0
    for k in range(101):
        if np.linalg.norm(power, 2) >= eps:
            last = k
        power = power @ U
    return np.inf if last == 100 else last + 1


# %% wrong: gives-up + first-time, earns 0.3 — looks at three hundred lags only
def forgetting_lag(U, eps):
    power = np.eye(len(U))
    last = 0
    for k in range(301):
        if np.linalg.norm(power, 2) >= eps:
            last = k
        power = power @ U
    return np.inf if last == 300 else last + 1


# %% wrong: never-forgets, earns 0.7 — returns a number where it never forgets
def forgetting_lag(U, eps):
    power = np.eye(len(U))
    last = 0
    for k in range(501):
        if np.linalg.norm(power, 2) >= eps:
            last = k
        power = power @ U
    return last + 1


# %% wrong: returned-nothing, earns 0.5 — returns None where it never forgets
def forgetting_lag(U, eps):
    power = np.eye(len(U))
    last = 0
    for k in range(501):
        if np.linalg.norm(power, 2) >= eps:
            last = k
        power = power @ U
    if last < 500:
        return last + 1


# %% wrong: never-forgets, earns 0.7 — minus one where it never forgets
def forgetting_lag(U, eps):
    power = np.eye(len(U))
    last = 0
    for k in range(501):
        if np.linalg.norm(power, 2) >= eps:
            last = k
        power = power @ U
    return -1 if last == 500 else last + 1


# %% wrong: never-forgets, earns 0.7 — infinite only when the last norm exceeds one
def forgetting_lag(U, eps):
    power = np.eye(len(U))
    last = 0
    norm = 1.0
    for k in range(501):
        norm = np.linalg.norm(power, 2)
        if norm >= eps:
            last = k
        power = power @ U
    return np.inf if norm > 1.0001 else last + 1


# %% wrong: never-forgets, earns 0.7 — infinite only when the spectral radius exceeds one
def forgetting_lag(U, eps):
    if np.abs(np.linalg.eigvals(U)).max() > 1 + 1e-6:
        return np.inf
    power = np.eye(len(U))
    last = 0
    for k in range(501):
        if np.linalg.norm(power, 2) >= eps:
            last = k
        power = power @ U
    return last + 1


# %% wrong: gives-up, earns 0.5 — infinite when the spectral radius is near one
def forgetting_lag(U, eps):
    if np.abs(np.linalg.eigvals(U)).max() > 0.98:
        return np.inf
    power = np.eye(len(U))
    last = 0
    for k in range(501):
        if np.linalg.norm(power, 2) >= eps:
            last = k
        power = power @ U
    return last + 1


# %% wrong: gives-up, earns 0.5 — infinite when the matrix norm is at least one
def forgetting_lag(U, eps):
    if np.linalg.norm(U, 2) >= 1:
        return np.inf
    power = np.eye(len(U))
    last = 0
    for k in range(501):
        if np.linalg.norm(power, 2) >= eps:
            last = k
        power = power @ U
    return last + 1


# %% wrong: gives-up, earns 0.5 — infinite as soon as the norm rises
def forgetting_lag(U, eps):
    power = np.eye(len(U))
    before = 1.0
    for k in range(501):
        norm = np.linalg.norm(power, 2)
        if norm > before + 1e-12:
            return np.inf
        if norm < eps:
            return k
        before = norm
        power = power @ U
    return np.inf


# %% wrong: counted, earns 0.6 — counts the loud lags
def forgetting_lag(U, eps):
    power = np.eye(len(U))
    loud = 0
    for _ in range(501):
        if np.linalg.norm(power, 2) >= eps:
            loud += 1
        power = power @ U
    return np.inf if loud == 501 else loud


# %% wrong: first-time, earns 0.6 — two quiet lags in a row are enough
def forgetting_lag(U, eps):
    power = np.eye(len(U))
    quiet = 0
    for k in range(502):
        quiet = quiet + 1 if np.linalg.norm(power, 2) < eps else 0
        if quiet == 2:
            return k - 1
        power = power @ U
    return np.inf


# %% wrong: first-time, earns 0.6 — ten quiet lags in a row are enough
def forgetting_lag(U, eps):
    power = np.eye(len(U))
    quiet = 0
    for k in range(511):
        quiet = quiet + 1 if np.linalg.norm(power, 2) < eps else 0
        if quiet == 10:
            return k - 9
        power = power @ U
    return np.inf


# %% wrong: first-time, earns 0.6 — first quiet lag after the peak
def forgetting_lag(U, eps):
    power = np.eye(len(U))
    norms = []
    for _ in range(501):
        norms.append(np.linalg.norm(power, 2))
        power = power @ U
    for k in range(int(np.argmax(norms)), 501):
        if norms[k] < eps:
            return k
    return np.inf


# %% wrong: first-time, earns 0.6 — below and falling is enough
def forgetting_lag(U, eps):
    power = np.eye(len(U))
    before = 1.0
    for k in range(501):
        norm = np.linalg.norm(power, 2)
        if norm < eps and norm <= before:
            return k
        before = norm
        power = power @ U
    return np.inf


# %% wrong: unrecognised — only powers of two by squaring
def forgetting_lag(U, eps):
    power = np.array(U, dtype=float)
    k = 1
    while k <= 512:
        if np.linalg.norm(power, 2) < eps:
            return k
        power = power @ power
        k *= 2
    return np.inf


# %% wrong: first-time, earns 0.6 — bisection as if the norm only fell
def forgetting_lag(U, eps):
    norms = []
    power = np.eye(len(U))
    for _ in range(501):
        norms.append(np.linalg.norm(power, 2))
        power = power @ U
    low, high = 0, 500
    if norms[high] >= eps:
        return np.inf
    while high - low > 1:
        middle = (low + high) // 2
        if norms[middle] < eps:
            high = middle
        else:
            low = middle
    return high


# %% wrong: unrecognised — norm compared with that of the matrix
def forgetting_lag(U, eps):
    size = np.linalg.norm(U, 2) or 1.0
    power = np.eye(len(U))
    last = 0
    for k in range(501):
        if np.linalg.norm(power, 2) / size >= eps:
            last = k
        power = power @ U
    return np.inf if last == 500 else last + 1


# %% wrong: unrecognised — threshold never read
def forgetting_lag(U, eps):
    power = np.eye(len(U))
    last = 0
    for k in range(501):
        if np.linalg.norm(power, 2) >= 0.1:
            last = k
        power = power @ U
    return np.inf if last == 500 else last + 1


# %% wrong: unrecognised — symmetric part of the matrix
def forgetting_lag(U, eps):
    S = (U + U.T) / 2
    power = np.eye(len(S))
    last = 0
    for k in range(501):
        if np.linalg.norm(power, 2) >= eps:
            last = k
        power = np.clip(power @ S, -1e100, 1e100)
    return np.inf if last == 500 else last + 1


# %% wrong: unrecognised — transpose times matrix as one step
def forgetting_lag(U, eps):
    step = U.T @ U
    power = np.eye(len(U))
    last = 0
    for k in range(501):
        if np.linalg.norm(power, 2) >= eps:
            last = k
        power = np.clip(power @ step, -1e100, 1e100)
    return np.inf if last == 500 else last + 1


# %% wrong: unrecognised — squared norm compared with the threshold
def forgetting_lag(U, eps):
    power = np.eye(len(U))
    last = 0
    for k in range(501):
        if np.linalg.norm(power.T @ power, 2) >= eps:
            last = k
        power = power @ U
    return np.inf if last == 500 else last + 1


# %% wrong: changed-arguments, earns 0.7 — matrix argument multiplied in place
def forgetting_lag(U, eps):
    step = U.copy()
    last = 0
    for k in range(1, 501):
        if np.linalg.norm(U, 2) >= eps:
            last = k
        U[:] = U @ step
    return np.inf if last == 500 else last + 1


# %% wrong: unrecognised — always the lag of the second example
def forgetting_lag(U, eps):
    return 11
