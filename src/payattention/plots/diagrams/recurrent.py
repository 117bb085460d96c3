"""Diagrams of recurrent networks: cells, unrolled steps, and encoder–decoder models.

All are 500 pixels wide with large letters, so that a phone shows the same drawing.
"""

from collections.abc import Sequence

from payattention.plots.diagrams.drawing import Box, Diagram, Drawing, Number, Point, Wide
from payattention.plots.style import BLUE, INK, OLIVE, VERMILION

WIDTH = 500.0
LETTERS = 19  # of the gated cells, which stand side by side and are shown smaller


def unrolled(
    tokens: Sequence[str],
    *,
    seen: int | None = None,
    backwards: bool = False,
    factor: float | None = None,
) -> Diagram:
    """Draw a recurrent network over its tokens: the same cell at each step, state after state.

    The first ``seen`` steps are coloured: the last coloured state has read all coloured tokens.
    With ``backwards``, dashed arrows show backpropagation through time, from the loss to the first
    step. If each step multiplies the gradient by ``factor``, what is left stands below each state.
    """
    description = (
        f"A recurrent network unrolled over {len(tokens)} steps, which reads {' '.join(tokens)}."
    )
    if backwards:
        description += " Dashed arrows lead back from the loss to the first state: the gradient."
    if factor is not None:
        left = ", ".join(f"{factor**step:g}" for step in range(len(tokens)))
        description += f" Each step multiplies it by {factor:g}, so it is {left}."
    seen = len(tokens) if seen is None else seen
    return Diagram(
        description, *(_unrolled(tokens, seen, backwards, factor, phone) for phone in (False, True))
    )


def _unrolled(
    tokens: Sequence[str], seen: int, backwards: bool, factor: float | None, phone: bool
) -> Drawing:
    step = WIDTH / len(tokens)
    draw = Wide(202 if backwards else 150, phone=phone)
    top = 108 if backwards else 40
    wide = min(0.56 * step, 76)
    cells: list[Box] = []
    for number, token in enumerate(tokens, start=1):
        colour = BLUE if number <= seen else INK
        x = (number - 0.5) * step
        cell = draw.box((x, top), wide, 44, f"$h_{{{number}}}$", colour=colour, strong=0.16)
        draw.text((x, top + (72 if backwards else 92)), token, colour=colour, bold=number <= seen)
        draw.arrow((x, top + (56 if backwards else 76)), (x, top + 22), colour=colour)
        if not backwards:
            draw.text((x + 12, top + 49), "$W$", small=True, anchor="start")
        if cells:
            draw.link(cells[-1], cell, cells[-1].right, cell.left, colour=colour)
            draw.text(((cells[-1].x + x) / 2, top - 13), "$U$", small=True)
        cells.append(cell)
    if backwards:
        _gradients(draw, cells, top, factor)
    return draw


def _gradients(draw: Drawing, cells: Sequence[Box], top: Number, factor: float | None) -> None:
    last = cells[-1]
    loss = draw.box((last.x, 26), 84, 36, "loss", name="loss")
    draw.link(last, loss, (last.x + 14, last.top[1]), (last.x + 14, loss.bottom[1]))
    draw.arrow((last.x - 14, loss.bottom[1]), (last.x - 14, last.top[1]), colour=VERMILION,
               dashed=True)  # fmt: skip
    for later, earlier in zip(reversed(cells), reversed(cells[:-1]), strict=False):
        y = top + 13
        draw.arrow((later.left[0], y), (earlier.right[0], y), colour=VERMILION, dashed=True)
        ratio = f"∂$h_{later.name[-1]}$/∂$h_{earlier.name[-1]}$"
        words = f"× {ratio if factor is None else format(factor, 'g')}"
        draw.text(((later.x + earlier.x) / 2, y + 20), words, colour=VERMILION, small=True)
    if factor is not None:
        draw.text((cells[0].x, top - 62), "gradient", colour=VERMILION, small=True)
        for step, cell in enumerate(reversed(cells)):
            at = (cell.x - 24, top - 40) if cell is last else (cell.x, top - 40)
            draw.text(at, f"{factor**step:g}", colour=VERMILION, bold=True,
                      anchor="end" if cell is last else "middle")  # fmt: skip


def gru_cell() -> Diagram:
    """Draw one step of a GRU: two gates, the candidate, and the sum that is the new state.

    The gates are those of `payattention.recurrent.GRUCell`: z keeps the old state.
    """
    description = (
        "A GRU cell. The new state is the sum of two parts: the gate z times the old state, and "
        "1 − z times the candidate n. The candidate is the tanh of a sum: W times the token, and "
        "gate r times what U makes of the old state."
    )
    return Diagram(description, _gru(phone=False), _gru(phone=True))


def _gru(*, phone: bool) -> Drawing:
    draw = Wide(300, phone=phone)
    draw.size = LETTERS
    draw.frame(60, 8, 440, 256)
    line = 44
    keep = draw.circle((206, line), "⊙", name="z ⊙ h")
    add = draw.circle((368, line), "+", name="sum")
    new = draw.circle((368, 112), "⊙", name="(1 − z) ⊙ n")
    old = draw.box((96, 108), 46, 32, "$U_n$", name="U h")
    reset = draw.circle((140, 164), "⊙", name="r ⊙ U h")
    gates = {name: draw.box((x, 214), 62, 34, f"$σ$  ${name}$", colour=OLIVE, name=name)
             for name, x in (("r", 140), ("z", 236))}  # fmt: skip
    n = draw.box((368, 164), 84, 34, "tanh  $n$", name="n")
    draw.text((28, line), "$h_{t−1}$")
    draw.text((472, line), "$h_t$")
    draw.arrow((50, line), keep.left)
    draw.link(keep, add, keep.right, add.left)
    draw.arrow(add.right, (454, line))
    draw.link(gates["r"], reset, gates["r"].top, reset.bottom, colour=OLIVE)
    draw.link(gates["z"], keep, (222, 197), (222, 112), (206, 112), keep.bottom, colour=OLIVE)
    draw.link(gates["z"], new, (250, 197), (250, 112), new.left, colour=OLIVE)
    draw.text((304, 99), "1 − $z$", small=True, colour=OLIVE)
    draw.arrow((96, line), old.top)
    draw.link(old, reset, old.bottom, (96, 164), reset.left)
    draw.link(reset, n, reset.right, n.left)
    token = draw.box((368, 222), 46, 32, "$W_n$", name="W x")
    draw.link(token, n, token.top, n.bottom)
    draw.link(n, new, n.top, new.bottom)
    draw.link(new, add, new.top, add.bottom)
    _inputs(draw, 278, (140, 236), (231, 231))
    draw.arrow((368, 270), token.bottom)
    draw.text((368, 284), "$x_t$")
    return draw


def lstm_cell() -> Diagram:
    """Draw one step of an LSTM: the cell's line across the top, three gates, and the candidate."""
    description = (
        "An LSTM cell. A line runs straight from the old cell c to the new one: it is multiplied "
        "by gate f, and gate i times the candidate g is added. The new state h is gate o times the "
        "tanh of the new cell."
    )
    return Diagram(description, _lstm(phone=False), _lstm(phone=True))


def _lstm(*, phone: bool) -> Drawing:
    draw = Wide(318, phone=phone)
    draw.size = LETTERS
    draw.frame(60, 8, 440, 272)
    line = 44
    forget = draw.circle((118, line), "⊙", name="f ⊙ c")
    add = draw.circle((226, line), "+", name="sum")
    write = draw.circle((226, 124), "⊙", name="i ⊙ g")
    tanh = draw.circle((390, 110), "tanh", name="tanh")
    show = draw.circle((390, 176), "⊙", name="o ⊙ tanh c")
    gates = {
        name: draw.box((x, 226), 72, 36, words, colour=colour, name=name)
        for name, x, words, colour in (
            ("f", 118, "$σ$  $f$", OLIVE), ("i", 196, "$σ$  $i$", OLIVE),
            ("g", 274, "tanh $g$", INK), ("o", 352, "$σ$  $o$", OLIVE),
        )
    }  # fmt: skip
    draw.text((28, line), "$c_{t−1}$")
    draw.text((472, line), "$c_t$")
    draw.text((472, 176), "$h_t$")
    draw.arrow((50, line), forget.left)
    draw.link(forget, add, forget.right, add.left)
    draw.arrow(add.right, (454, line))
    draw.link(gates["f"], forget, gates["f"].top, forget.bottom, colour=OLIVE)
    draw.link(gates["i"], write, (196, 208), (196, 124), write.left, colour=OLIVE)
    draw.link(gates["g"], write, (274, 208), (274, 124), write.right)
    draw.link(write, add, write.top, add.bottom)
    draw.link(add, tanh, (390, line), tanh.top)
    draw.link(tanh, show, tanh.bottom, show.top)
    draw.link(gates["o"], show, (352, 208), (352, 176), show.left, colour=OLIVE)
    draw.arrow(show.right, (454, 176))
    _inputs(draw, 296, (118, 196, 274, 352), (244,) * 4)
    return draw


def gated_cells() -> Diagram:
    """Draw a GRU and an LSTM side by side; on a phone, one above the other."""
    gru, lstm = gru_cell(), lstm_cell()
    description = f"{gru.alt} {lstm.alt}"
    drawings = []
    for (width, height), (x, y) in (((1008, 318), (508, 0)), ((500, 638), (0, 320))):
        draw = Drawing(width, height, size=16)
        for cell, name, offset in ((_gru, "GRU", (0, 0)), (_lstm, "LSTM", (x, y))):
            part = cell(phone=True)
            part.text((404, 26), name, bold=True)
            draw.shapes += [f'<g transform="translate{offset}">', *part.shapes, "</g>"]
        drawings.append(draw)
    return Diagram(description, *drawings)


def _inputs(draw: Drawing, y: Number, entries: Sequence[Number], ends: Sequence[Number]) -> None:
    """Draw the input and the old state, which enter at the bottom of each gate."""
    draw.text((4, y), "$x_t$, $h_{t−1}$", anchor="start")
    draw.arrow((84, y), (entries[-1], y), (entries[-1], ends[-1]))
    for x, end in zip(entries[:-1], ends, strict=False):
        draw.arrow((x, y), (x, end))


def thought_vector(
    source: Sequence[str] = ("May", "4,", "2026"), target: Sequence[str] = ("4", "mai", "2026")
) -> Diagram:
    """Draw an encoder and a decoder that knows the source by one thought vector only."""
    description = (
        "An encoder reads the source token by token, and a decoder writes the target. The last "
        "state of the encoder alone goes to the decoder, which also reads each token that it has "
        "written, one step later."
    )
    return Diagram(description, _side_by_side(source, target), _one_above_the_other(source, target))


def _side_by_side(source: Sequence[str], target: Sequence[str]) -> Drawing:
    draw = Drawing(736, 138)
    draw.top = 18
    states = _row(draw, source, "h", [(40 + 100 * i, 76) for i in range(len(source))], reads=True)
    vector = draw.box((368, 76), 132, 52, "thought\nvector", colour=OLIVE, strong=0.16)
    draw.link(states[-1], vector, states[-1].right, vector.left, colour=OLIVE)
    written = _row(
        draw, target, "s", [(496 + 100 * i, 76) for i in range(len(target))], reads=False
    )
    draw.link(vector, written[0], vector.right, written[0].left, colour=OLIVE)
    for state in written[1:]:
        path = (vector.bottom, (vector.x, 132), (state.x, 132), state.bottom)
        draw.link(vector, state, *path, colour=OLIVE)
    draw.text((368, 36), "all that is left of the date", colour=OLIVE, small=True)
    return draw


def _one_above_the_other(source: Sequence[str], target: Sequence[str]) -> Drawing:
    draw = Drawing(360, 276)
    centres = [[(52 + 120 * i, y) for i in range(3)] for y in (210, 68)]
    states = _row(draw, source, "h", centres[0], reads=True)
    written = _row(draw, target, "s", centres[1], reads=False)
    vector = draw.box((172, 139), 150, 38, "thought vector", colour=OLIVE, strong=0.16)
    last = states[-1]
    draw.link(last, vector, last.top, (last.x, vector.y), vector.right, colour=OLIVE)
    for state in written:
        start = (vector.x + (state.x - vector.x) / 3, vector.top[1])
        bend_height = vector.top[1] - 16
        bend = [] if state.x == vector.x else [(start[0], bend_height), (state.x, bend_height)]
        draw.link(vector, state, start, *bend, state.bottom, colour=OLIVE)
    return draw


def _feed(draw: Drawing, one: Box, other: Box, word: str) -> None:
    """Draw an arrow from the word that a state has written, above it, to the next state."""
    above, bend = one.y - 48, (one.right[0] + other.left[0]) / 2
    start = one.x + 0.32 * draw.size * len(word) + 5
    draw.arrow((start, above), (bend, above), (bend, one.y - 10), (other.left[0], one.y - 10))


def _row(
    draw: Drawing, words: Sequence[str], letter: str, centres: Sequence[Point], *, reads: bool
) -> list[Box]:
    """Draw states in a row: each ``reads`` its word from below, or writes it above."""
    boxes: list[Box] = []
    for number, (word, at) in enumerate(zip(words, centres, strict=True), start=1):
        box = draw.box(at, 62, 36, f"${letter}_{number}$", strong=0.1)
        if boxes:
            draw.link(boxes[-1], box, boxes[-1].right, box.left)
            if not reads:
                _feed(draw, boxes[-1], box, words[number - 2])
        ends = ((at[0], at[1] + 42), box.bottom) if reads else (box.top, (at[0], at[1] - 40))
        draw.arrow(*ends)
        draw.text((at[0], at[1] + (52 if reads else -48)), word, bold=True)
        boxes.append(box)
    return boxes
