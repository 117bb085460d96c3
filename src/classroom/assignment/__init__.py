"""Assignments: the notebook and its rules, the students' version of it, the bank of answers."""
