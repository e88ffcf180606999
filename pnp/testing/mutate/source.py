"""Source text of a module with its syntax tree, and mutants as edits of that text."""

from __future__ import annotations

import ast
from functools import cached_property

from pnp.records import dataclass


@dataclass(frozen=True, slots=True)
class Edit:
    """Replacement of the characters from ``start`` to ``end``."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of a module. ``kind`` is the operator's name, ``before`` and ``after`` are the changed lines."""

    file: str
    """Path below the package of the game, with ``/``."""
    line: int
    kind: str
    before: str
    after: str
    edits: tuple[Edit, ...]

    def applied(self, text: str) -> str:
        """Return the text of the module with the change made."""
        return apply_edits(text, self.edits)


def apply_edits(text: str, edits: tuple[Edit, ...]) -> str:
    """Return ``text`` with edits that do not overlap."""
    for edit in sorted(edits, key=lambda edit: edit.start, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


@dataclass(frozen=True)
class Source:
    """Module as text. Offsets count characters from the beginning of the text."""

    file: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        """Syntax tree of the text."""
        return ast.parse(self.text)

    @cached_property
    def _lines(self) -> list[str]:
        return self.text.split("\n")

    @cached_property
    def _starts(self) -> list[int]:
        starts = [0]
        for line in self._lines:
            starts.append(starts[-1] + len(line) + 1)
        return starts

    def _offset(self, line: int, column: int) -> int:
        """Return the offset of a place as syntax trees give it: lines from 1, columns in bytes of UTF-8."""
        before = self._lines[line - 1].encode()[:column].decode()
        return self._starts[line - 1] + len(before)

    def start(self, node: ast.expr | ast.stmt) -> int:
        """Return the offset at which a node begins."""
        return self._offset(node.lineno, node.col_offset)

    def end(self, node: ast.expr | ast.stmt) -> int:
        """Return the offset behind a node."""
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self._offset(node.end_lineno, node.end_col_offset)

    def segment(self, node: ast.expr | ast.stmt) -> str:
        """Return the text of a node, without parentheses around it."""
        return self.text[self.start(node) : self.end(node)]

    def replacement(self, node: ast.expr | ast.stmt, text: str) -> Edit:
        """Return the edit that puts ``text`` in the place of a node."""
        return Edit(self.start(node), self.end(node), text)

    def mutant(self, kind: str, edits: tuple[Edit, ...]) -> Mutant:
        """Return the mutant that ``edits`` make, with the lines that they change."""
        first = min(edit.start for edit in edits)
        last = max(edit.end for edit in edits)
        start = self.text.rfind("\n", 0, first) + 1
        end = self.text.find("\n", last)
        before = self.text[start : len(self.text) if end < 0 else end]
        moved = tuple(Edit(edit.start - start, edit.end - start, edit.text) for edit in edits)
        line = self.text.count("\n", 0, first) + 1
        return Mutant(self.file, line, kind, _one_line(before), _one_line(apply_edits(before, moved)), edits)


def _one_line(text: str) -> str:
    return " ".join(line.strip() for line in text.splitlines())
