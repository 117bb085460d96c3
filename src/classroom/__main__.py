"""The entry point of the command ``classroom``, also of ``python -m classroom``."""

import sys
import warnings

from classroom.missing_packages import missing_package_message


def main() -> None:
    """Run the command ``classroom``.

    If a package is not installed, exit with a sentence that names the package.
    """
    if not sys.warnoptions:
        warnings.simplefilter("ignore")  # a submission can cause thousands of them
    try:
        from classroom.cli import app
    except ModuleNotFoundError as error:
        sys.exit(missing_package_message(error))
    app()


if __name__ == "__main__":
    main()
