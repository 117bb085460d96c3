"""What runs in the examiner's process: the instructor's cells, and proxies of the answers."""
