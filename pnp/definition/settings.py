"""Build an engine's settings from plain data: pydantic builds them, and a walk along the schema words what is wrong."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from threading import RLock
from typing import Any

from pydantic import TypeAdapter, ValidationError

from pnp.definition.keys.common import COMMON_DEFS, FORMATS, GAME_KEYS, REQUIRED
from pnp.definition.keys.walker import SchemaValidator
from pnp.definition.toml.findings import DefinitionFinding
from pnp.model.kinds_of_text import Path, paths_of_words
from pnp.model.text import language_tag, translated

_adapters: dict[type[Any], TypeAdapter[Any]] = {}
_schemas: dict[type[Any], Mapping[str, Any]] = {}
_MAKING = RLock()
"""Held while a builder or a schema is made: the environment, which all threads share, is another one meanwhile."""


def adapter(settings: type[Any]) -> TypeAdapter[Any]:
    """The builder of a settings dataclass, made once."""
    with _MAKING:
        if settings not in _adapters:
            with _no_plugins():
                _adapters[settings] = TypeAdapter(settings)
        return _adapters[settings]


@contextmanager
def _no_plugins() -> Iterator[None]:
    """Without pydantic's plugins: another distribution must not change what a definition means, and the search through
    all installed ones takes 10 ms."""
    name = "PYDANTIC_DISABLE_PLUGINS"
    before = os.environ.get(name)
    os.environ[name] = "__all__"
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


def settings_schema(settings: type[Any]) -> Mapping[str, Any]:
    """The JSON Schema of a settings dataclass, keys spelled as in the file."""
    with _MAKING:
        if settings not in _schemas:
            _schemas[settings] = adapter(settings).json_schema(by_alias=True)
        return _schemas[settings]


def game_schema(settings: type[Any] | None) -> Mapping[str, Any]:
    """The JSON Schema of a whole game: the keys that every game has, and those of its engine's settings.

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
    own = settings_schema(settings)
    return {
        **common,
        "description": own.get("description", ""),
        "properties": {**own["properties"], **common["properties"]},
        "required": [*common["required"], *own.get("required", ())],
        "additionalProperties": False,
        "$defs": {**own.get("$defs", {}), **common["$defs"]},
    }


def read_settings(settings: type[Any], data: Mapping[str, Any]) -> tuple[Any, list[DefinitionFinding]]:
    """The settings in a game's merged table, and what is wrong with the whole table. Settings are None if anything is.

    ``data`` must be JSON data.
    """
    own = {key: value for key, value in data.items() if key not in GAME_KEYS}
    findings = SchemaValidator(game_schema(None), FORMATS).check(data)
    try:
        built = _built(settings, own)
    except ValidationError as error:
        explained = SchemaValidator(game_schema(settings), FORMATS).check(data)
        unexplained = all(finding in findings for finding in explained)
        return None, [*findings, *_as_worded_by_pydantic(error)] if unexplained else explained
    return built, findings


def _built(settings: type[Any], own: Mapping[str, Any]) -> Any:
    """The settings. Texts are worded in English and Japanese as a rule; others are looked for where that fails."""
    try:
        return adapter(settings).validate_json(json.dumps(own, ensure_ascii=False))
    except ValidationError:
        texts = {found.path[:-1] for found in paths_of_words(settings, own) if language_tag(str(found.path[-1]))}
        if not texts:
            raise
        return adapter(settings).validate_json(json.dumps(_with_texts(own, texts, ()), ensure_ascii=False))


def _with_texts(value: Any, texts: set[Path], path: Path) -> Any:
    """Data with the texts at these paths as their dataclass has them."""
    if path in texts and isinstance(value, Mapping) and all(isinstance(said, str) for said in value.values()):
        words = {key: said for key, said in value.items() if key != "ruby"}
        if words and all(language_tag(key) == key for key in words):
            return asdict(translated(words, value.get("ruby")))
    if isinstance(value, Mapping):
        return {key: _with_texts(item, texts, (*path, key)) for key, item in value.items()}
    if isinstance(value, list):
        return [_with_texts(item, texts, (*path, place)) for place, item in enumerate(value)]
    return value


def _as_worded_by_pydantic(error: ValidationError) -> list[DefinitionFinding]:
    """For constraints that a JSON Schema cannot express, such as a validator of the settings themselves."""
    return [
        DefinitionFinding(tuple(item["loc"]), "invalid-value", str(item.get("ctx", {}).get("error") or item["msg"]))
        for item in error.errors(include_url=False)
    ]
