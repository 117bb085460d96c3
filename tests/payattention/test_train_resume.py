"""A training that was killed goes on as if it had not been; several small batches are one large."""

import signal
import subprocess
import sys

import pytest
import torch
from torch import nn

from payattention.train import train


def data(n=64):
    random = torch.Generator().manual_seed(0)
    return torch.randn(n, 3, generator=random), torch.randn(n, 1, generator=random)


def squared_error(model, x, y):
    return (model(x) - y).square().mean()


def model_with_dropout():
    torch.manual_seed(1)
    return nn.Sequential(nn.Linear(3, 8), nn.Dropout(0.3), nn.ReLU(), nn.Linear(8, 1))


class Killed(Exception):
    """What ends a training from outside."""


def killed_at(step):
    calls = 0

    def loss(model, x, y):
        nonlocal calls
        calls += 1
        if calls > step:
            raise Killed
        return squared_error(model, x, y)

    return loss


RUN = {"steps": 40, "batch_size": 10, "lr": 0.05, "save_every": 5}


@pytest.mark.parametrize(("kill", "accumulate"), [(3, 1), (17, 1), (20, 1), (39, 1), (31, 2)])
def test_a_killed_training_ends_as_if_it_had_never_stopped(tmp_path, kill, accumulate):
    run = RUN | {"accumulate": accumulate}
    whole = model_with_dropout()
    expected = train(whole, squared_error, *data(), **run)

    file = tmp_path / "folder" / "run.pt"
    with pytest.raises(Killed):
        train(model_with_dropout(), killed_at(kill), *data(), **run, checkpoint=file)
    assert file.exists() == (kill >= 5)
    resumed = model_with_dropout()
    steps = []

    def counted(model, x, y):
        steps.append(1)
        return squared_error(model, x, y)

    history = train(resumed, counted, *data(), **run, checkpoint=file)
    assert len(steps) == accumulate * (40 - kill // accumulate // 5 * 5)
    for ours, theirs in zip(resumed.parameters(), whole.parameters(), strict=True):
        assert torch.equal(ours, theirs)
    for ours, theirs in zip(history, expected, strict=True):
        assert torch.equal(ours, theirs)


def test_a_finished_training_is_not_repeated(tmp_path):
    run = RUN | {"checkpoint": tmp_path / "run.pt"}
    expected = train(model_with_dropout(), squared_error, *data(), **run)
    again = train(model_with_dropout(), killed_at(0), *data(), **run)
    assert torch.equal(again.loss, expected.loss)


@pytest.mark.system
def test_a_process_killed_while_it_saves_leaves_a_whole_checkpoint(tmp_path):
    script = (
        "import os, sys, torch\n"
        "from torch import nn\n"
        "from payattention.train import train\n"
        "calls = 0\n"
        "def loss(model, x):\n"
        "    global calls; calls += 1\n"
        "    print(calls, flush=True)\n"
        "    return model(x).square().mean()\n"
        "torch.manual_seed(0)\n"
        "train(nn.Linear(400, 400), loss, torch.ones(8, 400), steps=100_000, batch_size=4,\n"
        "      checkpoint=sys.argv[1], save_every=1)\n"
    )
    file = tmp_path / "run.pt"
    process = subprocess.Popen(
        [sys.executable, "-c", script, str(file)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    while not (line := process.stdout.readline()).startswith(b"20"):
        assert line  # it is alive
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    assert torch.load(file, weights_only=True)["steps_done"] >= 19


def test_the_mean_gradient_of_several_batches_is_that_of_one_large():
    x, y = data(24)
    small, large = nn.Linear(3, 1), nn.Linear(3, 1)
    large.load_state_dict(small.state_dict())
    run = {"steps": 10, "lr": 0.05}
    ours = train(small, squared_error, x, y, batch_size=6, accumulate=4, **run)
    theirs = train(large, squared_error, x, y, batch_size=24, **run)
    torch.testing.assert_close(ours.loss, theirs.loss)
    torch.testing.assert_close(ours.gradient_norm, theirs.gradient_norm)
    torch.testing.assert_close(small.weight, large.weight)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"lr": 0.1}, r"with lr = 0.1, but in .*run.pt it is 0.05"),
        ({"steps": 50}, r"with steps = 50, but in .*run.pt it is 40"),
        ({"seed": 3}, r"with seed = 3, but in .*run.pt it is 0"),
    ],
)
def test_a_checkpoint_of_another_training_is_refused(tmp_path, change, message):
    run = RUN | {"checkpoint": tmp_path / "run.pt"}
    train(model_with_dropout(), squared_error, *data(), **run)
    with pytest.raises(ValueError, match=message):
        train(model_with_dropout(), squared_error, *data(), **(run | change))


def test_a_checkpoint_of_another_model_is_refused(tmp_path):
    run = RUN | {"checkpoint": tmp_path / "run.pt"}
    train(model_with_dropout(), squared_error, *data(), **run)
    with pytest.raises(ValueError, match="checkpoint must hold the weights of this Linear"):
        train(nn.Linear(3, 1), squared_error, *data(), **run)


@pytest.mark.parametrize("kept", [0, 10, 1000])
def test_a_truncated_checkpoint_is_refused(tmp_path, kept):
    file = tmp_path / "run.pt"
    run = RUN | {"checkpoint": file}
    train(model_with_dropout(), squared_error, *data(), **run)
    file.write_bytes(file.read_bytes()[:kept])
    with pytest.raises(
        ValueError, match=r"checkpoint must be readable and complete, but .*run.pt is not"
    ):
        train(model_with_dropout(), squared_error, *data(), **run)


@pytest.mark.parametrize("name", ["accumulate", "save_every"])
def test_counts_below_1_are_named(name):
    with pytest.raises(ValueError, match=f"{name} must be at least 1, but it is 0"):
        train(nn.Linear(3, 1), squared_error, *data(), **(RUN | {name: 0}))
