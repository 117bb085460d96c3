"""When a model with a cache is called, and with which tokens: rightly, or with a usual mistake."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from payattention_checks.your_gpt._cached_attention import Layer


class Case(NamedTuple):
    """The arguments of one call.

    tokens    how the texts begin, (texts, n)
    token     the vectors of the tokens, (vocabulary, d)
    position  the vectors of the positions, (longest, d)
    head      the vectors whose products with the last x are the logits, (vocabulary, d)
    W_qkv     the first layer of each attention, (attentions, 3 d, d)
    W_out     the last layer of each attention, (attentions, d, d)
    n_heads   the number of heads
    n_new     how many tokens are to be written
    """

    tokens: np.ndarray
    token: np.ndarray
    position: np.ndarray
    head: np.ndarray
    W_qkv: np.ndarray
    W_out: np.ndarray
    n_heads: int
    n_new: int

    @property
    def longest(self) -> int:
        return len(self.position)

    @property
    def layers(self) -> list[Layer]:
        return [Layer(*of, self.n_heads) for of in zip(self.W_qkv, self.W_out, strict=True)]


class Call(NamedTuple):
    """What the model is called with: new tokens, (texts, new), and their positions, (new,).

    If ``anew``, there is nothing kept of earlier tokens.
    """

    tokens: np.ndarray
    position: np.ndarray
    anew: bool


# ── when the model is called ──────────────────────────────────────────────────────────────────

Plan = Callable[[Case, np.ndarray, int], list[Call]]  # of the text so far, and what is written
Position = Callable[[Case, int, int], int]  # of the length of the text, and what is written


def window(case: Case, text: np.ndarray) -> Call:
    tokens = text[:, -case.longest :]
    return Call(tokens, np.arange(tokens.shape[1]), True)


def last(case: Case, length: int, written: int) -> int:
    return length - 1


def new_token(text: np.ndarray, position: int, anew: bool = False) -> list[Call]:
    return [Call(text[:, -1:], np.array([position]), anew)]


def with_cache(case: Case, text: np.ndarray, written: int) -> list[Call]:
    fits = text.shape[1] <= case.longest
    return new_token(text, text.shape[1] - 1) if written and fits else [window(case, text)]


def placed(position: Position) -> Plan:
    """New tokens have other positions, in a model that keeps what it has read."""

    def plan(case: Case, text: np.ndarray, written: int) -> list[Call]:
        at = position(case, text.shape[1], written)
        return new_token(text, at) if written else [window(case, text)]

    return plan


def without_cache(case: Case, text: np.ndarray, written: int) -> list[Call]:
    return [window(case, text)]


def all_again(case: Case, text: np.ndarray, written: int) -> list[Call]:
    """The whole text is read beside what was kept of it."""
    return [window(case, text)._replace(anew=not written)]


def token_by_token(case: Case, text: np.ndarray, written: int) -> list[Call]:
    if written or text.shape[1] > case.longest:
        return with_cache(case, text, written)
    columns = range(text.shape[1])
    return [Call(text[:, i : i + 1], np.array([i]), i == 0) for i in columns]


def all_but_the_last(case: Case, text: np.ndarray, written: int) -> list[Call]:
    """The beginning is read without its last token, which then begins the loop."""
    if written or not 1 < text.shape[1] <= case.longest:
        return with_cache(case, text, written)
    return [window(case, text[:, :-1]), *new_token(text, text.shape[1] - 1)]


def from_position_1(case: Case, text: np.ndarray, written: int) -> list[Call]:
    calls = with_cache(case, text, written)
    return [
        call._replace(position=np.minimum(call.position + 1, case.longest - 1)) for call in calls
    ]


def last_token_alone(position: Position) -> Plan:
    return lambda case, text, written: new_token(
        text, position(case, text.shape[1], written), not written
    )


def last_token_twice(position: Position) -> Plan:
    def plan(case: Case, text: np.ndarray, written: int) -> list[Call]:
        before = [] if written else [window(case, text)]
        return before + new_token(text, position(case, text.shape[1], written))

    return plan


def too_early(case: Case, text: np.ndarray, written: int) -> list[Call]:
    full = text.shape[1] == case.longest
    return [window(case, text)] if full else with_cache(case, text, written)


def kept_in_the_window(case: Case, text: np.ndarray, written: int) -> list[Call]:
    """The window is read anew, beside what was kept."""
    return [call._replace(anew=not written) for call in with_cache(case, text, written)]


def forgotten(case: Case, text: np.ndarray, written: int) -> list[Call]:
    """A full window is emptied, and only the last token goes on."""
    read = min(case.tokens.shape[1], case.longest) + written
    position = (read - 1) % case.longest
    return new_token(text, position, position == 0) if written else [window(case, text)]


def too_late(case: Case, text: np.ndarray, written: int) -> list[Call]:
    late = written and text.shape[1] == case.longest + 1
    return new_token(text, case.longest - 1) if late else with_cache(case, text, written)


def cached_again(case: Case, text: np.ndarray, written: int) -> list[Call]:
    """The window is read anew once; then the cache is used as before."""
    anew = not written or text.shape[1] == case.longest + 1
    position = min(text.shape[1], case.longest) - 1
    return [window(case, text)] if anew else new_token(text, position)


def never_moved(case: Case, text: np.ndarray, written: int) -> list[Call]:
    """A beginning that is too long is cut, and then cached as if nothing moved."""
    anew = not written or case.tokens.shape[1] <= case.longest < text.shape[1]
    position = min(text.shape[1], case.longest) - 1
    return [window(case, text)] if anew else new_token(text, position)


def last_token_anew(case: Case, text: np.ndarray, written: int) -> list[Call]:
    beyond = written and text.shape[1] > case.longest
    return new_token(text, case.longest - 1, True) if beyond else with_cache(case, text, written)


def one_too_short(case: Case, text: np.ndarray, written: int) -> list[Call]:
    beyond = text.shape[1] > case.longest
    last_ones = text[:, 1 - case.longest :] if beyond else text
    return with_cache(case, last_ones, 0 if beyond else written)


def first_tokens(case: Case, text: np.ndarray, written: int) -> list[Call]:
    beyond = text.shape[1] > case.longest
    return [window(case, text[:, : case.longest])] if beyond else with_cache(case, text, written)


def first_tokens_at_first(case: Case, text: np.ndarray, written: int) -> list[Call]:
    return (with_cache if written else first_tokens)(case, text, written)
