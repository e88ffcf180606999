"""Faces as SVG files that open anywhere: everything they need is in them, and what the program takes for granted is
written out."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterable
from functools import lru_cache

from PIL import ImageOps

from pnp.cardsvg import Drawing
from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.nodes import Clip, Frame, Gradient, Group, Image, Mask, Node, Paint, Picture, Shape, SymbolUse, Text
from pnp.cardsvg.paths import Box
from pnp.cardsvg.values import IDENTITY, Matrix, is_slice, viewport
from pnp.export.svg_text import Lettering
from pnp.export.svg_values import attributes, colour, matrix, notes, path, pen, value
from pnp.fonts import FontBook
from pnp.pdf.objects.pictures import is_turned, open_picture

_HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'width="{wide}mm" height="{tall}mm" viewBox="{box}"{more}>'
)


def face_svg(drawing: Drawing, fonts: FontBook, outlined: bool = False) -> str:
    """A face as a whole SVG document, in mm: pictures inside it, no style left to what a viewer takes for granted.

    ``outlined`` makes shapes of all text, which need no fonts. Raises TemplateError for a text that has no glyphs,
    ValueError for a picture that cannot be used: neither is left in a face that has been printed.
    """
    return _Writer(fonts, outlined).document(drawing)


class _Writer:
    """Writes one drawing. What is used more than once, or referred to, is kept in ``defs`` under its content."""

    def __init__(self, fonts: FontBook, outlined: bool) -> None:
        self._letters = Lettering(fonts, outlined)
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
