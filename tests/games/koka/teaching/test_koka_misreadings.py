"""Every misreading of koka is one changed decision, and differs from the rules somewhere."""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest

from pnp.games.koka.rules.answer import answer
from pnp.games.koka.rules.decisions import rules_of
from pnp.games.koka.rules.record import Rules
from pnp.games.koka.settings import KokaSettings, Sets
from pnp.games.koka.teaching.misreadings import misreadings
from pnp.testing import FULL
from tests.games.koka.conftest import dice, position
from tests.games.koka.definitions import VARIANTS

NAMES = ("koka", "other-readings", "koka-special", "koka-special-other-readings", "koka-tiny")
OF_THE_RULES_PAGE = {
    "equal-sets-added",
    "six-run-as-two-threes",
    "sixes-first",
    "sets-mix-colours",
    "runs-wrap",
    "six-multiplies",
    "four-or-five-set",
    "any-split",
    "multiplier-on-all",
    "equal-sets-one-colour",
    "equal-sets-different-colours",
    "four-colours",
    "any-runs-equal",
    "stops-at-once",
    "first-completer-scores",
}
"""One line of the page names two."""
FURTHER = {
    "two-sixes-complete",
    "kept-die-counts",
    "complete-gives-back",
    "reroll-takes-two",
    "reroll-one",
    "untaken-stay",
    "discard-keeps-face",
    "any-discard-colour",
    "start-player-draws",
    "drawer-stays",
    "most-games-win",
}


def patched(settings: KokaSettings, name: str) -> Rules:
    found: Rules = next(found for found in misreadings(settings) if found.id == name).patch(rules_of(settings))
    return found


def test_koka_has_the_fifteen_misreadings_of_its_rules_and_eleven_more() -> None:
    assert (len(OF_THE_RULES_PAGE), len(FURTHER)) == (15, 11)
    found = misreadings(VARIANTS["koka"])
    assert len(found) == 26
    assert {one.id for one in found} == OF_THE_RULES_PAGE | FURTHER
    assert all(one.text.key == f"misreading-{one.id}" for one in found)


@pytest.mark.parametrize("name", NAMES)
def test_a_misreading_replaces_exactly_one_decision(name: str) -> None:
    rules = rules_of(VARIANTS[name])
    for found in misreadings(VARIANTS[name]):
        wrong = found.patch(rules)
        changed = [key.name for key in fields(Rules) if getattr(wrong, key.name) is not getattr(rules, key.name)]
        assert len(changed) == 1, found.id
        assert callable(getattr(wrong, changed[0]))


@pytest.mark.parametrize("name", NAMES if FULL else NAMES[:1])
def test_every_misreading_differs_from_the_rules_on_random_positions(name: str) -> None:
    settings = VARIANTS[name]
    rules, random = rules_of(settings), Random(name)
    wrong = {found.id: found.patch(rules) for found in misreadings(settings)}
    kinds = ("score", "turn", "round", "tray", "turn", "match", "drawer", "score")
    for round_ in range(6000):
        if not wrong:
            break
        kind = kinds[round_ % len(kinds)]
        asked = position(rules, random, kind)
        right = answer(settings, rules, kind, asked)
        for key in [key for key, other in wrong.items() if answer(settings, other, kind, asked) != right]:
            del wrong[key]
    assert not wrong


@pytest.mark.parametrize(
    ("name", "line", "right", "wrong"),
    [
        ("equal-sets-added", "R234 Y234 P555 O123", 6, 4),
        ("multiplier-on-all", "R234 Y234 P555 O123", 6, 8),
        ("equal-sets-one-colour", "R234 Y234 P555 O123", 6, 4),
        ("equal-sets-different-colours", "R234 R234 P555 O123", 6, 4),
        ("any-runs-equal", "R123 Y222 P234 O345", 4, 10),
        ("six-run-as-two-threes", "B123456 G333 Y456", 12, 6),
        ("sixes-first", "R222222 G222 Y222", 16, 14),
        ("six-multiplies", "R222222 G222 Y345", 12, 23),
        ("any-split", "R333444555 B123", 10, 4),
        ("four-colours", "R123 R555 P234 O345", 4, None),
        ("four-or-five-set", "R1234 B2345 G3456", None, 3),
        ("four-or-five-set", "R12345 B1111 G555", None, 3),
        ("sets-mix-colours", "R12 B3 R222 G444 Y555", None, 4),
        ("runs-wrap", "R561 B222 G333 Y345", None, 4),
        ("two-sixes-complete", "R123456 G444444", 14, 20),
    ],
)
def test_what_a_misreader_would_score(name: str, line: str, right: int | None, wrong: int | None) -> None:
    settings = VARIANTS["koka"]
    asked = {"dice": dice(line)}
    assert answer(settings, rules_of(settings), "score", asked)["score"] == right
    assert answer(settings, patched(settings, name), "score", asked)["score"] == wrong


READY = "R123 B222 G234 Y34"


@pytest.mark.parametrize(
    ("name", "misreading", "move", "right", "wrong"),
    [
        ("koka", "untaken-stay", ["reroll", "Y5 O1", "Y6 O2", "", ""], ["yellow", "orange"], []),
        ("koka", "untaken-stay", ["reroll", "Y5 O1", "Y6 O2", "Y6", "R1"], ["orange", "red"], ["red"]),
        ("untaken-stay", "untaken-again", ["reroll", "Y5 O1", "Y6 O2", "", ""], [], ["yellow", "orange"]),
        ("koka", "reroll-one", ["reroll", "Y5", "Y6", "", ""], [], ["yellow"]),
        ("one-or-two", "reroll-needs-two", ["reroll", "Y5", "Y6", "", ""], ["yellow"], []),
    ],
)
def test_what_a_misreader_would_roll(
    name: str, misreading: str, move: list[str], right: list[str], wrong: list[str]
) -> None:
    settings = VARIANTS[name]
    made = [move[0], *map(dice, move[1:])]
    asked = {"hand": dice(READY), "kept": [], "tray": dice("Y5 O1"), "discards": [], "move": made}
    assert answer(settings, rules_of(settings), "tray", asked)["rolls"] == right
    assert answer(settings, patched(settings, misreading), "tray", asked)["rolls"] == wrong


@pytest.mark.parametrize(
    ("name", "kept", "discards", "move", "key", "right", "wrong"),
    [
        ("kept-die-counts", "", "", ["keep", "Y5"], "complete", False, True),
        ("complete-gives-back", "", "", ["take", "Y5", None], "verdict", "allowed", "not-allowed"),
        ("reroll-takes-two", "", "", ["reroll", "Y5 O1", "Y6 O1", "", ""], "verdict", "allowed", "not-allowed"),
        ("discard-keeps-face", "O11", "Y3", ["keep", "O1", "Y5", None], "verdict", "allowed", "not-allowed"),
        ("any-discard-colour", "O11", "R3", ["keep", "O1", "Y5", None], "verdict", "not-allowed", "allowed"),
    ],
)
def test_what_a_misreader_would_allow(
    name: str,
    kept: str,
    discards: str,
    move: list[Any],
    key: str,
    right: object,
    wrong: object,
) -> None:
    settings = VARIANTS["koka"]
    single = move[0] != "reroll"
    made = [move[0], *(part if part is None else dice(part)[0] if single else dice(part) for part in move[1:])]
    asked = {"hand": dice(READY), "kept": dice(kept), "tray": dice("Y5 O1"), "discards": dice(discards), "move": made}
    assert answer(settings, rules_of(settings), "turn", asked)[key] == right
    assert answer(settings, patched(settings, name), "turn", asked)[key] == wrong


def test_what_a_misreader_would_say_of_rounds_and_matches() -> None:
    settings = VARIANTS["koka"]
    hands = [dice("R234 Y234 P555 O123"), dice("B123 G222 P234 O345"), dice(READY)]
    asked: dict[str, Any] = {"start": 1, "hands": hands}
    stopped = answer(settings, patched(settings, "stops-at-once"), "round", asked)
    assert stopped == {"over": True, "turns": [1], "completers": [1], "scores": [0, 4, 0]}
    first = answer(settings, patched(settings, "first-completer-scores"), "round", asked)
    assert first == {"over": True, "turns": [1, 2, 0], "completers": [1, 0], "scores": [0, 4, 0]}
    asked = {"players": 3, "start": 0, "round": 2}
    drawers = [answer(settings, rules_of(settings), "drawer", asked)["drawer"]]
    drawers += [
        answer(settings, patched(settings, name), "drawer", asked)["drawer"]
        for name in ("start-player-draws", "drawer-stays")
    ]
    assert drawers == [1, 2, 2]
    asked = {"scores": [[9, 0], [0, 1], [0, 1]]}
    assert answer(settings, patched(settings, "most-games-win"), "match", asked)["best"] == [1]


def test_what_a_definition_has_no_room_for_is_left_out() -> None:
    koka = VARIANTS["koka"]

    def known(settings: KokaSettings) -> set[str]:
        return {one.id for one in misreadings(settings)}

    assert "kept-die-counts" not in known(replace(koka, kept=1))
    assert "most-games-win" not in known(replace(koka, games=1))
    assert not {"equal-sets-added", "any-split"} & known(replace(koka, sets=Sets(0, 10)))
    assert "sixes-first" not in known(replace(koka, sets=Sets(1, 30)))
    one_colour = replace(koka, colours=(replace(koka.colours[0], dice=90),))
    assert not {"sets-mix-colours", "any-discard-colour"} & known(one_colour)
    assert "special-hand-is-bonus" not in known(koka)
    assert "special-hand-is-bonus" in known(VARIANTS["koka-special"])
    others = known(VARIANTS["other-readings"])
    assert {"equal-sets-any-colours", "two-sixes-incomplete"} <= others
    assert not {"equal-sets-different-colours", "two-sixes-complete", "sixes-first"} & others
    assert {"reroll-needs-two", "untaken-again"} <= others
    assert not {"reroll-one", "untaken-stay"} & others


@pytest.mark.parametrize("kind", answer.kinds)
def test_a_misreader_can_answer_every_position_of_play(kind: str) -> None:
    settings = VARIANTS["koka"]
    rules, random = rules_of(settings), Random(kind)
    for _ in range(3):
        asked = position(rules, random, kind)
        right = answer(settings, rules, kind, asked)
        for found in misreadings(settings):
            assert set(answer(settings, found.patch(rules), kind, asked)) == set(right)
