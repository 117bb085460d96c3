"""Beside stock nbgrader: the attacks work there and not here; honest answers earn the same.

Each test runs one long notebook in a Jupyter kernel, as `nbgrader autograde` runs it.
"""

from copy import deepcopy
from pathlib import Path

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook
from nbgrader.preprocessors import Execute
from tests.classroom.sandbox.attacks import FORGERIES, GLOBAL, SAVE, UNDO
from tests.classroom.sandbox.one_sandbox import (
    NO_SANDBOX,
    RIGHT,
    SECRET,
    SETUP,
    TEST,
    marks,
    run_submission,
    sandbox,
    scores,
    shown,
)

from classroom.assignment.bank import read_bank
from classroom.assignment.notebook import Role, grade_id, read_notebook, role, tasks
from classroom.limits import Limits

pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(bool(NO_SANDBOX), reason=NO_SANDBOX),
    pytest.mark.xdist_group("sandbox"),
    pytest.mark.filterwarnings("ignore"),  # of Jupyter's own
]
PROJECT = Path(__file__).resolve().parents[3]


OWN_CHECK = """
def own_check():
    return lambda answer, points, seed=0: compare(answer, lambda x: 3 * x, points, seed)

"""


def stock(notebook: NotebookNode, folder: Path) -> NotebookNode:
    """The notebook, run as stock nbgrader runs it."""
    notebook = deepcopy(notebook)
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "", "language": "python"}
    steps = Execute(timeout=60, shutdown_kernel="immediate")
    return steps.preprocess(notebook, {"metadata": {"path": str(folder)}})[0]


def test_what_forges_points_there_earns_nothing_here(tmp_path):
    """Every forgery in turn, each at a task of its own, then an honest wrong answer."""
    names = {f"task_{number}": attack for number, attack in enumerate(FORGERIES)}
    setup = f"{SETUP}\nfor name in {[*names, 'honest']!r}:\n    setattr(checks, name, own_check())"
    setup = setup.replace("class checks:", OWN_CHECK + "class checks:")
    locked = marks("setup", locked=True) | {"tags": ["setup"]}

    def notebook(answers: dict[str, str], save: bool) -> NotebookNode:
        cells = [new_code_cell(setup, metadata=locked), *[new_code_cell(SAVE)] * save]
        for name, answer in answers.items():
            graded = marks(f"test-{name}", grade=True, locked=True, points=10)
            cells.append(new_code_cell(answer, metadata=marks(name, solution=True)))
            cells.append(new_code_cell(TEST.format(name=name), metadata=graded))
            if save and names.get(name) in GLOBAL:
                cells.append(new_code_cell(UNDO))
        return new_notebook(cells=cells)

    right = {name: RIGHT["first"].replace("first", name) for name in (*names, "honest")}
    wrong = {name: FORGERIES[attack].replace("NAME", name) for name, attack in names.items()}
    wrong["honest"] = "def honest(x):\n    return x * 0"
    handed_in = notebook(wrong, save=True)

    there = scores(stock(handed_in, tmp_path))
    here = scores(run_submission(notebook(right, save=False), handed_in, sandbox()).notebook)
    assert there == dict.fromkeys(names, 10) | {"honest": 0}
    assert here == dict.fromkeys(wrong, 0)


def test_what_is_read_and_written_there_is_out_of_reach_here(tmp_path):
    (tmp_path / "solutions.txt").write_text("TREASURE")
    (tmp_path / "gradebook.db").write_text("grades")
    source = new_notebook(
        cells=[
            new_code_cell(SETUP, metadata=marks("setup", locked=True) | {"tags": ["setup"]}),
            new_code_cell(RIGHT["first"], metadata=marks("first", solution=True)),
            new_code_cell(
                TEST.format(name="first"),
                metadata=marks("test-first", grade=True, locked=True, points=10),
            ),
            new_code_cell("print(In)"),
            new_code_cell(f"print(open({str(tmp_path / 'solutions.txt')!r}).read())"),
            new_code_cell(f"open({str(tmp_path / 'gradebook.db')!r}, 'w').write('mine')"),
        ]
    )
    here = run_submission(source, source, sandbox()).notebook
    assert SECRET not in shown(here)
    assert "TREASURE" not in shown(here)
    assert (tmp_path / "gradebook.db").read_text() == "grades"

    there = stock(source, tmp_path)
    assert SECRET in shown(there)
    assert "TREASURE" in shown(there)
    assert (tmp_path / "gradebook.db").read_text() == "mine"


def assignments_with_a_bank() -> list[str]:
    return sorted(path.name for path in (PROJECT / "tests" / "answers").glob("*/"))


@pytest.mark.parametrize(("right", "wrong"), [(1, 3), pytest.param(99, 99, marks=pytest.mark.slow)])
@pytest.mark.parametrize("assignment", assignments_with_a_bank())
def test_honest_answers_earn_the_same_cell_by_cell(assignment, right, wrong, tmp_path, monkeypatch):
    """One notebook with so many answers to each task, each followed by its task's test."""
    hour = Limits(submission=3600, computing=3600)  # so many answers take longer than a student's
    monkeypatch.setattr(sandbox(), "limits", hour)
    source = read_notebook(PROJECT / "solutions" / assignment / f"{assignment}.ipynb")
    bank = {
        task: [
            *[a for a in answers if a.right][:right],
            *[a for a in answers if not a.right][:wrong],
        ]
        for task, answers in read_bank(PROJECT / "tests" / "answers" / assignment).items()
    }
    by_solution = {task.solution: task for task in tasks(source) if not task.written}
    cells_by_id = {grade_id(cell): cell for cell in source.cells}
    reference, handed_in = new_notebook(), new_notebook()
    for cell in source.cells:
        if role(cell) is Role.SETUP:
            reference.cells.append(cell)
            handed_in.cells.append(deepcopy(cell))
        if grade_id(cell) not in by_solution:
            continue
        task = by_solution[grade_id(cell)]
        for number, answer in enumerate(bank[task.name]):
            test = deepcopy(cells_by_id[task.test])
            test.metadata["nbgrader"]["grade_id"] += f"-{number}"
            solution = deepcopy(cell)
            solution.metadata["nbgrader"]["grade_id"] += f"-{number}"
            reference.cells += [solution, test]
            handed_in.cells += [deepcopy(solution), deepcopy(test)]
            handed_in.cells[-2].source = answer.code

    examined = run_submission(reference, handed_in, sandbox())
    assert (examined.reason, examined.notes) == (None, ())
    here, there = examined.notebook, stock(handed_in, tmp_path)
    assert len(scores(here)) == sum(map(len, bank.values()))
    assert scores(here) == scores(there)
    for mine, theirs in zip(here.cells, there.cells, strict=True):
        if role(mine) is Role.TEST:
            assert mine.outputs[-1].get("data") == theirs.outputs[-1].get("data")
