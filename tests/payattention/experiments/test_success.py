"""The first success is the first step looked at whose share reaches the goal."""

import math

import pytest
import torch
from torch import nn

from payattention.experiments.success import EVERY, GOAL, FirstSuccess
from payattention.train import train


def watched(shares, **options):
    """What is found where the share at step i is shares[i], and the steps that were looked at."""
    looked = []

    def share():
        looked.append(step)
        return shares[step]

    first = FirstSuccess(share, **options)
    for step in range(1, len(shares)):
        first(step)
    return first.steps, looked


def test_the_first_step_at_the_goal_counts_and_a_later_failure_changes_nothing():
    shares = [0.0, 0.5, 0.7, 0.9, 0.1, 0.95]
    assert watched(shares, goal=0.7, every=1) == (2, [1, 2])
    assert watched(shares, goal=0.9, every=1) == (3, [1, 2, 3])
    assert watched(shares, goal=1.0, every=1) == (math.inf, [1, 2, 3, 4, 5])


def test_it_looks_only_every_so_many_steps():
    assert watched([0, 0, 1, 1, 0, 0, 1], goal=0.5, every=4) == (math.inf, [4])
    assert watched([0, 0, 1, 1, 0, 0, 1], goal=0.5, every=3) == (3, [3])
    assert watched([GOAL] * (2 * EVERY)) == (EVERY, [EVERY])


@pytest.mark.parametrize("goal", [0.0, 2.0])
def test_it_watches_a_training_and_changes_nothing(goal):
    def squared_error(model, x):
        return model(x).square().mean()

    def trained(watch):
        torch.manual_seed(0)
        model = nn.Linear(3, 1)
        train(model, squared_error, torch.randn(32, 3), steps=9, batch_size=8, lr=0.1, watch=watch)
        return model.weight

    graphs = []

    def share():
        graphs.append(torch.is_grad_enabled())
        return 1.0

    first = FirstSuccess(share, goal=goal, every=4)
    assert torch.equal(trained(first), trained(None))
    assert first.steps == (4 if goal < 1 else math.inf)
    assert graphs == [False] * (1 if goal < 1 else 2)
