"""A study tunes each variant, measures every combination once, and survives a kill."""

import json
import math
from dataclasses import replace

import pytest
import torch

from payattention import checkpoint
from payattention.experiments import results as result_file
from payattention.experiments import study as module
from payattention.experiments.results import Results, Run
from payattention.experiments.study import (
    MOST_RATES,
    SEEDS,
    TUNING_SEEDS,
    Study,
    second_edition,
)

RATES = (0.001, 0.01, 0.1)
BEST = {"a": 0.01, "b": 0.1}  # what `distance` prefers


def measured(training):
    _, seed, steps, lr = training
    return {"score": seed + steps / 1000, "by length": [seed, steps], "rate": lr}


def distance(training):
    """A loss that is smallest at the variant's best rate, and a little larger with every seed."""
    return abs(math.log10(training.lr / BEST[training.variant])) + training.seed / 1e6


def quiet(_):
    pass


@pytest.fixture
def study(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "FOLDER", tmp_path)
    return Study(
        "example", measured, ("a", "b"), (100, 200), rates=RATES, tune=distance, seeds=(0, 1, 2)
    )


@pytest.fixture
def untuned(study):
    return replace(study, rates=(), tune=None)


def losses(study, variant, results=None):
    """The validation losses of each rate that was tried for a variant."""
    tried = {}
    for run in (results or study.results()).tuning:
        if run.variant == variant:
            tried.setdefault(run.lr, []).append(run.values["validation loss"])
    return tried


def test_a_study_has_ten_seeds_which_do_not_choose_the_rates():
    study = Study("example", measured, ("a",), (100,))
    assert len(set(study.seeds)) == len(SEEDS) == 10
    assert len(set(TUNING_SEEDS)) == 3
    assert not set(SEEDS) & set(TUNING_SEEDS)


def test_every_combination_is_measured_and_read_back(study):
    ran = study.run(file=study.file, report=quiet)
    assert len(ran.runs) == 2 * 2 * 3
    read = study.results()
    assert read.of("score", "a", 200).tolist() == pytest.approx([0.2, 1.2, 2.2])
    assert read.of("by length", "b", 100).tolist() == [[0, 100], [1, 100], [2, 100]]
    assert read.spread("score", "a", 100) == pytest.approx((1.1, 0.1, 2.1))
    assert f"{read.spread('score', 'a', 100):.1f}" == "1.1 (0.1 to 2.1)"
    assert "a, 100 steps, rate 0.01, score: 1.1 (0.1 1.1 2.1)" in read.table()
    assert "by length" not in read.table()


def test_each_variant_is_trained_at_the_rate_with_the_smallest_validation_loss(study):
    study.run(file=study.file, report=quiet)
    for variant, rate in BEST.items():
        assert study.best_rate(variant) == rate
        for steps in study.budgets:
            assert study.results().of("rate", variant, steps).tolist() == pytest.approx([rate] * 3)
    assert {run.lr for run in study.results().runs if run.variant == "b"} == {0.1}


def test_each_rate_is_tried_with_the_seeds_for_tuning_after_the_smallest_budget(study):
    results = study.run(file=study.file, report=quiet)
    tried = sorted((run.lr, run.seed, run.steps) for run in results.tuning if run.variant == "a")
    assert tried == [(rate, seed, 100) for rate in RATES for seed in TUNING_SEEDS]
    longer = replace(study, name="longer", tuning_steps=150).run(report=quiet)
    assert {run.steps for run in longer.tuning} == {150}


def test_a_best_rate_at_the_edge_is_followed_by_the_next_one_as_far_away(study):
    study.run(file=study.file, report=quiet)
    assert sorted(losses(study, "a")) == [*RATES]
    assert sorted(losses(study, "b")) == [*RATES, 1.0]  # 0.1² / 0.01
    assert all(len(each) == len(TUNING_SEEDS) for each in losses(study, "b").values())
    smaller = replace(study, name="smaller", tune=lambda training: training.lr, variants=("a",))
    ran = smaller.run(report=quiet)
    wanted = [10.0**-place for place in range(MOST_RATES, 0, -1)]
    assert sorted(losses(smaller, "a", ran)) == pytest.approx(wanted)
    assert smaller.best_rate("a", ran) == pytest.approx(10.0**-MOST_RATES)


def test_every_variant_may_have_rates_of_its_own(study):
    own = replace(study, rates={"a": RATES, "b": (0.05, 0.1, 0.2)})
    own.run(file=own.file, report=quiet)
    assert sorted(losses(own, "b")) == [0.05, 0.1, 0.2]
    assert sorted(losses(own, "a")) == [*RATES]


def test_a_rate_at_which_training_breaks_is_not_chosen(study):
    def breaks(training):
        if training.lr >= 0.1:
            raise FloatingPointError("the loss is nan")
        return 1.0

    broken = replace(study, tune=breaks)
    broken.run(variants=["a"], file=broken.file, report=quiet)
    assert losses(broken, "a")[0.1] == [None] * 3  # in the file, as JSON has no infinity
    assert broken.best_rate("a") < 0.1


@pytest.mark.parametrize(("rates", "rate"), [((), math.nan), ((0.3,), 0.3)])
def test_without_a_choice_nothing_is_tuned(study, rates, rate):
    plain = replace(study, rates=rates, tune=None)
    results = plain.run(file=plain.file, report=quiet)
    assert results.tuning == ()
    assert {run.lr for run in results.runs} == {None if math.isnan(rate) else rate}
    assert plain.best_rate("a") == pytest.approx(rate, nan_ok=True)
    assert results.runs[0].values["rate"] == pytest.approx(rate, nan_ok=True)


def test_a_rate_that_was_not_tuned_is_no_best_rate(study):
    with pytest.raises(ValueError, match=r"rates of 'a' have not been tried in example"):
        study.best_rate("a", Results())
    one_seed = tuple(Run("a", 100, 100, {"validation loss": 1.0}, lr=rate) for rate in RATES)
    with pytest.raises(ValueError, match=r"rates of 'a' have not been tried"):
        study.best_rate("a", Results(tuning=one_seed))


def test_killed_and_run_again_it_makes_only_the_trainings_that_are_missing(study):
    calls = []

    def killed_at_the_fourteenth(of):
        def call(training):
            calls.append((of, training))
            if len(calls) == 14:
                raise KeyboardInterrupt
            return of(training)

        return call

    both = {name: killed_at_the_fourteenth(of) for name, of in
            (("measure", measured), ("tune", distance))}  # fmt: skip
    interrupted = replace(study, **both)
    with pytest.raises(KeyboardInterrupt):
        interrupted.run(file=study.file, report=quiet)
    held = study.results()
    assert len(held.tuning) + len(held.runs) == 13
    interrupted.run(file=study.file, report=quiet)
    of_a, of_b = 3 * len(RATES), 3 * (len(RATES) + 1)
    assert len(calls) == of_a + of_b + 12 + 1
    assert len(set(calls)) == len(calls) - 1  # the killed one
    assert study.results() == study.run(file=study.file, report=quiet)
    assert len(calls) == of_a + of_b + 12 + 1


def test_without_a_file_the_known_rates_serve_and_nothing_is_written(study):
    study.run(file=study.file, report=quiet)
    before = study.file.read_bytes()
    asked = []
    again = replace(study, tune=asked.append)
    results = again.run(seeds=[11], budgets=[300], report=quiet)
    assert asked == []
    assert [(r.variant, r.seed, r.steps, r.lr) for r in results.runs] == [
        ("a", 11, 300, 0.01),
        ("b", 11, 300, 0.1),
    ]
    assert study.file.read_bytes() == before
    assert [file.name for file in study.file.parent.iterdir()] == ["example.json"]


def test_trainings_use_one_thread_and_the_others_come_back(untuned):
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    seen = []

    def breaks(training):
        seen.append(torch.get_num_threads())
        raise KeyboardInterrupt

    try:
        with pytest.raises(KeyboardInterrupt):
            replace(untuned, measure=breaks).run(report=quiet)
        assert seen == [1]
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(before)


def test_other_seeds_are_printed_and_leave_the_file_alone(untuned, capsys):
    assert not untuned.main(["--seeds", "11", "12", "--budgets", "300", "--variants", "b"])
    assert "b, 300 steps, score: 11.8 (11.3 12.3)" in capsys.readouterr().out
    assert not untuned.file.exists()
    assert untuned.main([])
    assert len(untuned.results().runs) == 12
    other = replace(untuned, measure=lambda _: {"score": 7.0})
    other.main([])  # nothing is missing
    assert untuned.results().of("score", "a", 100).tolist() != [7, 7, 7]
    other.main(["--fresh"])
    assert untuned.results().of("score", "a", 100).tolist() == [7, 7, 7]


def test_the_file_says_where_when_and_with_what_it_was_measured(untuned, monkeypatch):
    for machine in ("one", "one", "another"):
        monkeypatch.setattr(result_file, "machine", lambda machine=machine: machine)
        untuned.run(seeds=[len(machine)], file=untuned.file, report=quiet)
    results = untuned.results()
    assert results.machines == ("one", "another")
    assert results.versions["torch"] == torch.__version__
    assert len(results.date.split("-")) == 3
    assert results.seconds() == sum(run.seconds for run in results.runs) >= 0


def test_numbers_are_kept_with_six_digits_and_never_is_infinite(untuned):
    thirds = replace(untuned, measure=lambda _: {"third": 1 / 3, "steps": math.inf, "none": None})
    thirds.run(variants=["a"], file=thirds.file, report=quiet)
    text = thirds.file.read_text("utf-8")
    assert '"third": 0.333333, "steps": null' in text
    json.loads(text, parse_constant=pytest.fail)  # neither NaN nor Infinity, which JSON has not
    read = thirds.results()
    assert read.of("steps", "a", 100).tolist() == [math.inf] * 3
    assert read.of("none", "a", 100).tolist() == [math.inf] * 3


@pytest.mark.parametrize(
    ("values", "middle"), [((40.0, None, 20.0), "40"), ((40.0, None), "inf"), ((None,), "inf")]
)
def test_the_table_has_the_median_also_where_some_never_succeed(values, middle):
    runs = [Run("a", seed, 100, {"steps": value}) for seed, value in enumerate(values)]
    assert f"steps: {middle} (" in Results(tuple(runs)).table()


def test_what_was_not_measured_is_named():
    results = Results((Run("a", 0, 100, {"score": 1.0}),))
    for wanted in (("loss", "a", 100), ("score", "b", 100), ("score", "a", 200)):
        with pytest.raises(ValueError, match=rf"no run of '{wanted[1]}' with {wanted[2]} steps"):
            results.of(*wanted)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"runs": []}', '{"runs": [{"seed": 1}]}'])
def test_a_damaged_result_file_is_refused(study, text):
    study.file.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"file must .*example\.json"):
        study.results()


def test_the_results_of_another_study_are_refused(study):
    study.file.write_text(json.dumps({"study": "other", "runs": []}), encoding="utf-8")
    with pytest.raises(ValueError, match=r"study .example., but .* holds .other."):
        study.results()
    study.file.unlink()
    with pytest.raises(ValueError, match=r"is not: .*No such file"):
        study.results()


def test_the_second_edition_is_read_from_its_own_files(tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoint, "FOLDER", tmp_path)
    old = {"variant": "a", "seed": 3, "steps": 5, "values": {"score": 0.5}, "seconds": 1.5}
    for name in ("old", "old-other-seeds"):
        held = {"study": "old", "torch": "2.9", "runs": [old]}
        (tmp_path / f"{name}.json").write_text(json.dumps(held), encoding="utf-8")
        file = "" if name == "old" else name
        assert second_edition("old", file).of("score", "a", 5).tolist() == [0.5]
    with pytest.raises(ValueError, match=r"study .new., but .* holds .old."):
        second_edition("new", "old")
