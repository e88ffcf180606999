"""What a tableau prints, as text: the strings in reading order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from pnp.games.core.tableau import Tableau
from pnp.model.text import Language, Phrase, say

Style = Literal["named", "brief"]
STYLES: tuple[Style, ...] = ("named", "brief")

TELLING = 1
"""The version of how tableaux and phrases become strings, by ``strings`` and by wording. It rises when the same phrases
in the same words would come out otherwise; sheets told by another version are not held to it word by word."""


def strings(
    tableau: Tableau, word: Callable[[Phrase], str], language: Language, style: Style = "named"
) -> tuple[str, ...]:
    """Named: badge; heading; of each row the label, where it is titled, and the cards' strings; verdict. Brief: without
    the heading. Phrases are worded by ``word``."""
    found = [] if tableau.badge is None else [say(text, language) for text in tableau.badge.strings]
    if style == "named":
        found.append(word(tableau.heading))
    for row in tableau.rows:
        if row.titled and row.label is not None:
            found.append(word(row.label))
        found += [say(text, language) for card in row.cards for text in card.strings]
    return (*found, word(tableau.verdict))
