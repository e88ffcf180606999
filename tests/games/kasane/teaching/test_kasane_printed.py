"""Printed text of each example of kasane."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from pnp.games.core.answer import PositionError
from pnp.games.core.lesson import Example, Lesson
from pnp.games.core.tableau import Row
from pnp.games.kasane import ENGINE
from pnp.games.kasane.teaching.explain import explain
from tests.games.kasane.definitions import KASANE, VARIANTS
from tests.games.kasane.examples import SHOWN, found_in, made, printed, row_of, tableau_of, word


def test_every_card_of_the_position_of_kasane_is_printed_once() -> None:
    for name, sample in printed():
        if sample.kind not in ("winners", "first_turns"):
            check_cards(name, sample)


@pytest.mark.parametrize("name", ["kasane", "kasane-variants", "more-slots", "no-field-card"])
def test_the_pictures_of_the_first_turns_go_on_from_one_another(name: str) -> None:
    samples = sorted((sample for sample in found_in(name).examples if sample.kind == "first_turns"), key=lesson_of)
    script = samples[0].position["turns"]
    hand: list[object] = []
    for number, (turn, sample) in enumerate(zip(script, samples, strict=True), start=1):
        assert sample.position == {**samples[0].position, "turn": number}
        tops, in_hand, *on_field = explain(VARIANTS[name], sample).rows
        hand.append(turn["tops"][turn["row"]])
        assert [card.state for card in tops.cards].index("counted") == turn["row"]
        assert (numbers_of(tops), numbers_of(in_hand)) == (turn["tops"], hand)
        assert [numbers_of(row) for row in on_field] == [sample.out["field"]] * (turn["makes"] is not None)
        hand = list(sample.out["hand"])


def lesson_of(sample: Example) -> str:
    return sample.lesson


def numbers_of(row: Row) -> list[object]:
    return [card.fields["number"] for card in row.cards]


def test_a_first_turn_says_what_is_taken_and_what_it_scores() -> None:
    position = {
        "players": 4,
        "turns": [
            {"tops": [5, 1, 2, 3], "row": 0, "makes": None},
            {"tops": [9, 4, 2, 3], "row": 1, "makes": None},
            {"tops": [9, 8, 7, 3], "row": 2, "makes": {"yaku": "asanoha", "hand": 3, "field": False}},
            {"tops": [3, 8, 6, 1], "row": 0, "makes": {"yaku": "ju", "hand": 1, "field": True}},
        ],
    }
    tableaux = [made("first_turns", {**position, "turn": number}) for number in (1, 2, 3, 4)]
    assert [word("en")(tableau.verdict) for tableau in tableaux] == [
        "You take the 5: it is your whole hand. No yaku yet.",
        "You take the 4: it goes on top of your hand, at the right end. No yaku yet.",
        "You take the 7. 5-4-7 is Asanoha: lay it on your field, score 4 points and cover the slot with a token.",
        "You take the 3. 7\xa0+\xa03 is Jū, begun with the 7 on your field: "
        "lay the rest, score 2 points and cover the slot.",
    ]


def test_a_first_turn_with_a_yaku_that_is_refused_has_no_layout() -> None:
    turns = [{"tops": [5, 1, 2, 3], "row": 0, "makes": {"yaku": "ju", "hand": 1, "field": False}}]
    with pytest.raises(PositionError, match="refused: condition"):
        made("first_turns", {"players": 4, "turns": turns, "turn": 1})


def check_cards(name: str, sample: Example) -> None:
    tableau = explain(VARIANTS[name], sample)
    last = tableau.rows[-1]
    again = last.role == "laid" and sample.kind == "may_achieve"
    shown = [card for row in tableau.rows[: len(tableau.rows) - again] for card in row.cards]
    numbers = Counter(card.fields["number"] for card in shown if "number" in card.fields)
    stacks = [sample.position.get(key, []) for key in ("hand", "field", "row")] if sample.kind != "may_take" else []
    stacks += [*sample.position.get("rows", []), [sample.position["card"]] if sample.kind == "acquire" else []]
    assert numbers == Counter(card for stack in stacks for card in stack), (name, sample.id)
    if again:
        assert [card.fields["number"] for card in last.cards] == row_of(sample), (name, sample.id)


@pytest.mark.parametrize("name", ["kasane", "other-yaku", "more-slots"])
def test_the_cards_of_a_move_stand_out(name: str) -> None:
    for sample in found_in(name).examples:
        if sample.kind == "may_achieve":
            shown = [card for row in explain(VARIANTS[name], sample).rows for card in row.cards]
            counted = [card.fields["number"] for card in shown if card.state == "counted"]
            assert sorted(map(str, counted)) == sorted(map(str, row_of(sample)))


def test_covered_slots_are_dimmed() -> None:
    rows = tableau_of("kasane", "check-slot").rows
    assert rows[0].role == "slots"
    assert [card.fields["covered"] for card in rows[0].cards] == [True, False]
    assert [card.state for card in rows[0].cards] == ["dimmed", "plain"]


@pytest.mark.parametrize("name", ["kasane", "kasane-variants", "no-field-card", "more-slots"])
def test_field_hand_and_what_is_taken_are_named_in_every_check_and_example(name: str) -> None:
    for sample in found_in(name).examples:
        rows = explain(VARIANTS[name], sample).rows if sample.kind not in ("fits", "may_take") else ()
        assert all(row.titled for row in rows if row.role != "slots"), sample.id


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


test_texts_fit = SHOWN.texts_fit(lambda sample: 126)
test_what_cannot_be_printed = SHOWN.has_no_layout("lay", "check-take", "check-hand", "check-slot")
