"""Code that reaches for the tests is named, also in magics and in files; honest code is not."""

import pytest
from nbformat.v4 import new_code_cell, new_notebook
from tests.classroom.conftest import toy_notebook
from tests.classroom.sandbox.one_sandbox import instructor

from classroom.grading.suspicions import suspicions
from classroom.printable import sentences


def seen(source: str, files: dict[str, bytes] | None = None) -> list[str]:
    """What is said of a cell of the student's own."""
    own = new_notebook(cells=[new_code_cell(source)])
    said = suspicions(instructor(toy_notebook()), own, files)
    return [sentence.removeprefix("A cell of the student's own ") for sentence in said]


@pytest.mark.parametrize("first", ["%%time", "%%capture out", "%%timeit -n 1", "%%prun"])
def test_what_a_cell_magic_runs_is_looked_into(first):
    reaches = "reaches for the memory of Python (gc)."
    assert seen(f"{first}\nimport gc\ngc.get_objects") == [
        reaches,
        "reaches for all that the interpreter holds (get_objects).",
    ]


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("%time exec('x')", "runs text as code (exec)."),
        ("%timeit -n 1 -r 1 exec('x')", "runs text as code (exec)."),
        ("%%script python\nimport gc", "runs another program (%%script python)."),
        ("%%bash\nls", "runs another program (%%bash)."),
        ("!python helper.py", "runs another program (!python helper.py)."),
        ("x = !python helper.py", "runs another program (!python helper.py)."),
        ("%run helper.py", "runs another program (%run helper.py)."),
        ("import matplotlib as m\nm._gc", "reaches for the memory of Python (m._gc)."),
        ("np.ctypeslib.ctypes", "reaches for the memory of Python (np.ctypeslib.ctypes)."),
        ("np.os.sys.modules", "reaches for how modules are found (sys.modules)."),
        ("getattr(x, '_getframe')", "reaches for the caller's frame (_getframe)."),
        ("np.load('x', allow_pickle=True)", "reaches for objects that carry code (allow_pickle)."),
        ("import builtins\nbuiltins.exec('x')", "runs text as code (exec)."),
    ],
)
def test_a_way_round_is_named(source, said):
    assert said in seen(source)


def test_a_python_file_beside_the_notebook_is_looked_into():
    files = {"helper.py": b"import gc", "data.csv": b"import gc", "\x1b[2J.py": b"import gc"}
    assert seen("x = 1", files) == [
        "The file “helper.py” reaches for the memory of Python (gc).",
        r"The file “\x1b[2J.py” reaches for the memory of Python (gc).",
    ]


@pytest.mark.parametrize(
    "source",
    [
        "%matplotlib inline\n%timeit double(3)",
        "%%time\nmodel.eval()\ntorch.compile(model)",
        "from scipy import signal\nscipy.signal.convolve(a, b)",
        "x = (a\n  % b)",
        "print?",
    ],
)
def test_what_students_honestly_write_is_not(source):
    assert seen(source) == []


def test_thousands_of_them_are_said_by_their_number():
    many = "\n".join(f"x = '/proc/{n}'" for n in range(2_500))
    said = sentences(seen(many))
    assert len(said) == 11
    assert said[-1] == "And 2,490 more."


def test_code_that_is_deeply_nested_costs_nobody_a_submission():
    deep = "x" + ".a" * 900 + " = 1"
    (said,) = seen(f"import np\n{deep.replace('x', 'np', 1)}")
    assert said.startswith("changes np")
    assert len(said) < 200
