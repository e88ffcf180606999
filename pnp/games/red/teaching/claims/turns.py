"""Claims of the verdicts of rule checks: whether a turn is allowed, and why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pnp.games.core.claims import Claim, Part, answered, claim, part, position_at
from pnp.games.core.wording import seat_name
from pnp.games.red.teaching.claims.contest import RUNNING, RedScene, card_name, contest_of, read_card
from pnp.games.red.teaching.claims.reasons import reason_part
from pnp.games.red.teaching.claims.rows import colour_at, does_action, rival_number


def _allowed(scene: RedScene) -> bool:
    return scene.kind == "may_move" and scene.out["verdict"] == "allowed"


def _may_draw(scene: RedScene) -> bool:
    """Tell whether a card was discarded, and the game draws cards for it."""
    return scene.position["move"][2] is not None and scene.settings.draw != "never"


def _allowed_drawing(scene: RedScene) -> bool:
    return _allowed(scene) and _may_draw(scene)


def _same_colour(scene: RedScene, *, may_draw: bool = True) -> bool:
    discarded = scene.position["move"][2]
    same = discarded is not None and discarded[0] == scene.position["rule"]
    return _allowed(scene) and same and _may_draw(scene) == may_draw


def _all_stay(scene: RedScene) -> bool:
    """Tell whether a lone play wins, and every seat stays in."""
    palettes = scene.position["palettes"]
    return _allowed(scene) and scene.out["still_in"] == [seat for seat, cards in enumerate(palettes) if cards]


def _why(whose: str) -> Callable[[RedScene], Part]:
    """Return the reason of a verdict; after a discard under its colour."""

    def expected(scene: RedScene) -> Part:
        keys = reason_part(whose).keys
        return part("reason-under", *keys, whose=whose)

    return expected


def _discards_alone(scene: RedScene) -> bool:
    """Tell whether a card was discarded that does not win, and none was played."""
    return bool(scene.position["move"][0] == "rule" and scene.out["violation"] == "discard-must-win")


def _play_instead(verdict: str) -> Callable[[RedScene], bool]:
    def says(scene: RedScene) -> bool:
        position = {**scene.position, "move": ["play", scene.position["move"][2], None]}
        return _discards_alone(scene) and bool(scene.ask("may_move", position)["verdict"] == verdict)

    return says


def _discarded_card(scene: RedScene) -> Part:
    return card_name(read_card(scene.position["move"][2]))


def _draws(rule: str, *, some: bool) -> Callable[[RedScene], bool]:
    """Return the condition that a card is drawn, or none, and that the rule of drawing says so."""

    def says(scene: RedScene) -> bool:
        discards = scene.position["move"][2] is not None
        return discards and scene.settings.draw == rule and bool(scene.out["draws"]) == some

    return says


def _palette_after(scene: RedScene) -> int:
    return len(scene["contest"].palettes[scene.position["me"]])


def _beats_one_of_two(scene: RedScene) -> bool:
    """Tell whether a play puts its seat out that beats one of two rivals, and the other is winning."""
    contest, seats = scene["contest"], len(scene.position["palettes"])
    goes_out = scene.out["verdict"] == "out" and scene.position["move"][0] != "pass"
    return goes_out and seats == 3 and contest.winner is not None and len(_beaten(scene)) == 1


def _beaten(scene: RedScene) -> list[int]:
    """Return the rivals that the acting seat would beat if the others were out."""
    contest, me = scene["contest"], scene.position["me"]
    rivals = [seat for seat, palette in enumerate(contest.palettes) if palette and seat != me]
    alone = {
        rival: [palette if seat in (me, rival) else () for seat, palette in enumerate(contest.palettes)]
        for rival in rivals
    }
    return [rival for rival in rivals if contest_of(scene, alone[rival], contest.rule).winner == me]


def _passes(verdict: str, *, leading: bool = False) -> Callable[[RedScene], bool]:
    """Return the condition that a seat does nothing with this verdict, and, if ``leading``, was winning before."""

    def says(scene: RedScene) -> bool:
        passes = scene.out["verdict"] == verdict and scene.position["move"][0] == "pass"
        return passes and (not leading or scene["contest"].winner == scene.position["me"])

    return says


def _turn(verdict: str, *, discards: bool, draws: bool = False) -> Callable[[RedScene], bool]:
    """Return the condition that a turn of the running example goes so."""

    def says(scene: RedScene) -> bool:
        out, discarded = scene.out, scene.position["move"][2]
        goes_so = out["verdict"] == verdict and (discarded is not None) == discards and bool(out["draws"]) == draws
        return scene.lesson in RUNNING and goes_so

    return says


def _turn_values(**more: Any) -> dict[str, Any]:
    """Return the values of a sentence about a turn of the running example."""
    return {
        "seat": lambda scene: seat_name(scene.position["me"]),
        "played": lambda scene: card_name(read_card(scene.position["move"][1])),
        **more,
    }


def _lost(scene: RedScene) -> bool:
    """Tell whether a seat shows its whole hand in a turn that puts it out, and would go out by any other."""
    position, settings = scene.position, scene.settings
    hand, me, seats = position["hand"], position["me"], len(position["palettes"])
    is_whole = me == 2 % seats and len(hand) == settings.hand - (seats == 2)
    pairs = [(card, other) for index, card in enumerate(hand) for other in (*hand[:index], *hand[index + 1 :])]
    moves = [["play", card, None] for card in hand] + [["rule", None, card] for card in hand]
    moves += [["both", card, other] for card, other in pairs]
    if not (_turn("out", discards=False)(scene) and is_whole):
        return False
    return all(scene.ask("may_move", {**position, "move": move})["verdict"] != "allowed" for move in moves)


def _leader_before(scene: RedScene) -> str:
    before = contest_of(scene, scene.position["palettes"], scene.position["rule"])
    return "" if before.winner is None else seat_name(before.winner)


def _why_out(scene: RedScene) -> Part:
    return part(*reason_part(None).keys, whose=None, loser=scene.position["me"])


def _why_winning(scene: RedScene) -> Part:
    return reason_part(None)


_BOTH_VALUES = _turn_values(
    discarded=_discarded_card, leader=_leader_before, colour=colour_at("move", 2, 0), reason=_why_winning
)
_PLAY_VALUES = _turn_values(leader=_leader_before, reason=_why_winning)
_BOTH_JA = "seat played discarded colour leader reason"
_DRAWING = part("drawing-both", "drawing-none", "drawing-none-instead", "drawing-over", "drawing-not-over")
_DISCARDED_NUMBER = position_at("move", 2, 1)
TURNS: dict[str, Claim] = {
    "verdict-allowed": claim(lambda scene: _allowed(scene) and not _may_draw(scene), reason=_why("yours")),
    "verdict-allowed-drawing": claim(_allowed_drawing, reason=_why("yours"), drawing=_DRAWING),
    "verdict-all-stay": claim(_all_stay, reason=_why("yours")),
    "verdict-same-colour": claim(
        lambda scene: _same_colour(scene, may_draw=False), reason=_why("yours"), colour=colour_at("rule")
    ),
    "verdict-same-colour-drawing": claim(
        _same_colour, reason=_why("yours"), colour=colour_at("rule"), drawing=_DRAWING
    ),
    "verdict-out": claim(
        lambda scene: scene.out["verdict"] == "out" and not _beats_one_of_two(scene),
        reason=lambda scene: part("reason-pass", *reason_part("rivals").keys, whose="rivals"),
    ),
    "verdict-out-beaten": claim(
        _beats_one_of_two,
        beaten=lambda scene: rival_number(scene, _beaten(scene)[0]),
        number=lambda scene: rival_number(scene, scene["contest"].winner),
        reason=lambda scene: reason_part("rivals"),
    ),
    "verdict-not-allowed": claim(
        answered(verdict="not-allowed"),
        # Earlier kits say so of a pass, too, as they do of one that puts its seat out.
        reason=part("violation-no-pass", "violation-same-colour-discard", "reason-under", whose="rivals"),
    ),
    # Earlier kits say as well what the card does where it is played instead.
    "verdict-not-allowed-discard-out": claim(
        _play_instead("out"),
        ja="reason card",
        reason=part("reason-under", whose="rivals"),
        card=_discarded_card,
        rule=colour_at("rule"),
    ),
    "verdict-not-allowed-discard-wins": claim(
        _play_instead("allowed"), reason=part("reason-under", whose="rivals"), card=_discarded_card
    ),
    "verdict-no-pass": claim(_passes("not-allowed")),
    "verdict-no-pass-leading": claim(_passes("not-allowed", leading=True)),
    "verdict-pass-out": claim(_passes("out")),
    "verdict-pass-out-leading": claim(_passes("out", leading=True)),
    "verdict-turn-play": claim(_turn("allowed", discards=False), **_PLAY_VALUES),
    "verdict-turn-both": claim(_turn("allowed", discards=True), ja=_BOTH_JA, **_BOTH_VALUES),
    "verdict-turn-both-draws": claim(_turn("allowed", discards=True, draws=True), ja=_BOTH_JA, **_BOTH_VALUES),
    "verdict-turn-both-draws-over": claim(
        lambda scene: _turn("allowed", discards=True, draws=True)(scene) and _draws("over-palette", some=True)(scene),
        ja=f"{_BOTH_JA} number count",
        **_BOTH_VALUES,
        number=_DISCARDED_NUMBER,
        count=_palette_after,
    ),
    "verdict-turn-out": claim(_turn("out", discards=False), **_turn_values(leader=_leader_before, reason=_why_out)),
    "verdict-turn-lost": claim(_lost, **_turn_values(reason=_why_out)),
    "violation-no-pass": claim(answered(violation="no-pass")),
    "violation-same-colour-discard": claim(answered(violation="same-colour-discard"), colour=colour_at("rule")),
    "drawing-both": claim(lambda scene: _draws("both", some=True)(scene) and does_action("both")(scene)),
    "drawing-none": claim(lambda scene: _draws("both", some=False)(scene) and does_action("rule")(scene)),
    "drawing-none-instead": claim(
        lambda scene: (
            _draws("both", some=False)(scene) and does_action("rule")(scene) and scene.lesson == "check-draw-none"
        )
    ),
    "drawing-over": claim(_draws("over-palette", some=True), number=_DISCARDED_NUMBER, count=_palette_after),
    "drawing-not-over": claim(_draws("over-palette", some=False), number=_DISCARDED_NUMBER, count=_palette_after),
}
