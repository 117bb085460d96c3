"""Call the student's function, the *answer*, and read its output; a fault becomes a `Wrong`."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from payattention_checks.calls import called
from payattention_checks.compare import unchanged
from payattention_checks.errors import AXIS_LEFT, AXIS_MISSING, describe, hint_on, where
from payattention_checks.layout import shorten
from payattention_checks.part_order import PartOrder
from payattention_checks.read import (
    NUMBERS,
    LooseShape,
    Shape,
    arrays_named,
    as_array,
    as_number,
    copied,
    fix_axes_of_length_1,
    has_ragged_rows,
    shape_fits,
)
from payattention_checks.show import an_array_of, kind_of
from payattention_checks.wrong import Wrong

NOT_YET = "Nothing here yet: put your code in place of `raise NotImplementedError()`."
FREED = 16  # arrays; NumPy itself keeps seven of a size for later


class Ask:
    """Calls the student's function (the answer) with copied arguments; errors become `Wrong`."""

    def __init__(self, task: str, answer: Any):
        self.task, self.answer = task, answer
        # Of a function in another process: call it, and return also the arguments after the call.
        self.elsewhere = getattr(type(answer), "call_elsewhere", None)
        self.calls = 0
        self.measured: dict[str, str] = {}  # labelled lines for the verdict, right or wrong
        self.part_order = PartOrder(task)
        # Slips in the form of outputs, reported if nothing else is wrong.
        self.odd_axis: Wrong | None = None
        self.changed: Wrong | None = None

    def __call__(self, *arguments: Any) -> Any:
        """Call the student's function with copies of ``arguments``; return its output, of any type.

        Raises `Wrong` if the function cannot be called, raises an error or returns None.
        """
        if not callable(self.answer):
            kind = kind_of(self.answer)
            raise Wrong("not-a-function", f"{self.task} must be a function, but it is {kind}.")
        passed = arguments if self.elsewhere else copied(arguments, {})
        self.calls += 1
        try:
            if self.elsewhere:
                output, passed = self.elsewhere(self.answer, arguments)
            else:
                output = self.answer(*passed)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            if isinstance(error, NotImplementedError) and not error.args:
                raise Wrong("not-yet", NOT_YET) from None
            feedback = f"{self.task} raised {describe(error)}"
            shown = called(self.task, arguments) | where(error, self.answer)
            if hint := hint_on(feedback):
                feedback = f"{feedback}\n{hint.text}"
                raise Wrong(hint.mistake, feedback, shown, error=hint.mistake) from None
            raise Wrong("raised", feedback, shown, error=type(error).__name__) from None
        if output is None:
            feedback = f"{self.task} returned None. Does every path end in a `return`?"
            raise self._wrong("returned-nothing", feedback, arguments)
        if self.changed is None and passed is not arguments and not unchanged(arguments, passed):
            feedback = (
                f"{self.task} changed its arguments. Work on a copy: the caller still needs them."
            )
            self.changed = self._wrong("changed-arguments", feedback, arguments, credit=0.7)
        return output

    def announce(self, calls: Iterable[Sequence[Any]]) -> None:
        """Announce the arguments of the next calls, so that they can run as a batch.

        When submissions are graded, the student's function runs in another process, behind a proxy.
        The proxy can send the announced calls together instead of one by one. In a notebook, this
        does nothing.
        """
        if announce := getattr(type(self.answer), "announce", None):
            announce(self.answer, [tuple(arguments) for arguments in calls])

    def end_group(self) -> None:
        """End a group of calls: their outputs are judged together, before any further call.

        The proxy of the student's function can make the calls of a group together. In a notebook,
        this does nothing.
        """
        if end_group := getattr(type(self.answer), "end_group", None):
            end_group(self.answer)

    def array(self, *arguments: Any, shape: Shape | None) -> np.ndarray:
        """Call the student's function; return its output as an array of the given shape.

        With ``shape=None`` every shape is accepted, and with a `LooseShape`, too; then the check
        itself must judge the shape (`judge_shapes`). If axes of length 1 are all that is wrong with
        the shape, it is corrected, and `require_form` reports it. Raises `Wrong` if the output is
        no array or has another wrong shape.
        """
        if not self.elsewhere:
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
        `require_form` reports the wrong order. Raises `Wrong` if the output is not a tuple or list
        with one entry for each of ``shapes``.
        """
        return self.parts_of(self(*arguments), arguments, **shapes)

    def parts_of(self, output: Any, arguments: Sequence[Any], /, **shapes: Shape | None) -> Any:
        """The same as `parts`, of an output that the student's function has returned already."""
        wanted = f"({', '.join(shapes)})"
        if not isinstance(output, tuple | list) or len(output) != len(shapes):
            found = f"{len(output)} things" if isinstance(output, tuple | list) else kind_of(output)
            raise self._wrong(
                "not-a-tuple",
                f"{self.task} must return {len(shapes)} arrays, {wanted}, but it returned {found}.",
                arguments,
            )
        parts: list[np.ndarray | Wrong] = []
        for part, (name, shape) in zip(
            self.part_order.arranged(output, arguments, shapes), shapes.items(), strict=True
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
            feedback = f"{self.task} must return a dictionary of {wanted}, but it returned "
            raise self._wrong("not-a-dictionary", f"{feedback}{kind_of(output)}.", arguments)
        output = dict(output.items())
        numbers: dict[str, int | float | Wrong] = {}
        for name in names:
            if name not in output:
                found = shorten(", ".join(map(repr, output)) or "nothing", 200)
                feedback = f"The dictionary must hold {wanted}, but it holds {found}."
                numbers[name] = self._wrong("wrong-keys", feedback, arguments)
            elif (number := as_number(output[name])) is not None:
                numbers[name] = number
            elif (array := as_array(output[name])) is not None and array.size == 1:
                numbers[name] = self._shaped(
                    array, (), f'"{name}" must be a number', arguments
                ).item()
            else:
                feedback = f'"{name}" must be a number, but it is {kind_of(output[name])}.'
                numbers[name] = self._wrong("not-a-number", feedback, arguments)
        return numbers

    def require_form(self) -> None:
        """Raise the first slip in the form of outputs that are right otherwise, if there is one.

        The parts are in the wrong order, an output has an axis of length 1 too many or too few, or
        the function has changed its arguments.
        """
        for slip in (self.part_order.slip, self.odd_axis, self.changed):
            if slip is not None:
                raise slip

    def _read(
        self, output: Any, what: str, arguments: Sequence[Any], shape: Shape | None
    ) -> np.ndarray:
        of_numbers = type(output) is np.ndarray and output.dtype.kind in NUMBERS
        if of_numbers and (shape is None or shape_fits(output.shape, shape)):
            return output.copy()  # nearly always; the rest says what is wrong
        array = as_array(output)
        verb = "must return" if what == self.task else "must be"
        must = f"{what} {verb} {an_array_of(shape)}"
        if array is None:
            if has_ragged_rows(output):
                feedback = f"{must}, but its rows have different lengths. Fill them up."
                raise self._wrong("ragged", feedback, arguments)
            feedback = f"{must}, but it is {kind_of(output)}."
            raise self._wrong("not-an-array", feedback, arguments)
        if shape is None:
            return array
        array = self._shaped(array, shape, must, arguments)
        if not shape_fits(array.shape, shape) and not isinstance(shape, LooseShape):
            name, feedback = "wrong-shape", f"{must}, but its shape is {array.shape}"
            if array.ndim > 1 and shape_fits(array.shape[::-1], shape):
                name, feedback = "transposed", f"{feedback}: its axes are swapped."
            elif len(shape) == 1 and array.shape == shape * 2:
                feedback = f"{feedback}: that is what a row and a column give together."
            else:
                feedback = f"{feedback}."
            raise self._wrong(name, feedback, arguments)
        return array

    def _shaped(
        self, array: np.ndarray, shape: Shape, must: str, arguments: Sequence[Any]
    ) -> np.ndarray:
        """The array, without axes of length 1 that are too many and with those that are missing."""
        shaped = fix_axes_of_length_1(array, shape)
        if shaped is None:
            return array
        if self.odd_axis is None:
            about = AXIS_LEFT if array.ndim > len(shape) else AXIS_MISSING
            feedback = (
                f"All is right, but for an axis of length 1: {must}, but its shape is "
                f"{array.shape}. {about}"
            )
            self.odd_axis = self._wrong("axis-of-length-1", feedback, arguments, credit=0.8)
        return shaped

    def _wrong(
        self, name: str, feedback: str, arguments: Sequence[Any], *, credit: float = 0.0
    ) -> Wrong:
        shown = called(self.task, arguments)
        return Wrong(name, feedback, shown, credit=credit, error=name)


def overwrite_freed_memory(shape: Shape | None) -> None:
    """Fill freed memory of an output's size with NaN.

    The check has just computed right outputs. An answer that makes an array with `numpy.empty` and
    does not fill it could otherwise return one of them.
    """
    if shape is not None and None not in shape:
        sizes = [size for size in shape if size is not None]
        _ = [np.full(sizes, np.nan) for _ in range(FREED)]
