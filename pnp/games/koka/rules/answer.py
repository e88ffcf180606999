"""Door of koka: every kind of question, answered by the given rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pnp.games.core.answer import Answer, Door, Position
from pnp.games.core.reading import read, read_players, read_scores, read_seat, read_whole
from pnp.games.core.score import verdict_on
from pnp.games.koka.rules.dice import COMPLETE, HAND, Die, Partition, group_as_json
from pnp.games.koka.rules.positions import read_hand, read_hands, read_move, read_set, read_table
from pnp.games.koka.rules.record import Rules, totals
from pnp.games.koka.rules.scoring import best, is_set, round_result, scored_partitions, waits
from pnp.games.koka.rules.turn import judge, tray_after
from pnp.games.koka.settings import KokaSettings


def _setup(rules: Rules, position: Position) -> Answer:
    players = read_players(rules, position)
    return {
        "dice_per_round": rules.per_round[players],
        "start_dice_each": HAND,
        "left_in_bag_after_start": sum(rules.dice.values()) - players * HAND,
    }


def _is_set(rules: Rules, position: Position) -> Answer:
    dice = read_set(rules, position)
    return {"is_set": is_set(rules, dice), "size": len(dice)}


def _score(rules: Rules, position: Position) -> Answer:
    hand_score = best(rules, read_hand(rules, position, "dice", COMPLETE))
    if hand_score is None:
        return {"complete": False, "score": None, "sets": None}
    sets = None if hand_score.sets is None else _sets_as_json(hand_score.sets)
    return {"complete": True, "score": hand_score.score.total, "sets": sets}


def _partitions(rules: Rules, position: Position) -> Answer:
    ranked = scored_partitions(rules, read_hand(rules, position, "dice", COMPLETE))
    return {"partitions": [{"sets": _sets_as_json(sets), "score": points} for sets, points in ranked]}


def _waits(rules: Rules, position: Position) -> Answer:
    waiting = waits(rules, read_hand(rules, position, "dice", HAND))
    return {"waits": _dice_as_json(die for die, _ in waiting)}


def _waits_scored(rules: Rules, position: Position) -> Answer:
    waiting = waits(rules, read_hand(rules, position, "dice", HAND))
    highest = max((points for _, points in waiting), default=0)
    return {
        "waits": [[die.as_json(), points] for die, points in waiting],
        "best": _dice_as_json(die for die, points in waiting if points == highest),
    }


def _turn(rules: Rules, position: Position) -> Answer:
    table = read_table(rules, position)
    outcome = judge(rules, table, read_move(rules, position, table))
    return {
        **verdict_on(outcome.violation),
        "hand": _dice_as_json(outcome.hand),
        "kept": _dice_as_json(outcome.kept),
        "complete": outcome.complete,
    }


def _tray(rules: Rules, position: Position) -> Answer:
    table = read_table(rules, position)
    tray = tray_after(rules, table, read_move(rules, position, table))
    return {"lies": _dice_as_json(tray.lies), "rolls": [die.colour for die in tray.rolls]}


def _round(rules: Rules, position: Position) -> Answer:
    hands = read_hands(rules, position)
    outcome = round_result(rules, hands, read_seat(position, "start", len(hands)))
    return {
        "over": bool(outcome.completers),
        "turns": list(outcome.turns),
        "completers": list(outcome.completers),
        "scores": list(outcome.scores),
    }


def _match(rules: Rules, position: Position) -> Answer:
    rows = read_scores(rules, position, "scores", rules.games)
    return {"totals": totals(rows), "best": list(rules.winners(rows))}


def _drawer(rules: Rules, position: Position) -> Answer:
    players = read_players(rules, position)
    return {
        "drawer": rules.drawer(
            read_seat(position, "start", players), read_whole(read(position, "round"), "'round'"), players
        )
    }


def _dice_as_json(dice: Iterable[Die]) -> list[Any]:
    return [die.as_json() for die in dice]


def _sets_as_json(sets: Partition) -> list[Any]:
    return [group_as_json(group) for group in sets]


answer = Door[KokaSettings, Rules](
    {
        "setup": _setup,
        "is_set": _is_set,
        "score": _score,
        "partitions": _partitions,
        "waits": _waits,
        "waits_scored": _waits_scored,
        "turn": _turn,
        "tray": _tray,
        "round": _round,
        "match": _match,
        "drawer": _drawer,
    }
)
