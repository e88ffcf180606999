"""What is said under examples of collectmate is true with other figures too: no number is taken for granted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pnp.games.collectmate.settings import CollectmateSettings
from pnp.games.core.tableau import Tableau
from tests.games.collectmate.definitions import MATE, OTHERS, SEVEN
from tests.games.collectmate.examples import made, word

Cards = Callable[[str], list[dict[str, Any]]]


def said(tableau: Tableau) -> tuple[str, str]:
    return word("en")(tableau.verdict).replace("\u00a0", " "), word("ja")(tableau.verdict)


def showdown(scores: list[int], declarer: int, settings: CollectmateSettings) -> tuple[str, str]:
    position = {"scores": scores, "declarer": declarer, "counter": settings.counter}
    return said(made("showdown", position, settings))


OFF = replace(MATE, counter=False)
LAST = replace(OFF, readings=replace(MATE.readings, tie_without_counter="others"))


@pytest.mark.parametrize(
    ("settings", "scores", "declarer", "english", "japanese"),
    [
        (
            MATE,
            [3, 3],
            0,
            "A declares with 3 points. B has as many, adds 1 for the counter and wins with 4 points.",
            "Aが3点で宣言。Bは同点なのでカウンターの1点を足し、4点で勝ち。",
        ),
        (
            replace(MATE, counter_points=2),
            [1, 3, 0],
            0,
            "A declares with 1 point. B has 3 points, adds 2 for the counter and wins with 5 points.",
            "Aが1点で宣言。Bは3点なのでカウンターの2点を足し、5点で勝ち。",
        ),
        (
            MATE,
            [3, 3, 4],
            0,
            "A declares with 3 points. B and C have as many or more and add 1: C wins with 5 points.",
            "Aが3点で宣言。B、Cは同点以上なので1点を足し、Cが5点で勝ち。",
        ),
        (
            MATE,
            [3, 3, 3],
            1,
            "A and C add 1 for the counter: 4 points each. Clockwise from B, C comes first.",
            "A、Cはカウンターの1点を足して4点ずつ。Bから時計回りで先のCの勝ち。",
        ),
        (
            MATE,
            [1, 0],
            0,
            "A declares with 1 point. Nobody else has 1 or more, so there is no counter: A wins.",
            "Aが1点で宣言。ほかに1点以上の人はなく、カウンターもない。Aの勝ち。",
        ),
        (
            OFF,
            [3, 4],
            0,
            "A declares with 3 points, but B has the most, 4 points, and wins.",
            "Aが3点で宣言。Bが4点で一番多いので勝ち。",
        ),
        (OFF, [5, 4], 0, "A declares with 5 points, the most, and wins.", "Aが5点で宣言。一番多いのでAの勝ち。"),
        (
            OFF,
            [1, 1],
            0,
            "A and B have 1 point each. A declared and wins the tie.",
            "A、Bは1点ずつ。同点なら宣言したAの勝ち。",
        ),
        (
            LAST,
            [4, 4, 4],
            1,
            "A, B and C have 4 points each. B declared and loses the tie: C wins.",
            "A、B、Cは4点ずつ。同点なら宣言したBの負けで、Cの勝ち。",
        ),
        (
            OFF,
            [5, 1, 5],
            1,
            "A and C have 5 points each. Clockwise from B, C comes first.",
            "A、Cは5点ずつ。Bから時計回りで先のCの勝ち。",
        ),
    ],
)
def test_a_showdown_says_what_decides_it(
    settings: CollectmateSettings, scores: list[int], declarer: int, english: str, japanese: str
) -> None:
    assert showdown(scores, declarer, settings) == (english, japanese)


@pytest.mark.parametrize(
    ("settings", "group", "tags", "english"),
    [
        (MATE, "*R *R *R *B", False, "1 point for red on 3 cards."),
        (MATE, "*R *R *R *R", False, "1 point for red on 4 cards. More than 3 cards of a colour score no more."),
        (MATE, "*RG *RG *RG *B", False, "3 points: red (3 cards) 1 + green (3 cards) 2."),
        (MATE, "*R *B *Y *O", False, "0 points: no colour is on 3 cards of a group."),
        (MATE, "*R *R *R oR", False, "0 points: the group mixes ● and ○."),
        (replace(MATE, enough=1, hand=4, groups=(1, 3)), "*R", False, "1 point for red on 1 card."),
        (replace(MATE, enough=1), "* * *", False, "0 points: no colour is on 1 card of a group."),
        (replace(MATE, tag_points=3), "*[rest] *[rest] *", True, "3 points for tag “rest” on 2 cards."),
        (
            replace(MATE, tag_points=3),
            "*[rest+loss] *[rest+loss] *[rest]",
            True,
            "9 points: tag “mishap” (2 cards) 3 + tag “rest” (3 cards) 6.",
        ),
        (replace(MATE, readings=OTHERS), "*[rest] *[rest] *[rest]", True, "3 points for tag “rest” on 3 cards."),
    ],
)
def test_a_group_says_what_scores(
    settings: CollectmateSettings, group: str, tags: bool, english: str, cards: Cards
) -> None:
    assert said(made("group_points", {"group": cards(group), "tags": tags}, settings))[0] == english


def test_a_plain_word_is_named_where_it_stands_as_a_tag_beside_it(cards: Cards) -> None:
    group = cards("*[rest] *[rest] *")
    group[2]["words"] = ["rest"]
    assert said(made("group_points", {"group": group, "tags": True})) == (
        "1 point for tag “rest” on 2 cards. Without a label “rest” is no tag.",
        "1点：「お休み」（2枚）。ラベルのない「お休み」はタグではない。",
    )
    group[2]["words"] = ["loss"]
    assert said(made("group_points", {"group": group, "tags": True}))[0] == "1 point for tag “rest” on 2 cards."


@pytest.mark.parametrize(
    ("settings", "hand", "english", "japanese"),
    [
        (
            MATE,
            "*R *R *B *B *Y o o",
            "Not complete: with ● on 5 cards and ○ on 2 cards every split mixes them.",
            "上がりの形ではない：●が5枚、○が2枚では、どう分けても●と○が混ざる。",
        ),
        (
            replace(MATE, hand=3, groups=(3,)),
            "*R *R o",
            "Not complete: with ● on 2 cards and ○ on 1 card the hand mixes them.",
            "上がりの形ではない：●が2枚、○が1枚では、●と○が混ざる。",
        ),
        (
            replace(MATE, hand=7, groups=(2, 2, 3)),
            "*R *R o o o *B *B",
            "Complete with 0 points: 2 cards ●, 2 cards ● and 3 cards ○. "
            "But declaring it loses: everyone else adds the counter.",
            "0点でも上がりの形：●が2枚、●が2枚、○が3枚。ただし宣言すると、ほかの全員にカウンターが付いて負ける。",
        ),
    ],
)
def test_a_hand_says_why_it_is_complete(
    settings: CollectmateSettings, hand: str, english: str, japanese: str, cards: Cards
) -> None:
    assert said(made("declarable", {"hand": cards(hand)}, settings)) == (english, japanese)


def test_a_mixed_hand_scores_its_good_group_or_nothing_by_the_reading(cards: Cards) -> None:
    asked = {"hand": cards("*R *R *R *B *B o o"), "tags": False}
    nothing = replace(MATE, readings=replace(MATE.readings, incomplete_hand="nothing"))
    assert said(made("hand_score", asked))[0] == "1 point for red. With ● and ○ a group scores 0."
    tableau = made("hand_score", asked, nothing)
    assert said(tableau)[0] == "0 points: a hand that is not complete scores nothing."
    assert {card.state for row in tableau.rows for card in row.cards} == {"dimmed"}


@pytest.mark.parametrize(
    ("settings", "hand", "field", "english", "japanese"),
    [
        (
            MATE,
            "*R *R oB oB o o o",
            "*R",
            "You may take it: with the field card, red is on 3 cards.",
            "取ってよい：場札と合わせて赤が3枚。",
        ),
        (
            MATE,
            "*R *RB oB o o o o",
            "oRB",
            "You may take it: with the field card, red and blue are each on 3 cards or more. ● and ○ may mix.",
            "取ってよい：場札と合わせて、赤、青がどれも3枚以上。●と○は混ざってよい。",
        ),
        (
            replace(MATE, open_=2),
            "*R o o o o o o",
            "oR",
            "You may take it: with the field card, red is on 2 cards. ● and ○ may mix.",
            "取ってよい：場札と合わせて赤が2枚。●と○は混ざってよい。",
        ),
        (
            MATE,
            "*R o o o o o o",
            "oR",
            "You must leave it: even with the field card, none of its colours is on 3 cards.",
            "取れない：場札と合わせて3枚になる色がない。",
        ),
        (
            replace(MATE, readings=OTHERS),
            "*R *R oR o o o o",
            "*R",
            "You may take it: with the field card, red is on 3 cards of the same centre.",
            "取ってよい：場札と合わせて、中央の同じ赤が3枚。",
        ),
    ],
)
def test_a_take_counts_the_cards_of_the_colour_with_the_field_card(
    settings: CollectmateSettings, hand: str, field: str, english: str, japanese: str, cards: Cards
) -> None:
    asked = {"hand": cards(hand), "field": cards(field)[0]}
    assert said(made("take", asked, settings)) == (english, japanese)


def test_a_split_that_scores_less_says_of_what(cards: Cards) -> None:
    asked = {"hand": cards("*R *RY *RP *B *BY *BO *YG"), "tags": False, "colour": "yellow"}
    assert said(made("together", asked)) == (
        "2 points: blue 1 + red 1. A split with yellow on 3 cards of one group scores only 1 point: yellow 1.",
        "2点：青1＋赤1。黄3枚を1つの組にまとめると、黄1で1点まで。",
    )


def test_seven_colours_are_named_as_the_definition_names_them(cards: Cards) -> None:
    group = [{"dot": True, "colours": ["teal"], "tags": []}] * 3
    assert said(made("group_points", {"group": group, "tags": False}, SEVEN)) == (
        "4 points for teal on 3 cards.",
        "4点：鴨（3枚）。",
    )


@pytest.mark.parametrize(
    ("settings", "hand", "english", "japanese"),
    [
        (
            MATE,
            "oR oR oB oB oY o o",
            "Declare at the start of your turn? Allowed: complete with 3 cards ○ and 4 cards ○; all groups may have ○.",
            "手番の最初にフェイスアップ：できる。○が3枚、○が4枚。すべての組が○でもよい。",
        ),
        (
            replace(MATE, groups=(1, 2, 4)),
            "*R *R *B *B *Y * *",
            "Declare at the start of your turn? Allowed: complete with 1 card ●, 2 cards ● and 4 cards ●; "
            "all groups may have ●.",
            "手番の最初にフェイスアップ：できる。●が1枚、●が2枚、●が4枚。すべての組が●でもよい。",
        ),
    ],
)
def test_groups_of_one_centre_name_it(
    settings: CollectmateSettings, hand: str, english: str, japanese: str, cards: Cards
) -> None:
    position = {"hand": cards(hand), "trade": None}
    assert said(made("may_declare", position, settings, "check")) == (english, japanese)
