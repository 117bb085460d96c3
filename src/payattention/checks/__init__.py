"""Instant feedback on the exercises: one folder a chapter, one module a task.

    from payattention.checks import dot_product as checks
    checks.window_mask(window_mask, points=10)

A check calls the student's answer and returns a `Verdict`: the points earned, and why. It tests
what must be true of a right answer; if no property determines it, the check computes it. Students
get the modules of tasks compressed (`sealed`), so that nobody reads one by accident.
"""
