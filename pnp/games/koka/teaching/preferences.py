"""Preferences of a teacher of koka: dice are taken and given back for a reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from pnp.games.core.answer import Answer, Position
from pnp.games.core.lesson import Preference
from pnp.games.koka.rules.decisions import rules_of
from pnp.games.koka.rules.dice import Dice
from pnp.games.koka.rules.positions import read_move
from pnp.games.koka.rules.scoring import holds_complete
from pnp.games.koka.rules.turn import Move, Take
from pnp.games.koka.settings import KokaSettings
from pnp.games.koka.teaching.proposals import dice_of, least_useful, loose, makes_a_set

_Wish: TypeAlias = Callable[[Dice, Dice, Move], bool]
"""Quality of a hand, the dice of the tray, and a move that does not complete the hand."""


def preferences(settings: KokaSettings) -> tuple[Preference, ...]:
    """Return the preferences: no completing die is overlooked, a die taken makes a set, no set is given up, and the
    least useful die goes back."""
    rules = rules_of(settings)

    def nothing_completes(hand: Dice, tray: Dice, move: Move) -> bool:
        return not any(holds_complete(rules, (*hand, die)) for die in tray)

    def takes_a_useful_die(hand: Dice, tray: Dice, move: Move) -> bool:
        return not isinstance(move, Take) or makes_a_set(rules, hand, move.die)

    def gives_a_loose_die(hand: Dice, tray: Dice, move: Move) -> bool:
        return set(move.given) <= set(loose(rules, hand))

    def gives_the_least_useful(hand: Dice, tray: Dice, move: Move) -> bool:
        return not isinstance(move, Take) or set(move.given) <= set(least_useful(rules, (*hand, move.die)))

    def wish(name: str, met: _Wish, *excepted: str) -> Preference:
        def is_met(position: Position, out: Answer) -> bool:
            move = read_move(rules, position["move"], position)
            hand, tray = dice_of(position["hand"]), dice_of(position["tray"])
            return out["violation"] is not None or bool(out["complete"]) or met(hand, tray, move)

        return Preference(name, ("turn",), is_met, excepted)

    return (
        wish("no-completing-die-overlooked", nothing_completes, "check-keep"),
        wish("taken-die-makes-a-set", takes_a_useful_die),
        wish("no-set-given-up", gives_a_loose_die),
        wish("least-useful-die-given", gives_the_least_useful),
    )
