"""The PDF file: valid, small, embedded, repeatable."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest

from pnp.cardsvg import ProfileArt, parse
from pnp.diagnostics import TemplateError
from pnp.fonts import FontBook
from pnp.imposition.page import Note, Page, Piece, Placement, Segment
from pnp.pdf import Attachment, PageBoxes, write_pdf
from pnp.units import Size

FACE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 69 94" width="69mm" height="94mm">'
    '<rect x="-3" y="-3" width="69" height="94" fill="#d7263d"/>'
    '<text x="31.5" y="55" font-family="Oswald" font-weight="600" font-size="30" text-anchor="middle">{}</text>'
    '<text x="5" y="10" font-family="Barlow Semi Condensed, BIZ UDPGothic" font-weight="700" font-size="5">{}</text>'
    "</svg>"
)


def opened(data: bytes) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(data))


def fonts_of(pdf: pikepdf.Pdf) -> list[pikepdf.Dictionary]:
    return [item for item in pdf.objects if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/Font"]


@pytest.fixture
def sheet_job(make_job):
    """Job of a sheet with the same card turned four ways, marks and a note, and a second page."""
    job = make_job({"red": FACE.format(7, "Red 赤"), "blue": FACE.format(6, "Blue")})
    piece = Piece("cards", "red-7", "red", None, Size(63, 88), 3, "bleed")
    places = tuple(
        Placement(piece, "red", "front", x, y, *((63, 88) if turn % 180 == 0 else (88, 63)), turn, (3, 3, 3, 3))
        for turn, x, y in ((0, 5, 5), (90, 75, 5), (180, 5, 100), (270, 75, 100))
    )
    pages = (
        Page(1, 1, "front", Size(210, 297), places, (Segment(5, 0, 5, 4),), (Note("Red 赤 · 1", 100, 280, 3),)),
        Page(2, 1, "back", Size(210, 297), (), (), ()),
    )
    return make_job(dict(job.faces), pages=pages, title="Red 赤", language="ja", author="A", keywords="k", subject="s")


def test_the_file_is_sound(sheet_job):
    data = write_pdf(sheet_job)
    assert data.startswith(b"%PDF-1.7")
    pdf = opened(data)
    assert pdf.check_pdf_syntax() == []
    assert len(pdf.pages) == 2
    assert [float(edge) for edge in pdf.pages[0].mediabox] == pytest.approx([0, 0, 595.2756, 841.8898], abs=1e-3)


def test_the_printer_is_told_not_to_scale_and_how_to_turn(sheet_job, make_job):
    pdf = opened(write_pdf(sheet_job))
    root = pdf.Root
    assert root.ViewerPreferences.PrintScaling == "/None"
    assert root.ViewerPreferences.Duplex == "/DuplexFlipLongEdge"
    assert str(root.Lang) == "ja"


@pytest.mark.parametrize(
    ("duplex", "sheets", "asked"),
    [
        ("long", [(1, "front"), (1, "back")], "/DuplexFlipLongEdge"),
        ("short", [(1, "front"), (1, "back"), (2, "front"), (2, "back")], "/DuplexFlipShortEdge"),
        ("short", [(1, "front"), (1, "back"), (2, "single")], "/DuplexFlipShortEdge"),
        ("long", [(1, "single"), (2, "front"), (2, "back")], None),
        ("long", [(1, "front"), (1, "back"), (2, "single"), (3, "single")], None),
        ("long", [(1, "single"), (2, "single")], "/Simplex"),
        ("none", [(1, "front"), (1, "back")], "/Simplex"),
        ("none", [(1, "single")], "/Simplex"),
    ],
)
def test_two_sides_are_asked_for_only_where_every_sheet_but_the_last_has_them(make_job, duplex, sheets, asked):
    pages = tuple(Page(number, sheet, side, Size(50, 50), ()) for number, (sheet, side) in enumerate(sheets, 1))
    pdf = opened(write_pdf(make_job({}, pages=pages, duplex=duplex)))
    assert pdf.Root.ViewerPreferences.get("/Duplex") == asked


def test_the_information_says_what_the_job_says(sheet_job, make_job):
    pdf = opened(write_pdf(sheet_job))
    info = pdf.docinfo
    assert {key: str(info[key]) for key in ("/Title", "/Author", "/Subject", "/Keywords", "/Creator")} == {
        "/Title": "Red 赤",
        "/Author": "A",
        "/Subject": "s",
        "/Keywords": "k",
        "/Creator": "pnp",
    }
    extra = opened(write_pdf(make_job({"a": FACE.format(1, "a")}, info={"PnpCode": "RED-1"})))
    assert str(extra.docinfo["/PnpCode"]) == "RED-1"


def test_pages_are_labelled_by_sheet_and_side(sheet_job):
    pdf = opened(write_pdf(sheet_job))
    assert [page.label for page in pdf.pages] == ["1 front", "1 back"]


def test_every_font_is_an_embedded_subset(sheet_job):
    pdf = opened(write_pdf(sheet_job))
    fonts = fonts_of(pdf)
    names = {str(font.BaseFont) for font in fonts}
    assert {name.partition("+")[2] for name in names} == {
        "Oswald-SemiBold",
        "BarlowSemiCondensed-Bold",
        "BarlowSemiCondensed-Medium",
        "BIZUDPGothic-Bold",
        "BIZUDPGothic-Regular",
    }
    for name in names:
        tag = name.partition("+")[0].lstrip("/")
        assert len(tag) == 6
        assert tag.isupper()
    assert len({name.partition("+")[0] for name in names}) == len(names)
    for font in fonts:
        if font.Subtype == "/CIDFontType2":
            file = font.FontDescriptor.FontFile2.read_bytes()
            assert int(font.FontDescriptor.FontFile2.Length1) == len(file)
            assert len(file) < 60_000
        else:
            assert font.Subtype == "/Type0"
            assert "/ToUnicode" in font


def test_there_is_no_helvetica(sheet_job):
    pdf = opened(write_pdf(sheet_job))
    buffer = io.BytesIO()
    pdf.save(buffer, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    assert b"Helvetica" not in buffer.getvalue()


def test_a_face_is_painted_once_for_all_its_copies(sheet_job):
    pdf = opened(write_pdf(sheet_job))
    forms = [item for item in pdf.objects if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Form"]
    assert len(forms) == 1, "one face is placed four times; the other is not placed at all"
    assert pdf.pages[0].Contents.read_bytes().count(b" Do") == 4


def test_a_face_that_is_placed_once_is_painted_into_its_page(make_job):
    pdf = opened(write_pdf(make_job({f"f{n}": FACE.format(n, "x") for n in range(5)})))
    assert not [item for item in pdf.objects if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Form"]
    assert all(b" Do" not in page.Contents.read_bytes() for page in pdf.pages)


def test_a_page_names_what_is_painted_into_it_and_no_more(make_job):
    picture = (Path(__file__).parent / "features" / "images.svg").read_text(encoding="utf-8")
    paled = '<svg viewBox="0 0 60 40"><rect width="9" height="9" opacity="0.4"/></svg>'
    shaded = (
        '<svg viewBox="0 0 60 40"><linearGradient id="g"><stop offset="0" stop-color="red"/>'
        '<stop offset="1" stop-color="blue"/></linearGradient><rect width="9" height="9" fill="url(#g)"/></svg>'
    )
    pdf = opened(write_pdf(make_job({"a": FACE.format(1, "x"), "b": paled, "c": shaded, "d": picture, "e": shaded})))
    named = [{str(kind) for kind in page.Resources} for page in pdf.pages]
    assert named == [{"/Font"}, {"/ExtGState"}, {"/Shading"}, {"/XObject", "/ExtGState"}, {"/Shading"}]
    assert pdf.pages[2].Resources.Shading.S1.objgen == pdf.pages[4].Resources.Shading.S1.objgen


def test_forms_share_one_resource_dictionary(make_job):
    job = make_job({f"f{n}": FACE.format(n, "x") for n in range(5)})
    pdf = opened(write_pdf(replace(job, pages=(*job.pages, *job.pages))))
    forms = [item for item in pdf.objects if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Form"]
    assert len(forms) == 5
    assert len({form.Resources.objgen for form in forms}) == 1


def test_symbols_are_shared_between_faces(make_job):
    star = "M5 0L6 4L10 4L7 6L8 10L5 8L2 10L3 6L0 4L4 4Z M1 1h1v1h-1z M8 1h1v1h-1z M1 8h1v1h-1z M8 8h1v1h-1z"
    face = (
        '<svg viewBox="0 0 60 40"><symbol id="s" viewBox="0 0 10 10"><path d="' + star + '"/></symbol>'
        '<rect width="{}" height="3"/><use href="#s" width="10" height="10" fill="{}"/></svg>'
    )
    pdf = opened(
        write_pdf(make_job({"a": face.format(1, "red"), "b": face.format(2, "red"), "c": face.format(3, "blue")}))
    )
    forms = [item for item in pdf.objects if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Form"]
    assert len(forms) == 2, "the symbol in two colours"


def test_an_image_is_kept_once(make_job):
    sheet = (Path(__file__).parent / "features" / "images.svg").read_text(encoding="utf-8")
    pdf = opened(write_pdf(make_job({"a": sheet, "b": sheet.replace("f4f1de", "ffffff")})))
    images = [item for item in pdf.objects if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Image"]
    masks = [image for image in images if "/SMask" in image]
    assert len(images) == 5 + 2, "five pictures and two soft masks"
    assert len(masks) == 2
    assert sum(image.get("/Filter") == "/DCTDecode" for image in images) == 1


def test_marks_are_plain_black(sheet_job):
    pdf = opened(write_pdf(sheet_job))
    content = pdf.pages[0].Contents.read_bytes().decode()
    assert "q 0 G 0 J" in content
    assert "0.1 w" in content
    assert "5 0 m 5 4 l S" in content


def test_a_page_that_holds_one_card_may_say_its_trim_and_bleed(make_job):
    boxes = {1: PageBoxes((3, 3, 66, 91), (0, 0, 69, 94))}
    pdf = opened(write_pdf(make_job({"a": FACE.format(1, "a")}, boxes=boxes)))
    page = pdf.pages[0]
    assert [float(edge) * 25.4 / 72 for edge in page.trimbox] == pytest.approx([3, 3, 66, 91], abs=0.001)
    assert [float(edge) * 25.4 / 72 for edge in page.BleedBox] == pytest.approx([0, 0, 69, 94], abs=0.001)


def test_attachments_can_be_taken_out(make_job):
    attachments = (
        Attachment("pnp-manifest.json", "application/json", "what was verified", b'{"format": 1}'),
        Attachment("赤.txt", "text/plain", "a note", "赤".encode()),
    )
    pdf = opened(write_pdf(make_job({"a": FACE.format(1, "a")}, attachments=attachments)))
    held = pdf.attachments
    assert set(held) == {"pnp-manifest.json", "赤.txt"}
    assert held["pnp-manifest.json"].get_file().read_bytes() == b'{"format": 1}'
    assert held["pnp-manifest.json"].get_file().mime_type == "application/json"
    assert held["pnp-manifest.json"].description == "what was verified"
    assert held["赤.txt"].get_file().read_bytes() == "赤".encode()
    assert len(pdf.Root.AF) == 2
    assert pdf.check_pdf_syntax() == []


def test_a_thousand_simple_faces_stay_below_a_megabyte(make_job):
    data = write_pdf(make_job({f"f{n}": FACE.format(n, f"Red {n}") for n in range(1000)}))
    assert len(data) < 1_000_000
    assert len(opened(data).pages) == 1000


def test_a_font_with_more_than_256_glyphs_stays_one_font(make_job):
    text = "".join(chr(code) for code in range(0x4E00, 0x5200))
    book = FontBook([Path(__file__).parents[2] / "fonts"])
    face = book.face("BIZ UDPGothic", 400)
    text = "".join(char for char in text if face.covers(char))
    assert len(text) > 300
    svg = '<svg viewBox="0 0 60 40"><text font-family="BIZ UDPGothic" font-size="1" y="5">' + text + "</text></svg>"
    pdf = opened(write_pdf(make_job({"a": svg})))
    assert sum(font.Subtype == "/CIDFontType2" for font in fonts_of(pdf)) == 1


def test_an_unknown_face_is_an_error(make_job):
    job = make_job({"a": FACE.format(1, "a")})
    with pytest.raises(KeyError):
        write_pdf(make_job({"b": FACE.format(1, "b")}, pages=job.pages))


def test_a_missing_glyph_is_an_error_with_its_place(make_job):
    svg = FACE.format(1, "x").replace(">x<", ">✗<")
    with pytest.raises(TemplateError) as caught:
        write_pdf(make_job({"card": svg}))
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "missing-glyph"
    assert diagnostic.location.file == "card.svg"
    assert diagnostic.location.source[diagnostic.location.column - 1 :].startswith("<text x=")
    assert "U+2717" in diagnostic.message


def test_a_missing_glyph_inside_a_symbol_is_placed_in_the_face_at_hand(make_job):
    symbol = '<symbol id="s" viewBox="0 0 9 9"><text font-family="Oswald" font-size="3">赤</text></symbol>'
    use = '<use href="#s" width="1" height="1"/>'
    for face in (f"<svg viewBox='0 0 9 9'>{symbol}{use}</svg>", f"<svg viewBox='0 0 9 9'>\n\n  {symbol}{use}</svg>"):
        with pytest.raises(TemplateError) as caught:
            write_pdf(make_job({"card": face}))
        place = caught.value.diagnostics[0].location
        assert place.line == face.count("\n") + 1
        assert place.source[place.column - 1 :].startswith("<text")


def test_a_missing_glyph_inside_art_is_placed_at_its_use(make_job):
    sign = '<svg viewBox="0 0 9 9"><text font-family="Oswald" font-size="3">赤</text></svg>'
    face = "<svg viewBox='0 0 9 9'>\n  <use href=\"#sign\" width='1' height='1'/></svg>"
    with pytest.raises(TemplateError) as caught:
        write_pdf(make_job({"card": parse(face, "card.svg", None, {"sign": ProfileArt(sign, "sign.svg")})}))
    place = caught.value.diagnostics[0].location
    assert (place.file, place.line, place.column) == ("card.svg", 2, 3)


SCRIPT = """
import hashlib, os, sys
from dataclasses import replace
from pathlib import Path
root = Path(sys.argv[1])
from pnp.cardsvg import parse, project_images
from pnp.fonts import FontBook
from pnp.imposition.page import Page, Piece, Placement
from pnp.pdf import Attachment, PrintJob, write_pdf
from pnp.units import Size
fonts = FontBook([root / "fonts"])
features = sorted((root / "tests/pdf/features").glob("*.svg"))
faces = {path.stem: parse(path.read_text(encoding="utf-8"), path.name, project_images(root)) for path in features}
pages = tuple(
    Page(n, n, "single", Size(60, 40), (
        Placement(Piece("c", name, name, None, Size(60, 40), 0, "bleed"), name, "front", 0, 0, 60, 40, 0, (0,) * 4),))
    for n, name in enumerate(faces, 1)
)
job = PrintJob("t", "en", faces, pages, fonts, fonts.stack(("Oswald",), 600),
               attachments=(Attachment("a.json", "application/json", "d", b"{}"),), info={"B": "1", "A": "2"})
print(hashlib.sha256(write_pdf(job)).hexdigest())
"""


def test_the_same_job_gives_the_same_bytes_everywhere(tmp_path):
    root = Path(__file__).parents[2]
    digests = set()
    for seed, zone, folder, locale in (("0", "UTC", tmp_path, "C.UTF-8"), ("1", "Asia/Tokyo", root, "C")):
        environment = {
            **os.environ,
            "PYTHONPATH": str(root),
            "PYTHONHASHSEED": seed,
            "TZ": zone,
            "LC_ALL": locale,
            "SOURCE_DATE_EPOCH": str(int(seed) * 1_000_000_000),
        }
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, str(root)],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        digests.add(done.stdout.strip())
    assert len(digests) == 1
