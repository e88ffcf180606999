"""Decks of many thousand cards: read like small ones, in time and memory that grow with their rows alone."""

from __future__ import annotations

import gc
import tracemalloc

import pytest

from pnp.definition import DefinitionSource, definition_sha256
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
[mine.decks]
cards = {cards}
"""
MANY = 12_000
ROWS = "".join(f"Card {number},{number % 7},{number % 3}\n" for number in range(1, MANY + 1))
DECK = "title,cost,copies\n" + ROWS


@pytest.fixture
def deck(desk, kinds):
    """The cards of a deck, and the game that they are of."""

    def read(raw=DECK, cards='"cards.csv"', name="cards.csv"):
        desk.write(raw, name)
        desk.write(TEXT.format(cards=cards))
        game = load_definition(DefinitionSource(desk.file, desk.libraries, compiled=CompiledExpression), kinds).games[
            "mine"
        ]
        return game.decks["cards"], game

    return read


def test_a_deck_of_many_thousand_cards_is_read(deck):
    cards, _ = deck()
    assert len(cards) == MANY - MANY // 3
    assert [(card.id, card.fields, card.copies) for card in cards[:2]] == [
        ("00001", {"title": "Card 1", "cost": 1}, 1),
        ("00002", {"title": "Card 2", "cost": 2}, 2),
    ]
    assert cards[-1] == list(cards)[-1]
    assert cards[-1].fields["title"] == f"Card {MANY - 1}"
    assert str(cards[-1].origin.place("cost")).rpartition("/")[2] == f"cards.csv:{MANY}:{len(f'Card {MANY - 1},') + 1}"


def test_cards_of_a_large_deck_are_chosen_and_sorted(deck):
    cards, _ = deck(cards='{ from = "cards.csv", where = "cost > 4 and title.startswith(\'C\')", sort = "-cost" }')
    numbers = [number for number in range(1, MANY + 1) if number % 7 > 4 and number % 3]
    assert [card.fields["title"] for card in cards] == [
        f"Card {number}" for number in sorted(numbers, key=lambda number: -(number % 7))
    ]
    assert len(cards) > 2_000


def test_a_condition_may_call_something_for_every_card_of_a_large_deck(deck):
    rows = "title\n" + "x\n" * MANY
    condition = " and ".join(f"not title.startswith('{letter}')" for letter in "abcdefghijklmnopq")
    cards, _ = deck(rows, f'{{ from = "cards.csv", where = "{condition}" }}')
    assert len(cards) == MANY


def test_several_large_files_make_one_deck(desk, deck):
    desk.write(xlsx({"More": sheet([["Title", "attack"], *([f"More {row}", row] for row in range(3_000))])}), "b.xlsx")
    cards, _ = deck(cards='["cards.csv", "b.xlsx"]')
    last = cards[-1]
    assert (last.id, last.fields) == (str(MANY + 3_000), {"title": "More 2999", "cost": "", "attack": 2999})
    assert last.origin.place("attack").cell == "More!B3001"


def test_a_text_in_several_languages_is_one_in_a_large_deck_too(deck):
    cards, _ = deck("name.en,name.ja,name.ruby\n" + "plum,梅,うめ\n" * 3_000)
    assert cards[2_999].fields == {"name": Translated("plum", "梅", "うめ")}


@pytest.mark.parametrize("many", [100, 5_000])
def test_a_large_deck_is_the_same_as_its_list(deck, many):
    """However they are kept, cards have the fingerprint of the list that a definition could spell out."""
    texts = [("x", 'say "a"'), ("y, z", "line\nend")]
    rows = "".join(f'"{name}","{text.replace(chr(34), chr(34) * 2)}"\n' for name, text in texts)
    _, of_file = deck("name,text\n" + rows * (many // 2))
    spelled = ", ".join(f'{{ name = "{name}", text = ' + f"{text!r} }}".replace("\\n", "\\n") for name, text in texts)
    spelled = spelled.replace("'line\\nend'", '"line\\nend"')
    _, of_list = deck("a\n1\n", "[" + ", ".join([spelled] * (many // 2)) + "]")
    assert definition_sha256(of_file) == definition_sha256(of_list)


@pytest.mark.parametrize(
    ("row", "code", "column"),
    [
        ("Crow,2,many", "bad-copies", 8),
        ("Cr\x07ow,2,1", "control-character", 1),
        ("Crow,2", "wrong-number-of-fields", 6),
        ('Crow,"2"x,1', "text-after-quote", 9),
    ],
)
def test_an_error_far_down_is_told_at_its_place(deck, row, code, column):
    with pytest.raises(DefinitionError) as raised:
        deck(DECK + row + "\n" + ROWS)
    (diagnostic,) = raised.value.diagnostics
    assert (diagnostic.code, diagnostic.location.line, diagnostic.location.column) == (code, MANY + 2, column)


def test_two_ids_far_apart_that_are_alike_are_told(deck):
    rows = "".join(f"card-{number},x\n" for number in range(MANY))
    with pytest.raises(DefinitionError) as raised:
        deck("id,title\n" + rows + "CARD-7,y\n")
    (diagnostic,) = raised.value.diagnostics
    assert (diagnostic.code, diagnostic.location.line) == ("duplicate-id", MANY + 2)
    assert diagnostic.message == f"cards 8 and {MANY + 1} are both called 'CARD-7'"


def test_an_id_that_is_the_number_of_another_card_is_told(deck):
    with pytest.raises(DefinitionError) as raised:
        deck("id,title\n" + ",x\n" * (MANY - 1) + "00003,y\n")
    (diagnostic,) = raised.value.diagnostics
    assert (diagnostic.code, diagnostic.location.line) == ("duplicate-id", MANY + 1)


def test_so_many_errors_are_told_as_anybody_reads(deck):
    with pytest.raises(DefinitionError) as raised:
        deck("title,copies\n" + "Crow,many\n" * MANY)
    *listed, last = raised.value.diagnostics
    assert [diagnostic.location.line for diagnostic in listed] == [*range(2, 52)]
    assert last.message == f"and {MANY - 50} more errors in this file"


def test_a_condition_that_fails_for_all_cards_is_told_for_three(deck):
    with pytest.raises(DefinitionError) as raised:
        deck(cards='{ from = "cards.csv", where = "title > 2" }')
    messages = [diagnostic.message for diagnostic in raised.value.diagnostics]
    assert len(messages) == 4
    assert "/cards.csv:2:1)" in messages[0]
    assert messages[3] == f"and so it is for {MANY - 3} more cards"


def test_a_row_takes_little_more_memory_than_its_bytes(deck):
    """Two numbers, two texts: 30 bytes in the file. As cards with their fields and places they were 1,500."""
    line = "{0},text of {0},{0},kind {0}\n"
    head = "a,b,c,d\n"
    deck(head + line.format(1))  # what is kept for all decks is made with the first
    raw = head + "".join(map(line.format, range(MANY)))
    gc.collect()
    tracemalloc.start()
    try:
        items = deck(raw)
        current, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(items[0]) == MANY
    assert current < 2 * len(raw)
    assert most < 6 * len(raw)
