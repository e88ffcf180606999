"""``pnp calibrate`` writes the sheet, keeps what was read off it, and ``pnp build --printer`` prints with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2 as pdfium
import pytest

from tests.pdf.standards import broken

Run = Callable[..., Any]
FIGURES = "X10.5 Y10 A0.3 B0.3 C0.3 D0.3 E3.8 F3.8 G3.8 H3.8"


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "config"
    monkeypatch.setenv("PNP_CONFIG", str(folder))
    return folder / "printers.toml"


def text(file: Path) -> str:
    with pdfium.PdfDocument(file) as document:
        return " ".join(" ".join(page.get_textpage().get_text_range() for page in document).split())


@pytest.mark.parametrize(("lang", "phrase"), [("en", "Hold the sheet against"), ("ja", "明かりに透かします")])
@pytest.mark.parametrize("paper", ["a4", "letter", "a5", "a3"])
def test_the_sheet_says_how_to_read_it_and_what_to_type(
    pnp: Run, tmp_path: Path, lang: str, phrase: str, paper: str
) -> None:
    assert pnp("calibrate", "--paper", paper, "--lang", lang).out == "calibration.pdf\n"
    sheet_text = text(tmp_path / "calibration.pdf")
    assert "".join(phrase.split()) in "".join(sheet_text.split())
    assert "pnp calibrate --save" in sheet_text
    assert f"--paper {paper}" in sheet_text
    assert "--read" in sheet_text


def test_the_sheet_says_over_which_edge_and_with_which_offset_it_was_printed(pnp: Run, tmp_path: Path) -> None:
    assert pnp("calibrate", "--flip", "short", "--back-offset", "-2.5mm,1mm").status == 0
    sheet_text = text(tmp_path / "calibration.pdf")
    assert "double-sided, flip on short edge" in sheet_text
    assert "--flip short" in sheet_text
    assert "--back-offset -2.5mm,1mm" in sheet_text


def test_the_sheet_is_tagged_and_its_sentences_are_paragraphs(pnp: Run, tmp_path: Path) -> None:
    assert pnp("calibrate").status == 0
    file = tmp_path / "calibration.pdf"
    assert broken(file.read_bytes(), "ua1") == {}
    with pikepdf.open(file) as pdf:
        fronts, backs = pdf.Root.StructTreeRoot.K.K
        assert {str(part.S) for part in fronts.K} == {str(part.S) for part in backs.K} == {"/P"}
        assert len(fronts.K) >= 5 <= len(backs.K)


def test_a_printer_of_one_side_has_a_sheet_of_one_page(pnp: Run, tmp_path: Path) -> None:
    assert pnp("calibrate", "--single").status == 0
    with pdfium.PdfDocument(tmp_path / "calibration.pdf") as document:
        assert len(document) == 1
    assert "--read" not in text(tmp_path / "calibration.pdf")


def test_what_was_read_is_kept_and_told(pnp: Run, config: Path, tmp_path: Path) -> None:
    ran = pnp("calibrate", "--save", "Brother at home", "--read", FIGURES, "--across", "180mm", "--down", "249.5mm",
              "--margin", "4mm", "--flip", "short")  # fmt: skip
    assert ran.status == 0
    assert ran.out == (
        "Brother at home, a4: backs go 0.3 mm to the right and 0.2 mm down; everything is scaled to 100.00 % across "
        "and 100.20 % down; margin 4 mm; turned over the short edge; "
        "the figures tell offset, and agree within 0.00 mm\n"
    )
    assert str(config) in ran.err
    assert '[printers."Brother at home"."a4"]' in config.read_text(encoding="utf-8")
    assert "checked = true" in config.read_text(encoding="utf-8")
    assert [path.name for path in tmp_path.iterdir()] == ["config"]


def test_a_saved_printer_is_applied_by_name_and_as_the_default(pnp: Run, config: Path, tmp_path: Path) -> None:
    build = ("build", "red", "--only", "cards/red-7")
    assert pnp(*build).status == 0
    (file,) = (tmp_path / "output" / "red").glob("*.pdf")
    plain = file.read_bytes()
    assert pnp("calibrate", "--save", "Home", "--read", FIGURES).status == 0
    assert pnp(*build).status == 0
    assert file.read_bytes() == plain
    ran = pnp(*build, "--printer", "Home")
    assert "made for the printer Home" in ran.err
    mended = file.read_bytes()
    assert mended != plain
    assert pnp("calibrate", "--printer", "Home", "--default").out == "Home is the default printer\n"
    assert pnp(*build, "--json").json["kits"][0]["printer"] == "Home"
    assert file.read_bytes() == mended
    assert pnp(*build, "--printer", "none").status == 0
    assert file.read_bytes() == plain
    assert "the default printer, 'Home', was measured on a4 and not on letter" in pnp(*build, "--paper", "letter").err


def test_the_sheet_of_a_saved_printer_is_printed_with_what_it_needs(pnp: Run, config: Path, tmp_path: Path) -> None:
    pnp("calibrate")
    plain = (tmp_path / "calibration.pdf").read_bytes()
    pnp("calibrate", "--save", "Home", "--read", "X10 Y10 A0.3 B0.3 C3.9 D3.9 E0.2 F0.2 G3.9 H3.9")
    ran = pnp("calibrate", "--printer", "Home")
    assert "X and Y should read 10, and every scale 0" in ran.err
    assert (tmp_path / "calibration.pdf").read_bytes() != plain


def test_printers_are_listed_and_forgotten(pnp: Run, config: Path) -> None:
    assert "no printer is kept yet" in pnp("calibrate", "--list").err
    pnp("calibrate", "--save", "Home", "--back-offset", "0.5mm,-0.25mm", "--default")
    assert pnp("calibrate", "--list").out == "Home (default), a4: backs go 0.5 mm to the right and 0.25 mm down\n"
    listed = pnp("calibrate", "--list", "--json").json
    assert (listed["file"], listed["default"]) == (str(config), "Home")
    assert listed["printers"] == {"Home": {"a4": ["backs go 0.5 mm to the right and 0.25 mm down"]}}
    assert "did you mean 'Home'" in pnp("calibrate", "--forget", "home").err
    ran = pnp("calibrate", "--forget", "Home")
    assert ran.out == "Home is forgotten\n"
    assert "there is none now" in ran.err
    assert pnp("calibrate", "--list").out == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--save", "x"), "there is nothing to save"),
        (("--save", "none", "--margin", "3mm"), "'none' cannot be the name of a printer"),
        (("--save", " ", "--margin", "3mm"), "cannot be the name of a printer"),
        (("--save", "x", "--list"), "--save and --list do not go together"),
        (("--read", "A0.1 E0.1"), "--read is what you read off a sheet"),
        (("--default",), "--default goes with a printer"),
        (("--save", "x", "--out", "y.pdf", "--margin", "3mm"), "--save writes no sheet"),
        (("--printer", "x", "--back-offset", "1mm,1mm"), "--printer has an offset of its own"),
        (("--save", "x", "--margin", "300mm"), "--margin: 300 mm is more than 30 mm"),
        (("--save", "x", "--across", "170mm"), "--across, --down: a scale of 105.88 % is more than 2 % off"),
        (("--save", "x", "--down", "0mm"), "--down: 0mm is no length of a line"),
        (("--save", "x", "--read", "X10 Y10 A5 E0"), "scale A has the figures 0 to 4, and not 5"),
        (("--save", "x", "--read", "A1 E0"), "X and Y of the cross in the middle of the sheet are missing"),
        (("--save", "x", "--read", "X10 Y10 A+1 E0"), "'A+1' has a sign"),
        (
            ("--save", "x", "--read", "X12.5 Y10 A0.2 E0"),
            "X contradicts A: by them it is near 10.2 or 14.2, and not 12.5",
        ),
        (("--save", "x", "--read", "X10 Y10 A1 E0", "--paper", "50mm x 80mm"), "has no room for the scales"),
        (("--paper", "90mm x 140mm"), "has no room for the words"),
        (("--printer", "x"), "there is no printer 'x'"),
        (("--forget", "x"), "there is no printer 'x'"),
    ],
)
def test_what_cannot_be_done_is_told_and_nothing_written(
    pnp: Run, config: Path, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    ran = pnp("calibrate", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err
    assert list(tmp_path.iterdir()) == []


def test_a_back_that_is_off_by_more_than_half_a_pitch_is_mended_by_all_of_it(pnp: Run, config: Path) -> None:
    figures = "X7.5 Y10.5 A1.4 B1.4 C1.4 D1.4 E0.3 F0.3 G0.3 H0.3"
    ran = pnp("calibrate", "--save", "big", "--read", figures)
    assert "big, a4: backs go 2.6 mm to the left and 0.3 mm up" in ran.out
    assert "the lines were not measured" in ran.out


def test_a_profile_that_was_read_off_scales_alone_is_doubted_until_it_is_checked(pnp: Run, config: Path) -> None:
    config.parent.mkdir()
    old = '[printers.Home.a4]\nback-offset = "1.4mm,0.3mm"\n'
    config.write_text(old, encoding="utf-8")
    build = ("build", "red", "--only", "cards/red-7", "--printer", "Home")
    ran = pnp(*build)
    assert ran.status == 0
    assert "warning[unchecked-printer]: the printer 'Home' was measured by an earlier version" in ran.err
    assert f"write checked = true into its table in {config}" in " ".join(ran.err.split())
    assert "backs may be 4 mm off" in pnp("calibrate", "--list").out
    config.write_text(old + "checked = true\n", encoding="utf-8")
    assert "unchecked-printer" not in pnp(*build).err
    config.write_text(old + "checked = 1\n", encoding="utf-8")
    assert "printers.toml:3:11: error[bad-printers]: 1 is neither true nor false" in pnp(*build).err


def test_a_broken_file_is_told_and_never_written_over(pnp: Run, config: Path) -> None:
    config.parent.mkdir()
    config.write_text("[printers.a.a4]\nmargin = 4\n", encoding="utf-8")
    for arguments in (("calibrate", "--save", "b", "--margin", "3mm"), ("build", "red"), ("calibrate", "--list")):
        ran = pnp(*arguments)
        assert ran.status == 2
        assert "printers.toml:2:10: error[bad-printers]: 4 is not a length" in ran.err
    assert config.read_text(encoding="utf-8") == "[printers.a.a4]\nmargin = 4\n"


def test_where_nothing_may_be_kept_that_is_told(pnp: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PNP_CONFIG", "")
    ran = pnp("calibrate", "--save", "x", "--margin", "3mm")
    assert ran.status == 3
    assert "PNP_CONFIG of the environment is empty" in ran.err
