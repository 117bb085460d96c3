"""The commands of `payattention.export`."""

import argparse
import logging
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from payattention import checkpoint
from payattention.experiments import induction
from payattention.experiments.characters import trained_writer
from payattention.experiments.digits import trained_reader
from payattention.experiments.promptable import trained_segmenter
from payattention.experiments.translation import trained_translator
from payattention.export.images import export_reader, export_segmenter
from payattention.export.induction import export_induction
from payattention.export.translators import export, export_heads
from payattention.export.writer import NAME, export_checkpoint, export_writer

EXTRA = ("onnx", "onnxscript")


def course() -> Iterator[Path]:
    """Write the course's trained models as ONNX graphs beside the checkpoints; yield the paths."""
    yield from export(trained_translator("bahdanau"), checkpoint.FOLDER)
    yield export_heads(trained_translator("transformer"), checkpoint.FOLDER)
    yield export_writer(trained_writer(), checkpoint.FOLDER / NAME)
    yield export_reader(trained_reader(), checkpoint.FOLDER)
    yield from export_segmenter(trained_segmenter(), checkpoint.FOLDER)
    yield export_induction(induction.trained_reader(), checkpoint.FOLDER)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m payattention.export",
        description="Write trained models as ONNX graphs: without a command, those of the course.",
    )
    commands = parser.add_subparsers(dest="command", metavar="command")
    gpt = commands.add_parser("gpt", help="a GPT of yours, for the demo of chapter 6")
    gpt.add_argument("checkpoint", type=Path, help="what characters.save wrote")
    gpt.add_argument("--to", type=Path, default=Path(), metavar="FOLDER", help="default: here")
    asked = parser.parse_args()

    missing = [name for name in EXTRA if find_spec(name) is None]
    if missing:
        parser.error(f"{missing[0]} is not installed; the extra payattention[export] brings it")
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)  # it warns of packages not needed here
    try:
        files = course() if not asked.command else [export_checkpoint(asked.checkpoint, asked.to)]
        for file in files:
            print(f"{file.name}: {file.stat().st_size / 1000:.0f} kB")
    except (ValueError, OSError) as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
