"""Protocol of a playable game, the same for every game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Protocol, TypeVar

from pnp.games.core.playing.in_words import CardInWords
from pnp.games.core.playing.seen import Memory
from pnp.games.core.score import Violation

RulesT = TypeVar("RulesT", contravariant=True)  # noqa: PLC0105 - the other three have no variance to name
StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")
DealT = TypeVar("DealT")


class NotationError(ValueError):
    """A line is no card, state or action. The message carries the line and says what was expected."""


class HasPlayers(Protocol):
    """Rules with a range of players."""

    @property
    def players(self) -> tuple[int, int]:
        """Fewest and most players."""


def seats_of(rules: HasPlayers) -> range:
    """Return the numbers of players that the rules allow."""
    return range(rules.players[0], rules.players[1] + 1)


class Play(Protocol[RulesT, StateT, ActionT, DealT]):
    """Game from deal to result. States and deals are frozen and hashable; no method changes its arguments."""

    def seats(self, rules: RulesT) -> Sequence[int]:
        """Return the numbers of players that the rules allow."""
        ...

    def deal(self, rules: RulesT, players: int, seed: int) -> DealT:
        """Return a deal as an explicit value, the same for the same seed."""
        ...

    def initial_state(self, rules: RulesT, deal: DealT) -> StateT:
        """Return the state before the first action."""
        ...

    def current_player(self, state: StateT) -> int | None:
        """Return the seat to act, or None when the game is over."""
        ...

    def legal_actions(self, rules: RulesT, state: StateT) -> tuple[ActionT, ...]:
        """Return every action without a violation, sorted; none when the game is over."""
        ...

    def conceivable_actions(self, rules: RulesT, state: StateT) -> tuple[ActionT, ...]:
        """Return the legal actions and the illegal ones that a person at the table might try."""
        ...

    def violation(self, rules: RulesT, state: StateT, action: ActionT) -> Violation | None:
        """Return the violation by ``action``, or None if it is legal."""
        ...

    def apply(self, rules: RulesT, state: StateT, action: ActionT) -> StateT:
        """Return the state after a legal action. Raises ValueError, with the violation and the state, for any other."""
        ...

    def is_terminal(self, state: StateT) -> bool:
        """Return True if the game is over."""
        ...

    def returns(self, rules: RulesT, state: StateT) -> tuple[int, ...]:
        """Return the result per seat of a terminal state: points, or 1 for a winner and 0 for the others."""
        ...

    def winners(self, rules: RulesT, state: StateT) -> tuple[int, ...]:
        """Return the seats that win a terminal state, several if they share the win."""
        ...

    def still_in(self, state: StateT) -> Sequence[int]:
        """Return the seats that have not been put out of the game."""
        ...

    def put_out(self, rules: RulesT, before: StateT, seat: int, after: StateT) -> bool:
        """Tell whether an action of a seat put it out, of the game or of a round that ended with it."""
        ...

    def stays_in(self, rules: RulesT, state: StateT, seat: int, action: ActionT) -> bool | None:
        """Tell whether a legal action leaves its seat in the game, or wins it; None if ``apply`` is to show it."""
        ...

    def was_cut_off(self, rules: RulesT, state: StateT) -> bool:
        """Tell whether a game that is over was ended by a bound that no rule has, so that its result says nothing."""
        ...

    def seen(self, state: StateT, seat: int) -> Mapping[str, object]:
        """Return the fields of a state as a seat sees them. Cards that lie face down for it are counted."""
        ...

    def remember(
        self, rules: RulesT, memory: Memory, seat: int, before: StateT, action: ActionT, after: StateT
    ) -> Memory:
        """Return what a seat remembers after an action of any seat, which changed the state ``before``."""
        ...

    def redraw(self, rules: RulesT, state: StateT, seat: int, memory: Memory, random: Random) -> StateT:
        """Return a state that looks the same to a seat, with other cards where it does not see or remember them."""
        ...

    def hand(self, state: StateT, seat: int) -> tuple[object, ...]:
        """Return the cards that a seat alone sees."""
        ...

    def titles(self, rules: RulesT, action: ActionT) -> tuple[str, ...]:
        """Return what an action is counted as in a playtest, in ids without blanks."""
        ...

    def dealt_anew(self, before: StateT, after: StateT) -> bool:
        """Tell whether all cards were dealt anew between two states."""
        ...

    def ends_round(self, before: StateT, after: StateT) -> bool:
        """Tell whether a round ended between two states of a game that went on."""
        ...

    def ends_turn(self, before: StateT, after: StateT) -> bool:
        """Tell whether the turn of a player ended between two states of a game that went on."""
        ...

    def actions_in_words(self, rules: RulesT) -> Mapping[str, str]:
        """Return what one does at the table, in English, by the title that counts it."""
        ...

    def cards_in_words(self, rules: RulesT) -> Mapping[str, CardInWords]:
        """Return what the kit calls each card, in English, by the line of the card."""
        ...

    def points(self, rules: RulesT, state: StateT) -> Sequence[int]:
        """Return the points of each seat so far, also at the end; none in a game without points."""
        ...

    def scored(self, rules: RulesT, before: StateT, action: ActionT, after: StateT) -> Iterable[tuple[int, str, int]]:
        """Return which seats get points by an action, for what, in English, and how many."""
        ...

    def worth(self, rules: RulesT, state: StateT) -> Sequence[float]:
        """Return how well each seat stands in a game that is not over, as far as the game knows: more is better."""
        ...

    def cards(self, state: StateT) -> tuple[object, ...]:
        """Return every card of the state, wherever it lies, sorted: the same at every moment of a game."""
        ...

    def format_action(self, action: ActionT) -> str:
        """Write a line that ``parse_action`` reads back."""
        ...

    def parse_action(self, rules: RulesT, line: str) -> ActionT:
        """Return the action of a line. Raises NotationError."""
        ...

    def format_state(self, state: StateT) -> str:
        """Write a line that ``parse_state`` reads back."""
        ...

    def parse_state(self, rules: RulesT, line: str) -> StateT:
        """Return the state of a line. Raises NotationError."""
        ...
