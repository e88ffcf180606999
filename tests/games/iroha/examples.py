"""The examples of iroha by definition, each searched once, and its words."""

from __future__ import annotations

from tests.games.iroha.definitions import VARIANTS
from tests.games.shown import Shown

SHOWN = Shown("iroha", VARIANTS, "iroha", "six-suits", "costs-two", "iroha-tiny")
word, found_in, example, tableau_of, printed, made = (
    *(SHOWN.word, SHOWN.found_in, SHOWN.example),
    *(SHOWN.tableau_of, SHOWN.printed, SHOWN.made),
)
