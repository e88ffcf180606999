"""The one door: every kind of question, answered by the rules given. Positions are plain JSON data.

A lantern is written [colour, number], a lay [end, lantern]; ``row`` hangs from left to right.
"""

from __future__ import annotations

from typing import Annotated

from pnp.games.core.answer import Answer, Door
from pnp.games.core.schema import Held, Size, kinds
from pnp.games.core.score import verdict_on
from pnp.model.constraints import Ge
from pnp_lantern_row.rules.record import Lanterns, Lay, Rules
from pnp_lantern_row.rules.turn import fitting, lay_violation, line_of, points_of
from pnp_lantern_row.settings import LanternRowSettings

Some = Annotated[Lanterns, Size(1)]


def _may_lay(rules: Rules, row: Some, hand: Some, lay: Annotated[Lay, Held("hand")]) -> Answer:
    """Whether ``lay`` is allowed with ``hand`` beside ``row``."""
    return verdict_on(lay_violation(rules, row, in_deck_order(rules, hand), lay))


def _fitting(rules: Rules, row: Some, hand: Some) -> Answer:
    """Every lay that is allowed with ``hand`` beside ``row``: left ones first, then as the deck is ordered."""
    lays = fitting(rules, row, in_deck_order(rules, hand))
    return {"lays": [[lay.end, lay.lantern.as_json()] for lay in lays]}


def _score_lay(rules: Rules, row: Some, lay: Lay) -> Answer:
    """What ``lay`` counts and scores beside ``row``."""
    return {"count": rules.count(line_of(rules, row, lay)), "points": points_of(rules, row, lay)}


def _winners(rules: Rules, points: Annotated[tuple[Annotated[int, Ge(0)], ...], Size(2)]) -> Answer:
    """Who wins with ``points`` by seat."""
    return {"winners": list(rules.winners(points))}


def in_deck_order(rules: Rules, hand: Lanterns) -> Lanterns:
    """The lanterns of a hand in the order of the deck."""
    return tuple(lantern for lantern in rules.deck if lantern in hand)


answer = Door[LanternRowSettings, Rules](kinds(_may_lay, _fitting, _score_lay, _winners))
