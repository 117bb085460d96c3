"""One step of a decoder: the context, and the new state that is computed from it.

Here s is the old state, y the embedding of the token before, and c the context. The gate is
z = σ(W_z [y; c] + U_z s). The proposal (candidate state) is p = tanh(W_s [y; c] + U_s s). The new
state is (1 − z) s + z p.

Promised domain: up to 50 annotations; scores and arguments of σ and tanh from −1000 to 1000.
Extremes and special cases, alone and together: all scores near 1000, all near −1000, or a mix of
    both; a gate of 0 and of 1; a proposal of −1 and of 1; one annotation; widths of 1; widths that
    all differ; widths that are equal.
Certain: context and state are judged separately. The state must be right for the context that the
    student's function returned, or for the right one. The feedback names a mistake only if it
    explains the outputs of all test cases.
"""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from payattention_checks.arrays import itself, reshaped, sigmoid, softmax
from payattention_checks.compare import close
from payattention_checks.task import Cases, Edge, Fits, Task, Variants
from payattention_checks.wrong import Wrong

MOST_ANNOTATIONS = 50
LARGEST_NUMBER = 1000  # of the scores and of the arguments of σ and tanh
SHARES = {"context": 3 / 7, "state": 4 / 7}  # of the points: 6 and 8 of 14
ROUNDING = 2e-3  # tolerance for outputs if numbers near 1000 are in float32


class Case(NamedTuple):
    """The arguments of one call, and the context that the student's function returned.

    y         the embedding of the token before, (d_y,)
    s         the old state, (d_s,)
    H         the annotations, (n, d_h)
    W_a       the matrix of the score, (d_s, d_h)
    W_z       the gate's matrix for [y; c], (d_s, d_y + d_h)
    U_z       the gate's matrix for the old state, (d_s, d_s)
    W_s       the proposal's matrix for [y; c], (d_s, d_y + d_h)
    U_s       the proposal's matrix for the old state, (d_s, d_s)
    large     whether some scores or arguments are near ±1000
    returned  the context (d_h,) for which the new state must be right (None: the right one)
    lost      whether the returned context has NaN or ∞
    """

    y: np.ndarray
    s: np.ndarray
    H: np.ndarray
    W_a: np.ndarray
    W_z: np.ndarray
    U_z: np.ndarray
    W_s: np.ndarray
    U_s: np.ndarray
    large: bool = False
    returned: np.ndarray | None = None
    lost: bool = False


class Step(NamedTuple):
    """The results: the context, (d_h,), and the new state, (d_s,)."""

    context: np.ndarray
    state: np.ndarray


Map = Callable[[np.ndarray], np.ndarray]
Mix = Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]  # of old state, proposal, gate


def joined(y: np.ndarray, c: np.ndarray) -> np.ndarray:
    return np.concatenate([y, c])


def general(case: Case) -> np.ndarray:
    return case.s @ case.W_a @ case.H.T


def right(
    case: Case,
    *,
    score: Callable[[Case], np.ndarray] = general,
    weigh: Map = softmax,
    change: Callable[[Case], Case] = lambda case: case,
    join: Callable[[np.ndarray, np.ndarray], np.ndarray] = joined,
    gate: Map = sigmoid,
    propose: Map = np.tanh,
    inside: Callable[[np.ndarray, np.ndarray], np.ndarray] = lambda s, z: s,
    mix: Mix = lambda s, p, z: (1 - z) * s + z * p,
) -> Step:
    """The context and the new state.

    ``change`` changes what the state is computed from, and ``inside`` is what U_s multiplies.
    """
    context = weigh(score(case)) @ case.H
    case = change(case if case.returned is not None else case._replace(returned=context))
    x = join(case.y, np.asarray(case.returned))
    z = gate(case.W_z @ x + case.U_z @ case.s)
    proposal = propose(case.W_s @ x + case.U_s @ inside(case.s, z))
    return Step(context, mix(case.s, proposal, z))


# ── mistakes ──────────────────────────────────────────────────────────────────────────────────


def without_context(*names: str) -> dict[str, Any]:
    """Keywords of `right`: the matrices of these names ignore the context."""

    def change(case: Case) -> Case:
        of_y = np.arange(case.W_z.shape[1]) < len(case.y)
        return case._replace(**{name: getattr(case, name) * of_y for name in names})

    return {"change": change}


def changed(by: Map, *names: str) -> dict[str, Any]:
    return {"change": lambda case: case._replace(**{n: by(getattr(case, n)) for n in names})}


def replaced(**names: str) -> dict[str, Any]:
    """Keywords of `right`: another matrix is used in place of each of these."""
    return {
        "change": lambda case: case._replace(**{n: getattr(case, of) for n, of in names.items()})
    }


def scores_of_new_state(case: Case) -> np.ndarray:
    return general(case._replace(s=right(case._replace(returned=None)).state))


def without_matrix(case: Case) -> np.ndarray:
    """The dot product of the state and each annotation, where it is possible."""
    return case.H @ case.s if len(case.s) == case.H.shape[1] else general(case)


def clipped_at(limit: float) -> dict[str, Any]:
    return {"score": lambda case: general(case).clip(-limit, limit)}


def gate_from(least: float) -> dict[str, Any]:
    return {"gate": lambda numbers: sigmoid(numbers).clip(least, 1 - least)}


VARIANTS: Variants = {
    "context.scaled": [
        {"score": lambda case: general(case) * case.W_a.shape[0] ** -0.5},
        {"score": lambda case: general(case) * case.W_a.shape[1] ** -0.5},
    ],
    "context.matrix-left-out": {"score": without_matrix},
    "context.reshaped": {"score": lambda case: general(case._replace(W_a=reshaped(case.W_a)))},
    "context.of-new-state": {"score": scores_of_new_state},
    "context.mean": [
        {"weigh": lambda scores: np.full(len(scores), 1 / len(scores))},
        {"weigh": np.ones_like},
    ],
    "context.not-divided": [
        {"weigh": np.exp},
        {"weigh": lambda scores: np.exp(scores - scores.max())},
        {"weigh": lambda scores: softmax(scores) / len(scores)},
        {"weigh": lambda scores: np.exp(scores) / len(scores)},
    ],
    "context.clipped": [clipped_at(limit) for limit in (20, 30, 50, 80, 100, 500, 700)],
    "context.best-alone": {"weigh": lambda scores: np.eye(len(scores))[scores.argmax()]},
    "context.no-softmax": {"weigh": itself},
    "state.gate-exchanged": {"gate": lambda numbers: sigmoid(-numbers)},
    "state.no-gate": {"gate": np.ones_like},
    "state.not-mixed": [
        {"mix": lambda s, p, z: z * p},
        {"mix": lambda s, p, z: s + z * p},
        {"mix": lambda s, p, z: (1 - z) * s + p},
        {"mix": lambda s, p, z: s + p},
    ],
    "state.parts-exchanged": {"join": lambda y, c: joined(c, y)},
    "state.context-left-out": [
        without_context("W_z", "W_s"), without_context("W_z"), without_context("W_s"),
    ],
    "state.old-state-left-out": [
        changed(np.zeros_like, *names) for names in (("U_z",), ("U_s",), ("U_z", "U_s"))
    ],
    "state.token-left-out": changed(np.zeros_like, "y"),
    "state.parameters-exchanged": [
        replaced(W_z="W_s", W_s="W_z", U_z="U_s", U_s="U_z"),
        replaced(W_z="W_s", W_s="W_z"),
        replaced(U_z="U_s", U_s="U_z"),
    ],
    "state.used-twice": [
        replaced(W_s="W_z", U_s="U_z"), replaced(W_z="W_s", U_z="U_s"),
        replaced(W_s="W_z"), replaced(U_s="U_z"), replaced(W_z="W_s"), replaced(U_z="U_s"),
    ],
    "state.one-gate": [
        {"gate": lambda numbers: np.full_like(numbers, sigmoid(numbers).mean())},
        {"gate": lambda numbers: sigmoid(np.full_like(numbers, numbers.mean()))},
    ],
    "state.clipped": [gate_from(least) for least in (0.001, 0.01, 0.05, 0.1)],
    "state.overflow": {"gate": lambda numbers: np.where(numbers > 700, 0, sigmoid(numbers))},
    "state.ready-made-cell": {
        "gate": lambda numbers: sigmoid(-numbers), "inside": lambda s, z: s / 2,
    },
    "state.transposed": [
        changed(np.transpose, *names) for names in (("U_z",), ("U_s",), ("U_z", "U_s"))
    ],
    "state.no-sigmoid": {"gate": itself},
    "state.reset-gate": [{"inside": lambda s, z: z * s}, {"inside": lambda s, z: (1 - z) * s}],
    "state.no-tanh": {"propose": itself},
    "state.wrong-function": [
        {"gate": np.tanh}, {"propose": sigmoid}, {"gate": np.tanh, "propose": sigmoid},
    ],
}  # fmt: skip


same = functools.partial(close, rtol=1e-4, atol=1e-4)


def near(output: np.ndarray, case: Case, *, part: str) -> bool:
    if part == "state" and case.large and case.lost:
        return True  # such a context costs its own points; no state can be judged with it
    expected = right(case._replace(returned=None))  # of the right context, whatever was returned
    if part == "state" and same(output, expected.state):
        return True
    within = ROUNDING if case.large else 1e-4
    return close(output, getattr(right(case), part), within, within)


def overflow(output: np.ndarray, case: Case, *, part: str) -> bool:
    return near(output, case, part=part) or not np.isfinite(output).all()


ALSO = {part: functools.partial(near, part=part) for part in SHARES}
SIGNS: dict[str, Fits] = {
    **{f"{part}.overflow": functools.partial(overflow, part=part) for part in SHARES},
}


def with_returned(case: Case, output: Any) -> Case:
    """The case with the returned context, unless that is unusable."""
    context = output.context
    if isinstance(context, Wrong):
        return case
    if not np.isfinite(context).all():
        return case._replace(lost=True)
    return case._replace(returned=context.astype(float))


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def draw(rng: np.random.Generator, n: int, d_y: int, d_s: int, d_h: int) -> Case:
    def sized(*shape: int) -> np.ndarray:
        return rng.choice([-1, 1], size=shape) * rng.uniform(0.3, 1.1, size=shape)

    y, s, W_a = sized(d_y).round(2), sized(d_s).round(2), sized(d_s, d_h) / d_s**0.5
    H = rng.normal(0.2, 1, size=(n, d_h)).round(2)
    return Case(y, s, H, W_a, *(sized(d_s, d) / d**0.5 for d in 2 * [d_y + d_h, d_s]))


def raised(case: Case, rise: float | np.ndarray) -> Case:
    """The case, with arrays changed in place so that its scores are near ``rise``.

    ``rise`` is one number, or an array with one number for each annotation. W_z and W_s ignore the
    entries of H that become large.
    """
    case.H[:, -1] = rise
    case.W_a[:, -1] = case.s / (case.s @ case.s)
    for W in (case.W_z, case.W_s):
        W[:, -1] = 0
    return case._replace(large=True)


def saturated(rng: np.random.Generator, case: Case) -> Case:
    """The case, with arrays changed in place: gate and proposal are at their limits.

    Each entry of the gate is near 0 or 1, each of the proposal (candidate state) near ±1.
    """
    case.y[0] = 1
    for W in (case.W_z, case.W_s):
        W[:, 0] = rng.choice([-1, 1], size=len(W)) * (LARGEST_NUMBER - 50)
    return case._replace(large=True)


def cases(rng: np.random.Generator) -> Cases:
    def drawn(*first: tuple[int, ...]) -> list[Case]:
        free = rng.integers(2, 8, size=(2, 4)).tolist()
        sizes = [
            *first,
            (2, 2, 2, 3),
            (3, 2, 3, 4),
            (4, 3, 3, 3),
            (MOST_ANNOTATIONS, 4, 6, 5),
            *free,
        ]
        return [draw(rng, *size) for size in sizes]

    high = LARGEST_NUMBER - 50
    one = (2, 1, 2, 1)
    thin = [draw(rng, *size) for size in (one, (1, 1, 1, 1), (1, 3, 2, 2))]
    edges = [*thin, *(raised(case, rise) for rise in (high, -high) for case in drawn(one))]
    edges += [raised(case, rng.choice([-high, high], size=len(case.H))) for case in drawn(one)]
    edges += [saturated(rng, raised(case, high)) for case in drawn(one)]
    edges += [saturated(rng, case) for case in [*drawn(one), *thin]]
    names = ("context.clipped", "state.clipped", "context.overflow", "state.overflow")
    return Cases(drawn(), (Edge(edges, names),))


decoder_step = Task(
    __name__,
    right,
    cases,
    VARIANTS,
    SIGNS,
    n_arguments=8,
    same=same,
    with_output=with_returned,
    also_right=ALSO,
    shares=SHARES,
    each_part_has_edges=True,
).check
