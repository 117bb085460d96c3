"""The schema of nbgrader's gradebook: find its newest revision, and mark a new gradebook with it.

nbgrader runs the program `alembic` to find the revision, which takes two seconds and needs the
program on PATH. Here alembic's library is used instead, which is much faster.
"""

from pathlib import Path
from typing import TYPE_CHECKING

import nbgrader
from sqlalchemy import create_engine, inspect

if TYPE_CHECKING:  # the import takes an eighth of a second, and is seldom needed
    from alembic.script import ScriptDirectory


def newest() -> str | None:
    """The newest revision of the gradebook's schema that the installed nbgrader knows."""
    return revisions().get_current_head()


def begin(db_url: str) -> None:
    """Mark an empty database as a gradebook of the newest revision.

    If the database has tables already, nothing is done. Only the revision is written. nbgrader
    makes all other tables when it opens the gradebook. Without the mark, nbgrader would run the
    program `alembic` to find the revision.
    """
    engine = create_engine(db_url)
    try:
        with engine.begin() as connection:
            if not inspect(connection).get_table_names():
                from alembic.migration import MigrationContext

                MigrationContext.configure(connection).stamp(revisions(), "head")
    finally:
        engine.dispose()


def revisions() -> "ScriptDirectory":
    from alembic.script import ScriptDirectory

    return ScriptDirectory(str(Path(nbgrader.__file__).parent / "alembic"))
