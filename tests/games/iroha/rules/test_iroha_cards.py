"""Notation of cards, actions and states of iroha, each read back as written; the deck; the figures."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.games.core.playing.play import NotationError
from pnp.games.iroha.play.game import IrohaPlay
from pnp.games.iroha.play.state import CARD, Action
from pnp.games.iroha.rules.cards import Card, deck, figures, pack
from pnp.games.iroha.rules.decisions import rules_of
from pnp.games.iroha.settings import Icon
from tests.games.iroha.definitions import VARIANTS

PLAY = IrohaPlay()


@pytest.mark.parametrize("name", ["iroha", "iroha-six-suits", "iroha-icons"])
def test_every_card_is_read_back(name: str) -> None:
    rules = rules_of(VARIANTS[name])
    for card in rules.deck:
        assert CARD.parse(rules, str(card)) == card


@pytest.mark.parametrize("line", ["", "bird", "bird-", "bird-13", "bird-07", "moon-1", "B7", "bird--1", " bird-7"])
def test_what_is_no_card_is_refused_by_name(line: str) -> None:
    with pytest.raises(NotationError, match=r"is not a card of this game: expected .* such as bird-1"):
        CARD.parse(rules_of(VARIANTS["iroha"]), line)


@pytest.mark.parametrize("line", ["", "draw bird-7", "play", "play bird-7 bird-6", "pass bird-13", "play red-9"])
def test_what_is_no_action_is_refused(line: str) -> None:
    with pytest.raises(NotationError):
        PLAY.parse_action(rules_of(VARIANTS["iroha"]), line)


def test_the_cards_of_a_pass_may_stand_in_any_order() -> None:
    rules = rules_of(VARIANTS["iroha"])
    expected = Action("pass", (Card("bird", 7), Card("fan", 1)))
    assert PLAY.parse_action(rules, "pass fan-1 bird-7") == PLAY.parse_action(rules, "pass bird-7 fan-1") == expected


HANDS = "bird-1,bird-2,bird-3|butterfly-1,butterfly-2,butterfly-3"
PASSING = f"phase=pass dealer=0 leader=1 hands={HANDS} passing=| table= captured=| aside=fan-1,fan-2,fan-3"
PACK = "bird-1,bird-2,bird-3,fan-1,fan-2,fan-3,butterfly-1,butterfly-2,butterfly-3"
START = f"{PASSING} packs={PACK} scores="
MID = (
    "phase=play dealer=0 leader=0 hands=bird-2|fan-2,bird-3 passing=| table=bird-1 captured=butterfly-1,butterfly-2| "
    f"aside=butterfly-3,fan-1,fan-3 packs={PACK} scores="
)
OVER = (
    "phase=over dealer=1 leader=0 hands=| passing=| table= captured=bird-1,butterfly-1,bird-2,butterfly-2|"
    "butterfly-3,bird-3 aside=fan-1,fan-2,fan-3 packs= scores=1,2|0,6"
)


@pytest.mark.parametrize("line", [START, MID, OVER])
def test_a_state_is_read_and_written(line: str) -> None:
    rules = rules_of(VARIANTS["iroha-tiny"])
    state = PLAY.parse_state(rules, line)
    assert PLAY.parse_state(rules, PLAY.format_state(state)) == state


@pytest.mark.parametrize(
    ("line", "old", "new"),
    [
        (START, "phase=pass", "phase=wait"),
        (START, "dealer=0", "dealer=2"),
        (START, "dealer=0", "dealer=x"),
        (START, "dealer=0 ", ""),
        (START, "leader=1", "leader=0"),
        (START, "passing=|", "passing="),
        (START, "captured=|", "captured="),
        (START, "hands=bird-1,", "hands=bird-2,"),
        (START, f"packs={PACK}", "packs="),
        (START, f"packs={PACK}", f"packs={PACK}|{PACK}"),
        (START, f"packs={PACK}", f"packs={PACK.replace('bird-1', 'bird-2')}"),
        (START, "scores=", "scores=1"),
        (START, "passing=| table= captured=| aside=fan-1", "passing=| table=fan-1 captured=| aside="),
        (START, "bird-1,bird-2,bird-3|", "bird-2,bird-3|"),
        (START, "|butterfly-1,butterfly-2,butterfly-3 passing=|", "|butterfly-3 passing=|butterfly-1,butterfly-2"),
        (START, f"{HANDS} passing=|", f"{HANDS.removeprefix('bird-1,')} passing=bird-1|"),
        (MID, "leader=0", "leader=1"),
        (MID, "passing=|", "passing=butterfly-3|"),
        (MID, "captured=butterfly-1,butterfly-2|", "captured=butterfly-1|butterfly-2"),
        (MID, "hands=bird-2|fan-2,bird-3", "hands=bird-2,bird-3|fan-2"),
        (MID, "table=bird-1", "table=bird-1,bird-2"),
        (OVER, "scores=1,2|0,6", "scores=1,2|0,5"),
        (OVER, "scores=1,2|0,6", "scores=0,6"),
        (OVER, "scores=1,2|0,6", "scores=1,2,3|0,6"),
        (OVER, "scores=1,2|0,6", "scores=1,2|0,x"),
        (OVER, "hands=| passing=|", "hands=fan-1| passing=|"),
        (OVER, "captured=bird-1,butterfly-1,", "captured=butterfly-1,"),
        (OVER, "phase=over", "phase=play"),
    ],
)
def test_a_state_that_no_game_comes_to_is_refused(line: str, old: str, new: str) -> None:
    broken_line = line.replace(old, new)
    assert broken_line != line
    with pytest.raises(NotationError):
        PLAY.parse_state(rules_of(VARIANTS["iroha-tiny"]), broken_line)


def test_the_deck_has_a_card_of_each_suit_and_number_with_its_icon() -> None:
    items = deck(VARIANTS["iroha"])
    assert len(items) == len({item.id for item in items}) == 60
    assert items[0].id == "bird-1" and items[-1].id == "flower-12"
    icons = {item.fields["number"]: item.fields["icon"] for item in items}
    assert icons == {
        **dict.fromkeys(range(1, 7), (3, 6)),
        7: (4, 6),
        8: (4, 6),
        9: (5, 6),
        10: (5, 6),
        11: (6, 6),
        12: (6, 6),
    }
    keys = {"suit", "number", "name", "letter", "ink", "motif", "pattern", "icon"}
    assert all(set(item.fields) == keys and item.copies == 1 for item in items)


def test_an_icon_never_names_fewer_players_than_the_game_has() -> None:
    assert deck(VARIANTS["iroha-icons"])[0].fields["icon"] == (3, 5)


@pytest.mark.parametrize(("players", "numbers"), [(3, 6), (4, 8), (5, 10), (6, 12)])
def test_the_pack_has_two_cards_per_suit_and_player(players: int, numbers: int) -> None:
    cards = pack(rules_of(VARIANTS["iroha"]), players)
    assert len(cards) == 10 * players
    assert {card.number for card in cards} == set(range(1, numbers + 1))


def test_figures_change_with_every_key_that_an_answer_may_rest_on() -> None:
    iroha = VARIANTS["iroha"]
    changes = (
        {"players": (3, 5)},
        {"suits": iroha.suits[:4]},
        {"numbers": (*range(2, 13), 13)},
        {"icons": (Icon(tuple(range(1, 13)), 3),)},
        {"dealt": 8},
        {"passed": 3},
        {"cost": 2},
        {"deals_each": 2},
    )
    icons = {"icons": (*iroha.icons, Icon((13,), 3))}
    changed_figures = [
        figures(replace(iroha, **(change | (icons if "numbers" in change else {})))) for change in changes
    ]
    assert all(changed != figures(iroha) for changed in changed_figures)


def test_figures_leave_out_what_is_only_printed() -> None:
    iroha = VARIANTS["iroha"]
    painted = tuple(replace(suit, name="x", letter="x", ink="#000000", motif="x", pattern="x") for suit in iroha.suits)
    assert figures(replace(iroha, suits=painted)) == figures(iroha)
    assert figures(replace(iroha, numbers=iroha.numbers[::-1], icons=iroha.icons[::-1])) == figures(iroha)
