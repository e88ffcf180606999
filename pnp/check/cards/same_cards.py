"""Find the same card in two rows, and two cards with one name."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from pnp.build.faces import RenderedKit
from pnp.build.warnings import decks_read, own_templates
from pnp.diagnostics import Diagnostic
from pnp.model.component import Item
from pnp.model.game import Game
from pnp.model.text import Language, Translated
from pnp.project.project import Project
from pnp.rendering.art import ArtLibrary

NAMES = ("name", "title")
"""Columns with the name of a card."""
_FEWEST_COLUMNS = 2
"""Fewest filled columns, beside the id, of rows that are alike by no chance."""
_FEWEST_NAMED = 5
"""Fewest cards with a name among which two with the same one stand out."""
_CARD_NAMES = frozenset({"item"})
"""Names by which templates read the id of a card."""


def lint_same_cards(project: Project, game: Game, kit: RenderedKit, deck: str) -> Iterator[Diagnostic]:
    """Yield a warning for the same card in two rows of a deck, and for two cards with one name."""
    items = game.decks[deck]
    for first, second in _same_card(items) if deck not in _decks_with_ids(kit) else ():
        if deck not in decks_read(project, game) or not _is_named(second.id, project, game, kit):
            components = [component.id for component in game.components if component.of == deck]
            yield _same_card_warning(first, second, components)
    yield from _same_name(items, kit.unread.get(deck, frozenset()))


def _same_name(items: Sequence[Item], unread: Collection[str]) -> Iterator[Diagnostic]:
    """Yield a warning for the two cards of a deck that alone have one name. Where several names stand twice, or one
    stands on three cards, the game means it."""
    for column in (name for name in items[0].fields if name.casefold() in NAMES and name not in unread):
        wordings = {tag: None for item in items for tag in _wordings(item, column)}
        for tag in wordings:
            named: dict[str, list[Item]] = {}
            for item in items:
                name = _wordings(item, column).get(tag, "").strip().casefold()
                named.setdefault(name, []).append(item)
            named.pop("", None)
            repeated = [cards for cards in named.values() if len(cards) > 1]
            if len(repeated) == 1 and len(repeated[0]) == 2 and len(named) >= _FEWEST_NAMED - 1:
                first, second = repeated[0]
                if dict(first.fields) != dict(second.fields):
                    yield _same_name_warning(first, second, column, tag)
                    break


def _same_name_warning(first: Item, second: Item, column: str, tag: Language) -> Diagnostic:
    name = _wordings(second, column)[tag]
    message = f"{column!r} of {second.id!r} is {name!r}, as that of {first.id!r} is, and all other names differ"
    hint = "give it a name of its own; for more of one card write copies in one row"
    place = None if second.origin is None else second.origin.place(column, tag or None)
    return Diagnostic("same-card-name", message, place, hint, severity="warning")


def has_text(item: Item, column: str) -> bool:
    """Tell whether a card has anything in a column."""
    value = item.fields.get(column, "")
    return bool(value.wordings) if isinstance(value, Translated) else value not in ("", None)


def _wordings(item: Item, column: str) -> Mapping[Language, str]:
    """Return the texts of a card in a column by language; by an empty one for a text that all languages share."""
    value = item.fields.get(column)
    if isinstance(value, Translated):
        return value.wordings
    return {"": value} if isinstance(value, str) else {}


def _is_named(card: str, project: Project, game: Game, kit: RenderedKit) -> bool:
    """Tell whether a template, a cell, art or a face may name a card by its id."""
    cells = (str(value) for items in game.decks.values() for item in items for value in item.fields.values())
    drawn = (face.svg for _, cards in kit.groups for printed in cards for face in printed.faces)
    art = ArtLibrary(project.resources(game).templates, game.engine)
    return art.has(card) or any(card in text for text in (*own_templates(project, game), *cells, *drawn))


def _decks_with_ids(kit: RenderedKit) -> set[str]:
    """Return the decks of the components whose templates may print the id of a card."""
    decks: set[str] = set()
    for component, cards in kit.groups:
        faces = (face.id for card in cards for face in card.faces)
        reads_item = any(kit.provenance.names.get(face, _CARD_NAMES) & _CARD_NAMES for face in faces)
        if component.of is not None and (reads_item or "id" in kit.read[component.id]):
            decks.add(component.of)
    return decks


def _same_card(items: Sequence[Item]) -> Iterator[tuple[Item, Item]]:
    """Yield two cards of a file with the same content, if they are the only ones and the deck counts copies elsewhere:
    a maker may as well write a row for each piece of paper."""
    if all(item.copies == 1 for item in items):
        return
    rows: dict[tuple[object, ...], list[Item]] = {}
    for item in items:
        file = None if item.origin is None else item.origin.place(None).file
        fields = tuple((name, repr(value)) for name, value in sorted(item.fields.items()))
        rows.setdefault((file, item.copies, fields), []).append(item)
    alike = [cards for cards in rows.values() if len(cards) > 1]
    if len(alike) == 1 and len(alike[0]) == 2:
        first, second = alike[0]
        if sum(has_text(first, name) for name in first.fields) >= _FEWEST_COLUMNS:
            yield first, second


def _same_card_warning(first: Item, second: Item, components: Sequence[str]) -> Diagnostic:
    """Return the warning about two cards alike. ``components`` print the deck."""
    message = f"the cards {first.id!r} and {second.id!r} are alike in every column"
    hint = f"write one of them, with copies = {first.copies + second.copies}, or what tells them apart"
    faces = tuple(f"{component}/{row.id}" for component in components for row in (first, second))
    place = None if second.origin is None else second.origin.place(None)
    return Diagnostic("same-card", message, place, hint, severity="warning", faces=faces)
