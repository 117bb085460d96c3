# %% right: all positions at once
def coverage_scores(s, H, past, W, U, w, v):
    coverage = past.sum(axis=0)
    return np.tanh(W @ s + H @ U.T + np.outer(coverage, w)) @ v


# %% right: loops over positions and units
def coverage_scores(s, H, past, W, U, w, v):
    scores = []
    for j in range(len(H)):
        covered = 0.0
        for step in past:
            covered += step[j]
        score = 0.0
        for unit in range(len(v)):
            inside = W[unit].dot(s) + U[unit].dot(H[j]) + w[unit] * covered
            score += v[unit] * np.tanh(inside)
        scores.append(score)
    return scores


# %% right: the coverage as one more entry of each annotation
def coverage_scores(s, H, past, W, U, w, v):
    import torch

    s, H, past, W, U, w, v = map(torch.tensor, (s, H, past, W, U, w, v))
    wider = torch.cat([H, past.sum(0).unsqueeze(1)], dim=1)
    inside = torch.nn.functional.linear(wider, torch.cat([U, w.unsqueeze(1)], dim=1), W @ s)
    return torch.tanh(inside) @ v


# %% right: the chapter's Additive with wider keys
def coverage_scores(s, H, past, W, U, w, v):
    import torch

    from payattention.attention import Additive

    s, H, past, W, U, w, v = (torch.tensor(a).double() for a in (s, H, past, W, U, w, v))
    keys = torch.cat([H, past.sum(0)[:, None]], dim=1)
    score = Additive(len(s), keys.shape[1], len(v)).double()
    score.W.weight.data, score.v.weight.data = W, v[None]
    score.U.weight.data = torch.cat([U, w[:, None]], dim=1)
    return score(s[None], keys)[0].detach()


# %% right: einsum in float32
def coverage_scores(s, H, past, W, U, w, v):
    s, H, past, W, U, w, v = (a.astype(np.float32) for a in (s, H, past, W, U, w, v))
    coverage = np.ones(len(past), np.float32) @ past
    inside = np.einsum("as,s->a", W, s)[None] + np.einsum("ad,nd->na", U, H)
    inside = inside + coverage[:, None] * w[None]
    return (1 - 2 / (np.exp(2 * inside) + 1)) @ v


# %% wrong: coverage-ignored — the chapter's score
def coverage_scores(s, H, past, W, U, w, v):
    import torch

    from payattention.attention import Additive

    score = Additive(len(s), H.shape[1], len(v)).double()
    score.W.weight.data, score.U.weight.data = torch.tensor(W), torch.tensor(U)
    score.v.weight.data = torch.tensor(v)[None]
    return score(torch.tensor(s)[None], torch.tensor(H))[0]


# %% wrong: one-step-only, earns 0.4
def coverage_scores(s, H, past, W, U, w, v):
    return np.tanh(W @ s + H @ U.T + np.outer(past[-1], w)) @ v


# %% wrong: averaged, earns 0.5
def coverage_scores(s, H, past, W, U, w, v):
    return np.tanh(W @ s + H @ U.T + np.outer(past.mean(axis=0), w)) @ v


# %% wrong: step-forgotten, earns 0.5
def coverage_scores(s, H, past, W, U, w, v):
    coverage = np.zeros(len(H))
    for t in range(1, len(past)):
        coverage += past[t]
    return np.tanh(W @ s + H @ U.T + np.outer(coverage, w)) @ v


# %% wrong: one-coverage, earns 0.3
def coverage_scores(s, H, past, W, U, w, v):
    return np.tanh(W @ s + H @ U.T + past.sum() * w) @ v


# %% wrong: subtracted, earns 0.5
def coverage_scores(s, H, past, W, U, w, v):
    return np.tanh(W @ s + H @ U.T - np.outer(past.sum(axis=0), w)) @ v


# %% wrong: clipped, earns 0.5
def coverage_scores(s, H, past, W, U, w, v):
    coverage = np.minimum(past.sum(axis=0), 1)
    return np.tanh(W @ s + H @ U.T + np.outer(coverage, w)) @ v


# %% wrong: coverage-outside, earns 0.3 — as a penalty
def coverage_scores(s, H, past, W, U, w, v):
    return np.tanh(W @ s + H @ U.T) @ v - past.sum(axis=0)


# %% wrong: coverage-outside, earns 0.3 — w in the place of v
def coverage_scores(s, H, past, W, U, w, v):
    return (np.tanh(W @ s + H @ U.T) + np.outer(past.sum(axis=0), w)) @ v


# %% wrong: no-tanh, earns 0.4
def coverage_scores(s, H, past, W, U, w, v):
    return (W @ s + H @ U.T + np.outer(past.sum(axis=0), w)) @ v


# %% wrong: tanh-at-the-end, earns 0.3
def coverage_scores(s, H, past, W, U, w, v):
    return np.tanh((W @ s + H @ U.T + np.outer(past.sum(axis=0), w)) @ v)


# %% wrong: sigmoid, earns 0.5
def coverage_scores(s, H, past, W, U, w, v):
    inside = W @ s + H @ U.T + np.outer(past.sum(axis=0), w)
    return 1 / (1 + np.exp(-inside)) @ v


# %% wrong: weights, earns 0.6
def coverage_scores(s, H, past, W, U, w, v):
    scores = np.tanh(W @ s + H @ U.T + np.outer(past.sum(axis=0), w)) @ v
    return np.exp(scores) / np.exp(scores).sum()


# %% wrong: broadcast — the weights of a step are added up instead
def coverage_scores(s, H, past, W, U, w, v):
    return np.tanh(W @ s + H @ U.T + past.sum(axis=1)[:, None] * w) @ v


# %% wrong: first-step, earns 0.7
def coverage_scores(s, H, past, W, U, w, v):
    coverage = past.mean(axis=0) * len(past)
    return np.tanh(W @ s + H @ U.T + np.outer(coverage, w)) @ v


# %% wrong: first-step, earns 0.7 — nothing is returned but zeros
def coverage_scores(s, H, past, W, U, w, v):
    if len(past) == 0:
        return np.zeros(len(H))
    return np.tanh(W @ s + H @ U.T + np.outer(sum(past), w)) @ v


# %% wrong: raised, earns 0.5 — at the first step
def coverage_scores(s, H, past, W, U, w, v):
    coverage = past[0].copy()
    for step in past[1:]:
        coverage += step
    return np.tanh(W @ s + H @ U.T + np.outer(coverage, w)) @ v


# %% wrong: w-forgotten, earns 0.5
def coverage_scores(s, H, past, W, U, w, v):
    return np.tanh(W @ s + H @ U.T + past.sum(axis=0)[:, None]) @ v


# %% wrong: w-and-v-exchanged, earns 0.6
def coverage_scores(s, H, past, W, U, w, v):
    return np.tanh(W @ s + H @ U.T + np.outer(past.sum(axis=0), v)) @ w


# %% wrong: broadcast — the sum over the positions
def coverage_scores(s, H, past, W, U, w, v):
    return np.tanh(W @ s + H @ U.T + np.outer(past.sum(axis=1), w)) @ v


# %% wrong: each-alone, earns 0.3
def coverage_scores(s, H, past, W, U, w, v):
    return (np.tanh(W @ s) + np.tanh(H @ U.T) + np.tanh(np.outer(past.sum(axis=0), w))) @ v


# %% wrong: counted, earns 0.4
def coverage_scores(s, H, past, W, U, w, v):
    kappa = (past > 0).any(axis=0).astype(float)
    return np.tanh(W @ s + H @ U.T + np.outer(kappa, w)) @ v


# %% wrong: accumulated, earns 0.4
def coverage_scores(s, H, past, W, U, w, v):
    kappa = np.cumsum(past.sum(axis=0))
    return np.tanh(W @ s + H @ U.T + np.outer(kappa, w)) @ v


# %% wrong: v-forgotten, earns 0.5
def coverage_scores(s, H, past, W, U, w, v):
    return np.tanh(W @ s + H @ U.T + np.outer(past.sum(axis=0), w)).sum(axis=1)


# %% wrong: reshaped, earns 0.3
def coverage_scores(s, H, past, W, U, w, v):
    n = H.shape[0]
    kappa = past.reshape(n, -1).sum(axis=1)
    return np.tanh(W @ s + H @ U.T + np.outer(kappa, w)) @ v


# %% wrong: axis-of-length-1, earns 0.8 — squeezed
def coverage_scores(s, H, past, W, U, w, v):
    x = np.tanh(W @ s + H @ U.T + np.outer(past.sum(axis=0), w))
    return np.squeeze(x @ v[:, None])


# %% wrong: largest, earns 0.4
def coverage_scores(s, H, past, W, U, w, v):
    kappa = past.max(axis=0, initial=0.0)
    return np.tanh(W @ s + H @ U.T + np.outer(kappa, w)) @ v


# %% wrong: term-forgotten, earns 0.4
def coverage_scores(s, H, past, W, U, w, v):
    kappa = past.sum(axis=0)
    return np.tanh(H @ U.T + np.outer(kappa, w)) @ v


# %% wrong: scaled, earns 0.6
def coverage_scores(s, H, past, W, U, w, v):
    kappa = past.sum(axis=0)
    return np.tanh(W @ s + H @ U.T + np.outer(kappa, w)) @ v / np.sqrt(len(v))


# %% wrong: scaled, earns 0.6 — by a mean
def coverage_scores(s, H, past, W, U, w, v):
    kappa = past.sum(axis=0)
    return (v * np.tanh(W @ s + H @ U.T + np.outer(kappa, w))).mean(axis=1)


# %% wrong: reshaped, earns 0.3 — U
def coverage_scores(s, H, past, W, U, w, v):
    d_a, d_h = U.shape
    return np.tanh(W @ s + H @ U.reshape(d_h, d_a) + np.outer(past.sum(axis=0), w)) @ v
