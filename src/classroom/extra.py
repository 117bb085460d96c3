"""The extra `classroom`: the packages that instructors need and students do not."""

import sys

EXTRA = "classroom"
GET = f'pip install "payattention[{EXTRA}]"'


def lacking(error: ModuleNotFoundError) -> str:
    """What to do about a package that is not there, in a sentence. Raises a fault of our own."""
    package = (error.name or "").partition(".")[0]
    if package in ("", "classroom", "payattention"):
        raise error
    return f"`classroom` is for instructors and needs the package {package}, too: {GET}"


def main() -> None:
    """The command `classroom`, or that sentence where the packages it is made with are missing."""
    try:
        from classroom.cli import app
    except ModuleNotFoundError as error:
        sys.exit(lacking(error))
    app()
