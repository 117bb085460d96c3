# %% right: maximum first
def merge(output_a, lse_a, output_b, lse_b):
    top = np.maximum(lse_a, lse_b)
    weight_a, weight_b = np.exp(lse_a - top), np.exp(lse_b - top)
    total = weight_a + weight_b
    output = (output_a * weight_a[:, None] + output_b * weight_b[:, None]) / total[:, None]
    return output, top + np.log(total)


# %% right: logaddexp
def merge(output_a, lse_a, output_b, lse_b):
    lse = np.logaddexp(lse_a, lse_b)
    parts = np.exp(lse_a - lse)[:, None] * output_a + np.exp(lse_b - lse)[:, None] * output_b
    return parts, lse


# %% right: sigmoid in torch
def merge(output_a, lse_a, output_b, lse_b):
    import torch

    output_a, lse_a, output_b, lse_b = map(torch.tensor, (output_a, lse_a, output_b, lse_b))
    share = torch.sigmoid(lse_a - lse_b)[:, None]
    return share * output_a + (1 - share) * output_b, torch.logaddexp(lse_a, lse_b)


# %% right: row by row
def merge(output_a, lse_a, output_b, lse_b):
    outputs, lses = [], []
    for i in range(len(lse_a)):
        a, s, b, t = output_a[i], lse_a[i], output_b[i], lse_b[i]
        if s < t:
            a, s, b, t = b, t, a, s
        ratio = np.exp(t - s)
        outputs.append((a + ratio * b) / (1 + ratio))
        lses.append(s + np.log1p(ratio))
    return np.array(outputs), lses


# %% wrong: plain-average, earns 0.33
def merge(output_a, lse_a, output_b, lse_b):
    return (output_a + output_b) / 2, np.logaddexp(lse_a, lse_b)


# %% wrong: swapped, earns 0.6
def merge(output_a, lse_a, output_b, lse_b):
    lse = np.logaddexp(lse_a, lse_b)
    weight_a = np.exp(lse_a - lse)[:, None]
    return (1 - weight_a) * output_a + weight_a * output_b, lse


# %% wrong: lse-as-weight + lse-added, earns 0.22
def merge(output_a, lse_a, output_b, lse_b):
    total = lse_a + lse_b
    output = (output_a * lse_a[:, None] + output_b * lse_b[:, None]) / total[:, None]
    return output, total


# %% wrong: not-normalised + overflow, earns 0.4
def merge(output_a, lse_a, output_b, lse_b):
    output = output_a * np.exp(lse_a)[:, None] + output_b * np.exp(lse_b)[:, None]
    return output, np.log(np.exp(lse_a) + np.exp(lse_b))


# %% wrong: winner-takes-all + lse-max, earns 0.15
def merge(output_a, lse_a, output_b, lse_b):
    return np.where((lse_a > lse_b)[:, None], output_a, output_b), np.maximum(lse_a, lse_b)


# %% wrong: lse-max, earns 0.75
def merge(output_a, lse_a, output_b, lse_b):
    top = np.maximum(lse_a, lse_b)
    weight_a, weight_b = np.exp(lse_a - top)[:, None], np.exp(lse_b - top)[:, None]
    return (output_a * weight_a + output_b * weight_b) / (weight_a + weight_b), top


# %% wrong: overflow + lse-added, earns 0.48
def merge(output_a, lse_a, output_b, lse_b):
    weight_a, weight_b = np.exp(lse_a)[:, None], np.exp(lse_b)[:, None]
    output = (output_a * weight_a + output_b * weight_b) / (weight_a + weight_b)
    return output, lse_a + lse_b


# %% wrong: overflow + lse-without-log, earns 0.57
def merge(output_a, lse_a, output_b, lse_b):
    weight_a, weight_b = np.exp(lse_a), np.exp(lse_b)
    total = weight_a + weight_b
    return (output_a * weight_a[:, None] + output_b * weight_b[:, None]) / total[:, None], total


# %% wrong: lse-shifted, earns 0.83
def merge(output_a, lse_a, output_b, lse_b):
    top = np.maximum(lse_a, lse_b)
    weight_a, weight_b = np.exp(lse_a - top), np.exp(lse_b - top)
    total = weight_a + weight_b
    output = (output_a * weight_a[:, None] + output_b * weight_b[:, None]) / total[:, None]
    return output, np.log(total)


# %% wrong: overflow, earns 0.6
def merge(output_a, lse_a, output_b, lse_b):
    weight_a, weight_b = np.exp(lse_a), np.exp(lse_b)
    total = weight_a + weight_b
    output = (output_a * weight_a[:, None] + output_b * weight_b[:, None]) / total[:, None]
    return output, np.log(total)


# %% wrong: overflow + missing, earns 0.4 — only the output
def merge(output_a, lse_a, output_b, lse_b):
    weight_a, weight_b = np.exp(lse_a)[:, None], np.exp(lse_b)[:, None]
    return (output_a * weight_a + output_b * weight_b) / (weight_a + weight_b)


# %% wrong: broadcast — a number a row meets a table
def merge(output_a, lse_a, output_b, lse_b):
    weight_a, weight_b = np.exp(lse_a), np.exp(lse_b)
    return (output_a * weight_a + output_b * weight_b) / (weight_a + weight_b), lse_a


# %% wrong: broadcast — the same in torch, whose words differ
def merge(output_a, lse_a, output_b, lse_b):
    import torch

    output_a, lse_a, output_b, lse_b = map(torch.tensor, (output_a, lse_a, output_b, lse_b))
    lse = torch.logaddexp(lse_a, lse_b)
    return torch.exp(lse_a - lse) * output_a + torch.exp(lse_b - lse) * output_b, lse


# %% wrong: overflow, earns 0.73 — of the weights only
def merge(output_a, lse_a, output_b, lse_b):
    lse = np.logaddexp(lse_a, lse_b)
    parts = np.exp(lse_a)[:, None] * output_a + np.exp(lse_b)[:, None] * output_b
    return parts / np.exp(lse)[:, None], lse


# %% wrong: lse-of-one-chunk, earns 0.67 — the output alone is right
def merge(output_a, lse_a, output_b, lse_b):
    lse = np.logaddexp(lse_a, lse_b)
    parts = np.exp(lse_a - lse)[:, None] * output_a + np.exp(lse_b - lse)[:, None] * output_b
    return parts, lse_a


# %% wrong: lse-added, earns 0.75 — averaged
def merge(output_a, lse_a, output_b, lse_b):
    lse = np.logaddexp(lse_a, lse_b)
    parts = np.exp(lse_a - lse)[:, None] * output_a + np.exp(lse_b - lse)[:, None] * output_b
    return parts, (lse_a + lse_b) / 2


# %% wrong: not-normalised, earns 0.53 — the outputs added
def merge(output_a, lse_a, output_b, lse_b):
    return output_a + output_b, np.logaddexp(lse_a, lse_b)


# %% right: shift by the larger of the two
def merge(output_a, lse_a, output_b, lse_b):
    m = np.maximum(lse_a, lse_b)
    a, b = np.exp(lse_a - m), np.exp(lse_b - m)
    o = (a[:, None] * output_a + b[:, None] * output_b) / (a + b)[:, None]
    return o, m + np.log(a + b)


# %% right: pure Python loops and a list of two lists
def merge(output_a, lse_a, output_b, lse_b):
    import math

    out, lses = [], []
    for oa, la, ob, lb in zip(
        output_a.tolist(), lse_a.tolist(), output_b.tolist(), lse_b.tolist(), strict=False
    ):
        top, low = max(la, lb), min(la, lb)
        l = top + math.log1p(math.exp(low - top))
        wa, wb = math.exp(la - l), math.exp(lb - l)
        out.append([wa * x + wb * y for x, y in zip(oa, ob, strict=False)])
        lses.append(l)
    return [out, lses]


# %% right: torch.logaddexp and tensors that require grad
def merge(output_a, lse_a, output_b, lse_b):
    import torch

    oa, la, ob, lb = (
        torch.tensor(np.array(x), dtype=torch.float64, requires_grad=True)
        for x in (output_a, lse_a, output_b, lse_b)
    )
    lse = torch.logaddexp(la, lb)
    w = (la - lse).exp().unsqueeze(-1)
    v = (lb - lse).exp().unsqueeze(-1)
    return w * oa + v * ob, lse


# %% right: softmax over two stacked chunks and einsum
def merge(output_a, lse_a, output_b, lse_b):
    import torch

    l = torch.stack([torch.tensor(np.array(lse_a)), torch.tensor(np.array(lse_b))]).double()
    o = torch.stack([torch.tensor(np.array(output_a)), torch.tensor(np.array(output_b))]).double()
    return torch.einsum("cq,cqv->qv", torch.softmax(l, 0), o), torch.logsumexp(l, 0)


# %% wrong: global-maximum, earns 0.7
def merge(output_a, lse_a, output_b, lse_b):
    with np.errstate(all="ignore"):
        m = max(lse_a.max(), lse_b.max())
        a, b = np.exp(lse_a - m), np.exp(lse_b - m)
        return (a[:, None] * output_a + b[:, None] * output_b) / (a + b)[:, None], m + np.log(a + b)


# %% wrong: clipped, earns 0.6 — ℓ clipped to ±700
def merge(output_a, lse_a, output_b, lse_b):
    a, b = np.exp(np.clip(lse_a, -700, 700)), np.exp(np.clip(lse_b, -700, 700))
    return (a[:, None] * output_a + b[:, None] * output_b) / (a + b)[:, None], np.log(a + b)


# %% wrong: axis-of-length-1, earns 0.8
def merge(output_a, lse_a, output_b, lse_b):
    la, lb = lse_a[:, None], lse_b[:, None]
    lse = np.logaddexp(la, lb)
    return np.exp(la - lse) * output_a + np.exp(lb - lse) * output_b, lse


# %% wrong: wrong-order, earns 0.8
def merge(output_a, lse_a, output_b, lse_b):
    lse = np.logaddexp(lse_a, lse_b)
    return lse, np.exp(lse_a - lse)[:, None] * output_a + np.exp(lse_b - lse)[:, None] * output_b


# %% wrong: nearly, earns 0.5 — winner takes all from a difference of 8 on
def merge(output_a, lse_a, output_b, lse_b):
    d = np.clip(lse_a - lse_b, -700, 700)
    d = np.where(np.abs(d) > 8, np.sign(d) * 700, d)
    w = (1 / (1 + np.exp(-d)))[:, None]
    return w * output_a + (1 - w) * output_b, np.where(
        np.abs(d) > 8, np.maximum(lse_a, lse_b), np.logaddexp(lse_a, lse_b)
    )


# %% wrong: other-logarithm, earns 0.87
def merge(output_a, lse_a, output_b, lse_b):
    m = np.maximum(lse_a, lse_b)
    a, b = np.exp(lse_a - m), np.exp(lse_b - m)
    return (a[:, None] * output_a + b[:, None] * output_b) / (a + b)[:, None], m + np.log2(a + b)


# %% wrong: changed-arguments, earns 0.7
def merge(output_a, lse_a, output_b, lse_b):
    lse = np.logaddexp(lse_a, lse_b)
    output_a *= np.exp(lse_a - lse)[:, None]
    output_a += np.exp(lse_b - lse)[:, None] * output_b
    return output_a, lse


# %% wrong: softplus-sign, earns 0.83
def merge(output_a, lse_a, output_b, lse_b):
    import torch

    d = torch.tensor(lse_a - lse_b)
    w = torch.sigmoid(d).numpy()[:, None]
    return w * output_a + (1 - w) * output_b, lse_a + torch.nn.functional.softplus(d).numpy()


# %% wrong: not-a-tuple — three things
def merge(output_a, lse_a, output_b, lse_b):
    return output_a, output_b, np.logaddexp(lse_a, lse_b)


# %% wrong: wrong-axis, earns 0.53
def merge(output_a, lse_a, output_b, lse_b):
    def softmax(lse):
        shares = np.exp(lse - lse.max())
        return (shares / shares.sum())[:, None]

    lse = np.logaddexp(lse_a, lse_b)
    return softmax(lse_a) * output_a + softmax(lse_b) * output_b, lse


# %% wrong: wrong-shape, earns 0.67 — one number for all queries
def merge(output_a, lse_a, output_b, lse_b):
    lse = np.logaddexp(lse_a, lse_b)
    parts = np.exp(lse_a - lse)[:, None] * output_a + np.exp(lse_b - lse)[:, None] * output_b
    return parts, lse.sum()


# %% wrong: overflow, earns 0.8667 — of the lse only
def merge(output_a, lse_a, output_b, lse_b):
    lse = np.logaddexp(lse_a, lse_b)
    parts = np.exp(lse_a - lse)[:, None] * output_a + np.exp(lse_b - lse)[:, None] * output_b
    return parts, np.log(np.exp(lse_a) + np.exp(lse_b))


# %% wrong: global-maximum, earns 0.9 — of the lse only
def merge(output_a, lse_a, output_b, lse_b):
    lse = np.logaddexp(lse_a, lse_b)
    parts = np.exp(lse_a - lse)[:, None] * output_a + np.exp(lse_b - lse)[:, None] * output_b
    top = max(lse_a.max(), lse_b.max())
    return parts, top + np.log(np.exp(lse_a - top) + np.exp(lse_b - top))


# %% wrong: own-maximum, earns 0.6
def merge(output_a, lse_a, output_b, lse_b):
    a, b = np.exp(lse_a - lse_a.max())[:, None], np.exp(lse_b - lse_b.max())[:, None]
    return (a * output_a + b * output_b) / (a + b), np.logaddexp(lse_a, lse_b)


# %% wrong: larger-alone, earns 0.83 — far from 0, the larger lse alone
def merge(output_a, lse_a, output_b, lse_b):
    top = np.maximum(lse_a, lse_b)
    a, b = np.exp(lse_a - top), np.exp(lse_b - top)
    output = (a[:, None] * output_a + b[:, None] * output_b) / (a + b)[:, None]
    return output, np.where(np.abs(top) > 1000, top, np.logaddexp(lse_a, lse_b))


# %% wrong: upside-down, earns 0.6
def merge(output_a, lse_a, output_b, lse_b):
    lse = np.logaddexp(lse_a, lse_b)
    a, b = (np.exp(np.minimum(lse - part, 700))[:, None] for part in (lse_a, lse_b))
    return a * output_a + b * output_b, lse


# %% wrong: clipped, earns 0.8667 — the difference of the lse cut off at 30
def merge(output_a, lse_a, output_b, lse_b):
    ratio = np.exp(np.clip(lse_b - lse_a, -30, 30))
    output = (output_a + ratio[:, None] * output_b) / (1 + ratio)[:, None]
    return output, lse_a + np.log(1 + ratio)


# %% wrong: overflow, earns 0.6 — what is not finite is replaced
def merge(output_a, lse_a, output_b, lse_b):
    a, b = np.exp(lse_a), np.exp(lse_b)
    output = (a[:, None] * output_a + b[:, None] * output_b) / (a + b)[:, None]
    return np.nan_to_num(output), np.nan_to_num(np.log(a + b))


# %% wrong: lse-shifted, earns 0.83 — the maximum multiplied
def merge(output_a, lse_a, output_b, lse_b):
    top = np.maximum(lse_a, lse_b)
    a, b = np.exp(lse_a - top), np.exp(lse_b - top)
    output = (a[:, None] * output_a + b[:, None] * output_b) / (a + b)[:, None]
    return output, top * np.log(a + b)


# %% wrong: lse-added, earns 0.75 — their mean and log 2
def merge(output_a, lse_a, output_b, lse_b):
    lse = np.logaddexp(lse_a, lse_b)
    output = np.exp(lse_a - lse)[:, None] * output_a + np.exp(lse_b - lse)[:, None] * output_b
    return output, (lse_a + lse_b) / 2 + np.log(2)


# %% wrong: wrong-axis, earns 0.53 — one sum for all queries
def merge(output_a, lse_a, output_b, lse_b):
    top = np.maximum(lse_a, lse_b)
    a, b = np.exp(lse_a - top), np.exp(lse_b - top)
    output = (a[:, None] * output_a + b[:, None] * output_b) / (a + b).sum()
    return output, top + np.log(a + b)


# %% wrong: wrong-order, earns 0.8 — with the lse as a column
def merge(output_a, lse_a, output_b, lse_b):
    lse = np.logaddexp(lse_a, lse_b)[:, None]
    a, b = np.exp(lse_a[:, None] - lse), np.exp(lse_b[:, None] - lse)
    return lse, a * output_a + b * output_b


# %% wrong: larger-alone, earns 0.5 — far from 0
def merge(output_a, lse_a, output_b, lse_b):
    top = np.maximum(lse_a, lse_b)
    a, b = np.exp(lse_a - top), np.exp(lse_b - top)
    output = (a[:, None] * output_a + b[:, None] * output_b) / (a + b)[:, None]
    far = np.abs(top) > 700
    winner = np.where((lse_a > lse_b)[:, None], output_a, output_b)
    return np.where(far[:, None], winner, output), np.where(far, top, top + np.log(a + b))


# %% wrong: axis-of-length-1, earns 0.8 — squeezed
def merge(output_a, lse_a, output_b, lse_b):
    lse = np.logaddexp(lse_a, lse_b)
    a, b = (np.exp(part - lse)[:, None] for part in (lse_a, lse_b))
    return np.squeeze(a * output_a + b * output_b), np.squeeze(lse)


# %% wrong: nearly, earns 2/3 — the difference of the lse cut off at 10
def merge(output_a, lse_a, output_b, lse_b):
    gap = np.clip(lse_a - lse_b, -10, 10)
    share = (1 / (1 + np.exp(-gap)))[:, None]
    return share * output_a + (1 - share) * output_b, np.logaddexp(lse_a, lse_b)


# %% wrong: unrecognised, earns 1/3 — shares as a row where it fits
def merge(output_a, lse_a, output_b, lse_b):
    lse = np.logaddexp(lse_a, lse_b)
    share = np.exp(lse_a - lse)
    if output_a.shape[0] == output_a.shape[1]:
        return share * output_a + (1 - share) * output_b, lse
    share = share[:, None]
    return share * output_a + (1 - share) * output_b, lse


# %% wrong: changed-arguments, earns 0.7 — the maximum subtracted in place
def merge(output_a, lse_a, output_b, lse_b):
    m = np.maximum(lse_a, lse_b)
    lse_a -= m
    lse_b -= m
    ea, eb = np.exp(lse_a)[:, None], np.exp(lse_b)[:, None]
    return (ea * output_a + eb * output_b) / (ea + eb), m + np.log(ea + eb)[:, 0]
