"""How long the phases of grading a class take."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass
class Phases:
    """Seconds by the name of a phase, in the order in which the phases were first added."""

    seconds: dict[str, float] = field(default_factory=dict)
    computing: dict[str, float] = field(default_factory=dict)  # CPU seconds by kind of process

    def add(self, name: str, seconds: float) -> None:
        self.seconds[name] = self.seconds.get(name, 0.0) + seconds

    def add_all(self, seconds: Mapping[str, float]) -> None:
        for name, each in seconds.items():
            self.add(name, each)

    @contextmanager
    def timed(self, name: str) -> Iterator[None]:
        start = time.perf_counter()
        try:
            yield
        finally:
            self.add(name, time.perf_counter() - start)
