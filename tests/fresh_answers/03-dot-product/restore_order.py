# %% right: order on the left of one assignment
def restore_order(output, order):
    restored = np.empty_like(output)
    restored[order] = output
    return restored


# %% right: argsort as the inverse permutation
def restore_order(output, order):
    return output[np.argsort(order)]


# %% right: one row after the other
def restore_order(output, order):
    y = np.zeros(output.shape)
    for i in range(len(order)):
        y[order[i]] = output[i]
    return y


# %% right: dictionary from token to row
def restore_order(output, order):
    rows = {int(token): row for token, row in zip(order, output)}
    return np.stack([rows[t] for t in range(len(rows))])


# %% right: pairs sorted by token
def restore_order(output, order):
    pairs = sorted(zip(order, range(len(order))), key=lambda pair: pair[0])
    return np.array([output[i] for _, i in pairs])


# %% right: transposed permutation matrix
def restore_order(output, order):
    p = np.eye(len(order))[order]
    return p.T @ output


# %% right: torch index copy
def restore_order(output, order):
    import torch
    out = torch.tensor(np.array(output))
    idx = torch.tensor(np.array(order), dtype=torch.int64)
    return torch.zeros_like(out).index_copy(0, idx, out)


# %% right: torch argsort and gather
def restore_order(output, order):
    import torch
    idx = torch.argsort(torch.tensor(np.array(order)))
    out = torch.tensor(np.array(output))
    return torch.gather(out, 0, idx[:, None].expand(-1, out.shape[1]))


# %% right: put along axis
def restore_order(output, order):
    y = np.zeros_like(output)
    index = np.broadcast_to(np.asarray(order)[:, None], output.shape)
    np.put_along_axis(y, index, output, axis=0)
    return y


# %% right: place of every token by list index
def restore_order(output, order):
    places = list(map(int, order))
    return np.vstack([output[places.index(t)] for t in range(len(places))])


# %% right: inverse permutation by scattering the numbers
def restore_order(output, order):
    inverse = np.zeros(len(order), dtype=int)
    inverse[order] = np.arange(len(order))
    return np.take(output, inverse, axis=0)


# %% right: table of equal numbers and einsum
def restore_order(output, order):
    here = (np.arange(len(order))[:, None] == np.asarray(order)[None, :]).astype(float)
    return np.einsum("ti,iv->tv", here, output)


# %% right: adds rows at their places
def restore_order(output, order):
    y = np.zeros(np.shape(output))
    np.add.at(y, order, output)
    return y


# %% right: swaps rows of a copy until all are home
def restore_order(output, order):
    y = np.array(output)
    place = [int(t) for t in order]
    for i in range(len(place)):
        while place[i] != i:
            t = place[i]
            y[[i, t]] = y[[t, i]]
            place[i], place[t] = place[t], place[i]
    return y


# %% right: follows the cycles of the permutation
def restore_order(output, order):
    y = np.empty_like(output)
    done = set()
    for start in range(len(order)):
        i = start
        while i not in done:
            done.add(i)
            y[order[i]] = output[i]
            i = int(order[i])
    return y


# %% wrong: order-again — indexes the output by order again
def restore_order(output, order):
    return output[order]


# %% wrong: unchanged — returns the output as it came
def restore_order(output, order):
    return output


# %% wrong: reversed — turns the rows over
def restore_order(output, order):
    return output[::-1]


# %% wrong: upside-down + order-again — order read backwards as an index
def restore_order(output, order):
    return output[order[::-1]]


# %% wrong: sorted-by-value — every column sorted by its values
def restore_order(output, order):
    return np.sort(output, axis=0)


# %% wrong: sorted-by-value — rows sorted by their first entry
def restore_order(output, order):
    return output[np.argsort(output[:, 0])]


# %% wrong: upside-down, earns 0.5 — argsort read backwards
def restore_order(output, order):
    return output[np.argsort(order)[::-1]]


# %% wrong: order-again — argsort applied twice gives order itself
def restore_order(output, order):
    return output[np.argsort(np.argsort(order))]


# %% wrong: changed-arguments, earns 0.7 — writes into the caller's output
def restore_order(output, order):
    output[order] = output.copy()
    return output


# %% wrong: changed-arguments, earns 0.7 — sorts the caller's order in place
def restore_order(output, order):
    inverse = np.argsort(order)
    order.sort()
    return output[inverse]


# %% wrong: order-twice — indexes by order twice right for three tokens
def restore_order(output, order):
    return output[order][order]


# %% wrong: sorted-as-words, earns 0.6 — tokens sorted as text
def restore_order(output, order):
    return output[np.argsort(np.asarray(order).astype(str))]


# %% wrong: rows-lost — swaps in place along the way and loses rows
def restore_order(output, order):
    y = np.array(output)
    for i in range(len(order)):
        y[order[i]] = y[i]
    return y


# %% wrong: order-again — permutation matrix not transposed
def restore_order(output, order):
    return np.eye(len(order))[order] @ output


# %% wrong: unchanged — orders the columns instead of the rows
def restore_order(output, order):
    if output.shape[1] == len(order):
        return output[:, np.argsort(order)]
    return output


# %% wrong: last-token, earns 0.6 — row of the last token stays zero
def restore_order(output, order):
    y = np.zeros_like(output)
    for i in range(len(order)):
        if order[i] < len(order) - 1:
            y[order[i]] = output[i]
    return y


# %% wrong: first-token, earns 0.6 — row of token zero stays zero
def restore_order(output, order):
    y = np.zeros_like(output)
    for i in range(len(order)):
        if order[i]:
            y[order[i]] = output[i]
    return y


# %% wrong: last-row, earns 0.6 — last row of the output forgotten
def restore_order(output, order):
    y = np.zeros_like(output)
    for i in range(len(order) - 1):
        y[order[i]] = output[i]
    return y


# %% wrong: off-by-one, earns 0.6 — tokens counted from one
def restore_order(output, order):
    y = np.zeros_like(output)
    y[np.asarray(order) - 1] = output
    return y


# %% wrong: unrecognised — only the first column is put back
def restore_order(output, order):
    y = np.array(output)
    y[order, 0] = output[:, 0]
    return y


# %% wrong: wrong-shape — returns the inverse order instead of rows
def restore_order(output, order):
    return np.argsort(order)


# %% wrong: decimals-cut, earns 0.6 — rows cut to whole numbers
def restore_order(output, order):
    y = np.zeros(output.shape, dtype=int)
    y[order] = output
    return y


# %% wrong: nearly, earns 0.6 — rows in half precision
def restore_order(output, order):
    y = np.zeros(output.shape, dtype=np.float16)
    y[order] = output
    return y


# %% wrong: axis-of-length-1, earns 0.8 — single token gives a flat row
def restore_order(output, order):
    return np.squeeze(output[np.argsort(order)])


# %% wrong: rolled — rows shifted by the place of token zero
def restore_order(output, order):
    return np.roll(output, -int(np.argmin(order)), axis=0)


# %% wrong: upside-down, earns 0.5 — sorts by falling token number
def restore_order(output, order):
    return output[np.argsort(-np.asarray(order))]


# %% wrong: transposed — result transposed
def restore_order(output, order):
    return output[np.argsort(order)].T


# %% wrong: swapped, earns 0.3 — one swap for each row even if already home
def restore_order(output, order):
    y = np.array(output)
    for i in range(len(order)):
        t = int(order[i])
        y[[i, t]] = y[[t, i]]
    return y


# %% wrong: unrecognised — swaps a pair only once in a cycle
def restore_order(output, order):
    y = np.array(output)
    place = [int(t) for t in order]
    for i in range(len(place)):
        t = place[i]
        y[[i, t]] = y[[t, i]]
        place[i], place[t] = place[t], place[i]
    return y


# %% wrong: unrecognised — only ten tokens put back
def restore_order(output, order):
    y = np.array(output)
    for i in range(len(order)):
        if i < 10 or len(order) <= 10:
            y[order[i]] = output[i]
    return y


# %% wrong: unrecognised — overlapping rows added to a copy of the output
def restore_order(output, order):
    y = np.array(output)
    y[order] += output
    return y


# %% wrong: unrecognised — mean of all rows everywhere
def restore_order(output, order):
    return np.broadcast_to(output.mean(axis=0), output.shape)


# %% wrong: transposed — rows put back in reshaped form
def restore_order(output, order):
    return output[np.argsort(order)].reshape(output.shape[::-1])
