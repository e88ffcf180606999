"""The seams of a board in tiles: marks that say what meets what, and strips for glue.

A seam has its own axes: ``along`` it from the board's upper-left, and ``across`` it, towards the tile that is cut there
and laid over the strip of the one before it. A mark is a diamond on the seam with a number: one half lies on the strip,
the other on what is cut away, so that the halves meet when the tiles are laid together. Lengths in mm.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from pnp.imposition.options import Measure, TileWords
from pnp.imposition.page import Box, Note, Segment, Tile
from pnp.imposition.strip import ASCENT
from pnp.imposition.tiles.tiling import Parting, Span
from pnp.records import dataclass

SLIVER = 1.0
"""Art beyond a cut along a seam, for cuts that are a little off."""
CLEAR = 0.6
"""Nothing is printed on a strip so near to the seam, where it could show."""
_FAR = 100.0
"""Between two marks of a seam, at most."""
_HALF, _REACH = 1.7, 2.4
"""Half the height of a diamond, and how far it reaches off the seam."""
_APART = 0.2
"""Between the seam and the halves of a diamond, whose lines have a width."""
_NUMBER, _WORDS = 2.12, 2.3
_BESIDE, _WHITE = 0.8, 0.5
_HATCH, _LINE = 2.6, 0.12
_MIDDLE = 0.36
"""How far the middle of figures is above the baseline, as a share of their size."""


@dataclass(frozen=True, slots=True)
class Seam:
    """Where two tiles meet: ``before`` has the strip, ``after`` lies on it. ``upright`` seams part columns. ``span`` is
    their extent along the seam, ``marks`` the places of its diamonds there with their numbers."""

    before: Tile
    after: Tile
    upright: bool
    at: float
    span: Span
    strip: float
    marks: tuple[tuple[float, int], ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """What is drawn of seams on a page."""

    segments: tuple[Segment, ...] = ()
    notes: tuple[Note, ...] = ()
    plates: tuple[Box, ...] = ()

    def __add__(self, other: Drawn) -> Drawn:
        return Drawn(self.segments + other.segments, self.notes + other.notes, self.plates + other.plates)


def seams_of(board: Parting) -> tuple[Seam, ...]:
    """All seams, numbered through: in every row those between its tiles, then those to the next row."""
    found: list[Seam] = []
    number = 0
    across, down = len(board.columns), len(board.rows)
    for tile in board.tiles:
        column, row = board.columns[tile.column], board.rows[tile.row]
        for upright, cut, span, step in ((True, column, row, (1, 0)), (False, row, column, (0, 1))):
            after = Tile(tile.column + step[0], tile.row + step[1], across, down)
            if after.column == across or after.row == down:
                continue
            places = _places(span)
            numbered = tuple((place, number + index) for index, place in enumerate(places, start=1))
            number += len(places)
            found.append(Seam(tile, after, upright, cut.end, span, cut.strip, numbered))
    return tuple(found)


def _places(span: Span) -> list[float]:
    length = span.end - span.start
    count = max(2, math.ceil(length / _FAR)) if length > 24 else 1
    return [span.start + (index + 0.5) * length / count for index in range(count)]


@dataclass(frozen=True, slots=True)
class Place:
    """A seam on a page. ``point`` puts a point of it there, given along and across; ``side`` is 1 on the page that has
    the strip, and -1 on the one that is cut."""

    seam: Seam
    point: Callable[[float, float], tuple[float, float]]
    side: int
    measure: Measure

    def line(self, start: tuple[float, float], end: tuple[float, float], width: float, *, cased: bool) -> Segment:
        """A line between two points, across counted away from the seam on this page."""
        (x1, y1), (x2, y2) = self.on(*start), self.on(*end)
        return Segment(x1, y1, x2, y2, width, cased)

    def on(self, along: float, away: float) -> tuple[float, float]:
        """A point by its distance from the seam on this page."""
        return self.point(along, self.side * away)

    def box(self, along: tuple[float, float], away: tuple[float, float]) -> Box:
        """A rectangle beside the seam."""
        (x1, y1), (x2, y2) = self.on(along[0], away[0]), self.on(along[1], away[1])
        return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)

    def text(self, text: str, along: float, away: float, size: float) -> Note:
        """A line of text along the seam with its middle there, upright or reading upwards."""
        x, y = self.on(along, away)
        if self.seam.upright:
            return Note(text, x + _MIDDLE * size, y, size, 90, "middle")
        return Note(text, x, y - _MIDDLE * size, size, 0, "middle")


def strip_of(place: Place, words: TileWords | None, reach: float) -> Drawn:
    """The strip for glue on the page that has it: hatched up to ``reach`` along, with its marks and which tile goes
    there, on white."""
    seam = place.seam
    deep = min(seam.strip, 4.4)
    drawn, taken = _marks(place, deep)
    told = _told(place, words.glue if words else str, seam.after.name, deep)
    if told is not None:
        note, extent = told
        taken.append(extent)
        drawn += Drawn((), (note,), (place.box(extent, (CLEAR, deep)),))
    lines: list[Segment] = []
    low = seam.span.start
    for start, end in [*sorted(taken), (reach, reach)]:
        lines += _hatched(place, low, start)
        low = end
    return drawn + Drawn(tuple(lines))


def cut_of(place: Place, words: TileWords | None) -> Drawn:
    """The marks on what is cut away on the page of the other tile, and which tile it goes on."""
    drawn, _ = _marks(place, 4.4)
    told = _told(place, words.cut if words else str, place.seam.before.name, 4.4)
    return drawn if told is None else drawn + Drawn((), (told[0],))


def _marks(place: Place, deep: float) -> tuple[Drawn, list[tuple[float, float]]]:
    """Half diamonds with their numbers, and what of the seam they take."""
    drawn, taken = Drawn(), []
    reach = min(_REACH, deep - 0.3)
    for along, number in place.seam.marks:
        width = place.measure(str(number), _NUMBER)
        centre = along + _HALF + _BESIDE + width / 2
        extent = (along - _HALF - _WHITE, along + _HALF + _BESIDE + width + _WHITE)
        if place.side > 0:
            drawn += Drawn((), (), (place.box(extent, (CLEAR, deep)),))
        halves = tuple(
            place.line((along + half * (1 - _APART / reach), _APART), (along, reach), 0.2, cased=True)
            for half in (-_HALF, _HALF)
        )
        drawn += Drawn(halves, (place.text(str(number), centre, _off(place, _NUMBER), _NUMBER),))
        taken.append(extent)
    return drawn, taken


def _off(place: Place, size: float) -> float:
    """How far the middle of a line of text stands off the seam: inside the white plate, or clear of the art."""
    return (CLEAR + 0.5 if place.side > 0 else SLIVER + 0.8) + ASCENT * size / 2


def _told(
    place: Place, wording: Callable[[str], str], name: str, deep: float
) -> tuple[Note, tuple[float, float]] | None:
    """Words in the middle of the first free stretch of the seam, or the bare name there; None where that is too
    short."""
    marks = place.seam.marks
    if _off(place, _WORDS) + _WORDS / 2 > deep + 0.3:
        return None
    free = marks[1][0] - marks[0][0] if len(marks) > 1 else marks[0][0] - place.seam.span.start
    middle = (marks[0][0] + marks[1][0]) / 2 if len(marks) > 1 else place.seam.span.start + free / 2
    for text in (wording(name), name):
        half = place.measure(text, _WORDS) / 2 + _WHITE
        if 2 * half <= free - 2 * (_HALF + _BESIDE + place.measure("000", _NUMBER) + 2 * _WHITE):
            return place.text(text, middle, _off(place, _WORDS), _WORDS), (middle - half, middle + half)
    return None


def _hatched(place: Place, low: float, high: float) -> Iterator[Segment]:
    """Slanting lines over the strip, between two places along it."""
    deep = place.seam.strip - CLEAR
    first = math.floor((low - deep) / _HATCH)
    for step in range(first, math.ceil(high / _HATCH) + 1):
        begin = step * _HATCH
        start, end = max(begin, low), min(begin + deep, high)
        if end - start > 0.3:
            yield place.line((start, CLEAR + start - begin), (end, CLEAR + end - begin), _LINE, cased=True)
