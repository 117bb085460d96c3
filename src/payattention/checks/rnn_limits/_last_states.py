"""Check of `last_states`: the last states of a bidirectional RNN in a padded batch."""

from typing import NamedTuple

import numpy as np

from payattention.checks.check import (
    Ask,
    Mistake,
    Mistakes,
    UndoableMistake,
    check,
    close,
    judge,
    show,
)
from payattention.checks.edges import judge_edges

LONGEST = 100


class Batch(NamedTuple):
    """A test case: the states of two RNNs (readers), from the left and from the right, and a mask.

    The last two fields are not arguments of the call.

    forwards    the states of the reader from the left, (sentences, positions, d)
    backwards   the states of the reader from the right, (sentences, positions, d)
    real        True at words, False at padding, (sentences, positions)
    rightwards  for each sentence, the rows of ``forwards`` at its words
    leftwards   for each sentence, the rows of ``backwards`` at its words
    """

    forwards: np.ndarray
    backwards: np.ndarray
    real: np.ndarray
    rightwards: list[np.ndarray]  # for each sentence, (words, d)
    leftwards: list[np.ndarray]


@check(reread="Chapter 1, [Batches with padding](01-rnn-limits#padded-batches)", odd_form=True)
def last_states(ask: Ask, rng: np.random.Generator) -> str:
    """Check the last states of two RNNs: one at each sentence's last word, the other at its first.

    Promised domain: 1 to 100 positions. Words are at any positions, or at none. The states at
        padding contain any numbers, also NaN and infinity.
    Extremes and special cases, alone: one position; one sentence; states of one number; a sentence
        as long as the batch; one word; no word; padding that contains only NaN and infinity.
        Together: one batch of sentences without a word, with one word, and with padding between the
        words, where all padding is infinite.
    Usual mistakes: the last position of the batch is used as the last word's position; the number
        of words is used as the last word's position; each reader's first state is returned, not its
        last; both readers are read off at the same word; the halves of the rows are exchanged; the
        position is off by one; padding is taken for words; the mean, sum or maximum of the states
        is returned; at edge cases, NaN is multiplied by 0; at edge cases, a sentence without a word
        is read at the index −1.
    Certain: All states are random, so each choice of positions gives a different output. At edge
        cases the feedback names only mistakes that can explain every wrong row.
    """

    def draw(words, length, d, *, fill=None, left=False):
        """A random test case: sentences with ``words[i]`` words each, and padding elsewhere.

        The words are at random positions or, with ``left``, at the first ones. ``fill`` lists the
        values that the states at padding may have, for example NaN.
        """
        shape = (len(words), length, d)
        forwards, backwards = rng.normal(size=(2, *shape)).round(2)
        real = np.zeros(shape[:2], dtype=bool)
        for row, n in zip(real, words, strict=True):
            row[np.arange(n) if left else rng.permutation(length)[:n]] = True
        if fill is not None:
            for states in (forwards, backwards):
                states[~real] = rng.choice(fill, size=((~real).sum(), d))
        return Batch(
            forwards,
            backwards,
            real,
            [states[at] for states, at in zip(forwards, real, strict=True)],
            [states[at] for states, at in zip(backwards, real, strict=True)],
        )

    def halves(output):
        d = output.shape[1] // 2
        return output[:, :d], output[:, d:]

    def row_fits(row, right, left):
        """Whether ``row`` is ``right[-1]`` followed by ``left[0]``, or 0 if there are no words.

        ``right`` and ``left`` are the states, at one sentence's words, of the RNNs that read to the
        right and to the left.
        """
        ends = np.append(right[-1], left[0]) if len(right) else np.zeros(len(row))
        return close(row, ends)

    def fits(output, case):
        return all(map(row_fits, output, case.rightwards, case.leftwards))

    def at(states, places):
        return states[np.arange(len(states)), places]

    def chosen(*choices):
        """Return a predicate (output, case): whether one of ``choices`` explains the output.

        Each choice takes the mask ``real`` and returns positions (i, j): row s of the output must
        be ``forwards[s, i[s]]`` followed by ``backwards[s, j[s]]``.
        """

        def fits(output, case):
            one, other = halves(output)
            pairs = (choice(case.real) for choice in choices)
            return any(
                close(one, at(case.forwards, i)) and close(other, at(case.backwards, j))
                for i, j in pairs
            )

        return fits

    def first(real):
        return real.argmax(axis=1)

    def last(real):
        return real.shape[1] - 1 - real[:, ::-1].argmax(axis=1)

    def number(real):
        return real.sum(axis=1)

    def off(real, by):
        return (last(real) + by).clip(0, real.shape[1] - 1), first(real)

    def pooled(output, case):
        """Whether the output is the mean, sum or maximum of the states, at words or everywhere."""
        one, other = halves(output)
        pools = (np.mean, np.sum, np.max)
        return any(
            close(one, [pool(states, axis=0) for states in mine])
            and close(other, [pool(states, axis=0) for states in theirs])
            for pool in pools
            for mine, theirs in ((case.rightwards, case.leftwards), (case.forwards, case.backwards))
        )

    mistakes: Mistakes = [
        UndoableMistake(
            "halves-exchanged",
            "The two halves of each row have changed places: the reader from the left comes first.",
            lambda output, case: (np.hstack(halves(output)[::-1]), case),
            credit=0.7,
        ),
        Mistake(
            "padding-read",
            "This is the first or last position of the batch, where some sentences have padding. "
            "The last state is that at the last word.",
            chosen(
                lambda real: (-1 + 0 * number(real), 0 * number(real)),
                lambda real: (-1 + 0 * number(real), first(real)),
                lambda real: (last(real), 0 * number(real)),
                lambda real: (-1 + 0 * number(real), -1 + 0 * number(real)),
            ),
            credit=0.1,
        ),
        Mistake(
            "words-counted",
            "The number of words serves as a position. That is right only where all words stand at "
            "the beginning; here there may be padding before and between them.",
            chosen(
                lambda real: (number(real) - 1, first(real)),
                lambda real: (number(real) - 1, 0 * number(real)),
                lambda real: (last(real), real.shape[1] - number(real)),
                lambda real: (number(real) - 1, real.shape[1] - number(real)),
                lambda real: (number(real) - 1, number(real) - 1),
                lambda real: ((first(real) + number(real) - 1), first(real)),
                lambda real: (last(real), last(real) - number(real) + 1),
            ),
            credit=0.4,
        ),
        Mistake(
            "first-gap",
            "The reader from the left is read off before the first padding. There may be padding "
            "between the words, or before them all.",
            chosen(lambda real: ((~real).argmax(axis=1) - 1, first(real))),
            credit=0.4,
        ),
        Mistake(
            "one-reader",
            "Both halves come from `forwards`. The second is the state of the reader from the "
            "right, in `backwards`.",
            lambda output, case: any(
                chosen(lambda real, j=j: (last(real), j(real)))(
                    output, case._replace(backwards=case.forwards)
                )
                for j in (first, last)
            ),
            credit=0.4,
        ),
        Mistake(
            "one-end",
            "Both readers are read off at the same word. One begins where the other ends.",
            chosen(lambda real: (last(real), last(real)), lambda real: (first(real), first(real))),
            credit=0.5,
        ),
        Mistake(
            "ends-exchanged",
            "These are the readers' first states, when they have seen one word. The reader from "
            "the left ends at the last word, the other at the first.",
            chosen(lambda real: (first(real), last(real))),
            credit=0.4,
        ),
        Mistake(
            "padding-for-words",
            "The states at padding are chosen. `real` is `True` at the words.",
            chosen(lambda real: (last(~real), first(~real))),
            credit=0.3,
        ),
        Mistake(
            "off-by-one",
            "The reader from the left is read off one position beside its last word.",
            chosen(lambda real: off(real, 1), lambda real: off(real, -1)),
            credit=0.5,
        ),
        Mistake(
            "pooled",
            "The states are added, averaged or compared. Take one state of each reader, its last.",
            pooled,
        ),
    ]

    def wrong_row(output, case):
        i = next(
            i
            for i, row in enumerate(zip(output, case.rightwards, case.leftwards, strict=True))
            if not row_fits(*row)
        )
        return {
            "Returned": f"row {i}: {show(output[i])}",
            "It must be": show(
                np.append(case.rightwards[i][-1], case.leftwards[i][0])
                if len(case.rightwards[i])
                else np.zeros(len(output[i]))
            ),
            "Its words at": f"{show(case.real[i])}  (■ word, · padding)",
        }

    def judge_at(cases, mistakes):
        ask.announce(case[:3] for case in cases)
        judge(
            ask,
            cases,
            [ask.array(*c[:3], shape=(len(c.real), 2 * c.forwards.shape[2])) for c in cases],
            fits,
            mistakes,
            n_arguments=3,
            shown_beside=wrong_row,
            rule="A row is `forwards` at the sentence's last word and behind it `backwards` at its "
            "first word; it is 0 if there is no word.",
        )

    def words(sentences, length, fewest=1):
        """A random number of words for each sentence, from ``fewest`` to ``length`` − 1."""
        return rng.integers(fewest, length, size=sentences)

    n, length, d = rng.integers((3, 6, 2), (8, 12, 5)).tolist()
    ordinary = [draw([2, 3], 4, 2), draw([3, 1, 4], 6, 1), draw([5, 2, 4, 3], 7, 3)]
    ordinary += [draw(words(n, length, 2), length, d), draw(words(4, 9, 3), 9, 2, left=True)]
    judge_at(ordinary, mistakes)

    def where_wrong(name, says, credit, found):
        """A `Mistake` that is named if ``found(row, n, case)`` is True for every wrong row.

        ``row`` is the wrong row of the output, and n is how many words its sentence has.
        """

        def fits(output, case):
            rows = zip(output, case.rightwards, case.leftwards, strict=True)
            return all(
                row_fits(row, right, left) or found(row, len(right), case)
                for row, right, left in rows
            )

        return Mistake(name, says, fits, credit)

    no_word = where_wrong(
        "no-word",
        "The row of a sentence without a word must be 0. It has no last word, and a search for one "
        "ends at some padding.",
        0.6,
        lambda row, n, case: n == 0,
    )
    nan_times_0 = where_wrong(
        "nan-times-0",
        "NaN or ∞ at padding got into the result: NaN times 0 is NaN, not 0. Choose the states by "
        "their positions, or put 0 in place of the padding's with `np.where`.",
        0.6,
        lambda row, n, case: np.isnan(row).any() and n < len(case.real[0]),
    )
    odd = [np.nan, np.inf, -np.inf]
    alone = [draw([4], 4, 2), draw([1, 1], 1, 2), draw([5, 1, 3], 5, 1), draw([1, 1, 1], 9, 2)]
    alone += [draw(words(3, LONGEST), LONGEST, 2), draw([LONGEST], LONGEST, 1)]
    empty = [draw([0, 3, 2], 5, 2), draw([0], 3, 1), draw([0, 0, 1], 1, 2), draw([4, 0], 6, 3)]
    poison = [draw(words(4, 6), 6, 2, fill=odd), draw(words(3, 8), 8, 3, fill=[np.nan])]
    poison += [draw([0, 1, 7, 4], 7, 2, fill=odd[1:]), draw([3, 0, 5, 1], 8, 2, fill=odd[1:])]
    judge_edges(lambda: judge_at([*alone, *empty], [no_word]))
    judge_edges(lambda: judge_at(poison, [nan_times_0]))
    return "It holds for any padding, left, right or between: `real` alone says where words are."
