"""Canvas and Moodle: collect submissions that were downloaded there, and export scores to them."""
