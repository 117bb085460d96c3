"""How an answer to a task in the one form is judged: at ordinary cases, then at the edges."""

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from payattention_checks.ask import Ask
from payattention_checks.declaration import Declaration
from payattention_checks.edges import judge_edges, judge_parts_with_edges
from payattention_checks.judge import Mistakes, judge, judge_parts
from payattention_checks.read import LooseShape, part_of
from payattention_checks.remember import output_of
from payattention_checks.shapes import judge_shapes
from payattention_checks.texts import MistakeText, Stage, of_part
from payattention_checks.variants import Cases, Edge
from payattention_checks.wrong import Wrong


@dataclass(frozen=True)
class Judging:
    """One answer, which ``ask`` calls, and the task that it is an answer to."""

    task: Declaration
    ask: Ask

    def judge_all(self, drawn: Cases) -> None:
        """Judge the ordinary cases, then the edges; raise `Wrong` where an answer fails."""
        if self.task.each_part_has_edges:
            judge_parts_with_edges(dict(self.task.shares), self.judge_of_part(drawn))
        else:
            results = self.ask_ordinary(drawn)
            self.judge_outputs(*results, self.task.texts.mistakes)
            for edges in drawn.stages():
                self.announce([case for edge in edges for case in edge.cases])
                self.judge_stage(edges, self.judge_edge)

    def judge_stage(self, edges: Sequence[Edge], judge_one: Callable[[Edge], None]) -> None:
        opening, credit = self.task.texts.stages.get(str(edges[0].stage), Stage())
        edge_by_edge = (functools.partial(judge_one, edge) for edge in edges)
        judge_edges(*edge_by_edge, opening=opening, default_credit=credit)

    def judge_edge(self, edge: Edge) -> None:
        mistake_texts = self.task.texts.at_edge(edge.mistakes)
        try:
            results = self.ask_all(edge.cases, announced=True)
            self.judge_outputs(*results, mistake_texts, self.task.edges_as_a_whole)
        except Wrong as wrong:
            raise with_name(wrong, mistake_texts) from None

    def judge_outputs(
        self,
        cases: list[Any],
        outputs: list[Any],
        mistake_texts: Mapping[str, MistakeText],
        as_a_whole: bool = False,
    ) -> None:
        if self.task.shares and not as_a_whole:
            judge_parts(self.ask, cases, outputs, self.task.parts(mistake_texts), **self.shown())
            return
        mistakes = self.task.mistakes(mistake_texts)
        if self.task.any_shape:
            self.judge_shapes(cases, outputs, mistakes)
        if as_a_whole:
            raise_unread(part_of(output, part) for output in outputs for part in self.task.shares)
        judge(self.ask, cases, outputs, self.task.is_right, mistakes, **self.shown())

    def judge_shapes(self, cases: list[Any], outputs: list[Any], mistakes: Mistakes) -> None:
        rule, n_arguments = self.task.rule_for, self.task.n_arguments
        expected = self.task.output_for
        judge_shapes(
            self.ask, cases, outputs, expected, mistakes, rule=rule, n_arguments=n_arguments
        )

    def judge_of_part(self, drawn: Cases) -> Callable[[str], None]:
        """A function that judges one part of the outputs, at ordinary inputs and at its edges."""
        results = {id(drawn.ordinary): self.ask_ordinary(drawn)}

        def judge_group(part: str, group: Sequence[Any], texts: Mapping[str, MistakeText]) -> None:
            if id(group) not in results:
                results[id(group)] = self.ask_all(group)
            cases, outputs = results[id(group)]
            of_this_part = [part_of(output, part) for output in outputs]
            raise_unread(of_this_part)
            right = functools.partial(self.task.is_right, part=part)
            mistakes = self.task.mistakes(of_part(texts, part), part)
            judge(self.ask, cases, of_this_part, right, mistakes, **self.shown(part))

        def judge_part(part: str) -> None:
            def judge_edge(edge: Edge) -> None:
                judge_group(part, edge.cases, self.task.texts.at_edge(edge.mistakes))

            judge_group(part, drawn.ordinary, self.task.texts.mistakes)
            for edges in drawn.stages():
                if own := [edge for edge in edges if not edge.parts or part in edge.parts]:
                    self.judge_stage(own, judge_edge)

        return judge_part

    def ask_ordinary(self, drawn: Cases) -> tuple[list[Any], list[Any]]:
        try:
            return self.ask_all(drawn.ordinary, ordinary=True)
        except Wrong as wrong:
            raise with_name(wrong, self.task.texts.mistakes) from None

    def ask_all(
        self, cases: Sequence[Any], *, announced: bool = False, ordinary: bool = False
    ) -> tuple[list[Any], list[Any]]:
        """The cases, as later parts of an output see them, and the outputs of the answer."""
        if not announced:
            self.announce(cases)
        outputs = [self.read_output(case) for case in cases]
        if self.task.exchangeable and ordinary:
            two = list(self.task.shares)[:2]
            rights = {part: functools.partial(self.task.is_right, part=part) for part in two}
            exchanged = self.ask.part_order.exchanged
            outputs = list(exchanged(cases, outputs, rights, self.task.n_arguments))
        if with_output := self.task.with_output:
            cases = [with_output(case, output) for case, output in zip(cases, outputs, strict=True)]
        return list(cases), outputs

    def announce(self, cases: Sequence[Any]) -> None:
        calls = self.task.calls or (lambda case: [self.task.arguments(case)])
        self.ask.announce(call for case in cases for call in calls(case))

    def shown(self, part: str = "") -> dict[str, Any]:
        """What `judge` shows of a failing case, and what it says of one without a name."""
        return {
            "legal": self.task.legal,
            "rule": self.task.rule_for,
            "n_arguments": self.task.n_arguments,
            "details_for": self.task.details
            or (lambda output, case: {"Expected": self.task.output_for(case, part)}),
        }

    def read_output(self, case: Any) -> Any:
        if self.task.read:
            try:
                return self.task.read(self.ask, case)
            except Wrong as wrong:
                raise with_name(wrong, self.task.texts.mistakes) from None
        arguments, expected = self.task.arguments(case), output_of(self.task.right, case)
        if isinstance(expected, Mapping):
            return self.ask.numbers(*arguments, names=tuple(self.task.shares))
        if hasattr(expected, "_asdict"):
            shapes = {name: np.shape(part) for name, part in expected._asdict().items()}
            read_several = self.ask.parts if self.task.shares else self.ask.arrays
            return read_several(*arguments, **shapes)
        shape = LooseShape(np.shape(expected)) if self.task.any_shape else np.shape(expected)
        return self.ask.array(*arguments, shape=shape)


def with_name(wrong: Wrong, mistake_texts: Mapping[str, MistakeText]) -> Wrong:
    """The fault, by the name of the mistake that raises such an error, if one does."""
    for name, text in mistake_texts.items():
        if wrong.error in text.error.split():
            return Wrong(text.name or name, text.feedback, wrong.details, credit=text.credit)
    return wrong


def raise_unread(outputs: Iterable[Any]) -> None:
    """Raise the reason why an output could not be read, if there is one."""
    for output in outputs:
        if isinstance(output, Wrong):
            raise output
