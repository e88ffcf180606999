"""What may be done at a moment of the game, who may take, and positions that cannot be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pnp.games.collectmate.rules.answer import answer
from pnp.games.collectmate.rules.decisions import rules_of
from pnp.games.collectmate.settings import CollectmateSettings
from pnp.games.core.answer import PositionError

Variant = Callable[[str], CollectmateSettings]
CardsOf = Callable[[str], list[dict[str, Any]]]


@pytest.fixture
def asked(variant: Variant) -> Callable[..., Any]:
    """The answer of collectmate, with ``readings`` replaced: ``asked(kind, position, take_centres="same")``."""

    def ask(kind: str, position: Any, **readings: Any) -> Any:
        settings = variant("collectmate")
        settings = replace(settings, readings=replace(settings.readings, **readings))
        return answer(settings, rules_of(settings), kind, position)

    return ask


Asked = Callable[..., Any]


def test_a_mixed_group_scores_nothing_but_the_other_group_still_does(asked: Asked, cards: CardsOf) -> None:
    hand = {"hand": cards("*R *R *R *B *B o o"), "tags": False}
    assert asked("hand_score", hand) == {"score": 1}
    assert asked("hand_score", hand, incomplete_hand="nothing") == {"score": 0}
    assert asked("group_points", {"group": cards("*R *R oR"), "tags": False}, incomplete_hand="nothing") == {
        "points": 0
    }
    assert asked("group_points", {"group": cards("*R *R *R"), "tags": False}, incomplete_hand="nothing") == {
        "points": 1
    }


def test_equal_tags_count_one_less_or_by_pairs(asked: Asked, cards: CardsOf) -> None:
    group = {"group": cards("*[rest] *[rest] *[rest] *[rest+loss]"), "tags": True}
    assert asked("group_points", group) == {"points": 3}
    assert asked("group_points", group, equal_tags="pairs") == {"points": 6}
    assert asked("group_points", {**group, "tags": False}) == {"points": 0}


def test_with_the_counter_off_the_declarer_wins_ties_or_the_others_do(asked: Asked) -> None:
    scores = {"scores": [2, 3, 3, 3], "declarer": 2, "counter": False}
    assert asked("showdown", scores) == {"final": [2, 3, 3, 3], "winner": 2}
    assert asked("showdown", scores, tie_without_counter="others") == {"final": [2, 3, 3, 3], "winner": 3}
    with_counter = {**scores, "counter": True}
    assert asked("showdown", with_counter) == asked("showdown", with_counter, tie_without_counter="others")


def test_the_centres_are_ignored_when_a_card_is_taken_or_have_to_be_the_same(asked: Asked, cards: CardsOf) -> None:
    position = {"hand": cards("*RB oR oB oB *Y *Y *Y"), "field": cards("*RB")[0]}
    assert asked("take", position) == {"can_take": True, "colours": ["red", "blue"]}
    assert asked("take", position, take_centres="same") == {"can_take": False, "colours": []}
    assert asked("take", {**position, "field": cards("oB")[0]}, take_centres="same")["colours"] == ["blue"]


def test_black_is_no_colour_to_take_by(asked: Asked, cards: CardsOf) -> None:
    position = {"hand": cards("* * * * * * *"), "field": cards("*")[0]}
    assert asked("take", position) == {"can_take": False, "colours": []}


def test_a_hand_that_is_not_complete_has_a_counter_unless_it_counts_nothing(asked: Asked, cards: CardsOf) -> None:
    hands = [cards("* * * o o o o"), cards("* * * * * o o"), cards("o o o o o o o")]
    position = {"hands": hands, "declarer": 0, "counter": True, "tags": True}
    assert asked("showdown_hands", position) == {
        "complete": [True, False, True],
        "scores": [0, 0, 0],
        "final": [0, 1, 1],
        "winner": 1,
    }
    out = asked("showdown_hands", position, incomplete_hand="nothing")
    assert (out["final"], out["winner"]) == ([0, 0, 1], 2)


def test_a_hand_that_is_not_complete_cannot_have_been_declared(asked: Asked, cards: CardsOf) -> None:
    hands = [cards("* * * * * o o"), cards("* * * * o o o")]
    with pytest.raises(PositionError, match="seat 0 is not complete"):
        asked("showdown_hands", {"hands": hands, "declarer": 0, "counter": True, "tags": True})


@pytest.mark.parametrize(
    ("turn", "layer", "takers"), [(0, 0, [1, 3]), (1, 1, [3, 0]), (2, 2, [3, 0, 1]), (0, 3, [1, 0]), (3, 1, [0, 3])]
)
def test_the_nearest_after_the_turn_player_takes_and_never_the_seat_that_laid_the_card(
    turn: int, layer: int, takers: list[int], asked: Asked, cards: CardsOf
) -> None:
    can, cannot = cards("*R oR * * * * *"), cards("*R oB * * * * *")
    position = {"hands": [can, can, cannot, can], "turn": turn, "layer": layer, "field": cards("oR")[0]}
    assert asked("taker", position) == {"takers": takers, "first": takers[0]}


def test_where_nobody_can_take_nobody_is_first(asked: Asked, cards: CardsOf) -> None:
    position = {"hands": [cards("* * * * * * *")] * 2, "turn": 0, "layer": 0, "field": cards("oR")[0]}
    assert asked("taker", position) == {"takers": [], "first": None}


@pytest.mark.parametrize(
    ("hand", "trade", "violation", "complete"),
    [
        ("* * * o o o o", None, None, True),
        ("* * * * * * *", None, None, True),
        ("* * * * * o o", None, "not-complete", False),
        ("* * * * * o o", ("*", "o"), "declare-at-start", True),
        ("* * * o o o o", ("*", "o"), "declare-at-start", False),
    ],
)
def test_a_complete_hand_is_declared_at_the_start_of_a_turn_only(
    hand: str, trade: tuple[str, str] | None, violation: str | None, complete: bool, asked: Asked, cards: CardsOf
) -> None:
    made = None if trade is None else {"laid": cards(trade[0])[0], "drawn": cards(trade[1])[0]}
    out = asked("may_declare", {"hand": cards(hand), "trade": made})
    assert out == {
        "verdict": "not-allowed" if violation else "allowed",
        "violation": violation,
        "complete": complete,
    }


def moving(cards: CardsOf, move: list[Any], moment: str, shown: str = "*R *R *R") -> dict[str, Any]:
    hand = cards("*B *B *BR o o o o")[: 7 - len(shown.split())]
    lines = [cards(part) if isinstance(part, str) else part for part in move[1:]]
    return {
        "hand": hand,
        "shown": cards(shown),
        "field": cards("oBR")[0],
        "moment": moment,
        "move": [move[0], *lines],
    }


@pytest.mark.parametrize(
    ("moment", "move", "violation"),
    [
        ("start", ["declare"], "not-complete"),
        ("start", ["trade", "o"], None),
        ("start", ["trade", "*Y"], "not-in-hand"),
        ("start", ["trade", "*R"], "shown-need-colour"),
        ("start", ["pass"], "no-pass"),
        ("start", ["claim"], "nothing-offered"),
        ("start", ["take", "*B *B", "o"], "nothing-offered"),
        ("start", ["swap", "*R", "*BR"], None),
        ("start", ["swap", "*R", "*B"], "shown-need-colour"),
        ("start", ["swap", "*B", "*R"], "not-in-hand"),
        ("start", ["swap", "*R", "*R"], "not-in-hand"),
        ("swapped", ["swap", "*R", "*BR"], "one-swap"),
        ("swapped", ["trade", "*B"], None),
        ("swapped", ["pass"], "no-pass"),
        ("traded", ["declare"], "declare-at-start"),
        ("traded", ["trade", "o"], "turn-over"),
        ("traded", ["swap", "*R", "*BR"], "turn-over"),
        ("traded", ["claim"], "nothing-offered"),
        ("offered", ["claim"], None),
        ("offered", ["pass"], None),
        ("offered", ["take", "*B *B", "o"], "claim-first"),
        ("offered", ["declare"], "claim-or-leave"),
        ("taking", ["take", "*B *B", "o"], None),
        ("taking", ["take", "*R *B", "o"], "take-needs-colour"),
        ("taking", ["take", "*R *R", "*B"], None),
        ("taking", ["take", "*B *Y", "o"], "not-in-hand"),
        ("taking", ["pass"], "claimed"),
    ],
)
def test_what_may_be_done_depends_on_the_moment_and_the_cards(
    moment: str, move: list[Any], violation: str | None, asked: Asked, cards: CardsOf
) -> None:
    position = moving(cards, move, moment)
    out = asked("may_move", position)
    assert (out["verdict"], out["violation"]) == ("not-allowed" if violation else "allowed", violation)
    if violation:
        assert out["shown"] == position["shown"]


def test_what_lies_face_up_after_a_move_is_told(asked: Asked, cards: CardsOf) -> None:
    out = asked("may_move", moving(cards, ["take", "*B *B", "o"], "taking"))
    assert sorted(map(str, out["shown"])) == sorted(map(str, cards("*R *R *R *B *B oRB")))
    out = asked("may_move", moving(cards, ["swap", "*R", "*BR"], "start"))
    assert sorted(map(str, out["shown"])) == sorted(map(str, cards("*R *R *RB")))


def test_a_claim_needs_two_cards_that_share_a_colour_with_the_field_card(asked: Asked, cards: CardsOf) -> None:
    position = {
        "hand": cards("*R *Y *Y *Y *Y *Y *Y"),
        "shown": [],
        "field": cards("oBR")[0],
        "moment": "offered",
        "move": ["claim"],
    }
    assert asked("may_move", position)["violation"] == "take-needs-colour"


GOOD = {"dot": True, "colours": ["red"], "tags": []}


@pytest.mark.parametrize(
    ("kind", "changes", "message"),
    [
        ("hand_score", {"hand": [GOOD] * 6}, "must hold 7 cards, and holds 6"),
        ("hand_score", {"hand": "cards"}, "must be a list of cards"),
        ("together", {"colour": "pink"}, "no colour 'pink': the colours are red"),
        ("together", {"colour": 3}, "no colour 3"),
        ("hand_score", {"tags": 1}, "'tags' must be true or false"),
        ("hand_score", {"hand": [GOOD] * 6 + [7]}, "a card is an object"),
        ("hand_score", {"hand": [GOOD] * 6 + [{"dot": True, "colours": []}]}, "a card has no 'tags'"),
        ("hand_score", {"hand": [GOOD] * 6 + [{**GOOD, "colour": 1}]}, "no use for 'colour'"),
        ("hand_score", {"hand": [GOOD] * 6 + [{**GOOD, "dot": 1}]}, "'dot' of a card must be true or false"),
        ("hand_score", {"hand": [GOOD] * 6 + [{**GOOD, "colours": ["pink"]}]}, "no colour 'pink': the colours are red"),
        ("hand_score", {"hand": [GOOD] * 6 + [{**GOOD, "colours": "red"}]}, "must be a list of words"),
        ("hand_score", {"hand": [GOOD] * 6 + [{**GOOD, "colours": [["red"]]}]}, "must be a list of words"),
        ("hand_score", {"hand": [GOOD] * 6 + [{**GOOD, "colours": ["red", "red"]}]}, "stands twice"),
        ("hand_score", {"hand": [GOOD] * 6 + [{**GOOD, "tags": [""]}]}, "must be a list of words"),
        ("hand_score", {"hand": [GOOD] * 6 + [{**GOOD, "tags": ["rest", "お休み"]}]}, "a tag stands twice"),
        ("group_points", {"group": [GOOD] * 2}, "must hold 3 or 4 cards, and holds 2"),
        ("showdown", {"scores": [1]}, "list of 2 to 5 scores"),
        ("showdown", {"scores": [1] * 6}, "list of 2 to 5 scores"),
        ("showdown", {"scores": [1, True]}, "a score must be a whole number from 0"),
        ("showdown", {"scores": [1, -1]}, "a score must be a whole number from 0"),
        ("showdown", {"declarer": 2}, "'declarer' must be a seat from 0 to 1"),
        ("showdown", {"declarer": True}, "'declarer' must be a seat from 0 to 1"),
        ("showdown", {"counter": "on"}, "'counter' must be true or false"),
        ("taker", {"hands": [[GOOD] * 7]}, "list of 2 to 5 hands"),
        ("taker", {"hands": [[GOOD] * 7, [GOOD]]}, "each hand of 'hands' must hold 7"),
        ("taker", {"field": None}, "a card is an object"),
        ("may_declare", {"trade": {"laid": {**GOOD, "dot": False}, "drawn": GOOD}}, "is not in the hand"),
        ("may_declare", {"trade": 7}, "not an object"),
        ("may_declare", {"trade": {"laid": GOOD}}, "has no 'drawn'"),
        ("may_move", {"moment": "soon"}, "'moment' must be one of"),
        ("may_move", {"shown": [GOOD]}, "must hold 7 cards together, not 8"),
        ("may_move", {"hand": [GOOD] * 5, "shown": [GOOD] * 2}, "no colour stands on 3 cards"),
        ("may_move", {"move": ["lay", GOOD]}, "'move' must be a list that begins with"),
        ("may_move", {"move": "pass"}, "'move' must be a list that begins with"),
        ("may_move", {"move": ["trade"]}, "'trade' takes 1 card, not"),
        ("may_move", {"move": ["take", [GOOD], GOOD]}, "'take' takes 2 cards and then 1 card, not"),
        ("may_move", {"move": ["swap", [GOOD], [GOOD, GOOD]]}, "'swap' takes 1 card and then 1 card, not"),
        ("may_move", {"move": ["pass", GOOD]}, "'pass' takes no cards, not"),
    ],
)
def test_a_position_that_cannot_be_is_refused(kind: str, changes: dict[str, Any], message: str, asked: Asked) -> None:
    positions: dict[str, dict[str, Any]] = {
        "hand_score": {"hand": [GOOD] * 7, "tags": True},
        "together": {"hand": [GOOD] * 7, "tags": True, "colour": "red"},
        "group_points": {"group": [GOOD] * 3, "tags": True},
        "showdown": {"scores": [1, 2], "declarer": 0, "counter": True},
        "taker": {"hands": [[GOOD] * 7] * 2, "turn": 0, "layer": 0, "field": GOOD},
        "may_declare": {"hand": [GOOD] * 7, "trade": None},
        "may_move": {"hand": [GOOD] * 7, "shown": [], "field": GOOD, "moment": "start", "move": ["declare"]},
    }
    assert asked(kind, positions[kind])
    with pytest.raises(PositionError, match=message) as caught:
        asked(kind, {**positions[kind], **changes})
    assert "\n" not in str(caught.value)
    for key in changes:
        with pytest.raises(PositionError, match=f"has no '{key}'"):
            asked(kind, {name: value for name, value in positions[kind].items() if name != key})


@pytest.mark.parametrize("kind", ["score", ["take"], None])
def test_an_unknown_kind_is_refused(kind: Any, asked: Asked) -> None:
    with pytest.raises(PositionError, match="there is no kind"):
        asked(kind, {})


@pytest.mark.parametrize("position", [None, [1], "hand", 7])
def test_what_is_no_object_is_no_position(position: Any, asked: Asked) -> None:
    with pytest.raises(PositionError, match="not an object"):
        asked("take", position)


def test_a_tag_may_be_written_by_its_id_or_its_name_in_either_language(asked: Asked, cards: CardsOf) -> None:
    group = {"group": cards("*[two-people] *[2人] *[unlisted] *[unlisted]"), "tags": True}
    assert asked("group_points", group) == {"points": 2}
