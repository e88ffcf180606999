"""Cards of kasane: a number, which is also a colour, or +1; and their notation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from pnp.games.core.playing.play import NotationError
from pnp.games.kasane.settings import Condition, KasaneSettings
from pnp.model.component import Item
from pnp.model.text import Phrase, Translated, phrase

Card: TypeAlias = int
"""Number of a kimono card, 1 or more, or ``PLUS_ONE``."""

Cards: TypeAlias = tuple[Card, ...]
"""Stack of cards, bottom first: a hand, a field, or a row of the common display. Or a row in the order laid."""

PLUS_ONE: Card = 0
"""+1 card. It has no number and no colour."""

PLUS_ONE_TEXT = "+1"
"""Notation of a +1 in positions and on lines, with any points."""


def printed_plus_one(points: int) -> str:
    """Return the text printed on a +1 card: the points that it scores.

    >>> printed_plus_one(2)
    '+2'
    """
    return f"+{points}"


def named_card(card: Card, points: int) -> int | Phrase:
    """Return a card as reasons name it: its number, or a +1 by the ``points`` that it scores."""
    return card or phrase("plus-card", points=points)


def card_as_json(card: Card) -> int | str:
    """Return the card as the conformance cases write it.

    >>> card_as_json(7), card_as_json(PLUS_ONE)
    (7, '+1')
    """
    return card or PLUS_ONE_TEXT


def cards_as_json(cards: Iterable[Card]) -> list[int | str]:
    """Return cards as the conformance cases write them, in the same order.

    >>> cards_as_json((3, PLUS_ONE))
    [3, '+1']
    """
    return [card or PLUS_ONE_TEXT for card in cards]


def format_cards(cards: Iterable[Card]) -> str:
    """Return a stack on one line, bottom first.

    >>> format_cards((3, PLUS_ONE, 4))
    '3,+1,4'
    """
    return ",".join(str(card or PLUS_ONE_TEXT) for card in cards)


def parse_cards(line: str, known: Iterable[Card]) -> Cards:
    """Return the stack of a line.

    >>> parse_cards("3,+1,4", (PLUS_ONE, 3, 4)), parse_cards("", (PLUS_ONE,))
    ((3, 0, 4), ())

    Raises NotationError for a card that is not ``known``.
    """
    by_line = {str(card_as_json(card)): card for card in known}
    try:
        return tuple(by_line[word] for word in line.split(",")) if line else ()
    except KeyError as error:
        raise NotationError(f"{error.args[0]!r} is not a card of this game: expected {', '.join(by_line)}") from None


# Card sets, derived from the settings


def deck(settings: KasaneSettings) -> tuple[Item, ...]:
    """Return the kimono cards, numbers rising, then the +1 cards.

    Fields: ``number`` (an int; for a +1 its points as a text, such as "+1"), ``name``, ``ruby`` (the reading of the
    name in Japanese), ``ink`` and ``motif``; these are empty for a +1. Copies that some numbers of players remove are
    items of their own.
    """
    return tuple(_kimono(settings))


def _kimono(settings: KasaneSettings) -> Iterator[Item]:
    removed = {set_up.players: set_up.remove for set_up in settings.set_up}
    for colour in sorted(settings.colours, key=lambda colour: colour.number):
        fields = {
            "number": colour.number,
            "name": colour.name,
            "ruby": (colour.name.ruby or "") if isinstance(colour.name, Translated) else "",
            "ink": colour.ink,
            "motif": colour.motif,
        }
        yield from _copies(f"kimono-{colour.number}", fields, colour.copies, removed)
    removed_plus_one = {set_up.players: set_up.remove_plus_one for set_up in settings.set_up}
    fields = {"number": printed_plus_one(settings.plus_one.points), "name": "", "ruby": "", "ink": "", "motif": ""}
    yield from _copies("plus-one", fields, settings.plus_one.copies, removed_plus_one)


def _copies(name: str, fields: Mapping[str, object], copies: int, removed: dict[int, int]) -> Iterator[Item]:
    """Yield items for ``copies`` of a card: those used by all, then those that only some numbers of players use."""
    counts: dict[tuple[int, int] | None, int] = {}
    for index in range(copies):
        players_using = [players for players, count in removed.items() if index < copies - count]
        everyone = len(players_using) == len(removed) or not players_using
        key = None if everyone else (min(players_using), max(players_using))
        counts[key] = counts.get(key, 0) + 1
    for key, count in counts.items():
        suffix = "" if key is None else f"-from-{key[0]}"
        yield Item(f"{name}{suffix}", fields, count, key)


def yaku_cards(settings: KasaneSettings) -> tuple[Item, ...]:
    """Return the yaku cards in the order of the settings, with every field of ``settings.Yaku``.

    ``frame`` is the entry of ``frames``.
    """
    frames = {frame.id: frame for frame in settings.frames}
    return tuple(
        Item(
            yaku.id,
            {
                "yaku": yaku,
                "name": yaku.name,
                "ruby": yaku.ruby,
                "frame": frames[yaku.frame],
                "rule": yaku.rule,
                "slots": yaku.slots,
                "motif": yaku.motif,
            },
        )
        for yaku in settings.yaku
    )


def track_cards(settings: KasaneSettings) -> tuple[Item, ...]:
    """Return the score-track cards, two of each.

    Fields: ``front`` and ``back``, the spaces on either side, 0 first.
    """
    per_card, end = settings.track_per_card, settings.track
    return tuple(
        Item(
            f"track-{start}",
            {
                "front": tuple(range(start, min(start + per_card, end))),
                "back": tuple(range(start + per_card, min(start + 2 * per_card, end))),
            },
            2,
        )
        for start in range(0, end, 2 * per_card)
    )


# Figures, derived from the settings


def figures(settings: KasaneSettings) -> Mapping[str, Any]:
    """Return the settings on which an answer or a printed rule may depend, as JSON data.

    Names, inks, frames, art and the score track are left out. The variants are included, although questions name them:
    a card printed for a variant says so.
    """
    return {
        "players": list(settings.players),
        "colours": {
            str(colour.number): colour.copies for colour in sorted(settings.colours, key=lambda colour: colour.number)
        },
        "plus-one": {"copies": settings.plus_one.copies, "points": settings.plus_one.points},
        "set-up": [
            {
                "players": set_up.players,
                "per-row": set_up.per_row,
                "rounds": set_up.rounds,
                "remove": set_up.remove,
                "remove-plus-one": set_up.remove_plus_one,
            }
            for set_up in sorted(settings.set_up, key=lambda set_up: set_up.players)
        ],
        "yaku": {
            yaku.id: {
                "rule": _rule(yaku.rule),
                "slots": {str(slots.cards): list(slots.points) for slots in yaku.slots},
            }
            for yaku in settings.yaku
        },
        "field-cards": settings.field_cards,
        "bonus": {
            "from": settings.bonus.from_,
            "colours": list(settings.bonus.colours),
            "all-laid": settings.bonus.all_laid,
        },
        "variants": {
            "opening-tokens": [
                [token.players, token.yaku, token.cards]
                for token in settings.opening_tokens
                if settings.variants.opening_tokens
            ],
            "plus-one-yaku": settings.variants.plus_one_yaku,
        },
    }


def _rule(rule: Condition) -> dict[str, Any]:
    """Return the condition with the figures of its sort."""
    all_figures = {"of": rule.of, "numbers": rule.numbers and list(rule.numbers), "from": rule.from_, "to": rule.to}
    return {"is": rule.is_, **{key: value for key, value in all_figures.items() if value is not None}}
