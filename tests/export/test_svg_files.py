"""Faces as SVG files open anywhere: away from the project, without its fonts, and as they are printed."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
import resvg_py
from PIL import Image, ImageOps

from pnp.build.build import build_kit
from pnp.build.options import BuildOptions
from pnp.cardsvg import Drawing, parse, project_images
from pnp.fonts import FontBook
from pnp.formats.svg import face_svg
from pnp.pdf import PrintJob, write_pdf
from pnp.project.project import open_shipped
from pnp.shipped import shipped
from tests.fonts.outlines import write_postscript
from tests.pdf.looking import FINER, PIXELS_PER_MM, TOLERANCE, coarse, single_pages, worst

FEATURES = Path(__file__).parents[1] / "pdf" / "features"
SHEETS = sorted(FEATURES.glob("*.svg"))
SVG, XLINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"
FONTS = FontBook([shipped("fonts")])


def drawn(svg: str, *fonts: Path) -> Image.Image:
    """Render an SVG text with resvg, with no fonts except those that are named, in no folder."""
    (wide,) = re.findall(r'<svg [^>]*width="([0-9.]+)mm"', svg)
    bare = re.sub(r' (width|height)="[0-9.]+mm"', "", svg)
    data = resvg_py.svg_to_bytes(
        svg_string=bare,
        width=round(float(wide) * PIXELS_PER_MM * FINER),
        skip_system_fonts=True,
        font_files=[str(path) for path in fonts],
        background="#ffffff",
    )
    return coarse(Image.open(io.BytesIO(bytes(data))).convert("RGB"))


def printed(face: Drawing, fonts: FontBook = FONTS) -> Image.Image:
    """The face as it is in a PDF."""
    pages = single_pages({"face": face})
    stack = fonts.stack((fonts.families[0],), 500)
    job = PrintJob(title="Test", language="en", faces={"face": face}, pages=pages, fonts=fonts, note_stack=stack)
    document = pypdfium2.PdfDocument(write_pdf(job))
    try:
        return coarse(document[0].render(scale=FINER * PIXELS_PER_MM * 25.4 / 72).to_pil().convert("RGB"))
    finally:
        document.close()


@cache
def printed_sheet(path: Path) -> Image.Image:
    """A sheet of features as it is in a PDF, printed once."""
    return printed(sheet(path))


def sheet(path: Path) -> Drawing:
    return parse(path.read_text(encoding="utf-8"), path.name, project_images(FEATURES.parent))


def face(body: str, images: Path | None = None) -> Drawing:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">{body}</svg>'
    return parse(svg, "face.svg", None if images is None else project_images(images))


def references(svg: str) -> set[str]:
    """Everything that a file refers to outside itself."""
    ids = {element.get("id") for element in ET.fromstring(svg).iter()}
    links = set(re.findall(r'(?:href|src)="([^"]*)"|url\(([^)]*)\)', svg))
    named = {(link or url).strip("'\"") for link, url in links}
    return {name for name in named if not name.startswith("data:image/") and name[1:] not in ids}


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_with_outlines_a_viewer_without_fonts_draws_what_is_printed(path: Path) -> None:
    svg = face_svg(sheet(path), FONTS, outlined=True)
    different, place = worst(drawn(svg), printed_sheet(path))
    assert different <= TOLERANCE, f"tile {place} differs by {different:.1f}"
    assert not re.search("<text|<tspan|font-", svg)
    assert references(svg) == set()


# resvg sets vertical text by the horizontal ascent instead of the font's vertical metrics.
@pytest.mark.parametrize("path", [path for path in SHEETS if path.stem != "vertical"], ids=lambda path: path.stem)
def test_with_its_fonts_at_hand_text_is_where_it_is_printed(path: Path) -> None:
    svg = face_svg(sheet(path), FONTS)
    different, place = worst(drawn(svg, *shipped("fonts").glob("*.ttf")), printed_sheet(path))
    assert different <= TOLERANCE, f"tile {place} differs by {different:.1f}"
    assert references(svg) == set()


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_a_face_that_was_left_on_disk_is_a_face_again(path: Path) -> None:
    again = parse(face_svg(sheet(path), FONTS), "left.svg", project_images(()))
    assert worst(printed(again), printed_sheet(path))[0] <= TOLERANCE / 2


def test_the_document_says_its_size_and_its_namespaces_and_nothing_unheard_of() -> None:
    root = ET.fromstring(face_svg(sheet(FEATURES / "text.svg"), FONTS, outlined=True))
    assert (root.tag, root.get("width"), root.get("height"), root.get("viewBox")) == (
        f"{SVG}svg",
        "60mm",
        "40mm",
        "0 0 60 40",
    )
    for element in root.iter():
        assert element.tag.startswith(SVG)
        strange = {key for key in element.attrib if ":" in key or (key.startswith("{") and not key.startswith(XLINK))}
        assert not strange


def test_no_picture_is_left_behind_and_each_is_there_once(tmp_path: Path) -> None:
    Image.new("RGB", (4, 2), "#c01030").save(tmp_path / "red.png")
    body = "".join(f'<image href="red.png" x="{x}" y="0" width="8" height="4"/>' for x in (0, 10, 20))
    (tmp_path / "elsewhere").mkdir()
    svg = face_svg(face(body, tmp_path), FONTS)
    (tmp_path / "red.png").unlink()
    assert svg.count("data:image/png;base64,") == 1
    assert references(svg) == set()
    assert drawn(svg).getpixel((25 * PIXELS_PER_MM, 2 * PIXELS_PER_MM)) == (0xC0, 0x10, 0x30)


def test_a_picture_that_is_shown_turned_is_turned_for_every_viewer(tmp_path: Path) -> None:
    # Fine enough that viewers need not smooth it.
    picture = Image.new("RGB", (800, 400), "#ffffff")
    picture.paste("#1040c0", (0, 0, 400, 400))
    turned = Image.Exif()
    turned[0x0112] = 6  # its left side is shown at the top
    picture.save(tmp_path / "photo.jpg", exif=turned, quality=95)
    drawing = face('<image href="photo.jpg" x="0" y="0" width="20" height="40"/>', tmp_path)
    shown = drawn(face_svg(drawing, FONTS))
    assert worst(shown, printed(drawing))[0] <= TOLERANCE
    red, _, blue = shown.getpixel((10 * PIXELS_PER_MM, 5 * PIXELS_PER_MM))
    assert (red < 60, blue > 150) == (True, True)


def test_a_picture_for_presses_is_written_in_colours_of_screens(tmp_path: Path) -> None:
    Image.new("CMYK", (20, 20), (0, 200, 200, 0)).save(tmp_path / "press.jpg", quality=95)
    drawing = face('<image href="press.jpg" x="0" y="0" width="40" height="40"/>', tmp_path)
    assert worst(drawn(face_svg(drawing, FONTS)), printed(drawing))[0] <= TOLERANCE


def test_outlines_say_what_they_are_and_names_of_icons_are_not_drawn() -> None:
    body = (
        '<text x="4" y="9" font-family="Oswald" font-weight="600" font-size="5">Ta &amp; So'
        '<tspan data-icon="">coin</tspan></text>'
    )
    svg = face_svg(face(body), FONTS, outlined=True)
    labels = [element.get("aria-label") for element in ET.fromstring(svg).iter() if element.get("aria-label")]
    assert labels == ["Ta & So"]
    assert 'fill="none"' in face_svg(face(body), FONTS)


def test_stroked_letters_overlap_in_the_order_in_which_they_are_printed() -> None:
    drawing = face(
        '<text x="2" y="25" font-family="Oswald" font-weight="600" font-size="20" letter-spacing="-3" fill="#fff" '
        'stroke="#102080" stroke-width="1">OOO</text>'
    )
    assert worst(drawn(face_svg(drawing, FONTS, outlined=True)), printed(drawing))[0] <= TOLERANCE


@pytest.mark.parametrize("apart", [0, 0.6])
def test_kerned_and_joined_letters_are_outlined_where_they_are_printed(apart: float) -> None:
    style = "style=\"font-feature-settings: 'kern', 'liga'\""
    drawing = face(
        f'<g font-family="EB Garamond" font-weight="700" font-size="6" letter-spacing="{apart}" {style}>'
        '<text x="2" y="10">AVATAR</text><text x="38" y="20" text-anchor="end">office To</text>'
        '<text x="20" y="30" text-anchor="middle">x\u0301y <tspan fill="#c00">fi</tspan> Ty.</text></g>'
    )
    assert worst(drawn(face_svg(drawing, FONTS, outlined=True)), printed(drawing))[0] <= TOLERANCE
    as_text = face_svg(drawing, FONTS)
    assert "'kern' 1" in as_text
    assert worst(printed(parse(as_text, "left.svg")), printed(drawing))[0] <= TOLERANCE / 2


@pytest.mark.parametrize("numbered", [False, True])
def test_postscript_outlines_are_drawn_across_and_downwards(tmp_path: Path, numbered: bool) -> None:
    write_postscript(shipped("fonts") / "ShipporiMincho-Bold.ttf", tmp_path / "kite.otf", "手札出A", numbered)
    book = FontBook([tmp_path])
    drawing = face(
        '<g font-family="Paper Kite" font-size="8"><text x="2" y="12" letter-spacing="0.5">手札A</text>'
        '<text x="33" y="4" writing-mode="vertical-rl">出A手</text></g>'
    )
    assert worst(drawn(face_svg(drawing, book, outlined=True)), printed(drawing, book))[0] <= TOLERANCE


def test_an_installed_font_is_found_that_goes_by_the_name_of_its_weight() -> None:
    drawing = face(
        '<text x="2" y="12" font-family="Barlow Semi Condensed" font-weight="500" font-size="9">Hand 72</text>'
        '<text x="2" y="25" font-family="Oswald" font-weight="600" font-size="9">Hand 72</text>'
    )
    svg = face_svg(drawing, FONTS)
    assert "font-family=\"'Barlow Semi Condensed Medium', 'Barlow Semi Condensed'\"" in svg
    installed = sorted(shipped("fonts").glob("*.ttf"))
    assert worst(drawn(svg, *installed), printed(drawing))[0] <= TOLERANCE


def test_a_family_without_italics_stands_upright_beside_one_that_has_them() -> None:
    families = "Barlow Semi Condensed, BIZ UDPGothic"
    body = f'<text x="2" y="12" font-family="{families}" font-weight="500" font-style="italic" font-size="9">Hi</text>'
    svg = face_svg(face(body), FONTS)
    assert "'Barlow Semi Condensed Medium', 'Barlow Semi Condensed', 'BIZ UDPGothic'" in svg


def test_the_comparison_can_fail() -> None:
    drawing = sheet(FEATURES / "text.svg")
    svg = face_svg(drawing, FONTS, outlined=True)
    moved = svg.replace("<path ", '<path transform="translate(0.3 0)" ')
    assert worst(drawn(moved), printed(drawing))[0] > TOLERANCE


@pytest.mark.parametrize("option", ["--svg", "--svg-outlines"])
def test_the_files_of_a_build_open_away_from_the_project(option: str, pnp: Callable[..., Any], tmp_path: Path) -> None:
    folder = tmp_path / "templates" / "deck"
    folder.mkdir(parents=True)
    (folder / "face.svg.j2").write_text(
        '<image href="newt.png" x="5" y="20" width="30" height="30"/>{{ line(card.title, 5, 12, 6) }}', encoding="utf-8"
    )
    (tmp_path / "games.toml").write_text(
        '[mine]\nengine = "deck"\ntitle = "Mine"\n[mine.decks]\nall = [{ id = "newt", title = "Newt" }]\n'
        '[mine.components.cards]\nkind = "cards"\ntitle = "cards"\ntemplate = "face"\nof = "all"\n',
        encoding="utf-8",
    )
    ImageOps.expand(Image.new("RGB", (90, 90), "#208040"), 5, "#000000").save(tmp_path / "newt.png")
    ran = pnp("build", "mine", option, "--quiet")
    assert ran.status == 0, ran.err
    (file,) = (tmp_path / "output").rglob("*.svg")
    svg = file.read_text(encoding="utf-8")
    assert references(svg) == set()
    assert ("<text" in svg) is (option == "--svg")
    assert drawn(svg).getpixel((20 * PIXELS_PER_MM, 35 * PIXELS_PER_MM)) == (0x20, 0x80, 0x40)


def test_a_picture_of_a_few_millimetres_is_printed_as_it_is_in_the_svg_file() -> None:
    project = open_shipped()
    kit = build_kit(project, project.game("kasane"), BuildOptions(only=("summary",)))
    face = next(face for face in kit.faces if "front" in face.id).drawing
    # The lady of the turn card: her lines would have to be four times as wide.
    left, top, _, _ = face.bounds
    corner = round(PIXELS_PER_MM * (47 - left)), round(PIXELS_PER_MM * (12 - top))
    box = (*corner, corner[0] + 9 * PIXELS_PER_MM, corner[1] + 6 * PIXELS_PER_MM)
    actual, expected = printed(face).crop(box), drawn(face_svg(face, FONTS, outlined=True)).crop(box)
    different, place = worst(actual, expected)
    assert different < 5, f"tile {place} differs by {different:.1f}"
