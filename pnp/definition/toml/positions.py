"""Find the position of every key and value of a TOML file. Needed for messages alone: reading needs no positions."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator

import tree_sitter_toml
from tree_sitter import Language, Node, Parser

from pnp.records import dataclass

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class SourceSpan:
    """A stretch of one line. Lines and columns count from 1, in characters; ``end`` is exclusive."""

    line: int
    column: int
    end: int


@dataclass(slots=True)
class ValueLocation:
    """Where one value of the file is: its key, the value itself, and the ``[header]`` when it is a table with one."""

    key: SourceSpan | None = None
    value: SourceSpan | None = None
    header: SourceSpan | None = None


@dataclass(frozen=True, slots=True)
class DuplicateKey:
    """A key or a table that is defined a second time."""

    path: Path
    span: SourceSpan
    first: SourceSpan
    table: bool


class ValueLocations:
    """The spots of one file, by path: keys, and indexes in lists. Text that is not TOML yields what can be found."""

    def __init__(self, text: str) -> None:
        self._lines = text.encode("utf-8").split(b"\n")
        self._spots: dict[Path, ValueLocation] = {}
        self._lists: dict[Path, int] = {}
        self.repeats: list[DuplicateKey] = []
        tree = Parser(Language(tree_sitter_toml.language())).parse(text.encode("utf-8"))
        for node in tree.root_node.children:
            self._top(node)

    def find(self, path: Path) -> tuple[Path, ValueLocation | None]:
        """The spot of ``path``, or of the longest part of it that the file has, and that part."""
        for length in range(len(path), 0, -1):
            spot = self._spots.get(path[:length])
            if spot is not None:
                return path[:length], spot
        return (), None

    def _top(self, node: Node) -> None:
        if node.type == "pair":
            self._pair((), node)
        elif node.type in ("table", "table_array_element"):
            self._table(node)

    def _table(self, node: Node) -> None:
        name = next((child for child in node.children if child.type in _KEYS), None)
        if name is None:
            return
        closing = next((child for child in node.children if child.type in ("]", "]]")), name)
        header = self._span(node, closing)
        path: Path = ()
        parts = [*_key_parts(name)]
        for index, (key, part) in enumerate(parts):
            path = (*path, key)
            last = index == len(parts) - 1
            spot = self._spots.setdefault(path, ValueLocation())
            if last:
                if node.type == "table" and (spot.header or spot.value):
                    self.repeats.append(DuplicateKey(path, header, spot.header or spot.key or header, table=True))
                if spot.header is None:
                    spot.header = header
            if spot.key is None:
                spot.key = self._span(part)
            if last and node.type == "table_array_element":
                self._lists[path] = self._lists.get(path, -1) + 1
                path = (*path, self._lists[path])
                self._spots[path] = ValueLocation(header=header)
            elif not last and path in self._lists:
                path = (*path, self._lists[path])
        for child in node.children:
            if child.type == "pair":
                self._pair(path, child)

    def _pair(self, path: Path, node: Node) -> None:
        name = next((child for child in node.children if child.type in _KEYS), None)
        if name is None:
            return
        # A comment behind a value belongs to the same pair.
        last = [child for child in node.children if child.type != "comment"][-1]
        value = last if last.type not in (*_KEYS, "=", "ERROR") else None
        parts = [*_key_parts(name)]
        for index, (key, part) in enumerate(parts):
            path = (*path, key)
            spot = self._spots.get(path)
            span = self._span(part)
            if spot is None:
                spot = self._spots[path] = ValueLocation(key=span)
            elif index == len(parts) - 1:
                self.repeats.append(DuplicateKey(path, span, spot.key or spot.header or span, table=False))
        if value is not None:
            self._spots[path].value = self._span(value)
            self._inside(path, value)

    def _inside(self, path: Path, node: Node) -> None:
        if node.type == "inline_table":
            for child in node.children:
                if child.type == "pair":
                    self._pair(path, child)
        elif node.type == "array":
            items = (child for child in node.children if child.type not in _PUNCTUATION)
            for index, child in enumerate(items):
                self._spots[(*path, index)] = ValueLocation(value=self._span(child))
                self._inside((*path, index), child)

    def _span(self, node: Node, last: Node | None = None) -> SourceSpan:
        row, start = node.start_point
        end_row, end = (last or node).end_point
        line = self._lines[row] if row < len(self._lines) else b""
        column = len(line[:start].decode("utf-8", "replace")) + 1
        stop = len((line[:end] if end_row == row else line.rstrip(b"\r")).decode("utf-8", "replace")) + 1
        return SourceSpan(row + 1, column, max(stop, column + 1))


_KEYS = ("bare_key", "quoted_key", "dotted_key")
_PUNCTUATION = ("[", "]", ",", "comment", "ERROR")


def _key_parts(node: Node) -> Iterator[tuple[str, Node]]:
    if node.type == "dotted_key":
        for child in node.children:
            yield from _key_parts(child)
    elif node.type in ("bare_key", "quoted_key"):
        yield _name(node), node


def _name(node: Node) -> str:
    text = (node.text or b"").decode("utf-8", "replace")
    if node.type == "bare_key":
        return text
    try:
        return next(iter(tomllib.loads(f"{text} = 0")))
    except (tomllib.TOMLDecodeError, StopIteration):
        return text.strip("\"'")
