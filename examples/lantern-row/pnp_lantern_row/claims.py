"""What a sentence or a row of an example must say, where that does not follow from the position and the answer.

Written from the rules in README.md, like the oracle: it may use the settings, and neither rules nor teaching.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from pnp.games.core.claims import (
    Claims,
    OneOf,
    Part,
    Scene,
    TableauClaim,
    about,
    any_order,
    claim,
    one_of,
    part,
)
from pnp.model.text import Text
from pnp_lantern_row.settings import LanternRowSettings

LanternScene = Scene[LanternRowSettings]


def _at_its_end(scene: LanternScene, layout: TableauClaim) -> TableauClaim:
    """The lantern that is hung stands at its end of the row."""
    row, hung, *hand = layout.rows
    first = (hung, row) if scene.position["lay"][0] == "left" else (row, hung)
    return replace(layout, rows=(*first, *hand))


def _counted_line(scene: LanternScene) -> dict[str, Any]:
    """The lanterns beside the one just hung count, as many as the oracle says."""
    line = scene.out["count"] - 1
    row = scene.position["row"]
    return {"row": row[:line] if scene.position["lay"][0] == "left" else row[len(row) - line :]}


def _lantern(lantern: Sequence[Any]) -> Part:
    return part("card", card=tuple(lantern))


def _near(scene: LanternScene, end: str | None = None) -> list[Any]:
    """Return the lantern that hangs at an end, by default at that of the lay."""
    row = scene.position["row"]
    return list(row[0 if (end or scene.position["lay"][0]) == "left" else -1])


def _matching(scene: LanternScene) -> list[Any]:
    """Return the lays by the oracle; none if no lantern matches an end."""
    lays = scene.ask("fitting", {name: scene.position[name] for name in ("row", "hand")})["lays"]
    return [lay for lay in lays if any(mark == other for mark, other in zip(lay[1], _near(scene, lay[0]), strict=True))]


def _match_instead(scene: LanternScene) -> OneOf:
    """Expect the reason of a refusal: any lay that matches."""
    return one_of(part("violation-must-match", end=end, match=lantern) for end, lantern in _matching(scene))


def _shares(place: int) -> Callable[[LanternScene], bool]:
    """The lantern hung shares its colour (0) or its number (1) with the one at its end, as the first of both."""

    def shares(scene: LanternScene) -> bool:
        hung, near = scene.position["lay"][1], _near(scene)
        first = 0 if hung[0] == near[0] else 1
        return bool(hung[place] == near[place]) and first == place

    return shares


def _at_end(end: str) -> Callable[[LanternScene], Any]:
    def fitting(scene: LanternScene) -> Any:
        lanterns = [lantern for side, lantern in scene.out["lays"] if side == end]
        return any_order(map(_lantern, lanterns)) if lanterns else part("nothing")

    return fitting


def _colour(scene: LanternScene) -> Text:
    """Return the name of the colour of the lantern that is hung."""
    hung = scene.position["lay"][1][0]
    return next(colour.name for colour in scene.settings.colours if colour.id == hung)


def _scores(*, points: bool, alone: bool) -> Callable[[LanternScene], bool]:
    return lambda scene: (scene.out["points"] > 0) == points and (scene.out["count"] == 1) == alone


def _number(scene: LanternScene) -> int:
    return int(scene.position["lay"][1][1])


CLAIMS = Claims(
    changes={"may_lay": _at_its_end, "score_lay": _at_its_end},
    counted={
        "score_lay": _counted_line,
        "fitting": lambda scene: {"hand": {tuple(lantern) for _, lantern in scene.out["lays"]}},
    },
    phrases={
        "nothing": claim(),
        "end-left": claim(about(end="left")),
        "end-right": claim(about(end="right")),
        "verdict-refused": claim(reason=_match_instead),
        "verdict-points": claim(
            _scores(points=True, alone=False), ja="colour number count points", colour=_colour, number=_number
        ),
        "verdict-alone": claim(_scores(points=False, alone=True), colour=_colour, number=_number),
        "verdict-short": claim(
            _scores(points=False, alone=False), ja="colour number count least", colour=_colour, number=_number
        ),
        "verdict-fitting": claim(lambda scene: bool(_matching(scene)), left=_at_end("left"), right=_at_end("right")),
        "verdict-any": claim(lambda scene: scene.kind == "fitting" and not _matching(scene)),
        "reason-colour": claim(_shares(0), beside=lambda scene: _lantern(_near(scene))),
        "reason-number": claim(_shares(1), beside=lambda scene: _lantern(_near(scene))),
        "reason-no-match": claim(lambda scene: not _matching(scene)),
        "violation-must-match": claim(
            ja="lantern end beside",
            lantern=lambda scene: _lantern(scene["match"]),
            beside=lambda scene: _lantern(_near(scene, scene["end"])),
            end=part("end-left", "end-right"),
        ),
    },
)
