"""What is printed of each example of kasane."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from pnp.examples import strings
from pnp.games.core.answer import PositionError
from pnp.games.core.lesson import Example
from pnp.games.kasane.teaching.explain import explain
from pnp.model.text import LANGUAGES, Language
from tests.games.kasane.definitions import KASANE, VARIANTS
from tests.games.kasane.examples import example, found_in, made, printed, row_of, tableau_of, word
from tests.games.wording import width


def test_every_card_of_the_position_of_kasane_is_printed_once() -> None:
    for name, one in printed():
        if one.kind != "winners":
            check_cards(name, one)


def check_cards(name: str, one: Example) -> None:
    tableau = explain(VARIANTS[name], one)
    last = tableau.rows[-1]
    again = last.role == "laid" and one.kind == "may_achieve"
    shown = [card for row in tableau.rows[: len(tableau.rows) - again] for card in row.cards]
    numbers = Counter(card.fields["number"] for card in shown if "number" in card.fields)
    stacks = [one.position.get(key, []) for key in ("hand", "field", "row")] if one.kind != "may_take" else []
    stacks += [*one.position.get("rows", []), [one.position["card"]] if one.kind == "acquire" else []]
    assert numbers == Counter(card for stack in stacks for card in stack), (name, one.id)
    if again:
        assert [card.fields["number"] for card in last.cards] == row_of(one), (name, one.id)


@pytest.mark.parametrize("name", ["kasane", "other-yaku", "more-slots"])
def test_the_cards_of_a_move_stand_out(name: str) -> None:
    for one in found_in(name).examples:
        if one.kind == "may_achieve":
            shown = [card for row in explain(VARIANTS[name], one).rows for card in row.cards]
            counted = [card.fields["number"] for card in shown if card.state == "counted"]
            assert sorted(map(str, counted)) == sorted(map(str, row_of(one)))


def test_covered_slots_are_dimmed() -> None:
    rows = tableau_of("kasane", "check-slot").rows
    assert rows[0].role == "slots"
    assert [card.fields["covered"] for card in rows[0].cards] == [True, False]
    assert [card.state for card in rows[0].cards] == ["dimmed", "plain"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_printed_of_kasane_has_words_and_the_verdict_is_short(language: Language) -> None:
    for name, one in printed():
        said = strings(explain(VARIANTS[name], one), word(language), language)
        assert all(said) and not any("{" in text for text in said), (name, one.id)
        assert width(said[-1]) <= 56, (name, said[-1])


@pytest.mark.parametrize(
    ("yaku", "row", "verdict"),
    [
        ("kasane", [9, 9, 9], "Kasane: equal numbers"),
        ("kasane", [9, 9, 8], "Kasane: not all are equal"),
        ("ju", [1, 7, 2], "Jū: 1+7+2=10"),
        ("ju", [4, 5], "Jū: 4+5=9, not 10"),
        ("chidori", [9, 3, 8], "Chidori: in any order"),
        ("chidori", [9, 8, 9], "Chidori: 3 is missing"),
        ("chidori", [9, 8, 3, 9], "Chidori: 9 is too much"),
        ("kagen", [1, 2, 3], "Kagen: rising"),
        ("kagen", [5, 3, 2, 1], "Kagen: falling, gaps allowed"),
        ("kagen", [2, 3, 6], "Kagen: only from 1 to 5"),
        ("kagen", [4, 2, 2], "Kagen: 2 must not be repeated"),
        ("kagen", [1, 3, 2], "Kagen: it rises and falls"),
        ("kachofugetsu", [1, 3, 7, 5], "Kachōfūgetsu: all odd, in any order"),
        ("kachofugetsu", [1, 3, 3, 5], "Kachōfūgetsu: all odd, any order, repeats too"),
        ("setsugetsufuka", [8, 4, 8], "Setsugetsufūka: all even, any order, repeats too"),
        ("kachofugetsu", [1, 3, 4, 5], "Kachōfūgetsu: not all are odd"),
    ],
)
def test_the_verdict_of_a_row_says_why(yaku: str, row: list[int], verdict: str) -> None:
    assert word("en")(made("fits", {"yaku": yaku, "row": row}).verdict) == verdict


def test_final_scores_winners_and_single_yaku_have_verdicts_of_their_own() -> None:
    said = word("en")
    few = {"points": 20, "field": [1, 2, 3], "hand": [4] * 5 + [5] * 4, "players": 4}
    assert said(made("final_score", few).verdict) == "3 cards, no bonus below 8: 20 points"
    field = [1, 2, 3, 4, 5, 6, 7, 8, 9, "+1", 1, 2]
    full = {"points": 20, "field": field, "hand": [], "players": 4}
    assert said(made("final_score", full).verdict) == "12 cards, 9 colours; points in play + bonus: 20+5+2=27"
    assert said(made("final_bonus", {"field": field[:9], "players": 4}).verdict).endswith(": 5 more points")
    alone = made("winners", {"players": [[30, 9], [31, 8], [12, 12]]})
    assert said(alone.verdict) == "B has the most points: 31"
    shared = made("winners", {"players": [[30, 9], [30, 9], [12, 12]]})
    assert said(shared.verdict) == "A, B share the win: 30 points, 9 cards each"
    assert [row.mark for row in shared.rows] == ["winner", "winner", None]
    single = made("best_yaku", {"hand": [9, 9], "field": [], "taken": []})
    assert said(single.verdict) == "2 points as Kasane"
    easier = {"hand": [1], "field": [], "card": "+1", "variant_plus1_may_achieve": True}
    assert said(made("acquire", easier).verdict) == "+1 goes on the field: 1 point, a yaku may follow"
    kimono = {"hand": [1], "field": [], "card": 3, "variant_plus1_may_achieve": False}
    assert said(made("acquire", kimono).verdict) == "3 goes on top of the hand"


def test_a_kind_of_kasane_that_is_never_printed_has_no_layout() -> None:
    with pytest.raises(PositionError, match="no layout for the kind 'lay'"):
        explain(KASANE, Example("x", "x", "example", "lay", {}, {}, (), 0))


@pytest.mark.parametrize("lesson", ["check-take", "check-hand", "check-slot"])
def test_a_move_of_kasane_recorded_as_refused_that_is_allowed_has_no_layout(lesson: str) -> None:
    one = example("kasane", lesson)
    with pytest.raises(PositionError, match="recorded as not allowed"):
        explain(KASANE, replace(one, out={**one.out, "verdict": "not-allowed"}))
