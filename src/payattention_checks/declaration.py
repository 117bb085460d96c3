"""What a task declares, and what follows from it: which outputs are right, which are a mistake."""

import functools
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from payattention_checks.ask import Ask
from payattention_checks.compare import Fits, alike, finite
from payattention_checks.judge import Mistake, Mistakes, Part, UndoableMistake
from payattention_checks.read import part_of
from payattention_checks.remember import output_of
from payattention_checks.texts import MistakeText, Texts, of_part
from payattention_checks.variants import Cases, Undo, Variants, Varied, undo_by, vary, ways_of

MISTAKES_CACHED = 1000  # lists of them: of all tasks, one for each part and each kind of edge
Details = Callable[[Any, Any], dict[str, Any]]


@dataclass(frozen=True, eq=False)
class Declaration:
    """A task as its module declares it; the mistakes of a part are named ``part.mistake``."""

    module: str
    right: Callable[..., Any]
    cases: Callable[[np.random.Generator], Cases]
    variants: Variants
    signs: Mapping[str, Fits] = field(default_factory=dict)
    # Mistakes that can be undone, so that a second one is seen behind them.
    undo: Mapping[str, Undo] = field(default_factory=dict)
    # How many fields of a case are arguments; None: all.
    n_arguments: int | None = None
    # When two outputs are equal, or two of each part, by the part's name.
    same: Fits | Mapping[str, Fits] = alike
    # Calls the answer. None: as an array of the right output's shape, as a dictionary of numbers,
    # or as a tuple of arrays, as the right output is.
    read: Callable[[Ask, Any], Any] | None = None
    # The arguments of all calls that `read` makes for a case. None: it makes one call.
    calls: Callable[[Any], Iterable[tuple[Any, ...]]] | None = None
    # Divides the points among the parts of an output that has several.
    shares: Mapping[str, float] = field(default_factory=dict)
    # Adds to a case what later parts of an output may follow from: with_output(case, output).
    with_output: Callable[[Any, Any], Any] | None = None
    # When a part is right in another way than that of `right`; "" if an output has no parts.
    also_right: Mapping[str, Fits] = field(default_factory=dict)
    # Each part is judged at its edges if it alone is right before them.
    each_part_has_edges: bool = False
    # An edge has one credit for all parts.
    edges_as_a_whole: bool = False
    # The first two parts have one shape, so only their numbers show in which order they are.
    exchangeable: bool = False
    # A mistake may change the output's shape; then `same` must compare shapes, too.
    any_shape: bool = False
    # What the verdict shows below a wrong output; None: the right one.
    details: Details | None = None
    # What replaces the names in braces in the rule.
    in_rule: Callable[[Any], Mapping[str, Any]] | None = None
    # Whether an output, or a part, has only numbers that can be right.
    legal: Callable[[Any], bool] = finite

    def __post_init__(self) -> None:
        if self.each_part_has_edges and (self.edges_as_a_whole or self.any_shape):
            message = "each_part_has_edges goes with neither edges_as_a_whole nor any_shape"
            raise ValueError(f"{self.module}: {message}")
        if self.shares and self.any_shape:
            raise ValueError(f"{self.module}: any_shape is for an output without parts")

    @functools.cached_property
    def texts(self) -> Texts:
        file = sys.modules[self.module].__file__ or ""
        return Texts.read(Path(file).with_suffix(".toml"))

    def rule_for(self, case: Any) -> str:
        rule = self.texts.rule
        return rule.format(**self.in_rule(case)) if self.in_rule else rule

    def arguments(self, case: Any) -> tuple[Any, ...]:
        return tuple(case[: self.n_arguments])

    def output_for(self, case: Any, part: str = "") -> Any:
        """The right output for a case, or that of the mistakes in a `Varied` case."""
        case, keywords = case if isinstance(case, Varied) else (case, {})
        if self.with_output:  # the case holds an output of the answer, and does not come again
            output = self.right(case, **keywords)
        else:
            output = output_of(self.right, case, keywords)
        return part_of(output, part) if part else output

    def is_right(self, output: Any, case: Any, part: str = "") -> bool:
        if self.shares and not part:
            return all(self.is_right(part_of(output, name), case, name) for name in self.shares)
        same = self.same[part] if isinstance(self.same, Mapping) else self.same
        expected = self.output_for(case, part)
        if expected is not None and same(output, expected):
            return True
        if part not in self.also_right or isinstance(case, Varied):
            return False
        return self.also_right[part](output, case)

    def parts(self, mistake_texts: Mapping[str, MistakeText]) -> list[Part]:
        """Each part of an output, with the mistakes that are named for it."""
        return [
            Part(
                part,
                functools.partial(self.is_right, part=part),
                self.mistakes(of_part(mistake_texts, part), part),
                share,
            )
            for part, share in self.shares.items()
        ]

    def mistakes(self, mistake_texts: Mapping[str, MistakeText], part: str = "") -> Mistakes:
        return mistakes_of(self, tuple(mistake_texts.items()), part)

    def forms_of(
        self, name: str, text: MistakeText, part: str
    ) -> Iterator[Mistake | UndoableMistake]:
        """A mistake in the forms in which `judge` tries it."""
        full = f"{part}.{name}" if part and f"{part}.{name}" in self.known_mistakes else name
        name = text.name or name
        if full in self.undo:
            yield UndoableMistake(name, text.feedback, self.undo[full], text.credit)
            return
        ways = ways_of(self.variants.get(full, ()))
        sign = self.signs.get(full)

        def fits(output: Any, case: Any) -> bool:
            varied = (vary(case, way) for way in ways)
            if any(one is not None and self.is_right(output, one, part) for one in varied):
                return True
            return sign is not None and not isinstance(case, Varied) and sign(output, case)

        yield Mistake(name, text.feedback, fits, text.credit)
        for way in ways if text.joins else ():
            yield UndoableMistake(name, text.feedback, undo_by(way), text.credit)

    @property
    def known_mistakes(self) -> set[str]:
        """The names of all mistakes that have a variant, a sign or an undoing."""
        return {*self.variants, *self.signs, *self.undo}


@functools.lru_cache(MISTAKES_CACHED)
def mistakes_of(
    task: Declaration, mistake_texts: tuple[tuple[str, MistakeText], ...], part: str
) -> Mistakes:
    """The mistakes of a task or of a part: most answers need none, but each asks for all."""
    return [mistake for name, text in mistake_texts for mistake in task.forms_of(name, text, part)]
