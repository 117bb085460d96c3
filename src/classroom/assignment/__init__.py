"""Assignments: the notebook and its rules, what students get of it, the bank of answers."""
