# %% right: the first refused
def check_draft(tokens, q, p, u):
    i = np.arange(len(tokens))
    refused = np.flatnonzero(u >= p[i, tokens] / q[i, tokens])
    if len(refused) == 0:
        return len(tokens), p[-1]
    rest = np.maximum(0, p[refused[0]] - q[refused[0]])
    return refused[0], rest / rest.sum()


# %% right: a loop — and a row of zeros behind the draft
def check_draft(tokens, q, p, u):
    count = 0
    while count < len(tokens) and u[count] < p[count][tokens[count]] / q[count][tokens[count]]:
        count += 1
    q = np.vstack([q, 0 * q[:1]])
    rest = [max(a - b, 0) for a, b in zip(p[count], q[count], strict=True)]
    return count, [a / sum(rest) for a in rest]


# %% right: torch — products in place of ratios
def check_draft(tokens, q, p, u):
    import torch

    tokens, q, p, u = (torch.tensor(a) for a in (tokens, q, p, u))
    index = tokens[:, None]
    accepted = u * q.gather(1, index)[:, 0] < p[:-1].gather(1, index)[:, 0]
    count = accepted.long().cumprod(0).sum()
    if count == len(tokens):
        return count, p[count]
    rest = (p[count] - q[count]).relu()
    return count, torch.nn.functional.normalize(rest, p=1, dim=0)


# %% wrong: by-probability, earns 0.4 — p
def check_draft(tokens, q, p, u):
    i = np.arange(len(tokens))
    refused = np.flatnonzero(u >= p[i, tokens])
    if len(refused) == 0:
        return len(tokens), p[-1]
    rest = np.maximum(0, p[refused[0]] - q[refused[0]])
    return refused[0], rest / rest.sum()


# %% wrong: by-probability, earns 0.4 — q
def check_draft(tokens, q, p, u):
    i = np.arange(len(tokens))
    refused = np.flatnonzero(u >= q[i, tokens])
    if len(refused) == 0:
        return len(tokens), p[-1]
    rest = np.maximum(0, p[refused[0]] - q[refused[0]])
    return refused[0], rest / rest.sum()


# %% wrong: inverse-ratio, earns 0.4
def check_draft(tokens, q, p, u):
    i = np.arange(len(tokens))
    refused = np.flatnonzero(u >= q[i, tokens] / p[i, tokens])
    if len(refused) == 0:
        return len(tokens), p[-1]
    rest = np.maximum(0, p[refused[0]] - q[refused[0]])
    return refused[0], rest / rest.sum()


# %% wrong: no-chance, earns 0.3 — only the likeliest
def check_draft(tokens, q, p, u):
    refused = np.flatnonzero(p[:-1].argmax(axis=1) != tokens)
    if len(refused) == 0:
        return len(tokens), p[-1]
    rest = np.maximum(0, p[refused[0]] - q[refused[0]])
    return refused[0], rest / rest.sum()


# %% wrong: no-chance, earns 0.3 — only what the large model likes better
def check_draft(tokens, q, p, u):
    i = np.arange(len(tokens))
    refused = np.flatnonzero(p[i, tokens] < q[i, tokens])
    if len(refused) == 0:
        return len(tokens), p[-1]
    rest = np.maximum(0, p[refused[0]] - q[refused[0]])
    return refused[0], rest / rest.sum()


# %% wrong: all-counted, earns 0.76
def check_draft(tokens, q, p, u):
    i = np.arange(len(tokens))
    accepted = u < p[i, tokens] / q[i, tokens]
    if accepted.all():
        return len(tokens), p[-1]
    first = accepted.argmin()
    rest = np.maximum(0, p[first] - q[first])
    return accepted.sum(), rest / rest.sum()


# %% wrong: one-too-many, earns 0.84 — the next
def check_draft(tokens, q, p, u):
    i = np.arange(len(tokens))
    refused = np.flatnonzero(u >= p[i, tokens] / q[i, tokens])
    if len(refused) == 0:
        return len(tokens) + 1, p[-1]
    rest = np.maximum(0, p[refused[0]] - q[refused[0]])
    return refused[0] + 1, rest / rest.sum()


# %% wrong: one-too-many, earns 0.84 — the refused one
def check_draft(tokens, q, p, u):
    for count in range(len(tokens)):
        if u[count] >= p[count, tokens[count]] / q[count, tokens[count]]:
            rest = np.maximum(0, p[count] - q[count])
            return count + 1, rest / rest.sum()
    return len(tokens), p[-1]


# %% wrong: not-corrected, earns 0.64
def check_draft(tokens, q, p, u):
    i = np.arange(len(tokens))
    refused = np.flatnonzero(u >= p[i, tokens] / q[i, tokens])
    count = refused[0] if len(refused) else len(tokens)
    return count, p[count]


# %% wrong: not-corrected, earns 0.64 — without the refused token
def check_draft(tokens, q, p, u):
    i = np.arange(len(tokens))
    refused = np.flatnonzero(u >= p[i, tokens] / q[i, tokens])
    if len(refused) == 0:
        return len(tokens), p[-1]
    rest = p[refused[0]].copy()
    rest[tokens[refused[0]]] = 0
    return refused[0], rest / rest.sum()


# %% wrong: not-normalised, earns 0.76
def check_draft(tokens, q, p, u):
    i = np.arange(len(tokens))
    refused = np.flatnonzero(u >= p[i, tokens] / q[i, tokens])
    if len(refused) == 0:
        return len(tokens), p[-1]
    return refused[0], np.maximum(0, p[refused[0]] - q[refused[0]])


# %% wrong: absolute, earns 0.64
def check_draft(tokens, q, p, u):
    i = np.arange(len(tokens))
    refused = np.flatnonzero(u >= p[i, tokens] / q[i, tokens])
    if len(refused) == 0:
        return len(tokens), p[-1]
    rest = np.abs(p[refused[0]] - q[refused[0]])
    return refused[0], rest / rest.sum()


# %% wrong: other-way-round, earns 0.64
def check_draft(tokens, q, p, u):
    i = np.arange(len(tokens))
    refused = np.flatnonzero(u >= p[i, tokens] / q[i, tokens])
    if len(refused) == 0:
        return len(tokens), p[-1]
    rest = np.maximum(0, q[refused[0]] - p[refused[0]])
    return refused[0], rest / rest.sum()


# %% wrong: the-draft-s, earns 0.52
def check_draft(tokens, q, p, u):
    i = np.arange(len(tokens))
    refused = np.flatnonzero(u >= p[i, tokens] / q[i, tokens])
    if len(refused) == 0:
        return len(tokens), p[-1]
    return refused[0], q[refused[0]]


# %% wrong: softmax, earns 0.64
def check_draft(tokens, q, p, u):
    i = np.arange(len(tokens))
    refused = np.flatnonzero(u >= p[i, tokens] / q[i, tokens])
    if len(refused) == 0:
        return len(tokens), p[-1]
    powers = np.exp(np.maximum(0, p[refused[0]] - q[refused[0]]))
    return refused[0], powers / powers.sum()


# %% wrong: one-row-on, earns 0.64
def check_draft(tokens, q, p, u):
    i = np.arange(len(tokens))
    refused = np.flatnonzero(u >= p[i, tokens] / q[i, tokens])
    if len(refused) == 0:
        return len(tokens), p[-1]
    return refused[0], p[refused[0] + 1]


# %% wrong: last-row, earns 0.76 — corrected, too
def check_draft(tokens, q, p, u):
    i = np.arange(len(tokens))
    refused = np.flatnonzero(u >= p[i, tokens] / q[i, tokens])
    count = refused[0] if len(refused) else len(tokens)
    row = min(count, len(tokens) - 1)
    rest = np.maximum(0, p[row] - q[row])
    return count, rest / rest.sum()


# %% wrong: or-equal, earns 0.8
def check_draft(tokens, q, p, u):
    i = np.arange(len(tokens))
    refused = np.flatnonzero(u > p[i, tokens] / q[i, tokens])
    if len(refused) == 0:
        return len(tokens), p[-1]
    rest = np.maximum(0, p[refused[0]] - q[refused[0]])
    return refused[0], rest / rest.sum()


# %% wrong: wrong-order, earns 0.8
def check_draft(tokens, q, p, u):
    i = np.arange(len(tokens))
    refused = np.flatnonzero(u >= p[i, tokens] / q[i, tokens])
    if len(refused) == 0:
        return p[-1], len(tokens)
    rest = np.maximum(0, p[refused[0]] - q[refused[0]])
    return rest / rest.sum(), refused[0]


# %% wrong: without-maximum, earns 0.64
def check_draft(tokens, q, p, u):
    i = np.arange(len(tokens))
    refused = np.flatnonzero(u >= p[i, tokens] / q[i, tokens])
    if len(refused) == 0:
        return len(tokens), p[-1]
    rest = p[refused[0]] - q[refused[0]]
    return refused[0], rest / rest.sum()


# %% wrong: without-maximum, earns 0.64 — not normalised
def check_draft(tokens, q, p, u):
    i = np.arange(len(tokens))
    refused = np.flatnonzero(u >= p[i, tokens] / q[i, tokens])
    if len(refused) == 0:
        return len(tokens), p[-1]
    return refused[0], p[refused[0]] - q[refused[0]]


# %% wrong: other-way, earns 0.3
def check_draft(tokens, q, p, u):
    i = np.arange(len(tokens))
    refused = np.flatnonzero(u < p[i, tokens] / q[i, tokens])
    if len(refused) == 0:
        return len(tokens), p[-1]
    rest = np.maximum(0, p[refused[0]] - q[refused[0]])
    return refused[0], rest / rest.sum()


# %% wrong: product, earns 0.4
def check_draft(tokens, q, p, u):
    i = np.arange(len(tokens))
    refused = np.flatnonzero(u >= np.cumprod(p[i, tokens] / q[i, tokens]))
    if len(refused) == 0:
        return len(tokens), p[-1]
    rest = np.maximum(0, p[refused[0]] - q[refused[0]])
    return refused[0], rest / rest.sum()


# %% wrong: first-false, earns 0.6
def check_draft(tokens, q, p, u):
    i = np.arange(len(tokens))
    first = np.argmin(u < p[i, tokens] / q[i, tokens])
    rest = np.maximum(0, p[first] - q[first])
    return first, rest / rest.sum()


# %% wrong: last-index, earns 0.84
def check_draft(tokens, q, p, u):
    i = np.arange(len(tokens))
    refused = np.flatnonzero(u >= p[i, tokens] / q[i, tokens])
    count = refused[0] if len(refused) else len(tokens) - 1
    if len(refused) == 0:
        return count, p[-1]
    rest = np.maximum(0, p[count] - q[count])
    return count, rest / rest.sum()


# %% wrong: last-index + last-row, earns 0.6 — `break` without `else`
def check_draft(tokens, q, p, u):
    for i in range(len(tokens)):
        if u[i] >= p[i, tokens[i]] / q[i, tokens[i]]:
            break
    rest = np.maximum(0, p[i] - q[i])
    return i, rest / rest.sum()


# %% wrong: last-row, earns 0.76 — corrected by the last row of q
def check_draft(tokens, q, p, u):
    i = np.arange(len(tokens))
    refused = np.flatnonzero(u >= p[i, tokens] / q[i, tokens])
    count = refused[0] if len(refused) else len(tokens)
    rest = np.maximum(0, p[count] - q[min(count, len(q) - 1)])
    return count, rest / rest.sum()


# %% wrong: softmax, earns 0.64 — of the differences with their sign
def check_draft(tokens, q, p, u):
    i = np.arange(len(tokens))
    refused = np.flatnonzero(u >= p[i, tokens] / q[i, tokens])
    if len(refused) == 0:
        return len(tokens), p[-1]
    powers = np.exp(p[refused[0]] - q[refused[0]])
    return refused[0], powers / powers.sum()


# %% wrong: one-too-many, earns 0.84 — if all are accepted
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] / q[i, x]:
            rest = np.maximum(0, p[i] - q[i])
            return i, rest / rest.sum()
    return len(tokens) + 1, p[-1]


# %% wrong: one-too-few, earns 0.84
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] / q[i, x]:
            rest = np.maximum(0, p[i] - q[i])
            return i - 1, rest / rest.sum()
    return len(tokens) - 1, p[-1]


# %% wrong: first-true, earns 0.6
def check_draft(tokens, q, p, u):
    k = len(tokens)
    i = np.arange(k)
    first = int(np.argmax(u >= p[i, tokens] / q[i, tokens]))
    if first == 0:
        return k, p[k]
    rest = np.maximum(0, p[first] - q[first])
    return first, rest / rest.sum()


# %% wrong: last-accepted, earns 0.4
def check_draft(tokens, q, p, u):
    for i in range(len(tokens) - 1):
        x = tokens[i]
        if u[i] >= p[i, x] / q[i, x]:
            rest = np.maximum(0, p[i] - q[i])
            return i, rest / rest.sum()
    return len(tokens), p[-1]


# %% wrong: first-accepted, earns 0.4
def check_draft(tokens, q, p, u):
    for i in range(1, len(tokens)):
        x = tokens[i]
        if u[i] >= p[i, x] / q[i, x]:
            rest = np.maximum(0, p[i] - q[i])
            return i, rest / rest.sum()
    return len(tokens), p[-1]


# %% wrong: not-corrected, earns 0.64 — where p is larger
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] / q[i, x]:
            rest = np.where(p[i] > q[i], p[i], 0)
            return i, rest / rest.sum()
    return len(tokens), p[-1]


# %% wrong: one-row-on, earns 0.64 — of p alone
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] / q[i, x]:
            rest = np.maximum(0, p[i + 1] - q[i])
            return i, rest / max(rest.sum(), 1e-300)
    return len(tokens), p[-1]


# %% wrong: last-accepted, earns 0.64 — in the distribution alone
def check_draft(tokens, q, p, u):
    k = len(tokens)
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] / q[i, x]:
            if i == k - 1:
                return i, p[k]
            rest = np.maximum(0, p[i] - q[i])
            return i, rest / rest.sum()
    return k, p[k]


# %% wrong: no-break, earns 0.5 — the last that passes decides
def check_draft(tokens, q, p, u):
    n = 0
    for i, x in enumerate(tokens):
        if u[i] < p[i, x] / q[i, x]:
            n = i + 1
    if n == len(tokens):
        return n, p[-1]
    rest = np.maximum(0, p[n] - q[n])
    return n, rest / rest.sum()


# %% wrong: no-break, earns 0.5 — the last that is refused gives the rest
def check_draft(tokens, q, p, u):
    n, following = 0, p[-1]
    for i, x in enumerate(tokens):
        if u[i] < p[i, x] / q[i, x]:
            n = i + 1
        else:
            rest = np.maximum(0, p[i] - q[i])
            following = rest / rest.sum()
    return n, following


# %% wrong: no-break, earns 0.5 — the last that is refused decides
def check_draft(tokens, q, p, u):
    n, following = len(tokens), p[-1]
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] / q[i, x]:
            rest = np.maximum(0, p[i] - q[i])
            n, following = i, rest / rest.sum()
    return n, following


# %% wrong: past-the-end, earns 0.5 — q is subtracted from the last row, too
def check_draft(tokens, q, p, u):
    n = 0
    while n < len(tokens) and u[n] < p[n, tokens[n]] / q[n, tokens[n]]:
        n += 1
    rest = np.maximum(0, p[n] - q[n])
    return n, rest / rest.sum()


# %% wrong: ratio-of-next-row, earns 0.5
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] >= p[i + 1, x] / q[i, x]:
            rest = np.maximum(0, p[i] - q[i])
            return i, rest / rest.sum()
    return len(tokens), p[-1]


# %% wrong: earlier-row, earns 0.7 — the first row
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] / q[i, x]:
            rest = np.maximum(0, p[0] - q[0])
            return i, rest / rest.sum()
    return len(tokens), p[-1]


# %% wrong: earlier-row, earns 0.7 — the row before
def check_draft(tokens, q, p, u):
    for i, x in enumerate(tokens):
        if u[i] >= p[i, x] / q[i, x]:
            rest = np.maximum(0, p[i - 1] - q[i - 1])
            return i, rest / rest.sum()
    return len(tokens), p[-1]
