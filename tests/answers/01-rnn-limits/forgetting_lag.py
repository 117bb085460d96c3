# %% right: the last norm that is not below
def forgetting_lag(U, eps):
    power, last = np.eye(len(U)), 0
    for k in range(501):
        if np.linalg.norm(power, 2) >= eps:
            last = k
        power = power @ U
    return last + 1 if last < 500 else np.inf


# %% right: all powers at once in torch
def forgetting_lag(U, eps):
    import torch

    powers = [torch.eye(len(U)).double()]
    for _ in range(500):
        powers.append(torch.tensor(U) @ powers[-1])
    norms = torch.linalg.matrix_norm(torch.stack(powers), ord=2)
    lag = int((norms >= eps).nonzero().max()) + 1
    return torch.tensor(float(lag) if lag <= 500 else float("inf"))


# %% right: backwards from the last power
def forgetting_lag(U, eps):
    def stretch(k):
        return np.linalg.svd(np.linalg.matrix_power(U, k), compute_uv=False)[0]

    lag = 500
    if stretch(lag) >= eps:
        return float("inf")
    while stretch(lag - 1) < eps:
        lag -= 1
    return lag


# %% right: the eigenvalue of a Gram matrix
def forgetting_lag(U, eps):
    powers = [np.eye(U.shape[0])]
    for _ in range(500):
        powers.append(U @ powers[-1])
    powers = np.array(powers)
    above = (np.linalg.eigvalsh(powers.mT @ powers)[:, -1] >= eps**2).tolist()
    if above[-1]:
        return np.inf
    return len(above) - above[::-1].index(True)


# %% right: below for as long again
def forgetting_lag(U, eps):
    # If the norms at k, …, 2k - 1 are below eps < 1, then so are all after them.
    lag, k, power = 0, 0, np.eye(len(U))
    while k < 2 * lag or k == 0:
        if np.linalg.norm(power, ord=2) >= eps:
            lag = k + 1
            if lag > 500:
                return np.inf
        power, k = power @ U, k + 1
    return np.float64(lag)


# %% wrong: spectral-radius, earns 0.3 — the formula of the chapter
def forgetting_lag(U, eps):
    radius = abs(np.linalg.eigvals(U)).max()
    return np.ceil(np.log(eps) / np.log(radius)) if radius < 1 else np.inf


# %% wrong: spectral-radius, earns 0.3 — not rounded
def forgetting_lag(U, eps):
    radius = abs(np.linalg.eigvals(U)).max()
    return np.log(eps) / np.log(radius) if radius < 1 else np.inf


# %% wrong: largest-singular-value, earns 0.2
def forgetting_lag(U, eps):
    norm = np.linalg.norm(U, 2)
    return int(np.log(eps) / np.log(norm)) + 1 if norm < 1 else np.inf


# %% wrong: first-time, earns 0.6
def forgetting_lag(U, eps):
    power = np.eye(len(U))
    for k in range(501):
        if np.linalg.norm(power, 2) < eps:
            return k
        power = power @ U
    return np.inf


# %% wrong: other-norm, earns 0.6 — NumPy's default is Frobenius'
def forgetting_lag(U, eps):
    power, last = np.eye(len(U)), 0
    for k in range(501):
        if np.linalg.norm(power) >= eps:
            last = k
        power = power @ U
    return last + 1 if last < 500 else np.inf


# %% wrong: other-norm, earns 0.6 — the largest entry, the first time
def forgetting_lag(U, eps):
    power = np.eye(len(U))
    for k in range(501):
        if abs(power).max() < eps:
            return k
        power = power @ U
    return np.inf


# %% wrong: entries, earns 0.3
def forgetting_lag(U, eps):
    with np.errstate(over="ignore"):
        powers = [np.minimum(U**k, 1e99) for k in range(501)]
    norms = np.linalg.norm(powers, 2, axis=(1, 2))
    last = max(k for k in range(501) if norms[k] >= eps)
    return last + 1 if last < 500 else np.inf


# %% wrong: one-early, earns 0.7
def forgetting_lag(U, eps):
    powers = [np.eye(len(U))]
    for _ in range(500):
        powers.append(powers[-1] @ U)
    norms = np.linalg.norm(powers, 2, axis=(1, 2))
    last = max(k for k in range(501) if norms[k] >= eps)
    return last if last < 500 else np.inf


# %% wrong: one-late, earns 0.7
def forgetting_lag(U, eps):
    powers = [np.eye(len(U))]
    for _ in range(500):
        powers.append(powers[-1] @ U)
    norms = np.linalg.norm(powers, 2, axis=(1, 2))
    last = max(k for k in range(501) if norms[k] >= eps)
    return last + 2 if last < 500 else np.inf


# %% wrong: one-early + first-time, earns 0.42
def forgetting_lag(U, eps):
    power, k = U, 0
    while np.linalg.norm(power, 2) >= eps and k < 500:
        power, k = power @ U, k + 1
    return k if k < 500 else np.inf


# %% wrong: never-forgets, earns 0.7
def forgetting_lag(U, eps):
    powers = [np.eye(len(U))]
    for _ in range(501):
        powers.append(powers[-1] @ U)
    norms = np.linalg.norm(powers, 2, axis=(1, 2))
    return max(k for k in range(502) if norms[k] >= eps) + 1


# %% wrong: gives-up, earns 0.5 — too few powers
def forgetting_lag(U, eps):
    powers = [np.eye(len(U))]
    for _ in range(250):
        powers.append(powers[-1] @ U)
    norms = np.linalg.norm(powers, 2, axis=(1, 2))
    last = max(k for k in range(251) if norms[k] >= eps)
    return last + 1 if last < 250 else np.inf


# %% wrong: never-forgets, earns 0.7 — the spectral radius as a test
def forgetting_lag(U, eps):
    if abs(np.linalg.eigvals(U)).max() > 1:
        return np.inf
    powers = [np.eye(len(U))]
    for _ in range(500):
        powers.append(powers[-1] @ U)
    norms = np.linalg.norm(powers, 2, axis=(1, 2))
    return max(k for k in range(501) if norms[k] >= eps) + 1


# %% wrong: wrong-shape — the norms themselves
def forgetting_lag(U, eps):
    return [np.linalg.norm(np.linalg.matrix_power(U, k), 2) for k in range(501)]


# %% wrong: unrecognised — of the entries' mean size
def forgetting_lag(U, eps):
    return round(100 * abs(U).mean())


# %% wrong: gives-up, earns 0.5 — whatever may stretch
def forgetting_lag(U, eps):
    if np.linalg.norm(U, 2) >= 1:
        return np.inf
    power, lag = U, 1
    while np.linalg.norm(power, 2) >= eps:
        power, lag = power @ U, lag + 1
    return lag


# %% wrong: counted, earns 0.6
def forgetting_lag(U, eps):
    powers = [np.eye(len(U))]
    for _ in range(500):
        powers.append(powers[-1] @ U)
    count = int((np.linalg.norm(powers, 2, axis=(1, 2)) >= eps).sum())
    return count if count < 501 else np.inf


# %% wrong: first-time, earns 0.6 — below ten times in a row
def forgetting_lag(U, eps):
    power, run = np.eye(len(U)), 0
    for k in range(511):
        run = run + 1 if np.linalg.norm(power, 2) < eps else 0
        if run == 10:
            return k - 9
        power = power @ U
    return np.inf


# %% wrong: first-time, earns 0.6 — bisection
def forgetting_lag(U, eps):
    def below(k):
        return np.linalg.norm(np.linalg.matrix_power(U, k), 2) < eps

    if not below(500):
        return np.inf
    low, high = 0, 500
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if below(middle) else (middle, high)
    return high


# %% wrong: other-norm, earns 0.6 — the longest column
def forgetting_lag(U, eps):
    power, last = np.eye(len(U)), 0
    for k in range(501):
        if np.linalg.norm(power, axis=0).max() >= eps:
            last = k
        power = power @ U
    return last + 1 if last < 500 else np.inf


# %% wrong: other-norm, earns 0.6 — the smallest singular value
def forgetting_lag(U, eps):
    powers = [np.eye(len(U))]
    for _ in range(500):
        powers.append(powers[-1] @ U)
    last = np.flatnonzero(np.linalg.norm(powers, -2, axis=(1, 2)) >= eps)[-1]
    return last + 1 if last < 500 else np.inf


# %% wrong: one-state, earns 0.4
def forgetting_lag(U, eps):
    state, last = np.ones(len(U)) / np.sqrt(len(U)), 0
    for k in range(501):
        if np.linalg.norm(state) >= eps:
            last = k
        state = U @ state
    return last + 1 if last < 500 else np.inf


# %% wrong: squares, earns 0.4
def forgetting_lag(U, eps):
    power, last = U, 0
    with np.errstate(all="ignore"):
        for k in range(1, 501):
            if not np.isfinite(power).all() or np.linalg.norm(power, 2) >= eps:
                last = k
            power = power @ power
    return last + 1 if last < 500 else np.inf


# %% wrong: eigenvectors, earns 0.6
def forgetting_lag(U, eps):
    values, vectors = np.linalg.eig(U)
    back = np.linalg.inv(vectors)
    powers = [(vectors * values**k) @ back for k in range(501)]
    last = np.flatnonzero(np.linalg.norm(powers, 2, axis=(1, 2)) >= eps)[-1]
    return last + 1 if last < 500 else np.inf


# %% wrong: not-finite, earns 0.5 — NaN for what never forgets
def forgetting_lag(U, eps):
    powers = [np.eye(len(U))]
    for _ in range(500):
        powers.append(powers[-1] @ U)
    last = np.flatnonzero(np.linalg.norm(powers, 2, axis=(1, 2)) >= eps)[-1]
    return last + 1 if last < 500 else np.nan


# %% wrong: gives-up, earns 0.5 — the last hundred powers are missing
def forgetting_lag(U, eps):
    powers = [np.eye(len(U))]
    for _ in range(400):
        powers.append(powers[-1] @ U)
    last = np.flatnonzero(np.linalg.norm(powers, 2, axis=(1, 2)) >= eps)[-1]
    return last + 1 if last < 400 else np.inf


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
