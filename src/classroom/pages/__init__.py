"""HTML pages about a graded class: each student's feedback, and the report for the instructor."""
