"""The order in which an answer returns the parts of its output: found out, and corrected."""

import functools
import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from payattention_checks.calls import called
from payattention_checks.read import SHAPES_CACHED, Shape, shape_but_for_ones, shape_fits, shape_of
from payattention_checks.wrong import Wrong

Right = Callable[[Any, Any], bool]


class PartOrder:
    """The order of the parts in all outputs of one answer, once an output shows it.

    ``slip`` is the reason to take a share of the points if it is not the required order.
    """

    def __init__(self, task: str):
        self.task = task
        self.order: tuple[int, ...] | None = None
        self.slip: Wrong | None = None

    def arranged(
        self, output: Sequence[Any], arguments: Sequence[Any], shapes: dict[str, Shape | None]
    ) -> Sequence[Any]:
        """Return the parts of an output in the required order, if the order is known.

        ``output`` is what the student's function returned for ``arguments``. ``shapes`` maps each
        part's name to its right shape, in the required order.

        The order becomes known from the first output whose shapes show it. If the right shapes are
        (3, 2) and (3,), an output of shapes (3,) and (3, 2) shows that the parts are swapped. If
        both right shapes are (3, 3), an output shows nothing. If the shapes do not fit the required
        order but fit several others, the first of these is taken. All later outputs are rearranged
        in the same way. While the order is unknown, the output is returned unchanged. It is also
        returned unchanged if a right shape is None.
        """
        wanted = list(shapes.values())
        if any(shape is None for shape in wanted):
            return output
        if self.order is None:
            fitting = orders_that_fit(output, wanted)
            required = tuple(range(len(wanted)))
            if not fitting or (required in fitting and len(fitting) > 1):
                return output
            self._settle(fitting[0], tuple(shapes), arguments)
        return output if self.order is None else [output[i] for i in self.order]

    def exchanged(
        self,
        cases: Sequence[tuple],
        outputs: Sequence[Any],
        rights: Mapping[str, Right],
        n_arguments: int | None = None,
    ) -> Sequence[Any]:
        """Return ``outputs``; if two parts are in the wrong order, swap them in each output.

        ``outputs`` are results of `Ask.parts`, one for each of ``cases``. Their first two parts
        have the same shape, so the shapes do not show the order. ``rights`` says when each of the
        two is right.

        The parts are swapped if two things are true. Without a swap, neither part is right in all
        cases. With the parts swapped, at least one part is right in all cases. After a swap, later
        calls of `Ask.parts` with known shapes swap the parts, too.
        """

        def ever_right(indices: tuple[int, int]) -> bool:
            return any(
                all(
                    not isinstance(output[i], Wrong) and right(output[i], case)
                    for output, case in zip(outputs, cases, strict=True)
                )
                for i, right in zip(indices, rights.values(), strict=True)
            )

        if ever_right((0, 1)) or not ever_right((1, 0)):
            return outputs
        names = outputs[0]._fields
        first, second, *others = self.order or range(len(names))
        self._settle((second, first, *others), names, cases[0][:n_arguments])
        return [output._make((output[1], output[0], *output[2:])) for output in outputs]

    def _settle(
        self, order: tuple[int, ...], names: Sequence[str], arguments: Sequence[Any]
    ) -> None:
        """Store the order in which the student's function returns parts.

        ``order`` holds, for each of ``names``, the index of that part in the output. ``arguments``
        are the arguments of a call whose output shows the order.
        """
        self.order = order
        if list(order) != sorted(order):
            feedback = f"All is right, but in the wrong order: return `{', '.join(names)}`."
            self.slip = Wrong("wrong-order", feedback, called(self.task, arguments), credit=0.8)


def orders_that_fit(
    parts: Sequence[Any], shapes: Sequence[Shape | None]
) -> Sequence[tuple[int, ...]]:
    """The orders in which the parts have the shapes, or nearly so: but for axes of length 1."""
    return orders_of_shapes(tuple(map(shape_of, parts)), tuple(shapes))


@functools.lru_cache(SHAPES_CACHED)
def orders_of_shapes(
    found: tuple[tuple[int, ...] | None, ...], wanted: tuple[Shape | None, ...]
) -> Sequence[tuple[int, ...]]:
    def fitting(fits: Callable[[tuple[int, ...], Shape], bool]) -> list[tuple[int, ...]]:
        return [
            order
            for order in itertools.permutations(range(len(wanted)))
            if all(
                (shape := found[i]) is not None and want is not None and fits(shape, want)
                for i, want in zip(order, wanted, strict=True)
            )
        ]

    return fitting(shape_fits) or fitting(
        lambda shape, want: shape_fits(shape, want) or shape_but_for_ones(shape, want) is not None
    )
