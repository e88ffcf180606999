"""Whether a value has the shape that a type says: what a program hands in may be anything, whatever types promise."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

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
