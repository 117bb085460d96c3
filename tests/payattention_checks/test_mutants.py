"""A small change to a reference solution costs points: the checks see it on the visible run."""

import json

import pytest
from tests.payattention_checks.mutants import COUNTS, Mutant, counts, mutants, state_of, tally
from tests.payattention_checks.tasks import ASSIGNMENTS, TASKS

KILLED = 0.97  # of the mutants that are not equivalent


def committed() -> dict[str, dict[str, dict[str, int | str]]]:
    """The counts that the instructor's tables show."""
    return json.loads(COUNTS.read_text(encoding="utf-8"))


def test_the_counts_of_mutants_are_those_of_the_present_solutions():
    solutions = {(task.assignment.name, task.name): state_of(task) for task in TASKS}
    assert solutions == {
        (assignment, task): count["solution"]
        for assignment, tasks in committed().items()
        for task, count in tasks.items()
    }, "run make mutants"


@pytest.mark.slow
@pytest.mark.parametrize("assignment", ASSIGNMENTS, ids=lambda assignment: assignment.name)
def test_mutants_lose_points_and_each_listed_equivalent_does_not(assignment):
    made = killed = 0
    alive: list[str] = []
    for task in TASKS:
        if task.assignment is assignment:
            result = tally(task)
            assert counts(task, result) == committed()[assignment.name][task.name], (
                "run make mutants"
            )
            assert result.stale == [], f"listed for {task}, but not alive"
            assert all(result.listed.values()), "an equivalent needs a reason"
            made += result.made - len(result.listed)
            killed += result.killed
            alive += [f"{task}: {change}" for change in result.alive]
    assert made > 100
    assert killed >= KILLED * made, alive


def test_every_kind_of_change_is_made():
    (task,) = [task for task in TASKS if task.name == "sink_softmax"]
    changes = {mutant.change for mutant in mutants(task)}
    top = (
        "top = np.maximum(visible.max(axis=1, keepdims=True), 0)  # the sink's score is one of them"
    )
    for new in (
        top.replace("maximum", "minimum"),
        top.replace("axis=1", "axis=2"),
        top.replace("axis=1, ", ""),
        top.replace("True", "False"),
        top.replace("0)", "(-1))"),
        "pass  # the sink's score is one of them",
    ):
        assert f"{top} → {new}" in changes
    negated = "visible = np.where(mask, scores, np.inf)"
    assert f"visible = np.where(mask, scores, -np.inf) → {negated}" in changes


def test_a_mutant_that_never_ends_is_killed(monkeypatch):
    monkeypatch.setattr("tests.payattention_checks.mutants.SECONDS", 1)
    task = TASKS[0]
    endless = f"def {task.name}(*arguments):\n    while True:\n        pass"
    assert not Mutant(task, "", endless).survives()
    assert Mutant(task, "", task.solution).survives()
