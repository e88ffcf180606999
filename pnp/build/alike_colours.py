"""Lint colours that tell cards apart, but look alike in grey or to colour-blind eyes."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from pnp.build.warnings import own_templates
from pnp.diagnostics import Diagnostic
from pnp.looks.vision import GREY, VISIONS, confusing_sights
from pnp.model.component import Item
from pnp.model.game import Game
from pnp.model.kinds_of_text import InkEntry, locate_ink_entries
from pnp.project.project import Project, engine_of
from pnp.project.source_locations import limit_messages
from pnp.rendering.art import ArtLibrary
from pnp.rendering.graphics.colour import channels, is_colour
from pnp.toml.findings import listed

_MAX_COLOURS = 60
"""Limit of the colours that are compared in pairs: people cannot tell more of them apart."""
_ART_OF_ID = re.compile(r"\bart\(\s*(?:item|card)\.id\b")
_HINT = "give each a sign, a letter or a pattern of its own, or make one colour much lighter"

Colours = Mapping[str, str]
"""Colours of a card, by column."""


def alike_colours(
    project: Project, game: Game, unread: Mapping[str, Collection[str]], sights: Collection[str] = VISIONS.keys()
) -> Iterator[Diagnostic]:
    """Yield warnings about colours that look alike to one of ``sights``, or in grey.

    Two kinds of colours are compared: inks of the settings whose entries have the same mark, and colours of cards that
    differ in nothing else that is printed. ``unread`` holds the columns of each deck that no template reads.
    """
    yield from _lint_settings(project, game, sights)
    for name, items in game.decks.items():
        printed = [component.id for component in game.components if component.of == name]
        pairs = _lint_deck(items, printed, unread.get(name, ()), sights)
        yield from limit_messages(pairs if not _shows_art_of_ids(project, game, items) else (), "warnings")


def _shows_art_of_ids(project: Project, game: Game, items: Sequence[Item]) -> bool:
    """Tell whether templates draw the art with the id of a card, and all cards of a deck have such art."""
    art = ArtLibrary(project.resources(game).templates, game.engine)
    return all(art.has(item.id) for item in items) and any(map(_ART_OF_ID.search, own_templates(project, game)))


def _lint_settings(project: Project, game: Game, sights: Collection[str]) -> Iterator[Diagnostic]:
    kinds: dict[object, list[InkEntry]] = {}
    for entry in locate_ink_entries(engine_of(game).settings, game.resolved):
        if is_colour(entry.value):
            kinds.setdefault(tuple(part for part in entry.path if isinstance(part, str)), []).append(entry)
    for entries in kinds.values():
        for first, second in itertools.combinations(entries[:_MAX_COLOURS], 2):
            # Equal inks have a warning of their own, same-ink.
            if first.marked_as(second) and channels(first.value) != channels(second.value):
                alike_to = confusing_sights((first.value,), (second.value,), sights=sights)
                if alike_to:
                    own_place = project.locate_own(game.id, second.path)
                    blamed = second if own_place is not None else first
                    inks = f"the inks {first.value} and {second.value} of {first.path[0]}"
                    message = f"{inks} look alike {_to_sights(alike_to)}"
                    yield Diagnostic(
                        "alike-colours", message, project.locate(game.id, blamed.path), _HINT, severity="warning"
                    )


def _lint_deck(
    items: Sequence[Item], components: Sequence[str], unread: Collection[str], sights: Collection[str]
) -> Iterator[Diagnostic]:
    """Yield one warning for each two sets of colours of cards of ``components`` that differ in colour alone."""
    groups: dict[object, dict[tuple[tuple[str, str], ...], Item]] = {}
    for item in items:
        fields = {name: value for name, value in item.fields.items() if name not in unread and value not in ("", None)}
        colours = {name: value for name, value in fields.items() if isinstance(value, str) and is_colour(value)}
        rest = tuple(sorted((name, repr(value)) for name, value in fields.items() if name not in colours))
        groups.setdefault((rest, tuple(colours)), {}).setdefault(tuple(colours.items()), item)
    pairs: dict[object, tuple[Item, Item, Sequence[str], int]] = {}
    for cards_by_colours in groups.values():
        for (first, card), (second, other_card) in itertools.combinations(
            list(cards_by_colours.items())[:_MAX_COLOURS], 2
        ):
            if [channels(colour) for _, colour in first] == [channels(colour) for _, colour in second]:
                continue  # the same card twice
            alike_to: Sequence[str] = confusing_sights(
                [colour for _, colour in first], [colour for _, colour in second], sights=sights
            )
            if alike_to:
                earlier = pairs.setdefault((first, second), (card, other_card, alike_to, 0))
                pairs[first, second] = (*earlier[:3], earlier[3] + 1)
    for card, other_card, alike_to, count in pairs.values():
        faces = tuple(f"{component}/{alike.id}" for component in components for alike in (card, other_card))
        yield replace(_warn(card, other_card, alike_to, count - 1), faces=faces)


def _warn(card: Item, other_card: Item, sights: Sequence[str], more: int) -> Diagnostic:
    column = next(
        name
        for name, value in other_card.fields.items()
        if isinstance(value, str) and is_colour(value) and value != card.fields.get(name)
    )
    suffix = f"; the same goes for {more} more pair{'s' if more > 1 else ''} of cards" if more else ""
    colours = f"{card.fields[column]} and {other_card.fields[column]} look alike {_to_sights(sights)}"
    message = f"the cards {card.id} and {other_card.id} differ in colour alone, and {colours}{suffix}"
    place = None if other_card.origin is None else other_card.origin.place(column)
    return Diagnostic("alike-colours", message, place, _HINT, severity="warning")


def _to_sights(sights: Sequence[str]) -> str:
    if GREY in sights:
        return "in grey"
    return "to all eyes" if len(sights) == len(VISIONS) else f"with {listed(sights, 'and')}"
