"""Every misreading of kasane is one changed decision, and differs from the rules somewhere."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pnp.games.kasane.settings import Bonus, Condition, KasaneSettings, PlusOne, Slots
from pnp.games.kasane.teaching.misreadings import misreadings
from tests.games.kasane.conftest import position
from tests.games.kasane.definitions import VARIANTS
from tests.games.misread import answerable, indistinct

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
    "field-below-plus-one",
    "plus-one-is-one",
    "token-closes-size",
    "second-pays-first",
    "colours-in-hand",
    "ties-shared",
}
TELLING = ("may_achieve", "best_yaku", "may_take", "acquire", "fits", "points", "final_score", "winners")
"""Kinds that between them show every decision."""


test_kasane_has_misreadings_that_answer = answerable(
    "kasane", VARIANTS["kasane"], position, 20, OF_THE_RULES_PAGE | FURTHER
)


def headline(kind: str, out: Any) -> object:
    """Return the part of an answer that a reader of an example would get right or wrong."""
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


def differing(settings: KasaneSettings) -> set[str]:
    return indistinct("kasane", settings, position, TELLING, headline=headline, tries=20000)


PLUS_ONES = {
    "plus-one-to-hand",
    "yaku-after-plus-one",
    "field-below-plus-one",
    "build-on-plus-one",
    "plus-one-joker",
    "plus-one-is-one",
}


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
    assert not {misreading.id for misreading in misreadings(settings)} & left_out
    assert differing(settings) == set()


def test_a_yaku_alone_leaves_the_misreadings_of_the_others_out() -> None:
    tiny = VARIANTS["kasane-tiny"]
    pairs = replace(tiny.yaku[0], rule=Condition("equal"), slots=(Slots(2, (2,)),))
    settings = replace(tiny, yaku=(pairs,), opening_tokens=(), variants=VARIANTS["kasane"].variants)
    ids = {misreading.id for misreading in misreadings(settings)}
    assert not ids & {"any-of-set", "set-in-order", "sum-at-most", "moons-turn", "moons-no-gaps", "moons-repeat"}
    assert not ids & {"parity-one-direction", "parity-no-repeats", "token-closes-size", "second-pays-first"}
    assert differing(settings) <= {"reorder-hand", "more-of-field", "field-card-last"}
