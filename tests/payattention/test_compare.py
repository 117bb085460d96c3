"""Gradients against lag in closed form, times, and the cosines of one word in many contexts."""

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from payattention.attention import AttentionHead
from payattention.compare import (
    gradient_by_lag,
    lag_gradients,
    seconds_by_length,
    spectral_radius,
    word_cosines,
)


def test_the_gradient_of_a_linear_rnn_is_a_power_of_its_matrix():
    """h_t = W h_{t−1} + x_t, so ∂h_T / ∂x_{T−k} = W^k."""
    torch.manual_seed(0)
    W = 0.5 * torch.randn(4, 4, dtype=torch.float64)

    def linear_rnn(x):
        h, states = torch.zeros_like(x[:, 0]), []
        for x_t in x.unbind(1):
            h = h @ W.T + x_t
            states.append(h)
        return torch.stack(states, dim=1)

    norms = gradient_by_lag(linear_rnn, torch.randn(3, 9, 4, dtype=torch.float64))
    expected = [torch.linalg.matrix_power(W, k).norm() for k in range(9)]
    torch.testing.assert_close(norms, torch.stack(expected))


def test_the_gradient_of_a_head_whose_scores_are_0_is_the_same_at_every_lag():
    head = AttentionHead(4, 3, 5)
    nn.init.zeros_(head.W_Q.weight)
    nn.init.zeros_(head.W_K.weight)
    norms = gradient_by_lag(lambda x: head(x), torch.randn(2, 8, 4))
    torch.testing.assert_close(norms, (head.W_V.weight.norm() / 8).expand(8))


@pytest.mark.parametrize("radius", [0.5, 0.99, 1.5])
def test_the_spectral_radius_is_the_growth_of_high_powers(radius):
    torch.manual_seed(0)
    basis = torch.randn(5, 5, dtype=torch.float64)
    eigenvalues = torch.tensor([radius, -0.4, 0.3, 0.2, 0.1], dtype=torch.float64)
    matrix = basis @ eigenvalues.diag() @ basis.inverse()
    assert spectral_radius(matrix) == pytest.approx(radius, rel=1e-6)


@pytest.mark.parametrize("seed", range(5))
def test_the_rnn_forgets_by_its_radius_and_attention_does_not_forget(seed):
    found = [lag_gradients(40, d=16, radius=radius, batch=2, seed=seed) for radius in (0.5, 0.9)]
    for one, radius in zip(found, (0.5, 0.9), strict=True):
        assert one.radius == pytest.approx(radius, rel=1e-4)
        fall = (one.rnn[35] / one.rnn[15]) ** (1 / 20)  # a lag
        assert radius - 0.05 < fall < radius + 0.02
        assert one.attention[1:].max() < 2 * one.attention[1:].min()
    assert found[0].lstm[30] > 100 * found[0].rnn[30]
    assert found[0].gru[30] > 100 * found[0].rnn[30]


def test_the_time_of_an_rnn_grows_with_the_length(monkeypatch):
    """By a clock that ticks at each product with a matrix of weights; the machine's may stumble."""
    ticks = 0

    def tick(module, inputs, output):
        nonlocal ticks
        ticks += isinstance(module, nn.Linear)

    monkeypatch.setattr("payattention.compare.time.perf_counter", lambda: float(ticks))
    counting = nn.modules.module.register_module_forward_hook(tick)
    torch.set_num_threads(2)
    try:
        seconds = seconds_by_length((16, 256), d=8, repeats=3)
        assert torch.get_num_threads() == 2  # as before
    finally:
        torch.set_num_threads(1)
        counting.remove()
    assert (seconds.lengths, seconds.threads) == ((16, 256), 1)
    assert seconds.recurrent[1] - seconds.recurrent[0] == 256 - 16
    assert seconds.attention[1] == seconds.attention[0] > 0


def test_a_word_has_one_static_vector_and_a_contextual_one_for_each_use():
    torch.manual_seed(0)
    tokens = torch.tensor([[1, 7, 2, 7], [3, 4, 7, 5]])
    embedding = nn.Embedding(9, 8)
    layer = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True).eval()

    def contextual(tokens):
        return layer(embedding(tokens))

    torch.testing.assert_close(word_cosines(embedding, tokens, 7), torch.ones(3, 3))
    found = word_cosines(contextual, tokens, 7)
    vectors = contextual(tokens)
    uses = [vectors[0, 1], vectors[0, 3], vectors[1, 2]]
    for i, one in enumerate(uses):
        for j, other in enumerate(uses):
            torch.testing.assert_close(found[i, j], F.cosine_similarity(one, other, dim=0))
    assert found[0, 2] < 0.999


def test_a_word_that_is_used_once_has_no_pair():
    with pytest.raises(
        ValueError, match="word must occur in tokens at least twice, but 1 occurs 1 times"
    ):
        word_cosines(nn.Embedding(9, 8), torch.tensor([[1, 2, 3]]), 1)
