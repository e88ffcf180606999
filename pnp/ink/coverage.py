"""Measure the ink that pages take, on pictures of them."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import ImageStat

from pnp.imposition.page import Page
from pnp.pdfium import drawn, opened, page_of
from pnp.records import dataclass
from pnp.units import PT_PER_INCH

FINE = 150
"""Dots per inch at which lines have about their width. PDFium draws no line thinner than a dot."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """The ink of the sheets of a kit, as shares of their faces: on average, and at most, on which sheet."""

    mean: float
    most: float
    sheet: int


def inks_of(pdf: bytes, numbers: Sequence[int]) -> list[float]:
    """How much of each of these pages (from 1) is covered with ink: the mean of cyan, magenta and yellow, which are
    what red, green and blue lack, over all of the page. 1.0 is a page that is black all over."""

    found = []
    with opened(pdf) as document:
        for number in numbers:
            with page_of(document, number) as page:
                bands = ImageStat.Stat(drawn(page, FINE / PT_PER_INCH)).mean
            found.append(1 - sum(bands) / (255 * len(bands)))
    return found


def coverage(pdf: bytes, pages: Sequence[Page]) -> Coverage:
    """The ink of the sheets of a kit. Pages with the same faces at the same places are measured once."""
    alike: dict[object, int] = {}
    first = [alike.setdefault(_held(page), page.number) for page in pages]
    inks = dict(zip(alike.values(), inks_of(pdf, list(alike.values())), strict=True))
    sheets: dict[int, list[float]] = {}
    for page, number in zip(pages, first, strict=True):
        sheets.setdefault(page.sheet, []).append(inks[number])
    means = {sheet: sum(found) / len(found) for sheet, found in sheets.items()}
    heaviest = max(means, key=lambda sheet: means[sheet])
    return Coverage(sum(means.values()) / len(means), means[heaviest], heaviest)


def _held(page: Page) -> object:
    return page.paper, tuple((one.face, one.x, one.y, one.rotation) for one in page.placements)
