"""Say why this machine has no sandbox; nothing where it has one. `make course` begins with this."""

from classroom.sandbox.bubblewrap import why_no_sandbox

if why := why_no_sandbox():
    print(f"{why} So the sample class will be graded without a sandbox.")
