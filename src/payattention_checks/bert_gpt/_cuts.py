"""Ways to cut two sentences to ``room`` tokens in all, right and wrong."""

from collections.abc import Callable

Words = list[int]
Pair = tuple[Words, Words]  # the sentences, in the order in which they are written
Cut = Callable[[Words, Words, int], Pair]


def one_by_one(shorten: Callable[[Words, Words], Pair]) -> Cut:
    """A cut by ``shorten(a, b)``, which takes one token from the two sentences."""

    def cut(a: Words, b: Words, room: int) -> Pair:
        for _ in range(len(a) + len(b) - room):
            a, b = shorten(a, b)
        return a, b

    return cut


outside = one_by_one(lambda a, b: (a[1:], b) if len(a) > len(b) else (a, b[:-1]))
ends = one_by_one(lambda a, b: (a[:-1], b) if len(a) > len(b) else (a, b[:-1]))
fronts = one_by_one(lambda a, b: (a[1:], b) if len(a) > len(b) else (a, b[1:]))
inside = one_by_one(lambda a, b: (a[:-1], b) if len(a) > len(b) else (a, b[1:]))
inside_first = one_by_one(lambda a, b: (a[:-1], b) if len(a) >= len(b) else (a, b[1:]))
first_of_equals = one_by_one(lambda a, b: (a[1:], b) if len(a) >= len(b) else (a, b[:-1]))
second_only = one_by_one(lambda a, b: (a, b[:-1]) if b else (a[1:], b))
first_only = one_by_one(lambda a, b: (a[1:], b) if a else (a, b[:-1]))
first_but_one = one_by_one(lambda a, b: (a[1:], b) if len(a) > 1 else (a, b[:-1]))
second_but_one = one_by_one(lambda a, b: (a, b[:-1]) if len(b) > 1 else (a[1:], b))


def halves(a: Words, b: Words, room: int, *, up: tuple[bool, bool]) -> Pair:
    """``up`` says for a and for b whether half of an odd ``room`` is rounded up."""
    if len(a) + len(b) <= room:
        return a, b
    return a[-((room + up[0]) // 2) :], b[: (room + up[1]) // 2]


def at_once(a: Words, b: Words, room: int) -> Pair:
    """The longer sentence loses all surplus tokens."""
    over = max(0, len(a) + len(b) - room)
    return (a[over:], b) if len(a) > len(b) else (a, b[: len(b) - over])


def at_once_but_one(a: Words, b: Words, room: int) -> Pair:
    """The longer sentence loses all surplus tokens but its last one, the other what remains."""
    over = max(0, len(a) + len(b) - room)
    if len(a) > len(b):
        a = a[min(over, len(a) - 1) :]
        return a, b[: min(len(b), room - len(a))]
    b = b[: len(b) - min(over, len(b) - 1)]
    return a[max(0, len(a) + len(b) - room) :], b


def uncut(a: Words, b: Words, room: int) -> Pair:
    return a, b


def minus_0(a: Words, b: Words, room: int) -> Pair:
    """Rightly cut, except that an uncut b becomes empty, as by ``b[:-0]``."""
    left, right = outside(a, b, room)
    return left, right if len(right) < len(b) else []


def in_turn(a: Words, b: Words, room: int, *, a_is_next: bool, least: int) -> Pair:
    """The sentences lose a token in turn, as long as they have more than ``least``."""
    while len(a) + len(b) > room:
        from_a = (a_is_next and len(a) > least) or len(b) <= least
        a, b = (a[1:], b) if from_a else (a, b[:-1])
        a_is_next = not a_is_next
    return a, b
