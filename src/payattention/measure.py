"""Measure a call on this machine: how long it takes, and how much memory.

A time depends on the machine and on its load, so compare it only with another time from the same
run. Memory is what torch's allocator has given out, including the workspaces of kernels.
"""

import json
import os
import tempfile
import time
from collections.abc import Callable
from itertools import accumulate
from pathlib import Path

import torch
from torch.profiler import ProfilerActivity, profile


def seconds(work: Callable[[], object], *, calls: int = 5) -> float:
    """Return the shortest processor time of several calls of ``work``, in seconds.

    The time is that of all threads together. ``work`` runs without gradients.
    """
    taken = []
    for _ in range(calls):
        start = time.process_time()
        with torch.no_grad():
            work()
        taken.append(time.process_time() - start)
    return min(taken)


def peak_memory(work: Callable[[], object]) -> int:
    """Return the peak memory of a call of ``work``, in bytes, beyond what was in use before.

    It is the GPU's memory if ``work`` allocates any there, else the processor's.
    """
    if torch.cuda.is_available():
        torch.cuda.reset_peak_memory_stats()
        before = torch.cuda.memory_allocated()
        work()
        if on_gpu := torch.cuda.max_memory_allocated() - before:
            return on_gpu
    os.environ.setdefault("KINETO_LOG_LEVEL", "99")  # or the profiler writes to the terminal
    with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as profiled:
        work()
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder) / "trace.json"
        profiled.export_chrome_trace(str(trace))
        events = json.loads(trace.read_text(encoding="utf-8"))["traceEvents"]
    changes = [event for event in events if event.get("name") == "[memory]"]
    changes.sort(key=lambda event: event["ts"])
    return max(accumulate((event["args"]["Bytes"] for event in changes), initial=0))
