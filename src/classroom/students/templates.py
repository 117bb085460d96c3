"""The templates of files that students and the public get."""

from jinja2 import Environment, PackageLoader, StrictUndefined

# The mark of a value is not {{ … }}, because GitHub's workflows use that themselves.
TEMPLATES = Environment(
    loader=PackageLoader("classroom.students", "public_repository"),
    variable_start_string="<<",
    variable_end_string=">>",
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
    undefined=StrictUndefined,
)


def rendered(name: str, **values: object) -> str:
    """The text of a template of ``public_repository/`` with these values."""
    return TEMPLATES.get_template(name).render(values)
