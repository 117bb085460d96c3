"""The cases of a task, and its usual mistakes as keywords of its function ``right``."""

import functools
import itertools
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from payattention_checks.read import part_of
from payattention_checks.texts import of_part

Keywords = Mapping[str, Any]
Variants = Mapping[str, Keywords | Sequence[Keywords]]
Undo = Callable[[Any, Any], tuple[Any, Any] | None]

STAGE = operator.attrgetter("stage")


class Edge(NamedTuple):
    """Edge cases of one kind, with the mistakes that show there.

    The edges of a stage are tried if those of all stages before it came out right. Where each part
    of an output has edges, those of an edge's ``parts`` are judged at it (default: all).
    """

    cases: Sequence[Any]
    mistakes: tuple[str, ...] = ()
    stage: int = 1
    parts: tuple[str, ...] = ()


class Cases(NamedTuple):
    """The cases of one seed; the edges are tried if all ordinary cases came out right."""

    ordinary: Sequence[Any]
    edges: tuple[Edge, ...] = ()

    def stages(self) -> list[list[Edge]]:
        return [list(edges) for _, edges in itertools.groupby(sorted(self.edges, key=STAGE), STAGE)]


class Varied(NamedTuple):
    """A case to which an answer with mistakes is right: the keywords of `right` that make them."""

    case: Any
    keywords: Keywords


def vary(case: Any, way: Keywords) -> Varied | None:
    """A case with further keywords; None if it has one of them already."""
    case, keywords = case if isinstance(case, Varied) else (case, {})
    return None if keywords.keys() & way.keys() else Varied(case, {**keywords, **way})


def undo_by(way: Keywords) -> Undo:
    def undo(output: Any, case: Any) -> tuple[Any, Any] | None:
        varied = vary(case, way)
        return None if varied is None else (output, varied)

    return undo


def ways_of(variant: Keywords | Sequence[Keywords]) -> Sequence[Keywords]:
    return [variant] if isinstance(variant, Mapping) else variant


def outputs_of(
    right: Callable[..., Any], variants: Variants, part: str = ""
) -> dict[str, list[Callable[..., Any]]]:
    """The right function and each mistake's, by name, as `distinguishing_cases` takes them.

    Of outputs with several parts, the functions return one ``part``.
    """

    def answer(way: Keywords) -> Callable[[Any], Any]:
        output = functools.partial(right, **way)
        return (lambda case: part_of(output(case), part)) if part else output

    of_mistakes = {
        name: [answer(way) for way in ways_of(variant)]
        for name, variant in of_part(variants, part).items()
    }
    return {"right": [answer({})], **of_mistakes}
