"""Cells run where they belong, and honest answers earn what they earn in Jupyter."""

import ast

import nbformat
import pytest
from tests.classroom.sandbox.one_sandbox import (
    NO_SANDBOX,
    RIGHT,
    SECRET,
    SOURCE,
    WRONG,
    instructor,
    notebook_with,
    run,
    run_submission,
    sandbox,
    scores,
    shown,
)

from classroom.assignment.notebook import grade_id
from classroom.course import CourseError
from payattention_checks.check import CheckFailed

pytestmark = [
    pytest.mark.skipif(bool(NO_SANDBOX), reason=NO_SANDBOX),
    pytest.mark.xdist_group("sandbox"),
]
ALL = {"first": 10, "second": 10, "third": 10}


def outputs(examined, number: int) -> list[dict]:
    return examined.notebook.cells[number].outputs


def printed(*cells: str) -> str:
    """What the last of some cells of the student's own prints."""
    (output,) = outputs(run(*cells), len(cells))
    return output.text.strip()


def test_right_answers_earn_everything_and_wrong_ones_nothing():
    examined = run()
    assert (examined.reason, examined.notes) == (None, ())
    assert scores(examined.notebook) == ALL
    assert scores(run(**WRONG).notebook) == dict.fromkeys(ALL, 0)
    assert scores(run(second=WRONG["second"]).notebook) == ALL | {"second": 0}


def test_the_notebook_is_valid_and_its_verdicts_are_shown():
    examined = run("print(1)\n2")
    nbformat.validate(examined.notebook)
    (verdict,) = outputs(examined, 3)
    assert verdict.data["text/plain"] == "10.0"
    assert verdict.data["text/html"] == '<div class="verdict">Right.</div>'


@pytest.mark.parametrize(
    ("first", "says"),
    [
        ("def first(x):\n    y = 1\n    raise KeyError('no')", "It raised KeyError: 'no'"),
        ("def first(x):\n    raise NotImplementedError()", "It raised NotImplementedError: "),
        ("class Odd(ValueError): pass\ndef first(x):\n    raise Odd('odd')", "It raised Odd: odd"),
        ("def first(x):\n    raise SystemExit(3)", "It raised SystemExit: 3"),
        ("def first(x):\n    raise KeyboardInterrupt", "It raised KeyboardInterrupt: "),
        ("def first(x):\n    return first(x)", "It raised RecursionError: maximum recursion"),
        ("def first(x, y):\n    return x", "missing 1 required positional argument"),
        ("def first(x):\n    return x.sum()", "Its shape is ()."),
        ("def first(x):\n    return {1: {2}}", "Its shape is ()."),
        ("def first(x):\n    return lambda: x", "a function cannot be sent to another process"),
        (
            "import torch\ndef first(x):\n"
            "    return torch.nested.nested_tensor([torch.ones(1), torch.ones(2)])",
            "cannot be sent to another process",
        ),
        ("async def first(x):\n    return 3 * x", "a coroutine cannot be sent to another process"),
        ("def first(x):\n    yield 3 * x", "a generator cannot be sent to another process"),
        ("first = 3", "It raised TypeError: 'int' object is not callable"),
    ],
)
def test_a_wrong_answer_costs_its_own_points_and_is_told_why(first, says):
    examined = run(first=first)
    assert scores(examined.notebook) == ALL | {"first": 0}
    assert says in outputs(examined, 2)[0].data["text/html"].replace("&#x27;", "'")
    assert (examined.reason, examined.notes) == (None, ())


def test_an_answer_that_is_not_there_scores_zero_without_showing_the_hidden_test():
    examined = run(first="pass")
    assert scores(examined.notebook) == ALL | {"first": 0}
    assert outputs(examined, 2)[0].evalue.startswith("The cell does not define first.")
    assert SECRET not in shown(examined.notebook)


def test_a_change_of_the_arguments_is_seen_by_the_test():
    setup = """
import numpy as np, torch
class checks:
    def change(change, points):
        a, t, f = np.zeros((2, 3)), torch.zeros(2), np.zeros((2, 3)).T
        l, d, s = [1, [2]], {"k": [1]}, {1}
        inner = l[1]
        change(a, t, l, d, s, keyword=f)
        right = [(a == 1).all(), (t == 2).all(), (f == 3).all(), inner is l[1],
                 l == [1, [2, 3], 4], d == {"k": [1, 2]}, s == {1, 2}]
        return float(sum(map(bool, right)))
"""
    answer = """
def change(a, t, l, d, s, keyword):
    a[:], t[:], keyword[:] = 1, 2, 3
    l.append(4), l[1].append(3), d["k"].append(2), s.add(2)
"""
    source = notebook_with(RIGHT)
    source.cells[0].source, source.cells[1].source = setup, answer
    source.cells[2].source = "score = checks.change(change, points=10)\nscore"
    del source.cells[3:]
    assert scores(run_submission(source, source, sandbox()).notebook) == {"first": 7}


def test_the_same_array_twice_is_the_same_array_in_the_students_process():
    source = notebook_with(RIGHT)
    source.cells[2].source = "x = np.ones(3)\nscore = float(first(x, x) is True)\nscore"
    submitted = notebook_with(RIGHT | {"first": "def first(x, y): return x is y"})
    assert scores(run_submission(source, submitted, sandbox()).notebook)["first"] == 1


def test_an_error_is_placed_in_the_line_of_the_answer_where_it_arose():
    source = notebook_with(RIGHT)
    source.cells[0].source = """
import linecache, traceback
import numpy as np
class checks:
    def first(answer, points):
        try:
            answer(1)
        except Exception as error:
            frames = [f for f in traceback.extract_tb(error.__traceback__)
                      if f.filename == answer.__code__.co_filename]
            file, line = frames[-1].filename, frames[-1].lineno
            says = f"{line}: {linecache.getline(file, line)}"
            return type("V", (float,), {"_repr_html_": lambda self: says})(1)
"""
    source.cells[2].source = "score = checks.first(first, points=10)\nscore"
    answer = "def helper(x):\n    return x\n\ndef first(x):\n    y = helper(x)\n    return y / 0\n"
    submitted = notebook_with(RIGHT | {"first": answer})
    examined = run_submission(source, submitted, sandbox())
    assert outputs(examined, 2)[0].data["text/html"].strip() == "6: return y / 0"


def test_a_value_crosses_as_it_is():
    source = notebook_with(RIGHT)
    source.cells[1].source = "first = (1, [2**70])"
    source.cells[2].source = "score = float(first == (1, [2**70]))\nscore"
    assert scores(run_submission(source, source, sandbox()).notebook)["first"] == 1


def test_cells_run_as_in_jupyter():
    assert printed("import asyncio\nawait asyncio.sleep(0)\nprint(7)") == "7"
    assert printed("x = 3", "%timeit -n1 -r1 x\nprint(x)").endswith("3")
    assert printed("!echo out") == "out"
    assert printed("names = !echo one; echo two", "print(names.n)") == "one\ntwo"
    assert printed("%%capture c\nprint(1)", "print(c.stdout * 2)") == "1\n1"
    examined = run(
        "1 + 1;",
        "from IPython.display import HTML\nHTML('<b>')",
        "import matplotlib.pyplot as plt",  # on a slow machine, it says that it looks for fonts
        "plt.plot([1, 2]);",
        "import sys\nprint('a')\nprint('b', file=sys.stderr)\nprint('c')",
        "1 / 0",
        "input('name?')",
    )
    nothing, html, _, plot, streams, error, asked = (outputs(examined, n) for n in range(1, 8))
    assert nothing == []
    assert html[0].data["text/html"] == "<b>"
    assert plot[0].output_type == "display_data"
    assert plot[0].data["image/png"].startswith("iVBOR")
    assert [(s.name, s.text) for s in streams] == [
        ("stdout", "a\n"),
        ("stderr", "b\n"),
        ("stdout", "c\n"),
    ]
    assert error[0].ename == "ZeroDivisionError"
    assert "Cell In[" in "".join(error[0].traceback)
    assert "nobody" not in shown(examined.notebook)
    assert asked[0].evalue.startswith("This notebook is run without anybody")
    assert scores(examined.notebook) == ALL
    nbformat.validate(examined.notebook)


def test_warnings_and_prints_of_an_answer_cost_nothing():
    loud = "import sys, warnings\ndef first(x):\n    print('!')\n    print('!', file=sys.stderr)\n"
    loud += "    warnings.warn('!')\n    return 3 * x"
    assert scores(run(first=loud).notebook) == ALL


def test_a_matrix_product_and_a_backward_pass_run_in_the_fork():
    loud = "import torch\na = torch.rand(800, 800, requires_grad=True)\n(a @ a).sum().backward()\n"
    assert printed(loud + "print(tuple(a.grad.shape))") == "(800, 800)"


def test_files_that_were_handed_in_lie_beside_the_notebook():
    files = {"data/numbers.txt": b"1 2 3"}
    submitted = notebook_with(RIGHT, ("print(open('data/numbers.txt').read())",))
    examined = run_submission(SOURCE, submitted, sandbox(), files)
    assert outputs(examined, 1)[0].text == "1 2 3\n"


def test_a_module_that_was_handed_in_beside_the_notebook_can_be_imported():
    files = {"mine.py": b"def triple(x): return 3 * x", "package/part.py": b"number = 7"}
    answers = RIGHT | {"first": "from mine import triple as first"}
    submitted = notebook_with(answers, ("import package.part\nprint(package.part.number)",))
    examined = run_submission(SOURCE, submitted, sandbox(), files)
    assert outputs(examined, 1)[0].text == "7\n"
    assert scores(examined.notebook) == ALL


def test_each_submission_starts_afresh():
    run("import numpy as np\nnp.left_behind = 1\nopen('/tmp/left', 'w').write('x')")
    look = "print(hasattr(numpy, 'left_behind'), os.path.exists('/tmp/left'))"
    assert printed(f"import numpy, os\n{look}") == "False False"


def test_the_checks_of_the_course_are_not_there_but_can_be_imported():
    cell = "from payattention_checks import dot_product as checks\n"
    cell += "import payattention_checks.anything\nfrom payattention_checks.check import check\n"
    cell += "print(checks.window_mask(3, points=1), payattention_checks.__spec__.origin)"
    assert printed(cell) == "The tests run elsewhere. None"
    assert printed(
        "import os, payattention\n"
        "beside = os.path.dirname(payattention.__path__[0]) + '/payattention_checks'\n"
        "print(os.path.exists(beside) and os.listdir(beside))"
    ) in ("False", "[]")


# ── what is trusted ───────────────────────────────────────────────────────────────────────────


def test_tests_and_setup_come_from_the_instructors_notebook():
    submitted = notebook_with(WRONG)
    for cell in submitted.cells:
        if grade_id(cell).startswith("test-"):
            cell.source = "10"
        if grade_id(cell) == "setup":
            cell.source = "class checks: pass"
            cell.metadata = notebook_with(RIGHT).cells[0].metadata
    examined = run_submission(SOURCE, submitted, sandbox())
    assert scores(examined.notebook) == dict.fromkeys(ALL, 0)


def test_a_cell_that_calls_itself_a_test_runs_in_the_sandbox_only():
    submitted = notebook_with(RIGHT, ("checks.first = lambda *_, **__: 10\n0",))
    submitted.cells[1].metadata = notebook_with(RIGHT).cells[2].metadata
    submitted.cells[1].metadata["nbgrader"]["grade_id"] = "test-zero"
    examined = run_submission(SOURCE, submitted, sandbox())
    assert scores(examined.notebook) == ALL


def test_a_submission_that_lacks_a_test_is_refused():
    submitted = notebook_with(RIGHT)
    del submitted.cells[2]
    with pytest.raises(CourseError, match="assemble"):
        run_submission(SOURCE, submitted, sandbox())
    submitted = notebook_with(RIGHT)
    submitted.cells.append(submitted.cells[2])
    with pytest.raises(CourseError, match="assemble"):
        run_submission(SOURCE, submitted, sandbox())


@pytest.mark.parametrize("name", ["min", "score", "checks", "np"])
def test_an_assignment_whose_answer_has_a_name_of_the_examiners_is_refused(name):
    source = notebook_with(RIGHT)
    source.cells[1].source = f"def {name}(x): return x"
    source.cells[2].source = f"score = checks.first({name}, points=10)\nnp\nscore"
    with pytest.raises(CourseError, match=name):
        assert instructor(source).names_by_test


def test_only_what_the_reference_defines_and_the_test_uses_crosses():
    source = notebook_with(RIGHT)
    source.cells[1].source = "helper = 1\ndef first(x): return 3 * x"
    assert instructor(source).names_by_test == {
        "test-first": ["first"],
        "test-second": ["second"],
        "test-third": ["third"],
    }
    assert ast.parse(source.cells[2].source)


def test_a_setup_cell_that_fails_in_the_examiner_needs_a_person():
    source = notebook_with(RIGHT)
    source.cells[0].source = "1 / 0"
    examined = run_submission(source, source, sandbox())
    fails = "The set-up cell “setup” fails in the examiner: ZeroDivisionError: division by zero."
    assert examined.reason == fails


def test_a_check_that_cannot_judge_needs_a_person():
    source = notebook_with(RIGHT)
    raised = f"raise type('{CheckFailed.__name__}', (Exception,), {{}})('first: no cases')"
    source.cells[2].source = f"first\n{raised}"
    examined = run_submission(source, source, sandbox())
    assert examined.reason == "A check cannot judge: first: no cases."


# ── answers that are not there ────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("first", "mistake", "says"),
    [
        (
            "x = 1\ndef first(x)\n    return 3 * x",
            "syntax-error",
            "Line 2 of the cell is not Python: expected ':'. The line reads “def first(x)”.\n"
            "So none of the cell ran, and first is not defined.",
        ),
        (
            "\n\nx = 1\ndef first(x)\n    return 3 * x",
            "syntax-error",
            "Line 4 of the cell is not Python: expected ':'. The line reads “def first(x)”.\n"
            "So none of the cell ran, and first is not defined.",
        ),
        (
            "%time 1\ndef first(x):\nreturn x",
            "syntax-error",
            "Line 3 of the cell is not Python: expected an indented block after function "
            "definition on line 2. The line reads “return x”.\n"
            "So none of the cell ran, and first is not defined.",
        ),
        (
            "import helpers_of_mine\ndef first(x): return 3 * x",
            "cell-failed",
            "The cell raised ModuleNotFoundError: No module named 'helpers_of_mine' before it "
            "defined first.",
        ),
        (
            "def my_first(x): return 3 * x",
            "not-defined",
            "The cell does not define first. Was the function renamed?",
        ),
    ],
)
def test_why_an_answer_is_not_defined_is_said(first, mistake, says):
    examined = run(first=first)
    assert scores(examined.notebook) == ALL | {"first": 0}
    (output,) = outputs(examined, 2)
    assert (output.output_type, output.ename, output.evalue) == ("error", mistake, says)


def test_an_answer_that_is_defined_elsewhere_is_graded():
    examined = run("def first(x): return 3 * x", first="def first(x) return x")
    assert scores(examined.notebook) == ALL
