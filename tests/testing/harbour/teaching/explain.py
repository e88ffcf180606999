"""Harbour's examples as they are laid out."""

from __future__ import annotations

from harbour.settings import HarbourSettings
from pnp.games.core.lesson import Example
from pnp.games.core.tableau import MiniCard, Row, Tableau
from pnp.model.text import phrase


def explain(settings: HarbourSettings, example: Example) -> Tableau:
    """Two ships and what becomes of them."""
    cards = tuple(MiniCard({"number": ship}, (str(ship),)) for ship in example.position["ships"])
    verdict = phrase(f"verdict-{example.kind}", first=example.position["ships"][0])
    return Tableau(phrase(f"heading-{example.kind}"), (Row(cards),), verdict)
