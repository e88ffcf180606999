"""Measurement of the ink that pages take, on pictures of them."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import ImageStat

from pnp.imposition.page import Page
from pnp.pdfium import draw_scaled, open_document, open_page
from pnp.records import dataclass
from pnp.units import PT_PER_INCH

RESOLUTION = 150
"""Dots per inch at which lines have about their width. PDFium draws no line thinner than a dot."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """Ink of the sheets of a kit, as shares of their faces: the average, the most, and the sheet that has the most."""

    mean: float
    most: float
    sheet: int


def ink_shares(pdf: bytes, numbers: Sequence[int]) -> list[float]:
    """Return the share of each page (from 1) that is covered with ink. 1.0 is a page that is black all over.

    It is the mean of cyan, magenta and yellow, the complements of red, green and blue, over all of the page.
    """
    shares = []
    with open_document(pdf) as document:
        for number in numbers:
            with open_page(document, number) as page:
                bands = ImageStat.Stat(draw_scaled(page, RESOLUTION / PT_PER_INCH)).mean
            shares.append(1 - sum(bands) / (255 * len(bands)))
    return shares


def measure_coverage(pdf: bytes, pages: Sequence[Page]) -> Coverage:
    """Return the ink of the sheets of a kit. Pages with the same faces at the same places are measured once."""
    representatives: dict[object, int] = {}
    numbers = [representatives.setdefault(_faces_key(page), page.number) for page in pages]
    inks = dict(zip(representatives.values(), ink_shares(pdf, list(representatives.values())), strict=True))
    sheets: dict[int, list[float]] = {}
    for page, number in zip(pages, numbers, strict=True):
        sheets.setdefault(page.sheet, []).append(inks[number])
    means = {sheet: sum(shares) / len(shares) for sheet, shares in sheets.items()}
    heaviest = max(means, key=lambda sheet: means[sheet])
    return Coverage(sum(means.values()) / len(means), means[heaviest], heaviest)


def _faces_key(page: Page) -> object:
    return page.paper, tuple((place.face, place.x, place.y, place.rotation) for place in page.placements)
