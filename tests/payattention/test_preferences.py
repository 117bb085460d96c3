"""Log-probabilities of answers, and the loss of DPO with its gradient as the paper gives it."""

import math

import pytest
import torch

from payattention.gpt import GPT, GPTConfig
from payattention.preferences import dpo_loss, log_probability


@pytest.fixture(scope="module")
def model():
    torch.manual_seed(0)
    sizes = {"d_model": 8, "n_heads": 2, "d_ff": 16, "n_layers": 2}
    return GPT(GPTConfig(vocab_size=7, max_len=9, **sizes)).eval()


def test_only_the_answers_tokens_count(model):
    tokens = torch.tensor([[0, 1, 2, 3, 4], [4, 3, 2, 1, 0]])
    answer = torch.tensor([[False, False, True, True, False], [False] * 3 + [True] * 2])
    p = model(tokens).softmax(dim=-1)
    expected = torch.stack([p[0, 1, 2] * p[0, 2, 3], p[1, 2, 1] * p[1, 3, 0]]).log()
    torch.testing.assert_close(log_probability(model, tokens, answer), expected)


def test_the_probabilities_of_all_answers_sum_to_one(model):
    every = torch.cartesian_prod(torch.tensor([5]), torch.arange(7), torch.arange(7))
    answer = torch.tensor([False, True, True]).expand(len(every), -1)
    assert log_probability(model, every, answer).exp().sum().item() == pytest.approx(1, abs=1e-5)


def test_before_the_training_the_loss_is_that_of_a_coin():
    better, worse = torch.randn(2, 5)
    assert dpo_loss(better, worse, better, worse).item() == pytest.approx(math.log(2), abs=1e-6)


@pytest.mark.parametrize("beta", [0.1, 1.0])
def test_its_gradient_is_that_of_the_paper(beta):
    """Rafailov et al. (2023), section 4: a pair counts as much as the rewards rank it wrongly."""
    before = torch.randn(2, 6, generator=torch.Generator().manual_seed(1))
    now = (before + torch.randn(2, 6, generator=torch.Generator().manual_seed(2))).requires_grad_()
    dpo_loss(*now, *before, beta=beta).backward()
    reward = beta * (now.detach() - before)
    weight = beta * torch.sigmoid(reward[1] - reward[0]) / 6
    torch.testing.assert_close(now.grad, torch.stack([-weight, weight]))
