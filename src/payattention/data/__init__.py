"""Every data set of the course, with one function for each."""

from payattention.data.shapes import Shapes, shapes

__all__ = ["Shapes", "shapes"]
