# %% right: slices filled with twenties
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b


# %% right: one loop over the cells
def bit_cell(n_bits):
    W = np.zeros((4 * n_bits, n_bits + 1))
    U = np.zeros((4 * n_bits, n_bits))
    b = np.zeros(4 * n_bits)
    for cell in range(n_bits):
        write, keep, new, show = (cell + part * n_bits for part in range(4))
        W[write, -1], b[write] = 60.0, -30.0
        W[keep, -1], b[keep] = -60.0, 30.0
        W[new, cell] = 15.0
        b[show] = 12.0
    return W, U, b


# %% right: blocks put together
def bit_cell(n_bits):
    n = n_bits
    none, mark = np.zeros((n, n)), np.ones((n, 1))
    W = np.block([[none, 50 * mark], [none, -50 * mark], [25 * np.eye(n), 0 * mark], [none, 0 * mark]])
    b = np.repeat([-25.0, 25.0, 0.0, 25.0], n)
    return [W, np.zeros((4 * n, n)), b]


# %% right: kronecker products
def bit_cell(n_bits):
    n = n_bits
    bits = np.kron(np.array([[0], [0], [30], [0]]), np.eye(n))
    mark = np.kron(np.array([[80], [-80], [0], [0]]), np.ones((n, 1)))
    b = np.kron(np.array([-40, 40, 0, 40]), np.ones(n))
    return np.hstack([bits, mark]), np.zeros((4 * n, n)), b


# %% right: torch tensors
def bit_cell(n_bits):
    import torch

    n = n_bits
    W = torch.zeros(4, n, n + 1)
    W[0, :, n] = 40.0
    W[1, :, n] = -40.0
    W[2, :, :n] = 20.0 * torch.eye(n)
    b = torch.tensor([-20.0, 20.0, 0.0, 20.0]).repeat_interleave(n)
    return W.reshape(4 * n, n + 1), torch.zeros(4 * n, n), b


# %% right: nested lists
def bit_cell(n_bits):
    n = n_bits
    rows, bias = [], []
    for gate in range(4):
        for i in range(n):
            row = [0.0] * (n + 1)
            if gate == 0:
                row[n] = 44.0
            if gate == 1:
                row[n] = -44.0
            if gate == 2:
                row[i] = 10.0
            rows.append(row)
            bias.append([-22.0, 22.0, 0.0, 22.0][gate])
    return rows, [[0.0] * n for _ in range(4 * n)], bias


# %% right: whole numbers of one hundred
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1), dtype=int)
    b = np.zeros(4 * n, dtype=int)
    W[:n, -1], b[:n] = 200, -100
    W[n : 2 * n, -1], b[n : 2 * n] = -200, 100
    W[2 * n : 3 * n, :-1] = np.diag([100] * n)
    b[3 * n :] = 100
    return W, np.zeros((4 * n, n), dtype=int), b


# %% right: single precision numbers
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4, n, n + 1), dtype=np.float32)
    W[0, :, n], W[1, :, n] = 48, -48
    W[2, np.arange(n), np.arange(n)] = 24
    b = np.array([-24, 24, 0, 24], dtype=np.float32).repeat(n)
    return W.reshape(-1, n + 1), np.zeros((4 * n, n), dtype=np.float32), b


# %% right: unequal margins for closing and opening
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    b = np.concatenate([np.full(n, -18.0), np.full(n, 22.0), np.zeros(n), np.full(n, 9.0)])
    W[:n, n] = 30.0
    W[n : 2 * n, n] = -35.0
    W[2 * n : 3 * n, :n] = 6.0 * np.eye(n)
    return W, np.zeros((4 * n, n)), b


# %% right: gate strength from a wanted leak
def bit_cell(n_bits):
    n = n_bits
    leak = 1e-8
    strength = np.log((1 - leak) / leak)
    slope = np.arctanh(1 - 1e-6)
    W = np.zeros((4 * n, n + 1))
    W[0:n, n] = 2 * strength
    W[n : 2 * n, n] = -2 * strength
    W[2 * n : 3 * n, 0:n] = slope * np.identity(n)
    b = strength * np.array([-1.0] * n + [1.0] * n + [0.0] * n + [1.0] * n)
    return W, np.zeros((4 * n, n)), b


# %% right: recurrent weights too small to matter
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n], b[:n] = 120, -60
    W[n : 2 * n, n], b[n : 2 * n] = -120, 60
    W[2 * n : 3 * n, :n] = 60 * np.eye(n)
    b[3 * n :] = 60
    U[n : 2 * n] = 0.5 * np.eye(n)
    U[2 * n : 3 * n] = 5 * np.eye(n)
    U[3 * n :] = 0.1
    return W, U, b


# %% right: torch cell filled and read out
def bit_cell(n_bits):
    import torch

    n = n_bits
    cell = torch.nn.LSTMCell(n + 1, n)
    with torch.no_grad():
        for p in cell.parameters():
            p.zero_()
        i, f, g, o = cell.weight_ih.data.chunk(4)
        i[:, n] = 40
        f[:, n] = -40
        g[torch.arange(n), torch.arange(n)] = 20.0
        bi, bf, bg, bo = cell.bias_ih.data.chunk(4)
        bi.fill_(-20)
        bf.fill_(20)
        bo.fill_(20)
    return cell.weight_ih.detach(), cell.weight_hh.detach(), cell.bias_ih.detach()


# %% right: bits leave the gates with room to spare
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    b = np.zeros(4 * n)
    W[:n, :n], W[:n, n], b[:n] = 0.5, 100, -50
    W[n : 2 * n, :n], W[n : 2 * n, n], b[n : 2 * n] = -0.5, -100, 50
    W[2 * n : 3 * n, :n] = 40 * np.eye(n)
    W[2 * n : 3 * n, n] = 3
    W[3 * n :, :n], b[3 * n :] = 0.5, 50
    return W, np.zeros((4 * n, n)), b


# %% right: output gate of six and candidate of four
def bit_cell(n_bits):
    n = n_bits
    zero, one, eye = np.zeros((n, n)), np.ones((n, 1)), np.eye(n)
    W = np.concatenate(
        [
            np.concatenate([zero, 36 * one], axis=1),
            np.concatenate([zero, -36 * one], axis=1),
            np.concatenate([4 * eye, 0 * one], axis=1),
            np.concatenate([zero, 0 * one], axis=1),
        ]
    )
    b = np.r_[[-18.0] * n, [18.0] * n, [0.0] * n, [6.0] * n]
    return W, np.zeros((4 * n, n)), b


# %% wrong: gate-order, earns 0.7 — candidate and output gate rows swapped
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[3 * n :, :n] = 20 * np.eye(n)
    b[2 * n : 3 * n] = 20
    return W, U, b


# %% wrong: mark-inverted, earns 0.5 — input and forget rows swapped
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[n : 2 * n, n] = 40
    b[n : 2 * n] = -20
    W[:n, n] = -40
    b[:n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: gate-order, earns 0.7 — gates in the order forget input output candidate
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[n : 2 * n, n] = 40
    b[n : 2 * n] = -20
    W[:n, n] = -40
    b[:n] = 20
    W[3 * n :, :n] = 20 * np.eye(n)
    b[2 * n : 3 * n] = 20
    return W, U, b


# %% wrong: bit-by-bit, earns 0.7 — four rows of each cell side by side
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((n, 4, n + 1))
    b = np.zeros((n, 4))
    W[:, 0, n], b[:, 0] = 40, -20
    W[:, 1, n], b[:, 1] = -40, 20
    W[np.arange(n), 2, np.arange(n)] = 20
    b[:, 3] = 20
    return W.reshape(4 * n, n + 1), np.zeros((4 * n, n)), b.reshape(4 * n)


# %% wrong: too-soft, earns 0.7 — gates of strength five leak over many items
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 10
    b[:n] = -5
    W[n : 2 * n, n] = -10
    b[n : 2 * n] = 5
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: too-soft, earns 0.7 — gates of strength ten leak over a thousand items
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 20
    b[:n] = -10
    W[n : 2 * n, n] = -20
    b[n : 2 * n] = 10
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: too-soft, earns 0.7 — input gate leaks with minus eight
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 28
    b[:n] = -8
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: too-soft, earns 0.7 — input gate leaks with minus eleven
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 31
    b[:n] = -11
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: too-soft, earns 0.7 — forget gate fades with five
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -25
    b[n : 2 * n] = 5
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: too-soft, earns 0.7 — forget gate fades with ten
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -30
    b[n : 2 * n] = 10
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: too-soft, earns 0.7 — gates of strength one
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 2
    b[:n] = -1
    W[n : 2 * n, n] = -2
    b[n : 2 * n] = 1
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: never-empties, earns 0.5 — cell never emptied at a mark
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = 0
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


# %% wrong: too-soft, earns 0.7 — forget gate open a little at a mark
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -23
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: too-small, earns 0.6 — input gate half open at a mark
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 20
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: too-small, earns 0.6 — input gate not quite open at a mark
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 23
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: input-gate, earns 0.6 — input gate half open without a mark
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 20
    b[:n] = 0
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: forget-gate, earns 0.6 — forget gate half open without a mark
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 0
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


# %% wrong: input-gate, earns 0.6 — input gate closes at a mark
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = -40
    b[:n] = 20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b


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


# %% wrong: does-not-keep, earns 0.4 — forget gate always closed
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = 0
    b[n : 2 * n] = -20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: does-not-write — both gates closed at a mark
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 0
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: too-small, earns 0.6 — candidate weight of one
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = np.eye(n)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: too-small, earns 0.6 — candidate weight of two
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 2 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: too-small, earns 0.6 — candidate weight of one half
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 0.5 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: bits-inverted, earns 0.6 — candidate sign turned
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = -20 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: candidate, earns 0.5 — candidate bias makes all bits one
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[2 * n : 3 * n] = 40
    b[3 * n :] = 20
    return W, U, b


# %% wrong: candidate, earns 0.5 — candidate shifted by the same bias as its weight
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[2 * n : 3 * n] = 20
    b[3 * n :] = 20
    return W, U, b


# %% wrong: candidate, earns 0.5 — candidate sums all bits
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20
    b[3 * n :] = 20
    return W, U, b


# %% wrong: candidate, earns 0.5 — candidate reads the first bit in all cells
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, 0] = 20
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


# %% wrong: candidate, earns 0.5 — candidate reads the next column
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, 1:] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: candidate, earns 0.5 — only the first cell has a candidate
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n, 0] = 20
    b[3 * n :] = 20
    return W, U, b


# %% wrong: candidate, earns 0.5 — last cell has no candidate
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n - 1, : n - 1] = 20 * np.eye(n - 1)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: candidate, earns 0.5 — bits rolled by one cell
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.roll(np.eye(n), 1, axis=1)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: candidate, earns 0.5 — candidate reads the mark as well with its full weight
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    W[2 * n : 3 * n, n] = 40
    b[3 * n :] = 20
    return W, U, b


# %% wrong: output, earns 0.7 — output gate half open
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 0
    return W, U, b


# %% wrong: too-soft, earns 0.7 — output gate bias of one
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 1
    return W, U, b


# %% wrong: too-soft, earns 0.7 — output gate bias of three
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 3
    return W, U, b


# %% wrong: output, earns 0.7 — output gate closed
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = -20
    return W, U, b


# %% wrong: output, earns 0.7 — output gate opens at a mark only
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    W[3 * n :, n] = 40
    b[3 * n :] = -20
    return W, U, b


# %% wrong: output, earns 0.7 — output gate closes at a mark
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    W[3 * n :, n] = -40
    b[3 * n :] = 20
    return W, U, b


# %% wrong: output, earns 0.7 — output gate open for positive bits only
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    W[3 * n :, :n] = 40 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: output, earns 0.7 — output gate by a weight on the mark without bias
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    W[3 * n :, n] = 20
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


# %% wrong: gates, earns 0.5 — last bit read as the mark
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n - 1] = 40
    b[:n] = -20
    W[n : 2 * n, n - 1] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: gates, earns 0.5 — gates read all columns
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n] = 40
    b[:n] = -20
    W[n : 2 * n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: input-gate, earns 0.6 — input gate opened by positive bits too
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    W[:n, :n] = 40 * np.eye(n)
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: gates, earns 0.5 — mark taken for minus one or one
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 20
    b[:n] = 0
    W[n : 2 * n, n] = -20
    b[n : 2 * n] = 0
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: gates, earns 0.5 — gate weights on the mark of the first cell only
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[0, n] = 40
    b[:n] = -20
    W[n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: candidate, earns 0.5 — old state beats the new bit in the candidate
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    U[2 * n : 3 * n] = 40 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: forget-gate, earns 0.6 — forget gate fed by the state
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    U[n : 2 * n] = 40 * np.eye(n)
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: input-gate, earns 0.6 — input gate fed by the state
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    U[:n] = 40 * np.eye(n)
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: output, earns 0.7 — output gate fed by the state
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    U[3 * n :] = 40 * np.eye(n)
    return W, U, b


# %% wrong: unrecognised, earns 0.5 — recurrent weights of one everywhere
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.ones((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: unrecognised, earns 0.5 — recurrent identity in all gates with weak margins
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.tile(15 * np.eye(n), (4, 1))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: infinite, earns 0.5 — infinite weights
def bit_cell(n_bits):
    n = n_bits
    old = np.seterr(all="ignore")
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = np.inf
    b[:n] = -20
    W[n : 2 * n, n] = -np.inf
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = np.inf * np.eye(n)
    b[3 * n :] = 20
    np.seterr(**old)
    return W, U, b


# %% wrong: wrong-shape — one cell whatever the number of bits
def bit_cell(n_bits):
    n = 1
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: wrong-shape — ten cells whatever the number of bits
def bit_cell(n_bits):
    n = 10
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: candidate, earns 0.5 — at most eight cells filled
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.diag(np.arange(n) < 8)
    b[3 * n :] = 20
    return W, U, b


# %% wrong: transposed, earns 0.7 — matrices transposed
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W.T, U.T, b


# %% wrong: axis-of-length-1, earns 0.8 — bias as a column
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b[:, None]


# %% wrong: wrong-shape — input matrix without the mark column
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W[:, :n], U, b


# %% wrong: not-a-tuple — bias left out
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W, U


# %% wrong: wrong-order, earns 0.8 — bias before recurrent matrix
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W, b, U


# %% wrong: wrong-order, earns 0.8 — recurrent matrix before input matrix
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return U, W, b


# %% wrong: wrong-shape — recurrent matrix for one gate only
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W, U[:n], b


# %% wrong: not-a-tuple — two biases instead of one
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W, U, b, b


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


# %% wrong: wrong-shape — gates in an axis of their own
def bit_cell(n_bits):
    n = n_bits
    W = np.zeros((4 * n, n + 1))
    U = np.zeros((4 * n, n))
    b = np.zeros(4 * n)
    W[:n, n] = 40
    b[:n] = -20
    W[n : 2 * n, n] = -40
    b[n : 2 * n] = 20
    W[2 * n : 3 * n, :n] = 20 * np.eye(n)
    b[3 * n :] = 20
    return W.reshape(4, n, n + 1), U.reshape(4, n, n), b.reshape(4, n)


# %% wrong: does-not-write — everything zero
def bit_cell(n_bits):
    return np.zeros((4 * n_bits, n_bits + 1)), np.zeros((4 * n_bits, n_bits)), np.zeros(4 * n_bits)
