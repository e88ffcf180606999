"""Where fonts come from: an index, or the name tables of a folder."""

from __future__ import annotations

import shutil
import tomllib

import pytest
from fontTools.ttLib import TTFont, newTable

from pnp.diagnostics import PnpError, TemplateError
from pnp.fonts import FontBook
from pnp.shipped import shipped

FONTS = shipped("fonts")


def test_the_index_says_what_the_files_say():
    indexed = tomllib.loads((FONTS / "fonts.toml").read_text(encoding="utf-8"))["font"]
    assert {entry["file"] for entry in indexed} == {path.name for path in FONTS.glob("*.ttf")}
    book = FontBook([FONTS])
    for entry in indexed:
        face = book.face(entry["family"], entry["weight"], entry.get("style", "normal"))
        assert face.path.name == entry["file"]
        with TTFont(face.path) as font:
            names, table = font["name"], font["OS/2"]
            assert entry["weight"] == table.usWeightClass
            assert (names.getDebugName(16) or names.getDebugName(1)).startswith(entry["family"])


def test_starting_up_opens_no_font_that_the_index_lists(tmp_path):
    (tmp_path / "fonts.toml").write_text(
        '[[font]]\nfile = "None.ttf"\nfamily = "None"\nweight = 400\n', encoding="utf-8"
    )
    (tmp_path / "None.ttf").write_text("no font", encoding="utf-8")
    book = FontBook([tmp_path])
    assert book.families == ("None",)
    with pytest.raises(TemplateError, match=r"None\.ttf.*this is not a TrueType or OpenType font"):
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
    "text",
    [
        "[[font]]\nfile = 3\n",
        '[[font]]\nfile = "../x.ttf"\nfamily = "x"\nweight = 400',
        "[[font",
        "font = 1",
        "a = " + "[" * 5_000,
        f"{'.'.join('a' * 5_000)} = 1",
    ],
    ids=["number", "outside", "open", "no-list", "deep-list", "deep-key"],
)
def test_a_wrong_index_is_an_error(tmp_path, text):
    (tmp_path / "fonts.toml").write_text(text, encoding="utf-8")
    with pytest.raises(PnpError, match=r"fonts\.toml"):
        FontBook([tmp_path])


@pytest.mark.parametrize(
    ("file", "hint"), [("Oswold.ttf", "did you mean 'Oswald.ttf'"), ("x.ttf", "put it beside fonts.toml")]
)
def test_a_file_of_the_index_that_is_not_there_is_an_error_at_its_line(tmp_path, file, hint):
    (tmp_path / "Oswald.ttf").touch()
    entries = [f'[[font]]\nfile = "{name}"\nfamily = "Oswald"\nweight = 400\n' for name in ("Oswald.ttf", file)]
    (tmp_path / "fonts.toml").write_text("".join(entries), encoding="utf-8")
    with pytest.raises(TemplateError, match=rf"fonts\.toml:6:1: .*there is no font file '{file}'(.|\n)*{hint}"):
        FontBook([tmp_path])


def test_a_file_that_is_no_font_is_an_error(tmp_path):
    (tmp_path / "x.ttf").write_bytes(b"not a font at all")
    with pytest.raises(TemplateError, match="not a TrueType or OpenType font"):
        FontBook([tmp_path])


@pytest.mark.parametrize("suffix", [".ttc", ".dfont"])
def test_fonts_that_cannot_be_embedded_are_an_error(tmp_path, suffix):
    (tmp_path / f"x{suffix}").write_bytes(b"ttcf")
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


def told(path, *, weight=400, style="normal", stretch=5, family="Kite", legacy=None):
    """A copy of a shipped font in ``path`` that says of itself what it is told to say."""
    with TTFont(FONTS / "Oswald-SemiBold-latin.ttf") as font:
        table = font["OS/2"]
        table.usWeightClass, table.usWidthClass = weight, stretch
        table.fsSelection = (table.fsSelection & ~1) | (style == "italic")
        names = font["name"]
        names.names = [record for record in names.names if record.nameID not in (1, 16, 21)]
        names.setName(legacy or family, 1, 3, 1, 0x409)
        names.setName(family, 16, 3, 1, 0x409)
        names.setName("凧", 16, 3, 1, 0x411)
        font.save(path)


def test_upright_is_taken_unless_italic_is_asked_for(tmp_path):
    told(tmp_path / "Kite-BoldItalic.ttf", weight=700, style="italic")
    told(tmp_path / "Kite-Italic.ttf", style="italic")
    told(tmp_path / "Kite-Regular.ttf")
    book = FontBook([tmp_path])
    assert book.face("Kite", 400).path.name == "Kite-Regular.ttf"
    assert book.face("Kite", 700).path.name == "Kite-Regular.ttf"
    assert book.face("Kite", 400, "italic").path.name == "Kite-Italic.ttf"
    assert book.face("Kite", 700, "italic").path.name == "Kite-BoldItalic.ttf"


def test_a_family_goes_by_every_name_that_its_files_give_it(tmp_path):
    told(tmp_path / "a.ttf", legacy="Kite")
    told(tmp_path / "b.ttf", weight=500, legacy="Kite Medium")
    book = FontBook([tmp_path])
    assert book.families == ("Kite",)
    assert [book.face(name, 400).path.name for name in ("kite", "凧", "Kite Medium")] == ["a.ttf", "a.ttf", "b.ttf"]


@pytest.mark.parametrize(("asked", "given"), [(100, 100), (75, 75), (60, 62.5), (80, 75), (112.5, 125), (200, 125)])
def test_the_nearest_width_is_taken(tmp_path, asked, given):
    for place, width in enumerate((2, 3, 5, 7)):
        told(tmp_path / f"{place}.ttf", stretch=width)
    assert FontBook([tmp_path]).face("Kite", 400, stretch=asked).stretch == given


def test_two_files_that_fit_equally_are_told_where_one_is_asked_for(tmp_path):
    told(tmp_path / "a.ttf")
    told(tmp_path / "b.ttf")
    told(tmp_path / "c.ttf", weight=700)
    book = FontBook([tmp_path])
    assert book.face("Kite", 700).path.name == "c.ttf"
    with pytest.raises(TemplateError, match=r"Kite 400 is a\.ttf and b\.ttf"):
        book.face("Kite", 400)


def test_a_style_that_a_family_has_not_is_an_error_and_in_a_stack_its_others_stand_upright(tmp_path):
    told(tmp_path / "a.ttf", style="italic")
    book = FontBook([tmp_path, FONTS])
    with pytest.raises(TemplateError, match="'Kite' has no upright face"):
        book.face("Kite", 400)
    with pytest.raises(TemplateError, match="'Oswald' has no italic face"):
        book.stack(("Oswald", "BIZ UDPGothic"), 600, "italic")
    styles = [face.style for face in book.stack(("Kite", "BIZ UDPGothic"), 400, "italic").faces]
    assert styles == ["italic", "normal"]


def test_an_index_may_say_style_width_and_other_names(tmp_path):
    (tmp_path / "fonts.toml").write_text(
        '[[font]]\nfile = "a.ttf"\nfamily = "Kite"\nweight = 400\nstyle = "italic"\nstretch = "condensed"\n'
        'names = ["凧"]\n',
        encoding="utf-8",
    )
    (tmp_path / "a.ttf").touch()
    face = FontBook([tmp_path]).face("凧", 400, "italic", 75)
    assert (face.style, face.stretch) == ("italic", 75.0)
