"""Where fonts come from: an index, or the name tables of a folder."""

from __future__ import annotations

import shutil
import tomllib

import pytest
from fontTools.ttLib import TTFont, newTable

from pnp.diagnostics import TemplateError
from pnp.fonts import FontBook
from pnp.shipped import shipped

FONTS = shipped("fonts")


def test_the_index_says_what_the_files_say():
    indexed = tomllib.loads((FONTS / "fonts.toml").read_text(encoding="utf-8"))["font"]
    assert {entry["file"] for entry in indexed} == {path.name for path in FONTS.glob("*.ttf")}
    book = FontBook([FONTS])
    for entry in indexed:
        face = book.face(entry["family"], entry["weight"])
        assert face.path.name == entry["file"]
        names, table = face.font["name"], face.font["OS/2"]
        assert entry["weight"] == table.usWeightClass
        assert (names.getDebugName(16) or names.getDebugName(1)).startswith(entry["family"])


def test_starting_up_opens_no_font_that_the_index_lists(tmp_path):
    (tmp_path / "fonts.toml").write_text(
        '[[font]]\nfile = "None.ttf"\nfamily = "None"\nweight = 400\n', encoding="utf-8"
    )
    book = FontBook([tmp_path])
    assert book.families == ("None",)
    with pytest.raises(TemplateError, match=r"None\.ttf.*cannot be read"):
        book.stack(("None",), 400).width("a", 1)


def test_a_folder_without_an_index_is_read_by_its_name_tables(tmp_path):
    shutil.copy(FONTS / "Oswald-SemiBold-latin.ttf", tmp_path / "mine.ttf")
    (tmp_path / "readme.txt").write_text("not a font", encoding="utf-8")
    face = FontBook([tmp_path]).face("oswald", 600)
    assert (face.family, face.weight, face.path.name) == ("Oswald", 600, "mine.ttf")


def test_the_earlier_folder_wins(tmp_path):
    shutil.copy(FONTS / "Oswald-SemiBold-latin.ttf", tmp_path / "mine.ttf")
    assert FontBook([tmp_path, FONTS]).face("Oswald", 600).path.name == "mine.ttf"
    assert FontBook([FONTS, tmp_path]).face("Oswald", 600).path.name == "Oswald-SemiBold-latin.ttf"


def test_a_folder_that_is_not_there_holds_no_fonts(tmp_path):
    assert FontBook([tmp_path / "none"]).families == ()


@pytest.mark.parametrize(("asked", "given"), [(400, 400), (500, 400), (550, 700), (700, 700), (900, 700), (100, 400)])
def test_the_nearest_weight_is_taken(asked, given):
    assert FontBook([FONTS]).face("BIZ UDPGothic", asked).weight == given


@pytest.mark.parametrize(
    "text", ["[[font]]\nfile = 3\n", '[[font]]\nfile = "../x.ttf"\nfamily = "x"\nweight = 400', "[[font"]
)
def test_a_wrong_index_is_an_error(tmp_path, text):
    (tmp_path / "fonts.toml").write_text(text, encoding="utf-8")
    with pytest.raises(TemplateError, match=r"fonts\.toml"):
        FontBook([tmp_path])


def test_a_file_that_is_no_font_is_an_error(tmp_path):
    (tmp_path / "x.ttf").write_bytes(b"not a font at all")
    with pytest.raises(TemplateError, match="not a TrueType font"):
        FontBook([tmp_path])


def test_fonts_that_cannot_be_embedded_are_an_error(tmp_path):
    (tmp_path / "x.otf").write_bytes(b"OTTO")
    with pytest.raises(TemplateError, match="cannot be embedded"):
        FontBook([tmp_path])


def test_a_variable_font_is_an_error(tmp_path):
    font = TTFont(FONTS / "Oswald-SemiBold-latin.ttf")
    axes = newTable("fvar")
    axes.axes, axes.instances = [], []
    font["fvar"] = axes
    font.save(tmp_path / "variable.ttf")
    font.close()
    with pytest.raises(TemplateError, match="variable font"):
        FontBook([tmp_path])
