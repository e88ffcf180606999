"""Keys of values: equal for equal values of equal types, in every process."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import lru_cache
from typing import Any

_DIGEST_LENGTH = 64
_PLAIN = (bool, int, float, str, bytes, type(None))


class NoKeyError(Exception):
    """Error of a value without a key: what follows from it cannot be found again."""


def value_key(value: object) -> Hashable:
    """Return the text of a value, or its digest if that is shorter. A value without one has a key of its own."""
    try:
        text = value_text(value)
    except NoKeyError:
        return object()
    if len(text) <= _DIGEST_LENGTH:
        return text
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def value_text(value: Any) -> str:
    """Return a text that only equal values of equal types have: 1, 1.0 and True, which are equal, have three.

    Values are plain texts and numbers, members of enumerations, lists, sets, mappings in their order, and dataclasses
    by the fields that they are compared by. Raises NoKeyError for any other, whose content is unknown.
    """
    kind = type(value)
    name = kind.__name__
    if kind in _PLAIN:
        return f"{name} {value!r}"
    if isinstance(value, Enum):
        return f"{kind.__qualname__}.{value.name}"
    parts: Iterable[str]
    if isinstance(value, (tuple, list)):
        parts = map(value_text, value)
    elif isinstance(value, Mapping):
        name, parts = "mapping", (f"{value_text(key)}: {value_text(element)}" for key, element in value.items())
    elif isinstance(value, (set, frozenset)):
        name, parts = "set", sorted(map(value_text, value))
    elif is_dataclass(kind):
        name, names = _compared_fields(kind)
        parts = (value_text(getattr(value, field)) for field in names)
    else:
        raise NoKeyError
    return f"{name}({', '.join(parts)})"


@lru_cache(maxsize=512)
def _compared_fields(kind: type) -> tuple[str, tuple[str, ...]]:
    """Return the name of a dataclass with those of its fields, and the names of the fields that are compared."""
    names = tuple(field.name for field in fields(kind) if field.compare)
    return f"{kind.__module__}.{kind.__qualname__}[{' '.join(names)}]", names
