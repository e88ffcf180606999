"""Positions of kasane that can be answered, and that no game reaches."""

from __future__ import annotations

from typing import Any

import pytest

from pnp.games.kasane.rules.impossible import impossible
from tests.games.shipped import shipped


@pytest.mark.parametrize(
    ("kind", "position"),
    [
        ("winners", {"players": [[12, 5], [14, 0]]}),
        ("final_score", {"points": 14, "field": [], "hand": [1, 2]}),
    ],
)
def test_no_seat_has_points_without_a_card(kind: str, position: dict[str, Any]) -> None:
    reason = impossible(shipped("kasane"), kind, position)
    assert reason is not None and reason.startswith("a seat has 14 points, and has laid no card")


def test_a_seat_without_points_may_have_no_card() -> None:
    assert impossible(shipped("kasane"), "winners", {"players": [[12, 5], [0, 0]]}) is None
    assert impossible(shipped("kasane"), "fits", {"yaku": "x", "row": [1]}) is None


def test_no_seat_has_more_points_than_all_slots_plus_ones_and_bonuses_make() -> None:
    settings = shipped("kasane")
    slots = sum(points for yaku in settings.yaku for slot in yaku.slots for points in slot.points)
    # Seven +1 cards, nine colours and all twelve cards.
    most = slots + 7 + 5 + 2
    assert impossible(settings, "winners", {"players": [[most, 12], [0, 0]]}) is None
    reason = impossible(settings, "winners", {"players": [[most + 1, 12], [0, 0]]})
    assert reason == f"all slots, +1 cards and bonuses make {most} points, and a seat has {most + 1}"


def test_a_row_has_no_more_cards_than_a_seat_has_turns() -> None:
    row = [1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3]
    assert impossible(shipped("kasane"), "form", {"row": row}) is None
    reason = impossible(shipped("kasane"), "form", {"row": [*row, 4]})
    assert reason == "a seat takes 12 cards in a game, not 13"


def test_a_card_just_taken_counts_as_one_of_a_turn() -> None:
    hand = [1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2]
    assert impossible(shipped("kasane"), "acquire", {"hand": hand, "field": [], "card": 3}) is None
    reason = impossible(shipped("kasane"), "acquire", {"hand": [*hand, 3], "field": [], "card": 4})
    assert reason == "a seat takes 12 cards in a game, and has 13 here"
    assert impossible(shipped("kasane"), "achieve", {"hand": [*hand, 3], "field": [], "card": 3}) is None
