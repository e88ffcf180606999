"""The job of the benchmark: the faces are drawn, the CSV is what every contender reads, the files are looked into."""

from __future__ import annotations

import csv

import pikepdf
import pytest

from benchmarks.job import numbered_deck, one_changed, small_deck, write_csv
from benchmarks.peers import reportlab_deck
from benchmarks.project import GAME, make_project
from benchmarks.proof import fonts_not_embedded, missing_cards
from benchmarks.typeface import Typeface
from pnp.build.build import build_kit
from pnp.build.options import BuildOptions
from pnp.project.project import open_project
from pnp.shipped import shipped
from pnp.verify.readback import PrintedPdf

pytestmark = pytest.mark.kit

FONT = Typeface("Barlow Semi Condensed", shipped("fonts") / "BarlowSemiCondensed-Medium-latin.ttf", False)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("job")
    project = open_project(make_project(folder / "deck", small_deck(), 2, FONT))
    pdf = folder / "bench.pdf"
    pdf.write_bytes(build_kit(project, project.game(GAME), BuildOptions()).pdf)
    return pdf


def test_decks_hold_different_cards():
    assert len(set(small_deck())) == 49
    assert len(set(numbered_deck(1000))) == 1000
    before, after = small_deck(), one_changed(small_deck(), 10, 99)
    assert [a == b for a, b in zip(before, after, strict=True)].count(False) == 1


def test_copies_are_a_column_or_rows(tmp_path):
    column, rows = tmp_path / "column.csv", tmp_path / "rows.csv"
    write_csv(column, small_deck()[:2], copies=3)
    write_csv(rows, small_deck()[:2], copies=3, spell_out=True)
    assert [row["copies"] for row in csv.DictReader(column.read_text(encoding="utf-8").splitlines())] == ["3", "3"]
    numbers = [row["number"] for row in csv.DictReader(rows.read_text(encoding="utf-8").splitlines())]
    assert numbers == ["1", "1", "1", "2", "2", "2"]


def test_every_card_is_drawn_with_its_text_where_the_others_draw_it(built):
    with PrintedPdf(built.read_bytes(), "bench.pdf") as pdf:
        assert pdf.page_count == 11
        # The first card lies at the upper left of the sheet: 10.5 mm from the left, 16.5 mm from the top.
        assert pdf.text_in(1, (10.5, 192.5, 63, 30)).strip() == ""
        assert pdf.text_in(1, (10.5, 225, 63, 30)).strip() == "1"
        assert pdf.text_in(1, (15, 270, 20, 6)).strip() == "Red"


def test_the_proof_finds_what_is_there_and_what_is_not(built, tmp_path):
    write_csv(tmp_path / "rows.csv", small_deck(), copies=2, spell_out=True)
    assert missing_cards(built, tmp_path / "rows.csv") == 0
    write_csv(tmp_path / "other.csv", one_changed(small_deck(), 0, 99), copies=2, spell_out=True)
    assert missing_cards(built, tmp_path / "other.csv") == 2
    assert fonts_not_embedded(built) == []


def test_the_proof_finds_a_font_that_is_not_embedded(built, tmp_path):
    with pikepdf.open(built) as document:
        for item in document.objects:
            if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/FontDescriptor":
                del item["/FontFile2"]
        document.save(tmp_path / "bare.pdf")
    assert fonts_not_embedded(tmp_path / "bare.pdf")


def test_the_bare_run_draws_the_same_cards(tmp_path):
    write_csv(tmp_path / "rows.csv", small_deck(), spell_out=True)
    reportlab_deck.main(str(tmp_path / "rows.csv"), str(tmp_path / "bare.pdf"), str(FONT.file))
    assert missing_cards(tmp_path / "bare.pdf", tmp_path / "rows.csv") == 0
    assert fonts_not_embedded(tmp_path / "bare.pdf") == []
    with PrintedPdf((tmp_path / "bare.pdf").read_bytes(), "bare.pdf") as pdf:
        assert pdf.page_count == 6
        assert pdf.text_in(1, (10.5, 225, 63, 30)).strip() == "1"
        assert pdf.text_in(1, (15, 270, 20, 6)).strip() == "Red"
