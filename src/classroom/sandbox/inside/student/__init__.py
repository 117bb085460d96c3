"""What runs in the student's process, and so is in the hands of the student's code."""
