"""Chapter 6's training loop, copied from its page into an empty file, trains a GPT that writes."""

import re
from pathlib import Path

import pytest
from tests.book.copied import lines, listings, run

MOST_LINES = 25
PART = ("06-bert-gpt", "(gpt)=", "(sampling)=")


def test_the_loop_is_short() -> None:
    *_, loop = listings(*PART)
    body, _ = loop.split("torch.manual_seed")
    assert "\ndef train(" in body
    assert len(lines(body)) <= MOST_LINES


@pytest.mark.system
def test_it_learns_and_writes_when_it_is_copied_into_an_empty_file(tmp_path: Path) -> None:
    printed = run(tmp_path / "loop.py", *listings(*PART))
    losses = [float(loss) for loss in re.findall(r"on new text (\d\.\d\d)", printed)]
    assert len(losses) == 4
    assert losses == sorted(losses, reverse=True)
    assert losses[0] > 3 > 1.9 > losses[-1]
    assert printed.count("If the ") >= 4
