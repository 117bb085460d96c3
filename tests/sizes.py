"""How large the code is: ``python -m tests.sizes [src]``, for this checkout or another one."""

import ast
import io
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

LONGEST_FUNCTION, LONGEST_MODULE = 40, 400

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Sizes(NamedTuple):
    """Of one package."""

    python: int  # lines
    code: int  # of them, those that are neither blank nor only a comment or a docstring
    texts: int  # lines of TOML
    modules: int
    long_modules: list[str]
    functions: int
    long_functions: list[str]
    longest: tuple[int, str]
    untyped: int


def functions(tree: ast.Module) -> Iterator[Function]:
    return (node for node in ast.walk(tree) if isinstance(node, Function))


def lines(function: Function) -> int:
    return (function.end_lineno or 0) - function.lineno + 1


def code_lines(source: str) -> int:
    """The number of lines with code: neither blank, nor only a comment or a docstring."""
    thin = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
    found: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in (*thin, tokenize.ENDMARKER):
            found.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str())):
                found -= set(range(node.lineno, (node.end_lineno or 0) + 1))
    return len(found)


def is_untyped(function: Function) -> bool:
    """Whether mypy's ``disallow_untyped_defs`` would object."""
    given = function.args
    arguments = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
    named = [it for it in arguments if it and it.arg not in ("self", "cls")]
    bare = function.returns is None and not (function.name == "__init__" and named)
    return bare or any(it.annotation is None for it in named)


def sizes(package: Path) -> Sizes:
    modules = {file: file.read_text("utf-8") for file in sorted(package.rglob("*.py"))}
    found = [
        (lines(function), f"{file.relative_to(package.parent)}:{function.name}", function)
        for file, source in modules.items()
        for function in functions(ast.parse(source))
    ]
    long = {file: len(source.splitlines()) for file, source in modules.items()}
    return Sizes(
        python=sum(long.values()),
        code=sum(map(code_lines, modules.values())),
        texts=sum(len(file.read_text("utf-8").splitlines()) for file in package.rglob("*.toml")),
        modules=len(modules),
        long_modules=[f"{file.name} {n}" for file, n in long.items() if n > LONGEST_MODULE],
        functions=len(found),
        long_functions=[name for n, name, _ in found if n > LONGEST_FUNCTION],
        longest=max((n, name) for n, name, _ in found),
        untyped=sum(is_untyped(function) for _, _, function in found),
    )


def main() -> None:
    src = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[1] / "src")
    for package in sorted(src.glob("*/__init__.py")):
        found = sizes(package.parent)
        print(f"{package.parent.name}: {found.python} lines of Python, {found.code} of code,")
        print(f"  in {found.modules} modules; {found.texts} lines of TOML;")
        print(f"  {found.functions} functions, {found.untyped} untyped;", end=" ")
        print(f"the longest {found.longest[1]}, {found.longest[0]} lines")
        print(f"  over {LONGEST_FUNCTION} lines: {', '.join(found.long_functions) or 'none'}")
        print(f"  over {LONGEST_MODULE} lines: {', '.join(found.long_modules) or 'none'}")


if __name__ == "__main__":
    main()
