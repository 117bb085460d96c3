"""The example of CONTRIBUTING works: its check judges the answers of its bank as they say."""

import importlib.util
import re
import sys
from pathlib import Path

import numpy as np
import pytest

from classroom.assignment.bank import read_answers

PAGE = Path(__file__).resolve().parents[2] / "CONTRIBUTING.md"


@pytest.fixture
def example(tmp_path, monkeypatch):
    """The check of the example and the file with its bank."""
    section = re.search(r"^## A task\n(.*?)^## The grader\n", PAGE.read_text("utf-8"), re.M | re.S)
    assert section
    blocks = re.findall(r"^```(?:python|toml)\n(.*?)^```", section[1], re.M | re.S)
    files = [tmp_path / name for name in ("_window_mask.py", "_window_mask.toml", "window_mask.py")]
    for file, block in zip(files, blocks, strict=True):
        file.write_text(block, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("example._window_mask", files[0])
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    spec.loader.exec_module(module)
    return module.window_mask, files[-1]


def function(code: str):
    space = {"np": np}
    exec(code, space)
    return space["window_mask"]


def test_the_example_judges_its_bank(example):
    check, bank = example
    answers = read_answers(bank)
    assert {answer.right for answer in answers} == {True, False}
    for answer in answers:
        for seed in range(20):
            verdict = check(function(answer.code), points=10, seed=seed)
            assert verdict.mistake == (None if answer.right else answer.name)
            assert verdict == answer.earns(10)


def test_the_example_names_the_mistake_at_its_edge(example):
    def in_bytes(n_q, n_k, window):
        position = np.arange(n_k - n_q, n_k).astype(np.uint8).astype(int)
        distance = position[:, None] - np.arange(n_k)
        return (0 <= distance) & (distance < window)

    check, _ = example
    verdict = check(in_bytes, points=10)
    assert (verdict.mistake, verdict) == ("overflow", 6)
