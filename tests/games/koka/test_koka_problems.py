"""What may not stand in a definition of koka, and where the message points."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pnp.games.koka.problems import problems
from pnp.games.koka.settings import Group, KokaSettings, PerRound, SpecialHand
from pnp.model.text import Translated
from tests.games.koka.definitions import VARIANTS

NAMES = ("koka", "other-readings", "koka-special", "koka-special-other-readings", "koka-tiny", "koka-short")
ROUNDS = (PerRound(2, 3), PerRound(3, 4), PerRound(4, 4))


def recoloured(settings: KokaSettings, index: int, **changes: Any) -> KokaSettings:
    colours = list(settings.colours)
    colours[index] = replace(colours[index], **changes)
    return replace(settings, colours=tuple(colours))


def special(*groups: Group, name: str = "Special") -> SpecialHand:
    return SpecialHand(name, groups, 10)


@pytest.mark.parametrize("name", NAMES)
def test_a_definition_that_can_be_played_has_no_problems(name: str) -> None:
    assert problems(VARIANTS[name]) == ()


@pytest.mark.parametrize(
    ("changes", "path", "code"),
    [
        ({"players": (4, 2)}, ("players",), "players-reversed"),
        ({"players": (1, 4)}, ("players", 0), "too-few-players"),
        ({"players": (2, 5)}, ("per-round",), "missing-players"),
        ({"per_round": ROUNDS[:2]}, ("per-round",), "missing-players"),
        ({"per_round": (*ROUNDS, PerRound(3, 5))}, ("per-round", 3, "players"), "duplicate-players"),
        ({"per_round": (*ROUNDS[:2], PerRound(4, 3))}, ("per-round", 2, "dice"), "too-few-tray-dice"),
        ({"special_hands": (special(*[Group(2)] * 6, Group(1)),)}, ("special-hands", 0, "groups"), "special-hand-size"),
        ({"special_hands": (special(Group(11)),)}, ("special-hands", 0, "groups"), "special-hand-size"),
        (
            {"special_hands": (special(Group(5), Group(7, "any", "run")),)},
            ("special-hands", 0, "groups", 1, "size"),
            "run-too-long",
        ),
        ({"special_hands": (special(Group(12)),) * 2}, ("special-hands", 1, "name"), "duplicate-name"),
        ({"special_hands": (special(Group(12), name=" "),)}, ("special-hands", 0, "name"), "empty-text"),
    ],
)
def test_settings_that_disagree_are_told(changes: dict[str, Any], path: tuple[Any, ...], code: str) -> None:
    found = problems(replace(VARIANTS["koka"], **changes))
    assert [(problem.path, problem.code) for problem in found] == [(path, code)]
    assert found[0].message and found[0].hint


@pytest.mark.parametrize(
    ("changes", "path", "code"),
    [
        ({"id": "red"}, "id", "duplicate-id"),
        ({"id": "Dark red"}, "id", "bad-id"),
        ({"name": Translated("crimson", "赤")}, "name", "duplicate-name"),
        ({"name": Translated("crimson", " ")}, "name", "empty-text"),
        ({"letter": Translated("R", "朱")}, "letter", "duplicate-letter"),
        ({"letter": "R1"}, "letter", "bad-letter"),
        ({"petal": "camellia"}, "petal", "duplicate-petal"),
        ({"ink": "pink"}, "ink", "bad-ink"),
    ],
)
def test_a_colour_that_clashes_is_told(changes: dict[str, Any], path: str, code: str) -> None:
    found = problems(recoloured(VARIANTS["koka"], 3, **changes))
    assert {(problem.path, problem.code) for problem in found} == {(("colours", 3, path), code)}
    assert all(problem.message and problem.hint for problem in found)


def test_a_special_hand_of_thirteen_dice_says_how_many_it_needs() -> None:
    hand = special(Group(6, value="run"), Group(7))
    (found,) = problems(replace(VARIANTS["koka"], special_hands=(hand,)))
    assert found.path == ("special-hands", 0, "groups")
    assert found.message == "the groups of this special hand need 13 dice, and a complete hand has 12"


def test_there_are_dice_for_hands_kept_dice_and_the_tray() -> None:
    koka = VARIANTS["koka"]
    few = replace(koka, colours=tuple(replace(colour, dice=9) for colour in koka.colours))
    (found,) = problems(few)
    assert (found.path, found.code) == (("colours",), "too-few-dice")
    assert found.message == "4 players need 56 dice (11 in each hand, and 2 kept, 4 in the tray), and there are 54"
    assert problems(recoloured(few, 0, dice=11)) == ()
    assert problems(replace(few, kept=2)) == ()


def test_a_group_of_one_colour_needs_a_colour_with_so_many_dice() -> None:
    koka = replace(VARIANTS["koka"], players=(2, 2), per_round=ROUNDS[:1])
    few = replace(koka, colours=tuple(replace(colour, dice=7) for colour in koka.colours))
    (found,) = problems(replace(few, special_hands=(special(Group(4), Group(8)),)))
    assert (found.path, found.code) == (("special-hands", 0, "groups", 1, "size"), "group-over-colour")
    assert problems(replace(few, special_hands=(special(Group(4), Group(8, "any")),))) == ()
    two = replace(few, colours=(replace(few.colours[0], dice=30), *few.colours[1:2]))
    assert problems(replace(two, special_hands=(special(Group(8), Group(4)),))) == ()
    narrow = tuple(replace(colour, dice=count) for colour, count in zip(koka.colours, (5, 5, 5, 5, 5, 5), strict=True))
    hand = special(*[Group(3)] * 4)
    assert problems(replace(koka, colours=narrow, special_hands=(hand,))) == ()
    colours = (*(replace(one, dice=5) for one in koka.colours[:3]), *(replace(one, dice=2) for one in koka.colours[3:]))
    found = next(iter(problems(replace(koka, colours=colours, special_hands=(hand,), kept=1, players=(2, 2)))))
    assert found.code == "too-few-dice"
    found = problems(replace(koka, colours=colours, special_hands=(hand,)))[-1]
    assert (found.path, found.code) == (("special-hands", 0, "groups"), "groups-over-colours")


def test_all_problems_are_told_in_one_run() -> None:
    broken = recoloured(VARIANTS["koka"], 2, letter=Translated("R", "黄"), ink="red")
    broken = replace(broken, players=(4, 2), special_hands=(special(Group(9)),))
    assert [problem.code for problem in problems(broken)] == [
        "players-reversed",
        "bad-ink",
        "duplicate-letter",
        "special-hand-size",
    ]
