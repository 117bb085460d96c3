"""What becomes of SAM's three masks if all of them learn from each click, and not the best alone.

    python -m payattention.experiments.all_masks

trains the small SAMs of `promptable` with the mean of the three masks' losses in place of the
smallest, at the learning rate of its kept results, and writes the result file and, of the first
seed, the checkpoint that `trained_together` reads.
"""

from itertools import combinations

import torch
from torch import Tensor

from payattention import checkpoint
from payattention.data.nested import Clicks
from payattention.experiments.promptable import (
    known_and_new_clicks,
    load,
    measure,
    overlap,
    predict,
    save,
    untrained,
)
from payattention.experiments.results import Value
from payattention.experiments.study import Study, Training
from payattention.sam import SAM, MaskPrediction, mask_loss
from payattention.train import train

FILE = checkpoint.FOLDER / "promptable-all.pt"


def trained_together() -> SAM:
    """Return the kept segmenter, of which all three masks have learned from each click.

    Raises: ValueError if the checkpoint is damaged.
    """
    return load(FILE)


def loss_of_all(model: SAM, image: Tensor, click: Tensor, target: Tensor) -> Tensor:
    """The mean loss of the three masks: each learns from every click."""
    masks, scores = predict(model, image, click)
    alone = MaskPrediction(masks.flatten(0, 1)[:, None], scores.flatten()[:, None])
    return mask_loss(alone, target.repeat_interleave(masks.shape[1], dim=0))


def alike(model: SAM, data: Clicks) -> float:
    """The mean IoU of each two masks that a model predicts for the same click."""
    with torch.no_grad():
        masks = predict(model, data.image, data.click).masks > 0
    pairs = combinations(range(masks.shape[1]), 2)
    return torch.stack([overlap(masks[:, i], masks[:, j]) for i, j in pairs]).mean().item()


def train_together(*, steps: int, seed: int) -> SAM:
    """Train a segmenter whose three masks all learn from each click; return it."""
    known, _ = known_and_new_clicks()
    torch.manual_seed(seed)
    model = untrained(3)
    data = (known.image, known.click, known.target)
    train(model, loss_of_all, *data, steps=steps, batch_size=16, lr=3e-3, seed=seed)
    return model.eval()


def _measure(training: Training) -> dict[str, Value]:
    model = train_together(steps=training.steps, seed=training.seed)
    _, new = known_and_new_clicks()
    return {**measure(model, new), "alike": alike(model, new)}


STUDY = Study("all_masks", _measure, ("all masks learn",), budgets=(1000,))

if __name__ == "__main__":
    if STUDY.main():
        save(train_together(steps=1000, seed=0), FILE)
