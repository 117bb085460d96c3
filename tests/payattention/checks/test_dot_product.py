"""Assignment 03: every right answer gets all its points, every wrong one is told its mistake."""

import ast
import functools
import importlib
import inspect
import itertools
import pkgutil
import re
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import payattention
from classroom.bank import Answer, read_bank
from classroom.notebook import Role, read_notebook, role, tasks
from payattention.checks import dot_product as checks
from payattention.checks.check import as_array, silence

ROOT = Path(__file__).resolve().parents[3]
NOTEBOOK = read_notebook(ROOT / "solutions/03-dot-product/03-dot-product.ipynb")
BANK = read_bank(ROOT / "tests/answers/03-dot-product")
POINTS = {task.name: task.points for task in tasks(NOTEBOOK) if not task.written}
ANSWERS = [answer for answers in BANK.values() for answer in answers]
RIGHT = [answer for answer in ANSWERS if answer.right]

any_task = pytest.mark.parametrize("task", POINTS)


def run_cell(source: str) -> dict[str, Any]:
    """The names that a cell defines after the set-up cell."""
    space: dict[str, Any] = {"__name__": "__main__"}
    setup = [cell.source for cell in NOTEBOOK.cells if role(cell) is Role.SETUP]
    for code in (*setup, source):
        exec(compile(code, "<cell>", "exec"), space)
    return space


def function(answer: Answer) -> Callable:
    return run_cell(answer.code)[answer.task]


def judged(task: str, answer: Any, seed: int = 0) -> Any:
    return getattr(checks, task)(answer, points=POINTS[task], seed=seed)


def hidden_seeds(task: str) -> list[int]:
    """The seeds in the hidden block of a task's test cell."""
    source = next(
        c.source for c in NOTEBOOK.cells if role(c) is Role.TEST and f"{task}," in c.source
    )
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.keyword)]
    return [node.value.value for node in calls if node.arg == "seed"]


# ── the bank ──────────────────────────────────────────────────────────────────────────────────


def assert_expected(answer: Answer, verdict: Any) -> None:
    """A verdict is what the bank says of the answer."""
    expected = POINTS[answer.task] if answer.right else answer.earns
    mistake = None if answer.right else answer.name
    assert (verdict.mistake, float(verdict)) == (mistake, expected), verdict.explanation


@pytest.mark.parametrize("answer", ANSWERS, ids=str)
def test_every_answer_of_the_bank_gets_its_points_and_its_own_mistake(answer):
    answered = function(answer)
    for seed in (0, *hidden_seeds(answer.task), *range(1000, 1020)):
        assert_expected(answer, judged(answer.task, answered, seed))


@any_task
def test_the_bank_holds_enough_answers(task):
    assert sum(answer.right for answer in BANK[task]) >= 2
    assert sum(not answer.right for answer in BANK[task]) >= 4


@functools.cache
def mistakes_named_in(function: str) -> frozenset[str]:
    """The names of all mistakes that a function of the module can give, found in its source."""
    tree = ast.parse(inspect.getsource(checks))
    body = next(n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == function)
    calls = [n for n in ast.walk(body) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)]
    return frozenset(
        call.args[0].value
        for call in calls
        if call.func.id in ("Mistake", "edge", "Wrong") and isinstance(call.args[0], ast.Constant)
    )


@any_task
def test_every_mistake_that_a_check_knows_is_in_the_bank(task):
    known = mistakes_named_in(task)
    if task.endswith("_head"):
        known |= mistakes_named_in("judge_head") | mistakes_named_in("ask_head")
    if task != "neighbour_head":  # its bank leaves to same_kind_head what the frame finds in both
        assert known <= {answer.name for answer in BANK[task]}
    else:
        assert known - mistakes_named_in("ask_head") <= {answer.name for answer in BANK[task]}


# ── what earns nothing, and what loses nothing ────────────────────────────────────────────────


def refilled(output: Any, fill: Callable) -> Any:
    """An output of the same form with other numbers."""
    if isinstance(output, dict):
        return {name: refilled(value, fill) for name, value in output.items()}
    if isinstance(output, tuple):
        return tuple(refilled(part, fill) for part in output)
    return fill(np.asarray(output, dtype=None if np.asarray(output).dtype == bool else float))


FILLS: dict[str, Callable] = {
    "zeros": np.zeros_like,
    "ones": np.ones_like,
    "nan": lambda a: np.full(a.shape, np.nan),
    "random": lambda a: np.random.default_rng(0).normal(size=a.shape),
    "chance": lambda a: np.random.default_rng(0).integers(2, size=a.shape).astype(bool),
    "diagonal": lambda a: np.eye(*a.shape) if a.ndim == 2 else a * 0,
    "uniform": lambda a: np.full(a.shape, 1 / (a.shape[-1] if a.ndim else 1)),
}


@any_task
@pytest.mark.parametrize("fill", FILLS)
def test_an_answer_of_the_right_form_without_the_right_numbers_earns_nothing(task, fill):
    right = function(next(answer for answer in BANK[task] if answer.right))
    verdict = judged(task, lambda *arguments: refilled(right(*arguments), FILLS[fill]))
    assert verdict == 0, verdict.explanation


@any_task
def test_an_argument_given_back_earns_nothing(task):
    n_arguments = len(inspect.signature(function(BANK[task][0])).parameters)
    for i in range(n_arguments):
        for form in (lambda x: x, lambda x: (x, x), lambda x: (x, x, x), np.transpose):
            verdict = judged(task, lambda *arguments, i=i, form=form: form(arguments[i]))
            assert verdict == 0, verdict.explanation


# Not called: what reads or writes files, asks the keyboard, or changes how everything works.
UNSAFE = ("save", "load", "file", "memmap", "set_", "seterr", "setbuf", "test", "seed", "info",
          "show", "main", "train", "fetch")  # fmt: skip


@functools.cache
def ready_mades() -> dict[str, Callable]:
    """Every callable of payattention, torch.nn.functional and numpy, and torch's own on tensors."""
    names = [m.name for m in pkgutil.walk_packages(payattention.__path__, "payattention.")]
    modules = [*map(importlib.import_module, names), torch.nn.functional, np, np.linalg]
    found = {f"{m.__name__}.{name}": getattr(m, name) for m in modules for name in dir(m)}
    found |= {f"torch.{n}": getattr(torch, n, None) for n in dir(torch._C._VariableFunctionsClass)}
    return {
        name: thing
        for name, thing in found.items()
        if callable(thing)
        and "__" not in name
        and not any(word in name.rpartition(".")[-1].lower() for word in UNSAFE)
    }


def test_the_ready_mades_are_there():
    names = ready_mades()
    assert len(names) > 1000
    for name in ("payattention.attention.masked_softmax", "payattention.checks.dot_product.attend",
                 "payattention.checks.check.judge", "numpy.argsort", "numpy.tri", "torch.softmax",
                 "torch.nn.functional.scaled_dot_product_attention"):  # fmt: skip
        assert name in names


def as_arrays(arguments: tuple) -> list:
    return [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]


def as_tensors(arguments: tuple) -> list:
    return [torch.tensor(a) if isinstance(a, np.ndarray) else a for a in arguments]


WAYS_TO_CALL: dict[str, Callable] = {
    "(…)": lambda f, a: f(*a),
    "(first)": lambda f, a: f(a[0]),
    "(last)": lambda f, a: f(a[-1]),
    "(first, axis)": lambda f, a: f(a[0], 1),
    "(first three)": lambda f, a: f(*a[:3]),
}


def form(output: Any) -> Any:
    """What an output looks like, numbers aside; None where a check cannot read it."""
    if isinstance(output, dict):
        return {name: form(value) for name, value in output.items()}
    if isinstance(output, tuple | list) and as_array(output) is None:
        return [form(part) for part in output]
    array = as_array(output)
    return None if array is None else array.shape


@any_task
def test_nothing_that_can_be_imported_is_an_answer(task, tmp_path, monkeypatch):
    """Whatever returns something of the right form must earn nothing; the rest cannot."""
    monkeypatch.chdir(tmp_path)
    asked: list[tuple] = []
    right = function(next(answer for answer in BANK[task] if answer.right))
    judged(task, lambda *arguments: asked.append(arguments) or right(*arguments))
    forms, gave, tried = [form(right(*arguments)) for arguments in asked[:2]], {}, 0
    for name, thing in ready_mades().items():
        given_as = [] if name.startswith("torch.") else [as_arrays]
        given_as += [] if name.startswith("numpy.") else [as_tensors]
        for given, (way, call) in itertools.product(given_as, WAYS_TO_CALL.items()):
            answer = functools.partial(
                lambda f, give, call, *a: call(f, give(a)), thing, given, call
            )
            try:
                with silence():
                    came = [form(answer(*arguments)) for arguments in asked[:2]]
            except (Exception, SystemExit):
                continue
            if came != forms:
                continue
            tried += 1
            if verdict := judged(task, answer):
                gave[name + way] = (float(verdict), verdict.mistake)
    assert gave == {}, gave
    assert tried or task in ("same_kind_head", "neighbour_head", "merge", "cost")


@pytest.mark.parametrize("answer", RIGHT, ids=str)
def test_an_answer_that_warns_and_prints_loses_nothing(answer, capfd):
    answered = function(answer)

    def noisy(*arguments):
        print("here")
        warnings.warn("careful", stacklevel=1)
        np.log(np.zeros(1))
        return answered(*arguments)

    assert judged(answer.task, noisy) == POINTS[answer.task]
    assert capfd.readouterr() == ("", "")


@any_task
def test_the_smallest_numbers_are_no_obstacle(task):
    """An answer in float32 is as right as one in float64."""

    def narrowed(output: Any) -> Any:
        if isinstance(output, tuple):
            return tuple(narrowed(part) for part in output)
        array = np.asarray(output)
        return array.astype(np.float32) if array.dtype == np.float64 else output

    for answer in BANK[task]:
        if answer.right:
            right = function(answer)
            verdict = judged(task, lambda *arguments, right=right: narrowed(right(*arguments)))
            assert verdict == POINTS[task], verdict.explanation


# ── the notebook ──────────────────────────────────────────────────────────────────────────────


def test_the_notebook_s_own_solutions_are_right():
    for cell in NOTEBOOK.cells:
        if role(cell) is Role.SOLUTION:
            answered = run_cell(cell.source)
            task = next(name for name in POINTS if name in answered)
            for seed in (0, *hidden_seeds(task)):
                assert judged(task, answered[task], seed) == POINTS[task]


@any_task
def test_what_is_to_be_reread_is_a_section_of_the_chapter(task):
    chapter = (ROOT / "book/03-dot-product.md").read_text(encoding="utf-8")
    number, section = judged(task, lambda *arguments: 0).reread.split(", ", 1)
    assert number == "Chapter 3"
    assert section in re.findall(r"^##+ (.*)$", chapter, re.MULTILINE)


@any_task
def test_an_untouched_task_says_so(task):
    def untouched(*arguments):
        # YOUR CODE HERE
        raise NotImplementedError()

    verdict = judged(task, untouched)
    assert (verdict, verdict.mistake) == (0, "not-yet")


@any_task
def test_the_hidden_test_has_other_inputs_than_the_visible_one(task):
    right = function(next(answer for answer in BANK[task] if answer.right))

    def inputs(seed: int) -> list[str]:
        seen: list[str] = []
        judged(task, lambda *arguments: seen.append(repr(arguments)) or right(*arguments), seed)
        return seen

    (hidden,) = hidden_seeds(task)
    assert len(inputs(0)) >= 4
    if task in ("same_kind_head", "neighbour_head"):
        return  # the answer sees a size only; what differs are the scenes that its head is run on
    assert inputs(0) != inputs(hidden)


# ── these tests can fail ──────────────────────────────────────────────────────────────────────


def judgements(task: str) -> int:
    """How often a right answer is judged."""
    calls = []
    right = function(next(answer for answer in BANK[task] if answer.right))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checks, "judge", lambda *args, **kwargs: calls.append(args))
        judged(task, right)
    return len(calls)


@any_task
def test_a_check_that_let_one_judgement_pass_would_be_found_out(task, monkeypatch):
    """Each judgement of a check decides on some answer of the bank."""
    judge = checks.judge
    for skipped in range(judgements(task)):
        changed = []
        for answer in BANK[task]:
            count = iter(range(99))

            def lenient(*args, count=count, skipped=skipped, **kwargs):
                if next(count) != skipped:
                    judge(*args, **kwargs)

            monkeypatch.setattr(checks, "judge", lenient)
            verdict = judged(task, function(answer))
            if not answer.right and (verdict.mistake, verdict) != (answer.name, answer.earns):
                changed.append(answer.name)
        assert changed, f"judgement {skipped + 1} of {task} decides on nothing"


@any_task
def test_a_check_without_its_mistakes_would_be_found_out(task, monkeypatch):
    judge = checks.judge
    monkeypatch.setattr(
        checks,
        "judge",
        lambda ask, cases, outputs, right, mistakes, **more: judge(
            ask, cases, outputs, right, [], **more
        ),
    )
    for answer in BANK[task]:
        if not answer.right and answer.earns and answer.name != "changed-arguments":
            with pytest.raises(AssertionError):
                assert_expected(answer, judged(task, function(answer)))
