"""Everything that runs inside the sandbox, and nothing else of `classroom` is there.

This folder is mounted in the sandbox: `examiner/` is hidden from the student's process, `student/`
from the examiner's. Nothing here imports anything of `classroom` from outside of this folder.
"""
