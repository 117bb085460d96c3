"""All masks learn: the loss is the mean over the masks, and equal masks are alike."""

import pytest
import torch

from payattention.experiments import all_masks, promptable
from payattention.sam import MaskPrediction, mask_loss


@pytest.fixture(scope="module")
def new():
    return promptable.known_and_new_clicks()[1]._replace()


def test_the_loss_is_the_mean_of_the_losses_of_the_masks(new):
    model = promptable.trained_segmenter()
    image, click, target = (x[:6] for x in (new.image, new.click, new.target))
    with torch.no_grad():
        masks, scores = promptable.predict(model, image, click)
        each = [
            mask_loss(MaskPrediction(masks[:, [k]], scores[:, [k]]), target)
            for k in range(masks.shape[1])
        ]
        found = all_masks.loss_of_all(model, image, click, target)
    torch.testing.assert_close(found, torch.stack(each).mean())


def test_masks_that_are_the_same_are_alike_and_those_of_the_course_are_not(new, monkeypatch):
    few = new._replace(**{name: getattr(new, name)[:40] for name in ("image", "click")})
    model = promptable.trained_segmenter()
    assert all_masks.alike(model, few) < 0.7
    assert all_masks.alike(all_masks.trained_together(), few) > 0.95
    same = MaskPrediction(torch.ones(40, 3, 24, 24), torch.zeros(40, 3))
    monkeypatch.setattr(all_masks, "predict", lambda *_: same)
    assert all_masks.alike(model, few) == pytest.approx(1)
