"""Faces as SVG files that open anywhere: everything they need is in them, and what the program takes for granted is
written out."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterable, Iterator
from functools import lru_cache
from xml.sax.saxutils import escape, quoteattr

from PIL import ImageOps

from pnp.cardsvg import Drawing
from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.nodes import (
    Chunk,
    Clip,
    Frame,
    Gradient,
    Group,
    Image,
    Mask,
    Node,
    Paint,
    Picture,
    Shape,
    SymbolUse,
    Text,
    TextRun,
)
from pnp.cardsvg.paths import Box, Segments
from pnp.cardsvg.placing import TextPlacer
from pnp.cardsvg.style import Style
from pnp.cardsvg.values import IDENTITY, Matrix, apply, is_slice, viewport
from pnp.fonts import FontBook, FontFace
from pnp.fonts.outlines import outline
from pnp.pdf.objects.pictures import is_turned, open_picture

# Numbers, colours, paths and attributes as SVG writes them.


def value(number: float) -> str:
    """A number to six digits: a micrometre, on a page.

    >>> value(2.0), value(0.125), value(-0.0)
    ('2', '0.125', '0')
    """
    text = f"{number:.6g}"
    return "0" if text == "-0" else text


def colour(said: Rgb | None) -> str:
    """A colour, or ``none``.

    >>> colour((1.0, 0.5, 0.0)), colour(None)
    ('#ff8000', 'none')
    """
    return "none" if said is None else "#" + "".join(f"{round(part * 255):02x}" for part in said)


def path(outline: Segments) -> str:
    """The steps of an outline."""
    return "".join(kind + " ".join(map(value, args)) for kind, args in outline)


def matrix(said: Matrix, name: str = "transform") -> str:
    """The attribute of a transform, none where nothing moves."""
    if said == IDENTITY:
        return ""
    if said[:4] == IDENTITY[:4]:
        return f' {name}="translate({value(said[4])} {value(said[5])})"'
    return f' {name}="matrix({" ".join(map(value, said))})"'


def attributes(**said: str | None) -> str:
    """Attributes in the order given, without those that are None. In their names ``_`` is written ``-``."""
    return "".join(f" {name.replace('_', '-')}={quoteattr(text)}" for name, text in said.items() if text is not None)


def notes(data: Iterable[tuple[str, str]]) -> str:
    """What is noted of an element, as ``data-*``."""
    return "".join(f" data-{name}={quoteattr(text)}" for name, text in data)


def pen(style: Style) -> dict[str, str | None]:
    """The attributes of a stroke but for its colour."""
    mitred = style.stroke_linejoin == "miter" and style.stroke_miterlimit != 4
    return {
        "stroke_width": value(style.stroke_width),
        "stroke_opacity": value(style.stroke_opacity) if style.stroke_opacity < 1 else None,
        "stroke_linecap": None if style.stroke_linecap == "butt" else style.stroke_linecap,
        "stroke_linejoin": None if style.stroke_linejoin == "miter" else style.stroke_linejoin,
        "stroke_miterlimit": value(style.stroke_miterlimit) if mitred else None,
        "stroke_dasharray": " ".join(map(value, style.stroke_dasharray)) or None,
        "stroke_dashoffset": value(style.stroke_dashoffset) if style.stroke_dasharray else None,
    }


# Text of a face in an SVG file: as text, for those who have its fonts, or as the outlines of its glyphs.

_UNASKED = ("kern", "liga", "clig", "calt")
"""What viewers do by themselves. Lines were measured with what was asked for alone."""


class SvgLettering:
    """Writes the texts of one file. Raises TemplateError for what the fonts cannot draw."""

    def __init__(self, fonts: FontBook, outlined: bool) -> None:
        self._placing = TextPlacer(fonts)
        self._outlined = outlined

    @property
    def root(self) -> str:
        """What the outermost element says of all text."""
        return "" if self._outlined else attributes(style=_features(()))

    def text(self, node: Text, frame: str) -> str:
        """The element of a text; ``frame`` are the attributes of what is done to it as a whole."""
        if self._outlined:
            drawn = "".join(shape for chunk in node.chunks for shape in self._shapes(node, chunk))
            return f"<g{frame}>{drawn}</g>" if frame else drawn
        if len(node.chunks) == 1:
            return _line(node, node.chunks[0], frame)
        lines = "".join(_line(node, chunk, "") for chunk in node.chunks)
        return f"<g{frame}>{lines}</g>" if frame else lines

    def _shapes(self, node: Text, chunk: Chunk) -> Iterator[str]:
        """One path for a run. Each glyph has one of its own where strokes are drawn: they overlap in this order."""
        for run, glyphs in self._placing.glyphs(node, chunk):
            drawn = [_drawn(face, glyph, place) for face, glyph, place in glyphs]
            parts = [part for part in drawn if part]
            if parts and run.stroke is None:
                parts = ["".join(parts)]
            inked = _text_ink(run)
            for at, part in enumerate(parts):
                yield f"<path{attributes(aria_label=run.text if at == 0 else None)}{inked}{attributes(d=part)}/>"


def _drawn(face: FontFace, glyph: int, place: Matrix) -> str:
    """The outline of a glyph, put in place."""
    parts = []
    for letter, points in outline(face, glyph):
        moved = [value(part) for at in range(0, len(points), 2) for part in apply(place, points[at], points[at + 1])]
        parts.append(letter + " ".join(moved))
    return "".join(parts)


def _line(node: Text, chunk: Chunk, frame: str) -> str:
    """A line as text. Its runs are moved as they were told to be, and shown by fonts of those names."""
    blank = any(run.text != " ".join(run.text.split(" ")).strip(" ") for run in chunk.runs)
    blank = blank or any("  " in run.text for run in chunk.runs)
    head = attributes(
        x=value(chunk.x),
        y=value(chunk.y),
        text_anchor=None if chunk.anchor == "start" else chunk.anchor,
        writing_mode="vertical-rl" if node.vertical else None,
    )
    kept = ' xml:space="preserve"' if blank else ""
    alone = chunk.runs[0] if len(chunk.runs) == 1 else None
    if alone is not None and not (alone.dx or alone.dy or alone.icon):
        return f"<text{frame}{head}{kept}{_font(alone)}{_text_ink(alone)}>{escape(alone.text)}</text>"
    runs = "".join(
        f"<tspan{_moved(run)}{_font(run)}{_text_ink(run)}{notes([('icon', '')] if run.icon else [])}>"
        f"{escape(run.text)}</tspan>"
        for run in chunk.runs
    )
    return f"<text{frame}{head}{kept}>{runs}</text>"


def _moved(run: TextRun) -> str:
    return attributes(dx=value(run.dx) if run.dx else None, dy=value(run.dy) if run.dy else None)


def _font(run: TextRun) -> str:
    style = run.style
    return attributes(
        font_family=", ".join(f"'{name}'" for name in style.font_family),
        font_size=value(style.font_size or 0.0),
        font_weight=str(style.font_weight),
        font_style=None if style.font_style == "normal" else style.font_style,
        font_stretch=None if style.font_stretch == 100 else f"{value(style.font_stretch)}%",
        letter_spacing=value(style.letter_spacing) if style.letter_spacing else None,
        style=_features(style.features) if style.features else None,
    )


def _features(on: tuple[str, ...]) -> str:
    said = dict.fromkeys(_UNASKED, "0") | dict.fromkeys(on, "1")
    return "font-feature-settings: " + ", ".join(f"'{tag}' {state}" for tag, state in said.items())


def _text_ink(run: TextRun) -> str:
    style = run.style
    faint = value(style.fill_opacity) if run.fill is not None and style.fill_opacity < 1 else None
    stroke = pen(style) if run.stroke is not None else {}
    edge = colour(run.stroke) if run.stroke is not None else None
    return attributes(fill=colour(run.fill), fill_opacity=faint, stroke=edge, **stroke)


_HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'width="{wide}mm" height="{tall}mm" viewBox="{box}"{more}>'
)


def face_svg(drawing: Drawing, fonts: FontBook, outlined: bool = False) -> str:
    """A face as a whole SVG document, in mm: pictures inside it, no style left to what a viewer takes for granted.

    ``outlined`` makes shapes of all text, which need no fonts. Raises TemplateError for a text that has no glyphs,
    ValueError for a picture that cannot be used: neither is left in a face that has been printed.
    """
    return _SvgWriter(fonts, outlined).document(drawing)


class _SvgWriter:
    """Writes one drawing. What is used more than once, or referred to, is kept in ``defs`` under its content."""

    def __init__(self, fonts: FontBook, outlined: bool) -> None:
        self._letters = SvgLettering(fonts, outlined)
        self._kept: dict[object, str] = {}
        self._defs: list[str] = []
        self._masks: dict[Mask, str] = {}

    def document(self, drawing: Drawing) -> str:
        """The whole file."""
        _, _, width, height = drawing.bounds
        body = self._nodes(drawing.nodes)
        defs = f"<defs>{''.join(self._defs)}</defs>\n" if self._defs else ""
        more = notes(drawing.data) + self._letters.root
        box = " ".join(map(value, drawing.bounds))
        return f"{_HEAD.format(wide=value(width), tall=value(height), box=box, more=more)}\n{defs}{body}</svg>\n"

    def _nodes(self, nodes: Iterable[Node]) -> str:
        return "".join(f"{self._node(node)}\n" for node in nodes)

    def _node(self, node: Node) -> str:
        frame = self._frame(node.frame)
        if isinstance(node, Shape):
            inked = attributes(d=path(node.outline), **_ink(self._paint(node.fill), self._paint(node.stroke), node))
            return f"<path{frame}{inked}/>"
        if isinstance(node, Text):
            return self._letters.text(node, frame)
        if isinstance(node, Group):
            return _within(frame, self._windowed(node.window, node.inner, self._nodes(node.children)))
        if isinstance(node, SymbolUse):
            inside = f'<use xlink:href="#{self._symbol(node)}"{matrix(node.inner)}/>'
            return _within(frame, self._windowed(node.window, IDENTITY, inside))
        return _within(frame, self._image(node))

    def _windowed(self, window: Box | None, inner: Matrix, inside: str) -> str:
        """What is drawn in the coordinates of ``inner``, clipped to a box outside of them."""
        moved = _within(matrix(inner), inside)
        return moved if window is None else f'<g clip-path="url(#{self._box(window)})">{moved}</g>'

    def _keep(self, key: object, letter: str, written: str) -> str:
        """The id of a definition; the same key has one only. ``written`` has a place ``{id}`` for it."""
        name = self._kept.get(key)
        if name is None:
            name = self._kept[key] = f"{letter}{len(self._kept) + 1}"
            self._defs.append(written.replace("{id}", name, 1))
        return name

    def _box(self, box: Box) -> str:
        x, y, wide, tall = map(value, box)
        shape = f'<rect x="{x}" y="{y}" width="{wide}" height="{tall}"/>'
        return self._keep(("clip", shape), "clip", f'<clipPath id="{{id}}">{shape}</clipPath>')

    def _clip(self, clip: Clip) -> str:
        rule = "evenodd" if clip.rule == "evenodd" else None
        inner = f"url(#{self._clip(clip.inner)})" if clip.inner is not None else None
        shape = f"<path{attributes(d=path(clip.outline), clip_rule=rule, clip_path=inner)}{matrix(clip.transform)}/>"
        return self._keep(("clip", shape), "clip", f'<clipPath id="{{id}}">{shape}</clipPath>')

    def _mask(self, mask: Mask) -> str:
        if mask not in self._masks:
            x, y, wide, tall = map(value, mask.box)
            head = f'<mask id="{{id}}" maskUnits="userSpaceOnUse" x="{x}" y="{y}" width="{wide}" height="{tall}"'
            kind = ' mask-type="alpha"' if mask.kind == "alpha" else ""
            inside = self._nodes(mask.nodes)
            self._masks[mask] = self._keep(mask, "mask", f"{head}{kind}>{inside}</mask>")
        return self._masks[mask]

    def _symbol(self, use: SymbolUse) -> str:
        key = "symbol", use.symbol.key
        if key in self._kept:
            return self._kept[key]
        return self._keep(key, "symbol", f'<g id="{{id}}">{self._nodes(use.symbol.children)}</g>')

    def _frame(self, frame: Frame | None) -> str:
        """The attributes of what an element does to all it holds."""
        if frame is None:
            return ""
        styled = [f"mix-blend-mode:{frame.blend}"] if frame.blend != "normal" else []
        styled += ["isolation:isolate"] if frame.isolated else []
        return (
            notes(frame.data)
            + matrix(frame.transform)
            + attributes(
                opacity=value(frame.opacity) if frame.opacity < 1 else None,
                clip_path=f"url(#{self._clip(frame.clip)})" if frame.clip is not None else None,
                mask=f"url(#{self._mask(frame.mask)})" if frame.mask is not None else None,
                style=";".join(styled) or None,
            )
        )

    def _paint(self, paint: Paint) -> str:
        if isinstance(paint, Gradient):
            return f"url(#{self._gradient(paint)})"
        return colour(paint)

    def _gradient(self, gradient: Gradient) -> str:
        names = ("x1", "y1", "x2", "y2") if gradient.kind == "linear" else ("fx", "fy", "cx", "cy", "r")
        points = {name: value(point) for name, point in zip(names, gradient.points, strict=True)}
        units = None if gradient.of_box else "userSpaceOnUse"
        spread = None if gradient.spread == "pad" else gradient.spread
        stops = "".join(_stop(stop.offset, stop.colour, stop.opacity) for stop in gradient.stops)
        element = f"{gradient.kind}Gradient"
        said = attributes(**points, gradientUnits=units, spreadMethod=spread)
        turned = matrix(gradient.transform, "gradientTransform")
        return self._keep(gradient, "gradient", f'<{element} id="{{id}}"{said}{turned}>{stops}</{element}>')

    def _image(self, node: Image) -> str:
        name, width, height = self._picture(node.picture)
        placed = matrix(viewport(node.box, (0.0, 0.0, width, height), node.fit))
        inside = f'<use xlink:href="#{name}"{placed}/>'
        return f'<g clip-path="url(#{self._box(node.box)})">{inside}</g>' if is_slice(node.fit) else inside

    def _picture(self, picture: Picture) -> tuple[str, int, int]:
        """The id of a picture, which is kept once, and its size in pixels."""
        kind, data, (width, height) = _portable(picture)
        link = f"data:image/{kind};base64,{base64.b64encode(data).decode('ascii')}"
        box = f'width="{width}" height="{height}" preserveAspectRatio="none"'
        return self._keep(picture.digest, "picture", f'<image id="{{id}}" {box} xlink:href="{link}"/>'), width, height


def _ink(fill: str, stroke: str, node: Shape) -> dict[str, str | None]:
    """The attributes of fill and stroke."""
    style = node.style
    said: dict[str, str | None] = {"fill": fill}
    if node.fill is not None:
        said["fill_opacity"] = value(style.fill_opacity) if style.fill_opacity < 1 else None
        said["fill_rule"] = "evenodd" if style.fill_rule == "evenodd" else None
    if node.stroke is not None and style.stroke_width:
        said |= {"stroke": stroke} | pen(style)
    return said


def _stop(offset: float, said: Rgb, opacity: float) -> str:
    faint = value(opacity) if opacity < 1 else None
    return f"<stop{attributes(offset=value(offset), stop_color=colour(said), stop_opacity=faint)}/>"


def _within(frame: str, inside: str) -> str:
    """What is drawn inside an element that has the attributes ``frame``, if there are any."""
    return f"<g{frame}>{inside}</g>" if frame else inside


@lru_cache(maxsize=4)
def _portable(picture: Picture) -> tuple[str, bytes, tuple[int, int]]:
    """The kind of a picture, its bytes and its size in pixels. One that is to be shown turned is written as it is
    shown, and one for printing presses in the colours of screens: not every viewer does that by itself."""
    image = open_picture(picture)
    turned = is_turned(image)
    kind = "jpeg" if image.format == "JPEG" else "png"
    if not turned and (kind == "png" or image.mode in {"L", "RGB"}):
        return kind, picture.data, image.size
    plain = ImageOps.exif_transpose(image)
    if plain.mode == "CMYK":
        plain = plain.convert("RGB")
    written = io.BytesIO()
    plain.info.pop("exif", None)
    plain.save(written, kind.upper(), **({"quality": 95, "subsampling": 0} if kind == "jpeg" else {}))
    return kind, written.getvalue(), plain.size
