"""Pieces, options and plain geometry for the tests of imposition."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import strategies as st

from pnp.imposition import Note, Page, Piece, Placement, Polygon, Segment, SheetOptions
from pnp.imposition.strip import note_box
from pnp.model.component import Edge
from pnp.model.sizes import CARDS, PAPERS
from pnp.units import Size

Box = tuple[float, float, float, float]
TINY = 1e-6


class Geometry:
    """Plain helpers that know the contract of a page, but not the algorithms of imposition."""

    tiny = TINY

    @staticmethod
    def width(text: str, size: float) -> float:
        return 0.5 * size * len(text)

    @staticmethod
    def label(number: int, pages: int, components: tuple[str, ...]) -> str:
        return f"Game · {', '.join(components)} · page {number} of {pages}"

    def options(self, paper: Size = PAPERS["a4"], **more: object) -> SheetOptions:
        return SheetOptions(**{"paper": paper, "measure": self.width, "label": self.label, **more})  # type: ignore[arg-type]

    @staticmethod
    def pieces(count: int, trim: Size = CARDS["poker-metric"], **more: object) -> list[Piece]:
        fields = {"component": "cards", "back": "back", "trim": trim, "bleed": 3.0, "edge": "border", **more}
        return [Piece(card=f"{n}", front=f"front-{n}", **fields) for n in range(count)]  # type: ignore[arg-type]

    @staticmethod
    def trim_box(place: Placement) -> Box:
        return place.x, place.y, place.x + place.width, place.y + place.height

    def art_box(self, place: Placement) -> Box:
        left, bottom, right, top = self.trim_box(place)
        return left - place.bleed[0], bottom - place.bleed[1], right + place.bleed[2], top + place.bleed[3]

    @staticmethod
    def line_box(mark: Segment) -> Box:
        return min(mark.x1, mark.x2), min(mark.y1, mark.y2), max(mark.x1, mark.x2), max(mark.y1, mark.y2)

    @staticmethod
    def length(mark: Segment) -> float:
        return math.hypot(mark.x2 - mark.x1, mark.y2 - mark.y1)

    @staticmethod
    def apart(first: Box, second: Box) -> bool:
        """Return True if two boxes share at most their borders."""
        return (
            first[2] <= second[0] + TINY
            or second[2] <= first[0] + TINY
            or first[3] <= second[1] + TINY
            or second[3] <= first[1] + TINY
        )

    def parts(self, place: Placement) -> list[Polygon]:
        """Return the printed area of a placement, in convex parts on the page: the outline of a net, else its art."""
        if not place.piece.outline:
            left, bottom, right, top = self.art_box(place)
            return [((left, bottom), (right, bottom), (right, top), (left, top))]
        width, height = place.piece.trim.width, place.piece.trim.height
        return [
            tuple(self.on_page(place, x - width / 2, height / 2 - y) for x, y in part) for part in place.piece.outline
        ]

    def keep_apart(self, first: Placement, second: Placement, least: float = 0.0) -> bool:
        """Return True if two placements do not overlap, and come no nearer than ``least``."""
        left, bottom, right, top = self.art_box(first)
        if self.apart((left - least, bottom - least, right + least, top + least), self.art_box(second)):
            return True
        pairs = itertools.product(self.parts(first), self.parts(second))
        return all(distance(*pair) >= least - TINY for pair in pairs)

    def note_box(self, note: Note) -> Box:
        return note_box(note, self.width)

    def boxes(self, page: Page) -> Iterator[Box]:
        """Yield the boxes of everything that is printed on a page."""
        yield from map(self.art_box, page.placements)
        yield from map(self.line_box, page.segments)
        yield from (note_box(note, self.width) for note in page.notes)

    @staticmethod
    def on_page(place: Placement, u: float, v: float) -> tuple[float, float]:
        """Return the point on the page of a point of an upright card, ``u`` and ``v`` from its middle."""
        angle = math.radians(place.rotation)
        x, y = place.x + place.width / 2, place.y + place.height / 2
        return x + u * math.cos(angle) - v * math.sin(angle), y + u * math.sin(angle) + v * math.cos(angle)


@pytest.fixture(scope="session")
def geometry() -> Geometry:
    return Geometry()


def lengths(low: float, high: float) -> st.SearchStrategy[float]:
    """Lengths as people write them, to a tenth of a millimetre."""
    return st.integers(round(low * 10), round(high * 10)).map(lambda tenths: tenths / 10)


Kind = Mapping[str, Any]
"""Fields that pieces of one kind share."""

EDGES: st.SearchStrategy[Edge] = st.sampled_from(("border", "bleed"))
BACKED = st.sampled_from(["back", None])


def sizes(low: float, high: float) -> st.SearchStrategy[Size]:
    return st.builds(Size, lengths(low, high), lengths(low, high))


def alike(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Kind]:
    """Pieces with these fields, on any stock."""
    return st.fixed_dictionaries({**fields, "stock": st.sampled_from(["card", "card", "sticker"])})


def cards() -> st.SearchStrategy[Kind]:
    trims = st.one_of(st.sampled_from(list(CARDS.values())), sizes(10, 150))
    return alike(trim=trims, edge=EDGES, bleed=lengths(0, 4), back=BACKED, cut=st.just("card"))


def tokens() -> st.SearchStrategy[Kind]:
    rounds = lengths(5, 60).map(lambda side: Size(side, side))
    return st.one_of(
        alike(trim=rounds, edge=EDGES, bleed=lengths(0, 1.5), back=BACKED, cut=st.just("circle")),
        alike(trim=sizes(5, 60), edge=EDGES, bleed=lengths(0, 1.5), back=BACKED, cut=st.just("square")),
    )


def nets() -> st.SearchStrategy[Kind]:
    fixed = {"edge": st.just("border"), "bleed": st.just(0.0), "back": st.none(), "cut": st.just("net")}
    return st.one_of(alike(trim=sizes(20, 290), **fixed), crosses().flatmap(lambda kind: alike(**fixed, **kind)))


@st.composite
def crosses(draw: st.DrawFn) -> dict[str, st.SearchStrategy[Any]]:
    """Net in the shape of a cross, a T or an L: an upright bar, with a bar across it somewhere."""
    size, around = draw(sizes(20, 150)), draw(lengths(0, 2))
    upright = draw(st.floats(0.2, 0.6)) * size.width
    across = draw(st.floats(0.2, 0.6)) * size.height
    left, top = draw(st.floats(0, 1)) * (size.width - upright), draw(st.floats(0, 1)) * (size.height - across)
    bars = ((left, 0.0, left + upright, size.height), (0.0, top, size.width, top + across))
    outline = tuple(
        tuple((x + around, y + around) for x, y in ((x1, y1), (x2, y1), (x2, y2), (x1, y2))) for x1, y1, x2, y2 in bars
    )
    trim = Size(size.width + 2 * around, size.height + 2 * around)
    return {"trim": st.just(trim), "outline": st.just(outline)}


@st.composite
def jobs(draw: st.DrawFn) -> tuple[list[Piece], SheetOptions]:
    """Pieces of up to three kinds, mixed, and options for them."""
    kinds = draw(st.lists(st.one_of(cards(), tokens(), nets()), min_size=1, max_size=3))
    order = draw(st.lists(st.integers(0, len(kinds) - 1), min_size=1, max_size=40))
    rowed = draw(st.sampled_from([None, None, 0, 1]))
    pieces = []
    for position, index in enumerate(order):
        kind = dict(kinds[index])
        kind["back"] = kind["back"] and f"back-{index}"
        if rowed == index:
            kind["row"] = "abc"[3 * position // len(order)]
        pieces.append(Piece(component=f"kind-{index}", card=f"{position}", front=f"front-{position}", **kind))
    return pieces, draw(choices([f"kind-{index}" for index in range(len(kinds))]))


@st.composite
def choices(draw: st.DrawFn, components: list[str]) -> SheetOptions:
    """Options for sheets of these components."""
    return SheetOptions(
        paper=draw(
            st.one_of(st.sampled_from(list(PAPERS.values())), st.builds(Size, lengths(180, 320), lengths(180, 450)))
        ),
        measure=Geometry.width,
        margin=draw(lengths(0, 12)),
        bleed=draw(st.one_of(st.none(), lengths(0, 4))),
        gutter=draw(st.one_of(st.just(0.0), lengths(0, 8))),
        pack=draw(st.sampled_from(["tight", "tight", "kind"])),
        fill=tuple(draw(st.sets(st.sampled_from(components)))) if draw(st.booleans()) else (),
        backs=draw(st.sampled_from(["duplex", "none"])),
        flip=draw(st.sampled_from(["long", "short"])),
        back_offset=(draw(lengths(-2, 2)), draw(lengths(-2, 2))),
        marks=draw(st.sampled_from(["corner", "none"])),
        ruler=draw(st.booleans()),
        label=draw(st.sampled_from([None, Geometry.label])),
    )


def distance(first: Polygon, second: Polygon) -> float:
    """Return the distance of two convex areas in mm. Below zero, it is the shift that would separate them."""
    gap = -math.inf
    for polygon in (first, second):
        for (x1, y1), (x2, y2) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
            across, along = y2 - y1, x1 - x2
            size = math.hypot(across, along)
            if size < TINY:
                continue
            spans = [sorted((x * across + y * along) / size for x, y in area) for area in (first, second)]
            gap = max(gap, spans[0][0] - spans[1][-1], spans[1][0] - spans[0][-1])
    if gap <= 0:
        return gap
    return min(
        min(
            _from_side(point, *side)
            for point in area
            for side in zip(other_area, (*other_area[1:], other_area[0]), strict=True)
        )
        for area, other_area in ((first, second), (second, first))
    )


def _from_side(point: tuple[float, float], start: tuple[float, float], end: tuple[float, float]) -> float:
    along, up = end[0] - start[0], end[1] - start[1]
    square = along * along + up * up
    share = 0.0
    if square:
        share = min(1.0, max(0.0, ((point[0] - start[0]) * along + (point[1] - start[1]) * up) / square))
    return math.dist(point, (start[0] + share * along, start[1] + share * up))


@pytest.fixture(scope="session")
def job_strategy() -> st.SearchStrategy[tuple[list[Piece], SheetOptions]]:
    return jobs()
