"""Parts of a text laid over the columns of pages: pure arithmetic on heights, nothing is drawn here. Lengths in mm."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from pnp.records import dataclass

_FINE = 0.1
"""How near to the shortest columns that hold everything balancing comes."""
_TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class Part:
    """What is not parted: a heading, a paragraph, a step, a drawing, a line of examples."""

    height: float
    draw: Callable[[float, float, float], str]
    """Its SVG, given the upper-left corner and the width."""
    before: float = 0.0
    """The white above it, but at the top of a column."""
    after: float | None = None
    """The white below it, where that is not for the next part to say."""
    keep: bool = False
    """Whether the next part has to follow it in the same column."""
    joins: bool = False
    """Whether it follows the part before it in the same column, if that is as wide."""
    wide: bool = False
    """Whether it goes over all columns."""
    stretch: float = 0.0
    """How much of the white that a page has left may be added above it."""
    about: str = ""
    """What it says, for messages."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a part comes to stand. ``column`` is None for one over all columns; ``y`` is its upper edge."""

    part: Part
    page: int
    column: int | None
    y: float


Room = Callable[[int], tuple[float, float]]
"""The upper and the lower edge of what may be filled of a page, counted from 0."""


class TooTallError(Exception):
    """A part that is higher than a page; ``part`` is the one, ``room`` what an empty page has for it."""

    def __init__(self, part: Part, room: float) -> None:
        super().__init__(f"{part.height:.0f} mm on a page of {room:.0f} mm")
        self.part = part
        self.room = room


def paginate(parts: Sequence[Part], columns: int, room: Room, first: int = 0) -> list[Place]:
    """Where each part stands, in order, from the top of page ``first`` on.

    Parts that follow one another fill columns side by side, equally high as far as they can be; a wide one ends them.
    Raises TooTallError.
    """
    parts = _spaced(parts)
    places: list[Place] = []
    page = first
    y = room(page)[0]
    for wide, chains in _runs(parts):
        waiting = list(chains)
        while waiting:
            top, bottom = room(page)
            fresh = y <= top + _TOLERANCE
            above = 0.0 if fresh else waiting[0][0].before
            taken, low = _fill(waiting, 1 if wide else columns, y + above, bottom, page, wide=wide)
            if not taken and fresh:
                worst = max(waiting[0], key=lambda part: part.height)
                raise TooTallError(worst, bottom - top)
            places += taken
            count = len(taken)
            while count > 0:
                count -= len(waiting.pop(0))
            y = low
            if waiting:
                page += 1
                y = room(page)[0]
    return places


def spread(places: Sequence[Place], room: Room) -> list[Place]:
    """The places moved down into the white that pages have left, as far as their parts stretch."""
    result: list[Place] = []
    for page in sorted({place.page for place in places}):
        here = [place for place in places if place.page == page]
        top, bottom = room(page)
        free = bottom - max(place.y + place.part.height for place in here)
        # White goes above parts over all columns only: what stands side by side stays so.
        moving = [place for place in here if place.column is None and place.y > top + _TOLERANCE]
        wanted = sum(place.part.stretch for place in moving)
        share = min(1.0, free / wanted) if wanted > 0 and free > 0 else 0.0
        shift = 0.0
        for place in here:
            shift += place.part.stretch * share if place in moving else 0.0
            result.append(replace(place, y=place.y + shift))
    return result


def _spaced(parts: Sequence[Part]) -> list[Part]:
    """Parts with the white above them that the one before asks for."""
    asked = [None, *(part.after for part in parts)]
    return [part if white is None else replace(part, before=white) for white, part in zip(asked, parts, strict=False)]


def _runs(parts: Sequence[Part]) -> Iterator[tuple[bool, list[list[Part]]]]:
    """Parts that fill columns together, and those that go over all of them, each as chains that stay together. A chain
    is as wide as its widest part: a heading goes over all columns with the drawing that it stays with."""
    run: list[list[Part]] = []
    wide = False
    for chain in _chains(parts):
        over_all = any(part.wide for part in chain)
        if run and over_all != wide:
            yield wide, run
            run = []
        wide = over_all
        run.append(chain)
    if run:
        yield wide, run


def _chains(parts: Sequence[Part]) -> list[list[Part]]:
    chains: list[list[Part]] = []
    for part in parts:
        before = chains[-1][-1] if chains else None
        if before is not None and (before.keep or (part.joins and part.wide == before.wide)):
            chains[-1].append(part)
        else:
            chains.append([part])
    return chains


def _tall(chain: Sequence[Part], leading: bool) -> float:
    """The height of a chain; ``leading`` is one at the top of its column."""
    return sum(part.height + (0.0 if leading and index == 0 else part.before) for index, part in enumerate(chain))


def _fill(
    chains: Sequence[list[Part]], columns: int, top: float, bottom: float, page: int, *, wide: bool
) -> tuple[list[Place], float]:
    """As many chains as columns between ``top`` and ``bottom`` hold, and where they end. All of them are balanced."""
    height = bottom - top
    if _count(chains, columns, height) == len(chains) and columns > 1:
        low, high = 0.0, height
        while high - low > _FINE:
            middle = (low + high) / 2
            if _count(chains, columns, middle) == len(chains):
                high = middle
            else:
                low = middle
        height = high
    places: list[Place] = []
    lowest = top
    column, y = 0, top
    for chain in chains:
        if y > top and y + _tall(chain, leading=False) > top + height + _TOLERANCE:
            column, y = column + 1, top
        if column == columns or y + _tall(chain, leading=y == top) > top + height + _TOLERANCE:
            break
        for part in chain:
            y += 0.0 if y == top else part.before
            places.append(Place(part, page, None if wide else column, y))
            y += part.height
        lowest = max(lowest, y)
    return places, lowest


def _count(chains: Sequence[Sequence[Part]], columns: int, height: float) -> int:
    """How many chains fit into so many columns of this height."""
    column, used = 0, 0.0
    for index, chain in enumerate(chains):
        if used and used + _tall(chain, leading=False) > height + _TOLERANCE:
            column, used = column + 1, 0.0
        if column == columns or used + _tall(chain, leading=not used) > height + _TOLERANCE:
            return index
        used += _tall(chain, leading=not used)
    return len(chains)
