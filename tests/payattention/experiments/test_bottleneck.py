"""The measurement of the bottleneck measures what it says, on sequences that no training uses."""

import pytest
import torch

from payattention.data.synthetic import copy
from payattention.experiments import bottleneck
from payattention.experiments.bottleneck import (
    LENGTHS,
    STUDY,
    SYMBOLS,
    Copiers,
    copied,
    held_out,
    load_copiers,
    save_copiers,
    train_copier,
    train_copiers,
    trained_bottleneck,
)
from payattention.experiments.study import Training


def test_the_committed_models_show_the_bottleneck():
    result = trained_bottleneck()
    assert result.length.tolist() == list(range(2, 21))
    assert result.with_attention.min() >= 0.95
    assert result.without[:3].min() >= 0.95  # it has learnt to copy
    assert result.without[-3:].max() <= 0.1  # as much as it can hold


def test_a_tenth_of_each_length_is_held_out_whatever_its_padding():
    for length in (3, 7, 20):
        source = copy(2000, lengths=(length, length), symbols=SYMBOLS, seed=5).source
        assert held_out(source).float().mean().item() == pytest.approx(0.1, abs=0.03)
        padded = torch.nn.functional.pad(source, (0, 9))
        assert torch.equal(held_out(padded), held_out(source))


def rows(source):
    """The sequences of a batch, without their padding."""
    return {tuple(token for token in row if token) for row in source.tolist()}


def test_no_sequence_of_the_test_is_trained_on_or_chooses_a_rate(monkeypatch):
    trained, judged, tested = set(), set(), set()

    def train(model, loss, source, target, **_):
        assert len(source) > 10_000
        trained.update(rows(source))

    monkeypatch.setattr(bottleneck, "train", train)
    model = train_copier("additive", steps=1, seed=0)
    whole_loss, start = model.loss, model.start

    def judge(source, target, pad):
        judged.update(rows(source))
        return whole_loss(source, target, pad=pad)

    def test(source, *more):
        tested.update(rows(source))
        return start(source, *more)

    monkeypatch.setattr(bottleneck, "_train", lambda _: model)
    monkeypatch.setattr(model, "loss", judge)
    STUDY.tune(Training("with attention", 100, 1, 1e-3))
    monkeypatch.setattr(model, "start", test)
    copied(model, LENGTHS, n=20)
    assert min(len(trained), len(judged), len(tested)) > 100
    assert {len(row) for row in tested} == set(range(LENGTHS[0], LENGTHS[1] + 1))
    assert not tested & trained
    assert not tested & judged
    long = {row for row in judged if len(row) > 7}  # of the shorter ones, there are only so many
    assert not long & trained


@pytest.mark.parametrize("score", [None, "additive"])
def test_a_seed_means_one_training(score):
    once, again, other = (
        train_copier(score, d_hidden=16, steps=3, seed=seed) for seed in (3, 3, 4)
    )
    for name, weight in once.state_dict().items():
        assert torch.equal(weight, again.state_dict()[name])
    assert not torch.equal(once.out.weight, other.out.weight)


def test_an_untrained_model_copies_nothing_and_is_saved_whole(tmp_path):
    copiers = train_copiers(steps=1)
    for model in copiers:
        assert copied(model, (4, 6), n=50) == [0, 0, 0]
    save_copiers(copiers, tmp_path / "copy.pt")
    for saved, model in zip(load_copiers(tmp_path / "copy.pt"), copiers, strict=True):
        for name, weight in saved.state_dict().items():
            assert torch.equal(weight, model.state_dict()[name])


def test_models_of_another_size_are_refused(tmp_path):
    small = (train_copier(score, steps=1, d_hidden=16) for score in bottleneck.SCORES)
    save_copiers(Copiers(*small), tmp_path / "small.pt")
    with pytest.raises(
        ValueError, match=r"file must hold the weights of this Seq2Seq, but .*small"
    ):
        load_copiers(tmp_path / "small.pt")


def test_the_wider_model_has_no_attention_and_twice_the_width():
    score, width = bottleneck.VARIANTS["without, twice as wide"]
    assert score is None
    assert width == 2 * bottleneck.VARIANTS["without"][1] == 2 * bottleneck.D_HIDDEN
    assert (
        bottleneck._train(Training("without, twice as wide", 0, 1, 1e-3)).config.d_hidden == width
    )
