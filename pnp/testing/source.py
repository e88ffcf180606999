"""The files of a game as syntax trees: what each imports, and at which line."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


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
