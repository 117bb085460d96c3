# %% right: line by line with a tanh sigmoid
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    a = a / a.sum()
    c = a @ H
    x = np.concatenate([y, c])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))
    proposal = np.tanh(W_s @ x + U_s @ s)
    return c, (1 - z) * s + z * proposal


# %% right: sigmoid as in the statement with warnings off
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    scores = H @ W_a.T @ s
    weights = np.exp(scores - np.max(scores))
    weights /= weights.sum()
    context = weights @ H
    yc = np.hstack((y, context))
    with np.errstate(over="ignore"):
        z = 1 / (1 + np.exp(-(W_z @ yc + U_z @ s)))
    new = np.tanh(W_s @ yc + U_s @ s)
    return context, s + z * (new - s)


# %% right: torch in double precision
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    import torch
    y, s, H, W_a, W_z, U_z, W_s, U_s = (
        torch.from_numpy(np.array(a, dtype=np.float64))
        for a in (y, s, H, W_a, W_z, U_z, W_s, U_s))
    alpha = torch.softmax(H @ (W_a.T @ s), dim=0)
    c = alpha @ H
    x = torch.cat([y, c])
    z = torch.sigmoid(W_z @ x + U_z @ s)
    return c, (1 - z) * s + z * torch.tanh(W_s @ x + U_s @ s)


# %% right: loop over annotations and state entries
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    import math

    def sigmoid(x):
        if x >= 0:
            return 1 / (1 + math.exp(-x))
        return math.exp(x) / (1 + math.exp(x))

    n, d_h = H.shape
    e = []
    for j in range(n):
        total = 0.0
        for a in range(len(s)):
            for b in range(d_h):
                total += float(s[a]) * float(W_a[a, b]) * float(H[j, b])
        e.append(total)
    top = max(e)
    alpha = [math.exp(x - top) for x in e]
    norm = sum(alpha)
    c = np.zeros(d_h)
    for j in range(n):
        c += alpha[j] / norm * H[j]
    x = list(y) + list(c)
    new = np.zeros(len(s))
    for i in range(len(s)):
        gate, prop = 0.0, 0.0
        for k in range(len(x)):
            gate += float(W_z[i, k] * x[k])
            prop += float(W_s[i, k] * x[k])
        for k in range(len(s)):
            gate += float(U_z[i, k] * s[k])
            prop += float(U_s[i, k] * s[k])
        z = sigmoid(gate)
        new[i] = (1 - z) * s[i] + z * math.tanh(prop)
    return c, new


# %% right: einsum and two piece matrices
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    d_y = len(y)
    e = np.einsum("a,ab,jb->j", s, W_a, H)
    w = np.exp(e - np.amax(e))
    c = np.einsum("j,jh->h", w, H) / w.sum()
    gate = W_z[:, :d_y] @ y + W_z[:, d_y:] @ c + U_z @ s
    prop = W_s[:, :d_y] @ y + W_s[:, d_y:] @ c + U_s @ s
    z = np.exp(-np.logaddexp(0, -gate))
    return c, (1 - z) * s + z * np.tanh(prop)


# %% right: stacked gate and proposal in one product
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = (H * (s @ W_a)).sum(axis=1)
    w = np.exp(e - e.max())
    c = (w[:, None] * H).sum(axis=0) / w.sum()
    big = np.block([[W_z, U_z], [W_s, U_s]])
    pre = big @ np.concatenate([y, c, s])
    d = len(s)
    gate, prop = pre[:d], pre[d:]
    z = np.where(gate >= 0, 1 / (1 + np.exp(-np.abs(gate))),
                 np.exp(-np.abs(gate)) / (1 + np.exp(-np.abs(gate))))
    return c, (1 - z) * s + z * np.tanh(prop)


# %% right: a list of context and state
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    q = W_a.T.dot(s)
    e = np.array([np.dot(q, h) for h in H])
    logs = e - (e.max() + np.log(np.exp(e - e.max()).sum()))
    c = sum(np.exp(l) * h for l, h in zip(logs, H))
    x = np.r_[y, c]
    z = (np.tanh((W_z.dot(x) + U_z.dot(s)) / 2) + 1) / 2
    return [c, s * (1 - z) + z * np.tanh(W_s.dot(x) + U_s.dot(s))]


# %% right: sigmoid of exponents clipped at seven hundred
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H.dot(s.dot(W_a))
    w = np.exp(e - e.max())
    c = w.dot(H) / w.sum()
    x = np.append(y, c)
    g = np.clip(W_z.dot(x) + U_z.dot(s), -700, 700)
    z = 1 / (1 + np.exp(-g))
    return c, s - z * s + z * np.tanh(W_s.dot(x) + U_s.dot(s))


# %% right: column vectors and matrix products
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    y, s0 = y.reshape(-1, 1), s.reshape(-1, 1)
    e = H @ W_a.T @ s0
    e = e - e.max()
    alpha = np.exp(e) / np.exp(e).sum()
    c = H.T @ alpha
    x = np.vstack([y, c])
    t = np.exp(-np.abs(W_z @ x + U_z @ s0))
    z = np.where(W_z @ x + U_z @ s0 >= 0, 1, t) / (1 + t)
    new = (1 - z) * s0 + z * np.tanh(W_s @ x + U_s @ s0)
    return c.ravel(), new.ravel()


# %% right: torch functional linear and lerp
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    import torch
    import torch.nn.functional as F
    t = lambda a: torch.from_numpy(np.array(a, dtype=np.float64))
    alpha = F.softmax(t(H) @ F.linear(t(s), t(W_a).T), dim=-1)
    c = (alpha[:, None] * t(H)).sum(0)
    x = torch.cat((t(y), c))
    z = torch.sigmoid(F.linear(x, t(W_z)) + F.linear(t(s), t(U_z)))
    proposal = torch.tanh(F.linear(x, t(W_s)) + F.linear(t(s), t(U_s)))
    return c.numpy(), torch.lerp(t(s), proposal, z).numpy()


# %% right: running softmax over the annotations
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    q = s @ W_a
    top, norm, c = -np.inf, 0.0, np.zeros(H.shape[1])
    for h in H:
        e = q @ h
        m = max(top, e)
        keep, add = np.exp(top - m), np.exp(e - m)
        norm = norm * keep + add
        c = c * keep + add * h
        top = m
    c = c / norm
    x = np.concatenate((y, c), axis=0)
    z = 0.5 + 0.5 * np.tanh((W_z @ x + U_z @ s) / 2)
    return c, np.tanh(W_s @ x + U_s @ s) * z + s * (1 - z)


# %% wrong: gate-exchanged, earns 0.7714 — gate the other way round as in GRUCell
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    c = a @ H / a.sum()
    x = np.concatenate([y, c])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))
    return c, z * s + (1 - z) * np.tanh(W_s @ x + U_s @ s)


# %% wrong: overflow, earns 0.8286 — softmax without subtracting the largest score
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    a = np.exp(H @ (s @ W_a))
    c = a @ H / a.sum()
    x = np.concatenate([y, c])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))
    return c, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: overflow, earns 0.7714 — sigmoid with the exponential above and below
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    c = a @ H / a.sum()
    x = np.concatenate([y, c])
    g = np.exp(W_z @ x + U_z @ s)
    z = g / (1 + g)
    return c, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: overflow, earns 0.7714 — tanh written with unshifted exponentials
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    c = a @ H / a.sum()
    x = np.concatenate([y, c])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))
    p = W_s @ x + U_s @ s
    proposal = (np.exp(p) - np.exp(-p)) / (np.exp(p) + np.exp(-p))
    return c, (1 - z) * s + z * proposal


# %% wrong: parts-exchanged, earns 0.7714 — context put before the token
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    c = a @ H / a.sum()
    x = np.concatenate([c, y])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))
    return c, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: mean, earns 0.5714 — context is the plain mean of the annotations
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    c = H.mean(axis=0)
    x = np.concatenate([y, c])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))
    return c, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: best-alone, earns 0.7 — context is the annotation with the largest score
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    c = H[np.argmax(H @ (s @ W_a))].copy()
    x = np.concatenate([y, c])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))
    return c, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: matrix-product — score matrix transposed
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (W_a @ s)
    a = np.exp(e - e.max())
    c = a @ H / a.sum()
    x = np.concatenate([y, c])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))
    return c, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: reshaped, earns 0.7429 — score matrix reshaped instead of transposed
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (W_a.reshape(H.shape[1], len(s)) @ s)
    a = np.exp(e - e.max())
    c = a @ H / a.sum()
    x = np.concatenate([y, c])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))
    return c, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: reset-gate, earns 0.7714 — gate used as reset gate in the proposal
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    c = a @ H / a.sum()
    x = np.concatenate([y, c])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))
    return c, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ (z * s))


# %% wrong: wrong-function, earns 0.7143 — sigmoid for the proposal
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    c = a @ H / a.sum()
    x = np.concatenate([y, c])
    sigmoid = lambda v: 0.5 * (1 + np.tanh(0.5 * v))
    z = sigmoid(W_z @ x + U_z @ s)
    return c, (1 - z) * s + z * sigmoid(W_s @ x + U_s @ s)


# %% wrong: wrong-function, earns 0.7143 — tanh for the gate
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    c = a @ H / a.sum()
    x = np.concatenate([y, c])
    z = np.tanh(W_z @ x + U_z @ s)
    return c, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: old-state-left-out, earns 0.7143 — gate without the state
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    c = a @ H / a.sum()
    x = np.concatenate([y, c])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x)))
    return c, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: old-state-left-out, earns 0.7143 — proposal without the state
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    c = a @ H / a.sum()
    x = np.concatenate([y, c])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))
    return c, (1 - z) * s + z * np.tanh(W_s @ x)


# %% wrong: transposed, earns 0.7714 — U of the gate transposed
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    c = a @ H / a.sum()
    x = np.concatenate([y, c])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + s @ U_z)))
    return c, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: transposed, earns 0.7714 — U of the proposal transposed
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    c = a @ H / a.sum()
    x = np.concatenate([y, c])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))
    return c, (1 - z) * s + z * np.tanh(W_s @ x + s @ U_s)


# %% wrong: parameters-exchanged, earns 0.7714 — input matrices of gate and proposal swapped
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    c = a @ H / a.sum()
    x = np.concatenate([y, c])
    z = 0.5 * (1 + np.tanh(0.5 * (W_s @ x + U_z @ s)))
    return c, (1 - z) * s + z * np.tanh(W_z @ x + U_s @ s)


# %% wrong: used-twice, earns 0.7714 — proposal computed with the matrices of the gate
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    c = a @ H / a.sum()
    x = np.concatenate([y, c])
    pre = W_z @ x + U_z @ s
    z = 0.5 * (1 + np.tanh(0.5 * pre))
    return c, (1 - z) * s + z * np.tanh(pre)


# %% wrong: wrong-order, earns 0.8 — state returned before the context
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    c = a @ H / a.sum()
    x = np.concatenate([y, c])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))
    return (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s), c


# %% wrong: wrong-shape, earns 0.5714 — weights returned instead of the context
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    a = a / a.sum()
    x = np.concatenate([y, a @ H])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))
    return a, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: of-new-state, earns 0.8286 — context read again with the new state
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    def look(state):
        e = H @ (state @ W_a)
        a = np.exp(e - e.max())
        return a @ H / a.sum()
    x = np.concatenate([y, look(s)])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))
    new = (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)
    return look(new), new


# %% wrong: changed-arguments, earns 0.7 — state changed in place
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    c = a @ H / a.sum()
    x = np.concatenate([y, c])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))
    proposal = np.tanh(W_s @ x + U_s @ s)
    s *= 1 - z
    s += z * proposal
    return c, s


# %% wrong: changed-arguments, earns 0.7 — annotations weighted in place
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    a = a / a.sum()
    H *= a[:, None]
    c = H.sum(axis=0)
    x = np.concatenate([y, c])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))
    return c, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: scaled, earns 0.8286 — scores scaled by the root of the width
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a) / np.sqrt(H.shape[1])
    a = np.exp(e - e.max())
    c = a @ H / a.sum()
    x = np.concatenate([y, c])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))
    return c, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: mean, earns 0.5714 — context is an unweighted sum
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    c = H.sum(axis=0)
    x = np.concatenate([y, c])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))
    return c, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: clipped, earns 0.8286 — scores clipped at fifty
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    a = np.exp(np.clip(H @ (s @ W_a), -50, 50))
    c = a @ H / a.sum()
    x = np.concatenate([y, c])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))
    return c, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: not-finite, earns 0.7857 — scores clipped at seven hundred
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    a = np.exp(np.clip(H @ (s @ W_a), -700, 700))
    c = a @ H / a.sum()
    x = np.concatenate([y, c])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))
    return c, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: overflow, earns 0.8286 — mean score subtracted instead of the largest
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.mean())
    c = a @ H / a.sum()
    x = np.concatenate([y, c])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))
    return c, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: not-mixed, earns 0.7143 — whole old state kept and the new added
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    c = a @ H / a.sum()
    x = np.concatenate([y, c])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))
    return c, s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: not-mixed, earns 0.7143 — proposal added without the gate
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    c = a @ H / a.sum()
    x = np.concatenate([y, c])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))
    return c, (1 - z) * s + np.tanh(W_s @ x + U_s @ s)


# %% wrong: one-gate, earns 0.6571 — mean of the gate for all entries
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    c = a @ H / a.sum()
    x = np.concatenate([y, c])
    z = (0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))).mean()
    return c, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: unrecognised, earns 0.4286 — dot products where entries should be multiplied
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    c = a @ H / a.sum()
    x = np.concatenate([y, c])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))
    return c, (1 - z) * s + z @ np.tanh(W_s @ x + U_s @ s)


# %% wrong: token-left-out, earns 0.6 — token before is never read
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    c = a @ H / a.sum()
    x = np.concatenate([np.zeros(len(y)), c])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))
    return c, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: context-left-out, earns 0.6 — context missing in the gate
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    c = a @ H / a.sum()
    x = np.concatenate([y, c])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z[:, :len(y)] @ y + U_z @ s)))
    return c, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: context-left-out, earns 0.6 — context missing in the proposal
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    c = a @ H / a.sum()
    x = np.concatenate([y, c])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))
    return c, (1 - z) * s + z * np.tanh(W_s[:, :len(y)] @ y + U_s @ s)


# %% wrong: axis-of-length-1, earns 0.8 — context and state as one row tables
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    c = a @ H / a.sum()
    x = np.concatenate([y, c])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))
    return c[None, :], ((1 - z) * s + z * np.tanh(W_s @ x + U_s @ s))[None, :]


# %% wrong: unrecognised, earns 0.5714 — tanh of the scores before the softmax
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = np.tanh(H @ (s @ W_a))
    a = np.exp(e - e.max())
    c = a @ H / a.sum()
    x = np.concatenate([y, c])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))
    return c, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: not-divided, earns 0.7429 — weights not divided by their sum
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    c = a @ H
    x = np.concatenate([y, c])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))
    return c, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: unrecognised, earns 0.4286 — hard sigmoid for the gate
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    c = a @ H / a.sum()
    x = np.concatenate([y, c])
    z = np.clip((W_z @ x + U_z @ s) / 6 + 0.5, 0, 1)
    return c, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: no-gate, earns 0.6 — proposal returned as the new state
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    c = a @ H / a.sum()
    x = np.concatenate([y, c])
    return c, np.tanh(W_s @ x + U_s @ s)


# %% wrong: matrix-product — state concatenated where the context belongs
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    c = a @ H / a.sum()
    x = np.concatenate([y, s])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))
    return c, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: unrecognised, earns 0.5714 — last annotation left out of the context
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    a = a / a.sum()
    c = np.zeros(H.shape[1])
    for j in range(len(H) - 1):
        c += a[j] * H[j]
    x = np.concatenate([y, c])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))
    return c, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: unrecognised, earns 0.4286 — right context but state uses the mean annotation
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    c = a @ H / a.sum()
    x = np.concatenate([y, H.mean(axis=0)])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))
    return c, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: matrix-product, earns 0.5 — squeezed annotations break for one annotation
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    table = H.squeeze()
    e = np.atleast_1d(table @ (s @ W_a))
    a = np.exp(e - e.max())
    a = a / a.sum()
    c = np.atleast_1d(a @ table)
    x = np.concatenate([y, c])
    z = 0.5 * (1 + np.tanh(0.5 * (W_z @ x + U_z @ s)))
    return c, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: unrecognised, earns 0.7143 — gate clipped away from zero and one
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    c = a @ H / a.sum()
    x = np.concatenate([y, c])
    z = 0.5 * (1 + np.tanh(0.5 * np.clip(W_z @ x + U_z @ s, -4, 4)))
    return c, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)


# %% wrong: overflow, earns 0.7714 — infinite gates turned from nan into zero
def decoder_step(y, s, H, W_a, W_z, U_z, W_s, U_s):
    e = H @ (s @ W_a)
    a = np.exp(e - e.max())
    c = a @ H / a.sum()
    x = np.concatenate([y, c])
    with np.errstate(all="ignore"):
        g = np.exp(W_z @ x + U_z @ s)
        z = np.nan_to_num(g / (1 + g))
    return c, (1 - z) * s + z * np.tanh(W_s @ x + U_s @ s)
