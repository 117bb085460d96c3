"""Save and load checkpoints and the files beside them; a damaged file is an error.

save, load   write and read tensors and plain values, by name
read_*       read weights, JSON and text: the files of official models
load_*       load weights into a model, which must have exactly these weights
FOLDER       the folder of the files in the package: small trained models, exported models, and
             results of experiments
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
    """Write a dict of tensors and plain values to a file."""
    file = Path(file)
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_name(file.name + ".part")
    torch.save(state, unfinished)
    os.replace(unfinished, file)  # a kill leaves the old file or the new one, never half


def load(file: str | Path, *, argument: str = "file", **kinds: type) -> dict[str, Any]:
    """Read a dict that `save` or `torch.save` wrote, without executing anything in the file.

    ``kinds`` maps each name that the dict must hold to the type of its value. ``argument`` is what
    error messages call the file: with "checkpoint", they begin "checkpoint must …".
    Raises: ValueError, naming the file, if it is missing, cut short or damaged, or does not hold a
    dict with these names and types.
    """
    with require_readable(file, argument):
        if zipfile.is_zipfile(file):
            with zipfile.ZipFile(file) as parts:
                _require_complete(parts)
        state = torch.load(file, map_location="cpu", weights_only=True)
    if not isinstance(state, dict):
        raise ValueError(f"{argument} must hold a dict of tensors, but {file} does not")
    for name, kind in kinds.items():
        if not isinstance(state.get(name), kind):
            raise ValueError(f"{argument} must hold {name}, a {kind.__name__}, but {file} does not")
    return state


def read_weights(file: str | Path) -> dict[str, Tensor]:
    """Read tensors by name, from a ``.safetensors`` file or a state dict saved by torch.

    Raises: ValueError, naming the file, if it is missing, damaged or holds anything but tensors.
    """
    if Path(file).suffix == ".safetensors":
        from safetensors.torch import load_file

        with require_readable(file):
            return load_file(file)
    weights = load(file)
    if not all(isinstance(weight, Tensor) for weight in weights.values()):
        raise ValueError(f"file must hold a dict of tensors, but {file} does not")
    return weights


def read_json(file: Path) -> dict[str, Any]:
    """Read a file that must hold a JSON object.

    Raises: ValueError, naming the file, if it cannot be read or holds anything else.
    """
    with require_readable(file, file.name):
        values = json.loads(file.read_text(encoding="utf-8"))
    if not isinstance(values, dict):
        raise ValueError(f"{file.name} must hold a JSON object, but {file} does not")
    return values


def read_text(file: Path) -> str:
    """Read a text file in UTF-8. Raises: ValueError, naming the file, if it cannot be read."""
    with require_readable(file, file.name):
        return file.read_text(encoding="utf-8")


def save_model(file: str | Path, model: nn.Module, **facts: Any) -> None:
    """Write a model's weights, and ``facts``: the plain values needed to build the model again."""
    save({**facts, "weights": model.state_dict()}, file)


def load_model(
    file: str | Path, build: Callable[..., Model], **kinds: type
) -> tuple[Model, dict[str, Any]]:
    """Read a file that `save_model` wrote; return the model, in evaluation mode, and its facts.

    ``kinds`` maps the name of each fact to its type. ``build(**facts)`` makes the untrained model.
    Raises: ValueError, naming the file, as `load` and `load_exactly`.
    """
    state = load(file, argument="file", **kinds, weights=dict)
    facts = {name: state[name] for name in kinds}
    return load_exactly(build(**facts), state["weights"], file), facts


def load_exactly(model: Model, weights: dict[str, Tensor], file: str | Path) -> Model:
    """Load ``weights``, which were read from ``file``; return the model in evaluation mode.

    Raises: ValueError, naming the file, if a weight is missing, unknown or of another shape.
    """
    load_weights(model, weights, file)
    return model.eval()


def load_weights(
    model: nn.Module, weights: dict[str, Tensor], file: str | Path, argument: str = "file"
) -> None:
    """Load ``weights``, which were read from ``file``, into the model.

    ``argument`` is what error messages call the file: with "checkpoint", they begin "checkpoint
    must …".
    Raises: ValueError, naming the file, if a weight is missing, unknown or of another shape, or if
    it has integers where the model has floating-point numbers, or the other way round.
    """
    wanted = f"{argument} must hold the weights of this {type(model).__name__}, but {file} does not"
    own = model.state_dict()
    for name in own.keys() & weights:  # torch would round floats to whole numbers, and back
        kind = getattr(weights[name], "dtype", own[name].dtype)  # torch refuses what is no tensor
        if kind.is_floating_point != own[name].is_floating_point():
            raise ValueError(f"{wanted}: in the file, {name} has the dtype {kind}")
    try:
        model.load_state_dict(weights)
    except RuntimeError as error:
        raise ValueError(f"{wanted}: {error}") from error


@contextmanager
def require_readable(file: str | Path, argument: str = "file") -> Iterator[None]:
    """Turn any error inside the ``with`` block into a ValueError that names the file."""
    try:
        yield
    except Exception as error:  # torch and safetensors raise many kinds of errors
        why = str(error).partition("\n")[0]  # torch's other lines advise to trust the file
        why = why or type(error).__name__
        raise ValueError(
            f"{argument} must be readable and complete, but {file} is not: {why}"
        ) from error


def _require_complete(parts: zipfile.ZipFile) -> None:
    """Compare each part of a ZIP file with its checksum, which torch writes but never checks.

    Raises: BadZipFile if a part does not match.
    """
    damaged = parts.testzip()
    if damaged is not None:
        raise zipfile.BadZipFile(f"the checksum of its part {damaged} is wrong")
