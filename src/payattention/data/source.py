"""Files that are fetched: the folder that may hold them instead, and the error if none does."""

VARIABLE = "PAYATTENTION_DATA"  # the environment variable that names the folder


class DataError(ValueError):
    """A data file is missing, cannot be fetched, or is not the expected file."""
