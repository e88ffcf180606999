"""Write faces as SVG files that open anywhere: self-contained, with all defaults written out."""

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
from pnp.cardsvg.values import IDENTITY, Matrix, is_slice, viewport
from pnp.fonts import FontBook, FontFace
from pnp.fonts.outlines import outline
from pnp.pdf.objects.pictures import is_turned, open_picture

# Numbers, colours, paths and attributes


def format_number(number: float) -> str:
    """Return a number with six digits: to a micrometre, on a page.

    >>> format_number(2.0), format_number(0.125), format_number(-0.0)
    ('2', '0.125', '0')
    """
    text = f"{number:.6g}"
    return "0" if text == "-0" else text


def format_colour(rgb: Rgb | None) -> str:
    """Return a colour as #rrggbb, or ``none``.

    >>> format_colour((1.0, 0.5, 0.0)), format_colour(None)
    ('#ff8000', 'none')
    """
    return "none" if rgb is None else "#" + "".join(f"{round(channel * 255):02x}" for channel in rgb)


def path_data(outline: Segments) -> str:
    """Return the path data of an outline."""
    return "".join(kind + " ".join(map(format_number, args)) for kind, args in outline)


def transform_attribute(transform: Matrix, name: str = "transform") -> str:
    """Return the attribute of a transform; empty for the identity."""
    if transform == IDENTITY:
        return ""
    if transform[:4] == IDENTITY[:4]:
        return f' {name}="translate({format_number(transform[4])} {format_number(transform[5])})"'
    return f' {name}="matrix({" ".join(map(format_number, transform))})"'


def attributes(**values: str | None) -> str:
    """Return attributes in the order given, without those that are None. ``_`` in their names is written ``-``."""
    return "".join(f" {name.replace('_', '-')}={quoteattr(text)}" for name, text in values.items() if text is not None)


def data_attributes(data: Iterable[tuple[str, str]]) -> str:
    """Return the notes of an element as ``data-*`` attributes."""
    return "".join(f" data-{name}={quoteattr(text)}" for name, text in data)


def stroke_attributes(style: Style) -> dict[str, str | None]:
    """Return the attributes of a stroke, except its colour."""
    mitred = style.stroke_linejoin == "miter" and style.stroke_miterlimit != 4
    return {
        "stroke_width": format_number(style.stroke_width),
        "stroke_opacity": format_number(style.stroke_opacity) if style.stroke_opacity < 1 else None,
        "stroke_linecap": None if style.stroke_linecap == "butt" else style.stroke_linecap,
        "stroke_linejoin": None if style.stroke_linejoin == "miter" else style.stroke_linejoin,
        "stroke_miterlimit": format_number(style.stroke_miterlimit) if mitred else None,
        "stroke_dasharray": " ".join(map(format_number, style.stroke_dasharray)) or None,
        "stroke_dashoffset": format_number(style.stroke_dashoffset) if style.stroke_dasharray else None,
    }


# Text: as text, for readers with its fonts, or as the outlines of its glyphs

_DEFAULT_FEATURES = ("kern", "liga", "clig", "calt")
"""Features that viewers apply by default. Lines were measured with the requested features alone, so these are switched
off."""


class SvgLettering:
    """Writer of the texts of one file. Raises TemplateError for text that the fonts cannot draw."""

    def __init__(self, fonts: FontBook, outlined: bool) -> None:
        self._placing = TextPlacer(fonts)
        self._outlined = outlined
        self._families = _FamilyNames(fonts)

    @property
    def root(self) -> str:
        """Return the attributes of the outermost element for all text."""
        return "" if self._outlined else attributes(style=_feature_settings(()))

    def text(self, node: Text, frame: str) -> str:
        """Return the element of a text; ``frame`` are the attributes of the whole."""
        if self._outlined:
            shapes = "".join(shape for chunk in node.chunks for shape in self._shapes(node, chunk))
            return f"<g{frame}>{shapes}</g>" if frame else shapes
        if len(node.chunks) == 1:
            return _line(node, node.chunks[0], frame, self._families)
        lines = "".join(_line(node, chunk, "", self._families) for chunk in node.chunks)
        return f"<g{frame}>{lines}</g>" if frame else lines

    def _shapes(self, node: Text, chunk: Chunk) -> Iterator[str]:
        """Yield one path for a run, or one for each glyph if it has a stroke, since strokes overlap in this order."""
        for run, glyphs in self._placing.glyphs(node, chunk):
            paths = [_glyph_path(face, glyph, placement) for face, glyph, placement in glyphs]
            parts = [glyph_path for glyph_path in paths if glyph_path]
            if parts and run.stroke is None:
                parts = ["".join(parts)]
            ink_attributes = _text_ink_attributes(run)
            for index, glyph_path in enumerate(parts):
                label = attributes(aria_label=run.text if index == 0 else None)
                yield f"<path{label}{ink_attributes}{attributes(d=glyph_path)}/>"


@lru_cache(maxsize=4096)
def _glyph_pattern(face: FontFace, glyph: int) -> tuple[str, tuple[tuple[float, float], ...]]:
    """Return the path data of a glyph with a field for each coordinate, and its points in em."""
    steps = outline(face, glyph)
    pattern = "".join(letter + " ".join(["%.6g"] * len(points)) for letter, points in steps)
    return pattern, tuple(pair for _, points in steps for pair in zip(points[::2], points[1::2], strict=True))


@lru_cache(maxsize=8192)
def _glyph_path(face: FontFace, glyph: int, placement: Matrix) -> str:
    # Kept: most words of a card stand where they stood before a save, and where they stand on other cards. One format
    # for all coordinates: a page of text has a hundred thousand. Zero is added because -0.0 + 0.0 is 0.0, which is
    # written without a sign.
    pattern, points = _glyph_pattern(face, glyph)
    a, b, c, d, e, f = placement
    return pattern % tuple(
        [coordinate for x, y in points for coordinate in (a * x + c * y + e + 0.0, b * x + d * y + f + 0.0)]
    )


class _FamilyNames:
    """Names by which a viewer finds the fonts of a text, of those that are installed."""

    def __init__(self, fonts: FontBook) -> None:
        self._fonts = fonts
        self._names: dict[tuple[object, ...], str] = {}

    def of(self, style: Style) -> str:
        """Return the families of a style, each after the name that its file goes by where it is installed."""
        key = style.font_family, style.font_weight, style.font_style, style.font_stretch
        if key not in self._names:
            pairs = zip(style.font_family, self._fonts.stack(*key).faces, strict=True)
            names = dict.fromkeys(name for family, face in pairs for name in (face.installed_family, family))
            self._names[key] = ", ".join(map(_quoted, names))
        return self._names[key]


def _quoted(name: str) -> str:
    """Return a name as a string of CSS."""
    escaped = name.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def _line(node: Text, chunk: Chunk, frame: str, families: _FamilyNames) -> str:
    """Return a line as text, with its runs shifted and its fonts named."""
    has_blanks = any(run.text != " ".join(run.text.split(" ")).strip(" ") for run in chunk.runs)
    has_blanks = has_blanks or any("  " in run.text for run in chunk.runs)
    position = attributes(
        x=format_number(chunk.x),
        y=format_number(chunk.y),
        text_anchor=None if chunk.anchor == "start" else chunk.anchor,
        writing_mode="vertical-rl" if node.vertical else None,
    )
    space_attribute = ' xml:space="preserve"' if has_blanks else ""
    single_run = chunk.runs[0] if len(chunk.runs) == 1 else None
    if single_run is not None and not (single_run.dx or single_run.dy or single_run.icon):
        type_attributes = _font_attributes(single_run, families) + _text_ink_attributes(single_run)
        return f"<text{frame}{position}{space_attribute}{type_attributes}>{escape(single_run.text)}</text>"
    runs = "".join(
        f"<tspan{_shift_attributes(run)}{_font_attributes(run, families)}{_text_ink_attributes(run)}"
        f"{data_attributes([('icon', '')] if run.icon else [])}>{escape(run.text)}</tspan>"
        for run in chunk.runs
    )
    return f"<text{frame}{position}{space_attribute}>{runs}</text>"


def _shift_attributes(run: TextRun) -> str:
    return attributes(dx=format_number(run.dx) if run.dx else None, dy=format_number(run.dy) if run.dy else None)


def _font_attributes(run: TextRun, families: _FamilyNames) -> str:
    style = run.style
    return attributes(
        font_family=families.of(style),
        font_size=format_number(style.font_size or 0.0),
        font_weight=str(style.font_weight),
        font_style=None if style.font_style == "normal" else style.font_style,
        font_stretch=None if style.font_stretch == 100 else f"{format_number(style.font_stretch)}%",
        letter_spacing=format_number(style.letter_spacing) if style.letter_spacing else None,
        style=_feature_settings(style.features) if style.features else None,
    )


def _feature_settings(enabled: tuple[str, ...]) -> str:
    states = dict.fromkeys(_DEFAULT_FEATURES, "0") | dict.fromkeys(enabled, "1")
    return "font-feature-settings: " + ", ".join(f"'{tag}' {state}" for tag, state in states.items())


def _text_ink_attributes(run: TextRun) -> str:
    style = run.style
    fill_opacity = format_number(style.fill_opacity) if run.fill is not None and style.fill_opacity < 1 else None
    stroke = stroke_attributes(style) if run.stroke is not None else {}
    stroke_colour = format_colour(run.stroke) if run.stroke is not None else None
    return attributes(fill=format_colour(run.fill), fill_opacity=fill_opacity, stroke=stroke_colour, **stroke)


_HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'width="{width}mm" height="{height}mm" viewBox="{box}"{root_attributes}>'
)


def face_svg(drawing: Drawing, fonts: FontBook, outlined: bool = False) -> str:
    """Return a face as a whole SVG document, in mm, with its pictures and without reliance on a viewer's defaults.

    ``outlined`` makes shapes of all text, so that it needs no fonts. Raises TemplateError for a text that has no
    glyphs, ValueError for a picture that cannot be used: a face that has been printed has neither.
    """
    return _SvgWriter(fonts, outlined).document(drawing)


class _SvgWriter:
    """Writer of one drawing. Content that is used more than once, or referred to, is stored once in ``defs``."""

    def __init__(self, fonts: FontBook, outlined: bool) -> None:
        self._lettering = SvgLettering(fonts, outlined)
        self._ids: dict[object, str] = {}
        self._defs: list[str] = []
        self._masks: dict[Mask, str] = {}

    def document(self, drawing: Drawing) -> str:
        """Return the whole file."""
        body = self._nodes(drawing.nodes)
        defs = f"<defs>{''.join(self._defs)}</defs>\n" if self._defs else ""
        x, y, width, height = map(format_number, drawing.bounds)
        head = _HEAD.format(
            width=width,
            height=height,
            box=f"{x} {y} {width} {height}",
            root_attributes=data_attributes(drawing.data) + self._lettering.root,
        )
        return f"{head}\n{defs}{body}</svg>\n"

    def _nodes(self, nodes: Iterable[Node]) -> str:
        return "".join(f"{self._node(node)}\n" for node in nodes)

    def _node(self, node: Node) -> str:
        frame = self._frame(node.frame)
        if isinstance(node, Shape):
            ink_attributes = attributes(
                d=path_data(node.outline),
                **_shape_ink_attributes(self._paint(node.fill), self._paint(node.stroke), node),
            )
            return f"<path{frame}{ink_attributes}/>"
        if isinstance(node, Text):
            return self._lettering.text(node, frame)
        if isinstance(node, Group):
            return _wrap(frame, self._clip_window(node.window, node.inner, self._nodes(node.children)))
        if isinstance(node, SymbolUse):
            content = f'<use xlink:href="#{self._symbol(node)}"{transform_attribute(node.inner)}/>'
            return _wrap(frame, self._clip_window(node.window, IDENTITY, content))
        return _wrap(frame, self._image(node))

    def _clip_window(self, window: Box | None, inner: Matrix, content: str) -> str:
        """Return content in the coordinates of ``inner``, clipped to a box outside of them."""
        transformed = _wrap(transform_attribute(inner), content)
        return transformed if window is None else f'<g clip-path="url(#{self._clip_box(window)})">{transformed}</g>'

    def _define(self, key: object, prefix: str, markup: str) -> str:
        """Return the id of a definition, which is unique for its key. ``markup`` has a place ``{id}`` for it."""
        id_ = self._ids.get(key)
        if id_ is None:
            id_ = self._ids[key] = f"{prefix}{len(self._ids) + 1}"
            self._defs.append(markup.replace("{id}", id_, 1))
        return id_

    def _clip_box(self, box: Box) -> str:
        x, y, width, height = map(format_number, box)
        shape = f'<rect x="{x}" y="{y}" width="{width}" height="{height}"/>'
        return self._define(("clip", shape), "clip", f'<clipPath id="{{id}}">{shape}</clipPath>')

    def _clip(self, clip: Clip) -> str:
        rule = "evenodd" if clip.rule == "evenodd" else None
        inner = f"url(#{self._clip(clip.inner)})" if clip.inner is not None else None
        path_attributes = attributes(d=path_data(clip.outline), clip_rule=rule, clip_path=inner)
        shape = f"<path{path_attributes}{transform_attribute(clip.transform)}/>"
        return self._define(("clip", shape), "clip", f'<clipPath id="{{id}}">{shape}</clipPath>')

    def _mask(self, mask: Mask) -> str:
        if mask not in self._masks:
            x, y, width, height = map(format_number, mask.box)
            head = f'<mask id="{{id}}" maskUnits="userSpaceOnUse" x="{x}" y="{y}" width="{width}" height="{height}"'
            kind = ' mask-type="alpha"' if mask.kind == "alpha" else ""
            content = self._nodes(mask.nodes)
            self._masks[mask] = self._define(mask, "mask", f"{head}{kind}>{content}</mask>")
        return self._masks[mask]

    def _symbol(self, use: SymbolUse) -> str:
        key = "symbol", use.symbol.key
        if key in self._ids:
            return self._ids[key]
        return self._define(key, "symbol", f'<g id="{{id}}">{self._nodes(use.symbol.children)}</g>')

    def _frame(self, frame: Frame | None) -> str:
        """Return the attributes of a frame, which apply to all that an element holds."""
        if frame is None:
            return ""
        style_properties = [f"mix-blend-mode:{frame.blend}"] if frame.blend != "normal" else []
        style_properties += ["isolation:isolate"] if frame.isolated else []
        return (
            data_attributes(frame.data)
            + transform_attribute(frame.transform)
            + attributes(
                opacity=format_number(frame.opacity) if frame.opacity < 1 else None,
                clip_path=f"url(#{self._clip(frame.clip)})" if frame.clip is not None else None,
                mask=f"url(#{self._mask(frame.mask)})" if frame.mask is not None else None,
                style=";".join(style_properties) or None,
            )
        )

    def _paint(self, paint: Paint) -> str:
        if isinstance(paint, Gradient):
            return f"url(#{self._gradient(paint)})"
        return format_colour(paint)

    def _gradient(self, gradient: Gradient) -> str:
        names = ("x1", "y1", "x2", "y2") if gradient.kind == "linear" else ("fx", "fy", "cx", "cy", "r")
        points = {name: format_number(point) for name, point in zip(names, gradient.points, strict=True)}
        units = None if gradient.of_box else "userSpaceOnUse"
        spread = None if gradient.spread == "pad" else gradient.spread
        stops = "".join(_stop(stop.offset, stop.colour, stop.opacity) for stop in gradient.stops)
        element = f"{gradient.kind}Gradient"
        gradient_attributes = attributes(**points, gradientUnits=units, spreadMethod=spread)
        transform = transform_attribute(gradient.transform, "gradientTransform")
        return self._define(
            gradient, "gradient", f'<{element} id="{{id}}"{gradient_attributes}{transform}>{stops}</{element}>'
        )

    def _image(self, node: Image) -> str:
        name, width, height = self._picture(node.picture)
        placement = transform_attribute(viewport(node.box, (0.0, 0.0, width, height), node.fit))
        content = f'<use xlink:href="#{name}"{placement}/>'
        return f'<g clip-path="url(#{self._clip_box(node.box)})">{content}</g>' if is_slice(node.fit) else content

    def _picture(self, picture: Picture) -> tuple[str, int, int]:
        """Return the id of a picture, which is stored once, and its size in pixels."""
        kind, content, (width, height) = _portable_picture(picture)
        link = f"data:image/{kind};base64,{base64.b64encode(content).decode('ascii')}"
        box = f'width="{width}" height="{height}" preserveAspectRatio="none"'
        return self._define(picture.digest, "picture", f'<image id="{{id}}" {box} xlink:href="{link}"/>'), width, height


def _shape_ink_attributes(fill: str, stroke: str, node: Shape) -> dict[str, str | None]:
    style = node.style
    ink: dict[str, str | None] = {"fill": fill}
    if node.fill is not None:
        ink["fill_opacity"] = format_number(style.fill_opacity) if style.fill_opacity < 1 else None
        ink["fill_rule"] = "evenodd" if style.fill_rule == "evenodd" else None
    if node.stroke is not None and style.stroke_width:
        ink |= {"stroke": stroke} | stroke_attributes(style)
    return ink


def _stop(offset: float, stop_colour: Rgb, opacity: float) -> str:
    stop_opacity = format_number(opacity) if opacity < 1 else None
    color = format_colour(stop_colour)
    return f"<stop{attributes(offset=format_number(offset), stop_color=color, stop_opacity=stop_opacity)}/>"


def _wrap(frame: str, content: str) -> str:
    """Return content inside a group with the attributes ``frame``, or the content alone if there are none."""
    return f"<g{frame}>{content}</g>" if frame else content


@lru_cache(maxsize=4)
def _portable_picture(picture: Picture) -> tuple[str, bytes, tuple[int, int]]:
    """Return the kind of a picture, its bytes and its size in pixels. A picture with an orientation is rotated, and one
    in CMYK is converted to RGB, since not every viewer does that."""
    image = open_picture(picture)
    is_rotated = is_turned(image)
    kind = "jpeg" if image.format == "JPEG" else "png"
    if not is_rotated and (kind == "png" or image.mode in {"L", "RGB"}):
        return kind, picture.data, image.size
    upright = ImageOps.exif_transpose(image)
    if upright.mode == "CMYK":
        upright = upright.convert("RGB")
    buffer = io.BytesIO()
    upright.info.pop("exif", None)
    upright.save(buffer, kind.upper(), **({"quality": 95, "subsampling": 0} if kind == "jpeg" else {}))
    return kind, buffer.getvalue(), upright.size
