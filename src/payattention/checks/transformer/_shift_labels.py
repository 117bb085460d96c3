"""The check of `shift_labels`: the labels that a decoder must predict."""

import functools
from typing import NamedTuple

import numpy as np

from payattention.checks.check import Ask, Mistake, Mistakes, UndoableMistake, check, judge
from payattention.checks.edges import judge_edges
from payattention.checks.gives import equals, equals_one_of

MOST_TEXTS, MOST_TOKENS = 64, 100
LARGEST_TOKEN = 50_000
IGNORED = -100
BEHIND = (
    "Something behind the end is a label. Behind the first EOS all is padding, whatever tokens "
    "stand there."
)


class Texts(NamedTuple):
    """The arguments of one call, and the end of each text.

    tokens   the token ids, (texts, tokens)
    n_begin  the number of beginning tokens of each text, (texts,)
    eos      the id of EOS
    end      the index of the EOS that ends each text, (texts,); without EOS, the length of the row
    """

    tokens: np.ndarray
    n_begin: np.ndarray
    eos: int
    end: np.ndarray


class Row(NamedTuple):
    """The layout of a random text.

    begin    the number of beginning tokens
    words    the number of words
    padding  the number of padding tokens
    has_end  whether an EOS follows the words
    """

    begin: int
    words: int
    padding: int
    has_end: bool = True


def label_masks(case: Texts) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Three masks of the labels: beginning tokens; words and their EOS; padding after the EOS.

    Each mask is (texts, tokens − 1). Its index t is that of label t, which is token t + 1.
    """
    place = np.arange(1, case.tokens.shape[1])  # the index of the token that is each label
    begin = place < case.n_begin[:, None]
    behind = place > case.end[:, None]
    return begin, ~begin & ~behind, behind


@check(reread="Chapter 5, [Label shift](05-transformer#label-shift)")
def shift_labels(ask: Ask, rng: np.random.Generator) -> str:
    """Check a student's labels of texts that have several beginning tokens and padding.

    Promised domain: 1 to 64 texts of 2 to 100 tokens from 0 to 50,000; each row has at least one
        beginning token and at least one token after those.
    Extremes and special cases, alone and together: padding with EOS; padding with several different
        tokens; an EOS among the beginning tokens; a text that is cut off before its EOS; an empty
        text; a row with only one token after the beginning; no padding; one text of two tokens; all
        sizes at their largest.
    Usual mistakes: the labels are not shifted; the mask is not shifted; all beginning tokens are
        labels; the last beginning token is a label; the padding is among the labels; the first
        padding token is a label; the first word is ignored; the EOS of the text is ignored; EOS is
        ignored everywhere; padding other than EOS is not ignored; the last EOS of a row is taken
        for the end; ignored labels have another number than −100; the code assumes that all rows
        have the same number of beginning tokens. In edge cases: the first EOS of the whole row is
        taken for the end; padding is recognised by one token; rows without EOS get wrong labels.
    Certain: neighbouring tokens differ, except in the padding, and the rows have different numbers
        of beginning tokens. So every two of these mistakes give different labels. A mistake is
        named only if the student's labels fit it in all cases.
    """

    def draw(*rows, eos=None, pad="eos", begin_has_eos=False):
        """Draw random texts with the layouts ``rows``, all of the same length.

        ``pad`` is the kind of padding: "eos", one "other" token, or "mixed". With
        ``begin_has_eos``, one beginning token of each text is EOS.
        """
        eos = int(rng.integers(2, 40)) if eos is None else eos
        other = int(rng.choice(np.setdiff1d(np.arange(40), [eos])))
        tokens = []
        for row in rows:
            words = row.begin + row.words
            line = spread(rng.choice(np.setdiff1d(np.arange(40, 99), [eos]), size=words))
            if begin_has_eos:
                line[rng.integers(row.begin)] = eos
            padding = {
                "eos": [eos] * row.padding,
                "other": [other] * row.padding,
                "mixed": rng.choice([eos, other, *line], size=row.padding),
            }
            tokens.append([*line, *[eos] * row.has_end, *padding[pad]])
        end = [
            row.begin + row.words if row.has_end else len(line)
            for row, line in zip(rows, tokens, strict=True)
        ]
        return Texts(np.array(tokens), np.array([row.begin for row in rows]), eos, np.array(end))

    def spread(line):
        """Change ``line``, an array of tokens, so that no neighbours are equal, and return it."""
        for i in range(1, len(line)):
            line[i] += 60 * (line[i] == line[i - 1])
        return line

    def labels(case, *, shift=1, predicted=None):
        """The labels: the next token where the mask ``predicted`` is true, and −100 elsewhere.

        ``predicted`` is (texts, tokens − 1); by default, it marks the words and their EOS. With
        ``shift=0``, the labels are the input tokens, not the next ones.
        """
        predicted = label_masks(case)[1] if predicted is None else predicted
        tokens = case.tokens[:, 1:] if shift else case.tokens[:, :-1]
        return np.where(predicted, tokens, IGNORED)

    def right(output, case):
        return equals(output, labels(case))

    def undo(output, case, wrong, found, put):
        """Return (repaired output, case), or None if the student did not make the mistake.

        ``wrong`` marks the labels that the mistake changes. ``found`` marks those where the
        student's label is what the mistake gives. ``put`` is the right label there.
        """
        if not found[wrong].all():
            return None
        return np.where(wrong, put, output), case

    def begin_predicted(output, case):
        return undo(output, case, label_masks(case)[0], output == case.tokens[:, 1:], IGNORED)

    def padding_predicted(output, case):
        return undo(output, case, label_masks(case)[2], output == case.tokens[:, 1:], IGNORED)

    def labels_at(case, place):
        """A mask, (texts, tokens − 1), of one label in each row i: the token at ``place[i]``.

        If ``place[i]`` is the length of the row, row i is all false.
        """
        return np.arange(1, case.tokens.shape[1]) == place[:, None]

    def end_lost(output, case):
        return undo(output, case, labels_at(case, case.end), output == IGNORED, case.eos)

    def first_lost(output, case):
        first = labels_at(case, case.n_begin)
        return undo(output, case, first, output == IGNORED, case.tokens[:, 1:])

    def other_number(output, case):
        """Return (repaired output, case) if all ignored labels have the same number, but not −100.

        Otherwise, return None.
        """
        text = label_masks(case)[1]
        found = np.unique(output[~text])
        if len(found) > 1 or found.tolist() == [IGNORED]:
            return None
        lost = text & np.isin(output, found) & (output != labels(case))
        return np.where(lost | ~text, IGNORED, output), case

    def between(case, begin, end):
        place = np.arange(1, case.tokens.shape[1])
        return (begin <= place) & (place <= end)

    def one_for_all(of):
        """Two functions (case): the labels if all rows have the same number of beginning tokens.

        This number is ``of(n_begin)``, for example the smallest. In the first function, a text has
        its right end; in the second, it ends at the first EOS after that many tokens.
        """

        def other(case, end):
            begin = of(case.n_begin)
            last = case.end if end is None else end(case, begin)
            return labels(case, predicted=between(case, begin, last[:, None]))

        return [functools.partial(other, end=end) for end in (None, first_end)]

    def first_end(case, begin):
        """In each row, the first index of EOS from ``begin`` on; without EOS, the row's length."""
        ends = (case.tokens == case.eos) & (np.arange(case.tokens.shape[1]) >= begin)
        return np.where(ends.any(axis=1), ends.argmax(axis=1), case.tokens.shape[1])

    def labels_except(ignored):
        """A function (case): the labels if only ``ignored(case)`` is ignored after the beginning.

        ``ignored(case)`` is a mask, (texts, tokens − 1).
        """

        def other(case):
            begin, _, _ = label_masks(case)
            return labels(case, predicted=~begin & ~ignored(case))

        return other

    def is_end(case):
        return case.tokens[:, 1:] == case.eos

    def last_end(case):
        """In each row, the index of the last EOS; without EOS, the row's length."""
        size = case.tokens.shape[1]
        ends = case.tokens[:, ::-1] == case.eos
        return np.where(ends.any(axis=1), size - 1 - ends.argmax(axis=1), size)

    def with_bounds(first, last):
        """A function (case): the labels if only some tokens of each row are predicted.

        These are the tokens from index ``n_begin + first`` to ``last(case)``, both included.
        """
        return lambda case: labels(
            case, predicted=between(case, case.n_begin[:, None] + first, last(case)[:, None])
        )

    are = functools.partial(equals_one_of, same=equals)
    mistakes: Mistakes = [
        Mistake(
            "not-shifted",
            "The labels are the inputs themselves, or not shifted by one: the decoder would learn "
            "to repeat what it reads.",
            are(
                lambda case: case.tokens[:, :-1],
                lambda case: labels(case, shift=0),
                lambda case: np.where(
                    between(case, case.n_begin[:, None] + 1, case.end[:, None] + 1),
                    case.tokens[:, :-1],
                    IGNORED,
                ),
            ),
        ),
        Mistake(
            "mask-not-shifted",
            "Tokens and labels are shifted, but what is ignored is not: whether a label counts "
            "depends on the label, token t + 1, and not on input t.",
            are(
                lambda case: labels(
                    case,
                    predicted=between(case, case.n_begin[:, None] + 1, case.end[:, None] + 1),
                )
            ),
            credit=0.4,
        ),
        Mistake(
            "one-beginning",
            "All rows are treated as if they began with the same number of tokens. `n_begin` has "
            "a number for each row.",
            are(
                *one_for_all(np.min),
                *one_for_all(np.max),
                *one_for_all(lambda n_begin: n_begin[0]),
            ),
            credit=0.4,
        ),
        Mistake(
            "every-end-ignored",
            "EOS is ignored wherever it stands. The first one behind the beginning is a label; "
            "what follows it is padding, whatever stands there.",
            are(labels_except(is_end)),
            credit=0.4,
        ),
        Mistake(
            "behind-the-end",
            BEHIND,
            are(labels_except(lambda case: label_masks(case)[2] & is_end(case))),
            credit=0.6,
        ),
        Mistake(
            "last-end",
            "The last EOS of a row is taken for the end of the text. The first one behind the "
            "beginning is the end.",
            are(with_bounds(0, last_end)),
            credit=0.5,
        ),
        Mistake(
            "one-behind-the-end",
            "One token behind EOS is a label, too. EOS is the last one.",
            are(with_bounds(0, lambda case: case.end + 1)),
            credit=0.5,
        ),
        Mistake(
            "last-of-the-beginning",
            "The last beginning token is a label, too. It is given: nobody has to predict it.",
            are(with_bounds(-1, lambda case: case.end)),
            credit=0.5,
        ),
        UndoableMistake(
            "begin-predicted",
            "Beginning tokens are among the labels. They are given: nobody has to predict them.",
            begin_predicted,
            credit=0.4,
        ),
        UndoableMistake(
            "padding-predicted",
            "What stands behind EOS is among the labels. It is padding.",
            padding_predicted,
            credit=0.4,
        ),
        UndoableMistake(
            "end-lost",
            "EOS is never a label, so the decoder would not learn to stop. The first EOS behind "
            "the beginning belongs to the text; only what follows is padding.",
            end_lost,
            credit=0.5,
        ),
        UndoableMistake(
            "first-lost",
            "The first token behind the beginning is not a label. The last beginning token must "
            "predict it.",
            first_lost,
            credit=0.5,
        ),
        UndoableMistake(
            "other-number",
            "What is not to be predicted has another label than −100.",
            other_number,
            credit=0.7,
        ),
    ]

    def judge_at(cases, mistakes):
        ask.announce(case[:3] for case in cases)
        judge(
            ask,
            cases,
            [ask.array(*case[:3], shape=labels(case).shape) for case in cases],
            right,
            mistakes,
            n_arguments=3,
            shown_beside=lambda output, case: {"Expected": labels(case)},
            rule="Label t is token t + 1, if that stands behind the beginning and not behind the "
            "first EOS there; else it is −100.",
        )

    a, b, c = (int(x) for x in rng.choice(np.arange(2, 7), size=3, replace=False))
    short = [Row(1, 2, 1), Row(2, 2, 0)]
    long = [Row(a, b, c), Row(b, c, a), Row(c, a, b), Row(2, a + b + c - 3, 1)]
    few = [Row(3, 1, 2), Row(2, 4, 0), Row(4, 2, 0), Row(1, 1, 4)]
    judge_at(
        [draw(*short), draw(*long), draw(*long[::-1], pad="other"), draw(*few, pad="other")],
        mistakes,
    )

    def begins_with_end(case):
        """A mask of the rows that have an EOS among their beginning tokens."""
        begin = np.arange(case.tokens.shape[1]) < case.n_begin[:, None]
        return (begin & (case.tokens == case.eos)).any(axis=1)

    begin_ends = Mistake(
        "begin-taken-for-end",
        "An EOS among the beginning tokens is taken for the end of the text. Look for the end "
        "behind the beginning.",
        lambda output, case: equals(
            output, np.where(begins_with_end(case)[:, None], IGNORED, labels(case))
        ),
        credit=0.6,
    )
    without_end = Mistake(
        "cut-off",
        "A row without EOS is a text that was cut off: all of it behind the beginning is to be "
        "predicted.",
        lambda output, case: equals(output[ended(case)], labels(case)[ended(case)]),
        credit=0.7,
    )
    by_token = Mistake(
        "behind-the-end",
        BEHIND,
        lambda output, case: bool(
            (
                (output == labels(case)) | (label_masks(case)[2] & (output == case.tokens[:, 1:]))
            ).all()
        ),
        credit=0.6,
    )

    def ended(case):
        return case.end < case.tokens.shape[1]

    starts = [draw(*few, begin_has_eos=True), draw(Row(1, 3, 1), Row(2, 2, 1), begin_has_eos=True)]
    cut = [draw(Row(a, b + 1, 0, has_end=False), Row(b, a, 0)), draw(Row(1, 4, 0, has_end=False))]
    cut += [draw(Row(1, 1, 0, has_end=False))]
    cut += [draw(Row(2, 3, 0, has_end=False), Row(1, 2, 1), begin_has_eos=True)]
    behind = [draw(*long, pad="mixed"), draw(*few, pad="mixed", eos=0)]
    thin = [draw(Row(1, 0, 0)), draw(Row(1, 0, 4), Row(5, 0, 0))]
    n = MOST_TOKENS
    sizes = rng.multinomial(n - 2, [1 / 3] * 3, size=MOST_TEXTS).tolist()
    full = draw(*(Row(1 + begin, words, padding) for begin, words, padding in sizes))
    full = full._replace(tokens=full.tokens * (LARGEST_TOKEN // full.tokens.max()))
    full = full._replace(eos=int(full.tokens[0, full.end[0]]))
    judge_edges(
        lambda: judge_at([*starts, *cut], [without_end, begin_ends]),
        lambda: judge_at(behind, [by_token]),
        lambda: judge_at([*thin, full], []),
    )
    return "A loss counts what its labels say: a wrong mask trains a model that never stops."
