"""A face in greys, each as bright as the colour that it stands for: what a printer with black alone makes of it."""

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
from pnp.ink.tones import Grey, Strength, grey, toned
from pnp.pdf.objects.pictures import open_picture

# Pictures for less ink: the same pixels paler, as drawn with a pencil, or grey.


class PictureConverter:
    """The pictures of a kit as they are printed; each is made once."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, str], Picture] = {}

    def paler(self, picture: Picture, strength: Strength) -> Picture:
        """A picture with a share of its ink."""
        share = strength.picture
        if not strength.wash:
            return self._of(picture, "lines", lambda image: _pale(_lines(image), 0.6))
        return self._of(picture, f"pale {share}", lambda image: _pale(image, share))

    def grey(self, picture: Picture) -> Picture:
        """A picture in greys of the same luminance."""
        return self._of(picture, "grey", _grey)

    def _of(self, picture: Picture, how: str, change: Callable[[Any], Any]) -> Picture:
        known = self._made.get((picture.digest, how))
        if known is None:
            known = self._made[picture.digest, how] = Picture(picture.name, _changed(picture, change))
        return known


def _changed(picture: Picture, change: Callable[[Any], Any]) -> bytes:
    """The file of a picture after a change of its colours. One that cannot be opened stays as it is: the printer
    refuses it, and says where it stands."""

    try:
        opened = ImageOps.exif_transpose(open_picture(picture))
    except ValueError:
        return picture.data
    jpeg = picture.data.startswith(b"\xff\xd8")
    alpha = opened.convert("RGBA").getchannel("A") if opened.has_transparency_data else None
    image = change(opened.convert("RGB"))
    if alpha is not None:
        image = PillowImage.merge("LA" if image.mode == "L" else "RGBA", (*image.split(), alpha))
    written = io.BytesIO()
    if jpeg:
        image.save(written, "JPEG", quality=92, subsampling=0)
    else:
        image.save(written, "PNG")
    return written.getvalue()


def _pale(image: Any, share: float) -> Any:
    return image.point(lambda value: round(255 - share * (255 - value)))


def _lines(image: Any) -> Any:
    """What a pencil would draw of a picture: where it is darker than its surroundings."""

    radius = max(1.0, max(image.size) / 250)
    around = image.filter(ImageFilter.GaussianBlur(radius))
    return ImageChops.invert(ImageChops.subtract(around, image, scale=0.35))


def _grey(image: Any) -> Any:
    """Greys of the same luminance, by a gamma of 2.2, which is within a step of the curve of sRGB."""

    bands = dict(zip("rgb", image.split(), strict=True))

    def bright(given: Any) -> Any:
        linear = (
            share * (given["float"](given[band]) / 255.0) ** 2.2
            for band, share in (("r", 0.2126), ("g", 0.7152), ("b", 0.0722))
        )
        return given["convert"](sum(linear, 0.0) ** (1 / 2.2) * 255.0 + 0.5, "L")

    return ImageMath.lambda_eval(bright, **bands)


_GREY = Grey()


def greyed(drawing: Drawing, pictures: PictureConverter) -> Drawing:
    """``drawing`` in greys of the same luminance, so that all contrasts are what they were."""
    return replace(drawing, nodes=_nodes(drawing.nodes, pictures))


def _nodes(nodes: tuple[Node, ...], pictures: PictureConverter) -> tuple[Node, ...]:
    return tuple(_node(node, pictures) for node in nodes)


def _node(node: Node, pictures: PictureConverter) -> Node:
    if isinstance(node, Shape):
        return replace(node, fill=toned(node.fill, _GREY), stroke=toned(node.stroke, _GREY))
    if isinstance(node, Text):
        return replace(node, chunks=tuple(_chunk(chunk) for chunk in node.chunks))
    if isinstance(node, Group):
        return replace(node, children=_nodes(node.children, pictures))
    if isinstance(node, SymbolUse):
        key = hashlib.sha256(f"{node.symbol.key} grey".encode()).hexdigest()
        symbol = node.symbol
        children = _nodes(symbol.children, pictures)
        return replace(node, symbol=Symbol(key, symbol.at, children, symbol.weight))
    assert isinstance(node, Image)
    return replace(node, picture=pictures.grey(node.picture))


def _chunk(chunk: Chunk) -> Chunk:
    return replace(chunk, runs=tuple(_run(run) for run in chunk.runs))


def _run(run: TextRun) -> TextRun:
    fill = None if run.fill is None else grey(run.fill)
    return replace(run, fill=fill, stroke=None if run.stroke is None else grey(run.stroke))
