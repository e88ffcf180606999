"""Claims of the verdicts of worked examples: who wins, who begins, what a round scores."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pnp.games.core.claims import Claim, OneOf, Part, answer_at, claim, one_of, part, terms
from pnp.games.core.wording import seat_name
from pnp.games.red.teaching.claims.contest import (
    Cards,
    RedScene,
    card_name,
    colour_name,
    criterion_of,
    numbers_of,
    strongest_of,
)
from pnp.games.red.teaching.claims.left_out import MORE, idle_choices
from pnp.games.red.teaching.claims.reasons import reason_part
from pnp.games.red.teaching.claims.rows import colour_at, goal, has_fit, reached


def _card_of_seat(seat: Callable[[RedScene], int]) -> Callable[[RedScene], Part]:
    return lambda scene: card_name(scene["contest"].palettes[seat(scene)][0])


def _leader(scene: RedScene) -> int:
    return int(scene.out["leader"])


def _first(scene: RedScene) -> int:
    return int(scene.out["first"])


def _before_first(scene: RedScene) -> int:
    return int((scene.out["first"] - 1) % len(scene["contest"].palettes))


def _equal_numbers(scene: RedScene) -> tuple[Part, ...]:
    leader = scene.out["leader"]
    cards = [palette[0] for palette in scene["contest"].palettes]
    return tuple(card_name(card) for seat, card in enumerate(cards) if seat != leader and card[1] == cards[leader][1])


def _leads(*, highest: bool, equal: bool) -> Callable[[RedScene], bool]:
    def says(scene: RedScene) -> bool:
        if scene.out["leader"] is None or (criterion_of(scene) == "highest") != highest:
            return False
        return not highest or bool(_equal_numbers(scene)) == equal

    return says


def _is_strongest_before_first(scene: RedScene) -> bool:
    cards = [palette[0] for palette in scene["contest"].palettes]
    strongest = strongest_of(scene, tuple(cards))
    return scene.out["leader"] is None and cards[_before_first(scene)] == strongest


def _scoring_terms(scene: RedScene) -> OneOf:
    return one_of(terms(numbers_of(cards) or (0,)) for _, cards, _ in _scoring(scene))


def _scoring(scene: RedScene) -> list[tuple[int, Cards, Cards]]:
    contest, seat = scene["contest"], scene["seat"]
    if contest.best[seat] is None:
        return [(seat, (), contest.palettes[seat])]
    return list(idle_choices(scene))


def _leaves_out(kind: str, *, some: bool) -> Callable[[RedScene], bool]:
    return lambda scene: scene.kind == kind and any(bool(idle) == some for _, _, idle in _scoring(scene))


def _scores(*, some: bool) -> Callable[[RedScene], bool]:
    """Return the condition that cards score, and whether others of the palette score nothing."""
    return lambda scene: _leaves_out("round_score", some=some)(scene) and has_fit(scene)


_SEAT_OF_WINNER = answer_at("points")
_ROUND: dict[str, Any] = {
    "seat": lambda scene: seat_name(scene.position["winner"]),
    "terms": _scoring_terms,
    "points": lambda scene: scene.out["points"][scene.position["winner"]],
    "before": lambda scene: scene.position["points"][scene.position["winner"]],
}
_OUTCOME = part("outcome-goal", "outcome-undealt", "outcome-goes-on-set-aside", "outcome-goes-on-return")


def _most(scene: RedScene) -> int:
    return int(max(scene.out["points"]))


def _needed(scene: RedScene) -> int:
    """Return the number of cards that a round takes: a hand and a palette for each player."""
    return len(scene.out["points"]) * (scene.settings.hand + 1)


def _goes_on(reading: str) -> Callable[[RedScene], bool]:
    return lambda scene: not scene.out["over"] and scene.settings.readings.scored_cards == reading


def _won(scene: RedScene) -> bool:
    return scene.kind == "winner" and scene.out["winner"] is not None


def _nobody(scene: RedScene) -> bool:
    return scene.kind == "winner" and scene.out["winner"] is None


ROUNDS: dict[str, Claim] = {
    "verdict-winner": claim(_won, reason=reason_part(None)),
    "verdict-winner-more": claim(_won, reason=reason_part(None), more=MORE),
    "verdict-winner-both": claim(_won, reason=reason_part(None), more=MORE, also=part("left-out")),
    "verdict-nobody": claim(_nobody, reason=part("reason-tie", "reason-none")),
    # Earlier kits add that the colour may not be discarded.
    "verdict-nobody-fits": claim(
        lambda scene: _nobody(scene) and scene["contest"].nothing_fits,
        reason=part("reason-none"),
        colour=colour_at("rule"),
    ),
    "verdict-opening": claim(
        _leads(highest=True, equal=False),
        leader=_card_of_seat(_leader),
        first=_card_of_seat(_first),
    ),
    "verdict-opening-colour": claim(
        _leads(highest=True, equal=True),
        leader=_card_of_seat(_leader),
        others=_equal_numbers,
        first=_card_of_seat(_first),
    ),
    "verdict-opening-winning": claim(
        _leads(highest=False, equal=False),
        ja="colour leader first",
        leader=_card_of_seat(_leader),
        colour=lambda scene: colour_name(scene, scene["contest"].rule),
        first=_card_of_seat(_first),
    ),
    "verdict-no-leader": claim(
        _is_strongest_before_first, leader=_card_of_seat(_before_first), first=_card_of_seat(_first)
    ),
    "verdict-score": claim(_scores(some=True), colour=colour_at("rule"), terms=_scoring_terms, left=MORE),
    "verdict-score-all": claim(_scores(some=False), colour=colour_at("rule"), terms=_scoring_terms),
    "verdict-no-score": claim(lambda scene: scene.out["points"] == 0 and not has_fit(scene), colour=colour_at("rule")),
    "verdict-round": claim(
        _leaves_out("next_round", some=False), ja="seat terms before points outcome", **_ROUND, outcome=_OUTCOME
    ),
    "verdict-round-left": claim(
        _leaves_out("next_round", some=True),
        ja="seat terms before points left outcome",
        **_ROUND,
        left=MORE,
        outcome=_OUTCOME,
    ),
    "outcome-goal": claim(
        lambda scene: bool(scene.out["over"]) and reached(scene),
        players=lambda scene: len(scene.out["points"]),
        goal=goal,
        seat=lambda scene: seat_name(scene.position["winner"]),
    ),
    "outcome-undealt": claim(
        lambda scene: bool(scene.out["over"]) and not reached(scene) and scene.out["cards"] < _needed(scene),
        cards=answer_at("cards"),
        players=lambda scene: len(scene.out["points"]),
        needed=_needed,
        winners=lambda scene: tuple(map(seat_name, scene.out["winners"])),
        most=_most,
    ),
    "outcome-goes-on-set-aside": claim(_goes_on("set-aside"), cards=answer_at("cards")),
    "outcome-goes-on-return": claim(_goes_on("return"), cards=answer_at("cards")),
}
