import math
from itertools import pairwise

import pytest
import torch
from torch import nn

from payattention.train import train


def squared_error(model, x, y):
    return (model(x) - y).square().mean()


def line(n=256):
    random = torch.Generator().manual_seed(0)
    x = torch.randn(n, 3, generator=random)
    y = x @ torch.tensor([[2.0], [-1.0], [0.5]]) + 3 + 0.3 * torch.randn(n, 1, generator=random)
    return x, y


def test_it_finds_what_least_squares_finds():
    x, y = line()
    model = nn.Linear(3, 1)
    train(model, squared_error, x, y, steps=600, batch_size=64, lr=0.05, weight_decay=0.0)
    exact = torch.linalg.lstsq(torch.cat([x, torch.ones(len(x), 1)], dim=1), y).solution.flatten()
    found = torch.cat([model.weight.flatten(), model.bias]).detach()
    assert torch.allclose(found, exact, atol=0.02)


def test_it_takes_the_steps_of_torchs_clipping_and_adamw():
    x, y = line(32)
    ours, theirs = nn.Linear(3, 1), nn.Linear(3, 1)
    theirs.load_state_dict(ours.state_dict())
    history = train(ours, squared_error, x, y, steps=20, batch_size=32, lr=0.1, max_norm=0.5)

    optimizer = torch.optim.AdamW(
        [{"params": [theirs.weight]}, {"params": [theirs.bias], "weight_decay": 0.0}],
        weight_decay=0.01,
    )
    losses, norms = [], []
    for rate in history.lr.tolist():
        for group in optimizer.param_groups:
            group["lr"] = rate
        optimizer.zero_grad()
        loss = squared_error(theirs, x, y)
        loss.backward()
        losses.append(loss.item())
        norms.append(nn.utils.clip_grad_norm_(theirs.parameters(), 0.5).item())
        optimizer.step()
    assert norms[0] > 0.5  # clipped; history keeps the norm before
    assert history.loss.tolist() == pytest.approx(losses, rel=1e-4)
    assert history.gradient_norm.tolist() == pytest.approx(norms, rel=1e-4)
    assert torch.allclose(ours.weight, theirs.weight, atol=1e-5)


def test_the_learning_rate_rises_and_falls():
    x, y = line(16)
    run = {"steps": 100, "batch_size": 16, "lr": 0.1, "warmup": 0.2}
    rate = train(nn.Linear(3, 1), squared_error, x, y, **run).lr
    assert torch.allclose(rate[:20], 0.1 * torch.arange(1, 21) / 20)
    assert rate[20] == pytest.approx(0.1)
    assert rate[60] == pytest.approx(0.05)
    assert rate[99] == pytest.approx(0.05 * (1 + math.cos(math.pi * 79 / 80)))
    assert (rate[20:].diff() < 0).all()


def test_every_epoch_holds_every_row_once_in_a_new_order():
    rows = torch.arange(12.0)
    seen = []

    def remember(model, row):
        seen.append(row.clone())
        return model.weight.sum()

    train(nn.Linear(1, 1), remember, rows, steps=6, batch_size=4)
    first, second = torch.cat(seen[:3]), torch.cat(seen[3:])
    assert torch.equal(first.sort().values, rows)
    assert torch.equal(second.sort().values, rows)
    assert not torch.equal(first, second)


def test_rows_of_several_tensors_stay_together():
    x = torch.arange(10.0)

    def check(model, a, b):
        assert torch.equal(b, 2 * a)
        return model.weight.sum()

    train(nn.Linear(1, 1), check, x, 2 * x, steps=7, batch_size=3)


def test_a_seed_means_one_training():
    def losses(seed):
        torch.manual_seed(0)
        x, y = line()
        return train(nn.Linear(3, 1), squared_error, x, y, steps=9, batch_size=8, seed=seed).loss

    assert torch.equal(losses(1), losses(1))
    assert not torch.equal(losses(1), losses(2))


def test_the_global_random_state_is_left_alone():
    x, y = line()
    model = nn.Linear(3, 1)
    state = torch.get_rng_state()
    train(model, squared_error, x, y, steps=3, batch_size=8)
    assert torch.equal(torch.get_rng_state(), state)


def test_a_watcher_is_called_after_every_step_with_the_weights_of_that_step():
    x, y = line()
    model, seen = nn.Linear(3, 1), []

    def watch(steps):
        seen.append((steps, model.weight.detach().clone()))

    run = {"batch_size": 8, "lr": 0.1, "warmup": 0.0}
    train(model, squared_error, x, y, steps=5, watch=watch, **run)
    assert [steps for steps, _ in seen] == [1, 2, 3, 4, 5]
    assert torch.equal(seen[-1][1], model.weight)
    for (_, one), (_, next_one) in pairwise(seen):
        assert not torch.equal(one, next_one)


def test_a_run_that_is_resumed_calls_the_watcher_for_the_steps_that_were_missing(tmp_path):
    x, y = line()
    run = {"steps": 6, "batch_size": 8, "lr": 0.1, "save_every": 2}
    seen = []

    def stops_after_five(steps):
        seen.append(steps)
        if steps == 5:
            raise KeyboardInterrupt

    for watch in (stops_after_five, seen.append):
        model = nn.Linear(3, 1)
        try:
            train(model, squared_error, x, y, checkpoint=tmp_path / "run.pt", watch=watch, **run)
        except KeyboardInterrupt:
            seen.append("stopped")
    assert seen == [1, 2, 3, 4, 5, "stopped", 5, 6]  # 4 were saved


@pytest.mark.parametrize("training", [True, False])
def test_it_trains_in_training_mode_and_restores_the_mode(training):
    x, y = line()
    model = nn.Linear(3, 1).train(training)
    modes = []

    def watched(model, x, y):
        modes.append(model.training)
        return squared_error(model, x, y)

    train(model, watched, x, y, steps=2, batch_size=8)
    assert modes == [True, True]
    assert model.training is training


def test_a_loss_that_is_no_number_stops_with_its_step():
    def breaks(model, x):
        breaks.calls += 1
        return model(x).mean() * (math.nan if breaks.calls == 3 else 1.0)

    breaks.calls = 0
    model = nn.Linear(3, 1).eval()
    with pytest.raises(FloatingPointError, match="the loss is nan at step 2"):
        train(model, breaks, torch.ones(8, 3), steps=9, batch_size=4)
    assert not model.training


def test_weight_decay_shrinks_matrices_and_leaves_biases_and_gains_alone():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(3, 4), nn.LayerNorm(4))
    before = {name: p.clone() for name, p in model.named_parameters()}

    def no_gradient(model, x):
        return 0.0 * sum(p.sum() for p in model.parameters())

    run = {"steps": 10, "batch_size": 4, "lr": 0.1, "weight_decay": 0.5}
    rates = train(model, no_gradient, torch.ones(4, 3), **run).lr
    for name, parameter in model.named_parameters():
        kept = torch.prod(1 - 0.5 * rates) if name == "0.weight" else 1.0
        torch.testing.assert_close(parameter, kept * before[name])


def test_accumulated_batches_of_unequal_length_weigh_as_one_large_batch():
    """Rows of 1 to 8 tokens, the rest padding: the loss is the mean over the tokens."""
    random = torch.Generator().manual_seed(0)
    x = torch.randn(8, 8, 3, generator=random)
    real = torch.arange(8) < torch.arange(1, 9)[:, None]

    def token_loss(model, x, real):
        return model(x).squeeze(-1).square()[real].mean()

    def tokens(x, real):
        return real.sum()

    def trained(**batches):
        model = nn.Linear(3, 1)
        nn.init.ones_(model.weight)
        nn.init.zeros_(model.bias)
        history = train(model, token_loss, x, real, steps=1, lr=0.1, **batches)
        return history.loss.item(), history.gradient_norm.item()

    whole = trained(batch_size=8)
    assert trained(batch_size=2, accumulate=4, count=tokens) == pytest.approx(whole, rel=1e-5)
    assert trained(batch_size=2, accumulate=4) != pytest.approx(whole, rel=1e-2)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"steps": 0}, "steps must be at least 1, but it is 0"),
        ({"batch_size": 9}, "batch_size must be from 1 to 8, but it is 9"),
        ({"batch_size": 0}, "batch_size must be from 1 to 8, but it is 0"),
    ],
)
def test_bad_numbers_are_named(change, message):
    with pytest.raises(ValueError, match=message):
        train(
            nn.Linear(3, 1),
            squared_error,
            torch.ones(8, 3),
            torch.ones(8, 1),
            **{"steps": 1, "batch_size": 4} | change,
        )


def test_data_of_unequal_lengths_are_named():
    with pytest.raises(ValueError, match=r"of the same length, but their lengths are \[8, 7\]"):
        train(
            nn.Linear(3, 1),
            squared_error,
            torch.ones(8, 3),
            torch.ones(7, 1),
            steps=1,
            batch_size=4,
        )
