"""All modules that run inside the sandbox. No other module of `classroom` can be seen there.

This folder is mounted in the sandbox: `examiner/` is hidden from the student's process, `student/`
from the examiner's process. No module here imports a module of `classroom` outside this folder.
"""
