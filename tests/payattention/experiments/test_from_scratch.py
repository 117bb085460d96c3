"""The study of more steps from scratch continues the one that `pretraining` measured."""

import pytest

from payattention.experiments import from_scratch, pretraining


def test_at_the_fewest_steps_both_studies_measured_the_same():
    ours = from_scratch.STUDY.results().of("accuracy", "from scratch", 200)
    for steps in pretraining.STUDY.budgets:  # nothing was pre-trained, so they are the same
        theirs = pretraining.STUDY.results().of("from scratch", "dates", steps)
        assert ours.shape == (5, len(pretraining.LABELS))
        assert ours.equal(theirs)


@pytest.mark.system
def test_one_run_again_gives_what_was_kept():
    kept = from_scratch.STUDY.results().of("accuracy", "from scratch", 200)
    vocabulary = pretraining.pretrained_bert().vocabulary
    labelled = pretraining.labelled_dates(1, seed=0)
    again = pretraining.fine_tune(None, vocabulary, labelled, steps=200, seed=0)
    share = pretraining.accuracy(again, vocabulary, pretraining.new_dates())
    assert share == pytest.approx(kept[0, 0].item(), abs=0.03)  # another processor rounds otherwise
