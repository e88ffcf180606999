"""What is still free of a strip, once other things stand there. All lengths in mm."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from pnp.imposition.options import Measure
from pnp.imposition.page import Box, Page
from pnp.imposition.strip import Strip, note_box

_TINY = 1e-6


def stretches(whole: tuple[float, float], taken: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """What is left of ``whole``, from low to high, without the spans that are ``taken``."""
    at, end = whole
    left = []
    for low, high in sorted(taken):
        if low > end:
            break
        if low > at:
            left.append((at, low))
        at = max(at, high)
    if end > at:
        left.append((at, end))
    return left


def free_parts(strip: Strip, page: Page, measure: Measure, *, faces: bool = True) -> list[tuple[float, float]]:
    """The parts of ``strip``, along it, in which nothing of ``page`` stands; without ``faces``, which may leave the
    strip white, nothing else."""
    left, bottom, right, top = strip.box
    taken = []
    for box in _printed(page if faces else replace(page, placements=()), measure):
        if box[0] < right - _TINY and box[2] > left + _TINY and box[1] < top - _TINY and box[3] > bottom + _TINY:
            low, high = (box[1] - bottom, box[3] - bottom) if strip.turned else (box[0] - left, box[2] - left)
            taken.append((low, high))
    return stretches((0.0, strip.length), taken)


def _printed(page: Page, measure: Measure) -> Iterator[Box]:
    """Everything that is printed on a page, in boxes that have an extent."""
    for place in page.placements:
        yield place.shown
    for line in page.segments:
        half = line.line_width / 2
        low, high = sorted((line.x1, line.x2)), sorted((line.y1, line.y2))
        yield low[0] - half, high[0] - half, low[1] + half, high[1] + half
    for note in page.notes:
        yield note_box(note, measure)
    yield from page.plates
