"""Draw docs/gallery/calibration.png: the cross and a corner of a calibration sheet held against the light.

The back of the sheet came out 2.6 mm too far right and 0.2 mm too high; the lines of the front shine through, in blue.
Run from the checkout: python docs/gallery/calibration.py
"""

from __future__ import annotations

from pathlib import Path

import pypdfium2 as pdfium
from PIL import Image, ImageChops, ImageOps

from pnp.build.calibration import CalibrationRequest, calibration_pdf
from pnp.model.sizes import paper

DPI = 220
OFF = (2.6, 0.2)
CORNER = (0.0, 0.0, 100.0, 66.0)
CROSS = (77.0, 115.5, 133.0, 181.5)
"""Of the back, in mm from its upper left corner."""


def pixels(length: float) -> int:
    """A length in mm."""
    return round(length * DPI / 25.4)


document = pdfium.PdfDocument(calibration_pdf(CalibrationRequest(paper("a4"))))
front, back = (page.render(scale=DPI / 72).to_pil().convert("L") for page in document)
shining = Image.new("RGB", front.size, "white")
shining.paste((70, 130, 220), mask=ImageOps.invert(ImageOps.mirror(front)))
moved = ImageChops.offset(back, pixels(OFF[0]), -pixels(OFF[1]))
seen = ImageChops.darker(shining, moved.convert("RGB"))
parts = [seen.crop(tuple(map(pixels, part))) for part in (CROSS, CORNER)]
picture = Image.new("RGB", (sum(part.width for part in parts) + pixels(4), parts[0].height), "white")
picture.paste(parts[0], (0, 0))
picture.paste(parts[1], (parts[0].width + pixels(4), 0))
picture.quantize(32).save(Path(__file__).with_suffix(".png"), optimize=True)
