"""Painted text can be read back, in order, every blank included."""

from __future__ import annotations

import pypdfium2
import pytest

from pnp.cardsvg import parse, strings
from pnp.imposition.page import Note, Page
from pnp.pdf import write_pdf
from pnp.pdf.inventory import fallbacks, joint_inventory
from pnp.units import Size

BARLOW = 'font-family="Barlow Semi Condensed, BIZ UDPGothic" font-weight="700" font-size="4"'


@pytest.fixture
def read(make_job):
    """Return the text of the first page as PDFium reads it, line by line."""

    def read(svg: str, **changes):
        document = pypdfium2.PdfDocument(write_pdf(make_job({"face": svg}, **changes)))
        try:
            page = document[0].get_textpage()
            return page.get_text_range().split("\r\n")
        finally:
            document.close()

    return read


def face(inner: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40">{inner}</svg>'


@pytest.mark.parametrize(
    "text",
    [
        "Highest card wins",
        "a b c d e f",
        "2 − 3 = −1",
        "No. 5 / 7: R7 O3 G1",
        "fi ffl AVATAR To.",
        "赤がいちばん強い。",
        "ページ No.1 ㌻ №",
        "札を 2 枚 draw する",
        "「いろは」〜『花』ー々",
        "Shichi ā ō ū é ß",
        "① ② ✓ →",
        "x" * 60,
    ],
)
def test_a_line_reads_back_as_it_was_written(read, text):
    assert read(face(f'<text x="1" y="10" {BARLOW}>{text}</text>')) == [text]


@pytest.mark.parametrize("spacing", [-0.08, 0.1, 0.3, 0.6])
def test_letter_spacing_leaves_blanks_as_they_are(read, spacing):
    text = "Red wins 赤の勝ち now"
    assert read(face(f'<text x="1" y="10" letter-spacing="{spacing}" {BARLOW}>{text}</text>')) == [text]


def test_changes_of_font_inside_a_line_do_not_break_it(read):
    inner = (
        f'<text x="1" y="10" {BARLOW}>Take <tspan font-family="EB Garamond" font-weight="700">seven</tspan> '
        '<tspan font-family="Oswald" fill="red">red</tspan> cards 七枚</text>'
    )
    assert read(face(inner)) == ["Take seven red cards 七枚"]


@pytest.mark.parametrize("anchor", ["start", "middle", "end"])
@pytest.mark.parametrize("family", ["Shippori Mincho", "Yuji Syuku", "BIZ UDPGothic"])
@pytest.mark.parametrize("text", ["十二単重", "「カードを、一枚。」ー", "花Red 7枚"])
def test_vertical_text_reads_back(read, anchor, family, text):
    y = {"start": 2, "middle": 20, "end": 38}[anchor]
    style = f'writing-mode="vertical-rl" text-anchor="{anchor}" font-family="{family}" font-size="2.5"'
    assert "".join(read(face(f'<text x="30" y="{y}" {style}>{text}</text>'))).replace(" ", "") == text.replace(" ", "")


def test_vertical_text_with_letter_spacing_reads_back(read):
    inner = (
        '<text x="30" y="2" writing-mode="vertical-rl" letter-spacing="1" font-family="Shippori Mincho" font-size="4">'
    )
    assert read(face(f"{inner}いろは札</text>")) == ["いろは札"]


def test_the_order_is_that_of_the_document(read):
    drawing = face(
        f'<text x="30" y="30" {BARLOW}>first</text><g opacity="0.5"><text x="1" y="10" {BARLOW}>second</text></g>'
        '<symbol id="s" viewBox="0 0 60 40"><path d="M0 0h1v1h1v1h1v1h1v1h1v1h1v1h1v1h1v1h1v1h1v1h1v1h1v1h1v1h1"/>'
        f'<text x="1" y="20" {BARLOW}>third</text></symbol><use href="#s" width="60" height="40"/>'
        f'<text x="1" y="35" {BARLOW} transform="rotate(-5)">fourth</text>'
    )
    assert (
        " ".join(read(drawing)).split() == list(strings(parse(drawing, "x"))) == ["first", "second", "third", "fourth"]
    )


def test_two_characters_that_share_a_glyph_are_told_apart(read, fonts):
    first, second = "\U00029fce", "\U00029fd7"
    glyphs = fonts.face("BIZ UDPGothic", 400).glyphs
    assert glyphs[ord(first)] == glyphs[ord(second)]
    text = f"{first}赤{second}{first}"
    assert read(face(f'<text x="1" y="10" font-family="BIZ UDPGothic" font-size="4">{text}</text>')) == [text]


def test_notes_read_back(read):
    for turn in (0, 90, 270):
        notes = (Note("Red 赤 · sheet 1 of 6", 30, 20, 3, turn, "middle"),)
        page = Page(1, 1, "single", Size(60, 40), (), (), notes)
        assert read(face(""), pages=(page,)) == ["Red 赤 · sheet 1 of 6"]


@pytest.mark.parametrize("anchor", ["start", "middle", "end"])
def test_what_is_measured_is_what_is_painted(make_job, fonts, anchor):
    stack = fonts.stack(("Barlow Semi Condensed", "BIZ UDPGothic"), 700)
    text, spacing = "Hand 手札H", 0.3
    width = stack.width(text, 4, spacing)
    left = {"start": 10, "middle": 30 - width / 2, "end": 50 - width}[anchor]
    x = {"start": 10, "middle": 30, "end": 50}[anchor]
    svg = face(f'<text x="{x}" y="20" text-anchor="{anchor}" letter-spacing="{spacing}" {BARLOW}>{text}</text>')
    document = pypdfium2.PdfDocument(write_pdf(make_job({"face": svg})))
    page = document[0].get_textpage()
    boxes = [page.get_charbox(index, loose=True) for index in range(page.count_chars())]
    document.close()
    assert boxes[0][0] * 25.4 / 72 == pytest.approx(left, abs=0.02)
    assert boxes[-1][2] * 25.4 / 72 == pytest.approx(left + width, abs=0.02)


def test_fallbacks_are_told_for_the_build_to_say(fonts):
    drawing = parse(face(f"<text {BARLOW}>Red 赤</text><text {BARLOW}>赤い</text>"), "x")
    assert [fallback.char for fallback in fallbacks(joint_inventory([drawing, drawing]), fonts)] == ["赤", "い"]
