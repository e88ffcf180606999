"""Filters that change nothing, as drawing programs leave them behind; any other cannot be printed."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pnp.artsvg.reader import Element

_Picture: TypeAlias = Literal["source", "nothing", "other"]
_IDENTITY = (1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0)


def changes_nothing(target: Element) -> bool:
    """Whether a filter gives back what it is given: its steps flood with nothing, lay the drawing over that, and so
    on (Filter Effects 1, 9)."""
    if target.name != "filter" or not target.children:
        return False
    results: dict[str, _Picture] = {"SourceGraphic": "source", "BackgroundImage": "nothing"}
    last: _Picture = "source"
    for step in target.children:
        last = _step(step, results, last)
        name = step.get("result")
        if name:
            results[name] = last
    return last == "source"


def _step(step: Element, results: dict[str, _Picture], last: _Picture) -> _Picture:
    def given(name: str) -> _Picture:
        text = step.get(name)
        return last if not text else results.get(text, "other")

    one = given("in")
    found: _Picture = "other"
    match step.name:
        case "feFlood" if _zero(step.get("flood-opacity")):
            found = "nothing"
        case "feBlend" if (step.get("mode") or "normal") == "normal":
            found = _over(one, given("in2"))
        case "feComposite" if (step.get("operator") or "over") == "over":
            found = _over(one, given("in2"))
        case "feMerge":
            found = "nothing"
            for child in step.children:
                name = child.get("in")
                found = _over(results.get(name, "other") if name else last, found)
        case "feOffset" if one == "nothing" or (_zero(step.get("dx") or "0") and _zero(step.get("dy") or "0")):
            found = one
        case "feGaussianBlur" if one == "nothing" or all(map(_zero, (step.get("stdDeviation") or "0").split())):
            found = one
        case "feColorMatrix" if (step.get("type") or "matrix") == "matrix":
            found = _recoloured(step, one)
    return found


def _recoloured(step: Element, one: _Picture) -> _Picture:
    try:
        values = tuple(float(part) for part in (step.get("values") or "").replace(",", " ").split())
    except ValueError:
        return "other"
    if values == _IDENTITY or not values:
        return one
    faint = len(values) == 20 and not any(values[15:])
    return "nothing" if faint else "other"


def _over(one: _Picture, other: _Picture) -> _Picture:
    if other == "nothing":
        return one
    return other if one == "nothing" else "other"


def _zero(text: str | None) -> bool:
    try:
        return text is not None and float(text) == 0
    except ValueError:
        return False
