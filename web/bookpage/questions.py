"""The `question` directive of "Check yourself": a question with an explanation for every choice.

    :::{question}
    What is the variance of $q \\cdot k$ if both have 64 independent entries of variance 1?

    - [ ] 8

      That is its standard deviation, $\\sqrt{64}$.
    - [x] 64

      Variances of independent terms add.
    :::

The last list holds the choices. The first paragraph of an item is the choice, the rest of the item
is its explanation. A choice becomes a `<details>` element, so it needs no kernel and no script, and
works with the keyboard.
"""

import re
from pathlib import Path
from string import ascii_uppercase
from typing import ClassVar

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

logger = logging.getLogger(__name__)
STYLE = Path(__file__).with_name("questions.css")


class question(nodes.container):
    """The node of a question: its title, its text and its choices."""


class choice(nodes.container):
    """The node of a choice: a `choice_label`, then an `explanation`.

    The attribute `right` is True if the choice is right.
    """


class choice_label(nodes.paragraph):
    """The node of a choice's letter and text."""


class explanation(nodes.container):
    """The node of a choice's explanation, which begins with “Right.” or “Not quite.”."""


# Other builders (LaTeX, text) use the visitors of the base classes, `container` and `paragraph`.
def visit_question(self, node: question) -> None:
    label = node[0]["ids"][0]
    self.body.append(self.starttag(node, "div", role="group", **{"aria-labelledby": label}))


def visit_choice(self, node: choice) -> None:
    self.body.append(self.starttag(node, "details"))


def visit_explanation(self, node: explanation) -> None:
    self.body.append(self.starttag(node, "div", CLASS="explanation"))


def visit_choice_label(self, node: choice_label) -> None:
    self.body.append(self.starttag(node, "summary", suffix=""))


def depart(tag: str):
    return lambda self, node: self.body.append(f"</{tag}>\n")


def take_mark(item: nodes.list_item) -> bool | None:
    """Remove the mark `[x]` or `[ ]` from the beginning of a list item.

    Returns True for `[x]`, False for `[ ]`, None if the item has no mark. With MyST's `tasklist`
    extension, the mark has already become an `<input type="checkbox">`.
    """
    if not (item.children and isinstance(item[0], nodes.paragraph) and item[0].children):
        return None
    paragraph, head = item[0], item[0][0]
    if isinstance(head, nodes.raw) and "checkbox" in head.astext():
        paragraph.remove(head)
        if paragraph.children and isinstance(paragraph[0], nodes.Text):
            paragraph.replace(paragraph[0], nodes.Text(paragraph[0].lstrip()))
        return "checked" in head.astext()
    mark = re.match(r"\[([ xX])\](\s+|$)", head) if isinstance(head, nodes.Text) else None
    if not mark:
        return None
    paragraph.replace(head, nodes.Text(head[mark.end() :]))
    return mark[1] != " "


class Question(SphinxDirective):
    has_content = True
    option_spec: ClassVar = {"name": str}

    def warn(self, message: str, line: int | None = None) -> None:
        where = (self.env.docname, line or self.lineno)
        logger.warning(f"{self.title}: {message}", location=where, type="question")

    def run(self) -> list[nodes.Node]:
        number = self.env.new_serialno("question") + 1
        self.title = f"Question {number}"
        parsed = nodes.Element()
        self.state.nested_parse(self.content, self.content_offset, parsed)
        lists = [n for n in parsed.children if isinstance(n, nodes.bullet_list)]
        if not lists:
            self.warn("it has no list of choices ('- [x] right' or '- [ ] wrong')")
            return parsed.children
        end = parsed.index(lists[-1])
        text, choices = parsed[:end], [self.choice(*item) for item in enumerate(lists[-1])]

        if not text:
            self.warn("the question itself is missing, above the choices")
        if stray := parsed[end + 1 :]:
            self.warn("text follows the choices; indent an explanation under its choice",
                      stray[0].line)  # fmt: skip
        for earlier in lists[:-1]:
            if any(take_mark(item) is not None for item in earlier):
                self.warn("its choices are several lists instead of one; indent each explanation",
                          earlier.line)  # fmt: skip
        if len(choices) < 2:
            self.warn("it has a single choice; give at least two")
        right = sum(made["right"] for made in choices)
        if not right:
            self.warn("it has no right choice; mark one with [x]")
        elif right == len(choices):
            self.warn("every choice is right; give a wrong one, marked with [ ]")
        elif right > 1:
            text.append(
                nodes.paragraph("", "Choose all that are right.", classes=["question-hint"])
            )

        title = nodes.rubric("", self.title, ids=[f"question-{number}-title"])
        title["classes"].append("question-title")
        node = question("", title, *text, *choices, classes=["question"])
        node["ids"].append(f"question-{number}")
        self.set_source_info(node)
        self.add_name(node)
        return [node]

    def choice(self, index: int, item: nodes.list_item) -> choice:
        letter = ascii_uppercase[index % 26]
        line = item.line or self.lineno
        right = take_mark(item)
        if right is None:
            self.warn(f"choice {letter} does not begin with '[x] ' (right) or '[ ] ' (wrong)", line)
        label = item.children[:1] if item.children and isinstance(item[0], nodes.paragraph) else []
        reasons = item.children[len(label) :]
        if not any(paragraph.astext().strip() for paragraph in label):
            self.warn(f"choice {letter} has no text", line)
        if not reasons:
            self.warn(
                f"choice {letter} has no explanation (a paragraph of its own, "
                "after a blank line, indented under the choice)",
                line,
            )
        verdict = nodes.strong("", "Right." if right else "Not quite.", classes=["verdict"])
        if reasons and isinstance(reasons[0], nodes.paragraph):
            reasons[0].insert(0, [verdict, nodes.Text(" ")])
        else:
            reasons.insert(0, nodes.paragraph("", "", verdict))
        words = nodes.inline(
            "", "", *(n for p in label for n in p.children), classes=["choice-text"]
        )
        mark = nodes.inline("", letter, classes=["choice-letter"])
        return choice(
            "",
            choice_label("", "", mark, nodes.Text(" "), words),
            explanation("", *reasons),
            right=bool(right),
            classes=["choice", "is-right" if right else "is-wrong"],
        )


def add_style(app: Sphinx, page: str, template: str, context: dict, doctree) -> None:
    if doctree and next(doctree.findall(question), None):
        app.add_css_file(STYLE.name)


def setup(app: Sphinx) -> ExtensionMetadata:
    app.add_directive("question", Question)
    app.add_node(question, html=(visit_question, depart("div")))
    app.add_node(choice, html=(visit_choice, depart("details")))
    app.add_node(explanation, html=(visit_explanation, depart("div")))
    app.add_node(choice_label, html=(visit_choice_label, depart("summary")))
    app.connect("config-inited", lambda app, config: config.html_static_path.append(str(STYLE)))
    app.connect("html-page-context", add_style)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
