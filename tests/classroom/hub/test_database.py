"""The hub keeps its state in PostgreSQL if one line of its settings says so."""

from pathlib import Path

import pytest
from tests.classroom.hub.jupyterhub import CONFIG, jupyterhub, why_no_hub
from tests.classroom.postgres import ask, needs_postgres, postgresql, url

from classroom.course import Course

pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(bool(why_no_hub()), reason=why_no_hub()),
    *needs_postgres,
]


def test_the_hub_knows_its_users_from_postgresql(course: Course, tmp_path: Path):
    private = tmp_path / "private"
    private.mkdir()
    with postgresql() as server:
        ask(server, "postgres", "create database hub")
        config = tmp_path / "jupyterhub_config.py"
        config.write_text(
            f"load_subconfig({str(CONFIG)!r})\n"
            f"get_config().JupyterHub.db_url = {url(server, 'hub')!r}\n"
        )
        with jupyterhub(course.root, private, config):
            users = {name for (name,) in ask(server, "hub", "select name from users")}
    assert users == {"instructor", "student-1", "student-2", "student-3"}
    assert not (course.gradebook / "hub" / "jupyterhub.sqlite").exists()
