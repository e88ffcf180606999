"""The oracle of collectmate on what a card is: its colours, its tags by any name, its plain words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pnp.games.collectmate.oracle.answer import oracle
from pnp.games.collectmate.settings import CardKind, CollectmateSettings, Colour, Tag
from pnp.games.core.answer import PositionError
from pnp.model.text import Translated

COLOURS = {"r": "red", "b": "blue", "y": "yellow", "o": "orange", "g": "green", "p": "purple"}
POINTS = {"red": 1, "blue": 1, "yellow": 1, "orange": 2, "green": 2, "purple": 2}
TAGS = (Tag("two", Translated("2 people", "2人")), Tag("rest", Translated("rest", "お休み")), Tag("fail", "失敗"))


def collectmate() -> CollectmateSettings:
    colours = tuple(Colour(name, name, letter, "#000000", "dots", POINTS[name]) for letter, name in COLOURS.items())
    return CollectmateSettings(colours=colours, tags=TAGS, cards=(CardKind("plain", True, ()),))


def card(text: str) -> dict[str, Any]:
    """A card from ``"*rb"``, a dot with red and blue; ``"-r+rest+two"`` is hollow and carries two tags."""
    colours, *tags = text[1:].split("+")
    return {"dot": text[0] == "*", "colours": [COLOURS[letter] for letter in colours], "tags": tags}


def cards(text: str) -> list[dict[str, Any]]:
    return [card(item) for item in text.split()]


def points(*group: dict[str, Any]) -> int:
    return int(oracle(collectmate(), "group_points", {"group": list(group), "tags": True})["points"])


def test_a_tag_may_be_called_by_its_id_or_its_name_in_either_language() -> None:
    assert points(card("*+two"), card("*+2人"), card("*+2 people")) == 2
    assert points(card("*+fail"), card("*+失敗"), card("*")) == 1
    assert points(card("*+two"), card("*+rest"), card("*+fail")) == 0


def test_an_id_goes_before_the_name_of_another_tag() -> None:
    crossed = replace(collectmate(), tags=(Tag("sun", "moon"), Tag("moon", "star")))
    group = [card("*+moon"), card("*+star"), card("*")]
    assert oracle(crossed, "group_points", {"group": group, "tags": True}) == {"points": 1}


def test_a_word_that_is_no_tag_of_the_definition_is_a_tag_of_its_own() -> None:
    assert points(card("*+moon"), card("*+moon"), card("*+sun")) == 1


def test_words_without_brackets_count_for_nothing() -> None:
    assert points({**card("*"), "words": ["two"]}, card("*+two"), card("*")) == 0
    assert points({**card("*"), "words": ["two"]}, card("*+two"), card("*+two")) == 1
    with pytest.raises(PositionError, match="list of words"):
        points({**card("*"), "words": "two"}, card("*"), card("*"))


def test_a_tag_stands_on_a_card_once_whatever_it_is_called() -> None:
    with pytest.raises(PositionError, match="carries a tag once"):
        points(card("*+two+2人"), card("*"), card("*"))


def test_a_card_is_told_by_its_tags_and_words_too() -> None:
    worded = {**card("*r"), "words": ["お休み"]}
    position = {"hand": [worded, *cards("*b *b *b *b *b *b")], "shown": [], "field": card("*r"), "moment": "start"}
    refused = oracle(collectmate(), "may_move", {**position, "move": ["trade", card("*r")]})
    assert refused["violation"] == "not-in-hand"
    allowed = oracle(collectmate(), "may_move", {**position, "move": ["trade", {**card("*r"), "words": ["rest"]}]})
    assert allowed["violation"] is None


def test_cards_are_answered_in_order_with_ids_for_tags_and_their_words() -> None:
    worded = {"dot": True, "colours": ["purple", "red"], "tags": ["2人", "お休み"], "words": ["rest", "失敗"]}
    position = {
        "hand": [worded, *cards("-r+zzz *r *b *b *b *b")],
        "shown": [],
        "field": card("-r"),
        "moment": "taking",
        "move": ["take", [worded, card("-r+zzz")], card("*b")],
    }
    assert oracle(collectmate(), "may_move", position)["shown"] == [
        {"dot": False, "colours": ["red"], "tags": []},
        {"dot": False, "colours": ["red"], "tags": ["zzz"]},
        {"dot": True, "colours": ["red", "purple"], "tags": ["rest", "two"], "words": ["fail", "rest"]},
    ]


def test_the_colours_of_a_take_are_answered_in_the_order_of_the_definition() -> None:
    position = {"hand": cards("*gpr *pgr * * * * *"), "field": card("*pgr")}
    assert oracle(collectmate(), "take", position)["colours"] == ["red", "green", "purple"]
