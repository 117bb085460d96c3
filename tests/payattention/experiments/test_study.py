"""A study measures every combination once, survives being killed, and keeps every value."""

import json

import pytest

from payattention.experiments.study import Results, Run, Study


def measured(variant, seed, steps):
    return {"score": seed + steps / 1000, "by length": [seed, steps]}


@pytest.fixture
def study():
    return Study("example", measured, ("a", "b"), budgets=(100, 200), seeds=(0, 1, 2))


def test_every_combination_is_measured_and_read_back(study, tmp_path):
    file = tmp_path / "example.json"
    ran = study.run(file=file, say=lambda _: None)
    assert len(ran.runs) == 2 * 2 * 3
    read = study.results(file)
    assert read.of("score", "a", 200).tolist() == pytest.approx([0.2, 1.2, 2.2])
    assert read.of("by length", "b", 100).tolist() == [[0, 100], [1, 100], [2, 100]]
    assert read.spread("score", "a", 100) == pytest.approx((1.1, 0.1, 2.1))
    assert f"{read.spread('score', 'a', 100):.1f}" == "1.1 (0.1 to 2.1)"
    assert "a, 100 steps, score: 1.1 (0.1 1.1 2.1)" in read.table()


def test_killed_and_run_again_it_measures_only_what_is_missing(study, tmp_path):
    file, calls = tmp_path / "example.json", []

    def killed_at_the_fifth(variant, seed, steps):
        calls.append((variant, seed, steps))
        if len(calls) == 5:
            raise KeyboardInterrupt
        return measured(variant, seed, steps)

    interrupted = Study(**(vars(study) | {"measure": killed_at_the_fifth}))
    with pytest.raises(KeyboardInterrupt):
        interrupted.run(file=file, say=lambda _: None)
    assert len(study.results(file).runs) == 4
    assert len(interrupted.run(file=file, say=lambda _: None).runs) == 12
    assert len(calls) == 13
    assert len(set(calls)) == 12
    assert study.results(file) == study.run(file=file, say=lambda _: None)


def test_other_seeds_are_printed_and_leave_the_file_alone(study, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("payattention.checkpoint.FOLDER", tmp_path)
    assert not study.main(["--seeds", "11", "12", "--budgets", "300", "--variants", "b"])
    assert "b, 300 steps, score: 11.8 (11.3 12.3)" in capsys.readouterr().out
    assert not study.file.exists()
    assert study.main([])
    assert len(study.results().runs) == 12
    other = Study(**(vars(study) | {"measure": lambda *_: {"score": 7.0}}))
    other.main([])  # nothing is missing
    assert study.results().of("score", "a", 100).tolist() != [7, 7, 7]
    other.main(["--fresh"])
    assert study.results().of("score", "a", 100).tolist() == [7, 7, 7]


def test_other_seeds_can_be_kept_in_a_file_of_their_own(study, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("payattention.checkpoint.FOLDER", tmp_path)
    assert not study.main(["--seeds", "11", "12", "--variants", "b", "--keep"])
    assert not study.file.exists()
    assert {run.seed for run in study.results(study.other_seeds).runs} == {11, 12}
    with pytest.raises(SystemExit):
        study.main(["--keep"])
    assert "name them with --seeds" in capsys.readouterr().err


def test_what_was_not_measured_is_named():
    results = Results((Run("a", 0, 100, {"score": 1.0}),))
    for wanted in (("loss", "a", 100), ("score", "b", 100), ("score", "a", 200)):
        with pytest.raises(ValueError, match=rf"no run of '{wanted[1]}' with {wanted[2]} steps"):
            results.of(*wanted)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"study": "example"}', '{"runs": [{"seed": 1}]}'])
def test_a_damaged_result_file_is_refused(study, tmp_path, text):
    file = tmp_path / "example.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"file must .*example\.json"):
        study.results(file)


def test_the_results_of_another_study_are_refused(study, tmp_path):
    file = tmp_path / "example.json"
    file.write_text(json.dumps({"study": "other", "runs": []}), encoding="utf-8")
    with pytest.raises(ValueError, match=r"study .example., but .* holds .other."):
        study.results(file)
    with pytest.raises(ValueError, match=r"is not: .*No such file"):
        study.results(tmp_path / "none.json")
