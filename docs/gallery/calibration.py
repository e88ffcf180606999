"""Draw docs/gallery/calibration.png: a corner of a calibration sheet held against the light.

The back of the sheet came out 0.4 mm too far left and 0.2 mm too high; the lines of the front shine through, in blue.
Run from the checkout: python docs/gallery/calibration.py
"""

from __future__ import annotations

from pathlib import Path

import pypdfium2 as pdfium
from PIL import Image, ImageChops, ImageOps

from pnp.model.sizes import paper
from pnp.pipeline.calibration import CalibrationSheet, calibration_pdf

DPI = 220
OFF = (-0.4, 0.2)
SHOWN = (0.0, 0.0, 100.0, 66.0)
"""Of the back, in mm from its upper left corner."""


def pixels(length: float) -> int:
    """A length in mm."""
    return round(length * DPI / 25.4)


document = pdfium.PdfDocument(calibration_pdf(CalibrationSheet(paper("a4"))))
front, back = (page.render(scale=DPI / 72).to_pil().convert("L") for page in document)
shining = Image.new("RGB", front.size, "white")
shining.paste((70, 130, 220), mask=ImageOps.invert(ImageOps.mirror(front)))
moved = ImageChops.offset(back, pixels(OFF[0]), -pixels(OFF[1]))
picture = ImageChops.darker(shining, moved.convert("RGB")).crop(tuple(map(pixels, SHOWN)))
picture.quantize(32).save(Path(__file__).with_suffix(".png"), optimize=True)
