"""What is said under checks of moves in collectmate: what is tried, and why it may not be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pnp.games.collectmate.settings import CollectmateSettings, Readings
from pnp.games.core.tableau import Tableau
from tests.games.collectmate.definitions import MATE
from tests.games.collectmate.examples import made, word

Cards = Callable[[str], list[dict[str, Any]]]


def said(tableau: Tableau) -> tuple[str, str]:
    return word("en")(tableau.verdict).replace("\u00a0", " "), word("ja")(tableau.verdict)


@pytest.mark.parametrize(
    ("settings", "moment", "move", "english"),
    [
        (MATE, "start", ["pass"], "Do nothing? Not allowed: this hand is not complete, so you must trade."),
        (MATE, "start", ["trade", "*B"], "Trade? Allowed: one card laid, one drawn."),
        (MATE, "traded", ["trade", "*B"], "Trade a second time? Not allowed: the trade ended your turn."),
        (
            MATE,
            "offered",
            ["trade", "*B"],
            "Trade in another player’s turn? Not allowed: you may only take the card laid (Take open), or leave it.",
        ),
        (
            MATE,
            "start",
            ["take", "*R *R", "*B"],
            "Take open at the start of your turn? Not allowed: only right after another player has laid a card.",
        ),
        (MATE, "taking", ["take", "*R *R", "*B"], "Take open? Allowed: red is on each of the 3 cards."),
        (MATE, "taking", ["take", "*RG *RG", "*B"], "Take open? Allowed: red and green are on each of the 3 cards."),
        (MATE, "taking", ["take", "*R *B", "o"], "Take open? Not allowed: these 3 cards have no colour in common."),
        (
            replace(MATE, readings=replace(Readings(), take_centres="same")),
            "taking",
            ["take", "*R oR", "o"],
            "Take open? Not allowed: these 3 cards have no colour and centre in common.",
        ),
        (replace(MATE, open_=2), "taking", ["take", "*R", "o"], "Take open? Allowed: red is on each of the 2 cards."),
    ],
)
def test_a_check_says_what_is_tried_and_why_not(
    settings: CollectmateSettings, moment: str, move: list[Any], english: str, cards: Cards
) -> None:
    field = cards("*RG")[0]
    position = {
        "hand": cards("*R *R *RG *RG *B oR o"),
        "shown": [],
        "field": field,
        "moment": moment,
        "move": [move[0], *(cards(part) for part in move[1:-1]), *(cards(part)[0] for part in move[1:][-1:])],
    }
    assert said(made("may_move", position, settings, "check"))[0] == english


@pytest.mark.parametrize(
    ("into", "english"),
    [
        ("oR", "Exchange before you trade? Allowed: red is on all 3 open cards."),
        ("*RB", "Exchange before you trade? Allowed: red and blue are on all 3 open cards."),
        ("*Y", "Exchange before you trade? Not allowed: then no colour is on 3 or more open cards."),
    ],
)
def test_an_exchange_names_the_colours_that_are_left(into: str, english: str, cards: Cards) -> None:
    position = {
        "hand": cards("*RB *Y oR o"),
        "shown": cards("*RB *RB *R"),
        "field": cards("o")[0],
        "moment": "start",
        "move": ["swap", cards("*R"), cards(into)],
    }
    assert said(made("may_move", position, MATE, "check"))[0] == english


@pytest.mark.parametrize(
    ("into", "english", "japanese"),
    [
        ("o", "Allowed: red is on 3 of the 5 open cards.", "できる。公開札5枚のうち3枚に赤がある。"),
        ("oR", "Allowed: red is on 4 of the 5 open cards.", "できる。公開札5枚のうち4枚に赤がある。"),
    ],
)
def test_an_exchange_says_on_how_many_of_the_open_cards_a_colour_has_to_be(
    into: str, english: str, japanese: str, cards: Cards
) -> None:
    position = {
        "hand": cards("oR o"),
        "shown": cards("*R *RB *R *Y *B"),
        "field": cards("o")[0],
        "moment": "start",
        "move": ["swap", cards("*B"), cards(into)],
    }
    assert said(made("may_move", position, MATE, "check")) == (
        f"Exchange before you trade? {english}",
        f"公開札の入れ替え：{japanese}",
    )


@pytest.mark.parametrize(
    ("hand", "do", "english", "japanese"),
    [
        (
            "*R *R *R *B *B *Y o",
            "pass",
            "Do nothing? Not allowed: this hand is not complete, so you must trade.",
            "何もしない：できない。上がりの形ではないので、必ずトレードする。",
        ),
        (
            "*R *R *R *B *B *Y *",
            "pass",
            "Do nothing? Not allowed: unless you declare you must trade.",
            "何もしない：できない。宣言しないなら、必ずトレードする。",
        ),
        (
            "*R *R *R *B *B *Y o",
            "trade",
            "Trade? Allowed: one card laid, one drawn.",
            "トレード：できる。1枚出して1枚引く。",
        ),
        (
            "*R *R *R *B *B *Y *",
            "trade",
            "Trade? Allowed: a complete hand need not be declared.",
            "トレード：できる。上がりの形でも宣言は自由。",
        ),
    ],
)
@pytest.mark.parametrize("shown", [0, 3])
def test_a_check_says_whether_the_hand_is_complete_with_its_open_cards(
    hand: str, do: str, english: str, japanese: str, shown: int, cards: Cards
) -> None:
    held = cards(hand)
    move = [do, held[-1]] if do == "trade" else [do]
    position = {"hand": held[shown:], "shown": held[:shown], "field": cards("oY")[0], "moment": "start", "move": move}
    assert said(made("may_move", position, MATE, "check")) == (english, japanese)


def test_a_second_trade_is_shown_after_the_first(cards: Cards) -> None:
    position = {
        "hand": cards("*R *R *RG *RG *B oR o"),
        "shown": [],
        "field": cards("oY")[0],
        "moment": "traded",
        "move": ["trade", cards("*B")[0]],
    }
    before, now, rest = made("may_move", position, MATE, "check").rows
    assert [card.strings for card in (*before.cards, *now.cards)] == [
        ("○", MATE.colours[2].letter),
        ("●", MATE.colours[1].letter),
    ]
    assert len(rest.cards) == MATE.hand - 1
    labels = [word("ja")(row.label) for row in (before, now, rest) if row.label is not None]
    assert labels == ["前に出した札", "今出す札", "残りの手札"]
