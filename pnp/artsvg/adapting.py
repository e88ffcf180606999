"""One file of art, from its text to the card SVG profile."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from pnp.artsvg.flatten import Flattener
from pnp.artsvg.inks import EVERY, Ink, InkReplacement
from pnp.artsvg.pieces import (
    ArtGradient,
    ArtLayer,
    ArtMask,
    ArtShape,
    Bitmap,
    ClipPath,
    Node,
    Paint,
    PatternTiles,
    blends,
)
from pnp.artsvg.reader import SvgProblems, read
from pnp.cardsvg.paths import Box, Segments
from pnp.cardsvg.reader import SvgSource
from pnp.cardsvg.values import IDENTITY, LIMIT, Matrix, multiply
from pnp.records import dataclass

# Pieces and layers written as SVG in the card SVG profile.

MAX_DEPTH = 24
"""How deep layers may nest: a face has room for so many levels beside its own."""
_PLAIN = (
    'fill="#000" stroke="none" fill-opacity="1" stroke-opacity="1" fill-rule="nonzero" stroke-linecap="butt" '
    'stroke-linejoin="miter" stroke-miterlimit="4" stroke-dasharray="none" stroke-dashoffset="0"'
)
"""What holds for art, whatever holds for the elements around its use."""


class UnwritableError(ValueError):
    """What is drawn cannot be said in the profile: layers too deep, numbers too large."""


class ProfileWriter:
    """Writes the nodes of one file. Its ids are short, and unique in the file."""

    def __init__(self, digits: int) -> None:
        self._digits = digits
        self._defs: list[str] = []
        self._ids: dict[object, str] = {}
        self._depth = 0
        self.follows = False
        """Whether anything is painted in the colour of the surroundings."""
        self.fixed = False
        """Whether the colour of the surroundings is met where it cannot be followed: in a gradient."""

    def svg(self, box: Box, nodes: Iterable[Node]) -> str:
        """A whole document."""
        body = self._nodes(nodes)
        view = " ".join(_long(value) for value in box)
        defs = f"<defs>{''.join(self._defs)}</defs>" if self._defs else ""
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}"><g {_PLAIN}>{defs}{body}</g></svg>'

    def _nodes(self, nodes: Iterable[Node]) -> str:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise UnwritableError(f"clips, masks and faded groups nest more than {MAX_DEPTH} deep")
        text = "".join([self._node(node) for node in nodes])
        self._depth -= 1
        return text

    def _node(self, node: Node) -> str:
        if isinstance(node, ArtShape):
            return self._piece(node)
        if isinstance(node, ArtLayer):
            return self._layer(node)
        if isinstance(node, Bitmap):
            x, y, width, height = (_long(value) for value in node.box)
            box = f'x="{x}" y="{y}" width="{width}" height="{height}" preserveAspectRatio="{node.fit}"'
            return f'<image href="{node.href}" {box}{_transform(node.matrix)}/>'
        return self._tiles(node)

    def _piece(self, piece: ArtShape) -> str:
        parts = [f'<path d="{self._data(piece.outline)}"']
        fill = self._paint("fill", piece.fill)
        if fill != ' fill="#000000"':
            parts.append(fill)
        if piece.rule == "evenodd" and piece.fill is not None:
            parts.append(' fill-rule="evenodd"')
        pen = piece.pen
        if pen is not None and piece.stroke is not None:
            parts.append(f'{self._paint("stroke", piece.stroke)} stroke-width="{_long(pen.width)}"')
            if pen.cap != "butt":
                parts.append(f' stroke-linecap="{pen.cap}"')
            if pen.join != "miter":
                parts.append(f' stroke-linejoin="{pen.join}"')
            elif pen.miter != 4:
                parts.append(f' stroke-miterlimit="{_long(pen.miter)}"')
            if pen.dashes:
                parts.append(f' stroke-dasharray="{" ".join(_long(dash) for dash in pen.dashes)}"')
                parts.append(f' stroke-dashoffset="{_long(pen.offset)}"')
        parts.append(f"{_transform(piece.matrix)}/>")
        return "".join(parts)

    def _paint(self, name: str, paint: Paint) -> str:
        if paint is None:
            return ' fill="none"' if name == "fill" else ""
        if isinstance(paint, ArtGradient):
            return f' {name}="url(#{self._fade(paint)})"'
        self.follows = self.follows or paint.rgb is None
        faint = f' {name}-opacity="{_long(paint.opacity)}"' if paint.opacity < 1 else ""
        return f' {name}="{paint.name}"{faint}'

    def _fade(self, fade: ArtGradient) -> str:
        known = self._ids.get(fade)
        if known is not None:
            return known
        name = self._ids[fade] = self._name()
        if fade.kind == "linear":
            # From (0, 0) to (1, 0), the map says the rest: no digits are lost, whatever the units were.
            x1, y1, x2, y2 = fade.points
            dx, dy = x2 - x1, y2 - y1
            matrix = multiply(fade.transform, (dx, dy, -dy, dx, x1, y1))
            head = '<linearGradient x1="0" y1="0" x2="1" y2="0"'
        else:
            fx, fy, cx, cy, radius = fade.points
            matrix = multiply(fade.transform, (radius, 0.0, 0.0, radius, cx, cy))
            focus = f'fx="{_long((fx - cx) / radius)}" fy="{_long((fy - cy) / radius)}"'
            head = f'<radialGradient cx="0" cy="0" r="1" {focus}'
        spread = "" if fade.spread == "pad" else f' spreadMethod="{fade.spread}"'
        if max(abs(value) for value in matrix) > LIMIT:
            raise UnwritableError("a gradient reaches too far beyond the art")
        values = " ".join(_long(value) for value in matrix)
        stops = "".join([self._stop(at, ink) for at, ink in fade.stops])
        kind = f"{fade.kind}Gradient"
        units = f'gradientUnits="userSpaceOnUse" gradientTransform="matrix({values})"'
        self._defs.append(f'{head} id="{name}" {units}{spread}>{stops}</{kind}>')
        return name

    def _stop(self, at: float, ink: Ink) -> str:
        if ink.rgb is None:
            self.fixed = True
        faint = f' stop-opacity="{_long(ink.opacity)}"' if ink.opacity < 1 else ""
        colour = "#000000" if ink.rgb is None else ink.name
        return f'<stop offset="{_long(at)}" stop-color="{colour}"{faint}/>'

    def _layer(self, layer: ArtLayer) -> str:
        body = self._nodes(layer.children)
        if not body:
            return ""
        wraps = [f' clip-path="url(#{self._clip(clip)})"' for clip in layer.clips]
        wraps += [f' mask="url(#{self._veil(veil)})"' for veil in layer.veils]
        style = ""
        if layer.blend != "normal":
            style = f"mix-blend-mode:{layer.blend}"
        if layer.isolated:
            style += ";isolation:isolate" if style else "isolation:isolate"
        whole = f' opacity="{_long(layer.opacity)}"' if layer.opacity < 1 else ""
        whole += f' style="{style}"' if style else ""
        if not wraps:
            wraps = [""]
        # Opacity and blending concern what the clips have left: they stand outside.
        wraps[0] += whole
        if layer.clips and layer.veils:
            # A clip and a mask fit on one element.
            joined = wraps[len(layer.clips) - 1] + wraps[len(layer.clips)]
            wraps[len(layer.clips) - 1 : len(layer.clips) + 1] = [joined]
        self._depth += len(wraps) - 1
        if self._depth > MAX_DEPTH:
            raise UnwritableError(f"clips, masks and faded groups nest more than {MAX_DEPTH} deep")
        self._depth -= len(wraps) - 1
        return "".join(f"<g{wrap}>" for wrap in wraps) + body + "</g>" * len(wraps)

    def _clip(self, clip: ClipPath) -> str:
        name = self._ids.get(clip)
        if name is None:
            name = self._ids[clip] = self._name()
            rule = ' clip-rule="evenodd"' if clip.rule == "evenodd" else ""
            self._defs.append(f'<clipPath id="{name}"><path d="{self._data(clip.outline)}"{rule}/></clipPath>')
        return name

    def _veil(self, veil: ArtMask) -> str:
        name = self._ids.get(veil)
        if name is None:
            name = self._ids[veil] = self._name()
            follows = self.follows
            body = self._nodes(veil.nodes)
            self.follows = follows
            x, y, width, height = (_long(value) for value in veil.box)
            kind = ' mask-type="alpha"' if veil.kind == "alpha" else ""
            self._defs.append(
                f'<mask id="{name}" maskUnits="userSpaceOnUse" x="{x}" y="{y}" width="{width}" height="{height}"{kind}>'
                f"{body}</mask>"
            )
        return name

    def _tiles(self, tiles: PatternTiles) -> str:
        name = self._name()
        self._defs.append(f'<g id="{name}">{self._nodes(tiles.children)}</g>')
        return "".join([f'<use href="#{name}"{_transform(place)}/>' for place in tiles.places])

    def _name(self) -> str:
        self._ids[len(self._ids), "name"] = ""
        return str(len(self._ids))

    def _data(self, outline: Segments) -> str:
        digits = self._digits
        return "".join(
            [
                kind if not args else kind + " ".join([_short(round(value, digits)) for value in args])
                for kind, args in outline
            ]
        )


@lru_cache(maxsize=16_384)
def _short(value: float) -> str:
    whole = int(value)
    return str(whole) if whole == value else repr(value)


def _long(value: float) -> str:
    return f"{value:.7g}"


def _transform(matrix: Matrix) -> str:
    if matrix == IDENTITY:
        return ""
    return f' transform="matrix({" ".join(_long(value) for value in matrix)})"'


MAX_BYTES = 2_000_000
"""The largest file there may be."""
MAX_WRITTEN = 1_500_000
"""How long art may become: a face holds little more."""


@dataclass(frozen=True, slots=True)
class AdaptedArt:
    """Art in the card SVG profile: a whole document ``svg``, and its ``box`` (x, y, width, height in its own units).

    ``inks`` are the colours of the file, by name. ``follows`` says that some of it is painted in the colour of the
    surroundings, ``fixed`` that a gradient would be, which needs to be told that colour.
    """

    svg: str
    box: Box
    inks: tuple[str, ...]
    follows: bool
    fixed: bool


def adapted(text: str, name: str, instead: Mapping[str, str] | None = None) -> AdaptedArt:
    """The art of an SVG text, called ``name`` in messages.

    ``instead`` has colours (or ``none``) by the inks that they replace: ``#rrggbb``, names of CSS, ``currentColor``, or
    EVERY for all that are not named. Raises TemplateError with all that cannot be drawn, each with its place and what
    to do; ValueError for a colour in ``instead`` that is none.
    """
    source = SvgSource(name, text.encode("utf-8", "surrogatepass"))
    problems = SvgProblems(source)
    if len(source.data) > MAX_BYTES:
        raise problems.stop(
            0, "too-large", f"the file takes {len(source.data):,} bytes of at most {MAX_BYTES:,}", "simplify the art"
        )
    palette = InkReplacement(instead or {})
    root, ids = read(problems)
    try:
        flattener = Flattener(root, ids, problems, palette)
        box, nodes = flattener.drawing()
        if blends(nodes):
            # Art mixes with itself alone, as a picture in a page does.
            nodes = (ArtLayer(nodes, isolated=True),)
    except RecursionError:
        raise problems.stop(root.at, "too-large", "the art refers to itself too deep", "simplify the art") from None
    problems.told()
    for unused in palette.unused():
        inks = ", ".join(sorted(palette.seen)) or "none"
        problems.add(root.at, "unknown-ink", f"the art has no ink {unused}", f"its inks are: {inks}")
    if EVERY in (instead or {}) and _has_pictures(nodes):
        problems.add(
            root.at, "image", "an embedded picture cannot be recoloured", "leave color out, or name single inks"
        )
    problems.told()
    writer = ProfileWriter(4 if max(box[2:]) < 100 else 3)
    try:
        svg = writer.svg(box, nodes)
    except UnwritableError as error:
        raise problems.stop(root.at, "too-large", str(error), "simplify the art") from error
    if len(svg) > MAX_WRITTEN:
        raise problems.stop(
            root.at,
            "too-large",
            f"drawn out, the art takes {len(svg):,} bytes of at most {MAX_WRITTEN:,}",
            "simplify the art, or export it as PNG with 600 dots per inch",
        )
    return AdaptedArt(svg, box, tuple(sorted(palette.seen)), writer.follows, writer.fixed)


def _has_pictures(nodes: tuple[Node, ...]) -> bool:
    return any(
        isinstance(node, Bitmap) or (isinstance(node, ArtLayer | PatternTiles) and _has_pictures(node.children))
        for node in nodes
    )
