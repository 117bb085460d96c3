"""Small checks for the tests of the engine, and answers to them."""

import numpy as np

from payattention_checks.ask import Ask
from payattention_checks.check import check
from payattention_checks.judge import Mistake, Part, UndoableMistake, judge, judge_parts


@check(reread="Arithmetic")
def double(ask: Ask, rng: np.random.Generator) -> str:
    """Twice the number."""

    def right(output, case):
        return output - case[0] == case[0]

    cases = [(n,) for n in (3.0, *rng.integers(5, 99, size=2).astype(float))]
    outputs = [ask.array(*case, shape=()) for case in cases]
    mistakes = [
        Mistake("half", "This is half.", lambda output, case: 2 * output == case[0], credit=0.25),
        UndoableMistake(
            "negative", "The sign is wrong.", lambda output, case: (-output, case), credit=0.5
        ),
        UndoableMistake(
            "percent",
            "This is a percentage.",
            lambda output, case: (output / 100, case) if output > 0 else None,
            credit=0.7,
        ),
    ]
    judge(ask, cases, outputs, right, mistakes, rule="Take the number twice.")
    large = [(1e300,)]
    outputs = [ask.array(*case, shape=()) for case in large]
    slow = Mistake("large", "Wrong for large numbers.", lambda *_: True, credit=0.5)
    judge(ask, large, outputs, lambda out, case: out / case[0] == 2, [slow], rule="Take it twice.")
    return "Well done."


@check(reread="Arrays")
def flip(ask: Ask, rng: np.random.Generator) -> None:
    """The rows in reverse order."""
    case = (rng.normal(size=(3, 2)),)
    output = ask.array(*case, shape=(3, 2))
    judge(ask, [case], [output], lambda y, c: np.allclose(y[0], c[0][2]), [], rule="From the end.")


@check(reread="Pairs")
def pair(ask: Ask, rng: np.random.Generator) -> None:
    """An array and a vector as long as it."""
    ask.arrays(3, table=(3, None), vector=(3,))


@check(reread="Dictionaries")
def shop(ask: Ask, rng: np.random.Generator) -> None:
    """Two numbers by name."""
    right = {"apples": 2**70, "pears": 1.5}

    def is_part(name):
        return lambda output, case: output == right[name]

    parts = [Part(name, is_part(name), [], share=1 / 2) for name in right]
    judge_parts(ask, [()], [ask.numbers(names=tuple(right))], parts, rule="As in the shop.")


@check(reread="Vectors")
def halves(ask: Ask, rng: np.random.Generator) -> None:
    """The first and the second half of an array."""
    case = (rng.normal(size=4),)
    parts = [
        Part("first", lambda y, c: np.allclose(y, c[0][:2]), [], share=0.75),
        Part("second", lambda y, c: np.allclose(y, c[0][2:]), [], share=0.25),
    ]
    judge_parts(ask, [case], [ask.parts(*case, first=(2,), second=(2,))], parts, rule="In two.")


@check(reread="Division")
def divide(ask: Ask, rng: np.random.Generator) -> None:
    """The quotient of 17 (or so) and 5, and the remainder."""
    cases = [(17, 5), (int(rng.integers(50, 99)), 10)]

    def is_part(name):
        return lambda output, case: output == dict(zip(names, divmod(*case[:2]), strict=True))[name]

    names = ("quotient", "remainder")
    swapped = Mistake("swapped", "The other one.", lambda out, case: out in divmod(*case[:2]), 0.5)
    large = UndoableMistake(
        "large", "Ten times too large.", lambda out, case: (out / 10, case), credit=0.25
    )
    parts = [
        Part("quotient", is_part("quotient"), [swapped, large], share=0.75),
        Part("remainder", is_part("remainder"), [swapped, large], share=0.25),
    ]
    answers = [ask.arrays(*case, quotient=(), remainder=()) for case in cases]
    judge_parts(ask, cases, answers, parts, rule="As on paper.")
    cases = [(*case, True) for case in cases]
    answers = [ask.numbers(*case, names=names) for case in cases]
    judge_parts(ask, cases, answers, parts, rule="As on paper.")


# ── answers ──────────────────────────────────────────────────────────────────────────────────


def raising(error):
    def answer(*arguments):
        raise error

    return answer


def as_pair_or_dictionary(quotient, remainder):
    def answer(a, b, dictionary=False):
        parts = {"quotient": quotient(a, b), "remainder": remainder(a, b)}
        return parts if dictionary else tuple(parts.values())

    return answer
