# %% right: line by line
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    scores = H @ W_a.T @ s
    weights = np.exp(scores - scores.max())
    weights /= weights.sum()
    context = weights @ H
    x = np.concatenate([y, context])
    z = 1 / (1 + np.exp(-(W_z @ x + U_z @ s)))
    new = np.tanh(W_s @ x + U_s @ s)
    return context, (1 - z) * s + z * new


# %% right: torch's functions
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    import torch

    y, s, H, W_a, W_z, U_z, W_s, U_s = map(torch.tensor, (y, s, H, W_a, W_z, U_z, W_s, U_s))
    alpha = torch.softmax(torch.einsum("s,sh,nh->n", s, W_a, H), dim=0)
    context = torch.einsum("n,nh->h", alpha, H)
    x = torch.cat((y, context))
    z = torch.sigmoid(torch.mv(W_z, x) + torch.mv(U_z, s))
    return context, torch.lerp(s, torch.tanh(torch.mv(W_s, x) + torch.mv(U_s, s)), z)


# %% right: loops and lists
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    import math

    d_s, d_h = W_a.shape
    scores = [
        sum(s[a] * W_a[a, b] * h[b] for a in range(d_s) for b in range(d_h)) for h in H.tolist()
    ]
    shares = [math.exp(score - max(scores)) for score in scores]
    context = [sum(shares[j] * H[j, b] for j in range(len(H))) / sum(shares) for b in range(d_h)]
    x, state = [*y, *context], []
    for i in range(d_s):
        inside = sum(W_z[i, k] * x[k] for k in range(len(x))) + U_z[i].dot(s)
        z = 1 / (1 + math.exp(-inside)) if inside > -700 else 0.0
        new = math.tanh(sum(W_s[i, k] * x[k] for k in range(len(x))) + U_s[i].dot(s))
        state.append(s[i] + z * (new - s[i]))
    return context, state


# %% right: torch's GRU cell turned round
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    import torch

    y, s, H, W_a, W_z, U_z, W_s, U_s = (torch.tensor(a) for a in (y, s, H, W_a, W_z, U_z, W_s, U_s))
    attend = torch.nn.functional.scaled_dot_product_attention
    context = attend((s @ W_a)[None], H, H, scale=1.0)[0]
    cell = torch.nn.GRUCell(len(y) + len(context), len(s), bias=False).double()
    nothing = torch.zeros_like(U_z)
    # the reset gate is 1/2 throughout, so what it multiplies must count twice
    cell.weight_ih.data = torch.cat([0 * W_z, -W_z, W_s])
    cell.weight_hh.data = torch.cat([nothing, -U_z, 2 * U_s])
    return context, cell(torch.cat([y, context])[None], s[None])[0].detach()


# %% wrong: scaled, earns 29/35 — the nearest ready-made
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    import torch

    from payattention.attention import attention

    annotations = torch.tensor(H)
    context = attention(torch.tensor(s @ W_a)[None], annotations, annotations)[0][0].numpy()
    x = np.concatenate([y, context])
    z = 1 / (1 + np.exp(-(W_z @ x + U_z @ s)))
    return context, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: mean, earns 4/7
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    context = H.mean(axis=0)
    x = np.concatenate([y, context])
    z = 1 / (1 + np.exp(-(W_z @ x + U_z @ s)))
    return context, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: best-alone, earns 0.7
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    context = H[np.argmax(H @ W_a.T @ s)]
    x = np.concatenate([y, context])
    z = 1 / (1 + np.exp(-(W_z @ x + U_z @ s)))
    return context, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: no-softmax, earns 43/70
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    context = (H @ W_a.T @ s) @ H
    x = np.concatenate([y, context])
    z = 1 / (1 + np.exp(-(W_z @ x + U_z @ s)))
    return context, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: not-divided, earns 52/70
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    scores = H @ W_a.T @ s
    context = np.exp(scores - scores.max()) @ H
    x = np.concatenate([y, context])
    z = 1 / (1 + np.exp(-(W_z @ x + U_z @ s)))
    return context, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: overflow, earns 29/35 — in the softmax
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    shares = np.exp(H @ W_a.T @ s)
    context = shares @ H / shares.sum()
    x = np.concatenate([y, context])
    z = 1 / (1 + np.exp(-(W_z @ x + U_z @ s)))
    return context, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: overflow, earns 27/35 — in the sigmoid
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    scores = H @ W_a.T @ s
    weights = np.exp(scores - scores.max())
    context = weights @ H / weights.sum()
    x = np.concatenate([y, context])
    z = np.exp(W_z @ x + U_z @ s)
    z = z / (1 + z)
    return context, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: gate-exchanged, earns 27/35 — torch's GRU
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    scores = H @ W_a.T @ s
    weights = np.exp(scores - scores.max())
    context = weights @ H / weights.sum()
    x = np.concatenate([y, context])
    z = 1 / (1 + np.exp(-(W_z @ x + U_z @ s)))
    return context, z * s + (1 - z) * np.tanh(W_s @ x + U_s @ s)


# %% wrong: no-gate, earns 0.6
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    scores = H @ W_a.T @ s
    weights = np.exp(scores - scores.max())
    context = weights @ H / weights.sum()
    return context, np.tanh(W_s @ np.concatenate([y, context]) + U_s @ s)


# %% wrong: not-mixed, earns 5/7
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    scores = H @ W_a.T @ s
    weights = np.exp(scores - scores.max())
    context = weights @ H / weights.sum()
    x = np.concatenate([y, context])
    z = 1 / (1 + np.exp(-(W_z @ x + U_z @ s)))
    return context, s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: parts-exchanged, earns 27/35
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    scores = H @ W_a.T @ s
    weights = np.exp(scores - scores.max())
    context = weights @ H / weights.sum()
    x = np.concatenate([context, y])
    z = 1 / (1 + np.exp(-(W_z @ x + U_z @ s)))
    return context, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: context-left-out, earns 0.6
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    scores = H @ W_a.T @ s
    weights = np.exp(scores - scores.max())
    context = weights @ H / weights.sum()
    d_y = len(y)
    z = 1 / (1 + np.exp(-(W_z[:, :d_y] @ y + U_z @ s)))
    return context, (1 - z) * s + z * np.tanh(W_s[:, :d_y] @ y + U_s @ s)


# %% wrong: old-state-left-out, earns 5/7
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    scores = H @ W_a.T @ s
    weights = np.exp(scores - scores.max())
    context = weights @ H / weights.sum()
    x = np.concatenate([y, context])
    z = 1 / (1 + np.exp(-(W_z @ x + U_z @ s)))
    return context, (1 - z) * s + z * np.tanh(W_s @ x)


# %% wrong: parameters-exchanged, earns 27/35
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    scores = H @ W_a.T @ s
    weights = np.exp(scores - scores.max())
    context = weights @ H / weights.sum()
    x = np.concatenate([y, context])
    z = 1 / (1 + np.exp(-(W_s @ x + U_s @ s)))
    return context, (1 - z) * s + z * np.tanh(W_z @ x + U_z @ s)


# %% wrong: transposed, earns 27/35
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    scores = H @ W_a.T @ s
    weights = np.exp(scores - scores.max())
    context = weights @ H / weights.sum()
    x = np.concatenate([y, context])
    z = 1 / (1 + np.exp(-(W_z @ x + s @ U_z)))
    return context, (1 - z) * s + z * np.tanh(W_s @ x + s @ U_s)


# %% wrong: no-tanh, earns 5/7
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    scores = H @ W_a.T @ s
    weights = np.exp(scores - scores.max())
    context = weights @ H / weights.sum()
    x = np.concatenate([y, context])
    z = 1 / (1 + np.exp(-(W_z @ x + U_z @ s)))
    return context, (1 - z) * s + z * (W_s @ x + U_s @ s)


# %% wrong: wrong-function, earns 5/7
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    scores = H @ W_a.T @ s
    weights = np.exp(scores - scores.max())
    context = weights @ H / weights.sum()
    x = np.concatenate([y, context])
    z = 1 / (1 + np.exp(-(W_z @ x + U_z @ s)))
    return context, (1 - z) * s + z / (1 + np.exp(-(W_s @ x + U_s @ s)))


# %% wrong: not-a-tuple — the state alone
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    return np.tanh(U_s @ s)


# %% wrong: scaled + gate-exchanged, earns 0.6
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    scores = H @ W_a.T @ s / np.sqrt(len(s))
    weights = np.exp(scores - scores.max())
    context = weights @ H / weights.sum()
    x = np.concatenate([y, context])
    z = 1 / (1 + np.exp(-(W_z @ x + U_z @ s)))
    return context, z * s + (1 - z) * np.tanh(W_s @ x + U_s @ s)


# %% wrong: wrong-order, earns 0.8
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    scores = H @ W_a.T @ s
    weights = np.exp(scores - scores.max())
    context = weights @ H / weights.sum()
    x = np.concatenate([y, context])
    z = 0.5 + 0.5 * np.tanh((W_z @ x + U_z @ s) / 2)
    return (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s), context


# %% wrong: no-sigmoid, earns 5/7
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    scores = H @ W_a.T @ s
    weights = np.exp(scores - scores.max())
    context = weights @ H / weights.sum()
    x = np.concatenate([y, context])
    z = W_z @ x + U_z @ s
    return context, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: reset-gate, earns 27/35
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    scores = H @ W_a.T @ s
    weights = np.exp(scores - scores.max())
    context = weights @ H / weights.sum()
    x = np.concatenate([y, context])
    z = 1 / (1 + np.exp(-(W_z @ x + U_z @ s)))
    return context, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ (z * s))


# %% wrong: matrix-left-out, earns 26/35
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ s if H.shape[1] == len(s) else H @ (s @ W_a)
    a = np.exp(e - e.max())
    c = (a / a.sum()) @ H
    x = np.concatenate([y, c])
    z = 1 / (1 + np.exp(-(W_z @ x + U_z @ s)))
    return c, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: of-new-state, earns 29/35
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    def look(state):
        e = H @ (state @ W_a)
        a = np.exp(e - e.max())
        return (a / a.sum()) @ H

    x = np.concatenate([y, look(s)])
    z = 1 / (1 + np.exp(-(W_z @ x + U_z @ s)))
    s_new = (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)
    return look(s_new), s_new


# %% wrong: mean, earns 4/7 — each weight is 1
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    import torch

    e = torch.tensor(H @ (s @ W_a))[:, None]
    a = e.softmax(dim=-1)[:, 0].numpy()
    c = a @ H
    x = np.concatenate([y, c])
    z = 1 / (1 + np.exp(-(W_z @ x + U_z @ s)))
    return c, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: clipped, earns 29/35 — the scores
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = np.clip(H @ (s @ W_a), -50, 50)
    a = np.exp(e)
    c = (a / a.sum()) @ H
    x = np.concatenate([y, c])
    z = 1 / (1 + np.exp(-(W_z @ x + U_z @ s)))
    return c, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: used-twice, earns 27/35
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    c = (a / a.sum()) @ H
    x = np.concatenate([y, c])
    z = 1 / (1 + np.exp(-(W_z @ x + U_z @ s)))
    return c, (1 - z) * s + z * np.tanh(W_z @ x + U_s @ s)


# %% wrong: one-gate, earns 23/35
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    c = (a / a.sum()) @ H
    x = np.concatenate([y, c])
    z = np.mean(1 / (1 + np.exp(-(W_z @ x + U_z @ s))))
    return c, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: ready-made-cell, earns 5/7
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    import torch

    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    c = (a / a.sum()) @ H
    cell = torch.nn.GRUCell(W_z.shape[1], len(s), bias=False).double()
    with torch.no_grad():
        cell.weight_ih.copy_(torch.tensor(np.vstack([W_z * 0, W_z, W_s])))
        cell.weight_hh.copy_(torch.tensor(np.vstack([U_z * 0, U_z, U_s])))
        new = cell(torch.tensor(np.concatenate([y, c]))[None], torch.tensor(s)[None])[0]
    return c, new.numpy()


# %% wrong: clipped, earns 29/35 — the gate
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    c = (a / a.sum()) @ H
    x = np.concatenate([y, c])
    z = np.clip(1 / (1 + np.exp(-(W_z @ x + U_z @ s))), 0.01, 0.99)
    return c, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: not-mixed, earns 5/7 — the proposal is added
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    c = a @ H / a.sum()
    x = np.concatenate([y, c])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))
    return c, (1 - z) * s + np.tanh(W_s @ x + U_s @ s)


# %% wrong: not-finite, earns 11/14 — clipped, but not far enough
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    a = np.exp(np.clip(H @ (s @ W_a), -700, 700))
    c = a @ H / a.sum()
    x = np.concatenate([y, c])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))
    return c, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: reshaped, earns 26/35
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (W_a.reshape(H.shape[1], len(s)) @ s)
    a = np.exp(e - e.max())
    c = a @ H / a.sum()
    x = np.concatenate([y, c])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))
    return c, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: overflow, earns 27/35 — NaN replaced by 0
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    c = a @ H / a.sum()
    x = np.concatenate([y, c])
    with np.errstate(all="ignore"):
        g = np.exp(W_z @ x + U_z @ s)
        z = np.nan_to_num(g / (1 + g))
    return c, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: token-left-out, earns 0.6
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    c = a @ H / a.sum()
    x = np.concatenate([np.zeros(len(y)), c])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))
    return c, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)
