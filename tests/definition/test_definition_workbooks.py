"""Card sets in workbooks: what they give, and what is wrong with them, all at once, each at its cell."""

from __future__ import annotations

import struct
import zipfile
from html import escape
from io import BytesIO

import pytest

from pnp.data import workbook
from pnp.model.text import Translated
from tests.workbooks import ods, ods_row, sheet, xlsx, zipped

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
TEXT = """\
[mine]
engine = "deck"
title = "mine"
[mine.decks]
cards = "{name}"
[mine.components]
cards = {{ kind = "cards", title = "cards", template = "card", of = "cards" }}
"""
ROWS = [["title", "cost", "ready", "copies"], ["Newt", 1.0, True, 2], ["Crow", 2.5, False, None]]


@pytest.fixture
def cards(desk):
    """The cards of a workbook."""

    def read(raw, name="cards.xlsx"):
        desk.write(raw, name.partition("#")[0])
        return desk.load(TEXT.format(name=name)).games["mine"].decks["cards"]

    return read


@pytest.fixture
def errors_of(desk):
    """Code and place of what is wrong with a workbook."""

    def read(raw, name="cards.xlsx"):
        desk.write(raw, name.partition("#")[0])
        return [
            (diagnostic.code, str(diagnostic.location).rpartition("/")[2])
            for diagnostic in desk.errors(TEXT.format(name=name))
        ]

    return read


@pytest.mark.parametrize("kind", ["xlsx", "ods", "csv", "tsv"])
def test_every_kind_of_file_gives_the_same_cards(cards, kind):
    raw = {
        "xlsx": xlsx({"Units": sheet(ROWS)}),
        "ods": ods({"Units": "".join(ods_row(*row) for row in ROWS)}),
        "csv": b"title,cost,ready,copies\nNewt,1,TRUE,2\nCrow,2.5,FALSE,\n",
        "tsv": b"title\tcost\tready\tcopies\nNewt\t1\tTRUE\t2\nCrow\t2.5\tFALSE\t\n",
    }[kind]
    items = cards(raw, f"cards.{kind}")
    assert [(card.id, card.fields, card.copies) for card in items] == [
        ("01", {"title": "Newt", "cost": 1, "ready": True}, 2),
        ("02", {"title": "Crow", "cost": 2.5, "ready": False}, 1),
    ]
    assert [type(card.fields["cost"]) for card in items] == [int, float]


def test_a_sheet_is_named_behind_the_file(cards):
    raw = xlsx({"Units": sheet([["a"], ["x"]]), "My Spells": sheet([["b"], ["y"]])})
    assert cards(raw, "cards.xlsx#My Spells")[0].fields == {"b": "y"}
    assert cards(raw, "cards.xlsx#units")[0].fields == {"a": "x"}


def test_without_a_name_the_first_sheet_that_can_be_seen_is_read_and_told(desk):
    raw = xlsx({"Old": sheet([["a"], ["x"]]), "Units": sheet([["b"], ["y"]]), "More": sheet([])}, hidden=["Old"])
    desk.write(raw, "cards.xlsx")
    definition = desk.load(TEXT.format(name="cards.xlsx"))
    assert definition.games["mine"].decks["cards"][0].fields == {"b": "y"}
    (note,) = definition.notes["mine"]
    assert (note.severity, note.code) == ("warning", "first-sheet")
    assert "Units, More" in note.message
    assert note.hint == 'name the one that is meant: "cards.xlsx#Units" or "cards.xlsx#More"'
    assert note.location.source == 'cards = "cards.xlsx"'


def test_a_sheet_that_is_not_there_is_told_where_it_is_named(desk):
    desk.write(xlsx({"Units": sheet([["b"], ["y"]])}), "cards.xlsx")
    (problem,) = desk.errors(TEXT.format(name="cards.xlsx#Unist"))
    assert problem.location.source == 'cards = "cards.xlsx#Unist"'
    assert problem.message.startswith("there is no sheet 'Unist' in ") and problem.hint == "did you mean 'Units'?"


def test_a_hidden_row_is_a_card_all_the_same_and_told(desk):
    desk.write(xlsx({"Units": sheet([["a"], ["x"], ["y"], ["z"], [None]], hidden=[3, 4, 5])}), "cards.xlsx")
    definition = desk.load(TEXT.format(name="cards.xlsx"))
    assert len(definition.games["mine"].decks["cards"]) == 3
    assert [(note.code, note.location.cell, note.message) for note in definition.notes["mine"]] == [
        ("hidden-rows", "Units!A3", "rows 3 to 4 are hidden, and read all the same")
    ]


def styles(*codes: str) -> dict[str, str]:
    """The part of a workbook with these formats of figures, the first of which is that of style 1."""
    formats = "".join(f'<numFmt numFmtId="{164 + at}" formatCode="{escape(code)}"/>' for at, code in enumerate(codes))
    styles_of = "".join(f'<xf numFmtId="{164 + at}"/>' for at in range(len(codes)))
    xml = f'<styleSheet><numFmts>{formats}</numFmts><cellXfs><xf numFmtId="0"/>{styles_of}</cellXfs></styleSheet>'
    return {"xl/styles.xml": xml.replace("<styleSheet", f'<styleSheet xmlns="{MAIN}"')}


@pytest.mark.parametrize(
    ("code", "value", "shown"),
    [
        ("000", "7", "007"),
        ("0%", "0.5", "50%"),
        ("0.00", "2.5", "2.50"),
        ("#,##0", "1200", "1,200"),
        ('"$"0', "3", "$3"),
        ('0" VP"', "3", None),
        ("[$€-407] 0", "3", "€ 3"),
        ("0", "3", None),
        ("0.00", "2.25", None),
        ("#,##0", "12", None),
        ("General", "3", None),
    ],
)
def test_a_figure_that_the_sheet_shows_otherwise_is_told_once_a_column(desk, code, value, shown):
    cell = f'<c s="1"><v>{value}</v></c>'
    shown = "3 VP" if "VP" in code else shown
    raw = xlsx({"Units": sheet([["title", "cost"], ["Newt", cell], ["Crow", cell]])}, parts=styles(code))
    desk.write(raw, "cards.xlsx")
    notes = desk.load(TEXT.format(name="cards.xlsx")).notes["mine"]
    assert [(note.code, note.location.cell, note.message) for note in notes] == (
        []
        if shown is None
        else [("shown-otherwise", "Units!B2", f"the sheet shows {shown}, and {value} is read, without its format")]
    )


@pytest.mark.parametrize(
    ("runs", "marked"),
    [
        ("<r><t>Take </t></r><r><rPr><b/></rPr><t>one</t></r><r><t> card.</t></r>", "Take **one** card."),
        ('<r><rPr><i/></rPr><t>Take</t></r><r><rPr><b val="0"/></rPr><t> one card.</t></r>', "*Take* one card."),
        ("<r><rPr><b/></rPr><t>Take </t></r><r><rPr><b/></rPr><t>one.</t></r>", None),
        ('<r><rPr><sz val="9"/></rPr><t>Take one.</t></r>', None),
        ('<r><rPr><sz val="9"/></rPr><t>札</t></r><rPh sb="0" eb="1"><t>フダ</t></rPh>', None),
    ],
)
def test_words_in_bold_that_are_not_read_as_such_are_told(desk, runs, marked):
    strings = f'<sst xmlns="{MAIN}"><si>{runs}</si></sst>'
    rows = [["title", "text"], ["Newt", '<c t="s"><v>0</v></c>'], ["Crow", '<c t="s"><v>0</v></c>']]
    desk.write(xlsx({"Units": sheet(rows)}, parts={"xl/sharedStrings.xml": strings}), "cards.xlsx")
    notes = desk.load(TEXT.format(name="cards.xlsx")).notes["mine"]
    assert [(note.code, note.location.cell, note.hint) for note in notes] == (
        [] if marked is None else [("shown-otherwise", "Units!B2", f"write {marked}, as texts with markup have it")]
    )
    more = "words of this cell are bold or italic, and its letters alone are read, and 1 more cells have such"
    assert [note.message for note in notes] == ([] if marked is None else [more])


STRUCK = {
    "xl/styles.xml": f'<styleSheet xmlns="{MAIN}"><fonts><font/><font><strike/></font><font><strike val="0"/></font>'
    '</fonts><cellXfs><xf/><xf fontId="1"/><xf fontId="2"/></cellXfs></styleSheet>',
    "xl/sharedStrings.xml": f'<sst xmlns="{MAIN}"><si><t>Take one.</t></si><si><r><rPr><strike/></rPr><t>Take two. </t>'
    "</r><r><t>Take one.</t></r></si></sst>",
}


@pytest.mark.parametrize(
    ("text", "others", "told"),
    [
        ('<c s="1" t="s"><v>0</v></c>', (), "words of this cell are struck out, and read all the same"),
        ('<c t="s"><v>1</v></c>', (), "words of this cell are struck out, and read all the same"),
        ('<c s="1"><v>3</v></c>', (), "words of this cell are struck out, and read all the same"),
        (
            '<c s="1" t="s"><v>0</v></c>',
            ('<c t="s"><v>1</v></c>',),
            "words of this cell are struck out, and read all the same, and 1 more cell has such",
        ),
        ('<c s="1"/>', (), None),
        ('<c s="2" t="s"><v>0</v></c>', (), None),
        ('<c t="s"><v>0</v></c>', (), None),
    ],
)
def test_words_that_are_struck_out_and_read_all_the_same_are_told(desk, text, others, told):
    rows = [["title", "text"], ["Newt", text], *(["Crow", other] for other in others)]
    desk.write(xlsx({"Units": sheet(rows)}, parts=STRUCK), "cards.xlsx")
    notes = desk.load(TEXT.format(name="cards.xlsx")).notes["mine"]
    assert [(note.code, note.location.cell, note.message) for note in notes] == (
        [] if told is None else [("struck-out", "Units!B2", told)]
    )


@pytest.mark.parametrize(
    ("style", "words", "line", "told"),
    [
        ("ce1", "Old", "solid", True),
        ("ce0", 'New <text:span text:style-name="ce1">old</text:span>', "solid", True),
        ("ce1", "Old", "none", False),
        ("ce1", "", "solid", False),
        ("ce0", "New", "solid", False),
    ],
)
def test_the_same_in_an_ods_workbook_is_told(desk, style, words, line, told):
    cell = f'<table:table-cell table:style-name="{style}" office:value-type="string"><text:p>{words}</text:p>'
    styles = (
        '<office:automatic-styles xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"><style:style '
        f'style:name="ce1"><style:text-properties style:text-line-through-style="{line}"/></style:style>'
        "</office:automatic-styles>"
    )
    raw = ods(
        {"Units": ods_row("title", "text", "more") + ods_row("Newt", f"{cell}</table:table-cell>", "x")}, styles=styles
    )
    desk.write(raw, "cards.ods")
    notes = desk.load(TEXT.format(name="cards.ods")).notes["mine"]
    assert [(note.code, note.location.cell) for note in notes] == ([("struck-out", "Units!B2")] if told else [])


def test_what_cannot_be_printed_is_told_at_once_each_at_its_cell(errors_of):
    rows = [
        ["title", "cost", "note"],
        ["Newt", "<c><f>1+1</f></c>", '<c s="1"><v>45000</v></c>'],
        ["Crow", '<c t="e"><v>#REF!</v></c>', "<c><f>2</f><v>2</v></c>"],
        ["Rook", 1, None],
        [None, 2, '<c t="str"><f>x</f><v></v></c>'],
    ]
    assert errors_of(xlsx({"My units": sheet(rows, merged=["A4:A5"])})) == [
        ("formula-without-value", "cards.xlsx:'My units'!B2"),
        ("date-cell", "cards.xlsx:'My units'!C2"),
        ("error-in-cell", "cards.xlsx:'My units'!B3"),
        ("merged-cells", "cards.xlsx:'My units'!A4"),
    ]


def test_the_same_in_an_ods_workbook(errors_of):
    date = '<table:table-cell office:value-type="date" office:date-value="2026-02-01"/>'
    formula = '<table:table-cell table:formula="of:=1+1"/>'
    error = '<table:table-cell table:formula="of:=X" office:value-type="string" calcext:value-type="error"/>'
    merged = '<table:table-cell office:value-type="float" office:value="1" table:number-columns-spanned="2"/>'
    rows = [
        ods_row("a", "b"),
        ods_row("x", date),
        ods_row(formula, error),
        ods_row(merged, "<table:covered-table-cell/>"),
    ]
    assert errors_of(ods({"Units": "".join(rows)}), "cards.ods") == [
        ("date-cell", "cards.ods:Units!B2"),
        ("formula-without-value", "cards.ods:Units!A3"),
        ("error-in-cell", "cards.ods:Units!B3"),
        ("merged-cells", "cards.ods:Units!A4"),
    ]


def test_errors_of_cards_are_at_their_cells(errors_of):
    rows = [[None], [None, None], ["id", "copies", "x"], ["a", "many", 1], ["A", 1, "b\x00"[:1]], ["b/", 2.5, 1]]
    assert errors_of(xlsx({"Units": sheet(rows)})) == [
        ("bad-copies", "cards.xlsx:Units!B4"),
        ("duplicate-id", "cards.xlsx:Units!A5"),
        ("bad-card-id", "cards.xlsx:Units!A6"),
        ("bad-copies", "cards.xlsx:Units!B6"),
    ]


def test_a_column_of_the_header_may_be_wrong(errors_of):
    rows = [["a", None, "a", None], ["x", "y", "z", None]]
    assert errors_of(xlsx({"U": sheet(rows)})) == [
        ("empty-header", "cards.xlsx:U!B1"),
        ("duplicate-header", "cards.xlsx:U!C1"),
    ]


def big(reference):
    return sheet([["a"]]).replace("</sheetData>", f'<row r="9"><c r="{reference}"><v>1</v></c></row></sheetData>')


def lying():
    """A workbook that says of a part that it is smaller than it is."""
    raw = bytearray(xlsx({"U": sheet([["a"], ["x" * 5000]])}))
    with zipfile.ZipFile(BytesIO(bytes(raw))) as archive:
        info = archive.getinfo("xl/worksheets/sheet1.xml")
    for offset in (raw.rfind(struct.pack("<L", info.file_size)), info.header_offset + 22):
        raw[offset : offset + 4] = struct.pack("<L", 40)
    return bytes(raw)


REPEATED = "table:number-rows-repeated"
BLANKS = '<table:table-cell><text:p><text:s text:c="99999999"/></text:p></table:table-cell>'


@pytest.mark.parametrize(
    ("name", "raw", "code"),
    [
        ("cards.xlsx", b"title\nNewt\n", "not-a-workbook"),
        ("cards.xlsx", b"", "not-a-workbook"),
        ("cards.xlsx", zipped({"word/document.xml": "<x/>"}), "not-a-workbook"),
        ("cards.xlsx", xlsx({"U": sheet([["a"], ["x"]])})[:-30], "not-a-workbook"),
        ("cards.xlsx", xlsx({"U": "<worksheet><sheetData>"}), "not-a-workbook"),
        ("cards.xlsx", xlsx({"U": '<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>'}), "not-a-workbook"),
        ("cards.xlsx", xlsx({"U": sheet([["a"], ['<c t="s"><v>9</v></c>']])}), "not-a-workbook"),
        ("cards.xlsx", lying(), "not-a-workbook"),
        ("cards.xlsx", xlsx({"U": sheet([])}), "empty-file"),
        ("cards.xlsx", xlsx({"U": sheet([["a"]])}), "no-cards"),
        ("cards.xlsx", xlsx({"U": big("XFD1048576")}), "too-large"),
        ("cards.xlsx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), "password"),
        ("cards.xlsx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"Workbook", "not-a-workbook"),
        ("cards.ods", ods({"U": ods_row("a")}, manifest="<m:encryption-data/>"), "password"),
        ("cards.ods", ods({"U": ods_row("a") + ods_row("x", more=f'{REPEATED}="2000001"')}), "too-large"),
        ("cards.ods", ods({"U": ods_row(BLANKS)}), "too-large"),
        ("cards.xlsx#Spels", xlsx({"Spells": sheet([["a"], ["x"]]), "Units": sheet([])}), "unknown-sheet"),
        ("cards.csv", xlsx({"U": sheet([["a"], ["x"]])}), "not-a-text"),
    ],
)  # fmt: skip
def test_what_is_no_workbook_of_cards_is_told(errors_of, name, raw, code):
    assert [error_code for error_code, _ in errors_of(raw, name)] == [code]


SMALL = sheet([["a"], ["x"]])
STRINGS = {"xl/sharedStrings.xml": '<sst xmlns="x" count="4294967295" uniqueCount="4294967295"><si><t>x</t></si></sst>'}
SHARED = sheet([["a"], ['<c t="s"><v>0</v></c>']])


@pytest.mark.parametrize(
    ("name", "raw", "code"),
    [
        *(
            ("cards.xlsx", xlsx({"U": SMALL.replace('r="A2"', f'r="{reference}"')}), "not-a-workbook")
            for reference in ("zzz999999", "ZZZZZZZZZZZZZZZZZZZZ2", "A99999999999999999999", "XFE1", "A0", "")
        ),
        ("cards.xlsx", xlsx({"U": SMALL.replace('<row r="2"', '<row r="+2"')}), "not-a-workbook"),
        ("cards.xlsx", xlsx({"U": SMALL.replace('<row r="2"', '<row r="999999999"')}), "too-large"),
        *(
            ("cards.xlsx", xlsx({"U": f'<?xml version="1.0" encoding="{name}"?>{SMALL}'}), "not-a-workbook")
            for name in ("UTF-7", "idna", "unknown", "utf-16")
        ),
        ("cards.xlsx", xlsx({"U": SHARED}, parts={**STRINGS, "xl/SharedStrings.xml": "<sst/>"}), "not-a-workbook"),
        ("cards.ods", ods({"U": ods_row("a") + ods_row("x", more=f'{REPEATED}="+1000000"')}), "not-a-workbook"),
        ("cards.ods", ods({"U": ods_row(BLANKS.replace("99999999", "999999999"))}), "too-large"),
        ("cards.ods", ods({"U": ods_row(BLANKS.replace("99999999", "1e9"))}), "not-a-workbook"),
    ],
)  # fmt: skip
def test_what_readers_of_workbooks_understand_differently_is_refused(errors_of, name, raw, code):
    assert [error_code for error_code, _ in errors_of(raw, name)] == [code]


def test_counts_of_shared_strings_are_not_believed(cards):
    assert cards(xlsx({"U": SHARED}, parts=STRINGS))[0].fields == {"a": "x"}
    other_name = {
        "XL/SharedStrings.xml": STRINGS["xl/sharedStrings.xml"].replace("sst", "a-b:sst").replace("si>", "a-b:si>")
    }
    assert cards(xlsx({"U": SHARED}, parts=other_name))


@pytest.mark.parametrize(
    ("name", "code"), [("cards.xls", "bad-path"), ("cards.xlsx#", "bad-path"), ("nowhere.xlsx", "file-missing")]
)
def test_a_name_of_a_workbook_may_be_wrong(desk, name, code):
    assert desk.codes(TEXT.format(name=name)) == [(code, 5, 9)]


def test_languages_are_columns_of_workbooks_too(cards):
    raw = xlsx({"U": sheet([["name.en", "name.ja", "name.de"], ["sun", "日", "Sonne"]])})
    assert cards(raw)[0].fields == {"name": Translated("sun", "日", None, (("de", "Sonne"),))}


def test_numbers_are_written_as_briefly_as_they_are(cards):
    raw = xlsx({"U": sheet([["a", "b"], [0.1 + 0.2, "x"], [1e15, 0.30000000000000004], [-3.0, 12.0]])})
    items = cards(raw)
    assert [card.fields["b"] for card in items] == ["x", "0.3", "12"]
    assert items[0].fields["a"] in (0.3, "0.3")


def test_a_workbook_that_unpacks_to_more_than_is_sane_is_refused_before_it_is_unpacked(errors_of, monkeypatch):
    monkeypatch.setattr(workbook, "_MAX_UNPACKED", 1_000_000)
    raw = xlsx({"U": sheet([["a"], ["x"]])}, parts={"xl/media.xml": " " * 1_000_000})
    assert [code for code, _ in errors_of(raw)] == ["too-large"]
