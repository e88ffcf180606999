"""Check plain data against a JSON Schema, and word each misfit with its mend for the author of the TOML."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pnp.definition.keys import wording
from pnp.definition.keys.samples import FORMS, line, measure_of, sample, spelled
from pnp.definition.keys.schemas import Resolve, Schema
from pnp.definition.keys.synonyms import synonym_hint, synonyms
from pnp.definition.keys.wording import toml
from pnp.toml.document import KeyPath
from pnp.toml.findings import DefinitionFinding, listed, nearest

Format = Callable[[str], object]
"""Check of a text. Raises ValueError, worded for its author, if the text does not fit."""


class SchemaValidator:
    """Validator of data against ``schema``. It finds all differences, in the order of the data."""

    def __init__(self, schema: Schema, formats: Mapping[str, Format] | None = None, *, hints: bool = True) -> None:
        self._root = schema
        self._formats = formats or {}
        self._hints = hints

    def check(self, value: Any, path: KeyPath = ()) -> list[DefinitionFinding]:
        """Return the findings of ``value``; none if it fits."""
        return list(self._value(value, path, self.resolve(self._root)))

    def resolve(self, schema: Schema) -> Schema:
        """Return ``schema``, or the one that its ``$ref`` names."""
        while "$ref" in schema:
            schema = self._root["$defs"][schema["$ref"].removeprefix("#/$defs/")]
        return schema

    def _value(self, value: Any, path: KeyPath, schema: Schema) -> Iterator[DefinitionFinding]:
        options = [self.resolve(option) for option in schema.get("anyOf", ()) if option.get("type") != "null"]
        if options:
            yield from self._alternatives(value, path, options)
        elif not _has_type(value, schema):
            yield self._wrong_type(value, path, schema)
        elif "enum" in schema or "const" in schema:
            yield from _choice(value, path, schema)
        elif isinstance(value, dict):
            yield from self._table(value, path, schema)
        elif isinstance(value, list):
            yield from self._list(value, path, schema)
        elif isinstance(value, str):
            yield from self._text(value, path, schema)
        elif isinstance(value, int | float) and not isinstance(value, bool):
            yield from _number(value, path, schema)

    def _alternatives(self, value: Any, path: KeyPath, options: list[Schema]) -> Iterator[DefinitionFinding]:
        fitting = [option for option in options if _has_type(value, option)]
        if not fitting:
            yield self._wrong_type(value, path, {"anyOf": options})
            return
        mismatch = _discriminator_mismatch(value, fitting)
        if mismatch is not None:
            key, allowed = mismatch
            yield from _choice(value[key], (*path, key), {"enum": allowed})
            return
        trials = [list(self._value(value, path, option)) for option in fitting]
        yield from min(trials, key=lambda trial: (any(finding.code == "not-one-of" for finding in trial), len(trial)))

    def _wrong_type(self, value: Any, path: KeyPath, schema: Schema) -> DefinitionFinding:
        hint = self._mend_hint(value, path, schema) if self._hints else None
        noun = measure_of(str(schema.get("format")))
        if noun and isinstance(value, int | float) and not isinstance(value, bool):
            return DefinitionFinding(path, f"not-a-{noun}", f"a bare number is not a {noun}", hint)
        message = f"expected {wording.describe_schema(schema, self.resolve)}, found {wording.describe_value(value)}"
        return DefinitionFinding(path, "wrong-type", message, hint)

    def _mend_hint(self, value: Any, path: KeyPath, schema: Schema) -> str | None:
        """Return a hint with a replacement. Candidates are checked without hints, or the search would never end."""
        trial = SchemaValidator(self._root, self._formats, hints=False)
        return mend(value, path, schema, self.resolve, lambda candidate: not any(trial._value(candidate, path, schema)))

    def _table(self, table: Mapping[str, Any], path: KeyPath, schema: Schema) -> Iterator[DefinitionFinding]:
        properties: Mapping[str, Schema] = schema.get("properties", {})
        others = schema.get("additionalProperties", True)
        missing = [key for key in schema.get("required", ()) if key not in table]
        unknown = [key for key in table if key not in properties] if others is False else []
        misspelt = _match_misspellings(unknown, missing)
        if len(table) < schema.get("minProperties", 0):
            yield DefinitionFinding(path, "too-few", "this table is empty", "add an entry", "table")
        for key, child in table.items():
            child_path = (*path, key)
            if key in properties:
                yield from self._value(child, child_path, self.resolve(properties[key]))
            elif key in misspelt:
                yield DefinitionFinding(
                    child_path,
                    "unknown-key",
                    f"there is no key {key!r} here, and {misspelt[key]!r} is missing",
                    f"did you mean {misspelt[key]!r}?",
                    "key",
                )
            elif others is False:
                hint = self._inner_hint(key, properties) or _keys_hint(key, properties)
                yield DefinitionFinding(child_path, "unknown-key", f"there is no key {key!r} here", hint, "key")
            elif isinstance(others, Mapping):
                yield from self._entry(key, child, child_path, schema, self.resolve(others))
        absent = [key for key in missing if key not in misspelt.values()]
        if absent:
            names = listed([repr(key) for key in absent], "and")
            verb = "key {} is" if len(absent) == 1 else "keys {} are"
            examples = [wording.example(key, self.resolve(properties[key]), self.resolve) for key in absent]
            message = f"the {verb.format(names)} missing"
            yield DefinitionFinding(path, "missing-key", message, f"add: {', '.join(examples)}", "table")

    def _inner_hint(self, key: str, properties: Mapping[str, Schema]) -> str | None:
        """Return a hint at the table whose entries have a key; None if there is none."""
        for name, schema in properties.items():
            entry = self.resolve(schema).get("additionalProperties")
            options = self.resolve(entry).get("anyOf", [entry]) if isinstance(entry, Mapping) else []
            if any(key in self.resolve(option).get("properties", {}) for option in options):
                return f"it is a key of an entry of {name!r}: write it there"
        return None

    def _entry(
        self, key: str, child: Any, path: KeyPath, schema: Schema, entry_schema: Schema
    ) -> Iterator[DefinitionFinding]:
        names = schema.get("propertyNames")
        if names is not None:
            for problem in self._text(key, path, names):
                yield DefinitionFinding(path, problem.code, problem.message, problem.hint, "key")
        yield from self._value(child, path, entry_schema)

    def _list(self, items: list[Any], path: KeyPath, schema: Schema) -> Iterator[DefinitionFinding]:
        least, most = schema.get("minItems", 0), schema.get("maxItems")
        if len(items) < least or (most is not None and len(items) > most):
            wanted = wording.between(least, most, "entry", "entries")
            code = "too-few" if len(items) < least else "too-many"
            yield DefinitionFinding(
                path, code, f"this list has {wording.count(len(items), 'entry', 'entries')}, not {wanted}"
            )
        prefix = schema.get("prefixItems", ())
        for index, child in enumerate(items):
            child_schema = prefix[index] if index < len(prefix) else schema.get("items")
            if isinstance(child_schema, Mapping):
                yield from self._value(child, (*path, index), self.resolve(child_schema))

    def _text(self, text: str, path: KeyPath, schema: Schema) -> Iterator[DefinitionFinding]:
        least, most = schema.get("minLength", 0), schema.get("maxLength")
        if len(text) < least or (most is not None and len(text) > most):
            wanted = wording.between(least, most, "character", "characters")
            code = "empty-text" if not text else "out-of-range"
            fault = "is empty" if not text else f"has {wording.count(len(text), 'character', 'characters')}"
            yield DefinitionFinding(path, code, f"this text {fault}: write {wanted}")
            return
        form = str(schema.get("format"))
        if form in self._formats:
            try:
                self._formats[form](text)
            except ValueError as error:
                message, colon, hint = str(error).rpartition(": ")
                code = f"not-a-{measure_of(form)}" if measure_of(form) else f"bad-{form}"
                yield DefinitionFinding(path, code, message if colon else hint, hint if colon else None)


def _has_type(value: Any, schema: Schema) -> bool:
    if "const" in schema:
        return type(value) is type(schema["const"])
    if "enum" in schema and "type" not in schema:
        return any(type(value) is type(allowed) for allowed in schema["enum"])
    if "anyOf" in schema:
        return any(_has_type(value, option) for option in schema["anyOf"])
    type_name = schema.get("type")
    if type_name is None:
        return True
    if isinstance(value, bool):
        return bool(type_name == "boolean")
    kinds: Mapping[str, Any] = {"string": str, "integer": int, "number": (int, float), "array": list, "object": dict}
    return type_name in kinds and isinstance(value, kinds[type_name])


def _discriminator_mismatch(value: Any, options: list[Schema]) -> tuple[str, list[Any]] | None:
    """Return the key whose value distinguishes tables of several kinds, and its allowed values.

    Returns None unless ``value`` has another value there.
    """
    if not isinstance(value, dict):
        return None
    for key, child in value.items():
        allowed = [option.get("properties", {}).get(key, {}).get("const") for option in options]
        if len(options) > 1 and None not in allowed and child not in allowed:
            return key, allowed
    return None


def _choice(value: Any, path: KeyPath, schema: Schema) -> Iterator[DefinitionFinding]:
    allowed = schema.get("enum", [schema.get("const")])
    if value not in allowed:
        words = [wording.toml(option) for option in allowed]
        close = (
            nearest(value, [option for option in allowed if isinstance(option, str)])
            if isinstance(value, str)
            else None
        )
        hint = f"did you mean {wording.toml(close)}?" if close else f"write {listed(words)}"
        message = f"expected {words[0]}, found {wording.toml(value)}"
        if len(words) > 1:
            message = f"{wording.toml(value)} is not one of {listed(words, 'and')}"
        yield DefinitionFinding(path, "not-one-of", message, hint)


def _number(value: float, path: KeyPath, schema: Schema) -> Iterator[DefinitionFinding]:
    least, above = schema.get("minimum"), schema.get("exclusiveMinimum")
    most, below = schema.get("maximum"), schema.get("exclusiveMaximum")
    low = (least is not None and value < least) or (above is not None and value <= above)
    high = (most is not None and value > most) or (below is not None and value >= below)
    if low or high:
        wanted = wording.limits(least, above, most, below)
        hint = (
            "with 0 nothing of it would be printed: remove it instead" if (path[-1], value) == ("copies", 0) else None
        )
        yield DefinitionFinding(path, "out-of-range", f"{value} is out of range: write a number {wanted}", hint)


def _match_misspellings(unknown: list[str], missing: list[str]) -> dict[str, str]:
    """Match unknown keys with the missing keys that they most likely misspell or mean."""
    pairs: dict[str, str] = {}
    for key in unknown:
        free = [name for name in missing if name not in pairs.values()]
        close = nearest(key, free) or next(iter(synonyms(key, free)), None)
        if close is not None:
            pairs[key] = close
    return pairs


def _keys_hint(key: str, properties: Mapping[str, Schema]) -> str | None:
    close = nearest(key, properties)
    if close is not None:
        return f"did you mean {close!r}?"
    keys = f"the keys here are {listed(list(properties), 'and')}" if properties else "nothing can be set here"
    return synonym_hint(key, properties) or keys


# Replacements of values of the wrong type. A suggestion is checked before it is made.

Fits = Callable[[Any], bool]
_NAME = re.compile("[a-z][a-z0-9-]*")
_NUMBER = re.compile(r"[+-]?\d{1,15}(\.\d{1,15})?")


def mend(value: Any, path: KeyPath, schema: Schema, resolve: Resolve, fits: Fits) -> str | None:
    """Return a hint with a replacement of ``value`` at ``path``: the likeliest one that fits, else an example.

    Returns None if the allowed values are so few that the message lists them all.
    """
    for candidate, hint in _replacements(value, schema):
        if fits(candidate):
            return hint
    is_listed = "enum" in schema or "const" in schema or schema.get("type") == "boolean"
    return None if is_listed else _example(path, schema, resolve)


def _replacements(value: Any, schema: Schema) -> Iterator[tuple[Any, str]]:
    """Yield likely replacements with their hints."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if isinstance(value, str):
        yield from _without_quotes(value)
    elif isinstance(value, float) and value.is_integer():
        yield int(value), f"write {int(value)}"
    if is_number and measure_of(str(schema.get("format"))) == "length":
        yield f"{toml(value)}mm", f'write the unit too, in quotes: "{toml(value)}mm"'
    elif isinstance(value, int | float) and not measure_of(str(schema.get("format"))):
        yield toml(value), f'put it in quotes: "{toml(value)}"'
    if not isinstance(value, list | dict):
        yield [value], f"write a list, even of one entry: [{toml(value)}]"
    if isinstance(value, list) and len(value) == 1 and not isinstance(value[0], list | dict):
        yield value[0], f"write it without brackets: {toml(value[0])}"


def _without_quotes(text: str) -> Iterator[tuple[Any, str]]:
    stripped = text.strip()
    if _NUMBER.fullmatch(stripped):
        number: int | float = float(stripped) if "." in stripped else int(stripped)
        yield number, f"write {number}, without quotes"
    if stripped.lower() in ("true", "false"):
        yield stripped.lower() == "true", f"write {stripped.lower()}, without quotes"


def _example(path: KeyPath, schema: Schema, resolve: Resolve) -> str:
    form = str(schema.get("format"))
    if measure_of(form):
        return f"write {listed([toml(text) for text in FORMS[form].samples])}, for example"
    value = sample(schema, resolve)
    example = spelled(value) if path and isinstance(path[-1], int) else line(str(path[-1]) if path else "key", value)
    query = explain_query(path)
    return f"write {example}, for example" + (f"; `pnp explain {query}` says more" if query else "")


def explain_query(path: KeyPath) -> str:
    """Return the query for ``pnp explain`` about the value at ``path``.

    >>> explain_query(("components", "cards", "net", "panels", 0, "size"))
    'components.cards.net.panels.size'
    """
    return ".".join(part for part in path if isinstance(part, str) and _NAME.fullmatch(part))
