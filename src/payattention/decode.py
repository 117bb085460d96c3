"""Decoding: from a model's probabilities of the next token to a text.

    greedy         always the likeliest token
    beam_search    the likeliest whole sequences that a search over several hypotheses finds
    sample         a draw, sharpened by temperature, cut off by top-k or nucleus
    stream         the same as sample, but each token is returned as soon as it is drawn

All of them call only one function of a model, its *step*, see `Step`:

    logits, cache = step(tokens, cache)

The arguments are the tokens that the model has not seen yet, and the cache that the last call
returned. At the first call, the tokens are the prompts of the batch; after that, one new token for
each sequence. The step returns the logits of the next token, and the new cache.

Decoding returns only the new tokens, without the prompt. A sequence ends at its first ``eos`` and
is filled up with ``eos``.
"""

import math
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol, runtime_checkable

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from payattention.require import require_between, require_positive, require_shape, require_within

Prompt = Int[Tensor, "batch length"]


@runtime_checkable
class Step(Protocol):
    """The one function of a model that decoding calls, to get the logits of the next token.

    ``tokens`` are those that the model has not seen yet. ``cache`` is what the last call returned;
    at the first call, it is the ``cache`` that was given to the decoding function: None, or an
    encoder's memory of the source. A step returns the logits of the token after ``tokens``, and the
    new cache. The step may change the old cache in place, because nobody uses the old cache again.

    A cache is any nesting of tuples, lists and dicts of tensors *whose first axis is the rows*. It
    may also hold numbers, None, and objects with a method ``select(rows)``, which returns a copy of
    the object with only these rows.

    If a step is a method of a model, decoding refuses a model with dropout in training mode,
    because dropout would change the texts. If a step is any other function, dropout cannot be
    detected: call ``model.eval()`` first.
    """

    def __call__(
        self, tokens: Int[Tensor, "rows new"], cache: Any
    ) -> tuple[Float[Tensor, "rows vocab"], Any]: ...


def greedy(
    step: Step, prompt: Prompt, *, max_new: int, eos: int | None = None, cache: Any = None
) -> Int[Tensor, "batch new"]:
    """Take the likeliest token at every step, until ``eos`` or ``max_new`` tokens.

    The model does not read the last new token: only the prompt and the earlier new tokens must
    fit into the model's max_len.
    Raises: ValueError if the prompt is empty, max_new is not a positive integer, or eos is not a
    token.
    """
    return torch.stack([*_generate(step, prompt, _likeliest, max_new, eos, cache)], dim=1)


def sample(
    step: Step,
    prompt: Prompt,
    *,
    max_new: int,
    eos: int | None = None,
    temperature: float = 1.0,
    top_k: int | None = None,
    top_p: float | None = None,
    seed: int = 0,
    cache: Any = None,
) -> Int[Tensor, "batch new"]:
    """Draw each new token at random, until ``eos`` or ``max_new`` tokens.

    `distribution` turns the logits into probabilities, by ``temperature``, ``top_k`` and ``top_p``.
    Raises: ValueError in the same cases as `greedy` and `distribution`.
    """
    tokens = stream(
        step,
        prompt,
        max_new=max_new,
        eos=eos,
        temperature=temperature,
        top_k=top_k,
        top_p=top_p,
        seed=seed,
        cache=cache,
    )
    return torch.stack([*tokens], dim=1)


def stream(
    step: Step,
    prompt: Prompt,
    *,
    max_new: int,
    eos: int | None = None,
    temperature: float = 1.0,
    top_k: int | None = None,
    top_p: float | None = None,
    seed: int = 0,
    cache: Any = None,
) -> Iterator[Int[Tensor, " batch"]]:
    """Draw the same tokens as `sample`, and yield each as soon as it is drawn: one for each row.

    Who reads them may stop at any time. Errors are raised when the first token is asked for.
    """
    random = torch.Generator(prompt.device).manual_seed(seed)

    def draw(logits: Tensor) -> Tensor:
        p = distribution(logits, temperature=temperature, top_k=top_k, top_p=top_p)
        return p.multinomial(1, generator=random).squeeze(-1)

    yield from _generate(step, prompt, draw, max_new, eos, cache)


def distribution(
    logits: Float[Tensor, "*batch vocab"],
    *,
    temperature: float = 1.0,
    top_k: int | None = None,
    top_p: float | None = None,
) -> Float[Tensor, "*batch vocab"]:
    """Turn logits into the probabilities from which the next token is drawn.

    ``temperature`` divides the logits: below 1 sharpens, above 1 flattens. ``top_k`` keeps the k
    likeliest tokens. ``top_p`` keeps the nucleus: the fewest likeliest tokens that together have at
    least the probability p. With ``top_k`` and ``top_p``, the nucleus is taken from the k
    tokens, after their probabilities are rescaled to sum to 1. The result sums to 1, too.
    Source: Fan et al. (2018), section 5.4, top-k; Holtzman et al. (2020), section 3.1, nucleus.
    Raises: ValueError if temperature or top_k is not positive, top_p is not in (0, 1], a logit is
    NaN or +∞, or all logits are −∞ (a logit of −∞ marks an impossible token).
    """
    _require_likeliest("logits", logits)
    require_within("(0, inf)", temperature=temperature)
    if top_k is not None:
        require_positive(top_k=top_k)
    if top_p is not None:
        require_within("(0, 1]", top_p=top_p)
    temperature = max(temperature, torch.finfo(logits.dtype).tiny)  # no 0 / 0 if it rounds to 0
    ranked, token = logits.sort(dim=-1, descending=True, stable=True)
    p = ((ranked - ranked[..., :1]) / temperature).softmax(dim=-1)
    if top_k is not None:
        p[..., top_k:] = 0.0
    if top_p is not None and top_p < 1:
        upto = p.cumsum(dim=-1, dtype=torch.float64)
        before = upto.roll(1, dims=-1)
        before[..., 0] = 0.0
        p = p.masked_fill(before >= top_p * upto[..., -1:], 0.0)
    return torch.zeros_like(p).scatter(-1, token, p / p.sum(dim=-1, keepdim=True))


class Hypotheses(NamedTuple):
    """The sequences that `beam_search` found, the best first, without the prompt."""

    tokens: Int[Tensor, "batch beam new"]
    score: Float[Tensor, "batch beam"]  # log-probability / length penalty


def beam_search(
    step: Step,
    prompt: Prompt,
    *,
    beam: int,
    max_new: int,
    eos: int | None = None,
    length_penalty: float = 0.0,
    cache: Any = None,
) -> Hypotheses:
    """Search for the likeliest sequences, keeping the ``beam`` best beginnings at every step.

        score(Y) = log P(Y) / ((5 + |Y|) / 6)^α        |Y| counts eos

    ``length_penalty`` is α. With α = 0, the score is the log-probability, so short sequences have
    an advantage; a larger α favours longer sequences.

    A sequence is whole if it has ended with ``eos`` or has ``max_new`` tokens. Whole sequences are
    set aside, and the search goes on with the others, the beginnings. It stops as soon as none of
    the beginnings can reach a better score than the worst of the ``beam`` best whole sequences.
    Returns these ``beam`` sequences for each prompt. If fewer are found, the remaining entries have
    the score −∞. With a beam of 1 and α = 0, beam search is greedy decoding.
    Source: Sutskever et al. (2014), section 3.2; Wu et al. (2016), section 7, equation 14.
    Raises: ValueError in the same cases as `greedy`, or if beam < 1 or length_penalty < 0.
    """
    require_positive(beam=beam)
    require_within("[0, inf)", length_penalty=length_penalty)
    with torch.no_grad():
        logits, cache = _first_step(step, prompt, max_new, eos, cache)
        search = _Search(logits, beam, max_new, eos, length_penalty)
        rows = torch.arange(len(logits), device=logits.device).repeat_interleave(beam)
        logits, cache = logits[rows], select_rows(cache, rows)
        for length in range(1, max_new + 1):
            rows = search.extend(_log_softmax(logits), length)
            if length == max_new or not search.can_improve():
                break
            last = search.alive.tokens[..., -1].reshape(-1, 1)  # (batch · beam, 1)
            logits, cache = step(last, select_rows(cache, rows))
            _require_likeliest("step's logits", logits, dead_ends=True)
    return Hypotheses(search.ended.tokens[..., :length], search.ended.score)


class _Search:
    """The state of `beam_search`: the beginnings that are alive, and the best whole sequences."""

    def __init__(
        self, logits: Tensor, beam: int, max_new: int, eos: int | None, length_penalty: float
    ):
        (batch, self.vocab), self.beam, self.max_new = logits.shape, beam, max_new
        self.length_penalty = length_penalty
        self.fill, self.stop = (0, -1) if eos is None else (eos, eos)
        token = logits.new_empty(0, dtype=torch.int64)
        dtype = torch.promote_types(logits.dtype, torch.float32)
        score = logits.new_full((batch, beam), -math.inf, dtype=dtype)
        self.ended = Hypotheses(token.new_full((batch, beam, max_new), self.fill), score.clone())
        self.alive = Hypotheses(token.new_empty(batch, beam, 0), score)
        self.alive.score[:, 0] = 0.0  # all beginnings are still equal: only the first counts

    def extend(self, log_p: Float[Tensor, "rows vocab"], length: int) -> Int[Tensor, " rows"]:
        """Extend the beginnings to ``length`` tokens, and return the rows that they come from."""
        batch, beam = self.alive.score.shape
        every_score = self.alive.score[..., None] + log_p.view(batch, beam, self.vocab)
        score, index = every_score.flatten(1).topk(min(2 * beam, beam * self.vocab))
        parent, token = index // self.vocab, index % self.vocab
        tokens = torch.cat([_take(self.alive.tokens, parent), token[..., None]], dim=-1)

        ends = token == self.stop
        is_complete = ends | (length == self.max_new)
        is_complete[:, beam:] = False
        complete = Hypotheses(
            F.pad(tokens, (0, self.max_new - length), value=self.fill),
            (score / self._penalty(length)).masked_fill(~is_complete, -math.inf),
        )
        self.ended = _best(self.ended, complete, beam)

        # at most `beam` of the 2 · beam have ended, so that enough are left
        score, survivors = score.masked_fill(ends, -math.inf).topk(beam)
        self.alive = Hypotheses(_take(tokens, survivors), score)
        return (
            parent.gather(1, survivors) + beam * torch.arange(batch).to(survivors)[:, None]
        ).flatten()

    def can_improve(self) -> bool:
        """Whether a beginning can still get a better score than the worst whole sequence."""
        best = self.alive.score[:, 0] / self._penalty(self.max_new)
        return bool((best > self.ended.score[:, -1]).any())

    def _penalty(self, length: int) -> float:
        return ((5 + length) / 6) ** self.length_penalty


def select_rows(cache: Any, rows: Int[Tensor, " rows"]) -> Any:
    """Return the cache with only the rows ``rows`` of each of its tensors, in that order.

    `Step` says what a cache may hold.
    """
    if isinstance(cache, Tensor):
        return cache[rows]
    if isinstance(cache, dict):
        return {key: select_rows(value, rows) for key, value in cache.items()}
    if isinstance(cache, tuple) and hasattr(cache, "_fields"):
        return type(cache)(*(select_rows(value, rows) for value in cache))
    if isinstance(cache, tuple | list):
        return type(cache)(select_rows(value, rows) for value in cache)
    return cache.select(rows) if hasattr(cache, "select") else cache


def _take(tokens: Tensor, which: Tensor) -> Tensor:
    return tokens.gather(1, which[..., None].expand(-1, -1, tokens.shape[-1]))


def _best(ended: Hypotheses, more: Hypotheses, beam: int) -> Hypotheses:
    score, best = torch.cat([ended.score, more.score], dim=1).topk(beam)
    return Hypotheses(_take(torch.cat([ended.tokens, more.tokens], dim=1), best), score)


def _generate(
    step: Step,
    prompt: Tensor,
    choose: Callable[[Tensor], Tensor],
    max_new: int,
    eos: int | None,
    cache: Any,
) -> Iterator[Tensor]:
    with torch.no_grad():  # not around the whole: who reads the tokens may want gradients
        logits, cache = _first_step(step, prompt, max_new, eos, cache)
    has_ended = torch.zeros(len(prompt), dtype=torch.bool, device=prompt.device)
    for n in range(1, max_new + 1):
        if eos is not None and has_ended.any():
            logits = logits.masked_fill(has_ended[:, None], 0.0)  # these rows are not used any more
        token = choose(logits)
        if eos is not None:
            token = token.masked_fill(has_ended, eos)
            has_ended |= token == eos
        yield token
        if n == max_new or (eos is not None and has_ended.all()):
            return
        with torch.no_grad():
            logits, cache = step(token[:, None], cache)


def _likeliest(logits: Tensor) -> Tensor:
    most, token = logits.max(dim=-1)  # three times as quick as `argmax`
    if not most.isfinite().all():
        _require_likeliest("step's logits", logits)
    return token


def _log_softmax(logits: Tensor) -> Tensor:
    """Turn logits into log-probabilities, which are float32 or float64.

    bfloat16 has 3 digits, too few for the sum of many log-probabilities. A row whose logits are all
    −∞ is a dead end, and stays −∞; torch's softmax would give NaN.
    """
    is_dead_end = logits.amax(dim=-1, keepdim=True) == -math.inf
    dtype = torch.promote_types(logits.dtype, torch.float32)
    return logits.log_softmax(-1, dtype=dtype).masked_fill(is_dead_end, -math.inf)


def _require_likeliest(name: str, logits: Tensor, *, dead_ends: bool = False) -> None:
    """Require the largest logit of each row to be finite.

    A row whose logits are all −∞ is accepted only if ``dead_ends`` is True. Without this check, a
    model that has diverged would write token 0 for ever.
    Raises: ValueError if a logit is NaN or +∞, if a row is not accepted, or if the logits are not
    floating-point. The message begins with ``name``, the caller's name for the logits.
    """
    most = logits.amax(dim=-1)
    fine = most.isfinite() | (most == -math.inf) if dead_ends else most.isfinite()
    if not logits.is_floating_point():
        raise ValueError(f"{name} must be floating-point numbers, but they are {logits.dtype}")
    if not fine.all():
        least = "" if dead_ends else ", and each row must have a logit above −∞"
        raise ValueError(f"{name} must not be NaN or +∞{least}: has the model diverged?")


def _require_no_dropout(step: Step) -> None:
    model = getattr(step, "__self__", step)
    modules = model.modules() if isinstance(model, nn.Module) else ()
    if any(isinstance(m, nn.Dropout) and m.training and m.p > 0 for m in modules):
        raise ValueError(
            "step's model has dropout, so it must be in evaluation mode: call model.eval()"
        )


def _first_step(
    step: Step, prompt: Tensor, max_new: int, eos: int | None, cache: Any
) -> tuple[Tensor, Any]:
    require_positive(max_new=max_new, prompts=prompt.shape[0], prompt_length=prompt.shape[1])
    _require_no_dropout(step)
    logits, cache = step(prompt, cache)
    require_shape("step's logits", logits, len(prompt), "vocab")
    _require_likeliest("step's logits", logits)
    if eos is not None:
        require_between(0, logits.shape[-1] - 1, eos=eos)
    return logits, cache
