"""Build an engine's settings from plain data: pydantic builds them, and a walk along the schema words the problems."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, fields
from threading import RLock
from typing import Any

from pydantic import TypeAdapter, ValidationError

from pnp.definition.keys.common import COMMON_DEFS, FORMATS, GAME_KEYS, REQUIRED
from pnp.definition.keys.validator import SchemaValidator
from pnp.diagnostics import DefinitionError, Diagnostic
from pnp.model.constraints import key_of
from pnp.model.kinds_of_text import Path, locate_words
from pnp.model.text import language_tag, translated
from pnp.toml.findings import DefinitionFinding, listed

_adapters: dict[type[Any], TypeAdapter[Any]] = {}
_schemas: dict[type[Any], Mapping[str, Any]] = {}
_LOCK = RLock()
"""Lock held while a builder or a schema is made: meanwhile the environment, which all threads share, is changed."""


def adapter(settings: type[Any]) -> TypeAdapter[Any]:
    """Return the pydantic builder of a settings dataclass, made once."""
    with _LOCK:
        if settings not in _adapters:
            with _no_plugins():
                _adapters[settings] = TypeAdapter(settings)
        return _adapters[settings]


@contextmanager
def _no_plugins() -> Iterator[None]:
    """Disable pydantic's plugins inside the block.

    Another distribution must not change the meaning of a definition, and the search through all installed ones takes 10
    ms.
    """
    name = "PYDANTIC_DISABLE_PLUGINS"
    previous = _set_variable(name, "__all__")
    try:
        yield
    finally:
        _set_variable(name, previous)


def _set_variable(name: str, value: str | None) -> str | None:
    """Set an environment variable, or delete it for None. Return its previous value."""
    previous = os.environ.get(name)
    if value is None:
        del os.environ[name]
    else:
        os.environ[name] = value
    return previous


def settings_schema(settings: type[Any]) -> Mapping[str, Any]:
    """Return the JSON Schema of a settings dataclass, with keys spelled as in the file."""
    with _LOCK:
        if settings not in _schemas:
            _schemas[settings] = adapter(settings).json_schema(by_alias=True)
        return _schemas[settings]


def game_schema(settings: type[Any] | None) -> Mapping[str, Any]:
    """Return the JSON Schema of a whole game: the keys of every game, and those of its engine's settings.

    Without settings (the engine is unknown) any further key may stand.
    """
    common: dict[str, Any] = {
        "type": "object",
        "properties": dict(GAME_KEYS),
        "required": list(REQUIRED),
        "$defs": dict(COMMON_DEFS),
    }
    if settings is None:
        return common
    engine_schema = settings_schema(settings)
    return {
        **common,
        "description": engine_schema.get("description", ""),
        "properties": {**engine_schema["properties"], **common["properties"]},
        "required": [*common["required"], *engine_schema.get("required", ())],
        "additionalProperties": False,
        "$defs": {**engine_schema.get("$defs", {}), **common["$defs"]},
    }


def read_settings(settings: type[Any], data: Mapping[str, Any]) -> tuple[Any, list[DefinitionFinding]]:
    """Return the settings in a game's merged table, and the findings of the whole table.

    The settings are None if there is a finding. ``data`` must be JSON data.
    """
    taken = [key for key in (key_of(field.name) for field in fields(settings)) if key in GAME_KEYS]
    if taken:
        return None, [_taken_finding(key, data) for key in taken]
    own_keys = {key: value for key, value in data.items() if key not in GAME_KEYS}
    findings = SchemaValidator(game_schema(None), FORMATS).check(data)
    try:
        built_settings = _build(settings, own_keys)
    except ValidationError as error:
        explained = SchemaValidator(game_schema(settings), FORMATS).check(data)
        unexplained = all(finding in findings for finding in explained)
        return None, [*findings, *_pydantic_findings(error)] if unexplained else explained
    return built_settings, findings


def _taken_finding(key: str, data: Mapping[str, Any]) -> DefinitionFinding:
    """Return the finding that settings declare a key that every game has, with a meaning of its own."""
    message = f"the settings of this engine declare the key {key!r}, which every game has: the name is taken"
    hint = f"rename it in the class of the settings; taken are {listed(sorted(GAME_KEYS), 'and')}"
    return DefinitionFinding(
        (key,) if key in data else (), "name-taken", message, hint, "key" if key in data else "table"
    )


def _build(settings: type[Any], own_keys: Mapping[str, Any]) -> Any:
    """Return the settings.

    Most texts are worded in English and Japanese. Texts of other languages are converted only if that fails.
    """
    try:
        return adapter(settings).validate_json(json.dumps(own_keys, ensure_ascii=False))
    except ValidationError:
        texts = {word.path[:-1] for word in locate_words(settings, own_keys) if language_tag(str(word.path[-1]))}
        if not texts:
            raise
        return adapter(settings).validate_json(json.dumps(_with_texts(own_keys, texts, ()), ensure_ascii=False))


def _with_texts(value: Any, texts: set[Path], path: Path) -> Any:
    """Return data whose texts at these paths have the form of their dataclass."""
    if path in texts and isinstance(value, Mapping) and all(isinstance(text, str) for text in value.values()):
        words = {key: text for key, text in value.items() if key != "ruby"}
        if words and all(language_tag(key) == key for key in words):
            return asdict(translated(words, value.get("ruby")))
    if isinstance(value, Mapping):
        return {key: _with_texts(child, texts, (*path, key)) for key, child in value.items()}
    if isinstance(value, list):
        return [_with_texts(child, texts, (*path, index)) for index, child in enumerate(value)]
    return value


def _pydantic_findings(error: ValidationError) -> list[DefinitionFinding]:
    """Return findings for constraints that JSON Schema cannot express, such as a validator of the settings."""
    return [
        DefinitionFinding(
            tuple(details["loc"]), "invalid-value", str(details.get("ctx", {}).get("error") or details["msg"])
        )
        for details in error.errors(include_url=False)
    ]


def settings_of_resolved(settings: type[Any], table: Mapping[str, Any]) -> Any:
    """Return the settings in a resolved table that was checked before, such as the one in a manifest.

    Raises DefinitionError if today's ``settings`` cannot be read from it.
    """
    built, findings = read_settings(settings, table)
    if built is None:
        raise DefinitionError(
            Diagnostic(
                "unreadable-definition",
                f"the definition that was recorded cannot be read: {findings[0].message}",
                hint="it was written by another version of pnp",
            )
        )
    return built
