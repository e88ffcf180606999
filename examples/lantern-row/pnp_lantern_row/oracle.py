"""The oracle: the same questions answered again, as plainly as one would at the table.

Written from the rules in README.md alone, before the engine. It walks along the row with a finger: every question is
answered by turning the row so that the end in question lies at the left.
"""

from typing import Any

from pnp.games.core.answer import Answer, allowed_unless, most_points_win, oracle_of
from pnp_lantern_row.settings import LanternRowSettings


def _may_lay(settings: LanternRowSettings, row: list[Any], hand: list[Any], lay: list[Any]) -> Answer:
    return allowed_unless(None if list(lay) in _fitting(settings, row, hand)["lays"] else "must-match")


def _fitting(settings: LanternRowSettings, row: list[Any], hand: list[Any]) -> Answer:
    anywhere, matching = [], []
    for end in ("left", "right"):
        hanging = turned(row, end)[0]
        for lantern in in_deck_order(settings, hand):
            anywhere.append([end, lantern])
            if lantern[0] == hanging[0] or lantern[1] == hanging[1]:
                matching.append([end, lantern])
    return {"lays": matching or anywhere}


def _score_lay(settings: LanternRowSettings, row: list[Any], lay: list[Any]) -> Answer:
    end, (colour, number) = lay
    count = 1
    for other in turned(row, end):
        if other[0] != colour and other[1] != number:
            break
        count += 1
    return {"count": count, "points": 0 if count < settings.least else count}


def turned(row: list[Any], end: str) -> list[Any]:
    """Return the row as seen from an end: its lantern first."""
    return list(row) if end == "left" else list(row)[::-1]


def in_deck_order(settings: LanternRowSettings, lanterns: list[Any]) -> list[Any]:
    """Sort lanterns: colours as in the table, then numbers from the lowest."""
    colours = [colour.id for colour in settings.colours]
    return sorted(lanterns, key=lambda lantern: (colours.index(lantern[0]), lantern[1]))


oracle = oracle_of(_may_lay, _fitting, _score_lay, winners=most_points_win)
