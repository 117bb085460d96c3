"""Run the book and test the package under the arithmetic of other processors: `make portable`.

Each setting executes all pages from an empty cache with warnings as errors, so that a claim that
another machine's rounding would break fails here. `python -m tests.portable sse perturbed` runs
some of the settings, `avx2+perturbed` both at once; `package` stands for the package's tests under
the oldest arithmetic.
"""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUILD = [sys.executable, "-m", "bookpage.build", "--strict", "--check", "--into"]
SETTINGS: dict[str, dict[str, str]] = {
    "sse": {
        "OPENBLAS_CORETYPE": "Prescott",
        "ATEN_CPU_CAPABILITY": "default",
        "MKL_ENABLE_INSTRUCTIONS": "SSE4_2",
        "ONEDNN_MAX_CPU_ISA": "SSE41",
        "OMP_NUM_THREADS": "1",
    },
    "avx2": {
        "OPENBLAS_CORETYPE": "Haswell",
        "ATEN_CPU_CAPABILITY": "avx2",
        "MKL_ENABLE_INSTRUCTIONS": "AVX2",
        "ONEDNN_MAX_CPU_ISA": "AVX2",
        "OMP_NUM_THREADS": "3",
    },
    "own": {},
    "perturbed": {"BOOK_PERTURB": "1e-6"},
}
PACKAGE = "package"
PACKAGE_TESTS = [
    *("-m", "pytest", "--fast", "-q", "-n", "auto", "--dist", "loadgroup", "tests/payattention"),
]


def setting(names: str) -> dict[str, str]:
    """The environment of one setting, or of several joined by a plus."""
    return {key: value for name in names.split("+") for key, value in SETTINGS[name].items()}


def run_book(name: str) -> bool:
    """Execute the book's pages under one setting; True if no claim differs."""
    folder = ROOT / "_build" / "portable" / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    begun = time.monotonic()
    environment = os.environ | setting(name) | {"PYTHONPATH": str(ROOT / "web")}
    built = subprocess.run([*BUILD, str(folder)], cwd=ROOT, env=environment)
    outcome = "no claim differs" if built.returncode == 0 else "see the warnings above"
    print(f"{name}: {outcome}, {time.monotonic() - begun:.0f} s", flush=True)
    return built.returncode == 0


def test_package() -> bool:
    """Run the tests of the package under the oldest processor's arithmetic."""
    tested = subprocess.run(
        [sys.executable, *PACKAGE_TESTS], cwd=ROOT, env=os.environ | SETTINGS["sse"]
    )
    return tested.returncode == 0


def main() -> None:
    names = sys.argv[1:] or [*SETTINGS, PACKAGE]
    failed = [name for name in names if not (test_package() if name == PACKAGE else run_book(name))]
    if failed:
        sys.exit(f"differs under: {', '.join(failed)}")
    print(f"{', '.join(names)}: no claim differs")


if __name__ == "__main__":
    main()
