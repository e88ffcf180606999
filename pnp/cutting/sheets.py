"""Cut sheets: the shapes that a machine cuts and scores on each imposed page. All lengths in mm, y upwards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from pnp.cutting.paths import CutCircle, CutOnce, Edge, Layer, Path, Point, Shape, join_runs, polygon, rectangle
from pnp.diagnostics import Diagnostic, PnpError
from pnp.folding import lay_out, lines
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
    """Shapes to cut out of one sheet of paper, in the order of their pieces.

    ``number`` of the sheet and ``page`` in the file count from 1. ``paper`` is the paper as it lies. ``marks`` are
    those by which a machine finds the sheet, in black.
    """

    number: int
    page: int
    paper: Size
    pieces: int
    shapes: tuple[Shape, ...]
    marks: tuple[Segment, ...] = ()

    def of(self, layer: Layer) -> tuple[Shape, ...]:
        """Return the shapes of a layer."""
        return tuple(shape for shape in self.shapes if shape.layer == layer)

    @property
    def box(self) -> Box:
        """Extent of all shapes. Arcs do not reach beyond the sides that they join."""
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
    """Return the sheets that have something to cut, in order. They are cut with the front up.

    ``nets`` are those of components that are folded. Cards get corners of the radius ``corner``. ``marks`` draws what
    is printed for the machine on a page. Stickers are cut down to their backing. Full pages are not cut, and tiles of
    boards are cut by hand.

    Raises PnpError if a corner is too round for a card.
    """
    sheets = []
    for page in pages:
        fronts = cut_fronts(page)
        if not fronts:
            continue
        once = CutOnce()
        shapes = [
            shape
            for placement in fronts
            for shape in _shapes(placement, nets, corner, once, "kiss" if placement.piece.stock == "sticker" else "cut")
        ]
        sheets.append(CutSheet(page.sheet, page.number, page.paper, len(fronts), tuple(shapes), marks(page.paper)))
    return tuple(sheets)


def tiled_components(pages: Iterable[Page]) -> tuple[str, ...]:
    """Return the components that are split into tiles, whose sheets have no cut file."""
    tiled = (placement.piece.component for page in pages for placement in page.placements if placement.tile is not None)
    return tuple(dict.fromkeys(tiled))


def cut_fronts(page: Page) -> tuple[Placement, ...]:
    """Return the pieces that are cut out of a page.

    None are on a back, and neither tiles nor what fills the page is cut.
    """
    if page.side == "back":
        return ()
    width, height = page.paper.width - _SAME, page.paper.height - _SAME
    return tuple(
        placement
        for placement in page.placements
        if placement.face_side == "front"
        and placement.tile is None
        and not (placement.width >= width and placement.height >= height)
    )


def _shapes(
    placement: Placement, nets: Mapping[str, Net], corner: float, once: CutOnce, layer: Layer
) -> Iterator[Shape]:
    cut = placement.piece.cut
    if cut == "circle":
        radius = min(placement.width, placement.height) / 2
        yield CutCircle(layer, placement.x + placement.width / 2, placement.y + placement.height / 2, radius)
    elif cut == "net":
        yield from _net_paths(placement, nets[placement.piece.component], layer)
    else:
        yield from once.outline(layer, outline(placement, corner))


def outline(placement: Placement, corner: float) -> tuple[Edge, ...]:
    """Return the outline of a piece that is no net. Cards have corners of the radius ``corner``.

    Raises PnpError if that is too round for a card.
    """
    if placement.piece.cut == "hex":
        return polygon(hexagon(placement))
    if placement.piece.cut == "circle":
        return rectangle(
            placement.x, placement.y, placement.width, placement.height, min(placement.width, placement.height) / 2
        )
    radius = corner if placement.piece.cut == "card" else 0.0
    if 2 * radius > min(placement.width, placement.height):
        raise _too_round(placement, radius)
    return rectangle(placement.x, placement.y, placement.width, placement.height, radius)


def _net_paths(placement: Placement, net: Net, layer: Layer) -> Iterator[Path]:
    """Yield folds, each a path of its own, then the cuts in runs as long as possible."""
    across, down = lay_out(net).centring_offset(placement.piece.trim)

    def edge(start: Point, end: Point) -> Edge:
        first, last = (on_page(placement, (x + across, y + down)) for x, y in (start, end))
        return Edge(first, last)

    net_lines = lines(net)
    for line in net_lines:
        if line.kind in _FOLDS:
            yield Path("score", (edge(line.start, line.end),))
    for run in join_runs(edge(line.start, line.end) for line in net_lines if line.kind not in _FOLDS):
        yield Path(layer, run)


def on_page(placement: Placement, point: Point) -> Point:
    """Return the place on the page of a point of a face, given from the upper left of its trim, y downwards."""
    x, y = point
    return {
        0: (placement.x + x, placement.y + placement.height - y),
        90: (placement.x + y, placement.y + x),
        180: (placement.x + placement.width - x, placement.y + y),
        270: (placement.x + placement.width - y, placement.y + placement.height - x),
    }[placement.rotation]


def _too_round(placement: Placement, radius: float) -> PnpError:
    piece = placement.piece
    return PnpError(
        Diagnostic(
            "corner-too-round",
            f"--corner {radius:g}mm: a card of {piece.component} is {piece.trim.width:g} × {piece.trim.height:g} mm, "
            f"and its corners can have {min(piece.trim.width, piece.trim.height) / 2:g} mm at most",
            hint="give a smaller radius; playing cards have 3mm to 3.5mm",
        )
    )
