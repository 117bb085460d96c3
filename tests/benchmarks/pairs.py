"""Two ways to do the same work, timed in turn, so that a machine's moods hit both alike."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One line of the table: how much faster ``ours`` is than its ``peer``."""

    name: str
    peer_name: str
    ratios: list[float]
    seconds: float

    def __str__(self) -> str:
        low, median, high = min(self.ratios), statistics.median(self.ratios), max(self.ratios)
        return (
            f"{self.name:<44} {self.peer_name:<32} "
            f"{median:>6.2f} × ({low:.2f} … {high:.2f})  {1e3 * self.seconds:>9.3f} ms"
        )


def compare(
    name: str,
    ours: Callable[[], object],
    peer_name: str,
    peer: Callable[[], object],
    pairs: int = 9,
) -> Row:
    """Time both in turn, ``pairs`` times after a warm-up, each long enough to be measured."""
    repeats = max(1, round(0.05 / max(seconds_of(peer, 1), 1e-7)))
    seconds_of(ours, repeats), seconds_of(peer, repeats)
    timed = [(seconds_of(ours, repeats), seconds_of(peer, repeats)) for _ in range(pairs)]
    ratios = [theirs / mine for mine, theirs in timed]
    return Row(name, peer_name, ratios, statistics.median(mine for mine, _ in timed))


def seconds_of(work: Callable[[], object], repeats: int) -> float:
    start = time.perf_counter()
    for _ in range(repeats):
        work()
    return (time.perf_counter() - start) / repeats
