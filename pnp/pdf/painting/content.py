"""Content operators of a form, without those that the graphics state makes redundant."""

from __future__ import annotations

from functools import lru_cache

from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.paths import Box, Segments
from pnp.cardsvg.style import Style
from pnp.cardsvg.values import IDENTITY, Matrix
from pnp.pdf.objects.document import number, numbers, precise_number
from pnp.pdf.objects.palette import SCREEN, Palette

_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_SHORTEST_DASH = 0.001
_SHORTEST_PERIOD, _WRITTEN_PERIOD = 0.002, 0.02
"""Dash patterns with a period below the first are scaled to the second: four decimals would make their dashes zero."""
_LONG_OUTLINE = 2000
"""Segments of an outline whose operators are not cached: thousands of such outlines would fill the memory."""
_OPERATORS = {"M": "m", "L": "l", "C": "c"}


class Content:
    """Collector of operators.

    The state that a form inherits from its caller is taken as unknown. Exceptions are opacity 1, no dashes, no
    letter-spacing and filled text, which every form restores.
    """

    def __init__(self, palette: Palette = SCREEN) -> None:
        self.parts: list[str] = []
        self._palette = palette
        self._state: dict[str, str] = {}
        self._saved: list[dict[str, str]] = []

    def __str__(self) -> str:
        return "\n".join(self.parts)

    def save(self) -> None:
        """Save the graphics state (q)."""
        self._saved.append(dict(self._state))
        self.parts.append("q")

    def restore(self) -> None:
        """Restore the saved state (Q)."""
        self._state = self._saved.pop()
        self.parts.append("Q")

    def move(self, matrix: Matrix) -> None:
        """Transform the coordinates that follow by ``matrix`` (cm)."""
        if matrix != IDENTITY:
            self.parts.append(f"{matrix_source(matrix)} cm")

    def clip(self, outline: str, even_odd: bool = False) -> None:
        """Clip the drawing that follows to an outline."""
        self.parts.append(f"{outline} {'W*' if even_odd else 'W'} n")

    def fill_colour(self, colour: Rgb) -> None:
        """Set the fill colour."""
        self._set("fill", self._palette.fill_operator(colour))

    def stroke_colour(self, colour: Rgb) -> None:
        """Set the stroke colour."""
        self._set("stroke", self._palette.stroke_operator(colour))

    def type_colours(self, fill: Rgb | None, stroke: Rgb | None, size: float) -> None:
        """Set the colours of type of ``size`` mm."""
        if fill is not None:
            self._set("fill", self._palette.fill_operator(fill, size))
        if stroke is not None:
            self._set("stroke", self._palette.stroke_operator(stroke, size))

    def pen(self, style: Style) -> None:
        """Set width, ends and corners of strokes. Dashes are allowed only between save and restore."""
        self._set("width", f"{number(style.stroke_width)} w")
        self._set("cap", f"{_CAPS[style.stroke_linecap]} J")
        self._set("join", f"{_JOINS[style.stroke_linejoin]} j")
        if style.stroke_linejoin == "miter":
            self._set("miter", f"{number(style.stroke_miterlimit)} M")
        if style.stroke_dasharray:
            self.parts.append(f"[{numbers(*_dashes(style.stroke_dasharray))}] {number(style.stroke_dashoffset)} d")

    def draw(self, operator: str) -> None:
        """Add any other operator."""
        self.parts.append(operator)

    def font(self, name: str, size: float) -> str:
        """Return the operator that chooses a font, or nothing if it is chosen already. It belongs between BT and ET."""
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
    """Return dashes without zeros.

    PDFium makes a dash of length 0 a tenth of a unit long, and so shifts all that follow. A micrometre is taken from
    the gap after it instead.
    """
    pattern = list(lengths if len(lengths) % 2 == 0 else lengths * 2)
    period = sum(pattern)
    if period < _SHORTEST_PERIOD:
        pattern = [length / period * _WRITTEN_PERIOD for length in pattern]
    for index in range(0, len(pattern), 2):
        if pattern[index] < _SHORTEST_DASH and pattern[index + 1] > _SHORTEST_DASH:
            pattern[index + 1] -= _SHORTEST_DASH - pattern[index]
            pattern[index] = _SHORTEST_DASH
    return pattern


def matrix_source(matrix: Matrix) -> str:
    """Return the six numbers of a matrix."""
    a, b, c, d, e, f = matrix
    return f"{precise_number(a)} {precise_number(b)} {precise_number(c)} {precise_number(d)} {number(e)} {number(f)}"


def box_source(box: Box) -> str:
    """Return a rectangle as an outline."""
    return f"{numbers(*box)} re"


def outline_source(outline: Segments) -> str:
    """Return the operators of an outline."""
    return _cached_source(outline) if len(outline) < _LONG_OUTLINE else _source(outline)


def _source(outline: Segments) -> str:
    if len(outline) == 5 and [kind for kind, _ in outline] == ["M", "L", "L", "L", "Z"]:
        (x, y), (right, y1), (right1, bottom), (x1, bottom1) = (args for _, args in outline[:4])
        if (x, y, right, bottom) == (x1, y1, right1, bottom1):
            return f"{numbers(x, y, right - x, bottom - y)} re"
    return " ".join("h" if kind == "Z" else f"{numbers(*args)} {_OPERATORS[kind]}" for kind, args in outline)


_cached_source = lru_cache(maxsize=4096)(_source)
