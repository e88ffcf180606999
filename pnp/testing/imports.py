"""Checks of the imports of a game: the oracle shares nothing with the engine, rules are pure, settings hold data only.

Import linters see the packages they are configured for. These checks read the files themselves, of any package. The
parts of a game are ``settings``, ``rules``, ``play``, ``teaching`` and ``oracle``, each a folder or a file of its
package.
"""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from inspect import isbuiltin, ismodule, isroutine
from pathlib import Path

from pnp.registry import game_package, game_packages
from pnp.testing.subject import Subject


@dataclass(frozen=True, slots=True)
class Import:
    """Imported module, or a name imported from one. ``module`` is dotted; ``name`` is None for a module."""

    module: str
    name: str | None
    line: int

    @property
    def dotted(self) -> str:
        """Module and name together."""
        return self.module if self.name is None else f"{self.module}.{self.name}"


@dataclass(frozen=True)
class SourceFile:
    """File of a game. ``module`` is its dotted name, ``label`` its name in messages."""

    module: str
    label: str
    tree: ast.Module
    package: str
    """The package that relative imports start from."""

    @property
    def imports(self) -> Iterator[Import]:
        """Every import, anywhere in the file."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield Import(alias.name, None, node.lineno)
            elif isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    yield Import(self._source_module(node), alias.name, node.lineno)

    def _source_module(self, node: ast.ImportFrom) -> str:
        if not node.level:
            return node.module or ""
        parts = self.package.split(".")
        above = parts[: len(parts) - node.level + 1]
        return ".".join([*above, *([node.module] if node.module else [])])


def files_of(package: str, folder: Path) -> tuple[SourceFile, ...]:
    """Parse every Python file of a package. Raises SyntaxError."""
    files = []
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(folder).with_suffix("").parts
        is_package = parts[-1] == "__init__"
        module = ".".join((package, *(parts[:-1] if is_package else parts)))
        label = path.relative_to(folder.parent).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"), label)
        files.append(SourceFile(module, label, tree, module if is_package else module.rpartition(".")[0]))
    return tuple(files)


_CORE, _MODEL, _ANSWER = "pnp.games.core", "pnp.model", "pnp.games.core.answer"
_CLAIMS = "claims"
"""Module that judges what examples say: of the package, or of its ``teaching``, where it may be a folder."""
_RECORDS = "pnp.records"
"""The dataclasses of the program. An oracle uses those of the standard library instead."""
_FORBIDDEN_PARTS: Mapping[str, tuple[str, ...]] = {
    "rules": ("play", "teaching", "oracle"),
    "play": ("teaching", "oracle"),
    "teaching": ("play",),
    "oracle": (),
    "": (),
}
"""For each part, the parts that it must not import. The package itself, which has no name here, imports them all for
its ENGINE; any other file may be read by the engine, and must not lead it to the oracle."""
_ALLOWED_PARTS: Mapping[str, tuple[str, ...]] = {"oracle": ("oracle", "settings"), "settings": ("settings",)}
"""For each part that may import only a few parts, these."""

_IMPURE_MODULES = frozenset(
    (
        *("asyncio", "builtins", "ctypes", "datetime", "fileinput", "ftplib", "glob", "http", "importlib"),
        *("io", "locale", "logging", "mmap", "multiprocessing", "os", "pathlib", "platform", "readline"),
        *("secrets", "select", "selectors", "shelve", "shutil", "signal", "smtplib", "socket", "sqlite3"),
        *("ssl", "subprocess", "sys", "tempfile", "threading", "time", "tomllib", "urllib", "uuid"),
        *("webbrowser", "zoneinfo"),
        *("jinja2", "pydantic", "reportlab", "svgwrite"),
    )
)
"""Input and output, the clock, the machine, and libraries that belong to other parts of the program."""

_IMPURE_BUILTINS = frozenset({"open", "input", "print", "eval", "exec", "compile", "__import__"})
"""Built-in functions that make a function impure."""


def import_faults(subject: Subject) -> Iterator[str]:
    """Yield the forbidden imports of the game, and what its settings compute."""
    package = game_package(subject.engine_id).package
    settings = subject.engine.settings
    if _part(settings.__module__, package) != "settings":
        yield f"{settings.__name__} stands in {settings.__module__}; the oracle reads it: put it in {package}.settings"
    others = {other.package for name, other in game_packages().items() if name != subject.engine_id}
    yield from faults_of_files(files_of(package, subject.code), package, others)


def faults_of_files(files: Sequence[SourceFile], package: str, others: Collection[str]) -> Iterator[str]:
    """Yield the faults of files that have been read. ``others`` are the packages of other games."""
    for file in files:
        if _part(file.module, package) == "settings":
            yield from _computing_faults(file)
        for imported in file.imports:
            fault = _import_fault(file, imported, package, others)
            if fault is not None:
                yield f"{file.label}:{imported.line}: {fault}"
        yield from _impurity_faults(file)
    yield from _cycle_faults(files)


def _belongs_to(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def _part(module: str, package: str) -> str:
    """Return the first folder or file below the package: a part of the game, or another name."""
    return module.removeprefix(package).lstrip(".").partition(".")[0]


def _import_fault(file: SourceFile, imported: Import, package: str, others: Collection[str]) -> str | None:
    part = _part(file.module, package)
    if any(_belongs_to(file.module, f"{package}.{claims}") for claims in (_CLAIMS, f"teaching.{_CLAIMS}")):
        part = _CLAIMS
    if _belongs_to(imported.module, package):
        if part == _CLAIMS:
            return _claims_fault(imported, package)
        return _part_fault(part, _part(imported.dotted, package), imported, package)
    owner = next((owner for owner in others if _belongs_to(imported.module, owner)), None)
    if owner is not None:
        return f"it imports {imported.module}, which belongs to another game; what games share is in {_CORE}"
    if _belongs_to(imported.module, "pnp"):
        return _program_fault(part, imported)
    return _library_fault(part, imported)


def _claims_fault(imported: Import, package: str) -> str | None:
    if any(_belongs_to(imported.dotted, f"{package}.{name}") for name in ("settings", _CLAIMS, f"teaching.{_CLAIMS}")):
        return None
    return (
        f"the claims import {imported.dotted}; they judge what explain says by the oracle's answer, and may import "
        f"{package}.settings, {_CORE} and {_MODEL} only"
    )


def _part_fault(part: str, target_part: str, imported: Import, package: str) -> str | None:
    if target_part not in _ALLOWED_PARTS.get(part, (target_part,)):
        if part == "settings":
            return f"settings import {imported.dotted}; settings must know nothing of {target_part or 'the engine'}"
        return (
            f"the oracle imports {imported.dotted}; it is a second reading of the rules, and may import "
            f"{package}.settings, {_ANSWER} and the types of {_MODEL} only"
        )
    if target_part in _FORBIDDEN_PARTS.get(part, ("oracle",)):
        return f"{part} imports {imported.dotted}; {part} must know nothing of {target_part}"
    return None


def _library_fault(part: str, imported: Import) -> str | None:
    """Return why a part must not import a module of neither the game nor the program."""
    root = imported.module.partition(".")[0]
    if root in _IMPURE_MODULES:
        return (
            f"it imports {imported.module}; a game is pure functions, and knows neither files nor the clock nor the "
            "machine"
        )
    if part == "oracle" and root not in sys.stdlib_module_names:
        return (
            f"the oracle imports {imported.module}; what another package computes may be computed for the engine too, "
            "so an oracle may import the standard library only"
        )
    if part == "settings" and imported.module not in _DATA_MODULES and imported.dotted not in _DATA_MODULES:
        modules = ", ".join(sorted(_DATA_MODULES))
        return f"settings import {imported.module}; they hold data only, and may import {modules} and {_MODEL}"
    return None


def _program_fault(part: str, imported: Import) -> str | None:
    if part == "oracle" and (_belongs_to(imported.module, _MODEL) or imported.dotted == _MODEL):
        return _model_fault(imported)
    if (
        _belongs_to(imported.module, _MODEL)
        or imported.dotted == _MODEL
        or (_belongs_to(imported.dotted, _RECORDS) and part != "oracle")
    ):
        return None
    if part == "oracle" and not _belongs_to(imported.dotted, _ANSWER):
        return f"the oracle imports {imported.dotted}; of the program it may import {_ANSWER} and {_MODEL} only"
    if part == "settings":
        return f"settings import {imported.dotted}; of the program they may import {_MODEL} only"
    if _belongs_to(imported.dotted, _CORE):
        return None
    return f"it imports {imported.dotted}; of the program a game may import {_CORE} and {_MODEL} only"


def _model_fault(imported: Import) -> str | None:
    """Return why an oracle must not import something of the model: only types and constants are no code."""
    imported_name = None if imported.name is None else getattr(import_module(imported.module), imported.name, None)
    if imported_name is None or ismodule(imported_name):
        return f"the oracle imports the module {imported.dotted}; name the types that it needs of it"
    if isroutine(imported_name):
        return (
            f"the oracle imports the function {imported.dotted}; of {_MODEL} it may import types only, and writes what "
            "they are read by itself"
        )
    return None


def _impurity_faults(file: SourceFile) -> Iterator[str]:
    """Yield uses of randomness that no seed decides, and calls of impure functions."""
    random_modules = {alias.asname or alias.name for alias in _aliases(file.tree) if alias.name == "random"}
    random_classes: set[str] = set()
    for node in ast.walk(file.tree):
        if isinstance(node, ast.ImportFrom) and node.module == "random" and not node.level:
            for alias in node.names:
                if alias.name == "Random":
                    random_classes.add(alias.asname or alias.name)
                else:
                    yield f"{file.label}:{node.lineno}: random.{alias.name} is decided by no seed; take a random.Random"
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in random_modules:
            if node.attr != "Random":
                yield f"{file.label}:{node.lineno}: random.{node.attr} is decided by no seed; take a random.Random"
        elif isinstance(node, ast.Call):
            yield from _call_faults(file, node, random_modules, random_classes)


def _call_faults(file: SourceFile, node: ast.Call, random_modules: set[str], random_classes: set[str]) -> Iterator[str]:
    place = f"{file.label}:{node.lineno}"
    match node.func:
        case ast.Name(id=name) if name in _IMPURE_BUILTINS:
            yield f"{place}: {name}() leads out of the game; rules are functions of what they are given"
        case ast.Name(id=name) if name in random_classes and not node.args and not node.keywords:
            yield f"{place}: {name}() without a seed differs every time; give it the seed"
        case ast.Attribute(value=ast.Name(id=name), attr="Random") if name in random_modules and not node.args:
            yield f"{place}: {name}.Random() without a seed differs every time; give it the seed"


def _aliases(tree: ast.Module) -> Iterator[ast.alias]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from node.names


def _cycle_faults(files: Sequence[SourceFile]) -> Iterator[str]:
    """Yield the files that import each other in a circle, each circle once."""
    known = {file.module for file in files}
    edges = {file.module: sorted(_targets(file, known) - {file.module}) for file in files}
    visited: set[str] = set()

    def visit(module: str, path: tuple[str, ...]) -> Iterator[str]:
        if module in path:
            yield f"these files import each other in a circle: {' → '.join((*path[path.index(module) :], module))}"
        elif module not in visited:
            for target in edges[module]:
                yield from visit(target, (*path, module))
            visited.add(module)

    for module in edges:
        yield from visit(module, ())


def _targets(file: SourceFile, known: set[str]) -> set[str]:
    return {
        next(name for name in (imported.dotted, imported.module, "") if name in known or not name)
        for imported in file.imports
    } & known


# Engine and oracle both read the settings, so a mistake in what settings compute would show in neither.

_DATA_MODULES = frozenset({"__future__", "collections.abc", "dataclasses", "decimal", "enum", "fractions", "typing"})
"""Modules of the standard library that settings may import."""

_COMPUTING: Mapping[type[ast.AST], str] = {
    ast.FunctionDef: "define the function {name}",
    ast.AsyncFunctionDef: "define the function {name}",
    ast.Lambda: "have a lambda",
    **dict.fromkeys((ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp), "have a comprehension"),
    **dict.fromkeys((ast.For, ast.AsyncFor, ast.While), "have a loop"),
    **dict.fromkeys((ast.If, ast.IfExp, ast.Match, ast.Try, ast.TryStar), "have a branch"),
    **dict.fromkeys((ast.Compare, ast.BoolOp), "compare values"),
}
"""Syntax that computes, and what is told of it."""

_BUILT_IN = {name for name, value in vars(builtins).items() if isbuiltin(value)} | {"filter", "map", "property"}
"""Built-in functions. Types such as ``tuple`` are none."""


def _computing_faults(file: SourceFile) -> Iterator[str]:
    """Yield what a file of settings computes."""
    named = set(_named(file.tree))
    for node in _walk(file.tree):
        computed = _computed(node, named)
        if computed is not None:
            yield (
                f"{file.label}:{getattr(node, 'lineno', 1)}: settings {computed}; they hold data only, since a mistake "
                "in what engine and oracle both use shows in neither: put it in rules/, and write it again in oracle/"
            )


def _named(tree: ast.Module) -> Iterator[str]:
    """Yield the names of classes and of what is imported."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.alias):
            yield node.asname or node.name.partition(".")[0]


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """Yield all nodes but those inside of what computes, which is reported once, and imports for annotations."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING"):
            continue
        yield child
        if type(child) not in _COMPUTING:
            yield from _walk(child)


def _computed(node: ast.AST, named: set[str]) -> str | None:
    """Return what a node computes, or None. ``named`` are classes and imported names, whose attributes are data."""
    if type(node) in _COMPUTING:
        return _COMPUTING[type(node)].format(name=repr(getattr(node, "name", "")))
    match node:
        case ast.Name(id=name, ctx=ast.Load()) if name in _BUILT_IN:
            return f"use {name!r}"
        case ast.Attribute(value=ast.Name(id=owner)) if owner in named:
            return None
        case ast.Attribute(value=ast.Attribute()):
            return None  # its own value is looked at by itself
        case ast.Attribute(attr=method):
            return f"use the method {method!r}"
    return None
