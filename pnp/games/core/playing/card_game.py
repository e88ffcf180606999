"""Base class of card games: its deal is the first state, and its notation follows from the types of its state."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from functools import cache
from random import Random
from typing import Any, TypeVar, cast

from pnp.games.core.dealing import shuffle
from pnp.games.core.defaults.rules import RulesOf
from pnp.games.core.defaults.winners import winners
from pnp.games.core.places import clockwise
from pnp.games.core.playing.notation import Notation
from pnp.games.core.playing.states import action_notation, cards_of, seat_count, state_notation
from pnp.games.core.playing.turn_game import NONE, Choice, Moment, TurnGame, types_of_game
from pnp.games.core.score import Violation, refused

RulesT = TypeVar("RulesT", bound="RulesOf[Any, Any]")
StateT = TypeVar("StateT", bound=Moment)
ActionT = TypeVar("ActionT", bound=Choice)


class CardGame(TurnGame[RulesT, StateT, ActionT, StateT]):
    """Game of cards, ``CardGame[Rules, State, Action]``: the shuffled deck is dealt, and seats act in turn.

    A game gives ``first_state``, ``choices`` and ``after``; ``against`` where a rule forbids a choice, ``in_turn`` and
    ``points`` or else ``winners``, ``slips`` and ``fault`` where there is more to say. Its rules decide by questions
    (``rules.ask``, ``rules.forbids``), which the proof puts to the oracle. State and action are named tuples, read and
    written by their types. A result is 1 for a winner, and 0 for the others.
    """

    @abstractmethod
    def first_state(self, rules: RulesT, players: int, cards: tuple[Any, ...]) -> StateT:
        """Return the state after the deal. ``cards`` is the shuffled deck."""

    def winners(self, rules: RulesT, state: StateT) -> tuple[int, ...]:
        """Return the seats that win a game that is over: by default the question ``winners`` of
        ``core.defaults.winners`` about the ``points``."""
        points = self.points(rules, state)
        if not points or not hasattr(rules, "winners"):
            raise TypeError(f"{type(self).__name__} says winners(), or points() for a decision `winners` of its rules")
        return tuple(rules.ask(winners, points)["winners"])

    def against(self, rules: RulesT, state: StateT, seat: int, action: ActionT) -> Violation | None:
        """Return the rule that forbids one of the ``choices`` of a seat; None if it is allowed. By default all are."""
        return None

    def refusal(self, rules: RulesT, state: StateT, seat: int, action: ActionT) -> Violation | None:
        """Return why an action is not allowed, None if it is: ``no-action`` if it is not among the ``choices``, else
        the rule that is ``against`` it."""
        if action not in set(self.choices(rules, state, seat)):
            return refused(NONE)
        return self.against(rules, state, seat, action)

    def allowed(self, rules: RulesT, state: StateT, seat: int) -> Iterable[ActionT]:
        """Return the choices that are not refused."""
        if type(self).refusal is not CardGame.refusal:
            return super().allowed(rules, state, seat)
        choices = self.choices(rules, state, seat)
        return (action for action in choices if self.against(rules, state, seat, action) is None)

    def in_turn(self, rules: RulesT, state: StateT) -> Iterable[int] | None:
        """Return the seats that still take turns, none when the game is over. By default None: ``fault`` and ``after``
        say whose turn it is."""
        return None

    def turn_passed(self, rules: RulesT, state: StateT) -> StateT:
        """Return the state with another seat to act: the next one clockwise that is ``in_turn``. If none is, the game
        is over, and ``turn`` is None."""
        seat = -1 if state.turn is None else state.turn
        order = clockwise(seat, self.in_turn(rules, state) or ())
        passed: StateT = cast(Any, state)._replace(turn=order[0] if order else None)
        return passed

    def turn_fault(self, rules: RulesT, state: StateT) -> str | None:
        """Return why it cannot be the turn of the seat that is to act, by the seats ``in_turn``; None if it can."""
        seats = self.in_turn(rules, state)
        if seats is None:
            return None
        listed = sorted(seats)
        if state.turn is None and listed:
            return f"a seat is to act, one of {', '.join(map(str, listed))}"
        return f"seat {state.turn} takes no turns" if state.turn is not None and state.turn not in listed else None

    def fault(self, rules: RulesT, state: StateT) -> str | None:
        """Return why no game comes to ``state``, beyond wrong seats and wrong cards; None if one does."""
        return None

    @property
    def states(self) -> Notation[RulesT, StateT]:
        """Notation of states, by their type."""
        return _state_notation(self)

    @property
    def actions(self) -> Notation[RulesT, ActionT]:
        """Notation of actions, by their type."""
        return _action_notation(self)

    def cards(self, state: StateT) -> tuple[object, ...]:
        """Return every card of the state, sorted."""
        return cards_of(state)

    def dealt(self, rules: RulesT, players: int, seed: int) -> StateT:
        """Return the first state with the deck shuffled by ``seed``."""
        cards = [card for card, copies in rules.deck.items() for _ in range(copies)]
        shuffle(cards, Random(seed))  # noqa: S311 - a deal that can be repeated, no secret
        return self.first_state(rules, players, tuple(cards))

    def initial_state(self, rules: RulesT, deal: StateT) -> StateT:
        """Return the deal."""
        return deal

    def results(self, rules: RulesT, state: StateT) -> tuple[int, ...]:
        """Return 1 for each winner, and 0 for the others."""
        winners = self.winners(rules, state)
        return tuple(int(seat in winners) for seat in range(self.players_of(state)))

    def players_of(self, state: StateT) -> int:
        """Return the number of players: that of the lists with an item for each seat."""
        return seat_count(state)


@cache
def _state_notation(game: CardGame[Any, Any, Any]) -> Notation[Any, Any]:
    return state_notation(
        types_of_game(type(game))[1], lambda rules, state: game.turn_fault(rules, state) or game.fault(rules, state)
    )


@cache
def _action_notation(game: CardGame[Any, Any, Any]) -> Notation[Any, Any]:
    return action_notation(types_of_game(type(game))[2])
