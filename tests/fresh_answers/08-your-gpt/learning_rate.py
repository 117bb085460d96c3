# %% right: as hint 3
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% right: square of a cosine of half the angle
def learning_rate(step, warm_up, total, highest, lowest):
    if step >= total:
        return float(lowest)
    if step >= warm_up:
        c = math.cos(math.pi / 2 * (step - warm_up) / (total - warm_up))
        return lowest + (highest - lowest) * c * c
    return highest / warm_up * (step + 1)


# %% right: np.interp for the ramp and for p and a NumPy number
def learning_rate(step, warm_up, total, highest, lowest):
    if warm_up > step:
        return np.interp(step + 1, [0, warm_up], [0.0, highest])
    p = np.interp(step, [warm_up, total], [0.0, 1.0])
    w = np.cos(np.pi * p) / 2 + 0.5
    return w * highest + (1 - w) * lowest


# %% right: one product of a ramp and a cosine with max against division by zero
def learning_rate(step, warm_up, total, highest, lowest):
    ramp = min(1.0, (step + 1) / max(1, warm_up))
    p = np.clip((step - warm_up) / (total - warm_up), 0, 1)
    return ramp * (lowest + 0.5 * (highest - lowest) * (1.0 + np.cos(np.pi * p)))


# %% right: sine shifted by a quarter and limits on the step
def learning_rate(step, warm_up, total, highest, lowest):
    if step in range(warm_up):
        return (1 + step) * (highest / warm_up)
    s = min(step, total) - warm_up
    mean, half = (highest + lowest) / 2, (highest - lowest) / 2
    return mean - half * math.sin(math.pi * (s / (total - warm_up) - 0.5))


# %% right: the whole schedule as an array and the step looked up
def learning_rate(step, warm_up, total, highest, lowest):
    ramp = highest * np.arange(1, warm_up + 1) / max(warm_up, 1)
    p = np.linspace(0, 1, total - warm_up + 1)
    fall = lowest + (highest - lowest) * (1 + np.cos(np.pi * p)) / 2
    return float(np.concatenate([ramp, fall])[min(step, total)])


# %% right: real part of a complex exponential and nested conditional expressions
def learning_rate(step, warm_up, total, highest, lowest):
    import cmath

    return (
        highest * (step + 1) / warm_up
        if step < warm_up
        else lowest
        if step > total
        else lowest
        + (highest - lowest) * (1 + cmath.exp(1j * math.pi * (step - warm_up) / (total - warm_up)).real) / 2
    )


# %% right: torch in 64 bits and item at the end
def learning_rate(step, warm_up, total, highest, lowest):
    step, warm_up, total = (torch.tensor(float(s), dtype=torch.float64) for s in (step, warm_up, total))
    p = ((step - warm_up) / (total - warm_up)).clamp(0, 1)
    fall = torch.lerp(torch.tensor(lowest, dtype=torch.float64), torch.tensor(highest, dtype=torch.float64), (1 + (p * torch.pi).cos()) / 2)
    return torch.where(step < warm_up, highest * (step + 1) / warm_up, fall).item()


# %% right: np.select over three cases and all in 64 bits of NumPy
def learning_rate(step, warm_up, total, highest, lowest):
    step, warm_up, total = np.float64(step), np.float64(warm_up), np.float64(total)
    with np.errstate(all="ignore"):
        ramp = np.divide(highest * (step + 1), warm_up)
    angle = np.pi * (total - step) / (total - warm_up)
    fall = highest - (highest - lowest) * (1 + np.cos(angle)) / 2
    return np.select([step < warm_up, step < total], [ramp, fall], default=lowest).item()


# %% right: exact fractions for the ramp and a sine of the rest
def learning_rate(step, warm_up, total, highest, lowest):
    from fractions import Fraction

    if warm_up and step < warm_up:
        return float(Fraction(step + 1, warm_up) * Fraction(highest))
    left = max(Fraction(total - step, total - warm_up), Fraction(0))
    return lowest + (highest - lowest) * math.sin(math.pi / 2 * float(left)) ** 2


# %% wrong: warm-up-from-zero, earns 0.6 — warm-up begins at 0 with step over warm_up
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * step / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: rises-again, earns 0.6 — cosine rises again behind total
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = (step - warm_up) / (total - warm_up)
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: cosine-from-the-start, earns 0.5 — p counted from step 0
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, step / total)
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: cosine-too-long, earns 0.5 — p divided by total without the warm-up
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / total)
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: cosine-from-the-start, earns 0.5 — p counted from 0 over the steps behind the warm-up
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, step / (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: one-step-ahead, earns 0.6 — p one step ahead
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step + 1 - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: ends-early, earns 0.6 — p one step early and fails if one step is left
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up - 1))
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: ends-early, earns 0.6 — p reaches 1 one step early
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / max(1, total - warm_up - 1))
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: ends-late, earns 0.6 — p reaches 1 one step late
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up + 1))
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: raised, earns 0.5 — no warm-up divides by zero
def learning_rate(step, warm_up, total, highest, lowest):
    ramp = highest * (step + 1) / warm_up
    if step < warm_up:
        return ramp
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: warm-up-too-long, earns 0.6 — step warm_up still belongs to the warm-up
def learning_rate(step, warm_up, total, highest, lowest):
    if step <= warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: warm-up-too-short, earns 0.7 — warm-up ends one step early
def learning_rate(step, warm_up, total, highest, lowest):
    if step + 1 < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: whole-cosine, earns 0.4 — a whole cosine
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(2 * math.pi * p)) / 2


# %% wrong: degrees, earns 0.6 — cosine in degrees
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(180 * p)) / 2


# %% wrong: quarter-cosine, earns 0.5 — quarter of a cosine
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * math.cos(math.pi * p / 2)


# %% wrong: linear, earns 0.4 — straight line in place of the cosine
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 - p)


# %% wrong: unrecognised — smooth cubic in place of the cosine
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 - p * p * (3 - 2 * p))


# %% wrong: warm-up-from-lowest, earns 0.6 — warm-up begins at lowest
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return lowest + (highest - lowest) * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: unrecognised — warm-up never below lowest
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return max(lowest, highest * (step + 1) / warm_up)
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: zero-behind, earns 0.6 — 0 behind total not lowest
def learning_rate(step, warm_up, total, highest, lowest):
    if step > total:
        return 0.0
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: to-zero, earns 0.6 — lowest never read and the cosine ends at 0
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return highest * (1 + math.cos(math.pi * p)) / 2


# %% wrong: lowest-added, earns 0.6 — highest in place of the difference
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + highest * (1 + math.cos(math.pi * p)) / 2


# %% wrong: lowest-as-bound, earns 0.6 — lowest is only a floor under a cosine to 0
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return max(lowest, highest * (1 + math.cos(math.pi * p)) / 2)


# %% wrong: not-halved, earns 0.5 — half forgotten
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p))


# %% wrong: not-halved, earns 0.5 — half of the cosine only
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p) / 2)


# %% wrong: whole-division, earns 0.6 — whole division in the warm-up
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) // warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: whole-division, earns 0.6 — whole division in p
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) // (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: unrecognised — rounded to four places
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return round(lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2, 4)


# %% wrong: unrecognised — begins anew behind total
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = (step - warm_up) / (total - warm_up) % 1
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: unrecognised — stays at the rate of the step before total
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = (min(step, total - 1) - warm_up) / (total - warm_up)
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: unrecognised, earns 0.5 — without warm-up the rate is lowest from the beginning
def learning_rate(step, warm_up, total, highest, lowest):
    if warm_up == 0:
        return lowest
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: unrecognised, earns 0.5 — without warm-up step 0 has rate 0
def learning_rate(step, warm_up, total, highest, lowest):
    if step == 0 and warm_up == 0:
        return 0.0
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: unrecognised — warm-up goes up half a cosine
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (1 - math.cos(math.pi * (step + 1) / warm_up)) / 2
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: unrecognised — ramp and cosine both from step 0 multiplied
def learning_rate(step, warm_up, total, highest, lowest):
    ramp = min(1, (step + 1) / max(1, warm_up))
    p = min(1, step / total)
    return ramp * (lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2)


# %% wrong: unrecognised — falls exponentially
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return highest * (max(lowest, 1e-12) / highest) ** p


# %% wrong: cosine-too-long, earns 0.5 — total taken as the length of the fall
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / total)
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: turned, earns 0.3 — the cosine turned round
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 - math.cos(math.pi * p)) / 2


# %% wrong: unrecognised — warm-up of 4 and total of 12 as in the example
def learning_rate(step, warm_up, total, highest, lowest):
    if step < 4:
        return highest * (step + 1) / 4
    p = min(1, (step - 4) / 8)
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2


# %% wrong: returned-nothing — printed not returned
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    print(lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2)


# %% wrong: unrecognised — pi as 3.14
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return highest * (step + 1) / warm_up
    p = min(1, (step - warm_up) / (total - warm_up))
    return lowest + (highest - lowest) * (1 + math.cos(3.14 * p)) / 2


# %% wrong: axis-of-length-1, earns 0.8 — returned as a list of one
def learning_rate(step, warm_up, total, highest, lowest):
    if step < warm_up:
        return [highest * (step + 1) / warm_up]
    p = min(1, (step - warm_up) / (total - warm_up))
    return [lowest + (highest - lowest) * (1 + math.cos(math.pi * p)) / 2]
