"""Call the student's function, the *answer*, and read its output; a fault becomes a `Wrong`."""

import itertools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from payattention_checks.read import (
    Shape,
    arrays_named,
    as_array,
    as_number,
    copied,
    same,
    shape_fits,
)
from payattention_checks.show import describe, kind_of, shorten, show_call, show_shape, where
from payattention_checks.verdict import Finding

# The messages of NumPy and torch for shapes that do not broadcast, and what to say about them.
BROADCAST = "broadcast|must match the size of tensor"
BROADCAST_SAYS = (
    "Are the sizes themselves wrong? Then look at the `axis` of a sum, mean or argmax before. If "
    "not: shapes are lined up from their last axis, so `(n,)` counts as a row, `(1, n)`; where "
    "each of n rows has a number of its own, make it a column, `x[:, None]`."
)
# Messages for a matrix product whose inner sizes differ, and what to say about them.
PRODUCT = (
    "matmul: Input operand|shapes .* not aligned|cannot be multiplied|batch2 tensor to be|"
    "size mismatch, got input|inconsistent tensor size"
)
PRODUCT_SAYS = (
    "In `a @ b`, each row of a meets each column of b: `(n, k) @ (k, m)` is `(n, m)`, so the last "
    "size of a must be the second to last of b. Is one of them to be transposed, or are they in "
    "the wrong order?"
)
# Messages for `and`, `or`, `not`, `if` or a < b < c with a whole array, and what to say about them.
TRUTH = "truth value of an array|value of Tensor with more than one value is ambiguous"
TRUTH_SAYS = (
    "`and`, `or`, `not`, `if` and `a < b < c` want one truth value, not one for each entry. Entry "
    "by entry it is `&`, `|`, `~`, with each comparison in parentheses: `(0 <= x) & (x < n)`."
)


FREED = 16  # arrays; NumPy itself keeps seven of a size for later


class Wrong(Exception):
    """Raised inside a check if the student's function is wrong; it holds the reason.

    ``name`` is the name of the mistake, and ``says`` is the feedback about it. ``details`` are
    labelled lines below the feedback, such as the failing call. ``credit`` is the share of the
    points, 0 to 1, that the student keeps. If the student made several mistakes, ``findings`` lists
    them, and ``says`` describes all of them. ``error`` is the class of an exception that the
    student's function raised.
    """

    def __init__(
        self,
        name: str,
        says: str,
        details: Mapping[str, str] | None = None,
        *,
        credit: float = 0.0,
        findings: Sequence[Finding] = (),
        error: str = "",
    ):
        super().__init__(says)
        self.name, self.says, self.credit, self.details = name, says, credit, dict(details or {})
        self.error = error
        self.findings = tuple(findings) or (Finding(name, says),)


class Ask:
    """Calls the student's function (the answer) with copied arguments; errors become `Wrong`."""

    def __init__(self, task: str, answer: Any):
        self.task, self.answer = task, answer
        self.calls = 0
        self.changed: Wrong | None = None
        self.order: tuple[int, ...] | None = None  # of the answer's parts, once known
        self.disorder: Wrong | None = None

    def __call__(self, *arguments: Any) -> Any:
        """Call the student's function with copies of ``arguments``; return its output, of any type.

        Raises `Wrong` if the function cannot be called, raises an error or returns None.
        """
        if not callable(self.answer):
            kind = kind_of(self.answer)
            raise Wrong("not-a-function", f"{self.task} must be a function, but it is {kind}.")
        given = copied(arguments, {})
        self.calls += 1
        try:
            output = self.answer(*given)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            if isinstance(error, NotImplementedError) and not error.args:
                says = "Nothing here yet: put your code in place of `raise NotImplementedError()`."
                raise Wrong("not-yet", says) from None
            says = f"{self.task} raised {describe(error)}"
            shown = self._called(arguments) | where(error, self.answer)
            if re.search(BROADCAST, says):
                raise Wrong("broadcast", f"{says}\n{BROADCAST_SAYS}", shown) from None
            if re.search(PRODUCT, says):
                raise Wrong("matrix-product", f"{says}\n{PRODUCT_SAYS}", shown) from None
            if re.search(TRUTH, says):
                raise Wrong("truth-of-array", f"{says}\n{TRUTH_SAYS}", shown) from None
            raise Wrong("raised", says, shown, error=type(error).__name__) from None
        if output is None:
            says = f"{self.task} returned None. Does every path end in a `return`?"
            raise Wrong("returned-nothing", says, self._called(arguments))
        if self.changed is None and not same(arguments, given):
            says = (
                f"{self.task} changed its arguments. Work on a copy: the caller still needs them."
            )
            shown = self._called(arguments)
            self.changed = Wrong("changed-arguments", says, shown, credit=0.7)
        return output

    def announce(self, calls: Iterable[Sequence[Any]]) -> None:
        """Announce the arguments of the next calls, so that they can run as a batch.

        When submissions are graded, the student's function runs in another process, behind a proxy.
        The proxy can send the announced calls together instead of one by one. In a notebook, this
        does nothing.
        """
        if announce := getattr(type(self.answer), "announce", None):
            announce(self.answer, [copied(tuple(arguments), {}) for arguments in calls])

    def judged(self) -> None:
        """Tell the proxy of the student's function, if there is one, that its outputs are judged.

        Calls that are judged together can be made together. In a notebook, this does nothing.
        """
        if judged := getattr(type(self.answer), "judged", None):
            judged(self.answer)

    def array(self, *arguments: Any, shape: Shape | None) -> np.ndarray:
        """Call the student's function; return its output as an array of the given shape.

        With ``shape=None`` every shape is accepted, and the check itself must judge the shape
        (`judge_shapes`). Raises `Wrong` if the output is no array or has a wrong shape.
        """
        overwrite_freed_memory(shape)
        return self._read(self(*arguments), self.task, arguments, shape)

    def arrays(self, *arguments: Any, **shapes: Shape | None) -> Any:
        """Call the student's function; return its output as a named tuple of arrays.

        ``shapes`` maps the name of each array to its shape, in the order that the task asks for. If
        a shape is None, every shape is accepted, and the check itself must judge the array's shape.
        If the function returns the arrays in another order, they are rearranged, as in `parts`.
        Raises `Wrong` if an array is missing, cannot be read or has a wrong shape.
        """
        arrays = self.parts(*arguments, **shapes)
        for array in arrays:
            if isinstance(array, Wrong):
                raise array
        return arrays

    def parts(self, *arguments: Any, **shapes: Shape | None) -> Any:
        """Call the student's function; return its output as a named tuple of arrays and errors.

        ``shapes`` maps the name of each expected array to its shape, or to None if every shape is
        accepted. An array that cannot be read, or has a wrong shape, is replaced by a `Wrong` that
        says why. So `judge_parts` can still judge the other arrays. If the shapes show that the
        function returns the arrays in another order than ``shapes``, they are rearranged. Later,
        `require_order` reports the wrong order. Raises `Wrong` if the output is not a tuple or list
        with one entry for each of ``shapes``.
        """
        output = self(*arguments)
        wanted = f"({', '.join(shapes)})"
        if not isinstance(output, tuple | list) or len(output) != len(shapes):
            came = f"{len(output)} things" if isinstance(output, tuple | list) else kind_of(output)
            raise Wrong(
                "not-a-tuple",
                f"{self.task} must return {len(shapes)} arrays, {wanted}, but it returned {came}.",
                self._called(arguments),
            )
        parts: list[np.ndarray | Wrong] = []
        for part, (name, shape) in zip(
            self._ordered(output, arguments, shapes), shapes.items(), strict=True
        ):
            try:
                parts.append(
                    self._read(part, f"{name}, returned by {self.task},", arguments, shape)
                )
            except Wrong as reason:
                parts.append(reason)
        return arrays_named(*shapes)._make(parts)

    def numbers(self, *arguments: Any, names: Sequence[str]) -> dict[str, int | float | Wrong]:
        """Call the student's function, which returns a dictionary; return its numbers by name.

        ``names`` are the keys that the dictionary must have; other entries are ignored. A number
        that is missing or cannot be read is replaced by a `Wrong` that says why, for `judge_parts`.
        """
        output = self(*arguments)
        wanted = ", ".join(f'"{name}"' for name in names)
        if not isinstance(output, Mapping):
            says = f"{self.task} must return a dictionary of {wanted}, but it returned "
            raise Wrong("not-a-dictionary", f"{says}{kind_of(output)}.", self._called(arguments))
        output = dict(output.items())
        numbers: dict[str, int | float | Wrong] = {}
        for name in names:
            if name not in output:
                came = shorten(", ".join(map(repr, output)) or "nothing", 200)
                says = f"The dictionary must hold {wanted}, but it holds {came}."
                numbers[name] = Wrong("wrong-keys", says, self._called(arguments))
            elif (number := as_number(output[name])) is None:
                says = f'"{name}" must be a number, but it is {kind_of(output[name])}.'
                numbers[name] = Wrong("not-a-number", says, self._called(arguments))
            else:
                numbers[name] = number
        return numbers

    def require_unchanged_arguments(self) -> None:
        if self.changed is not None:
            raise self.changed

    def require_order(self) -> None:
        """Raise `Wrong` if the student's function returns its values in the wrong order.

        `Ask.parts` and `Ask.exchanged` find out the order, so they must have been called before.
        """
        if self.disorder is not None:
            raise self.disorder

    def exchanged(
        self,
        cases: Sequence[tuple],
        outputs: Sequence[Any],
        rights: Mapping[str, Callable[[Any, Any], bool]],
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

        def ever_right(places: tuple[int, int]) -> bool:
            return any(
                all(
                    not isinstance(output[i], Wrong) and right(output[i], case)
                    for output, case in zip(outputs, cases, strict=True)
                )
                for i, right in zip(places, rights.values(), strict=True)
            )

        if ever_right((0, 1)) or not ever_right((1, 0)):
            return outputs
        names = outputs[0]._fields
        first, second, *others = self.order or range(len(names))
        self._settle((second, first, *others), names, cases[0][:n_arguments])
        return [output._make((output[1], output[0], *output[2:])) for output in outputs]

    def _ordered(
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
            arrays = [as_array(part) for part in output]
            fitting = [
                order
                for order in itertools.permutations(range(len(wanted)))
                if all(
                    (array := arrays[i]) is not None and shape_fits(array.shape, shape)
                    for i, shape in zip(order, wanted, strict=True)
                    if shape is not None
                )
            ]
            as_wanted = tuple(range(len(wanted)))
            if not fitting or (as_wanted in fitting and len(fitting) > 1):
                return output
            self._settle(fitting[0], tuple(shapes), arguments)
        return output if self.order is None else [output[i] for i in self.order]

    def _settle(
        self, order: tuple[int, ...], names: Sequence[str], arguments: Sequence[Any]
    ) -> None:
        """Store the order in which the student's function returns parts, for `require_order`.

        ``order`` holds, for each of ``names``, the index of that part in the output. ``arguments``
        are the arguments of a call whose output shows the order.
        """
        self.order = order
        if list(order) != sorted(order):
            says = f"All is right, but in the wrong order: return `{', '.join(names)}`."
            self.disorder = Wrong("wrong-order", says, self._called(arguments), credit=0.8)

    def _read(
        self, output: Any, what: str, arguments: Sequence[Any], shape: Shape | None
    ) -> np.ndarray:
        array = as_array(output)
        wanted = f"an array of shape {show_shape(shape)}" if shape else "one number"
        wanted = "an array" if shape is None else wanted
        verb = "must return" if what == self.task else "must be"
        if array is None:
            says = f"{what} {verb} {wanted}, but it is {kind_of(output)}."
            raise Wrong("not-an-array", says, self._called(arguments))
        if shape is None:
            return array
        if not shape_fits(array.shape, shape):
            name, says = "wrong-shape", f"{what} {verb} {wanted}, but its shape is {array.shape}"
            if array.ndim > 1 and shape_fits(array.shape[::-1], shape):
                name, says = "transposed", f"{says}: its axes are swapped."
            elif len(shape) == 1 and array.shape == shape * 2:
                says = f"{says}: that is what a row and a column give together."
            else:
                says = f"{says}."
            raise Wrong(name, says, self._called(arguments))
        return array

    def _called(self, arguments: Sequence[Any]) -> dict[str, str]:
        return {"Called": show_call(self.task, arguments)}


def overwrite_freed_memory(shape: Shape | None) -> None:
    """Fill freed memory of an output's size with NaN.

    The check has just computed right outputs. An answer that makes an array with `numpy.empty` and
    does not fill it could otherwise return one of them.
    """
    if shape is not None and None not in shape:
        sizes = [size for size in shape if size is not None]
        _ = [np.full(sizes, np.nan) for _ in range(FREED)]
