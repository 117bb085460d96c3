"""Print why this machine can run no sandbox; print nothing if it can. `make course` runs this."""

from classroom.sandbox.bubblewrap import why_no_sandbox

if why := why_no_sandbox():
    print(f"{why} So the sample class will be graded without a sandbox.")
