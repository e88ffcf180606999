"""What the rules of collectmate rest on, and the deck, both derived from the settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.games.collectmate.rules.captions import parts, tags_of, words_of
from pnp.games.collectmate.rules.cards import Card
from pnp.games.collectmate.settings import CardKind, CollectmateSettings
from pnp.model.component import Item
from pnp.model.text import LANGUAGES, say


def card_of(settings: CollectmateSettings, kind: CardKind) -> Card:
    """The card of an entry of the card set, as the rules see it. The settings must have no problems."""
    return Card(
        kind.dot,
        tuple(colour.id for colour in settings.colours if colour.id in kind.colours),
        tuple(sorted(tags_of(kind, settings.tags, "en"))),
        tuple(sorted(words_of(kind, settings.tags))),
    )


def figures(settings: CollectmateSettings) -> Mapping[str, Any]:
    """The settings that an answer may depend on, as JSON data: names, letters, inks, marks and art are left out."""
    readings = settings.readings
    cards: dict[Card, int] = {}
    for kind in settings.cards:
        card = card_of(settings, kind)
        cards[card] = cards.get(card, 0) + kind.copies
    return {
        "players": list(settings.players),
        "colours": [{"id": colour.id, "points": colour.points} for colour in settings.colours],
        "cards": [{**card.as_json(), "copies": copies} for card, copies in sorted(cards.items())],
        "hand": settings.hand,
        "groups": list(settings.groups),
        "enough": settings.enough,
        "open": settings.open_,
        "counter": settings.counter,
        "counter-points": settings.counter_points,
        "tag-option": settings.tag_option,
        "tag-points": settings.tag_points,
        "readings": {
            "incomplete-hand": readings.incomplete_hand,
            "equal-tags": readings.equal_tags,
            "tie-without-counter": readings.tie_without_counter,
            "take-centres": readings.take_centres,
        },
    }


def deck(settings: CollectmateSettings) -> tuple[Item, ...]:
    """The cards, in the order of the settings, with the ids of their entries.

    Fields: ``dot``; ``colours``, the entries of the colours in the order of the ring, each with id, name, letter,
    ink, mark and points; ``set``, ``art`` and ``caption`` (None without an illustration); ``caption_parts``, per
    language pairs of text and whether it is a tag; ``tags`` and ``words``, ids; ``notation``, the card on one line.
    """
    return tuple(_item(settings, kind) for kind in settings.cards)


def _item(settings: CollectmateSettings, kind: CardKind) -> Item:
    card = card_of(settings, kind)
    caption = kind.caption
    return Item(
        kind.id,
        {
            "dot": card.dot,
            "colours": tuple(colour for colour in settings.colours if colour.id in card.colours),
            "set": kind.set_,
            "art": kind.art,
            "caption": caption,
            "caption_parts": {
                language: () if caption is None else tuple(map(tuple, parts(say(caption, language))))
                for language in LANGUAGES
            },
            "tags": card.tags,
            "words": card.words,
            "notation": str(card),
        },
        kind.copies,
    )
