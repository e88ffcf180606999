"""Compare pictures as they are seen, tile by tile, in CIELAB: in colour, in grey, and with colour-blindness.

The simulations are those of G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, "A Physiologically-based Model for
Simulation of Color Vision Deficiency", IEEE Transactions on Visualization and Computer Graphics 15 (6), 2009, at
severity 1.0, on linear RGB; ``pnp check`` compares colours with the same figures (``pnp.looks.vision``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from coloraide.filters import cvd
from PIL import Image, ImageChops, ImageStat

from tests.looks.kits import PIXELS_PER_MM

Colour = tuple[int, int, int]
Matrix = Sequence[Sequence[float]]

VISIONS: Mapping[str, Matrix] = {
    "colour": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "grey": ((0.2126, 0.7152, 0.0722),) * 3,
    "protan": cvd.MACHADO_PROTAN[10],
    "deutan": cvd.MACHADO_DEUTAN[10],
    "tritan": cvd.MACHADO_TRITAN[10],
}
"""What is left of linear red, green and blue."""
_XYZ: Matrix = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
_WHITE = (0.9505, 1.0, 1.089)
_MIDDLE = 128


def tiles(picture: Image.Image, side: float = 2) -> Image.Image:
    """Return the mean colour of every square with the given side in mm, in steps of half a side: a pixel for each."""
    step = side / 2 * PIXELS_PER_MM
    width, height = round(picture.width / step), round(picture.height / step)
    small = picture.resize((width, height), Image.Resampling.BOX)
    wide = Image.blend(small.crop((0, 0, width - 1, height)), small.crop((1, 0, width, height)), 0.5)
    return Image.blend(wide.crop((0, 0, width - 1, height - 1)), wide.crop((0, 1, width - 1, height)), 0.5)


def seen(picture: Image.Image, vision: str) -> Image.Image:
    """Return a picture in CIELAB: lightness, red to green and yellow to blue as RGB bands, a step for a unit."""
    data = picture.tobytes()
    return Image.frombytes(
        "RGB",
        picture.size,
        b"".join(_lab(vision, *data[start : start + 3]) for start in range(0, len(data), 3)),
    )


@cache
def _lab(vision: str, *colour: int) -> bytes:
    x, y, z = (
        _curve(value / white) for value, white in zip(_times(_XYZ, _linear(vision, colour)), _WHITE, strict=True)
    )
    return bytes(
        max(0, min(255, round(value))) for value in (116 * y - 16, 500 * (x - y) + _MIDDLE, 200 * (y - z) + _MIDDLE)
    )


def simulated(colour: Colour, vision: str) -> Colour:
    """Return a simulated colour, for pictures that people look at."""
    return tuple(
        round(255 * (12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055))
        for value in _linear(vision, colour)
    )  # type: ignore[return-value]


def _linear(vision: str, colour: tuple[int, ...]) -> tuple[float, ...]:
    linear = tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in colour))
    return tuple(max(0.0, min(1.0, value)) for value in _times(VISIONS[vision], linear))


def _times(matrix: Matrix, vector: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(sum(factor * value for factor, value in zip(row, vector, strict=True)) for row in matrix)


def _curve(value: float) -> float:
    return value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116


def worst(first: Image.Image, second: Image.Image) -> int:
    """Return the difference of the most different tile, in its most different band. The bands are lightness, red to
    green and yellow to blue. The difference is no more than ΔE (CIE 1976) of that tile, and no less than ΔE / √3."""
    return max(high for _, high in ImageChops.difference(first, second).getextrema())  # type: ignore[misc]


def mean(first: Image.Image, second: Image.Image) -> float:
    """Return the mean difference of two pictures."""
    return sum(ImageStat.Stat(ImageChops.difference(first, second)).mean)
