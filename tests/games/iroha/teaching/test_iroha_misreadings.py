"""Every misreading of iroha is one changed decision, and differs from the rules somewhere."""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest

from pnp.games.core.lesson import Misreading
from pnp.games.iroha.rules.answer import answer
from pnp.games.iroha.rules.decisions import rules_of
from pnp.games.iroha.rules.record import Rules
from pnp.games.iroha.settings import Icon, IrohaSettings
from pnp.games.iroha.teaching.misreadings import misreadings
from pnp.testing import FULL
from tests.games.iroha.conftest import position
from tests.games.iroha.definitions import VARIANTS

NAMES = ("iroha", "iroha-six-suits", "iroha-icons", "iroha-double", "iroha-tiny")
OF_THE_RULES_PAGE = {
    "follow-led-suit",
    "trump-is-led-suit",
    "highest-number-wins",
    "marker-moves-once",
    "may-change-trump",
    "highest-scores",
    "rest-costs-numbers",
    "lowest-costs-too",
    "lone-card-nothing",
    "follow-trump",
    "marker-moves-off-trump",
    "marked-card-wins",
    "one-lowest",
    "rest-costs-once",
    "lowest-of-game",
    "dealer-leads",
    "pass-right",
}
FURTHER = {"led-suit-first", "lead-moves-left", "most-deals-win", "pass-on-received", "all-cards-used"}
SPARING = ("setup", "in_use", "may_pass", "turn", "trick", "lead", "score", "open_lows", "seat_total", "game", "pass")
"""Kinds that are quick to answer, and between them show every decision."""


def named(settings: IrohaSettings, name: str) -> Misreading:
    return next(found for found in misreadings(settings) if found.id == name)


def test_iroha_has_the_seventeen_misreadings_of_its_rules_and_five_more() -> None:
    assert len(OF_THE_RULES_PAGE) == 17
    found = misreadings(VARIANTS["iroha"])
    assert {one.id for one in found} == OF_THE_RULES_PAGE | FURTHER
    assert len(found) == 22
    assert all(one.text.key == f"misreading-{one.id}" for one in found)


@pytest.mark.parametrize("name", NAMES)
def test_a_misreading_replaces_exactly_one_decision(name: str) -> None:
    rules = rules_of(VARIANTS[name])
    for found in misreadings(VARIANTS[name]):
        patched = found.patch(rules)
        changed = [key.name for key in fields(Rules) if getattr(patched, key.name) is not getattr(rules, key.name)]
        assert len(changed) == 1, found.id
        assert callable(getattr(patched, changed[0]))


def indistinct(settings: IrohaSettings) -> set[str]:
    """The misreadings that answer thousands of random positions as the rules do."""
    rules = rules_of(settings)
    wrong = {found.id: found.patch(rules) for found in misreadings(settings)}
    random = Random(0)
    for round_ in range(5000):
        if not wrong:
            break
        kind = SPARING[round_ % len(SPARING)]
        asked = position(rules, random, kind)
        right = answer(settings, rules, kind, asked)
        for key in [key for key, patched in wrong.items() if answer(settings, patched, kind, asked) != right]:
            del wrong[key]
    return set(wrong)


@pytest.mark.parametrize("name", NAMES if FULL else NAMES[:1])
def test_every_misreading_differs_from_the_rules_somewhere(name: str) -> None:
    assert indistinct(VARIANTS[name]) == set()


@pytest.mark.parametrize(
    ("changes", "left_out"),
    [
        ({"numbers": (5,), "icons": (Icon((5,), 2),)}, {"highest-number-wins", "marked-card-wins", "highest-scores"}),
        ({"numbers": (0, 1), "icons": (Icon((0, 1), 2),)}, {"rest-costs-numbers", "rest-costs-once"}),
        ({"cost": 0}, {"lowest-costs-too", "rest-costs-once"}),
        ({"players": (2, 2)}, {"follow-led-suit", "follow-trump", "led-suit-first", "pass-right", "marker-moves-once"}),
        ({"passed": 0}, {"pass-right", "pass-on-received"}),
        ({"dealt": 1}, {"may-change-trump", "follow-trump", "lead-moves-left"}),
        ({"icons": (Icon((1, 2, 3, 4), 2),)}, {"all-cards-used"}),
        ({"suits": 2}, {"marker-moves-once"}),
    ],
)
def test_what_a_definition_has_no_room_for_is_left_out_and_the_rest_differs(
    changes: dict[str, Any], left_out: set[str]
) -> None:
    tiny = VARIANTS["iroha-tiny"]
    suits = tiny.suits[:2] if "suits" in changes else tiny.suits
    few = {"dealt": 2 if len(suits) == 2 or changes.get("numbers") == (0, 1) else 1 if "numbers" in changes else 3}
    settings = replace(tiny, **{**few, **changes, "suits": suits})
    assert not {found.id for found in misreadings(settings)} & left_out
    assert indistinct(settings) == set()


@pytest.mark.parametrize("kind", answer.kinds)
def test_a_misreader_can_answer_every_position_of_play(kind: str) -> None:
    settings = VARIANTS["iroha"]
    rules, random = rules_of(settings), Random(kind)
    for _ in range(5):
        asked = position(rules, random, kind)
        right = answer(settings, rules, kind, asked)
        for found in misreadings(settings):
            assert set(answer(settings, found.patch(rules), kind, asked)) == set(right)


B4, F7, Y3 = ["bird", 4], ["fan", 7], ["butterfly", 3]
FOUR_BIRDS = [["bird", 2], ["bird", 5], ["bird", 8], ["bird", 9]]
FOLLOW = {"hand": [["bird", 1], ["fan", 2], ["flower", 3]], "table": [B4, F7]}
TWICE = {"plays": [B4, F7, Y3]}
BACK = {"plays": [B4, F7, ["bird", 9], ["fan", 8]]}
PASSING = {
    "hand": [["bird", number] for number in range(1, 10)],
    "received": [["fan", 1], ["fan", 2]],
    "cards": [["bird", 1], ["fan", 2]],
}
LEAD = {"players": 3, "dealer": 1, "tricks": [[["bird", 1], ["bird", 2], ["fan", 6]]]}


@pytest.mark.parametrize(
    ("name", "kind", "key", "asked", "right", "wrong"),
    [
        ("follow-led-suit", "may_play", "legal", {**FOLLOW, "card": ["fan", 2]}, True, False),
        ("follow-trump", "may_play", "legal", {**FOLLOW, "card": ["bird", 1]}, True, False),
        ("led-suit-first", "may_play", "legal", {**FOLLOW, "card": ["fan", 2]}, True, False),
        ("may-change-trump", "may_play", "legal", {**FOLLOW, "card": ["flower", 3]}, False, True),
        ("trump-is-led-suit", "trick", "winner", TWICE, 2, 0),
        ("highest-number-wins", "trick", "winner", TWICE, 2, 1),
        ("highest-number-wins", "trick", "winner", {"plays": [F7, ["bird", 7]]}, 1, None),
        ("marker-moves-once", "trick", "winner", TWICE, 2, 1),
        ("marker-moves-off-trump", "trick", "marker", {"plays": BACK["plays"][:3]}, 1, 2),
        ("marked-card-wins", "trick", "winner", BACK, 3, 1),
        ("highest-scores", "score", "total", {"captured": FOUR_BIRDS}, -1, 6),
        ("rest-costs-numbers", "score", "total", {"captured": FOUR_BIRDS}, -1, -20),
        ("lowest-costs-too", "score", "total", {"captured": FOUR_BIRDS}, -1, -2),
        ("rest-costs-once", "score", "total", {"captured": FOUR_BIRDS}, -1, 1),
        ("lone-card-nothing", "score", "total", {"captured": [["flower", 6]]}, 6, 0),
        ("one-lowest", "score", "total", {"captured": [*FOUR_BIRDS, ["flower", 6]]}, 5, -2),
        ("lowest-of-game", "seat_total", "total", {"captured": [[B4], [["bird", 6]]]}, 10, 3),
        ("lowest-of-game", "seat_total", "total", {"captured": [[B4], [B4]]}, 8, 3),
        ("dealer-leads", "lead", "leader", {**LEAD, "tricks": []}, 2, 1),
        ("lead-moves-left", "lead", "leader", LEAD, 1, 0),
        ("pass-on-received", "may_pass", "verdict", PASSING, "not-allowed", "allowed"),
        ("all-cards-used", "setup", "cards_used", {"players": 3}, 30, 60),
        ("most-deals-win", "game", "best", {"deal_scores": [[9, 0, 0], [0, 1, 0], [0, 1, 0]]}, [0], [1]),
    ],
)
def test_what_a_misreader_would_say(
    name: str, kind: str, key: str, asked: dict[str, Any], right: object, wrong: object
) -> None:
    settings = VARIANTS["iroha"]
    rules = rules_of(settings)
    assert answer(settings, rules, kind, asked)[key] == right
    assert answer(settings, named(settings, name).patch(rules), kind, asked)[key] == wrong


def test_to_pass_right_is_the_other_way_round() -> None:
    settings = VARIANTS["iroha-tiny"]
    rules = rules_of(settings)
    hands = [[[suit, number] for number in (1, 2, 3)] for suit in ("bird", "fan", "butterfly")]
    asked = {"hands": hands, "passed": [[hand[0]] for hand in hands]}
    kept = [hand[1:] for hand in hands]
    left = [sorted([*kept[seat], hands[seat - 1][0]]) for seat in range(3)]
    right = [sorted([*kept[seat], hands[(seat + 1) % 3][0]]) for seat in range(3)]
    assert answer(settings, rules, "pass", asked) == {"hands": left}
    assert answer(settings, named(settings, "pass-right").patch(rules), "pass", asked) == {"hands": right}


def test_a_trick_that_a_misreader_gives_to_nobody_is_captured_by_nobody() -> None:
    settings = VARIANTS["iroha"]
    rules, random = rules_of(settings), Random(1)
    patched = named(settings, "highest-number-wins").patch(rules)
    found = 0
    for _ in range(20):
        asked = position(rules, random, "deal")
        out = answer(settings, patched, "deal", asked)
        open_tricks = [trick for trick in out["tricks"] if trick["winner"] is None]
        found += len(open_tricks)
        cards = len(asked["hands"]) * (rules.dealt - len(open_tricks))
        assert sum(out["captured_counts"]) == cards
    assert found


def test_a_misreading_leaves_no_trace_in_the_rules() -> None:
    settings = VARIANTS["iroha"]
    rules = rules_of(settings)
    for found in misreadings(settings):
        found.patch(rules)
    assert answer(settings, rules, "score", {"captured": FOUR_BIRDS})["total"] == -1
    assert answer(settings, rules, "trick", TWICE) == {"marker": 2, "trump": "butterfly", "winner": 2}
