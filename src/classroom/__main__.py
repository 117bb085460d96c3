"""The command ``classroom``, also as ``python -m classroom``."""

import sys

from classroom.missing_packages import lacking


def main() -> None:
    """Run the command, or say which package is missing."""
    try:
        from classroom.cli import app
    except ModuleNotFoundError as error:
        sys.exit(lacking(error))
    app()


if __name__ == "__main__":
    main()
