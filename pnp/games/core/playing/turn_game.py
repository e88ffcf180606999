"""Base class for games in turns. It has the guards and the order of lists, and a game adds its own rules."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import is_dataclass
from functools import cache
from random import Random
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
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from pnp.games.core.places import Sortable
from pnp.games.core.playing.in_words import CardInWords, by_its_fields, cards_by_line
from pnp.games.core.playing.notation import Notation
from pnp.games.core.playing.play import HasPlayers, seats_of
from pnp.games.core.playing.seen import Hidden, Memory, all_piles, redrawn, remembered, seen_fields
from pnp.games.core.playing.states import sorted_fields
from pnp.games.core.score import Violation, refused, seats_with_most

# Shapes of values: a program may hand in a value that breaks the declared types.

Check: TypeAlias = Callable[[object], bool]


def has_shape(value: object, shape: Any) -> bool:
    """Return True if ``value`` is of the type ``shape``, and so are its fields and items of theirs.

    Classes, dataclasses and named tuples, tuples, literals, and unions are checked; of any other type only its origin.
    A truth value is no whole number.

    >>> has_shape((1, 2), tuple[int, ...]), has_shape((1, None), tuple[int, ...]), has_shape("no", Literal["yes"])
    (True, False, False)
    """
    return shape_check(shape)(value)


def shape_check(shape: Any) -> Check:
    """Return ``has_shape`` as a function of the value, for a shape that checks many values: the type is analysed
    once."""
    kind, arguments = get_origin(shape), get_args(shape)
    if kind is Annotated:
        return shape_check(arguments[0])
    if kind in (Union, UnionType):
        return _union_check(tuple(map(shape_check, arguments)))
    if kind is tuple:
        return (
            _items_check(shape_check(arguments[0]))
            if arguments[1:] == (...,)
            else _tuple_check(tuple(map(shape_check, arguments)))
        )
    if kind is Literal:
        return _literal_check(arguments)
    if shape in (None, NoneType):
        return _literal_check((None,))
    return _instance_check(shape if isinstance(shape, type) else kind)


def _union_check(checks: tuple[Check, ...]) -> Check:
    return lambda value: any(check(value) for check in checks)


def _literal_check(literals: tuple[Any, ...]) -> Check:
    types, known = {type(literal) for literal in literals}, {(type(literal), literal) for literal in literals}
    return lambda value: type(value) in types and (type(value), value) in known


def _items_check(check: Check) -> Check:
    def has_type(value: object) -> bool:
        if not isinstance(value, tuple):
            return False
        for item in value:  # noqa: SIM110 - called for every action of every game
            if not check(item):
                return False
        return True

    return has_type


def _tuple_check(checks: tuple[Check, ...]) -> Check:
    def has_type(value: object) -> bool:
        return (
            isinstance(value, tuple)
            and len(value) == len(checks)
            and all(check(item) for check, item in zip(checks, value, strict=True))
        )

    return has_type


def _instance_check(kind: Any) -> Check:
    """Return a check that a value is of a class, and so are its fields. A shape that is no class allows every value."""
    if kind is int:
        return lambda value: type(value) is int
    if kind in (object, Any) or not isinstance(kind, type):
        return lambda value: True
    if not is_dataclass(kind) and not hasattr(kind, "_fields"):
        return lambda value: isinstance(value, kind)

    def has_type(value: object) -> bool:
        if not isinstance(value, kind):
            return False
        for name, check in _field_checks(kind):  # noqa: SIM110 - as above
            if not check(getattr(value, name)):
                return False
        return True

    return has_type


@cache
def _field_checks(kind: type[Any]) -> tuple[tuple[str, Check], ...]:
    """Return the fields of a dataclass or a named tuple with the check of each.

    They are made when the first value is checked, since a class may have itself in a field.
    """
    names = getattr(kind, "_fields", None) or tuple(getattr(kind, "__dataclass_fields__", ()))
    hints = get_type_hints(kind, include_extras=True)
    return tuple((name, shape_check(hints[name])) for name in names if name in hints)


class Moment(Protocol):
    """State of a game: it has the seat to act."""

    @property
    def turn(self) -> int | None:
        """Seat to act, or None when the game is over."""


class Choice(Sortable, Protocol):
    """Action: it is sortable and hashable."""

    def __hash__(self) -> int: ...


RulesT = TypeVar("RulesT", bound=HasPlayers)
StateT = TypeVar("StateT", bound=Moment)
ActionT = TypeVar("ActionT", bound=Choice)
DealT = TypeVar("DealT")


EVERY_SEAT = range(100)
"""More seats than any game has."""
NONE = "no-action"
"""The code of the violation by something that is no action of the game."""


def listed_in_order(actions: Iterable[ActionT]) -> tuple[ActionT, ...]:
    """Return actions sorted, each once. A part that is missing, None, comes before all others."""
    distinct = set(actions)
    try:
        return tuple(sorted(distinct))
    except TypeError:
        return tuple(sorted(distinct, key=_missing_first))


def _missing_first(action: Any) -> Any:
    return tuple((part is not None, part) for part in action) if isinstance(action, tuple) else (True, action)


class TurnGame(ABC, Generic[RulesT, StateT, ActionT, DealT]):
    """``Play`` (``play.py``) of a game in which one seat acts after another.

    A game gives ``states`` and ``actions`` (their notation), ``dealt``, ``initial_state``, ``choices``, ``refusal``,
    ``after`` and ``results``, and ``slips`` if a person might try more than ``choices``. From these follow: a legal
    action is one of the choices that is not refused, and each stands in the list once, in order; ``apply`` takes no
    other; in a game that is over no seat acts, and nothing is legal.
    """

    whole = "game"
    """The word for what is over at the end: a game, or a round."""

    hidden = Hidden()
    """Fields of a state that not every seat sees: none by default."""

    _last: tuple[Any, Any, int | None, tuple[Any, ...]] = (None, None, None, ())
    """The rules, the state and the seat of the last list of legal actions, and that list: ``apply`` need not check its
    actions again."""

    @property
    @abstractmethod
    def states(self) -> Notation[RulesT, StateT]:
        """Notation of states: ``states = STATES`` in the class."""

    @property
    @abstractmethod
    def actions(self) -> Notation[RulesT, ActionT]:
        """Notation of actions: ``actions = ACTIONS`` in the class."""

    @abstractmethod
    def dealt(self, rules: RulesT, players: int, seed: int) -> DealT:
        """Return a deal for a number of players that the rules allow, the same for the same seed."""

    @abstractmethod
    def initial_state(self, rules: RulesT, deal: DealT) -> StateT:
        """Return the state before the first action."""

    @abstractmethod
    def choices(self, rules: RulesT, state: StateT, seat: int) -> Iterable[ActionT]:
        """Return what ``seat``, which is to act, can do with what it has. Every legal action is among them."""

    def slips(self, rules: RulesT, state: StateT, seat: int | None) -> Iterable[ActionT]:
        """Return actions that a person might try beyond the choices, most of them illegal.

        Without a seat the game is over, and all of them are refused. By default there are none.
        """
        return ()

    @abstractmethod
    def refusal(self, rules: RulesT, state: StateT, seat: int, action: ActionT) -> Violation | None:
        """Return the violation if ``seat``, which is to act, may not do ``action``, else None."""

    @abstractmethod
    def after(self, rules: RulesT, state: StateT, seat: int, action: ActionT) -> StateT:
        """Return the state after a legal ``action`` of ``seat``."""

    @abstractmethod
    def results(self, rules: RulesT, state: StateT) -> tuple[int, ...]:
        """Return the result per seat of a game that is over: points, or 1 for a winner and 0 for the others."""

    def seats(self, rules: RulesT) -> Sequence[int]:
        """Return the numbers of players that the rules allow."""
        return seats_of(rules)

    def deal(self, rules: RulesT, players: int, seed: int) -> DealT:
        """Return a deal as an explicit value, the same for the same seed.

        Raises ValueError for a number of players that the rules do not allow.
        """
        if players not in self.seats(rules):
            raise ValueError(f"{players} players: the rules allow {rules.players[0]} to {rules.players[1]}")
        return self.dealt(rules, players, seed)

    def still_in(self, state: StateT) -> Sequence[int]:
        """Return the seats that have not been put out of the game: all of them, in a game without elimination."""
        return EVERY_SEAT

    def put_out(self, rules: RulesT, before: StateT, seat: int, after: StateT) -> bool:
        """Tell whether an action of a seat put it out, of the game or of a round that ended with it."""
        return seat not in self.still_in(after)

    def stays_in(self, rules: RulesT, state: StateT, seat: int, action: ActionT) -> bool | None:
        """Tell whether a legal action leaves its seat in the game, or wins it; None if ``apply`` is to show it.

        By default None. A game whose cards on the table show it may say so, to save time.
        """
        return None

    def was_cut_off(self, rules: RulesT, state: StateT) -> bool:
        """Tell whether a game that is over was ended by a bound that no rule has, so that its result says nothing: by
        default never."""
        return False

    def seen(self, state: StateT, seat: int) -> Mapping[str, object]:
        """Return the fields of a state as a seat sees them. Cards that lie face down for it are counted."""
        return seen_fields(state, seat, self.hidden)

    def dealt_anew(self, before: StateT, after: StateT) -> bool:
        """Tell whether all cards were dealt anew between two states, so that what a seat knew is of no use: by default
        never."""
        return False

    def ends_round(self, before: StateT, after: StateT) -> bool:
        """Tell whether a round ended between two states of a game that went on: by default where all cards were dealt
        anew."""
        return self.dealt_anew(before, after)

    def ends_turn(self, before: StateT, after: StateT) -> bool:
        """Tell whether the turn of a player ended between two states of a game that went on: by default where another
        seat is to act."""
        return self.current_player(before) != self.current_player(after)

    def actions_in_words(self, rules: RulesT) -> Mapping[str, str]:
        """Return what one does at the table, in English, by the title that counts it (``titles``): by default nothing,
        so that a playtest says the titles."""
        return {}

    def cards_in_words(self, rules: RulesT) -> Mapping[str, CardInWords]:
        """Return what the kit calls each card, in English, and its traits, by the line of the card. By default they are
        the cards that most players use, and their traits are the fields that are words or numbers."""
        state = self.initial_state(rules, self.deal(rules, max(self.seats(rules)), 0))
        return cards_by_line(self.cards(state), by_its_fields)

    def points(self, rules: RulesT, state: StateT) -> Sequence[int]:
        """Return the points of each seat so far, also at the end: by default none, as in a game without points."""
        return ()

    def scored(self, rules: RulesT, before: StateT, action: ActionT, after: StateT) -> Iterable[tuple[int, str, int]]:
        """Return which seats get points by an action, for what, in English, and how many. Over a game they add up to
        ``points``; by default nothing is named."""
        return ()

    def lacks(self, rules: RulesT, state: StateT, seat: int, action: ActionT) -> Iterable[Hashable]:
        """Return the cards that a legal action shows its seat not to hold, such as a suit that it does not follow: by
        default none."""
        return ()

    def hand(self, state: StateT, seat: int) -> tuple[Any, ...]:
        """Return the cards that a seat alone sees: its own piles among those hidden from the others."""
        return tuple(card for name in self.hidden.from_others for card in getattr(state, name)[seat])

    def titles(self, rules: RulesT, action: ActionT) -> tuple[str, ...]:
        """Return what an action is counted as in a playtest, in ids without blanks: by default its ``do``, if it has
        one."""
        do = getattr(action, "do", None)
        return () if do is None else (str(do),)

    def worth(self, rules: RulesT, state: StateT) -> Sequence[float]:
        """Return how well each seat stands in a game that is not over, as far as the game knows: more is better. By
        default its ``points``; in a game without points all stand alike."""
        return self.points(rules, state) or (0.0,) * EVERY_SEAT.stop

    def remember(
        self, rules: RulesT, memory: Memory, seat: int, before: StateT, action: ActionT, after: StateT
    ) -> Memory:
        """Return what ``seat`` remembers after an action of any seat, which changed the state ``before``."""
        if self.dealt_anew(before, after):
            return Memory()
        actor, lacks = self.current_player(before), dict(memory.lacks)
        if actor is not None and actor != seat:
            lacks[actor] = lacks.get(actor, frozenset()).union(self.lacks(rules, before, actor, action))
        was, is_now = (all_piles(state, seat, self.hidden, self.cards(state)) for state in (before, after))
        return remembered(memory, was, is_now, lacks)

    def redraw(self, rules: RulesT, state: StateT, seat: int, memory: Memory, random: Random) -> StateT:
        """Return a state that looks the same to a seat, with other cards where it does not see or remember them.

        A pile whose type is marked ``SORTED`` is sorted there too.
        """
        return redrawn(state, seat, self.hidden, memory, random, sorted_fields(type(state)))

    def cards(self, state: StateT) -> tuple[object, ...]:
        """Return every card of the state, wherever it lies, sorted: the same at every moment of a game.

        By default it is the ``cards`` of the state.
        """
        cards: tuple[object, ...] = cast(Any, state).cards
        return cards

    def current_player(self, state: StateT) -> int | None:
        """Return the seat to act, or None when the game is over."""
        return state.turn

    def is_terminal(self, state: StateT) -> bool:
        """Return True if the game is over."""
        return self.current_player(state) is None

    def legal_actions(self, rules: RulesT, state: StateT) -> tuple[ActionT, ...]:
        """Return every action without a violation, sorted; none when the game is over."""
        seat = self.current_player(state)
        actions = () if seat is None else self.listed(rules, state, seat)
        # A game may be a frozen dataclass, which allows no assignment.
        object.__setattr__(self, "_last", (rules, state, seat, actions))
        return actions

    def listed(self, rules: RulesT, state: StateT, seat: int) -> tuple[ActionT, ...]:
        """Return the allowed actions, sorted, each once. A game that finds them in this order may override it, to save
        time."""
        return listed_in_order(self.allowed(rules, state, seat))

    def allowed(self, rules: RulesT, state: StateT, seat: int) -> Iterable[ActionT]:
        """Return the choices that are not refused. A game whose choices are all legal may override it, to save time."""
        return (
            action for action in self.choices(rules, state, seat) if self.refusal(rules, state, seat, action) is None
        )

    def conceivable_actions(self, rules: RulesT, state: StateT) -> tuple[ActionT, ...]:
        """Return the legal actions and the illegal ones that a person at the table might try, sorted."""
        seat = self.current_player(state)
        choices = () if seat is None else self.choices(rules, state, seat)
        return listed_in_order((*choices, *self.slips(rules, state, seat)))

    def violation(self, rules: RulesT, state: StateT, action: ActionT) -> Violation | None:
        """Return the violation by ``action``, or None if it is legal.

        Something that is no action of the game at all, such as one with None for a card, is ``no-action``.
        """
        seat = self.current_player(state)
        if seat is None:
            return refused(f"{self.whole}-over")
        return self.refusal(rules, state, seat, action) if _action_check(type(self))(action) else refused(NONE)

    def apply(self, rules: RulesT, state: StateT, action: ActionT) -> StateT:
        """Return the state after a legal action. Raises ValueError, with the violation and the state, for any other."""
        for_rules, for_state, seat, listed = self._last
        # What has just been listed for this very state is legal. Identity is compared: an equal action may be of
        # another shape, True for 1.
        if seat is not None and for_state is state and for_rules is rules and id(action) in map(id, listed):
            return self.after(rules, state, seat, action)
        seat = self.current_player(state)
        violation = self.violation(rules, state, action)
        if violation is not None or seat is None:
            code = f"{self.whole}-over" if violation is None else violation.code
            shown = repr(action) if code == NONE else self.format_action(action)
            raise ValueError(f"{shown}: {code} in {self.format_state(state)}")
        return self.after(rules, state, seat, action)

    def returns(self, rules: RulesT, state: StateT) -> tuple[int, ...]:
        """Return the result per seat of a game that is over. Raises ValueError before."""
        self.expect_over(state)
        return self.results(rules, state)

    def winners(self, rules: RulesT, state: StateT) -> tuple[int, ...]:
        """Return the seats that win a game that is over: by default those with the highest result."""
        return seats_with_most(self.returns(rules, state))

    def expect_over(self, state: StateT) -> None:
        """Raise ValueError, with the state, while a seat is to act."""
        if not self.is_terminal(state):
            raise ValueError(f"the {self.whole} is not over: {self.format_state(state)}")

    def format_action(self, action: ActionT) -> str:
        """Write a line that ``parse_action`` reads back."""
        return self.actions.format(action)

    def parse_action(self, rules: RulesT, line: str) -> ActionT:
        """Return the action of a line. Raises NotationError."""
        return self.actions.parse(rules, line)

    def format_state(self, state: StateT) -> str:
        """Write a line that ``parse_state`` reads back."""
        return self.states.format(state)

    def parse_state(self, rules: RulesT, line: str) -> StateT:
        """Return the state of a line. Raises NotationError, also for states that no game can reach."""
        return self.states.parse(rules, line)


@cache
def _action_check(game: type[Any]) -> Check:
    """Return a check for the type of a game's actions, as its class names it: ``TurnGame[Rules, State, Action,
    Deal]``."""
    return shape_check(types_of_game(game)[2])


def types_of_game(game: type[Any]) -> tuple[Any, ...]:
    """Return the types of a game as its class names them: those of its rules, states, actions and deals."""
    return _arguments_of(game) or (Any, Any, Any, Any)


def _arguments_of(kind: Any) -> tuple[Any, ...]:
    """Return the arguments of TurnGame in the bases of a class; those that a base leaves open are filled in."""
    for base in vars(kind).get("__orig_bases__", kind.__bases__):
        owner, arguments = get_origin(base) or base, get_args(base)
        if owner is TurnGame:
            return arguments
        if isinstance(owner, type) and issubclass(owner, TurnGame):
            given = dict(zip(getattr(owner, "__parameters__", ()), arguments, strict=False))
            return tuple(given.get(argument, argument) for argument in _arguments_of(owner))
    return ()
