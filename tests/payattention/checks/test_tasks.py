"""All tasks: every right answer gets all its points, every wrong one is told its mistake."""

import ast
import functools
import importlib
import inspect
import itertools
import pkgutil
import re
import sys
import warnings
from collections.abc import Callable
from dataclasses import replace
from types import ModuleType
from typing import Any

import numpy as np
import pytest
import torch
from tests.payattention.checks.tasks import ASSIGNMENTS, TASKS, Task, any_answer, any_task

import payattention
from classroom.assignment.bank import Answer
from payattention.checks import check
from payattention.checks.check import as_array, silence
from payattention.checks.verdict import JOINT, LINES

# ── the bank ──────────────────────────────────────────────────────────────────────────────────


def assert_expected(task: Task, answer: Answer, verdict: Any) -> None:
    """A verdict is what the bank says of the answer."""
    mistake, expected = None if answer.right else answer.name, answer.earns(task.points)
    assert (verdict.mistake, float(verdict)) == (mistake, expected), verdict.explanation


@any_answer()
def test_every_answer_of_the_bank_gets_its_points_and_its_own_mistake(task, answer):
    answered = task.function(answer)
    for seed in (0, *task.hidden_seeds(), *range(1000, 1005)):
        verdict = task.judged(answered, seed)
        assert_expected(task, answer, verdict)
        assert len(verdict.explanation.splitlines()) <= LINES, verdict.explanation


def checks_in(module: ModuleType) -> list[str]:
    return [
        name
        for name, thing in vars(module).items()
        if hasattr(thing, "facts") and thing.__module__ == module.__name__
    ]


@pytest.mark.parametrize("assignment", ASSIGNMENTS, ids=lambda assignment: assignment.name)
def test_each_task_has_a_module_of_its_own_and_all_others_are_helpers(assignment):
    """Importing a task's module does not hide the check of the same name: it is private."""
    package = assignment.checks
    found = [info.name for info in pkgutil.iter_modules(package.__path__)]
    names = {task.name for task in TASKS if task.assignment is assignment}
    assert set(package.__all__) == names
    for name in found:
        module = importlib.import_module(f"{package.__name__}.{name}")
        assert name.startswith("_")
        assert checks_in(module) == ([name[1:]] if name[1:] in names else [])
    for name in names:
        assert f"_{name}" in found
        assert callable(getattr(package, name))


@any_task
def test_a_check_says_what_it_promises_and_what_it_tries(task):
    """Its docstring has these paragraphs, in this order, each with something to say."""
    paragraphs = (
        "Promised domain",
        "Extremes and special cases, alone(?: and together)?",
        "Usual mistakes",
        "Certain",
    )
    form = "".join(rf"\s+{name}: \S.{{10,}}?" for name in paragraphs)
    assert re.fullmatch(rf"[A-Z].*?\.\n{form}", inspect.cleandoc(task.check.__doc__), re.DOTALL)


@pytest.mark.slow
@any_answer()
def test_every_name_is_true_on_fifty_seeds(task, answer):
    answered = task.function(answer)
    for seed in range(2000, 2050):
        assert_expected(task, answer, task.judged(answered, seed))


@any_task
def test_the_bank_holds_enough_answers(task):
    assert sum(answer.right for answer in task.answers) >= 2
    assert sum(not answer.right for answer in task.answers) >= 4


def mistakes_named_in(module: ModuleType) -> set[str]:
    """The names of all mistakes that a check can give, found in its source.

    That is its module, and the helpers that it imports: those beside it, and those that several
    assignments share.
    """
    tree = ast.parse(inspect.getsource(module))
    imports = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    names = {
        call.args[0].value
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in ("Mistake", "UndoableMistake", "Wrong")
        and isinstance(call.args[0], ast.Constant)
    }
    for name in imports:
        if name.startswith("payattention.checks.") and name != check.__name__:
            names |= mistakes_named_in(sys.modules[name])
    return names


@any_task
def test_every_mistake_that_a_check_knows_is_in_the_bank(task):
    known = mistakes_named_in(task.module)
    assert len(known) >= 4, f"a check names at least 4 mistakes, but {task} names only {known}"
    assert known <= {name for answer in task.answers for name in answer.name.split(JOINT)}


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
    right = task.right
    verdict = task.judged(lambda *arguments: refilled(right(*arguments), FILLS[fill]))
    assert verdict == 0, verdict.explanation
    assert fill != "nan" or verdict.mistake == "not-finite", verdict.explanation


@any_task
def test_an_argument_given_back_earns_nothing(task):
    n_arguments = len(inspect.signature(task.right).parameters)
    for i in range(n_arguments):
        for form in (lambda x: x, lambda x: (x, x), lambda x: (x, x, x), np.transpose):
            verdict = task.judged(lambda *arguments, i=i, form=form: form(arguments[i]))
            assert verdict == 0, verdict.explanation


# Not called: what trains, reads or writes files, asks the keyboard, changes how all works,
# writes past the end of its argument, or makes an array of as many axes as a row has numbers.
UNSAFE = ("save", "load", "file", "memmap", "set_", "seterr", "setbuf", "test", "seed", "info",
          "show", "main", "train", "_measure", "fetch", "sobol", "_convert_indices",
          "histogramdd")  # fmt: skip


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
    for name in ("payattention.checks.dot_product._oracle.attend",
                 "payattention.checks.check.judge",
                 "payattention.attention.masked_softmax", "numpy.argsort", "numpy.tri",
                 "torch.softmax", "torch.nn.functional.scaled_dot_product_attention"):  # fmt: skip
        assert name in names


def as_arrays(arguments: tuple) -> list:
    return [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]


def as_tensors(arguments: tuple) -> list:
    return [torch.tensor(a) if isinstance(a, np.ndarray) else a for a in arguments]


WAYS_TO_CALL: dict[str, Callable] = {
    "(…)": lambda a: a,
    "(first)": lambda a: a[:1],
    "(last)": lambda a: a[-1:],
    "(first, axis)": lambda a: [a[0], 1],
    "(first three)": lambda a: a[:3],
}


@functools.cache
def takes(name: str, n_arguments: int) -> bool:
    """Whether a ready-made can be called with so many arguments; True where it does not say."""
    try:
        signature = inspect.signature(ready_mades()[name])
    except (ValueError, TypeError):
        return True
    try:
        signature.bind(*range(n_arguments))
    except TypeError:
        return False
    return True


def form(output: Any) -> Any:
    """What an output looks like, numbers aside; None where a check cannot read it."""
    if isinstance(output, dict):
        return {name: form(value) for name, value in output.items()}
    if isinstance(output, tuple | list) and as_array(output) is None:
        return [form(part) for part in output]
    array = as_array(output)
    return None if array is None else array.shape


def of_the_form(answer: Callable, asked: list[tuple], wanted: list) -> list | None:
    """What an answer gives for each question; None where one does not have the form wanted."""
    came = []
    for arguments, expected in zip(asked, wanted, strict=False):
        came.append(answer(*arguments))
        if form(came[-1]) != expected:
            return None
    return came


def exactly(output: Any) -> str:
    """All the numbers of an output, as text."""
    if isinstance(output, dict):
        return repr({name: exactly(value) for name, value in output.items()})
    array = as_array(output)
    if array is None and isinstance(output, tuple | list):
        return repr([exactly(part) for part in output])
    return repr(output if array is None else array.tolist())


@any_task
def test_nothing_that_can_be_imported_is_an_answer(task, tmp_path, monkeypatch):
    """Whatever returns something of the right form must earn nothing; the rest cannot."""
    monkeypatch.chdir(tmp_path)
    asked: list[tuple] = []
    right = task.right
    task.judged(lambda *arguments: asked.append(arguments) or right(*arguments))
    wanted, gave = [form(right(*arguments)) for arguments in asked[:2]], {}
    tried: set[str] = set()  # what they return: many return the same
    each_once = {id(thing): (name, thing) for name, thing in ready_mades().items()}
    for name, thing in each_once.values():
        given_as = [] if name.startswith("torch.") else [as_arrays]
        given_as += [] if name.startswith("numpy.") else [as_tensors]
        for given, (way, pick) in itertools.product(given_as, WAYS_TO_CALL.items()):
            if not takes(name, len(pick(asked[0]))):
                continue
            answer = functools.partial(
                lambda f, give, pick, *a: f(*pick(give(a))), thing, given, pick
            )
            try:
                with silence():
                    came = of_the_form(answer, asked, wanted)
                if came is None or (shown := exactly(came)) in tried:
                    continue
            except (Exception, SystemExit):
                continue
            tried.add(shown)
            if verdict := task.judged(answer):
                gave[name + way] = (float(verdict), verdict.mistake)
    assert gave == {}, f"these earn points: let their mistakes earn nothing (credit=0): {gave}"
    assert tried or task.facts.odd_form


@any_answer(wrong=False)
def test_an_answer_that_warns_and_prints_loses_nothing(task, answer, capfd):
    answered = task.function(answer)

    def noisy(*arguments):
        print("here")
        warnings.warn("careful", stacklevel=1)
        np.log(np.zeros(1))
        return answered(*arguments)

    assert task.judged(noisy) == task.points
    assert capfd.readouterr() == ("", "")


@any_task
def test_the_smallest_numbers_are_no_obstacle(task):
    """An answer in float32 is as right as one in float64."""

    def narrowed(output: Any) -> Any:
        if isinstance(output, tuple):
            return tuple(narrowed(part) for part in output)
        array = as_array(output)
        wide = array is not None and array.dtype == np.float64
        return array.astype(np.float32) if wide else output

    for answer in task.answers:
        if answer.right:
            right = task.function(answer)
            verdict = task.judged(lambda *arguments, right=right: narrowed(right(*arguments)))
            assert verdict == task.points, verdict.explanation


# ── the notebook ──────────────────────────────────────────────────────────────────────────────


@any_task
def test_the_notebook_s_own_solution_is_right(task):
    answered = task.run(task.solution)
    for seed in (0, *task.hidden_seeds()):
        assert task.judged(answered, seed) == task.points


@any_task
def test_an_untouched_task_says_so(task):
    def untouched(*arguments):
        # YOUR CODE HERE
        raise NotImplementedError()

    verdict = task.judged(untouched)
    assert (verdict, verdict.mistake) == (0, "not-yet")


@any_task
def test_the_hidden_test_has_other_inputs_than_the_visible_one(task):
    right = task.right

    def inputs(seed: int) -> list[str]:
        seen: list[str] = []
        task.judged(lambda *arguments: seen.append(repr(arguments)) or right(*arguments), seed)
        return seen

    (hidden,) = task.hidden_seeds()
    assert len(inputs(0)) >= 4
    assert inputs(0) != inputs(hidden)


# ── these tests can fail ──────────────────────────────────────────────────────────────────────


def put_in_front(patch: pytest.MonkeyPatch, change: Callable) -> None:
    """Let ``change(judge, *args, **kwargs)`` be called wherever a check judges."""
    for module in [m for name, m in sys.modules.items() if name.startswith("payattention.checks.")]:
        for judge in (check.judge, check.judge_parts):
            if getattr(module, judge.__name__, None) is judge and module is not check:
                patch.setattr(module, judge.__name__, functools.partial(change, judge))


def judgements(task: Task) -> int:
    """How often a right answer is judged."""
    calls = []
    right = task.right
    with pytest.MonkeyPatch.context() as patch:
        put_in_front(patch, lambda judge, *args, **kwargs: calls.append(args))
        task.judged(right)
    return len(calls)


def decides_on(task: Task, skipped: int, answer: Answer) -> bool:
    """Whether a wrong answer gets another verdict if its n-th judgement is left out."""
    count = iter(range(99))

    def lenient(judge, *args, **kwargs):
        if next(count) != skipped:
            judge(*args, **kwargs)

    with pytest.MonkeyPatch.context() as patch:
        put_in_front(patch, lenient)
        verdict = task.judged(task.function(answer))
    return (verdict.mistake, verdict) != (answer.name, answer.earns(task.points))


@any_task
def test_a_check_that_let_one_judgement_pass_would_be_found_out(task):
    """Each judgement of a check decides on some answer of the bank."""
    wrong = [answer for answer in task.answers if not answer.right]
    for skipped in range(judgements(task)):
        assert any(decides_on(task, skipped, answer) for answer in wrong), (
            f"judgement {skipped + 1} of {task} decides on nothing"
        )


@any_task
def test_a_check_without_its_mistakes_would_be_found_out(task, monkeypatch):
    def unnamed(judge, ask, cases, outputs, *what, **more):
        if judge is check.judge:
            right, _ = what
            judge(ask, cases, outputs, right, [], **more)
        else:
            (parts,) = what
            judge(ask, cases, outputs, [replace(part, mistakes=[]) for part in parts], **more)

    put_in_front(monkeypatch, unnamed)
    told = {a.name: task.judged(task.function(a)).mistake for a in task.answers if not a.right}
    assert any(mistake == "unrecognised" != name for name, mistake in told.items())
