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


# %% wrong: plain-average, earns 1/3
def merge(output_a, lse_a, output_b, lse_b):
    return (output_a + output_b) / 2, np.logaddexp(lse_a, lse_b)


# %% wrong: swapped, earns 0.6
def merge(output_a, lse_a, output_b, lse_b):
    lse = np.logaddexp(lse_a, lse_b)
    weight_a = np.exp(lse_a - lse)[:, None]
    return (1 - weight_a) * output_a + weight_a * output_b, lse


# %% wrong: lse-as-weight + lse-added, earns 13/60
def merge(output_a, lse_a, output_b, lse_b):
    total = lse_a + lse_b
    output = (output_a * lse_a[:, None] + output_b * lse_b[:, None]) / total[:, None]
    return output, total


# %% wrong: not-normalised, earns 8/15
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


# %% wrong: lse-added, earns 0.75
def merge(output_a, lse_a, output_b, lse_b):
    weight_a, weight_b = np.exp(lse_a)[:, None], np.exp(lse_b)[:, None]
    output = (output_a * weight_a + output_b * weight_b) / (weight_a + weight_b)
    return output, lse_a + lse_b


# %% wrong: lse-without-log, earns 5/6
def merge(output_a, lse_a, output_b, lse_b):
    weight_a, weight_b = np.exp(lse_a), np.exp(lse_b)
    total = weight_a + weight_b
    return (output_a * weight_a[:, None] + output_b * weight_b[:, None]) / total[:, None], total


# %% wrong: lse-shifted, earns 5/6
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


# %% wrong: not-a-tuple — only the output
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


# %% wrong: overflow, earns 11/15 — of the weights only
def merge(output_a, lse_a, output_b, lse_b):
    lse = np.logaddexp(lse_a, lse_b)
    parts = np.exp(lse_a)[:, None] * output_a + np.exp(lse_b)[:, None] * output_b
    return parts / np.exp(lse)[:, None], lse


# %% wrong: unrecognised, earns 2/3 — the output alone is right
def merge(output_a, lse_a, output_b, lse_b):
    lse = np.logaddexp(lse_a, lse_b)
    parts = np.exp(lse_a - lse)[:, None] * output_a + np.exp(lse_b - lse)[:, None] * output_b
    return parts, lse_a


# %% wrong: lse-added, earns 0.75 — averaged
def merge(output_a, lse_a, output_b, lse_b):
    lse = np.logaddexp(lse_a, lse_b)
    parts = np.exp(lse_a - lse)[:, None] * output_a + np.exp(lse_b - lse)[:, None] * output_b
    return parts, (lse_a + lse_b) / 2


# %% wrong: not-normalised, earns 8/15 — the outputs added
def merge(output_a, lse_a, output_b, lse_b):
    return output_a + output_b, np.logaddexp(lse_a, lse_b)
