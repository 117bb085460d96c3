"""The three stages of a tiny assistant: what the base model reads, and what is recorded."""

from payattention.data.capitals import CAPITALS, decode
from payattention.experiments.stages import (
    BASE,
    LENGTH,
    OTHERS,
    PREFERENCE_STEPS,
    PREFERRED,
    RATED,
    SHOWN,
    STUDY,
    TUNED,
    lists,
)


def test_a_base_model_reads_questions_and_facts_but_no_answer():
    texts = [decode(row) for row in lists(seed=0)]
    assert all(len(text.split()) == LENGTH for text in texts)
    questions = [text for text in texts if text.startswith("capital of")]
    assert len(questions) == len(texts) / 2
    assert not any(capital in text.split() for text in questions for capital in CAPITALS.values())
    assert not any("?" in text for text in texts if text not in questions)
    assert lists(seed=0).equal(lists(seed=0))
    assert not lists(seed=0).equal(lists(seed=1))


def test_half_of_the_countries_have_a_preference_and_the_one_shown_has_none():
    assert {*RATED} | {*OTHERS} == {*CAPITALS}
    assert not {*RATED} & {*OTHERS}
    assert SHOWN in OTHERS


def test_only_the_models_after_the_first_stage_answer():
    results = STUDY.results()
    asks, right, brief = (
        {stage: results.of(name, stage, PREFERENCE_STEPS) for stage in STUDY.variants}
        for name in ("another question", "right", "right and short")
    )
    assert asks[BASE].min() > 0.9  # exact: read from the result file
    assert right[BASE].max() == 0
    assert right[TUNED].min() > 0.9
    assert asks[TUNED].max() == 0
    assert (brief[PREFERRED] >= brief[TUNED]).all()
