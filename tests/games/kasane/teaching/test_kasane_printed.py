"""What is printed of each example of kasane."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from pnp.examples import strings
from pnp.games.core.answer import PositionError
from pnp.games.core.lesson import Example, Lesson
from pnp.games.kasane import ENGINE
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
        assert width(said[-1]) <= 108, (name, said[-1])


@pytest.mark.parametrize(
    ("yaku", "row", "verdict"),
    [
        ("kasane", [9, 9, 9], "9-9-9 is Kasane: equal numbers."),
        ("kasane", [9, 9, 8], "9-9-8 is not Kasane: the numbers differ."),
        ("ju", [1, 7, 2], "1-7-2 is Jū: 1\u00a0+\u00a07\u00a0+\u00a02\u00a0=\u00a010."),
        ("ju", [4, 5], "4-5 is not Jū: 4\u00a0+\u00a05\u00a0=\u00a09, not 10."),
        ("chidori", [9, 3, 8], "9-3-8 is Chidori: any order will do."),
        ("chidori", [9, 8, 9], "9-8-9 is not Chidori: the 3 is missing."),
        ("chidori", [9, 1, 1], "9-1-1 is not Chidori: 3 and 8 are missing."),
        ("chidori", [9, 8, 3, 9], "9-8-3-9 is not Chidori: the 9 is one card too many."),
        ("kagen", [1, 2, 3], "1-2-3 is Kagen no Tsuki: it rises."),
        ("kagen", [5, 3, 2, 1], "5-3-2-1 is Kagen no Tsuki: it falls, and gaps are fine."),
        ("kagen", [2, 3, 6], "2-3-6 is not Kagen no Tsuki: only numbers from 1 to 5."),
        ("kagen", [4, 2, 2], "4-2-2 is not Kagen no Tsuki: the 2 may not come twice."),
        ("kagen", [1, 3, 2], "1-3-2 is not Kagen no Tsuki: it rises and falls."),
        ("kachofugetsu", [1, 3, 7, 5], "1-3-7-5 is Kachōfūgetsu: all odd, in any order."),
        ("kachofugetsu", [1, 3, 3, 5], "1-3-3-5 is Kachōfūgetsu: all odd; any order, and repeats are fine."),
        ("setsugetsufuka", [8, 4, 8], "8-4-8 is Setsugetsufūka: all even; any order, and repeats are fine."),
        ("kachofugetsu", [1, 3, 4, 5], "1-3-4-5 is not Kachōfūgetsu: not all are odd."),
        ("kachofugetsu", [1], "1 is Kachōfūgetsu: a single card will do."),
    ],
)
def test_the_verdict_of_a_row_says_why(yaku: str, row: list[int], verdict: str) -> None:
    assert word("en")(made("fits", {"yaku": yaku, "row": row}).verdict) == verdict


def test_final_scores_winners_and_single_yaku_have_verdicts_of_their_own() -> None:
    said = word("en")
    few = {"points": 20, "field": [1, 2, 3], "hand": [4] * 5 + [5] * 4, "players": 4}
    assert (
        said(made("final_score", few).verdict) == "3 cards: the bonus needs 8, so there is none. It stays at 20 points."
    )
    field = [1, 2, 3, 4, 5, 6, 7, 8, 9, "+1", 1, 2]
    full = {"points": 20, "field": field, "hand": [], "players": 4}
    laid_all = "12 cards, 9 colours: 5 points more, and 2 for having laid all, 7 together."
    assert said(made("final_score", full).verdict) == f"{laid_all} If play brought 20 points, that makes 27 points."
    nothing = {"field": [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, "+1", "+1"], "players": 4}
    assert said(made("final_bonus", nothing).verdict) == "12 cards, 5 colours: nothing, but 2 for having laid all."
    assert said(made("final_bonus", {"field": field[:9], "players": 4}).verdict) == "9 cards, 9 colours: 5 points more."
    five = {"field": [1, 2, 3, 4, 5, 1, 2, 3], "players": 4}
    assert said(made("final_bonus", five).verdict) == "8 cards, 5 colours: nothing more."
    alone = made("winners", {"players": [[30, 9], [31, 8], [12, 12]]})
    assert said(alone.verdict) == "B has the most, 31 points, and wins."
    shared = made("winners", {"players": [[30, 9], [30, 9], [12, 12]]})
    assert said(shared.verdict) == "A and B share the win: 30 points and 9 cards each."
    assert [row.mark for row in shared.rows] == ["winner", "winner", None]
    single = made("best_yaku", {"hand": [9, 9], "field": [], "taken": []})
    assert said(single.verdict) == "9-9 is Kasane: 2 points."
    easier = {"hand": [1], "field": [], "card": "+1", "variant_plus1_may_achieve": True}
    after = "The +1 goes on top of your field: 1 point at once. A yaku from the hand may follow."
    assert said(made("acquire", easier).verdict) == after
    kimono = {"hand": [1], "field": [], "card": 3, "variant_plus1_may_achieve": False}
    assert said(made("acquire", kimono).verdict) == "The 3 goes on top of the hand."


@pytest.mark.parametrize(
    ("hand", "field", "en", "ja"),
    [
        ([6, 4, 2], [4], "(field)\u00a0+\u00a04\u00a0+\u00a02 as Jū: only 3 points.", "場の4＋4＋2の拾なら3点だけ。"),
        ([6, 1, 2], [2], " 2 (field) and 2 as Kasane: only 2 points.", "場の2と2の襲ねなら2点だけ。"),
    ],
)
def test_a_dearer_yaku_is_told_beside_one_whose_cards_come_from_the_field(
    hand: list[int], field: list[int], en: str, ja: str
) -> None:
    tableau = made("best_yaku", {"hand": hand, "field": field, "taken": []})
    assert word("en")(tableau.verdict).endswith(en)
    assert word("ja")(tableau.verdict).endswith(ja)


@pytest.mark.parametrize("name", ["kasane", "kasane-variants", "no-field-card", "more-slots"])
def test_field_hand_and_what_is_taken_are_named_in_every_check_and_example(name: str) -> None:
    for one in found_in(name).examples:
        rows = explain(VARIANTS[name], one).rows if one.kind not in ("fits", "may_take") else ()
        assert all(row.titled for row in rows if row.role != "slots"), one.id


def test_a_plus_one_just_taken_is_named_and_not_dimmed() -> None:
    row = next(row for row in tableau_of("kasane", "check-plus-now").rows if row.role == "taken")
    assert row.titled
    assert [card.state for card in row.cards] == ["plain"]


@pytest.mark.parametrize(
    ("points", "said"), [(0, "The +0 goes on top of your field."), (2, "The +2 goes"), (3, "3 points at once")]
)
def test_a_plus_one_is_called_by_its_points(points: int, said: str) -> None:
    settings = replace(KASANE, plus_one=replace(KASANE.plus_one, points=points))
    easier = {"hand": [1], "field": [], "card": "+1", "variant_plus1_may_achieve": False}
    tableau = made("acquire", easier, settings)
    assert said in word("en")(tableau.verdict)
    assert [card.strings for row in tableau.rows for card in row.cards] == [(f"+{points}",), ("1",)]
    assert f"＋{points}は" in word("ja")(tableau.verdict)
    for lesson in (*ENGINE.lessons(settings), *ENGINE.misreadings(settings)):
        subject = word("en")(lesson.subject if isinstance(lesson, Lesson) else lesson.text)
        assert "+" not in subject or f"+{points}" in subject


def test_a_kind_of_kasane_that_is_never_printed_has_no_layout() -> None:
    with pytest.raises(PositionError, match="no layout for the kind 'lay'"):
        explain(KASANE, Example("x", "x", "example", "lay", {}, {}, (), 0))


@pytest.mark.parametrize("lesson", ["check-take", "check-hand", "check-slot"])
def test_a_move_of_kasane_recorded_as_refused_that_is_allowed_has_no_layout(lesson: str) -> None:
    one = example("kasane", lesson)
    with pytest.raises(PositionError, match="recorded as not allowed"):
        explain(KASANE, replace(one, out={**one.out, "verdict": "not-allowed"}))
