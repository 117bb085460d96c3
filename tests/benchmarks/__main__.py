"""`make bench`: speed and memory, compared with other libraries in the same run.

With the names of benchmarks as arguments, it runs only these.
"""

import os
import platform
import sys
from collections.abc import Iterator
from importlib.metadata import version

os.environ.setdefault("KINETO_LOG_LEVEL", "99")  # torch's profiler is silent

import torch
import transformers
from tests.benchmarks import attention, grading, models
from tests.benchmarks.pairs import HEAD, ON_GPU

transformers.logging.set_verbosity_error()
if ON_GPU:
    torch.set_default_device("cuda")

where = torch.cuda.get_device_name() if ON_GPU else f"{torch.get_num_threads()} threads"
packages = ", ".join(
    f"{name} {version(name)}" for name in ("torch", "transformers", "tokenizers", "numpy")
)
print(f"Python {platform.python_version()}, {packages}; {platform.machine()}, {where}")
print(
    "A ratio above 1 means that ours is faster, or needs less memory; the median of at least 5\n"
    "pairs timed in turn (smallest … largest). The peak is the speed of a large float32 product\n"
    "in this run. Memory is the most in use at any time of a call, beyond the weights.\n"
)


def package() -> Iterator[object]:
    yield HEAD
    yield from attention.rows()
    yield from models.rows()


parts = {"grading": grading.rows, "package": package}
for name in sys.argv[1:] or parts:
    for row in parts[name]():
        print(row, flush=True)
    print()
