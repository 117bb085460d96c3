"""A GPT that a student has trained at home: its loss on text that it has never read.

Promised domain: 16 texts of 64 tokens at a time, from 97 tokens; the weights as they are, or all
    times one half. A loss per token is paid in steps: at most 2.55 is below that of a bigram, at
    most 1.93 below that of a trigram, at most 1.82 as good as our model after 1,000 steps, and at
    most 1.45 as good as ours after 2,000.
Extremes and special cases, alone and together: windows of one text, all of the largest length; the
    same windows with another end; with their words in another order; weights at half strength.
Certain: the token behind a window is never sent, so only a model that does not look ahead has the
    same loss on it as on the others. What stands before the place where a window is changed has the
    same logits as before, in every causal model. A random function is noticed first.

The text of the visible test is in the students' package, that of all others is not: it is left out
there, and the visible text stands in for it.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from payattention_checks.ask import Ask
from payattention_checks.task import Cases, Task
from payattention_checks.your_gpt._visible_text import TEXT as VISIBLE

try:
    from payattention_checks.your_gpt._hidden_text import TEXT as HIDDEN
except ImportError:  # in the students' package
    HIDDEN = VISIBLE

MOST_TEXTS, LONGEST_TEXT, LARGEST_VOCABULARY = 16, 64, 97
HIGHEST_BIGRAM, HIGHEST_TRIGRAM, HIGHEST_1000_STEPS, HIGHEST_2000_STEPS = 2.55, 1.93, 1.82, 1.45
BATCHES, KNOWN = 6, 2  # of 16 windows each: of the text, and of the visible text
HALF = 0.5
# How much outputs may differ by rounding, and losses by chance.
ROUNDING, BY_CHANCE, BY_MIXING, OF_LEARNING = 1e-2, 1.0, 1.2, 0.3


class Case(NamedTuple):
    """One experiment of many calls; the arguments of the first call come first.

    tokens    windows whose ends are changed, (windows, length)
    strength  1
    changed   all windows whose ends are changed, (batches, windows, length)
    cuts      the place of the last token that is not changed, (batches, windows)
    texts     the same windows as they are in the text, (batches, windows, length)
    labels    the token behind each token of them, (batches, windows, length)
    known     windows of the visible text and the token behind each, (batches, windows, length + 1)
    mixed     the same, with their words in another order
    """

    tokens: np.ndarray
    strength: float
    changed: np.ndarray
    cuts: np.ndarray
    texts: np.ndarray
    labels: np.ndarray
    known: np.ndarray
    mixed: np.ndarray


class Outcome(str):
    """What an experiment has shown: the loss, and what tells a model from something else.

    loss    per token of the text
    unseen  the loss on tokens that no call has shown
    twice   by how much the logits differ when the same is asked twice
    ahead   by how much they change with tokens that come later
    moved   by how much they change with the weights
    by_heart  how much larger the loss is on mixed words of the visible text than on itself
    """

    loss: float
    unseen: float
    twice: float
    ahead: float
    moved: float
    by_heart: float


def right(case: Case) -> None:
    """No output is the right one: a model is judged by its loss."""


def calls(case: Case) -> list[tuple[np.ndarray, float]]:
    at_full = [
        *case.changed,
        case.tokens,
        *case.texts,
        *case.known[..., :-1],
        *case.mixed[..., :-1],
    ]
    return [*((tokens, case.strength) for tokens in at_full), (case.texts[0], HALF)]


def read(ask: Ask, case: Case) -> Outcome:
    shape = (MOST_TEXTS, LONGEST_TEXT, LARGEST_VOCABULARY)
    came = np.stack([ask.array(*call, shape=shape) for call in calls(case)]).astype(float)
    n, k = len(case.texts), len(case.known)
    changed, again, plain, known, mixed, weak = np.split(came, np.cumsum([n, 1, n, k, k]))
    before = np.arange(LONGEST_TEXT) <= case.cuts[..., None]  # (batches, windows, length)
    at_cut, losses = case.cuts[..., None], losses_of(plain, case.labels)
    behind = np.take_along_axis(losses_of(changed, case.labels), at_cut, axis=-1)
    outcome = Outcome(f"logits with a loss of {losses.mean():.3f} per token")
    outcome.loss = losses.mean()
    outcome.unseen = np.mean([behind.mean(), losses[..., -1].mean()])
    outcome.twice = np.abs(again[0] - changed[0]).max()
    outcome.ahead = np.abs((changed - plain)[before]).max()
    outcome.moved = np.abs(weak[0] - plain[0]).max()
    by_heart = losses_of(mixed, case.mixed[..., 1:]) - losses_of(known, case.known[..., 1:])
    outcome.by_heart = by_heart.mean()
    ask.measured["Loss per token"] = f"{outcome.loss:.3f}"
    return outcome


def losses_of(logits: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """The cross entropy at each place."""
    logits = logits - logits.max(axis=-1, keepdims=True)
    asked = np.take_along_axis(logits, labels[..., None], axis=-1)[..., 0]
    return np.log(np.exp(logits).sum(axis=-1)) - asked


Sign = Callable[[Outcome, Case], bool]

SIGNS: dict[str, Sign] = {
    "not-the-same-twice": lambda output, case: output.twice > ROUNDING,
    "ignores-its-weights": lambda output, case: output.moved == 0,
    "sees-the-future": lambda output, case: (
        output.ahead > ROUNDING or output.unseen > output.loss + BY_CHANCE
    ),
    "not-trained": lambda output, case: output.loss > math.log(LARGEST_VOCABULARY) - OF_LEARNING,
    "knows-the-text": lambda output, case: output.by_heart > BY_MIXING,
    "like-no-bigram": lambda output, case: output.loss > HIGHEST_BIGRAM,
    "like-a-bigram": lambda output, case: output.loss > HIGHEST_TRIGRAM,
    "like-a-trigram": lambda output, case: output.loss > HIGHEST_1000_STEPS,
    "thousand-steps": lambda output, case: output.loss > HIGHEST_2000_STEPS,
}


def is_right(output: Outcome, case: Case) -> bool:
    return output.loss <= HIGHEST_2000_STEPS and not any(
        sign(output, case) for sign in SIGNS.values()
    )


# ── cases ─────────────────────────────────────────────────────────────────────────────────────


def encoded(text: str) -> np.ndarray:
    """The tokens of a text: 1 is a line break, 2 to 96 are ASCII from the space on."""
    codes = np.array([ord(letter) for letter in text])
    return np.where(codes == ord("\n"), 1, np.where((codes >= 32) & (codes <= 126), codes - 30, 0))


def windows(text: str, rng: np.random.Generator, batches: int) -> list[str]:
    """So many windows of a text, side by side from a random place on, each with the next letter."""
    count = batches * MOST_TEXTS
    start = int(rng.integers(len(text) - count * LONGEST_TEXT))
    return [
        text[first : first + LONGEST_TEXT + 1] for first in range(start, len(text), LONGEST_TEXT)
    ][:count]


def tokens_of(texts: list[str]) -> np.ndarray:
    """(batches, windows, length + 1)"""
    return encoded("".join(texts)).reshape(-1, MOST_TEXTS, LONGEST_TEXT + 1)


def mixed(text: str, rng: np.random.Generator) -> str:
    return " ".join(rng.permutation(text.split(" ")).tolist())


def is_visible(rng: np.random.Generator) -> bool:
    """Whether these are the cases of the seed 0, which is that of the notebook's visible test."""
    seeds = np.random.default_rng(0).integers(2**63)
    return bool(rng.bit_generator.seed_seq.entropy == seeds)  # type: ignore[attr-defined]


def cases(rng: np.random.Generator) -> Cases:
    text = VISIBLE if is_visible(rng) else HIDDEN
    of_windows = tokens_of(windows(text, rng, BATCHES))
    texts, labels = of_windows[..., :-1], of_windows[..., 1:]
    cuts = rng.integers(LONGEST_TEXT // 8, LONGEST_TEXT * 7 // 8, size=texts.shape[:-1])
    others = rng.permuted(texts, axis=-1)
    changed = np.where(np.arange(LONGEST_TEXT) <= cuts[..., None], texts, others)
    known = windows(VISIBLE, rng, KNOWN)
    again = [mixed(window, rng) for window in known]
    return Cases(
        [Case(changed[0], 1.0, changed, cuts, texts, labels, tokens_of(known), tokens_of(again))]
    )


def thresholds(case: Case) -> dict[str, float]:
    return {
        "bigram": HIGHEST_BIGRAM,
        "trigram": HIGHEST_TRIGRAM,
        "thousand": HIGHEST_1000_STEPS,
        "two_thousand": HIGHEST_2000_STEPS,
    }


trained_gpt = Task(
    __name__,
    right,
    cases,
    {},
    SIGNS,
    n_arguments=2,
    read=read,
    calls=calls,
    also_right={"": is_right},
    details=lambda output, case: {},
    in_rule=thresholds,
    legal=lambda output: math.isfinite(output.loss),
).check
