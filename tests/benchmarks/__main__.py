"""`make bench`: speed beside a peer in the same run. A ratio above 1 means that ours is faster."""

import platform

import torch
from tests.benchmarks import attention, models

print(
    f"Python {platform.python_version()}, torch {torch.__version__}, {platform.machine()}, ", end=""
)
print(f"{torch.get_num_threads()} threads. Median of 9 pairs (smallest … largest), our own time.")
for module in (attention, models):
    for row in module.rows():
        print(row, flush=True)
