"""One click, several masks: a small SAM on shapes inside shapes.

    python -m payattention.experiments.promptable

trains it with three masks and with one, writes the result file, and saves the first seed's model
with three masks, which `trained_segmenter` reads.
"""

from pathlib import Path

import torch
import torch.nn.functional as F
from jaxtyping import Bool, Float
from torch import Tensor

from payattention import checkpoint
from payattention.data.nested import SIZE, Clicks, Stacks, clicks, stacks
from payattention.experiments.results import Value
from payattention.experiments.study import Study, Training
from payattention.sam import SAM, MaskPrediction, SAMConfig, mask_loss
from payattention.train import train
from payattention.vit import ViT, ViTConfig

N_TRAIN, N_TEST = 4096, 600
FILE = checkpoint.FOLDER / "promptable.pt"
N_MASKS = {"three masks": 3, "one mask": 1}

Masks = Bool[Tensor, "images masks height width"]


def known_and_new_clicks() -> tuple[Clicks, Clicks]:
    """Return 4,096 clicks to train on and 600 others to test with, each on an image of its own."""
    return clicks(N_TRAIN, seed=1), clicks(N_TEST, seed=2)


def new_stacks() -> Stacks:
    """Return the 600 test images of `known_and_new_clicks`, each with the masks of all its shapes.

    An image shows two stacks of three nested shapes; the test click is on the first stack.
    """
    return stacks(N_TEST, seed=2)


def untrained(n_masks: int) -> SAM:
    """Return a small SAM that predicts ``n_masks`` masks for each prompt, with random weights."""
    config = SAMConfig(
        d_model=32,
        n_heads=4,
        d_ff=64,
        n_layers=2,
        image_size=SIZE,
        patch_size=4,
        n_masks=n_masks,
        mask_channels=4,
    )
    encoder = ViTConfig(
        d_model=config.d_model,
        n_heads=config.n_heads,
        d_ff=config.d_ff,
        n_layers=config.n_layers,
        image_size=SIZE,
        patch_size=config.patch_size,
        n_channels=1,
        n_classes=1,
    )
    return SAM(ViT(encoder), config)


def predict(model: SAM, image: Tensor, click: Tensor) -> MaskPrediction:
    """Return the masks and scores that a model predicts for one foreground click in each image."""
    label = torch.ones(click.shape[:2], dtype=torch.long)
    return model(model.encode(image), click, label)


def train_segmenter(data: Clicks, *, n_masks: int, steps: int, lr: float = 3e-3, seed: int) -> SAM:
    """Return a SAM that is trained to segment the shape that each click means.

    A click means one of the nested shapes that contain it. The SAM gets the image and the click,
    and predicts ``n_masks`` masks.
    """
    torch.manual_seed(seed)
    model = untrained(n_masks)

    def loss(model: SAM, image: Tensor, click: Tensor, target: Tensor) -> Tensor:
        return mask_loss(predict(model, image, click), target)

    known = (data.image, data.click, data.target)
    train(model, loss, *known, steps=steps, batch_size=16, lr=lr, seed=seed)
    return model.eval()


def overlap(a: Bool[Tensor, "*#b h w"], b: Bool[Tensor, "*#b h w"]) -> Float[Tensor, "*b"]:
    """Return the IoU of masks ``a`` and ``b``: intersection over union."""
    return (a & b).sum((-2, -1)) / (a | b).sum((-2, -1)).clamp(min=1)


def best_single(data: Clicks) -> Float[Tensor, " images"]:
    """Return, for each click, the highest expected IoU that a single mask can have.

    The click means one of the shapes that contain it, each with the same probability. The mask is
    chosen with knowledge of the click and of every shape, but not of which shape is meant. So no
    model with one mask can do better on average.

    Only three masks must be compared: the three shapes. To see this, take a mask of size s between
    two nested shapes. Its IoU is c / s with a shape of size c inside it, and s / a with a shape of
    size a around it. The mean of such IoUs is convex in s, so it is largest at an end: where the
    mask is one of the two shapes.
    """
    pairs = overlap(data.shape[:, :, None], data.shape[:, None])  # (images, bet, meant)
    fits = torch.arange(3) < data.depth[:, None]  # (images, meant)
    return ((pairs * fits[:, None]).sum(dim=-1) / data.depth[:, None]).amax(dim=1)


def same_brightness(data: Clicks, *, tolerance: float = 0.15) -> Bool[Tensor, "images h w"]:
    """Return, for each image, the mask that the "magic wand" of an image editor would give.

    A pixel is similar if its brightness differs from the clicked pixel's by less than
    ``tolerance``. The mask holds each similar pixel that a path of similar pixels joins to the
    clicked pixel.
    """
    x, y = data.click[:, 0].long().unbind(dim=-1)
    image = data.image[:, 0]
    clicked = image[torch.arange(len(image)), y, x]
    alike = (image - clicked[:, None, None]).abs() < tolerance
    reached = torch.zeros_like(image)
    reached[torch.arange(len(image)), y, x] = 1
    for _ in range(2 * SIZE):
        reached = F.max_pool2d(reached[:, None], 3, stride=1, padding=1)[:, 0] * alike
    return reached > 0


def measure(model: SAM, data: Clicks) -> dict[str, Value]:
    """Measure a model's masks for clicks, by their IoU with the shapes that the clicks mean.

    A click means one of the nested shapes that contain it. The number of these shapes, 1 to 3, is
    the depth of the click. The best mask is the mask with the highest IoU. Return, by name:

    "best"                     mean IoU of the best mask
    "by score"                 mean IoU of the mask with the highest score
    "best, by depth"           mean IoU of the best mask, for each depth: 1, 2 and 3
    "by score, by depth"       mean IoU of the mask with the highest score, for each depth
    "score error"              mean absolute difference between a mask's score and its IoU
    "best mask of each shape"  only for clicks of depth 3: the share of the clicks for which mask j
                               has the highest IoU with shape i. A flat list, row after row: a row
                               for the outer, the middle and the inner shape, a column for each mask
    """
    with torch.no_grad():
        masks, scores = predict(model, data.image, data.click)
    found = overlap(masks > 0, data.target[:, None])  # (images, masks)
    best, by_score = found.amax(dim=1), found.gather(1, scores.argmax(dim=1, keepdim=True))[:, 0]
    for_shape = overlap(masks[:, :, None] > 0, data.shape[:, None]).argmax(dim=1)  # (images, 3)
    deepest = for_shape[data.depth == 3]
    choice = F.one_hot(deepest, masks.shape[1]).float().mean(dim=0)  # (3, masks)
    depths = [data.depth == depth for depth in (1, 2, 3)]
    return {
        "best": best.mean().item(),
        "by score": by_score.mean().item(),
        "best, by depth": [best[depth].mean().item() for depth in depths],
        "by score, by depth": [by_score[depth].mean().item() for depth in depths],
        "score error": (scores - found).abs().mean().item(),
        "best mask of each shape": choice.flatten().tolist(),
    }


def trained_segmenter() -> SAM:
    """Return the segmenter whose checkpoint the package holds.

    Raises: ValueError if the checkpoint is damaged.
    """
    return load(FILE)


def save(model: SAM, file: Path) -> None:
    """Write the segmenter's weights to a file."""
    checkpoint.save_model(file, model)


def load(file: Path) -> SAM:
    """Read the weights of a segmenter with three masks, and return the segmenter.

    Raises: ValueError if the file is damaged, or its weights do not fit a segmenter with three
    masks.
    """
    return checkpoint.load_model(file, lambda: untrained(3))[0]


def _train(training: Training) -> SAM:
    variant, seed, steps, lr = training
    known, n_masks = clicks(N_TRAIN, seed=1), N_MASKS[variant]
    return train_segmenter(known, n_masks=n_masks, steps=steps, lr=lr, seed=seed)


def _tune(training: Training) -> float:
    model, new = _train(training), clicks(N_TEST, seed=3)
    with torch.no_grad():
        return mask_loss(predict(model, new.image, new.click), new.target).item()


def _measure(training: Training) -> dict[str, Value]:
    return measure(_train(training), known_and_new_clicks()[1])


STUDY = Study(
    "promptable",
    _measure,
    tuple(N_MASKS),
    budgets=(500, 1000),
    rates=(1e-3, 3e-3, 1e-2),
    tune=_tune,
)

if __name__ == "__main__":
    if STUDY.main():
        save(train_segmenter(known_and_new_clicks()[0], n_masks=3, steps=1000, seed=0), FILE)
