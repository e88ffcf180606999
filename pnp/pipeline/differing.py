"""Where two tables differ, key by key, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from pnp.model.text import Language, Translated, said_in
from pnp.records import dataclass

_LONGEST = 40
"""Characters of a value that are shown."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A key with dots between its parts, and what it said and says; None where it was or is not there."""

    path: str
    old: str | None
    new: str | None


def flat(value: Any, language: Language) -> dict[str, str]:
    """A table as texts by keys with dots between their parts; texts in ``language`` alone, entries of lists by their
    ids where they have such, else by their places from 1.

    >>> flat({"a": {"b": 1}, "suits": ({"id": "red", "ink": "#f00"},), "n": Translated("one", "一")}, "ja")
    {'a.b': '1', 'suits.red.ink': "'#f00'", 'n': "'一'"}
    """
    return dict(_flat("", value, language))


def _flat(path: str, value: Any, language: Language) -> Iterator[tuple[str, str]]:
    if isinstance(value, Translated):
        said, _ = said_in(value, language)
        yield path, repr(said)
        if value.ruby is not None and language == "ja":
            yield f"{path}.ruby", repr(value.ruby)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _flat(_joined(path, str(key)), item, language)
    elif is_dataclass(value) and not isinstance(value, type):
        for one in fields(value):
            yield from _flat(_joined(path, one.name), getattr(value, one.name), language)
    elif isinstance(value, tuple | list) and all(isinstance(item, Mapping) for item in value):
        for at, item in enumerate(value, 1):
            name = str(item.get("id", at))
            yield from _flat(_joined(path, name), {key: one for key, one in item.items() if key != "id"}, language)
    elif isinstance(value, tuple | list):
        yield path, ", ".join(said for item in value for _, said in _flat("", item, language))
    else:
        yield path, repr(value)


def _joined(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def differing(old: Mapping[str, str], new: Mapping[str, str]) -> list[Difference]:
    """Where two flat tables differ, in the order of the keys.

    >>> differing({"a": "1", "b": "2"}, {"a": "1", "b": "3", "c": "4"})
    [Difference(path='b', old='2', new='3'), Difference(path='c', old=None, new='4')]
    """
    return [
        Difference(path, *_apart(old.get(path), new.get(path)))
        for path in dict.fromkeys((*old, *new))
        if old.get(path) != new.get(path)
    ]


def _apart(old: str | None, new: str | None) -> tuple[str | None, str | None]:
    """Two values short enough to read, from a little before the place where they part."""
    if old is None or new is None or max(len(old), len(new)) <= _LONGEST:
        return _short(old, 0), _short(new, 0)
    shorter = min(len(old), len(new))
    at = next((at for at in range(shorter) if old[at] != new[at]), shorter)
    start = max(0, at - 12)
    return _short(old, start), _short(new, start)


def _short(text: str | None, start: int) -> str | None:
    if text is None:
        return None
    end = start + _LONGEST
    return f"{'…' if start else ''}{text[start:end]}{'…' if end < len(text) else ''}"
