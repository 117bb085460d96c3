"""The one form of a check. The module of a task defines, at module level:

============  ======================================================================================
``Case``      a named tuple: the arguments of one call, then what else the check knows of it
``right``     ``right(case, **variant)``: the right output; keywords make a usual mistake of it
``VARIANTS``  each mistake's name, with the keywords of `right` that make it: a dictionary, or a
              list of them where it can be made in several ways
``SIGNS``     mistakes that no keywords make, with a function (output, case) that recognises them
``cases``     ``cases(rng)``: ordinary cases, and edges, which are tried when those came out right
============  ======================================================================================

A file beside it, of the same name and with the ending ``.toml``, holds what the student reads: the
rule, the remark, and for each mistake its sentence and the share of the points that is kept. The
order of the mistakes there is the order in which they are tried. With ``then = "_other.toml"``, the
mistakes of that file, which several tasks share, are tried after its own. ``[stages.2]`` can hold
the sentence before the faults at the edges of stage 2, and the share of the points that is kept if
a fault there states none.

    min_p = Task(__name__, right, cases, VARIANTS).check
"""

import functools
import itertools
import operator
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from payattention_checks.ask import Ask, Wrong
from payattention_checks.check import check
from payattention_checks.judge import (
    Mistake,
    Mistakes,
    Part,
    UndoableMistake,
    judge,
    judge_edges,
    judge_parts,
    judge_parts_with_edges,
    judge_shapes,
)
from payattention_checks.read import Fits, alike, part_of
from payattention_checks.remember import Itself, make_read_only, output_of
from payattention_checks.texts import Saying, Stage, Texts, of_part

DRAWS_KEPT = 200  # of all tasks: the visible seed, the hidden one of a course, a few of a test

Keywords = Mapping[str, Any]
Variants = Mapping[str, Keywords | Sequence[Keywords]]
Undo = Callable[[Any, Any], tuple[Any, Any] | None]
Beside = Callable[[Any, Any], dict[str, Any]]


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


@dataclass(frozen=True, eq=False)
class Task:
    """A task in the one form.

    ``n_arguments`` says how many fields of a case are arguments (default: all), ``same`` when two
    outputs are equal, or two of each part by name. ``undo`` holds mistakes that can be undone, so
    that a second one is seen behind them: see `UndoableMistake`. ``read(ask, case)`` calls the
    answer (default: as an array of the right output's shape; as a dictionary of numbers if that is
    one). ``shares`` divides the points among
    the parts of an output that has several; the mistakes of a part are then named ``part.mistake``
    in the tables. With ``edges_as_a_whole``, an edge has one credit for all parts. The first two
    parts are ``exchangeable`` if they have one shape: their numbers alone show their order.
    With ``any_shape``, a mistake may change the output's shape; ``same`` must compare shapes, too.
    ``beside(output, case)`` is shown beside a wrong output (default: the right one), and
    ``in_rule(case)`` has what replaces the names in braces in the rule (default: no names are).
    ``given(case, output)`` adds to a case what later parts of an output may follow from, and
    ``also`` says when a part is right in another way than that of ``right``; an output without
    parts is the part "".
    """

    module: str
    right: Callable[..., Any]
    cases: Callable[[np.random.Generator], Cases]
    variants: Variants
    signs: Mapping[str, Fits] = field(default_factory=dict)
    undo: Mapping[str, Undo] = field(default_factory=dict)
    n_arguments: int | None = None
    same: Fits | Mapping[str, Fits] = alike
    read: Callable[[Ask, Any], Any] | None = None
    shares: Mapping[str, float] = field(default_factory=dict)
    given: Callable[[Any, Any], Any] | None = None
    also: Mapping[str, Fits] = field(default_factory=dict)
    each_part_has_edges: bool = False
    edges_as_a_whole: bool = False
    exchangeable: bool = False
    any_shape: bool = False
    beside: Beside | None = None
    in_rule: Callable[[Any], Mapping[str, Any]] | None = None

    @functools.cached_property
    def texts(self) -> Texts:
        file = sys.modules[self.module].__file__ or ""
        return Texts.read(Path(file).with_suffix(".toml"))

    @property
    def check(self) -> Callable[..., Any]:
        """The check, as a notebook calls it: ``check(answer, points=10, seed=0)``."""
        texts, name = self.texts, self.module.rpartition("._")[2]

        def body(ask: Ask, rng: np.random.Generator) -> str:
            self.judge_all(ask, draw(self, int(rng.integers(2**63))))
            return texts.remark

        body.__name__, body.__module__ = name, self.module
        body.__doc__ = sys.modules[self.module].__doc__
        made = check(reread=texts.reread, odd_form=texts.odd_form)(body)
        vars(made)["task"] = self
        return made

    # ── judging ───────────────────────────────────────────────────────────────────────────────

    def judge_all(self, ask: Ask, drawn: Cases) -> None:
        """Judge the ordinary cases, then the edges; raise `Wrong` where an answer fails."""
        if self.each_part_has_edges:
            judge_parts_with_edges(dict(self.shares), self.judge_of_part(ask, drawn))
        else:
            asked = self.ask_all(ask, drawn.ordinary, ordinary=True)
            self.judge_outputs(ask, *asked, self.texts.mistakes)
            for edges in drawn.stages():
                self.announce(ask, [case for edge in edges for case in edge.cases])
                self.judge_stage(edges, functools.partial(self.judge_edge, ask))
        ask.require_order()

    def judge_stage(self, edges: Sequence[Edge], judge_one: Callable[[Edge], None]) -> None:
        opening, credit = self.texts.stages.get(str(edges[0].stage), Stage())
        edge_by_edge = (functools.partial(judge_one, edge) for edge in edges)
        judge_edges(*edge_by_edge, opening=opening, default_credit=credit)

    def judge_edge(self, ask: Ask, edge: Edge) -> None:
        sayings = self.texts.at_edge(edge.mistakes)
        try:
            asked = self.ask_all(ask, edge.cases, announced=True)
            self.judge_outputs(ask, *asked, sayings, self.edges_as_a_whole)
        except Wrong as wrong:
            for name, saying in sayings.items():
                if saying.error and wrong.error == saying.error:
                    named = saying.name or name
                    raise Wrong(named, saying.says, wrong.details, credit=saying.credit) from None
            raise

    def judge_outputs(
        self,
        ask: Ask,
        cases: list[Any],
        outputs: list[Any],
        sayings: Mapping[str, Saying],
        as_a_whole: bool = False,
    ) -> None:
        if self.shares and not as_a_whole:
            judge_parts(ask, cases, outputs, self.parts(sayings), **self.shown())
            return
        mistakes, rule, n_arguments = self.mistakes(sayings), self.texts.rule, self.n_arguments
        if self.any_shape:
            expected = self.output_for
            judge_shapes(
                ask, cases, outputs, expected, mistakes, rule=rule, n_arguments=n_arguments
            )
        if as_a_whole:
            raise_unread(part_of(output, part) for output in outputs for part in self.shares)
        judge(ask, cases, outputs, self.is_right, mistakes, **self.shown())

    def judge_of_part(self, ask: Ask, drawn: Cases) -> Callable[[str], None]:
        """A function that judges one part of the outputs, at ordinary inputs and at its edges."""
        asked = {id(drawn.ordinary): self.ask_all(ask, drawn.ordinary, ordinary=True)}

        def judge_group(part: str, group: Sequence[Any], sayings: Mapping[str, Saying]) -> None:
            if id(group) not in asked:
                asked[id(group)] = self.ask_all(ask, group)
            cases, outputs = asked[id(group)]
            judged = [getattr(output, part) for output in outputs]
            raise_unread(judged)
            right = functools.partial(self.is_right, part=part)
            mistakes = self.mistakes(of_part(sayings, part), part)
            judge(ask, cases, judged, right, mistakes, **self.shown(part))

        def judge_part(part: str) -> None:
            def judge_edge(edge: Edge) -> None:
                judge_group(part, edge.cases, self.texts.at_edge(edge.mistakes))

            judge_group(part, drawn.ordinary, self.texts.mistakes)
            for edges in drawn.stages():
                if own := [edge for edge in edges if not edge.parts or part in edge.parts]:
                    self.judge_stage(own, judge_edge)

        return judge_part

    def ask_all(
        self, ask: Ask, cases: Sequence[Any], *, announced: bool = False, ordinary: bool = False
    ) -> tuple[list[Any], list[Any]]:
        """The cases, as later parts of an output see them, and the outputs of the answer."""
        if not announced:
            self.announce(ask, cases)
        outputs = [self.read_output(ask, case) for case in cases]
        if self.exchangeable and ordinary:
            two = list(self.shares)[:2]
            rights = {part: functools.partial(self.is_right, part=part) for part in two}
            outputs = list(ask.exchanged(cases, outputs, rights, self.n_arguments))
        if self.given:
            cases = [self.given(case, output) for case, output in zip(cases, outputs, strict=True)]
        return list(cases), outputs

    def announce(self, ask: Ask, cases: Sequence[Any]) -> None:
        ask.announce(map(self.arguments, cases))

    def shown(self, part: str = "") -> dict[str, Any]:
        """What `judge` shows of a failing case."""
        return {
            "rule": self.rule_for,
            "n_arguments": self.n_arguments,
            "shown_beside": self.beside
            or (lambda output, case: {"Expected": self.output_for(case, part)}),
        }

    def rule_for(self, case: Any) -> str:
        rule = self.texts.rule
        return rule.format(**self.in_rule(case)) if self.in_rule else rule

    def arguments(self, case: Any) -> tuple[Any, ...]:
        return tuple(case[: self.n_arguments])

    def read_output(self, ask: Ask, case: Any) -> Any:
        if self.read:
            return self.read(ask, case)
        expected = self.output_for(case)
        if isinstance(expected, Mapping):
            return ask.numbers(*self.arguments(case), names=tuple(self.shares))
        shape = None if self.any_shape else np.shape(expected)
        return ask.array(*self.arguments(case), shape=shape)

    # ── what is right, and what is a usual mistake ────────────────────────────────────────────

    def output_for(self, case: Any, part: str = "") -> Any:
        """The right output for a case, or that of the mistakes in a `Varied` case."""
        case, keywords = case if isinstance(case, Varied) else (case, {})
        if self.given:  # the case holds what an answer gave: it does not come again
            output = self.right(case, **keywords)
        else:
            way = tuple((name, Itself(value)) for name, value in keywords.items())
            output = output_of(self.right, Itself(case), way)
        return part_of(output, part) if part else output

    def is_right(self, output: Any, case: Any, part: str = "") -> bool:
        if self.shares and not part:
            return all(self.is_right(part_of(output, name), case, name) for name in self.shares)
        same = self.same[part] if isinstance(self.same, Mapping) else self.same
        expected = self.output_for(case, part)
        if expected is not None and same(output, expected):
            return True
        return part in self.also and not isinstance(case, Varied) and self.also[part](output, case)

    def parts(self, sayings: Mapping[str, Saying]) -> list[Part]:
        """Each part of an output, with the mistakes that are named for it."""
        return [
            Part(
                part,
                functools.partial(self.is_right, part=part),
                self.mistakes(of_part(sayings, part), part),
                share,
            )
            for part, share in self.shares.items()
        ]

    def mistakes(self, sayings: Mapping[str, Saying], part: str = "") -> Mistakes:
        return [made for name, saying in sayings.items() for made in self.made(name, saying, part)]

    def made(self, name: str, saying: Saying, part: str) -> Iterator[Mistake | UndoableMistake]:
        """A mistake in the forms in which `judge` tries it."""
        full = f"{part}.{name}" if part and f"{part}.{name}" in self.known else name
        name = saying.name or name
        if full in self.undo:
            yield UndoableMistake(name, saying.says, self.undo[full], saying.credit)
            return
        ways = ways_of(self.variants.get(full, ()))
        sign = self.signs.get(full)

        def fits(output: Any, case: Any) -> bool:
            varied = (vary(case, way) for way in ways)
            if any(one is not None and self.is_right(output, one, part) for one in varied):
                return True
            return sign is not None and not isinstance(case, Varied) and sign(output, case)

        yield Mistake(name, saying.says, fits, saying.credit)
        for way in ways if saying.joins else ():
            yield UndoableMistake(name, saying.says, undo_by(way), saying.credit)

    @property
    def known(self) -> set[str]:
        """The names of all mistakes that have a variant, a sign or an undoing."""
        return {*self.variants, *self.signs, *self.undo}


class Varied(NamedTuple):
    """A case to which an answer with mistakes is right: the keywords of `right` that make them."""

    case: Any
    keywords: Keywords


def raise_unread(outputs: Iterable[Any]) -> None:
    """Raise the reason why an output could not be read, if there is one."""
    for output in outputs:
        if isinstance(output, Wrong):
            raise output


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


@functools.lru_cache(DRAWS_KEPT)
def draw(task: Task, seed: int) -> Cases:
    """The cases of a seed: drawn once, however many answers are judged."""
    drawn = task.cases(np.random.default_rng(seed))
    make_read_only([*drawn.ordinary, *(case for edge in drawn.edges for case in edge.cases)])
    return drawn


def outputs_of(
    right: Callable[..., Any], variants: Variants, part: str = ""
) -> dict[str, list[Callable[..., Any]]]:
    """The right function and each mistake's, by name, as `cases_that_tell_apart` takes them.

    Of outputs with several parts, the functions return one ``part``.
    """

    def answer(way: Keywords) -> Callable[[Any], Any]:
        whole = functools.partial(right, **way)
        return (lambda case: part_of(whole(case), part)) if part else whole

    made = {
        name: [answer(way) for way in ways_of(variant)]
        for name, variant in of_part(variants, part).items()
    }
    return {"right": [answer({})], **made}
