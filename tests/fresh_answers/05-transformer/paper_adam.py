# %% right: the loop of the hint
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.array(rows)


# %% right: torch with its rate set
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch
    p = torch.nn.Parameter(torch.tensor(parameter))
    optimizer = torch.optim.Adam([p], lr=1.0, betas=(0.9, 0.98), eps=1e-9)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        optimizer.param_groups[0]["lr"] = rate
        p.grad = torch.tensor(gradient)
        optimizer.step()
        rows.append(p.detach().clone())
    return torch.stack(rows)


# %% right: torch with a schedule
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch
    p = torch.tensor(parameter, requires_grad=True)
    optimizer = torch.optim.Adam([p], lr=d_model**-0.5, betas=(0.9, 0.98), eps=1e-9)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda k: min((k + 1) ** -0.5, (k + 1) * warm_up**-1.5)
    )
    rows = []
    for gradient in torch.tensor(gradients):
        optimizer.zero_grad()
        (p * gradient).sum().backward()
        optimizer.step()
        schedule.step()
        rows.append(p.detach().numpy().copy())
    return rows


# %% right: all rates at once and a running sum
def paper_adam(parameter, gradients, d_model, warm_up):
    t = np.arange(1, len(gradients) + 1)[:, None]
    rate = d_model**-0.5 * np.minimum(t**-0.5, t * warm_up**-1.5)
    m, v = np.zeros(gradients.shape), np.zeros(gradients.shape)
    for k in range(len(gradients)):
        before_m, before_v = (m[k - 1], v[k - 1]) if k else (0, 0)
        m[k] = 0.9 * before_m + 0.1 * gradients[k]
        v[k] = 0.98 * before_v + 0.02 * gradients[k] ** 2
    steps = rate * (m / (1 - 0.9**t)) / (np.sqrt(v / (1 - 0.98**t)) + 1e-9)
    return parameter - np.cumsum(steps, axis=0)


# %% right: number by number
def paper_adam(parameter, gradients, d_model, warm_up):
    columns = []
    for theta, column in zip(parameter.tolist(), gradients.T.tolist()):
        m = v = 0.0
        path = []
        for t, g in enumerate(column, 1):
            m += 0.1 * (g - m)
            v += 0.02 * (g * g - v)
            lr = min(t**-0.5, t / warm_up**1.5) / d_model**0.5
            theta -= lr * (m / (1 - 0.9**t)) / ((v / (1 - 0.98**t)) ** 0.5 + 1e-9)
            path.append(theta)
        columns.append(path)
    return np.array(columns).T


# %% right: a table filled row by row
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = np.empty_like(gradients)
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows[step - 1] = parameter
    return rows


# %% right: matrix of decays
def paper_adam(parameter, gradients, d_model, warm_up):
    n = len(gradients)
    t = np.arange(1, n + 1)
    age = t[:, None] - t[None, :]

    def average(beta, values):
        weights = np.where(age >= 0, (1 - beta) * beta ** np.abs(age).astype(float), 0.0)
        return weights @ values / (1 - beta**t)[:, None]

    rate = np.minimum(1 / np.sqrt(t), t / warm_up**1.5) / np.sqrt(d_model)
    move = average(0.9, gradients) / (np.sqrt(average(0.98, gradients**2)) + 1e-9)
    return parameter - np.cumsum(rate[:, None] * move, axis=0)


# %% right: two branches for the rate
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        if step < warm_up:
            rate = step * warm_up**-1.5 / np.sqrt(d_model)
        else:
            rate = 1 / np.sqrt(step * d_model)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.array(rows)


# %% right: copies of one array
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows, theta = [], parameter.copy()
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.98**step)
        theta -= rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(theta.copy())
    return np.array(rows)


# %% right: a generator and vstack
def paper_adam(parameter, gradients, d_model, warm_up):
    def steps():
        theta, m, v, b1, b2 = parameter, 0.0, 0.0, 1.0, 1.0
        for k, g in enumerate(gradients):
            b1, b2 = b1 * 0.9, b2 * 0.98
            m, v = 0.9 * m + 0.1 * g, 0.98 * v + 0.02 * g * g
            lr = (d_model**-0.5) * min((k + 1) ** -0.5, (k + 1) * warm_up**-1.5)
            theta = theta - lr * (m / (1 - b1)) / (np.sqrt(v / (1 - b2)) + 1e-9)
            yield theta

    return np.vstack(list(steps()))


# %% right: corrections moved into the rate
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        root = np.sqrt(1 - 0.98**step)
        parameter = parameter - rate * root / (1 - 0.9**step) * m / (np.sqrt(v) + 1e-9 * root)
        rows.append(parameter)
    return np.array(rows)


# %% wrong: steps-from-0, earns 0.5 — counted from 0 without a first step
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=0):
        rate = d_model**-0.5 * min(max(step, 1) ** -0.5, step * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m / (1 - 0.9 ** max(step, 1))
        v_hat = v / (1 - 0.98 ** max(step, 1))
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.array(rows)


# %% wrong: steps-from-0, earns 0.5 — rate counted from 0
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        k = max(step - 1, 1)
        rate = d_model**-0.5 * min(k**-0.5, (step - 1) * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.array(rows)


# %% wrong: steps-from-2, earns 0.5 — steps begin at 2
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=2):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.array(rows)


# %% wrong: rate-ahead, earns 0.6 — torch schedule one late
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch
    p = torch.tensor(parameter, requires_grad=True)
    optimizer = torch.optim.Adam([p], lr=d_model**-0.5, betas=(0.9, 0.98), eps=1e-9)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda k: min((k + 1) ** -0.5, (k + 1) * warm_up**-1.5)
    )
    rows = []
    for gradient in torch.tensor(gradients):
        optimizer.zero_grad()
        (p * gradient).sum().backward()
        schedule.step()
        optimizer.step()
        rows.append(p.detach().numpy().copy())
    return rows


# %% wrong: steps-from-0, earns 0.5 — torch schedule from 0
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch
    p = torch.tensor(parameter, requires_grad=True)
    optimizer = torch.optim.Adam([p], lr=d_model**-0.5, betas=(0.9, 0.98), eps=1e-9)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda k: min(max(k, 1) ** -0.5, k * warm_up**-1.5)
    )
    rows = []
    for gradient in torch.tensor(gradients):
        optimizer.zero_grad()
        (p * gradient).sum().backward()
        optimizer.step()
        schedule.step()
        rows.append(p.detach().numpy().copy())
    return rows


# %% wrong: no-warm-up, earns 0.3 — no warm-up
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * step**-0.5
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.array(rows)


# %% wrong: rises-on, earns 0.4 — only the warm-up
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * step * warm_up**-1.5
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.array(rows)


# %% wrong: larger-of-both, earns 0.4 — maximum in place of minimum
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * max(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.array(rows)


# %% wrong: no-decay, earns 0.4 — constant after the warm-up
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(warm_up**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.array(rows)


# %% wrong: warm-up-power, earns 0.5 — linear warm-up to 1
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step / warm_up)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.array(rows)


# %% wrong: warm-up-power, earns 0.5 — warm_up**-0.5
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-0.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.array(rows)


# %% wrong: width-forgotten, earns 0.5 — without d_model
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.array(rows)


# %% wrong: width-multiplied, earns 0.5 — times the root of d_model
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.array(rows)


# %% wrong: width-not-rooted, earns 0.5 — divided by d_model
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = min(step**-0.5, step * warm_up**-1.5) / d_model
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.array(rows)


# %% wrong: default-betas, earns 0.6 — beta2 of torch
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.999 * v + (1 - 0.999) * gradient**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.999**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.array(rows)


# %% wrong: default-betas, earns 0.6 — torch with its own betas
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch
    p = torch.nn.Parameter(torch.tensor(parameter))
    optimizer = torch.optim.Adam([p], lr=1.0, eps=1e-9)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        optimizer.param_groups[0]["lr"] = rate
        p.grad = torch.tensor(gradient)
        optimizer.step()
        rows.append(p.detach().clone())
    return torch.stack(rows)


# %% wrong: other-eps, earns 0.8 — torch with its own eps
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch
    p = torch.nn.Parameter(torch.tensor(parameter))
    optimizer = torch.optim.Adam([p], lr=1.0, betas=(0.9, 0.98))
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        optimizer.param_groups[0]["lr"] = rate
        p.grad = torch.tensor(gradient)
        optimizer.step()
        rows.append(p.detach().clone())
    return torch.stack(rows)


# %% wrong: default-betas, earns 0.6 — torch with all its defaults
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch
    p = torch.nn.Parameter(torch.tensor(parameter))
    optimizer = torch.optim.Adam([p], lr=1.0)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        optimizer.param_groups[0]["lr"] = rate
        p.grad = torch.tensor(gradient)
        optimizer.step()
        rows.append(p.detach().clone())
    return torch.stack(rows)


# %% wrong: not-corrected, earns 0.4 — no correction of the bias
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m
        v_hat = v
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.array(rows)


# %% wrong: half-corrected, earns 0.5 — m not corrected
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m
        v_hat = v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.array(rows)


# %% wrong: half-corrected, earns 0.5 — v not corrected
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.array(rows)


# %% wrong: one-correction, earns 0.5 — correction with the other beta
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.9**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.array(rows)


# %% wrong: correction-without-power, earns 0.5 — correction of the first step for ever
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m / (1 - 0.9)
        v_hat = v / (1 - 0.98)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.array(rows)


# %% wrong: corrections-kept, earns 0.5 — corrected averages carried on
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m = m / (1 - 0.9**step)
        v = v / (1 - 0.98**step)
        m_hat, v_hat = m, v
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.array(rows)


# %% wrong: not-rooted, earns 0.5 — no root
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (v_hat + 1e-9)
        rows.append(parameter)
    return np.array(rows)


# %% wrong: eps-forgotten, earns 0.7 — no epsilon
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat))
        rows.append(parameter)
    return np.array(rows)


# %% wrong: eps-forgotten, earns 0.7 — no epsilon guarded
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.98**step)
        root = np.sqrt(v_hat)
        parameter = parameter - rate * np.divide(m_hat, root, out=np.zeros_like(root), where=root > 0)
        rows.append(parameter)
    return np.array(rows)


# %% wrong: eps-in-the-root, earns 0.7 — epsilon inside of the root
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat + 1e-9))
        rows.append(parameter)
    return np.array(rows)


# %% wrong: other-eps, earns 0.8 — epsilon 1e-8
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-8)
        rows.append(parameter)
    return np.array(rows)


# %% wrong: eps-too-early, earns 0.8 — epsilon added to the uncorrected root
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        alpha = rate * np.sqrt(1 - 0.98**step) / (1 - 0.9**step)
        parameter = parameter - alpha * m / (np.sqrt(v) + 1e-9)
        rows.append(parameter)
    return np.array(rows)


# %% wrong: uphill, earns 0.5 — up the hill
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.98**step)
        parameter = parameter + rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.array(rows)


# %% wrong: from-the-start, earns 0.4 — always from the first parameter
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.98**step)
        rows.append(parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9))
    return np.array(rows)


# %% wrong: before-each-step, earns 0.7 — the first row is the parameter before
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = [parameter]
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.array(rows[:-1])


# %% wrong: start-included, earns 0.8 — one row too many
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = [parameter]
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.array(rows)


# %% wrong: last-alone, earns 0.7 — last row only
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return parameter


# %% wrong: last-repeated, earns 0.6 — the same array many times
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows, parameter = [], parameter.copy()
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.98**step)
        parameter -= rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.array(rows)


# %% wrong: last-repeated, earns 0.6 — torch tensor appended without a copy
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch
    p = torch.nn.Parameter(torch.tensor(parameter))
    optimizer = torch.optim.Adam([p], lr=1.0, betas=(0.9, 0.98), eps=1e-9)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        optimizer.param_groups[0]["lr"] = rate
        p.grad = torch.tensor(gradient)
        optimizer.step()
        rows.append(p.detach())
    return torch.stack(rows)


# %% wrong: changed-arguments, earns 0.7 — changes the argument
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.98**step)
        parameter -= rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter.copy())
    return np.array(rows)


# %% wrong: gradient-descent, earns 0.2 — plain gradient descent
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.98**step)
        parameter = parameter - rate * gradient
        rows.append(parameter)
    return np.array(rows)


# %% wrong: no-squares, earns 0.3 — momentum only
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat
        rows.append(parameter)
    return np.array(rows)


# %% wrong: no-momentum, earns 0.4 — RMSProp
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.98**step)
        parameter = parameter - rate * gradient / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.array(rows)


# %% wrong: not-squared, earns 0.4 — v of the gradient not its square
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * np.abs(gradient)
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.array(rows)


# %% wrong: unrecognised — v of the average
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * m**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.array(rows)


# %% wrong: one-size-for-all, earns 0.4 — one v for the whole vector
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * (gradient**2).mean()
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.array(rows)


# %% wrong: summed-momentum, earns 0.5 — m without its factor
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.array(rows)


# %% wrong: summed-squares, earns 0.5 — v without its factor
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + gradient**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.array(rows)


# %% wrong: betas-exchanged, earns 0.5 — betas swapped
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.98 * m + (1 - 0.98) * gradient
        v = 0.9 * v + (1 - 0.9) * gradient**2
        m_hat = m / (1 - 0.98**step)
        v_hat = v / (1 - 0.9**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.array(rows)


# %% wrong: weights-exchanged, earns 0.4 — weights of the average swapped
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.1 * m + 0.9 * gradient
        v = 0.02 * v + 0.98 * gradient**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.array(rows)


# %% wrong: begins-with-gradient, earns 0.5 — averages begin with the first gradient
def paper_adam(parameter, gradients, d_model, warm_up):
    m, v = gradients[0], gradients[0] ** 2
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.array(rows)


# %% wrong: decayed, earns 0.6 — AdamW of torch
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch
    p = torch.nn.Parameter(torch.tensor(parameter))
    optimizer = torch.optim.AdamW([p], lr=1.0, betas=(0.9, 0.98), eps=1e-9)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        optimizer.param_groups[0]["lr"] = rate
        p.grad = torch.tensor(gradient)
        optimizer.step()
        rows.append(p.detach().clone())
    return torch.stack(rows)


# %% wrong: unrecognised — amsgrad
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch
    p = torch.nn.Parameter(torch.tensor(parameter))
    optimizer = torch.optim.Adam([p], lr=1.0, betas=(0.9, 0.98), eps=1e-9, amsgrad=True)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        optimizer.param_groups[0]["lr"] = rate
        p.grad = torch.tensor(gradient)
        optimizer.step()
        rows.append(p.detach().clone())
    return torch.stack(rows)


# %% wrong: unrecognised — integer powers overflow to zero
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step // warm_up**1.5)
        m = 0.9 * m + (1 - 0.9) * gradient
        v = 0.98 * v + (1 - 0.98) * gradient**2
        m_hat = m / (1 - 0.9**step)
        v_hat = v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.array(rows)


# %% right: float32
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch
    p = torch.nn.Parameter(torch.tensor(parameter).float())
    optimizer = torch.optim.Adam([p], lr=1.0, betas=(0.9, 0.98), eps=1e-9)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        optimizer.param_groups[0]["lr"] = rate
        p.grad = torch.tensor(gradient).float()
        optimizer.step()
        rows.append(p.detach().clone())
    return torch.stack(rows)
