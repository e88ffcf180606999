"""Pieces, options and plain geometry for the tests of imposition."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest
from hypothesis import strategies as st

from pnp.imposition import Note, Page, Piece, Placement, Segment, SheetOptions
from pnp.imposition.strip import note_box
from pnp.model.component import Cut, Edge
from pnp.model.sizes import CARDS, PAPERS
from pnp.units import Size

Box = tuple[float, float, float, float]
TINY = 1e-6


class Geometry:
    """Plain helpers that know the contract of a page, and nothing of how it came about."""

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
    def apart(one: Box, two: Box) -> bool:
        """Whether two boxes share no more than their borders."""
        return one[2] <= two[0] + TINY or two[2] <= one[0] + TINY or one[3] <= two[1] + TINY or two[3] <= one[1] + TINY

    def note_box(self, note: Note) -> Box:
        return note_box(note, self.width)

    def boxes(self, page: Page) -> Iterator[Box]:
        """Everything that is printed on a page."""
        yield from map(self.art_box, page.placements)
        yield from map(self.line_box, page.segments)
        yield from (note_box(note, self.width) for note in page.notes)

    @staticmethod
    def on_page(place: Placement, u: float, v: float) -> tuple[float, float]:
        """Where a point of an upright card, ``u`` and ``v`` from its middle, lies on the page."""
        angle = math.radians(place.rotation)
        x, y = place.x + place.width / 2, place.y + place.height / 2
        return x + u * math.cos(angle) - v * math.sin(angle), y + u * math.sin(angle) + v * math.cos(angle)


@pytest.fixture(scope="session")
def geometry() -> Geometry:
    return Geometry()


def lengths(low: float, high: float) -> st.SearchStrategy[float]:
    """Lengths as people write them: to a tenth of a millimetre."""
    return st.integers(round(low * 10), round(high * 10)).map(lambda tenths: tenths / 10)


Kind = tuple[Size, Edge, float, bool, Cut]
"""Trim, edge, bleed, whether it has a back, and how it is cut out."""

EDGES: st.SearchStrategy[Edge] = st.sampled_from(("border", "bleed"))


def cards() -> st.SearchStrategy[Kind]:
    sizes = st.one_of(st.sampled_from(list(CARDS.values())), st.builds(Size, lengths(10, 150), lengths(10, 150)))
    return st.tuples(sizes, EDGES, lengths(0, 4), st.booleans(), st.just("card"))


def tokens() -> st.SearchStrategy[Kind]:
    round_ones = st.tuples(
        lengths(5, 60).map(lambda side: Size(side, side)), EDGES, lengths(0, 1.5), st.booleans(), st.just("circle")
    )
    square_ones = st.tuples(
        st.builds(Size, lengths(5, 60), lengths(5, 60)), EDGES, lengths(0, 1.5), st.booleans(), st.just("square")
    )
    return st.one_of(round_ones, square_ones)


def nets() -> st.SearchStrategy[Kind]:
    sizes = st.builds(Size, lengths(20, 290), lengths(20, 290))
    return st.tuples(sizes, st.just("border"), st.just(0.0), st.just(False), st.just("net"))


@st.composite
def jobs(draw: st.DrawFn) -> tuple[list[Piece], SheetOptions]:
    """Pieces of up to three kinds, mixed, and options for them."""
    kinds = draw(st.lists(st.one_of(cards(), tokens(), nets()), min_size=1, max_size=3))
    order = draw(st.lists(st.integers(0, len(kinds) - 1), min_size=1, max_size=40))
    pieces = []
    for number, index in enumerate(order):
        trim, edge, bleed, backed, cut = kinds[index]
        back = f"back-{index}" if backed else None
        pieces.append(Piece(f"kind-{index}", f"{number}", f"front-{number}", back, trim, bleed, edge, cut))
    options = SheetOptions(
        paper=draw(
            st.one_of(st.sampled_from(list(PAPERS.values())), st.builds(Size, lengths(180, 320), lengths(180, 450)))
        ),
        measure=Geometry.width,
        margin=draw(lengths(0, 12)),
        bleed=draw(st.one_of(st.none(), lengths(0, 4))),
        gutter=draw(st.one_of(st.just(0.0), lengths(0, 8))),
        backs=draw(st.sampled_from(["duplex", "none"])),
        flip=draw(st.sampled_from(["long", "short"])),
        back_offset=(draw(lengths(-2, 2)), draw(lengths(-2, 2))),
        marks=draw(st.sampled_from(["corner", "none"])),
        ruler=draw(st.booleans()),
        label=draw(st.sampled_from([None, Geometry.label])),
    )
    return pieces, options


@pytest.fixture(scope="session")
def job_strategy() -> st.SearchStrategy[tuple[list[Piece], SheetOptions]]:
    return jobs()
