"""The lessons of koka: floors, misreadings killed, tweaked definitions, and what is printed of each example."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pnp.definition.settings import read_settings
from pnp.examples import ExampleSet, find_examples, recheck, strings
from pnp.games.core.answer import PositionError
from pnp.games.core.lesson import Example
from pnp.games.core.tableau import Row, Tableau
from pnp.games.koka import ENGINE
from pnp.games.koka.oracle.answer import oracle
from pnp.games.koka.settings import Group, KokaSettings, PerRound, Readings, Sets, SpecialHand
from pnp.games.koka.teaching.explain import explain
from pnp.games.koka.teaching.explain_turns import WITHOUT_HAND
from pnp.games.koka.teaching.lessons import lessons
from pnp.games.koka.teaching.misreadings import misreadings
from pnp.model.text import LANGUAGES, Language, Phrase, Translated, phrase, say

ROOT = Path(__file__).resolve().parents[4]
MACROS = ROOT / "templates" / "koka" / "macros.svg.j2"
Dice = Callable[[str], list[Any]]


def _shipped() -> KokaSettings:
    table = tomllib.loads((ROOT / "games.toml").read_text("utf-8"))["koka"]
    settings, findings = read_settings(KokaSettings, table)
    assert not findings
    assert isinstance(settings, KokaSettings)
    return settings


KOKA = _shipped()
COLOURS = KOKA.colours
SPECIAL = (
    SpecialHand("Six pairs", (Group(2, value="same"),) * 6, 20),
    SpecialHand(Translated("Long runs", "長い連番"), (Group(4, "any", "run"),) * 3, 9),
)
TWEAKS: dict[str, KokaSettings] = {
    "koka": KOKA,
    "five-colours": replace(KOKA, colours=COLOURS[:5]),
    "three-colours": replace(KOKA, colours=tuple(replace(one, dice=30) for one in COLOURS[:3])),
    "one-colour": replace(KOKA, players=(2, 2), per_round=(PerRound(2, 2),), colours=(replace(COLOURS[0], dice=90),)),
    "other-points": replace(KOKA, sets=Sets(2, 15)),
    "small-six": replace(KOKA, sets=Sets(2, 3)),
    "nothing-scores": replace(KOKA, sets=Sets(0, 0)),
    "different-colours": replace(KOKA, readings=Readings("different-colours")),
    "six-first": replace(KOKA, readings=Readings(partition="six-first")),
    "two-sixes": replace(KOKA, readings=Readings(two_sixes="form")),
    "other-readings": replace(KOKA, readings=Readings("different-colours", "six-first", "form")),
    "special": replace(KOKA, special_hands=SPECIAL),
    "keeps-five": replace(KOKA, kept=5, games=6),
    "keeps-one": replace(KOKA, kept=1),
    "for-four": replace(KOKA, players=(4, 4)),
    "one-game": replace(KOKA, games=1),
    "one-die-rolled": replace(KOKA, per_round=tuple(PerRound(players, 1) for players in (2, 3, 4))),
    "two-dice-a-colour": replace(
        KOKA,
        players=(2, 2),
        colours=tuple(replace(COLOURS[place % 6], id=f"c{place}", dice=2) for place in range(18)),
    ),
}
UNSHOWN = {
    "one-colour": {"check-give-kept", "check-give-own"},
    "nothing-scores": {"two-splits", "one-colour"},
    "different-colours": {"one-colour"},
    "other-readings": {"one-colour"},
}
"""Lessons for which a definition has no example."""
UNKILLED = {
    "one-colour": {"discard-keeps-face"},
    "nothing-scores": {"six-run-as-two-threes", "sixes-first", "most-games-win"},
    "one-die-rolled": {"reroll-takes-two"},
}
PRINTED = ("koka", "three-colours", "small-six", "six-first", "other-readings", "special", "keeps-one", "for-four")


@cache
def found_in(name: str) -> ExampleSet:
    return find_examples(ENGINE, TWEAKS[name])


def example(name: str, lesson: str) -> Example:
    return next(one for one in found_in(name).examples if one.lesson == lesson)


def printed() -> list[Any]:
    return [pytest.param(name, one, id=f"{name}-{one.id}") for name in PRINTED for one in found_in(name).examples]


@cache
def wording(language: Language) -> dict[str, str]:
    found: dict[str, str] = {}
    for folder in ("shared", "koka"):
        found |= tomllib.loads((ROOT / "templates" / folder / "words.toml").read_text("utf-8"))[language]
    return found


def word(language: Language) -> Callable[[Phrase], str]:
    def value(item: Any) -> str:
        if isinstance(item, tuple):
            return wording(language)["list-separator"].join(map(value, item))
        if isinstance(item, Phrase):
            return said(item)
        return say(item if isinstance(item, Translated) else str(item), language)

    def said(phrase: Phrase) -> str:
        return re.sub(r"\{([a-z_]+)\}", lambda match: value(phrase.values[match[1]]), wording(language)[phrase.key])

    return said


def made(kind: str, position: dict[str, Any], settings: KokaSettings = KOKA, form: Any = "example") -> Tableau:
    return explain(settings, Example("x", "x", form, kind, position, oracle(settings, kind, position), (), 0))


def drawn(tableau: Tableau) -> Counter[tuple[str, int]]:
    """The dice of a tableau, but for those that show what might be instead."""
    found: Counter[tuple[str, int]] = Counter()
    for row in tableau.rows:
        for card in row.cards:
            if row.role != "other" and "colour" in card.fields:
                for value in card.fields.get("values", (card.fields.get("value"),)):
                    found[card.fields["colour"], value] += 1
    return found


# The search


@pytest.mark.parametrize("name", [name for name in TWEAKS if name != "two-dice-a-colour"])
def test_every_lesson_has_an_example_and_every_misreading_is_killed(name: str) -> None:
    assert set(found_in(name).unshown) <= UNSHOWN.get(name, set())
    assert set(found_in(name).unkilled) <= UNKILLED.get(name, set())


def test_where_no_set_exists_the_search_ends_and_says_so() -> None:
    found = found_in("two-dice-a-colour")
    assert {"sets", "two-splits", "check-complete"} <= set(found.unshown)
    assert found.examples


def test_the_shipped_game_meets_every_highest_floor_and_kills_all_24() -> None:
    found = found_in("koka")
    assert [one.id for one in found.examples if one.floor] == []
    assert (found.unkilled, found.unshown) == ((), ())
    assert len(misreadings(KOKA)) == 24
    assert len(found.examples) == len(lessons(KOKA))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_another_seed_of_koka_kills_everything_too(seed: int) -> None:
    found = find_examples(ENGINE, KOKA, seed)
    assert found.unkilled == found.unshown == ()
    assert all(one.floor == 0 for one in found.examples)


def test_the_same_seed_gives_the_same_examples_and_another_one_others() -> None:
    assert find_examples(ENGINE, KOKA).examples == found_in("koka").examples
    assert any(find_examples(ENGINE, KOKA, seed).examples != found_in("koka").examples for seed in (1, 2))


@pytest.mark.parametrize("name", TWEAKS)
def test_the_oracle_agrees_on_every_example(name: str) -> None:
    for one in found_in(name).examples:
        assert recheck(ENGINE, TWEAKS[name], one) == []


# Worked examples


def test_one_hand_is_divided_in_two_ways_16_against_14() -> None:
    one = example("koka", "two-splits")
    assert [way["score"] for way in one.out["partitions"]] == [16, 14]
    assert [len(way["sets"]) for way in one.out["partitions"]] == [4, 3]
    said = word("en")(explain(KOKA, one).verdict)
    assert "4×4 = 16" in said
    assert "10 + 2×2 = 14" in said


def test_nine_dice_of_one_colour_are_three_equal_runs_9_and_not_3() -> None:
    one = example("koka", "one-colour")
    best, other = one.out["partitions"]
    assert (best["score"], other["score"]) == (9 + 1, 3 + 1)
    runs = [values for _, values in best["sets"]]
    assert max(map(runs.count, runs)) == 3
    assert sum(len(set(values)) == 1 for _, values in other["sets"]) == 3


@pytest.mark.parametrize("name", ["six-first", "other-readings"])
def test_where_sixes_go_first_the_lower_way_counts(name: str) -> None:
    tableau = explain(TWEAKS[name], example(name, "two-splits"))
    assert tableau.badge is not None
    assert (
        tableau.badge.fields["points"]
        == oracle(TWEAKS[name], "score", {"dice": example(name, "two-splits").position["dice"]})["score"]
    )
    assert word("en")(tableau.verdict).startswith("a set of six goes first") == (name == "six-first")


def test_the_four_patterns_of_a_score() -> None:
    assert example("koka", "sets").out["score"] == 4
    assert example("koka", "six-run").out["score"] == 12
    assert example("koka", "equal-two").out["score"] == 6
    assert example("koka", "equal-three").out["score"] == 10


def test_a_hand_of_eleven_waits_for_two_dice_of_different_worth() -> None:
    one = example("koka", "waits")
    assert len(one.position["dice"]) == 11
    points = [score for _, score in one.out["waits"]]
    assert len(points) == 2
    assert points[0] != points[1]
    marks = [row.mark for row in explain(KOKA, one).rows]
    assert marks.count("winner") == 1


def test_the_round_is_played_out_and_everyone_who_is_complete_scores() -> None:
    one = example("koka", "round")
    assert one.out["completers"] == one.out["turns"] == [1, 0]
    assert min(one.out["scores"]) > 0


def test_the_winner_of_the_match_has_not_won_the_most_games() -> None:
    one = example("koka", "match")
    rows, (winner,) = one.position["scores"], one.out["best"]
    assert sum(row[winner] == max(row) for row in rows) < len(rows) / 2
    assert all(max(row) for row in rows), "a game ends with a complete hand"


def test_every_special_hand_is_shown_with_its_groups() -> None:
    settings = TWEAKS["special"]
    for place, special in enumerate(SPECIAL):
        one = example("special", f"special-{place + 1}")
        assert (one.out["score"], one.floor) == (special.points, 0)
        rows = explain(settings, one).rows
        assert len(rows) == len(special.groups)
        assert word("ja")(explain(settings, one).verdict).startswith(say(special.name, "ja"))


# Rule checks


def test_every_violation_has_a_check_and_a_look_alike_that_is_allowed() -> None:
    checks = {one.lesson: one for one in found_in("koka").examples if one.form == "check" and one.kind == "turn"}
    codes = {one.out["violation"] for one in checks.values()} - {None}
    assert codes == {
        "not-in-tray",
        "tray-too-small",
        "wrong-colours",
        "not-rerolled",
        "not-in-discards",
        "not-in-hand",
        "give-count",
    }
    for refused, allowed in (
        ("check-give", "check-complete"),
        ("check-give-none", "check-give-one"),
        ("check-take-discard", "check-take"),
        ("check-give-kept", "check-give-own"),
        ("check-reroll-old", "check-reroll"),
        ("check-reroll-colour", "check-reroll"),
        ("check-reroll-one", "check-reroll-two"),
        ("check-reroll-give-two", "check-thirteen"),
        ("check-exchange-colour", "check-exchange"),
    ):
        assert checks[refused].out["violation"] is not None
        assert checks[allowed].out["violation"] is None
        assert checks[refused].position["hand"] == checks[allowed].position["hand"]


@pytest.mark.parametrize(("lesson", "other"), [("check-wrap", "check-run"), ("check-colours", "check-alike")])
def test_three_dice_that_are_no_set_and_three_that_are(lesson: str, other: str) -> None:
    assert not example("koka", lesson).out["is_set"]
    assert example("koka", other).out["is_set"]


def test_one_die_turned_makes_groups_of_four_and_five_a_complete_hand() -> None:
    one, other = (Counter(map(tuple, example("koka", name).position["dice"])) for name in ("check-long", "check-six"))
    assert sum((one - other).values()) == 1
    assert not example("koka", "check-long").out["complete"]
    assert example("koka", "check-six").out["complete"]


def test_keeping_the_die_that_would_complete_does_not() -> None:
    keep, take = example("koka", "check-keep"), example("koka", "check-complete")
    assert keep.position["move"][1] == take.position["move"][1]
    assert (keep.out["complete"], take.out["complete"]) == (False, True)


# What is printed


@pytest.mark.parametrize(("name", "one"), printed())
def test_every_die_of_a_position_is_drawn_once(name: str, one: Example) -> None:
    tableau, position = explain(TWEAKS[name], one), one.position
    if one.kind in ("drawer", "match"):
        assert not drawn(tableau)
        return
    if one.kind != "turn":
        shown = drawn(tableau)
        places = position["hands"] if one.kind == "round" else [position["dice"]]
        waits = Counter((colour, value) for (colour, value), _ in one.out["waits"]) if "waits" in one.out else Counter()
        assert shown - waits == Counter((colour, value) for place in places for colour, value in place) - Counter()
        return
    shown = drawn(tableau)
    keys = ("tray", "kept", "discards") if one.lesson in WITHOUT_HAND else ("hand", "tray", "kept", "discards")
    wanted = Counter((colour, value) for key in keys for colour, value in position[key])
    assert wanted - shown == Counter()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "one"), printed())
def test_everything_printed_of_koka_has_words_and_the_verdict_is_short(
    name: str, one: Example, language: Language
) -> None:
    said = strings(explain(TWEAKS[name], one), word(language), language)
    assert all(said)
    assert not any("{" in text for text in said)
    width = sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in said[-1])
    assert width <= 64


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", TWEAKS)
def test_lessons_and_misreadings_of_koka_have_words(name: str, language: Language) -> None:
    said = word(language)
    assert all(said(lesson.subject) for lesson in lessons(TWEAKS[name]))
    assert all(said(one.text) for one in misreadings(TWEAKS[name]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_violation_has_words(language: Language) -> None:
    for code in ("not-in-tray", "not-rerolled", "not-in-hand", "take-count", "pick-first", "exchange-first"):
        assert wording(language)[f"violation-{code}"]


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("R123 Y222 P234 O345", "no two sets are equal: 1 + 1 + 1 + 1 = 4"),
        ("B123456 G333 Y456", "a set of six counts as one: 10 + 1 + 1 = 12"),
        ("R234 Y234 P555 O123", "2 equal sets multiply: 2×2 + 1 + 1 = 6"),
        ("R222222 G123 Y123", "a set of six counts as one: 10 + 2×2 = 14"),
        ("R222222 G222 Y345", "a set of six never multiplies: 10 + 1 + 1 = 12"),
        ("R222222 G222222", "two sets of six do not count: 4×4 = 16"),
    ],
)
def test_the_verdict_of_a_hand_works_its_score_out(dice: Dice, line: str, verdict: str) -> None:
    tableau = made("score", {"dice": dice(line)})
    assert word("en")(tableau.verdict) == verdict
    assert tableau.badge is not None
    assert str(tableau.badge.fields["points"]) == verdict.rsplit("= ", maxsplit=1)[-1]


def test_two_sixes_are_called_a_form_where_they_are(dice: Dice) -> None:
    tableau = made("score", {"dice": dice("R222222 G222222")}, TWEAKS["two-sixes"])
    assert word("en")(tableau.verdict) == "two sets of six: 10 + 10 = 20"


def test_a_round_of_one_and_of_nobody_and_a_shared_match_have_verdicts_of_their_own(dice: Dice) -> None:
    whole, short = dice("R123 Y222 P234 O345"), dice("R123 Y222 P234 O34")
    one = made("round", {"start": 0, "hands": [whole, short]})
    assert word("en")(one.verdict) == "only A is complete: A 4"
    assert "nobody" in word("en")(made("round", {"start": 0, "hands": [short, short]}).verdict)
    assert word("en")(made("match", {"scores": [[4, 4]]}).verdict) == "A 4, B 4: A, B share the win"


def test_a_hand_that_waits_for_nothing_says_so(dice: Dice) -> None:
    tableau = made("waits_scored", {"dice": dice("R123 Y25 P246 O135")})
    assert word("en")(tableau.verdict) == "no die completes this hand"


def test_a_hand_that_cannot_be_divided_has_no_layout_of_its_ways(dice: Dice) -> None:
    with pytest.raises(PositionError, match="cannot be divided"):
        made("partitions", {"dice": dice("R123 Y222 P234 O346")})


def test_a_kind_of_koka_that_is_never_printed_has_no_layout() -> None:
    with pytest.raises(PositionError, match="no layout for the kind 'setup'"):
        explain(KOKA, Example("x", "x", "example", "setup", {}, {}, (), 0))


@pytest.mark.parametrize("lesson", ["check-take", "check-exchange"])
def test_a_move_recorded_with_another_verdict_has_no_layout(lesson: str) -> None:
    one = example("koka", lesson)
    with pytest.raises(PositionError, match="recorded as"):
        explain(KOKA, replace(one, out={**one.out, "violation": "give-count"}))


# How a turn is drawn


@pytest.mark.parametrize(
    "lesson",
    ["check-give", "check-give-one", "check-give-none", "check-complete", "check-thirteen", "check-reroll-give-two"],
)
def test_a_die_that_goes_back_is_drawn_after_its_sign_and_no_longer_in_the_hand(lesson: str) -> None:
    one = example("koka", lesson)
    rows = {row.role: row for row in explain(KOKA, one).rows}
    *_, given = one.position["move"]
    back = given if given and isinstance(given[0], list) else [given] if given else []
    hand = Counter(map(tuple, one.position["hand"]))
    assert dice_in(rows["hand"]) == hand - Counter(map(tuple, back))
    assert dice_in(rows["given"]) == Counter(map(tuple, back)) if back else "given" not in rows


def test_a_kept_die_that_would_go_back_is_said_to_be_kept() -> None:
    one = example("koka", "check-give-kept")
    tableau = explain(KOKA, one)
    assert tableau.rows[-1].role == "given-kept"
    assert dice_in(tableau.rows[-1]) == Counter(map(tuple, one.position["kept"]))
    assert not any(row.role == "kept" for row in tableau.rows)
    assert word("en")(tableau.verdict).endswith("is only kept")


@pytest.mark.parametrize(
    ("lesson", "used"),
    [
        ("check-take", 0),
        ("check-take-discard", 1),
        ("check-exchange", 1),
        ("check-exchange-colour", 0),
    ],
)
def test_discards_that_a_move_leaves_alone_are_pale(lesson: str, used: int) -> None:
    rows = {row.role: row for row in explain(KOKA, example("koka", lesson)).rows}
    states = Counter(card.state for card in rows["discards"].cards)
    assert states == Counter({"counted": used, "dimmed": len(rows["discards"].cards) - used}) - Counter()


def test_a_die_of_the_hand_that_is_rerolled_is_not_the_one_that_goes_back() -> None:
    rows = {row.role: row for row in explain(KOKA, example("koka", "check-reroll-one")).rows}
    assert not dice_in(rows["own"]) & dice_in(rows["given"])


def test_two_sets_of_six_that_do_not_count_are_drawn_pale_beside_those_that_do(dice: Dice) -> None:
    rows = made("score", {"dice": dice("R222222 G222222")}).rows
    assert rows[-1].role == "other"
    assert {card.state for card in rows[-1].cards} == {"dimmed"}
    assert sorted(len(card.fields["values"]) for card in rows[-1].cards) == [6, 6]
    allowed = made("score", {"dice": dice("R222222 G222222")}, TWEAKS["two-sixes"])
    assert all(row.role == "set" for row in allowed.rows)


def test_the_seats_stand_clockwise_beside_those_who_draw() -> None:
    seats, *rounds = made("drawer", {"players": 4, "start": 0, "round": 2}).rows
    assert [card.strings for card in seats.cards] == [("A",), ("B",), ("C",), ("D",)]
    assert [card.fields["strong"] for card in seats.cards] == [True, False, False, False]
    assert [row.cards[0].strings for row in rounds] == [("1", "D"), ("2", "A"), ("3", "B")]


def test_every_check_stands_beside_those_it_belongs_to() -> None:
    line = next(line for line in MACROS.read_text("utf-8").splitlines() if line.startswith("{% set families"))
    families = [re.findall(r'"([^"]+)"', family) for family in re.findall(r"\[([^\[\]]+)\]", line)]
    checks = {lesson.id: lesson for lesson in lessons(KOKA) if lesson.form == "check"}
    assert sorted(name for family in families for name in family) == sorted(checks)
    for family in families:
        assert {checks[name].twin.of for name in family if checks[name].twin} <= set(family)  # type: ignore[union-attr]


def dice_in(row: Row) -> Counter[tuple[str, int]]:
    return drawn(Tableau(phrase("x"), (row,), phrase("x")))
