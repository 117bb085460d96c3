"""What a layer over n positions of width d costs: the formulas behind table 1 of Vaswani et al.

    layer            operations        sequential   path                  parameters
    self-attention   8 n d² + 4 n² d   1            1                     4 d²
    recurrent        4 n d²            n            n                     2 d² + d
    convolution      2 k n d²          1            (n − 1) / (k − 1)     k d² + d
    dilated          2 k n d²          1            log_k n               k d² + d
    dense            2 n² d²           1            1                     n² d² + n d

operations   Only matrix products are counted. A multiplication and an addition are two operations.
sequential   The steps that must wait for each other.
path         How many layers, or steps of a recurrent layer, a signal passes from the first position
             to the last. Fractions are rounded up.

Self-attention has one head and four projections. The recurrent layer is `RNNCell`. Each output of a
convolution sees its own position and k − 1 earlier ones; k is the size of the kernel. "Dilated" is
a stack of convolutions whose dilation is 1, k, k², …: layer by layer, they skip more positions. The
dense layer connects all n · d numbers with each other.
Source: Vaswani et al. (2017), section 4, table 1, which gives the orders of growth.
Raises: ValueError if n or d is not a positive whole number, or a kernel is smaller than 2. A kernel
of size 1 would never reach another position.
"""

from math import ceil
from typing import NamedTuple

from payattention.require import require_at_least, require_positive


class LayerCost(NamedTuple):
    """The cost of one layer.

    ``operations`` are those of matrix products. ``sequential`` is the number of steps that must
    wait for each other. ``path`` is the number of layers, or of recurrent steps, that a signal
    passes from the first position to the last.
    """

    operations: int  # of matrix products, for one sequence
    sequential: int  # steps that must wait for each other
    path: int  # layers or steps from one end of the sequence to the other
    parameters: int


def self_attention(n: int, d: int) -> LayerCost:
    """The cost of self-attention over ``n`` positions of width ``d``.

    The four projections (Q, K, V and output) take n · d² multiplications each. The scores take
    n² · d, and the weighted average takes n² · d, too. With the additions, the operations are twice
    as many.
    """
    require_positive(n=n, d=d)
    return LayerCost(8 * n * d**2 + 4 * n**2 * d, sequential=1, path=1, parameters=4 * d**2)


def recurrent(n: int, d: int) -> LayerCost:
    """The cost of a recurrent layer over ``n`` positions of width ``d``.

    At each position, W x_t and U h_{t−1} take d² multiplications each. Step t needs the state of
    step t − 1, so there are ``n`` sequential steps.
    """
    require_positive(n=n, d=d)
    return LayerCost(4 * n * d**2, sequential=n, path=n, parameters=2 * d**2 + d)


def convolution(n: int, d: int, kernel: int) -> LayerCost:
    """The cost of a convolution over ``n`` positions of width ``d``, with k = ``kernel``.

    Operations and parameters are those of one layer. The path is the number of layers needed to
    connect the first and the last position: each layer reaches k − 1 positions further back.
    """
    require_positive(n=n, d=d)
    require_at_least(2, kernel=kernel)
    layers = ceil((n - 1) / (kernel - 1))
    return LayerCost(2 * kernel * n * d**2, 1, layers, kernel * d**2 + d)


def dilated_convolution(n: int, d: int, kernel: int) -> LayerCost:
    """The cost of dilated convolutions, where layer l = 0, 1, … has the dilation k^l.

    k is ``kernel``. Operations and parameters are those of one layer. The path is the number of
    layers needed to cover all ``n`` positions: L layers cover k^L positions.
    """
    require_positive(n=n, d=d)
    require_at_least(2, kernel=kernel)
    layers = 1
    while kernel**layers < n:
        layers += 1
    return LayerCost(2 * kernel * n * d**2, 1, layers, kernel * d**2 + d)


def dense(n: int, d: int) -> LayerCost:
    """The cost of one matrix that maps all n · d inputs to all n · d outputs.

    Such a layer works for one length n only.
    """
    require_positive(n=n, d=d)
    return LayerCost(2 * n**2 * d**2, sequential=1, path=1, parameters=n**2 * d**2 + n * d)
