"""Sheets for machines, and cut files read back as points along the path of the knife."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from pnp.cutting.machines import MACHINES, MachineName, registration_for
from pnp.imposition import Page, Piece, SheetOptions, impose
from pnp.model.sizes import CARDS, paper
from pnp.units import Size

Point = tuple[float, float]
SVG = "{http://www.w3.org/2000/svg}"
STEP, FINE = 3.0, 0.5
"""Between points along a line and along an arc, in mm."""


def _width(text: str, size: float) -> float:
    return 0.5 * size * len(text)


def _label(number: int, pages: int, components: tuple[str, ...]) -> str:
    return f"Game · {', '.join(components)} · page {number} of {pages}"


def along(start: Point, end: Point) -> Iterator[Point]:
    """Points on a straight line, its ends among them."""
    count = max(1, math.ceil(math.dist(start, end) / STEP))
    for index in range(count + 1):
        share = index / count
        yield start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def arc(start: Point, end: Point, radius: float, *, left: bool) -> Iterator[Point]:
    """Points on the shorter arc that turns to the left, or to the right, as seen with y upwards."""
    chord = math.dist(start, end)
    off = math.sqrt(max(0.0, radius**2 - chord**2 / 4)) * (1 if left else -1)
    nx, ny = -(end[1] - start[1]) / chord, (end[0] - start[0]) / chord
    cx, cy = (start[0] + end[0]) / 2 + off * nx, (start[1] + end[1]) / 2 + off * ny
    first = math.atan2(start[1] - cy, start[0] - cx)
    turn = (math.atan2(end[1] - cy, end[0] - cx) - first) % (2 * math.pi)
    turn = turn if left else turn - 2 * math.pi
    count = max(4, math.ceil(abs(turn) * radius / FINE))
    for index in range(count + 1):
        yield cx + radius * math.cos(first + turn * index / count), cy + radius * math.sin(first + turn * index / count)


class Cutting:
    """Helpers for tests of cut files."""

    def sheets(self, pieces: list[Piece], machine: MachineName = "silhouette", **more: Any) -> tuple[Page, ...]:
        """The pages on which a machine's pieces are laid."""
        return impose(pieces, self.options(machine, **more))

    @staticmethod
    def options(machine: MachineName = "silhouette", on: str = "a4", **more: Any) -> SheetOptions:
        chosen = paper(on)
        margin = more.get("margin", 5.0)
        registration = registration_for(MACHINES[machine], chosen, margin)
        fields = {"measure": _width, "label": _label, "gutter": MACHINES[machine].gap, **more}
        return SheetOptions(chosen.size, registration=registration, **fields)

    @staticmethod
    def pieces(count: int, trim: Size = CARDS["poker-metric"], **more: Any) -> list[Piece]:
        fields = {"component": "cards", "back": "back", "trim": trim, "bleed": 3.0, "edge": "border", **more}
        return [Piece(card=f"{number}", front=f"front-{number}", **fields) for number in range(count)]

    @staticmethod
    def of_svg(data: bytes, layer: str) -> list[list[Point]]:
        """The lines of a layer as points on the page, y upwards, in mm."""
        root = ElementTree.fromstring(data)
        _, _, _, height = (float(value) for value in root.attrib["viewBox"].split())
        assert root.attrib["height"] == f"{height:g}mm"
        (group,) = (element for element in root.iter(f"{SVG}g") if element.attrib["id"] == layer)
        return [[(x, height - y) for x, y in _points(shape)] for shape in group]

    @staticmethod
    def of_dxf(path: Path, layer: str) -> list[list[Point]]:
        """Return the same of a DXF file."""
        ezdxf = pytest.importorskip("ezdxf")
        outlines = []
        for entity in ezdxf.readfile(path).modelspace().query(f'*[layer=="{layer}"]'):
            if entity.dxftype() == "CIRCLE":
                outlines.append(_circle((entity.dxf.center.x, entity.dxf.center.y), entity.dxf.radius))
            else:
                corners = [(x, y, bulge) for x, y, bulge in entity.get_points("xyb")]
                corners += corners[:1] if entity.closed else []
                outlines.append(_bulged(corners))
        return outlines


def _bulged(corners: list[tuple[float, float, float]]) -> list[Point]:
    points: list[Point] = []
    for (x1, y1, bulge), (x2, y2, _) in pairwise(corners):
        if not bulge:
            points += along((x1, y1), (x2, y2))
            continue
        radius = math.dist((x1, y1), (x2, y2)) / 2 / math.sin(2 * math.atan(abs(bulge)))
        points += arc((x1, y1), (x2, y2), radius, left=bulge > 0)
    return points


def _circle(middle: Point, radius: float) -> list[Point]:
    count = math.ceil(2 * math.pi * radius / FINE)
    angles = (2 * math.pi * index / count for index in range(count))
    return [(middle[0] + radius * math.cos(angle), middle[1] + radius * math.sin(angle)) for angle in angles]


def _points(shape: ElementTree.Element) -> list[Point]:
    """Points of an SVG shape in its own coordinates, y downwards."""
    if shape.tag == f"{SVG}circle":
        return _circle((float(shape.attrib["cx"]), float(shape.attrib["cy"])), float(shape.attrib["r"]))
    points: list[Point] = []
    first = position = (0.0, 0.0)
    for command, values in re.findall(r"([A-Z])([^A-Z]*)", shape.attrib["d"]):
        numbers = [float(value) for value in values.split()]
        if command == "M":
            first = position = (numbers[0], numbers[1])
        elif command == "A":
            end = (numbers[5], numbers[6])
            # With y downwards, a sweep of 1 turns to what is the left of y upwards.
            points += arc(position, end, numbers[0], left=numbers[4] == 1)
            position = end
        else:
            end = {"H": [*numbers, position[1]], "V": [position[0], *numbers], "L": numbers, "Z": list(first)}[command]
            points += along(position, (end[0], end[1]))
            position = (end[0], end[1])
    return points


@pytest.fixture(scope="session")
def cutting() -> Cutting:
    """Sheets, and cut files read back."""
    return Cutting()


@pytest.fixture(scope="session")
def near() -> Callable[[list[Point], list[list[Point]]], float]:
    """How far the farthest of some points is from the lines whose points are given, in mm."""

    def found(points: list[Point], lines: list[list[Point]]) -> float:
        cells = _cells((one, two) for line in lines for one, two in pairwise(line))
        return max(
            min((_distance(point, *part) for part in cells.get(_cell(point), ())), default=math.inf) for point in points
        )

    return found


def _cell(point: Point) -> tuple[int, int]:
    return math.floor(point[0] / 5), math.floor(point[1] / 5)


def _cells(parts: Iterable[tuple[Point, Point]]) -> dict[tuple[int, int], list[tuple[Point, Point]]]:
    """Lines by the squares of 5 mm that they may come near to."""
    cells: dict[tuple[int, int], list[tuple[Point, Point]]] = {}
    for one, two in parts:
        for x in range(_cell((min(one[0], two[0]), 0))[0] - 1, _cell((max(one[0], two[0]), 0))[0] + 2):
            for y in range(_cell((0, min(one[1], two[1])))[1] - 1, _cell((0, max(one[1], two[1])))[1] + 2):
                cells.setdefault((x, y), []).append((one, two))
    return cells


def _distance(point: Point, start: Point, end: Point) -> float:
    (x, y), (x1, y1), (x2, y2) = point, start, end
    length = math.dist(start, end)
    if not length:
        return math.dist(point, start)
    share = min(1.0, max(0.0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length**2))
    return math.dist(point, (x1 + share * (x2 - x1), y1 + share * (y2 - y1)))
