"""Measure a call on this machine: how long it takes, and how much memory.

A time depends on the machine and on what else it does, so compare it with another time from the
same run only. Memory is that of torch's allocator, kernels' workspaces included.
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
    """Return the processor time of a call, in seconds: the shortest of several, without gradients.

    Processor time is that of all threads together.
    """
    taken = []
    for _ in range(calls):
        start = time.process_time()
        with torch.no_grad():
            work()
        taken.append(time.process_time() - start)
    return min(taken)


def peak_memory(work: Callable[[], object]) -> int:
    """Return the most bytes that are in use at any time of a call, above those in use before it.

    On a GPU where there is one, else in the processor's memory.
    """
    if torch.cuda.is_available():
        torch.cuda.reset_peak_memory_stats()
        before = torch.cuda.memory_allocated()
        work()
        return torch.cuda.max_memory_allocated() - before
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
