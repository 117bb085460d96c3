"""Check of `decoder_step`: one step of an RNN decoder, its context and its new state."""

import functools
from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F

from payattention.checks.check import Ask, Mistake, Mistakes, Wrong, check, close, judge
from payattention.checks.edges import judge_edges, judge_parts_with_edges
from payattention.checks.remember import remembered

MOST_ANNOTATIONS = 50
LARGEST_NUMBER = 1000  # of the scores and of the arguments of σ and tanh
SHARES = {"context": 3 / 7, "state": 4 / 7}  # of the points: 6 and 8 of 14
ROUNDING = 2e-3  # tolerance for outputs if numbers near 1000 are in float32
SURE = 1e5  # the sigmoid of ±SURE is exactly 1 or 0


class Step(NamedTuple):
    """A test case: the arguments of one call, and the context that the student's function returned.

    y                 the embedding of the token before, (d_y,)
    s                 the old state, (d_s,)
    H                 the annotations, (n, d_h)
    W_a               the matrix of the score, (d_s, d_h)
    W_z               the gate's matrix for [y; c], (d_s, d_y + d_h)
    U_z               the gate's matrix for the old state, (d_s, d_s)
    W_s               the proposal's matrix for [y; c], (d_s, d_y + d_h)
    U_s               the proposal's matrix for the old state, (d_s, d_s)
    returned_context  the context (d_h,) for which the new state must be right
    """

    y: np.ndarray
    s: np.ndarray
    H: np.ndarray
    W_a: np.ndarray
    W_z: np.ndarray
    U_z: np.ndarray
    W_s: np.ndarray
    U_s: np.ndarray
    returned_context: np.ndarray = np.empty(0)


@remembered
def attended(s: np.ndarray, H: np.ndarray, W_a: np.ndarray, scale: np.ndarray) -> np.ndarray:
    """The context, (d_h,), from torch's attention with the scores ``scale`` · sᵀ W_a h_j."""
    query, values, W = (torch.tensor(array) for array in (s[None], H, W_a))
    keys = F.linear(values, W)
    return F.scaled_dot_product_attention(query, keys, values, scale=float(scale))[0].numpy()


@remembered
def gru_state(
    x: np.ndarray, s: np.ndarray, zs: np.ndarray, us: np.ndarray, ws: np.ndarray, vs: np.ndarray,
    bias: np.ndarray,
) -> np.ndarray:  # fmt: skip
    """The new state (1 − z) s + z p, (d_s,), computed by torch's GRU cell.

    The gate is z = σ(zs x + us s + bias), the proposal p = tanh(ws x + vs s). Torch's update gate
    is 1 − z, and its reset gate is always 1 here, because the task's cell has none.
    """
    d = len(s)
    cell = torch.nn.GRUCell(len(x), d, dtype=torch.float64)
    open_, closed = np.full(d, SURE), np.zeros(d)
    values = {
        "weight_ih": np.vstack([0 * zs, -zs, ws]),
        "weight_hh": np.vstack([0 * us, -us, vs]),
        "bias_ih": np.concatenate([open_, -np.full(d, float(bias)), closed]),
        "bias_hh": np.zeros(3 * d),
    }
    with torch.no_grad():
        for name, value in values.items():
            getattr(cell, name).copy_(torch.tensor(value))
        return cell(torch.tensor(x)[None], torch.tensor(s)[None])[0].numpy()


@check(reread="Chapter 2, [Five steps in numbers](02-bahdanau#five-steps)", odd_form=True)
def decoder_step(ask: Ask, rng: np.random.Generator) -> str:
    """Check one step of a decoder: the context, and the new state that is computed from it.

    Here s is the old state, y the embedding of the token before, and c the context. The gate is
    z = σ(W_z [y; c] + U_z s). The proposal (candidate state) is p = tanh(W_s [y; c] + U_s s). The
    new state is (1 − z) s + z p.

    Promised domain: up to 50 annotations; scores and arguments of σ and tanh from −1000 to 1000.
    Extremes and special cases, alone and together: all scores near 1000, all near −1000, or a mix
        of both; a gate of 0 and of 1; a proposal of −1 and of 1; one annotation; widths of 1;
        widths that all differ; widths that are equal.
    Usual mistakes: the code returns context and state in the wrong order. In the context: the
        scores are scaled; the softmax is missing; the exponentials are not divided by their sum;
        the context is the mean of the annotations; the context is the annotation with the largest
        score. In the state: the gate is inverted; the gate is missing; the old state is left out of
        the sum, or is not multiplied by 1 − z; y and c are exchanged in [y; c]; the context is
        missing in the gate or in the proposal; the old state is missing inside σ or tanh; the
        parameters of gate and proposal are exchanged; U_z or U_s is transposed; the gate lacks its
        sigmoid; the gate multiplies the old state inside the tanh; the tanh is missing; σ and tanh
        are exchanged, or one function is used for gate and proposal. At edge cases: an exponential
        overflows.
    Certain: Context and state are judged separately. The state must be right for the context that
        the student's function returned. The feedback names a mistake only if it explains the
        outputs of all test cases.
    """

    def sized(*shape):
        return rng.choice([-1, 1], size=shape) * rng.uniform(0.3, 1.1, size=shape)

    def draw(n, d_y, d_s, d_h):
        y, s, W_a = sized(d_y).round(2), sized(d_s).round(2), sized(d_s, d_h) / d_s**0.5
        H = rng.normal(0.2, 1, size=(n, d_h)).round(2)
        inward = [sized(d_s, width) / width**0.5 for width in 2 * [d_y + d_h, d_s]]
        return Step(y, s, H, W_a, *inward)

    def raised(case, rise):
        """The test case, changed in place so that its scores are near ``rise``.

        ``rise`` is one number, or an array with one number for each annotation. W_z and W_s ignore
        the entries of H that become large.
        """
        case.H[:, -1] = rise
        case.W_a[:, -1] = case.s / (case.s @ case.s)
        for W in (case.W_z, case.W_s):
            W[:, -1] = 0
        return case

    def saturated(case):
        """The test case, changed in place: gate and proposal are at their limits.

        Each entry of the gate is near 0 or 1, each of the proposal (candidate state) near ±1.
        """
        case.y[0] = 1
        for W in (case.W_z, case.W_s):
            W[:, 0] = rng.choice([-1, 1], size=len(W)) * (LARGEST_NUMBER - 50)
        return case

    def context(case, scale=1.0):
        return attended(case.s, case.H, case.W_a, np.array(scale))

    def joined(case):
        return np.concatenate([case.y, case.returned_context])

    def state(case, x=None, bias=0.0, **other):
        """The right new state of a test case, or a wrong one that follows from changed inputs.

        ``x`` replaces the input [y; c], ``bias`` is added to the argument of the gate's sigmoid,
        and ``other`` replaces fields of the test case.
        """
        case = case._replace(**other)
        x = joined(case) if x is None else x
        parameters = case.W_z, case.U_z, case.W_s, case.U_s
        return gru_state(x, case.s, *parameters, np.array(bias))

    def gate(case):
        """The right gate z of a test case, (d_s,).

        If the proposal (candidate state) is 0, the new state is (1 − z) s.
        """
        return 1 - state(case, W_s=0 * case.W_s, U_s=0 * case.U_s) / case.s

    def proposal(case):
        """The right proposal (candidate state) of a test case: the new state if the gate is 1."""
        return state(case, bias=SURE)

    def mixed(case, share, new):
        return (1 - share) * case.s + share * new

    def sigmoid(numbers):
        return torch.sigmoid(torch.tensor(numbers)).numpy()

    def logit(numbers):
        return torch.logit(torch.tensor(numbers)).numpy()

    about_context: Mistakes = [
        Mistake(
            "scaled",
            "The scores are divided by a root of the width. The score “general” has no scale.",
            lambda c, case: any(close(c, context(case, d**-0.5)) for d in case.W_a.shape),
            credit=0.6,
        ),
        Mistake(
            "mean",
            "All annotations have the same weight. The scores are not in it.",
            lambda c, case: close(c, case.H.mean(axis=0)),
        ),
        Mistake(
            "best-alone",
            "The annotation with the largest score is the whole context. The others have weights, "
            "too.",
            lambda c, case: any(close(c, h) for h in case.H) and close(c, context(case, 1e6)),
            credit=0.3,
        ),
        Mistake(
            "no-softmax",
            "The scores themselves are the weights. They need a softmax first.",
            lambda c, case: close(c, np.einsum("s,sa,na,nh->h", case.s, case.W_a, case.H, case.H)),
            credit=0.1,
        ),
        Mistake(
            "not-divided",
            "The context is the right one times a number: the weights do not add up to 1.",
            lambda c, case: (
                np.dot(c, context(case)) > 0
                and close(c * np.linalg.norm(context(case)), context(case) * np.linalg.norm(c))
            ),
            credit=0.4,
        ),
    ]
    about_state: Mistakes = [
        Mistake(
            "gate-exchanged",
            "The gate is the wrong way round, as in torch's GRU: z is the share of the new, 1 − z "
            "that of the old.",
            lambda new, case: close(new, state(case, W_z=-case.W_z, U_z=-case.U_z)),
            credit=0.6,
        ),
        Mistake(
            "no-gate",
            "This is the proposal. The gate must mix it with the old state.",
            lambda new, case: close(new, proposal(case)),
            credit=0.3,
        ),
        Mistake(
            "only-new",
            "The old state keeps no share, or the whole of it: it must be multiplied by 1 − z.",
            lambda new, case: any(
                close(new, gate(case) * proposal(case) + old) for old in (0, case.s)
            ),
            credit=0.5,
        ),
        Mistake(
            "parts-exchanged",
            "The vector [y; c] has the entries of y first. Here c is first.",
            lambda new, case: close(
                new, state(case, np.concatenate([case.returned_context, case.y]))
            ),
            credit=0.6,
        ),
        Mistake(
            "context-left-out",
            "The context is not in the new state, in the gate or in the proposal: zeros would do "
            "in its place.",
            lambda new, case: any(
                close(new, state(case, **other))
                for other in (
                    {"returned_context": 0 * case.returned_context},
                    {"W_z": without_context(case.W_z, case)},
                    {"W_s": without_context(case.W_s, case)},
                )
            ),
            credit=0.3,
        ),
        Mistake(
            "old-state-left-out",
            "The old state is missing inside σ, inside tanh, or in both.",
            lambda new, case: any(
                close(new, state(case, **other))
                for other in (
                    {"U_z": 0 * case.U_z},
                    {"U_s": 0 * case.U_s},
                    {"U_z": 0 * case.U_z, "U_s": 0 * case.U_s},
                )
            ),
            credit=0.5,
        ),
        Mistake(
            "parameters-exchanged",
            "The parameters of the gate and of the proposal are exchanged.",
            lambda new, case: any(
                close(new, state(case, **other))
                for other in (
                    {"W_z": case.W_s, "W_s": case.W_z, "U_z": case.U_s, "U_s": case.U_z},
                    {"W_z": case.W_s, "W_s": case.W_z},
                    {"U_z": case.U_s, "U_s": case.U_z},
                )
            ),
            credit=0.6,
        ),
        Mistake(
            "transposed",
            "U_z or U_s is transposed: `U @ s` and `s @ U` are different.",
            lambda new, case: any(
                close(new, state(case, **other))
                for other in (
                    {"U_z": case.U_z.T},
                    {"U_s": case.U_s.T},
                    {"U_z": case.U_z.T, "U_s": case.U_s.T},
                )
            ),
            credit=0.6,
        ),
        Mistake(
            "no-sigmoid",
            "The gate has no sigmoid: it is not between 0 and 1.",
            lambda new, case: close(new, mixed(case, logit(gate(case)), proposal(case))),
            credit=0.5,
        ),
        Mistake(
            "reset-gate",
            "The gate multiplies the old state inside the tanh, as a reset gate does. This cell "
            "has none: inside the tanh stands U_s s.",
            lambda new, case: any(
                close(new, state(case, U_s=case.U_s * share))
                for share in (gate(case), 1 - gate(case))
            ),
            credit=0.6,
        ),
        Mistake(
            "no-tanh",
            "The proposal has no tanh.",
            lambda new, case: close(new, mixed(case, gate(case), np.arctanh(proposal(case)))),
            credit=0.5,
        ),
        Mistake(
            "wrong-function",
            "σ and tanh are exchanged, or one of them stands for both: the gate has σ, the "
            "proposal tanh.",
            lambda new, case: any(
                close(new, mixed(case, share, other))
                for share in (gate(case), np.tanh(logit(gate(case))))
                for other in (proposal(case), sigmoid(np.arctanh(proposal(case))))
            ),
            credit=0.5,
        ),
    ]

    def without_context(W, case):
        return np.hstack([W[:, : len(case.y)], 0 * W[:, len(case.y) :]])

    def overflow(part):
        fine = near(part, ROUNDING)
        return Mistake(
            "overflow",
            "Numbers of ±1000 are too large for this exponential. Subtract the largest score first."
            if part == "context"
            else "Numbers of ±1000 are too large for this exponential. Of the forms of σ and tanh, "
            "choose one in which no ∞/∞ can arise.",
            lambda output, case: fine(output, case) or not np.isfinite(output).all(),
            credit=0.6,
        )

    def expected(part, case):
        return context(case) if part == "context" else state(case)

    def near(part, within):
        return lambda output, case: close(output, expected(part, case), within, within)

    def sizes():
        free = [tuple(int(n) for n in rng.integers(2, 8, size=4)) for _ in "two"]
        return [(2, 1, 2, 1), (3, 2, 3, 4), (4, 3, 3, 3), (MOST_ANNOTATIONS, 4, 6, 5), *free]

    high = LARGEST_NUMBER - 50

    def ends(case):
        return rng.choice([-high, high], size=len(case.H))

    ordinary = [draw(*size) for size in sizes()]
    edges = [raised(draw(*size), rise) for size in sizes() for rise in (high, -high)]
    edges += [raised(case, ends(case)) for case in (draw(*size) for size in sizes())]
    edges += [saturated(raised(draw(*size), high)) for size in sizes()]
    edges += [saturated(draw(*size)) for size in [*sizes(), (1, 1, 1, 1), (1, 3, 2, 2)]]
    stages = {"ordinary": ordinary, "edges": edges}

    @functools.cache
    def returned(stage):
        cases = stages[stage]
        ask.announce(case[:8] for case in cases)
        return [ask.parts(*case[:8], context=case.H[0].shape, state=case.s.shape) for case in cases]

    def agreeing(case, returned):
        """The test case with the returned context, or with the right one if that is unusable."""
        usable = not isinstance(returned, Wrong) and np.isfinite(returned).all()
        return case._replace(returned_context=returned.astype(float) if usable else context(case))

    def judge_at(stage, part, mistakes, within):
        judged = []
        for case, parts in zip(stages[stage], returned(stage), strict=True):
            if isinstance(output := getattr(parts, part), Wrong):
                raise output
            lost = not isinstance(parts.context, Wrong) and np.isnan(parts.context).all()
            if part == "state" and stage == "edges" and lost:
                continue  # such a context costs its own points; no state can be judged with it
            judged.append((output, agreeing(case, parts.context)))
        judge(
            ask,
            [case for _, case in judged],
            [output for output, _ in judged],
            near(part, within),
            mistakes,
            n_arguments=8,
            shown_beside=lambda output, case: {"Expected": expected(part, case)},
            rule="The context is attention over the annotations with the scores sᵀ W_a h_j. The "
            "state follows from y, s and the context that you return, by the formulas.",
        )

    def judge_part(part):
        ideas = about_context if part == "context" else about_state
        judge_at("ordinary", part, ideas, 1e-4)
        judge_edges(lambda: judge_at("edges", part, [overflow(part)], ROUNDING))

    judge_parts_with_edges(SHARES, judge_part)
    ask.require_order()
    return "A decoder is this step, again and again; only the token and the state change."
