"""One vector for each word: the mean over its pieces of the sum of the top four layers.

Promised domain: 1 to 25 layers, 1 to 100 tokens, widths from 1 to 32; at least one word, and at
    least one piece for each word.
Extremes and special cases, alone and together: fewer than four layers; exactly four; words of one
    piece; words of many pieces; pieces that are equal; words whose pieces stand apart; words in
    another order than their numbers; no special token; one token; all sizes at their largest.
Certain: the numbers are random. Cases are drawn until every two mistakes give different vectors in
    at least one case. A mistake is named only if the student's vectors fit it in all cases.
"""

import functools
import itertools
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from payattention_checks.compare import alike, close
from payattention_checks.distinguishing import distinguishing_cases
from payattention_checks.task import Cases, Edge, Task, Variants, outputs_of

MOST_LAYERS, MOST_TOKENS, LARGEST_WIDTH = 25, 100, 32
TOP = 4  # the number of layers that are added
SPECIAL = -1


class Case(NamedTuple):
    """The arguments of one call: vectors (layers, tokens, d), and the word number of each token."""

    H: np.ndarray
    word: np.ndarray  # −1 for a special token


Join = Callable[[np.ndarray], np.ndarray]
Tokens = Callable[[Case, int], np.ndarray]  # which tokens are pieces of a word, a mask


def as_given(case: Case, w: int) -> np.ndarray:
    return case.word == w


def and_special(case: Case, w: int, word: int) -> np.ndarray:
    return (case.word == w) | (case.word == SPECIAL) & (w == word)


def one_run(case: Case, w: int, which: int) -> np.ndarray:
    """The first (0) or the last (−1) of the word's runs of neighbouring pieces."""
    run = (np.diff(case.word, prepend=SPECIAL - 1) != 0).cumsum()
    return run == run[case.word == w][which]


def from_first_to_last(case: Case, w: int) -> np.ndarray:
    own = case.word == w
    return own.cumsum().astype(bool) & own[::-1].cumsum()[::-1].astype(bool)


def in_order(case: Case) -> list[int]:
    return list(range(case.word.max() + 1))


def in_order_of_appearance(case: Case) -> list[int]:
    return list(dict.fromkeys(case.word[case.word != SPECIAL].tolist()))


def all_numbers(case: Case) -> list[int]:
    return sorted(set(case.word.tolist()))


def from_1_to(more: int) -> Callable[[Case], list[int]]:
    return lambda case: list(range(1, case.word.max() + more))


def right(
    case: Case,
    *,
    layers: Join = lambda H: H[-TOP:].sum(axis=0),
    pieces: Join = lambda vectors: vectors.mean(axis=0),
    tokens: Tokens = as_given,
    words: Callable[[Case], list[int]] = in_order,
    scale: float = 1,
) -> np.ndarray:
    """The words' vectors, (words, d).

    ``layers`` joins the layers of H, and ``pieces`` the vectors of a word's pieces, each along the
    first axis. ``tokens`` finds the pieces of a word, and ``words`` are the words of the rows.
    """
    top = layers(case.H)
    rows = [pieces(top[tokens(case, w)]) for w in words(case)]
    return scale * np.stack(rows) if rows else np.empty((0, top.shape[1]))


VARIANTS: Variants = {
    "layers-averaged": {"scale": 1 / TOP},
    "top-layer": {"layers": lambda H: H[-1]},
    "all-layers": {"layers": lambda H: H.sum(axis=0)},
    "lowest-layers": {"layers": lambda H: H[:TOP].sum(axis=0)},
    "other-layers": [
        {"layers": lambda H: H[-TOP - 1 : -1].sum(axis=0)},
        {"layers": lambda H: H[-TOP + 1 :].sum(axis=0)},
        {"layers": lambda H: H[-TOP - 1 :].sum(axis=0)},
        {"layers": lambda H: H[-TOP]},
        {"layers": lambda H: H[-TOP:-1].sum(axis=0)},
    ],
    "concatenated": {"layers": lambda H: np.concatenate(list(H[-TOP:]), axis=1)},
    "row-of-special": {"words": all_numbers},
    "row-of-each-token": {"words": lambda case: case.word.tolist()},
    "last-word-lost": {"words": lambda case: list(range(case.word.max()))},
    "first-word-lost": [{"words": from_1_to(1)}, {"words": from_1_to(2)}, {"words": from_1_to(0)}],
    "one-piece": [{"pieces": lambda vectors: vectors[0]}, {"pieces": lambda vectors: vectors[-1]}],
    "pieces-added": {"pieces": lambda vectors: vectors.sum(axis=0)},
    "special-counted": [
        {"tokens": lambda case, w: and_special(case, w, case.word.max())},
        {"tokens": lambda case, w: and_special(case, w, 0)},
    ],
}

AT_EDGES: Variants = {
    "one-run": [
        {},  # where a run happens to be the whole word
        {"tokens": functools.partial(one_run, which=0)},
        {"tokens": functools.partial(one_run, which=-1)},
    ],
    "between": {"tokens": from_first_to_last},
    "by-appearance": {"words": in_order_of_appearance},
    "special-expected": [{}, {"words": lambda case: all_numbers(case)[1:]}],
}


def row_for_each_token(output: np.ndarray, case: Case) -> bool:
    """Whether the output holds the summed layers of all tokens of words, in their order."""
    return alike(output, case.H[-TOP:].sum(axis=0)[case.word != SPECIAL])


def transposed(output: np.ndarray, case: Case) -> bool:
    return alike(output.T, right(case))


def lacks_layers(output: np.ndarray, case: Case) -> bool:
    """Whether each of fewer than four layers is added up to twice, and one at least once."""
    n = len(case.H)
    times = list(itertools.product(range(3), repeat=n))[1:] if n < TOP else [(1,) * n]
    weighed = (case.H * np.reshape(each, (n, 1, 1)) for each in times)
    return any(alike(output, right(case._replace(H=H))) for H in weighed)


def lacks_ends(output: np.ndarray, case: Case) -> bool:
    """Whether the output is right without the first and the last token, but for words of these."""
    inner = Case(case.H[:, 1:-1], case.word[1:-1])
    seen_words = [w for w in in_order(case) if w in inner.word]
    if output.shape != right(case).shape:
        return False
    return not seen_words or close(output[seen_words], right(inner, words=lambda inner: seen_words))


def lacks_word_0(output: np.ndarray, case: Case) -> bool:
    return alike(output[1:], right(case)[1:]) and not np.nan_to_num(output[0]).any()


SIGNS = {
    "few-layers": lacks_layers,
    "ends-lost": lacks_ends,
    "word-0-lost": lacks_word_0,
    "row-of-each-token": row_for_each_token,
    "transposed": transposed,
}


def draw(
    rng: np.random.Generator,
    layers: int,
    sizes: np.ndarray | list[int],
    d: int,
    *,
    special: int = 2,
    order: np.ndarray | list[int] | None = None,
) -> Case:
    """A random case with ``sizes[w]`` pieces for word w.

    ``special`` is the number of special tokens: one before the words, the others after them.
    ``order`` is a permutation of all pieces (default: one word after the other).
    """
    word = np.repeat(np.arange(len(sizes)), sizes)
    word = word if order is None else word[order]
    word = np.concatenate([[SPECIAL] * min(special, 1), word, [SPECIAL] * max(0, special - 1)])
    return Case(rng.normal(size=(layers, len(word), d)), word.astype(int))


def usual(rng: np.random.Generator) -> Case:
    sizes = rng.integers(1, 4, size=rng.integers(2, 5))
    return draw(rng, int(rng.integers(9, 12)), sizes, int(rng.integers(2, 5)))


def cases(rng: np.random.Generator) -> Cases:
    apart = distinguishing_cases(lambda: usual(rng), outputs_of(right, VARIANTS), alike)
    first = draw(rng, 5, [1, 2], 1)  # so few numbers that a verdict can show them all
    a, b, c = (int(n) for n in rng.choice(np.arange(2, 7), size=3, replace=False))
    few = [
        draw(rng, 1, [a, 1], 2),
        draw(rng, 2, [1, b], c),
        draw(rng, 3, [a, b, 1], 2),
        draw(rng, TOP, [1, a], b),
        draw(rng, 1, [1], 1, special=0),
        draw(rng, 3, [1], a, special=1),
        Case(np.array([[[1.0], [1.0], [4.0]]]), np.array([0, 0, 0])),
    ]
    split = [
        draw(rng, 5, [2, 1], 1, order=[0, 2, 1]),
        draw(rng, a + 4, [a, b], c),
        *(draw(rng, 6, [a, b, c], 3, order=rng.permutation(a + b + c)) for _ in range(3)),
        draw(rng, 5, [1, 2, 1], 2, order=[3, 1, 0, 2]),  # words 2, 1, 0, 1
    ]
    sizes = rng.multinomial(MOST_TOKENS - 42, [1 / 40] * 40) + 1
    full = draw(rng, MOST_LAYERS, sizes, LARGEST_WIDTH, order=rng.permutation(sizes.sum()))
    return Cases(
        [first._replace(H=first.H.round(2)), draw(rng, 5, [1, 3], 4), *apart, usual(rng)],
        (
            Edge(few, ("few-layers", "special-expected", "ends-lost")),
            Edge([*split, full], ("one-run", "between", "by-appearance")),
        ),
    )


word_vectors = Task(__name__, right, cases, {**VARIANTS, **AT_EDGES}, SIGNS, any_shape=True).check
