"""Check of `cloze_states`: for each word, the states of two RNNs that have read all others."""

from typing import NamedTuple

import numpy as np
import torch

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


class Sentences(NamedTuple):
    """A test case: right-padded sentences and the parameters of two RNNs (readers).

    Reader 0 reads from the left, reader 1 from the right. The last two fields are not arguments of
    the call; they describe a wrong answer.

    x               the items, (sentences, positions, d_x)
    lengths         how many words each sentence has
    W               for each reader, the matrix for the items, (2, d_h, d_x)
    U               for each reader, the matrix for the state before, (2, d_h, d_h)
    b               for each reader, the bias, (2, d_h)
    begins          for each sentence, how many positions reader 1 reads; by default, all its words
    reads_own_word  for each reader, 1 if its state at a word is after reading it, else 0
    """

    x: np.ndarray
    lengths: np.ndarray
    W: np.ndarray
    U: np.ndarray
    b: np.ndarray
    begins: np.ndarray | None = None
    reads_own_word: tuple[int, int] = (0, 0)


@check(reread="Chapter 1, [Reading both ways](01-rnn-limits#birnn)", odd_form=True)
def cloze_states(ask: Ask, rng: np.random.Generator) -> str:
    """Check the states of a bidirectional RNN at each word, where the word itself is not read.

    The first half of the output is the state of an RNN that has read the words before, from the
    left. The second half is the state of an RNN that has read the words after, from the right.

    Promised domain: 1 to 100 positions; sentence lengths from 1 to the number of positions. The
        padding contains any numbers, also NaN.
    Extremes and special cases, alone: one position; sentences of one word; one sentence; all
        sentences as long as the batch; items of one number; one unit; NaN at padding; 100
        positions. Together: a sentence of one word and one without padding in the same batch, with
        NaN at padding.
    Usual mistakes: one reader has read the word itself; both readers have read the word itself; the
        reader from the right begins in the padding; the states of the reader from the right are not
        put back into the order of the words; the readers' parameters are exchanged; the halves of
        the output are exchanged; one reader is used for both halves; there are states at padding; a
        reader's state is not 0 although it has read no word yet; a matrix is transposed; a bias is
        missing; at edge cases, NaN at padding gets into the result.
    Certain: The feedback names a mistake only if the mistake explains all states, compared with
        those of torch's RNN. At edge cases, every wrong entry must be NaN.
    """

    def network(case, reader):
        """Torch's RNN with the parameters of reader 0 (from the left) or 1 (from the right)."""
        rnn = torch.nn.RNN(case.x.shape[2], case.b.shape[1], dtype=torch.float64)
        parts = (case.W[reader], case.U[reader], case.b[reader], 0 * case.b[reader])
        with torch.no_grad():
            for parameter, value in zip(rnn.parameters(), parts, strict=True):
                parameter.copy_(torch.tensor(value))
        return rnn

    def states(rnn, items):
        """The states of ``rnn``, (items + 1, units): row t is the state after t of the items."""
        start = np.zeros((1, rnn.hidden_size))
        with torch.no_grad():
            after = rnn(torch.tensor(items))[0].numpy() if len(items) else start[:0]
        return np.vstack([start, after])

    def halves(output):
        d = output.shape[2] // 2
        return output[..., :d], output[..., d:]

    def joined(*halves):
        return np.concatenate(halves, axis=-1)

    def padding(case):
        return np.arange(case.x.shape[1]) >= case.lengths[:, None]

    def left(case, reader=0):
        """Yield, for each sentence, the states of an RNN that reads from the left: (words, units).

        Row t is the state before word t, or after it if ``case.reads_own_word[0]`` is 1. The RNN
        has the parameters of ``reader``, 0 or 1.
        """
        rnn = network(case, reader)
        for items, length in zip(case.x, case.lengths, strict=True):
            known = states(rnn, items[:length])
            yield known[case.reads_own_word[0] :][:length]

    def right(case):
        """Yield, for each sentence, the states of an RNN that reads from the right: (words, units).

        Row t is the state before it reads word t, or after that if ``case.reads_own_word[1]`` is 1.
        """
        rnn = network(case, 1)
        begins = case.lengths if case.begins is None else case.begins
        for items, length, start in zip(case.x, case.lengths, begins, strict=True):
            # Row t of ``known`` is the state after reading items …, t + 1, t.
            known = states(rnn, items[:start][::-1].copy())[::-1]
            yield known[1 - case.reads_own_word[1] :][:length]

    def half_fits(half, known, case):
        pairs = zip(half, known, case.lengths, strict=True)
        return all(close(mine[:length], wanted, atol=1e-5) for mine, wanted, length in pairs)

    def words_fit(output, case):
        one, other = halves(output)
        return half_fits(one, left(case), case) and half_fits(other, right(case), case)

    def fits(output, case):
        return close(output[padding(case)], 0) and words_fit(output, case)

    def turned(half, case):
        """A copy of one half of the output, with the rows of each sentence's words reversed."""
        half = half.copy()
        for mine, length in zip(half, case.lengths, strict=True):
            mine[:length] = mine[:length][::-1].copy()
        return half

    def never_turned(output, case):
        one, other = halves(output)
        both = (left(case), left(case, reader=1))
        return all(half_fits(*pair, case) for pair in zip((one, other), both, strict=True))

    def but_borders(output, case):
        """Whether the states at words are right, except where a reader has read nothing yet."""
        one, other = halves(output)
        inner = zip(one, left(case), other, right(case), case.lengths, strict=True)
        return all(
            close(a[1:n], known[1:], atol=1e-5) and close(b[: n - 1], far[:-1], atol=1e-5)
            for a, known, b, far, n in inner
        )

    def full(case):
        return np.full_like(case.lengths, case.x.shape[1])

    def same_for_both(case, reader):
        return case._replace(
            **{name: getattr(case, name)[[reader, reader]] for name in ("W", "U", "b")}
        )

    def other_way(output, case):
        return output, case._replace(W=case.W[::-1], U=case.U[::-1], b=case.b[::-1])

    mistakes: Mistakes = [
        UndoableMistake(
            "padding-not-0",
            "There are states at padding. Behind the length of a sentence all rows must be 0.",
            lambda output, case: (
                None
                if close(output[padding(case)], 0)
                else (np.where(padding(case)[..., None], 0, output), case)
            ),
            credit=0.7,
        ),
        UndoableMistake(
            "reads-itself",
            "Both readers have read the word itself. At word t, the one from the left knows the "
            "words before it, the one from the right those after it.",
            lambda output, case: (output, case._replace(reads_own_word=(1, 1))),
            credit=0.4,
        ),
        UndoableMistake(
            "one-reads-itself",
            "One of the readers, the one from the left, has read the word itself.",
            lambda output, case: (output, case._replace(reads_own_word=(1, 0))),
            credit=0.6,
        ),
        UndoableMistake(
            "one-reads-itself",
            "One of the readers, the one from the right, has read the word itself.",
            lambda output, case: (output, case._replace(reads_own_word=(0, 1))),
            credit=0.6,
        ),
        UndoableMistake(
            "from-the-padding",
            "The reader from the right begins at the end of the batch and reads padding first. It "
            "must begin at each sentence's own last word, with the state 0.",
            lambda output, case: (output, case._replace(begins=full(case))),
            credit=0.4,
        ),
        UndoableMistake(
            "from-the-padding",
            "The reader from the right begins at the end of the batch. The padding was put to 0, "
            "but a step that reads 0 still adds the bias: begin at each sentence's own last word.",
            lambda output, case: (
                output,
                case._replace(begins=full(case), x=np.where(padding(case)[..., None], 0, case.x)),
            ),
            credit=0.4,
        ),
        UndoableMistake(
            "not-turned-back",
            "The states of the reader from the right stand in the order in which it read. Turn "
            "them round again, so that row t belongs to word t.",
            lambda output, case: (joined(halves(output)[0], turned(halves(output)[1], case)), case),
            credit=0.5,
        ),
        UndoableMistake(
            "halves-exchanged",
            "The two halves have changed places: the reader from the left comes first.",
            lambda output, case: (joined(*halves(output)[::-1]), case),
            credit=0.7,
        ),
        UndoableMistake(
            "parameters-exchanged",
            "The readers have each other's parameters: `W[0]`, `U[0]`, `b[0]` are those of the "
            "reader from the left.",
            other_way,
            credit=0.7,
        ),
        UndoableMistake(
            "one-set-of-parameters",
            "Both readers have the parameters of the first. The second has its own, `W[1]`, "
            "`U[1]` and `b[1]`.",
            lambda output, case: (output, same_for_both(case, 0)),
            credit=0.6,
        ),
        UndoableMistake(
            "U-transposed",
            "U stands transposed in both readers: unit i gets the sum over j of `U[i, j]` times "
            "unit j's state.",
            lambda output, case: (output, case._replace(U=case.U.transpose(0, 2, 1).copy())),
            credit=0.6,
        ),
        UndoableMistake(
            "bias-forgotten",
            "The biases are missing.",
            lambda output, case: (output, case._replace(b=0 * case.b)),
            credit=0.6,
        ),
        Mistake(
            "never-turned",
            "The second reader reads from the left, too. It must go from the last word to the "
            "first.",
            never_turned,
            credit=0.3,
        ),
        Mistake(
            "border",
            "Right, except beside the first or last word. Before the first word there is nothing, "
            "and nothing after the last: there the state is 0.",
            but_borders,
            credit=0.6,
        ),
    ]

    def draw(lengths, n, d_x, d_h, *, fill=None):
        x = rng.normal(size=(len(lengths), n, d_x)).round(1)
        W = rng.normal(size=(2, d_h, d_x)).round(1)
        U, b = rng.normal(0, 0.7, size=(2, d_h, d_h)).round(1), rng.uniform(0.2, 0.9, (2, d_h))
        case = Sentences(x, np.array(lengths), W, U, b.round(1))
        if fill is not None:
            x[padding(case)] = fill
        return case

    def first_wrong_word(output, case):
        for s, (known, far) in enumerate(zip(left(case), right(case), strict=True)):
            n = case.lengths[s]
            wanted = np.vstack([joined(known, far), np.zeros((len(output[s]) - n, len(output.T)))])
            for t, row in enumerate(wanted):
                if not close(output[s, t], row, atol=1e-5):
                    what = f"word {t} of {n}" if t < n else "padding"
                    return {
                        "Returned": f"sentence {s}, {what}: {show(output[s, t])}",
                        "It must be": f"{show(row)}, the left reader's state, then the right one's",
                    }
        return {}

    def judge_at(cases, mistakes):
        ask.announce(case[:5] for case in cases)
        judge(
            ask,
            cases,
            [ask.array(*c[:5], shape=(*c.x.shape[:2], 2 * c.b.shape[1])) for c in cases],
            fits,
            mistakes,
            n_arguments=5,
            shown_beside=first_wrong_word,
            rule="At word t stand the state of the first reader after the words before it, and "
            "that of the second after the words behind it, from the last on; 0 if there is none.",
        )

    def lengths(sentences, n):
        return rng.integers(2, n, size=sentences).tolist()

    n, d_x, d_h = rng.integers((5, 2, 2), (8, 5, 5)).tolist()
    ordinary = [draw([2, 3], 4, 2, 2), draw([4, 2, 5], 6, 1, 3), draw([5, 3], 7, 3, 2)]
    ordinary += [draw([3, 4], 5, 3, 3), draw(lengths(3, n), n, d_x, d_h)]
    judge_at(ordinary, mistakes)

    def only_nan(output, case):
        """Whether all entries of the output are right or NaN.

        NaN is accepted only in a batch with padding, because only padding can be its cause.
        """
        if fits(output, case):
            return True
        broken = np.isnan(output)
        repaired = np.where(broken, 0, output)
        words = zip(repaired, broken, left(case), right(case), case.lengths, strict=True)
        return bool(padding(case).any()) and all(
            (bad[:n] | np.isclose(mine[:n], joined(known, far), atol=1e-5)).all()
            and close(mine[n:], 0)
            for mine, bad, known, far, n in words
        )

    poisoned = Mistake(
        "nan-times-0",
        "NaN at padding got into the result: NaN times 0 is NaN, not 0. Do not read padding at "
        "all, or put 0 in its place with `np.where` before and after.",
        only_nan,
        credit=0.7,
    )
    alone = [
        draw([1], 1, 2, 2),
        draw([1, 1], 3, 2, 3),
        draw([5], 5, 2, 1),
        draw([4, 4, 4], 4, 1, 1),
    ]
    alone += [draw([int(rng.integers(50, LONGEST)), LONGEST], LONGEST, 2, 2)]
    dirty = [draw([2, 4], 5, 2, 3, fill=np.nan), draw([1, 6, 3], 6, 2, 2, fill=np.nan)]
    judge_edges(lambda: judge_at([*alone, *dirty], [poisoned]))
    return "Such states fill gaps: “I went to the ___ to deposit my cheque”."
