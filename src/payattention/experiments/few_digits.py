"""Few training digits: a ViT beside a convolutional network with about as many parameters.

    python -m payattention.experiments.few_digits

trains both on 100, 400 and all 1,438 training digits, with a new distortion in every epoch, and
writes the result file. For each ViT trained on all digits, it also measures which patches the
ViT's answers depend on, and how similar the position vectors of neighbouring patches are. The
learning rates are chosen on the last fifth of the training digits.
"""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from payattention.data.digits import Digits
from payattention.experiments.digits import distort, known_and_new_digits, untrained
from payattention.experiments.results import Value
from payattention.experiments.study import Study, Training
from payattention.saliency import RELEVANCES, deletion, rank_correlation
from payattention.train import train
from payattention.vit import ViT

SIZES = (100, 400, 1438)
N_VALIDATION = 288  # the last fifth of the training digits
NETWORKS = ("ViT", "convolution")


def convolutional() -> nn.Sequential:
    """Return an untrained convolutional network for 8 × 8 digits, a rival of the ViT.

    It has three 3 × 3 convolutions and then one linear layer, from 4 × 4 positions to ten logits.
    """
    return nn.Sequential(
        nn.Conv2d(1, 32, 3, padding=1),  # (batch, 32, 8, 8)
        nn.ReLU(),
        nn.MaxPool2d(2),  # (batch, 32, 4, 4)
        nn.Conv2d(32, 64, 3, padding=1),  # (batch, 64, 4, 4)
        nn.ReLU(),
        nn.Conv2d(64, 64, 3, padding=1),
        nn.ReLU(),
        nn.Flatten(),  # (batch, 1024)
        nn.Linear(1024, 10),
    )


def train_on(
    network: str, data: Digits, n: int, *, steps: int, lr: float = 5e-3, seed: int
) -> nn.Module:
    """Train a new network on the first ``n`` training digits, and return it.

    ``network`` is "ViT" or "convolution".
    """
    torch.manual_seed(seed)
    model = untrained() if network == "ViT" else convolutional()

    def loss(model: nn.Module, image: Tensor, label: Tensor) -> Tensor:
        return F.cross_entropy(model(distort(image)), label)

    known = (data.train_x[:n], data.train_y[:n])
    train(model, loss, *known, steps=steps, batch_size=32, lr=lr, seed=seed)
    return model.eval()


def accuracy(model: nn.Module, data: Digits) -> float:
    """Return the share of the test digits that the model classifies correctly."""
    with torch.no_grad():
        return (model(data.test_x).argmax(dim=-1) == data.test_y).float().mean().item()


def compare_rankings(model: ViT, data: Digits) -> dict[str, Value]:
    """Rank the patches of each test digit in several ways, and compare the rankings.

    A ranking orders the patches of an image from the most to the least relevant for the ViT's
    answer. There is one ranking for each function in `saliency.RELEVANCES`, such as "rollout" and
    "gradient", and the ranking "random". The keys of the result are:

    "deletion, NAME"    the patches are blanked one by one in the order of the ranking NAME: the
                        mean probability of the ViT's original answer, over all numbers of blanked
                        patches; smaller is better
    "rank correlation"  Spearman's ρ of the rankings "rollout" and "gradient", averaged over images
    "same first patch"  the share of images with the same first patch in "rollout" and "gradient"
    """
    image = data.test_x
    order = {name: relevance(model, image) for name, relevance in RELEVANCES.items()}
    random = torch.Generator().manual_seed(0)
    order["random"] = torch.rand(order["ink"].shape, generator=random)
    agree = rank_correlation(order["rollout"], order["gradient"])
    same = order["rollout"].argmax(dim=1) == order["gradient"].argmax(dim=1)
    deleted: dict[str, Value] = {
        f"deletion, {name}": deletion(model, image, relevance).mean().item()
        for name, relevance in order.items()
    }
    return deleted | {
        "rank correlation": agree.mean().item(),
        "same first patch": same.float().mean().item(),
    }


def neighbours(model: ViT) -> list[float]:
    """Return how similar the position vectors of near patches are: three mean cosines.

    They are means over all pairs of patches that lie 1, 2 and 3 steps apart in the same row or
    column of the grid. Patches side by side are 1 step apart.
    """
    grid = model.config.image_size // model.config.patch_size
    x = F.normalize(model.positions.detach()[1:], dim=-1).unflatten(0, (grid, grid))
    along = [
        torch.cat([(x[d:] * x[:-d]).sum(-1).flatten(), (x[:, d:] * x[:, :-d]).sum(-1).flatten()])
        for d in range(1, grid)
    ]
    return [cosine.mean().item() for cosine in along]


def _tune(training: Training) -> float:
    network, _, size = training.variant.partition(", ")
    data = known_and_new_digits()
    x, y = data.train_x[-N_VALIDATION:], data.train_y[-N_VALIDATION:]
    n = min(int(size), len(data.train_y) - N_VALIDATION)
    model = train_on(network, data, n, steps=training.steps, lr=training.lr, seed=training.seed)
    with torch.no_grad():
        return F.cross_entropy(model(x), y).item()


def _measure(training: Training) -> dict[str, Value]:
    variant, seed, steps, lr = training
    network, _, size = variant.partition(", ")
    data = known_and_new_digits()
    model = train_on(network, data, int(size), steps=steps, lr=lr, seed=seed)
    values: dict[str, Value] = {"accuracy": accuracy(model, data)}
    if isinstance(model, ViT) and int(size) == SIZES[-1]:
        values |= compare_rankings(model, data) | {"neighbours": neighbours(model)}
    return values


STUDY = Study(
    "few_digits",
    _measure,
    tuple(f"{network}, {size}" for network in NETWORKS for size in SIZES),
    budgets=(800, 2400),
    rates=(1e-3, 3e-3, 1e-2),
    tune=_tune,
)

if __name__ == "__main__":
    STUDY.main()
