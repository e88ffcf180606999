"""Pictures of painted faces, and a comparer that rates the worst 2 mm tile."""

from __future__ import annotations

from PIL import Image, ImageChops, ImageFilter, ImageStat

from pnp.cardsvg import Drawing
from pnp.imposition.page import Page, Piece, Placement
from pnp.units import Size

PIXELS_PER_MM = 8
TILE = 2 * PIXELS_PER_MM
FINER = 3
"""Factor by which pictures are rendered finer and then reduced, so that differences in rounding to pixels fade."""
TOLERANCE = 7.5
"""Mean difference of the worst tile, of 255. Smoothing alone reaches 4.4, and 6.7 at the edge of a turned image."""


def single_pages(faces: dict[str, Drawing]) -> tuple[Page, ...]:
    """Return one page per face, as large as the face, with art to the edge."""
    pages = []
    for number, (name, drawing) in enumerate(faces.items(), 1):
        x, y, width, height = drawing.bounds
        trim = Size(width + 2 * x, height + 2 * y) if x < 0 else Size(width, height)
        piece = Piece("cards", name, name, None, trim, max(0.0, -x), "bleed")
        bleed = max(0.0, -x)
        place = Placement(piece, name, "front", bleed, bleed, trim.width, trim.height, 0, (bleed,) * 4)
        pages.append(Page(number, number, "single", Size(width, height), (place,)))
    return tuple(pages)


def coarse(picture: Image.Image) -> Image.Image:
    """Reduce a picture that was rendered finer to the size of the comparison."""
    size = round(picture.width / FINER), round(picture.height / FINER)
    return picture.resize(size, Image.Resampling.BOX)


def worst(first: Image.Image, second: Image.Image) -> tuple[float, tuple[int, int]]:
    """Return the mean difference (0 to 255) of the 2 mm tile that differs most, and the tile's column and row.

    Both pictures are first blurred by a third of a pixel's neighbourhood. So two ways of smoothing an edge are no
    difference, but a missing shape or a shift by 0.2 mm is.
    """
    assert first.size == second.size
    soft = [picture.filter(ImageFilter.GaussianBlur(1)) for picture in (first, second)]
    difference = ImageChops.difference(*soft)
    worst_mean, place = 0.0, (0, 0)
    for top in range(0, first.height, TILE):
        for left in range(0, first.width, TILE):
            tile = difference.crop((left, top, left + TILE, top + TILE))
            mean = max(ImageStat.Stat(tile).mean)
            if mean > worst_mean:
                worst_mean, place = mean, (left // TILE, top // TILE)
    return worst_mean, place
