"""Lint the columns of a deck: find texts that a template reads, and that no face prints."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.build.faces import RenderedKit
from pnp.diagnostics import Diagnostic
from pnp.model.component import Component, Item
from pnp.model.game import Game
from pnp.model.text import Translated
from pnp.rendering.face import PrintedCard

_WORD = re.compile(r"[A-Za-zÀ-ɏͰ-ӿ]{3,}|[^\W\d_]{2}")
"""Word of three letters or more, or two characters of a script without blanks."""
_PROSE = 3
"""Fewest words of a text that no picture, colour or address has."""
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
