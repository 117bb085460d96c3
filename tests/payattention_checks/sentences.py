"""Every sentence of the engine that a student can read, as `sentences.txt` shows them.

    python -m tests.payattention_checks.sentences

writes the file anew. Other tests assert names of mistakes; so a changed sentence changes this file
and no test. The sentences about the mistakes of a task are in the `.toml` beside its check.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import numpy as np
from tests.payattention_checks.examples import (
    as_pair_or_dictionary,
    divide,
    double,
    flip,
    halves,
    pair,
    raising,
    shop,
)

from payattention_checks import _session, time_limit
from payattention_checks.ask import Ask
from payattention_checks.check import Interrupted, check
from payattention_checks.compare import alike
from payattention_checks.edges import judge_edges
from payattention_checks.judge import Mistake, judge
from payattention_checks.shapes import judge_shapes
from payattention_checks.verdict import Verdict

FILE = Path(__file__).with_name("sentences.txt")


def truly(output: Any, case: Any) -> bool:
    return bool(output == case[0])


@check(reread="Edges")
def identity(ask: Ask, rng: np.random.Generator) -> None:
    """The number itself; also where it is large, negative or 0."""

    def edge(n: float, *mistakes: Mistake) -> Callable[[], None]:
        return lambda: judge(ask, [(n,)], [ask.array(n, shape=())], truly, mistakes, rule="Itself.")

    edge(1.0)()
    large = Mistake("large", "It is cut at 9.", lambda output, case: output == 9, credit=0.7)
    sign = Mistake("sign", "The sign is lost.", lambda output, case: output > 0, credit=0.6)
    judge_edges(edge(100.0, large), edge(-1.0, sign), edge(0.0))


@check(reread="Shapes")
def rows(ask: Ask, rng: np.random.Generator) -> None:
    """The rows as they are."""
    case = (np.arange(6.0).reshape(3, 2),)
    output = ask.array(*case, shape=None)
    judge_shapes(ask, [case], [output], lambda case: case[0], rule="As they are.")
    judge(ask, [case], [output], lambda y, c: alike(y, c[0]), [], rule="As they are.")


@check(reread="Vectors")
def same_numbers(ask: Ask, rng: np.random.Generator) -> None:
    """The numbers as they are, also if there is one."""
    for case in [(np.arange(3.0),), (np.ones(1),)]:
        output = ask.array(*case, shape=case[0].shape)
        judge(ask, [case], [output], lambda y, c: alike(y, c[0]), [], rule="As they are.")


def reading(x: Any) -> Any:
    class Odd:
        def __array__(self, *arguments: Any, **more: Any) -> Any:
            raise SystemExit("no array")

    return Odd()


def changing(x: np.ndarray) -> np.ndarray:
    x[:] = x[::-1].copy()
    return x


def endless(n: float) -> float:
    while True:
        n += 1


EXAMPLES: list[tuple[Callable[..., Verdict], Any]] = [
    (double, lambda n: 2 * n),
    (double, raising(NotImplementedError())),
    (double, 7),
    (double, raising(ValueError("no such number"))),
    (double, raising(KeyboardInterrupt())),
    (double, lambda n: None),
    (double, lambda n: "6"),
    (double, lambda n: [n, n]),
    (double, lambda n: np.nan),
    (double, lambda n: 7.0),
    (double, lambda n: n / 2),
    (double, lambda n: -n / 2),
    (double, lambda n: print("n is", n) or 2 * n),
    (flip, reading),
    (flip, raising(ValueError("operands could not be broadcast together"))),
    (flip, raising(ValueError("matmul: Input operand 1 has a mismatch"))),
    (flip, raising(ValueError("The truth value of an array is ambiguous"))),
    (flip, raising(ValueError("The requested array has an inhomogeneous shape"))),
    (flip, lambda x: [[1.0], [1.0, 2.0]]),
    (flip, raising(IndexError("pop from empty list"))),
    (flip, raising(ValueError("max() arg is an empty sequence"))),
    (flip, lambda x: x.T),
    (flip, lambda x: x[:2]),
    (flip, lambda x: x[None, ::-1]),
    (flip, changing),
    (same_numbers, lambda x: x / np.full((len(x), 1), 1)),
    (same_numbers, np.squeeze),
    (pair, lambda n: np.ones(3)),
    (pair, lambda n: (1, 2, 3)),
    (pair, lambda n: (np.ones(3), np.ones((3, 9)))),
    (halves, lambda x: (x[:2], x[1:])),
    (halves, lambda x: (x[2:], x[:2])),
    (shop, lambda: [1]),
    (shop, lambda: {"apples": 2**70, "plums": 1}),
    (shop, lambda: {"apples": "x", "pears": 1.5}),
    (divide, as_pair_or_dictionary(lambda a, b: -1, lambda a, b: a // b)),
    (divide, as_pair_or_dictionary(lambda a, b: 10 * (a % b), lambda a, b: a % b)),
    (identity, lambda n: n or 5),
    (identity, lambda n: min(n, 9)),
    (identity, lambda n: min(abs(n), 9)),
    (rows, np.ravel),
]


def verdicts() -> Iterator[Verdict]:
    for task, answer in EXAMPLES:
        try:
            yield task(answer, points=10)
        except Interrupted as stopped:
            yield stopped.verdict
    session = SimpleNamespace(old={}, verdicts={})
    with patch.object(_session, "SESSION", session), patch.object(time_limit, "SECONDS", 0.2):
        yield double(endless, points=10)


def as_text(verdict: Verdict) -> str:
    lines = verdict.explanation.splitlines()
    shown = [line for line in lines if not line.startswith(("Where:", "Reread:"))]
    return "\n".join([f"[{verdict.mistake or 'right'}]", *shown, ""])


def text() -> str:
    return "\n".join(map(as_text, verdicts()))


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
