"""An answer as the engine's tests meet it, without processes and walls."""

import contextlib
from types import SimpleNamespace
from typing import Any

from classroom.sandbox.inside.examiner.proxy import Student
from classroom.sandbox.inside.student import serve as student
from classroom.sandbox.inside.wire import WireError


class Unwalled(Student):
    """The student's process as the examiner sees it, but in this process."""

    def __init__(self, answer: Any):
        super().__init__()
        self.shell: Any = SimpleNamespace(user_ns={"answer": answer})

    def ask(self, kind: bytes, body: bytes) -> tuple[bytes, bytes]:
        with contextlib.ExitStack() as stack:
            stack.callback(setattr, student, "silence", student.silence)
            student.silence = contextlib.nullcontext  # type: ignore[assignment]
            try:
                return student.answers[kind](self.shell, body)
            except WireError as error:
                return b"w", str(error).encode()


def across(answer: Any) -> Any:
    """An answer as the examiner's tests see it."""
    names: dict[str, Any] = {}
    Unwalled(answer).import_name("answer", names)
    return names["answer"]
