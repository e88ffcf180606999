"""What is printed of each example of koka."""

from __future__ import annotations

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
from tests.games.koka.definitions import KOKA, VARIANTS
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
    if one.kind == "turn":
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
        assert width(said[-1]) <= 64, (name, said[-1])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_violation_has_words(language: Language) -> None:
    for code in ("not-in-tray", "not-rerolled", "not-in-hand", "take-count", "pick-first", "exchange-first"):
        assert wording("koka", language)[f"violation-{code}"]


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
    tableau = made("score", {"dice": dice("R222222 G222222")}, VARIANTS["two-sixes"])
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
