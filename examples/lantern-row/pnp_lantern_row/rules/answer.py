"""The one door: every kind of question, answered by the rules given. Positions are plain JSON data.

A lantern is written [colour, number], a lay [end, lantern]; ``row`` hangs from left to right.
"""

from __future__ import annotations

from typing import Any

from pnp.games.core.answer import Answer, Door, Position, PositionError
from pnp.games.core.reading import check_copies, read, read_list, read_pair, read_whole
from pnp.games.core.score import verdict_on
from pnp_lantern_row.rules.record import ENDS, Lantern, Lanterns, Lay, Rules
from pnp_lantern_row.rules.turn import fitting, lay_violation, line_of, points_of
from pnp_lantern_row.settings import LanternRowSettings


def _may_lay(rules: Rules, position: Position) -> Answer:
    """Whether ``lay`` is allowed with ``hand`` beside ``row``."""
    row, hand, lay = read_row(rules, position), read_hand(rules, position), read_lay(rules, position)
    if lay.lantern not in hand:
        raise PositionError(f"{lay.lantern} is not in the hand")
    return verdict_on(lay_violation(rules, row, hand, lay))


def _fitting(rules: Rules, position: Position) -> Answer:
    """Every lay that is allowed with ``hand`` beside ``row``: left ones first, then as the deck is ordered."""
    lays = fitting(rules, read_row(rules, position), read_hand(rules, position))
    return {"lays": [[lay.end, lay.lantern.as_json()] for lay in lays]}


def _score_lay(rules: Rules, position: Position) -> Answer:
    """What ``lay`` counts and scores beside ``row``."""
    row, lay = read_row(rules, position), read_lay(rules, position)
    check_copies(dict.fromkeys(rules.by_line.values(), 1), row, [lay.lantern])
    return {"count": rules.count(line_of(rules, row, lay)), "points": points_of(rules, row, lay)}


def _winners(rules: Rules, position: Position) -> Answer:
    """Who wins with ``points`` by seat."""
    points = [read_whole(one, "a number of points") for one in read_list(read(position, "points"), "'points'", 2)]
    return {"winners": list(rules.winners(points))}


def read_row(rules: Rules, position: Position) -> Lanterns:
    """One lantern or more, from left to right."""
    return _read_lanterns(rules, position, "row")


def read_hand(rules: Rules, position: Position) -> Lanterns:
    """One lantern or more, none of them in the row, in the order of the deck."""
    hand = _read_lanterns(rules, position, "hand")
    check_copies(dict.fromkeys(rules.by_line.values(), 1), hand, read_row(rules, position))
    return tuple(lantern for lantern in rules.by_line.values() if lantern in hand)


def read_lay(rules: Rules, position: Position) -> Lay:
    """An end and a lantern."""
    end, raw = read_list(read(position, "lay"), "'lay'", 2, 2)
    if end not in ENDS:
        raise PositionError(f"'lay' must name an end, {' or '.join(ENDS)}, not {end!r}")
    return Lay(end, _read_lantern(rules, raw))


def _read_lanterns(rules: Rules, position: Position, key: str) -> Lanterns:
    found = tuple(_read_lantern(rules, raw) for raw in read_list(read(position, key), repr(key), 1))
    check_copies(dict.fromkeys(found, 1), found)
    return found


def _read_lantern(rules: Rules, raw: Any) -> Lantern:
    return read_pair(raw, rules.deck, "lantern", "colour", "number")


answer = Door[LanternRowSettings, Rules](
    {"may_lay": _may_lay, "fitting": _fitting, "score_lay": _score_lay, "winners": _winners}
)
