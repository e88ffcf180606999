"""Conversion of a face to greys, each as bright as the colour that it replaces, for printing with black alone."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PIL import Image as PillowImage
from PIL import ImageChops, ImageFilter, ImageMath, ImageOps

from pnp.cardsvg import Drawing
from pnp.cardsvg.nodes import Chunk, Group, Image, Node, Picture, Shape, Symbol, SymbolUse, Text, TextRun
from pnp.ink.tones import Grey, Strength, apply_tone, grey
from pnp.pdf.objects.pictures import open_picture

# Pictures for less ink: paler, as pencil lines, or grey


class PictureConverter:
    """Converter of the pictures of a kit for printing. Each picture is converted once."""

    def __init__(self) -> None:
        self._converted: dict[tuple[str, str], Picture] = {}

    def paler(self, picture: Picture, strength: Strength) -> Picture:
        """Return a picture with a share of its ink."""
        share = strength.picture
        if not strength.wash:
            return self._convert(picture, "lines", lambda image: _make_paler(_pencil_lines(image), 0.6))
        return self._convert(picture, f"pale {share}", lambda image: _make_paler(image, share))

    def grey(self, picture: Picture) -> Picture:
        """Return a picture in greys of the same luminance."""
        return self._convert(picture, "grey", _make_grey)

    def _convert(self, picture: Picture, name: str, change: Callable[[Any], Any]) -> Picture:
        converted = self._converted.get((picture.digest, name))
        if converted is None:
            converted = self._converted[picture.digest, name] = Picture(picture.name, _convert_file(picture, change))
        return converted


def _convert_file(picture: Picture, change: Callable[[Any], Any]) -> bytes:
    """Return the file of a picture after a change of its colours.

    A picture that cannot be opened stays as it is: the painter refuses it, and locates the error.
    """
    try:
        opened = ImageOps.exif_transpose(open_picture(picture))
    except ValueError:
        return picture.data
    jpeg = picture.data.startswith(b"\xff\xd8")
    alpha = opened.convert("RGBA").getchannel("A") if opened.has_transparency_data else None
    image = change(opened.convert("RGB"))
    if alpha is not None:
        image = PillowImage.merge("LA" if image.mode == "L" else "RGBA", (*image.split(), alpha))
    buffer = io.BytesIO()
    if jpeg:
        image.save(buffer, "JPEG", quality=92, subsampling=0)
    else:
        image.save(buffer, "PNG")
    return buffer.getvalue()


def _make_paler(image: Any, share: float) -> Any:
    return image.point(lambda level: round(255 - share * (255 - level)))


def _pencil_lines(image: Any) -> Any:
    """Return a pencil drawing of a picture: lines where it is darker than its surroundings."""
    radius = max(1.0, max(image.size) / 250)
    blurred = image.filter(ImageFilter.GaussianBlur(radius))
    return ImageChops.invert(ImageChops.subtract(blurred, image, scale=0.35))


def _make_grey(image: Any) -> Any:
    """Return greys of the same luminance, by a gamma of 2.2, which is within a step of the curve of sRGB."""
    bands = dict(zip("rgb", image.split(), strict=True))

    def luminance(operands: Any) -> Any:
        linear = (
            share * (operands["float"](operands[band]) / 255.0) ** 2.2
            for band, share in (("r", 0.2126), ("g", 0.7152), ("b", 0.0722))
        )
        return operands["convert"](sum(linear, 0.0) ** (1 / 2.2) * 255.0 + 0.5, "L")

    return ImageMath.lambda_eval(luminance, **bands)


_GREY_TONE = Grey()


def to_greys(drawing: Drawing, pictures: PictureConverter) -> Drawing:
    """Return ``drawing`` in greys of the same luminance, so that all contrasts stay the same."""
    return replace(drawing, nodes=_grey_nodes(drawing.nodes, pictures), changes=(*drawing.changes, "grey"))


def _grey_nodes(nodes: tuple[Node, ...], pictures: PictureConverter) -> tuple[Node, ...]:
    return tuple(_grey_node(node, pictures) for node in nodes)


def _grey_node(node: Node, pictures: PictureConverter) -> Node:
    if isinstance(node, Shape):
        return replace(node, fill=apply_tone(node.fill, _GREY_TONE), stroke=apply_tone(node.stroke, _GREY_TONE))
    if isinstance(node, Text):
        return replace(node, chunks=tuple(_grey_chunk(chunk) for chunk in node.chunks))
    if isinstance(node, Group):
        return replace(node, children=_grey_nodes(node.children, pictures))
    if isinstance(node, SymbolUse):
        key = hashlib.sha256(f"{node.symbol.key} grey".encode()).hexdigest()
        symbol = node.symbol
        children = _grey_nodes(symbol.children, pictures)
        return replace(node, symbol=Symbol(key, symbol.at, children, symbol.weight))
    assert isinstance(node, Image)
    return replace(node, picture=pictures.grey(node.picture))


def _grey_chunk(chunk: Chunk) -> Chunk:
    return replace(chunk, runs=tuple(_grey_run(run) for run in chunk.runs))


def _grey_run(run: TextRun) -> TextRun:
    fill = None if run.fill is None else grey(run.fill)
    return replace(run, fill=fill, stroke=None if run.stroke is None else grey(run.stroke))
