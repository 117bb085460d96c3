"""The packages that instructors need and students do not: the extra ``classroom``."""

EXTRA = "classroom"
GET = f'pip install "payattention[{EXTRA}]"'


def lacking(error: ModuleNotFoundError) -> str:
    """What to do about a package that is not installed, in a sentence. Raises an error of ours."""
    package = (error.name or "").partition(".")[0]
    if package in ("", "classroom", "payattention"):
        raise error
    return f"`classroom` is for instructors and needs the package {package}, too: {GET}"
