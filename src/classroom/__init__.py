"""What instructors run: release an assignment, grade a class, give feedback, export the scores."""
