"""What is printed of each example of red."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import chain

import pytest

from pnp.examples import strings
from pnp.games.core.answer import PositionError
from pnp.games.core.lesson import Example
from pnp.games.red.oracle.answer import oracle
from pnp.games.red.settings import Readings, RedSettings
from pnp.games.red.teaching.explain import explain
from pnp.model.text import LANGUAGES, Language, say
from tests.games.red.definitions import RED, VARIANTS
from tests.games.red.examples import found_in, printed, word
from tests.games.wording import width, wording


def test_every_card_of_the_position_is_printed_once_and_in_order() -> None:
    for name, example in printed():
        check_cards(name, example)


def check_cards(name: str, example: Example) -> None:
    letters = {one.id: say(one.letter, "en") for one in VARIANTS[name].colours}
    palettes, hand = example.position["palettes"], example.position.get("hand", [])
    # The seat that acts comes first, and what it does lies next to its palette.
    wanted = [*palettes[0], *hand, *chain(*palettes[1:])]
    assert example.position.get("me", 0) == 0
    shown = [card.strings for row in explain(VARIANTS[name], example).rows for card in row.cards]
    assert [(number, say(letter, "en")) for number, letter in shown] == [
        (str(number), letters[colour]) for colour, number in wanted
    ], (name, example.id)


def test_the_colour_in_force_and_the_move_can_be_read() -> None:
    for name, example in printed():
        check_badge_and_move(name, example)


def check_badge_and_move(name: str, example: Example) -> None:
    tableau = explain(VARIANTS[name], example)
    rule = example.position.get("rule", VARIANTS[name].opening_rule or "red")
    assert tableau.badge is not None and tableau.badge.fields["colour"] == rule, (name, example.id)
    if example.kind != "may_move":
        return
    moved = {row.role: [(card.fields["colour"], card.fields["number"]) for card in row.cards] for row in tableau.rows}
    _, played, discarded = example.position["move"]
    assert moved.get("played") == (None if played is None else [tuple(played)]), (name, example.id)
    assert moved.get("discarded") == (None if discarded is None else [tuple(discarded)]), (name, example.id)
    assert tableau.mark == example.out["verdict"], (name, example.id)


def test_the_cards_marked_are_the_selection_that_counts() -> None:
    winners = [(name, example) for name, example in printed() if example.kind == "winner"]
    assert winners
    for name, example in winners:
        for row, best in zip(explain(VARIANTS[name], example).rows, example.out["best"], strict=True):
            counted = [card for card in row.cards if card.state == "counted"]
            assert len(counted) == (best["count"] if best else len(counted)), (name, example.id)
            assert all(card.state in ("counted", "dimmed") for card in row.cards), (name, example.id)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_printed_has_words_and_the_verdict_is_short(language: Language) -> None:
    for name, example in printed():
        said = strings(explain(VARIANTS[name], example), word(language), language)
        assert all(said) and not any("{" in text for text in said), (name, example.id)
        assert width(said[-1]) <= 64, (name, said[-1])


def test_both_languages_word_the_same_things_with_the_same_values() -> None:
    english, japanese = (wording("red", language) for language in LANGUAGES)
    assert english.keys() == japanese.keys()
    for key, words in english.items():
        assert set(re.findall(r"\{([a-z_]+)\}", japanese[key])) == set(re.findall(r"\{([a-z_]+)\}", words)), key


def winner_example(rule: str, *palettes: str, settings: RedSettings = RED) -> Example:
    by_letter = {one.id[0].upper(): one.id for one in settings.colours}
    position = {
        "palettes": [[[by_letter[card[0]], int(card[1:])] for card in palette.split()] for palette in palettes],
        "rule": rule,
    }
    out = oracle(settings, "winner", position)
    return Example("one", f"rule-{rule}", "example", "winner", position, out, (), 0)


@pytest.mark.parametrize(
    ("rule", "palettes", "verdict", "notes"),
    [
        ("orange", ("R2 G2 V2 B7", "R7 G7 V1"), "Same number · left: 3 cards beat 2", ["3 cards", "2 cards"]),
        ("green", ("R4 G2 V1 B7", "R5 O2 V6"), "Adds up to 7 · left: 4+2+1=7, 3 cards beat 2", ["4+2+1=7", "5+2=7"]),
        ("violet", ("R4 G2", "R6 G4 V1"), "Even numbers · right: 2 each, 6 beats 4", ["2 cards", "2 cards"]),
        ("indigo", ("I7 I6", "R7 O6"), "Consecutive numbers · right: 2 each, R7 beats I7", ["2 cards", "2 cards"]),
        ("red", ("R6", "V7"), "Strongest card · right: 7 beats 6", []),
        ("red", ("R7", "V7"), "Strongest card · left: R7 beats V7", []),
        ("violet", ("R1", "V2 V4"), "Even numbers · right: 2 cards beat none", ["no card fits", "2 cards"]),
        ("violet", ("R1", "V2"), "Even numbers · right: 1 card beats none", ["no card fits", "1 card"]),
        ("violet", ("R1", "V3"), "nobody is winning: no card fits", ["no card fits", "no card fits"]),
    ],
)
def test_the_verdict_says_what_decides(rule: str, palettes: tuple[str, ...], verdict: str, notes: list[str]) -> None:
    tableau = explain(RED, winner_example(rule, *palettes))
    assert word("en")(tableau.verdict) == verdict
    said = [word("en")(row.note) for row in tableau.rows if row.note]
    # The cards of a sum are named in no particular order.
    assert [Counter(note) for note in said] == [Counter(note) for note in notes]


def test_the_verdict_names_the_strongest_card_where_that_is_the_reading() -> None:
    settings = replace(RED, readings=Readings(nobody_fits="strongest-card"))
    tableau = explain(settings, winner_example("violet", "R1 O3", "V3 G1", settings=settings))
    assert word("en")(tableau.verdict) == "Even numbers · left: no card fits, O3 is strongest"
    assert [[card.state for card in row.cards] for row in tableau.rows] == [
        ["dimmed", "counted"],
        ["counted", "dimmed"],
    ]


def test_an_exact_tie_is_said_to_be_one() -> None:
    settings = replace(RED, copies=2)
    tableau = explain(settings, winner_example("red", "R7", "R7", settings=settings))
    assert word("en")(tableau.verdict) == "nobody is winning: an exact tie"


def test_a_kind_that_is_never_printed_has_no_layout() -> None:
    with pytest.raises(PositionError, match="no layout for the kind 'stronger'"):
        explain(RED, Example("x", "x", "example", "stronger", {}, {}, (), 0))


def test_a_move_recorded_as_refused_that_is_allowed_has_no_layout() -> None:
    example = next(one for one in found_in("red").examples if one.lesson == "check-play-overtakes")
    with pytest.raises(PositionError, match="it is allowed"):
        explain(RED, replace(example, out={**example.out, "verdict": "not-allowed"}))
