"""The check of `mask_words`: BERT's masking, applied to whole words."""

import functools
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from payattention.checks.apart import cases_that_tell_apart
from payattention.checks.check import Ask, Mistake, Part, check, judge, judge_parts
from payattention.checks.edges import judge_edges
from payattention.checks.gives import equals, equals_one_of

MOST_TOKENS, LARGEST_TOKEN = 200, 50_000
SPECIAL = -1
IGNORED = -100
HIDDEN, CHANGED = 0.8, 0.9  # a fate below 0.8 hides a token, one below 0.9 changes it


class Text(NamedTuple):
    """The arguments of one call of the student's `mask_words`.

    tokens      the tokens of the text, (tokens,)
    word        the number of each token's word, (tokens,); −1 for a special token
    choose      a random number for each word, (words,)
    fate        a random number for each token, (tokens,); decides if it is hidden, changed or kept
    other       for each token, the random token that replaces it if it is changed, (tokens,)
    rate        a word is chosen if its number in ``choose`` is below this
    mask_token  the token that replaces hidden tokens
    """

    tokens: np.ndarray
    word: np.ndarray
    choose: np.ndarray
    fate: np.ndarray
    other: np.ndarray
    rate: float | int
    mask_token: int


class Blanks(NamedTuple):
    """What the student's function returns: the masked inputs and the labels, each (tokens,)."""

    inputs: np.ndarray
    labels: np.ndarray


Which = Callable[[Text], np.ndarray]


def chosen(case: Text) -> np.ndarray:
    return np.append(case.choose, 1.0)[case.word] < case.rate


def chosen_at_the_rate(case: Text) -> np.ndarray:
    return (case.word != SPECIAL) & (np.append(case.choose, 2.0)[case.word] <= case.rate)


def chosen_with_special(case: Text) -> np.ndarray:
    """A mask of the chosen tokens if a special token's word number, −1, means the last word."""
    word = np.where(case.word == SPECIAL, len(case.choose) - 1, case.word)
    return np.append(case.choose, 1.0)[word] < case.rate


def not_chosen(case: Text) -> np.ndarray:
    return (case.word != SPECIAL) & ~chosen(case)


def chosen_or_special(case: Text) -> np.ndarray:
    return chosen(case) | (case.word == SPECIAL)


def first_pieces(case: Text) -> np.ndarray:
    """A mask of the first token of each chosen word."""
    return chosen(case) & (np.diff(case.word, prepend=SPECIAL) != 0)


def own_fate(case: Text) -> np.ndarray:
    return case.fate


def fate_of_the_word(case: Text) -> np.ndarray:
    """For each token, the random number ``case.fate`` of the first token of its word."""
    return case.fate[[case.word.tolist().index(w) for w in case.word]]


def inputs(
    case: Text,
    *,
    which: Which = chosen,
    fate: Which = own_fate,
    hidden: Callable[[np.ndarray], np.ndarray] = lambda fate: fate < HIDDEN,
    changed: Callable[[np.ndarray], np.ndarray] = lambda fate: (fate >= HIDDEN) & (fate < CHANGED),
) -> np.ndarray:
    """The masked inputs: the right ones or, with other arguments, those that a mistake gives.

    ``which(case)`` returns a mask of the chosen tokens, and ``fate(case)`` a random number for each
    token. From these numbers, ``hidden`` and ``changed`` compute masks: which chosen tokens become
    the mask token, and which become a random token.
    """
    fates = fate(case)
    tokens = np.where(which(case) & changed(fates), case.other, case.tokens)
    return np.where(which(case) & hidden(fates), case.mask_token, tokens)


def inputs_elsewhere(
    case: Text, *, hidden_where: Which = chosen, changed_where: Which = chosen
) -> np.ndarray:
    """The masked inputs if tokens that are not chosen can be hidden or changed, too.

    ``hidden_where(case)`` and ``changed_where(case)`` return masks of the tokens that can be hidden
    (become the mask token) or changed (become a random token).
    """
    changed = changed_where(case) & (case.fate >= HIDDEN) & (case.fate < CHANGED)
    tokens = np.where(changed, case.other, case.tokens)
    return np.where(hidden_where(case) & (case.fate < HIDDEN), case.mask_token, tokens)


def labels(case: Text, *, which: Which = chosen, put: int = IGNORED) -> np.ndarray:
    return np.where(which(case), case.tokens, put)


def everywhere(case: Text) -> np.ndarray:
    return np.ones(len(case.tokens), dtype=bool)


def all_real(case: Text) -> np.ndarray:
    return case.word != SPECIAL


def hidden_only(case: Text) -> np.ndarray:
    return inputs(case) == case.mask_token


def differing(case: Text) -> np.ndarray:
    return inputs(case) != case.tokens


def new_tokens(case: Text) -> np.ndarray:
    return np.where(chosen(case), inputs(case), IGNORED)


Ways = dict[str, list[Callable[[Text], np.ndarray]]]
INPUTS: Ways = {
    "right": [inputs],
    "chapter": [
        functools.partial(
            inputs,
            hidden=lambda fate: fate < HIDDEN,
            changed=lambda fate: fate >= CHANGED,
        )
    ],
    "all-hidden": [functools.partial(inputs, hidden=lambda fate: fate >= 0)],
    "fate-of-the-word": [functools.partial(inputs, fate=fate_of_the_word)],
    "elsewhere": [
        functools.partial(inputs_elsewhere, hidden_where=everywhere, changed_where=everywhere),
        functools.partial(inputs_elsewhere, hidden_where=everywhere),
        functools.partial(inputs_elsewhere, changed_where=everywhere),
    ],
    "overwritten": [
        functools.partial(
            inputs,
            hidden=lambda fate: fate < 0,
            changed=lambda fate: fate < CHANGED,
        )
    ],
    "nothing-stays": [functools.partial(inputs, changed=lambda fate: fate >= HIDDEN)],
    "nothing-changed": [functools.partial(inputs, changed=lambda fate: fate < 0)],
    "special-chosen": [functools.partial(inputs, which=chosen_with_special)],
    "special-always": [functools.partial(inputs, which=chosen_or_special)],
    "first-pieces": [functools.partial(inputs, which=first_pieces)],
    "not-chosen": [functools.partial(inputs, which=not_chosen)],
}
LABELS: Ways = {
    "right": [labels],
    "labels-everywhere": [functools.partial(labels, which=everywhere)],
    "labels-of-all-words": [functools.partial(labels, which=all_real)],
    "hidden-only": [functools.partial(labels, which=hidden_only)],
    "differing-only": [functools.partial(labels, which=differing)],
    "new-tokens": [new_tokens],
    "special-chosen": [functools.partial(labels, which=chosen_with_special)],
    "special-always": [functools.partial(labels, which=chosen_or_special)],
    "first-pieces": [functools.partial(labels, which=first_pieces)],
    "not-chosen": [functools.partial(labels, which=not_chosen)],
    "other-number": [functools.partial(labels, put=put) for put in (0, -1)],
}
PARTS = {"inputs": INPUTS, "labels": LABELS}


@check(reread="Chapter 6, [BERT: masked language modelling](06-bert-gpt#bert-mlm)")
def mask_words(ask: Ask, rng: np.random.Generator) -> str:
    """Check a student's masking of whole words, with the random numbers given.

    Promised domain: 1 to 200 tokens from 0 to 50,000; any number of words, from none to one for
        each token; random numbers from 0 to 1, without 1; a rate from 0 to 1. Each token has a
        random number, called its fate. The fate decides whether a chosen token is hidden (replaced
        by the mask token), changed (replaced by a random token), or stays as it is.
    Extremes and special cases, alone and together: a rate of 0; a rate of 1; no special token; only
        special tokens, so that there is no word; one token; a number equal to the rate; fates of 0,
        0.8 and 0.9; a random token that is the old one; all sizes at their largest.
    Usual mistakes: as in the chapter's code, but against the task, tokens with fates from 0.8 to
        below 0.9 stay, and tokens with fates from 0.9 are changed; all chosen tokens are hidden; no
        token is changed; no chosen token stays as it is; the random token overwrites the mask
        token; tokens that are not chosen are hidden or changed; all tokens of a word get one fate;
        special tokens are chosen, always or with the last word; only the first token of each chosen
        word is chosen; the words above the rate are chosen in place of the words below it; labels
        are set for all tokens, for all tokens but special ones, only for hidden tokens, or only for
        tokens whose input differs from the old token; the labels are the new tokens; ignored labels
        have another number than −100; inputs and labels are exchanged. In edge cases: a number
        equal to a bound is put on the wrong side of the bound.
    Certain: inputs and labels are judged separately. Cases are drawn until every two of these
        mistakes give different numbers in at least one case. A mistake is named only if the
        student's numbers fit it in all cases.
    """

    def draw(sizes, rate, *, special=2, edge=False):
        """A random test case in which word w has ``sizes[w]`` tokens.

        ``special`` is the number of special tokens: one before the words, the others after them.
        With ``edge``, the random numbers are often equal to their bounds: ``rate``, 0.8 and 0.9.
        """
        word = np.repeat(np.arange(len(sizes)), np.array(sizes, dtype=int))
        word = np.concatenate([[SPECIAL] * min(special, 1), word, [SPECIAL] * max(0, special - 1)])
        n, mask_token = len(word), int(rng.integers(3, 99))
        pool = np.setdiff1d(np.arange(3, 99), [mask_token])
        tokens, other = rng.choice(pool, size=(2, n))
        choose, fate = (rng.integers(1000, size=size) / 1000 for size in (len(sizes), n))
        fate[rng.random(n) < 0.4] = round(rng.uniform(0.81, 0.99), 3)
        fate[(fate == HIDDEN) | (fate == CHANGED)] = 0.5
        choose[choose == rate] = rate / 2
        if edge:
            fate = rng.choice([0, HIDDEN, CHANGED, 0.95], size=n)
            choose = rng.choice([0, rate, min(0.99, rate + 0.1)], size=len(sizes))
            other = np.where(rng.random(n) < 0.3, tokens, other)
        return Text(tokens, word.astype(int), choose, fate, other, rate, mask_token)

    def random_case():
        sizes = rng.integers(1, 4, size=rng.integers(2, 5))
        return draw(sizes, round(float(rng.uniform(0.3, 0.7)), 2))

    def right(output, case):
        return equals(output.inputs, inputs(case)) and equals(output.labels, labels(case))

    def other_number(output, case):
        """Whether the labels (``output``) are right if any one number may take the place of −100.

        False if all tokens are chosen, because then no label is ignored.
        """
        found = np.unique(output[~chosen(case)])
        return len(found) == 1 and equals(output, np.where(chosen(case), case.tokens, found[0]))

    def mistakes_in(part):
        """A list of the usual mistakes in the returned array ``part``: "inputs" or "labels"."""

        def makes(name):
            return equals_one_of(*PARTS[part].get(name, []), same=equals)

        about_both = [
            Mistake(
                "special-chosen",
                "The special tokens are treated as the last word: as an index, −1 is the last.",
                makes("special-chosen"),
                credit=0.5,
            ),
            Mistake(
                "special-always",
                "The special tokens are chosen. The number behind all others must be too large for "
                "any rate.",
                makes("special-always"),
                credit=0.5,
            ),
            Mistake(
                "first-pieces",
                "Only the first piece of each chosen word is chosen. All its pieces are.",
                makes("first-pieces"),
                credit=0.4,
            ),
            Mistake(
                "not-chosen",
                "The other words are chosen. Chosen are those whose number is *below* the rate.",
                makes("not-chosen"),
                credit=0.3,
            ),
        ]
        about_inputs = [
            Mistake(
                "chapter",
                "As in the chapter's code, fates from 0.8 to 0.9 stay and those above are changed. "
                "Here it is the other way round.",
                makes("chapter"),
                credit=0.7,
            ),
            Mistake(
                "all-hidden",
                "All chosen tokens are hidden. Of 100, 80 are hidden, 10 changed, and 10 stay.",
                makes("all-hidden"),
                credit=0.3,
            ),
            Mistake(
                "elsewhere",
                "Tokens that are not chosen are hidden or changed. Both steps need `chosen &`.",
                makes("elsewhere"),
                credit=0.4,
            ),
            Mistake(
                "overwritten",
                "No token is hidden, and those with a fate below 0.8 are changed: if `other` comes "
                "last, it overwrites `mask_token`.",
                makes("overwritten"),
                credit=0.5,
            ),
            Mistake(
                "nothing-stays",
                "All chosen tokens are hidden or changed. From 0.9 on they stay as they are.",
                makes("nothing-stays"),
                credit=0.5,
            ),
            Mistake(
                "nothing-changed",
                "No chosen token becomes `other`. From 0.8 to below 0.9 they do.",
                makes("nothing-changed"),
                credit=0.5,
            ),
            Mistake(
                "fate-of-the-word",
                "All tokens of a word have the fate of its first one. Each has its own.",
                makes("fate-of-the-word"),
                credit=0.6,
            ),
        ]
        about_labels = [
            Mistake(
                "labels-everywhere",
                "The labels are all tokens of the text. Only the chosen are predicted.",
                makes("labels-everywhere"),
            ),
            Mistake(
                "labels-of-all-words",
                "All words have labels, only special tokens have not. Only the chosen are "
                "predicted.",
                makes("labels-of-all-words"),
                credit=0.3,
            ),
            Mistake(
                "hidden-only",
                "Only the hidden tokens have a label. Those that were changed, or stayed, are "
                "chosen as well, and judged.",
                makes("hidden-only"),
                credit=0.4,
            ),
            Mistake(
                "differing-only",
                "Chosen tokens that stay as they are have no label. They are judged as well.",
                makes("differing-only"),
                credit=0.6,
            ),
            Mistake(
                "new-tokens",
                "The labels are the new tokens. The model must predict the *old* ones.",
                makes("new-tokens"),
                credit=0.3,
            ),
            Mistake(
                "other-number",
                "What is not to be predicted has another label than −100.",
                other_number,
                credit=0.7,
            ),
        ]
        return [*about_both, *(about_inputs if part == "inputs" else about_labels)]

    def at_the_bound(output, case):
        return any(
            equals(output.inputs, inputs(case, which=which, hidden=hidden, changed=changed))
            and equals(output.labels, labels(case, which=which))
            for which in (chosen, chosen_at_the_rate)
            for hidden in (lambda fate: fate < HIDDEN, lambda fate: fate <= HIDDEN)
            for changed in (
                lambda fate: (fate >= HIDDEN) & (fate < CHANGED),
                lambda fate: (fate >= HIDDEN) & (fate <= CHANGED),
                lambda fate: (fate > HIDDEN) & (fate < CHANGED),
                lambda fate: (fate > HIDDEN) & (fate <= CHANGED),
            )
        )

    bounds = Mistake(
        "at-the-bound",
        "A number that is equal to a bound is on the wrong side of it. Below the rate is chosen, "
        "below 0.8 hidden, from 0.8 to below 0.9 changed.",
        at_the_bound,
        credit=0.8,
    )
    rule = (
        "Chosen are words w with `choose[w] < rate`. Of their tokens those with a fate below 0.8 "
        "are hidden, from 0.8 to below 0.9 changed. Labels: the old tokens there, else −100."
    )

    def answers(cases):
        ask.announce(cases)
        return [
            ask.parts(*case, inputs=case.tokens.shape, labels=case.tokens.shape) for case in cases
        ]

    def shown_beside(output, case):
        return {"Expected": Blanks(inputs(case), labels(case))}

    cases = [
        case for ways in PARTS.values() for case in cases_that_tell_apart(random_case, ways, equals)
    ]
    parts = [
        Part("inputs", equals_one_of(inputs, same=equals), mistakes_in("inputs"), share=0.5),
        Part("labels", equals_one_of(labels, same=equals), mistakes_in("labels"), share=0.5),
    ]
    outputs = ask.exchanged(cases, answers(cases), parts)
    judge_parts(ask, cases, outputs, parts, rule=rule, shown_beside=shown_beside)

    a, b = (int(n) for n in rng.choice(np.arange(2, 6), size=2, replace=False))
    edges = [draw([a, 1, b], 0.5, edge=True) for _ in "three"]
    limits = draw([2, 2, 1], 0.5, special=0)
    fates = np.array([CHANGED, HIDDEN, HIDDEN, CHANGED, 0])
    choose = np.array([0, 0, limits.rate])
    edges.append(limits._replace(choose=choose, fate=fates, other=limits.tokens + 100))
    edges += [draw([a, b], 0, edge=True), draw([1], 1), draw([a, b, 1], 1), draw([b, a], 0)]
    edges += [draw([], 0.5, special=1), draw([], 1, special=2), draw([1], 0.9, special=0)]
    sizes = rng.multinomial(MOST_TOKENS - 102, [1 / 100] * 100) + 1
    full = draw(sizes, 0.15)
    edges += [full, draw([a] * 9, 0.4, special=0)]
    edges += [
        case._replace(tokens=case.tokens + LARGEST_TOKEN - 99) for case in (draw([2], 1), full)
    ]

    def judge_all():
        outputs = [
            ask.arrays(*case, inputs=case.tokens.shape, labels=case.tokens.shape) for case in edges
        ]
        judge(ask, edges, outputs, right, [bounds], rule=rule, shown_beside=shown_beside)

    judge_edges(judge_all)
    ask.require_order()
    return "Drawn anew whenever the text is read, such blanks are called dynamic masking."
