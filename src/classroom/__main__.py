"""The command ``classroom``, also as ``python -m classroom``."""

import sys
import warnings

from classroom.missing_packages import lacking


def main() -> None:
    """Run the command, or say which package is missing."""
    if not sys.warnoptions:
        warnings.simplefilter("ignore")  # a submission can have thousands, and they are no news
    try:
        from classroom.cli import app
    except ModuleNotFoundError as error:
        sys.exit(lacking(error))
    app()


if __name__ == "__main__":
    main()
