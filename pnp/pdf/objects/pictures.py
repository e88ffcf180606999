"""PNG and JPEG pictures as PDF images."""

from __future__ import annotations

import io
import struct

from PIL import Image, ImageChops, ImageOps, UnidentifiedImageError

from pnp.cardsvg.nodes import Picture
from pnp.pdf.objects.document import PdfDocument, Stream, compressed
from pnp.pdf.objects.palette import SCREEN, Palette
from pnp.records import dataclass

MAX_PIXELS = 60_000_000
"""The largest picture there may be: a whole A3 sheet at 500 dpi."""
_SPACES = {"L": "DeviceGray", "RGB": "DeviceRGB", "CMYK": "DeviceCMYK"}
_HEAD = 16
"""Bytes by which Pillow tells kinds of pictures apart."""
_ORIENTATION = 0x0112
"""The tag of EXIF that says how a picture is turned."""


def open_picture(picture: Picture) -> Image.Image:
    """The picture, loaded. Raises ValueError, worded for people, for one that is broken or too large."""
    try:
        image = _begun(picture.data)
        small = image.width * image.height <= MAX_PIXELS
        if small:
            image.load()
            image.getexif()  # It is kept: whoever asks how the picture is turned finds it whole.
    except Exception as error:
        # Decoders of damaged files trip over anything: an end too soon, a wrong index, a division by nothing.
        raise ValueError(f"it is broken: {str(error) or type(error).__name__}") from error
    if not small:
        raise ValueError(f"it has {image.width} × {image.height} pixels, more than {MAX_PIXELS:,}")
    return image


def _begun(data: bytes) -> Image.Image:
    """The picture, of which the head alone is read. Raises UnidentifiedImageError.

    ``Image.open`` warns of large pictures before ``MAX_PIXELS``, which is an error, can be held to them; and who hides
    a warning hides it from every thread.
    """
    Image.preinit()
    for kind in ("PNG", "JPEG"):
        opener, accepts = Image.OPEN[kind]
        if accepts is None or accepts(data[:_HEAD]):
            try:
                return opener(io.BytesIO(data), "")
            except (SyntaxError, IndexError, TypeError, struct.error):
                continue  # as Image.open does
    raise UnidentifiedImageError("this is no PNG or JPEG that can be read")


def is_turned(image: Image.Image) -> bool:
    """Whether a picture says of itself that it is to be shown turned or mirrored."""
    return bool(image.getexif().get(_ORIENTATION, 1) != 1)


@dataclass(frozen=True, slots=True)
class PixelData:
    """A picture as PDF holds it: ``width`` and ``height`` in pixels, colour space, what its data are packed by and
    these, and its alpha channel."""

    width: int
    height: int
    space: str
    encoding: str
    data: bytes
    mask: PixelData | None = None

    @property
    def weight(self) -> int:
        """How many bytes it takes."""
        return len(self.data) + (0 if self.mask is None else self.mask.weight)

    def add(self, document: PdfDocument) -> str:
        """Adds the image; returns its reference."""
        mask = "" if self.mask is None else f"/SMask {self.mask.add(document)}"
        size = f"/Width {self.width}/Height {self.height}"
        head = f"/Type/XObject/Subtype/Image{size}/ColorSpace/{self.space}/BitsPerComponent 8{mask}"
        return document.add(Stream(head, self.data, self.encoding))


def pixels_of(picture: Picture, palette: Palette = SCREEN) -> PixelData:
    """A picture in the colours of ``palette``.

    A plain JPEG stays as it is; an alpha channel becomes a soft mask. Raises ValueError, worded for people, for a
    picture that is broken or too large.
    """
    image = open_picture(picture)
    turned = is_turned(image)
    if palette is not SCREEN:
        lossy = image.format == "JPEG"
        return _converted(ImageOps.exif_transpose(image) if turned else image, palette, lossy)
    if image.format == "JPEG" and image.mode in {"L", "RGB"} and not turned:
        space = "DeviceGray" if image.mode == "L" else "DeviceRGB"
        return PixelData(image.width, image.height, space, "DCTDecode", picture.data)
    return _converted(ImageOps.exif_transpose(image) if turned else image, palette)


def _converted(image: Image.Image, palette: Palette, lossy: bool = False) -> PixelData:
    width, height = image.size
    mask = None
    if image.has_transparency_data:
        plain = "L" if image.mode == "LA" else "RGB"
        image = image.convert("LA" if plain == "L" else "RGBA")
        alpha = image.getchannel("A")
        if alpha.getextrema() != (255, 255):
            mask = PixelData(width, height, "DeviceGray", "FlateDecode", compressed(alpha.tobytes()))
        image = image.convert(plain)
    if image.mode in {"I", "I;16", "F"}:
        image = image.point(lambda value: value / 256).convert("L")
    elif image.mode in {"1", "L"}:
        image = image.convert("L")
    else:
        image = image.convert("RGB")
    image = palette.picture(image) or image
    space = _SPACES[image.mode]
    if lossy:
        return PixelData(width, height, space, "DCTDecode", _jpeg(image), mask)
    return PixelData(width, height, space, "FlateDecode", compressed(image.tobytes()), mask)


def _jpeg(image: Image.Image) -> bytes:
    """What came as a photograph stays one: without loss it would take ten times the room."""
    written = io.BytesIO()
    # Pillow writes CMYK upside down, as Adobe's programs do; this turns it once more.
    upright = ImageChops.invert(image) if image.mode == "CMYK" else image
    upright.save(written, "JPEG", quality=95, subsampling=0)
    return written.getvalue()
