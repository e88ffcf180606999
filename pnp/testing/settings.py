"""Settings: a definition has no problems, settings are frozen, and the figures are JSON that stays what it is."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from pnp.definition.settings import settings_schema
from pnp.testing.subject import Subject


def settings_faults(subject: Subject) -> Iterator[str]:
    """What is wrong with the settings of a definition."""
    wanted = subject.engine.settings
    if not isinstance(subject.settings, wanted):
        yield f"the tweak {subject.name!r} is {type(subject.settings).__name__}, not {wanted.__name__} nor TOML text"
        return
    for problem in subject.engine.problems(subject.settings):
        hint = "" if problem.hint is None else f" ({problem.hint})"
        yield f"problem at {'.'.join(map(str, problem.path)) or 'the table'}: {problem.message}{hint}"
    yield from _unfrozen(subject.settings, wanted.__name__)
    try:
        json.dumps(settings_schema(wanted))
    except Exception as error:
        # pydantic raises errors of many kinds for types that it cannot describe.
        yield f"no JSON Schema can be made of {wanted.__name__}: {type(error).__name__}: {error}"
    yield from _figures(subject)


def _unfrozen(value: Any, path: str) -> Iterator[str]:
    """Dataclasses in the settings that could be changed, each once, and containers that could."""
    if is_dataclass(value):
        if not getattr(type(value), "__dataclass_params__").frozen:  # noqa: B009 - no type knows this attribute
            yield f"{path} is a {type(value).__name__}, which is not frozen: write @dataclass(frozen=True)"
        for field in fields(value):
            yield from _unfrozen(getattr(value, field.name), f"{path}.{field.name}")
    elif isinstance(value, tuple):
        told: set[str] = set()
        for item in value:
            for fault in _unfrozen(item, f"{path}[]"):
                if fault not in told:
                    told.add(fault)
                    yield fault
    elif isinstance(value, list | set | bytearray):
        yield f"{path} is a {type(value).__name__}, which can be changed: make it a tuple"


def _figures(subject: Subject) -> Iterator[str]:
    figures, again = (subject.engine.figures(subject.settings) for _ in range(2))
    if not isinstance(figures, Mapping):
        yield f"figures() gives a {type(figures).__name__}, not a mapping by name"
        return
    try:
        told, told_again = (json.dumps(one, sort_keys=True, allow_nan=False) for one in (figures, again))
    except (TypeError, ValueError) as error:
        yield f"figures() is not JSON data: {error}"
        return
    if told != told_again:
        yield f"figures() differs from call to call: {told}, then {told_again}"
    if json.loads(told).keys() != figures.keys():
        yield f"figures() has keys that are no strings, which JSON changes: {list(figures)}"
