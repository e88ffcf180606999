"""Style: properties as they are inherited and resolved."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from pnp.cardsvg.colours import BLACK, Rgb, colour
from pnp.cardsvg.values import number, numbers
from pnp.records import dataclass
from pnp.units import FONT_WIDTHS

_FEATURE = re.compile(r"""\s*(['"])([A-Za-z0-9]{4})\1(?:\s+(0|1|on|off))?\s*""")
_URL = re.compile(r"url\(\s*['\"]?#([^'\")\s]+)['\"]?\s*\)")


@dataclass(frozen=True, slots=True)
class Link:
    """A reference to an element of the same SVG, by id."""

    id: str


PaintValue: TypeAlias = Rgb | Link | None


class BadValueError(ValueError):
    """A property has a value it may not have."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(message)
        self.name = name


@dataclass(frozen=True, slots=True, eq=False)
class Style:
    """The inherited properties of an element. Lengths are user units (mm on the face).

    Equal styles need not be the same object; ``key`` is the same for equal ones.
    """

    fill: PaintValue = BLACK
    stroke: PaintValue = None
    color: Rgb = BLACK
    fill_opacity: float = 1.0
    stroke_opacity: float = 1.0
    fill_rule: Literal["nonzero", "evenodd"] = "nonzero"
    clip_rule: Literal["nonzero", "evenodd"] = "nonzero"
    stroke_width: float = 1.0
    stroke_linecap: Literal["butt", "round", "square"] = "butt"
    stroke_linejoin: Literal["miter", "round", "bevel"] = "miter"
    stroke_miterlimit: float = 4.0
    stroke_dasharray: tuple[float, ...] = ()
    stroke_dashoffset: float = 0.0
    font_family: tuple[str, ...] = ()
    font_size: float | None = None
    font_weight: int = 400
    font_style: Literal["normal", "italic"] = "normal"
    font_stretch: float = 100.0
    features: tuple[str, ...] = ()
    """Features of the fonts that are on, by their tags, sorted."""
    letter_spacing: float = 0.0
    text_anchor: Literal["start", "middle", "end"] = "start"
    vertical: bool = False

    @property
    def key(self) -> str:
        """All properties as text, the same for equal styles."""
        return _key(self)


@lru_cache(maxsize=4096)
def _key(style: Style) -> str:
    return repr(tuple(getattr(style, field.name) for field in fields(style)))


INITIAL = Style()
"""The style outside of every element."""


def choice(*allowed: str) -> Callable[[str], str]:
    """Return a reader of one of these words."""

    def read(text: str) -> str:
        if text not in allowed:
            raise ValueError(f"{text!r} is none of {', '.join(allowed)}")
        return text

    return read


def _bounded(holds: Callable[[float], bool], wrong: str) -> Callable[[str], float]:
    def read(text: str) -> float:
        length = number(text)
        if not holds(length):
            raise ValueError(f"{text!r} {wrong}")
        return length

    return read


fraction = _bounded(lambda value: 0 <= value <= 1, "does not lie between 0 and 1")
"""A reader of numbers from 0 to 1."""


def _dashes(text: str) -> tuple[float, ...]:
    if text == "none":
        return ()
    values = numbers(text)
    if any(length < 0 for length in values):
        raise ValueError(f"{text!r} has a negative length")
    return values if any(values) else ()


def _families(text: str) -> tuple[str, ...]:
    names = tuple(part.strip().strip("'\"").strip() for part in text.split(","))
    if not all(names):
        raise ValueError(f"{text!r} is not a list of font families separated by commas")
    return names


def _weight(text: str) -> int:
    named = {"normal": 400, "bold": 700}.get(text)
    if named is not None:
        return named
    if not re.fullmatch(r"[1-9][0-9]{0,2}|1000", text):
        raise ValueError(f"{text!r} is not a font weight: write normal, bold or a number from 1 to 1000")
    return int(text)


def _stretch(text: str) -> float:
    named = FONT_WIDTHS.get(text)
    if named is not None:
        return named
    share = number(text.removesuffix("%")) if text.endswith("%") else 0.0
    if not 50 <= share <= 200:
        raise ValueError(f"{text!r} is not a font width: write {', '.join(FONT_WIDTHS)} or from 50% to 200%")
    return share


def _features(text: str) -> tuple[str, ...]:
    if text == "normal":
        return ()
    states: dict[str, bool] = {}
    for part in text.split(","):
        match = _FEATURE.fullmatch(part)
        if match is None:
            raise ValueError(f"{part.strip()!r} is not a feature: write its tag, 'kern', and where it is off 'kern' 0")
        states[match[2]] = match[3] not in {"0", "off"}
    return tuple(sorted(tag for tag, on in states.items() if on))


_READERS: Mapping[str, Callable[[str], Any]] = {
    "color": colour,
    "fill-opacity": fraction,
    "stroke-opacity": fraction,
    "fill-rule": choice("nonzero", "evenodd"),
    "clip-rule": choice("nonzero", "evenodd"),
    "stroke-width": _bounded(lambda value: value >= 0, "is negative"),
    "stroke-linecap": choice("butt", "round", "square"),
    "stroke-linejoin": choice("miter", "round", "bevel"),
    "stroke-miterlimit": _bounded(lambda value: value >= 1, "is below 1"),
    "stroke-dasharray": _dashes,
    "stroke-dashoffset": number,
    "font-family": _families,
    "font-size": _bounded(lambda value: value > 0, "is not above zero"),
    "font-weight": _weight,
    "font-style": choice("normal", "italic"),
    "font-stretch": _stretch,
    "font-feature-settings": _features,
    "letter-spacing": lambda text: 0.0 if text == "normal" else number(text),
    "text-anchor": choice("start", "middle", "end"),
    "writing-mode": lambda text: {"vertical-rl": True, "horizontal-tb": False}[
        choice("vertical-rl", "horizontal-tb")(text)
    ],
}
INHERITED = frozenset(_READERS) | {"fill", "stroke"}
"""Properties that children take over."""
_OTHERWISE = {"writing-mode": "vertical", "font-feature-settings": "features"}
_FIELD = {name: _OTHERWISE.get(name, name.replace("-", "_")) for name in INHERITED}


@lru_cache(maxsize=8192)
def child_style(parent: Style, declared: tuple[tuple[str, str], ...]) -> Style:
    """Return the style of an element that declares ``declared`` inside one of style ``parent``. Raises
    BadValueError."""
    changes: dict[str, Any] = {}
    paints: dict[str, str] = {}
    for name, raw in declared:
        text = raw.strip()
        if text == "inherit":
            continue
        if name in {"fill", "stroke"}:
            paints[name] = text
            continue
        if name == "color" and text == "currentColor":
            continue
        try:
            changes[_FIELD[name]] = _READERS[name](text)
        except ValueError as error:
            raise BadValueError(name, str(error)) from error
    current = changes.get("color", parent.color)
    for name, text in paints.items():
        changes[name] = _paint(name, text, current)
    return replace(parent, **changes) if changes else parent


def _paint(name: str, text: str, current: Rgb) -> PaintValue:
    if text == "none":
        return None
    if text == "currentColor":
        return current
    match = _URL.fullmatch(text)
    if match is not None:
        return Link(match[1])
    try:
        return colour(text)
    except ValueError as error:
        raise BadValueError(name, str(error)) from error


def link_target(text: str) -> str | None:
    """Return the id that ``url(#id)`` names, None for ``none``. Raises ValueError for anything else."""
    if text.strip() == "none":
        return None
    match = _URL.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{text!r} is neither none nor url(#id)")
    return match[1]
