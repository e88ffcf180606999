"""Outlines of single glyphs, as paths."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from pnp.fonts.face import FontFace

Contours: TypeAlias = tuple[tuple[str, tuple[float, ...]], ...]
"""Steps of a path by the letters of SVG, M, L, Q, C and Z, with absolute points in em, y upwards."""
_Point: TypeAlias = tuple[float, float]


class _OutlinePen:
    """Records the steps of an outline; HarfBuzz calls it as it calls pens of fontTools."""

    def __init__(self, em: int) -> None:
        self.steps: list[tuple[str, tuple[float, ...]]] = []
        self._em = em

    def _step(self, letter: str, *points: _Point) -> None:
        self.steps.append((letter, tuple(length / self._em for point in points for length in point)))

    def moveTo(self, point: _Point) -> None:  # noqa: N802 - named by fontTools, as those below
        self._step("M", point)

    def lineTo(self, point: _Point) -> None:  # noqa: N802
        self._step("L", point)

    def qCurveTo(self, control: _Point, point: _Point) -> None:  # noqa: N802
        self._step("Q", control, point)

    def curveTo(self, first: _Point, second: _Point, point: _Point) -> None:  # noqa: N802
        self._step("C", first, second, point)

    def closePath(self) -> None:  # noqa: N802
        self._step("Z")


@lru_cache(maxsize=4096)
def outline(face: FontFace, glyph: int) -> Contours:
    """Return the outline of a glyph, nothing for a blank. Raises TemplateError for a damaged font."""
    if face.extent(glyph) is None:
        return ()
    pen = _OutlinePen(face.units_per_em)
    face.opened.draw_glyph_with_pen(glyph, pen)
    return tuple(pen.steps)
