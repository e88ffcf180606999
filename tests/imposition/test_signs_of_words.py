"""The small pictures before the words on how to print and how to cut."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

import pytest

from pnp.imposition import Note, Page, Printout, PrintWords, Segment, impose
from pnp.imposition.marks.notes import with_how_to_print
from pnp.imposition.marks.signs import SIGN_GAP, SignKind, sign_lines, sign_width
from pnp.imposition.options import PageRun
from pnp.imposition.sheet import SheetStrips
from pnp.imposition.strip import ASCENT, DESCENT, Strip
from pnp.model.sizes import PAPERS

HOW = "Print at 100%."
WORDS = PrintWords(
    how=lambda _printout: ((HOW,),),
    fold="fold here",
    front=lambda label, _other: label,
    back=lambda label, _other: label,
    single=lambda label: label,
)


def printed(geometry: Any, printout: Printout, length: float = 100.0, **options: Any) -> tuple[Note, list[Segment]]:
    """Return the words on printing in a strip of this length, and the lines of their sign."""
    page = Page(1, 1, "front", PAPERS["a4"], (), (), ())
    strips = SheetStrips(Strip(5.0, 5.0, length, 3.2, False), None)
    page = with_how_to_print(page, strips, geometry.options(printing=WORDS, **options), printout)
    return page.notes[0], list(page.segments)


def moved(lines: tuple[Segment, ...], x: float, y: float) -> list[tuple[float, ...]]:
    return [tuple(round(c, 6) for c in (line.x1 - x, line.y1 - y, line.x2 - x, line.y2 - y)) for line in lines]


@pytest.mark.parametrize(
    ("two_sided", "second_pass", "folded", "flip", "sign"),
    [
        (True, 0, False, "long", "flip-long"),
        (True, 0, False, "short", "flip-short"),
        (False, 3, False, "short", "flip-short"),
        (False, 0, False, "long", "single"),
        (False, 0, True, "long", None),
    ],
)
def test_the_sign_shows_the_edge_over_which_paper_is_flipped(
    geometry: Any, two_sided: bool, second_pass: int, folded: bool, flip: str, sign: SignKind | None
) -> None:
    run = PageRun(1, 4, "card", two_sided)
    note, lines = printed(geometry, Printout((run,), 4, 4, second_pass, folded), flip=flip)
    if sign is None:
        assert not lines
        return
    height = note.size * (ASCENT + DESCENT)
    left = note.x - sign_width(sign, height)
    drawn = sign_lines(sign, Strip(0.0, 0.0, 100.0, 3.2, False), 0.0, 0.0, height)
    assert moved(tuple(lines), left, 5.0) == moved(drawn, 0.0, 0.0)


@pytest.mark.parametrize("kind", get_args(SignKind))
@pytest.mark.parametrize("turned", [False, True])
def test_a_sign_stays_in_its_line_and_apart_from_its_words(kind: SignKind, turned: bool) -> None:
    strip, height = Strip(20.0, 10.0, 100.0, 3.2, turned), 2.8
    points = [
        point
        for line in sign_lines(kind, strip, 0.0, 0.0, height)
        for point in ((line.x1, line.y1), (line.x2, line.y2))
    ]
    along = [y - 10.0 if turned else x - 20.0 for x, y in points]
    across = [20.0 - x if turned else y - 10.0 for x, y in points]
    assert min(along) >= 0
    assert max(along) == pytest.approx(sign_width(kind, height) - SIGN_GAP * height)
    assert 0 <= min(across) <= max(across) <= height + 1e-9


def test_a_sentence_on_other_sheets_has_a_sign_of_its_own(geometry: Any) -> None:
    others = "Single-sided: p. 5."
    words = replace(WORDS, how=lambda _printout: ((HOW, others),))
    page = Page(1, 1, "front", PAPERS["a4"], (), (), ())
    strips = SheetStrips(Strip(5.0, 5.0, 150.0, 3.2, False), None)
    runs = PageRun(1, 4, "card", two_sided=True), PageRun(5, 5, "card", two_sided=False)
    page = with_how_to_print(page, strips, geometry.options(printing=words), Printout(runs, 5, 5, 0, folded=False))
    first, second = page.notes
    assert (first.text, second.text) == (HOW, others)
    height = first.size * (ASCENT + DESCENT)
    drawn = []
    for note, kind in ((first, "flip-long"), (second, "single")):
        strip = Strip(note.x - sign_width(kind, height), 5.0, 150.0, 3.2, False)
        drawn += sign_lines(kind, strip, 0.0, 0.0, height)
    assert moved(page.segments, 0.0, 0.0) == moved(tuple(drawn), 0.0, 0.0)
    left, _, right, _ = geometry.note_box(first)
    assert left < right < second.x - sign_width("single", height)


def test_words_without_room_for_a_sign_stand_alone(geometry: Any) -> None:
    printout = Printout((PageRun(1, 4, "card", two_sided=True),), 4, 4, 0, folded=False)
    wide, lines = printed(geometry, printout, 100.0)
    narrow, none = printed(geometry, printout, geometry.options().measure(HOW, wide.size) + 0.5)
    assert lines
    assert not none
    assert narrow.text == HOW


def test_scissors_stand_before_the_words_on_cutting(geometry: Any) -> None:
    options = geometry.options(cutting=lambda *_: ("Cut from mark to mark.",))
    page = impose(geometry.pieces(20), options)[0]
    plain = impose(geometry.pieces(20), replace(options, cutting=None))[0]
    (note,) = (note for note in page.notes if note.text.startswith("Cut"))
    lines = [line for line in page.segments if line not in plain.segments]
    assert lines
    box = geometry.note_box(note)
    others = [geometry.note_box(other) for other in page.notes] + [geometry.line_box(line) for line in plain.segments]
    for line in lines:
        assert max(line.x1, line.x2) < box[0]
        assert all(geometry.apart(geometry.line_box(line), other) for other in others)
