"""The oracle: the same questions answered again, as plainly as one would at the table.

Written from the rules in README.md alone, before the engine. It walks along the row with a finger: every question is
answered by turning the row so that the end in question lies at the left.
"""

from __future__ import annotations

from typing import Any

from pnp.games.core.answer import Answer, Oracle, Position, PositionError
from pnp_lantern_row.settings import LanternRowSettings


def _may_lay(settings: LanternRowSettings, position: Position) -> Answer:
    on_table(settings, [*position["row"], *position["hand"]])
    end, lantern = position["lay"]
    if lantern not in position["hand"] or end not in ("left", "right"):
        raise PositionError("that lantern is not in the hand, or the row has no such end")
    if [end, lantern] in _fitting(settings, position)["lays"]:
        return {"verdict": "allowed", "violation": None}
    return {"verdict": "not-allowed", "violation": "must-match"}


def _fitting(settings: LanternRowSettings, position: Position) -> Answer:
    on_table(settings, [*position["row"], *position["hand"]])
    anywhere, matching = [], []
    for end in ("left", "right"):
        hanging = turned(position["row"], end)[0]
        for lantern in in_deck_order(settings, position["hand"]):
            anywhere.append([end, lantern])
            if lantern[0] == hanging[0] or lantern[1] == hanging[1]:
                matching.append([end, lantern])
    return {"lays": matching or anywhere}


def _score_lay(settings: LanternRowSettings, position: Position) -> Answer:
    end, lantern = position["lay"]
    on_table(settings, [*position["row"], lantern])
    colour, number = lantern
    count = 1
    for other in turned(position["row"], end):
        if other[0] != colour and other[1] != number:
            break
        count += 1
    return {"count": count, "points": 0 if count < settings.least else count}


def _winners(settings: LanternRowSettings, position: Position) -> Answer:
    points = position["points"]
    if len(points) < 2 or min(points) < 0:
        raise PositionError("two players or more have no points or some")
    return {"winners": [seat for seat in range(len(points)) if not any(other > points[seat] for other in points)]}


def turned(row: list[Any], end: str) -> list[Any]:
    """The row as seen from an end: its lantern first."""
    if end not in ("left", "right") or not row:
        raise PositionError("a row of lanterns has a left and a right end")
    return list(row) if end == "left" else list(row)[::-1]


def in_deck_order(settings: LanternRowSettings, lanterns: list[Any]) -> list[Any]:
    """Colours as in the table, then numbers from the lowest."""
    colours = [colour.id for colour in settings.colours]
    return sorted(lanterns, key=lambda lantern: (colours.index(lantern[0]), lantern[1]))


def on_table(settings: LanternRowSettings, lanterns: list[Any]) -> None:
    """Refuses lanterns that do not exist, or lie there twice."""
    colours = [colour.id for colour in settings.colours]
    for lantern in lanterns:
        colour, number = lantern
        if colour not in colours or number not in settings.numbers or lanterns.count(lantern) > 1:
            raise PositionError(f"there is no lantern {lantern}, or not so many of it")


oracle = Oracle[LanternRowSettings](
    {"may_lay": _may_lay, "fitting": _fitting, "score_lay": _score_lay, "winners": _winners}
)
