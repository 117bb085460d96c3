"""Continue texts with a cache of keys and values: the text of a model that has none, at less cost.

Promised domain: 1 to 4 texts, which begin with 1 to 40 tokens and get 1 to 40 more; vocabularies of
    2 to 50 tokens; widths up to 32, and 1 to 4 heads that divide them; 1 to 4 attentions; a model
    that reads at most 2 to 48 tokens. The largest logit is never equal to another, nor nearly so.
Extremes and special cases, alone and together: one text; one token; one attention; one head; one
    more token; equal tokens; a text that just fits; one that grows beyond what the model reads, and
    one that begins beyond it; all sizes at their largest.
Certain: the model counts what it reads. Ordinary texts fit, and cases are drawn until every two of
    the mistakes give different texts or counts in at least one. If keys or values alone are kept,
    torch says how many of each there are, and both numbers are those of this mistake.
"""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

import payattention_checks.your_gpt._cached_attention as cached
from payattention_checks.ask import Ask
from payattention_checks.compare import equals
from payattention_checks.distinguishing import distinguishing_cases
from payattention_checks.several import first_difference
from payattention_checks.task import Cases, Edge, Task, Variants, outputs_of
from payattention_checks.wrong import Wrong
from payattention_checks.your_gpt._cached_attention import (
    Cached,
    Form,
    Given,
    Keep,
    Mask,
    attended,
)
from payattention_checks.your_gpt._calls_with_cache import (
    Case,
    Plan,
    all_again,
    all_but_the_last,
    cached_again,
    first_tokens,
    first_tokens_at_first,
    forgotten,
    from_position_1,
    kept_in_the_window,
    last,
    last_token_alone,
    last_token_anew,
    last_token_twice,
    never_moved,
    one_too_short,
    placed,
    token_by_token,
    too_early,
    too_late,
    with_cache,
    without_cache,
)

MOST_TEXTS, MOST_TOKENS, LARGEST_VOCABULARY, LARGEST_WIDTH, MOST_HEADS = 4, 40, 50, 32, 4
MOST_ATTENTIONS, SMALLEST_LENGTH, LARGEST_LENGTH = 4, 2, 48
GAP = 1e-3  # between the two largest logits, so that rounding decides nowhere


class Written(NamedTuple):
    """What was written, (texts, n_new), and how many positions each call of the model has read.

    There are as many calls as new tokens. Further ones are left out, missing ones are 0.
    """

    text: np.ndarray
    computed: np.ndarray


# ── the model ─────────────────────────────────────────────────────────────────────────────────


def at_the_end(logits: np.ndarray) -> np.ndarray:
    return logits[:, -1]


def at_the_beginning(logits: np.ndarray) -> np.ndarray:
    return logits[:, 0]


def right(
    case: Case,
    *,
    plan: Plan = with_cache,
    keep: Keep = cached.appended,
    seen: Mask = cached.causal,
    given: Given = cached.each_its_own,
    chosen: Callable[[np.ndarray], np.ndarray] = at_the_end,
    form: Form = cached.OF_TASK_2,
) -> Written:
    """What is written, and how many positions are computed for it.

    ``given`` says which pair of keys and values an attention gets, of those that were kept in the
    call before and in this one; ``chosen`` at which position the next token is read.
    """
    text, none = case.tokens, [None] * len(case.layers)
    computed: list[int] = []
    cache: Sequence[Cached] = none
    for written in range(case.n_new):
        for call in plan(case, text, written):
            before: Sequence[Cached] = none if call.anew else cache
            now: list[Cached] = []
            x = case.token[call.tokens] + case.position[call.position]
            for i, layer in enumerate(case.layers):
                pair = given(before, now, i)
                out, pair = attended(
                    x, pair, layer=layer, keep=keep, seen=seen, longest=case.longest, form=form
                )
                x = x + out
                now.append(pair)
            cache = now
            computed.append(len(call.position))
        logits = chosen(x @ case.head.T)
        text = np.concatenate([text, logits.argmax(axis=-1)[:, None]], axis=1)
    return Written(text[:, -case.n_new :], np.array(computed[: case.n_new]))


VARIANTS: Variants = {
    "text-read-again": {"plan": without_cache},
    "text-appended-again": {"plan": all_again},
    "token-by-token": [{"plan": plan} for plan in (token_by_token, all_but_the_last)],
    "beginning-not-read": [
        {"plan": last_token_alone(last)},
        {"plan": last_token_alone(lambda case, length, written: written)},
    ],
    "last-token-twice": [
        {"plan": last_token_twice(last)},
        {"plan": last_token_twice(lambda case, length, written: length)},
    ],
    "positions-restart": [
        {"plan": placed(lambda case, length, written: 0)},
        {"plan": placed(lambda case, length, written: written - 1)},
        {"plan": placed(lambda case, length, written: written)},
    ],
    "positions-off": [
        {"plan": placed(lambda case, length, written: length)},
        {"plan": placed(lambda case, length, written: length - 2)},
        {"plan": from_position_1},
    ],
    "positions-stand-still": [
        {"plan": placed(lambda case, length, written: length - written)},
        {"plan": placed(lambda case, length, written: length - written - 1)},
        {"plan": placed(lambda case, length, written: case.longest - 1)},
    ],
    "not-appended": [{"keep": keep} for keep in (cached.latest, cached.first, cached.nothing)],
    "not-itself": {"keep": cached.after_attending},
    "appended-twice": [
        {"keep": keep} for keep in (cached.new_twice, cached.kept_twice, cached.all_kept_twice)
    ],
    "keys-and-values-mixed": [
        {"keep": keep}
        for keep in (cached.exchanged, cached.keys_for_values, cached.values_for_keys)
    ],
    "shared": [
        {"given": given} for given in (cached.one_for_all, cached.the_last, cached.the_first)
    ],
    "beginning-not-masked": {"seen": cached.everything},
    "mask-in-the-corner": {"seen": cached.in_the_corner},
    "mask-off-by-one": [{"seen": seen} for seen in (cached.one_too_many, cached.without_itself)],
    "mask-upside-down": {"seen": cached.upside_down},
    "attention-itself": [
        {"form": cached.OF_TASK_2._replace(**how)}
        for how in (
            {"divisor": lambda d_head, d: 1},
            {"divisor": lambda d_head, d: d**0.5},
            {"divisor": lambda d_head, d: d_head},
            {"order": (1, 0, 2)},
            {"order": (0, 2, 1)},
            {"order": (2, 1, 0)},
            {"cut": cached.cut_along_tokens},
            {"cut": cached.every_other},
            {"cut": cached.whole},
            {"thirds": cached.in_thirds_of_heads},
            {"weigh": cached.hidden_by_0},
            {"weigh": cached.hidden_afterwards},
            {"swapped_back": False},
            {"out": False},
        )
    ],
    "first-place": {"chosen": at_the_beginning},
}
BEYOND: Variants = {
    "kept-beyond-the-window": [
        {"plan": placed(lambda case, length, written: min(length, case.longest) - 1)},
        {
            "plan": placed(lambda case, length, written: min(length, case.longest) - 1),
            "keep": cached.slid,
        },
        {"plan": placed(lambda case, length, written: (length - 1) % case.longest)},
        *({"plan": plan} for plan in (kept_in_the_window, cached_again, never_moved)),
    ],
    "window-forgotten": [{"plan": plan} for plan in (forgotten, last_token_anew)],
    "window-too-early": {"plan": too_early},
    "window-too-late": {"plan": too_late},
    "window-too-short": {"plan": one_too_short},
    "first-window": [{"plan": plan} for plan in (first_tokens, first_tokens_at_first)],
}


def same(one: Written, other: Written) -> bool:
    return all(map(equals, one, other))


def details(output: Written, case: Case) -> dict[str, np.ndarray]:
    return first_difference(output, right(case), 0)


# ── how an answer is called ───────────────────────────────────────────────────────────────────

SIZES = r"batch2 tensor to be: \[\d+, (\d+)\] but got: \[\d+, (\d+)\]"  # of weights @ values


def read(ask: Ask, case: Case) -> Written:
    text, computed = (case.tokens.shape[0], case.n_new), (case.n_new,)
    try:
        return Written(*ask.arrays(*case, text=text, computed=computed))
    except Wrong as wrong:
        sizes = re.search(SIZES, wrong.feedback)
        counts = (1, case.tokens.shape[1] + 1)  # of new keys, and of all
        if sizes and tuple(map(int, sizes.groups())) == counts:
            wrong.error = "KeysNotKept"
        elif sizes and tuple(map(int, sizes.groups())) == counts[::-1]:
            wrong.error = "ValuesNotKept"
        raise wrong


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def draw(
    rng: np.random.Generator, *, texts: int, n: int, count: int, longest: int,
    vocabulary: int = 16, heads: int = 2, d_head: int = 4, attentions: int = 2, equal: bool = False,
    size: float = 1.0,
) -> Case:  # fmt: skip
    """A random case; nowhere are the two largest logits nearly equal."""
    d = heads * d_head
    while True:
        tokens = rng.integers(vocabulary, size=(texts, n))
        case = Case(
            np.full_like(tokens, tokens[0, 0]) if equal else tokens,
            rng.normal(size=(vocabulary, d)).round(2),
            rng.normal(size=(longest, d)).round(2),
            (size * rng.normal(size=(vocabulary, d))).round(2),
            (1.5 * rng.normal(size=(attentions, 3 * d, d)) / d**0.5).round(2),
            (2 * rng.normal(size=(attentions, d, d)) / d**0.5).round(2),
            heads,
            count,
        )
        if is_clear(case):
            return case


def is_clear(case: Case) -> bool:
    gaps = []

    def chosen(logits: np.ndarray) -> np.ndarray:
        two = np.sort(logits[:, -1], axis=-1)[:, -2:]
        gaps.append(np.diff(two).min())
        return logits[:, -1]

    right(case, chosen=chosen)
    return min(gaps) > GAP


def usual(rng: np.random.Generator) -> Case:
    n, count = (int(number) for number in rng.integers([4, 6], [7, 10]))
    return draw(
        rng,
        texts=int(rng.integers(1, 4)),
        n=n,
        count=count,
        longest=n + count + int(rng.integers(1, 5)),
        heads=int(rng.integers(2, 4)),
        d_head=int(rng.integers(3, 6)),
        attentions=int(rng.integers(2, 4)),
    )


def beyond(rng: np.random.Generator) -> Case:
    """A text that does not fit, at the end or from the beginning."""
    longest = int(rng.integers(4, 7))
    return draw(rng, texts=2, n=int(rng.integers(2, longest + 3)), count=8, longest=longest)


def cases(rng: np.random.Generator) -> Cases:
    flat = draw(rng, texts=3, n=5, count=8, longest=16, size=0.1)  # a token by chance is another
    ordinary = [flat, usual(rng)]
    ordinary += distinguishing_cases(lambda: usual(rng), outputs_of(right, VARIANTS), same)
    fitting = [
        draw(rng, texts=1, n=1, count=1, longest=SMALLEST_LENGTH),
        draw(rng, texts=1, n=1, count=9, longest=9),
        draw(rng, texts=3, n=5, count=1, longest=5),
        draw(rng, texts=2, n=3, count=6, longest=8, heads=1, d_head=3, attentions=1),
        draw(rng, texts=2, n=4, count=6, longest=12, vocabulary=2, d_head=1),
        draw(rng, texts=2, n=6, count=6, longest=16, equal=True),
    ]
    large = draw(
        rng, texts=MOST_TEXTS, n=MOST_TOKENS, count=9, longest=LARGEST_LENGTH,
        vocabulary=LARGEST_VOCABULARY, heads=MOST_HEADS, d_head=LARGEST_WIDTH // MOST_HEADS,
        attentions=MOST_ATTENTIONS,
    )  # fmt: skip
    sliding = [
        draw(rng, texts=1, n=2, count=5, longest=SMALLEST_LENGTH),
        draw(rng, texts=2, n=9, count=3, longest=5),
        draw(rng, texts=1, n=4, count=MOST_TOKENS, longest=30),
    ]
    sliding += distinguishing_cases(lambda: beyond(rng), outputs_of(right, BEYOND), same)
    return Cases(
        ordinary, (Edge([*fitting, large], ("window-too-early",)), Edge(sliding, tuple(BEYOND)))
    )


write_with_cache = Task(
    __name__, right, cases, {**VARIANTS, **BEYOND}, same=same, read=read, details=details
).check
