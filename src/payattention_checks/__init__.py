"""Instant feedback on the exercises: one folder for each chapter, one module for each task.

    from payattention_checks import dot_product as checks
    checks.window_mask(window_mask, points=10)

A check calls the student's function and returns a `Verdict`: the points earned and the reason. It
tests properties that only right outputs have. If no property determines the right output, the check
computes it and compares. Students get the modules of the tasks in compressed form (`sealed`), so
that nobody reads one by accident.
"""
