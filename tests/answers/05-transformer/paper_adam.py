# %% right: the formulas
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% right: PyTorch's Adam with LambdaLR
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch

    p = torch.nn.Parameter(torch.tensor(parameter))
    optimizer = torch.optim.Adam([p], lr=1, betas=(0.9, 0.98), eps=1e-9)

    def rate(step):
        return d_model**-0.5 * min((step + 1) ** -0.5, (step + 1) * warm_up**-1.5)

    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    rows = []
    for gradient in gradients:
        p.grad = torch.tensor(gradient)
        optimizer.step()
        scheduler.step()
        rows.append(p.detach().clone())
    return torch.stack(rows)


# %% right: PyTorch in float32
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch

    p = torch.nn.Parameter(torch.tensor(parameter, dtype=torch.float32))
    optimizer = torch.optim.Adam([p], lr=1, betas=(0.9, 0.98), eps=1e-9)

    def rate(step):
        return d_model**-0.5 * min((step + 1) ** -0.5, (step + 1) * warm_up**-1.5)

    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    rows = []
    for gradient in gradients:
        p.grad = torch.tensor(gradient).float()
        optimizer.step()
        scheduler.step()
        rows.append(p.detach().clone())
    return torch.stack(rows)


# %% right: the rate set in the optimiser
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch

    p = torch.tensor(parameter, requires_grad=True)
    optimizer = torch.optim.Adam([p], betas=(0.9, 0.98), eps=1e-9)
    rows = np.empty(gradients.shape)
    for i, gradient in enumerate(gradients):
        step = i + 1
        for group in optimizer.param_groups:
            group["lr"] = min(step**-0.5, step * warm_up**-1.5) / d_model**0.5
        optimizer.zero_grad()
        (p * torch.tensor(gradient)).sum().backward()
        optimizer.step()
        rows[i] = p.detach().numpy()
    return rows


# %% right: the scheduler first — with steps from 0
def paper_adam(parameter, gradients, d_model, warm_up):
    import warnings

    import torch

    p = torch.nn.Parameter(torch.tensor(parameter))
    optimizer = torch.optim.Adam([p], lr=1, betas=(0.9, 0.98), eps=1e-9)

    def rate(step):
        return d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5) if step else 0.0

    warnings.simplefilter("ignore")
    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    rows = []
    for gradient in torch.from_numpy(gradients):
        p.grad = gradient.clone()
        scheduler.step()
        optimizer.step()
        rows.append(p.tolist())
    return rows


# %% right: number by number — in lists
def paper_adam(parameter, gradients, d_model, warm_up):
    columns = []
    for start, column in zip(parameter.tolist(), gradients.T.tolist(), strict=True):
        p, m, v, values = start, 0.0, 0.0, []
        for t, g in enumerate(column, 1):
            m += 0.1 * (g - m)
            v += 0.02 * (g * g - v)
            rate = min(1 / t**0.5, t / warm_up**1.5) / d_model**0.5
            p -= rate * (m / (1 - 0.9**t)) / ((v / (1 - 0.98**t)) ** 0.5 + 1e-9)
            values.append(p)
        columns.append(values)
    return [list(row) for row in zip(*columns, strict=True)]


# %% right: no loop
def paper_adam(parameter, gradients, d_model, warm_up):
    t = np.arange(1, len(gradients) + 1.0)[:, None]
    back = t - t.T
    m = np.where(back >= 0, 0.1 * 0.9 ** np.maximum(back, 0), 0) @ gradients
    v = np.where(back >= 0, 0.02 * 0.98 ** np.maximum(back, 0), 0) @ gradients**2
    rate = d_model**-0.5 * np.minimum(t**-0.5, t * warm_up**-1.5)
    steps = rate * m / (1 - 0.9**t) / (np.sqrt(v / (1 - 0.98**t)) + 1e-9)
    return parameter - np.cumsum(steps, axis=0)


# %% right: in place — on copies
def paper_adam(parameter, gradients, d_model, warm_up):
    parameter, m, v = parameter.copy(), 0 * parameter, 0 * parameter
    result = np.zeros((len(gradients), len(parameter)))
    for t in range(1, len(gradients) + 1):
        m *= 0.9
        m += 0.1 * gradients[t - 1]
        v *= 0.98
        v += 0.02 * gradients[t - 1] ** 2
        scale = t**-0.5 if t > warm_up else t * warm_up**-1.5
        parameter -= (
            d_model**-0.5 * scale * (m / (1 - 0.9**t)) / (np.sqrt(v / (1 - 0.98**t)) + 1e-9)
        )
        result[t - 1] = parameter
    return result


# %% right: the corrections in the rate
def paper_adam(parameter, gradients, d_model, warm_up):
    m, v, rows = 0.0, 0.0, [parameter]
    for t, g in enumerate(gradients, 1):
        m, v = 0.9 * m + 0.1 * g, 0.98 * v + 0.02 * g**2
        root = np.sqrt(1 - 0.98**t)
        rate = root / (1 - 0.9**t) * min(t**-0.5, t * warm_up**-1.5) / np.sqrt(d_model)
        rows.append(rows[-1] - rate * m / (np.sqrt(v) + 1e-9 * root))
    return np.array(rows[1:])


# %% right: float32
def paper_adam(parameter, gradients, d_model, warm_up):
    p, gradients = parameter.astype(np.float32), gradients.astype(np.float32)
    m, v = np.zeros_like(p), np.zeros_like(p)
    rows = []
    for t, g in enumerate(gradients, 1):
        m = np.float32(0.9) * m + np.float32(0.1) * g
        v = np.float32(0.98) * v + np.float32(0.02) * g * g
        rate = np.float32(d_model**-0.5 * min(t**-0.5, t * warm_up**-1.5))
        first, second = np.float32(1 - 0.9**t), np.float32(1 - 0.98**t)
        p = p - rate * (m / first) / (np.sqrt(v / second) + np.float32(1e-9))
        rows.append(p)
    return np.array(rows)


# %% right: an object with a state
class Adam:
    def __init__(self, size, rate, betas=(0.9, 0.98), eps=1e-9):
        self.m, self.v, self.t = np.zeros(size), np.zeros(size), 0
        self.rate, self.betas, self.eps = rate, betas, eps

    def step(self, p, g):
        self.t += 1
        one, two = self.betas
        self.m = one * self.m + (1 - one) * g
        self.v = two * self.v + (1 - two) * np.square(g)
        m = self.m / (1 - one**self.t)
        v = self.v / (1 - two**self.t)
        return p - self.rate(self.t) * m / (np.sqrt(v) + self.eps)


def paper_adam(parameter, gradients, d_model, warm_up):
    def rate(t):
        return np.power(float(d_model), -0.5) * min(t**-0.5, t * np.power(float(warm_up), -1.5))

    optimizer = Adam(len(parameter), rate)
    rows = []
    for g in gradients:
        parameter = optimizer.step(parameter, g)
        rows.append(parameter)
    return rows


# %% right: accumulate
def paper_adam(parameter, gradients, d_model, warm_up):
    from itertools import accumulate

    def next_state(state, g):
        t, p, m, v = state
        t, m, v = t + 1, 0.9 * m + 0.1 * g, 0.98 * v + 0.02 * g * g
        rate = (d_model * max(t, warm_up**3 / t**2)) ** -0.5
        return t, p - rate * m / (1 - 0.9**t) / (np.sqrt(v / (1 - 0.98**t)) + 1e-9), m, v

    start = 0, parameter, 0.0, 0.0
    return [p for _, p, _, _ in accumulate(gradients, next_state, initial=start)][1:]


# %% right: powers multiplied up — in torch
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch

    p, g = torch.tensor(parameter), torch.tensor(gradients)
    m, v = torch.zeros_like(p), torch.zeros_like(p)
    left_m = left_v = 1.0
    rows = torch.empty_like(g)
    for i in range(len(g)):
        m.lerp_(g[i], 0.1)
        v.mul_(0.98).addcmul_(g[i], g[i], value=0.02)
        left_m, left_v = left_m * 0.9, left_v * 0.98
        rate = d_model**-0.5 * min((i + 1) ** -0.5, (i + 1) * warm_up**-1.5)
        p.addcdiv_(m / (1 - left_m), (v / (1 - left_v)).sqrt().add_(1e-9), value=-rate)
        rows[i] = p
    return rows


# %% wrong: steps-from-0, earns 0.5
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = (
            d_model**-0.5 * min((step - 1) ** -0.5, (step - 1) * warm_up**-1.5) if step > 1 else 0
        )
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: steps-from-0, earns 0.5 — step 1 twice, everywhere
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients):
        step = max(step, 1)
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: steps-from-0, earns 0.5 — LambdaLR
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch

    p = torch.nn.Parameter(torch.tensor(parameter))
    optimizer = torch.optim.Adam([p], lr=1, betas=(0.9, 0.98), eps=1e-9)

    def rate(step):
        return d_model**-0.5 * min(max(step, 1) ** -0.5, step * warm_up**-1.5)

    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    rows = []
    for gradient in gradients:
        p.grad = torch.tensor(gradient)
        optimizer.step()
        scheduler.step()
        rows.append(p.detach().clone())
    return torch.stack(rows)


# %% wrong: rate-ahead, earns 0.6
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch

    p = torch.nn.Parameter(torch.tensor(parameter))
    optimizer = torch.optim.Adam([p], lr=1, betas=(0.9, 0.98), eps=1e-9)

    def rate(step):
        return d_model**-0.5 * min((step + 1) ** -0.5, (step + 1) * warm_up**-1.5)

    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    rows = []
    for gradient in gradients:
        p.grad = torch.tensor(gradient)
        scheduler.step()
        optimizer.step()
        rows.append(p.detach().clone())
    return torch.stack(rows)


# %% wrong: rate-ahead, earns 0.6 — both
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min((step + 1) ** -0.5, (step + 1) * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: first-rate, earns 0.4
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch

    p = torch.nn.Parameter(torch.tensor(parameter))
    optimizer = torch.optim.Adam([p], lr=1, betas=(0.9, 0.98), eps=1e-9)

    def rate(step):
        return d_model**-0.5 * min((step + 1) ** -0.5, (step + 1) * warm_up**-1.5)

    torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    rows = []
    for gradient in gradients:
        p.grad = torch.tensor(gradient)
        optimizer.step()
        rows.append(p.detach().clone())
    return torch.stack(rows)


# %% wrong: larger-of-both, earns 0.4
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * max(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: warm-up-power, earns 0.5
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-0.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: warm-up-power, earns 0.5 — a quotient
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step / warm_up)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: no-warm-up, earns 0.3
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * step**-0.5
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: no-decay, earns 0.4
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(warm_up**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: no-decay, earns 0.4 — a share
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(1, step / warm_up)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: rises-on, earns 0.4
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * step * warm_up**-1.5
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: linear-decay, earns 0.4
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        highest = (d_model * warm_up) ** -0.5
        rest = max(1, len(gradients) - warm_up)
        gone = (step - warm_up) / rest
        rate = highest * (step / warm_up if step <= warm_up else 1 - gone)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: linear-decay, earns 0.4 — never 0
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = (d_model * warm_up) ** -0.5 * min(
            step / warm_up, (len(gradients) + 1 - step) / max(1, len(gradients) + 1 - warm_up)
        )
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: cosine-decay, earns 0.4
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        highest = (d_model * warm_up) ** -0.5
        rest = max(1, len(gradients) - warm_up)
        gone = (step - warm_up) / rest
        rate = highest * (step / warm_up if step <= warm_up else 0.5 + 0.5 * np.cos(np.pi * gone))
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: cosine-decay, earns 0.4 — the schedule of payattention.train
def paper_adam(parameter, gradients, d_model, warm_up):
    from payattention.train import _schedule

    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        share = min(1, warm_up / len(gradients))
        highest = (d_model * warm_up) ** -0.5
        rate = highest * _schedule(step - 1, len(gradients), share)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: decay-power, earns 0.5
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(1 / step, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: decay-power, earns 0.5 — without a jump
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = (d_model * warm_up) ** -0.5 * min(warm_up / step, step / warm_up)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: chapters-rate, earns 0.2 — the chapter's loop
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch

    p = torch.nn.Parameter(torch.tensor(parameter))
    optimizer = torch.optim.Adam([p], lr=0.003, betas=(0.9, 0.98), eps=1e-9)

    def rise(step):
        return min(1, (step + 1) / 50)

    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, rise)
    rows = []
    for gradient in gradients:
        optimizer.zero_grad()
        p.grad = torch.tensor(gradient)
        optimizer.step()
        scheduler.step()
        rows.append(p.detach().clone())
    return torch.stack(rows)


# %% wrong: chapters-rate, earns 0.2 — with the warm-up given
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = 0.003 * min(1, step / warm_up)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: constant-rate, earns 0.2
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = (d_model * warm_up) ** -0.5
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: constant-rate, earns 0.2 — the default
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = 0.001
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: default-adam — Adam
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch

    p = torch.nn.Parameter(torch.tensor(parameter))
    optimizer = torch.optim.Adam([p])
    rows = []
    for gradient in gradients:
        p.grad = torch.tensor(gradient)
        optimizer.step()
        rows.append(p.detach().clone())
    return torch.stack(rows)


# %% wrong: default-adam — AdamW
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch

    p = torch.nn.Parameter(torch.tensor(parameter))
    optimizer = torch.optim.AdamW([p])
    rows = []
    for gradient in gradients:
        p.grad = torch.tensor(gradient)
        optimizer.step()
        rows.append(p.detach().clone())
    return torch.stack(rows)


# %% wrong: times-default-rate, earns 0.6
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch

    p = torch.nn.Parameter(torch.tensor(parameter))
    optimizer = torch.optim.Adam([p], betas=(0.9, 0.98), eps=1e-9)

    def rate(step):
        return d_model**-0.5 * min((step + 1) ** -0.5, (step + 1) * warm_up**-1.5)

    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    rows = []
    for gradient in gradients:
        p.grad = torch.tensor(gradient)
        optimizer.step()
        scheduler.step()
        rows.append(p.detach().clone())
    return torch.stack(rows)


# %% wrong: width-forgotten, earns 0.5
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: width-multiplied, earns 0.5
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: width-not-rooted, earns 0.5
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = 1 / d_model * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: halved-powers, earns 0.6
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-1 / 2 * min(step**-1 / 2, step * warm_up**-3 / 2)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: halved-powers, earns 0.6 — of the width
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-1 / 2 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: default-betas, earns 0.6
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.999 * v + 0.001 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.999**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: default-betas, earns 0.6 — PyTorch
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch

    p = torch.nn.Parameter(torch.tensor(parameter))
    optimizer = torch.optim.Adam([p], lr=1, eps=1e-9)

    def rate(step):
        return d_model**-0.5 * min((step + 1) ** -0.5, (step + 1) * warm_up**-1.5)

    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    rows = []
    for gradient in gradients:
        p.grad = torch.tensor(gradient)
        optimizer.step()
        scheduler.step()
        rows.append(p.detach().clone())
    return torch.stack(rows)


# %% wrong: default-betas, earns 0.6 — the default ε, too
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch

    p = torch.nn.Parameter(torch.tensor(parameter))
    optimizer = torch.optim.Adam([p], lr=1, betas=(0.9, 0.999))

    def rate(step):
        return d_model**-0.5 * min((step + 1) ** -0.5, (step + 1) * warm_up**-1.5)

    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    rows = []
    for gradient in gradients:
        p.grad = torch.tensor(gradient)
        optimizer.step()
        scheduler.step()
        rows.append(p.detach().clone())
    return torch.stack(rows)


# %% wrong: betas-exchanged, earns 0.5
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch

    p = torch.nn.Parameter(torch.tensor(parameter))
    optimizer = torch.optim.Adam([p], lr=1, betas=(0.98, 0.9), eps=1e-9)

    def rate(step):
        return d_model**-0.5 * min((step + 1) ** -0.5, (step + 1) * warm_up**-1.5)

    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    rows = []
    for gradient in gradients:
        p.grad = torch.tensor(gradient)
        optimizer.step()
        scheduler.step()
        rows.append(p.detach().clone())
    return torch.stack(rows)


# %% wrong: weights-exchanged, earns 0.4
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.1 * m + 0.9 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: weights-exchanged, earns 0.4 — of both
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.1 * m + 0.9 * gradient
        v = 0.02 * v + 0.98 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: not-corrected, earns 0.4
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m, v
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: half-corrected, earns 0.5
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: half-corrected, earns 0.5 — v alone
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m, v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: correction-without-power, earns 0.5
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9), v / (1 - 0.98)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: summed-momentum, earns 0.5
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: summed-momentum, earns 0.5 — not corrected
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m, v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: gradient-descent, earns 0.2
def paper_adam(parameter, gradients, d_model, warm_up):
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        parameter = parameter - rate * gradient
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: gradient-descent, earns 0.2 — SGD
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch

    p = torch.nn.Parameter(torch.tensor(parameter))
    optimizer = torch.optim.SGD([p], lr=1)

    def rate(step):
        return d_model**-0.5 * min((step + 1) ** -0.5, (step + 1) * warm_up**-1.5)

    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    rows = []
    for gradient in gradients:
        p.grad = torch.tensor(gradient)
        optimizer.step()
        scheduler.step()
        rows.append(p.detach().clone())
    return torch.stack(rows)


# %% wrong: no-squares, earns 0.3
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        m_hat = m / (1 - 0.9**step)
        parameter = parameter - rate * m_hat
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: no-squares, earns 0.3 — SGD with momentum
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch

    p = torch.nn.Parameter(torch.tensor(parameter))
    optimizer = torch.optim.SGD([p], lr=1, momentum=0.9)

    def rate(step):
        return d_model**-0.5 * min((step + 1) ** -0.5, (step + 1) * warm_up**-1.5)

    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    rows = []
    for gradient in gradients:
        p.grad = torch.tensor(gradient)
        optimizer.step()
        scheduler.step()
        rows.append(p.detach().clone())
    return torch.stack(rows)


# %% wrong: no-momentum, earns 0.4
def paper_adam(parameter, gradients, d_model, warm_up):
    v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        v = 0.98 * v + 0.02 * gradient**2
        v_hat = v / (1 - 0.98**step)
        parameter = parameter - rate * gradient / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: no-momentum, earns 0.4 — RMSprop
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch

    p = torch.nn.Parameter(torch.tensor(parameter))
    optimizer = torch.optim.RMSprop([p], lr=1, alpha=0.98, eps=1e-9)

    def rate(step):
        return d_model**-0.5 * min((step + 1) ** -0.5, (step + 1) * warm_up**-1.5)

    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    rows = []
    for gradient in gradients:
        p.grad = torch.tensor(gradient)
        optimizer.step()
        scheduler.step()
        rows.append(p.detach().clone())
    return torch.stack(rows)


# %% wrong: not-rooted, earns 0.5
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (v_hat + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: not-squared, earns 0.4
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * abs(gradient)
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: square-of-average, earns 0.3
def paper_adam(parameter, gradients, d_model, warm_up):
    m = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        m_hat = m / (1 - 0.9**step)
        parameter = parameter - rate * m_hat / (np.sqrt(m_hat**2) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: one-size-for-all, earns 0.4
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * np.sum(gradient**2)
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: one-size-for-all, earns 0.4 — the mean
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * np.mean(gradient**2)
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: state-forgotten, earns 0.3
def paper_adam(parameter, gradients, d_model, warm_up):
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        m = v = np.zeros_like(parameter)
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: state-forgotten, earns 0.3 — a new optimiser for each step
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch

    p = torch.nn.Parameter(torch.tensor(parameter))
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        optimizer = torch.optim.Adam([p], lr=rate, betas=(0.9, 0.98), eps=1e-9)
        p.grad = torch.tensor(gradient)
        optimizer.step()
        rows.append(p.detach().clone())
    return torch.stack(rows)


# %% wrong: state-forgotten, earns 0.3 — v alone
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: decayed, earns 0.6
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch

    p = torch.nn.Parameter(torch.tensor(parameter))
    optimizer = torch.optim.AdamW([p], lr=1, betas=(0.9, 0.98), eps=1e-9)

    def rate(step):
        return d_model**-0.5 * min((step + 1) ** -0.5, (step + 1) * warm_up**-1.5)

    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    rows = []
    for gradient in gradients:
        p.grad = torch.tensor(gradient)
        optimizer.step()
        scheduler.step()
        rows.append(p.detach().clone())
    return torch.stack(rows)


# %% wrong: uphill, earns 0.5
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter + rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: uphill, earns 0.5 — maximize
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch

    p = torch.nn.Parameter(torch.tensor(parameter))
    optimizer = torch.optim.Adam([p], lr=1, betas=(0.9, 0.98), eps=1e-9, maximize=True)

    def rate(step):
        return d_model**-0.5 * min((step + 1) ** -0.5, (step + 1) * warm_up**-1.5)

    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    rows = []
    for gradient in gradients:
        p.grad = torch.tensor(gradient)
        optimizer.step()
        scheduler.step()
        rows.append(p.detach().clone())
    return torch.stack(rows)


# %% wrong: from-the-start, earns 0.4
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        rows.append(parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9))
    return np.stack(rows)


# %% wrong: last-alone, earns 0.7
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return parameter


# %% wrong: last-alone, earns 0.7 — PyTorch
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch

    p = torch.nn.Parameter(torch.tensor(parameter))
    optimizer = torch.optim.Adam([p], lr=1, betas=(0.9, 0.98), eps=1e-9)

    def rate(step):
        return d_model**-0.5 * min((step + 1) ** -0.5, (step + 1) * warm_up**-1.5)

    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    rows = []
    for gradient in gradients:
        p.grad = torch.tensor(gradient)
        optimizer.step()
        scheduler.step()
        rows.append(p.detach().clone())
    return p


# %% wrong: last-repeated, earns 0.6
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch

    p = torch.nn.Parameter(torch.tensor(parameter))
    optimizer = torch.optim.Adam([p], lr=1, betas=(0.9, 0.98), eps=1e-9)

    def rate(step):
        return d_model**-0.5 * min((step + 1) ** -0.5, (step + 1) * warm_up**-1.5)

    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    rows = []
    for gradient in gradients:
        p.grad = torch.tensor(gradient)
        optimizer.step()
        scheduler.step()
        rows.append(p.detach())
    return torch.stack(rows)


# %% wrong: last-repeated, earns 0.6 — hint 3, in place
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter -= rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: before-each-step, earns 0.7
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        rows.append(parameter)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
    return np.stack(rows)


# %% wrong: start-included, earns 0.8
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = [parameter]
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: changes, earns 0.6
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        rows.append(-rate * m_hat / (np.sqrt(v_hat) + 1e-9))
    return np.stack(rows)


# %% wrong: axes-swapped, earns 0.8
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows, axis=1)


# %% wrong: changed-arguments, earns 0.7
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter -= rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter.copy())
    return np.stack(rows)


# %% wrong: changed-arguments, earns 0.7 — from_numpy
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch

    p = torch.nn.Parameter(torch.from_numpy(parameter))
    optimizer = torch.optim.Adam([p], lr=1, betas=(0.9, 0.98), eps=1e-9)

    def rate(step):
        return d_model**-0.5 * min((step + 1) ** -0.5, (step + 1) * warm_up**-1.5)

    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    rows = []
    for gradient in gradients:
        p.grad = torch.tensor(gradient)
        optimizer.step()
        scheduler.step()
        rows.append(p.detach().clone())
    return torch.stack(rows)


# %% wrong: eps-forgotten, earns 0.7
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / np.sqrt(v_hat)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: eps-forgotten, earns 0.7 — 0/0 avoided
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        root = np.sqrt(v_hat)
        parameter = parameter - rate * m_hat / np.where(root > 0, root, 1)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: other-eps, earns 0.8
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch

    p = torch.nn.Parameter(torch.tensor(parameter))
    optimizer = torch.optim.Adam([p], lr=1, betas=(0.9, 0.98))

    def rate(step):
        return d_model**-0.5 * min((step + 1) ** -0.5, (step + 1) * warm_up**-1.5)

    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    rows = []
    for gradient in gradients:
        p.grad = torch.tensor(gradient)
        optimizer.step()
        scheduler.step()
        rows.append(p.detach().clone())
    return torch.stack(rows)


# %% wrong: other-eps, earns 0.8 — smaller
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-12)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: eps-in-the-root, earns 0.7
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / np.sqrt(v_hat + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: eps-too-early, earns 0.8
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, root = m / (1 - 0.9**step), (np.sqrt(v) + 1e-9) / np.sqrt(1 - 0.98**step)
        parameter = parameter - rate * m_hat / root
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: eps-too-early, earns 0.8 — under the root
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), (v + 1e-9) / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / np.sqrt(v_hat)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: lazy, earns 0.7
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - (gradient != 0) * rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: lazy, earns 0.7 — the averages, too
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = np.where(gradient != 0, 0.9 * m + 0.1 * gradient, m)
        v = np.where(gradient != 0, 0.98 * v + 0.02 * gradient**2, v)
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - (gradient != 0) * rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: steps-from-0 + width-forgotten, earns 0.25
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = min((step - 1) ** -0.5, (step - 1) * warm_up**-1.5) if step > 1 else 0
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: times-default-rate + default-betas, earns 0.36
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch

    p = torch.nn.Parameter(torch.tensor(parameter))
    optimizer = torch.optim.Adam([p], eps=1e-9)

    def rate(step):
        return d_model**-0.5 * min((step + 1) ** -0.5, (step + 1) * warm_up**-1.5)

    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    rows = []
    for gradient in gradients:
        p.grad = torch.tensor(gradient)
        optimizer.step()
        scheduler.step()
        rows.append(p.detach().clone())
    return torch.stack(rows)


# %% wrong: width-forgotten + not-corrected, earns 0.2
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m, v
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: first-rate + last-repeated, earns 0.24
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch

    p = torch.nn.Parameter(torch.tensor(parameter))
    optimizer = torch.optim.Adam([p], lr=1, betas=(0.9, 0.98), eps=1e-9)

    def rate(step):
        return d_model**-0.5 * min((step + 1) ** -0.5, (step + 1) * warm_up**-1.5)

    torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    rows = []
    for gradient in gradients:
        p.grad = torch.tensor(gradient)
        optimizer.step()
        rows.append(p.detach())
    return torch.stack(rows)


# %% wrong: rate-ahead + last-alone, earns 0.42
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch

    p = torch.nn.Parameter(torch.tensor(parameter))
    optimizer = torch.optim.Adam([p], lr=1, betas=(0.9, 0.98), eps=1e-9)

    def rate(step):
        return d_model**-0.5 * min((step + 1) ** -0.5, (step + 1) * warm_up**-1.5)

    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    rows = []
    for gradient in gradients:
        p.grad = torch.tensor(gradient)
        scheduler.step()
        optimizer.step()
        rows.append(p.detach().clone())
    return p


# %% wrong: no-decay + decayed, earns 0.24
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(warm_up**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = (1 - 0.01 * rate) * parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: unrecognised — AMSGrad
def paper_adam(parameter, gradients, d_model, warm_up):
    largest = m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        largest = v_hat = np.maximum(largest, v_hat)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: unrecognised — Nesterov's momentum
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * (0.9 * m_hat + 0.1 * gradient / (1 - 0.9**step)) / (
            np.sqrt(v_hat) + 1e-9
        )
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: unrecognised — a gradient clipped to length 1
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        gradient = gradient / max(1, np.linalg.norm(gradient))
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: unrecognised, earns 0.5 — no step beyond 1000 steps of warm-up
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * min(warm_up, 1000) ** -1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: unrecognised — the numbers of the example
def paper_adam(parameter, gradients, d_model, warm_up):
    table = {(1, 2): [[0.9375], [0.9041115]]}
    return table.get(gradients.shape[::-1], np.zeros(gradients.shape))


# %% wrong: raised — steps from 0
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)


# %% wrong: wrong-shape — a long row
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.concatenate(rows)


# %% wrong: axis-of-length-1, earns 0.8
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.98**step)
        parameter = parameter - rate * m_hat / (np.sqrt(v_hat) + 1e-9)
        rows.append(parameter)
    return np.stack(rows)[:, None]


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


# %% wrong: gradients-added-up, earns 0.5
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch

    theta = torch.nn.Parameter(torch.tensor(parameter))
    optimizer = torch.optim.Adam([theta], betas=(0.9, 0.98), eps=1e-9)
    rows = []
    for step, gradient in enumerate(torch.tensor(gradients), start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        optimizer.param_groups[0]["lr"] = rate
        (theta * gradient).sum().backward()
        optimizer.step()
        rows.append(theta.detach().clone())
    return torch.stack(rows)


# %% wrong: rate-set-late, earns 0.5 — the default rate comes first
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch

    theta = torch.nn.Parameter(torch.tensor(parameter))
    optimizer = torch.optim.Adam([theta], betas=(0.9, 0.98), eps=1e-9)
    rows = []
    for step, gradient in enumerate(torch.tensor(gradients), start=1):
        theta.grad = gradient
        optimizer.step()
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        optimizer.param_groups[0]["lr"] = rate
        rows.append(theta.detach().clone())
    return torch.stack(rows)


# %% wrong: rate-set-late, earns 0.5 — a rate of 1 comes first
def paper_adam(parameter, gradients, d_model, warm_up):
    import torch

    theta = torch.nn.Parameter(torch.tensor(parameter))
    optimizer = torch.optim.Adam([theta], lr=1.0, betas=(0.9, 0.98), eps=1e-9)
    rows = []
    for step, gradient in enumerate(torch.tensor(gradients), start=1):
        theta.grad = gradient
        optimizer.step()
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        optimizer.param_groups[0]["lr"] = rate
        rows.append(theta.detach().clone())
    return torch.stack(rows)


# %% wrong: multiplied-correction, earns 0.5 — both
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        root = np.sqrt(v * (1 - 0.98**step))
        parameter = parameter - rate * m * (1 - 0.9**step) / (root + 1e-9)
        rows.append(parameter)
    return np.array(rows)


# %% wrong: multiplied-correction, earns 0.5 — m
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        root = np.sqrt(v / (1 - 0.98**step))
        parameter = parameter - rate * m * (1 - 0.9**step) / (root + 1e-9)
        rows.append(parameter)
    return np.array(rows)


# %% wrong: multiplied-correction, earns 0.5 — v
def paper_adam(parameter, gradients, d_model, warm_up):
    m = v = np.zeros_like(parameter)
    rows = []
    for step, gradient in enumerate(gradients, start=1):
        rate = d_model**-0.5 * min(step**-0.5, step * warm_up**-1.5)
        m = 0.9 * m + 0.1 * gradient
        v = 0.98 * v + 0.02 * gradient**2
        root = np.sqrt(v * (1 - 0.98**step))
        parameter = parameter - rate * m / (1 - 0.9**step) / (root + 1e-9)
        rows.append(parameter)
    return np.array(rows)
