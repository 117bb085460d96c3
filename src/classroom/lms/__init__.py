"""Canvas and Moodle: collect their downloads, export scores to them."""
