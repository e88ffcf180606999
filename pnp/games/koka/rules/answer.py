"""Door of koka: every kind of question, answered by the given rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from pnp.games.core.answer import Answer, Door, PositionError
from pnp.games.core.schema import BY_SEAT, PLAYERS, SEAT, Size, kinds
from pnp.games.core.score import verdict_on
from pnp.games.koka.rules.dice import HAND, Dice, Die, Partition, group_as_json
from pnp.games.koka.rules.positions import (
    CompleteHand,
    Hand,
    Hands,
    HandsBefore,
    Kept,
    MoveOfSeat,
    Moves,
    Trays,
    check_dice,
    table_of,
)
from pnp.games.koka.rules.record import Rules, totals
from pnp.games.koka.rules.scoring import best, is_set, round_result, scored_partitions, waits
from pnp.games.koka.rules.turn import TrayAfter, judge, tray_after
from pnp.games.koka.settings import KokaSettings
from pnp.model.constraints import Ge

Players = Annotated[int, PLAYERS]
Seat = Annotated[int, SEAT]
Points = Annotated[int, Ge(0)]


def _setup(rules: Rules, players: Players) -> Answer:
    return {
        "dice_per_round": rules.per_round[players],
        "start_dice_each": HAND,
        "left_in_bag_after_start": sum(rules.dice.values()) - players * HAND,
    }


def _is_set(rules: Rules, dice: Dice) -> Answer:
    if len(dice) not in (3, 6):
        raise PositionError(f"'dice' must hold 3 or 6 dice, not {len(dice)}")
    check_dice(rules, dice)
    return {"is_set": is_set(rules, dice), "size": len(dice)}


def _score(rules: Rules, dice: CompleteHand) -> Answer:
    check_dice(rules, dice)
    hand_score = best(rules, dice)
    if hand_score is None:
        return {"complete": False, "score": None, "sets": None}
    sets = None if hand_score.sets is None else _sets_as_json(hand_score.sets)
    return {"complete": True, "score": hand_score.score.total, "sets": sets}


def _partitions(rules: Rules, dice: CompleteHand) -> Answer:
    check_dice(rules, dice)
    return {
        "partitions": [
            {"sets": _sets_as_json(sets), "score": points} for sets, points in scored_partitions(rules, dice)
        ]
    }


def _waits(rules: Rules, dice: Hand) -> Answer:
    check_dice(rules, dice)
    return {"waits": _dice_as_json(die for die, _ in waits(rules, dice))}


def _waits_scored(rules: Rules, dice: Hand) -> Answer:
    check_dice(rules, dice)
    waiting = waits(rules, dice)
    highest = max((points for _, points in waiting), default=0)
    return {
        "waits": [[die.as_json(), points] for die, points in waiting],
        "best": _dice_as_json(die for die, points in waiting if points == highest),
    }


def _turn(rules: Rules, hand: Hand, kept: Kept, tray: Dice, discards: Dice, move: MoveOfSeat) -> Answer:
    outcome = judge(rules, table_of(rules, hand, kept, tray, discards), move)
    return {
        **verdict_on(outcome.violation),
        "hand": _dice_as_json(outcome.hand),
        "kept": _dice_as_json(outcome.kept),
        "complete": outcome.complete,
    }


def _tray(rules: Rules, hand: Hand, kept: Kept, tray: Dice, discards: Dice, move: MoveOfSeat) -> Answer:
    after = tray_after(rules, table_of(rules, hand, kept, tray, discards), move)
    return {"lies": _dice_as_json(after.lies), "rolls": [die.colour for die in after.rolls]}


def _round(rules: Rules, hands: Hands, start: Seat) -> Answer:
    check_dice(rules, *hands)
    outcome = round_result(rules, hands, start)
    return {
        "over": bool(outcome.completers),
        "turns": list(outcome.turns),
        "completers": list(outcome.completers),
        "scores": list(outcome.scores),
    }


def _whole_round(rules: Rules, hands: HandsBefore, start: Seat, trays: Trays, moves: Moves) -> Answer:
    check_dice(rules, *hands, trays[0])
    hands_after, violations, complete = list(hands), [], []
    after = TrayAfter(trays[0], ())
    for step, (tray, move) in enumerate(zip(trays, moves, strict=True)):
        seat = (start + step) % len(hands)
        table = table_of(rules, hands[seat], (), tray, ())
        outcome, after = judge(rules, table, move), tray_after(rules, table, move)
        hands_after[seat] = outcome.hand
        violations.append(None if outcome.violation is None else outcome.violation.code)
        complete.append(outcome.complete)
    result = round_result(rules, hands_after, start)
    return {
        "violations": violations,
        "complete": complete,
        "hands": [_dice_as_json(hand) for hand in hands_after],
        "left": len(after.lies) + len(after.rolls),
        "over": bool(result.completers),
        "completers": list(result.completers),
        "scores": list(result.scores),
    }


def _match(
    rules: Rules, scores: Annotated[tuple[Annotated[tuple[Points, ...], BY_SEAT], ...], Size(1, "games")]
) -> Answer:
    return {"totals": totals(scores), "best": list(rules.winners(scores))}


def _drawer(rules: Rules, players: Players, start: Seat, round: Annotated[int, Ge(0)]) -> Answer:
    return {"drawer": rules.drawer(start, round, players)}


def _dice_as_json(dice: Iterable[Die]) -> list[Any]:
    return [die.as_json() for die in dice]


def _sets_as_json(sets: Partition) -> list[Any]:
    return [group_as_json(group) for group in sets]


answer = Door[KokaSettings, Rules](
    kinds(
        *(_setup, _is_set, _score, _partitions, _waits, _waits_scored, _turn, _tray, _round, _whole_round),
        *(_match, _drawer),
    )
)
