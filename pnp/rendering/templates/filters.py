"""Filters for templates: those of Jinja2 that cannot make large output from small input, or bounded versions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import GeneratorType
from typing import Any

from jinja2 import Undefined, pass_environment
from jinja2.environment import Environment
from jinja2.exceptions import SecurityError
from markupsafe import Markup, escape

from pnp.rendering.printable import why_no_text

MAX_TEXT = 100_000
"""Most characters that one expression may make."""
_MAX_PLACES = 10
_UNCHANGED = frozenset(
    {"abs", "attr", "count", "d", "default", "first", "float", "int", "items", "last", "length", "list", "map", "max"}
    | {"min", "reject", "rejectattr", "reverse", "select", "selectattr", "sort", "unique"}
)
_TEXT_FILTERS = frozenset({"capitalize", "e", "escape", "lower", "safe", "string", "title", "trim", "upper"})
_PRINTED = frozenset({str, Markup, int, float})
"""Types of nearly all values that are printed."""
_CONTAINERS = (list, tuple, dict, set, frozenset, range, bytes, GeneratorType)


def plain_value(value: Any) -> Any:
    """Return ``value`` unless it is a list or the like, which no face prints. Lists within lists could be written out
    to any length. A function would print its place in memory. Raises SecurityError for such a value."""
    if type(value) in _PRINTED:
        return value
    if isinstance(value, _CONTAINERS):
        raise SecurityError(f"a {type(value).__name__} cannot be printed; print its items")
    if callable(value) and not isinstance(value, Undefined):
        raise SecurityError("a function cannot be printed; call it, with ( )")
    reason = why_no_text(value)
    if reason is not None:
        raise SecurityError(reason)
    return value


def safe_filters(filters: Mapping[str, Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
    """Return the allowed ones of Jinja's filters, replaced by safe versions where needed."""
    return {
        **{name: filters[name] for name in _UNCHANGED},
        **{name: _refuse_containers(filters[name]) for name in _TEXT_FILTERS},
        "join": _join,
        "replace": _replace,
        "round": _round,
        "sum": _sum,
    }


def short_round(value: float, places: int | None = None) -> float:
    """Round to the few decimal places that a face needs. Raises SecurityError for more places."""
    if places is not None and not -_MAX_PLACES <= places <= _MAX_PLACES:
        raise SecurityError(f"a figure cannot be rounded to {places} places")
    return round(value, places)


def _refuse_containers(filter_function: Callable[..., Any]) -> Callable[..., Any]:
    def checked(value: Any, *rest: Any, **options: Any) -> Any:
        return filter_function(plain_value(value), *rest, **options)

    return checked


@pass_environment
def _join(environment: Environment, values: Any, between: Any = "", attribute: str | int | None = None) -> str:
    """Return the items as text, joined by ``between``."""
    texts: list[str] = []
    length = 0
    separator = printed_text(between)
    for value in values:
        texts.append(printed_text(value if attribute is None else environment.getitem(value, attribute)))
        length += len(texts[-1]) + len(separator)
        if length > MAX_TEXT:
            raise SecurityError("this text is too long for a face")
    if any(isinstance(text, Markup) for text in (separator, *texts)):
        return escape(separator).join(texts)
    return separator.join(texts)


@pass_environment
def _sum(environment: Environment, values: Any, attribute: str | int | None = None) -> float:
    """Return the sum of numbers; lists and texts cannot be added."""
    total: float = 0
    for value in values:
        total = total + (value if attribute is None else _attribute(environment, value, attribute))
        if not isinstance(total, int | float):
            raise TypeError(f"must be real number, not {type(value).__name__}")
    return total


def _attribute(environment: Environment, value: Any, path: str | int) -> Any:
    """Return the attribute at a path, as templates write it: ``fields.cost``."""
    for part in [path] if isinstance(path, int) else path.split("."):
        value = environment.getitem(value, part)
    return value


def _replace(text: Any, old: str, new: str) -> str:
    full_text, old_text, new_text = printed_text(text), printed_text(old), printed_text(new)
    if len(full_text) + (full_text.count(old_text) if old_text else len(full_text) + 1) * len(new_text) > MAX_TEXT:
        raise SecurityError("this text is too long for a face")
    if isinstance(new_text, Markup):
        full_text = escape(full_text)
    return full_text.replace(old_text, new_text)


def printed_text(value: Any) -> str:
    """Return what a template prints of a value."""
    plain = plain_value(value)
    return plain if isinstance(plain, str) else Markup(plain.__html__()) if hasattr(plain, "__html__") else str(plain)


def _round(value: float, places: int = 0, method: str = "common") -> float:
    """Round like Jinja, with the one method that faces need."""
    if method != "common":
        raise SecurityError("the only way to round in a template is 'common'")
    return short_round(value, places)
