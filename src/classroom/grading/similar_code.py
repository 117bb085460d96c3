"""Find pairs of notebooks whose code is the same but for names, comments and spacing.

An answer is read as a sequence of *tokens*: names, numbers, operators. Comments, spacing and
triple-quoted texts are left out. A name that a student can choose is replaced by the number of
tokens since it last occurred (Baker 1993, A theory of parameterized pattern matching), so renaming
changes nothing. Each stretch of `LENGTH` tokens is a *fragment*; two answers are compared by the
fragments that they share, as in Schleimer, Wilkerson and Aiken 2003, Winnowing: local algorithms
for document fingerprinting. A class is small enough to compare all fragments.

Fragments of the released notebook, its hints among them, tell nothing and are left out. If c of the
n students who answered a task have a fragment, it weighs log2(n/c) bits: what everybody writes
weighs nothing. Neighbouring fragments overlap, so the bits are divided by `LENGTH`.

A pair is listed for one of two reasons:

* **Most is shared**: the two notebooks share at least `SHARE` of their weight (for each task,
  of the answer that weighs less), and at least `BITS` bits. A task counts for at most `TASK_BITS`,
  so several answers must be alike.
* **A long answer is the same**: at least `LONG` fragments of own code, and at most `FEW` students
  of the class gave this answer.

The thresholds are measured on ``tests/fresh_answers``, by people who saw only the notebook. In
classes of 8 to 45 made of their answers, two notebooks share at most 0.53 of their weight, and a
renamed copy all of it. Answers of people who never met were the same up to a length of 73
fragments; this was measured before some of these answers were copied into ``tests/answers``.
"""

import builtins
import keyword
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

import numpy as np

LENGTH = 12  # tokens in a fragment
SHARE = 0.7
BITS, TASK_BITS = 35.0, 20.0
LONG = 90  # fragments in an answer that is long enough to be compared alone
FEW = 3  # students

TOKEN = re.compile(
    r"""
    (?P<comment> \#[^\n]* | [rbfuRBFU]{0,2}(?P<triple>\"{3}|'{3})[\s\S]*?(?:(?P=triple)|\Z) )
    | (?P<text> [rbfuRBFU]{0,2} (?: "(?:\\.|[^"\\\n])*"? | '(?:\\.|[^'\\\n])*'? ) )
    | (?P<name> (?:\.\s*)? [^\W\d]\w* )
    | (?P<other> \d[\w.]* | \S )
    """,
    re.VERBOSE,
)
PREFIX, QUOTES = "rbfuRBFU", "\"'"  # of a string
FIXED = {*keyword.kwlist, *dir(builtins)}  # names that no student chooses
MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)  # odd, so no power of it is 0
NOTHING = np.zeros(0, np.uint64)

Answers = Mapping[str, str]  # a student's code, by task


@dataclass(frozen=True)
class Pair:
    """Two students whose notebooks share code.

    ``same`` are the tasks whose answers are the same but for names, comments and spacing; ``near``
    those that share at least `SHARE` of their fragments.
    """

    students: tuple[str, str]
    same: tuple[str, ...]
    near: tuple[str, ...]


class Fingerprint(NamedTuple):
    """What is compared of an answer.

    ``form`` is equal for two answers that are the same but for names, comments and spacing.
    ``fragments`` has a hash of each of the answer's own fragments, in order.
    """

    form: bytes
    fragments: np.ndarray


Fingerprints = Mapping[str, Fingerprint]  # a student's answers, by task


def tokens(code: str) -> list[str | int]:
    """The tokens of some code; a name that can be chosen is the distance to its last occurrence.

    The distance is 0 if the name has not occurred before.
    """
    found: list[str | int] = []
    last: dict[str, int] = {}
    for match in TOKEN.finditer(code):
        kind, text = match.lastgroup, match.group()
        if kind == "name" and text[0] != "." and text not in FIXED:
            here = len(found)
            found.append(here - last.get(text, here))
            last[text] = here
        elif kind == "text":
            found.append(f"“{text.lstrip(PREFIX).strip(QUOTES)}”")
        elif kind in ("name", "other"):
            found.append("".join(text.split()))
    return found


@dataclass
class Reader:
    """Reads code as fragments, and leaves out those of texts that everybody has."""

    known: np.ndarray = field(default_factory=lambda: np.zeros(1, np.uint64))  # sorted
    numbers: dict[str | int, int] = field(default_factory=dict)  # of the tokens seen so far
    read: dict[str, Fingerprint] = field(default_factory=dict)

    def know(self, texts: Iterable[str]) -> None:
        """Leave out the fragments of these texts from now on."""
        found = [self.known, *(self.fragments(tokens(text)) for text in texts)]
        self.known = np.unique(np.concatenate(found))

    def fragments(self, found: list[str | int]) -> np.ndarray:
        """A hash of each stretch of `LENGTH` tokens, in order.

        A distance of `LENGTH` or more counts as 0: a fragment tells nothing about what is far away.
        """
        count = max(len(found) - LENGTH + 1, 0)
        near = (0 if isinstance(one, int) and one >= LENGTH else one for one in found)
        numbers = [self.numbers.setdefault(token, 1 + len(self.numbers)) for token in near]
        line = np.array(numbers, np.uint64)
        hashes = np.zeros(count, np.uint64)
        for offset in range(LENGTH):
            hashes = hashes * MULTIPLIER + line[offset : offset + count]
        return hashes

    def fingerprint(self, code: str) -> Fingerprint:
        if code not in self.read:
            found = tokens(code)
            hashes = self.fragments(found)
            form = "\0".join(map(repr, found)).encode()
            indices = np.searchsorted(self.known, hashes)
            own = hashes[self.known.take(indices, mode="clip") != hashes]
            self.read[code] = Fingerprint(form, own)
        return self.read[code]


def similar_pairs(
    answers: Mapping[str, Answers], known: Iterable[str], most: int
) -> tuple[list[Pair], int]:
    """The pairs of students whose notebooks share much code, and how many such pairs there are.

    Only the ``most`` pairs that share most are returned, in this order.

    Args:
        answers: each student's code, by task.
        known: texts that everybody has: the released notebook with its hints.
        most: the highest number of pairs to return.
    """
    reader = Reader()
    reader.know(known)
    students = list(answers)
    read = [
        {task: reader.fingerprint(code) for task, code in answers[student].items()}
        for student in students
    ]
    shared, counted, own = np.zeros((3, len(read), len(read)))
    for task in {task for one in read for task in one}:
        each = [one[task].fragments if task in one else NOTHING for one in read]
        weight, totals = shared_weights(each)
        shared += weight
        counted += np.minimum(weight, TASK_BITS)
        own += np.minimum.outer(totals, totals)
    chosen = (counted >= BITS) & (shared >= SHARE * own)
    for pair in pairs_with_a_long_answer(read):
        chosen[pair] = True
    ones, twos = np.nonzero(np.triu(chosen, 1))
    order = np.argsort(-shared[ones, twos], kind="stable")[:most]
    pairs = [
        Pair((students[one], students[two]), *alike(read[one], read[two]))
        for one, two in zip(ones[order], twos[order], strict=True)
    ]
    return pairs, len(ones)


def shared_weights(fragments: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """The bits that each two answers to a task share, (students, students), and each one's own.

    ``fragments`` has the fragments of each student's answer. What more than half of those who
    answered have weighs less than one bit and is not counted.
    """
    each = [np.unique(one) for one in fragments]
    answered = sum(len(one) > 0 for one in each)
    every = np.concatenate([NOTHING, *each])
    who = np.repeat(np.arange(len(each)), [len(one) for one in each])
    who = who[np.argsort(every, kind="stable")]
    _, starts, sizes = np.unique(np.sort(every), return_index=True, return_counts=True)
    weights = np.where(sizes <= answered / 2, np.log2(answered / sizes) / LENGTH, 0)
    own = np.bincount(who, np.repeat(weights, sizes), minlength=len(each))
    groups: dict[bytes, float] = defaultdict(float)
    for index in np.flatnonzero((sizes > 1) & (weights > 0)):
        group = who[starts[index] : starts[index] + sizes[index]]
        groups[group.tobytes()] += weights[index]
    shared = np.zeros((len(each), len(each)))
    for key, weight in groups.items():
        same = np.frombuffer(key, who.dtype)
        shared[np.ix_(same, same)] += weight
    return shared, own


def pairs_with_a_long_answer(read: Sequence[Fingerprints]) -> set[tuple[int, int]]:
    """The places of each two students who gave the same long answer, which few others gave."""
    gave: dict[tuple[str, bytes], list[int]] = defaultdict(list)
    for student, answers in enumerate(read):
        for task, answer in answers.items():
            if len(answer.fragments) >= LONG:
                gave[task, answer.form].append(student)
    groups = [group for group in gave.values() if len(group) <= FEW]
    return {pair for group in groups for pair in combinations(group, 2)}


def alike(one: Fingerprints, two: Fingerprints) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The tasks whose answers are the same, and those whose answers share most fragments."""
    same, near = [], []
    for task in sorted(one.keys() & two.keys()):
        mine, theirs = one[task].fragments, two[task].fragments
        if len(mine) and one[task].form == two[task].form:
            same.append(task)
        elif np.isin(mine, theirs).sum() >= max(1, SHARE * min(len(mine), len(theirs))):
            near.append(task)
    return tuple(same), tuple(near)
