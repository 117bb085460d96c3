"""Run a submission isolated from the system. Only `grading.grade`, `cli`, `doctor` import this."""
