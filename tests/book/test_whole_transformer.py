"""Chapter 5's Transformer, copied from its page into an empty file, learns to translate dates."""

import re
from pathlib import Path

import pytest
from tests.book.copied import lines, listings, run

MOST_LINES = 80
PART = ("05-transformer", "(whole-transformer)=", "*What happens if you forget")


def test_the_model_is_three_short_listings() -> None:
    model = listings(*PART)[:3]
    assert lines(model[0])[0] == "import torch"
    assert [part.split("class ")[-1].split("(")[0] for part in model] == [
        "Attention", "DecoderLayer", "Transformer"
    ]  # fmt: skip
    assert "payattention" not in "".join(model)
    assert len(lines("\n".join(model))) < MOST_LINES


@pytest.mark.system
def test_it_translates_when_it_is_copied_into_an_empty_file(tmp_path: Path) -> None:
    data = "from payattention.data.dates import dates"
    printed = run(tmp_path / "whole.py", data, *listings(*PART))
    [share] = re.findall(r"(\d+)% of 300 new dates are exactly right", printed)
    assert int(share) > 80
