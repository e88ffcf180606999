"""Card sets in CSV files."""

from __future__ import annotations

import pytest

from pnp.model.component import Item
from pnp.model.text import Translated

TEXT = """\
[mine]
engine = "deck"
title = "mine"
[mine.decks]
cards = "{name}"
[mine.components]
cards = {{ kind = "cards", title = "cards", template = "card", of = "cards" }}
"""


@pytest.fixture
def cards(desk):
    """The cards of a CSV file."""

    def read(raw, name="cards.csv"):
        desk.write(raw, name)
        return desk.load(TEXT.format(name=name)).games["mine"].decks["cards"]

    return read


@pytest.fixture
def errors_of(desk):
    """Code, place and file name of what is wrong with a CSV file."""

    def read(raw):
        desk.write(raw, "cards.csv")
        diagnostics = desk.errors(TEXT.format(name="cards.csv"))
        assert all(item.location.file.endswith("cards.csv") for item in diagnostics)
        return [(item.code, item.location.line, item.location.column) for item in diagnostics]

    return read


def test_each_row_is_a_card(cards):
    assert cards("face,copies,suit\nace,2,sun\nking,,moon\n") == (
        Item("01", {"face": "ace", "suit": "sun"}, 2),
        Item("02", {"face": "king", "suit": "moon"}, 1),
    )


def test_a_card_may_have_an_id(cards):
    assert [card.id for card in cards("id,face\na-1,x\n,y\n")] == ["a-1", "02"]


def test_a_card_with_no_copies_is_left_out(cards):
    assert [card.id for card in cards("face,copies\na,0\nb,1\n")] == ["02"]


@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
def test_spreadsheets_write_it_in_many_ways(cards, mark, end, bom):
    text = end.join([f"face{mark}text", f'ace{mark}"a,; ""b"""', f"king{mark}", mark])
    items = cards(bom + text.encode())
    assert [card.fields["text"] for card in items] == ['a,; "b"', ""]


def test_a_line_that_names_the_separator_is_understood(cards):
    assert cards("sep=;\na,b;c\n1,2;3\n")[0].fields == {"a,b": "1,2", "c": 3}


def test_a_quoted_text_may_have_lines(cards):
    assert cards('face,text\nace,"one\ntwo"\n')[0].fields["text"] == "one\ntwo"


def test_a_column_per_language_makes_one_text(cards):
    assert cards("name.en,name.ja\nsun,日\n")[0].fields == {"name": Translated("sun", "日")}


def test_figures_keep_their_zeros(cards):
    assert cards("number\n007\n")[0].fields["number"] == "007"


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("", [("empty-file", None, None)]),
        ("\n \n", [("empty-file", None, None)]),
        (",,\n,,\n", [("empty-file", None, None)]),
        ("face,copies\n", [("no-cards", 1, 1)]),
        ("face,copies\na,0\n", [("no-cards", 1, 1)]),
        ("face,text,face\na,b,c\n", [("duplicate-header", 1, 11)]),
        ("face,,x\na,b,c\n", [("empty-header", 1, 6)]),
        ("face,text\na,b,\nc,d\n", [("wrong-number-of-fields", 2, 5)]),
        ("face,text\na,one, two,\nb,c,,\n", [("wrong-number-of-fields", 2, 7)]),
        ("face,text\na\nb,c,d\n", [("wrong-number-of-fields", 2, 1), ("wrong-number-of-fields", 3, 5)]),
        ('face,text\na,"b\nc,d\n', [("unclosed-quote", 2, 3)]),
        ('face,text\na,"b"c\n', [("text-after-quote", 2, 6)]),
        ('face,text\na,"b\nc,"d"\ne,"f"\n', [("unclosed-quote", 2, 3)]),
        ('face,text,x\na,"b\nc,"d","e\nf"\ng,"h,"i"\n', [("unclosed-quote", 2, 3), ("unclosed-quote", 5, 3)]),
        ('face,text\na,"b\nsays "c" d"\n', [("text-after-quote", 3, 7)]),
        ("face,copies\na,x\nb,-1\nc,1000\n", [("bad-copies", 2, 3), ("bad-copies", 3, 3), ("bad-copies", 4, 3)]),
        ("face,copies\na,2\nface,copies\nb,3\n", [("second-header", 3, 1)]),
        ("id,face\na,1\nid,face\n", [("second-header", 3, 1)]),
        ("id,face\na,1\nA,2\n", [("duplicate-id", 3, 1)]),
        ("id,face\n../x,1\n", [("bad-card-id", 2, 1)]),
        ("face\na\x07b\n", [("control-character", 2, 1)]),
        ("name.en,x\na,b\n", [("missing-column", 1, 1)]),
        ("My cards,,\nface,text,x\na,b,c\nd,e,f\n", [("no-header", 1, 1)]),
        ("x,face;text,y\na,b,c,d\ne,f,g,h\n", [("stray-separator", 1, 3)]),
        ("face,copies\n“a, b”,2\nc,many\n", [("curly-quote", 2, 1), ("bad-copies", 3, 3)]),
        ("name.en,name,name.ja\na,b,c\n", [("duplicate-header", 1, 1), ("duplicate-header", 1, 14)]),
        ("色,face\n赤,a\n".encode("cp932"), [("shift-jis", 1, 1)]),
        ("色,face\n".encode("utf-16"), [("utf-16", None, None)]),
        ("face,copies\n" + "a,999\n" * 501, [("too-many-cards", 1, 1)]),
        ("face\n" + "a\n" * 500_001, [("too-many-cards", 1, 1)]),
        ("face,copies\n" + "a,1\n" * 20_000 + "b,many\n", [("bad-copies", 20_002, 3)]),
        ("face\n" + "a\n" * 2_000_000, [("too-large", 2_000_001, 1)]),
    ],
)
def test_each_error_is_at_its_line_and_column(errors_of, raw, expected):
    assert errors_of(raw) == expected


@pytest.mark.parametrize(
    ("raw", "hint"),
    [
        ("face,text,x\na,b\n", "an empty field has its separator too"),
        ("face,text,x\na;b;c\n", "it has semicolons between its fields; write what the header has"),
        ("face,text\na,b,c\n", "in double quotes"),
        ("newt,newt,3,#aabbcc\ncrow,crow,4,#ddeeff\n", "this first row looks like a card"),
        ("face,face,no. 3\na,b,c\n", "give each its own name"),
        ("My cards,,\nface,text,x\na,b,c\n", "delete it: the first row has the names of the columns"),
        ("My cards\nface,text,x\na,b,c\n", "delete it: the first row has the names of the columns"),
        ("face\na, b, c\nd\n", "in double quotes"),
        ("face;text,x,y\na,b,c,d\n", "write the same separator everywhere"),
        ("face,text,copies\na,“b, c”,2\n", 'write " before and behind a text'),
    ],
)
def test_a_hint_says_what_is_missing(desk, raw, hint):
    desk.write(raw, "cards.csv")
    assert hint in str(desk.errors(TEXT.format(name="cards.csv"))[0].hint)


@pytest.mark.parametrize(
    ("header", "place", "message", "hint"),
    [
        ("name.en,name.fr,text.en,text_fr", 25,
         "a column 'text.fr' is missing beside 'text.en', and there is 'text_fr'", "did you mean 'text.fr'?"),
        ("nam.en,name.fr,text.en,text.fr", 1, "'nam.en' and 'name.fr' are no text in two languages",
         "write the same name before the dot: 'name.en', or 'nam.fr'"),
        ("name.en,name.fr,text.en,cost", 17, "a column 'text.fr' is missing beside 'text.en'",
         "add it, or call this one 'text'"),
        ("name.en,cost,text,picture", 1, "a column 'name.ja' is missing beside 'name.en'",
         "add it, or call this one 'name'"),
    ],
)  # fmt: skip
def test_a_misspelt_column_of_a_language_is_named(desk, header, place, message, hint):
    desk.write(f"{header}\na,b,c,d\n", "cards.csv")
    (told,) = desk.errors(TEXT.format(name="cards.csv"))
    assert (told.location.column, told.message, told.hint) == (place, message, hint)


def test_the_hint_for_shift_jis_says_what_to_press_in_excel(desk):
    desk.write("色\n赤\n".encode("cp932"), "cards.csv")
    (diagnostic,) = desk.errors(TEXT.format(name="cards.csv"))
    assert "CSV UTF-8" in diagnostic.hint


def test_the_message_shows_the_line(desk):
    desk.write("face,copies\n赤,many\n", "cards.csv")
    assert (
        desk.report(TEXT.format(name="cards.csv"))
        == """\
cards.csv:2:3: error[bad-copies]: 'many' is not a number of copies
    赤,many
       ^^^^
  hint: write a whole number from 0 to 999"""
    )


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("../secret.csv", "outside-project"),
        ("/etc/passwd", "outside-project"),
        ("C:/cards.csv", "outside-project"),
        ("link.csv", "outside-project"),
        ("loop.csv", "bad-path"),
        ("sub\\\\cards.csv", "bad-path"),
        ("no.csv", "file-missing"),
        ("sub/no.csv", "file-missing"),
    ],
)
def test_a_file_outside_the_project_folder_is_not_read(desk, name, code):
    secret = desk.folder.parent / "secret.csv"
    secret.write_text("face\nace\n", encoding="utf-8")
    (desk.folder / "link.csv").symlink_to(secret)
    (desk.folder / "loop.csv").symlink_to(desk.folder / "loop.csv")
    assert desk.codes(TEXT.format(name=name)) == [(code, 5, 9)]


def test_a_link_that_stays_inside_the_project_is_fine(desk, cards):
    desk.write("face\nace\n", "real.csv")
    (desk.folder / "link.csv").symlink_to("real.csv")
    assert len(desk.load(TEXT.format(name="link.csv")).games["mine"].decks["cards"]) == 1


def test_a_missing_file_is_reported_with_the_nearest_name(desk):
    desk.write("face\nace\n", "cards.csv")
    (diagnostic,) = desk.errors(TEXT.format(name="crads.csv"))
    assert diagnostic.hint == "did you mean 'cards.csv'?"


def test_a_folder_is_no_card_file(desk):
    (desk.folder / "cards.csv").mkdir()
    assert [code for code, _, _ in desk.codes(TEXT.format(name="cards.csv"))] == ["is-a-folder"]


def test_errors_of_a_file_come_once_however_many_games_use_it(desk):
    desk.write("face,copies\na,x\n", "cards.csv")
    text = TEXT.format(name="cards.csv") + '[child]\nextends = "mine"\n'
    assert [code for code, _, _ in desk.codes(text)] == ["bad-copies"]


def test_a_csv_error_comes_together_with_those_of_the_definition(desk):
    desk.write("face,copies\na,x\n", "cards.csv")
    text = TEXT.format(name="cards.csv").replace('title = "mine"', "title = 3")
    assert [code for code, _, _ in desk.codes(text)] == ["wrong-type", "bad-copies"]


def test_a_column_for_readings_stands_beside_a_japanese_one(cards):
    (first, second) = cards("name.en,name.ja,name.ruby\nplum,梅,うめ\npine,松,\n")
    assert first.fields == {"name": Translated("plum", "梅", "うめ")}
    assert second.fields == {"name": Translated("pine", "松")}


def test_a_column_that_only_ends_like_one_of_readings_is_a_column(cards):
    (card,) = cards("name,gem.ruby\nplum,yes\n")
    assert card.fields == {"name": "plum", "gem.ruby": "yes"}
