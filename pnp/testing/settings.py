"""Checks of settings: a definition has no problems, settings are frozen, and the figures are repeatable JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from pnp.definition.settings import settings_schema
from pnp.testing.subject import Subject


def settings_faults(subject: Subject) -> Iterator[str]:
    """Yield the faults of the settings of a definition."""
    expected = subject.engine.settings
    if not isinstance(subject.settings, expected):
        yield f"the tweak {subject.name!r} is {type(subject.settings).__name__}, not {expected.__name__} nor TOML text"
        return
    for problem in subject.engine.problems(subject.settings):
        hint = "" if problem.hint is None else f" ({problem.hint})"
        yield f"problem at {'.'.join(map(str, problem.path)) or 'the table'}: {problem.message}{hint}"
    yield from _mutability_faults(subject.settings, expected.__name__)
    try:
        json.dumps(settings_schema(expected))
    except Exception as error:
        # pydantic raises errors of many kinds for types that it cannot describe.
        yield f"no JSON Schema can be made of {expected.__name__}: {type(error).__name__}: {error}"
    yield from _figure_faults(subject)


def _mutability_faults(value: Any, path: str) -> Iterator[str]:
    """Yield dataclasses in the settings that could be changed, each once, and mutable containers."""
    if is_dataclass(value):
        if not getattr(type(value), "__dataclass_params__").frozen:  # noqa: B009 - no type knows this attribute
            yield f"{path} is a {type(value).__name__}, which is not frozen: write @dataclass(frozen=True)"
        for field in fields(value):
            yield from _mutability_faults(getattr(value, field.name), f"{path}.{field.name}")
    elif isinstance(value, tuple):
        reported: set[str] = set()
        for item in value:
            for fault in _mutability_faults(item, f"{path}[]"):
                if fault not in reported:
                    reported.add(fault)
                    yield fault
    elif isinstance(value, list | set | bytearray):
        yield f"{path} is a {type(value).__name__}, which can be changed: make it a tuple"


def _figure_faults(subject: Subject) -> Iterator[str]:
    figures, again = (subject.engine.figures(subject.settings) for _ in range(2))
    if not isinstance(figures, Mapping):
        yield f"figures() gives a {type(figures).__name__}, not a mapping by name"
        return
    try:
        first, second = (json.dumps(table, sort_keys=True, allow_nan=False) for table in (figures, again))
    except (TypeError, ValueError) as error:
        yield f"figures() is not JSON data: {error}"
        return
    if first != second:
        yield f"figures() differs from call to call: {first}, then {second}"
    if json.loads(first).keys() != figures.keys():
        yield f"figures() has keys that are no strings, which JSON changes: {list(figures)}"
