"""Find the position of every key and value of a TOML file. Only messages need positions."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator

import tree_sitter_toml
from tree_sitter import Language, Node, Parser

from pnp.records import dataclass

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class SourceSpan:
    """Part of one line. Lines and columns count characters from 1; ``end`` is exclusive."""

    line: int
    column: int
    end: int


@dataclass(slots=True)
class ValueLocation:
    """Location of one value: its key, the value itself, and the ``[header]`` of a table with one."""

    key: SourceSpan | None = None
    value: SourceSpan | None = None
    header: SourceSpan | None = None


@dataclass(frozen=True, slots=True)
class DuplicateKey:
    """Key or table that is defined a second time."""

    path: Path
    span: SourceSpan
    first: SourceSpan
    table: bool


class ValueLocations:
    """Locations of one file by path, of keys and list indexes. Text that is not TOML yields a part of them."""

    def __init__(self, text: str) -> None:
        self._lines = text.encode("utf-8").split(b"\n")
        self._locations: dict[Path, ValueLocation] = {}
        self._lists: dict[Path, int] = {}
        self.repeats: list[DuplicateKey] = []
        tree = Parser(Language(tree_sitter_toml.language())).parse(text.encode("utf-8"))
        for node in tree.root_node.children:
            self._read_statement(node)

    def find(self, path: Path) -> tuple[Path, ValueLocation | None]:
        """Return the longest part of ``path`` that the file has, and its location."""
        for length in range(len(path), 0, -1):
            location = self._locations.get(path[:length])
            if location is not None:
                return path[:length], location
        return (), None

    def _read_statement(self, node: Node) -> None:
        if node.type == "pair":
            self._read_pair((), node)
        elif node.type in ("table", "table_array_element"):
            self._read_table(node)

    def _read_table(self, node: Node) -> None:
        name = next((child for child in node.children if child.type in _KEYS), None)
        if name is None:
            return
        closing = next((child for child in node.children if child.type in ("]", "]]")), name)
        header = self._span(node, closing)
        path: Path = ()
        parts = [*_key_parts(name)]
        for index, (key, part) in enumerate(parts):
            path = (*path, key)
            is_last = index == len(parts) - 1
            location = self._locations.setdefault(path, ValueLocation())
            if is_last:
                if node.type == "table" and (location.header or location.value):
                    self.repeats.append(
                        DuplicateKey(path, header, location.header or location.key or header, table=True)
                    )
                if location.header is None:
                    location.header = header
            if location.key is None:
                location.key = self._span(part)
            if is_last and node.type == "table_array_element":
                self._lists[path] = self._lists.get(path, -1) + 1
                path = (*path, self._lists[path])
                self._locations[path] = ValueLocation(header=header)
            elif not is_last and path in self._lists:
                path = (*path, self._lists[path])
        for child in node.children:
            if child.type == "pair":
                self._read_pair(path, child)

    def _read_pair(self, path: Path, node: Node) -> None:
        name = next((child for child in node.children if child.type in _KEYS), None)
        if name is None:
            return
        # The parser counts a comment behind a value to the pair.
        last = [child for child in node.children if child.type != "comment"][-1]
        value = last if last.type not in (*_KEYS, "=", "ERROR") else None
        parts = [*_key_parts(name)]
        for index, (key, part) in enumerate(parts):
            path = (*path, key)
            location = self._locations.get(path)
            span = self._span(part)
            if location is None:
                location = self._locations[path] = ValueLocation(key=span)
            elif index == len(parts) - 1:
                self.repeats.append(DuplicateKey(path, span, location.key or location.header or span, table=False))
        if value is not None:
            self._locations[path].value = self._span(value)
            self._read_children(path, value)

    def _read_children(self, path: Path, node: Node) -> None:
        if node.type == "inline_table":
            for child in node.children:
                if child.type == "pair":
                    self._read_pair(path, child)
        elif node.type == "array":
            items = (child for child in node.children if child.type not in _PUNCTUATION)
            for index, child in enumerate(items):
                self._locations[(*path, index)] = ValueLocation(value=self._span(child))
                self._read_children((*path, index), child)

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
        yield _key_text(node), node


def _key_text(node: Node) -> str:
    text = (node.text or b"").decode("utf-8", "replace")
    if node.type == "bare_key":
        return text
    try:
        return next(iter(tomllib.loads(f"{text} = 0")))
    except (tomllib.TOMLDecodeError, StopIteration):
        return text.strip("\"'")
