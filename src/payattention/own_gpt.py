"""What the project notebook needs beside the reader's own GPT: a text, a curve, its weights.

The weights are plain numbers in a file beside the notebook. A file that holds anything else, such
as a pickle, which may hold code, is refused before anything of it is run.
"""

import builtins
import sys
import time
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import torch
from torch import nn

from payattention.data.text import python_reference, without_repeats

UNKNOWN = "�"
WEIGHTS = "my_gpt.npz"
MOST_BYTES = 2_000_000  # of a file of weights


def reference() -> str:
    """The text that ships with Python, each paragraph once: about 380,000 characters."""
    return without_repeats(python_reference())


class Letters:
    """The characters of English and of code as tokens; 0 stands for all others.

    ``alphabet`` holds the 97 characters in the order of their tokens: the one for all others, the
    line break, then those of ASCII from the space to ``~``. It does not depend on a text, which may
    be another in another version of Python: a model must fit on all machines.
    """

    def __init__(self) -> None:
        self.alphabet = [UNKNOWN, "\n", *map(chr, range(ord(" "), ord("~") + 1))]
        self._ids = {letter: i for i, letter in enumerate(self.alphabet)}

    def encode(self, text: str) -> np.ndarray:
        """The tokens of a text, (letters,)."""
        return np.array([self._ids.get(letter, 0) for letter in text], dtype=np.int64)

    def decode(self, tokens: np.ndarray | Sequence[int]) -> str:
        """The text of tokens."""
        return "".join(self.alphabet[token] for token in tokens)


# ── training ──────────────────────────────────────────────────────────────────────────────────


def rounds(steps: int, every: int) -> Iterator[int]:
    """Yield the first step of each round of ``every`` steps, until all ``steps`` are made.

    Outside Jupyter, as in a grader, where nobody waits for a model, there is no round.
    """
    if "ipykernel" in sys.modules:
        yield from range(0, steps, every)


class Curve:
    """The losses of a training, drawn anew in the notebook while they grow.

    Drawing takes at most a twentieth of the time: a curve that was drawn just now waits.
    """

    def __init__(self) -> None:
        self.losses: list[float] = []
        self.tests: list[tuple[int, float]] = []
        self._shown = None
        self._next = 0.0  # when it may be drawn again
        self._begun = time.monotonic()

    def add(self, losses: Sequence[float], tests: Sequence[float], steps: int) -> None:
        """Add the losses of some steps of ``steps``, and held-out losses at equal distances."""
        every = len(losses) // max(1, len(tests))
        begin = len(self.losses)
        self.losses += losses
        self.tests += [(begin + every * (i + 1), test) for i, test in enumerate(tests)]
        start = time.monotonic()
        if start >= self._next:
            share = 100 * len(self.losses) / steps
            self.draw(f"{share:.0f} % of the steps, {self._remaining(steps)} to go")
            self._next = time.monotonic() + 20 * (time.monotonic() - start)

    def _remaining(self, steps: int) -> str:
        """The time that the other steps will take, if they take as long as those so far."""
        each = (time.monotonic() - self._begun) / len(self.losses)
        minutes, seconds = divmod(round(each * max(0, steps - len(self.losses))), 60)
        return f"{minutes}:{seconds:02} min"

    def draw(self, when: str = "the end") -> None:
        """Draw the curve in the place of the last drawing, under a line that says how far it is."""
        import matplotlib.pyplot as plt

        if not self.tests:
            return
        display = vars(builtins)["display"]  # Jupyter's own
        figure, axes = plt.subplots(figsize=(7, 3), layout="constrained")
        axes.plot(range(1, len(self.losses) + 1), self.losses, color="0.7", linewidth=0.8)
        axes.plot(*zip(*self.tests, strict=True), color="C0", linewidth=2)
        step, test = self.tests[-1]
        axes.annotate(f"{test:.2f} on held-out text", (step, test), (-4, 12), ha="right",
                      textcoords="offset points", color="C0")  # fmt: skip
        axes.set(xlabel="step", ylabel="loss per letter", ylim=(0, None))
        recent = float(np.mean(self.losses[-25:]))
        axes.set_title(
            f"step {step:,} · {when} · training loss {recent:.2f} · held-out loss {test:.2f}",
            loc="left", fontsize="medium",
        )  # fmt: skip
        if self._shown is None:
            self._shown = display(figure, display_id=True)
        else:
            self._shown.update(figure)
        plt.close(figure)


# ── weights ───────────────────────────────────────────────────────────────────────────────────


class WeightsTooLarge(ValueError):
    """A file of weights has more than `MOST_BYTES`."""


class NotPlainNumbers(ValueError):
    """A file holds something else than arrays of numbers, such as a pickle."""


class WeightsDoNotFit(ValueError):
    """The names or the shapes of weights are not those of a model."""


def save_my_gpt(model: nn.Module, file: str | Path = WEIGHTS) -> None:
    """Write the weights of a model into a file beside the notebook, as plain numbers.

    Raises `WeightsTooLarge` if they need more than 2 MB, about 495,000 numbers.
    """
    weights = {name: value.detach().cpu().numpy() for name, value in model.state_dict().items()}
    weights = {
        name: value.astype(np.float32) if value.dtype.kind == "f" else value
        for name, value in weights.items()
    }
    size = sum(value.nbytes + 300 for value in weights.values())
    if size > MOST_BYTES:
        raise WeightsTooLarge(
            f"the weights have {size:,} bytes, but at most {MOST_BYTES:,} can be handed in: make "
            "the model smaller"
        )
    temporary = Path(file).with_suffix(".half.npz")
    np.savez(temporary, allow_pickle=False, **weights)
    temporary.replace(file)


def load_my_gpt(
    model: nn.Module, strength: int | float = 1.0, file: str | Path = WEIGHTS
) -> nn.Module:
    """Put the weights of a file into a model, all times ``strength``; return it, to be evaluated.

    Raises FileNotFoundError, `WeightsTooLarge`, `NotPlainNumbers` or `WeightsDoNotFit`.
    """
    weights, wanted = plain_numbers(Path(file)), model.state_dict()
    require_fit(weights, wanted)
    with torch.no_grad():
        for name, parameter in wanted.items():
            value = torch.from_numpy(weights[name])
            parameter.copy_(strength * value if value.is_floating_point() else value)
    return model.eval()


def plain_numbers(path: Path) -> dict[str, np.ndarray]:
    """The arrays in a file that `save_my_gpt` has written, by name. Nothing is unpickled."""
    size = path.stat().st_size
    if size > MOST_BYTES:
        raise WeightsTooLarge(
            f"{path.name} has {size:,} bytes, but at most {MOST_BYTES:,} are read"
        )
    try:
        with zipfile.ZipFile(path) as archive:
            inside = archive.infolist()
        if not all(member.filename.endswith(".npy") for member in inside):
            raise ValueError("it holds files that are no arrays")
        if sum(member.file_size for member in inside) > MOST_BYTES:
            raise ValueError("it is compressed")
        with np.load(path, allow_pickle=False) as arrays:
            return {name: arrays[name] for name in arrays.files}
    except (ValueError, EOFError, OSError, zipfile.BadZipFile) as error:
        message = f"{path.name} does not hold the plain numbers that save_my_gpt writes: {error}"
        raise NotPlainNumbers(message) from None


def require_fit(weights: Mapping[str, np.ndarray], wanted: Mapping[str, torch.Tensor]) -> None:
    """Raise `WeightsDoNotFit` unless all names and shapes are the same."""
    for name, parameter in wanted.items():
        if name not in weights:
            raise WeightsDoNotFit(f"the model has a parameter {name!r}, but the file has none")
        if weights[name].shape != tuple(parameter.shape):
            shapes = f"{tuple(parameter.shape)} in the model and {weights[name].shape} in the file"
            raise WeightsDoNotFit(f"the shape of {name!r} is {shapes}")
    for name in weights:
        if name not in wanted:
            raise WeightsDoNotFit(f"the file has weights {name!r}, but the model has none")
