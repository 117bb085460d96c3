"""BERT's masking of whole words, with the random numbers given.

Promised domain: 1 to 200 tokens from 0 to 50,000; any number of words, from none to one for each
    token; random numbers from 0 to 1, without 1; a rate from 0 to 1. Each token has a random
    number, called its fate. The fate decides whether a chosen token is hidden (replaced by the mask
    token), changed (replaced by a random token), or stays as it is. The pieces of a word may stand
    apart.
Extremes and special cases, alone and together: a rate of 0; a rate of 1; no special token; only
    special tokens, so that there is no word; one token; a number equal to the rate; fates of 0, 0.8
    and 0.9; numbers that differ from their bounds by a ten-thousandth; a random token that is the
    old one; the mask token in the text; token 0 in the text and among the random tokens; pieces
    that stand apart; all sizes at their largest.
Certain: inputs and labels are judged separately. Cases are drawn until every two mistakes give
    different numbers in at least one case. A mistake is named only if the student's numbers fit it
    in all cases.
"""

import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from payattention_checks.compare import equals
from payattention_checks.distinguishing import distinguishing_cases
from payattention_checks.task import Cases, Edge, Task, Variants, outputs_of

MOST_TOKENS, LARGEST_TOKEN = 200, 50_000
SPECIAL = -1
IGNORED = -100
NEAR = 1e-4  # a random number that is near its bound
HIDDEN, CHANGED = 0.8, 0.9  # a fate below 0.8 hides a token, one below 0.9 changes it
SHARES = {"inputs": 0.5, "labels": 0.5}


class Case(NamedTuple):
    """The arguments of one call.

    tokens      the tokens of the text, (tokens,)
    word        the number of each token's word, (tokens,); −1 for a special token
    choose      a random number for each word, (words,)
    fate        a random number for each token, (tokens,); decides if it is hidden, changed or kept
    other       for each token, the random token that replaces it if it is changed, (tokens,)
    rate        a word is chosen if its number in ``choose`` is below this
    mask_token  the token that replaces hidden tokens
    """

    tokens: np.ndarray
    word: np.ndarray
    choose: np.ndarray
    fate: np.ndarray
    other: np.ndarray
    rate: float | int
    mask_token: int


class Blanks(NamedTuple):
    """What the student's function returns: the masked inputs and the labels, each (tokens,)."""

    inputs: np.ndarray
    labels: np.ndarray


Of = Callable[[Case], np.ndarray]
Fate = Callable[[np.ndarray], np.ndarray]


def chosen(case: Case) -> np.ndarray:
    return np.append(case.choose, 1.0)[case.word] < case.rate  # −1, a special token, reads the 1.0


def below_hidden(fate: np.ndarray) -> np.ndarray:
    return fate < HIDDEN


def from_hidden_to_changed(fate: np.ndarray) -> np.ndarray:
    return (fate >= HIDDEN) & (fate < CHANGED)


def right(
    case: Case,
    *,
    which: Of = chosen,
    fate: Of = lambda case: case.fate,
    hidden: Fate = below_hidden,
    changed: Fate = from_hidden_to_changed,
    hidden_in: Of | None = None,
    changed_in: Of | None = None,
    labelled: Of | None = None,
    label: Of = lambda case: case.tokens,
    ignored: int = IGNORED,
    other: Of = lambda case: case.other,
    dtype: type = int,
) -> Blanks:
    """The masked inputs and the labels; the masks of tokens have one entry for each.

    Of the tokens ``which`` are chosen, those with a ``hidden`` fate become the mask token, those
    with a ``changed`` one a random token, and all have a ``label``. The masks ``hidden_in``,
    ``changed_in`` and ``labelled`` may replace ``which`` in one of these steps.
    """
    fates = fate(case)
    change = (changed_in or which)(case) & changed(fates)
    hide = (hidden_in or which)(case) & hidden(fates)
    inputs = np.where(hide, case.mask_token, np.where(change, other(case), case.tokens))
    labels = np.where((labelled or which)(case), label(case), ignored)
    return Blanks(inputs.astype(dtype).astype(int), labels.astype(dtype).astype(int))


# ── mistakes ──────────────────────────────────────────────────────────────────────────────────


def everywhere(case: Case) -> np.ndarray:
    return np.ones(len(case.tokens), dtype=bool)


def in_words(case: Case) -> np.ndarray:
    return case.word != SPECIAL


def chosen_at_the_rate(case: Case) -> np.ndarray:
    return in_words(case) & (np.append(case.choose, 2.0)[case.word] <= case.rate)


def chosen_and_special_at(least: float) -> Of:
    """The chosen tokens, and at a rate above ``least`` the special ones, too."""
    return lambda case: chosen(case) | ~in_words(case) & (case.rate > least)


def at_least_one(case: Case) -> np.ndarray:
    """The chosen tokens; if there are none, those of the word with the smallest number."""
    if len(case.choose) == 0 or (case.choose < case.rate).any():
        return chosen(case)
    return case.word == case.choose.argmin()


def fixed_number(rounded: Callable[[float], int]) -> Of:
    """The tokens of that share of all words which has the smallest numbers."""
    return lambda case: np.isin(
        case.word, np.argsort(case.choose)[: rounded(case.rate * len(case.choose))]
    )


def without_ends(case: Case) -> np.ndarray:
    positions = np.arange(len(case.word))
    return chosen(case) & (positions > 0) & (positions < len(positions) - 1)


def with_few_digits(round_off: Callable[[np.ndarray], np.ndarray]) -> dict[str, Any]:
    """The keywords for random numbers, and the bounds, that are rounded off."""

    def which(case: Case) -> np.ndarray:
        return in_words(case) & (
            round_off(np.append(case.choose, 1.0))[case.word] < round_off(np.array(case.rate))
        )

    low, high = round_off(np.array([HIDDEN, CHANGED]))
    return {
        "which": which,
        "fate": lambda case: round_off(case.fate),
        "hidden": lambda fate: fate < low,
        "changed": lambda fate: (fate >= low) & (fate < high),
    }


def begins(case: Case) -> np.ndarray:
    """For each token, the place of the first token of its word."""
    return np.array([case.word.tolist().index(w) for w in case.word])


def first_runs(case: Case) -> np.ndarray:
    """The first token of each chosen word, and its neighbours of the same word."""
    run = (np.diff(case.word, prepend=SPECIAL) != 0).cumsum()
    return chosen(case) & (run == run[begins(case)])


def new_tokens(case: Case) -> np.ndarray:
    return right(case).inputs


def chosen_by_token(case: Case) -> np.ndarray:
    """The tokens of words whose own number, not that of their word, is below the rate."""
    return in_words(case) & (np.resize(case.choose, len(case.word)) < case.rate)


def in_turn(numbers: Of) -> Of:
    """Numbers that the chosen tokens alone use up, one after the other."""

    def used(case: Case) -> np.ndarray:
        found, where = numbers(case).copy(), chosen(case)
        found[where] = numbers(case)[: where.sum()]
        return found

    return used


FATES_IN_TURN = {"fate": in_turn(lambda case: case.fate)}


def never(fate: np.ndarray) -> np.ndarray:
    return fate < 0


VARIANTS: Variants = {
    "special-chosen": [
        {"which": lambda case: case.choose[case.word] < case.rate},
        {"which": lambda case: case.choose[case.word.clip(0)] < case.rate},
    ],
    "special-always": [
        {"which": lambda case: chosen(case) | ~in_words(case)},
        {"which": chosen_and_special_at(0.5)},
    ],
    "choose-of-tokens": {"which": chosen_by_token},
    "first-pieces": {
        "which": lambda case: chosen(case) & (begins(case) == np.arange(len(case.word)))
    },
    "word-0-lost": {"which": lambda case: chosen(case) & (case.word != 0)},
    "rate-ignored": {"which": lambda case: chosen(case._replace(rate=0.15))},
    "at-least-one": {"which": at_least_one},
    "fixed-number": [{"which": fixed_number(rounded)} for rounded in (round, math.ceil, int)],
    "not-chosen": {"which": lambda case: in_words(case) & ~chosen(case)},
    "inputs.chapter": {"changed": lambda fate: fate >= CHANGED},
    "inputs.all-hidden": {"hidden": lambda fate: fate >= 0},
    "inputs.elsewhere": [
        {"hidden_in": everywhere, "changed_in": everywhere},
        {"hidden_in": everywhere},
        {"changed_in": everywhere},
        {"changed_in": everywhere, "changed": lambda fate: fate < CHANGED},
    ],
    "inputs.overwritten": {"hidden": never, "changed": lambda fate: fate < CHANGED},
    "inputs.nothing-stays": {"changed": lambda fate: fate >= HIDDEN},
    "inputs.nothing-changed": {"changed": never},
    "inputs.times-the-rate": {"fate": lambda case: case.fate / max(case.rate, 1e-9)},
    "inputs.in-turn": [
        FATES_IN_TURN,
        {**FATES_IN_TURN, "other": in_turn(lambda case: case.other)},
    ],
    "inputs.other-of-the-word": {"other": lambda case: case.other[case.word]},
    "inputs.fate-of-the-word": [
        {"fate": lambda case: case.fate[begins(case)]},
        {"fate": lambda case: case.fate[case.word]},
    ],
    "labels.labels-everywhere": {"labelled": everywhere},
    "labels.labels-of-all-words": {"labelled": in_words},
    "labels.hidden-only": {"labelled": lambda case: new_tokens(case) == case.mask_token},
    "labels.differing-only": {"labelled": lambda case: new_tokens(case) != case.tokens},
    "labels.labels-of-the-others": {"labelled": lambda case: ~chosen(case)},
    "labels.new-tokens": [
        {"label": new_tokens},
        {"label": lambda case: right(case, hidden=never).inputs},
        {"label": lambda case: right(case, changed=never).inputs},
    ],
    "labels.other-number": [{"ignored": 0}, {"ignored": -1}],
}

AT_EDGES: Variants = {
    "at-the-bound": [
        {"which": which, "hidden": hidden, "changed": changed}
        for which, hidden, changed in itertools.product(
            (chosen, chosen_at_the_rate),
            (below_hidden, lambda fate: fate <= HIDDEN),
            (
                from_hidden_to_changed,
                lambda fate: (fate >= HIDDEN) & (fate <= CHANGED),
                lambda fate: (fate > HIDDEN) & (fate < CHANGED),
                lambda fate: (fate > HIDDEN) & (fate <= CHANGED),
            ),
        )
    ],
    "special-at-1": {"which": chosen_and_special_at(0.99)},
    "ends-never-chosen": {"which": without_ends},
    "mask-token-lost": {"which": lambda case: chosen(case) & (case.tokens != case.mask_token)},
    "token-0-lost": [
        {"which": lambda case: chosen(case) & (case.tokens != 0)},
        {"labelled": lambda case: chosen(case) & (case.tokens != 0)},
        {"other": lambda case: np.where(case.other == 0, case.tokens, case.other)},
    ],
    "one-run": {"which": first_runs},
    "few-digits": [
        with_few_digits(lambda numbers: numbers.round(2)),
        with_few_digits(lambda numbers: numbers.round(3)),
        with_few_digits(lambda numbers: numbers.astype(np.float16)),
    ],
    "too-few-bits": [{"dtype": np.int16}, {"dtype": np.float16}],
    "no-word": {},  # right, or an IndexError: only that names it
}


def other_number(labels: np.ndarray, case: Case) -> bool:
    """Whether the labels are right but for one number in place of −100."""
    found = np.unique(labels[~chosen(case)])
    return len(found) == 1 and equals(labels, right(case, ignored=found[0]).labels)


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def draw(
    rng: np.random.Generator,
    sizes: Sequence[int] | np.ndarray,
    rate: float,
    *,
    special: int = 2,
    at_bounds: bool = False,
) -> Case:
    """A random case in which word w has ``sizes[w]`` tokens.

    ``special`` is the number of special tokens: one before the words, the others after them. With
    ``at_bounds``, the random numbers are often equal to their bounds: ``rate``, 0.8 and 0.9.
    """
    word = np.repeat(np.arange(len(sizes)), np.array(sizes, dtype=int))
    word = np.concatenate([[SPECIAL] * min(special, 1), word, [SPECIAL] * max(0, special - 1)])
    n, mask_token = len(word), int(rng.integers(3, 99))
    pool = np.setdiff1d(np.arange(3, 99), [mask_token])
    tokens, other = rng.choice(pool, size=(2, n))
    choose, fate = (rng.integers(100, size=size) / 100 for size in (len(sizes), n))
    not_hidden = rng.random(n) < 0.4  # more than a fifth of them: changed, or left as they are
    fate[not_hidden] = rng.choice(np.r_[81:90, 91:100], size=not_hidden.sum()) / 100
    fate[(fate == HIDDEN) | (fate == CHANGED)] = 0.5
    choose[choose == rate] = rate / 2
    if at_bounds:
        fate = rng.choice([0, HIDDEN, CHANGED, 0.95], size=n)
        choose = rng.choice([0, rate, min(0.99, rate + 0.1)], size=len(sizes))
        other = np.where(rng.random(n) < 0.3, tokens, other)
    return Case(tokens, word.astype(int), choose, fate, other, rate, mask_token)


def all_bounds(rng: np.random.Generator) -> Case:
    """A case that has each bound at a token where it counts."""
    case = draw(rng, [2, 2, 1], 0.5, special=0)
    fate = np.array([CHANGED, HIDDEN, HIDDEN, CHANGED, 0])
    return case._replace(choose=np.array([0, 0, case.rate]), fate=fate, other=case.tokens + 100)


def near_bounds(rng: np.random.Generator) -> Case:
    """A case whose random numbers are near their bounds, and on both sides of them."""
    case = draw(rng, [4, 4], round(float(rng.uniform(0.3, 0.7)), 2))
    both = np.array([-NEAR, NEAR])
    fate = np.add.outer([HIDDEN, CHANGED], both).ravel()
    return case._replace(
        choose=case.rate + rng.permutation(both), fate=np.concatenate([[0.5], fate, fate, [0.5]])
    )


def unusual(rng: np.random.Generator) -> list[Case]:
    """Cases with many mask tokens, with many zeros, and with pieces that stand apart and stay."""
    masked, zeros, split = (draw(rng, sizes, 1) for sizes in ([3, 4], [3, 4], [2, 2]))
    masked.tokens[1::2] = masked.mask_token
    zeros.tokens[1::2], zeros.other[::2], zeros.fate[:] = 0, 0, 0.85
    split.other[:], split.fate[:] = split.tokens, 0.85
    return [masked, zeros, split._replace(word=split.word[[0, 1, 3, 2, 4, 5]])]


def with_large_tokens(case: Case) -> Case:
    return case._replace(tokens=case.tokens + LARGEST_TOKEN - case.tokens.max())


def cases(rng: np.random.Generator) -> Cases:
    def usual() -> Case:
        sizes = rng.integers(1, 4, size=rng.integers(2, 5))
        return draw(rng, sizes, round(float(rng.uniform(0.3, 0.7)), 2))

    ordinary = [
        case
        for part in SHARES
        for case in distinguishing_cases(usual, outputs_of(right, VARIANTS, part), equals)
    ]
    a, b = rng.choice(np.arange(2, 6), size=2, replace=False).tolist()
    full = draw(rng, rng.multinomial(MOST_TOKENS - 102, [1 / 100] * 100) + 1, 0.15)
    bounds = [
        *(draw(rng, [a, 1, b], 0.5, at_bounds=True) for _ in range(5)),
        all_bounds(rng),
        draw(rng, [a, b], 0, at_bounds=True),
        draw(rng, [1], 1),
        draw(rng, [a, b, 1], 1),
        draw(rng, [b, a], 0)._replace(choose=np.array([0.5, 0.05])),
        draw(rng, [1], 0.9, special=0),
        full,
        draw(rng, [a] * 9, 0.4, special=0),
    ]
    empty = [draw(rng, [], rate, special=n) for n, rate in ((1, 0.5), (2, 1), (1, 0), (2, 0))]
    large = [with_large_tokens(case) for case in (draw(rng, [2], 0.5), full)]
    edges = (
        Edge(bounds, ("at-the-bound", "special-at-1", "ends-never-chosen")),
        Edge(empty, ("no-word", "special-at-1")),
        Edge(unusual(rng), ("mask-token-lost", "token-0-lost", "one-run", "special-at-1")),
        Edge([near_bounds(rng), near_bounds(rng)], ("few-digits",)),
        Edge(large, ("too-few-bits",)),
    )
    return Cases(ordinary, edges)


mask_words = Task(
    __name__, right, cases, {**VARIANTS, **AT_EDGES}, {"labels.other-number": other_number},
    same=equals, shares=SHARES, edges_as_a_whole=True, exchangeable=True,
).check  # fmt: skip
