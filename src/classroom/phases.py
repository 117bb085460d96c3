"""How long the phases of grading a class take, in real seconds and in CPU seconds."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass
class Phases:
    """Seconds by the name of a phase, in the order in which the phases were first added.

    Attributes:
        real: the time that passed.
        computing: the CPU time of this thread, and of the processes that worked for it.
        processes: the CPU time of each kind of process in all, also outside of any phase.
    """

    real: dict[str, float] = field(default_factory=dict)
    computing: dict[str, float] = field(default_factory=dict)
    processes: dict[str, float] = field(default_factory=dict)

    def add(self, name: str, real: float, computing: float) -> None:
        self.real[name] = self.real.get(name, 0.0) + real
        self.computing[name] = self.computing.get(name, 0.0) + computing

    def add_all(self, other: "Phases") -> None:
        for name, real in other.real.items():
            self.add(name, real, other.computing[name])

    @contextmanager
    def timed(self, name: str, *pids: int) -> Iterator[None]:
        """Add the time of the ``with`` block to a phase, with the CPU time of ``pids``.

        A process that starts in the block, or ends in it, is not counted.
        """
        start, before, own = time.perf_counter(), list(map(cpu_seconds, pids)), time.thread_time()
        try:
            yield
        finally:
            own = time.thread_time() - own
            used = (cpu_seconds(pid) - old for pid, old in zip(pids, before, strict=True))
            others = sum(seconds for seconds in used if seconds > 0)
            self.add(name, time.perf_counter() - start, own + others)


def cpu_seconds(pid: int) -> float:
    """The CPU seconds of a running process; 0 if it has ended or its id is 0. Linux only."""
    try:
        return time.clock_gettime(~pid << 3 | 2) if pid else 0.0  # as in clock_getcpuclockid()
    except OSError:
        return 0.0
