"""JSON with one possible form, for digests and for files, and of much data piece by piece."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar, overload

S = TypeVar("S")
T = TypeVar("T")

_PIECE = 200
"""So many entries of a list or a table make one piece."""
_DEPTH = 5
"""How deep lists and tables are gone into for their pieces; what lies deeper is small."""


class LazySequence(Sequence[T], Generic[S, T]):
    """A list whose entries are made of others whenever they are asked for: of a hundred thousand, few at a time."""

    __slots__ = ("_make", "_of")

    def __init__(self, of: Sequence[S], make: Callable[[S], T]) -> None:
        self._of = of
        self._make = make

    def __len__(self) -> int:
        return len(self._of)

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...
    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        if isinstance(index, slice):
            return [*map(self._make, self._of[index])]
        return self._make(self._of[index])

    def __iter__(self) -> Iterator[T]:
        return map(self._make, self._of)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, list | tuple | LazySequence):
            return NotImplemented
        return len(self) == len(other) and all(one == another for one, another in zip(self, other, strict=True))

    def __hash__(self) -> int:
        raise TypeError("a list cannot be hashed")


class LazyMapping(Mapping[str, T], Generic[S, T]):
    """The same with a table: its values are made of those of another."""

    __slots__ = ("_make", "_of")

    def __init__(self, of: Mapping[str, S], make: Callable[[S], T]) -> None:
        self._of = of
        self._make = make

    def __getitem__(self, name: str) -> T:
        return self._make(self._of[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._of)

    def __len__(self) -> int:
        return len(self._of)


def canonical(value: object) -> bytes:
    """``value`` as JSON with one possible form."""
    return b"".join(pieces(value))


def digest(value: object) -> str:
    """SHA-256 of the canonical form, in hex."""
    found = hashlib.sha256()
    for piece in pieces(value):
        found.update(piece)
    return found.hexdigest()


def pieces(value: object, *, finite: bool = False) -> Iterator[bytes]:
    """The canonical form in pieces, of which none is long where lists and tables have short entries.

    Raises TypeError for what is no JSON data, and ValueError for NaN and the like where all has to be ``finite``.
    """
    return (piece.encode("utf-8") for piece in _pieces(value, _FINITE if finite else _ANY, _DEPTH))


def _pieces(value: Any, encode: Callable[[Any], str], depth: int) -> Iterator[str]:
    if not depth or not value or isinstance(value, str) or not isinstance(value, Mapping | Sequence):
        yield encode(value)
    elif not isinstance(value, Mapping):
        for start in range(0, len(value), _PIECE):
            yield ("," if start else "[") + encode([*value[start : start + _PIECE]])[1:-1]
        yield "]"
    elif not all(isinstance(key, str) for key in value):
        yield encode(value)
    elif len(value) > _PIECE:
        keys = sorted(value)
        for start in range(0, len(keys), _PIECE):
            held = {key: value[key] for key in keys[start : start + _PIECE]}
            yield ("," if start else "{") + encode(held)[1:-1]
        yield "}"
    else:
        before = "{"
        for key in sorted(value):
            yield f"{before}{encode(key)}:"
            yield from _pieces(value[key], encode, depth - 1)
            before = ","
        yield "}"


def _plain(value: object) -> object:
    """What a list or a table that is made when it is asked for stands for, deep in other data."""
    if isinstance(value, LazySequence):
        return [*value]
    if isinstance(value, LazyMapping):
        return dict(value)
    raise TypeError(f"this is no JSON data: {type(value).__name__}")


def _encoder(*, finite: bool) -> Callable[[Any], str]:
    return json.JSONEncoder(
        ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=not finite, default=_plain
    ).encode


_ANY, _FINITE = _encoder(finite=False), _encoder(finite=True)
