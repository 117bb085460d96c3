"""A gradebook that we make is nbgrader's own, whenever its making is stopped."""

import os
import sqlite3

import pytest
from nbgrader.api import Base, Gradebook, get_alembic_version
from sqlalchemy import create_engine, inspect

from classroom.grading.gradebook_schema import begin, newest
from classroom.run_nbgrader import put_tools_on_path


@pytest.fixture
def db_url(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", os.environ["PATH"])
    put_tools_on_path()
    return f"sqlite:///{tmp_path / 'gradebook.db'}"


def form_and_tables(db_url):
    with sqlite3.connect(db_url.removeprefix("sqlite:///")) as database:
        [(form,)] = database.execute("select version_num from alembic_version").fetchall()
    return form, {*inspect(create_engine(db_url)).get_table_names()}


def test_the_newest_form_is_what_nbgrader_asks_a_program_for(db_url):
    assert newest() == get_alembic_version()


@pytest.mark.parametrize("times", [1, 2])
def test_what_has_begun_becomes_nbgraders_gradebook(db_url, times):
    for _ in range(times):  # as if the first had been killed
        begin(db_url)
    Gradebook(db_url).close()
    assert form_and_tables(db_url) == (newest(), {*Base.metadata.tables, "alembic_version"})


def test_one_that_is_there_keeps_its_form(db_url):
    Gradebook(db_url).close()
    with sqlite3.connect(db_url.removeprefix("sqlite:///")) as database:
        database.execute("update alembic_version set version_num = 'older'")
    begin(db_url)
    assert form_and_tables(db_url)[0] == "older"
