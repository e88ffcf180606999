"""Cut files as DXF: millimetres, y upwards from the lower left of the paper, a layer for each tool.

The library that writes them is an extra, so this module may not import.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from ezdxf import units
from ezdxf._options import options  # the public name is not exported for type checkers
from ezdxf.filemanagement import new
from ezdxf.layouts.layout import Modelspace

from pnp.cutting.paths import LAYERS, CutCircle, Layer, Shape
from pnp.cutting.sheets import CutSheet

COLOURS: Mapping[Layer, int] = {"cut": 1, "kiss": 3, "score": 5}
"""Red, green and blue of the AutoCAD colour index."""
PAPER, MARKS = "paper-not-cut", "marks-not-cut"
_GREY, _BLACK = 8, 7
_VERSION = "R2000"
"""The oldest version with a unit and with polylines as single entities. Every program that reads DXF reads it."""


def cut_dxf(sheet: CutSheet) -> bytes:
    """Return the sheet as a DXF drawing. Paper and marks are layers that are not plotted.

    The same sheet makes the same bytes.
    """
    with _without_clock():
        document = new(_VERSION, units=units.MM)
        document.header["$MEASUREMENT"] = 1
        for name, colour in ((PAPER, _GREY), *(((MARKS, _BLACK),) if sheet.marks else ())):
            document.layers.add(name, color=colour, plot=False)
        for layer in LAYERS:
            if sheet.of(layer):
                document.layers.add(layer, color=COLOURS[layer])
        modelspace = document.modelspace()
        width, height = sheet.paper.width, sheet.paper.height
        frame = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
        modelspace.add_lwpolyline(frame, close=True, dxfattribs={"layer": PAPER})
        for mark in sheet.marks:
            ends = [(mark.x1, mark.y1), (mark.x2, mark.y2)]
            modelspace.add_lwpolyline(ends, dxfattribs={"layer": MARKS, "const_width": mark.line_width})
        for layer in LAYERS:
            for shape in sheet.of(layer):
                _add(modelspace, shape)
        stream = io.StringIO()
        document.write(stream)
    return stream.getvalue().encode("utf-8")


def _add(modelspace: Modelspace, shape: Shape) -> None:
    attributes = {"layer": shape.layer}
    if isinstance(shape, CutCircle):
        modelspace.add_circle((shape.x, shape.y), shape.radius, dxfattribs=attributes)
        return
    points = [(*edge.start, edge.bulge) for edge in shape.edges]
    if not shape.closed:
        points.append((*shape.edges[-1].end, 0.0))
    modelspace.add_lwpolyline(points, format="xyb", close=shape.closed, dxfattribs=attributes)


@contextmanager
def _without_clock() -> Iterator[None]:
    """Keep times and random names out of the file; ezdxf would write them otherwise."""
    previous = options.write_fixed_meta_data_for_testing
    options.write_fixed_meta_data_for_testing = True
    try:
        yield
    finally:
        options.write_fixed_meta_data_for_testing = previous
