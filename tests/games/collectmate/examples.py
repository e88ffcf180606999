"""Examples of collectmate by definition, each searched once, and its words."""

from __future__ import annotations

from tests.games.collectmate.definitions import VARIANTS
from tests.games.shown import Shown

SHOWN = Shown(
    "collectmate", VARIANTS, "collectmate", "purple-three", "other-readings", "no-counter", "collectmate-tiny"
)
word, found_in, example, tableau_of, printed, made = (
    *(SHOWN.word, SHOWN.found_in, SHOWN.example),
    *(SHOWN.tableau_of, SHOWN.printed, SHOWN.made),
)
