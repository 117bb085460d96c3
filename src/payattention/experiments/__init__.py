"""The course's own measurements: each function trains on the embedded data and returns what it saw.

Every training is seeded, and each result comes with its baseline. A `Study` repeats a training with
five seeds at two budgets; that takes from minutes to hours. `multi30k` trains on sentences that are
fetched.
"""
