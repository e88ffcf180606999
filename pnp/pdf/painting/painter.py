"""Paints drawings: every node of a card SVG as content operators in mm, y downwards."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from pnp.cardsvg import Drawing
from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.nodes import Clip, Frame, Gradient, Group, Image, Node, Paint, Shape, Stop, SymbolUse, Text
from pnp.cardsvg.paths import Box, bounds
from pnp.cardsvg.values import IDENTITY, Matrix, apply, is_slice, multiply, viewport
from pnp.diagnostics import TemplateError
from pnp.fonts import FontBook
from pnp.pdf.objects.manifest import EXAMPLE_MARK, RUBY_MARK
from pnp.pdf.painting.content import Content, box_source, matrix_source, moved, outline_source
from pnp.pdf.painting.lettering import Letterer, foreign, span
from pnp.pdf.painting.signs import ResourcePlaceholders
from pnp.pdf.painting.strokes import LEAST_LINE, least_scale, parts, printable, scale_below, thinnest, too_thin
from pnp.records import dataclass

# Gradients put on shapes: laid where they belong, repeated where they end, seen through where they are faint.

_MOST = 200
"""How often a gradient is repeated at most: beyond that the last colour goes on."""


class GradientPainter:
    """Paints gradients as shadings."""

    def __init__(self, signs: ResourcePlaceholders) -> None:
        self._signs = signs

    def fill(self, content: Content, node: Shape, gradient: Gradient) -> None:
        """Fill the outline of ``node``."""
        box = bounds(node.outline)
        matrix = _placed(gradient, box)
        if box is None or matrix is None:
            return
        content.save()
        content.clip(outline_source(node.outline), node.style.fill_rule == "evenodd")
        self._paint(content, gradient, matrix, box)
        content.restore()

    def stroke(self, content: Content, node: Shape, gradient: Gradient) -> None:
        """Stroke the outline of ``node``: the gradient is laid over all of it, and shows where the stroke is."""
        box = bounds(node.outline)
        matrix = _placed(gradient, box)
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
        laid = _repeated(gradient, matrix, box)
        if laid.faint:
            grey = replace(laid, stops=tuple(Stop(stop.offset, (stop.opacity,) * 3) for stop in laid.stops))
            with self._signs.masking():
                mask = self._signs.content()
                mask.move(matrix)
                mask.draw(f"/{self._signs.shading(grey)} sh")
                state = self._signs.soft_mask(str(mask), box, "luminance")
            content.draw(f"/{state} gs")
            laid = replace(laid, stops=tuple(Stop(stop.offset, stop.colour) for stop in laid.stops))
        content.move(matrix)
        content.draw(f"/{self._signs.shading(laid)} sh")


def _placed(gradient: Gradient, box: Box | None) -> Matrix | None:
    """Where the gradient's own coordinates lie, None where it is laid over nothing."""
    if not gradient.of_box:
        return gradient.transform
    if box is None or not box[2] or not box[3]:
        return None
    return multiply((box[2], 0.0, 0.0, box[3], box[0], box[1]), gradient.transform)


def _repeated(gradient: Gradient, matrix: Matrix, box: Box) -> Gradient:
    """A gradient that covers ``box`` with repetitions, as one that is longer (SVG 1.1, 13.2.2)."""
    back = _inverse(matrix)
    if gradient.spread == "pad" or back is None:
        return gradient
    x, y, width, height = box
    corners = [apply(back, a, b) for a in (x, x + width) for b in (y, y + height)]
    if gradient.kind == "linear":
        x1, y1, x2, y2 = gradient.points
        dx, dy = x2 - x1, y2 - y1
        places = [((a - x1) * dx + (b - y1) * dy) / (dx * dx + dy * dy) for a, b in corners]
        first, last = max(math.floor(min(places)), -_MOST // 2), min(math.ceil(max(places)), _MOST // 2)
        last = max(last, first + 1)
        points: tuple[float, ...] = (x1 + dx * first, y1 + dy * first, x1 + dx * last, y1 + dy * last)
    else:
        fx, fy, cx, cy, radius = gradient.points
        first, last = 0, 1
        while last < _MOST and any(
            math.hypot(a - fx - (cx - fx) * last, b - fy - (cy - fy) * last) > radius * last for a, b in corners
        ):
            last += 1
        points = (fx, fy, fx + (cx - fx) * last, fy + (cy - fy) * last, radius * last)
    return replace(gradient, points=points, stops=_again(gradient, first, last), spread="pad")


def _again(gradient: Gradient, first: int, last: int) -> tuple[Stop, ...]:
    """The stops of repetitions ``first`` to ``last``."""
    stops: list[Stop] = []
    for turn in range(first, last):
        turned = gradient.spread == "reflect" and turn % 2
        own = [replace(stop, offset=1 - stop.offset) for stop in reversed(gradient.stops)] if turned else gradient.stops
        # A repetition begins and ends with its own colours, though its stops may not reach its ends.
        own = [replace(own[0], offset=0.0), *own, replace(own[-1], offset=1.0)]
        stops += [replace(stop, offset=(turn - first + stop.offset) / (last - first)) for stop in own]
    return tuple(stops)


def _inverse(matrix: Matrix) -> Matrix | None:
    a, b, c, d, e, f = matrix
    whole = a * d - b * c
    if matrix == IDENTITY or abs(whole) < 1e-12:
        return matrix if whole else None
    return (d / whole, -b / whole, -c / whole, a / whole, (c * f - d * e) / whole, (b * e - a * f) / whole)


_INLINE = 90
"""Operators of a symbol up to this many characters are repeated: a form of their own would take more."""
_INLINE_INSIDE = 900
"""The same inside another symbol, such as a tile of a pattern. A page of cards with patterns on their backs would call
a form for every tile otherwise, thousands of times, which readers are slow at or give up on."""


@dataclass(frozen=True, slots=True)
class PaintPlace:
    """Which drawing is painted, where an offset inside the symbol at hand stands in its text, and how large in mm a
    unit of what is painted is at least."""

    drawing: Drawing
    shift: int = 0
    fixed: int | None = None
    inside: bool = False
    scale: float = 1.0

    def offset(self, at: int) -> int:
        """The offset in the drawing's text of what stands at ``at`` in the text that was parsed."""
        return at + self.shift if self.fixed is None else self.fixed

    def within(self, node: SymbolUse) -> PaintPlace:
        """The place for the content of a symbol; of a symbol inside a symbol only the use is known."""
        if self.inside:
            return PaintPlace(self.drawing, fixed=self.offset(node.at), inside=True, scale=self.scale)
        return PaintPlace(self.drawing, shift=node.base - node.symbol.at, inside=True, scale=self.scale)

    def moved(self, frame: Frame | None, inner: Matrix = IDENTITY) -> PaintPlace:
        """The place for what a frame and a viewport put somewhere."""
        scale = least_scale(IDENTITY if frame is None else frame.transform) * least_scale(inner)
        return self if scale == 1 else replace(self, scale=self.scale * scale)

    def error(self, at: int, code: str, message: str, hint: str | None = None) -> TemplateError:
        return self.drawing.source.error(self.offset(at), code, message, hint)


class Painter:
    """Paints drawings, what they need of a document as signs. Raises TemplateError, located in the SVG, for a text
    without glyphs or a picture that cannot be used. ``outlines`` makes shapes of all type."""

    def __init__(self, signs: ResourcePlaceholders, fonts: FontBook, language: str, outlines: bool = False) -> None:
        """``language`` is that of the document; words of another are marked."""
        self._signs = signs
        self._gradients = GradientPainter(signs)
        self._language = language
        self._thinnest: dict[str, float] = {}
        self.letterer = Letterer(signs, fonts, outlines)

    def operators(self, drawing: Drawing) -> str:
        """The operators that paint ``drawing`` in its own units."""
        content = self._signs.content()
        self._nodes(content, drawing.nodes, PaintPlace(drawing))
        return str(content)

    def _nodes(self, content: Content, nodes: Sequence[Node], place: PaintPlace) -> None:
        for node in nodes:
            frame = node.frame
            if frame is not None and frame.opacity == 0:
                continue
            example = dict(frame.data).get("example") if frame is not None and frame.data else None
            if example is not None:
                content.draw(f"/{EXAMPLE_MARK} <</Id <{example.encode('utf-8').hex()}>>> BDC")
            self._node(content, node, place)
            if example is not None:
                content.draw("EMC")

    def _node(self, content: Content, node: Node, place: PaintPlace) -> None:
        if isinstance(node, Shape):
            self._shape(content, node, place)
        elif isinstance(node, Text):
            self._text(content, node, place)
        elif isinstance(node, Group):
            self._group(content, node, place)
        elif isinstance(node, SymbolUse):
            self._symbol(content, node, place)
        else:
            self._image(content, node, place)

    def _shape(self, content: Content, node: Shape, place: PaintPlace) -> None:
        frame = node.frame
        scale = place.moved(frame).scale
        style = printable(node.style, scale)
        fill = node.fill if style.fill_opacity else None
        stroke = node.stroke if style.stroke_opacity else None
        if fill is None and stroke is None:
            return
        opacity = 1.0 if frame is None else frame.opacity
        if (opacity < 1 and fill is not None and stroke is not None) or _whole(frame):
            inside = self._signs.content()
            self._shape(inside, Shape(node.at, None, node.outline, node.style, fill, stroke), place.moved(frame))
            self._as_group(content, frame, str(inside), place)
            return
        if stroke is not None and too_thin(node.style, scale):
            for part in parts(node, fill, stroke, scale):
                self._shape(content, part, place)
            return
        alpha = (
            style.fill_opacity * opacity if fill is not None else 1.0,
            style.stroke_opacity * opacity if stroke is not None else 1.0,
        )
        kept = alpha != (1.0, 1.0) or bool(stroke is not None and style.stroke_dasharray) or _places(frame)
        if kept:
            content.save()
            self._enter(content, frame, alpha)
        drawn = node if style is node.style else replace(node, style=style)
        self._paint_shape(content, drawn, fill, stroke, alpha[1])
        if kept:
            content.restore()

    def _paint_shape(self, content: Content, node: Shape, fill: Paint, stroke: Paint, faint: float) -> None:
        """Fill and stroke; ``faint`` is the opacity of the stroke."""
        fill = _flat(fill)
        stroke = _flat(stroke)
        if isinstance(fill, Gradient):
            self._gradients.fill(content, node, fill)
            fill = None
        if isinstance(stroke, Gradient):
            self._paint_outline(content, node, fill, None)
            if faint < 1:
                content.draw(f"/{self._signs.opacity(faint, faint)} gs")
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
            # Painted in one go, a faint stroke would not show the fill beneath it (PDF 32000-1, 11.7.4.4).
            self._paint_outline(content, node, fill, None)
            fill = None
        star = "*" if fill is not None and node.style.fill_rule == "evenodd" else ""
        operator = {(True, True): "B", (True, False): "f", (False, True): "S"}[fill is not None, stroke is not None]
        content.draw(f"{outline_source(node.outline)} {operator}{star}")

    def _text(self, content: Content, node: Text, place: PaintPlace) -> None:
        frame = node.frame
        opacity = 1.0 if frame is None else frame.opacity
        twice = any(run.fill is not None and run.stroke is not None for chunk in node.chunks for run in chunk.runs)
        if (opacity < 1 and twice) or _whole(frame):
            inside = self._signs.content()
            self.letterer.text(inside, node, 1.0, place.moved(frame))
            self._as_group(content, frame, str(inside), place)
            return
        kept = _places(frame)
        if kept:
            content.save()
            self._enter(content, frame, (1.0, 1.0))
        spoken = None if place.inside else foreign("".join(chunk.text for chunk in node.chunks), self._language)
        if spoken is not None:
            content.draw(span(spoken))
        if node.ruby is not None:
            content.draw(f"/{RUBY_MARK} BMC")
        self.letterer.text(content, node, opacity, place.moved(frame))
        if node.ruby is not None:
            content.draw("EMC")
        if spoken is not None:
            content.draw("EMC")
        if kept:
            content.restore()

    def _group(self, content: Content, node: Group, place: PaintPlace) -> None:
        if node.frame is not None and (node.frame.opacity < 1 or node.frame.whole):
            inside = self._signs.content()
            self._inside(inside, node, place)
            self._as_group(content, node.frame, str(inside), place)
            return
        kept = _places(node.frame) or node.window is not None
        if kept:
            content.save()
            self._enter(content, node.frame, (1.0, 1.0))
        self._inside(content, node, place)
        if kept:
            content.restore()

    def _inside(self, content: Content, node: Group, place: PaintPlace) -> None:
        if node.window is not None:
            content.clip(box_source(node.window))
            content.move(node.inner)
        self._nodes(content, node.children, place.moved(node.frame, node.inner))

    def _symbol(self, content: Content, node: SymbolUse, place: PaintPlace) -> None:
        drawn = self._drawn(node, place)
        if not drawn:
            return
        faint = node.frame is not None and (node.frame.opacity < 1 or node.frame.whole)
        target = self._signs.content() if faint else content
        if not faint:
            target.save()
            self._enter(target, node.frame, (1.0, 1.0))
        if node.window is not None:
            target.clip(box_source(node.window))
        target.move(node.inner)
        target.draw(drawn)
        if faint:
            self._as_group(content, node.frame, str(target), place)
        else:
            target.restore()

    def _drawn(self, node: SymbolUse, place: PaintPlace) -> str:
        """The operators that draw a symbol: a form of its own, unless they are few. Nothing, if it is empty."""
        symbol = node.symbol
        placed = place.moved(node.frame, node.inner)
        if symbol.key not in self._thinnest:
            self._thinnest[symbol.key] = thinnest(symbol.children)
        key = f"{self._signs.palette.space} {symbol.key}"
        if self._thinnest[symbol.key] * placed.scale < LEAST_LINE:
            # Its lines are too thin at this size: it is drawn for such sizes alone.
            placed = replace(placed, scale=scale_below(placed.scale))
            key = f"{key} {placed.scale:.5g}"
        drawn = self._signs.symbols.get(key)
        if drawn is None:
            content = self._signs.content()
            self._nodes(content, symbol.children, placed.within(node))
            drawn = self._signs.symbols[key] = str(content)
        if len(drawn) <= (_INLINE_INSIDE if place.inside else _INLINE):
            return drawn
        return f"/{self._signs.form(drawn)} Do"

    def _image(self, content: Content, node: Image, place: PaintPlace) -> None:
        try:
            name, width, height = self._signs.picture(node.picture)
        except ValueError as error:
            raise place.error(
                node.at,
                "image",
                f"the image {node.picture.name!r} cannot be used: {error}",
                "save it again as PNG or JPEG",
            ) from error
        if _whole(node.frame):
            inside = self._signs.content()
            self._image(inside, replace(node, frame=None), place)
            self._as_group(content, node.frame, str(inside), place)
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

    def _as_group(self, content: Content, frame: Frame | None, operators: str, place: PaintPlace) -> None:
        """Paint ``operators`` as one whole with the frame's opacity."""
        assert frame is not None
        if not operators:
            return
        content.save()
        self._enter(content, frame, (frame.opacity, frame.opacity))
        if frame.mask is not None:
            with self._signs.masking():
                inside = self._signs.content()
                self._nodes(inside, frame.mask.nodes, place.moved(frame))
                mask = self._signs.soft_mask(str(inside), frame.mask.box, frame.mask.kind)
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


def _places(frame: Frame | None) -> bool:
    """Whether a frame moves or clips."""
    return frame is not None and (frame.clip is not None or matrix_source(frame.transform) != "1 0 0 1 0 0")


def _whole(frame: Frame | None) -> bool:
    """Whether an element is painted by itself first: it is masked, or blends."""
    return frame is not None and frame.whole


def _flat(paint: Paint) -> Paint:
    """A gradient without length is the colour at its end."""
    return paint.flat or paint if isinstance(paint, Gradient) else paint
