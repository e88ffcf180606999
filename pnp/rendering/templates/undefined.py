"""Hints for names that a template reads and that nothing gives it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pnp.model.component import Item
from pnp.model.game import Game
from pnp.model.text import language_tag
from pnp.rendering.templates.sandbox import SUFFIX, Sandbox, did_you_mean

_CONSTANTS = frozenset({"true", "false", "none"})
_UNDEFINED = re.compile(r"'(\w+)' is undefined")
_NO_ATTRIBUTE = re.compile(r"'[\w.]*?(\w+) object' has no attribute '(\w+)'")


def hint_for_undefined(message: str, environment: Sandbox, values: Mapping[str, object]) -> str | None:
    """Return a hint for an undefined name, or for one that a value lacks. ``values`` are those that the template
    reads."""
    lacking = _NO_ATTRIBUTE.search(message)
    if lacking is not None:
        return _hint_for_attribute(lacking[1], lacking[2], environment, values)
    match = _UNDEFINED.search(message)
    return None if match is None else _hint_for_name(match[1], environment, values)


def _hint_for_attribute(kind: str, name: str, environment: Sandbox, values: Mapping[str, object]) -> str | None:
    """Return a hint for a name that a value of a kind lacks: a row of a deck has its columns in ``fields``."""
    game = values.get("game")
    if kind == "TemplateModule":
        return did_you_mean(name, environment.macro_names())
    if kind == "Item" and isinstance(game, Game) and any(name in item.fields for item in _items(game)):
        return f"a row has its columns in fields: write .fields.{name}"
    if kind == "str" and language_tag(name) == name:
        return f"a text is in the language of the face already: leave out .{name}"
    owner = next((value for value in values.values() if type(value).__name__ == kind), None)
    return did_you_mean(name, (known for known in dir(owner) if not known.startswith("_")))


def _hint_for_name(name: str, environment: Sandbox, values: Mapping[str, object]) -> str | None:
    """Return a hint for an undefined name. It may resemble another one or that of a library, be defined where it is not
    read, or be a word that needs quotes."""
    if name in values:
        return "import this file with context: {% import … as … with context %}"
    if name.lower() in _CONSTANTS:
        return f"write {name.lower()}"
    keys = getattr(values.get("w"), "wording", {})
    libraries = [library.removesuffix(SUFFIX) for library in environment.names_in("")]
    game = values.get("game")
    key = next((key for key in keys if key == name or key.startswith(f"{name}-")), None)
    near = None if name in keys else did_you_mean(name, [*values, *libraries])
    if name in libraries:
        near = f'import it first: {{% import "{name}{SUFFIX}" as {name} with context %}}'
    elif isinstance(game, Game) and name in game.decks:
        near = f'a deck is read as game.decks["{name}"]'
    elif near is None and key is not None:
        near = f'a key stands between quotes: w("{key}")'
    elif near is None and _is_known_text(name, values):
        near = f'a text stands between quotes: "{name}"'
    return near


def _items(game: Game) -> Iterator[Item]:
    return (item for deck in game.decks.values() for item in deck)


def _is_known_text(name: str, values: Mapping[str, object]) -> bool:
    """Tell whether a name is that of art, or the text of a card."""
    has_art, game = values.get("has_art"), values.get("game")
    items = _items(game) if isinstance(game, Game) else ()
    return (callable(has_art) and has_art(name)) or any(name in item.fields.values() for item in items)
