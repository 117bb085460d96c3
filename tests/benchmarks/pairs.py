"""Two ways to do the same work, timed in turn, so that a machine's moods hit both alike."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import torch
from torch.utils.flop_counter import (
    FlopCounterMode,
    sdpa_backward_flop_count,
    sdpa_flop_count,
)

from payattention.measure import peak_memory

Work = Callable[[], object]
ON_GPU = torch.cuda.is_available()
FUSED = torch.ops.aten._scaled_dot_product_flash_attention_for_cpu
FUSED_BACKWARD = torch.ops.aten._scaled_dot_product_flash_attention_for_cpu_backward
FLOPS = {  # torch knows those of its GPU kernels
    FUSED: lambda q, k, v, *_, **__: sdpa_flop_count(q, k, v),
    FUSED_BACKWARD: lambda dy, q, k, v, *_, **__: sdpa_backward_flop_count(dy, q, k, v),
}
HEAD = (
    f"{'ours':<36} {'beside':<33} {'speed, ratio':<20} {'ours a second':>14} {'of peak':>14} "
    f"{'memory, ratio':>14} {'ours':>11}"
)


@dataclass(frozen=True)
class Row:
    """One line of the table. A ratio above 1 means that ours is faster, or needs less memory."""

    name: str
    peer_name: str
    ratios: list[float]
    rate: str
    share_of_peak: float
    memory: int
    peers_memory: int

    def __str__(self) -> str:
        low, median, high = min(self.ratios), statistics.median(self.ratios), max(self.ratios)
        speed = f"{median:.2f} ({low:.2f} … {high:.2f})"
        # what is not torch's, such as onnxruntime, has memory that its allocator does not see
        saved = self.peers_memory / self.memory if self.memory else float("nan")
        return (
            f"{self.name:<36} {self.peer_name:<33} {speed:<20} {self.rate:>14} "
            f"{self.share_of_peak:>14.0%} {saved:>14.2f} "
            f"{self.memory / 2**20:>7.1f} MiB"
        )


def compare(
    name: str,
    ours: Work,
    peer_name: str,
    peer: Work,
    *,
    amount: int = 1,
    unit: str = "calls",
    pairs: int = 9,
    countable: Work | None = None,
) -> Row:
    """Time both in turn, ``pairs`` times after a warm-up, each long enough to be measured.

    ``amount`` is how many of ``unit`` one call processes. ``countable`` does the same as ``ours``
    in a way that torch's counter of operations can follow; default: ``ours`` itself.
    """
    repeats = max(1, round(0.05 / max(seconds_of(peer, 1), 1e-7)))
    seconds_of(ours, repeats), seconds_of(peer, repeats)
    timed = []
    for pair in range(pairs):
        order = (ours, peer) if pair % 2 else (peer, ours)  # neither always comes first
        seconds = {work: seconds_of(work, repeats) for work in order}
        timed.append((seconds[ours], seconds[peer]))
    median = statistics.median(mine for mine, _ in timed)
    return Row(
        name,
        peer_name,
        ratios=[theirs / mine for mine, theirs in timed],
        rate=f"{amount / median:,.0f} {unit}",
        share_of_peak=flops_of(countable or ours) / median / peak_flops_a_second(),
        memory=peak_memory(ours),
        peers_memory=peak_memory(peer),
    )


def seconds_of(work: Work, repeats: int) -> float:
    start = time.perf_counter()
    for _ in range(repeats):
        work()
    if ON_GPU:
        torch.cuda.synchronize()
    return (time.perf_counter() - start) / repeats


def flops_of(work: Work) -> int:
    """Operations of the matrix products of one call."""
    with FlopCounterMode(display=False, custom_mapping=FLOPS) as counter:
        work()
    return counter.get_total_flops()


@cache
def peak_flops_a_second() -> float:
    """What this machine reaches with nothing but a large product of float32 matrices."""
    n = 16384 if ON_GPU else 2048
    a, b = torch.randn(n, n), torch.randn(n, n)
    return 2 * n**3 / min(seconds_of(lambda: a @ b, 1) for _ in range(10))
