"""Paints drawings: every node of a card SVG as content operators in mm, y downwards."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pnp.cardsvg import Drawing
from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.nodes import Clip, Frame, Gradient, Group, Image, Node, Paint, Shape, SymbolUse, Text
from pnp.cardsvg.values import is_slice, viewport
from pnp.diagnostics import TemplateError
from pnp.fonts import FontBook
from pnp.printing.content import Content, box_source, matrix_source, moved, outline_source
from pnp.printing.gradients import GradientPainter
from pnp.printing.lettering import Letterer
from pnp.printing.manifest import EXAMPLE_MARK, RUBY_MARK
from pnp.printing.resources import Resources

_INLINE = 90
"""Operators of a symbol up to this many characters are repeated: a form of their own would take more."""
_INLINE_INSIDE = 900
"""The same inside another symbol, such as a tile of a pattern. A page of cards with patterns on their backs would call
a form for every tile otherwise, thousands of times, which readers are slow at or give up on."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Which drawing is painted, and where an offset inside the symbol at hand stands in its text."""

    drawing: Drawing
    shift: int = 0
    fixed: int | None = None
    inside: bool = False

    def offset(self, at: int) -> int:
        """The offset in the drawing's text of what stands at ``at`` in the text that was parsed."""
        return at + self.shift if self.fixed is None else self.fixed

    def within(self, node: SymbolUse) -> _Place:
        """The place for the content of a symbol; of a symbol inside a symbol only the use is known."""
        if self.inside:
            return _Place(self.drawing, fixed=self.offset(node.at), inside=True)
        return _Place(self.drawing, shift=node.base - node.symbol.at, inside=True)

    def error(self, at: int, code: str, message: str, hint: str | None = None) -> TemplateError:
        return self.drawing.source.error(self.offset(at), code, message, hint)


class Painter:
    """Paints the drawings of one document. Raises TemplateError, located in the SVG, for a text without glyphs or a
    picture that cannot be used."""

    def __init__(self, resources: Resources, fonts: FontBook) -> None:
        self._resources = resources
        self._gradients = GradientPainter(resources)
        self.letterer = Letterer(resources, fonts)

    def operators(self, drawing: Drawing) -> str:
        """The operators that paint ``drawing`` in its own units."""
        content = Content()
        self._nodes(content, drawing.nodes, _Place(drawing))
        return str(content)

    def form(self, drawing: Drawing) -> str:
        """The reference of a new form that paints ``drawing``, clipped to its bounds."""
        x, y, width, height = drawing.bounds
        return self._resources.add_form(self.operators(drawing), (x, y, x + width, y + height))

    def _nodes(self, content: Content, nodes: tuple[Node, ...], place: _Place) -> None:
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

    def _node(self, content: Content, node: Node, place: _Place) -> None:
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

    def _shape(self, content: Content, node: Shape, place: _Place) -> None:
        style, frame = node.style, node.frame
        fill = node.fill if style.fill_opacity else None
        stroke = node.stroke if style.stroke_opacity else None
        if fill is None and stroke is None:
            return
        opacity = 1.0 if frame is None else frame.opacity
        if (opacity < 1 and fill is not None and stroke is not None) or _whole(frame):
            inside = Content()
            self._shape(inside, Shape(node.at, None, node.outline, style, fill, stroke), place)
            self._as_group(content, frame, str(inside), place)
            return
        alpha = (
            style.fill_opacity * opacity if fill is not None else 1.0,
            style.stroke_opacity * opacity if stroke is not None else 1.0,
        )
        kept = alpha != (1.0, 1.0) or bool(stroke is not None and style.stroke_dasharray) or _places(frame)
        if kept:
            content.save()
            self._enter(content, frame, alpha)
        self._paint_shape(content, node, fill, stroke, alpha[1])
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
                content.draw(f"/{self._resources.opacity(faint, faint)} gs")
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

    def _text(self, content: Content, node: Text, place: _Place) -> None:
        frame = node.frame
        opacity = 1.0 if frame is None else frame.opacity
        twice = any(run.fill is not None and run.stroke is not None for chunk in node.chunks for run in chunk.runs)
        if (opacity < 1 and twice) or _whole(frame):
            inside = Content()
            self.letterer.text(inside, node, 1.0, place)
            self._as_group(content, frame, str(inside), place)
            return
        kept = _places(frame)
        if kept:
            content.save()
            self._enter(content, frame, (1.0, 1.0))
        if node.ruby is not None:
            content.draw(f"/{RUBY_MARK} BMC")
        self.letterer.text(content, node, opacity, place)
        if node.ruby is not None:
            content.draw("EMC")
        if kept:
            content.restore()

    def _group(self, content: Content, node: Group, place: _Place) -> None:
        if node.frame is not None and (node.frame.opacity < 1 or node.frame.whole):
            inside = Content()
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

    def _inside(self, content: Content, node: Group, place: _Place) -> None:
        if node.window is not None:
            content.clip(box_source(node.window))
            content.move(node.inner)
        self._nodes(content, node.children, place)

    def _symbol(self, content: Content, node: SymbolUse, place: _Place) -> None:
        drawn = self._drawn(node, place)
        if not drawn:
            return
        faint = node.frame is not None and (node.frame.opacity < 1 or node.frame.whole)
        target = Content() if faint else content
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

    def _drawn(self, node: SymbolUse, place: _Place) -> str:
        """The operators that draw a symbol: a form of its own, unless they are few. Nothing, if it is empty."""
        symbol = node.symbol
        drawn = self._resources.symbols.get(symbol.key)
        if drawn is None:
            content = Content()
            self._nodes(content, symbol.children, place.within(node))
            drawn = self._resources.symbols[symbol.key] = str(content)
        if len(drawn) <= (_INLINE_INSIDE if place.inside else _INLINE):
            return drawn
        if symbol.key not in self._resources.symbol_forms:
            self._resources.symbol_forms[symbol.key] = f"/{self._resources.form(drawn)} Do"
        return self._resources.symbol_forms[symbol.key]

    def _image(self, content: Content, node: Image, place: _Place) -> None:
        try:
            name, width, height = self._resources.picture(node.picture)
        except ValueError as error:
            raise place.error(
                node.at,
                "image",
                f"the image {node.picture.name!r} cannot be used: {error}",
                "save it again as PNG or JPEG",
            ) from error
        if _whole(node.frame):
            inside = Content()
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

    def _as_group(self, content: Content, frame: Frame | None, operators: str, place: _Place) -> None:
        """Paint ``operators`` as one whole with the frame's opacity."""
        assert frame is not None
        if not operators:
            return
        content.save()
        self._enter(content, frame, (frame.opacity, frame.opacity))
        if frame.mask is not None:
            inside = Content()
            self._nodes(inside, frame.mask.nodes, place)
            content.draw(f"/{self._resources.soft_mask(str(inside), frame.mask.box, frame.mask.kind)} gs")
        if frame.blend != "normal":
            content.draw(f"/{self._resources.blending(frame.blend)} gs")
        content.draw(f"/{self._resources.form(operators, group=True, isolated=frame.whole)} Do")
        content.restore()

    def _enter(self, content: Content, frame: Frame | None, alpha: tuple[float, float]) -> None:
        if frame is not None:
            content.move(frame.transform)
            self._clip(content, frame.clip)
        if alpha != (1.0, 1.0):
            content.draw(f"/{self._resources.opacity(*alpha)} gs")

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
