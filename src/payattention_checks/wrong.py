"""What is wrong with an answer, as an exception."""

from collections.abc import Mapping, Sequence

from payattention_checks.verdict import Finding


class Wrong(Exception):
    """Raised inside a check if the student's function is wrong; it holds the reason.

    ``name`` is the name of the mistake, and ``feedback`` is the text about it. ``details`` are
    labelled lines below it, such as the failing call. ``credit`` is the share of the
    points, 0 to 1, that the student keeps. If the student made several mistakes, ``findings`` lists
    them, and ``feedback`` describes all of them. ``error`` is the name of the class of an
    exception that the student's function raised, or that of the usual slip behind it, or that of
    the slip for which an output cannot be read.
    """

    def __init__(
        self,
        name: str,
        feedback: str,
        details: Mapping[str, str] | None = None,
        *,
        credit: float = 0.0,
        findings: Sequence[Finding] = (),
        error: str = "",
    ):
        super().__init__(feedback)
        self.name, self.feedback, self.credit, self.error = name, feedback, credit, error
        self.details = dict(details or {})
        self.findings = tuple(findings) or (Finding(name, feedback),)
