"""Printed form of each example of koka."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from pnp.examples import strings
from pnp.examples.claims import claim_faults
from pnp.games.core.answer import PositionError
from pnp.games.core.lesson import Example
from pnp.games.koka import ENGINE
from pnp.games.koka.teaching.explain import WITHOUT_HAND, explain
from pnp.model.text import LANGUAGES, Language
from tests.games.koka.conftest import dice
from tests.games.koka.definitions import KOKA, PROVED, VARIANTS
from tests.games.koka.examples import SHOWN, drawn, example_of, lay_out, printed_examples, word
from tests.games.wording import wording


def test_every_die_of_a_position_is_drawn_once() -> None:
    for name, example in printed_examples():
        shown = drawn(explain(VARIANTS[name], example))
        least, expected = dice_of(example)
        assert least - shown == Counter(), (name, example.id)
        assert expected is None or shown == expected, (name, example.id)


def dice_of(example: Example) -> tuple[Counter[Any], Counter[Any] | None]:
    """Return the dice that must be drawn at least, and all dice that must be drawn, or None if unknown."""
    position = example.position
    if example.kind in ("drawer", "match"):
        return Counter(), Counter()
    if example.kind in ("turn", "tray"):
        keys = ("tray", "kept", "discards") if example.lesson in WITHOUT_HAND else ("hand", "tray", "kept", "discards")
        return Counter((colour, value) for key in keys for colour, value in position[key]), None
    if example.kind == "whole_round":
        return Counter((colour, value) for tray in position["trays"] for colour, value in tray), None
    places = position["hands"] if example.kind == "round" else [position["dice"]]
    dice_count = Counter((colour, value) for place in places for colour, value in place)
    waits = (
        Counter((colour, value) for (colour, value), _ in example.out["waits"]) if "waits" in example.out else Counter()
    )
    return dice_count, dice_count + waits


def test_rows_of_equal_worth_stand_in_the_order_of_their_colours() -> None:
    readings = replace(KOKA.readings, equal_sets="different-colours")
    settings = replace(KOKA, sets=replace(KOKA.sets, three=8), readings=readings)
    sets = [["green"] * 6, ["purple"] * 3, ["orange"] * 3]
    values = [[2] * 6, [2] * 3, [3, 4, 5]]
    hand = [
        list(pair) for colours, numbers in zip(sets, values, strict=True) for pair in zip(colours, numbers, strict=True)
    ]
    out = ENGINE.answer(settings, ENGINE.rules(settings), "score", {"dice": hand})
    example = Example("x", "six-alike", "example", "score", {"dice": hand}, out, (), 0)
    tableau = explain(settings, example)
    assert [row.cards[0].strings[1:] for row in tableau.rows] == [("2", "2", "2"), ("2", "2", "2"), ("3", "4", "5")]
    assert claim_faults(ENGINE, settings, example, tableau) == []


ONE_OF_MANY = re.compile(r"\b1 (dice|points|sets|games|kept dice)\b|\b(?!1\b)\d+ (die|point|set)\b(?! of)")
"""Singular with a plural noun, or plural with a singular one."""


def test_what_is_counted_is_told_as_one_or_as_many() -> None:
    for name, example in printed_examples(*PROVED):
        texts = strings(explain(VARIANTS[name], example), word("en"), "en")
        assert not [text for text in texts if ONE_OF_MANY.search(text)], (name, example.id, texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_violation_has_words(language: Language) -> None:
    for code in ("not-in-tray", "not-rerolled", "not-in-hand", "take-count", "pick-first", "exchange-first"):
        assert wording("koka", language)[f"violation-{code}"]


def test_the_title_of_a_hand_divided_in_two_ways_says_what_they_are() -> None:
    four_equal = explain(VARIANTS["two-sixes"], example_of("two-sixes", "two-splits"))
    assert word("en")(four_equal.heading) == "Sets of 3, or a set of 6?"
    assert word("en")(explain(KOKA, example_of("koka", "one-colour")).heading) == "The same dice, divided in two ways"


def test_a_hand_that_cannot_be_divided_has_no_layout_of_its_ways() -> None:
    with pytest.raises(PositionError, match="cannot be divided"):
        lay_out("partitions", {"dice": dice("R123 Y222 P234 O346")})


test_texts_fit = SHOWN.texts_fit(lambda example: {"whole_round": 430, "match": 160}.get(example.kind, 134))
test_what_cannot_be_printed = SHOWN.has_no_layout("setup", "check-reroll", "check-exchange", violation="give-count")
