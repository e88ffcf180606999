"""Definitions of red: the shipped one, and tweaks of it."""

from __future__ import annotations

from dataclasses import replace

from pnp.games.red.settings import Colour, Criterion, CriterionName, Readings, RedSettings
from pnp.model.text import Translated
from pnp.testing import FULL
from tests.games.shipped import shipped

RED: RedSettings = shipped("red")
COLOURS = RED.colours


def ruled(settings: RedSettings, **rules: Criterion) -> RedSettings:
    """Return settings with other criteria for some colours."""
    return replace(
        settings, colours=tuple(replace(colour, rule=rules.get(colour.id, colour.rule)) for colour in settings.colours)
    )


def _colour(name: str, kanji: str, ink: str, criterion: Criterion) -> Colour:
    return Colour(name, Translated(name, kanji), Translated(name[0].upper(), kanji), ink, name, criterion)


def _eighth(criterion: CriterionName, figure: int | None = None) -> RedSettings:
    return replace(RED, colours=(*COLOURS, _colour("pink", "桃", "#000000", Criterion(criterion, figure))))


RED7 = replace(
    ruled(RED, green=Criterion("even"), violet=Criterion("below", 4)),
    draw="over-palette",
    pass_="out",
    goals=(40, 35, 30),
)
OTHERS = Readings("nothing", "strongest-card", "not-allowed")
_SUM_8 = ruled(RED, green=Criterion("sum", 8), violet=Criterion("above", 4))
EIGHT = replace(
    _SUM_8,
    colours=(*_SUM_8.colours, _colour("teal", "鴨", "#0f6674", Criterion("odd"))),
    numbers=tuple(range(1, 9)),
    copies=2,
    order=("violet", "teal", "red", "green", "orange", "blue", "yellow", "indigo"),
    opening_rule="red",
)
OF_RED: dict[str, RedSettings] = {
    "eight": EIGHT,
    "eight-other-readings": replace(EIGHT, readings=OTHERS),
    "eighth-odd": _eighth("odd"),
    "eighth-above": _eighth("above", 4),
    "eighth-below": _eighth("below", 4),
    "numbers-1-8": replace(RED, numbers=(1, 2, 3, 4, 5, 6, 7, 8)),
    "hand-6": replace(RED, hand=6),
    "order": replace(RED, order=tuple(colour.id for colour in reversed(COLOURS))),
    "sum-8": ruled(RED, green=Criterion("sum", 8)),
    "sum-3": ruled(RED, green=Criterion("sum", 3)),
    "numbers-1-3": replace(RED, numbers=(1, 2, 3), hand=3),
    "two-colours": replace(RED, colours=COLOURS[:2], hand=2),
    "copies": replace(RED, copies=2),
    "six-players": replace(RED, players=(2, 6), hand=5),
    "four-players": replace(RED, players=(4, 4)),
    "red-single-nothing": replace(RED, readings=Readings(single_card="nothing")),
    "red-strongest-card": replace(RED, readings=Readings(nobody_fits="strongest-card")),
    "red-no-same-colour": replace(RED, readings=Readings(same_colour_discard="not-allowed")),
    "other-readings": replace(RED, readings=OTHERS),
    "never-draw": replace(RED, draw="never"),
    "opening-green": replace(RED, opening_rule="green"),
    "zeros": replace(
        ruled(RED, green=Criterion("sum", 0), violet=Criterion("below", 10)),
        numbers=(0, 1, 2, 3, 10, 11, 12),
        copies=2,
        opening_rule="violet",
    ),
    "tiny": replace(
        RED, colours=ruled(RED, yellow=Criterion("even")).colours[:3], numbers=(1, 2, 3), hand=2, players=(2, 2)
    ),
}
FURTHER = frozenset(
    {
        "eighth-above",
        "eighth-below",
        "hand-6",
        "sum-8",
        "six-players",
        "red-single-nothing",
        "red-strongest-card",
        "red-no-same-colour",
        "opening-green",
        # Covered by ``eight``.
        "eighth-odd",
        "numbers-1-8",
        "sum-3",
        "copies",
    }
)
"""Tweaks that only the full run proves (PNP_FULL=1): each differs little from one that is always proved."""
PROVED = {name: settings for name, settings in OF_RED.items() if FULL or name not in FURTHER}
OF_RED7: dict[str, RedSettings] = {
    "red7-returned": replace(RED7, readings=Readings(scored_cards="return")),
    "red7-basic": replace(RED7, draw="never", goals=()),
    "red7-one-copy-other-readings": replace(RED7, readings=OTHERS),
    "red7-other-readings": replace(RED7, readings=OTHERS, copies=2),
}
VARIANTS: dict[str, RedSettings] = {"red": RED, "red7": RED7, **OF_RED, **OF_RED7}
"""Every definition by name."""
