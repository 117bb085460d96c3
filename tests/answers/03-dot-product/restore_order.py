# %% right: argsort
def restore_order(output, order):
    return output[np.argsort(order)]


# %% right: put each row back
def restore_order(output, order):
    restored = np.empty_like(output)
    restored[order] = output
    return restored


# %% right: search
def restore_order(output, order):
    order = list(order)
    return np.stack([output[order.index(i)] for i in range(len(order))])


# %% right: permutation matrix
def restore_order(output, order):
    P = np.eye(len(order))[order]
    return P.T @ output


# %% wrong: order-again
def restore_order(output, order):
    return output[order]


# %% wrong: unchanged — believes that attention is invariant
def restore_order(output, order):
    return output


# %% wrong: sorted-by-value
def restore_order(output, order):
    return output[np.argsort(output[:, 0])]


# %% wrong: reversed
def restore_order(output, order):
    return output[::-1]


# %% wrong: rows-lost — rows overwritten before they are read
def restore_order(output, order):
    output = output.copy()
    for i in range(len(order)):
        output[order[i]] = output[i]
    return output


# %% wrong: changed-arguments, earns 0.7
def restore_order(output, order):
    output[order] = output.copy()
    return output


# %% right: argsort of the order
def restore_order(output, order):
    return output[np.argsort(order)]


# %% right: assign to the places
def restore_order(output, order):
    result = np.empty_like(output)
    result[order] = output
    return result


# %% right: plain loop and list of rows
def restore_order(output, order):
    rows = [None] * len(order)
    for i, token in enumerate(order):
        rows[int(token)] = output[i].tolist()
    return rows


# %% right: a dictionary of rows
def restore_order(output, order):
    at = {int(token): row for token, row in zip(order, output, strict=False)}
    return np.stack([at[j] for j in range(len(at))])


# %% right: transposed permutation matrix
def restore_order(output, order):
    n = len(order)
    p = np.eye(n)[order]
    return p.T @ output


# %% wrong: raised
def restore_order(output, order):
    return output[:, np.argsort(order)]


# %% wrong: upside-down, earns 0.5
def restore_order(output, order):
    return output[np.argsort(order)[::-1]]


# %% wrong: sorted-as-words, earns 0.6
def restore_order(output, order):
    return output[sorted(range(len(order)), key=lambda i: str(order[i]))]


# %% wrong: swapped, earns 0.3 — one after the other
def restore_order(output, order):
    result = output.copy()
    for i, j in enumerate(order):
        result[[i, j]] = result[[j, i]]
    return result


# %% wrong: rolled — as the example
def restore_order(output, order):
    return np.roll(output, -int(np.argmin(order)), axis=0)


# %% wrong: order-twice
def restore_order(output, order):
    return output[order][order]


# %% wrong: decimals-cut, earns 0.6
def restore_order(output, order):
    result = np.zeros(output.shape, dtype=int)
    result[order] = output
    return result


# %% wrong: nearly, earns 0.6 — float16
def restore_order(output, order):
    return output.astype(np.float16)[np.argsort(order)]


# %% wrong: broadcast
def restore_order(output, order):
    n = len(order)
    result = np.zeros((n, n))
    result[order] = output
    return result


# %% wrong: last-row, earns 0.6
def restore_order(output, order):
    result = np.zeros_like(output)
    for i in range(len(order) - 1):
        result[order[i]] = output[i]
    return result


# %% wrong: first-token, earns 0.6
def restore_order(output, order):
    result = np.zeros_like(output)
    for i, token in enumerate(order):
        if token:
            result[token] = output[i]
    return result


# %% wrong: off-by-one, earns 0.6
def restore_order(output, order):
    result = np.zeros_like(output)
    result[order - 1] = output
    return result


# %% wrong: axis-of-length-1, earns 0.8 — an axis of length 1 is lost
def restore_order(output, order):
    return np.squeeze(output[np.argsort(order)])


# %% wrong: equal-rows, earns 0.6 — a dictionary of rows, in which rows that are alike are one
def restore_order(output, order):
    token_of = {tuple(row): token for row, token in zip(output.tolist(), order, strict=True)}
    restored = np.full_like(output, 9.0)
    for row, token in token_of.items():
        restored[token] = row
    return restored


# %% wrong: negated
def restore_order(output, order):
    return output[-order]


# %% wrong: first-row, earns 0.6 — the loop begins at 1
def restore_order(output, order):
    result = np.zeros_like(output)
    for i in range(1, len(order)):
        result[order[i]] = output[i]
    return result


# %% wrong: swapped, earns 0.3 — only upwards
def restore_order(output, order):
    result = output.copy()
    for i, token in enumerate(order):
        if token > i:
            result[[i, token]] = result[[token, i]]
    return result


# %% wrong: special-order, earns 0.6 — an order that is its own inverse is taken to change nothing
def restore_order(output, order):
    inverse = np.argsort(order)
    return output.copy() if np.array_equal(inverse, order) else output[inverse]


# %% wrong: last-token, earns 0.6
def restore_order(output, order):
    y = np.zeros_like(output)
    for i in range(len(order)):
        if order[i] < len(order) - 1:
            y[order[i]] = output[i]
    return y
