"""Mutants of the reference solutions: each differs by one small change and must lose points.

    python -m tests.payattention_checks.mutants        (or: make mutants)
    python -m tests.payattention_checks.mutants merge  (or: make mutants TASK=merge)

LibCST reads a solution and writes the mutants. A mutant that still earns everything on the visible
run is a wrong answer that the check lets pass, or it is equivalent: as right as the solution. Those
are listed, each with the reason, in ``tests/answers/<assignment>/equivalents.toml``. The counts are
written to ``tests/answers/mutants.json``, for the instructor's tables.
"""

import ast
import functools
import hashlib
import json
import signal
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider
from tests.classroom.sandbox.inside.across import across
from tests.payattention_checks.tasks import ASSIGNMENTS, ROOT, TASKS, Task

from payattention_checks import judge
from payattention_checks.verdict import JOINT

COUNTS = ROOT / "tests" / "answers" / "mutants.json"
SECONDS = 5  # of the processor; a mutant that takes longer is killed

OPERATORS: dict[type, list[type]] = {
    cst.Add: [cst.Subtract, cst.Multiply],
    cst.Subtract: [cst.Add],
    cst.Multiply: [cst.Divide, cst.Add],
    cst.Divide: [cst.Multiply],
    cst.FloorDivide: [cst.Multiply],
    cst.Modulo: [cst.FloorDivide],
    cst.Power: [cst.Multiply],
    cst.MatrixMultiply: [cst.Multiply],
    cst.BitAnd: [cst.BitOr],
    cst.BitOr: [cst.BitAnd],
    cst.And: [cst.Or],
    cst.Or: [cst.And],
    cst.LessThan: [cst.LessThanEqual, cst.GreaterThan],
    cst.LessThanEqual: [cst.LessThan, cst.GreaterThan],
    cst.GreaterThan: [cst.GreaterThanEqual, cst.LessThan],
    cst.GreaterThanEqual: [cst.GreaterThan, cst.LessThan],
    cst.Equal: [cst.NotEqual],
    cst.NotEqual: [cst.Equal],
    cst.AddAssign: [cst.SubtractAssign],
    cst.SubtractAssign: [cst.AddAssign],
    cst.MultiplyAssign: [cst.DivideAssign],
    cst.DivideAssign: [cst.MultiplyAssign],
}
NAMES = {
    "maximum": "minimum",
    "max": "min",
    "argmax": "argmin",
    "sum": "mean",
    "exp": "log",
    "sqrt": "square",
    "zeros": "ones",
    "cumsum": "cumprod",
    "sin": "cos",
    "floor": "ceil",
    "tril": "triu",
    "vstack": "hstack",
    "argsort": "sort",
    "True": "False",
}
NAMES |= {new: old for old, new in NAMES.items()}
NOT_COMMUTATIVE = (cst.Subtract, cst.Divide, cst.MatrixMultiply, cst.Power, cst.FloorDivide)


@dataclass(frozen=True)
class Mutant:
    """A reference solution with one change, such as ``return a + b → return a - b``."""

    task: Task
    change: str  # the line before and after
    code: str

    def survives(self) -> bool:
        """Whether it earns everything on the visible run. Which mistake it makes is not asked."""

        def too_long(*_: Any) -> None:
            raise TimeoutError(f"longer than {SECONDS} s")

        before = signal.signal(signal.SIGVTALRM, too_long)
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
        try:
            with patch.object(judge, "explained", return_value=False):
                return bool(self.task.verdict_on(self.task.run(self.code)) == self.task.points)
        except Exception:  # it does not even define the function
            return False
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, before)


def other_operators(operator: cst.CSTNode) -> Iterator[cst.CSTNode]:
    return (other() for other in OPERATORS.get(type(operator), []))


@functools.singledispatch
def changes(node: cst.CSTNode) -> Iterator[cst.CSTNode | cst.RemovalSentinel]:
    """What may replace this part of a program."""
    return iter(())


@changes.register
def _(node: cst.BinaryOperation) -> Iterator[cst.CSTNode]:
    for operator in other_operators(node.operator):
        yield node.with_changes(operator=operator)
    yield node.left
    yield node.right
    if isinstance(node.operator, NOT_COMMUTATIVE):
        yield node.with_changes(left=node.right, right=node.left)


@changes.register
def _(node: cst.BooleanOperation) -> Iterator[cst.CSTNode]:
    for operator in other_operators(node.operator):
        yield node.with_changes(operator=operator)
    yield node.left
    yield node.right


@changes.register
def _(node: cst.ComparisonTarget) -> Iterator[cst.CSTNode]:
    for operator in other_operators(node.operator):
        yield node.with_changes(operator=operator)


@changes.register
def _(node: cst.AugAssign) -> Iterator[cst.CSTNode | cst.RemovalSentinel]:
    for operator in other_operators(node.operator):
        yield node.with_changes(operator=operator)
    yield cst.Pass()


@changes.register
def _(node: cst.Assign) -> Iterator[cst.CSTNode]:
    yield cst.Pass()


@changes.register
def _(node: cst.UnaryOperation) -> Iterator[cst.CSTNode]:
    yield node.expression


@changes.register
def _(node: cst.If) -> Iterator[cst.CSTNode]:
    yield node.with_changes(test=cst.UnaryOperation(cst.Not(), bracketed(node.test)))


@changes.register
def _(node: cst.Integer) -> Iterator[cst.CSTNode]:
    yield cst.Integer(str(node.evaluated_value + 1))
    if node.evaluated_value:
        yield cst.Integer(str(node.evaluated_value - 1))
    else:
        yield cst.UnaryOperation(cst.Minus(), cst.Integer("1"))


@changes.register
def _(node: cst.Float) -> Iterator[cst.CSTNode]:
    yield cst.Float(repr(node.evaluated_value + 1))
    yield cst.Float(repr(node.evaluated_value / 2))


@changes.register
def _(node: cst.Name) -> Iterator[cst.CSTNode]:
    if node.value in NAMES:
        yield node.with_changes(value=NAMES[node.value])


@changes.register
def _(node: cst.Attribute) -> Iterator[cst.CSTNode]:
    if node.attr.value in ("T", "mT"):
        yield node.value


@changes.register
def _(node: cst.Subscript) -> Iterator[cst.CSTNode]:
    yield node.value


@changes.register
def _(node: cst.Call) -> Iterator[cst.CSTNode]:
    for i, argument in enumerate(node.args):
        if argument.keyword is not None:
            yield node.with_changes(args=[*node.args[:i], *node.args[i + 1 :]])
    positional = [argument for argument in node.args if argument.keyword is None]
    for i in range(len(positional) - 1):
        first, second = node.args[i : i + 2]
        swapped = (first.with_changes(value=second.value), second.with_changes(value=first.value))
        yield node.with_changes(args=[*node.args[:i], *swapped, *node.args[i + 2 :]])
    if positional:
        yield positional[0].value
    elif isinstance(node.func, cst.Attribute):
        yield node.func.value


def bracketed(node: cst.CSTNode) -> cst.CSTNode:
    """An expression as it may stand inside of any other."""
    atoms = cst.Name | cst.Integer | cst.Float | cst.Call | cst.Subscript | cst.Attribute
    if not isinstance(node, cst.BaseExpression) or isinstance(node, atoms) or node.lpar:
        return node
    return node.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])


def mutants(task: Task) -> list[Mutant]:
    """All mutants of a task's reference solution, each once."""
    wrapper = MetadataWrapper(cst.parse_module(task.solution))
    positions, lines = wrapper.resolve(PositionProvider), task.solution.splitlines()
    known = {ast.dump(ast.parse(task.solution))}
    found: list[Mutant] = []
    for node, position in positions.items():
        for new in changes(node):
            code = wrapper.module.deep_replace(node, bracketed(new)).code
            try:
                tree = ast.dump(ast.parse(code))
            except SyntaxError:
                continue
            if tree not in known:
                known.add(tree)
                was, now = (
                    text[position.start.line - 1].strip() for text in (lines, code.splitlines())
                )
                found.append(Mutant(task, f"{was} → {now}", code))
    return found


@functools.cache
def equivalents(assignment: str) -> dict[str, dict[str, str]]:
    """By task, the changes that leave a solution right, and why they do."""
    file = ROOT / "tests/answers" / assignment / "equivalents.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


@dataclass(frozen=True)
class Tally:
    """What became of the mutants of a task."""

    made: int
    alive: list[str]  # the changes of those that are no listed equivalents
    listed: dict[str, str]
    stale: list[str]  # listed, but not made, or they lose points

    @property
    def killed(self) -> int:
        return self.made - len(self.alive) - len(self.listed)


def tally(task: Task) -> Tally:
    """Run the mutants of a task."""
    made, listed = mutants(task), equivalents(task.assignment.name).get(task.name, {})
    with task.beside_the_notebook():
        alive = [mutant.change for mutant in made if mutant.survives()]
    return Tally(
        made=len(made),
        alive=[change for change in alive if change not in listed],
        listed=listed,
        stale=[change for change in listed if change not in alive],
    )


def counts(task: Task, result: Tally) -> dict[str, int | str]:
    """What the instructor's tables show of a task's mutants, and a hash of what was changed."""
    return {
        "made": result.made,
        "equivalent": len(result.listed),
        "killed": result.killed,
        "solution": state_of(task),
    }


def state_of(task: Task) -> str:
    """A short hash of a reference solution and its listed equivalents."""
    listed = equivalents(task.assignment.name).get(task.name, {})
    whole = json.dumps([task.solution, sorted(listed)])
    return hashlib.sha256(whole.encode()).hexdigest()[:16]


def same_both_ways(task: Task) -> int:
    """How many answers of the bank earn the same in the notebook and in the engine."""
    with task.beside_the_notebook():
        return sum(
            task.verdict_on(answered) == task.verdict_on(across(answered))
            for answered in map(task.function, task.answers)
        )


def write_counts(results: dict[Task, Tally]) -> None:
    """Write the counts of these tasks; those of the others stay as they are."""
    before = json.loads(COUNTS.read_text(encoding="utf-8"))
    counts_of_all: dict[str, dict[str, Any]] = {assignment.name: {} for assignment in ASSIGNMENTS}
    for task in TASKS:
        counted = before.get(task.assignment.name, {}).get(task.name)
        if task in results:
            counted = counts(task, results[task])
        if counted:
            counts_of_all[task.assignment.name][task.name] = counted
    COUNTS.write_text(json.dumps(counts_of_all, indent=1) + "\n", encoding="utf-8")


def chosen(names: list[str]) -> list[Task]:
    """The tasks with these names; all tasks if there are no names."""
    if unknown := set(names) - {task.name for task in TASKS}:
        sys.exit(f"There is no task {', '.join(sorted(unknown))}.")
    return [task for task in TASKS if not names or task.name in names]


def main(names: list[str]) -> None:
    """Print how thoroughly the checks are tested: answers, mistakes, mutants."""
    tasks = chosen(names)
    columns = ("right", "wrong", "named", "notebook = engine", "mutants", "equivalent", "killed")
    print(f"{'task':34}" + "".join(f"{column:>{len(column) + 3}}" for column in columns))
    sums, alive = [0] * len(columns), []
    results: dict[Task, Tally] = {}
    for task in tasks:
        result, answers = tally(task), task.answers
        results[task] = result
        names = {name for a in answers if not a.right for name in a.name.split(JOINT)}
        right = sum(answer.right for answer in answers)
        numbers = [
            right,
            len(answers) - right,
            len(names - {"unrecognised"}),
            same_both_ways(task),
            result.made,
            len(result.listed),
            result.killed,
        ]
        show_counts(str(task), columns, numbers)
        sums = [total + count for total, count in zip(sums, numbers, strict=True)]
        alive += [f"{task}: {change}" for change in result.alive]
        alive += [f"{task}: listed, but not alive: {change}" for change in result.stale]
    show_counts(f"{len(tasks)} tasks", columns, sums)
    write_counts(results)
    share = sums[-1] / (sums[-3] - sums[-2])
    print(f"\nOf the mutants that are not equivalent, {share:.1%} lose points.")
    print(*(f"alive: {line}" for line in alive), sep="\n")


def show_counts(name: str, columns: tuple[str, ...], numbers: list[int]) -> None:
    cells = (f"{n:>{len(column) + 3}}" for n, column in zip(numbers, columns, strict=True))
    print(f"{name:34}" + "".join(cells))


if __name__ == "__main__":
    main(sys.argv[1:])
