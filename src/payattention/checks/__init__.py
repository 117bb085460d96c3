"""Instant feedback on the exercises: one folder a chapter, one module a task.

    from payattention.checks import dot_product as checks
    checks.window_mask(window_mask, points=10)

A check calls the student's answer and returns a `Verdict`: the points earned, and why. It tests
what must be true of an answer; where no property pins one down, it computes what is right. Students
get the modules of tasks sealed (`sealed`), so that nobody reads one by chance.
"""
