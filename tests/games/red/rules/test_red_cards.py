"""Notation of cards, actions and states of red: each is read back as written."""

from __future__ import annotations

from random import Random

import pytest

from pnp.games.core.playing.play import NotationError
from pnp.games.red.play.game import RedPlay
from pnp.games.red.rules.cards import Action, Card, parse_card, short
from pnp.games.red.rules.decisions import rules_of
from tests.games.red.definitions import VARIANTS


@pytest.mark.parametrize("name", ["red", "eight", "zeros"])
def test_every_card_is_read_back_in_both_forms(name: str) -> None:
    rules = rules_of(VARIANTS[name])
    letters = {
        colour: f"{index}"[-1:].translate(str.maketrans("0123456789", "abcdefghij"))
        for index, colour in enumerate(rules.colours)
    }
    for card in rules.deck:
        assert parse_card(str(card), rules.deck) == card
        assert parse_card(short(card, letters), rules.deck, letters) == card


@pytest.mark.parametrize("line", ["", "red", "red-", "red-8", "red-07", "pink-1", "R", "R77", "red--1", " red-7"])
def test_what_is_no_card_is_refused_by_name(line: str) -> None:
    rules = rules_of(VARIANTS["red"])
    with pytest.raises(NotationError, match="is not a card of this game"):
        parse_card(line, rules.deck, rules.letters)


def test_actions_may_be_written_by_letter() -> None:
    rules = rules_of(VARIANTS["red"])
    assert RedPlay().parse_action(rules, "both R7 blue-3") == Action("both", Card("red", 7), Card("blue", 3))


@pytest.mark.parametrize(
    "line", ["", "draw red-7", "play", "play red-7 red-6", "both red-7", "pass red-7", "play red-9"]
)
def test_what_is_no_action_is_refused(line: str) -> None:
    with pytest.raises(NotationError):
        RedPlay().parse_action(rules_of(VARIANTS["red"]), line)


def test_a_state_with_other_cards_than_the_deck_is_refused() -> None:
    play, rules = RedPlay(), rules_of(VARIANTS["red"])
    line = play.format_state(play.initial_state(rules, play.deal(rules, 3, 1)))
    assert play.format_state(play.parse_state(rules, line)) == line
    for broken_line in (
        line.replace("red-7", "red-6"),
        line.replace("turn=", "turn=9"),
        line.replace("turn=", "seat="),
        line.replace("rule=red", "rule=pink"),
        line[: line.index(" discards")],
        line.replace("turn=" + line.split("turn=")[1][0], "turn=-"),
    ):
        assert broken_line != line
        with pytest.raises(NotationError, match="is not a"):
            play.parse_state(rules, broken_line)


def test_every_deal_is_the_same_for_the_same_seed_only() -> None:
    play, rules = RedPlay(), rules_of(VARIANTS["eight"])
    assert play.deal(rules, 4, 7) == play.deal(rules, 4, 7)
    assert len({play.deal(rules, 4, Random(seed).randrange(10**6)) for seed in range(20)}) == 20


def test_a_seat_without_a_hand_card_may_not_be_to_act() -> None:
    play, rules = RedPlay(), rules_of(VARIANTS["tiny"])
    line = "rule=red turn={} hands=|red-1,red-2,red-3 palettes=orange-1|orange-2 stock=orange-3,yellow-1 discards={}"
    assert play.parse_state(rules, line.format(1, "yellow-2,yellow-3")).turn == 1
    with pytest.raises(NotationError, match="has no card in hand"):
        play.parse_state(rules, line.format(0, "yellow-2,yellow-3"))
