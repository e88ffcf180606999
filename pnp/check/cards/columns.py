"""Lint the columns of a deck: find those that no template reads, and texts that one reads and no face prints."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.build.faces import RenderedKit
from pnp.build.warnings import own_templates, read_by_others
from pnp.diagnostics import Diagnostic
from pnp.model.component import Component, Item
from pnp.model.game import Game
from pnp.model.text import Translated
from pnp.project.project import Project
from pnp.project.source_locations import is_note, unread_column_warning
from pnp.rendering.face import PrintedCard

_WORD = re.compile(r"[A-Za-zÀ-ɏͰ-ӿ]{3,}|[^\W\d_]{2}")
"""Word of three letters or more, or two characters of a script without blanks."""
_PROSE = 3
"""Fewest words of a text that no picture, colour or address has."""
_READ = re.compile(r"""(?<!\bstory)\.([^\W\d]\w*)|["']([\w -]+)["']""")
"""Name of a column, as a template reads it. ``story.text`` and ``story.points`` are none."""
_ANY_NAME = re.compile(
    r"""(?<!panels)\.(?:items|keys|values)\(|\|\s*(?:items|xmlattr|attr)\b|"""
    r"""\b(?:fields|row|card|item)(?:\[(?!\s*["'\d-])|\.get\((?!\s*["']))"""
)
"""Words of a template that read columns by names which it does not write."""
_PRINTED = 0.5
"""Least share of the words of a text on a face that prints it."""


def lint_columns(game: Game, rendered: RenderedKit) -> Iterator[Diagnostic]:
    """Yield a warning for each column of texts that templates read, if none of its texts is on any face."""
    texts: dict[tuple[str, str], list[bool]] = {}
    for component, cards in rendered.groups:
        deck = component.of or ""
        items = {item.id: item for item in game.decks.get(deck, ())}
        for card in (card for card in cards if card.card in items):
            for column, is_printed in _texts_of(component, card, items[card.card], rendered):
                texts.setdefault((deck, column), []).append(is_printed)
    for (deck, column), printed in texts.items():
        if len(printed) > 1 and not any(printed):
            origin = next((item.origin for item in game.decks[deck] if item.origin is not None), None)
            message = f"templates read the column {column!r} of {deck!r}, and no face prints its texts"
            place = None if origin is None else origin.header(column)
            yield Diagnostic("unprinted-column", message, place, "see the condition around it", severity="warning")


def lint_unread_columns(project: Project, game: Game, rendered: RenderedKit) -> Iterator[Diagnostic]:
    """Yield a warning for each column that no template names, if builds do not warn of it: a template that takes a row
    of a deck might read any column of it."""
    texts = [*own_templates(project, game)]
    if game.engine != "deck" or any(map(_ANY_NAME.search, texts)):
        return
    named = {(match[1] or match[2]).casefold() for text in texts for match in _READ.finditer(text)}
    drawn = {str(component.of): component for component, _ in rendered.groups if component.of in game.decks}
    for deck, component in drawn.items():
        for column in read_by_others(project, game, deck, sorted(rendered.unread.get(deck, ()))):
            name = "_".join(column.casefold().replace("-", " ").split())
            if name not in named and column not in ("id", "copies") and not is_note(column):
                yield unread_column_warning(project, game, component, column, rendered.read[component.id])


def _texts_of(component: Component, card: PrintedCard, item: Item, rendered: RenderedKit) -> Iterator[tuple[str, bool]]:
    """Yield the columns of a card that its template reads and that hold prose, each with whether a face prints it."""
    drawn = "\n".join(face.svg for face in card.faces).casefold()
    for column in rendered.read[component.id]:
        value = item.fields.get(column)
        # A side may be in another language than the kit.
        wordings = value.wordings.values() if isinstance(value, Translated) else (value,)
        texts = [text.casefold() for text in wordings if isinstance(text, str)]
        prose = [_WORD.findall(text) for text in texts if " " in text.strip()]
        if prose and min(map(len, prose)) >= _PROSE:
            all_words = (_WORD.findall(text) for text in texts)
            shares = [sum(word in drawn for word in words) / len(words) for words in all_words if words]
            yield column, max(shares) >= _PRINTED
