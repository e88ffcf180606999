"""Examples of kasane by definition, each searched once, and its words."""

from __future__ import annotations

from typing import Any

from pnp.games.core.lesson import Example
from tests.games.kasane.definitions import VARIANTS
from tests.games.shown import Shown

SHOWN = Shown("kasane", VARIANTS, "kasane", "kasane-variants", "no-field-card", "other-yaku", "more-slots")
word, found_in, example, tableau_of, printed, made = (
    *(SHOWN.word, SHOWN.found_in, SHOWN.example),
    *(SHOWN.tableau_of, SHOWN.printed, SHOWN.made),
)


def row_of(sample: Example) -> list[Any]:
    """Return the cards of a move, in the order laid."""
    return [sample.position[place][at] for place, at in sample.position["move"]["row"]]
