"""Which cells of a notebook a run runs."""

from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from classroom.sandbox.run_parts import code_cells


def test_a_cell_that_trains_at_home_is_no_cell_of_a_run():
    home = new_code_cell("train()", metadata={"tags": ["at-home"]})
    cells = [new_markdown_cell("Text."), home, new_code_cell("x = 1"), new_code_cell("y = 2")]
    assert [cell.source for cell in code_cells(new_notebook(cells=cells))] == ["x = 1", "y = 2"]
