"""What may not stand in a definition of iroha, and where the message points."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pnp.games.iroha.problems import problems
from pnp.games.iroha.settings import Icon, IrohaSettings
from pnp.model.text import Translated
from tests.games.iroha.definitions import VARIANTS

ALL = tuple(range(1, 13))


def resuited(settings: IrohaSettings, index: int, **changes: Any) -> IrohaSettings:
    suits = list(settings.suits)
    suits[index] = replace(suits[index], **changes)
    return replace(settings, suits=tuple(suits))


@pytest.mark.parametrize("name", ["iroha", "iroha-six-suits", "iroha-icons", "iroha-double", "iroha-tiny"])
def test_a_definition_that_can_be_played_has_no_problems(name: str) -> None:
    assert problems(VARIANTS[name]) == ()


@pytest.mark.parametrize(
    ("changes", "path", "code"),
    [
        ({"players": (6, 3)}, ("players",), "players-reversed"),
        ({"players": (1, 6)}, ("players", 0), "too-few-players"),
        ({"players": (2, 6)}, ("dealt",), "too-few-cards"),
        ({"players": (3, 7)}, ("dealt",), "too-few-cards"),
        ({"dealt": 11}, ("dealt",), "too-few-cards"),
        ({"passed": 10}, ("passed",), "pass-over-hand"),
        ({"numbers": (*ALL, 13)}, ("numbers", 12), "number-without-icon"),
        ({"numbers": (*ALL, 7)}, ("numbers", 12), "duplicate-number"),
        ({"numbers": ALL[:-1]}, ("icons", 3, "numbers", 1), "unknown-number"),
        ({"icons": (Icon(ALL, 3), Icon((7,), 4))}, ("icons", 1, "numbers", 0), "number-in-two-icons"),
        ({"icons": (Icon((*ALL, 7), 3),)}, ("icons", 0, "numbers", 12), "number-in-two-icons"),
    ],
)
def test_settings_that_disagree_are_told(changes: dict[str, Any], path: tuple[Any, ...], code: str) -> None:
    found = problems(replace(VARIANTS["iroha"], **changes))
    assert [(problem.path, problem.code) for problem in found] == [(path, code)]
    assert found[0].message and found[0].hint


@pytest.mark.parametrize(
    ("changes", "path", "code"),
    [
        ({"id": "bird"}, ("id",), "duplicate-id"),
        ({"id": "Paper crane"}, ("id",), "bad-id"),
        ({"name": Translated("crane", "鳥")}, ("name",), "duplicate-name"),
        ({"name": Translated("crane", " ")}, ("name",), "empty-text"),
        ({"letter": Translated("Bi", "鶴")}, ("letter",), "duplicate-letter"),
        ({"letter": "C1"}, ("letter",), "bad-letter"),
        ({"letter": "Crane"}, ("letter",), "bad-letter"),
        ({"motif": "bird"}, ("motif",), "duplicate-motif"),
        ({"ink": "pink"}, ("ink",), "bad-ink"),
    ],
)
def test_a_suit_that_clashes_is_told(changes: dict[str, Any], path: tuple[str, ...], code: str) -> None:
    found = problems(resuited(VARIANTS["iroha"], 3, **changes))
    assert {(problem.path, problem.code) for problem in found} == {(("suits", 3, *path), code)}
    assert all(problem.message and problem.hint for problem in found)


def test_two_suits_may_share_a_pattern_or_an_ink() -> None:
    first = VARIANTS["iroha"].suits[0]
    assert problems(resuited(VARIANTS["iroha"], 3, pattern=first.pattern, ink=first.ink)) == ()


def test_the_whole_pack_may_be_dealt() -> None:
    assert problems(replace(VARIANTS["iroha"], dealt=10)) == ()


def test_the_hint_names_what_can_be_dealt_with_every_number_of_players() -> None:
    (found,) = problems(replace(VARIANTS["iroha"], dealt=11))
    assert found.message == "3 players need 33 cards (11 each), and 30 are used with 3"
    assert found.hint == "deal at most 10, or add suits or numbers"
    (found,) = problems(replace(VARIANTS["iroha"], players=(2, 6)))
    assert found.message == "2 players need 18 cards (9 each), and 0 are used with 2"
    assert found.hint == "add suits or numbers, or lower `from`"


def test_a_hand_may_be_passed_whole() -> None:
    assert problems(replace(VARIANTS["iroha"], passed=9)) == ()


def test_all_problems_are_told_in_one_run() -> None:
    broken = resuited(
        replace(VARIANTS["iroha"], passed=10, players=(6, 3), numbers=(*ALL, 7)), 2, letter="Bi", ink="red"
    )
    codes = [problem.code for problem in problems(broken)]
    assert codes == ["players-reversed", "bad-ink", "duplicate-letter", "duplicate-number", "pass-over-hand"]
