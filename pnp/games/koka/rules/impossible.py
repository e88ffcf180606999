"""Positions of koka that can be answered, and that no game reaches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from pnp.games.core.answer import Position
from pnp.games.koka.rules.decisions import rules_of
from pnp.games.koka.rules.dice import HAND, Dice, Die
from pnp.games.koka.rules.positions import read_moves
from pnp.games.koka.rules.record import ROUNDS
from pnp.games.koka.rules.turn import Table, tray_after
from pnp.games.koka.settings import KokaSettings


def impossible(settings: KokaSettings, kind: str, position: Position) -> str | None:
    """Return the reason why no game reaches a position that can be answered, in a sentence; None if one can."""
    if kind in ("turn", "tray"):
        return _turn(settings, position)
    if kind == "whole_round":
        return _whole_round(settings, position)
    if kind == "match":
        return _match(settings, position)
    if kind == "drawer" and position["round"] >= ROUNDS:
        return f"a game has at most {ROUNDS} rounds, from 0, not a round {position['round']}"
    return None


def _turn(settings: KokaSettings, position: Position) -> str | None:
    """Return why no number of players leaves these dice to a seat, the tray and the discards, or why no seat gives back
    as many."""
    move = position["move"]
    if move[0] == "reroll" and len(move[4]) > HAND + len(move[3]):
        return f"a seat with {HAND + len(move[3])} dice does not give back {len(move[4])}"
    tray = len(position["tray"])
    seen = tray + sum(len(position[key]) for key in ("hand", "kept", "discards"))
    dice = sum(colour.dice for colour in settings.colours)
    if any(tray <= entry.dice and seen + (entry.players - 1) * HAND <= dice for entry in settings.per_round):
        return None
    return f"no number of players has {tray} dice in the tray, and {seen} beside the hands of the others"


def _whole_round(settings: KokaSettings, position: Position) -> str | None:
    """Return why the trays of a round are not those that its turns leave."""
    rules, trays = rules_of(settings), [_dice(tray) for tray in position["trays"]]
    players = len(trays)
    if len(trays[0]) != rules.per_round[players]:
        return f"{players} players roll {rules.per_round[players]} dice each round, not {len(trays[0])}"
    moves = read_moves(rules, position["moves"], position)
    for step in range(players - 1):
        hand = _dice(position["hands"][(position["start"] + step) % players])
        after = tray_after(rules, Table(hand, (), trays[step], ()), moves[step])
        rolled = Counter(trays[step + 1]) - Counter(after.lies)
        if sorted(die.colour for die in rolled.elements()) != sorted(die.colour for die in after.rolls) or (
            len(trays[step + 1]) != len(after.lies) + len(after.rolls)
        ):
            return f"turn {step + 2} finds another tray than turn {step + 1} leaves"
    return None


def _dice(raw: Iterable[Sequence[Any]]) -> Dice:
    return tuple(Die(colour, value) for colour, value in raw)


def _match(settings: KokaSettings, position: Position) -> str | None:
    sets = settings.sets
    # A set of six beside equal sets of three scores no more than the better of these two.
    most = max(16 * sets.three, 2 * sets.six, *(hand.points for hand in settings.special_hands))
    highest = max(score for row in position["scores"] for score in row)
    return f"a game scores at most {most} points, not {highest}" if highest > most else None
