"""Areas of the pieces of a sheet, as a mask for a picture of them. All lengths in mm, y upwards."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping

from PIL import Image, ImageDraw

from pnp.cutting.paths import Edge, Point
from pnp.cutting.sheets import Box, cut_fronts, on_page, outline
from pnp.folding import lay_out
from pnp.folding.flat import middle_of
from pnp.imposition import Page, Placement
from pnp.model.net import Net

_FINER = 4
"""So many dots of the mask make one of the picture, along each side, so that round edges are smooth."""
_STEPS = 24
"""Straight lines for a quarter of a circle: on one of 30 mm they are off by 0.02 mm."""
Area = tuple[Point, ...]


def areas_of(page: Page, nets: Mapping[str, Net], corner: float) -> tuple[Area, ...]:
    """The areas of the pieces that are cut out of a page, as polygons; of a net one for each panel and tab."""
    return tuple(area for place in cut_fronts(page) for area in _areas(place, nets, corner))


def _areas(place: Placement, nets: Mapping[str, Net], corner: float) -> Iterator[Area]:
    if place.piece.cut == "net":
        flat = lay_out(nets[place.piece.component])
        across, down = middle_of(flat, place.piece.trim)
        corners = [one.corners for one in flat.panels.values()] + [one.corners for one in flat.tabs]
        for four in corners:
            yield tuple(on_page(place, (x + across, y + down)) for x, y in four)
        return
    yield tuple(_points(outline(place, corner)))


def _points(edges: Iterable[Edge]) -> Iterator[Point]:
    """Points along edges; arcs are quarters of circles that turn to the left."""
    for edge in edges:
        yield edge.start
        if not edge.bulge:
            continue
        (x1, y1), (x2, y2) = edge.start, edge.end
        middle = ((x1 + x2 - (y2 - y1)) / 2, (y1 + y2 + (x2 - x1)) / 2)
        begin = math.atan2(y1 - middle[1], x1 - middle[0])
        for step in range(1, _STEPS):
            angle = begin + step / _STEPS * math.pi / 2
            yield middle[0] + edge.radius * math.cos(angle), middle[1] + edge.radius * math.sin(angle)


def mask(areas: Iterable[Area], box: Box, width: int, height: int) -> Image.Image:
    """Which dots of a picture of ``box``, ``width`` × ``height`` of them, belong to the areas: 255 for all of a dot."""
    found = Image.new("L", (width, height), 0)
    scale = width / (box[2] - box[0]), height / (box[3] - box[1])
    for area in areas:
        dots = [((x - box[0]) * scale[0], (box[3] - y) * scale[1]) for x, y in area]
        left, top = (math.floor(min(dot[axis] for dot in dots)) for axis in (0, 1))
        right, bottom = (math.ceil(max(dot[axis] for dot in dots)) for axis in (0, 1))
        fine = Image.new("L", ((right - left) * _FINER, (bottom - top) * _FINER), 0)
        # A dot is coloured where its middle is inside: coordinates count from the middles of dots.
        shape = [((x - left) * _FINER - 0.5, (y - top) * _FINER - 0.5) for x, y in dots]
        ImageDraw.Draw(fine).polygon(shape, fill=255)
        part = fine.resize((right - left, bottom - top), Image.Resampling.BOX)
        found.paste(255, (left, top), part)
    return found
