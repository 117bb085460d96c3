"""Simple rivals of the ViT on handwritten digits: a linear map, and the nearest neighbour.

    python -m payattention.experiments.digit_rivals

counts how many held-out digits they classify wrongly, given each of `INPUTS`, and writes the result
file. An iterative fit may make one mistake more or less on another processor.
"""

import torch

from payattention.data.digits import Digits
from payattention.experiments.digits import baselines, distort, known_and_new_digits
from payattention.experiments.results import Value
from payattention.experiments.study import Study, Training

COPIES, DRAWS = 10, 5
INPUTS = ("pixels", "sorted pixels", "distorted copies")


def with_sorted_pixels(data: Digits) -> Digits:
    """Return the digits with the 64 values of each image sorted, which leaves the set of them."""
    known, new = (x.flatten(1).sort(dim=1).values for x in (data.train_x, data.test_x))
    return data._replace(train_x=known, test_x=new)


def copied_neighbour(data: Digits, *, seed: int, copies: int = COPIES) -> int:
    """Count the mistakes of a nearest neighbour that also has distorted copies of each digit.

    ``copies`` is the number of copies of each training digit; ``seed`` draws the distortions.
    """
    torch.manual_seed(seed)
    seen = torch.cat([data.train_x, *(distort(data.train_x) for _ in range(copies))])
    nearest = torch.cdist(data.test_x.flatten(1), seen.flatten(1)).argmin(dim=1)
    wrong = data.train_y.repeat(1 + copies)[nearest] != data.test_y
    return int(wrong.sum())


def _measure(training: Training) -> dict[str, Value]:
    """Return the number of mistakes, by the name of the rival.

    With distorted copies, it is a list: the nearest neighbour's number for each of five draws.
    """
    data, variant, seed = known_and_new_digits(), training.variant, training.seed
    if variant == "distorted copies":
        draws = range(seed, seed + DRAWS)
        return {"each draw": [copied_neighbour(data, seed=draw) for draw in draws]}
    shares = baselines(with_sorted_pixels(data) if variant == "sorted pixels" else data)
    linear, neighbour = (round((1 - share) * len(data.test_y)) for share in shares)
    return {"softmax regression": linear, "nearest neighbour": neighbour}


STUDY = Study("digit_rivals", _measure, INPUTS, budgets=(0,), seeds=(0,))

if __name__ == "__main__":
    STUDY.main()
