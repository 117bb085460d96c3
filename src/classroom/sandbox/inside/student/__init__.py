"""The modules that run in the student's process. The student's code can change all of them."""
