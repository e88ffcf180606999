"""PNG and JPEG pictures as PDF images."""

from __future__ import annotations

import io
import struct

from PIL import Image, ImageChops, ImageOps, UnidentifiedImageError

from pnp.cardsvg.nodes import Picture
from pnp.pdf.objects.document import PdfDocument, Stream, deflate
from pnp.pdf.objects.palette import SCREEN, Palette
from pnp.records import dataclass

MAX_PIXELS = 60_000_000
"""Pixels of the largest picture that is allowed: a whole A3 sheet at 500 dpi."""
_COLOUR_SPACES = {"L": "DeviceGray", "RGB": "DeviceRGB", "CMYK": "DeviceCMYK"}
_SIGNATURE_LENGTH = 16
"""Number of bytes by which Pillow identifies the format of a picture."""
_ORIENTATION = 0x0112
"""EXIF tag that tells how a picture is turned."""


def open_picture(picture: Picture) -> Image.Image:
    """Load the picture. Raises ValueError, worded for people, for a broken or too large picture."""
    try:
        image = _open_lazily(picture.data)
        within_limit = image.width * image.height <= MAX_PIXELS
        if within_limit:
            image.load()
            image.getexif()  # Pillow keeps it, so that ``is_turned`` needs no further reading.
    except Exception as error:
        # Decoders of damaged files raise anything: on an early end, a wrong index, a division by zero.
        raise ValueError(f"it is broken: {str(error) or type(error).__name__}") from error
    if not within_limit:
        raise ValueError(f"it has {image.width} × {image.height} pixels, more than {MAX_PIXELS:,}")
    return image


def _open_lazily(data: bytes) -> Image.Image:
    """Open the picture and read its head alone. Raises UnidentifiedImageError.

    ``Image.open`` would warn of large pictures before ``MAX_PIXELS`` can be checked. Hiding a warning hides it in every
    thread.
    """
    Image.preinit()
    for kind in ("PNG", "JPEG"):
        opener, accepts = Image.OPEN[kind]
        if accepts is None or accepts(data[:_SIGNATURE_LENGTH]):
            try:
                return opener(io.BytesIO(data), "")
            except (SyntaxError, IndexError, TypeError, struct.error):
                continue  # as Image.open does
    raise UnidentifiedImageError("this is no PNG or JPEG that can be read")


def is_turned(image: Image.Image) -> bool:
    """Return True if a picture's metadata ask for it to be shown turned or mirrored."""
    return bool(image.getexif().get(_ORIENTATION, 1) != 1)


@dataclass(frozen=True, slots=True)
class PixelData:
    """Picture as PDF holds it: ``width`` and ``height`` in pixels, colour space, encoded data, alpha channel.

    ``encoding`` is the filter of the data.
    """

    width: int
    height: int
    space: str
    encoding: str
    data: bytes
    mask: PixelData | None = None

    @property
    def weight(self) -> int:
        """Number of bytes in memory."""
        return len(self.data) + (0 if self.mask is None else self.mask.weight)

    def add(self, document: PdfDocument) -> str:
        """Add the image to a document and return its reference."""
        mask = "" if self.mask is None else f"/SMask {self.mask.add(document)}"
        size = f"/Width {self.width}/Height {self.height}"
        head = f"/Type/XObject/Subtype/Image{size}/ColorSpace/{self.space}/BitsPerComponent 8{mask}"
        return document.add(Stream(head, self.data, self.encoding))


def pixels_of(picture: Picture, palette: Palette = SCREEN) -> PixelData:
    """Return a picture in the colours of ``palette``.

    A plain JPEG stays as it is. An alpha channel becomes a soft mask. Raises ValueError, worded for people, for a
    broken or too large picture.
    """
    image = open_picture(picture)
    turned = is_turned(image)
    if palette is not SCREEN:
        lossy = image.format == "JPEG"
        return _convert(ImageOps.exif_transpose(image) if turned else image, palette, lossy)
    if image.format == "JPEG" and image.mode in {"L", "RGB"} and not turned:
        space = "DeviceGray" if image.mode == "L" else "DeviceRGB"
        return PixelData(image.width, image.height, space, "DCTDecode", picture.data)
    return _convert(ImageOps.exif_transpose(image) if turned else image, palette)


def _convert(image: Image.Image, palette: Palette, lossy: bool = False) -> PixelData:
    width, height = image.size
    mask = None
    if image.has_transparency_data:
        plain = "L" if image.mode == "LA" else "RGB"
        image = image.convert("LA" if plain == "L" else "RGBA")
        alpha = image.getchannel("A")
        if alpha.getextrema() != (255, 255):
            mask = PixelData(width, height, "DeviceGray", "FlateDecode", deflate(alpha.tobytes()))
        image = image.convert(plain)
    if image.mode in {"I", "I;16", "F"}:
        image = image.point(lambda level: level / 256).convert("L")
    elif image.mode in {"1", "L"}:
        image = image.convert("L")
    else:
        image = image.convert("RGB")
    image = palette.picture(image) or image
    space = _COLOUR_SPACES[image.mode]
    if lossy:
        return PixelData(width, height, space, "DCTDecode", _jpeg(image), mask)
    return PixelData(width, height, space, "FlateDecode", deflate(image.tobytes()), mask)


def _jpeg(image: Image.Image) -> bytes:
    """Encode a photograph as JPEG again: without loss it would take ten times the space."""
    buffer = io.BytesIO()
    # Pillow writes CMYK inverted, as Adobe's programs do; this inverts it once more.
    inverted = ImageChops.invert(image) if image.mode == "CMYK" else image
    inverted.save(buffer, "JPEG", quality=95, subsampling=0)
    return buffer.getvalue()
