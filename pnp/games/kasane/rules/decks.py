"""The card sets that follow from the settings of kasane."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pnp.games.kasane.rules.cards import plus_card
from pnp.games.kasane.settings import KasaneSettings
from pnp.model.component import Item
from pnp.model.text import Translated


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
