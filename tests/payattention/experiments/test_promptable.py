"""A small SAM on ambiguous clicks: its measures and rivals, on masks that are known."""

import pytest
import torch

from payattention.data.nested import Clicks, clicks
from payattention.experiments.promptable import (
    best_single,
    known_and_new_clicks,
    load,
    measure,
    overlap,
    predict,
    same_brightness,
    save,
    train_segmenter,
    trained_segmenter,
    untrained,
)
from payattention.sam import MaskPrediction


def squares(*sides):
    """Squares from the top left corner, one inside the other."""
    masks = torch.zeros(len(sides), 24, 24, dtype=torch.bool)
    for mask, side in zip(masks, sides, strict=True):
        mask[:side, :side] = True
    return masks


@pytest.fixture
def nested():
    """One image of three squares of 8, 4 and 2 pixels a side; depths 1, 2 and 3."""
    shape = squares(8, 4, 2).expand(3, 3, 24, 24)
    image = 0.5 * shape[:, 0].float() + 0.3 * shape[:, 1] - 0.6 * shape[:, 2]
    click = torch.tensor([[[6.0, 6.0]], [[3.0, 3.0]], [[0.0, 1.0]]])
    depth = torch.tensor([1, 2, 3])
    return Clicks(image[:, None], click, shape, depth, torch.tensor([0, 1, 2]))


def test_overlap_is_intersection_over_union():
    large, small = squares(8, 4)
    assert overlap(large, small).item() == 16 / 64
    assert overlap(large, large).item() == 1
    assert overlap(large, ~large).item() == 0


def test_the_best_single_answer_knows_all_but_what_is_meant(nested):
    """One shape: itself. Two: either, at (1 + ¼) / 2. Three: the middle, at (¼ + 1 + ¼) / 3."""
    assert best_single(nested).tolist() == pytest.approx([1, 1.25 / 2, 1.5 / 3])


def test_a_magic_wand_finds_what_is_visible_of_one_shape(nested):
    found = same_brightness(nested)
    whole, part, innermost = nested.shape[0]
    assert torch.equal(found, torch.stack([whole & ~part, part & ~innermost, innermost]))


def test_a_magic_wand_stays_on_this_side_of_a_gap():
    data = clicks(200, seed=5)
    leaked = (same_brightness(data) & ~data.shape[:, 0]).sum((-2, -1)) > 20
    assert leaked.float().mean() < 0.1  # a few parts touch the ground, and may be as dark


def test_judged_scores_what_the_model_returns(nested, monkeypatch):
    """A model whose masks are the whole, the part and the innermost, and which bets on the part."""
    masks = torch.where(nested.shape, 1.0, -1.0)
    scores = torch.tensor([[0.2, 0.9, 0.1]]).expand(3, 3)
    monkeypatch.setattr(
        "payattention.experiments.promptable.predict", lambda *_: MaskPrediction(masks, scores)
    )
    values = measure(untrained(3), nested)
    assert values["best"] == 1
    assert values["by score, by depth"] == pytest.approx([0.25, 1, 0.25])
    assert values["by score"] == pytest.approx(0.5)
    assert values["best mask of each shape"] == [1, 0, 0, 0, 1, 0, 0, 0, 1]


@pytest.mark.parametrize("n_masks", [1, 3])
def test_a_prediction_has_as_many_masks_as_asked_for(n_masks):
    data = clicks(2, seed=0)
    masks, scores = predict(untrained(n_masks), data.image, data.click)
    assert masks.shape == (2, n_masks, 24, 24)
    assert scores.shape == (2, n_masks)


def test_a_seed_means_one_training_and_it_is_saved_whole(tmp_path):
    data = clicks(32, seed=0)
    once, again = (train_segmenter(data, n_masks=3, steps=2, seed=4) for _ in range(2))
    for name, weight in once.state_dict().items():
        assert torch.equal(weight, again.state_dict()[name])
    save(once, tmp_path / "small.pt")
    copy = load(tmp_path / "small.pt")
    assert torch.equal(
        predict(copy, data.image, data.click).masks, predict(once, data.image, data.click).masks
    )


def test_the_committed_segmenter_passes_the_bound_of_one_answer():
    new = known_and_new_clicks()[1]
    values, bound = measure(trained_segmenter(), new), best_single(new).mean().item()
    assert values["by score"] < bound < values["best"] - 0.05
