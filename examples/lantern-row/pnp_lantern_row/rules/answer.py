"""The one door: every kind of question, answered by the rules given. Positions are plain JSON data."""

from __future__ import annotations

from typing import Any

from pnp.games.core.answer import Answer, Door, Position, PositionError
from pnp.games.core.reading import read, read_list, read_whole
from pnp_lantern_row.rules.record import ENDS, Lantern, Lanterns, Lay, Rules
from pnp_lantern_row.rules.turn import fitting, lay_violation, line_of, points_of
from pnp_lantern_row.settings import LanternRowSettings


def _may_lay(rules: Rules, position: Position) -> Answer:
    """``row`` from left to right, ``hand``, and ``lay``: ["left" or "right", lantern], which is [colour, number]."""
    row, hand = read_table(rules, position)
    lay = read_lay(rules, position)
    if lay.lantern not in hand:
        raise PositionError(f"{lay.lantern} is not in the hand")
    refused = lay_violation(rules, row, hand, lay)
    return {"verdict": "not-allowed" if refused else "allowed", "violation": "must-match" if refused else None}


def _fitting(rules: Rules, position: Position) -> Answer:
    """Every lay that is allowed with ``hand`` beside ``row``: left ones first, then as the deck is ordered."""
    row, hand = read_table(rules, position)
    return {"lays": [[end, list(lantern)] for end, lantern in fitting(rules, row, hand)]}


def _score_lay(rules: Rules, position: Position) -> Answer:
    """What ``lay`` counts and scores beside ``row``."""
    lay = read_lay(rules, position)
    row = read_lanterns(rules, read(position, "row"), 1)
    read_lanterns(rules, [*row, lay.lantern])
    return {"count": rules.count(line_of(rules, row, lay)), "points": points_of(rules, row, lay)}


def _winners(rules: Rules, position: Position) -> Answer:
    """Who wins with ``points`` by seat."""
    points = [read_whole(one, "a number of points") for one in read_list(read(position, "points"), "'points'", 2)]
    return {"winners": list(rules.winners(points))}


def read_table(rules: Rules, position: Position) -> tuple[Lanterns, Lanterns]:
    """Row and hand; the hand is put into the order of the deck."""
    row = read_lanterns(rules, read(position, "row"), 1)
    hand = read_lanterns(rules, read(position, "hand"), 1)
    both = set(read_lanterns(rules, [*row, *hand]))
    return row, tuple(lantern for lantern in rules.deck.values() if lantern in both and lantern not in row)


def read_lanterns(rules: Rules, raw: Any, fewest: int = 0) -> Lanterns:
    """Lanterns of the deck, none of them twice."""
    found = tuple(Lantern(*read_list(one, "a lantern", 2, 2)) for one in read_list(raw, "lanterns", fewest))
    for lantern in found:
        if rules.deck.get(str(lantern)) != lantern or found.count(lantern) > 1:
            raise PositionError(f"{lantern} is no lantern of this game, or hangs there twice")
    return found


def read_lay(rules: Rules, position: Position) -> Lay:
    """An end and a lantern."""
    end, raw = read_list(read(position, "lay"), "'lay'", 2, 2)
    if end not in ENDS:
        raise PositionError(f"'lay' must name an end, {' or '.join(ENDS)}, not {end!r}")
    return Lay(end, read_lanterns(rules, [raw])[0])


answer = Door[LanternRowSettings, Rules](
    {"may_lay": _may_lay, "fitting": _fitting, "score_lay": _score_lay, "winners": _winners}
)
