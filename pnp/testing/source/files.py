"""Read the files of a game as syntax trees, with their imports."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


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
