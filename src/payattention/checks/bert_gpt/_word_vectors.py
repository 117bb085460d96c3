"""The check of `word_vectors`: one vector for each word, made of the vectors of its pieces."""

import functools
import itertools
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from payattention.checks.apart import cases_that_tell_apart
from payattention.checks.check import Ask, Mistake, Mistakes, UndoableMistake, check, close, judge
from payattention.checks.edges import judge_edges
from payattention.checks.gives import equals_one_of

MOST_LAYERS, MOST_TOKENS, LARGEST_WIDTH = 25, 100, 32
TOP = 4  # the number of layers that are added
SPECIAL = -1


class Pieces(NamedTuple):
    """The arguments of one call: vectors H, (layers, tokens, d), and the word number of each token.

    The word number of a special token is −1.
    """

    H: np.ndarray
    word: np.ndarray


Join = Callable[[np.ndarray], np.ndarray]


def vectors(
    case: Pieces,
    *,
    layers: Join = lambda H: H[-TOP:].sum(axis=0),
    pieces: Join = lambda top: top.mean(axis=0),
    special: int = SPECIAL,
) -> np.ndarray:
    """The words' vectors, (words, d): the right ones or, with other arguments, those of a mistake.

    ``layers`` turns H, (layers, tokens, d), into one array, (tokens, d). ``pieces`` turns the
    vectors of a word's pieces into one. Special tokens get the word number ``special``.
    """
    top = layers(case.H)
    word = np.where(case.word == SPECIAL, special, case.word)
    return np.stack([pieces(top[word == w]) for w in range(case.word.max() + 1)])


def with_special(case: Pieces) -> np.ndarray:
    """The words' vectors if a special token's word number, −1, means the last word."""
    return vectors(case, special=int(case.word.max()))


def one_run(case: Pieces, which: int = 0) -> np.ndarray:
    """The words' vectors if only pieces that stand side by side are joined.

    If a word has several such runs of pieces, the run with its first piece is used, or with
    ``which=-1`` the run with its last piece.
    """
    begins = np.diff(case.word, prepend=SPECIAL - 1) != 0
    run = begins.cumsum()
    kept = [run[i] == run[case.word == w][which] for i, w in enumerate(case.word)]
    return vectors(case._replace(word=np.where(kept, case.word, SPECIAL)))


def by_appearance(case: Pieces) -> np.ndarray:
    """The right vectors of the words, but in the order in which the words begin in the text."""
    return vectors(case)[list(dict.fromkeys(case.word[case.word != SPECIAL].tolist()))]


VECTORS: dict[str, list[Callable[[Pieces], np.ndarray]]] = {
    "right": [vectors],
    "top-layer": [functools.partial(vectors, layers=lambda H: H[-1])],
    "all-layers": [functools.partial(vectors, layers=lambda H: H.sum(axis=0))],
    "lowest-layers": [functools.partial(vectors, layers=lambda H: H[:TOP].sum(axis=0))],
    "other-layers": [
        functools.partial(vectors, layers=lambda H: H[-TOP - 1 : -1].sum(axis=0)),
        functools.partial(vectors, layers=lambda H: H[-TOP + 1 :].sum(axis=0)),
        functools.partial(vectors, layers=lambda H: H[-TOP - 1 :].sum(axis=0)),
        functools.partial(vectors, layers=lambda H: H[-TOP]),
    ],
    "one-piece": [
        functools.partial(vectors, pieces=lambda top: top[0]),
        functools.partial(vectors, pieces=lambda top: top[-1]),
    ],
    "pieces-added": [functools.partial(vectors, pieces=lambda top: top.sum(axis=0))],
    "special-counted": [with_special],
}


@check(
    reread="Chapter 6, [Static and contextual embeddings](06-bert-gpt#static-embeddings)",
    odd_form=True,
)
def word_vectors(ask: Ask, rng: np.random.Generator) -> str:
    """Check a student's vectors of words, made of all pieces of a word in the top four layers.

    Promised domain: 1 to 25 layers, 1 to 100 tokens, widths from 1 to 32; at least one word, and
        at least one piece for each word.
    Extremes and special cases, alone and together: fewer than four layers; exactly four; words of
        one piece; words of many pieces; words whose pieces stand apart; words in another order than
        their numbers; no special token; one token; all sizes at their largest.
    Usual mistakes: one layer, all layers, the lowest four, or other layers near the top are used in
        place of the top four; the layers are averaged; only one piece of each word is used; the
        pieces are added up; special tokens are taken for pieces of the last word. In edge cases: if
        there are fewer than four layers, a slice leaves some out; pieces that stand apart are not
        joined; the rows are in the order in which the words begin.
    Certain: the numbers are random. Cases are drawn until every two of these mistakes give
        different vectors in at least one case. A mistake is named only if the student's vectors fit
        it in all cases.
    """

    def draw(layers, sizes, d, *, special=2, order=None):
        """A random test case with ``sizes[w]`` pieces for word w, and vectors of width d.

        ``special`` is the number of special tokens: one before the words, the others after them.
        ``order`` is a permutation of all pieces (default: one word after the other).
        """
        word = np.repeat(np.arange(len(sizes)), sizes)
        word = word if order is None else word[order]
        word = np.concatenate([[SPECIAL] * min(special, 1), word, [SPECIAL] * max(0, special - 1)])
        return Pieces(rng.normal(size=(layers, len(word), d)), word.astype(int))

    def random_case():
        sizes = rng.integers(1, 4, size=rng.integers(2, 5))
        return draw(int(rng.integers(9, 12)), sizes, int(rng.integers(2, 5)))

    def right(output, case):
        return close(output, vectors(case))

    def makes(name):
        """A predicate ``(output, case)``: whether the output is what the mistake ``name`` gives."""
        return equals_one_of(*VECTORS[name])

    mistakes: Mistakes = [
        UndoableMistake(
            "layers-averaged",
            "The layers are averaged, but their sum is asked for.",
            lambda output, case: (TOP * output, case),
            credit=0.7,
        ),
        Mistake(
            "top-layer",
            "Only the top layer is used. Add up the top four.",
            makes("top-layer"),
            credit=0.4,
        ),
        Mistake(
            "all-layers",
            "All layers are added up. Add up the top four only.",
            makes("all-layers"),
            credit=0.5,
        ),
        Mistake(
            "lowest-layers",
            "These are the lowest four layers. `H[0]` is the lowest, `H[-1]` the top.",
            makes("lowest-layers"),
            credit=0.5,
        ),
        Mistake(
            "other-layers",
            "Other layers are used than the top four. These are `H[-4:]`.",
            makes("other-layers"),
            credit=0.5,
        ),
        Mistake(
            "one-piece",
            "Only one piece of each word is used, the first or the last. Take the mean of all.",
            makes("one-piece"),
            credit=0.4,
        ),
        Mistake(
            "pieces-added",
            "The pieces of a word are added up, so long words have long vectors. Take the mean "
            "of the pieces.",
            makes("pieces-added"),
            credit=0.6,
        ),
        Mistake(
            "special-counted",
            "The special tokens are in the mean of the last word: as an index, −1 is the last.",
            makes("special-counted"),
            credit=0.5,
        ),
    ]

    def judge_at(cases, mistakes):
        ask.announce(cases)
        judge(
            ask,
            cases,
            [ask.array(*case, shape=(int(case.word.max()) + 1, case.H.shape[2])) for case in cases],
            right,
            mistakes,
            shown_beside=lambda output, case: {"Expected": vectors(case)},
            rule="Row w is the mean, over all tokens i with `word[i] == w`, of the sum of the last "
            "four layers at i.",
        )

    small = draw(5, [1, 2], 1)
    judge_at([small, *cases_that_tell_apart(random_case, VECTORS, close), random_case()], mistakes)

    def lacks_layers(output, case):
        """Whether the output is right for H without one or more of its layers."""
        n = len(case.H)
        kept = (list(some) for size in range(n) for some in itertools.combinations(range(n), size))
        return any(close(output, vectors(case._replace(H=case.H[some]))) for some in kept)

    few_layers = Mistake(
        "few-layers",
        "With fewer than four layers, not all of them are added. If your slice begins at "
        "`len(H) - 4`: a negative begin counts from the end.",
        lambda output, case: (
            right(output, case) or (len(case.H) < TOP and lacks_layers(output, case))
        ),
        credit=0.7,
    )
    together = Mistake(
        "one-run",
        "Only pieces that stand side by side are joined. Those of a word may stand apart.",
        equals_one_of(vectors, one_run, functools.partial(one_run, which=-1)),
        credit=0.7,
    )
    appearance = Mistake(
        "by-appearance",
        "The rows are in the order in which the words begin. Row w is that of word w.",
        equals_one_of(by_appearance),
        credit=0.7,
    )
    a, b, c = (int(n) for n in rng.choice(np.arange(2, 7), size=3, replace=False))
    few = [draw(1, [a, 1], 2), draw(2, [1, b], c), draw(3, [a, b, 1], 2), draw(TOP, [1, a], b)]
    few += [draw(1, [1], 1, special=0), draw(3, [1], a, special=1)]
    split = [draw(5, [2, 1], 1, order=[0, 2, 1]), draw(a + 4, [a, b], c, order=None)]
    split += [draw(6, [a, b, c], 3, order=rng.permutation(a + b + c)) for _ in "two"]
    split += [draw(5, [1, 2, 1], 2, order=[3, 1, 0, 2])]  # words 2, 1, 0, 1
    sizes = rng.multinomial(MOST_TOKENS - 42, [1 / 40] * 40) + 1
    full = draw(MOST_LAYERS, sizes, LARGEST_WIDTH, order=rng.permutation(sizes.sum()))
    judge_edges(
        lambda: judge_at(few, [few_layers]),
        lambda: judge_at([*split, full], [together, appearance]),
    )
    return "Features of this kind need no fine-tuning: the encoder runs once, and is left as it is."
