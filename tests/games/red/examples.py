"""Examples of red by definition, each searched once, and its words."""

from __future__ import annotations

from tests.games.red.definitions import VARIANTS
from tests.games.shown import Shown

SHOWN = Shown("red", VARIANTS, "red", "red7", "red7-other-readings")
word, example_set, example_of, tableau_of, printed_examples, lay_out = (
    *(SHOWN.word, SHOWN.found_in, SHOWN.example),
    *(SHOWN.tableau_of, SHOWN.printed, SHOWN.made),
)
