"""The table of mistakes counts each test date once, in the row of its language."""

import math

import pytest
import torch

from payattention.experiments.language_mistakes import STUDY
from payattention.experiments.pretraining import LANGUAGES, new_dates
from payattention.experiments.study import Training


@pytest.mark.system
def test_each_date_is_counted_once_in_the_row_of_its_language():
    values = STUDY.measure(Training("one label", 0, 30, math.nan))
    named = torch.tensor(values["named"]).view(len(LANGUAGES), len(LANGUAGES))
    dates_of = torch.tensor([language for _, language in new_dates()]).bincount()
    assert torch.equal(named.sum(dim=1), dates_of)
    assert named.trace() > 0.3 * named.sum()  # by chance a sixteenth
