"""What pages share: the style, the Content-Security-Policy, the settings of templates."""

from base64 import b64encode
from hashlib import sha256
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

HERE = Path(__file__).parent


def style(folder: str) -> str:
    """The CSS of the pages whose templates are in the given folder."""
    files = (HERE / "page.css", HERE / folder / "page.css")
    return "".join(file.read_text(encoding="utf-8") for file in files)


def policy(script: str = "", *, saves: bool = False) -> str:
    """The Content-Security-Policy of a self-contained page, whose only script is ``script``.

    The browser runs no other script, and no script at all if ``script`` is empty. The page cannot
    load other files. This holds whatever a student managed to put on the page. If ``saves`` is
    true, the script may send what it saves to the server of the page, and to no other.
    """
    digest = b64encode(sha256(script.encode()).digest()).decode()
    scripts = f" script-src 'sha256-{digest}';" if script else ""
    scripts += " connect-src 'self';" if saves else ""
    return (
        f"default-src 'none';{scripts} style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def template(folder: str) -> Template:
    """The template of a page, in the given folder; it escapes everything that it inserts."""
    templates = Environment(
        loader=FileSystemLoader(HERE / folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return templates.get_template("index.html.j2")
