"""The check of `check_draft`: one step of speculative decoding."""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from payattention.checks.apart import cases_that_tell_apart
from payattention.checks.check import (
    Ask,
    Mistake,
    Mistakes,
    Part,
    UndoableMistake,
    check,
    close,
    judge,
    judge_parts,
)
from payattention.checks.edges import judge_edges
from payattention.checks.gives import equals_one_of

MOST_DRAFTED, MOST_TOKENS = 10, 1000
NEAR = 0.01  # random numbers are farther than this from their bounds


class Draft(NamedTuple):
    """The arguments of one call of the student's `check_draft`, for k drafted tokens.

    tokens  the drafted tokens, (k,)
    q       the small model's probabilities, (k, vocabulary)
    p       the large model's probabilities, (k + 1, vocabulary)
    u       a random number for each drafted token, (k,)
    """

    tokens: np.ndarray
    q: np.ndarray
    p: np.ndarray
    u: np.ndarray


class Found(NamedTuple):
    """The two results of the student's function.

    ``accepted`` is the number of accepted tokens. ``following`` is the distribution from which the
    next token is drawn, (vocabulary,).
    """

    accepted: np.ndarray
    following: np.ndarray


Accept = Callable[[Draft], np.ndarray]
Follow = Callable[[np.ndarray, np.ndarray], np.ndarray]


def drafted(table: np.ndarray, case: Draft) -> np.ndarray:
    """The probability that ``table`` (p or q) gives to each of the k drafted tokens, (k,)."""
    return table[np.arange(len(case.tokens)), case.tokens]


def by_ratio(case: Draft) -> np.ndarray:
    return case.u * drafted(case.q, case) < drafted(case.p, case)


def by_inverse_ratio(case: Draft) -> np.ndarray:
    return case.u * drafted(case.p, case) < drafted(case.q, case)


def by_probability(case: Draft) -> np.ndarray:
    return case.u < drafted(case.p, case)


def by_draft(case: Draft) -> np.ndarray:
    return case.u < drafted(case.q, case)


def if_likelier(case: Draft) -> np.ndarray:
    return drafted(case.q, case) <= drafted(case.p, case)


def if_likeliest(case: Draft) -> np.ndarray:
    return case.p[:-1].argmax(axis=1) == case.tokens


def by_more(case: Draft) -> np.ndarray:
    return ~by_ratio(case)


def by_product(case: Draft) -> np.ndarray:
    return case.u < np.cumprod(drafted(case.p, case) / drafted(case.q, case))


def by_product_of_chances(case: Draft) -> np.ndarray:
    return case.u < np.cumprod(np.minimum(1, drafted(case.p, case) / drafted(case.q, case)))


def by_equal_or_less(case: Draft) -> np.ndarray:
    return case.u * drafted(case.q, case) <= drafted(case.p, case)


def the_rest(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    rest = np.maximum(0, p - q)
    return rest / rest.sum()


def not_normalised(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    return np.maximum(0, p - q)


def absolute(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    return abs(p - q) / abs(p - q).sum()


def the_other_rest(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    return the_rest(q, p)


def softened_differences(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    powers = np.exp(p - q)
    return powers / powers.sum()


def softened(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    """The softmax of max(0, p − q)."""
    powers = np.exp(np.maximum(0, p - q))
    return powers / powers.sum()


def result(
    case: Draft,
    *,
    accept: Accept = by_ratio,
    all_counted: bool = False,
    follow: Follow = the_rest,
    last: Callable[[Draft], np.ndarray] = lambda case: case.p[-1],
    further: int = 0,
) -> Found:
    """The right result of one call or, with other arguments, the result that a mistake gives.

    Args:
        case: the arguments of one call.
        accept: ``accept(case)`` returns a mask of the drafted tokens that pass.
        all_counted: count also tokens that pass after the first refused one.
        follow: ``follow(row of p, row of q)`` returns the next distribution after a refusal.
        last: ``last(case)`` returns the next distribution if all tokens are accepted.
        further: 1 if ``follow`` gets the rows after the refused token's rows (default: 0).
    """
    accepted = accept(case)
    first = int(np.append(accepted, False).argmin())
    if first == len(accepted):
        following = last(case)
    else:
        row = first + further
        following = follow(case.p[row], case.q[min(row, len(case.q) - 1)])
    return Found(np.array(accepted.sum() if all_counted else first), following)


def without_token(case: Draft) -> Found:
    """The result if a refusal only removes the refused token from p: no max(0, p − q)."""
    count = int(result(case).accepted)
    if count == len(case.tokens):
        return result(case)
    p = case.p[count].copy()
    p[case.tokens[count]] = 0
    return Found(np.array(count), p / p.sum())


def refused_counted(case: Draft) -> Found:
    found = result(case)
    return found._replace(accepted=np.minimum(found.accepted + 1, len(case.tokens)))


def next_counted(case: Draft) -> Found:
    found = result(case)
    return found._replace(accepted=found.accepted + 1)


def first_false(case: Draft) -> Found:
    """The result if `argmin` alone finds the first refused token: it is 0 also if all pass."""
    first = int(by_ratio(case).argmin())
    return Found(np.array(first), the_rest(case.p[first], case.q[first]))


def last_index(case: Draft) -> Found:
    """The right result, but the count is at most k − 1, as if it were a loop's last index."""
    found = result(case)
    return found._replace(accepted=np.minimum(found.accepted, len(case.tokens) - 1))


def is_difference(output: np.ndarray, case: Draft) -> bool:
    """Whether the output fits code that uses p − q in place of max(0, p − q).

    Such code divides p − q by its sum, which is 0 up to rounding. So any multiple of p − q fits,
    and NaN or ±∞ fit, too.
    """
    count = int(result(case).accepted)
    if count == len(case.tokens):
        return close(output, case.p[-1], 1e-4, 1e-6)
    difference, largest = case.p[count] - case.q[count], np.abs(output).max()
    if not np.isfinite(largest) or largest == 0:  # divided by a sum that is exactly 0
        return not np.isfinite(output).all()
    scaled = output / largest * np.abs(difference).max()
    return close(scaled, difference, 1e-4, 1e-6) or close(-scaled, difference, 1e-4, 1e-6)


def way(**how: Any) -> Callable[[Draft], Found]:
    return functools.partial(result, **how)


WAYS: dict[str, list[Callable[[Draft], Found]]] = {
    "right": [result],
    "by-probability": [way(accept=by_probability), way(accept=by_draft)],
    "inverse-ratio": [way(accept=by_inverse_ratio)],
    "no-chance": [way(accept=if_likelier), way(accept=if_likeliest)],
    "other-way": [way(accept=by_more)],
    "product": [way(accept=by_product), way(accept=by_product_of_chances)],
    "first-false": [first_false],
}
COUNTS = WAYS | {
    "all-counted": [way(all_counted=True)],
    "last-index": [last_index],
    "one-too-many": [next_counted, refused_counted],
}
FOLLOWING = WAYS | {
    "not-corrected": [way(follow=lambda p, q: p), without_token],
    "not-normalised": [way(follow=not_normalised)],
    "absolute": [way(follow=absolute)],
    "other-way-round": [way(follow=the_other_rest)],
    "the-draft-s": [way(follow=lambda p, q: q)],
    "softmax": [way(follow=softened), way(follow=softened_differences)],
    "one-row-on": [way(further=1), way(follow=lambda p, q: p, further=1)],
    "last-row": [
        way(last=lambda case: case.p[-2]),
        way(last=lambda case: the_rest(case.p[-2], case.q[-1])),
        way(last=lambda case: case.q[-1]),
        way(last=lambda case: the_rest(case.p[-1], case.q[-1])),
    ],
}


@check(reread="Chapter 6, [Temperature, top-k and nucleus](06-bert-gpt#sampling)", odd_form=True)
def check_draft(ask: Ask, rng: np.random.Generator) -> str:
    """Check a student's step of speculative decoding: accepted tokens, and the next distribution.

    Promised domain: 1 to 10 drafted tokens, each possible for the small model; a vocabulary of 2 to
        1000 tokens; a random number u from 0 to 1, without 1, for each drafted token. The large
        model gives a drafted token the probability p, and the small model q. The token passes if
        u < p / q. No u is within rounding of this ratio, unless both are 0.
    Extremes and special cases, alone and together: all tokens are accepted; none is accepted; one
        drafted token; a token that is impossible for the large model, with a random number of 0; a
        ratio above 1; equal distributions; a vocabulary of two tokens, of 1000; ten drafted tokens.
    Usual mistakes: u is compared with p, with q, with q / p, or with the product of all ratios so
        far; a token passes if u is above the ratio; u is not used; if all tokens pass, the code
        takes the 0 from `argmin` for the index of a refused token; tokens that pass after a refused
        one are counted; the count is one too large; the count is one too small if all tokens are
        accepted; after a refusal, the next token is drawn from p (with or without the refused
        token), or from q; after a refusal, the code uses the row after the refused token's row;
        p − q, |p − q| or max(0, q − p) is used in place of max(0, p − q); the difference is not
        normalised; the difference goes through a softmax; if all tokens are accepted, the next
        token is not drawn from the last row of p. In edge cases: a token passes if u is equal to
        the ratio.
    Certain: the two results are judged separately. Cases are drawn until every two of these
        mistakes give different results in at least one case. A mistake is named only if the
        student's numbers fit it in all cases.
    """

    def draw(k, vocab, *, refused=None, sharp=1.0):
        """A random test case with k drafted tokens; token ``refused`` is the first refused one.

        With ``refused=k``, all tokens are accepted; without ``refused``, chance decides. A smaller
        ``sharp`` makes the distributions more peaked.
        """
        while True:
            q, p = (rng.dirichlet(np.full(vocab, sharp), size=rows) for rows in (k, k + 1))
            q, p = (
                mixed / mixed.sum(axis=1, keepdims=True)
                for mixed in (q + 0.1 / vocab, p + 0.1 / vocab)
            )
            tokens = rng.integers(vocab, size=k)
            case = Draft(tokens, q, p, rng.integers(1000, size=k) / 1000)
            ratio = drafted(p, case) / drafted(q, case)
            if refused is not None:
                case.u[:refused] *= np.minimum(ratio[:refused], 1)
                if refused < k:
                    if ratio[refused] > 0.9:
                        continue
                    case.u[refused] = (1 + ratio[refused]) / 2
            bounds = (ratio, 1 / ratio, drafted(p, case), drafted(q, case))
            gaps = [abs(case.u - bound).min() for bound in bounds]
            if min(gaps) > NEAR * min(1, ratio.min()):
                return case

    def random_case():
        k = int(rng.integers(2, 5))
        return draw(k, int(rng.integers(3, 6)), refused=int(rng.integers(k + 1)))

    def same_count(a, b):
        return bool(a == b)

    def same_row(a, b):
        return close(a, b, 1e-4, 1e-6)

    def part_of(ways, part):
        """``ways``, but each function returns only ``part``: "accepted" or "following"."""

        def of(case, way):
            return getattr(way(case), part)

        return {
            name: [functools.partial(of, way=way) for way in group] for name, group in ways.items()
        }

    ways = {
        "accepted": part_of(COUNTS, "accepted"),
        "following": part_of(FOLLOWING, "following"),
    }
    same = {"accepted": same_count, "following": same_row}

    def mistakes_in(part):
        """A list of the usual mistakes in the result ``part``: "accepted" or "following"."""

        def makes(name):
            return equals_one_of(*ways[part].get(name, []), same=same[part])

        about_both: list[Mistake | UndoableMistake] = [
            Mistake(
                "by-probability",
                "The random number is compared with a probability. Its bound is the ratio p / q.",
                makes("by-probability"),
                credit=0.4,
            ),
            Mistake(
                "inverse-ratio",
                "The bound is q / p here. A token that the large model likes better than the small "
                "one is always accepted: p / q.",
                makes("inverse-ratio"),
                credit=0.4,
            ),
            Mistake(
                "no-chance",
                "No random number decides here. A token that the large model likes less is "
                "accepted too, with probability p / q.",
                makes("no-chance"),
                credit=0.3,
            ),
        ]
        about_both += [
            Mistake(
                "other-way",
                "Accepted is what should be refused. A token passes if its random number is "
                "*below* the ratio.",
                makes("other-way"),
                credit=0.3,
            ),
            Mistake(
                "product",
                "The ratios are multiplied along the draft. Each token has its own.",
                makes("product"),
                credit=0.4,
            ),
            Mistake(
                "first-false",
                "If all tokens pass, `argmin` finds no False and returns 0.",
                makes("first-false"),
                credit=0.6,
            ),
        ]
        about_count: Mistakes = [
            Mistake(
                "last-index",
                "If all are accepted, one is missing: a loop ends at the index k − 1, but k tokens "
                "are accepted.",
                makes("last-index"),
                credit=0.6,
            ),
            Mistake(
                "all-counted",
                "Tokens behind the first refused one are counted. They follow on a token that will "
                "not be written.",
                makes("all-counted"),
                credit=0.4,
            ),
            Mistake(
                "one-too-many",
                "One token too many is counted, the refused one or the next. Count the accepted.",
                makes("one-too-many"),
                credit=0.6,
            ),
        ]
        about_following: Mistakes = [
            Mistake(
                "not-corrected",
                "After a refusal the next token comes from p itself, or from p without the refused "
                "token. What q gives is used up already: max(0, p − q).",
                makes("not-corrected"),
                credit=0.4,
            ),
            Mistake(
                "not-normalised",
                "max(0, p − q) does not add up to 1. Divide by its sum.",
                makes("not-normalised"),
                credit=0.6,
            ),
            Mistake(
                "without-maximum",
                "p − q has negative entries and adds up to 0, but for rounding: it cannot be "
                "divided by its sum. max(0, …) is missing.",
                is_difference,
                credit=0.4,
            ),
            Mistake(
                "absolute",
                "The differences are taken without their sign. Where q is larger, nothing is left.",
                makes("absolute"),
                credit=0.4,
            ),
            Mistake(
                "other-way-round",
                "This is what q has more than p. It should be what p has more than q.",
                makes("other-way-round"),
                credit=0.4,
            ),
            Mistake(
                "the-draft-s",
                "After a refusal the next token comes from q, the small model.",
                makes("the-draft-s"),
                credit=0.2,
            ),
            Mistake(
                "softmax",
                "The differences go through a softmax, which gives every token something. Divide "
                "by their sum.",
                makes("softmax"),
                credit=0.4,
            ),
            Mistake(
                "one-row-on",
                "The row behind the refused token is used. The next token takes its place: row i.",
                makes("one-row-on"),
                credit=0.4,
            ),
            Mistake(
                "last-row",
                "If all are accepted, the next token comes from the last row of `p`, as it is: it "
                "stands behind the whole draft.",
                makes("last-row"),
                credit=0.6,
            ),
        ]
        return [*about_both, *(about_count if part == "accepted" else about_following)]

    def is_right(part):
        return lambda output, case: same[part](output, getattr(result(case), part))

    rule = (
        "Token i is accepted if u[i] < p[i, x] / q[i, x]. At the first refused one max(0, p − q) "
        "of its row, divided by its sum, gives the next; if all are accepted, the last row of p."
    )

    def shown_beside(output, case):
        return {"Expected": result(case)}

    def shapes(case):
        return {"accepted": (), "following": (case.p.shape[1],)}

    cases = [
        draw(2, 3, refused=1),
        draw(2, 3, refused=2),
        draw(2, 3, refused=0),
        *cases_that_tell_apart(random_case, ways["accepted"], same_count),
        *cases_that_tell_apart(random_case, ways["following"], same_row),
    ]
    ask.announce(cases)
    judge_parts(
        ask,
        cases,
        [ask.parts(*case, **shapes(case)) for case in cases],
        [
            Part("accepted", is_right("accepted"), mistakes_in("accepted"), share=0.4),
            Part("following", is_right("following"), mistakes_in("following"), share=0.6),
        ],
        rule=rule,
        shown_beside=shown_beside,
    )

    def equal_at_0(output, case):
        return both_right(output, case) or all(
            compare(a, b)
            for compare, a, b in zip(
                same.values(), output, result(case, accept=by_equal_or_less), strict=True
            )
        )

    def both_right(output, case):
        return all(is_right(part)(getattr(output, part), case) for part in same)

    or_equal = Mistake(
        "or-equal",
        "A token that is impossible for the large model is accepted if its random number is 0. It "
        "must be *below* the ratio.",
        equal_at_0,
        credit=0.8,
    )

    def impossible(case, i):
        """A copy of the test case in which p gives drafted token i probability 0, and u[i] is 0."""
        p, u = case.p.copy(), case.u.copy()
        p[i, case.tokens[i]], u[i] = 0, 0
        return case._replace(p=p / p.sum(axis=1, keepdims=True), u=u)

    k, n = (int(x) for x in rng.choice(np.arange(3, 8), size=2, replace=False))
    edges = [impossible(draw(k, n, refused=k), i) for i in (0, k - 1)]
    edges += [impossible(draw(1, 2, refused=1), 0), draw(1, n, refused=0), draw(1, 2, refused=1)]
    alike = draw(k, n)
    edges += [alike._replace(p=np.vstack([alike.q, alike.p[-1]]))]
    edges += [draw(MOST_DRAFTED, n, refused=refused) for refused in (0, MOST_DRAFTED - 1)]
    edges += [draw(k, MOST_TOKENS, refused=k - 1), draw(MOST_DRAFTED, 50, refused=MOST_DRAFTED)]
    ask.announce(edges)

    def judge_all():
        judge(
            ask,
            edges,
            [ask.arrays(*case, **shapes(case)) for case in edges],
            both_right,
            [or_equal],
            rule=rule,
            shown_beside=shown_beside,
        )

    judge_edges(judge_all)
    ask.require_order()
    return "What is written has exactly the distribution of the large model, in fewer of its calls."
