"""Every misreading of kasane is one changed decision, and differs from the rules somewhere."""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest

from pnp.games.core.lesson import Misreading
from pnp.games.kasane.rules.answer import answer
from pnp.games.kasane.rules.decisions import rules_of
from pnp.games.kasane.rules.record import Rules
from pnp.games.kasane.settings import Bonus, Condition, KasaneSettings, PlusOne, Slots
from pnp.games.kasane.teaching.misreadings import misreadings
from pnp.testing import FULL
from tests.games.kasane.conftest import position
from tests.games.kasane.definitions import VARIANTS

NAMES = ("kasane", "kasane-variants", "kasane-wide", "kasane-tiny")
OF_THE_RULES_PAGE = {
    "reorder-hand",
    "middle-of-hand",
    "any-card-of-row",
    "any-of-set",
    "moons-turn",
    "parity-one-direction",
    "parity-no-repeats",
    "token-closes-yaku",
    "token-binds-owner",
    "set-in-order",
    "sum-at-most",
    "plus-one-not-laid",
    "plus-one-joker",
    "more-colours-more",
    "field-card-last",
    "leave-out-taken",
    "build-on-plus-one",
    "more-of-field",
    "moons-no-gaps",
    "moons-repeat",
    "two-yaku",
    "field-card-uncounted",
    "plus-one-is-colour",
    "bonus-without-minimum",
    "full-slot-again",
}
"""24 entries, of which the one about odd and even makes two."""
FURTHER = {
    "plus-one-to-hand",
    "yaku-after-plus-one",
    "field-card-must",
    "field-card-never",
    "plus-one-is-one",
    "token-closes-size",
    "second-pays-first",
    "colours-in-hand",
    "ties-shared",
}
TELLING = ("may_achieve", "best_yaku", "may_take", "acquire", "fits", "points", "final_score", "winners")
"""Kinds that between them show every decision."""


def named(settings: KasaneSettings, name: str) -> Misreading:
    return next(found for found in misreadings(settings) if found.id == name)


def test_kasane_has_the_misreadings_of_its_rules_and_nine_more() -> None:
    assert len(OF_THE_RULES_PAGE) == 24 + 1
    found = misreadings(VARIANTS["kasane"])
    assert {one.id for one in found} == OF_THE_RULES_PAGE | FURTHER
    assert len(found) == 34
    assert all(one.text.key == f"misreading-{one.id}" for one in found)


@pytest.mark.parametrize("name", NAMES)
def test_a_misreading_replaces_exactly_one_decision(name: str) -> None:
    rules = rules_of(VARIANTS[name])
    for found in misreadings(VARIANTS[name]):
        patched = found.patch(rules)
        changed = [key.name for key in fields(Rules) if getattr(patched, key.name) is not getattr(rules, key.name)]
        assert len(changed) == 1, found.id
        decision = getattr(patched, changed[0])
        assert callable(decision) or decision is False


def headline(kind: str, out: Any) -> object:
    """What a reader of an example would get right or wrong."""
    return {
        "may_achieve": lambda: (out["verdict"], out["points"]),
        "best_yaku": lambda: out["points"],
        "may_take": lambda: out["verdict"],
        "acquire": lambda: (out["hand"], out["may_achieve"]),
        "fits": lambda: out["ok"],
        "points": lambda: out["points"],
        "final_score": lambda: out["total"],
        "winners": lambda: out["winners"],
    }[kind]()


def indistinct(settings: KasaneSettings) -> set[str]:
    """The misreadings that say nothing else than the rules about thousands of random positions."""
    rules = rules_of(settings)
    wrong = {found.id: found.patch(rules) for found in misreadings(settings)}
    random = Random(0)
    for round_ in range(20000):
        if not wrong:
            break
        kind = TELLING[round_ % len(TELLING)]
        asked = position(rules, random, kind)
        right = headline(kind, answer(settings, rules, kind, asked))
        for key in [key for key, rule in wrong.items() if headline(kind, answer(settings, rule, kind, asked)) != right]:
            del wrong[key]
    return set(wrong)


@pytest.mark.parametrize("name", NAMES if FULL else NAMES[:1])
def test_every_misreading_differs_from_the_rules_somewhere(name: str) -> None:
    assert indistinct(VARIANTS[name]) == set()


PLUS_ONES = {"plus-one-to-hand", "yaku-after-plus-one", "build-on-plus-one", "plus-one-joker", "plus-one-is-one"}


@pytest.mark.parametrize(
    ("changes", "left_out"),
    [
        ({"plus_one": PlusOne(0)}, {*PLUS_ONES, "plus-one-not-laid", "plus-one-is-colour"}),
        ({"field_cards": 0}, {"field-card-last", "field-card-must", "field-card-never", "plus-one-joker"}),
        ({"bonus": Bonus(3, (1, 1, 2, 3), 0)}, {"more-colours-more"}),
        ({"bonus": Bonus(1, (3, 0, 1, 4), 0)}, {"bonus-without-minimum"}),
        ({"bonus": Bonus(3, (0, 0, 0, 0), 0)}, {"plus-one-not-laid", "plus-one-is-colour", "colours-in-hand"}),
    ],
)
def test_what_a_definition_has_no_room_for_is_left_out_and_the_rest_differs(
    changes: dict[str, Any], left_out: set[str]
) -> None:
    settings = replace(VARIANTS["kasane-tiny"], **changes)
    assert not {found.id for found in misreadings(settings)} & left_out
    assert indistinct(settings) == set()


def test_a_yaku_alone_leaves_the_misreadings_of_the_others_out() -> None:
    tiny = VARIANTS["kasane-tiny"]
    pairs = replace(tiny.yaku[0], rule=Condition("equal"), slots=(Slots(2, (2,)),))
    settings = replace(tiny, yaku=(pairs,), opening_tokens=(), variants=VARIANTS["kasane"].variants)
    found = {one.id for one in misreadings(settings)}
    assert not found & {"any-of-set", "set-in-order", "sum-at-most", "moons-turn", "moons-no-gaps", "moons-repeat"}
    assert not found & {"parity-one-direction", "parity-no-repeats", "token-closes-size", "second-pays-first"}
    assert indistinct(settings) <= {"reorder-hand", "more-of-field", "field-card-last"}


@pytest.mark.parametrize("kind", answer.kinds)
def test_a_misreader_can_answer_every_position_of_play(kind: str) -> None:
    settings = VARIANTS["kasane"]
    rules, random = rules_of(settings), Random(kind)
    for _ in range(20):
        asked = position(rules, random, kind)
        right = answer(settings, rules, kind, asked)
        for found in misreadings(settings):
            assert set(answer(settings, found.patch(rules), kind, asked)) == set(right)


def test_a_misreading_leaves_no_trace_in_the_rules() -> None:
    settings = VARIANTS["kasane"]
    rules = rules_of(settings)
    asked = {"hand": [4, 2, 5, 1], "field": [], "taken": []}
    for found in misreadings(settings):
        answer(settings, found.patch(rules), "best_yaku", asked)
    assert answer(settings, rules, "best_yaku", asked) == {"points": 0, "best": []}
