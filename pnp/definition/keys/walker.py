"""Hold plain data against a JSON Schema, and word each misfit, with its mend, for the person who wrote the TOML."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pnp.definition.keys import wording
from pnp.definition.keys.samples import FORMS, line, measured, sample, spelled
from pnp.definition.keys.schemas import Resolve, Schema
from pnp.definition.keys.wording import toml
from pnp.definition.toml.document import KeyPath
from pnp.definition.toml.findings import DefinitionFinding, listed, nearest

Format = Callable[[str], object]
"""Raises ValueError, worded for the person, when the text does not fit."""


class SchemaValidator:
    """Finds everything in which data differs from ``schema``, in the order of the data."""

    def __init__(self, schema: Schema, formats: Mapping[str, Format] | None = None, *, hints: bool = True) -> None:
        self._root = schema
        self._formats = formats or {}
        self._hints = hints

    def check(self, value: Any, path: KeyPath = ()) -> list[DefinitionFinding]:
        """What is wrong with ``value``; nothing when it fits."""
        return list(self._value(value, path, self.resolve(self._root)))

    def resolve(self, schema: Schema) -> Schema:
        """``schema``, or what its ``$ref`` names."""
        while "$ref" in schema:
            schema = self._root["$defs"][schema["$ref"].removeprefix("#/$defs/")]
        return schema

    def _value(self, value: Any, path: KeyPath, schema: Schema) -> Iterator[DefinitionFinding]:
        options = [self.resolve(option) for option in schema.get("anyOf", ()) if option.get("type") != "null"]
        if options:
            yield from self._alternatives(value, path, options)
        elif not _is(value, schema):
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
        fitting = [option for option in options if _is(value, option)]
        if not fitting:
            yield self._wrong_type(value, path, {"anyOf": options})
            return
        told = _told_apart(value, fitting)
        if told is not None:
            key, allowed = told
            yield from _choice(value[key], (*path, key), {"enum": allowed})
            return
        tries = [list(self._value(value, path, option)) for option in fitting]
        yield from min(tries, key=lambda found: (any(one.code == "not-one-of" for one in found), len(found)))

    def _wrong_type(self, value: Any, path: KeyPath, schema: Schema) -> DefinitionFinding:

        hint = self._mend(value, path, schema) if self._hints else None
        noun = measured(str(schema.get("format")))
        if noun and isinstance(value, int | float) and not isinstance(value, bool):
            return DefinitionFinding(path, f"not-a-{noun}", f"a bare number is not a {noun}", hint)
        expected = wording.expected(schema, self.resolve)
        return DefinitionFinding(path, "wrong-type", f"expected {expected}, found {wording.found(value)}", hint)

    def _mend(self, value: Any, path: KeyPath, schema: Schema) -> str | None:
        """What to write instead. What is tried for it is looked at without hints, else that would never end."""

        trial = SchemaValidator(self._root, self._formats, hints=False)
        return mend(value, path, schema, self.resolve, lambda meant: not any(trial._value(meant, path, schema)))

    def _table(self, table: Mapping[str, Any], path: KeyPath, schema: Schema) -> Iterator[DefinitionFinding]:
        known: Mapping[str, Schema] = schema.get("properties", {})
        rest = schema.get("additionalProperties", True)
        missing = [key for key in schema.get("required", ()) if key not in table]
        unknown = [key for key in table if key not in known] if rest is False else []
        misspelt = _pairs(unknown, missing)
        if len(table) < schema.get("minProperties", 0):
            yield DefinitionFinding(path, "too-few", "this table is empty", "add an entry", "table")
        for key, item in table.items():
            here = (*path, key)
            if key in known:
                yield from self._value(item, here, self.resolve(known[key]))
            elif key in misspelt:
                yield DefinitionFinding(
                    here,
                    "unknown-key",
                    f"there is no key {key!r} here, and {misspelt[key]!r} is missing",
                    f"did you mean {misspelt[key]!r}?",
                    "key",
                )
            elif rest is False:
                yield DefinitionFinding(here, "unknown-key", f"there is no key {key!r} here", _known(key, known), "key")
            elif isinstance(rest, Mapping):
                yield from self._entry(key, item, here, schema, self.resolve(rest))
        lacking = [key for key in missing if key not in misspelt.values()]
        if lacking:
            names = listed([repr(key) for key in lacking], "and")
            verb = "key {} is" if len(lacking) == 1 else "keys {} are"
            examples = [wording.example(key, self.resolve(known[key]), self.resolve) for key in lacking]
            message = f"the {verb.format(names)} missing"
            yield DefinitionFinding(path, "missing-key", message, f"add: {', '.join(examples)}", "table")

    def _entry(self, key: str, item: Any, path: KeyPath, schema: Schema, rest: Schema) -> Iterator[DefinitionFinding]:
        names = schema.get("propertyNames")
        if names is not None:
            for problem in self._text(key, path, names):
                yield DefinitionFinding(path, problem.code, problem.message, problem.hint, "key")
        yield from self._value(item, path, rest)

    def _list(self, items: list[Any], path: KeyPath, schema: Schema) -> Iterator[DefinitionFinding]:
        least, most = schema.get("minItems", 0), schema.get("maxItems")
        if len(items) < least or (most is not None and len(items) > most):
            wanted = wording.between(least, most, "entry", "entries")
            code = "too-few" if len(items) < least else "too-many"
            yield DefinitionFinding(
                path, code, f"this list has {wording.count(len(items), 'entry', 'entries')}, not {wanted}"
            )
        prefix = schema.get("prefixItems", ())
        for index, item in enumerate(items):
            part = prefix[index] if index < len(prefix) else schema.get("items")
            if isinstance(part, Mapping):
                yield from self._value(item, (*path, index), self.resolve(part))

    def _text(self, text: str, path: KeyPath, schema: Schema) -> Iterator[DefinitionFinding]:
        least, most = schema.get("minLength", 0), schema.get("maxLength")
        if len(text) < least or (most is not None and len(text) > most):
            wanted = wording.between(least, most, "character", "characters")
            code = "empty-text" if not text else "out-of-range"
            said = "is empty" if not text else f"has {wording.count(len(text), 'character', 'characters')}"
            yield DefinitionFinding(path, code, f"this text {said}: write {wanted}")
            return
        form = str(schema.get("format"))
        if form in self._formats:
            try:
                self._formats[form](text)
            except ValueError as error:
                before, colon, after = str(error).rpartition(": ")
                code = f"not-a-{measured(form)}" if measured(form) else f"bad-{form}"
                yield DefinitionFinding(path, code, before if colon else after, after if colon else None)


def _is(value: Any, schema: Schema) -> bool:
    if "const" in schema:
        return type(value) is type(schema["const"])
    if "enum" in schema and "type" not in schema:
        return any(type(value) is type(item) for item in schema["enum"])
    if "anyOf" in schema:
        return any(_is(value, option) for option in schema["anyOf"])
    wanted = schema.get("type")
    if wanted is None:
        return True
    if isinstance(value, bool):
        return bool(wanted == "boolean")
    kinds: Mapping[str, Any] = {"string": str, "integer": int, "number": (int, float), "array": list, "object": dict}
    return wanted in kinds and isinstance(value, kinds[wanted])


def _told_apart(value: Any, options: list[Schema]) -> tuple[str, list[Any]] | None:
    """The key whose one value tells tables of several kinds apart, and those values, where ``value`` has another."""
    if not isinstance(value, dict):
        return None
    for key, item in value.items():
        allowed = [option.get("properties", {}).get(key, {}).get("const") for option in options]
        if len(options) > 1 and None not in allowed and item not in allowed:
            return key, allowed
    return None


def _choice(value: Any, path: KeyPath, schema: Schema) -> Iterator[DefinitionFinding]:
    allowed = schema.get("enum", [schema.get("const")])
    if value not in allowed:
        words = [wording.toml(item) for item in allowed]
        close = nearest(value, [item for item in allowed if isinstance(item, str)]) if isinstance(value, str) else None
        hint = f"did you mean {wording.toml(close)}?" if close else f"write {listed(words)}"
        said = (
            f"{wording.toml(value)} is not one of {listed(words, 'and')}"
            if len(words) > 1
            else (f"expected {words[0]}, found {wording.toml(value)}")
        )
        yield DefinitionFinding(path, "not-one-of", said, hint)


def _number(value: float, path: KeyPath, schema: Schema) -> Iterator[DefinitionFinding]:
    least, above = schema.get("minimum"), schema.get("exclusiveMinimum")
    most, below = schema.get("maximum"), schema.get("exclusiveMaximum")
    low = (least is not None and value < least) or (above is not None and value <= above)
    high = (most is not None and value > most) or (below is not None and value >= below)
    if low or high:
        wanted = wording.limits(least, above, most, below)
        yield DefinitionFinding(path, "out-of-range", f"{value} is out of range: write a number {wanted}")


def _pairs(unknown: list[str], missing: list[str]) -> dict[str, str]:
    """Unknown keys that are most likely misspellings of missing ones."""
    pairs: dict[str, str] = {}
    for key in unknown:
        close = nearest(key, [name for name in missing if name not in pairs.values()])
        if close is not None:
            pairs[key] = close
    return pairs


def _known(key: str, known: Mapping[str, Schema]) -> str | None:
    close = nearest(key, known)
    if close is not None:
        return f"did you mean {close!r}?"
    return f"the keys here are {listed(list(known), 'and')}" if known else "nothing can be set here"


# How to turn a value of the wrong type into one that fits. Whatever is told here does fit: it is tried first.

Fits = Callable[[Any], bool]
_NAME = re.compile("[a-z][a-z0-9-]*")
_NUMBER = re.compile(r"[+-]?\d{1,15}(\.\d{1,15})?")


def mend(value: Any, path: KeyPath, schema: Schema, resolve: Resolve, fits: Fits) -> str | None:
    """What to write instead of ``value`` at ``path``: what was most likely meant, where that fits; else an example.
    None where there are so few values that what was expected says them all."""
    for meant, words in _meant(value, schema):
        if fits(meant):
            return words
    few = "enum" in schema or "const" in schema or schema.get("type") == "boolean"
    return None if few else _example(path, schema, resolve)


def _meant(value: Any, schema: Schema) -> Iterator[tuple[Any, str]]:
    """What may have been meant, each with the words for it."""
    plain = isinstance(value, int | float) and not isinstance(value, bool)
    if isinstance(value, str):
        yield from _without_quotes(value)
    elif isinstance(value, float) and value.is_integer():
        yield int(value), f"write {int(value)}"
    if plain and measured(str(schema.get("format"))) == "length":
        yield f"{toml(value)}mm", f'write the unit too, in quotes: "{toml(value)}mm"'
    elif isinstance(value, int | float) and not measured(str(schema.get("format"))):
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
    if measured(form):
        return f"write {listed([toml(one) for one in FORMS[form].samples])}, for example"
    value = sample(schema, resolve)
    example = spelled(value) if path and isinstance(path[-1], int) else line(str(path[-1]) if path else "key", value)
    more = explained(path)
    return f"write {example}, for example" + (f"; `pnp explain {more}` says more" if more else "")


def explained(path: KeyPath) -> str:
    """What to ask ``pnp explain`` for, to read of the value at ``path``.

    >>> explained(("components", "cards", "net", "panels", 0, "size"))
    'components.cards.net.panels.size'
    """
    return ".".join(part for part in path if isinstance(part, str) and _NAME.fullmatch(part))
