"""A sheet for measuring by how much a printer shifts the back against the front. All lengths in mm.

The front shows cross-hairs; the back shows the same cross-hairs with scales. Printed on both sides and held against
the light with the back towards the reader, each cross-hair of the front points at the offset to use on the scales:
where the back came out shifted by d, the front's cross stands at -d on it, and -d is what mends it.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.imposition.options import SheetOptions
from pnp.imposition.page import Note, Page, Segment
from pnp.imposition.ruler import ruler
from pnp.imposition.strip import Strip
from pnp.units import Size

REACH = 11.0
"""How far the scales reach on either side of a cross-hair."""
_INSET = 18.0
_FIGURE = 2.12
_TEXT = 3.5
_HAIR = 0.1


def calibration_pages(
    options: SheetOptions, front_text: str = "Front", back_text: str = "Back: back offset x, y in mm"
) -> tuple[Page, ...]:
    """The front and the back of the calibration sheet; only a front with a ruler where backs are not printed.

    The offset in ``options`` is not applied: the scales give the whole offset, not what is left of it.
    """
    page = options.page
    duplex = options.turned
    points = tuple(_targets(page, options.margin))
    rule = Strip(options.margin + 2, page.height / 4, page.width - 2 * options.margin - 4, 6.0, False)
    rule_segments, rule_notes = ruler(rule, options.measure)
    crosses = tuple(segment for x, y in points for segment in _cross(x, y))
    notes = (_caption(front_text, page), *rule_notes)
    front = Page(1, 1, "front" if duplex else "single", page, (), crosses + rule_segments, notes)
    if not duplex:
        return (front,)
    scales = tuple(segment for x, y in points for segment in _scales(x, y))
    figures = tuple(note for x, y in points for note in _figures(x, y))
    return front, Page(2, 1, "back", page, (), scales, (_caption(back_text, page), *figures))


def _targets(page: Size, margin: float) -> Iterator[tuple[float, float]]:
    """The middle of the page and points near its corners: they lie on each other however the sheet is turned."""
    yield page.width / 2, page.height / 2
    inset = margin + _INSET
    for x in (inset, page.width - inset):
        for y in (inset, page.height - inset):
            yield x, y


def _cross(x: float, y: float) -> Iterator[Segment]:
    yield Segment(x - REACH, y, x + REACH, y, _HAIR)
    yield Segment(x, y - REACH, x, y + REACH, _HAIR)


def _scales(x: float, y: float) -> Iterator[Segment]:
    """A tick per half millimetre, longer for whole ones and longest for every fifth, on both axes."""
    yield from _cross(x, y)
    for half in range(-2 * int(REACH), 2 * int(REACH) + 1):
        if half == 0:
            continue
        at, length = half / 2, 0.5 if half % 2 else 1.6 if half % 10 == 0 else 0.9
        yield Segment(x + at, y - length, x + at, y + length, _HAIR)
        yield Segment(x - length, y + at, x + length, y + at, _HAIR)


def _figures(x: float, y: float) -> Iterator[Note]:
    for value in (-10, 10):
        text = f"{value:+d}".replace("-", "−")
        yield Note(text, x + value, y - 2.0 - _FIGURE, _FIGURE, anchor="middle")
        yield Note(text, x + 2.2, y + value - 0.35 * _FIGURE, _FIGURE)
    yield Note("x", x + REACH + 0.8, y - 0.5, _FIGURE)
    yield Note("y", x - 0.5, y + REACH + 1.0, _FIGURE)


def _caption(text: str, page: Size) -> Note:
    return Note(text, page.width / 2, page.height * 0.62, _TEXT, anchor="middle")
