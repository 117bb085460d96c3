"""The engine of the checks: call the student's function, test its outputs, name the mistake.

The student's function is called the *answer*. A check is a function ``body(ask, rng)`` under the
decorator `check`. It calls the answer on several cases and passes the outputs to `judge`, with

    cases     named tuples: the arguments of one call, then other facts that the check uses
    right     a function (output, case): whether the output is right. It tests a property if a
              property determines the right output; otherwise it compares with a computed output
    mistakes  the usual mistakes, each recognised by the outputs that it leads to

A mistake is named only if *all* outputs fit it. The answer is then a right answer to another
question, and the feedback says which question. An `UndoableMistake` can be undone, so that a
second mistake can be recognised, too. A body that judges more than once tests ordinary inputs first
and edge cases afterwards. So a fault that is named at an edge case belongs to an answer that is
right for ordinary inputs.
"""

import contextlib
import copy
import functools
import io
import itertools
import linecache
import re
import traceback
import warnings
from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from payattention.checks import _session
from payattention.checks.verdict import (
    JOINT,
    LABEL,
    LINES,
    LINK,
    RULE,
    WIDTH,
    Finding,
    Verdict,
    joint,
    labelled,
    points_for,
    wrapped,
)

Shape = tuple[int | None, ...]  # None where any size is accepted
EXPECTED = "Expected"  # the key of a right output in what `shown_beside` returns

PRINTED = 3  # the most lines of printed text that are shown

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


@dataclass(frozen=True)
class Mistake:
    """A usual mistake, which the function ``fits(output, case)`` recognises in one output.

    The output is what the student's function returned, and the case holds the arguments of that
    call. ``says`` is the feedback about the mistake. ``credit`` is the share of the points, 0 to 1,
    that the student keeps if this is the only mistake.
    """

    name: str
    says: str
    fits: Callable[[Any, Any], bool]
    credit: float = 0.0


@dataclass(frozen=True)
class UndoableMistake:
    """A usual mistake that can be undone, so that a second mistake can be recognised, too.

    ``undo(output, case)`` receives an output of the student's function, and the case: the arguments
    of that call. It assumes that the student made this mistake. It returns a new pair (output,
    case) without the mistake, or None if the output rules the mistake out. There are two ways to
    undo a mistake:

    - Correct the output. If the student counted everything twice, return half of the output.
    - Change the case. If the student forgot to transpose U, the output is right for the transposed
      U. So return the output as it is, with a case in which U is transposed.

    If all new outputs are right for their new cases, the student made no other mistake. If a second
    mistake fits all new pairs, the student made both mistakes, and keeps the product of their
    credits as a share of the points. The feedback then contains ``says``, the text about the first
    mistake. So ``says`` must stay true whatever the second mistake is.
    """

    name: str
    says: str
    undo: Callable[[Any, Any], tuple[Any, Any] | None]
    credit: float = 0.0


Mistakes = Sequence[Mistake | UndoableMistake]


@dataclass(frozen=True)
class Part:
    """One of several values that a student's function returns; each value has its own score."""

    name: str  # the key of a dictionary, or the field of a named tuple
    right: Callable[[Any, Any], bool]
    mistakes: Mistakes
    share: float  # of the points; the shares of all parts add up to 1

    def of(self, output: Any) -> Any:
        return output[self.name] if isinstance(output, dict) else getattr(output, self.name)


class Interrupted(KeyboardInterrupt):
    """Raised when the student interrupts a check.

    It holds the check's verdict, which Jupyter shows instead of a traceback.
    """

    def __init__(self, verdict: Verdict):
        super().__init__(verdict.reason)
        self.verdict = verdict

    def _render_traceback_(self) -> list[str]:  # IPython calls it
        return self.verdict.explanation.splitlines()


class Wrong(Exception):
    """Raised inside a check if the student's function is wrong; it holds the reason.

    ``name`` is the name of the mistake, and ``says`` is the feedback about it. ``details`` are
    labelled lines below the feedback, such as the failing call. ``credit`` is the share of the
    points, 0 to 1, that the student keeps. If the student made several mistakes, ``findings`` lists
    them, and ``says`` describes all of them.
    """

    def __init__(
        self,
        name: str,
        says: str,
        details: Mapping[str, str] | None = None,
        *,
        credit: float = 0.0,
        findings: Sequence[Finding] = (),
    ):
        super().__init__(says)
        self.name, self.says, self.credit, self.details = name, says, credit, dict(details or {})
        self.findings = tuple(findings) or (Finding(name, says),)


@dataclass(frozen=True)
class Facts:
    """What a check declares about its task: the attribute ``facts`` of every check.

    ``reread`` is the section of the book that a student with a wrong answer should read again.
    ``odd_form`` is for the tests, which try functions of NumPy, torch, … as answers. It is True if
    the task asks for an unusual form of output, which none of these functions returns.
    """

    reread: str
    odd_form: bool = False


def check(*, reread: str, odd_form: bool = False) -> Callable[[Callable], Callable[..., Verdict]]:
    """Make a decorator that turns a function ``body(ask, rng)`` into the check of a task.

    The check receives the student's function and returns a `Verdict`: the points and the reason. It
    passes an `Ask`, which calls the student's function, and a random generator to the body. The
    body raises `Wrong` if the student's function is wrong. Otherwise, it returns None or a remark
    for the verdict. The verdict also shows what the student's function has printed. The check
    raises an error only if the student interrupts it (`Interrupted`).

    ``reread`` is the section of the book that a wrong answer's verdict recommends, with its page
    and label: ``Chapter 3, [Masks](03-dot-product#masks)``. See `Facts` for ``odd_form``.
    """

    def decorate(
        body: Callable[["Ask", np.random.Generator], str | None],
    ) -> Callable[..., Verdict]:
        def checked(answer: Any, *, points: int | float, seed: int = 0) -> Verdict:
            ask = Ask(body.__name__, answer)
            wrong, remark, interrupted = None, None, False
            with silence() as printed:
                try:
                    if says := _session.stale_message(ask.task, answer):
                        raise Wrong("cell-failed", says)
                    remark = body(ask, np.random.default_rng(seed))
                    ask.require_unchanged_arguments()
                except Wrong as reason:
                    wrong = reason
                except KeyboardInterrupt as error:
                    interrupted = True
                    says = f"Stopped while {ask.task} ran. Does every loop in it come to an end?"
                    wrong = Wrong("interrupted", says, where(error, answer))
                except BaseException as error:  # reading the output fails
                    says = f"What {ask.task} returned cannot be read: {describe(error)}"
                    wrong = Wrong("unreadable", says)
            said = printed.getvalue().strip()
            shown = {"Printed": first_lines(said)} if said else {}
            if wrong is None:
                verdict = Verdict(
                    points,
                    task=ask.task,
                    points=points,
                    reason=f"Right, on all {ask.calls} calls. {remark or ''}",
                    details=tuple(shown.items()),
                )
            else:
                rest = 1 + len(labelled("Reread", LINK.sub(r"\1", reread)))  # plus 1 for the title
                says, details = shorten_to_fit(wrong.says, wrong.details, LINES - rest)
                verdict = Verdict(
                    points_for(wrong.credit, points),
                    task=ask.task,
                    points=points,
                    reason=says,
                    findings=wrong.findings,
                    details=tuple((details | shown).items()),
                    reread=reread,
                )
            if seed == 0:  # the seed of the notebook's visible test
                _session.remember(ask.task, verdict)
            if interrupted:
                raise Interrupted(verdict) from None
            return verdict

        vars(checked)["facts"] = Facts(reread, odd_form)
        checked.__name__ = checked.__qualname__ = body.__name__
        checked.__doc__, checked.__module__ = body.__doc__, body.__module__
        return checked

    return decorate


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
            raise Wrong("raised", says, shown) from None
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

    def array(self, *arguments: Any, shape: Shape | None) -> np.ndarray:
        """Call the student's function; return its output as an array of the given shape.

        With ``shape=None`` every shape is accepted, and the check itself must judge the shape
        (`judge_shapes`). Raises `Wrong` if the output is no array or has a wrong shape.
        """
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

    def number(self, *arguments: Any) -> np.float64:
        """Call the student's function with ``arguments``; return its output as one number."""
        return np.float64(self.array(*arguments, shape=()))

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
        self, cases: Sequence[tuple], outputs: Sequence[Any], parts: Sequence["Part"]
    ) -> Sequence[Any]:
        """Return ``outputs``; if their two parts are in the wrong order, swap them in each output.

        ``outputs`` are results of `Ask.parts`, one for each of ``cases``. Their two parts have the
        same shape, so the shapes do not show the order. ``parts`` says when each part is right.

        The parts are swapped if two things are true. Without a swap, neither part is right in all
        cases. With the parts swapped, at least one part is right in all cases. After a swap, later
        calls of `Ask.parts` with known shapes swap the parts, too.
        """

        def ever_right(places: tuple[int, int]) -> bool:
            return any(
                all(
                    not isinstance(output[i], Wrong) and part.right(output[i], case)
                    for output, case in zip(outputs, cases, strict=True)
                )
                for i, part in zip(places, parts, strict=True)
            )

        if ever_right((0, 1)) or not ever_right((1, 0)):
            return outputs
        self._settle((1, 0), [part.name for part in parts], cases[0])
        return [output._make(reversed(output)) for output in outputs]

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


def judge(
    ask: Ask,
    cases: Sequence[tuple],
    outputs: Sequence[Any],
    right: Callable[[Any, Any], bool],
    mistakes: Mistakes,
    *,
    rule: str | Callable[[Any], str],
    shown_beside: Callable[[Any, Any], dict[str, Any]] | None = None,
    n_arguments: int | None = None,
) -> None:
    """Judge the outputs of a student's function: raise `Wrong` unless all of them are right.

    There is one output for each of ``cases``, and ``right(output, case)`` says whether it is right.
    The first ``n_arguments`` entries of a case are the arguments of the call (default: all
    entries). Only the check itself uses the other entries. If one of ``mistakes`` explains all
    outputs, or two together do, `Wrong` names them.

    The feedback shows the failing case with the smallest arguments: the call, the output, and each
    value of the dictionary ``shown_beside(output, case)``, with its key as the label. If there is
    a key "Expected", its value is the right output. Then both outputs are shown only by the first
    row in which they differ. The last line is ``rule``, which the output must obey: a text, or a
    function of the case that returns a text.
    """
    judged = list(zip(outputs, cases, strict=True))
    if fault := find_fault(judged, right, mistakes):
        failing = [(output, case) for output, case in judged if not right(output, case)]
        fault.details = show_smallest(failing, ask.task, rule, shown_beside, n_arguments)
        raise fault


def judge_parts(
    ask: Ask,
    cases: Sequence[tuple],
    outputs: Sequence[Any],
    parts: Sequence[Part],
    *,
    rule: str | Callable[[Any], str],
    shown_beside: Callable[[Any, Any], dict[str, Any]] | None = None,
    n_arguments: int | None = None,
) -> None:
    """Judge each part of the outputs separately; raise one `Wrong` unless all parts are right.

    Each of ``parts`` has its own test, its own mistakes and its share of the points. A right part
    keeps its share, whatever is wrong with the other parts. For the other arguments, see `judge`.
    """
    judged = list(zip(outputs, cases, strict=True))
    faults: dict[str, Wrong] = {}
    for part in parts:
        seen = [(part.of(output), case) for output, case in judged]
        unread = next((output for output, _ in seen if isinstance(output, Wrong)), None)
        if unread:
            faults[part.name] = unread
        elif fault := find_fault(seen, part.right, part.mistakes):
            faults[part.name] = fault
    if not faults:
        return
    shares = {part.name: part.share for part in parts}
    readable = [part for part in parts if not faults.get(part.name, Wrong("", "")).details]

    def wrong_parts(output, case):
        return [part for part in readable if not part.right(part.of(output), case)]

    if failing := [(output, case) for output, case in judged if wrong_parts(output, case)]:
        details = show_smallest(failing, ask.task, rule, shown_beside, n_arguments, wrong_parts)
    else:
        details = next(iter(faults.values())).details
    raise joined_faults(shares, faults, details)


def joined_faults(
    shares: dict[str, float], faults: dict[str, Wrong], details: dict[str, str]
) -> Wrong:
    """Join the faults of an answer's parts into one `Wrong`, which also names the right parts.

    ``shares`` maps each part's name to its share of the points. ``faults`` maps the name of each
    wrong part to its fault. ``details`` are the labelled lines below the text. Parts with the same
    fault share a line.
    """
    fine = [part for part in shares if part not in faults]
    lines = [f"✓ {', '.join(fine)}"] if fine else []
    found: dict[str, str] = {}
    for says in dict.fromkeys(fault.says for fault in faults.values()):
        names = [part for part, fault in faults.items() if fault.says == says]
        where = ", ".join(names)
        lines.append(f"✗ {where}: {says}")
        for name, said in faults[names[0]].findings:
            found[name] = f"{found[name]} {where}: {said}" if name in found else f"{where}: {said}"
    findings = [Finding(*each) for each in found.items()]
    return Wrong(
        joint(findings),
        "\n".join(lines),
        details,
        credit=sum(
            share * (faults[part].credit if part in faults else 1) for part, share in shares.items()
        ),
        findings=findings,
    )


def find_fault(
    judged: Sequence[tuple[Any, Any]],
    right: Callable[[Any, Any], bool],
    mistakes: Mistakes,
) -> Wrong | None:
    """Return the fault in the outputs of a student's function as a `Wrong`; None if all are right.

    ``judged`` are pairs (output, case), and ``right(output, case)`` says whether the output is
    right. The fault is the first of ``mistakes`` that explains all outputs. If no single mistake
    does, the fault is the first pair of mistakes that together explain all outputs. One of the pair
    must be an `UndoableMistake`. If no pair does either, the fault is named "not-finite" (an output
    has NaN or ∞) or "unrecognised".
    """
    if all(right(output, case) for output, case in judged):
        return None
    for mistake in mistakes:
        if explained((mistake,), judged, right):
            return Wrong(mistake.name, mistake.says, credit=mistake.credit)
    undoable = [mistake for mistake in mistakes if isinstance(mistake, UndoableMistake)]
    for first, second in itertools.product(undoable, mistakes):
        if first is not second and explained((first, second), judged, right):
            return Wrong(
                first.name + JOINT + second.name,
                f"Mistake 1: {first.says}\nMistake 2: {second.says}",
                credit=first.credit * second.credit,
                findings=[Finding(made.name, made.says) for made in (first, second)],
            )
    if not all(finite(output) for output, _ in judged):
        says = "NaN or ∞ came out. Look for 0/0, ∞ − ∞, 0·∞ or the exponential of a large number."
        return Wrong("not-finite", says)
    return Wrong("unrecognised", "Not right yet, but this is none of the usual mistakes.")


def explained(
    made: Mistakes,
    judged: Sequence[tuple[Any, Any]],
    right: Callable[[Any, Any], bool],
) -> bool:
    """Whether the mistakes ``made`` together explain all outputs of a student's function.

    ``judged`` are pairs (output, case), and ``right(output, case)`` says whether the output is
    right. All mistakes except the last must be of type `UndoableMistake`: each is undone before the
    next one is tested.
    """
    for output, case in judged:
        fits = right
        for mistake in made:
            if isinstance(mistake, Mistake):
                fits = mistake.fits
            elif (seen := mistake.undo(output, case)) is None:
                return False
            else:
                output, case = seen
        if not fits(output, case):
            return False
    return True


def show_smallest(
    failing: Sequence[tuple[Any, Any]],
    task: str,
    rule: str | Callable[[Any], str],
    shown_beside: Callable[[Any, Any], dict[str, Any]] | None,
    n_arguments: int | None,
    wrong_parts: Callable[[Any, Any], Sequence[Part]] | None = None,
) -> dict[str, str]:
    """The lines of the feedback about the failing case with the smallest arguments, by label.

    ``failing`` are pairs (output, case), with wrong outputs only. If an output has several parts,
    ``wrong_parts(output, case)`` lists its wrong parts. Then only wrong parts are shown, for the
    case with the most wrong parts; if there are several such cases, for the one with the smallest
    arguments. For the other arguments, see `judge`.
    """

    def order(pair):  # the most wrong parts first, then the smallest arguments
        return -len(wrong_parts(*pair)) if wrong_parts else 0, n_entries(pair[1][:n_arguments])

    output, case = min(failing, key=order)
    more = dict(shown_beside(output, case)) if shown_beside else {}
    expected = more.pop(EXPECTED, None)
    if wrong_parts:
        parts = wrong_parts(output, case)
        output = {part.name: part.of(output) for part in parts}
        expected = expected and {part.name: part.of(expected) for part in parts}
    shown: dict[str, str] = {"Called": show_call(task, case[:n_arguments])}
    if expected is None:
        shown["Returned"] = show(output)
    else:
        shown["Returned"], shown[EXPECTED] = show_difference(output, expected)
    shown |= {name: show(value) for name, value in more.items()}
    return shown | {RULE: rule if isinstance(rule, str) else rule(case)}


def shorten_to_fit(says: str, details: dict[str, str], lines: int) -> tuple[str, dict[str, str]]:
    """The reason and the details of a verdict, shortened to about ``lines`` lines of a terminal.

    ``says`` is the reason, and ``details`` are the labelled lines below it. There are three steps;
    each is taken only if the text is still too long. First, the rule that the output must obey is
    left out of the details, because the reason is more precise. Second, a long call is shortened.
    Third, if the reason has several lines, only the first sentence of each line is kept.
    """

    def height():
        return len(wrapped(says, WIDTH)) + sum(len(labelled(*item)) for item in details.items())

    if height() > lines:
        details = {name: text for name, text in details.items() if name != RULE}
    if height() > lines:
        details = {
            name: text.short if isinstance(text, Call) else text for name, text in details.items()
        }
    if height() > lines:
        says = re.sub(r"(?m)^(.*?[.?!]) .*$", r"\1", says) if "\n" in says else says
    return says, details


# ── reading outputs ───────────────────────────────────────────────────────────────────────────


@functools.cache
def arrays_named(*names: str) -> Any:
    return namedtuple("Arrays", names)


def as_array(output: Any) -> np.ndarray | None:
    """A copy of the output as an array of real numbers or booleans; None if that is impossible."""
    if isinstance(output, np.ma.MaskedArray) and np.ma.is_masked(output):
        return None  # the values of masked entries are arbitrary
    try:
        array = np.array(without_tensors(output))
    except Exception:  # a ragged list, a sparse tensor, an object whose __array__ fails, …
        return None
    return array if array.dtype.kind in "biuf" else None


def without_tensors(output: Any) -> Any:
    """The output with NumPy arrays in place of torch tensors, also inside lists and tuples."""
    if isinstance(output, torch.Tensor):
        output = output.detach().cpu().resolve_conj().resolve_neg()
        if output.dtype.is_floating_point and output.dtype not in (torch.float64, torch.float32):
            output = output.float()  # NumPy has no bfloat16
        return output.numpy()
    if isinstance(output, list | tuple) and any(
        isinstance(part, torch.Tensor | list | tuple) for part in output
    ):
        return [without_tensors(part) for part in output]
    return output


def as_number(output: Any) -> int | float | None:
    """The output as one Python number, or None if it is no number. Integers keep all digits."""
    if isinstance(output, int):
        return int.__int__(output)
    if isinstance(output, float):
        return float.__float__(output)
    array = as_array(output)
    return array.item() if array is not None and array.shape == () else None


def close(a: Any, b: Any, rtol: float = 1e-4, atol: float = 1e-6) -> bool:
    """Whether two arrays are equal up to the rounding of float32; NaN equals nothing.

    It does the same as `numpy.allclose`, in a third of the time.
    """
    a, b = np.asarray(a), np.asarray(b)
    if b.dtype.kind != "f":
        b = b.astype(float)
    near = np.abs(a - b) <= atol + rtol * np.abs(b)
    return bool((near & np.isfinite(b) | (a == b)).all())


def copied(value: Any, memo: dict[int, Any]) -> Any:
    """A deep copy of a value.

    It does the same as `copy.deepcopy`, but is three times as fast for a tuple of arrays. ``memo``
    holds the copies that were made so far, by the id of the original.
    """
    if type(value) is tuple:
        return tuple(copied(part, memo) for part in value)
    if type(value) is np.ndarray and value.dtype != object:
        return memo[id(value)] if id(value) in memo else memo.setdefault(id(value), value.copy("K"))
    return copy.deepcopy(value, memo)


def shape_fits(shape: tuple[int, ...], wanted: Shape) -> bool:
    return len(shape) == len(wanted) and all(
        size == want or want is None for size, want in zip(shape, wanted, strict=True)
    )


def same(before: Any, after: Any) -> bool:
    if isinstance(before, tuple):
        return len(before) == len(after) and all(map(same, before, after))
    before, after = np.asarray(before), np.asarray(after)
    alike = before.dtype == after.dtype and before.shape == after.shape
    if alike and before.tobytes() == after.tobytes():  # ten times as fast, and nearly always true
        return True
    return np.array_equal(before, after, equal_nan=True)


def finite(output: Any) -> bool:
    if isinstance(output, int):  # perhaps too large for NumPy
        return True
    if isinstance(output, dict):
        output = tuple(output.values())
    return (
        all(map(finite, output)) if isinstance(output, tuple) else bool(np.isfinite(output).all())
    )


def n_entries(value: Any) -> int:
    """How many numbers the value contains, also in nested tuples: a measure of its size."""
    return sum(map(n_entries, value)) if isinstance(value, tuple) else int(np.size(value))


@contextlib.contextmanager
def silence() -> Iterator[io.StringIO]:
    """A context in which warnings are ignored, and printed text goes to the yielded buffer."""
    printed = io.StringIO()
    with (
        warnings.catch_warnings(),
        np.errstate(all="ignore"),
        contextlib.redirect_stdout(printed),
        contextlib.redirect_stderr(printed),
    ):
        warnings.simplefilter("ignore")
        yield printed


# ── showing outputs and calls ─────────────────────────────────────────────────────────────────


ROWS, ENTRIES = 3, 10  # how many rows and entries of an array are shown
NOTHING = 1e-12  # smaller numbers are shown as 0
CALL_LINES, SHORT_LINES = 5, 2  # the most lines of a call: in full, shortened


def show(output: Any) -> str:
    """An output as a short text.

    An array is shown by its first rows; in a mask, True is ■ and False is ·. A dictionary or a
    named tuple is shown with the values of its entries if they fit on one line. Otherwise, the
    shapes of the arrays replace their values.
    """
    if isinstance(output, str):
        return output
    if parts := parts_of(output):
        shown = {
            name: str(part) if isinstance(part, int | float) else show(part)
            for name, part in parts.items()
        }
        line = ", ".join(f"{name}: {text}" for name, text in shown.items())
        if len(line) <= WIDTH - LABEL and "\n" not in line:
            return line
        return ", ".join(
            f"{name} of shape {np.shape(part)}" if np.ndim(part) else f"{name}: {shown[name]}"
            for name, part in parts.items()
        )
    array = np.asarray(output)
    if array.ndim == 0:
        return show_row(array)
    rows = array.reshape(-1, array.shape[-1]) if array.size else array.reshape(0, 1)
    if len(rows) <= ROWS:
        return "\n".join(map(show_row, rows)) or f"an array of shape {array.shape}"
    more = f"… and {len(rows) - ROWS + 1} more rows"
    return "\n".join([*map(show_row, rows[: ROWS - 1]), more])


def show_row(row: np.ndarray, digits: int = 4) -> str:
    """One number, or one row of numbers or booleans, as one line of text.

    In a row, floats have at most ``digits`` decimals, and of a long row only some entries are
    shown. A single float has at most ``digits + 1`` significant digits.
    """
    if row.ndim == 0:
        return str(row) if row.dtype.kind in "biuO" else f"{row.item():.{digits + 1}g}"
    dots = " …" if len(row) > 4 * ENTRIES else ""
    if row.dtype == bool:
        return " ".join("■" if seen else "·" for seen in row[: 4 * ENTRIES]) + dots
    size = np.abs(row)
    tiny = bool(((size > NOTHING) & (size < 0.5 * 10.0**-digits)).any())  # would be shown as 0
    return np.array2string(
        np.where(size > NOTHING, row, 0 * row) if tiny else row,
        WIDTH * 99,
        digits,
        suppress_small=not tiny,
        threshold=ENTRIES,
        edgeitems=ENTRIES // 2,
    )


def show_difference(output: Any, expected: Any) -> tuple[str, str]:
    """Two short texts, of an output and of the expected output, that show where the two differ.

    An array is shown by its first differing row. If the outputs have several named parts, each part
    that differs is shown.
    """
    parts, wanted = parts_of(output), parts_of(expected)
    if parts and wanted and len(parts) > 1:
        pairs = {name: show_difference(parts[name], wanted[name]) for name in parts}
        glue = "\n" if any(np.ndim(part) for part in parts.values()) else ", "
        first, second = (
            glue.join(f"{name}: {pair[i]}" for name, pair in pairs.items() if pair[0] != pair[1])
            for i in (0, 1)
        )
        return first, second
    if parts and wanted:
        ((name, one),) = parts.items()
        first, second = show_difference(one, wanted[name])
        return f"{name}: {first}", f"{name}: {second}"
    if isinstance(output, int | float) and isinstance(expected, int):
        return str(output), str(expected)  # an integer with all its digits
    came, right = np.asarray(output), np.asarray(expected)
    if came.shape != right.shape or came.size == 0:
        return show(output), show(expected)
    place, label = "", ""
    if came.ndim:
        index = first_difference(came, right)
        came, right = came[index[:-1]], right[index[:-1]]
        if len(index) == 2 and np.shape(output)[0] > 1:
            place = f"row {index[0]}"
        elif len(index) > 2:
            place = f"at [{', '.join(map(str, index[:-1]))}]"
        if len(came) > ENTRIES:
            start = max(0, min(index[-1] - 1, len(came) - ENTRIES))
            came, right = came[start : start + ENTRIES], right[start : start + ENTRIES]
            place += f"{', ' if place else ''}entries {start} to {start + ENTRIES - 1}"
        label = f"{place}: " if place else ""
    for digits in (4, 7, 16):
        first, second = show_row(came, digits), show_row(right, digits)
        if first != second:
            break
    return label + first, label + second


def first_difference(one: np.ndarray, other: np.ndarray) -> tuple[int, ...]:
    """The index of the first entry in which two arrays differ by more than rounding.

    If there is no such entry, it is the index of the entry in which they differ most.
    """
    with np.errstate(all="ignore"):
        far = ~np.isclose(one, other, rtol=1e-4, atol=1e-6)
        if not far.any():
            distance = np.nan_to_num(np.abs(np.subtract(one, other, dtype=float)))
            far = distance == distance.max()
    return tuple(int(i) for i in np.argwhere(far)[0])


def parts_of(output: Any) -> dict[str, Any]:
    """The entries of a dictionary or named tuple, by name; no entries for any other output."""
    return output if isinstance(output, dict) else getattr(output, "_asdict", dict)()


class Call(str):
    """A call of the student's function as text, with a shorter text for a verdict that is too long.

    The shorter text is the attribute ``short``.
    """

    short: str


def show_call(task: str, arguments: Sequence[Any]) -> Call:
    """A call of the student's function ``task`` as Python code, with rounded floats.

    If the code needs more than `CALL_LINES` lines, the largest arrays are replaced by their shapes.
    """
    call = Call(written_out(task, arguments, CALL_LINES))
    call.short = written_out(task, arguments, SHORT_LINES)
    return call


def written_out(task: str, arguments: Sequence[Any], lines: int) -> str:
    """A call of the student's function ``task`` as text of about ``lines`` lines at most.

    If the text would be longer, the largest arrays are replaced by their shapes.
    """
    sizes = [np.size(argument) for argument in arguments]
    shown = [show_argument(argument) for argument in arguments]
    for i in sorted(range(len(sizes)), key=lambda i: -sizes[i]):
        if len(", ".join(shown)) + len(task) < lines * (WIDTH - LABEL - 5):
            break
        if sizes[i] > 1:
            shown[i] = f"array of shape {np.shape(arguments[i])}"
    return f"{task}({', '.join(shown)})"


def show_argument(argument: Any) -> str:
    """An argument of a call as Python code; floats are rounded to five significant digits.

    NaN and ∞ become ``nan`` and ``inf``, so the code runs only where these names are defined.
    """
    if isinstance(argument, np.ndarray):
        return f"np.array({significant(argument.tolist())})"
    return f"{argument:.5g}" if isinstance(argument, float) else repr(argument)


def significant(numbers: Any) -> Any:
    """A number, or nested lists of numbers, with each float rounded to five significant digits."""
    if isinstance(numbers, list):
        return [significant(number) for number in numbers]
    if isinstance(numbers, float):
        return float(f"{numbers:.5g}")
    return numbers


def show_shape(shape: Shape) -> str:
    sizes = ["any" if size is None else str(size) for size in shape]
    return f"({', '.join(sizes)}{',' if len(sizes) == 1 else ''})"


def kind_of(output: Any) -> str:
    name = type(output).__name__
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"


def first_lines(text: str) -> str:
    """The first few lines of a text; if there are more, a last line says how many more."""
    lines = [shorten(line, 2 * (WIDTH - LABEL) - 2) for line in text.splitlines()]
    if len(lines) <= PRINTED:
        return "\n".join(lines)
    more = len(lines) - PRINTED + 1
    return "\n".join([*lines[: PRINTED - 1], f"… and {more} more lines"])


def shorten(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[:length]} …"


def describe(error: BaseException) -> str:
    try:
        text = str(error).strip()
    except Exception:
        text = ""
    return shorten(f"{type(error).__name__}: {text}" if text else type(error).__name__, 400)


def where(error: BaseException, answer: Any) -> dict[str, str]:
    """The line of the student's cell that raised the error, as a labelled line of the verdict.

    ``answer`` is the student's function. The dictionary is empty if the line is not known.
    """
    cell = getattr(getattr(answer, "__code__", None), "co_filename", None)
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == cell
    ]
    if not frames or frames[-1].lineno is None:
        return {}
    line = linecache.getline(frames[-1].filename, frames[-1].lineno).strip()
    return {"Where": f"line {frames[-1].lineno}: {line}".removesuffix(": ")}
