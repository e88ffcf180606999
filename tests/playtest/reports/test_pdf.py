"""The PDF of a report says what the tables say, as text, with a structure, and in the fonts of the program."""

from __future__ import annotations

import io
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

from pnp.diagnostics import PnpError, WriteError
from pnp.playtest.figures import figures_of
from pnp.playtest.plan import GameReference, Plan
from pnp.playtest.reports.finished import PlayedTest
from pnp.playtest.reports.in_short import in_short
from pnp.playtest.reports.pdf import report_pdf, write_pdf_report
from pnp.playtest.reports.tables import tables_of
from pnp.playtest.tally import play_games
from tests.pdf.standards import Profile, broken


@cache
def _test() -> PlayedTest:
    plan = Plan(
        GameReference("red7", shipped=True), 2, 8, details=True, restricted=True, choices=True, misreadings=True
    )
    tally = play_games(plan.game.open(2), plan.bots(), range(8), plan.details_to_count())
    return PlayedTest(plan, "digest", figures_of(tally, 2), False, tally)


def _text(data: bytes, pages: slice = slice(None)) -> str:
    document = pypdfium2.PdfDocument(data)
    texts = [page.get_textpage().get_text_range() for page in document]
    return " ".join(" ".join(texts[pages]).split())


def test_each_cell_of_each_table_can_be_read_back() -> None:
    text = _text(report_pdf([_test()]))
    for table in tables_of(_test()):
        assert table.title in text and table.text in text
        for row in (*table.rows, *table.further):
            assert " ".join(" ".join(cell or "–" for cell in row).split()) in text


def test_the_first_page_is_the_one_to_read_first() -> None:
    other = replace(_test(), plan=replace(_test().plan, game=_test().plan.game.changed("hand", "5")))
    text = _text(report_pdf([_test(), other]), slice(1))
    assert text.startswith("Playtest of shipped:red7, shipped:red7, hand = 5 ")
    for sentence in in_short(_test(), tables_of(_test())):
        assert text.count(sentence) == 2


def _elements(element: Any) -> list[tuple[str, Any]]:
    kids = element.get("/K", ())
    kids = kids if isinstance(kids, pikepdf.Array) else [kids]
    below = [one for kid in kids if isinstance(kid, pikepdf.Dictionary) and "/S" in kid for one in _elements(kid)]
    return [(str(element.get("/S", "")), element), *below]


@pytest.mark.parametrize("profile", ["3b", "ua1"])
def test_it_keeps_the_standards_of_files_that_last_and_can_be_read_aloud(profile: Profile) -> None:
    assert broken(report_pdf([_test()]), profile) == {}


def test_it_has_a_title_a_language_and_tables_with_heads() -> None:
    with pikepdf.open(io.BytesIO(report_pdf([_test()]))) as document:
        root = document.Root
        assert str(document.docinfo["/Title"]) == "Playtest of shipped:red7"
        assert str(root.Lang) == "en" and bool(root.MarkInfo.Marked)
        elements = _elements(root.StructTreeRoot.K)
        kinds = [kind for kind, _ in elements]
        assert kinds.count("/H1") == 1
        plots = [element for kind, element in elements if kind == "/Figure"]
        assert [str(plot.Alt).split(":")[0] for plot in plots][:3] == ["Results", "Rounds", "Who leads, and who wins"]
        tables = [element for kind, element in elements if kind == "/Table"]
        for table in tables:
            rows = [[str(kid.S) for kid in row.K] for row in table.K]
            assert set(rows[0]) == {"/TH"} and {len(row) for row in rows} == {len(rows[0])}
            assert all(row[0] == "/TH" and set(row[1:]) == {"/TD"} for row in rows[1:])
        scopes = {str(element.A.Scope) for kind, element in elements if kind == "/TH"}
        assert scopes == {"/Column", "/Row"}
        wanted = sum(len(table.rows) + len(table.further) for table in tables_of(_test()))
        assert sum(len(table.K) - 1 for table in tables) == wanted
        assert not any(page.get_images() for page in document.pages)


def test_a_japanese_name_has_glyphs_and_one_without_a_font_is_told() -> None:
    named = replace(_test(), plan=replace(_test().plan, game=GameReference("花札の試し")))
    assert "Playtest of 花札の試し" in _text(report_pdf([named]))
    with pytest.raises(PnpError, match="DEVANAGARI LETTER KHA"):
        report_pdf([replace(_test(), plan=replace(_test().plan, game=GameReference("खेल")))])


def test_the_same_tests_give_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "red.pdf"
    write_pdf_report(path, [_test()])
    before = path.read_bytes()
    assert before == report_pdf([_test()])

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch, pytest.raises(WriteError, match="no space left"):
        patch.setattr("os.fsync", full)
        write_pdf_report(path, [_test(), _test()])
    assert path.read_bytes() == before
