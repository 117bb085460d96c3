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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
    with require_readable(file, argument):
        if zipfile.is_zipfile(file):
            with zipfile.ZipFile(file) as parts:
                _require_whole(parts)
        state = torch.load(file, map_location="cpu", weights_only=True)
    if not isinstance(state, dict):
        raise ValueError(f"{argument} must hold tensors by name, but {file} does not")
    for name, kind in kinds.items():
        if not isinstance(state.get(name), kind):
            raise ValueError(f"{argument} must hold {name}, a {kind.__name__}, but {file} does not")
    return state


def read_weights(file: str | Path) -> dict[str, Tensor]:
    """Read tensors by name, from a ``.safetensors`` file or a state dict saved by torch.

    Raises: ValueError, naming the file, where it is missing, damaged or holds something else.
    """
    if Path(file).suffix == ".safetensors":
        from safetensors.torch import load_file

        with require_readable(file):
            return load_file(file)
    weights = load(file)
    if not all(isinstance(weight, Tensor) for weight in weights.values()):
        raise ValueError(f"file must hold tensors by name, but {file} does not")
    return weights


def read_json(file: Path) -> dict[str, Any]:
    """Read a JSON object. Raises: ValueError, naming the file, where there is none."""
    with require_readable(file, file.name):
        values = json.loads(file.read_text(encoding="utf-8"))
    if not isinstance(values, dict):
        raise ValueError(f"{file.name} must hold a JSON object, but {file} does not")
    return values


def read_text(file: Path) -> str:
    """Read a text in UTF-8. Raises: ValueError, naming the file, where there is none."""
    with require_readable(file, file.name):
        return file.read_text(encoding="utf-8")


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
    load_weights(model, weights, file)
    return model.eval()


def load_weights(
    model: nn.Module, weights: dict[str, Tensor], file: str | Path, argument: str = "file"
) -> None:
    """Load the weights, which must be the model's one for one. Raises: ValueError as `fill`."""
    wanted = f"{argument} must hold the weights of this {type(model).__name__}, but {file} does not"
    own = model.state_dict()
    for name in own.keys() & weights:  # torch would round floats to whole numbers, and back
        kind = getattr(weights[name], "dtype", own[name].dtype)  # torch refuses what is no tensor
        if kind.is_floating_point != own[name].is_floating_point():
            raise ValueError(f"{wanted}: {name} is of {kind}")
    try:
        model.load_state_dict(weights)
    except RuntimeError as error:
        raise ValueError(f"{wanted}: {error}") from error


@contextmanager
def require_readable(file: str | Path, argument: str = "file") -> Iterator[None]:
    """Raise a ValueError that names the file where it is missing or damaged."""
    try:
        yield
    except Exception as error:  # torch and safetensors have one for each way to be damaged
        why = str(error).partition("\n")[0]  # what torch adds is advice to trust the file
        why = why or type(error).__name__
        raise ValueError(f"{argument} must be whole, but {file} is not: {why}") from error


def _require_whole(parts: zipfile.ZipFile) -> None:
    """Compare each part with its checksum, which torch writes and does not read."""
    damaged = parts.testzip()
    if damaged is not None:
        raise zipfile.BadZipFile(f"its part {damaged} has another checksum")
