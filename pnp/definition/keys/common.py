"""JSON Schema of the keys that every game may set: a single description for the reader and for editors."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, get_args

from pnp.definition.keys.nets import NET_DEFS, NET_FORMATS
from pnp.definition.keys.schemas import by_name, choice, formatted, list_of, named, table, whole
from pnp.definition.keys.sheet_keys import SHEET_DEFS, SHEET_FORMATS, SHEET_OF_COMPONENT, SHEET_OF_KIT
from pnp.model import sizes
from pnp.model.component import ComponentKind, Edge, Orientation, Shape, Stock
from pnp.model.game import Paper
from pnp.model.print_options import MOST_BLEED, Backs, Flip, Ink, KitEdge, MarkInk, Marks, Pack
from pnp.model.text import language_tag
from pnp.units import Size, parse_length

TAG = "^[a-z]{2,4}(-[A-Za-z0-9]{2,8})*$"
"""Pattern of language tags, for editors; ``ruby`` may stand beside them."""

COMPONENT = table(
    "A printable part of the kit.",
    {
        "kind": choice(
            get_args(ComponentKind),
            "What is printed: cards of a deck; summary cards with examples; pages; tokens or stickers; what is folded.",
        ),
        "title": named("Text", "What the sheets and the program call it.", examples=[{"en": "cards", "ja": "カード"}]),
        "template": formatted("name", "The template of its face: templates/ENGINE/TEMPLATE.svg.j2.", examples=["card"]),
        "back": formatted("name", "The template of the back; none without it.", examples=["back"]),
        "of": formatted("name", "The deck whose cards it prints; without it there is one card.", examples=["deck"]),
        "size": formatted(
            "card-or-size",
            "The trim size: card, a preset, or a size; of tokens one length or a size; without it that of cards, or of "
            "summary cards. A page has none, nor has what is folded.",
        ),
        "use": named("Text", "What it is for; told on the rule sheet.", examples=["marks the trump suit"]),
        "copies": whole(1, 999, "How many of every card are printed.", default=1),
        "copies-each": whole(1, 99, "How many of every card are printed for each player, instead of `copies`."),
        "instead-of": formatted(
            "name", "The component that it can replace: one of the two is printed.", examples=["dice"]
        ),
        "cards-each": whole(1, 99, "How many cards of the deck each player takes: it must have enough of them."),
        "edge": choice(
            get_args(Edge),
            "What the edge is like. border: a plain rim, safe to butt; bleed: art over the edge, which gets gutters. "
            "Without it tokens have bleed, and everything else a border.",
        ),
        "shape": choice(
            get_args(Shape),
            "The outline of tokens: round, with a circle to cut along; square, with straight sides; hex, a "
            "regular hexagon. "
            "Without it they are round.",
        ),
        "net": named("Net", "The flat shape of what is folded."),
        "nest": {
            "description": "Nets lie into one another: their template draws nothing beyond 1 mm outside the outline.",
            "type": "boolean",
            "default": False,
        },
        "packaging": {
            "description": "It holds the other components: a list of contents has it only with a `use`, and it is left "
            "out where the paper is too small for it. Without it that is so of a tuck box.",
            "type": "boolean",
        },
        "steps": named("Text", "How it is made; told on each of its sheets.", examples=["Cut out, fold, glue."]),
        "orientation": choice(
            get_args(Orientation),
            "How the page lies, or the sheets that it is laid on. Without it: as few tiles as will do.",
        ),
        "tile": {
            "description": "Part what is larger than the page into tiles with a strip for glue: true, or how.",
            "anyOf": [{"type": "boolean"}, named("Tiles")],
        },
        "sheet": SHEET_OF_COMPONENT,
        "rows-by": formatted(
            "name", "A field of its cards: each value of it begins a new row of a sheet.", examples=["colour"]
        ),
        "stock": choice(
            get_args(Stock),
            "What it is printed on; sheets of one stock follow one another, and pieces of two never share one. Without "
            "it pages are on paper, everything else on card.",
        ),
        "front-language": formatted("language", "The language of the front, in a kit of any language.", pattern=TAG),
        "back-language": formatted("language", "The language of the back, in a kit of any language.", pattern=TAG),
    },
    "kind",
    "title",
    "template",
)

TILES = table(
    "How a board is parted into tiles.",
    {
        "overlap": formatted("overlap", "How far a tile reaches under the next one.", default="8mm"),
        "columns": whole(1, 20, "How many tiles side by side; as few as will do without it."),
        "rows": whole(1, 20, "How many tiles one above the other; as few as will do without it."),
    },
)


TEXT_DEFS: Mapping[str, Any] = {
    "Translated": {
        "type": "object",
        "description": "One wording per language, by its tag (BCP 47): en, ja, de, pt-BR. "
        "ruby is how the Japanese one is read, in kana; it is printed over it.",
        "properties": {"en": {"type": "string"}, "ja": {"type": "string"}, "ruby": {"type": "string", "minLength": 1}},
        "propertyNames": formatted("language", pattern=TAG),
        "additionalProperties": {"type": "string"},
        "minProperties": 1,
    },
    "Text": {
        "description": "A plain string, used in every language, or one wording per language.",
        "anyOf": [{"type": "string", "minLength": 1}, named("Translated")],
    },
}
_TEXT = named("Text")

PRINT_KEYS: Mapping[str, Any] = {
    "language": formatted(
        "language", "The language of the kit, by its tag: en, ja, de, pt-BR.", default="en", pattern=TAG
    ),
    "paper": formatted(
        "paper", f'What is printed on: {", ".join(sizes.PAPERS)}, or a size such as "210mm x 297mm".', default="a4"
    ),
    "card": formatted(
        "size",
        f'The size of cards: {", ".join(sizes.CARDS)}, or a size such as "63mm x 88mm".',
        default="63mm x 88mm",
    ),
    "bleed": formatted("bleed", "How far art runs beyond the trim, on every side.", default="3mm"),
    "margin": formatted("length", "What the printer cannot reach, on every side of the paper.", default="5mm"),
    "gutter": formatted("length", "The room between cards. 0mm butts cards whose edge is a border.", default="0mm"),
    "least-type": formatted("length", "The size of type under which pnp check warns, on any face.", default="6pt"),
    "edge": choice(
        get_args(KitEdge),
        "The edge of components that do not say theirs: bleed turns a whole kit; own leaves each as it is.",
        default="own",
    ),
    "backs": choice(
        get_args(Backs),
        "duplex: behind the fronts; gutterfold: beside them, to be folded and glued; separate: behind the fronts, "
        "after all of them, for printers that print one side; none.",
        default="duplex",
    ),
    "flip": choice(
        get_args(Flip), "The edge of the paper over which sheets are turned for their backs.", default="long"
    ),
    "marks": choice(
        get_args(Marks),
        "corner: at the rim of the sheet; lines: from rim to rim; cross: and where cuts meet; japanese: double "
        "marks at the corners, crosses at the middles; none.",
        default="corner",
    ),
    "sheet": SHEET_OF_KIT,
    "pack": choice(
        get_args(Pack),
        "tight: components share sheets where that takes fewer of them; kind: each component has sheets of its own.",
        default="tight",
    ),
    "mark-ink": choice(
        get_args(MarkInk), "hairline: black alone; registration: black of all inks, for a press.", default="hairline"
    ),
    "ink": choice(
        get_args(Ink),
        "full; saver: a third of the ink, with pale fills, lines around them, and words and marks that stay; outline: "
        "lines and words alone.",
        default="full",
    ),
}
"""Keys of ``[project]``; a game may set them for itself."""

_CREDITS = table(
    "Whose game it is; printed on the rule sheet.",
    {
        "designers": list_of(_TEXT, "Who made the game.", examples=[["Ann Author", "Ben Writer"]]),
        "artists": list_of(_TEXT, "Who drew it.", examples=[["Cai Painter"]]),
        "publisher": named("Text", "Who published it.", examples=["Small Games"]),
        "year": whole(1, 9999, "When it was published.", examples=[2024]),
        "note": named("Text", "Anything else to say.", examples=["A prototype: version 3."]),
    },
)

_ICON = {
    "anyOf": [
        {"type": "string", "minLength": 1},
        table(
            "An icon that stands in texts.",
            {
                "art": {
                    "type": "string",
                    "minLength": 1,
                    "description": "The art: templates/ENGINE/art/NAME.svg.",
                    "examples": ["coin"],
                },
                "color": formatted(
                    "icon-colour",
                    "Its inks: own, those of the art; text, that of the words around it; or one colour for all.",
                ),
                "size": {
                    "type": "number",
                    "minimum": 0.3,
                    "maximum": 4,
                    "description": "Its height in em: 1 is the size of the letters. Default: 1.",
                },
                "name": named("Text", "What it is called when the page is read back.", examples=["coin"]),
            },
            "art",
        ),
    ]
}

_CARD: Mapping[str, Any] = {
    "type": "object",
    "description": "A card: what its template reads. `id` names it, `copies` says how many there are.",
    "properties": {
        "id": formatted(
            "card-id", "What the card is called, in names of files and in messages; its number without it."
        ),
        "copies": whole(0, 999, "How many of it are printed; with 0 it is left out.", default=1),
    },
}

_FILE: Mapping[str, Any] = {"type": "string", "minLength": 1}
_FILES = list_of(_FILE, minItems=1, maxItems=100)
_CARD_FILES = table(
    "Cards from files, those wanted, in the order wanted.",
    {
        "from": {
            "description": 'A CSV file or workbook beside this one ("cards.xlsx#Sheet"), "-" for standard input.',
            "examples": ["cards.csv"],
            "anyOf": [_FILE, _FILES],
        },
        "where": {
            "type": "string",
            "minLength": 1,
            "description": "A condition over the columns, as templates have them: \"cost > 2 and kind == 'unit'\".",
            "examples": ["cost > 2"],
        },
        "sort": {
            "description": 'Columns to sort by, the first first; a hyphen is for downwards: ["cost", "-name"].',
            "examples": [["cost", "-name"]],
            "anyOf": [_FILE, _FILES],
        },
    },
    "from",
)

COMMON_DEFS: Mapping[str, Any] = {
    **TEXT_DEFS,
    **NET_DEFS,
    **SHEET_DEFS,
    "Component": COMPONENT,
    "Tiles": TILES,
    "Credits": _CREDITS,
    "TextIcon": _ICON,
    "Card": _CARD,
    "CardFiles": _CARD_FILES,
}

GAME_KEYS: Mapping[str, Any] = {
    "extends": {
        "type": "string",
        "description": 'Another table of this file, "shipped:NAME", or "PACKAGE:NAME" of an installed package: '
        "all of it holds, except what follows. Tables are merged, key by key.",
        "examples": ["shipped:red"],
    },
    "engine": {
        "type": "string",
        "description": "The engine that plays the game; deck is one without rules.",
        "examples": ["deck"],
    },
    "title": named("Text", "What the game is called.", examples=[{"en": "Red", "ja": "レッド"}]),
    "facts": named("Text", "How long, for whom: a line for the rule sheet.", examples=["5 minutes · age 8+"]),
    **PRINT_KEYS,
    "credits": named("Credits"),
    "components": by_name(
        named("Component"),
        "What the kit consists of, in the order of printing.",
        minProperties=1,
        examples=[{"cards": {"kind": "cards", "title": "cards", "template": "card", "of": "deck"}}],
    ),
    "text-icons": by_name(
        named("TextIcon"),
        "Icons for texts, {name}: which art each is. All art goes by its own name as well.",
        examples=[{"coin": "gold-coin"}],
    ),
    "decks": by_name(
        {"anyOf": [_FILE, list_of(named("Card"), minItems=1), _FILES, named("CardFiles")]},
        'Card sets: a list of cards, or a file of them beside this one, such as "cards.csv" or "cards.xlsx#Sheet".',
        examples=[{"cards": "cards.csv"}],
    ),
    "values": {
        "type": "object",
        "description": "Free values, for templates: values.NAME. `--set NAME=VALUE` changes one for a run.",
        "examples": [{"version": "0.3"}],
        "propertyNames": formatted("value-name"),
        "additionalProperties": {},
    },
    "assumed": {
        "type": "object",
        "description": "Figures that the source does not give: a key path, and why its value was chosen.",
        "examples": [{"hand": "The source does not say how many cards are dealt."}],
    },
}
"""Keys of a game's table that are not its engine's."""

PROJECT = table("Defaults for every game of this file.", PRINT_KEYS)

REQUIRED = ("engine", "title", "components")

_NAME = re.compile(r"[a-z0-9]+([-_][a-z0-9]+)*")
_CARD_ID = re.compile(r"[A-Za-z0-9]+([-_.][A-Za-z0-9]+)*")
_COLOUR = re.compile(r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
_VALUE_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*([-_][A-Za-z0-9]+)*")
_DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{digit}" for port in ("com", "lpt") for digit in range(10))}
_LONGEST_NAME = 60


def _shortened(text: str) -> str:
    """Return a name for a message, cut to the length of the longest name."""
    return text if len(text) <= _LONGEST_NAME else f"{text[:_LONGEST_NAME]}…"


def check_name(text: str) -> None:
    """Raise ValueError unless ``text`` can name a game, a component, a deck or a template: it becomes a file name."""
    if not _NAME.fullmatch(text) or len(text) > _LONGEST_NAME or text in _DEVICES:
        raise ValueError(
            f"{_shortened(text)!r} cannot be a name: use small letters, digits and single hyphens, such as my-game"
        )


def check_card_id(text: str) -> None:
    """Raise ValueError unless ``text`` can be the id of a card, which becomes part of a file name."""
    if not _CARD_ID.fullmatch(text) or len(text) > _LONGEST_NAME or text.lower() in _DEVICES:
        raise ValueError(
            f"{_shortened(text)!r} cannot be the id of a card: use letters, digits and single hyphens, such as ace-1"
        )


def check_icon_colour(text: str) -> None:
    """Raise ValueError unless ``text`` is an ink of icons."""
    if text not in ("own", "text") and not _COLOUR.fullmatch(text):
        raise ValueError(f"{text!r} is no colour of an icon: write own, text, or a colour such as #d4141f")


def check_value_name(text: str) -> None:
    """Raise ValueError unless ``text`` can name a free value: templates write ``values.NAME``."""
    if not _VALUE_NAME.fullmatch(text) or len(text) > _LONGEST_NAME:
        raise ValueError(
            f"{_shortened(text)!r} cannot be a name: begin with a letter, and use letters, digits and single hyphens"
        )


def check_language(text: str) -> None:
    """Raise ValueError unless ``text`` is a language tag in its best spelling."""
    tag = language_tag(text)
    if tag is None:
        raise ValueError(f"{text!r} is no language: use its tag, such as en, ja, de or pt-BR")
    if tag != text:
        raise ValueError(f"{text!r} is not how this language is written: write {tag}")


def length(text: str) -> float:
    """Return a length of up to 100 mm. Raises ValueError."""
    length_mm = parse_length(text)
    if length_mm > 100:
        raise ValueError(f"{text!r} is too long: write at most 100mm")
    return length_mm


def bleed(text: str) -> float:
    """Return a bleed of up to ``MOST_BLEED`` mm. Raises ValueError."""
    bleed_mm = parse_length(text)
    if bleed_mm > MOST_BLEED:
        raise ValueError(f"{text!r} is too long: write at most {MOST_BLEED}mm")
    return bleed_mm


def overlap(text: str) -> float:
    """Return the overlap of tiles: 3 mm to 50 mm. Raises ValueError."""
    overlap_mm = parse_length(text)
    if not 3 <= overlap_mm <= 50:
        raise ValueError(f"{text!r} is no strip to glue: write 3mm to 50mm")
    return overlap_mm


def size(text: str) -> Size:
    """Return the trim size of a card or a board in mm: a preset, or 5 mm to 1000 mm each way. Raises ValueError."""
    return _check_sides(text, sizes.card_size(text), 5)


def is_card(text: str) -> bool:
    """Return True if a component's size is that of the project's cards, by name."""
    return text.strip().lower() == "card"


def is_length(text: str) -> bool:
    """Return True if a component's size is a single length, as tokens may have it."""
    try:
        parse_length(text)
    except ValueError:
        return False
    return True


def token_size(text: str) -> Size:
    """Return the trim size of a token in mm: one length for both sides, or a size.

    Each side is 5 mm to 1000 mm. Raises ValueError.
    """
    if is_length(text):
        side = parse_length(text)
        return _check_sides(text, Size(side, side), 5)
    return size(text)


def paper(text: str) -> Paper:
    """Return a paper: a preset, or a size of 50 mm to 1000 mm each way. Raises ValueError."""
    sheet = sizes.paper(text)
    _check_sides(text, sheet.size, 50)
    return sheet


def _check_sides(text: str, written: Size, least: float) -> Size:
    if not (least <= written.width <= 1000 and least <= written.height <= 1000):
        raise ValueError(f"{text!r} is out of range: each side must be from {least}mm to 1000mm")
    return written


FORMATS: Mapping[str, Callable[[str], object]] = {
    "name": check_name,
    "card-id": check_card_id,
    "value-name": check_value_name,
    "language": check_language,
    "length": length,
    "bleed": bleed,
    "overlap": overlap,
    "size": size,
    "card-or-size": lambda text: None if is_card(text) or is_length(text) else size(text),
    "paper": paper,
    "icon-colour": check_icon_colour,
    **NET_FORMATS,
    **SHEET_FORMATS,
}
