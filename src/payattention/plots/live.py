"""Live figures: the data that a script on the book's page draws."""

import json
from collections.abc import Mapping
from html import escape
from typing import Any
from urllib.parse import quote

from torch import Tensor

from payattention.plots.style import Figure


class Live:
    """A live figure: a script on the book's page draws its data and reacts to the reader."""

    def __init__(
        self, demo: str, data: Mapping[str, Any], still: Figure | None = None, alt: str = ""
    ):
        self.demo, self.data, self.still, self.alt = demo, data, still, alt

    def _repr_html_(self) -> str:
        data = json.dumps(self.data).replace("<", "\\u003c")  # no text can end the script
        return (
            f'<div class="demo" data-demo="{self.demo}">'
            f'<script type="application/json">{data}</script>'
            "<p>This live figure could not start here; it needs JavaScript.</p>"
            f"{self._without_script()}</div>"
        )

    def _without_script(self) -> str:
        if self.still is None:
            return ""
        picture = f"data:image/svg+xml,{quote(self.still.drawn())}"
        return f'<noscript><img src="{picture}" alt="{escape(self.alt)}"></noscript>'


def live(demo: str, *, still: Figure | None = None, alt: str = "", **data: Any) -> Live:
    """Return an object that the book shows as the live figure of ``web/demos/<demo>.js``.

    The script draws ``data``: texts, numbers and two-dimensional tensors. If it cannot start, the
    page shows a sentence that says so. Without JavaScript, the page shows the figure ``still``;
    ``alt`` is its description.
    Raises: ValueError if there is a ``still`` without ``alt``.
    """
    if still is not None and not alt:
        raise ValueError("alt must describe the figure `still`, but it is empty")
    plain = {
        name: [[round(x, 4) for x in row] for row in value.tolist()]
        if isinstance(value, Tensor)
        else value
        for name, value in data.items()
    }
    return Live(demo, plain, still, alt)
