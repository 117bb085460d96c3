"""The captioner writes what stands in an image, looks at it, and its rival cannot."""

import pytest
import torch

from payattention.experiments import captions
from payattention.experiments.captions import (
    BOS,
    EOS,
    STUDY,
    attention_on_digits,
    attention_weights,
    known_and_new_scenes,
    save,
    scenes,
    train_captioner,
    trained_captioner,
    write,
)


def measured(quantity, variant, steps):
    return STUDY.results().of(quantity, variant, steps)


def test_the_result_file_holds_five_seeds_of_both_variants_at_both_budgets():
    short, long = STUDY.budgets
    assert long >= 2 * short
    for variant in STUDY.variants:
        for steps in STUDY.budgets:
            assert len(measured("exact caption", variant, steps)) == 5


@pytest.mark.parametrize("steps", STUDY.budgets)
def test_attention_writes_more_captions_and_looks_at_the_digit_with_every_seed(steps):
    attention, equal = (measured("exact caption", variant, steps) for variant in STUDY.variants)
    assert (attention > equal + 0.2).all()
    assert measured("weight on digit", "attention", steps).min() > 3 / 8  # by chance 1/8
    assert measured("weight on digit", "equal weights", steps).sub(1 / 8).abs().max() < 1e-4
    assert measured("wrong digit", "attention", steps).max() < 0.05


def test_the_committed_captioner_is_seed_0_of_the_study():
    new = known_and_new_scenes()[1]
    model = trained_captioner()
    right = (write(model, new.image) == new.caption[:, 1:]).all(dim=1).float().mean()
    short = STUDY.budgets[0]
    assert right.item() == pytest.approx(measured("exact caption", "attention", short)[0], abs=0.01)
    found = attention_on_digits(attention_weights(model, new), new)
    assert found.on_digit == pytest.approx(
        measured("weight on digit", "attention", short)[0], abs=0.01
    )
    assert found.chance == 1 / 8


def test_a_scene_holds_its_digits_from_left_to_right_where_it_says():
    images = torch.arange(1, 5)[:, None, None, None] / 4 * torch.ones(4, 1, 8, 8)
    labels = torch.tensor([5, 6, 7, 8])
    found = scenes(images, labels, 200, seed=0)
    assert set(found.n_digits.tolist()) == {1, 2, 3}
    ink = found.image[:, 0]
    assert found.image[0, 1, 0, [0, -1]].tolist() == [-1, 1]
    assert found.image[0, 2, [0, -1], 0].tolist() == [-1, 1]
    for i in range(200):
        k = int(found.n_digits[i])
        assert found.caption[i].tolist()[0] == BOS
        assert found.caption[i, k + 1 :].tolist() == [EOS] * (4 - k)
        assert (ink[i] > 0).sum() == 64 * k, "no digit covers another"
        middles = []
        for digit in range(k):
            region = found.on_digit[i, digit].view(4, 8)
            pixels = region.repeat_interleave(4, 0).repeat_interleave(4, 1)
            assert pixels.sum() == 64
            assert (ink[i][pixels] == (found.caption[i, digit + 1] - 4) / 4).all()
            middles.append(pixels.float().mean(0).mul(torch.arange(32)).sum().item())
        assert middles == sorted(middles)
        assert not found.on_digit[i, k:].any()


def test_looks_are_measured_against_the_digits():
    images, labels = torch.ones(2, 1, 8, 8), torch.tensor([1, 2])
    new = scenes(images, labels, 50, seed=3)
    at_its_digit = new.on_digit.float() / 4  # (50, 3, regions)
    weights = torch.cat([at_its_digit, torch.full((50, 1, 32), 1 / 32)], dim=1)
    assert attention_on_digits(weights, new) == pytest.approx((1, 1 / 8, 0))
    uniform = torch.full((50, 4, 32), 1 / 32)
    assert attention_on_digits(uniform, new)[:2] == pytest.approx((1 / 8, 1 / 8))
    at_the_next = torch.cat([at_its_digit.roll(-1, dims=1), weights[:, 3:]], dim=1)
    assert attention_on_digits(at_the_next, new).wrong_digit > 0.4


def test_equal_weights_stay_equal_through_training():
    known, new = known_and_new_scenes()
    few = captions.Scenes(*(part[:128] for part in known))
    model = train_captioner(few, steps=3, attends=False)
    weights = attention_weights(model, captions.Scenes(*(part[:4] for part in new)))
    torch.testing.assert_close(weights, torch.full((4, 4, 32), 1 / 32))


def test_a_captioner_is_saved_whole_and_another_file_is_refused(tmp_path):
    from payattention import checkpoint

    save(trained_captioner(), tmp_path / "copy.pt")
    model, _ = checkpoint.load_model(tmp_path / "copy.pt", captions._untrained)
    image = known_and_new_scenes()[1].image[:5]
    assert torch.equal(write(model, image), write(trained_captioner(), image))


@pytest.mark.slow
def test_trained_anew_it_is_what_the_study_measured():
    results = STUDY.run(seeds=[0], budgets=[STUDY.budgets[0]], say=lambda _: None)
    for quantity in ("exact caption", "weight on digit"):
        for variant in STUDY.variants:
            found = results.of(quantity, variant, STUDY.budgets[0])[0]
            assert found == pytest.approx(measured(quantity, variant, STUDY.budgets[0])[0], abs=0.1)
