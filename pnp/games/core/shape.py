"""Whether a value has the shape that a type says: what a program hands in may be anything, whatever types promise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints


def has_shape(value: object, shape: Any) -> bool:
    """Whether ``value`` is what the type ``shape`` says, and each of its fields and items what theirs say.

    Looked at are classes, dataclasses and named tuples, tuples, literals, and unions; of any other type only what it is
    called by. A truth value is no whole number.

    >>> has_shape((1, 2), tuple[int, ...]), has_shape((1, None), tuple[int, ...]), has_shape("no", Literal["yes"])
    (True, False, False)
    """
    kind, of = get_origin(shape), get_args(shape)
    if kind is Annotated:
        fits = has_shape(value, of[0])
    elif kind in (Union, UnionType):
        fits = any(has_shape(value, one) for one in of)
    elif kind is Literal:
        fits = any(type(value) is type(one) and value == one for one in of)
    elif kind is tuple:
        fits = isinstance(value, tuple) and _items_fit(value, of)
    elif shape in (None, NoneType):
        fits = value is None
    elif shape is int:
        fits = type(value) is int
    else:
        fits = _is_called(value, shape if isinstance(shape, type) else kind)
    return fits


def _is_called(value: object, kind: Any) -> bool:
    """Whether a value is of a class, and so are its fields; what is no class says nothing."""
    if kind in (object, Any) or not isinstance(kind, type):
        return True
    return isinstance(value, kind) and all(has_shape(getattr(value, name), of) for name, of in _fields(kind).items())


def _items_fit(items: Sequence[object], shapes: tuple[Any, ...]) -> bool:
    if shapes[1:] == (...,):
        return all(has_shape(item, shapes[0]) for item in items)
    return len(items) == len(shapes) and all(map(has_shape, items, shapes))


@cache
def _fields(kind: type[Any]) -> dict[str, Any]:
    """The fields of a dataclass or a named tuple with their types; none of another class."""
    if not is_dataclass(kind) and not hasattr(kind, "_fields"):
        return {}
    names = getattr(kind, "_fields", None) or tuple(getattr(kind, "__dataclass_fields__", ()))
    hints = get_type_hints(kind, include_extras=True)
    return {name: hints[name] for name in names if name in hints}
