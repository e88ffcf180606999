"""The keys of a component, as JSON Schema."""

from __future__ import annotations

from typing import get_args

from pnp.definition.keys.schemas import choice, formatted, named, table, whole
from pnp.definition.keys.sheet_keys import SHEET_OF_COMPONENT
from pnp.model.component import ComponentKind, Edge, Orientation, Shape, Stock

TAG = "^[a-z]{2,4}(-[A-Za-z0-9]{2,8})*$"
"""How tags of languages look, for editors; ``ruby`` may stand beside them."""

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
        "front-language": formatted("language", "The language of the front, whatever the kit's is.", pattern=TAG),
        "back-language": formatted("language", "The language of the back, whatever the kit's is.", pattern=TAG),
    },
    "kind",
    "title",
    "template",
)

TILES = table(
    "How a board is parted into tiles.",
    {
        "overlap": formatted("overlap", "How far a tile reaches under the next one.", default="8mm"),
        "columns": whole(1, 99, "How many tiles side by side; as few as will do without it."),
        "rows": whole(1, 99, "How many tiles one above the other; as few as will do without it."),
    },
)
