"""The outlines of single glyphs, as paths. Imported late: fontTools takes 30 ms."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeAlias

from fontTools.pens.basePen import BasePen

from pnp.fonts.face import FontFace
from pnp.fonts.files import whole
from pnp.fonts.sfnt import not_a_font

Contours: TypeAlias = tuple[tuple[str, tuple[float, ...]], ...]
"""Steps of a path by the letters of SVG, M, L, Q, C and Z, with absolute points in em, y upwards."""
_MOST = 20_000
"""Steps and parts of one glyph; the most intricate ones of Chinese have some hundreds."""


class _TooManyError(ValueError):
    """A glyph draws without end, by parts of parts."""


class _OutlinePen(BasePen):  # type: ignore[misc]
    """Writes down what a glyph draws, its parts in place."""

    def __init__(self, glyphs: Any, em: int) -> None:
        super().__init__(glyphs)
        self.steps: list[tuple[str, tuple[float, ...]]] = []
        self._em = em
        self._taken = 0

    def _step(self, letter: str, *points: tuple[float, float]) -> None:
        self._count()
        self.steps.append((letter, tuple(value / self._em for point in points for value in point)))

    def _count(self) -> None:
        self._taken += 1
        if self._taken > _MOST:
            raise _TooManyError("a glyph draws without end")

    def _moveTo(self, pt: tuple[float, float]) -> None:  # noqa: N802 - named by fontTools, as those below
        self._step("M", pt)

    def _lineTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
        self._step("L", pt)

    def _qCurveToOne(self, pt1: tuple[float, float], pt2: tuple[float, float]) -> None:  # noqa: N802
        self._step("Q", pt1, pt2)

    def _curveToOne(  # noqa: N802
        self, pt1: tuple[float, float], pt2: tuple[float, float], pt3: tuple[float, float]
    ) -> None:
        self._step("C", pt1, pt2, pt3)

    def _closePath(self) -> None:  # noqa: N802
        self._step("Z")

    def _endPath(self) -> None:  # noqa: N802
        self._step("Z")

    def addComponent(self, glyphName: Any, transformation: Any) -> None:  # noqa: N802, N803
        self._count()
        super().addComponent(glyphName, transformation)


@lru_cache(maxsize=4096)
def outline(face: FontFace, glyph: int) -> Contours:
    """What the glyph with id ``glyph`` draws, nothing for a blank. Raises TemplateError for a damaged font."""
    try:
        with whole(face.path):
            glyphs = face.font.getGlyphSet()
            pen = _OutlinePen(glyphs, face.units_per_em)
            # Glyphs of TrueType fonts go by their ids here (``files.open_font``), PostScript's by names of their own.
            if face.is_truetype:
                glyphs[glyph].draw(pen)
            else:
                face.charstrings.draw(glyph, pen)
    except RecursionError as error:
        raise not_a_font(face.path, "a glyph is a part of itself") from error
    return tuple(pen.steps)
