"""Copies are found whatever their names, comments and spacing; honest answers are not.

The honest answers are those of ``tests/fresh_answers``, by people who saw only the notebook, and
those of ``tests/answers``, many of which differ from each other in a line or a sign.
"""

import ast
import random
import re
import textwrap
from pathlib import Path

import pytest
from tests.classroom.conftest import PROJECT

from classroom.assignment.bank import Answer, read_bank
from classroom.assignment.notebook import read_notebook
from classroom.course import Course
from classroom.grading import similar_code
from classroom.grading.similar_code import (
    Pair,
    similar_pairs,
    tokens,
)
from classroom.pages.alike import released_texts

COURSE = Course(PROJECT)
FRESH = PROJECT / "tests" / "fresh_answers"
# Each author of these varied three or four answers line by line, as no two students would.
SPLICED = {
    *("adamw_steps", "attend_causally", "learning_rate", "next_tokens", "run_block", "run_gpt"),
    *("augment_digits", "heal_without", "sampled_training", "write_with_cache"),
}
ASSIGNMENTS = sorted(folder.name for folder in FRESH.iterdir() if folder.is_dir())


def independent(folder: Path) -> dict[str, list[Answer]]:
    """The answers of a folder, by task, without those that are made from each other."""
    spliced = SPLICED if folder.parent == FRESH else set()
    return {task: answers for task, answers in read_bank(folder).items() if task not in spliced}


WHOLE = [name for name in ASSIGNMENTS if len(independent(FRESH / name)) >= 7]  # of tasks


@pytest.fixture(scope="module")
def bank() -> dict[str, dict[str, list[Answer]]]:
    return {name: independent(FRESH / name) for name in ASSIGNMENTS}


def renamed(code: str) -> str:
    """The code with other names for all that it defines itself, but the task's function."""
    tree = ast.parse(code)
    arguments = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    stored = {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    for number, name in enumerate(sorted(arguments | stored)):
        code = re.sub(rf"(?<![.\w]){name}\b", f"renamed_{number}", code)
    return code


def disguised(code: str) -> str:
    """A copy: other names, other comments, other spacing, and a line of text at the start."""
    lines = [re.sub(r"\s+#.*", "", line) for line in renamed(code).splitlines()]
    spaced = [re.sub(r"(?<=\w) ([=+*-]) (?=\w)", r"\1", line) for line in lines]
    body = "\n\n".join(f"{line}  # step {n}" for n, line in enumerate(spaced) if line.strip())
    return '"""My own solution."""\n\n' + re.sub(r"^( +)", r"\1\1", body, flags=re.MULTILINE)


def listed(handed_in: dict[str, dict[str, str]], known: list[str]) -> list[Pair]:
    pairs, count = similar_pairs(handed_in, known, most=1000)
    assert len(pairs) == count
    return pairs


def honest_class(bank: dict[str, list[Answer]], size: int) -> dict[str, dict[str, str]]:
    """Students of whom no two gave the same answer; tasks with too few answers are left out."""
    chosen = {
        task: random.Random(task).sample(answers, size)
        for task, answers in bank.items()
        if len(answers) >= size
    }
    return {
        f"s{number:02d}": {task: answers[number].code for task, answers in chosen.items()}
        for number in range(size)
    }


# ── what is the same ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("total = a + b * total", "s=x+y*s  # the sum"),
        ("def f(x):\n    '''Doc.'''\n    return x", "def f(number): return number"),
        ("x = m['rows']", 'y = k["rows"]'),
        ("x . shape", "y.shape"),
        ("for i in range(n): a[i]", "for k in range(m):\n\n        b[k]"),
    ],
)
def test_names_comments_and_spacing_do_not_count(one, two):
    assert tokens(one) == tokens(two)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("x = a - b - a", "x = a - b - b"),
        ("x.sum(0)", "x.mean(0)"),
        ("len(x)", "sum(x)"),
        ("x[1:]", "x[2:]"),
        ("x['rows']", "x['columns']"),
        ("a < b", "a <= b"),
    ],
)
def test_what_a_program_does_counts(one, two):
    assert tokens(one) != tokens(two)


@pytest.mark.parametrize(
    ("broken", "read"),
    [
        ("def f(:", ["def", 0, "(", ":"]),
        ("'never closed", ["“never closed”"]),
        ('x = """never closed', [0, "="]),
        ("\\ é", ["\\", 0]),
        ("", []),
    ],
)
def test_what_is_no_python_is_read_all_the_same(broken, read):
    assert tokens(broken) == read


# ── who is not listed ─────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("folder", [FRESH, COURSE.answers], ids=["fresh", "bank"])
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_fifty_honest_answers_to_one_task_are_not_listed(folder, assignment):
    known = released_texts(COURSE, assignment)
    for task, answers in independent(folder / assignment).items():
        handed_in = {str(one): {task: one.code} for one in answers[:50]}
        assert listed(handed_in, known) == [], task


def test_most_tasks_have_fifty_honest_answers(bank):
    sizes = [len(answers) for tasks in bank.values() for answers in tasks.values()]
    assert sum(size >= 50 for size in sizes) > len(sizes) / 2


@pytest.mark.parametrize("size", [8, 45])
@pytest.mark.parametrize("assignment", WHOLE)
def test_honest_notebooks_stay_far_below_the_thresholds(bank, monkeypatch, assignment, size):
    monkeypatch.setattr(similar_code, "SHARE", 0.6)
    monkeypatch.setattr(similar_code, "BITS", 20)
    monkeypatch.setattr(similar_code, "LONG", 80)
    classmates = honest_class(bank[assignment], size)
    assert len(classmates["s00"]) >= 7
    assert listed(classmates, released_texts(COURSE, assignment)) == []


def test_short_answers_that_are_the_same_are_not_listed(bank):
    """Eight lines: the model solution of a task, given by two of twenty."""
    classmates = honest_class(bank["03-dot-product"], 20)
    (solution,) = [
        cell.source
        for cell in read_notebook(COURSE.solution("03-dot-product")).cells
        if cell.source.startswith("def merge(")
    ]
    short = "def score_scale(d_k):\n    return 1 / np.sqrt(d_k)"
    for student in ("s03", "s08"):
        classmates[student] |= {"score_scale": short, "merge": solution}
    assert listed(classmates, released_texts(COURSE, "03-dot-product")) == []


def test_what_many_students_wrote_is_not_listed(bank):
    """Six of twenty gave the same answers: a page that they all know, perhaps."""
    answers = bank["05-transformer"]["smoothed_bleu"]
    many = {f"m{n}": {"smoothed_bleu": answers[0].code} for n in range(6)}
    others = {f"o{n}": {"smoothed_bleu": one.code} for n, one in enumerate(answers[1:15])}
    assert listed(many | others, []) == []


def test_released_code_and_hints_tell_nothing(bank):
    answer = bank["05-transformer"]["coverage_beam"][0].code
    others = {f"o{n}": {"t": f"x = {n}"} for n in range(8)}
    handed_in = others | {"ada": {"t": answer}, "ben": {"t": disguised(answer)}}
    assert [pair.students for pair in listed(handed_in, [])] == [("ada", "ben")]
    hint = f"<details>\n\n```python\n{answer}\n```\n\n</details>"
    assert listed(handed_in, [hint]) == []


# ── who is listed ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("size", [8, 45])
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_a_disguised_notebook_is_listed_and_nobody_else(bank, assignment, size):
    handed_in = honest_class(bank[assignment], size)
    handed_in["copy"] = {task: disguised(code) for task, code in handed_in["s05"].items()}
    (pair,) = listed(handed_in, released_texts(COURSE, assignment))
    assert pair.students == ("s05", "copy")
    assert set(pair.same) <= set(bank[assignment])
    assert len(pair.same) >= len(handed_in["copy"]) - 1


def test_only_the_first_pairs_are_returned_but_all_are_counted(bank):
    handed_in = honest_class(bank["05-transformer"], 20)
    copies = {f"c{n}": handed_in["s05"] for n in range(3)}
    pairs, count = similar_pairs(handed_in | copies, [], most=2)
    assert (len(pairs), count) == (2, 6)


def test_a_copy_that_was_edited_is_listed(bank):
    """A statement more at the beginning and the end of each answer."""
    handed_in = honest_class(bank["02-bahdanau"], 45)
    handed_in["copy"] = {
        task: f"start = 0\n{disguised(code)}\nprint(start)"
        for task, code in handed_in["s05"].items()
    }
    (pair,) = listed(handed_in, released_texts(COURSE, "02-bahdanau"))
    assert pair.students == ("s05", "copy")
    assert len(pair.near) >= 5


def test_one_long_answer_that_is_the_same_is_listed_alone(bank):
    answers = bank["05-transformer"]
    handed_in = honest_class(answers, 45)
    handed_in["s17"]["coverage_beam"] = disguised(handed_in["s05"]["coverage_beam"])
    (pair,) = listed(handed_in, released_texts(COURSE, "05-transformer"))
    assert (pair.students, pair.same) == (("s05", "s17"), ("coverage_beam",))


def test_a_disguise_changes_the_text(bank):
    code = textwrap.dedent(bank["03-dot-product"]["window_mask"][0].code)
    copy = disguised(code)
    assert not set(filter(str.strip, code.splitlines())) & set(copy.splitlines())
    ast.parse(copy)
    assert tokens(copy) == tokens(code)


def test_nobody_and_one_alone_are_no_pair():
    assert listed({}, []) == []
    assert listed({"ada": {"t": "x = 1"}}, []) == []
    assert listed({"ada": {}, "ben": {}}, []) == []
