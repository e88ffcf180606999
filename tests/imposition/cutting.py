"""Robot that cuts out printed pieces. It sees pages, but not how the pieces were laid. All lengths in mm.

It puts printed sheets together (turned over, folded or glued), makes straight cuts along the marks, and hands over the
pieces. Its knife is off by up to ``OFF`` mm, to either side.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from pnp.imposition import Page, Placement, Segment
from pnp.imposition.page import Circle
from pnp.model.print_options import Flip
from pnp.units import Size

OFF = 0.3
Box = tuple[float, float, float, float]
Marks = dict[int, list[tuple[float, float, float, float]]]
_EXACT = 0.02
"""Greatest distance of marks on the same line."""
_SHORTEST = 0.5
"""Shortest visible rest of a mark."""
_DEEPEST = 5.0
"""Depth in a picture beyond which a line is no cut: art runs no further over its edge."""
_CLEAR = 0.1


class CannotCutError(AssertionError):
    """Error for pages that do not show where to cut, or a cut that spoils a piece."""


@dataclass(frozen=True)
class Sheet:
    """Paper that is ready to be cut: its extent, the content of its front, and the content behind, seen as through
    glass.
    """

    size: Size
    fronts: tuple[Placement, ...]
    lines: tuple[Segment, ...]
    circles: tuple[Circle, ...]
    behind: tuple[tuple[Box, tuple[float, float], Placement], ...]
    """Boxes of backs, the directions of their tops, and the backs."""
    lines_behind: tuple[Segment, ...]
    number: int


@dataclass(frozen=True)
class CutOut:
    """Piece in the hand: the face on its front, its extent on the sheet, and the face behind it."""

    front: Placement
    box: Box
    back: Placement | None


def cut_out(pages: Sequence[Page], flip: Flip, seed: int = 0) -> list[CutOut]:
    """Return all pieces of ``pages``. Raises CannotCutError."""
    knife = random.Random(seed)
    return [piece for sheet in put_together(pages, flip) for piece in _pieces(sheet, knife)]


def put_together(pages: Sequence[Page], flip: Flip) -> Iterator[Sheet]:
    """Yield the sheets of paper, with backs behind their fronts: on the same paper, after a fold,
    or on a glued page.
    """
    backs = {page.sheet: page for page in pages if page.side == "back"}
    for page in pages:
        if page.side == "back":
            continue
        fold = _fold(page)
        if fold is not None:
            yield _folded(page, fold)
        elif page.side == "front":
            back = backs.get(page.sheet) or pages[page.number]
            upright = (page.paper.width <= page.paper.height) == (flip == "long")
            yield _sheet(page, page.placements, page.paper, (back, back.placements), upright=upright)
        else:
            yield _sheet(page, page.placements, page.paper, None, upright=True)


def _fold(page: Page) -> Literal["upright", "level"] | None:
    """Return the direction of the dashed line through the middle of the paper, if there is one."""
    dashes = [line for line in page.segments if line.line_width == 0.2]
    x, y = page.paper.width / 2, page.paper.height / 2
    if sum(abs(line.x1 - x) + abs(line.x2 - x) < _EXACT for line in dashes) > 3:
        return "upright"
    return "level" if sum(abs(line.y1 - y) + abs(line.y2 - y) < _EXACT for line in dashes) > 3 else None


def _folded(page: Page, fold: Literal["upright", "level"]) -> Sheet:
    fronts = tuple(place for place in page.placements if place.face_side == "front")
    backs = tuple(place for place in page.placements if place.face_side == "back")
    return _sheet(page, fronts, page.paper, (page, backs), upright=fold == "upright", folded=True)


def _sheet(
    page: Page,
    fronts: tuple[Placement, ...],
    size: Size,
    behind: tuple[Page, tuple[Placement, ...]] | None,
    *,
    upright: bool,
    folded: bool = False,
) -> Sheet:
    """Return a sheet whose back is its mirror image about an ``upright`` axis, or a level one."""

    def through(x: float, y: float) -> tuple[float, float]:
        return (size.width - x, y) if upright else (x, size.height - y)

    def box_through(place: Placement) -> Box:
        x1, y1 = through(place.x, place.y)
        x2, y2 = through(place.x + place.width, place.y + place.height)
        return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)

    def top(place: Placement) -> tuple[float, float]:
        x, y = points_up(place)
        return (-x, y) if upright else (x, -y)

    lines_behind = behind[0].segments if behind else ()
    mirrored = tuple(
        Segment(*through(line.x1, line.y1), *through(line.x2, line.y2), line.line_width) for line in lines_behind
    )
    lines, half = page.segments, (0.0, 0.0, size.width, size.height)
    if folded:
        # Fronts are on the left or above; the part beyond the fold is behind.
        half = (0.0, 0.0, size.width / 2, size.height) if upright else (0.0, size.height / 2, size.width, size.height)
        lines = tuple(clipped(lines, half))
        mirrored = tuple(clipped(mirrored, half))
    faces = tuple((box_through(place), top(place), place) for place in (behind[1] if behind else ()))
    return Sheet(size, fronts, lines, page.outlines, faces, mirrored, page.number)


def points_up(place: Placement) -> tuple[float, float]:
    """Return the direction of the top of a face on its page."""
    return {0: (0.0, 1.0), 90: (-1.0, 0.0), 180: (0.0, -1.0), 270: (1.0, 0.0)}[place.rotation]


def clipped(lines: Sequence[Segment], box: Box) -> Iterator[Segment]:
    """Yield the visible parts of straight lines in a part of the sheet."""
    left, bottom, right, top = box
    for line in lines:
        x1, x2 = sorted((line.x1, line.x2))
        y1, y2 = sorted((line.y1, line.y2))
        x1, y1, x2, y2 = max(x1, left), max(y1, bottom), min(x2, right), min(y2, top)
        if x1 <= x2 and y1 <= y2 and max(x2 - x1, y2 - y1) >= _SHORTEST:
            yield Segment(x1, y1, x2, y2, line.line_width)


def trim_of(place: Placement) -> Box:
    return place.x, place.y, place.x + place.width, place.y + place.height


def _pieces(sheet: Sheet, knife: random.Random) -> Iterator[CutOut]:
    whole = (0.0, 0.0, sheet.size.width, sheet.size.height)
    if len(sheet.fronts) == 1 and trim_of(sheet.fronts[0]) == whole:
        yield CutOut(sheet.fronts[0], whole, _behind(sheet, sheet.fronts[0], whole))
        return
    for part, fronts in _parted(sheet, whole, sheet.fronts, knife):
        lines = tuple(clipped(sheet.lines, part))
        marks = _collinear(lines, upright=True), _collinear(lines, upright=False)
        for front in fronts:
            if front.piece.cut in ("card", "square"):
                box = _cut_straight(sheet, marks, front, fronts, knife)
            else:
                box = _cut_round(sheet, part, front)
            yield CutOut(front, box, _behind(sheet, front, box))


def _parted(
    sheet: Sheet, part: Box, fronts: Sequence[Placement], knife: random.Random
) -> Iterator[tuple[Box, Sequence[Placement]]]:
    """Yield the parts of a sheet between lines that go right through, with pictures on both sides."""
    for line in clipped(sheet.lines, part):
        for upright in (True, False):
            side = 0 if upright else 1
            position, end_position = (line.x1, line.x2) if upright else (line.y1, line.y2)
            if abs(position - end_position) > _EXACT:
                continue
            start, end = (line.y1, line.y2) if upright else (line.x1, line.x2)
            arts = [place.shown for place in fronts]
            low, high = [art for art in arts if art[2 + side] < position], [art for art in arts if art[side] > position]
            if not low or not high or len(low) + len(high) < len(arts):
                continue
            if (
                max(art[2 + side] for art in low) > position - _CLEAR
                or min(art[side] for art in high) < position + _CLEAR
            ):
                continue
            if start > min(art[1 - side] for art in arts) or end < max(art[3 - side] for art in arts):
                continue
            cut = position + knife.choice((-OFF, OFF, knife.uniform(-OFF, OFF)))
            for edge in (2 + side, side):
                box = (*part[:edge], cut, *part[edge + 1 :])
                inside = [place for place in fronts if (place.shown[side] > position) == (edge == side)]
                for place in inside:
                    _whole_inside(place, box, sheet)
                yield from _parted(sheet, box, inside, knife)
            return
    yield part, fronts


def _whole_inside(place: Placement, box: Box, sheet: Sheet) -> None:
    trim = trim_of(place)
    if trim[0] < box[0] or trim[1] < box[1] or trim[2] > box[2] or trim[3] > box[3]:
        raise CannotCutError(f"sheet {sheet.number}: a cut between blocks goes through {place.face}")


def _cut_straight(
    sheet: Sheet, marks: tuple[Marks, Marks], front: Placement, fronts: Sequence[Placement], knife: random.Random
) -> Box:
    """Make four cuts along marks at both ends, each on the innermost line at that side of the picture."""
    art = front.shown
    edges = []
    for side in (0, 1, 2, 3):
        upright, towards = side % 2 == 0, 1 if side < 2 else -1
        deepest = min(_DEEPEST, 0.4 * (art[side % 2 + 2] - art[side % 2]))
        search = sorted((art[side] - towards * _EXACT, art[side] + towards * deepest))
        lines = list(_marked(marks[side % 2], upright, art, (search[0], search[1])))
        if not lines:
            raise CannotCutError(f"sheet {sheet.number}: no marks for the {_SIDES[side]} side of {front.face}")
        position = max(lines) if towards > 0 else min(lines)
        edges.append(position + knife.choice((-OFF, OFF, knife.uniform(-OFF, OFF))))
    box = edges[0], edges[1], edges[2], edges[3]
    _looks_whole(sheet, front, box, fronts)
    return box


_SIDES = ("left", "lower", "right", "upper")


def _collinear(lines: Sequence[Segment], *, upright: bool) -> Marks:
    """Return upright or level lines by position, with both ends and their width."""
    marks: Marks = {}
    for line in lines:
        position, end_position = (line.x1, line.x2) if upright else (line.y1, line.y2)
        if abs(position - end_position) < _EXACT:
            ends = (line.y1, line.y2) if upright else (line.x1, line.x2)
            marks.setdefault(round(position / _EXACT), []).append((position, min(ends), max(ends), line.line_width))
    return marks


def _marked(marks: Marks, upright: bool, art: Box, limits: tuple[float, float]) -> Iterator[float]:
    """Yield the positions, between two limits, of lines that are marked on both sides of a picture, beyond it or along
    it. Marks of one cut are alike: a tick of a ruler and a line of a picture that lie on one line are none.
    """
    low, high = (art[1], art[3]) if upright else (art[0], art[2])
    below, above = low + (high - low) / 4, high - (high - low) / 4
    for key, marks_here in marks.items():
        if not limits[0] <= marks_here[0][0] <= limits[1]:
            continue
        every_mark = marks_here + marks.get(key - 1, []) + marks.get(key + 1, [])
        for width in {mark[3] for mark in marks_here}:
            collinear = [mark for mark in every_mark if mark[3] == width]
            if min(start for _, start, _, _ in collinear) < below and max(end for _, _, end, _ in collinear) > above:
                yield max(collinear, key=lambda mark: mark[2] - mark[1])[0]


def _cut_round(sheet: Sheet, part: Box, front: Placement) -> Box:
    """Cut along the circle, or along the net's own lines."""
    trim = trim_of(front)
    _whole_inside(front, part, sheet)
    if front.piece.cut == "circle":
        x, y, radius = (trim[0] + trim[2]) / 2, (trim[1] + trim[3]) / 2, (trim[2] - trim[0]) / 2
        if not any(abs(c.x - x) + abs(c.y - y) + abs(c.radius - radius) < _EXACT for c in sheet.circles):
            raise CannotCutError(f"sheet {sheet.number}: no circle round {front.face}")
    return trim


def _looks_whole(sheet: Sheet, front: Placement, box: Box, fronts: Sequence[Placement]) -> None:
    """Check that a piece has its trim, nothing of a neighbour's trim, and no line except along the edges."""
    trim = trim_of(front)
    if max(abs(edge - cut) for edge, cut in zip(trim, box, strict=True)) > OFF + _EXACT:
        raise CannotCutError(f"sheet {sheet.number}: {front.face} is cut at {box}, its trim is {trim}")
    for other in fronts:
        other_trim = trim_of(other)
        if other is not front and min(_overlap(other_trim, box)) > OFF + _EXACT:
            raise CannotCutError(f"sheet {sheet.number}: some of {other.face} is on {front.face}")
    inner = trim[0] + OFF + _CLEAR, trim[1] + OFF + _CLEAR, trim[2] - OFF - _CLEAR, trim[3] - OFF - _CLEAR
    for name, lines in (("front", sheet.lines), ("back", sheet.lines_behind)):
        for line in lines:
            drawn = min(line.x1, line.x2), min(line.y1, line.y2), max(line.x1, line.x2), max(line.y1, line.y2)
            if min(_overlap(drawn, inner)) >= 0 and max(_overlap(drawn, inner)) > 0:
                raise CannotCutError(f"sheet {sheet.number}: a line on the {name} of {front.face}")


def _overlap(first: Box, second: Box) -> tuple[float, float]:
    return min(first[2], second[2]) - max(first[0], second[0]), min(first[3], second[3]) - max(first[1], second[1])


def _behind(sheet: Sheet, front: Placement, box: Box) -> Placement | None:
    """Return the back of a piece, the right way up, or None if nothing is printed there."""
    candidates = [candidate for candidate in sheet.behind if min(_overlap(candidate[0], box)) > OFF + _EXACT]
    if not candidates:
        return None
    if len(candidates) > 1:
        raise CannotCutError(f"sheet {sheet.number}: {len(candidates)} backs behind {front.face}")
    back_box, top, back = candidates[0]
    if max(abs(edge - cut) for edge, cut in zip(back_box, box, strict=True)) > OFF + _EXACT:
        raise CannotCutError(f"sheet {sheet.number}: the back of {front.face} is off: {back_box}, cut at {box}")
    calendar = box == (0.0, 0.0, sheet.size.width, sheet.size.height) and sheet.size.width > sheet.size.height
    # A landscape page is turned up, not over, for reading on.
    if top != points_up(front) and not calendar:
        raise CannotCutError(f"sheet {sheet.number}: the back of {front.face} is not the right way up")
    return back
