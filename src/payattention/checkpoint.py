"""Checkpoints and the files beside them, read whole or not at all.

save, load   tensors and plain values, by name
read_*       weights, JSON and text, as official models come in
fill         a model's weights, which must be the file's one for one
FOLDER       the trained models that the package holds, small files; each module of
             `payattention.experiments` reads its own and says the command that makes it
"""

import json
import os
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import torch
from torch import Tensor, nn

FOLDER = Path(__file__).parent / "checkpoints"

Model = TypeVar("Model", bound=nn.Module)


def save(state: dict[str, Any], file: str | Path) -> None:
    """Write tensors and plain values."""
    file = Path(file)
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_name(file.name + ".part")
    torch.save(state, unfinished)
    os.replace(unfinished, file)  # a kill leaves the old file or the new one, never half


def load(file: str | Path, *, argument: str = "file", **kinds: type) -> dict[str, Any]:
    """Read what `save` or `torch.save` wrote. Nothing in it is executed.

    ``kinds`` says what must be in it, and what each is; ``argument`` is what errors call the file.
    Raises: ValueError, naming the file, where there is none, it is cut short or damaged, or holds
    something else.
    """
    require_file(file, argument)
    try:
        if zipfile.is_zipfile(file):
            with zipfile.ZipFile(file) as parts:
                _require_whole(parts)
        state = torch.load(file, map_location="cpu", weights_only=True)
    except Exception as error:  # torch has one for each way to be damaged
        raise ValueError(f"{argument} must be whole, but {file} {_why(error)}") from error
    if not isinstance(state, dict) or not set(kinds) <= set(state):
        wanted = ", ".join(kinds) or "tensors by name"
        raise ValueError(f"{argument} must hold {wanted}, but {file} does not")
    for name, kind in kinds.items():
        if not isinstance(state[name], kind):
            was = type(state[name]).__name__
            raise ValueError(
                f"{argument} must hold {name}, a {kind.__name__}, but in {file} it is a {was}"
            )
    return state


def read_weights(file: str | Path) -> dict[str, Tensor]:
    """Read tensors by name, from a ``.safetensors`` file or a state dict saved by torch.

    Raises: ValueError, naming the file, where it is missing, damaged or holds something else.
    """
    if Path(file).suffix != ".safetensors":
        weights = load(file)
        if not all(isinstance(weight, Tensor) for weight in weights.values()):
            raise ValueError(f"file must hold tensors by name, but {file} does not")
        return weights
    from safetensors import SafetensorError
    from safetensors.torch import load_file

    require_file(file)
    try:
        return load_file(file)
    except SafetensorError as error:
        raise ValueError(f"file must be whole, but {file} is not: {error}") from error


def read_json(file: Path) -> dict[str, Any]:
    """Read a JSON object. Raises: ValueError, naming the file, where there is none."""
    try:
        values = json.loads(read_text(file))
    except (json.JSONDecodeError, RecursionError) as error:
        raise ValueError(f"{file.name} must be whole JSON, but {file} is not: {error}") from None
    if not isinstance(values, dict):
        raise ValueError(f"{file.name} must hold a JSON object, but {file} does not")
    return values


def read_text(file: Path) -> str:
    """Read a text in UTF-8. Raises: ValueError, naming the file, where there is none."""
    if not file.is_file():
        raise ValueError(f"folder must hold {file.name}, but there is no file {file}")
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"{file.name} must be UTF-8, but {file} is not: {error}") from None


def save_model(file: str | Path, model: nn.Module, **facts: Any) -> None:
    """Write a model's weights, and ``facts``, the plain values that it takes to build it."""
    save({**facts, "weights": model.state_dict()}, file)


def load_model(
    file: str | Path, build: Callable[..., Model], **kinds: type
) -> tuple[Model, dict[str, Any]]:
    """Read what `save_model` wrote: the model, ready to be used, and its facts.

    ``kinds`` says what each fact is; ``build(**facts)`` makes the untrained model.
    Raises: ValueError, naming the file, as `load` and `fill`.
    """
    state = load(file, argument="file", **kinds, weights=dict)
    facts = {name: state[name] for name in kinds}
    return fill(build(**facts), state["weights"], file), facts


def fill(model: Model, weights: dict[str, Tensor], file: str | Path) -> Model:
    """Load the weights read from ``file``, which must be the model's one for one; ready to be used.

    Raises: ValueError, naming the file, where a weight is missing, unknown or of another shape.
    """
    own = model.state_dict()
    wanted = f"file must hold the weights of this {type(model).__name__}, but"
    for what, names in (("lacks", own.keys() - weights), ("has unknown", weights.keys() - own)):
        if names:
            more = f" and {len(names) - 1} more" if len(names) > 1 else ""
            raise ValueError(f"{wanted} {file} {what} {min(names)}{more}")
    for name, weight in weights.items():
        if not isinstance(weight, Tensor) or not weight.is_floating_point():
            raise ValueError(f"{wanted} in {file} {name} is no tensor of floats")
        if weight.shape != own[name].shape:
            raise ValueError(
                f"{wanted} in {file} the shape of {name} is {tuple(weight.shape)} "
                f"and not {tuple(own[name].shape)}"
            )
    model.load_state_dict(weights)
    return model.eval()


def require_file(file: str | Path, argument: str = "file") -> None:
    """Raise a ValueError unless there is something in the file."""
    if not Path(file).is_file():
        raise ValueError(f"{argument} must be a checkpoint, but there is no file {file}")
    if Path(file).stat().st_size == 0:
        raise ValueError(f"{argument} must be whole, but {file} is not: it is empty")


def _require_whole(parts: zipfile.ZipFile) -> None:
    """Compare each part with its checksum, which torch writes and does not read."""
    damaged = parts.testzip()
    if damaged is not None:
        raise zipfile.BadZipFile(f"its part {damaged} has another checksum")


def _why(error: Exception) -> str:
    """The first line alone: what torch adds is advice to trust the file."""
    return f"is not: {str(error).partition(chr(10))[0] or type(error).__name__}"
