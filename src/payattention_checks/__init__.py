"""Instant feedback on the exercises: one folder for each chapter, one module for each task.

    from payattention_checks import dot_product as checks
    checks.window_mask(window_mask, points=10)

A check calls the student's function and returns a `Verdict`: the points earned and the reason. It
tests properties that only right outputs have. If no property determines the right output, the check
computes it and compares. Students get the modules of the tasks in compressed form (`sealed`), so
that nobody reads one by accident.

The engine, from the notebook's call to the verdict:

=================================  =================================================================
``check``                          makes a check of a function that asks and judges
``task``, ``declaration``          the one form of all checks: what a task declares
``variants``, ``texts``            its cases and mistakes, and what the student reads about them
``distinguishing``                 draws cases on which mistakes give different outputs
``judging``                        the ordinary cases first, then the edges
``ask``, ``part_order``            call the answer, and bring its output into the right form
``read``, ``compare``, ``wrong``   outputs as arrays; when two are equal; why an answer is wrong
``judge``, ``edges``, ``shapes``   find the mistake that explains all outputs
``show``, ``calls``, ``errors``    outputs, calls and errors as short texts
``verdict``                        points, reason and data (``verdict_html``, ``layout``, ``book``)
``remember``, ``_session``         right outputs, and what an IPython session has seen so far
``ready``, ``time_limit``          the set-up cell's line; stops an answer that does not end
``arrays``, ``counts``             functions that several tasks share
``clipping``, ``several``          gradients, clipped; outputs that are judged as a whole
``total``                          the table in a notebook's last cell
=================================  =================================================================
"""
