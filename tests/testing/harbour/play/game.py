"""Harbour from deal to result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from harbour.rules.record import Rules
from pnp.games.core.playing.play import NotationError
from pnp.games.core.playing.seen import Hidden, Memory, redrawn, seen_fields
from pnp.games.core.score import Violation
from pnp.model.text import phrase


class State(NamedTuple):
    """Hands, ships at sea, whose turn it is, who let the last ship out."""

    hands: tuple[tuple[int, ...], ...]
    sea: tuple[int, ...] = ()
    turn: int | None = 0
    last: int = 0


HIDDEN = Hidden(from_others=("hands",))


class HarbourPlay:
    """A seat lets a ship out, or pulls up its anchor (0), which ends the game."""

    def seats(self, rules: Rules) -> Sequence[int]:
        return (2,)

    def deal(self, rules: Rules, players: int, seed: int) -> tuple[tuple[int, ...], ...]:
        ships = [*rules.numbers, *rules.numbers]
        Random(seed).shuffle(ships)
        return tuple(tuple(sorted(ships[seat * rules.hand : (seat + 1) * rules.hand])) for seat in range(players))

    def seen(self, state: State, seat: int) -> Mapping[str, object]:
        return seen_fields(state, seat, HIDDEN)

    def remember(self, rules: Rules, memory: Memory, seat: int, before: State, action: int, after: State) -> Memory:
        return memory

    def redraw(self, rules: Rules, state: State, seat: int, memory: Memory, random: Random) -> State:
        return redrawn(state, seat, HIDDEN, memory, random)

    def put_out(self, rules: Rules, before: State, seat: int, after: State) -> bool:
        return False

    def was_cut_off(self, rules: Rules, state: State) -> bool:
        return False

    def hand(self, state: State, seat: int) -> tuple[int, ...]:
        return state.hands[seat]

    def titles(self, rules: Rules, action: int) -> tuple[str, ...]:
        return ("sail" if action else "anchor",)

    def dealt_anew(self, before: State, after: State) -> bool:
        return False

    def ends_round(self, before: State, after: State) -> bool:
        return False

    def points(self, rules: Rules, state: State) -> Sequence[int]:
        return ()

    def worth(self, rules: Rules, state: State) -> Sequence[float]:
        return [len(hand) for hand in state.hands]

    def initial_state(self, rules: Rules, deal: tuple[tuple[int, ...], ...]) -> State:
        return State(deal)

    def current_player(self, state: State) -> int | None:
        return state.turn

    def legal_actions(self, rules: Rules, state: State) -> tuple[int, ...]:
        return tuple(ship for ship in self.conceivable_actions(rules, state) if not self.violation(rules, state, ship))

    def conceivable_actions(self, rules: Rules, state: State) -> tuple[int, ...]:
        return (0, *sorted(set(rules.numbers)))

    def violation(self, rules: Rules, state: State, action: int) -> Violation | None:
        if state.turn is None:
            return Violation("over", phrase("violation-over"))
        if action == 0:
            return None
        if action not in state.hands[state.turn]:
            return Violation("not-in-hand", phrase("violation-not-in-hand"))
        if state.sea and not rules.may_leave(state.sea[-1], action):
            return Violation("too-small", phrase("violation-too-small"))
        return None

    def apply(self, rules: Rules, state: State, action: int) -> State:
        violation = self.violation(rules, state, action)
        if violation is not None or state.turn is None:
            raise ValueError(f"{action}: {'over' if violation is None else violation.code}")
        if action == 0:
            return state._replace(turn=None)
        hands = list(state.hands)
        left = list(hands[state.turn])
        left.remove(action)
        hands[state.turn] = tuple(left)
        return State(tuple(hands), (*state.sea, action), 1 - state.turn, state.turn)

    def is_terminal(self, state: State) -> bool:
        return state.turn is None

    def returns(self, rules: Rules, state: State) -> tuple[int, ...]:
        if state.turn is not None:
            raise ValueError("the game is not over")
        return tuple(int(seat == state.last) for seat in range(2))

    def winners(self, rules: Rules, state: State) -> tuple[int, ...]:
        return tuple(seat for seat, result in enumerate(self.returns(rules, state)) if result)

    def cards(self, state: State) -> tuple[object, ...]:
        return tuple(sorted([*state.sea, *(ship for hand in state.hands for ship in hand)]))

    def format_action(self, action: int) -> str:
        return f"ship {action}" if action else "anchor"

    def parse_action(self, rules: Rules, line: str) -> int:
        by_line = {self.format_action(ship): ship for ship in (0, *rules.numbers)}
        if line not in by_line:
            raise NotationError(f"{line!r} is no action")
        return by_line[line]

    def format_state(self, state: State) -> str:
        places = [",".join(map(str, place)) for place in (*state.hands, state.sea)]
        return f"{'|'.join(places)} turn={'-' if state.turn is None else state.turn} last={state.last}"

    def parse_state(self, rules: Rules, line: str) -> State:
        try:
            ships, turn, last = line.split(" ")
            first, second, sea = (tuple(int(ship) for ship in part.split(",") if ship) for part in ships.split("|"))
            state = State((first, second), sea, None if turn == "turn=-" else int(turn[5:]), int(last[5:]))
        except ValueError as error:
            raise NotationError(f"{line!r} is no state") from error
        if len(self.cards(state)) != 2 * rules.hand or not {state.turn, state.last} <= {None, 0, 1}:
            raise NotationError(f"{line!r} has other ships, or a third seat")
        return state
