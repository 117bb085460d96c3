"""Find the files of a folder that some code may load by its imports. The code is parsed, not run.

No other file of the folder affects the output of the code. So an executed page, or a score, is up
to date as long as these files are unchanged. One case is not detected: code that opens another file
of the folder by a fixed path.
"""

import ast
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

DYNAMIC = {"importlib", "pkgutil", "runpy", "__import__"}  # import modules by computed names
NAMING = ast.Name | ast.Attribute | ast.Import | ast.ImportFrom
FINDS_FILES = {"__file__", "__path__", "importlib", "pkgutil"}  # find data files beside a module


def files_imported(code: list[str], folder: Path, package: str = "") -> set[Path]:
    """The files below ``folder`` that some code may load by its imports, directly or indirectly.

    An import statement counts wherever it is, even in a function or under ``if TYPE_CHECKING``.
    The imports of an imported module count, too. Data files that an imported module may read are
    included; `imported_by` says which.

    If a piece of ``code`` cannot be parsed, or uses `importlib` or the like, nobody can tell what
    it imports. The result is then all files of ``package``, or of ``folder`` if ``package`` is
    empty.

    Args:
        code: pieces of code, such as the cells of a notebook. Lines of magic (``%``, ``!``) are
            ignored.
        folder: contains packages and modules, like a folder in ``sys.path``.
        package: only imports from this package count; empty for all packages in ``folder``.
    """
    found: set[Path] = set()
    todo: list[Path] = []
    for piece in code:
        lines = ["" if line.lstrip()[:1] in ("%", "!") else line for line in piece.splitlines()]
        try:
            nodes = naming_nodes(ast.parse("\n".join(lines)))
        except (SyntaxError, ValueError):
            return set(all_files(folder / package))
        if names_used(nodes) & DYNAMIC:
            return set(all_files(folder / package))
        todo += modules_of(nodes, (), folder, package)
    while todo:
        file = todo.pop()
        if file in found:
            continue
        found.add(file)
        todo += imported_by(file, file.stat().st_mtime_ns, folder, package)
    return found


@lru_cache(maxsize=1000)
def imported_by(file: Path, _changed: int, folder: Path, package: str) -> tuple[Path, ...]:
    """The files below ``folder`` that the module in ``file`` imports directly, or may read.

    For two kinds of module, files of the module's top-level package are added (of ``folder``, if
    the module is in no package):

    * If the module uses `importlib` or the like, it may import anything: all files are added.
    * If the module uses ``__file__`` or ``__path__``, it may read any data file: all files that are
      not Python code are added.

    If ``file`` is not Python code, the result is empty. Only imports from ``package`` count; if
    ``package`` is empty, all imports count. ``_changed`` is the time of the file's last change. It
    keeps the cache from returning an outdated result.
    """
    if file.suffix != ".py":
        return ()
    parts = file.relative_to(folder).with_suffix("").parts
    here = parts[:-1]
    nodes = naming_nodes(ast.parse(file.read_bytes(), str(file)))
    found = list(modules_of(nodes, here, folder, package))
    used = names_used(nodes)
    around = folder.joinpath(*parts[:1]) if here else folder
    if used & (DYNAMIC | FINDS_FILES):
        computed = bool(used & DYNAMIC)
        found += [path for path in all_files(around) if computed or path.suffix != ".py"]
    return tuple(found)


def all_files(folder: Path) -> Iterator[Path]:
    """All files below a folder, without those that Python or pip wrote, such as bytecode."""
    for path in folder.rglob("*"):
        written = "__pycache__" in path.parts or any(p.endswith(".egg-info") for p in path.parts)
        if path.is_file() and not written:
            yield path


def naming_nodes(tree: ast.AST) -> list[ast.AST]:
    """The nodes of a syntax tree that `names_used` and `modules_named` read."""
    return [node for node in ast.walk(tree) if isinstance(node, NAMING)]


def names_used(nodes: list[ast.AST]) -> set[str]:
    """All names in some code: variables, attributes, and the top-level packages it imports."""
    used: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Name):
            used.add(node.id)
        elif isinstance(node, ast.Attribute):
            used.add(node.attr)
        elif isinstance(node, ast.Import):
            used |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            used.add(node.module.partition(".")[0])
    return used


def modules_of(
    nodes: list[ast.AST], here: tuple[str, ...], folder: Path, package: str
) -> Iterator[Path]:
    """The files of the modules that a piece of code imports, found below ``folder``.

    ``nodes`` are those of the code's syntax tree. ``here`` is the package that contains the code,
    to resolve relative imports. Only imports from ``package`` count; if ``package`` is empty, all
    imports count.
    """
    for name in modules_named(nodes, here, folder):
        if package in ("", name[0]):
            yield from module_files(name, folder)


def modules_named(
    nodes: list[ast.AST], here: tuple[str, ...], folder: Path
) -> Iterator[tuple[str, ...]]:
    """Each name in an import statement that may be a module, such as ``("numpy", "linalg")``.

    ``nodes`` are those of the code's syntax tree. ``here`` is the package that contains the code,
    to resolve relative imports. ``from PACKAGE import *`` counts as naming every module that
    PACKAGE has below ``folder``.
    """
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield tuple(alias.name.split("."))
        elif isinstance(node, ast.ImportFrom):
            base = here[: len(here) - node.level + 1] if node.level else ()
            base += tuple(node.module.split(".")) if node.module else ()
            if base:
                yield base
            for alias in node.names:
                if alias.name == "*":  # __all__ may name modules that are not imported yet
                    yield from ((*base, path.stem) for path in folder.joinpath(*base).glob("*.py"))
                else:
                    yield (*base, alias.name)


def module_files(name: tuple[str, ...], folder: Path) -> Iterator[Path]:
    """The files below ``folder`` that run when the module ``name`` is imported.

    These are its own file and the ``__init__.py`` of each package that contains it.
    """
    for count in range(1, len(name) + 1):
        path = folder.joinpath(*name[:count])
        for file in (path / "__init__.py", path.with_name(f"{path.name}.py")):
            if file.is_file():
                yield file
