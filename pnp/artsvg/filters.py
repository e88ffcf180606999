"""Filters that change nothing, as drawing programs leave them (Filter Effects 1, 9). Others cannot be printed."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pnp.cardsvg.source import Element

_Picture: TypeAlias = Literal["source", "nothing", "other"]
_IDENTITY = (1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0)


def changes_nothing(target: Element) -> bool:
    """Return whether a filter gives back what it is given: its steps flood with nothing, lay the drawing over that, and
    so on (Filter Effects 1, 9)."""
    if target.name != "filter" or not target.elements():
        return False
    results: dict[str, _Picture] = {"SourceGraphic": "source", "BackgroundImage": "nothing"}
    last: _Picture = "source"
    for step in target.elements():
        last = _step(step, results, last)
        name = step.get("result")
        if name:
            results[name] = last
    return last == "source"


def _step(step: Element, results: dict[str, _Picture], last: _Picture) -> _Picture:
    def given(name: str) -> _Picture:
        text = step.get(name)
        return last if not text else results.get(text, "other")

    first = given("in")
    picture: _Picture = "other"
    match step.name:
        case "feFlood" if _zero(step.get("flood-opacity")):
            picture = "nothing"
        case "feBlend" if (step.get("mode") or "normal") == "normal":
            picture = _over(first, given("in2"))
        case "feComposite" if (step.get("operator") or "over") == "over":
            picture = _over(first, given("in2"))
        case "feMerge":
            picture = "nothing"
            for child in step.elements():
                name = child.get("in")
                picture = _over(results.get(name, "other") if name else last, picture)
        case "feOffset" if first == "nothing" or (_zero(step.get("dx") or "0") and _zero(step.get("dy") or "0")):
            picture = first
        case "feGaussianBlur" if first == "nothing" or all(map(_zero, (step.get("stdDeviation") or "0").split())):
            picture = first
        case "feColorMatrix" if (step.get("type") or "matrix") == "matrix":
            picture = _recoloured(step, first)
    return picture


def _recoloured(step: Element, first: _Picture) -> _Picture:
    try:
        values = tuple(float(part) for part in (step.get("values") or "").replace(",", " ").split())
    except ValueError:
        return "other"
    if values == _IDENTITY or not values:
        return first
    faint = len(values) == 20 and not any(values[15:])
    return "nothing" if faint else "other"


def _over(first: _Picture, second: _Picture) -> _Picture:
    if second == "nothing":
        return first
    return second if first == "nothing" else "other"


def _zero(text: str | None) -> bool:
    try:
        return text is not None and float(text) == 0
    except ValueError:
        return False
