"""Diagrams of attention that reads and keeps less: blocks, shared heads, windows, sums."""

from collections.abc import Sequence

import numpy as np

from payattention.plots.diagrams.drawing import Box, Diagram, Drawing, Number, Wide
from payattention.plots.diagrams.flow import NARROW
from payattention.plots.diagrams.flow import WIDE as COLUMN
from payattention.plots.style import BLUE, GREEN, INK, OLIVE, PURPLE, VERMILION

TILES = 4  # blocks of queries, and of keys
NOW = (1, 2)  # the block of queries and the block of keys that are in fast memory
BLOCKS = (("Q", 36, BLUE), ("K", 160, VERMILION), ("V", 284, GREEN), ("out", 404, PURPLE))
STEP = 25  # from a block to the next
# Keys, their values, and a query
Asked = tuple[Sequence[Sequence[int]], Sequence[int], Sequence[int]]
KEYS, MIDDLE = (96, 272), 184  # in a panel: where two keys stand, and the query between them


def flash_tiles() -> Diagram:
    """Draw FlashAttention: blocks in slow memory, one tile of scores in fast memory, no grid."""
    description = (
        f"Above, slow memory: queries, keys, values and outputs in {TILES} blocks each, and no "
        "scores. One block of queries, keys and values is dark: arrows lead from it down into "
        "fast memory. There, the queries and the keys make one tile of scores. From the tile come "
        "the largest score and the sum, and, with the values, the weighted sum, which an arrow "
        f"leads back up to the outputs. Below, outside of both memories, a dashed grid of {TILES} "
        f"by {TILES} tiles: one is dark, those before it are pale."
    )
    return Diagram(description, *(_tiles(phone) for phone in (False, True)))


def shared_heads(heads: int, stored: int, megabytes: Sequence[Number]) -> Diagram:
    """Draw ``heads`` heads of queries with as many keys and values, and with ``stored``.

    ``megabytes`` are the sizes of both caches, which are drawn as bars to the same scale.
    """
    description = (
        f"Two panels. In the first, each of {heads} heads of queries is joined to keys and values "
        f"of its own, and a bar says that the cache has {megabytes[0]:.0f} MB. In the second, each "
        f"group of {heads // stored} heads is joined to the same keys and values, of which there "
        f"are {stored}, and the bar has {megabytes[1]:.0f} MB."
    )
    drawings = []
    for narrow in (False, True):
        draw = _panels(narrow, 212)
        for number, (kept, size) in enumerate(zip((heads, stored), megabytes, strict=True)):
            x, y = _corner(draw, number, 212)
            title = "separate heads" if kept == heads else "grouped queries"
            _heads(draw, x, y, heads, kept, title)
            wide = 336 * size / megabytes[0]
            _bar(draw, x, y + 174, wide, f"cache: {size:.0f} MB")
        drawings.append(draw)
    return Diagram(description, *drawings)


def windows(n: int = 10, window: int = 4) -> Diagram:
    """Draw which of ``n`` tokens each one reads: all, a window, and a window with the first."""
    description = (
        f"Three squares of {n} rows, the queries, and {n} columns, the keys. In the first, each "
        f"row is filled up to its own column. In the second, only the last {window} columns of "
        "that are filled, a band along the diagonal. In the third, the first column is filled, too."
    )
    return Diagram(description, *(_windows(n, window, phone) for phone in (False, True)))


def sums_first(
    keys: Sequence[Sequence[int]], values: Sequence[int], query: Sequence[int]
) -> Diagram:
    """Draw one output twice: the query meets each of two keys, or two sums over the keys.

    All vectors have two numbers and have gone through φ; the values are numbers.
    """
    weights = [int(np.dot(key, query)) for key in keys]
    state, total = _sums(keys, values)
    description = (
        f"Two panels with the keys {_vector(keys[0])} and {_vector(keys[1])}, their values "
        f"{values[0]} and {values[1]}, and the query {_vector(query)}. In the first, the query "
        f"meets each key, which gives the weights {weights[0]} and {weights[1]}. In the second, "
        f"the keys first become the sums S, {_vector(state)}, and z, {_vector(total)}, and the "
        "query meets only these. The output is the same."
    )
    drawings = []
    for narrow in (False, True):
        draw = _panels(narrow, 286)
        _keys_first(draw, *_corner(draw, 0, 286), (keys, values, query))
        _state_first(draw, *_corner(draw, 1, 286), (keys, values, query))
        drawings.append(draw)
    return Diagram(description, *drawings)


def _panels(narrow: bool, tall: Number) -> Drawing:
    """An empty drawing for two panels of 340 pixels, side by side or one below the other."""
    if narrow:
        return Drawing(NARROW, 2 * tall, size=14, small=0.88)
    return Drawing(COLUMN, tall, size=14, small=0.9)


def _corner(draw: Drawing, number: int, tall: Number) -> tuple[Number, Number]:
    return (8, number * tall) if draw.width == NARROW else (8 + number * 380, 0)


def _bar(draw: Drawing, x: Number, y: Number, wide: Number, words: str) -> None:
    draw.shapes.append(
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="9" fill="{OLIVE}"/>'
    )
    draw.text((x, y + 22), words, colour=OLIVE, anchor="start", bold=True)


def _heads(draw: Drawing, x: Number, y: Number, heads: int, kept: int, title: str) -> None:
    draw.text((x, y + 12), title, bold=True, anchor="start")
    step, group = 336 / heads, heads // kept
    for head in range(heads):
        at = x + (head + 0.5) * step
        middle = x + (head // group + 0.5) * group * step
        draw.stroke((at, y + 132), (middle, y + 88))
        draw.box((at, y + 146), step - 7, 26, "Q", colour=BLUE)
    for number in range(kept):
        middle = x + (number + 0.5) * group * step
        for down, letter, colour in ((38, "K", VERMILION), (66, "V", GREEN)):
            draw.box((middle, y + down + 6), step - 7, 24, letter, colour=colour, strong=0.16)


def _windows(n: int, window: int, phone: bool) -> Drawing:
    cell, draw = 13, Wide(212, phone=phone)
    row, column = np.mgrid[:n, :n]
    past, near = column <= row, (column <= row) & (row - column < window)
    panels = (
        ("all tokens", past, False, f"{n} keys kept"),
        ("window", near, False, f"{window} keys kept"),
        ("window + sink", near & (column > 0), True, f"{window} + 1 kept"),
    )
    for number, (title, seen, sink, kept) in enumerate(panels):
        x = 12 + 170 * number
        draw.text((x, 14), title, bold=True, anchor="start")
        shade = np.where(row == n - 1, 0.7, 0.3)  # the last row: the token that is written now
        draw.pixels((x, 32), seen * shade, cell)
        if sink:
            draw.pixels((x, 32), 0.8 * np.ones((n, 1)), cell, colour=OLIVE)
        draw.text((x, 182), kept, anchor="start", small=True, colour=OLIVE if sink else INK)
    draw.text((12, 202), "row: a query, column: a key", anchor="start", small=True)
    return draw


def _sums(keys: Sequence[Sequence[int]], values: Sequence[int]) -> tuple[list[int], list[int]]:
    """The keys added up, each times its value, and alone."""
    return (np.array(values) @ np.array(keys)).tolist(), np.sum(keys, axis=0).tolist()


def _vector(numbers: Sequence[int]) -> str:
    return f"({', '.join(str(number) for number in numbers)})"


def _pair(
    draw: Drawing, x: Number, y: Number, keys: Sequence[Sequence[int]], values: Sequence[int]
) -> list[Box]:
    """Draw two keys, each above its value; return the boxes of the values."""
    for down, words in ((48, "keys"), (76, "values")):
        draw.text((x, y + down), words, anchor="start", small=True)
    below = []
    for shift, key, value in zip(KEYS, keys, values, strict=True):
        draw.box((x + shift, y + 48), 92, 26, _vector(key), colour=VERMILION, name="key")
        below.append(draw.box((x + shift, y + 76), 92, 26, str(value), colour=GREEN, name="value"))
    return below


def _query(draw: Drawing, x: Number, y: Number, query: Sequence[int]) -> Box:
    draw.text((x - 56, y), "query", anchor="end", small=True)
    return draw.box((x, y), 96, 30, _vector(query), colour=BLUE, name="query")


def _keys_first(draw: Drawing, x: Number, y: Number, asked: Asked) -> None:
    keys, values, query = asked
    draw.text((x, y + 12), "the query meets each key", bold=True, anchor="start")
    weights = [int(np.dot(key, query)) for key in keys]
    below = _pair(draw, x, y, keys, values)
    asks = _query(draw, x + MIDDLE, y + 160, query)
    for box, weight, side in zip(below, weights, (-1, 1), strict=True):
        draw.arrow((asks.x + 30 * side, asks.top[1]), (box.x - 12 * side, box.bottom[1]),
                   colour=BLUE)  # fmt: skip
        draw.text((asks.x + 76 * side, y + 122), f"weight {weight}", colour=BLUE, bold=True,
                  anchor="end" if side < 0 else "start")  # fmt: skip
    above = " + ".join(f"{weight} · {value}" for weight, value in zip(weights, values, strict=True))
    _output(draw, asks, y + 250, float(np.dot(weights, values)) / sum(weights),
            f"({above}) / ({weights[0]} + {weights[1]})")  # fmt: skip


def _state_first(draw: Drawing, x: Number, y: Number, asked: Asked) -> None:
    keys, values, query = asked
    draw.text((x, y + 12), "the keys are added up first", bold=True, anchor="start")
    below = _pair(draw, x, y, keys, values)
    state, total = _sums(keys, values)
    sums = []
    vectors = [_vector(key) for key in keys]
    terms = [f"{value} · {key}" for value, key in zip(values, vectors, strict=True)]
    for shift, name, numbers, how in ((-79, "S", state, terms), (79, "z", total, vectors)):
        sums.append(draw.box((x + MIDDLE + shift, y + 132), 152, 44,
                             f"${name}$ = {_vector(numbers)}", shape=" + ".join(how), strong=0.16,
                             name=name))  # fmt: skip
        for box in below:
            draw.arrow(box.bottom, (sums[-1].x + (box.x - x - MIDDLE) / 5, sums[-1].top[1]))
    asks = _query(draw, x + MIDDLE, y + 192, query)
    for box in sums:
        draw.arrow((asks.x + (box.x - asks.x) / 3, asks.top[1]), box.bottom, colour=BLUE)
    parts = [" + ".join(f"{one} · {other}" for one, other in zip(query, each, strict=True))
             for each in (state, total)]  # fmt: skip
    _output(draw, asks, y + 250, float(np.dot(query, state) / np.dot(query, total)),
            f"({parts[0]}) / ({parts[1]})")  # fmt: skip


def _output(draw: Drawing, asks: Box, y: Number, value: Number, how: str) -> None:
    box = draw.box((asks.x, y), 250, 48, f"{value:.2f}", shape=how, colour=PURPLE, strong=0.12,
                   name="output")  # fmt: skip
    draw.arrow(asks.bottom, box.top, colour=PURPLE)


def _tiles(phone: bool) -> Drawing:
    draw = Wide(404, phone=phone)
    draw.frame(4, 4, 496, 94)
    draw.text((14, 20), "slow memory", bold=True, anchor="start")
    for letter, x, colour in BLOCKS:
        words = letter if letter == "out" else f"${letter}$"
        draw.text((x + 1.5 * STEP, 42), words, colour=colour, bold=True)
        for block in range(TILES):
            now = block == (NOW[0] if letter in ("Q", "out") else NOW[1])
            done = letter == "out" and block < NOW[0]
            strong = 0.6 if now and letter != "out" else 0.4 if done else 0.16
            draw.box((x + STEP * block, 70), 21, 32, "", colour=colour, strong=strong, name=letter)
    draw.frame(4, 128, 496, 290)
    draw.text((14, 252), "fast\nmemory", bold=True, anchor="start")
    _fast(draw)
    _nowhere(draw)
    return draw


def _fast(draw: Drawing) -> None:
    q, k, v, o = (x + STEP * (NOW[0] if letter in ("Q", "out") else NOW[1])
                  for letter, x, _ in BLOCKS)  # fmt: skip
    query = draw.box((q, 200), 40, 38, "$Q$", colour=BLUE, strong=0.5)
    key = draw.box((k, 152), 52, 28, "$K$", colour=VERMILION, strong=0.5)
    value = draw.box((v, 152), 52, 28, "$V$", colour=GREEN, strong=0.5)
    tile = draw.box((k, 200), 78, 38, "scores", strong=0.4)
    total = draw.box((o, 200), 56, 38, "$a$", colour=PURPLE, strong=0.16)
    times = draw.circle((v, 200), "×", radius=11)
    for x, box, colour in ((q, query, BLUE), (k, key, VERMILION), (v, value, GREEN)):
        draw.arrow((x, 87), box.top, colour=colour, thick=2)
    draw.arrow(query.right, tile.left, colour=BLUE)
    draw.arrow(key.bottom, tile.top, colour=VERMILION)
    draw.arrow(tile.right, times.left)
    draw.arrow(value.bottom, times.top, colour=GREEN)
    draw.arrow(times.right, total.left)
    draw.arrow(total.top, (o, 87), colour=PURPLE, thick=2)
    draw.text((q + 10, 111), "read", anchor="start", small=True)
    draw.text((o + 10, 111), "$a$ / $ℓ$", anchor="start", small=True)
    for shift, letter, name in ((-50, "$m$", "largest"), (50, "$ℓ$", "sum")):
        draw.box((k + shift, 260), 90, 42, letter, shape=name, strong=0.16)
        draw.arrow((k + shift / 3, tile.bottom[1]), (k + 0.8 * shift, 239))
    for y, words in (
        (240, "weighted sum;"),
        (259, "$m$, $ℓ$, $a$ stay"),
        (278, "until the end"),
    ):
        draw.text((o - 4, y), words, small=True)


def _nowhere(draw: Drawing) -> None:
    """Draw the whole grid of scores, which no memory holds."""
    for row in range(TILES):
        for column in range(TILES):
            now, past = (row, column) == NOW, (row, column) < NOW
            strong = 0.75 if now else 0.14 if past else 0.0
            draw.box((22 + 23 * column, 316 + 23 * row), 20, 20, "", strong=strong, dashed=not now,
                     name="the tile" if now else "a tile")  # fmt: skip
    for y, words in (
        (320, "No memory holds the whole grid of scores:"),
        (344, "one block now,"),
        (366, "pale ones used and dropped,"),
        (388, "white ones still to come."),
    ):
        draw.text((116, y), words, anchor="start", small=True)
