"""How to turn a value of the wrong type into one that fits. Whatever is told here does fit: it is tried first."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from pnp.definition.document import KeyPath
from pnp.definition.findings import listed
from pnp.definition.forms import FORMS, measured
from pnp.definition.samples import line, sample, spelled
from pnp.definition.schemas import Resolve, Schema
from pnp.definition.wording import toml

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
