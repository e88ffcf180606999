"""Sentences and drawings of single positions of koka, and the claims that hold them to the answer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pnp.examples.claims import claim_faults
from pnp.games.core.lesson import Example, Form
from pnp.games.core.tableau import Row, Tableau
from pnp.games.koka import ENGINE
from pnp.games.koka.settings import KokaSettings, Readings, Sets
from pnp.games.koka.teaching.explain import explain
from pnp.model.text import phrase
from tests.games.koka.conftest import dice
from tests.games.koka.definitions import KOKA, VARIANTS
from tests.games.koka.examples import word

SPECIAL = VARIANTS["special"]
WITH_SIX_FIRST = replace(KOKA, readings=Readings(partition="six-first"))
TABLE = {
    "hand": dice("R123 B222 G234 Y34"),
    "kept": dice("O11"),
    "tray": dice("O1 Y5"),
    "discards": dice("Y5"),
}
"""Dice of which yellow 2 or 5 completes the hand, and orange 1 makes the third kept die."""


def example(kind: str, position: dict[str, Any], settings: KokaSettings = KOKA, form: Form = "example") -> Example:
    out = ENGINE.answer(settings, ENGINE.rules(settings), kind, position)
    return Example("x", "x", form, kind, position, out, (), 0)


def drawn(kind: str, position: dict[str, Any], settings: KokaSettings = KOKA, form: Form = "example") -> Tableau:
    """Return the layout of a position. What it says must agree with the oracle."""
    shown = example(kind, position, settings, form)
    tableau = explain(settings, shown)
    assert claim_faults(ENGINE, settings, shown, tableau) == []
    return tableau


def said(tableau: Tableau) -> str:
    return word("en")(tableau.verdict)


def faces(row: Row) -> list[str]:
    """Return the dice of a row in their order: ``R123`` is a strip, ``R1`` a die."""
    fields = [card.fields for card in row.cards]
    return [
        field["colour"][0].upper() + "".join(map(str, field["values"] if "values" in field else [field["value"]]))
        for field in fields
    ]


# Hands


def test_dice_that_are_not_complete_stand_in_runs_and_equals_of_their_order() -> None:
    (row,) = drawn("score", {"dice": dice("R1123 B1234 Y1356")}, form="check").rows
    assert faces(row) == ["R11", "R23", "B1234", "Y1", "Y3", "Y56"]


def test_a_group_of_several_colours_is_drawn_by_value() -> None:
    rows = drawn("score", {"dice": dice("Y4 R1 G3 B2 R2 Y5 B3 G4 R3 B4 G5 Y6")}, SPECIAL).rows
    assert ["B2", "B3", "B4", "G5"] in [faces(row) for row in rows]


def test_the_pale_way_is_drawn_whole_what_differs_first() -> None:
    *_, differing, shared = drawn("partitions", {"dice": dice("R111222333 B123")}).rows
    assert (differing.role, faces(differing)) == ("other", ["R111", "R222", "R333"])
    assert (shared.role, faces(shared)) == ("other", ["B123"])


def test_where_sixes_go_first_the_sentence_says_so() -> None:
    tableau = drawn("partitions", {"dice": dice("R111111 B111 G111")}, WITH_SIX_FIRST)
    assert "A set of 6 goes first, although the pale way scores" in said(tableau)


def test_a_set_of_six_worth_its_halves_is_not_said_to_be_worth_more() -> None:
    settings = replace(WITH_SIX_FIRST, sets=Sets(three=1, six=4))
    shown = example("score", {"dice": dice("R111111 B123 G456")}, settings)
    tableau = explain(settings, shown)
    assert tableau.verdict.key == "verdict-six"
    parted = phrase("verdict-six-parted", **dict(tableau.verdict.values), other=tableau.verdict.values["sum"])
    faults = claim_faults(ENGINE, settings, shown, replace(tableau, verdict=parted))
    assert any("verdict-six-parted" in str(fault) for fault in faults)


# Dice that complete a hand


def test_the_hand_stands_in_the_sets_that_the_best_die_completes() -> None:
    hand, *waits = drawn("waits_scored", {"dice": dice("R123 B222 G234 Y34")}).rows
    assert faces(hand) == ["B222", "G234", "R123", "Y34"]
    assert [faces(row) for row in waits] == [["Y2"], ["Y5"]]


def test_the_one_die_of_a_special_hand_is_named_alone() -> None:
    tableau = drawn("waits_scored", {"dice": dice("R11 B22 G33 Y44 P55 O6")}, SPECIAL)
    assert said(tableau) == "Complete with orange 6 (20 points)."


# Rounds

COMPLETE = [dice("R123 B222 G234 Y345"), dice("R234 Y234 P555 O123"), dice("R222 B333 Y444 P111")]


def test_three_complete_hands_have_their_points_and_two_their_sums() -> None:
    assert said(drawn("round", {"hands": COMPLETE, "start": 1})).endswith("B 6 points, C 4 points, A 4 points.")
    hands = [*COMPLETE[:2], dice("R123 B222 G234 Y34")]
    assert said(drawn("round", {"hands": hands, "start": 1})).endswith("B 4+1+1=6 points, A 1+1+1+1=4 points.")


def test_a_special_hand_of_a_round_has_no_sum() -> None:
    hands = [COMPLETE[0], dice("R11 B22 G33 Y44 P55 O66")]
    assert said(drawn("round", {"hands": hands, "start": 1}, SPECIAL)).endswith("B 20 points, A 1+1+1+1=4 points.")


def test_a_seat_that_looks_like_another_is_refused() -> None:
    shown = example("round", {"hands": COMPLETE, "start": 1})
    tableau = explain(KOKA, shown)
    first, *rows = tableau.rows
    seat, *hand = first.cards

    def faults(**fields: Any) -> list[Any]:
        row = replace(first, cards=(replace(seat, fields=fields), *hand))
        return claim_faults(ENGINE, KOKA, shown, replace(tableau, rows=(row, *rows)))

    assert faults(**seat.fields) == faults() == []
    assert faults(**{**seat.fields, "strong": False})
    assert faults(**{**seat.fields, "seat": 0})


# Turns


@pytest.mark.parametrize(
    ("change", "end"),
    [
        ({"discards": dice("Y5")}, "and yellow 5 from the discards completes the hand."),
        ({"discards": dice("Y3")}, "and a yellow die from the discards, turned to 5, completes the hand."),
    ],
)
def test_a_die_of_the_discards_that_completes_is_turned_or_lies_so(change: dict[str, Any], end: str) -> None:
    tableau = drawn("turn", {**TABLE, **change, "move": ["keep", ["orange", 1], ["yellow", 5], None]})
    assert said(tableau).endswith(end)


def test_a_rerolled_die_of_another_colour_is_not_said_to_show_its_old_face() -> None:
    move = ["reroll", dice("O1 Y5"), dice("B6 Y5"), dice("O1"), []]
    assert said(drawn("turn", {**TABLE, "move": move})) == "Not allowed: a rerolled orange die cannot become blue."
