"""Printed widths of the lines of a file, through every form that it places."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator

import pikepdf

Matrix = tuple[float, float, float, float]
_STROKES = {"S", "s", "B", "B*", "b", "b*"}


def widths(data: bytes) -> Iterator[float]:
    """Return the printed width in points of every stroked line."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        known: dict[tuple[tuple[int, int], float], tuple[float, ...]] = {}
        for page in pdf.pages:
            yield from _widths(page, page.obj.Resources, 1.0, known)


def _widths(
    stream: object,
    resources: pikepdf.Object,
    scale: float,
    known: dict[tuple[tuple[int, int], float], tuple[float, ...]],
) -> tuple[float, ...]:
    line_widths = []
    width, saved = 1.0, []
    for operands, operator in pikepdf.parse_content_stream(stream):
        match str(operator):
            case "q":
                saved.append((scale, width))
            case "Q":
                scale, width = saved.pop()
            case "cm":
                scale *= _least(*(float(value) for value in operands[:4]))
            case "w":
                width = float(operands[0])
            case "Do":
                form = resources.XObject[str(operands[0])]
                if form.get("/Subtype") == "/Form":
                    key = form.objgen, round(scale, 6)
                    if key not in known:
                        known[key] = _widths(form, form.Resources, scale, known)
                    line_widths += known[key]
            case name if name in _STROKES:
                line_widths.append(width * scale)
    return tuple(line_widths)


def _least(a: float, b: float, c: float, d: float) -> float:
    half = (a * a + b * b + c * c + d * d) / 2
    return math.sqrt(max(0.0, half - math.sqrt(max(0.0, half * half - (a * d - b * c) ** 2))))
