"""Sheets of a kit that is being made: laid out at once, and each drawn alone as the kit prints it."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from pnp.build.build import build_kit
from pnp.build.options import BuildOptions
from pnp.model.sizes import paper
from pnp.pdfium import draw_scaled, open_document, open_page, open_text
from pnp.project.project import open_project
from pnp.studio.session import StudioSession
from pnp.studio.sheets import LaidSheets, SheetMaker
from pnp.studio.snapshot import DrawnKit
from pnp.studio.view import StudioRequest, View
from tests.studio.conftest import CARDS, Leaves, Watched, eventually

_PIXELS_PER_POINT = 110 / 72
_VISIBLE, _FEW = 20, 400
"""Difference of a pixel that is seen, and a few of the million pixels of a page: signs that a page repeats are smoothed
otherwise than those that it has once. Letters are compared by themselves."""


def _letters_and_picture(pdf: bytes) -> Callable[[int], tuple[str, Image.Image]]:
    """Return a function that gives the letters, in no order, and the picture of a page by its number."""

    def read(number: int) -> tuple[str, Image.Image]:
        with open_document(pdf) as document, open_page(document, number) as page:
            with open_text(page) as text:
                letters = "".join(sorted(text.get_text_bounded())).strip()
            return letters, draw_scaled(page, _PIXELS_PER_POINT).convert("L")

    return read


def _drawn(watched: Watched, after: int = 0) -> DrawnKit:
    """Wait for the whole kit of a later build."""
    watched.drawn(after)
    drawn = watched.session.drawn(watched.view)
    assert drawn is not None
    return drawn


def _names(laid: LaidSheets) -> list[str]:
    return [page["picture"] for page in laid.as_json(is_stale=False)["pages"]]


@pytest.mark.parametrize("view", [View(), View(ink="saver", paper=paper("letter"))], ids=["full", "saver"])
def test_a_page_drawn_alone_looks_as_in_the_kit(tmp_path: Path, view: View) -> None:
    definition = tmp_path / "games.toml"
    definition.write_text('[koka]\nextends = "shipped:koka"\n', encoding="utf-8")
    session = StudioSession(StudioRequest(definition, {}))
    session.open_view(view)
    session.start()
    try:
        maker = SheetMaker()
        laid = maker.sheets(view, _drawn(Watched(session, view)))
    finally:
        session.stop()
    project = open_project(definition)
    ink = None if view.ink == "full" else view.ink
    pdf = build_kit(project, project.game("koka"), BuildOptions(ink=ink, paper=view.paper)).pdf
    printed = list(map(_letters_and_picture(pdf), range(1, len(laid.job.pages) + 1)))
    assert len(printed) > 8
    for name, (letters, look) in zip(_names(laid), printed, strict=True):
        alone, picture = laid.pdf(name), maker.picture(name)
        assert alone is not None
        assert picture is not None
        assert _letters_and_picture(alone)(1)[0] == letters
        difference = ImageChops.difference(Image.open(BytesIO(picture)).convert("L"), look)
        assert sum(difference.histogram()[_VISIBLE:]) < _FEW, name


def test_a_save_changes_the_pictures_of_the_pages_that_print_it(watched: Watched, leaves: Leaves) -> None:
    rows = "".join(f"c{number},Card {number},Karte {number}\n" for number in range(30))
    (leaves.folder / "leaves.csv").write_text(CARDS + rows, encoding="utf-8")
    watched.wait(lambda snapshot: sum(len(shown.faces) for shown in snapshot.components) == 33)
    maker, first = SheetMaker(), _drawn(watched)
    before = _names(maker.sheets(watched.view, first))
    assert len(before) == len(set(before)) > 3
    assert _names(maker.sheets(watched.view, first)) == before
    leaves.edit("leaves.csv", "Card 29", "Card XXIX")
    after = _names(maker.sheets(watched.view, _drawn(watched, watched.snapshot.number)))
    assert after[:-1] == before[:-1]
    assert after[-1] != before[-1]
    assert maker.picture(before[-1]) is None
    assert maker.picture(before[0]) is not None


def test_the_sheets_of_two_views_are_both_there(watched: Watched) -> None:
    other = Watched(watched.session, View(ink="outline"))
    other.session.open_view(other.view)
    maker = SheetMaker()
    names = [_names(maker.sheets(page.view, eventually(lambda page=page: _drawn(page)))) for page in (watched, other)]
    assert set(names[0]).isdisjoint(names[1])
    assert all(maker.picture(name) for page_names in names for name in page_names)
