"""Write a module as one small ONNX file, without information on the machine that wrote it."""

import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

DYNAMIC = torch.export.Dim.DYNAMIC  # an axis of any length


def write(
    module: nn.Module,
    file: Path,
    inputs: Mapping[str, tuple[Tensor, dict[int, Any] | None]],
    outputs: str,
    facts: Mapping[str, str] | None = None,
) -> None:
    """Write a module as an ONNX graph to a file.

    ``inputs`` maps the name of each input to a pair: an example tensor, and a dictionary that marks
    axes of any length as `DYNAMIC`, or None if all axes have a fixed length. ``outputs`` are the
    names of the tensors that the module returns, with spaces between them. ``facts`` become the
    file's metadata.
    """
    import onnx  # of the extra "export"

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch's exporter warns about its own code
        program = torch.onnx.export(
            module.eval(),
            tuple(tensor for tensor, _ in inputs.values()),
            input_names=list(inputs),
            output_names=outputs.split(),
            dynamic_shapes={name: varies for name, (_, varies) in inputs.items()},
            opset_version=18,
            verbose=False,
        )
    assert program is not None
    model = program.model_proto
    _forget_where_it_was_made(model.graph)
    onnx.helper.set_model_props(model, dict(facts or {}))
    onnx.save(model, file)


def _forget_where_it_was_made(graph: Any) -> None:
    """Remove the exporter's notes from a graph: lines of code, and folders of the machine."""
    del graph.metadata_props[:], graph.value_info[:]
    for part in (*graph.node, *graph.input, *graph.output, *graph.initializer):
        del part.metadata_props[:]
    for node in graph.node:
        for attribute in node.attribute:
            if attribute.HasField("g"):
                _forget_where_it_was_made(attribute.g)
