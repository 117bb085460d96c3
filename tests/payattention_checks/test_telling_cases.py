"""Cases that were looked for once, and are the same for all seeds, tell all mistakes apart."""

from types import ModuleType

import numpy as np
import pytest

from payattention_checks.bert_gpt import _merge_step
from payattention_checks.compare import equals
from payattention_checks.distinguishing import distinguishing_cases
from payattention_checks.transformer import _coverage_beam

SAME = {_merge_step: equals, _coverage_beam: _coverage_beam.same}


@pytest.mark.parametrize("module", SAME, ids=lambda module: module.__name__)
@pytest.mark.parametrize("seed", range(2))
def test_they_do(module: ModuleType, seed: int):
    cases = iter(module.telling(np.random.default_rng(seed)))
    distinguishing_cases(lambda: next(cases), module.ANSWERS, SAME[module])


def test_no_search_meets_equal_scores_in_them():
    module = _coverage_beam
    searches = [search for ways in module.ANSWERS.values() for search in ways]
    drawn = [module.usual(np.random.default_rng(seed)) for seed in module.WITHOUT_TIES]
    for case in (*drawn, *module.telling(np.random.default_rng(0))):
        assert all(search(case).no_ties for search in searches)
