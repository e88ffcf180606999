"""Questions that a whole game raises: at each step, and at its end, a play is compared with the oracle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from random import Random
from typing import Any, Generic, TypeAlias, TypeVar

from pnp.games.core.answer import Answer, Position
from pnp.games.core.playing.states import seat_count
from pnp.records import dataclass

RulesT = TypeVar("RulesT")
StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")

Ask: TypeAlias = Callable[[str, Position], Answer]
"""Question to the oracle, ``ask(kind, position)``. Cards of the position may stand as they are: they are written in
their JSON form. It may raise PositionError, which a game need not catch."""

Settled: TypeAlias = tuple[str, Any]
"""Name of something in a game, and the value that it must have by the answers of the oracle.

The name is ``"legal"`` (True if the action is allowed), a field of the next state, a part of such a field by its index
(``"hands.0"``), ``"results"`` or ``"winners"``. Values have the form that the play gives them.
"""

LEGAL, RESULTS, WINNERS = "legal", "results", "winners"


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeGame(Generic[RulesT, StateT, ActionT]):
    """Questions of a whole game, asked at every step of it.

    ``step(ask, rules, state, action)`` asks about an action of the seat to act, which may be one that is not allowed,
    and yields what the answers settle: first ``"legal"``, then the values of the next state. An oracle that refuses the
    position, such as one with a card that is not in the hand, does not allow the action. ``end(ask, rules, state)``
    asks about a game that is over and yields its ``"results"``, and its ``"winners"`` if those are not the seats with
    the highest result. ``begin(ask, rules, state)`` asks about the first state and yields what is settled of it, such
    as the seat that begins. ``unasked`` names each field of the state that changes and that no answer settles, with the
    reason. ``choose(random, rules, state, legal)`` chooses as a player with a plan, in a game that random actions
    hardly ever bring to a result; ``prove`` then plays every other game by it. ``replays`` says that the play takes the
    steps itself, with the oracle's answers (``replay.py``).
    """

    step: Callable[[Ask, RulesT, StateT, ActionT], Iterable[Settled]]
    end: Callable[[Ask, RulesT, StateT], Iterable[Settled]]
    begin: Callable[[Ask, RulesT, StateT], Iterable[Settled]] | None = None
    unasked: Mapping[str, str] = field(default_factory=dict)
    choose: Callable[[Random, RulesT, StateT, Sequence[ActionT]], ActionT] | None = None
    replays: bool = False


def first_seat_begins(ask: Ask, rules: Any, state: Any) -> Iterator[Settled]:
    """Settle that seat 0 acts first: the ``begin`` of most games."""
    yield "turn", 0


def won_by(kind: str, position: Callable[[StateT], Position]) -> Callable[[Ask, Any, StateT], Iterator[Settled]]:
    """Return the ``end`` of a game whose winners are those of a question: 1 for each of its ``winners``, 0 for others.

    ``position`` makes the question's position of the last state.
    """

    def end(ask: Ask, rules: Any, state: StateT) -> Iterator[Settled]:
        winners = ask(kind, position(state))["winners"]
        yield "results", tuple(int(seat in winners) for seat in range(seat_count(state)))

    return end


class Some:
    """Value that is settled by a condition only, such as the cards of a shuffled stock in any order.

    It is equal to every value that meets the condition. ``text`` says what is expected, for messages.
    """

    def __init__(self, text: str, meets: Callable[[Any], bool]) -> None:
        self.text, self.meets = text, meets

    def __eq__(self, other: object) -> bool:
        return self.meets(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return self.text


def in_any_order(things: Iterable[Any]) -> Some:
    """Return the value that every order of ``things`` equals."""
    expected = sorted(things)
    return Some(f"in any order {expected!r}", lambda value: sorted(value) == expected)
