"""A match of koka from the first deal to the last game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

from pnp.games.core.score import Violation
from pnp.games.koka.play.course import begun, ended_turn, exchanged, kept, picked, rerolled, taken
from pnp.games.koka.play.reachable import parse_state
from pnp.games.koka.play.state import Action, Deal, Do, State, all_dice, format_action, format_state, parse_action
from pnp.games.koka.rules.dice import Dice, Die
from pnp.games.koka.rules.record import Rules, seats_of, totals
from pnp.games.koka.rules.turn import (
    REROLLED,
    discards_violation,
    givable,
    give_violation,
    reroll_violation,
    tray_violation,
)
from pnp.model.text import phrase

_PHASE_OF = {"take": "trade", "reroll": "trade", "keep": "trade", "pick": "pick", "exchange": "exchange"}


class KokaPlay:
    """The Play of koka: all games of a match. It returns the totals; seats that share the highest share the win."""

    def seats(self, rules: Rules) -> Sequence[int]:
        """The numbers of players that the rules allow."""
        return seats_of(rules)

    def deal(self, rules: Rules, players: int, seed: int) -> Deal:
        """The first start player, and what decides every draw and roll, by ``seed``.

        A game ends after ``ROUNDS`` rounds at the latest; ``deal._replace(rounds=…)`` sets another bound. Raises
        ValueError when the rules do not allow that number of players.
        """
        if players not in self.seats(rules):
            raise ValueError(f"{players} players: the rules allow {rules.players[0]} to {rules.players[1]}")
        start = Random(seed).randrange(players)  # noqa: S311 - a deal that can be repeated, no secret
        return Deal(players, start, seed)

    def initial_state(self, rules: Rules, deal: Deal) -> State:
        """The state after everyone has drawn and rolled, with the first dice in the tray."""
        return begun(rules, deal)

    def current_player(self, state: State) -> int | None:
        """The seat to act, or None when the match is over."""
        return state.turn

    def legal_actions(self, rules: Rules, state: State) -> tuple[Action, ...]:
        """Every action without a violation, sorted; none when the match is over."""
        return tuple(sorted(set(_legal(rules, state))))

    def conceivable_actions(self, rules: Rules, state: State) -> tuple[Action, ...]:
        """The legal ones, and what a person might try: a die that lies elsewhere, too much or too little given back,
        an action at the wrong moment."""
        return tuple(sorted({*_legal(rules, state), *_slips(rules, state)}))

    def violation(self, rules: Rules, state: State, action: Action) -> Violation | None:
        """Why ``action`` is not allowed here, or None when it is."""
        if state.turn is None:
            return Violation("game-over", phrase("violation-game-over"))
        if _PHASE_OF[action.do] != state.phase:
            code = {"pick": "pick-first", "exchange": "exchange-first", "trade": "trade-first"}[state.phase]
            return Violation(code, phrase(f"violation-{code}"))
        hand, above = state.hands[state.turn], state.kept[state.turn]
        if action.do in ("take", "reroll", "keep"):
            found = tray_violation(rules, state.tray, action.dice)
        elif action.do == "pick":
            found = reroll_violation(rules, state.rolled, action.dice)
        else:
            found = discards_violation(rules, state.discards, action.dice[0])
        if found is not None or action.do in ("reroll", "keep"):
            return found
        return give_violation(rules, hand, above, action.dice, action.given)

    def apply(self, rules: Rules, state: State, action: Action) -> State:
        """The state after a legal action. Raises ValueError, with the violation and the state, on any other."""
        violation = self.violation(rules, state, action)
        if violation is not None:
            raise ValueError(f"{format_action(action)}: {violation.code} in {format_state(state)}")
        if action.do == "reroll":
            return rerolled(state, action.dice)
        if action.do == "keep":
            after = kept(rules, state, action.dice[0])
            return after if after.phase == "exchange" else ended_turn(rules, after)
        step = {"take": taken, "pick": picked, "exchange": exchanged}[action.do]
        return ended_turn(rules, step(state, action.dice, action.given))

    def is_terminal(self, state: State) -> bool:
        """Whether the match is over."""
        return state.turn is None

    def returns(self, rules: Rules, state: State) -> tuple[int, ...]:
        """The total of every seat over all games of a match that is over."""
        if state.turn is not None:
            raise ValueError(f"the match is not over: {format_state(state)}")
        return tuple(totals(state.scores))

    def cards(self, state: State) -> tuple[object, ...]:
        """The colour of every die, sorted: the faces change, the dice do not."""
        return all_dice(state)

    def format_action(self, action: Action) -> str:
        """One line that ``parse_action`` reads back."""
        return format_action(action)

    def parse_action(self, rules: Rules, line: str) -> Action:
        """The action of a line. Raises NotationError."""
        return parse_action(rules, line)

    def format_state(self, state: State) -> str:
        """One line that ``parse_state`` reads back."""
        return format_state(state)

    def parse_state(self, rules: Rules, line: str) -> State:
        """The state of a line. Raises NotationError."""
        return parse_state(rules, line)


def drawer_of(rules: Rules, state: State) -> int:
    """The seat that has drawn and rolled the dice of this round."""
    return rules.drawer(state.start, state.round, state.seats)


def _legal(rules: Rules, state: State) -> Iterator[Action]:
    if state.turn is None:
        return
    hand, above = state.hands[state.turn], state.kept[state.turn]

    def traded(do: Do, dice: Dice) -> Iterator[Action]:
        return (Action(do, dice, given) for given in givable(rules, hand, above, dice))

    if state.phase == "pick":
        for count in range(REROLLED + 1):
            if rules.takes(count):
                for dice in combinations(state.rolled, count):
                    yield from traded("pick", dice)
    elif state.phase == "exchange":
        for die in rules.faces.values():
            if rules.obtainable(state.discards, die):
                yield from traded("exchange", (die,))
    else:
        for die in state.tray:
            yield from traded("take", (die,))
            yield Action("keep", (die,))
        for dice in combinations(state.tray, REROLLED):
            yield Action("reroll", dice)


def _slips(rules: Rules, state: State) -> Iterator[Action]:
    """Actions that are mostly wrong. Some may happen to be right."""
    seat = 0 if state.turn is None else state.turn
    hand, rival = state.hands[seat], state.hands[(seat + 1) % state.seats]
    lying = (*state.rolled, *state.tray, *state.discards, *hand)[0]
    elsewhere = _die_outside(rules, state.rolled if state.phase == "pick" else state.tray)
    yield from (Action("take", (lying,)), Action("keep", (lying,)), Action("pick", ()), Action("exchange", (lying,)))
    yield Action("reroll", tuple(sorted((lying, elsewhere))))
    yield from (Action("take", (elsewhere,), hand[:1]), Action("keep", (elsewhere,)))
    yield from (
        Action("pick", (elsewhere,), hand[:1]),
        Action("exchange", (_die_outside(rules, state.discards),), hand[:1]),
    )
    for given in (hand[:2], (rival[0],), (_die_outside(rules, (*hand, lying)),)):
        yield Action("take", (lying,), given)
        yield Action("pick", state.rolled, given)
        yield Action("exchange", (lying,), given)


def _die_outside(rules: Rules, dice: Dice) -> Die:
    """A die that is not among ``dice``: of a colour that is not there, where there is one."""
    missing = [die for die in rules.faces.values() if die not in dice]
    colours = {die.colour for die in dice}
    return next((die for die in missing if die.colour not in colours), missing[0] if missing else dice[0])
