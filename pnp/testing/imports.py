"""Check the imports of a game: the oracle shares nothing with the engine, and no rule knows the world.

Import linters see the packages they are configured for; this reads the files themselves, of any package. The rooms of a
game are ``rules``, ``play``, ``teaching`` and ``oracle``, each a folder or a file of its package.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pnp.registry import home, homes
from pnp.testing.subject import Subject

# The files of a game as syntax trees: what each imports, and at which line.


@dataclass(frozen=True, slots=True)
class Import:
    """An imported module, or a name that was imported from one: ``module`` is dotted, ``name`` None for the former."""

    module: str
    name: str | None
    line: int

    @property
    def dotted(self) -> str:
        """Module and name together."""
        return self.module if self.name is None else f"{self.module}.{self.name}"


@dataclass(frozen=True)
class SourceFile:
    """A file of a game. ``module`` is its dotted name, ``label`` what messages call it."""

    module: str
    label: str
    tree: ast.Module
    package: str
    """The package that relative imports start from."""

    @property
    def imports(self) -> Iterator[Import]:
        """Every import, wherever in the file it stands."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield Import(alias.name, None, node.lineno)
            elif isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    yield Import(self._origin(node), alias.name, node.lineno)

    def _origin(self, node: ast.ImportFrom) -> str:
        if not node.level:
            return node.module or ""
        parts = self.package.split(".")
        above = parts[: len(parts) - node.level + 1]
        return ".".join([*above, *([node.module] if node.module else [])])


def files_of(package: str, folder: Path) -> tuple[SourceFile, ...]:
    """Every Python file of a package. Raises SyntaxError for one that is none."""
    found = []
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(folder).with_suffix("").parts
        whole = parts[-1] == "__init__"
        module = ".".join((package, *(parts[:-1] if whole else parts)))
        label = path.relative_to(folder.parent).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"), label)
        found.append(SourceFile(module, label, tree, module if whole else module.rpartition(".")[0]))
    return tuple(found)


_CORE, _MODEL, _ANSWER = "pnp.games.core", "pnp.model", "pnp.games.core.answer"
_RECORDS = "pnp.records"
"""Dataclasses as the standard library has them, which an oracle takes from there."""
_CLOSED: Mapping[str, tuple[str, ...]] = {
    "rules": ("play", "teaching", "oracle"),
    "play": ("teaching", "oracle"),
    "teaching": ("play",),
    "oracle": ("rules", "play", "teaching"),
    "settings": ("rules", "play", "teaching", "oracle"),
}
"""By room, the rooms that it must not know."""

_WORLD = frozenset(
    (
        *(
            "asyncio",
            "builtins",
            "ctypes",
            "datetime",
            "fileinput",
            "ftplib",
            "glob",
            "http",
            "importlib",
            "io",
            "locale",
        ),
        *(
            "logging",
            "mmap",
            "multiprocessing",
            "os",
            "pathlib",
            "platform",
            "readline",
            "secrets",
            "select",
            "selectors",
        ),
        *("shelve", "shutil", "signal", "smtplib", "socket", "sqlite3", "ssl", "subprocess", "sys", "tempfile"),
        *("threading", "time", "tomllib", "urllib", "uuid", "webbrowser", "zoneinfo"),
        *("jinja2", "pydantic", "reportlab", "svgwrite"),
    )
)
"""Input and output, the clock, the machine, and what belongs to other parts of the program."""

_DOORS = frozenset({"open", "input", "print", "eval", "exec", "compile", "__import__"})
"""Built-in functions that lead out of a pure function."""


def import_faults(subject: Subject) -> Iterator[str]:
    """What the files of the game import that they must not."""
    package = home(subject.engine_id).package
    others = {one.package for name, one in homes().items() if name != subject.engine_id}
    yield from faults_of_files(files_of(package, subject.code), package, others)


def faults_of_files(files: Sequence[SourceFile], package: str, others: Collection[str]) -> Iterator[str]:
    """The same for files that have been read. ``others`` are the packages of other games."""
    for file in files:
        for one in file.imports:
            fault = _import_fault(file, one, package, others)
            if fault is not None:
                yield f"{file.label}:{one.line}: {fault}"
        yield from _hidden(file)
    yield from _circles(files)


def _inside(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def _room(module: str, package: str) -> str:
    """The first folder or file below the package: its room, or another name."""
    return module.removeprefix(package).lstrip(".").partition(".")[0]


def _import_fault(file: SourceFile, one: Import, package: str, others: Collection[str]) -> str | None:
    room = _room(file.module, package)
    if _inside(one.module, package):
        return _between_rooms(room, _room(one.dotted, package), one, package)
    if one.module.partition(".")[0] in _WORLD:
        return (
            f"it imports {one.module}; a game is pure functions, and knows neither files nor the clock nor the machine"
        )
    other = next((other for other in others if _inside(one.module, other)), None)
    if other is not None:
        return f"it imports {one.module}, which belongs to another game; what games share is in {_CORE}"
    if _inside(one.module, "pnp"):
        return _of_program(room, one)
    return None


def _between_rooms(room: str, into: str, one: Import, package: str) -> str | None:
    if room == "oracle" and into not in ("oracle", "settings"):
        return (
            f"the oracle imports {one.dotted}; it is a second reading of the rules, and may import "
            f"{package}.settings, {_ANSWER} and {_MODEL} only"
        )
    if into in _CLOSED.get(room, ()):
        return f"{room} imports {one.dotted}; {room} must know nothing of {into}"
    return None


def _of_program(room: str, one: Import) -> str | None:
    if _inside(one.module, _MODEL) or one.dotted == _MODEL or (_inside(one.dotted, _RECORDS) and room != "oracle"):
        return None
    if room == "oracle" and not _inside(one.dotted, _ANSWER):
        return f"the oracle imports {one.dotted}; of the program it may import {_ANSWER} and {_MODEL} only"
    if room == "settings":
        return f"settings import {one.dotted}; of the program they may import {_MODEL} only"
    if _inside(one.dotted, _CORE):
        return None
    return f"it imports {one.dotted}; of the program a game may import {_CORE} and {_MODEL} only"


def _hidden(file: SourceFile) -> Iterator[str]:
    """Randomness that no seed decides, and calls of functions that lead out."""
    modules = {alias.asname or alias.name for alias in _aliases(file.tree) if alias.name == "random"}
    sources: set[str] = set()
    for node in ast.walk(file.tree):
        if isinstance(node, ast.ImportFrom) and node.module == "random" and not node.level:
            for alias in node.names:
                if alias.name == "Random":
                    sources.add(alias.asname or alias.name)
                else:
                    yield f"{file.label}:{node.lineno}: random.{alias.name} is decided by no seed; take a random.Random"
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
            if node.attr != "Random":
                yield f"{file.label}:{node.lineno}: random.{node.attr} is decided by no seed; take a random.Random"
        elif isinstance(node, ast.Call):
            yield from _call(file, node, modules, sources)


def _call(file: SourceFile, node: ast.Call, modules: set[str], sources: set[str]) -> Iterator[str]:
    place = f"{file.label}:{node.lineno}"
    match node.func:
        case ast.Name(id=name) if name in _DOORS:
            yield f"{place}: {name}() leads out of the game; rules are functions of what they are given"
        case ast.Name(id=name) if name in sources and not node.args and not node.keywords:
            yield f"{place}: {name}() without a seed is another one every time; give it the seed"
        case ast.Attribute(value=ast.Name(id=name), attr="Random") if name in modules and not node.args:
            yield f"{place}: {name}.Random() without a seed is another one every time; give it the seed"


def _aliases(tree: ast.Module) -> Iterator[ast.alias]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from node.names


def _circles(files: Sequence[SourceFile]) -> Iterator[str]:
    """Files that import each other in a circle, each circle once."""
    known = {file.module for file in files}
    edges = {file.module: sorted(_targets(file, known) - {file.module}) for file in files}
    done: set[str] = set()

    def visit(module: str, path: tuple[str, ...]) -> Iterator[str]:
        if module in path:
            yield f"these files import each other in a circle: {' → '.join((*path[path.index(module) :], module))}"
        elif module not in done:
            for target in edges[module]:
                yield from visit(target, (*path, module))
            done.add(module)

    for module in edges:
        yield from visit(module, ())


def _targets(file: SourceFile, known: set[str]) -> set[str]:
    return {
        next(name for name in (one.dotted, one.module, "") if name in known or not name) for one in file.imports
    } & known
