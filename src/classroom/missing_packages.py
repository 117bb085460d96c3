"""Say which package is missing: instructors need the extra ``classroom``, students do not."""

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
