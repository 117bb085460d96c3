"""Draw a small picture for each chapter, in the colours of the page: the cards of the first page.

Each function of `PICTURES` returns the content of an SVG of `WIDTH` × `HEIGHT`, and a sentence that
says what it shows. What was trained is read from result files and checkpoints when the book is
built.
"""

import functools
from collections.abc import Callable, Iterable, Sequence
from html import escape
from statistics import fmean, median

import numpy as np

from bookpage.evidence import results_of
from bookpage.hero import recorded

WIDTH, HEIGHT = 340, 170
LEFT, RIGHT, TOP, BOTTOM = 14, 326, 16, 142  # of what is drawn; labels stand around it
WORDS = ("The", "cat", "sat", "on", "the", "mat")

Picture = tuple[str, str]
Point = tuple[float, float]


def svg(name: str) -> str:
    """The picture of a name in `PICTURES`, as an SVG element with its description."""
    content, description = PICTURES[name]()
    return (
        f'<svg class="chapter-picture" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(description)}">{content}</svg>'
    )


# ── parts ─────────────────────────────────────────────────────────────────────────────────────


def text(x: float, y: float, words: str, kind: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" class="{kind}">{escape(words)}</text>'


def square(x: float, y: float, width: float, height: float, ink: float, kind: str) -> str:
    box = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
    return f'<rect {box} class="{kind}" fill-opacity="{ink:.2f}"/>'


def line(points: Iterable[Point], kind: str) -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline class="line {kind}" points="{path}"/>'


def scaled(value: float, low: float, high: float, start: float, end: float) -> float:
    return start + (value - low) / (high - low) * (end - start)


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


# ── the chapters ──────────────────────────────────────────────────────────────────────────────


def copied() -> Picture:
    """Chapter 1: the share of sequences that pass through one vector, by length."""
    runs = results_of("bottleneck")["runs"]
    fewest = min(run["steps"] for run in runs)
    parts = [text(LEFT, HEIGHT - 8, "2 symbols"), text(RIGHT, HEIGHT - 8, "20 symbols", "end")]
    parts.append(line([(LEFT, BOTTOM), (RIGHT, BOTTOM)], "axis"))
    ends = {}
    for name, kind in (("with attention", "ink"), ("without", "accent")):
        rows = [
            run["values"]["copied by length"]
            for run in runs
            if (run["variant"], run["steps"]) == (name, fewest)
        ]
        shares = [fmean(share) for share in zip(*rows, strict=True)]
        columns = np.linspace(LEFT, RIGHT, len(shares))
        heights = [scaled(share, 0, 1, BOTTOM, 34) for share in shares]
        parts.append(line(zip(columns, heights, strict=True), kind))
        ends[name] = percent(shares[-1])
    with_it, without = ends["with attention"], ends["without"]
    parts += [
        text(RIGHT, 26, f"with attention: {with_it} right", "end"),
        text(LEFT, 116, f"one vector: {without}", "accent"),
    ]
    return "".join(parts), (
        f"Sequences that are copied exactly, by length. Of 20 symbols, {with_it} are right with "
        f"attention, and {without} through one vector."
    )


def alignment() -> Picture:
    """Chapter 2: the weights of each letter of a translation."""
    data = recorded()
    left, top = 88, 24
    across = (RIGHT - left) / len(data["source"])
    down = (HEIGHT - 10 - top) / len(data["target"])
    cells = [
        square(left + j * across, top + i * down, across, down, weight, "weight")
        for i, row in enumerate(data["weights"])
        for j, weight in enumerate(row)
        if weight >= 0.03
    ]
    return "".join(
        [
            *cells,
            *names(data["source"], left, across, lambda x, word: text(x, 16, word, "middle")),
            *names(data["target"], top, down, lambda y, word: text(left - 8, y + 4, word, "end")),
        ]
    ), "A map of weights: four blocks, one for each word, those of day and month in opposite order."


def names(texts: str, start: float, step: float, label: Callable[[float, str], str]) -> list[str]:
    """A label at the middle of each word of a text."""
    found, at = [], 0
    for word in texts.split(" "):
        found.append(label(start + (at + len(word) / 2) * step, word.strip(",")))
        at += len(word) + 1
    return found


def scale() -> Picture:
    """Chapter 3: the weights of one query, with and without the division by √dₖ."""
    random = np.random.default_rng(3)
    d_k, n_keys = 512, 16
    scores = random.normal(size=(n_keys, d_k)) @ random.normal(size=d_k)
    parts, largest = [], []
    for left, kind, words, divisor in (
        (LEFT, "accent", "q · k", 1.0),
        (WIDTH / 2 + 8, "weight", "q · k / √dₖ", d_k**0.5),
    ):
        weights = np.exp((scores - scores.max()) / divisor)
        weights /= weights.sum()
        largest.append(percent(weights.max()))
        step = (WIDTH / 2 - 22) / n_keys
        parts += [
            square(left + i * step, BOTTOM - weight * 112, step - 2, weight * 112, 1, kind)
            for i, weight in enumerate(weights)
        ]
        parts.append(line([(left, BOTTOM), (left + n_keys * step, BOTTOM)], "axis"))
        parts.append(text(left, HEIGHT - 8, f"softmax({words})"))
    return "".join(parts), (
        f"The weights of 16 keys as bars. Unscaled, one key gets {largest[0]}. Divided by the "
        f"square root of 512, the weights are spread, and the largest is {largest[1]}."
    )


def heads() -> Picture:
    """Chapter 4: what one head and several heads get right, a dot for each seed."""
    runs = results_of("relations")["runs"]
    most = max(run["steps"] for run in runs)
    rows = ("1 head", "2 heads", "4 heads", "8 heads")
    parts, medians = [], []
    for row, name in enumerate(rows):
        y = TOP + 14 + row * 30
        rights = [
            run["values"]["both right"]
            for run in runs
            if (run["variant"], run["steps"]) == (name, most)
        ]
        parts.append(text(LEFT, y + 4, name))
        parts.append(line([(90, y), (RIGHT, y)], "grid"))
        kind = "accent" if row == 0 else "ink"
        parts += [
            f'<circle class="{kind}" cx="{scaled(share, 0, 1, 90, RIGHT - 6):.1f}" cy="{y}" r="5"/>'
            for share in rights
        ]
        medians.append(f"{name} {percent(median(rights))}")
    parts += [
        text(90, HEIGHT - 8, "0 %"),
        text(RIGHT, HEIGHT - 8, "both nouns right: 100 %", "end"),
    ]
    return "".join(
        parts
    ), f"Sentences in which both nouns are right, median of ten trainings: {', '.join(medians)}."


def stack() -> Picture:
    """Chapter 5: encoder and decoder."""
    width, height = 138, 26
    encoder, decoder = 26, 186  # left edges
    boxes = (
        (encoder, 84, "self-attention", ""),
        (encoder, 50, "feed-forward", ""),
        (decoder, 118, "causal attention", ""),
        (decoder, 84, "cross-attention", "accent"),
        (decoder, 50, "feed-forward", ""),
    )
    parts = []
    for x, y, words, kind in boxes:
        around = x - 9 if x == encoder else x + width + 9
        middle, low, high = x + width / 2, y + height + 4, y - 4
        ends = [(middle, low), (around, low), (around, high), (middle, high)]
        parts.append(line(ends, "grid"))  # the residual connection
        parts.append(line([(middle, low), (middle, y + height)], ""))
        parts.append(line([(middle, y), (middle, high)], ""))
        frame = f'x="{x}" y="{y}" width="{width}" height="{height}" rx="5"'
        parts.append(f'<rect {frame} class="box {kind}"/>')
        parts.append(text(middle, y + 17.5, words, "middle"))
    read, written = encoder + width / 2, decoder + width / 2
    over = (encoder + width + decoder) / 2
    parts += [
        line([(read, 114), (read, 148)], ""),
        line([(read, 46), (read, 32), (over, 32), (over, 97), (decoder, 97)], "accent"),
        line([(written, 46), (written, 26)], ""),
        text(read, 163, "what is read", "middle"),
        text(written, 163, "written so far", "middle"),
        text(written, 20, "next token", "middle"),
    ]
    return "".join(parts), (
        "The Transformer as boxes. The encoder: self-attention, feed-forward. The decoder: causal "
        "attention, cross-attention to the encoder's output, feed-forward. Around each box leads a "
        "line."
    )


def two_lines() -> Picture:
    """Chapter 6: what BERT and GPT may look at."""
    side, parts = 19, []
    for left, title, causal in (
        (54, "BERT: both sides", False),
        (208, "GPT: the past", True),
    ):
        parts.append(text(left + 57, 16, title, "middle"))
        for i in range(6):
            for j in range(6):
                allowed = j <= i or not causal
                parts.append(square(left + j * side, 26 + i * side, side - 2, side - 2,
                                    0.75 if allowed else 0.08, "weight"))  # fmt: skip
    parts += [text(48, 39 + i * side, word, "end") for i, word in enumerate(WORDS)]
    hidden = square(54 + 2 * side, 26 - 0, side - 2, 6 * side - 2, 0.001, "covered")
    parts += [hidden, text(54 + 2.5 * side, 158, "a covered word", "middle")]
    parts.append(text(208 + 57, 158, "the next word", "middle"))
    return "".join(parts), (
        "Two squares of cells: a row for each word that looks, a column for each word looked at. "
        "For BERT all cells are blue. For GPT those of later words are pale."
    )


def patches() -> Picture:
    """Chapter 7: a digit, its patches, and how much of each reaches the answer."""
    digit, shares = read_digit()
    n, pixel = len(digit), 15.5
    origins = ((LEFT + 20, "an image"), (WIDTH / 2 + 24, "what was looked at"))
    parts = []
    for left, words in origins:
        parts += [
            square(left + column * pixel, 12 + row * pixel, pixel, pixel, ink, "pixel")
            for row, inks in enumerate(digit)
            for column, ink in enumerate(inks)
            if ink
        ]
        parts.append(text(left + n * pixel / 2, HEIGHT - 8, words, "middle"))
    side, (first, second) = n * pixel / 4, (origin[0] for origin in origins)
    for cut in range(5):
        at = cut * side
        parts.append(line([(first + at, 12), (first + at, 12 + 4 * side)], "cut"))
        parts.append(line([(first, 12 + at), (first + 4 * side, 12 + at)], "cut"))
    for patch, share in enumerate(np.sqrt(shares / shares.max())):
        row, column = divmod(patch, 4)
        gap = side * (1 - share) / 2
        corner = (second + column * side + gap, 12 + row * side + gap)
        parts.append(square(*corner, side * share, side * share, 0.55, "weight"))
    return "".join(parts), (
        "A handwritten digit of 8 × 8 pixels, cut into 16 patches; beside it, a square on each "
        "patch, the larger, the more of it went into the answer by attention rollout."
    )


@functools.cache
def read_digit() -> tuple[Sequence[Sequence[float]], np.ndarray]:
    """A held-out digit, and the share of each of its patches by attention rollout."""
    from payattention.experiments import digits
    from payattention.saliency import by_rollout

    data = digits.known_and_new_digits()
    image = data.test_x[(data.test_y == 3).nonzero()[0]]  # (1, 1, 8, 8)
    return image[0, 0].tolist(), by_rollout(digits.trained_reader(), image)[0].numpy()


def induction() -> Picture:
    """Chapter 8: how a text is continued that has been read once."""
    word, side, top = "sabresab", 36, 74
    left = (WIDTH - side * len(word)) / 2
    middles = [left + side * (i + 0.5) for i in range(len(word))]
    here, there = len(word) - 1, word.index(word[-1]) + 1
    parts = []
    for i, letter in enumerate(word):
        ink = 1.0 if i == there else 0.08
        parts.append(square(middles[i] - side / 2, top, side - 3, side - 3, ink, "weight"))
        kind = "middle on" if i == there else "middle"
        parts.append(text(middles[i] - 1.5, top + 22, letter, kind))
    ends = [
        (middles[here], top - 3),
        (middles[here], 46),
        (middles[there], 46),
        (middles[there], top - 6),
    ]
    parts.append(line(ends, "accent"))
    parts.append(text((middles[here] + middles[there]) / 2, 36, "what came after b?", "middle"))
    parts.append(text(WIDTH / 2, HEIGHT - 26, "so the next letter is r", "middle"))
    return "".join(parts), (
        "The letters s, a, b, r, e, s, a, b. A line leads from the last b to the letter after the "
        "first b, an r."
    )


PICTURES: dict[str, Callable[[], Picture]] = {
    "01-rnn-limits": copied,
    "02-bahdanau": alignment,
    "03-dot-product": scale,
    "04-multi-head": heads,
    "05-transformer": stack,
    "06-bert-gpt": two_lines,
    "07-vit": patches,
    "08-since-then": induction,
}
