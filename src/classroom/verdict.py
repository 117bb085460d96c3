"""What a verdict says, read from the output of a test cell."""

from bs4 import BeautifulSoup
from nbformat import NotebookNode


def reason_said(cell: NotebookNode) -> str:
    """The sentences in which a test cell's output says why it gives its points; may be empty.

    A verdict's HTML marks itself with ``data-mistake``. Its reason is the first part inside; what
    follows are details, such as the arrays that came back.
    """
    for output in cell.get("outputs", []):
        if output.output_type == "error":
            return output.evalue or output.ename
        page = BeautifulSoup(output.get("data", {}).get("text/html", ""), "html.parser")
        if verdict := page.select_one("[data-mistake]"):
            reason = verdict.find("div", recursive=False) or verdict
            for block in reason.find_all(["br", "div", "li", "p"]):
                block.insert_before(" ")
            return " ".join(reason.get_text().split())
    return ""
