"""Every study's result file is complete, tuned, and made by the code that is here."""

import math
from statistics import fmean

import pytest

from payattention.experiments import (
    few_labels,
    heads,
    preferences,
    pretraining,
    stages,
    translation,
)
from payattention.experiments.__main__ import studies
from payattention.experiments.study import (
    LOSS,
    MOST_RATES,
    SEEDS,
    TUNING_SEEDS,
    Study,
    Training,
)

STUDIES = studies()
# These have no whole result file yet. Whoever completes one takes its name out.
NOT_YET = {
    "long_copies", "scaling",
}  # fmt: skip
MEASURED = sorted(STUDIES.keys() - NOT_YET)
# Of these, one seed is enough: nothing but the data or a rounding could differ.
ONE_SEED = {"digit_rivals", "language_mistakes", "ngrams"}
TIMED = {"long_copies"}  # its budgets are seconds: another run does another number of steps
NEVER = "steps to "  # the names of values that may never be reached begin so
LARGEST = 2 * 2**20  # bytes
OTHER_SEED = 1000  # neither a study's nor for tuning
TAKE_LONG = {
    "all_masks", "characters", "digit_rivals", "few_labels", "heads", "long_copies", "ngrams",
    "preferences", "pretraining", "promptable", "routes", "scores", "translation",
}  # fmt: skip

# One variant and one quantity of each study, which are measured anew
CHOSEN = {
    "all_masks": ("all masks learn", "best"),
    "bottleneck": ("without", "copied"),  # with attention, nearly all are: a few errors are chance
    "captions": ("attention", "exact caption"),
    "characters": ("python", "loss"),
    "date_numbers": ("head", "right"),
    "depth": ("pre-norm, 2 layers", "loss"),
    "digit_rivals": ("pixels", "softmax regression"),
    "few_digits": ("convolution, 400", "accuracy"),
    "few_labels": ("naive Bayes", "accuracy, 8 labels"),
    "heads": ("transformer", "exact match"),
    "induction": ("two layers", "right"),
    "label_shift": ("shifted", "loss"),
    "language_mistakes": ("one label", "named"),
    "lengths": ("relative", "right at 60"),
    "long_copies": ("transformer", "copied at 20"),
    "ngrams": ("python", "5-gram"),
    "parts": ("Llama", "loss"),
    "pixels": ("nine heads", "unexplained"),
    "preferences": ("DPO, β = 0.1", "both"),
    "pretraining": ("BERT", "loss"),
    "promptable": ("three masks", "best"),
    "recall": ("GRU", "recalled"),
    "recordings": ("head", "explained, once"),
    "relations": ("4 heads", "both right"),
    "routes": ("bahdanau", "exact match"),
    "scaling": ("8", "loss"),
    "scores": ("additive", "wrong word"),
    "shapes": ("kind: head", "height error"),
    "stages": ("base model", "another question"),
    "stored_values": ("linear, d_k = 16", "found of 32"),
    "translation": ("bahdanau", "exact match"),
}


def tuned_variants(study):
    return [variant for variant in study.variants if len(study.rates_of(variant)) > 1]


def some_training(study, variant):
    """A training that takes two steps, or none where nothing is trained by steps."""
    rates = study.rates_of(variant)
    steps = 0 if study.budgets == (0,) else 2
    return Training(variant, OTHER_SEED, steps, rates[0] if rates else math.nan)


def marked(name, variant):
    """A variant of a study, marked as long if the study takes long to measure."""
    return pytest.param(name, variant, marks=[pytest.mark.system] if name in TAKE_LONG else [])


@pytest.fixture
def quick(monkeypatch):
    """Fewer dates, and what another study provides is not waited for."""
    monkeypatch.setattr(few_labels, "_pretrained", lambda _: pretraining.pretrained_bert())
    monkeypatch.setattr(few_labels, "unlabelled_dates", lambda: SOME_DATES)
    monkeypatch.setattr(few_labels, "_columns", few_labels._columns.__wrapped__)
    monkeypatch.setattr(Study, "best_rate", lambda *_: 2e-3)
    monkeypatch.setattr(translation, "N_TRAIN", 100)
    monkeypatch.setattr(translation, "N_TEST", 300)
    monkeypatch.setattr(heads, "N_DATES", 2)
    monkeypatch.setattr(heads, "N_LOOKED_AT", 2)
    monkeypatch.setattr(preferences, "BASE_STEPS", 2)
    monkeypatch.setattr(preferences, "INSTRUCTION_STEPS", 2)
    monkeypatch.setattr(stages, "BASE_STEPS", 2)
    monkeypatch.setattr(stages, "TUNING_STEPS", 2)


SOME_DATES = ["samedi 21 novembre 2026", "Saturday, November 21, 2026", "Montag, 3. August 1840"]


def numbers(value):
    """All numbers of a measured value; None for what was never reached."""
    return list(value) if isinstance(value, list | tuple) else [value]


def as_number(value):
    """A value that is one number, or how many of a table's counts lie on its diagonal."""
    if isinstance(value, int | float):
        return value
    return sum(value[:: math.isqrt(len(value)) + 1])


def test_every_study_is_named_like_its_module():
    assert [study.name for study in STUDIES.values()] == list(STUDIES)
    assert set(CHOSEN) == set(STUDIES)
    assert set(STUDIES) >= NOT_YET


@pytest.mark.parametrize("name", STUDIES)
def test_every_study_has_a_result_file(name):
    study = STUDIES[name]
    if name not in NOT_YET:
        command = f"python -m payattention.experiments.{name}"
        assert study.file.exists(), f"{study.file.name} is missing; {command} makes it"
    elif study.file.exists():  # begun, so that the next run goes on from there
        wanted = len(study.variants) * len(study.seeds) * len(study.budgets)
        assert len(study.results().runs) < wanted, f"{name} is whole: take it out of NOT_YET"


@pytest.mark.parametrize("name", STUDIES)
def test_a_study_has_ten_seeds_and_a_choice_of_rates_judged_by_others(name):
    study = STUDIES[name]
    assert study.seeds == ((0,) if name in ONE_SEED else SEEDS)
    assert not set(study.seeds) & set(TUNING_SEEDS)
    assert list(study.budgets) == sorted(set(study.budgets))
    for variant in study.variants:
        rates = study.rates_of(variant)
        assert len(rates) in (0, *range(3, MOST_RATES)), variant
        assert list(rates) == sorted(set(rates)), variant
        assert (study.tune is not None) or not rates


@pytest.mark.parametrize("name", MEASURED)
def test_every_variant_has_every_seed_at_every_budget(name):
    study, runs = STUDIES[name], STUDIES[name].results().runs
    wanted = {
        (variant, seed, steps)
        for variant in study.variants
        for seed in study.seeds
        for steps in study.budgets
    }
    held = [(run.variant, run.seed, run.steps) for run in runs]
    assert wanted - set(held) == set()
    assert set(held) - wanted == set()
    assert len(held) == len(set(held))
    assert study.file.stat().st_size <= LARGEST


@pytest.mark.parametrize("name", MEASURED)
def test_every_variant_is_trained_at_its_best_rate_which_is_not_at_the_edge(name):
    study, results = STUDIES[name], STUDIES[name].results()
    used = {v: {run.lr for run in results.runs if run.variant == v} for v in study.variants}
    assert {run.variant for run in results.tuning} == set(tuned_variants(study))
    for variant in tuned_variants(study):
        tried = {}
        for run in results.tuning:
            if run.variant == variant:
                assert run.steps == (study.tuning_steps or study.budgets[0])
                tried.setdefault(run.lr, {})[run.seed] = run.values[LOSS]
        assert set(study.rates_of(variant)) <= set(tried)
        assert len(tried) >= 3
        assert [set(of_rate) for of_rate in tried.values()] == [set(TUNING_SEEDS)] * len(tried)
        means = {
            rate: fmean(math.inf if loss is None else loss for loss in losses.values())
            for rate, losses in tried.items()
        }
        best = min(means, key=means.__getitem__)
        assert used[variant] == {best}
        assert min(tried) < best < max(tried) or len(tried) >= MOST_RATES, variant
    for variant in set(study.variants) - set(tuned_variants(study)):
        assert used[variant] == {None}


@pytest.mark.parametrize("name", MEASURED)
def test_every_value_is_a_number_and_only_a_success_may_never_come(name):
    kinds = {}
    for run in STUDIES[name].results().runs:
        for quantity, value in run.values.items():
            if quantity.startswith(NEVER):
                assert value is None or 0 < value <= run.steps
            else:
                assert all(n is not None and math.isfinite(n) for n in numbers(value)), quantity
        sizes = tuple((quantity, len(numbers(value))) for quantity, value in run.values.items())
        kinds.setdefault((run.variant, run.steps), set()).add(sizes)
    assert [kind for kind in kinds.values() if len(kind) > 1] == []  # each seed measures the same


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("name", "variant"),
    [marked(name, v) for name, study in STUDIES.items() for v in study.variants],
)
def test_a_training_of_two_steps_measures_what_the_file_holds(name, variant):
    study = STUDIES[name]
    values = study.measure(some_training(study, variant))
    assert values
    for quantity, value in values.items():
        assert not any(math.isnan(number) for number in numbers(value)), quantity
    if name not in NOT_YET:
        kept = next(run.values for run in study.results().runs if run.variant == variant)
        lengths = [
            {quantity: len(numbers(value)) for quantity, value in each.items()}
            for each in (values, kept)
        ]
        assert lengths[0] == lengths[1]


@pytest.mark.system
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("name", sorted(STUDIES.keys() - TIMED))
def test_the_same_training_measures_the_same_and_judges_its_rate_by_a_finite_loss(name):
    study = STUDIES[name]
    training = some_training(study, CHOSEN[name][0])
    assert dict(study.measure(training)) == dict(study.measure(training))
    if study.tune is not None:
        loss = study.tune(training)
        assert isinstance(loss, float)
        assert math.isfinite(loss)


@pytest.mark.slow
@pytest.mark.parametrize("name", MEASURED)
def test_trained_anew_with_another_seed_it_comes_near_the_result_file(name):
    study, (variant, quantity) = STUDIES[name], CHOSEN[name]
    steps = study.budgets[0]
    (run,) = study.run(seeds=[OTHER_SEED], budgets=[steps], variants=[variant], report=str).runs
    kept = [
        as_number(each.values[quantity])
        for each in study.results().runs
        if (each.variant, each.steps) == (variant, steps)
    ]
    margin = max(kept) - min(kept) or 0.1 * max(kept)  # of one seed, or where all are the same
    assert min(kept) - margin <= as_number(run.values[quantity]) <= max(kept) + margin
