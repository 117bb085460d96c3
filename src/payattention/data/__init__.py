"""The data sets of the course: each module has functions that make, load or download data."""

from payattention.data.shapes import Shapes, shapes

__all__ = ["Shapes", "shapes"]
