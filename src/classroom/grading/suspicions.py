"""What a person should look at in a submission: code that reaches for the tests, not for the task.

Nothing here touches a score: in the sandbox, none of it earns or reads anything. It is named
because whoever wrote it may have meant to, and code that hides well enough is not found.
"""

import ast
import re
from collections.abc import Iterator

from nbformat import NotebookNode

from classroom.assignment.cell_syntax import names_defined, names_imported, names_used, parse
from classroom.assignment.notebook import Role, crossing_names, grade_id, role

# Names of attributes and functions, and of modules, that no task of a course asks for.
NAMES = {
    "the caller's frame": "_getframe currentframe f_back f_locals f_globals",
    "all that the interpreter holds": "get_objects get_referrers __subclasses__ _exit",
    "the code of a function": "__code__",
    "how cells are read and run": "ast_transformers input_transformers_cleanup transform_cell"
    " input_transformers_post run_cell run_line_magic user_ns",
    "how values are shown": "display_formatter display_pub displayhook for_type",
    "how modules are found": "meta_path path_hooks import_module spec_from_file_location",
    "the clock": "sleep",
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
REACHES = {name: what for what, names in NAMES.items() for name in names.split()}
IMPORTS = {name: what for what, names in MODULES.items() for name in names.split()}
TELLS = re.compile(r"__(eq|ne|[lg][te]|float|array\w*|torch_function|reduce\w*)__|shape|dtype")
PLACE = re.compile(r"(^|/)(gradebook|solutions|autograded|submitted|nbgrader)\b|^/(proc|etc)\b")


def suspicions(source: NotebookNode, submitted: NotebookNode) -> list[str]:
    """A sentence for each cell of the student's and each thing in it that a person should see.

    Args:
        source: the instructor's notebook.
        submitted: the student's answers at their places, as `submission.assemble` makes it.
    """
    ours = names_of_ours(source)
    trusted = (Role.TEST, Role.SETUP, Role.WRITTEN)
    found: list[str] = []
    for cell in submitted.cells:
        if cell.cell_type != "code" or (grade_id(cell) and role(cell) in trusted):
            continue
        name = grade_id(cell)
        where = f"The cell “{name}”" if name else "A cell of the student's own"
        tree = parse(cell.source)
        if tree is not None:
            found += [f"{where} {what}." for what in looked_at(tree, cell.source, ours)]
    return list(dict.fromkeys(found))


def names_of_ours(source: NotebookNode) -> set[str]:
    """The names that the tests use and that no answer has: the checks, what set-up cells make."""
    answers = {name for names in crossing_names(source).values() for name in names}
    ours: set[str] = set()
    for cell in source.cells:
        if role(cell) is Role.TEST:
            ours |= names_used(cell.source)
        if role(cell) is Role.SETUP:
            ours |= names_defined(cell.source)
    return ours - answers - {"score"}  # which is a good name in a course on attention


def looked_at(tree: ast.Module, text: str, ours: set[str]) -> Iterator[str]:
    """What there is to see in a cell, as the rest of a sentence about it."""
    foreign = ours | names_imported(text) | {"builtins", "np", "torch"}
    nodes = list(ast.walk(tree))
    docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for name in sorted(names_defined(text) & ours):
        yield f"defines “{name}”, a name of the tests'"
    for node in nodes:
        match node:
            case ast.Attribute(ctx=ast.Store() | ast.Del()) if base(node) in foreign:
                yield f"changes {ast.unparse(node)}"
            case ast.Call(func=ast.Name("setattr"), args=[changed, *_]):
                if base(changed) != "self":
                    yield f"changes {ast.unparse(changed)}"
            case ast.Attribute(value=ast.Name("sys"), attr="modules"):
                yield "reaches for how modules are found (sys.modules)"
            case ast.Attribute(attr=name) | ast.Name(id=name) if name in REACHES:
                yield f"reaches for {REACHES[name]} ({name})"
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
                if told := [known for known in made if TELLS.fullmatch(known)]:
                    yield f"makes a class, {name}, that speaks for itself ({', '.join(told)})"
            case ast.Constant(value=str(words)) if PLACE.search(words):
                if id(node) not in docstrings:
                    yield f"names a place outside its folder ({words.strip()[:60]})"


def base(node: ast.expr) -> str:
    """The name that an expression such as ``a.b[c].d`` starts with."""
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
