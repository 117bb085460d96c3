"""Make the virtual environment `.venv`, or mend one whose set-up was interrupted.

    python3 src/classroom/set_up.py [--with cluster,dev,…] [--torch-index ADDRESS]
                                    [--installer uv|pip]

Run by its path before anything is installed, so it imports the standard library alone. It installs
this project with its extras `book` and `classroom`, in the versions of requirements.txt. If the
program uv is there, it installs them, because it is faster than pip. If uv fails, pip tries. If pip
has settings, such as another index, pip installs: uv does not read them.
"""

import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
import threading
import time
import tomllib
import urllib.request
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
UNFINISHED = VENV / "unfinished"
LOG = VENV / "install.log"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
CPU_INDEX = "https://download.pytorch.org/whl/cpu"
EXTRAS = ("book", "classroom")
VENV_OPTIONS: list[str] = []
OLDEST = (3, 11)
BEAT = 14.0  # seconds between two lines of progress
ALL_FETCHED = re.compile(r"^(Installing collected packages|Prepared \d+ package)", re.MULTILINE)


def main() -> None:
    """Set up, with a line of progress every fourteen seconds; exit with a sentence if it fails."""
    arguments = read_arguments()
    if sys.version_info < OLDEST:
        running = platform.python_version()
        sys.exit(f"Python 3.11 or newer is needed, but {sys.executable} is {running}.")
    lock = only_set_up()  # as long as it lives
    make_environment()
    UNFINISHED.touch()
    extras = [*EXTRAS, *filter(None, arguments.extras.split(","))]
    tools = installers(arguments.installer)
    if not has_torch() and (index := arguments.torch_index or cpu_index()):
        install(["--no-deps", torch_pin(), "--index-url", index], 1, tools)
    total = len(locked_packages(extras))
    project = f".[{','.join(extras)}]"
    install(["--constraint", "requirements.txt", "--editable", project], total, tools)
    UNFINISHED.unlink()
    lock.close()


def only_set_up() -> IO[str]:
    """Exit if another set-up runs in this folder, because this one would delete its `.venv`."""
    project = (ROOT / "pyproject.toml").open()
    if os.name != "nt":
        import fcntl

        try:
            fcntl.flock(project, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            project.close()
            sys.exit("Another set-up is running in this folder. Wait until it has ended.")
    return project


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--with", dest="extras", default="", help="further extras, with commas")
    parser.add_argument("--torch-index", default="", help="the index to take PyTorch from")
    parser.add_argument(
        "--installer", choices=["uv", "pip"], help="the program that installs; uv if it is there"
    )
    return parser.parse_args()


def make_environment() -> None:
    """Create `.venv`; create it anew if its Python does not run or its set-up did not end."""
    if VENV.exists() and (UNFINISHED.exists() or not runs()):
        print("The last set-up did not end, or .venv has lost its Python: starting afresh")
        shutil.rmtree(VENV)
    if not VENV.exists():
        print("Setting up .venv: some minutes the first time", flush=True)
        # make finds .venv's own Python first, which has just been deleted
        python = getattr(sys, "_base_executable", sys.executable)
        if subprocess.run([python, "-m", "venv", *VENV_OPTIONS, str(VENV)]).returncode:
            shutil.rmtree(VENV, ignore_errors=True)
            sys.exit(f"{python} -m venv failed (on Debian and Ubuntu: apt install python3-venv).")


def runs() -> bool:
    try:
        return subprocess.run([str(PYTHON), "-c", ""], capture_output=True).returncode == 0
    except OSError:
        return False


# ── what to install ───────────────────────────────────────────────────────────────────────────


def torch_pin() -> str:
    lock = (ROOT / "requirements.txt").read_text("utf-8")
    pin = re.search(r"^torch==\S+", lock, re.MULTILINE)
    if pin is None:
        sys.exit("requirements.txt must pin torch, but it does not: make lock")
    return pin[0]


def has_torch() -> bool:
    """Whether `.venv` has the version of PyTorch that requirements.txt pins, in any build."""
    version = torch_pin().removeprefix("torch==")
    return any(VENV.glob(f"[Ll]ib/**/site-packages/torch-{version}*.dist-info"))


def cpu_index() -> str | None:
    """PyTorch's index of CPU builds, if this machine wants and reaches it.

    On Linux the default build is for CUDA: gigabytes, of no use without an NVIDIA driver.
    """
    if platform.system() != "Linux" or has_nvidia():
        return None
    if answers(CPU_INDEX):
        return CPU_INDEX
    print(
        "PyTorch's CPU index cannot be reached. Installing the default build (several GB; or say "
        "TORCH_INDEX=<address>).",
        flush=True,
    )
    return None


def has_nvidia() -> bool:
    return Path("/proc/driver/nvidia").exists() or shutil.which("nvidia-smi") is not None


def answers(address: str, seconds: float = 8.0) -> bool:
    """Whether an address answers in time; looking up its name may take far longer than that."""
    reached = threading.Event()

    def ask() -> None:
        try:
            urllib.request.urlopen(f"{address}/torch/", timeout=seconds).close()
        except OSError:
            return
        reached.set()

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    thread.join(seconds)
    return reached.is_set()


def locked_packages(extras: list[str]) -> set[str]:
    """The packages of requirements.txt that these extras need, directly or indirectly."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [*project["dependencies"]]
    for extra in extras:
        wanted += project["optional-dependencies"][extra]
    needed = {normalized(re.split(r"[^\w.-]", requirement)[0]) for requirement in wanted}
    parents = lock_parents((ROOT / "requirements.txt").read_text("utf-8"))
    while more := {name for name, by in parents.items() if by & needed} - needed:
        needed |= more
    return needed & parents.keys()


def lock_parents(lock: str) -> dict[str, set[str]]:
    """Each package of a lock file, with the packages that need it (its `# via` comments)."""
    parents: dict[str, set[str]] = {}
    name = ""
    for line in lock.splitlines():
        if pin := re.match(r"([\w.-]+)==", line):
            name = normalized(pin[1])
            parents[name] = set()
        elif name and (via := re.match(r"\s+#\s+(?:via\s+)?(?!via$)([\w.-]+)", line)):
            parents[name].add(normalized(via[1]))
    return parents


def normalized(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


# ── uv and pip, with their progress ───────────────────────────────────────────────────────────


def installers(wanted: str | None) -> dict[str, list[str]]:
    """The commands that may install, by their names, in the order in which they are tried."""
    pip = [str(PYTHON), "-m", "pip", "install", "--progress-bar", "off"]
    commands = {"pip": [*pip, "--disable-pip-version-check"]}
    uv = shutil.which("uv")
    if uv and (wanted == "uv" or (wanted is None and not pip_has_settings())):
        given = ["--python", str(PYTHON), "--compile-bytecode"]  # as pip does
        return {"uv": [uv, "pip", "install", *given], **commands}
    if wanted == "uv":
        sys.exit("The program uv is not on the PATH. Install it, or say --installer pip.")
    return commands


def pip_has_settings() -> bool:
    """Whether the user has told pip where to look for packages, or which to take."""
    command = [str(PYTHON), "-m", "pip", "config", "list"]
    settings = subprocess.run(command, capture_output=True, text=True).stdout
    return bool(
        re.search(r"\.(?:(?:extra-)?index-url|no-index|find-links|constraint|proxy)=", settings)
    )


def install(arguments: list[str], total: int, tools: dict[str, list[str]]) -> None:
    """Install with the first of ``tools``; drop each that fails. Exit if all fail."""
    while True:
        name, command = next(iter(tools.items()))
        if run([*command, *arguments], total):
            return
        print("\n".join(LOG.read_text("utf-8", "replace").splitlines()[-25:]))
        if len(tools) == 1:
            sys.exit(
                f"{name} failed (its log: {LOG.relative_to(ROOT)}). The next call starts afresh."
            )
        del tools[name]
        print(f"{name} failed. Trying {next(iter(tools))}", flush=True)


def run(command: list[str], total: int) -> bool:
    """Run a command that installs, and print how far it is; return whether it succeeded."""
    begun = time.monotonic()
    with LOG.open("wb") as log:
        running: subprocess.Popen[Any] = subprocess.Popen(
            command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT
        )
        while True:
            try:
                return running.wait(BEAT) == 0
            except subprocess.TimeoutExpired:
                print(f"  {progress(total)}, {time.monotonic() - begun:.0f} s", flush=True)
            except KeyboardInterrupt:
                running.wait()  # it was interrupted, too
                raise


def progress(total: int) -> str:
    log = LOG.read_text("utf-8", "replace")
    found = r"^(?:Collecting|Processing|Requirement already satisfied:) "
    fetched = len(re.findall(found, log, re.MULTILINE))
    installed = len(list(VENV.glob("[Ll]ib/**/site-packages/*.dist-info")))
    if ALL_FETCHED.search(log):
        return f"installed {min(installed, total)} of {total} packages"
    if not fetched:  # uv does not say which
        return f"fetching {total} packages"
    return f"fetched {min(fetched, total)} of {total} packages"


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("Interrupted: the next call starts afresh.")
