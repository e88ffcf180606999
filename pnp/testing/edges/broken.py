"""Broken copies of positions and states: each differs from one that can be in one place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from pnp.games.core.answer import Position

_MANY = 200
_HUGE = 10**6
_Path = tuple[str | int, ...]


class Broken(NamedTuple):
    """Broken copy of a position, and what is wrong with it. ``beyond`` is True if no game has such a thing."""

    position: Any
    change: str
    beyond: bool


def broken_positions(position: Position, random: Random, most: int) -> list[Broken]:
    """Return at most ``most`` broken copies, among them each that lacks a key."""
    every = [Broken({**position, "?": 0}, "it has a key '?' more", False)]
    deeper: list[Broken] = []
    for path, value in _values_in(position, ()):
        made = [
            Broken(_put(position, path, new), f"{_shown(path)} {change}", beyond)
            for new, change, beyond in _others(value)
            if path or new is not None
        ]
        (deeper if path else every).extend(made)
    deeper += _moved(position)
    rest = max(0, most - len(every))
    return [*every, *random.sample(deeper, min(rest, len(deeper)))]


def _moved(position: Position) -> Iterator[Broken]:
    """Yield copies in which a list has the first item of another list too: a card that lies in two places."""
    lists = [(path, value) for path, value in _values_in(position, ()) if isinstance(value, list | tuple) and value]
    for path, value in lists:
        for other_path, other in lists:
            if other_path != path and type(other[0]) is type(value[0]):
                new = _put(position, path, [*value, other[0]])
                yield Broken(new, f"{_shown(path)} has the first item of {_shown(other_path)} too", False)


def _values_in(value: Any, path: _Path) -> Iterator[tuple[_Path, Any]]:
    """Yield every value of JSON data with its path, from the outermost."""
    yield path, value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _values_in(inner, (*path, key))
    elif isinstance(value, list | tuple):
        for index, inner in enumerate(value):
            yield from _values_in(inner, (*path, index))


def _put(value: Any, path: _Path, new: Any) -> Any:
    """Return JSON data with another value at ``path``."""
    if not path:
        return new
    first, *rest = path
    if isinstance(value, dict):
        return {**value, first: _put(value[first], tuple(rest), new)}
    items = list(value)
    items[int(first)] = _put(items[int(first)], tuple(rest), new)
    return items


def _others(value: Any) -> Iterator[tuple[Any, str, bool]]:
    """Yield values that may stand in the place of one by mistake, each with what is wrong, and whether no game has
    it."""
    if isinstance(value, dict):
        for key in value:
            yield {name: inner for name, inner in value.items() if name != key}, f"has no {key!r}", False
        yield None, "is null", False
    elif isinstance(value, list | tuple):
        if value:
            yield [*value, value[0]], "has its first item once more", False
            yield [*value[:-1]], "lacks its last item", False
            yield [*value, *([value[0]] * _MANY)], f"has its first item {_MANY} times more", True
        yield None, "is null", False
    elif isinstance(value, int) and not isinstance(value, bool):
        yield from ((number, f"is {number}", False) for number in (-1, value - 1, value + 1))
        yield _HUGE, f"is {_HUGE}", True
        yield None, "is null", False
    elif isinstance(value, str):
        yield "?", "is '?'", False
        yield None, "is null", False
    elif value is not None:
        yield None, "is null", False


def _shown(path: _Path) -> str:
    return repr(".".join(map(str, path))) if path else "it"


# States of a play: named tuples or dataclasses with tuples in them


class StateFields(NamedTuple):
    """Fields of the states of a play: those that hold a seat, the one that holds the seat to act, and those that grow
    without a card in them, such as the scores of the parts of a game."""

    names: tuple[str, ...]
    seats: tuple[str, ...]
    acting: tuple[str, ...]
    grown: tuple[str, ...]


class BrokenState(NamedTuple):
    """Broken copy of a state, the field, and what is wrong with it."""

    state: Any
    field: str
    change: str


def broken_states(state: Any, fields: StateFields, players: int) -> Iterator[BrokenState]:
    """Yield copies of a state with ``players``, in which a tuple has an item less or one twice, or a seat is
    none."""
    for name in fields.names:
        value = getattr(state, name)
        for seat in (*([_HUGE] if name in fields.seats else []), *([players] if name in fields.acting else [])):
            yield BrokenState(_with(state, name, seat), name, f"{name} is {seat}")
        for new, change in _tuples(value, name, outermost=name not in fields.grown):
            yield BrokenState(_with(state, name, new), name, change)


def _tuples(value: Any, name: str, *, outermost: bool = True) -> Iterator[tuple[Any, str]]:
    if not isinstance(value, tuple) or not value or hasattr(value, "_fields"):
        return
    if outermost:
        yield value[1:], f"{name} lacks its first item"
        yield (value[0], *value), f"{name} has its first item twice"
    for index, inner in enumerate(value):
        for new, change in _tuples(inner, f"{name}.{index}"):
            yield (*value[:index], new, *value[index + 1 :]), change


def _with(state: Any, name: str, value: Any) -> Any:
    values = {name: value}
    return state._replace(**values) if hasattr(state, "_replace") else replace(state, **values)
