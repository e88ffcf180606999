"""Drawings in which nothing is seen through, for standards without transparency.

What is seen through a shape of one colour is painted once more inside it, in colours that are mixed with its own; what
is seen through anything else has to be in plain colours, and then the upper one is painted once for each of them, mixed
with it. Both are exact. Masks and blend modes are refused, and what would take too much.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pnp.cardsvg import Drawing
from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.nodes import Clip, Frame, Gradient, Group, Image, Node, Paint, Shape, SymbolUse, Text
from pnp.cardsvg.values import IDENTITY, Matrix, multiply
from pnp.diagnostics import TemplateError
from pnp.prepress.beneath import WHITE, Laid, Wrap, inverse, laid, matrix_of, meet, outline_of, solid
from pnp.prepress.mixing import blended, mixing, recoloured, seen_through
from pnp.records import dataclass

_MOST = 20_000
"""Pieces that may be painted again for one drawing."""
_HINT = "make it opaque, in the colour that it has where it lies, or say --standard x4: it has transparency"
_INSIDE = "something faint inside something faint cannot be put together"
_NAMES = {"Shape": "a line or a gradient", "Text": "this text", "Image": "this picture"}


def opaque(drawing: Drawing) -> Drawing:
    """The drawing with nothing that is seen through.

    Raises TemplateError, located in the drawing, for what cannot be put together: masks, blend modes, and faint
    pictures, gradients, lines or type over anything but plain colours.
    """
    if not any(_faint(node) for node in drawing.nodes):
        return drawing
    return replace(drawing, nodes=_Flattener(drawing).walk(drawing.nodes, _Around()))


def _faint(node: Node) -> bool:
    """Whether anything in a node may be seen through."""
    frame = node.frame
    if frame is not None and (frame.opacity < 1 or frame.whole):
        return True
    if isinstance(node, Group):
        return any(map(_faint, node.children))
    if isinstance(node, SymbolUse):
        return any(map(_faint, node.symbol.children))
    if isinstance(node, Image):
        return seen_through(node.picture)
    if isinstance(node, Text):
        runs = [run for chunk in node.chunks for run in chunk.runs]
        return any(
            _faint_paint(run.fill, run.style.fill_opacity) or _faint_paint(run.stroke, run.style.stroke_opacity)
            for run in runs
        )
    return _faint_paint(node.fill, node.style.fill_opacity) or _faint_paint(node.stroke, node.style.stroke_opacity)


def _faint_paint(paint: Paint, opacity: float) -> bool:
    faint = isinstance(paint, Gradient) and solid(paint) is None and paint.faint
    return paint is not None and (opacity < 1 or faint)


@dataclass(frozen=True, slots=True)
class _Veil:
    """A group that is faint as a whole: how opaque it is, what lies beneath it, how much had been painted before."""

    opacity: float
    beneath: tuple[Laid, ...]
    before: int


@dataclass(frozen=True, slots=True)
class _Around:
    """What holds for the nodes at hand: the wraps around them, the veil that they are under, and how far their offsets
    are from the drawing's; inside symbols of symbols only the outermost use is known (``fixed``)."""

    wraps: tuple[Wrap, ...] = ()
    veil: _Veil | None = None
    shift: int = 0
    fixed: int | None = None
    inside: bool = False

    def offset(self, at: int) -> int:
        """Where in the drawing's text that stands."""
        return at + self.shift if self.fixed is None else self.fixed

    def within(self, node: SymbolUse) -> _Around:
        """The same for the content of a symbol."""
        if self.inside:
            return replace(self, fixed=self.offset(node.at))
        return replace(self, shift=node.base - node.symbol.at, inside=True)


class _Flattener:
    def __init__(self, drawing: Drawing) -> None:
        self._drawing = drawing
        self._laid: list[Laid] = []
        self._again = 0

    def walk(self, nodes: Sequence[Node], around: _Around) -> tuple[Node, ...]:
        """The nodes in their order, opaque, in the coordinates that they had."""
        shown = (node for node in nodes if node.frame is None or node.frame.opacity > 0)
        return tuple(found for node in shown for found in self._node(node, around))

    def _node(self, node: Node, around: _Around) -> list[Node]:
        frame = node.frame or Frame()
        if frame.mask is not None or frame.blend != "normal":
            what = "a mask" if frame.mask is not None else f"the blend mode {frame.blend}"
            raise self._refused(around.offset(node.at), f"{what} cannot be put together with what lies beneath")
        plain = Frame(frame.transform, clip=frame.clip, data=frame.data)
        own = frame.opacity
        both = isinstance(node, Shape) and node.fill is not None and node.stroke is not None
        if own < 1 and (both or isinstance(node, Group | SymbolUse)):
            if around.veil is not None:
                raise self._refused(around.offset(node.at), _INSIDE)
            around = replace(around, veil=_Veil(own, tuple(self._laid), len(self._laid)))
            own = 1.0
        if isinstance(node, Group):
            inside = replace(around, wraps=(*around.wraps, Wrap(plain.transform, plain.clip, node.window, node.inner)))
            return [replace(node, frame=plain, children=self.walk(node.children, inside))]
        if isinstance(node, SymbolUse):
            return [self._symbol(node, plain, around)]
        inside = replace(around, wraps=(*around.wraps, Wrap(plain.transform, plain.clip)))
        bare = replace(node, frame=None)
        leaves = self._shape(bare, inside, own) if isinstance(bare, Shape) else self._leaf(bare, inside, own)
        if leaves == [bare] or (around.veil is None and not _faint(node)):
            return [node]
        return [Group(node.at, plain, tuple(leaves))] if leaves else []

    def _symbol(self, node: SymbolUse, plain: Frame, around: _Around) -> Node:
        wraps = (*around.wraps, Wrap(plain.transform, plain.clip, node.window, node.inner))
        children = self.walk(node.symbol.children, replace(around.within(node), wraps=wraps))
        if around.veil is None and not any(map(_faint, node.symbol.children)):
            return replace(node, frame=plain)
        return Group(node.at, plain, children, node.window, node.inner)

    def _shape(self, node: Shape, around: _Around, own: float) -> list[Node]:
        """Fill and stroke, each by itself: one may be faint where the other is not."""
        found: list[Node] = []
        style = replace(node.style, fill_opacity=1.0, stroke_opacity=1.0)
        if node.fill is not None and node.style.fill_opacity:
            found += self._leaf(replace(node, style=style, stroke=None), around, own * node.style.fill_opacity)
        if node.stroke is not None and node.style.stroke_opacity:
            found += self._leaf(replace(node, style=style, fill=None), around, own * node.style.stroke_opacity)
        return found

    def _leaf(self, node: Shape | Text | Image, around: _Around, own: float) -> list[Node]:
        """A shape that is filled or stroked, a text or a picture, in its own coordinates."""
        piece = laid(node, around.wraps)
        alone = own == 1 and not _faint(node)
        if piece.box[2] <= 0 or piece.box[3] <= 0:
            return [node] if alone else []
        veil = around.veil
        if alone and veil is None:
            self._laid.append(piece)
            return [node]
        at = around.offset(node.at)
        if veil is not None and not alone and any(meet(one.box, piece.box) for one in self._laid[veil.before :]):
            raise self._refused(at, _INSIDE)
        beneath = self._beneath(piece, self._laid if veil is None else veil.beneath)
        back = inverse(matrix_of(around.wraps))
        if back is None:
            return []
        opacity = own if veil is None else own * veil.opacity
        self._count(len(beneath), at)
        colour = piece.flat
        if colour is not None:
            painted = _through(piece, colour, opacity, beneath, back)
        else:
            painted = self._over(piece, opacity, beneath, back, at)
        self._laid += [replace(laid(one, around.wraps), box=piece.box) for one in painted]
        return painted

    def _beneath(self, piece: Laid, before: Sequence[Laid]) -> list[Laid]:
        """What is seen where a piece lies, from what covers all of it on, the lowest first."""
        found: list[Laid] = []
        for other in reversed(before):
            if meet(other.box, piece.box):
                found.append(other)
                if other.covers(piece.box):
                    break
        return found[::-1]

    def _count(self, pieces: int, at: int) -> None:
        self._again += pieces
        if self._again > _MOST:
            raise self._refused(at, f"more than {_MOST:,} pieces of this face lie beneath what is faint")

    def _over(self, piece: Laid, opacity: float, beneath: Sequence[Laid], back: Matrix, at: int) -> list[Node]:
        """What is no shape in one colour: it is painted once for each plain colour that it lies on, inside of that."""
        node = piece.node
        assert not isinstance(node, Group | SymbolUse)
        covered = bool(beneath) and beneath[0].covers(piece.box)
        found: list[Node] = [] if covered else [blended(node, WHITE, opacity)]
        for other in beneath:
            ground, shape = other.flat, other.node
            if ground is None or not isinstance(shape, Shape):
                what = _NAMES[type(node).__name__]
                message = f"{what} is faint, and lies on more than plain colours: it cannot be put together with them"
                raise self._refused(at, message)
            inside: Node = blended(node, ground, opacity)
            if not other.covers(piece.box):
                inside = _inside(inside, shape, other.wraps, back)
            found.append(inside)
        return found

    def _refused(self, at: int, message: str) -> TemplateError:
        return self._drawing.source.error(at, "seen-through", f"PDF/X-1a knows no transparency: {message}", _HINT)


def _through(piece: Laid, colour: Rgb, opacity: float, beneath: Sequence[Laid], back: Matrix) -> list[Node]:
    """A filled shape in one colour: what is seen through it is painted again inside it."""
    node = piece.node
    assert isinstance(node, Shape)
    mix = mixing(colour, opacity)
    covered = bool(beneath) and beneath[0].covers(piece.box)
    ground = beneath[0].flat if covered else None
    base = replace(node, fill=mix(WHITE if ground is None else ground))
    above = beneath[1:] if covered else beneath
    if not above:
        return [base]
    again = tuple(recoloured(other.whole(node.at), mix, f"{colour} {opacity}") for other in above)
    clip = Clip(node.outline, node.style.fill_rule, IDENTITY)
    return [base, Group(node.at, Frame(clip=clip), (Group(node.at, Frame(back), again),))]


def _inside(node: Node, shape: Shape, wraps: Sequence[Wrap], back: Matrix) -> Node:
    """A node where a shape is seen that lies in ``wraps``; ``back`` is the map from the drawing to the node's place."""
    node = _clipped(node, Clip(shape.outline, shape.style.fill_rule, multiply(back, matrix_of(wraps))))
    outside = back
    for wrap in wraps:
        outside = multiply(outside, wrap.transform)
        if wrap.clip is not None:
            node = _clipped(node, replace(wrap.clip, transform=multiply(outside, wrap.clip.transform)))
        if wrap.window is not None:
            node = _clipped(node, Clip(outline_of(wrap.window), "nonzero", outside))
        outside = multiply(outside, wrap.inner)
    return node


def _clipped(node: Node, clip: Clip) -> Node:
    return Group(node.at, Frame(clip=clip), (node,))
