"""Pictures: every kind of PNG and JPEG arrives, broken and huge ones are refused."""

from __future__ import annotations

import io
import warnings
import zlib

import pypdfium2
import pytest
from PIL import Image

from pnp.cardsvg import Picture, parse
from pnp.diagnostics import TemplateError
from pnp.pdf import write_pdf
from pnp.pdf.objects import pictures


def encoded(image: Image.Image, kind: str = "PNG", **options: object) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()


@pytest.fixture
def show(make_job):
    """Return the picture of a 20 × 20 mm page filled with an image."""

    def show(data: bytes) -> Image.Image:
        svg = (
            '<svg viewBox="0 0 20 20"><rect width="20" height="20" fill="#0f0"/>'
            '<image width="20" height="20" preserveAspectRatio="none" href="x"/></svg>'
        )
        drawing = parse(svg, "card.svg", lambda href: Picture(href, data))
        document = pypdfium2.PdfDocument(write_pdf(make_job({"face": drawing})))
        try:
            return document[0].render(scale=1).to_pil().convert("RGB")
        finally:
            document.close()

    return show


RED = Image.new("RGB", (8, 8), (255, 0, 0))
CASES = {
    "rgb": (encoded(RED), (255, 0, 0)),
    "rgba": (encoded(Image.new("RGBA", (8, 8), (255, 0, 0, 0))), (0, 255, 0)),
    "grey": (encoded(Image.new("L", (8, 8), 128)), (128, 128, 128)),
    "grey and alpha": (encoded(Image.new("LA", (8, 8), (128, 255))), (128, 128, 128)),
    "one bit": (encoded(Image.new("1", (8, 8), 1)), (255, 255, 255)),
    "palette": (encoded(RED.convert("P", palette=Image.Palette.ADAPTIVE)), (255, 0, 0)),
    "sixteen bit": (encoded(Image.new("I;16", (8, 8), 0x8080)), (128, 128, 128)),
    "key colour": (encoded(RED, transparency=(255, 0, 0)), (0, 255, 0)),
    "jpeg": (encoded(RED, "JPEG", quality=95), (254, 0, 0)),
    "grey jpeg": (encoded(Image.new("L", (8, 8), 128), "JPEG"), (128, 128, 128)),
    "cmyk jpeg": (encoded(Image.new("CMYK", (8, 8), (0, 255, 255, 0)), "JPEG", quality=95), (254, 0, 0)),
}


@pytest.mark.parametrize("name", CASES)
def test_every_kind_of_picture_arrives(show, name):
    data, colour = CASES[name]
    middle = show(data).getpixel((28, 28))
    assert all(
        abs(channel - expected_channel) <= 3 for channel, expected_channel in zip(middle, colour, strict=True)
    ), middle


def test_a_turned_photograph_is_upright(show):
    half = Image.new("RGB", (16, 16), (255, 255, 255))
    half.paste((255, 0, 0), (0, 0, 16, 8))
    exif = Image.Exif()
    exif[0x0112] = 3
    picture = show(encoded(half, "JPEG", quality=95, exif=exif))
    assert picture.getpixel((28, 10))[1] > 200
    assert picture.getpixel((28, 46))[1] < 60


@pytest.mark.parametrize(
    "data", [b"", b"\x89PNG\r\n\x1a\n", encoded(RED)[:48], encoded(RED, "JPEG")[:80], encoded(RED, "GIF"), b"<svg/>"]
)
def test_a_broken_picture_is_an_error_with_its_place(show, data):
    with pytest.raises(TemplateError, match="cannot be used") as caught:
        show(data)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "image"
    assert str(diagnostic.location) == "x"  # the file that is to be mended


def test_a_huge_picture_is_refused_before_it_is_unpacked(show, monkeypatch):
    data = bytearray(encoded(Image.new("1", (8, 8))))
    data[16:24] = (40_000).to_bytes(4, "big") * 2
    with pytest.raises(TemplateError, match="cannot be used"):
        show(bytes(data))
    monkeypatch.setattr(pictures, "MAX_PIXELS", 63)
    with pytest.raises(TemplateError, match="more than 63"):
        show(encoded(RED))


def test_no_warning_is_hidden_from_other_threads(monkeypatch):
    """Pillow warns of pictures from 89 million pixels up. Here such pictures are errors, with messages of our own."""

    def shared(*_):
        raise AssertionError("filters of warnings are those of all threads")

    data = bytearray(encoded(Image.new("1", (8, 8))))
    data[16:24] = (10_000).to_bytes(4, "big") * 2
    data[29:33] = zlib.crc32(data[12:29]).to_bytes(4, "big")
    with monkeypatch.context() as patched:
        patched.setattr(warnings.catch_warnings, "__enter__", shared)
        with pytest.raises(ValueError, match="it has 10000 × 10000 pixels, more than 60,000,000"):
            pictures.open_picture(Picture("x", bytes(data)))
        assert pictures.open_picture(Picture("x", encoded(RED))).size == (8, 8)
