"""The filters that templates may use: those of Jinja2 that cannot make much out of little, or bounded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import GeneratorType
from typing import Any

from jinja2 import pass_environment
from jinja2.environment import Environment
from jinja2.exceptions import SecurityError
from markupsafe import Markup, escape

MAX_TEXT = 100_000
"""Characters that one expression may make."""
_MAX_PLACES = 10
_KEPT = frozenset(
    {"abs", "attr", "count", "d", "default", "first", "float", "int", "items", "last", "length", "list", "map", "max"}
    | {"min", "reject", "rejectattr", "reverse", "select", "selectattr", "sort", "unique"}
)
_OF_TEXT = frozenset({"capitalize", "e", "escape", "lower", "safe", "string", "title", "trim", "upper"})
_CONTAINERS = (list, tuple, dict, set, frozenset, range, bytes, GeneratorType)


def plain_value(value: Any) -> Any:
    """``value``, unless it is a list or the like: nothing on a face is one, and lists within lists can be written out
    to any length. Raises SecurityError."""
    if isinstance(value, _CONTAINERS):
        raise SecurityError(f"a {type(value).__name__} cannot be printed; print its items")
    return value


def safe_filters(known: Mapping[str, Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
    """Out of Jinja's filters those that may be used, made safe where they are not."""
    return {
        **{name: known[name] for name in _KEPT},
        **{name: _of_text(known[name]) for name in _OF_TEXT},
        "join": _join,
        "replace": _replace,
        "round": _round,
        "sum": _sum,
    }


def short_round(value: float, places: int | None = None) -> float:
    """``round`` to so many places as a face may need. Raises SecurityError past that."""
    if places is not None and not -_MAX_PLACES <= places <= _MAX_PLACES:
        raise SecurityError(f"a figure cannot be rounded to {places} places")
    return round(value, places)


def _of_text(known: Callable[..., Any]) -> Callable[..., Any]:
    def checked(value: Any, *rest: Any, **options: Any) -> Any:
        return known(plain_value(value), *rest, **options)

    return checked


@pass_environment
def _join(environment: Environment, values: Any, between: Any = "", attribute: str | int | None = None) -> str:
    """The items as text, one after the other."""
    texts: list[str] = []
    length = 0
    gap = _text(between)
    for value in values:
        texts.append(_text(value if attribute is None else environment.getitem(value, attribute)))
        length += len(texts[-1]) + len(gap)
        if length > MAX_TEXT:
            raise SecurityError("this text is too long for a face")
    if any(isinstance(text, Markup) for text in (gap, *texts)):
        return escape(gap).join(texts)
    return gap.join(texts)


@pass_environment
def _sum(environment: Environment, values: Any, attribute: str | int | None = None) -> float:
    """The numbers added up; lists and texts cannot be."""
    total: float = 0
    for value in values:
        total = total + (value if attribute is None else _attribute(environment, value, attribute))
        if not isinstance(total, int | float):
            raise TypeError(f"must be real number, not {type(value).__name__}")
    return total


def _attribute(environment: Environment, value: Any, path: str | int) -> Any:
    """What stands at a path, as templates write it: ``fields.cost``."""
    for part in [path] if isinstance(path, int) else path.split("."):
        value = environment.getitem(value, part)
    return value


def _replace(text: Any, old: str, new: str) -> str:
    """``text`` with every ``old`` replaced."""
    whole, gone, put = _text(text), _text(old), _text(new)
    if len(whole) + (whole.count(gone) if gone else len(whole) + 1) * len(put) > MAX_TEXT:
        raise SecurityError("this text is too long for a face")
    if isinstance(put, Markup):
        whole = escape(whole)
    return whole.replace(gone, put)


def _text(value: Any) -> str:
    """``value`` as text: markup stays what it is."""
    found = plain_value(value)
    return found if isinstance(found, str) else Markup(found.__html__()) if hasattr(found, "__html__") else str(found)


def _round(value: float, places: int = 0, method: str = "common") -> float:
    """Jinja's ``round``, for the way of rounding that faces need."""
    if method != "common":
        raise SecurityError("the only way to round in a template is 'common'")
    return short_round(value, places)
