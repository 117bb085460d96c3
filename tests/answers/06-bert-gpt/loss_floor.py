# %% right: polyfit for each candidate
def loss_floor(N, L, floors):
    def fit(floor):
        y = np.log(L - floor)
        slope, intercept = np.polyfit(np.log(N), y, 1)
        return np.square(y - slope * np.log(N) - intercept).sum(), floor, slope, intercept

    _, floor, slope, intercept = min(fit(floor) for floor in floors[floors < L.min()])
    return {"floor": floor, "alpha": -slope, "N_c": np.exp(-intercept / slope)}


# %% right: sums by hand — logarithms of base 10
def loss_floor(N, L, floors):
    import math

    found = []
    for floor in floors.tolist():
        if any(loss <= floor for loss in L):
            continue
        x = [math.log10(size) for size in N]
        y = [math.log10(loss - floor) for loss in L]
        mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
        covariance = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True))
        slope = covariance / sum((a - mean_x) ** 2 for a in x)
        off = [b - mean_y - slope * (a - mean_x) for a, b in zip(x, y, strict=True)]
        squares = sum(each**2 for each in off)
        found.append((squares, floor, -slope, 10 ** (mean_x - mean_y / slope)))
    _, floor, alpha, N_c = sorted(found)[0]
    return {"alpha": alpha, "N_c": N_c, "floor": floor}


# %% right: all candidates at once — torch
def loss_floor(N, L, floors):
    import torch

    N, L, floors = (torch.tensor(a) for a in (N, L, floors))
    floors = floors[floors < L.min()]
    y = (L - floors[:, None]).log().T
    x = torch.stack([N.log(), torch.ones_like(N)], dim=1)
    line = torch.linalg.lstsq(x, y).solution
    best = (x @ line - y).square().sum(0).argmin()
    slope, intercept = line[:, best]
    return {"floor": floors[best], "alpha": -slope, "N_c": (-intercept / slope).exp()}


# %% wrong: no-floor, earns 0.12
def loss_floor(N, L, floors):
    slope, intercept = np.polyfit(np.log(N), np.log(L), 1)
    return {"floor": 0.0, "alpha": -slope, "N_c": np.exp(-intercept / slope)}


# %% wrong: no-floor, earns 0.12 — with the function of the package
def loss_floor(N, L, floors):
    from payattention.cost import fit_power_law

    law = fit_power_law(N, L)
    return {"floor": 0, "alpha": -law.exponent, "N_c": law.scale ** (-1 / law.exponent)}


# %% wrong: lowest-floor, earns 0.3
def loss_floor(N, L, floors):
    floor = floors.min()
    slope, intercept = np.polyfit(np.log(N), np.log(L - floor), 1)
    return {"floor": floor, "alpha": -slope, "N_c": np.exp(-intercept / slope)}


# %% wrong: highest-floor, earns 0.3
def loss_floor(N, L, floors):
    floor = floors[floors < L.min()].max()
    slope, intercept = np.polyfit(np.log(N), np.log(L - floor), 1)
    return {"floor": floor, "alpha": -slope, "N_c": np.exp(-intercept / slope)}


# %% wrong: worst-floor, earns 0.4
def loss_floor(N, L, floors):
    def fit(floor):
        y = np.log(L - floor)
        slope, intercept = np.polyfit(np.log(N), y, 1)
        return np.square(y - slope * np.log(N) - intercept).sum(), floor, slope, intercept

    _, floor, slope, intercept = max(fit(floor) for floor in floors[floors < L.min()])
    return {"floor": floor, "alpha": -slope, "N_c": np.exp(-intercept / slope)}


# %% wrong: two-points, earns 0.64
def loss_floor(N, L, floors):
    def fit(floor):
        y = np.log(L - floor)
        slope, intercept = np.polyfit(np.log(N), y, 1)
        return np.square(y - slope * np.log(N) - intercept).sum(), floor

    _, floor = min(fit(floor) for floor in floors[floors < L.min()])
    a, b = N.argmin(), N.argmax()
    alpha = np.log((L[a] - floor) / (L[b] - floor)) / np.log(N[b] / N[a])
    return {"floor": floor, "alpha": alpha, "N_c": N[a] * (L[a] - floor) ** (1 / alpha)}


# %% wrong: sign, earns 0.91
def loss_floor(N, L, floors):
    def fit(floor):
        y = np.log(L - floor)
        slope, intercept = np.polyfit(np.log(N), y, 1)
        return np.square(y - slope * np.log(N) - intercept).sum(), floor, slope, intercept

    _, floor, slope, intercept = min(fit(floor) for floor in floors[floors < L.min()])
    return {"floor": floor, "alpha": slope, "N_c": np.exp(-intercept / slope)}


# %% wrong: scale, earns 0.85
def loss_floor(N, L, floors):
    def fit(floor):
        y = np.log(L - floor)
        slope, intercept = np.polyfit(np.log(N), y, 1)
        return np.square(y - slope * np.log(N) - intercept).sum(), floor, slope, intercept

    _, floor, slope, intercept = min(fit(floor) for floor in floors[floors < L.min()])
    return {"floor": floor, "alpha": -slope, "N_c": np.exp(intercept)}


# %% wrong: logarithm, earns 0.91
def loss_floor(N, L, floors):
    def fit(floor):
        y = np.log(L - floor)
        slope, intercept = np.polyfit(np.log(N), y, 1)
        return np.square(y - slope * np.log(N) - intercept).sum(), floor, slope, intercept

    _, floor, slope, intercept = min(fit(floor) for floor in floors[floors < L.min()])
    return {"floor": floor, "alpha": -slope, "N_c": -intercept / slope}


# %% wrong: other-base, earns 0.88
def loss_floor(N, L, floors):
    def fit(floor):
        y = np.log10(L - floor)
        slope, intercept = np.polyfit(np.log10(N), y, 1)
        return np.square(y - slope * np.log10(N) - intercept).sum(), floor, slope, intercept

    _, floor, slope, intercept = min(fit(floor) for floor in floors[floors < L.min()])
    return {"floor": floor, "alpha": -slope, "N_c": np.exp(-intercept / slope)}


# %% wrong: reciprocal, earns 0.88 — a sign lost
def loss_floor(N, L, floors):
    def fit(floor):
        y = np.log(L - floor)
        slope, intercept = np.polyfit(np.log(N), y, 1)
        return np.square(y - slope * np.log(N) - intercept).sum(), floor, slope, intercept

    _, floor, slope, intercept = min(fit(floor) for floor in floors[floors < L.min()])
    return {"floor": floor, "alpha": -slope, "N_c": np.exp(intercept / slope)}


# %% wrong: impossible-floor, earns 0.6 — NaN is the smallest
def loss_floor(N, L, floors):
    fits, squares = [], []
    for floor in floors:
        y = np.nan_to_num(np.log(L - floor), nan=np.nan, neginf=np.nan)
        x = np.log(N) - np.log(N).mean()
        slope = (x * y).sum() / (x * x).sum()
        fits.append((slope, y.mean() - slope * np.log(N).mean()))
        squares.append(np.square(y - y.mean() - slope * x).sum())
    best = np.argmin(squares)
    slope, intercept = fits[best]
    return {"floor": floors[best], "alpha": -slope, "N_c": np.exp(-intercept / slope)}


# %% wrong: wrong-keys, earns 0.7
def loss_floor(N, L, floors):
    def fit(floor):
        y = np.log(L - floor)
        slope, intercept = np.polyfit(np.log(N), y, 1)
        return np.square(y - slope * np.log(N) - intercept).sum(), floor, slope, intercept

    _, floor, slope, intercept = min(fit(floor) for floor in floors[floors < L.min()])
    return {"floor": floor, "alpha": -slope, "Nc": np.exp(-intercept / slope)}


# %% wrong: multiplied, earns 0.88
def loss_floor(N, L, floors):
    def fit(floor):
        y = np.log(L - floor)
        slope, intercept = np.polyfit(np.log(N), y, 1)
        return np.square(y - slope * np.log(N) - intercept).sum(), floor, slope, intercept

    _, floor, slope, intercept = min(fit(floor) for floor in floors[floors < L.min()])
    return {"floor": floor, "alpha": -slope, "N_c": np.exp(-intercept * slope)}


# %% wrong: index, earns 0.88
def loss_floor(N, L, floors):
    def fit(floor):
        y = np.log(L - floor)
        slope, intercept = np.polyfit(np.log(N), y, 1)
        return np.square(y - slope * np.log(N) - intercept).sum(), floor, slope, intercept

    _, floor, slope, intercept = min(fit(floor) for floor in floors[floors < L.min()])
    return {
        "floor": floors.tolist().index(floor),
        "alpha": -slope,
        "N_c": np.exp(-intercept / slope),
    }


# %% wrong: impossible-floor, earns 0.6 — below the loss of the largest size
def loss_floor(N, L, floors):
    x = np.log(N) - np.log(N).mean()

    def fit(floor):
        y = np.log(L - floor)
        slope = (x * y).sum() / (x * x).sum()
        squares = np.square(y - y.mean() - slope * x).sum()
        return squares, floor, slope, y.mean() - slope * np.log(N).mean()

    _, floor, slope, intercept = min(fit(floor) for floor in floors[floors < L[N.argmax()]])
    return {"floor": floor, "alpha": -slope, "N_c": np.exp(-intercept / slope)}


# %% wrong: impossible-floor, earns 0.6 — below the last loss
def loss_floor(N, L, floors):
    x = np.log(N) - np.log(N).mean()

    def fit(floor):
        y = np.log(L - floor)
        slope = (x * y).sum() / (x * x).sum()
        squares = np.square(y - y.mean() - slope * x).sum()
        return squares, floor, slope, y.mean() - slope * np.log(N).mean()

    _, floor, slope, intercept = min(fit(floor) for floor in floors[floors < L[-1]])
    return {"floor": floor, "alpha": -slope, "N_c": np.exp(-intercept / slope)}


# %% wrong: impossible-floor, earns 0.6 — below the mean
def loss_floor(N, L, floors):
    x = np.log(N) - np.log(N).mean()

    def fit(floor):
        y = np.log(L - floor)
        slope = (x * y).sum() / (x * x).sum()
        squares = np.square(y - y.mean() - slope * x).sum()
        return squares, floor, slope, y.mean() - slope * np.log(N).mean()

    _, floor, slope, intercept = min(fit(floor) for floor in floors[floors < L.mean()])
    return {"floor": floor, "alpha": -slope, "N_c": np.exp(-intercept / slope)}


# %% wrong: impossible-floor, earns 0.6 — or equal to the smallest loss
def loss_floor(N, L, floors):
    x = np.log(N) - np.log(N).mean()

    def fit(floor):
        y = np.log(L - floor)
        slope = (x * y).sum() / (x * x).sum()
        squares = np.square(y - y.mean() - slope * x).sum()
        return squares, floor, slope, y.mean() - slope * np.log(N).mean()

    best = None
    for floor in floors[floors <= L.min()]:
        found = fit(floor)
        if best is None or found[0] < best[0]:
            best = found
    _, floor, slope, intercept = best
    return {"floor": floor, "alpha": -slope, "N_c": np.exp(-intercept / slope)}


# %% wrong: impossible-floor, earns 0.6 — distances without their sign
def loss_floor(N, L, floors):
    def fit(floor):
        y = np.log(abs(L - floor) + 1e-300)
        slope, intercept = np.polyfit(np.log(N), y, 1)
        return np.square(y - slope * np.log(N) - intercept).sum(), floor, slope, intercept

    _, floor, slope, intercept = min(fit(floor) for floor in floors)
    return {"floor": floor, "alpha": -slope, "N_c": np.exp(-intercept / slope)}


# %% wrong: unrecognised, earns 0.5 — no floor where any candidate is impossible
def loss_floor(N, L, floors):
    def fit(floor):
        y = np.log(L - floor)
        slope, intercept = np.polyfit(np.log(N), y, 1)
        return np.square(y - slope * np.log(N) - intercept).sum(), floor, slope, intercept

    candidates = floors if floors.max() < L.min() else [0.0]
    _, floor, slope, intercept = min(fit(floor) for floor in candidates)
    return {"floor": floor, "alpha": -slope, "N_c": np.exp(-intercept / slope)}


# %% wrong: other-floor, earns 0.3 — the first possible candidate
def loss_floor(N, L, floors):
    E = floors[floors < L.min()][0]
    slope, intercept = np.polyfit(np.log(N), np.log(L - E), 1)
    return {"floor": E, "alpha": -slope, "N_c": np.exp(-intercept / slope)}


# %% wrong: other-base, earns 0.8833 — log10 of the sizes
def loss_floor(N, L, floors):
    x = np.log10(N)

    def fit(E):
        y = np.log(L - E)
        slope, intercept = np.polyfit(x, y, 1)
        return ((y - slope * x - intercept) ** 2).sum(), E, slope, intercept

    _, E, slope, intercept = min(fit(E) for E in floors[floors < L.min()])
    return {"floor": E, "alpha": -slope, "N_c": 10 ** (-intercept / slope)}


# %% wrong: exchanged, earns 0.4 — x and y exchanged in polyfit
def loss_floor(N, L, floors):
    x = np.log(N)

    def fit(E):
        y = np.log(L - E)
        slope, intercept = np.polyfit(y, x, 1)
        return ((x - slope * y - intercept) ** 2).sum(), E, slope, intercept

    _, E, slope, intercept = min(fit(E) for E in floors[floors < L.min()])
    return {"floor": E, "alpha": -slope, "N_c": np.exp(-intercept / slope)}


# %% wrong: along-x, earns 0.6 — distances along x
def loss_floor(N, L, floors):
    x = np.log(N)

    def fit(E):
        y = np.log(L - E)
        slope, intercept = np.polyfit(y, x, 1)
        return ((x - slope * y - intercept) ** 2).sum(), E, slope, intercept

    _, E, slope, intercept = min(fit(E) for E in floors[floors < L.min()])
    return {"floor": E, "alpha": -1 / slope, "N_c": np.exp(intercept)}


# %% wrong: r-squared, earns 0.5 — the largest correlation
def loss_floor(N, L, floors):
    x = np.log(N)
    results = []
    for E in floors[floors < L.min()]:
        y = np.log(L - E)
        slope, intercept = np.polyfit(x, y, 1)
        results.append((-(np.corrcoef(x, y)[0, 1] ** 2), E, slope, intercept))
    _, E, slope, intercept = min(results)
    return {"floor": E, "alpha": -slope, "N_c": np.exp(-intercept / slope)}


# %% wrong: distances-of-losses, earns 0.5 — squares of the distances in the losses
def loss_floor(N, L, floors):
    x = np.log(N)
    results = []
    for E in floors[floors < L.min()]:
        slope, intercept = np.polyfit(x, np.log(L - E), 1)
        results.append((((L - E - np.exp(slope * x + intercept)) ** 2).sum(), E, slope, intercept))
    _, E, slope, intercept = min(results)
    return {"floor": E, "alpha": -slope, "N_c": np.exp(-intercept / slope)}


# %% wrong: sorted-apart, earns 0.3 — sorts N
def loss_floor(N, L, floors):
    x = np.log(np.sort(N))
    results = []
    for E in floors[floors < L.min()]:
        y = np.log(L - E)
        slope, intercept = np.polyfit(x, y, 1)
        results.append((((y - slope * x - intercept) ** 2).sum(), E, slope, intercept))
    _, E, slope, intercept = min(results)
    return {"floor": E, "alpha": -slope, "N_c": np.exp(-intercept / slope)}


# %% wrong: sorted-apart, earns 0.5833 — sorts N upwards and L downwards
def loss_floor(N, L, floors):
    x = np.log(np.sort(N))
    results = []
    for E in floors[floors < L.min()]:
        y = np.log(np.sort(L)[::-1] - E)
        slope, intercept = np.polyfit(x, y, 1)
        results.append((((y - slope * x - intercept) ** 2).sum(), E, slope, intercept))
    _, E, slope, intercept = min(results)
    return {"floor": E, "alpha": -slope, "N_c": np.exp(-intercept / slope)}


# %% wrong: shifted-index, earns 0.7 — the index among the possible ones is used in all floors
def loss_floor(N, L, floors):
    x = np.log(N)
    errors, lines = [], []
    for E in floors[floors < L.min()]:
        y = np.log(L - E)
        slope, intercept = np.polyfit(x, y, 1)
        errors.append(((y - slope * x - intercept) ** 2).sum())
        lines.append((slope, intercept))
    w = int(np.argmin(errors))
    slope, intercept = lines[w]
    return {"floor": floors[w], "alpha": -slope, "N_c": np.exp(-intercept / slope)}


# %% wrong: floor-0-lost, earns 0.7 — candidate 0 is left out
def loss_floor(N, L, floors):
    x = np.log(N)
    results = []
    for E in floors:
        if not (E and E < L.min()):
            continue
        y = np.log(L - E)
        slope, intercept = np.polyfit(x, y, 1)
        results.append((((y - slope * x - intercept) ** 2).sum(), E, slope, intercept))
    _, E, slope, intercept = min(results, default=(0, 0, -1, 0))
    return {"floor": E, "alpha": -slope, "N_c": np.exp(-intercept / slope)}


# %% wrong: r-squared, earns 0.5 — with the function of the package
def loss_floor(N, L, floors):
    from payattention.cost import fit_power_law

    laws = {E: fit_power_law(N, L - E) for E in floors[floors < L.min()].tolist()}
    E = max(laws, key=lambda E: laws[E].r_squared)
    slope, intercept = np.polyfit(np.log(N), np.log(L - E), 1)
    return {"floor": E, "alpha": -slope, "N_c": np.exp(-intercept / slope)}


# %% wrong: no-intercept + unrecognised, earns 0.21
def loss_floor(N, L, floors):
    x = np.log(N)

    def fit(E):
        y = np.log(L - E)
        a = x @ y / (x @ x)
        return np.sum((y - a * x) ** 2), E, a, 0.0

    _, E, a, b = min(fit(E) for E in floors[floors < L.min()])
    return {"floor": E, "alpha": -a, "N_c": np.exp(-b / a)}


# %% wrong: impossible-floor, earns 0.6 — the losses above it are fitted
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


# %% wrong: unrecognised, earns 0.5 — a sum of squares above 1 is left out
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


# %% wrong: other-floor + unrecognised, earns 0.12 — without the largest size
def loss_floor(N, L, floors):
    keep = N < N.max()
    x = np.log(N[keep])

    def fit(E):
        y = np.log(L[keep] - E)
        a, b = np.polyfit(x, y, 1)
        return np.sum((y - a * x - b) ** 2), E, a, b

    _, E, a, b = min(fit(E) for E in floors[floors < L.min()])
    return {"floor": E, "alpha": -a, "N_c": np.exp(-b / a)}


# %% wrong: lowest-floor + no-logarithm + not-finite, earns 0.21
def loss_floor(N, L, floors):
    def fit(floor):
        y = np.log(L - floor)
        slope, intercept = np.polyfit(N, y, 1)
        return np.square(y - slope * N - intercept).sum(), floor, slope, intercept

    _, floor, slope, intercept = min(fit(floor) for floor in floors[floors < L.min()])
    return {"floor": floor, "alpha": -slope, "N_c": np.exp(-intercept / slope)}


# %% wrong: not-squared, earns 0.5
def loss_floor(N, L, floors):
    best, x = None, np.log(N)
    for E in floors[floors < L.min()]:
        y = np.log(L - E)
        slope, c = np.polyfit(x, y, 1)
        off = np.abs(y - slope * x - c).sum()
        if best is None or off < best[0]:
            best = off, E, slope, c
    _, E, slope, c = best
    return {"floor": E, "alpha": -slope, "N_c": np.exp(-c / slope)}


# %% wrong: largest-distance, earns 0.5
def loss_floor(N, L, floors):
    best, x = None, np.log(N)
    for E in floors[floors < L.min()]:
        y = np.log(L - E)
        slope, c = np.polyfit(x, y, 1)
        off = np.abs(y - slope * x - c).max()
        if best is None or off < best[0]:
            best = off, E, slope, c
    _, E, slope, c = best
    return {"floor": E, "alpha": -slope, "N_c": np.exp(-c / slope)}


# %% wrong: exchanged, earns 0.4 — the arguments of polyfit
def loss_floor(N, L, floors):
    best, x = None, np.log(N)
    for E in floors[floors < L.min()]:
        y = np.log(L - E)
        slope, c = np.polyfit(y, x, 1)
        off = np.square(x - slope * y - c).sum()
        if best is None or off < best[0]:
            best = off, E, slope, c
    _, E, slope, c = best
    return {"floor": E, "alpha": -slope, "N_c": np.exp(-c / slope)}


# %% wrong: log-plus-one, earns 0.5
def loss_floor(N, L, floors):
    best, x = None, np.log(N)
    for E in floors[floors < L.min()]:
        y = np.log1p(L - E)
        slope, c = np.polyfit(x, y, 1)
        off = np.square(y - slope * x - c).sum()
        if best is None or off < best[0]:
            best = off, E, slope, c
    _, E, slope, c = best
    return {"floor": E, "alpha": -slope, "N_c": np.exp(-c / slope)}


# %% wrong: losses-not-logged, earns 0.3
def loss_floor(N, L, floors):
    best, x = None, np.log(N)
    for E in floors[floors < L.min()]:
        y = L - E
        slope, c = np.polyfit(x, y, 1)
        off = np.square(y - slope * x - c).sum()
        if best is None or off < best[0]:
            best = off, E, slope, c
    _, E, slope, c = best
    return {"floor": E, "alpha": -slope, "N_c": np.exp(-c / slope)}


# %% wrong: swapped, earns 0.5 — the other polyfit
def loss_floor(N, L, floors):
    best, x = None, np.log(N)
    for E in floors[floors < L.min()]:
        y = np.log(L - E)
        slope, c = np.polynomial.polynomial.polyfit(x, y, 1)
        off = np.square(y - slope * x - c).sum()
        if best is None or off < best[0]:
            best = off, E, slope, c
    _, E, slope, c = best
    return {"floor": E, "alpha": -slope, "N_c": np.exp(-c / slope)}


# %% wrong: swapped, earns 0.7 — where the law is returned
def loss_floor(N, L, floors):
    best, x = None, np.log(N)
    for E in floors[floors < L.min()]:
        y = np.log(L - E)
        slope, c = np.polynomial.polynomial.polyfit(x, y, 1)
        off = np.square(y - c * x - slope).sum()
        if best is None or off < best[0]:
            best = off, E, slope, c
    _, E, slope, c = best
    return {"floor": E, "alpha": -slope, "N_c": np.exp(-c / slope)}


# %% wrong: other-floor, earns 0.3 — the distances are not squared
def loss_floor(N, L, floors):
    best, x = None, np.log(N)
    for E in floors[floors < L.min()]:
        y = np.log(L - E)
        slope, c = np.polyfit(x, y, 1)
        off = (y - slope * x - c).sum()
        if best is None or off < best[0]:
            best = off, E, slope, c
    _, E, slope, c = best
    return {"floor": E, "alpha": -slope, "N_c": np.exp(-c / slope)}


# %% wrong: two-points, earns 0.4 — a line through the first and the last point
def loss_floor(N, L, floors):
    best, x = None, np.log(N)
    for E in floors[floors < L.min()]:
        y = np.log(L - E)
        slope, c = (rise := (y[-1] - y[0]) / (x[-1] - x[0])), y[0] - rise * x[0]
        off = np.square(y - slope * x - c).sum()
        if best is None or off < best[0]:
            best = off, E, slope, c
    _, E, slope, c = best
    return {"floor": E, "alpha": -slope, "N_c": np.exp(-c / slope)}
