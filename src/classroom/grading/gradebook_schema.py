"""The form of nbgrader's gradebook: which is the newest, and a new gradebook of that form.

nbgrader runs the program `alembic` to learn it, which takes two seconds and must be on the path;
its library says it at once.
"""

from pathlib import Path
from typing import TYPE_CHECKING

import nbgrader
from sqlalchemy import create_engine, inspect

if TYPE_CHECKING:  # an eighth of a second, for what happens once
    from alembic.script import ScriptDirectory


def newest() -> str | None:
    """The name of the newest form that the installed nbgrader has."""
    return forms().get_current_head()


def begin(db_url: str) -> None:
    """Write into an empty database that it is a gradebook of the newest form.

    Its tables nbgrader makes whenever it opens one. So, stopped in between, it is made the next
    time; without this, nbgrader would take it for one of a form that is too old to be known.
    """
    engine = create_engine(db_url)
    try:
        with engine.begin() as connection:
            if not inspect(connection).get_table_names():
                from alembic.migration import MigrationContext

                MigrationContext.configure(connection).stamp(forms(), "head")
    finally:
        engine.dispose()


def forms() -> "ScriptDirectory":
    from alembic.script import ScriptDirectory

    return ScriptDirectory(str(Path(nbgrader.__file__).parent / "alembic"))
