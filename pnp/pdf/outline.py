"""Bookmarks: where what begins in a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pnp.pdf.objects.document import Document, Source
from pnp.records import dataclass


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A title in the outline, and the number of the page that it leads to."""

    title: str
    page: int


def outline(document: Document, bookmarks: Sequence[Bookmark], pages: Mapping[int, str]) -> str:
    """The catalog's entry for ``bookmarks``; empty where there are none. ``pages`` are the references of pages by their
    numbers (ISO 32000-1, 12.3.3)."""
    if not bookmarks:
        return ""
    root = Source("")
    top = document.add(root)
    items = [Source("") for _ in bookmarks]
    places = [document.add(item) for item in items]
    for index, (item, mark) in enumerate(zip(items, bookmarks, strict=True)):
        before = f"/Prev {places[index - 1]}" if index else ""
        after = f"/Next {places[index + 1]}" if index + 1 < len(places) else ""
        title = document.text(mark.title)
        item.source = f"<</Title{title}/Parent {top}{before}{after}/Dest[{pages[mark.page]}/Fit]>>"
    root.source = f"<</Type/Outlines/First {places[0]}/Last {places[-1]}/Count {len(places)}>>"
    return f"/Outlines {top}"
