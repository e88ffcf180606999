"""``assumed``: figures that the source does not give, by key path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from pnp.definition.common import TEXT_DEFS
from pnp.definition.findings import Finding, nearest
from pnp.definition.merge import AssumedEntry, Table, look_up
from pnp.definition.walker import Walker
from pnp.model.constraints import key_of

_REASON = {"$ref": "#/$defs/Text", "$defs": TEXT_DEFS}


def check_assumed(table: Table, settings: Any, record: type[Any] | None) -> Iterator[tuple[AssumedEntry, Finding]]:
    """What is wrong with the assumed entries of a table, by path in the layer that holds each.

    A path names a value of the merged table, or a setting that keeps its default. ``settings`` are None when they could
    not be built, ``record`` is their dataclass, None when the engine is unknown.
    """
    layer = table.layers[0]
    whole = layer.data.get("assumed")
    if whole is not None and not isinstance(whole, dict):
        entry = AssumedEntry("", whole, layer, ("assumed",))
        hint = 'write assumed = { players = "why" }, for example; `pnp explain assumed` says more'
        yield entry, Finding(entry.path, "wrong-type", "expected a table of key paths with their reasons", hint)
    for entry in table.assumed:
        for finding in Walker(_REASON).check(entry.reason, entry.path):
            yield entry, finding
        parts = entry.key.split(".")
        if look_up(table.data, parts) is None and not _may_be_setting(settings, record, parts):
            close = nearest(parts[0], table.data)
            hint = (
                f"did you mean {close!r}?"
                if close and close != parts[0]
                else ("write the keys that lead to the figure, with dots between them: colours.0.rule")
            )
            yield entry, Finding(entry.path, "unknown-path", f"this game has no {entry.key!r}", hint, "key")


def _may_be_setting(settings: Any, record: type[Any] | None, parts: Sequence[str]) -> bool:
    if settings is not None:
        return _is_setting(settings, parts)
    return record is None or any(key_of(field.name) == parts[0] for field in fields(record))


def _is_setting(value: Any, parts: Sequence[str]) -> bool:
    for part in parts:
        if is_dataclass(value) and not isinstance(value, type):
            names = {key_of(field.name): field.name for field in fields(value)}
            if part not in names:
                return False
            value = getattr(value, names[part])
        elif isinstance(value, Mapping):
            if part not in value:
                return False
            value = value[part]
        elif isinstance(value, tuple) and part.isascii() and part.isdecimal() and int(part) < len(value):
            value = value[int(part)]
        else:
            return False
    return True
