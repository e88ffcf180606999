"""Painting of marks beside the faces of a page, in black ink: crop marks, circles to cut along, rulers, labels."""

from __future__ import annotations

from pnp.fonts import FontStack
from pnp.imposition.page import Circle, Note, Page, Segment
from pnp.pdf.objects.document import number, numbers
from pnp.pdf.painting.content import Content
from pnp.pdf.painting.lettering import Letterer

_BLACK = "0 G"
_ALL_INKS = "/All CS 1 SCN"
REGISTRATION = "[/Separation/All/DeviceGray<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>>]"
"""Colour that is printed on every plate (ISO 32000-1, 8.6.6.4), and black on a device without plates."""
_CASING = 0.1
"""White on either side of a line that lies on art, in mm."""
_KAPPA = 4 * (2**0.5 - 1) / 3
"""Distance of the control points of a quarter circle, as a share of its radius."""


def registration_lines(page: Page) -> tuple[Segment, ...]:
    """Return the lines of a page that are printed with all inks. The page then needs the colour ``All``."""
    return tuple(segment for segment in page.segments if segment.registration)


def paint_marks(content: Content, page: Page) -> None:
    """Paint the marks of a page, in mm, y upwards, without its notes."""
    for left, bottom, right, top in page.white_boxes:
        content.draw(f"q 1 g {numbers(left, bottom, right - left, top - bottom)} re f Q")
    _paint_lines(content, tuple(line for line in page.segments if not line.registration))
    _paint_lines(content, registration_lines(page), _ALL_INKS)
    _paint_circles(content, page.outlines)


def _paint_lines(content: Content, segments: tuple[Segment, ...], ink: str = _BLACK) -> None:
    if not segments:
        return
    _paint_casings(content, [segment for segment in segments if segment.cased])
    content.draw(f"q {ink} 0 J [] 0 d")
    width: float | None = None
    for segment in segments:
        if segment.line_width != width:
            width = segment.line_width
            content.draw(f"{number(width)} w")
        content.draw(f"{numbers(segment.x1, segment.y1)} m {numbers(segment.x2, segment.y2)} l S")
    content.draw("Q")


def _paint_casings(content: Content, segments: list[Segment]) -> None:
    """Paint white beside lines that lie on art."""
    if not segments:
        return
    lines = " ".join(
        f"{number(line.line_width + 2 * _CASING)} w {numbers(line.x1, line.y1)} m {numbers(line.x2, line.y2)} l S"
        for line in segments
    )
    content.draw(f"q 1 G 0 J [] 0 d {lines} Q")


def _paint_circles(content: Content, circles: tuple[Circle, ...]) -> None:
    """Paint hairlines with white beside them, so that they show on every ground."""
    for circle in circles:
        outline = circle_path(circle)
        content.draw(f"q 1 G {number(circle.line_width + 2 * _CASING)} w {outline} S")
        content.draw(f"{_BLACK} {number(circle.line_width)} w {outline} S Q")


def circle_path(circle: Circle) -> str:
    """Return the path of a circle, in four curves."""
    x, y, r = circle.x, circle.y, circle.radius
    k = _KAPPA * r
    arcs = (
        (x + r, y + k, x + k, y + r, x, y + r),
        (x - k, y + r, x - r, y + k, x - r, y),
        (x - r, y - k, x - k, y - r, x, y - r),
        (x + k, y - r, x + r, y - k, x + r, y),
    )
    return f"{numbers(x + r, y)} m {' '.join(f'{numbers(*arc)} c' for arc in arcs)} h"


def paint_note(content: Content, letterer: Letterer, stack: FontStack, note: Note) -> None:
    """Paint a line of text beside the faces."""
    offset = {"start": 0.0, "middle": 0.5, "end": 1.0}[note.anchor] * stack.width(note.text, note.size)
    turn = {0: "1 0 0 -1", 90: "0 1 1 0", 180: "-1 0 0 1", 270: "0 -1 -1 0"}[note.rotation]
    content.save()
    content.draw(f"0 g {turn} {numbers(note.x, note.y)} cm")
    letterer.line(content, stack, note.text, note.size, -offset)
    content.restore()
