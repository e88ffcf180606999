"""Painting of drawings: every node of a card SVG as content operators in mm, y downwards."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from pnp.cardsvg import Drawing
from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.nodes import (
    MAX_REPEATS,
    Clip,
    Frame,
    Gradient,
    Group,
    Image,
    Node,
    Paint,
    Shape,
    Stop,
    SymbolUse,
    Text,
)
from pnp.cardsvg.paths import Box, bounds, moved
from pnp.cardsvg.values import IDENTITY, Matrix, apply, inverse, is_slice, multiply, viewport
from pnp.diagnostics import Location, TemplateError
from pnp.fonts import FontBook
from pnp.pdf.objects.manifest import EXAMPLE_MARK, RUBY_MARK
from pnp.pdf.painting.content import Content, box_source, matrix_source, outline_source
from pnp.pdf.painting.lettering import Letterer, begin_span, foreign_language
from pnp.pdf.painting.signs import ResourcePlaceholders
from pnp.pdf.painting.strokes import (
    LEAST_LINE,
    least_scale,
    printable_stroke,
    scale_below,
    split_stroke,
    thinnest,
    too_thin,
)
from pnp.records import dataclass

# Gradients on shapes: placement, repetition and opacity


class GradientPainter:
    """Painter of gradients as shadings."""

    def __init__(self, signs: ResourcePlaceholders) -> None:
        self._signs = signs

    def fill(self, content: Content, node: Shape, gradient: Gradient) -> None:
        """Fill the outline of ``node``."""
        box = bounds(node.outline)
        matrix = _gradient_matrix(gradient, box)
        if box is None or matrix is None:
            return
        content.save()
        content.clip(outline_source(node.outline), node.style.fill_rule == "evenodd")
        self._paint(content, gradient, matrix, box)
        content.restore()

    def stroke(self, content: Content, node: Shape, gradient: Gradient) -> None:
        """Stroke the outline of ``node``: the gradient covers all of it, and a mask shows it under the stroke."""
        box = bounds(node.outline)
        matrix = _gradient_matrix(gradient, box)
        if box is None or matrix is None:
            return
        style = node.style
        reach = style.stroke_width / 2
        reach *= max(math.sqrt(2), style.stroke_miterlimit if style.stroke_linejoin == "miter" else 1.0)
        box = (box[0] - reach, box[1] - reach, box[2] + 2 * reach, box[3] + 2 * reach)
        pen = self._signs.content()
        pen.stroke_colour((0.0, 0.0, 0.0))
        pen.pen(style)
        pen.draw(f"{outline_source(node.outline)} S")
        inside = self._signs.content()
        inside.clip(box_source(box))
        self._paint(inside, gradient, matrix, box)
        content.save()
        content.draw(f"/{self._signs.soft_mask(str(pen), box, 'alpha')} gs")
        content.draw(f"/{self._signs.form(str(inside), group=True)} Do")
        content.restore()

    def _paint(self, content: Content, gradient: Gradient, matrix: Matrix, box: Box) -> None:
        extended = _extend(gradient, matrix, box)
        if extended.faint:
            opacity_gradient = replace(
                extended, stops=tuple(Stop(stop.offset, (stop.opacity,) * 3) for stop in extended.stops)
            )
            with self._signs.masking():
                mask = self._signs.content()
                mask.move(matrix)
                mask.draw(f"/{self._signs.shading(opacity_gradient)} sh")
                state = self._signs.soft_mask(str(mask), box, "luminance")
            content.draw(f"/{state} gs")
            extended = replace(extended, stops=tuple(Stop(stop.offset, stop.colour) for stop in extended.stops))
        content.move(matrix)
        content.draw(f"/{self._signs.shading(extended)} sh")


def _gradient_matrix(gradient: Gradient, box: Box | None) -> Matrix | None:
    """Return the matrix of the gradient's own coordinates, or None if it covers nothing."""
    if not gradient.of_box:
        return gradient.transform
    if box is None or not box[2] or not box[3]:
        return None
    return multiply((box[2], 0.0, 0.0, box[3], box[0], box[1]), gradient.transform)


def _extend(gradient: Gradient, matrix: Matrix, box: Box) -> Gradient:
    """Replace the repetitions of a gradient that cover ``box`` by a longer gradient (SVG 1.1, 13.2.2)."""
    back = inverse(matrix)
    if gradient.spread == "pad" or back is None:
        return gradient
    x, y, width, height = box
    corners = [apply(back, a, b) for a in (x, x + width) for b in (y, y + height)]
    if gradient.kind == "linear":
        x1, y1, x2, y2 = gradient.points
        dx, dy = x2 - x1, y2 - y1
        positions = [((a - x1) * dx + (b - y1) * dy) / (dx * dx + dy * dy) for a, b in corners]
        first, last = (
            max(math.floor(min(positions)), -MAX_REPEATS // 2),
            min(math.ceil(max(positions)), MAX_REPEATS // 2),
        )
        last = max(last, first + 1)
        points: tuple[float, ...] = (x1 + dx * first, y1 + dy * first, x1 + dx * last, y1 + dy * last)
    else:
        fx, fy, cx, cy, radius = gradient.points
        first, last = 0, 1
        while last < MAX_REPEATS and any(
            math.hypot(a - fx - (cx - fx) * last, b - fy - (cy - fy) * last) > radius * last for a, b in corners
        ):
            last += 1
        points = (fx, fy, fx + (cx - fx) * last, fy + (cy - fy) * last, radius * last)
    return replace(gradient, points=points, stops=_repeated_stops(gradient, first, last), spread="pad")


def _repeated_stops(gradient: Gradient, first: int, last: int) -> tuple[Stop, ...]:
    """Return the stops of repetitions ``first`` to ``last``."""
    stops: list[Stop] = []
    for repeat in range(first, last):
        reversed_ = gradient.spread == "reflect" and repeat % 2
        repeat_stops = (
            [replace(stop, offset=1 - stop.offset) for stop in reversed(gradient.stops)]
            if reversed_
            else gradient.stops
        )
        # A repetition begins and ends with its own colours, even if its stops do not reach its ends.
        repeat_stops = [replace(repeat_stops[0], offset=0.0), *repeat_stops, replace(repeat_stops[-1], offset=1.0)]
        stops += [replace(stop, offset=(repeat - first + stop.offset) / (last - first)) for stop in repeat_stops]
    return tuple(stops)


_INLINE = 90
"""Characters of a symbol's operators up to which they are repeated, since a form would be longer."""
_INLINE_INSIDE = 900
"""Such characters inside another symbol, such as a tile of a pattern.

A page of cards with patterns on their backs would otherwise call a form for every tile, thousands of times. PDF readers
are slow at this or give up.
"""


@dataclass(frozen=True, slots=True)
class PaintPlace:
    """Place that is painted: its drawing, the mapping of offsets, and its scale.

    ``shift`` maps an offset in the parsed text of a symbol to the drawing's text; with ``fixed`` all offsets map to
    that. ``inside`` says that the place is in a symbol. ``scale`` is the least size in mm of a unit there.
    """

    drawing: Drawing
    shift: int = 0
    fixed: int | None = None
    inside: bool = False
    scale: float = 1.0

    def offset(self, position: int) -> int:
        """Return the offset in the drawing's text of ``position`` in the parsed text."""
        return position + self.shift if self.fixed is None else self.fixed

    def within(self, node: SymbolUse) -> PaintPlace:
        """Return the place for the content of a symbol. Of a symbol inside a symbol only the use is known."""
        if self.inside or node.base is None:
            return PaintPlace(self.drawing, fixed=self.offset(node.at), inside=True, scale=self.scale)
        return PaintPlace(self.drawing, shift=node.base - node.symbol.at, inside=True, scale=self.scale)

    def moved(self, frame: Frame | None, inner: Matrix = IDENTITY) -> PaintPlace:
        """Return the place for the content of a frame and a viewport."""
        scale = least_scale(IDENTITY if frame is None else frame.transform) * least_scale(inner)
        return self if scale == 1 else replace(self, scale=self.scale * scale)

    def error(self, position: int, code: str, message: str, hint: str | None = None) -> TemplateError:
        return self.drawing.source.error(self.offset(position), code, message, hint)


class Painter:
    """Painter of drawings, with the resources that they need as signs.

    ``outlines`` turns all type into shapes. Raises TemplateError, located in the SVG, for a text without glyphs or a
    picture that cannot be used.
    """

    def __init__(self, signs: ResourcePlaceholders, fonts: FontBook, language: str, outlines: bool = False) -> None:
        """Make a painter for documents in ``language``. Words of another language are marked."""
        self._signs = signs
        self._gradients = GradientPainter(signs)
        self._language = language
        self._line_widths: dict[str, float] = {}
        self.letterer = Letterer(signs, fonts, outlines)

    def operators(self, drawing: Drawing) -> str:
        """Return the operators that paint ``drawing`` in its own units."""
        content = self._signs.content()
        self._paint_nodes(content, drawing.nodes, PaintPlace(drawing))
        return str(content)

    def _paint_nodes(self, content: Content, nodes: Sequence[Node], place: PaintPlace) -> None:
        for node in nodes:
            frame = node.frame
            if frame is not None and frame.opacity == 0:
                continue
            example = dict(frame.data).get("example") if frame is not None and frame.data else None
            if example is not None:
                content.draw(f"/{EXAMPLE_MARK} <</Id <{example.encode('utf-8').hex()}>>> BDC")
            self._paint_node(content, node, place)
            if example is not None:
                content.draw("EMC")

    def _paint_node(self, content: Content, node: Node, place: PaintPlace) -> None:
        if isinstance(node, Shape):
            self._paint_shape(content, node, place)
        elif isinstance(node, Text):
            self._paint_text(content, node, place)
        elif isinstance(node, Group):
            self._paint_group(content, node, place)
        elif isinstance(node, SymbolUse):
            self._paint_symbol(content, node, place)
        else:
            self._paint_image(content, node, place)

    def _paint_shape(self, content: Content, node: Shape, place: PaintPlace) -> None:
        frame = node.frame
        scale = place.moved(frame).scale
        style = printable_stroke(node.style, scale)
        fill = node.fill if style.fill_opacity else None
        stroke = node.stroke if style.stroke_opacity else None
        if fill is None and stroke is None:
            return
        opacity = 1.0 if frame is None else frame.opacity
        if (opacity < 1 and fill is not None and stroke is not None) or _needs_group(frame):
            group_content = self._signs.content()
            self._paint_shape(
                group_content, Shape(node.at, None, node.outline, node.style, fill, stroke), place.moved(frame)
            )
            self._paint_as_group(content, frame, str(group_content), place)
            return
        if stroke is not None and too_thin(node.style, scale):
            for part in split_stroke(node, fill, stroke, scale):
                self._paint_shape(content, part, place)
            return
        alpha = (
            style.fill_opacity * opacity if fill is not None else 1.0,
            style.stroke_opacity * opacity if stroke is not None else 1.0,
        )
        saved = alpha != (1.0, 1.0) or bool(stroke is not None and style.stroke_dasharray) or _moves_or_clips(frame)
        if saved:
            content.save()
            self._enter(content, frame, alpha)
        widened = node if style is node.style else replace(node, style=style)
        self._paint_fill_and_stroke(content, widened, fill, stroke, alpha[1])
        if saved:
            content.restore()

    def _paint_fill_and_stroke(
        self, content: Content, node: Shape, fill: Paint, stroke: Paint, stroke_opacity: float
    ) -> None:
        """Fill and stroke a shape. ``stroke_opacity`` is the opacity of the stroke."""
        fill = _simplify(fill)
        stroke = _simplify(stroke)
        if isinstance(fill, Gradient):
            self._gradients.fill(content, node, fill)
            fill = None
        if isinstance(stroke, Gradient):
            self._paint_outline(content, node, fill, None)
            if stroke_opacity < 1:
                content.draw(f"/{self._signs.opacity(stroke_opacity, stroke_opacity)} gs")
            self._gradients.stroke(content, node, stroke)
        else:
            self._paint_outline(content, node, fill, stroke)

    def _paint_outline(self, content: Content, node: Shape, fill: Rgb | None, stroke: Rgb | None) -> None:
        if fill is None and stroke is None:
            return
        if fill is not None:
            content.fill_colour(fill)
        if stroke is not None:
            content.stroke_colour(stroke)
            content.pen(node.style)
        if fill is not None and stroke is not None and node.style.stroke_opacity < 1:
            # Painted together, a faint stroke would not show the fill beneath it (PDF 32000-1, 11.7.4.4).
            self._paint_outline(content, node, fill, None)
            fill = None
        star = "*" if fill is not None and node.style.fill_rule == "evenodd" else ""
        operator = {(True, True): "B", (True, False): "f", (False, True): "S"}[fill is not None, stroke is not None]
        content.draw(f"{outline_source(node.outline)} {operator}{star}")

    def _paint_text(self, content: Content, node: Text, place: PaintPlace) -> None:
        frame = node.frame
        opacity = 1.0 if frame is None else frame.opacity
        filled_and_stroked = any(
            run.fill is not None and run.stroke is not None for chunk in node.chunks for run in chunk.runs
        )
        if (opacity < 1 and filled_and_stroked) or _needs_group(frame):
            group_content = self._signs.content()
            self.letterer.text(group_content, node, 1.0, place.moved(frame))
            self._paint_as_group(content, frame, str(group_content), place)
            return
        saved = _moves_or_clips(frame)
        if saved:
            content.save()
            self._enter(content, frame, (1.0, 1.0))
        language = (
            None if place.inside else foreign_language("".join(chunk.text for chunk in node.chunks), self._language)
        )
        if language is not None:
            content.draw(begin_span(language))
        if node.ruby is not None:
            content.draw(f"/{RUBY_MARK} BMC")
        self.letterer.text(content, node, opacity, place.moved(frame))
        if node.ruby is not None:
            content.draw("EMC")
        if language is not None:
            content.draw("EMC")
        if saved:
            content.restore()

    def _paint_group(self, content: Content, node: Group, place: PaintPlace) -> None:
        if node.frame is not None and (node.frame.opacity < 1 or node.frame.whole):
            group_content = self._signs.content()
            self._paint_children(group_content, node, place)
            self._paint_as_group(content, node.frame, str(group_content), place)
            return
        saved = _moves_or_clips(node.frame) or node.window is not None
        if saved:
            content.save()
            self._enter(content, node.frame, (1.0, 1.0))
        self._paint_children(content, node, place)
        if saved:
            content.restore()

    def _paint_children(self, content: Content, node: Group, place: PaintPlace) -> None:
        if node.window is not None:
            content.clip(box_source(node.window))
            content.move(node.inner)
        self._paint_nodes(content, node.children, place.moved(node.frame, node.inner))

    def _paint_symbol(self, content: Content, node: SymbolUse, place: PaintPlace) -> None:
        operators = self._symbol_operators(node, place)
        if not operators:
            return
        as_group = node.frame is not None and (node.frame.opacity < 1 or node.frame.whole)
        target = self._signs.content() if as_group else content
        if not as_group:
            target.save()
            self._enter(target, node.frame, (1.0, 1.0))
        if node.window is not None:
            target.clip(box_source(node.window))
        target.move(node.inner)
        target.draw(operators)
        if as_group:
            self._paint_as_group(content, node.frame, str(target), place)
        else:
            target.restore()

    def _symbol_operators(self, node: SymbolUse, place: PaintPlace) -> str:
        """Return the operators that draw a symbol: a call of its form, or its own if they are few."""
        symbol = node.symbol
        content_place = place.moved(node.frame, node.inner)
        if symbol.key not in self._line_widths:
            self._line_widths[symbol.key] = thinnest(symbol.children)
        key = f"{self._signs.palette.space} {symbol.key}"
        if self._line_widths[symbol.key] * content_place.scale < LEAST_LINE:
            # Its lines are too thin at this size, so it is drawn separately for such sizes.
            content_place = replace(content_place, scale=scale_below(content_place.scale))
            key = f"{key} {content_place.scale:.5g}"
        operators = self._signs.symbols.get(key)
        if operators is None:
            content = self._signs.content()
            self._paint_nodes(content, symbol.children, content_place.within(node))
            operators = self._signs.symbols[key] = str(content)
        if len(operators) <= (_INLINE_INSIDE if place.inside else _INLINE):
            return operators
        return f"/{self._signs.form(operators)} Do"

    def _paint_image(self, content: Content, node: Image, place: PaintPlace) -> None:
        try:
            name, width, height = self._signs.picture(node.picture)
        except ValueError as error:
            message = f"the image {node.picture.name!r} cannot be used: {error}"
            refusal = place.error(node.at, "image", message, "save it again as PNG or JPEG")
            if not node.picture.name.startswith("data:"):
                # The file is to be mended, and no line of what was drawn.
                file = Location(node.picture.name)
                refusal = TemplateError(replace(diagnostic, location=file) for diagnostic in refusal.diagnostics)
            raise refusal from error
        if _needs_group(node.frame):
            group_content = self._signs.content()
            self._paint_image(group_content, replace(node, frame=None), place)
            self._paint_as_group(content, node.frame, str(group_content), place)
            return
        opacity = 1.0 if node.frame is None else node.frame.opacity
        content.save()
        self._enter(content, node.frame, (opacity, 1.0))
        if is_slice(node.fit):
            content.clip(box_source(node.box))
        content.move(viewport(node.box, (0.0, 0.0, width, height), node.fit))
        content.move((width, 0.0, 0.0, -height, 0.0, height))
        content.draw(f"/{name} Do")
        content.restore()

    def _paint_as_group(self, content: Content, frame: Frame | None, operators: str, place: PaintPlace) -> None:
        """Paint ``operators`` as a transparency group with the frame's opacity."""
        assert frame is not None
        if not operators:
            return
        content.save()
        self._enter(content, frame, (frame.opacity, frame.opacity))
        if frame.mask is not None:
            with self._signs.masking():
                mask_content = self._signs.content()
                self._paint_nodes(mask_content, frame.mask.nodes, place.moved(frame))
                mask = self._signs.soft_mask(str(mask_content), frame.mask.box, frame.mask.kind)
            content.draw(f"/{mask} gs")
        if frame.blend != "normal":
            content.draw(f"/{self._signs.blending(frame.blend)} gs")
        content.draw(f"/{self._signs.form(operators, group=True, isolated=frame.whole)} Do")
        content.restore()

    def _enter(self, content: Content, frame: Frame | None, alpha: tuple[float, float]) -> None:
        if frame is not None:
            content.move(frame.transform)
            self._clip(content, frame.clip)
        if alpha != (1.0, 1.0):
            content.draw(f"/{self._signs.opacity(*alpha)} gs")

    def _clip(self, content: Content, clip: Clip | None) -> None:
        if clip is None:
            return
        if not clip.outline:
            content.draw("0 0 0 0 re W n")
            return
        content.clip(outline_source(moved(clip.outline, clip.transform)), clip.rule == "evenodd")


def _moves_or_clips(frame: Frame | None) -> bool:
    """Return True if a frame moves or clips."""
    return frame is not None and (frame.clip is not None or matrix_source(frame.transform) != "1 0 0 1 0 0")


def _needs_group(frame: Frame | None) -> bool:
    """Return True if an element is painted as a group, because it is masked or blends."""
    return frame is not None and frame.whole


def _simplify(paint: Paint) -> Paint:
    """Replace a gradient without length by the colour at its end."""
    return paint.flat or paint if isinstance(paint, Gradient) else paint
