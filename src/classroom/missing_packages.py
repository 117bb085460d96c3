"""The message that says which package is missing, and how to install it.

Instructors, who use the command ``classroom``, need more packages than students do. The command
``pip install "payattention[classroom]"`` installs them.
"""

EXTRA = "classroom"
GET = f'pip install "payattention[{EXTRA}]"'


def missing_package_message(error: ModuleNotFoundError) -> str:
    """A sentence that names the missing package, and the command that installs it.

    If the missing module belongs to `classroom` or `payattention`, ``error`` is raised again.
    """
    package = (error.name or "").partition(".")[0]
    if package in ("", "classroom", "payattention"):
        raise error
    return f"`classroom` is for instructors and needs the package {package}, too: {GET}"
