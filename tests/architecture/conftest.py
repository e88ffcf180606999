"""The sources of the package as syntax trees, and who imports whom: read, never run."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

Trees = Mapping[str, ast.Module]
Graph = Mapping[str, frozenset[str]]
"""Modules that each module imports, wherever in the file it does: at its top, for types only, or inside a function."""


def module_name(path: Path, root: Path) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def read_trees(root: Path) -> Trees:
    """Every module of the package ``pnp`` below ``root``, by name."""
    paths = sorted((root / "pnp").rglob("*.py"))
    return {module_name(path, root): ast.parse(path.read_text(encoding="utf-8"), str(path)) for path in paths}


def wanted(tree: ast.Module, package: str) -> Iterator[tuple[str, str | None]]:
    """Every module that a file in ``package`` names in an import, with the name taken from it, if one is."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, None) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from ((base, alias.name) for alias in node.names)


def import_graph(trees: Trees, packages: frozenset[str]) -> Graph:
    """Who imports whom among ``trees``; ``packages`` are those of them that are an ``__init__.py``.

    ``from package import name`` counts for the module ``package.name`` where there is one, else for the package.
    """
    graph: dict[str, frozenset[str]] = {}
    for name, tree in trees.items():
        package = name if name in packages else name.rpartition(".")[0]
        found = set()
        for base, taken in wanted(tree, package):
            inner = f"{base}.{taken}"
            found.add(inner if inner in trees else base)
        graph[name] = frozenset(found & trees.keys()) - {name}
    return graph


@pytest.fixture(scope="session")
def trees(root: Path) -> Trees:
    return read_trees(root)


def packages_below(root: Path) -> frozenset[str]:
    return frozenset(module_name(path, root) for path in (root / "pnp").rglob("__init__.py"))


@pytest.fixture(scope="session")
def make_graph() -> Callable[[Path], Graph]:
    """The import graph of the package ``pnp`` below a folder."""
    return lambda root: import_graph(read_trees(root), packages_below(root))


@pytest.fixture(scope="session")
def graph(root: Path, trees: Trees) -> Graph:
    return import_graph(trees, packages_below(root))


@pytest.fixture(scope="session")
def contracts(root: Path) -> list[dict[str, Any]]:
    """The import contracts of pyproject.toml."""
    found = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    assert isinstance(found, list)
    return found
