"""Base class of card games: its deal is the first state, and its notation follows from the types of its state."""

from __future__ import annotations

from abc import abstractmethod
from functools import cache
from random import Random
from typing import Any, TypeVar

from pnp.games.core.dealing import shuffle
from pnp.games.core.defaults.rules import RulesOf
from pnp.games.core.playing.notation import Notation
from pnp.games.core.playing.states import action_notation, cards_of, seat_count, state_notation
from pnp.games.core.playing.turn_game import Choice, Moment, TurnGame, types_of_game

RulesT = TypeVar("RulesT", bound="RulesOf[Any, Any]")
StateT = TypeVar("StateT", bound=Moment)
ActionT = TypeVar("ActionT", bound=Choice)


class CardGame(TurnGame[RulesT, StateT, ActionT, StateT]):
    """Game of cards, ``CardGame[Rules, State, Action]``: the shuffled deck is dealt, and seats act in turn.

    A game gives ``first_state``, ``choices``, ``refusal``, ``after`` and ``winners``; ``slips`` and ``fault`` where
    there is more to say. State and action are named tuples, read and written by their types. A result is 1 for a
    winner, and 0 for the others.
    """

    @abstractmethod
    def first_state(self, rules: RulesT, players: int, cards: tuple[Any, ...]) -> StateT:
        """Return the state after the deal. ``cards`` is the shuffled deck."""

    @abstractmethod
    def winners(self, rules: RulesT, state: StateT) -> tuple[int, ...]:
        """Return the seats that win a game that is over."""

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
    return state_notation(types_of_game(type(game))[1], game.fault)


@cache
def _action_notation(game: CardGame[Any, Any, Any]) -> Notation[Any, Any]:
    return action_notation(types_of_game(type(game))[2])
