"""The captioner writes what stands in an image and looks at it; scenes are as described."""

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
from payattention.experiments.study import Training


def test_the_committed_captioner_writes_captions_and_looks_at_the_digit():
    new = known_and_new_scenes()[1]
    model = trained_captioner()
    right = (write(model, new.image) == new.caption[:, 1:]).all(dim=1).float().mean()
    assert right > 0.5
    found = attention_on_digits(attention_weights(model, new), new)
    assert found.chance == 1 / 8
    assert found.on_digit > 4 * found.chance
    assert found.wrong_digit < 0.05


def test_the_digits_that_choose_a_rate_are_neither_trained_on_nor_in_the_test(monkeypatch):
    drawn = []

    def few(image, label, n, *, seed):
        drawn.append({tuple(row) for row in image.flatten(1).tolist()})
        return scenes(image, label, 64, seed=seed)

    monkeypatch.setattr(captions, "scenes", few)
    STUDY.tune(Training("attention", 100, 1, 1e-3))
    known, judged = drawn
    assert not known & judged
    known_and_new_scenes()
    trained, tested = drawn[2:]
    assert known | judged == trained
    assert not trained & tested


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
