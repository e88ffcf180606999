"""Every piece of every kit comes whole out of its sheets, with its back behind it, cut by a robot that sees only the
pages.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from itertools import cycle
from typing import Any, get_args

import pytest

from pnp.imposition import Page, Segment, impose
from pnp.model.print_options import Marks
from pnp.model.sizes import PAPERS
from pnp.units import Size
from tests.imposition.cutting import CannotCutError, cut_out
from tests.imposition.kits import KITS, Kit, kit_of

FULL = pytest.mark.full
STYLES = [style for style in get_args(Marks) if style != "none"]
BACKS = (("duplex", "long"), ("duplex", "short"), ("gutterfold", "long"), ("separate", "short"), ("none", "long"))
QUICK = {
    ("a4", "duplex", "long", None),
    ("letter", "gutterfold", "long", "bleed"),
    ("letter", "separate", "short", None),
}


@pytest.fixture(
    params=[pytest.param(one, marks=() if one in ("red", "night-garden") else pytest.mark.kit) for one in KITS],
)
def kit(request: pytest.FixtureRequest, made_once: Any) -> Kit:
    return kit_of(request.param, made_once)


@pytest.mark.parametrize(
    ("paper", "backs", "flip", "edge"),
    [
        pytest.param(paper, *how, edge, marks=() if (paper, *how, edge) in QUICK else FULL)
        for paper in ("a4", "letter")
        for how in BACKS
        for edge in (None, "bleed", "border")
    ],
)
def test_every_piece_of_a_kit_is_cut_out_whole(kit: Kit, paper: str, backs: Any, flip: Any, edge: str | None) -> None:
    packs = cycle(("tight", "kind") if paper == "a4" else ("kind", "tight"))
    for style, pack in zip(STYLES, packs, strict=False):
        options = kit.options(paper=PAPERS[paper], backs=backs, flip=flip, marks=style, pack=pack)
        pieces = kit.for_sheets(options, edge)
        pieces_cut = cut_out(impose(pieces, options), flip, seed=len(style))
        assert Counter(piece_cut.front.piece for piece_cut in pieces_cut) == Counter(pieces)
        for piece_cut in pieces_cut:
            behind = piece_cut.back and piece_cut.back.face
            assert (piece_cut.front.face, behind) == (piece_cut.front.piece.front, piece_cut.front.piece.back)


# Errors that the robot must report


def spoiled(pages: tuple[Page, ...], number: int, **fields: Any) -> list[Page]:
    return [replace(page, **fields) if page.number == number else page for page in pages]


def cards(geometry: Any, **more: Any) -> tuple[Page, ...]:
    return impose(geometry.pieces(9, **more), geometry.options(ruler=False, label=None))


def test_a_sheet_as_it_is_can_be_cut(geometry: Any) -> None:
    for edge in ("border", "bleed"):
        assert len(cut_out(cards(geometry, edge=edge), "long")) == 9


@pytest.mark.parametrize("shift", [(1.0, 0.0), (0.0, -1.0)])
def test_a_back_that_is_shifted_is_found(geometry: Any, shift: tuple[float, float]) -> None:
    pages = cards(geometry)
    moved = [replace(place, x=place.x + shift[0], y=place.y + shift[1]) for place in pages[1].placements]
    with pytest.raises(CannotCutError, match=r"the back of front-\d is off|2 backs behind front-\d"):
        cut_out(spoiled(pages, 2, placements=tuple(moved)), "long")


def test_a_back_on_its_head_is_found(geometry: Any) -> None:
    with pytest.raises(CannotCutError, match="not the right way up"):
        cut_out(cards(geometry), "short")


def test_every_mark_that_is_missing_is_found(geometry: Any) -> None:
    pages = cards(geometry)
    for number in range(len(pages[0].segments)):
        marks = pages[0].segments[:number] + pages[0].segments[number + 1 :]
        with pytest.raises(CannotCutError, match="no marks for the"):
            cut_out(spoiled(pages, 1, segments=marks), "long")


@pytest.mark.parametrize("side", [1, 2])
def test_a_line_in_the_art_of_a_card_is_found(geometry: Any, side: int) -> None:
    pages = cards(geometry)
    place = pages[side - 1].placements[4]
    line = Segment(place.x + 10, place.y, place.x + 10, place.y + 5)
    with pytest.raises(CannotCutError, match="a line on the"):
        cut_out(spoiled(pages, side, segments=(*pages[side - 1].segments, line)), "long")


def test_a_parting_line_through_a_piece_is_found(geometry: Any) -> None:
    tokens = geometry.pieces(12, Size(20, 20), cut="circle", back=None, component="tokens")
    pages = impose(tokens + geometry.pieces(5, back=None), geometry.options(ruler=False))
    assert len(pages) == 1
    assert len(cut_out(pages, "long")) == 17
    without = [line for line in pages[0].segments if geometry.length(line) < 50]
    assert len(without) < len(pages[0].segments)
    shifted = [
        line
        if geometry.length(line) < 50
        else replace(line, x1=line.x1 + 12, x2=line.x2 + 12, y1=line.y1 + 12, y2=line.y2 + 12)
        for line in pages[0].segments
    ]
    with pytest.raises(CannotCutError):
        cut_out(spoiled(pages, 1, segments=tuple(shifted)), "long")


# Numbers of sheets


def test_a_kit_takes_hardly_more_sheets_than_its_area(kit: Kit) -> None:
    options = kit.options()
    pieces, pages = kit.for_sheets(options), kit.pages(options)
    printable = (options.page.width - 10) * (options.page.height - 10)
    area: dict[object, float] = {}
    for piece in pieces:
        run = piece.stock, piece.back is None
        # Art over the edge of whole cards keeps them apart; little of it does not count.
        apart = 2 * piece.bleed if piece.edge == "bleed" and piece.cut == "card" else 0.0
        taken = (piece.trim.width + apart) * (piece.trim.height + apart)
        area[run] = area.get(run, 0.0) + min(taken, printable)
    bound = sum(math.ceil(covered / printable) for covered in area.values()) + 1
    assert len({page.sheet for page in pages}) <= bound


@pytest.mark.kit
def test_koka_takes_few_sheets(made_once: Any) -> None:
    taken = {}
    for name in ("koka", "koka with stickers"):
        kit = kit_of(name, made_once)
        pages = kit.pages(kit.options())
        taken[name] = len({page.sheet for page in pages}), len(pages)
    assert taken["koka"][0] <= 14
    assert taken["koka"][1] <= 24
    assert taken["koka with stickers"][0] <= 11
