"""The cards of kasane: a number, which is also a colour, or +1; and how cards are written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from pnp.games.core.play import NotationError
from pnp.games.kasane.settings import Condition, KasaneSettings
from pnp.model.component import Item
from pnp.model.text import Phrase, Translated, phrase

Card: TypeAlias = int
"""The number of a kimono card, 1 or more, or ``PLUS_ONE``."""

Cards: TypeAlias = tuple[Card, ...]
"""A stack of cards, bottom first: a hand, a field, a row of the common display; or a row that is laid, in order."""

PLUS_ONE: Card = 0
"""A +1 card. It has no number and no colour."""

NAME = "+1"
"""How a +1 is written, in positions and in notation, whatever it scores."""


def plus_card(points: int) -> str:
    """What is printed on a +1 card: the points that it scores.

    >>> plus_card(2)
    '+2'
    """
    return f"+{points}"


def shown(card: Card, points: int) -> int | Phrase:
    """A card as reasons name it: its number, or a +1 by the ``points`` that it scores."""
    return card or phrase("plus-card", points=points)


def as_json(card: Card) -> int | str:
    """The card as the conformance cases write it.

    >>> as_json(7), as_json(PLUS_ONE)
    (7, '+1')
    """
    return card or NAME


def all_as_json(cards: Iterable[Card]) -> list[int | str]:
    """Cards as the conformance cases write them, in the same order.

    >>> all_as_json((3, PLUS_ONE))
    [3, '+1']
    """
    return [card or NAME for card in cards]


def format_cards(cards: Iterable[Card]) -> str:
    """A stack on one line, bottom first.

    >>> format_cards((3, PLUS_ONE, 4))
    '3,+1,4'
    """
    return ",".join(str(card or NAME) for card in cards)


def parse_cards(line: str, known: Iterable[Card]) -> Cards:
    """The stack of a line.

    >>> parse_cards("3,+1,4", (PLUS_ONE, 3, 4)), parse_cards("", (PLUS_ONE,))
    ((3, 0, 4), ())

    Raises NotationError for a card that is not ``known``.
    """
    by_line = {str(as_json(card)): card for card in known}
    try:
        return tuple(by_line[word] for word in line.split(",")) if line else ()
    except KeyError as error:
        raise NotationError(f"{error.args[0]!r} is not a card of this game: expected {', '.join(by_line)}") from None


# The card sets that follow from the settings of kasane.


def deck(settings: KasaneSettings) -> tuple[Item, ...]:
    """The kimono cards, numbers rising, then the +1 cards.

    Fields: ``number`` (an int; of a +1 its points as a text, such as "+1"), ``name``, ``ruby`` (how the name is read
    in Japanese), ``ink`` and ``motif``; a +1 has none of these. Copies that are taken out with some number of players
    are items of their own.
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
    taken_out = {set_up.players: set_up.remove_plus_one for set_up in settings.set_up}
    fields = {"number": plus_card(settings.plus_one.points), "name": "", "ruby": "", "ink": "", "motif": ""}
    yield from _copies("plus-one", fields, settings.plus_one.copies, taken_out)


def _copies(name: str, fields: Mapping[str, object], copies: int, removed: dict[int, int]) -> Iterator[Item]:
    """Items for ``copies`` of a card: those used by all, then those that only some numbers of players use."""
    runs: dict[tuple[int, int] | None, int] = {}
    for index in range(copies):
        users = [players for players, count in removed.items() if index < copies - count]
        everyone = len(users) == len(removed) or not users
        key = None if everyone else (min(users), max(users))
        runs[key] = runs.get(key, 0) + 1
    for key, count in runs.items():
        suffix = "" if key is None else f"-from-{key[0]}"
        yield Item(f"{name}{suffix}", fields, count, key)


def yaku_cards(settings: KasaneSettings) -> tuple[Item, ...]:
    """The yaku cards in the order of the settings, with every field of ``settings.Yaku``; ``frame`` is the entry of
    ``frames``."""
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
    """The score-track cards, two of each: fields ``front`` and ``back``, the spaces on either side, 0 first."""
    per, end = settings.track_per_card, settings.track
    return tuple(
        Item(
            f"track-{start}",
            {
                "front": tuple(range(start, min(start + per, end))),
                "back": tuple(range(start + per, min(start + 2 * per, end))),
            },
            2,
        )
        for start in range(0, end, 2 * per)
    )


# What the rules of kasane rest on, derived from the settings.


def figures(settings: KasaneSettings) -> Mapping[str, Any]:
    """The settings that an answer or a printed rule may depend on, as JSON data: names, inks, frames, art and the score
    track are left out. The variants are here, although questions name them: a card printed for one says so."""
    return {
        "players": list(settings.players),
        "colours": {str(one.number): one.copies for one in sorted(settings.colours, key=lambda one: one.number)},
        "plus-one": {"copies": settings.plus_one.copies, "points": settings.plus_one.points},
        "set-up": [
            {
                "players": one.players,
                "per-row": one.per_row,
                "rounds": one.rounds,
                "remove": one.remove,
                "remove-plus-one": one.remove_plus_one,
            }
            for one in sorted(settings.set_up, key=lambda one: one.players)
        ],
        "yaku": {
            one.id: {
                "rule": _rule(one.rule),
                "slots": {str(slots.cards): list(slots.points) for slots in one.slots},
            }
            for one in settings.yaku
        },
        "field-cards": settings.field_cards,
        "bonus": {
            "from": settings.bonus.from_,
            "colours": list(settings.bonus.colours),
            "all-laid": settings.bonus.all_laid,
        },
        "variants": {
            "opening-tokens": [
                [one.players, one.yaku, one.cards]
                for one in settings.opening_tokens
                if settings.variants.opening_tokens
            ],
            "plus-one-yaku": settings.variants.plus_one_yaku,
        },
    }


def _rule(rule: Condition) -> dict[str, Any]:
    """The condition with the figures that its sort has."""
    known = {"of": rule.of, "numbers": rule.numbers and list(rule.numbers), "from": rule.from_, "to": rule.to}
    return {"is": rule.is_, **{key: value for key, value in known.items() if value is not None}}
