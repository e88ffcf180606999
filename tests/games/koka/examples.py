"""Examples of koka by definition, each searched once, and its words."""

from __future__ import annotations

from collections import Counter

from pnp.games.core.tableau import Tableau
from tests.games.koka.definitions import VARIANTS
from tests.games.shown import Shown

SHOWN = Shown(
    "koka",
    VARIANTS,
    "koka",
    "three-colours",
    "small-six",
    "six-first",
    "other-readings",
    "special",
    "keeps-one",
    "for-four",
    "untaken-stay",
    "one-or-two",
)
word, example_set, example_of, tableau_of, printed_examples, lay_out = (
    *(SHOWN.word, SHOWN.found_in, SHOWN.example),
    *(SHOWN.tableau_of, SHOWN.printed, SHOWN.made),
)


def drawn(tableau: Tableau) -> Counter[tuple[str, int]]:
    """Count the dice of a tableau, except those of the other way to divide it."""
    counts: Counter[tuple[str, int]] = Counter()
    for row in tableau.rows:
        for card in row.cards:
            if row.role != "other" and "colour" in card.fields:
                for value in card.fields.get("values", (card.fields.get("value"),)):
                    counts[card.fields["colour"], value] += 1
    return counts
