"""Find code in a submission that looks like an attempt to cheat, for a person to look at.

This only informs the instructor. The sandbox prevents the cheating: in it, such code neither earns
points nor reads the tests. Only written code is searched: the cells, their magics, and the Python
files beside the notebook. Code that is generated at run time, or hidden in another way, is not
found, and code that is found may be innocent. So a finding never changes a score.
"""

import ast
import contextlib
import functools
import itertools
import re
from collections.abc import Iterator, Mapping

from nbformat import NotebookNode

from classroom.assignment.cell_syntax import (
    RECENT,
    Cell,
    names_defined,
    names_imported,
    names_used,
    parse,
    tree_or_error,
    without_magics,
)
from classroom.assignment.instructor_notebook import InstructorNotebook
from classroom.assignment.notebook import Role, grade_id, role
from classroom.assignment.notebook_size import LONGEST_CELL
from classroom.printable import printable

# Names of attributes, functions and modules that no task needs. The keys say what they reach.
NAMES = {
    "the caller's frame": "_getframe currentframe f_back f_locals f_globals",
    "all that the interpreter holds": "get_objects get_referrers __subclasses__ _exit",
    "the code of a function": "__code__",
    "how cells are read and run": "ast_transformers input_transformers_cleanup transform_cell"
    " input_transformers_post run_cell run_line_magic user_ns",
    "how values are shown": "display_formatter display_pub displayhook for_type",
    "how modules are found": "meta_path path_hooks import_module spec_from_file_location",
    "the clock": "sleep",
    "objects that carry code": "read_pickle allow_pickle Unpickler",
}
MODULES = {
    "the grader": "classroom nbgrader",
    "the end of Python": "atexit signal",
    "the memory of Python": "ctypes gc",
    "the network": "socket urllib http requests",
    "other programs": "subprocess multiprocessing",
    "threads of its own": "threading",
    "objects that carry code": "pickle",
}
RUN = ("exec", "eval", "compile", "__import__")
SHELL = re.compile(r"!|%%?(bash|cmd|perl|pypy|python\d?|ruby|run|script|sh|sx|system)\b")
TIMED = re.compile(r"%(?:time|timeit|prun|memit)\s+(?:-[a-z]\s*\d*\s+)*")  # before a statement
FILES = 20  # the most Python files beside a notebook that are searched
REACHES = {name: what for what, names in NAMES.items() for name in names.split()}
IMPORTS = {name: what for what, names in MODULES.items() for name in names.split()}
TELLING = {*REACHES, *RUN, "modules"}  # of attributes and of names
FOUND_AT = ast.Call | ast.keyword | ast.Import | ast.ImportFrom | ast.ClassDef
HELD = IMPORTS.keys() - {"signal", "http"}  # also found as x.gc; but scipy.signal is innocent
SHOWN = 120  # characters of code, where a sentence quotes it
USED_BY_TESTS = re.compile(
    r"__(eq|ne|[lg][te]|float|array\w*|torch_function|reduce\w*)__|shape|dtype"
)
PRIVATE_PATH = re.compile(
    r"(^|/)(gradebook|solutions|autograded|submitted|nbgrader)\b|^/(proc|etc)\b"
)


def suspicions(
    source: InstructorNotebook, submitted: NotebookNode, files: Mapping[str, bytes] | None = None
) -> list[str]:
    """A sentence for each suspicious thing in a student's code, with the place where it is.

    Args:
        source: the instructor's notebook.
        submitted: the notebook that `submissions.assemble` returns: the instructor's notebook with
            the student's answers and added cells.
        files: the files handed in beside the notebook, by name.
    """
    reserved = reserved_names(source)
    found = [
        f"{where} {printable(what, SHOWN)}."
        for where, text in student_code(submitted, files or {})
        for what in findings_in_code(text, reserved)
    ]
    return list(dict.fromkeys(found))


def student_code(submitted: NotebookNode, files: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """Yield each piece of code that a student wrote, as a pair: its place, and the code.

    The place is the beginning of a sentence, such as “A cell of the student's own”. ``files`` are
    the contents of the files handed in beside the notebook, by name; only the first `FILES` Python
    files among them count.
    """
    trusted = (Role.TEST, Role.SETUP, Role.WRITTEN)
    for cell in submitted.cells:
        name = grade_id(cell)
        if cell.cell_type == "code" and not (name and role(cell) in trusted):
            yield f"The cell “{name}”" if name else "A cell of the student's own", cell.source
    scripts = [name for name in files if name.endswith(".py")]
    for name in scripts[:FILES]:
        text = files[name][:LONGEST_CELL].decode(errors="replace")
        yield f"The file “{printable(name, SHOWN)}”", text


def reserved_names(source: InstructorNotebook) -> frozenset[str]:
    """The names that a student's code should not define.

    These are the names that a test uses or a set-up cell defines. The names that a test takes from
    the student's code are left out, and so is ``score``, a likely name for a student's variable.
    """
    answers = {name for names in source.names_by_test.values() for name in names}
    tests, setup = source.tests.values(), source.setup.values()
    ours = frozenset().union(
        *(names_used(cell.source) for cell in tests),
        *(names_defined(cell.source) for cell in setup),
    )
    return ours - answers - {"score"}  # a likely name for a student's variable


@functools.lru_cache(RECENT)  # the cells of a notebook that nobody has changed recur
def findings_in_code(text: str, reserved: frozenset[str]) -> tuple[str, ...]:
    """The suspicious things in a piece of code and its magics, each as the end of a sentence.

    An example is “runs another program (!ls)”. ``reserved`` are the names that `reserved_names`
    returns.
    """
    plain = isinstance(tree_or_error(text), ast.Module)  # as for most code
    python, magics = Cell(text, []) if plain else without_magics(text)
    found = [f"runs another program ({magic})" for magic in magics if SHELL.match(magic)]
    statements = [TIMED.sub("", magic) for magic in magics if TIMED.match(magic)]
    for code in (python, *statements):
        if (tree := parse(code)) is not None:
            with contextlib.suppress(RecursionError):  # nested too deep to be written out
                found += findings_in_tree(tree, code, reserved)
    return tuple(dict.fromkeys(found))


def findings_in_tree(tree: ast.Module, text: str, reserved: frozenset[str]) -> Iterator[str]:
    """The suspicious things in Python code without magics, each as the end of a sentence.

    An example is “runs text as code (eval)”. ``tree`` is the syntax tree of ``text``. ``reserved``
    are the names that `reserved_names` returns.
    """
    foreign = reserved | names_imported(text) | {"builtins", "np", "torch"}
    nodes = list(ast.walk(tree))
    docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for name in sorted(names_defined(text) & reserved):
        yield f"defines “{name}”, a name of the tests'"
    for node in itertools.filterfalse(is_innocent, nodes):
        match node:
            case ast.Attribute(ctx=ast.Store() | ast.Del()) if base(node) in foreign:
                yield f"changes {words_of(node)}"
            case ast.Call(func=ast.Name("setattr"), args=[changed, *_]):
                if base(changed) != "self":
                    yield f"changes {words_of(changed)}"
            case ast.Attribute(
                value=ast.Name("sys") | ast.Attribute(attr="sys" | "_sys"), attr="modules"
            ):
                yield "reaches for how modules are found (sys.modules)"
            case ast.Call(func=ast.Name("getattr"), args=[_, ast.Constant(str(name)), *_]):
                if what := REACHES.get(name) or IMPORTS.get(name):
                    yield f"reaches for {what} ({name})"
            case ast.Attribute(attr=name) | ast.Name(id=name) if name in REACHES:
                yield f"reaches for {REACHES[name]} ({name})"
            case ast.keyword(arg=str(name)) if name in REACHES:
                yield f"reaches for {REACHES[name]} ({name})"
            case ast.Attribute(attr=name) if name.lstrip("_") in HELD:
                yield f"reaches for {IMPORTS[name.lstrip('_')]} ({words_of(node)})"
            case ast.Attribute(value=ast.Name("builtins"), attr=name) if name in RUN:
                yield f"runs text as code ({name})"
            case ast.Name(id=name) if name in RUN:
                yield f"runs text as code ({name})"
            case ast.Import() | ast.ImportFrom():
                module = getattr(node, "module", None)
                for full in [module] if module else [alias.name for alias in node.names]:
                    top = full.partition(".")[0]
                    if top in IMPORTS:
                        yield f"reaches for {IMPORTS[top]} ({full})"
            case ast.ClassDef(name=name, body=body):
                made = [known for part in body for known in names_bound(part)]
                if used := [known for known in made if USED_BY_TESTS.fullmatch(known)]:
                    yield f"defines a class, {name}, with names that tests use ({', '.join(used)})"
            case ast.Constant(value=str(words)) if PRIVATE_PATH.search(words):
                if id(node) not in docstrings:
                    yield f"names a path outside its folder ({printable(words, 60)})"


def is_innocent(node: ast.AST) -> bool:
    """Whether nothing can be found at a node, as at nearly all: it is soon known."""
    match node:
        case ast.Name(id=name):
            return name not in TELLING
        case ast.Attribute(attr=name):
            telling = name in TELLING or name.lstrip("_") in HELD
            return isinstance(node.ctx, ast.Load) and not telling
        case ast.Constant(value=value):
            return not isinstance(value, str)
    return not isinstance(node, FOUND_AT)


def words_of(node: ast.expr) -> str:
    """The source code of an expression; its first name and “…” if it is nested too deeply."""
    try:
        return ast.unparse(node)
    except RecursionError:
        return f"{base(node)}…"


def base(node: ast.expr) -> str:
    """The name that an expression such as ``a.b[c].d`` starts with.

    It is empty if the expression starts with something else, such as a call.
    """
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def names_bound(statement: ast.stmt) -> list[str]:
    match statement:
        case ast.FunctionDef(name=name):
            return [name]
        case ast.Assign(targets=targets):
            return [target.id for target in targets if isinstance(target, ast.Name)]
    return []
