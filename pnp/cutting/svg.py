"""Cut files as SVG: true size in mm, a layer for each tool."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from xml.sax.saxutils import escape

from pnp.cutting.paths import LAYERS, CutCircle, Layer, Path, Shape
from pnp.cutting.sheets import Box, CutSheet
from pnp.imposition import Segment

COLOURS: Mapping[Layer, str] = {"cut": "#ff0000", "kiss": "#00a000", "score": "#0000ff"}
"""Colours by layer: machines choose the tool for a line by its colour."""
_FRAME = "#808080"
_LINE = 0.1


def cut_svg(sheet: CutSheet, title: str, *, framed: bool = True) -> bytes:
    """Return the sheet as an SVG drawing.

    A ``framed`` drawing shows the paper: its outline and its marks are layers of their own, which are not cut.
    Otherwise it holds the pieces alone, from the upper left of the first to the lower right of the last.

    The layers of paper and marks are named as Inkscape's extension for Silhouette expects it of layers that it must not
    cut.
    """
    box = (0.0, 0.0, sheet.paper.width, sheet.paper.height) if framed else sheet.box
    width, height = box[2] - box[0], box[3] - box[1]
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        f'version="1.1" width="{_mm(width)}mm" height="{_mm(height)}mm" viewBox="0 0 {_mm(width)} {_mm(height)}">',
        f"<title>{escape(title)}</title>",
    ]
    if framed:
        frame = f'<path d="M0 0H{_mm(width)}V{_mm(height)}H0Z"/>'
        parts.append(_layer("paper", "Print: paper, not cut", _FRAME, [frame]))
    if framed and sheet.marks:
        parts.append(_layer("marks", "Regmarks, not cut", "#000000", _marks(sheet.marks, box)))
    for name in LAYERS:
        shapes = sheet.of(name)
        if shapes:
            parts.append(_layer(name, name, COLOURS[name], (_shape_element(shape, box) for shape in shapes)))
    parts.append("</svg>\n")
    return "\n".join(parts).encode("utf-8")


def _layer(name: str, label: str, colour: str, elements: Iterable[str]) -> str:
    return "\n".join(
        (
            f'<g id="{name}" inkscape:groupmode="layer" inkscape:label="{escape(label)}" fill="none" '
            f'stroke="{colour}" stroke-width="{_LINE}">',
            *elements,
            "</g>",
        )
    )


def _marks(marks: Iterable[Segment], box: Box) -> Iterator[str]:
    for mark in marks:
        x1, y1, x2, y2 = mark.x1 - box[0], box[3] - mark.y1, mark.x2 - box[0], box[3] - mark.y2
        yield (
            f'<path d="M{_mm(x1)} {_mm(y1)}L{_mm(x2)} {_mm(y2)}" stroke-width="{_mm(mark.line_width)}" '
            'stroke-linecap="butt"/>'
        )


def _shape_element(shape: Shape, box: Box) -> str:
    if isinstance(shape, CutCircle):
        return f'<circle cx="{_mm(shape.x - box[0])}" cy="{_mm(box[3] - shape.y)}" r="{_mm(shape.radius)}"/>'
    return f'<path d="{path_data(shape, box)}"/>'


def path_data(path: Path, box: Box) -> str:
    """Return the path data in SVG, from the upper left of the box with y downwards.

    An arc that turns to the left has a sweep of 0 there (SVG 2, 9.5.1).
    """
    left, top = box[0], box[3]
    first = path.edges[0].start
    parts = [f"M{_mm(first[0] - left)} {_mm(top - first[1])}"]
    edges = path.edges
    if path.closed and not edges[-1].bulge:
        edges = edges[:-1]
    for edge in edges:
        end = f"{_mm(edge.end[0] - left)} {_mm(top - edge.end[1])}"
        if edge.bulge:
            radius = _mm(edge.radius)
            parts.append(f"A{radius} {radius} 0 0 {0 if edge.bulge > 0 else 1} {end}")
        else:
            parts.append(f"L{end}")
    return "".join(parts) + ("Z" if path.closed else "")


def _mm(value: float) -> str:
    """Write a length to a tenth of a micrometre, without an exponent."""
    return f"{value + 0.0:.4f}".rstrip("0").rstrip(".") if abs(value) >= 0.00005 else "0"
