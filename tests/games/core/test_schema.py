"""Positions are read and refused by the types of a function's parameters."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple

import pytest

from pnp.games.core.answer import Answer, Door, PositionError
from pnp.games.core.schema import BY_SEAT, CARD, FREE, PLAYERS, SEAT, Held, NeededFor, Schema, Size, kinds
from pnp.games.core.suits import SuitCard
from pnp.model.constraints import Ge, Le

Card = Annotated[int, CARD]
Cards = tuple[Card, ...]


class Act(NamedTuple):
    """An action with a card."""

    do: Literal["lay", "take"]
    card: Card


@dataclass(frozen=True)
class Trade:
    """Two cards that change hands."""

    laid: Card
    drawn: Card


@dataclass(frozen=True)
class Rules:
    """Two copies of each of three numbers, for two to four."""

    deck: Mapping[Any, int]
    players: tuple[int, int] = (2, 4)
    hand: int = 3


RULES = Rules({1: 2, 2: 2, 3: 2})
RED = Rules(dict.fromkeys((SuitCard(suit, number) for suit in ("red", "blue") for number in (1, 2)), 1))


def whole(rules: Rules, number: Annotated[int, Ge(1), Le(9)], any_: int, least: Annotated[int, Ge(0)]) -> Answer:
    return {"values": (number, any_, least)}


def cards(
    rules: Rules, top: Card, hand: Annotated[Cards, Size(1, "hand")], act: Annotated[Act, Held("hand")]
) -> Answer:
    return {"values": (top, hand, act)}


def seats(rules: Rules, players: Annotated[int, PLAYERS], dealer: Annotated[int, SEAT]) -> Answer:
    return {"values": (players, dealer)}


def hands(
    rules: Rules, hands: Annotated[tuple[Cards, ...], BY_SEAT], scores: Annotated[tuple[int, ...], BY_SEAT]
) -> Answer:
    return {"values": (hands, scores)}


def free(rules: Rules, row: Annotated[Cards, FREE], flag: bool, trade: Trade | None) -> Answer:
    return {"values": (row, flag, trade)}


def most(
    rules: Rules, cards: Annotated[Cards, Size(lambda rules: rules.players[0], 3)], seat: Annotated[int, SEAT]
) -> Answer:
    return {"values": (cards, seat)}


def suits(rules: Rules, plays: tuple[SuitCard, ...]) -> Answer:
    return {"values": plays}


def pass_(rules: Rules, pair: tuple[int, bool]) -> Answer:
    return {"values": pair}


KINDS = kinds(whole, cards, seats, hands, free, most, suits, pass_)
DOOR = Door[None, Rules](KINDS)


def test_a_kind_is_named_after_its_function() -> None:
    assert list(KINDS) == ["whole", "cards", "seats", "hands", "free", "most", "suits", "pass"]


@pytest.mark.parametrize(
    ("kind", "position", "values"),
    [
        ("whole", {"number": 9, "any_": -4, "least": 0}, (9, -4, 0)),
        ("cards", {"top": 1, "hand": [1, 2], "act": ["lay", 2]}, (1, (1, 2), Act("lay", 2))),
        ("cards", {"top": 1, "hand": (3, 3, 1), "act": ("take", 3), "more": 0}, (1, (3, 3, 1), Act("take", 3))),
        ("seats", {"players": 3, "dealer": 2}, (3, 2)),
        ("hands", {"hands": [[1], []], "scores": [4, -4]}, (((1,), ()), (4, -4))),
        ("free", {"row": [1, 1, 1], "flag": True, "trade": None}, ((1, 1, 1), True, None)),
        ("free", {"row": [], "flag": False, "trade": {"laid": 1, "drawn": 1}}, ((), False, Trade(1, 1))),
        ("most", {"cards": [1, 2], "seat": 3}, ((1, 2), 3)),
        ("pass", {"pair": [7, False]}, (7, False)),
    ],
)
def test_what_can_be_is_read(kind: str, position: dict[str, Any], values: Any) -> None:
    assert DOOR(None, RULES, kind, position) == {"values": values}


def test_cards_of_suits_are_read_as_they_are_written() -> None:
    answer = DOOR(None, RED, "suits", {"plays": [["blue", 2], ["red", 2]]})
    assert answer == {"values": (SuitCard("blue", 2), SuitCard("red", 2))}
    assert all(type(card) is SuitCard for card in answer["values"])


@pytest.mark.parametrize(
    ("kind", "position", "reason"),
    [
        ("whole", {"number": 0, "any_": 1, "least": 0}, "'number' must be a whole number from 1 to 9, not 0"),
        ("whole", {"number": 10, "any_": 1, "least": 0}, "'number' must be a whole number from 1 to 9, not 10"),
        ("whole", {"number": 1, "any_": True, "least": 0}, "'any_' must be a whole number, not True"),
        ("whole", {"number": 1, "any_": 1, "least": -1}, "'least' must be a whole number, 0 or more, not -1"),
        ("whole", {"number": 1, "any_": 1}, "the position has no 'least'"),
        ("whole", [], "the position is not an object"),
        ("cards", {"top": 4, "hand": [1], "act": ["lay", 1]}, "'top' is 4, and the cards are 1, 2, 3"),
        ("cards", {"top": True, "hand": [1], "act": ["lay", 1]}, "'top' is True, and the cards are 1, 2, 3"),
        ("cards", {"top": 1, "hand": 2, "act": ["lay", 1]}, "'hand' must be a list, not 2"),
        ("cards", {"top": 1, "hand": [], "act": ["lay", 1]}, "'hand' must hold 1 to 3 items, not 0"),
        ("cards", {"top": 1, "hand": [1, 2, 2, 3], "act": ["lay", 1]}, "'hand' must hold 1 to 3 items, not 4"),
        ("cards", {"top": 1, "hand": [2, {}], "act": ["lay", 2]}, "item 2 of 'hand' is {}, and the cards are 1, 2, 3"),
        ("cards", {"top": 1, "hand": [1, 1], "act": ["lay", 1]}, "1 occurs 3 times, and the deck has 2"),
        ("cards", {"top": 1, "hand": [2], "act": ["lay", 1]}, "'act' has 1 × 1, and 'hand' has none of it"),
        ("cards", {"top": 1, "hand": [2], "act": ["eat", 2]}, "item 1 of 'act' must be one of lay, take, not 'eat'"),
        ("cards", {"top": 1, "hand": [2], "act": ["lay"]}, "'act' must hold 2 items, not 1"),
        ("seats", {"players": 5, "dealer": 0}, "'players' must be from 2 to 4, not 5"),
        ("seats", {"players": 3, "dealer": 3}, "'dealer' must be a seat from 0 to 2, not 3"),
        ("seats", {"players": 3, "dealer": False}, "'dealer' must be a seat from 0 to 2, not False"),
        ("most", {"cards": [1, 2], "seat": 4}, "'seat' must be a seat from 0 to 3, not 4"),
        ("most", {"cards": [1], "seat": 0}, "'cards' must hold 2 to 3 items, not 1"),
        ("hands", {"hands": [[1]], "scores": [1]}, "'hands' must hold 2 to 4 items, not 1"),
        ("hands", {"hands": [[1], [2]], "scores": [1, 2, 3]}, "'scores' must hold 2 items, not 3"),
        ("hands", {"hands": [[1], [1, 1]], "scores": [1, 2]}, "1 occurs 3 times, and the deck has 2"),
        ("hands", {"hands": [[1], [2, 9]], "scores": [1, 2]}, "item 2 of item 2 of 'hands' is 9"),
        ("free", {"row": [], "flag": 1, "trade": None}, "'flag' must be true or false, not 1"),
        ("free", {"row": [], "flag": True, "trade": {"laid": 1}}, "'trade' must be an object with laid, drawn"),
        ("free", {"row": [], "flag": True, "trade": [1, 2]}, "'trade' must be an object with laid, drawn"),
        ("free", {"row": [], "flag": True, "trade": {"laid": 1, "drawn": 5}}, "'trade' is 5, and the cards are"),
        ("pass", {"pair": [1, 2]}, "item 2 of 'pair' must be true or false, not 2"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(kind: str, position: Any, reason: str) -> None:
    with pytest.raises(PositionError) as refusal:
        DOOR(None, RULES, kind, position)
    assert str(refusal.value).startswith(reason)


@pytest.mark.parametrize(
    ("card", "reason"),
    [
        (["green", 1], "item 1 of 'plays' is ['green', 1], and 'green' must be one of red, blue"),
        (["red", "1"], "item 1 of 'plays' is ['red', '1'], and '1' must be one of 1, 2"),
        (["red", True], "item 1 of 'plays' is ['red', True], and True must be one of 1, 2"),
        ([["red"], 1], "item 1 of 'plays' is [['red'], 1], and ['red'] must be one of red, blue"),
        (["red"], "item 1 of 'plays' is ['red'], and a card is written as ['red', 1] is"),
        ("red-1", "item 1 of 'plays' is 'red-1', and a card is written as ['red', 1] is"),
    ],
)
def test_a_card_that_there_is_not_is_refused_with_its_wrong_part(card: Any, reason: str) -> None:
    with pytest.raises(PositionError) as refusal:
        DOOR(None, RED, "suits", {"plays": [card]})
    assert str(refusal.value) == reason


def test_a_card_that_the_deck_has_in_part_only_is_refused() -> None:
    rules = Rules({SuitCard("red", 1): 1, SuitCard("blue", 2): 1})
    with pytest.raises(PositionError, match="and there is no such card"):
        DOOR(None, rules, "suits", {"plays": [["red", 2]]})


def test_a_position_is_read_again_where_a_figure_is_another() -> None:
    answer = DOOR.under(None, "cards", {"top": 1, "hand": [2, 3], "act": ["lay", 2]})
    assert answer(RULES) == answer(RULES)
    with pytest.raises(PositionError, match="'hand' must hold 1 items, not 2"):
        answer(Rules(RULES.deck, hand=1))


def test_a_type_that_no_position_can_hold_is_refused_when_the_kind_is_made() -> None:
    def odd(rules: Rules, value: complex) -> Answer:
        return {}

    with pytest.raises(TypeError, match="a position cannot hold"):
        Schema(odd)


class Choice(NamedTuple):
    """An action whose word decides what else it has."""

    do: Literal["lay", "swap", "pass"]
    card: Annotated[Card | None, NeededFor("swap")]
    cards: Annotated[Cards, NeededFor("lay", "swap"), Size(1, 2)]


def choose(rules: Rules, hand: Cards, act: Annotated[Choice, Held("hand")]) -> Answer:
    return {"values": act}


@pytest.mark.parametrize("act", [["lay", None, [1]], ["swap", 1, [2]], ["pass", None, []]])
def test_an_act_has_the_parts_that_its_word_needs(act: list[Any]) -> None:
    assert Schema(choose).read(RULES, {"hand": [1, 2], "act": act})["act"].do == act[0]


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        (["lay", 1, [2]], "'act' has a 'card' with 'swap' alone, not as in ['lay', 1, [2]]"),
        (["swap", None, [2]], "'act' has a 'card' with 'swap' alone, not as in ['swap', None, [2]]"),
        (["lay", None, []], "'act' has a 'cards' with 'lay' or 'swap' alone, not as in ['lay', None, []]"),
        (["lay", None, [1, 1, 2]], "item 3 of 'act' must hold 1 to 2 items, not 3"),
        (["pass", None, [2]], "'act' has a 'cards' with 'lay' or 'swap' alone, not as in ['pass', None, [2]]"),
    ],
)
def test_an_act_with_other_parts_is_refused(act: list[Any], reason: str) -> None:
    with pytest.raises(PositionError, match=re.escape(reason)):
        Schema(choose).read(RULES, {"hand": [1, 2], "act": act})
