"""Rows of texts in little memory: packed one by one, and unpacked when they are asked for."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Sequence
from typing import overload


class PackedRows(Sequence[Sequence[str]]):
    """Rows of texts, as they were given."""

    __slots__ = ("_ends", "_packed")

    def __init__(self, rows: Iterable[Sequence[str]]) -> None:
        self._packed = bytearray()
        self._ends = array("L", [0])
        for row in rows:
            self._packed += json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
            self._ends.append(len(self._packed))

    def __len__(self) -> int:
        return len(self._ends) - 1

    @overload
    def __getitem__(self, index: int) -> Sequence[str]: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Sequence[str]]: ...
    def __getitem__(self, index: int | slice) -> Sequence[str] | Sequence[Sequence[str]]:
        if isinstance(index, slice):
            return [self[row] for row in range(*index.indices(len(self)))]
        at = index if index >= 0 else len(self) + index
        row: list[str] = json.loads(self._packed[self._ends[at] : self._ends[at + 1]].decode("utf-8", "surrogatepass"))
        return row
