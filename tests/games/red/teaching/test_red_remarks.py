"""Remarks on cards that do not count, and reasons: for each a position that calls for it, and one that does not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from pnp.examples.claims import claim_faults
from pnp.games.core.lesson import Example
from pnp.games.core.wording import equals
from pnp.games.red import ENGINE
from pnp.games.red.rules.cards import figures
from pnp.games.red.rules.decisions import rules_of
from pnp.games.red.teaching.explain import explain
from pnp.model.text import Phrase, phrase
from tests.games.red.definitions import RED, VARIANTS

COLOURS = {"R": "red", "O": "orange", "Y": "yellow", "G": "green", "B": "blue", "I": "indigo", "V": "violet"}


def cards(line: str) -> list[list[Any]]:
    return [[COLOURS[word[0]], int(word[1:])] for word in line.split()]


def example(name: str, kind: str, position: dict[str, Any], lesson: str = "any") -> Example:
    settings = VARIANTS[name]
    out = ENGINE.oracle(settings, kind, position)
    return Example(id=lesson, lesson=lesson, form="example", kind=kind, position=position, out=out, kills=(), cost=1)


def contest(rule: str, *palettes: str) -> dict[str, Any]:
    return {"palettes": [cards(palette) for palette in palettes], "rule": COLOURS[rule]}


def phrases(value: object) -> Iterator[Phrase]:
    if isinstance(value, Phrase):
        yield value
        for inner in value.values.values():
            yield from phrases(inner)
    elif isinstance(value, tuple):
        for inner in value:
            yield from phrases(inner)


def remarks(name: str, kind: str, position: dict[str, Any]) -> set[str]:
    sample = example(name, kind, position)
    tableau = explain(VARIANTS[name], sample)
    assert [str(fault) for fault in claim_faults(ENGINE, VARIANTS[name], sample, tableau)] == []
    return {inner.key for inner in phrases(tableau.verdict) if inner.key.startswith(("left-out", "reason-", "lone-"))}


CONTESTS: dict[str, tuple[str, str, tuple[str, ...], set[str]]] = {
    "a pair beside the pair that counts": ("red", "O", ("R5 G5 B2 V2", "Y1 I3"), {"reason-count", "left-out-weaker"}),
    "a pair of the same cards in both palettes": (
        "copies",
        "O",
        ("R1 G1 G7", "G1 R2 Y2 R1"),
        {"reason-number", "left-out-weaker"},
    ),
    "a pair beside three that count": ("red", "O", ("R5 G5 O5 B2 V2", "Y1 I3"), {"reason-count", "left-out-smaller"}),
    "a card that would fit alone": ("red", "G", ("R7 G5 B2", "Y1 I3"), {"reason-only", "left-out-smaller"}),
    "a sum of the same cards twice": ("copies", "G", ("R3 G4 R3 G4", "Y1 I3"), {"reason-only", "left-out-second"}),
    "a row at both ends": ("red", "I", ("R6 G7 B1", "Y3 I5"), {"reason-count", "left-out-ends"}),
    "a row at both ends, and another card": ("red", "I", ("R6 G7 B1 O3", "Y3 I5"), {"reason-count", "left-out-ends"}),
    "a row at the low end": ("red", "I", ("R1 G2 B7", "Y3 I5"), {"reason-count", "left-out-ends"}),
    "the two ends alone": (
        "red",
        "I",
        ("R7 G1", "Y3 I5"),
        {"reason-number", "left-out-ends"},
    ),
    "one card each of rows": ("red", "I", ("R7 G3", "Y3 I5"), {"reason-number"}),
    "a row in the middle": ("red", "I", ("R3 G4 B1", "Y3 I1"), {"reason-count"}),
    "two cards of a colour": ("red", "B", ("R3 R6 B1", "Y3 I5 G2"), {"reason-count", "left-out-colour"}),
    "a stronger card that is odd": ("red", "V", ("R7 G2 B4", "O5 I5 Y6 V2"), {"reason-number", "left-out"}),
    "a weaker card that is odd": ("red", "V", ("R5 G2 B4", "O7 I5 Y6 V2"), {"reason-number"}),
    "a stronger card, and a copy of the winning one": (
        "copies",
        "O",
        ("R4 G4", "O3 B3 R4 V7"),
        {"reason-number", "left-out"},
    ),
    "more cards against stronger ones": ("red", "V", ("R2 G2 B4", "O6 I5"), {"reason-count", "left-out-first"}),
    "more cards against an equal number": ("red", "V", ("R2 G2 B4", "O4 I5"), {"reason-count"}),
    "more cards, and the strongest": ("red", "V", ("R2 G2 B6", "O4 I5"), {"reason-count"}),
    "more cards against none": ("red", "V", ("R2 G2 B6", "O5 I5"), {"reason-only"}),
    "one card each of groups": ("red", "O", ("R2 G3", "O4 I5"), {"reason-number"}),
    "one card each of a colour": ("red", "Y", ("R2 G3", "O4 I3"), {"reason-number"}),
    "two cards each of groups": ("red", "O", ("R2 G2", "O4 I4"), {"reason-number"}),
    "an equal number": ("red", "R", ("R2 G4", "O4 I3"), {"reason-colour-highest"}),
}


@pytest.mark.parametrize(("name", "rule", "palettes", "keys"), CONTESTS.values(), ids=CONTESTS.keys())
def test_a_contest_has_its_reason_and_at_most_one_remark(
    name: str, rule: str, palettes: tuple[str, ...], keys: set[str]
) -> None:
    assert remarks(name, "winner", contest(rule, *palettes)) == keys


def test_two_numbers_alone_have_no_ends_to_go_on_from() -> None:
    two = replace(RED, numbers=(1, 2))
    position = contest("I", "R2 G2 B1", "Y1")
    out = ENGINE.oracle(two, "winner", position)
    tableau = explain(two, Example("any", "any", "example", "winner", position, out, (), 1))
    remarks = {inner.key for inner in phrases(tableau.verdict) if inner.key.startswith("left-out")}
    assert remarks & {"left-out-ends", "left-out-second", "left-out-smaller"} == set()


SCORES: dict[str, tuple[str, str, set[str]]] = {
    "numbers that are there already": ("I", "R6 G7 B6 I7", {"left-out-repeats"}),
    "one weaker card of a number": ("I", "R6 G7 B6", {"left-out-repeat"}),
    "one number more": ("I", "R6 G7 B6 I2", {"left-out"}),
    "all numbers twice": ("I", "R6 G6 B7 I7", {"left-out-repeats"}),
    "nothing left out": ("I", "R6 G7", set()),
}


@pytest.mark.parametrize(("rule", "palette", "keys"), SCORES.values(), ids=SCORES.keys())
def test_a_score_names_what_it_leaves_out(rule: str, palette: str, keys: set[str]) -> None:
    assert remarks("red7", "round_score", {**contest(rule, palette), "winner": 0}) == keys


@pytest.mark.parametrize(
    ("key", "values", "position"),
    [
        ("left-out-first", {}, contest("V", "R2 G2 B4", "O4 I5")),
        ("left-out-first", {}, contest("V", "R2 G2 B6", "O5 I5")),
        ("left-out-ends", {"high": 7, "low": 1}, contest("I", "R3 G4 B1", "Y7 I5")),
        ("left-out-ends", {"high": 7, "low": 1}, contest("I", "R6 G7 B3", "Y3 I5")),
    ],
)
def test_a_remark_that_does_not_hold_is_refused(key: str, values: dict[str, Any], position: dict[str, Any]) -> None:
    sample = example("red", "winner", position)
    tableau = explain(RED, sample)
    reason = next(inner for inner in phrases(tableau.verdict) if inner.key.startswith("reason-"))
    false = replace(tableau, verdict=phrase("verdict-winner-more", reason=reason, more=phrase(key, **values)))
    assert any(key in str(fault) for fault in claim_faults(ENGINE, RED, sample, false))


def test_a_palette_has_a_note_of_what_counts_in_it() -> None:
    for rule, palettes, notes in (
        ("V", ("R2 G2 B6", "O5 I5"), [phrase("note-cards", count=3), phrase("note-none")]),
        ("G", ("R4 G2 B1", "Y1 I3"), [equals((4, 2, 1), 7), phrase("note-none")]),
        ("R", ("R2", "O4"), [None, None]),
    ):
        tableau = explain(RED, example("red", "winner", contest(rule, *palettes)))
        assert [row.note for row in tableau.rows] == notes


def test_a_note_adds_the_cards_that_are_marked_and_not_others_that_would_do() -> None:
    sample = example("red", "winner", contest("G", "O3 Y3 I2 V2 R1", "B1"))
    tableau = explain(RED, sample)
    row, *others = tableau.rows
    marked = {card.fields["number"] for card in row.cards if card.state == "counted"}
    for numbers in ((3, 3, 1), (3, 2, 2)):
        false = replace(tableau, rows=(replace(row, note=equals(numbers, 7)), *others))
        assert bool(claim_faults(ENGINE, RED, sample, false)) == (set(numbers) != marked)
        assert claim_faults(ENGINE, RED, sample, false, look=False) == []


def test_an_opening_has_a_title_over_the_seat_that_begins_alone() -> None:
    position = {"palettes": [cards("R5"), cards("O4"), cards("Y3")]}
    tableau = explain(RED, example("red", "opening", position))
    assert [row.label for row in tableau.rows if row.titled] == [phrase("row-begins")]
    assert {row.role for row in tableau.rows} == {"next"}, "an arrow goes from each seat to the next"


def test_a_seat_whose_strongest_card_begins_is_not_said_to_be_winning() -> None:
    sample = example("red", "opening", {"palettes": [cards("R5"), cards("O4"), cards("Y3")]})
    tableau = explain(RED, sample)
    assert isinstance(tableau.verdict, Phrase) and claim_faults(ENGINE, RED, sample, tableau) == []
    values = {**tableau.verdict.values, "colour": rules_of(RED).names["red"]}
    false = replace(tableau, verdict=phrase("verdict-opening-winning", **values))
    faults = claim_faults(ENGINE, RED, sample, false)
    assert any("verdict-opening-winning" in str(fault) for fault in faults)


def test_three_palettes_are_numbered() -> None:
    tableau = explain(RED, example("red", "winner", contest("R", "R2", "O4", "I3")))
    assert [row.label for row in tableau.rows] == [phrase("place", number=seat) for seat in (1, 2, 3)]


def test_the_reading_of_scored_cards_is_a_figure_only_where_they_go_back() -> None:
    returned = replace(VARIANTS["red7"], readings=replace(VARIANTS["red7"].readings, scored_cards="return"))
    assert figures(returned)["readings"]["scored-cards"] == "return"
    for settings in (VARIANTS["red7"], RED, replace(returned, goals=())):
        assert "scored-cards" not in figures(settings)["readings"]


def test_opponents_are_numbered_clockwise_from_the_seat_that_acts() -> None:
    position = {
        "palettes": [cards("R7"), cards("B1"), cards("G6")],
        "me": 1,
        "hand": cards("Y2 O3"),
        "rule": "red",
        "move": ["play", ["yellow", 2], None],
    }
    rows = explain(RED, example("red", "may_move", position, "check-play")).rows
    labels = {card.fields["colour"]: row.label for row in rows if row.role == "rival" for card in row.cards}
    assert {colour: label and label.values["number"] for colour, label in labels.items()} == {"green": 1, "red": 2}
