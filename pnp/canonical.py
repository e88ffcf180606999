"""Canonical JSON: one possible form for digests and files, written in chunks."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar, overload

S = TypeVar("S")
T = TypeVar("T")

_CHUNK = 200
"""Most entries of a list or table in one chunk."""
_DEPTH = 5
"""Nesting depth to which lists and tables are split into chunks. What lies deeper is small."""


class LazySequence(Sequence[T], Generic[S, T]):
    """List whose entries are made from another list when they are asked for.

    Of a hundred thousand entries only few exist at a time.
    """

    __slots__ = ("_make", "_source")

    def __init__(self, source: Sequence[S], make: Callable[[S], T]) -> None:
        self._source = source
        self._make = make

    def __len__(self) -> int:
        return len(self._source)

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...
    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        if isinstance(index, slice):
            return [*map(self._make, self._source[index])]
        return self._make(self._source[index])

    def __iter__(self) -> Iterator[T]:
        return map(self._make, self._source)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, list | tuple | LazySequence):
            return NotImplemented
        return len(self) == len(other) and all(mine == theirs for mine, theirs in zip(self, other, strict=True))

    def __hash__(self) -> int:
        raise TypeError("a list cannot be hashed")


class LazyMapping(Mapping[str, T], Generic[S, T]):
    """Table whose values are made from those of another table when they are asked for."""

    __slots__ = ("_make", "_source")

    def __init__(self, source: Mapping[str, S], make: Callable[[S], T]) -> None:
        self._source = source
        self._make = make

    def __getitem__(self, key: str) -> T:
        return self._make(self._source[key])

    def __iter__(self) -> Iterator[str]:
        return iter(self._source)

    def __len__(self) -> int:
        return len(self._source)


def canonical(value: object) -> bytes:
    """Return ``value`` as canonical JSON in UTF-8."""
    return b"".join(canonical_chunks(value))


def digest(value: object) -> str:
    """Return the SHA-256 of the canonical form, in hex."""
    sha256 = hashlib.sha256()
    for chunk in canonical_chunks(value):
        sha256.update(chunk)
    return sha256.hexdigest()


def canonical_chunks(value: object, *, finite: bool = False) -> Iterator[bytes]:
    """Yield the canonical form in chunks.

    No chunk is long if lists and tables have short entries. Raises TypeError if ``value`` is not JSON data. With
    ``finite``, raises ValueError for NaN and infinities.
    """
    return (chunk.encode("utf-8") for chunk in _chunks(value, _FINITE if finite else _ANY, _DEPTH))


def _chunks(value: Any, encode: Callable[[Any], str], depth: int) -> Iterator[str]:
    if not depth or not value or isinstance(value, str) or not isinstance(value, Mapping | Sequence):
        yield encode(value)
    elif not isinstance(value, Mapping):
        for start in range(0, len(value), _CHUNK):
            yield ("," if start else "[") + encode([*value[start : start + _CHUNK]])[1:-1]
        yield "]"
    elif not all(isinstance(key, str) for key in value):
        yield encode(value)
    elif len(value) > _CHUNK:
        keys = sorted(value)
        for start in range(0, len(keys), _CHUNK):
            part = {key: value[key] for key in keys[start : start + _CHUNK]}
            yield ("," if start else "{") + encode(part)[1:-1]
        yield "}"
    else:
        opening = "{"
        for key in sorted(value):
            yield f"{opening}{encode(key)}:"
            yield from _chunks(value[key], encode, depth - 1)
            opening = ","
        yield "}"


def to_plain(value: object) -> object:
    """Return the plain list or table that a lazy one stands for, deep in other data."""
    if isinstance(value, LazySequence):
        return [*value]
    if isinstance(value, LazyMapping):
        return dict(value)
    raise TypeError(f"this is no JSON data: {type(value).__name__}")


def _encoder(*, finite: bool) -> Callable[[Any], str]:
    return json.JSONEncoder(
        ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=not finite, default=to_plain
    ).encode


_ANY, _FINITE = _encoder(finite=False), _encoder(finite=True)
