"""The check of `hybrid_sizes`: the tokens and parameters of a ViT behind convolutions."""

import functools
import itertools
from typing import NamedTuple

import numpy as np
import torch
from torch import nn

from payattention.checks.check import Ask, Mistake, Part, check, judge_parts
from payattention.checks.counts import too_narrow

SMALLEST_IMAGE, LARGEST_IMAGE = 32, 512
MOST_CONVOLUTIONS, MOST_CHANNELS = 5, 1024
LARGEST_WIDTH, MOST_LAYERS, MOST_CLASSES = 2048, 48, 1000
SHARES = {"tokens": 0.2, "stem": 0.3, "encoder": 0.3, "rest": 0.2}  # of the points


class Sizes(NamedTuple):
    """The arguments of one call of the student's `hybrid_sizes`.

    image      the side of the square image, in pixels
    stem       the number of output channels of each convolution
    d          the width of the encoder
    n_layers   the number of layers of the encoder
    n_classes  the number of classes
    """

    image: int
    stem: np.ndarray
    d: int
    n_layers: int
    n_classes: int


@functools.cache
def built(
    image: int, stem: tuple[int, ...], d: int, n_layers: int, n_classes: int
) -> tuple[int, int, int, int]:
    """Count the tokens, and the parameters in the stem, the encoder and the rest of a ViT.

    The stem is the convolutions and their norms. The rest is the embedding, [CLS], the positions
    and the classifier.
    """

    def parameters(*modules: nn.Module) -> int:
        return sum(p.numel() for module in modules for p in module.parameters())

    with torch.device("meta"):
        x, convolutions = torch.zeros(1, 3, image, image), 0
        for a, b in itertools.pairwise((3, *stem)):
            convolution = nn.Conv2d(a, b, 3, stride=2, padding=1)
            convolutions += parameters(convolution, nn.BatchNorm2d(b))
            x = convolution(x)
        layer = nn.TransformerEncoderLayer(d, 1, 4 * d, norm_first=True)
        encoder = n_layers * parameters(layer) + parameters(nn.LayerNorm(d))
        tokens = 1 + x.shape[2] ** 2
        rest = parameters(nn.Linear(stem[-1], d), nn.Linear(d, n_classes)) + d + tokens * d
    return tokens, convolutions, encoder, rest


@check(
    reread="Chapter 7, [Sizes](07-vit#vit-sizes) and "
    "Chapter 6, [Parameters and training cost](06-bert-gpt#sizes)",
    odd_form=True,
)
def hybrid_sizes(ask: Ask, rng: np.random.Generator) -> str:
    """Check four numbers: the tokens of a ViT behind convolutions, and parameters in three parts.

    The parts are the stem (the convolutions with their norms), the encoder, and the rest.

    Promised domain: images of 32 to 512 pixels a side; 1 to 5 convolutions with 1 to 1024 channels;
        widths from 1 to 2048, 1 to 48 layers, 1 to 1000 classes.
    Extremes and special cases, alone and together: sides that are odd from the beginning, or after
        some convolutions; one convolution; one layer, one class, a width of 1, one channel; all
        sizes at their largest, where numbers exceed 2³¹.
    Usual mistakes: in the tokens, [CLS] is missing; a side is rounded down; the side is not
        squared; the side is halved only once or never. In the stem, biases are missing; norms are
        missing; running statistics are counted; each convolution reads three channels; the kernel
        is not squared. In the encoder, only one layer is counted; biases are missing; norms are
        missing; the last norm is missing; W_O is missing; the feed-forward network has one matrix;
        the feed-forward network has a hidden layer of width d; each layer has three norms. In the
        rest, [CLS] is missing; the positions are missing; the embedding is missing; the classifier
        is missing; d numbers, such as a bias, are missing; the embedding reads other channels; the
        embedding reads 3 × 3 pixels, not one; the classifier reads all tokens. In all numbers, the
        code overflows or rounds in 32 bits.
    Certain: each number is judged separately, and a mistake is named only if it gives this number
        in all test cases.
    """

    def steps(case):
        """The pairs (channels in, channels out), one for each convolution."""
        channels = [3, *case.stem.tolist()]
        return list(itertools.pairwise(channels))

    def measured(case):
        numbers = built(case.image, tuple(case.stem.tolist()), *case[2:])
        return dict(zip(("tokens", "stem", "encoder", "rest"), numbers, strict=True))

    def less(case, **missing):
        """The four right numbers by name, less what is ``missing``: `less(case, rest=case.d)`."""
        return {name: number - missing.get(name, 0) for name, number in measured(case).items()}

    def with_tokens(case, tokens):
        """The four numbers by name, for ``tokens`` tokens, each with a position vector."""
        missing = measured(case)["tokens"] - tokens
        return less(case, tokens=missing, rest=missing * case.d)

    def one_layer(case):
        return (measured(case)["encoder"] - 2 * case.d) // case.n_layers

    def side(case):
        return round((measured(case)["tokens"] - 1) ** 0.5)

    def floored(case):
        return case.image // 2 ** len(case.stem)

    def unpadded(case):
        size = case.image
        for _ in case.stem:
            size = (size - 3) // 2 + 1
        return size

    def mistakes_in(name):
        """The usual mistakes in the number ``name``: "tokens", "stem", "encoder" or "rest"."""

        def of(*others):
            return lambda number, case: any(number == other(case)[name] for other in others)

        def out(case):
            return sum(b for _, b in steps(case))

        def kernels(case, side=3):
            return sum(side * a * b for a, b in steps(case))

        known = [
            Mistake(
                "no-class-token",
                "[CLS] is missing. It is a token, and has a position.",
                of(lambda c: less(c, tokens=1, rest=2 * c.d)),
                credit=0.5,
            ),
            Mistake(
                "one-vector-missing",
                "d numbers are missing: the vector of [CLS], its position, or the bias of the "
                "embedding.",
                of(lambda c: less(c, rest=c.d)),
                credit=0.5,
            ),
            Mistake(
                "rounded-down",
                "An odd side is rounded down, or the convolutions are not padded. They halve it "
                "and round up, one after the other.",
                of(
                    lambda c: with_tokens(c, 1 + floored(c) ** 2),
                    lambda c: with_tokens(c, 1 + unpadded(c) ** 2),
                ),
                credit=0.5,
            ),
            Mistake(
                "not-squared",
                "This counts the tokens along one side. The image has two.",
                of(lambda c: with_tokens(c, 1 + side(c))),
                credit=0.3,
            ),
            Mistake(
                "halved-once",
                "The image is halved once, or not at all. Each convolution halves it.",
                of(
                    lambda c: with_tokens(c, 1 + ((c.image + 1) // 2) ** 2),
                    lambda c: with_tokens(c, 1 + c.image**2),
                ),
                credit=0.3,
            ),
            Mistake(
                "no-stem-bias",
                "One number for each channel is missing: the bias of the convolution, or the gain "
                "or the bias of its norm.",
                of(lambda c: less(c, stem=out(c))),
                credit=0.5,
            ),
            Mistake(
                "no-stem-norm",
                "The norms of the stem are missing: gain and bias for each channel.",
                of(lambda c: less(c, stem=2 * out(c))),
                credit=0.5,
            ),
            Mistake(
                "statistics-counted",
                "Running means and variances are counted. They are measured, not learned: no "
                "parameters.",
                of(lambda c: less(c, stem=-2 * out(c))),
                credit=0.5,
            ),
            Mistake(
                "colours-into-each",
                "Each convolution is counted as if it read the three colours. All but the first "
                "read the channels of the one before.",
                of(lambda c: less(c, stem=sum(9 * (a - 3) * b for a, b in steps(c)))),
                credit=0.3,
            ),
            Mistake(
                "kernel-not-squared",
                "A kernel of 3 × 3 has 9 places for each pair of channels.",
                of(
                    lambda c: less(c, stem=kernels(c, side=6)),
                    lambda c: less(c, stem=kernels(c, side=8)),
                ),
                credit=0.3,
            ),
            Mistake(
                "one-layer",
                "One layer is counted. There are `n_layers`.",
                of(
                    lambda c: less(c, encoder=measured(c)["encoder"] - one_layer(c)),
                    lambda c: less(c, encoder=measured(c)["encoder"] - one_layer(c) - 2 * c.d),
                ),
                credit=0.3,
            ),
            Mistake(
                "no-layer-bias",
                "The biases of a layer are missing: of the four matrices of attention, of the two "
                "of the network, or of all.",
                of(
                    lambda c: less(c, encoder=9 * c.d * c.n_layers),
                    lambda c: less(c, encoder=4 * c.d * c.n_layers),
                    lambda c: less(c, encoder=5 * c.d * c.n_layers),
                    lambda c: less(c, encoder=3 * c.d * c.n_layers),
                ),
                credit=0.5,
            ),
            Mistake(
                "last-norm-in-each",
                "A third LayerNorm is counted in each layer. One stands behind the last layer "
                "alone.",
                of(lambda c: less(c, encoder=-2 * c.d * (c.n_layers - 1))),
                credit=0.5,
            ),
            Mistake(
                "hidden-width",
                "The feed-forward network is counted with a hidden layer of another width. It has "
                "4 d hidden numbers.",
                of(lambda c: less(c, encoder=(6 * c.d**2 + 3 * c.d) * c.n_layers)),
                credit=0.5,
            ),
            Mistake(
                "norms-forgotten",
                "LayerNorms are missing, or their biases. Each layer has two, and one stands "
                "behind the last layer.",
                of(
                    lambda c: less(c, encoder=2 * c.d),
                    lambda c: less(c, encoder=4 * c.d * c.n_layers),
                    lambda c: less(c, encoder=4 * c.d * c.n_layers + 2 * c.d),
                    lambda c: less(c, encoder=2 * c.d * c.n_layers),
                    lambda c: less(c, encoder=(2 * c.n_layers + 1) * c.d),
                ),
                credit=0.5,
            ),
            Mistake(
                "no-output",
                "W_O is missing: the fourth matrix of attention.",
                of(
                    lambda c: less(c, encoder=(c.d**2 + c.d) * c.n_layers),
                    lambda c: less(c, encoder=c.d**2 * c.n_layers),
                ),
                credit=0.5,
            ),
            Mistake(
                "one-matrix",
                "The feed-forward network has two matrices. One is counted.",
                of(
                    lambda c: less(c, encoder=4 * c.d**2 * c.n_layers),
                    lambda c: less(c, encoder=(4 * c.d**2 + c.d) * c.n_layers),
                    lambda c: less(c, encoder=(4 * c.d**2 + 4 * c.d) * c.n_layers),
                ),
                credit=0.5,
            ),
            Mistake(
                "embedding-forgotten",
                "The map from the stem's channels to the width is missing.",
                of(
                    lambda c: less(c, rest=(int(c.stem[-1]) + 1) * c.d),
                    lambda c: less(c, rest=int(c.stem[-1]) * c.d),
                ),
                credit=0.5,
            ),
            Mistake(
                "embedding-reads-others",
                "The map in front reads the channels of the last convolution, not the colours, nor "
                "the channels of the first.",
                of(
                    lambda c: less(c, rest=(int(c.stem[-1]) - 3) * c.d),
                    lambda c: less(c, rest=int(c.stem[-1] - c.stem[0]) * c.d),
                ),
                credit=0.5,
            ),
            Mistake(
                "patch-of-pixels",
                "The map in front is counted for patches of 3 × 3 pixels. It reads one pixel.",
                of(lambda c: less(c, rest=-8 * int(c.stem[-1]) * c.d)),
                credit=0.5,
            ),
            Mistake(
                "all-tokens-classified",
                "The classifier is counted as if it read all tokens. It reads [CLS] alone.",
                of(lambda c: less(c, rest=(1 - measured(c)["tokens"]) * c.d * c.n_classes)),
                credit=0.5,
            ),
            Mistake(
                "positions-forgotten",
                "The positions are missing: a vector for each token.",
                of(lambda c: less(c, rest=measured(c)["tokens"] * c.d)),
                credit=0.5,
            ),
            Mistake(
                "head-forgotten",
                "The classifier is missing, or its bias.",
                of(
                    lambda c: less(c, rest=(c.d + 1) * c.n_classes),
                    lambda c: less(c, rest=c.n_classes),
                ),
                credit=0.5,
            ),
        ]
        return [*known, *too_narrow(lambda case: measured(case)[name])]

    def is_measured(name):
        return lambda number, case: number == measured(case)[name]

    def drawn(n_convolutions):
        stem = rng.choice(np.arange(4, 99), size=n_convolutions, replace=False)
        image, d, layers, classes = (
            int(rng.integers(*bounds)) for bounds in ((40, 300), (8, 99), (2, 12), (2, 99))
        )
        return Sizes(image, stem, d, layers, classes)

    cases = [Sizes(33, np.array([2, 4]), 5, 2, 3), Sizes(224, np.array([64, 128, 256]), 64, 4, 10)]
    cases += [drawn(n) for n in (2, 3, 4, 5)]
    cases += [drawn(3)._replace(**{size: 1}) for size in ("d", "n_layers", "n_classes")]
    cases += [drawn(1), drawn(1)._replace(stem=np.array([1]))]
    cases += [Sizes(SMALLEST_IMAGE, np.ones(MOST_CONVOLUTIONS, dtype=int), 1, 1, 1)]
    stem = np.full(MOST_CONVOLUTIONS, MOST_CHANNELS)
    cases += [Sizes(LARGEST_IMAGE - 1, stem - 1, LARGEST_WIDTH - 1, MOST_LAYERS - 1, 999)]
    cases += [Sizes(LARGEST_IMAGE, stem, LARGEST_WIDTH, MOST_LAYERS, MOST_CLASSES)]
    names = tuple(SHARES)
    ask.announce(cases)
    judge_parts(
        ask,
        cases,
        [ask.numbers(*case, names=names) for case in cases],
        [Part(name, is_measured(name), mistakes_in(name), SHARES[name]) for name in names],
        shown_beside=lambda answer, case: {"Expected": measured(case)},
        rule="Each number counts all entries of the learned matrices and vectors in the text.",
    )
    return "Half the side is a quarter of the tokens, and a sixteenth of the scores."
