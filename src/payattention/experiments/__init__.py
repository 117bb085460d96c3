"""The course's experiments: each trains models on data of the package, and measures them.

Every training is seeded, and each result comes with its baseline. A `Study` repeats a training with
five seeds at two budgets; that takes from minutes to hours. Only `multi30k` downloads its data, and
`characters` the text "tinyshakespeare" if it is asked for.
"""
