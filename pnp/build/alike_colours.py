"""Colours that tell cards apart and look alike to some eyes, where nothing else tells the cards apart."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence

from pnp.definition.toml.findings import listed
from pnp.diagnostics import Diagnostic
from pnp.looks.eyes import GREY, VISIONS, alike
from pnp.model.component import Item
from pnp.model.game import Game
from pnp.model.kinds_of_text import InkEntry, inked
from pnp.project.project import Project, engine_of
from pnp.project.source_locations import bounded
from pnp.rendering.graphics.colour import channels, is_colour

_MOST = 60
"""More colours than this nobody is meant to tell apart."""
_HINT = "give each a sign, a letter or a pattern of its own, or colours of which one is much lighter"

Colours = Mapping[str, str]
"""The colours of a card, by column."""


def alike_colours(
    project: Project, game: Game, unread: Mapping[str, Collection[str]], sights: Collection[str] = VISIONS.keys()
) -> Iterator[Diagnostic]:
    """Colours of the settings whose entries have the same mark, and of cards that differ in nothing else that is
    printed, and that look alike to one of these kinds of sight, or in grey. ``unread`` are the columns of each deck
    that no template reads."""
    yield from _of_settings(project, game, sights)
    for name, items in game.decks.items():
        yield from bounded(_of_deck(items, unread.get(name, ()), sights), "warnings")


def _of_settings(project: Project, game: Game, looked_with: Collection[str]) -> Iterator[Diagnostic]:
    kinds: dict[object, list[InkEntry]] = {}
    for one in inked(engine_of(game).settings, game.resolved):
        if is_colour(one.value):
            kinds.setdefault(tuple(part for part in one.path if isinstance(part, str)), []).append(one)
    for entries in kinds.values():
        for first, second in itertools.combinations(entries[:_MOST], 2):
            # Equal inks are told wherever they stand.
            if first.marked_as(second) and channels(first.value) != channels(second.value):
                sights = alike((first.value,), (second.value,), sights=looked_with)
                if sights:
                    own = project.locate_own(game.id, second.path)
                    at = second if own is not None else first
                    message = f"the inks {first.value} and {second.value} of {first.path[0]} look alike {_to(sights)}"
                    yield Diagnostic(
                        "alike-colours", message, project.locate(game.id, at.path), _HINT, severity="warning"
                    )


def _of_deck(items: Sequence[Item], unread: Collection[str], looked_with: Collection[str]) -> Iterator[Diagnostic]:
    """Cards that differ in colours alone, one message for each two sets of colours."""
    groups: dict[object, dict[tuple[tuple[str, str], ...], Item]] = {}
    for item in items:
        fields = {name: value for name, value in item.fields.items() if name not in unread and value not in ("", None)}
        colours = {name: value for name, value in fields.items() if isinstance(value, str) and is_colour(value)}
        rest = tuple(sorted((name, repr(value)) for name, value in fields.items() if name not in colours))
        groups.setdefault((rest, tuple(colours)), {}).setdefault(tuple(colours.items()), item)
    found: dict[object, tuple[Item, Item, Sequence[str], int]] = {}
    for cards in groups.values():
        for (first, one), (second, other) in itertools.combinations(list(cards.items())[:_MOST], 2):
            if [channels(colour) for _, colour in first] == [channels(colour) for _, colour in second]:
                continue  # the same card twice
            sights: Sequence[str] = alike(
                [colour for _, colour in first], [colour for _, colour in second], sights=looked_with
            )
            if sights:
                known = found.setdefault((first, second), (one, other, sights, 0))
                found[first, second] = (*known[:3], known[3] + 1)
    for one, other, sights, count in found.values():
        yield _told(one, other, sights, count - 1)


def _told(one: Item, other: Item, sights: Sequence[str], more: int) -> Diagnostic:
    column = next(
        name
        for name, value in other.fields.items()
        if isinstance(value, str) and is_colour(value) and value != one.fields.get(name)
    )
    others = f"; the same goes for {more} more pair{'s' if more > 1 else ''} of cards" if more else ""
    colours = f"{one.fields[column]} and {other.fields[column]}"
    message = (
        f"the cards {one.id} and {other.id} differ in colour alone, and {colours} look alike {_to(sights)}{others}"
    )
    place = None if other.origin is None else other.origin.place(column)
    return Diagnostic("alike-colours", message, place, _HINT, severity="warning")


def _to(sights: Sequence[str]) -> str:
    if GREY in sights:
        return "in grey"
    return "to all eyes" if len(sights) == len(VISIONS) else f"with {listed(sights, 'and')}"
