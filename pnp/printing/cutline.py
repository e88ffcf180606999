"""The line along the trim that a cutting table follows: a spot colour of its own, on a layer of its own."""

from __future__ import annotations

from typing import Literal

from pnp.printing.document import Document, Source, number, numbers

CutShape = Literal["box", "circle"]
CUT_LINE = "CutContour"
"""The name by which cutting tables know the colour of the line."""
_SEPARATION = f"[/Separation/{CUT_LINE}/DeviceCMYK<</FunctionType 2/Domain[0 1]/C0[0 0 0 0]/C1[0 1 0 0]/N 1>>]"
"""On a screen it is magenta (ISO 32000-1, 8.6.6.4)."""
_OVER = "<</Type/ExtGState/OP true/op true/OPM 1>>"
"""The line takes nothing away from what lies beneath, should it be printed after all."""
_WIDTH = 0.1
"""In mm: a little more than a quarter of a point, the thinnest line that presses hold."""
_KAPPA = 4 * (2**0.5 - 1) / 3


def layer(document: Document) -> str:
    """A new layer for cut lines (ISO 32000-1, 8.11.2); returns its reference."""
    return document.add(Source(f"<</Type/OCG/Name({CUT_LINE})>>"))


def cut_line(shape: CutShape, trim: tuple[float, float, float, float], on: str | None) -> tuple[str, dict[str, str]]:
    """Operators for a line along ``trim`` (left, lower, right, upper in mm) or the circle in it, and the resources that
    they need. ``on`` is the reference of its layer, None for a file without layers."""
    left, bottom, right, top = trim
    path = f"{numbers(left, bottom, right - left, top - bottom)} re"
    if shape == "circle":
        path = _circle((left + right) / 2, (bottom + top) / 2, min(right - left, top - bottom) / 2)
    drawn = f"q /Over gs /{CUT_LINE} CS 1 SCN {number(_WIDTH)} w [] 0 d {path} S Q"
    resources = {"ColorSpace": f"<</{CUT_LINE} {_SEPARATION}>>", "ExtGState": f"<</Over {_OVER}>>"}
    if on is None:
        return drawn, resources
    return f"/OC /Cut BDC {drawn} EMC", resources | {"Properties": f"<</Cut {on}>>"}


def _circle(x: float, y: float, r: float) -> str:
    k = _KAPPA * r
    arcs = (
        (x + r, y + k, x + k, y + r, x, y + r),
        (x - k, y + r, x - r, y + k, x - r, y),
        (x - r, y - k, x - k, y - r, x, y - r),
        (x + k, y - r, x + r, y - k, x + r, y),
    )
    return f"{numbers(x + r, y)} m {' '.join(f'{numbers(*arc)} c' for arc in arcs)} h"
