"""Pictures in a PDF: how fine they are where they lie, and how much ink their darkest places have."""

from __future__ import annotations

import io

import pikepdf
from PIL import Image, ImageChops

from pnp.preflight.colours import Space, space_of
from pnp.preflight.streams import LARGEST_PICTURE, TooMuchError, check_size, filters

_LARGEST_SIDE = 2000
"""Pixels: a picture is looked at no closer; what is darker than the limit over less of it, no press notices."""
_SHARE = 0.001
"""Of the pixels of a picture: so many may have more ink."""


def picture_ink(stream: pikepdf.Stream, space: Space) -> float | None:
    """The ink of the darkest thousandth of a picture, 1 for one ink in full; None where its colours are no inks, or are
    packed in a way that is not looked into. Raises TooMuchError, and ValueError for a damaged picture."""
    if space.family not in ("DeviceCMYK", "ICCBased") or space.parts != 4:
        return None
    image = _cmyk(stream)
    if image is None:
        return None
    image.thumbnail((_LARGEST_SIDE, _LARGEST_SIDE), Image.Resampling.BOX)
    sums = sorted(map(sum, zip(*(channel.tobytes() for channel in image.split()), strict=True)))
    return sums[-max(1, int(len(sums) * _SHARE))] / 255


def _cmyk(stream: pikepdf.Stream) -> Image.Image | None:
    width, height = (int(stream.get(key, 0)) for key in ("/Width", "/Height"))
    if width <= 0 or height <= 0 or stream.get("/BitsPerComponent") != 8:
        return None
    if width * height * 4 > LARGEST_PICTURE:
        raise TooMuchError(f"a picture has {width:,} × {height:,} pixels")
    packed = filters(stream)
    upside_down = _decodes_inverted(stream)
    if packed == ["/DCTDecode"]:
        image: Image.Image = Image.open(io.BytesIO(stream.read_raw_bytes()), formats=("JPEG",))
        if image.size != (width, height) or image.mode != "CMYK":
            return None
        # Pillow turns what Adobe's programs write upside down; a PDF says so itself, with Decode.
        image = ImageChops.invert(image)
    elif set(packed) <= {"/FlateDecode"}:
        check_size(stream, width * height * 4 + height + 65_536)
        data = stream.read_bytes()
        if len(data) < width * height * 4:
            raise ValueError("a picture holds less than it says")
        image = Image.frombytes("CMYK", (width, height), data[: width * height * 4])
    else:
        return None
    return ImageChops.invert(image) if upside_down else image


def _decodes_inverted(stream: pikepdf.Stream) -> bool:
    said = stream.get("/Decode")
    return isinstance(said, pikepdf.Array) and len(said) > 0 and float(said[0]) == 1


def picture_space(stream: pikepdf.Stream, named: object) -> Space:
    """The colour space of a picture; that of a stencil is none."""
    if bool(stream.get("/ImageMask")):
        return Space("DeviceGray", 1)
    return space_of(stream.get("/ColorSpace"), named)
