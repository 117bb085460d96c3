"""What takes long to import is imported for a class that needs it, and only for such a class."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from classroom.grading.late_imports import late_imports

COMPILER = ("torch._dynamo", "torch.utils.flop_counter")


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("from torch.utils.flop_counter import FlopCounterMode", COMPILER),
        ("optimiser = torch.optim.SGD([w], lr=0.1)", COMPILER),
        ("fast = torch.compile(slow)", COMPILER),
        ('x = torch.empty(2, device="meta")', ("sympy",)),
        ("x = torch.empty(2, device='meta')", ("sympy",)),
        ('{"metadata": 1}', ()),
        ("best = re.compile('optimal')", ()),
        ("import numpy as np", ()),
    ],
)
def test_a_word_in_a_submission_tells(tmp_path, code, found):
    plain, other = tmp_path / "ada" / "01-toy", tmp_path / "ben" / "01-toy"
    for folder, text in ((plain, "x = 1"), (other, code)):
        folder.mkdir(parents=True)
        nbformat.write(new_notebook(cells=[new_code_cell(text)]), folder / "01-toy.ipynb")
    assert late_imports([plain, other]) == found
    assert late_imports([plain]) == ()


def test_a_folder_that_cannot_be_read_needs_nothing(tmp_path):
    (tmp_path / "01-toy.ipynb").symlink_to("/etc/passwd")
    assert late_imports([tmp_path, tmp_path / "missing"]) == ()
