"""The past of a game: no retired name is in use, and later keys are keys of the settings with values they can have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import is_dataclass
from typing import Any, get_type_hints

from pydantic import TypeAdapter, ValidationError

from pnp.model.constraints import key_of
from pnp.testing.subject import Subject


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
