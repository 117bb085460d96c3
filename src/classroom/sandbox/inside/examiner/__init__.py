"""The modules of the examiner's process: they run tests, and proxies of the student's functions."""
