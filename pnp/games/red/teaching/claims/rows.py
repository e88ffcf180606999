"""Claims of headings, labels and notes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pnp.games.core.claims import Claim, OneOf, Part, claim, one_of, part, position_at, terms
from pnp.games.core.wording import seat_name
from pnp.games.red.teaching.claims.contest import (
    RUNNING,
    RedScene,
    colour_name,
    criterion_of,
    figure_of,
    numbers_of,
    selections_of,
)
from pnp.games.red.teaching.claims.left_out import scored_points
from pnp.games.red.teaching.claims.reasons import selection_size
from pnp.model.text import Text


def _wins(place: str) -> Callable[[RedScene], bool]:
    return lambda scene: scene.subject.get("place") == place


def _two_seats(seat: int) -> Callable[[RedScene], bool]:
    return lambda scene: (
        scene["seat"] == seat
        and len(scene["contest"].palettes) == 2
        and "place" not in scene.subject
        and not _is_one_of_many(scene)
    )


def _is_one_of_many(scene: RedScene) -> bool:
    many = len(scene["contest"].palettes) > 2 or scene.kind in ("round_score", "next_round")
    return many and "place" not in scene.subject


def _opponents(scene: RedScene) -> int:
    """Return the number of opponents that are still in, at the row of one of them; else 0."""
    palettes, me = scene["contest"].palettes, scene.position["me"]
    return sum(bool(cards) for seat, cards in enumerate(palettes) if seat != me) if scene["place"] == "rival" else 0


def rival_number(scene: RedScene, seat: int) -> int:
    """Return the place of a seat after the one that acts, clockwise."""
    return int((seat - scene.position["me"]) % len(scene.position["palettes"]))


def _note_terms(scene: RedScene) -> OneOf:
    """Return the terms of a note: the numbers of the cards that count in the row, or with a card played beside it."""
    contest, seat = scene["contest"], scene["seat"]
    choices = list(selections_of(scene, contest, seat))
    if "counted" in scene.subject and scene.subject.get("place") != "you":
        choices = [tuple(contest.palettes[seat][place] for place in scene["counted"])]
    return one_of(terms(numbers_of(cards)) for cards in choices)


def _counts_cards(scene: RedScene) -> bool:
    """Tell whether cards are compared, and no points are scored."""
    return scene.kind in ("winner", "may_move")


def _note_total(scene: RedScene) -> int:
    return figure_of(scene) if _counts_cards(scene) else scored_points(scene)


def has_fit(scene: RedScene) -> bool:
    contest = scene["contest"]
    return contest.best[scene["seat"]] is not None


ROWS: dict[str, Claim] = {
    "row-winner": claim(lambda scene: bool(scene["wins"])),
    "row-begins": claim(lambda scene: scene.kind == "opening" and scene["seat"] == scene.out["first"]),
    "row-you": claim(_wins("you")),
    "row-rival": claim(lambda scene: _opponents(scene) == 1),
    "row-opponent": claim(
        lambda scene: _opponents(scene) > 0 and len(scene["contest"].palettes) > 2,
        number=lambda scene: rival_number(scene, scene["seat"]),
    ),
    "row-played": claim(_wins("played")),
    "row-discarded": claim(_wins("discarded")),
    "row-discards": claim(_wins("discards")),
    "row-seat": claim(_wins("seat"), seat=lambda scene: seat_name(scene["seat"])),
    "row-unused": claim(_wins("unused")),
    "row-left": claim(_wins("left"), seat=lambda scene: seat_name(scene["seat"])),
    "place-left": claim(_two_seats(0)),
    "place-right": claim(_two_seats(1)),
    "place": claim(_is_one_of_many, number=lambda scene: scene["seat"] + 1),
    "note-cards": claim(
        lambda scene: _counts_cards(scene) and has_fit(scene) and criterion_of(scene) not in ("highest", "sum"),
        count=selection_size,
        amount="count",
    ),
    "equals": claim(
        lambda scene: has_fit(scene) and (criterion_of(scene) == "sum" or not _counts_cards(scene)),
        left=_note_terms,
        right=_note_total,
    ),
    "note-none": claim(lambda scene: not has_fit(scene) and bool(scene["contest"].palettes[scene["seat"]])),
    "note-out": claim(lambda scene: not scene["contest"].palettes[scene["seat"]]),
}


def _rule_part(rule: Callable[[RedScene], str]) -> Callable[[RedScene], Part]:
    return lambda scene: part(f"rule-{criterion_of(scene, rule(scene))}")


def rule_claims() -> dict[str, Claim]:
    claims = {}
    for name in ("highest", "same-number", "same-colour", "sum", "different-colours", "run", "even", "odd"):
        values: dict[str, Any] = {"of": figure_of} if name == "sum" else {}
        claims[f"rule-{name}"] = claim(_under(name), **values)
    for name in ("below", "above"):
        claims[f"rule-{name}"] = claim(_under(name), of=figure_of)
    return claims


def _under(criterion: str) -> Callable[[RedScene], bool]:
    return lambda scene: scene.kind in ("winner", "round_score") and criterion_of(scene) == criterion


def does_action(name: str) -> Callable[[RedScene], bool]:
    return lambda scene: scene.position["move"][0] == name


def colour_at(*path: str | int) -> Callable[[RedScene], Text]:
    return lambda scene: colour_name(scene, position_at(*path)(scene))


def reached(scene: RedScene) -> bool:
    return bool(scene.out["points"][scene.position["winner"]] >= goal(scene))


def goal(scene: RedScene) -> int:
    return int(scene.settings.goals[len(scene.out["points"]) - scene.settings.players[0]])


_CHECKS = (
    *("discard", "discard-wins", "play", "play-overtakes", "pass", "pass-plays", "same-colour", "same-colour-other"),
    *("draw", "draw-none", "several", "tie", "strongest-card", "nobody-fits"),
)


def _taught_in(lesson: str) -> Callable[[RedScene], bool]:
    return lambda scene: scene.lesson == lesson


def _taught(lesson: str) -> Claim:
    return claim(_taught_in(lesson))


HEADINGS: dict[str, Claim] = {
    "heading-equal-sets": _taught("equal-sets"),
    **{f"heading-of-check-{check}": _taught(f"check-{check}") for check in _CHECKS},
    **{
        f"heading-of-{lesson}": claim(_taught_in(lesson), seat=lambda scene: seat_name(scene.position["me"]))
        for lesson in RUNNING
    },
    "heading-opening": claim(lambda scene: scene.kind == "opening"),
    "heading-score": claim(
        lambda scene: scene.kind == "round_score", rule=_rule_part(lambda scene: str(scene.position["rule"]))
    ),
    "heading-next-round": claim(lambda scene: not scene.out["over"]),
    "heading-goal": claim(reached, goal=goal),
    "heading-undealt": claim(lambda scene: bool(scene.out["over"]) and not reached(scene)),
    # Earlier kits have an example of palettes that do not fit.
    "heading-nobody-fits": claim(
        lambda scene: scene.out["winner"] is None and scene["contest"].nothing_fits, colour=colour_at("rule")
    ),
    "heading-tie": claim(lambda scene: scene.out["winner"] is None and not scene["contest"].nothing_fits),
    # Earlier kits name what is done in a check.
    "heading-play": claim(does_action("play"), rule=colour_at("rule")),
    "heading-pass": claim(does_action("pass"), rule=colour_at("rule")),
    "heading-rule": claim(does_action("rule"), rule=colour_at("rule"), new=colour_at("move", 2, 0)),
    "heading-both": claim(does_action("both"), rule=colour_at("rule"), new=colour_at("move", 2, 0)),
}
