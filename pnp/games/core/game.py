"""A game in turns, of which its author writes only what is its own; the guards and the order of lists are here."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Generic,
    Literal,
    Protocol,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from pnp.games.core.notation import Notation
from pnp.games.core.places import Sortable
from pnp.games.core.play import HasPlayers, seats_of
from pnp.games.core.score import Violation, refused

# Whether a value has the shape that a type says: what a program hands in may be anything, whatever types promise.

Check: TypeAlias = Callable[[object], bool]


def has_shape(value: object, shape: Any) -> bool:
    """Whether ``value`` is what the type ``shape`` says, and each of its fields and items what theirs say.

    Looked at are classes, dataclasses and named tuples, tuples, literals, and unions; of any other type only what it is
    called by. A truth value is no whole number.

    >>> has_shape((1, 2), tuple[int, ...]), has_shape((1, None), tuple[int, ...]), has_shape("no", Literal["yes"])
    (True, False, False)
    """
    return shape_check(shape)(value)


def shape_check(shape: Any) -> Check:
    """The same as a function of the value, for a shape that many values are held to: the type is taken apart once."""
    kind, of = get_origin(shape), get_args(shape)
    if kind is Annotated:
        return shape_check(of[0])
    if kind in (Union, UnionType):
        return _any_of(tuple(map(shape_check, of)))
    if kind is tuple:
        return _items(shape_check(of[0])) if of[1:] == (...,) else _places(tuple(map(shape_check, of)))
    if kind is Literal:
        return _literal(of)
    if shape in (None, NoneType):
        return _literal((None,))
    return _called(shape if isinstance(shape, type) else kind)


def _any_of(checks: tuple[Check, ...]) -> Check:
    return lambda value: any(check(value) for check in checks)


def _literal(of: tuple[Any, ...]) -> Check:
    kinds, known = {type(one) for one in of}, {(type(one), one) for one in of}
    return lambda value: type(value) in kinds and (type(value), value) in known


def _items(check: Check) -> Check:
    def fit(value: object) -> bool:
        if not isinstance(value, tuple):
            return False
        for item in value:  # noqa: SIM110 - asked of every action of every game
            if not check(item):
                return False
        return True

    return fit


def _places(checks: tuple[Check, ...]) -> Check:
    def fit(value: object) -> bool:
        return (
            isinstance(value, tuple)
            and len(value) == len(checks)
            and all(check(item) for check, item in zip(checks, value, strict=True))
        )

    return fit


def _called(kind: Any) -> Check:
    """Whether a value is of a class, and so are its fields; what is no class says nothing."""
    if kind is int:
        return lambda value: type(value) is int
    if kind in (object, Any) or not isinstance(kind, type):
        return lambda value: True
    if not is_dataclass(kind) and not hasattr(kind, "_fields"):
        return lambda value: isinstance(value, kind)

    def fit(value: object) -> bool:
        if not isinstance(value, kind):
            return False
        for name, check in _fields(kind):  # noqa: SIM110 - as above
            if not check(getattr(value, name)):
                return False
        return True

    return fit


@cache
def _fields(kind: type[Any]) -> tuple[tuple[str, Check], ...]:
    """The fields of a dataclass or a named tuple with what each is held to, made when a first value is looked at: a
    class may have itself in a field."""
    names = getattr(kind, "_fields", None) or tuple(getattr(kind, "__dataclass_fields__", ()))
    hints = get_type_hints(kind, include_extras=True)
    return tuple((name, shape_check(hints[name])) for name in names if name in hints)


class Moment(Protocol):
    """A state: it says who is to act, and which cards there are."""

    @property
    def turn(self) -> int | None:
        """The seat to act, or None when the game is over."""

    @property
    def cards(self) -> tuple[object, ...]:
        """Every card, wherever it lies, sorted: the same at every moment of a game."""


class Choice(Sortable, Protocol):
    """An action: it can be sorted, and stand in a set."""

    def __hash__(self) -> int: ...


RulesT = TypeVar("RulesT", bound=HasPlayers)
StateT = TypeVar("StateT", bound=Moment)
ActionT = TypeVar("ActionT", bound=Choice)
DealT = TypeVar("DealT")


NONE = "no-action"
"""The code of a violation by what is no action of the game."""


class TurnGame(ABC, Generic[RulesT, StateT, ActionT, DealT]):
    """A ``Play`` (``core/play.py``) of a game in which one seat acts after another.

    A game gives ``states`` and ``actions`` (how they are written), ``dealt``, ``initial_state``, ``choices``,
    ``refusal``, ``after`` and ``results``, and ``slips`` where a person might try more than ``choices``.
    From these follow: a legal action is one of the choices that is not refused, and each stands in the list once, in
    order; ``apply`` takes no other; nobody acts, and nothing is legal, in a game that is over.
    """

    whole = "game"
    """What is over at the end: a game, or a round."""

    _last: tuple[Any, Any, tuple[Any, ...]] = (None, None, ())
    """The rules and the state for which legal actions were last listed, and these: ``apply`` need not look at one of
    them again."""

    @property
    @abstractmethod
    def states(self) -> Notation[RulesT, StateT]:
        """How a state is written: ``states = STATES`` in the class."""

    @property
    @abstractmethod
    def actions(self) -> Notation[RulesT, ActionT]:
        """How an action is written: ``actions = ACTIONS`` in the class."""

    @abstractmethod
    def dealt(self, rules: RulesT, players: int, seed: int) -> DealT:
        """A deal for a number of players that the rules allow, the same for the same seed."""

    @abstractmethod
    def initial_state(self, rules: RulesT, deal: DealT) -> StateT:
        """The state before the first action."""

    @abstractmethod
    def choices(self, rules: RulesT, state: StateT, seat: int) -> Iterable[ActionT]:
        """What ``seat``, which is to act, can do with what it has: every legal action is among them."""

    def slips(self, rules: RulesT, state: StateT, seat: int | None) -> Iterable[ActionT]:
        """What a person might try beyond that, most of it wrong; without a seat, when the game is over, one action or
        more, any of which is refused then: unless a game says otherwise, what the first seat had to choose from."""
        return () if seat is not None else self.choices(rules, state, 0)

    @abstractmethod
    def refusal(self, rules: RulesT, state: StateT, seat: int, action: ActionT) -> Violation | None:
        """Why ``seat``, which is to act, may not do ``action``, or None when it may."""

    @abstractmethod
    def after(self, rules: RulesT, state: StateT, seat: int, action: ActionT) -> StateT:
        """The state after a legal ``action`` of ``seat``."""

    @abstractmethod
    def results(self, rules: RulesT, state: StateT) -> tuple[int, ...]:
        """The result per seat of a game that is over: points, or 1 for a winner and 0 for the others."""

    def seats(self, rules: RulesT) -> Sequence[int]:
        """The numbers of players that the rules allow."""
        return seats_of(rules)

    def deal(self, rules: RulesT, players: int, seed: int) -> DealT:
        """A deal as an explicit value, the same for the same seed. Raises ValueError for a number of players that the
        rules do not allow."""
        if players not in self.seats(rules):
            raise ValueError(f"{players} players: the rules allow {rules.players[0]} to {rules.players[1]}")
        return self.dealt(rules, players, seed)

    def cards(self, state: StateT) -> tuple[object, ...]:
        """Every card of the state, wherever it lies, sorted: the same at every moment of a game."""
        return state.cards

    def current_player(self, state: StateT) -> int | None:
        """The seat to act, or None when the game is over."""
        return state.turn

    def is_terminal(self, state: StateT) -> bool:
        """Whether the game is over."""
        return self.current_player(state) is None

    def legal_actions(self, rules: RulesT, state: StateT) -> tuple[ActionT, ...]:
        """Every action without a violation, sorted; none when the game is over."""
        seat = self.current_player(state)
        found = () if seat is None else self.listed(rules, state, seat)
        # Not by assignment: a game may be a frozen dataclass.
        object.__setattr__(self, "_last", (rules, state, found))
        return found

    def listed(self, rules: RulesT, state: StateT, seat: int) -> tuple[ActionT, ...]:
        """What is allowed, sorted, each once. A game that finds it in this order may say so, to save time."""
        return tuple(sorted(set(self.allowed(rules, state, seat))))

    def allowed(self, rules: RulesT, state: StateT, seat: int) -> Iterable[ActionT]:
        """The choices that are not refused. A game that chooses among legal ones only may say so, to save time."""
        return (
            action for action in self.choices(rules, state, seat) if self.refusal(rules, state, seat, action) is None
        )

    def conceivable_actions(self, rules: RulesT, state: StateT) -> tuple[ActionT, ...]:
        """The legal actions and the illegal ones that a person at the table might try, sorted."""
        seat = self.current_player(state)
        choices = () if seat is None else self.choices(rules, state, seat)
        return tuple(sorted({*choices, *self.slips(rules, state, seat)}))

    def violation(self, rules: RulesT, state: StateT, action: ActionT) -> Violation | None:
        """Why ``action`` is not allowed here, or None when it is. What is no action of the game at all, such as one
        with None for a card, is ``no-action``."""
        seat = self.current_player(state)
        if seat is None:
            return refused(f"{self.whole}-over")
        return self.refusal(rules, state, seat, action) if _is_action_of(type(self))(action) else refused(NONE)

    def apply(self, rules: RulesT, state: StateT, action: ActionT) -> StateT:
        """The state after a legal action. Raises ValueError, with the violation and the state, on any other."""
        seat = self.current_player(state)
        violation = None if self._has_just_listed(rules, state, action) else self.violation(rules, state, action)
        if violation is not None or seat is None:
            code = f"{self.whole}-over" if violation is None else violation.code
            told = repr(action) if code == NONE else self.format_action(action)
            raise ValueError(f"{told}: {code} in {self.format_state(state)}")
        return self.after(rules, state, seat, action)

    def _has_just_listed(self, rules: RulesT, state: StateT, action: ActionT) -> bool:
        """Whether ``action`` is one of those, the very same, that were last listed for this very state."""
        for_rules, for_state, listed = self._last
        # One that is merely equal may be of another shape, True for 1.
        return for_rules is rules and for_state is state and id(action) in map(id, listed)

    def returns(self, rules: RulesT, state: StateT) -> tuple[int, ...]:
        """The result per seat of a game that is over. Raises ValueError before."""
        self.expect_over(state)
        return self.results(rules, state)

    def expect_over(self, state: StateT) -> None:
        """Raises ValueError, with the state, while a seat is to act."""
        if not self.is_terminal(state):
            raise ValueError(f"the {self.whole} is not over: {self.format_state(state)}")

    def format_action(self, action: ActionT) -> str:
        """One line that ``parse_action`` reads back."""
        return self.actions.format(action)

    def parse_action(self, rules: RulesT, line: str) -> ActionT:
        """The action of a line. Raises NotationError."""
        return self.actions.parse(rules, line)

    def format_state(self, state: StateT) -> str:
        """One line that ``parse_state`` reads back."""
        return self.states.format(state)

    def parse_state(self, rules: RulesT, line: str) -> StateT:
        """The state of a line. Raises NotationError, also for states that no game can come to."""
        return self.states.parse(rules, line)


@cache
def _is_action_of(game: type[Any]) -> Check:
    """Whether something has the type of a game's actions, as its class names it: ``TurnGame[Rules, State, Action,
    Deal]``."""
    bases = (base for kind in game.__mro__ for base in getattr(kind, "__orig_bases__", ()))
    return shape_check(next((get_args(base)[2] for base in bases if get_origin(base) is TurnGame), Any))
