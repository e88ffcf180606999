"""Lists of files, standard input, the choice and order of cards, and free values."""

from __future__ import annotations

import pytest

from pnp.definition import DefinitionSource
from pnp.definition.load import load_definition
from pnp.diagnostics import DefinitionError
from pnp.model.text import Translated
from pnp.rendering.templates.expressions import CompiledExpression
from tests.workbooks import sheet, xlsx

TEXT = """\
[mine]
engine = "deck"
title = "mine"
[mine.components]
cards = {{ kind = "cards", title = "cards", template = "card", of = "cards" }}
[mine.values]
most = 3
version = "0.1"
[mine.decks]
cards = {cards}
"""
UNITS = "Title,Cost,Kind\nNewt,3,unit\nCrow 10,1,unit\nCrow 2,1,spell\nRook,,spell\n"


@pytest.fixture
def source(desk, kinds):
    """A definition whose deck says ``cards``, read with what else is given."""

    def read(cards, more="", **options):
        desk.write(TEXT.format(cards=cards) + more)
        return load_definition(
            DefinitionSource(desk.file, desk.libraries, compiled=CompiledExpression, **options), kinds
        )

    return read


@pytest.fixture
def titles(source, desk):
    """The titles of the cards of UNITS that a deck chooses."""

    def read(choice):
        desk.write(UNITS, "cards.csv")
        deck = source('{ from = "cards.csv", ' + choice + " }").games["mine"].decks["cards"]
        return [card.fields["Title"] for card in deck]

    return read


@pytest.fixture
def errors_of(source, desk):
    """Code, line, column and message of what is wrong with a deck."""

    def read(cards, more="", **options):
        desk.write(UNITS, "cards.csv")
        with pytest.raises(DefinitionError) as raised:
            source(cards, more, **options)
        return [
            (diagnostic.code, diagnostic.location and diagnostic.location.column, diagnostic.message, diagnostic.hint)
            for diagnostic in raised.value.diagnostics
        ]

    return read


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ("kind == 'unit'", ["Newt", "Crow 10"]),
        ("cost and cost < values.most", ["Crow 10", "Crow 2"]),
        ("card['Cost'] == 3 or title == 'Rook'", ["Newt", "Rook"]),
        ("title | lower | length > 4 and 'row' in title", ["Crow 10", "Crow 2"]),
        ("cost is number and cost in [1, 2]", ["Crow 10", "Crow 2"]),
        ("title.startswith('N')", ["Newt"]),
    ],
)
def test_where_chooses_cards(titles, where, expected):
    assert titles(f'where = "{where}"') == expected


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        ('"title"', ["Crow 2", "Crow 10", "Newt", "Rook"]),
        ('["-title"]', ["Rook", "Newt", "Crow 10", "Crow 2"]),
        ('["cost", "-Title"]', ["Crow 10", "Crow 2", "Newt", "Rook"]),
        ('["-cost"]', ["Newt", "Crow 10", "Crow 2", "Rook"]),
        ('["kind", "id"]', ["Crow 2", "Rook", "Newt", "Crow 10"]),
    ],
)
def test_sort_puts_cards_in_order(titles, sort, expected):
    assert titles(f"sort = {sort}") == expected


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ("kind == 'unit' or kind == 'Spell'", "no card has 'Spell' in 'kind'; did you mean 'spell'?"),
        ("kind in ['unit', 'spel']", "no card has 'spel' in 'kind'; did you mean 'spell'?"),
        ("kind == 'unit' or kind == 'hero'", None),
        ("kind != 'units' and kind != 'unit'", None),
        ("cost != '3'", "'cost' is a number, and never the text '3'; write 3 without quotes"),
        (
            "kind == 'unit' or 'spell'",
            """'spell' alone is always true; write … in ("a", "b"), or the comparison again""",
        ),
        ("kind != 3", "'kind' is a text, and never the number 3; write \"3\""),
    ],
)
def test_a_condition_on_a_text_that_no_card_has_is_a_warning(source, desk, where, message):
    desk.write(UNITS, "cards.csv")
    notes = source('{ from = "cards.csv", where = "' + where + '" }').notes["mine"]
    assert [f"{note.message}; {note.hint}" for note in notes if note.code == "never-equal"] == [message] * bool(message)


def test_a_card_is_called_the_same_whatever_is_chosen(source, desk):
    desk.write(UNITS, "cards.csv")
    deck = source('{ from = "cards.csv", where = "cost == 1", sort = "title" }').games["mine"].decks["cards"]
    assert [card.id for card in deck] == ["03", "02"]


@pytest.mark.parametrize(
    ("choice", "code", "message", "hint"),
    [
        ('where = "kost > 2"', "unknown-column", "no column 'kost'; did you mean 'Cost'?", None),
        ('where = "values.mots > 2"', "bad-expression", "no value 'mots'; did you mean 'most'?", None),
        ('where = "cost > "', "bad-expression", "this is no condition: ", "write a condition"),
        ('where = "cost > 2 kind"', "bad-expression", "'kind' cannot follow here", "write a condition"),
        ('where = "cost = 2"', "bad-expression", "to compare, write ==", "write a condition"),
        ('where = "title > 2"', "bad-expression", "'>' compares a text with a number (", None),
        ('where = "cost > 2"', "bad-expression", "cards.csv:5:6", "the cell is empty"),
        ('where = "cost == 9"', "no-cards", "no card of the deck meets this condition", None),
        ('where = "card.__class__"', "bad-expression", "", None),
        ('where = "range(99999999)"', "bad-expression", "", None),
        ("where = \"cost > 'values.most'\"", "bad-expression", "a number with a text", "values.most without quotes"),
        ("where = \"'a' * 99999999\"", "bad-expression", "", None),
        ('sort = ["cost", "-titel"]', "unknown-column", "no column 'titel' to sort by", "did you mean 'Title'?"),
        ('sort = "title, -cost"', "unknown-column", "no column 'title, -cost'", 'write sort = ["title", "-cost"]'),
        ('sort = "cost-"', "unknown-column", "no column 'cost-' to sort by", "did you mean '-Cost'?"),
    ],
)
def test_a_wrong_choice_is_told_in_the_definition(errors_of, choice, code, message, hint):
    errors = errors_of('{ from = "cards.csv", ' + choice + " }")
    assert errors[0][0] == code
    assert message in errors[0][2]
    assert errors[0][1] > 27
    assert hint is None or hint in errors[0][3]
    assert len(errors) <= 4


def test_a_column_of_numbers_with_a_text_in_it_is_told_with_that_cell(errors_of, desk):
    desk.write("title,cost\na,1\nb,two\nc,3\nd,4\n", "odd.csv")
    errors = errors_of('{ from = "odd.csv", where = "cost > 2" }')
    assert "odd.csv:3:3 is no number" in errors[0][3]


@pytest.mark.parametrize("shown", ["#REF!", "#NAME?", "#BEZUG!", "Err:508"])
def test_an_error_of_a_spreadsheet_is_told_at_its_cell(errors_of, desk, shown):
    desk.write(f"title,cost\na,1\nb,{shown}\nc,#cc0000\n", "odd.csv")
    ((code, _, message, hint),) = errors_of('"odd.csv"')
    assert (code, message, hint) == ("error-in-cell", "this cell shows an error", "mend its formula")


def test_files_of_a_list_follow_each_other_with_their_columns_united(source, desk):
    desk.write("Title,Cost\nNewt,1\n", "a.csv")
    desk.write(xlsx({"More": sheet([["title", "Attack"], ["Crow", 4]])}), "b.xlsx")
    deck = source('["a.csv", "b.xlsx#More"]').games["mine"].decks["cards"]
    assert [(card.id, card.fields) for card in deck] == [
        ("01", {"Title": "Newt", "Cost": 1, "Attack": ""}),
        ("02", {"Title": "Crow", "Cost": "", "Attack": 4}),
    ]
    assert deck[1].origin.place("Attack").cell == "More!B2"


def test_a_column_that_two_files_spell_otherwise_is_doubtful(source, desk):
    desk.write("title,cost\nNewt,1\n", "a.csv")
    desk.write("titel,cost\nCrow,2\n", "b.csv")
    (note,) = source('["a.csv", "b.csv"]').notes["mine"]
    assert (note.code, note.severity, note.location.line) == ("unlike-columns", "warning", 1)


def test_errors_of_all_files_come_together(errors_of, desk):
    desk.write("id,copies\na,x\n", "a.csv")
    desk.write("id,copies\nA,1\n", "b.csv")
    errors = errors_of('["a.csv", "b.csv", "no.csv"]')
    assert [code for code, *_ in errors] == ["file-missing", "bad-copies", "duplicate-id"]


@pytest.mark.parametrize(
    ("copies", "line"),
    [
        (["4", "", "1"], 3),
        (["4", "3", "", "2"], 4),
        (["4", "3", "3", "", "", "1"], 5),
        (["4", "3", ""], None),
        (["4", "3", "2", "", ""], None),
        (["4", "", "", "", "1"], None),
        (["4", "0", "1"], None),
        (["", "", "", ""], None),
    ],
)
def test_an_empty_cell_of_copies_among_figures_is_noted(source, desk, copies, line):
    desk.write("Title,Copies\n" + "".join(f"Card {row},{text}\n" for row, text in enumerate(copies)), "cards.csv")
    notes = source('"cards.csv"').notes["mine"]
    assert [(note.code, note.location.line) for note in notes] == ([] if line is None else [("empty-copies", line)])


def test_capitals_make_no_difference_to_id_and_copies(source, desk):
    desk.write("ID,Copies,x\nnewt,2,a\n", "a.csv")
    (card,) = source('"a.csv"').games["mine"].decks["cards"]
    assert (card.id, card.copies, card.fields) == ("newt", 2, {"x": "a"})


def test_standard_input_is_a_file_of_cards(source):
    calls = []
    (card,) = source('"-"', standard_input=lambda: calls.append(1) or b"title\nNewt\n").games["mine"].decks["cards"]
    assert (card.fields, str(card.origin.place("title"))) == ({"title": "Newt"}, "standard input:2:1")
    assert calls == [1]


def test_standard_input_may_be_a_workbook(source):
    raw = xlsx({"U": sheet([["a"], [7]])})
    assert source('"-"', standard_input=lambda: raw).games["mine"].decks["cards"][0].fields == {"a": 7}


def test_a_game_that_extends_the_one_with_standard_input_has_its_cards(source):
    definition = source('"-"', '[child]\nextends = "mine"\n', standard_input=lambda: b"a\nx\n")
    assert definition.games["child"].decks == definition.games["mine"].decks


def test_two_decks_cannot_both_read_standard_input(errors_of):
    ((code, _, message, _),) = errors_of('"-"\nmore = "-"', standard_input=lambda: b"a\nx\n")
    assert (code, message) == ("standard-input", "standard input is read once, and another deck reads it")


def test_a_game_without_its_standard_input_is_set_aside_and_no_other(source):
    other = (
        '[other]\nengine = "deck"\ntitle = "other"\n[other.components.x]\nkind = "cards"\ntitle = "x"\ntemplate = "x"\n'
    )
    definition = source('"-"', other)
    assert list(definition.games) == ["other"]
    assert [diagnostic.code for diagnostic in definition.set_aside["mine"]] == ["standard-input"]


def test_free_values_are_what_the_definition_says(source):
    game = source("[{ x = 1 }]", '[mine.values.names]\nen = "a"\nja = "b"\n').games["mine"]
    assert game.values == {"most": 3, "version": "0.1", "names": Translated("a", "b")}


def test_free_values_can_be_others_for_a_run(source):
    game = source("[{ x = 1 }]", values={"most": "4", "version": "0.3"}).games["mine"]
    assert game.values == {"most": 4, "version": "0.3"}
    assert game.resolved["values"] == game.values


@pytest.mark.parametrize(
    ("values", "code", "hint"),
    [({"mots": "3"}, "unknown-value", "did you mean 'most'?"), ({"most": "many"}, "wrong-type", "it is 3")],
)
def test_a_wrong_value_for_a_run_is_told(errors_of, values, code, hint):
    ((error_code, _, _, error_hint),) = errors_of("[{ x = 1 }]", values=values)
    assert (error_code, error_hint) == (code, hint)


@pytest.mark.parametrize("name", ['"a b"', "_x", '"1"'])
def test_a_free_value_has_a_name_that_templates_can_write(errors_of, name):
    ((code, *_),) = errors_of(
        "[{ x = 1 }]", f"[mine.values.more]\n[child]\nextends = 'mine'\n[child.values]\n{name} = 1\n"
    )
    assert code == "bad-value-name"


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("1\n2\n", [1, 2]),
        ("1\n2.5\n", [1, 2.5]),
        ("1\n-3\n", [1, -3]),
        ("1\nx\n", ["1", "x"]),
        ("1.50\n2\n", ["1.50", "2"]),
        ('"1,5"\n2\n', ["1,5", "2"]),
        ("+1\n2\n", ["+1", "2"]),
        ("1e5\n2\n", ["1e5", "2"]),
        ("TRUE\nFALSE\n", [True, False]),
        ("TRUE\nno\n", ["TRUE", "no"]),
        ("9999999999999999\n1\n", ["9999999999999999", "1"]),
    ],
)
def test_numbers_are_numbers_where_a_column_holds_nothing_else(source, desk, rows, expected):
    desk.write("x\n" + rows, "a.csv")
    values = [card.fields["x"] for card in source('"a.csv"').games["mine"].decks["cards"]]
    assert (values, list(map(type, values))) == (expected, list(map(type, expected)))


def test_a_file_in_windows_1252_is_told_as_such(errors_of, desk):
    desk.write("title\nN\xe9wt\n".encode("cp1252"), "a.csv")
    ((code, column, message, _),) = errors_of('"a.csv"')
    assert (code, column) == ("windows-1252", 2)
    assert "Western European" in message


@pytest.mark.parametrize("raw", [b",".join([b"c"] * 300) + b"\n" + b",".join([b"1"] * 300), b'"a"b,' * 90_000])
def test_a_file_that_is_no_deck_is_refused_in_no_time(errors_of, desk, raw):
    desk.write(raw, "a.csv")
    assert len(errors_of('"a.csv"')) <= 51


@pytest.mark.parametrize(
    ("header", "column", "hint"),
    [
        ("title,prise", 7, "write price for prise"),
        ("title,ｐｒｉｃｅ", 7, "write price for ｐｒｉｃｅ"),
        ("title,worth", 1, "call the column of this file 'price', or add it"),
        ("Take one.,4", 1, "this first row looks like a card: write the names of the columns above it"),
    ],
)
def test_a_column_that_one_file_lacks_is_told_once_at_its_header(errors_of, desk, header, column, hint):
    desk.write("title,price\nNewt,1\nCrow,2\n", "a.csv")
    desk.write(f"{header}\nToad,3\nRook,4\n", "b.csv")
    errors = errors_of('{ from = ["a.csv", "b.csv"], where = "price > 0" }')
    message = "this file has no column 'price', which another file of the deck has"
    assert errors == [("missing-column", column, message, hint)]


@pytest.mark.parametrize(
    ("name", "hint"), [("card.csv", "did you mean 'cards.csv'?"), ("ships.csv", "write a CSV file")]
)
def test_a_missing_file_is_meant_to_be_one_with_a_name_like_it(errors_of, desk, name, hint):
    desk.write("title\nA\n", "places.csv")
    assert hint in errors_of(f'"{name}"')[0][3]
