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
