"""The lessons of red: floors, misreadings killed, tweaked decks, and what is printed of each example."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from pnp.examples import ExampleSet, find_examples, recheck, strings
from pnp.games.core.answer import PositionError
from pnp.games.core.lesson import Example
from pnp.games.red import ENGINE
from pnp.games.red.oracle.answer import oracle
from pnp.games.red.settings import Colour, Criterion, CriterionName, Readings, RedSettings
from pnp.games.red.teaching.explain import explain
from pnp.games.red.teaching.lessons import lessons
from pnp.games.red.teaching.misreadings import misreadings
from pnp.model.text import Language, Phrase, Translated, say

ROOT = Path(__file__).parents[4]
WORDS = tomllib.loads((ROOT / "templates" / "red" / "words.toml").read_text("utf-8"))
PLAIN: tuple[tuple[str, str, CriterionName, int | None], ...] = (
    ("red", "赤", "highest", None),
    ("orange", "橙", "same-number", None),
    ("yellow", "黄", "same-colour", None),
    ("green", "緑", "sum", 7),
    ("blue", "青", "different-colours", None),
    ("indigo", "藍", "run", None),
    ("violet", "紫", "even", None),
)


def colour(name: str, kanji: str, criterion: CriterionName, of: int | None = None) -> Colour:
    letter = Translated(name[0].upper(), kanji)
    return Colour(name, Translated(name, kanji), letter, "#000000", name, Criterion(criterion, of))


COLOURS = tuple(colour(*plain) for plain in PLAIN)
RED = RedSettings(colours=COLOURS, numbers=(1, 2, 3, 4, 5, 6, 7), hand=7)


def ruled(settings: RedSettings, **rules: Criterion) -> RedSettings:
    return replace(settings, colours=tuple(replace(one, rule=rules.get(one.id, one.rule)) for one in settings.colours))


def eighth(criterion: CriterionName, of: int | None = None) -> RedSettings:
    return replace(RED, colours=(*COLOURS, colour("pink", "桃", criterion, of)))


RED7 = replace(
    ruled(RED, green=Criterion("even"), violet=Criterion("below", 4)),
    draw="over-palette",
    pass_="out",
    goals=(40, 35, 30),
)
EVERY_READING = Readings("nothing", "strongest-card", "not-allowed")
TWEAKS: dict[str, RedSettings] = {
    "red": RED,
    "red7": RED7,
    "eighth-odd": eighth("odd"),
    "eighth-above": eighth("above", 4),
    "eighth-below": eighth("below", 4),
    "numbers-1-8": replace(RED, numbers=(1, 2, 3, 4, 5, 6, 7, 8)),
    "hand-6": replace(RED, hand=6),
    "order": replace(RED, order=tuple(one.id for one in reversed(COLOURS))),
    "sum-8": ruled(RED, green=Criterion("sum", 8)),
    "sum-3": ruled(RED, green=Criterion("sum", 3)),
    "numbers-1-3": replace(RED, numbers=(1, 2, 3), hand=3),
    "two-colours": replace(RED, colours=COLOURS[:2], hand=2),
    "copies": replace(RED, copies=2),
    "six-players": replace(RED, players=(2, 6), hand=5),
    "other-readings": replace(RED, readings=EVERY_READING),
    "red7-other-readings": replace(RED7, readings=EVERY_READING, copies=2),
    "never-draw": replace(RED, draw="never"),
    "opening-green": replace(RED, opening_rule="green"),
}


@cache
def found_in(name: str) -> ExampleSet:
    return find_examples(ENGINE, TWEAKS[name])


def printed() -> list[Any]:
    return [
        pytest.param(name, example, id=f"{name}-{example.id}")
        for name in ("red", "red7", "red7-other-readings")
        for example in found_in(name).examples
    ]


def word(language: Language) -> Callable[[Phrase], str]:
    def said(phrase: Phrase) -> str:
        def fill(match: re.Match[str]) -> str:
            value = phrase.values[match[1]]
            return (
                said(value)
                if isinstance(value, Phrase)
                else say(value if isinstance(value, Translated) else str(value), language)
            )

        return re.sub(r"\{([a-z_]+)\}", fill, WORDS[language][phrase.key])

    return said


def printed_strings(name: str, example: Example, language: Language = "en") -> tuple[str, ...]:
    return strings(explain(TWEAKS[name], example), word(language), language)


# The set


@pytest.mark.parametrize("name", TWEAKS)
def test_nothing_is_left_unkilled_or_unshown(name: str) -> None:
    assert found_in(name).unkilled == ()
    assert found_in(name).unshown == ()


@pytest.mark.parametrize("name", TWEAKS)
def test_every_example_passes_the_recheck(name: str) -> None:
    for example in found_in(name).examples:
        assert recheck(ENGINE, TWEAKS[name], example) == []


@pytest.mark.parametrize("name", ["red", "red7"])
@pytest.mark.parametrize("seed", [1, 2])
def test_another_seed_kills_everything_too(name: str, seed: int) -> None:
    found = find_examples(ENGINE, TWEAKS[name], seed)
    assert found.unkilled == () and found.examples != found_in(name).examples


@pytest.mark.parametrize("name", ["red", "red7"])
def test_shipped_games_need_no_lower_floor(name: str) -> None:
    assert all(example.floor == 0 for example in found_in(name).examples)


def test_a_deck_too_small_for_the_floor_gets_the_lower_one() -> None:
    floors = {example.lesson: example.floor for example in found_in("two-colours").examples}
    # Two colours hold no three cards of one number.
    assert floors["rule-orange"] == 1 and floors["rule-red"] == 0


def test_the_misreadings_of_the_rules_page_all_apply_to_red() -> None:
    assert len(misreadings(RED)) == 18 + 1  # and one of drawing


def test_every_rule_colour_has_a_worked_example() -> None:
    examples = found_in("red").of_form("example")
    assert [example.lesson for example in examples[:7]] == [f"rule-{one.id}" for one in COLOURS]


def test_rule_colours_follow_the_order_of_strength() -> None:
    examples = found_in("order").of_form("example")
    assert [example.lesson for example in examples[:2]] == ["rule-violet", "rule-indigo"]


def test_examples_do_not_depend_on_the_hash_seed() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import importlib.util as u\n"
        "s = u.spec_from_file_location('lessons_of_red', sys.argv[2])\n"
        "m = u.module_from_spec(s); s.loader.exec_module(m)\n"
        "print(m.find_examples(m.ENGINE, m.RED).examples)"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", code, str(ROOT), __file__],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1 and "rule-red" in told.pop()


# Worked examples


@pytest.mark.parametrize("name", ["red", "red7", "eighth-odd", "numbers-1-8"])
def test_a_rule_colour_is_shown_by_palettes_that_look_like_play(name: str) -> None:
    settings = TWEAKS[name]
    for example in found_in(name).of_form("example"):
        if example.lesson.startswith("rule-"):
            position, out = example.position, oracle(settings, "winner", example.position)
            assert [len(palette) in (3, 4) for palette in position["palettes"]] == [True, True]
            rule = next(one.rule.is_ for one in settings.colours if one.id == position["rule"])
            assert out["best"][out["winner"]]["count"] >= (1 if rule == "highest" else 3)
            assert f"rule-{position['rule']}" == example.lesson


@pytest.mark.parametrize("name", [name for name in TWEAKS if name != "copies" and "red7-other" not in name])
def test_no_card_lies_twice(name: str) -> None:
    for example in found_in(name).examples:
        cards = [*chain(*example.position["palettes"]), *example.position.get("hand", [])]
        assert max(Counter(map(tuple, cards)).values()) == 1


@pytest.mark.parametrize("name", ["red", "red7"])
def test_count_number_and_colour_each_decide_somewhere(name: str) -> None:
    verdicts: list[Any] = [
        explain(TWEAKS[name], example).verdict.values["reason"]
        for example in found_in(name).of_form("example")
        if example.lesson.startswith("rule-")
    ]
    reasons = [reason.values["reason"] if reason.key == "reason-sum" else reason for reason in verdicts]
    keys = {reason.key.removesuffix("-one") for reason in reasons if isinstance(reason, Phrase)}
    assert {"reason-number", "reason-colour"} <= keys and keys & {"reason-count", "reason-only"}


def test_nobody_is_winning_where_nothing_fits() -> None:
    example = next(one for one in found_in("red").examples if one.lesson == "nobody-fits")
    assert example.out["winner"] is None and example.out["best"] == [None, None]
    assert "no-fit-strongest-card" in example.kills


def test_the_opening_is_decided_by_colour_between_three_or_more() -> None:
    example = next(one for one in found_in("red").examples if one.lesson == "opening")
    numbers = sorted(palette[0][1] for palette in example.position["palettes"])
    assert len(numbers) >= 3 and numbers[-1] == numbers[-2]
    assert example.out["first"] == (example.out["leader"] + 1) % len(numbers)


def test_points_are_a_lesson_only_where_goals_are_set() -> None:
    assert "score" in {lesson.id for lesson in lessons(RED7)}
    assert "score" not in {lesson.id for lesson in lessons(RED)}


# Rule checks


@pytest.mark.parametrize(
    ("name", "lesson", "verdict", "violation"),
    [
        ("red", "check-discard", "not-allowed", "discard-must-win"),
        ("red", "check-discard-wins", "allowed", None),
        ("red", "check-play", "out", None),
        ("red", "check-play-overtakes", "allowed", None),
        ("red", "check-pass", "not-allowed", "no-pass"),
        ("red", "check-pass-plays", "allowed", None),
        ("red", "check-same-colour", "allowed", None),
        ("red7", "check-pass", "out", None),
        ("other-readings", "check-same-colour", "not-allowed", "same-colour-discard"),
        ("other-readings", "check-same-colour-other", "allowed", None),
        ("other-readings", "check-strongest-card", "allowed", None),
        ("copies", "check-tie", "out", None),
    ],
)
def test_each_check_has_its_verdict(name: str, lesson: str, verdict: str, violation: str | None) -> None:
    example = next(one for one in found_in(name).of_form("check") if one.lesson == lesson)
    assert (example.out["verdict"], example.out["violation"]) == (verdict, violation)


def test_every_violation_of_a_move_has_a_check() -> None:
    shown = {
        example.out["violation"] for name in ("red", "other-readings") for example in found_in(name).of_form("check")
    }
    assert shown == {None, "no-pass", "discard-must-win", "same-colour-discard"}


def test_before_every_check_the_rival_is_winning() -> None:
    for name in ("red", "red7", "copies", "other-readings"):
        for example in found_in(name).of_form("check"):
            table = {key: example.position[key] for key in ("palettes", "rule")}
            assert oracle(TWEAKS[name], "winner", table)["winner"] == 1 - example.position["me"]


@pytest.mark.parametrize(
    ("lesson", "twin"),
    [
        ("check-discard", "check-discard-wins"),
        ("check-play", "check-play-overtakes"),
        ("check-pass", "check-pass-plays"),
    ],
)
def test_a_look_alike_differs_by_a_card_or_by_the_move(lesson: str, twin: str) -> None:
    by_id = {example.id: example.position for name in ("red",) for example in found_in(name).examples}
    one, other = by_id[lesson], by_id[twin]
    assert one["rule"] == other["rule"]
    cards = [
        Counter(tuple(card) for place in (*position["palettes"], position["hand"]) for card in place)
        for position in (one, other)
    ]
    assert sum((cards[0] - cards[1]).values()) <= 1 and one != other


def test_an_overtaken_seat_stays_in() -> None:
    example = next(one for one in found_in("red").examples if one.lesson == "check-play-overtakes")
    assert example.out["still_in"] == [0, 1] and "overtaken-out" in example.kills


@pytest.mark.parametrize(("name", "draws"), [("red", True), ("red7", True), ("never-draw", False)])
def test_drawing_is_a_check_only_where_cards_are_drawn(name: str, draws: bool) -> None:
    found = {one.lesson: one.out["draws"] for one in found_in(name).of_form("check") if "draw" in one.lesson}
    assert found == ({"check-draw": 1, "check-draw-none": 0} if draws else {})


def test_a_tie_is_checked_only_where_the_deck_has_copies() -> None:
    assert "check-tie" in {lesson.id for lesson in lessons(TWEAKS["copies"])}
    assert "check-tie" not in {lesson.id for lesson in lessons(RED)}


# What is printed


@pytest.mark.parametrize(("name", "example"), printed())
def test_every_card_of_the_position_is_printed_once_and_in_order(name: str, example: Example) -> None:
    letters = {one.id: say(one.letter, "en") for one in TWEAKS[name].colours}
    palettes, hand = example.position["palettes"], example.position.get("hand", [])
    # The seat that acts comes first, and what it does lies next to its palette.
    wanted = [*palettes[0], *hand, *chain(*palettes[1:])]
    assert example.position.get("me", 0) == 0
    shown = [card.strings for row in explain(TWEAKS[name], example).rows for card in row.cards]
    assert [(number, say(letter, "en")) for number, letter in shown] == [
        (str(number), letters[colour]) for colour, number in wanted
    ]


@pytest.mark.parametrize(("name", "example"), printed())
def test_the_colour_in_force_and_the_move_can_be_read(name: str, example: Example) -> None:
    tableau = explain(TWEAKS[name], example)
    rule = example.position.get("rule", TWEAKS[name].opening_rule or "red")
    assert tableau.badge is not None and tableau.badge.fields["colour"] == rule
    if example.kind != "may_move":
        return
    moved = {row.role: [(card.fields["colour"], card.fields["number"]) for card in row.cards] for row in tableau.rows}
    _, played, discarded = example.position["move"]
    assert moved.get("played") == (None if played is None else [tuple(played)])
    assert moved.get("discarded") == (None if discarded is None else [tuple(discarded)])
    assert tableau.mark == example.out["verdict"]


@pytest.mark.parametrize(("name", "example"), printed())
def test_the_cards_marked_are_the_selection_that_counts(name: str, example: Example) -> None:
    if example.kind != "winner":
        return
    for row, best in zip(explain(TWEAKS[name], example).rows, example.out["best"], strict=True):
        counted = [card for card in row.cards if card.state == "counted"]
        assert len(counted) == (best["count"] if best else len(counted))
        assert all(card.state in ("counted", "dimmed") for card in row.cards)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(("name", "example"), printed())
def test_everything_printed_has_words_and_the_verdict_is_short(name: str, example: Example, language: Language) -> None:
    said = printed_strings(name, example, language)
    assert all(said) and not any("{" in text for text in said)
    width = sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in said[-1])
    assert width <= 64


@pytest.mark.parametrize("name", TWEAKS)
def test_lessons_and_misreadings_have_words_in_both_languages(name: str) -> None:
    for language in ("en", "ja"):
        said = word(language)  # type: ignore[arg-type]
        assert all(said(lesson.subject) for lesson in lessons(TWEAKS[name]))
        assert all(said(one.text) for one in misreadings(TWEAKS[name]))


def test_both_languages_word_the_same_things_with_the_same_values() -> None:
    assert WORDS["en"].keys() == WORDS["ja"].keys()
    for key, wording in WORDS["en"].items():
        named = set(re.findall(r"\{([a-z_]+)\}", wording))
        assert set(re.findall(r"\{([a-z_]+)\}", WORDS["ja"][key])) == named, key


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
