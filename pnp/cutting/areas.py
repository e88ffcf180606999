"""Areas of the pieces of a sheet, as a mask for a picture of them. All lengths in mm, y upwards."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping

from PIL import Image, ImageDraw

from pnp.cutting.paths import Edge, Point
from pnp.cutting.sheets import Box, cut_fronts, on_page, outline
from pnp.folding import lay_out
from pnp.imposition import Page, Placement
from pnp.model.net import Net

_FINER = 4
"""Dots of the mask per dot of the picture, along each side, so that round edges are smooth."""
_STEPS = 24
"""Straight lines for a quarter of a circle: on a circle of 30 mm they are off by 0.02 mm."""
Area = tuple[Point, ...]


def areas_of(page: Page, nets: Mapping[str, Net], corner: float) -> tuple[Area, ...]:
    """Return the areas of the pieces cut out of a page, as polygons. A net has one for each panel and tab."""
    return tuple(area for placement in cut_fronts(page) for area in _areas(placement, nets, corner))


def _areas(placement: Placement, nets: Mapping[str, Net], corner: float) -> Iterator[Area]:
    if placement.piece.cut == "net":
        flat = lay_out(nets[placement.piece.component])
        across, down = flat.centring_offset(placement.piece.trim)
        quads = [part.corners for part in flat.panels.values()] + [part.corners for part in flat.tabs]
        for corners in quads:
            yield tuple(on_page(placement, (x + across, y + down)) for x, y in corners)
        return
    yield tuple(_points(outline(placement, corner)))


def _points(edges: Iterable[Edge]) -> Iterator[Point]:
    """Yield points along edges. Arcs are quarters of circles that turn to the left."""
    for edge in edges:
        yield edge.start
        if not edge.bulge:
            continue
        (x1, y1), (x2, y2) = edge.start, edge.end
        centre = ((x1 + x2 - (y2 - y1)) / 2, (y1 + y2 + (x2 - x1)) / 2)
        start_angle = math.atan2(y1 - centre[1], x1 - centre[0])
        for step in range(1, _STEPS):
            angle = start_angle + step / _STEPS * math.pi / 2
            yield centre[0] + edge.radius * math.cos(angle), centre[1] + edge.radius * math.sin(angle)


def draw_mask(areas: Iterable[Area], box: Box, width: int, height: int) -> Image.Image:
    """Draw the areas into a picture of ``box``, ``width`` × ``height`` dots: 255 where a dot is all inside."""
    picture = Image.new("L", (width, height), 0)
    scale = width / (box[2] - box[0]), height / (box[3] - box[1])
    for area in areas:
        dots = [((x - box[0]) * scale[0], (box[3] - y) * scale[1]) for x, y in area]
        left, top = (math.floor(min(dot[axis] for dot in dots)) for axis in (0, 1))
        right, bottom = (math.ceil(max(dot[axis] for dot in dots)) for axis in (0, 1))
        enlarged = Image.new("L", ((right - left) * _FINER, (bottom - top) * _FINER), 0)
        # Pillow colours a dot if its middle is inside: coordinates count from the middles of dots.
        polygon = [((x - left) * _FINER - 0.5, (y - top) * _FINER - 0.5) for x, y in dots]
        ImageDraw.Draw(enlarged).polygon(polygon, fill=255)
        coverage = enlarged.resize((right - left, bottom - top), Image.Resampling.BOX)
        picture.paste(255, (left, top), coverage)
    return picture
