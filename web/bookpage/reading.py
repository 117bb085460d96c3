"""Estimate reading times from the text of the pages.

The role {reading-time}`01-rnn-limits, 02-bahdanau` shows the sum of the times for these two pages.
{reading-time}`chapters` shows the sum for all chapters. Parts of a page that a reader must click to
open are not counted: folded admonitions, hidden parts of cells, and the explanations of choices.
"""

import re
from collections.abc import Iterable
from math import ceil

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxRole

from bookpage.exercises import about
from bookpage.folds import Fold
from bookpage.questions import explanation

WORDS_A_MINUTE = 150  # by someone who meets the ideas for the first time
SECONDS = {nodes.math_block: 60, nodes.image: 60, "line of code": 3}
CHAPTER = re.compile(r"\d\d-[\w-]+")
PROJECTS = frozenset({"08-your-gpt"})  # pages with a notebook that are no chapters
ALL = "chapters"


class reading_time(nodes.inline):
    """A placeholder, replaced by a reading time when Sphinx has read all pages.

    The attribute ``of`` holds the names of the pages whose times are added, or “chapters” for all
    chapters.
    """


def seconds_to_read(page: nodes.document) -> float:
    """The estimated reading time of a page in seconds, from words, equations, images and code."""
    seconds = 0.0
    for node in page.findall():
        if is_folded(node):
            continue
        if isinstance(node, nodes.Text) and not isinstance(node.parent, nodes.FixedTextElement):
            seconds += 60 * len(node.split()) / WORDS_A_MINUTE
        elif isinstance(node, nodes.literal_block):
            seconds += SECONDS["line of code"] * len(node.astext().splitlines())
        else:
            seconds += SECONDS.get(type(node), 0)
    return seconds


def is_folded(node: nodes.Node) -> bool:
    """Whether the node is in a part that a reader must click to open, or in raw HTML."""
    while (parent := node.parent) is not None:
        if isinstance(parent, Fold | explanation | nodes.raw):
            return True
        if isinstance(parent, nodes.Element):
            folded = parent.get("hide_mode")
            kind = "input" if "cell_input" in node_classes(node) else "output"
            if folded in (kind, "all"):
                return True
        node = parent
    return False


def node_classes(node: nodes.Node) -> list[str]:
    return node.get("classes", []) if isinstance(node, nodes.Element) else []


def count(app: Sphinx, page: nodes.document) -> None:
    seconds_of(app.env)[app.env.docname] = seconds_to_read(page)


def seconds_of(env: BuildEnvironment) -> dict[str, float]:
    """The reading time of each page in seconds, by the page's name.

    Sphinx stores them with ``env``, so the next build has the times of unchanged pages.
    """
    if not hasattr(env, "bookpage_seconds"):
        env.bookpage_seconds = {}
    return env.bookpage_seconds


def chapters(env: BuildEnvironment) -> list[str]:
    return sorted(filter(CHAPTER.fullmatch, env.found_docs - PROJECTS))


def fill_in(app: Sphinx, page: nodes.document, name: str) -> None:
    """Replace each `reading_time` placeholder of a page by the reading time in minutes or hours."""
    seconds = seconds_of(app.env)
    for node in list(page.findall(reading_time)):
        of = chapters(app.env) if node["of"] == ALL else re.split(r",\s*", node["of"])
        if not set(of) <= seconds.keys():
            raise ExtensionError(f"{name}: there is no reading time of {node['of']}: no such page.")
        minutes = sum(ceil(seconds[one] / 60) for one in of)  # the sum of the times that are shown
        node.replace_self(nodes.Text(about(minutes) if len(of) > 2 else f"{minutes} minutes"))


def write_again(app: Sphinx, env: BuildEnvironment) -> Iterable[str]:
    """The names of the pages to write again because they show reading times.

    The result is empty if no reading time has changed since the last build.
    """
    seconds = seconds_of(env)
    for page in env.found_docs - seconds.keys():  # read by a build that did not count yet
        seconds[page] = seconds_to_read(env.get_doctree(page))
    now, before = dict(seconds), getattr(env, "bookpage_told", {})
    env.bookpage_told = now
    tell = getattr(env, "bookpage_tell_times", set())
    return sorted(tell & env.found_docs) if now != before else []


class ReadingTime(SphinxRole):
    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        if not hasattr(self.env, "bookpage_tell_times"):
            self.env.bookpage_tell_times = set()
        self.env.bookpage_tell_times.add(self.env.docname)
        return [reading_time("", of=self.text)], []


def setup(app: Sphinx) -> None:
    app.add_node(reading_time)
    app.add_role("reading-time", ReadingTime())
    app.connect("doctree-read", count)
    app.connect("env-updated", write_again)
    app.connect("doctree-resolved", fill_in)
