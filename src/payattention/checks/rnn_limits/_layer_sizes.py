"""Check of `layer_sizes`: how many layers and parameters three networks need for a sequence."""

import functools
import math
from typing import NamedTuple

import numpy as np
from torch import nn

from payattention.checks.check import Ask, Mistake, Part, check, judge_parts
from payattention.checks.counts import in_32_bits
from payattention.checks.edges import judge_edges

LARGEST = 2000
NAMES = ("layers", "convolution", "dense", "recurrent")


class Sizes(NamedTuple):
    """A test case: the length n of a sequence, the width d of its items, and a kernel size k."""

    n: int
    d: int
    k: int


@functools.cache
def parameters(kind: type[nn.Module], *sizes: int) -> int:
    """The number of parameters of the torch layer ``kind(*sizes)``."""
    return sum(p.numel() for p in kind(*sizes, device="meta").parameters())


@check(
    reread="Chapter 1, [Convolutions and dense layers](01-rnn-limits#cnn-fixed)",
    odd_form=True,
)
def layer_sizes(ask: Ask, rng: np.random.Generator) -> str:
    """Check four numbers: the layers in a stack of convolutions, and three networks' parameters.

    The stack has the fewest layers with which the last output depends on the first item. The three
    networks are this stack, a dense layer, and a recurrent network.

    Promised domain: n and k from 2 to 2000, d from 1 to 2000, all integers.
    Extremes and special cases, alone and together: n = 2; k = 2; k = n, n − 1, n + 1 and far above
        n; n − 1 a multiple of k − 1, and 1 more than a multiple; d = 1; the example of the
        question; at edge cases, sizes of 2000, with which two of the counts exceed 2³¹.
    Usual mistakes: each layer is taken to reach k positions further, not k − 1; each layer is taken
        to reach half a kernel further; there is one layer too many or too few; the number of layers
        is not rounded up; the kernels are taken for dilated ones; the parameters are those of one
        layer, not of the stack; the parameters are those of a stack with a wrong number of layers;
        biases are missing; two biases are counted in place of one; a factor of the width is
        missing; a factor of the length is missing; the recurrent network's parameters are counted
        once for each step; the numbers are stored in 32 bits, which are too few.
    Certain: Each of the four numbers is judged separately. The feedback names a mistake only if the
        mistake gives that number in all cases.
    """

    def reaches(layers, case):
        """Whether ``layers`` is the fewest with which the last output depends on the first item."""
        missing = case.n - 1 - layers * (case.k - 1)  # positions that the layers do not reach
        return layers % 1 == 0 and 1 - case.k < missing <= 0

    def is_stack(number, case, layer):
        """Whether ``number`` is ``layer`` times the right number of layers.

        ``layer`` is the number of parameters in one layer.
        """
        return number % layer == 0 and reaches(number // layer, case)

    def convolution(case):
        return parameters(nn.Conv1d, case.d, case.d, case.k)

    def dense(case):
        return parameters(nn.Linear, case.n * case.d, case.n * case.d)

    def recurrent(case):
        return parameters(nn.RNNCell, case.d, case.d) - case.d  # torch has two biases, we one

    right = {
        "layers": reaches,
        "convolution": lambda number, case: is_stack(number, case, convolution(case)),
        "dense": lambda number, case: number == dense(case),
        "recurrent": lambda number, case: number == recurrent(case),
    }

    def expected(case):
        """The four right numbers for a test case, by name."""
        layers = next(layers for layers in range(1, case.n) if reaches(layers, case))
        return {
            "layers": layers,
            "convolution": layers * convolution(case),
            "dense": dense(case),
            "recurrent": recurrent(case),
        }

    def one_of(*counts):
        return lambda number, case: number in [count(*case) for count in counts]

    def stack_of_one(*sizes):
        return lambda number, case: any(is_stack(number, case, size(*case)) for size in sizes)

    about_layers = [
        Mistake(
            "k-each",
            "Each layer is said to bring k positions more. Its own position is one of the k: it "
            "brings k − 1.",
            one_of(lambda n, d, k: -(-n // k), lambda n, d, k: -(-(n - 1) // k)),
            credit=0.5,
        ),
        Mistake(
            "half-kernel",
            "Each layer is said to bring half a kernel. Here the kernel does not lie around its "
            "position: it ends there, and all its other positions lie before.",
            one_of(
                lambda n, d, k: -(-2 * (n - 1) // (k - 1)), lambda n, d, k: -(-(n - 1) // (k // 2))
            ),
            credit=0.5,
        ),
        Mistake(
            "not-whole",
            "A number of layers is whole: round up.",
            lambda number, case: math.isclose(number, (case.n - 1) / (case.k - 1)),
            credit=0.5,
        ),
        Mistake(
            "one-too-few",
            "One layer too few at some lengths, or at all: the first item does not reach the last "
            "output yet.",
            lambda number, case: reaches(number, case) or reaches(number + 1, case),
            credit=0.5,
        ),
        Mistake(
            "one-too-many",
            "One layer too many at some lengths, or at all: with one fewer the last output depends "
            "on the first item already.",
            lambda number, case: reaches(number, case) or reaches(number - 1, case),
            credit=0.5,
        ),
        Mistake(
            "dilated",
            "This grows with the logarithm of n, as if the kernels had growing gaps (dilations). "
            "Here each kernel covers neighbours.",
            one_of(
                lambda n, d, k: math.ceil(math.log(n) / math.log(k)),
                lambda n, d, k: math.ceil(math.log2((n - 1) / (k - 1) + 1)),
                lambda n, d, k: math.ceil(math.log2(n)),
            ),
            credit=0.25,
        ),
    ]
    about_convolution = [
        Mistake(
            "one-layer",
            "These are the parameters of one layer. The stack has several.",
            one_of(lambda n, d, k: k * d**2 + d),
            credit=0.5,
        ),
        Mistake(
            "biases",
            "The biases are not counted, or not all: each output number of each layer has one.",
            stack_of_one(
                lambda n, d, k: k * d**2, lambda n, d, k: k * d**2 + 1, lambda n, d, k: k * d**2 + k
            ),
            credit=0.5,
        ),
        Mistake(
            "bias-and-height",
            "The bias of a layer counts as one number: it is a vector of d. And the stack has not "
            "the right number of layers.",
            lambda number, case: (
                (number > 0 or case.n < case.k) and number % (case.k * case.d**2 + 1) == 0
            ),
            credit=0.25,
        ),
        Mistake(
            "biases",
            "The biases are counted once for all layers. Each layer has its own.",
            lambda number, case: is_stack(number - case.d, case, case.k * case.d**2),
            credit=0.5,
        ),
        Mistake(
            "width-forgotten",
            "A width is missing. At each of its k positions a kernel holds a d × d matrix: every "
            "output number depends on every number of the item there.",
            stack_of_one(lambda n, d, k: k * d + d, lambda n, d, k: k * d, lambda n, d, k: k + 1),
            credit=0.25,
        ),
        Mistake(
            "once-for-each",
            "One layer's parameters are counted once for each position. A kernel is the same at "
            "all positions.",
            one_of(lambda n, d, k: n * (k * d**2 + d)),
            credit=0.25,
        ),
        Mistake(
            "not-whole",
            "The number of layers is not whole: round up.",
            lambda number, case: math.isclose(
                number * (case.k - 1), convolution(case) * (case.n - 1), rel_tol=1e-9
            ),
            credit=0.5,
        ),
        Mistake(
            "other-height",
            "Each layer is counted right, but not the number of layers.",
            lambda number, case: (
                (number > 0 or case.n < case.k) and number % convolution(case) == 0
            ),
            credit=0.5,
        ),
    ]
    about_dense = [
        Mistake(
            "biases",
            "The biases are not counted, or not all: each of the n · d output numbers has one.",
            one_of(*[lambda n, d, k, b=b: (n * d) ** 2 + (0, 1, n, d)[b] for b in range(4)]),
            credit=0.5,
        ),
        Mistake(
            "width-forgotten",
            "A width is missing. All n · d numbers of the input go into each of the n · d numbers "
            "of the output.",
            one_of(
                lambda n, d, k: n**2 + n,
                lambda n, d, k: n**2 * d + n * d,
                lambda n, d, k: n**2 * d + n,
                lambda n, d, k: n**2 * d,
                lambda n, d, k: n**2,
            ),
            credit=0.25,
        ),
        Mistake(
            "length-forgotten",
            "A length is missing: n positions go in, and n come out. Between each two of them "
            "stands a d × d matrix of its own.",
            one_of(
                lambda n, d, k: d**2 + d,
                lambda n, d, k: n * d**2 + d,
                lambda n, d, k: n * d**2 + n * d,
                lambda n, d, k: n * d**2,
            ),
            credit=0.25,
        ),
    ]
    about_recurrent = [
        Mistake(
            "two-biases",
            "There are two biases in it, as in torch's `nn.RNNCell`. The formula has one.",
            one_of(lambda n, d, k: 2 * d**2 + 2 * d),
            credit=0.5,
        ),
        Mistake(
            "biases",
            "The bias is not counted, or counted as one number. Each number of the state has one.",
            one_of(lambda n, d, k: 2 * d**2, lambda n, d, k: 2 * d**2 + 1),
            credit=0.5,
        ),
        Mistake(
            "once-for-each",
            "The parameters are counted once for each step. All steps share W, U and b.",
            one_of(lambda n, d, k: n * (2 * d**2 + d), lambda n, d, k: (n - 1) * (2 * d**2 + d)),
            credit=0.5,
        ),
        Mistake(
            "matrix-forgotten",
            "A matrix is missing: W reads the item, U the state before.",
            one_of(lambda n, d, k: d**2 + d, lambda n, d, k: d**2),
            credit=0.25,
        ),
    ]

    def stack_wraps(number, case):
        wraps = (number + turns * 2**32 for turns in range(8))  # enough for the largest stack
        return any(is_stack(total, case, convolution(case)) for total in wraps)

    def stack_rounds(number, case):
        height = np.round(number / convolution(case))
        near = math.isclose(number, height * convolution(case), rel_tol=1e-6)
        return near and reaches(height, case)

    def dense_wraps(number, case):
        return (number - dense(case)) % 2**32 == 0

    def dense_rounds(number, case):
        return math.isclose(number, dense(case), rel_tol=1e-6)

    mistakes = {
        "layers": about_layers,
        "convolution": [*about_convolution, *in_32_bits(stack_wraps, stack_rounds)],
        "dense": [*about_dense, *in_32_bits(dense_wraps, dense_rounds)],
        "recurrent": about_recurrent,
    }

    def judge_at(cases):
        ask.announce(cases)
        judge_parts(
            ask,
            cases,
            [ask.numbers(*case, names=NAMES) for case in cases],
            [Part(name, right[name], mistakes[name], share=1 / 4) for name in NAMES],
            shown_beside=lambda answer, case: {"Expected": expected(case)},
            rule="`layers` is the smallest number that bridges n − 1 positions, k − 1 with each "
            "layer; the others count every entry of the matrices and vectors in the formulas.",
        )

    cases = [Sizes(7, 2, 3), Sizes(8, 3, 3), Sizes(9, 5, 4), Sizes(12, 7, 2), Sizes(40, 4, 9)]
    for _ in "four":
        n, d, k = rng.integers((20, 2, 3), (60, 20, 12)).tolist()
        cases.append(Sizes(n, d, k))
    k, times = rng.integers((3, 4), (12, 9)).tolist()
    cases += [Sizes(times * (k - 1) + more, int(rng.integers(2, 20)), k) for more in (0, 1, 2)]
    n = int(rng.integers(10, 99))
    cases += [Sizes(n, 6, k) for k in (n - 1, n, n + 1, 2)]
    cases += [Sizes(2, 3, 2), Sizes(2, 1, 5), Sizes(n, 1, 4)]
    judge_at(cases)
    large = [Sizes(LARGEST, 1, 2), Sizes(n, 2, LARGEST), Sizes(LARGEST, 3, LARGEST)]
    large += [Sizes(LARGEST, LARGEST, 2), Sizes(LARGEST - n, LARGEST - 1, 3)]
    judge_edges(lambda: judge_at(large))
    return "Only the dense layer grows with the square of the length; the recurrent one not at all."
