"""Change the arguments of a call as the student's function has changed them in its process."""

from typing import Any

import numpy as np
import torch


def write_back(ours: Any, theirs: Any) -> None:
    """Change ``ours``, the arguments of a call, in place, so that they equal ``theirs``.

    ``theirs`` are the arguments after the call in the student's process. A read-only array, or a
    number in a tuple, stays as it is. Raises TypeError if ``ours`` and ``theirs`` have different
    types. Raises ValueError if a NumPy array has another shape or dtype than before.
    """
    if type(ours) is not type(theirs):
        raise TypeError(
            f"the function changed {type(ours).__name__} to {type(theirs).__name__} in an argument"
        )
    match ours:
        case np.ndarray():
            if ours.shape != theirs.shape or ours.dtype != theirs.dtype:
                raise ValueError(
                    "the function changed an array in an argument from the shape and dtype "
                    f"{ours.shape}, {ours.dtype} to {theirs.shape}, {theirs.dtype}"
                )
            if ours.flags.writeable:
                ours[...] = theirs
        case torch.Tensor():
            ours.data = theirs.data
        case list() | tuple():
            for index, (mine, new) in enumerate(zip(ours, theirs, strict=False)):
                if changeable(mine) and type(mine) is type(new):
                    write_back(mine, new)
                elif isinstance(ours, list):
                    ours[index] = new
            if isinstance(ours, list):
                ours[len(theirs) :] = theirs[len(ours) :]
        case dict():
            for key in set(ours) - set(theirs):
                del ours[key]
            for key, new in theirs.items():
                if key in ours and changeable(ours[key]) and type(ours[key]) is type(new):
                    write_back(ours[key], new)
                else:
                    ours[key] = new
        case set():
            ours.clear()
            ours.update(theirs)


def changeable(value: Any) -> bool:
    return isinstance(value, np.ndarray | torch.Tensor | list | tuple | dict | set)
