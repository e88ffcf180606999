"""The shape of a playable game: the same words for every game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from pnp.games.core.score import Violation

RulesT = TypeVar("RulesT", contravariant=True)  # noqa: PLC0105 - the other three have no variance to name
StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")
DealT = TypeVar("DealT")


class NotationError(ValueError):
    """A line that is no card, state or action. The message carries the line and says what was expected."""


class HasPlayers(Protocol):
    """Rules that say how many may play."""

    @property
    def players(self) -> tuple[int, int]:
        """The fewest and the most."""


def seats_of(rules: HasPlayers) -> range:
    """The numbers of players that the rules allow."""
    return range(rules.players[0], rules.players[1] + 1)


class Play(Protocol[RulesT, StateT, ActionT, DealT]):
    """A game from deal to result. States and deals are frozen and hashable; no method changes its arguments."""

    def seats(self, rules: RulesT) -> Sequence[int]:
        """The numbers of players that the rules allow."""
        ...

    def deal(self, rules: RulesT, players: int, seed: int) -> DealT:
        """A deal as an explicit value, the same for the same seed."""
        ...

    def initial_state(self, rules: RulesT, deal: DealT) -> StateT:
        """The state before the first action."""
        ...

    def current_player(self, state: StateT) -> int | None:
        """The seat to act, or None when the game is over."""
        ...

    def legal_actions(self, rules: RulesT, state: StateT) -> tuple[ActionT, ...]:
        """Every action without a violation, sorted; none when the game is over."""
        ...

    def conceivable_actions(self, rules: RulesT, state: StateT) -> tuple[ActionT, ...]:
        """The legal actions and the illegal ones that a person at the table might try."""
        ...

    def violation(self, rules: RulesT, state: StateT, action: ActionT) -> Violation | None:
        """Why ``action`` is not allowed here, or None when it is."""
        ...

    def apply(self, rules: RulesT, state: StateT, action: ActionT) -> StateT:
        """The state after a legal action. Raises ValueError, with the violation and the state, on any other."""
        ...

    def is_terminal(self, state: StateT) -> bool:
        """Whether the game is over."""
        ...

    def returns(self, rules: RulesT, state: StateT) -> tuple[int, ...]:
        """The result per seat of a terminal state: points, or 1 for a winner and 0 for the others."""
        ...

    def cards(self, state: StateT) -> tuple[object, ...]:
        """Every card of the state, wherever it lies, sorted: the same at every moment of a game."""
        ...

    def format_action(self, action: ActionT) -> str:
        """One line that ``parse_action`` reads back."""
        ...

    def parse_action(self, rules: RulesT, line: str) -> ActionT:
        """The action of a line. Raises NotationError."""
        ...

    def format_state(self, state: StateT) -> str:
        """One line that ``parse_state`` reads back."""
        ...

    def parse_state(self, rules: RulesT, line: str) -> StateT:
        """The state of a line. Raises NotationError."""
        ...
