# %% right: polyfit for every candidate below the losses
def loss_floor(N, L, floors):
    x = np.log(N)
    best = None
    for E in floors:
        if E < L.min():
            y = np.log(L - E)
            slope, intercept = np.polyfit(x, y, 1)
            s = np.sum((y - slope * x - intercept) ** 2)
            if best is None or s < best[0]:
                best = (s, E, slope, intercept)
    _, E, slope, intercept = best
    return {"floor": E, "alpha": -slope, "N_c": np.exp(intercept / -slope)}


# %% right: smallest of a list of tuples
def loss_floor(N, L, floors):
    def fit(E):
        x, y = np.log(N), np.log(L - E)
        line = np.polyfit(x, y, 1)
        return ((np.polyval(line, x) - y) ** 2).sum(), float(E), float(line[0]), float(line[1])

    s, E, a, b = min(fit(E) for E in floors[floors < L.min()])
    return {"floor": E, "alpha": -a, "N_c": float(np.exp(-b / a))}


# %% right: means and covariances for all candidates at once
def loss_floor(N, L, floors):
    E = floors[floors < np.min(L)].astype(float)
    x = np.log(N.astype(float))
    y = np.log(L[None, :] - E[:, None])
    dx = x - x.mean()
    dy = y - y.mean(axis=1, keepdims=True)
    slope = dy @ dx / (dx @ dx)
    s = ((dy - slope[:, None] * dx) ** 2).sum(axis=1)
    i = int(np.argmin(s))
    log_nc = x.mean() - y[i].mean() / slope[i]
    return {"floor": E[i], "alpha": -slope[i], "N_c": np.exp(log_nc)}


# %% right: least squares with a matrix of two columns
def loss_floor(N, L, floors):
    A = np.stack([np.ones(len(N)), -np.log(N)], axis=1)
    smallest, result = np.inf, None
    for E in floors:
        if not (E < L).all():
            continue
        y = np.log(L - E)
        c, *_ = np.linalg.lstsq(A, y, rcond=None)
        r = y - A @ c
        if r @ r < smallest:
            smallest = r @ r
            result = {"floor": E, "alpha": c[1], "N_c": np.exp(c[0] / c[1])}
    return result


# %% right: torch least squares
def loss_floor(N, L, floors):
    import torch
    x = torch.log(torch.tensor(np.asarray(N, dtype=np.float64)))
    loss = torch.tensor(np.asarray(L, dtype=np.float64))
    middle = x.mean()
    A = torch.stack([x - middle, torch.ones_like(x)], dim=1)
    best = (float("inf"), 0.0, 0.0, 0.0)
    for E in np.asarray(floors, dtype=float).tolist():
        if E >= float(loss.min()):
            continue
        y = torch.log(loss - E).unsqueeze(1)
        c = torch.linalg.lstsq(A, y).solution
        s = float(((A @ c - y) ** 2).sum())
        if s < best[0]:
            best = (s, E, float(c[0]), float(c[1]))
    _, E, slope, height = best
    return {"floor": E, "alpha": -slope, "N_c": float(torch.exp(middle - height / slope))}


# %% right: plain Python loops
def loss_floor(N, L, floors):
    import math
    x = [math.log(float(n)) for n in N]
    mx = math.fsum(x) / len(x)
    sxx = math.fsum((a - mx) ** 2 for a in x)
    lines = []
    for E in floors:
        E = float(E)
        if any(float(l) <= E for l in L):
            continue
        y = [math.log(float(l) - E) for l in L]
        my = math.fsum(y) / len(y)
        slope = math.fsum((a - mx) * (b - my) for a, b in zip(x, y)) / sxx
        s = math.fsum((b - my - slope * (a - mx)) ** 2 for a, b in zip(x, y))
        lines.append((s, E, slope, my))
    lines.sort()
    s, E, slope, my = lines[0]
    return {"floor": E, "alpha": -slope, "N_c": math.exp(mx - my / slope)}


# %% right: logarithms to base ten all through
def loss_floor(N, L, floors):
    x = np.log10(N)
    results = {}
    for E in floors[floors < min(L)]:
        y = np.log10(L - E)
        slope, intercept = np.polyfit(x, y, 1)
        s = float(np.sum((y - (slope * x + intercept)) ** 2))
        results[s] = (E, slope, intercept)
    E, slope, intercept = results[min(results)]
    return {"floor": E, "alpha": abs(slope), "N_c": 10 ** (intercept / abs(slope))}


# %% right: polynomial class with its own scaling
def loss_floor(N, L, floors):
    x = np.log(N)
    possible = [E for E in floors if E < np.amin(L)]
    fits = []
    for E in possible:
        y = np.log(L - E)
        line = np.polynomial.Polynomial.fit(x, y, 1)
        fits.append((np.linalg.norm(y - line(x)), line.convert().coef))
    i = min(range(len(fits)), key=lambda j: fits[j][0])
    b, a = fits[i][1]
    return {"floor": possible[i], "alpha": -a, "N_c": np.exp(-b / a)}


# %% right: projection on the rest of the space
def loss_floor(N, L, floors):
    x = np.log(np.asarray(N, dtype=float))
    A = np.stack([x, np.ones_like(x)], axis=1)
    Q, R = np.linalg.qr(A)
    E = floors[floors < L.min()]
    Y = np.log(L - E[:, None])
    rest = Y - (Y @ Q) @ Q.T
    i = np.einsum("ij,ij->i", rest, rest).argmin()
    slope, intercept = np.linalg.solve(R, Q.T @ Y[i])
    return {"floor": float(E[i]), "alpha": float(-slope), "N_c": float(np.exp(-intercept / slope))}


# %% right: root of the mean square and pseudoinverse
def loss_floor(N, L, floors):
    A = np.vander(np.log(N), 2)
    inverse = np.linalg.pinv(A)
    rms = np.full(len(floors), np.inf)
    lines = np.zeros((len(floors), 2))
    for j, E in enumerate(floors):
        if E < L.min():
            y = np.log(L - E)
            lines[j] = inverse @ y
            rms[j] = np.sqrt(np.mean((y - A @ lines[j]) ** 2))
    j = int(rms.argmin())
    alpha = -lines[j, 0]
    return {"floor": floors[j], "alpha": alpha, "N_c": np.exp(lines[j, 1] / alpha)}


# %% right: candidates from the largest down
def loss_floor(N, L, floors):
    order = np.argsort(N)
    n, loss = N[order], L[order]
    x = np.log(n / 1e6)
    best, out = float("inf"), {}
    for E in sorted(floors.tolist(), reverse=True):
        if E >= loss.min():
            continue
        y = np.log(loss - E)
        C = np.cov(x, y)
        slope = C[0, 1] / C[0, 0]
        b = y.mean() - slope * x.mean()
        s = sum((y - b - slope * x) ** 2)
        if s < best:
            best = s
            out = {"N_c": 1e6 * np.exp(-b / slope), "alpha": -slope, "floor": E}
    return out


# %% wrong: no-floor, earns 0.1167 — no floor at all
def loss_floor(N, L, floors):
    slope, intercept = np.polyfit(np.log(N), np.log(L), 1)
    return {"floor": 0.0, "alpha": -slope, "N_c": np.exp(-intercept / slope)}


# %% wrong: no-floor, earns 0.5167 — line of the chapter with the right floor
def loss_floor(N, L, floors):
    x = np.log(N)
    def fit(E):
        y = np.log(L - E)
        a, b = np.polyfit(x, y, 1)
        return np.sum((y - a * x - b) ** 2), E, a, b
    s, E, a, b = min(fit(E) for E in floors[floors < L.min()])
    a, b = np.polyfit(x, np.log(L), 1)
    return {"floor": E, "alpha": -a, "N_c": np.exp(-b / a)}


# %% wrong: highest-floor, earns 0.3 — largest possible candidate always wins
def loss_floor(N, L, floors):
    x = np.log(N)
    E = floors[floors < L.min()].max()
    a, b = np.polyfit(x, np.log(L - E), 1)
    return {"floor": E, "alpha": -a, "N_c": np.exp(-b / a)}


# %% wrong: lowest-floor, earns 0.3 — smallest candidate always wins
def loss_floor(N, L, floors):
    x = np.log(N)
    E = floors.min()
    a, b = np.polyfit(x, np.log(L - E), 1)
    return {"floor": E, "alpha": -a, "N_c": np.exp(-b / a)}


# %% wrong: other-floor, earns 0.3 — first possible candidate always wins
def loss_floor(N, L, floors):
    x = np.log(N)
    E = floors[floors < L.min()][0]
    a, b = np.polyfit(x, np.log(L - E), 1)
    return {"floor": E, "alpha": -a, "N_c": np.exp(-b / a)}


# %% wrong: worst-floor, earns 0.4 — largest sum of squares wins
def loss_floor(N, L, floors):
    x = np.log(N)
    def fit(E):
        y = np.log(L - E)
        a, b = np.polyfit(x, y, 1)
        return np.sum((y - a * x - b) ** 2), E, a, b
    s, E, a, b = max(fit(E) for E in floors[floors < L.min()])
    return {"floor": E, "alpha": -a, "N_c": np.exp(-b / a)}


# %% wrong: impossible-floor, earns 0.6 — candidate equal to the smallest loss is tried
def loss_floor(N, L, floors):
    x = np.log(N)
    dx = x - x.mean()
    E = floors[floors <= L.min()]
    with np.errstate(all="ignore"):
        y = np.log(L - E[:, None])
        a = (y - y.mean(axis=1, keepdims=True)) @ dx / (dx @ dx)
        b = y.mean(axis=1) - a * x.mean()
        s = ((y - a[:, None] * x - b[:, None]) ** 2).sum(axis=1)
        i = s.argmin()
        return {"floor": E[i], "alpha": -a[i], "N_c": np.exp(-b[i] / a[i])}


# %% wrong: impossible-floor, earns 0.6 — candidates below the largest loss are tried
def loss_floor(N, L, floors):
    x = np.log(N)
    def fit(E):
        keep = L > E
        y = np.log(L[keep] - E)
        dx = x[keep] - x[keep].mean()
        a = dx @ y / max(dx @ dx, 1e-300)
        b = y.mean() - a * x[keep].mean()
        return np.sum((y - a * x[keep] - b) ** 2), E, a, b
    s, E, a, b = min(fit(E) for E in floors[floors < L.max()])
    return {"floor": E, "alpha": -a, "N_c": np.exp(-b / a) if a else 1.0}


# %% wrong: impossible-floor, earns 0.6 — points above the candidate alone are fitted
def loss_floor(N, L, floors):
    x = np.log(N)
    best = None
    for E in floors:
        keep = L > E
        if keep.sum() < 2:
            continue
        y = np.log(L[keep] - E)
        a, b = np.polyfit(x[keep], y, 1)
        s = np.sum((y - a * x[keep] - b) ** 2)
        if best is None or s < best[0]:
            best = s, E, a, b
    s, E, a, b = best
    return {"floor": E, "alpha": -a, "N_c": np.exp(-b / a)}


# %% wrong: impossible-floor, earns 0.6 — candidates compared with the mean loss
def loss_floor(N, L, floors):
    x = np.log(N)
    best = None
    for E in floors:
        if E < L.mean():
            ok = L > E
            if ok.sum() < 2:
                continue
            y = np.log(L[ok] - E)
            a, b = np.polyfit(x[ok], y, 1)
            s = np.sum((y - a * x[ok] - b) ** 2)
            if best is None or s < best[0]:
                best = s, E, a, b
    s, E, a, b = best
    return {"floor": E, "alpha": -a, "N_c": np.exp(-b / a)}


# %% wrong: impossible-floor, earns 0.6 — loss in the last place taken for the smallest
def loss_floor(N, L, floors):
    x = np.log(N)
    best = None
    for E in floors:
        if E < L[-1]:
            with np.errstate(all="ignore"):
                y = np.log(L - E)
            ok = np.isfinite(y)
            if ok.sum() < 2:
                continue
            a, b = np.polyfit(x[ok], y[ok], 1)
            s = np.sum((y[ok] - a * x[ok] - b) ** 2)
            if best is None or s < best[0]:
                best = s, E, a, b
    if best is None:
        return {"floor": 0.0, "alpha": 0.0, "N_c": 0.0}
    s, E, a, b = best
    return {"floor": E, "alpha": -a, "N_c": np.exp(-b / a)}


# %% wrong: impossible-floor, earns 0.6 — loss at the smallest size bounds the candidates
def loss_floor(N, L, floors):
    x = np.log(N)
    best = None
    for E in floors:
        if E < L[np.argmin(N)]:
            with np.errstate(all="ignore"):
                y = np.log(L - E)
            ok = np.isfinite(y)
            if ok.sum() < 2:
                continue
            a, b = np.polyfit(x[ok], y[ok], 1)
            s = np.sum((y[ok] - a * x[ok] - b) ** 2)
            if best is None or s < best[0]:
                best = s, E, a, b
    s, E, a, b = best
    return {"floor": E, "alpha": -a, "N_c": np.exp(-b / a)}


# %% wrong: impossible-floor, earns 0.6 — loss of the largest model bounds the candidates
def loss_floor(N, L, floors):
    x = np.log(N)
    best = None
    for E in floors:
        if E < L[np.argmax(N)]:
            with np.errstate(all="ignore"):
                y = np.log(L - E)
            ok = np.isfinite(y)
            if ok.sum() < 2:
                continue
            a, b = np.polyfit(x[ok], y[ok], 1)
            s = np.sum((y[ok] - a * x[ok] - b) ** 2)
            if best is None or s < best[0]:
                best = s, E, a, b
    if best is None:
        return {"floor": 0.0, "alpha": 0.0, "N_c": 0.0}
    s, E, a, b = best
    return {"floor": E, "alpha": -a, "N_c": np.exp(-b / a)}


# %% wrong: sign, earns 0.9083 — slope returned with its minus sign
def loss_floor(N, L, floors):
    x = np.log(N)
    def fit(E):
        y = np.log(L - E)
        a, b = np.polyfit(x, y, 1)
        return np.sum((y - a * x - b) ** 2), E, a, b
    s, E, a, b = min(fit(E) for E in floors[floors < L.min()])
    return {"floor": E, "alpha": a, "N_c": np.exp(-b / a)}


# %% wrong: reciprocal, earns 0.8833 — intercept divided by the negative slope
def loss_floor(N, L, floors):
    x = np.log(N)
    def fit(E):
        y = np.log(L - E)
        a, b = np.polyfit(x, y, 1)
        return np.sum((y - a * x - b) ** 2), E, a, b
    s, E, a, b = min(fit(E) for E in floors[floors < L.min()])
    return {"floor": E, "alpha": -a, "N_c": np.exp(b / a)}


# %% wrong: scale, earns 0.85 — exponential of the intercept alone
def loss_floor(N, L, floors):
    x = np.log(N)
    def fit(E):
        y = np.log(L - E)
        a, b = np.polyfit(x, y, 1)
        return np.sum((y - a * x - b) ** 2), E, a, b
    s, E, a, b = min(fit(E) for E in floors[floors < L.min()])
    return {"floor": E, "alpha": -a, "N_c": np.exp(b)}


# %% wrong: multiplied, earns 0.8833 — intercept multiplied by alpha
def loss_floor(N, L, floors):
    x = np.log(N)
    def fit(E):
        y = np.log(L - E)
        a, b = np.polyfit(x, y, 1)
        return np.sum((y - a * x - b) ** 2), E, a, b
    s, E, a, b = min(fit(E) for E in floors[floors < L.min()])
    return {"floor": E, "alpha": -a, "N_c": np.exp(-b * a)}


# %% wrong: logarithm, earns 0.9083 — logarithm of the size returned
def loss_floor(N, L, floors):
    x = np.log(N)
    def fit(E):
        y = np.log(L - E)
        a, b = np.polyfit(x, y, 1)
        return np.sum((y - a * x - b) ** 2), E, a, b
    s, E, a, b = min(fit(E) for E in floors[floors < L.min()])
    return {"floor": E, "alpha": -a, "N_c": -b / a}


# %% wrong: other-base, earns 0.8833 — base ten logarithms turned back with e
def loss_floor(N, L, floors):
    x = np.log10(N)
    def fit(E):
        y = np.log10(L - E)
        a, b = np.polyfit(x, y, 1)
        return np.sum((y - a * x - b) ** 2), E, a, b
    s, E, a, b = min(fit(E) for E in floors[floors < L.min()])
    return {"floor": E, "alpha": -a, "N_c": np.exp(-b / a)}


# %% wrong: other-base, earns 0.8833 — sizes in base ten and losses in base e
def loss_floor(N, L, floors):
    x = np.log10(N)
    def fit(E):
        y = np.log(L - E)
        a, b = np.polyfit(x, y, 1)
        return np.sum((y - a * x - b) ** 2), E, a, b
    s, E, a, b = min(fit(E) for E in floors[floors < L.min()])
    return {"floor": E, "alpha": -a, "N_c": 10 ** (-b / a)}


# %% wrong: unrecognised, earns 0.7 — size where the whole loss is one
def loss_floor(N, L, floors):
    x = np.log(N)
    def fit(E):
        y = np.log(L - E)
        a, b = np.polyfit(x, y, 1)
        return np.sum((y - a * x - b) ** 2), E, a, b
    s, E, a, b = min(fit(E) for E in floors[floors < L.min()])
    with np.errstate(all="ignore"):
        return {"floor": E, "alpha": -a, "N_c": np.exp((np.log(max(1 - E, 1e-12)) - b) / a)}


# %% wrong: two-points, earns 0.8167 — alpha from the first and the last point
def loss_floor(N, L, floors):
    x = np.log(N)
    def fit(E):
        y = np.log(L - E)
        a, b = np.polyfit(x, y, 1)
        return np.sum((y - a * x - b) ** 2), E, a, b
    s, E, a, b = min(fit(E) for E in floors[floors < L.min()])
    y = np.log(L - E)
    alpha = -(y[-1] - y[0]) / (x[-1] - x[0])
    return {"floor": E, "alpha": alpha, "N_c": np.exp(-b / a)}


# %% wrong: two-points, earns 0.6417 — line through the smallest and largest size
def loss_floor(N, L, floors):
    x = np.log(N)
    i, j = np.argmin(N), np.argmax(N)
    def fit(E):
        y = np.log(L - E)
        a = (y[j] - y[i]) / (x[j] - x[i])
        b = y[i] - a * x[i]
        return np.sum((y - a * x - b) ** 2), E, a, b
    s, E, a, b = min(fit(E) for E in floors[floors < L.min()])
    return {"floor": E, "alpha": -a, "N_c": np.exp(-b / a)}


# %% wrong: unrecognised, earns 0.4 — median of the slopes between all points
def loss_floor(N, L, floors):
    x = np.log(N)
    i, j = np.triu_indices(len(x), 1)
    def fit(E):
        y = np.log(L - E)
        a = np.median((y[j] - y[i]) / (x[j] - x[i]))
        b = np.median(y - a * x)
        return np.sum((y - a * x - b) ** 2), E, a, b
    s, E, a, b = min(fit(E) for E in floors[floors < L.min()])
    return {"floor": E, "alpha": -a, "N_c": np.exp(-b / a)}


# %% wrong: along-x, earns 0.6 — size fitted to the loss instead
def loss_floor(N, L, floors):
    x = np.log(N)
    def fit(E):
        y = np.log(L - E)
        c, m = np.polyfit(y, x, 1)
        return np.sum((x - c * y - m) ** 2), E, 1 / c, -m / c
    s, E, a, b = min(fit(E) for E in floors[floors < L.min()])
    return {"floor": E, "alpha": -a, "N_c": np.exp(-b / a)}


# %% wrong: no-intercept + unrecognised, earns 0.2083 — line without an intercept
def loss_floor(N, L, floors):
    x = np.log(N)
    def fit(E):
        y = np.log(L - E)
        a = x @ y / (x @ x)
        return np.sum((y - a * x) ** 2), E, a, 0.0
    s, E, a, b = min(fit(E) for E in floors[floors < L.min()])
    return {"floor": E, "alpha": -a, "N_c": np.exp(-b / a)}


# %% wrong: other-floor + no-floor + unrecognised, earns 0.1833 — floor subtracted after the logarithm
def loss_floor(N, L, floors):
    x = np.log(N)
    def fit(E):
        y = np.log(L) - E
        a, b = np.polyfit(x, y, 1)
        return np.sum((y - a * x - b) ** 2), E, a, b
    s, E, a, b = min(fit(E) for E in floors[floors < L.min()])
    return {"floor": E, "alpha": -a, "N_c": np.exp(-b / a)}


# %% wrong: other-floor + no-floor + unrecognised, earns 0.1833 — loss divided by the floor
def loss_floor(N, L, floors):
    x = np.log(N)
    def fit(E):
        y = np.log(L / E) if E > 0 else np.log(L)
        a, b = np.polyfit(x, y, 1)
        return np.sum((y - a * x - b) ** 2), E, a, b
    s, E, a, b = min(fit(E) for E in floors[floors < L.min()])
    return {"floor": E, "alpha": -a, "N_c": np.exp(-b / a)}


# %% wrong: lowest-floor + unrecognised + not-finite, earns 0.1167 — sizes without their logarithm
def loss_floor(N, L, floors):
    x = N / 1e6
    def fit(E):
        y = np.log(L - E)
        a, b = np.polyfit(x, y, 1)
        return np.sum((y - a * x - b) ** 2), E, a, b
    s, E, a, b = min(fit(E) for E in floors[floors < L.min()])
    with np.errstate(all="ignore"):
        return {"floor": E, "alpha": -a, "N_c": np.exp(-b / a)}


# %% wrong: floor-0-lost, earns 0.7 — candidate zero is left out
def loss_floor(N, L, floors):
    x = np.log(N)
    best = None
    for E in floors:
        if E and E < L.min():
            y = np.log(L - E)
            a, b = np.polyfit(x, y, 1)
            s = np.sum((y - a * x - b) ** 2)
            if best is None or s < best[0]:
                best = s, E, a, b
    if best is None:
        return {"floor": 0.0, "alpha": 0.0, "N_c": 0.0}
    s, E, a, b = best
    return {"floor": E, "alpha": -a, "N_c": np.exp(-b / a)}


# %% wrong: shifted-index, earns 0.7 — place in the shortened list used in the whole
def loss_floor(N, L, floors):
    x = np.log(N)
    fits = []
    for E in floors[floors < L.min()]:
        y = np.log(L - E)
        a, b = np.polyfit(x, y, 1)
        fits.append((np.sum((y - a * x - b) ** 2), a, b))
    i = int(np.argmin([f[0] for f in fits]))
    s, a, b = fits[i]
    return {"floor": floors[i], "alpha": -a, "N_c": np.exp(-b / a)}


# %% wrong: other-floor, earns 0.5833 — line of the last candidate beside the right floor
def loss_floor(N, L, floors):
    x = np.log(N)
    smallest, floor = np.inf, None
    for E in floors:
        if E < L.min():
            y = np.log(L - E)
            a, b = np.polyfit(x, y, 1)
            s = np.sum((y - a * x - b) ** 2)
            if s < smallest:
                smallest, floor = s, E
    return {"floor": floor, "alpha": -a, "N_c": np.exp(-b / a)}


# %% wrong: other-floor, earns 0.3 — sum of distances without squares
def loss_floor(N, L, floors):
    x = np.log(N)
    def fit(E):
        y = np.log(L - E)
        a, b = np.polyfit(x, y, 1)
        return np.sum(y - a * x - b), E, a, b
    s, E, a, b = min(fit(E) for E in floors[floors < L.min()])
    return {"floor": E, "alpha": -a, "N_c": np.exp(-b / a)}


# %% wrong: other-floor + unrecognised, earns 0.1167 — curve of the second degree
def loss_floor(N, L, floors):
    x = np.log(N)
    def fit(E):
        y = np.log(L - E)
        c, a, b = np.polyfit(x, y, 2)
        return np.sum((y - c * x ** 2 - a * x - b) ** 2), E, a, b
    s, E, a, b = min(fit(E) for E in floors[floors < L.min()])
    with np.errstate(all="ignore"):
        return {"floor": E, "alpha": -a, "N_c": np.exp(-b / a)}


# %% wrong: sorted-apart, earns 0.3 — sizes sorted without their losses
def loss_floor(N, L, floors):
    x = np.log(np.sort(N))
    def fit(E):
        y = np.log(L - E)
        a, b = np.polyfit(x, y, 1)
        return np.sum((y - a * x - b) ** 2), E, a, b
    s, E, a, b = min(fit(E) for E in floors[floors < L.min()])
    with np.errstate(all="ignore"):
        return {"floor": E, "alpha": -a, "N_c": np.exp(-b / a)}


# %% wrong: sorted-apart, earns 0.5833 — sizes up and losses down both sorted
def loss_floor(N, L, floors):
    x = np.log(np.sort(N))
    loss = np.sort(L)[::-1]
    def fit(E):
        y = np.log(loss - E)
        a, b = np.polyfit(x, y, 1)
        return np.sum((y - a * x - b) ** 2), E, a, b
    s, E, a, b = min(fit(E) for E in floors[floors < L.min()])
    return {"floor": E, "alpha": -a, "N_c": np.exp(-b / a)}


# %% wrong: unrecognised, earns 0.4 — weights by the size in the fit
def loss_floor(N, L, floors):
    x = np.log(N)
    def fit(E):
        y = np.log(L - E)
        a, b = np.polyfit(x, y, 1, w=x)
        return np.sum((y - a * x - b) ** 2), E, a, b
    s, E, a, b = min(fit(E) for E in floors[floors < L.min()])
    return {"floor": E, "alpha": -a, "N_c": np.exp(-b / a)}


# %% wrong: unrecognised, earns 0.5 — only sums of squares below one count
def loss_floor(N, L, floors):
    x = np.log(N)
    smallest, out = 1.0, {"floor": 0.0, "alpha": 0.0, "N_c": 0.0}
    for E in floors[floors < L.min()]:
        y = np.log(L - E)
        a, b = np.polyfit(x, y, 1)
        s = np.sum((y - a * x - b) ** 2)
        if s < smallest:
            smallest = s
            out = {"floor": E, "alpha": -a, "N_c": np.exp(-b / a)}
    return out


# %% wrong: other-floor + unrecognised, earns 0.1167 — covariance and variance with different divisors
def loss_floor(N, L, floors):
    x = np.log(N)
    def fit(E):
        y = np.log(L - E)
        a = np.cov(x, y)[0, 1] / np.var(x)
        b = y.mean() - a * x.mean()
        return np.sum((y - a * x - b) ** 2), E, a, b
    s, E, a, b = min(fit(E) for E in floors[floors < L.min()])
    return {"floor": E, "alpha": -a, "N_c": np.exp(-b / a)}


# %% wrong: other-floor + unrecognised, earns 0.1167 — largest size left out of the fit
def loss_floor(N, L, floors):
    keep = N < N.max()
    x = np.log(N[keep])
    def fit(E):
        y = np.log(L[keep] - E)
        a, b = np.polyfit(x, y, 1)
        return np.sum((y - a * x - b) ** 2), E, a, b
    s, E, a, b = min(fit(E) for E in floors[floors < L.min()])
    return {"floor": E, "alpha": -a, "N_c": np.exp(-b / a)}


# %% wrong: changed-arguments, earns 0.7 — losses changed in place
def loss_floor(N, L, floors):
    x = np.log(N)
    best = None
    low = float(L.min())
    for E in floors[floors < low]:
        L -= E
        y = np.log(L)
        L += E
        a, b = np.polyfit(x, y, 1)
        s = np.sum((y - a * x - b) ** 2)
        if best is None or s < best[0]:
            best = s, E, a, b
    s, E, a, b = best
    L -= E
    return {"floor": E, "alpha": -a, "N_c": np.exp(-b / a)}


# %% wrong: changed-arguments, earns 0.7 — candidates sorted in place
def loss_floor(N, L, floors):
    x = np.log(N)
    floors.sort()
    best = None
    for E in floors:
        if E >= L.min():
            break
        y = np.log(L - E)
        a, b = np.polyfit(x, y, 1)
        s = np.sum((y - a * x - b) ** 2)
        if best is None or s < best[0]:
            best = s, E, a, b
    s, E, a, b = best
    return {"floor": E, "alpha": -a, "N_c": np.exp(-b / a)}


# %% wrong: unrecognised, earns 0.5 — stops at the first candidate that is too large
def loss_floor(N, L, floors):
    x = np.log(N)
    best = None
    for E in floors:
        if E >= L.min():
            break
        y = np.log(L - E)
        a, b = np.polyfit(x, y, 1)
        s = np.sum((y - a * x - b) ** 2)
        if best is None or s < best[0]:
            best = s, E, a, b
    if best is None:
        return {"floor": 0.0, "alpha": 0.0, "N_c": 0.0}
    s, E, a, b = best
    return {"floor": E, "alpha": -a, "N_c": np.exp(-b / a)}


# %% wrong: other-floor, earns 0.3 — stops when the sum of squares grows
def loss_floor(N, L, floors):
    x = np.log(N)
    best = None
    for E in floors[floors < L.min()]:
        y = np.log(L - E)
        a, b = np.polyfit(x, y, 1)
        s = np.sum((y - a * x - b) ** 2)
        if best is not None and s >= best[0]:
            break
        best = s, E, a, b
    s, E, a, b = best
    return {"floor": E, "alpha": -a, "N_c": np.exp(-b / a)}


# %% wrong: not-a-dictionary — numbers in a tuple without their names
def loss_floor(N, L, floors):
    x = np.log(N)
    def fit(E):
        y = np.log(L - E)
        a, b = np.polyfit(x, y, 1)
        return np.sum((y - a * x - b) ** 2), E, a, b
    s, E, a, b = min(fit(E) for E in floors[floors < L.min()])
    return E, -a, np.exp(-b / a)


# %% wrong: index, earns 0.8833 — number of the candidate instead of its floor
def loss_floor(N, L, floors):
    x = np.log(N)
    def fit(i):
        y = np.log(L - floors[i])
        a, b = np.polyfit(x, y, 1)
        return np.sum((y - a * x - b) ** 2), i, a, b
    s, i, a, b = min(fit(i) for i in range(len(floors)) if floors[i] < L.min())
    return {"floor": i, "alpha": -a, "N_c": np.exp(-b / a)}
