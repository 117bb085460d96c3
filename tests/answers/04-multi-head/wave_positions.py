# %% right: sines then cosines
def wave_positions(x, d_model, base):
    half = d_model // 2
    omega = base ** (-np.arange(half) / half)
    angle = x[:, None] * omega
    table = np.hstack([np.sin(angle), np.cos(angle)])
    return table, table @ table.T / half


# %% right: the mean of cosines
def wave_positions(x, d_model, base):
    omega = [base ** (-2 * k / d_model) for k in range(d_model // 2)]
    table = [[np.sin(p * w) for w in omega] + [np.cos(p * w) for w in omega] for p in x]
    apart = x[:, None] - x
    return table, np.mean([np.cos(w * apart) for w in omega], axis=0)


# %% right: torch complex
def wave_positions(x, d_model, base):
    import torch

    k = torch.arange(0, d_model, 2, dtype=torch.float64)
    z = torch.exp(1j * torch.outer(torch.tensor(x), base ** (-k / d_model)))
    return torch.cat([z.imag, z.real], dim=1), (z @ z.conj().T).real * 2 / d_model


# %% right: cosine similarity of the rows
def wave_positions(x, d_model, base):
    omega = np.exp(-np.log(base) * np.arange(0, d_model, 2) / d_model)
    table = np.concatenate([np.sin(np.outer(x, omega)), np.cos(np.outer(x, omega))], axis=1)
    unit = table / np.linalg.norm(table, axis=1, keepdims=True)
    return table, unit @ unit.T


# %% wrong: in-turn, earns 0.7 — as in the chapter
def wave_positions(x, d_model, base):
    angle = np.outer(x, base ** (-np.arange(0, d_model, 2) / d_model))
    table = np.stack([np.sin(angle), np.cos(angle)], axis=-1).reshape(len(x), -1)
    return table, table @ table.T * 2 / d_model


# %% wrong: cosines-first, earns 0.76
def wave_positions(x, d_model, base):
    angle = np.outer(x, base ** (-np.arange(0, d_model, 2) / d_model))
    table = np.hstack([np.cos(angle), np.sin(angle)])
    return table, table @ table.T * 2 / d_model


# %% wrong: whole-positions, earns 0.64
def wave_positions(x, d_model, base):
    omega = base ** (-np.arange(0, d_model, 2) / d_model)
    angle = np.outer(x.astype(int), omega)
    apart = (x[:, None] - x)[..., None] * omega
    return np.hstack([np.sin(angle), np.cos(angle)]), np.cos(apart).mean(axis=-1)


# %% wrong: counted, earns 0.52
def wave_positions(x, d_model, base):
    omega = base ** (-np.arange(0, d_model, 2) / d_model)
    angle = np.outer(np.arange(len(x)), omega)
    apart = (x[:, None] - x)[..., None] * omega
    return np.hstack([np.sin(angle), np.cos(angle)]), np.cos(apart).mean(axis=-1)


# %% wrong: other-exponents, earns 0.64 — k in place of 2k, in the table alone
def wave_positions(x, d_model, base):
    omega = base ** (-np.arange(0, d_model, 2) / d_model)
    angle = np.outer(x, base ** (-np.arange(d_model // 2) / d_model))
    apart = (x[:, None] - x)[..., None] * omega
    return np.hstack([np.sin(angle), np.cos(angle)]), np.cos(apart).mean(axis=-1)


# %% wrong: other-exponents + of-the-table, earns 0.44 — k from 1
def wave_positions(x, d_model, base):
    angle = np.outer(x, base ** (-np.arange(2, d_model + 2, 2) / d_model))
    table = np.hstack([np.sin(angle), np.cos(angle)])
    return table, table @ table.T * 2 / d_model


# %% wrong: not-divided, earns 0.84
def wave_positions(x, d_model, base):
    angle = np.outer(x, base ** (-np.arange(0, d_model, 2) / d_model))
    table = np.hstack([np.sin(angle), np.cos(angle)])
    return table, table @ table.T


# %% wrong: divided-by-width, earns 0.84
def wave_positions(x, d_model, base):
    angle = np.outer(x, base ** (-np.arange(0, d_model, 2) / d_model))
    table = np.hstack([np.sin(angle), np.cos(angle)])
    return table, table @ table.T / d_model


# %% wrong: distance, earns 0.72
def wave_positions(x, d_model, base):
    angle = np.outer(x, base ** (-np.arange(0, d_model, 2) / d_model))
    table = np.hstack([np.sin(angle), np.cos(angle)])
    return table, np.square(table[:, None] - table).sum(axis=-1)


# %% wrong: half-the-waves, earns 0.72
def wave_positions(x, d_model, base):
    angle = np.outer(x, base ** (-np.arange(0, d_model, 2) / d_model))
    return np.hstack([np.sin(angle), np.cos(angle)]), np.cos(angle) @ np.cos(angle).T * 2 / d_model


# %% wrong: not-a-tuple — the table alone
def wave_positions(x, d_model, base):
    angle = np.outer(x, base ** (-np.arange(0, d_model, 2) / d_model))
    return np.hstack([np.sin(angle), np.cos(angle)])


# %% wrong: narrowest, earns 0.7 — the frequencies step by step, 0 / 0 for a single one
def wave_positions(x, d_model, base):
    half = d_model // 2
    last = np.log(base) * (half - 1) / half
    with np.errstate(invalid="ignore"):
        step = last / np.float64(half - 1)
    angle = np.outer(x, np.exp(-step * np.arange(half)))
    table = np.hstack([np.sin(angle), np.cos(angle)])
    return table, table @ table.T / half


# %% wrong: other-base, earns 0.7 — always 10,000, in the table
def wave_positions(x, d_model, base):
    omega = base ** (-np.arange(0, d_model, 2) / d_model)
    angle = np.outer(x, 10000 ** (-np.arange(0, d_model, 2) / d_model))
    apart = (x[:, None] - x)[..., None] * omega
    return np.hstack([np.sin(angle), np.cos(angle)]), np.cos(apart).mean(axis=-1)


# %% wrong: other-base + of-the-table, earns 0.5 — e
def wave_positions(x, d_model, base):
    angle = np.outer(x, np.exp(-np.arange(0, d_model, 2) / d_model))
    table = np.hstack([np.sin(angle), np.cos(angle)])
    return table, table @ table.T * 2 / d_model


# %% wrong: whole-turns + of-the-table, earns 0.5
def wave_positions(x, d_model, base):
    angle = 2 * np.pi * np.outer(x, base ** (-np.arange(0, d_model, 2) / d_model))
    table = np.hstack([np.sin(angle), np.cos(angle)])
    return table, table @ table.T * 2 / d_model


# %% right: shifted sines of frequencies spaced evenly in the logarithm
def wave_positions(x, d_model, base):
    omega = 1 / np.logspace(0, 1, d_model // 2, endpoint=False, base=base)
    angle = np.outer(x, omega)
    table = np.sin(np.hstack([angle, angle + np.pi / 2]))
    return table.tolist(), np.inner(table, table) / (d_model / 2)


# %% wrong: wrong-order, earns 0.8
def wave_positions(x, d_model, base):
    omega = base ** (-np.arange(0, d_model, 2) / d_model)
    angle = np.outer(x, omega)
    table = np.hstack([np.sin(angle), np.cos(angle)])
    return table @ table.T * 2 / d_model, table


# %% wrong: other-cosines + of-the-table, earns 0.44 — each column an exponent of its own
def wave_positions(x, d_model, base):
    angle = np.outer(x, base ** (-np.arange(d_model) / d_model))
    table = np.hstack([np.sin(angle[:, : d_model // 2]), np.cos(angle[:, d_model // 2 :])])
    return table, table @ table.T * 2 / d_model


# %% wrong: parentheses + of-the-table, earns 0.5
def wave_positions(x, d_model, base):
    omega = base**-2 * np.arange(d_model // 2) / d_model
    angle = np.outer(x, omega)
    table = np.hstack([np.sin(angle), np.cos(angle)])
    return table, table @ table.T * 2 / d_model


# %% wrong: backwards, earns 0.7
def wave_positions(x, d_model, base):
    omega = base ** (-np.arange(0, d_model, 2) / d_model)
    angle = np.outer(x, omega[::-1])
    table = np.hstack([np.sin(angle), np.cos(angle)])
    return table, table @ table.T * 2 / d_model


# %% wrong: other-positions + of-the-table, earns 0.44 — without their sign
def wave_positions(x, d_model, base):
    omega = base ** (-np.arange(0, d_model, 2) / d_model)
    angle = np.outer(abs(x), omega)
    table = np.hstack([np.sin(angle), np.cos(angle)])
    return table, table @ table.T * 2 / d_model


# %% wrong: other-positions, earns 0.64 — from the first on
def wave_positions(x, d_model, base):
    omega = base ** (-np.arange(0, d_model, 2) / d_model)
    angle = np.outer(x - x[0], omega)
    table = np.hstack([np.sin(angle), np.cos(angle)])
    return table, table @ table.T * 2 / d_model


# %% wrong: sines-negated, earns 0.76
def wave_positions(x, d_model, base):
    omega = base ** (-np.arange(0, d_model, 2) / d_model)
    angle = np.outer(-x, omega)
    table = np.hstack([np.sin(angle), np.cos(angle)])
    return table, table @ table.T * 2 / d_model


# %% wrong: sines-twice + of-the-table, earns 0.38
def wave_positions(x, d_model, base):
    omega = base ** (-np.arange(0, d_model, 2) / d_model)
    angle = np.outer(x, omega)
    table = np.hstack([np.sin(angle), np.sin(angle)])
    return table, table @ table.T * 2 / d_model


# %% wrong: degrees + of-the-table, earns 0.5
def wave_positions(x, d_model, base):
    omega = base ** (-np.arange(0, d_model, 2) / d_model)
    angle = np.outer(np.deg2rad(x), omega)
    table = np.hstack([np.sin(angle), np.cos(angle)])
    return table, table @ table.T * 2 / d_model


# %% wrong: shortened, earns 0.76
def wave_positions(x, d_model, base):
    omega = base ** (-np.arange(0, d_model, 2) / d_model)
    angle = np.outer(x, omega)
    table = np.hstack([np.sin(angle), np.cos(angle)]) / np.sqrt(d_model / 2)
    return table, table @ table.T


# %% wrong: other-divisor, earns 0.84 — a root, as of scores
def wave_positions(x, d_model, base):
    omega = base ** (-np.arange(0, d_model, 2) / d_model)
    angle = np.outer(x, omega)
    table = np.hstack([np.sin(angle), np.cos(angle)])
    return table, table @ table.T / np.sqrt(d_model)


# %% wrong: other-divisor, earns 0.84 — divided twice
def wave_positions(x, d_model, base):
    omega = base ** (-np.arange(0, d_model, 2) / d_model)
    angle = np.outer(x, omega)
    table = np.hstack([np.sin(angle), np.cos(angle)])
    return table, table @ table.T / d_model / 2


# %% wrong: transposed, earns 0.4 — the table
def wave_positions(x, d_model, base):
    omega = base ** (-np.arange(0, d_model, 2) / d_model)
    angle = np.outer(x, omega)
    table = np.hstack([np.sin(angle), np.cos(angle)])
    return table.T, table @ table.T * 2 / d_model


# %% wrong: integer-division + of-the-table, earns 0.5
def wave_positions(x, d_model, base):
    omega = [float(base) ** (-2 * k // d_model) for k in range(d_model // 2)]
    angle = np.outer(x, omega)
    table = np.hstack([np.sin(angle), np.cos(angle)])
    return table, table @ table.T / (d_model / 2)


# %% wrong: wrapped + of-the-table, earns 0.44 — positions modulo 2π
def wave_positions(x, d_model, base):
    omega = base ** (-2 * np.arange(d_model // 2) / d_model)
    angle = np.outer(np.mod(x, 2 * np.pi), omega)
    table = np.hstack([np.sin(angle), np.cos(angle)])
    return table, table @ table.T / (d_model / 2)


# %% wrong: of-the-sum, earns 0.8
def wave_positions(x, d_model, base):
    angle = np.outer(x, base ** (-2 * np.arange(d_model // 2) / d_model))
    s, c = np.sin(angle), np.cos(angle)
    return np.hstack([s, c]), (c @ c.T - s @ s.T) / (d_model / 2)


# %% wrong: axis-of-length-1, earns 0.8 — squeezed
def wave_positions(x, d_model, base):
    angle = np.outer(x, base ** (-2 * np.arange(d_model // 2) / d_model))
    table = np.hstack([np.sin(angle), np.cos(angle)])
    return np.squeeze(table), np.squeeze(table @ table.T / (d_model / 2))


# %% wrong: narrowest, earns 0.7 — an error where the width is 2
def wave_positions(x, d_model, base):
    half = d_model // 2
    step = (half - 1) / half / (half - 1)
    angle = np.outer(x, [float(base) ** (-step * k) for k in range(half)])
    table = np.hstack([np.sin(angle), np.cos(angle)])
    return table, table @ table.T / half


# %% wrong: other-positions + of-the-table, earns 0.44 — sorted
def wave_positions(x, d_model, base):
    angle = np.outer(np.sort(x), base ** (-2 * np.arange(d_model // 2) / d_model))
    table = np.hstack([np.sin(angle), np.cos(angle)])
    return table, table @ table.T / (d_model / 2)


# %% wrong: other-cosines + of-the-table, earns 0.44 — in pairs, as in the chapter
def wave_positions(x, d_model, base):
    omega = base ** (-2 * (np.arange(d_model) // 2) / d_model)
    angles = np.outer(x, omega)
    half = d_model // 2
    table = np.hstack([np.sin(angles[:, :half]), np.cos(angles[:, half:])])
    return table, table @ table.T / half
