"""Query a drawing: its printed strings, and the elements that carry annotations."""

from __future__ import annotations

import math
import zlib
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any, Literal, TypeVar

from pnp.cardsvg.nodes import Drawing, Frame, Group, Image, ImageResolver, Mask, Node, Picture, Symbol, SymbolUse, Text
from pnp.cardsvg.paths import Box
from pnp.cardsvg.reader import read
from pnp.cardsvg.resolve import Resolver
from pnp.cardsvg.source import SvgSource
from pnp.cardsvg.values import IDENTITY, Matrix, apply, multiply, numbers
from pnp.diagnostics import TemplateError
from pnp.records import dataclass

# Drawings that are packed until they are needed again: of a deck of a hundred thousand cards each is
# looked at a few times, and never two at once.

_LEVEL = 6
_MOST_KNOWN = 1_000
_Shared = TypeVar("_Shared", bound=Hashable)


class PackedDrawing(Drawing):
    """A drawing that is parsed anew whenever its nodes are asked for. The ``strings`` on it are known without that."""

    __slots__ = ("_name", "_packed", "_packer", "strings")

    strings: tuple[str, ...]
    _packer: DrawingCompressor
    _name: str
    _packed: bytes

    def __init__(self, packer: DrawingCompressor, drawing: Drawing, packed: bytes, strings: tuple[str, ...]) -> None:
        for name, text in (
            ("bounds", packer.once(drawing.bounds)),
            ("data", drawing.data),
            ("art", drawing.art),
            ("changes", ()),
            ("_packer", packer),
            ("_name", drawing.source.name),
            ("_packed", packed),
            ("strings", tuple(map(packer.once, strings))),
        ):
            object.__setattr__(self, name, text)

    @property
    def source(self) -> SvgSource:
        """The SVG text."""
        return SvgSource(self._name, self._packer.unpacked(self._packed))

    @property
    def nodes(self) -> tuple[Node, ...]:
        """Its nodes, parsed anew."""
        return self.opened().nodes

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """The picture files that it names, read anew."""
        return self.opened().pictures

    def opened(self) -> Drawing:
        """Return the same as a drawing that holds its nodes."""
        text, root, ids = read(self.source.data.decode("utf-8"), self._name)
        return Resolver(text, ids, self._packer.images, self.art).drawing(root)


class DrawingCompressor:
    """Puts drawings away. What they have in common with the first one takes no room."""

    def __init__(self, images: ImageResolver | None) -> None:
        self.images = images
        self._common: bytes | None = None
        self._known: dict[Any, Any] = {}

    def once(self, value: _Shared) -> _Shared:
        """Return the equal value that an earlier drawing kept, or keep this one."""
        if len(self._known) >= _MOST_KNOWN:
            self._known.clear()
        kept: _Shared = self._known.setdefault(value, value)
        return kept

    def packed(self, drawing: Drawing, strings: tuple[str, ...]) -> PackedDrawing:
        """Return a drawing, as its source says it, put away; ``strings`` are what is printed on it."""
        svg = drawing.source.data
        if self._common is None:
            self._common = svg
        packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, zdict=self._common)
        return PackedDrawing(self, drawing, packer.compress(svg) + packer.flush(), strings)

    def unpacked(self, packed: bytes) -> bytes:
        """Return the SVG of a drawing that was put away."""
        assert self._common is not None
        return zlib.decompressobj(zdict=self._common).decompress(packed)


@dataclass(frozen=True, slots=True)
class Annotation:
    """An element with ``data-KEY="id"`` and ``data-box="x y width height"``: the id, the box in the drawing's user
    units (the smallest upright box, if the element is turned) and the strings printed inside, in order; by themselves
    the readings over them."""

    id: str
    box: Box
    strings: tuple[str, ...]
    ruby: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TextUse:
    """A printed string and the font stack it asks for."""

    text: str
    families: tuple[str, ...]
    weight: int
    style: Literal["normal", "italic"]
    stretch: float
    features: tuple[str, ...]


def strings(drawing: Drawing) -> tuple[str, ...]:
    """Return the printed strings in document order, without readings: one for each line of text, that is, for each x
    and y."""
    return drawing.strings if isinstance(drawing, PackedDrawing) else tuple(_strings(drawing.nodes))


def strings_of(nodes: Sequence[Node]) -> tuple[str, ...]:
    """Return the same of some nodes of a drawing."""
    return tuple(_strings(tuple(nodes)))


def text_uses(drawing: Drawing) -> tuple[TextUse, ...]:
    """Every different run of text with the stack it is set in, in order."""
    seen: dict[TextUse, None] = {}
    for node in _texts(drawing.nodes):
        for chunk in node.chunks:
            for run in chunk.runs:
                style = run.style
                stack = style.font_family, style.font_weight, style.font_style, style.font_stretch, style.features
                seen[TextUse(run.text, *stack)] = None
    return tuple(seen)


def annotated(drawing: Drawing, key: str) -> tuple[Annotation, ...]:
    """Return all elements with ``data-KEY``, in order. Raises TemplateError where ``data-box`` is missing or wrong."""
    return tuple(_annotations(drawing, drawing.nodes, key, IDENTITY))


def lettering_and_pictures(drawings: Iterable[Drawing]) -> Iterator[Text | Image]:
    """Every text and every picture of ``drawings``, seen or not, those of masks among them; what symbols hold comes
    once, however often it is drawn. In no order."""
    known: set[Symbol | Mask] = set()
    pending: list[tuple[Node, ...]] = [drawing.nodes for drawing in drawings]
    while pending:
        for node in pending.pop():
            if node.frame is not None and node.frame.mask is not None and node.frame.mask not in known:
                known.add(node.frame.mask)
                pending.append(node.frame.mask.nodes)
            if isinstance(node, Group):
                pending.append(node.children)
            elif isinstance(node, SymbolUse):
                if node.symbol not in known:
                    known.add(node.symbol)
                    pending.append(node.symbol.children)
            elif isinstance(node, Text | Image):
                yield node


def _annotations(drawing: Drawing, nodes: tuple[Node, ...], key: str, outer: Matrix) -> Iterator[Annotation]:
    for node in nodes:
        matrix = outer if node.frame is None else multiply(outer, node.frame.transform)
        data = dict(node.frame.data) if node.frame is not None else {}
        if key in data:
            printed = tuple(_strings((node,))), tuple(_strings((node,), readings=True))
            yield Annotation(data[key], _box(drawing, node, data, key, matrix), *printed)
        if isinstance(node, Group):
            yield from _annotations(drawing, node.children, key, multiply(matrix, node.inner))
        elif isinstance(node, SymbolUse):
            yield from _annotations(drawing, node.symbol.children, key, multiply(matrix, node.inner))


def _box(drawing: Drawing, node: Node, data: dict[str, str], key: str, matrix: Matrix) -> Box:
    try:
        values = numbers(data.get("box", ""))
        if len(values) != 4 or values[2] < 0 or values[3] < 0:
            raise ValueError("write x, y, width and height")
    except ValueError as error:
        raise _bad_box(drawing, node, key, error) from error
    x, y, width, height = values
    if not all(math.isfinite(number) for number in matrix):
        raise _bad_box(drawing, node, key, ValueError("the transforms around it are out of range"))
    corners = [apply(matrix, a, b) for a in (x, x + width) for b in (y, y + height)]
    xs, ys = [corner[0] for corner in corners], [corner[1] for corner in corners]
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def _bad_box(drawing: Drawing, node: Node, key: str, error: Exception) -> TemplateError:
    return drawing.source.error(
        node.at,
        "bad-value",
        f"data-box beside data-{key}: {error}",
        'data-box="x y width height" says where the example stands',
    )


def visible(frame: Frame | None) -> bool:
    """Return whether an element is printed at all."""
    return frame is None or frame.opacity > 0


def _texts(nodes: tuple[Node, ...]) -> Iterator[Text]:
    for node in nodes:
        if not visible(node.frame):
            continue
        if isinstance(node, Text):
            yield node
        elif isinstance(node, Group):
            yield from _texts(node.children)
        elif isinstance(node, SymbolUse):
            yield from _texts(node.symbol.children)


def _strings(nodes: tuple[Node, ...], readings: bool = False) -> Iterator[str]:
    for node in _texts(nodes):
        if (node.ruby is not None) is readings:
            yield from (chunk.text for chunk in node.chunks if chunk.text.strip())
