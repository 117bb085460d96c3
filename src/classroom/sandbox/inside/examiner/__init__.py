"""The modules of the examiner's process, which runs the tests on a student's functions."""
