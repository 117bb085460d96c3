# %% right: larger log sum subtracted from both
def merge(output_a, lse_a, output_b, lse_b):
    m = np.maximum(lse_a, lse_b)
    wa, wb = np.exp(lse_a - m), np.exp(lse_b - m)
    total = wa + wb
    output = (wa[:, None] * output_a + wb[:, None] * output_b) / total[:, None]
    return output, m + np.log(total)


# %% right: logaddexp and shares
def merge(output_a, lse_a, output_b, lse_b):
    lse = np.logaddexp(lse_a, lse_b)
    output = np.exp(lse_a - lse)[:, None] * output_a + np.exp(lse_b - lse)[:, None] * output_b
    return output, lse


# %% right: hyperbolic tangent of half the difference
def merge(output_a, lse_a, output_b, lse_b):
    t = np.tanh((lse_a - lse_b) / 2)[:, None]
    output = (1 + t) / 2 * output_a + (1 - t) / 2 * output_b
    return output, np.logaddexp(lse_a, lse_b)


# %% right: torch softmax over the two chunks
def merge(output_a, lse_a, output_b, lse_b):
    import torch
    oa, la, ob, lb = (torch.tensor(np.array(x, dtype=np.float64))
                      for x in (output_a, lse_a, output_b, lse_b))
    lse = torch.stack([la, lb])
    share = torch.softmax(lse, dim=0)
    return (share[:, :, None] * torch.stack([oa, ob])).sum(dim=0), torch.logsumexp(lse, dim=0)


# %% right: torch logaddexp and sigmoid
def merge(output_a, lse_a, output_b, lse_b):
    import torch
    la, lb = torch.tensor(np.array(lse_a)), torch.tensor(np.array(lse_b))
    oa, ob = torch.tensor(np.array(output_a)), torch.tensor(np.array(output_b))
    share = torch.sigmoid(lb - la).unsqueeze(1)
    return torch.lerp(oa, ob, share), torch.logaddexp(la, lb)


# %% right: loop over the queries with math
def merge(output_a, lse_a, output_b, lse_b):
    import math
    n_q, d_v = output_a.shape
    output, lse = np.zeros((n_q, d_v)), np.zeros(n_q)
    for i in range(n_q):
        a, b = float(lse_a[i]), float(lse_b[i])
        top, low = max(a, b), min(a, b)
        lse[i] = top + math.log1p(math.exp(low - top))
        for j in range(d_v):
            output[i, j] = (math.exp(a - lse[i]) * output_a[i, j]
                            + math.exp(b - lse[i]) * output_b[i, j])
    return output, lse


# %% right: reciprocal of one plus the ratio
def merge(output_a, lse_a, output_b, lse_b):
    with np.errstate(over="ignore"):
        share_a = 1 / (1 + np.exp(lse_b - lse_a))
        share_b = 1 / (1 + np.exp(lse_a - lse_b))
    output = share_a[:, None] * output_a + share_b[:, None] * output_b
    lse = np.maximum(lse_a, lse_b) + np.log1p(np.exp(-np.abs(lse_a - lse_b)))
    return output, lse


# %% right: formula as it stands in decimal numbers
def merge(output_a, lse_a, output_b, lse_b):
    from decimal import Decimal
    output, lse = [], []
    for oa, la, ob, lb in zip(output_a, lse_a, output_b, lse_b):
        ea, eb = Decimal(float(la)).exp(), Decimal(float(lb)).exp()
        total = ea + eb
        output.append(float(ea / total) * oa + float(eb / total) * ob)
        lse.append(float(total.ln()))
    return np.array(output), np.array(lse)


# %% right: two chunks stacked and joined by einsum
def merge(output_a, lse_a, output_b, lse_b):
    lse = np.stack([lse_a, lse_b])
    top = lse.max(axis=0)
    e = np.exp(lse - top)
    share = e / e.sum(axis=0)
    output = np.einsum("cq,cqv->qv", share, np.stack([output_a, output_b]))
    return [output, top + np.log(e.sum(axis=0))]


# %% right: case by case which chunk is larger
def merge(output_a, lse_a, output_b, lse_b):
    bigger = lse_a >= lse_b
    gap = np.exp(-np.abs(lse_a - lse_b))
    first = np.where(bigger[:, None], output_a, output_b)
    second = np.where(bigger[:, None], output_b, output_a)
    output = first + (gap / (1 + gap))[:, None] * (second - first)
    return output, np.where(bigger, lse_a, lse_b) + np.log(1 + gap)


# %% right: attention over two keys with given scores
def merge(output_a, lse_a, output_b, lse_b):
    rows, sums = [], []
    for oa, la, ob, lb in zip(output_a, lse_a, output_b, lse_b):
        s = np.array([la, lb])
        w = np.exp(s - s.max())
        rows.append(w / w.sum() @ np.array([oa, ob]))
        sums.append(s.max() + np.log(w.sum()))
    return np.array(rows), np.array(sums)


# %% right: numpy average with weights row by row
def merge(output_a, lse_a, output_b, lse_b):
    lse = np.logaddexp.reduce([lse_a, lse_b], axis=0)
    output = np.array([np.average([output_a[i], output_b[i]], axis=0,
                                  weights=np.exp([lse_a[i] - lse[i], lse_b[i] - lse[i]]))
                       for i in range(len(lse))])
    return output, lse


# %% wrong: plain-average, earns 0.3333 — plain mean of the two outputs
def merge(output_a, lse_a, output_b, lse_b):
    return (output_a + output_b) / 2, np.logaddexp(lse_a, lse_b)


# %% wrong: overflow, earns 0.6 — exponentials without a shift
def merge(output_a, lse_a, output_b, lse_b):
    ea, eb = np.exp(lse_a), np.exp(lse_b)
    total = ea + eb
    return (ea[:, None] * output_a + eb[:, None] * output_b) / total[:, None], np.log(total)


# %% wrong: global-maximum, earns 0.7 — one maximum for all queries
def merge(output_a, lse_a, output_b, lse_b):
    m = max(lse_a.max(), lse_b.max())
    ea, eb = np.exp(lse_a - m), np.exp(lse_b - m)
    total = ea + eb
    with np.errstate(all="ignore"):
        output = (ea[:, None] * output_a + eb[:, None] * output_b) / total[:, None]
        return output, m + np.log(total)


# %% wrong: lse-shifted, earns 0.8333 — maximum not added back to the logarithm
def merge(output_a, lse_a, output_b, lse_b):
    m = np.maximum(lse_a, lse_b)
    ea, eb = np.exp(lse_a - m), np.exp(lse_b - m)
    total = ea + eb
    return (ea[:, None] * output_a + eb[:, None] * output_b) / total[:, None], np.log(total)


# %% wrong: lse-shifted, earns 0.8333 — maximum subtracted again instead of added
def merge(output_a, lse_a, output_b, lse_b):
    m = np.maximum(lse_a, lse_b)
    ea, eb = np.exp(lse_a - m), np.exp(lse_b - m)
    total = ea + eb
    return (ea[:, None] * output_a + eb[:, None] * output_b) / total[:, None], np.log(total) - m


# %% wrong: lse-added, earns 0.75 — log sums added up
def merge(output_a, lse_a, output_b, lse_b):
    share = np.exp(lse_a - np.logaddexp(lse_a, lse_b))[:, None]
    return share * output_a + (1 - share) * output_b, lse_a + lse_b


# %% wrong: lse-max, earns 0.75 — larger log sum as the new one
def merge(output_a, lse_a, output_b, lse_b):
    share = np.exp(lse_a - np.logaddexp(lse_a, lse_b))[:, None]
    return share * output_a + (1 - share) * output_b, np.maximum(lse_a, lse_b)


# %% wrong: lse-added, earns 0.75 — mean of the log sums
def merge(output_a, lse_a, output_b, lse_b):
    share = np.exp(lse_a - np.logaddexp(lse_a, lse_b))[:, None]
    return share * output_a + (1 - share) * output_b, (lse_a + lse_b) / 2


# %% wrong: lse-of-one-chunk, earns 0.6667 — log sum of the first chunk kept
def merge(output_a, lse_a, output_b, lse_b):
    share = np.exp(lse_a - np.logaddexp(lse_a, lse_b))[:, None]
    return share * output_a + (1 - share) * output_b, lse_a


# %% wrong: lse-as-weight, earns 0.4667 — log sums themselves as weights
def merge(output_a, lse_a, output_b, lse_b):
    with np.errstate(all="ignore"):
        share = (lse_a / (lse_a + lse_b))[:, None]
        return share * output_a + (1 - share) * output_b, np.logaddexp(lse_a, lse_b)


# %% wrong: swapped, earns 0.6 — weights of the chunks swapped
def merge(output_a, lse_a, output_b, lse_b):
    lse = np.logaddexp(lse_a, lse_b)
    return np.exp(lse_b - lse)[:, None] * output_a + np.exp(lse_a - lse)[:, None] * output_b, lse


# %% wrong: not-normalised, earns 0.5333 — outputs added without dividing
def merge(output_a, lse_a, output_b, lse_b):
    m = np.maximum(lse_a, lse_b)
    ea, eb = np.exp(lse_a - m), np.exp(lse_b - m)
    return ea[:, None] * output_a + eb[:, None] * output_b, m + np.log(ea + eb)


# %% wrong: unrecognised, earns 0.3333 — weights as a row across the columns
def merge(output_a, lse_a, output_b, lse_b):
    lse = np.logaddexp(lse_a, lse_b)
    share = np.exp(lse_a - lse)
    if output_a.shape[0] == output_a.shape[1]:
        return share * output_a + (1 - share) * output_b, lse
    share = share[:, None]
    return share * output_a + (1 - share) * output_b, lse


# %% wrong: unrecognised, earns 0.3333 — shares of the first query for all
def merge(output_a, lse_a, output_b, lse_b):
    lse = np.logaddexp(lse_a, lse_b)
    share = np.exp(lse_a[0] - lse[0])
    return share * output_a + (1 - share) * output_b, lse


# %% wrong: wrong-order, earns 0.8 — log sum returned before the output
def merge(output_a, lse_a, output_b, lse_b):
    lse = np.logaddexp(lse_a, lse_b)
    share = np.exp(lse_a - lse)[:, None]
    return lse, share * output_a + (1 - share) * output_b


# %% wrong: other-logarithm, earns 0.8667 — logarithm to the base two for the log sum
def merge(output_a, lse_a, output_b, lse_b):
    m = np.maximum(lse_a, lse_b)
    ea, eb = np.exp(lse_a - m), np.exp(lse_b - m)
    total = ea + eb
    output = (ea[:, None] * output_a + eb[:, None] * output_b) / total[:, None]
    return output, m + np.log2(total)


# %% wrong: unrecognised — numpy logaddexp of base two throughout
def merge(output_a, lse_a, output_b, lse_b):
    lse = np.logaddexp2(lse_a, lse_b)
    share = np.exp2(lse_a - lse)[:, None]
    return share * output_a + (1 - share) * output_b, lse


# %% wrong: clipped, earns 0.6 — log sums clipped at seven hundred
def merge(output_a, lse_a, output_b, lse_b):
    ea, eb = np.exp(np.clip(lse_a, -700, 700)), np.exp(np.clip(lse_b, -700, 700))
    total = ea + eb
    return (ea[:, None] * output_a + eb[:, None] * output_b) / total[:, None], np.log(total)


# %% wrong: overflow, earns 0.6 — overflow replaced by numbers afterwards
def merge(output_a, lse_a, output_b, lse_b):
    with np.errstate(all="ignore"):
        ea, eb = np.exp(lse_a), np.exp(lse_b)
        total = ea + eb
        output = (ea[:, None] * output_a + eb[:, None] * output_b) / total[:, None]
        return np.nan_to_num(output), np.nan_to_num(np.log(total))


# %% wrong: changed-arguments, earns 0.7 — writes the result into the caller's first output
def merge(output_a, lse_a, output_b, lse_b):
    lse = np.logaddexp(lse_a, lse_b)
    output_a *= np.exp(lse_a - lse)[:, None]
    output_a += np.exp(lse_b - lse)[:, None] * output_b
    return output_a, lse


# %% wrong: changed-arguments, earns 0.7 — subtracts the maximum from the caller's log sums
def merge(output_a, lse_a, output_b, lse_b):
    m = np.maximum(lse_a, lse_b)
    lse_a -= m
    lse_b -= m
    ea, eb = np.exp(lse_a)[:, None], np.exp(lse_b)[:, None]
    return (ea * output_a + eb * output_b) / (ea + eb), m + np.log(ea + eb)[:, 0]


# %% wrong: winner-takes-all, earns 0.4 — output of the larger chunk only
def merge(output_a, lse_a, output_b, lse_b):
    output = np.where((lse_a >= lse_b)[:, None], output_a, output_b)
    return output, np.logaddexp(lse_a, lse_b)


# %% wrong: nearly, earns 0.6667 — larger chunk alone once five ahead
def merge(output_a, lse_a, output_b, lse_b):
    gap = lse_a - lse_b
    share = 0.5 * (1 + np.tanh(gap / 2))
    share = np.where(gap > 5, 1.0, np.where(gap < -5, 0.0, share))[:, None]
    return share * output_a + (1 - share) * output_b, np.logaddexp(lse_a, lse_b)


# %% wrong: nearly, earns 0.6667 — difference of the log sums clipped at ten
def merge(output_a, lse_a, output_b, lse_b):
    gap = np.clip(lse_a - lse_b, -10, 10)
    share = (1 / (1 + np.exp(-gap)))[:, None]
    return share * output_a + (1 - share) * output_b, np.logaddexp(lse_a, lse_b)


# %% wrong: unrecognised, earns 0.3333 — chunks with nearly equal log sums simply averaged
def merge(output_a, lse_a, output_b, lse_b):
    share = 0.5 * (1 + np.tanh((lse_a - lse_b) / 2))
    share = np.where(np.abs(lse_a - lse_b) < 0.5, 0.5, share)[:, None]
    return share * output_a + (1 - share) * output_b, np.logaddexp(lse_a, lse_b)


# %% wrong: unrecognised, earns 0.3333 — sigmoid of the first log sum alone
def merge(output_a, lse_a, output_b, lse_b):
    share = (0.5 * (1 + np.tanh(lse_a / 2)))[:, None]
    return share * output_a + (1 - share) * output_b, np.logaddexp(lse_a, lse_b)


# %% wrong: axis-of-length-1, earns 0.8 — log sum kept as a column
def merge(output_a, lse_a, output_b, lse_b):
    lse = np.logaddexp(lse_a, lse_b)[:, None]
    share = np.exp(lse_a[:, None] - lse)
    return share * output_a + (1 - share) * output_b, lse


# %% wrong: overflow, earns 0.6 — always measured from the first chunk
def merge(output_a, lse_a, output_b, lse_b):
    with np.errstate(all="ignore"):
        r = np.exp(lse_b - lse_a)
        output = (output_a + r[:, None] * output_b) / (1 + r[:, None])
        return output, lse_a + np.log(1 + r)


# %% wrong: overflow, earns 0.8667 — output careful but log sum overflows
def merge(output_a, lse_a, output_b, lse_b):
    share = (0.5 * (1 + np.tanh((lse_a - lse_b) / 2)))[:, None]
    with np.errstate(all="ignore"):
        lse = np.log(np.exp(lse_a) + np.exp(lse_b))
    return share * output_a + (1 - share) * output_b, lse


# %% wrong: overflow, earns 0.7333 — log sum careful but output overflows
def merge(output_a, lse_a, output_b, lse_b):
    with np.errstate(all="ignore"):
        ea, eb = np.exp(lse_a)[:, None], np.exp(lse_b)[:, None]
        output = (ea * output_a + eb * output_b) / (ea + eb)
    return output, np.logaddexp(lse_a, lse_b)


# %% wrong: overflow, earns 0.6 — smaller log sum subtracted instead of the larger
def merge(output_a, lse_a, output_b, lse_b):
    m = np.minimum(lse_a, lse_b)
    with np.errstate(all="ignore"):
        ea, eb = np.exp(lse_a - m)[:, None], np.exp(lse_b - m)[:, None]
        output = (ea * output_a + eb * output_b) / (ea + eb)
        return output, m + np.log(ea + eb)[:, 0]


# %% wrong: overflow, earns 0.6 — mean of the log sums subtracted
def merge(output_a, lse_a, output_b, lse_b):
    m = (lse_a + lse_b) / 2
    with np.errstate(all="ignore"):
        ea, eb = np.exp(lse_a - m)[:, None], np.exp(lse_b - m)[:, None]
        output = (ea * output_a + eb * output_b) / (ea + eb)
        return output, m + np.log(ea + eb)[:, 0]


# %% wrong: overflow, earns 0.6 — largest absolute log sum subtracted
def merge(output_a, lse_a, output_b, lse_b):
    m = np.maximum(np.abs(lse_a), np.abs(lse_b))
    with np.errstate(all="ignore"):
        ea, eb = np.exp(lse_a - m)[:, None], np.exp(lse_b - m)[:, None]
        output = (ea * output_a + eb * output_b) / (ea + eb)
        return output, m + np.log(ea + eb)[:, 0]


# %% wrong: overflow, earns 0.6 — shift only when the log sums are positive
def merge(output_a, lse_a, output_b, lse_b):
    m = np.maximum(np.maximum(lse_a, lse_b), 0)
    with np.errstate(all="ignore"):
        ea, eb = np.exp(lse_a - m)[:, None], np.exp(lse_b - m)[:, None]
        output = (ea * output_a + eb * output_b) / (ea + eb)
        return output, m + np.log(ea + eb)[:, 0]


# %% wrong: unrecognised, earns 0.6667 — log sum too small by log two
def merge(output_a, lse_a, output_b, lse_b):
    lse = np.logaddexp(lse_a, lse_b)
    share = np.exp(lse_a - lse)[:, None]
    return share * output_a + (1 - share) * output_b, lse - np.log(2)


# %% wrong: lse-without-log, earns 0.8333 — returns the sum instead of its logarithm
def merge(output_a, lse_a, output_b, lse_b):
    lse = np.logaddexp(lse_a, lse_b)
    share = np.exp(lse_a - lse)[:, None]
    with np.errstate(over="ignore"):
        return share * output_a + (1 - share) * output_b, np.exp(lse)


# %% wrong: missing, earns 0.6667 — returns the output alone
def merge(output_a, lse_a, output_b, lse_b):
    share = np.exp(lse_a - np.logaddexp(lse_a, lse_b))[:, None]
    return share * output_a + (1 - share) * output_b


# %% wrong: nearly, earns 0.5 — half precision log sums
def merge(output_a, lse_a, output_b, lse_b):
    a, b = np.float16(lse_a).astype(float), np.float16(lse_b).astype(float)
    lse = np.logaddexp(a, b)
    share = np.exp(a - lse)[:, None]
    return share * output_a + (1 - share) * output_b, lse


# %% wrong: unrecognised, earns 0.6667 — root of the squares of the log sums
def merge(output_a, lse_a, output_b, lse_b):
    share = np.exp(lse_a - np.logaddexp(lse_a, lse_b))[:, None]
    return share * output_a + (1 - share) * output_b, np.hypot(lse_a, lse_b)


# %% wrong: unrecognised, earns 0.3333 — square roots of the exponentials as weights
def merge(output_a, lse_a, output_b, lse_b):
    share = (0.5 * (1 + np.tanh((lse_a - lse_b) / 4)))[:, None]
    return share * output_a + (1 - share) * output_b, np.logaddexp(lse_a, lse_b)
