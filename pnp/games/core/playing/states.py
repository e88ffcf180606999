"""States and actions by their types: how they are written on a line, which cards they hold, what may be wrong.

A state is a named tuple. ``SORTED`` marks cards in no order, such as a hand; ``BY_SEAT`` a list with an item for each
seat; a list of lists of cards has one for each seat too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from pnp.games.core.places import gathered
from pnp.games.core.playing import notation
from pnp.games.core.playing.notation import Notation
from pnp.games.core.playing.play import seats_of
from pnp.games.core.schema import BY_SEAT, SORTED, broken_condition, holds_cards, is_card, known_deck

_CARD: Notation[Any, Any] = notation.named("card", lambda rules: known_deck(rules.deck).by_word)


@cache
def types_of(record: Any) -> dict[str, Any]:
    """Return the types of the fields of a named tuple, with their marks."""
    hints = get_type_hints(record, include_extras=True)
    return {name: hints[name] for name in record._fields}


@cache
def sorted_fields(record: Any) -> tuple[str, ...]:
    """Return the names of the fields of a named tuple that are marked ``SORTED``."""
    return tuple(name for name, hint in types_of(record).items() if SORTED in getattr(hint, "__metadata__", ()))


def state_notation(state: Any, fault: Callable[[Any, Any], str | None]) -> Notation[Any, Any]:
    """Return the notation of a state. ``fault`` says why no game comes to one; what its types tell is checked first."""
    fields = {name: _notation(name, hint) for name, hint in types_of(state).items()}
    return notation.state_line(state, fields, lambda rules, read: _common_fault(rules, read) or fault(rules, read))


def action_notation(action: Any) -> Notation[Any, Any]:
    """Return the notation of an action, a named tuple: its parts with blanks between. A card alone is an action too."""
    if not hasattr(action, "_fields") or hasattr(action, "as_json"):
        return _CARD
    return notation.action_line(action, {name: _notation(name, hint) for name, hint in types_of(action).items()})


def cards_of(state: Any) -> tuple[Any, ...]:
    """Return every card of a state, sorted."""
    kind: Any = type(state)
    return gathered(*(pile for name in fields_with_cards(kind) for pile in _spread(getattr(state, name))))


def _notation(name: str, hint: Any) -> Notation[Any, Any]:
    if is_card(hint):
        return _CARD
    kind, arguments = get_origin(hint), get_args(hint)
    if kind is Annotated:
        return _marked_notation(name, arguments[0], arguments[1:])
    if kind in (Union, UnionType):
        (inner,) = (argument for argument in arguments if argument is not NoneType)
        return notation.optional(_notation(name, inner))
    if kind is tuple and arguments[1:] == (...,):
        item = _notation(name, arguments[0])
        return notation.by_seat(item) if _is_pile(arguments[0]) else notation.listed(item)
    if kind is not Literal and hint not in (int, str):
        raise TypeError(f"{name!r} has a type that has no notation: {hint!r}")
    return notation.one_of(name, arguments) if kind is Literal else notation.POINTS if hint is int else notation.WORD


def _marked_notation(name: str, hint: Any, marks: tuple[Any, ...]) -> Notation[Any, Any]:
    if BY_SEAT in marks:
        return notation.by_seat(_notation(name, get_args(hint)[0]))
    inner = _notation(name, hint)
    return notation.in_order(inner) if SORTED in marks else inner


def _is_pile(hint: Any) -> bool:
    return get_origin(hint) in (tuple, Annotated) and holds_cards(hint) and not is_card(hint)


@cache
def fields_with_cards(state: Any) -> tuple[str, ...]:
    """Return the names of the fields that hold cards."""
    return tuple(name for name, hint in types_of(state).items() if holds_cards(hint) or _by_seat(hint) == "cards")


@cache
def fields_by_seat(state: Any) -> tuple[str, ...]:
    """Return the names of the fields with an item for each seat."""
    return tuple(name for name, hint in types_of(state).items() if _by_seat(hint))


def seat_count(state: Any) -> int:
    """Return the number of seats: the length of a list with an item for each. Raises TypeError if a state has none."""
    kind: Any = type(state)
    lists = fields_by_seat(kind)
    if not lists:
        raise TypeError(f"{kind.__name__} has no list with an item for each seat: mark one with BY_SEAT")
    return len(getattr(state, lists[0]))


def _by_seat(hint: Any) -> Literal["cards", "other", ""]:
    marks = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    bare = get_args(hint)[0] if marks else hint
    if get_origin(bare) is tuple and get_args(bare)[1:] == (...,):
        item = get_args(bare)[0]
        if _is_pile(item) or (BY_SEAT in marks and is_card(item)):
            return "cards"
        return "other" if BY_SEAT in marks else ""
    return ""


def _spread(value: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the piles of cards of a field: a card, a list of cards, or a list of lists of cards."""
    if not isinstance(value, tuple) or hasattr(value, "as_json"):
        yield () if value is None else (value,)
    elif value and isinstance(value[0], tuple) and not hasattr(value[0], "as_json"):
        yield from value
    else:
        yield value


def _common_fault(rules: Any, state: Any) -> str | None:
    """Return what is wrong with the seats, the turn or the cards of a state; None without a fault."""
    kind: Any = type(state)
    lists = fields_by_seat(kind)
    seats = {len(getattr(state, name)) for name in lists}
    fewest, most = rules.players
    if len(seats) != 1 or not seats <= set(seats_of(rules)):
        return f"{' and '.join(lists)} must have an item for each of {fewest} to {most} seats"
    if state.turn is not None and not 0 <= state.turn < min(seats):
        return f"there is no seat {state.turn}"
    if Counter(cards_of(state)) != Counter(rules.deck):
        return "its cards are not those of the deck"
    reasons = (broken_condition(hint, getattr(state, name)) for name, hint in types_of(kind).items())
    return next((reason for reason in reasons if reason is not None), None)
