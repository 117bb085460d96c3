"""Which files some code imports: never too few."""

import subprocess
import sys
from pathlib import Path

import pytest

from classroom.fingerprint import fingerprint
from classroom.imported_files import files_imported

SOURCE = Path(__file__).resolve().parents[2] / "src"
FILES = {
    "one/__init__.py": "",
    "one/a.py": "from one import b",
    "one/b.py": "def later():\n    from .deep import c as other\n    return other",
    "one/lonely.py": "",
    "one/deep/__init__.py": "from ..wide import thing",
    "one/deep/c.py": "import numpy",
    "one/wide.py": "thing = 1",
    "one/star/__init__.py": "__all__ = ['hidden']",
    "one/star/hidden.py": "",
    "one/reader.py": "from pathlib import Path\nHERE = Path(__file__).parent",
    "one/computed.py": "import importlib\nimportlib.import_module('one.' + 'lonely')",
    "one/round.py": "import one.again",
    "one/again.py": "import one.round",
    "one/data/table.json": "{}",
    "one/__pycache__/a.cpython-311.pyc": "",
    "single.py": "answer = 1",
}
ALL = {name for name in FILES if "__pycache__" not in name}
OF_ONE = {name for name in ALL if name.startswith("one/")}
B = {"one/__init__.py", "one/b.py", "one/deep/__init__.py", "one/deep/c.py", "one/wide.py"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("import numpy", set()),
        ("import single", {"single.py"}),
        ("import one", {"one/__init__.py"}),
        ("import one.b", B),
        ("from one import b", B),
        ("from one.b import later", B),
        ("from one import a", B | {"one/a.py"}),
        ("%matplotlib inline\n!ls\nimport single", {"single.py"}),
        ("def f():\n    if True:\n        import single", {"single.py"}),
        ("from one.star import *",
         {"one/__init__.py", "one/star/__init__.py", "one/star/hidden.py"}),
        ("from one import reader", {"one/__init__.py", "one/reader.py", "one/data/table.json"}),
        ("from one import computed", OF_ONE),
        ("import one.round", {"one/__init__.py", "one/round.py", "one/again.py"}),
        ("import importlib", ALL),
        ("__import__('sin' + 'gle')", ALL),
        ("this is no Python", ALL),
    ],
)  # fmt: skip
def test_what_code_imports(folder, code, expected):
    found = files_imported([code], folder)
    assert {file.relative_to(folder).as_posix() for file in found} == expected


@pytest.mark.parametrize("code", ["import single\nfrom one import b", "from one import *", "!?"])
def test_of_one_package_no_other_module_counts(folder, code):
    (folder / "one/b.py").write_text(f"{FILES['one/b.py']}\nimport single")
    found = files_imported([code], folder, "one")
    assert found == {
        file for file in files_imported([code], folder) if folder / "one" in file.parents
    }


def test_cells_are_read_one_by_one(folder):
    cells = ["import single", "from one import wide"]
    assert files_imported(cells, folder) == {
        *files_imported(cells[:1], folder),
        *files_imported(cells[1:], folder),
    }


def test_a_module_that_has_changed_is_read_again(folder):
    assert len(files_imported(["import single"], folder)) == 1
    (folder / "single.py").write_text("import one.wide")
    assert len(files_imported(["import single"], folder)) == 3


def test_the_fingerprint_follows_names_and_contents_only(folder):
    def now() -> str:
        return fingerprint(files_imported(["import one.b"], folder), folder)

    first = now()
    (folder / "one/lonely.py").write_text("# a comment where nobody looks")
    (folder / "one/wide.py").touch()
    assert now() == first
    (folder / "one/wide.py").write_text("thing = 2")
    second = now()
    assert second != first
    (folder / "one/wide.py").write_text(FILES["one/wide.py"])
    assert now() == first


LOADED = """
import sys
{code}
names = {{getattr(module, "__file__", None) for module in list(sys.modules.values())}}
print(*(name for name in names if name and name.startswith({source!r})), sep="\\n")
"""


@pytest.mark.system
@pytest.mark.parametrize(
    "code",
    [
        "from payattention.experiments.shapes import *\nfrom payattention import plots",
        "from payattention_checks import dot_product",
        "from payattention.experiments.translation import trained_translator",
        "import payattention.sam, payattention.vit",
    ],
)
def test_what_python_really_loads_is_found_without_running_it(code):
    run = LOADED.format(code=code, source=str(SOURCE))
    done = subprocess.run([sys.executable, "-c", run], capture_output=True, text=True, check=True)
    loaded = {Path(line) for line in done.stdout.split("\n") if line}
    assert loaded
    assert loaded <= files_imported([code], SOURCE)


def test_a_check_is_no_part_of_what_a_model_imports():
    found = files_imported(["from payattention.experiments import shapes"], SOURCE)
    assert SOURCE / "payattention/attention.py" in found
    assert not [file for file in found if "checks" in file.parts]
