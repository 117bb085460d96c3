"""Grade a class: submissions, scores, the gradebook."""
