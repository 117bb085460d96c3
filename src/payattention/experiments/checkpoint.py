"""The trained models that the package holds: small files, each with the command that makes it."""

from pathlib import Path
from typing import Any

import torch

import payattention
from payattention.pretrained import fill

__all__ = ["FOLDER", "fill", "load", "save"]

FOLDER = Path(payattention.__file__).parent / "checkpoints"


def save(state: dict[str, Any], file: Path) -> None:
    """Write tensors and plain values."""
    file.parent.mkdir(parents=True, exist_ok=True)
    torch.save(state, file)


def load(file: Path, *names: str) -> dict[str, Any]:
    """Read what `save` wrote; ``names`` must be in it.

    Raises: ValueError where the file is damaged, or holds something else.
    """
    try:
        state = torch.load(file, weights_only=True)
    except Exception as error:  # torch has one for each way to be damaged
        raise ValueError(f"file must be a whole checkpoint, but {file} is not: {error}") from error
    if not isinstance(state, dict) or not set(names) <= set(state):
        raise ValueError(f"file must hold {', '.join(names)}, but {file} does not")
    return state
