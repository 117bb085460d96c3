# %% right: two formulas
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% right: three cases
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return (step + 1) / warm_up * highest
    if step >= total:
        return lowest
    gone = (step - warm_up) / (total - warm_up)
    return lowest + 0.5 * (highest - lowest) * (1 + math.cos(math.pi * gone))


# %% right: NumPy
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return np.float64(highest) * (step + 1) / warm_up
    p = np.clip((step - warm_up) / (total - warm_up), 0, 1)
    return lowest + (highest - lowest) * (np.cos(np.pi * p) + 1) / 2


# %% right: torch
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return torch.tensor(highest * (step + 1) / warm_up)
    p = torch.tensor((step - warm_up) / (total - warm_up)).clamp(max=1)
    return lowest + (highest - lowest) * (1 + torch.cos(torch.pi * p)) / 2


# %% right: a mean of both ends
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest / warm_up * (step + 1)
    step = min(step, total)
    wave = math.cos(math.pi * (step - warm_up) / (total - warm_up))
    return (highest + lowest) / 2 + (highest - lowest) / 2 * wave


# %% right: squared
def learning_rate(step, warm_up, total, highest, lowest):
    if warm_up > step:
        return (1 + step) * highest / warm_up
    p = min(step - warm_up, total - warm_up) / (total - warm_up)
    return lowest + (highest - lowest) * math.cos(math.pi * p / 2) ** 2


# %% right: one expression
def learning_rate(step, warm_up, total, highest, lowest):
    p = min((step - warm_up) / (total - warm_up), 1)
    wave = lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2
    return highest * (step + 1) / warm_up if step < warm_up else wave


# %% right: from a table
def learning_rate(step, warm_up, total, highest, lowest):
    ramp = [highest * i / warm_up for i in range(1, warm_up + 1)]
    slope = np.cos(np.linspace(0, np.pi, total - warm_up + 1)) * 0.5 + 0.5
    rates = [*ramp, *(lowest + (highest - lowest) * slope)]
    return rates[min(step, total)]


# %% right: complex
def learning_rate(step, warm_up, total, highest, lowest):
    if step + 1 <= warm_up:
        return highest * (step + 1) / warm_up
    turn = np.exp(1j * np.pi * min(1.0, (step - warm_up) / (total - warm_up))).real
    return float(lowest + (highest - lowest) * (turn + 1) / 2)


# %% right: weights of both ends
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    left = (1 + math.cos(math.pi * min(1, (step - warm_up) / (total - warm_up)))) / 2
    return left * highest + (1 - left) * lowest


# %% right: a squared sine
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    sine = math.sin(math.pi / 2 * min(1, (step - warm_up) / (total - warm_up)))
    return highest - (highest - lowest) * sine * sine


# %% wrong: no-warm-up, earns 0.3
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: no-warm-up, earns 0.3 — the cosine from the start
def learning_rate(step, warm_up, total, highest, lowest):
    p = min(1, step / total)
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: no-warm-up, earns 0.3 — the cosine backwards
def learning_rate(step, warm_up, total, highest, lowest):
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: warm-up-from-zero, earns 0.6
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * step / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: warm-up-from-zero, earns 0.6 — interpolated
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return np.interp(step, [0, warm_up], [0, highest])
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: warm-up-from-lowest, earns 0.6
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return lowest + (highest - lowest) * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: warm-up-from-lowest, earns 0.6 — at step 0
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return lowest + (highest - lowest) * step / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: cosine-from-the-start, earns 0.5
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, step / total)
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: cosine-too-long, earns 0.5
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / total)
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: linear, earns 0.4
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 - p)


# %% wrong: linear, earns 0.4 — interpolated
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    rate = np.interp(step, [warm_up, total], [highest, lowest])
    return rate


# %% wrong: whole-cosine, earns 0.4
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(2 * math.pi * p)) / 2


# %% wrong: quarter-cosine, earns 0.5
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * math.cos(math.pi * p / 2)


# %% wrong: not-halved, earns 0.5
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p))


# %% wrong: rises-again, earns 0.6
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = (step - warm_up) / (total - warm_up)
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: to-zero, earns 0.6
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return highest * (1 + math.cos(math.pi * p)) / 2


# %% wrong: lowest-added, earns 0.6
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + highest * (1 + math.cos(math.pi * p)) / 2


# %% wrong: turned, earns 0.3
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 - math.cos(math.pi * p)) / 2


# %% wrong: turned, earns 0.3 — the ends exchanged
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return highest + (lowest - highest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: to-zero + linear, earns 0.24
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return highest * (1 - p)


# %% wrong: to-zero + cosine-from-the-start, earns 0.3
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, step / total)
    return highest * (1 + math.cos(math.pi * p)) / 2


# %% wrong: degrees, earns 0.6
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(180 * p)) / 2


# %% wrong: unrecognised — an inverse root
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return highest / math.sqrt(1 + p)


# %% wrong: unrecognised — exponential
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return highest * (lowest / highest) ** p


# %% wrong: unrecognised — a sine
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.sin(math.pi * p)) / 2


# %% wrong: unrecognised, earns 0.5 — a warm-up of one step in place of none
def learning_rate(step, warm_up, total, highest, lowest):
    warm_up = max(warm_up, 1)
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / max(1, total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: raised, earns 0.5 — a division by no warm-up
def learning_rate(step, warm_up, total, highest, lowest):
    ramp = highest * (step + 1) / warm_up
    if step < warm_up:
        return ramp
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: returned-nothing
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    elif step < total:
        p = (step - warm_up) / (total - warm_up)
        return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: warm-up-too-long, earns 0.6
def learning_rate(step, warm_up, total, highest, lowest):
    if step <= warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: warm-up-too-short, earns 0.7
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up - 1:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: cosine-from-the-start, earns 0.5 — over the steps of the cosine
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(step / (total - warm_up), 1.0)
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: one-step-ahead, earns 0.6
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = np.clip((step + 1 - warm_up) / (total - warm_up), 0, 1)
    return lowest + (highest - lowest) * (1 + np.cos(np.pi * p)) / 2


# %% wrong: ends-early, earns 0.6
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    last = total - 1
    p = 1 if step >= last else (step - warm_up) / (last - warm_up)
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: ends-late, earns 0.6
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    steps = total - warm_up + 1
    p = min(step - warm_up, steps) / steps
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: whole-division, earns 0.6
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) // (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: whole-division, earns 0.6 — in the warm-up
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return (step + 1) // warm_up * highest
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: whole-division, earns 0.6 — of the rate
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) // warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: not-halved, earns 0.5 — a bracket is missing
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 + np.cos(np.pi * p) / 2)


# %% wrong: zero-behind, earns 0.6
def learning_rate(step, warm_up, total, highest, lowest):
    if step > total:
        return 0.0
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: zero-behind, earns 0.6 — from total on
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    if step >= total:
        return 0
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: lowest-as-bound, earns 0.6
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    rate = highest * (1 + math.cos(math.pi * p)) / 2
    return rate if rate > lowest else lowest


# %% wrong: unrecognised, earns 0.5 — no warm-up begins at 0
def learning_rate(step, warm_up, total, highest, lowest):
    if step == warm_up == 0:
        return 0.0
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2
