"""Choice of tones for a face with less ink: for each fill, stroke, line and word.

Fills become washes with lines around them; words and small marks keep their contrast to what is beneath them. Tones are
chosen in the order of painting, so that grounds get theirs before the marks on them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.nodes import Image, Shape, TextRun
from pnp.cardsvg.paths import Box
from pnp.fonts import FontBook
from pnp.ink.scene import FaceGeometry, GroundColour, OutlineStroke, Scene, ShapeExtent, area_scale, scale_of
from pnp.ink.tones import (
    UNCHANGED,
    WHITE,
    Solid,
    Strength,
    Tone,
    Wash,
    contrast,
    has_hue,
    keep_contrast,
    luminance,
    mean,
)
from pnp.looks.inks import mixed
from pnp.looks.painted import PaintedPiece, PaintedText, Plan
from pnp.records import dataclass

READABLE = 4.6
"""Least contrast of words with their ground: 4.5 (WCAG 2.2, 1.4.3), and a little for rounding."""
_SMALL_AREA = 5.0
"""Area in mm² below which a shape is a mark, however thick it is."""
_SIGN_AREA, _SIGN_CONTRAST = 32.0, 7.0
"""Greatest area in mm² and least contrast of a black sign on a light ground. It stays solid: a dot is not a ring."""
_EDGE_CONTRAST = 1.2
"""Contrast of a fill with its ground above which it gets a line around it instead."""
_EDGE_DIFFERENCE = 0.35
"""Difference in red, green or blue that counts as well: yellow is almost as bright as paper."""
_LINE_CONTRAST = 1.7
"""Least contrast of such a line."""
_BOLD_LINE = 0.42
_GROUND_AREA = 400.0
"""Area in mm² above which a shape is the ground of a card or a panel, with a bolder line: ``_BOLD_LINE`` mm."""
_DECOR_CONTRAST = 2.5
"""Contrast below which marks are decoration: patterns, veins, folds."""
_SIGN_MARK_CONTRAST = 3.0
"""Contrast from which a light stroke on a dark ground is a sign, such as a tick (WCAG 2.2, 1.4.11): it stays solid."""
_SIGN_GROUND = 60.0
"""Area in mm² below which a shape is the ground of a sign."""
_LARGE_TYPE, _LARGE_TYPE_CONTRAST = 10.0, 5.5
"""Size in mm above which type is read with less contrast than words are, and that contrast."""
_PICTURE_PARTS = 3.0
"""Divisor of the area of a ground: a lighter shape that covers more is part of a picture, and stays light."""
_USUAL_SIDE, _LEAST_SCALE = 55.0, 0.3
"""Shorter side in mm from which a face is drawn with the lines and limits given, and the least scale of smaller faces.

The lines and limits of smaller faces are finer in proportion.
"""
_WHOLE_SHARE = 0.6
"""Share of a face above which a shape is the ground of all of it."""
_PAPER = GroundColour(WHITE, WHITE)


@dataclass(frozen=True, slots=True)
class ShapeTones:
    """Tones of a shape: of its fill and its stroke, the line around its fill, and the lines on either side of its
    stroke."""

    fill: Tone = UNCHANGED
    stroke: Tone = UNCHANGED
    edge: OutlineStroke | None = None
    casing: OutlineStroke | None = None


@dataclass(frozen=True, slots=True)
class RunTones:
    """Colours of a run of text. Large type may be ``opened``: drawn as outlines."""

    fill: Rgb | None
    stroke: Rgb | None
    opened: bool = False


@dataclass(frozen=True, slots=True)
class FaceTones:
    """Tones of a face: of its shapes by the number of the piece, None for pictures, and of its runs, both in the order
    of painting."""

    shapes: tuple[ShapeTones | None, ...]
    runs: tuple[RunTones, ...]


def choose_tones(geometry: FaceGeometry, bounds: Box, fonts: FontBook, strength: Strength) -> FaceTones:
    """Choose the tones of a face with these ``bounds`` in mm."""
    choice = _Choice(geometry, bounds, strength)
    shapes: list[ShapeTones | None] = []
    runs: list[RunTones] = []
    for planned in _in_order(geometry.plan):
        if isinstance(planned, PaintedText):
            runs += choice.runs(planned, fonts)
        else:
            shapes.append(choice.piece(planned))
    return FaceTones(tuple(shapes), tuple(runs))


def _in_order(plan: Plan) -> Iterator[int | PaintedText]:
    """Yield pieces and texts in the order of painting."""
    for planned in plan:
        if isinstance(planned, list):
            yield from _in_order(planned)
        elif planned is not None:
            yield planned


class _Choice:
    """Choice of the tones of one face."""

    def __init__(self, geometry: FaceGeometry, bounds: Box, strength: Strength) -> None:
        self._scene = Scene(geometry)
        self._size = bounds[2] * bounds[3]
        # Lines and limits scale with the face, since a size that is small on a card is not small on a token.
        self._scale = max(_LEAST_SCALE, min(1.0, min(bounds[2:]) / _USUAL_SIDE))
        self._strength = strength

    def piece(self, index: int) -> ShapeTones | None:
        """Choose the tones of a piece; None for a picture, which becomes paler."""
        geometry = self._scene.geometry
        piece = geometry.piece(index)
        node = piece.node
        if isinstance(node, Image):
            self._scene.set_tone(index, Wash(self._strength.picture))
            return None
        extent = geometry.extent(index)
        ground = self._scene.ground_of(geometry.samples(index), index) or _PAPER
        fill, edge = self._fill_tone(node, piece, ground, extent)
        stroke, casing = self._stroke_tone(node, piece, ground)
        # The line around the whole face is drawn at the end, over its content.
        own_line = None if edge is None or edge.around_face else edge
        self._scene.set_tone(index, fill, stroke, extent.area if node.fill is not None else math.inf, own_line)
        return ShapeTones(fill, stroke, edge, casing)

    def runs(self, lettered: PaintedText, fonts: FontBook) -> Iterator[RunTones]:
        """Yield the colours of the runs of a text."""
        for samples in self._scene.geometry.run_samples(lettered, fonts):
            for run, points in samples:
                yield self._run(run, lettered, self._scene.ground_of(points, lettered.before) or _PAPER)

    def _fill_tone(
        self, node: Shape, piece: PaintedPiece, ground: GroundColour, extent: ShapeExtent
    ) -> tuple[Tone, OutlineStroke | None]:
        """Return the tone of a fill, and the line around it if it gets one."""
        colour, strength = mean(node.fill), self._strength
        if colour is None or not node.style.fill_opacity:
            return UNCHANGED, None
        if extent.thickness < strength.thin * self._scale or extent.area < _SMALL_AREA * self._scale**2:
            in_picture = extent.area * _PICTURE_PARTS > ground.area and luminance(colour) > luminance(ground.original)
            return (Wash(strength.wash) if in_picture else self._mark_tone(colour, ground)), None
        if extent.area < _SIGN_AREA and not has_hue(colour) and _is_black_on(colour, ground):
            return self._mark_tone(colour, ground), None
        wash = Wash(strength.wash)
        own_stroke = mean(node.stroke)
        if node.stroke is not None and (own_stroke is None or _stands_out(own_stroke, ground)):
            return wash, None
        mixed_colour = mixed(ground.original, colour, node.style.fill_opacity)
        around_face = extent.area > _WHOLE_SHARE * self._size and not piece.around.covers
        return wash, self._edge_line(
            mixed_colour, wash, ground, _BOLD_LINE if extent.area > _GROUND_AREA else self._thin_line(), around_face
        )

    def _thin_line(self) -> float:
        return self._strength.line * max(0.5, self._scale)

    def _mark_tone(self, colour: Rgb, ground: GroundColour) -> Tone:
        """Return the tone of a small mark. A mark that hardly stood out from its ground gets a paler one."""
        ratio = contrast(colour, ground.original)
        reduced = 1 + (ratio - 1) * self._strength.decor
        most = reduced if ratio < _DECOR_CONTRAST else self._strength.mark
        return Solid(keep_contrast(colour, ground.original, ground.adapted, 1.0, most))

    def _edge_line(
        self, colour: Rgb, wash: Tone, ground: GroundColour, width: float, around_face: bool = False
    ) -> OutlineStroke | None:
        """Return the line that separates a wash from its ground, or None if the two hardly differed."""
        if not _stands_out(colour, ground):
            return None
        darkest = min(wash.apply(colour), ground.adapted, key=luminance)
        return OutlineStroke(
            keep_contrast(colour, ground.original, darkest, _LINE_CONTRAST, self._strength.edge), width, around_face
        )

    def _stroke_tone(self, node: Shape, piece: PaintedPiece, ground: GroundColour) -> tuple[Tone, OutlineStroke | None]:
        """Return the tone of a stroke, and the lines beside it if it is thick and gets some."""
        colour, strength = mean(node.stroke), self._strength
        if colour is None:
            return UNCHANGED, None
        width = node.style.stroke_width * scale_of(piece)
        if self._is_sign(colour, ground):
            most = max(READABLE, strength.mark)
            return Solid(keep_contrast(colour, ground.original, ground.adapted, READABLE, most)), None
        if width < strength.thin * self._scale:
            return self._mark_tone(colour, ground), None
        wash = Wash(strength.wash)
        if width < 4 * self._thin_line() or node.style.stroke_dasharray:
            # Too thin for lines beside it: it stays a mark if its wash would be invisible.
            faint = contrast(wash.apply(colour), ground.adapted) < _EDGE_CONTRAST
            return (self._mark_tone(colour, ground) if faint else wash), None
        return wash, self._edge_line(
            mixed(ground.original, colour, node.style.stroke_opacity), wash, ground, self._thin_line()
        )

    @staticmethod
    def _is_sign(colour: Rgb, ground: GroundColour) -> bool:
        """Tell whether a stroke is a light sign on a small dark ground."""
        return (
            ground.area < _SIGN_GROUND
            and luminance(colour) > luminance(ground.original)
            and contrast(colour, ground.original) >= _SIGN_MARK_CONTRAST
        )

    def _run(self, run: TextRun, lettered: PaintedText, ground: GroundColour) -> RunTones:
        strength = self._strength
        if run.fill is None:
            stroke = run.stroke
            if stroke is not None:
                stroke = keep_contrast(stroke, ground.original, ground.adapted, READABLE, strength.type)
            return RunTones(None, stroke)
        size = (run.style.font_size or 0.0) * math.sqrt(area_scale(lettered.matrix))
        most = min(strength.type, _LARGE_TYPE_CONTRAST) if size > _LARGE_TYPE else strength.type
        fill = keep_contrast(run.fill, ground.original, ground.adapted, READABLE, max(READABLE, most))
        if run.stroke is None:
            opened = strength.open_type is not None and size >= strength.open_type
            return RunTones(ground.adapted, fill, opened=True) if opened else RunTones(fill, None)
        # A line around letters separates them from the ground: it is as light as they are dark.
        casing = Wash(strength.wash).apply(run.stroke)
        return RunTones(fill, casing if contrast(casing, fill) >= READABLE else ground.adapted)


def _stands_out(colour: Rgb, ground: GroundColour) -> bool:
    """Tell whether a colour differed from its ground before either was changed."""
    differences = (abs(channel - beneath) for channel, beneath in zip(colour, ground.original, strict=True))
    return contrast(colour, ground.original) >= _EDGE_CONTRAST or max(differences) >= _EDGE_DIFFERENCE


def _is_black_on(colour: Rgb, ground: GroundColour) -> bool:
    return luminance(colour) < luminance(ground.original) and contrast(colour, ground.original) >= _SIGN_CONTRAST
