"""When does a training succeed? The first step at which a model solves its task, if ever.

Some trainings sit on a plateau of the loss and leave it at a random time. A share at a fixed step
then says mostly where the training was stopped; the step of the first success says more.
"""

import math
from collections.abc import Callable

import torch

GOAL = 0.9
EVERY = 20  # steps


class FirstSuccess:
    """Look every ``every`` steps whether ``share()`` has reached a goal; remember the first time.

    ``share`` measures how often the model that is being trained is right. To be given to `train` as
    ``watch``. ``steps`` is the number of steps at the first success, and infinite before.
    """

    def __init__(self, share: Callable[[], float], *, goal: float = GOAL, every: int = EVERY):
        self.share, self.goal, self.every, self.steps = share, goal, every, math.inf

    def __call__(self, steps: int) -> None:
        if steps % self.every == 0 and math.isinf(self.steps):
            with torch.no_grad():
                if self.share() >= self.goal:
                    self.steps = steps
