# %% right: mask then shift then where
def length_softmax(scores, lengths, temperatures):
    n = scores.shape[1]
    real = np.arange(n)[None, :] < lengths[:, None]
    e = np.where(real, scores, -np.inf)
    e = e - e.max(axis=1, keepdims=True)
    tau = temperatures[:, None]
    safe = np.where(tau == 0, 1.0, tau)
    x = np.where(tau == 0, (e == 0).astype(float), np.exp(e / safe))
    return x / x.sum(axis=1, keepdims=True)


# %% right: one loop a row
def length_softmax(scores, lengths, temperatures):
    out = np.zeros(scores.shape)
    for b in range(scores.shape[0]):
        k = int(lengths[b])
        row = scores[b, :k]
        if temperatures[b] == 0:
            best = row == row.max()
            out[b, :k] = best / best.sum()
        else:
            x = np.exp((row - row.max()) / temperatures[b])
            out[b, :k] = x / x.sum()
    return out


# %% right: plain Python lists and math exp
def length_softmax(scores, lengths, temperatures):
    import math
    result = []
    for row, length, tau in zip(scores.tolist(), lengths.tolist(), temperatures.tolist()):
        real = row[:length]
        top = max(real)
        if tau == 0:
            shares = [1.0 if x == top else 0.0 for x in real]
        else:
            shares = [math.exp((x - top) / tau) for x in real]
        total = sum(shares)
        result.append([x / total for x in shares] + [0.0] * (len(row) - length))
    return np.array(result)


# %% right: torch masked fill and softmax
def length_softmax(scores, lengths, temperatures):
    import torch
    e = torch.from_numpy(np.array(scores, dtype=np.float64))
    length = torch.from_numpy(np.array(lengths, dtype=np.int64))[:, None]
    tau = torch.from_numpy(np.array(temperatures, dtype=np.float64))[:, None]
    pad = torch.arange(e.shape[1])[None, :] >= length
    e = e.masked_fill(pad, float("-inf"))
    e = e - e.max(dim=1, keepdim=True).values
    soft = torch.softmax(e / torch.where(tau == 0, torch.ones_like(tau), tau), dim=1)
    hard = (e == 0).double()
    hard = hard / hard.sum(dim=1, keepdim=True)
    return torch.where(tau == 0, hard, soft)


# %% right: zero temperature replaced by a tiny one
def length_softmax(scores, lengths, temperatures):
    real = np.arange(scores.shape[1]) < np.asarray(lengths).reshape(-1, 1)
    e = np.where(real, scores, -1e6)
    e = (e - e.max(axis=1, keepdims=True)) / np.maximum(temperatures, 1e-8)[:, None]
    x = np.exp(e) * real
    return x / x.sum(axis=1, keepdims=True)


# %% right: differences of all pairs instead of a maximum
def length_softmax(scores, lengths, temperatures):
    out = np.zeros(scores.shape, dtype=float)
    for b, (k, tau) in enumerate(zip(lengths, temperatures)):
        row = np.asarray(scores[b, :k], dtype=float)
        d = row[None, :] - row[:, None]
        if tau == 0:
            winners = np.flatnonzero((d <= 0).all(axis=1))
            out[b, winners] = 1 / len(winners)
        else:
            out[b, :k] = 1 / np.exp(np.minimum(d / tau, 700.0)).sum(axis=1)
    return out


# %% right: logsumexp in logarithms
def length_softmax(scores, lengths, temperatures):
    batch, n = scores.shape
    out = np.zeros((batch, n))
    for b in range(batch):
        l, tau = lengths[b], temperatures[b]
        if tau > 0:
            x = scores[b, :l] / tau
            top = x.max()
            out[b, :l] = np.exp(x - (top + np.log(np.exp(x - top).sum())))
        else:
            idx = np.nonzero(scores[b, :l] == np.max(scores[b, :l]))[0]
            out[b, idx] = 1.0 / idx.size
    return out


# %% right: soft and hard rows handled apart with boolean index
def length_softmax(scores, lengths, temperatures):
    scores = np.array(scores, dtype=float)
    lengths = np.asarray(lengths)
    temperatures = np.asarray(temperatures, dtype=float)
    mask = np.arange(scores.shape[1])[None, :] < lengths[:, None]
    scores[~mask] = -np.inf
    top = scores.max(axis=1)
    out = np.zeros_like(scores)
    hard = temperatures == 0
    ties = scores[hard] == top[hard][:, None]
    out[hard] = ties / ties.sum(axis=1, keepdims=True)
    soft = ~hard
    x = np.exp((scores[soft] - top[soft][:, None]) / temperatures[soft][:, None])
    out[soft] = x / x.sum(axis=1, keepdims=True)
    return out


# %% right: running softmax entry by entry
def length_softmax(scores, lengths, temperatures):
    import math
    out = np.zeros(scores.shape)
    for b in range(len(scores)):
        tau = float(temperatures[b])

        def weight(gap):
            if tau == 0:
                return 1.0 if gap == 0 else 0.0
            return math.exp(gap / tau)

        top, total = -math.inf, 0.0
        for j in range(int(lengths[b])):
            e = float(scores[b, j])
            if e > top:
                total = (total * weight(top - e) if total else 0.0) + 1.0
                top = e
            else:
                total += weight(e - top)
        for j in range(int(lengths[b])):
            out[b, j] = weight(float(scores[b, j]) - top) / total
    return out


# %% right: comprehension with padding and vstack
def length_softmax(scores, lengths, temperatures):
    def one(row, length, tau):
        gap = row[:length] - np.max(row[:length])
        w = (gap == 0) * 1.0 if tau == 0 else np.exp(gap / tau)
        return np.pad(w / w.sum(), (0, len(row) - length))
    return np.vstack([one(r, int(l), t) for r, l, t in zip(scores, lengths, temperatures)])


# %% right: masked array of numpy
def length_softmax(scores, lengths, temperatures):
    pad = np.arange(scores.shape[1])[None, :] >= lengths[:, None]
    e = np.ma.masked_array(np.array(scores, dtype=float), mask=pad)
    gap = (e - e.max(axis=1)[:, None]).filled(-np.inf)
    w = np.zeros(scores.shape)
    for b, tau in enumerate(temperatures):
        w[b] = np.exp(gap[b] / tau) if tau else np.isclose(gap[b], 0, rtol=0, atol=1e-9)
    return w / w.sum(axis=1, keepdims=True)


# %% right: torch softmax of each shortened row
def length_softmax(scores, lengths, temperatures):
    import torch
    out = torch.zeros(scores.shape, dtype=torch.float64)
    for b in range(scores.shape[0]):
        row = torch.tensor([float(x) for x in scores[b][:int(lengths[b])]], dtype=torch.float64)
        if float(temperatures[b]) > 0:
            out[b, :len(row)] = torch.softmax((row - row.max()) / float(temperatures[b]), dim=0)
        else:
            best = (row == row.max()).to(torch.float64)
            out[b, :len(row)] = best / best.sum()
    return out.numpy()


# %% wrong: overflow, earns 0.6 — no shift so small temperatures overflow
def length_softmax(scores, lengths, temperatures):
    real = np.arange(scores.shape[1])[None, :] < lengths[:, None]
    tau = temperatures[:, None]
    x = np.exp(scores / np.where(tau == 0, 1.0, tau)) * real
    top = np.where(real, scores, -np.inf).max(axis=1, keepdims=True)
    x = np.where(tau == 0, (scores == top) & real, x)
    return x / x.sum(axis=1, keepdims=True)


# %% wrong: padding-maximum, earns 0.7 — shift by the largest score with padding
def length_softmax(scores, lengths, temperatures):
    out = np.zeros(scores.shape)
    for b in range(len(scores)):
        k = lengths[b]
        row = scores[b, :k]
        if temperatures[b] == 0:
            best = row == row.max()
            out[b, :k] = best / best.sum()
        else:
            x = np.exp((row - scores[b].max()) / temperatures[b])
            out[b, :k] = x / x.sum()
    return out


# %% wrong: global-maximum, earns 0.7 — shift by the largest score of the whole batch
def length_softmax(scores, lengths, temperatures):
    real = np.arange(scores.shape[1])[None, :] < lengths[:, None]
    e = np.where(real, scores, -np.inf)
    tau = temperatures[:, None]
    x = np.exp((e - e.max()) / np.where(tau == 0, 1.0, tau))
    x = np.where(tau == 0, e == e.max(axis=1, keepdims=True), x)
    return x / x.sum(axis=1, keepdims=True)


# %% wrong: masked-afterwards, earns 0.4 — padding set to zero after the softmax
def length_softmax(scores, lengths, temperatures):
    real = np.arange(scores.shape[1])[None, :] < lengths[:, None]
    e = scores - scores.max(axis=1, keepdims=True)
    tau = temperatures[:, None]
    x = np.where(tau == 0, e == 0, np.exp(e / np.where(tau == 0, 1.0, tau)))
    return x / x.sum(axis=1, keepdims=True) * real


# %% wrong: ties, earns 0.7 — first of several largest takes all at zero
def length_softmax(scores, lengths, temperatures):
    out = np.zeros(scores.shape)
    for b in range(len(scores)):
        row = scores[b, :lengths[b]]
        if temperatures[b] == 0:
            out[b, np.argmax(row)] = 1.0
        else:
            x = np.exp((row - row.max()) / temperatures[b])
            out[b, :lengths[b]] = x / x.sum()
    return out


# %% wrong: padding-maximum, earns 0.7 — padding may win at temperature zero
def length_softmax(scores, lengths, temperatures):
    out = np.zeros(scores.shape)
    for b in range(len(scores)):
        row = scores[b, :lengths[b]]
        if temperatures[b] == 0:
            best = scores[b] == scores[b].max()
            out[b] = best / best.sum()
        else:
            x = np.exp((row - row.max()) / temperatures[b])
            out[b, :lengths[b]] = x / x.sum()
    return out


# %% wrong: not-quite-0, earns 0.7 — ties at zero found with isclose
def length_softmax(scores, lengths, temperatures):
    out = np.zeros(scores.shape)
    for b in range(len(scores)):
        row = scores[b, :lengths[b]]
        if temperatures[b] == 0:
            best = np.isclose(row, row.max())
            out[b, :lengths[b]] = best / best.sum()
        else:
            x = np.exp((row - row.max()) / temperatures[b])
            out[b, :lengths[b]] = x / x.sum()
    return out


# %% wrong: temperature-0, earns 0.6 — every largest gets one at zero without sharing
def length_softmax(scores, lengths, temperatures):
    out = np.zeros(scores.shape)
    for b in range(len(scores)):
        row = scores[b, :lengths[b]]
        if temperatures[b] == 0:
            out[b, :lengths[b]] = row == row.max()
        else:
            x = np.exp((row - row.max()) / temperatures[b])
            out[b, :lengths[b]] = x / x.sum()
    return out


# %% wrong: broadcast — temperatures laid along the columns
def length_softmax(scores, lengths, temperatures):
    real = np.arange(scores.shape[1])[None, :] < lengths[:, None]
    e = np.where(real, scores, -np.inf)
    e = e - e.max(axis=1, keepdims=True)
    safe = np.where(temperatures == 0, 1.0, temperatures)
    x = np.where(temperatures == 0, e == 0, np.exp(e / safe))
    return x / x.sum(axis=1, keepdims=True)


# %% wrong: temperature-multiplied, earns 0.5 — multiplied by the temperature
def length_softmax(scores, lengths, temperatures):
    real = np.arange(scores.shape[1])[None, :] < lengths[:, None]
    e = np.where(real, scores, -np.inf)
    e = e - e.max(axis=1, keepdims=True)
    tau = temperatures[:, None]
    x = np.where(tau == 0, e == 0, np.exp(e * np.where(tau == 0, 1.0, tau)))
    return x / x.sum(axis=1, keepdims=True)


# %% wrong: length-off-by-one, earns 0.5 — one padding score counted as real
def length_softmax(scores, lengths, temperatures):
    real = np.arange(scores.shape[1])[None, :] <= lengths[:, None]
    e = np.where(real, scores, -np.inf)
    e = e - e.max(axis=1, keepdims=True)
    tau = temperatures[:, None]
    x = np.where(tau == 0, e == 0, np.exp(e / np.where(tau == 0, 1.0, tau)))
    return x / x.sum(axis=1, keepdims=True)


# %% wrong: full-row, earns 0.6 — last real score lost in long rows
def length_softmax(scores, lengths, temperatures):
    n = scores.shape[1]
    real = np.arange(n)[None, :] < np.clip(lengths, 1, max(n - 1, 1))[:, None]
    e = np.where(real, scores, -np.inf)
    e = e - e.max(axis=1, keepdims=True)
    tau = temperatures[:, None]
    x = np.where(tau == 0, e == 0, np.exp(e / np.where(tau == 0, 1.0, tau)))
    return x / x.sum(axis=1, keepdims=True)


# %% wrong: wrong-end, earns 0.4 — padding taken to be on the left
def length_softmax(scores, lengths, temperatures):
    n = scores.shape[1]
    real = np.arange(n)[None, :] >= n - lengths[:, None]
    e = np.where(real, scores, -np.inf)
    e = e - e.max(axis=1, keepdims=True)
    tau = temperatures[:, None]
    x = np.where(tau == 0, e == 0, np.exp(e / np.where(tau == 0, 1.0, tau)))
    return x / x.sum(axis=1, keepdims=True)


# %% wrong: soft-mask, earns 0.7 — padding scores set to minus a hundred
def length_softmax(scores, lengths, temperatures):
    real = np.arange(scores.shape[1])[None, :] < lengths[:, None]
    e = np.where(real, scores, -100.0)
    e = e - e.max(axis=1, keepdims=True)
    tau = temperatures[:, None]
    x = np.where(tau == 0, e == 0, np.exp(e / np.where(tau == 0, 1.0, tau)))
    return x / x.sum(axis=1, keepdims=True)


# %% wrong: soft-mask, earns 0.7 — padding scores minus a thousand leak at high temperature
def length_softmax(scores, lengths, temperatures):
    real = np.arange(scores.shape[1])[None, :] < lengths[:, None]
    e = np.where(real, scores, -1000.0)
    e = e - e.max(axis=1, keepdims=True)
    tau = temperatures[:, None]
    x = np.where(tau == 0, e == 0, np.exp(e / np.where(tau == 0, 1.0, tau)))
    return x / x.sum(axis=1, keepdims=True)


# %% wrong: padding-score-0, earns 0.3 — padding scores multiplied by zero
def length_softmax(scores, lengths, temperatures):
    real = np.arange(scores.shape[1])[None, :] < lengths[:, None]
    e = scores * real
    e = e - e.max(axis=1, keepdims=True)
    tau = temperatures[:, None]
    x = np.where(tau == 0, e == 0, np.exp(e / np.where(tau == 0, 1.0, tau)))
    return x / x.sum(axis=1, keepdims=True)


# %% wrong: not-quite-0, earns 0.7 — zero temperature raised to a hundredth
def length_softmax(scores, lengths, temperatures):
    real = np.arange(scores.shape[1])[None, :] < lengths[:, None]
    e = np.where(real, scores, -np.inf)
    e = e - e.max(axis=1, keepdims=True)
    x = np.exp(e / np.maximum(temperatures, 0.01)[:, None])
    return x / x.sum(axis=1, keepdims=True)


# %% wrong: not-quite-0, earns 0.7 — zero temperature raised to one ten thousandth
def length_softmax(scores, lengths, temperatures):
    real = np.arange(scores.shape[1])[None, :] < lengths[:, None]
    e = np.where(real, scores, -np.inf)
    e = e - e.max(axis=1, keepdims=True)
    x = np.exp(e / np.maximum(temperatures, 1e-4)[:, None])
    return x / x.sum(axis=1, keepdims=True)


# %% wrong: not-quite-0, earns 0.7 — zero temperature treated like one
def length_softmax(scores, lengths, temperatures):
    real = np.arange(scores.shape[1])[None, :] < lengths[:, None]
    e = np.where(real, scores, -np.inf)
    e = e - e.max(axis=1, keepdims=True)
    x = np.exp(e / np.where(temperatures == 0, 1.0, temperatures)[:, None])
    return x / x.sum(axis=1, keepdims=True)


# %% wrong: not-quite-0, earns 0.7 — uniform over real scores at temperature zero
def length_softmax(scores, lengths, temperatures):
    real = np.arange(scores.shape[1])[None, :] < lengths[:, None]
    e = np.where(real, scores, -np.inf)
    e = e - e.max(axis=1, keepdims=True)
    tau = temperatures[:, None]
    x = np.where(tau == 0, real, np.exp(e / np.where(tau == 0, 1.0, tau)))
    return x / x.sum(axis=1, keepdims=True)


# %% wrong: low-counts-as-0, earns 0.7 — the smallest temperature taken for zero
def length_softmax(scores, lengths, temperatures):
    real = np.arange(scores.shape[1])[None, :] < lengths[:, None]
    e = np.where(real, scores, -np.inf)
    e = e - e.max(axis=1, keepdims=True)
    tau = temperatures[:, None]
    hard = np.isclose(tau, 0, atol=0.01)
    x = np.where(hard, e == 0, np.exp(e / np.where(hard, 1.0, tau)))
    return x / x.sum(axis=1, keepdims=True)


# %% wrong: added-to-temperature, earns 0.6 — a thousandth added to each positive temperature
def length_softmax(scores, lengths, temperatures):
    out = np.zeros(scores.shape)
    for b in range(len(scores)):
        row = scores[b, :lengths[b]]
        if temperatures[b] == 0:
            x = (row == row.max()).astype(float)
        else:
            x = np.exp((row - row.max()) / (temperatures[b] + 1e-3))
        out[b, :lengths[b]] = x / x.sum()
    return out


# %% wrong: wrong-axis, earns 0.2 — softmax down the columns
def length_softmax(scores, lengths, temperatures):
    real = np.arange(scores.shape[1])[None, :] < lengths[:, None]
    e = np.where(real, scores, -1e9)
    e = e - e.max(axis=0, keepdims=True)
    tau = temperatures[:, None]
    x = np.where(tau == 0, e == 0, np.exp(e / np.where(tau == 0, 1.0, tau))) * real
    return x / np.maximum(x.sum(axis=0, keepdims=True), 1e-300)


# %% wrong: one-temperature, earns 0.3 — temperature of the first row for all
def length_softmax(scores, lengths, temperatures):
    real = np.arange(scores.shape[1])[None, :] < lengths[:, None]
    e = np.where(real, scores, -np.inf)
    e = e - e.max(axis=1, keepdims=True)
    tau = temperatures[0]
    x = (e == 0) * 1.0 if tau == 0 else np.exp(e / tau)
    return x / x.sum(axis=1, keepdims=True)


# %% wrong: padding-counted, earns 0.3 — length of the longest row for all
def length_softmax(scores, lengths, temperatures):
    real = np.arange(scores.shape[1])[None, :] < lengths.max()
    e = np.where(real, scores, -np.inf)
    e = e - e.max(axis=1, keepdims=True)
    tau = temperatures[:, None]
    x = np.where(tau == 0, e == 0, np.exp(e / np.where(tau == 0, 1.0, tau)))
    return x / x.sum(axis=1, keepdims=True)


# %% wrong: changed-arguments, earns 0.7 — writes minus infinity into the scores
def length_softmax(scores, lengths, temperatures):
    e = scores
    e[np.arange(e.shape[1])[None, :] >= lengths[:, None]] = -np.inf
    gap = e - e.max(axis=1, keepdims=True)
    tau = temperatures[:, None]
    x = np.where(tau == 0, gap == 0, np.exp(gap / np.where(tau == 0, 1.0, tau)))
    return x / x.sum(axis=1, keepdims=True)


# %% wrong: changed-arguments, earns 0.7 — replaces zeros in the given temperatures
def length_softmax(scores, lengths, temperatures):
    temperatures[temperatures == 0] = 1e-9
    real = np.arange(scores.shape[1])[None, :] < lengths[:, None]
    e = np.where(real, scores, -np.inf)
    x = np.exp((e - e.max(axis=1, keepdims=True)) / temperatures[:, None])
    return x / x.sum(axis=1, keepdims=True)


# %% wrong: all-hard, earns 0.6 — one zero temperature makes all rows hard
def length_softmax(scores, lengths, temperatures):
    real = np.arange(scores.shape[1])[None, :] < lengths[:, None]
    e = np.where(real, scores, -np.inf)
    e = e - e.max(axis=1, keepdims=True)
    if (temperatures == 0).any():
        x = (e == 0) * 1.0
    else:
        x = np.exp(e / temperatures[:, None])
    return x / x.sum(axis=1, keepdims=True)


# %% wrong: temperature-0, earns 0.6 — rows with temperature zero become all zeros
def length_softmax(scores, lengths, temperatures):
    real = np.arange(scores.shape[1])[None, :] < lengths[:, None]
    e = np.where(real, scores, -np.inf)
    e = e - e.max(axis=1, keepdims=True)
    with np.errstate(all="ignore"):
        x = np.exp(e / temperatures[:, None])
        return np.nan_to_num(x / x.sum(axis=1, keepdims=True))


# %% wrong: unrecognised, earns 0.5 — exponents clipped at seven hundred
def length_softmax(scores, lengths, temperatures):
    out = np.zeros(scores.shape)
    for b in range(len(scores)):
        row = scores[b, :lengths[b]]
        if temperatures[b] == 0:
            x = (row == row.max()).astype(float)
        else:
            x = np.exp(np.clip(row / temperatures[b], -700, 700))
        out[b, :lengths[b]] = x / x.sum()
    return out


# %% wrong: unrecognised — shifted exponents clipped at minus five
def length_softmax(scores, lengths, temperatures):
    out = np.zeros(scores.shape)
    for b in range(len(scores)):
        row = scores[b, :lengths[b]]
        if temperatures[b] == 0:
            x = (row == row.max()).astype(float)
        else:
            x = np.exp(np.maximum((row - row.max()) / temperatures[b], -5.0))
        out[b, :lengths[b]] = x / x.sum()
    return out


# %% wrong: not-normalised, earns 0.3 — weights raised to a power and not renormalised
def length_softmax(scores, lengths, temperatures):
    out = np.zeros(scores.shape)
    for b in range(len(scores)):
        row = scores[b, :lengths[b]]
        if temperatures[b] == 0:
            x = (row == row.max()).astype(float)
            out[b, :lengths[b]] = x / x.sum()
        else:
            x = np.exp(row - row.max())
            out[b, :lengths[b]] = (x / x.sum()) ** (1 / temperatures[b])
    return out


# %% wrong: unrecognised — divided by the root of the temperature
def length_softmax(scores, lengths, temperatures):
    real = np.arange(scores.shape[1])[None, :] < lengths[:, None]
    e = np.where(real, scores, -np.inf)
    e = e - e.max(axis=1, keepdims=True)
    tau = np.sqrt(temperatures)[:, None]
    x = np.where(tau == 0, e == 0, np.exp(e / np.where(tau == 0, 1.0, tau)))
    return x / x.sum(axis=1, keepdims=True)


# %% wrong: temperature-0, earns 0.6 — share at zero divided by the length
def length_softmax(scores, lengths, temperatures):
    out = np.zeros(scores.shape)
    for b in range(len(scores)):
        row = scores[b, :lengths[b]]
        if temperatures[b] == 0:
            out[b, :lengths[b]] = (row == row.max()) / lengths[b]
        else:
            x = np.exp((row - row.max()) / temperatures[b])
            out[b, :lengths[b]] = x / x.sum()
    return out


# %% wrong: unrecognised, earns 0.5 — scores rounded to three decimals first
def length_softmax(scores, lengths, temperatures):
    real = np.arange(scores.shape[1])[None, :] < lengths[:, None]
    e = np.where(real, np.round(scores, 3), -np.inf)
    e = e - e.max(axis=1, keepdims=True)
    tau = temperatures[:, None]
    x = np.where(tau == 0, e == 0, np.exp(e / np.where(tau == 0, 1.0, tau)))
    return x / x.sum(axis=1, keepdims=True)


# %% wrong: too-coarse, earns 0.6 — half precision merges close scores
def length_softmax(scores, lengths, temperatures):
    real = np.arange(scores.shape[1])[None, :] < lengths[:, None]
    e = np.where(real, scores.astype(np.float16), -np.inf)
    e = e - e.max(axis=1, keepdims=True)
    tau = temperatures[:, None]
    x = np.where(tau == 0, e == 0, np.exp(e / np.where(tau == 0, 1.0, tau)))
    return x / x.sum(axis=1, keepdims=True)


# %% wrong: padding-maximum, earns 0.7 — padding equal to the largest real score shares at zero
def length_softmax(scores, lengths, temperatures):
    out = np.zeros(scores.shape)
    for b in range(len(scores)):
        row = scores[b, :lengths[b]]
        if temperatures[b] == 0:
            best = scores[b] == row.max()
            out[b] = best / best.sum()
        else:
            x = np.exp((row - row.max()) / temperatures[b])
            out[b, :lengths[b]] = x / x.sum()
    return out


# %% wrong: temperature-ignored — temperature ignored unless zero
def length_softmax(scores, lengths, temperatures):
    out = np.zeros(scores.shape)
    for b in range(len(scores)):
        row = scores[b, :lengths[b]]
        x = np.exp(row - row.max()) if temperatures[b] else (row == row.max()) * 1.0
        out[b, :lengths[b]] = x / x.sum()
    return out


# %% wrong: padding-counted, earns 0.3 — lengths never read
def length_softmax(scores, lengths, temperatures):
    e = scores - scores.max(axis=1, keepdims=True)
    tau = temperatures[:, None]
    x = np.where(tau == 0, e == 0, np.exp(e / np.where(tau == 0, 1.0, tau)))
    return x / x.sum(axis=1, keepdims=True)


# %% wrong: unrecognised — powers of two instead of e
def length_softmax(scores, lengths, temperatures):
    real = np.arange(scores.shape[1])[None, :] < lengths[:, None]
    e = np.where(real, scores, -np.inf)
    e = e - e.max(axis=1, keepdims=True)
    tau = temperatures[:, None]
    x = np.where(tau == 0, e == 0, np.exp2(e / np.where(tau == 0, 1.0, tau)))
    return x / x.sum(axis=1, keepdims=True)


# %% wrong: overflow, earns 0.6 — shift by the mean so small temperatures overflow
def length_softmax(scores, lengths, temperatures):
    out = np.zeros(scores.shape)
    for b in range(len(scores)):
        row = scores[b, :lengths[b]]
        if temperatures[b] == 0:
            x = (row == row.max()).astype(float)
        else:
            x = np.exp((row - row.mean()) / temperatures[b])
        out[b, :lengths[b]] = x / x.sum()
    return out


# %% wrong: added-to-temperature, earns 0.6 — torch softmax with tiny temperature in single precision
def length_softmax(scores, lengths, temperatures):
    import torch
    e = torch.tensor(scores.tolist(), dtype=torch.float32)
    tau = torch.tensor(temperatures.tolist(), dtype=torch.float32)[:, None]
    pad = torch.arange(e.shape[1])[None, :] >= torch.tensor(lengths.tolist())[:, None]
    e = (e / (tau + 1e-3)).masked_fill(pad, float("-inf"))
    return torch.softmax(e, dim=1)
