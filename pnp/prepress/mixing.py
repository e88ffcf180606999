"""Colours, and drawn pieces, mixed with a colour that is seen through them or lies on them."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

from PIL import Image as Pillow
from PIL import ImageOps

from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.nodes import Gradient, Group, Image, Node, Paint, Picture, Run, Shape, Stop, Symbol, SymbolUse, Text
from pnp.pdf.objects.pictures import is_turned, open_picture

Mix = Callable[[Rgb], Rgb]
_BETWEEN = 8
"""Parts of a stretch of a gradient along which it becomes fainter: opacity times colour is no straight line."""


def mixing(colour: Rgb, opacity: float) -> Mix:
    """What ``colour`` makes of those that it is laid over (Compositing and Blending 1, 5.1)."""
    red, green, blue = (part * opacity for part in colour)
    rest = 1 - opacity

    def mix(under: Rgb) -> Rgb:
        return red + under[0] * rest, green + under[1] * rest, blue + under[2] * rest

    return mix


def seen_through(picture: Picture) -> bool:
    """Whether a picture has pixels that are not opaque."""
    image = open_picture(picture)
    return image.has_transparency_data and image.convert("RGBA").getchannel("A").getextrema() != (255, 255)


def blended(node: Shape | Text | Image, ground: Rgb, opacity: float) -> Shape | Text | Image:
    """A shape, text or picture as it looks on ``ground``, faint as it is itself and by ``opacity``."""
    if isinstance(node, Shape):
        style = replace(node.style, fill_opacity=1.0, stroke_opacity=1.0)
        fill = _blended_paint(node.fill, ground, opacity * node.style.fill_opacity)
        return replace(
            node,
            style=style,
            fill=fill,
            stroke=_blended_paint(node.stroke, ground, opacity * node.style.stroke_opacity),
        )
    if isinstance(node, Text):
        return _each_run(node, lambda run: _blended_run(run, ground, opacity))
    image = open_picture(node.picture)
    image = (ImageOps.exif_transpose(image) if is_turned(image) else image).convert("RGBA")
    image.putalpha(image.getchannel("A").point([round(value * opacity) for value in range(256)]))
    under = Pillow.new("RGBA", image.size, (*(round(part * 255) for part in ground), 255))
    under.alpha_composite(image)
    return replace(node, picture=_as_picture(node.picture.name, under.convert("RGB")))


def _blended_paint(paint: Paint, ground: Rgb, opacity: float) -> Paint:
    if not isinstance(paint, Gradient):
        return None if paint is None else mixing(paint, opacity)(ground)
    stops = [_blended_stop(paint.stops[0], ground, opacity)]
    for before, after in pairwise(paint.stops):
        parts = _BETWEEN if before.opacity != after.opacity and before.offset < after.offset else 1
        for part in range(1, parts + 1):
            share = part / parts
            red, green, blue = (a + (b - a) * share for a, b in zip(before.colour, after.colour, strict=True))
            faint = before.opacity + (after.opacity - before.opacity) * share
            offset = before.offset + (after.offset - before.offset) * share
            stops.append(_blended_stop(Stop(offset, (red, green, blue), faint), ground, opacity))
    return replace(paint, stops=tuple(stops))


def _blended_stop(stop: Stop, ground: Rgb, opacity: float) -> Stop:
    return Stop(stop.offset, mixing(stop.colour, stop.opacity * opacity)(ground))


def _blended_run(run: Run, ground: Rgb, opacity: float) -> Run:
    style = run.style
    fill = None if run.fill is None else mixing(run.fill, opacity * style.fill_opacity)(ground)
    stroke = None if run.stroke is None else mixing(run.stroke, opacity * style.stroke_opacity)(ground)
    return replace(run, fill=fill, stroke=stroke, style=replace(style, fill_opacity=1.0, stroke_opacity=1.0))


def _each_run(node: Text, change: Callable[[Run], Run]) -> Text:
    return replace(node, chunks=tuple(replace(one, runs=tuple(map(change, one.runs))) for one in node.chunks))


def recoloured(node: Node, mix: Mix, name: str) -> Node:
    """A piece in other colours. ``name`` tells apart what ``mix`` does, for what is kept under it."""
    if isinstance(node, Shape):
        return replace(node, fill=_paint(node.fill, mix), stroke=_paint(node.stroke, mix))
    if isinstance(node, Text):
        return _each_run(node, lambda run: _run(run, mix))
    if isinstance(node, Group):
        return replace(node, children=tuple(recoloured(child, mix, name) for child in node.children))
    if isinstance(node, SymbolUse):
        old = node.symbol
        key = hashlib.sha256(f"{old.key} {name}".encode()).hexdigest()
        children = tuple(recoloured(child, mix, name) for child in old.children)
        return replace(node, symbol=Symbol(key, old.at, children, old.weight))
    return replace(node, picture=_picture(node.picture, mix))


def _paint(paint: Paint, mix: Mix) -> Paint:
    if isinstance(paint, Gradient):
        return replace(paint, stops=tuple(replace(stop, colour=mix(stop.colour)) for stop in paint.stops))
    return None if paint is None else mix(paint)


def _run(run: Run, mix: Mix) -> Run:
    fill, stroke = (None if colour is None else mix(colour) for colour in (run.fill, run.stroke))
    return replace(run, fill=fill, stroke=stroke)


def _picture(picture: Picture, mix: Mix) -> Picture:
    """The picture with every pixel mixed, which is the same for each of its three colours by itself."""
    image = open_picture(picture)
    image = (ImageOps.exif_transpose(image) if is_turned(image) else image).convert("RGB")
    greys = [mix((value / 255, value / 255, value / 255)) for value in range(256)]
    tables = [round(grey[part] * 255) for part in range(3) for grey in greys]
    return _as_picture(picture.name, image.point(tables))


def _as_picture(name: str, image: Pillow.Image) -> Picture:
    """A picture of these pixels."""
    written = io.BytesIO()
    image.save(written, "PNG", compress_level=1)
    return Picture(name, written.getvalue())
