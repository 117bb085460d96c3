"""The committed ViT reads the digits as well as it is said to, and training does what it says."""

import pytest
import torch

from payattention.data.digits import Digits
from payattention.experiments.digits import (
    accuracy,
    baselines,
    distort,
    known_and_new_digits,
    load,
    named,
    read_digits,
    save,
    train_reader,
    trained_reader,
)
from payattention.vit import ViT, ViTConfig


@pytest.mark.system
def test_the_committed_vit_reads_975_of_1000_digits_it_has_not_seen():
    data = known_and_new_digits()
    share = accuracy(trained_reader(), data)
    linear, neighbour = baselines(data)
    assert share >= 0.975
    assert share > linear
    assert 0.9 < linear < neighbour  # on 8 × 8 pixels the simplest method of all is hard to beat


def test_the_new_digits_are_new():
    data = known_and_new_digits()
    assert (len(data.train_y), len(data.test_y)) == (1438, 359)
    seen = {tuple(image.tolist()) for image in data.train_x.flatten(1)}
    assert not any(tuple(image.tolist()) in seen for image in data.test_x.flatten(1))


@pytest.mark.system
def test_the_baselines_are_what_their_names_say():
    """A bright pixel for each label is separable; moved by one pixel no training image is near."""
    data = known_and_new_digits()
    images, labels = torch.zeros(10, 1, 8, 8), torch.arange(10)
    for label in range(10):
        images[label, 0, 0, label % 8] = images[label, 0, label % 7, 7] = 1
    assert baselines(Digits(images, labels, images, labels)) == (1, 1)
    wrong = (data.test_y + 1) % 10
    linear, neighbour = baselines(data._replace(test_y=wrong))
    assert linear < 0.1
    assert neighbour < 0.1
    distance = torch.cdist(data.test_x.flatten(1), data.train_x.flatten(1))
    nearest = data.train_y[distance.argmin(dim=1)]
    share = (nearest == data.test_y).float().mean().item()
    assert baselines(data)[1] == pytest.approx(share)


def test_distortion_is_small_seeded_and_none_where_nothing_is_drawn():
    image = known_and_new_digits().train_x[:200]
    assert torch.allclose(distort(image, tilt=0.0, shift=0.0), image, atol=1e-5)
    torch.manual_seed(0)
    once = distort(image)
    torch.manual_seed(0)
    assert torch.equal(once, distort(image))
    assert not torch.equal(once, distort(image))
    assert once.shape == image.shape
    assert 0 <= once.min() <= once.max() <= 1.001
    change = (once - image).abs().mean()
    other_digit = (image - image.roll(1, dims=0)).abs().mean()
    assert 0 < change < other_digit / 2


@pytest.mark.system
def test_a_few_steps_learn_something_and_a_seed_means_one_training():
    data = known_and_new_digits()
    once, again, other = (train_reader(data, steps=150, seed=seed) for seed in (3, 3, 4))
    for name, weight in once.state_dict().items():
        assert torch.equal(weight, again.state_dict()[name])
    assert not torch.equal(once.positions, other.positions)
    assert accuracy(once, data) > 0.3  # of ten
    share = (named(once, data.test_x) == data.test_y).float().mean().item()
    assert accuracy(once, data) == share
    assert not once.training


@pytest.mark.system
def test_each_seed_is_one_training():
    result = read_digits(seeds=(1, 2), steps=2)
    data = known_and_new_digits()
    assert result.vit.tolist() == pytest.approx(
        [accuracy(train_reader(data, steps=2, seed=seed), data) for seed in (1, 2)]
    )
    assert result[1:] == baselines(data)


def test_a_reader_is_saved_whole(tmp_path):
    save(trained_reader(), tmp_path / "copy.pt")
    copy = load(tmp_path / "copy.pt")
    image = known_and_new_digits().test_x
    assert torch.equal(copy(image), trained_reader()(image))


def test_another_model_is_refused(tmp_path):
    config = ViTConfig(
        image_size=8, patch_size=4, n_channels=1, n_classes=10,
        d_model=8, n_heads=2, d_ff=8, n_layers=1,
    )  # fmt: skip
    save(ViT(config), tmp_path / "small.pt")
    with pytest.raises(ValueError, match=r"file must hold the weights of this ViT, but .*small"):
        load(tmp_path / "small.pt")
