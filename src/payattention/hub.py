"""Where official files come from: a folder on disk, or the Hugging Face hub.

A model is named as on the hub, "gpt2" or "google/vit-base-patch16-224", or by the path of a folder
that holds its files. With the environment variable PAYATTENTION_DATA=folder nothing is fetched: the
files of "gpt2" are read from folder/gpt2.
"""

import os
from pathlib import Path

from payattention.data.source import VARIABLE, DataError


def locate(name: str | Path, *files: str) -> Path:
    """Return the path of the first of ``files`` that the model ``name`` has, fetched if necessary.

    Raises: DataError, which says what to do, if the model has none of them or cannot be reached.
    """
    found = locate_any(name, *files)
    if found is None:
        raise DataError(f"{name} must hold {' or '.join(files)}, but it does not")
    return found


def locate_any(name: str | Path, *files: str) -> Path | None:
    """Return the path of the first of ``files`` that the model ``name`` has, or None.

    Raises: DataError if the files cannot be reached.
    """
    folder = _folder(name)
    unreachable = None
    for file in files:
        try:
            path = folder / file if folder else _fetch(str(name), file)
        except DataError as error:  # another file may be in the cache
            unreachable = unreachable or error
        else:
            if path is not None and path.is_file():
                return path
    if unreachable:
        raise unreachable
    return None


def _folder(name: str | Path) -> Path | None:
    """Return the folder of the model ``name`` on disk, or None if its files come from the hub."""
    if Path(name).is_dir():
        return Path(name)
    if isinstance(name, Path):
        raise DataError(f"name must be an existing folder, but there is no folder {name}")
    data = os.environ.get(VARIABLE)
    if not data:
        return None
    folder = Path(data) / name
    if not folder.is_dir():
        raise DataError(f"{VARIABLE} must name a folder that holds {name}/, but {data} does not")
    return folder


def _fetch(name: str, file: str) -> Path | None:
    """Fetch a file of the model ``name`` from the hub, and return the path of the local copy.

    Returns None if the hub has no such file.
    """
    remedy = (
        f"Fetch it where there is a network, put it into a folder as {name}/{file}, and set the "
        f"environment variable {VARIABLE} to that folder."
    )
    try:
        from huggingface_hub import hf_hub_download
        from huggingface_hub.errors import (
            EntryNotFoundError,
            HFValidationError,
            LocalEntryNotFoundError,
        )
    except ImportError:
        how = "the package of the Hugging Face Hub: pip install huggingface_hub"
        raise DataError(f"{name}/{file} needs {how}. {remedy}") from None
    try:
        return Path(hf_hub_download(name, file))
    except HFValidationError:
        wanted = "a folder or a model of the Hugging Face Hub, like 'gpt2'"
        raise DataError(f"name must be {wanted}, but it is {name!r}") from None
    except Exception as error:  # the hub, the network and the disk raise many kinds of errors
        if isinstance(error, EntryNotFoundError) and not isinstance(error, LocalEntryNotFoundError):
            return None  # the hub answered, and has no such file
        what = (
            f"{name}/{file} could not be fetched from the Hugging Face Hub ({type(error).__name__})"
        )
        raise DataError(f"{what}. {remedy}") from None
