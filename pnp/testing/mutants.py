"""Actions that nobody at a table would try, made of those that somebody might: what a program may hand in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from itertools import combinations
from random import Random
from typing import Any

_FAR = 10**6


def mutants(actions: Sequence[Any], random: Random, most: int) -> list[Any]:
    """At most so many actions that differ from one of ``actions`` in a field: it has the value of the same field of
    another action, or of another field; it is None, out of range, or a list with an item less, more or twice.

    Each is hashable, as actions are; some may be allowed. What has no fields is mutated as a whole.
    """
    if not actions:
        return []
    bases = random.sample(list(actions), min(len(actions), most))
    found: dict[Any, None] = {}
    for base in bases:
        others = random.sample(list(actions), min(len(actions), 4))
        found |= dict.fromkeys(_of(base, others))
    chosen = [one for one in found if one not in actions] or list(found)
    return random.sample(chosen, min(len(chosen), most))


def _of(action: Any, others: Sequence[Any]) -> Iterator[Any]:
    names, put = _parts(action)
    if not names:
        yield from _values(action)
        return
    for name in names:
        value = getattr(action, name)
        yield from (put(**{name: other}) for other in _values(value))
        yield from (put(**{name: getattr(other, name)}) for other in others if type(other) is type(action))
    for one, other in combinations(names, 2):
        yield put(**{one: getattr(action, other), other: getattr(action, one)})


def _parts(action: Any) -> tuple[tuple[str, ...], Callable[..., Any]]:
    """The fields of an action, and what puts other values there."""
    if is_dataclass(action) and not isinstance(action, type):
        return tuple(field.name for field in fields(action) if field.init), lambda **new: replace(action, **new)
    names = tuple(getattr(action, "_fields", ()))
    return names, getattr(action, "_replace", replace)


def _values(value: Any) -> Iterator[Any]:
    """Values that may stand in the place of one by mistake."""
    if value is not None:
        yield None
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value - 1, value + 1, -1 - value, _FAR)
    elif isinstance(value, str):
        yield from ("", f"{value}?")
    elif isinstance(value, tuple) and not hasattr(value, "_fields"):
        yield ()
        if value:
            yield from (value[1:], (*value, value[0]), (*value, None))
            yield from ((inner, *value[1:]) for inner in _values(value[0]))
