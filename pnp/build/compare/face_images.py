"""Compare faces of two PDFs as images."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, cast

from PIL import Image, ImageChops, ImageDraw

from pnp.pdfium import Matrix, PdfError, Reader, draw_transformed, open_document, open_page
from pnp.records import dataclass
from pnp.units import MM_PER_PT
from pnp.verify.readback import Box

RIM = 0.4
"""Width in mm of the strip along the trim into which marks and hairlines reach."""
PAGE_RIM = 8.0
"""Width in mm of the strip of a page that holds the label of a sheet."""

_RESOLUTIONS = (7.9137, 9.3371, 8.6133)
"""Resolutions in pixels per mm: a real difference shows at all of them, near one place. Edges lie on whole and half
millimetres. At a round figure many would lie just between two pixels, and the last digit of a place on the page would
decide which of them is inked. An edge or a letter may still do so at one figure, but not at the others too."""
_TILE = 8
"""Side in pixels of the squares that are compared, about a millimetre."""
_TOLERANCE = 4.0
"""Limit of the mean difference of the worst square, of 255, in any of the three colours."""
_MAX_PIXELS = 4_000
"""Limit in pixels of a side, for half a metre. A larger face is compared at a lower resolution."""


@dataclass(frozen=True, slots=True)
class FacePlace:
    """Place of a face: the page from 1, its trim in mm from the lower-left corner, its turn counter-clockwise."""

    page: int
    box: Box
    rotation: int = 0


@dataclass(frozen=True, slots=True)
class FacePair:
    """Face in one PDF and in another. Its ``rim`` in mm along the trim is not compared, as marks and labels of the
    sheet may lie there; nor are the corners of a ``round`` face."""

    first: FacePlace
    second: FacePlace
    rim: float
    round: bool = False


Point = tuple[float, float]
"""Point of an upright face in mm from the trim's upper-left corner, y downwards."""


def faces_match(first_pdf: bytes, second_pdf: bytes, pairs: Iterable[FacePair]) -> list[bool]:
    """Tell of each pair whether the face looks the same in both PDFs. Raises IndexError for a page that is missing or
    cannot be read."""
    with open_document(first_pdf) as first, open_document(second_pdf) as second:
        return [not points for points in face_differences(first, second, pairs, ("screen",))]


def face_image(pdf: bytes, place: FacePlace, resolution: float) -> Image.Image:
    """Draw a face of a PDF upright and cut to its trim, in ``resolution`` pixels per mm. Raises IndexError for a page
    that is missing or cannot be read."""
    with open_document(pdf) as document:
        return _render(document, place, resolution, "screen")


def face_differences(
    first: Any, second: Any, pairs: Iterable[FacePair], readers: Sequence[Reader]
) -> Iterator[tuple[Point, ...]]:
    """Yield for each pair the points of the face near which it looks different in both open documents; none if it looks
    the same to each of the ``readers``.

    Raises IndexError for a page that is missing or cannot be read.
    """
    seconds: dict[tuple[FacePlace, float], Image.Image] = {}
    for pair in pairs:
        points: tuple[Point, ...] = ()
        for reader in readers:
            points = points or _common_points(first, second, pair, reader, seconds)
        yield points


def _common_points(
    first: Any, second: Any, pair: FacePair, reader: Reader, seconds: dict[tuple[FacePlace, float], Image.Image]
) -> tuple[Point, ...]:
    """Return the points of a face near which it looks different at every resolution. ``seconds`` keeps the images of
    the second PDF."""
    common: tuple[Point, ...] = ()
    for number, resolution in enumerate(_RESOLUTIONS):
        key = pair.second, resolution
        if key not in seconds:
            seconds[key] = _render(second, *key, "screen")
        points = _differing_points(_render(first, pair.first, resolution, reader), seconds[key], pair)
        common = _points_near(common, points, 1.5 * _TILE / resolution) if number else points
        if not common:
            break
    return common


def _points_near(points: Sequence[Point], others: Sequence[Point], reach: float) -> tuple[Point, ...]:
    """Return the points that lie near one of the ``others``: at most ``reach`` mm across and down.

    A blank page differs in every square. So the others are sorted into cells, and only nine cells are searched.
    """
    cells: dict[tuple[int, int], list[Point]] = {}
    for x, y in others:
        cells.setdefault((math.floor(x / reach), math.floor(y / reach)), []).append((x, y))

    def is_near(point: Point) -> bool:
        column, row = math.floor(point[0] / reach), math.floor(point[1] / reach)
        around = [(column + across, row + down) for across in (-1, 0, 1) for down in (-1, 0, 1)]
        return any(
            abs(point[0] - x) <= reach and abs(point[1] - y) <= reach for cell in around for x, y in cells.get(cell, ())
        )

    return tuple(filter(is_near, points))


def _differing_points(first: Image.Image, second: Image.Image, pair: FacePair) -> tuple[Point, ...]:
    """Return the middle of each square of the face that differs; its own middle if the images cannot be compared."""
    width, height = pair.first.box[2:]
    if pair.first.rotation in (90, 270):
        width, height = height, width
    rim = math.ceil(pair.rim * first.width / width)
    compared = (rim, rim, first.width - 1 - rim, first.height - 1 - rim)
    if first.size != second.size or compared[2] <= compared[0] or compared[3] <= compared[1]:
        return ((width / 2, height / 2),)
    mask = Image.new("L", first.size, 0)
    draw = ImageDraw.Draw(mask)
    (draw.ellipse if pair.round else draw.rectangle)(compared, fill=255)
    masked = ImageChops.multiply(ImageChops.difference(first, second), Image.merge("RGB", (mask, mask, mask)))
    squares = masked.reduce(_TILE)
    extrema = cast("tuple[tuple[float, float], ...]", squares.getextrema())
    if all(greatest <= _TOLERANCE for _, greatest in extrema):
        return ()
    side = _TILE * width / first.width
    pixels = cast("Any", squares.load())
    return tuple(
        ((column + 0.5) * side, (row + 0.5) * side)
        for row in range(squares.height)
        for column in range(squares.width)
        if max(pixels[column, row]) > _TOLERANCE
    )


def _render(document: Any, place: FacePlace, resolution: float, reader: Reader) -> Image.Image:
    """Render a face upright, in ``resolution`` pixels per mm."""
    if not 1 <= place.page <= len(document):
        raise IndexError(f"there is no page {place.page}")
    try:
        with open_page(document, place.page) as page:
            return _render_upright(page, place, resolution, reader)
    except PdfError as error:
        raise IndexError(f"page {place.page} cannot be read: {error}") from error


def _render_upright(page: Any, place: FacePlace, resolution: float, reader: Reader) -> Image.Image:
    _, page_height = page.get_size()
    x, y, width, height = place.box
    turned = place.rotation in (90, 270)
    across, down = (height, width) if turned else (width, height)
    scale = min(resolution, _MAX_PIXELS / max(across, down))
    size = max(1, round(across * scale)), max(1, round(down * scale))
    left, right, top, bottom = x, x + width, page_height * MM_PER_PT - y - height, page_height * MM_PER_PT - y
    k = scale * MM_PER_PT
    # From points of the page, y downwards, to pixels of the upright face.
    matrix: Matrix = {
        0: (k, 0, 0, k, -left * scale, -top * scale),
        90: (0, k, -k, 0, bottom * scale, -left * scale),
        180: (-k, 0, 0, -k, right * scale, bottom * scale),
        270: (0, -k, k, 0, -top * scale, right * scale),
    }[place.rotation]
    return draw_transformed(page, *size, matrix, reader)
