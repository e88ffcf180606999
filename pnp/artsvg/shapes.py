"""Shapes with their paint as pieces (SVG 1.1, 11)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal, cast

from pnp.artsvg.inks import BLACK, Ink, InkReplacement, ink
from pnp.artsvg.measures import evenly, inverse, length, lengths, opacity, widest
from pnp.artsvg.paints import GRADIENTS, GradientReader
from pnp.artsvg.pieces import ArtGradient, ArtShape, Node, Paint, Rule, StrokeStyle, moved
from pnp.artsvg.reader import SvgElement
from pnp.artsvg.repeated import MARKED, markers, tiles
from pnp.artsvg.styles import ComputedStyle
from pnp.artsvg.walking import ArtWalker, DrawingState
from pnp.cardsvg.hairlines import ribbon
from pnp.cardsvg.paths import Segments, bounds
from pnp.cardsvg.values import IDENTITY, Matrix

LINK = re.compile(r"url\(\s*(?:\"([^\"]*)\"|'([^']*)'|([^'\")\s]*))\s*\)\s*(.*)", re.DOTALL)
"""A reference, with what holds where it leads nowhere."""
_POINT = 1e-3
"""How long a dash without length is drawn, as a share of the width of its stroke, so that its ends are."""


class ShapeReader:
    """Draws the shapes of one file."""

    def __init__(self, walker: ArtWalker, paints: GradientReader, palette: InkReplacement) -> None:
        self._walker = walker
        self._problems = walker.problems
        self._styles = walker.styles
        self._paints = paints
        self._palette = palette

    def draw(self, element: SvgElement, place: DrawingState) -> list[Node]:
        """What a shape draws: one piece, or several where its stroke lies beneath its fill or it is tiled."""
        style = place.style
        if style.get("visibility", "visible") in {"hidden", "collapse"}:
            return []
        outline = self._walker.outlines.outline(element, place.measured(style))
        if not outline or inverse(place.matrix) is None:
            return []
        pen = self._pen(element, style, place)
        factor = evenly(place.matrix)
        if pen is None or factor is not None:
            drawn, placed, matrix = moved(outline, place.matrix), place.matrix, IDENTITY
            pen = None if pen is None else _scaled(pen, factor or 1.0)
        else:
            drawn, placed, matrix = outline, IDENTITY, place.matrix
        rule: Rule = "evenodd" if style.get("fill-rule", "").strip() == "evenodd" else "nonzero"
        fill = None if element.name == "line" else self._paint(element, "fill", outline, placed, place)
        stroke = None if pen is None else self._paint(element, "stroke", outline, placed, place)
        if stroke is not None and pen is not None and pen.cap != "butt":
            drawn = _with_points(drawn, pen.width * _POINT)
        nodes: list[Node] = []
        if isinstance(fill, SvgElement):
            nodes += self._tiled(element, fill, outline, rule, place)
            fill = None
        if isinstance(stroke, SvgElement):
            self._problems.add(
                element.at, "pattern", "a stroke with a pattern is not drawn", "turn the stroke into a path", "stroke"
            )
            stroke = None
        piece = ArtShape(drawn, fill, rule, stroke, pen, matrix)
        nodes += [node for one in _pieces(piece, style) for node in _drawn_fine(one, self._walker.fine)]
        linked = self._markers(element, style)
        if linked:
            width = self._styles.value(
                element, style, "stroke-width", lambda text: length(text, place.measured(style)), 1.0
            )
            nodes += markers(self._walker, linked, outline, width, place)
        return nodes

    def ink(self, found: Ink | None) -> Ink | None:
        """An ink as it is at hand: inside a mask, only its brightness counts."""
        return found.grey if found is not None and self._walker.masking == "luminance" else found

    def _markers(self, element: SvgElement, style: ComputedStyle) -> dict[str, SvgElement]:
        """The markers of a shape by where they stand."""
        found: dict[str, SvgElement] = {}
        if element.name not in MARKED:
            return found
        every = style.get("marker", "none")
        for kind in ("start", "mid", "end"):
            match = LINK.match(style.get(f"marker-{kind}", every))
            href = (match[1] or match[2] or match[3] or "") if match is not None else ""
            target = self._walker.ids.get(href.lstrip("#"))
            if target is not None and target.name == "marker":
                found[kind] = target
        return found

    def _paint(
        self, element: SvgElement, name: str, outline: Segments, placed: Matrix, place: DrawingState
    ) -> Paint | SvgElement:
        """The paint of a fill or a stroke; a pattern element, where it is one."""
        style = place.style
        text = style.get(name, "#000" if name == "fill" else "none").strip()
        faint = self._styles.value(element, style, f"{name}-opacity", opacity, 1.0)
        match = LINK.fullmatch(text)
        found: Paint | SvgElement = None
        if match is not None:
            href = match[1] or match[2] or match[3] or ""
            fallback = match[4].strip()
            if fallback and href[1:] not in self._walker.ids:
                found = self._ink(element, name, fallback, style)
            else:
                found = self._served(element, name, href, outline, placed, place)
        elif text in {"context-fill", "context-stroke"}:
            found = None
        else:
            found = self._ink(element, name, text, style)
        return faded(found, faint) if isinstance(found, Ink | ArtGradient) else found

    def _ink(self, element: SvgElement, name: str, text: str, style: ComputedStyle) -> Ink | None:
        def read(text: str) -> Ink | None:
            palette = self._palette if self._walker.masking is None else InkReplacement({})
            return self.ink(palette.ink(text, self._current(element, style)))

        black: Ink | None = BLACK
        return self._styles.value(element, ComputedStyle({name: text}, {}), name, read, black)

    def _current(self, element: SvgElement, style: ComputedStyle) -> Ink:
        return self._styles.value(element, style, "color", lambda text: ink(text) or Ink(None), Ink(None))

    def _served(
        self, element: SvgElement, name: str, href: str, outline: Segments, placed: Matrix, place: DrawingState
    ) -> Paint | SvgElement:
        target = self._walker.linked(element, href, name)
        if target is None:
            return None
        if target.name == "pattern":
            return target
        if target.name not in GRADIENTS:
            self._problems.add(
                element.at, "wrong-reference", f"{href} is a <{target.name}>, and paints nothing", None, name
            )
            return None
        fade = self._paints.fade(target, bounds(outline), placed, place.room, self._walker.masking is not None)
        if self._walker.masking == "luminance":
            if isinstance(fade, ArtGradient):
                return replace(fade, stops=tuple((offset, one.grey) for offset, one in fade.stops))
            return self.ink(fade)
        return fade

    def _tiled(
        self, element: SvgElement, pattern: SvgElement, outline: Segments, rule: Rule, place: DrawingState
    ) -> list[Node]:
        layer = tiles(self._walker, element, pattern, (outline, rule), place)
        if layer is None:
            return []
        faint = self._styles.value(element, place.style, "fill-opacity", opacity, 1.0)
        return [replace(layer, opacity=faint)]

    def _pen(self, element: SvgElement, style: ComputedStyle, place: DrawingState) -> StrokeStyle | None:
        if style.get("stroke", "none").strip() in {"none", "transparent"}:
            return None
        room = place.measured(style)

        def measure(text: str) -> float:
            return length(text, room)

        width = self._styles.value(element, style, "stroke-width", measure, 1.0)
        if width <= 0:
            return None
        cap = style.get("stroke-linecap", "butt").strip()
        join = style.get("stroke-linejoin", "miter").strip()
        plain: tuple[float, ...] = ()
        dashes = self._styles.value(
            element, style, "stroke-dasharray", lambda text: () if text == "none" else lengths(text, room), plain
        )
        dashes = () if any(dash < 0 for dash in dashes) or not any(dashes) else _tidy(dashes)
        return StrokeStyle(
            width,
            cast(Literal["butt", "round", "square"], cap if cap in {"round", "square"} else "butt"),
            cast(Literal["miter", "round", "bevel"], join if join in {"round", "bevel"} else "miter"),
            max(1.0, self._styles.value(element, style, "stroke-miterlimit", float, 4.0)),
            dashes,
            self._styles.value(element, style, "stroke-dashoffset", measure, 0.0),
        )


def _tidy(dashes: tuple[float, ...]) -> tuple[float, ...]:
    """Dashes without pairs that have no length at all, which renderers count differently."""
    twice = dashes if len(dashes) % 2 == 0 else dashes * 2
    pairs = [pair for pair in zip(twice[::2], twice[1::2], strict=True) if any(pair)]
    return tuple(length for pair in pairs for length in pair)


def faded(paint: Paint, opacity: float) -> Paint:
    """A paint that shows less."""
    if opacity == 1 or paint is None:
        return paint
    if isinstance(paint, Ink):
        return Ink(paint.rgb, paint.opacity * opacity)
    return replace(paint, stops=tuple((at, Ink(one.rgb, one.opacity * opacity)) for at, one in paint.stops))


def _drawn_fine(piece: ArtShape, fine: float) -> list[Node]:
    """A piece whose stroke is thinner than ``fine`` with its stroke as a shape of its own."""
    pen = piece.pen
    if pen is None or piece.stroke is None or pen.dashes or pen.width * widest(piece.matrix) >= fine:
        return [piece]
    miter = pen.miter if pen.join == "miter" else 1.2
    thin = ribbon(piece.outline, pen.width, miter)
    stroke = ArtShape(thin, piece.stroke, matrix=piece.matrix)
    bare = replace(piece, stroke=None, pen=None)
    return [stroke] if piece.fill is None else [bare, stroke]


def _pieces(piece: ArtShape, style: ComputedStyle) -> list[ArtShape]:
    fill = None if isinstance(piece.fill, Ink) and not piece.fill.opacity else piece.fill
    stroke = None if isinstance(piece.stroke, Ink) and not piece.stroke.opacity else piece.stroke
    if fill is None and stroke is None:
        return []
    if fill is None or stroke is None:
        return [replace(piece, fill=fill, stroke=stroke, pen=None if stroke is None else piece.pen)]
    order = style.get("paint-order", "normal").split()
    if "stroke" in order and ("fill" not in order or order.index("stroke") < order.index("fill")):
        return [replace(piece, fill=None), replace(piece, stroke=None, pen=None)]
    return [piece]


def _scaled(pen: StrokeStyle, factor: float) -> StrokeStyle:
    dashes = tuple(dash * factor for dash in pen.dashes)
    return replace(pen, width=pen.width * factor, dashes=dashes, offset=pen.offset * factor)


def _with_points(outline: Segments, short: float) -> Segments:
    """An outline in which a part without length is ``short``: its round or square ends are drawn as a point."""
    out = list(outline)
    for index, (kind, args) in enumerate(outline):
        following = outline[index + 1 : index + 3]
        if kind != "M" or not following:
            continue
        ends = len(following) == 1 or following[1][0] in {"M", "Z"}
        if (
            following[0][0] in {"L", "C"} and ends and following[0][1][-2:] == args and len(set(following[0][1])) <= 2
        ) or following[0][0] == "Z":
            out[index + 1] = ("L", (args[0] + short, args[1]))
    return tuple(out)
