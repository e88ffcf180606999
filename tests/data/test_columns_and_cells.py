"""Values and names of cells."""

from __future__ import annotations

from contextlib import nullcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.data import workbook
from pnp.data.csvfile import csv_grid
from pnp.data.table import ColumnContent, TableProblems, folded, value_of
from pnp.data.workbook import (
    OdsSheets,
    PackedRows,
    SheetCells,
    TooLargeError,
    XlsxSheet,
    check_shared,
    letters,
    reference,
)
from pnp.diagnostics import DefinitionError, Location
from tests.workbooks import ods_row, sheet


@pytest.mark.parametrize("column", [0, 1, 25, 26, 51, 701, 702, 16383])
def test_the_letters_of_a_column_lead_back_to_it(column: int) -> None:
    assert reference(f"{letters(column)}7") == (6, column)


@pytest.mark.parametrize("text", ["", "7", "A", "a1", "A1:B2", "ABCD1", "A12345678"])
def test_what_is_no_reference_is_none(text: str) -> None:
    assert reference(text) is None


@pytest.mark.parametrize("text", ["12", "-3", "2.5", "0", "0.1", "1.0", "100000000000000"])
def test_a_number_is_written_out_as_it_stands(text: str) -> None:
    number = value_of(text)
    assert not isinstance(number, str)
    assert str(number) == text


@pytest.mark.parametrize(
    "text", ["", "007", "1.50", "+1", "-0", "1e5", "1,5", "１", "1 000", ".5", "5.", "nan", "9" * 16]
)
def test_all_else_is_a_text(text: str) -> None:
    assert value_of(text) == text


def test_the_cell_that_makes_numbers_texts_is_known() -> None:
    assert ColumnContent(["1", "", "x", "2", "3"]).odd == 2
    assert ColumnContent(["a", "b", "1"]).odd is None


def test_sheets_with_blanks_in_their_names_are_quoted() -> None:
    assert str(SheetCells("cards.xlsx", "My Units").place(6, 2)) == "cards.xlsx:'My Units'!C7"
    assert str(SheetCells("cards.xlsx", "Units").place(0, 0)) == "cards.xlsx:Units!A1"
    assert str(SheetCells("cards.xlsx", "Bob's").place(0, 0)) == "cards.xlsx:'Bob''s'!A1"


def test_a_header_is_found_whatever_its_capitals_and_blanks() -> None:
    assert {folded(name) for name in ("Attack Power", "attack-power", " ATTACK  power ")} == {"attack_power"}


def test_cells_without_references_follow_one_another() -> None:
    part = sheet([["a", "b"], [1, "<c><f>1</f></c>"]]).replace(' r="B2"', "").replace(' r="A2"', "")
    assert XlsxSheet(part.encode()).oddities.valueless == [(1, 1)]


def test_prefixes_of_names_make_no_difference() -> None:
    row = '<x:row r="3"><x:c r="B3" t="e"><x:v>#N/A</x:v></x:c></x:row>'
    part = f'<x:worksheet xmlns:x="m"><x:sheetData>{row}</x:sheetData></x:worksheet>'
    oddities = XlsxSheet(part.encode()).oddities
    assert (oddities.errors, oddities.height, oddities.width) == ([(2, 1)], 3, 2)


def test_a_sheet_that_is_far_too_large_is_not_read() -> None:
    spaces = 'xmlns:table="t" xmlns:office="o" xmlns:text="x"'
    cell = '<table:table-cell table:number-columns-repeated="16000" office:value-type="float"/>'
    rows = f'<table:table-row table:number-rows-repeated="1000000">{cell}</table:table-row>'
    with pytest.raises(TooLargeError):
        OdsSheets(f'<a {spaces}><table:table table:name="U">{rows}</table:table></a>'.encode())


def test_so_many_problems_are_told_and_the_others_counted() -> None:
    problems = TableProblems("cards.csv")
    for line in range(1, 61):
        problems.add(Location("cards.csv", line, 1), "bad", "bad")
    with pytest.raises(DefinitionError) as raised:
        problems.raise_if_any()
    assert len(raised.value.diagnostics) == 51
    assert raised.value.diagnostics[-1].message == "and 10 more errors in this file"


@pytest.mark.parametrize(
    ("cell", "valueless"),
    [
        ("<c><f>A1&amp;B1</f><v /></c>", True),
        ("<c><f>A1&amp;B1</f><v></v></c>", True),
        ("<c><f>A1</f><v> </v></c>", True),
        ("<c><v>3</v><f>A1</f></c>", True),
        ("<c><f>A1</f><v>3</v></c>", False),
        ('<c t="str"><f>A1</f><v></v></c>', False),
        ('<c t="str"><f>A1</f><v>a</v></c>', False),
    ],
)
def test_an_empty_value_is_none_unless_its_type_says_that_it_is_a_text(cell: str, valueless: bool) -> None:
    oddities = XlsxSheet(sheet([["a", "b"], [1, cell]]).encode()).oddities
    assert oddities.valueless == ([(1, 1)] if valueless else [])


@pytest.mark.parametrize("si", ["si", "x:si", "a-b:si"])
@pytest.mark.parametrize(("shown", "refused"), [(0, False), (1, True)])
def test_shared_texts_are_counted_as_often_as_they_are_shown(
    monkeypatch: pytest.MonkeyPatch, shown: int, refused: bool, si: str
) -> None:
    monkeypatch.setattr(workbook, "_MAX_TEXT", 20_000)
    strings = f"<sst><{si}><t>short</t></{si}><{si}\n><t>{'long ' * 400}</t></{si}></sst>".encode()
    part = sheet([["a"], ['<c t="s"><v>1</v></c>'], *([f'<c t="s"><v>{shown}</v></c>'] for _ in range(40))]).encode()
    with pytest.raises(TooLargeError) if refused else nullcontext():
        check_shared(XlsxSheet(part).oddities.cells, part, strings)


@pytest.mark.parametrize(("times", "refused"), [(1, False), (40, True)])
def test_repeated_texts_are_counted_as_often_as_they_are_repeated(
    monkeypatch: pytest.MonkeyPatch, times: int, refused: bool
) -> None:
    monkeypatch.setattr(workbook, "_MAX_TEXT", 20_000)
    repeated = 'table:number-rows-repeated="{}"'
    rows = ods_row("x" * 2_000, more=repeated.format(times)) + ods_row("y", more=repeated.format(40))
    spaces = 'xmlns:table="t" xmlns:office="o" xmlns:text="x" xmlns:calcext="c"'
    with pytest.raises(TooLargeError) if refused else nullcontext():
        OdsSheets(f'<a {spaces}><table:table table:name="U">{rows}</table:table></a>'.encode())


def test_rows_that_are_packed_are_as_they_were() -> None:
    rows = [[], ["a", ""], ['"', "\n", "赤"]]
    assert [*PackedRows(rows)] == rows
    assert PackedRows(rows)[-1] == rows[-1]


FIELDS = st.lists(st.text(st.sampled_from('a,;\t" \n赤'), max_size=6), min_size=2, max_size=4)


@given(st.lists(FIELDS, min_size=1, max_size=5), st.sampled_from(",;\t"), st.data())
def test_any_fields_are_read_as_they_were_written(rows: list[list[str]], mark: str, data: st.DataObject) -> None:
    def written(text: str) -> str:
        plain = text == text.strip() and mark not in text and '"' not in text and "\n" not in text
        if plain and data.draw(st.booleans()):
            return text
        return '"' + text.replace('"', '""') + '"' + data.draw(st.sampled_from(["", " "]))

    lines = [mark.join(map(written, row)) for row in rows]
    problems = TableProblems("cards.csv")
    grid = csv_grid(f"sep={mark}\n{chr(10).join(lines)}".encode(), "cards.csv", problems)
    assert not len(problems)
    assert [*grid.cells] == rows
