"""What is printed of each example of koka."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pnp.examples import strings
from pnp.games.core.answer import PositionError
from pnp.games.core.lesson import Example
from pnp.games.koka.teaching.explain import explain
from pnp.games.koka.teaching.explain_turns import WITHOUT_HAND
from pnp.model.text import LANGUAGES, Language
from tests.games.koka.definitions import KOKA, PROVED, VARIANTS
from tests.games.koka.examples import drawn, example, made, printed, word
from tests.games.wording import TEMPLATES, width, wording

MACROS = TEMPLATES / "koka" / "macros.svg.j2"
Dice = Callable[[str], list[Any]]


def test_every_die_of_a_position_is_drawn_once() -> None:
    for name, one in printed():
        shown = drawn(explain(VARIANTS[name], one))
        least, all_of_it = dice_of(one)
        assert least - shown == Counter(), (name, one.id)
        assert all_of_it is None or shown == all_of_it, (name, one.id)


def dice_of(one: Example) -> tuple[Counter[Any], Counter[Any] | None]:
    """The dice that must be drawn at least, and those that must be drawn and no others, where that can be said."""
    position = one.position
    if one.kind in ("drawer", "match"):
        return Counter(), Counter()
    if one.kind in ("turn", "tray"):
        keys = ("tray", "kept", "discards") if one.lesson in WITHOUT_HAND else ("hand", "tray", "kept", "discards")
        return Counter((colour, value) for key in keys for colour, value in position[key]), None
    places = position["hands"] if one.kind == "round" else [position["dice"]]
    there = Counter((colour, value) for place in places for colour, value in place)
    waits = Counter((colour, value) for (colour, value), _ in one.out["waits"]) if "waits" in one.out else Counter()
    return there, there + waits


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_printed_of_koka_has_words_and_the_verdict_is_short(language: Language) -> None:
    for name, one in printed():
        said = strings(explain(VARIANTS[name], one), word(language), language)
        assert all(said) and not any("{" in text for text in said), (name, one.id)
        assert width(said[-1]) <= 134, (name, said[-1])
        assert said[-1].endswith("." if language == "en" else "。"), (name, said[-1])
        assert language == "ja" or said[-1][0].isupper() or said[-1][0].isdigit(), (name, said[-1])


ONE_OF_MANY = re.compile(r"\b1 (dice|points|sets|games|kept dice)\b|\b(?!1\b)\d+ (die|point|set)\b(?! of)")
"""One that is told as many, and many as one."""


def test_what_is_counted_is_told_as_one_or_as_many() -> None:
    for name, one in printed(*PROVED):
        said = strings(explain(VARIANTS[name], one), word("en"), "en")
        assert not [text for text in said if ONE_OF_MANY.search(text)], (name, one.id, said)


@pytest.mark.parametrize(
    ("kept", "taken", "given", "says"),
    [
        (
            0,
            "Y6",
            "O1",
            "keeps-one: the kept die goes to the bag; for it, a yellow die from the discards is turned to 6",
        ),
        (
            2,
            "Y6",
            "O1",
            "koka: with purple 6, 3 are kept and go to the bag; a yellow die from the discards is turned to 6",
        ),
        (2, "Y1", "O1", "koka: with purple 6, 3 are kept and go to the bag; yellow 1 comes from the discards"),
        (
            2,
            "Y5",
            "",
            "koka: with purple 6, 3 are kept and go to the bag, and a yellow die from the discards, turned to 5, "
            "completes",
        ),
        (2, "", "", "koka: but with purple 6, 3 are kept; they go to the bag and bring nothing: there are no discards"),
        (0, "", "", "keeps-one: but the kept die goes to the bag and brings nothing: there are no discards"),
    ],
)
def test_what_the_last_kept_die_brings_is_told_by_its_figures(
    kept: int, taken: str, given: str, says: str, dice: Dice
) -> None:
    name, _, words = says.partition(": ")
    hand = dice("R123 B222 G234 Y34") if not given else dice("R123 B222 G23 Y3 P1 O1")
    move = ["keep", dice("P6")[0], *(dice(line)[0] if line else None for line in (taken, given))]
    position = {
        "hand": hand,
        "kept": dice("G66")[:kept],
        "tray": dice("P6"),
        "discards": dice("Y1") if taken else [],
        "move": move,
    }
    said = word("en")(made("turn", position, VARIANTS[name], "check").verdict)
    assert said.startswith(f"Allowed, {words}" if words.startswith("but") else f"Allowed: {words}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_violation_has_words(language: Language) -> None:
    for code in ("not-in-tray", "not-rerolled", "not-in-hand", "take-count", "pick-first", "exchange-first"):
        assert wording("koka", language)[f"violation-{code}"]


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("R123 Y222 P234 O345", "No two sets are equal: 1+1+1+1=4 points."),
        ("B123456 G333 Y456", "123456 is one set of 6: 10+1+1=12 points. As 123 and 456 only (1+1)×2+1+1=6 points."),
        ("R234 Y234 P555 O123", "234 in 2 sets, which multiply: (1+1)×2+1+1=6 points."),
        ("R234 Y234 P555 O555", "234 in 2 sets and 555 in 2 sets, which multiply: (1+1)×2+(1+1)×2=8 points."),
        ("R222222 G123 Y123", "222222 is one set of 6; 123 in 2 sets, which multiply: 10+(1+1)×2=14 points."),
        (
            "R222222 G222 Y345",
            "222222 and 222 are not equal sets: 10+1+1=12 points. "
            "With 222222 as 222 and 222 only (1+1+1)×3+1=10 points.",
        ),
        (
            "R222222 G222222",
            "Two sets of 6 (pale) are no form. Divided like this: (1+1+1+1)×4=16 points; "
            "with one set of 6 only 10+(1+1)×2=14 points.",
        ),
        (
            "R123456 G123456",
            "Two sets of 6 (pale) are no form. Divided like this: 10+1+1=12 points; "
            "in sets of 3 only (1+1)×2+(1+1)×2=8 points.",
        ),
    ],
)
def test_the_verdict_of_a_hand_works_its_score_out(dice: Dice, line: str, verdict: str) -> None:
    tableau = made("score", {"dice": dice(line)})
    assert word("en")(tableau.verdict) == verdict
    assert tableau.badge is not None
    assert f"={tableau.badge.fields['points']} points" in verdict


@pytest.mark.parametrize(
    ("points", "line", "says"),
    [
        (
            {"six": 4},
            "B123456 G333 Y444",
            "123456 is one set of 6: 4+1+1=6 points. As 123 and 456 only 1+1+1+1=4 points.",
        ),
        ({"six": 2}, "B123456 G333 Y444", "123456 counts as one set of 6, not as 123 and 456: 2+1+1=4 points."),
        ({"six": 8}, "R222222 G222 Y345", "222222 and 222 are not equal sets: 8+1+1=10 points."),
    ],
)
def test_a_set_of_six_is_compared_with_two_of_three_only_where_these_are_worth_less(
    points: dict[str, int], line: str, says: str, dice: Dice
) -> None:
    settings = replace(KOKA, sets=replace(KOKA.sets, **points), readings=replace(KOKA.readings, partition="six-first"))
    assert word("en")(made("score", {"dice": dice(line)}, settings).verdict) == says


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("R234 Y234 P555 O123", "2 equal sets"),
        ("R333 B333 P333 O123", "3 equal sets"),
        ("R234 Y234 P555 O555", "Equal sets of 2 kinds"),
    ],
)
def test_the_title_of_equal_sets_says_how_many(dice: Dice, line: str, title: str) -> None:
    assert word("en")(made("score", {"dice": dice(line)}).heading) == title


def test_the_title_of_a_hand_divided_in_two_ways_says_what_they_are() -> None:
    assert word("en")(explain(KOKA, example("koka", "two-splits")).heading) == "Sets of 3, or a set of 6?"
    assert word("en")(explain(KOKA, example("koka", "one-colour")).heading) == "The same dice, divided in two ways"


def test_the_title_of_a_hand_that_waits_asks_for_the_best_where_one_is(dice: Dice) -> None:
    two, alone = made("waits_scored", {"dice": dice("R345 B345 Y666 P45")}), dice("R123 Y222 P234 O14")
    assert word("en")(two.heading) == "Which die scores most?"
    assert [row.mark for row in two.rows[1:]] == ["winner", None]
    assert word("en")(made("waits_scored", {"dice": dice("R123 Y222 P234 O46")}).heading) == "What completes this hand"
    assert word("en")(made("waits_scored", {"dice": alone}).heading) == "What completes this hand"


def test_two_sixes_are_called_a_form_where_they_are(dice: Dice) -> None:
    tableau = made("score", {"dice": dice("R222222 G222222")}, VARIANTS["two-sixes"])
    assert word("en")(tableau.verdict) == "Two sets of 6 are complete here: 10+10=20 points."


def test_a_round_of_one_and_of_nobody_and_a_shared_match_have_verdicts_of_their_own(dice: Dice) -> None:
    whole, short = dice("R123 Y222 P234 O345"), dice("R123 Y222 P234 O34")
    both = {"start": 0, "hands": [whole, whole]}
    assert word("en")(made("round", both).verdict).startswith(
        "A, the start player, completes first. B still has a turn"
    )
    later = made("round", {"start": 2, "hands": [whole, whole, short]})
    assert word("en")(later.verdict).startswith("A completes first. B still has a turn")
    assert "2人とも得点" in word("ja")(later.verdict)
    three = made("round", {"start": 1, "hands": [whole, whole, whole]})
    assert "C and A still have a turn" in word("en")(three.verdict)
    assert "全員が得点" in word("ja")(three.verdict)
    one = made("round", {"start": 0, "hands": [whole, short]})
    assert word("en")(one.verdict) == "Only A is complete and scores: A 1+1+1+1=4 points."
    assert "Nobody" in word("en")(made("round", {"start": 0, "hands": [short, short]}).verdict)
    assert word("en")(made("match", {"scores": [[4, 4]]}).verdict) == "A and B share the win: A 4 points, B 4 points."


def test_what_a_last_round_scores_is_worked_out_for_two_and_told_for_more(dice: Dice) -> None:
    whole, equal = dice("R123 Y222 P234 O345"), dice("R123 Y123 P234 O345")
    two = word("en")(made("round", {"start": 0, "hands": [whole, equal]}).verdict)
    assert two.endswith("Both score: A 1+1+1+1=4 points, B (1+1)×2+1+1=6 points.")
    three = word("en")(made("round", {"start": 0, "hands": [whole, equal, whole]}).verdict)
    assert three.endswith("all of them score: A 4 points, B 6 points, C 4 points.")


def test_what_a_die_would_score_is_worked_out_from_sets_and_told_of_a_special_hand(dice: Dice) -> None:
    two = word("en")(made("waits_scored", {"dice": dice("R345 B345 Y666 P45")}).verdict)
    assert two == "Complete with purple 3: (1+1+1)×3+1=10 points, or purple 6: (1+1)×2+1+1=6 points."
    special = made("waits_scored", {"dice": dice("R11 B22 Y33 G44 P55 O6")}, VARIANTS["special"])
    assert word("en")(special.verdict) == "Complete with orange 6 (20 points)."


def test_who_draws_is_asked_for_the_round_that_is_framed() -> None:
    tableau = made("drawer", {"players": 4, "start": 0, "round": 2})
    assert word("en")(tableau.heading).replace("\u00a0", " ") == "Who draws and rolls in round 3?"


def test_a_hand_that_waits_for_nothing_says_so(dice: Dice) -> None:
    tableau = made("waits_scored", {"dice": dice("R123 Y25 P246 O135")})
    assert word("en")(tableau.verdict) == "No die completes this hand."


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
