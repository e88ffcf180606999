"""Settings: a definition has no problems, settings are frozen, and the figures are JSON that stays what it is."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, get_type_hints

from pydantic import TypeAdapter, ValidationError

from pnp.definition.settings import settings_schema
from pnp.model.constraints import key_of
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


# The past of a game: no retired name is in use, and later keys are keys of the settings with values they can have.


def past_faults(subject: Subject) -> Iterator[str]:
    """What is wrong with ``Engine.past`` under a definition."""
    engine, past = subject.engine, subject.engine.past
    yield from _names("lesson", past.lessons, (one.id for one in engine.lessons(subject.settings)))
    yield from _names("misreading", past.misreadings, (one.id for one in engine.misreadings(subject.settings)))
    for path, value in past.settings.items():
        try:
            kind = _type_at(engine.settings, path)
        except LookupError as error:
            yield f"past.settings names {'.'.join(path)!r}, and {error}: write its keys as they stand in the file"
            continue
        try:
            TypeAdapter(kind).validate_python(value)
        except ValidationError as error:
            yield f"past.settings has {value!r} for {'.'.join(path)!r}, which cannot be: {error.errors()[0]['msg']}"


def _names(what: str, retired: Mapping[str, str], used: Iterable[str]) -> Iterator[str]:
    known = set(used)
    for name, why in retired.items():
        if name in known:
            yield f"the {what} {name!r} has retired, and is in use: give it another name, or take it out of the past"
        if not why.strip():
            yield f"the {what} {name!r} has retired without a word on what became of it"


def _type_at(settings: Any, path: tuple[str, ...]) -> Any:
    """The type of a key by its path. Raises LookupError."""
    for key in path:
        hints = get_type_hints(settings, include_extras=True) if is_dataclass(settings) else {}
        found = next((name for name in hints if key_of(name) == key), None)
        if found is None:
            raise LookupError(f"there is no key {key!r}")
        settings = hints[found]
    return settings
