"""A private PostgreSQL server, for the tests whose gradebook or hub is kept in one."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import NullPool

PLACES = sorted(Path("/usr/lib/postgresql").glob("*/bin"))  # where Debian keeps what is no command
SEARCHED = os.pathsep.join([os.environ.get("PATH", ""), *map(str, reversed(PLACES))])
NEW = ["--auth", "trust", "--no-sync", "--encoding", "UTF8", "--locale", "C.UTF-8"]
INITDB, SERVER = (shutil.which(name, path=SEARCHED) for name in ("initdb", "postgres"))
needs_postgres = [
    pytest.mark.skipif(not find_spec("psycopg"), reason="the extra `postgres` is not installed"),
    pytest.mark.skipif(not (INITDB and SERVER), reason="there is no PostgreSQL server here"),
    pytest.mark.xdist_group("PostgreSQL"),
]


@contextmanager
def postgresql() -> Iterator[Path]:
    """A private server that listens in a folder only; yields the folder.

    The folder is not pytest's: a socket's path must be short, and nobody else may enter pytest's.
    """
    folder = Path(tempfile.mkdtemp(prefix="postgres-"))
    user: dict = {}
    if os.getuid() == 0:  # a server refuses to be root's
        other = pwd.getpwnam("nobody")
        os.chown(folder, other.pw_uid, other.pw_gid)
        user = {"user": other.pw_uid, "group": other.pw_gid, "extra_groups": []}
    data = folder / "data"
    made = subprocess.run(
        [INITDB, "--pgdata", data, "--username", "grader", *NEW],
        capture_output=True,
        text=True,
        cwd=folder,
        **user,
    )
    assert made.returncode == 0, made.stderr
    with (folder / "log").open("w") as log:
        running = subprocess.Popen(
            [SERVER, "-D", data, "-k", folder, "-c", "listen_addresses=", "-F"],
            stdout=log,
            stderr=log,
            cwd=folder,
            **user,
        )
    try:
        wait_until_ready(folder, running)
        yield folder
    finally:
        running.send_signal(signal.SIGINT)  # PostgreSQL's fast shutdown: it hangs up on clients
        running.wait(60)
        shutil.rmtree(folder)


def wait_until_ready(folder: Path, running: subprocess.Popen) -> None:
    until = time.monotonic() + 60
    while True:
        try:
            return ask(folder, "postgres", "select 1")[0][0]
        except OperationalError:
            assert running.poll() is None, (folder / "log").read_text()
            assert time.monotonic() < until, (folder / "log").read_text()
            time.sleep(0.1)


def url(folder: Path, database: str, user: str = "grader") -> str:
    return f"postgresql+psycopg://{user}@/{database}?host={quote(str(folder))}"


def ask(folder: Path, database: str, query: str) -> list:
    """What a query gives; a command gives nothing."""
    engine = create_engine(url(folder, database), isolation_level="AUTOCOMMIT", poolclass=NullPool)
    with engine.connect() as connection:
        result = connection.execute(text(query))
        return list(result) if result.returns_rows else []
