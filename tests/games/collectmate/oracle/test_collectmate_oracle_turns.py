"""The oracle of collectmate on hands shown down, on turns and on cards taken; positions worked by hand."""

from __future__ import annotations

from typing import Any

import pytest

from pnp.games.collectmate.oracle.answer import oracle
from pnp.games.collectmate.settings import CollectmateSettings
from pnp.games.core.answer import PositionError
from tests.games.collectmate.oracle.spelled_turns import (
    card,
    cards,
    collectmate,
    may_declare,
    may_move,
    showdown,
    takers,
)

NOTHING = collectmate({"incomplete_hand": "nothing"})
RED_AND_BLUE = "*r *r *r *b *b *b *"
"""Complete, and worth 2."""
RED = "*r *r *r *b *b - -"
"""Not complete, and worth 1."""
BLANK = "* * * * * * *"
"""Complete, and worth nothing."""


# Showing hands


def test_a_hand_that_is_not_complete_counts_its_group_and_uses_the_counter() -> None:
    assert showdown(BLANK, RED, settings=collectmate()) == ([True, False], [0, 1], [0, 2], 1)
    assert showdown(RED_AND_BLUE, RED, settings=collectmate()) == ([True, False], [2, 1], [2, 1], 0)


def test_with_the_other_reading_a_hand_that_is_not_complete_has_neither_points_nor_counter() -> None:
    assert showdown(BLANK, RED, settings=NOTHING) == ([True, False], [0, 0], [0, 0], 0)
    assert showdown(BLANK, RED, BLANK, settings=NOTHING) == ([True, False, True], [0, 0, 0], [0, 0, 1], 2)


def test_without_the_counter_nobody_adds_anything_to_a_hand() -> None:
    others = collectmate({"tie_without_counter": "others"})
    assert showdown(BLANK, BLANK, counter=False, settings=collectmate()) == ([True, True], [0, 0], [0, 0], 0)
    assert showdown(BLANK, BLANK, counter=False, settings=others) == ([True, True], [0, 0], [0, 0], 1)
    assert showdown(BLANK, RED, counter=False, settings=collectmate()) == ([True, False], [0, 1], [0, 1], 1)


def test_tags_count_in_a_showdown_with_the_option_only() -> None:
    tagged = "*+rest *+rest * * - - -"
    assert showdown(BLANK, tagged, tags=True, settings=collectmate())[1] == [0, 1]
    assert showdown(BLANK, tagged, tags=False, settings=collectmate())[1] == [0, 0]


def test_the_declarer_may_sit_anywhere() -> None:
    assert showdown(BLANK, RED_AND_BLUE, RED, declarer=1, settings=collectmate()) == (
        [True, True, False],
        [0, 2, 1],
        [0, 2, 1],
        1,
    )
    assert showdown(BLANK, RED, BLANK, declarer=2, settings=collectmate())[2:] == ([1, 2, 0], 1)


def test_a_hand_that_is_not_complete_cannot_have_been_declared() -> None:
    with pytest.raises(PositionError, match="seat 1 declared, and its hand is not complete"):
        showdown(BLANK, RED, declarer=1, settings=collectmate())


# Declaring


def test_a_complete_hand_is_declared_at_the_start_of_a_turn() -> None:
    assert may_declare(RED_AND_BLUE) == (None, True)
    assert may_declare(BLANK) == (None, True)
    assert may_declare(RED) == ("not-complete", False)


def test_a_hand_may_not_be_declared_in_the_turn_that_completed_it() -> None:
    assert may_declare("* * * * - - *", laid="*", drawn="-") == ("declare-at-start", True)
    assert may_declare("* * * * * - *", laid="*", drawn="-") == ("declare-at-start", False)
    assert may_declare("* * * * * * *", laid="*", drawn="-") == ("declare-at-start", False)


def test_a_card_that_is_not_in_the_hand_was_not_traded() -> None:
    with pytest.raises(PositionError, match="not in the hand"):
        may_declare(BLANK, laid="*r", drawn="*")
    with pytest.raises(PositionError, match="lacks 'drawn'"):
        oracle(collectmate(), "may_declare", {"hand": cards(BLANK), "trade": {"laid": card("*")}})


# Who takes


def test_those_who_may_take_are_asked_from_the_left_of_the_turn_player() -> None:
    able = "*r *r * * * * *"
    assert takers(able, able, able, able, turn=1, layer=1) == [2, 3, 0]
    assert takers(able, able, able, able, turn=3, layer=3) == [0, 1, 2]
    assert takers(able, BLANK, able, able, turn=0, layer=0) == [2, 3]
    assert takers(able, BLANK, BLANK, turn=0, layer=0) == []


def test_the_turn_player_is_asked_last_and_only_for_the_card_of_a_taker() -> None:
    able = "*r *r * * * * *"
    assert takers(able, able, able, turn=0, layer=2) == [1, 0]
    assert takers(able, able, able, turn=0, layer=1) == [2, 0]
    assert takers(able, BLANK, able, turn=0, layer=2) == [0]


def test_a_taker_needs_the_colour_on_two_cards_and_the_centre_only_with_that_reading() -> None:
    same = collectmate({"take_centres": "same"})
    hands = ("*r *b * * * * *", "*r -r * * * * *", "*r *r * * * * *")
    assert takers(*hands, turn=0, layer=0) == [1, 2]
    assert takers(*hands, turn=0, layer=0, settings=same) == [2]
    assert takers(*hands, turn=0, layer=0, field="-r", settings=same) == []


# Moments

MOVES: dict[str, tuple[str, ...]] = {
    "declare": (),
    "trade": ("*b",),
    "swap": ("*r *r *r", "*b *b *b"),
    "claim": (),
    "take": ("*r *r", "*b"),
    "pass": (),
}
REFUSED = {
    "start": {"claim": "nothing-offered", "take": "nothing-offered", "pass": "no-pass"},
    "swapped": {"swap": "one-swap", "claim": "nothing-offered", "take": "nothing-offered", "pass": "no-pass"},
    "traded": {
        "declare": "declare-at-start",
        "trade": "turn-over",
        "swap": "turn-over",
        "claim": "nothing-offered",
        "take": "nothing-offered",
        "pass": "turn-over",
    },
    "offered": {
        "declare": "claim-or-leave",
        "trade": "claim-or-leave",
        "swap": "claim-or-leave",
        "take": "claim-first",
    },
    "taking": {move: "claimed" for move in MOVES if move != "take"},
}


@pytest.mark.parametrize("move", MOVES)
@pytest.mark.parametrize("moment", REFUSED)
def test_every_move_has_its_moments(moment: str, move: str) -> None:
    expected = REFUSED[moment].get(move)
    violation, shown = may_move("*r *b *b *b", "*r *r *r", move, *MOVES[move], moment=moment)
    assert violation == expected
    if expected is not None:
        assert shown == "*r *r *r"


def test_the_moment_is_looked_at_before_the_cards() -> None:
    assert may_move("*r *b *b *b", "*r *r *r", "trade", "*p", moment="traded")[0] == "turn-over"
    assert may_move(RED, "", "declare", moment="traded")[0] == "declare-at-start"
    assert may_move(RED, "", "claim", field="*p")[0] == "nothing-offered"


@pytest.mark.parametrize("moment", [None, "later", ["start"], 0])
def test_an_unknown_moment_has_no_answer(moment: Any) -> None:
    with pytest.raises(PositionError, match="'moment' is start or swapped"):
        may_move(BLANK, "", "declare", moment=moment)


# Moves


def test_the_face_up_cards_count_for_a_complete_hand() -> None:
    assert may_move("-r - - -", "*r *r *r", "declare") == (None, "*r *r *r")
    assert may_move("-r - - *", "*r *r *r", "declare") == (None, "*r *r *r")
    assert may_move("-r - * *", "*r *r *r", "declare") == ("not-complete", "*r *r *r")
    assert may_move("-r - * *", "*r *r *r", "declare", moment="swapped")[0] == "not-complete"


def test_a_card_of_the_hand_is_traded() -> None:
    assert may_move("*b *b *b *b", "*r *r *r", "trade", "*b") == (None, "*r *r *r")
    assert may_move("*b *b *b *b", "*r *r *r", "trade", "*g") == ("not-in-hand", "*r *r *r")
    assert may_move("*b *b *b *b", "*r *r *r", "trade", "-b") == ("not-in-hand", "*r *r *r")
    assert may_move(BLANK, "", "trade", "*") == (None, "")


def test_a_face_up_card_is_traded_only_while_a_colour_stands_on_the_others() -> None:
    assert may_move("*b *b *b *b", "*r *r *r", "trade", "*r") == ("shown-need-colour", "*r *r *r")
    assert may_move("*b *b *b", "*r *r *r *o", "trade", "*o") == (None, "*r *r *r")
    assert may_move("*b *b *b", "*r *r *r *o", "trade", "*r") == ("shown-need-colour", "*o *r *r *r")
    assert may_move("*b *b *b", "*r *r *r *r", "trade", "*r") == (None, "*r *r *r")


def test_of_two_equal_cards_the_hidden_one_is_traded() -> None:
    assert may_move("*b *b *b *r", "*r *r *r", "trade", "*r") == (None, "*r *r *r")


def test_face_up_cards_are_swapped_while_a_colour_stands_on_what_lies_then() -> None:
    assert may_move("*r *b *b *b", "*r *r *rb", "swap", "*rb", "*r") == (None, "*r *r *r")
    assert may_move("*r *b *b *b", "*r *r *rb", "swap", "*r *r", "*b *b") == (None, "*b *b *rb")
    assert may_move("*r *b *b *b", "*r *r *r", "swap", "*r *r *r", "*b *b *b") == (None, "*b *b *b")
    assert may_move("*r *b *b *b", "*r *r *rb", "swap", "*rb", "*b") == ("shown-need-colour", "*r *r *rb")
    assert may_move("*r *b *b *b", "*r *r *rb", "swap", "*r", "*b") == ("shown-need-colour", "*r *r *rb")


def test_an_equal_card_is_no_swap() -> None:
    assert may_move("*r *b *b *b", "*r *r *rb", "swap", "*r", "*r") == ("swap-equal", "*r *r *rb")
    assert may_move("*r *rb *b *b", "*r *r *rb", "swap", "*r *rb", "*rb *r") == ("swap-equal", "*r *r *rb")
    assert may_move("*r *rb *b *b", "*r *r *rb", "swap", "*r *rb", "*r *b")[0] == "shown-need-colour"


def test_a_swap_takes_face_up_cards_for_hidden_ones() -> None:
    assert may_move("*r *b *b *b", "*r *r *rb", "swap", "*b", "*r") == ("not-in-hand", "*r *r *rb")
    assert may_move("*r *b *b *b", "*r *r *rb", "swap", "*r", "*rb") == ("not-in-hand", "*r *r *rb")
    assert may_move("*r *b *b *b", "*r *r *rb", "swap", "*r *r", "*r *r") == ("not-in-hand", "*r *r *rb")
    assert may_move("*r *b *b *b *b *b *b", "", "swap", "*r", "*b") == ("not-in-hand", "")


def test_a_field_card_is_claimed_for_a_colour_on_two_cards_hidden_or_face_up() -> None:
    assert may_move("*b *g *y *o", "*r *r *r", "claim", field="-r", moment="offered") == (None, "*r *r *r")
    assert may_move("*b *g *y *o", "*r *r *rb", "claim", field="-b", moment="offered") == (None, "*r *r *rb")
    blocked = ("take-needs-colour", "*r *r *r")
    assert may_move("*b *g *y *o", "*r *r *r", "claim", field="-b", moment="offered") == blocked
    assert may_move("*b *g *y *o", "*r *r *r", "pass", field="-r", moment="offered") == (None, "*r *r *r")


def take(
    hand: str, shown: str, opened: str, laid: str, field: str, settings: CollectmateSettings | None = None
) -> tuple[str | None, str]:
    return may_move(hand, shown, "take", opened, laid, field=field, moment="taking", settings=settings)


def test_the_three_cards_of_a_take_lie_face_up() -> None:
    assert take("*b -b *g *g *y *y *o", "", "*b -b", "*o", "*bp") == (None, "-b *b *bp")
    assert take("*b -b *g *g", "*r *r *r", "*b -b", "*g", "*bp") == (None, "-b *b *bp *r *r *r")
    assert take("*b *b *g *g *y *y *o", "", "*b *g", "*o", "*bg") == ("take-needs-colour", "")
    assert take("*b *b *g *g *y *y *o", "", "*b *b", "*o", "*y") == ("take-needs-colour", "")


def test_a_take_uses_cards_that_lie_face_up_already() -> None:
    assert take("*b *g *g *r", "*r *r *r", "*r *r", "*b", "-r") == (None, "-r *r *r *r")
    assert take("*b *g *g *r", "*r *r *rb", "*b *rb", "*g", "-b") == (None, "-b *b *r *r *rb")


def test_the_new_field_card_is_hidden_or_another_of_the_face_up_ones() -> None:
    assert take("*b *b *g *g", "*r *r *r", "*b *b", "*g", "-b") == (None, "-b *b *b *r *r *r")
    assert take("*b *b *g *g", "*r *r *r", "*b *b", "*r", "-b") == (None, "-b *b *b *r *r")
    assert take("*b *g *g *r", "*r *r *r", "*r *r", "*r", "-r") == (None, "-r *r *r *r")
    assert take("*b *b *g *g", "*r *r *r", "*b *b", "*b", "-b") == ("not-in-hand", "*r *r *r")
    assert take("*b *b *g *g", "*r *r *r", "*b *b", "-b", "-b") == ("not-in-hand", "*r *r *r")
    assert take("*b *b *g *g", "*r *r *r", "*b *p", "*g", "-b") == ("not-in-hand", "*r *r *r")
    assert take("*b *b *g *g", "*r *r *r", "*g *p", "*g", "-b") == ("not-in-hand", "*r *r *r")


def test_with_the_other_reading_face_up_cards_have_one_centre_too() -> None:
    same = collectmate({"take_centres": "same"})
    assert take("*b -b *g *g *y *y *o", "", "*b -b", "*o", "*b", same) == ("take-needs-colour", "")
    assert take("*b *b *g *g *y *y *o", "", "*b *b", "*o", "*b", same) == (None, "*b *b *b")
    assert take("*b *b *g *g *y *y *o", "", "*b *b", "*o", "-b", same) == ("take-needs-colour", "")
    claim = ("*b -b *g *g *y *y *o", "", "claim")
    assert may_move(*claim, field="*b", moment="offered")[0] is None
    assert may_move(*claim, field="*b", moment="offered", settings=same)[0] == "take-needs-colour"
    swap = ("-r *b *b *b", "*r *r *r", "swap", "*r", "-r")
    assert may_move(*swap) == (None, "-r *r *r")
    assert may_move(*swap, settings=same) == ("shown-need-colour", "*r *r *r")
    assert may_move("*b *b *b", "*r *r -r -r", "pass", moment="offered")[0] is None
    with pytest.raises(PositionError, match="no colour stands on 3"):
        may_move("*b *b *b", "*r *r -r -r", "pass", moment="offered", settings=same)


def test_how_many_cards_lie_open_is_a_figure_of_the_definition() -> None:
    two, four = collectmate(open_=2), collectmate(open_=4)
    assert take("*b *b *g *g *y *y *o", "", "*b", "*o", "-b", two) == (None, "-b *b")
    assert take("*b *b *b *g *y *y *o", "", "*b *b *b", "*o", "-b", four) == (None, "-b *b *b *b")
    assert may_move("*b *b *b *b", "*r *r *r", "trade", "*r", settings=two) == (None, "*r *r")
    assert may_move("*b *b *b", "*r *r *r *r", "trade", "*r", settings=four)[0] == "shown-need-colour"
    with pytest.raises(PositionError, match="3 cards are laid open"):
        take("*b *b *b *g *y *y *o", "", "*b *b", "*o", "-b", four)


@pytest.mark.parametrize(
    ("hand", "shown", "message"),
    [
        ("*b *b *b", "*r *r *r", "3 hidden and 3 face up"),
        ("*b *b *b *b *b", "*r *r *r", "5 hidden and 3 face up"),
        ("*b *b *b *b *b", "*r *r", "no colour stands on 3"),
        ("*b *b *b *b", "*r *r *b", "no colour stands on 3"),
        ("*b *b *b *b", "* * *", "no colour stands on 3"),
    ],
)
def test_cards_that_cannot_lie_so_have_no_answer(hand: str, shown: str, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        may_move(hand, shown, "declare")


@pytest.mark.parametrize(
    ("move", "message"),
    [
        (None, "a move is a list"),
        ("declare", "a move is a list"),
        ([], "a move is a list"),
        (["jump"], "there is no move"),
        (["declare", card("*")], "there is no move"),
        (["trade"], "there is no move"),
        (["trade", None], "a card has dot"),
        (["swap", [], []], "at least one"),
        (["swap", [card("*")], []], "as many"),
        (["swap", [card("*")], [card("*"), card("*")]], "as many"),
        (["take", [card("*")], card("*")], "2 cards are laid open"),
        (["take", [card("*")] * 3, card("*")], "2 cards are laid open"),
        (["take", [card("*")] * 2], "there is no move"),
    ],
)
def test_what_is_no_move_has_no_answer(move: Any, message: str) -> None:
    position = {"hand": cards(BLANK), "shown": [], "field": card("*r"), "moment": "start", "move": move}
    with pytest.raises(PositionError, match=message):
        oracle(collectmate(), "may_move", position)


# Refusals


@pytest.mark.parametrize("kind", ["showdown_hands", "taker", "may_declare", "may_move"])
def test_a_missing_key_of_a_turn_is_named(kind: str) -> None:
    with pytest.raises(PositionError, match="lacks '"):
        oracle(collectmate(), kind, {})


@pytest.mark.parametrize("size", [1, 6])
def test_only_so_many_seats_show_their_hands(size: int) -> None:
    with pytest.raises(PositionError, match="each of 2 to 5 seats"):
        showdown(*[BLANK] * size, settings=collectmate())
    with pytest.raises(PositionError, match="each of 2 to 5 seats"):
        takers(*[BLANK] * size, turn=0, layer=0)
    assert takers(*[BLANK] * 5, turn=4, layer=4) == []
    with pytest.raises(PositionError, match="'layer' is a seat from 0 to 4"):
        takers(*[BLANK] * 5, turn=4, layer=5)
