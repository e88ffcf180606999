"""What each sentence and each row of an example must say, by the oracle's answer.

It may use the settings, and neither rules nor explain.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pnp.games.core.claims import (
    CardClaim,
    Claims,
    OneOf,
    Part,
    RowClaim,
    Scene,
    TableauClaim,
    about,
    answer_at,
    answered,
    any_order,
    claim,
    one_of,
    part,
    position_at,
    row_claim,
    setting,
    tableau_claim,
)
from pnp.games.core.tableau import CardState
from pnp.games.core.wording import seat_name
from pnp.model.text import Text
from pnp_lantern_row.settings import LanternRowSettings

LanternScene = Scene[LanternRowSettings]


def _card(lantern: Sequence[Any], state: CardState = "plain") -> CardClaim:
    return CardClaim((str(lantern[1]),), {"colour": lantern[0]}, state)


def _seen(scene: LanternScene) -> list[Any]:
    """The row as seen from the end of the lay."""
    row = list(scene.position["row"])
    return row if scene.position["lay"][0] == "left" else row[::-1]


def _hung(scene: LanternScene, row: RowClaim) -> tuple[RowClaim, ...]:
    """The row, and the lantern hung at its end, from left to right."""
    end, lantern = scene.position["lay"]
    hung = row_claim([_card(lantern)], role="played", place="hung")
    return (hung, row) if end == "left" else (row, hung)


def _may_lay(scene: LanternScene) -> TableauClaim:
    rest = [lantern for lantern in scene.position["hand"] if lantern != scene.position["lay"][1]]
    rows = [*_hung(scene, row_claim(map(_card, scene.position["row"]), role="row", place="row"))]
    if rest:
        rows.append(row_claim(map(_card, rest), role="hand", place="hand"))
    return tableau_claim(rows, mark=scene.out["verdict"])


def _score(scene: LanternScene) -> TableauClaim:
    """The lanterns after the one just hung count, as many as the oracle says."""
    line = scene.out["count"] - 1
    seen = [_card(lantern, "counted" if place < line else "dimmed") for place, lantern in enumerate(_seen(scene))]
    row = seen if scene.position["lay"][0] == "left" else seen[::-1]
    return tableau_claim(_hung(scene, row_claim(row, role="row", place="row")))


def _fitting(scene: LanternScene) -> TableauClaim:
    fits = [lantern for _, lantern in scene.out["lays"]]
    hand = [_card(lantern, "counted" if lantern in fits else "dimmed") for lantern in scene.position["hand"]]
    row = row_claim(map(_card, scene.position["row"]), role="row", place="row")
    return tableau_claim([row, row_claim(hand, role="hand", place="hand")])


def _winners(scene: LanternScene) -> TableauClaim:
    winners, points = scene.out["winners"], scene.position["points"]
    return tableau_claim(
        row_claim([CardClaim((str(count),))], mark="winner" if seat in winners else None, place="seat", seat=seat)
        for seat, count in enumerate(points)
    )


def _name(scene: LanternScene, colour_id: str) -> Text:
    return next(colour.name for colour in scene.settings.colours if colour.id == colour_id)


def _lantern(lantern: Sequence[Any]) -> Part:
    return part("lantern", lantern=tuple(lantern))


def _near(scene: LanternScene, end: str | None = None) -> Sequence[Any]:
    """The lantern that hangs at an end, by default at that of the lay."""
    row = scene.position["row"]
    return list(row[0 if (end or scene.position["lay"][0]) == "left" else -1])


def _matches(scene: LanternScene, end: str, lantern: Sequence[Any]) -> bool:
    near = _near(scene, end)
    return any(mark == other for mark, other in zip(lantern, near, strict=True))


def _matching(scene: LanternScene) -> list[Any]:
    """The lays by the oracle; none if no lantern matches an end."""
    position = {name: scene.position[name] for name in ("row", "hand")}
    lays = scene.ask("fitting", position)["lays"]
    return [lay for lay in lays if _matches(scene, *lay)]


def _match_instead(scene: LanternScene) -> OneOf:
    """The reason of a refusal: any lay that matches."""
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


def _hung_colour(scene: LanternScene) -> Text:
    return _name(scene, scene.position["lay"][1][0])


def _seats(winners: Sequence[int]) -> tuple[str, ...]:
    return tuple(map(seat_name, winners))


def _scores(*, points: bool, alone: bool) -> Callable[[LanternScene], bool]:
    return lambda scene: (scene.out["points"] > 0) == points and (scene.out["count"] == 1) == alone


def _lays_at(end: str) -> Callable[[LanternScene], bool]:
    return lambda scene: scene.kind == "may_lay" and scene.position["lay"][0] == end


_NUMBER = position_at("lay", 1, 1)
PHRASES = {
    "lantern": claim(colour=lambda scene: _name(scene, scene["lantern"][0]), number=lambda scene: scene["lantern"][1]),
    "nothing": claim(),
    "end-left": claim(about(end="left")),
    "end-right": claim(about(end="right")),
    "heading-left": claim(_lays_at("left")),
    "heading-right": claim(_lays_at("right")),
    "heading-score": claim(lambda scene: scene.kind == "score_lay"),
    "heading-fitting": claim(lambda scene: scene.kind == "fitting"),
    "heading-winners": claim(lambda scene: scene.kind == "winners"),
    "row-hung": claim(about(place="hung")),
    "row-row": claim(about(place="row")),
    "row-hand": claim(about(place="hand")),
    "row-seat": claim(seat=lambda scene: seat_name(scene["seat"])),
    "verdict-allowed": claim(
        answered(verdict="allowed"), reason=part("reason-colour", "reason-number", "reason-no-match")
    ),
    "verdict-refused": claim(answered(verdict="not-allowed"), reason=_match_instead),
    "verdict-points": claim(
        _scores(points=True, alone=False),
        ja="colour number count points",
        count=answer_at("count"),
        colour=_hung_colour,
        number=_NUMBER,
        points=answer_at("points"),
    ),
    "verdict-alone": claim(_scores(points=False, alone=True), colour=_hung_colour, number=_NUMBER),
    "verdict-short": claim(
        _scores(points=False, alone=False),
        ja="colour number count least",
        count=answer_at("count"),
        colour=_hung_colour,
        number=_NUMBER,
        least=setting("least"),
    ),
    "verdict-fitting": claim(lambda scene: bool(_matching(scene)), left=_at_end("left"), right=_at_end("right")),
    "verdict-any": claim(lambda scene: scene.kind == "fitting" and not _matching(scene)),
    "verdict-winner": claim(
        lambda scene: len(scene.out["winners"]) == 1, seat=lambda scene: seat_name(scene.out["winners"][0])
    ),
    "verdict-shared": claim(
        lambda scene: len(scene.out["winners"]) > 1,
        seats=lambda scene: _seats(scene.out["winners"][:-1]),
        last=lambda scene: seat_name(scene.out["winners"][-1]),
    ),
    "reason-colour": claim(_shares(0), beside=lambda scene: _lantern(_near(scene))),
    "reason-number": claim(_shares(1), beside=lambda scene: _lantern(_near(scene))),
    "reason-no-match": claim(lambda scene: not _matching(scene)),
    "violation-must-match": claim(
        ja="lantern end beside",
        lantern=lambda scene: _lantern(scene["match"]),
        beside=lambda scene: _lantern(_near(scene, scene["end"])),
        end=part("end-left", "end-right"),
    ),
}

CLAIMS = Claims(
    layouts={"may_lay": _may_lay, "fitting": _fitting, "score_lay": _score, "winners": _winners}, phrases=PHRASES
)
