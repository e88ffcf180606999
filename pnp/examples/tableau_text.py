"""What a tableau prints, as text: the strings in reading order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from pnp.games.core.tableau import Tableau
from pnp.model.text import Language, Phrase, say

Style = Literal["full", "brief"]
STYLES: tuple[Style, ...] = ("full", "brief")


def strings(
    tableau: Tableau, word: Callable[[Phrase], str], language: Language, style: Style = "full"
) -> tuple[str, ...]:
    """Full: badge; heading; of each row the label, each card's strings and the note; verdict. Brief: badge; of each
    row the label, where it is titled, and the cards' strings; verdict. Phrases are worded by ``word``."""
    full = style == "full"
    found = [] if tableau.badge is None else [say(text, language) for text in tableau.badge.strings]
    if full:
        found.append(word(tableau.heading))
    for row in tableau.rows:
        if (full or row.titled) and row.label is not None:
            found.append(word(row.label))
        found += [say(text, language) for card in row.cards for text in card.strings]
        if full and row.note is not None:
            found.append(word(row.note))
    return (*found, word(tableau.verdict))
