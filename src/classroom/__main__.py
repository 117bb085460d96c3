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
    if sys.argv[1:2] == ["grade"] and "--no-sandbox" not in sys.argv:
        from classroom.sandbox.memory_group import relaunch_in_scope

        relaunch_in_scope(sys.argv[1:])
    app()


if __name__ == "__main__":
    main()
