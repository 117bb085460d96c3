"""A copy of the package in another course, and the secrets of the toy course."""

import shutil
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[3]
PACKAGE = ("src", "pyproject.toml", "README.md", "LICENSE", "requirements.txt", "_config.yml")
SECRETS = ("return x + x", "return values[-1]", "987654321", "Because.")


def copy_package(folder: Path) -> None:
    """The package's source, without its trained models: they are large and change nothing here."""
    for name in PACKAGE:
        if (PROJECT / name).is_dir():
            left_out = shutil.ignore_patterns("__pycache__", "*.egg-info", "*.pt")
            shutil.copytree(PROJECT / name, folder / name, ignore=left_out)
        else:
            shutil.copyfile(PROJECT / name, folder / name)
