"""Content operators of a form, with what the graphics state already holds left out."""

from __future__ import annotations

from functools import lru_cache

from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.paths import Box, Segments
from pnp.cardsvg.style import Style
from pnp.cardsvg.values import IDENTITY, Matrix, apply
from pnp.pdf.objects.document import fine, number, numbers
from pnp.pdf.objects.palette import SCREEN, Palette
from pnp.units import MM_PER_PT

_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_SHORTEST = 0.001
_FINEST, _WRITTEN = 0.002, 0.02
"""Dashes that begin anew after less than the first are written so that they do after the second: numbers of four
decimals do not tell them apart, and would make them nothing."""
_LONG = 2000
"""Segments of an outline whose operators are not kept: thousands of such outlines would fill the memory."""
_LETTERS = {"M": "m", "L": "l", "C": "c"}


class Content:
    """Collects operators. What a form inherits from its caller is taken as unknown, but for opacity 1, no dashes,
    no letter-spacing and filled text, which every form leaves as it finds them."""

    def __init__(self, palette: Palette = SCREEN) -> None:
        self.parts: list[str] = []
        self._palette = palette
        self._state: dict[str, str] = {}
        self._saved: list[dict[str, str]] = []

    def __str__(self) -> str:
        return "\n".join(self.parts)

    def save(self) -> None:
        """Keep the graphics state (q)."""
        self._saved.append(dict(self._state))
        self.parts.append("q")

    def restore(self) -> None:
        """Go back to the state that was kept (Q)."""
        self._state = self._saved.pop()
        self.parts.append("Q")

    def move(self, matrix: Matrix) -> None:
        """Draw what follows in the coordinates of ``matrix`` (cm)."""
        if matrix != IDENTITY:
            self.parts.append(f"{matrix_source(matrix)} cm")

    def clip(self, outline: str, even_odd: bool = False) -> None:
        """Draw what follows only inside an outline."""
        self.parts.append(f"{outline} {'W*' if even_odd else 'W'} n")

    def fill_colour(self, colour: Rgb) -> None:
        """The colour of what is filled."""
        self._set("fill", self._palette.filled(colour))

    def stroke_colour(self, colour: Rgb) -> None:
        """The colour of what is stroked."""
        self._set("stroke", self._palette.stroked(colour))

    def pen(self, style: Style) -> None:
        """Width, ends and corners of strokes; dashes only between save and restore."""
        self._set("width", f"{number(style.stroke_width)} w")
        self._set("cap", f"{_CAPS[style.stroke_linecap]} J")
        self._set("join", f"{_JOINS[style.stroke_linejoin]} j")
        if style.stroke_linejoin == "miter":
            self._set("miter", f"{number(style.stroke_miterlimit)} M")
        if style.stroke_dasharray:
            self.parts.append(f"[{numbers(*_dashes(style.stroke_dasharray))}] {number(style.stroke_dashoffset)} d")

    def draw(self, operator: str) -> None:
        """Any other operator."""
        self.parts.append(operator)

    def font(self, name: str, size: float) -> str:
        """The operator that chooses a font, empty where it is chosen already. Belongs between BT and ET."""
        operator = f"/{name} {number(size)} Tf"
        if self._state.get("font") == operator:
            return ""
        self._state["font"] = operator
        return operator + " "

    def _set(self, key: str, operator: str) -> None:
        if self._state.get(key) != operator:
            self._state[key] = operator
            self.parts.append(operator)


def _dashes(lengths: tuple[float, ...]) -> list[float]:
    """Dashes without zeros: PDFium makes a dash of length 0 a tenth of a unit long and so shifts all that follow. A
    micrometre is taken from the gap behind it instead."""
    twice = list(lengths if len(lengths) % 2 == 0 else lengths * 2)
    period = sum(twice)
    if period < _FINEST:
        twice = [length / period * _WRITTEN for length in twice]
    for index in range(0, len(twice), 2):
        if twice[index] < _SHORTEST and twice[index + 1] > _SHORTEST:
            twice[index + 1] -= _SHORTEST - twice[index]
            twice[index] = _SHORTEST
    return twice


_DARKEST = 64 / 255
_COLOURLESS = 24 / 255
_SMALL_TYPE = 14 * MM_PER_PT


@lru_cache(maxsize=1024)
def type_ink(colour: Rgb, size: float) -> Rgb:
    """The colour in which type of ``size`` mm is printed: small type is black alone where it is all but black. A dark
    tint is put together of four inks, or of dots, and small letters are sharp in neither; large ones keep their tint.

    >>> dark = (27 / 255, 23 / 255, 38 / 255)
    >>> type_ink(dark, 3.0), type_ink(dark, 10.0) == dark, type_ink((0.2, 0.1, 0.5), 3.0)
    ((0.0, 0.0, 0.0), True, (0.2, 0.1, 0.5))
    """
    black = max(colour) <= _DARKEST and max(colour) - min(colour) <= _COLOURLESS and size < _SMALL_TYPE
    return (0.0, 0.0, 0.0) if black else colour


def matrix_source(matrix: Matrix) -> str:
    """The six numbers of a matrix."""
    a, b, c, d, e, f = matrix
    return f"{fine(a)} {fine(b)} {fine(c)} {fine(d)} {number(e)} {number(f)}"


def box_source(box: Box) -> str:
    """A rectangle as an outline."""
    return f"{numbers(*box)} re"


def outline_source(outline: Segments) -> str:
    """The operators of an outline."""
    return _short_source(outline) if len(outline) < _LONG else _source(outline)


def _source(outline: Segments) -> str:
    if len(outline) == 5 and [kind for kind, _ in outline] == ["M", "L", "L", "L", "Z"]:
        (x, y), (right, y1), (right1, bottom), (x1, bottom1) = (args for _, args in outline[:4])
        if (x, y, right, bottom) == (x1, y1, right1, bottom1):
            return f"{numbers(x, y, right - x, bottom - y)} re"
    return " ".join("h" if kind == "Z" else f"{numbers(*args)} {_LETTERS[kind]}" for kind, args in outline)


_short_source = lru_cache(maxsize=4096)(_source)


def moved(outline: Segments, matrix: Matrix) -> Segments:
    """An outline with every point taken by ``matrix``."""
    if matrix == IDENTITY:
        return outline
    return tuple(
        (kind, tuple(value for x, y in zip(args[::2], args[1::2], strict=True) for value in apply(matrix, x, y)))
        for kind, args in outline
    )
