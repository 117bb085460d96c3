"""The measurement of the bottleneck measures what it says, and attention passes it."""

import pytest
import torch

from payattention.experiments.bottleneck import (
    bottleneck,
    load_copiers,
    save_copiers,
    train_copiers,
    trained_bottleneck,
)


def require_a_bottleneck(result):
    assert result.length.tolist() == list(range(2, 21))
    assert result.with_attention.min() >= 0.98
    assert result.without[:3].min() >= 0.98  # it has learnt to copy
    assert result.without[-3:].max() <= 0.1  # as much as it can hold


def test_the_committed_models_show_the_bottleneck():
    require_a_bottleneck(trained_bottleneck())


@pytest.mark.slow
def test_trained_anew_they_show_the_bottleneck():
    require_a_bottleneck(bottleneck())


@pytest.mark.system
def test_the_same_seed_measures_the_same():
    options = {"lengths": (1, 2), "d_hidden": 16, "steps": 60}
    once, again = (bottleneck(**options) for _ in range(2))
    assert once.length.tolist() == [1, 2]
    for ours, theirs in zip(once, again, strict=True):
        assert torch.equal(ours, theirs)


def test_an_untrained_model_copies_nothing_and_is_saved_whole(tmp_path):
    copiers = train_copiers(steps=1)
    result = copiers.measure((4, 6), n=50)
    assert result.with_attention.tolist() == result.without.tolist() == [0, 0, 0]
    save_copiers(copiers, tmp_path / "copy.pt")
    for saved, model in zip(load_copiers(tmp_path / "copy.pt"), copiers, strict=True):
        for name, weight in saved.state_dict().items():
            assert torch.equal(weight, model.state_dict()[name])


def test_models_of_another_size_are_refused(tmp_path):
    save_copiers(train_copiers(steps=1, d_hidden=16), tmp_path / "small.pt")
    with pytest.raises(
        ValueError, match=r"file must hold the weights of this Seq2Seq, but .*small"
    ):
        load_copiers(tmp_path / "small.pt")
