"""Compare recurrent networks with attention, and static with contextual word vectors.

    gradient_by_lag, lag_gradients   how much the input at T − k changes the output at position T
    seconds_by_length                the time of a forward pass, for sequences of several lengths
    word_cosines                     how similar the vectors of a word are in different contexts

A *reader* is any function from (batch, length, d) to (batch, length, d_out).
"""

import statistics
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from payattention.attention import AttentionHead
from payattention.recurrent import LSTM, GRUCell, Recurrent, RNNCell

Reader = Callable[[Tensor], Tensor]


# ── gradient against lag ──────────────────────────────────────────────────────────────────────


def gradient_by_lag(reader: Reader, x: Float[Tensor, "batch length d"]) -> Float[Tensor, " lags"]:
    """The gradient norm ‖∂y_T / ∂x_{T−k}‖ for each lag k = 0 … T − 1, averaged over the batch.

    ``reader`` is any function from (batch, length, d) to (batch, length, d_out). y_T is its output
    at the last position; the norm is the Frobenius norm of the whole Jacobian.
    Source: Pascanu et al. (2013), section 2.1; Bengio et al. (1994).
    """

    def last(x: Tensor) -> Tensor:
        return reader(x)[:, -1].sum(0)  # (d_out): rows do not mix, so the sum keeps them apart

    jacobian = torch.autograd.functional.jacobian(last, x)  # (d_out, batch, length, d)
    return jacobian.square().sum((0, 3)).sqrt().mean(0).flip(0)  # (lags)


def spectral_radius(matrix: Float[Tensor, "n n"]) -> float:
    """The largest absolute eigenvalue of a matrix.

    If it is below 1, the powers of the matrix vanish; if it is above 1, they explode.
    """
    return torch.linalg.eigvals(matrix).abs().max().item()


class LagGradients(NamedTuple):
    """The `gradient_by_lag` of four untrained layers of one width, on the same input."""

    rnn: Float[Tensor, " lags"]
    gru: Float[Tensor, " lags"]
    lstm: Float[Tensor, " lags"]
    attention: Float[Tensor, " lags"]
    radius: float  # of the tanh-RNN's U


def lag_gradients(
    length: int = 64, *, d: int = 32, radius: float = 0.9, batch: int = 8, seed: int = 0
) -> LagGradients:
    """Measure `gradient_by_lag` of an untrained tanh-RNN, GRU, LSTM and attention head.

    ``radius`` is the spectral radius of the tanh-RNN's recurrent matrix U. GRU and LSTM have
    torch's initial weights, except a bias of 2 at the gate that keeps the past. The input is random
    noise with a standard deviation of 0.1, and the tanh-RNN has no bias, so its tanh is almost
    linear.
    """
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        x = 0.1 * torch.randn(batch, length, d)
        rnn, gru, lstm, head = RNNCell(d, d), GRUCell(d, d), LSTM(d, d), AttentionHead(d, d, d)
    with torch.no_grad():
        rnn.U.weight *= radius / spectral_radius(rnn.U.weight)
        rnn.W.bias.zero_()
        gru.W.bias[d : 2 * d] = lstm.cell.W.bias[d : 2 * d] = 2.0  # z of the GRU, f of the LSTM
    return LagGradients(
        rnn=gradient_by_lag(lambda x: Recurrent(rnn)(x)[0], x),
        gru=gradient_by_lag(lambda x: Recurrent(gru)(x)[0], x),
        lstm=gradient_by_lag(lambda x: lstm(x)[0], x),
        attention=gradient_by_lag(head, x),
        radius=spectral_radius(rnn.U.weight.detach()),
    )


# ── time against length ───────────────────────────────────────────────────────────────────────


class Seconds(NamedTuple):
    """The median times of an RNN's and of attention's forward pass, in seconds, at each length."""

    lengths: tuple[int, ...]
    recurrent: tuple[float, ...]
    attention: tuple[float, ...]
    threads: int


def seconds_by_length(
    lengths: Sequence[int] = (64, 128, 256, 512),
    *,
    d: int = 64,
    batch: int = 1,
    repeats: int = 5,
    threads: int = 1,
) -> Seconds:
    """Measure the median times of a tanh-RNN and an attention head on sequences of given lengths.

    Each time is the median of ``repeats`` forward passes. The RNN takes one step after the other,
    so its time grows with the length on any hardware. Attention does n² operations, but all at
    once. ``threads`` is the number of CPU threads that torch may use for one operation.
    """
    network, head = Recurrent(RNNCell(d, d)), AttentionHead(d, d, d)
    had = torch.get_num_threads()
    torch.set_num_threads(threads)
    try:
        pairs = [
            [_median_seconds(reader, torch.randn(batch, n, d), repeats) for n in lengths]
            for reader in (network, head)
        ]
    finally:
        torch.set_num_threads(had)
    return Seconds(tuple(lengths), tuple(pairs[0]), tuple(pairs[1]), threads)


@torch.no_grad()
def _median_seconds(reader: nn.Module, x: Tensor, repeats: int) -> float:
    reader(x)  # the first run also allocates
    seconds = []
    for _ in range(repeats):
        begin = time.perf_counter()
        reader(x)
        seconds.append(time.perf_counter() - begin)
    return statistics.median(seconds)


# ── static and contextual vectors ─────────────────────────────────────────────────────────────


def word_cosines(
    vectors: Callable[[Tensor], Tensor], tokens: Int[Tensor, "batch length"], word: int
) -> Float[Tensor, "uses uses"]:
    """The cosine of the vectors of ``word`` for each pair of its occurrences in ``tokens``.

    ``vectors(tokens)`` returns a vector for each token, (batch, length, d). With an embedding all
    cosines are 1; with an encoder, such as `payattention.bert.BERT`, they depend on the contexts.
    Source: Ethayarajh (2019), definition 1: self-similarity is the mean of the cosines, i ≠ j.
    Raises: ValueError if the word does not occur at least twice.
    """
    uses = vectors(tokens)[tokens == word]  # (uses, d)
    if len(uses) < 2:
        raise ValueError(
            f"word must occur in tokens at least twice, but {word} occurs {len(uses)} times"
        )
    unit = F.normalize(uses, dim=-1)  # (uses, d)
    return unit @ unit.T  # (uses, uses)
