"""Iroha with other figures: no number is taken for granted."""

from __future__ import annotations

from dataclasses import replace

from pnp.games.iroha import ENGINE
from pnp.games.iroha.settings import Icon
from tests.games.iroha.definitions import IROHA


def test_a_hand_of_one_card_has_no_last_play_to_weigh() -> None:
    for passed in (0, 1):
        lessons = {lesson.id for lesson in ENGINE.lessons(replace(IROHA, dealt=1, passed=passed))}
        assert "last-play" not in lessons


def test_cards_that_nobody_uses_are_not_in_the_deck() -> None:
    for_four = replace(IROHA, players=(3, 4))
    assert ENGINE.problems(for_four) == ()
    assert {item.fields["number"] for item in ENGINE.decks["deck"](for_four)} == set(range(1, 9))
    unplayable = replace(IROHA, players=(2, 2), icons=(Icon(tuple(range(1, 13)), 3),))
    assert [problem.code for problem in ENGINE.problems(unplayable)] == ["too-few-cards"]
