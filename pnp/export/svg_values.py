"""Numbers, colours, paths and attributes as SVG writes them."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import quoteattr

from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.paths import Segments
from pnp.cardsvg.style import Style
from pnp.cardsvg.values import IDENTITY, Matrix


def value(number: float) -> str:
    """A number to six digits: a micrometre, on a page.

    >>> value(2.0), value(0.125), value(-0.0)
    ('2', '0.125', '0')
    """
    text = f"{number:.6g}"
    return "0" if text == "-0" else text


def colour(said: Rgb | None) -> str:
    """A colour, or ``none``.

    >>> colour((1.0, 0.5, 0.0)), colour(None)
    ('#ff8000', 'none')
    """
    return "none" if said is None else "#" + "".join(f"{round(part * 255):02x}" for part in said)


def path(outline: Segments) -> str:
    """The steps of an outline."""
    return "".join(kind + " ".join(map(value, args)) for kind, args in outline)


def matrix(said: Matrix, name: str = "transform") -> str:
    """The attribute of a transform, none where nothing moves."""
    if said == IDENTITY:
        return ""
    if said[:4] == IDENTITY[:4]:
        return f' {name}="translate({value(said[4])} {value(said[5])})"'
    return f' {name}="matrix({" ".join(map(value, said))})"'


def attributes(**said: str | None) -> str:
    """Attributes in the order given, without those that are None. In their names ``_`` is written ``-``."""
    return "".join(f" {name.replace('_', '-')}={quoteattr(text)}" for name, text in said.items() if text is not None)


def notes(data: Iterable[tuple[str, str]]) -> str:
    """What is noted of an element, as ``data-*``."""
    return "".join(f" data-{name}={quoteattr(text)}" for name, text in data)


def pen(style: Style) -> dict[str, str | None]:
    """The attributes of a stroke but for its colour."""
    mitred = style.stroke_linejoin == "miter" and style.stroke_miterlimit != 4
    return {
        "stroke_width": value(style.stroke_width),
        "stroke_opacity": value(style.stroke_opacity) if style.stroke_opacity < 1 else None,
        "stroke_linecap": None if style.stroke_linecap == "butt" else style.stroke_linecap,
        "stroke_linejoin": None if style.stroke_linejoin == "miter" else style.stroke_linejoin,
        "stroke_miterlimit": value(style.stroke_miterlimit) if mitred else None,
        "stroke_dasharray": " ".join(map(value, style.stroke_dasharray)) or None,
        "stroke_dashoffset": value(style.stroke_dashoffset) if style.stroke_dasharray else None,
    }
