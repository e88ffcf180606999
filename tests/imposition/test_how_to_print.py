"""The words on how to print: on the first sheet with any kind of backs, in a place of their own."""

from __future__ import annotations

from typing import Any

import pytest

from pnp.imposition import Note, Page, Printout, PrintWords, Segment, impose
from pnp.imposition.marks.notes import with_how_to_print
from pnp.imposition.sheet import SheetStrips
from pnp.imposition.strip import Strip
from pnp.model.sizes import CARDS, PAPERS

HOW = "Print at 100%. Double-sided, flip on long edge."
WORDS = PrintWords(
    how=lambda _printout: ((HOW,),),
    fold="fold here",
    front=lambda label, other: f"{label} with {other}",
    back=lambda label, other: f"{label} behind {other}",
    single=lambda label: f"{label} alone",
)


@pytest.mark.parametrize("backs", ["duplex", "separate", "gutterfold", "none"])
@pytest.mark.parametrize("card", ["poker", "mini", "tarot", "business", "square"])
@pytest.mark.parametrize("orientation", [None, "landscape"])
@pytest.mark.parametrize(("paper", "margin"), [("a4", 5.0), ("letter", 4.0)])
def test_the_first_page_says_it_clear_of_everything_else(
    geometry: Any, backs: str, card: str, orientation: str | None, paper: str, margin: float
) -> None:
    pieces = geometry.pieces(20, CARDS[card], orientation=orientation)
    options = geometry.options(PAPERS[paper], margin=margin, backs=backs, printing=WORDS)
    first = impose(pieces, options)[0]
    (words,) = (note for note in first.notes if note.text == HOW)
    box = geometry.note_box(words)
    others = [geometry.note_box(note) for note in first.notes if note is not words]
    others += [geometry.line_box(line) for line in first.segments]
    others += [geometry.trim_box(place) for place in first.placements]
    assert all(geometry.apart(box, other) for other in others)


def test_between_marks_that_reach_into_the_strip_there_is_room_for_words(geometry: Any) -> None:
    strip = Strip(4.0, 4.0, 207.9, 2.4, False)
    marks = tuple(Segment(x, 5.0, x, 9.0) for x in (74.0, 142.0, 210.0))
    label = Note("Game · cards · page 1 of 4", 4.0, 4.5, 2.12)
    page = Page(1, 1, "front", PAPERS["letter"], (), marks, (label,))
    options = geometry.options(PAPERS["letter"], margin=4.0, printing=WORDS)
    *_, words = with_how_to_print(page, SheetStrips(strip, None), options, Printout((), 1, 1, 0, folded=False)).notes
    left, _, right, _ = geometry.note_box(words)
    assert words.text == HOW
    assert left > 142.0 + 0.5
    assert right < 210.0 - 0.5
