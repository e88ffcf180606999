"""The boxes of pages, and what may not be on them."""

from __future__ import annotations

import pikepdf

from pnp.preflight.rules import Findings
from pnp.units import MM_PER_PT

_OFF = 0.01
"""In points: what is so little outside is rounding."""
_AGAIN = "write the file again as PDF/X, such as with pnp export --to pdfx"
Box = tuple[float, float, float, float]


def check_page(page: pikepdf.Page, number: int, found: Findings) -> Box:
    """The boxes of a page and its annotations; its media box in points."""
    media = _box(page, "/MediaBox", inherited=True)
    if media is None:
        found.tell("boxes", "the page has no size (MediaBox)", _AGAIN, number)
        return 0.0, 0.0, 0.0, 0.0
    trim, art = _box(page, "/TrimBox"), _box(page, "/ArtBox")
    if (trim is None) == (art is None):
        message = (
            "the page does not say where it is cut (TrimBox)" if trim is None else "the page has TrimBox and ArtBox"
        )
        found.tell("boxes", message, _AGAIN, number)
    bleed = _box(page, "/BleedBox")
    crop = _box(page, "/CropBox", inherited=True)
    for inner, outer, names in (
        (trim or art, bleed, "the trim leaves the bleed"),
        (trim or art, media, "the trim leaves the page"),
        (bleed, media, "the bleed leaves the page"),
        (trim or art, crop, "the trim leaves the CropBox"),
        (bleed, crop, "the bleed leaves the CropBox"),
    ):
        if inner is not None and outer is not None and not _inside(inner, outer):
            found.tell("nested-boxes", f"{names}: {_told(inner)} in {_told(outer)}", _AGAIN, number)
    _annotations(page, number, trim or art or media, found)
    if "/AA" in page.obj:
        found.tell("actions", "the page has actions", "take them out: paper does nothing", number)
    return media


def _annotations(page: pikepdf.Page, number: int, trim: Box, found: Findings) -> None:
    notes = page.obj.get("/Annots")
    for note in list(notes) if isinstance(notes, pikepdf.Array) else []:
        if not isinstance(note, pikepdf.Dictionary) or note.get("/Subtype") in (pikepdf.Name.TrapNet,):
            continue
        where = _numbers(note.get("/Rect"))
        if note.get("/Subtype") == pikepdf.Name.PrinterMark or where is None or _apart(where, trim):
            continue
        kind = str(note.get("/Subtype", "/?"))[1:]
        found.tell(
            "annotations", f"an annotation ({kind}) lies on the page", "take it out, or move it off the page", number
        )


def _box(page: pikepdf.Page, name: str, inherited: bool = False) -> Box | None:
    at: pikepdf.Object | None = page.obj
    for _ in range(50):
        if not isinstance(at, pikepdf.Dictionary):
            return None
        if name in at or not inherited:
            return _numbers(at.get(name))
        at = at.get("/Parent")
    return None


def _numbers(value: object) -> Box | None:
    if not isinstance(value, pikepdf.Array) or len(value) != 4:
        return None
    try:
        x1, y1, x2, y2 = (float(part) for part in value)
    except (TypeError, ValueError):
        return None
    return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def _inside(inner: Box, outer: Box) -> bool:
    return (
        inner[0] >= outer[0] - _OFF
        and inner[1] >= outer[1] - _OFF
        and inner[2] <= outer[2] + _OFF
        and inner[3] <= outer[3] + _OFF
    )


def _apart(one: Box, other: Box) -> bool:
    return one[2] <= other[0] or one[0] >= other[2] or one[3] <= other[1] or one[1] >= other[3]


def _told(box: Box) -> str:
    left, bottom, right, top = (part * MM_PER_PT for part in box)
    return f"{left:.1f}, {bottom:.1f} to {right:.1f}, {top:.1f} mm"
