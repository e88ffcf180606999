"""The keys that every game has, as JSON Schema: one description for the reader and for editors."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from pnp.definition.nets import NET_DEFS, NET_FORMATS
from pnp.model import sizes
from pnp.model.game import Paper
from pnp.units import Size, parse_length

TEXT_DEFS: Mapping[str, Any] = {
    "Translated": {
        "type": "object",
        "description": "One wording per language.",
        "properties": {"en": {"type": "string"}, "ja": {"type": "string"}},
        "required": ["en", "ja"],
        "additionalProperties": False,
    },
    "Text": {
        "description": "A plain string, used in every language, or one wording per language.",
        "anyOf": [{"type": "string", "minLength": 1}, {"$ref": "#/$defs/Translated"}],
    },
}
_TEXT = {"$ref": "#/$defs/Text"}
_LANGUAGE = {"enum": ["en", "ja"], "type": "string"}


def _described(schema: Mapping[str, Any], description: str, **more: Any) -> dict[str, Any]:
    return {**schema, "description": description, **more}


def _length(description: str, default: str) -> dict[str, Any]:
    return {"type": "string", "format": "length", "description": description, "default": default}


PRINT_KEYS: Mapping[str, Any] = {
    "language": _described(_LANGUAGE, "The language of the kit.", default="en"),
    "paper": {
        "type": "string",
        "format": "paper",
        "description": f'{", ".join(sizes.PAPERS)}, or a size such as "210mm x 297mm".',
        "default": "a4",
    },
    "card": {
        "type": "string",
        "format": "size",
        "description": f'The size of cards: {", ".join(sizes.CARDS)}, or a size such as "63mm x 88mm".',
        "default": "63mm x 88mm",
    },
    "bleed": _length("How far art runs beyond the trim, on every side.", "3mm"),
    "margin": _length("What the printer cannot reach, on every side of the paper.", "5mm"),
    "gutter": _length("Between cards. 0mm butts cards whose edge is a border.", "0mm"),
}
"""The keys of ``[project]``; a game may set them for itself."""

_COMPONENT: Mapping[str, Any] = {
    "type": "object",
    "description": "A printable part of the kit.",
    "properties": {
        "kind": {
            "type": "string",
            "enum": ["cards", "summary", "page", "tokens", "folded"],
            "description": "What is printed.",
        },
        "title": _described(_TEXT, "What the sheets and the program call it."),
        "template": {"type": "string", "format": "name", "description": "templates/<engine>/<template>.svg.j2"},
        "back": {"type": "string", "format": "name", "description": "The template of the back; none without it."},
        "of": {"type": "string", "format": "name", "description": "The deck whose cards it prints."},
        "size": {
            "type": "string",
            "format": "card-or-size",
            "description": "The trim size: card, a preset, or a size; of tokens one length or a size. "
            "A page has none, nor has what is folded.",
        },
        "copies": {"type": "integer", "minimum": 1, "maximum": 999, "default": 1, "description": "Of every card."},
        "edge": {
            "type": "string",
            "enum": ["border", "bleed"],
            "description": "border: a plain rim, safe to butt; bleed: art over the edge, which gets gutters. "
            "Without it tokens have bleed, and everything else a border.",
        },
        "shape": {
            "type": "string",
            "enum": ["round", "square"],
            "description": "Of tokens: round, with a circle to cut along, or with straight sides. round without it.",
        },
        "net": {"$ref": "#/$defs/Net"},
        "front-language": _described(_LANGUAGE, "The language of the front, whatever the kit's is."),
        "back-language": _described(_LANGUAGE, "The language of the back, whatever the kit's is."),
    },
    "required": ["kind", "title", "template"],
    "additionalProperties": False,
}

_CREDITS: Mapping[str, Any] = {
    "type": "object",
    "description": "Whose game it is; printed on the rule sheet.",
    "properties": {
        "designers": {"type": "array", "items": _TEXT},
        "artists": {"type": "array", "items": _TEXT},
        "publisher": _TEXT,
        "year": {"type": "integer", "minimum": 1, "maximum": 9999},
        "note": _TEXT,
    },
    "additionalProperties": False,
}

_CARD: Mapping[str, Any] = {
    "type": "object",
    "description": "A card: what its template reads. `id` names it, `copies` says how many there are.",
    "properties": {
        "id": {"type": "string", "format": "card-id"},
        "copies": {"type": "integer", "minimum": 0, "maximum": 999, "default": 1},
    },
}

COMMON_DEFS: Mapping[str, Any] = {
    **TEXT_DEFS,
    **NET_DEFS,
    "Component": _COMPONENT,
    "Credits": _CREDITS,
    "Card": _CARD,
}

GAME_KEYS: Mapping[str, Any] = {
    "extends": {
        "type": "string",
        "description": 'Another table of this file, "shipped:NAME", or "PACKAGE:NAME" of an installed package: '
        "all of it holds, but for what follows.",
    },
    "engine": {"type": "string", "description": "The reference engine that plays the game."},
    "title": _described(_TEXT, "What the game is called."),
    "facts": _described(_TEXT, 'How long, for whom: a line for the rule sheet, such as "5 minutes · age 8+".'),
    **PRINT_KEYS,
    "credits": {"$ref": "#/$defs/Credits"},
    "components": {
        "type": "object",
        "description": "What the kit consists of, in the order of printing.",
        "minProperties": 1,
        "propertyNames": {"type": "string", "format": "name"},
        "additionalProperties": {"$ref": "#/$defs/Component"},
    },
    "decks": {
        "type": "object",
        "description": 'Card sets: a list of cards, or a CSV file beside this one, such as "cards.csv".',
        "propertyNames": {"type": "string", "format": "name"},
        "additionalProperties": {
            "anyOf": [
                {"type": "string", "minLength": 1},
                {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/Card"}},
            ]
        },
    },
    "assumed": {
        "type": "object",
        "description": "Figures that the source does not give: a key path, and why its value was chosen.",
    },
}
"""The keys of a game's table that are not its engine's."""

PROJECT: Mapping[str, Any] = {
    "type": "object",
    "description": "Defaults for every game of this file.",
    "properties": dict(PRINT_KEYS),
    "additionalProperties": False,
}

REQUIRED = ("engine", "title", "components")

_NAME = re.compile(r"[a-z0-9]+([-_][a-z0-9]+)*")
_CARD_ID = re.compile(r"[A-Za-z0-9]+([-_.][A-Za-z0-9]+)*")
_DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{digit}" for port in ("com", "lpt") for digit in range(10))}
_LONGEST_NAME = 60


def check_name(text: str) -> None:
    """Raises ValueError unless ``text`` can name a game, a component, a deck or a template: it becomes a file name."""
    if not _NAME.fullmatch(text) or len(text) > _LONGEST_NAME or text in _DEVICES:
        raise ValueError(f"{text!r} cannot be a name: use small letters, digits and single hyphens, such as my-game")


def check_card_id(text: str) -> None:
    """Raises ValueError unless ``text`` can be the id of a card, which becomes part of a file name."""
    if not _CARD_ID.fullmatch(text) or len(text) > _LONGEST_NAME or text.lower() in _DEVICES:
        raise ValueError(f"{text!r} cannot be the id of a card: use letters, digits and single hyphens, such as ace-1")


def length(text: str) -> float:
    """A length of up to 100 mm. Raises ValueError."""
    found = parse_length(text)
    if found > 100:
        raise ValueError(f"{text!r} is too long: write at most 100mm")
    return found


def size(text: str) -> Size:
    """The trim size of a card or a board, in mm: a preset, or a size of 5 mm to 1000 mm each way. Raises ValueError."""
    return _sane(text, sizes.card_size(text), 5)


def is_card(text: str) -> bool:
    """Whether a component's size is that of the project's cards, by name."""
    return text.strip().lower() == "card"


def is_length(text: str) -> bool:
    """Whether a component's size is one length, as tokens may have it."""
    try:
        parse_length(text)
    except ValueError:
        return False
    return True


def token_size(text: str) -> Size:
    """The trim size of a token, in mm: one length for both sides, or a size; 5 mm to 1000 mm each way. Raises
    ValueError."""
    if is_length(text):
        side = parse_length(text)
        return _sane(text, Size(side, side), 5)
    return size(text)


def paper(text: str) -> Paper:
    """A paper: a preset, or a size of 50 mm to 1000 mm each way. Raises ValueError."""
    found = sizes.paper(text)
    _sane(text, found.size, 50)
    return found


def _sane(text: str, found: Size, least: float) -> Size:
    if not (least <= found.width <= 1000 and least <= found.height <= 1000):
        raise ValueError(f"{text!r} is out of range: each side must be from {least}mm to 1000mm")
    return found


FORMATS: Mapping[str, Callable[[str], object]] = {
    "name": check_name,
    "card-id": check_card_id,
    "length": length,
    "size": size,
    "card-or-size": lambda text: None if is_card(text) or is_length(text) else size(text),
    "paper": paper,
    **NET_FORMATS,
}
