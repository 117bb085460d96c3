"""The frame of all checks: it calls anything, reads anything, raises nothing and prints nothing."""

import inspect
import re
import sys
import warnings
from collections import deque

import numpy as np
import pytest
import torch

from payattention_checks.ask import Ask, Wrong
from payattention_checks.check import check
from payattention_checks.judge import Mistake, Part, UndoableMistake, judge, judge_parts
from payattention_checks.read import arrays_named
from payattention_checks.show import shorten_to_fit, show, show_call, show_difference
from payattention_checks.verdict import LINES, RULE, Verdict


@check(reread="Arithmetic")
def double(ask: Ask, rng: np.random.Generator) -> str:
    """Twice the number."""

    def right(output, case):
        return output - case[0] == case[0]

    cases = [(n,) for n in (3.0, *rng.integers(5, 99, size=2).astype(float))]
    outputs = [ask.array(*case, shape=()) for case in cases]
    mistakes = [
        Mistake("half", "This is half.", lambda output, case: 2 * output == case[0], credit=0.25),
        UndoableMistake(
            "negative", "The sign is wrong.", lambda output, case: (-output, case), credit=0.5
        ),
        UndoableMistake(
            "percent",
            "This is a percentage.",
            lambda output, case: (output / 100, case) if output > 0 else None,
            credit=0.7,
        ),
    ]
    judge(ask, cases, outputs, right, mistakes, rule="Take the number twice.")
    large = [(1e300,)]
    outputs = [ask.array(*case, shape=()) for case in large]
    slow = Mistake("large", "Wrong for large numbers.", lambda *_: True, credit=0.5)
    judge(ask, large, outputs, lambda out, case: out / case[0] == 2, [slow], rule="Take it twice.")
    return "Well done."


@check(reread="Arrays")
def flip(ask: Ask, rng: np.random.Generator) -> None:
    """The rows in reverse order."""
    case = (rng.normal(size=(3, 2)),)
    output = ask.array(*case, shape=(3, 2))
    judge(ask, [case], [output], lambda y, c: np.allclose(y[0], c[0][2]), [], rule="From the end.")


@check(reread="Pairs")
def pair(ask: Ask, rng: np.random.Generator) -> None:
    """An array and a vector as long as it."""
    ask.arrays(3, table=(3, None), vector=(3,))


@check(reread="Dictionaries")
def shop(ask: Ask, rng: np.random.Generator) -> None:
    """Two numbers by name."""
    right = {"apples": 2**70, "pears": 1.5}

    def is_part(name):
        return lambda output, case: output == right[name]

    parts = [Part(name, is_part(name), [], share=1 / 2) for name in right]
    judge_parts(ask, [()], [ask.numbers(names=tuple(right))], parts, rule="As in the shop.")


@check(reread="Vectors")
def halves(ask: Ask, rng: np.random.Generator) -> None:
    """The first and the second half of an array."""
    case = (rng.normal(size=4),)
    parts = [
        Part("first", lambda y, c: np.allclose(y, c[0][:2]), [], share=0.75),
        Part("second", lambda y, c: np.allclose(y, c[0][2:]), [], share=0.25),
    ]
    judge_parts(ask, [case], [ask.parts(*case, first=(2,), second=(2,))], parts, rule="In two.")


@check(reread="Division")
def divide(ask: Ask, rng: np.random.Generator) -> None:
    """The quotient of 17 (or so) and 5, and the remainder."""
    cases = [(17, 5), (int(rng.integers(50, 99)), 10)]

    def is_part(name):
        return lambda output, case: output == dict(zip(names, divmod(*case[:2]), strict=True))[name]

    names = ("quotient", "remainder")
    swapped = Mistake("swapped", "The other one.", lambda out, case: out in divmod(*case[:2]), 0.5)
    large = UndoableMistake(
        "large", "Ten times too large.", lambda out, case: (out / 10, case), credit=0.25
    )
    parts = [
        Part("quotient", is_part("quotient"), [swapped, large], share=0.75),
        Part("remainder", is_part("remainder"), [swapped, large], share=0.25),
    ]
    answers = [ask.arrays(*case, quotient=(), remainder=()) for case in cases]
    judge_parts(ask, cases, answers, parts, rule="As on paper.")
    cases = [(*case, True) for case in cases]
    answers = [ask.numbers(*case, names=names) for case in cases]
    judge_parts(ask, cases, answers, parts, rule="As on paper.")


# ── points ────────────────────────────────────────────────────────────────────────────────────


def test_a_right_answer_gets_all_the_points_and_the_remark():
    verdict = double(lambda n: 2 * n, points=10)
    assert isinstance(verdict, Verdict)
    assert (verdict, verdict.mistake, verdict.reread) == (10, None, "")
    assert verdict.reason == "Right, on all 4 calls. Well done."


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


def test_behind_a_slip_another_mistake_is_seen_and_both_are_told():
    verdict = double(lambda n: -n / 2, points=10)
    assert (verdict, verdict.mistake) == (1.2, "negative + half")
    assert verdict.reason.splitlines() == [
        "Mistake 1: The sign is wrong.",
        "Mistake 2: This is half.",
    ]
    assert double(lambda n: -200 * n, points=10).mistake == "negative + percent"
    assert double(lambda n: -2 * n, points=10).mistake == "negative"
    assert double(lambda n: 50 * n, points=10).mistake == "percent + half"


def test_a_slip_that_was_not_made_and_two_plain_mistakes_explain_nothing():
    """Of a negative number, `percent` has nothing to undo."""
    assert double(lambda n: -200 * n if n == 3 else 200 * n, points=10).mistake == "unrecognised"
    assert double(lambda n: n / 4, points=10).mistake == "unrecognised"


def as_pair_or_dictionary(quotient, remainder):
    def answer(a, b, dictionary=False):
        parts = {"quotient": quotient(a, b), "remainder": remainder(a, b)}
        return parts if dictionary else tuple(parts.values())

    return answer


@pytest.mark.parametrize(
    ("quotient", "remainder", "earned", "mistake", "lines"),
    [
        (lambda a, b: a // b, lambda a, b: a % b, 10, None, ["Right, on all 4 calls."]),
        (
            lambda a, b: a // b,
            lambda a, b: 10 * (a % b),
            8.1,
            "large",
            ["✓ quotient", "✗ remainder: Ten times too large."],
        ),
        (
            lambda a, b: a % b,
            lambda a, b: a // b,
            5,
            "swapped",
            ["✗ quotient, remainder: The other one."],
        ),
        (
            lambda a, b: -1,
            lambda a, b: a // b,
            1.2,
            "unrecognised + swapped",
            [
                "✗ quotient: Not right yet, but this is none of the usual mistakes.",
                "✗ remainder: The other one.",
            ],
        ),
        (
            lambda a, b: 10 * (a % b),
            lambda a, b: a % b,
            3.4,
            "large + swapped",
            [
                "✓ remainder",
                "✗ quotient: Mistake 1: Ten times too large.",
                "Mistake 2: The other one.",
            ],
        ),
    ],
)
def test_each_part_is_judged_and_credited_by_itself(quotient, remainder, earned, mistake, lines):
    answer = as_pair_or_dictionary(quotient, remainder)
    verdict = divide(answer, points=10)
    assert (verdict, verdict.mistake) == (earned, mistake)
    assert verdict.reason.splitlines() == lines


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


def test_another_seed_gives_other_cases_and_the_same_seed_the_same():
    def seen(seed: int) -> list[float]:
        numbers: list[float] = []
        double(lambda n: numbers.append(n) or 2 * n, points=1, seed=seed)
        return numbers

    assert seen(1) == seen(1) != seen(2)


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


def raising(error):
    def answer(*arguments):
        raise error

    return answer


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
    said = stopped.value._render_traceback_()
    assert said[0] == "✗ double: 0 of 10 points"
    assert "Does every loop in it come to an end?" in said[1]
    assert any(line.startswith("Where:") for line in said)


@pytest.mark.parametrize(
    ("task", "answer", "mistake", "says"),
    [
        (double, raising(NotImplementedError()), "not-yet", "Nothing here yet"),
        (double, raising(NotImplementedError("aten::odd")), "raised", "aten::odd"),
        (double, lambda n: None, "returned-nothing", "returned None"),
        (double, 7, "not-a-function", "must be a function, but it is an int"),
        (double, lambda n: [n, n], "wrong-shape", "one number, but its shape is (2,)"),
        (double, lambda n: "6", "not-an-array", "one number, but it is a str"),
        (flip, lambda x: x.T, "transposed", "its axes are swapped"),
        (flip, lambda x: x[:2], "wrong-shape", "of shape (3, 2), but its shape is (2, 2)"),
        (pair, lambda n: np.ones(3), "not-a-tuple", "2 arrays, (table, vector)"),
        (pair, lambda n: (1, 2, 3), "not-a-tuple", "it returned 3 things"),
        (pair, lambda n: (np.ones((3, 9)), np.ones(4)), "wrong-shape", "vector, returned by"),
        (shop, lambda: {}, "wrong-keys", '"apples", "pears", but it holds nothing'),
        (shop, lambda: {"apples": "1", "pears": "2"}, "not-a-number", '"pears" must be a number'),
        (shop, lambda: [1], "not-a-dictionary", "but it returned a list"),
        (halves, lambda x: (1, "a"), "wrong-shape + not-an-array", "second, returned by halves"),
    ],
)
def test_what_is_no_answer_is_told_why(task, answer, mistake, says):
    verdict = task(answer, points=10)
    assert verdict.mistake == mistake
    assert says in verdict.reason


@pytest.mark.parametrize(
    ("task", "answer", "earned", "mistake", "says"),
    [
        (shop, lambda: {"apples": 2**70, "pear": 1.5}, 5, "wrong-keys", "holds 'apples', 'pear'."),
        (shop, lambda: {"apples": "x", "pears": 1.5}, 5, "not-a-number", '"apples" must be a'),
        (shop, lambda: {"apples": 2**70, "pears": 1.5, "plums": 1}, 10, None, "Right"),
        (halves, lambda x: (x[:2], None), 7.5, "not-an-array", "second, returned by halves"),
        (halves, lambda x: (x[2:], x[None, 2:]), 0, "unrecognised + wrong-shape", "(1, 2)"),
    ],
)
def test_a_part_that_cannot_be_read_costs_its_share_only(task, answer, earned, mistake, says):
    verdict = task(answer, points=10)
    assert (verdict, verdict.mistake) == (earned, mistake)
    assert says in verdict.reason
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
    raised, explained = verdict.reason.splitlines()
    assert raised.startswith("flip raised ")
    assert "make it a column, `x[:, None]`" in explained
    assert "`axis`" in explained


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
    raised, explained = verdict.reason.splitlines()
    assert raised.startswith("flip raised ")
    assert "`(n, k) @ (k, m)`" in explained


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
    calls = double(lambda n: 2 * n, points=10).reason.split("all ")[1].split(" calls")[0]
    assert printed[2:] == [f"… and {300 * int(calls) - 2} more lines"]
    long = double(lambda n: print("x" * 10**6) or 2 * n, points=10).explanation
    assert len(long.splitlines()) <= 12


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
    assert verdict.mistake == "truth-of-array"
    assert "`(0 <= x) & (x < n)`" in verdict.reason


def test_a_row_and_a_column_that_make_a_square_are_explained():
    @check(reread="Arithmetic")
    def halves(ask, rng):
        ask.array(np.arange(3.0), shape=(3,))

    verdict = halves(lambda x: x / np.full((3, 1), 2), points=10)
    assert verdict.mistake == "wrong-shape"
    assert verdict.reason.endswith("that is what a row and a column give together.")


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


def changed(array: np.ndarray, *places: tuple[int, ...]) -> np.ndarray:
    array = array.copy()
    for place in places:
        array[place] += 1
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


def test_parts_in_another_order_are_put_in_order_and_told():
    def exchanged(n):
        return [0.0] * n, [[1.0]]

    ask = Ask("pair", exchanged)
    ask.require_order()
    for n in (1, 2):
        one, other = ask.parts(n, matrix=(1, 1), row=(n,))
        assert (one.shape, other.shape) == ((1, 1), (n,))
    with pytest.raises(Wrong, match="matrix, row") as raised:
        ask.require_order()
    assert raised.value.name == "wrong-order"


def test_a_verdict_that_would_be_long_leaves_out_what_is_said_less_precisely():
    details = {"Called": "f(1)", "Returned": "1\n2\n3", RULE: "It must be so."}
    short = "Mistake 1: One.\nMistake 2: Two."
    assert shorten_to_fit(short, details, LINES) == (short, details)
    says, shown = shorten_to_fit(
        f"Mistake 1: {'One. ' * 60}\nMistake 2: Two. Or three?", details, 7
    )
    assert says == "Mistake 1: One.\nMistake 2: Two."
    assert list(shown) == ["Called", "Returned"]
