"""The entry point of the command ``classroom``, also of ``python -m classroom``."""

import sys
import warnings

from classroom.missing_packages import lacking


def main() -> None:
    """Run the command. If a package is not installed, exit with a sentence that names it."""
    if not sys.warnoptions:
        warnings.simplefilter("ignore")  # a submission can cause thousands of them
    try:
        from classroom.cli import app
    except ModuleNotFoundError as error:
        sys.exit(lacking(error))
    app()


if __name__ == "__main__":
    main()
