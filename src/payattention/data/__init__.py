"""Every data set of the course, one function each."""

from payattention.data.shapes import Shapes, shapes

__all__ = ["Shapes", "shapes"]
