"""The frame of all checks: it calls anything, reads anything, raises nothing and prints nothing."""

import inspect
import re
import sys
import warnings
from collections import deque
from dataclasses import replace

import numpy as np
import pytest
import torch
from tests.payattention_checks.examples import (
    as_pair_or_dictionary,
    divide,
    double,
    flip,
    halves,
    pair,
    raising,
    shop,
)
from tests.payattention_checks.tasks import TASKS

from payattention_checks.ask import Ask
from payattention_checks.calls import show_call
from payattention_checks.check import CheckFailed, check
from payattention_checks.judge import judge
from payattention_checks.layout import LINES, RULE, shorten_to_fit
from payattention_checks.read import arrays_named
from payattention_checks.show import show, show_difference
from payattention_checks.task import Cases
from payattention_checks.texts import of_part
from payattention_checks.verdict import Verdict
from payattention_checks.wrong import Wrong

# ── points ────────────────────────────────────────────────────────────────────────────────────


def test_a_right_answer_gets_all_the_points_and_the_remark():
    verdict = double(lambda n: 2 * n, points=10)
    assert isinstance(verdict, Verdict)
    assert (verdict, verdict.mistake, verdict.reread) == (10, None, "")
    assert verdict.reason.endswith(" Well done.")


def test_a_known_mistake_keeps_its_credit_and_is_explained_on_the_first_failing_case():
    verdict = double(lambda n: n / 2, points=10)
    assert (verdict, verdict.mistake, verdict.reason) == (2.5, "half", "This is half.")
    details = dict(verdict.details)
    assert details["Called"] == "double(3)"
    assert details["Returned"] == "1.5"
    assert details["What must hold"] == "Take the number twice."
    assert verdict.reread == "Arithmetic"


def test_a_mistake_must_fit_all_outputs():
    assert double(lambda n: n / 2 if n == 3 else 7.0, points=10).mistake == "unrecognised"


def test_behind_a_slip_another_mistake_is_seen_and_both_are_reported():
    verdict = double(lambda n: -n / 2, points=10)
    assert (verdict, verdict.mistake) == (1.2, "negative + half")
    assert [finding.feedback for finding in verdict.findings] == [
        "The sign is wrong.",
        "This is half.",
    ]
    assert double(lambda n: -200 * n, points=10).mistake == "negative + percent"
    assert double(lambda n: -2 * n, points=10).mistake == "negative"
    assert double(lambda n: 50 * n, points=10).mistake == "percent + half"


def test_a_slip_that_was_not_made_and_two_plain_mistakes_explain_nothing():
    """Of a negative number, `percent` has nothing to undo."""
    assert double(lambda n: -200 * n if n == 3 else 200 * n, points=10).mistake == "unrecognised"
    assert double(lambda n: n / 4, points=10).mistake == "unrecognised"


@pytest.mark.parametrize(
    ("quotient", "remainder", "earned", "mistake"),
    [
        (lambda a, b: a // b, lambda a, b: a % b, 10, None),
        (lambda a, b: a // b, lambda a, b: 10 * (a % b), 8.1, "large"),
        (lambda a, b: a % b, lambda a, b: a // b, 5, "swapped"),
        (lambda a, b: -1, lambda a, b: a // b, 1.2, "unrecognised + swapped"),
        (lambda a, b: 10 * (a % b), lambda a, b: a % b, 3.4, "large + swapped"),
    ],
)
def test_each_part_is_judged_and_credited_by_itself(quotient, remainder, earned, mistake):
    answer = as_pair_or_dictionary(quotient, remainder)
    verdict = divide(answer, points=10)
    assert (verdict, verdict.mistake) == (earned, mistake)


def test_a_part_that_fails_only_in_a_dictionary_keeps_the_other_s_share():
    def answer(a, b, dictionary=False):
        q, r = divmod(a, b)
        return {"quotient": q, "remainder": -r} if dictionary else (q, r)

    verdict = divide(answer, points=10)
    assert (verdict, verdict.mistake) == (7.5, "unrecognised")
    details = dict(verdict.details)
    assert details["Called"] == "divide(17, 5, True)"
    assert details["Returned"] == "remainder: -2"


def test_an_edge_is_only_reached_by_those_who_are_right_before_it():
    assert double(lambda n: min(2 * n, 500), points=10).mistake == "large"
    assert double(lambda n: min(n, 500), points=10).mistake == "unrecognised"


def test_nan_is_named():
    assert double(lambda n: np.nan, points=10).mistake == "not-finite"


def test_infinity_is_a_number_like_others_where_a_task_asks_for_it():
    @check(reread="Limits")
    def reciprocal(ask: Ask, rng: np.random.Generator) -> None:
        cases = [(0.0,), (1.0,), (4.0,)]
        outputs = [ask.array(*case, shape=()) for case in cases]
        judge(
            ask, cases, outputs, lambda y, c: y == np.divide(1, c[0]), [], rule="1/n.",
            legal=lambda output: not np.isnan(output),
        )  # fmt: skip

    assert reciprocal(lambda n: 1 / n if n else np.inf, points=10) == 10
    assert reciprocal(lambda n: np.inf, points=10).mistake == "unrecognised"
    assert reciprocal(lambda n: np.nan, points=10).mistake == "not-finite"


def test_of_right_outputs_none_is_to_blame():
    @check(reread="Limits")
    def limit(ask: Ask, rng: np.random.Generator) -> None:
        cases = [(np.inf,), (1.0,)]
        outputs = [ask.array(*case, shape=()) for case in cases]
        judge(ask, cases, outputs, lambda y, c: y == c[0], [], rule="The limit.")

    assert limit(lambda n: n if n > 1 else 7, points=10).mistake == "unrecognised"


def test_another_seed_gives_other_cases_and_the_same_seed_the_same():
    def drawn(seed: int) -> list[float]:
        numbers: list[float] = []
        double(lambda n: numbers.append(n) or 2 * n, points=1, seed=seed)
        return numbers

    assert drawn(1) == drawn(1) != drawn(2)


@check(reread="Chance")
def unlucky(ask: Ask, rng: np.random.Generator) -> None:
    """A check that finds no cases."""
    raise CheckFailed("no case tells them apart")


def test_what_a_check_cannot_do_is_not_the_student_s_fault():
    with pytest.raises(CheckFailed, match="tells them apart"):
        unlucky(lambda n: n, points=10)


def test_a_task_that_cannot_draw_its_cases_says_so():
    def no_cases(rng: np.random.Generator) -> Cases:
        raise ValueError("no case tells them apart")

    task = replace(TASKS[0].check.task, cases=no_cases)
    with pytest.raises(CheckFailed, match="the cases cannot be drawn"):
        task.check(lambda *args: args, points=10)


def test_a_mistake_of_one_part_is_not_said_in_the_words_for_all_parts():
    mistake_texts = {"alpha.base": "of alpha", "base": "of any", "sign": "wrong sign"}
    assert of_part(mistake_texts, "alpha") == {"base": "of alpha", "sign": "wrong sign"}
    assert of_part(mistake_texts, "floor") == {"base": "of any", "sign": "wrong sign"}


def test_credit_is_rounded_to_a_tenth_of_a_point():
    assert repr(double(lambda n: n / 2, points=7)) == "1.8"


def test_help_shows_what_a_student_may_call():
    assert list(inspect.signature(double).parameters) == ["answer", "points", "seed"]
    assert double.__doc__ == "Twice the number."


# ── calling ───────────────────────────────────────────────────────────────────────────────────


class Odd:
    """Whatever one asks of it, it fails."""

    def __array__(self, *args, **kwargs):
        raise RuntimeError("no array")

    def __repr__(self):
        raise RuntimeError("no text")

    __bool__ = __len__ = __iter__ = __eq__ = __hash__ = __repr__


class BadText(Exception):
    """An error that cannot say what is wrong."""

    def __str__(self):
        raise RuntimeError("no text")


class Worse(BaseException):
    """What no `except Exception` catches."""


def nested(depth: int) -> list:
    deep: list = []
    for _ in range(depth):
        deep = [deep]
    return deep


ragged = [[1, 2], [3]]
not_answers = {
    "raises": raising(ValueError("no")),
    "raises and cannot say it": raising(BadText()),
    "says a lot": raising(ValueError("x" * 10**6)),
    "exits": lambda *a: sys.exit(0),
    "worse": raising(Worse()),
    "generator exit": raising(GeneratorExit()),
    "recursion": lambda *a: not_answers["recursion"](*a),
    "too many parameters": lambda a, b, c, d, e, f, g: 0,
    "no parameters": lambda: 0,
    "text": lambda *a: "<b>1</b>",
    "complex": lambda *a: 1j,
    "ragged": lambda *a: ragged,
    "deep": lambda *a: nested(5000),
    "itself": lambda *a: ragged.append(ragged) or ragged,
    "odd": lambda *a: Odd(),
    "odd pair": lambda *a: (Odd(), Odd()),
    "odd dictionary": lambda *a: {"apples": Odd(), "pears": Odd()},
    "objects": lambda *a: np.array([None, "a", Odd()], dtype=object),
    "generator": lambda *a: (x for x in a),
    "sparse": lambda *a: torch.eye(3).to_sparse(),
    "meta": lambda *a: torch.empty(3, device="meta"),
    "bfloat16": lambda *a: torch.ones(3, 2, dtype=torch.bfloat16),
    "empty": lambda *a: np.zeros((0, 3)),
    "nan": lambda *a: np.nan,
    "function": lambda *a: print,
    "class": lambda *a: int,
    "dates": lambda *a: np.array(["2020-01-01"], dtype="datetime64[D]"),
    "a text": "def double(n): …",
    "nothing": None,
    "verdict": lambda *a: Verdict(10, task="double", points=10, reason="mine"),
}


@pytest.mark.parametrize("answer", not_answers.values(), ids=not_answers)
@pytest.mark.parametrize("task", [double, flip, pair, shop, divide], ids=lambda task: task.__name__)
def test_nothing_makes_a_check_raise_or_print_or_give_points(task, answer, capfd):
    verdict = task(answer, points=10)
    assert verdict == 0
    assert verdict.mistake
    assert len(verdict.explanation) < 5000
    verdict._repr_html_().encode()
    assert capfd.readouterr() == ("", "")


def test_stopping_the_kernel_stops_the_check():
    with pytest.raises(KeyboardInterrupt) as stopped:
        double(raising(KeyboardInterrupt()), points=10)
    lines = stopped.value._render_traceback_()
    assert lines[0] == "✗ double: 0 of 10 points"
    assert stopped.value.verdict.mistake == "interrupted"
    assert any(line.startswith("Where:") for line in lines)


@pytest.mark.parametrize(
    ("task", "answer", "mistake"),
    [
        (double, raising(NotImplementedError()), "not-yet"),
        (double, raising(NotImplementedError("aten::odd")), "raised"),
        (double, lambda n: None, "returned-nothing"),
        (double, 7, "not-a-function"),
        (double, lambda n: [n, n], "wrong-shape"),
        (double, lambda n: "6", "not-an-array"),
        (flip, lambda x: x.T, "transposed"),
        (flip, lambda x: x[:2], "wrong-shape"),
        (pair, lambda n: np.ones(3), "not-a-tuple"),
        (pair, lambda n: (1, 2, 3), "not-a-tuple"),
        (pair, lambda n: (np.ones((3, 9)), np.ones(4)), "wrong-shape"),
        (shop, lambda: {}, "wrong-keys"),
        (shop, lambda: {"apples": "1", "pears": "2"}, "not-a-number"),
        (shop, lambda: [1], "not-a-dictionary"),
        (halves, lambda x: (1, "a"), "wrong-shape + not-an-array"),
    ],
)
def test_what_is_no_answer_gets_a_reason(task, answer, mistake):
    verdict = task(answer, points=10)
    assert (verdict, verdict.mistake) == (0, mistake)


@pytest.mark.parametrize(
    ("task", "answer", "earned", "mistake"),
    [
        (shop, lambda: {"apples": 2**70, "pear": 1.5}, 5, "wrong-keys"),
        (shop, lambda: {"apples": "x", "pears": 1.5}, 5, "not-a-number"),
        (shop, lambda: {"apples": 2**70, "pears": 1.5, "plums": 1}, 10, None),
        (halves, lambda x: (x[:2], None), 7.5, "not-an-array"),
        (halves, lambda x: (x[2:], x[1:]), 0, "unrecognised + wrong-shape"),
    ],
)
def test_a_part_that_cannot_be_read_costs_its_share_only(task, answer, earned, mistake):
    verdict = task(answer, points=10)
    assert (verdict, verdict.mistake) == (earned, mistake)
    assert len(verdict.explanation.splitlines()) <= LINES


def test_large_integers_keep_all_their_digits():
    assert shop(lambda: {"apples": 2**70, "pears": np.float32(1.5)}, points=10) == 10
    assert shop(lambda: {"apples": 2**70 + 1, "pears": 1.5}, points=10) == 5


def test_an_error_is_shown_with_its_line():
    source = "def flip(x):\n    y = x\n    return y.no_such\n"
    space: dict = {}
    exec(compile(source, "<cell>", "exec"), space)
    verdict = flip(space["flip"], points=10)
    assert verdict.mistake == "raised"
    assert dict(verdict.details)["Where"] == "line 3"


@pytest.mark.parametrize(
    "add",
    [
        lambda x: x + np.ones(3),
        lambda x: x.__iadd__(np.ones((3, 3))),
        lambda x: torch.tensor(x) + torch.ones(3),
    ],
    ids=["numpy", "numpy in place", "torch"],
)
def test_shapes_that_do_not_go_together_are_explained(add):
    verdict = flip(add, points=10)
    assert (verdict, verdict.mistake) == (0, "broadcast")


@pytest.mark.parametrize(
    "multiply",
    [
        lambda x: np.ones((2, 3)) @ np.ones((2, 3)),
        lambda x: np.ones((2, 2, 3)) @ np.ones((2, 2, 3)),
        lambda x: np.dot(np.ones((2, 3)), np.ones((2, 3))),
        lambda x: np.ones(3) @ np.ones(4),
        lambda x: torch.ones(2, 3) @ torch.ones(2, 3),
        lambda x: torch.ones(2, 2, 3) @ torch.ones(2, 2, 3),
        lambda x: torch.ones(2, 3) @ torch.ones(2),
        lambda x: torch.ones(3) @ torch.ones(2),
    ],
    ids=[
        "numpy",
        "numpy batch",
        "dot",
        "vectors",
        "torch",
        "torch batch",
        "torch vector",
        "torch dot",
    ],
)
def test_a_matrix_product_of_the_wrong_sizes_is_explained(multiply):
    verdict = flip(multiply, points=10)
    assert (verdict, verdict.mistake) == (0, "matrix-product")


def test_an_answer_that_warns_and_prints_loses_nothing(capfd):
    def noisy(n):
        print("n is", n)
        print("to stderr", file=sys.stderr)
        warnings.warn("careful", stacklevel=1)
        np.log(np.zeros(1))
        return 2 * n

    verdict = double(noisy, points=10)
    assert verdict == 10
    assert capfd.readouterr() == ("", "")
    assert "n is 3.0" in dict(verdict.details)["Printed"]


def test_of_many_printed_lines_the_first_are_shown():
    def chatty(n):
        for i in range(300):
            print("line", i)
        return 2 * n

    printed = dict(double(chatty, points=10).details)["Printed"].splitlines()
    assert printed[:2] == ["line 0", "line 1"]
    calls: list[float] = []
    double(lambda n: calls.append(n) or 2 * n, points=10)
    assert printed[2:] == [f"… and {300 * len(calls) - 2} more lines"]
    for factor in (2, 3):
        long = double(lambda n, factor=factor: print("x" * 10**6) or factor * n, points=10)
        assert "Printed" in dict(long.details)
        assert len(long.explanation.splitlines()) <= LINES


@pytest.mark.parametrize(
    "answer",
    [
        lambda x: x if x > 0 and x < 3 else -x,
        lambda x: x if x else -x,
        lambda x: torch.tensor(x) if torch.tensor(x) > 1 else x,
    ],
)
def test_a_truth_value_asked_of_an_array_is_explained(answer):
    verdict = flip(answer, points=10)
    assert (verdict, verdict.mistake) == (0, "truth-of-array")


@pytest.mark.parametrize(
    ("task", "answer"),
    [
        (double, lambda n: [[2 * n]]),
        (flip, lambda x: x[None, ::-1]),
        (flip, lambda x: x[::-1, None].tolist()),
        (shop, lambda: {"apples": np.float64(2**70), "pears": np.array([[1.5]])}),
        (halves, lambda x: (x[:2], torch.tensor(x[2:, None]))),
    ],
)
def test_an_axis_of_length_1_costs_a_part_of_the_points(task, answer):
    verdict = task(answer, points=10)
    assert (verdict, verdict.mistake) == (8, "axis-of-length-1")


def test_a_missing_axis_of_length_1_does_so_too():
    @check(reread="Rows")
    def row(ask: Ask, rng: np.random.Generator) -> None:
        for n in (1, 3):
            ask.array(n, shape=(n, 2, 1))

    for answer in (lambda n: np.ones((n, 2)), lambda n: np.ones((n, 2, 1)).squeeze()):
        verdict = row(answer, points=10)
        assert (verdict, verdict.mistake) == (8, "axis-of-length-1")


def test_wrong_numbers_behind_such_an_axis_are_named():
    verdict = double(lambda n: [n / 2], points=10)
    assert (verdict, verdict.mistake) == (2.5, "half")


def test_axes_in_another_order_are_none_of_length_1():
    @check(reread="Rows")
    def column(ask: Ask, rng: np.random.Generator) -> None:
        ask.array(shape=(3, 1))

    assert column(lambda: np.ones((1, 3)), points=10).mistake == "transposed"


def test_an_answer_that_changes_its_arguments_keeps_most_of_the_points():
    def careless(x):
        x[:] = x[::-1].copy()
        return x

    verdict = flip(careless, points=10)
    assert (verdict, verdict.mistake) == (7, "changed-arguments")


def test_an_answer_that_returns_the_same_array_each_time_is_read_in_time():
    buffer = np.zeros(())

    def reusing(n):
        buffer[...] = 2 * n
        return buffer

    assert double(reusing, points=10) == 10


@pytest.mark.parametrize(
    "kind",
    [
        list,
        tuple,
        np.float32,
        torch.tensor,
        np.asfortranarray,
        lambda y: torch.tensor(y, requires_grad=True),
        lambda y: torch.tensor(y, dtype=torch.float32),
        lambda y: torch.tensor(y, dtype=torch.float64).unbind(),
        lambda y: [list(torch.tensor(row, requires_grad=True)) for row in y],
        lambda y: np.ma.masked_array(y),
        lambda y: y.view(np.matrix),
        memoryview,
        deque,
    ],
)
def test_arrays_of_all_kinds_are_read(kind):
    assert flip(lambda x: kind(x[::-1].copy()), points=10) == 10


def test_bfloat16_is_read_and_masked_entries_are_not():
    @check(reread="Arrays")
    def ones(ask: Ask, rng: np.random.Generator) -> None:
        judge(ask, [()], [ask.array(shape=(2,))], lambda y, _: (y == 1).all(), [], rule="Ones.")

    assert ones(lambda: torch.ones(2, dtype=torch.bfloat16), points=10) == 10
    masked = ones(lambda: np.ma.masked_array([1, 1], [True, False]), points=10)
    assert (masked, masked.mistake) == (0, "not-an-array")


# ── showing ───────────────────────────────────────────────────────────────────────────────────


def changed(array: np.ndarray, *indices: tuple[int, ...]) -> np.ndarray:
    array = array.copy()
    for index in indices:
        array[index] += 1
    return array


TABLE = np.arange(12.0).reshape(4, 3)
LONG = np.arange(40.0)


@pytest.mark.parametrize(
    ("output", "expected", "shown"),
    [
        (1.5, 2.0, ("1.5", "2")),
        (2**70, 2**70 + 1, (f"{2**70}", f"{2**70 + 1}")),
        (1.00001, 1.0, ("1.00001", "1")),
        (changed(TABLE, (2, 1), (3, 1)), TABLE, ("row 2: [6. 8. 8.]", "row 2: [6. 7. 8.]")),
        (TABLE * np.nan, TABLE, ("row 0: [nan nan nan]", "row 0: [0. 1. 2.]")),
        (TABLE[:1] + 1, TABLE[:1], ("[1. 2. 3.]", "[0. 1. 2.]")),
        (
            changed(LONG, (30,)),
            LONG,
            (
                "entries 29 to 38: [29. 31. 31. 32. 33. 34. 35. 36. 37. 38.]",
                "entries 29 to 38: [29. 30. 31. 32. 33. 34. 35. 36. 37. 38.]",
            ),
        ),
        (
            changed(np.zeros((2, 3, 2)), (1, 2, 0)),
            np.zeros((2, 3, 2)),
            ("at [1, 2]: [1. 0.]", "at [1, 2]: [0. 0.]"),
        ),
        (np.eye(2) == 1, np.eye(2) == 0, ("row 0: ■ ·", "row 0: · ■")),
        (TABLE + 5e-6 * (TABLE == 5), TABLE, ("row 1: [3. 4. 5.000005]", "row 1: [3. 4. 5.]")),
        (np.full(2, np.inf), np.full(2, np.inf), ("[inf inf]", "[inf inf]")),
        ({"a": 1, "b": 2, "c": 3}, {"a": 1, "b": 4, "c": 5}, ("b: 2, c: 3", "b: 4, c: 5")),
        (
            {"a": TABLE[0], "b": TABLE},
            {"a": TABLE[1], "b": changed(TABLE, (1, 1))},
            ("a: [0. 1. 2.]\nb: row 1: [3. 4. 5.]", "a: [3. 4. 5.]\nb: row 1: [3. 5. 5.]"),
        ),
    ],
)
def test_of_two_arrays_the_first_row_in_which_they_differ_is_shown(output, expected, shown):
    first, second = show_difference(output, expected)
    assert (re.sub(" +", " ", first), second) == shown


def test_of_a_large_output_a_few_rows_are_shown():
    assert show(np.zeros((9, 2))) == "[0. 0.]\n[0. 0.]\n… and 7 more rows"
    assert show(np.eye(3) == 1) == "■ · ·\n· ■ ·\n· · ■"
    assert show(np.arange(99)) == "[ 0  1  2  3  4 ... 94 95 96 97 98]"
    assert show(np.zeros((0, 3))) == "an array of shape (0, 3)"
    assert show({"apples": 2, "pears": 1.5}) == "apples: 2, pears: 1.5"
    heads = arrays_named("W", "b")._make([np.zeros((20, 20)), np.zeros(())])
    assert show(heads) == "W of shape (20, 20), b: 0"


def test_a_call_is_written_out_while_it_is_short():
    short = np.array([[1.0, 2.0]])
    assert show_call("f", (short, True, 0.5)) == "f(np.array([[1.0, 2.0]]), True, 0.5)"
    long = show_call("f", (short, *[np.full(12, 0.123)] * 3))
    assert long.count("0.123") == 36
    shapes = ", ".join(["array of shape (12,)"] * 3)
    assert long.short == f"f(np.array([[1.0, 2.0]]), {shapes})"
    assert show_call("f", (short, np.zeros((20, 9)))) == (
        "f(np.array([[1.0, 2.0]]), array of shape (20, 9))"
    )
    pair = (short, np.array([3]))
    assert show_call("f", (pair,)) == "f((np.array([[1.0, 2.0]]), np.array([3]),))"
    assert show_call("f", ((np.zeros((20, 9)), np.zeros(4)),)) == (
        "f(arrays of shapes (20, 9), (4,))"
    )
    many = show_call("f", (np.array([7.0]), *[np.zeros((20, 9))] * 20))
    assert many.startswith("f(np.array([7.0]), array of shape (20, 9)")  # one number is a number


def test_tiny_numbers_are_not_shown_as_0():
    assert show_call("f", (np.array([2e-6, 0, 9900]),)) == "f(np.array([2e-06, 0.0, 9900.0]))"
    assert show(np.array([2e-6, 0.5])) == "[2.e-06 5.e-01]"
    assert show(np.array([1e-17, 0.5])) == "[0.  0.5]"  # rounding


def test_a_long_call_is_shortened_where_there_is_no_room():
    call = show_call("f", [np.arange(20) / 8] * 3)
    assert shorten_to_fit("Wrong.", {"Called": call}, 9)[1] == {"Called": call}
    assert shorten_to_fit("Wrong.", {"Called": call}, 3)[1] == {"Called": call.short}
    assert len(call.short) < len(call)


def test_parts_in_another_order_are_put_in_order_and_reported():
    def exchanged(n):
        return [0.0] * n, [[1.0]]

    ask = Ask("pair", exchanged)
    ask.require_form()
    for n in (1, 2):
        one, other = ask.parts(n, matrix=(1, 1), row=(n,))
        assert (one.shape, other.shape) == ((1, 1), (n,))
    with pytest.raises(Wrong) as raised:
        ask.require_form()
    assert raised.value.name == "wrong-order"


def test_a_verdict_that_would_be_long_leaves_out_what_is_said_less_precisely():
    details = {"Called": "f(1)", "Returned": "1\n2\n3", RULE: "It must be so."}
    short = "Mistake 1: One.\nMistake 2: Two."
    assert shorten_to_fit(short, details, LINES) == (short, details)
    feedback, shown = shorten_to_fit(
        f"Mistake 1: {'One. ' * 60}\nMistake 2: Two. Or three?", details, 7
    )
    assert feedback == "Mistake 1: One.\nMistake 2: Two."
    assert list(shown) == ["Called", "Returned"]
