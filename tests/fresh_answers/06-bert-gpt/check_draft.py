# %% right: loop that returns at the first refusal
def check_draft(tokens, q, p, u):
    for i in range(len(tokens)):
        x = tokens[i]
        if u[i] >= p[i, x] / q[i, x]:
            rest = np.maximum(0, p[i] - q[i])
            return i, rest / rest.sum()
    return len(tokens), p[-1].copy()


# %% right: fancy indexing and flatnonzero
def check_draft(tokens, q, p, u):
    k = len(tokens)
    place = np.arange(k)
    passes = u < p[place, tokens] / q[place, tokens]
    refused = np.flatnonzero(~passes)
    if refused.size == 0:
        return k, p[k]
    i = int(refused[0])
    rest = np.clip(p[i] - q[i], 0, None)
    return i, rest / rest.sum()


# %% right: cumulative product and a row of zeros below
def check_draft(tokens, q, p, u):
    place = np.arange(len(tokens))
    passes = u * q[place, tokens] < p[place, tokens]
    n = int(np.cumprod(passes).sum())
    padded = np.vstack([q, np.zeros((1, q.shape[1]))])
    rest = np.maximum(p[n] - padded[n], 0.0)
    return n, rest / rest.sum()


# %% right: torch gather
def check_draft(tokens, q, p, u):
    import torch
    t = torch.tensor(np.asarray(tokens, dtype=np.int64))
    q = torch.tensor(np.asarray(q, dtype=np.float64))
    p = torch.tensor(np.asarray(p, dtype=np.float64))
    u = torch.tensor(np.asarray(u, dtype=np.float64))
    small = q.gather(1, t[:, None]).squeeze(1)
    large = p[:-1].gather(1, t[:, None]).squeeze(1)
    n = int((u < large / small).long().cumprod(dim=0).sum())
    if n == len(t):
        return n, p[n]
    rest = torch.relu(p[n] - q[n])
    return n, rest / rest.sum()


# %% right: while loop over plain numbers
def check_draft(tokens, q, p, u):
    n = 0
    while n < len(tokens) and float(u[n]) < float(p[n][tokens[n]]) / float(q[n][tokens[n]]):
        n += 1
    if n == len(tokens):
        return n, np.array([float(v) for v in p[n]])
    rest = [max(0.0, float(a) - float(b)) for a, b in zip(p[n], q[n])]
    total = sum(rest)
    return n, np.array([r / total for r in rest])


# %% right: takewhile over zipped rows
def check_draft(tokens, q, p, u):
    from itertools import takewhile
    rows = list(zip(tokens, q, p, u))
    n = sum(1 for _ in takewhile(lambda r: r[3] < r[2][r[0]] / r[1][r[0]], rows))
    if n < len(rows):
        _, small, large, _ = rows[n]
        rest = np.where(large > small, large - small, 0)
        return n, rest / np.sum(rest)
    return n, np.array(p[n])


# %% right: for loop with else
def check_draft(tokens, q, p, u):
    for n, (x, a, b, r) in enumerate(zip(tokens, q, p, u)):
        if not r < b[x] / a[x]:
            new = b - np.minimum(a, b)
            break
    else:
        n = len(tokens)
        new = p[n] * 1.0
    return n, new / np.sum(new)


# %% right: argmin with a sentinel behind
def check_draft(tokens, q, p, u):
    k = tokens.shape[0]
    ratio = np.take_along_axis(p[:k], tokens[:, None], axis=1) / np.take_along_axis(q, tokens[:, None], axis=1)
    n = int(np.argmin(np.append(u < ratio[:, 0], False)))
    if n == k:
        return np.int64(n), p[k]
    rest = p[n] - q[n]
    rest[rest < 0] = 0
    return np.int64(n), rest / rest.sum()


# %% right: recursion that counts up
def check_draft(tokens, q, p, u, n=0):
    if n == len(tokens):
        return n, p[n]
    if u[n] < p[n, tokens[n]] / q[n, tokens[n]]:
        return check_draft(tokens, q, p, u, n + 1)
    more = (np.abs(p[n] - q[n]) + (p[n] - q[n])) / 2
    return n, more / more.sum()


# %% right: backwards so the earliest refusal stays
def check_draft(tokens, q, p, u):
    result = len(tokens), p[len(tokens)]
    for i in reversed(range(len(tokens))):
        if p[i, tokens[i]] <= u[i] * q[i, tokens[i]]:
            rest = np.fmax(p[i] - q[i], 0)
            result = i, np.divide(rest, rest.sum())
    return result


# %% right: comparison in logarithms
def check_draft(tokens, q, p, u):
    i = np.arange(len(tokens))
    with np.errstate(divide="ignore"):
        passes = np.log(u) < np.log(p[i, tokens]) - np.log(q[i, tokens])
    n = 0
    for yes in passes:
        if not yes:
            rest = np.where(p[n] - q[n] > 0, p[n] - q[n], 0.0)
            return [n, rest / rest.sum()]
        n += 1
    return [n, p[n].copy()]


# %% right: all candidate distributions made beforehand
def check_draft(tokens, q, p, u):
    k, size = q.shape
    gain = np.maximum(p[:k] - q, 0)
    total = gain.sum(axis=1, keepdims=True)
    table = np.vstack([gain / np.where(total > 0, total, 1), p[k:]])
    onehot = np.eye(size)[tokens]
    ratio = np.einsum("iv,iv->i", onehot, p[:k]) / np.einsum("iv,iv->i", onehot, q)
    n = len(np.flatnonzero(np.logical_and.accumulate(u < ratio)))
    return n, table[n]


# %% wrong: all-counted + unrecognised, earns 0.1571 — all passing tokens are counted
def check_draft(tokens, q, p, u):
    k = len(tokens)
    i = np.arange(k)
    n = int((u < p[i, tokens] / q[i, tokens]).sum())
    if n == k:
        return n, p[k]
    rest = np.maximum(0, p[n] - q[n])
    return n, rest / max(rest.sum(), 1e-300)


# %% wrong: all-counted, earns 0.7571 — count of all passing but the right distribution
def check_draft(tokens, q, p, u):
    k = len(tokens)
    i = np.arange(k)
    passes = u < p[i, tokens] / q[i, tokens]
    if passes.all():
        return k, p[k]
    n = int(np.argmin(passes))
    rest = np.maximum(0, p[n] - q[n])
    return int(passes.sum()), rest / rest.sum()


# %% wrong: no-break, earns 0.5 — goes on to the last refusal
def check_draft(tokens, q, p, u):
    result = len(tokens), p[-1]
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] / q[i, x]:
            rest = np.maximum(0, p[i] - q[i])
            result = i, rest / rest.sum()
    return result


# %% wrong: no-break, earns 0.7 — right count but rest from the last refusal
def check_draft(tokens, q, p, u):
    n, new = len(tokens), p[-1]
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] / q[i, x]:
            n = min(n, i)
            rest = np.maximum(0, p[i] - q[i])
            new = rest / rest.sum()
    return n, new


# %% wrong: or-equal, earns 0.8 — number equal to the ratio passes
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] > p[i, x] / q[i, x]:
            rest = np.maximum(0, p[i] - q[i])
            return i, rest / rest.sum()
    return len(tokens), p[-1]


# %% wrong: other-way, earns 0.3 — passes above the ratio
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] < p[i, x] / q[i, x]:
            rest = np.maximum(0, p[i] - q[i])
            return i, rest / max(rest.sum(), 1e-300)
    return len(tokens), p[-1]


# %% wrong: inverse-ratio, earns 0.4 — ratio upside down
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] * p[i, x] >= q[i, x]:
            rest = np.maximum(0, p[i] - q[i])
            return i, rest / max(rest.sum(), 1e-300)
    return len(tokens), p[-1]


# %% wrong: by-probability, earns 0.4 — random number compared with the large model alone
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x]:
            rest = np.maximum(0, p[i] - q[i])
            return i, rest / max(rest.sum(), 1e-300)
    return len(tokens), p[-1]


# %% wrong: no-chance, earns 0.3 — passes only if the large model wants it more
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if p[i, x] < q[i, x]:
            rest = np.maximum(0, p[i] - q[i])
            return i, rest / rest.sum()
    return len(tokens), p[-1]


# %% wrong: no-chance, earns 0.3 — greedy check against the likeliest token
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if np.argmax(p[i]) != x:
            rest = np.maximum(0, p[i] - q[i])
            return i, rest / max(rest.sum(), 1e-300)
    return len(tokens), p[-1]


# %% wrong: unrecognised — first random number used for all
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[0] >= p[i, x] / q[i, x]:
            rest = np.maximum(0, p[i] - q[i])
            return i, rest / rest.sum()
    return len(tokens), p[-1]


# %% wrong: unrecognised — random numbers shifted by one place
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i - 1] >= p[i, x] / q[i, x]:
            rest = np.maximum(0, p[i] - q[i])
            return i, rest / rest.sum()
    return len(tokens), p[-1]


# %% wrong: not-corrected, earns 0.6429 — drawn from the large model itself after a refusal
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] / q[i, x]:
            return i, p[i]
    return len(tokens), p[-1]


# %% wrong: not-corrected, earns 0.6429 — large model without the refused token
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] / q[i, x]:
            rest = p[i].copy()
            rest[x] = 0
            return i, rest / rest.sum()
    return len(tokens), p[-1]


# %% wrong: absolute, earns 0.6429 — absolute difference as the rest
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] / q[i, x]:
            rest = np.abs(p[i] - q[i])
            return i, rest / rest.sum()
    return len(tokens), p[-1]


# %% wrong: without-maximum, earns 0.6429 — negative differences kept
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] / q[i, x]:
            rest = p[i] - q[i]
            return i, rest / rest[rest > 0].sum()
    return len(tokens), p[-1]


# %% wrong: without-maximum, earns 0.6429 — difference divided by its sum of zero
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] / q[i, x]:
            rest = p[i] - q[i]
            with np.errstate(all="ignore"):
                return i, rest / rest.sum()
    return len(tokens), p[-1]


# %% wrong: other-way-round, earns 0.6429 — what the small model wants more
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] / q[i, x]:
            rest = np.maximum(0, q[i] - p[i])
            return i, rest / rest.sum()
    return len(tokens), p[-1]


# %% wrong: not-normalised, earns 0.7571 — rest not divided by its sum
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] / q[i, x]:
            return i, np.maximum(0, p[i] - q[i])
    return len(tokens), p[-1]


# %% wrong: unrecognised, earns 0.4 — rest divided by its largest number
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] / q[i, x]:
            rest = np.maximum(0, p[i] - q[i])
            return i, rest / rest.max()
    return len(tokens), p[-1]


# %% wrong: softmax, earns 0.6429 — softmax of the rest
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] / q[i, x]:
            rest = np.exp(np.maximum(0, p[i] - q[i]))
            return i, rest / rest.sum()
    return len(tokens), p[-1]


# %% wrong: unrecognised, earns 0.4 — smaller of both models as the rest
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] / q[i, x]:
            rest = np.minimum(p[i], q[i])
            return i, rest / max(rest.sum(), 1e-300)
    return len(tokens), p[-1]


# %% wrong: not-corrected, earns 0.6429 — whole probability where the large model wants more
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] / q[i, x]:
            rest = np.where(p[i] > q[i], p[i], 0)
            return i, rest / rest.sum()
    return len(tokens), p[-1]


# %% wrong: earlier-row, earns 0.7 — rest always from the first row
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] / q[i, x]:
            rest = np.maximum(0, p[0] - q[0])
            return i, rest / max(rest.sum(), 1e-300)
    return len(tokens), p[-1]


# %% wrong: unrecognised, earns 0.4 — rest always from the last row of the draft
def check_draft(tokens, q, p, u):
    k = len(tokens)
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] / q[i, x]:
            rest = np.maximum(0, p[k - 1] - q[k - 1])
            return i, rest / max(rest.sum(), 1e-300)
    return k, p[-1]


# %% wrong: one-row-on, earns 0.6429 — rest takes the next row of the large model
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] / q[i, x]:
            rest = np.maximum(0, p[i + 1] - q[i])
            return i, rest / max(rest.sum(), 1e-300)
    return len(tokens), p[-1]


# %% wrong: ratio-of-next-row, earns 0.5 — large model read one row too low
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] >= p[i + 1, x] / q[i, x]:
            rest = np.maximum(0, p[i + 1] - q[i])
            return i, rest / rest.sum()
    return len(tokens), p[-1]


# %% wrong: ratio-of-next-row, earns 0.5 — ratio from the next row but right rest
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] >= p[i + 1, x] / q[i, x]:
            rest = np.maximum(0, p[i] - q[i])
            return i, rest / max(rest.sum(), 1e-300)
    return len(tokens), p[-1]


# %% wrong: last-row, earns 0.7571 — last row of the small model subtracted at the end
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] / q[i, x]:
            rest = np.maximum(0, p[i] - q[i])
            return i, rest / rest.sum()
    rest = np.maximum(0, p[-1] - q[-1])
    return len(tokens), rest / max(rest.sum(), 1e-300)


# %% wrong: last-row, earns 0.7571 — one row too early when all are accepted
def check_draft(tokens, q, p, u):
    k = len(tokens)
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] / q[i, x]:
            rest = np.maximum(0, p[i] - q[i])
            return i, rest / rest.sum()
    return k, p[k - 1]


# %% wrong: unrecognised, earns 0.4 — likeliest token only when all are accepted
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] / q[i, x]:
            rest = np.maximum(0, p[i] - q[i])
            return i, rest / rest.sum()
    new = np.zeros(p.shape[1])
    new[p[-1].argmax()] = 1
    return len(tokens), new


# %% wrong: unrecognised, earns 0.4 — uniform when all are accepted
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] / q[i, x]:
            rest = np.maximum(0, p[i] - q[i])
            return i, rest / rest.sum()
    return len(tokens), np.full(p.shape[1], 1 / p.shape[1])


# %% wrong: one-too-many, earns 0.8429 — refused token counted as accepted
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] / q[i, x]:
            rest = np.maximum(0, p[i] - q[i])
            return i + 1, rest / rest.sum()
    return len(tokens), p[-1]


# %% wrong: one-too-many, earns 0.8429 — extra token counted when all are accepted
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] / q[i, x]:
            rest = np.maximum(0, p[i] - q[i])
            return i, rest / rest.sum()
    return len(tokens) + 1, p[-1]


# %% wrong: one-too-few, earns 0.8429 — index of the last accepted token
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] / q[i, x]:
            rest = np.maximum(0, p[i] - q[i])
            return i - 1, rest / rest.sum()
    return len(tokens) - 1, p[-1]


# %% wrong: first-true, earns 0.6 — refusal of the first token taken for none
def check_draft(tokens, q, p, u):
    k = len(tokens)
    i = np.arange(k)
    first = int(np.argmax(u >= p[i, tokens] / q[i, tokens]))
    if first == 0:
        return k, p[k]
    rest = np.maximum(0, p[first] - q[first])
    return first, rest / rest.sum()


# %% wrong: first-false, earns 0.6 — argmax without refusals says zero accepted
def check_draft(tokens, q, p, u):
    i = np.arange(len(tokens))
    n = int(np.argmax(u >= p[i, tokens] / q[i, tokens]))
    rest = np.maximum(0, p[n] - q[n])
    return n, rest / max(rest.sum(), 1e-300)


# %% wrong: last-accepted, earns 0.4 — last token of the draft is never checked
def check_draft(tokens, q, p, u):
    for i in range(len(tokens) - 1):
        x = tokens[i]
        if u[i] >= p[i, x] / q[i, x]:
            rest = np.maximum(0, p[i] - q[i])
            return i, rest / rest.sum()
    return len(tokens), p[-1]


# %% wrong: first-accepted, earns 0.4 — first token of the draft is never checked
def check_draft(tokens, q, p, u):
    for i in range(1, len(tokens)):
        x = tokens[i]
        if u[i] >= p[i, x] / q[i, x]:
            rest = np.maximum(0, p[i] - q[i])
            return i, rest / rest.sum()
    return len(tokens), p[-1]


# %% wrong: last-accepted, earns 0.6429 — last row used when the last token is refused
def check_draft(tokens, q, p, u):
    k = len(tokens)
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] / q[i, x]:
            if i == k - 1:
                return i, p[k]
            rest = np.maximum(0, p[i] - q[i])
            return i, rest / rest.sum()
    return k, p[k]


# %% wrong: or-equal, earns 0.8 — token of probability zero passes
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if p[i, x] > 0 and u[i] >= p[i, x] / q[i, x]:
            rest = np.maximum(0, p[i] - q[i])
            return i, rest / rest.sum()
    return len(tokens), p[-1]


# %% wrong: changed-arguments, earns 0.7 — difference taken in place of the large model
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] / q[i, x]:
            p[i] -= q[i]
            p[i][p[i] < 0] = 0
            p[i] /= p[i].sum()
            return i, p[i]
    return len(tokens), p[-1]


# %% wrong: wrong-shape, earns 0.4 — token drawn instead of its distribution
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] / q[i, x]:
            rest = np.maximum(0, p[i] - q[i])
            return i, int(np.argmax(rest))
    return len(tokens), int(np.argmax(p[-1]))


# %% wrong: wrong-shape, earns 0.6 — accepted tokens instead of their number
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] / q[i, x]:
            rest = np.maximum(0, p[i] - q[i])
            return tokens[:i], rest / rest.sum()
    return tokens, p[-1]


# %% wrong: wrong-order, earns 0.8 — distribution first and number second
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] / q[i, x]:
            rest = np.maximum(0, p[i] - q[i])
            return rest / rest.sum(), i
    return p[-1], len(tokens)


# %% wrong: product, earns 0.4 — ratios multiplied along the draft
def check_draft(tokens, q, p, u):
    ratio = 1.0
    for i, x in enumerate(tokens):
        ratio = ratio * p[i, x] / q[i, x]
        if u[i] >= ratio:
            rest = np.maximum(0, p[i] - q[i])
            return i, rest / max(rest.sum(), 1e-300)
    return len(tokens), p[-1]


# %% wrong: unrecognised, earns 0.4 — all tokens of the draft struck out of the rest
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] / q[i, x]:
            rest = np.maximum(0, p[i] - q[i])
            rest[tokens] = 0
            return i, rest / max(rest.sum(), 1e-300)
    return len(tokens), p[-1]


# %% wrong: unrecognised, earns 0.4 — a floor of one thousandth in the rest
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] / q[i, x]:
            rest = np.maximum(1e-3, p[i] - q[i])
            return i, rest / rest.sum()
    return len(tokens), p[-1]


# %% wrong: unrecognised — likeliest token of the small model checked
def check_draft(tokens, q, p, u):
    for i in range(len(tokens)):
        x = np.argmax(q[i])
        if u[i] >= p[i, x] / q[i, x]:
            rest = np.maximum(0, p[i] - q[i])
            return i, rest / rest.sum()
    return len(tokens), p[-1]


# %% wrong: no-chance, earns 0.3 — ratio rounded down to a whole number
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] // q[i, x]:
            rest = np.maximum(0, p[i] - q[i])
            return i, rest / max(rest.sum(), 1e-300)
    return len(tokens), p[-1]
