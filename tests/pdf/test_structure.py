"""Structure of a tagged file: figures, headings, paragraphs, lists, languages, bookmarks."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from typing import Any

import pikepdf
import pypdfium2
import pytest

from pnp.diagnostics import TemplateError
from pnp.imposition.page import Note, Page, Piece, Placement, Segment
from pnp.pdf import Bookmark, Caption, write_pdf
from pnp.units import Size
from tests.pdf.standards import broken

CARD = '<svg viewBox="0 0 20 30"><rect width="20" height="30" fill="#123456"/>{}</svg>'
LINE = '<text x="{}" y="{}" font-family="Barlow Semi Condensed, BIZ UDPGothic" font-size="3">{}</text>'


def line(text: str, y: float = 5, x: float = 2) -> str:
    return LINE.format(x, y, text)


def elements(data: bytes) -> list[tuple[int, str, str]]:
    """Return the elements of the structure in reading order: their depth, type and alternative text."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        return list(_walk(pdf.Root.StructTreeRoot.K, 0))


def _walk(element: Any, depth: int) -> Iterator[tuple[int, str, str]]:
    yield depth, str(element.S)[1:], str(element.get("/Alt", ""))
    kids = element.K if isinstance(element.K, pikepdf.Array) else [element.K]
    for kid in kids:
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            yield from _walk(kid, depth + 1)


def kinds(data: bytes) -> list[str]:
    """Return the types of elements below the section of each page."""
    return [kind for _, kind, _ in elements(data) if kind not in ("Document", "Sect")]


@pytest.fixture
def page_of(make_job: Callable[..., Any]) -> Callable[[str], bytes]:
    """Return a file of one tagged page."""

    def make(body: str, language: str = "en") -> bytes:
        svg = f'<svg viewBox="0 0 60 40">{body}</svg>'
        return write_pdf(make_job({"rules": svg}, captions={"rules": Caption("rules", language)}, language=language))

    return make


def placed(make_job: Callable[..., Any], **changes: Any) -> bytes:
    """Return a sheet with a card twice and another once, on its side, and a mark and a label."""
    cards = [("red", 5, 5, 0), ("red", 30, 5, 0), ("blue", 60, 5, 90)]
    piece = Piece("cards", "c", "c", None, Size(20, 30), 0, "border")
    places = tuple(
        Placement(piece, name, "front", x, y, *((20, 30) if not turn else (30, 20)), turn, (0,) * 4)
        for name, x, y, turn in cards
    )
    page = Page(1, 1, "single", Size(100, 50), places, (Segment(0, 5, 3, 5),), (Note("Label", 5, 45, 3),))
    faces = {"red": CARD.format(line("7")), "blue": CARD.format(line("桜"))}
    captions = {"red": Caption("cards: 7", "en"), "blue": Caption("cards: 桜", "ja")}
    return write_pdf(make_job(faces, pages=(page,), **{"captions": captions, **changes}))


def test_every_face_is_a_figure_that_says_its_card(make_job: Callable[..., Any]) -> None:
    data = placed(make_job)
    assert elements(data) == [
        (0, "Document", ""),
        (1, "Sect", ""),
        (2, "Figure", "cards: 7"),
        (2, "Figure", "cards: 7"),
        (2, "Figure", "cards: 桜"),
        (2, "P", ""),
    ]
    assert broken(data, "ua1") == {}
    with pikepdf.open(io.BytesIO(data)) as pdf:
        first = pdf.Root.StructTreeRoot.K.K[0].K[0]
        box = [float(edge) * 25.4 / 72 for edge in first.A.BBox]
        assert box == pytest.approx([5, 5, 25, 35], abs=0.001)
        owners = pdf.Root.StructTreeRoot.ParentTree.Nums
        assert [str(owner.get("/Alt", owner.S)) for owner in owners[1]] == ["cards: 7", "cards: 7", "cards: 桜", "/P"]


def test_a_face_without_a_caption_is_refused(make_job: Callable[..., Any]) -> None:
    with pytest.raises(KeyError):
        placed(make_job, captions={"red": Caption("cards: 7", "en")})


def test_marks_are_no_content_and_notes_are_paragraphs(make_job: Callable[..., Any]) -> None:
    with pikepdf.open(io.BytesIO(placed(make_job))) as pdf:
        inside: list[str] = []
        painted: dict[str, list[str]] = {}
        for operands, operator in pikepdf.parse_content_stream(pdf.pages[0]):
            if str(operator) in ("BDC", "BMC"):
                inside.append(str(operands[0]))
            elif str(operator) == "EMC":
                inside.pop()
            elif str(operator) in ("Do", "S", "Tj"):
                painted.setdefault(str(operator), []).append(inside[0])
        # A face that is placed twice is a form; a face that is placed once is painted here.
        assert painted == {"Do": ["/Figure"] * 2, "S": ["/Artifact"], "Tj": ["/Figure", "/P"]}


def test_a_face_in_another_language_is_marked(make_job: Callable[..., Any]) -> None:
    with pikepdf.open(io.BytesIO(placed(make_job))) as pdf:
        spans = [
            str(operands[1].Lang)
            for operands, operator in pikepdf.parse_content_stream(pdf.pages[0])
            if str(operator) == "BDC" and str(operands[0]) == "/Span"
        ]
        assert spans == ["ja", "ja"], "the figure, and its words"


@pytest.mark.parametrize(("language", "marked"), [("en", 1), ("ja", 0), ("de", 1)])
def test_japanese_words_among_others_are_marked(language: str, marked: int, make_job: Callable[..., Any]) -> None:
    job = make_job({"a": CARD.format(line("桜") + line("Sakura", 9))}, language=language)
    with pikepdf.open(io.BytesIO(write_pdf(job))) as pdf:
        assert pdf.pages[0].Contents.read_bytes().count(b"/Span<</Lang(ja)>>BDC") == marked


PAGE = (
    '<rect width="60" height="40" fill="#eeeeee"/>'
    f'<g data-tag="title"><rect width="60" height="8"/><g>{line("Red", 4)}</g>{line("a game", 7)}</g>'
    f'<g data-tag="h2">{line("Your turn", 12)}</g><g data-tag="p">{line("Draw a", 15)}{line("card.", 18)}</g>'
    f'<g data-tag="item" data-list="decimal" data-item="1"><g data-tag="label">{line("1", 21)}</g>'
    f'<g data-tag="body">{line("one", 21, 9)}</g></g>'
    f'<g data-tag="item" data-list="decimal" data-item="2"><g data-tag="label">{line("2", 24)}</g>'
    f'<g data-tag="body">{line("two", 24, 9)}</g></g>'
    f'<g data-tag="item" data-list="decimal" data-item="1"><g data-tag="body">{line("three", 27, 9)}</g></g>'
    f'<g data-tag="figure"><rect y="28" width="3" height="3"/>{line("seven", 30)}{line("eight", 31, 20)}</g>'
    '<g data-tag="figure"><rect y="32" width="3" height="3"/></g>'
    '<g data-tag="figure" data-alt="QR: X"><rect y="34" width="3" height="3"/></g>'
    f'<g data-tag="artifact">{line("1 / 2", 38)}</g>{line("more", 39)}'
)


def test_a_page_says_its_headings_paragraphs_lists_and_figures(page_of: Callable[..., bytes]) -> None:
    data = page_of(PAGE)
    assert elements(data)[2:] == [
        (2, "H1", ""),
        (2, "P", ""),
        (2, "H2", ""),
        (2, "P", ""),
        (2, "L", ""),
        (3, "LI", ""),
        (4, "Lbl", ""),
        (4, "LBody", ""),
        (3, "LI", ""),
        (4, "Lbl", ""),
        (4, "LBody", ""),
        (2, "L", ""),
        (3, "LI", ""),
        (4, "LBody", ""),
        (2, "Figure", "seven · eight"),
        (2, "Figure", "QR: X"),
        (2, "P", ""),
    ]
    assert broken(data, "ua1") == {}
    assert broken(data, "3b") == {}


def test_what_a_page_says_of_its_parts_changes_nothing_to_be_seen(
    page_of: Callable[..., bytes], make_job: Callable[..., Any]
) -> None:
    svg = f'<svg viewBox="0 0 60 40">{PAGE}</svg>'
    pictures = [
        pypdfium2.PdfDocument(data)[0].render(scale=4).to_pil().tobytes()
        for data in (page_of(PAGE), write_pdf(make_job({"rules": svg})))
    ]
    assert pictures[0] == pictures[1]


def test_words_of_two_lines_do_not_run_together(page_of: Callable[..., bytes]) -> None:
    with pikepdf.open(io.BytesIO(page_of(PAGE))) as pdf:
        (form,) = (item for item in pdf.objects if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Form")
        held = form.read_bytes().decode("latin-1")
        paragraph = held[held.index("/P<</MCID 3>>BDC") :]
        paragraph = paragraph[: paragraph.index("EMC")]
        shown = [piece[: piece.index(">")] for piece in paragraph.split("<")[1:] if "> Tj" in piece]
        blank = shown[1]
        assert len(blank) == 4
        assert shown[-1] == blank, "every line ends with a blank"
    japanese = f'<g data-tag="p">{line("山札から", 5)}{line("引く。", 9)}</g>'
    assert _text(page_of(japanese, "ja")).splitlines() == ["山札から", "引く。"]


def _text(data: bytes) -> str:
    return str(pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range())


def test_a_table_has_rows_with_a_head_for_each_column_and_row(page_of: Callable[..., bytes]) -> None:
    cells = "".join(
        f'<g data-tag="row">{first}{second}</g>'
        for first, second in (
            (_cell("card", 5, "column-head", 2), _cell("wins", 5, "column-head")),
            (_cell("red-7", 10, "row-head", 2), _cell("61 %", 10, "cell")),
        )
    )
    data = page_of(f'<g data-tag="table">{cells}<rect width="9" height="0.2" y="12"/></g>')
    assert kinds(data) == ["Table", "TR", "TH", "TH", "TR", "TH", "TD"]
    assert broken(data, "ua1") == {}
    with pikepdf.open(io.BytesIO(data)) as pdf:
        rows = [one for one in pdf.objects if isinstance(one, pikepdf.Dictionary) and one.get("/S") == "/TR"]
        scopes = sorted([str(cell.A.Scope) if "/A" in cell else "" for cell in row.K] for row in rows)
    assert scopes == [["/Column", "/Column"], ["/Row", ""]]


def _cell(text: str, y: float, tag: str, x: float = 20) -> str:
    return line(text, y, x).replace("<text", f'<text data-tag="{tag}"')


def test_no_level_of_headings_is_left_out(page_of: Callable[..., bytes]) -> None:
    heads = "".join(
        f'<g data-tag="{tag}">{line(tag, 5 * index)}</g>' for index, tag in enumerate(("h3", "h1", "h3", "h2"), 1)
    )
    assert kinds(page_of(heads)) == ["H1", "H1", "H2", "H2"]


def test_a_page_that_is_printed_twice_says_its_parts_twice(make_job: Callable[..., Any]) -> None:
    faces = {"rules": f'<svg viewBox="0 0 60 40">{PAGE}</svg>'}
    job = make_job(faces)
    pages = tuple(Page(n, n, "single", Size(60, 40), job.pages[0].placements) for n in (1, 2))
    data = write_pdf(make_job(faces, pages=pages, captions={"rules": Caption("rules", "en")}))
    assert kinds(data).count("H2") == 2
    assert broken(data, "ua1") == {}


def test_examples_on_a_page_are_figures_that_say_their_words(page_of: Callable[..., bytes]) -> None:
    example = f'<g data-example="one" data-box="0 0 9 9">{line("7 wins")}</g>'
    data = page_of(f'<g data-tag="h2">{line("Examples", 2)}</g><g transform="translate(0 9)">{example}</g>')
    assert elements(data)[2:] == [(2, "H1", ""), (2, "Figure", "7 wins")]


def test_what_is_seen_through_is_told_as_one(page_of: Callable[..., bytes]) -> None:
    faint = f'<g opacity="0.5"><g data-tag="h2">{line("Faint")}</g><g data-tag="p">{line("words", 9)}</g></g>'
    data = page_of(faint)
    assert kinds(data) == ["P"]
    assert broken(data, "ua1") == {}


def test_an_unknown_part_is_an_error_at_its_place(page_of: Callable[..., bytes]) -> None:
    with pytest.raises(TemplateError) as caught:
        page_of(f'<g data-tag="h9">{line("x")}</g>')
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.code, diagnostic.location.column) == ("unknown-tag", 26)
    assert "h1" in str(diagnostic.hint)


def test_bookmarks_lead_to_their_pages(make_job: Callable[..., Any]) -> None:
    marks = (Bookmark("Cards", 1), Bookmark("早見", 2))
    job = make_job({"a": CARD.format(""), "b": CARD.format("")}, bookmarks=marks)
    with pikepdf.open(io.BytesIO(write_pdf(job))) as pdf, pdf.open_outline() as outline:
        pages = [page.objgen for page in pdf.pages]
        assert [(item.title, pages.index(item.destination[0].objgen)) for item in outline.root] == [
            ("Cards", 0),
            ("早見", 1),
        ]


def test_a_drawn_title_is_the_heading_and_says_what_it_shows(page_of: Callable[[str], bytes]) -> None:
    drawn = '<g data-tag="h1" data-alt="Red"><path d="M2 2h8v4z"/></g>'
    data = page_of(f'<g data-tag="title">{drawn}{line("slogan", 12)}</g>')
    assert [(kind, alternative) for _, kind, alternative in elements(data) if kind in ("H1", "P")] == [
        ("H1", "Red"),
        ("P", ""),
    ]
