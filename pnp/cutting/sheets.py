"""Pages as they are laid, into what a machine cuts and scores on each. All lengths in mm, y upwards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from pnp.cutting.paths import CutCircle, CutOnce, Edge, Layer, Path, Point, Shape, joined, polygon, rectangle
from pnp.diagnostics import Diagnostic, PnpError
from pnp.folding import lay_out, lines
from pnp.folding.flat import middle_of
from pnp.imposition import Page, Placement, Segment
from pnp.imposition.marks.hexagons import hexagon
from pnp.model.net import Net
from pnp.records import dataclass
from pnp.units import Size

_FOLDS = ("mountain", "valley")
_SAME = 0.01
"""A piece whose sides are within this of the paper's fills the page."""
Box = tuple[float, float, float, float]
"""Left, bottom, right, top."""


@dataclass(frozen=True, slots=True)
class CutSheet:
    """What is cut of one sheet of paper: the number of the sheet and of its page in the file, both from 1; the paper as
    it lies; the marks by which a machine finds it, in black; and the ``shapes``, in the order of their pieces."""

    number: int
    page: int
    paper: Size
    pieces: int
    shapes: tuple[Shape, ...]
    marks: tuple[Segment, ...] = ()

    def of(self, layer: Layer) -> tuple[Shape, ...]:
        """The shapes of a layer."""
        return tuple(shape for shape in self.shapes if shape.layer == layer)

    @property
    def box(self) -> Box:
        """The extent of all shapes: arcs do not reach beyond the sides that they join."""
        points: list[Point] = []
        for shape in self.shapes:
            if isinstance(shape, CutCircle):
                points += [(shape.x - shape.radius, shape.y - shape.radius)]
                points += [(shape.x + shape.radius, shape.y + shape.radius)]
            else:
                points += [end for edge in shape.edges for end in (edge.start, edge.end)]
        across, along = [x for x, _ in points], [y for _, y in points]
        return min(across), min(along), max(across), max(along)


def cut_sheets(
    pages: Sequence[Page],
    nets: Mapping[str, Net],
    corner: float = 0.0,
    marks: Callable[[Size], tuple[Segment, ...]] = lambda _paper: (),
) -> tuple[CutSheet, ...]:
    """The sheets that have something to cut, in order. They are cut with the front up.

    ``nets`` are those of components that are folded; cards get corners of the radius ``corner``; ``marks`` draws what
    is printed for the machine on a page. Stickers are cut down to their backing. Full pages are not cut, and tiles of
    boards are cut by hand.

    Raises PnpError where a corner is too round for a card.
    """
    found = []
    for page in pages:
        fronts = cut_fronts(page)
        if not fronts:
            continue
        once = CutOnce()
        shapes = [
            shape
            for place in fronts
            for shape in _shapes(place, nets, corner, once, "kiss" if place.piece.stock == "sticker" else "cut")
        ]
        found.append(CutSheet(page.sheet, page.number, page.paper, len(fronts), tuple(shapes), marks(page.paper)))
    return tuple(found)


def cut_by_hand(pages: Iterable[Page]) -> tuple[str, ...]:
    """The components that are parted into tiles, whose sheets have no cut file."""
    tiled = (place.piece.component for page in pages for place in page.placements if place.tile is not None)
    return tuple(dict.fromkeys(tiled))


def cut_fronts(page: Page) -> tuple[Placement, ...]:
    """The pieces that are cut out of a page, which are none on a back: neither tiles nor what fills the page."""
    if page.side == "back":
        return ()
    width, height = page.paper.width - _SAME, page.paper.height - _SAME
    return tuple(
        place
        for place in page.placements
        if place.face_side == "front" and place.tile is None and not (place.width >= width and place.height >= height)
    )


def _shapes(place: Placement, nets: Mapping[str, Net], corner: float, once: CutOnce, layer: Layer) -> Iterator[Shape]:
    cut = place.piece.cut
    if cut == "circle":
        radius = min(place.width, place.height) / 2
        yield CutCircle(layer, place.x + place.width / 2, place.y + place.height / 2, radius)
    elif cut == "net":
        yield from _of_net(place, nets[place.piece.component], layer)
    else:
        yield from once.outline(layer, outline(place, corner))


def outline(place: Placement, corner: float) -> tuple[Edge, ...]:
    """What is cut round a piece that has an outline of its own: of cards with corners of the radius ``corner``.

    Raises PnpError where that is too round for a card.
    """
    if place.piece.cut == "hex":
        return polygon(hexagon(place))
    if place.piece.cut == "circle":
        return rectangle(place.x, place.y, place.width, place.height, min(place.width, place.height) / 2)
    radius = corner if place.piece.cut == "card" else 0.0
    if 2 * radius > min(place.width, place.height):
        raise _too_round(place, radius)
    return rectangle(place.x, place.y, place.width, place.height, radius)


def _of_net(place: Placement, net: Net, layer: Layer) -> Iterator[Path]:
    """Folds first, each a path of its own, then what is cut, in runs as long as they get."""
    across, down = middle_of(lay_out(net), place.piece.trim)

    def edge(start: Point, end: Point) -> Edge:
        one, two = (on_page(place, (x + across, y + down)) for x, y in (start, end))
        return Edge(one, two)

    found = lines(net)
    for line in found:
        if line.kind in _FOLDS:
            yield Path("score", (edge(line.start, line.end),))
    for run in joined(edge(line.start, line.end) for line in found if line.kind not in _FOLDS):
        yield Path(layer, run)


def on_page(place: Placement, point: Point) -> Point:
    """A point of a face, given from the upper left of its trim with y downwards, on the page."""
    x, y = point
    return {
        0: (place.x + x, place.y + place.height - y),
        90: (place.x + y, place.y + x),
        180: (place.x + place.width - x, place.y + y),
        270: (place.x + place.width - y, place.y + place.height - x),
    }[place.rotation]


def _too_round(place: Placement, radius: float) -> PnpError:
    piece = place.piece
    return PnpError(
        Diagnostic(
            "corner-too-round",
            f"--corner {radius:g}mm: a card of {piece.component} is {piece.trim.width:g} × {piece.trim.height:g} mm, "
            f"and its corners can have {min(piece.trim.width, piece.trim.height) / 2:g} mm at most",
            hint="give a smaller radius; playing cards have 3mm to 3.5mm",
        )
    )
