"""A drawing: what a card SVG says, resolved and frozen. All lengths are user units, mm on the face, y downwards."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Mapping
from dataclasses import field
from functools import cached_property
from typing import Literal, Protocol, TypeAlias

from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.paths import Box, Segments
from pnp.cardsvg.source import SvgSource
from pnp.cardsvg.style import Style
from pnp.cardsvg.values import IDENTITY, Matrix
from pnp.records import dataclass

Spread: TypeAlias = Literal["pad", "reflect", "repeat"]
MaskKind: TypeAlias = Literal["luminance", "alpha"]
Blend: TypeAlias = Literal[
    "normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light",
    "soft-light", "difference", "exclusion", "hue", "saturation", "color", "luminosity",
]  # fmt: skip
"""Modes in which colours mix with what lies beneath (Compositing and Blending 1, section 5)."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A colour at an offset from 0 to 1 along a gradient, opaque unless ``opacity`` says less."""

    offset: float
    colour: Rgb
    opacity: float = 1.0


MAX_REPEATS = 200
"""The most repetitions of a gradient. Beyond them the last colour continues."""


@dataclass(frozen=True, slots=True)
class Gradient:
    """A linear gradient from x1, y1 to x2, y2, or a radial one: focus fx, fy, circle cx, cy, r (as ``points``).

    ``of_box`` means that the points are fractions of the box around the shape that is filled. ``spread`` says what is
    drawn outside of them: the last colour, or the gradient again (SVG 1.1, 13.2.2).
    """

    kind: Literal["linear", "radial"]
    points: tuple[float, ...]
    stops: tuple[Stop, ...]
    of_box: bool
    transform: Matrix
    spread: Spread = "pad"

    @property
    def flat(self) -> Rgb | None:
        """The one colour that is left of a linear gradient without length, if it is opaque (SVG 1.1, 13.2.2)."""
        flat = self.kind == "linear" and self.points[:2] == self.points[2:] and self.stops[-1].opacity == 1
        return self.stops[-1].colour if flat else None

    @property
    def painted_stops(self) -> int:
        """Return the most stops that are written where a shape is painted with it."""
        return len(self.stops) * (1 if self.spread == "pad" else MAX_REPEATS)

    @property
    def faint(self) -> bool:
        """Return whether anything shows through it."""
        return any(stop.opacity < 1 for stop in self.stops)


Paint: TypeAlias = Rgb | Gradient | None


@dataclass(frozen=True, slots=True)
class Clip:
    """An outline that what it clips may not leave."""

    outline: Segments
    rule: Literal["nonzero", "evenodd"]
    transform: Matrix
    inner: Clip | None = None
    """A clip path may be clipped itself."""


@dataclass(frozen=True, slots=True, eq=False)
class Mask:
    """A cover that lets an element through as far as its nodes are bright, or opaque, inside ``box``."""

    kind: MaskKind
    box: Box
    nodes: tuple[Node, ...]
    weight: int
    """Count of the nodes that it stands for."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Effects of an element on all it holds: transform, opacity, clip, mask, blending; and the notes on it."""

    transform: Matrix = IDENTITY
    opacity: float = 1.0
    clip: Clip | None = None
    data: tuple[tuple[str, str], ...] = ()
    """``data-*`` attributes, without the prefix."""
    mask: Mask | None = None
    blend: Blend = "normal"
    isolated: bool = False
    """True where nodes that blend inside see nothing of those beneath."""

    @property
    def whole(self) -> bool:
        """Return whether the element is painted by itself before it is put in place."""
        return self.mask is not None or self.blend != "normal" or self.isolated


@dataclass(frozen=True, slots=True)
class Shape:
    """An outline, filled and stroked."""

    at: int
    frame: Frame | None
    outline: Segments
    style: Style
    fill: Paint
    stroke: Paint


@dataclass(frozen=True, slots=True)
class TextRun:
    """Text in one style. ``dx`` and ``dy`` move the pen before it."""

    at: int
    text: str
    style: Style
    fill: Rgb | None
    stroke: Rgb | None
    dx: float = 0.0
    dy: float = 0.0
    icon: bool = False
    """True for the name of an icon that is drawn in its place: read by programs, and not seen."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A line of text that starts (or is centred, or ends) at x, y."""

    x: float
    y: float
    anchor: Literal["start", "middle", "end"]
    runs: tuple[TextRun, ...]

    @property
    def text(self) -> str:
        """The characters of all runs that are printed, and the names of icons."""
        return "".join([run.text for run in self.runs if run.fill is not None or run.stroke is not None or run.icon])


@dataclass(frozen=True, slots=True)
class Text:
    """A text element: lines set from left to right, or from top to bottom."""

    at: int
    frame: Frame | None
    chunks: tuple[Chunk, ...]
    vertical: bool

    @property
    def ruby(self) -> str | None:
        """The term that this text is the reading of (``data-ruby``); None if it is no reading."""
        return None if self.frame is None else dict(self.frame.data).get("ruby")


class Picture:
    """A PNG or JPEG file. ``name`` is what messages call it."""

    def __init__(self, name: str, data: bytes) -> None:
        self.name = name
        self.data = data

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the file, in hex."""
        return hashlib.sha256(self.data).hexdigest()


ImageResolver: TypeAlias = Callable[[str], Picture]
"""Finds the picture an ``href`` names. Raises ValueError or OSError, worded for the person who wrote the href."""


@dataclass(frozen=True, slots=True)
class Image:
    """A picture fitted into a box."""

    at: int
    frame: Frame | None
    picture: Picture
    box: Box
    fit: str


@dataclass(frozen=True, slots=True)
class Group:
    """Elements that share a frame. ``window`` clips them to a box in the coordinates outside of ``inner``."""

    at: int
    frame: Frame | None
    children: tuple[Node, ...]
    window: Box | None = None
    inner: Matrix = IDENTITY


@dataclass(frozen=True, slots=True, eq=False)
class Symbol:
    """Nodes that are drawn the same at every use. Equal ``key`` means equal content and inherited style."""

    key: str
    at: int
    children: tuple[Node, ...]
    weight: int
    """Count of the nodes that it stands for, with those of the symbols inside."""


@dataclass(frozen=True, slots=True)
class SymbolUse:
    """A symbol put in place. ``base`` is the offset of the symbol in the text of this drawing, None for art."""

    at: int
    frame: Frame | None
    symbol: Symbol
    base: int | None
    inner: Matrix
    window: Box | None = None


Node: TypeAlias = Shape | Text | Image | Group | SymbolUse


class Art(Protocol):
    """A drawing that card SVG uses as a symbol without holding it. Equal digests draw the same."""

    @property
    def digest(self) -> str:
        """SHA-256 of what it draws, in hex."""

    @property
    def view(self) -> Box:
        """Its extent in its own units."""

    @property
    def work(self) -> int:
        """Steps that drawing it takes, of about 5 µs."""

    def inherited(self, style: Style) -> Style:
        """Return the part of the style around its use that it takes over."""

    def nodes(self, style: Style, gradients: Mapping[str, Gradient]) -> tuple[Node, ...]:
        """Return the nodes that it draws in ``style``, which may link to ``gradients``."""


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """A parsed card SVG. ``bounds`` is its viewBox: trim plus bleed, the origin at the trim's upper-left corner."""

    bounds: Box
    nodes: tuple[Node, ...]
    source: SvgSource
    data: tuple[tuple[str, str], ...] = ()
    art: Mapping[str, Art] = field(default_factory=dict)
    """Art that its SVG uses, by id."""
    pictures: tuple[Picture, ...] = ()
    """Picture files that its SVG names, each once."""
    changes: tuple[Hashable, ...] = ()
    """Changes of the nodes after they were read from the SVG."""

    @property
    def digest(self) -> str:
        """SHA-256 of its SVG and of the art that it uses, in hex."""
        if not self.art:
            return self.source.digest
        art = (f"{name} {art.digest}" for name, art in sorted(self.art.items()))
        return hashlib.sha256("\0".join((self.source.digest, *art)).encode()).hexdigest()

    @property
    def key(self) -> Hashable:
        """Cache key of its nodes: drawings with equal keys are painted alike."""
        if not self.pictures and not self.changes:
            return self.digest
        return self.digest, tuple((picture.name, picture.digest) for picture in self.pictures), self.changes

    def opened(self) -> Drawing:
        """Return the drawing with its nodes in memory: one that was put away parses them each time."""
        return self


def weight(nodes: tuple[Node, ...]) -> int:
    """Count the nodes that are drawn, those inside symbols and masks counted at each use."""
    total = 0
    for node in nodes:
        total += 1
        if node.frame is not None and node.frame.mask is not None:
            total += node.frame.mask.weight
        if isinstance(node, Group):
            total += weight(node.children)
        elif isinstance(node, SymbolUse):
            total += node.symbol.weight
    return total
