"""Sheets of nets explain their lines once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pnp.imposition import FoldWords, Page, impose
from pnp.imposition.marks.notes import _SIZES as SIZES
from pnp.imposition.strip import note_box
from pnp.model.sizes import PAPERS
from pnp.units import Size

WORDS = FoldWords("cut", "mountain fold", "valley fold", "glue")
SAID = ["cut", "mountain fold", "valley fold", "glue"]


def said(page: Page) -> list[str]:
    return [note.text for note in page.notes if note.text in SAID]


@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "a5"])
@pytest.mark.parametrize("trim", [Size(60, 66), Size(100, 28)])
@pytest.mark.parametrize("pack", ["tight", "kind"])
def test_every_sheet_of_nets_explains_its_lines_once(geometry: Any, pack: str, paper: str, trim: Size) -> None:
    nets = geometry.pieces(61, trim, component="nets", back=None, bleed=0.0, cut="net")
    options = geometry.options(PAPERS[paper], signs=WORDS, pack=pack)
    pages = impose(geometry.pieces(1, back=None) + nets, options)
    with_nets = [page for page in pages if any(place.piece.cut == "net" for place in page.placements)]
    assert len(with_nets) > 1
    assert all(said(page) == SAID for page in with_nets)
    assert not any(said(page) for page in pages if page not in with_nets)
    assert (len(with_nets) < len(pages)) >= (pack == "kind")


def test_the_words_have_no_size_under_six_points_and_stand_clear_of_label_and_nets(geometry: Any) -> None:
    for paper in (PAPERS["a4"], PAPERS["a5"], Size(110, 160)):
        (page, *_) = impose(
            geometry.pieces(2, Size(60, 60), back=None, bleed=0.0, cut="net"), geometry.options(paper, signs=WORDS)
        )
        boxes = [note_box(note, geometry.width) for note in page.notes]
        assert min(note.size for note in page.notes if note.text in SAID) >= min(SIZES) == 2.12
        for place in page.placements:
            assert all(geometry.apart(geometry.trim_box(place), box) for box in boxes)
        signs = [box for note, box in zip(page.notes, boxes, strict=True) if note.text in SAID]
        for box in signs:
            assert all(geometry.apart(box, other) for other in boxes if other is not box)
            assert box[0] >= 0 and box[2] <= page.paper.width and box[1] >= 0 and box[3] <= page.paper.height


def test_a_sheet_explains_only_lines_that_its_nets_have(geometry: Any) -> None:
    nets = geometry.pieces(2, Size(60, 66), back=None, bleed=0.0, cut="net")
    plain = [replace(piece, lines=frozenset({"cut", "mountain", "tab"})) for piece in nets]
    (page,) = impose(plain, geometry.options(signs=WORDS))
    assert said(page) == ["cut", "mountain fold", "glue"]
    (page,) = impose([*plain[:1], replace(nets[1], lines=frozenset({"valley"}))], geometry.options(signs=WORDS))
    assert said(page) == SAID


def test_without_words_or_without_nets_nothing_is_explained(geometry: Any) -> None:
    nets = geometry.pieces(2, Size(60, 66), back=None, bleed=0.0, cut="net")
    assert not any(said(page) for page in impose(nets, geometry.options()))
    assert not any(said(page) for page in impose(geometry.pieces(2), geometry.options(signs=WORDS)))


def test_the_sheet_with_the_ruler_keeps_it_beside_the_signs(geometry: Any) -> None:
    nets = geometry.pieces(2, Size(60, 66), back=None, bleed=0.0, cut="net")
    (page,) = impose(nets, geometry.options(signs=WORDS))
    assert "100 mm" in {note.text for note in page.notes}
    assert said(page) == SAID


def test_the_dashes_of_a_sample_begin_and_end_with_it(geometry: Any) -> None:
    nets = geometry.pieces(2, Size(60, 66), back=None, bleed=0.0, cut="net")
    (page,) = impose(nets, geometry.options(signs=WORDS, ruler=False, marks="none"))
    folds = [mark for mark in page.segments if mark.line_width == 0.25]
    cuts = [mark for mark in page.segments if mark.line_width == 0.35]
    assert len(cuts) == 1 + 4
    sample = geometry.length(cuts[0])
    starts = sorted(min(mark.x1, mark.x2) for mark in folds)
    ends = sorted(max(mark.x1, mark.x2) for mark in folds)
    gap = max(range(1, len(starts)), key=lambda place: starts[place] - ends[place - 1])
    for first, last in ((0, gap - 1), (gap, len(starts) - 1)):
        assert ends[last] - starts[first] == pytest.approx(sample)
