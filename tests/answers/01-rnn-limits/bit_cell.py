# %% right: block by block
def bit_cell(n_bits):
    n, large = n_bits, 20.0
    W, U, b = np.zeros((4 * n, n + 1)), np.zeros((4 * n, n)), np.zeros(4 * n)
    W[:n, -1], b[:n] = 2 * large, -large
    W[n : 2 * n, -1], b[n : 2 * n] = -2 * large, large
    W[2 * n : 3 * n, :n] = large * np.eye(n)
    b[3 * n :] = large
    return W, U, b


# %% right: stacked in torch with very large numbers
def bit_cell(n_bits):
    import torch

    mark = torch.zeros(n_bits, n_bits + 1)
    mark[:, -1] = 1
    bits = torch.eye(n_bits, n_bits + 1)
    W = 1000 * torch.cat([mark, -mark, bits, 0 * bits])
    b = 500 * torch.tensor([-1.0, 1.0, 0.0, 1.0]).repeat_interleave(n_bits)
    return W, torch.zeros(4 * n_bits, n_bits), b


# %% right: lists in which nothing is symmetric
def bit_cell(n_bits):
    rows = []
    for gate in range(4):
        for j in range(n_bits):
            row = [0.0] * (n_bits + 1)
            if gate == 0:
                row[-1] = 33
            elif gate == 1:
                row[-1] = -60
            elif gate == 2:
                row[j] = 9
            rows.append(row)
    b = [-16] * n_bits + [25] * n_bits + [0] * n_bits + [7] * n_bits
    return [rows, [[0] * n_bits for _ in rows], b]


# %% right: Kronecker products in float32
def bit_cell(n_bits):
    one = np.ones((n_bits, 1))
    mark = np.hstack([np.zeros((n_bits, n_bits)), one])
    bits = np.hstack([np.eye(n_bits), 0 * one])
    W = np.kron([[1.0], [-1.0], [0.0], [0.0]], mark) + np.kron([[0], [0], [1], [0]], bits)
    b = np.kron([-0.5, 0.5, 0, 0.5], one[:, 0])
    return np.float32(40 * W), np.zeros((4 * n_bits, n_bits), np.float32), np.float32(40 * b)


# %% right: with weights on the state that help
def bit_cell(n_bits):
    n, a = n_bits, 30.0
    W, b = np.zeros((4, n, n + 1)), np.zeros((4, n))
    U = np.zeros((4, n, n))
    W[0, :, n], b[0] = 2 * a, -a
    W[1, :, n], b[1] = -2 * a, a
    W[2, range(n), range(n)] = a
    U[2] = np.eye(n)
    b[3] = a
    return W.reshape(4 * n, n + 1), U.reshape(4 * n, n), b.reshape(4 * n)


# %% wrong: too-soft, earns 0.7
def bit_cell(n_bits):
    n, large = n_bits, 3.0
    W, U, b = np.zeros((4 * n, n + 1)), np.zeros((4 * n, n)), np.zeros(4 * n)
    W[:n, -1], b[:n] = 2 * large, -large
    W[n : 2 * n, -1], b[n : 2 * n] = -2 * large, large
    W[2 * n : 3 * n, :n] = large * np.eye(n)
    b[3 * n :] = large
    return W, U, b


# %% wrong: too-soft, earns 0.7 — only after many items
def bit_cell(n_bits):
    n, large = n_bits, 9.0
    W, U, b = np.zeros((4 * n, n + 1)), np.zeros((4 * n, n)), np.zeros(4 * n)
    W[:n, -1], b[:n] = 2 * large, -large
    W[n : 2 * n, -1], b[n : 2 * n] = -2 * large, large
    W[2 * n : 3 * n, :n] = large * np.eye(n)
    b[3 * n :] = large
    return W, U, b


# %% wrong: transposed, earns 0.7
def bit_cell(n_bits):
    n, large = n_bits, 20.0
    W, U, b = np.zeros((4 * n, n + 1)), np.zeros((4 * n, n)), np.zeros(4 * n)
    W[:n, -1], b[:n] = 2 * large, -large
    W[n : 2 * n, -1], b[n : 2 * n] = -2 * large, large
    W[2 * n : 3 * n, :n] = large * np.eye(n)
    b[3 * n :] = large
    return W.T, U.T, b


# %% wrong: mark-first, earns 0.7
def bit_cell(n_bits):
    n, large = n_bits, 20.0
    W, U, b = np.zeros((4 * n, n + 1)), np.zeros((4 * n, n)), np.zeros(4 * n)
    W[:n, 0], b[:n] = 2 * large, -large
    W[n : 2 * n, 0], b[n : 2 * n] = -2 * large, large
    W[2 * n : 3 * n, 1:] = large * np.eye(n)
    b[3 * n :] = large
    return W, U, b


# %% wrong: mark-inverted, earns 0.5
def bit_cell(n_bits):
    n, large = n_bits, 20.0
    W, U, b = np.zeros((4 * n, n + 1)), np.zeros((4 * n, n)), np.zeros(4 * n)
    W[:n, -1], b[:n] = -2 * large, large
    W[n : 2 * n, -1], b[n : 2 * n] = 2 * large, -large
    W[2 * n : 3 * n, :n] = large * np.eye(n)
    b[3 * n :] = large
    return W, U, b


# %% wrong: gates, earns 0.5 — without biases
def bit_cell(n_bits):
    n, large = n_bits, 20.0
    W, U, b = np.zeros((4 * n, n + 1)), np.zeros((4 * n, n)), np.zeros(4 * n)
    W[:n, -1], b[:n] = large, 0
    W[n : 2 * n, -1], b[n : 2 * n] = -large, 0
    W[2 * n : 3 * n, :n] = large * np.eye(n)
    b[3 * n :] = large
    return W, U, b


# %% wrong: always-writes, earns 0.3
def bit_cell(n_bits):
    n, large = n_bits, 20.0
    W, U, b = np.zeros((4 * n, n + 1)), np.zeros((4 * n, n)), np.zeros(4 * n)
    W[:n, -1], b[:n] = 0, large
    W[n : 2 * n, -1], b[n : 2 * n] = 0, -large
    W[2 * n : 3 * n, :n] = large * np.eye(n)
    b[3 * n :] = large
    return W, U, b


# %% wrong: never-empties, earns 0.5
def bit_cell(n_bits):
    n, large = n_bits, 20.0
    W, U, b = np.zeros((4 * n, n + 1)), np.zeros((4 * n, n)), np.zeros(4 * n)
    W[:n, -1], b[:n] = 2 * large, -large
    W[n : 2 * n, -1], b[n : 2 * n] = 0, large
    W[2 * n : 3 * n, :n] = large * np.eye(n)
    b[3 * n :] = large
    return W, U, b


# %% wrong: does-not-keep, earns 0.4
def bit_cell(n_bits):
    n, large = n_bits, 20.0
    W, U, b = np.zeros((4 * n, n + 1)), np.zeros((4 * n, n)), np.zeros(4 * n)
    W[:n, -1], b[:n] = 2 * large, -large
    W[n : 2 * n, -1], b[n : 2 * n] = 0, -large
    W[2 * n : 3 * n, :n] = large * np.eye(n)
    b[3 * n :] = large
    return W, U, b


# %% wrong: does-not-write
def bit_cell(n_bits):
    n, large = n_bits, 20.0
    W, U, b = np.zeros((4 * n, n + 1)), np.zeros((4 * n, n)), np.zeros(4 * n)
    W[:n, -1], b[:n] = 0, -large
    W[n : 2 * n, -1], b[n : 2 * n] = -2 * large, large
    W[2 * n : 3 * n, :n] = large * np.eye(n)
    b[3 * n :] = large
    return W, U, b


# %% wrong: bits-inverted, earns 0.6
def bit_cell(n_bits):
    n, large = n_bits, 20.0
    W, U, b = np.zeros((4 * n, n + 1)), np.zeros((4 * n, n)), np.zeros(4 * n)
    W[:n, -1], b[:n] = 2 * large, -large
    W[n : 2 * n, -1], b[n : 2 * n] = -2 * large, large
    W[2 * n : 3 * n, :n] = -large * np.eye(n)
    b[3 * n :] = large
    return W, U, b


# %% wrong: too-small, earns 0.6
def bit_cell(n_bits):
    n, large = n_bits, 20.0
    W, U, b = np.zeros((4 * n, n + 1)), np.zeros((4 * n, n)), np.zeros(4 * n)
    W[:n, -1], b[:n] = 2 * large, -large
    W[n : 2 * n, -1], b[n : 2 * n] = -2 * large, large
    W[2 * n : 3 * n, :n] = 1 * np.eye(n)
    b[3 * n :] = large
    return W, U, b


# %% wrong: output, earns 0.7 — half open
def bit_cell(n_bits):
    n, large = n_bits, 20.0
    W, U, b = np.zeros((4 * n, n + 1)), np.zeros((4 * n, n)), np.zeros(4 * n)
    W[:n, -1], b[:n] = 2 * large, -large
    W[n : 2 * n, -1], b[n : 2 * n] = -2 * large, large
    W[2 * n : 3 * n, :n] = large * np.eye(n)
    b[3 * n :] = 0
    return W, U, b


# %% wrong: output, earns 0.7 — shut
def bit_cell(n_bits):
    n, large = n_bits, 20.0
    W, U, b = np.zeros((4 * n, n + 1)), np.zeros((4 * n, n)), np.zeros(4 * n)
    W[:n, -1], b[:n] = 2 * large, -large
    W[n : 2 * n, -1], b[n : 2 * n] = -2 * large, large
    W[2 * n : 3 * n, :n] = large * np.eye(n)
    b[3 * n :] = -large
    return W, U, b


# %% wrong: infinite, earns 0.5
def bit_cell(n_bits):
    n, large = n_bits, np.inf
    W, U, b = np.zeros((4 * n, n + 1)), np.zeros((4 * n, n)), np.zeros(4 * n)
    W[:n, -1], b[:n] = 2 * large, -large
    W[n : 2 * n, -1], b[n : 2 * n] = -2 * large, large
    W[2 * n : 3 * n, :n] = large * np.eye(n)
    b[3 * n :] = large
    return W, U, b


# %% wrong: mark-first + mark-inverted, earns 0.35
def bit_cell(n_bits):
    n, large = n_bits, 20.0
    W, U, b = np.zeros((4 * n, n + 1)), np.zeros((4 * n, n)), np.zeros(4 * n)
    W[:n, 0], b[:n] = -2 * large, large
    W[n : 2 * n, 0], b[n : 2 * n] = 2 * large, -large
    W[2 * n : 3 * n, 1:] = large * np.eye(n)
    b[3 * n :] = large
    return W, U, b


# %% wrong: gates, earns 0.5 — the mark closes nothing and opens nothing
def bit_cell(n_bits):
    n, large = n_bits, 20.0
    W, U, b = np.zeros((4 * n, n + 1)), np.zeros((4 * n, n)), np.zeros(4 * n)
    W[:n, -1], b[:n] = 0, 0
    W[n : 2 * n, -1], b[n : 2 * n] = 0, 0
    W[2 * n : 3 * n, :n] = large * np.eye(n)
    b[3 * n :] = large
    return W, U, b


# %% wrong: wrong-shape — two biases as in torch
def bit_cell(n_bits):
    n, large = n_bits, 20.0
    W, U, b = np.zeros((4 * n, n + 1)), np.zeros((4 * n, n)), np.zeros(4 * n)
    W[:n, -1], b[:n] = 2 * large, -large
    W[n : 2 * n, -1], b[n : 2 * n] = -2 * large, large
    W[2 * n : 3 * n, :n] = large * np.eye(n)
    b[3 * n :] = large
    return W, U, np.stack([b, 0 * b])


# %% wrong: gate-order, earns 0.7 — forget, input, output, candidate
def bit_cell(n_bits):
    n, large = n_bits, 20.0
    W, U, b = np.zeros((4 * n, n + 1)), np.zeros((4 * n, n)), np.zeros(4 * n)
    W[:n, -1], b[:n] = -2 * large, large
    W[n : 2 * n, -1], b[n : 2 * n] = 2 * large, -large
    W[3 * n :, :n] = large * np.eye(n)
    b[2 * n : 3 * n] = large
    return W, U, b


# %% wrong: unrecognised — torch's own cell, untrained
def bit_cell(n_bits):
    import torch

    torch.manual_seed(0)
    cell = torch.nn.LSTMCell(n_bits + 1, n_bits)
    return cell.weight_ih, cell.weight_hh, cell.bias_ih


# %% wrong: bit-by-bit, earns 0.7
def bit_cell(n_bits):
    W, b = np.zeros((4 * n_bits, n_bits + 1)), np.zeros(4 * n_bits)
    for j in range(n_bits):
        W[4 * j, -1], b[4 * j] = 40, -20
        W[4 * j + 1, -1], b[4 * j + 1] = -40, 20
        W[4 * j + 2, j] = 20
        b[4 * j + 3] = 20
    return W, np.zeros((4 * n_bits, n_bits)), b


# %% wrong: forget-gate, earns 0.6 — without a bias
def bit_cell(n_bits):
    n, large = n_bits, 20.0
    W, U, b = np.zeros((4 * n, n + 1)), np.zeros((4 * n, n)), np.zeros(4 * n)
    W[:n, -1], b[:n] = 2 * large, -large
    W[n : 2 * n, -1] = -large
    W[2 * n : 3 * n, :n] = large * np.eye(n)
    b[3 * n :] = large
    return W, U, b


# %% wrong: unrecognised — with a loop through the state that is too strong
def bit_cell(n_bits):
    n, large = n_bits, 20.0
    W, U, b = np.zeros((4 * n, n + 1)), np.ones((4 * n, n)), np.zeros(4 * n)
    W[:n, -1], b[:n] = 2 * large, -large
    W[n : 2 * n, -1], b[n : 2 * n] = -2 * large, large
    W[2 * n : 3 * n, :n] = large * np.eye(n)
    b[3 * n :] = large
    return W, 40 * U, b


# %% wrong: input-gate, earns 0.6 — input gate always open
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 0
    b[:n] = 20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: forget-gate, earns 0.6 — forget gate half open at a mark
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -20
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: forget-gate, earns 0.6 — forget gate opens with the mark like the input gate
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = 40
    b[n : 2 * n] = -20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: candidate, earns 0.5 — candidate reads the bits in reverse
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)[::-1]
    b[3 * n :] = 20
    return W, U, b


# %% wrong: gates, earns 0.5 — mark read in the first column
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, 0] = 40
    b[:n] = -20
    W[n : 2 * n, 0] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: gates, earns 0.5 — bias of all zeros
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = 0
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 0
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 0
    return W, U, b
